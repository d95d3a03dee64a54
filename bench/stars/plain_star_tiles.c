/* bench/stars/plain_star_tiles.c - see plain_star_tiles.h. The solid pixels of the cells that the star may reach become
 * a small picture, in which its pixels are sampled and cast. */
#include "plain_star_tiles.h"

#include <math.h>
#include <string.h>

#define TOGETHER (1.0f / 256.0f) /* px: pixels that enter so much later than the first touch, too */

/* A picture of the map, whose corner is a whole number of cells from the map's. */
typedef struct view {
    plain_picture picture;
    int column, row; /* cells */
} view;

static void copy_tile(plain_star_map *map, const view *v, int column, int row, uint8_t tile) {
    uint8_t *to = map->window + (row - v->row) * TILE_SIDE * PLAIN_WINDOW + (column - v->column) * TILE_SIDE;
    for (int y = 0; y < TILE_SIDE; y++)
        for (int x = 0; x < TILE_SIDE; x++)
            to[y * PLAIN_WINDOW + x] = tile == TILE_FULL || (map->tiles->mask[tile - 1][y] >> x & 1);
}

static int cell_at(float at) { return (int)floorf(at * (1.0f / TILE_SIDE)); }

static int limited(int value, int low, int high) { return value < low ? low : value > high ? high : value; }

/* False: there is nothing near the way. */
static bool look(plain_star_map *map, const plain_pose *from, float dx, float dy, view *v) {
    const int most = (int)map->tiles->columns - 1;
    const float reach = STAR_RADIUS + 1.0f;
    const int left = cell_at(from->x - reach + fminf(dx, 0.0f)), right = cell_at(from->x + reach + fmaxf(dx, 0.0f));
    const int top = cell_at(from->y - reach + fminf(dy, 0.0f)), bottom = cell_at(from->y + reach + fmaxf(dy, 0.0f));
    plain_picture *p = &v->picture;
    *p = (plain_picture){.pixels = map->window, .pitch = PLAIN_WINDOW, .left = PLAIN_WINDOW, .top = PLAIN_WINDOW};
    v->column = left;
    v->row = top;
    for (int row = limited(top, 0, most + 1); row <= limited(bottom, -1, most); row++)
        for (int column = limited(left, 0, most + 1); column <= limited(right, -1, most); column++) {
            const uint8_t tile = map->tiles->tile[(size_t)row * map->tiles->columns + (size_t)column];
            if (!tile)
                continue;
            if (!p->right)
                memset(map->window, 0, sizeof map->window);
            copy_tile(map, v, column, row, tile);
            const int x = (column - left) * TILE_SIDE, y = (row - top) * TILE_SIDE;
            p->left = x < p->left ? x : p->left;
            p->top = y < p->top ? y : p->top;
            p->right = x + TILE_SIDE > p->right ? x + TILE_SIDE : p->right;
            p->bottom = y + TILE_SIDE > p->bottom ? y + TILE_SIDE : p->bottom;
        }
    return p->right > 0;
}

static plain_way way_of(const plain_pose *from, const view *v, float dx, float dy) {
    const float half = 0.5f - STAR_SIDE / 2.0f;
    plain_way w = {.ux = from->cos, .uy = from->sin, .vx = -from->sin, .vy = from->cos, .dx = dx, .dy = dy};
    w.x = from->x - (float)(v->column * TILE_SIDE) + half * (w.ux + w.vx);
    w.y = from->y - (float)(v->row * TILE_SIDE) + half * (w.uy + w.vy);
    w.length = sqrtf(dx * dx + dy * dy);
    return w;
}

static void place(const plain_way *w, int i, int j, float time, float *x, float *y) {
    *x = w->x + (float)j * w->vx + (float)i * w->ux + w->dx * time;
    *y = w->y + (float)j * w->vy + (float)i * w->uy + w->dy * time;
}

/* Pixels that touch: how many, the sums of their columns and rows, and of what makes the normal. */
typedef struct touching {
    int count, first_i, first_j, sum_i, sum_j;
    float normal_x, normal_y;
} touching;

static void add(touching *all, int i, int j) {
    if (!all->count++) {
        all->first_i = i;
        all->first_j = j;
    }
    all->sum_i += i;
    all->sum_j += j;
}

