/* maps/file.c - whole files, decompressed: gzopen reads uncompressed files unchanged. */
#define _POSIX_C_SOURCE 200809L
#include "inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { NOT_REGULAR = -1 };

/* 0, errno or NOT_REGULAR: reading a pipe could wait for ever, a device could never end. */
static int open_plain(const char *path, int *file) {
    struct stat about;
    *file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (*file < 0)
        return errno;
    const int why = fstat(*file, &about) != 0 ? errno : S_ISREG(about.st_mode) ? 0 : NOT_REGULAR;
    if (why != 0)
        close(*file);
    return why;
}

/* Debian compresses files that it installs as documentation, without a change of the names in them. */
static bool open_file(const char *path, int *file, maps_error *error) {
    int why = open_plain(path, file);
    if (why == ENOENT) {
        const size_t size = strlen(path) + sizeof ".gz";
        char *packed = malloc(size);
        if (packed == NULL)
            return maps_no_memory(error);
        snprintf(packed, size, "%s.gz", path);
        const int other = open_plain(packed, file);
        free(packed);
        why = other == 0 ? 0 : why;
    }
    return why == 0 || maps_fail(error, "%s", why == NOT_REGULAR ? "not a regular file" : strerror(why));
}

static bool read_all(gzFile from, char **data, size_t *size, maps_error *error) {
    size_t room = 1 << 16;
    *size = 0;
    for (;;) {
        char *more = realloc(*data, room + 1);
        if (more == NULL)
            return maps_no_memory(error);
        *data = more;
        const int got = gzread(from, *data + *size, (unsigned)(room - *size));
        int code = Z_OK;
        if (got > 0)
            *size += (size_t)got;
        const char *why = gzerror(from, &code);
        if (got < 0 || code < 0)
            return maps_fail(error, "cannot be read: %s", code == Z_ERRNO ? strerror(errno) : why);
        if (*size < room)
            break;
        if (room >= MAPS_MAX_BYTES)
            return maps_fail(error, "larger than %d MiB", (int)MAPS_MAX_BYTES >> 20);
        room *= 2;
    }
    (*data)[*size] = '\0';
    return true;
}

bool maps_read(const char *path, char **data, size_t *size, maps_error *error) {
    int file;
    *data = NULL;
    if (!open_file(path, &file, error))
        return false;
    gzFile from = gzdopen(file, "rb");
    if (from == NULL) {
        close(file);
        return maps_no_memory(error);
    }
    bool good = read_all(from, data, size, error);
    /* Only this call finds that a compressed file is cut off. */
    if (gzclose_r(from) != Z_OK && good)
        good = maps_fail(error, "unexpected end of file");
    if (!good) {
        free(*data);
        *data = NULL;
    }
    return good;
}

char *maps_beside(const char *path, const char *name) {
    const char *slash = strrchr(path, '/');
    const size_t folder = name[0] == '/' || slash == NULL ? 0 : (size_t)(slash - path) + 1;
    char *joined = malloc(folder + strlen(name) + 1);
    if (joined != NULL) {
        memcpy(joined, path, folder);
        memcpy(joined + folder, name, strlen(name) + 1);
    }
    return joined;
}
