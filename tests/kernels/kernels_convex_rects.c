/* tests/kernels/kernels_convex_rects.c - touch_convex_rects and sweep_convex_rects: every variant equals the reference
 * to the last bit, and each of its answers is the one that the same variant's polygon_polygon and polygon_polygon_sweep
 * give for the box as a template. Whichever pairs share a call, and whichever are left out, no bit changes. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include <hail/contact.h>
#include <hail/convex.h>

#include "kernel_pairs.h"

enum { PAIRS = 300, OF_SHAPES = 40, COLUMNS = 10, FEATURES = 9, BOXES = OF_SHAPES };

static struct {
    float row_of[OF_SHAPES + PAIRS][HAIL_TEMPLATE_WORDS]; /* shapes, then the pairs' boxes */
    uint32_t row[OF_SHAPES], shapes, edges;
    float cos[OF_SHAPES], sin[OF_SHAPES], scale[OF_SHAPES], rounding[OF_SHAPES], reach[OF_SHAPES];
    uint32_t shape[PAIRS], count;
    float x[PAIRS], y[PAIRS], half_x[PAIRS], half_y[PAIRS], rect_scale[PAIRS], rect_reach[PAIRS], dx[PAIRS], dy[PAIRS];
    uint32_t list[PAIRS], listed;
    bool swept;
} the;

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

/* Capsules, of no length or level too; boxes, regular polygons, slivers; some away from their origins. */
static void pick_template(float *row, uint32_t most) {
    const uint32_t n = most == 2 ? 2 : most == 4 ? 3 + pick(2) : 2 + pick(7);
    const bool box = n == 4 && pick_one_in(2);
    const float size = pick_rarely(12) ? 1e4f : pick_one_in(2) ? (float)(1 + pick(24)) : pick_between(0.5f, 30.0f);
    const float squash = pick_rarely(10) ? 1e-3f : pick_one_in(4) ? 0.1f : pick_between(0.3f, 1.0f);
    const float away = pick_one_in(4) ? size : 0.0f, from = pick_one_in(2) ? 0.0f : pick_between(0.0f, 6.3f);
    const float round = pick_one_in(3) ? 0.0f : pick_one_in(2) ? (float)pick(9) : pick_between(0.0f, 12.0f);
    float x[8], y[8];
    for (uint32_t i = 0; i < n; i++) {
        const float turn =
            from + ((float)i + (pick_one_in(2) ? 0.0f : pick_between(0.0f, 0.9f))) * 6.2831853f / (float)n;
        x[i] = away + size * cosf(turn);
        y[i] = size * squash * sinf(turn);
    }
    for (uint32_t i = 0; box && i < n; i++) {
        x[i] = away + (i == 1 || i == 2 ? size : -size);
        y[i] = i < 2 ? -size * squash : size * squash;
    }
    if (n == 2 && pick_one_in(2)) {
        x[0] = x[1] = 0.0f;
        y[0] = -size, y[1] = size;
    }
    if (n == 2 && pick_rarely(8))
        x[1] = x[0], y[1] = y[0];
    template_make(x, y, n, round, row);
}

static void pick_pose(uint32_t s, bool upright) {
    const float turn = pick_one_in(4) ? 1.5707964f * (float)pick(4) : pick_between(-3.2f, 3.2f);
    const bool half = pick_rarely(3);
    the.cos[s] = upright ? 1.0f : half ? -1.0f : cosf(turn);
    the.sin[s] = upright ? 0.0f : half ? -0.0f : sinf(turn);
    the.scale[s] = pick_one_in(2) ? 1.0f : pick_rarely(12) ? 1e-6f : pick_between(0.1f, 3.0f);
    the.rounding[s] = the.row_of[s][HAIL_TEMPLATE_ROUNDING] * the.scale[s];
    the.reach[s] = the.row_of[s][HAIL_TEMPLATE_RADIUS] * the.scale[s];
}

