/* tests/queries/query_scene.h - small worlds of simple shapes, compounds and sprites among tiles and walls, to ask
 * queries about; replayable from a number. */
#ifndef HAIL_TESTS_QUERY_SCENE_H
#define HAIL_TESTS_QUERY_SCENE_H

#include "query_asks.h"
#include "sectors/walls_inputs.h"
#include "sprites/sprite_inputs.h"
#include "step/parts_world.h"

enum { SCENE_TILE = 8, SCENE_SIDE = 24, SCENE_TILES = 6 };

typedef struct query_scene {
    uint64_t seed, state; /* of the maps and queries */
    sprite_cast *cast;
    drawing *drawing[SPRITE_DRAWINGS];
    parts_plan *plan;
    parts_world w;
    gallery sprites;
    hail_shape sprite_shape[PARTS_SHAPES];
    uint32_t sprite[PARTS_SHAPES];
    hail_tileset *set;
    hail_tilemap *map;
    hail_sectors *walls;
    soup s;
    ask_style style;
} query_scene;

query_scene *query_scene_make(uint64_t seed, const parts_config *config);
void query_scene_free(query_scene *t);

/* Paints pixels, moves walls, opens doors. */
void query_scene_change(query_scene *t);

view *query_scene_view(const query_scene *t);

#endif
