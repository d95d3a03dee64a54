/* engine/tiles/slide_steps.c - see slide_steps.h; docs/arithmetic.md, "Slides". */
#include "slide_steps.h"

#include "exposure.h"

enum { PUSHES = 4 };

/* Overlaps up to this share of the skin are none. */
static const double FREE_SHARE = 1e-2;
/* Normals that differ by less are those of one surface: 0.05 radians. */
static const double SAME_SURFACE = 0.99875;
/* A pixel's corner may be this much steeper than floor, and still carry a mover: on slopes of pixels the normals of a
 * round shape's contacts vary. */
static const double CORNER_SHARE = 0.75;
/* How far down floor is looked for, skins: a mover stands if its bare shape is at most two skins from floor. */
static const double LOOK_SKINS = 2.0;

static bool moves(hail_vector v) { return !(fabs(v.x) + fabs(v.y) < 1e-9); }

static hail_vector down_by(const hail_slide_state *s, double distance) {
    return (hail_vector){-s->up.x * distance, -s->up.y * distance};
}

static bool is_floor(const hail_slide_state *s, double x, double y) {
    return -(x * s->up.x + y * s->up.y) >= (double)s->options->floor_cosine;
}

/* Whether what has this normal carries the mover: floor, or a corner that is hardly steeper. */
static bool is_support(const hail_slide_state *s, double x, double y, bool corner) {
    const double share = corner ? CORNER_SHARE : 1.0;
    return -(x * s->up.x + y * s->up.y) >= (double)s->options->floor_cosine * share;
}

static bool carries(const hail_slide_state *s) { return is_support(s, s->answer.x, s->answer.y, s->answer.corner); }

static bool stopped(const hail_slide_state *s) { return s->answer.first.pair != UINT32_MAX; }
static double time_of(const hail_slide_state *s) { return stopped(s) ? (double)s->answer.first.t : 1.0; }

static void ask(hail_slide_state *s, hail_slide_step step, hail_vector motion) {
    s->step = step;
    s->motion = motion;
}

void hail_slide_ask(hail_slide_state *s) {
    s->answer.first = hail_no_hit();
    s->overlap = (hail_slide_overlap){.any = false};
    s->carried = false;
}

/* How deep a contact is: a corner within the skin pushes nothing out, as long as the bare shape surely does not touch
 * it.
 */
static float depth_of(const hail_slide_state *s, const hail_tile_pairs *p, uint32_t i) {
    const float free = s->options->skin * (1.0f - 2.0f * (float)FREE_SHARE);
    return p->at_corner[i] ? pair_depth(p, i) - free : pair_depth(p, i);
}

/* Keeps the deepest exposed contact. */
static void take_deeper(hail_slide_state *s, float depth, float push, float nx, float ny, uint32_t cell) {
    hail_slide_overlap *a = &s->overlap;
    const float bare = push - s->options->skin;
    a->bare_depth = a->any && a->bare_depth > bare ? a->bare_depth : bare;
    if (a->any && !(depth > a->depth))
        return;
    a->any = true;
    a->depth = depth;
    a->push = push;
    a->x = nx;
    a->y = ny;
    a->cell = cell;
}

static void take_overlap(hail_slide_state *s, const hail_tile_pairs *p, uint32_t i) {
    hail_contact out;
    if (pair_exposed(p, i)) {
        take_deeper(s, depth_of(s, p, i), pair_depth(p, i), p->normal_x[i], p->normal_y[i], p->cell[i]);
        return;
    }
    const hail_rect r = hail_pair_rect(s->query, p, i);
    if (pair_depth(p, i) < s->options->skin)
        return;                                                                   /* only the skin is inside */
    if (hail_exposed_exit(s->query, &p->movers[pair_mover(p, i)], &r, 0.0, &out)) /* sweeps leave out narrow ones */
        take_deeper(s, out.depth[0], out.depth[0], out.normal_x, out.normal_y, p->cell[i]);
    else
        s->overlap.buried = true;
}

