/* engine/sectors/slide_mover.c - one mover on its way.
 *
 * A way is a chain of straight pieces between places in single precision. The lanes say how far a disc a little larger
 * than the mover gets on each; what is left of the way is turned along the wall that is met, and out to where that disc
 * does not touch it. Wherever a piece ends the walls are asked in double precision whether the mover may be there. */
#include "slide_mover.h"

#include <math.h>

static const double MOST_PIECE = 128.0; /* px, or the radius, or 2^-10 of the coordinates: looked at at once */

static double beyond(const hail_plane *p, double x, double y) {
    return (x - p->x) * p->normal_x + (y - p->y) * p->normal_y;
}

/* px: how much larger the lanes' disc is: more than rounding comes to on such a way, and where it ends. Walls add to
 * it, by their length. */
static float spare_of(const hail_mover_slide *g, float dx, float dy) {
    const float x = larger(fabsf(g->at.x), fabsf(g->at.x + dx)), y = larger(fabsf(g->at.y), fabsf(g->at.y + dy));
    return (g->radius + (fabsf(dx) + fabsf(dy))) * 0x1p-21f + larger(x, y) * 0x1p-22f;
}

/* Whether it may go straight from where it is to there. Who is larger than rounding comes to passes through no wall
 * between two such places. */
static bool may_go(const hail_mover_slide *g, hail_point to) {
    const float furthest = larger(larger(fabsf(g->at.x), fabsf(g->at.y)), larger(fabsf(to.x), fabsf(to.y)));
    return hail_depenetration_allows(g->k, to, g->radius, true) &&
           (g->radius > furthest * 0x1p-21f || !hail_depenetration_parts(g->k, g->at, to));
}

/* Goes straight there; or, if the walls say no, back to where they do not, which is the start in the end. */
static bool go_to(hail_mover_slide *g, hail_point to) {
    bool whole = true;
    for (int halves = 0; !same_place(g->at, to) && !may_go(g, to); halves++) {
        whole = false;
        to = halves < 8 ? (hail_point){(to.x - g->at.x) * 0.5f + g->at.x, (to.y - g->at.y) * 0.5f + g->at.y} : g->at;
    }
    if (g->crosses)
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
static double comes_near(const hail_mover_slide *g) {
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
        in = most(in, least(one, two));
        out = least(out, most(one, two));
    }
    return in <= out ? in : 1.0;
}

/* As much of what is left as is looked at at once: spare_of is to stay small where a wall is met. */
typedef struct piece {
    float dx, dy;
    bool last, clear, rough; /* clear: there are no walls; rough: what it meets is to be looked at again from there */
} piece;

static piece next_piece(const hail_mover_slide *g) {
    const double close =
        most(most(MOST_PIECE, (double)g->radius), most(fabs((double)g->at.x), fabs((double)g->at.y)) * 0x1p-10);
    const double whole = most(close, g->stride), large = most(fabs(g->left_x), fabs(g->left_y));
    piece p = {.last = large <= whole, .rough = least(large, whole) > close};
    double part = 1.0;
    if (large > close) {
        const double near = comes_near(g);
        p.clear = near * large > whole;
        part = p.clear ? near : p.last ? 1.0 : whole / large;
        p.last = part == 1.0;
    }
    p.dx = (float)(g->left_x * part + (large > close ? g->lift_x : 0.0));
    p.dy = (float)(g->left_y * part + (large > close ? g->lift_y : 0.0));
    return p;
}

