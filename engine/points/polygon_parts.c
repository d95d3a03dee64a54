/* engine/points/polygon_parts.c - a polygon's edges as the kernels take them (docs/arithmetic.md, "Points").
 *
 * They are prepared anew in each call: that takes less time than asking a few points, and no memory. */
#include <math.h>

#include "base/tiny.h"
#include "polygon.h"

/* Consecutive edges of a loop: they start at vertices first, first + 1, ...; the last of them ends at `last`. */
typedef struct edge_chain {
    uint32_t first, edges, last;
} edge_chain;

static edge_chain next_chain(const hail_loops *loops, hail_edge_walk *walk, uint32_t max) {
    const uint32_t begin = loops->start[walk->loop], end = loops->start[walk->loop + 1];
    edge_chain chain = {.first = walk->vertex};
    chain.edges = end - chain.first < max ? end - chain.first : max;
    walk->vertex += chain.edges;
    chain.last = walk->vertex;
    if (walk->vertex == end) {
        chain.last = begin;
        walk->loop++;
    }
    return chain;
}

static uint32_t chain_vertex(const edge_chain *chain, uint32_t k) {
    return k < chain->edges ? chain->first + k : chain->last;
}

/* 6.5 * 2^-24. The crossing at a point's height is off by at most 6 roundings of the edge's width: 2 of differences, 1
 * of their quotient, 1 of the point's height, 1 of the product, 1 of the point's distance. */
#define CROSSING_ERROR 0x6.8p-24f

static hail_edge edge_of(float x, float y, float x2, float y2) {
    const float dx = x2 - x, dy = y2 - y;
    return (hail_edge){.x = x,
                       .y = y,
                       .slope = dy != 0.0f ? dx / dy : 0.0f,
                       .tolerance = fabsf(dx) * CROSSING_ERROR,
                       .up = -(dy < 0.0f)};
}

void hail_take_edges(const hail_loops *loops, hail_edge_walk *walk, bool horizontal, hail_edge_part *part) {
    uint32_t used = 0;
    part->chains = 0;
    while (walk->loop < loops->count && used + 2 <= HAIL_POLYGON_PART) {
        const edge_chain chain = next_chain(loops, walk, HAIL_POLYGON_PART - 1 - used);
        part->start[part->chains++] = used;
        float x = hail_not_tiny(loops->x[chain.first]), y = hail_not_tiny(loops->y[chain.first]);
        for (uint32_t k = 1; k <= chain.edges; k++) {
            const uint32_t next = chain_vertex(&chain, k);
            const float x2 = hail_not_tiny(loops->x[next]), y2 = hail_not_tiny(loops->y[next]);
            if (horizontal || y != y2)
                part->edges[used++] = edge_of(x, y, x2, y2);
            x = x2;
            y = y2;
        }
        part->edges[used++] = (hail_edge){.x = x, .y = y};
    }
    part->start[part->chains] = used;
}

static hail_near_edge near_edge_of(float x, float y, float x2, float y2, uint32_t number) {
    const float ex = x2 - x, ey = y2 - y;
    if (fabsf(ex) < HAIL_TINY && fabsf(ey) < HAIL_TINY)
        return (hail_near_edge){.x = x, .y = y, .number = number};
    const float squared = ex * ex + ey * ey;
    return (hail_near_edge){
        .x = x, .y = y, .ex = ex, .ey = ey, .squared = squared, .inverse = 1.0f / squared, .number = number};
}

void hail_take_near_edges(const hail_loops *loops, hail_edge_walk *walk, hail_near_part *part) {
    uint32_t used = 0;
    part->chains = 0;
    while (walk->loop < loops->count && used + 2 <= HAIL_POLYGON_PART) {
        const edge_chain chain = next_chain(loops, walk, HAIL_POLYGON_PART - 1 - used);
        part->start[part->chains++] = used;
        float x = hail_not_tiny(loops->x[chain.first]), y = hail_not_tiny(loops->y[chain.first]);
        for (uint32_t k = 1; k <= chain.edges; k++) {
            const uint32_t next = chain_vertex(&chain, k);
            const float x2 = hail_not_tiny(loops->x[next]), y2 = hail_not_tiny(loops->y[next]);
            part->edges[used++] = near_edge_of(x, y, x2, y2, chain.first + k - 1);
            x = x2;
            y = y2;
        }
        part->edges[used++] = (hail_near_edge){.x = x, .y = y};
    }
    part->start[part->chains] = used;
}

/* In double precision, so that only the results are rounded. */
static hail_half_plane line_of(double x, double y, double x2, double y2, int turn) {
    const double ex = x2 - x, ey = y2 - y, length = turn * sqrt(ex * ex + ey * ey);
    const hail_half_plane line = {.nx = (float)(-ey / length), .ny = (float)(ex / length)};
    return (hail_half_plane){line.nx, line.ny, (float)((double)line.nx * x + (double)line.ny * y)};
}

void hail_take_lines(const hail_loops *loops, hail_edge_walk *walk, int turn, hail_line_part *part) {
    const edge_chain chain = next_chain(loops, walk, HAIL_POLYGON_PART);
    for (uint32_t k = 0; k < chain.edges; k++) {
        const uint32_t at = chain_vertex(&chain, k), next = chain_vertex(&chain, k + 1);
        part->lines[k] = line_of((double)hail_not_tiny(loops->x[at]), (double)hail_not_tiny(loops->y[at]),
                                 (double)hail_not_tiny(loops->x[next]), (double)hail_not_tiny(loops->y[next]), turn);
    }
    part->count = chain.edges;
}

float hail_polygon_reach(const hail_loops *loops) {
    float reach = 0.0f;
    for (uint32_t i = 0; i < loops->start[loops->count]; i++) {
        const float of_this = fabsf(loops->x[i]) + fabsf(loops->y[i]);
        reach = of_this > reach ? of_this : reach;
    }
    return reach;
}
