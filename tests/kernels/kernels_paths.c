/* tests/kernels/kernels_paths.c - measure_paths, path_pieces and filter_paths: every variant equals the reference to
 * the last bit, with outputs of any size, in one call or in parts. In double precision, the reference's lengths are
 * those of the paths, its pieces hold the bodies at every moment, and its filter keeps every pair that truly touches,
 * by one piece alone. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel_inputs.h"

/* ---- Bodies on their way --------------------------------------------------------------------------------------- */

enum { MOST_BODIES = 40 };

typedef struct movers {
    uint32_t count;
    float *x, *y;
    hail_path_view path;
} movers;

static struct {
    float origin, width, speed; /* px: where bodies are, and how far they go */
    float bound;
    bool wild; /* with NaNs and numbers beyond the bound */
} the;

static void pick_scene(bool wild) {
    static const float origins[] = {0.0f, 0.0f, 320.0f, -1.0e5f, 9.0e8f};
    static const float speeds[] = {0.0f, 4.0f, 300.0f, 300.0f, 3000.0f, 9.0e8f};
    the.origin = origins[cases_timed() ? 2 : pick(5)];
    the.width = pick_one_in(2) ? 64.0f : 1000.0f;
    the.speed = speeds[cases_timed() ? 2 : pick(6)];
    the.bound = pick_rarely(8) ? 500.0f : 1.0e9f;
    the.wild = wild && pick_rarely(3);
}

static float pick_place(void) {
    if (the.wild && pick_one_in(10))
        return pick_any();
    return pick_one_in(4) ? the.origin + the.width * 0.25f * (float)((int)pick(9) - 4)
                          : the.origin + pick_between(-the.width, the.width);
}

static float pick_motion(void) {
    static const float some[] = {0.0f, -0.0f, 1.0f, -16.0f, 1.0e-18f, 0x1p-149f, 0x1p-100f, -64.0f};
    if (the.wild && pick_one_in(10))
        return pick_any();
    return pick_rarely(4) ? some[pick(8)] : pick_between(-the.speed, the.speed);
}

static float pick_radius(void) {
    static const float radii[] = {0.0f, 4.0f, 4.0f, 1.0f, 0x1p-149f, 100.0f};
    return pick_rarely(2) ? radii[pick(6)] : pick_between(0.0f, 20.0f);
}

static movers pick_movers(const char *name, uint32_t most) {
    const uint32_t n = cases_timed() ? most : pick(most + 1);
    float *x = hold(name, n), *y = hold(name, n), *radius = pick_one_in(3) ? NULL : hold(name, n);
    const bool moves = !pick_rarely(6);
    float *dx = moves ? hold(name, n) : NULL, *dy = moves ? hold(name, n) : NULL;
    const bool straight = pick_one_in(4);
    for (uint32_t i = 0; i < n; i++) {
        x[i] = pick_place(), y[i] = pick_place();
        if (radius)
            radius[i] = pick_radius();
        if (moves)
            dx[i] = pick_motion(), dy[i] = straight ? 0.0f : pick_motion();
    }
    return (movers){n, x, y, {.x = x, .y = y, .dx = dx, .dy = dy, .radius = radius, .uniform_radius = pick_radius()}};
}

/* In floats: a body's start is a rounded difference, here and in the kernels. */
typedef struct way {
    double x, y, dx, dy, r;
} way;

static way way_of(const hail_path_view *path, uint32_t i) {
    const float dx = path->dx ? path->dx[i] : 0.0f, dy = path->dy ? path->dy[i] : 0.0f;
    const float x = path->x[i] - dx, y = path->y[i] - dy;
    return (way){x, y, dx, dy, path->radius ? path->radius[i] : path->uniform_radius};
}

static bool within_bound(const hail_path_view *path, uint32_t i) {
    const float dx = path->dx ? path->dx[i] : 0.0f, dy = path->dy ? path->dy[i] : 0.0f;
    return fabsf(path->x[i]) <= the.bound && fabsf(path->y[i]) <= the.bound && fabsf(dx) <= the.bound &&
           fabsf(dy) <= the.bound;
}

