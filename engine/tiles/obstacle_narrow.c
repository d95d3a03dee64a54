/* engine/tiles/obstacle_narrow.c - the narrowphase of a batch of shapes and rectangles. */
#include <string.h>

#include <hail/world.h>

#include "obstacle_search.h"

/* ---- Circles ----------------------------------------------------------------------------------------------------- */

/* The batch as the kernel of circles and boxes takes it; then its answers. */
typedef struct circle_pairs {
    float half_x[OBSTACLE_PAIRS], half_y[OBSTACLE_PAIRS], reach[OBSTACLE_PAIRS];
    float radius[OBSTACLE_PAIRS], dx[OBSTACLE_PAIRS], dy[OBSTACLE_PAIRS];
    float t[OBSTACLE_PAIRS], normal_x[OBSTACLE_PAIRS], normal_y[OBSTACLE_PAIRS];
    float at_x[OBSTACLE_PAIRS], at_y[OBSTACLE_PAIRS], depth[OBSTACLE_PAIRS];
    uint32_t hits[OBSTACLE_PAIRS + HAIL_SLACK];
} circle_pairs;

static void load_pair(const hail_obstacles *o, circle_pairs *p, uint32_t i) {
    const float *rect = rect_row(o, o->shape[i]);
    const uint32_t m = o->mover[i];
    p->half_x[i] = rect[HAIL_TEMPLATE_VX + 1] * o->size[i];
    p->half_y[i] = rect[HAIL_TEMPLATE_VY + 2] * o->size[i];
    p->reach[i] = rect[HAIL_TEMPLATE_RADIUS] * o->size[i];
    p->radius[i] = o->posed[m].vertices == 1 ? o->posed[m].radius : 0.0f;
    p->dx[i] = o->dx[m];
    p->dy[i] = o->dy[m];
}

static void write_contact(const circle_pairs *p, uint32_t i, hail_contact *c) {
    *c = (hail_contact){.kind = HAIL_CONTACT_TILE,
                        .count = 1,
                        .layer_b = HAIL_MAX_LAYERS,
                        .t = p->t[i],
                        .normal_x = p->normal_x[i],
                        .normal_y = p->normal_y[i],
                        .x = {p->at_x[i], 0.0f},
                        .y = {p->at_y[i], 0.0f},
                        .depth = {p->depth[i], 0.0f}};
}

static void narrow_circles(hail_obstacles *o, bool swept) {
    circle_pairs p;
    const uint32_t n = o->count;
    for (uint32_t i = 0; i < n; i++)
        load_pair(o, &p, i);
    for (uint32_t i = 0; i < n; i++)
        o->contacts[i].kind = 0;
    const hail_circle_boxes job = {.x = o->x,
                                   .y = o->y,
                                   .half_x = p.half_x,
                                   .half_y = p.half_y,
                                   .reach = p.reach,
                                   .radius = p.radius,
                                   .dx = p.dx,
                                   .dy = p.dy,
                                   .t = p.t,
                                   .normal_x = p.normal_x,
                                   .normal_y = p.normal_y,
                                   .at_x = p.at_x,
                                   .at_y = p.at_y,
                                   .depth = p.depth,
                                   .hits = p.hits};
    const uint32_t hits = (swept ? o->kernels->sweep_circle_boxes : o->kernels->touch_circle_boxes)(&job, n);
    for (uint32_t k = 0; k < hits; k++)
        write_contact(&p, p.hits[k], &o->contacts[p.hits[k]]);
}

/* ---- Polygons ---------------------------------------------------------------------------------------------------- */

/* Lists the pairs of polygons. Returns the most corners that one of them has. */
static uint32_t list_polygons(const hail_obstacles *o, uint32_t *pairs, uint32_t *movers, uint32_t *count) {
    uint32_t most = 2;
    *count = 0;
    for (uint32_t i = 0; i < o->count; i++) {
        const uint32_t vertices = o->posed[o->mover[i]].vertices;
        if (vertices == 1)
            continue;
        most = vertices > most ? vertices : most;
        pairs[*count] = i;
        movers[(*count)++] = o->mover[i];
    }
    return most;
}

static void narrow_polygons(hail_obstacles *o, hail_question question) {
    static const float zero[OBSTACLE_MOVERS];
    uint32_t pairs[OBSTACLE_PAIRS], movers[OBSTACLE_PAIRS], count;
    const uint32_t most = list_polygons(o, pairs, movers, &count);
    if (count && o->posed[0].vertices == 1) /* lanes without a pair read the first shape's template */
        o->template_of[0] = o->template_of[movers[0]];
    hail_dispatch dispatch = {
        .kernels = o->kernels,
        .question = question,
        .job = {.one = {.x = zero,
                        .y = zero,
                        .dx = o->dx,
                        .dy = o->dy,
                        .uniform_radius = -1.0f,
                        .cos = o->cos,
                        .sin = o->sin,
                        .scale = o->scale,
                        .shape = o->template_of},
                .two = {.x = o->x, .y = o->y, .uniform_radius = -1.0f, .scale = o->size, .shape = o->shape},
                .templates = o->rows,
                .rounded = true,
                .manifold = true,
                .rows = (float *)(void *)o->contacts}};
    const uint8_t header[4] = {HAIL_CONTACT_TILE, 1, 0, HAIL_MAX_LAYERS};
    memcpy(&dispatch.job.header, header, sizeof header);
    hail_dispatch_pairs(&dispatch, (hail_cores){most, most}, (hail_cores){4, 4}, movers, pairs, pairs, count);
}

/* Kernels of circles write no row of a pair that does not touch, kernels of polygons write all their rows. */
void hail_obstacles_narrow(hail_obstacles *o, hail_question question) {
    if (o->circles)
        narrow_circles(o, question == ASK_SWEEP);
    if (o->circles < o->count)
        narrow_polygons(o, question);
}