/* Templates are used in any order; alike: by several shapes. */
static void pick_shapes(void) {
    const uint32_t most = pick_one_in(3) ? 2 : pick_one_in(2) ? 4 : 8, widest = most == 8 ? 2 + pick(7) : most;
    const bool alike = pick_one_in(3), upright = pick_one_in(4);
    the.shapes = 1 + pick(pick_one_in(2) ? 3 : OF_SHAPES);
    the.edges = 2;
    for (uint32_t s = 0; s < the.shapes; s++) {
        float *row = the.row_of[s];
        do
            pick_template(row, most);
        while (template_count(row) > widest);
        the.edges = template_count(row) > the.edges ? template_count(row) : the.edges;
        if (alike)
            memcpy(row, the.row_of[0], sizeof the.row_of[0]);
        the.row[s] = alike ? 0 : s * HAIL_TEMPLATE_WORDS;
        pick_pose(s, upright);
    }
    the.edges = pick_one_in(4) ? 8 : the.edges;
}

/* ---- Pairs ------------------------------------------------------------------------------------------------------- */

/* How far the shape reaches along an axis, with its rounding. */
static float extent_of(uint32_t s, bool along_y, float sign) {
    const float *row = the.row_of[s];
    float most = -INFINITY;
    for (uint32_t i = 0; i < template_count(row); i++) {
        const float vx = row[HAIL_TEMPLATE_VX + i] * the.scale[s], vy = row[HAIL_TEMPLATE_VY + i] * the.scale[s];
        const float at = along_y ? the.sin[s] * vx + the.cos[s] * vy : the.cos[s] * vx - the.sin[s] * vy;
        most = fmaxf(most, sign * at);
    }
    return most + the.rounding[s];
}

/* Where a box's centre is along an axis: it touches, nearly, is far in, or anywhere. */
static float pick_centre(uint32_t s, bool along_y, float half) {
    const float sign = pick_one_in(2) ? 1.0f : -1.0f, touching = sign * (extent_of(s, along_y, sign) + half);
    switch (pick(6)) {
    case 0:
        return touching;
    case 1:
        return nudged(touching);
    case 2:
        return pick_one_in(2) ? 0.0f : pick_between(-1.0f, 1.0f);
    case 3:
        return roundf(pick_between(-1.5f, 1.5f) * touching);
    default:
        return pick_between(-1.3f, 1.3f) * touching;
    }
}

static float pick_way(float towards) {
    return pick_one_in(4)   ? 0.0f
           : pick_one_in(3) ? towards * pick_between(0.2f, 1.5f)
           : pick_rarely(8) ? pick_between(-3e4f, 3e4f)
                            : pick_between(-12.0f, 12.0f);
}

/* A rectangle of a tile, or some times as large. */
static void pick_box(uint32_t i) {
    hail_convex box;
    const float x = (float)(1 + pick(32)) * 0.5f, y = pick_one_in(2)   ? 0.5f
                                                      : pick_one_in(2) ? x
                                                                       : (float)(1 + pick(32)) * 0.5f;
    hail_convex_box(x, y, 0.0f, &box);
    memcpy(the.row_of[BOXES + i], box.words, sizeof box.words);
    the.row_of[BOXES + i][HAIL_TEMPLATE_KEENNESS] = 0.0f; /* as of tiles' rectangles: the shape's counts */
    the.rect_scale[i] = pick_one_in(4) ? pick_between(0.5f, 40.0f) : 1.0f;
    the.half_x[i] = x * the.rect_scale[i];
    the.half_y[i] = y * the.rect_scale[i];
    the.rect_reach[i] = box.words[HAIL_TEMPLATE_RADIUS] * the.rect_scale[i];
}

