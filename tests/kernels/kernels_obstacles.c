/* tests/kernels/kernels_obstacles.c - touch_circle_boxes, sweep_circle_boxes, expose_boxes and near_tiles: every
 * variant equals the reference to the last bit; circles and boxes answer as circle_polygon and circle_polygon_sweep do
 * for the same box; what is exposed is what looking at each open pixel says; near_tiles lists every shape that has a
 * cell near its way that is not empty. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include <hail/contact.h>
#include <hail/convex.h>

#include "kernel_maps.h"

enum { PAIRS = 300, SHAPES = 200, TEMPLATES = 3 };

/* ---- Circles and boxes ------------------------------------------------------------------------------------------- */

typedef struct pairs {
    float x[PAIRS], y[PAIRS], half_x[PAIRS], half_y[PAIRS], reach[PAIRS], radius[PAIRS], dx[PAIRS], dy[PAIRS];
    uint32_t count;
    hail_convex box[PAIRS];
} pairs;

/* Each answer is an array of its own, in front of a guard. */
enum { COLUMNS = 6 }; /* t, normal, point, depth */

typedef struct answers {
    float *column[COLUMNS];
    uint32_t *hits, count;
} answers;

static float pick_offset(float size) {
    const float wide = pick_between(-3.0f, 3.0f) * size;
    switch (pick(4)) {
    case 0:
        return roundf(wide);
    case 1:
        return 0.0f;
    case 2:
        return pick_one_in(2) ? size : -size;
    default:
        return wide;
    }
}

static void pick_pairs(pairs *p) {
    p->count = cases_timed() ? PAIRS - 7 : pick(PAIRS);
    for (uint32_t i = 0; i < p->count; i++) {
        p->half_x[i] = (float)(1 + pick(64)) * 0.5f;
        p->half_y[i] = pick_one_in(2) ? 0.5f : (float)(1 + pick(64)) * 0.5f;
        p->radius[i] = pick_one_in(8) ? 0.0f : pick_one_in(2) ? (float)pick(20) : pick_between(0.01f, 20.0f);
        p->x[i] = pick_offset(p->half_x[i] + p->radius[i]);
        p->y[i] = pick_offset(p->half_y[i] + p->radius[i]);
        p->dx[i] = pick_one_in(4) ? 0.0f : pick_one_in(3) ? p->x[i] : pick_between(-40.0f, 40.0f);
        p->dy[i] = pick_one_in(4) ? 0.0f : pick_one_in(3) ? p->y[i] : pick_between(-40.0f, 40.0f);
        hail_convex_box(p->half_x[i], p->half_y[i], 0.0f, &p->box[i]);
        p->box[i].words[HAIL_TEMPLATE_KEENNESS] = 0.0f; /* as of tiles' rectangles: never swept again */
        p->reach[i] = p->box[i].words[HAIL_TEMPLATE_RADIUS];
    }
}

static answers answer(const hail_kernels *kernels, const pairs *p, bool swept) {
    answers a;
    for (int k = 0; k < COLUMNS; k++)
        a.column[k] = hold("column", p->count);
    a.hits = hold("hits", p->count + HAIL_SLACK);
    const hail_circle_boxes job = {.x = hold_copy("x", p->x, p->count),
                                   .y = hold_copy("y", p->y, p->count),
                                   .half_x = hold_copy("half_x", p->half_x, p->count),
                                   .half_y = hold_copy("half_y", p->half_y, p->count),
                                   .reach = hold_copy("reach", p->reach, p->count),
                                   .radius = hold_copy("radius", p->radius, p->count),
                                   .dx = hold_copy("dx", p->dx, p->count),
                                   .dy = hold_copy("dy", p->dy, p->count),
                                   .t = a.column[0],
                                   .normal_x = a.column[1],
                                   .normal_y = a.column[2],
                                   .at_x = a.column[3],
                                   .at_y = a.column[4],
                                   .depth = a.column[5],
                                   .hits = a.hits};
    case_calls(kernels, swept ? "sweep_circle_boxes" : "touch_circle_boxes");
    a.count = (swept ? kernels->sweep_circle_boxes : kernels->touch_circle_boxes)(&job, p->count);
    case_times(kernels, swept ? "sweep_circle_boxes" : "touch_circle_boxes", p->count,
               (swept ? kernels->sweep_circle_boxes : kernels->touch_circle_boxes)(&job, p->count));
    guards_check();
    for (uint32_t i = 0, k = 0; i < p->count; i++) {
        const bool hit = k < a.count && a.hits[k] == i;
        k += hit;
        case_expects(hit == (a.column[5][i] >= 0.0f), "pair %u: depth %a", i, (double)a.column[5][i]);
    }
    return a;
}

