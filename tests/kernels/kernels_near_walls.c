/* tests/kernels/kernels_near_walls.c - cull_walls and near_walls over random walls. cull_walls: every variant equals
 * the reference to the last bit for any range, and lists every body that comes near a wall. near_walls: every variant
 * lists what is near in double precision, and nothing that is far, with outputs of any size. Last: a wall's template
 * row is the one that a capsule gets. */
#include <criterion/criterion.h>

#include <hail/convex.h>

#include <math.h>
#include <string.h>

#include "kernel_walls.h"
#include "shapes/row.h"

static random_walls walls;

static struct {
    hail_disc disc;
    uint32_t wall; /* the wall that is tested */
} asked;

static void explain(void) {
    const hail_disc *d = &asked.disc;
    random_walls_explain(&walls);
    case_adds("; disc %a %a by %a %a, radius %a, kinds %x", (double)d->x, (double)d->y, (double)d->dx, (double)d->dy,
              (double)d->radius, d->stops);
    if (asked.wall < walls.count) {
        const random_wall *w = &walls.wall[asked.wall];
        case_adds("; wall %u: %a %a to %a %a", asked.wall, (double)w->ax, (double)w->ay, (double)w->bx, (double)w->by);
    }
}

/* ---- Truth ----------------------------------------------------------------------------------------------------- */

static bool parted(const random_wall *a, const random_wall *b) {
    const double ex = (double)a->bx - (double)a->ax, ey = (double)a->by - (double)a->ay;
    const double one = ((double)b->ax - (double)a->ax) * ey - ((double)b->ay - (double)a->ay) * ex,
                 other = ((double)b->bx - (double)a->ax) * ey - ((double)b->by - (double)a->ay) * ex;
    return one * other > 0.0;
}

static double to_end(const random_wall *wall, float x, float y) {
    double at_x, at_y;
    return random_wall_distance(wall, (double)x, (double)y, &at_x, &at_y);
}

static bool is_point(const random_wall *w) { return w->ax == w->bx && w->ay == w->by; }

/* The distance of a path from a wall. */
static double away(const random_wall *path, const random_wall *wall) {
    if (is_point(path))
        return sqrt(to_end(wall, path->ax, path->ay));
    if (!parted(path, wall) && !parted(wall, path)) {
        const double x = ((double)path->bx - (double)path->ax) * ((double)wall->by - (double)wall->ay),
                     y = ((double)path->by - (double)path->ay) * ((double)wall->bx - (double)wall->ax);
        if (x != y)
            return 0.0;
    }
    const double one = fmin(to_end(wall, path->ax, path->ay), to_end(wall, path->bx, path->by)),
                 other = fmin(to_end(path, wall->ax, wall->ay), to_end(path, wall->bx, wall->by));
    return sqrt(fmin(one, other));
}

static double sizes_of(float x, float y, float dx, float dy, float radius) {
    const random_walls *w = &walls;
    return fabs((double)x) + fabs((double)y) + fabs((double)dx) + fabs((double)dy) + (double)radius +
           fabs((double)w->view.map.min_x) + fabs((double)w->view.map.min_y) + fabs((double)w->view.max_x) +
           fabs((double)w->view.max_y);
}

/* ---- Ways ------------------------------------------------------------------------------------------------------ */

static float bounded(float a) { return fminf(fmaxf(a, -1.0e9f), 1.0e9f); }

static void pick_way(float *x, float *y, float *dx, float *dy) {
    const float cell = walls.view.cell;
    float to_x, to_y;
    random_walls_point(&walls, x, y);
    random_walls_point(&walls, &to_x, &to_y);
    *dx = bounded(to_x - *x), *dy = bounded(to_y - *y);
    switch (pick(6)) {
    case 0:
        *dx = *dy = 0.0f;
        break;
    case 1:
    case 2: /* a bullet's */
        *dx = pick_between(-cell, cell) * 0.2f, *dy = pick_between(-cell, cell) * 0.2f;
        break;
    case 3: /* along an axis, or nearly */
        *(pick_one_in(2) ? dx : dy) *= pick_one_in(2) ? 0.0f : 1.0e-6f;
        break;
    case 4:
        if (pick_one_in(4))
            *dx = bounded(*dx * 1000.0f), *dy = bounded(*dy * 1000.0f);
        break;
    default:
        break;
    }
}

