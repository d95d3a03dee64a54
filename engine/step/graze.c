/* engine/step/graze.c - kernels find when the cores of pairs are nearest, and measure the gaps where they are then. */
#include "graze.h"

#include <hail/batch.h>

#include "gathered.h"
#include "narrow.h"
#include "plan.h"

enum { BLOCK = GATHERED };

/* One side of the pairs. */
typedef struct graze_side {
    const hail_layer *layer;
    hail_cores cores;
    uint32_t index[BLOCK];
    hail_gathered bodies; /* gathered by column, when a block is full; their shapes at once */
} graze_side;

/* Pairs of bodies or of their parts whose gaps are measured next. */
typedef struct graze_search {
    const hail_world *world;
    const hail_rule_entry *rule;
    bool swept, whole; /* whole: no body has parts */
    graze_side a, b;
    uint32_t grazes, count;
    hail_contact *row[BLOCK];
    uint32_t part_a[BLOCK], part_b[BLOCK]; /* of whole bodies 0, once and for all */
    uint32_t in_turn[BLOCK];               /* 0, 1, 2, ... */
    float t[BLOCK];                        /* when they are nearest */
} graze_search;

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

static void gather(const hail_kernels *kernels, const float *column, const graze_side *side, uint32_t count,
                   float *to) {
    if (column)
        kernels->gather((const uint32_t *)(const void *)column, side->index, (uint32_t *)(void *)to, 0, count);
}

/* Columns that the layer does not have are as begin_side left them. */
static void gather_side(const graze_search *s, graze_side *side) {
    const hail_kernels *kernels = s->world->kernels;
    const hail_layer *layer = side->layer;
    const uint32_t count = s->count;
    hail_gathered *to = &side->bodies;
    gather(kernels, layer_floats(layer, COLUMN_X), side, count, to->x);
    gather(kernels, layer_floats(layer, COLUMN_Y), side, count, to->y);
    gather(kernels, s->swept ? layer_displacement(layer, false) : NULL, side, count, to->dx);
    gather(kernels, s->swept ? layer_displacement(layer, true) : NULL, side, count, to->dy);
    gather(kernels, layer_floats(layer, COLUMN_COS), side, count, to->cos);
    gather(kernels, layer_floats(layer, COLUMN_SIN), side, count, to->sin);
    gather(kernels, layer_floats(layer, COLUMN_SCALE), side, count, to->scale);
    if (s->whole)
        kernels->gather(layer_words(layer, COLUMN_SHAPE), side->index, to->shape, 0, count);
    for (uint32_t i = 0; i < count; i++)
        to->handle[i] = layer_handles(layer)[side->index[i]];
}

static void begin_side(graze_side *side, const hail_world *world, uint8_t layer) {
    const hail_cores any = {1, HAIL_MAX_VERTICES};
    hail_gathered *to = &side->bodies;
    side->layer = world->bodies.layer[layer];
    side->cores = side->layer->composed ? any : hail_narrow_cores(world->shapes, side->layer);
    for (uint32_t i = 0; i < BLOCK; i++) {
        to->dx[i] = to->dy[i] = to->sin[i] = 0.0f;
        to->cos[i] = to->scale[i] = 1.0f;
    }
}

/* ---- When two cores are nearest ---------------------------------------------------------------------------------- */

/* Puts gathered bodies where they are at their times. */
static void move_to(hail_gathered *side, const float *t, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        side->x[i] = (side->x[i] - side->dx[i]) + side->dx[i] * t[i];
        side->y[i] = (side->y[i] - side->dy[i]) + side->dy[i] * t[i];
    }
}

static void find_times(graze_search *s) {
    const hail_narrow_job job = {.one = gathered_side(&s->a.bodies, true),
                                 .two = gathered_side(&s->b.bodies, true),
                                 .templates = s->world->shapes->rows.data,
                                 .edges_one = s->a.cores.most,
                                 .edges_two = s->b.cores.most,
                                 .from_end = true};
    s->world->kernels->nearest_times(&job, s->in_turn, s->in_turn, s->count, s->t);
    move_to(&s->a.bodies, s->t, s->count);
    move_to(&s->b.bodies, s->t, s->count);
}

/* ---- Gaps -------------------------------------------------------------------------------------------------------- */

