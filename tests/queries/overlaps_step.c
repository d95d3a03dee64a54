/* Overlaps against steps: the bodies of one layer, asked as shapes, find what their HAIL_PAIRS rules find: bodies,
 * cells and walls, with groups and masks. Then other variants, capacities and ways to split the call give the same, and
 * points and boxes find what the same shapes find.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that world alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "sectors/walls_inputs.h"
#include "shared/contexts.h"
#include "shared/random_world.h"
#include "sprites/ground.h"
#include "sprites/sprite_inputs.h"
#include "step/parts_world.h"

enum { WORLDS = 60, ASKING = 3, MOST = PARTS_LAYERS * PARTS_EACH + 4000 };

/* ---- A world ----------------------------------------------------------------------------------------------------- */

typedef struct scene {
    uint64_t seed;
    sprite_cast *cast;
    parts_plan *plan;
    ground_map ground;
    soup soup;
    hail_sectors *sectors;
    parts_world w;
    hail_columns asking; /* the columns of the layer that asks */
    hail_shape shape[PARTS_SHAPES];
    uint32_t which[PARTS_EACH], group[PARTS_EACH], category[PARTS_EACH], mask[PARTS_EACH];
    bool silent[PARTS_EACH]; /* rules let it touch nothing */
    stream contacts;
} scene;

/* Rules of the layer that asks alone. */
static void scene_plan(scene *s) {
    uint64_t state = s->seed * 77 + 1;
    s->cast = sprite_cast_make(s->seed, 20);
    s->plan = parts_plan_make(s->seed, s->seed % 3 == 0 ? NULL : s->cast->set);
    s->ground = ground_make(&state);
    soup_make(&s->soup, &state, 0.0f, s->seed % 4 == 3, s->seed % 5 == 4);
    s->sectors = soup_map(&s->soup, s->seed % 2 == 0 ? 0.0f : 40.0f, NULL);
    s->plan->map = s->ground.map;
    s->plan->dt = 0.0f;
    memset(s->plan->mode, 0, sizeof s->plan->mode);
    memset(s->plan->tiles, 0, sizeof s->plan->tiles);
    for (int m = 0; m < ASKING; m++)
        s->plan->mode[ASKING][m] = HAIL_PAIRS;
    s->plan->tiles[ASKING] = (hail_rule){
        .mode = HAIL_PAIRS, .kinds = s->seed % 2 ? HAIL_KIND(1) | HAIL_KIND(7) : 0, .whole_tiles = s->seed % 4 == 0};
}

/* The columns of the layer that asks, as a query takes them. */
static void scene_look(scene *s) {
    cr_assert_eq(hail_world_set_sectors(s->w.world, s->sectors), HAIL_OK);
    cr_assert_eq(hail_rule_set(s->w.world, parts_layer_of[ASKING], HAIL_WALLS, HAIL_PAIRS), HAIL_OK);
    cr_assert_eq(hail_step(s->w.world, 0.0f, NULL, NULL), HAIL_OK);
    stream_clear(&s->contacts);
    cr_assert_eq(hail_step(s->w.world, 0.0f, stream_take, &s->contacts), HAIL_OK);
    cr_assert_eq(hail_layer_columns(s->w.world, parts_layer_of[ASKING], &s->asking), HAIL_OK);
    for (size_t i = 0; i < s->asking.active; i++) {
        for (uint32_t k = 0; k < PARTS_SHAPES; k++)
            s->which[i] = s->w.shape[k].id == s->asking.shape[i] ? k : s->which[i];
        s->group[i] = s->asking.group ? s->asking.group[i] : 0;
        s->category[i] = s->asking.category ? s->asking.category[i] : 1;
        s->mask[i] = s->asking.mask ? s->asking.mask[i] : UINT32_MAX;
        s->silent[i] = !s->category[i] || !s->mask[i]; /* to a filter, these zeros mean anything */
    }
}

static scene scene_make(uint64_t seed, const parts_config *config) {
    scene s = {.seed = seed};
    scene_plan(&s);
    s.w = parts_world_make(s.plan, config);
    scene_look(&s);
    return s;
}

static void scene_free(scene *s) {
    parts_world_free(&s->w);
    hail_sectors_destroy(s->sectors);
    ground_free(&s->ground);
    free(s->plan);
    sprite_cast_free(s->cast);
    stream_free(&s->contacts);
}

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

