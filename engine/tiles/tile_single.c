/* engine/tiles/tile_single.c - see tile_single.h. */
#include "tile_single.h"

#include "sweep_path.h"

/* The search is its first member, so that on_full can cast back to the whole. */
typedef struct single {
    hail_rect_search s;
    hail_tile_batch *b;
    hail_tile_mover mover;
} single;

static single single_of(hail_tile_batch *b, const hail_tile_mover *mover, void (*on_full)(hail_rect_search *)) {
    return (single){.s = {.query = b->narrow.query,
                          .pairs = &b->pairs,
                          .one_way = b->near.one_way && !mover->through,
                          .on_full = on_full},
                    .b = b,
                    .mover = *mover};
}

/* ---- Sweeps ------------------------------------------------------------------------------------------------------ */

typedef struct single_sweep {
    single one;
    hail_first_hit first;
    hail_contact hit;
} single_sweep;

enum { OF_BEFORE = TILE_PAIRS }; /* a hit whose pair is gone */

static void sweep_pairs(hail_rect_search *s) {
    single_sweep *w = (single_sweep *)(void *)s;
    const hail_tile_pairs *p = s->pairs;
    const uint32_t hits = hail_tile_narrow_pairs(&w->one.b->narrow, s->pairs);
    for (uint32_t k = 0; k < hits; k++)
        hail_first_hit_take(p, p->hits[k], &w->first);
    if (w->first.pair < OF_BEFORE) {
        hail_write_contacts(&w->one.b->narrow, p, &w->first.pair, 1, NULL, &(hail_touch_room){.row = &w->hit});
        w->first.pair = OF_BEFORE;
    }
    s->pairs->count = 0;
}

static void sweep(hail_tile_batch *b, const hail_tile_mover *mover) {
    const hail_sweep_path path = hail_sweep_path_of(b->narrow.query, mover);
    single_sweep w = {.one = single_of(b, mover, sweep_pairs), .first = hail_no_hit()};
    if (!(path.from <= path.to))
        return;
    w.one.mover = hail_sweep_mover(&path, mover);
    const hail_tile_mover *movers = b->pairs.movers;
    b->pairs.movers = &w.one.mover;
    double end = 0.0;
    for (uint32_t k = 0; k < path.pieces && end < 1.0; k++) {
        const hail_tile_box box = hail_sweep_piece(&path, k, &end);
        hail_rectangles_find(&w.one.s, &box, NULL);
        sweep_pairs(&w.one.s);
        if (w.first.pair != UINT32_MAX && (double)w.first.t <= end)
            break;
    }
    b->pairs.movers = movers;
    if (w.first.pair == UINT32_MAX)
        return;
    w.hit.t = hail_sweep_time(&path, w.first.t);
    if (path.from > 0.0) {
        w.hit.x[0] = (float)((double)w.hit.x[0] + (double)mover->dx * path.from);
        w.hit.y[0] = (float)((double)w.hit.y[0] + (double)mover->dy * path.from);
    }
    b->ended = !b->sink.hit(b->sink.user, mover, &w.hit);
}

/* ---- Overlaps ---------------------------------------------------------------------------------------------------- */

/* The best contact so far. */
typedef struct best {
    bool any, exposed;
    float depth;
    hail_contact contact;
} best;

/* The map is searched twice: first for the deepest exposed contact of all cells, then to report. */
typedef struct single_touch {
    single one;
    best cell, deepest; /* of the present cell, and of all */
    bool reports;
} single_touch;

static void report(single_touch *t) {
    hail_tile_batch *b = t->one.b;
    if (!t->cell.exposed && t->deepest.any)
        hail_use_deepest(&t->cell.contact, t->one.mover.shape, t->deepest.contact.normal_x, t->deepest.contact.normal_y,
                         t->deepest.depth);
    b->ended = !b->sink.touch(b->sink.user, &t->one.mover, &t->cell.contact, t->cell.exposed);
}

static void end_cell(single_touch *t) {
    if (t->cell.any && t->reports && !t->one.b->ended)
        report(t);
    else if (t->cell.any && t->cell.exposed && (!t->deepest.any || t->cell.depth > t->deepest.depth))
        t->deepest = t->cell;
    t->cell.any = false;
}

/* Keeps the better of a cell's contacts: an exposed one, then the deeper. */
static void keep_better(single_touch *t, uint32_t i) {
    const hail_tile_pairs *p = &t->one.b->pairs;
    const bool exposed = pair_exposed(p, i);
    const float depth = pair_depth(p, i);
    best *kept = &t->cell;
    if (kept->any && kept->contact.part_b != p->cell[i])
        end_cell(t);
    if (kept->any && (kept->exposed > exposed || (kept->exposed == exposed && !(depth > kept->depth))))
        return;
    *kept = (best){.any = true, .exposed = exposed, .depth = depth};
    hail_write_contacts(&t->one.b->narrow, p, &i, 1, NULL, &(hail_touch_room){.row = &kept->contact});
}

static void touch_pairs(hail_rect_search *s) {
    single_touch *t = (single_touch *)(void *)s;
    const uint32_t hits = hail_tile_narrow_pairs(&t->one.b->narrow, s->pairs);
    for (uint32_t k = 0; k < hits; k++)
        keep_better(t, s->pairs->hits[k]);
    s->pairs->count = 0;
}

static void touch(hail_tile_batch *b, const hail_tile_mover *mover) {
    single_touch t = {.one = single_of(b, mover, touch_pairs)};
    const hail_tile_box around = hail_tile_reach_box(mover, 0.0, 0.0), close = hail_tile_way_box(mover, 0.0, 0.0);
    const hail_tile_mover *movers = b->pairs.movers;
    b->pairs.movers = &t.one.mover;
    for (int pass = 0; pass < 2; pass++) {
        t.reports = pass == 1;
        hail_rectangles_find(&t.one.s, &around, &close);
        touch_pairs(&t.one.s);
        end_cell(&t);
    }
    b->pairs.movers = movers;
}

void hail_tile_single(hail_tile_batch *b, const hail_tile_mover *mover) { (b->narrow.swept ? sweep : touch)(b, mover); }
