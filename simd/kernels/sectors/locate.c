/* simd/kernels/sectors/locate.c - docs/arithmetic.md, "Sectors": which sector holds a point, a point a lane. */
#include "kernels/points/point_lanes.h"

enum { LOCATE_BLOCK = 1024, LOCATE_AHEAD = 2 * HAIL_LANES };

/* Points in cells that have a list, and where that begins. */
typedef struct located {
    uint32_t count;
    uint32_t point[LOCATE_BLOCK + HAIL_LANES], at[LOCATE_BLOCK + LOCATE_AHEAD + HAIL_LANES];
    float x[LOCATE_BLOCK + HAIL_LANES], y[LOCATE_BLOCK + HAIL_LANES];
} located;

/* Writes the words of the points' cells: for most points that is the answer. Lists the other points. */
static LANES_INLINE void locate_cells(const hail_walls_view *view, const float *x, const float *y, uint32_t begin,
                                      uint32_t end, uint32_t *sector, located *list) {
    const vi below = vi_set1((int32_t)(HAIL_LISTED - 1)), mark = vi_set1((int32_t)HAIL_LISTED);
    uint32_t count = 0;
    for (uint32_t i = begin; i < end; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, end);
        const vf px = read_points(x + i, n, view->tiny), py = read_points(y + i, n, view->tiny);
        const vi word = vi_pick(view->side_cells, lanes_cell(&view->fine, px, py));
        const unsigned bits = vm_bits(vm_and(vi_gt(word, below), vm_first(n)));
        vi_store_n(sector + i, word, n);
        vi_compress_store(list->point + count, bits, vi_add(vi_set1((int32_t)i), vi_iota()));
        vi_compress_store(list->at + count, bits, vi_sub(word, mark));
        vf_compress_store(list->x + count, bits, px);
        vf_compress_store(list->y + count, bits, py);
        count += vm_count_bits(bits);
    }
    list->count = count;
}

/* The nearest crossing to the right (or just to the left) so far, the distance of the next one, and where the nearest
 * one's side lies. If there is none yet, best is NONE_FOUND, which is far from every distance. */
#define NONE_FOUND 1.0e38f
#define NOT_THERE  3.0e38f
typedef struct vfirst_side {
    vf best, next;
    vi at;
} vfirst_side;

static LANES_INLINE void locate_side(const float *sides, vi at, vm live, vf x, vf y, vf just_left, vfirst_side *first) {
    uint32_t index[HAIL_LANES];
    vf side[4];
    vi_store(index, at);
    vf_load_rows4(sides + HAIL_LIST_SIDES, index, side);
    const vm spans = vm_and(vm_and(vf_le(side[HAIL_SIDE_TOP], y), vf_lt(y, side[HAIL_SIDE_BOTTOM])), live);
    const vf crossing = vf_add(side[HAIL_SIDE_X], vf_mul(vf_sub(y, side[HAIL_SIDE_TOP]), side[HAIL_SIDE_SLOPE]));
    const vf to = vf_sub(crossing, x);
    const vf d = vf_select(vm_and(spans, vf_ge(to, just_left)), to, vf_set1(NOT_THERE));
    first->next = vf_min(first->next, vf_max(first->best, d));
    first->at = vi_select(vf_lt(d, first->best), at, first->at);
    first->best = vf_min(first->best, d);
}

/* Looks at all sides of a vector's lists. */
static LANES_INLINE vfirst_side locate_sides(const hail_walls_view *view, vi at, vm live, vf x, vf y) {
    const float *sides = view->sides;
    const vf just_left = vf_set1(-view->tolerance);
    const vi step = vi_set1(HAIL_SIDE_WORDS), one = vi_set1(1), none = vi_set1(0);
    vi left = vi_gather((const uint32_t *)(const void *)(sides + HAIL_LIST_COUNT), at);
    vfirst_side first = {vf_set1(NONE_FOUND), vf_set1(NOT_THERE), at};
    do {
        locate_side(sides, at, live, x, y, just_left, &first);
        left = vi_sub(left, one);
        live = vm_and(live, vi_gt(left, none));
        at = vi_select(live, vi_add(at, step), at);
    } while (vm_bits(live));
    return first;
}

static LANES_INLINE uint32_t locate_listed(const hail_walls_view *view, located *list, uint32_t *sector,
                                           uint32_t *unsure) {
    const uint32_t *words = (const uint32_t *)(const void *)view->sides;
    const vf close = vf_set1(view->tolerance), apart = vf_set1(2.0f * view->tolerance);
    const vi west = vi_set1(HAIL_LIST_SIDES + HAIL_SIDE_WEST), east = vi_set1(HAIL_LIST_EAST);
    uint32_t unsure_count = 0;
    for (uint32_t i = 0; i < LOCATE_AHEAD + HAIL_LANES && list->count; i++)
        list->at[list->count + i] = list->at[0]; /* readable, for what is fetched beyond the last */
    for (uint32_t i = 0; i < list->count; i += HAIL_LANES) {
        const vm live = vm_first(lanes_left(i, list->count));
        const vi at = vi_load(list->at + i);
        lanes_fetch(view->sides, list->at + i + LOCATE_AHEAD, HAIL_LANES);
        const vfirst_side first = locate_sides(view, at, live, vf_load(list->x + i), vf_load(list->y + i));
        const vm found = vf_lt(first.best, vf_set1(NONE_FOUND));
        const vi answer = vi_gather(words, vi_add(first.at, vi_select(found, west, east)));
        uint32_t lane[HAIL_LANES];
        vi_store(lane, answer);
        for (uint32_t k = 0; k < lanes_left(i, list->count); k++)
            sector[list->point[i + k]] = lane[k];
        const vm fallback = vm_or(vf_le(first.best, close), vf_le(vf_sub(first.next, first.best), apart));
        const unsigned bits = vm_bits(vm_and(fallback, live));
        vi_compress_store(unsure + unsure_count, bits, vi_load(list->point + i));
        unsure_count += vm_count_bits(bits);
    }
    return unsure_count;
}

uint32_t HAIL_KERNEL(locate)(const hail_walls_view *given, const float *x, const float *y, uint32_t begin, uint32_t end,
                             uint32_t *sector, uint32_t *unsure) {
    const hail_walls_view view = *given;
    located list;
    uint32_t unsure_count = 0;
    for (uint32_t i = begin; i < end; i += LOCATE_BLOCK) {
        const uint32_t stop = end - i < LOCATE_BLOCK ? end : i + LOCATE_BLOCK;
        locate_cells(&view, x, y, i, stop, sector, &list);
        unsure_count += locate_listed(&view, &list, sector, unsure + unsure_count);
    }
    return unsure_count;
}
