/* engine/tiles/slide_rounds.c - see slide_rounds.h. */
#include "slide_rounds.h"

#include <float.h>
#include <string.h>

#include "compiler.h"
#include "sweep_path.h"

void hail_slides_begin(hail_slides *all, const hail_tile_query *query, const hail_slide_options *options,
                       hail_slide *out) {
    const double near = 2.0 * (double)options->skin + 0.5,
                 high = near + greater((double)options->step_height, (double)options->snap);
    all->query = query;
    all->options = options;
    all->out = out;
    hail_neighbourhoods_begin(&all->near, query, false, true, greater(near, fabs((double)options->up_x) * high),
                              greater(near, fabs((double)options->up_y) * high));
    const hail_tile_pairs *known = &all->known;
    hail_tile_pairs *asked = &all->asked;
    all->rects = (hail_near_rects){.from = known->mover,
                                   .to = asked->mover,
                                   .large = hail_tiles_are_large(query),
                                   .centre_x = known->centre_x,
                                   .centre_y = known->centre_y,
                                   .wide = known->wide,
                                   .high = known->high,
                                   .open = {known->open[0], known->open[1], known->open[2], known->open[3]},
                                   .x = asked->x,
                                   .y = asked->y,
                                   .dx = asked->dx,
                                   .dy = asked->dy};
    memset(all->bare_made, 0, sizeof all->bare_made);
}

/* ---- Questions --------------------------------------------------------------------------------------------------- */

/* Gives the contacts of pairs to the movers that asked: in place, or all. */
static void answer(hail_slides *all, hail_tile_pairs *p, bool in_place) {
    const hail_tile_narrow narrow = {.query = all->query, .swept = true, .skin = all->options->skin};
    if (!p->count)
        return;
    const uint32_t hits = hail_tile_narrow_pairs(&narrow, p);
    hail_slides_decide_corners(all, p, hits);
    for (uint32_t h = 0; h < hits; h++) {
        hail_slide_state *s = all->by_mover[pair_mover(p, p->hits[h])];
        if (p->depth[p->hits[h]] >= 0.0f && (!in_place || s->in_place))
            hail_slide_take(s, p, p->hits[h]);
    }
}

/* A search of the map for a question. It is the first member, so that on_full can cast back to the whole. */
typedef struct question {
    hail_rect_search search;
    hail_slides *all;
} question;

static void answer_full(hail_rect_search *s) {
    const question *q = (const question *)(const void *)s;
    answer(q->all, s->pairs, false);
    s->pairs->count = 0;
}

static question question_of(hail_slides *all, const hail_slide_state *s) {
    return (question){.search = {.query = all->query,
                                 .pairs = &all->asked,
                                 .mover = s->number,
                                 .one_way = !s->mover->through,
                                 .on_full = answer_full},
                      .all = all};
}

/* Whether all that is near a question's way is known. */
static bool is_known(const hail_slides *all, const hail_slide_state *s, const hail_tile_mover *way) {
    const double ax = all->near.around_x, ay = all->near.around_y, to_x = way->x + (double)way->dx,
                 to_y = way->y + (double)way->dy;
    return all->end[s->number] && lesser(way->x, to_x) >= s->start.x + lesser(s->wanted.x, 0.0) - ax &&
           greater(way->x, to_x) <= s->start.x + greater(s->wanted.x, 0.0) + ax &&
           lesser(way->y, to_y) >= s->start.y + lesser(s->wanted.y, 0.0) - ay &&
           greater(way->y, to_y) <= s->start.y + greater(s->wanted.y, 0.0) + ay;
}

static void set_way(hail_tile_pairs *p, uint32_t i, const hail_tile_mover *way) {
    p->x[i] = (float)((double)p->centre_x[i] - mover_x(way));
    p->y[i] = (float)((double)p->centre_y[i] - mover_y(way));
    p->dx[i] = way->dx;
    p->dy[i] = way->dy;
}

/* Sets what decides which rectangles near a way count. Only the first question is about what is not open, too, and only
 * where walls are floor, what does not stop a mover may carry it. */
static void set_near(hail_slides *all, const hail_slide_state *s, const hail_tile_mover *way) {
    const hail_tile_box box = hail_tile_way_box(way, 0.0, 0.0);
    const bool any = way->shape->core_x + way->shape->core_y > 0.0f; /* its corners may count as edges (slide_bare.c) */
    hail_near_rects *n = &all->rects;
    n->at_x = mover_x(way);
    n->at_y = mover_y(way);
    n->way_x = way->dx;
    n->way_y = way->dy;
    n->left = (float)box.left;
    n->top = (float)box.top;
    n->right = (float)box.right;
    n->bottom = (float)box.bottom;
    n->facing[SIDE_LEFT] = any || way->dx > 0.0f ? UINT32_MAX : 0;
    n->facing[SIDE_TOP] = any || way->dy > 0.0f ? UINT32_MAX : 0;
    n->facing[SIDE_RIGHT] = any || way->dx < 0.0f ? UINT32_MAX : 0;
    n->facing[SIDE_BOTTOM] = any || way->dy < 0.0f ? UINT32_MAX : 0;
    n->whole =
        s->step == SLIDE_START || all->options->floor_cosine < 0x1p-10f || hail_tiles_are_large(all->query) ? 1 : 0;
}

