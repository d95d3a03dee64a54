/* engine/tiles/slide_alone.c - see slide_alone.h. */
#include "slide_alone.h"

_Static_assert(sizeof(hail_slide) == HAIL_SLIDE_WORDS * sizeof(uint32_t), "a slide has this many words");

/* How the batch's movers are pushed, and which of them go on alone. */
typedef struct pushes {
    float x[UPRIGHT_ROOM], y[UPRIGHT_ROOM], depth[UPRIGHT_ROOM];
    uint32_t alone[UPRIGHT_ROOM], others[UPRIGHT_ROOM]; /* pairs */
} pushes;

/* The batch's movers that have several pairs. */
typedef struct several {
    uint32_t movers;
    uint32_t first[UPRIGHT_QUEUE], count[UPRIGHT_QUEUE]; /* pairs */
    uint32_t refused[UPRIGHT_QUEUE + HAIL_SLACK];
} several;

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
                             .slides = (uint32_t *)(void *)a->out,
                             .wide = u->wide,
                             .high = u->high,
                             .half_x = u->half_x,
                             .half_y = u->half_y,
                             .reach = u->reach,
                             .open = {u->open[0], u->open[1], u->open[2], u->open[3]}};
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

/* Takes the movers that have several pairs from a list that has all of these, and puts those aside that have too many.
 * Returns how many pairs are left. */
static uint32_t take_several(const hail_alone *a, uint32_t *list, uint32_t count, several *s) {
    const hail_uprights *u = &a->o->uprights;
    uint32_t left = 0;
    s->movers = 0;
    for (uint32_t k = 0, end; k < count; k = end) {
        const uint32_t first = list[k], mover = u->mover[first] & 255;
        for (end = k + 1; end < count && (u->mover[list[end]] & 255) == mover; end++)
            ;
        if (end == k + 1) {
            list[left++] = first;
        } else if (end - k > HAIL_AMONG_RECTS) {
            a->aside(a->user, mover, first, first + end - k, NULL);
        } else {
            s->first[s->movers] = first;
            s->count[s->movers++] = end - k;
        }
    }
    return left;
}

/* Slides the movers that have several pairs. */
static void slide_several(const hail_alone *a, const hail_lone_pairs *pairs, several *s) {
    const hail_uprights *u = &a->o->uprights;
    const hail_slides_among job = {pairs, s->first, s->count, a->options->bounces, s->refused};
    const uint32_t refused = a->o->kernels->slide_among(&job, s->movers);
    for (uint32_t k = 0; k < refused; k++) {
        const uint32_t m = s->refused[k], first = s->first[m];
        a->aside(a->user, u->mover[first] & 255, first, first + s->count[m], NULL);
    }
}

void hail_alone_slide(hail_alone *a) {
    hail_uprights *u = &a->o->uprights;
    pushes p; /* its columns are filled as far as they are read */
    several s;
    const hail_lone_pairs job = job_of(a, &p);
    const uint32_t others = a->o->kernels->lone_edges(&job, u->pairs), left = take_several(a, p.others, others, &s);
    if (s.movers)
        slide_several(a, &job, &s);
    pull_together(u, p.others, left);
    if (u->pairs)
        slide_contacts(a, &job, &p);
    u->movers = u->pairs = 0;
}
