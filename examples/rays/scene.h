/* rays/scene.h - the parts of the picture, which picture.c draws twice: as a whole, and under the lens. The context's
 * units are pixels of the map; `zoom` is the size of one in pixels of the picture. */
#ifndef RAYS_SCENE_H
#define RAYS_SCENE_H

#include "picture.h"

#include <cairo.h>

/* The view's tiles, one pixel each; NULL: no memory. */
cairo_surface_t *scene_tiles(const picture *what);

/* The map in the dark, then the part of it that the rays reach. */
void scene_dark(cairo_t *to, const picture *what, cairo_surface_t *tiles);
void scene_light(cairo_t *to, const picture *what, cairo_surface_t *tiles, double zoom);

/* Rays, hits, normals and the origin; rays and normals at least `apart` px of the picture from one another. */
void scene_rays(cairo_t *to, const picture *what, double zoom, double apart);
void scene_hits(cairo_t *to, const picture *what, double zoom);
void scene_normals(cairo_t *to, const picture *what, double zoom, double apart, double length);
void scene_origin(cairo_t *to, const picture *what, double zoom);

#endif
