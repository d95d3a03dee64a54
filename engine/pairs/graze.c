/* engine/pairs/graze.c - hands the pairs that miss each other to the kernels for grazes. */
#include "graze.h"

#include "gathered.h"
#include "narrow.h"
#include "plan.h"
#include "tasks/run_tasks.h"
#include "atomic.h"

enum { BLOCK = GATHERED, GRAIN = 2 * BLOCK }; /* pairs; GRAIN: of a task at least */

/* ---- Bodies without parts ---------------------------------------------------------------------------------------- */

/* A block of pairs that do not touch. */
typedef struct missed_pairs {
    uint32_t a[BLOCK], b[BLOCK], row[BLOCK];
    uint32_t count;
} missed_pairs;

/* Lists pairs whose rows are no contacts. Which ones is no branch: it could not be predicted. */
static void list_missed(missed_pairs *missed, const hail_contact *rows, const uint32_t *a, const uint32_t *b,
                        const uint32_t *rank, uint32_t count) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        missed->a[n] = a[i];
        missed->b[n] = b[i];
        missed->row[n] = rank[i];
        n += !rows[rank[i]].kind;
    }
    missed->count = n;
}

static uint32_t graze_missed(const hail_narrowing *grazes, const missed_pairs *missed, hail_contact *rows) {
    const hail_narrow_list list = {missed->a, missed->b, missed->row, missed->count};
    return list.count ? hail_narrowing_run(grazes, &list, rows) : 0;
}

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* ---- Parts ------------------------------------------------------------------------------------------------------- */

/* One side of the pairs. */
typedef struct graze_side {
    const hail_layer *layer;
    hail_gathered bodies;
} graze_side;

/* Pairs of parts that are looked at next. */
typedef struct graze_search {
    const hail_world *world;
    const hail_rule *rule;
    bool swept;
    graze_side a, b;
    uint32_t grazes, count;
    hail_contact *row[BLOCK]; /* of their bodies */
    uint32_t part_a[BLOCK], part_b[BLOCK];
    bool crosses[BLOCK], any_crosses; /* swept: of a sprite, whose polygon may cross the part without a touch */
    uint32_t in_turn[BLOCK];          /* 0, 1, 2, ... */
    hail_contact found[BLOCK];
} graze_search;

/* Whether a row comes as near as another, or as early: the polygon around a sprite may touch several parts. */
static bool as_near(const hail_contact *row, const hail_contact *other, bool crosses) {
    const float gap = -row->depth[0], other_gap = -other->depth[0];
    return gap < other_gap || (gap == other_gap && !(crosses && other->t < row->t));
}

/* Gives a body's row the graze of two of its parts, unless others come as near. */
static void take_graze(graze_search *s, uint32_t i) {
    const hail_contact *found = &s->found[i];
    hail_contact *row = s->row[i];
    if (!found->kind || (row->kind && as_near(row, found, s->crosses[i])))
        return;
    s->grazes += !row->kind;
    *row = *found;
    row->part_a = (uint16_t)s->part_a[i];
    row->part_b = s->part_b[i];
}

/* Where the polygon around a sprite touches a part, the graze is that touch: the first, if they cross. */
static void take_touches(graze_search *s, const hail_narrow_sides *sides, const hail_narrow_list *pairs) {
    hail_contact touch[BLOCK];
    hail_narrow(s->world, s->rule, sides, pairs, touch);
    for (uint32_t i = 0; i < s->count; i++) {
        if (!s->crosses[i] || !touch[i].kind)
            continue;
        s->found[i] = touch[i];
        s->found[i].kind = HAIL_CONTACT_GRAZE;
        s->found[i].depth[0] = 0.0f;
    }
}

static void flush(graze_search *s) {
    const hail_cores any = {1, HAIL_MAX_VERTICES};
    const hail_narrow_sides sides = {.a = gathered_side(&s->a.bodies, s->swept),
                                     .b = gathered_side(&s->b.bodies, s->swept),
                                     .cores_a = any,
                                     .cores_b = any,
                                     .templates = s->world->shapes->rows.data,
                                     .from_end = true};
    const hail_narrow_list pairs = {s->in_turn, s->in_turn, s->in_turn, s->count};
    if (!s->count)
        return;
    hail_narrow_grazes(s->world, s->rule, &sides, &pairs, s->found);
    if (s->any_crosses)
        take_touches(s, &sides, &pairs);
    for (uint32_t i = 0; i < s->count; i++)
        take_graze(s, i);
    s->count = 0;
    s->any_crosses = false;
}

/* Adds a pair of shapes, of bodies `a` and `b`. Returns its number. */
static uint32_t ask(graze_search *s, hail_contact *row, uint32_t a, uint32_t b, uint32_t shape_a, uint32_t shape_b,
                    uint32_t part_a, uint32_t part_b) {
    if (s->count == BLOCK)
        flush(s);
    const uint32_t i = s->count++;
    gather_body(&s->a.bodies, i, s->a.layer, a, shape_a, s->swept);
    gather_body(&s->b.bodies, i, s->b.layer, b, shape_b, s->swept);
    s->row[i] = row;
    s->part_a[i] = part_a;
    s->part_b[i] = part_b;
    return i;
}