void hail_slide_take(hail_slide_state *s, const hail_tile_pairs *p, uint32_t i) {
    hail_slide_answer *a = &s->answer;
    if (s->step == SLIDE_START && !(p->t[i] > 0.0f))
        take_overlap(s, p, i);
    if ((s->step == SLIDE_STAND || s->step == SLIDE_END) && pair_exposed(p, i))
        s->carried =
            s->carried || (p->t[i] <= (float)(1.0 / LOOK_SKINS) &&
                           is_support(s, (double)p->normal_x[i], (double)p->normal_y[i], pair_at_corner(p, i)));
    const uint32_t before = a->first.pair;
    a->first.pair = before == UINT32_MAX ? before : TILE_PAIRS; /* a pair of an earlier batch */
    hail_first_hit_take(p, i, &a->first);
    if (a->first.pair != i)
        return;
    a->x = (double)p->normal_x[i];
    a->y = (double)p->normal_y[i];
    a->corner = pair_at_corner(p, i);
    a->centre_x = p->centre_x[i];
    a->centre_y = p->centre_y[i];
    a->half_x = p->wide[i] * 0.5f;
    a->half_y = p->high[i] * 0.5f;
}

/* ---- Surfaces ---------------------------------------------------------------------------------------------------- */

/* (x, y): the normal into the surface. */
static void record(hail_slide_state *s, double x, double y, uint32_t cell) {
    hail_slide *out = s->out;
    const double rise = x * s->up.x + y * s->up.y, floor_cosine = (double)s->options->floor_cosine;
    const float out_x = (float)-x, out_y = (float)-y;
    out->flags |= -rise >= floor_cosine ? HAIL_ON_FLOOR : rise >= floor_cosine ? HAIL_ON_CEILING : HAIL_ON_WALL;
    if (s->touched_count < sizeof s->touched / sizeof *s->touched)
        s->touched[s->touched_count++] = (hail_vector){x, y};
    for (uint32_t i = 0; i < out->count; i++) /* not the same surface twice */
        if (out->cell[i] == cell && out->normal_x[i] == out_x && out->normal_y[i] == out_y)
            return;
    if (out->count == HAIL_SLIDE_CONTACTS)
        return;
    out->normal_x[out->count] = out_x + 0.0f;
    out->normal_y[out->count] = out_y + 0.0f;
    out->cell[out->count++] = cell;
}

static void record_hit(hail_slide_state *s) {
    const hail_slide_answer *a = &s->answer;
    record(s, a->x, a->y, a->first.cell);
    if (a->corner || !is_floor(s, a->x, a->y))
        return;
    s->on_floor = true;
    s->floor = *a;
    s->floor_at = s->at.x * a->x + s->at.y * a->y;
}

/* Whether the floor that the mover went along is still below the middle of its lowest side: it need not look down. */
static bool is_over_floor(const hail_slide_state *s) {
    const hail_slide_answer *a = &s->floor;
    const hail_tile_shape *shape = s->mover->shape;
    if (!s->on_floor)
        return false; /* none is known */
    const hail_side_of low = a->x == 0.0 ? (a->y > 0.0 ? SIDE_BOTTOM : SIDE_TOP) : a->x > 0.0 ? SIDE_RIGHT : SIDE_LEFT;
    const hail_side_span span = hail_tile_span(shape, low);
    const double middle = (span.low + span.high) * 0.5;
    const bool over = a->x == 0.0 ? fabs(s->at.x + middle - (double)a->centre_x) <= (double)a->half_x
                                  : fabs(s->at.y + middle - (double)a->centre_y) <= (double)a->half_y;
    const double apart = s->floor_at - (s->at.x * a->x + s->at.y * a->y);
    return over && apart <= (double)s->options->skin * (s->stood ? FREE_SHARE : 1.0); /* else it is put down */
}

/* It has left the surfaces that it touched. */
static void leave_surfaces(hail_slide_state *s) {
    s->touched_count = 0;
    s->on_floor = false;
}

/* ---- The end ----------------------------------------------------------------------------------------------------- */

static void finish(hail_slide_state *s) {
    s->out->dx = (float)(s->at.x - s->start.x);
    s->out->dy = (float)(s->at.y - s->start.y);
    s->step = SLIDE_DONE;
}

/* How far a look down to be put down goes. */
static double snap_length(const hail_slide_state *s) {
    return greater((double)s->options->snap, LOOK_SKINS * (double)s->options->skin);
}

