/* engine/pairs/plan_paths.c - plans swept rules. A body whose path is short is looked up as a circle around it, in a
 * grid, as bodies of other rules are; long paths are large. What streams past is cut into pieces. */
#include <float.h>
#include <math.h>

#include "broad/circles.h"
#include "broad/octaves.h"
#include "broad/paths.h"
#include "lowest_bit.h"
#include "plan.h"

enum { SPEED_SAMPLE = 256 }; /* bodies of a layer that its speed is judged by */

/* PIECE_LENGTH: longest piece of a path, divided by the targets' usual radius plus the limit of small bodies that
 * stream. Where most paths are shorter, it is PIECE_PATHS times the mean path: pieces that may be long make every
 * target reach further. But it is at least SHORT_PIECE, divided as above. PIECE_REACH: a piece's reach from the middle
 * divided by its length, rounded up. A path has at most MAX_PIECES pieces where targets are; the limit on a piece is
 * never below LEAST_PIECE (px). */
static const float PIECE_LENGTH = 2.0f, PIECE_PATHS = 2.0f, SHORT_PIECE = 0.125f, PIECE_REACH = 0.501f,
                   MAX_PIECES = 1 << 15, LEAST_PIECE = 1e-3f;

/* Inflated by these, the search finds all that a sweep may report within its rounding errors (docs/arithmetic.md,
 * "Sweeps": margin and slack). ABS is a factor on both sides' coordinates and displacements, REL on radii, for a
 * flatness of 1; SWEEP_SLACK is part of REL whatever the flatness. */
static const float PATH_INFLATE_ABS = 1.0f / (1 << 20), PATH_INFLATE_REL = 1.0f / (1 << 17), SWEEP_SLACK = 1.0005f;

/* Rounding errors of this share of targets and bodies do not matter. */
static const float ROUNDING_SHARE = 1.0f / 64;

hail_circles_job hail_plan_circles(const hail_world *world, const hail_layer *layer) {
    const float flatness = world->shapes->flatness;
    return (hail_circles_job){.path = hail_plan_path(layer),
                              .inflate_rel = SWEEP_SLACK + PATH_INFLATE_REL * flatness,
                              .inflate_abs = PATH_INFLATE_ABS * flatness,
                              .bound = HAIL_MAX_BOUND};
}

/* The mean of |dx| + |dy| over a sample of a layer's bodies, px per step. */
static float mean_path(const hail_layer *layer) {
    const float *dx = layer_displacement(layer, false), *dy = layer_displacement(layer, true);
    const uint32_t every = layer->active / SPEED_SAMPLE + 1;
    float sum = 0.0f, count = 0.0f;
    for (uint32_t i = 0; dx && dy && i < layer->active; i += every) {
        sum += fminf(fabsf(dx[i]) + fabsf(dy[i]), HAIL_MAX_BOUND);
        count += 1.0f;
    }
    return count > 0.0f ? sum / count : 0.0f;
}

/* ---- Pieces ------------------------------------------------------------------------------------------------------ */

/* The longest piece. across: the targets' radius and the limit of small bodies; mean: of the paths (|dx| + |dy|). */
static float piece_of(float across, float mean) {
    return fminf(across * PIECE_LENGTH, fmaxf(mean * PIECE_PATHS, across * SHORT_PIECE));
}

/* A bound on the rounding errors of paths that come near targets. If the largest body anywhere, of `size`, makes it too
 * much, it looks for those that come near. */
static float rounding_of(const hail_pieces_job *job, uint32_t count, float size, float enough) {
    const float rounding = size * job->inflate_abs;
    return rounding <= enough ? rounding : hail_paths_size(job, count) * job->inflate_abs;
}

hail_path_cut hail_plan_cut(const hail_world *world, const hail_layer *stream, const hail_circle_figures *box,
                            float across) {
    const hail_circles_job circles = hail_plan_circles(world, stream);
    hail_path_cut cut = {.job = {.path = circles.path,
                                 .inflate_rel = circles.inflate_rel,
                                 .inflate_abs = circles.inflate_abs,
                                 .largest = FLT_MAX,
                                 .min_x = box->min_x,
                                 .min_y = box->min_y,
                                 .max_x = box->max_x,
                                 .max_y = box->max_y}};
    const hail_path_lengths lengths =
        world->kernels->measure_paths(&circles.path, 4.0f * HAIL_MAX_BOUND, stream->active);
    across += layer_small_reach(stream);
    const float rounding = rounding_of(&cut.job, stream->active, lengths.size, across * ROUNDING_SHARE);
    const float all =
        (box->max_x - box->min_x) + (box->max_y - box->min_y) + (layer_largest_reach(stream) + rounding) * 8.0f;
    cut.job.longest = fmaxf(piece_of(across, mean_path(stream)), fmaxf(all / MAX_PIECES, LEAST_PIECE));
    cut.reach = fminf(cut.job.longest, lengths.longest) * PIECE_REACH + rounding;
    return cut;
}

/* ---- Sides ------------------------------------------------------------------------------------------------------- */

/* Rough costs, in tests of a pair: to sort a target into a grid or a raster; to look a piece up; and the tests of a
 * piece against the targets of 3 x 3 cells. */
static const float SORT_COST = 20.0f, LOOKUP_COST = 2.0f, CELLS_TESTED = 9.0f;

/* What it costs to look `stream` up among `target`. */
static float cost_of(const hail_world *world, const hail_layer *target, const hail_layer *stream) {
    const hail_area *box = &world->box.area;
    const float across = layer_small_reach(target) + layer_small_reach(stream), mean = mean_path(stream);
    const float longest = fmaxf(piece_of(across, mean), LEAST_PIECE);
    const float pieces = (float)stream->active * (1.0f + mean / longest), targets = (float)target->active;
    const float cell = across + (mean_path(target) + fminf(mean, longest)) * 0.5f;
    const float area = (box->max_x - box->min_x) * (box->max_y - box->min_y);
    return targets * SORT_COST + pieces * LOOKUP_COST + targets * pieces * CELLS_TESTED * cell * cell / area;
}

