/* tests/kernels/kernels_paths.c - measure_paths, path_circles and path_pieces: every variant equals the reference to
 * the last bit, with outputs of any size, in one call or in parts. In double precision, the reference's lengths are
 * those of the paths, and its circles and pieces hold the bodies at every moment. */
#include <criterion/criterion.h>

#include <float.h>
#include <math.h>

#include "kernel_paths.h"

static piece_list wanted, got;

/* ---- Pieces ---------------------------------------------------------------------------------------------------- */

static bool within_bound(const hail_path_view *path, uint32_t i) {
    const float dx = path->dx ? path->dx[i] : 0.0f, dy = path->dy ? path->dy[i] : 0.0f;
    return fabsf(path->x[i]) <= the_paths.bound && fabsf(path->y[i]) <= the_paths.bound &&
           fabsf(dx) <= the_paths.bound && fabsf(dy) <= the_paths.bound;
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
        const double most = (r + 0.5 * job->longest) * 1.001 + 2.0e-6 * (size + 2.0 * the_paths.speed) + 1.0e-30;
        case_expects(count == 65536 || the_paths.wild || first[i].radius <= most,
                     "piece %u of body %u has a radius of %g", i, first->body, (double)first[i].radius);
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
    const piece *next = wanted.piece, *const end = wanted.count ? next + wanted.count : next;
    for (uint32_t b = 0; b < bodies; b++) {
        const piece *const first = next;
        while (next < end && next->body == b)
            next++;
        const uint32_t count = (uint32_t)(next - first);
        if (!within_bound(&job->path, b) || way_of(&job->path, b).r > (double)job->largest) {
            case_expects(count == 0, "body %u is beyond the bound, or too large, and has pieces", b);
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
        count += kernels->path_pieces(job, the_paths.bound, &cursor, end, out, 1000);
    return count;
}

static void time_pieces(const hail_kernels *kernels, const hail_pieces_job *job, uint32_t end) {
    const hail_pieces out = hold_pieces(1000 + HAIL_SLACK);
    case_times(kernels, "path_pieces", end, cut_to_the_end(kernels, job, end, &out));
}

static void pieces_case(void) {
    pick_path_scene(true);
    const bool many = pick_rarely(400);
    const movers m = pick_movers("bodies", many ? 2 : MOST_BODIES);
    const hail_pieces_job job = pick_pieces_job(&m, many);
    case_says("%u bodies about %g, up to %g far, %s, limits %g %g to %g %g, longest %g, bound %g", m.count,
              (double)the_paths.origin, (double)the_paths.speed, the_paths.wild ? "wild" : "tame", (double)job.min_x,
              (double)job.min_y, (double)job.max_x, (double)job.max_y, (double)job.longest, (double)the_paths.bound);
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

/* ---- Circles ----------------------------------------------------------------------------------------------------- */

/* In double precision: a circle holds the body at every moment, and is not much larger than it must be. */
static void check_circle(const hail_circles_job *job, uint32_t body, float x, float y, float radius) {
    const way w = way_of(&job->path, body);
    if (!within_bound(&job->path, body)) {
        case_expects(x == 0.0f && y == 0.0f && isnan(radius), "body %u is beyond the bound and has a circle", body);
        return;
    }
    for (int t = 0; t < 3; t++) {
        const double off = hypot(w.x + 0.5 * t * w.dx - (double)x, w.y + 0.5 * t * w.dy - (double)y) + w.r;
        case_expects(off <= (double)radius + 1.0e-30, "at %g body %u reaches %.9g from the middle of a circle of %.9g",
                     0.5 * t, body, off, (double)radius);
    }
    const double size = fabs(w.x + w.dx) + fabs(w.y + w.dy) + fabs(w.dx) + fabs(w.dy);
    const double most = (w.r + 0.5 * hypot(w.dx, w.dy)) * 1.002 + 2.0e-6 * size + 1.0e-18;
    case_expects((double)radius <= most, "body %u has a circle of %g, more than %g", body, (double)radius, most);
}

static void check_figures(const hail_circle_figures *f, uint32_t count, float limit, const float *x, const float *y,
                          const float *radius) {
    hail_circle_figures want = {0.0f, FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX, 0};
    for (uint32_t i = 0; i < count; i++) {
        if (isnan(radius[i]))
            continue;
        want.largest = fmaxf(want.largest, radius[i]);
        want.min_x = fminf(want.min_x, x[i] - radius[i]);
        want.min_y = fminf(want.min_y, y[i] - radius[i]);
        want.max_x = fmaxf(want.max_x, x[i] + radius[i]);
        want.max_y = fmaxf(want.max_y, y[i] + radius[i]);
        want.over += radius[i] > limit;
    }
    case_expects(f->largest == want.largest && f->over == want.over, "the largest is %g, %u are over; not %g, %u",
                 (double)f->largest, f->over, (double)want.largest, want.over);
    case_expects(f->min_x == want.min_x && f->min_y == want.min_y && f->max_x == want.max_x && f->max_y == want.max_y,
                 "the box is %g %g to %g %g", (double)f->min_x, (double)f->min_y, (double)f->max_x, (double)f->max_y);
}

static void circles_case(void) {
    pick_path_scene(true);
    const movers m = pick_movers("bodies", MOST_BODIES);
    const hail_circles_job job = {m.path, pick_one_in(2) ? 1.0005f : 1.0008f, 0x1p-20f, the_paths.bound};
    const float limit = pick_one_in(2) ? pick_path_radius() : the_paths.speed;
    const uint32_t begin = pick(m.count + 1), end = begin + pick(m.count - begin + 1), n = end - begin;
    float *x = hold("x", n), *y = hold("y", n), *radius = hold("radius", n);
    static float first[3][MOST_BODIES];
    case_says("bodies %u to %u about %g, up to %g far, limit %g, bound %g", begin, end, (double)the_paths.origin,
              (double)the_paths.speed, (double)limit, (double)the_paths.bound);
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "path_circles");
        const hail_circle_figures f = kernels->path_circles(&job, begin, end, limit, x, y, radius);
        const hail_circle_figures same = kernels->path_circles(&job, begin, end, limit, NULL, NULL, NULL);
        case_times(kernels, "path_circles", n, kernels->path_circles(&job, begin, end, limit, x, y, radius).over);
        guards_check();
        check_figures(&f, n, limit, x, y, radius);
        check_figures(&same, n, limit, x, y, radius);
        for (uint32_t i = 0; v == 0 && i < n; i++) {
            check_circle(&job, begin + i, x[i], y[i], radius[i]);
            first[0][i] = x[i], first[1][i] = y[i], first[2][i] = radius[i];
        }
        same_words("x", x, first[0], n);
        same_words("y", y, first[1], n);
        same_words("radius", radius, first[2], n);
    }
}
Test(kernels_paths, path_circles) { cases_run("kernels_paths", "path_circles", 3000, circles_case); }

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
    pick_path_scene(true);
    const movers m = pick_movers("bodies", MOST_BODIES);
    const float bound = pick_one_in(2) ? 4.0e9f : 4.0f * the_paths.bound;
    case_says("%u bodies about %g, up to %g far, bound %g", m.count, (double)the_paths.origin, (double)the_paths.speed,
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
