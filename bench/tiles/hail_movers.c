/* bench/tiles/hail_movers.c - Hail's answers about movers: a world with a tile rule per layer (circles, boxes), and the
 * calls of hail/slide.h. */
#include "movers.h"

#include "hail_map.h"
#include "scenes.h"
#include "tasks.h"

#include <stdlib.h>

enum { CIRCLES, BOXES, LAYERS };

struct hail_movers_run {
    const mover_scene *scene;
    hail_map map;
    hail_context context;
    hail_convex shapes[LAYERS];
    uint32_t *shape; /* by mover */
    hail_world *world;
    uint32_t *number; /* the mover in each slot */
    hail_contact *contacts;
    size_t capacity, count;
    bool keep; /* the world's contacts are to be kept */
    hail_slide *slides;
};

static void destroy(void *self) {
    struct hail_movers_run *m = self;
    if (!m)
        return;
    hail_world_destroy(m->world);
    hail_map_destroy(&m->map);
    free(m->shape);
    free(m->number);
    free(m->contacts);
    free(m->slides);
    free(m);
}

static bool is_world(const mover_scene *scene) {
    return scene->question == ASK_MOVERS_MANIFOLD || scene->question == ASK_MOVERS_SWEPT;
}

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

static void spawn(struct hail_movers_run *m, uint32_t layer, size_t first, size_t count, hail_handle *handles,
                  float *velocity) {
    const mover_scene *scene = m->scene;
    if (!count)
        return;
    for (size_t i = 0; i < count; i++) {
        velocity[i] = scene->set[0].dx[first + i] / SCENE_DT;
        velocity[count + i] = scene->set[0].dy[first + i] / SCENE_DT;
    }
    hail_shape shape;
    hail_map_must(hail_shape_add(hail_world_shapes(m->world), &m->shapes[layer], &shape), "hail_shape_add");
    hail_spawn_columns columns = {
        .x = scene->set[0].x + first, .y = scene->set[0].y + first, .vx = velocity, .vy = velocity + count};
    hail_map_must(hail_spawn(m->world, layer, &shape, &columns, count, handles), "hail_spawn");
    for (size_t i = 0; i < count; i++)
        m->number[handles[i].slot] = (uint32_t)(first + i);
}

static void make_layer(struct hail_movers_run *m, uint32_t layer) {
    const bool swept = m->scene->question == ASK_MOVERS_SWEPT;
    const hail_layer_options options = {.bounds = HAIL_WRAP};
    const hail_rule rule = {
        .mode = swept ? HAIL_SWEPT : HAIL_MANIFOLD, .layer_a = layer, .layer_b = HAIL_TILES, .stop = swept};
    hail_map_must(hail_layer_configure(m->world, layer, &options), "hail_layer_configure");
    hail_map_must(hail_rule_configure(m->world, &rule), "hail_rule_configure");
}

static bool make_world(struct hail_movers_run *m) {
    const mover_scene *scene = m->scene;
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.max_x = options.max_y = tile_scene_side(scene->tiles);
    options.context = &m->context;
    hail_map_must(hail_world_create(&options, &m->world), "hail_world_create");
    hail_map_must(hail_world_set_tilemap(m->world, m->map.map), "hail_world_set_tilemap");
    hail_handle *handles = malloc(scene->count * sizeof *handles);
    float *velocity = malloc(2 * scene->count * sizeof *velocity);
    m->number = calloc(scene->count + 1, sizeof *m->number);
    const bool room = handles && velocity && m->number;
    for (uint32_t layer = 0; room && layer < LAYERS; layer++) {
        const size_t first = layer ? scene->circles : 0, end = layer ? scene->count : scene->circles;
        make_layer(m, layer);
        spawn(m, layer, first, end - first, handles, velocity);
    }
    free(handles);
    free(velocity);
    return room;
}

static void on_contacts(const hail_contact *contacts, size_t count, void *user) {
    struct hail_movers_run *m = user;
    if (m->scene->question == ASK_MOVERS_SWEPT)
        hail_map_must(hail_reflect(m->world, contacts, count, 1.0f, 0.0f), "hail_reflect");
    for (size_t i = 0; m->keep && i < count && m->count + i < m->capacity; i++)
        m->contacts[m->count + i] = contacts[i];
    m->count += count;
}

static size_t step(struct hail_movers_run *m) {
    m->count = 0;
    hail_map_must(hail_step(m->world, SCENE_DT, on_contacts, m), "hail_step");
    return m->count;
}

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

