/* tests/queries/query_oracle.c - the oracle of query_oracle.h: filters, lists, bodies. */
#include "query_oracle.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "narrow/batch_oracle.h"

/* ---- Filters ----------------------------------------------------------------------------------------------------- */

bool filter_lets(const hail_query_filter *f, size_t query, const seen *b) {
    if (f == NULL)
        return true;
    const uint64_t all = f->layers != 0 ? f->layers : UINT64_MAX;
    const uint64_t own = f->each_layers != NULL && f->each_layers[query] != 0 ? f->each_layers[query] : UINT64_MAX;
    const uint32_t group = f->each_group != NULL ? f->each_group[query] : f->group;
    const uint32_t category = f->each_category != NULL ? f->each_category[query] : f->category;
    const uint32_t mask = f->each_mask != NULL ? f->each_mask[query] : f->mask;
    const hail_handle except = f->each_except != NULL ? f->each_except[query] : f->except;
    if ((all & own & HAIL_LAYER(b->layer)) == 0 || (group != 0 && group == b->group))
        return false;
    if ((category != 0 && (category & b->mask) == 0) || (mask != 0 && (mask & b->category) == 0))
        return false;
    return except.slot != b->handle.slot || except.generation != b->handle.generation;
}

uint32_t filter_finds(const hail_query_filter *f) { return f == NULL || f->find == 0 ? HAIL_FIND_BODIES : f->find; }

bool filter_lets_wall(const hail_query_filter *f, uint32_t kinds) {
    return f == NULL || f->wall_kinds == 0 || (f->wall_kinds & kinds) != 0;
}

static bool wants(const asker *a, uint32_t what) { return (filter_finds(a->filter) & what) != 0; }

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

void musts_clear(musts *m) { m->count = 0, m->others = 0; }

void musts_free(musts *m) {
    free(m->list);
    free(m->other);
    memset(m, 0, sizeof *m);
}

static void append(must **list, size_t *count, size_t *room, const must *one) {
    if (*count == *room) {
        *room = *room * 2 + 64;
        *list = realloc(*list, *room * sizeof **list);
        if (*list == NULL)
            abort();
    }
    (*list)[(*count)++] = *one;
}

void musts_add(musts *m, const must *one) { append(&m->list, &m->count, &m->room, one); }
void musts_add_other(musts *m, const must *one) { append(&m->other, &m->others, &m->other_room, one); }

static int by_layer(const void *one, const void *other) {
    const hail_query_hit *a = &((const must *)one)->hit, *b = &((const must *)other)->hit;
    if (a->layer != b->layer)
        return a->layer < b->layer ? -1 : 1;
    return (a->body.slot > b->body.slot) - (a->body.slot < b->body.slot);
}

static int by_distance(const void *one, const void *other) {
    const hail_query_hit *a = &((const must *)one)->hit, *b = &((const must *)other)->hit;
    if (a->distance < b->distance || a->distance > b->distance)
        return a->distance < b->distance ? -1 : 1;
    return by_layer(one, other);
}

static int by_time(const void *one, const void *other) {
    const hail_query_hit *a = &((const must *)one)->hit, *b = &((const must *)other)->hit;
    if (a->t < b->t || a->t > b->t)
        return a->t < b->t ? -1 : 1;
    return by_layer(one, other);
}

static void sort_by(musts *m, int (*order)(const void *, const void *)) {
    if (m->count > 0)
        qsort(m->list, m->count, sizeof *m->list, order);
}

must must_of(const seen *b) {
    must m = {.hit = {.body = b->handle, .user = b->user, .kind = HAIL_CONTACT_BODY}};
    m.hit.layer = (uint8_t)b->layer;
    return m;
}

must must_of_tile(uint32_t cell, uint32_t kind) {
    return (must){.hit = {.part = cell, .kind = HAIL_CONTACT_TILE, .layer = HAIL_TILES, .feature = (uint8_t)kind}};
}

must must_of_wall(uint32_t wall, uint32_t kind) {
    must m = {.hit = {.part = wall, .kind = HAIL_CONTACT_WALL, .feature = (uint8_t)kind}};
    m.hit.layer = HAIL_WALLS;
    return m;
}

/* ---- Askers ------------------------------------------------------------------------------------------------------ */

void asker_free(asker *a) { pieces_free(&a->of); }

