/* Rays, casts and lines of sight against a twin: a world with the same bodies and walls, in which every query is a
 * body that moves along its path under a HAIL_SWEPT rule. Hits must be the very bits of that world's contacts.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that world alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "query_sets.h"
#include "shared/contexts.h"
#include "shared/random_world.h"
#include "sectors/walls_inputs.h"
#include "sprites/sprite_inputs.h"
#include "step/parts_world.h"

enum { SCENES = 150, SHAPES = 14, LAYERS = 3, EACH = 70, QUERIES = 150, BULLETS = 40, MOST = 512 };
#define ANY (UINT32_C(1) << 30) /* the twin's bodies that move collide with all others */

static const uint32_t layer_of[LAYERS] = {0, 5, 63};

/* What a seed says. */
typedef struct scene {
    uint64_t seed;
    sprite_cast *sprites;
    soup walls;
    hail_sectors *map;
    hail_convex part[SHAPES][PARTS_MOST];
    uint32_t parts[SHAPES]; /* 0: the shape is a sprite; 1: simple */
    uint32_t sprite[SHAPES];
    uint32_t columns[LAYERS], circles; /* bits: layers of circles only */
    float x[LAYERS][EACH], y[LAYERS][EACH], angle[LAYERS][EACH], scale[LAYERS][EACH];
    uint32_t group[LAYERS][EACH], category[LAYERS][EACH], mask[LAYERS][EACH], which[LAYERS][EACH];
    uint64_t user[LAYERS][EACH];
    float cell;
    bool rays;   /* queries are rays */
    bool simple; /* queries are shapes of the caller's */
    float qx[QUERIES], qy[QUERIES], qdx[QUERIES], qdy[QUERIES], qangle[QUERIES], qcos[QUERIES], qsin[QUERIES],
        qscale[QUERIES];
    uint32_t qshape[QUERIES], qgroup[QUERIES], qcategory[QUERIES], qmask[QUERIES];
    uint64_t qlayers[QUERIES];
    hail_handle qexcept[QUERIES];
    hail_query_filter filter;
} scene;

/* A multiple of a unit: starts and displacements are exact, and so are their sums. */
static float dyadic(uint64_t *state, float unit, float most) {
    return roundf(random_range(state, -most, most)) * unit + 0.0f; /* no -0 */
}

static void make_shapes(scene *t, uint64_t *state, bool lattice) {
    for (uint32_t k = 0; k < SHAPES; k++) {
        hail_sprite_info info = {0};
        const uint32_t kind = k < 4 ? 1 : random_pick(state, 4);
        t->parts[k] = kind == 0 ? 0 : kind == 1 ? 1 : kind == 2 ? 1 : 2 + random_pick(state, 6);
        for (uint32_t p = 0; p < PARTS_MOST; p++)
            t->part[k][p] = parts_convex(state, 9.0f, t->parts[k] > 1 ? 14.0f : 2.0f, lattice);
        if (k < 4)
            hail_convex_circle(lattice ? (float)(k * 3) : random_range(state, 0.0f, 20.0f), &t->part[k][0]);
        while (info.opaque == 0) {
            t->sprite[k] = random_pick(state, SPRITE_DRAWINGS);
            cr_assert_eq(hail_spriteset_describe(t->sprites->set, t->sprite[k], &info), HAIL_OK);
        }
    }
}

