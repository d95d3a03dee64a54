/* engine/queries/overlap_narrow.c - tests convex bodies and queries, and the parts and pixels of compounds and sprites:
 * a pair of parts touches as in a HAIL_PAIRS rule. The shapes around them are not tested: rounding could hide a part
 * that touches. */
#include "overlap_narrow.h"

#include <math.h>

#include "touch_batch.h"

#define NO_PART UINT32_MAX

enum { FEW_BODIES = 5 /* by_bounds: lanes take as long for few as for a vector of them */ };

/* Of a template: see remember_sides. */
typedef struct side_memory {
    const float *row; /* NULL: none yet */
    float middle[HAIL_MAX_VERTICES], half[HAIL_MAX_VERTICES];
} side_memory;

typedef struct overlap_pairs {
    const hail_overlaps *call;
    const hail_layer *layer;
    const hail_shapeset *shapes;
    const hail_kernels *single; /* for one body */
    hail_match_list *list;
    hail_probe probe;
    side_memory sides;
    uint32_t found[MATCH_LIST + HAIL_SLACK]; /* by place in the list: the first part that touches; NO_PART: none does */
    hail_touch_batch batch;
} overlap_pairs;

/* A body, at its place. */
typedef struct target {
    uint32_t owner; /* its place in the list */
    const hail_shape_entry *entry;
    hail_placed at;
} target;

static target target_of(const overlap_pairs *s, uint32_t i) {
    const hail_layer *l = s->layer;
    const uint32_t index = s->list->index[i], shape = layer_words(l, COLUMN_SHAPE)[index];
    return (target){.owner = i,
                    .entry = shape_entry(s->shapes, shape),
                    .at = {.x = layer_floats(l, COLUMN_X)[index],
                           .y = layer_floats(l, COLUMN_Y)[index],
                           .cos = layer_float_or(l, COLUMN_COS, index, 1.0f),
                           .sin = layer_float_or(l, COLUMN_SIN, index, 0.0f),
                           .scale = layer_float_or(l, COLUMN_SCALE, index, 1.0f),
                           .row = shape_row(s->shapes, shape)}};
}

/* ---- Convex shapes ----------------------------------------------------------------------------------------------- */

static void take_touch(void *user, uint32_t owner, uint32_t part) {
    overlap_pairs *s = user;
    if (part < s->found[owner])
        s->found[owner] = part;
}

/* Asks whether a part of the query, or all of it, touches a part of a body. */
static void ask_exactly(overlap_pairs *s, const hail_placed *a, const hail_placed *b, uint32_t owner, uint32_t part) {
    if (!s->probe.plain || row_vertices(b->row) > 1)
        hail_touch_ask(&s->batch, a, b, owner, part);
    else if (zone_touches(&s->probe.zone, b->x, b->y, b->row[HAIL_TEMPLATE_ROUNDING] * b->scale))
        take_touch(s, owner, part);
}

/* ---- Bodies by their bounds -------------------------------------------------------------------------------------- */

/* Of a query that is a box: the box. */
static hail_bounds_job box_job(const hail_placed *box) {
    return (hail_bounds_job){.x = box->x, .y = box->y, .half_width = box->a, .half_height = box->b};
}

/* For a layer without compounds and sprites. */
static hail_bounds_job layer_job(const overlap_pairs *s) {
    const hail_layer *l = s->layer;
    hail_bounds_job job = box_job(&s->probe.at);
    job.templates = shape_row(s->shapes, 0);
    job.body_x = layer_floats(l, COLUMN_X);
    job.body_y = layer_floats(l, COLUMN_Y);
    job.body_cos = layer_floats(l, COLUMN_COS);
    job.body_sin = layer_floats(l, COLUMN_SIN);
    job.body_scale = layer_floats(l, COLUMN_SCALE);
    job.body_shape = layer_words(l, COLUMN_SHAPE);
    return job;
}

/* Whether the bounds of one part of a body settle that it touches the query, a box. */
static bool by_bounds(overlap_pairs *s, const hail_placed *box, const hail_placed *b, bool *touches) {
    const uint32_t first = 0;
    uint32_t found[1 + HAIL_SLACK], unsure[1 + HAIL_SLACK];
    hail_bounds_job job = box_job(box);
    job.templates = b->row;
    job.body_x = &b->x, job.body_y = &b->y;
    job.body_cos = &b->cos, job.body_sin = &b->sin, job.body_scale = &b->scale;
    job.body_shape = &first;
    const bool settled = !s->single->by_bounds(&job, &first, 1, found, unsure);
    *touches = settled && found[0] == 0;
    return settled;
}

