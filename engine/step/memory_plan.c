/* engine/step/memory_plan.c - what layers and rules need for a step: columns, grids, rasters, pairs, contacts. */
#include "memory_plan.h"

#include "flagged.h"
#include "lowest_bit.h"
#include "pairs/plan.h"
#include "pairs/task_batch.h"
#include "sectors/sector_map.h"
#include "statics/collide_walls.h"
#include "statics/near_lists.h"
#include "statics/stops.h"
#include "world/rule_queries.h"

/* There is room for a pair of every two bodies at least, within these limits, in every world with rules. */
enum { FEWEST_PAIRS = 128, MIN_PAIRS = 4096 };

/* Bodies of a layer that may take part. */
static uint32_t size_of(const hail_memory_plan *d, uint32_t layer) {
    const hail_layer *l = d->world->bodies.layer[layer];
    return !l ? 0 : d->capacity ? l->capacity : l->active + layer_quarantined(l); /* a repaired body joins in */
}

static size_t size_of_all(const hail_memory_plan *d) {
    size_t bodies = 0;
    for (uint64_t left = d->world->bodies.used; left; left &= left - 1)
        bodies += size_of(d, lowest_bit_64(left));
    return bodies;
}

static uint32_t size_of_largest(const hail_memory_plan *d) {
    uint32_t largest = 0;
    for (uint64_t left = d->world->bodies.used; left; left &= left - 1) {
        const uint32_t size = size_of(d, lowest_bit_64(left));
        largest = size > largest ? size : largest;
    }
    return largest;
}

uint32_t hail_memory_plan_least_pairs(size_t bodies, uint32_t most) {
    const size_t pairs = bodies / 2;
    return pairs < FEWEST_PAIRS ? FEWEST_PAIRS : pairs < most ? (uint32_t)pairs : most;
}

/* A layer's radii and displacements. */
static bool reserve_layer(const hail_memory_plan *d, uint32_t number, bool swept) {
    hail_layer *layer = d->world->bodies.layer[number];
    const uint32_t bodies = size_of(d, number);
    const size_t count = (size_t)bodies + HAIL_SLACK;
    if (!bodies)
        return true;
    hail_buffer *column = layer->scratch->column;
    if ((d->capacity || !layer_uniform(layer)) && !layer->options.is_static &&
        !grow_scratch(d->world, &column[SCRATCH_RADIUS], count, sizeof(float)))
        return false;
    const bool grazing = d->world->rules.layers.grazing >> number & 1;
    if (grazing && (d->capacity || !layer_uniform(layer)) &&
        !grow_scratch(d->world, &column[SCRATCH_REACH], count, sizeof(float)))
        return false;
    return !swept || !layer_moves(layer) ||
           (grow_scratch(d->world, &column[SCRATCH_DX], count, sizeof(float)) &&
            grow_scratch(d->world, &column[SCRATCH_DY], count, sizeof(float)) &&
            (!may_list_near(d->world, number) ||
             grow_scratch(d->world, &column[SCRATCH_NEAR], near_list_words(bodies), sizeof(uint32_t))));
}

static bool reserve_layers(const hail_memory_plan *d) {
    const uint64_t swept = d->world->rules.layers.swept;
    for (uint64_t left = d->world->bodies.used; left; left &= left - 1) {
        const uint32_t l = lowest_bit_64(left);
        if (!reserve_layer(d, l, d->capacity ? swept >> l & 1 : d->world->bodies.layer[l]->scratch->swept))
            return false;
    }
    return true;
}

/* See pairs/find_classes.c. */
static bool reserve_copies(hail_world *world, uint32_t targets, uint32_t streamed) {
    const uint32_t workers = world->tasks ? world->tasks->workers : 0, count = workers <= RASTER_COPIES ? workers : 0;
    for (uint32_t c = 0; c < count; c++)
        if (!hail_raster_reserve_copy(&world->scratch->heap, &world->scratch->copies[c].raster, targets, streamed))
            return false;
    return true;
}

