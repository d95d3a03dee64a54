#include "dispatch.h"

#include <string.h>

/* One kernel is for two circles, one for a circle and anything with edges, one for two of those: pairs of all kinds are
 * put in order of that, a block at a time. (By numbers of edges as well it is not worth it: to move a pair costs more
 * than the edges that it is spared.) */
enum { BLOCK = 2048, CIRCLE_A = 2, CIRCLE_B = 1, CLASSES = 4 };

static hail_narrow_fn *kernel_of(const hail_dispatch *dispatch, uint32_t class) {
    const hail_kernels *k = dispatch->kernels;
    hail_narrow_fn *const circles[] = {k->circle_circle, k->circle_circle_gap, k->circle_circle_sweep, NULL};
    hail_narrow_fn *const mixed[] = {k->circle_polygon, k->circle_polygon_gap, k->circle_polygon_sweep, NULL};
    hail_narrow_fn *const polygons[] = {k->polygon_polygon, k->polygon_polygon_gap, k->polygon_polygon_sweep,
                                        k->polygon_polygon_predict};
    return (class == (CIRCLE_A | CIRCLE_B) ? circles : class ? mixed : polygons)[dispatch->question];
}

static uint32_t run_class(const hail_dispatch *dispatch, uint32_t class, const uint32_t *a, const uint32_t *b,
                          const uint32_t *place, uint32_t count) {
    hail_narrow_job job = dispatch->job;
    if (class != CIRCLE_B)
        return kernel_of(dispatch, class)(&job, a, b, place, count);
    job.two_is_a = true;
    job.one = dispatch->job.two;
    job.two = dispatch->job.one;
    job.edges_one = dispatch->job.edges_two;
    job.edges_two = dispatch->job.edges_one;
    return kernel_of(dispatch, class)(&job, b, a, place, count);
}

static uint32_t is_circle(const hail_dispatch *dispatch, const hail_side *side, uint32_t body) {
    const size_t shape = side->shape ? side->shape[body] : 0;
    uint32_t vertices;
    memcpy(&vertices, dispatch->job.templates + shape * HAIL_TEMPLATE_WORDS + HAIL_TEMPLATE_COUNT, sizeof vertices);
    return vertices == 1;
}

static uint32_t run_block(const hail_dispatch *dispatch, const uint32_t *a, const uint32_t *b, const uint32_t *place,
                          uint32_t count) {
    uint32_t start[CLASSES + 1] = {0}, next[CLASSES], sorted_a[BLOCK], sorted_b[BLOCK], sorted_place[BLOCK];
    uint8_t class[BLOCK];
    for (uint32_t i = 0; i < count; i++) {
        class[i] = (uint8_t)(is_circle(dispatch, &dispatch->job.one, a[i]) * CIRCLE_A |
                             is_circle(dispatch, &dispatch->job.two, b[i]) * CIRCLE_B);
        start[class[i] + 1]++;
    }
    for (uint32_t c = 0; c < CLASSES; c++)
        start[c + 1] += start[c];
    memcpy(next, start, sizeof next);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t to = next[class[i]]++;
        sorted_a[to] = a[i];
        sorted_b[to] = b[i];
        sorted_place[to] = place[i];
    }
    uint32_t touched = 0;
    for (uint32_t c = 0; c < CLASSES; c++)
        if (start[c + 1] > start[c])
            touched += run_class(dispatch, c, sorted_a + start[c], sorted_b + start[c], sorted_place + start[c],
                                 start[c + 1] - start[c]);
    return touched;
}

/* Neither all circles nor all something else. */
static bool mixed(hail_cores cores) { return cores.least == 1 && cores.most > 1; }

uint32_t hail_dispatch_pairs(hail_dispatch *dispatch, hail_cores cores_a, hail_cores cores_b, const uint32_t *a,
                             const uint32_t *b, const uint32_t *place, uint32_t count) {
    dispatch->job.edges_one = cores_a.most;
    dispatch->job.edges_two = cores_b.most;
    if (!mixed(cores_a) && !mixed(cores_b))
        return run_class(dispatch, (cores_a.most == 1) * CIRCLE_A | (cores_b.most == 1) * CIRCLE_B, a, b, place, count);
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i += BLOCK)
        touched += run_block(dispatch, a + i, b + i, place + i, count - i < BLOCK ? count - i : BLOCK);
    return touched;
}
