/* engine/tiles/slide_cells.c - see slide_cells.h. */
#include "slide_cells.h"

#include <string.h>

#include "lowest_bit.h"

_Static_assert((int)UPRIGHT_QUEUE <= (int)HAIL_LONE_CELLS && UPRIGHT_QUEUE <= 64,
               "a queue is one call, and a word of bits");

/* The template's radius of a full tile. */
static float radius_of_tile(const hail_tileset *set) {
    return ((const hail_convex *)set->rects.data)[HAIL_MAX_TILE].words[HAIL_TEMPLATE_RADIUS];
}

static void move_mover(hail_upright_queue *q, uint32_t to, uint32_t from) {
    q->own_tag[to] = q->tag[from];
    q->shape_of[to] = q->shape_of[from];
    memcpy(q->mover[to], q->mover[from], sizeof q->mover[to]);
    q->look[to] = q->look[from];
}

/* Leaves the movers of a list in the queue. */
static void keep_movers(hail_upright_queue *q, const uint32_t *list, uint32_t count) {
    uint64_t left = 0;
    for (uint32_t k = 0; k < count; k++)
        left |= UINT64_C(1) << list[k];
    q->count = 0;
    for (; left; left &= left - 1)
        move_mover(q, q->count++, lowest_bit_64(left));
    q->tag = q->own_tag;
}

void hail_slide_cells(const hail_alone *a) {
    hail_upright_queue *q = &a->o->queue;
    const hail_tileset *set = a->o->map->set;
    uint32_t others[UPRIGHT_QUEUE + HAIL_SLACK];
    hail_lone_pairs slides = hail_alone_slides(a);
    slides.tag = q->tag;
    const hail_lone_cells job = {.view = &q->view,
                                 .solid = set->masks.solid.data,
                                 .open = set->sides.data,
                                 .radius = radius_of_tile(set),
                                 .movers = q->mover[0],
                                 .looks = (const uint32_t *)(const void *)q->look,
                                 .slides = &slides,
                                 .others = others};
    const uint32_t left = a->o->kernels->lone_cells(&job, q->count);
    if (left < q->count)
        keep_movers(q, others, left);
}