/* What a rule between two layers, or of one with itself, may have. */
typedef struct rule_sizes {
    hail_layer *a, *b;
    uint32_t in_a, in_b, more, fewer; /* bodies; of the layer that has more, or fewer */
    bool uniform;                     /* no body is large */
    bool filters;                     /* some bodies may not collide */
    bool kept;                        /* one is static: pairs are found in its index */
} rule_sizes;

static rule_sizes sizes_of(const hail_memory_plan *d, const hail_rule *rule) {
    rule_sizes s = {.a = d->world->bodies.layer[rule->layer_a], .b = d->world->bodies.layer[rule->layer_b]};
    s.in_a = size_of(d, rule->layer_a);
    s.in_b = size_of(d, rule->layer_b);
    s.more = s.in_a > s.in_b ? s.in_a : s.in_b;
    s.fewer = s.in_a < s.in_b ? s.in_a : s.in_b;
    s.uniform = s.fewer && !d->capacity && layer_uniform(s.a) && layer_uniform(s.b);
    s.filters = s.fewer && filter_any(layers_filter(s.a, s.b));
    s.kept = s.fewer && (s.a->options.is_static || s.b->options.is_static);
    return s;
}

/* Where the layer with more bodies is gridded, step/bin.c makes the room. */
static bool reserve_grids(const hail_memory_plan *d, const rule_sizes *s) {
    hail_heap *heap = &d->world->scratch->heap;
    hail_grid_room room = {.bodies = d->capacity ? s->in_a : s->fewer,
                           .tasks = d->world->tasks != NULL,
                           .radii = !s->uniform,
                           .runs = s->filters,
                           .cells = d->capacity};
    if (!hail_grid_reserve(heap, &s->a->scratch->grid, &room))
        return false;
    room.bodies = d->capacity ? s->in_b : s->fewer;
    return hail_grid_reserve(heap, &s->b->scratch->grid, &room);
}

/* A layer that streams past a static one is sorted when its columns are put in order. */
static bool reserve_order(const hail_memory_plan *d, const rule_sizes *s) {
    const bool a_streams = !s->a->options.is_static;
    const hail_layer *stream = a_streams ? s->a : s->b;
    const hail_grid_room room = {.bodies = a_streams ? s->in_a : s->in_b,
                                 .tasks = d->world->tasks != NULL,
                                 .radii = d->capacity || !layer_uniform(stream),
                                 .cells = d->capacity};
    return stream->options.is_static || hail_grid_reserve(&d->world->scratch->heap, &stream->scratch->grid, &room);
}

/* Of a swept rule the layer with more bodies is gridded where that costs less: then step/bin.c makes the room. */
static bool reserve_path_grids(const hail_memory_plan *d, const rule_sizes *s) {
    hail_heap *heap = &d->world->scratch->heap;
    const hail_grid_room a = hail_plan_path_room(d->world, d->capacity ? s->in_a : s->fewer, s->filters, d->capacity);
    const hail_grid_room b = hail_plan_path_room(d->world, d->capacity ? s->in_b : s->fewer, s->filters, d->capacity);
    return hail_grid_reserve(heap, &s->a->scratch->path_grid, &a) &&
           hail_grid_reserve(heap, &s->b->scratch->path_grid, &b);
}

/* Most bodies that are rasterized. The search makes room for more long paths than a few. */
static uint32_t max_targets(const rule_sizes *s, bool swept) {
    enum { LONG = 64 };
    const uint32_t few = s->a == s->b && !s->kept ? 0 : hail_plan_max_targets(s->in_a, s->in_b);
    uint32_t large = s->uniform ? 0 : hail_plan_max_large(s->more);
    if (swept && s->uniform) {
        const uint32_t most = hail_plan_max_large(s->fewer);
        large = most < LONG ? most : LONG;
    }
    return few > large ? few : large;
}

