#include "deal.h"

#include <string.h>

/* Kernels hold one pair a lane and go through as many edges as the longest of them has: so pairs are put in order of
 * how many vertices the two cores have, a block at a time. */
enum { BLOCK = 2048, CLASSES = 64 };

static hail_narrow_fn *kernel_of(const hail_deal *deal, bool circle_a, bool circle_b) {
    const hail_kernels *k = deal->kernels;
    hail_narrow_fn *const circles[] = {k->circle_circle, k->circle_circle_gap, k->circle_circle_sweep, NULL};
    hail_narrow_fn *const mixed[] = {k->circle_polygon, k->circle_polygon_gap, k->circle_polygon_sweep, NULL};
    hail_narrow_fn *const polygons[] = {k->polygon_polygon, k->polygon_polygon_gap, k->polygon_polygon_sweep,
                                        k->polygon_polygon_predict};
    return (circle_a && circle_b ? circles : circle_a || circle_b ? mixed : polygons)[deal->question];
}

/* Pairs whose cores have (at most) these numbers of vertices. */
static uint32_t run_class(const hail_deal *deal, uint32_t vertices_a, uint32_t vertices_b, const uint32_t *a,
                          const uint32_t *b, const uint32_t *place, uint32_t count) {
    hail_narrow_job job = deal->job;
    hail_narrow_fn *kernel = kernel_of(deal, vertices_a == 1, vertices_b == 1);
    job.two_is_a = vertices_a > 1 && vertices_b == 1;
    if (job.two_is_a) {
        job.one = deal->job.two;
        job.two = deal->job.one;
    }
    job.edges_one = job.two_is_a ? vertices_b : vertices_a;
    job.edges_two = job.two_is_a ? vertices_a : vertices_b;
    return job.two_is_a ? kernel(&job, b, a, place, count) : kernel(&job, a, b, place, count);
}

static uint32_t vertices_of(const hail_deal *deal, const hail_side *side, uint32_t body) {
    const size_t shape = side->shape ? side->shape[body] : 0;
    uint32_t vertices;
    memcpy(&vertices, deal->job.templates + shape * HAIL_TEMPLATE_WORDS + HAIL_TEMPLATE_COUNT, sizeof vertices);
    return vertices;
}

/* Every pair's class; true if they are all the same. */
static bool classify(const hail_deal *deal, const uint32_t *a, const uint32_t *b, uint32_t count, uint8_t *class) {
    uint32_t different = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t va = vertices_of(deal, &deal->job.one, a[i]), vb = vertices_of(deal, &deal->job.two, b[i]);
        class[i] = (uint8_t)((va - 1) << 3 | (vb - 1));
        different |= (uint32_t) class[i] ^ class[0];
    }
    return !different;
}

static uint32_t run_block(const hail_deal *deal, const uint32_t *a, const uint32_t *b, const uint32_t *place,
                          uint32_t count) {
    uint8_t class[BLOCK];
    if (classify(deal, a, b, count, class))
        return run_class(deal, (class[0] >> 3) + 1u, (class[0] & 7) + 1u, a, b, place, count);
    uint32_t start[CLASSES + 1] = {0}, sorted_a[BLOCK], sorted_b[BLOCK], sorted_place[BLOCK], touched = 0;
    for (uint32_t i = 0; i < count; i++)
        start[class[i] + 1]++;
    for (uint32_t c = 0; c < CLASSES; c++)
        start[c + 1] += start[c];
    uint32_t next[CLASSES];
    memcpy(next, start, sizeof next);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t to = next[class[i]]++;
        sorted_a[to] = a[i];
        sorted_b[to] = b[i];
        sorted_place[to] = place[i];
    }
    for (uint32_t c = 0; c < CLASSES; c++) {
        const uint32_t from = start[c], n = start[c + 1] - from;
        if (n)
            touched +=
                run_class(deal, (c >> 3) + 1, (c & 7) + 1, sorted_a + from, sorted_b + from, sorted_place + from, n);
    }
    return touched;
}

uint32_t hail_deal_pairs(const hail_deal *deal, hail_cores cores_a, hail_cores cores_b, const uint32_t *a,
                         const uint32_t *b, const uint32_t *place, uint32_t count) {
    /* Nothing to deal where all pairs are alike; and circles look at all edges of anything else at once, unless they
     * are swept. */
    const bool alike = cores_a.least == cores_a.most && cores_b.least == cores_b.most;
    const bool circle_a = cores_a.most == 1, circle_b = cores_b.most == 1;
    const bool one_circle = (circle_a && cores_b.least > 1) || (circle_b && cores_a.least > 1);
    if (alike || (one_circle && deal->question != ASK_SWEEP))
        return run_class(deal, cores_a.most, cores_b.most, a, b, place, count);
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i += BLOCK)
        touched += run_block(deal, a + i, b + i, place + i, count - i < BLOCK ? count - i : BLOCK);
    return touched;
}
