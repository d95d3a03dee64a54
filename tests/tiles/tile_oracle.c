/* tests/tiles/tile_oracle.c - the picture of a map, and rays walked through it. */
#include "tile_oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Stamps ------------------------------------------------------------------------------------------------------ */

void stamp_turn(stamp *s, uint32_t flips) {
    stamp from = *s;
    if ((flips & HAIL_FLIP_DIAGONAL) != 0)
        for (uint32_t y = 0; y < s->height; y++)
            for (uint32_t x = 0; x < s->width; x++)
                s->solid[y][x] = from.solid[x][y];
    from = *s;
    if ((flips & HAIL_FLIP_X) != 0)
        for (uint32_t y = 0; y < s->height; y++)
            for (uint32_t x = 0; x < s->width; x++)
                s->solid[y][x] = from.solid[y][s->width - 1 - x];
    from = *s;
    if ((flips & HAIL_FLIP_Y) != 0)
        for (uint32_t y = 0; y < s->height; y++)
            for (uint32_t x = 0; x < s->width; x++)
                s->solid[y][x] = from.solid[s->height - 1 - y][x];
}

uint64_t stamp_row(const stamp *s, uint32_t y) {
    uint64_t bits = 0;
    for (uint32_t x = 0; x < HAIL_MAX_TILE; x++)
        if (x < s->width && s->solid[y][x] != 0)
            bits |= UINT64_C(1) << x;
    return bits;
}

/* ---- Pictures ---------------------------------------------------------------------------------------------------- */

picture *picture_make(const hail_tileset_size *set, const hail_tilemap_options *options, bool with_pixels) {
    picture *p = calloc(1, sizeof *p);
    const size_t cells = (size_t)options->columns * options->rows;
    if (p == NULL)
        abort();
    p->columns = options->columns, p->rows = options->rows;
    p->tile_width = set->width, p->tile_height = set->height;
    p->width = (int64_t)p->columns * p->tile_width, p->height = (int64_t)p->rows * p->tile_height;
    p->x = options->x, p->y = options->y;
    p->outside = options->outside_solid ? (uint8_t)(options->outside_kind + 1) : 0;
    p->tile = calloc(cells, sizeof *p->tile);
    if (with_pixels) {
        p->pixel = calloc((size_t)p->width * (size_t)p->height, 1);
        p->solid = calloc(cells, sizeof *p->solid);
        p->kind = calloc(cells, 1);
    } else {
        p->stamp = calloc(cells, sizeof *p->stamp);
    }
    if (p->tile == NULL || (with_pixels ? p->pixel == NULL || p->solid == NULL || p->kind == NULL : p->stamp == NULL))
        abort();
    return p;
}

static void *copied(const void *of, size_t bytes) {
    void *copy = of ? malloc(bytes) : NULL;
    if (of && copy == NULL)
        abort();
    return of ? memcpy(copy, of, bytes) : NULL;
}

picture *picture_copy(const picture *of) {
    const size_t cells = (size_t)of->columns * of->rows;
    picture *p = copied(of, sizeof *of);
    p->pixel = copied(of->pixel, (size_t)of->width * (size_t)of->height);
    p->stamp = copied(of->stamp, cells * sizeof *of->stamp);
    p->tile = copied(of->tile, cells * sizeof *of->tile);
    p->solid = copied(of->solid, cells * sizeof *of->solid);
    p->kind = copied(of->kind, cells);
    return p;
}

void picture_free(picture *p) {
    if (p == NULL)
        return;
    free(p->pixel);
    free(p->stamp);
    free(p->tile);
    free(p->solid);
    free(p->kind);
    free(p);
}

