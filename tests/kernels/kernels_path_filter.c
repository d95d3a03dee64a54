/* tests/kernels/kernels_path_filter.c - filter_paths: every variant equals the reference to the last bit, in one call
 * or in two. In double precision, the reference keeps every pair that truly touches, by one piece alone. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "kernel_paths.h"

static piece_list wanted;

enum { MOST_FOUND = 4000 };

static struct {
    uint32_t first[MOST_FOUND], second[MOST_FOUND], count;
    bool whole; /* all pieces with all targets */
} found;

static void put_found(uint32_t piece_number, uint32_t target) {
    found.first[found.count] = piece_number;
    found.second[found.count++] = target;
}

static void pick_found(uint32_t pieces, uint32_t targets) {
    found.count = 0;
    found.whole = (size_t)pieces * targets <= MOST_FOUND;
    for (uint32_t p = 0; found.whole && p < pieces; p++)
        for (uint32_t t = 0; t < targets; t++)
            put_found(p, t);
    for (uint32_t i = pieces && targets && !found.whole ? pick_length() : 0; i > 0; i--)
        put_found(pick(pieces), pick(targets));
    for (uint32_t i = found.count; i > 1; i--) {
        const uint32_t j = pick(i), p = found.first[j], t = found.second[j];
        found.first[j] = found.first[i - 1], found.second[j] = found.second[i - 1];
        found.first[i - 1] = p, found.second[i - 1] = t;
    }
}

/* Moves some targets so that each touches a body at some moment, at about the sum of their radii. */
static void arrange_targets(const movers *s, const movers *t) {
    for (uint32_t i = 0; s->count && i < t->count; i++) {
        if (pick_one_in(2))
            continue;
        const way a = way_of(&s->path, pick(s->count)), b = way_of(&t->path, i);
        const float when = pick_one_in(3) ? (float)pick(2) : pick_between(0.0f, 1.0f),
                    turn = pick_between(0.0f, 6.2831853f);
        const double r = (a.r + b.r) * (pick_one_in(3) ? 0.0f : pick_one_in(2) ? 1.0f : pick_between(0.0f, 1.5f));
        t->x[i] = (float)(a.x + a.dx * when + b.dx * (1.0 - when) + r * (double)cosf(turn));
        t->y[i] = (float)(a.y + a.dy * when + b.dy * (1.0 - when) + r * (double)sinf(turn));
    }
}

static hail_pieces held_copy(const piece_list *list) {
    const hail_pieces p = hold_pieces(list->count);
    for (uint32_t i = 0; i < list->count; i++) {
        const piece *from = &list->piece[i];
        p.body[i] = from->body, p.number[i] = from->number, p.x[i] = from->x, p.y[i] = from->y;
        p.radius[i] = from->radius, p.from[i] = from->from, p.rate[i] = from->rate, p.last[i] = from->last;
    }
    return p;
}

/* What broad_kernels.h says. */
static bool may_meet(const hail_path_filter_job *job, uint32_t body, uint32_t target) {
    const way w = way_of(&job->stream, body);
    const double r = w.r, other = way_of(&job->target, target).r, small_limit = job->small_limit;
    hail_circles_job circle = {job->stream, job->slack, job->inflate_abs * 0.5f, 3.0e38f};
    float at[3][1 + HAIL_SLACK];
    if (!job->pieces.body && !(fabsf(job->stream.x[body]) <= job->bound && fabsf(job->stream.y[body]) <= job->bound))
        return false;
    hail_kernels_at(0)->path_circles(&circle, body, body + 1, 0.0f, at[0], at[1], at[2]);
    switch (job->size_filter) {
    case HAIL_SIZE_SMALL:
        return r <= fmax(small_limit, other);
    case HAIL_SIZE_SMALLER:
        return (double)at[2][0] <= small_limit || r < other;
    default:
        return (double)at[2][0] <= small_limit || r < other || (r == other && body < target);
    }
}

/* The smallest distance between the centres. */
static double nearest(const way *a, const way *b, double *size) {
    const double x = a->x - b->x, y = a->y - b->y, mx = a->dx - b->dx, my = a->dy - b->dy, mm = mx * mx + my * my;
    const double t = mm > 0.0 ? fmin(fmax(-(x * mx + y * my) / mm, 0.0), 1.0) : 0.0;
    *size = fabs(x) + fabs(y) + fabs(mx) + fabs(my);
    return hypot(x + mx * t, y + my * t);
}

