/* engine/sectors/depenetrate.c - movers at arm's length: whoever is too near to walls goes to the nearest place that is
 * not.
 *
 * Places that are too near to a wall are the inside of its outline: the points at the mover's radius from it. The
 * nearest place outside all outlines is straight out of one of those that the mover is in, or where two outlines meet,
 * or, if walls hide that, where a way past a wall's end meets one. So all of these are tried, each outline taken for
 * two whole lines and two whole circles: what is on none of the outlines then is a place all the same, only never the
 * nearest. */
#include "movers.h"

#include <math.h>

#include "variants.h"

/* ---- The way out ------------------------------------------------------------------------------------------------- */

typedef struct spot {
    double x, y;
} spot;

static spot spot_of(hail_point p) { return (spot){(double)p.x, (double)p.y}; }
static spot plus(spot a, spot b, double t) { return (spot){a.x + b.x * t, a.y + b.y * t}; }
static spot minus(spot a, spot b) { return (spot){a.x - b.x, a.y - b.y}; }
static double dot(spot a, spot b) { return a.x * b.x + a.y * b.y; }
static double cross(spot a, spot b) { return a.x * b.y - a.y * b.x; }

typedef struct near_wall {
    hail_segment segment;
    hail_foot foot;
    spot end[2], along; /* along: from a to b, 1 px long */
    double hold, out;   /* px: no nearer than hold; a place that is rounded is not, if it is `out` away */
    uint32_t wall;
} near_wall;

typedef struct search {
    const hail_depenetration *k;
    hail_point from;
    float radius;
    double reach, spare; /* px: walls that count; what rounding a place may take */
    near_wall list[HAIL_DEPENETRATE_WALLS];
    uint32_t count;
    bool left_out; /* there are more walls than the list has */
    double best;   /* px^2 */
    double hidden; /* px^2: the nearest of the places that only a wall is before */
    hail_point to;
    bool found;
} search;

static bool nearer(const near_wall *a, const near_wall *b) {
    return a->foot.squared < b->foot.squared || (a->foot.squared == b->foot.squared && a->wall < b->wall);
}

static bool note_near(void *context, uint32_t number, const hail_segment *segment) {
    search *s = context;
    near_wall w = {.segment = *segment, .wall = number};
    w.foot = hail_wall_foot(&w.segment, (double)s->from.x, (double)s->from.y);
    if (w.foot.squared > s->reach * s->reach)
        return true;
    uint32_t i = s->count;
    while (i > 0 && nearer(&w, &s->list[i - 1]))
        i--;
    if (i > 0 && s->list[i - 1].wall == number)
        return true;
    s->left_out = s->left_out || s->count == HAIL_DEPENETRATE_WALLS;
    if (i == HAIL_DEPENETRATE_WALLS)
        return true;
    s->count += s->count < HAIL_DEPENETRATE_WALLS;
    for (uint32_t k = s->count - 1; k > i; k--)
        s->list[k] = s->list[k - 1];
    w.hold = wall_hold(&w.segment, s->radius);
    w.out = w.hold + s->spare;
    w.end[0] = spot_of(w.segment.a);
    w.end[1] = spot_of(w.segment.b);
    w.along = minus(w.end[1], w.end[0]);
    const double length = sqrt(dot(w.along, w.along));
    w.along = (spot){w.along.x / length, w.along.y / length};
    s->list[i] = w;
    return true;
}

/* A place: if it is nearer than the best one, far enough from all walls, and on this side of them. */
static void try_place(search *s, spot q) {
    const spot way = minus(q, spot_of(s->from));
    const double squared = dot(way, way);
    if (!(squared < s->best))
        return;
    const hail_point to = {(float)q.x + 0.0f, (float)q.y + 0.0f};
    for (uint32_t i = 0; i < s->count; i++)
        if (hail_wall_foot(&s->list[i].segment, (double)to.x, (double)to.y).squared < s->list[i].hold * s->list[i].hold)
            return;
    if (s->left_out && !hail_depenetration_allows(s->k, to, s->radius, true))
        return;
    if (hail_depenetration_parts(s->k, s->from, to)) {
        s->hidden = least(s->hidden, squared);
        return;
    }
    s->best = squared;
    s->to = to;
    s->found = true;
}

