/* engine/sectors/slide_mover.c - moves one mover, sliding along walls.
 *
 * A mover goes in straight pieces between single-precision positions. The kernel wall_hit finds how far a disc a little
 * larger than the mover gets on each piece. The displacement that is left is deflected along the wall that was hit, and
 * far enough away from it that the disc does not touch it again. At the end of every piece the walls are tested in
 * double precision for whether the mover may be there. */
#include "movers.h"

#include <math.h>

static const double MAX_PIECE = 128.0; /* px: of a precise piece; or the radius or 2^-10 of the coordinates, if more */

/* px: how far a position is before the wall. */
static double distance_before(const hail_wall_plane *p, double x, double y) {
    return (x - p->x) * p->normal_x + (y - p->y) * p->normal_y;
}

/* px: how much larger than the mover the kernel's disc is: more than the rounding errors of a piece and of its end. The
 * kernel adds a part of each wall's length. */
static float margin_of(const hail_mover_slide *s, float dx, float dy) {
    const float x = max_float(fabsf(s->at.x), fabsf(s->at.x + dx)), y = max_float(fabsf(s->at.y), fabsf(s->at.y + dy));
    return (s->radius + (fabsf(dx) + fabsf(dy))) * 0x1p-21f + max_float(x, y) * 0x1p-22f;
}

/* Whether the mover may go straight to a position. If it is larger than rounding errors, no wall fits between two
 * positions that are allowed. */
static bool can_go(const hail_mover_slide *s, hail_point to) {
    const float furthest = max_float(max_float(fabsf(s->at.x), fabsf(s->at.y)), max_float(fabsf(to.x), fabsf(to.y)));
    return hail_position_allowed(s->k, to, s->radius, true) &&
           (s->radius > furthest * 0x1p-21f || !hail_walls_between(s->k, s->at, to));
}

/* Goes straight to a position. If it may not go there, it goes a part of the way, or nowhere. Returns whether it went
 * all the way. */
static bool go_to(hail_mover_slide *s, hail_point to) {
    bool whole = true;
    for (int halves = 0; !same_point(s->at, to) && !can_go(s, to); halves++) {
        whole = false;
        to = halves < 8 ? (hail_point){(to.x - s->at.x) * 0.5f + s->at.x, (to.y - s->at.y) * 0.5f + s->at.y} : s->at;
    }
    if (s->may_cross)
        hail_sector_track_follow(s->k, s->track, s->at, to);
    const double x = (double)to.x - (double)s->at.x, y = (double)to.y - (double)s->at.y;
    s->left_x -= x;
    s->left_y -= y;
    s->full_x -= x;
    s->full_y -= y;
    s->at = to;
    return whole;
}

/* The part of the displacement, from 0 to 1, after which the mover comes near the map's box; 1: it does not. */
static double part_outside(const hail_mover_slide *s) {
    const hail_sector_box *box = &s->k->map->box;
    const double far = fabs((double)s->at.x) + fabs((double)s->at.y) + fabs(s->left_x) + fabs(s->left_y);
    const double pad = (double)s->radius + 1.0 + (far + (double)s->k->furthest) * 0x1p-18;
    const double at[2] = {(double)s->at.x, (double)s->at.y}, displacement[2] = {s->left_x, s->left_y};
    const double min[2] = {(double)box->min_x - pad, (double)box->min_y - pad};
    const double max[2] = {(double)box->max_x + pad, (double)box->max_y + pad};
    double in = 0.0, out = 1.0;
    for (int i = 0; i < 2; i++) {
        if (displacement[i] == 0.0) {
            if (at[i] < min[i] || at[i] > max[i])
                return 1.0;
            continue;
        }
        const double one = (min[i] - at[i]) / displacement[i], two = (max[i] - at[i]) / displacement[i];
        in = max_double(in, min_double(one, two));
        out = min_double(out, max_double(one, two));
    }
    return in <= out ? in : 1.0;
}

/* The next piece of the displacement. Pieces are short, so that margin_of stays small where a wall is hit. */
typedef struct piece {
    float dx, dy;
    bool last;
    bool clear; /* there are no walls */
    bool rough; /* too long to be precise: near a wall that it hits, a shorter piece is tested again */
} piece;

