/* engine/tiles/slide_alone.c - see slide_alone.h. */
#include "slide_alone.h"

_Static_assert(sizeof(hail_slide) == HAIL_SLIDE_WORDS * sizeof(uint32_t), "a slide has this many words");

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

static hail_lone_pairs job_of(const hail_alone *a, const hail_uprights *u) {
    hail_lone_pairs job = hail_alone_slides(a);
    job.mover = u->mover;
    job.tag = u->tag;
    job.centre_x = u->centre_x;
    job.centre_y = u->centre_y;
    job.wide = u->wide;
    job.high = u->high;
    job.half_x = u->half_x;
    job.half_y = u->half_y;
    job.reach = u->reach;
    job.core_x = u->core_x;
    job.core_y = u->core_y;
    job.radius = u->radius;
    job.dx = u->dx;
    job.dy = u->dy;
    for (int side = 0; side < 4; side++)
        job.open[side] = u->open[side];
    job.cell = u->cell;
    job.x = u->x;
    job.y = u->y;
    return job;
}

/* Takes the movers from a list of all their pairs, and puts those aside that have too many. */
static void take_movers(const hail_alone *a, const uint32_t *list, uint32_t count, hail_among *m) {
    const hail_uprights *u = &a->o->uprights;
    m->movers = 0;
    for (uint32_t k = 0, end; k < count; k = end) {
        const uint32_t first = list[k], mover = u->mover[first] & 255;
        for (end = k + 1; end < count && (u->mover[list[end]] & 255) == mover; end++)
            ;
        if (end - k > HAIL_AMONG_RECTS) {
            a->aside(a->user, mover, first, first + end - k, false);
        } else {
            m->first[m->movers] = first;
            m->count[m->movers++] = end - k;
        }
    }
}

uint32_t hail_alone_among(const hail_alone *a, const hail_uprights *u, hail_among *m, uint32_t begin, uint32_t end) {
    const hail_lone_pairs pairs = job_of(a, u);
    const hail_slides_among job = {&pairs, m->first + begin, m->count + begin, a->options->bounces, m->refused};
    return begin < end ? a->o->kernels->slide_among(&job, end - begin) : 0;
}

static void put_aside(const hail_alone *a, const hail_among *m, uint32_t k, bool waits) {
    const uint32_t first = m->first[k];
    a->aside(a->user, a->o->uprights.mover[first] & 255, first, first + m->count[k], waits);
}

/* Slides movers by eights. The rest waits for those of other batches, as it takes no longer to slide all lanes than to
 * slide one. */
static void slide_among(const hail_alone *a, hail_among *m) {
    enum { LANES = 8 };
    const uint32_t rest = m->movers % LANES, now = rest > LANES / 2 ? m->movers : m->movers - rest;
    const uint32_t refused = hail_alone_among(a, &a->o->uprights, m, 0, now);
    for (uint32_t k = 0; k < refused; k++)
        put_aside(a, m, m->refused[k], false);
    for (uint32_t k = now; k < m->movers; k++)
        put_aside(a, m, k, true);
}

void hail_alone_slide(hail_alone *a) {
    hail_uprights *u = &a->o->uprights;
    uint32_t others[UPRIGHT_ROOM];
    hail_among among;
    hail_lone_pairs job = job_of(a, u);
    job.others = others;
    take_movers(a, others, a->o->kernels->lone_edges(&job, u->pairs), &among);
    slide_among(a, &among);
    u->movers = u->pairs = 0;
}
