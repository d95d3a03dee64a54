/* tests/kernels/kernels_among.c - slide_among and free_slides: every variant equals the reference to the last bit. No
 * shape that is done ends in a rectangle of its map, and one that meets nothing goes all its way. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "kernel_inputs.h"
#include "kernels.h"

enum { SHAPES = 40, PAIRS = SHAPES * HAIL_AMONG_RECTS, WORDS = HAIL_SLIDE_WORDS, ROOM = PAIRS + HAIL_SLACK };
enum { SIDE = 5 /* cells, of a shape's map */ };

static struct {
    uint32_t shapes, pairs, first[SHAPES], count[SHAPES];
    uint32_t mover[ROOM], tag[SHAPES], cell[ROOM], open[4][ROOM];
    float start_x[SHAPES], start_y[SHAPES], corner_x, corner_y;
    float centre_x[ROOM], centre_y[ROOM], wide[ROOM], high[ROOM], reach[ROOM];
    float core_x[ROOM], core_y[ROOM], radius[ROOM], dx[ROOM], dy[ROOM];
    bool is_whole[SHAPES]; /* all that is solid near it is known, and what is open */
    hail_lone_pairs options;
    uint32_t bounces;
} among;

/* ---- Inputs ------------------------------------------------------------------------------------------------------ */

/* A shape's map: cells of wide x high px around it. */
typedef struct ground {
    bool solid[SIDE + 2][SIDE + 2];
    uint32_t wide, high;
    float left, top; /* px, from the map's corner */
} ground;

static void pick_ground(ground *g, uint32_t tag) {
    const uint32_t kind = pick(3), holes = 1 + pick(4);
    memset(g, 0, sizeof *g);
    g->wide = pick_one_in(2) ? 16 : 1 + pick(32);
    g->high = pick_one_in(2) ? g->wide : pick_one_in(2) ? 1 : 1 + pick(32);
    for (uint32_t r = 1; r <= SIDE; r++)
        for (uint32_t c = 1; c <= SIDE; c++)
            g->solid[r][c] = kind == 0   ? r == 4 || (c == 5 && pick_one_in(2)) /* a floor, often with a wall */
                             : kind == 1 ? r + c > 6                            /* stairs */
                                         : pick(5) < holes;
    g->left = floorf(among.start_x[tag] - among.corner_x) - (float)(g->wide * SIDE) * 0.5f;
    g->top = floorf(among.start_y[tag] - among.corner_y) - (float)(g->high * SIDE) * 0.5f;
    g->left += (float)pick(g->wide);
    g->top += (float)pick(g->high);
}

static uint32_t open_side(bool solid, uint32_t size) {
    const uint32_t all = UINT32_MAX >> (32 - size);
    return solid ? 0 : all;
}

static void add_pair(const ground *g, uint32_t shape, uint32_t r, uint32_t c) {
    const uint32_t i = among.pairs++, from = among.first[shape];
    const bool wild = !among.is_whole[shape];
    among.mover[i] = shape | pick(32) << 8;
    among.cell[i] = r * SIDE + c;
    among.wide[i] = (float)g->wide;
    among.high[i] = (float)g->high;
    among.centre_x[i] = g->left + ((float)(c - 1) + 0.5f) * among.wide[i];
    among.centre_y[i] = g->top + ((float)(r - 1) + 0.5f) * among.high[i];
    among.open[0][i] = open_side(g->solid[r][c - 1], g->high);
    among.open[1][i] = open_side(g->solid[r - 1][c], g->wide);
    among.open[2][i] = open_side(g->solid[r][c + 1], g->high);
    among.open[3][i] = open_side(g->solid[r + 1][c], g->wide);
    for (int side = 0; wild && side < 4; side++)
        among.open[side][i] =
            pick_one_in(3) ? 0 : (uint32_t)pick_bits() & open_side(false, side % 2 ? g->wide : g->high);
    among.core_x[i] = among.core_x[from];
    among.core_y[i] = among.core_y[from];
    among.radius[i] = among.radius[from];
    among.dx[i] = among.dx[from];
    among.dy[i] = among.dy[from];
    among.reach[i] = 0.5f * hypotf(among.wide[i], among.high[i]) + among.core_x[i] + among.core_y[i];
}