static piece next_piece(const hail_mover_slide *s) {
    const double close = max_double(max_double(MAX_PIECE, (double)s->radius),
                                    max_double(fabs((double)s->at.x), fabs((double)s->at.y)) * 0x1p-10);
    const double whole = max_double(close, s->stride), large = max_double(fabs(s->left_x), fabs(s->left_y));
    piece p = {.last = large <= whole, .rough = min_double(large, whole) > close};
    double part = 1.0;
    if (large > close) {
        const double near = part_outside(s);
        p.clear = near * large > whole;
        part = p.clear ? near : p.last ? 1.0 : whole / large;
        p.last = part == 1.0;
    }
    p.dx = (float)(s->left_x * part + (large > close ? s->lift_x : 0.0));
    p.dy = (float)(s->left_y * part + (large > close ? s->lift_y : 0.0));
    return p;
}

/* Makes the plane of a wall that was hit, from the present position, and reports the wall. False: the mover's centre is
 * on the wall. */
static bool make_plane(hail_mover_slide *s, uint32_t wall, float margin, hail_wall_plane *p) {
    const hail_segment segment = sectors_segment(s->k->map, wall);
    const double x = (double)s->at.x, y = (double)s->at.y;
    const hail_foot foot = hail_wall_foot(&segment, x, y);
    const double off = sqrt((x - foot.x) * (x - foot.x) + (y - foot.y) * (y - foot.y));
    const double length =
        fabs((double)segment.b.x - (double)segment.a.x) + fabs((double)segment.b.y - (double)segment.a.y);
    const double total = (double)margin + length * 0x1p-21;
    if (!(off > 0.0))
        return false;
    *p = (hail_wall_plane){foot.x, foot.y, (x - foot.x) / off, (y - foot.y) / off, (double)s->radius + total, total};
    s->move->flags |= HAIL_MOVE_MET;
    if (s->move->wall != HAIL_NO_WALL)
        return true;
    s->move->wall = wall;
    s->move->normal_x = (float)p->normal_x + 0.0f;
    s->move->normal_y = (float)p->normal_y + 0.0f;
    return true;
}

/* Deflects the displacement along a wall, and far enough away from it that it does not hit the wall again. The part
 * away from the wall is hardly more than the part that is lost, so that the displacement does not grow longer. Returns
 * the part away, px. */
static double deflect(const hail_mover_slide *s, const hail_wall_plane *p, double *to_x, double *to_y) {
    const double x = (double)s->at.x, y = (double)s->at.y, length = fabs(s->full_x) + fabs(s->full_y);
    const double ulps = max_double(fabs(x), fabs(y)) * 0x1p-22; /* a few, so that rounding does not undo it */
    const double wanted = p->touch + p->margin + min_double(length, MAX_PIECE) * 0x1p-21;
    const double lacking = wanted - distance_before(p, x + s->full_x, y + s->full_y);
    const double in = max_double(-(s->full_x * p->normal_x + s->full_y * p->normal_y), 0.0);
    const double out = min_double(max_double(lacking, 0.0), 2.0 * in + length * 0x1p-10 + ulps);
    *to_x = s->full_x + p->normal_x * out;
    *to_y = s->full_y + p->normal_y * out;
    return out;
}

/* Whether a displacement leads into a wall that is touched. */
static bool leads_into(const hail_mover_slide *s, const hail_wall_plane *p, double dx, double dy) {
    const double x = (double)s->at.x, y = (double)s->at.y, end = distance_before(p, x + dx, y + dy);
    return end < p->touch && end < distance_before(p, x, y);
}

/* Deflects the displacement that was left at the first of the touched walls. Chooses the wall that keeps most of it and
 * leads into no other wall. False: there is no such wall. */