void picture_put(picture *p, uint32_t column, uint32_t row, const stamp *s, uint32_t tile) {
    const size_t cell = (size_t)row * p->columns + column;
    p->tile[cell] = tile;
    if (p->pixel == NULL) {
        p->stamp[cell] = s;
        return;
    }
    p->solid[cell] = 0, p->kind[cell] = s == NULL ? 0 : (uint8_t)s->kind;
    for (uint32_t y = 0; y < p->tile_height; y++) {
        uint8_t *to = p->pixel + ((int64_t)row * p->tile_height + y) * p->width + (int64_t)column * p->tile_width;
        for (uint32_t x = 0; x < p->tile_width; x++) {
            to[x] = s != NULL && s->solid[y][x] != 0 ? (uint8_t)(s->kind + 1) : 0;
            p->solid[cell] += to[x] != 0;
        }
    }
}

void picture_paint(picture *p, int64_t i, int64_t j, bool solid, uint32_t kind) {
    const size_t cell = (size_t)(j / p->tile_height) * p->columns + (size_t)(i / p->tile_width);
    uint8_t *pixel = p->pixel + j * p->width + i;
    p->tile[cell] = PICTURE_PAINTED;
    if (solid && *pixel == 0) {
        if (p->solid[cell]++ == 0)
            p->kind[cell] = (uint8_t)kind;
        *pixel = (uint8_t)(p->kind[cell] + 1);
    } else if (!solid && *pixel != 0) {
        p->solid[cell]--;
        *pixel = 0;
    }
}

uint8_t picture_at(const picture *p, int64_t i, int64_t j) {
    if (i < 0 || j < 0 || i >= p->width || j >= p->height)
        return p->outside;
    if (p->pixel != NULL)
        return p->pixel[j * p->width + i];
    const stamp *s = p->stamp[(j / p->tile_height) * p->columns + i / p->tile_width];
    return s != NULL && s->solid[j % p->tile_height][i % p->tile_width] != 0 ? (uint8_t)(s->kind + 1) : 0;
}

bool picture_solid(const picture *p, int64_t i, int64_t j, uint32_t kinds) {
    const uint8_t at = picture_at(p, i, j);
    return at != 0 && (kinds == 0 || (kinds >> (at - 1) & 1u) != 0);
}

/* Absolute values below HAIL_TINY count as 0. */
static double not_tiny(double x) { return fabs(x) < (double)HAIL_TINY ? 0.0 : x; }

int64_t picture_pixel(float at, float corner) { return (int64_t)floor(not_tiny((double)at - (double)corner)); }

int64_t picture_pixel_rounded(float at, float corner) {
    const float from = at - corner;
    return (int64_t)floor(not_tiny((double)from));
}

void picture_normal(const picture *p, int64_t i, int64_t j, uint32_t kinds, uint32_t radius, double *x, double *y) {
    const int r = (int)radius;
    int64_t sum_x = 0, sum_y = 0;
    for (int v = -r; v <= r; v++) {
        for (int u = -r; u <= r; u++) {
            if (!picture_solid(p, i + u, j + v, kinds))
                continue;
            sum_x -= u;
            sum_y -= v;
        }
    }
    const double length = hypot((double)sum_x, (double)sum_y);
    *x = length > 0.0 ? (double)sum_x / length : 0.0;
    *y = length > 0.0 ? (double)sum_y / length : 0.0;
}

bool picture_knows(const picture *p, uint32_t kinds, const hail_ray_hit *h) {
    if (h->hit != 1 || !picture_solid(p, h->pixel_x, h->pixel_y, kinds) ||
        h->kind + 1 != picture_at(p, h->pixel_x, h->pixel_y))
        return false;
    const int64_t i = h->pixel_x, j = h->pixel_y;
    if (i < -1 || i > p->width || j < -1 || j > p->height)
        return false;
    const int64_t column = i < 0 ? -1 : i / p->tile_width, row = j < 0 ? -1 : j / p->tile_height;
    if (h->column != column || h->row != row) /* one pixel past the map is in one column past it */
        return false;
    if (i < 0 || j < 0 || i == p->width || j == p->height)
        return h->outside == 1 && h->cell == 0 && h->tile == 0;
    return h->outside == 0 && h->cell == row * p->columns + column &&
           (p->tile[h->cell] == PICTURE_PAINTED || p->tile[h->cell] == h->tile);
}

