/* engine/tiles/slide.c - hail/slide.h: movers that slide, together round by round. */
#include <math.h>

#include "tasks/run_tasks.h"
#include "tile_movers.h"

hail_status hail_slide_defaults(hail_slide_options *options) {
    if (!options)
        return HAIL_BAD_ARGUMENT;
    *options = (hail_slide_options){.up_x = 0.0f,
                                    .up_y = -1.0f,
                                    .floor_cosine = 0.7f,
                                    .step_height = 0.0f,
                                    .skin = 1.0f / 32.0f,
                                    .snap = 0.0f,
                                    .bounces = 4};
    return HAIL_OK;
}

static hail_status check_options(hail_error *error, const hail_slide_options *o) {
    const hail_scalar numbers[] = {{"options->up_x", o->up_x, -1.001f, 1.001f},
                                   {"options->up_y", o->up_y, -1.001f, 1.001f},
                                   {"options->floor_cosine", o->floor_cosine, 0.0f, 1.0f},
                                   {"options->step_height", o->step_height, 0.0f, (float)HAIL_MAX_TILE},
                                   {"options->snap", o->snap, 0.0f, (float)HAIL_MAX_TILE},
                                   {"options->skin", o->skin, 0x1p-10f, 1.0f}};
    HAIL_REQUIRE(hail_check_scalars(error, numbers, sizeof numbers / sizeof *numbers));
    if (fabsf(o->up_x * o->up_x + o->up_y * o->up_y - 1.0f) > 2.1e-4f)
        return hail_fail(error, HAIL_OUT_OF_RANGE, "options->up_x", "makes no unit vector with up_y, to within 1e-4");
    return hail_check_whole(error, "options->bounces", o->bounces, 1, 8);
}

/* In double precision, so that the parts of a displacement add up to all of it. */
typedef struct vector {
    double x, y;
} vector;

static double dot(vector a, vector b) { return a.x * b.x + a.y * b.y; }
static double length_of(vector a) { return sqrt(dot(a, a)); }
static vector along(vector a, vector b, double t) { return (vector){a.x + b.x * t, a.y + b.y * t}; }

/* What a mover overlaps. */
typedef struct deepest {
    bool any, buried; /* something exposed is touched; something without an exposed edge is */
    float depth;
    vector normal; /* of the deepest contact */
    uint32_t cell;
} deepest;

/* One slide. The shape is inflated by the skin: where that touches, the mover stops. */
typedef struct slide {
    hail_obstacles *o;
    const hail_slide_options *options;
    vector start, at, up;
    hail_mover_pose pose;
    double reach;                            /* px */
    vector touched[HAIL_SLIDE_CONTACTS + 8]; /* normals into the surfaces that it touches where it is */
    uint32_t touched_count;
    double climbed; /* px, in this call */
    vector wanted;  /* the displacement that was asked for */
    bool stood;     /* on floor at the start, and does not go up; only looked for with snap */
    hail_slide *out;
    size_t mover;

    /* Of its present push or bounce: */
    uint32_t turns;  /* so far */
    uint32_t climbs; /* so far */
    deepest deepest;
    vector motion;
    bool stopped;
    hail_contact hit;
} slide;

/* The normal into the surface. */
static vector normal_of(const hail_contact *c) { return (vector){(double)c->normal_x, (double)c->normal_y}; }

static bool is_floor(const slide *s, vector normal) { return -dot(normal, s->up) >= (double)s->options->floor_cosine; }

static void record_surface(slide *s, vector normal, uint32_t cell) {
    hail_slide *out = s->out;
    const bool ceiling = dot(normal, s->up) >= (double)s->options->floor_cosine;
    out->flags |= is_floor(s, normal) ? HAIL_ON_FLOOR : ceiling ? HAIL_ON_CEILING : HAIL_ON_WALL;
    if (s->touched_count < sizeof s->touched / sizeof *s->touched)
        s->touched[s->touched_count++] = normal;
    for (uint32_t i = 0; i < out->count; i++) /* not the same surface twice */
        if (out->cell[i] == cell && out->normal_x[i] == (float)-normal.x && out->normal_y[i] == (float)-normal.y)
            return;
    if (out->count == HAIL_SLIDE_CONTACTS)
        return;
    out->normal_x[out->count] = (float)-normal.x + 0.0f;
    out->normal_y[out->count] = (float)-normal.y + 0.0f;
    out->cell[out->count++] = cell;
}

