/* engine/sectors/move.c - movers on their way through sectors.
 *
 * A way is a chain of straight pieces between places in single precision. The lanes say how far a disc a little larger
 * than the mover gets on each; what is left of the way is turned along the wall that is met, and out to where that disc
 * does not touch it. Wherever a piece ends the walls are asked in double precision whether the mover may be there. */
#include "movers.h"

#include <math.h>
#include <string.h>

hail_sector_move_options hail_sector_move_defaults(void) {
    return (hail_sector_move_options){.stop = false, .bounces = 4};
}

/* ---- One mover --------------------------------------------------------------------------------------------------- */

enum { MOST_BOUNCES = 8 };
static const double MOST_PIECE = 128.0; /* px, or the radius, or 2^-10 of the coordinates: looked at at once */

/* What is before a wall that was met, which is touched again where (place - foot) . normal is less than `touch`. */
typedef struct plane {
    double x, y, normal_x, normal_y, touch, more; /* touch: the radius and `more`, px */
} plane;

static double beyond(const plane *p, double x, double y) { return (x - p->x) * p->normal_x + (y - p->y) * p->normal_y; }

typedef struct glide {
    const hail_keeper *k;
    const hail_sector_move_options *options;
    hail_passage *passage;
    hail_sector_move *move;
    hail_point at;
    double left_x, left_y; /* px: what is left of the way */
    double wish_x, wish_y; /* px: what was left before it was turned along the walls that it touches */
    double lift_x, lift_y; /* px: out of the wall that it was turned along, if it is to go further than in one piece */
    float radius;
    plane met[MOST_BOUNCES + 1];
    uint32_t met_count;
} glide;

/* px: how much larger the lanes' disc is: more than rounding comes to on such a way, and where it ends. Walls add to
 * it, by their length. */
static float spare_of(const glide *g, float dx, float dy) {
    const float x = fmaxf(fabsf(g->at.x), fabsf(g->at.x + dx)), y = fmaxf(fabsf(g->at.y), fabsf(g->at.y + dy));
    return (g->radius + (fabsf(dx) + fabsf(dy))) * 0x1p-21f + fmaxf(x, y) * 0x1p-22f;
}

/* Whether it may go straight from where it is to there. Who is larger than rounding comes to passes through no wall
 * between two such places. */
static bool may_go(const glide *g, hail_point to) {
    const float furthest = fmaxf(fmaxf(fabsf(g->at.x), fabsf(g->at.y)), fmaxf(fabsf(to.x), fabsf(to.y)));
    return hail_keeper_allows(g->k, to, g->radius, true) &&
           (g->radius > furthest * 0x1p-21f || !hail_keeper_parts(g->k, g->at, to));
}

/* Goes straight there; or, if the walls say no, back to where they do not, which is the start in the end. */
static bool go_to(glide *g, hail_point to) {
    bool whole = true;
    for (int halves = 0; !same_place(g->at, to) && !may_go(g, to); halves++) {
        whole = false;
        to = halves < 8 ? (hail_point){(to.x - g->at.x) * 0.5f + g->at.x, (to.y - g->at.y) * 0.5f + g->at.y} : g->at;
    }
    hail_passage_go(g->k, g->passage, g->at, to);
    const double x = (double)to.x - (double)g->at.x, y = (double)to.y - (double)g->at.y;
    g->left_x -= x;
    g->left_y -= y;
    g->wish_x -= x;
    g->wish_y -= y;
    g->at = to;
    return whole;
}

