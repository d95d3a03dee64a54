/* engine/tiles/tile_answers.c - see tile_answers.h. */
#include "tile_answers.h"

#include <string.h>

#include <hail/rules.h>

/* ---- Touched cells ----------------------------------------------------------------------------------------------- */

/* A number that is larger for a pair that is exposed, then for a deeper one, then for an earlier one; not 0. */
static inline uint64_t rank_of(const hail_tile_pairs *p, uint32_t i) {
    const float deepest = pair_depth(p, i);
    uint32_t depth;
    memcpy(&depth, &deepest, sizeof depth); /* positive floats are in the order of their bits */
    return (uint64_t)((depth & INT32_MAX) | (uint32_t)pair_exposed(p, i) << 31) << 32 | ~i;
}

/* Without branches, which would be hard to predict. */
void hail_choose_touches(const hail_tile_pairs *p, uint32_t hits, hail_chosen_pairs *c) {
    uint32_t count = 0, mover = UINT32_MAX, cell = 0;
    uint64_t best = 0;
    for (uint32_t k = 0; k < hits; k++) {
        const uint32_t i = p->hits[k];
        const uint64_t rank = rank_of(p, i);
        const unsigned is_new = (pair_mover(p, i) != mover) | (p->cell[i] != cell);
        mover = pair_mover(p, i);
        cell = p->cell[i];
        best &= (uint64_t)is_new - 1;
        best = rank > best ? rank : best;
        count += is_new;
        c->pair[count - 1] = ~(uint32_t)best;
    }
    c->count = count;
}

uint32_t hail_deepest_exposed(const hail_tile_pairs *p, const hail_chosen_pairs *c, uint32_t k) {
    const uint32_t mover = pair_mover(p, c->pair[k]);
    uint32_t best = UINT32_MAX;
    while (k && pair_mover(p, c->pair[k - 1]) == mover)
        k--;
    for (; k < c->count && pair_mover(p, c->pair[k]) == mover; k++) {
        const uint32_t i = c->pair[k];
        if (pair_exposed(p, i) && (best == UINT32_MAX || pair_depth(p, i) > pair_depth(p, best)))
            best = i;
    }
    return best;
}

/* ---- Contacts ---------------------------------------------------------------------------------------------------- */

_Static_assert(sizeof(hail_contact) == HAIL_TILE_ROW * sizeof(uint32_t), "a contact has this many words");
_Static_assert(sizeof(hail_handle) == 2 * sizeof(uint32_t), "a handle has two words");

static void place(const hail_touch_room *room, uint32_t tag, hail_contact *c) {
    for (int k = 0; k < c->count; k++) {
        c->x[k] += room->x[tag];
        c->y[k] += room->y[tag];
    }
    c->a = room->handle ? room->handle[tag] : (hail_handle){tag, 0};
}

/* The kernel's points are from the centres of shapes: counts them from where the shapes are. */
static void shift_points(const hail_tile_pairs *p, const uint32_t *pair, uint32_t count, hail_contact *row) {
    for (uint32_t k = 0; k < count; k++) {
        const hail_tile_shape *shape = p->movers[pair_mover(p, pair[k])].shape;
        for (int i = 0; i < row[k].count && !p->ready[pair[k]]; i++) {
            row[k].x[i] += (float)shape->centre_x;
            row[k].y[i] += (float)shape->centre_y;
        }
    }
}

/* Whether the kernel's points are a shape's as they are: it is centred, and they need not fit it. */
static bool has_plain_points(const hail_tile_shape *s) {
    return s->centre_x == 0.0 && s->centre_y == 0.0 && s->vertices != 2;
}

