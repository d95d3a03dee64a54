/* picture_none.c - replaces picture.c in a build without cairo. */
#include "picture.h"

bool picture_possible(void) { return false; }

bool picture_write(game *play, const char *path) {
    (void)play, (void)path;
    return false;
}
