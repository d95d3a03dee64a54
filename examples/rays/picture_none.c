/* rays/picture_none.c - stands in for picture.c in a build without cairo. */
#include "picture.h"

bool picture_possible(void) { return false; }

bool picture_write(const picture *what, const char *path) {
    (void)what, (void)path;
    return false;
}
