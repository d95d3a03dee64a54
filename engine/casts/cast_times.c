/* engine/casts/cast_times.c - a cast and a body are swept part by part by the kernels, in batches; sprites pixel by
 * pixel. The times choose which hits are wanted; of those the same sweeps tell the contacts (cast_results.c). */
#include "cast_times.h"

#include <math.h>

#include "cast_shape.h"

/* ---- The first hit of two bodies --------------------------------------------------------------------------------- */

/* Parts that are no deeper in each other than these shares of coordinates and radii only touch: rounding may put a
 * shape there that was placed against another. A cast that moves less than the last share of its displacement into a
 * surface slides along it. */
static const float TOUCH_PLACE = 0x1p-22f, TOUCH_SIZE = 0x1p-20f, SLIDE = 1.0e-6f;

static const hail_shape_entry *body_entry(const hail_cast_sweeps *s, uint32_t index) {
    return shape_entry(s->cast->scope->world->shapes, layer_words(s->layer, COLUMN_SHAPE)[index]);
}

/* The sum of the radii of a cast's part and a body's. */
static float radii_of(const hail_cast_sweeps *s, uint32_t query, uint32_t index, const hail_contact *c) {
    const hail_cast_shape *shape = cast_shape(s->cast, query);
    const float *own = cast_row(shape, c->part_a),
                *other = shape_row(s->cast->scope->world->shapes, body_entry(s, index)->first + c->part_b);
    return own[HAIL_TEMPLATE_RADIUS] * shape->scale +
           other[HAIL_TEMPLATE_RADIUS] * layer_float_or(s->layer, COLUMN_SCALE, index, 1.0f);
}