/* When what is left of the way comes to where walls may be, from 0 to 1; 1: it does not, or not any more. */
static double comes_near(const glide *g) {
    const hail_sector_box *box = &g->k->map->box;
    const double far = fabs((double)g->at.x) + fabs((double)g->at.y) + fabs(g->left_x) + fabs(g->left_y);
    const double pad = (double)g->radius + 1.0 + (far + (double)g->k->furthest) * 0x1p-18;
    const double at[2] = {(double)g->at.x, (double)g->at.y}, way[2] = {g->left_x, g->left_y};
    const double min[2] = {(double)box->min_x - pad, (double)box->min_y - pad};
    const double max[2] = {(double)box->max_x + pad, (double)box->max_y + pad};
    double in = 0.0, out = 1.0;
    for (int i = 0; i < 2; i++) {
        if (way[i] == 0.0) {
            if (at[i] < min[i] || at[i] > max[i])
                return 1.0;
            continue;
        }
        const double one = (min[i] - at[i]) / way[i], two = (max[i] - at[i]) / way[i];
        in = fmax(in, fmin(one, two));
        out = fmin(out, fmax(one, two));
    }
    return in <= out ? in : 1.0;
}

/* As much of what is left as is looked at at once: spare_of is to stay small. */
typedef struct piece {
    float dx, dy;
    bool last, clear; /* clear: there are no walls */
} piece;

static piece next_piece(const glide *g) {
    const double most =
        fmax(fmax(MOST_PIECE, (double)g->radius), fmax(fabs((double)g->at.x), fabs((double)g->at.y)) * 0x1p-10);
    const double large = fmax(fabs(g->left_x), fabs(g->left_y));
    if (large <= most)
        return (piece){(float)g->left_x, (float)g->left_y, true, false};
    const double near = comes_near(g), part = near * large > most ? near : most / large;
    return (piece){(float)(g->left_x * part + g->lift_x), (float)(g->left_y * part + g->lift_y), part == 1.0,
                   near * large > most};
}

/* A wall that was met, from where the mover is now. False: it is on the wall. */
static bool meet(glide *g, uint32_t wall, float spare, plane *p) {
    const hail_segment s = sectors_segment(g->k->map, wall);
    const double x = (double)g->at.x, y = (double)g->at.y;
    const hail_foot foot = hail_wall_foot(&s, x, y);
    const double off = sqrt((x - foot.x) * (x - foot.x) + (y - foot.y) * (y - foot.y));
    const double length = fabs((double)s.b.x - (double)s.a.x) + fabs((double)s.b.y - (double)s.a.y);
    const double more = (double)spare + length * 0x1p-21;
    if (!(off > 0.0))
        return false;
    *p = (plane){foot.x, foot.y, (x - foot.x) / off, (y - foot.y) / off, (double)g->radius + more, more};
    g->move->flags |= HAIL_MOVE_MET;
    if (g->move->wall != HAIL_NO_WALL)
        return true;
    g->move->wall = wall;
    g->move->normal_x = (float)p->normal_x + 0.0f;
    g->move->normal_y = (float)p->normal_y + 0.0f;
    return true;
}

/* Turns the way along a wall that it met, and so far out that the wall is not met again, but by hardly more than what
 * it loses: it gets no longer. Returns how much out. */
static double turned(const glide *g, const plane *p, double *way_x, double *way_y) {
    const double x = (double)g->at.x, y = (double)g->at.y, way = fabs(g->wish_x) + fabs(g->wish_y);
    const double few = fmax(fabs(x), fabs(y)) * 0x1p-22; /* some steps of single precision, or it is rounded back */
    const double apart = p->touch + p->more + fmin(way, MOST_PIECE) * 0x1p-21;
    const double lacks = apart - beyond(p, x + g->wish_x, y + g->wish_y);
    const double in = fmax(-(g->wish_x * p->normal_x + g->wish_y * p->normal_y), 0.0);
    const double out = fmin(fmax(lacks, 0.0), 2.0 * in + way * 0x1p-10 + few);
    *way_x = g->wish_x + p->normal_x * out;
    *way_y = g->wish_y + p->normal_y * out;
    return out;
}