/* What the search for one rule's pairs needs. */
static bool reserve_rule(const hail_memory_plan *d, const hail_rule *rule) {
    hail_step_scratch *scratch = d->world->scratch;
    hail_heap *heap = &scratch->heap;
    const bool swept = rule_swept(rule);
    const rule_sizes s = sizes_of(d, rule);
    if (!s.fewer || (!swept && hail_plan_few(s.in_a, s.in_b, s.kept)))
        return true;
    const uint32_t targets = max_targets(&s, swept), large = s.uniform ? 0 : hail_plan_max_large(s.more);
    const uint32_t in_range = swept                   ? hail_plan_max_path_targets(s.in_a, s.in_b, s.a == s.b)
                              : s.a == s.b && !s.kept ? 0
                                                      : hail_plan_max_targets(s.in_a, s.in_b);
    const uint32_t sorted = d->capacity ? s.more : targets > s.fewer ? targets : s.fewer;
    return (!swept || hail_paths_reserve(heap, &scratch->paths, targets, s.more)) &&
           grow_scratch(d->world, &scratch->in_range, in_range, sizeof(uint32_t)) &&
           (!s.filters || hail_run_sort_reserve(heap, &scratch->run_sort, sorted)) &&
           (s.uniform || grow_scratch(d->world, &scratch->large, (size_t)large + HAIL_SLACK, sizeof(uint32_t))) &&
           (!targets || (hail_raster_reserve(heap, &scratch->raster, targets, s.more, s.filters) &&
                         (s.filters || reserve_copies(d->world, targets, s.more)))) &&
           (s.kept  ? reserve_order(d, &s)
            : swept ? reserve_path_grids(d, &s)
                    : reserve_grids(d, &s));
}

/* collides: whether some rule between layers may have pairs. */
static bool reserve_rules(const hail_memory_plan *d, bool *collides) {
    const hail_rule_store *rules = &d->world->rules;
    *collides = false;
    for (uint32_t r = 0; r < rules->count; r++) {
        const hail_rule *rule = &rule_entries(rules)[r];
        if (!rule_between_layers(rule))
            continue;
        *collides = *collides || (size_of(d, rule->layer_a) && size_of(d, rule->layer_b));
        if (!reserve_rule(d, rule))
            return false;
    }
    return !*collides || grow_scratch(d->world, &d->world->scratch->planned, rules->count, sizeof(hail_planned_rule));
}

/* What contacts with tiles and walls need. collides: whether there may be some. */
static bool reserve_statics(const hail_memory_plan *d, bool *collides) {
    hail_world *world = d->world;
    bool walled = false, stopped = false;
    *collides = false;
    for (uint32_t r = 0; r < world->rules.count; r++) {
        const hail_rule *rule = &rule_entries(&world->rules)[r];
        if (rule_between_layers(rule) || !size_of(d, rule->layer_a) || !(d->capacity || rule_has_map(world, rule)))
            continue;
        *collides = true;
        walled = walled || rule->layer_b == HAIL_WALLS;
        stopped = stopped || rule->stop;
    }
    const uint32_t walls = world->rules.sectors ? world->rules.sectors->wall_count : 0;
    return grow_scratch(world, &world->scratch->stops.list, stopped ? size_of_all(d) : 0, sizeof(hail_stop)) &&
           grow_scratch(world, &world->scratch->walls, walled ? hail_collide_walls_bytes(walls) : 0, 1);
}

static size_t users_of(const hail_memory_plan *d, uint32_t layer) {
    const hail_layer *l = d->world->bodies.layer[layer];
    return l && layer_user(l) ? size_of(d, layer) : 0;
}

size_t hail_memory_plan_users(const hail_memory_plan *d) {
    const hail_rule_store *rules = &d->world->rules;
    size_t most = 0;
    for (uint32_t r = 0; r < rules->count; r++) {
        const hail_rule *rule = &rule_entries(rules)[r];
        const bool two = rule_between_layers(rule) && rule->layer_b != rule->layer_a;
        const size_t both = users_of(d, rule->layer_a) + (two ? users_of(d, rule->layer_b) : 0);
        most = rule->events && both > most ? both : most;
    }
    return most;
}

