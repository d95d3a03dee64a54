/* scene.h - the parts of the picture, drawn in field coordinates (px). */
#ifndef BARRAGE_SCENE_H
#define BARRAGE_SCENE_H

#include "game.h"

#include <cairo.h>

/* All bodies; the bullets, which may hide the rest, with this opacity. */
void scene_bodies(cairo_t *to, game *play, double opacity);

/* The contacts of the latest step that had any: point, normal (with this length, px) and the circle that hit. */
void scene_contacts(cairo_t *to, const game *play, double length);

/* Rings that spread from the hits and grazes of the last frames. */
void scene_rings(cairo_t *to, const game *play);

/* The latest contact worth a close look: one with a player, else one near the end of its step's; NULL if there is none.
 */
const spark *scene_best(const game *play);

#endif