static float pick_radius(float x, float y) {
    const random_wall *wall = &walls.wall[pick(walls.count)];
    switch (pick(6)) {
    case 0:
        return 0.0f;
    case 1: /* up to a wall */
        return nudged((float)sqrt(to_end(wall, x, y)));
    case 2:
        return pick_between(0.0f, 4.0f) * walls.view.cell;
    case 3:
        return pick_one_in(8) ? 1.0e9f : 0.5f;
    default:
        return pick_between(0.0f, 0.2f) * walls.view.cell;
    }
}

/* ---- Walls ----------------------------------------------------------------------------------------------------- */

static uint32_t bits_of(const random_wall *w) {
    const bool outer = w->right == UINT32_MAX || w->left == UINT32_MAX;
    return outer ? UINT32_MAX : random_wall_stops(w) ? UINT32_C(1) << w->kind : 0;
}

/* Marks the walls in all lists of one variant, one after the other. */
static void list_all(const hail_kernels *kernels, bool listed[MOST_WALLS]) {
    hail_cursor cursor = {0};
    uint32_t all = 0;
    memset(listed, 0, MOST_WALLS * sizeof *listed);
    case_calls(kernels, "near_walls");
    while (cursor.body < walls.view.rows) {
        const uint32_t room = HAIL_BLOCK + (pick_one_in(2) ? pick(20) : pick(3000));
        uint32_t *list = hold("walls", room + HAIL_SLACK);
        const uint32_t n = kernels->near_walls(&walls.view, &asked.disc, &cursor, list, room);
        guards_check();
        case_expects(n <= room, "%u walls listed where there is room for %u", n, room);
        case_expects(n + HAIL_BLOCK >= room || cursor.body == walls.view.rows, "%u of %u, and not done", n, room);
        for (uint32_t i = 0; i < n; i++) {
            case_expects(list[i] < walls.count, "wall %u of %u", list[i], walls.count);
            listed[list[i]] = true;
        }
        all += n;
        case_expects(all <= walls.view.entries, "%u entries listed, of %u", all, walls.view.entries);
    }
}

static uint32_t list_again(const hail_kernels *kernels) {
    static uint32_t list[HAIL_BLOCK + 3000 + HAIL_SLACK];
    hail_cursor cursor = {0};
    uint32_t count = 0;
    while (cursor.body < walls.view.rows)
        count += kernels->near_walls(&walls.view, &asked.disc, &cursor, list, HAIL_BLOCK + 3000);
    return count;
}

static void near_case(void) {
    static bool listed[MOST_WALLS];
    hail_disc *d = &asked.disc;
    random_walls_make(&walls);
    case_explains(explain);
    for (uint32_t n = 0; n < 12; n++) {
        pick_way(&d->x, &d->y, &d->dx, &d->dy);
        d->radius = pick_radius(d->x, d->y);
        d->stops = pick_one_in(2) ? UINT32_MAX : pick_one_in(2) ? 1 : (uint32_t)pick_bits();
        const random_wall path = {.ax = d->x, .ay = d->y, .bx = d->x + d->dx, .by = d->y + d->dy};
        const double room = sizes_of(d->x, d->y, d->dx, d->dy, d->radius) * 0x1p-18, radius = (double)d->radius;
        const hail_kernels *kernels;
        for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
            list_all(kernels, listed);
            case_times(kernels, "near_walls", 1, list_again(kernels));
            for (asked.wall = 0; asked.wall < walls.count; asked.wall++) {
                const random_wall *wall = &walls.wall[asked.wall];
                const double far = away(&path, wall);
                const bool asks = (bits_of(wall) & d->stops) != 0;
                case_expects(listed[asked.wall] || !asks || far > radius, "not listed: %g px away", far);
                case_expects(!listed[asked.wall] || asks, "listed, but does not stop it");
                case_expects(!listed[asked.wall] || far <= 1.42 * radius + room, "listed: %g px away", far);
            }
        }
    }
}
Test(kernels_near_walls, near) { cases_run("kernels_near_walls", "near", 2000, near_case); }

/* ---- Bodies ---------------------------------------------------------------------------------------------------- */