/* Asks with bodies [from, to). */
static void ask(const scene *s, size_t from, size_t to, size_t capacity, hail_query_match *matches, uint32_t *counts) {
    const hail_columns *c = &s->asking;
    const hail_rule *tiles = &s->plan->tiles[ASKING];
    hail_query_filter f = {.find = HAIL_FIND_BODIES | HAIL_FIND_TILES | HAIL_FIND_WALLS,
                           .tile_kinds = tiles->kinds,
                           .whole_tiles = tiles->whole_tiles,
                           .each_group = s->group + from,
                           .each_category = s->category + from,
                           .each_mask = s->mask + from};
    for (int m = 0; m < ASKING; m++)
        f.layers |= HAIL_LAYER(parts_layer_of[m]);
    const hail_shapes list = {.shapes = s->w.shape,
                              .shape_count = PARTS_SHAPES,
                              .x = c->x + from,
                              .y = c->y + from,
                              .cos = c->cos ? c->cos + from : NULL,
                              .sin = c->sin ? c->sin + from : NULL,
                              .scale = c->scale ? c->scale + from : NULL,
                              .shape = s->which + from,
                              .count = to - from};
    cr_assert_eq(hail_query_shapes(s->w.world, &list, &f, capacity, matches, counts), HAIL_OK);
}

static int match_order(const void *one, const void *other) {
    const hail_query_match *c = one, *d = other;
    const uint32_t is[] = {c->layer, c->body.slot, c->part}, to[] = {d->layer, d->body.slot, d->part};
    for (int k = 0; k < 3; k++)
        if (is[k] != to[k])
            return is[k] < to[k] ? -1 : 1;
    return 0;
}

/* What the step's contacts of a body say. */
static size_t expected(const scene *s, hail_handle body, hail_query_match *matches) {
    size_t count = 0, kept = 0;
    for (size_t k = 0; k < s->contacts.count; k++) {
        const hail_contact *c = &s->contacts.contact[k];
        if (c->a.slot == body.slot)
            matches[count++] =
                (hail_query_match){.body = c->b, .part = c->part_b, .kind = c->kind, .layer = c->layer_b};
    }
    qsort(matches, count, sizeof *matches, match_order);
    for (size_t k = 0; k < count; k++) /* several parts may touch a cell or a wall */
        if (!kept || match_order(&matches[k], &matches[kept - 1]) != 0)
            matches[kept++] = matches[k];
    return kept;
}

/* Of a sprite's cells a step reports one; of compounds' parts those that touch first by the asking body's parts. */
static void check(const scene *s, size_t i, const hail_query_match *is, uint32_t count) {
    static hail_query_match must[MOST];
    const size_t wanted = expected(s, s->asking.handle[i], must);
    const bool sprite = s->plan->shape[s->which[i]].sprite != PARTS_NO_SPRITE;
    const bool compound = s->plan->shape[s->which[i]].compound;
    size_t k = 0;
    for (uint32_t n = 0; n < count; n++) {
        if (sprite && is[n].kind == HAIL_CONTACT_TILE && (k == wanted || must[k].part != is[n].part))
            continue;
        cr_assert(k < wanted && is[n].kind == must[k].kind && is[n].layer == must[k].layer &&
                      is[n].body.slot == must[k].body.slot && is[n].body.generation == must[k].body.generation,
                  "HAIL_TEST_SEED=%llu: body %zu: match %u of %u (%zu wanted) is kind %u layer %u slot %u part %u",
                  (unsigned long long)s->seed, i, n, count, wanted, is[n].kind, is[n].layer, is[n].body.slot,
                  is[n].part);
        cr_assert(is[n].part == must[k].part || (compound && is[n].part < must[k].part),
                  "HAIL_TEST_SEED=%llu: part %u, must be %u", (unsigned long long)s->seed, is[n].part, must[k].part);
        k++;
    }
    cr_assert(k == wanted, "HAIL_TEST_SEED=%llu: body %zu: %zu of %zu are found", (unsigned long long)s->seed, i, k,
              wanted);
}

static size_t brute(uint64_t seed) {
    static hail_query_match all[PARTS_EACH * MOST], some[PARTS_EACH * MOST];
    static uint32_t counts[PARTS_EACH], again[PARTS_EACH];
    size_t total = 0;
    for (size_t way = 0; way < hail_variant_count(); way++) {
        const parts_config c = parts_config_of(way * (1 + seed % 3));
        scene s = scene_make(seed, &c);
        const size_t n = s.asking.active;
        cr_assert_eq(hail_query_prepare(s.w.world, 0), HAIL_OK);
        ask(&s, 0, n, MOST, all, counts);
        for (size_t i = 0; i < n; total += counts[i++])
            if (!s.silent[i])
                check(&s, i, all + i * MOST, counts[i]);
        const size_t capacity = seed % 7, half = n / 2;
        ask(&s, 0, half, capacity, some, again);
        ask(&s, half, n, capacity, some + half * capacity, again + half);
        for (size_t i = 0; i < n; i++) {
            const size_t kept = counts[i] < capacity ? counts[i] : capacity;
            cr_assert(again[i] == counts[i] && memcmp(some + i * capacity, all + i * MOST, kept * sizeof *all) == 0 &&
                          (kept == capacity || some[i * capacity + kept].kind == 0),
                      "HAIL_TEST_SEED=%llu: capacity %zu", (unsigned long long)seed, capacity);
        }
        scene_free(&s);
    }
    return total;
}

