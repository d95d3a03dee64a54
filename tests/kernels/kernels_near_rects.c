/* tests/kernels/kernels_near_rects.c - near_rects: every variant equals the reference to the last bit, and the
 * reference keeps, in order, the rectangles that share a point with the box and have a side or a corner that counts. */
#include <criterion/criterion.h>

#include <string.h>

#include "kernel_inputs.h"
#include "kernels.h"

enum {
    PAIRS = 60,
    BEFORE = 20,
    STRIDE = HAIL_PAIR_ROOM,
    COLUMNS = HAIL_PAIR_COLUMNS_LARGE,
    CENTRE_X = 0,
    CENTRE_Y,
    WIDE,
    HIGH,
    OPEN,
    TAG = 8
};

static struct {
    uint32_t column[COLUMNS][STRIDE];
    int left[PAIRS], top[PAIRS], right[PAIRS], bottom[PAIRS];
    hail_near_rects way;
    uint32_t begin, end, kept;
} in;

static void put(uint32_t column, uint32_t i, float number) { memcpy(&in.column[column][i], &number, sizeof number); }

/* Rectangles lie on pixels, so they often only touch the box. */
static void pick_rects(void) {
    const int far = pick_one_in(4) ? 1 << 21 : 0;
    memset(&in, 0, sizeof in);
    for (uint32_t i = 0; i < PAIRS; i++) {
        in.left[i] = far + (int)pick(20);
        in.top[i] = (int)pick(20);
        in.right[i] = in.left[i] + 1 + (int)pick(8);
        in.bottom[i] = in.top[i] + 1 + (int)pick(8);
        put(CENTRE_X, i, (float)(in.left[i] + in.right[i]) * 0.5f);
        put(CENTRE_Y, i, (float)(in.top[i] + in.bottom[i]) * 0.5f);
        put(WIDE, i, (float)(in.right[i] - in.left[i]));
        put(HIGH, i, (float)(in.bottom[i] - in.top[i]));
        for (uint32_t side = 0; side < 4; side++)
            in.column[OPEN + side][i] = pick_one_in(2) ? 0 : (uint32_t)pick_bits();
        for (uint32_t k = TAG; k < COLUMNS; k++)
            in.column[k][i] = (uint32_t)pick_bits();
    }
    hail_near_rects *way = &in.way;
    way->left = (float)(far + (int)pick(20));
    way->top = (float)pick(20);
    way->right = way->left + (float)pick(12);
    way->bottom = way->top + (float)pick(12);
    way->at_x = (double)far + (double)pick_between(0.0f, 20.0f);
    way->at_y = (double)pick_between(0.0f, 20.0f) * 0.3;
    way->way_x = pick_between(-4.0f, 4.0f);
    way->way_y = pick_between(-4.0f, 4.0f);
    way->whole = pick_one_in(4);
    way->large = pick_one_in(2);
    for (uint32_t side = 0; side < 4; side++)
        way->facing[side] = pick_one_in(2) ? UINT32_MAX : 0;
    in.kept = cases_timed() ? 0 : pick(BEFORE);
    in.end = PAIRS;
    if (!cases_timed())
        pick_range(PAIRS, &in.begin, &in.end);
}

/* What a variant writes. */
typedef struct answer {
    uint32_t *to;
    float *number[4];
    uint32_t count;
} answer;

static answer ask(const hail_kernels *kernels) {
    const uint32_t *from = hold_copy("from", &in.column[0][0], COLUMNS * STRIDE);
    const float *numbers = (const float *)(const void *)from;
    answer a = {.to = hold("to", COLUMNS * STRIDE)};
    for (int k = 0; k < 4; k++)
        a.number[k] = hold("number", STRIDE);
    hail_near_rects job = in.way;
    job.from = from;
    job.to = a.to;
    job.centre_x = numbers + CENTRE_X * STRIDE;
    job.centre_y = numbers + CENTRE_Y * STRIDE;
    job.wide = numbers + WIDE * STRIDE;
    job.high = numbers + HIGH * STRIDE;
    for (uint32_t side = 0; side < 4; side++)
        job.open[side] = from + (OPEN + side) * STRIDE;
    job.x = a.number[0];
    job.y = a.number[1];
    job.dx = a.number[2];
    job.dy = a.number[3];
    case_calls(kernels, "near_rects");
    a.count = kernels->near_rects(&job, in.begin, in.end, in.kept);
    case_times(kernels, "near_rects", in.end - in.begin, kernels->near_rects(&job, in.begin, in.end, in.kept));
    guards_check();
    return a;
}

static bool is_wanted(uint32_t i) {
    const hail_near_rects *w = &in.way;
    uint32_t sides = 0, faces = 0;
    for (uint32_t side = 0; side < 4; side++) {
        sides |= (uint32_t)(in.column[OPEN + side][i] != 0) << side;
        faces |= (uint32_t)(w->facing[side] != 0) << side;
    }
    const bool corner = sides % 4 == 3 || sides / 4 == 3 || (sides & 6) == 6 || (sides & 9) == 9;
    return in.left[i] <= (int)w->right && in.right[i] >= (int)w->left && in.top[i] <= (int)w->bottom &&
           in.bottom[i] >= (int)w->top && (w->whole || corner || (sides & faces));
}

static void near_case(void) {
    const hail_kernels *kernels;
    answer want = {0};
    pick_rects();
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        const answer got = ask(kernels);
        want = v == 0 ? got : want;
        case_expects(got.count == want.count, "%u rectangles, not %u", got.count, want.count);
        for (uint32_t k = 0; k < (in.way.large ? COLUMNS : HAIL_PAIR_COLUMNS); k++)
            same_words("to", got.to + k * STRIDE + in.kept, want.to + k * STRIDE + in.kept, got.count - in.kept);
        for (int k = 0; k < 4; k++)
            same_words("number", got.number[k] + in.kept, want.number[k] + in.kept, got.count - in.kept);
    }
    uint32_t count = in.kept;
    for (uint32_t i = in.begin; i < in.end; i++) {
        if (!is_wanted(i))
            continue;
        const double x = (double)(in.left[i] + in.right[i]) * 0.5 - in.way.at_x;
        case_expects(count < want.count && want.to[TAG * STRIDE + count] == in.column[TAG][i] &&
                         want.number[0][count] == (float)x && want.number[3][count] == in.way.way_y,
                     "rectangle %u is not number %u", i, count);
        count++;
    }
    case_expects(count == want.count, "%u rectangles, not %u", want.count, count);
}

Test(kernels_near_rects, near) { cases_run("kernels_near_rects", "near", 2000, near_case); }
