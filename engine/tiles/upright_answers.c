/* engine/tiles/upright_answers.c - the contacts of upright shapes with the rectangles of their batch. */
#include <string.h>

#include <hail/world.h>

#include "uprights.h"

/* ---- Kernels ----------------------------------------------------------------------------------------------------- */

/* Fills the columns of answers of pairs [begin, end). Lists those that hit from hits[listed] on; returns how many are
 * listed then. */
static uint32_t narrow(const hail_obstacles *o, hail_uprights *u, bool swept, uint32_t begin, uint32_t end,
                       uint32_t listed) {
    const uint32_t i = begin;
    const hail_circle_boxes boxes = {.x = u->x + i,
                                     .y = u->y + i,
                                     .half_x = u->half_x + i,
                                     .half_y = u->half_y + i,
                                     .reach = u->reach + i,
                                     .radius = u->radius + i,
                                     .dx = u->dx + i,
                                     .dy = u->dy + i,
                                     .t = u->t + i,
                                     .normal_x = u->normal_x + i,
                                     .normal_y = u->normal_y + i,
                                     .at_x = u->at_x + i,
                                     .at_y = u->at_y + i,
                                     .depth = u->depth + i,
                                     .hits = u->hits + listed};
    const hail_exposures edges = {.x = u->x + i,
                                  .y = u->y + i,
                                  .wide = u->wide + i,
                                  .high = u->high + i,
                                  .core_x = u->core_x + i,
                                  .core_y = u->core_y + i,
                                  .radius = u->radius + i,
                                  .dx = u->dx + i,
                                  .dy = u->dy + i,
                                  .t = u->t + i,
                                  .open = {u->open[0] + i, u->open[1] + i, u->open[2] + i, u->open[3] + i},
                                  .inset = swept ? 4.0f * HAIL_EDGE_SLACK : 0.0f,
                                  .normal_x = u->normal_x + i,
                                  .normal_y = u->normal_y + i,
                                  .depth = u->depth + i,
                                  .how = u->how + i};
    const hail_kernels *kernels = o->kernels;
    const uint32_t hits = (swept ? kernels->sweep_circle_boxes : kernels->touch_circle_boxes)(&boxes, end - begin);
    if (hits)
        kernels->expose_boxes(&edges, end - begin);
    for (uint32_t k = listed; begin && k < listed + hits; k++)
        u->hits[k] += begin;
    return listed + hits;
}

uint32_t hail_uprights_narrow(const hail_obstacles *o, hail_uprights *u, bool swept, uint32_t first) {
    return narrow(o, u, swept, hail_uprights_begin(u, first), u->pairs, 0);
}

/* Only the pairs of shapes that were asked about, and what lies between. */
static uint32_t narrow_asked(const hail_obstacles *o, hail_uprights *u, bool swept) {
    enum { APART = 24 }; /* pairs: a call of the kernels costs more than these */
    uint32_t listed = 0, begin = 0, end = 0;
    for (uint32_t m = 0, first = 0; m < u->movers; first = u->of[m++].end) {
        if (!u->of[m].asked)
            continue;
        if (begin < end && first > end + APART) {
            listed = narrow(o, u, swept, begin, end, listed);
            begin = end;
        }
        begin = begin < end ? begin : first;
        end = u->of[m].end;
    }
    return begin < end ? narrow(o, u, swept, begin, end, listed) : listed;
}

static void clear(hail_uprights *u) { u->movers = u->pairs = 0; }

static inline float lower(float a, float b) { return a < b ? a : b; }
static inline uint32_t mover_of(const hail_uprights *u, uint32_t pair) { return u->mover[pair] & 255; }

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

/* Pairs whose contacts are wanted. */
typedef struct chosen {
    uint32_t count;
    uint32_t pair[UPRIGHT_PAIRS + HAIL_SLACK];
} chosen;

enum { ROWS = 64 }; /* contacts that are written at a time */

_Static_assert(sizeof(hail_contact) == HAIL_TILE_ROW * sizeof(uint32_t), "a contact has this many words");
_Static_assert(sizeof(hail_handle) == 2 * sizeof(uint32_t), "a handle has two words");

static uint32_t rows_of(uint32_t count) { return count < ROWS ? count : ROWS; }

/* Contacts that are written at a time. */
typedef struct row_block {
    const uint32_t *pair;
    uint32_t count;
    uint32_t tag[ROWS], edge[ROWS], corner[ROWS];
    bool buried; /* some are not exposed */
} row_block;

static void read_shapes(const hail_uprights *u, const uint32_t *pair, uint32_t count, row_block *b) {
    uint32_t buried = 0;
    b->pair = pair;
    b->count = count;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t m = mover_of(u, pair[k]);
        const hail_upright *s = u->shape[m];
        b->tag[k] = u->tag[m];
        b->edge[k] = s->edge;
        b->corner[k] = s->corner;
        buried |= u->how[pair[k]] == HAIL_IS_BURIED;
    }
    b->buried = buried;
}

