/* engine/sprites/sprite_one_way.c - docs/arithmetic.md, "One-way tiles": where a sprite's lowest pixels come down on
 * the stopping side of a one-way tile; the other sides in the same way. */
#include <math.h>

#include "pixel_sums.h"
#include "sprite_sweep.h"
#include "tiles/tile_data.h"

/* Px: centres that are no more than this higher are the lowest ones, too. */
static const double FLAT = 1e-3;

/* One side's tiles and a sprite that moves against them. Axis 0 is along the side's normal, axis 1 along the side. */
typedef struct approach {
    const hail_sprite_way *way;
    hail_sprite_pose pose;    /* from the map's corner */
    bool vertical;            /* the side is */
    int32_t in;               /* the way into the tiles along axis 0: 1 or -1 */
    uint32_t stopping, cover; /* kinds: with this side; those in front of which it is not exposed */
    double speed, across;     /* px along axis 0, into the tiles, and along axis 1, in the whole motion */
    double slack, lowest;     /* px; the largest coordinate along axis 0, into the tiles */
    uint32_t touching;
    double t, depth, sum_x, sum_y; /* of the first hit; sums of the pixels' centres, where they start */
    int32_t first_x, first_y;      /* the map's pixel under the first of them */
} approach;

/* A centre's coordinate along axis 0, into the tiles. */
static double low_of(const approach *a, int32_t column, int32_t row) {
    double x, y;
    sprite_centre_of(&a->pose, column, row, &x, &y);
    return (a->vertical ? x : y) * a->in;
}

/* ---- The map ----------------------------------------------------------------------------------------------------- */

/* The word of the cell of a solid pixel of these kinds; 0: it is none. */
static uint32_t solid_word(const hail_tilemap *map, uint32_t kinds, double x, double y) {
    if (!(x >= 0.0 && y >= 0.0 && x < (double)map->options.columns * map->width &&
          y < (double)map->options.rows * map->height))
        return 0;
    const uint32_t px = (uint32_t)x, py = (uint32_t)y, column = px / map->width, row = py / map->height,
                   word = tilemap_word(map, column, row);
    if (!(word & (HAIL_CELL_NUMBER | HAIL_CELL_OWN)) || !(kinds >> word_kind(word) & 1u))
        return 0;
    return hail_tilemap_row_bits(map, word, py - row * map->height) >> (px - column * map->width) & 1u ? word : 0;
}

/* Whether the pixel behind a line, which is a whole number along axis 0, has an exposed side there. */
static bool stops(const approach *a, double line, double along) {
    const double behind = a->in > 0 ? line : line - 1.0, before = a->in > 0 ? line - 1.0 : line, at = floor(along);
    const hail_tilemap *map = a->way->map;
    if (!solid_word(map, a->stopping, a->vertical ? behind : at, a->vertical ? at : behind))
        return false;
    return !solid_word(map, a->cover, a->vertical ? before : at, a->vertical ? at : before);
}

/* ---- Pixels ------------------------------------------------------------------------------------------------------ */

/* A pixel's number along axis 1, or that of one just beyond the map, where nothing stops. */
static double near_map(const approach *a, double at) {
    const hail_tilemap *map = a->way->map;
    const double size =
        a->vertical ? (double)map->options.rows * map->height : (double)map->options.columns * map->width;
    return fmin(fmax(at, -1.0), size);
}

/* When a pixel at (low, along) hits a line, `low` before it along axis 0; more than 1: it does not. It may come over
 * the pixel that stops it while it is no deeper than the slack. */
static double time_at(const approach *a, double line, double above, double along) {
    const double t = fmax(above, 0.0) / a->speed, last = fmin((above + a->slack) / a->speed, 1.0);
    double at = near_map(a, floor(along + a->across * t));
    const double end = near_map(a, floor(along + a->across * last)), step = a->across < 0.0 ? -1.0 : 1.0;
    if (t > 1.0)
        return 2.0;
    if (stops(a, line, at))
        return t;
    while (at != end) {
        at += step;
        if (stops(a, line, at))
            return fmax((at + (step < 0.0 ? 1.0 : 0.0) - along) / a->across, t);
    }
    return 2.0;
}

/* Adds a pixel's hit: the first, or one at the same time. */
static void add_hit(approach *a, double t, double line, double above, double x, double y) {
    const double along = floor((a->vertical ? y : x) + a->across * t), behind = a->in > 0 ? line : line - 1.0;
    if (t > 1.0 || (a->touching && t > a->t + FLAT / a->speed))
        return;
    if (!a->touching || t < a->t - FLAT / a->speed) {
        a->touching = 0;
        a->sum_x = a->sum_y = 0.0;
        a->t = t;
        a->depth = fmax(a->speed * t - above, 0.0);
        a->first_x = (int32_t)(a->vertical ? behind : along);
        a->first_y = (int32_t)(a->vertical ? along : behind);
    }
    a->t = fmin(a->t, t);
    a->touching++;
    a->sum_x += x;
    a->sum_y += y;
}