/* Adds the known rectangles near a way that may change the answer. */
static void add_known(hail_slides *all, const hail_slide_state *s, const hail_tile_mover *way) {
    const uint32_t first = all->first[s->number], end = all->end[s->number];
    hail_tile_pairs *to = &all->asked;
    set_near(all, s, way);
    if (to->count + (end - first) > TILE_PAIRS) { /* those of a mover stay together */
        answer(all, to, false);
        to->count = 0;
    }
    to->count = all->query->kernels->near_rects(&all->rects, first, end, to->count);
}

/* Asks about all rectangles that are known, where their pairs are. */
static void ask_in_place(hail_slides *all, hail_slide_state *s, const hail_tile_mover *way) {
    s->in_place = true;
    for (uint32_t i = all->first[s->number]; i < all->end[s->number]; i++)
        set_way(&all->known, i, way);
}

/* A long way: piece by piece, up to the first hit. */
static void ask_pieces(hail_slides *all, hail_slide_state *s, hail_tile_mover *way) {
    question q = question_of(all, s);
    const hail_sweep_path path = hail_sweep_path_of(all->query, way);
    double end = 0.0;
    answer_full(&q.search);       /* these are of others */
    if (s->step == SLIDE_START) { /* what it overlaps, even outside of the map */
        hail_tile_mover still = *way;
        still.dx = still.dy = 0.0f;
        const hail_tile_box around = hail_tile_reach_box(&still, 0.0, 0.0), close = hail_tile_way_box(&still, 0.0, 0.0);
        hail_rectangles_find(&q.search, &around, &close);
        answer_full(&q.search);
    }
    if (!(path.from <= path.to))
        return;
    *way = hail_sweep_mover(&path, way);
    for (uint32_t k = 0; k < path.pieces && end < 1.0; k++) {
        const hail_tile_box box = hail_sweep_piece(&path, k, &end);
        hail_rectangles_find(&q.search, &box, NULL);
        answer_full(&q.search);
        if (s->answer.first.pair != UINT32_MAX && (double)s->answer.first.t <= end)
            break;
    }
    s->answer.first.t = hail_sweep_time(&path, s->answer.first.t);
}

/* Adds rectangles that are not known, and not for kernels. */
static void ask_unknown(hail_slides *all, const hail_slide_state *s) {
    const hail_tile_mover *way = &all->asked_mover[s->number];
    question q = question_of(all, s);
    const hail_tile_box around = hail_tile_reach_box(way, 0.0, 0.0), close = hail_tile_way_box(way, 0.0, 0.0);
    const uint32_t before = all->asked.count;
    q.search.on_full = NULL;
    hail_rectangles_find(&q.search, &around, &close);
    if (!q.search.overflow)
        return;
    all->asked.count = before;
    answer_full(&q.search); /* where its pairs are split does not depend on others */
    q.search.on_full = answer_full;
    hail_rectangles_find(&q.search, &around, &close);
    answer_full(&q.search);
}

/* Adds the pairs of a mover's question; in_place: those that are known stay where they are. False: they are not known.
 */
static bool ask(hail_slides *all, hail_slide_state *s, bool in_place) {
    hail_tile_mover *way = &all->asked_mover[s->number];
    hail_slide_ask(s);
    way->x = s->at.x;
    way->y = s->at.y;
    way->dx = (float)s->motion.x;
    way->dy = (float)s->motion.y;
    if (!is_known(all, s, way)) {
        if (fabsf(way->dx) + fabsf(way->dy) <= all->query->long_way)
            return false;
        ask_pieces(all, s, way);
    } else if (in_place && s->step != SLIDE_END) { /* most that look down at last are in the air */
        ask_in_place(all, s, way);
    } else {
        add_known(all, s, way);
    }
    return true;
}

/* Movers whose ways lead to where nothing is known. */
typedef struct ahead {
    uint32_t count, next, number[TILE_MOVERS];
    uint32_t others, other[TILE_MOVERS]; /* those that are not for kernels */
} ahead;

