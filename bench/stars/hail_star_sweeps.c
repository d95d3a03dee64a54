/* bench/stars/hail_star_sweeps.c - swept stars in a world. */
#include "star_sweeps.h"
#include "tiles/hail_map.h"

#include <stdlib.h>

struct hail_sweeps {
    const star_sweep_scene *scene;
    hail_spriteset *set;
    hail_world *world;
    hail_map map;
    uint32_t *number; /* the star in each slot */
    size_t found, capacity;
    double times; /* a sum, so that every contact is read */
    star_hit *out;
};

static void destroy(void *self) {
    struct hail_sweeps *sweeps = self;
    if (!sweeps)
        return;
    hail_world_destroy(sweeps->world);
    hail_spriteset_destroy(sweeps->set);
    hail_map_destroy(&sweeps->map);
    free(sweeps->number);
    free(sweeps);
}

static hail_shape shape_of(struct hail_sweeps *sweeps) {
    const hail_image image = {.bits = sweeps->scene->stars->rows,
                              .width = STAR_SIDE,
                              .height = STAR_SIDE,
                              .origin_x = STAR_SIDE / 2.0f,
                              .origin_y = STAR_SIDE / 2.0f};
    uint32_t sprite;
    hail_shape shape;
    hail_map_must(hail_spriteset_create(NULL, &sweeps->set), "hail_spriteset_create");
    hail_map_must(hail_spriteset_add(sweeps->set, &image, &sprite), "hail_spriteset_add");
    hail_map_must(hail_shape_sprite(hail_world_shapes(sweeps->world), sweeps->set, sprite, &shape),
                  "hail_shape_sprite");
    return shape;
}

/* Stars from `first` on. The scene's own cos and sin, so that all contenders rotate by the same bits. */
static void spawn(struct hail_sweeps *sweeps, uint32_t layer, hail_shape shape, size_t first, hail_handle *handles) {
    const scene_group *g = &sweeps->scene->stars->group;
    const size_t count = sweeps->scene->count;
    const hail_layer_options options = {.columns = HAIL_ROTATION, .bounds = HAIL_WRAP};
    const hail_spawn_columns bodies = {
        .x = g->x + first, .y = g->y + first, .vx = g->vx + first, .vy = g->vy + first, .angle = g->angle + first};
    hail_columns columns;
    hail_map_must(hail_layer_configure(sweeps->world, layer, &options), "hail_layer_configure");
    hail_map_must(hail_spawn(sweeps->world, layer, &shape, &bodies, count, handles), "hail_spawn");
    for (size_t i = 0; i < count; i++)
        sweeps->number[handles[i].slot] = (uint32_t)(first + i);
    hail_map_must(hail_layer_columns(sweeps->world, layer, &columns), "hail_layer_columns");
    for (uint32_t i = 0; i < columns.count; i++) {
        columns.cos[i] = g->cos[sweeps->number[columns.handle[i].slot]];
        columns.sin[i] = g->sin[sweeps->number[columns.handle[i].slot]];
    }
}

static void fill(struct hail_sweeps *sweeps, hail_handle *handles) {
    const star_sweep_scene *scene = sweeps->scene;
    const hail_shape shape = shape_of(sweeps);
    spawn(sweeps, 0, shape, 0, handles);
    if (!scene->tiles) {
        spawn(sweeps, 1, shape, scene->count, handles);
        hail_map_must(hail_rule_set(sweeps->world, 0, 1, HAIL_SWEPT), "hail_rule_set");
        return;
    }
    hail_map_create(scene->tiles, &sweeps->map);
    hail_map_must(hail_world_set_tilemap(sweeps->world, sweeps->map.map), "hail_world_set_tilemap");
    hail_map_must(hail_rule_set(sweeps->world, 0, HAIL_TILES, HAIL_SWEPT), "hail_rule_set");
}

static void *create(const star_sweep_scene *scene, const char *variant) {
    struct hail_sweeps *sweeps = calloc(1, sizeof *sweeps);
    hail_handle *handles = malloc(scene->count * sizeof *handles);
    if (!sweeps || !handles) {
        free(sweeps);
        free(handles);
        return NULL;
    }
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.max_x = options.max_y = scene->stars->side;
    options.context = &(hail_context){.variant = variant};
    sweeps->scene = scene;
    sweeps->number = calloc(scene->stars->group.count + 1, sizeof *sweeps->number);
    hail_map_must(sweeps->number ? HAIL_OK : HAIL_NO_MEMORY, "stars");
    hail_map_must(hail_world_create(&options, &sweeps->world), "hail_world_create");
    fill(sweeps, handles);
    free(handles);
    return sweeps;
}

static void consume(const hail_contact *contacts, size_t count, void *user) {
    struct hail_sweeps *sweeps = user;
    float times = 0.0f;
    for (size_t i = 0; i < count; i++)
        times += contacts[i].t;
    sweeps->times += (double)times;
    sweeps->found += count;
}

static star_hit hit_of(const struct hail_sweeps *sweeps, const hail_contact *c) {
    const bool tile = c->kind == HAIL_CONTACT_TILE;
    return (star_hit){.a = sweeps->number[c->a.slot],
                      .b = tile ? 0 : sweeps->number[c->b.slot],
                      .cell = tile ? c->part_b : 0,
                      .t = c->t,
                      .normal_x = c->normal_x,
                      .normal_y = c->normal_y,
                      .x = c->x[0],
                      .y = c->y[0]};
}

static void record(const hail_contact *contacts, size_t count, void *user) {
    struct hail_sweeps *sweeps = user;
    for (size_t i = 0; i < count; i++, sweeps->found++)
        if (sweeps->found < sweeps->capacity)
            sweeps->out[sweeps->found] = hit_of(sweeps, &contacts[i]);
}

static size_t step(void *self, star_hit *out, size_t capacity) {
    struct hail_sweeps *sweeps = self;
    sweeps->found = 0;
    sweeps->out = out;
    sweeps->capacity = capacity;
    hail_map_must(hail_step(sweeps->world, SCENE_DT, out ? record : consume, sweeps), "hail_step");
    return sweeps->found;
}

const star_sweep_contender star_sweep_hail = {.name = "hail", .create = create, .step = step, .destroy = destroy};
