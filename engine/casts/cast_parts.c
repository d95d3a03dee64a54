/* engine/casts/cast_parts.c - bodies that casts may hit, exactly: parts by the kernels, in batches, sprites pixel by
 * pixel. */
#include <math.h>

#include "cast_bodies.h"

/* ---- Hits -------------------------------------------------------------------------------------------------------- */

/* Parts that are no deeper in each other than these shares of coordinates and radii only touch: rounding may put a
 * shape there that was placed against another. A cast that moves less than the last share of its displacement into a
 * surface slides along it. */
static const float TOUCH_PLACE = 0x1p-22f, TOUCH_SIZE = 0x1p-20f, SLIDE = 1.0e-6f;

/* Whether a cast touches a part at the start and does not move into it. radii: the sum of both parts' */
static bool passes(const hail_cast *cast, uint32_t query, const hail_contact *c, float radii) {
    const float dx = cast->dx[query], dy = cast->dy[query];
    const float deepest = (fabsf(cast->x[query]) + fabsf(cast->y[query])) * TOUCH_PLACE + radii * TOUCH_SIZE;
    return c->t == 0.0f && c->depth[0] <= deepest &&
           dx * c->normal_x + dy * c->normal_y <= (fabsf(dx) + fabsf(dy)) * SLIDE;
}

/* Ties go to the body's lowest part, then to the cast's. */
static bool comes_before(const hail_cast_best *one, const hail_cast_best *other) {
    const hail_contact *a = &one->contact, *b = &other->contact;
    if (!b->kind || one->passes != other->passes)
        return !b->kind || other->passes;
    if (a->t != b->t)
        return a->t < b->t;
    return a->part_b != b->part_b ? a->part_b < b->part_b : a->part_a < b->part_a;
}

static void keep_first(hail_cast_best *first, const hail_contact *contact, bool passes_by) {
    const hail_cast_best hit = {*contact, passes_by};
    if (comes_before(&hit, first))
        *first = hit;
}

static void finish_pair(hail_body_casts *w) {
    if (w->first.contact.kind)
        hail_casts_add(w, w->pair.query, w->pair.b, &w->first.contact);
    w->first.contact.kind = 0;
}

static float radius_of(const float *row, float scale) { return row[HAIL_TEMPLATE_RADIUS] * scale; }

/* The sum of the radii of a cast's part and a body's. */
static float radii_of(const hail_body_casts *w, const hail_cast_pair *pair) {
    const hail_shapeset *shapes = w->cast->seek->world->shapes;
    const hail_cast_shape shape = hail_cast_shape_of(w->cast, pair->query);
    const hail_shape_entry *body = shape_entry(shapes, layer_words(w->layer, COLUMN_SHAPE)[pair->b]);
    return radius_of(hail_cast_row(w->cast, &shape, pair->part_a), shape.scale) +
           radius_of(shape_row(shapes, body->first + pair->part_b),
                     layer_float_or(w->layer, COLUMN_SCALE, pair->b, 1.0f));
}

static void take_pair(void *user, const hail_cast_pair *pair, hail_contact *contact) {
    hail_body_casts *w = user;
    if (pair->query != w->pair.query || pair->b != w->pair.b)
        finish_pair(w);
    w->pair = *pair;
    const bool passes_by = contact->t == 0.0f && passes(w->cast, pair->query, contact, radii_of(w, pair));
    keep_first(&w->first, contact, passes_by);
}

/* ---- Parts and pixels -------------------------------------------------------------------------------------------- */

static hail_pose pose_of_body(const hail_layer *layer, uint32_t index) {
    return (hail_pose){.x = (double)layer_floats(layer, COLUMN_X)[index],
                       .y = (double)layer_floats(layer, COLUMN_Y)[index],
                       .cos = (double)layer_float_or(layer, COLUMN_COS, index, 1.0f),
                       .sin = (double)layer_float_or(layer, COLUMN_SIN, index, 0.0f),
                       .scale = (double)layer_float_or(layer, COLUMN_SCALE, index, 1.0f)};
}