/* ---- Listing pieces -------------------------------------------------------------------------------------------- */

typedef struct piece {
    uint32_t body, number;
    float x, y, radius, from, rate, last;
} piece;

typedef struct piece_list {
    piece *piece;
    uint32_t count, room;
} piece_list;

static piece_list wanted, got;

static void add_piece(piece_list *list, const hail_pieces *p, uint32_t i) {
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 1024;
        piece *more = realloc(list->piece, list->room * sizeof *more);
        if (!more)
            case_fails("no memory for %u pieces", list->room);
        list->piece = more;
    }
    list->piece[list->count++] =
        (piece){p->body[i], p->number[i], p->x[i], p->y[i], p->radius[i], p->from[i], p->rate[i], p->last[i]};
}

static int by_body(const void *a, const void *b) {
    const piece *p = a, *q = b;
    return p->body != q->body ? (p->body > q->body) - (p->body < q->body)
                              : (p->number > q->number) - (p->number < q->number);
}

static hail_pieces hold_pieces(size_t words) {
    return (hail_pieces){hold("body", words),   hold("number", words), hold("x", words),    hold("y", words),
                         hold("radius", words), hold("from", words),   hold("rate", words), hold("last", words)};
}

static void all_untouched(const hail_pieces *p, size_t from, size_t to) {
    untouched("body", p->body, from, to);
    untouched("number", p->number, from, to);
    untouched("x", p->x, from, to);
    untouched("y", p->y, from, to);
    untouched("radius", p->radius, from, to);
    untouched("from", p->from, from, to);
    untouched("rate", p->rate, from, to);
    untouched("last", p->last, from, to);
}

static void colour(const hail_pieces *p, size_t words) {
    uint32_t *const array[] = {p->body, p->number};
    float *const column[] = {p->x, p->y, p->radius, p->from, p->rate, p->last};
    const uint32_t canary = CANARY;
    for (size_t i = 0; i < words; i++) {
        for (size_t k = 0; k < 2; k++)
            array[k][i] = canary;
        for (size_t k = 0; k < 6; k++)
            memcpy(&column[k][i], &canary, sizeof canary);
    }
}

static void list_range(const hail_kernels *kernels, const hail_pieces_job *job, uint32_t begin, uint32_t end,
                       const hail_pieces *out, uint32_t capacity, piece_list *list) {
    const size_t words = (size_t)capacity + HAIL_SLACK;
    hail_cursor cursor = {.body = begin};
    uint32_t idle = 0;
    while (cursor.body < end) {
        const hail_cursor before = cursor;
        colour(out, words);
        const uint32_t n = kernels->path_pieces(job, the.bound, &cursor, end, out, capacity);
        guards_check();
        case_expects(n <= capacity, "%u pieces in room for %u", n, capacity);
        case_expects(cursor.body >= end || n + HAIL_SLACK >= capacity, "stopped at %u pieces of %u, before the end", n,
                     capacity);
        all_untouched(out, (size_t)n + HAIL_SLACK, words);
        for (uint32_t i = 0; i < n; i++)
            add_piece(list, out, i);
        idle = cursor.body == before.body && cursor.step == before.step ? idle + 1 : 0;
        case_expects(idle < 2, "stands still at body %u, step %u, capacity %u", cursor.body, cursor.step, capacity);
    }
}

/* In up to three ranges. */
static void list_pieces(const hail_kernels *kernels, const hail_pieces_job *job, uint32_t end, uint32_t capacity,
                        piece_list *list) {
    const hail_pieces out = hold_pieces((size_t)capacity + HAIL_SLACK);
    uint32_t begin = 0;
    case_calls(kernels, "path_pieces");
    list->count = 0;
    for (int i = 0; i < 2 && begin < end && pick_one_in(2); i++) {
        const uint32_t middle = begin + pick(end - begin + 1);
        list_range(kernels, job, begin, middle, &out, capacity, list);
        begin = middle;
    }
    list_range(kernels, job, begin, end, &out, capacity, list);
    if (list->count > 1)
        qsort(list->piece, list->count, sizeof *list->piece, by_body);
}