/* Whether a shape may meet a cell on its way, or after it was pushed. */
static bool is_near(const ground *g, uint32_t shape, uint32_t r, uint32_t c) {
    const uint32_t from = among.first[shape], tag = among.tag[shape];
    const float x = g->left + ((float)(c - 1) + 0.5f) * (float)g->wide - (among.start_x[tag] - among.corner_x),
                y = g->top + ((float)(r - 1) + 0.5f) * (float)g->high - (among.start_y[tag] - among.corner_y),
                more = (float)among.options.around + among.radius[from] + 0.1f;
    return fabsf(x - 0.5f * among.dx[from]) <
               0.5f * (float)g->wide + among.core_x[from] + more + 0.5f * fabsf(among.dx[from]) &&
           fabsf(y - 0.5f * among.dy[from]) <
               0.5f * (float)g->high + among.core_y[from] + more + 0.5f * fabsf(among.dy[from]);
}

static void pick_shape(uint32_t shape) {
    const uint32_t from = among.first[shape] = among.pairs;
    const bool box = pick_one_in(2);
    ground g;
    pick_ground(&g, among.tag[shape]);
    const float size = pick_one_in(2) ? (float)g.high : 8.0f;
    among.core_x[from] = box ? pick_between(0.0f, size) : 0.0f;
    among.core_y[from] = box ? pick_between(0.0f, size) : 0.0f;
    among.radius[from] = box && pick_one_in(2) ? 0.03125f : pick_between(0.0f, size);
    among.dx[from] = pick_rarely(4) ? 0.0f : pick_rarely(9) ? 1e-10f : pick_between(-4.0f, 4.0f);
    among.dy[from] = pick_rarely(4) ? 0.0f : pick_between(-4.0f, 4.0f);
    among.is_whole[shape] = pick_one_in(2);
    uint32_t near = 0;
    for (uint32_t r = 1; r <= SIDE; r++)
        for (uint32_t c = 1; c <= SIDE; c++)
            if (g.solid[r][c] && is_near(&g, shape, r, c) && near++ < HAIL_AMONG_RECTS)
                add_pair(&g, shape, r, c);
    if (!near++)
        add_pair(&g, shape, 1, 1);
    among.is_whole[shape] = among.is_whole[shape] && near <= HAIL_AMONG_RECTS;
    among.count[shape] = among.pairs - from;
}

/* Most shapes stand on something. */
static void put_down(uint32_t shape) {
    const uint32_t tag = among.tag[shape], k = among.first[shape] + pick(among.count[shape]);
    const float gap = pick_between(-0.7f, 0.1f) * (pick_one_in(3) ? 1.0f : 0.04f);
    const bool beside = pick_one_in(4);
    if (pick_one_in(4))
        return;
    float *at = beside ? &among.start_x[tag] : &among.start_y[tag];
    const float reach =
        among.radius[k] + (beside ? 0.5f * among.wide[k] + among.core_x[k] : 0.5f * among.high[k] + among.core_y[k]);
    *at = (beside ? among.centre_x[k] + among.corner_x : among.centre_y[k] + among.corner_y) - reach - gap;
    among.is_whole[shape] = false; /* it was moved */
}

static void pick_options(void) {
    const float angle = pick_between(0.0f, 6.2831853f);
    const bool straight = pick_one_in(2);
    among.options = (hail_lone_pairs){.around = pick_one_in(3) ? 10.0 : 0.53125,
                                      .slack = pick_one_in(2) ? 0.0003125 : 0.0,
                                      .up_x = straight ? 0.0 : (double)cosf(angle),
                                      .up_y = straight ? -1.0 : (double)sinf(angle),
                                      .floor = pick_one_in(4) ? 0.0 : 0.7,
                                      .climbs = pick_one_in(4),
                                      .on_floor = 1,
                                      .on_wall = 2,
                                      .on_ceiling = 4};
    among.bounces = pick_one_in(2) ? 4 : 1 + pick(8);
}

