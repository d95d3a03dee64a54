/* tests/queries/query_asks.c - makes random queries, and asks them. */
#include "query_asks.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>

#include "shared/random_world.h"

/* ---- Where ------------------------------------------------------------------------------------------------------- */

static float clamped(float number) { return fmaxf(fminf(number, HAIL_MAX_BOUND), -HAIL_MAX_BOUND); }

static float rounded(float number, bool round) {
    return round ? roundf(fmaxf(fminf(number, 4000.0f), -4000.0f) * 32.0f) / 32.0f : clamped(number);
}

static float reach_of(const view *v, const seen *b) {
    hail_convex_info info;
    cr_assert_eq(hail_convex_describe(&v->of.shape[b->first], &info), HAIL_OK);
    return info.radius * b->scale;
}

/* Near some body: in it, about its surface, exactly on it, or a little off. */
static void near_body(uint64_t *s, const view *v, bool round, float *x, float *y) {
    *x = random_range(s, -300.0f, 700.0f), *y = random_range(s, -300.0f, 500.0f);
    if (v->bodies > 0 && random_pick(s, 12) != 0) {
        const seen *b = &v->body[random_pick(s, (uint32_t)v->bodies)];
        const float turn = random_range(s, -3.2f, 3.2f), reach = reach_of(v, b);
        const float far[] = {0.0f, reach, random_range(s, 0.0f, reach), reach * random_range(s, 0.9f, 1.1f),
                             random_range(s, 0.0f, 3.0f * reach + 20.0f)};
        const float off = far[random_pick(s, 5)];
        *x = b->x + off * cosf(turn), *y = b->y + off * sinf(turn);
        if (random_pick(s, 6) == 0)
            *x = b->x + off, *y = b->y;
    }
    *x = rounded(*x, round), *y = rounded(*y, round);
}

static void any_ray(uint64_t *s, const view *v, const ask_style *style, asks *q, size_t i) {
    const float longer[] = {0.5f, 2.0f, 20.0f, 1.0e3f};
    float x, y;
    near_body(s, v, style->round, &x, &y);
    const float turn = random_range(s, -3.2f, 3.2f), length = random_range(s, 0.0f, style->speed);
    q->dx[i] = length * cosf(turn), q->dy[i] = length * sinf(turn);
    if (random_pick(s, 2) == 0)
        q->dx[i] = x - q->x[i], q->dy[i] = y - q->y[i]; /* from one body to another */
    if (random_pick(s, 4) == 0) {
        const float k = longer[random_pick(s, 4)];
        q->dx[i] *= k, q->dy[i] *= k;
    }
    switch (random_pick(s, 16)) {
    case 0:
        q->dx[i] = 0.0f;
        break;
    case 1:
        q->dy[i] = 0.0f;
        break;
    case 2:
        q->dx[i] = 0.0f, q->dy[i] = -0.0f;
        break;
    case 3:
        q->dx[i] *= 1.0e-8f, q->dy[i] *= 1.0e-8f;
        break;
    case 4:
        q->dx[i] = copysignf(HAIL_MAX_BOUND, q->dx[i]);
        break;
    default:
        break;
    }
    q->dx[i] = rounded(q->dx[i], style->round), q->dy[i] = rounded(q->dy[i], style->round);
    q->to_x[i] = rounded(x, style->round), q->to_y[i] = rounded(y, style->round);
    if (fabsf(q->to_x[i] - q->x[i]) > HAIL_MAX_BOUND || fabsf(q->to_y[i] - q->y[i]) > HAIL_MAX_BOUND)
        q->to_x[i] = q->x[i], q->to_y[i] = q->y[i];
}

static void any_box(uint64_t *s, const ask_style *style, asks *q, size_t i) {
    const float sizes[] = {0.0f, 0.0f, 1.0e-4f, 1.0f, 10.0f, 50.0f, 300.0f, 1.0e4f};
    float half[2];
    for (int k = 0; k < 2; k++) {
        half[k] = random_range(s, 0.0f, 1.0f) * sizes[random_pick(s, 8)];
        if (random_pick(s, 2) == 0) /* a shape that floats hold */
            half[k] = roundf(half[k] * 8.0f) / 8.0f;
        if (style->round)
            half[k] = rounded(half[k], true);
    }
    const float size = random_pick(s, 40) == 0 ? 1.0e6f : 1.0f;
    q->min_x[i] = clamped(q->x[i] - half[0] * size), q->max_x[i] = clamped(q->x[i] + half[0] * size);
    q->min_y[i] = clamped(q->y[i] - half[1] * size), q->max_y[i] = clamped(q->y[i] + half[1] * size);
    if (random_pick(s, 60) == 0 && !style->round) {
        q->min_x[i] = q->min_y[i] = -HAIL_MAX_BOUND;
        q->max_x[i] = q->max_y[i] = HAIL_MAX_BOUND;
    }
}

/* ---- Filters ----------------------------------------------------------------------------------------------------- */

static hail_handle any_handle(uint64_t *s, const view *v) {
    hail_handle h = {0, 0};
    if (v->bodies > 0 && random_pick(s, 3) != 0)
        h = v->body[random_pick(s, (uint32_t)v->bodies)].handle;
    h.generation += random_pick(s, 5) == 0; /* not that one */
    return h;
}

