/* engine/step/validate.c - checks from the end of the columns: the body that takes a parked one's index was checked
 * already. */
#include "validate.h"

#include <math.h>

#include "flagged.h"
#include "lowest_bit.h"
#include "world/layers.h"

static bool finite_at(const hail_layer *layer, int column, uint32_t i) {
    return !layer->column[column] || isfinite(layer_floats(layer, column)[i]);
}

static bool repaired(const hail_layer *layer, uint32_t i) {
    for (int c = COLUMN_X; c <= COLUMN_Y; c++)
        if (!finite_at(layer, c, i))
            return false;
    if (layer_moves(layer) && !(finite_at(layer, COLUMN_VX, i) && finite_at(layer, COLUMN_VY, i)))
        return false;
    if (!finite_at(layer, COLUMN_LIFE, i) || !layer_pose_valid(layer, i))
        return false;
    return !layer->options.caller_moved || (finite_at(layer, COLUMN_DX, i) && finite_at(layer, COLUMN_DY, i));
}

static void release_repaired(hail_world *world, uint32_t number) {
    hail_layer *layer = world->bodies.layer[number];
    /* From the end: the body that takes a released body's index was checked already, or is the next. */
    for (uint32_t left = layer_quarantined(layer), i = layer->count; left-- > 0;) {
        i--;
        if (repaired(layer, i)) {
            hail_layer_park(&world->bodies, number, i, PART_ACTIVE);
            i++;
        }
    }
}

/* What the kernels that check bodies read. */
typedef struct check_job {
    const hail_kernels *kernels;
    const hail_layer *layer;
    const float *template_radius;
} check_job;

static uint32_t look_at_columns(const void *user, uint32_t begin, uint32_t end, uint32_t *notes) {
    const check_job *j = user;
    return j->kernels->check(layer_floats(j->layer, COLUMN_COS), layer_floats(j->layer, COLUMN_SIN),
                             layer_floats(j->layer, COLUMN_SCALE), HAIL_MAX_SCALE, begin, end, notes);
}

static uint32_t look_at_displacements(const void *user, uint32_t begin, uint32_t end, uint32_t *notes) {
    const check_job *j = user;
    return j->kernels->check_finite(layer_floats(j->layer, COLUMN_DX), layer_floats(j->layer, COLUMN_DY), begin, end,
                                    notes);
}

static void quarantine(hail_world *world, uint32_t number, uint32_t index) {
    hail_layer_park(&world->bodies, number, index, PART_QUARANTINED);
}

static void compute_radii(const void *user, uint32_t begin, uint32_t end) {
    const check_job *j = user;
    j->kernels->radii(j->template_radius, layer_words(j->layer, COLUMN_SHAPE), layer_floats(j->layer, COLUMN_SCALE),
                      j->layer->scratch->column[SCRATCH_RADIUS].data, begin, end);
}

/* Puts bodies with bad numbers into quarantine, and computes radii. needs_radii: whether rules or bounds ask for them.
 */
static void validate_layer(hail_world *world, uint32_t number, bool needs_radii) {
    const hail_layer *layer = world->bodies.layer[number];
    const check_job job = {world->kernels, layer, shape_radii(world->shapes)};
    if (layer->options.columns & (HAIL_ROTATION | HAIL_SCALE))
        hail_visit_flagged(world, number, &job, look_at_columns, quarantine);
    if ((layer->options.columns & HAIL_DISPLACEMENT) && layer->options.caller_moved)
        hail_visit_flagged(world, number, &job, look_at_displacements, quarantine);
    if (needs_radii && !layer_uniform(layer) && !layer->options.is_static)
        hail_each_block(world, layer->active, compute_radii, &job);
}

/* ---- Static layers ----------------------------------------------------------------------------------------------- */

/* Checks the body at an index, and those that take its place. */
static void check_body(hail_world *world, uint32_t number, uint32_t index) {
    const hail_layer *layer = world->bodies.layer[number];
    while (index < layer->active && !repaired(layer, index))
        quarantine(world, number, index);
}

/* Checks the bodies that are marked, and those that came since the index was built. More may be marked meanwhile: those
 * that go into quarantine, and good ones that take their places. */
static void check_marked(hail_world *world, uint32_t number) {
    const hail_layer *layer = world->bodies.layer[number];
    hail_layer_index *index = layer_index(layer);
    if (layer_quarantined(layer))
        release_repaired(world, number);
    for (uint32_t m = index->checked; m < index->marked_count; m++)
        check_body(world, number, ((const uint32_t *)index->marked.data)[m]);
    index->checked = index->marked_count;
    for (uint32_t i = layer->active; i > index->ordered; i--)
        check_body(world, number, i - 1);
}

/* Checks what changed in static layers. Returns those that need not be checked otherwise, as bits. */
static uint64_t check_static_layers(hail_world *world) {
    uint64_t done = 0;
    for (uint64_t left = world->bodies.still; left; left &= left - 1) {
        const uint32_t l = lowest_bit_64(left);
        const hail_layer *layer = world->bodies.layer[l];
        if (layer->recheck)
            continue;
        done |= UINT64_C(1) << l;
        if (layer->count && layer->checked != layer->changes)
            check_marked(world, l);
    }
    return done;
}

/* ---- All --------------------------------------------------------------------------------------------------------- */

void hail_validate_bodies(hail_world *world) {
    const uint64_t colliding = world->rules.layers.colliding;
    const uint32_t checked = HAIL_ROTATION | HAIL_SCALE | HAIL_DISPLACEMENT; /* columns with numbers to be checked */
    const uint64_t done = world->bodies.still ? check_static_layers(world) : 0;
    for (uint64_t left = world->bodies.used & ~done; left; left &= left - 1) {
        const uint32_t l = lowest_bit_64(left);
        hail_layer *layer = world->bodies.layer[l];
        if (!layer->count)
            continue;
        if (layer_quarantined(layer))
            release_repaired(world, l);
        if (layer_uniform(layer) && !(layer->options.columns & checked))
            continue;
        validate_layer(world, l, (colliding >> l & 1) || layer->options.bounds == HAIL_KILL);
    }
}