/* One of the lowest pixels: the first line that stops it. */
static void land(approach *a, int32_t column, int32_t row) {
    double x, y;
    sprite_centre_of(&a->pose, column, row, &x, &y);
    const double low = (a->vertical ? x : y) * a->in, along = a->vertical ? y : x;
    const double size = a->vertical ? (double)a->way->map->options.columns * a->way->map->width
                                    : (double)a->way->map->options.rows * a->way->map->height;
    const double first = a->in > 0 ? 0.0 : -size;
    for (double line = fmax(ceil(low - a->slack), first); line <= low + a->speed && line <= first + size; line += 1.0) {
        const double t = time_at(a, line * a->in, line - low, along);
        if (t <= 1.0) {
            add_hit(a, t, line * a->in, line - low, x, y);
            return;
        }
    }
}

static void find_lowest(approach *a) {
    const hail_mask *mask = &a->way->mask;
    a->lowest = -INFINITY;
    for (int32_t row = mask->top; row < mask->bottom; row++)
        for (int32_t word = mask->left / 64; word <= (mask->right - 1) / 64; word++) {
            const uint64_t bits = mask_bits(mask, row, word);
            if (bits)
                a->lowest = fmax(a->lowest, fmax(low_of(a, word * 64 + bits_first(bits), row),
                                                 low_of(a, word * 64 + bits_last(bits), row)));
        }
}

static void land_all(approach *a) {
    const hail_mask *mask = &a->way->mask;
    for (int32_t row = mask->top; row < mask->bottom; row++)
        for (int32_t word = mask->left / 64; word <= (mask->right - 1) / 64; word++)
            for (uint64_t bits = mask_bits(mask, row, word); bits; bits &= bits - 1)
                if (low_of(a, word * 64 + bits_first(bits), row) >= a->lowest - FLAT)
                    land(a, word * 64 + bits_first(bits), row);
}

/* ---- Sides ------------------------------------------------------------------------------------------------------- */

static approach approach_of(const hail_sprite_way *way, uint32_t side, uint32_t kinds) {
    const hail_tilemap_options *map = &way->map->options;
    approach a = {.way = way, .pose = way->pose};
    a.vertical = side == HAIL_ONE_WAY_LEFT || side == HAIL_ONE_WAY_RIGHT;
    a.in = side == HAIL_ONE_WAY_LEFT || side == HAIL_ONE_WAY_TOP ? 1 : -1;
    a.stopping = kinds & way->map->set->side_kinds[side];
    a.cover = tileset_cover(way->map->set, kinds, side);
    a.speed = (double)(a.vertical ? way->dx : way->dy) * a.in;
    a.across = (double)(a.vertical ? way->dy : way->dx);
    a.slack = (double)HAIL_ONE_WAY_SLACK + fabs(a.vertical ? way->pose.x : way->pose.y) * 0x1p-22;
    a.pose.x -= (double)map->x;
    a.pose.y -= (double)map->y;
    return a;
}

static void write_hit(const approach *a, hail_contact *hit) {
    const hail_sprite_overlap at = {.b_x = a->first_x, .b_y = a->first_y};
    const hail_tilemap_options *map = &a->way->map->options;
    const double n = a->touching, t = a->t;
    *hit = (hail_contact){.count = 1, .t = (float)t};
    hail_sprite_overlap_cell(a->way->map, &at, hit);
    hit->normal_x = a->vertical ? (float)a->in : 0.0f;
    hit->normal_y = a->vertical ? 0.0f : (float)a->in;
    hit->x[0] = (float)(a->sum_x / n + (double)a->way->dx * t + (double)map->x);
    hit->y[0] = (float)(a->sum_y / n + (double)a->way->dy * t + (double)map->y);
    hit->depth[0] = t > 0.0 ? 0.0f : (float)a->depth;
}

bool hail_sprite_land(const hail_sprite_way *way, hail_contact *hit) {
    const uint32_t kinds = way->kinds ? way->kinds : UINT32_MAX;
    bool any = false;
    for (uint32_t side = HAIL_ONE_WAY_LEFT; side <= HAIL_ONE_WAY_BOTTOM; side++) {
        approach a = approach_of(way, side, kinds);
        if (!a.stopping || !(a.speed > 0.0))
            continue;
        find_lowest(&a);
        land_all(&a);
        if (!a.touching || (any && !(a.t < (double)hit->t)))
            continue;
        write_hit(&a, hit);
        any = true;
    }
    return any;
}
