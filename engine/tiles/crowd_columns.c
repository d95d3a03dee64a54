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

static hail_crowd_mover mover_of(const hail_crowd *c, const hail_crowd_columns *from, uint32_t i, const path *p) {
    const hail_tilemap_options *map = &c->o->map->options;
    return (hail_crowd_mover){.tag = i,
                              .pose = {from->templates[shape_of(from, i)].words, from->cos ? from->cos[i] : 1.0f,
                                       from->sin ? from->sin[i] : 0.0f, from->scale ? from->scale[i] : 1.0f,
                                       from->inflation, from->through && from->through[i]},
                              .x = (double)p->x - (double)map->x,
                              .y = (double)p->y - (double)map->y,
                              .dx = p->dx,
                              .dy = p->dy};
}

hail_crowd_mover hail_crowd_columns_at(const hail_crowd *c, const hail_crowd_columns *from, uint32_t i) {
    const path p = path_of(from, i);
    return mover_of(c, from, i, &p);
}

/* Adds shape i by itself. */
static void add_one(hail_crowd *c, const hail_crowd_columns *from, uint32_t i) {
    const path p = path_of(from, i);
    const hail_crowd_mover m = mover_of(c, from, i, &p);
    if (!from->from_end || in_reach(&p, from->x[i], from->y[i]))
        hail_crowd_add(c, &m);
}

/* The queue's batches are fullest if they are all of about the same size. */
static uint32_t share_of(uint32_t left) {
    const uint32_t parts = (left + UPRIGHT_QUEUE - 1) / UPRIGHT_QUEUE, share = (left + parts - 1) / parts;
    return (share + 7) / 8 * 8;
}

void hail_crowd_add_list(hail_crowd *c, const hail_crowd_columns *from, const uint32_t *list, uint32_t count) {
    for (uint32_t k = 0, taken; k < count && !c->ended; k += taken) {
        const uint32_t left = count - k, share = share_of(left);
        taken = hail_crowd_take(c, from, list + k, share < left ? share : left);
        if (taken)
            continue;
        add_one(c, from, list[k]);
        taken = 1;
    }
}
