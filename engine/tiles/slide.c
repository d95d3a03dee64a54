/* engine/tiles/slide.c - hail/slide.h: movers that slide, together round by round. */
#include <math.h>

#include "slide_rounds.h"
#include "tasks/run_tasks.h"
#include "upright_queue.h"

hail_status hail_slide_defaults(hail_slide_options *options) {
    if (!options)
        return HAIL_BAD_ARGUMENT;
    *options = (hail_slide_options){.up_x = 0.0f,
                                    .up_y = -1.0f,
                                    .floor_cosine = 0.7f,
                                    .step_height = 0.0f,
                                    .skin = 1.0f / 32.0f,
                                    .snap = 0.0f,
                                    .bounces = 4};
    return HAIL_OK;
}

static hail_status check_options(hail_error *error, const hail_slide_options *o) {
    const hail_scalar numbers[] = {{"options->up_x", o->up_x, -1.001f, 1.001f},
                                   {"options->up_y", o->up_y, -1.001f, 1.001f},
                                   {"options->floor_cosine", o->floor_cosine, 0.0f, 1.0f},
                                   {"options->step_height", o->step_height, 0.0f, (float)HAIL_MAX_TILE},
                                   {"options->snap", o->snap, 0.0f, (float)HAIL_MAX_TILE},
                                   {"options->skin", o->skin, 0x1p-10f, 1.0f}};
    HAIL_REQUIRE(hail_check_scalars(error, numbers, sizeof numbers / sizeof *numbers));
    if (fabsf(o->up_x * o->up_x + o->up_y * o->up_y - 1.0f) > 2.1e-4f)
        return hail_fail(error, HAIL_OUT_OF_RANGE, "options->up_x", "makes no unit vector with up_y, to within 1e-4");
    return hail_check_whole(error, "options->bounces", o->bounces, 1, 8);
}

/* Writes the slides of movers that are near nothing. */
static void free_slides(const slides *all, uint32_t begin, uint32_t end) {
    const hail_bodies *b = &all->movers->bodies;
    const hail_tilemap_options *map = &all->movers->map->options;
    uint32_t *rows = (uint32_t *)(void *)all->out;
    const hail_free_slides job = {b->x, b->y, b->dx, b->dy, map->x, map->y, rows};
    all->o->kernels->free_slides(&job, begin, end);
}

/* ---- Movers that wait -------------------------------------------------------------------------------------------- */

/* How many there are, with those that wait. */
static uint32_t count_all(const slides *all) { return all->count + all->waiting; }

/* Whether there is room for that many movers and pairs, besides those that wait. */
static bool has_room(const slides *all, uint32_t movers, uint32_t pairs) {
    return count_all(all) + movers <= TOGETHER && all->places.movers + movers <= UPRIGHT_MOVERS &&
           all->places.pairs + pairs <= UPRIGHT_PAIRS;
}

/* The lesser one of a and 0, without a branch: signs are hard to predict. Exact, as a was a float. */
static inline double below_zero(double a) { return (a - fabs(a)) * 0.5; }

/* Copies the pairs of a mover of the batch to the places. Returns its place. */
static uint32_t copy_place(slides *all, uint32_t tag, uint32_t begin, uint32_t end) {
    hail_uprights *to = &all->places;
    const hail_uprights *batch = &all->o->uprights;
    const uint32_t place = to->movers++;
    const vector start = hail_alone_start(&all->alone, tag);
    const double around = all->alone.around, dx = (double)batch->dx[begin], dy = (double)batch->dy[begin];
    hail_upright_entry *e = &to->of[place];
    e->asked = false;
    e->low_x = start.x + below_zero(dx) - around;
    e->low_y = start.y + below_zero(dy) - around;
    e->high_x = start.x - below_zero(-dx) + around;
    e->high_y = start.y - below_zero(-dy) + around;
    to->tag = to->own_tag;
    to->own_tag[place] = tag;
    for (; begin < end; begin++) {
        hail_uprights_copy_pair(to, to->pairs, batch, begin);
        to->mover[to->pairs++] = place;
    }
    e->end = to->pairs;
    return place;
}

