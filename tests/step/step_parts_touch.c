/* Compounds of which parts just touch or just miss each other: up to 100,000 px from their bodies' origins, on ways as
 * long, and with cos and sin that are unit only to 1e-4. What a step tests before the parts never hides one that
 * touches. The stream is made again by the batch functions from every part against every part, byte for byte.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that world alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts_world.h"
#include "shared/contexts.h"
#include "shared/random_world.h"

enum { WORLDS = 120, TRIES = 3 };

/* How far the parts are apart, at most, as a share of the sizes of their pair: some times the precision. */
static const float SHARE = 1.0e-5f;

/* What a seed says besides the plan. */
typedef struct scene {
    parts_plan *plan;
    float unit[PARTS_LAYERS][PARTS_EACH]; /* the length of cos and sin */
} scene;

/* A number whose size is as likely small as large. */
static float any_size(uint64_t *state, float least, float most) {
    return least * powf(most / least, random_range(state, 0.0f, 1.0f));
}

/* ---- The world --------------------------------------------------------------------------------------------------- */

/* Compounds of few parts, far apart; one shape in four has one part. */
static void plan_shapes(parts_plan *p, uint64_t *state) {
    const float far = any_size(state, 10.0f, 1.0e5f);
    for (uint32_t k = 0; k < PARTS_SHAPES; k++) {
        const float size = far * any_size(state, 0.02f, 0.3f);
        p->shape[k].compound = random_pick(state, 4) != 0;
        p->shape[k].count = p->shape[k].compound ? 1 + random_pick(state, 4) : 1;
        for (uint32_t i = 0; i < PARTS_MOST; i++)
            p->part[k][i] = parts_convex(state, size, far, false);
    }
}

/* Layer 0 with each other layer: all at rest, or all on their way. */
static void plan_layers(parts_plan *p, bool swept, uint64_t *state) {
    static const hail_mode rest[] = {HAIL_MANIFOLD, HAIL_MANIFOLD, HAIL_PAIRS},
                           ways[] = {HAIL_SWEPT, HAIL_SWEPT, HAIL_EARLIEST};
    memset(p->mode, 0, sizeof p->mode);
    for (uint32_t n = 0; n < PARTS_LAYERS; n++) {
        p->layer[n] = (hail_layer_options){.columns = random_pick(state, 4) != 0 ? HAIL_ROTATION | HAIL_SCALE : 0};
        if (n > 0)
            p->mode[n % 2 ? 0 : n][n % 2 ? n : 0] = (swept ? ways : rest)[random_pick(state, 3)];
    }
    p->half = 0.0f;
    p->dt = swept ? 1.0f / 64.0f : 0.0f;
}

/* Body i of layer n, for the batch functions. */
typedef struct placed {
    float x, y, cos, sin, scale;
    uint32_t shape;
} placed;

static placed placed_of(const scene *s, uint32_t n, uint32_t i, uint32_t part) {
    const parts_plan *p = s->plan;
    placed b = {p->x[n][i], p->y[n][i], 1.0f, 0.0f, 1.0f, p->which[n][i] * PARTS_MOST + part};
    if (p->layer[n].columns != 0)
        b.cos = cosf(p->angle[n][i]) * s->unit[n][i], b.sin = sinf(p->angle[n][i]) * s->unit[n][i],
        b.scale = p->scale[n][i];
    return b;
}

static hail_shapes side_of(const parts_plan *p, const placed *b) {
    return (hail_shapes){.convexes = p->part[0],
                         .shape_count = (size_t)PARTS_SHAPES * PARTS_MOST,
                         .x = &b->x,
                         .y = &b->y,
                         .cos = &b->cos,
                         .sin = &b->sin,
                         .scale = &b->scale,
                         .shape = &b->shape,
                         .count = 1};
}

static float reach_of(const parts_plan *p, const placed *b) {
    hail_convex_info info;
    cr_assert_eq(hail_convex_describe(&p->part[b->shape / PARTS_MOST][b->shape % PARTS_MOST], &info), HAIL_OK);
    return info.radius * b->scale;
}

/* Moves body i of layer n until one of its parts nearly touches one of another body's, then back by the way that it
 * goes until then. */
static void bring(scene *s, uint32_t n, uint32_t i, uint64_t *state) {
    parts_plan *p = s->plan;
    const uint32_t j = random_pick(state, PARTS_EACH), part_a = random_pick(state, p->shape[p->which[0][j]].count),
                   part_b = random_pick(state, p->shape[p->which[n][i]].count);
    const placed a = placed_of(s, 0, j, part_a);
    const float way = any_size(state, 1.0f, 1.0e5f) * (p->dt > 0.0f ? 1.0f : 0.0f);
    const float near = random_range(state, -1.0f, 1.0f) * any_size(state, SHARE * 0.01f, SHARE);
    hail_gap gap = {0};
    for (int k = 0; k < TRIES; k++) {
        const placed b = placed_of(s, n, i, part_b);
        const float size = fabsf(a.x - b.x) + fabsf(a.y - b.y) + reach_of(p, &a) + reach_of(p, &b) + way;
        const hail_batch pair = {.a = side_of(p, &a), .b = side_of(p, &b), .count = 1};
        cr_assert_eq(hail_batch_distance(&pair, &gap), HAIL_OK);
        p->x[n][i] += gap.normal_x * (near * size - gap.distance);
        p->y[n][i] += gap.normal_y * (near * size - gap.distance);
    }
    const float dx = -gap.normal_y * way, dy = gap.normal_x * way, t = random_range(state, 0.0f, 1.0f);
    p->vx[n][i] = 64.0f * dx + p->vx[0][j], p->vy[n][i] = 64.0f * dy + p->vy[0][j];
    p->x[n][i] -= dx * t, p->y[n][i] -= dy * t;
}

