/* engine/tiles/slide_alone.c - see slide_alone.h; the arithmetic is that of slide.c. */
#include "slide_alone.h"

static vector pair_normal(const hail_uprights *u, uint32_t pair) {
    return (vector){(double)u->normal_x[pair], (double)u->normal_y[pair]};
}

/* Sums of sizes, for tests against limits. */
static double taxi(vector a) { return fabs(a.x) + fabs(a.y); }

/* A mover with one rectangle near. */
typedef struct lone {
    uint32_t pair, mover;
    vector start, at; /* px, from the map's corner */
    bool pushed;
    vector normal; /* if so: into what it was pushed out of */
    double far;    /* px: how far it was pushed */
} lone;

/* Records the surface that a pair's normal points into. */
static inline void record(const hail_alone *a, hail_slide *out, uint32_t pair) {
    const hail_uprights *u = &a->o->uprights;
    const hail_slide_options *options = a->options;
    const vector normal = pair_normal(u, pair), up = {(double)options->up_x, (double)options->up_y};
    const double rise = dot(normal, up), floor = (double)options->floor_cosine;
    const float x = (float)-normal.x + 0.0f, y = (float)-normal.y + 0.0f;
    out->flags |= -rise >= floor ? HAIL_ON_FLOOR : rise >= floor ? HAIL_ON_CEILING : HAIL_ON_WALL;
    if (out->count && out->normal_x[0] == x && out->normal_y[0] == y)
        return;
    out->normal_x[out->count] = x;
    out->normal_y[out->count] = y;
    out->cell[out->count++] = u->cell[pair];
}

/* Whether what is near is known where a mover is, and on a way from there: it was looked for around the way from the
 * start. */
static bool is_known(const hail_alone *a, const lone *l, double dx, double dy) {
    const hail_uprights *u = &a->o->uprights;
    const double way_x = (double)u->dx[l->pair], way_y = (double)u->dy[l->pair], to_x = l->at.x + dx,
                 to_y = l->at.y + dy;
    const double low_x = l->start.x + lesser(way_x, 0.0) - a->around,
                 low_y = l->start.y + lesser(way_y, 0.0) - a->around,
                 high_x = l->start.x + greater(way_x, 0.0) + a->around,
                 high_y = l->start.y + greater(way_y, 0.0) + a->around;
    return l->at.x >= low_x && l->at.x <= high_x && l->at.y >= low_y && l->at.y <= high_y && to_x >= low_x &&
           to_x <= high_x && to_y >= low_y && to_y <= high_y;
}

/* ---- Out of the rectangle ---------------------------------------------------------------------------------------- */

/* Pushes a mover that overlaps its rectangle by more than next to nothing. False: that is not for here. */
static inline bool push(const hail_alone *a, lone *l) {
    hail_uprights *u = &a->o->uprights;
    const uint32_t pair = l->pair;
    const double depth = (double)u->depth[pair], slack = (double)a->options->skin * 1e-2;
    const hail_upright *s = u->shape[l->mover];
    const vector normal = pair_normal(u, pair);
    const float reach = s->radius + (s->core_x > s->core_y ? s->core_x : s->core_y);
    if (u->how[pair] == HAIL_IS_BURIED || u->depth[pair] > reach) /* it could be stuck */
        return false;
    if (!(depth > slack))
        return true;
    l->at = (vector){l->at.x + normal.x * -depth, l->at.y + normal.y * -depth};
    if (depth > a->around && !is_known(a, l, (double)u->dx[pair], (double)u->dy[pair]))
        return false;
    l->pushed = true;
    l->far = depth;
    l->normal = normal;
    record(a, &a->out[u->tag[l->mover]], pair);
    u->x[pair] = (float)((double)u->centre_x[pair] - l->at.x);
    u->y[pair] = (float)((double)u->centre_y[pair] - l->at.y);
    return true;
}

/* The deepest contact of hits [from, to). */
static hail_upright_found deepest_of(const hail_uprights *u, uint32_t from, uint32_t to) {
    hail_upright_found found = {0};
    for (uint32_t k = from; k < to; k++)
        hail_upright_deeper(u, u->hits[k], &found);
    return found;
}

