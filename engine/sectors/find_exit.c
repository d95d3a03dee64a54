/* engine/sectors/find_exit.c - the nearest position at which a mover is not too near to any wall.
 *
 * A wall's outline is all points at the mover's radius from it. The nearest position outside of all outlines lies in
 * one of three places: straight out of an outline that the mover is in; where two outlines intersect; or, if walls hide
 * those, where a line past a wall's end intersects an outline. All of these are tried. Each outline is treated as two
 * whole lines and two whole circles: this adds positions that are on no outline, which are valid, but never the
 * nearest. */
#include "movers.h"

#include <math.h>

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
    spot end[2], along;              /* along: from a to b, 1 px long */
    double min_distance;             /* px: the distance to keep */
    double outline;                  /* px: min_distance, plus more than rounding a position takes away */
    double side[2], cap[2];          /* px: how far away its two lines and its two circles are, less rounding */
    double apart;                    /* px: the least of these */
    double left, right, top, bottom; /* px: beyond, a position is far enough away */
    uint32_t wall;
} near_wall;

typedef struct exit_search {
    const hail_wall_query *k;
    hail_point from;
    float radius;
    double reach;    /* px: walls within it count */
    double rounding; /* px: more than the error of a rounded position */
    near_wall list[HAIL_DEPENETRATE_WALLS];
    uint32_t count, refused_by; /* refused_by: the wall that was too near to the last position */
    bool left_out;              /* there are more walls than the list has room for */
    double best;                /* px^2: of the nearest exit so far */
    double hidden;              /* px^2: of the nearest position that is refused only for a wall in between */
    hail_point to;
    bool found;
} exit_search;

static bool nearer(const near_wall *a, const near_wall *b) {
    return a->foot.squared < b->foot.squared || (a->foot.squared == b->foot.squared && a->wall < b->wall);
}

static bool add_wall_near(void *user, uint32_t number, const hail_segment *segment) {
    exit_search *s = user;
    near_wall w; /* the rest is set when all walls are known */
    w.segment = *segment;
    w.wall = number;
    w.foot = hail_wall_foot(segment, (double)s->from.x, (double)s->from.y);
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
    s->list[i] = w;
    return true;
}

/* A long wall's end may be far away: its rounding counts. */
static void measure_parts(const exit_search *s, near_wall *w) {
    const spot from = spot_of(s->from), to = minus(from, w->end[0]);
    const double off = cross(w->along, to);
    for (int i = 0; i < 2; i++) {
        const spot end = minus(from, w->end[i]);
        const double slack = s->rounding + (fabs(w->end[i].x) + fabs(w->end[i].y)) * 0x1p-40;
        w->side[i] = fabs(off - (i ? w->outline : -w->outline)) - slack - (fabs(to.x) + fabs(to.y)) * 0x1p-40;
        w->cap[i] = fabs(sqrt(dot(end, end)) - w->outline) - slack;
    }
    w->apart = min_double(min_double(w->side[0], w->side[1]), min_double(w->cap[0], w->cap[1]));
}

static void prepare_wall(const exit_search *s, near_wall *w) {
    const spot a = spot_of(w->segment.a), b = spot_of(w->segment.b), e = minus(b, a);
    const double length = sqrt(dot(e, e));
    w->min_distance = wall_min_distance(&w->segment, s->radius);
    w->outline = w->min_distance + s->rounding;
    w->end[0] = a;
    w->end[1] = b;
    w->along = (spot){e.x / length, e.y / length};
    w->left = min_double(a.x, b.x) - w->outline;
    w->right = max_double(a.x, b.x) + w->outline;
    w->top = min_double(a.y, b.y) - w->outline;
    w->bottom = max_double(a.y, b.y) + w->outline;
    measure_parts(s, w);
}

static bool is_too_near(const near_wall *w, hail_point to) {
    const double x = (double)to.x, y = (double)to.y;
    return x >= w->left && x <= w->right && y >= w->top && y <= w->bottom &&
           hail_wall_foot(&w->segment, x, y).squared < w->min_distance * w->min_distance;
}

/* Whether something so far away may hold a nearer exit. */
static bool may_help(const exit_search *s, double away) { return away <= 0.0 || away * away < s->best; }