static void ask_pair(hail_body_casts *w, const hail_cast_shape *shape, const hail_cast_pair *pair, uint32_t id) {
    hail_cast_pairs *p = &w->pairs;
    const uint32_t i = hail_cast_pairs_add(p, pair, shape), index = pair->b;
    p->b.x[i] = layer_floats(w->layer, COLUMN_X)[index];
    p->b.y[i] = layer_floats(w->layer, COLUMN_Y)[index];
    p->b.cos[i] = layer_float_or(w->layer, COLUMN_COS, index, 1.0f);
    p->b.sin[i] = layer_float_or(w->layer, COLUMN_SIN, index, 0.0f);
    p->b.scale[i] = layer_float_or(w->layer, COLUMN_SCALE, index, 1.0f);
    p->b.row[i] = hail_cast_pairs_row(p, shape_row(w->cast->seek->world->shapes, id));
}

static void ask_parts(hail_body_casts *w, const hail_cast_shape *shape, uint32_t query, uint32_t index,
                      const hail_shape_entry *body) {
    for (uint32_t a = 0; a < shape->parts; a++)
        for (uint32_t b = 0; b < body->parts; b++)
            ask_pair(w, shape, &(hail_cast_pair){.query = query, .part_a = a, .b = index, .part_b = b},
                     body->first + b);
}

static void turn_round(hail_contact *c) {
    c->normal_x = -c->normal_x + 0.0f;
    c->normal_y = -c->normal_y + 0.0f;
}

/* A sprite with each part of the other: the first hit. */
static void cast_sprite(hail_body_casts *w, const hail_cast_shape *shape, uint32_t query, uint32_t index,
                        const hail_shape_entry *body) {
    const hail_pose from = hail_cast_pose(w->cast, query, shape), at = pose_of_body(w->layer, index);
    const bool sprite_is_a = shape->entry && shape->entry->set;
    const hail_shape_entry *sprite = sprite_is_a ? shape->entry : body;
    const hail_pixels pixels = hail_pixels_of(sprite->set, sprite->sprite);
    const uint32_t parts = sprite_is_a ? body->parts : shape->parts;
    hail_cast_best best = {.passes = false};
    hail_contact c;
    for (uint32_t p = 0; p < parts; p++) {
        const float *row =
            sprite_is_a ? shape_row(w->cast->seek->world->shapes, body->first + p) : hail_cast_row(w->cast, shape, p);
        if (!hail_pixels_against_shape(&pixels, sprite_is_a ? &from : &at, row, sprite_is_a ? &at : &from, true, &c))
            continue;
        if (!sprite_is_a)
            turn_round(&c);
        c.kind = HAIL_CONTACT_BODY;
        c.part_a = (uint16_t)(sprite_is_a ? 0 : p);
        c.part_b = sprite_is_a ? p : 0;
        const hail_cast_pair pair = {query, c.part_a, index, c.part_b};
        keep_first(&best, &c, passes(w->cast, query, &c, radii_of(w, &pair)));
    }
    if (best.contact.kind)
        hail_casts_add(w, query, index, &best.contact);
}

static void cast_sprites(hail_body_casts *w, const hail_cast_shape *shape, uint32_t query, uint32_t index,
                         const hail_shape_entry *body) {
    const hail_pose from = hail_cast_pose(w->cast, query, shape), at = pose_of_body(w->layer, index);
    const hail_pixels a = hail_pixels_of(shape->entry->set, shape->entry->sprite),
                      b = hail_pixels_of(body->set, body->sprite);
    hail_contact c;
    if (!hail_pixels_against_pixels(w->cast->seek->kernels, &a, &from, &b, &at, true, &c))
        return;
    c.part_a = 0;
    c.part_b = 0;
    hail_casts_add(w, query, index, &c);
}

void hail_casts_test(hail_body_casts *w, uint32_t query, uint32_t index) {
    const hail_shapeset *shapes = w->cast->seek->world->shapes;
    const hail_cast_shape shape = hail_cast_shape_of(w->cast, query);
    const hail_shape_entry *body = shape_entry(shapes, layer_words(w->layer, COLUMN_SHAPE)[index]);
    const bool sprite = shape.entry && shape.entry->set;
    if (sprite && body->set)
        cast_sprites(w, &shape, query, index, body);
    else if (sprite || body->set)
        cast_sprite(w, &shape, query, index, body);
    else
        ask_parts(w, &shape, query, index, body);
}

void hail_casts_begin_parts(hail_body_casts *w) {
    w->first.contact.kind = 0;
    hail_cast_pairs_begin(&w->pairs, w->cast, take_pair, w);
    w->pair = (hail_cast_pair){.query = UINT32_MAX}; /* none yet */
}

void hail_casts_flush(hail_body_casts *w) {
    hail_cast_pairs_flush(&w->pairs);
    finish_pair(w);
}
