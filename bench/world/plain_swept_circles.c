/* bench/world/plain_swept_circles.c - `plain` of swept circles, see swept.h. */
#include "swept.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 4096 };

typedef struct swept_hit {
    uint32_t a, b;
    float t, normal_x, normal_y, x, y;
} swept_hit;

/* A circle where it starts, and its way. */
typedef struct swept_circle {
    float x, y, dx, dy;
    uint32_t id;
} swept_circle;

struct plain {
    swept_scene scene;
    float *x, *y; /* where those that move end */
    float inverse;
    uint32_t columns, *start, *cell; /* of cells, with a border; by cell; by circle */
    swept_circle *sorted;
    swept_hit window[WINDOW];
};

void swept_plain_destroy(void *self) {
    struct plain *p = self;
    if (!p)
        return;
    free(p->x);
    free(p->start);
    free(p->cell);
    free(p->sorted);
    free(p);
}

/* Circles that come in from beyond the edge lie in the outermost cells. */
static uint32_t clamped(float value, uint32_t columns) {
    const uint32_t cell = (uint32_t)(value > 0.0f ? value : 0.0f);
    return cell + 2 < columns ? cell + 1 : columns - 2;
}

static uint32_t cell_of(const struct plain *p, float x, float y) {
    return clamped(y * p->inverse, p->columns) * p->columns + clamped(x * p->inverse, p->columns);
}

/* Sorts circles [0, count) by their cells. */
static void sort(struct plain *p, const swept_circle *circles, size_t count) {
    memset(p->start, 0, ((size_t)p->columns * p->columns + 3) * sizeof *p->start);
    for (size_t i = 0; i < count; i++) {
        p->cell[i] = cell_of(p, circles[i].x, circles[i].y);
        p->start[p->cell[i] + 2]++;
    }
    for (uint32_t c = 2; c < p->columns * p->columns + 2; c++)
        p->start[c] += p->start[c - 1];
    for (size_t i = 0; i < count; i++)
        p->sorted[p->start[p->cell[i] + 1]++] = circles[i];
}

void *swept_plain_create(const swept_scene *scene) {
    struct plain *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    const float cell = 2.0f * SWEPT_RADIUS + (scene->still ? 1.0f : 2.0f) * scene->most * 1.5f;
    const size_t sorted = scene->still ? scene->still : scene->moving;
    p->scene = *scene;
    p->inverse = 1.0f / cell;
    p->columns = (uint32_t)(scene->side * p->inverse) + 3;
    p->x = malloc(2 * scene->moving * sizeof *p->x);
    p->start = malloc(((size_t)p->columns * p->columns + 3) * sizeof *p->start);
    p->cell = malloc(sorted * sizeof *p->cell);
    p->sorted = malloc(2 * sorted * sizeof *p->sorted);
    if (!p->x || !p->start || !p->cell || !p->sorted) {
        swept_plain_destroy(p);
        return NULL;
    }
    p->y = p->x + scene->moving;
    memcpy(p->x, scene->x, scene->moving * sizeof *p->x);
    memcpy(p->y, scene->y, scene->moving * sizeof *p->y);
    swept_circle *still = p->sorted + sorted;
    for (size_t i = 0; i < scene->still; i++)
        still[i] = (swept_circle){scene->x[scene->moving + i], scene->y[scene->moving + i], 0.0f, 0.0f, (uint32_t)i};
    if (scene->still)
        sort(p, still, scene->still);
    return p;
}

static inline float wrapped(float value, float side) {
    value = value < 0.0f ? value + side : value;
    return value >= side ? value - side : value;
}

/* Adds the first touch of two circles on their ways, if there is one. */
static inline size_t meet(struct plain *p, const swept_circle *a, const swept_circle *b, size_t found) {
    const float x = b->x - a->x, y = b->y - a->y, vx = b->dx - a->dx, vy = b->dy - a->dy;
    const float reach = 2.0f * SWEPT_RADIUS, gap = (x * x + y * y) - reach * reach;
    float t = 0.0f;
    if (gap > 0.0f) {
        const float ahead = -(x * vx + y * vy), speed = vx * vx + vy * vy, root = ahead * ahead - speed * gap;
        if (ahead <= 0.0f || root < 0.0f)
            return found;
        t = gap / (ahead + sqrtf(root));
        if (t > 1.0f)
            return found;
    }
    const float nx = x + vx * t, ny = y + vy * t, distance = sqrtf(nx * nx + ny * ny);
    const float inverse = distance > 0.0f ? 1.0f / distance : 0.0f;
    p->window[found % WINDOW] = (swept_hit){a->id,
                                            b->id,
                                            t,
                                            distance > 0.0f ? nx * inverse : 1.0f,
                                            ny * inverse,
                                            a->x + a->dx * t + 0.5f * nx,
                                            a->y + a->dy * t + 0.5f * ny};
    return found + 1;
}

static size_t step_city(struct plain *p, const swept_circle *mover, size_t found) {
    const uint32_t *middle = p->start + cell_of(p, mover->x, mover->y);
    for (int row = -1; row <= 1; row++) {
        const uint32_t *start = middle + (ptrdiff_t)row * (ptrdiff_t)p->columns;
        for (uint32_t j = start[-1]; j < start[2]; j++)
            found = meet(p, mover, &p->sorted[j], found);
    }
    return found;
}

static size_t step_swarm(struct plain *p) {
    size_t found = 0;
    for (uint32_t row = 1; row < p->columns - 1; row++)
        for (uint32_t column = 1; column < p->columns - 1; column++) {
            const uint32_t *own = p->start + row * p->columns + column, *below = own + p->columns;
            for (uint32_t i = own[0]; i < own[1]; i++) {
                for (uint32_t j = i + 1; j < own[2]; j++)
                    found = meet(p, &p->sorted[i], &p->sorted[j], found);
                for (uint32_t j = below[-1]; j < below[2]; j++)
                    found = meet(p, &p->sorted[i], &p->sorted[j], found);
            }
        }
    return found;
}

size_t swept_plain_step(void *self) {
    struct plain *p = self;
    const swept_scene *s = &p->scene;
    size_t found = 0;
    for (uint32_t i = 0; i < s->moving; i++) {
        p->x[i] = wrapped(p->x[i] + s->dx[i], s->side);
        p->y[i] = wrapped(p->y[i] + s->dy[i], s->side);
        const swept_circle mover = {p->x[i] - s->dx[i], p->y[i] - s->dy[i], s->dx[i], s->dy[i], i};
        if (s->still)
            found = step_city(p, &mover, found);
        else
            p->sorted[s->moving + i] = mover;
    }
    if (s->still)
        return found;
    sort(p, p->sorted + s->moving, s->moving);
    return step_swarm(p);
}
