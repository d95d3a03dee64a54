/* simd/kernels/tiles/slide_among_reference.c - slides of upright shapes among several rectangles, one shape and one
 * rectangle at a time: docs/arithmetic.md, "Shapes against maps", "Slides". */
#include <string.h>

#include "kernels/reference.h"

enum { PUSHES = 4, SURFACES = 4, TOUCHED = 16 };

typedef struct vector {
    double x, y;
} vector;

static double dot(vector a, vector b) { return a.x * b.x + a.y * b.y; }
static double taxi(vector a) { return fabs(a.x) + fabs(a.y); }
static vector along(vector a, vector b, double t) { return (vector){a.x + b.x * t, a.y + b.y * t}; }
static vector from_floats(float x, float y) { return (vector){(double)x, (double)y}; }

typedef struct found {
    bool any, buried;
    float t, depth;
    vector normal;
    uint32_t cell;
} found;

typedef struct shape {
    const hail_lone_pairs *pairs;
    uint32_t first, count; /* pairs */
    vector start, at, way, motion;
    vector touched[TOUCHED];
    uint32_t touched_count;
    uint32_t *row;
} shape;

/* ---- Contacts ---------------------------------------------------------------------------------------------------- */

/* A contact with one rectangle. */
typedef struct contact {
    float x, y, half_x, half_y, dx, dy, t, normal_x, normal_y, at_x, at_y, depth;
    uint32_t how, hits[1 + HAIL_SLACK];
} contact;

static void expose(const hail_lone_pairs *from, uint32_t i, bool swept, contact *c) {
    const hail_exposures job = {.x = &c->x,
                                .y = &c->y,
                                .wide = from->wide + i,
                                .high = from->high + i,
                                .core_x = from->core_x + i,
                                .core_y = from->core_y + i,
                                .radius = from->radius + i,
                                .dx = &c->dx,
                                .dy = &c->dy,
                                .t = &c->t,
                                .open = {from->open[0] + i, from->open[1] + i, from->open[2] + i, from->open[3] + i},
                                .inset = swept ? 4.0f * HAIL_EDGE_SLACK : 0.0f,
                                .normal_x = &c->normal_x,
                                .normal_y = &c->normal_y,
                                .depth = &c->depth,
                                .how = &c->how};
    HAIL_KERNEL(expose_boxes)(&job, 1);
}

/* Whether a shape touches a rectangle where it is, or hits it on its way. */
static bool find_contact(const shape *s, uint32_t i, bool swept, contact *c) {
    const hail_lone_pairs *from = s->pairs;
    *c = (contact){.x = (float)((double)from->centre_x[i] - s->at.x),
                   .y = (float)((double)from->centre_y[i] - s->at.y),
                   .half_x = from->wide[i] * 0.5f + from->core_x[i],
                   .half_y = from->high[i] * 0.5f + from->core_y[i],
                   .dx = swept ? (float)s->motion.x : 0.0f,
                   .dy = swept ? (float)s->motion.y : 0.0f};
    const hail_circle_boxes job = {.x = &c->x,
                                   .y = &c->y,
                                   .half_x = &c->half_x,
                                   .half_y = &c->half_y,
                                   .reach = from->reach + i,
                                   .radius = from->radius + i,
                                   .dx = &c->dx,
                                   .dy = &c->dy,
                                   .t = &c->t,
                                   .normal_x = &c->normal_x,
                                   .normal_y = &c->normal_y,
                                   .at_x = &c->at_x,
                                   .at_y = &c->at_y,
                                   .depth = &c->depth,
                                   .hits = c->hits};
    if (!(swept ? HAIL_KERNEL(sweep_circle_boxes) : HAIL_KERNEL(touch_circle_boxes))(&job, 1))
        return false;
    expose(from, i, swept, c);
    return true;
}

static void take(const contact *c, uint32_t cell, found *best) {
    *best = (found){true, false, c->t, c->depth, from_floats(c->normal_x, c->normal_y), cell};
}

static found deepest_of(const shape *s) {
    found best = {0};
    contact c;
    for (uint32_t i = s->first; i < s->first + s->count; i++) {
        if (!find_contact(s, i, false, &c))
            continue;
        if (c.how == HAIL_IS_BURIED)
            best.buried = !best.any;
        else if (!best.any || c.depth > best.depth)
            take(&c, s->pairs->cell[i], &best);
    }
    return best;
}

static bool moves_in(const contact *c) {
    return c->dx * c->normal_x + c->dy * c->normal_y > (fabsf(c->dx) + fabsf(c->dy)) * 1e-6f;
}

static bool is_earlier(const contact *c, uint32_t cell, const found *than) {
    if (fabsf(c->t - than->t) > 0x1p-20f)
        return c->t < than->t;
    return c->depth != than->depth ? c->depth > than->depth : cell < than->cell;
}

static found first_of(const shape *s) {
    found best = {0};
    contact c;
    for (uint32_t i = s->first; i < s->first + s->count; i++) {
        if (!find_contact(s, i, true, &c) || c.how == HAIL_IS_BURIED || !moves_in(&c) ||
            (best.any && !is_earlier(&c, s->pairs->cell[i], &best)))
            continue;
        const float t = best.any && best.t < c.t ? best.t : c.t;
        take(&c, s->pairs->cell[i], &best);
        best.t = t;
    }
    return best;
}