/* Writes the contacts of a block. room: where, and of which bodies; or only where. */
static void write_rows(const hail_obstacles *o, const hail_uprights *u, const row_block *b, bool swept,
                       const hail_touch_room *room) {
    const uint8_t header[4] = {HAIL_CONTACT_TILE, 1, room->layer, HAIL_MAX_LAYERS};
    hail_tile_contacts job = {.x = u->x,
                              .y = u->y,
                              .wide = u->wide,
                              .high = u->high,
                              .core_x = u->core_x,
                              .core_y = u->core_y,
                              .radius = u->radius,
                              .normal_x = u->normal_x,
                              .normal_y = u->normal_y,
                              .at_x = u->at_x,
                              .at_y = u->at_y,
                              .depth = u->depth,
                              .dx = u->dx,
                              .dy = u->dy,
                              .t = u->t,
                              .how = u->how,
                              .mover = u->mover,
                              .cell = u->cell,
                              .swept = swept,
                              .pair = b->pair,
                              .edge = b->edge,
                              .corner = b->corner,
                              .body = room->x ? b->tag : NULL,
                              .body_x = room->x,
                              .body_y = room->y,
                              .handle = (const uint32_t *)(const void *)room->handle,
                              .rows = (uint32_t *)(void *)room->row};
    memcpy(&job.header, header, sizeof header);
    o->kernels->tile_contacts(&job, b->count);
}

/* ---- First hits -------------------------------------------------------------------------------------------------- */

/* Times that differ by rounding only are ties; ties go to the deepest contact, then to the lowest cell. */
static bool earlier(const hail_uprights *u, uint32_t i, uint32_t than, float t) {
    const float later = u->t[i] - t;
    if ((later < 0.0f ? -later : later) > 0x1p-20f)
        return later < 0.0f;
    if (u->depth[i] != u->depth[than])
        return u->depth[i] > u->depth[than];
    return u->cell[i] < u->cell[than];
}

typedef struct first {
    uint32_t pair; /* UINT32_MAX: none */
    float t;
} first;

/* Takes a hit that is exposed, if the shape moves into it, and it is the first so far. */
static void take_first(const hail_uprights *u, uint32_t i, first *best) {
    if (!u->how[i] || !hail_upright_moves_in(u, i) || (best->pair != UINT32_MAX && !earlier(u, i, best->pair, best->t)))
        return;
    best->t = best->pair == UINT32_MAX ? u->t[i] : lower(u->t[i], best->t);
    best->pair = i;
}

/* The first hit of the pairs before `end`, from hit *k on, which moves on. */
static first first_of(const hail_uprights *u, uint32_t end, uint32_t hits, uint32_t *k) {
    first best = {UINT32_MAX, 0.0f};
    for (; *k < hits && u->hits[*k] < end; (*k)++)
        take_first(u, u->hits[*k], &best);
    return best;
}

/* Chooses each shape's first hit; t: when it is. */
static void choose_hits(const hail_uprights *u, uint32_t hits, chosen *c, float *t) {
    c->count = 0;
    for (uint32_t k = 0; k < hits;) {
        const uint32_t m = mover_of(u, u->hits[k]);
        first best = {UINT32_MAX, 0.0f};
        for (; k < hits && mover_of(u, u->hits[k]) == m; k++)
            take_first(u, u->hits[k], &best);
        if (best.pair == UINT32_MAX)
            continue;
        t[c->count] = best.t;
        c->pair[c->count++] = best.pair;
    }
}

bool hail_uprights_sweep(hail_obstacles *o, hail_uprights *u, hail_upright_hit_fn *take, void *user) {
    chosen c;
    float t[UPRIGHT_PAIRS];
    hail_contact rows[ROWS];
    row_block block;
    bool more = true;
    choose_hits(u, hail_uprights_narrow(o, u, true, 0), &c, t);
    for (uint32_t k = 0; k < c.count && more; k++) {
        if (k % ROWS == 0) {
            read_shapes(u, c.pair + k, rows_of(c.count - k), &block);
            write_rows(o, u, &block, true, &(hail_touch_room){.row = rows});
        }
        rows[k % ROWS].t = t[k];
        more = take(user, block.tag[k % ROWS], &rows[k % ROWS]);
    }
    clear(u);
    return more;
}

static void set_found(const hail_uprights *u, uint32_t i, hail_upright_found *found) {
    *found = (hail_upright_found){.any = true,
                                  .t = u->t[i],
                                  .depth = u->depth[i],
                                  .normal_x = u->normal_x[i],
                                  .normal_y = u->normal_y[i],
                                  .cell = u->cell[i]};
}

void hail_uprights_first(hail_obstacles *o, hail_uprights *u) {
    const uint32_t hits = narrow_asked(o, u, true);
    for (uint32_t m = 0, k = 0; k < hits; m++) {
        const first best = first_of(u, u->of[m].end, hits, &k);
        if (best.pair == UINT32_MAX || !u->of[m].asked)
            continue;
        set_found(u, best.pair, &u->of[m].found);
        u->of[m].found.t = best.t;
    }
}