static void measure(const graze_search *s, hail_gap *gaps) {
    const hail_narrow_sides sides = {.a = gathered_side(&s->a.bodies, false),
                                     .b = gathered_side(&s->b.bodies, false),
                                     .cores_a = s->a.cores,
                                     .cores_b = s->b.cores,
                                     .templates = s->world->shapes->rows.data};
    const hail_narrow_list pairs = {s->in_turn, s->in_turn, s->in_turn, s->count};
    hail_narrow_gaps(s->world, &sides, &pairs, gaps);
}

/* Makes a contact of a gap that is within the margin, unless one of other parts is as near. */
static void take_gap(graze_search *s, uint32_t i, const hail_gap *gap) {
    hail_contact *row = s->row[i];
    const float distance = gap->distance > 0.0f ? gap->distance : 0.0f;
    if (!(distance <= s->rule->graze) || (row->kind && -row->depth[0] <= distance))
        return;
    s->grazes += !row->kind;
    *row = (hail_contact){.a = s->a.bodies.handle[i],
                          .b = s->b.bodies.handle[i],
                          .kind = HAIL_CONTACT_GRAZE,
                          .layer_a = s->rule->a,
                          .layer_b = s->rule->b,
                          .part_a = (uint16_t)s->part_a[i],
                          .part_b = s->part_b[i],
                          .t = s->t[i],
                          .depth = {0.0f - distance, 0.0f}};
    if (s->rule->mode == HAIL_PAIRS)
        return;
    row->count = 1;
    row->feature_a = gap->feature_a;
    row->feature_b = gap->feature_b;
    row->normal_x = gap->normal_x;
    row->normal_y = gap->normal_y;
    row->x[0] = (gap->ax + gap->bx) * 0.5f;
    row->y[0] = (gap->ay + gap->by) * 0.5f;
}

static void flush(graze_search *s) {
    hail_gap gaps[BLOCK];
    if (!s->count)
        return;
    gather_side(s, &s->a);
    gather_side(s, &s->b);
    if (s->swept)
        find_times(s);
    measure(s, gaps);
    for (uint32_t i = 0; i < s->count; i++)
        take_gap(s, i, &gaps[i]);
    s->count = 0;
}

/* ---- Pairs ------------------------------------------------------------------------------------------------------- */

/* Adds a pair of shapes, of bodies `a` and `b`. */
static void ask(graze_search *s, hail_contact *row, uint32_t a, uint32_t b, uint32_t shape_a, uint32_t shape_b,
                uint32_t part_a, uint32_t part_b) {
    if (s->count == BLOCK)
        flush(s);
    const uint32_t i = s->count++;
    s->a.index[i] = a;
    s->b.index[i] = b;
    s->a.bodies.shape[i] = shape_a;
    s->b.bodies.shape[i] = shape_b;
    s->row[i] = row;
    s->part_a[i] = part_a;
    s->part_b[i] = part_b;
}

/* Adds a pair of bodies without parts. */
static void ask_whole(graze_search *s, hail_contact *row, uint32_t a, uint32_t b) {
    if (s->count == BLOCK)
        flush(s);
    const uint32_t i = s->count++;
    s->a.index[i] = a;
    s->b.index[i] = b;
    s->row[i] = row;
}

/* The shape of part p: a sprite is the polygon around it. */
static uint32_t part_of(const hail_shape_entry *entry, uint32_t shape, uint32_t p) {
    return entry->compound ? entry->first + p : shape;
}

static uint32_t parts_of(const hail_shape_entry *entry) { return entry->compound ? entry->parts : 1; }

static void ask_pair(graze_search *s, hail_contact *row, uint32_t a, uint32_t b) {
    const hail_shapeset *shapes = s->world->shapes;
    if (s->whole) {
        ask_whole(s, row, a, b);
        return;
    }
    const uint32_t shape_a = layer_words(s->a.layer, COLUMN_SHAPE)[a],
                   shape_b = layer_words(s->b.layer, COLUMN_SHAPE)[b];
    const hail_shape_entry *entry_a = shape_entry(shapes, shape_a), *entry_b = shape_entry(shapes, shape_b);
    for (uint32_t p = 0; p < parts_of(entry_a); p++)
        for (uint32_t q = 0; q < parts_of(entry_b); q++)
            ask(s, row, a, b, part_of(entry_a, shape_a, p), part_of(entry_b, shape_b, q), p, q);
}