void asker_shape(asker *a, const hail_shape *shape, const hail_convex *convex, const seen *pose) {
    pieces_clear(&a->of);
    a->at = *pose, a->ray = false;
    if (convex != NULL) {
        pieces_add_convex(&a->of, convex, &a->at, 0);
        return;
    }
    a->at.shape = *shape;
    pieces_add_shape(&a->of, a->v->shapes, a->v->sprites, &a->at, 0);
}

void asker_point(asker *a, float x, float y, float dx, float dy) {
    hail_convex dot;
    const seen pose = {.x = x, .y = y, .dx = dx, .dy = dy, .cos = 1.0f, .scale = 1.0f};
    cr_assert_eq(hail_convex_circle(0.0f, &dot), HAIL_OK);
    asker_shape(a, NULL, &dot, &pose);
    a->ray = true;
}

static hail_batch batch_of(const asker *a, uint32_t piece, const pieces *b, hail_convex **shapes, uint32_t **index) {
    const size_t count = b->count;
    *shapes = malloc((count + 1) * sizeof **shapes), *index = calloc(count + 1, sizeof **index);
    if (*shapes == NULL || *index == NULL)
        abort();
    memcpy(*shapes, b->shape, count * sizeof **shapes);
    (*shapes)[count] = a->of.shape[piece];
    (*index)[count] = (uint32_t)count;
    hail_batch batch = {.a = a->of.rows, .b = b->rows, .count = count};
    batch.a.convexes = *shapes, batch.a.shape_count = count + 1, batch.b.convexes = NULL;
    batch.a.x += piece, batch.a.y += piece, batch.a.cos += piece, batch.a.sin += piece, batch.a.scale += piece;
    batch.a.dx += piece, batch.a.dy += piece, batch.a.shape = *index + count, batch.a.count = 1;
    batch.b.dx = batch.b.dy = NULL; /* at rest */
    batch.index_a = *index, batch.index_b = b->number;
    return batch;
}

void asker_collide(const asker *a, uint32_t piece, const pieces *b, bool swept, hail_contact *contacts) {
    hail_convex *shapes;
    uint32_t *index;
    if (b->count == 0)
        return;
    const hail_batch batch = batch_of(a, piece, b, &shapes, &index);
    const hail_status status = swept ? hail_batch_sweep(&batch, contacts) : hail_batch_collide(&batch, contacts);
    cr_assert_eq(status, HAIL_OK, "%s", hail_status_text(status));
    free(shapes);
    free(index);
}

static void *room_for(size_t count, size_t size) {
    void *block = calloc(count + 1, size);
    if (block == NULL)
        abort();
    return block;
}

/* ---- Overlaps ---------------------------------------------------------------------------------------------------- */

/* Which pieces of bodies each touches: 1, 0; the first part of those that touch wins. */
static uint8_t *touched_pieces(const asker *a) {
    uint8_t *touched = room_for(a->v->of.count, 1);
    hail_contact *contact = room_for(a->v->of.count, sizeof *contact);
    for (uint32_t piece = 0; piece < a->of.count; piece++) {
        asker_collide(a, piece, &a->v->of, false, contact);
        for (uint32_t k = 0; k < a->v->of.count; k++)
            touched[k] |= contact[k].kind != 0;
    }
    free(contact);
    return touched;
}

/* Of a body without sprites: the first part that is touched. */
static bool first_touched(const uint8_t *touched, const seen *b, uint32_t *part) {
    for (uint32_t k = 0; k < b->parts; k++) {
        *part = k;
        if (touched[b->first + k] != 0)
            return true;
    }
    return false;
}

static void add_overlapped(const asker *a, musts *to) {
    uint8_t *touched = touched_pieces(a);
    for (size_t i = 0; i < a->v->bodies; i++) {
        const seen *b = &a->v->body[i];
        const bool pixels = b->sprite != NO_SPRITE || a->at.sprite != NO_SPRITE;
        must m = must_of(b);
        if (!filter_lets(a->filter, a->query, b))
            continue;
        uint32_t part = 0;
        const int found = pixels ? asker_touches_sprite(a, b, &part) : first_touched(touched, b, &part);
        m.maybe = found < 0, m.loose = pixels, m.hit.part = part;
        if (found != 0)
            musts_add(to, &m);
    }
    free(touched);
}

