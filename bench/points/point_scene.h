/* bench/points/point_scene.h - how a scene is made: memory first, then vertices and walls, then what follows from them.
 */
#ifndef POINT_SCENE_H
#define POINT_SCENE_H

#include "points.h"

/* Allocates a scene, zeroed. NULL: no memory. */
point_scene *point_scene_room(const char *name, size_t vertices, size_t walls);

/* Makes walls with nothing behind them solid, and computes the box. */
void point_scene_finish(point_scene *scene);

/* Reads the largest map of freedoom2.wad. *there: it is installed. NULL: it is not, or it is damaged. */
point_scene *doom_scene_create(bool *there);

#endif
