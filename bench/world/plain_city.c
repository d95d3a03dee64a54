/* bench/world/plain_city.c - `plain` of the city: what stands still is sorted into a grid once, when the city is made;
 * the tiles are asked as plain_movers.c asks them. It writes a manifold for each touch, in the order in which it finds
 * them, into a window that is used again; it knows no handles, and what stands still can never be moved. */
#include "city.h"

#include "scenes.h"
#include "tiles/plain_ground.h"
#include "wrap.h"

#include <math.h>
#include <stdlib.h>

#define CELL 16.0f /* px, above the sum of both radii */
enum { WINDOW = 4096, NEAR = 64 };

typedef struct city_touch {
    uint32_t mover, other; /* other: a still circle, or a cell */
    float normal_x, normal_y, x, y, depth;
} city_touch;

struct city {
    size_t count;
    float side, *x, *y, *vx, *vy;
    uint32_t columns, *start; /* of cells; by cell, with a border */
    float *still_x, *still_y; /* in the order of the cells */
    plain_ground ground;
    ground_place place;
    city_touch window[WINDOW];
};

static void destroy(void *self) {
    struct city *c = self;
    if (!c)
        return;
    plain_ground_destroy(&c->ground);
    free(c->x);
    free(c->start);
    free(c->still_x);
    free(c);
}

static uint32_t cell_of(const struct city *c, float x, float y) {
    return ((uint32_t)(y / CELL) + 1) * c->columns + (uint32_t)(x / CELL) + 1;
}

static void sort_still(struct city *c, const city_scene *scene) {
    for (size_t i = 0; i < scene->still; i++)
        c->start[cell_of(c, scene->x[i], scene->y[i]) + 2]++;
    for (uint32_t cell = 2; cell < c->columns * c->columns + 2; cell++)
        c->start[cell] += c->start[cell - 1];
    for (size_t i = 0; i < scene->still; i++) {
        const uint32_t at = c->start[cell_of(c, scene->x[i], scene->y[i]) + 1]++;
        c->still_x[at] = scene->x[i];
        c->still_y[at] = scene->y[i];
    }
}

static void *create(const city_scene *scene, const char *variant) {
    struct city *c = calloc(1, sizeof *c);
    (void)variant;
    if (!c)
        return NULL;
    c->count = scene->movers->count;
    c->side = tile_scene_side(scene->movers->tiles);
    c->columns = (uint32_t)(c->side / CELL) + 3;
    c->x = malloc(4 * c->count * sizeof *c->x);
    c->start = calloc((size_t)c->columns * c->columns + 3, sizeof *c->start);
    c->still_x = malloc(2 * scene->still * sizeof *c->still_x);
    if (!plain_ground_create(scene->movers->tiles, &c->ground) || !c->x || !c->start || !c->still_x) {
        destroy(c);
        return NULL;
    }
    c->y = c->x + c->count, c->vx = c->y + c->count, c->vy = c->vx + c->count;
    c->still_y = c->still_x + scene->still;
    for (size_t i = 0; i < c->count; i++) {
        c->x[i] = scene->movers->set[0].x[i], c->y[i] = scene->movers->set[0].y[i];
        c->vx[i] = scene->movers->set[0].dx[i] / SCENE_DT, c->vy[i] = scene->movers->set[0].dy[i] / SCENE_DT;
    }
    sort_still(c, scene);
    return c;
}

static size_t touch_still(struct city *c, uint32_t i, size_t found) {
    const float reach = MOVER_RADIUS + CITY_STILL_RADIUS, x = c->x[i], y = c->y[i];
    const uint32_t *middle = c->start + cell_of(c, x, y);
    for (int row = -1; row <= 1; row++) {
        const uint32_t *start = middle + (ptrdiff_t)row * (ptrdiff_t)c->columns;
        for (uint32_t j = start[-1]; j < start[2]; j++) {
            const float dx = c->still_x[j] - x, dy = c->still_y[j] - y, squared = dx * dx + dy * dy;
            if (squared > reach * reach)
                continue;
            const float distance = sqrtf(squared), inverse = distance > 0.0f ? 1.0f / distance : 0.0f;
            const float nx = distance > 0.0f ? dx * inverse : 1.0f, ny = dy * inverse, depth = reach - distance;
            const float along = MOVER_RADIUS - 0.5f * depth;
            c->window[found++ % WINDOW] = (city_touch){i, j, nx, ny, x + nx * along, y + ny * along, depth};
        }
    }
    return found;
}

static size_t touch_tiles(struct city *c, uint32_t i, size_t found) {
    const plain_shape shape = {0.0f, 0.0f, MOVER_RADIUS};
    const int corner_x = ground_floor(c->x[i]), corner_y = ground_floor(c->y[i]);
    const float x = c->x[i] - (float)corner_x, y = c->y[i] - (float)corner_y;
    const float box[4] = {x - MOVER_RADIUS, y - MOVER_RADIUS, x + MOVER_RADIUS, y + MOVER_RADIUS};
    ground_touch near[NEAR];
    plain_ground_look(&c->ground, corner_x, corner_y, box, &c->place);
    if (!c->place.count)
        return found;
    const size_t touched = plain_ground_touch(&c->place, &shape, x, y, near, NEAR);
    for (size_t k = 0; k < touched; k++)
        c->window[found++ % WINDOW] = (city_touch){i,
                                                   near[k].cell,
                                                   -near[k].normal_x,
                                                   -near[k].normal_y,
                                                   near[k].x[0] + (float)corner_x,
                                                   near[k].y[0] + (float)corner_y,
                                                   near[k].depth};
    return found;
}

static size_t step(void *self) {
    struct city *c = self;
    size_t found = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        c->x[i] = wrap(c->x[i] + c->vx[i] * SCENE_DT, c->side);
        c->y[i] = wrap(c->y[i] + c->vy[i] * SCENE_DT, c->side);
        found = touch_tiles(c, i, touch_still(c, i, found));
    }
    return found;
}

const city_contender city_contender_plain = {"plain", create, step, destroy};
