/* images/png.c - PNG files as pixels of 4 bytes, by libpng's simplified reader. */
#include "inside.h"

#include <png.h>
#include <stdlib.h>

bool image_png_possible(void) { return true; }

static bool decode(const uint8_t *bytes, size_t size, image *to, image_error *error) {
    png_image png = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_memory(&png, bytes, size))
        return file_fail(error, "cannot read PNG: %s", png.message);
    png.format = PNG_FORMAT_RGBA;
    if (!image_make(to, png.width, png.height, error)) {
        png_image_free(&png);
        return false;
    }
    return png_image_finish_read(&png, NULL, to->rgba, 0, NULL) != 0 ||
           file_fail(error, "cannot read PNG: %s", png.message);
}

bool image_load_png(const char *path, image *to, image_error *error) {
    uint8_t *bytes;
    size_t size;
    *to = (image){0};
    *error = (image_error){{0}};
    if (!file_read(path, &bytes, &size, error))
        return file_blame(error, path);
    const bool good = decode(bytes, size, to, error);
    free(bytes);
    if (!good) {
        image_free(to);
        return file_blame(error, path);
    }
    to->origin_x = 0.5f * (float)to->width;
    to->origin_y = 0.5f * (float)to->height;
    image_name(to, path);
    return true;
}