Test(overlaps_step, brute) {
    const size_t total = random_seeds_sum(WORLDS, brute);
    cr_assert_gt(total, (size_t)WORLDS * 100, "only %zu matches", total);
}

/* ---- Points and boxes ----------------------------------------------------------------------------------------------
 */

enum { ASKED = 60, ROOM = 600 };

/* Whole numbers of 1/16 px: a box's middle is exact. Sides of random worlds rarely lie on them. */
static float pick_sixteenth(uint64_t *state) { return (float)random_pick(state, 3200) / 16.0f - 100.0f + 0.013671875f; }

/* Asks with shapes at (x, y): shape i is shapes[i], or shapes[0] for all. */
static void ask_shapes(const scene *s, const hail_convex *shapes, bool several, const float *x, const float *y,
                       const hail_query_filter *f, hail_query_match *matches, uint32_t *counts) {
    uint32_t which[ASKED];
    for (uint32_t i = 0; i < ASKED; i++)
        which[i] = several ? i : 0;
    const hail_shapes list = {
        .convexes = shapes, .shape_count = several ? ASKED : 1, .x = x, .y = y, .shape = which, .count = ASKED};
    cr_assert_eq(hail_query_shapes(s->w.world, &list, f, ROOM, matches, counts), HAIL_OK);
}

static size_t same(const scene *s, const char *what, const hail_query_match *is, const uint32_t *counts,
                   const hail_query_match *must, const uint32_t *wanted) {
    size_t total = 0;
    for (uint32_t i = 0; i < ASKED; total += counts[i++])
        cr_assert(counts[i] == wanted[i] && counts[i] <= ROOM &&
                      memcmp(is + i * ROOM, must + i * ROOM, counts[i] * sizeof *is) == 0,
                  "HAIL_TEST_SEED=%llu: %s %u finds %u, as a shape %u", (unsigned long long)s->seed, what, i, counts[i],
                  wanted[i]);
    return total;
}

/* A point is a circle of radius 0 (but for cells, where its pixel counts), a box is a convex box. */
static size_t as_shapes(uint64_t seed) {
    static hail_query_match is[ASKED * ROOM], must[ASKED * ROOM];
    static uint32_t counts[ASKED], wanted[ASKED];
    static hail_convex shapes[ASKED];
    uint64_t state = seed + 5;
    const parts_config c = parts_config_of(seed);
    scene s = scene_make(seed, &c);
    float x[ASKED], y[ASKED], low_x[ASKED], low_y[ASKED], high_x[ASKED], high_y[ASKED];
    hail_query_filter f = {.find = HAIL_FIND_BODIES | HAIL_FIND_WALLS};
    cr_assert_eq(hail_query_prepare(s.w.world, 0), HAIL_OK);
    for (uint32_t i = 0; i < ASKED; i++) {
        const float w = (float)(1 + random_pick(&state, 400)) / 16.0f,
                    h = (float)(1 + random_pick(&state, 400)) / 16.0f;
        x[i] = pick_sixteenth(&state), y[i] = pick_sixteenth(&state);
        low_x[i] = x[i] - w, high_x[i] = x[i] + w, low_y[i] = y[i] - h, high_y[i] = y[i] + h;
        cr_assert_eq(hail_convex_box(w, h, 0.0f, &shapes[i]), HAIL_OK);
    }
    const hail_boxes boxes = {.min_x = low_x, .min_y = low_y, .max_x = high_x, .max_y = high_y, .count = ASKED};
    f.find |= HAIL_FIND_TILES;
    cr_assert_eq(hail_query_boxes(s.w.world, &boxes, &f, ROOM, is, counts), HAIL_OK);
    ask_shapes(&s, shapes, true, x, y, &f, must, wanted);
    size_t total = same(&s, "box", is, counts, must, wanted);
    f.find = HAIL_FIND_BODIES | HAIL_FIND_WALLS;
    cr_assert_eq(hail_query_points(s.w.world, &(hail_points){.x = x, .y = y, .count = ASKED}, &f, ROOM, is, counts),
                 HAIL_OK);
    cr_assert_eq(hail_convex_circle(0.0f, &shapes[0]), HAIL_OK);
    ask_shapes(&s, shapes, false, x, y, &f, must, wanted);
    total += same(&s, "point", is, counts, must, wanted);
    scene_free(&s);
    return total;
}

Test(overlaps_step, points_and_boxes) {
    const size_t total = random_seeds_sum(WORLDS, as_shapes);
    cr_assert_gt(total, (size_t)WORLDS * 100, "only %zu matches", total);
}
