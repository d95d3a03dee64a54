/* engine/tiles/slide.c - hail/slide.h: sweeps, overlaps, and movers that slide. */
#include <math.h>

#include <hail/slide.h>
#include <hail/world.h>

#include "narrow/check_bodies.h"
#include "obstacle_crowd.h"
#include "tasks/run_tasks.h"

/* ---- Movers ----------------------------------------------------------------------------------------------------- */

/* Finds the kernels and checks movers. out: where answers go. */
static hail_status check_movers(const hail_movers *movers, const hail_needed *out, bool moving, hail_checks *checks) {
    static const hail_body_fields fields = HAIL_BODY_FIELDS("movers->bodies");
    static const char *const of_shapes[2] = {"movers->shapes", "movers->shape_count"};
    if (!movers)
        return HAIL_BAD_ARGUMENT;
    const hail_needed needed[] = {{"movers->map", movers->map}, *out};
    HAIL_REQUIRE(hail_check_needed(context_error(movers->context), needed, movers->bodies.count ? 2 : 1));
    HAIL_REQUIRE(hail_checks_open(checks, movers->context));
    if (!movers->bodies.count)
        return HAIL_OK;
    HAIL_REQUIRE(hail_check_shapes(checks->error, of_shapes, movers->shapes, movers->shape_count));
    return hail_check_bodies(checks, &fields, &movers->bodies, movers->shape_count, moving);
}

static hail_crowd_mover mover_at(const hail_movers *movers, size_t i, float inflation) {
    const hail_bodies *b = &movers->bodies;
    const hail_tilemap_options *map = &movers->map->options;
    return (hail_crowd_mover){.tag = (uint32_t)i,
                              .pose = {movers->shapes[b->shape ? b->shape[i] : 0].words, b->cos ? b->cos[i] : 1.0f,
                                       b->sin ? b->sin[i] : 0.0f, b->scale ? b->scale[i] : 1.0f, inflation},
                              .x = (double)b->x[i] - (double)map->x,
                              .y = (double)b->y[i] - (double)map->y,
                              .dx = b->dx ? b->dx[i] : 0.0f,
                              .dy = b->dy ? b->dy[i] : 0.0f};
}

enum { NEAR_BLOCK = 512 };

/* The movers that have a cell near their way that is not empty, block by block. */
typedef struct near_movers {
    hail_tile_view view;
    hail_near_tiles job;
    uint32_t list[NEAR_BLOCK + HAIL_SLACK];
} near_movers;

static void near_begin(near_movers *n, const hail_movers *movers, bool moving, float inflation) {
    const hail_bodies *b = &movers->bodies;
    float flatness = 1.0f;
    for (size_t i = 0; i < movers->shape_count; i++)
        flatness = fmaxf(flatness, movers->shapes[i].words[HAIL_TEMPLATE_FLATNESS]);
    n->view = hail_tilemap_view(movers->map, movers->kinds);
    n->job = (hail_near_tiles){.view = &n->view,
                               .x = b->x,
                               .y = b->y,
                               .dx = moving ? b->dx : NULL,
                               .dy = moving ? b->dy : NULL,
                               .scale = b->scale,
                               .shape = b->shape,
                               .templates = movers->shapes->words,
                               .inflation = inflation,
                               .flatness = flatness};
}

/* Lists those of [begin, *end), NEAR_BLOCK or up to `last`. Returns how many there are. */
static uint32_t near_block(near_movers *n, const hail_kernels *kernels, size_t begin, size_t last, size_t *end) {
    *end = begin + (last - begin < NEAR_BLOCK ? last - begin : NEAR_BLOCK);
    return kernels->near_tiles(&n->job, (uint32_t)begin, (uint32_t)*end, n->list);
}

/* A contact as the caller gets it: a is mover i, points are in the world. */
static hail_contact caller_contact(const hail_movers *movers, size_t i, const hail_contact *c) {
    hail_contact contact = *c;
    contact.a = (hail_handle){(uint32_t)i, 0};
    for (int p = 0; p < contact.count; p++) {
        contact.x[p] += movers->bodies.x[i];
        contact.y[p] += movers->bodies.y[i];
    }
    for (int p = contact.count; p < 2; p++)
        contact.x[p] = contact.y[p] = contact.depth[p] = 0.0f;
    return contact;
}

