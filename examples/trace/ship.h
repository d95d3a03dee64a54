/* examples/trace/ship.h - a built-in sprite, which hail-trace traces if it gets no image. */
#ifndef TRACE_SHIP_H
#define TRACE_SHIP_H

#include "../images/images.h"

/* Draws the ship; to be freed with image_free. */
bool ship_make(image *to, image_error *error);

#endif
