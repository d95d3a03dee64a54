/* common/file.h - reading whole files, with error messages, for every example. */
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

/* Writes the reason; puts a file's name, or that of a part of it, before the reason. */
void file_say(file_error *error, const char *format, ...) FILE_PRINTF;
void file_say_name(file_error *error, const char *name);

/* The same, with the value false: macros, so that linters, which see one file at a time, know that value. */
#define file_fail(...)          (file_say(__VA_ARGS__), false)
#define file_blame(error, name) (file_say_name((error), (name)), false)

/* Reads a whole file of at most FILE_MAX_BYTES. The caller frees *bytes. */
bool file_read(const char *path, uint8_t **bytes, size_t *size, file_error *error);

#endif