static void pick_pairs(void) {
    const bool neighbours = pick_one_in(2); /* a shape's pairs follow each other */
    the.count = cases_timed() ? PAIRS - 7 : pick(PAIRS);
    the.listed = 0;
    const uint32_t left_out = pick_one_in(2) ? 0 : 1 + pick(8);
    for (uint32_t i = 0; i < the.count; i++) {
        const uint32_t s = neighbours && i && !pick_one_in(4) ? the.shape[i - 1] & 0xff : pick(the.shapes);
        the.shape[i] = s | (uint32_t)pick_bits() << 8;
        pick_box(i);
        the.x[i] = pick_centre(s, false, the.half_x[i]);
        the.y[i] = pick_centre(s, true, the.half_y[i]);
        the.dx[i] = pick_way(the.x[i]);
        the.dy[i] = pick_way(the.y[i]);
        if (!left_out || pick(8) >= left_out || pick_rarely(30))
            the.list[the.listed++] = i;
    }
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

/* Each answer is an array of its own, in front of a guard: t, normal, point, depth, second point and depth, features.
 */
typedef struct answers {
    uint32_t *column[COLUMNS], *hits, count;
} answers;

static answers hold_answers(void) {
    answers a = {.hits = hold("hits", the.listed + HAIL_SLACK)};
    for (int k = 0; k < COLUMNS; k++)
        a.column[k] = hold("column", the.count);
    return a;
}

/* Rows of shapes of no pair in the list are nowhere. */
static uint32_t *hold_rows(void) {
    uint32_t *rows = hold("row", the.shapes);
    for (uint32_t s = 0; s < the.shapes; s++)
        rows[s] = UINT32_MAX;
    for (uint32_t k = 0; k < the.listed; k++)
        rows[the.shape[the.list[k]] & 0xff] = the.row[the.shape[the.list[k]] & 0xff];
    return rows;
}

/* The questions, without room for answers. */
static hail_convex_rects hold_questions(void) {
    const uint32_t n = the.count;
    return (hail_convex_rects){.templates =
                                   hold_copy("templates", the.row_of[0], (size_t)OF_SHAPES * HAIL_TEMPLATE_WORDS),
                               .row = hold_rows(),
                               .cos = hold_copy("cos", the.cos, the.shapes),
                               .sin = hold_copy("sin", the.sin, the.shapes),
                               .scale = hold_copy("scale", the.scale, the.shapes),
                               .rounding = hold_copy("rounding", the.rounding, the.shapes),
                               .reach = hold_copy("reach", the.reach, the.shapes),
                               .edges = the.edges,
                               .shape = hold_copy("shape", the.shape, n),
                               .x = hold_copy("x", the.x, n),
                               .y = hold_copy("y", the.y, n),
                               .half_x = hold_copy("half_x", the.half_x, n),
                               .half_y = hold_copy("half_y", the.half_y, n),
                               .rect_reach = hold_copy("rect_reach", the.rect_reach, n),
                               .dx = the.swept ? hold_copy("dx", the.dx, n) : NULL,
                               .dy = the.swept ? hold_copy("dy", the.dy, n) : NULL};
}

/* Asks about the list in two pieces. */
static void answer(const hail_kernels *kernels, const hail_convex_rects *questions, uint32_t cut, answers *a) {
    const char *name = the.swept ? "sweep_convex_rects" : "touch_convex_rects";
    hail_convex_rects_fn *ask = the.swept ? kernels->sweep_convex_rects : kernels->touch_convex_rects;
    float *to[COLUMNS];
    for (int k = 0; k < COLUMNS; k++)
        to[k] = (float *)(void *)a->column[k];
    hail_convex_rects job = *questions;
    job.t = to[0];
    job.normal_x = to[1], job.normal_y = to[2];
    job.at_x = to[3], job.at_y = to[4], job.depth = to[5];
    job.second_x = to[6], job.second_y = to[7], job.second_depth = to[8];
    job.features = a->column[FEATURES];
    job.hits = a->hits;
    case_calls(kernels, name);
    a->count = ask(&job, the.list, cut);
    job.hits += a->count;
    a->count += ask(&job, the.list + cut, the.listed - cut);
    guards_check();
    job.hits = a->hits;
    if (cut == 0)
        case_times(kernels, name, the.listed, ask(&job, the.list, the.listed));
}

/* Pairs that are not listed keep what they had. */
static void check_left_out(const answers *a) {
    for (uint32_t i = 0, k = 0; i < the.count; i++) {
        if (k < the.listed && the.list[k] == i)
            k++;
        else
            for (int c = 0; c < COLUMNS; c++)
                untouched("an answer of no pair in the list", a->column[c], i, i + 1);
    }
}

static float depth_of(const answers *a, uint32_t pair) {
    float depth;
    memcpy(&depth, &a->column[5][pair], sizeof depth);
    return depth;
}

static void check_same(const answers *want, const answers *got) {
    case_expects(got->count == want->count, "%u hits, not %u", got->count, want->count);
    same_words("hits", got->hits, want->hits, want->count);
    for (uint32_t k = 0; k < want->count; k++)
        for (int c = 0; c < COLUMNS; c++)
            same_words("column", got->column[c] + want->hits[k], want->column[c] + want->hits[k], 1);
}

/* The same pair by the kernel of two polygons. */
static bool polygon_answer(const hail_kernels *kernels, uint32_t i, uint32_t answer[COLUMNS]) {
    static const float zero = 0.0f;
    static const uint32_t none = 0;
    static const uint8_t header[4] = {HAIL_CONTACT_TILE, 1, 0, 0};
    const uint32_t s = the.shape[i] & 0xff, one = the.row[s] / HAIL_TEMPLATE_WORDS, two = BOXES + i;
    hail_contact c;
    hail_narrow_job job = {
        .one = {.x = &zero,
                .y = &zero,
                .dx = the.swept ? &the.dx[i] : NULL,
                .dy = the.swept ? &the.dy[i] : NULL,
                .uniform_radius = -1.0f,
                .cos = &the.cos[s],
                .sin = &the.sin[s],
                .scale = &the.scale[s],
                .shape = &one},
        .two = {.x = &the.x[i], .y = &the.y[i], .uniform_radius = -1.0f, .scale = &the.rect_scale[i], .shape = &two},
        .templates = the.row_of[0],
        .edges_one = 8,
        .edges_two = 4,
        .rounded = true,
        .manifold = true,
        .rows = (float *)(void *)&c};
    memcpy(&job.header, header, sizeof header);
    const hail_question question = the.swept ? ASK_SWEEP : ASK_CONTACT;
    if (!kernels->narrow[question][HAIL_POLYGON_POLYGON](&job, &none, &none, &none, 1))
        return false;
    const float numbers[FEATURES] = {c.t,        c.normal_x, c.normal_y, c.x[0],    c.y[0],
                                     c.depth[0], c.x[1],     c.y[1],     c.depth[1]};
    memcpy(answer, numbers, sizeof numbers);
    answer[FEATURES] = c.feature_a | (uint32_t)c.count << 8;
    return true;
}

static void check_polygons(const hail_kernels *kernels, const answers *a) {
    for (uint32_t j = 0, k = 0; j < the.listed; j++) {
        uint32_t i = the.list[j], want[COLUMNS];
        const bool hit = k < a->count && a->hits[k] == i;
        k += hit;
        case_expects(hit == (depth_of(a, i) >= 0.0f), "pair %u: depth %a", i, (double)depth_of(a, i));
        case_expects(polygon_answer(kernels, i, want) == hit, "pair %u: hit or not", i);
        for (int c = 0; hit && c < COLUMNS; c++)
            case_expects(a->column[c][i] == want[c], "pair %u, column %d: %#x, not %#x", i, c, a->column[c][i],
                         want[c]);
    }
}

static void pairs_case(bool swept) {
    const hail_kernels *kernels;
    the.swept = swept;
    pick_shapes();
    pick_pairs();
    case_says("%u of %u pairs of %u shapes, up to %u edges", the.listed, the.count, the.shapes, the.edges);
    const hail_convex_rects questions = hold_questions();
    answers reference = hold_answers();
    answer(hail_kernels_at(0), &questions, 0, &reference);
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        answers a = hold_answers();
        answer(kernels, &questions, 0, &a);
        check_left_out(&a);
        check_same(&reference, &a);
        check_polygons(kernels, &a);
        answer(kernels, &questions, pick(the.listed + 1), &a);
        check_same(&reference, &a);
    }
}

static void touch_case(void) { pairs_case(false); }
Test(kernels_convex_rects, touch) { cases_run("kernels_convex_rects", "touch", 300, touch_case); }

static void sweep_case(void) { pairs_case(true); }
Test(kernels_convex_rects, sweep) { cases_run("kernels_convex_rects", "sweep", 300, sweep_case); }