static void pick_among(void) {
    among.shapes = cases_timed() ? SHAPES : pick(SHAPES + 1);
    among.pairs = 0;
    among.corner_x = pick_one_in(2) ? 0.0f : pick_between(-100.0f, 100.0f);
    among.corner_y = pick_one_in(2) ? 0.0f : pick_between(-100.0f, 100.0f);
    pick_options();
    for (uint32_t k = 0; k < SHAPES; k++) {
        among.tag[k] = k;
        among.start_x[k] = pick_between(0.0f, pick_one_in(2) ? 200.0f : 8000.0f);
        among.start_y[k] = pick_between(0.0f, 8000.0f);
    }
    shuffle(among.tag, SHAPES);
    for (uint32_t k = 0; k < among.shapes; k++) {
        pick_shape(k);
        put_down(k);
    }
}

static hail_lone_pairs make_pairs(void) {
    const uint32_t room = among.pairs + HAIL_SLACK;
    hail_lone_pairs job = among.options;
    job.mover = hold_copy("mover", among.mover, among.pairs);
    job.tag = hold_copy("tag", among.tag, SHAPES);
    job.start_x = hold_copy("start_x", among.start_x, SHAPES);
    job.start_y = hold_copy("start_y", among.start_y, SHAPES);
    job.corner_x = among.corner_x;
    job.corner_y = among.corner_y;
    job.centre_x = hold_copy("centre_x", among.centre_x, room);
    job.centre_y = hold_copy("centre_y", among.centre_y, room);
    job.core_x = hold_copy("core_x", among.core_x, among.pairs);
    job.core_y = hold_copy("core_y", among.core_y, among.pairs);
    job.radius = hold_copy("radius", among.radius, among.pairs);
    job.dx = hold_copy("dx", among.dx, among.pairs);
    job.dy = hold_copy("dy", among.dy, among.pairs);
    job.cell = hold_copy("cell", among.cell, room);
    job.wide = hold_copy("wide", among.wide, room);
    job.high = hold_copy("high", among.high, room);
    job.reach = hold_copy("reach", among.reach, room);
    for (int side = 0; side < 4; side++)
        job.open[side] = hold_copy("open", among.open[side], room);
    job.slides = hold("slides", SHAPES * WORDS);
    memset(job.slides, 0xa5, SHAPES * WORDS * sizeof *job.slides);
    return job;
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

static float number(uint32_t word) {
    float a;
    memcpy(&a, &word, sizeof a);
    return a;
}

/* How deep a shape is in a rectangle after its way. */
static float depth_in(uint32_t shape, uint32_t i, float dx, float dy) {
    const uint32_t tag = among.tag[shape];
    const float x = among.start_x[tag] - among.corner_x + dx - among.centre_x[i],
                y = among.start_y[tag] - among.corner_y + dy - among.centre_y[i];
    const float out_x = fabsf(x) - 0.5f * among.wide[i] - among.core_x[i],
                out_y = fabsf(y) - 0.5f * among.high[i] - among.core_y[i];
    return among.radius[i] - (out_x > 0.0f && out_y > 0.0f ? hypotf(out_x, out_y) : fmaxf(out_x, out_y));
}

static void check_slide(const hail_lone_pairs *job, uint32_t shape) {
    const uint32_t *row = job->slides + (size_t)among.tag[shape] * WORDS, from = among.first[shape];
    const float dx = number(row[0]), dy = number(row[1]);
    case_expects(row[3] <= 4 && (row[3] > 0) == (row[2] != 0), "slide %u: %u surfaces", shape, row[3]);
    case_expects(row[3] || (fabsf(dx - among.dx[from]) < 1e-3f && fabsf(dy - among.dy[from]) < 1e-3f),
                 "slide %u does not go all its way", shape);
    for (uint32_t i = from; among.is_whole[shape] && i < from + among.count[shape]; i++)
        case_expects(depth_in(shape, i, dx, dy) < 0.05f, "slide %u ends %.9g px in its rectangle %u", shape,
                     (double)depth_in(shape, i, dx, dy), i - from);
}

/* Rows of shapes that are not for the kernel may hold anything. */
static void check_slides(const hail_slides_among *got, const hail_slides_among *want, uint32_t refused) {
    for (uint32_t shape = 0, k = 0; shape < among.shapes; shape++) {
        const size_t row = (size_t)among.tag[shape] * WORDS;
        const bool other = k < refused && want->refused[k] == shape;
        k += other;
        if (other)
            continue;
        same_words("slides", got->pairs->slides + row, want->pairs->slides + row, WORDS);
        check_slide(got->pairs, shape);
    }
}

static void slide_case(void) {
    const hail_kernels *kernels;
    hail_slides_among want = {0};
    hail_lone_pairs want_pairs;
    uint32_t expected = 0;
    pick_among();
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        const hail_lone_pairs pairs = make_pairs();
        const hail_slides_among job = {.pairs = &pairs,
                                       .first = hold_copy("first", among.first, among.shapes),
                                       .count = hold_copy("count", among.count, among.shapes),
                                       .bounces = among.bounces,
                                       .refused = hold("refused", among.shapes + HAIL_SLACK)};
        case_calls(kernels, "slide_among");
        const uint32_t refused = kernels->slide_among(&job, among.shapes);
        case_times(kernels, "slide_among", among.shapes, kernels->slide_among(&job, among.shapes));
        guards_check();
        if (v == 0) {
            want_pairs = pairs;
            want = job;
            want.pairs = &want_pairs;
            expected = refused;
        }
        case_expects(refused == expected, "%u are not for here, not %u", refused, expected);
        same_words("refused", job.refused, want.refused, refused);
        check_slides(&job, &want, expected);
    }
}
Test(kernels_among, slide) { cases_run("kernels_among", "slide", 3000, slide_case); }

