/* inside.h - what the files of images/ share. */
#ifndef IMAGES_INSIDE_H
#define IMAGES_INSIDE_H

#include "images.h"

enum { IMAGE_MAX_BYTES = 64 << 20 /* of a file */ };

#if defined(__GNUC__)
#define IMAGE_PRINTF __attribute__((format(printf, 2, 3)))
#else
#define IMAGE_PRINTF
#endif

/* Write the reason; put a file's or lump's name before it. */
void image_say(image_error *error, const char *format, ...) IMAGE_PRINTF;
void image_say_name(image_error *error, const char *name);

/* The same as an answer: macros, so that linters, which see one file at a time, know that it is false. */
#define image_fail(...)          (image_say(__VA_ARGS__), false)
#define image_blame(error, name) (image_say_name((error), (name)), false)

/* The whole file, to be freed. */
bool image_read(const char *path, uint8_t **bytes, size_t *size, image_error *error);

/* Pixels for an image, all transparent; refuses a size that no sprite has. */
bool image_make(image *to, uint32_t width, uint32_t height, image_error *error);

/* The end of a path, cut off where there is no room for it. */
void image_name(image *to, const char *path);

#endif
