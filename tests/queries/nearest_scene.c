/* tests/queries/nearest_scene.c - scenes with coincident bodies, lattices, clumps, bodies far away, large ones among
 * small ones. */
#include "nearest_scene.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shared/random_world.h"
#include "step/parts_world.h"

/* ---- Plan -------------------------------------------------------------------------------------------------------- */

static void plan_shape(nearest_shape *shape, uint32_t n, uint64_t *state) {
    static const uint32_t parts[] = {1, 1, 1, 1, 1, 1, 2, 3, 8, NEAREST_PARTS};
    shape->parts = parts[n];
    shape->compound = n >= 6;
    for (uint32_t p = 0; p < shape->parts; p++)
        if (n < 3)
            hail_convex_circle(n == 0 ? 0.0f : random_range(state, 0.0f, 12.0f), &shape->part[p]);
        else
            shape->part[p] = parts_convex(state, 6.0f, shape->compound ? 15.0f : 2.0f, false);
}

static void plan_body(nearest_scene *s, uint32_t l, uint32_t i, uint32_t habit, float size, uint64_t *state) {
    float *x = s->x[l], *y = s->y[l];
    x[i] = random_range(state, -size, size);
    y[i] = habit == 5 ? 7.0f : random_range(state, -size, size);
    if (habit == 1) /* a lattice: many are equally far away */
        x[i] = 8.0f * (float)random_pick(state, 20), y[i] = 8.0f * (float)random_pick(state, 20);
    if (habit == 2 && i && random_pick(state, 4)) /* clumps */
        x[i] = x[i - 1] + random_range(state, -3.0f, 3.0f), y[i] = y[i - 1] + random_range(state, -3.0f, 3.0f);
    if (habit == 3 && i && random_pick(state, 3)) /* coincident */
        x[i] = x[0], y[i] = y[0];
    if (habit == 4 && !random_pick(state, 20)) /* far away */
        x[i] = random_range(state, -1.0e9f, 1.0e9f), y[i] = random_range(state, -1.0e9f, 1.0e9f);
    s->scale[l][i] = !random_pick(state, 30) ? random_range(state, 10.0f, 200.0f) : random_range(state, 0.0f, 2.0f);
    s->angle[l][i] = random_range(state, -3.0f, 3.0f);
    s->group[l][i] = random_pick(state, 3);
    random_masks(state, &s->category[l][i], &s->mask[l][i]);
    s->disabled[l][i] = !random_pick(state, 10);
}

static void plan_layer(nearest_scene *s, uint32_t l, uint64_t *state) {
    static const float sizes[] = {1.0f, 80.0f, 400.0f, 400.0f, 20000.0f};
    const uint32_t kind = random_pick(state, 5), habit = random_pick(state, 7), only = random_pick(state, 10);
    const float size = sizes[random_pick(state, 5)];
    s->count[l] = random_pick(state, 3) ? random_pick(state, NEAREST_EACH) : random_pick(state, 8);
    s->columns[l] = (uint32_t)random_bits(state) & HAIL_ALL_COLUMNS & ~(uint32_t)HAIL_LIFE;
    for (uint32_t i = 0; i < s->count[l]; i++) {
        s->which[l][i] = kind < 2   ? only % 3
                         : kind < 3 ? random_pick(state, 3)
                         : kind < 4 ? random_pick(state, 6)
                                    : random_pick(state, NEAREST_SHAPES);
        plan_body(s, l, i, habit, size, state);
        if (!(s->columns[l] & HAIL_SCALE))
            s->scale[l][i] = 1.0f;
    }
}

nearest_scene *nearest_scene_make(uint64_t seed, uint64_t *state) {
    nearest_scene *s = calloc(1, sizeof *s);
    if (s == NULL)
        abort();
    s->seed = seed;
    for (uint32_t n = 0; n < NEAREST_SHAPES; n++)
        plan_shape(&s->shape[n], n, state);
    for (uint32_t l = 0; l < NEAREST_LAYERS; l++)
        plan_layer(s, l, state);
    return s;
}

/* ---- World ------------------------------------------------------------------------------------------------------- */

static void spawn(nearest_scene *s, uint32_t l, uint32_t i, const hail_shape *shapes) {
    const uint32_t has = s->columns[l];
    const uint64_t user = l * 1000 + i;
    const hail_spawn_columns columns = {.x = &s->x[l][i],
                                        .y = &s->y[l][i],
                                        .angle = has & HAIL_ROTATION ? &s->angle[l][i] : NULL,
                                        .scale = has & HAIL_SCALE ? &s->scale[l][i] : NULL,
                                        .group = has & HAIL_GROUP ? &s->group[l][i] : NULL,
                                        .category = has & HAIL_MASK ? &s->category[l][i] : NULL,
                                        .mask = has & HAIL_MASK ? &s->mask[l][i] : NULL,
                                        .user = has & HAIL_USER ? &user : NULL};
    cr_assert_eq(hail_spawn(s->world, l, &shapes[s->which[l][i]], &columns, 1, &s->handle[l][i]), HAIL_OK);
}