hail_fill picture_fill(uint32_t solid, uint32_t all) {
    return solid == 0 ? HAIL_TILE_EMPTY : solid == all ? HAIL_TILE_FULL : HAIL_TILE_PARTIAL;
}

static bool cell_looks(const picture *p, uint32_t column, uint32_t row, const hail_cell_info *cell) {
    const int64_t tile = p->tile[(size_t)row * p->columns + column];
    uint32_t solid = 0, kind = 0;
    for (uint32_t y = 0; y < p->tile_height; y++) {
        uint64_t bits = 0;
        for (uint32_t x = 0; x < p->tile_width; x++) {
            const uint8_t at = picture_at(p, (int64_t)column * p->tile_width + x, (int64_t)row * p->tile_height + y);
            bits |= (uint64_t)(at != 0) << x;
            solid += at != 0, kind = at != 0 ? at - 1u : kind;
        }
        if (cell->rows[y] != bits)
            return false;
    }
    if (cell->fill != picture_fill(solid, p->tile_width * p->tile_height) || (solid != 0 && cell->kind != kind))
        return false;
    return tile != PICTURE_PAINTED ? !cell->own && cell->tile == tile : !cell->own || (cell->tile == 0 && solid != 0);
}

const char *picture_differs(const picture *p, const hail_tilemap *map) {
    static char text[200];
    uint32_t own = 0;
    for (uint32_t row = 0; row < p->rows; row++) {
        for (uint32_t column = 0; column < p->columns; column++) {
            hail_cell_info cell;
            memset(&cell, 0xa5, sizeof cell);
            if (hail_tilemap_cell(map, column, row, &cell) != HAIL_OK || !cell_looks(p, column, row, &cell)) {
                snprintf(text, sizeof text, "cell (%u, %u): tile %#x, own %d, kind %u, fill %d", column, row, cell.tile,
                         cell.own, cell.kind, (int)cell.fill);
                return text;
            }
            own += cell.own;
        }
    }
    hail_tilemap_size size;
    hail_tilemap_measure(map, &size);
    snprintf(text, sizeof text, "sizes: %u masks of their own, should be %u", size.own_masks, own);
    return size.columns == p->columns && size.rows == p->rows && size.own_masks == own &&
                   size.tile_width == p->tile_width && size.tile_height == p->tile_height && size.x == p->x &&
                   size.y == p->y
               ? NULL
               : text;
}

static hail_status rebuild_cell(const picture *p, uint32_t column, uint32_t row, hail_tileset *set, uint32_t *tile) {
    uint64_t rows[HAIL_MAX_TILE] = {0};
    uint8_t kind = 0;
    for (uint32_t y = 0; y < p->tile_height; y++) {
        for (uint32_t x = 0; x < p->tile_width; x++) {
            const uint8_t at = picture_at(p, (int64_t)column * p->tile_width + x, (int64_t)row * p->tile_height + y);
            rows[y] |= (uint64_t)(at != 0) << x;
            kind = at != 0 ? at : kind;
        }
    }
    *tile = 0;
    return kind == 0 ? HAIL_OK : hail_tileset_add_bits(set, rows, (uint32_t)kind - 1, tile);
}

bool picture_rebuild(const picture *p, hail_tileset **set, hail_tilemap **map) {
    const hail_tilemap_options options = {.columns = p->columns,
                                          .rows = p->rows,
                                          .x = p->x,
                                          .y = p->y,
                                          .outside_solid = p->outside != 0,
                                          .outside_kind = p->outside != 0 ? p->outside - 1u : 0};
    *map = NULL;
    uint32_t *tiles = calloc((size_t)p->columns * p->rows, sizeof *tiles);
    hail_status status = tiles == NULL ? HAIL_NO_MEMORY : HAIL_OK;
    if (status == HAIL_OK)
        status = hail_tileset_create(NULL, p->tile_width, p->tile_height, set);
    for (uint32_t row = 0; status == HAIL_OK && row < p->rows; row++)
        for (uint32_t column = 0; status == HAIL_OK && column < p->columns; column++)
            status = rebuild_cell(p, column, row, *set, &tiles[(size_t)row * p->columns + column]);
    if (status == HAIL_OK)
        status = hail_tilemap_create(*set, &options, map);
    if (status == HAIL_OK)
        status = hail_tilemap_set(*map, 0, 0, p->columns, p->rows, tiles, p->columns);
    free(tiles);
    return status == HAIL_OK;
}

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