/* The fraction of a motion until something stops it, and what that is. */
static double free_fraction(slide *s, vector motion, hail_contact *hit, bool *stopped) {
    *stopped = hail_obstacles_sweep(s->o, s->at.x, s->at.y, (float)motion.x, (float)motion.y, hit);
    return *stopped ? (double)hit->t : 1.0;
}

/* ---- Depenetration ----------------------------------------------------------------------------------------------- */

/* The way from the mover's pixel straight up, right, left or down to the nearest open one, no further than the mover
 * reaches. */
static bool nearest_open(const slide *s, vector *motion, vector *normal) {
    const int32_t x = (int32_t)floor(s->at.x), y = (int32_t)floor(s->at.y), limit = (int32_t)ceil(s->reach) + 1;
    static const int32_t offset_x[] = {0, 1, -1, 0}, offset_y[] = {-1, 0, 0, 1};
    for (int32_t k = 1; k <= limit; k++)
        for (int w = 0; w < 4; w++)
            if (!hail_obstacles_solid(s->o, x + offset_x[w] * k, y + offset_y[w] * k)) {
                const double far = (double)k + s->reach;
                *motion = (vector){offset_x[w] * far, offset_y[w] * far};
                *normal = (vector){-offset_x[w], -offset_y[w]};
                return true;
            }
    return false;
}

enum { PUSHES = 4 };

/* Whether the mover overlaps something by more than `slack`, or only what has no exposed edge. */
static bool overlaps(const deepest *d, double slack) { return d->any ? (double)d->depth > slack : d->buried; }

/* Pushes the mover out of what it overlaps most. False: it overlaps nothing, or no way out is near. */
static bool push(slide *s) {
    const deepest *d = &s->deepest;
    vector motion, normal;
    if (s->turns == PUSHES || !overlaps(d, (double)s->options->skin * 1e-2))
        return false;
    if (d->any) {
        normal = d->normal;
        motion = along((vector){0.0, 0.0}, normal, -(double)d->depth);
    } else if (!nearest_open(s, &motion, &normal)) {
        return false;
    }
    s->turns++;
    s->at = along(s->at, motion, 1.0);
    record_surface(s, normal, d->any ? d->cell : UINT32_MAX);
    return true;
}

/* Ends the pushes. False: the mover is stuck, and stays. */
static bool is_free(slide *s) {
    const vector pushed = {s->at.x - s->start.x, s->at.y - s->start.y};
    if (!overlaps(&s->deepest, (double)s->options->skin) && length_of(pushed) <= 2.0 * s->reach)
        return true;
    s->at = s->start;
    s->out->flags |= HAIL_STUCK;
    return false;
}

/* ---- Sliding ----------------------------------------------------------------------------------------------------- */

/* Whether the step's top is floor: lifted, and moved on by the mover's own reach, it comes down on floor. */
static bool floor_ahead(slide *s, vector horizontal, double up) {
    const vector here = s->at;
    const double size = s->reach / length_of(horizontal);
    const vector ahead = {horizontal.x * size, horizontal.y * size}, down = along((vector){0.0, 0.0}, s->up, -up);
    hail_contact hit;
    bool stopped;
    s->at = along(here, ahead, free_fraction(s, ahead, &hit, &stopped));
    free_fraction(s, down, &hit, &stopped);
    s->at = here;
    return stopped && is_floor(s, normal_of(&hit));
}

/* Lifts the mover by step_height, moves it on, and puts it down on floor or on the edge of one; *motion is then what is
 * left of it. The first step_height px of a call are free. Height beyond that is taken from what is left after moving
 * on; if too little is left, as where nothing ahead stops the mover, the step is refused. False: nothing has changed.
 */
