/* bench/tiles/hail_walkers.c - Hail's answers about walkers: a world with a tile rule, and the calls of hail/slide.h.
 */
#include "walkers.h"

#include "hail_map.h"
#include "scenes.h"
#include "tasks.h"

#include <stdlib.h>

struct hail_walkers {
    const walker_scene *scene;
    hail_map map;
    hail_context context;
    hail_convex convex[WALKER_SHAPES][WALKER_PARTS];
    hail_convex shape[WALKER_SHAPES]; /* without compounds */
    hail_world *world;
    uint32_t *number; /* the mover in each slot */
    hail_contact *contacts;
    size_t capacity, count;
    bool keep; /* the world's contacts are to be kept */
    hail_slide *slides;
};

static void destroy(void *self) {
    struct hail_walkers *w = self;
    if (!w)
        return;
    hail_world_destroy(w->world);
    hail_map_destroy(&w->map);
    free(w->number);
    free(w->contacts);
    free(w->slides);
    free(w);
}

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

static void make_shapes(struct hail_walkers *w, hail_shape *made) {
    hail_shapeset *set = hail_world_shapes(w->world);
    for (uint32_t k = 0; k < w->scene->shapes; k++) {
        const uint32_t parts = w->scene->shape[k].parts;
        hail_map_must(parts > 1 ? hail_shape_compound(set, w->convex[k], parts, &made[k])
                                : hail_shape_add(set, w->convex[k], &made[k]),
                      "a shape");
    }
}

static void make_layer(struct hail_walkers *w) {
    const bool swept = w->scene->kind->question == ASK_WALKERS_SWEPT;
    const hail_layer_options options = {.bounds = HAIL_WRAP, .columns = w->scene->turned ? HAIL_ROTATION : 0};
    const hail_rule rule = {
        .mode = swept ? HAIL_SWEPT : HAIL_MANIFOLD, .layer_a = 0, .layer_b = HAIL_TILES, .stop = swept};
    hail_map_must(hail_layer_configure(w->world, 0, &options), "hail_layer_configure");
    hail_map_must(hail_rule_configure(w->world, &rule), "hail_rule_configure");
}

static bool spawn(struct hail_walkers *w) {
    const walker_scene *scene = w->scene;
    const walker_set *set = &scene->set[0];
    hail_shape made[WALKER_SHAPES];
    hail_handle *handles = malloc(scene->count * sizeof *handles);
    hail_shape *shapes = malloc(scene->count * sizeof *shapes);
    float *velocity = malloc(2 * scene->count * sizeof *velocity);
    const bool room = handles && shapes && velocity;
    make_shapes(w, made);
    for (size_t i = 0; room && i < scene->count; i++) {
        shapes[i] = made[scene->shape_of[i]];
        velocity[i] = set->dx[i] / SCENE_DT;
        velocity[scene->count + i] = set->dy[i] / SCENE_DT;
    }
    const hail_spawn_columns columns = {.x = set->x,
                                        .y = set->y,
                                        .vx = velocity,
                                        .vy = velocity + scene->count,
                                        .shape = shapes,
                                        .angle = scene->turned ? set->angle : NULL};
    if (room)
        hail_map_must(hail_spawn(w->world, 0, NULL, &columns, scene->count, handles), "hail_spawn");
    for (size_t i = 0; room && i < scene->count; i++)
        w->number[handles[i].slot] = (uint32_t)i;
    free(handles);
    free(shapes);
    free(velocity);
    return room;
}

static bool make_world(struct hail_walkers *w) {
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.max_x = options.max_y = tile_scene_side(w->scene->tiles);
    options.context = &w->context;
    hail_map_must(hail_world_create(&options, &w->world), "hail_world_create");
    hail_map_must(hail_world_set_tilemap(w->world, w->map.map), "hail_world_set_tilemap");
    make_layer(w);
    return spawn(w);
}

static void on_contacts(const hail_contact *contacts, size_t count, void *user) {
    struct hail_walkers *w = user;
    if (w->scene->kind->question == ASK_WALKERS_SWEPT)
        hail_map_must(hail_reflect(w->world, contacts, count, 1.0f, 0.0f), "hail_reflect");
    for (size_t i = 0; w->keep && i < count && w->count + i < w->capacity; i++)
        w->contacts[w->count + i] = contacts[i];
    w->count += count;
}

static size_t step(struct hail_walkers *w, float dt) {
    w->count = 0;
    hail_map_must(hail_step(w->world, dt, on_contacts, w), "hail_step");
    return w->count;
}

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

static hail_tilemap_movers movers_of(const struct hail_walkers *w, size_t set, size_t first, size_t count) {
    const walker_scene *scene = w->scene;
    const walker_set *s = &scene->set[set];
    return (hail_tilemap_movers){.map = w->map.map,
                                 .shapes = {.context = &w->context,
                                            .convexes = w->shape,
                                            .shape_count = scene->shapes,
                                            .x = s->x + first,
                                            .y = s->y + first,
                                            .cos = scene->turned ? s->cos + first : NULL,
                                            .sin = scene->turned ? s->sin + first : NULL,
                                            .dx = s->dx + first,
                                            .dy = s->dy + first,
                                            .shape = scene->shape_of + first,
                                            .count = count},
                                 .through = scene->kind->question == ASK_WALKERS_SLIDE ? scene->through + first : NULL};
}

