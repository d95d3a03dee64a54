/* engine/pairs/plan.c - plans rules by counts and samples, deterministically. Plans change the speed only. */
#include "plan.h"

#include <float.h>
#include <math.h>

#include "broad/octaves.h"
#include "broad/sample_box.h"
#include "lowest_bit.h"
#include "tasks/run_tasks.h"
#include "world/rule_queries.h"

enum {
    RENEW = 16,        /* steps that the box and the limits between small and large bodies last */
    FEW = 64,          /* up to this many targets are always rasterized */
    RASTER_SHARE = 14, /* targets are rasterized if at least this many times as many bodies stream past */
    PATH_SHARE = 6,    /* the same of swept rules */
    FEW_TESTS = 8192,  /* up to this many pairs are all compared: neither a grid nor a raster pays */
    FEW_TARGETS = 4,   /* so many targets are compared with all that streams past: no raster, no gather a body */
    ALONE = 1024,      /* so few bodies are no work for tasks if all pairs are compared */
    FEW_CIRCLES = 4096 /* up to this many pairs of circles are collided at once */
};

/* A factor on the sum of two radii, for polygons and sweeps, so that rounding errors never hide a pair that touches.
 * (Radii of polygons already include HAIL_RADIUS_MARGIN, for a cos and sin that are unit only to 1e-4.) */
static const float POLYGON_SLACK = 1.0005f;

/* px: layers of a swept rule with longer paths do not count as apart. What two bodies may be apart is widened by this
 * share of all numbers, which is many times their rounding. */
static const float APART_PATH = 1024.0f, APART_SHARE = 1.001f;

bool hail_plan_few(uint32_t bodies_a, uint32_t bodies_b, bool kept) {
    return (uint64_t)bodies_a * bodies_b <= FEW_TESTS ||
           (!kept && (bodies_a <= FEW_TARGETS || bodies_b <= FEW_TARGETS));
}

bool hail_plan_on_tasks(const hail_world *world, const hail_planned_rule *plan) {
    return world->tasks && (!plan->few || world->bodies.layer[plan->stream]->active > ALONE);
}

uint32_t hail_plan_max_large(uint32_t bodies) { return bodies / 16 + (bodies / 8 < FEW ? bodies / 8 : FEW); }

uint32_t hail_plan_max_targets(uint32_t bodies_a, uint32_t bodies_b) {
    const uint32_t fewer = bodies_a < bodies_b ? bodies_a : bodies_b, more = bodies_a < bodies_b ? bodies_b : bodies_a;
    const uint32_t rasterized = more / PATH_SHARE > FEW ? more / PATH_SHARE : FEW;
    return fewer < rasterized ? fewer : rasterized;
}

uint32_t hail_plan_max_path_targets(uint32_t bodies_a, uint32_t bodies_b, bool self) {
    const uint32_t more = bodies_a > bodies_b ? bodies_a : bodies_b, large = hail_plan_max_large(more);
    const uint32_t targets = self ? 0 : hail_plan_max_targets(bodies_a, bodies_b);
    return targets > large ? targets : large;
}

hail_stream_view hail_plan_stream(const hail_layer *layer) {
    return (hail_stream_view){layer_floats(layer, COLUMN_X), layer_floats(layer, COLUMN_Y), layer_reach(layer),
                              layer_largest_reach(layer)};
}

hail_grid_job hail_plan_grid_job(const hail_world *world, const hail_layer *layer, bool paths) {
    hail_grid_job job = {.count = layer->active, .by_paths = paths};
    if (paths) {
        job.paths = hail_plan_circles(world, layer);
        job.small_limit = layer->scratch->path_limit;
        return job;
    }
    job.x = layer_floats(layer, COLUMN_X);
    job.y = layer_floats(layer, COLUMN_Y);
    job.radius = layer_reach(layer);
    job.uniform = layer_largest_reach(layer);
    job.small_limit = layer_small_reach(layer);
    return job;
}