static bool climb(slide *s, vector *motion) {
    const vector before = s->at, none = {0.0, 0.0};
    const double step = (double)s->options->step_height, free_height = fmax(step - s->climbed, 0.0);
    const vector horizontal = along(*motion, s->up, -dot(*motion, s->up));
    const double length = length_of(horizontal);
    hail_contact hit;
    bool stopped;
    if (length < 1e-3)
        return false;
    const double up = free_fraction(s, along(none, s->up, step), &hit, &stopped) * step;
    s->at = along(before, s->up, up);
    const double on = free_fraction(s, horizontal, &hit, &stopped);
    s->at = along(s->at, horizontal, on);
    const double down = free_fraction(s, along(none, s->up, -up), &hit, &stopped);
    const double rose = up * (1.0 - down), left = length * (1.0 - on) - fmax(rose - free_height, 0.0);
    const bool climbs = stopped && on * length > 1e-3 && left >= 0.0 &&
                        (is_floor(s, normal_of(&hit)) || floor_ahead(s, horizontal, up));
    if (!climbs) {
        s->at = before;
        return false;
    }
    s->at = along(s->at, s->up, -up * down);
    record_surface(s, normal_of(&hit), hit.part_b);
    s->out->flags |= HAIL_STEPPED;
    s->climbed += rose;
    *motion = (vector){horizontal.x * left / length, horizontal.y * left / length};
    return true;
}

/* A motion without its component into a surface; no motion, if the rest points into a surface that was touched before.
 */
static vector deflected(const slide *s, vector motion, vector normal) {
    motion = along(motion, normal, -dot(motion, normal));
    for (uint32_t i = 0; i < s->touched_count; i++)
        if (dot(motion, s->touched[i]) > 1e-6 * (fabs(motion.x) + fabs(motion.y)))
            return (vector){0.0, 0.0};
    return motion;
}

/* Lifts the mover over a wall. It is alone against the map then. */
static bool climb_wall(slide *s) {
    if (!(s->options->step_height > 0.0f) || s->climbs == HAIL_MAX_TILE)
        return false;
    hail_obstacles_set(s->o, &s->pose);
    if (!climb(s, &s->motion))
        return false;
    s->climbs++;
    return true;
}

static bool moves(const slide *s) { return !(fabs(s->motion.x) + fabs(s->motion.y) < 1e-9); }

/* Moves the mover as far as it is free, and turns the rest of its motion. False: it has arrived. */
static bool bounce(slide *s) {
    const double t = s->stopped ? (double)s->hit.t : 1.0;
    s->at = along(s->at, s->motion, t);
    if (!s->stopped)
        return false;
    if (t * length_of(s->motion) > 1e-4)
        s->touched_count = 0; /* it has left the surfaces that it touched */
    s->motion = (vector){s->motion.x * (1.0 - t), s->motion.y * (1.0 - t)};
    const vector normal = normal_of(&s->hit);
    const bool wall = !is_floor(s, normal) && dot(normal, s->up) < (double)s->options->floor_cosine;
    if (wall && climb_wall(s)) /* a climb does not count as a bounce */
        return moves(s);
    s->motion = deflected(s, s->motion, normal);
    record_surface(s, normal, s->hit.part_b);
    return ++s->turns <= s->options->bounces && moves(s);
}

/* ---- Downhill ---------------------------------------------------------------------------------------------------- */

/* A pixel's corner may be this much steeper than floor, and still carry a mover: on slopes of pixels the normals of a
 * round shape's contacts vary. */
static const double CORNER_SHARE = 0.75;

/* Whether what a look straight down by snap found carries the mover: floor, a corner that is hardly steeper, or the
 * edge of a floor that lies ahead. */
static bool carries(slide *s) {
    const vector normal = normal_of(&s->hit), horizontal = along(s->wanted, s->up, -dot(s->wanted, s->up));
    if (-dot(normal, s->up) >= (double)s->options->floor_cosine * CORNER_SHARE)
        return true;
    if (length_of(horizontal) < 1e-3)
        return false;
    hail_obstacles_set(s->o, &s->pose);
    return floor_ahead(s, horizontal, (double)s->options->snap);
}

