/* engine/tiles/tile_batch.c - see tile_batch.h. */
#include "tile_batch.h"

#include "tile_single.h"

void hail_tile_batch_begin(hail_tile_batch *b, const hail_tile_query *query, const hail_tile_sink *sink) {
    const bool swept = sink->hit != NULL;
    b->sink = *sink;
    b->narrow = (hail_tile_narrow){.query = query, .swept = swept, .ends = sink->ends, .user = sink->user};
    b->ended = false;
    hail_neighbourhoods_begin(&b->near, query, swept, swept, 0.0, 0.0);
}

/* ---- First hits -------------------------------------------------------------------------------------------------- */

static void give_hits(hail_tile_batch *b, const hail_chosen_pairs *c, const float *t) {
    const hail_tile_pairs *p = &b->pairs;
    hail_contact rows[CONTACT_ROWS];
    for (uint32_t k = 0; k < c->count && !b->ended; k++) {
        const uint32_t left = c->count - k;
        if (k % CONTACT_ROWS == 0)
            hail_write_contacts(&b->narrow, p, c->pair + k, left < CONTACT_ROWS ? left : CONTACT_ROWS, NULL,
                                &(hail_touch_room){.row = rows});
        rows[k % CONTACT_ROWS].t = t[k];
        b->ended = !b->sink.hit(b->sink.user, &p->movers[pair_mover(p, c->pair[k])], &rows[k % CONTACT_ROWS]);
    }
}

static void answer_sweeps(hail_tile_batch *b) {
    const hail_tile_pairs *p = &b->pairs;
    const uint32_t hits = hail_tile_narrow_pairs(&b->narrow, &b->pairs);
    hail_chosen_pairs c;
    float t[TILE_PAIRS] = {0};
    c.count = 0;
    for (uint32_t k = 0; k < hits;) {
        const uint32_t m = pair_mover(p, p->hits[k]);
        hail_first_hit first = hail_no_hit();
        for (; k < hits && pair_mover(p, p->hits[k]) == m; k++)
            hail_first_hit_take(p, p->hits[k], &first);
        t[c.count] = first.t;
        c.pair[c.count] = first.pair;
        c.count += first.pair != UINT32_MAX;
    }
    give_hits(b, &c, t);
}

/* ---- Touched cells ----------------------------------------------------------------------------------------------- */

/* Gives the contacts of chosen pairs from k on. */
static void give_touches(hail_tile_batch *b, const hail_chosen_pairs *c, uint32_t k) {
    const hail_tile_pairs *p = &b->pairs;
    const uint32_t left = c->count - k, count = left < CONTACT_ROWS ? left : CONTACT_ROWS;
    hail_contact rows[CONTACT_ROWS];
    uint32_t tag[CONTACT_ROWS], deepest[CONTACT_ROWS];
    hail_touch_room room = {.row = rows};
    const bool in_place = b->sink.room && b->sink.room(b->sink.user, count, &room);
    for (uint32_t r = 0; r < count; r++) {
        deepest[r] = pair_exposed(p, c->pair[k + r]) ? UINT32_MAX : hail_deepest_exposed(p, c, k + r);
        tag[r] = p->movers[pair_mover(p, c->pair[k + r])].tag;
    }
    hail_write_contacts(&b->narrow, p, c->pair + k, count, deepest, &room);
    if (in_place) {
        b->sink.written(b->sink.user, count, tag);
        return;
    }
    for (uint32_t r = 0; r < count && !b->ended; r++)
        b->ended = !b->sink.touch(b->sink.user, &p->movers[pair_mover(p, c->pair[k + r])], &rows[r],
                                  pair_exposed(p, c->pair[k + r]));
}

static void answer_touches(hail_tile_batch *b) {
    hail_chosen_pairs c;
    hail_choose_touches(&b->pairs, hail_tile_narrow_pairs(&b->narrow, &b->pairs), &c);
    for (uint32_t k = 0; k < c.count && !b->ended; k += CONTACT_ROWS)
        give_touches(b, &c, k);
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

static void flush(hail_tile_batch *b) {
    if (b->pairs.count && !b->ended)
        (b->narrow.swept ? answer_sweeps : answer_touches)(b);
    b->pairs.count = 0;
}

void hail_tile_batch_run(hail_tile_batch *b, const hail_tile_columns *from, const hail_tile_items *items) {
    hail_neighbourhoods *n = &b->near;
    for (uint32_t first = 0; first < items->count && !b->ended;) {
        first += hail_neighbourhoods_take(n, from, items, first);
        hail_tile_pairs_begin(&b->pairs, n->mover, from->templates->words, b->narrow.swept);
        hail_filled filled;
        do {
            filled = hail_neighbourhoods_fill(n, &b->pairs);
            flush(b);
            if (filled == FILLED_ALONE)
                hail_tile_single(b, &n->mover[n->cells.next++]);
        } while (filled != FILLED && !b->ended);
    }
}
