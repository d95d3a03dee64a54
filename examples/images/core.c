/* core.c - images in memory, whole files, what is said about either. */
#define _POSIX_C_SOURCE 200809L
#include "inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void image_say(image_error *error, const char *format, ...) {
    va_list values;
    va_start(values, format);
    vsnprintf(error->text, sizeof error->text, format, values);
    va_end(values);
}

void image_say_name(image_error *error, const char *name) {
    const image_error reason = *error;
    /* A long path must not push the reason out: of the path its end counts. */
    const size_t length = strlen(name), most = sizeof error->text / 2;
    const char *end = length > most ? name + (length - most) : name;
    image_say(error, "%s%s: %s", end == name ? "" : "...", end, reason.text);
}

/* ---- Images ---- */

bool image_make(image *to, uint32_t width, uint32_t height, image_error *error) {
    if (width == 0 || height == 0 || width > HAIL_MAX_SPRITE || height > HAIL_MAX_SPRITE)
        return image_fail(error, "an image of %u x %u pixels is not from 1 to %d a side", width, height,
                          (int)HAIL_MAX_SPRITE);
    to->rgba = calloc((size_t)width * height, 4);
    if (to->rgba == NULL)
        return image_fail(error, "no memory");
    to->width = width;
    to->height = height;
    return true;
}

void image_name(image *to, const char *path) {
    const char *slash = strrchr(path, '/');
    snprintf(to->name, sizeof to->name, "%s", slash != NULL ? slash + 1 : path);
}

void image_free(image *of) {
    free(of->rgba);
    *of = (image){0};
}

/* ---- Files ---- */

/* What is no plain file would be waited for, or would never end. */
static bool open_plain(const char *path, int *file, size_t *size, image_error *error) {
    struct stat about;
    *file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (*file < 0)
        return image_fail(error, "%s", strerror(errno));
    bool good = fstat(*file, &about) == 0 || image_fail(error, "%s", strerror(errno));
    if (good && !S_ISREG(about.st_mode))
        good = image_fail(error, "not a plain file");
    if (good && about.st_size > IMAGE_MAX_BYTES)
        good = image_fail(error, "larger than %d MiB", (int)IMAGE_MAX_BYTES >> 20);
    *size = good ? (size_t)about.st_size : 0;
    if (!good)
        close(*file);
    return good;
}

bool image_read(const char *path, uint8_t **bytes, size_t *size, image_error *error) {
    int file;
    size_t length;
    *bytes = NULL;
    *size = 0;
    if (!open_plain(path, &file, &length, error))
        return false;
    *bytes = malloc(length + 1);
    ssize_t got = 1;
    while (*bytes != NULL && got > 0 && *size < length) {
        got = read(file, *bytes + *size, length - *size);
        if (got < 0 && errno == EINTR)
            got = 1;
        else if (got > 0)
            *size += (size_t)got;
    }
    const int why = errno;
    close(file);
    if (*bytes == NULL)
        return image_fail(error, "no memory");
    if (got >= 0)
        return true;
    free(*bytes);
    *bytes = NULL;
    return image_fail(error, "cannot be read: %s", strerror(why));
}