/* A pair that really touches and passes the size filter is kept, once. A pair that is far apart is not. */
static void check_filter(const hail_path_filter_job *job, const uint32_t *first, const uint32_t *second, uint32_t kept,
                         uint32_t bodies, uint32_t targets) {
    const uint32_t *first_order = job->first_order, *second_order = job->second_order;
    static uint32_t times[MOST_BODIES][MOST_BODIES];
    static bool listed[MOST_BODIES];
    memset(times, 0, sizeof times);
    memset(listed, 0, sizeof listed);
    for (uint32_t i = 0; i < wanted.count; i++)
        listed[wanted.piece[i].body] = true;
    for (uint32_t b = 0; !job->pieces.body && b < bodies; b++)
        listed[b] = true;
    for (uint32_t i = 0; i < kept; i++) {
        case_expects(first[i] < bodies && second[i] < targets, "kept %u and %u", first[i], second[i]);
        times[first_order ? first_order[first[i]] : first[i]][second_order ? second_order[second[i]] : second[i]]++;
    }
    for (uint32_t b = 0; b < bodies; b++)
        for (uint32_t t = 0; t < targets; t++) {
            const way s = way_of(&job->stream, b), o = way_of(&job->target, t);
            double size;
            const double apart = nearest(&s, &o, &size), r = s.r + o.r;
            const bool meets = may_meet(job, b, t), touch = apart <= r * (1.0 - 1.0e-6);
            const bool beyond = apart > r * 1.001 + 1.0e-5 * size + 1.0e-18;
            case_expects(!(found.whole && listed[b] && meets && touch) || times[b][t] == 1,
                         "body %u and target %u, %g apart of %g, are kept %u times", b, t, apart, r, times[b][t]);
            case_expects(!found.whole || times[b][t] <= 1, "body %u and target %u are kept %u times", b, t,
                         times[b][t]);
            case_expects(times[b][t] == 0 || (meets && !beyond), "body %u and target %u, %g apart of %g, are kept", b,
                         t, apart, r);
        }
}

/* In two parts, one after the other. */
static uint32_t run_filter(const hail_kernels *kernels, const hail_path_filter_job *job, uint32_t small_limit,
                           uint32_t *first, uint32_t *second) {
    uint32_t kept = 0;
    for (int half = 0; half < 2; half++) {
        const uint32_t from = half ? small_limit : 0, n = half ? found.count - small_limit : small_limit;
        uint32_t *a = hold("first", (size_t)n + HAIL_SLACK), *b = hold("second", (size_t)n + HAIL_SLACK);
        memcpy(a, found.first + from, n * sizeof *a);
        memcpy(b, found.second + from, n * sizeof *b);
        const uint32_t some = kernels->filter_paths(job, a, b, n);
        guards_check();
        case_expects(some <= n, "%u kept of %u", some, n);
        memcpy(first + kept, a, some * sizeof *a);
        memcpy(second + kept, b, some * sizeof *b);
        kept += some;
    }
    return kept;
}

/* The kernel overwrites its lists. */
static uint32_t filter_copy(const hail_kernels *kernels, const hail_path_filter_job *job) {
    static uint32_t first[MOST_FOUND + HAIL_SLACK], second[MOST_FOUND + HAIL_SLACK];
    memcpy(first, found.first, found.count * sizeof *first);
    memcpy(second, found.second, found.count * sizeof *second);
    return kernels->filter_paths(job, first, second, found.count);
}

/* Bodies in another order; or NULL. */
static const uint32_t *pick_order(const char *name, uint32_t count) {
    uint32_t *order = pick_one_in(2) ? hold(name, count) : NULL;
    for (uint32_t i = 0; order && i < count; i++) {
        const uint32_t j = pick(i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    return order;
}

static void filter_case(void) {
    static uint32_t first[MOST_FOUND], second[MOST_FOUND], ref_first[MOST_FOUND], ref_second[MOST_FOUND];
    pick_path_scene(false);
    const movers s = pick_movers("bodies", MOST_BODIES), t = pick_movers("targets", MOST_BODIES);
    arrange_targets(&s, &t);
    const hail_pieces_job pieces = pick_pieces_job(&s, false);
    hail_path_filter_job job = {.stream = s.path,
                                .target = t.path,
                                .size_filter = (hail_size_filter)pick(3),
                                .small_limit = pick_path_radius(),
                                .bound = the_paths.bound,
                                .slack = pick_one_in(2) ? 1.0f : 1.0005f,
                                .inflate_abs = pick_one_in(2) ? 0x1p-19f : 0x1p-18f};
    case_says("%u bodies and %u targets about %g, up to %g far, meeting %d, cut %g", s.count, t.count,
              (double)the_paths.origin, (double)the_paths.speed, (int)job.size_filter, (double)job.small_limit);
    list_pieces(hail_kernels_at(0), &pieces, s.count, 8192, &wanted);
    const bool whole = pick_one_in(3);
    if (whole)
        job.first_order = pick_order("first order", s.count);
    else
        job.pieces = held_copy(&wanted);
    job.second_order = pick_order("second order", t.count);
    pick_found(whole ? s.count : wanted.count, t.count);
    uint32_t ref_kept = 0;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        for (int again = 0; again < 2; again++) {
            case_calls(kernels, "filter_paths");
            const uint32_t kept = run_filter(kernels, &job, again ? pick(found.count + 1) : 0, first, second);
            if (v == 0 && again == 0) {
                ref_kept = kept;
                memcpy(ref_first, first, kept * sizeof *first);
                memcpy(ref_second, second, kept * sizeof *second);
                check_filter(&job, first, second, kept, s.count, t.count);
            }
            case_expects(kept == ref_kept, "%u kept, not %u", kept, ref_kept);
            same_words("first", first, ref_first, kept);
            same_words("second", second, ref_second, kept);
        }
        case_times(kernels, "filter_paths", found.count, filter_copy(kernels, &job));
    }
}
Test(kernels_path_filter, filter_paths) { cases_run("kernels_path_filter", "filter_paths", 4000, filter_case); }