/* Whether a way leads into a wall that is touched. */
static bool leads_into(const glide *g, const plane *p, double way_x, double way_y) {
    const double x = (double)g->at.x, y = (double)g->at.y, end = beyond(p, x + way_x, y + way_y);
    return end < p->touch && end < beyond(p, x, y);
}

/* What was left when the first of the walls that it touches was met is turned along the one that leaves the most of
 * it. False: whichever that were, it would lead into another. */
static bool turn_along(glide *g, const plane *p) {
    double least = HUGE_VAL;
    if (g->met_count == 0) {
        g->wish_x = g->left_x;
        g->wish_y = g->left_y;
    }
    g->met[g->met_count++] = *p;
    for (uint32_t i = 0; i < g->met_count; i++) {
        const plane *by = &g->met[i];
        double way_x, way_y;
        const double out = turned(g, by, &way_x, &way_y);
        bool free = out < least;
        for (uint32_t k = 0; k < g->met_count && free; k++)
            free = k == i || !leads_into(g, &g->met[k], way_x, way_y);
        if (!free)
            continue;
        const double off = beyond(by, (double)g->at.x, (double)g->at.y), lift = fmax(by->touch + by->more - off, 0.0);
        least = out;
        g->left_x = way_x;
        g->left_y = way_y;
        g->lift_x = by->normal_x * lift;
        g->lift_y = by->normal_y * lift;
    }
    return least < HUGE_VAL;
}

static void glide_on(glide *g) {
    for (uint32_t bounces = 0;;) {
        const piece p = next_piece(g);
        const hail_point from = g->at, to = {from.x + p.dx, from.y + p.dy};
        if (same_place(from, to))
            return;
        const float spare = spare_of(g, p.dx, p.dy);
        const hail_disc disc = {from.x, from.y, p.dx, p.dy, g->radius + spare, g->k->stops};
        hail_wall_hit hit = {.t = 2.0f};
        if (!p.clear)
            g->k->kernels->wall_hit(&g->k->view, &disc, &hit);
        if (hit.t > 1.0f) {
            if (!go_to(g, to) || p.last)
                return;
            g->met_count = 0;
            g->lift_x = g->lift_y = 0.0;
            continue;
        }
        plane met;
        const hail_point before = {from.x + p.dx * hit.t, from.y + p.dy * hit.t};
        /* Nobody creeps nearer, rounding by rounding, by trying again and again. */
        const bool goes_on = (fabsf(p.dx) + fabsf(p.dy)) * hit.t < spare * 0.5f || go_to(g, before);
        if (!meet(g, hit.wall, spare, &met) || !goes_on || g->options->stop || bounces++ == g->options->bounces)
            return;
        if (fabsf(g->at.x - from.x) + fabsf(g->at.y - from.y) > 8.0f * spare)
            g->met_count = 0; /* it has left what it met before */
        if (!turn_along(g, &met))
            return;
    }
}

/* ---- A block of movers ------------------------------------------------------------------------------------------- */

/* One call. */
typedef struct moving {
    hail_keeper k;
    const hail_sector_movers *movers;
    const hail_sector_move_options *options;
    hail_sector_move *moves;
    hail_crossings *crossings;
} moving;

typedef struct block {
    size_t begin;
    uint32_t count;
    float x[MOVERS_BLOCK], y[MOVERS_BLOCK];           /* px: at first, and then at last */
    float dx[MOVERS_BLOCK], dy[MOVERS_BLOCK];         /* px */
    float near[MOVERS_BLOCK];                         /* px: a wall this far off may matter */
    uint32_t before[MOVERS_BLOCK], end[MOVERS_BLOCK]; /* sectors */
    uint32_t reached[MOVERS_BLOCK];                   /* the sectors that walls led to */
    size_t told[MOVERS_BLOCK];                        /* crossings of all up to it */
    hail_mover_rows rows;
} block;

