/* inside.h - what the files of images/ share. */
#ifndef IMAGES_INSIDE_H
#define IMAGES_INSIDE_H

#include "images.h"

/* Pixels for an image, all transparent; refuses a size that no sprite has. */
bool image_make(image *to, uint32_t width, uint32_t height, image_error *error);

/* The end of a path, cut off where there is no room for it. */
void image_name(image *to, const char *path);

#endif