static void spawn_all(nearest_scene *s, const nearest_config *config, const hail_shape *shapes) {
    for (uint32_t l = 0; l < NEAREST_LAYERS; l++) {
        const hail_layer_options options = {.columns = s->columns[l]};
        cr_assert_eq(hail_layer_configure(s->world, l, &options), HAIL_OK);
        for (uint32_t i = 0; i < s->count[l]; i++)
            spawn(s, l, i, shapes);
        for (uint32_t k = 0; config->backwards && k < s->count[l]; k++) { /* the same slots, other places */
            const uint32_t i = s->count[l] - 1 - k;
            hail_set_enabled(s->world, &s->handle[l][i], 1, false);
            hail_set_enabled(s->world, &s->handle[l][i], 1, true);
        }
        for (uint32_t i = 0; i < s->count[l]; i++)
            if (s->disabled[l][i])
                hail_set_enabled(s->world, &s->handle[l][i], 1, false);
    }
}

static void read_turns(nearest_scene *s) {
    for (uint32_t l = 0; l < NEAREST_LAYERS; l++)
        for (uint32_t i = 0; i < s->count[l]; i++) {
            hail_columns columns;
            hail_location at;
            cr_assert_eq(hail_layer_columns(s->world, l, &columns), HAIL_OK);
            cr_assert_eq(hail_locate(s->world, &s->handle[l][i], &at), HAIL_OK);
            s->cos[l][i] = columns.cos ? columns.cos[at.index] : 1.0f;
            s->sin[l][i] = columns.sin ? columns.sin[at.index] : 0.0f;
        }
}

void nearest_scene_open(nearest_scene *s, const nearest_config *config) {
    const hail_context context = {.variant = config->variant};
    const hail_world_options options = {.context = &context, .cell = config->cell};
    hail_shape shapes[NEAREST_SHAPES];
    hail_world_destroy(s->world);
    cr_assert_eq(hail_world_create(&options, &s->world), HAIL_OK);
    for (uint32_t n = 0; n < NEAREST_SHAPES; n++) {
        hail_shapeset *set = hail_world_shapes(s->world);
        const nearest_shape *shape = &s->shape[n];
        const hail_status status = shape->compound ? hail_shape_compound(set, shape->part, shape->parts, &shapes[n])
                                                   : hail_shape_add(set, shape->part, &shapes[n]);
        cr_assert_eq(status, HAIL_OK, "shape %u: %s", n, hail_status_text(status));
    }
    spawn_all(s, config, shapes);
    if (config->stepped) {
        for (uint32_t l = 0; l < NEAREST_LAYERS; l++)
            cr_assert_eq(hail_rule_set(s->world, l, l, HAIL_PAIRS), HAIL_OK);
        cr_assert_eq(hail_step(s->world, 0.0f, NULL, NULL), HAIL_OK);
    }
    cr_assert_eq(hail_query_prepare(s->world, 0), HAIL_OK);
    read_turns(s);
}

void nearest_scene_free(nearest_scene *s) {
    hail_world_destroy(s->world);
    free(s);
}

/* ---- Questions --------------------------------------------------------------------------------------------------- */

static void make_point(const nearest_scene *s, uint64_t *state, float *x, float *y) {
    const uint32_t l = random_pick(state, NEAREST_LAYERS), n = s->count[l] ? random_pick(state, s->count[l]) : 0;
    const float off = random_pick(state, 3) ? random_range(state, -20.0f, 20.0f) : 0.0f;
    *x = s->x[l][n] + off, *y = s->y[l][n] - off;
    if (!random_pick(state, 3))
        *x = random_range(state, -600.0f, 600.0f), *y = random_range(state, -600.0f, 600.0f);
    if (!random_pick(state, 20))
        *x = random_range(state, -1.0e9f, 1.0e9f);
    if (!random_pick(state, 40))
        *x = 1.0e9f, *y = -1.0e9f;
    *x = fminf(fmaxf(*x, -1.0e9f), 1.0e9f), *y = fminf(fmaxf(*y, -1.0e9f), 1.0e9f);
}

