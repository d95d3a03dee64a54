/* Bodies whose rotation or scale a step would put into quarantine are not found, whenever they were written: queries
 * answer as brute force does that leaves them out. They are asked where these bodies are, too.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that world alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "query_scene.h"
#include "shared/random_world.h"

enum { SCENES = 24, CROWDS = 36, FEW = 150, MANY = 700 };

/* Breaks the pose of one body in `every`. Returns how many. */
static size_t spoil(hail_world *world, uint64_t *state, uint32_t every) {
    const float bad[] = {INFINITY, -INFINITY, NAN, 3.0f, 1.0e30f}, scales[] = {INFINITY, NAN, -1.0f, 2000.0f, 1.0e38f};
    size_t spoiled = 0;
    for (uint32_t layer = 0; layer < HAIL_MAX_LAYERS; layer++) {
        hail_columns c;
        cr_assert_eq(hail_layer_columns(world, layer, &c), HAIL_OK);
        for (uint32_t i = random_pick(state, every); i < c.active; i += 1 + random_pick(state, 2 * every)) {
            const bool scale = c.scale != NULL && (c.cos == NULL || random_pick(state, 2) == 0);
            float *column = scale ? c.scale : random_pick(state, 2) == 0 ? c.cos : c.sin;
            if (column == NULL)
                continue;
            column[i] = (scale ? scales : bad)[random_pick(state, 5)];
            spoiled++;
        }
    }
    return spoiled;
}

/* Asks one query at a time: the same bytes as in one call, which was held to brute force. */
static void ask_alone(const char *at, const asks *q, const hail_world *world) {
    unsigned char *all = calloc(q->count + 1, sizeof(hail_query_hit)), one[sizeof(hail_query_hit)];
    cr_assert_not_null(all);
    for (int kind = 0; kind < ASK_KINDS; kind++) {
        const size_t size = ask_size((ask_kind)kind);
        cr_assert_eq(asks_run(q, (ask_kind)kind, world, 0, q->count, 1, all, NULL), HAIL_OK);
        asks_tidy((ask_kind)kind, q->count, 1, all);
        for (size_t i = 0; i < q->count; i++) {
            cr_assert_eq(asks_run(q, (ask_kind)kind, world, i, 1, 1, one, NULL), HAIL_OK);
            asks_tidy((ask_kind)kind, 1, 1, one);
            cr_assert(memcmp(one, all + i * size, size) == 0, "%s: %s, query %zu alone: other bytes", at,
                      ask_name((ask_kind)kind), i);
        }
    }
    free(all);
}

/* Asks about places near bodies some of which are then broken, before and after the layers are prepared again. */
static size_t ask(const char *name, hail_world *world, const ask_style *style, uint64_t *state, view *(*look)(void *),
                  void *of) {
    char at[300];
    size_t total = 0;
    view *v = look(of);
    asks *q = asks_make(state, v, style);
    view_free(v);
    cr_assert_eq(hail_query_prepare(world, 0), HAIL_OK);
    total += spoil(world, state, 4);
    v = look(of);
    snprintf(at, sizeof at, "%s, written after the layers were prepared", name);
    total += asks_check(at, q, world, v);
    ask_alone(at, q, world);
    for (uint32_t layer = 0; layer < HAIL_MAX_LAYERS; layer++)
        cr_assert_eq(hail_layer_changed(world, layer), HAIL_OK);
    cr_assert_eq(hail_query_prepare(world, 0), HAIL_OK);
    snprintf(at, sizeof at, "%s, written before the layers were prepared", name);
    total += asks_check(at, q, world, v);
    ask_alone(at, q, world);
    view_free(v);
    free(q);
    return total;
}

static view *look_at_scene(void *scene) { return query_scene_view(scene); }
static view *look_at_world(void *world) { return view_make(world, NULL, NULL, NULL); }

/* Compounds, sprites, tiles and walls. */
static size_t scene(uint64_t seed) {
    const parts_config c = parts_config_of(seed);
    query_scene *t = query_scene_make(seed, &c);
    char at[200];
    snprintf(at, sizeof at, "HAIL_TEST_SEED=%llu isa %s", (unsigned long long)seed, c.isa);
    const size_t found = ask(at, t->w.world, &t->style, &t->state, look_at_scene, t);
    query_scene_free(t);
    return found;
}

Test(query_invalid, scenes) { cr_assert_gt(random_seeds_sum(SCENES, scene), 1000); }

/* Simple shapes, or circles alone, in any number. */
static size_t crowd(uint64_t seed) {
    const random_config c = {.isa = hail_variant_name(seed % hail_variant_count()), .window = 4096};
    hail_shape shapes[RANDOM_CIRCLES + RANDOM_CORES];
    hail_status status;
    random_world *w = random_world_make(seed, &c, seed % 2 == 0 ? FEW : MANY, &status);
    uint64_t state = seed * 7 + 3;
    char at[200];
    cr_assert_eq(status, HAIL_OK);
    memcpy(shapes, w->circle, w->circles * sizeof *shapes);
    memcpy(shapes + w->circles, w->core, w->cores * sizeof *shapes);
    const ask_style style = {.shapes = shapes, .shape_count = w->circles + w->cores, .speed = 300.0f};
    snprintf(at, sizeof at, "HAIL_TEST_SEED=%llu isa %s", (unsigned long long)seed, c.isa);
    if (seed % 3 == 0) /* the step's grid is the index */
        cr_assert_eq(hail_step(w->world, 1.0f / 60.0f, NULL, NULL), HAIL_OK);
    const size_t found = ask(at, w->world, &style, &state, look_at_world, w->world);
    random_world_free(w);
    return found;
}

Test(query_invalid, crowds) { cr_assert_gt(random_seeds_sum(CROWDS, crowd), 1000); }
