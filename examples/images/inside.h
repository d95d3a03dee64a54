/* images/inside.h - what the readers of images share. */
#ifndef IMAGES_INSIDE_H
#define IMAGES_INSIDE_H

#include "images.h"

/* Allocates the pixels of an image, all transparent. False: out of memory, or a size that no sprite may have. */
bool image_make(image *to, uint32_t width, uint32_t height, image_error *error);

/* Sets the image's name to the file's name in a path, cut off if it is too long. */
void image_name(image *to, const char *path);

#endif
