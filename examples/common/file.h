/* file.h - whole files, and sentences about what is wrong with them: for every example that reads one. */
#ifndef EXAMPLES_FILE_H
#define EXAMPLES_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FILE_MAX_BYTES = 64 << 20 };

typedef struct file_error {
    char text[512];
} file_error;

#if defined(__GNUC__)
#define FILE_PRINTF __attribute__((format(printf, 2, 3)))
#else
#define FILE_PRINTF
#endif

/* Write the reason; put the name of a file, or of a part of one, before it. */
void file_say(file_error *error, const char *format, ...) FILE_PRINTF;
void file_say_name(file_error *error, const char *name);

/* The same as an answer: macros, so that linters, which see one file at a time, know that it is false. */
#define file_fail(...)          (file_say(__VA_ARGS__), false)
#define file_blame(error, name) (file_say_name((error), (name)), false)

/* The whole file, to be freed; at most FILE_MAX_BYTES. */
bool file_read(const char *path, uint8_t **bytes, size_t *size, file_error *error);

#endif