hail_path_view hail_plan_path(const hail_layer *layer) {
    return (hail_path_view){layer_floats(layer, COLUMN_X),
                            layer_floats(layer, COLUMN_Y),
                            layer_displacement(layer, false),
                            layer_displacement(layer, true),
                            layer_reach(layer),
                            layer_largest_reach(layer)};
}

bool hail_plan_needs_path_grid(uint32_t targets, uint32_t streaming) {
    return targets > FEW && targets > streaming / PATH_SHARE;
}

/* Whether the layer with more bodies is sorted into a grid, which the other streams past: that takes 0.7 to 0.95 of the
 * time of a grid of the one with fewer, which is rasterized if it has very few. */
static bool needs_grid(uint32_t fewer, uint32_t more) { return fewer > FEW && fewer > more / RASTER_SHARE; }

/* Of a rule between two layers that is not swept, or kept: which one is looked up, while the other streams past. A
 * static layer is looked up, of two the one with more bodies. */
static void choose_sides(hail_planned_rule *plan, const hail_layer *a, const hail_layer *b) {
    const hail_rule *rule = plan->rule;
    const bool b_has_more = b->active >= a->active, b_has_fewer = b->active <= a->active;
    plan->gridded =
        !plan->few && !plan->kept && (b_has_more ? needs_grid(a->active, b->active) : needs_grid(b->active, a->active));
    const bool b_is_target = plan->resting ? b_has_more
                             : plan->kept  ? b->options.is_static != 0
                                           : (plan->gridded ? b_has_more : b_has_fewer);
    plan->stream = b_is_target ? rule->layer_a : rule->layer_b;
    plan->target = b_is_target ? rule->layer_b : rule->layer_a;
    plan->orientation = b_is_target ? HAIL_FIRST_IS_A : HAIL_SECOND_IS_A;
}

/* Whether one kernel may do all of a rule that compares all pairs. A step that is timed has a time for each stage. */
static bool collides_at_once(const hail_world *world, const hail_rule *rule, const hail_layer *a, const hail_layer *b) {
    return !(rule->graze > 0.0f) && !a->polygons && !b->polygons && (uint64_t)a->active * b->active <= FEW_CIRCLES &&
           world->options.pair_budget >= HAIL_FEW_TOUCHING && !world->options.timed;
}

/* Whether all of some numbers are in a range. If not, that is mostly found out at the first one. */
static bool all_within(const hail_kernels *kernels, const float *at, uint32_t count, float min, float max) {
    return at[0] >= min && at[0] <= max && !kernels->outside(at, count, min, max);
}

/* Of bodies along one axis: whether all lie below `min` or above `max`, and none moved further than `most`. moved NULL:
 * paths do not matter. */
static bool lie_beyond(const hail_kernels *kernels, const float *at, const float *moved, uint32_t count, float min,
                       float max, float most) {
    return (all_within(kernels, at, count, max, FLT_MAX) || all_within(kernels, at, count, -FLT_MAX, min)) &&
           (!moved || all_within(kernels, moved, count, -most, most));
}

/* Whether what streams past a static layer cannot reach it in this step. */
static bool lies_apart(const hail_world *world, const hail_planned_rule *plan) {
    const hail_layer *stream = world->bodies.layer[plan->stream], *target = world->bodies.layer[plan->target];
    const hail_area *box = &layer_index(target)->levels.extent;
    const float sizes = fmaxf(fmaxf(fabsf(box->min_x), fabsf(box->max_x)), fmaxf(fabsf(box->min_y), fabsf(box->max_y)));
    const float path = plan->swept ? APART_PATH : 0.0f,
                reach =
                    (layer_largest_reach(stream) + plan->margin + layer_index(target)->largest + path) * APART_SHARE +
                    sizes * (APART_SHARE - 1.0f);
    const float *dx = plan->swept ? layer_displacement(stream, false) : NULL,
                *dy = plan->swept ? layer_displacement(stream, true) : NULL;
    return lie_beyond(world->kernels, layer_floats(stream, COLUMN_X), dx, stream->active, box->min_x - reach,
                      box->max_x + reach, path) ||
           lie_beyond(world->kernels, layer_floats(stream, COLUMN_Y), dy, stream->active, box->min_y - reach,
                      box->max_y + reach, path);
}