void nearest_ask_make(const nearest_scene *s, uint64_t *state, nearest_question *q) {
    static const size_t capacities[] = {1, 1, 2, 3, 4, 4, 8, 9, 16, 17, 24, 25, 60, 1500};
    memset(q, 0, sizeof *q);
    q->count = random_pick(state, NEAREST_POINTS + 1);
    q->capacity = capacities[random_pick(state, 14)];
    for (size_t i = 0; i < NEAREST_POINTS; i++) {
        make_point(s, state, &q->x[i], &q->y[i]);
        q->radii[i] = random_pick(state, 4) ? random_range(state, 0.0f, 200.0f) : 0.0f;
        q->layers[i] = random_pick(state, 8);
        q->group[i] = random_pick(state, 3);
    }
    q->near.distance_to = random_pick(state, 2) ? HAIL_TO_CENTRE : HAIL_TO_SURFACE;
    q->near.radius = random_pick(state, 2) ? 0.0f : random_range(state, 0.0f, 300.0f);
    q->near.each_radius = random_pick(state, 4) ? NULL : q->radii;
    if (random_pick(state, 2))
        return;
    const uint32_t l = random_pick(state, NEAREST_LAYERS);
    q->filter.layers = random_pick(state, 8);
    q->filter.group = random_pick(state, 3);
    random_masks(state, &q->filter.category, &q->filter.mask);
    if (random_pick(state, 2))
        q->filter.category = q->filter.mask = 0;
    q->filter.except = s->count[l] ? s->handle[l][random_pick(state, s->count[l])] : (hail_handle){0, 0};
    q->filter.each_layers = random_pick(state, 2) ? q->layers : NULL;
    q->filter.each_group = random_pick(state, 2) ? q->group : NULL;
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

static bool wanted(const nearest_scene *s, const nearest_question *q, size_t at, uint32_t l, uint32_t i) {
    const hail_query_filter *f = &q->filter;
    const uint32_t has = s->columns[l], group = f->each_group ? f->each_group[at] : f->group;
    const uint32_t category = has & HAIL_MASK ? s->category[l][i] : 1, mask = has & HAIL_MASK ? s->mask[l][i] : ~0u;
    const uint64_t each = f->each_layers && f->each_layers[at] ? f->each_layers[at] : 7,
                   layers = f->layers ? f->layers : 7;
    const hail_handle handle = s->handle[l][i];
    return (layers & each & HAIL_LAYER(l)) && !s->disabled[l][i] &&
           !(group && (has & HAIL_GROUP) && s->group[l][i] == group) && !(f->category && !(mask & f->category)) &&
           !(f->mask && !(category & f->mask)) &&
           !(f->except.slot == handle.slot && f->except.generation == handle.generation);
}

static hail_query_hit measure(const nearest_scene *s, const nearest_question *q, size_t at, uint32_t l, uint32_t i) {
    const nearest_shape *shape = &s->shape[s->which[l][i]];
    hail_convex pair[2];
    hail_query_hit hit = {.kind = 0};
    hail_convex_circle(0.0f, &pair[0]);
    for (uint32_t part = 0; part < shape->parts; part++) {
        pair[1] = shape->part[part];
        const uint32_t second = 1;
        const bool turned = s->columns[l] & HAIL_ROTATION;
        const hail_batch batch = {.count = 1,
                                  .a = {.convexes = pair, .shape_count = 2, .x = &q->x[at], .y = &q->y[at], .count = 1},
                                  .b = {.x = &s->x[l][i],
                                        .y = &s->y[l][i],
                                        .cos = turned ? &s->cos[l][i] : NULL,
                                        .sin = turned ? &s->sin[l][i] : NULL,
                                        .scale = &s->scale[l][i],
                                        .shape = &second,
                                        .count = 1}};
        hail_gap gap;
        cr_assert_eq(hail_batch_distance(&batch, &gap), HAIL_OK);
        if (part && gap.distance >= hit.distance)
            continue;
        hit = (hail_query_hit){.body = s->handle[l][i],
                               .user = s->columns[l] & HAIL_USER ? l * 1000 + i : 0,
                               .part = part,
                               .kind = HAIL_CONTACT_BODY,
                               .layer = (uint8_t)l,
                               .feature = gap.feature_b,
                               .inside = gap.distance <= 0.0f,
                               .distance = gap.distance,
                               .x = gap.bx,
                               .y = gap.by,
                               .normal_x = 0.0f - gap.normal_x,
                               .normal_y = 0.0f - gap.normal_y};
    }
    const float dx = s->x[l][i] - q->x[at], dy = s->y[l][i] - q->y[at];
    if (q->near.distance_to == HAIL_TO_CENTRE)
        hit.distance = sqrtf(dx * dx + dy * dy);
    return hit;
}

static int by_order(const void *one, const void *other) {
    const hail_query_hit *a = one, *b = other;
    if (a->distance != b->distance)
        return a->distance < b->distance ? -1 : 1;
    if (a->layer != b->layer)
        return a->layer < b->layer ? -1 : 1;
    return a->body.slot < b->body.slot ? -1 : a->body.slot > b->body.slot;
}

uint32_t nearest_answer(const nearest_scene *s, const nearest_question *q, size_t at, hail_query_hit *hits) {
    const float radius = q->near.each_radius ? q->near.each_radius[at] : q->near.radius;
    uint32_t found = 0;
    for (uint32_t l = 0; l < NEAREST_LAYERS; l++)
        for (uint32_t i = 0; i < s->count[l]; i++) {
            if (!wanted(s, q, at, l, i))
                continue;
            hits[found] = measure(s, q, at, l, i);
            found += radius == 0.0f || hits[found].distance <= radius;
        }
    qsort(hits, found, sizeof *hits, by_order);
    return found;
}
