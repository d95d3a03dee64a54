/* scene.h - what picture.c draws, twice: as a whole, and under the lens. The context's units are pixels of the map's
 * world; `zoom` is how many pixels of the picture one of them takes. */
#ifndef RAYS_SCENE_H
#define RAYS_SCENE_H

#include "picture.h"

#include <cairo.h>

/* The view's tiles, one pixel each; NULL: no memory. */
cairo_surface_t *scene_tiles(const picture *what);

/* The map as it lies in the dark, then as far as the rays see. */
void scene_dark(cairo_t *to, const picture *what, cairo_surface_t *tiles);
void scene_light(cairo_t *to, const picture *what, cairo_surface_t *tiles, double zoom);

/* At most every `apart` px of the picture: a fan of a million rays is no picture. */
void scene_rays(cairo_t *to, const picture *what, double zoom, double apart);
void scene_hits(cairo_t *to, const picture *what, double zoom);
void scene_normals(cairo_t *to, const picture *what, double zoom, double apart, double length);
void scene_origin(cairo_t *to, const picture *what, double zoom);

#endif