static size_t call(struct hail_movers_run *m, size_t set) {
    const mover_scene *scene = m->scene;
    const hail_tilemap_movers movers = {.map = m->map.map,
                                        .shapes = {.context = &m->context,
                                                   .convexes = m->shapes,
                                                   .shape_count = LAYERS,
                                                   .x = scene->set[set].x,
                                                   .y = scene->set[set].y,
                                                   .dx = scene->set[set].dx,
                                                   .dy = scene->set[set].dy,
                                                   .shape = m->shape,
                                                   .count = scene->count}};
    size_t found = 0;
    switch (scene->question) {
    case ASK_MOVERS_SWEEP:
        hail_map_must(hail_tilemap_sweep(&movers, m->contacts), "hail_tilemap_sweep");
        for (size_t i = 0; i < scene->count; i++)
            found += m->contacts[i].count > 0;
        return found;
    case ASK_MOVERS_OVERLAP:
        hail_map_must(hail_tilemap_overlap(&movers, m->contacts, m->capacity, &m->count), "hail_tilemap_overlap");
        return m->count;
    default:
        hail_map_must(hail_tilemap_slide(&movers, NULL, m->slides), "hail_tilemap_slide");
        for (size_t i = 0; i < scene->count; i++)
            found += m->slides[i].count > 0;
        return found;
    }
}

static void *create(const mover_scene *scene, const char *variant) {
    struct hail_movers_run *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->scene = scene;
    bench_set_context(&m->context, variant);
    m->capacity = 4 * scene->count + 4096;
    hail_map_create(scene->tiles, &m->map);
    hail_map_must(hail_convex_circle(MOVER_RADIUS, &m->shapes[CIRCLES]), "hail_convex_circle");
    hail_map_must(hail_convex_box(MOVER_HALF_WIDTH, MOVER_HALF_HEIGHT, 0.0f, &m->shapes[BOXES]), "hail_convex_box");
    m->shape = malloc(scene->count * sizeof *m->shape);
    m->contacts = malloc(m->capacity * sizeof *m->contacts);
    m->slides = malloc(scene->count * sizeof *m->slides);
    const bool room = m->shape && m->contacts && m->slides;
    for (size_t i = 0; room && i < scene->count; i++)
        m->shape[i] = i < scene->circles ? CIRCLES : BOXES;
    if (room && (!is_world(scene) || make_world(m)))
        return m;
    destroy(m);
    return NULL;
}

static size_t run(void *self, size_t set) {
    struct hail_movers_run *m = self;
    return is_world(m->scene) ? step(m) : call(m, set);
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

static size_t places(const struct hail_movers_run *m, mover_answer *out, size_t capacity) {
    for (uint32_t layer = 0; layer < LAYERS; layer++) {
        hail_columns columns;
        hail_map_must(hail_layer_columns(m->world, layer, &columns), "hail_layer_columns");
        for (uint32_t i = 0; i < columns.count; i++) {
            const uint32_t number = m->number[columns.handle[i].slot];
            if (number < capacity)
                out[number] = (mover_answer){.mover = number, .x = columns.x[i], .y = columns.y[i]};
        }
    }
    return m->scene->count;
}

static mover_answer answer_of(const hail_contact *c, uint32_t mover) {
    if (!c->count)
        return (mover_answer){.mover = mover, .cell = UINT32_MAX};
    return (mover_answer){.mover = mover,
                          .cell = c->part_b,
                          .count = c->count,
                          .t = c->t,
                          .depth = c->count > 1 && c->depth[1] > c->depth[0] ? c->depth[1] : c->depth[0],
                          .normal_x = c->normal_x,
                          .normal_y = c->normal_y,
                          .x = c->x[0],
                          .y = c->y[0]};
}

static size_t answers(void *self, mover_answer *out, size_t capacity) {
    struct hail_movers_run *m = self;
    const mover_question question = m->scene->question;
    if (question == ASK_MOVERS_SWEPT)
        return places(m, out, capacity);
    const bool slides = mover_slides(question);
    if (question == ASK_MOVERS_MANIFOLD) { /* again, without moving */
        m->keep = true;
        m->count = 0;
        hail_map_must(hail_step(m->world, 0.0f, on_contacts, m), "hail_step");
        m->keep = false;
    }
    const size_t count = question == ASK_MOVERS_MANIFOLD || question == ASK_MOVERS_OVERLAP ? m->count : m->scene->count;
    for (size_t i = 0; i < count && i < capacity; i++) {
        const uint32_t slot = slides ? (uint32_t)i : m->contacts[i].a.slot;
        out[i] =
            slides
                ? (mover_answer){.mover = slot, .count = m->slides[i].flags, .x = m->slides[i].dx, .y = m->slides[i].dy}
                : answer_of(&m->contacts[i], is_world(m->scene) ? m->number[slot] : slot);
    }
    return count;
}

const mover_contender mover_contender_hail = {
    .name = "hail", .create = create, .run = run, .answers = answers, .destroy = destroy};
