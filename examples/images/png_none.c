/* png_none.c - stands in for png.c in a build without libpng. */
#include "inside.h"

bool image_png_possible(void) { return false; }

bool image_load_png(const char *path, image *to, image_error *error) {
    *to = (image){0};
    image_say(error, "this build cannot read PNG (it was made without libpng)");
    return image_blame(error, path);
}