/* ---- Pieces ---------------------------------------------------------------------------------------------------- */

/* Limits somewhere near the bodies, and pieces of such a length that a path has a few or the most allowed. */
static hail_pieces_job pick_job(const movers *m, bool many) {
    const float w = the.width * pick_between(0.1f, 3.0f), h = the.width * pick_between(0.1f, 3.0f);
    const float x = pick_one_in(2) ? the.origin - 0.5f * w : pick_place(),
                y = pick_one_in(2) ? the.origin - 0.5f * h : pick_place();
    const float left = isfinite(x) ? x : 0.0f, top = isfinite(y) ? y : 0.0f;
    const float longest = fmaxf(the.speed, 1.0f) * pick_between(0.05f, 2.0f);
    return (hail_pieces_job){.path = m->path,
                             .longest = many             ? 1.0e-6f * longest
                                        : pick_one_in(3) ? 64.0f + longest
                                                         : longest,
                             .inflate_rel = pick_one_in(2) ? 1.0005f : 1.0008f,
                             .inflate_abs = 0x1p-20f,
                             .min_x = left,
                             .min_y = top,
                             .max_x = left + w,
                             .max_y = top + h};
}

/* The piece that holds a moment, as broad_kernels.h describes it. */
static uint32_t piece_at(const piece *first, float t) {
    const float k = (t - first->from) * first->rate;
    return k >= first->last ? (uint32_t)first->last : k > 0.0f ? (uint32_t)k : 0;
}

/* A body's pieces: every number is there, and none is too long. */
static void check_numbers(const hail_pieces_job *job, const piece *first, uint32_t count, double r) {
    const double size = fabs((double)job->path.x[first->body]) + fabs((double)job->path.y[first->body]);
    case_expects(count == (uint32_t)first->last + 1 && count <= 65536, "body %u has %u pieces, the last is number %g",
                 first->body, count, (double)first->last);
    case_expects((first->rate == 0.0f) == (count == 1), "body %u has %u pieces at a rate of %g", first->body, count,
                 (double)first->rate);
    for (uint32_t i = 0; i < count; i++) {
        case_expects(first[i].number == i, "body %u has no piece %u", first->body, i);
        const double most = (r + 0.5 * job->longest) * 1.001 + 2.0e-6 * (size + 2.0 * the.speed) + 1.0e-30;
        case_expects(count == 65536 || the.wild || first[i].radius <= most, "piece %u of body %u has a radius of %g", i,
                     first->body, (double)first[i].radius);
    }
}

/* At every moment the body is beyond the limits, or within the piece that holds that moment. */
static void check_moment(const hail_pieces_job *job, uint32_t body, const piece *first, uint32_t count, float t) {
    const way w = way_of(&job->path, body);
    const double x = w.x + w.dx * t, y = w.y + w.dy * t;
    if (x + w.r < job->min_x || x - w.r > job->max_x || y + w.r < job->min_y || y - w.r > job->max_y)
        return;
    case_expects(count > 0, "body %u, which is within the limits at %g, has no pieces", body, (double)t);
    const piece *p = first + piece_at(first, t);
    const double off = hypot(x - (double)p->x, y - (double)p->y) + w.r;
    case_expects(off <= (double)p->radius + 1.0e-30,
                 "at %.9g body %u reaches %.9g from the middle of piece %u, whose radius is %.9g", (double)t, body, off,
                 p->number, (double)p->radius);
}

static void check_pieces(const hail_pieces_job *job, uint32_t bodies) {
    const piece *next = wanted.piece, *const end = next + wanted.count;
    for (uint32_t b = 0; b < bodies; b++) {
        const piece *const first = next;
        while (next < end && next->body == b)
            next++;
        const uint32_t count = (uint32_t)(next - first);
        if (!within_bound(&job->path, b)) {
            case_expects(count == 0, "body %u is beyond the bound and has pieces", b);
            continue;
        }
        if (count)
            check_numbers(job, first, count, way_of(&job->path, b).r);
        check_moment(job, b, first, count, 0.0f);
        check_moment(job, b, first, count, 1.0f);
        for (int i = 0; i < 12; i++)
            check_moment(job, b, first, count, pick_between(0.0f, 1.0f));
        for (uint32_t k = 0; k < count && k < 12 && first->rate > 0.0f; k++) /* about where one ends */
            check_moment(job, b, first, count, fminf(nudged(first->from + (float)pick(count + 1) / first->rate), 1.0f));
    }
    case_expects(next == end, "a piece of body %u, of %u", next < end ? next->body : 0, bodies);
}