/* ---- Surfaces ---------------------------------------------------------------------------------------------------- */

static uint32_t flag_of(const hail_lone_pairs *job, vector normal) {
    const double rise = normal.x * job->up_x + normal.y * job->up_y;
    return -rise >= job->floor ? job->on_floor : rise >= job->floor ? job->on_ceiling : job->on_wall;
}

static void put_float(uint32_t *word, float a) { memcpy(word, &a, sizeof a); }

static void record(shape *s, const found *f) {
    const float out[2] = {(float)-f->normal.x + 0.0f, (float)-f->normal.y + 0.0f};
    uint32_t words[2], *row = s->row;
    put_float(&words[0], out[0]);
    put_float(&words[1], out[1]);
    s->touched[s->touched_count++] = f->normal;
    row[2] |= flag_of(s->pairs, f->normal);
    for (uint32_t k = 0; k < row[3]; k++)
        if (row[4 + k] == words[0] && row[8 + k] == words[1] && row[12 + k] == f->cell)
            return;
    if (row[3] == SURFACES)
        return;
    row[4 + row[3]] = words[0];
    row[8 + row[3]] = words[1];
    row[12 + row[3]++] = f->cell;
}

static bool axis_known(double around, double start, double way, double at, double d) {
    const double low = start + (way < 0.0 ? way : 0.0) - around, high = start + (way > 0.0 ? way : 0.0) + around;
    return at >= low && at <= high && at + d >= low && at + d <= high;
}

static bool is_known(const shape *s, vector d) {
    return axis_known(s->pairs->around, s->start.x, s->way.x, s->at.x, d.x) &&
           axis_known(s->pairs->around, s->start.y, s->way.y, s->at.y, d.y);
}

/* ---- Slides ------------------------------------------------------------------------------------------------------ */

/* False: the shape is not for here. So it is for the next. */
static bool push_out(shape *s) {
    const hail_lone_pairs *job = s->pairs;
    const float core = fmaxf(job->core_x[s->first], job->core_y[s->first]);
    const double reach = (double)(job->radius[s->first] + core);
    for (uint32_t turn = 0;; turn++) {
        const found f = deepest_of(s);
        if (f.buried || (turn == PUSHES && f.any && (double)f.depth > job->slack))
            return false;
        if (!f.any || !((double)f.depth > job->slack))
            break;
        s->at = along(s->at, f.normal, -(double)f.depth);
        record(s, &f);
        if (!is_known(s, (vector){0.0, 0.0}))
            return false;
        if (s->count == 1) /* nothing is left that it could touch */
            break;
    }
    const vector pushed = along(s->at, s->start, -1.0);
    return dot(pushed, pushed) <= reach * reach;
}

static bool slide_on(shape *s, uint32_t bounces) {
    for (uint32_t turn = 0; turn <= bounces && !(taxi(s->motion) < 1e-9); turn++) {
        if (!is_known(s, from_floats((float)s->motion.x, (float)s->motion.y)))
            return false;
        const found f = turn && s->count == 1 ? (found){0} : first_of(s); /* along the only one, none is left */
        const double t = f.any ? (double)f.t : 1.0;
        s->at = along(s->at, s->motion, t);
        if (!f.any)
            return true;
        if (s->pairs->climbs && flag_of(s->pairs, f.normal) == s->pairs->on_wall)
            return false;
        if (t * sqrt(dot(s->motion, s->motion)) > 1e-4)
            s->touched_count = 0;
        s->motion = (vector){s->motion.x * (1.0 - t), s->motion.y * (1.0 - t)};
        s->motion = along(s->motion, f.normal, -dot(s->motion, f.normal));
        for (uint32_t k = 0; k < s->touched_count; k++)
            if (dot(s->motion, s->touched[k]) > 1e-6 * taxi(s->motion))
                s->motion = (vector){0.0, 0.0};
        record(s, &f);
    }
    return true;
}

uint32_t HAIL_KERNEL(slide_among)(const hail_slides_among *job, uint32_t count) {
    const hail_lone_pairs *p = job->pairs;
    uint32_t refused = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t first = job->first[i], tag = p->tag[p->mover[first] & 255];
        shape s = {
            .pairs = p,
            .first = first,
            .count = job->count[i],
            .start = {(double)p->start_x[tag] - (double)p->corner_x, (double)p->start_y[tag] - (double)p->corner_y},
            .way = from_floats(p->dx[first], p->dy[first]),
            .row = p->slides + (size_t)tag * HAIL_SLIDE_WORDS};
        s.at = s.start;
        s.motion = s.way;
        memset(s.row, 0, HAIL_SLIDE_WORDS * sizeof *s.row);
        if (!push_out(&s) || !slide_on(&s, job->bounces))
            job->refused[refused++] = i;
        put_float(&s.row[0], (float)(s.at.x - s.start.x));
        put_float(&s.row[1], (float)(s.at.y - s.start.y));
    }
    return refused;
}
