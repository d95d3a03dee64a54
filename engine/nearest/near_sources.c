/* engine/nearest/near_sources.c - lists levels, and asks a filter once about each body, by a kernel. What it says can
 * change no answer. */
#include "near_sources.h"

#include <string.h>

#include "broad/sample_box.h"
#include "lowest_bit.h"
#include "world/slots.h"

/* A point that asks the filter itself asks about so many bodies. */
enum { ASKED_BODIES = 64 };

/* Bodies that are looked at to tell how many a filter lets through. */
enum { SAMPLES = 32 };

/* A point that is counted by the kernel pays for a look at so many bodies' poses. */
enum { POSED_BODIES = 64 };

/* Of so few bodies a kernel looks at all, so that one cell holds them. */
enum { FEW_BODIES = 32 };

/* ---- The filter -------------------------------------------------------------------------------------------------- */

static bool is_shared(const hail_query_filter *f) {
    return !f->each_group && !f->each_category && !f->each_mask && !f->each_except;
}

/* The index of the body that is left out; UINT32_MAX: it is not of this layer, or none. */
static uint32_t left_out(const hail_query_scope *scope, uint32_t number) {
    const hail_body_store *bodies = &scope->world->bodies;
    const hail_handle except = scope->filter->except;
    if (!slots_alive(bodies, except) || slot_layer(bodies, except.slot) != number)
        return UINT32_MAX;
    return slot_index(bodies, except.slot);
}

/* Lets no body through that is no longer there. Returns how many are let through. */
static uint32_t take_out_gone(const hail_level *level, uint32_t *allowed) {
    uint32_t found = 0;
    for (uint32_t p = 0; p < level->view.count; p++) {
        const uint32_t there = level_has(level, p);
        allowed[p / 32] &= ~((there ^ 1u) << p % 32);
        found += allowed[p / 32] >> p % 32 & 1;
    }
    return found;
}

/* Writes which of a source's bodies are let through. Returns how many. */
static uint32_t ask(const hail_query_scope *scope, const hail_near_source *source, uint32_t *allowed) {
    const hail_query_filter *f = scope->filter;
    const hail_layer *layer = source->layer;
    const hail_near_allowed_job job = {.order = source->level->order,
                                       .group = layer_words(layer, COLUMN_GROUP),
                                       .category = layer_words(layer, COLUMN_CATEGORY),
                                       .mask = layer_words(layer, COLUMN_MASK),
                                       .no_index = left_out(scope, source->layer_number),
                                       .no_group = f->group,
                                       .in_category = f->mask,
                                       .in_mask = f->category};
    if (!job.category && f->mask && !(f->mask & HAIL_DEFAULT_CATEGORY))
        return 0;
    const uint32_t found = scope->kernels->near_allowed(&job, source->level->view.count, allowed);
    return source->level->gone ? take_out_gone(source->level, allowed) : found;
}

/* ---- Small grids ------------------------------------------------------------------------------------------------- */

/* Memory that is taken piece by piece. */
typedef struct memory {
    unsigned char *at;
    size_t left;
} memory;

static void *take(memory *from, size_t bytes) {
    unsigned char *taken = from->at;
    from->at += bytes;
    from->left -= bytes;
    return taken;
}

/* What the grid of `count` bodies takes, and what it takes to make it. */
static size_t grid_bytes(uint32_t count, bool radii) {
    return (radii ? 4 : 3) * grid_column_bytes(count) + hail_grid_start_bytes(count);
}
static size_t work_bytes(uint32_t count, bool radii) { return (radii ? 5 : 3) * grid_column_bytes(count); }

/* Lists the positions of the bodies that are let through. */
static void list_positions(const uint32_t *allowed, uint32_t bodies, uint32_t *position) {
    uint32_t count = 0;
    for (uint32_t word = 0; word * 32 < bodies; word++)
        for (uint32_t bits = allowed[word]; bits; bits &= bits - 1)
            position[count++] = 32 * word + lowest_bit(bits);
}

/* Copies a column of the listed bodies. */
static const float *copy(const hail_kernels *kernels, const float *from, const uint32_t *position, uint32_t count,
                         memory *work) {
    if (!from)
        return NULL;
    void *to = take(work, grid_column_bytes(count));
    kernels->gather((const void *)from, position, to, 0, count);
    return to;
}

static hail_grid lay_grid(uint32_t count, bool radii, memory *own, memory *work) {
    const size_t column = grid_column_bytes(count);
    hail_grid grid = {.max_cells = count <= FEW_BODIES ? 1 : count};
    grid.points.data = take(own, 2 * column);
    grid.order.data = take(own, column);
    grid.start.data = take(own, hail_grid_start_bytes(count));
    if (radii) {
        grid.radius.data = take(own, column);
        grid.large.data = take(work, column);
    }
    return grid;
}