static scene scene_make(uint64_t seed) {
    uint64_t state = seed * 0x9e3779b97f4a7c15u + 3;
    scene s = {.plan = parts_plan_make(seed, NULL)};
    parts_plan *p = s.plan;
    const bool swept = seed % 2 != 0, unit = seed % 3 != 0;
    const float spread = any_size(&state, 1.0f, 1.0e4f), way = any_size(&state, 1.0f, 1.0e5f);
    plan_shapes(p, &state);
    plan_layers(p, swept, &state);
    for (uint32_t n = 0; n < PARTS_LAYERS; n++)
        for (uint32_t i = 0; i < PARTS_EACH; i++) {
            p->x[n][i] = random_range(&state, -spread, spread), p->y[n][i] = random_range(&state, -spread, spread);
            p->vx[n][i] = swept && n == 0 ? 64.0f * random_range(&state, -way, way) : 0.0f;
            p->vy[n][i] = swept && n == 0 ? 64.0f * random_range(&state, -way, way) : 0.0f;
            p->scale[n][i] = random_pick(&state, 3) == 0 ? 1.0f : any_size(&state, 0.01f, 4.0f);
            s.unit[n][i] = unit ? 1.0f : 1.0f + random_range(&state, -9.0e-5f, 9.0e-5f);
        }
    for (uint32_t n = 1; n < PARTS_LAYERS; n++)
        for (uint32_t i = 0; i < PARTS_EACH; i++)
            bring(&s, n, i, &state);
    return s;
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

static void set_rotations(const scene *s, parts_world *w) {
    for (uint32_t n = 0; n < PARTS_LAYERS; n++) {
        hail_columns c;
        cr_assert_eq(hail_layer_columns(w->world, parts_layer_of[n], &c), HAIL_OK);
        for (uint32_t i = 0; i < PARTS_EACH && c.cos != NULL; i++) {
            hail_location at;
            cr_assert_eq(hail_locate(w->world, &w->handle[n][i], &at), HAIL_OK);
            const placed b = placed_of(s, n, i, 0);
            c.cos[at.index] = s->plan->layer[n].columns != 0 ? b.cos : 1.0f;
            c.sin[at.index] = s->plan->layer[n].columns != 0 ? b.sin : 0.0f;
        }
    }
}

/* The same rules, with grazes. */
static void graze(const scene *s, const parts_world *w) {
    for (uint32_t n = 0; n < PARTS_LAYERS; n++)
        for (uint32_t m = 0; m < PARTS_LAYERS; m++) {
            const hail_rule rule = {
                .layer_a = parts_layer_of[n], .layer_b = parts_layer_of[m], .mode = s->plan->mode[n][m], .graze = 0.1f};
            if (rule.mode != HAIL_IGNORE)
                cr_assert_eq(hail_rule_configure(w->world, &rule), HAIL_OK);
        }
}

/* Takes the grazes out: no two bodies have a contact and a graze. */
static void without_grazes(const char *at, stream *s) {
    size_t kept = 0;
    for (size_t k = 0; k < s->count; k++) {
        const hail_contact *c = &s->contact[k], *last = kept ? &s->contact[kept - 1] : NULL,
                           *next = k + 1 < s->count ? c + 1 : NULL;
        if (c->kind != HAIL_CONTACT_GRAZE) {
            s->contact[kept++] = *c;
            continue;
        }
        cr_assert(!last || last->a.slot != c->a.slot || last->b.slot != c->b.slot, "%s: a graze of what touches", at);
        cr_assert(!next || next->a.slot != c->a.slot || next->b.slot != c->b.slot, "%s: a graze of what touches", at);
    }
    s->count = kept;
}

static size_t touching(uint64_t seed) {
    static parts_answer a;
    const scene s = scene_make(seed);
    stream is = {0};
    for (size_t n = 0; n < 2 * hail_variant_count() + 1; n++) {
        const parts_config c = parts_config_of(n);
        char at[100];
        snprintf(at, sizeof at, "HAIL_TEST_SEED=%llu isa %s%s", (unsigned long long)seed, c.isa,
                 n % 2 != 0 ? ", grazes" : "");
        parts_world w = parts_world_make(s.plan, &c);
        set_rotations(&s, &w);
        if (n == 0) {
            parts_look(&w, a.side);
            parts_meet_all(&w, &a);
            parts_add_earliest(&a);
            parts_sort(&a.must);
        }
        if (n % 2 != 0)
            graze(&s, &w);
        stream_clear(&is);
        cr_assert_eq(hail_step(w.world, s.plan->dt, stream_take, &is), HAIL_OK, "%s", at);
        without_grazes(at, &is);
        parts_same(at, &is, &a.must);
        parts_world_free(&w);
    }
    stream_free(&is);
    free(s.plan);
    return a.must.count;
}

Test(step_parts_touch, parts) {
    const size_t total = random_seeds_sum(WORLDS, touching);
    cr_assert_gt(total, 20 * WORLDS, "worlds in which hardly anything touches test nothing: %zu contacts", total);
}