/* The shape of part p: a sprite is the polygon around it. */
static uint32_t part_of(const hail_shape_entry *entry, uint32_t shape, uint32_t p) {
    return entry->compound ? entry->first + p : shape;
}

static uint32_t parts_of(const hail_shape_entry *entry) { return entry->compound ? entry->parts : 1; }

static void ask_pair(graze_search *s, hail_contact *row, uint32_t a, uint32_t b) {
    const hail_shapeset *shapes = s->world->shapes;
    const uint32_t shape_a = layer_words(s->a.layer, COLUMN_SHAPE)[a],
                   shape_b = layer_words(s->b.layer, COLUMN_SHAPE)[b];
    const hail_shape_entry *entry_a = shape_entry(shapes, shape_a), *entry_b = shape_entry(shapes, shape_b);
    const bool crosses = s->swept && ((entry_a->set && entry_b->compound) || (entry_b->set && entry_a->compound));
    for (uint32_t p = 0; p < parts_of(entry_a); p++)
        for (uint32_t q = 0; q < parts_of(entry_b); q++) {
            const uint32_t i = ask(s, row, a, b, part_of(entry_a, shape_a, p), part_of(entry_b, shape_b, q), p, q);
            s->crosses[i] = crosses;
            s->any_crosses = s->any_crosses || crosses;
        }
}

/* Field by field: most of it is memory that need not be cleared. */
static void begin(graze_search *s, const hail_world *world, const hail_rule *rule) {
    s->world = world;
    s->rule = rule;
    s->swept = rule_swept(rule);
    s->grazes = s->count = 0;
    s->any_crosses = false;
    s->a.layer = world->bodies.layer[rule->layer_a];
    s->b.layer = world->bodies.layer[rule->layer_b];
    for (uint32_t i = 0; i < BLOCK; i++)
        s->in_turn[i] = i;
}

uint32_t hail_graze_pairs(hail_world *world, const hail_rule *rule, const uint32_t *rank) {
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

static hail_near_paths_job near_paths(const hail_world *world, const hail_rule *rule) {
    const float flatness = world->shapes->flatness;
    const bool swept = rule_swept(rule);
    return (hail_near_paths_job){.a = paths_of(world->bodies.layer[rule->layer_a], swept),
                                 .b = paths_of(world->bodies.layer[rule->layer_b], swept),
                                 .slack = REACH_SLACK + REACH_REL * flatness,
                                 .inflate_abs = REACH_ABS * flatness};
}

/* Narrows those of a block of pairs that come near. The rows of the others are no contacts. */
static uint32_t narrow_near(const hail_narrowing *narrowing, const hail_near_paths_job *job, const uint32_t *a,
                            const uint32_t *b, const uint32_t *rank, uint32_t count, hail_contact *rows) {
    near_pairs near;
    const hail_pair_rows to = {near.a, near.b, near.row};
    for (uint32_t i = 0; i < count; i++)
        rows[rank[i]].kind = 0;
    const hail_narrow_list list = {near.a, near.b, near.row,
                                   narrowing->dispatch.kernels->list_near_paths(job, a, b, rank, count, &to)};
    return list.count ? hail_narrowing_run(narrowing, &list, rows) : 0;
}

/* What tasks know of a rule's pairs. */
typedef struct graze_task {
    hail_narrowing narrowing, grazes;
    hail_near_paths_job job;
    const uint32_t *a, *b, *rank;
    hail_contact *rows;
    hail_shared_count contacts;
} graze_task;

static void narrow_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    graze_task *t = task;
    missed_pairs missed;
    uint32_t contacts = 0;
    (void)worker;
    for (uint32_t i = first; i < last; i += BLOCK) {
        const uint32_t *a = t->a + i, *b = t->b + i, *rank = t->rank + i, n = smaller(last - i, BLOCK);
        contacts += narrow_near(&t->narrowing, &t->job, a, b, rank, n, t->rows);
        list_missed(&missed, t->rows, a, b, rank, n);
        contacts += graze_missed(&t->grazes, &missed, t->rows);
    }
    shared_count_add(&t->contacts, contacts);
}

uint32_t hail_narrow_and_graze(hail_world *world, const hail_rule *rule, const uint32_t *rank) {
    const hail_pairs *pairs = &world->scratch->pairs;
    graze_task t = {.job = near_paths(world, rule), .a = pairs->a.data, .b = pairs->b.data, .rank = rank};
    t.rows = pairs->rows.data;
    hail_narrowing_begin(&t.narrowing, world, rule);
    hail_narrowing_begin_grazes(&t.grazes, world, rule);
    hail_run_tasks(world->tasks, pairs->count, GRAIN, narrow_range, &t);
    return shared_count_value(&t.contacts);
}
