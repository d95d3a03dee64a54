/* point_scene.h - how a scene is made: room first, then vertices and walls, then what follows from them. */
#ifndef POINT_SCENE_H
#define POINT_SCENE_H

#include "points.h"

/* Room, and zeros. NULL: no memory. */
point_scene *point_scene_room(const char *name, size_t vertices, size_t walls);

/* Walls with nothing behind them become solid; the box. */
void point_scene_finish(point_scene *scene);

/* The largest map of freedoom2.wad. *there: it is installed. NULL: it is not, or is damaged. */
point_scene *doom_scene_create(bool *there);

#endif