static void ask(overlap_pairs *s, const hail_placed *a, const hail_placed *b, uint32_t owner, uint32_t part) {
    bool touches;
    if (!s->probe.wide || !by_bounds(s, a, b, &touches))
        ask_exactly(s, a, b, owner, part);
    else if (touches)
        take_touch(s, owner, part);
}

/* ---- Circles by the sides of a polygon --------------------------------------------------------------------------- */

/* Shares of both sizes, and of all numbers that go into a test. A needle's tip may act a little too long, a cos and sin
 * that are a unit vector to within 1e-4 a little too short. */
static const float SIDE_SHARE = 0.002f, SIDE_ERROR = 0x1p-17f;

_Static_assert((int)HAIL_MAX_VERTICES <= (int)HAIL_MOST_SIDES, "a kernel has room for every side");

/* Where the sides of a template lie along themselves: queries mostly have the template of the query before. */
static void remember_sides(side_memory *of, const float *row) {
    const uint32_t count = row_vertices(row);
    const float *vx = row + HAIL_TEMPLATE_VX, *vy = row + HAIL_TEMPLATE_VY;
    memset(of, 0, sizeof *of);
    of->row = row;
    for (uint32_t i = 0; i < count; i++) {
        const float nx = row[HAIL_TEMPLATE_NX + i], ny = row[HAIL_TEMPLATE_NY + i];
        const uint32_t next = i + 1 < count ? i + 1 : 0;
        const float from = nx * vy[i] - ny * vx[i], end = nx * vy[next] - ny * vx[next];
        of->middle[i] = (from + end) * 0.5f;
        of->half[i] = fabsf(end - from) * 0.5f;
    }
}

/* A polygon's sides where it is; for all that there may be, because that needs no branch. */
static void place_sides(hail_sides *to, const hail_placed *a, const side_memory *of) {
    const float *nx = a->row + HAIL_TEMPLATE_NX, *ny = a->row + HAIL_TEMPLATE_NY,
                *offset = a->row + HAIL_TEMPLATE_OFFSET;
    const hail_placed at = *a;
    for (uint32_t i = 0; i < HAIL_MAX_VERTICES; i++) {
        const float x = at.cos * nx[i] - at.sin * ny[i], y = at.sin * nx[i] + at.cos * ny[i];
        to->x[i] = x;
        to->y[i] = y;
        to->offset[i] = offset[i] * at.scale + (x * at.x + y * at.y);
        to->middle[i] = of->middle[i] * at.scale + (x * at.y - y * at.x);
        to->half[i] = of->half[i] * at.scale;
    }
}

/* Of a query that is a polygon, for a layer of equal circles. */
static hail_sides sides_of(overlap_pairs *s) {
    const hail_placed *a = &s->probe.at;
    hail_sides to;
    to.count = 0;
    if (s->probe.plain || (s->probe.entry && entry_is_composed(s->probe.entry)) || row_vertices(a->row) < 3 ||
        !layer_uniform(s->layer) || s->layer->polygons || s->layer->composed)
        return to;
    const uint32_t count = row_vertices(a->row);
    const float other = shape_radii(s->shapes)[s->layer->uniform_shape], own = a->row[HAIL_TEMPLATE_RADIUS] * a->scale;
    to.count = count;
    to.spare = (own + other) * SIDE_SHARE + (fabsf(a->x) + fabsf(a->y) + own + other) * SIDE_ERROR;
    to.apart = a->row[HAIL_TEMPLATE_ROUNDING] * a->scale + other + to.spare;
    to.near = fmaxf(to.apart - 2.0f * to.spare, 0.0f);
    if (s->sides.row != a->row)
        remember_sides(&s->sides, a->row);
    place_sides(&to, a, &s->sides);
    return to;
}

/* ---- Compounds --------------------------------------------------------------------------------------------------- */

/* The circle around a part. reach: no point of it is further from its body's origin. */
typedef struct circle {
    double x, y, radius, reach;
} circle;

