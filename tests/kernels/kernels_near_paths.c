/* tests/kernels/kernels_near_paths.c - list_near_paths: every variant lists the same pairs as the reference, in order,
 * with the pairs cut anywhere. In double precision, the reference leaves out no pair that comes near, and lists none
 * that stays far apart. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "kernel_inputs.h"

enum { MOST_BODIES = 40, MOST_PAIRS = 300 };

static struct {
    float origin, width, speed; /* px: where bodies are, and how far they go */
    bool wild;                  /* with numbers of any kind */
} the;

static float pick_number(float origin, float width) {
    return the.wild && pick_one_in(10) ? pick_any() : origin + pick_between(-width, width);
}

static hail_path_view pick_side(const char *name, uint32_t count) {
    const bool moves = !pick_one_in(4);
    float *x = hold(name, count), *y = hold(name, count), *radius = pick_one_in(3) ? NULL : hold(name, count);
    float *dx = moves ? hold(name, count) : NULL, *dy = moves ? hold(name, count) : NULL;
    for (uint32_t i = 0; i < count; i++) {
        x[i] = pick_number(the.origin, the.width), y[i] = pick_number(the.origin, the.width);
        if (radius)
            radius[i] = pick_between(0.0f, 20.0f);
        if (moves)
            dx[i] = pick_number(0.0f, the.speed), dy[i] = pick_one_in(3) ? 0.0f : pick_number(0.0f, the.speed);
    }
    return (hail_path_view){.x = x, .y = y, .dx = dx, .dy = dy, .radius = radius, .uniform_radius = 4.0f};
}

/* ---- In double precision ----------------------------------------------------------------------------------------- */

typedef struct way {
    double x, y, dx, dy, r; /* from where it ends, back */
} way;

static way way_of(const hail_path_view *path, uint32_t i) {
    return (way){(double)path->x[i], (double)path->y[i], path->dx ? (double)path->dx[i] : 0.0,
                 path->dx ? (double)path->dy[i] : 0.0, (double)(path->radius ? path->radius[i] : path->uniform_radius)};
}

static void check_pair(const hail_near_paths_job *job, uint32_t i, uint32_t k, bool listed) {
    const way a = way_of(&job->a, i), b = way_of(&job->b, k);
    const double x = a.x - b.x, y = a.y - b.y, mx = a.dx - b.dx, my = a.dy - b.dy, mm = mx * mx + my * my;
    const double back = mm > 0.0 ? fmin(fmax((x * mx + y * my) / mm, 0.0), 1.0) : 0.0;
    const double apart = hypot(x - mx * back, y - my * back);
    const double size =
        fabs(a.x) + fabs(a.y) + fabs(a.dx) + fabs(a.dy) + fabs(b.x) + fabs(b.y) + fabs(b.dx) + fabs(b.dy);
    if (!isfinite(size) || size > 1e15) {
        case_expects(listed || isfinite(size), "%u and %u, not finite, are left out", i, k);
        return;
    }
    case_expects(listed || apart > a.r + b.r, "%u and %u, %g apart of %g, are left out", i, k, apart, a.r + b.r);
    const double beyond = (a.r + b.r + fabs(mx) + fabs(my)) * 1.01 + size * 1e-4;
    case_expects(!listed || apart <= beyond, "%u and %u, %g apart of %g, are listed", i, k, apart, a.r + b.r);
}

/* ---- Pairs ------------------------------------------------------------------------------------------------------- */

typedef struct near_list {
    uint32_t a[MOST_PAIRS], b[MOST_PAIRS], row[MOST_PAIRS], count;
} near_list;

static void list_part(const hail_kernels *kernels, const hail_near_paths_job *job, const near_list *all, uint32_t from,
                      uint32_t count, near_list *to) {
    const size_t room = (size_t)count + HAIL_SLACK;
    const hail_pair_rows near = {hold("near a", room), hold("near b", room), hold("near rows", room)};
    const uint32_t n = kernels->list_near_paths(job, all->a + from, all->b + from, all->row + from, count, &near);
    guards_check();
    case_expects(n <= count, "%u listed of %u", n, count);
    memcpy(to->a + to->count, near.a, n * sizeof *near.a);
    memcpy(to->b + to->count, near.b, n * sizeof *near.b);
    memcpy(to->row + to->count, near.row, n * sizeof *near.row);
    to->count += n;
}

static void near_case(void) {
    static const float origins[] = {0.0f, 500.0f, -1.0e5f}, speeds[] = {0.0f, 4.0f, 300.0f};
    static near_list all, wanted, got;
    const uint32_t bodies_a = 1 + pick(MOST_BODIES), bodies_b = 1 + pick(MOST_BODIES);
    the.origin = origins[pick(3)], the.width = pick_between(10.0f, 200.0f), the.speed = speeds[pick(3)];
    the.wild = pick_one_in(3);
    const hail_near_paths_job job = {pick_side("a", bodies_a), pick_side("b", bodies_b), 1.0006f, 0x1p-17f};
    all.count = pick(MOST_PAIRS + 1);
    for (uint32_t i = 0; i < all.count; i++)
        all.a[i] = pick(bodies_a), all.b[i] = pick(bodies_b), all.row[i] = i;
    case_says("%u pairs of %u and %u bodies about %g, up to %g far, %s", all.count, bodies_a, bodies_b,
              (double)the.origin, (double)the.speed, the.wild ? "wild" : "tame");
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        near_list *list = v == 0 ? &wanted : &got;
        const uint32_t cut = pick(all.count + 1);
        case_calls(kernels, "list_near_paths");
        list->count = 0;
        list_part(kernels, &job, &all, 0, cut, list);
        list_part(kernels, &job, &all, cut, all.count - cut, list);
        hail_pair_rows timed = {hold("timed a", all.count + HAIL_SLACK), hold("timed b", all.count + HAIL_SLACK),
                                hold("timed rows", all.count + HAIL_SLACK)};
        case_times(kernels, "list_near_paths", all.count,
                   kernels->list_near_paths(&job, all.a, all.b, all.row, all.count, &timed));
        case_expects(list->count == wanted.count, "%u listed, not %u", list->count, wanted.count);
        same_words("a", list->a, wanted.a, wanted.count);
        same_words("b", list->b, wanted.b, wanted.count);
        same_words("rows", list->row, wanted.row, wanted.count);
    }
    for (uint32_t i = 0, k = 0; i < all.count; i++) {
        const bool listed = k < wanted.count && wanted.row[k] == i;
        check_pair(&job, all.a[i], all.b[i], listed);
        k += listed;
    }
}
Test(kernels_near_paths, list_near_paths) { cases_run("kernels_near_paths", "list_near_paths", 3000, near_case); }
