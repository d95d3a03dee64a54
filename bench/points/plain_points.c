/* bench/points/plain_points.c - `plain` and `plain:tuned` of points as contenders (points.h). Where a result
 * is in doubt by rounding they do not decide it exactly, as Hail does; they check nothing. */
#include <math.h>
#include <stdlib.h>

#include "plain_grid_of_walls.h"

/* An edge with what follows from it. */
typedef struct edge {
    float top, bottom, x, slope;
} edge;

typedef struct place {
    float x, y, free; /* free: the squared distance within which there is no wall */
} place;

struct plain_points {
    const point_scene *scene;
    plain_walls *grid; /* NULL: a polygon */
    edge *edges;
    place *places;
    uint32_t *answers;
    float *squared;
    bool tuned;
    point_question question;
};

static void destroy(void *self) {
    struct plain_points *plain = self;
    if (!plain)
        return;
    plain_walls_destroy(plain->grid);
    free(plain->edges);
    free(plain->places);
    free(plain->answers);
    free(plain->squared);
    free(plain);
}

static void make_edges(struct plain_points *plain) {
    const point_scene *s = plain->scene;
    for (size_t i = 0; i < s->vertices; i++) {
        const size_t k = (i + 1) % s->vertices, upper = s->y[i] < s->y[k] ? i : k, lower = upper == i ? k : i;
        const float high = s->y[lower] - s->y[upper];
        plain->edges[i] =
            (edge){s->y[upper], s->y[lower], s->x[upper], high > 0.0f ? (s->x[lower] - s->x[upper]) / high : 0.0f};
    }
}

static void *create(const point_scene *scene, point_question question, size_t max_count, const char *variant,
                    bool tuned) {
    struct plain_points *plain = calloc(1, sizeof *plain);
    (void)variant;
    if (!plain)
        return NULL;
    plain->scene = scene;
    plain->question = question;
    plain->tuned = tuned;
    plain->edges = calloc(scene->vertices, sizeof *plain->edges);
    plain->places = calloc(max_count, sizeof *plain->places);
    plain->answers = calloc(max_count, sizeof *plain->answers);
    plain->squared = calloc(max_count, sizeof *plain->squared);
    plain->grid = question == POINT_INSIDE ? NULL : plain_walls_create(scene, question);
    if (!plain->edges || !plain->places || !plain->answers || !plain->squared ||
        (!plain->grid && question != POINT_INSIDE)) {
        destroy(plain);
        return NULL;
    }
    for (size_t i = 0; i < max_count; i++) {
        plain->answers[i] = POINT_NOWHERE;
        plain->places[i].free = -1.0f;
    }
    make_edges(plain);
    return plain;
}

static void *create_plain(const point_scene *scene, point_question question, size_t max_count, const char *variant) {
    return create(scene, question, max_count, variant, false);
}

static void *create_tuned(const point_scene *scene, point_question question, size_t max_count, const char *variant) {
    return create(scene, question, max_count, variant, true);
}

static uint32_t tuned_inside(const edge *edges, size_t count, float x, float y) {
    uint32_t crossings = 0;
    for (size_t i = 0; i < count; i++) {
        const edge *e = &edges[i];
        crossings += (y >= e->top) & (y < e->bottom) & (x < e->x + (y - e->top) * e->slope);
    }
    return crossings & 1;
}

static uint32_t roam(struct plain_points *plain, size_t i, float x, float y) {
    if (!plain->tuned)
        return plain_sector_has(plain->grid, plain->answers[i], x, y) ? plain->answers[i]
                                                                      : plain_sector(plain->grid, x, y);
    place *p = &plain->places[i];
    const float dx = x - p->x, dy = y - p->y;
    if (dx * dx + dy * dy < p->free)
        return plain->answers[i];
    const float reach = plain->grid->cell;
    *p = (place){x, y, reach * reach};
    plain_nearest(plain->grid, x, y, false, &p->free);
    p->free *= 0.999f;
    return tuned_sector(plain->grid, x, y);
}

static void ask(void *self, const float *x, const float *y, size_t count) {
    struct plain_points *plain = self;
    const point_scene *s = plain->scene;
    for (size_t i = 0; i < count; i++) {
        switch (plain->question) {
        case POINT_INSIDE:
            plain->answers[i] = plain->tuned ? tuned_inside(plain->edges, s->vertices, x[i], y[i])
                                             : plain_inside(s->x, s->y, s->vertices, x[i], y[i]);
            break;
        case POINT_SECTOR:
            plain->answers[i] =
                plain->tuned ? tuned_sector(plain->grid, x[i], y[i]) : plain_sector(plain->grid, x[i], y[i]);
            break;
        case POINT_ROAM:
            plain->answers[i] = roam(plain, i, x[i], y[i]);
            break;
        default:
            plain->squared[i] = HUGE_VALF;
            plain->answers[i] = plain_nearest(plain->grid, x[i], y[i], true, &plain->squared[i]);
            break;
        }
    }
}

static uint32_t answer(const void *self, size_t point) { return ((const struct plain_points *)self)->answers[point]; }
static float squared(const void *self, size_t point) { return ((const struct plain_points *)self)->squared[point]; }

const point_contender point_contender_plain = {
    .name = "plain", .create = create_plain, .ask = ask, .answer = answer, .squared = squared, .destroy = destroy};
const point_contender point_contender_tuned = {.name = "plain:tuned",
                                               .create = create_tuned,
                                               .ask = ask,
                                               .answer = answer,
                                               .squared = squared,
                                               .destroy = destroy};
