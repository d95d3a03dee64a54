/* images/png_none.c - stands in for png.c in a build without libpng. */
#include "inside.h"

bool image_png_possible(void) { return false; }

bool image_load_png(const char *path, image *to, image_error *error) {
    *to = (image){0};
    file_say(error, "cannot read PNG: built without libpng");
    return file_blame(error, path);
}
