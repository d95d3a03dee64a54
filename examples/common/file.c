/* common/file.c - whole files, read with an error message for every failure. */
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
    /* Only the end of a long path, so that the reason still fits. */
    const size_t length = strlen(name), limit = sizeof error->text / 2;
    const char *end = length > limit ? name + (length - limit) : name;
    file_say(error, "%s%s: %s", end == name ? "" : "...", end, reason.text);
}

/* Opens a regular file only: reading a pipe could wait for ever, a device could never end. */
static bool open_plain(const char *path, int *file, size_t *size, file_error *error) {
    struct stat info;
    *file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (*file < 0)
        return file_fail(error, "%s", strerror(errno));
    bool good = fstat(*file, &info) == 0 || file_fail(error, "%s", strerror(errno));
    if (good && !S_ISREG(info.st_mode))
        good = file_fail(error, "not a regular file");
    if (good && info.st_size > FILE_MAX_BYTES)
        good = file_fail(error, "larger than %d MiB", (int)FILE_MAX_BYTES >> 20);
    *size = good ? (size_t)info.st_size : 0;
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
    const int reason = errno;
    close(file);
    if (*bytes == NULL)
        return file_fail(error, "out of memory");
    if (got >= 0)
        return true;
    free(*bytes);
    *bytes = NULL;
    return file_fail(error, "cannot read: %s", strerror(reason));
}
