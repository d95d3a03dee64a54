#define _POSIX_C_SOURCE 200809L
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void file_say(file_error *error, const char *format, ...) {
    va_list values;
    va_start(values, format);
    vsnprintf(error->text, sizeof error->text, format, values);
    va_end(values);
}

void file_say_name(file_error *error, const char *name) {
    const file_error reason = *error;
    /* A long path must not push the reason out: of the path its end counts. */
    const size_t length = strlen(name), most = sizeof error->text / 2;
    const char *end = length > most ? name + (length - most) : name;
    file_say(error, "%s%s: %s", end == name ? "" : "...", end, reason.text);
}

/* What is no plain file would be waited for, or would never end. */
static bool open_plain(const char *path, int *file, size_t *size, file_error *error) {
    struct stat about;
    *file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (*file < 0)
        return file_fail(error, "%s", strerror(errno));
    bool good = fstat(*file, &about) == 0 || file_fail(error, "%s", strerror(errno));
    if (good && !S_ISREG(about.st_mode))
        good = file_fail(error, "not a plain file");
    if (good && about.st_size > FILE_MAX_BYTES)
        good = file_fail(error, "larger than %d MiB", (int)FILE_MAX_BYTES >> 20);
    *size = good ? (size_t)about.st_size : 0;
    if (!good)
        close(*file);
    return good;
}

bool file_read(const char *path, uint8_t **bytes, size_t *size, file_error *error) {
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
        return file_fail(error, "no memory");
    if (got >= 0)
        return true;
    free(*bytes);
    *bytes = NULL;
    return file_fail(error, "cannot be read: %s", strerror(why));
}
