/* bench/queries/hail_swarm.c - see hail_swarm.h. */
#include "hail_swarm.h"

#include "tasks.h"
#include "tiles/hail_map.h"

#include <stdlib.h>

static void ignore(const hail_contact *contacts, size_t count, void *user) {
    (void)contacts;
    (void)count;
    (void)user;
}

void hail_swarm_step(hail_world *world) { hail_map_must(hail_step(world, SCENE_DT, ignore, NULL), "hail_step"); }

static void fill(hail_world *world, const query_scene *scene) {
    const scene_group *bodies = &scene->first->group[0];
    const hail_spawn_columns columns = {.x = bodies->x, .y = bodies->y, .vx = bodies->vx, .vy = bodies->vy};
    const hail_layer_options layer = {.bounds = HAIL_WRAP};
    hail_shape circle;
    hail_map_must(hail_layer_configure(world, 0, &layer), "hail_layer_configure");
    hail_map_must(hail_shape_circle(hail_world_shapes(world), scene->radius, &circle), "hail_shape_circle");
    hail_map_must(hail_spawn(world, 0, &circle, &columns, scene->count, NULL), "hail_spawn");
    if (scene->radius <= 0.0f)
        return;
    hail_map_must(hail_rule_set(world, 0, 0, HAIL_MANIFOLD), "hail_rule_set");
    for (int i = 0; i < QUERY_STEPS; i++)
        hail_swarm_step(world);
}

/* The first half of the bodies in layer 0, the others in layer 1. */
static void fill_split(hail_world *world, const query_scene *scene) {
    const scene_group *bodies = &scene->first->group[0];
    const hail_layer_options options = {.columns = HAIL_MASK};
    const size_t half = scene->count / 2;
    uint32_t *category = calloc(scene->count, sizeof *category);
    hail_shape circle;
    hail_map_must(hail_shape_circle(hail_world_shapes(world), scene->radius, &circle), "hail_shape_circle");
    hail_map_must(category ? HAIL_OK : HAIL_NO_MEMORY, "calloc");
    for (uint32_t i = 0; i < scene->count; i++)
        category[i] = (query_allows(i) ? SWARM_ODD : SWARM_EVEN) | (query_allows_rare(i) ? SWARM_RARE : 0);
    for (uint32_t layer = 0; layer < 2; layer++) {
        const size_t from = layer * half;
        const hail_spawn_columns columns = {
            .x = bodies->x + from, .y = bodies->y + from, .category = category + from, .mask = category + from};
        hail_map_must(hail_layer_configure(world, layer, &options), "hail_layer_configure");
        hail_map_must(hail_spawn(world, layer, &circle, &columns, layer ? scene->count - half : half, NULL),
                      "hail_spawn");
    }
    free(category);
}

static hail_world *create_empty(const query_scene *scene, const char *variant) {
    hail_world_options options;
    hail_world *world = NULL;
    hail_world_options_defaults(&options);
    options.max_x = scene->width;
    options.max_y = scene->height;
    hail_context context = {0};
    bench_set_context(&context, variant);
    options.context = &context;
    return hail_world_create(&options, &world) == HAIL_OK ? world : NULL;
}

hail_world *hail_swarm_create(const query_scene *scene, const char *variant) {
    hail_world *world = create_empty(scene, variant);
    if (world)
        fill(world, scene);
    return world;
}

hail_world *hail_swarm_split(const query_scene *scene, const char *variant) {
    hail_world *world = create_empty(scene, variant);
    if (world)
        fill_split(world, scene);
    return world;
}