/* ---- Free slides ------------------------------------------------------------------------------------------------- */

static void free_case(void) {
    const hail_kernels *kernels;
    uint32_t begin = 0, end = SHAPES;
    hail_free_slides want = {0};
    float dx[SHAPES], dy[SHAPES];
    pick_among();
    for (uint32_t i = 0; i < SHAPES; i++) {
        dx[i] = pick_rarely(6) ? pick_between(0.0f, 2e-9f) : pick_between(-4.0f, 4.0f);
        dy[i] = pick_rarely(2) ? 0.0f : pick_between(-4.0f, 4.0f);
    }
    if (!cases_timed())
        pick_range(SHAPES, &begin, &end);
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        const hail_free_slides job = {.x = hold_copy("x", among.start_x, end),
                                      .y = hold_copy("y", among.start_y, end),
                                      .dx = hold_copy("dx", dx, end),
                                      .dy = hold_copy("dy", dy, end),
                                      .corner_x = among.corner_x,
                                      .corner_y = among.corner_y,
                                      .slides = hold("slides", (size_t)end * WORDS)};
        case_calls(kernels, "free_slides");
        kernels->free_slides(&job, begin, end);
        case_times(kernels, "free_slides", end - begin, kernels->free_slides(&job, begin, end));
        guards_check();
        if (v == 0)
            want = job;
        same_words("slides", job.slides, want.slides, (size_t)end * WORDS);
    }
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t *row = want.slides + (size_t)i * WORDS;
        case_expects(fabsf(number(row[0]) - dx[i]) < 1e-3f && fabsf(number(row[1]) - dy[i]) < 1e-3f,
                     "slide %u does not go all its way", i);
    }
    untouched("slides", want.slides, 0, (size_t)begin * WORDS);
}
Test(kernels_among, free) { cases_run("kernels_among", "free", 1000, free_case); }
