/* engine/tiles/slide_cells.c - see slide_cells.h. */
#include "slide_cells.h"

_Static_assert((int)UPRIGHT_QUEUE <= (int)HAIL_LONE_CELLS && UPRIGHT_QUEUE <= 64,
               "a queue is one call, and a word of bits");

/* The template's radius of a full tile. */
static float radius_of_tile(const hail_tileset *set) {
    return ((const hail_convex *)set->rects.data)[HAIL_MAX_TILE].words[HAIL_TEMPLATE_RADIUS];
}

void hail_slide_cells(const hail_alone *a) {
    hail_upright_queue *q = &a->o->queue;
    const hail_tileset *set = a->o->map->set;
    hail_lone_pairs slides = hail_alone_slides(a);
    slides.tag = q->tag;
    const hail_lone_cells job = {.view = &q->view,
                                 .solid = set->masks.solid.data,
                                 .radius = radius_of_tile(set),
                                 .movers = q->mover[0],
                                 .looks = (const uint32_t *)(const void *)q->look,
                                 .slides = &slides,
                                 .others = q->left};
    q->count = a->o->kernels->lone_cells(&job, q->count);
    q->list = q->left;
}