static void take_block(const moving *m, block *b) {
    const hail_keeper *k = &m->k;
    float reach = 0.0f;
    for (uint32_t i = 0; i < b->count; i++) {
        const hail_point at = mover_at(m->movers, b->begin + i);
        const float dx = mover_not_tiny(m->movers->dx[b->begin + i]), dy = mover_not_tiny(m->movers->dy[b->begin + i]);
        const float radius = fmaxf(mover_radius(m->movers, b->begin + i), keeper_unsure(k));
        b->x[i] = at.x, b->y[i] = at.y, b->dx[i] = dx, b->dy[i] = dy;
        b->near[i] = (radius + sqrtf(dx * dx + dy * dy)) * 1.00001f + keeper_doubt(k, at);
        reach = b->near[i] > reach ? b->near[i] : reach;
    }
    if (m->movers->sector)
        memcpy(b->before, m->movers->sector + b->begin, b->count * sizeof *b->before);
    else
        hail_sectors_locate(k->map, k->kernels, b->x, b->y, b->count, b->before);
    const hail_near_job job = {.x = b->x,
                               .y = b->y,
                               .portals = true,
                               .kinds = UINT32_MAX,
                               .reach = reach,
                               .nowhere = HAIL_NOWHERE,
                               .rows = b->rows.row[0]};
    k->kernels->nearest_wall(&k->view, &job, 0, b->count);
}

static void name_wall(hail_sector_move *move, const hail_way_out *way) {
    move->wall = way->wall;
    move->normal_x = way->normal_x;
    move->normal_y = way->normal_y;
}

/* Out of what it is too near to, if it is. False: it stays where it is. */
static bool put_right(const moving *m, glide *g) {
    hail_way_out way;
    if (hail_keeper_allows(&m->k, g->at, g->radius, true))
        return true;
    const bool allowed = hail_keeper_allows(&m->k, g->at, g->radius, false);
    if (allowed && g->left_x == 0.0 && g->left_y == 0.0)
        return false;
    const bool out = hail_keeper_put_out(&m->k, g->at, g->radius, &way);
    if (allowed) { /* a point almost on a wall: a tiny bit of its way leads off it first */
        if (out)
            return go_to(g, way.to);
        g->move->flags |= HAIL_MOVE_MET;
        name_wall(g->move, &way);
        return false;
    }
    g->move->flags |= out ? HAIL_MOVE_PUSHED : HAIL_MOVE_SQUEEZED;
    name_wall(g->move, &way);
    if (!out)
        return false;
    uint32_t sector;
    hail_sectors_locate(m->k.map, m->k.kernels, &way.to.x, &way.to.y, 1, &sector);
    hail_passage_tell(g->passage, HAIL_NO_WALL, sector);
    g->at = way.to;
    return true;
}

static void move_one(const moving *m, block *b, uint32_t i) {
    hail_sector_move *move = &m->moves[b->begin + i];
    hail_passage passage = {m->crossings, (uint32_t)(b->begin + i), b->before[i], 0};
    *move = (hail_sector_move){.wall = HAIL_NO_WALL};
    if (b->rows.row[i][2] > b->near[i] * b->near[i]) { /* no wall of any kind */
        b->x[i] += b->dx[i];
        b->y[i] += b->dy[i];
    } else {
        glide g = {.k = &m->k,
                   .options = m->options,
                   .passage = &passage,
                   .move = move,
                   .at = {b->x[i], b->y[i]},
                   .left_x = (double)b->dx[i],
                   .left_y = (double)b->dy[i],
                   .radius = mover_radius(m->movers, b->begin + i)};
        if (put_right(m, &g))
            glide_on(&g);
        b->x[i] = g.at.x + 0.0f;
        b->y[i] = g.at.y + 0.0f;
    }
    move->entered = passage.entered;
    b->reached[i] = passage.sector;
    b->told[i] = m->crossings ? m->crossings->count : 0;
}

