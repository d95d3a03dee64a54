/* bench/tiles/list_rays.c - `bresenham_list`: pixel-perfect rays as tutorials teach them. It writes all points of J.
 * Bresenham's line to a list, then walks the list from the ray's start and looks up each point in its tile, a flag a
 * pixel. The list is allocated once. */
#include "tiles.h"

#include <stdlib.h>

enum { LONGEST = 2048 };

typedef struct list_point {
    int x, y;
} list_point;

struct list_rays {
    const tile_scene *scene;
    bool solid[TILE_FULL + 1][TILE_SIDE][TILE_SIDE]; /* [x][y] of a tile's picture */
    list_point line[LONGEST];
    tile_hit *hits;
};

static void destroy(void *self) {
    struct list_rays *list = self;
    if (!list)
        return;
    free(list->hits);
    free(list);
}

static void *create(const tile_scene *scene, size_t most_rays, const char *variant) {
    (void)variant;
    struct list_rays *list = calloc(1, sizeof *list);
    if (!list)
        return NULL;
    list->scene = scene;
    for (int tile = 1; tile <= TILE_FULL; tile++)
        for (int x = 0; x < TILE_SIDE; x++)
            for (int y = 0; y < TILE_SIDE; y++)
                list->solid[tile][x][y] = tile == TILE_FULL || (scene->mask[tile - 1][y] >> x & 1);
    list->hits = calloc(most_rays, sizeof *list->hits);
    if (list->hits)
        return list;
    destroy(list);
    return NULL;
}

static inline int size(int value) { return value < 0 ? -value : value; }

static inline void swap(int *a, int *b) {
    int kept = *a;
    *a = *b;
    *b = kept;
}

static size_t list_line(list_point *line, int x0, int y0, int x1, int y1) {
    bool steep = size(y1 - y0) > size(x1 - x0);
    if (steep) {
        swap(&x0, &y0);
        swap(&x1, &y1);
    }
    if (x0 > x1) {
        swap(&x0, &x1);
        swap(&y0, &y1);
    }
    int delta_x = x1 - x0, delta_y = size(y1 - y0), error = 0, y = y0, step_y = y0 < y1 ? 1 : -1;
    size_t count = 0;
    for (int x = x0; x <= x1 && count < LONGEST; x++) {
        line[count++] = steep ? (list_point){y, x} : (list_point){x, y};
        error += delta_y;
        if (2 * error >= delta_x) {
            y += step_y;
            error -= delta_x;
        }
    }
    return count;
}

static inline bool passes(const struct list_rays *list, list_point point) {
    int columns = (int)list->scene->columns;
    if (point.x < 0 || point.y < 0)
        return true;
    int column = point.x / TILE_SIDE, row = point.y / TILE_SIDE;
    if (column >= columns || row >= columns)
        return true;
    int tile = list->scene->tile[row * columns + column];
    return tile == 0 || !list->solid[tile][point.x % TILE_SIDE][point.y % TILE_SIDE];
}

static int round_down(float value) {
    int whole = (int)value;
    return whole - ((float)whole > value);
}

static void cast(struct list_rays *list, const tile_rays *rays, size_t i) {
    int x = round_down(rays->x[i]), y = round_down(rays->y[i]);
    size_t count = list_line(list->line, x, y, round_down(rays->x[i] + rays->dx[i] * rays->length[i]),
                             round_down(rays->y[i] + rays->dy[i] * rays->length[i]));
    bool backward = list->line[0].x != x || list->line[0].y != y;
    for (size_t k = 0; k < count; k++) {
        list_point point = list->line[backward ? count - 1 - k : k];
        if (passes(list, point))
            continue;
        list->hits[i] = (tile_hit){.pixel_x = point.x, .pixel_y = point.y, .hit = 1};
        return;
    }
    list->hits[i] = (tile_hit){.hit = 0};
}

static void march(void *self, const tile_rays *rays) {
    for (size_t i = 0; i < rays->count; i++)
        cast(self, rays, i);
}

static tile_hit hit(const void *self, size_t ray) { return ((const struct list_rays *)self)->hits[ray]; }

const tile_contender tile_contender_list = {
    .name = "bresenham_list",
    .line = true,
    .create = create,
    .march = march,
    .hit = hit,
    .destroy = destroy,
};