static void try_straight_out(search *s, const near_wall *w) {
    const spot foot = {w->foot.x, w->foot.y}, off = minus(spot_of(s->from), foot), normal = {-w->along.y, w->along.x};
    const bool at_end = w->foot.part <= 0.0 || w->foot.part >= 1.0;
    if (at_end && w->foot.squared > 0.0) {
        try_place(s, plus(foot, off, w->out / sqrt(w->foot.squared)));
    } else {
        try_place(s, plus(foot, normal, w->out));
        try_place(s, plus(foot, normal, -w->out));
    }
}

/* Where a line through `at` meets the circles about a wall's ends. */
static void try_line_and_circles(search *s, spot at, spot along, const near_wall *round) {
    for (int end = 0; end < 2; end++) {
        const spot to = minus(round->end[end], at);
        const double off = cross(along, to), rest = round->out * round->out - off * off;
        if (rest < 0.0)
            continue;
        const double middle = dot(along, to), half = sqrt(rest);
        try_place(s, plus(at, along, middle - half));
        try_place(s, plus(at, along, middle + half));
    }
}

static void try_circles(search *s, const near_wall *a, const near_wall *b) {
    for (int i = 0; i < 4; i++) {
        const spot one = a->end[i & 1], way = minus(b->end[i >> 1], one);
        const double squared = dot(way, way);
        if (squared == 0.0)
            continue;
        const double part = 0.5 + (a->out * a->out - b->out * b->out) / (2.0 * squared);
        const double rest = a->out * a->out / squared - part * part;
        if (rest < 0.0)
            continue;
        const spot middle = plus(one, way, part), side = {-way.y, way.x};
        try_place(s, plus(middle, side, sqrt(rest)));
        try_place(s, plus(middle, side, -sqrt(rest)));
    }
}

static void try_meeting_points(search *s, const near_wall *a, const near_wall *b) {
    const double slope = cross(a->along, b->along);
    for (int i = 0; i < 4; i++) {
        const double side_a = i & 1 ? a->out : -a->out, side_b = i & 2 ? b->out : -b->out;
        const spot at_a = plus(a->end[0], (spot){-a->along.y, a->along.x}, side_a);
        const spot at_b = plus(b->end[0], (spot){-b->along.y, b->along.x}, side_b);
        if (slope != 0.0)
            try_place(s, plus(at_a, a->along, cross(minus(at_b, at_a), b->along) / slope));
        if (i < 2)
            try_line_and_circles(s, at_a, a->along, b);
        if (!(i & 1))
            try_line_and_circles(s, at_b, b->along, a);
    }
    try_circles(s, a, b);
}

/* Where straight ways from the mover meet an outline. */
static void try_way(search *s, spot along, const near_wall *w) {
    const spot from = spot_of(s->from), normal = {-w->along.y, w->along.x};
    const double slope = dot(along, normal), off = dot(minus(w->end[0], from), normal);
    try_line_and_circles(s, from, along, w);
    if (slope != 0.0) {
        try_place(s, plus(from, along, (off + w->out) / slope));
        try_place(s, plus(from, along, (off - w->out) / slope));
    }
}

/* If what would be nearest is hidden by walls, the nearest place may be one that is just not hidden: past a wall's end,
 * by a little more than rounding comes to. */
static void try_past(search *s, const near_wall *w) {
    const double aside = 0x1p-20 + s->spare / w->hold;
    for (int i = 0; i < 4; i++) {
        const spot way = minus(w->end[i & 1], spot_of(s->from));
        const double length = sqrt(dot(way, way)), turn = (i & 2 ? aside : -aside) / length;
        const spot past = {way.x / length - way.y * turn, way.y / length + way.x * turn};
        for (uint32_t k = 0; length > 0.0 && k < s->count; k++)
            try_way(s, past, &s->list[k]);
    }
}