/* The displacement is done. */
static void arrive(hail_slide_state *s) {
    if (is_over_floor(s)) {
        s->out->flags |= HAIL_STANDS;
        finish(s);
    } else if (s->stood) {
        ask(s, SLIDE_SNAP, down_by(s, snap_length(s)));
    } else {
        ask(s, SLIDE_END, down_by(s, LOOK_SKINS * (double)s->options->skin));
    }
}

static void end_look(hail_slide_state *s) {
    if (s->carried)
        s->out->flags |= HAIL_STANDS;
    finish(s);
}

/* ---- Pushes ------------------------------------------------------------------------------------------------------ */

/* The way from the pixel in the mover's middle straight up, right, left or down to the nearest open one, no further
 * than the mover reaches. */
static bool nearest_open(const hail_slide_state *s, hail_vector *motion, hail_vector *normal) {
    const hail_tile_shape *shape = s->mover->shape;
    const int32_t x = (int32_t)floor(s->at.x + shape->centre_x), y = (int32_t)floor(s->at.y + shape->centre_y),
                  limit = (int32_t)ceil(s->reach) + 1;
    static const int32_t offset_x[] = {0, 1, -1, 0}, offset_y[] = {-1, 0, 0, 1};
    for (int32_t k = 1; k <= limit; k++)
        for (int w = 0; w < 4; w++)
            if (!hail_tile_solid(s->query, x + offset_x[w] * k, y + offset_y[w] * k)) {
                const double far = (double)k + s->reach;
                *motion = (hail_vector){offset_x[w] * far, offset_y[w] * far};
                *normal = (hail_vector){-offset_x[w], -offset_y[w]};
                return true;
            }
    return false;
}

/* Whether the mover overlaps something by more than `slack`, or only what has no exposed edge. */
static bool overlaps(const hail_slide_overlap *a, double slack) {
    return a->any ? (double)a->depth > slack : a->buried;
}

/* Whether a face that is floor stopped the mover where it was: it need not look down for it. */
static bool is_on_floor(const hail_slide_state *s) {
    return stopped(s) && !s->answer.corner && is_floor(s, s->answer.x, s->answer.y) &&
           time_of(s) * length_of(s->motion) <= (double)s->options->skin * FREE_SHARE;
}

/* Begins to move, from a place where nothing is overlapped. */
static void set_off(hail_slide_state *s) {
    const bool down = s->options->snap > 0.0f && dot(s->wanted, s->up) <= 0.0 && moves(s->wanted);
    s->stood = down && is_on_floor(s);
    if (down && !s->stood)
        ask(s, SLIDE_STAND, down_by(s, LOOK_SKINS * (double)s->options->skin));
    else
        ask(s, SLIDE_GO, s->wanted);
}

/* Pushes the mover out of what it overlaps most. False: it overlaps nothing, or no way out is near. */
static bool push(hail_slide_state *s) {
    const hail_slide_overlap *a = &s->overlap;
    hail_vector motion, normal;
    if (s->pushes == PUSHES || !overlaps(a, (double)s->options->skin * FREE_SHARE))
        return false;
    if (a->any) {
        normal = (hail_vector){(double)a->x, (double)a->y};
        motion = along((hail_vector){0.0, 0.0}, normal, -(double)a->push);
    } else if (!nearest_open(s, &motion, &normal)) {
        return false;
    }
    s->pushes++;
    s->at = along(s->at, motion, 1.0);
    record(s, normal.x, normal.y, a->any ? a->cell : UINT32_MAX);
    return true;
}

/* ---- Floor ahead ------------------------------------------------------------------------------------------------- */

/* Looks for floor ahead: moved on by the mover's own reach along `on`, it comes down on floor within `down` px. */
static void look_ahead(hail_slide_state *s, hail_vector on, double down, hail_slide_step after) {
    const double size = s->reach / length_of(on);
    s->found = s->answer;
    s->after = after;
    s->from = s->at;
    s->ahead_down = down;
    ask(s, SLIDE_AHEAD, (hail_vector){on.x * size, on.y * size});
}

static void look_down_ahead(hail_slide_state *s) {
    s->at = along(s->at, s->motion, time_of(s));
    ask(s, SLIDE_AHEAD_DOWN, down_by(s, s->ahead_down));
}

/* ---- Climbs ------------------------------------------------------------------------------------------------------ */

/* Slides along the surface that stopped the mover: what is left of its motion loses its component into it. It ends if
 * the rest points into another surface that it touches. */