/* Whether a wall is between: all that reach so far are in the list, unless some are left out. */
static bool is_hidden(const exit_search *s, hail_point to) {
    const double x1 = (double)min_float(s->from.x, to.x), x2 = (double)max_float(s->from.x, to.x);
    const double y1 = (double)min_float(s->from.y, to.y), y2 = (double)max_float(s->from.y, to.y);
    for (uint32_t i = 0; i < s->count && !s->left_out; i++) {
        const near_wall *w = &s->list[i];
        if (w->left <= x2 && w->right >= x1 && w->top <= y2 && w->bottom >= y1 &&
            hail_wall_is_between(&w->segment, s->from, to))
            return true;
    }
    return s->left_out && hail_walls_between(s->k, s->from, to);
}

/* Takes a position as the exit if it is nearer than the best one, far enough from all walls, and behind none. */
static void try_point(exit_search *s, spot q) {
    const spot offset = minus(q, spot_of(s->from));
    const double squared = dot(offset, offset);
    if (!(squared < s->best))
        return;
    const hail_point to = {(float)q.x + 0.0f, (float)q.y + 0.0f};
    if (is_too_near(&s->list[s->refused_by], to))
        return;
    for (uint32_t i = 0; i < s->count; i++)
        if (is_too_near(&s->list[i], to)) {
            s->refused_by = i;
            return;
        }
    if (s->left_out && !hail_position_allowed(s->k, to, s->radius, true))
        return;
    if (is_hidden(s, to)) {
        s->hidden = min_double(s->hidden, squared);
        return;
    }
    s->best = squared;
    s->to = to;
    s->found = true;
}

static void try_straight_out(exit_search *s, const near_wall *w) {
    const spot foot = {w->foot.x, w->foot.y}, off = minus(spot_of(s->from), foot), normal = {-w->along.y, w->along.x};
    const bool at_end = w->foot.part <= 0.0 || w->foot.part >= 1.0;
    if (at_end && w->foot.squared > 0.0) {
        try_point(s, plus(foot, off, w->outline / sqrt(w->foot.squared)));
    } else {
        try_point(s, plus(foot, normal, w->outline));
        try_point(s, plus(foot, normal, -w->outline));
    }
}

/* Tries where a line through `at` intersects the circles round a wall's ends. */
static void try_line_and_circles(exit_search *s, spot at, spot along, const near_wall *w) {
    for (int end = 0; end < 2; end++) {
        if (!may_help(s, w->cap[end]))
            continue;
        const spot to = minus(w->end[end], at);
        const double off = cross(along, to), rest = w->outline * w->outline - off * off;
        if (rest < 0.0)
            continue;
        const double middle = dot(along, to), half = sqrt(rest);
        try_point(s, plus(at, along, middle - half));
        try_point(s, plus(at, along, middle + half));
    }
}

static void try_circles(exit_search *s, const near_wall *a, const near_wall *b) {
    for (int i = 0; i < 4; i++) {
        if (!may_help(s, a->cap[i & 1]) || !may_help(s, b->cap[i >> 1]))
            continue;
        const spot one = a->end[i & 1], offset = minus(b->end[i >> 1], one);
        const double squared = dot(offset, offset);
        if (squared == 0.0)
            continue;
        const double part = 0.5 + (a->outline * a->outline - b->outline * b->outline) / (2.0 * squared);
        const double rest = a->outline * a->outline / squared - part * part;
        if (rest < 0.0)
            continue;
        const spot middle = plus(one, offset, part), side = {-offset.y, offset.x};
        try_point(s, plus(middle, side, sqrt(rest)));
        try_point(s, plus(middle, side, -sqrt(rest)));
    }
}

/* Tries where the outlines of two walls intersect. */
static void try_intersections(exit_search *s, const near_wall *a, const near_wall *b) {
    const double slope = cross(a->along, b->along);
    for (int i = 0; i < 4; i++) {
        const double side_a = i & 1 ? a->outline : -a->outline, side_b = i & 2 ? b->outline : -b->outline;
        const spot at_a = plus(a->end[0], (spot){-a->along.y, a->along.x}, side_a);
        const spot at_b = plus(b->end[0], (spot){-b->along.y, b->along.x}, side_b);
        const bool of_a = may_help(s, a->side[i & 1]), of_b = may_help(s, b->side[i >> 1]);
        if (slope != 0.0 && of_a && of_b)
            try_point(s, plus(at_a, a->along, cross(minus(at_b, at_a), b->along) / slope));
        if (i < 2 && of_a)
            try_line_and_circles(s, at_a, a->along, b);
        if (!(i & 1) && of_b)
            try_line_and_circles(s, at_b, b->along, a);
    }
    try_circles(s, a, b);
}

