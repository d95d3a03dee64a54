/* engine/tiles/slide_alone.c - see slide_alone.h. */
#include "slide_alone.h"

_Static_assert(sizeof(hail_slide) == HAIL_SLIDE_WORDS * sizeof(uint32_t), "a slide has this many words");

/* How the batch's movers are pushed, and which of them go on alone. */
typedef struct pushes {
    float x[UPRIGHT_ROOM], y[UPRIGHT_ROOM], depth[UPRIGHT_ROOM];
    uint32_t alone[UPRIGHT_ROOM], others[UPRIGHT_ROOM]; /* pairs */
} pushes;

hail_lone_pairs hail_alone_slides(const hail_alone *a) {
    const hail_slide_options *options = a->options;
    return (hail_lone_pairs){.start_x = a->movers->bodies.x,
                             .start_y = a->movers->bodies.y,
                             .corner_x = a->movers->map->options.x,
                             .corner_y = a->movers->map->options.y,
                             .around = a->around,
                             .slack = (double)options->skin * 1e-2,
                             .up_x = (double)options->up_x,
                             .up_y = (double)options->up_y,
                             .floor = (double)options->floor_cosine,
                             .climbs = options->step_height > 0.0f,
                             .on_floor = HAIL_ON_FLOOR,
                             .on_wall = HAIL_ON_WALL,
                             .on_ceiling = HAIL_ON_CEILING,
                             .slides = (uint32_t *)(void *)a->out};
}

static hail_lone_pairs job_of(const hail_alone *a, pushes *p) {
    hail_uprights *u = &a->o->uprights;
    hail_lone_pairs job = hail_alone_slides(a);
    job.mover = u->mover;
    job.tag = u->tag;
    job.centre_x = u->centre_x;
    job.centre_y = u->centre_y;
    job.core_x = u->core_x;
    job.core_y = u->core_y;
    job.radius = u->radius;
    job.dx = u->dx;
    job.dy = u->dy;
    job.cell = u->cell;
    job.x = u->x;
    job.y = u->y;
    job.t = u->t;
    job.normal_x = u->normal_x;
    job.normal_y = u->normal_y;
    job.depth = u->depth;
    job.how = u->how;
    job.push_x = p->x;
    job.push_y = p->y;
    job.push_depth = p->depth;
    job.alone = p->alone;
    job.others = p->others;
    job.wide = u->wide;
    job.high = u->high;
    job.half_x = u->half_x;
    job.half_y = u->half_y;
    job.reach = u->reach;
    for (int side = 0; side < 4; side++)
        job.open[side] = u->open[side];
    return job;
}

/* Puts the movers aside that do not go on alone, with what they touch. hits: how many pairs do. */
static void put_aside(const hail_alone *a, const uint32_t *others, uint32_t hits) {
    const hail_uprights *u = &a->o->uprights;
    for (uint32_t k = 0; *others < u->pairs; others++) {
        const uint32_t pair = *others;
        hail_upright_found found = {0};
        while (k < hits && u->hits[k] < pair)
            k++;
        if (k < hits && u->hits[k] == pair)
            hail_upright_deeper(u, pair, &found);
        a->aside(a->user, u->mover[pair] & 255, pair, pair + 1, &found);
    }
}

/* Moves the pairs of a list to the front of the batch. */
static void pull_together(hail_uprights *u, const uint32_t *list, uint32_t count) {
    for (uint32_t k = 0; k < count; k++)
        if (list[k] != k)
            hail_uprights_copy_pair(u, k, u, list[k]);
    u->pairs = count;
}

/* The same of those that go on alone, with how they are pushed. */
static void pull_alone(hail_uprights *u, pushes *p, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        p->x[k] = p->x[p->alone[k]];
        p->y[k] = p->y[p->alone[k]];
        p->depth[k] = p->depth[p->alone[k]];
    }
    pull_together(u, p->alone, count);
}

/* Slides the movers that have one rectangle near by what they touch, and then by their first hit. */
static void slide_contacts(hail_alone *a, const hail_lone_pairs *job, pushes *p) {
    hail_uprights *u = &a->o->uprights;
    const hail_kernels *kernels = a->o->kernels;
    const uint32_t hits = hail_uprights_narrow(a->o, u, false, 0), count = kernels->lone_push(job, u->pairs);
    put_aside(a, p->others, hits);
    pull_alone(u, p, count);
    if (!count)
        return;
    hail_uprights_narrow(a->o, u, true, 0);
    const uint32_t refused = kernels->lone_slide(job, count);
    for (uint32_t k = 0; k < refused; k++)
        a->aside(a->user, u->mover[p->others[k]] & 255, p->others[k], p->others[k] + 1, NULL);
}

/* Puts the movers aside that have several pairs, of a list that has all of these. Returns how many pairs are left. */
static uint32_t put_several_aside(const hail_alone *a, uint32_t *list, uint32_t count) {
    const hail_uprights *u = &a->o->uprights;
    uint32_t left = 0;
    for (uint32_t k = 0, end; k < count; k = end) {
        const uint32_t first = list[k], mover = u->mover[first] & 255;
        for (end = k + 1; end < count && (u->mover[list[end]] & 255) == mover; end++)
            ;
        if (end == k + 1)
            list[left++] = first;
        else
            a->aside(a->user, mover, first, first + end - k, NULL);
    }
    return left;
}

void hail_alone_slide(hail_alone *a) {
    hail_uprights *u = &a->o->uprights;
    pushes p; /* its columns are filled as far as they are read */
    const hail_lone_pairs job = job_of(a, &p);
    const uint32_t others = a->o->kernels->lone_edges(&job, u->pairs);
    pull_together(u, p.others, put_several_aside(a, p.others, others));
    if (u->pairs)
        slide_contacts(a, &job, &p);
    u->movers = u->pairs = 0;
}