static void check_same(const answers *want, const answers *got) {
    case_expects(got->count == want->count, "%u hits, not %u", got->count, want->count);
    same_words("hits", got->hits, want->hits, want->count);
    for (uint32_t k = 0; k < want->count; k++)
        for (int c = 0; c < COLUMNS; c++)
            same_words("column", got->column[c] + want->hits[k], want->column[c] + want->hits[k], 1);
}

/* The same pair by the kernel of circles and polygons. */
static bool polygon_answer(const pairs *p, uint32_t i, bool swept, hail_contact *c) {
    static const float zero = 0.0f;
    static const uint32_t none = 0;
    const hail_narrow_job job = {
        .one = {.x = &zero, .y = &zero, .dx = &p->dx[i], .dy = &p->dy[i], .radius = &p->radius[i]},
        .two = {.x = &p->x[i], .y = &p->y[i], .uniform_radius = -1.0f},
        .templates = p->box[i].words,
        .edges_two = 4,
        .header = UINT32_MAX,
        .manifold = true,
        .rows = (float *)(void *)c};
    return hail_kernels_at(0)->narrow[swept ? ASK_SWEEP : ASK_CONTACT][HAIL_CIRCLE_POLYGON](&job, &none, &none, &none,
                                                                                            1) > 0;
}

static void check_polygon(const pairs *p, const answers *a, bool swept) {
    uint32_t k = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        hail_contact c;
        const bool hit = k < a->count && a->hits[k] == i;
        k += hit;
        case_expects(polygon_answer(p, i, swept, &c) == hit, "pair %u: hit or not", i);
        if (!hit)
            continue;
        const float want[COLUMNS] = {c.t, c.normal_x, c.normal_y, c.x[0], c.y[0], c.depth[0]};
        for (int n = 0; n < COLUMNS; n++)
            case_expects(a->column[n][i] == want[n], "pair %u, column %d: %a, not %a", i, n, (double)a->column[n][i],
                         (double)want[n]);
    }
}

static void circles(bool swept) {
    static pairs p;
    const hail_kernels *kernels;
    pick_pairs(&p);
    const answers reference = answer(hail_kernels_at(0), &p, swept);
    check_polygon(&p, &reference, swept);
    for (size_t v = 1; (kernels = hail_kernels_at(v)) != NULL; v++) {
        const answers got = answer(kernels, &p, swept);
        check_same(&reference, &got);
    }
}

static void touch_case(void) { circles(false); }
Test(kernels_obstacles, touch) { cases_run("kernels_obstacles", "touch", 300, touch_case); }

static void sweep_case(void) { circles(true); }
Test(kernels_obstacles, sweep) { cases_run("kernels_obstacles", "sweep", 300, sweep_case); }

/* ---- Exposed contacts -------------------------------------------------------------------------------------------- */

enum { LEFT, TOP, RIGHT, BOTTOM };

static struct {
    float x[PAIRS], y[PAIRS], wide[PAIRS], high[PAIRS], core_x[PAIRS], core_y[PAIRS], radius[PAIRS];
    float dx[PAIRS], dy[PAIRS], t[PAIRS], normal_x[PAIRS], normal_y[PAIRS], depth[PAIRS], inset;
    uint32_t open[4][PAIRS], count;
} edges;

typedef struct exposure {
    float *normal_x, *normal_y, *depth;
    uint32_t *how;
} exposure;

static void pick_normal(uint32_t i) {
    static const float small[] = {0.0f, 1e-7f, 9e-6f, 2e-5f, 0.05f, 0.099f, 0.11f, 0.70710678f};
    const float s = small[pick(8)] * (pick_one_in(2) ? -1.0f : 1.0f);
    const float large = sqrtf(1.0f - s * s) * (pick_one_in(2) ? -1.0f : 1.0f);
    const bool across = pick_one_in(2);
    edges.normal_x[i] = across ? large : s;
    edges.normal_y[i] = across ? s : large;
}