static bool deflect_along(hail_mover_slide *s, const hail_wall_plane *p) {
    double best = HUGE_VAL;
    if (s->touched_count == 0) {
        s->full_x = s->left_x;
        s->full_y = s->left_y;
    }
    s->touched[s->touched_count++] = *p;
    for (uint32_t i = 0; i < s->touched_count; i++) {
        const hail_wall_plane *by = &s->touched[i];
        double dx, dy;
        const double out = deflect(s, by, &dx, &dy);
        bool fits = out < best;
        for (uint32_t k = 0; k < s->touched_count && fits; k++)
            fits = k == i || !leads_into(s, &s->touched[k], dx, dy);
        if (!fits)
            continue;
        const double off = distance_before(by, (double)s->at.x, (double)s->at.y),
                     lift = max_double(by->touch + by->margin - off, 0.0);
        best = out;
        s->left_x = dx;
        s->left_y = dy;
        s->lift_x = by->normal_x * lift;
        s->lift_y = by->normal_y * lift;
    }
    return best < HUGE_VAL;
}

/* Moves the mover out of walls that it is too near to. False: it stays where it is. */
static bool depenetrate(hail_mover_slide *s) {
    hail_exit exit;
    if (hail_position_allowed(s->k, s->at, s->radius, true))
        return true;
    const bool allowed = hail_position_allowed(s->k, s->at, s->radius, false);
    if (allowed && s->left_x == 0.0 && s->left_y == 0.0)
        return false;
    const bool found = hail_find_exit(s->k, s->at, s->radius, &exit);
    if (allowed) { /* a tiny mover almost on a wall: it first moves off the wall by a tiny bit */
        if (found)
            return go_to(s, exit.to);
        s->move->flags |= HAIL_MOVE_MET;
        exit_report(&exit, s->move);
        return false;
    }
    s->move->flags |= found ? HAIL_MOVE_PUSHED : HAIL_MOVE_SQUEEZED;
    exit_report(&exit, s->move);
    if (!found)
        return false;
    uint32_t sector;
    hail_sectors_locate(s->k->map, s->k->kernels, &exit.to.x, &exit.to.y, 1, &sector);
    hail_sector_track_enter(s->track, HAIL_NO_WALL, sector);
    s->may_cross = true;
    s->at = exit.to;
    return true;
}

/* Goes to where a wall is hit, and deflects the displacement. False: the mover stops there. */
static bool hit_wall(hail_mover_slide *s, const piece *p, const hail_wall_hit *hit, float margin) {
    const hail_point from = s->at, to = {from.x + p->dx * hit->t, from.y + p->dy * hit->t};
    /* Tiny pieces are left out, so that a mover does not creep nearer to a wall by rounding errors. */
    const bool goes_on = (fabsf(p->dx) + fabsf(p->dy)) * hit->t < margin * 0.5f || go_to(s, to);
    hail_wall_plane plane;
    if (p->rough) {
        s->stride = 0.0;
        return goes_on;
    }
    if (!make_plane(s, hit->wall, margin, &plane) || !goes_on || s->options->stop ||
        s->bounces++ == s->options->bounces)
        return false;
    if (fabsf(s->at.x - from.x) + fabsf(s->at.y - from.y) > 8.0f * margin)
        s->touched_count = 0; /* it has left the walls that it touched before */
    return deflect_along(s, &plane);
}

void hail_mover_slide_run(hail_mover_slide *s) {
    bool goes_on = !s->may_overlap || depenetrate(s);
    while (goes_on) {
        const piece p = next_piece(s);
        const hail_point to = {s->at.x + p.dx, s->at.y + p.dy};
        if (same_point(s->at, to))
            return;
        const float margin = margin_of(s, p.dx, p.dy);
        const hail_disc disc = {s->at.x, s->at.y, p.dx, p.dy, s->radius + margin, s->k->stops};
        hail_wall_hit hit = {.t = 2.0f};
        if (!p.clear)
            s->k->kernels->wall_hit(&s->k->view, &disc, &hit);
        if (hit.t <= 1.0f) {
            goes_on = hit_wall(s, &p, &hit, margin);
            continue;
        }
        goes_on = go_to(s, to) && !p.last;
        s->touched_count = 0;
        s->lift_x = s->lift_y = 0.0;
        s->stride = p.clear ? 0.0 : min_double(8.0 * max_double(fabs((double)p.dx), fabs((double)p.dy)), 0x1p16);
    }
}
