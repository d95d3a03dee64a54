#include "plan.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
    SAMPLE = 1024,  /* bodies looked at */
    RENEW = 16,     /* steps that a decision lasts */
    FEW = 64,       /* targets that are always drawn */
    DRAWN_SHARE = 6 /* draw targets if bodies are that many times as many */
};

uint32_t hail_plan_most_large(uint32_t bodies) { return bodies / 16 + FEW; }

uint32_t hail_plan_most_targets(uint32_t bodies_a, uint32_t bodies_b) {
    const uint32_t fewer = bodies_a < bodies_b ? bodies_a : bodies_b, more = bodies_a < bodies_b ? bodies_b : bodies_a;
    const uint32_t drawn = more / DRAWN_SHARE > FEW ? more / DRAWN_SHARE : FEW;
    return fewer < drawn ? fewer : drawn;
}

hail_stream_view hail_plan_stream(const hail_layer *layer) {
    return (hail_stream_view){layer_floats(layer, COLUMN_X), layer_floats(layer, COLUMN_Y), layer_radii(layer),
                              layer->largest};
}

hail_path_view hail_plan_path(const hail_layer *layer) {
    return (hail_path_view){layer_floats(layer, COLUMN_X),
                            layer_floats(layer, COLUMN_Y),
                            layer_displacement(layer, false),
                            layer_displacement(layer, true),
                            layer_radii(layer),
                            layer->largest};
}

/* Px a step, along both axes, of some of a layer's bodies. */
static float mean_displacement(const hail_layer *layer) {
    const float *dx = layer_displacement(layer, false), *dy = layer_displacement(layer, true);
    const uint32_t every = layer->active / 256 + 1;
    float sum = 0.0f, count = 0.0f;
    for (uint32_t i = 0; dx && dy && i < layer->active; i += every) {
        sum += fminf(fabsf(dx[i]) + fabsf(dy[i]), HAIL_MAX_BOUND);
        count += 1.0f;
    }
    return count > 0.0f ? sum / count : 0.0f;
}

/* Of swept layers the slower one is drawn and the faster one streams past, in pieces; if neither is, the smaller one is
 * drawn. */
static bool b_stands(const hail_layer *a, const hail_layer *b) {
    const float speed_a = mean_displacement(a), speed_b = mean_displacement(b);
    if (speed_a > speed_b * 2.0f || speed_b > speed_a * 2.0f)
        return speed_b < speed_a;
    return b->active <= a->active;
}

hail_plan hail_plan_rule(const hail_world *world, const hail_rule_entry *rule) {
    const hail_layer *a = world->layer[rule->a], *b = world->layer[rule->b];
    hail_plan plan = {.swept = rule_swept(rule)};
    plan.slack = plan.swept || a->polygons || b->polygons ? 1.0005f : 1.0f;
    if (rule->a == rule->b) {
        plan.stream = plan.target = rule->a;
        plan.self = true;
        plan.gridded = !plan.swept;
        plan.orientation = HAIL_LOWER_SLOT_IS_A;
        return plan;
    }
    const bool b_is_target = plan.swept ? b_stands(a, b) : b->active <= a->active;
    const hail_layer *target = b_is_target ? b : a, *stream = b_is_target ? a : b;
    plan.stream = b_is_target ? rule->a : rule->b;
    plan.target = b_is_target ? rule->b : rule->a;
    plan.gridded = !plan.swept && target->active > FEW && target->active > stream->active / DRAWN_SHARE;
    plan.orientation = b_is_target ? HAIL_FIRST_IS_A : HAIL_SECOND_IS_A;
    return plan;
}

/* ---- The box: where nine tenths of the bodies are -------------------------------------------------------------- */

static void sort_floats(float *v, uint32_t n) { /* Shell's sort, with the gaps of M. Ciura */
    static const uint32_t gaps[] = {701, 301, 132, 57, 23, 10, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (uint32_t i = gaps[g]; i < n; i++) {
            const float hold = v[i];
            uint32_t j = i;
            for (; j >= gaps[g] && v[j - gaps[g]] > hold; j -= gaps[g])
                v[j] = v[j - gaps[g]];
            v[j] = hold;
        }
}

static void choose_axis(const hail_world *world, int column, uint32_t every, float *min, float *max) {
    float sample[SAMPLE * 2];
    const uint64_t met = world_met(world);
    uint32_t n = 0;
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++) {
        const hail_layer *layer = met >> l & 1 ? world->layer[l] : NULL;
        for (uint32_t i = 0; layer && i < layer->active && n < SAMPLE * 2; i += every)
            sample[n++] = layer_floats(layer, column)[i];
    }
    sort_floats(sample, n);
    const float low = sample[n / 20], high = sample[n - 1 - n / 20], more = (high - low) * 0.08f + 1.0f;
    const float limit = 1.0e9f;
    *min = fminf(fmaxf(low - more, -limit), limit - 1.0e3f);
    *max = fmaxf(fminf(high + more, limit), *min + 1.0f);
}