/* Circles are enlarged by these shares of their reaches and coordinates: by more than rounding, and a cos and sin that
 * are unit only to 1e-4, may change the distance of two parts. REACH_KEEN is for a keenness of 1. */
static const double REACH_MARGIN = 1.0e-3, REACH_KEEN = 8.0e-6, POSITION_MARGIN = 1.0e-5;

static circle circle_of(const hail_placed *p, double x, double y, double radius) {
    const double px = x * (double)p->scale, py = y * (double)p->scale, c = (double)p->cos, s = (double)p->sin,
                 r = radius * (double)p->scale;
    return (circle){(double)p->x + (c * px - s * py), (double)p->y + (s * px + c * py), r, fabs(px) + fabs(py) + r};
}

static circle circle_of_entry(const hail_placed *p, const hail_shape_entry *part) {
    return circle_of(p, (double)part->x, (double)part->y, (double)part->radius);
}

static circle circle_of_probe(const overlap_pairs *s, uint32_t part) {
    const hail_probe *p = &s->probe;
    return p->entry ? circle_of_entry(&p->at, shape_entry(s->shapes, p->entry->first + part))
                    : circle_of(&p->at, 0.0, 0.0, (double)probe_radius(p));
}

/* Whether two parts can touch, by their circles. */
static bool circles_near(const circle *a, const circle *b, double keenness) {
    const double x = a->x - b->x, y = a->y - b->y, far = fabs(a->x) + fabs(a->y) + fabs(b->x) + fabs(b->y);
    const double margin = (a->reach + b->reach) * (REACH_MARGIN + REACH_KEEN * keenness) + far * POSITION_MARGIN;
    const double near = a->radius + b->radius + margin;
    return x * x + y * y <= near * near;
}

static double own_keenness(const hail_probe *p) {
    return p->plain ? 1.0 : (double)(p->entry ? p->entry->keenness : p->at.row[HAIL_TEMPLATE_KEENNESS]);
}

static void ask_parts(overlap_pairs *s, const target *t) {
    const double keenness = fmax(own_keenness(&s->probe), (double)t->entry->keenness);
    for (uint32_t p = 0; p < s->probe.parts; p++) {
        const circle a = circle_of_probe(s, p);
        const hail_placed own = probe_part(&s->probe, p);
        for (uint32_t q = 0; q < t->entry->parts; q++) {
            const circle b = circle_of_entry(&t->at, shape_entry(s->shapes, t->entry->first + q));
            if (!circles_near(&a, &b, keenness))
                continue;
            hail_placed part = t->at;
            part.row = t->entry->compound ? shape_row(s->shapes, t->entry->first + q) : t->at.row;
            ask(s, &own, &part, t->owner, q);
        }
    }
}

/* ---- Sprites ----------------------------------------------------------------------------------------------------- */

static bool sprites_touch(const overlap_pairs *s, const target *t) {
    const hail_shape_entry *own = s->probe.entry;
    const hail_pixels a = hail_pixels_of(own->set, own->sprite), b = hail_pixels_of(t->entry->set, t->entry->sprite);
    const hail_pose at = placed_pose(&s->probe.at), other = placed_pose(&t->at);
    return hail_pixels_touch_pixels(s->call->scope->kernels, &a, &at, &b, &other);
}

/* A query against a sprite: whether some part of it touches a pixel. */
static bool body_sprite_touches(overlap_pairs *s, const target *t) {
    hail_probe_write(&s->probe);
    const hail_pixels pixels = hail_pixels_of(t->entry->set, t->entry->sprite);
    const hail_pose at = placed_pose(&t->at), own = placed_pose(&s->probe.at);
    for (uint32_t p = 0; p < s->probe.parts; p++)
        if (hail_pixels_touch_shape(&pixels, &at, probe_row(&s->probe, p), &own))
            return true;
    return false;
}

/* A sprite against a body: the first part that touches a pixel. */
static uint32_t touched_part(const overlap_pairs *s, const target *t) {
    const hail_pixels pixels = hail_pixels_of(s->probe.entry->set, s->probe.entry->sprite);
    const hail_pose at = placed_pose(&s->probe.at), other = placed_pose(&t->at);
    for (uint32_t q = 0; q < t->entry->parts; q++)
        if (hail_pixels_touch_shape(&pixels, &at, shape_row(s->shapes, t->entry->first + q), &other))
            return q;
    return NO_PART;
}