/* Takes a mover of the batch with what is near it. One that there is no room for is late: only of the queue's. */
static void take_aside(void *user, uint32_t mover, uint32_t begin, uint32_t end, bool waits) {
    slides *all = user;
    const uint32_t tag = all->o->uprights.tag[mover];
    if (!has_room(all, 1, end - begin))
        hail_slides_waiting(all);
    if (!has_room(all, 1, end - begin)) {
        free_slides(all, tag, tag + 1); /* its row may be changed */
        all->late[all->lates++] = tag;
        return;
    }
    const uint32_t place = copy_place(all, tag, begin, end);
    if (waits)
        all->waits[all->waiting++] = place;
    else
        hail_slides_add(all, tag, place);
}

static void slide_batch(slides *all) {
    if (all->o->uprights.pairs)
        hail_alone_slide(&all->alone);
    all->o->uprights.movers = 0;
}

/* Makes room for that many movers and pairs, besides those of the batch. */
static void make_room(slides *all, uint32_t movers, uint32_t pairs) {
    const hail_uprights *batch = &all->o->uprights;
    if (has_room(all, batch->movers + movers, batch->pairs + pairs))
        return;
    slide_batch(all);
    if (!has_room(all, movers, pairs))
        hail_slides_all(all);
}

/* Adds mover i to the batch. */
static hail_upright_added add_to_batch(slides *all, uint32_t i) {
    const hail_crowd_mover m = hail_movers_at(all->movers, i, all->options->skin);
    const hail_upright_mover mover = {i, m.x, m.y, m.dx, m.dy, false, all->alone.around, m.pose.through};
    const hail_upright *shape;
    hail_uprights *batch = &all->o->uprights;
    const uint32_t movers = batch->movers, pairs = batch->pairs;
    if (all->options->snap > 0.0f || !hail_upright_of(all->o, &m.pose, &shape))
        return UPRIGHT_REFUSED;
    const hail_upright_added added = hail_uprights_add(all->o, batch, shape, &mover);
    if (all->places.pairs + batch->pairs <= UPRIGHT_PAIRS)
        return added;
    batch->movers = movers;
    batch->pairs = pairs;
    return UPRIGHT_NO_ROOM;
}

/* Adds mover i to the batch, or to the slides, without the queue. */
static void add_unqueued(slides *all, uint32_t i) {
    make_room(all, 1, 0);
    hail_upright_added added = add_to_batch(all, i);
    if (added == UPRIGHT_NO_ROOM) {
        slide_batch(all);
        hail_slides_all(all);
        added = add_to_batch(all, i);
    }
    if (added == UPRIGHT_REFUSED)
        hail_slides_add(all, i, UINT32_MAX);
}

/* Adds the queue's shapes with cells [begin, end), and slides them. Few are put aside for long; before there may be no
 * room for these, all that are aside are slid. */
static void slide_cells(slides *all, uint32_t begin, uint32_t end) {
    if (begin == end)
        return;
    if (all->count && (2 * count_all(all) > TOGETHER || 2 * all->places.movers > UPRIGHT_MOVERS ||
                       2 * all->places.pairs > UPRIGHT_PAIRS))
        hail_slides_all(all);
    hail_upright_queue_batch(all->o, &all->o->uprights, false, begin, end);
    slide_batch(all);
}

/* Slides the queue's shapes whose cells were added, as many as there is room for at a time. */
static void slide_parts(slides *all) {
    hail_upright_queue *q = &all->o->queue;
    uint32_t begin = 0, runs = 0;
    for (uint32_t end = 0; end < q->cells;) {
        const uint32_t before = end, more = hail_upright_queue_count(q, &end);
        if (runs + more <= UPRIGHT_PAIRS) {
            runs += more;
            continue;
        }
        slide_cells(all, begin, before);
        if (more > UPRIGHT_PAIRS)
            all->late[all->lates++] = q->tag[hail_upright_queue_mover(q, before)];
        begin = more > UPRIGHT_PAIRS ? end : before;
        runs = more > UPRIGHT_PAIRS ? 0 : more;
    }
    slide_cells(all, begin, q->cells);
}

/* The same, together if there is room for their runs. */
static void slide_added(slides *all) {
    hail_upright_queue *q = &all->o->queue;
    if (!q->cells)
        return;
    if (hail_upright_queue_runs(all->o) <= UPRIGHT_PAIRS)
        slide_cells(all, 0, q->cells);
    else
        slide_parts(all);
    q->cells = 0;
}