static void make_bodies(scene *t, uint64_t *state, bool lattice) {
    for (uint32_t n = 0; n < LAYERS; n++) {
        t->columns[n] = (uint32_t)random_bits(state) & HAIL_ALL_COLUMNS & ~(uint32_t)(HAIL_LIFE | HAIL_DISPLACEMENT);
        t->circles |= (random_pick(state, 3) == 0 ? 1u : 0u) << n;
        const bool uniform = random_pick(state, 2) == 0, rare = random_pick(state, 3) == 0;
        for (uint32_t i = 0; i < EACH; i++) {
            const float far = random_pick(state, 30) == 0 ? 4000.0f : 170.0f;
            t->x[n][i] = lattice ? dyadic(state, 1.0f, far) : random_range(state, -far, far);
            t->y[n][i] = lattice ? dyadic(state, 1.0f, far) : random_range(state, -far, far);
            t->angle[n][i] = random_pick(state, 4) == 0 ? 0.0f : random_range(state, -3.2f, 3.2f);
            t->scale[n][i] = random_pick(state, 9) == 0 ? 0.0f : random_range(state, 0.1f, 1.6f);
            t->scale[n][i] *= rare && random_pick(state, 20) == 0 ? 30.0f : 1.0f;
            t->group[n][i] = random_pick(state, 3);
            random_masks(state, &t->category[n][i], &t->mask[n][i]);
            t->category[n][i] |= ANY, t->mask[n][i] |= ANY;
            t->user[n][i] = random_bits(state);
            t->which[n][i] = t->circles >> n & 1 ? random_pick(state, 4) : random_pick(state, SHAPES);
            t->which[n][i] = uniform ? t->which[n][0] : t->which[n][i];
            /* Steps first look at the polygon around a compound, which misses some touches if it is a point. */
            t->scale[n][i] = t->parts[t->which[n][i]] > 1 && t->scale[n][i] == 0.0f ? 1.0f : t->scale[n][i];
        }
    }
}

static void make_queries(scene *t, uint64_t *state) {
    static const float units[] = {1.0f / 16, 1.0f / 16, 1.0f, 64.0f};
    t->rays = random_pick(state, 2) == 0;
    t->simple = random_pick(state, 2) == 0;
    for (uint32_t i = 0; i < QUERIES; i++) {
        const float unit = units[random_pick(state, 4)],
                    longest = (random_pick(state, 3) == 0 ? 4096.0f : 200.0f) / unit;
        t->qx[i] = dyadic(state, unit, (random_pick(state, 9) == 0 ? 4096.0f : 200.0f) / unit);
        t->qy[i] = dyadic(state, unit, (random_pick(state, 9) == 0 ? 4096.0f : 200.0f) / unit);
        t->qdx[i] = random_pick(state, 6) == 0 ? 0.0f : dyadic(state, unit, longest);
        t->qdy[i] = random_pick(state, 6) == 0 ? 0.0f : dyadic(state, unit, longest);
        if (random_pick(state, 3) == 0) { /* through the middle */
            t->qdx[i] = 0.0f - 2.0f * t->qx[i];
            t->qdy[i] = 0.0f - 2.0f * t->qy[i];
        }
        t->qangle[i] = random_range(state, -3.2f, 3.2f);
        t->qscale[i] = random_pick(state, 9) == 0 ? 0.0f : random_range(state, 0.1f, 2.0f);
        t->qshape[i] = random_pick(state, SHAPES);
        t->qscale[i] = t->parts[t->qshape[i]] > 1 && t->qscale[i] == 0.0f ? 1.0f : t->qscale[i]; /* see below */
        t->qgroup[i] = random_pick(state, 3);
        random_masks(state, &t->qcategory[i], &t->qmask[i]);
        t->qlayers[i] = random_bits(state);
    }
}

static scene *scene_make(uint64_t seed) {
    uint64_t state = seed * 0x9e3779b97f4a7c15u + 5;
    scene *t = calloc(1, sizeof *t);
    const bool lattice = seed % 4 == 3;
    if (!t)
        abort();
    t->seed = seed;
    t->sprites = sprite_cast_make(seed, 24);
    soup_make(&t->walls, &state, 0.0f, lattice, false);
    t->map = soup_map(&t->walls, 0.0f, NULL);
    t->cell = random_pick(&state, 3) == 0 ? 50.0f : 0.0f;
    make_shapes(t, &state, lattice);
    make_bodies(t, &state, lattice);
    make_queries(t, &state);
    return t;
}

static void scene_free(scene *t) {
    hail_sectors_destroy(t->map);
    sprite_cast_free(t->sprites);
    free(t);
}

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

typedef struct place {
    hail_world *world;
    hail_shape shape[SHAPES + 1]; /* the last one is a point */
    hail_handle handle[LAYERS][EACH];
} place;