static uint32_t pick_open(float size) {
    const uint32_t all = size < 32.0f ? (1u << (uint32_t)size) - 1 : UINT32_MAX;
    return pick_one_in(3) ? 0 : pick_one_in(2) ? all : (1u << pick((uint32_t)size)) & all;
}

static void pick_edges(void) {
    edges.count = pick(PAIRS);
    edges.inset = pick_one_in(2) ? 0.0f : 0.04f;
    for (uint32_t i = 0; i < edges.count; i++) {
        edges.wide[i] = (float)(1 + pick(32));
        edges.high[i] = pick_one_in(2) ? 1.0f : (float)(1 + pick(32));
        edges.core_x[i] = pick_one_in(3) ? 0.0f : (float)(1 + pick(16)) * 0.5f;
        edges.core_y[i] = pick_one_in(3) ? 0.0f : (float)(1 + pick(16)) * 0.5f;
        edges.radius[i] = pick_one_in(3) ? 0.0f : pick_between(0.0f, 10.0f);
        edges.x[i] = pick_offset(edges.wide[i]);
        edges.y[i] = pick_offset(edges.high[i]);
        edges.dx[i] = pick_one_in(3) ? 0.0f : pick_between(-8.0f, 8.0f);
        edges.dy[i] = pick_one_in(3) ? 0.0f : pick_between(-8.0f, 8.0f);
        edges.t[i] = pick_one_in(2) ? 0.0f : pick_between(0.0f, 1.0f);
        edges.depth[i] = pick_one_in(8) ? -1.0f : pick_between(0.0f, 5.0f);
        for (int side = 0; side < 4; side++)
            edges.open[side][i] = pick_open(side == LEFT || side == RIGHT ? edges.high[i] : edges.wide[i]);
        pick_normal(i);
    }
}

/* On copies of what the kernel changes. */
static void time_expose(const hail_kernels *kernels, hail_exposures job) {
    const uint32_t n = edges.count;
    if (!cases_timed())
        return;
    job.normal_x = hold_copy("own normal_x", edges.normal_x, n);
    job.normal_y = hold_copy("own normal_y", edges.normal_y, n);
    job.depth = hold_copy("own depth", edges.depth, n);
    job.how = hold("own how", n);
    case_times(kernels, "expose_boxes", n, kernels->expose_boxes(&job, n));
}

static exposure expose(const hail_kernels *kernels) {
    const uint32_t n = edges.count;
    exposure e = {hold_copy("normal_x", edges.normal_x, n), hold_copy("normal_y", edges.normal_y, n),
                  hold_copy("depth", edges.depth, n), hold("how", n)};
    const hail_exposures job = {.x = hold_copy("x", edges.x, n),
                                .y = hold_copy("y", edges.y, n),
                                .wide = hold_copy("wide", edges.wide, n),
                                .high = hold_copy("high", edges.high, n),
                                .core_x = hold_copy("core_x", edges.core_x, n),
                                .core_y = hold_copy("core_y", edges.core_y, n),
                                .radius = hold_copy("radius", edges.radius, n),
                                .dx = hold_copy("dx", edges.dx, n),
                                .dy = hold_copy("dy", edges.dy, n),
                                .t = hold_copy("t", edges.t, n),
                                .open = {hold_copy("open", edges.open[0], n), hold_copy("open", edges.open[1], n),
                                         hold_copy("open", edges.open[2], n), hold_copy("open", edges.open[3], n)},
                                .inset = edges.inset,
                                .normal_x = e.normal_x,
                                .normal_y = e.normal_y,
                                .depth = e.depth,
                                .how = e.how};
    case_calls(kernels, "expose_boxes");
    kernels->expose_boxes(&job, n);
    guards_check();
    time_expose(kernels, job);
    return e;
}

/* Whether a pixel in front of a side is open whose part of the side is not further than `more` px from [from, to], or,
 * where that lies beyond the side, the nearest one. */
static bool side_is_open(uint32_t i, int side, double from, double to, double more) {
    const double last = (double)(side == LEFT || side == RIGHT ? edges.high[i] : edges.wide[i]) - 1.0;
    const int first = (int)fmin(fmax(floor(from - more), 0.0), last),
              end = (int)fmin(fmax(floor(to + more), 0.0), last);
    for (int k = first; k <= end; k++)
        if (edges.open[side][i] >> k & 1u)
            return true;
    return false;
}