/* The nearest wall that is too near, and which way is out of it. */
static void name_wall(const search *s, hail_exit *way) {
    for (uint32_t i = 0; i < s->count; i++) {
        const near_wall *w = &s->list[i];
        if (w->foot.squared >= w->hold * w->hold)
            continue;
        const spot off = minus(spot_of(s->from), (spot){w->foot.x, w->foot.y});
        const double length = sqrt(dot(off, off)), side = (double)hail_wall_side(&w->segment, s->from);
        const bool at_end = w->foot.part <= 0.0 || w->foot.part >= 1.0;
        const spot n = at_end && length > 0.0 ? (spot){off.x / length, off.y / length}
                                              : (spot){-w->along.y * side, w->along.x * side};
        way->wall = w->wall;
        way->normal_x = (float)n.x + 0.0f;
        way->normal_y = (float)n.y + 0.0f;
        return;
    }
}

/* No place is nearer than straight out of the nearest wall. */
static bool is_nearest(const search *s) {
    const double straight = s->list[0].out - sqrt(s->list[0].foot.squared);
    return s->found && s->best <= straight * straight * (1.0 + 0x1p-30);
}

static void look_for_places(search *s) {
    for (uint32_t i = 0; i < s->count; i++)
        if (s->list[i].foot.squared < s->list[i].out * s->list[i].out)
            try_straight_out(s, &s->list[i]);
    if (s->count == 0 || is_nearest(s))
        return;
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t j = i + 1; j < s->count; j++)
            try_meeting_points(s, &s->list[i], &s->list[j]);
    for (uint32_t i = 0; i < s->count && s->hidden < s->best; i++)
        try_past(s, &s->list[i]);
}

bool hail_depenetration_put_out(const hail_depenetration *k, hail_point at, float radius, hail_exit *way) {
    const double hold = most((double)radius, (double)keeper_unsure(k));
    search s = {.k = k, .from = at, .radius = radius, .to = at};
    s.spare = (most(fabs((double)at.x), fabs((double)at.y)) + 4.0 * hold) * 0x1p-22;
    const double furthest = 2.0 * (hold + s.spare);
    s.reach = furthest + hold + s.spare;
    s.best = furthest * furthest;
    s.hidden = HUGE_VAL;
    const hail_look look = {.from = at, .to = at, .pad = (float)(s.reach * 1.0001)};
    hail_depenetration_look(k, &look, note_near, &s);
    look_for_places(&s);
    *way = (hail_exit){.to = s.to, .wall = HAIL_NO_WALL};
    name_wall(&s, way);
    return s.found;
}

/* ---- The call ---------------------------------------------------------------------------------------------------- */

hail_status hail_depenetration_open(hail_depenetration *k, const hail_sector_movers *m, const void *out) {
    if (!m || !m->map || m->count > INT32_MAX || (m->count && (!m->x || !m->y || !out)))
        return HAIL_BAD_ARGUMENT;
    const hail_kernels *kernels = m->isa ? m->isa : hail_variant_default();
    if (!kernels)
        return HAIL_UNKNOWN_ISA;
    const struct {
        const float *values;
        size_t count;
        float least;
    } checks[] = {{m->x, m->count, -HAIL_MAX_BOUND},
                  {m->y, m->count, -HAIL_MAX_BOUND},
                  {m->radius, m->count, 0.0f},
                  {&m->radius_of_all, m->radius ? 0 : 1, 0.0f}};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        const hail_status status =
            hail_check_floats(kernels, checks[i].values, checks[i].count, checks[i].least, HAIL_MAX_BOUND);
        if (status != HAIL_OK)
            return status;
    }
    const hail_sector_box *box = &m->map->box;
    *k = (hail_depenetration){
        m->map,
        kernels,
        hail_sectors_view(m->map),
        kinds_bits(m->kinds),
        larger(larger(fabsf(box->min_x), fabsf(box->max_x)), larger(fabsf(box->min_y), fabsf(box->max_y))),
        (box->max_x - box->min_x) + (box->max_y - box->min_y)};
    return HAIL_OK;
}

