/* engine/step/collide_parts.c - first all pairs of bodies by their rows, which for a compound or a sprite is only what
 * lies around it; then, of those that meet, the parts and pixels. Pairs of parts are narrowed like pairs of bodies, a
 * batch at a time: each part is a body of its own for it. */
#include "collide_parts.h"

#include <math.h>

#include "narrow/dispatch.h"
#include "world/gathered.h"
#include "narrow.h"

enum { BATCH = GATHERED };

/* One rule's work. */
typedef struct work {
    hail_world *world;
    const hail_rule_entry *rule;
    const hail_layer *a, *b;
    uint32_t most;
    uint32_t pair;  /* of bodies, that is being looked at */
    uint32_t found; /* contacts */
    hail_found status;
    /* What waits to be narrowed; of sprites what was found. */
    uint32_t waiting, asked;
    hail_gathered one, two;
    uint32_t part_a[BATCH], part_b[BATCH], of[BATCH];
    uint32_t list[BATCH], place[BATCH];
    hail_contact rows[BATCH];
    uint32_t last_pair; /* of the last contact taken */
} work;

/* ---- Contacts --------------------------------------------------------------------------------------------------- */

/* Room for one more. A window with a single pair of bodies cannot be made narrower: that pair may have more. */
static bool fits(work *w) {
    const bool several = w->world->pairs.count > 1;
    const size_t bytes = ((size_t)w->found + 1) * sizeof(hail_contact);
    if (w->found >= w->most && several)
        w->status = FOUND_TOO_MANY;
    else if (!hail_scratch_keep(&w->world->heap, &w->world->found_rows, bytes))
        w->status = several ? FOUND_TOO_MANY : FOUND_NO_MEMORY;
    return w->status == FOUND_ALL;
}

/* A contact of that pair of bodies. Sensors get one a pair. */
static void take(work *w, uint32_t pair, const hail_contact *contact) {
    if (w->rule->mode == HAIL_PAIRS && w->found && w->last_pair == pair)
        return;
    if (w->status != FOUND_ALL || !fits(w))
        return;
    ((hail_contact *)w->world->found_rows.data)[w->found++] = *contact;
    w->last_pair = pair;
}

