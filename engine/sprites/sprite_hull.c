/* engine/sprites/sprite_hull.c - convex hulls of masks, by their left and right chains (A. Andrew's algorithm; rows are
 * sorted already), and which of their vertices can be the furthest in each direction. */
#include "sprite_hull.h"

#include <math.h>

#include "pixel_sums.h"

/* ---- Hulls ------------------------------------------------------------------------------------------------------ */

/* side: 1 for the right chain, -1 for the left one. */
static void chain_add(hail_chain *c, int32_t side, int32_t x, int32_t y) {
    while (c->count >= 2) {
        const int32_t x1 = c->x[c->count - 2], y1 = c->y[c->count - 2], x2 = c->x[c->count - 1],
                      y2 = c->y[c->count - 1];
        if (((int64_t)(x2 - x1) * (y - y2) - (int64_t)(y2 - y1) * (x - x2)) * side > 0)
            break;
        c->count--;
    }
    c->x[c->count] = (uint16_t)x;
    c->y[c->count] = (uint16_t)y;
    c->count++;
}

/* The columns of a row's first and last opaque pixel; false: it has none. */
static bool row_ends(const hail_mask *mask, int32_t row, int32_t *first, int32_t *last) {
    const int32_t words = (int32_t)(mask->stride / 2);
    int32_t low = 0, high = words - 1;
    while (low < words && !mask_bits(mask, row, low))
        low++;
    if (low == words)
        return false;
    while (!mask_bits(mask, row, high))
        high--;
    *first = low * 64 + bits_first(mask_bits(mask, row, low));
    *last = high * 64 + bits_last(mask_bits(mask, row, high));
    return true;
}

/* The opaque pixels' bounds, and the two chains of their hull. */
static void find_hull(const hail_mask *mask, uint32_t height, hail_sprite_info *info, hail_chain *left,
                      hail_chain *right) {
    int32_t before_first = INT32_MAX, before_last = -1, first = 0, last = 0;
    left->count = right->count = 0;
    info->left = UINT32_MAX;
    for (int32_t y = 0; y <= (int32_t)height; y++) { /* grid lines: between row y - 1 and row y */
        const bool some = y < (int32_t)height && row_ends(mask, y, &first, &last);
        if (!some) {
            first = INT32_MAX;
            last = -1;
        }
        const int32_t outer_left = first < before_first ? first : before_first;
        const int32_t outer_right = last > before_last ? last : before_last;
        if (outer_right >= 0) {
            chain_add(left, -1, outer_left, y);
            chain_add(right, 1, outer_right + 1, y);
        }
        if (some) {
            info->top = info->bottom ? info->top : (uint32_t)y;
            info->bottom = (uint32_t)y + 1;
            info->left = (uint32_t)first < info->left ? (uint32_t)first : info->left;
            info->right = (uint32_t)last + 1 > info->right ? (uint32_t)last + 1 : info->right;
        }
        before_first = first;
        before_last = last;
    }
    info->left = info->bottom ? info->left : 0;
    info->hull = left->count + right->count;
}

/* ---- What boxes need ------------------------------------------------------------------------------------------- */

/* Room for `count` vertices and the first HAIL_ARC - 1 of them again, in whole vectors. */
static uint32_t run_words(uint32_t count) { return (count + HAIL_ARC - 1 + HAIL_SLACK - 1) / HAIL_SLACK * HAIL_SLACK; }

/* Takes room for a run of vertices, which are stored relative to the origin. */
static hail_vertex_run put_run(hail_spriteset *set, uint32_t count) {
    const hail_vertex_run run = {set->vertex_count, count};
    set->vertex_count += run_words(count);
    return run;
}

static void put_vertex(hail_spriteset *set, hail_vertex_run run, uint32_t k, const hail_sprite_info *info, double x,
                       double y) {
    float *u = set->u.data, *v = set->v.data;
    u[run.first + k] = (float)(x - (double)info->origin_x);
    v[run.first + k] = (float)(y - (double)info->origin_y);
    for (uint32_t i = run.count; k + 1 == run.count && i < run_words(run.count); i++) {
        u[run.first + i] = u[run.first + i - run.count];
        v[run.first + i] = v[run.first + i - run.count];
    }
}