/* Tries where a line from the mover intersects an outline. */
static void try_line(exit_search *s, spot along, const near_wall *w) {
    const spot from = spot_of(s->from), normal = {-w->along.y, w->along.x};
    const double slope = dot(along, normal), off = dot(minus(w->end[0], from), normal);
    try_line_and_circles(s, from, along, w);
    if (slope != 0.0) {
        try_point(s, plus(from, along, (off + w->outline) / slope));
        try_point(s, plus(from, along, (off - w->outline) / slope));
    }
}

/* Tries lines past the ends of a wall, by a little more than rounding errors: if walls hide the nearest position, the
 * nearest one that is not hidden may lie there. */
static void try_lines_past(exit_search *s, const near_wall *w) {
    const double aside = 0x1p-20 + s->rounding / w->min_distance;
    for (int i = 0; i < 4; i++) {
        const spot end = minus(w->end[i & 1], spot_of(s->from));
        const double length = sqrt(dot(end, end)), turn = (i & 2 ? aside : -aside) / length;
        const spot past = {end.x / length - end.y * turn, end.y / length + end.x * turn};
        for (uint32_t k = 0; length > 0.0 && k < s->count; k++)
            if (may_help(s, s->list[k].apart))
                try_line(s, past, &s->list[k]);
    }
}

/* Reports the nearest wall that is too near, and its normal. */
static void report_wall(const exit_search *s, hail_exit *out) {
    for (uint32_t i = 0; i < s->count; i++) {
        const near_wall *w = &s->list[i];
        if (w->foot.squared >= w->min_distance * w->min_distance)
            continue;
        const spot off = minus(spot_of(s->from), (spot){w->foot.x, w->foot.y});
        const double length = sqrt(dot(off, off)), side = (double)hail_wall_side(&w->segment, s->from);
        const bool at_end = w->foot.part <= 0.0 || w->foot.part >= 1.0;
        const spot n = at_end && length > 0.0 ? (spot){off.x / length, off.y / length}
                                              : (spot){-w->along.y * side, w->along.x * side};
        out->wall = w->wall;
        out->normal_x = (float)n.x + 0.0f;
        out->normal_y = (float)n.y + 0.0f;
        return;
    }
}

/* Whether the exit is the nearest possible: none is nearer than straight out of the nearest wall. */
static bool is_nearest(const exit_search *s) {
    const double straight = s->list[0].outline - sqrt(s->list[0].foot.squared);
    return s->found && s->best <= straight * straight * (1.0 + 0x1p-30);
}

static void try_all(exit_search *s) {
    for (uint32_t i = 0; i < s->count; i++)
        if (s->list[i].foot.squared < s->list[i].outline * s->list[i].outline)
            try_straight_out(s, &s->list[i]);
    if (s->count == 0 || is_nearest(s))
        return;
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t j = i + 1; may_help(s, s->list[i].apart) && j < s->count; j++)
            if (may_help(s, s->list[j].apart))
                try_intersections(s, &s->list[i], &s->list[j]);
    for (uint32_t i = 0; i < s->count && s->hidden < s->best; i++)
        try_lines_past(s, &s->list[i]);
}

bool hail_find_exit(const hail_wall_query *k, hail_point at, float radius, hail_exit *out) {
    const double min_distance = max_double((double)radius, (double)max_side_error(k));
    exit_search s; /* field by field: most of it need not be cleared */
    s.k = k;
    s.from = s.to = at;
    s.radius = radius;
    s.count = s.refused_by = 0;
    s.left_out = s.found = false;
    s.rounding = (max_double(fabs((double)at.x), fabs((double)at.y)) + 4.0 * min_distance) * 0x1p-22;
    const double furthest = 2.0 * (min_distance + s.rounding);
    s.reach = furthest + min_distance + s.rounding;
    s.best = furthest * furthest;
    s.hidden = HUGE_VAL;
    const hail_wall_search search = {.from = at, .to = at, .pad = (float)(s.reach * 1.0001)};
    hail_visit_walls(k, &search, add_wall_near, &s);
    for (uint32_t i = 0; i < s.count; i++)
        prepare_wall(&s, &s.list[i]);
    try_all(&s);
    *out = (hail_exit){.to = s.to, .wall = HAIL_NO_WALL};
    report_wall(&s, out);
    return s.found;
}
