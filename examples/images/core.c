/* images/core.c - images in memory. */
#include "inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool image_make(image *to, uint32_t width, uint32_t height, image_error *error) {
    if (width == 0 || height == 0 || width > HAIL_MAX_SPRITE || height > HAIL_MAX_SPRITE)
        return file_fail(error, "image of %u x %u pixels: each side must be 1 to %d", width, height,
                         (int)HAIL_MAX_SPRITE);
    to->rgba = calloc((size_t)width * height, 4);
    if (to->rgba == NULL)
        return file_fail(error, "out of memory");
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
