/* engine/step/graze.c - kernels find when the cores of pairs are nearest, and measure the gaps where they are then. */
#include "graze.h"

#include <hail/batch.h>

#include "gathered.h"
#include "narrow.h"

enum { BLOCK = GATHERED };

/* Pairs of bodies or of their parts whose gaps are measured next. */
typedef struct graze_search {
    const hail_world *world;
    const hail_rule_entry *rule;
    const hail_layer *a, *b;
    bool swept;
    hail_cores cores_a, cores_b;
    uint32_t grazes, count;
    hail_contact *row[BLOCK];
    uint32_t part_a[BLOCK], part_b[BLOCK], in_turn[BLOCK]; /* in_turn: 0, 1, 2, ... */
    float t[BLOCK];                                        /* when they are nearest */
    hail_gathered side_a, side_b;
} graze_search;

/* ---- When two cores are nearest ---------------------------------------------------------------------------------- */

/* Puts gathered bodies where they are at their times. */
static void move_to(hail_gathered *side, const float *t, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        side->x[i] = (side->x[i] - side->dx[i]) + side->dx[i] * t[i];
        side->y[i] = (side->y[i] - side->dy[i]) + side->dy[i] * t[i];
    }
}

static void find_times(graze_search *s) {
    const hail_narrow_job job = {.one = gathered_side(&s->side_a, true),
                                 .two = gathered_side(&s->side_b, true),
                                 .templates = s->world->shapes->rows.data,
                                 .edges_one = s->cores_a.most,
                                 .edges_two = s->cores_b.most,
                                 .from_end = true};
    s->world->kernels->nearest_times(&job, s->in_turn, s->in_turn, s->count, s->t);
    move_to(&s->side_a, s->t, s->count);
    move_to(&s->side_b, s->t, s->count);
}

/* ---- Gaps -------------------------------------------------------------------------------------------------------- */

static void measure(const graze_search *s, hail_gap *gaps) {
    const hail_narrow_sides sides = {.a = gathered_side(&s->side_a, false),
                                     .b = gathered_side(&s->side_b, false),
                                     .cores_a = s->cores_a,
                                     .cores_b = s->cores_b,
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
    *row = (hail_contact){.a = s->side_a.handle[i],
                          .b = s->side_b.handle[i],
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
    gather_body(&s->side_a, i, s->a, a, shape_a, s->swept);
    gather_body(&s->side_b, i, s->b, b, shape_b, s->swept);
    s->row[i] = row;
    s->part_a[i] = part_a;
    s->part_b[i] = part_b;
    s->t[i] = 0.0f;
}

/* The shape of part p: a sprite is the polygon around it. */
static uint32_t part_of(const hail_shape_entry *entry, uint32_t shape, uint32_t p) {
    return entry->compound ? entry->first + p : shape;
}

static uint32_t parts_of(const hail_shape_entry *entry) { return entry->compound ? entry->parts : 1; }

static void ask_pair(graze_search *s, hail_contact *row, uint32_t a, uint32_t b) {
    const hail_shapeset *shapes = s->world->shapes;
    const uint32_t shape_a = layer_words(s->a, COLUMN_SHAPE)[a], shape_b = layer_words(s->b, COLUMN_SHAPE)[b];
    const hail_shape_entry *entry_a = shape_entry(shapes, shape_a), *entry_b = shape_entry(shapes, shape_b);
    for (uint32_t p = 0; p < parts_of(entry_a); p++)
        for (uint32_t q = 0; q < parts_of(entry_b); q++)
            ask(s, row, a, b, part_of(entry_a, shape_a, p), part_of(entry_b, shape_b, q), p, q);
}

static hail_cores cores_of(const hail_world *world, const hail_layer *layer) {
    const hail_cores any = {1, HAIL_MAX_VERTICES};
    return layer->composed ? any : hail_narrow_cores(world->shapes, layer);
}

/* Field by field: most of it is memory that need not be cleared. */
static void begin(graze_search *s, const hail_world *world, const hail_rule_entry *rule) {
    s->world = world;
    s->rule = rule;
    s->a = world->bodies.layer[rule->a];
    s->b = world->bodies.layer[rule->b];
    s->swept = rule_swept(rule);
    s->grazes = s->count = 0;
    s->cores_a = cores_of(world, s->a);
    s->cores_b = cores_of(world, s->b);
    for (uint32_t i = 0; i < BLOCK; i++)
        s->in_turn[i] = i;
    /* Lanes past the last pair read body 0: there has to be one. */
    gather_body(&s->side_a, 0, s->a, 0, 0, false);
    gather_body(&s->side_b, 0, s->b, 0, 0, false);
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
