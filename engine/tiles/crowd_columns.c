/* engine/tiles/crowd_columns.c - many shapes against the map, from columns. */
#include <math.h>

#include <hail/world.h>

#include "obstacle_crowd.h"
#include "upright_queue.h"

/* Where a shape starts, in the world, and its way. */
typedef struct path {
    float x, y, dx, dy;
} path;

static inline path path_of(const hail_crowd_columns *from, uint32_t i) {
    const float dx = from->dx ? from->dx[i] : 0.0f, dy = from->dy ? from->dy[i] : 0.0f;
    return from->from_end ? (path){from->x[i] - dx, from->y[i] - dy, dx, dy} : (path){from->x[i], from->y[i], dx, dy};
}

static inline bool within(float a) { return fabsf(a) <= HAIL_MAX_BOUND; }

/* Whether a path that ends at (x, y) is one. */
static inline bool in_reach(const path *p, float x, float y) {
    return within(p->x) && within(p->y) && within(p->dx) && within(p->dy) && within(x) && within(y);
}

static inline uint32_t shape_of(const hail_crowd_columns *from, uint32_t i) { return from->shape ? from->shape[i] : 0; }

/* Adds shape i by itself. */
static void add_one(hail_crowd *c, const hail_crowd_columns *from, uint32_t i, const path *p) {
    const hail_tilemap_options *map = &c->o->map->options;
    const hail_crowd_mover m = {.tag = i,
                                .pose = {from->templates[shape_of(from, i)].words, from->cos ? from->cos[i] : 1.0f,
                                         from->sin ? from->sin[i] : 0.0f, from->scale ? from->scale[i] : 1.0f,
                                         from->inflation, from->through && from->through[i]},
                                .x = (double)p->x - (double)map->x,
                                .y = (double)p->y - (double)map->y,
                                .dx = p->dx,
                                .dy = p->dy};
    hail_crowd_add(c, &m);
}

void hail_crowd_add_list(hail_crowd *c, const hail_crowd_columns *from, const uint32_t *list, uint32_t count) {
    const hail_tilemap_options *map = &c->o->map->options;
    const bool uniform = !from->cos && !from->scale, swept = c->take_hit != NULL;
    hail_upright_queue *q = &c->o->queue;
    uint32_t shape = UINT32_MAX; /* of the queue's last one; or none */
    for (uint32_t k = 0; k < count && !c->ended; k++) {
        const uint32_t i = list[k];
        const path p = path_of(from, i);
        if (from->from_end && !in_reach(&p, from->x[i], from->y[i]))
            continue;
        if (shape_of(from, i) == shape &&
            hail_upright_queue_again(q, i, (double)p.x - (double)map->x, (double)p.y - (double)map->y,
                                     swept ? p.dx : 0.0f, swept ? p.dy : 0.0f))
            continue;
        add_one(c, from, i, &p);
        shape = uniform && q->count ? shape_of(from, i) : UINT32_MAX;
    }
}