/* Lists the movers that go on alone, and puts the others aside, as they were. Returns how many are listed. */
static uint32_t push_all(hail_alone *a, lone *alone) {
    hail_uprights *u = &a->o->uprights;
    const uint32_t hits = hail_uprights_narrow(a->o, u, false, 0);
    uint32_t count = 0;
    for (uint32_t first = 0, end, k = 0; first < u->pairs; first = end) {
        const uint32_t mover = u->mover[first] & 255;
        for (end = first + 1; end < u->pairs && (u->mover[end] & 255) == mover; end++)
            ;
        const uint32_t hit = k;
        while (k < hits && u->hits[k] < end)
            k++;
        lone *l = &alone[count];
        l->pair = first;
        l->mover = mover;
        l->pushed = false;
        l->far = 0.0;
        l->start = l->at = hail_alone_start(a, u->tag[mover]);
        if (end == first + 1 && (k == hit || push(a, l))) {
            count++;
            continue;
        }
        const hail_upright_found found = deepest_of(u, hit, k);
        a->aside(a->user, mover, first, end, &found);
    }
    return count;
}

/* Moves the pairs of movers that go on alone to the front of the batch, if there are many others. */
static void pull_together(hail_uprights *u, lone *alone, uint32_t count) {
    if (5 * count > 2 * u->pairs) /* kernels take less time for the others' pairs */
        return;
    for (uint32_t k = 0; k < count; k++) {
        hail_uprights_copy_pair(u, k, u, alone[k].pair);
        alone[k].pair = k;
    }
    u->pairs = count;
}

/* ---- Along it ---------------------------------------------------------------------------------------------------- */

/* Moves a mover that hits its rectangle along it. False: that is not for here. */
static inline bool slide_along(const hail_alone *a, lone *l) {
    const hail_uprights *u = &a->o->uprights;
    const uint32_t pair = l->pair;
    const hail_slide_options *options = a->options;
    const vector d = {(double)u->dx[pair], (double)u->dy[pair]}, normal = pair_normal(u, pair),
                 up = {(double)options->up_x, (double)options->up_y};
    const double t = (double)u->t[pair], rise = dot(normal, up), floor = (double)options->floor_cosine;
    if (options->step_height > 0.0f && -rise < floor && rise < floor) /* a wall, which it may climb */
        return false;
    l->at = (vector){l->at.x + d.x * t, l->at.y + d.y * t};
    vector left = {d.x * (1.0 - t), d.y * (1.0 - t)};
    const double into = -dot(left, normal);
    left = (vector){left.x + normal.x * into, left.y + normal.y * into};
    if (l->pushed && dot(left, l->normal) > 1e-6 * taxi(left) && !(t * sqrt(dot(d, d)) > 1e-4))
        left = (vector){0.0, 0.0};
    /* Along an axis, it stays as close to its first way as it was pushed. */
    const bool moves = !(taxi(left) < 1e-9), close = (normal.x == 0.0 || normal.y == 0.0) && l->far <= a->around;
    if (moves && !close && !is_known(a, l, (double)(float)left.x, (double)(float)left.y))
        return false;
    record(a, &a->out[u->tag[l->mover]], pair);
    if (moves)
        l->at = (vector){l->at.x + left.x, l->at.y + left.y};
    return true;
}

static inline void slide_one(hail_alone *a, lone *l, bool hit) {
    const hail_uprights *u = &a->o->uprights;
    const vector d = {(double)u->dx[l->pair], (double)u->dy[l->pair]};
    const bool moves = !(taxi(d) < 1e-9);
    hail_slide *out = &a->out[u->tag[l->mover]];
    if (moves && hit && !slide_along(a, l)) {
        a->aside(a->user, l->mover, l->pair, l->pair + 1, NULL);
        return;
    }
    if (moves && !hit)
        l->at = (vector){l->at.x + d.x, l->at.y + d.y};
    out->dx = (float)(l->at.x - l->start.x);
    out->dy = (float)(l->at.y - l->start.y);
}

void hail_alone_slide(hail_alone *a) {
    hail_uprights *u = &a->o->uprights;
    lone alone[UPRIGHT_MOVERS];
    const uint32_t count = push_all(a, alone);
    pull_together(u, alone, count);
    const uint32_t hits = count ? hail_uprights_narrow(a->o, u, true, 0) : 0;
    for (uint32_t m = 0, k = 0; m < count; m++) {
        const uint32_t pair = alone[m].pair;
        while (k < hits && u->hits[k] < pair)
            k++;
        const bool hit = k < hits && u->hits[k] == pair;
        slide_one(a, &alone[m], hit && u->how[pair] && hail_upright_moves_in(u, pair));
    }
    u->movers = u->pairs = 0;
}