/* Of a contact that is well away from every limit: 1 if it is exposed, 0 if not, -1 if that is hard to say. */
static int is_exposed(uint32_t i) {
    const double nx = (double)edges.normal_x[i], ny = (double)edges.normal_y[i], small = fmin(fabs(nx), fabs(ny));
    const double x = (double)edges.wide[i] * 0.5 - (double)edges.x[i] + (double)edges.dx[i] * (double)edges.t[i],
                 y = (double)edges.high[i] * 0.5 - (double)edges.y[i] + (double)edges.dy[i] * (double)edges.t[i];
    if (small > 1e-5 &&
        ((nx < 0.0) != (x * 2.0 > (double)edges.wide[i]) || (ny < 0.0) != (y * 2.0 > (double)edges.high[i])))
        return -1; /* no normal of a corner */
    const bool across = fabs(nx) >= fabs(ny);
    const int beside = nx < 0.0 ? RIGHT : LEFT, above = ny < 0.0 ? BOTTOM : TOP, side = across ? beside : above;
    const double at = across ? y : x, core = (double)(across ? edges.core_y[i] : edges.core_x[i]);
    const bool open = side_is_open(i, side, at - core, at + core, 0.01);
    if (open != side_is_open(i, side, at - core, at + core, 0.011) ||
        open != side_is_open(i, side, at - core, at + core, 0.009))
        return -1;
    if (small <= 1e-5)
        return open;
    const uint32_t row = ny < 0.0 ? (uint32_t)edges.high[i] - 1 : 0,
                   column = nx < 0.0 ? (uint32_t)edges.wide[i] - 1 : 0;
    const bool corner = edges.open[beside][i] >> row & edges.open[above][i] >> column & 1u;
    return corner || (small <= 0.1 && open);
}

static void check_exposed(const exposure *e) {
    for (uint32_t i = 0; i < edges.count; i++) {
        const int want = is_exposed(i);
        case_expects(want < 0 || (e->how[i] == HAIL_IS_EXPOSED) == want, "pair %u: %u, exposed %d", i, e->how[i], want);
        case_expects(e->how[i] != HAIL_IS_EXIT || (edges.t[i] == 0.0f && e->depth[i] >= 0.0f &&
                                                   fabsf(e->normal_x[i]) + fabsf(e->normal_y[i]) == 1.0f),
                     "pair %u: an exit", i);
    }
}

static void expose_case(void) {
    const hail_kernels *kernels;
    pick_edges();
    const exposure want = expose(hail_kernels_at(0));
    check_exposed(&want);
    for (size_t v = 1; (kernels = hail_kernels_at(v)) != NULL; v++) {
        const exposure got = expose(kernels);
        same_words("how", got.how, want.how, edges.count);
        same_words("normal_x", got.normal_x, want.normal_x, edges.count);
        same_words("normal_y", got.normal_y, want.normal_y, edges.count);
        same_words("depth", got.depth, want.depth, edges.count);
    }
}
Test(kernels_obstacles, expose) { cases_run("kernels_obstacles", "expose", 300, expose_case); }

/* ---- Near tiles -------------------------------------------------------------------------------------------------- */

static struct {
    random_map m;
    hail_tile_view view;
    float x[SHAPES], y[SHAPES], dx[SHAPES], dy[SHAPES], scale[SHAPES];
    uint32_t shape[SHAPES], count;
    hail_convex templates[TEMPLATES];
    float reach[2 * TEMPLATES];
} near;

static float pick_place(float corner, uint32_t size, uint32_t cells) {
    const float from = corner + (float)(size * pick(cells + 3)) - (float)size;
    return pick_one_in(3) ? from : from + pick_between(0.0f, (float)size);
}

static void pick_near(void) {
    const hail_tile_view *v = &near.view;
    hail_convex_circle(pick_between(0.0f, 20.0f), &near.templates[0]);
    hail_convex_box(pick_between(0.5f, 20.0f), pick_between(0.5f, 5.0f), 1.0f, &near.templates[1]);
    hail_convex_circle((float)pick(300), &near.templates[2]);
    for (uint32_t k = 0; k < 2 * TEMPLATES; k++)
        near.reach[k] = pick_between(0.0f, 20.0f);
    near.count = cases_timed() ? SHAPES - 7 : pick(SHAPES);
    const bool alike = pick_one_in(2); /* runs of shapes of one template */
    for (uint32_t i = 0; i < near.count; i++) {
        near.x[i] = pick_place(v->x, v->width, v->columns);
        near.y[i] = pick_place(v->y, v->height, v->rows);
        near.dx[i] = pick_one_in(3) ? 0.0f : pick_between(-30.0f, 30.0f);
        near.dy[i] = pick_one_in(3) ? 0.0f : pick_between(-30.0f, 30.0f);
        near.scale[i] = pick_one_in(3) ? 1.0f : pick_between(0.0f, 3.0f);
        near.shape[i] = alike && i && !pick_one_in(40) ? near.shape[i - 1] : pick(TEMPLATES);
    }
}