/* A wall that was met, from where the mover is now. False: it is on the wall. */
static bool meet(hail_mover_slide *g, uint32_t wall, float spare, hail_plane *p) {
    const hail_segment s = sectors_segment(g->k->map, wall);
    const double x = (double)g->at.x, y = (double)g->at.y;
    const hail_foot foot = hail_wall_foot(&s, x, y);
    const double off = sqrt((x - foot.x) * (x - foot.x) + (y - foot.y) * (y - foot.y));
    const double length = fabs((double)s.b.x - (double)s.a.x) + fabs((double)s.b.y - (double)s.a.y);
    const double more = (double)spare + length * 0x1p-21;
    if (!(off > 0.0))
        return false;
    *p = (hail_plane){foot.x, foot.y, (x - foot.x) / off, (y - foot.y) / off, (double)g->radius + more, more};
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
static double turned(const hail_mover_slide *g, const hail_plane *p, double *way_x, double *way_y) {
    const double x = (double)g->at.x, y = (double)g->at.y, way = fabs(g->wish_x) + fabs(g->wish_y);
    const double few = most(fabs(x), fabs(y)) * 0x1p-22; /* some steps of single precision, or it is rounded back */
    const double apart = p->touch + p->more + least(way, MOST_PIECE) * 0x1p-21;
    const double lacks = apart - beyond(p, x + g->wish_x, y + g->wish_y);
    const double in = most(-(g->wish_x * p->normal_x + g->wish_y * p->normal_y), 0.0);
    const double out = least(most(lacks, 0.0), 2.0 * in + way * 0x1p-10 + few);
    *way_x = g->wish_x + p->normal_x * out;
    *way_y = g->wish_y + p->normal_y * out;
    return out;
}

/* Whether a way leads into a wall that is touched. */
static bool leads_into(const hail_mover_slide *g, const hail_plane *p, double way_x, double way_y) {
    const double x = (double)g->at.x, y = (double)g->at.y, end = beyond(p, x + way_x, y + way_y);
    return end < p->touch && end < beyond(p, x, y);
}

/* What was left when the first of the walls that it touches was met is turned along the one that leaves the most of
 * it. False: whichever that were, it would lead into another. */
static bool turn_along(hail_mover_slide *g, const hail_plane *p) {
    double best = HUGE_VAL;
    if (g->met_count == 0) {
        g->wish_x = g->left_x;
        g->wish_y = g->left_y;
    }
    g->met[g->met_count++] = *p;
    for (uint32_t i = 0; i < g->met_count; i++) {
        const hail_plane *by = &g->met[i];
        double way_x, way_y;
        const double out = turned(g, by, &way_x, &way_y);
        bool fits = out < best;
        for (uint32_t k = 0; k < g->met_count && fits; k++)
            fits = k == i || !leads_into(g, &g->met[k], way_x, way_y);
        if (!fits)
            continue;
        const double off = beyond(by, (double)g->at.x, (double)g->at.y), lift = most(by->touch + by->more - off, 0.0);
        best = out;
        g->left_x = way_x;
        g->left_y = way_y;
        g->lift_x = by->normal_x * lift;
        g->lift_y = by->normal_y * lift;
    }
    return best < HUGE_VAL;
}

static void name_wall(hail_sector_move *move, const hail_exit *way) {
    move->wall = way->wall;
    move->normal_x = way->normal_x;
    move->normal_y = way->normal_y;
}

/* Out of what it is too near to, if it is. False: it stays where it is. */
static bool put_right(hail_mover_slide *g) {
    hail_exit way;
    if (hail_depenetration_allows(g->k, g->at, g->radius, true))
        return true;
    const bool allowed = hail_depenetration_allows(g->k, g->at, g->radius, false);
    if (allowed && g->left_x == 0.0 && g->left_y == 0.0)
        return false;
    const bool out = hail_depenetration_put_out(g->k, g->at, g->radius, &way);
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
    hail_sectors_locate(g->k->map, g->k->kernels, &way.to.x, &way.to.y, 1, &sector);
    hail_passage_tell(g->passage, HAIL_NO_WALL, sector);
    g->crosses = true;
    g->at = way.to;
    return true;
}

/* Goes to where a wall is met, and turns along it. False: it goes no further. */
static bool meet_and_turn(hail_mover_slide *g, const piece *p, const hail_wall_hit *hit, float spare) {
    const hail_point from = g->at, to = {from.x + p->dx * hit->t, from.y + p->dy * hit->t};
    /* Nobody creeps nearer, rounding by rounding, by trying again and again. */
    const bool goes_on = (fabsf(p->dx) + fabsf(p->dy)) * hit->t < spare * 0.5f || go_to(g, to);
    hail_plane met;
    if (p->rough) {
        g->stride = 0.0;
        return goes_on;
    }
    if (!meet(g, hit->wall, spare, &met) || !goes_on || g->options->stop || g->bounces++ == g->options->bounces)
        return false;
    if (fabsf(g->at.x - from.x) + fabsf(g->at.y - from.y) > 8.0f * spare)
        g->met_count = 0; /* it has left what it met before */
    return turn_along(g, &met);
}

void hail_mover_slide_on(hail_mover_slide *g) {
    bool goes_on = !g->near || put_right(g);
    while (goes_on) {
        const piece p = next_piece(g);
        const hail_point to = {g->at.x + p.dx, g->at.y + p.dy};
        if (same_place(g->at, to))
            return;
        const float spare = spare_of(g, p.dx, p.dy);
        const hail_disc disc = {g->at.x, g->at.y, p.dx, p.dy, g->radius + spare, g->k->stops};
        hail_wall_hit hit = {.t = 2.0f};
        if (!p.clear)
            g->k->kernels->wall_hit(&g->k->view, &disc, &hit);
        if (hit.t <= 1.0f) {
            goes_on = meet_and_turn(g, &p, &hit, spare);
            continue;
        }
        goes_on = go_to(g, to) && !p.last;
        g->met_count = 0;
        g->lift_x = g->lift_y = 0.0;
        g->stride = p.clear ? 0.0 : least(8.0 * most(fabs((double)p.dx), fabs((double)p.dy)), 0x1p16);
    }
}