static void add_shapes(const scene *t, place *p) {
    hail_shapeset *set = hail_world_shapes(p->world);
    for (uint32_t k = 0; k < SHAPES; k++) {
        const hail_status status = t->parts[k] == 0
                                       ? hail_shape_sprite(set, t->sprites->set, t->sprite[k], &p->shape[k])
                                   : t->parts[k] == 1 ? hail_shape_add(set, &t->part[k][0], &p->shape[k])
                                                      : hail_shape_compound(set, t->part[k], t->parts[k], &p->shape[k]);
        cr_assert_eq(status, HAIL_OK, "seed %llu: shape %u: %s", (unsigned long long)t->seed, k,
                     hail_status_text(status));
    }
    cr_assert_eq(hail_shape_circle(set, 0.0f, &p->shape[SHAPES]), HAIL_OK);
}

static place place_make(const scene *t, size_t variant) {
    place p = {0};
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context = variant_context(hail_variant_name(variant % hail_variant_count()));
    options.cell = t->cell;
    cr_assert_eq(hail_world_create(&options, &p.world), HAIL_OK);
    add_shapes(t, &p);
    cr_assert_eq(hail_world_set_sectors(p.world, t->map), HAIL_OK);
    for (uint32_t n = 0; n < LAYERS; n++) {
        const uint32_t columns = t->columns[n];
        hail_shape shape[EACH];
        const hail_spawn_columns from = {.x = t->x[n],
                                         .y = t->y[n],
                                         .shape = shape,
                                         .angle = columns & HAIL_ROTATION ? t->angle[n] : NULL,
                                         .scale = columns & HAIL_SCALE ? t->scale[n] : NULL,
                                         .group = columns & HAIL_GROUP ? t->group[n] : NULL,
                                         .category = columns & HAIL_MASK ? t->category[n] : NULL,
                                         .mask = columns & HAIL_MASK ? t->mask[n] : NULL,
                                         .user = columns & HAIL_USER ? t->user[n] : NULL};
        for (uint32_t i = 0; i < EACH; i++)
            shape[i] = p.shape[t->which[n][i]];
        cr_assert_eq(hail_layer_configure(p.world, layer_of[n], &(hail_layer_options){.columns = columns}), HAIL_OK);
        cr_assert_eq(hail_spawn(p.world, layer_of[n], NULL, &from, EACH, p.handle[n]), HAIL_OK);
        cr_assert_eq(hail_set_enabled(p.world, &p.handle[n][7], 1, false), HAIL_OK);
    }
    return p;
}

/* ---- What the twin finds ----------------------------------------------------------------------------------------- */

typedef struct answer {
    const scene *t;
    hail_handle bullet[QUERIES];
    uint32_t first_slot;
    hail_contact best; /* of the pair whose parts come in now */
    uint32_t query, count[QUERIES];
    hail_query_hit hit[QUERIES][MOST];
} answer;

static void body_values(const scene *t, const place *p, const hail_contact *c, uint32_t *n, uint32_t *i) {
    for (*n = 0; *n < LAYERS - 1 && layer_of[*n] != c->layer_b; (*n)++)
        continue;
    for (*i = 0; *i < EACH - 1 && p->handle[*n][*i].slot != c->b.slot; (*i)++)
        continue;
    (void)t;
}

static bool found_by(const scene *t, const place *p, const hail_contact *c, uint32_t q, uint32_t n, uint32_t i) {
    const hail_query_filter *f = &t->filter;
    const uint32_t columns = t->columns[n];
    const uint32_t group = f->each_group ? f->each_group[q] : f->group,
                   category = f->each_category ? f->each_category[q] : f->category,
                   mask = f->each_mask ? f->each_mask[q] : f->mask,
                   own_group = columns & HAIL_GROUP ? t->group[n][i] : 0,
                   own_category = columns & HAIL_MASK ? t->category[n][i] : 1,
                   own_mask = columns & HAIL_MASK ? t->mask[n][i] : UINT32_MAX;
    const hail_handle except = f->each_except ? f->each_except[q] : f->except;
    const uint64_t layers = f->layers ? f->layers : UINT64_MAX,
                   each = f->each_layers && f->each_layers[q] ? f->each_layers[q] : UINT64_MAX;
    (void)p;
    return (layers & each) >> c->layer_b & 1 && !(group && group == own_group) && (!category || category & own_mask) &&
           (!mask || mask & own_category) && !(except.slot == c->b.slot && except.generation == c->b.generation);
}