/* Takes the answer of a look straight down by the skin. */
static bool find_stand(slide *s) {
    s->stood = s->stopped && dot(s->wanted, s->up) <= 0.0 && carries(s);
    s->motion = s->wanted;
    return moves(s);
}

/* Takes the answer of a look straight down by snap: puts the mover down on what carries it. */
static bool put_down(slide *s) {
    const double down = (double)s->hit.t * (double)s->options->snap;
    const uint32_t flags = s->out->flags | HAIL_ON_FLOOR;
    if (!s->stopped || !carries(s))
        return false;
    s->at = along(s->at, s->up, -down);
    s->out->flags = flags;
    if (down < (double)s->options->skin * 1e-2)
        return false;
    record_surface(s, normal_of(&s->hit), s->hit.part_b);
    s->out->flags = flags | HAIL_SNAPPED;
    return false;
}

/* ---- Movers together --------------------------------------------------------------------------------------------- */

enum { TOGETHER = 48 };

/* Movers that take their pushes and bounces in rounds: whoever still moves takes part in the next one. */
typedef struct slides {
    const hail_movers *movers;
    const hail_slide_options *options;
    hail_obstacles *o;
    hail_slide *out;
    uint32_t count, left; /* all, those of the present round */
    slide of[TOGETHER];
    uint32_t list[TOGETHER]; /* of the present round */
} slides;

static bool take_deepest(void *context, uint32_t tag, const hail_contact *c, bool exposed) {
    deepest *d = &((slides *)context)->of[tag].deepest;
    const float depth = c->count > 1 && c->depth[1] > c->depth[0] ? c->depth[1] : c->depth[0];
    d->buried = d->buried || !exposed;
    if (exposed && (!d->any || depth > d->depth)) {
        d->any = true;
        d->depth = depth;
        d->normal = normal_of(c);
        d->cell = c->part_b;
    }
    return true;
}

static bool take_stop(void *context, uint32_t tag, const hail_contact *hit) {
    slide *s = &((slides *)context)->of[tag];
    s->stopped = true;
    s->hit = *hit;
    return true;
}

static void ask(slides *all, hail_crowd *crowd) {
    for (uint32_t k = 0; k < all->left; k++) {
        slide *s = &all->of[all->list[k]];
        s->stopped = s->deepest.any = s->deepest.buried = false;
        const hail_crowd_mover m = {.tag = all->list[k],
                                    .pose = s->pose,
                                    .x = s->at.x,
                                    .y = s->at.y,
                                    .dx = (float)s->motion.x,
                                    .dy = (float)s->motion.y};
        hail_crowd_add(crowd, &m);
    }
    hail_crowd_flush(crowd);
}

/* Goes on with the movers of this round for which `more` is true. */
static void next_round(slides *all, bool (*more)(slide *)) {
    uint32_t left = 0;
    for (uint32_t k = 0; k < all->left; k++)
        if (more(&all->of[all->list[k]]))
            all->list[left++] = all->list[k];
    all->left = left;
}

/* Has the movers of this round look straight down. */
static void look_down(slides *all, float distance, bool (*take)(slide *)) {
    hail_crowd crowd = hail_crowd_sweeps(all->o, take_stop, all);
    for (uint32_t k = 0; k < all->left; k++) {
        slide *s = &all->of[all->list[k]];
        s->motion = along((vector){0.0, 0.0}, s->up, -(double)distance);
    }
    ask(all, &crowd);
    next_round(all, take);
}

/* Puts down the movers that stood on floor. */
static void put_all_down(slides *all) {
    for (uint32_t i = 0; i < all->count; i++)
        if (all->of[i].stood)
            all->list[all->left++] = i;
    look_down(all, all->options->snap, put_down);
}

