/* engine/tiles/slide_alone.c - see slide_alone.h. */
#include "slide_alone.h"

_Static_assert(sizeof(hail_slide) == HAIL_SLIDE_WORDS * sizeof(uint32_t), "a slide has this many words");

/* How the batch's movers are pushed, and which of them go on alone. */
typedef struct pushes {
    float x[UPRIGHT_ROOM], y[UPRIGHT_ROOM], depth[UPRIGHT_ROOM];
    uint32_t alone[UPRIGHT_ROOM], others[UPRIGHT_ROOM]; /* pairs */
} pushes;

static hail_lone_pairs job_of(const hail_alone *a, pushes *p) {
    hail_uprights *u = &a->o->uprights;
    const hail_slide_options *options = a->options;
    return (hail_lone_pairs){.mover = u->mover,
                             .tag = u->tag,
                             .start_x = a->movers->bodies.x,
                             .start_y = a->movers->bodies.y,
                             .corner_x = a->movers->map->options.x,
                             .corner_y = a->movers->map->options.y,
                             .centre_x = u->centre_x,
                             .centre_y = u->centre_y,
                             .core_x = u->core_x,
                             .core_y = u->core_y,
                             .radius = u->radius,
                             .dx = u->dx,
                             .dy = u->dy,
                             .cell = u->cell,
                             .x = u->x,
                             .y = u->y,
                             .t = u->t,
                             .normal_x = u->normal_x,
                             .normal_y = u->normal_y,
                             .depth = u->depth,
                             .how = u->how,
                             .push_x = p->x,
                             .push_y = p->y,
                             .push_depth = p->depth,
                             .around = a->around,
                             .slack = (double)options->skin * 1e-2,
                             .up_x = (double)options->up_x,
                             .up_y = (double)options->up_y,
                             .floor = (double)options->floor_cosine,
                             .climbs = options->step_height > 0.0f,
                             .on_floor = HAIL_ON_FLOOR,
                             .on_wall = HAIL_ON_WALL,
                             .on_ceiling = HAIL_ON_CEILING,
                             .alone = p->alone,
                             .others = p->others,
                             .slides = (uint32_t *)(void *)a->out};
}

/* Puts the movers aside that do not go on alone, with what they touch. hits: how many pairs do. */
static void put_aside(const hail_alone *a, const uint32_t *others, uint32_t hits) {
    const hail_uprights *u = &a->o->uprights;
    for (uint32_t k = 0; *others < u->pairs; others++) {
        const uint32_t first = *others, mover = u->mover[first] & 255;
        hail_upright_found found = {0};
        uint32_t end = first + 1;
        while (end < u->pairs && (u->mover[end] & 255) == mover)
            end++;
        while (k < hits && u->hits[k] < first)
            k++;
        for (; k < hits && u->hits[k] < end; k++)
            hail_upright_deeper(u, u->hits[k], &found);
        a->aside(a->user, mover, first, end, &found);
    }
}

/* Moves the pairs of movers that go on alone to the front of the batch. */
static void pull_together(hail_uprights *u, pushes *p, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t pair = p->alone[k];
        if (pair == k)
            continue;
        hail_uprights_copy_pair(u, k, u, pair);
        p->x[k] = p->x[pair];
        p->y[k] = p->y[pair];
        p->depth[k] = p->depth[pair];
    }
    u->pairs = count;
}

void hail_alone_slide(hail_alone *a) {
    hail_uprights *u = &a->o->uprights;
    const hail_kernels *kernels = a->o->kernels;
    pushes p; /* its columns are filled as far as they are read */
    const hail_lone_pairs job = job_of(a, &p);
    const uint32_t hits = hail_uprights_narrow(a->o, u, false, 0), count = kernels->lone_push(&job, u->pairs);
    put_aside(a, p.others, hits);
    pull_together(u, &p, count);
    if (count) {
        hail_uprights_narrow(a->o, u, true, 0);
        const uint32_t refused = kernels->lone_slide(&job, count);
        for (uint32_t k = 0; k < refused; k++)
            a->aside(a->user, u->mover[p.others[k]] & 255, p.others[k], p.others[k] + 1, NULL);
    }
    u->movers = u->pairs = 0;
}