static uint32_t pick_capacity(bool many) {
    static const uint32_t capacities[] = {HAIL_SLACK, HAIL_SLACK, HAIL_SLACK + 1, 20, 31, 33, 64, 67, 1000, 8192};
    return many ? 8192 : capacities[pick(10)];
}

static uint32_t cut_to_the_end(const hail_kernels *kernels, const hail_pieces_job *job, uint32_t end,
                               const hail_pieces *out) {
    hail_cursor cursor = {0};
    uint32_t count = 0;
    while (cursor.body < end)
        count += kernels->path_pieces(job, the.bound, &cursor, end, out, 1000);
    return count;
}

static void time_pieces(const hail_kernels *kernels, const hail_pieces_job *job, uint32_t end) {
    const hail_pieces out = hold_pieces(1000 + HAIL_SLACK);
    case_times(kernels, "path_pieces", end, cut_to_the_end(kernels, job, end, &out));
}

static void pieces_case(void) {
    pick_scene(true);
    const bool many = pick_rarely(400);
    const movers m = pick_movers("bodies", many ? 2 : MOST_BODIES);
    const hail_pieces_job job = pick_job(&m, many);
    case_says("%u bodies about %g, up to %g far, %s, limits %g %g to %g %g, longest %g, bound %g", m.count,
              (double)the.origin, (double)the.speed, the.wild ? "wild" : "tame", (double)job.min_x, (double)job.min_y,
              (double)job.max_x, (double)job.max_y, (double)job.longest, (double)the.bound);
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        for (int again = 0; again < 2; again++) { /* with other sizes of output, and other ranges */
            piece_list *list = v == 0 && again == 0 ? &wanted : &got;
            list_pieces(kernels, &job, m.count, pick_capacity(many), list);
            if (list == &wanted) {
                check_pieces(&job, m.count);
                continue;
            }
            case_expects(got.count == wanted.count, "%u pieces, not %u", got.count, wanted.count);
            same_words("pieces", got.piece, wanted.piece, (size_t)wanted.count * (sizeof(piece) / 4));
        }
        time_pieces(kernels, &job, m.count);
    }
}
Test(kernels_paths, path_pieces) { cases_run("kernels_paths", "path_pieces", 3000, pieces_case); }

/* ---- Lengths ---------------------------------------------------------------------------------------------------- */

/* In double precision: of bodies whose size lies clearly within the bound, or beyond it. */
static void check_lengths(const movers *m, float bound, const hail_path_lengths *of) {
    double size = 0.0, longest = 0.0;
    for (uint32_t i = 0; i < m->count; i++) {
        const double dx = m->path.dx ? m->path.dx[i] : 0.0, dy = m->path.dy ? m->path.dy[i] : 0.0;
        const double all = fabs((double)m->x[i]) + fabs((double)m->y[i]) + fabs(dx) + fabs(dy);
        if (fabs(all - (double)bound) < 1e-5 * (double)bound)
            return; /* rounding decides */
        if (!(all <= (double)bound))
            continue;
        size = fmax(size, all);
        longest = fmax(longest, sqrt(dx * dx + dy * dy));
    }
    case_expects(fabs((double)of->size - size) <= 1e-6 * size, "size %g, not %g", (double)of->size, size);
    case_expects(fabs((double)of->longest - longest) <= 1e-6 * longest + 1e-18, "longest %g, not %g",
                 (double)of->longest, longest);
}

