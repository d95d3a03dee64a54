/* tests/kernels/kernels_sectors.c - the kernels locate and nearest_wall on random maps of walls: every variant gives
 * the reference's bits, for any range, and writes nothing else; and the reference agrees with double precision. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "kernel_walls.h"

enum { MOST_POINTS = 500 };

static random_walls walls;

static struct {
    const float *x, *y;
    uint32_t count, point; /* the one that is checked */
} asked;

static void explain_point(void) {
    random_walls_explain(&walls);
    if (asked.point < asked.count)
        case_adds("; point %u of %u: %a %a", asked.point, asked.count, (double)asked.x[asked.point],
                  (double)asked.y[asked.point]);
}

static void pick_points(void) {
    random_walls_make(&walls);
    asked.count = pick_one_in(60) ? 1000 + pick(1200) : pick_length();
    asked.point = UINT32_MAX;
    float *x = hold("x", asked.count), *y = hold("y", asked.count);
    for (uint32_t i = 0; i < asked.count; i++)
        random_walls_point(&walls, &x[i], &y[i]);
    asked.x = x;
    asked.y = y;
    case_explains(explain_point);
}

/* As the kernels read coordinates. */
static double not_tiny(float a) { return fabsf(a) < walls.view.tiny ? 0.0 : (double)a; }

/* ---- Locate ---------------------------------------------------------------------------------------------------- */

/* A sure answer is right. A point without one is near a wall, or the first two walls to its right are near each
 * other. */
static void check_sector(uint32_t i, uint32_t sector, bool unsure) {
    const hail_walls_view *v = &walls.view;
    const double x = not_tiny(asked.x[i]), y = not_tiny(asked.y[i]), hardly = (double)v->tolerance * 0x1p-20;
    bool sure;
    asked.point = i;
    if (unsure || !walls.sound)
        return;
    const uint32_t want = random_walls_sector(&walls, x, y, hardly, &sure);
    case_expects(!sure || sector == want, "sector %u, not %u", sector, want);
}

/* Runs in up to three parts and joins their lists of unsure points. */
static uint32_t locate_in_parts(const hail_kernels *kernels, uint32_t begin, uint32_t end, uint32_t *sector,
                                uint32_t *unsure) {
    uint32_t told = 0;
    for (uint32_t part = 0; part < 3; part++) {
        const uint32_t to = part == 2 || pick_one_in(2) ? end : begin + pick(end - begin + 1);
        told += kernels->locate(&walls.view, asked.x, asked.y, begin, to, sector, unsure + told);
        guards_check();
        begin = to;
    }
    return told;
}

static void locate_case(void) {
    pick_points();
    uint32_t begin, end, wanted = 0;
    pick_range(asked.count, &begin, &end);
    const uint32_t *want = NULL, *fallbacks = NULL;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        uint32_t *sector = hold("sector", asked.count), *unsure = hold("unsure", asked.count + 16);
        case_calls(kernels, "locate");
        const uint32_t told = locate_in_parts(kernels, begin, end, sector, unsure);
        case_times(kernels, "locate", end - begin,
                   kernels->locate(&walls.view, asked.x, asked.y, begin, end, sector, unsure));
        untouched("sector", sector, 0, begin);
        untouched("sector", sector, end, asked.count);
        if (v == 0) {
            want = sector, fallbacks = unsure, wanted = told;
            for (uint32_t i = begin, k = 0; i < end; i++) {
                const bool fallback = k < told && unsure[k] == i;
                k += fallback;
                check_sector(i, sector[i], fallback);
            }
            continue;
        }
        case_expects(told == wanted, "%u are unsure, not %u", told, wanted);
        same_words("unsure", unsure, fallbacks, told);
        for (uint32_t i = begin, k = 0; i < end; i++) {
            asked.point = i;
            if (k < told && unsure[k] == i)
                k++;
            else
                same_words("sector", &sector[i], &want[i], 1);
        }
    }
}
Test(kernels_sectors, locate) { cases_run("kernels_sectors", "locate", 3000, locate_case); }

/* ---- Nearest wall ---------------------------------------------------------------------------------------------- */

static hail_near_job near_job;

static void explain_near(void) {
    explain_point();
    case_adds("; %s of kinds %x, at most %g px away", near_job.portals ? "all" : "those that stop", near_job.kinds,
              (double)near_job.reach);
}