/* What pairs and their contacts need. statics: some of them may be with tiles or walls. */
static bool reserve_contacts(const hail_memory_plan *d, bool statics) {
    hail_world *world = d->world;
    const uint32_t budget = world->options.pair_budget;
    const uint32_t asked = d->pairs > budget ? budget : d->pairs,
                   least = hail_memory_plan_least_pairs(size_of_all(d), MIN_PAIRS);
    const uint32_t pairs = asked > least ? asked : least;
    hail_heap *heap = &world->scratch->heap;
    return grow_kept(world, &world->kept, world->options.kept_contacts, sizeof(hail_contact)) &&
           (!(statics || world->shapes->composed) ||
            grow_scratch(world, &world->scratch->contacts, pairs, sizeof(hail_contact))) &&
           (world->scratch->pairs.capacity >= pairs || hail_pairs_reserve(heap, &world->scratch->pairs, pairs)) &&
           (pairs < PAIRS_FOR_BUCKETS ||
            hail_pairs_reserve_window(heap, &world->scratch->pairs, world->options.window));
}

/* Whether a layer that room was made for has the radii and displacements that it needs now: what its bodies are and
 * who moves them may have changed. */
static bool has_columns(const hail_world *world, uint32_t number, uint32_t bodies) {
    const hail_layer *layer = world->bodies.layer[number];
    const size_t bytes = bodies ? ((size_t)bodies + HAIL_SLACK) * sizeof(float) : 0;
    const hail_buffer *column = layer->scratch->column;
    return (layer_uniform(layer) || layer->options.is_static || column[SCRATCH_RADIUS].bytes >= bytes) &&
           (!layer->scratch->swept || !layer_moves(layer) || column[SCRATCH_DY].bytes >= bytes) &&
           (!bodies || !may_list_near(world, number) ||
            column[SCRATCH_NEAR].bytes >= near_list_words(bodies) * sizeof(uint32_t));
}

/* Whether room was made for the rules already, and no layer has more bodies than then. Walls may change at any time. */
static bool has_room(const hail_memory_plan *d) {
    const hail_world *world = d->world;
    const hail_step_room *room = &world->room;
    if (d->capacity || world->rules.sectors || room->scratch != world->scratch->number ||
        room->revision != world->rules.revision || room->composed != world->shapes->composed ||
        room->tasks != (world->tasks != NULL))
        return false;
    for (uint64_t left = world->bodies.used; left; left &= left - 1) {
        const uint32_t l = lowest_bit_64(left), bodies = size_of(d, l);
        const hail_layer *layer = world->bodies.layer[l];
        if (bodies > layer->room || (layer->uniform_room && !layer_uniform(layer)) || !has_columns(world, l, bodies))
            return false;
    }
    return true;
}

static void remember_room(const hail_memory_plan *d) {
    hail_world *world = d->world;
    world->room =
        (hail_step_room){world->scratch->number, world->rules.revision, world->shapes->composed, world->tasks != NULL};
    for (uint64_t left = world->bodies.used; left; left &= left - 1) {
        const uint32_t l = lowest_bit_64(left);
        world->bodies.layer[l]->room = size_of(d, l);
        world->bodies.layer[l]->uniform_room = !d->capacity && layer_uniform(world->bodies.layer[l]);
    }
}

/* What the world's tasks need. */
static bool reserve_workers(const hail_memory_plan *d) {
    hail_world *world = d->world;
    if (!world->tasks)
        return true;
    bool unordered = false;
    for (uint32_t r = 0; r < world->rules.count; r++) {
        const hail_rule *rule = &rule_entries(&world->rules)[r];
        unordered = unordered || (rule_between_layers(rule) && rule->order == HAIL_UNORDERED);
    }
    return grow_scratch(world, &world->scratch->workers, world->tasks->workers, sizeof(hail_worker_scratch)) &&
           (!unordered || grow_scratch(world, &world->scratch->batches, 1, hail_task_batch_bytes(world->tasks)));
}

/* What the rules need. */
static bool reserve_pairs(const hail_memory_plan *d) {
    bool layers = false, statics = false;
    if (!reserve_rules(d, &layers) || !reserve_statics(d, &statics) ||
        !hail_flagged_reserve(d->world, size_of_largest(d)))
        return false;
    if ((layers || statics) && (!reserve_contacts(d, statics) || !reserve_workers(d)))
        return false;
    remember_room(d);
    return true;
}

bool hail_memory_plan_reserve(const hail_memory_plan *d) {
    return has_room(d) || (reserve_layers(d) && reserve_pairs(d));
}
