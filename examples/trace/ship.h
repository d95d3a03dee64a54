/* ship.h - a sprite without a file: what hail-trace traces when it gets no image. */
#ifndef TRACE_SHIP_H
#define TRACE_SHIP_H

#include "../images/images.h"

/* image_free gives it back. */
bool ship_make(image *to, image_error *error);

#endif