/* Field by field: most of it is memory that need not be cleared. */
static void begin(graze_search *s, const hail_world *world, const hail_rule_entry *rule) {
    s->world = world;
    s->rule = rule;
    s->swept = rule_swept(rule);
    s->grazes = s->count = 0;
    begin_side(&s->a, world, rule->a);
    begin_side(&s->b, world, rule->b);
    s->whole = !s->a.layer->composed && !s->b.layer->composed;
    for (uint32_t i = 0; i < BLOCK; i++) {
        s->in_turn[i] = i;
        s->part_a[i] = s->part_b[i] = 0;
        s->t[i] = 0.0f; /* of what is not swept, it stays so */
    }
}

uint32_t hail_graze_pairs(hail_world *world, const hail_rule_entry *rule, const uint32_t *rank) {
    const hail_pairs *pairs = &world->scratch->pairs;
    const uint32_t *a = pairs->a.data, *b = pairs->b.data;
    hail_contact *rows = pairs->rows.data;
    graze_search s;
    begin(&s, world, rule);
    for (uint32_t i = 0; i < pairs->count; i++)
        if (!rows[rank[i]].kind)
            ask_pair(&s, &rows[rank[i]], a[i], b[i]);
    flush(&s);
    return s.grazes;
}

/* ---- Pairs that are too far apart to touch ----------------------------------------------------------------------- */

/* The paths of a layer's bodies, as the search for pairs sees them without the margin. */
static hail_path_view paths_of(const hail_layer *layer, bool swept) {
    hail_path_view view = hail_plan_path(layer);
    view.radius = layer_radii(layer);
    view.uniform_radius = layer->scratch->largest;
    if (!swept)
        view.dx = view.dy = NULL;
    return view;
}

/* The search's margins for rounding errors, rounded up (plan.c, find_paths.c): a factor on radii, and what a flatness
 * of 1 adds to it; a factor on coordinates and displacements, for a flatness of 1. */
static const float REACH_SLACK = 1.0006f, REACH_REL = 0x1p-16f, REACH_ABS = 0x1p-17f;

typedef struct near_pairs {
    uint32_t a[BLOCK + HAIL_SLACK], b[BLOCK + HAIL_SLACK], row[BLOCK + HAIL_SLACK];
} near_pairs;

static uint32_t narrow_all(hail_world *world, const hail_rule_entry *rule, const uint32_t *rank) {
    return hail_narrow_pairs(world, rule, rank) + hail_graze_pairs(world, rule, rank);
}

uint32_t hail_narrow_and_graze(hail_world *world, const hail_rule_entry *rule, const uint32_t *rank) {
    const hail_pairs *pairs = &world->scratch->pairs;
    const uint32_t *a = pairs->a.data, *b = pairs->b.data;
    hail_contact *rows = pairs->rows.data;
    if (world->tasks)
        return narrow_all(world, rule, rank);
    uint32_t touching = 0;
    hail_narrowing narrowing;
    near_pairs near;
    graze_search s;
    begin(&s, world, rule);
    hail_narrowing_begin(&narrowing, world, rule);
    const float flatness = world->shapes->flatness;
    const hail_near_paths_job job = {.a = paths_of(s.a.layer, s.swept),
                                     .b = paths_of(s.b.layer, s.swept),
                                     .slack = REACH_SLACK + REACH_REL * flatness,
                                     .inflate_abs = REACH_ABS * flatness};
    const hail_pair_rows to = {near.a, near.b, near.row};
    for (uint32_t i = 0; i < pairs->count; i += BLOCK) {
        const uint32_t n = pairs->count - i < BLOCK ? pairs->count - i : BLOCK;
        for (uint32_t k = i; k < i + n; k++)
            rows[rank[k]].kind = 0;
        const hail_narrow_list list = {near.a, near.b, near.row,
                                       world->kernels->list_near_paths(&job, a + i, b + i, rank + i, n, &to)};
        touching += list.count ? hail_narrowing_run(&narrowing, &list, rows) : 0;
        for (uint32_t k = i; k < i + n; k++)
            if (!rows[rank[k]].kind)
                ask_whole(&s, &rows[rank[k]], a[k], b[k]);
    }
    flush(&s);
    return touching + s.grazes;
}