/* Among the crossings, after the first `at`: none of the list's is lost but those that there is no room for. */
static void insert_crossing(hail_crossings *c, size_t at, hail_crossing crossing) {
    if (at < c->capacity) {
        const size_t kept = c->count < c->capacity - 1 ? c->count : c->capacity - 1;
        memmove(c->list + at + 1, c->list + at, (kept - at) * sizeof *c->list);
        c->list[at] = crossing;
    }
    c->count++;
}

/* Where the walls led, and where it is: the same, but in maps at fault, and where movers were wrong about their sector.
 */
static void finish_one(const moving *m, block *b, uint32_t i) {
    hail_sector_move *move = &m->moves[b->begin + i];
    const uint32_t before = b->before[i], end = b->end[i];
    move->x = b->x[i];
    move->y = b->y[i];
    move->sector = end;
    if (end != b->reached[i]) {
        move->entered += end != HAIL_NO_SECTOR;
        if (m->crossings)
            insert_crossing(m->crossings, b->told[i],
                            (hail_crossing){(uint32_t)(b->begin + i), HAIL_NO_WALL, b->reached[i], end});
    }
    if (before == HAIL_NO_SECTOR)
        move->flags |= HAIL_MOVE_LOST;
    else if (end == HAIL_NO_SECTOR)
        move->flags |= HAIL_MOVE_LEFT;
    if (end != before && end != HAIL_NO_SECTOR)
        move->flags |= HAIL_MOVE_ENTERED;
}

static void move_block(const moving *m, block *b) {
    take_block(m, b);
    for (uint32_t i = 0; i < b->count; i++)
        move_one(m, b, i);
    hail_sectors_locate(m->k.map, m->k.kernels, b->x, b->y, b->count, b->end);
    for (uint32_t i = b->count; i-- > 0;) /* so that what is inserted moves nothing that is yet to come */
        finish_one(m, b, i);
}

/* ---- The call ---------------------------------------------------------------------------------------------------- */

static hail_status check_moves(const moving *m) {
    const hail_sector_movers *movers = m->movers;
    if (movers->count && (!movers->dx || !movers->dy))
        return HAIL_BAD_ARGUMENT;
    if (m->crossings && m->crossings->capacity && !m->crossings->list)
        return HAIL_BAD_ARGUMENT;
    hail_status status = hail_check_floats(m->k.kernels, movers->dx, movers->count, -HAIL_MAX_BOUND, HAIL_MAX_BOUND);
    if (status == HAIL_OK)
        status = hail_check_floats(m->k.kernels, movers->dy, movers->count, -HAIL_MAX_BOUND, HAIL_MAX_BOUND);
    if (status != HAIL_OK)
        return status;
    for (size_t i = 0; movers->sector && i < movers->count; i++)
        if (movers->sector[i] >= movers->map->sector_count && movers->sector[i] != HAIL_NO_SECTOR)
            return HAIL_OUT_OF_RANGE;
    return m->options->bounces < 1 || m->options->bounces > MOST_BOUNCES ? HAIL_OUT_OF_RANGE : HAIL_OK;
}

hail_status hail_sectors_move(const hail_sector_movers *movers, const hail_sector_move_options *options,
                              hail_sector_move *moves, hail_crossings *crossings) {
    const hail_sector_move_options defaults = hail_sector_move_defaults();
    moving m = {.movers = movers, .options = options ? options : &defaults, .moves = moves, .crossings = crossings};
    hail_status status = hail_keeper_open(&m.k, movers, moves);
    if (status == HAIL_OK)
        status = check_moves(&m);
    if (status != HAIL_OK)
        return status;
    if (crossings)
        crossings->count = 0;
    block b;
    for (b.begin = 0; b.begin < movers->count; b.begin += MOVERS_BLOCK) {
        b.count = (uint32_t)(movers->count - b.begin < MOVERS_BLOCK ? movers->count - b.begin : MOVERS_BLOCK);
        move_block(&m, &b);
    }
    return HAIL_OK;
}