/* Sorts the `count` bodies of a level that are let through into a grid of their own. */
static hail_level small_of(const hail_kernels *kernels, const hail_level *level, const uint32_t *allowed,
                           uint32_t count, memory *own) {
    _Alignas(uint64_t) unsigned char bytes[NEAR_WORK_BYTES];
    memory work = {bytes, sizeof bytes};
    const hail_grid_view *all = &level->view;
    uint32_t *position = take(&work, grid_column_bytes(count));
    list_positions(allowed, all->count, position);
    const hail_grid_job job = {.x = copy(kernels, all->x, position, count, &work),
                               .y = copy(kernels, all->y, position, count, &work),
                               .radius = copy(kernels, all->radius, position, count, &work),
                               .uniform = all->uniform_radius,
                               .small_limit = level->reach,
                               .count = count};
    hail_grid grid = lay_grid(count, all->radius != NULL, own, &work);
    const hail_area box = hail_sample_box(job.x, job.y, count);
    hail_grid_build(kernels, NULL, &grid, &box, hail_level_cell(&box, level->reach, count), &job);
    uint32_t *order = grid.order.data;
    for (uint32_t i = 0; i < count; i++)
        order[i] = level->order[position[order[i]]];
    return (hail_level){.view = grid.view, .order = order, .reach = level->reach};
}

/* Makes a grid of the `count` bodies of a source that are let through, if there is room for it. */
static void shrink(hail_near_sources *sources, const hail_kernels *kernels, hail_near_source *source, uint32_t count,
                   uint32_t *small) {
    const bool radii = source->level->view.radius != NULL;
    memory own = {sources->memory + sources->bytes, sizeof sources->memory - sources->bytes};
    if (*small == NEAR_SMALL || grid_bytes(count, radii) > own.left || work_bytes(count, radii) > NEAR_WORK_BYTES)
        return;
    hail_level *level = &sources->small[(*small)++];
    *level = small_of(kernels, source->level, source->allowed, count, &own);
    sources->bytes = sizeof sources->memory - own.left;
    source->level = level;
    source->allowed = NULL;
    source->share = 1.0f;
}

/* ---- All sources ------------------------------------------------------------------------------------------------- */

/* Lists the levels, and numbers their bodies. Returns how many there are. */
static uint32_t list_levels(hail_near_sources *sources, const hail_query_scope *scope) {
    uint32_t bodies = 0;
    sources->count = 0;
    for (uint64_t left = scope->layers; left; left &= left - 1) {
        const uint32_t number = lowest_bit_64(left);
        const hail_layer *layer = scope->world->bodies.layer[number];
        const hail_levels *levels = prepared_levels(layer);
        for (uint32_t l = 0; l < levels->count; l++) {
            if (!levels->level[l].view.count)
                continue;
            sources->source[sources->count++] =
                (hail_near_source){layer, &levels->level[l], NULL, number, bodies, 1.0f, true};
            bodies += levels->level[l].view.count;
        }
    }
    return bodies;
}

/* Asks the filter that all points share about every body, and numbers those that are left. */
static void sift(hail_near_sources *sources, const hail_query_scope *scope) {
    uint32_t *allowed = sources->allowed, kept = 0, small = 0, bodies = 0;
    sources->bytes = 0;
    for (uint32_t i = 0; i < sources->count; i++) {
        hail_near_source source = sources->source[i];
        const uint32_t all = source.level->view.count, found = ask(scope, &source, allowed);
        if (!found)
            continue;
        source.share = (float)found / (float)all;
        if (found < all) {
            source.allowed = allowed;
            shrink(sources, scope->kernels, &source, found, &small);
        }
        allowed += (all + 31) / 32 + 1;
        source.first = bodies;
        bodies += source.level->view.count;
        sources->source[kept++] = source;
    }
    sources->count = kept;
}

/* The share of a level's bodies that points may find, by a sample of both. */
static float share_of(const hail_query_scope *scope, const hail_near_source *source, size_t points) {
    const uint32_t bodies = source->level->view.count;
    const uint32_t samples = bodies < SAMPLES ? bodies : SAMPLES;
    uint32_t allowed = 0;
    for (uint32_t i = 0; i < samples; i++) {
        const hail_filter_values values = filter_values(scope, i * points / samples);
        allowed += values_allow(&values, source->layer, source->level->order[(uint64_t)i * bodies / samples]);
    }
    return ((float)allowed + 1.0f) / ((float)samples + 1.0f);
}

/* Whether every body of a layer has a valid pose, as far as so many points are worth a look. */
static bool poses_valid(const hail_kernels *kernels, const hail_layer *layer, size_t points) {
    const float *cos = layer_floats(layer, COLUMN_COS), *scale = layer_floats(layer, COLUMN_SCALE);
    return points >= layer->active / POSED_BODIES &&
           !(cos && kernels->not_unit(cos, layer_floats(layer, COLUMN_SIN), layer->active)) &&
           !(scale && kernels->outside(scale, layer->active, 0.0f, HAIL_MAX_SCALE));
}

static void check_poses(hail_near_sources *sources, const hail_kernels *kernels, size_t points) {
    for (uint32_t i = 0; i < sources->count; i++) {
        hail_near_source *source = &sources->source[i];
        source->all_valid = !layer_checks_poses(source->layer) || poses_valid(kernels, source->layer, points);
    }
}

void hail_near_sources_open(hail_near_sources *sources, const hail_query_scope *scope, size_t points, bool counting) {
    const uint32_t bodies = list_levels(sources, scope);
    const bool asks = scope->selective && !scope_only_excepts(scope);
    sources->sifted = asks && is_shared(scope->filter) && bodies <= NEAR_SIFTED && points >= bodies / ASKED_BODIES;
    if (sources->sifted)
        sift(sources, scope);
    for (uint32_t i = 0; asks && !sources->sifted && i < sources->count; i++)
        sources->source[i].share = share_of(scope, &sources->source[i], points);
    if (counting)
        check_poses(sources, scope->kernels, points);
}