/* ---- All bodies -------------------------------------------------------------------------------------------------- */

static bool probe_is_composed(const hail_probe *p) { return p->entry && entry_is_composed(p->entry); }

/* Asks about the parts or pixels of a body and the query. */
static void ask_composed(overlap_pairs *s, const target *t) {
    const bool own_sprite = s->probe.entry && s->probe.entry->set;
    if (own_sprite && t->entry->set)
        s->found[t->owner] = sprites_touch(s, t) ? 0 : NO_PART;
    else if (own_sprite)
        s->found[t->owner] = touched_part(s, t);
    else if (t->entry->set)
        s->found[t->owner] = body_sprite_touches(s, t) ? 0 : NO_PART;
    else
        ask_parts(s, t);
}

static void ask_body(overlap_pairs *s, uint32_t i) {
    const target t = target_of(s, i);
    s->found[i] = NO_PART;
    if (entry_is_composed(t.entry) || probe_is_composed(&s->probe))
        ask_composed(s, &t);
    else
        ask(s, &s->probe.at, &t.at, i, 0);
}

/* Asks about bodies [first, end) of the list, which one query may touch: those that a kernel does not settle, if one
 * can settle any. */
static void ask_query(overlap_pairs *s, uint32_t first, uint32_t end) {
    const hail_kernels *kernels = s->call->scope->kernels;
    const hail_layer *l = s->layer;
    const uint32_t *index = s->list->index + first;
    uint32_t *found = s->found + first, *unsure = s->list->part; /* bodies of such layers have no parts */
    const hail_sides sides = sides_of(s);
    uint32_t count;
    if (sides.count) {
        count = kernels->by_sides(&sides, layer_floats(l, COLUMN_X), layer_floats(l, COLUMN_Y), index, end - first,
                                  found, unsure);
    } else if (s->probe.wide && !l->composed) {
        const hail_bounds_job job = layer_job(s);
        count = hail_kernels_for(kernels, end - first, FEW_BODIES)->by_bounds(&job, index, end - first, found, unsure);
    } else {
        for (uint32_t i = first; i < end; i++)
            ask_body(s, i);
        return;
    }
    for (uint32_t k = 0; k < count; k++) {
        const target t = target_of(s, first + unsure[k]);
        ask_exactly(s, &s->probe.at, &t.at, t.owner, 0);
    }
}

/* Asks about all bodies. */
static void ask_all(overlap_pairs *s, size_t first, uint32_t count, const uint32_t *until) {
    for (uint32_t q = 0, i = 0; q < count; i = until[q++])
        if (i < until[q]) {
            hail_probe_set(&s->probe, s->call, first + q);
            ask_query(s, i, until[q]);
        }
    hail_touch_flush(&s->batch);
}

/* Bodies without parts. */
static void keep_whole(const overlap_pairs *s, uint32_t count, uint32_t *until) {
    uint32_t *index = s->list->index, kept = 0;
    for (uint32_t q = 0, i = 0; q < count; q++) {
        for (; i < until[q]; i++) {
            index[kept] = index[i];
            kept += s->found[i] != NO_PART;
        }
        until[q] = kept;
    }
}

static void keep(const overlap_pairs *s, uint32_t count, uint32_t *until) {
    hail_match_list *list = s->list;
    uint32_t kept = 0;
    for (uint32_t q = 0, i = 0; q < count; q++) {
        for (; i < until[q]; i++) {
            list->index[kept] = list->index[i];
            list->part[kept] = s->found[i];
            kept += s->found[i] != NO_PART;
        }
        until[q] = kept;
    }
    list->has_parts = true;
}

void hail_overlap_narrow(const hail_overlaps *call, const hail_layer *layer, size_t first, uint32_t count,
                         hail_match_list *list, uint32_t *until) {
    overlap_pairs s; /* field by field: most of it need not be cleared */
    s.call = call;
    s.layer = layer;
    s.shapes = call->scope->world->shapes;
    s.single = scope_kernels(call->scope, 1);
    s.list = list;
    s.sides.row = NULL;
    hail_probe_begin(&s.probe, call);
    hail_touch_begin(&s.batch, call->scope->kernels, take_touch, &s);
    ask_all(&s, first, count, until);
    (layer->composed ? keep : keep_whole)(&s, count, until);
}