static bool wanted_wall(const random_wall *wall) {
    return (near_job.portals || random_wall_stops(wall)) && (near_job.kinds >> wall->kind & 1u);
}

/* An ulp of the largest coordinate that goes in. */
static double last_entry(const random_wall *wall, float x, float y) {
    float most = fmaxf(fabsf(x), fabsf(y));
    most = fmaxf(most, fmaxf(fmaxf(fabsf(wall->ax), fabsf(wall->ay)), fmaxf(fabsf(wall->bx), fabsf(wall->by))));
    return (double)nextafterf(most, INFINITY) - (double)most;
}

/* By all walls, in double precision. */
static void check_nearest(uint32_t i, const float *row) {
    const double x = (double)asked.x[i], y = (double)asked.y[i];
    double least = INFINITY, at_x, at_y;
    uint32_t named;
    memcpy(&named, &row[3], sizeof named);
    asked.point = i;
    for (uint32_t k = 0; k < walls.count; k++)
        if (wanted_wall(&walls.wall[k]))
            least = fmin(least, sqrt(random_wall_distance(&walls.wall[k], x, y, &at_x, &at_y)));
    if (named == UINT32_MAX) {
        case_expects(row[0] == 0.0f && row[1] == 0.0f && row[2] == near_job.nowhere, "nothing is at %g %g, %g",
                     (double)row[0], (double)row[1], (double)row[2]);
        const double nearly = 1.0e-5 * (fabs(x) + fabs(y) + 1.0e4);
        case_expects(isinf(least) || least > (double)near_job.reach - nearly, "nothing is found, with a wall %g away",
                     least);
        return;
    }
    case_expects(named < walls.count && wanted_wall(&walls.wall[named]), "wall %u was not asked for", named);
    const random_wall *wall = &walls.wall[named];
    const double ulp = last_entry(wall, asked.x[i], asked.y[i]), got = sqrt((double)row[2]);
    const double its = sqrt(random_wall_distance(wall, x, y, &at_x, &at_y));
    case_expects(fabs(got - its) <= 8.0 * ulp, "%.9g away, not %.9g: %g ulps", got, its, fabs(got - its) / ulp);
    case_expects(got <= least + 8.0 * ulp, "wall %u is %.9g away, another one %.9g", named, got, least);
    case_expects(fmax(fabs((double)row[0] - at_x), fabs((double)row[1] - at_y)) <= 4.0 * ulp,
                 "at %.9g %.9g, not %.9g %.9g: %g and %g ulps", (double)row[0], (double)row[1], at_x, at_y,
                 fabs((double)row[0] - at_x) / ulp, fabs((double)row[1] - at_y) / ulp);
}

static void nearest_case(void) {
    pick_points();
    case_explains(explain_near);
    near_job = (hail_near_job){.x = asked.x,
                               .y = asked.y,
                               .portals = pick_one_in(2),
                               .kinds = pick_one_in(2) ? UINT32_MAX : 1u + 2u * (uint32_t)pick_bits(),
                               .reach = pick_one_in(2) ? INFINITY : pick_between(0.0f, 3.0f) * walls.size,
                               .nowhere = 3.0e38f};
    uint32_t begin, end;
    pick_range(asked.count, &begin, &end);
    const float *want = NULL;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        hail_near_job job = near_job;
        const uint32_t middle = begin + pick(end - begin + 1);
        job.rows = hold("rows", 4 * (size_t)asked.count);
        case_calls(kernels, "nearest_wall");
        kernels->nearest_wall(&walls.view, &job, begin, middle);
        untouched("rows", job.rows, 4 * (size_t)middle, 4 * (size_t)asked.count);
        kernels->nearest_wall(&walls.view, &job, middle, end);
        case_times(kernels, "nearest_wall", end - begin, kernels->nearest_wall(&walls.view, &job, begin, end));
        guards_check();
        untouched("rows", job.rows, 0, 4 * (size_t)begin);
        untouched("rows", job.rows, 4 * (size_t)end, 4 * (size_t)asked.count);
        want = want ? want : job.rows;
        for (uint32_t i = begin; i < end; i++) {
            asked.point = i;
            same_words("row", job.rows + 4 * (size_t)i, want + 4 * (size_t)i, 4);
            if (v == 0)
                check_nearest(i, want + 4 * (size_t)i);
        }
    }
}
Test(kernels_sectors, nearest_wall) { cases_run("kernels_sectors", "nearest_wall", 2000, nearest_case); }