/* Looks up the layer that costs less to be looked up in. */
static void choose_sides(const hail_world *world, hail_planned_rule *plan) {
    const hail_layer *a = world->bodies.layer[plan->rule->layer_a], *b = world->bodies.layer[plan->rule->layer_b];
    const bool b_is_target = cost_of(world, b, a) <= cost_of(world, a, b);
    const hail_layer *target = b_is_target ? b : a, *stream = b_is_target ? a : b;
    plan->stream = b_is_target ? plan->rule->layer_a : plan->rule->layer_b;
    plan->target = b_is_target ? plan->rule->layer_b : plan->rule->layer_a;
    plan->gridded = hail_plan_needs_path_grid(target->active, stream->active);
    plan->orientation = b_is_target ? HAIL_FIRST_IS_A : HAIL_SECOND_IS_A;
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

/* A limit for circles around paths, by a sample of them. */
static float sampled_limit(const hail_world *world, const hail_circles_job *job, uint32_t active) {
    hail_circles sample;
    uint32_t octaves[OCTAVES] = {0}, order[CIRCLES] = {0}, count = 0;
    const uint32_t every = active / CIRCLES + 1;
    for (uint32_t i = 0; i < active; i += every)
        order[count++] = i;
    hail_circles_in_order(world->kernels, job, order, count, sample.x, sample.y, sample.radius);
    for (uint32_t i = 0; i < count; i++)
        octaves[sample.radius[i] > 0.0f ? octave_of(sample.radius[i]) : 0] += every;
    return hail_plan_cheapest_limit(world, octaves, count * every, FLT_MAX);
}

/* Chooses which circles around a layer's paths are large: few enough. */
static hail_circle_figures choose_limit(const hail_world *world, const hail_layer *layer) {
    const hail_circles_job job = hail_plan_circles(world, layer);
    const uint32_t most = hail_plan_max_large(layer->active);
    float limit = sampled_limit(world, &job, layer->active);
    hail_circle_figures all = world->kernels->path_circles(&job, 0, layer->active, limit, NULL, NULL, NULL);
    while (all.over > most) {
        limit = fmaxf(limit * 2.0f, LEAST_PIECE);
        all = world->kernels->path_circles(&job, 0, layer->active, limit, NULL, NULL, NULL);
    }
    layer->scratch->path_limit = fminf(limit, all.largest);
    return all;
}

hail_grid_room hail_plan_path_room(const hail_world *world, uint32_t bodies, bool runs, bool all) {
    return (hail_grid_room){.bodies = bodies,
                            .tasks = world->tasks != NULL,
                            .radii = true,
                            .large = hail_plan_max_large(bodies) + HAIL_SLACK,
                            .runs = runs,
                            .cells = all};
}

/* ---- All --------------------------------------------------------------------------------------------------------- */

/* Bodies that stream past reach further by the rule's margin. */
static void plan_cut(hail_world *world, hail_planned_rule *plan, const hail_circle_figures *box, float across) {
    const hail_layer *stream = world->bodies.layer[plan->stream];
    const float before = stream->scratch->inflate;
    hail_plan_inflate(world, plan->stream, before + plan->margin);
    plan->cut = hail_plan_cut(world, stream, box, across);
    hail_plan_inflate(world, plan->stream, before);
    plan->cut.job.largest = layer_small_reach(stream) + plan->margin;
}

/* The same past a static layer, whose circles are not inflated: the pieces are, for both. What the positions of two
 * bodies that touch differ by is at most what these and the path make up. */
static void plan_kept_cut(hail_world *world, hail_planned_rule *plan) {
    const hail_layer_index *index = layer_index(world->bodies.layer[plan->target]);
    const hail_area *all = &index->levels.extent;
    const float reach = index->largest, bound = HAIL_MAX_BOUND;
    const hail_circle_figures box = {.min_x = fmaxf(all->min_x, -bound) - reach,
                                     .min_y = fmaxf(all->min_y, -bound) - reach,
                                     .max_x = fminf(all->max_x, bound) + reach,
                                     .max_y = fminf(all->max_y, bound) + reach};
    plan_cut(world, plan, &box, index->levels.level[0].reach);
    plan->cut.job.inflate_abs *= HAIL_ONE_SIDE_INFLATE;
    plan->cut.job.largest = FLT_MAX;
    plan->slack = plan->cut.job.inflate_rel;
}

void hail_plan_paths(hail_world *world) {
    hail_planned_rule *planned = world->scratch->planned.data;
    const uint32_t count = world->scratch->planned_count;
    for (uint32_t r = 0; r < count; r++) {
        hail_planned_rule *plan = &planned[r];
        if (plan->swept && plan->kept && !plan->apart)
            plan_kept_cut(world, plan);
        else if (plan->kept)
            continue;
        else if (plan->swept && !plan->self)
            choose_sides(world, plan);
        world->scratch->path_gridded |= (uint64_t)(plan->swept && plan->gridded) << plan->target;
    }
    for (uint64_t left = world->scratch->path_gridded; left; left &= left - 1) {
        const uint32_t l = lowest_bit_64(left);
        const hail_circle_figures box = choose_limit(world, world->bodies.layer[l]);
        for (uint32_t r = 0; r < count; r++)
            if (planned[r].swept && planned[r].gridded && !planned[r].self && planned[r].target == l)
                plan_cut(world, &planned[r], &box, world->bodies.layer[l]->scratch->path_limit);
    }
}