/* Finds the rules whose layers lie apart. Returns whether some rule is left that does not compare all pairs. */
static bool find_apart(const hail_world *world) {
    hail_planned_rule *planned = world->scratch->planned.data;
    bool left = false;
    for (uint32_t r = 0; r < world->scratch->planned_count; r++) {
        hail_planned_rule *plan = &planned[r];
        plan->apart = plan->kept && !plan->few && !plan->resting && lies_apart(world, plan);
        left = left || !(plan->few || plan->apart);
    }
    return left;
}

static void plan_rule(hail_planned_rule *plan, const hail_world *world, const hail_rule *rule) {
    const hail_layer *a = world->bodies.layer[rule->layer_a], *b = world->bodies.layer[rule->layer_b];
    plan->rule = rule;
    plan->self = rule->layer_a == rule->layer_b;
    plan->swept = rule_swept(rule);
    plan->kept = a->options.is_static | b->options.is_static;
    plan->resting = a->options.is_static & b->options.is_static;
    plan->few = !plan->swept && hail_plan_few(a->active, b->active, plan->kept);
    plan->few_circles = plan->few && collides_at_once(world, rule, a, b);
    plan->slack = plan->swept || rule->graze > 0.0f || a->polygons || b->polygons ? POLYGON_SLACK : 1.0f;
    plan->margin = plan->self && !plan->kept ? 0.0f : rule->graze;
    if (!plan->self) {
        choose_sides(plan, a, b);
        return;
    }
    plan->stream = plan->target = rule->layer_a;
    plan->gridded = !plan->few && !plan->kept;
    plan->orientation = HAIL_LOWER_SLOT_IS_A;
}

/* ---- The box: the bounds, or where nine tenths of the bodies are, and a little more ---------------------------- */

/* Bounds are taken unless the bodies cover less than this share of them: a grid has so many cells a body, wherever the
 * bodies are. In bounds 10,000 times as large as what they cover, a swarm took 59 times the instructions. */
static const float BOUNDS_SHARE = 0.25f;

static uint64_t colliding_layers(const hail_world *world) { return world->rules.layers.colliding & world->bodies.used; }

static void choose_axis(const hail_world *world, int column, uint32_t every, float *min, float *max) {
    float sample[BOX_SAMPLE * 2];
    uint32_t n = 0;
    for (uint64_t left = colliding_layers(world) & ~world->bodies.still; left; left &= left - 1) {
        const hail_layer *layer = world->bodies.layer[lowest_bit_64(left)];
        for (uint32_t i = 0; i < layer->active && n < BOX_SAMPLE * 2; i += every)
            sample[n++] = layer_floats(layer, column)[i];
    }
    hail_sample_range(sample, n, min, max);
}

static float overlap_of(float min, float max, float other_min, float other_max) {
    const float from = min > other_min ? min : other_min, to = max < other_max ? max : other_max;
    return from < to ? to - from : 0.0f;
}

static bool covers(const hail_area *box, const hail_area *bounds) {
    const float across =
        overlap_of(box->min_x, box->max_x, bounds->min_x, bounds->max_x) / (bounds->max_x - bounds->min_x);
    const float down =
        overlap_of(box->min_y, box->max_y, bounds->min_y, bounds->max_y) / (bounds->max_y - bounds->min_y);
    return across * down >= BOUNDS_SHARE;
}

static void choose_box(hail_world *world, uint32_t bodies) {
    const hail_world_options *o = &world->options;
    const hail_area bounds = {o->min_x, o->min_y, o->max_x, o->max_y};
    const uint32_t every = bodies / BOX_SAMPLE + 1;
    hail_area box;
    choose_axis(world, COLUMN_X, every, &box.min_x, &box.max_x);
    choose_axis(world, COLUMN_Y, every, &box.min_y, &box.max_y);
    world->box.area = world->has_bounds && covers(&box, &bounds) ? bounds : box;
    world->box.bodies = bodies;
}