/* Writes a hit at a time. The first pixel's cell counts. later: when that pixel surely is in it. */
static void write_hit(const plain_star_map *map, const view *v, const plain_way *w, const touching *all, float time,
                      float later, star_hit *hit) {
    const float count = (float)all->count, mean_i = (float)all->sum_i / count, mean_j = (float)all->sum_j / count;
    const float length = sqrtf(all->normal_x * all->normal_x + all->normal_y * all->normal_y);
    float x, y;
    place(w, all->first_i, all->first_j, later, &x, &y);
    hit->cell = (uint32_t)(v->row + cell_at(y)) * map->tiles->columns + (uint32_t)(v->column + cell_at(x));
    hit->t = time;
    hit->normal_x = all->normal_x / length;
    hit->normal_y = all->normal_y / length;
    hit->x = w->x + mean_j * w->vx + mean_i * w->ux + w->dx * time + (float)(v->column * TILE_SIDE);
    hit->y = w->y + mean_j * w->vy + mean_i * w->uy + w->dy * time + (float)(v->row * TILE_SIDE);
}

static uint64_t row_of(const plain_star_map *map, int row) { return row < 0 || row >= STAR_SIDE ? 0 : map->rows[row]; }

/* Which pixels overlap the map where the star starts. The normal comes from their exposed sides. */
static touching overlap(const plain_star_map *map, const plain_picture *p, const plain_way *w, uint64_t *inside) {
    touching all = {0};
    int side_x = 0, side_y = 0;
    for (int row = 0; row < STAR_SIDE; row++) {
        const uint64_t own = map->rows[row], bits = own ? plain_star_inside(p, w, own, row, 0.0f) : 0;
        inside[row] = bits;
        for (uint64_t rest = bits; rest; rest &= rest - 1)
            add(&all, __builtin_ctzll(rest), row);
        side_x += __builtin_popcountll(bits & ~(own >> 1)) - __builtin_popcountll(bits & ~(own << 1));
        side_y +=
            __builtin_popcountll(bits & ~row_of(map, row + 1)) - __builtin_popcountll(bits & ~row_of(map, row - 1));
    }
    all.normal_x = w->ux * (float)side_x + w->vx * (float)side_y;
    all.normal_y = w->uy * (float)side_x + w->vy * (float)side_y;
    return all;
}

/* Those of the pixels that entered with the first one. The normal comes from the borders over which they came. */
static touching entered(const plain_picture *p, const plain_way *w, const uint64_t *rows, float later) {
    touching all = {0};
    for (int row = 0; row < STAR_SIDE; row++)
        for (uint64_t rest = plain_star_inside(p, w, rows[row], row, later); rest; rest &= rest - 1) {
            const int i = __builtin_ctzll(rest);
            int axis = 0;
            if (plain_star_entry(p, w, i, row, later, &axis) > later)
                continue;
            add(&all, i, row);
            all.normal_x += axis ? 0.0f : w->dx > 0.0f ? 1.0f : -1.0f;
            all.normal_y += !axis ? 0.0f : w->dy > 0.0f ? 1.0f : -1.0f;
        }
    return all;
}

/* When the first of the pixels enters that are not inside at the start. */
static float first_of(const plain_star_map *map, const plain_picture *p, const plain_way *w, const uint64_t *rows,
                      bool overlaps) {
    if (overlaps)
        return plain_star_first(p, w, rows, 1.0f);
    const float own_x = w->ux * w->dx + w->uy * w->dy, own_y = w->vx * w->dx + w->vy * w->dy;
    const float first = plain_star_first(p, w, plain_leading_rows(map->leading, own_x, own_y), 1.0f);
    const float until = fminf(fminf(first, 1.0f), PLAIN_LEADING_WAY / w->length);
    return fminf(first, plain_star_first(p, w, rows, until));
}

bool plain_star_map_hit(plain_star_map *map, const plain_pose *from, float dx, float dy, star_hit *hit) {
    view v;
    uint64_t rows[STAR_SIDE];
    if (!look(map, from, dx, dy, &v))
        return false;
    const plain_way w = way_of(from, &v, dx, dy);
    const touching start = overlap(map, &v.picture, &w, rows);
    if (start.normal_x * dx + start.normal_y * dy > 1e-6f * w.length) {
        write_hit(map, &v, &w, &start, 0.0f, 0.0f, hit);
        return true;
    }
    for (int row = 0; row < STAR_SIDE; row++)
        rows[row] = map->rows[row] & ~rows[row];
    const float first = first_of(map, &v.picture, &w, rows, start.count > 0);
    if (first > 1.0f)
        return false;
    const float later = first + TOGETHER / w.length;
    const touching all = entered(&v.picture, &w, rows, later);
    if (!all.count)
        return false;
    write_hit(map, &v, &w, &all, first, later, hit);
    return true;
}