/* Whether a cast touches a part at the start and does not move into it. */
static bool passes(const hail_cast_sweeps *s, uint32_t query, uint32_t index, const hail_contact *c) {
    const hail_cast *cast = s->cast;
    if (c->t != 0.0f)
        return false;
    const float dx = cast->dx[query], dy = cast->dy[query];
    const float deepest =
        (fabsf(cast->x[query]) + fabsf(cast->y[query])) * TOUCH_PLACE + radii_of(s, query, index, c) * TOUCH_SIZE;
    return c->depth[0] <= deepest && dx * c->normal_x + dy * c->normal_y <= (fabsf(dx) + fabsf(dy)) * SLIDE;
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

static void keep_first(hail_cast_sweeps *s, uint32_t query, uint32_t index, const hail_contact *contact) {
    const hail_cast_best hit = {*contact, passes(s, query, index, contact)};
    if (comes_before(&hit, &s->first))
        s->first = hit;
}

static void finish_pair(hail_cast_sweeps *s) {
    if (s->first.contact.kind)
        s->contacts[s->number] = s->first.contact;
    s->first.contact.kind = 0;
}

/* ---- Convex parts ------------------------------------------------------------------------------------------------ */

static void take_part(void *user, const hail_cast_pair *pair, hail_contact *contact) {
    hail_cast_sweeps *s = user;
    if (pair->b != s->number)
        finish_pair(s);
    s->number = pair->b;
    keep_first(s, pair->query, s->index[pair->b], contact);
}

/* A body where it is; its row is that of its first part. */
static hail_cast_target body_target(const hail_cast_sweeps *s, uint32_t index, uint32_t first) {
    const hail_layer *l = s->layer;
    return (hail_cast_target){.x = layer_floats(l, COLUMN_X)[index],
                              .y = layer_floats(l, COLUMN_Y)[index],
                              .cos = layer_float_or(l, COLUMN_COS, index, 1.0f),
                              .sin = layer_float_or(l, COLUMN_SIN, index, 0.0f),
                              .scale = layer_float_or(l, COLUMN_SCALE, index, 1.0f),
                              .row = shape_row(s->cast->scope->world->shapes, first)};
}

static void ask_parts(hail_cast_sweeps *s, uint32_t k, uint32_t query, const hail_shape_entry *body) {
    const uint32_t parts = cast_shape(s->cast, query)->parts;
    hail_cast_target target = body_target(s, s->index[k], body->first);
    for (uint32_t b = 0; b < body->parts; b++, target.row += HAIL_TEMPLATE_WORDS)
        for (uint32_t a = 0; a < parts; a++)
            hail_cast_pairs_add(&s->pairs, &(hail_cast_pair){query, a, k, b}, &target);
}

/* ---- Pixels ------------------------------------------------------------------------------------------------------ */

static hail_pose pose_of_body(const hail_layer *layer, uint32_t index) {
    return (hail_pose){.x = (double)layer_floats(layer, COLUMN_X)[index],
                       .y = (double)layer_floats(layer, COLUMN_Y)[index],
                       .cos = (double)layer_float_or(layer, COLUMN_COS, index, 1.0f),
                       .sin = (double)layer_float_or(layer, COLUMN_SIN, index, 0.0f),
                       .scale = (double)layer_float_or(layer, COLUMN_SCALE, index, 1.0f)};
}

/* Of one part, the time may be known of pair number s->number. */
static bool sweep_part(const hail_cast_sweeps *s, const hail_pixels *pixels, const hail_pose *at, const float *row,
                       const hail_pose *shape, bool one, hail_contact *c) {
    if (one && s->known)
        return hail_pixels_hit_shape(pixels, at, row, shape, (double)s->known[s->number], c);
    return hail_pixels_against_shape(pixels, at, row, shape, true, c);
}

/* A cast's sprite with each part of a body. */
static void sweep_own_pixels(hail_cast_sweeps *s, uint32_t query, uint32_t index, const hail_shape_entry *body) {
    const hail_shape_entry *sprite = cast_shape(s->cast, query)->entry;
    const hail_pose from = hail_cast_pose(s->cast, query), at = pose_of_body(s->layer, index);
    const hail_pixels pixels = hail_pixels_of(sprite->set, sprite->sprite);
    for (uint32_t p = 0; p < body->parts; p++) {
        const float *row = shape_row(s->cast->scope->world->shapes, body->first + p);
        hail_contact c;
        if (!sweep_part(s, &pixels, &from, row, &at, body->parts == 1, &c))
            continue;
        c.kind = HAIL_CONTACT_BODY;
        c.part_a = 0;
        c.part_b = p;
        keep_first(s, query, index, &c);
    }
}

/* A body's sprite with each part of a cast. */
static void sweep_body_pixels(hail_cast_sweeps *s, uint32_t query, uint32_t index, const hail_shape_entry *sprite) {
    const hail_cast_shape *shape = cast_shape(s->cast, query);
    const hail_pose from = hail_cast_pose(s->cast, query), at = pose_of_body(s->layer, index);
    const hail_pixels pixels = hail_pixels_of(sprite->set, sprite->sprite);
    for (uint32_t p = 0; p < shape->parts; p++) {
        hail_contact c;
        if (!sweep_part(s, &pixels, &at, cast_row(shape, p), &from, shape->parts == 1, &c))
            continue;
        c.normal_x = -c.normal_x + 0.0f;
        c.normal_y = -c.normal_y + 0.0f;
        c.kind = HAIL_CONTACT_BODY;
        c.part_a = (uint16_t)p;
        c.part_b = 0;
        keep_first(s, query, index, &c);
    }
}

static void sweep_sprites(hail_cast_sweeps *s, uint32_t query, uint32_t index, const hail_shape_entry *body) {
    const hail_shape_entry *own = cast_shape(s->cast, query)->entry;
    const hail_pose from = hail_cast_pose(s->cast, query), at = pose_of_body(s->layer, index);
    const hail_pixels a = hail_pixels_of(own->set, own->sprite), b = hail_pixels_of(body->set, body->sprite);
    hail_contact c;
    if (!hail_pixels_against_pixels(s->cast->scope->kernels, &a, &from, &b, &at, true, &c))
        return;
    c.kind = HAIL_CONTACT_BODY;
    c.part_a = 0;
    c.part_b = 0;
    s->first = (hail_cast_best){c, false};
}

/* Sweeps a pair at once, of which at least one is a sprite. */
static void sweep_pixels(hail_cast_sweeps *s, uint32_t k, uint32_t query, const hail_shape_entry *body) {
    hail_cast_pairs_flush(&s->pairs);
    finish_pair(s);
    s->number = k;
    if (!cast_is_sprite(cast_shape(s->cast, query)))
        sweep_body_pixels(s, query, s->index[k], body);
    else if (body->set)
        sweep_sprites(s, query, s->index[k], body);
    else
        sweep_own_pixels(s, query, s->index[k], body);
    finish_pair(s);
}

static void sweep_sprite(hail_cast_sweeps *s, uint32_t k, uint32_t query, const hail_shape_entry *body) {
    float *limit = s->limit ? &s->limit[query] : NULL;
    if (limit && s->time[k] > *limit)
        return;
    sweep_pixels(s, k, query, body);
    if (limit && s->contacts[k].kind && s->contacts[k].t < *limit)
        *limit = s->cast->sight ? -1.0f : s->contacts[k].t;
}

/* Sweeps pairs of which some are compounds or sprites, or whose templates lie in two arrays. */
static void sweep_gathered(hail_cast_sweeps *s, const uint32_t *query, const uint32_t *index, uint32_t count,
                           hail_contact *contacts) {
    s->index = index;
    s->contacts = contacts;
    for (uint32_t k = 0; k < count; k++) {
        const hail_shape_entry *body = body_entry(s, index[k]);
        contacts[k].kind = 0;
        if (body->set || cast_is_sprite(cast_shape(s->cast, query[k])))
            sweep_sprite(s, k, query[k], body);
        else
            ask_parts(s, k, query[k], body);
    }
    hail_cast_pairs_flush(&s->pairs);
    finish_pair(s);
}

/* ---- Whole pairs ------------------------------------------------------------------------------------------------- */

/* The cores of a layer's bodies. */
static hail_cores cores_of(const hail_shapeset *shapes, const hail_layer *layer) {
    const bool polygons = layer->polygons == layer->count && !layer->composed;
    if (!layer->polygons && !layer->composed)
        return (hail_cores){1, 1};
    if (polygons && layer->uniform_shape)
        return (hail_cores){2, shape_vertices(shapes, layer->uniform_shape)};
    return (hail_cores){polygons ? 2 : 1, HAIL_MAX_VERTICES};
}

/* The queries, by number. A ray is a circle of radius 0. In place, as the other side: a cast hardly takes longer than a
 * copy. */
static void set_casts(hail_side *side, const hail_cast *cast) {
    const hail_shapes *b = cast->list;
    side->x = cast->x;
    side->y = cast->y;
    side->dx = cast->dx;
    side->dy = cast->dy;
    side->radius = b && casts_are_circles(cast) ? cast->radius : NULL;
    side->uniform_radius = b ? -1.0f : 0.0f; /* -1: every circle has its template's */
    side->cos = b && b->cos ? b->cos + cast->first : NULL;
    side->sin = b && b->sin ? b->sin + cast->first : NULL;
    side->scale = b && b->scale ? b->scale + cast->first : NULL;
    side->shape = b ? cast->number : NULL;
    side->handle = NULL;
}

/* The bodies, by index. */
static void set_bodies(hail_side *side, const hail_cast_sweeps *s) {
    const hail_layer *layer = s->layer;
    const bool equal = s->bodies.most == 1 && layer_uniform(layer);
    side->x = layer_floats(layer, COLUMN_X);
    side->y = layer_floats(layer, COLUMN_Y);
    side->dx = side->dy = side->radius = NULL;
    side->uniform_radius =
        equal ? shape_row(s->cast->scope->world->shapes, layer->uniform_shape)[HAIL_TEMPLATE_ROUNDING] : -1.0f;
    side->cos = layer_floats(layer, COLUMN_COS);
    side->sin = layer_floats(layer, COLUMN_SIN);
    side->scale = layer_floats(layer, COLUMN_SCALE);
    side->shape = layer_words(layer, COLUMN_SHAPE);
    side->handle = NULL;
}

/* Whether pairs must be gathered: they have parts, or templates of the caller's and the world's. Circles that are cast
 * and layers of equal circles have radii, and need no templates. */
static bool are_apart(const hail_cast_sweeps *s) {
    const hail_cast *cast = s->cast;
    if (cast->kinds->composed || s->layer->composed)
        return true;
    const bool equal = s->bodies.most == 1 && layer_uniform(s->layer);
    return cast->list && cast->list->convexes && !casts_are_circles(cast) && !equal;
}

/* Sets the sides and templates of whole pairs. If one side needs only one template, it need not be looked up. */
static void set_sides(hail_cast_sweeps *s) {
    const hail_cast *cast = s->cast;
    const hail_layer *layer = s->layer;
    const bool theirs = cast->list && cast->list->convexes && !casts_are_circles(cast);
    const float *rows = theirs ? cast->list->convexes->words : shape_row(cast->scope->world->shapes, 0);
    hail_narrow_job *job = &s->all.job;
    set_casts(&job->one, cast);
    set_bodies(&job->two, s);
    job->templates = rows;
    if (casts_are_circles(cast) && layer->uniform_shape) {
        job->templates = rows + (size_t)layer->uniform_shape * HAIL_TEMPLATE_WORDS;
        job->two.shape = NULL;
    } else if (!casts_are_circles(cast) && job->two.uniform_radius >= 0.0f && !cast->list->shape) {
        job->templates = rows + (size_t)cast->number[0] * HAIL_TEMPLATE_WORDS;
        job->one.shape = NULL;
    }
}

void hail_cast_sweeps_begin(hail_cast_sweeps *s, const hail_cast *cast, const hail_layer *layer) {
    s->cast = cast;
    s->layer = layer;
    s->limit = NULL;
    s->known = NULL;
    s->ready = false;
}

static void make_ready(hail_cast_sweeps *s) {
    const hail_cores any = {1, HAIL_MAX_VERTICES};
    const hail_cast *cast = s->cast;
    const uint8_t header[4] = {HAIL_CONTACT_BODY, 1, 0, 0}; /* kind, count, layers */
    s->bodies = cores_of(cast->scope->world->shapes, s->layer);
    s->number = UINT32_MAX;
    s->first.contact.kind = 0;
    s->apart = are_apart(s);
    s->ready = true;
    if (s->apart) {
        const hail_cast_pairs_options options = {
            .a = cast->kinds->composed ? any : cast->kinds->cores, .b = s->bodies, .take = take_part, .user = s};
        hail_cast_pairs_begin(&s->pairs, cast, &options);
        return;
    }
    s->all.kernels = cast->scope->kernels;
    s->all.question = ASK_SWEEP;
    s->all.job.rounded = s->all.job.manifold = true;
    s->all.job.from_end = false;
    memcpy(&s->all.job.header, header, sizeof header);
    dispatch_set_cores(&s->all, cast->kinds->cores, s->bodies);
    set_sides(s);
}

void hail_cast_sweep(hail_cast_sweeps *s, const uint32_t *query, const uint32_t *index, uint32_t count,
                     hail_contact *contacts) {
    uint32_t row[CAST_PAIRS];
    if (!s->ready)
        make_ready(s);
    if (s->apart) {
        sweep_gathered(s, query, index, count, contacts);
        return;
    }
    for (uint32_t k = 0; k < count; k++)
        row[k] = k;
    s->all.job.rows = (float *)(void *)contacts;
    if (count)
        hail_dispatch_pairs(&s->all, query, index, row, count);
}

/* ---- Times ------------------------------------------------------------------------------------------------------- */

void hail_cast_set_times(hail_cast_sweeps *s, hail_cast_list *list) {
    const hail_cast *cast = s->cast;
    hail_contact contacts[CAST_PAIRS];
    float limit[CAST_BLOCK];
    if (!s->ready)
        make_ready(s);
    if (s->apart && cast->capacity == 1 && !cast->counting) {
        memcpy(limit, cast->limit, cast->count * sizeof *limit);
        s->limit = limit;
    }
    for (uint32_t first = 0; first < list->count; first += CAST_PAIRS) {
        const uint32_t left = list->count - first, count = left < CAST_PAIRS ? left : CAST_PAIRS;
        s->time = list->time + first;
        hail_cast_sweep(s, list->query + first, list->index + first, count, contacts);
        for (uint32_t k = 0; k < count; k++)
            list->time[first + k] = contacts[k].kind ? contacts[k].t : HAIL_CAST_MISS;
    }
    s->limit = NULL;
}