/* Adds the rectangles near the next ways, as many movers as there is room for. Apart, because it needs much stack. */
static LANES_APART void look_ahead(hail_slides *all, ahead *a) {
    hail_near_cells cells;
    hail_tile_pairs *to = &all->asked;
    float row[TILE_MOVERS][HAIL_GATHER_ROW], x[TILE_MOVERS], y[TILE_MOVERS], dx[TILE_MOVERS], dy[TILE_MOVERS];
    hail_gather_cells ways = {.x = x, .y = y, .dx = dx, .dy = dy, .bound = FLT_MAX, .shapes = row[0]};
    const uint32_t count = a->count - a->next, *number = a->number + a->next;
    hail_near_cells_begin(&cells, all->query, true);
    for (uint32_t k = 0; k < count; k++) {
        const hail_tile_mover *way = &all->asked_mover[number[k]];
        hail_near_cells_shape(way->shape, 0.0, 0.0, row[k]);
        cells.row_at[k] = k * HAIL_GATHER_ROW;
        x[k] = (float)way->x; /* cells are larger by more than this rounds */
        y[k] = (float)way->y;
        dx[k] = way->dx;
        dy[k] = way->dy;
    }
    hail_near_cells_find(&cells, &ways, count);
    for (bool room = true; room && cells.next < count;) {
        const uint32_t first = to->count;
        const bool by_kernels = hail_near_cells_fill(&cells, to);
        for (uint32_t i = first; i < to->count; i++) {
            const uint32_t m = number[pair_mover(to, i)];
            to->mover[i] = m | pair_kind(to, i) << 8;
            set_way(to, i, &all->asked_mover[m]);
        }
        room = !by_kernels || !to->count; /* else: its rectangles are too many for any batch */
        if (room && cells.next < count)
            a->other[a->others++] = number[cells.next++];
    }
    a->next += cells.next;
}

static void ask_ahead(hail_slides *all, ahead *a) {
    while (a->next < a->count) {
        look_ahead(all, a);
        if (a->next == a->count)
            break;
        answer(all, &all->asked, false);
        all->asked.count = 0;
    }
    for (uint32_t k = 0; k < a->others; k++)
        ask_unknown(all, all->by_mover[a->other[k]]);
}

/* ---- Rounds ------------------------------------------------------------------------------------------------------ */

enum { FEW_RECTS = 6 }; /* known, on average: then looking which of them are near a way does not pay */

/* Asks the questions of all movers that have not arrived: `left`. */
static void ask_all(hail_slides *all, uint32_t left, const float *templates) {
    const bool in_place = 2 * left >= all->count && all->known.count <= FEW_RECTS * left;
    ahead a; /* field by field: it is large */
    a.count = a.next = a.others = 0;
    hail_tile_pairs_begin(&all->asked, all->asked_mover, templates, false);
    all->asked.all_upright = all->near.all_upright;
    all->known.movers = all->asked_mover;
    for (uint32_t k = 0; k < all->count; k++) {
        all->of[k].in_place = false;
        if (all->of[k].step != SLIDE_DONE && !ask(all, &all->of[k], in_place))
            a.number[a.count++] = all->of[k].number;
    }
    ask_ahead(all, &a);
    if (in_place)
        answer(all, &all->known, true);
    answer(all, &all->asked, false);
}

/* Goes on with every mover. Returns how many have not arrived. */
static uint32_t next_steps(hail_slides *all) {
    uint32_t left = 0;
    for (uint32_t k = 0; k < all->count; k++) {
        if (all->of[k].step == SLIDE_DONE)
            continue;
        hail_slide_next(&all->of[k]);
        left += all->of[k].step != SLIDE_DONE;
    }
    return left;
}

/* Adds mover m of the group. */
static void add_mover(hail_slides *all, uint32_t m) {
    hail_slide_state *s = &all->of[all->count++];
    const hail_tile_mover *mover = &all->near.mover[m];
    hail_slide_begin(s, all->query, all->options, mover, m, &all->out[mover->tag]);
    all->by_mover[m] = s;
    all->asked_mover[m] = *mover;
}

/* Slides the movers that have pairs, or a single one that has too many. */
static void slide(hail_slides *all, bool single, const float *templates) {
    if (!all->count)
        return;
    for (uint32_t k = 0; k < all->count; k++)
        hail_slide_ask(&all->of[k]);
    if (single || all->known.count > FEW_RECTS * all->count)
        ask_all(all, all->count, templates);
    else
        answer(all, &all->known, false); /* the pairs are as they were found: of the whole displacement */
    for (uint32_t left = next_steps(all); left; left = next_steps(all))
        ask_all(all, left, templates);
}

/* Adds the movers that have pairs. */
static void add_movers(hail_slides *all) {
    const hail_tile_pairs *p = &all->known;
    all->count = 0;
    for (uint32_t i = 0; i < p->count;) {
        const uint32_t m = pair_mover(p, i);
        all->first[m] = i;
        while (i < p->count && pair_mover(p, i) == m)
            i++;
        all->end[m] = i;
        add_mover(all, m);
    }
}

void hail_slides_run(hail_slides *all, const hail_tile_columns *from, const hail_tile_items *items) {
    hail_neighbourhoods *n = &all->near;
    const float *templates = from->templates->words;
    for (uint32_t first = 0; first < items->count;) {
        const uint32_t made = n->made;
        first += hail_neighbourhoods_take(n, from, items, first);
        if (n->made != made)
            memset(all->bare_made, 0, sizeof all->bare_made);
        hail_filled filled;
        do {
            hail_tile_pairs_begin(&all->known, n->mover, templates, false);
            filled = hail_neighbourhoods_fill(n, &all->known);
            add_movers(all);
            slide(all, false, templates);
            if (filled == FILLED_ALONE) {
                all->count = 0;
                all->end[n->cells.next] = 0;
                add_mover(all, n->cells.next++);
                slide(all, true, templates);
            }
        } while (filled != FILLED);
    }
}