static hail_query_hit hit_of(const scene *t, uint32_t q, const hail_contact *c) {
    const float dx = t->qdx[q], dy = t->qdy[q];
    const bool at_start = t->rays && c->kind == HAIL_CONTACT_BODY && c->t == 0.0f;
    return (hail_query_hit){.body = c->b,
                            .part = c->part_b,
                            .kind = c->kind,
                            .layer = c->layer_b,
                            .feature = c->feature_b,
                            .inside = c->t == 0.0f,
                            .t = c->t,
                            .distance = c->t > 0.0f ? c->t * sqrtf(dx * dx + dy * dy) : 0.0f - c->depth[0],
                            .x = at_start ? t->qx[q] : c->x[0],
                            .y = at_start ? t->qy[q] : c->y[0],
                            .normal_x = -c->normal_x + 0.0f,
                            .normal_y = -c->normal_y + 0.0f};
}

static float part_radius(const place *p, uint32_t shape, uint32_t part) {
    hail_convex_info info;
    cr_assert_eq(hail_shape_part(hail_world_shapes(p->world), &p->shape[shape], part, &info), HAIL_OK);
    return info.radius;
}

/* docs/arithmetic.md, "Casts": two parts only touch at the start. */
static bool passes(const scene *t, const place *p, const hail_contact *c, uint32_t q, uint32_t n, uint32_t i) {
    const float own = part_radius(p, t->rays ? SHAPES : t->qshape[q], c->part_a) * (t->rays ? 1.0f : t->qscale[q]);
    const float other =
        part_radius(p, t->which[n][i], c->part_b) * (t->columns[n] & HAIL_SCALE ? t->scale[n][i] : 1.0f);
    const float deepest = (fabsf(t->qx[q]) + fabsf(t->qy[q])) * 0x1p-22f + (own + other) * 0x1p-20f;
    return c->t == 0.0f && c->depth[0] <= deepest &&
           t->qdx[q] * c->normal_x + t->qdy[q] * c->normal_y <= (fabsf(t->qdx[q]) + fabsf(t->qdy[q])) * 1.0e-6f;
}

static bool better(const hail_contact *c, const hail_query_hit *than, uint32_t part_a, uint32_t than_part_a) {
    if (c->t != than->t)
        return c->t < than->t;
    return c->part_b != than->part ? c->part_b < than->part : part_a < than_part_a;
}

static const place *twin_place;
static uint32_t part_a_of[QUERIES][MOST];
static bool passes_of[QUERIES][MOST];

static void take_contacts(const hail_contact *contact, size_t count, void *user) {
    answer *a = user;
    for (size_t k = 0; k < count; k++) {
        const hail_contact *c = &contact[k];
        uint32_t q = c->a.slot - a->first_slot, n = 0, i = 0, at = 0;
        bool past = false;
        if (c->kind == HAIL_CONTACT_BODY) {
            body_values(a->t, twin_place, c, &n, &i);
            if (!found_by(a->t, twin_place, c, q, n, i))
                continue;
            past = passes(a->t, twin_place, c, q, n, i);
        }
        while (at < a->count[q] && (a->hit[q][at].layer != c->layer_b || a->hit[q][at].body.slot != c->b.slot))
            at++;
        if (at < a->count[q] &&
            !(past == passes_of[q][at] ? better(c, &a->hit[q][at], c->part_a, part_a_of[q][at]) : !past))
            continue;
        cr_assert_lt(at, (uint32_t)MOST);
        a->count[q] += at == a->count[q];
        a->hit[q][at] = hit_of(a->t, q, c);
        part_a_of[q][at] = c->part_a;
        passes_of[q][at] = past;
        a->hit[q][at].user = c->kind == HAIL_CONTACT_BODY && a->t->columns[n] & HAIL_USER ? a->t->user[n][i] : 0;
    }
}

