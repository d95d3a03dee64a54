/* bench/tiles/hail_sparks.c - sparks in a world: a map, a layer that wraps, and a rule that stops its bodies at tiles.
 * `move`: the same world without the rule. */
#include "sparks.h"

#include "hail_map.h"
#include "scenes.h"

#include <stdlib.h>

struct hail_sparks {
    hail_map map;
    hail_world *world;
    size_t hits;
    uint32_t *number; /* the index of the particle in each slot */
};

static void bounce(const hail_contact *contacts, size_t count, void *user) {
    struct hail_sparks *sparks = user;
    hail_map_must(hail_reflect(sparks->world, contacts, count, SPARK_BOUNCE, 0.0f), "hail_reflect");
    sparks->hits += count;
}

static void destroy(void *self) {
    struct hail_sparks *sparks = self;
    if (!sparks)
        return;
    hail_world_destroy(sparks->world);
    hail_map_destroy(&sparks->map);
    free(sparks->number);
    free(sparks);
}

static void spawn(struct hail_sparks *sparks, const spark_scene *scene, hail_handle *handles, float *vx, float *vy) {
    for (size_t i = 0; i < scene->count; i++) {
        vx[i] = scene->vx[i] / SCENE_DT;
        vy[i] = scene->vy[i] / SCENE_DT;
    }
    hail_shape point;
    hail_map_must(hail_shape_circle(hail_world_shapes(sparks->world), 1.0f, &point), "hail_shape_circle");
    hail_spawn_columns columns = {.x = scene->x, .y = scene->y, .vx = vx, .vy = vy};
    hail_map_must(hail_spawn(sparks->world, 0, &point, &columns, scene->count, handles), "hail_spawn");
    for (size_t i = 0; i < scene->count; i++)
        sparks->number[handles[i].slot] = (uint32_t)i;
}

/* The slots of a new world start at 0 or 1. */
static bool fill(struct hail_sparks *sparks, const spark_scene *scene) {
    hail_handle *handles = malloc(scene->count * sizeof *handles);
    float *velocity = malloc(2 * scene->count * sizeof *velocity);
    sparks->number = calloc(scene->count + 1, sizeof *sparks->number);
    bool room = handles && velocity && sparks->number;
    if (room)
        spawn(sparks, scene, handles, velocity, velocity + scene->count);
    free(handles);
    free(velocity);
    return room;
}

static struct hail_sparks *create(const spark_scene *scene, const char *variant, bool meets) {
    struct hail_sparks *sparks = calloc(1, sizeof *sparks);
    if (!sparks)
        return NULL;
    hail_map_create(scene->tiles, &sparks->map);
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.max_x = options.max_y = tile_scene_side(scene->tiles);
    options.context = &(hail_context){.variant = variant};
    hail_map_must(hail_world_create(&options, &sparks->world), "hail_world_create");
    hail_layer_options layer = {.bounds = HAIL_WRAP};
    hail_map_must(hail_layer_configure(sparks->world, 0, &layer), "hail_layer_configure");
    if (meets) {
        const hail_rule rule = {.mode = HAIL_SWEPT, .layer_b = HAIL_TILES, .centre_only = true, .stop = true};
        hail_map_must(hail_world_set_tilemap(sparks->world, sparks->map.map), "hail_world_set_tilemap");
        hail_map_must(hail_rule_configure(sparks->world, &rule), "hail_rule_configure");
    }
    if (fill(sparks, scene))
        return sparks;
    destroy(sparks);
    return NULL;
}

static void *create_sparks(const spark_scene *scene, const char *variant) { return create(scene, variant, true); }
static void *create_move(const spark_scene *scene, const char *variant) { return create(scene, variant, false); }

static size_t step(void *self) {
    struct hail_sparks *sparks = self;
    sparks->hits = 0;
    hail_map_must(hail_step(sparks->world, SCENE_DT, bounce, sparks), "hail_step");
    return sparks->hits;
}

static void places(void *self, float *x, float *y) {
    struct hail_sparks *sparks = self;
    hail_columns columns;
    hail_map_must(hail_layer_columns(sparks->world, 0, &columns), "hail_layer_columns");
    for (uint32_t i = 0; i < columns.count; i++) {
        uint32_t number = sparks->number[columns.handle[i].slot];
        x[number] = columns.x[i];
        y[number] = columns.y[i];
    }
}

const spark_contender spark_contender_hail = {
    .name = "hail", .create = create_sparks, .step = step, .places = places, .destroy = destroy};

const spark_contender spark_contender_move = {
    .name = "move", .moves_only = true, .create = create_move, .step = step, .places = places, .destroy = destroy};