static uint64_t any_layers(uint64_t *s, const view *v) {
    const uint64_t bits = random_bits(s) | random_bits(s);
    return random_pick(s, 3) == 0 ? 0 : random_pick(s, 4) == 0 ? bits : bits & v->layers;
}

static void any_filter(uint64_t *s, const view *v, const ask_style *style, asks *q) {
    hail_query_filter *f = &q->filter;
    q->filtered = style->maps || random_pick(s, 4) != 0;
    f->layers = any_layers(s, v);
    f->find = style->maps ? random_pick(s, 8) : random_pick(s, 2);
    f->tile_kinds = random_pick(s, 2) == 0 ? 0 : HAIL_KIND(0) | HAIL_KIND(random_pick(s, 4));
    f->wall_kinds = random_pick(s, 2) == 0 ? 0 : UINT32_C(0x80000005);
    f->whole_tiles = random_pick(s, 3) == 0;
    f->group = random_pick(s, 2) == 0 ? 0 : random_pick(s, 4);
    random_masks(s, &f->category, &f->mask);
    f->category = random_pick(s, 2) == 0 ? 0 : f->category, f->mask = random_pick(s, 2) == 0 ? 0 : f->mask;
    f->except = any_handle(s, v);
    for (size_t i = 0; i < q->count; i++) {
        q->each_layers[i] = any_layers(s, v), q->each_group[i] = random_pick(s, 4);
        random_masks(s, &q->each_category[i], &q->each_mask[i]);
        q->each_category[i] = random_pick(s, 2) == 0 ? 0 : q->each_category[i];
        q->each_mask[i] = random_pick(s, 2) == 0 ? 0 : q->each_mask[i];
        q->each_except[i] = any_handle(s, v);
    }
    const uint32_t each = random_pick(s, 3) == 0 ? random_pick(s, 32) : 0;
    f->each_layers = (each & 1) != 0 ? q->each_layers : NULL;
    f->each_group = (each & 2) != 0 ? q->each_group : NULL;
    f->each_category = (each & 4) != 0 ? q->each_category : NULL;
    f->each_mask = (each & 8) != 0 ? q->each_mask : NULL;
    f->each_except = (each & 16) != 0 ? q->each_except : NULL;
}

/* ---- All of them ------------------------------------------------------------------------------------------------- */

/* Shapes of all kinds; or circles alone, or none of them: lists of one kind take ways of their own. */
static void any_shapes(uint64_t *s, const view *v, const ask_style *style, asks *q) {
    enum { ALL, CIRCLES, OTHERS } only = random_pick(s, 2) == 0 ? ALL : random_pick(s, 3) == 0 ? CIRCLES : OTHERS;
    q->by_convex = !style->sprites && random_pick(s, 2) == 0;
    q->shapes = 0;
    for (size_t k = 0; k < style->shape_count && q->shapes < ASK_SHAPES_MOST; k++) {
        hail_convex_info info;
        cr_assert_eq(hail_shape_part(v->shapes, &style->shapes[k], 0, &info), HAIL_OK);
        const bool last = k + 1 == style->shape_count && q->shapes == 0;
        if (only != ALL && (info.vertices == 0) != (only == CIRCLES) && !last)
            continue;
        q->shape[q->shapes] = style->shapes[k];
        cr_assert_eq(hail_convex_prepare(NULL, &info, &q->convex[q->shapes++]), HAIL_OK);
    }
}

asks *asks_make(uint64_t *s, const view *v, const ask_style *style) {
    asks *q = calloc(1, sizeof *q);
    if (q == NULL)
        abort();
    q->count = random_pick(s, 8) == 0 ? 1 + random_pick(s, 3) : ASKS - random_pick(s, 9);
    any_shapes(s, v, style, q);
    q->plain = random_pick(s, 4) == 0, q->unscaled = random_pick(s, 4) == 0;
    q->has_radii = random_pick(s, 2) == 0;
    q->radius = random_pick(s, 3) == 0 ? 0.0f : random_range(s, 0.0f, 200.0f);
    for (size_t i = 0; i < q->count; i++) {
        const float turn = random_pick(s, 3) == 0 ? 0.0f : random_range(s, -3.2f, 3.2f);
        near_body(s, v, style->round, &q->x[i], &q->y[i]);
        any_ray(s, v, style, q, i);
        any_box(s, style, q, i);
        q->cos[i] = cosf(turn), q->sin[i] = sinf(turn);
        q->scale[i] = random_pick(s, 12) == 0 ? 0.0f : random_range(s, 0.2f, 2.0f);
        q->radii[i] = random_pick(s, 3) == 0 ? 0.0f : random_range(s, 0.0f, 400.0f);
        q->which[i] = random_pick(s, (uint32_t)q->shapes);
    }
    any_filter(s, v, style, q);
    return q;
}

/* ---- Asking ------------------------------------------------------------------------------------------------------ */

