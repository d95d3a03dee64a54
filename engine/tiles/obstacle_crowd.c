/* engine/tiles/obstacle_crowd.c - many shapes against the map, batch by batch. */
#include "obstacle_crowd.h"

#include "compiler.h"
#include "obstacle_overlap.h"
#include "obstacle_sweep.h"
#include "upright_queue.h"

static void clear(hail_obstacles *o) {
    o->movers = o->templates = o->count = o->circles = 0;
    o->uprights.movers = o->uprights.pairs = 0;
}

static void begin(hail_obstacles *o) {
    clear(o);
    hail_upright_queue_begin(o);
}

hail_crowd hail_crowd_sweeps(hail_obstacles *o, hail_hit_fn *take, void *user) {
    begin(o);
    return (hail_crowd){.o = o, .take_hit = take, .user = user};
}

hail_crowd hail_crowd_touches(hail_obstacles *o, hail_touches_fn *take, void *user) {
    begin(o);
    return (hail_crowd){.o = o, .take_touch = take, .user = user};
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

typedef struct report {
    hail_crowd *crowd;
    uint32_t tag;
} report;

static bool report_touch(void *user, const hail_contact *contact, bool exposed) {
    const report *r = user;
    hail_crowd *c = r->crowd;
    c->ended = !c->take_touch(c->user, r->tag, contact, exposed);
    return !c->ended;
}

static void answer_sweeps(hail_crowd *c) {
    hail_obstacles *o = c->o;
    for (uint32_t m = 0; m < o->movers && !c->ended; m++) {
        const hail_posed *p = &o->posed[m];
        hail_first_hit first;
        first.found = false;
        hail_first_hit_take(o, m, p->first_pair, p->first_pair + p->pairs, &first);
        if (first.found)
            c->ended = !c->take_hit(c->user, p->tag, &first.hit);
    }
}

static void answer_touches(hail_crowd *c) {
    hail_obstacles *o = c->o;
    bool exposed[OBSTACLE_PAIRS];
    hail_touch_finish(o, 0, o->count, exposed);
    for (uint32_t m = 0; m < o->movers && !c->ended; m++) {
        const hail_posed *p = &o->posed[m];
        hail_touch_report(o, p->first_pair, p->first_pair + p->pairs, exposed, report_touch, &(report){c, p->tag});
    }
}

static bool report_rows(void *user, const hail_touch_rows *rows) {
    const hail_crowd *c = user;
    bool more = true;
    for (uint32_t k = 0; k < rows->count && more; k++)
        more = c->take_touch(c->user, rows->tag[k], &rows->row[k], rows->exposed[k]);
    return more;
}

static bool make_room(void *user, uint32_t count, hail_touch_room *room) {
    const hail_crowd *c = user;
    return c->room && c->room(c->user, count, room);
}

static void report_written(void *user, uint32_t count, const uint32_t *tag) {
    const hail_crowd *c = user;
    c->written(c->user, count, tag);
}

/* Answers for upright shapes that have pairs. */
static void answer_uprights(hail_crowd *c) {
    hail_obstacles *o = c->o;
    const hail_touch_taker taker = {report_rows, make_room, report_written, c};
    if (c->take_hit)
        c->ended = !hail_uprights_sweep(o, &o->uprights, c->take_hit, c->user);
    else
        c->ended = !hail_uprights_touch(o, &o->uprights, &taker);
}

/* Upright shapes and others are never in a batch together. */
static void flush_batch(hail_crowd *c) {
    if (c->o->uprights.movers && !c->ended)
        answer_uprights(c);
    if (c->o->count && !c->ended) {
        hail_obstacles_narrow(c->o, c->take_hit ? ASK_SWEEP : ASK_CONTACT);
        if (c->take_hit)
            answer_sweeps(c);
        else
            answer_touches(c);
    }
    clear(c->o);
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

/* A shape whose rectangles do not fit into a batch, or whose way is long. */
static void answer_alone(hail_crowd *c, const hail_crowd_mover *m) {
    hail_obstacles *o = c->o;
    hail_contact hit;
    flush_batch(c);
    if (c->ended)
        return;
    hail_obstacles_set(o, &m->pose);
    o->stand_dx = m->dx;
    o->stand_dy = m->dy;
    if (!c->take_hit)
        hail_obstacles_touch(o, m->x, m->y, report_touch, &(report){c, m->tag});
    else if (hail_obstacles_sweep(o, m->x, m->y, m->dx, m->dy, &hit))
        c->ended = !c->take_hit(c->user, m->tag, &hit);
    clear(o);
}

typedef enum added { ADDED, NO_ROOM, ALONE } added;

/* Collects the rectangles near the shape that was posed last. */
static added collect(hail_crowd *c, const hail_crowd_mover *m) {
    hail_obstacles *o = c->o;
    hail_posed *p = &o->posed[o->movers];
    hail_rect_search s = {.o = o, .x = m->x, .y = m->y, .mover = o->movers, .buried = !c->take_hit};
    p->x = m->x;
    p->y = m->y;
    if (c->take_hit || o->stand) {
        o->dx[o->movers] = m->dx;
        o->dy[o->movers] = m->dy;
    }
    if (c->take_hit) {
        const hail_sweep_path path = hail_sweep_path_of(o, p, m->x, m->y, m->dx, m->dy);
        if (!(path.from <= path.to))
            return ADDED;
        if (path.from > 0.0 || path.to < 1.0 || path.length > path.piece)
            return ALONE;
        hail_sweep_search(&s, &path);
    } else {
        hail_touch_search(&s);
    }
    return s.overflow ? NO_ROOM : ADDED;
}

static added try_add(hail_crowd *c, const hail_crowd_mover *m) {
    hail_obstacles *o = c->o;
    if (o->movers == OBSTACLE_MOVERS || !hail_obstacles_pose(o, &m->pose))
        return NO_ROOM;
    const uint32_t first = o->count, circles = o->circles;
    const added what = collect(c, m);
    if (what != ADDED) {
        o->count = first;
        o->circles = circles;
        return what;
    }
    if (o->count == first) /* nothing is near */
        return ADDED;
    hail_posed *p = &o->posed[o->movers++];
    p->tag = m->tag;
    p->first_pair = first;
    p->pairs = o->count - first;
    return ADDED;
}

static double within(double a, double most) { return lesser(greater(a, 0.0), most); }

void hail_crowd_fetch(const hail_crowd *c, float x, float y) {
    const hail_obstacles *o = c->o;
    const hail_tilemap_options *m = &o->map->options;
    const double px = (double)x - (double)m->x, py = (double)y - (double)m->y;
    const uint32_t column = (uint32_t)within(px * o->cells_per_px_x - 0.5, (double)(m->columns - 1)),
                   row = (uint32_t)within(py * o->cells_per_px_y - 0.5, (double)(m->rows - 1));
    const uint32_t *cell = (const uint32_t *)o->map->cells.data + tilemap_cell(o->map, column, row);
    HAIL_FETCH(cell);
    HAIL_FETCH(cell + o->map->stride); /* (there is a border) */
}

/* False: it is not upright, or refused. */
static bool add_upright(hail_crowd *c, const hail_crowd_mover *m) {
    const bool swept = c->take_hit != NULL;
    const hail_upright_mover mover = {m->tag, m->x, m->y,           swept ? m->dx : 0.0f, swept ? m->dy : 0.0f,
                                      swept,  0.0,  m->pose.through};
    const hail_upright *shape;
    if (!hail_upright_of(c->o, &m->pose, &shape))
        return false;
    if (c->o->movers)
        flush_batch(c);
    hail_upright_added what = hail_uprights_add(c->o, &c->o->uprights, shape, &mover);
    if (what == UPRIGHT_NO_ROOM) {
        flush_batch(c);
        what = c->ended ? UPRIGHT_ADDED : hail_uprights_add(c->o, &c->o->uprights, shape, &mover);
    }
    return what == UPRIGHT_ADDED;
}

/* Adds a shape to the batch. */
static void add_now(hail_crowd *c, const hail_crowd_mover *m) {
    if (c->ended || add_upright(c, m))
        return;
    if (c->o->uprights.movers)
        flush_batch(c);
    added what = c->ended ? ADDED : try_add(c, m);
    if (what == NO_ROOM && c->o->movers) {
        flush_batch(c);
        what = c->ended ? ADDED : try_add(c, m);
    }
    if (what != ADDED)
        answer_alone(c, m);
}

/* ---- The queue --------------------------------------------------------------------------------------------------- */

static hail_crowd_mover queued_mover(const hail_crowd *c, uint32_t k) {
    const hail_upright_queue *q = &c->o->queue;
    if (c->from)
        return hail_crowd_columns_at(c, c->from, q->tag[k]);
    return (hail_crowd_mover){.tag = q->tag[k],
                              .pose = q->pose[q->shape_of[k] - q->upright],
                              .x = (double)q->x[k],
                              .y = (double)q->y[k],
                              .dx = q->dx[k],
                              .dy = q->dy[k]};
}

/* Answers for a shape of the queue that is not for it. */
static void answer_queued(hail_crowd *c, uint32_t k) {
    const hail_crowd_mover m = queued_mover(c, k);
    add_now(c, &m);
    flush_batch(c);
}

/* Answers for shapes whose cells are [begin, end). */
static void answer_cells(hail_crowd *c, uint32_t begin, uint32_t end) {
    hail_obstacles *o = c->o;
    if (begin == end || c->ended)
        return;
    hail_upright_queue_batch(o, &o->uprights, c->take_hit != NULL, begin, end);
    if (o->uprights.pairs)
        answer_uprights(c);
}

/* Answers for all shapes whose cells were added, as many as there is room for at a time. */
static void answer_parts(hail_crowd *c) {
    const hail_upright_queue *q = &c->o->queue;
    uint32_t begin = 0, runs = 0;
    for (uint32_t end = 0; end < q->cells && !c->ended;) {
        const uint32_t before = end, more = hail_upright_queue_count(q, &end);
        runs += more;
        if (runs <= UPRIGHT_PAIRS)
            continue;
        answer_cells(c, begin, before);
        begin = before;
        runs = more;
        if (more > UPRIGHT_PAIRS) {
            answer_queued(c, hail_upright_queue_mover(q, before));
            begin = end;
            runs = 0;
        }
    }
    answer_cells(c, begin, q->cells);
}

static void answer_added(hail_crowd *c) {
    hail_upright_queue *q = &c->o->queue;
    if (!q->cells || c->ended)
        return;
    if (hail_upright_queue_runs(c->o) <= UPRIGHT_PAIRS)
        answer_cells(c, 0, q->cells);
    else
        answer_parts(c);
    q->cells = 0;
}

/* Answers for the shapes of the queue, which were looked around. */
static void answer_queue(hail_crowd *c) {
    hail_obstacles *o = c->o;
    hail_upright_queue *q = &o->queue;
    uint32_t k = 0;
    while (!c->ended && (k = hail_upright_queue_cells(o, k)) < q->count) {
        const bool some = q->cells > 0;
        answer_added(c);
        if (!some && !c->ended)
            answer_queued(c, k++);
    }
    answer_added(c);
    q->count = 0;
}

/* Answers for shapes that were added to the queue one by one. */
static void flush_queue(hail_crowd *c) {
    hail_obstacles *o = c->o;
    hail_upright_queue_look(o, c->take_hit != NULL, 0.0);
    answer_queue(c);
    o->queue.shapes = 0;
}

void hail_crowd_flush(hail_crowd *c) {
    if (c->o->queue.count && !c->o->queue.taken)
        flush_queue(c);
    flush_batch(c);
}

uint32_t hail_crowd_take(hail_crowd *c, const hail_crowd_columns *from, const uint32_t *list, uint32_t count) {
    hail_obstacles *o = c->o;
    if (o->queue.taken || o->queue.count || o->movers || o->uprights.movers)
        return 0;
    const uint32_t taken = hail_upright_queue_take(o, from, list, count, c->take_hit != NULL, 0.0);
    c->from = from;
    answer_queue(c);
    c->from = NULL;
    return taken;
}

/* False: it is not for the queue. */
static bool add_queued(hail_crowd *c, const hail_crowd_mover *m) {
    hail_obstacles *o = c->o;
    const float dx = c->take_hit ? m->dx : 0.0f, dy = c->take_hit ? m->dy : 0.0f;
    return !o->queue.taken && hail_upright_queue_add(o, &m->pose, m->tag, m->x, m->y, dx, dy);
}

void hail_crowd_add(hail_crowd *c, const hail_crowd_mover *m) {
    if (c->ended)
        return;
    if (c->o->movers || c->o->uprights.movers) { /* it waits behind these */
        add_now(c, m);
        return;
    }
    if (add_queued(c, m))
        return;
    hail_crowd_flush(c);
    if (!c->ended && !add_queued(c, m))
        add_now(c, m);
}