/* Whether a body's path comes near a wall that stops. */
static bool is_near(const hail_cull_walls_job *job, uint32_t i) {
    const float dx = job->dx ? job->dx[i] : 0.0f, dy = job->dy ? job->dy[i] : 0.0f;
    const float radius = job->radius ? job->radius[i] : job->uniform_radius;
    const random_wall path = {.ax = job->x[i] - dx, .ay = job->y[i] - dy, .bx = job->x[i], .by = job->y[i]};
    const double room = sizes_of(job->x[i], job->y[i], dx, dy, radius) * 0x1p-20;
    if (!(fabsf(job->x[i]) <= job->bound && fabsf(job->y[i]) <= job->bound && fabsf(dx) <= job->bound &&
          fabsf(dy) <= job->bound))
        return false;
    for (asked.wall = 0; asked.wall < walls.count; asked.wall++)
        if (bits_of(&walls.wall[asked.wall]) != 0 && away(&path, &walls.wall[asked.wall]) + room < (double)radius)
            return true;
    return false;
}

static void cull_walls_case(void) {
    random_walls_make(&walls);
    case_explains(explain);
    const uint32_t count = pick_one_in(60) ? 1000 + pick(1200) : pick_length();
    float *x = hold("x", count), *y = hold("y", count), *radius = hold("radius", count);
    float *dx = hold("dx", count), *dy = hold("dy", count);
    for (uint32_t i = 0; i < count; i++) {
        pick_way(&x[i], &y[i], &dx[i], &dy[i]);
        radius[i] = pick_radius(x[i], y[i]);
        if (pick_rarely(50))
            *(pick_one_in(2) ? &x[i] : &dy[i]) = pick_finite();
    }
    hail_cull_walls_job job = {
        .x = x, .y = y, .dx = dx, .dy = dy, .radius = radius, .uniform_radius = pick_between(0, 9)};
    job.inflate_rel = pick_between(1.0f, 1.1f), job.extra = pick_one_in(2) ? 0.0f : pick_between(0.0f, 1.0f);
    job.inflate_abs = pick_one_in(2) ? 0.0f : 1.0e-5f, job.bound = 1.0e9f;
    if (pick_one_in(3))
        job.dx = job.dy = NULL;
    if (pick_one_in(3))
        job.radius = NULL;
    uint32_t begin, end, wanted = 0;
    pick_range(count, &begin, &end);
    const uint32_t *want = NULL;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        uint32_t *list = hold("list", end - begin + HAIL_SLACK);
        case_calls(kernels, "cull_walls");
        const uint32_t listed = kernels->cull_walls(&walls.view, &job, begin, end, list);
        case_times(kernels, "cull_walls", end - begin, kernels->cull_walls(&walls.view, &job, begin, end, list));
        guards_check();
        if (v == 0)
            want = list, wanted = listed;
        case_expects(listed == wanted, "%u are listed, not %u", listed, wanted);
        same_words("list", list, want, listed);
    }
    for (uint32_t i = begin, k = 0; i < end; i++) {
        const bool listed = k < wanted && want[k] == i;
        k += listed;
        case_expects(listed || !is_near(&job, i), "body %u is not listed: %a %a", i, (double)x[i], (double)y[i]);
    }
}
Test(kernels_near_walls, cull_walls) { cases_run("kernels_near_walls", "cull_walls", 2000, cull_walls_case); }

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

static float pick_part(void) {
    static const float some[] = {0.0f, -0.0f, 1.0e-18f, 9.9e-19f, -1.0e-30f, 1.0e-42f, 5.0e5f, -7.0e5f};
    return pick_one_in(3) ? some[pick(8)] : pick_one_in(2) ? pick_between(-500.0f, 500.0f) : (float)pick(200) - 100.0f;
}

static void row_case(void) {
    hail_convex want;
    float *row = hold("row", HAIL_TEMPLATE_WORDS);
    const float x = pick_part(), y = pick_part();
    case_says("to %a %a", (double)x, (double)y);
    case_expects(hail_convex_capsule(0.0f, 0.0f, x, y, 0.0f, &want) == HAIL_OK, "refused");
    hail_segment_row(x, y, row);
    guards_check();
    same_words("row", row, want.words, HAIL_TEMPLATE_WORDS);
}
Test(kernels_near_walls, rows) { cases_run("kernels_near_walls", "rows", 3000, row_case); }