double tile_ulp(double number) { return fmax(ldexp(1.0, ilogb(fmax(fabs(number), 1.0e-30)) - 23), 0x1p-149); }

/* A ray along one axis, counted from the map's corner. */
typedef struct axis {
    double from, step, reach; /* px: the origin, the direction, how far along it the ray goes */
    double off;               /* the rounding error of `from` */
    int64_t size, at;         /* px of the map; the current pixel, -1 to size */
} axis;

/* The origin less the map's is rounded to single precision; from there on the ray is exact. */
static axis axis_of(float from, float corner, float step, int64_t size) {
    const float rounded = from - corner;
    axis a = {.from = not_tiny((double)rounded), .step = not_tiny((double)step), .size = size};
    a.off = fabs(a.from - ((double)from - (double)corner));
    a.at = (int64_t)fmin(fmax(floor(a.from), -1.0), (double)size);
    return a;
}

/* The next line between pixels that the ray crosses on this axis; false: there is none. */
static bool axis_ahead(const axis *a, int64_t *line) {
    if (a->step == 0.0 || (a->step > 0.0 ? a->at >= a->size : a->at < 0))
        return false;
    *line = a->step > 0.0 ? a->at + 1 : a->at;
    return fabs((double)*line - a->from) <= a->reach;
}

typedef struct walk {
    const picture *picture;
    uint32_t kinds;
    axis x, y;
    double norm, length; /* of the direction; px */
    double entry;        /* the rounding error of where a ray from outside enters the map */
} walk;

static bool solid_at(const walk *w, int64_t i, int64_t j) { return picture_solid(w->picture, i, j, w->kinds); }

/* Whether one of the four pixels at a corner is solid. */
static bool solid_around(const walk *w, int64_t i, int64_t j) {
    return solid_at(w, i - 1, j - 1) || solid_at(w, i, j - 1) || solid_at(w, i - 1, j) || solid_at(w, i, j);
}

/* The precision that hail/march.h promises at this distance from the origin. */
static double promised(const walk *w, double distance) { return 0x1p-22 * distance + w->entry; }

/* Whether a crossing, of a line of `a` at `other` on b, is too near a corner to tell on which side it is. */
static bool corner_doubtful(const walk *w, const axis *a, int64_t line, double other, double distance) {
    const double near = promised(w, distance), corner = nearbyint(other);
    const axis *b = a == &w->x ? &w->y : &w->x;
    if (near >= 0.25)
        return true;
    if (b->step == 0.0 || corner < 0.0 || corner > (double)b->size)
        return false;
    if (fabs(other - corner) * fabs(a->step) / w->norm > near)
        return false;
    return a == &w->x ? solid_around(w, line, (int64_t)corner) : solid_around(w, (int64_t)corner, line);
}

/* Whether the ray ends too near a side of its last pixel, with something solid around. */
static bool end_doubtful(const walk *w) {
    const double near = promised(w, w->length);
    bool side = false, solid = false;
    for (int k = 0; k < 2; k++) {
        const axis *a = k == 0 ? &w->x : &w->y;
        const double end = a->from + (a->step < 0.0 ? -a->reach : a->reach);
        side = side || (a->step != 0.0 && fabs(end - nearbyint(end)) <= near);
    }
    for (int64_t j = w->y.at - 1; j <= w->y.at + 1; j++)
        for (int64_t i = w->x.at - 1; i <= w->x.at + 1; i++)
            solid = solid || solid_at(w, i, j);
    return side && solid;
}