static void keep_mover(const hail_depenetration *k, hail_point at, float radius, hail_sector_move *move) {
    hail_exit way;
    move->x = at.x;
    move->y = at.y;
    if (hail_depenetration_allows(k, at, radius, false))
        return;
    move->flags = hail_depenetration_put_out(k, at, radius, &way) ? HAIL_MOVE_PUSHED : HAIL_MOVE_SQUEEZED;
    move->x = way.to.x;
    move->y = way.to.y;
    move->normal_x = way.normal_x;
    move->normal_y = way.normal_y;
    move->wall = way.wall;
}

/* Where it is now, and whether it was elsewhere. */
static void name_sector(const hail_depenetration *k, hail_point was, uint32_t sector, hail_sector_move *move) {
    uint32_t before = sector;
    move->sector = sector;
    if (move->flags & HAIL_MOVE_PUSHED)
        hail_sectors_locate(k->map, k->kernels, &was.x, &was.y, 1, &before);
    if (before == HAIL_NO_SECTOR)
        move->flags |= HAIL_MOVE_LOST;
    else if (sector == HAIL_NO_SECTOR)
        move->flags |= HAIL_MOVE_LEFT;
    if (sector != before && sector != HAIL_NO_SECTOR) {
        move->flags |= HAIL_MOVE_ENTERED;
        move->entered = 1;
    }
}

static void keep_block(const hail_depenetration *k, const hail_sector_movers *m, size_t begin, uint32_t count,
                       hail_sector_move *moves) {
    float x[MOVERS_BLOCK], y[MOVERS_BLOCK], reach = 0.0f;
    uint32_t sector[MOVERS_BLOCK];
    hail_mover_rows rows;
    for (uint32_t i = 0; i < count; i++) {
        const hail_point at = mover_at(m, begin + i);
        x[i] = at.x, y[i] = at.y;
        const float safe = mover_radius(m, begin + i) + keeper_doubt(k, at);
        reach = safe > reach ? safe : reach;
    }
    const hail_near_job job = {
        .x = x, .y = y, .kinds = UINT32_MAX, .reach = reach, .nowhere = HAIL_NOWHERE, .rows = rows.row[0]};
    k->kernels->nearest_wall(&k->view, &job, 0, count);
    for (uint32_t i = 0; i < count; i++) {
        const hail_point at = {x[i], y[i]};
        const float radius = mover_radius(m, begin + i), safe = radius + keeper_doubt(k, at);
        hail_sector_move move = {.x = at.x, .y = at.y, .wall = HAIL_NO_WALL};
        if (rows.row[i][2] <= safe * safe)
            keep_mover(k, at, radius, &move);
        moves[begin + i] = move;
        x[i] = move.x, y[i] = move.y;
    }
    hail_sectors_locate(k->map, k->kernels, x, y, count, sector);
    for (uint32_t i = 0; i < count; i++)
        name_sector(k, mover_at(m, begin + i), sector[i], &moves[begin + i]);
}

hail_status hail_sectors_depenetrate(const hail_sector_movers *movers, hail_sector_move *moves) {
    hail_depenetration k;
    const hail_status status = hail_depenetration_open(&k, movers, moves);
    if (status != HAIL_OK)
        return status;
    for (size_t i = 0; i < movers->count; i += MOVERS_BLOCK)
        keep_block(&k, movers, i, (uint32_t)(movers->count - i < MOVERS_BLOCK ? movers->count - i : MOVERS_BLOCK),
                   moves);
    return HAIL_OK;
}