/* Narrows what waits, and takes it in order. */
static void flush(work *w) {
    const bool swept = rule_swept(w->rule);
    const uint8_t bytes[4] = {HAIL_CONTACT_BODY, w->rule->mode != HAIL_PAIRS, w->rule->a, w->rule->b};
    hail_dispatch dispatch = {.kernels = w->world->kernels,
                              .question = swept ? ASK_SWEEP : ASK_CONTACT,
                              .job = {.one = gathered_side(&w->one, swept),
                                      .two = gathered_side(&w->two, swept),
                                      .templates = w->world->shapes.data,
                                      .rounded = w->world->rounded,
                                      .manifold = w->rule->mode != HAIL_PAIRS,
                                      .from_end = true,
                                      .rows = (float *)(void *)w->rows}};
    memcpy(&dispatch.job.header, bytes, sizeof bytes);
    const hail_cores any = {1, HAIL_MAX_VERTICES};
    hail_dispatch_pairs(&dispatch, any, any, w->list, w->list, w->place, w->asked);
    for (uint32_t i = 0; i < w->waiting; i++) {
        hail_contact *c = &w->rows[i];
        if (!c->kind)
            continue;
        c->part_a = (uint16_t)w->part_a[i];
        c->part_b = w->part_b[i];
        take(w, w->of[i], c);
    }
    w->waiting = w->asked = 0;
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

/* The circle around a shape, where its body is when its way begins. */
typedef struct circle {
    double x, y, radius;
} circle;

static circle circle_of(const hail_pose *p, const hail_shape_entry *m) {
    const double x = (double)m->x * p->scale, y = (double)m->y * p->scale;
    return (circle){p->x + (p->cos * x - p->sin * y), p->y + (p->sin * x + p->cos * y), (double)m->radius * p->scale};
}

/* Whether two parts can touch on their bodies' ways: by circles, with more room than rounding takes. */
static bool circles_near(const circle *a, const circle *b, double dx, double dy) {
    const double x = a->x - b->x, y = a->y - b->y, path = dx * dx + dy * dy;
    double t = path > 0.0 ? -(x * dx + y * dy) / path : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    const double nx = x + dx * t, ny = y + dy * t;
    const double far = fabs(a->x) + fabs(a->y) + fabs(b->x) + fabs(b->y) + fabs(dx) + fabs(dy);
    const double reach = (a->radius + b->radius) * 1.001 + far * 1.0e-5;
    return nx * nx + ny * ny <= reach * reach;
}

/* ---- Parts ------------------------------------------------------------------------------------------------------- */

/* A pair of bodies that is looked at more closely. */
typedef struct closer {
    uint32_t a, b; /* indices */
    const hail_shape_entry *of_a, *of_b;
    hail_pose at, other;
} closer;

static void wait_for(work *w, uint32_t part_a, uint32_t part_b) {
    const uint32_t i = w->waiting++;
    w->of[i] = w->pair;
    w->part_a[i] = part_a;
    w->part_b[i] = part_b;
}

static void ask_parts(work *w, const closer *c, uint32_t part_a, uint32_t part_b) {
    if (w->waiting == BATCH)
        flush(w);
    const uint32_t i = w->waiting, ask = w->asked++;
    const bool swept = rule_swept(w->rule);
    gather_body(&w->one, i, w->a, c->a, c->of_a->first + part_a, swept);
    gather_body(&w->two, i, w->b, c->b, c->of_b->first + part_b, swept);
    w->list[ask] = w->place[ask] = i;
    wait_for(w, part_a, part_b);
}

static void meet_parts(work *w, const closer *c) {
    for (uint32_t p = 0; p < c->of_a->parts; p++) {
        const circle mine = circle_of(&c->at, shape_entry(w->world, c->of_a->first + p));
        for (uint32_t q = 0; q < c->of_b->parts; q++) {
            const circle other = circle_of(&c->other, shape_entry(w->world, c->of_b->first + q));
            if (circles_near(&mine, &other, c->at.dx - c->other.dx, c->at.dy - c->other.dy))
                ask_parts(w, c, p, q);
        }
    }
}

/* What a sprite's pixels found, as a row that waits with the others. */
static void put_found(work *w, const closer *c, const hail_contact *found, uint32_t part_a, uint32_t part_b) {
    if (w->waiting == BATCH)
        flush(w);
    hail_contact *row = &w->rows[w->waiting];
    *row = w->rule->mode == HAIL_PAIRS ? (hail_contact){0} : *found;
    row->a = layer_handles(w->a)[c->a];
    row->b = layer_handles(w->b)[c->b];
    row->kind = HAIL_CONTACT_BODY;
    row->layer_a = w->rule->a;
    row->layer_b = w->rule->b;
    wait_for(w, part_a, part_b);
}

static const float *row_of(const hail_world *world, uint32_t shape) {
    return ((const hail_convex *)world->shapes.data)[shape].words;
}

/* A sprite with each part of the other. */
static void meet_pixels(work *w, const closer *c, bool sprite_is_a) {
    const hail_shape_entry *mine = sprite_is_a ? c->of_a : c->of_b, *parts = sprite_is_a ? c->of_b : c->of_a;
    const hail_pose *at = sprite_is_a ? &c->at : &c->other, *other = sprite_is_a ? &c->other : &c->at;
    const hail_pixels pixels = hail_pixels_of(mine->set, mine->sprite);
    for (uint32_t p = 0; p < parts->parts; p++) {
        hail_contact found;
        if (!hail_pixels_against_shape(&pixels, at, row_of(w->world, parts->first + p), other, rule_swept(w->rule),
                                       &found))
            continue;
        if (!sprite_is_a) {
            found.normal_x = -found.normal_x + 0.0f;
            found.normal_y = -found.normal_y + 0.0f;
        }
        put_found(w, c, &found, sprite_is_a ? 0 : p, sprite_is_a ? p : 0);
    }
}

static void meet_closer(work *w, const closer *c) {
    if (c->of_a->set && c->of_b->set) {
        const hail_pixels a = hail_pixels_of(c->of_a->set, c->of_a->sprite),
                          b = hail_pixels_of(c->of_b->set, c->of_b->sprite);
        hail_contact found;
        if (hail_pixels_against_pixels(w->world->kernels, &a, &c->at, &b, &c->other, rule_swept(w->rule), &found))
            put_found(w, c, &found, 0, 0);
    } else if (c->of_a->set || c->of_b->set) {
        meet_pixels(w, c, c->of_a->set != NULL);
    } else {
        meet_parts(w, c);
    }
}

/* A pair of bodies that are what their rows say. */
static void put_row(work *w, const hail_contact *row) {
    if (w->waiting == BATCH)
        flush(w);
    w->rows[w->waiting] = *row;
    wait_for(w, 0, 0);
}

/* ---- All of them ------------------------------------------------------------------------------------------------- */

/* Every pair by its row, at the place of its number. */
static void narrow_rows(hail_world *world, const hail_rule_entry *rule) {
    uint32_t *place = world->pairs.place.data;
    for (uint32_t i = 0; i < world->pairs.count; i++)
        place[i] = i;
    hail_narrow_pairs(world, rule);
}

static void meet_all(work *w) {
    const hail_pairs *pairs = &w->world->pairs;
    const hail_contact *rows = pairs->rows.data;
    const uint32_t *a = pairs->a.data, *b = pairs->b.data;
    const bool swept = rule_swept(w->rule);
    for (w->pair = 0; w->pair < pairs->count && w->status == FOUND_ALL; w->pair++) {
        if (!rows[w->pair].kind)
            continue;
        closer c = {.a = a[w->pair], .b = b[w->pair]};
        c.of_a = shape_entry(w->world, layer_words(w->a, COLUMN_SHAPE)[c.a]);
        c.of_b = shape_entry(w->world, layer_words(w->b, COLUMN_SHAPE)[c.b]);
        if (!c.of_a->compound && !c.of_a->set && !c.of_b->compound && !c.of_b->set) {
            put_row(w, &rows[w->pair]);
            continue;
        }
        c.at = gathered_pose(w->a, c.a, swept);
        c.other = gathered_pose(w->b, c.b, swept);
        meet_closer(w, &c);
    }
    flush(w);
}

/* The contacts' slots, to be ranked. */
static hail_found list_slots(work *w) {
    hail_pairs *pairs = &w->world->pairs;
    if (pairs->capacity < w->found && !hail_pairs_reserve(&w->world->heap, pairs, w->found))
        return pairs->count > 1 ? FOUND_TOO_MANY : FOUND_NO_MEMORY;
    const hail_contact *rows = w->world->found_rows.data;
    uint32_t *slot_a = pairs->slot_a.data, *slot_b = pairs->slot_b.data;
    for (uint32_t i = 0; i < w->found; i++) {
        slot_a[i] = rows[i].a.slot;
        slot_b[i] = rows[i].b.slot;
    }
    pairs->count = w->found;
    return FOUND_ALL;
}

hail_found hail_find_parts(hail_world *world, const hail_rule_entry *rule, uint32_t most) {
    work w;
    w.world = world;
    w.rule = rule;
    w.a = world->layer[rule->a];
    w.b = world->layer[rule->b];
    w.most = most;
    w.found = w.waiting = w.asked = w.last_pair = 0;
    w.status = FOUND_ALL;
    /* Lanes past the last pair read body 0, whoever it is. */
    gather_body(&w.one, 0, w.a, 0, 0, false);
    gather_body(&w.two, 0, w.b, 0, 0, false);
    narrow_rows(world, rule);
    meet_all(&w);
    return w.status == FOUND_ALL ? list_slots(&w) : w.status;
}
