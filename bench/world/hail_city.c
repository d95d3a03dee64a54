/* bench/world/hail_city.c - Hail in the city: a layer that moves, a static layer, a rule between them, and a
 * rule for the tiles. It puts the contacts in order, and passes them to a callback. */
#include "city.h"

#include "scenes.h"
#include "tiles/hail_map.h"

#include <stdlib.h>

enum { MOVERS, STILL };

struct city {
    hail_map map;
    hail_world *world;
    float depths;
    size_t found;
};

static void destroy(void *self) {
    struct city *c = self;
    if (!c)
        return;
    hail_world_destroy(c->world);
    hail_map_destroy(&c->map);
    free(c);
}

static void consume(const hail_contact *contacts, size_t count, void *user) {
    struct city *c = user;
    for (size_t i = 0; i < count; i++)
        c->depths += contacts[i].depth[0];
    c->found += count;
}

static void spawn(hail_world *world, uint32_t layer, float radius, const hail_spawn_columns *columns, size_t count) {
    hail_shape shape;
    hail_map_must(hail_shape_circle(hail_world_shapes(world), radius, &shape), "hail_shape_circle");
    hail_map_must(hail_spawn(world, layer, &shape, columns, count, NULL), "hail_spawn");
}

/* False: no memory. */
static bool spawn_movers(hail_world *world, const mover_scene *movers) {
    float *velocity = malloc(2 * movers->count * sizeof *velocity);
    if (!velocity)
        return false;
    for (size_t i = 0; i < movers->count; i++) {
        velocity[i] = movers->set[0].dx[i] / SCENE_DT;
        velocity[movers->count + i] = movers->set[0].dy[i] / SCENE_DT;
    }
    const hail_spawn_columns columns = {
        .x = movers->set[0].x, .y = movers->set[0].y, .vx = velocity, .vy = velocity + movers->count};
    spawn(world, MOVERS, MOVER_RADIUS, &columns, movers->count);
    free(velocity);
    return true;
}

static void *create(const city_scene *scene, const char *variant) {
    struct city *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    const hail_context context = {.variant = variant};
    const hail_layer_options moving = {.bounds = HAIL_WRAP}, standing = {.is_static = true};
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context = &context;
    options.max_x = options.max_y = tile_scene_side(scene->movers->tiles);
    hail_map_create(scene->movers->tiles, &c->map);
    hail_map_must(hail_world_create(&options, &c->world), "hail_world_create");
    hail_map_must(hail_world_set_tilemap(c->world, c->map.map), "hail_world_set_tilemap");
    hail_map_must(hail_layer_configure(c->world, MOVERS, &moving), "hail_layer_configure");
    hail_map_must(hail_layer_configure(c->world, STILL, &standing), "hail_layer_configure");
    hail_map_must(hail_rule_set(c->world, MOVERS, STILL, HAIL_MANIFOLD), "hail_rule_set");
    hail_map_must(hail_rule_set(c->world, MOVERS, HAIL_TILES, HAIL_MANIFOLD), "hail_rule_set");
    const hail_spawn_columns still = {.x = scene->x, .y = scene->y};
    spawn(c->world, STILL, CITY_STILL_RADIUS, &still, scene->still);
    if (spawn_movers(c->world, scene->movers))
        return c;
    destroy(c);
    return NULL;
}

static size_t step(void *self) {
    struct city *c = self;
    c->found = 0;
    hail_map_must(hail_step(c->world, SCENE_DT, consume, c), "hail_step");
    return c->found;
}

const city_contender city_contender_hail = {"hail", create, step, destroy};