static void deflect(hail_slide_state *s, hail_vector left) {
    const hail_vector normal = {s->answer.x, s->answer.y};
    left = along(left, normal, -dot(left, normal));
    for (uint32_t i = 0; i < s->touched_count; i++)
        if (dot(normal, s->touched[i]) < SAME_SURFACE &&
            dot(left, s->touched[i]) > 1e-6 * (fabs(left.x) + fabs(left.y)))
            left = (hail_vector){0.0, 0.0};
    record_hit(s);
    if (++s->bounces <= s->options->bounces && moves(left))
        ask(s, SLIDE_GO, left);
    else
        arrive(s);
}

static void refuse_climb(hail_slide_state *s) {
    s->at = s->climb.before;
    s->answer = s->kept;
    deflect(s, s->climb.left);
}

/* Lifts the mover by step_height, to move it on, and put it down on floor or on the edge of one. */
static void begin_climb(hail_slide_state *s, hail_vector left) {
    const hail_vector on = along(left, s->up, -dot(left, s->up));
    s->climb = (hail_slide_climb){.before = s->at, .left = left, .on = on, .length = length_of(on)};
    s->kept = s->answer;
    if (s->climb.length < 1e-3)
        refuse_climb(s);
    else
        ask(s, SLIDE_UP, along((hail_vector){0.0, 0.0}, s->up, (double)s->options->step_height));
}

static void climb_up(hail_slide_state *s) {
    s->climb.up = time_of(s) * (double)s->options->step_height;
    s->at = along(s->at, s->up, s->climb.up);
    ask(s, SLIDE_ON, s->climb.on);
}

static void climb_on(hail_slide_state *s) {
    s->climb.went = time_of(s);
    s->at = along(s->at, s->climb.on, s->climb.went);
    if (s->climb.went * s->climb.length > 1e-3)
        ask(s, SLIDE_DOWN, down_by(s, s->climb.up));
    else
        refuse_climb(s);
}

/* What is left of the displacement after a climb: height beyond the first step_height px of a call is taken from it. */
static double left_of(const hail_slide_state *s, double rose) {
    const double free_height = greater((double)s->options->step_height - s->climbed, 0.0);
    return s->climb.length * (1.0 - s->climb.went) - greater(rose - free_height, 0.0);
}

static void end_climb(hail_slide_state *s) {
    const hail_slide_climb *c = &s->climb;
    const double down = time_of(s), rose = c->up * (1.0 - down), left = left_of(s, rose);
    s->at = along(s->at, s->up, -c->up * down);
    leave_surfaces(s);
    record_hit(s);
    s->out->flags |= HAIL_STEPPED;
    s->climbed += rose;
    s->climbs++;
    const hail_vector motion = {c->on.x * left / c->length, c->on.y * left / c->length};
    if (moves(motion))
        ask(s, SLIDE_GO, motion);
    else
        arrive(s);
}

static void climb_down(hail_slide_state *s) {
    if (!stopped(s) || left_of(s, s->climb.up * (1.0 - time_of(s))) < 0.0)
        refuse_climb(s);
    else if (is_floor(s, s->answer.x, s->answer.y))
        end_climb(s);
    else
        look_ahead(s, s->climb.on, s->climb.up, SLIDE_DOWN);
}

/* ---- Sliding ----------------------------------------------------------------------------------------------------- */

/* Moves the mover as far as it is free. */
static void go(hail_slide_state *s) {
    const double t = time_of(s);
    s->at = along(s->at, s->motion, t);
    if (!stopped(s)) {
        arrive(s);
        return;
    }
    if (t * length_of(s->motion) > 1e-4)
        leave_surfaces(s);
    const hail_vector left = {s->motion.x * (1.0 - t), s->motion.y * (1.0 - t)}, normal = {s->answer.x, s->answer.y};
    const bool wall = !is_floor(s, normal.x, normal.y) && dot(normal, s->up) < (double)s->options->floor_cosine;
    if (wall && s->options->step_height > 0.0f && s->climbs < HAIL_MAX_TILE)
        begin_climb(s, left); /* a climb does not count as a bounce */
    else
        deflect(s, left);
}

