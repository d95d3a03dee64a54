/* tests/lanes/bodies.c - the operations on one body's edges or vertices, whose answers are not a lane each. */
#include "operations.h"

#include <float.h>
#include <math.h>

#include "kernels/kernel_inputs.h"
#include "lanes.h"

enum { L = HAIL_LANES };

/* Small whole numbers, so that many edges tie, with zeros of both signs; the first of the largest is the answer. */
static void widest_edge(void) {
    float *edges = hold("edges", 40), largest = 0.0f;
    const bool whole = pick_one_in(2);
    const float x = whole ? (float)pick(5) - 2.0f : pick_between(-9.0f, 9.0f),
                y = whole ? -0.0f : pick_between(-9.0f, 9.0f);
    const float scale = (float)pick(3);
    for (int i = 0; i < 40; i++)
        edges[i] = whole ? (float)pick(5) - 2.0f : pick_between(-2.0f, 2.0f);
    if (pick_one_in(2)) /* padded as templates are */
        for (uint32_t i = 3 + pick(5); i < 8; i++)
            edges[i] = edges[0], edges[8 + i] = edges[8], edges[32 + i] = edges[32];
    uint32_t first = 0;
    for (uint32_t i = 0; i < 8; i++) {
        const float separation = (edges[i] * x + edges[8 + i] * y) - edges[32 + i] * scale;
        if (i == 0 || separation > largest)
            largest = separation, first = i;
    }
    const uint32_t got = lanes_widest_edge(edges, x, y, scale);
    case_expects(got == first, "lanes_widest_edge is %u, not %u (separation %.9g)", got, first, (double)largest);
}

/* Zeros, denormals, small whole numbers, so that many tie, and numbers whose products floats still hold. */
static float pick_modest(void) {
    const float any = pick_one_in(4) ? (float)pick(5) - 2.0f : pick_finite();
    return fabsf(any) < 1.0e18f ? any : any > 0.0f ? 1.0e18f : -0.0f;
}

/* Of two zeros either may be the largest. */
static void largest_of_four(void) {
    float *rows = hold("rows", 4 * L), *largest = hold("most", 4), want[4];
    for (int i = 0; i < 4 * L; i++)
        rows[i] = pick_one_in(8) ? -INFINITY : pick_finite();
    for (int k = 0; k < 4; k++) {
        rows[k * L + (int)pick(L)] = pick_one_in(2) ? FLT_MAX : pick_finite();
        want[k] = rows[k * L];
        for (int i = 1; i < L; i++)
            want[k] = rows[k * L + i] > want[k] ? rows[k * L + i] : want[k];
    }
    lanes_max4(largest, vf_load(rows), vf_load(rows + L), vf_load(rows + 2 * L), vf_load(rows + 3 * L));
    for (int k = 0; k < 4; k++)
        largest[k] += 0.0f, want[k] += 0.0f;
    same_words("lanes_max4", largest, want, 4);
}

/* Zeros of both signs are the same. */
static void smallest_lane(void) {
    float *row = hold("row", L), want;
    for (int i = 0; i < L; i++)
        row[i] = pick_one_in(8) ? INFINITY : pick_modest();
    want = row[0];
    for (int i = 1; i < L; i++)
        want = row[i] < want ? row[i] : want;
    const float got = vf_min_lane(vf_load(row));
    case_expects(got == want, "vf_min_lane is %.9g, not %.9g", (double)got, (double)want);
}

/* Right before a page that may not be touched. */
static void blocks_of_eight(void) {
    const uint32_t stride = 8 + pick(90), from = L == 4 ? 4 * pick(2) : 0;
    const uint32_t n = L == 16 ? stride + 8 : from + (uint32_t)L;
    float *words = hold("words", n), got[L], want[L];
    for (uint32_t i = 0; i < n; i++)
        words[i] = pick_modest();
    for (uint32_t i = 0; i < (uint32_t)L; i++)
        want[i] = words[i < 8 ? from + i : stride + i - 8];
    vf_store(got, vf_load_eights(words + from, stride));
    same_words("vf_load_eights", got, want, L);
}

/* Right before a page that may not be touched; a base that is no negative zero leaves nothing to a zero's sign. */
static void box_of_four(void) {
    const uint32_t n = 4 + pick(30);
    const bool far_off = pick_one_in(4);
    float *u = hold("u", n), *v = hold("v", n), *box = hold("box", 4), *base = hold("base", 4), motion[4], want[4];
    uint32_t at[4];
    for (uint32_t i = 0; i < n; i++)
        u[i] = pick_modest(), v[i] = pick_modest();
    for (int k = 0; k < 4; k++) {
        at[k] = pick(4) ? pick(n - 3) : n - 4;
        motion[k] = pick_modest();
        base[k] = (far_off ? pick_finite() * 0.5f : pick_between(-9.0f, 9.0f)) + 0.0f;
    }
    for (int k = 0; k < 4; k++) {
        const float x = motion[k & 1 ? 2 : 0], y = motion[k & 1 ? 3 : 1], side = k < 2 ? -1.0f : 1.0f;
        float largest = -INFINITY;
        for (uint32_t i = at[k]; i < at[k] + 4; i++) {
            const float along = side * (u[i] * x + v[i] * y);
            largest = along > largest ? along : largest;
        }
        want[k] = base[k] + side * largest + 0.0f;
    }
    lanes_box4(box, base, u, v, at, motion[0], motion[1], motion[2], motion[3]);
    same_words("lanes_box4", box, want, 4);
}

void LANES_OWN(bodies)(void) {
    widest_edge();
    largest_of_four();
    smallest_lane();
    blocks_of_eight();
    box_of_four();
}