/* ---- Sweeps and overlaps ---------------------------------------------------------------------------------------- */

enum { GRAIN = 64, SWEEP_GRAIN = NEAR_BLOCK }; /* movers of a task at least */

/* What tasks know of a call. */
typedef struct movers_call {
    const hail_kernels *kernels;
    const hail_movers *movers;
    const hail_slide_options *options;
    hail_contact *hits;
    hail_slide *slides;
} movers_call;

/* Each task's own: it remembers the last mover's tiles. */
static void begin_obstacles(const movers_call *c, hail_obstacles *o) {
    hail_obstacles_begin(o, c->kernels, c->movers->map, c->movers->kinds, c->movers->whole_tiles);
}

static bool take_hit(void *context, uint32_t i, const hail_contact *hit) {
    const movers_call *c = context;
    c->hits[i] = caller_contact(c->movers, i, hit);
    return true;
}

static void sweep_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    movers_call *c = task;
    near_movers near;
    hail_obstacles o;
    (void)worker;
    near_begin(&near, c->movers, true, 0.0f);
    begin_obstacles(c, &o);
    hail_crowd crowd = hail_crowd_sweeps(&o, take_hit, c);
    for (size_t begin = first, end; begin < last; begin = end) {
        const uint32_t listed = near_block(&near, c->kernels, begin, last, &end);
        for (size_t i = begin; i < end; i++)
            c->hits[i] = (hail_contact){.a = {(uint32_t)i, 0}};
        for (uint32_t k = 0; k < listed; k++) {
            const hail_crowd_mover m = mover_at(c->movers, near.list[k], 0.0f);
            hail_crowd_add(&crowd, &m);
        }
    }
    hail_crowd_flush(&crowd);
}

hail_status hail_tiles_sweep(const hail_movers *movers, hail_contact *hits) {
    hail_checks checks = {0};
    HAIL_REQUIRE(check_movers(movers, &(hail_needed){"hits", hits}, true, &checks));
    movers_call call = {.kernels = checks.kernels, .movers = movers, .hits = hits};
    hail_run_tasks(checks.tasks, (uint32_t)movers->bodies.count, SWEEP_GRAIN, sweep_range, &call);
    return HAIL_OK;
}

typedef struct overlap {
    const hail_movers *movers;
    hail_contact *contacts;
    size_t capacity, count;
} overlap;

static bool take_overlap(void *context, uint32_t i, const hail_contact *contact, bool exposed) {
    overlap *to = context;
    (void)exposed;
    if (to->count < to->capacity)
        to->contacts[to->count] = caller_contact(to->movers, i, contact);
    to->count++;
    return true;
}

static void overlap_movers(overlap *to, const hail_checks *checks) {
    const hail_movers *movers = to->movers;
    near_movers near;
    hail_obstacles o;
    near_begin(&near, movers, false, 0.0f);
    hail_obstacles_begin(&o, checks->kernels, movers->map, movers->kinds, movers->whole_tiles);
    hail_crowd crowd = hail_crowd_touches(&o, take_overlap, to);
    for (size_t begin = 0, end; begin < movers->bodies.count; begin = end) {
        const uint32_t listed = near_block(&near, checks->kernels, begin, movers->bodies.count, &end);
        for (uint32_t k = 0; k < listed; k++) {
            const hail_crowd_mover m = mover_at(movers, near.list[k], 0.0f);
            hail_crowd_add(&crowd, &m);
        }
    }
    hail_crowd_flush(&crowd);
}