/* Whether the bare shape overlaps something, or the mover was pushed too far. */
static bool is_stuck(const hail_slide_state *s) {
    const hail_slide_overlap *a = &s->overlap;
    const hail_vector pushed = {s->at.x - s->start.x, s->at.y - s->start.y};
    return (a->any ? a->bare_depth > 0.0f : a->buried) || length_of(pushed) > 2.0 * s->reach;
}

static void start(hail_slide_state *s) {
    if (push(s)) {
        ask(s, SLIDE_START, s->wanted);
        return;
    }
    if (is_stuck(s)) {
        s->at = s->start;
        s->out->flags |= HAIL_STUCK;
        finish(s);
        return;
    }
    s->kept = s->answer;
    set_off(s);
    if (s->step == SLIDE_GO)
        go(s);
}

/* ---- Downhill ---------------------------------------------------------------------------------------------------- */

static hail_vector across_up(const hail_slide_state *s) { return along(s->wanted, s->up, -dot(s->wanted, s->up)); }

static void set_stood(hail_slide_state *s, bool stood) {
    s->stood = stood;
    s->motion = s->wanted;
    s->answer = s->kept;
    go(s);
}

static void stand(hail_slide_state *s) {
    if (s->carried)
        set_stood(s, true);
    else if (!stopped(s) || time_of(s) * LOOK_SKINS > 1.0)
        set_stood(s, false);
    else if (length_of(across_up(s)) < 1e-3)
        set_stood(s, false);
    else
        look_ahead(s, across_up(s), (double)s->options->snap + s->reach, SLIDE_STAND);
}

static void put_down(hail_slide_state *s) {
    const double down = time_of(s) * snap_length(s);
    const uint32_t flags = s->out->flags | HAIL_ON_FLOOR | HAIL_STANDS;
    s->at = along(s->at, s->up, -down);
    s->out->flags = flags;
    if (down >= (double)s->options->skin * FREE_SHARE) {
        record_hit(s);
        s->out->flags = flags | HAIL_SNAPPED;
    }
    finish(s);
}

static void snap(hail_slide_state *s) {
    if (!stopped(s) || time_of(s) * snap_length(s) > (double)s->options->snap)
        finish(s);
    else if (carries(s))
        put_down(s);
    else if (length_of(across_up(s)) < 1e-3)
        finish(s);
    else
        look_ahead(s, across_up(s), (double)s->options->snap + s->reach, SLIDE_SNAP); /* a slope of 45 degrees */
}

/* The floor that lies ahead, or none, decides what a hit that is no floor means. */
static void end_ahead(hail_slide_state *s) {
    const bool floor_ahead = stopped(s) && carries(s);
    s->at = s->from;
    s->answer = s->found;
    if (s->after == SLIDE_STAND)
        set_stood(s, floor_ahead);
    else if (s->after == SLIDE_SNAP)
        (floor_ahead ? put_down : finish)(s);
    else
        (floor_ahead ? end_climb : refuse_climb)(s);
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

void hail_slide_begin(hail_slide_state *s, const hail_tile_query *query, const hail_slide_options *options,
                      const hail_tile_mover *mover, uint32_t number, hail_slide *out) {
    s->query = query;
    s->options = options;
    s->mover = mover;
    s->number = number;
    s->out = out;
    s->start = s->at = (hail_vector){mover->x, mover->y};
    s->up = (hail_vector){(double)options->up_x, (double)options->up_y};
    s->wanted = s->motion = (hail_vector){(double)mover->dx, (double)mover->dy};
    s->reach = (double)mover->shape->reach;
    s->stood = s->on_floor = false;
    s->step = SLIDE_START;
    s->pushes = s->bounces = s->climbs = s->touched_count = 0;
    s->climbed = 0.0;
    *out = (hail_slide){0};
}

void hail_slide_next(hail_slide_state *s) {
    static void (*const steps[SLIDE_DONE])(hail_slide_state *) = {
        [SLIDE_START] = start,           [SLIDE_STAND] = stand,          [SLIDE_GO] = go,
        [SLIDE_UP] = climb_up,           [SLIDE_ON] = climb_on,          [SLIDE_DOWN] = climb_down,
        [SLIDE_AHEAD] = look_down_ahead, [SLIDE_AHEAD_DOWN] = end_ahead, [SLIDE_SNAP] = snap,
        [SLIDE_END] = end_look};
    steps[s->step](s);
}
