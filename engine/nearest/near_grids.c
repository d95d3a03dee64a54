/* engine/nearest/near_grids.c - asks a filter once about each body, by a kernel. What it says can change no answer. */
#include "near_grids.h"

#include <string.h>

#include "broad/levels.h"
#include "broad/sample_box.h"
#include "lowest_bit.h"
#include "world/slots.h"

/* A point that asks the filter itself asks about so many bodies. */
enum { ASKED_BODIES = 64 };

bool hail_near_grids_list(hail_near_grids *grids, const hail_seek *seek) {
    grids->count = grids->found = 0;
    grids->sifted = false;
    for (uint64_t left = seek->layers; left; left &= left - 1) {
        const uint32_t number = lowest_bit_64(left);
        const hail_layer *layer = seek->world->bodies.layer[number];
        const hail_levels *levels = seek_levels(layer);
        for (uint32_t l = 0; l < levels->count; l++) {
            const uint32_t bodies = levels->level[l].view.count;
            if (!bodies)
                continue;
            if (grids->count == NEAR_GRIDS)
                return false;
            grids->grid[grids->count++] = (hail_near_grid){
                .number = number, .layer = layer, .level = &levels->level[l], .found = bodies, .share = 1.0f};
            grids->found += bodies;
        }
    }
    return true;
}

/* ---- The filter -------------------------------------------------------------------------------------------------- */

static bool is_shared(const hail_query_filter *f) {
    return !f->each_group && !f->each_category && !f->each_mask && !f->each_except;
}

/* The index of the body that is left out; UINT32_MAX: it is not of this layer, or none. */
static uint32_t left_out(const hail_seek *seek, uint32_t number) {
    const hail_body_store *bodies = &seek->world->bodies;
    const hail_handle except = seek->filter.except;
    if (!slots_alive(bodies, except) || slot_layer(bodies, except.slot) != number)
        return UINT32_MAX;
    return slot_index(bodies, except.slot);
}

/* Writes which of a grid's bodies are let through. Returns how many. */
static uint32_t ask(const hail_seek *seek, const hail_near_grid *grid, uint32_t *allowed) {
    const hail_query_filter *f = &seek->filter;
    const hail_layer *layer = grid->layer;
    const hail_near_allowed_job job = {.order = grid->level->order,
                                       .group = layer_words(layer, COLUMN_GROUP),
                                       .category = layer_words(layer, COLUMN_CATEGORY),
                                       .mask = layer_words(layer, COLUMN_MASK),
                                       .no_index = left_out(seek, grid->number),
                                       .no_group = f->group,
                                       .in_category = f->mask,
                                       .in_mask = f->category};
    if (!job.category && f->mask && !(f->mask & HAIL_DEFAULT_CATEGORY))
        return 0;
    return seek->kernels->near_allowed(&job, grid->level->view.count, allowed);
}

/* ---- Few bodies -------------------------------------------------------------------------------------------------- */

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
    hail_grid grid = {.max_cells = count};
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
static hail_level few_of(const hail_kernels *kernels, const hail_level *level, const uint32_t *allowed, uint32_t count,
                         memory *own) {
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

/* Makes a grid of those bodies of a grid that are let through, if there is room for it. */
static void shrink(hail_near_grids *grids, const hail_kernels *kernels, hail_near_grid *grid) {
    const bool radii = grid->level->view.radius != NULL;
    memory own = {grids->memory + grids->bytes, sizeof grids->memory - grids->bytes};
    if (grid_bytes(grid->found, radii) > own.left || work_bytes(grid->found, radii) > NEAR_WORK_BYTES)
        return;
    hail_level *few = &grids->few[grid - grids->grid];
    *few = few_of(kernels, grid->level, grid->allowed, grid->found, &own);
    grids->bytes = sizeof grids->memory - own.left;
    grid->level = few;
    grid->allowed = NULL;
    grid->share = 1.0f;
}

void hail_near_grids_shrink(hail_near_grids *grids, const hail_kernels *kernels) {
    grids->bytes = 0;
    for (uint32_t i = 0; i < grids->count; i++) {
        if (grids->grid[i].allowed)
            shrink(grids, kernels, &grids->grid[i]);
    }
}

/* ---- All grids --------------------------------------------------------------------------------------------------- */

void hail_near_grids_sift(hail_near_grids *grids, const hail_seek *seek, size_t points) {
    const uint32_t bodies = grids->found;
    uint32_t *allowed = grids->allowed, kept = 0;
    if (!seek->selective || !is_shared(&seek->filter) || bodies > NEAR_SIFTED || points < bodies / ASKED_BODIES)
        return;
    grids->found = 0;
    for (uint32_t i = 0; i < grids->count; i++) {
        hail_near_grid grid = grids->grid[i];
        const uint32_t all = grid.found;
        grid.found = ask(seek, &grid, allowed);
        grid.share = (float)grid.found / (float)all;
        grid.allowed = grid.found == all ? NULL : allowed;
        grids->found += grid.found;
        allowed += (all + 31) / 32 + 1;
        grids->grid[kept] = grid;
        kept += grid.found != 0;
    }
    grids->count = kept;
    grids->sifted = true;
}