static walk walk_start(const picture *p, const hail_tilemap_rays *rays, size_t ray) {
    walk w = {.picture = p, .kinds = rays->kinds};
    w.x = axis_of(rays->rays.x[ray], p->x, rays->rays.dx[ray], p->width);
    w.y = axis_of(rays->rays.y[ray], p->y, rays->rays.dy[ray], p->height);
    const bool still = (w.x.step == 0.0 && w.y.step == 0.0) || (rays->length != NULL && rays->length[ray] == 0.0f);
    if (still) /* only the origin's pixel counts */
        w.x.step = w.y.step = 0.0;
    w.norm = hypot(w.x.step, w.y.step);
    w.length = still ? 0.0 : rays->length == NULL ? w.norm : (double)rays->length[ray];
    const double times = still ? 0.0 : rays->length == NULL ? 1.0 : w.length / w.norm;
    const bool outside = w.x.at < 0 || w.y.at < 0 || w.x.at == w.x.size || w.y.at == w.y.size;
    w.entry = outside ? tile_ulp((double)(p->width > p->height ? p->width : p->height)) : 0.0;
    w.x.reach = fabs(w.x.step) * times, w.y.reach = fabs(w.y.step) * times;
    return w;
}

static void place(truth *t, const walk *w, double times) {
    const picture *p = w->picture;
    t->x = (double)p->x + w->x.from + times * w->x.step, t->y = (double)p->y + w->y.from + times * w->y.step;
    t->distance = times * w->norm;
    t->distance_off = 0x1p-22 * t->distance + 2.0 * (double)HAIL_TINY;
    t->point_off = t->distance_off + fmax(w->x.off, w->y.off) + tile_ulp(fmax(fabs(t->x), fabs(t->y)));
}

static void enter(truth *t, const walk *w, const axis *a, double times) {
    const int side = a->step > 0.0 ? -1 : 1;
    t->hit = true;
    t->normal_x = a == &w->x ? side : 0, t->normal_y = a == &w->x ? 0 : side;
    place(t, w, times);
    /* At a flat angle, the error across the ray moves the hit much further along it. */
    const double flat = w->entry * w->norm / fabs(a->step);
    t->distance_off += flat, t->point_off += flat + w->entry;
    if (fabs(fabs(times * a->step) - a->reach) <= promised(w, w->length))
        t->ends_at_side = true;
}

truth picture_walk(const picture *p, const hail_tilemap_rays *rays, size_t ray) {
    walk w = walk_start(p, rays, ray);
    truth t = {.hit = false};
    t.inside = t.hit = solid_at(&w, w.x.at, w.y.at);
    place(&t, &w, 0.0);
    while (!t.hit) {
        int64_t line_x = 0, line_y = 0, line;
        bool in_x = axis_ahead(&w.x, &line_x), in_y = axis_ahead(&w.y, &line_y);
        if (!in_x && !in_y)
            break;
        if (in_x && in_y)
            in_x = fabs((double)line_x - w.x.from) * fabs(w.y.step) <= fabs((double)line_y - w.y.from) * fabs(w.x.step);
        axis *a = in_x ? &w.x : &w.y;
        const axis *b = in_x ? &w.y : &w.x;
        line = in_x ? line_x : line_y;
        const double times = fabs((double)line - a->from) / fabs(a->step);
        a->at = a->step > 0.0 ? line : line - 1;
        t.doubtful = t.doubtful || corner_doubtful(&w, a, line, b->from + times * b->step, times * w.norm);
        if (solid_at(&w, w.x.at, w.y.at))
            enter(&t, &w, a, times);
    }
    t.i = w.x.at, t.j = w.y.at;
    if (!t.hit) {
        t.ends_at_side = end_doubtful(&w);
        place(&t, &w, w.norm > 0.0 ? w.length / w.norm : 0.0);
    }
    return t;
}