/* Slides the movers of the queue, which were looked around. The batch is empty. */
static void slide_queue(slides *all) {
    hail_upright_queue *q = &all->o->queue;
    uint32_t k = 0;
    all->lates = 0;
    while ((k = hail_upright_queue_cells(all->o, k)) < q->count) {
        const bool some = q->cells > 0;
        slide_added(all);
        if (!some)
            all->late[all->lates++] = q->tag[k++];
    }
    slide_added(all);
    q->count = 0;
    for (k = 0; k < all->lates; k++)
        add_unqueued(all, all->late[k]);
}

/* Slides the movers of the queue that were added one by one, and those of the batch. */
static void slide_waiting(slides *all) {
    hail_upright_queue *q = &all->o->queue;
    slide_batch(all);
    if (!q->count)
        return;
    hail_upright_queue_look(all->o, false, all->alone.around);
    slide_queue(all);
    q->shapes = 0;
}

/* Adds mover i by itself. */
static void add_mover(slides *all, uint32_t i) {
    const hail_crowd_mover m = hail_movers_at(all->movers, i, all->options->skin);
    const bool waits = !(all->options->snap > 0.0f);
    if (waits && hail_upright_queue_add(all->o, &m.pose, i, m.x, m.y, m.dx, m.dy))
        return;
    if (waits && all->o->queue.count == UPRIGHT_QUEUE) {
        slide_waiting(all);
        if (hail_upright_queue_add(all->o, &m.pose, i, m.x, m.y, m.dx, m.dy))
            return;
    }
    add_unqueued(all, i);
}

/* Adds movers of a list, as many at a time as the queue takes. */
static void add_movers(slides *all, const uint32_t *list, uint32_t count) {
    const hail_crowd_columns columns = hail_movers_columns(all->movers, all->options->skin);
    for (uint32_t k = 0, taken; k < count; k += taken) {
        taken = all->options->snap > 0.0f || all->o->queue.count
                    ? 0
                    : hail_upright_queue_take(all->o, &columns, list + k, count - k, false, all->alone.around);
        if (taken) {
            slide_batch(all);
            slide_queue(all);
            continue;
        }
        add_mover(all, list[k]);
        taken = 1;
    }
}

/* What tasks know of a call. */
typedef struct slides_call {
    const hail_kernels *kernels;
    const hail_movers *movers;
    const hail_slide_options *options;
    hail_slide *out;
} slides_call;

static void slide_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const slides_call *c = task;
    hail_near_movers near;
    hail_obstacles o;
    slides all; /* field by field: the rest is large */
    (void)worker;
    all.movers = c->movers;
    all.options = c->options;
    all.o = &o;
    all.out = c->out;
    all.count = all.left = all.lates = all.waiting = all.places.movers = all.places.pairs = 0;
    all.alone = (hail_alone){.o = &o,
                             .movers = c->movers,
                             .options = c->options,
                             .out = c->out,
                             .around = (double)c->options->skin + 0.5,
                             .aside = take_aside,
                             .user = &all};
    hail_near_movers_begin(&near, c->kernels, c->movers, true, c->options->skin);
    near.count = last;
    hail_obstacles_begin(&o, c->kernels, c->movers->map, c->movers->kinds, c->movers->whole_tiles);
    o.stand = true;
    hail_upright_queue_begin(&o);
    o.queue.taken = true;
    for (size_t begin = first, end; begin < last; begin = end) {
        const uint32_t listed = hail_near_movers_list(&near, begin, &end);
        free_slides(&all, (uint32_t)begin, (uint32_t)end);
        add_movers(&all, near.list, listed);
    }
    slide_waiting(&all);
    slide_batch(&all);
    hail_slides_all(&all);
}

hail_status hail_tiles_slide(const hail_movers *movers, const hail_slide_options *options, hail_slide *slides_out) {
    hail_slide_options defaults;
    hail_slide_defaults(&defaults);
    const hail_slide_options *chosen = options ? options : &defaults;
    hail_checks checks = {0};
    HAIL_REQUIRE(hail_movers_check(movers, &(hail_needed){"slides", slides_out}, true, &checks));
    HAIL_REQUIRE(check_options(checks.error, chosen));
    slides_call call = {checks.kernels, movers, chosen, slides_out};
    hail_run_tasks(checks.tasks, (uint32_t)movers->bodies.count, MOVER_BLOCK, slide_range, &call);
    return HAIL_OK;
}
