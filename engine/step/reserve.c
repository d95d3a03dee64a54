/* engine/step/reserve.c - makes room for a step with the present bodies or, in hail_reserve, with layers filled to
 * their capacity. */
#include "reserve.h"

#include "attention.h"
#include "statics/collide_walls.h"
#include "events/event_contacts.h"
#include "events/event_room.h"
#include "events/event_rules.h"
#include "lowest_bit.h"
#include "contacts/pierce.h"
#include "statics/near_lists.h"
#include "pairs/plan.h"
#include "contacts/remember.h"
#include "sectors/sector_map.h"
#include "statics/stops.h"
#include "pairs/wave.h"
#include "world/arguments.h"
#include "world/layers.h"
#include "world/rule_queries.h"
#include "world/shared_scratch.h"
#include "world/slots.h"

enum {
    /* There is room for a pair of every two bodies at least, within these limits, in every world with rules; and for as
     * many that touch, if rules report events. */
    FEWEST_PAIRS = 128,
    MIN_PAIRS = 4096,
    FEW_BODIES = 1 << 16, /* all of them may be listed as removed */
    MIN_TOUCHING = 1024
};

/* What room is made for. */
typedef struct demand {
    hail_world *world;
    bool capacity; /* for layers filled to their capacity, and for maps that may be set later */
    uint32_t pairs;
} demand;

/* Bodies of a layer that may take part. */
static uint32_t size_of(const demand *d, uint32_t layer) {
    const hail_layer *l = d->world->bodies.layer[layer];
    return !l ? 0 : d->capacity ? l->capacity : l->active + layer_quarantined(l); /* a repaired body joins in */
}

static size_t size_of_all(const demand *d) {
    size_t bodies = 0;
    for (uint64_t left = d->world->bodies.used; left; left &= left - 1)
        bodies += size_of(d, lowest_bit_64(left));
    return bodies;
}

static uint32_t size_of_largest(const demand *d) {
    uint32_t largest = 0;
    for (uint64_t left = d->world->bodies.used; left; left &= left - 1) {
        const uint32_t size = size_of(d, lowest_bit_64(left));
        largest = size > largest ? size : largest;
    }
    return largest;
}

/* The pairs that there is room for at least, among so many bodies. */
static uint32_t least_pairs(size_t bodies, uint32_t most) {
    const size_t pairs = bodies / 2;
    return pairs < FEWEST_PAIRS ? FEWEST_PAIRS : pairs < most ? (uint32_t)pairs : most;
}

/* Makes room in a buffer of the step's scratch. */
static bool grow(hail_world *world, hail_buffer *buffer, size_t count, size_t size) {
    return count * size <= buffer->bytes || hail_scratch_grow(&world->scratch->heap, buffer, count * size);
}

/* The same for what the world keeps until its next step. */
static bool grow_kept(hail_world *world, hail_buffer *buffer, size_t count, size_t size) {
    return count * size <= buffer->bytes || hail_scratch_grow(&world->heap, buffer, count * size);
}

/* A layer's radii and displacements. */
static bool reserve_layer(const demand *d, uint32_t number, bool swept) {
    hail_layer *layer = d->world->bodies.layer[number];
    const uint32_t bodies = size_of(d, number);
    const size_t count = (size_t)bodies + HAIL_SLACK;
    if (!bodies)
        return true;
    hail_buffer *column = layer->scratch->column;
    if ((d->capacity || !layer_uniform(layer)) && !grow(d->world, &column[SCRATCH_RADIUS], count, sizeof(float)))
        return false;
    const bool grazing = d->world->rules.layers.grazing >> number & 1;
    if (grazing && (d->capacity || !layer_uniform(layer)) &&
        !grow(d->world, &column[SCRATCH_REACH], count, sizeof(float)))
        return false;
    return !swept || layer->options.caller_moved ||
           (grow(d->world, &column[SCRATCH_DX], count, sizeof(float)) &&
            grow(d->world, &column[SCRATCH_DY], count, sizeof(float)) &&
            (!may_list_near(d->world, number) ||
             grow(d->world, &column[SCRATCH_NEAR], near_list_words(bodies), sizeof(uint32_t))));
}