/* Returns whether points are in the world already. */
static bool write_by_kernel(const hail_tile_narrow *n, const hail_tile_pairs *p, const uint32_t *pair, uint32_t count,
                            const hail_touch_room *room) {
    uint32_t tag[CONTACT_ROWS], edge[CONTACT_ROWS], corner[CONTACT_ROWS];
    const uint8_t header[4] = {HAIL_CONTACT_TILE, 1, room->layer, HAIL_TILES};
    bool plain = true;
    for (uint32_t k = 0; k < count; k++) {
        const hail_tile_mover *m = &p->movers[pair_mover(p, pair[k])];
        tag[k] = m->tag;
        edge[k] = m->shape->edge;
        corner[k] = m->shape->corner;
        plain = plain && has_plain_points(m->shape);
    }
    hail_tile_contacts job = {.x = p->x,
                              .y = p->y,
                              .wide = p->wide,
                              .high = p->high,
                              .core_x = p->core_x,
                              .core_y = p->core_y,
                              .radius = p->radius,
                              .normal_x = p->normal_x,
                              .normal_y = p->normal_y,
                              .at_x = p->at_x,
                              .at_y = p->at_y,
                              .depth = p->depth,
                              .dx = p->dx,
                              .dy = p->dy,
                              .t = p->t,
                              .how = p->how,
                              .mover = p->mover,
                              .cell = p->cell,
                              .swept = n->swept,
                              .pair = pair,
                              .edge = edge,
                              .corner = corner,
                              .body = room->x && plain ? tag : NULL,
                              .body_x = room->x,
                              .body_y = room->y,
                              .handle = (const uint32_t *)(const void *)room->handle,
                              .rows = (uint32_t *)(void *)room->row};
    memcpy(&job.header, header, sizeof header);
    n->query->kernels->tile_contacts(&job, count);
    if (!plain)
        shift_points(p, pair, count, room->row);
    return plain;
}

static bool any_unready(const hail_tile_pairs *p, const uint32_t *pair, uint32_t count) {
    for (uint32_t k = 0; k < count; k++)
        if (!p->ready[pair[k]])
            return true;
    return false;
}

/* Gives a contact a point whose mover's side, half a depth along the normal, is that of its own deeper point. */
static void fit_point(hail_contact *c, const hail_contact *own) {
    const uint32_t k = own->count > 1 && own->depth[1] > own->depth[0] ? 1 : 0;
    const float before = own->depth[k] * 0.5f, after = c->depth[0] * 0.5f;
    c->x[0] = (own->x[k] + own->normal_x * before) - c->normal_x * after;
    c->y[0] = (own->y[k] + own->normal_y * before) - c->normal_y * after;
}

void hail_use_deepest(hail_contact *c, const hail_tile_shape *shape, float normal_x, float normal_y, float depth) {
    const hail_contact own = *c;
    c->normal_x = normal_x;
    c->normal_y = normal_y;
    c->count = 1;
    c->depth[0] = depth;
    c->x[1] = c->y[1] = c->depth[1] = 0.0f;
    if (is_bare(shape) && (!shape->upright || shape->vertices == 2))
        fit_point(c, &own);
}

void hail_write_contacts(const hail_tile_narrow *n, const hail_tile_pairs *p, const uint32_t *pair, uint32_t count,
                         const uint32_t *deepest, const hail_touch_room *room) {
    const bool placed = any_unready(p, pair, count) && write_by_kernel(n, p, pair, count, room);
    for (uint32_t k = 0; k < count; k++) {
        const hail_tile_mover *m = &p->movers[pair_mover(p, pair[k])];
        const uint32_t from = deepest ? deepest[k] : UINT32_MAX;
        hail_contact *c = &room->row[k];
        if (p->ready[pair[k]])
            *c = hail_pair_contact(p, pair[k]);
        if (from != UINT32_MAX)
            hail_use_deepest(c, m->shape, p->normal_x[from], p->normal_y[from], pair_depth(p, from));
        if (placed && !p->ready[pair[k]])
            continue;
        c->layer_a = room->layer;
        if (room->x)
            place(room, m->tag, c);
    }
}