void must_in_shape(asker *a, musts *to) {
    musts_clear(to);
    if (wants(a, HAIL_FIND_BODIES))
        add_overlapped(a, to);
    if (wants(a, HAIL_FIND_TILES) && a->v->map != NULL)
        must_add_tiles(a, to);
    if (wants(a, HAIL_FIND_WALLS))
        must_add_walls(a, to);
}

void must_at_point(asker *a, float x, float y, musts *to) {
    asker_point(a, x, y, 0.0f, 0.0f);
    musts_clear(to);
    if (wants(a, HAIL_FIND_BODIES))
        add_overlapped(a, to);
    if (wants(a, HAIL_FIND_TILES) && a->v->map != NULL)
        must_add_march(a, to);
    if (wants(a, HAIL_FIND_WALLS))
        must_add_walls(a, to);
}

/* ---- Casts ------------------------------------------------------------------------------------------------------- */

/* Every piece of the asker against every piece of the bodies: sweeps, and whether they touch at the start. */
typedef struct swept {
    hail_contact *hit;    /* pieces of bodies by pieces of the asker */
    uint8_t *touched;     /* pieces of bodies */
    hail_contact *pixels; /* bodies that are sprites, or all for a sprite */
} swept;

static swept sweep_all(const asker *a) {
    const uint32_t count = a->v->of.count;
    swept s = {.hit = room_for((size_t)count * a->of.count, sizeof *s.hit), .touched = touched_pieces(a)};
    for (uint32_t piece = 0; piece < a->of.count; piece++)
        asker_collide(a, piece, &a->v->of, true, s.hit + (size_t)count * piece);
    s.pixels = room_for(a->v->bodies, sizeof *s.pixels);
    if (a->v->sprites != NULL)
        asker_sweeps_sprites(a, s.pixels);
    return s;
}

static must must_of_hit(const asker *a, must m, const hail_contact *c) {
    m.hit.t = c->t, m.hit.x = c->x[0], m.hit.y = c->y[0];
    m.hit.normal_x = -c->normal_x, m.hit.normal_y = -c->normal_y;
    m.hit.distance = c->t > 0.0f ? c->t * sqrtf(a->at.dx * a->at.dx + a->at.dy * a->at.dy) : -c->depth[0];
    return m;
}

static must body_hit(const asker *a, const seen *b, const hail_contact *c, uint32_t part, bool touched, bool pixels) {
    must m = must_of_hit(a, must_of(b), c);
    if (a->ray && !(c->t > 0.0f))
        m.hit.x = a->at.x, m.hit.y = a->at.y;
    m.hit.part = part, m.hit.feature = c->feature_b;
    m.hit.inside = !(c->t > 0.0f) && touched;
    m.inside_either = !(c->t > 0.0f) && (pixels || !touched);
    return m;
}

bool asker_passes(const asker *a, uint32_t piece, uint32_t of_body, const hail_contact *c) {
    hail_convex_info own, other;
    cr_assert_eq(hail_convex_describe(&a->of.shape[piece], &own), HAIL_OK);
    cr_assert_eq(hail_convex_describe(&a->v->of.shape[of_body], &other), HAIL_OK);
    const float radii = own.radius * a->at.scale + other.radius * a->v->of.rows.scale[of_body];
    const float deepest = (fabsf(a->at.x) + fabsf(a->at.y)) * 0x1p-22f + radii * 0x1p-20f;
    return !(c->t > 0.0f) && c->depth[0] <= deepest &&
           a->at.dx * c->normal_x + a->at.dy * c->normal_y <= (fabsf(a->at.dx) + fabsf(a->at.dy)) * 1.0e-6f;
}

static void add_hit(const asker *a, const swept *s, size_t body, musts *to) {
    const seen *b = &a->v->body[body];
    const bool pixels = b->sprite != NO_SPRITE || a->at.sprite != NO_SPRITE;
    must best = {.hit = {.kind = 0}};
    bool touched = false, best_passes = false;
    if (pixels && s->pixels[body].kind != 0) {
        best = body_hit(a, b, &s->pixels[body], s->pixels[body].part_b, true, true);
        musts_add(to, &best);
    }
    for (uint32_t k = 0; k < b->parts; k++)
        touched = touched || s->touched[b->first + k] != 0;
    for (uint32_t k = 0; k < b->parts * a->of.count && !pixels; k++) {
        const uint32_t part = k / a->of.count, piece = k % a->of.count;
        const hail_contact *c = &s->hit[(size_t)a->v->of.count * piece + b->first + part];
        const must one = body_hit(a, b, c, part, touched, false);
        const bool past = c->kind != 0 && asker_passes(a, piece, b->first + part, c);
        if (c->kind != 0 && (best.hit.kind == 0 || (best_passes == past ? c->t < best.hit.t : best_passes)))
            best = one, best_passes = past;
        if (c->kind != 0)
            musts_add_other(to, &one); /* counts if it turns out to be as soon */
    }
    if (!pixels && best.hit.kind != 0)
        musts_add(to, &best);
}