static bool reserve_layers(const demand *d) {
    const uint64_t swept = d->world->rules.layers.swept;
    for (uint64_t left = d->world->bodies.used; left; left &= left - 1) {
        const uint32_t l = lowest_bit_64(left);
        if (!reserve_layer(d, l, swept >> l & 1))
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

/* What the search for one rule's pairs needs. */
static bool reserve_rule(const demand *d, const hail_rule_entry *rule) {
    hail_world *world = d->world;
    hail_heap *heap = &world->scratch->heap;
    const uint32_t size_a = size_of(d, rule->a), size_b = size_of(d, rule->b);
    const uint32_t more = size_a > size_b ? size_a : size_b, fewer = size_a < size_b ? size_a : size_b;
    if (!fewer || (!rule_swept(rule) && hail_plan_few(size_a, size_b)))
        return true;
    hail_layer *a = world->bodies.layer[rule->a], *b = world->bodies.layer[rule->b];
    const bool uniform = !d->capacity && layer_uniform(a) && layer_uniform(b); /* then no body is large */
    const uint32_t large = uniform ? 0 : hail_plan_max_large(more);
    uint32_t targets = rule->a == rule->b ? 0 : hail_plan_max_targets(size_a, size_b);
    if (rule_swept(rule)) { /* either side may be rasterized as a whole */
        targets = more;
        if (!hail_paths_reserve(heap, &world->scratch->paths, targets, more))
            return false;
    }
    if (!grow(world, &world->scratch->in_range, targets, sizeof(uint32_t)))
        return false;
    targets = targets > large ? targets : large;
    const bool filters = filter_any(layers_filter(a, b));
    if (filters && !hail_run_sort_reserve(heap, &world->scratch->run_sort, targets > fewer ? targets : fewer))
        return false;
    /* The layer with fewer active bodies may be gridded; which one that is depends on the validation of bodies. */
    const hail_grid_room room = {
        .bodies = fewer, .tasks = world->tasks != NULL, .radii = !uniform, .runs = filters, .cells = d->capacity};
    return (uniform || grow(world, &world->scratch->large, (size_t)large + HAIL_SLACK, sizeof(uint32_t))) &&
           (!targets || (hail_raster_reserve(heap, &world->scratch->raster, targets, more, filters) &&
                         (filters || reserve_copies(world, targets, more)))) &&
           hail_grid_reserve(heap, &a->scratch->grid, &room) && hail_grid_reserve(heap, &b->scratch->grid, &room);
}

/* collides: whether some rule between layers may have pairs. */
static bool reserve_rules(const demand *d, bool *collides) {
    const hail_rule_store *rules = &d->world->rules;
    *collides = false;
    for (uint32_t r = 0; r < rules->count; r++) {
        const hail_rule_entry *rule = &rule_entries(rules)[r];
        *collides = *collides || (size_of(d, rule->a) && size_of(d, rule->b));
        if (!reserve_rule(d, rule))
            return false;
    }
    return !*collides || grow(d->world, &d->world->scratch->planned, rules->count, sizeof(hail_planned_rule));
}

/* What contacts with tiles and walls need. collides: whether there may be some. */
static bool reserve_statics(const demand *d, bool *collides) {
    hail_world *world = d->world;
    bool walled = false, stopped = false;
    *collides = false;
    for (uint64_t left = world->rules.layers.statics; left; left &= left - 1) {
        const uint32_t l = lowest_bit_64(left);
        const hail_layer *layer = world->bodies.layer[l];
        if (!size_of(d, l))
            continue;
        const bool tiles = (d->capacity || world->rules.map) && layer->tiles.mode;
        const bool walls = (d->capacity || world->rules.sectors) && layer->walls.mode;
        *collides = *collides || tiles || walls;
        walled = walled || walls;
        stopped = stopped || (tiles && layer->tiles.stop) || (walls && layer->walls.stop);
    }
    const uint32_t walls = world->rules.sectors ? world->rules.sectors->wall_count : 0;
    return grow(world, &world->scratch->stops.list, stopped ? size_of_all(d) : 0, sizeof(hail_stop)) &&
           grow(world, &world->scratch->walls, walled ? hail_collide_walls_bytes(walls) : 0, 1);
}

/* What pairs and their contacts need. statics: some of them may be with tiles or walls. */
static bool reserve_contacts(const demand *d, bool statics) {
    hail_world *world = d->world;
    const uint32_t budget = world->options.pair_budget;
    const uint32_t asked = d->pairs > budget ? budget : d->pairs, least = least_pairs(size_of_all(d), MIN_PAIRS);
    const uint32_t pairs = asked > least ? asked : least;
    hail_heap *heap = &world->scratch->heap;
    return grow_kept(world, &world->kept, world->options.kept_contacts, sizeof(hail_contact)) &&
           (!(statics || world->shapes->composed) ||
            grow(world, &world->scratch->contacts, pairs, sizeof(hail_contact))) &&
           (world->scratch->pairs.capacity >= pairs || hail_pairs_reserve(heap, &world->scratch->pairs, pairs)) &&
           (pairs < PAIRS_FOR_BUCKETS ||
            hail_pairs_reserve_window(heap, &world->scratch->pairs, world->options.window));
}

/* Whether a layer that room was made for has the radii and displacements that it needs now: what its bodies are and
 * who moves them may have changed. */
static bool has_columns(const hail_world *world, uint32_t number, uint32_t bodies) {
    const hail_layer *layer = world->bodies.layer[number];
    const bool swept = world->rules.layers.swept >> number & 1;
    const size_t bytes = bodies ? ((size_t)bodies + HAIL_SLACK) * sizeof(float) : 0;
    const hail_buffer *column = layer->scratch->column;
    return (layer_uniform(layer) || column[SCRATCH_RADIUS].bytes >= bytes) &&
           (!swept || layer->options.caller_moved || column[SCRATCH_DY].bytes >= bytes) &&
           (!bodies || !may_list_near(world, number) ||
            column[SCRATCH_NEAR].bytes >= near_list_words(bodies) * sizeof(uint32_t));
}

/* Whether room was made for the rules already, and no layer has more bodies than then. Walls may change at any time. */
static bool has_room(const demand *d) {
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

static void remember_room(const demand *d) {
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
static bool reserve_workers(const demand *d) {
    hail_world *world = d->world;
    if (!world->tasks)
        return true;
    bool unordered = false;
    for (uint32_t r = 0; r < world->rules.count; r++)
        unordered = unordered || rule_entries(&world->rules)[r].unordered;
    return grow(world, &world->scratch->workers, world->tasks->workers, sizeof(hail_worker_scratch)) &&
           (!unordered || grow(world, &world->scratch->waves, 1, hail_wave_bytes(world->tasks)));
}

/* What the rules need. */
static bool reserve_pairs(const demand *d) {
    bool layers = false, statics = false;
    if (!reserve_rules(d, &layers) || !reserve_statics(d, &statics) ||
        !hail_attention_reserve(d->world, size_of_largest(d)))
        return false;
    if ((layers || statics) && (!reserve_contacts(d, statics) || !reserve_workers(d)))
        return false;
    remember_room(d);
    return true;
}

static bool reserve(const demand *d) { return has_room(d) || (reserve_layers(d) && reserve_pairs(d)); }

/* What the choice of earliest hits needs: by slot, and for up to `pairs` hits of each rule. */
static bool reserve_earliest(hail_world *world, uint32_t slots, size_t pairs) {
    return grow(world, &world->scratch->earliest.t, world->rules.layers.earliest ? slots : 0, sizeof(float)) &&
           hail_pierce_reserve(world, slots, pairs);
}

/* By default, a rule's pairs are held at once if they are as many as the bodies. */
static void raise_budget(hail_world *world, uint32_t slots) {
    const uint32_t budget = slots < HAIL_MAX_PAIR_BUDGET ? slots : HAIL_MAX_PAIR_BUDGET;
    if (world->default_budget && budget > world->options.pair_budget)
        world->options.pair_budget = budget;
}

/* How many bodies may leave in a step that must find room for them: any of a few, and any if callbacks on tasks may
 * despawn. Of many only those that the step removes by itself: hail_despawn makes room for those of the callback. */
static uint32_t count_leaving(const hail_world *world) {
    uint32_t bodies = 0;
    if (world->tasks || world->bodies.live <= FEW_BODIES)
        return world->bodies.live;
    for (uint64_t left = world->bodies.used; left; left &= left - 1) {
        const hail_layer *layer = world->bodies.layer[lowest_bit_64(left)];
        if (layer->options.bounds == HAIL_KILL || layer->column[COLUMN_LIFE] || layer->column[COLUMN_PIERCE])
            bodies += layer->count;
    }
    return bodies;
}

bool hail_reserve_step(hail_world *world) {
    raise_budget(world, world->bodies.slot_count);
    world->may_go = count_leaving(world);
    const demand d = {.world = world};
    const size_t live = world->bodies.live ? world->bodies.live : 1;
    return reserve(&d) && (!world->rules.asking || hail_events_reserve(world, least_pairs(live, MIN_TOUCHING))) &&
           grow_kept(world, &world->removals, world->may_go, sizeof(hail_removal)) &&
           reserve_earliest(world, world->bodies.slot_count, 0);
}

/* ---- hail_reserve ------------------------------------------------------------------------------------------------ */

/* The slots of layers filled to their capacity. */
static uint32_t slots_of_all(const hail_world *world) {
    const uint64_t limit = world->options.max_bodies ? world->options.max_bodies : HAIL_MAX_BODIES;
    uint64_t slots = 0;
    for (uint64_t left = world->bodies.used; left; left &= left - 1)
        slots += world->bodies.layer[lowest_bit_64(left)]->capacity;
    return (uint32_t)(slots < limit ? slots : limit);
}

static bool reserve_slots(hail_world *world, uint32_t slots) {
    return !slots || (hail_slots_reserve(&world->heap, &world->bodies, slots) &&
                      grow_kept(world, &world->removals, slots, sizeof(hail_removal)) &&
                      grow(world, &world->scratch->range_counts, slots, sizeof(uint32_t)) &&
                      grow(world, &world->scratch->earliest.t, slots, sizeof(float)));
}

static hail_status check_reserve(const hail_world *world, uint32_t layer, size_t bodies) {
    const hail_status status = hail_argument_layer(world, "layer", layer);
    const uint32_t limit = world->options.max_bodies ? world->options.max_bodies : HAIL_MAX_BODIES;
    if (status == HAIL_OK && (world->busy || scratch_busy(world)))
        return hail_fail_busy(world);
    if (status == HAIL_OK && bodies > limit)
        return hail_fail_above(world->heap.error, HAIL_FULL, "bodies", bodies, limit, "is more than max_bodies");
    return status;
}

/* What the world itself keeps. */
static bool reserve_world(hail_world *world, const demand *d) {
    return hail_events_reserve(world, (size_t)d->pairs * world->rules.asking) &&
           (!world->rules.asking || hail_events_reserve_contacts(world, world->events.room));
}

/* What steps with the world's present scratch need. */
static bool reserve_scratch(hail_world *world, const demand *d) {
    const uint32_t slots = slots_of_all(world);
    const bool reserved = hail_layers_open_scratch(world) && reserve_slots(world, slots) && reserve(d) &&
                          reserve_earliest(world, slots, d->pairs) && hail_remember_reserve(world, slots, d->pairs);
    hail_layers_close_scratch(world);
    return reserved;
}

/* The same for every part of the scratch that it shares: any worker may step it. */
static bool reserve_parts(hail_world *world, const demand *d) {
    const hail_scratch *shared = world->options.scratch;
    bool reserved = true;
    for (uint32_t p = shared ? shared->count : 0; reserved && p-- > 1;) {
        world->scratch = shared->part[p];
        reserved = reserve_scratch(world, d);
    }
    if (shared)
        world->scratch = shared->part[0];
    return reserved && reserve_scratch(world, d);
}

hail_status hail_reserve(hail_world *world, uint32_t layer, size_t bodies, size_t pairs) {
    const hail_status status = world ? check_reserve(world, layer, bodies) : HAIL_BAD_ARGUMENT;
    if (status != HAIL_OK)
        return status;
    hail_events_begin_step(world); /* the last step's events lie in memory that may be replaced */
    hail_layer *l = hail_layer_use(&world->heap, &world->bodies, layer);
    if (!l || !hail_layer_fit(&world->heap, l, (uint32_t)bodies, l->options.columns) ||
        !hail_world_needs_scratch(world))
        return hail_fail_memory(world->heap.error);
    hail_layers_changed(&world->bodies); /* grids that grow lose what is in them */
    raise_budget(world, slots_of_all(world));
    const uint32_t budget = world->options.pair_budget;
    const demand d = {world, true, pairs < budget ? (uint32_t)pairs : budget};
    return reserve_parts(world, &d) && reserve_world(world, &d) ? HAIL_OK : hail_fail_memory(world->heap.error);
}