hail_status hail_tiles_overlap(const hail_movers *movers, hail_contact *contacts, size_t capacity, size_t *count) {
    const hail_needed needed[] = {{"count", count}, {"contacts", contacts}};
    hail_checks checks = {0};
    if (!movers)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_check_needed(context_error(movers->context), needed, capacity ? 2 : 1));
    HAIL_REQUIRE(check_movers(movers, needed, false, &checks));
    overlap to = {.movers = movers, .contacts = contacts, .capacity = capacity};
    if (movers->bodies.count)
        overlap_movers(&to, &checks);
    *count = to.count;
    if (to.count <= capacity)
        return HAIL_OK;
    return hail_fail(checks.error, HAIL_FULL, "capacity", "has no room for all contacts");
}

/* ---- Slides ----------------------------------------------------------------------------------------------------- */

hail_status hail_slide_defaults(hail_slide_options *options) {
    if (!options)
        return HAIL_BAD_ARGUMENT;
    *options = (hail_slide_options){
        .up_x = 0.0f, .up_y = -1.0f, .floor_cosine = 0.7f, .step_height = 0.0f, .skin = 1.0f / 32.0f, .bounces = 4};
    return HAIL_OK;
}

static hail_status check_options(hail_error *error, const hail_slide_options *o) {
    const hail_scalar numbers[] = {{"options->up_x", o->up_x, -1.001f, 1.001f},
                                   {"options->up_y", o->up_y, -1.001f, 1.001f},
                                   {"options->floor_cosine", o->floor_cosine, 0.0f, 1.0f},
                                   {"options->step_height", o->step_height, 0.0f, (float)HAIL_MAX_TILE},
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

/* One slide. The shape is inflated by the skin: where that touches, the mover stops. */
typedef struct slide {
    hail_obstacles *o;
    const hail_slide_options *options;
    vector at, up;
    vector touched[HAIL_SLIDE_CONTACTS + 8]; /* normals into the surfaces that it touches where it is */
    uint32_t touched_count;
    double climbed; /* px, in this call */
    hail_slide *out;
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

typedef struct deepest {
    bool any, buried; /* something exposed is touched; something without an exposed edge is */
    float depth;
    hail_contact contact;
} deepest;

static bool take_deepest(void *context, const hail_contact *c, bool exposed) {
    deepest *d = context;
    const float depth = c->count > 1 && c->depth[1] > c->depth[0] ? c->depth[1] : c->depth[0];
    d->buried = d->buried || !exposed;
    if (exposed && (!d->any || depth > d->depth)) {
        d->any = true;
        d->depth = depth;
        d->contact = *c;
    }
    return true;
}

/* The way from the mover's pixel straight up, right, left or down to the nearest open one, no further than the mover
 * reaches. */
static bool nearest_open(const slide *s, vector *motion, vector *normal) {
    const int32_t x = (int32_t)floor(s->at.x), y = (int32_t)floor(s->at.y),
                  limit = (int32_t)ceil((double)s->o->posed[0].reach) + 1;
    static const int32_t offset_x[] = {0, 1, -1, 0}, offset_y[] = {-1, 0, 0, 1};
    for (int32_t k = 1; k <= limit; k++)
        for (int w = 0; w < 4; w++)
            if (!hail_obstacles_solid(s->o, x + offset_x[w] * k, y + offset_y[w] * k)) {
                const double far = (double)k + (double)s->o->posed[0].reach;
                *motion = (vector){offset_x[w] * far, offset_y[w] * far};
                *normal = (vector){-offset_x[w], -offset_y[w]};
                return true;
            }
    return false;
}

enum { PUSHES = 4 };

/* What the mover overlaps most, where it is. */
static void find_deepest(const slide *s, deepest *d) {
    d->any = d->buried = false;
    hail_obstacles_touch(s->o, s->at.x, s->at.y, take_deepest, d);
}

/* Whether the mover overlaps something by more than `slack`, or only what has no exposed edge. */
static bool overlaps(const deepest *d, double slack) { return d->any ? (double)d->depth > slack : d->buried; }

/* Pushes the mover out of whatever it overlaps. False: no way out is near, and it stays. */
static bool push_out(slide *s) {
    const double limit = 2.0 * (double)s->o->posed[0].reach, skin = (double)s->options->skin;
    const vector start = s->at;
    deepest d;
    find_deepest(s, &d);
    for (int push = 0; push < PUSHES && overlaps(&d, skin * 1e-2); push++) {
        vector motion, normal;
        if (d.any) {
            normal = normal_of(&d.contact);
            motion = along((vector){0.0, 0.0}, normal, -(double)d.depth);
        } else if (!nearest_open(s, &motion, &normal)) {
            break;
        }
        s->at = along(s->at, motion, 1.0);
        record_surface(s, normal, d.any ? d.contact.part_b : UINT32_MAX);
        find_deepest(s, &d);
    }
    if (!overlaps(&d, skin) && length_of((vector){s->at.x - start.x, s->at.y - start.y}) <= limit)
        return true;
    s->at = start;
    return false;
}

/* ---- Sliding ----------------------------------------------------------------------------------------------------- */

/* Whether the step's top is floor: lifted, and moved on by the mover's own reach, it comes down on floor. */
static bool floor_ahead(slide *s, vector horizontal, double up) {
    const vector here = s->at;
    const double size = (double)s->o->posed[0].reach / length_of(horizontal);
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

static void slide_along(slide *s, vector motion) {
    uint32_t climbs = 0;
    for (uint32_t bounce = 0; bounce <= s->options->bounces; bounce++) {
        if (fabs(motion.x) + fabs(motion.y) < 1e-9)
            return;
        hail_contact hit;
        bool stopped;
        const double t = free_fraction(s, motion, &hit, &stopped);
        s->at = along(s->at, motion, t);
        if (!stopped)
            return;
        if (t * length_of(motion) > 1e-4)
            s->touched_count = 0; /* it has left the surfaces that it touched */
        motion = (vector){motion.x * (1.0 - t), motion.y * (1.0 - t)};
        const vector normal = normal_of(&hit);
        const bool wall = !is_floor(s, normal) && dot(normal, s->up) < (double)s->options->floor_cosine;
        if (wall && s->options->step_height > 0.0f && climbs < HAIL_MAX_TILE && climb(s, &motion)) {
            climbs++;
            bounce--; /* a climb does not count as a bounce */
            continue;
        }
        motion = deflected(s, motion, normal);
        record_surface(s, normal, hit.part_b);
    }
}

static hail_slide slide_mover(const movers_call *c, hail_obstacles *obstacles, uint32_t i) {
    const hail_slide_options *o = c->options;
    const hail_crowd_mover m = mover_at(c->movers, i, o->skin);
    hail_obstacles_shape(obstacles, m.pose.row, m.pose.cos, m.pose.sin, m.pose.scale, m.pose.inflation);
    const vector start = {m.x, m.y};
    hail_slide out = {0};
    slide s = {.o = obstacles, .options = o, .at = start, .up = {(double)o->up_x, (double)o->up_y}, .out = &out};
    if (push_out(&s))
        slide_along(&s, (vector){(double)m.dx, (double)m.dy});
    else
        out.flags |= HAIL_STUCK;
    out.dx = (float)(s.at.x - start.x);
    out.dy = (float)(s.at.y - start.y);
    return out;
}

static void slide_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const movers_call *c = task;
    hail_obstacles o;
    (void)worker;
    begin_obstacles(c, &o);
    for (uint32_t i = first; i < last; i++)
        c->slides[i] = slide_mover(c, &o, i);
}

hail_status hail_tiles_slide(const hail_movers *movers, const hail_slide_options *options, hail_slide *slides) {
    hail_slide_options defaults;
    hail_slide_defaults(&defaults);
    const hail_slide_options *o = options ? options : &defaults;
    hail_checks checks = {0};
    HAIL_REQUIRE(check_movers(movers, &(hail_needed){"slides", slides}, true, &checks));
    HAIL_REQUIRE(check_options(checks.error, o));
    movers_call call = {.kernels = checks.kernels, .movers = movers, .options = o, .slides = slides};
    hail_run_tasks(checks.tasks, (uint32_t)movers->bodies.count, GRAIN, slide_range, &call);
    return HAIL_OK;
}