size_t ask_size(ask_kind kind) {
    return kind == ASK_SIGHT ? 1 : kind < ASK_RAYS ? sizeof(hail_query_match) : sizeof(hail_query_hit);
}

const char *ask_name(ask_kind kind) {
    static const char *names[] = {"points", "shapes", "boxes", "rays", "casts", "sight", "nearest", "centres"};
    return names[kind];
}

static hail_query_filter filter_from(const asks *q, size_t from, ask_kind kind) {
    hail_query_filter f = q->filter;
    f.each_layers = f.each_layers != NULL ? f.each_layers + from : NULL;
    f.each_group = f.each_group != NULL ? f.each_group + from : NULL;
    f.each_category = f.each_category != NULL ? f.each_category + from : NULL;
    f.each_mask = f.each_mask != NULL ? f.each_mask + from : NULL;
    f.each_except = f.each_except != NULL ? f.each_except + from : NULL;
    if (kind >= ASK_NEAREST)
        f.find = HAIL_FIND_BODIES & f.find;
    return f;
}

static hail_shapes shapes_from(const asks *q, size_t from, size_t count) {
    hail_shapes list = {
        .shape_count = q->shapes, .x = q->x + from, .y = q->y + from, .dx = q->dx + from, .dy = q->dy + from};
    list.shapes = q->by_convex ? NULL : q->shape, list.convexes = q->by_convex ? q->convex : NULL;
    list.cos = q->plain ? NULL : q->cos + from, list.sin = q->plain ? NULL : q->sin + from;
    list.scale = q->unscaled ? NULL : q->scale + from;
    list.shape = q->which + from, list.count = count;
    return list;
}

hail_status asks_run(const asks *q, ask_kind kind, const hail_world *world, size_t from, size_t count, size_t capacity,
                     void *answers, uint32_t *counts) {
    const hail_query_filter some = filter_from(q, from, kind), *f = q->filtered ? &some : NULL;
    const hail_points points = {.x = q->x + from, .y = q->y + from, .count = count};
    const hail_shapes shapes = shapes_from(q, from, count);
    const hail_boxes boxes = {NULL, q->min_x + from, q->min_y + from, q->max_x + from, q->max_y + from, count};
    const hail_rays rays = {.x = q->x + from, .y = q->y + from, .dx = q->dx + from, .dy = q->dy + from, .count = count};
    const hail_rays lines = {
        .x = q->x + from, .y = q->y + from, .to_x = q->to_x + from, .to_y = q->to_y + from, .count = count};
    hail_nearest_options near = {.radius = q->radius, .each_radius = q->has_radii ? q->radii + from : NULL};
    near.distance_to = kind == ASK_CENTRES ? HAIL_TO_CENTRE : HAIL_TO_SURFACE;
    switch (kind) {
    case ASK_POINTS:
        return hail_query_points(world, &points, f, capacity, answers, counts);
    case ASK_SHAPES:
        return hail_query_shapes(world, &shapes, f, capacity, answers, counts);
    case ASK_BOXES:
        return hail_query_boxes(world, &boxes, f, capacity, answers, counts);
    case ASK_RAYS:
        return hail_query_rays(world, &rays, f, capacity, answers, counts);
    case ASK_CASTS:
        return hail_query_casts(world, &shapes, f, capacity, answers, counts);
    case ASK_SIGHT:
        return hail_query_sight(world, &lines, f, answers);
    default:
        return hail_query_nearest(world, &points, &near, f, capacity, answers, counts);
    }
}

void asks_must(const asks *q, ask_kind kind, size_t i, asker *a, musts *to) {
    const hail_query_filter some = filter_from(q, 0, kind);
    const float radius = q->has_radii ? q->radii[i] : q->radius;
    seen pose = {.x = q->x[i], .y = q->y[i], .dx = q->dx[i], .dy = q->dy[i], .cos = 1.0f, .scale = 1.0f};
    a->filter = q->filtered ? &some : NULL, a->query = i;
    if (!q->plain)
        pose.cos = q->cos[i], pose.sin = q->sin[i];
    if (!q->unscaled)
        pose.scale = q->scale[i];
    if (kind == ASK_SHAPES || kind == ASK_CASTS)
        asker_shape(a, &q->shape[q->which[i]], q->by_convex ? &q->convex[q->which[i]] : NULL, &pose);
    switch (kind) {
    case ASK_POINTS:
        must_at_point(a, pose.x, pose.y, to);
        break;
    case ASK_SHAPES:
        must_in_shape(a, to);
        break;
    case ASK_BOXES:
        must_in_box(a, (float[4]){q->min_x[i], q->min_y[i], q->max_x[i], q->max_y[i]}, to);
        break;
    case ASK_RAYS:
        must_on_ray(a, pose.x, pose.y, pose.dx, pose.dy, to);
        break;
    case ASK_CASTS:
        must_on_cast(a, to);
        break;
    case ASK_SIGHT:
        must_see(a, pose.x, pose.y, q->to_x[i], q->to_y[i], to);
        break;
    default:
        must_be_near(a, pose.x, pose.y, radius, kind == ASK_CENTRES ? HAIL_TO_CENTRE : HAIL_TO_SURFACE, to);
    }
}