static void lengths_case(void) {
    pick_scene(true);
    const movers m = pick_movers("bodies", MOST_BODIES);
    const float bound = pick_one_in(2) ? 4.0e9f : 4.0f * the.bound;
    case_says("%u bodies about %g, up to %g far, bound %g", m.count, (double)the.origin, (double)the.speed,
              (double)bound);
    const hail_kernels *kernels;
    hail_path_lengths first = {0.0f, 0.0f};
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "measure_paths");
        const hail_path_lengths lengths = kernels->measure_paths(&m.path, bound, m.count);
        case_times(kernels, "measure_paths", m.count, kernels->measure_paths(&m.path, bound, m.count));
        guards_check();
        if (v == 0)
            check_lengths(&m, bound, &lengths);
        first = v == 0 ? lengths : first;
        same_words("lengths", &lengths, &first, sizeof lengths / 4);
    }
}
Test(kernels_paths, measure_paths) { cases_run("kernels_paths", "measure_paths", 3000, lengths_case); }

/* ---- Path filter ------------------------------------------------------------------------------------------------- */

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
    const double r = way_of(&job->stream, body).r, other = way_of(&job->target, target).r,
                 small_limit = job->small_limit;
    switch (job->size_filter) {
    case HAIL_SIZE_SMALL:
        return r <= fmax(small_limit, other);
    case HAIL_SIZE_SMALLER:
        return r <= small_limit || r < other;
    default:
        return r < other || (r == other && body < target);
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
static void check_gate(const hail_path_filter_job *job, const uint32_t *first, const uint32_t *second, uint32_t kept,
                       uint32_t bodies, uint32_t targets) {
    static uint32_t times[MOST_BODIES][MOST_BODIES];
    static bool listed[MOST_BODIES];
    memset(times, 0, sizeof times);
    memset(listed, 0, sizeof listed);
    for (uint32_t i = 0; i < wanted.count; i++)
        listed[wanted.piece[i].body] = true;
    for (uint32_t i = 0; i < kept; i++) {
        case_expects(first[i] < bodies && second[i] < targets, "kept %u and %u", first[i], second[i]);
        times[first[i]][second[i]]++;
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
static uint32_t run_gate(const hail_kernels *kernels, const hail_path_filter_job *job, uint32_t small_limit,
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

static void gate_case(void) {
    static uint32_t first[MOST_FOUND], second[MOST_FOUND], ref_first[MOST_FOUND], ref_second[MOST_FOUND];
    pick_scene(false);
    const movers s = pick_movers("bodies", MOST_BODIES), t = pick_movers("targets", MOST_BODIES);
    arrange_targets(&s, &t);
    const hail_pieces_job pieces = pick_job(&s, false);
    hail_path_filter_job job = {.stream = s.path,
                                .target = t.path,
                                .size_filter = (hail_size_filter)pick(3),
                                .small_limit = pick_radius(),
                                .slack = pick_one_in(2) ? 1.0f : 1.0005f,
                                .inflate_abs = pick_one_in(2) ? 0x1p-19f : 0x1p-18f};
    case_says("%u bodies and %u targets about %g, up to %g far, meeting %d, cut %g", s.count, t.count,
              (double)the.origin, (double)the.speed, (int)job.size_filter, (double)job.small_limit);
    list_pieces(hail_kernels_at(0), &pieces, s.count, 8192, &wanted);
    job.pieces = held_copy(&wanted);
    pick_found(wanted.count, t.count);
    uint32_t ref_kept = 0;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        for (int again = 0; again < 2; again++) {
            case_calls(kernels, "filter_paths");
            const uint32_t kept = run_gate(kernels, &job, again ? pick(found.count + 1) : 0, first, second);
            if (v == 0 && again == 0) {
                ref_kept = kept;
                memcpy(ref_first, first, kept * sizeof *first);
                memcpy(ref_second, second, kept * sizeof *second);
                check_gate(&job, first, second, kept, s.count, t.count);
            }
            case_expects(kept == ref_kept, "%u kept, not %u", kept, ref_kept);
            same_words("first", first, ref_first, kept);
            same_words("second", second, ref_second, kept);
        }
        case_times(kernels, "filter_paths", found.count, filter_copy(kernels, &job));
    }
}
Test(kernels_paths, filter_paths) { cases_run("kernels_paths", "filter_paths", 4000, gate_case); }