static bool cell_counts(int32_t column, int32_t row) {
    const hail_tilemap *map = near.m.map;
    if ((uint32_t)column >= near.view.columns || (uint32_t)row >= near.view.rows)
        return column >= -1 && row >= -1 && near.view.outside_solid;
    return word_solid(map, tilemap_word(map, (uint32_t)column, (uint32_t)row)) > 0;
}

/* Whether shape i has something in the box of its way. */
static bool is_near(const hail_near_tiles *job, uint32_t i) {
    const double sign = job->from_end ? -1.0 : 1.0, dx = job->dx ? sign * (double)near.dx[i] : 0.0,
                 dy = job->dy ? sign * (double)near.dy[i] : 0.0, scale = job->scale ? (double)near.scale[i] : 1.0;
    const uint32_t shape = job->shape ? near.shape[i] : 0;
    const double radius = (double)near.templates[shape].words[HAIL_TEMPLATE_RADIUS],
                 far_x = (job->reach ? (double)near.reach[2 * shape] : radius) * scale + (double)job->inflation,
                 far_y = (job->reach ? (double)near.reach[2 * shape + 1] : radius) * scale + (double)job->inflation;
    const double x = (double)near.x[i] - (double)near.view.x, y = (double)near.y[i] - (double)near.view.y,
                 wide = (double)near.view.width, high = (double)near.view.height;
    const double left = floor((x + fmin(dx, 0.0) - far_x) / wide), right = floor((x + fmax(dx, 0.0) + far_x) / wide),
                 top = floor((y + fmin(dy, 0.0) - far_y) / high), bottom = floor((y + fmax(dy, 0.0) + far_y) / high);
    for (double row = fmax(top, -1.0); row <= fmin(bottom, (double)near.view.rows); row++)
        for (double column = fmax(left, -1.0); column <= fmin(right, (double)near.view.columns); column++)
            if (cell_counts((int32_t)column, (int32_t)row))
                return true;
    return false;
}

static void near_case(void) {
    const hail_kernels *kernels;
    uint32_t begin, end, *want = NULL, expected = 0;
    random_map_make(&near.m, false, pick(20));
    near.view = hail_tilemap_view(near.m.map, 0);
    pick_near();
    const bool moves = !pick_one_in(4);
    const hail_near_tiles job = {.view = &near.view,
                                 .x = near.x,
                                 .y = near.y,
                                 .dx = moves ? near.dx : NULL,
                                 .dy = moves ? near.dy : NULL,
                                 .scale = pick_one_in(2) ? near.scale : NULL,
                                 .shape = pick_one_in(2) ? near.shape : NULL,
                                 .templates = near.templates[0].words,
                                 .reach = pick_one_in(2) ? near.reach : NULL,
                                 .inflation = pick_one_in(2) ? 0.0f : pick_between(0.0f, 2.0f),
                                 .flatness = 1.0f,
                                 .from_end = pick_one_in(2)};
    pick_range(near.count, &begin, &end);
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        uint32_t *list = hold("list", end - begin + HAIL_SLACK);
        case_calls(kernels, "near_tiles");
        const uint32_t listed = kernels->near_tiles(&job, begin, end, list);
        case_times(kernels, "near_tiles", end - begin, kernels->near_tiles(&job, begin, end, list));
        guards_check();
        want = want ? want : list;
        expected = v ? expected : listed;
        case_expects(listed == expected, "lists %u, not %u", listed, expected);
        same_words("list", list, want, listed);
    }
    for (uint32_t i = begin, k = 0; i < end; i++) {
        const bool listed = k < expected && want[k] == i;
        k += listed;
        case_expects(listed || !is_near(&job, i), "shape %u is near something", i);
    }
    random_map_free(&near.m);
}
Test(kernels_obstacles, near_tiles) { cases_run("kernels_obstacles", "near_tiles", 300, near_case); }