static void add_hits(const asker *a, musts *to) {
    swept s = sweep_all(a);
    for (size_t i = 0; i < a->v->bodies; i++)
        if (filter_lets(a->filter, a->query, &a->v->body[i]))
            add_hit(a, &s, i, to);
    free(s.hit);
    free(s.touched);
    free(s.pixels);
}

void must_on_cast(asker *a, musts *to) {
    musts_clear(to);
    if (wants(a, HAIL_FIND_BODIES))
        add_hits(a, to);
    if (wants(a, HAIL_FIND_TILES) && a->v->map != NULL)
        must_add_swept_tiles(a, to);
    if (wants(a, HAIL_FIND_WALLS))
        must_add_swept_walls(a, to);
    sort_by(to, by_time);
}

void must_on_ray(asker *a, float x, float y, float dx, float dy, musts *to) {
    asker_point(a, x, y, dx, dy);
    musts_clear(to);
    if (wants(a, HAIL_FIND_BODIES))
        add_hits(a, to);
    if (wants(a, HAIL_FIND_TILES) && a->v->map != NULL)
        must_add_march(a, to);
    if (wants(a, HAIL_FIND_WALLS))
        must_add_swept_walls(a, to);
    sort_by(to, by_time);
}

/* From the end with the smaller x, then y. */
void must_see(asker *a, float x, float y, float to_x, float to_y, musts *to) {
    const bool turned = to_x < x || (!(to_x > x) && to_y < y);
    must_on_ray(a, turned ? to_x : x, turned ? to_y : y, turned ? x - to_x : to_x - x, turned ? y - to_y : to_y - y,
                to);
}

/* ---- Nearest ----------------------------------------------------------------------------------------------------- */

static hail_gap *gaps_of(const asker *a) {
    hail_gap *gap = room_for(a->v->of.count, sizeof *gap);
    hail_convex *shapes;
    uint32_t *index;
    if (a->v->of.count == 0)
        return gap;
    const hail_batch batch = batch_of(a, 0, &a->v->of, &shapes, &index);
    cr_assert_eq(hail_batch_distance(&batch, gap), HAIL_OK);
    free(shapes);
    free(index);
    return gap;
}

static must near_part(const asker *a, const seen *b, const hail_gap *g, uint32_t part, hail_distance_to measure) {
    must m = must_of(b);
    const float dx = a->at.x - b->x, dy = a->at.y - b->y;
    m.hit.part = part, m.hit.feature = g->feature_b, m.hit.inside = g->distance <= 0.0f;
    m.hit.distance = measure == HAIL_TO_CENTRE ? sqrtf(dx * dx + dy * dy) : g->distance;
    m.hit.x = g->bx, m.hit.y = g->by, m.hit.normal_x = -g->normal_x, m.hit.normal_y = -g->normal_y;
    return m;
}

void must_be_near(asker *a, float x, float y, float radius, hail_distance_to measure, musts *to) {
    asker_point(a, x, y, 0.0f, 0.0f);
    musts_clear(to);
    hail_gap *gap = gaps_of(a);
    for (size_t i = 0; i < a->v->bodies; i++) {
        const seen *b = &a->v->body[i];
        uint32_t nearest = 0;
        for (uint32_t k = 1; k < b->parts; k++)
            if (gap[b->first + k].distance < gap[b->first + nearest].distance)
                nearest = k;
        const must best = near_part(a, b, &gap[b->first + nearest], nearest, measure);
        if (!filter_lets(a->filter, a->query, b) || (radius > 0.0f && best.hit.distance > radius))
            continue;
        musts_add(to, &best);
        for (uint32_t k = 0; k < b->parts; k++) {
            const must one = near_part(a, b, &gap[b->first + k], k, measure);
            if (gap[b->first + k].distance <= gap[b->first + nearest].distance)
                musts_add_other(to, &one);
        }
    }
    free(gap);
    sort_by(to, by_distance);
}