static void slide_all(slides *all) {
    all->left = all->count;
    for (uint32_t i = 0; i < all->count; i++)
        all->list[i] = i;
    while (all->left) {
        all->o->stand = true;
        hail_crowd crowd = hail_crowd_touches(all->o, take_deepest, all);
        ask(all, &crowd);
        next_round(all, push);
    }
    for (uint32_t i = 0; i < all->count; i++) {
        slide *s = &all->of[i];
        s->turns = 0;
        if (is_free(s) && moves(s))
            all->list[all->left++] = i;
    }
    if (all->options->snap > 0.0f)
        look_down(all, all->options->skin, find_stand);
    while (all->left) {
        hail_crowd crowd = hail_crowd_sweeps(all->o, take_stop, all);
        ask(all, &crowd);
        next_round(all, bounce);
    }
    if (all->options->snap > 0.0f)
        put_all_down(all);
    for (uint32_t i = 0; i < all->count; i++) {
        slide *s = &all->of[i];
        s->out->dx = (float)(s->at.x - s->start.x);
        s->out->dy = (float)(s->at.y - s->start.y);
    }
    all->count = 0;
}

static void add_slide(slides *all, uint32_t i) {
    const hail_slide_options *o = all->options;
    const hail_crowd_mover m = hail_movers_at(all->movers, i, o->skin);
    if (all->count == TOGETHER)
        slide_all(all);
    slide *s = &all->of[all->count++];
    s->o = all->o;
    s->options = o;
    s->start = s->at = (vector){m.x, m.y};
    s->up = (vector){(double)o->up_x, (double)o->up_y};
    s->pose = m.pose;
    s->reach = (double)hail_mover_reach(&m.pose);
    s->touched_count = s->turns = s->climbs = 0;
    s->climbed = 0.0;
    s->out = &all->out[i];
    s->motion = s->wanted = (vector){(double)m.dx, (double)m.dy};
    s->stood = false;
}

/* A mover that is near nothing. */
static hail_slide free_slide(const hail_movers *movers, size_t i) {
    const hail_crowd_mover m = hail_movers_at(movers, i, 0.0f);
    const double dx = (double)m.dx, dy = (double)m.dy;
    hail_slide out = {0};
    if (fabs(dx) + fabs(dy) < 1e-9)
        return out;
    out.dx = (float)((m.x + dx) - m.x);
    out.dy = (float)((m.y + dy) - m.y);
    return out;
}

/* What tasks know of a call. */
typedef struct slides_call {
    const hail_kernels *kernels;
    const hail_movers *movers;
    const hail_slide_options *options;
    hail_slide *out;
} slides_call;

static void slide_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const slides_call *c = task;
    hail_near_movers near;
    hail_obstacles o;
    slides all; /* field by field: the rest is large */
    (void)worker;
    all.movers = c->movers;
    all.options = c->options;
    all.o = &o;
    all.out = c->out;
    all.count = all.left = 0;
    hail_near_movers_begin(&near, c->kernels, c->movers, true, c->options->skin);
    near.count = last;
    hail_obstacles_begin(&o, c->kernels, c->movers->map, c->movers->kinds, c->movers->whole_tiles);
    for (size_t begin = first, end; begin < last; begin = end) {
        const uint32_t listed = hail_near_movers_list(&near, begin, &end);
        for (size_t i = begin; i < end; i++)
            c->out[i] = free_slide(c->movers, i);
        for (uint32_t k = 0; k < listed; k++) {
            hail_near_movers_fetch(&near, &(hail_crowd){.o = &o}, k, listed);
            c->out[near.list[k]] = (hail_slide){0};
            add_slide(&all, near.list[k]);
        }
    }
    slide_all(&all);
}

hail_status hail_tiles_slide(const hail_movers *movers, const hail_slide_options *options, hail_slide *slides_out) {
    hail_slide_options defaults;
    hail_slide_defaults(&defaults);
    const hail_slide_options *chosen = options ? options : &defaults;
    hail_checks checks = {0};
    HAIL_REQUIRE(hail_movers_check(movers, &(hail_needed){"slides", slides_out}, true, &checks));
    HAIL_REQUIRE(check_options(checks.error, chosen));
    slides_call call = {checks.kernels, movers, chosen, slides_out};
    hail_run_tasks(checks.tasks, (uint32_t)movers->bodies.count, MOVER_BLOCK, slide_range, &call);
    return HAIL_OK;
}