static hail_vertex_run put_hull(hail_spriteset *set, const hail_sprite_info *info, const hail_chain *left,
                                const hail_chain *right) {
    const hail_vertex_run run = put_run(set, info->hull);
    if (!info->hull)
        return run;
    uint32_t k = 0;
    put_vertex(set, run, k++, info, left->x[0], left->y[0]);
    for (uint32_t i = 0; i < right->count; i++)
        put_vertex(set, run, k++, info, right->x[i], right->y[i]);
    for (uint32_t i = left->count - 1; i > 0; i--)
        put_vertex(set, run, k++, info, left->x[i], left->y[i]);
    return run;
}

static hail_vertex_run put_image(hail_spriteset *set, const hail_sprite_info *info) {
    const hail_vertex_run run = put_run(set, 4);
    put_vertex(set, run, 0, info, 0.0, 0.0);
    put_vertex(set, run, 1, info, info->width, 0.0);
    put_vertex(set, run, 2, info, info->width, info->height);
    put_vertex(set, run, 3, info, 0.0, info->height);
    return run;
}

/* The vertex that is furthest along (x, y). */
static uint32_t furthest(const hail_spriteset *set, hail_vertex_run run, double x, double y) {
    const float *u = (const float *)set->u.data + run.first, *v = (const float *)set->v.data + run.first;
    uint32_t best = 0;
    double highest = -INFINITY;
    for (uint32_t k = 0; k < run.count; k++) {
        const double at = (double)u[k] * x + (double)v[k] * y;
        best = at > highest ? k : best;
        highest = at > highest ? at : highest;
    }
    return best;
}

/* One of a sector's two borders. */
static void border_of(uint32_t sector, uint32_t which, double *x, double *y) {
    static const double tangents[] = {0.0, (double)HAIL_TANGENT_1, (double)HAIL_TANGENT_2, (double)HAIL_TANGENT_3, 1.0};
    const double tangent = tangents[sector % 4 + which];
    *x = (sector & 4 ? tangent : 1.0) * (sector & 16 ? -1.0 : 1.0);
    *y = (sector & 4 ? 1.0 : tangent) * (sector & 8 ? -1.0 : 1.0);
}

/* The vertices that can be the furthest in each sector of directions: those from the furthest along its first border to
 * the furthest along its last. Sectors are widened a little, for directions that rounding moves across a border. */
static void put_arcs(hail_spriteset *set, hail_vertex_run run, uint32_t *arcs) {
    const double room = 1.0e-5;
    for (uint32_t sector = 0; sector < HAIL_DIRECTIONS; sector++) {
        arcs[sector] = HAIL_ARC_LONG;
        if (!run.count)
            continue;
        double x0, y0, x1, y1;
        border_of(sector, 0, &x0, &y0);
        border_of(sector, 1, &x1, &y1);
        if (x0 * y1 - y0 * x1 < 0.0) {
            border_of(sector, 1, &x0, &y0);
            border_of(sector, 0, &x1, &y1);
        }
        const uint32_t first = furthest(set, run, x0 + room * y0, y0 - room * x0);
        const uint32_t last = furthest(set, run, x1 - room * y1, y1 + room * x1);
        const uint32_t more = (last + run.count - first) % run.count;
        if (more < HAIL_ARC)
            arcs[sector] = run.first + first;
    }
}

/* The largest squared distance of a chain's corners from the origin; furthest_squared, if that is larger. */
static double chain_reach(const hail_chain *c, const hail_sprite_info *info, double furthest_squared) {
    for (uint32_t i = 0; i < c->count; i++) {
        const double x = c->x[i] - (double)info->origin_x, y = c->y[i] - (double)info->origin_y, d = x * x + y * y;
        furthest_squared = d > furthest_squared ? d : furthest_squared;
    }
    return furthest_squared;
}

double hail_chains_find(const hail_mask *mask, uint32_t height, hail_sprite_info *info, hail_chains *chains) {
    find_hull(mask, height, info, &chains->left, &chains->right);
    return sqrt(chain_reach(&chains->right, info, chain_reach(&chains->left, info, 0.0)));
}

uint32_t hail_chains_words(const hail_sprite_info *info) { return run_words(info->hull) + run_words(4); }

void hail_chains_put(hail_spriteset *set, const hail_sprite_info *info, const hail_chains *chains) {
    const hail_vertex_run hull = put_hull(set, info, &chains->left, &chains->right);
    ((hail_vertex_run *)set->hulls.data)[set->count] = hull;
    put_arcs(set, hull, (uint32_t *)set->arcs.data + (size_t)set->count * HAIL_DIRECTIONS);
    ((hail_vertex_run *)set->images.data)[set->count] = put_image(set, info);
}
