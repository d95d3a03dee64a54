/* maps/image.c - PNG files as pixels of 4 bytes, by libpng's simplified reader. */
#include "inside.h"

#include <png.h>
#include <stdlib.h>

static bool decode(const char *data, size_t size, maps_image *image, maps_error *error) {
    png_image png = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_memory(&png, data, size))
        return maps_fail(error, "cannot read PNG: %s", png.message);
    if (png.width == 0 || png.height == 0 || (uint64_t)png.width * png.height > MAPS_MAX_PIXELS) {
        const unsigned width = png.width, height = png.height;
        png_image_free(&png);
        return maps_fail(error, "invalid image size: %u x %u pixels", width, height);
    }
    png.format = PNG_FORMAT_RGBA;
    image->width = png.width;
    image->height = png.height;
    image->rgba = malloc(PNG_IMAGE_SIZE(png));
    if (image->rgba == NULL) {
        png_image_free(&png);
        return maps_no_memory(error);
    }
    if (png_image_finish_read(&png, NULL, image->rgba, 0, NULL))
        return true;
    free(image->rgba);
    image->rgba = NULL;
    return maps_fail(error, "cannot read PNG: %s", png.message);
}

bool maps_read_png(const char *path, maps_image *image, maps_error *error) {
    char *data;
    size_t size;
    *image = (maps_image){0};
    if (!maps_read(path, &data, &size, error))
        return maps_blame(error, path);
    const bool good = decode(data, size, image, error);
    free(data);
    return good || maps_blame(error, path);
}