/* ---- Touches ----------------------------------------------------------------------------------------------------- */

/* A number that is larger for a pair that is exposed, then for a deeper one, then for an earlier one; not 0. */
static inline uint64_t rank_of(const hail_uprights *u, uint32_t pair) {
    uint32_t depth;
    memcpy(&depth, &u->depth[pair], sizeof depth); /* positive floats are in the order of their bits */
    const uint32_t exposed = u->how[pair] != HAIL_IS_BURIED;
    return (uint64_t)((depth & INT32_MAX) | exposed << 31) << 32 | ~pair;
}

/* Chooses the best pair of each cell that a shape touches: exposed, then the deepest. Without branches, which would be
 * hard to predict. */
static void choose_touches(const hail_uprights *u, uint32_t hits, chosen *c) {
    uint32_t count = 0, mover = UINT32_MAX, cell = 0;
    uint64_t best = 0;
    for (uint32_t k = 0; k < hits; k++) {
        const uint32_t i = u->hits[k];
        const uint64_t rank = rank_of(u, i);
        const unsigned is_new = (u->mover[i] != mover) | (u->cell[i] != cell);
        mover = u->mover[i];
        cell = u->cell[i];
        best &= (uint64_t)is_new - 1;
        best = rank > best ? rank : best;
        count += is_new;
        c->pair[count - 1] = ~(uint32_t)best;
    }
    c->count = count;
}

/* The deepest exposed pair of the shape that pair k is of; UINT32_MAX: there is none. */
static uint32_t deepest_of(const hail_uprights *u, const chosen *c, uint32_t k) {
    const uint32_t mover = mover_of(u, c->pair[k]);
    uint32_t best = UINT32_MAX;
    while (k && mover_of(u, c->pair[k - 1]) == mover)
        k--;
    for (; k < c->count && mover_of(u, c->pair[k]) == mover; k++) {
        const uint32_t i = c->pair[k];
        if (u->how[i] && (best == UINT32_MAX || u->depth[i] > u->depth[best]))
            best = i;
    }
    return best;
}

/* A cell without an exposed contact gets the normal and depth of the deepest exposed one. */
static void use_deepest(const hail_uprights *u, const chosen *c, uint32_t k, hail_contact *row) {
    const uint32_t deepest = deepest_of(u, c, k);
    if (deepest == UINT32_MAX)
        return;
    row->normal_x = u->normal_x[deepest];
    row->normal_y = u->normal_y[deepest];
    row->count = 1;
    row->depth[0] = u->depth[deepest];
    row->x[1] = row->y[1] = row->depth[1] = 0.0f;
}

static bool is_exposed(const hail_uprights *u, uint32_t pair) { return u->how[pair] != HAIL_IS_BURIED; }

/* Hands over a block of contacts that have no room yet. */
static bool take_rows(const hail_uprights *u, const row_block *b, const hail_contact *rows,
                      const hail_touch_taker *taker) {
    bool exposed[ROWS];
    for (uint32_t r = 0; r < b->count; r++)
        exposed[r] = is_exposed(u, b->pair[r]);
    return taker->take(taker->user, &(hail_touch_rows){b->count, b->tag, rows, exposed});
}

/* Gives the contacts of chosen pairs from k on; false ends them. */
static bool give_block(const hail_obstacles *o, const hail_uprights *u, const chosen *c, uint32_t k,
                       const hail_touch_taker *taker) {
    hail_contact rows[ROWS];
    hail_touch_room room = {.row = rows};
    row_block b;
    read_shapes(u, c->pair + k, rows_of(c->count - k), &b);
    const bool in_place = taker->room && taker->room(taker->user, b.count, &room);
    write_rows(o, u, &b, false, &room);
    for (uint32_t r = 0; b.buried && r < b.count; r++)
        if (!is_exposed(u, b.pair[r]))
            use_deepest(u, c, k + r, &room.row[r]);
    if (!in_place)
        return take_rows(u, &b, rows, taker);
    taker->written(taker->user, b.count, b.tag);
    return true;
}

bool hail_uprights_touch(hail_obstacles *o, hail_uprights *u, const hail_touch_taker *taker) {
    chosen c;
    bool more = true;
    choose_touches(u, hail_uprights_narrow(o, u, false, 0), &c);
    for (uint32_t k = 0; k < c.count && more; k += ROWS)
        more = give_block(o, u, &c, k, taker);
    clear(u);
    return more;
}

void hail_upright_deeper(const hail_uprights *u, uint32_t pair, hail_upright_found *found) {
    if (u->how[pair] && (!found->any || u->depth[pair] > found->depth))
        set_found(u, pair, found);
    found->buried = !found->any;
}

void hail_uprights_deepest(hail_obstacles *o, hail_uprights *u) {
    const uint32_t hits = narrow_asked(o, u, false);
    for (uint32_t m = 0, k = 0; k < hits; m++)
        for (; k < hits && u->hits[k] < u->of[m].end; k++)
            if (u->of[m].asked)
                hail_upright_deeper(u, u->hits[k], &u->of[m].found);
}