/* ---- Which bodies are large ------------------------------------------------------------------------------------ *
 * The limit between small and large bodies is the power of two that costs least. Small bodies are binned in cells as
 * wide as the limit's diameter, and each is tested against those around it; large bodies are rasterized. */

/* Rough costs, in tests of a pair. A small body is tested against those in half of the 3 x 3 cells around it, since
 * each pair is tested once. A large body is rasterized; and if there is one, each body of the layer streams past. */
static const float CELLS_TESTED = 4.5f, LARGE_COST = 40.0f, STREAM_COST = 2.0f;

float hail_plan_cheapest_limit(const hail_world *world, const uint32_t *octaves, uint32_t bodies, float otherwise) {
    const float area =
        (world->box.area.max_x - world->box.area.min_x) * (world->box.area.max_y - world->box.area.min_y);
    const uint32_t max_large = hail_plan_max_large(bodies);
    float best = FLT_MAX, limit = otherwise;
    uint32_t small = 0;
    for (int o = 0; o < OCTAVES; o++) {
        small += octaves[o];
        const uint32_t large = bodies - small;
        if (!octaves[o] || large > max_large)
            continue;
        const float diameter = 2.0f * octave_limit(o), n = (float)small;
        const float tests = n * n * CELLS_TESTED * diameter * diameter / area;
        const float cost = tests + (large ? (float)large * LARGE_COST + (float)bodies * STREAM_COST : 0.0f);
        if (cost < best) {
            best = cost;
            limit = octave_limit(o);
        }
    }
    return limit < otherwise ? limit : otherwise;
}

static float choose_small_limit(const hail_world *world, const hail_layer *layer) {
    uint32_t octaves[OCTAVES] = {0};
    const float *radius = layer_radii(layer);
    for (uint32_t i = 0; i < layer->active; i++)
        octaves[octave_of(radius[i])]++;
    return hail_plan_cheapest_limit(world, octaves, layer->active, layer->scratch->largest);
}

static uint32_t count_large(const hail_layer *layer) {
    const float *radius = layer_radii(layer);
    uint32_t large = 0;
    for (uint32_t i = 0; i < layer->active; i++)
        large += radius[i] > layer->small_limit;
    return large;
}

/* The largest radius of each of a few equal ranges of bodies. */
enum { RADIUS_RANGES = 64 };

typedef struct radius_job {
    const float *radius;
    uint32_t count, range; /* bodies; of a range */
    float largest[RADIUS_RANGES];
} radius_job;

static float largest_of(const float *radius, uint32_t begin, uint32_t end) {
    float largest = 0.0f;
    for (uint32_t i = begin; i < end; i++)
        largest = radius[i] > largest ? radius[i] : largest;
    return largest;
}

static void find_largest(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    radius_job *j = task;
    (void)worker;
    for (uint32_t r = first; r < last; r++) {
        const uint32_t begin = r * j->range, left = j->count - begin;
        j->largest[r] = largest_of(j->radius, begin, left < j->range ? j->count : begin + j->range);
    }
}

static float largest_on_tasks(const hail_tasks *tasks, const float *radius, uint32_t count) {
    radius_job job = {.radius = radius, .count = count};
    job.range = job.count / RADIUS_RANGES + 1;
    const uint32_t ranges = (job.count + job.range - 1) / job.range;
    hail_run_tasks(tasks, ranges, 8, find_largest, &job);
    return largest_of(job.largest, 0, ranges);
}

