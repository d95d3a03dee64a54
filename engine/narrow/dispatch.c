/* engine/narrow/dispatch.c - one kernel answers a question for one class of pairs. Pairs of mixed shapes are sorted by
 * class, a block at a time. (Sorting by number of edges too is not worth it: moving a pair costs more than the edges
 * that it saves.) */
#include "dispatch.h"

#include <string.h>

#include "variants.h"

/* The kinds of cores that kernels distinguish. A kernel takes the lower kind first. */
enum { CIRCLE, POLYGON, KINDS, GROUPS = KINDS * KINDS, BLOCK = 2048 };

enum { LEAST_IN_LANES = 2 }; /* pairs */

static const hail_pair_class class_of[KINDS][KINDS] = {{HAIL_CIRCLE_CIRCLE, HAIL_CIRCLE_POLYGON},
                                                       {HAIL_CIRCLE_POLYGON, HAIL_POLYGON_POLYGON}};

/* Pairs of kind a against kind b: group a * KINDS + b. */
static uint32_t run_group(const hail_dispatch *dispatch, uint32_t group, const uint32_t *a, const uint32_t *b,
                          const uint32_t *row, uint32_t count) {
    const uint32_t kind_a = group / KINDS, kind_b = group % KINDS;
    const hail_pair_class class = class_of[kind_a][kind_b];
    const hail_kernels *kernels = hail_kernels_for(dispatch->kernels, count, LEAST_IN_LANES);
    hail_narrow_fn *const kernel = kernels->narrow[dispatch->question][class];
    if (kind_a <= kind_b)
        return kernel(&dispatch->job, a, b, row, count);
    hail_narrow_job job = dispatch->job;
    job.two_is_a = true;
    job.one = dispatch->job.two;
    job.two = dispatch->job.one;
    job.edges_one = dispatch->job.edges_two;
    job.edges_two = dispatch->job.edges_one;
    return kernel(&job, b, a, row, count);
}

static uint32_t kind_of_core(uint32_t vertices) { return vertices == 1 ? CIRCLE : POLYGON; }

/* Whether some cores of a side are circles, and some are not. */
static bool is_mixed(hail_cores cores) { return kind_of_core(cores.least) != kind_of_core(cores.most); }

/* Templates are read only if cores differ: sides of circles with radii need none. */
static uint32_t kind_of(const hail_dispatch *dispatch, const hail_side *side, hail_cores cores, uint32_t body) {
    if (!is_mixed(cores))
        return kind_of_core(cores.most);
    const size_t shape = side->shape ? side->shape[body] : 0;
    uint32_t vertices;
    memcpy(&vertices, dispatch->job.templates + shape * HAIL_TEMPLATE_WORDS + HAIL_TEMPLATE_COUNT, sizeof vertices);
    return kind_of_core(vertices);
}

static uint32_t run_block(const hail_dispatch *dispatch, const uint32_t *a, const uint32_t *b, const uint32_t *row,
                          uint32_t count) {
    uint32_t start[GROUPS + 1] = {0}, next[GROUPS], sorted_a[BLOCK], sorted_b[BLOCK], sorted_row[BLOCK];
    uint8_t group[BLOCK];
    for (uint32_t i = 0; i < count; i++) {
        group[i] = (uint8_t)(kind_of(dispatch, &dispatch->job.one, dispatch->a, a[i]) * KINDS +
                             kind_of(dispatch, &dispatch->job.two, dispatch->b, b[i]));
        start[group[i] + 1]++;
    }
    for (uint32_t g = 0; g < GROUPS; g++)
        start[g + 1] += start[g];
    memcpy(next, start, sizeof next);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t to = next[group[i]]++;
        sorted_a[to] = a[i];
        sorted_b[to] = b[i];
        sorted_row[to] = row[i];
    }
    uint32_t touched = 0;
    for (uint32_t g = 0; g < GROUPS; g++)
        if (start[g + 1] > start[g])
            touched += run_group(dispatch, g, sorted_a + start[g], sorted_b + start[g], sorted_row + start[g],
                                 start[g + 1] - start[g]);
    return touched;
}

uint32_t hail_dispatch_pairs(const hail_dispatch *dispatch, const uint32_t *a, const uint32_t *b, const uint32_t *row,
                             uint32_t count) {
    uint32_t touched = 0;
    if (!is_mixed(dispatch->a) && !is_mixed(dispatch->b))
        return run_group(dispatch, kind_of_core(dispatch->a.most) * KINDS + kind_of_core(dispatch->b.most), a, b, row,
                         count);
    for (uint32_t i = 0; i < count; i += BLOCK)
        touched += run_block(dispatch, a + i, b + i, row + i, count - i < BLOCK ? count - i : BLOCK);
    return touched;
}
