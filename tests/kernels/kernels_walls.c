/* tests/kernels/kernels_walls.c - wall_hit: every variant equals the reference to the last bit, whichever cells list a
 * wall and however often. The reference agrees with the distances between paths and walls in double precision. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "kernel_walls.h"

static random_walls scene;
static hail_disc disc;

static void explain(void) {
    random_walls_explain(&scene);
    case_adds("; a disc of %a at %a %a goes by %a %a, stops %x", (double)disc.radius, (double)disc.x, (double)disc.y,
              (double)disc.dx, (double)disc.dy, disc.stops);
}

/* ---- Discs ------------------------------------------------------------------------------------------------------- */

static float pick_length_of_way(void) {
    static const float of_size[] = {0.0f, 1.0e-4f, 0.1f, 1.0f, 20.0f};
    return scene.size * of_size[pick(5)] * pick_between(-1.0f, 1.0f);
}

/* Straight out from a wall, about the disc's radius away. */
static void put_beside(const random_wall *wall) {
    const float ex = wall->bx - wall->ax, ey = wall->by - wall->ay, part = pick_between(-0.2f, 1.2f);
    const float length = sqrtf(ex * ex + ey * ey), spare = (fabsf(ex) + fabsf(ey)) * 0x1p-21f;
    const float off = (disc.radius + spare * pick_between(0.0f, 2.0f)) / length * (pick_one_in(2) ? 1.0f : -1.0f);
    disc.x = nudged(wall->ax + ex * part - ey * off);
    disc.y = nudged(wall->ay + ey * part + ex * off);
    if (pick_one_in(3)) { /* along it */
        const float along = pick_between(-1.0f, 1.0f);
        disc.dx = ex * along;
        disc.dy = ey * along;
    }
}