static int by_order(const void *one, const void *other) {
    const hail_query_hit *a = one, *b = other;
    if (a->t != b->t)
        return a->t < b->t ? -1 : 1;
    if (a->layer != b->layer)
        return a->layer < b->layer ? -1 : 1;
    return a->body.slot < b->body.slot ? -1 : a->body.slot > b->body.slot;
}

/* Sends every query off as a body, and takes its hits. */
static void ask_twin(scene *t, answer *a) {
    static float end_x[QUERIES], end_y[QUERIES];
    place p = place_make(t, 0);
    static uint32_t any[QUERIES];
    hail_shape shape[QUERIES];
    const bool walls = (t->filter.find & HAIL_FIND_WALLS) != 0,
               bodies = !t->filter.find || t->filter.find & HAIL_FIND_BODIES;
    const hail_layer_options moved = {.columns = HAIL_ROTATION | HAIL_SCALE | HAIL_MASK | HAIL_DISPLACEMENT,
                                      .caller_moved = true};
    hail_columns c;
    for (uint32_t i = 0; i < QUERIES; i++) {
        any[i] = UINT32_MAX;
        end_x[i] = t->qx[i] + t->qdx[i];
        end_y[i] = t->qy[i] + t->qdy[i];
        shape[i] = t->rays ? p.shape[SHAPES] : p.shape[t->qshape[i]];
    }
    const hail_spawn_columns from = {.x = end_x,
                                     .y = end_y,
                                     .shape = shape,
                                     .category = any,
                                     .mask = any,
                                     .angle = t->rays ? NULL : t->qangle,
                                     .scale = t->rays ? NULL : t->qscale};
    cr_assert_eq(hail_layer_configure(p.world, BULLETS, &moved), HAIL_OK);
    cr_assert_eq(hail_spawn(p.world, BULLETS, NULL, &from, QUERIES, a->bullet), HAIL_OK);
    cr_assert_eq(hail_layer_columns(p.world, BULLETS, &c), HAIL_OK);
    a->first_slot = a->bullet[0].slot;
    for (uint32_t i = 0; i < QUERIES; i++) {
        const uint32_t q = c.handle[i].slot - a->first_slot;
        c.dx[i] = t->qdx[q];
        c.dy[i] = t->qdy[q];
        t->qcos[q] = c.cos[i];
        t->qsin[q] = c.sin[i];
    }
    for (uint32_t n = 0; n < LAYERS && bodies; n++)
        cr_assert_eq(hail_rule_set(p.world, BULLETS, layer_of[n], HAIL_SWEPT), HAIL_OK);
    const hail_rule rule = {
        .mode = HAIL_SWEPT, .layer_a = BULLETS, .layer_b = HAIL_WALLS, .kinds = t->filter.wall_kinds};
    if (walls)
        cr_assert_eq(hail_rule_configure(p.world, &rule), HAIL_OK);
    a->t = t;
    twin_place = &p;
    memset(a->count, 0, sizeof a->count);
    cr_assert_eq(hail_step(p.world, 0.0f, take_contacts, a), HAIL_OK);
    for (uint32_t q = 0; q < QUERIES; q++)
        qsort(a->hit[q], a->count[q], sizeof a->hit[q][0], by_order);
    cr_assert_eq(hail_world_destroy(p.world), HAIL_OK);
}

/* ---- The test ---------------------------------------------------------------------------------------------------- */

static void print_hit(const char *name, const hail_query_hit *h) {
    fprintf(stderr, "%s: kind %u layer %u slot %u part %u feature %u inside %u t %a at %a %a normal %a %a user %llx\n",
            name, h->kind, h->layer, h->body.slot, h->part, h->feature, h->inside, (double)h->t, (double)h->x,
            (double)h->y, (double)h->normal_x, (double)h->normal_y, (unsigned long long)h->user);
}