static void choose_box(hail_world *world, uint32_t bodies) {
    if (world->has_bounds) {
        const hail_world_options *o = &world->options;
        world->box = (hail_area){o->min_x, o->min_y, o->max_x, o->max_y};
    } else {
        const uint32_t every = bodies / SAMPLE + 1;
        choose_axis(world, COLUMN_X, every, &world->box.min_x, &world->box.max_x);
        choose_axis(world, COLUMN_Y, every, &world->box.min_y, &world->box.max_y);
    }
    world->box_bodies = bodies;
}

/* ---- Who is large ----------------------------------------------------------------------------------------------- *
 * The cut between small and large bodies, among the powers of two: small ones pay for a cell as wide as the cut's
 * diameter (candidates grow with its square), large ones for being drawn. */

enum { OCTAVES = 64, OCTAVE_BIAS = 24 };

static int octave_of(float radius) {
    int e;
    frexpf(radius, &e); /* exact: only the exponent is read */
    e += OCTAVE_BIAS;
    return radius <= 0.0f || e < 0 ? 0 : e < OCTAVES ? e : OCTAVES - 1;
}

static float choose_cut(const hail_world *world, const hail_layer *layer) {
    uint32_t octaves[OCTAVES] = {0};
    const float *radius = layer_radii(layer);
    for (uint32_t i = 0; i < layer->active; i++)
        octaves[octave_of(radius[i])]++;
    const float area = (world->box.max_x - world->box.min_x) * (world->box.max_y - world->box.min_y);
    const uint32_t most = hail_plan_most_large(layer->active);
    float best = FLT_MAX, small_limit = layer->largest;
    uint32_t small = 0;
    for (int o = 0; o < OCTAVES; o++) {
        small += octaves[o];
        const uint32_t large = layer->active - small;
        if (!octaves[o] || large > most)
            continue;
        const float diameter = ldexpf(2.0f, o - OCTAVE_BIAS), n = (float)small;
        const float tests = n * n * 4.5f * diameter * diameter / area;
        const float cost = tests + (large ? (float)large * 40.0f + (float)layer->active * 2.0f : 0.0f);
        if (cost < best) {
            best = cost;
            small_limit = ldexpf(1.0f, o - OCTAVE_BIAS);
        }
    }
    return small_limit < layer->largest ? small_limit : layer->largest;
}

static uint32_t count_large(const hail_layer *layer) {
    const float *radius = layer_radii(layer);
    uint32_t large = 0;
    for (uint32_t i = 0; i < layer->active; i++)
        large += radius[i] > layer->small_limit;
    return large;
}

static void plan_layer(hail_world *world, hail_layer *layer, bool renew) {
    const float *radius = layer_radii(layer);
    if (!radius) {
        layer->largest = layer->active ? world_template_radii(world)[layer->uniform_shape] : 0.0f;
        layer->small_limit = layer->largest;
        return;
    }
    layer->largest = 0.0f;
    for (uint32_t i = 0; i < layer->active; i++)
        layer->largest = radius[i] > layer->largest ? radius[i] : layer->largest;
    if (renew || !layer->planned)
        layer->small_limit = choose_cut(world, layer);
    else if (layer->largest > layer->small_limit && count_large(layer) > hail_plan_most_large(layer->active))
        layer->small_limit = choose_cut(world, layer);
    layer->planned = layer->active;
}

void hail_plan_step(hail_world *world) {
    const uint64_t met = world_met(world);
    uint32_t bodies = 0;
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++)
        bodies += world->layer[l] && (met >> l & 1) ? world->layer[l]->active : 0;
    const uint32_t before = world->box_bodies;
    const bool renew = world->stats.step % RENEW == 0 || bodies > before * 2 || bodies < before / 2;
    if (bodies && (renew || !before))
        choose_box(world, bodies);
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++)
        if (world->layer[l] && (met >> l & 1))
            plan_layer(world, world->layer[l], renew);
}