static float largest_radius(const hail_world *world, const hail_layer *layer) {
    if (layer->options.is_static)
        return layer->active ? layer_index(layer)->largest : 0.0f;
    const float *radius = layer_radii(layer);
    if (!radius)
        return layer->active ? shape_radii(world->shapes)[layer->uniform_shape] : 0.0f;
    return world->tasks && layer->active ? largest_on_tasks(world->tasks, radius, layer->active)
                                         : largest_of(radius, 0, layer->active);
}

static void choose_limit(hail_world *world, hail_layer *layer, bool renew) {
    if (layer->options.is_static || !layer_radii(layer)) {
        layer->small_limit = layer->scratch->largest;
        return;
    }
    if (renew || !layer->planned)
        layer->small_limit = choose_small_limit(world, layer);
    else if (layer->scratch->largest > layer->small_limit && count_large(layer) > hail_plan_max_large(layer->active))
        layer->small_limit = choose_small_limit(world, layer);
    layer->planned = layer->active;
}

/* Those of static layers lie in grids of their own. */
static uint32_t binned_bodies(const hail_layer *layer) { return layer->options.is_static ? 0 : layer->active; }

/* Chooses the box and the layers' limits: at first, every RENEW steps, and when the number of bodies has doubled or
 * halved. */
static void choose_limits(hail_world *world) {
    uint32_t bodies = 0;
    for (uint64_t left = colliding_layers(world); left; left &= left - 1)
        bodies += binned_bodies(world->bodies.layer[lowest_bit_64(left)]);
    const uint32_t before = world->box.bodies;
    const bool renew = world->stats.step % RENEW == 0 || bodies > before * 2 || bodies < before / 2;
    if (bodies && (renew || !before))
        choose_box(world, bodies);
    for (uint64_t left = colliding_layers(world); left; left &= left - 1)
        choose_limit(world, world->bodies.layer[lowest_bit_64(left)], renew);
}

void hail_plan_inflate(hail_world *world, uint32_t number, float inflate) {
    hail_layer *layer = world->bodies.layer[number];
    const float *radius = layer_radii(layer);
    float *reach = layer->scratch->column[SCRATCH_REACH].data;
    layer->scratch->inflate = inflate;
    for (uint32_t i = 0; radius && inflate > 0.0f && i < layer->active; i++)
        reach[i] = radius[i] + inflate;
}

/* The bodies of a layer whose rule with itself reports grazes reach half the margin further, in all rules: they share
 * the layer's grid. */
static void inflate_layers(hail_world *world) {
    for (uint32_t r = 0; r < world->scratch->planned_count; r++) {
        const hail_planned_rule *plan = &planned_rules(world)[r];
        if (plan->self && !plan->kept && plan->rule->graze > 0.0f)
            hail_plan_inflate(world, plan->target, plan->rule->graze * 0.5f);
    }
}

void hail_plan_rules(hail_world *world) {
    hail_planned_rule *planned = world->scratch->planned.data;
    bool few = true;
    world->scratch->planned_count = 0;
    world->scratch->planned_layers = world->scratch->gridded = world->scratch->path_gridded = 0;
    for (uint64_t left = colliding_layers(world); left; left &= left - 1) {
        hail_layer *layer = world->bodies.layer[lowest_bit_64(left)];
        layer->scratch->largest = largest_radius(world, layer);
        layer->scratch->inflate = 0.0f;
    }
    for (uint32_t r = 0; r < world->rules.count; r++) {
        const hail_rule *rule = &rule_entries(&world->rules)[r];
        if (!rule_between_layers(rule) || !rule_has_bodies(world, rule))
            continue;
        hail_planned_rule *plan = &planned[world->scratch->planned_count++];
        plan_rule(plan, world, rule);
        world->scratch->planned_layers |= UINT64_C(1) << rule->layer_a;
        world->scratch->gridded |= (uint64_t)(plan->gridded && !plan->swept) << plan->target;
        few = few && plan->few;
    }
    inflate_layers(world);
    if (world->bodies.still)
        few = !find_apart(world);
    if (!few)
        choose_limits(world);
    if (world->rules.layers.swept & world->rules.layers.colliding)
        hail_plan_paths(world);
}