static void compare(const scene *t, const answer *a, uint32_t q, const hail_query_hit *hits, size_t capacity,
                    const uint32_t *counts) {
    const size_t wanted = a->count[q] < capacity ? a->count[q] : capacity;
    for (size_t k = 0; k < wanted; k++)
        if (memcmp(&hits[k], &a->hit[q][k], sizeof *hits) != 0) {
            print_hit("is", &hits[k]);
            print_hit("must be", &a->hit[q][k]);
            cr_assert_fail("seed %llu, query %u from %a %a by %a %a, shape %u, hit %zu of %zu",
                           (unsigned long long)t->seed, q, (double)t->qx[q], (double)t->qy[q], (double)t->qdx[q],
                           (double)t->qdy[q], t->qshape[q], k, capacity);
        }
    if (wanted < capacity && hits[wanted].kind)
        print_hit("is", &hits[wanted]);
    if (wanted < capacity)
        cr_assert_eq(hits[wanted].kind, 0, "seed %llu, query %u: more hits than %zu", (unsigned long long)t->seed, q,
                     wanted);
    if (counts)
        cr_assert_eq(counts[q], a->count[q], "seed %llu, query %u: counts %u, must be %u", (unsigned long long)t->seed,
                     q, counts[q], a->count[q]);
}

static void ask(const scene *t, const place *p, size_t capacity, bool counting, size_t first, size_t count,
                hail_query_hit *hits, uint32_t *counts) {
    hail_query_filter filter = t->filter;
    const hail_rays rays = {
        .x = t->qx + first, .y = t->qy + first, .dx = t->qdx + first, .dy = t->qdy + first, .count = count};
    hail_convex convexes[SHAPES];
    for (uint32_t k = 0; k < SHAPES; k++)
        convexes[k] = t->part[k][0];
    hail_shapes list = {.shapes = p->shape,
                        .shape_count = SHAPES,
                        .x = rays.x,
                        .y = rays.y,
                        .dx = rays.dx,
                        .dy = rays.dy,
                        .cos = t->qcos + first,
                        .sin = t->qsin + first,
                        .scale = t->qscale + first,
                        .shape = t->qshape + first,
                        .count = count};
    if (t->simple) {
        list.convexes = convexes;
        list.shapes = NULL;
    }
    filter.each_group = filter.each_group ? filter.each_group + first : NULL;
    filter.each_category = filter.each_category ? filter.each_category + first : NULL;
    filter.each_mask = filter.each_mask ? filter.each_mask + first : NULL;
    filter.each_layers = filter.each_layers ? filter.each_layers + first : NULL;
    filter.each_except = filter.each_except ? filter.each_except + first : NULL;
    hail_query_hit *to = capacity ? hits + first * capacity : NULL;
    uint32_t *number = counting ? counts + first : NULL;
    const hail_status status = t->rays ? hail_query_rays(p->world, &rays, &filter, capacity, to, number)
                                       : hail_query_casts(p->world, &list, &filter, capacity, to, number);
    cr_assert_eq(status, HAIL_OK, "seed %llu: %s", (unsigned long long)t->seed, hail_status_text(status));
}

/* Without order the hits are the same sets. */
static void check_sets(scene *t, const place *p, size_t capacity, bool counting, const hail_query_hit *hits) {
    hail_query_hit *other = malloc(sizeof *other * QUERIES * (capacity + 1));
    uint32_t counts[QUERIES];
    char at[64];
    snprintf(at, sizeof at, "seed %llu", (unsigned long long)t->seed);
    t->filter.order = HAIL_UNORDERED;
    ask(t, p, capacity, counting, 0, QUERIES, other, counts);
    t->filter.order = HAIL_ORDERED;
    same_sets(at, sizeof *hits, QUERIES, capacity, hits, other);
    free(other);
}

static void check_capacity(scene *t, const place *p, const answer *a, size_t capacity, bool counting, uint64_t *state) {
    hail_query_hit *hits = malloc(sizeof *hits * QUERIES * (capacity + 1));
    uint32_t counts[QUERIES];
    memset(hits, 0x55, sizeof *hits * QUERIES * (capacity + 1));
    for (size_t first = 0; first < QUERIES;) {
        size_t count = random_pick(state, 2) == 0 ? QUERIES : 1 + random_pick(state, 40);
        count = count < QUERIES - first ? count : QUERIES - first;
        ask(t, p, capacity, counting, first, count, hits, counts);
        first += count;
    }
    for (uint32_t q = 0; q < QUERIES; q++)
        compare(t, a, q, hits + q * capacity, capacity, counting ? counts : NULL);
    check_sets(t, p, capacity, counting, hits);
    free(hits);
}