static void pick_disc(void) {
    static const float of_size[] = {0.0f, 1.0e-3f, 0.05f, 0.3f, 2.0f};
    const random_wall *wall = &scene.wall[pick(scene.count)];
    disc.radius = pick_one_in(5) ? 0.0f : scene.size * of_size[pick(5)] * pick_between(0.0f, 1.0f);
    disc.dx = pick_length_of_way();
    disc.dy = pick_one_in(4) ? 0.0f : pick_length_of_way();
    disc.stops = pick_one_in(2) ? UINT32_MAX : pick_one_in(2) ? 1 : (uint32_t)pick_bits();
    random_walls_point(&scene, &disc.x, &disc.y);
    if (pick_one_in(3))
        put_beside(wall);
    if (pick_one_in(6)) { /* to where a wall ends */
        disc.dx = wall->bx - disc.x;
        disc.dy = wall->by - disc.y;
    }
    if (pick_one_in(50)) {
        disc.dx = pick_between(-1.0e9f, 1.0e9f);
        disc.dy = pick_between(-1.0e9f, 1.0e9f);
    }
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

/* All walls, each once or more, in one cell as large as the grid. */
static hail_walls_view in_one_cell(void) {
    static uint32_t order[2 * MOST_WALLS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene.count; i++)
        for (uint32_t again = 1 + pick_one_in(3); again > 0; again--)
            order[count++] = i;
    shuffle(order, count);
    const uint32_t blocks = (count + HAIL_BLOCK - 1) / HAIL_BLOCK;
    uint32_t *words = hold("the one cell's walls", (size_t)(blocks + 1) * HAIL_BLOCK * HAIL_WALL_WORDS);
    memset(words, 0, (size_t)(blocks + 1) * HAIL_BLOCK * HAIL_WALL_WORDS * sizeof *words);
    for (uint32_t i = 0; i < count; i++) {
        const random_wall *wall = &scene.wall[order[i]];
        const float ex = wall->bx - wall->ax, ey = wall->by - wall->ay;
        const float numbers[] = {wall->ax, wall->ay, ex, ey, 1.0f / (ex * ex + ey * ey)}, end[] = {wall->bx, wall->by};
        const uint32_t bit = UINT32_C(1) << wall->kind;
        const bool outer = wall->right == UINT32_MAX || wall->left == UINT32_MAX;
        const uint32_t bits[] = {outer ? UINT32_MAX : wall->solid ? bit : 0, bit, order[i]};
        uint32_t *to = words + (size_t)(i / HAIL_BLOCK) * HAIL_BLOCK * HAIL_WALL_WORDS + i % HAIL_BLOCK;
        for (int f = 0; f < 5; f++)
            memcpy(to + (HAIL_WALL_X + f) * HAIL_BLOCK, &numbers[f], sizeof *to);
        for (int f = 0; f < 3; f++)
            to[(HAIL_WALL_STOPS + f) * HAIL_BLOCK] = bits[f];
        for (int f = 0; f < 2; f++)
            memcpy(to + (HAIL_WALL_BX + f) * HAIL_BLOCK, &end[f], sizeof *to);
    }
    const hail_wall_cell cell = {0, count, count};
    hail_walls_view view = scene.view;
    view.cell = fmaxf(view.max_x - view.map.min_x, view.max_y - view.map.min_y);
    view.map = map_make(view.map.min_x, view.map.min_y, view.cell, 1, 1, 0);
    view.columns = view.rows = 1;
    view.wall_cells = hold_copy("the one cell", &cell, sizeof cell / sizeof(uint32_t));
    view.walls = (const float *)(const void *)words;
    view.entries = count;
    return view;
}

/* ---- Truth ------------------------------------------------------------------------------------------------------- */

static double distance_to(const random_wall *wall, double x, double y) {
    double near_x, near_y;
    return sqrt(random_wall_distance(wall, x, y, &near_x, &near_y));
}

static double turn(double ax, double ay, double bx, double by, double cx, double cy) {
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/* The smallest distance to a wall along the path to (x, y). */
static double distance_on_way(const random_wall *wall, double x, double y) {
    const double ax = (double)wall->ax, ay = (double)wall->ay, bx = (double)wall->bx, by = (double)wall->by;
    const double sx = (double)disc.x, sy = (double)disc.y;
    if ((turn(ax, ay, bx, by, sx, sy) > 0.0) != (turn(ax, ay, bx, by, x, y) > 0.0) &&
        (turn(sx, sy, x, y, ax, ay) > 0.0) != (turn(sx, sy, x, y, bx, by) > 0.0))
        return 0.0;
    double least = fmin(distance_to(wall, sx, sy), distance_to(wall, x, y));
    const double whole = (x - sx) * (x - sx) + (y - sy) * (y - sy), ends[2][2] = {{ax, ay}, {bx, by}};
    for (int i = 0; i < 2 && whole > 0.0; i++) {
        const double ex = ends[i][0], ey = ends[i][1], along = (ex - sx) * (x - sx) + (ey - sy) * (y - sy);
        if (along > 0.0 && along < whole)
            least = fmin(least, fabs(turn(sx, sy, x, y, ex, ey)) / sqrt(whole));
    }
    return least;
}

typedef struct limits {
    double reach, off; /* px: where a wall is touched, and what single precision may be off by */
} limits;

static limits limits_of(const random_wall *wall) {
    const double e = fabs((double)wall->bx - (double)wall->ax) + fabs((double)wall->by - (double)wall->ay);
    const double way = fabs((double)disc.dx) + fabs((double)disc.dy), radius = (double)disc.radius;
    return (limits){radius + e * 0x1p-21, (e + 2.0 * way + radius) * 0x1p-24 * 6.0};
}

static bool holds(const random_wall *wall) {
    const bool outer = wall->right == UINT32_MAX || wall->left == UINT32_MAX;
    return outer || (wall->solid && (disc.stops >> wall->kind & 1u));
}

/* Before the hit the disc touches no wall that it did not touch at the start. At the hit it touches the wall and moves
 * into it. */
static void check_hit(const hail_wall_hit *hit) {
    const double t = hit->wall == UINT32_MAX ? 1.0 : (double)hit->t;
    const double x = (double)disc.x + (double)disc.dx * t, y = (double)disc.y + (double)disc.dy * t;
    for (uint32_t i = 0; i < scene.count; i++) {
        if (disc.stops == 0 || !holds(&scene.wall[i]))
            continue;
        const limits l = limits_of(&scene.wall[i]);
        const double start = distance_to(&scene.wall[i], (double)disc.x, (double)disc.y);
        if (start < l.reach - l.off)
            continue;
        const double least = distance_on_way(&scene.wall[i], x, y);
        case_expects(least >= l.reach - 2.0 * l.off, "wall %u is %a near on the way to %a, not %a", i, least, t,
                     l.reach);
    }
    if (hit->wall == UINT32_MAX) {
        case_expects(hit->t == 2.0f, "nothing is hit at %g", (double)hit->t);
        return;
    }
    case_expects(hit->wall < scene.count && t >= 0.0 && t <= 1.0, "wall %u is hit at %g", hit->wall, t);
    const random_wall *wall = &scene.wall[hit->wall];
    const limits l = limits_of(wall);
    double near_x, near_y;
    const double apart = sqrt(random_wall_distance(wall, x, y, &near_x, &near_y));
    const double in = (double)disc.dx * (near_x - x) + (double)disc.dy * (near_y - y);
    case_expects(holds(wall), "wall %u stops nobody", hit->wall);
    case_expects(apart <= l.reach + l.off, "wall %u is hit %a off, not %a", hit->wall, apart, l.reach);
    if (apart > 1000.0 * l.off && distance_to(wall, (double)disc.x, (double)disc.y) >= l.reach - l.off)
        case_expects(in >= -l.off * apart, "wall %u is hit on the way out, %g", hit->wall, in);
}

static void wall_hit_case(void) {
    random_walls_make(&scene);
    pick_disc();
    case_explains(explain);
    const hail_walls_view views[2] = {scene.view, in_one_cell()};
    hail_wall_hit want;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++)
        for (int i = 0; i < 2; i++) {
            const hail_disc *given = hold_copy("the disc", &disc, sizeof disc / 4);
            hail_wall_hit *hit = hold("the hit", sizeof *hit / 4);
            case_calls(kernels, i ? "wall_hit in one cell" : "wall_hit");
            kernels->wall_hit(&views[i], given, hit);
            if (i == 0)
                case_times(kernels, "wall_hit", 1, kernels->wall_hit(&views[0], given, hit));
            guards_check();
            if (v == 0 && i == 0) {
                want = *hit;
                check_hit(&want);
            }
            same_words("the hit", hit, &want, sizeof want / 4);
        }
}
Test(kernels_walls, wall_hit) { cases_run("kernels_walls", "wall_hit", 20000, wall_hit_case); }