static size_t one(void *self, size_t set, size_t mover) {
    struct hail_walkers *w = self;
    const hail_tilemap_movers movers = movers_of(w, set, mover, 1);
    hail_map_must(hail_tilemap_slide(&movers, &w->scene->options, &w->slides[mover]), "hail_tilemap_slide");
    return w->slides[mover].count > 0;
}

static size_t call(struct hail_walkers *w, size_t set) {
    const size_t count = w->scene->count;
    const hail_tilemap_movers movers = movers_of(w, set, 0, count);
    size_t found = 0;
    switch (w->scene->kind->question) {
    case ASK_WALKERS_SWEEP:
        hail_map_must(hail_tilemap_sweep(&movers, w->contacts), "hail_tilemap_sweep");
        for (size_t i = 0; i < count; i++)
            found += w->contacts[i].count > 0;
        return found;
    case ASK_WALKERS_OVERLAP:
        hail_map_must(hail_tilemap_overlap(&movers, w->contacts, w->capacity, &w->count), "hail_tilemap_overlap");
        return w->count;
    default:
        hail_map_must(hail_tilemap_slide(&movers, &w->scene->options, w->slides), "hail_tilemap_slide");
        for (size_t i = 0; i < count; i++)
            found += w->slides[i].count > 0;
        return found;
    }
}

static void *create(const walker_scene *scene, const char *variant) {
    struct hail_walkers *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->scene = scene;
    bench_set_context(&w->context, variant);
    w->capacity = 16 * scene->count + 4096;
    hail_map_create(scene->tiles, &w->map);
    for (uint32_t k = 0; k < scene->shapes; k++) {
        for (uint32_t part = 0; part < scene->shape[k].parts; part++)
            hail_map_must(hail_convex_prepare(NULL, &scene->shape[k].part[part], &w->convex[k][part]),
                          "hail_convex_prepare");
        w->shape[k] = w->convex[k][0];
    }
    w->number = calloc(scene->count + 1, sizeof *w->number);
    w->contacts = malloc(w->capacity * sizeof *w->contacts);
    w->slides = malloc(scene->count * sizeof *w->slides);
    if (w->number && w->contacts && w->slides && (!walker_is_world(scene) || make_world(w)))
        return w;
    destroy(w);
    return NULL;
}

static size_t run(void *self, size_t set) {
    struct hail_walkers *w = self;
    return walker_is_world(w->scene) ? step(w, SCENE_DT) : call(w, set);
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

static size_t places(const struct hail_walkers *w, walker_answer *out, size_t capacity) {
    hail_columns columns;
    hail_map_must(hail_layer_columns(w->world, 0, &columns), "hail_layer_columns");
    for (uint32_t i = 0; i < columns.count; i++) {
        const uint32_t number = w->number[columns.handle[i].slot];
        if (number < capacity)
            out[number] = (walker_answer){.mover = number, .x = columns.x[i], .y = columns.y[i]};
    }
    return w->scene->count;
}

static walker_answer answer_of(const hail_contact *c, uint32_t mover) {
    if (!c->count)
        return (walker_answer){.mover = mover, .cell = UINT32_MAX};
    return (walker_answer){.mover = mover,
                           .part = c->part_a,
                           .cell = c->part_b,
                           .count = c->count,
                           .t = c->t,
                           .depth = c->count > 1 && c->depth[1] > c->depth[0] ? c->depth[1] : c->depth[0],
                           .normal_x = c->normal_x,
                           .normal_y = c->normal_y,
                           .x = c->x[0],
                           .y = c->y[0]};
}

/* A sweep that hits nothing leaves the contact's other fields undefined. */
static uint32_t mover_of(const struct hail_walkers *w, size_t i) {
    const uint32_t slot = w->contacts[i].a.slot;
    return walker_is_world(w->scene)                       ? w->number[slot]
           : w->scene->kind->question == ASK_WALKERS_SWEEP ? (uint32_t)i
                                                           : slot;
}

static size_t answers(void *self, walker_answer *out, size_t capacity) {
    struct hail_walkers *w = self;
    const walker_question question = w->scene->kind->question;
    if (question == ASK_WALKERS_SWEPT)
        return places(w, out, capacity);
    if (question == ASK_WALKERS_MANIFOLD) { /* again, without moving */
        w->keep = true;
        step(w, 0.0f);
        w->keep = false;
    }
    const bool listed = question == ASK_WALKERS_MANIFOLD || question == ASK_WALKERS_OVERLAP;
    const size_t count = listed ? w->count : w->scene->count;
    for (size_t i = 0; i < count && i < capacity; i++) {
        const hail_slide *slide = &w->slides[i];
        if (question == ASK_WALKERS_SLIDE)
            out[i] = (walker_answer){.mover = (uint32_t)i, .count = slide->flags, .x = slide->dx, .y = slide->dy};
        else
            out[i] = answer_of(&w->contacts[i], mover_of(w, i));
    }
    return count;
}

const walker_contender walker_contender_hail = {
    .name = "hail", .create = create, .run = run, .one = one, .answers = answers, .destroy = destroy};