static void check_sight(const scene *t, const place *p, const answer *a) {
    uint8_t clear[QUERIES];
    float to_x[QUERIES], to_y[QUERIES];
    for (uint32_t q = 0; q < QUERIES; q++) {
        to_x[q] = t->qx[q] + t->qdx[q];
        to_y[q] = t->qy[q] + t->qdy[q];
    }
    const hail_rays lines = {.x = t->qx, .y = t->qy, .to_x = to_x, .to_y = to_y, .count = QUERIES};
    cr_assert_eq(hail_query_sight(p->world, &lines, &t->filter, clear), HAIL_OK);
    for (uint32_t q = 0; q < QUERIES; q++)
        cr_assert_eq(clear[q], a->count[q] == 0, "seed %llu: line %u is %sclear", (unsigned long long)t->seed, q,
                     clear[q] ? "" : "not ");
}

/* Simple shapes of the caller's in place of the world's: none of them may be a compound or a sprite. */
static void make_simple(scene *t) {
    for (uint32_t q = 0; q < QUERIES && t->simple; q++)
        while (t->parts[t->qshape[q]] != 1)
            t->qshape[q] = (t->qshape[q] + 1) % SHAPES;
}

static void choose_filter(scene *t, const place *p, uint64_t *state) {
    const uint32_t finds[] = {0, HAIL_FIND_BODIES, HAIL_FIND_WALLS, HAIL_FIND_BODIES | HAIL_FIND_WALLS,
                              HAIL_FIND_BODIES | HAIL_FIND_WALLS};
    hail_query_filter *f = &t->filter;
    for (uint32_t q = 0; q < QUERIES; q++)
        t->qexcept[q] = p->handle[random_pick(state, LAYERS)][random_pick(state, EACH)];
    *f = (hail_query_filter){.find = finds[random_pick(state, 5)]};
    f->wall_kinds = random_pick(state, 3) == 0 ? 5 : 0;
    if (random_pick(state, 2) == 0)
        return;
    f->layers = random_pick(state, 3) == 0 ? HAIL_LAYER(0) | HAIL_LAYER(63) : 0;
    f->group = random_pick(state, 3), f->category = random_pick(state, 3), f->mask = random_pick(state, 3);
    f->except = p->handle[1][3];
    f->each_layers = random_pick(state, 3) == 0 ? t->qlayers : NULL;
    f->each_group = random_pick(state, 3) == 0 ? t->qgroup : NULL;
    f->each_category = random_pick(state, 3) == 0 ? t->qcategory : NULL;
    f->each_mask = random_pick(state, 3) == 0 ? t->qmask : NULL;
    f->each_except = random_pick(state, 3) == 0 ? t->qexcept : NULL;
}

static size_t run(uint64_t seed) {
    static const size_t capacities[] = {300, 1, 2, 3, 7};
    uint64_t state = seed * 77 + 3;
    scene *t = scene_make(seed);
    answer *a = calloc(1, sizeof *a);
    size_t hits = 0;
    make_simple(t);
    place p = place_make(t, seed);
    choose_filter(t, &p, &state);
    ask_twin(t, a);
    if (random_pick(&state, 2) == 0) /* queries then use the grids of a step */
        cr_assert_eq(hail_step(p.world, 0.0f, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_query_prepare(p.world, 0), HAIL_OK);
    for (size_t k = 0; k < sizeof capacities / sizeof *capacities; k++) {
        check_capacity(t, &p, a, capacities[k], false, &state);
        check_capacity(t, &p, a, capacities[k], true, &state);
    }
    check_capacity(t, &p, a, 0, true, &state);
    if (t->rays)
        check_sight(t, &p, a);
    for (uint32_t q = 0; q < QUERIES; q++)
        hits += a->count[q];
    cr_assert_eq(hail_world_destroy(p.world), HAIL_OK);
    scene_free(t);
    free(a);
    return hits;
}

Test(rays_twin, queries_find_what_bodies_hit) { cr_assert_gt(random_seeds_sum(SCENES, run), (size_t)SCENES * 10); }
