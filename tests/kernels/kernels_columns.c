/* tests/kernels/kernels_columns.c - kernels that move bodies, gather and add up columns, and find cells: every variant
 * equals the reference to the last bit, in one call and in pieces; and the reference does what the documents promise.
 */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "kernel_inputs.h"

/* ---- Move ------------------------------------------------------------------------------------------------------ */

static hail_move_job the_move; /* coordinates are picked for its bounds */

static float coordinate(float min, float max) {
    const float width = max - min;
    switch (cases_timed() ? 9 : pick(10)) {
    case 0:
        return nudged(min);
    case 1:
        return nudged(max);
    case 2:
        return nudged(min - width);
    case 3:
        return nudged(max + width);
    case 4: /* many worlds away */
        return min + width * pick_between(-1000.0f, 1000.0f);
    case 5:
        return pick_one_in(4) ? pick_any() : pick_finite();
    default:
        return pick_between(min, max);
    }
}
static float an_x(void) { return coordinate(the_move.min_x, the_move.max_x); }
static float a_y(void) { return coordinate(the_move.min_y, the_move.max_y); }
static float a_speed(void) { return pick_rarely(6) ? pick_any() : pick_between(-600.0f, 600.0f); }
static float a_radius(void) { return pick_rarely(6) ? fabsf(pick_finite()) : pick_between(0.0f, 32.0f); }
static float a_life(void) {
    static const float lives[] = {3.0e38f, 0.0f, -0.0f, 1.0f / 60.0f, 2.0f / 60.0f, 1.0f, 0x1p-149f, INFINITY};
    return pick_rarely(2) ? nudged(lives[pick(8)]) : pick_rarely(4) ? pick_any() : pick_between(0.0f, 2.0f);
}

static void pick_bounds(hail_move_job *job) {
    static const float box[][4] = {{0, 0, 640, 480},         {-1.0e9f, -1.0e9f, 1.0e9f, 1.0e9f}, {-3, -2, 5, 7},
                                   {0.1f, 0.7f, 0.3f, 0.8f}, {9.0e8f, 9.0e8f, 1e9f, 1e9f},       {-1, -1, 1, 1},
                                   {0, 0, 1e-30f, 0x1p-149f}};
    const float *b = box[cases_timed() ? 0 : pick(7)];
    job->min_x = b[0], job->min_y = b[1], job->max_x = b[2], job->max_y = b[3];
}

static void bits_of(float a, uint32_t *bits) { memcpy(bits, &a, sizeof a); }

/* What docs/arithmetic.md promises about a moved body. */
static void check_moved(const hail_move_job *was, const hail_move_job *is, uint32_t i, uint32_t notes) {
    const bool bad = notes & HAIL_NOTE_NOT_FINITE;
    uint32_t before, after;
    bits_of(was->x[i], &before);
    bits_of(is->x[i], &after);
    case_expects(!bad || before == after, "body %u is not finite, and moved all the same", i);
    case_expects(bad || (isfinite(is->x[i]) && isfinite(is->y[i])), "body %u left for infinity unnoticed", i);
    if (bad)
        return;
    if (is->bounds == 2)
        case_expects(is->x[i] >= is->min_x && is->x[i] < is->max_x && is->y[i] >= is->min_y && is->y[i] < is->max_y,
                     "body %u was wrapped to %.9g %.9g", i, (double)is->x[i], (double)is->y[i]);
    else if (!is->vx)
        case_expects(before == after, "body %u of a caller that moves was moved", i);
    if (is->life) {
        case_expects(((notes & HAIL_NOTE_EXPIRED) != 0) == (is->life[i] <= 0.0f), "body %u has life %.9g left", i,
                     (double)is->life[i]);
        case_expects(was->life[i] < 3.0e38f || is->life[i] == was->life[i], "body %u was to live forever", i);
    }
}

/* So short a step that bodies stay where they are. */
static void time_move(const hail_move_job *job, const float *x, const float *y, const float *life, uint32_t n) {
    const hail_kernels *kernels;
    for (size_t v = 0; cases_timed() && (kernels = hail_kernels_at(v)) != NULL; v++) {
        hail_move_job own = *job;
        own.dt = 1.0e-9f;
        own.x = hold_copy("own x", x, n), own.y = hold_copy("own y", y, n);
        own.life = life ? hold_copy("own life", life, n) : NULL;
        uint32_t *attention = hold("attention", (size_t)n + HAIL_SLACK);
        case_times(kernels, "move", n, kernels->move(&own, 0, n, attention));
    }
}

static void move_case(void) {
    static const float steps[] = {0.0f, 1.0f / 60.0f, 1.0f, 0x1p-149f, 1.0e-30f, 1.0e30f};
    const uint32_t n = pick_length();
    uint32_t begin, end, ends[4];
    pick_range(n, &begin, &end);
    hail_move_job job = {.dt = steps[pick_one_in(2) ? 1 : pick(6)], .bounds = pick(3), .uniform_radius = a_radius()};
    pick_bounds(&job);
    the_move = job;
    float *x = floats("x", n, an_x), *y = floats("y", n, a_y),
          *life = pick_one_in(2) ? floats("life", n, a_life) : NULL;
    if (!pick_one_in(4))
        job.vx = floats("vx", n, a_speed), job.vy = floats("vy", n, a_speed);
    if (pick_one_in(2))
        job.radius = floats("radius", n, a_radius);
    case_says("n %u, [%u, %u), bounds %u of %g %g %g %g, dt %g, %s%s%s", n, begin, end, job.bounds, (double)job.min_x,
              (double)job.min_y, (double)job.max_x, (double)job.max_y, (double)job.dt, job.vx ? "velocity " : "",
              life ? "life " : "", job.radius ? "radius" : "");

    time_move(&job, x, y, life, n);
    hail_move_job was = job;
    was.x = x, was.y = y, was.life = life;
    float *ref_x = NULL, *ref_y = NULL, *ref_life = NULL;
    uint32_t *ref_notes = NULL, ref_noted = 0;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        for (int pieces = 0; pieces < 2; pieces++) {
            case_calls(kernels, pieces ? "move in pieces" : "move");
            hail_move_job own = job;
            own.x = hold_copy("own x", x, n), own.y = hold_copy("own y", y, n);
            own.life = life ? hold_copy("own life", life, n) : NULL;
            uint32_t *notes = hold("attention", (size_t)(end - begin) + HAIL_SLACK), noted = 0, from = begin;
            const uint32_t count = pieces ? cut_range(begin, end, ends) : (ends[0] = end, 1u);
            for (uint32_t p = 0; p < count; from = ends[p++])
                noted += kernels->move(&own, from, ends[p], notes + noted);
            guards_check();
            case_expects(noted <= end - begin, "%u bodies noted", noted);
            untouched("attention", notes, (size_t)noted + HAIL_SLACK, (size_t)(end - begin) + HAIL_SLACK);
            if (!ref_x) {
                ref_x = own.x, ref_y = own.y, ref_life = own.life, ref_notes = notes, ref_noted = noted;
                same_words("x before", own.x, x, begin);
                same_words("x after", own.x + end, x + end, n - end);
                for (uint32_t i = begin, k = 0; i < end; i++) {
                    const bool is = k < noted && (notes[k] & 0x0fffffff) == i;
                    check_moved(&was, &own, i, is ? notes[k++] >> HAIL_FLAG_SHIFT : 0);
                }
                continue;
            }
            same_words("x", own.x, ref_x, n);
            same_words("y", own.y, ref_y, n);
            if (life)
                same_words("life", own.life, ref_life, n);
            case_expects(noted == ref_noted, "%u bodies noted, not %u", noted, ref_noted);
            same_words("attention", notes, ref_notes, noted);
        }
    }
}
Test(kernels_columns, move) { cases_run("kernels_columns", "move", 12000, move_case); }

/* ---- Radii, gather, sums --------------------------------------------------------------------------------------- */

static void radii_case(void) {
    const uint32_t n = pick_length(), templates = 1 + pick(40);
    uint32_t begin, end, ends[4];
    pick_range(n, &begin, &end);
    const float *radius = floats("template_radius", templates, a_radius);
    uint32_t *shape = hold("shape", n);
    for (uint32_t i = 0; i < n; i++)
        shape[i] = pick(templates);
    const float *scale = pick_one_in(2) ? floats("scale", n, a_radius) : NULL;
    case_says("n %u, [%u, %u), %u templates%s", n, begin, end, templates, scale ? ", scale" : "");
    float *wanted = hold("wanted", n);
    for (uint32_t i = begin; i < end; i++)
        wanted[i] = scale ? radius[shape[i]] * scale[i] : radius[shape[i]];
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "radii");
        float *out = hold("radius", n);
        uint32_t from = begin;
        const uint32_t pieces = cut_range(begin, end, ends);
        for (uint32_t p = 0; p < pieces; from = ends[p++])
            kernels->radii(radius, shape, scale, out, from, ends[p]);
        guards_check();
        case_times(kernels, "radii", end - begin, kernels->radii(radius, shape, scale, out, begin, end));
        same_words("radius", out, wanted, n); /* canaries outside [begin, end) in both */
    }
}
Test(kernels_columns, radii) { cases_run("kernels_columns", "radii", 6000, radii_case); }

static void gather_case(void) {
    const uint32_t n = pick_length(), m = 1 + pick(200);
    uint32_t begin, end, ends[4];
    pick_range(n, &begin, &end);
    uint32_t *from_words = hold("from", m), *order = hold("order", n), *wanted = hold("wanted", n);
    for (uint32_t i = 0; i < m; i++)
        from_words[i] = (uint32_t)pick_bits();
    for (uint32_t i = 0; i < n; i++)
        order[i] = pick(m);
    for (uint32_t i = begin; i < end; i++)
        wanted[i] = from_words[order[i]];
    case_says("n %u, [%u, %u), from %u", n, begin, end, m);
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "gather");
        uint32_t *to = hold("to", n), from = begin;
        const uint32_t pieces = cut_range(begin, end, ends);
        for (uint32_t p = 0; p < pieces; from = ends[p++])
            kernels->gather(from_words, order, to, from, ends[p]);
        case_times(kernels, "gather", end - begin, kernels->gather(from_words, order, to, begin, end));
        guards_check();
        same_words("to", to, wanted, n);
    }
}
Test(kernels_columns, gather) { cases_run("kernels_columns", "gather", 6000, gather_case); }

static void sums_case(void) {
    const uint32_t n = pick_length();
    const bool large = pick_one_in(3);
    uint32_t *values = hold("given", n), *wanted = hold("wanted", n), sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        values[i] = large ? (uint32_t)pick_bits() : pick(5);
        wanted[i] = sum += values[i];
    }
    case_says("n %u, %s", n, large ? "wrapping round" : "small");
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "sums");
        uint32_t *own = hold_copy("values", values, n);
        kernels->sums(own, n);
        guards_check();
        same_words("values", own, wanted, n);
        case_times(kernels, "sums", n, kernels->sums(own, n));
    }
}
Test(kernels_columns, sums) { cases_run("kernels_columns", "sums", 6000, sums_case); }

/* Counts and starts in memory of their own, and in the same, as a grid has them. */
static void starts_case(void) {
    const uint32_t n = pick_length(), most = pick_one_in(3) ? 256 : 4, slack = HAIL_SLACK / 4 + 1;
    const uint32_t bytes = (n + 3) / 4 + slack;
    uint32_t *wanted = hold("wanted", n), *words = hold("given", bytes), sum = 0;
    uint8_t *given = (uint8_t *)words;
    for (uint32_t i = 0; i < n; i++) {
        given[i] = (uint8_t)pick(most);
        wanted[i] = sum;
        sum += given[i];
    }
    case_says("n %u, counts below %u", n, most);
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "starts");
        uint32_t *own = hold("starts", n), *shared = hold("shared", (size_t)n + slack);
        const uint8_t *counts = hold_copy("counts", given, bytes);
        kernels->starts(counts, own, n);
        guards_check();
        same_words("starts", own, wanted, n);
        memcpy((uint8_t *)shared + 3 * (size_t)n, given, n);
        kernels->starts((uint8_t *)shared + 3 * (size_t)n, shared, n);
        guards_check();
        same_words("shared", shared, wanted, n);
        untouched("shared", shared, n, (size_t)n + slack);
        case_times(kernels, "starts", n, kernels->starts(counts, own, n));
    }
}
Test(kernels_columns, starts) { cases_run("kernels_columns", "starts", 6000, starts_case); }

static void add_gathered_case(void) {
    const uint32_t n = pick_length(), m = 1 + pick(200);
    uint32_t *from = hold("from", m), *index = hold("index", n), *to = hold("given", n), *wanted = hold("wanted", n);
    for (uint32_t i = 0; i < m; i++)
        from[i] = (uint32_t)pick_bits();
    for (uint32_t i = 0; i < n; i++) {
        index[i] = pick(m);
        to[i] = (uint32_t)pick_bits();
        wanted[i] = to[i] + from[index[i]];
    }
    case_says("n %u, from %u", n, m);
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "add_gathered");
        uint32_t *own = hold_copy("to", to, n);
        const uint32_t half = pick(n + 1);
        kernels->add_gathered(from, index, own, half);
        kernels->add_gathered(from, index + half, own + half, n - half);
        guards_check();
        same_words("to", own, wanted, n);
        case_times(kernels, "add_gathered", n, kernels->add_gathered(from, index, own, n));
    }
}
Test(kernels_columns, add_gathered) { cases_run("kernels_columns", "add_gathered", 6000, add_gathered_case); }

static void crowded_case(void) {
    const uint32_t n = pick_length(), crowd = pick(4);
    uint32_t *starts = hold("starts", (size_t)n + 1), *wanted = hold("wanted", n), count = 0;
    starts[0] = pick_one_in(4) ? pick(1u << 26) : 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t length = pick_one_in(16) ? pick(1u << 16) : pick(crowd + 1);
        starts[i + 1] = starts[i] + length;
        if (length >= 2)
            wanted[count++] = i;
    }
    case_says("n %u, up to %u", n, crowd);
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "dense");
        uint32_t *listed = hold("dense", (size_t)n + HAIL_SLACK);
        const uint32_t got = kernels->dense(starts, n, listed);
        case_times(kernels, "dense", n, kernels->dense(starts, n, listed));
        guards_check();
        case_expects(got == count, "%u are dense, not %u", got, count);
        same_words("dense", listed, wanted, count);
        untouched("dense", listed, (size_t)count + HAIL_SLACK, (size_t)n + HAIL_SLACK);
    }
}
Test(kernels_columns, dense) { cases_run("kernels_columns", "dense", 6000, crowded_case); }

/* ---- Cells ----------------------------------------------------------------------------------------------------- */

static void cells_case(void) {
    static const uint32_t axis[] = {1, 2, 3, 7, 40, 511, 4000};
    static const float sizes[] = {1.0f, 8.16f, 1.0e-6f, 61035.156f, 0.3f, 64.0f};
    const uint32_t n = pick_length(), columns = axis[pick(7)], rows = axis[pick(7)], trash = (uint32_t)pick_bits();
    const float cell = sizes[pick(6)], min_x = pick_between(-1000.0f, 1000.0f), min_y = pick_one_in(4) ? -1.0e9f : 0.0f,
                cut = 16.0f;
    const hail_grid_layout map = map_make(min_x, min_y, cell, columns, rows, pick(2));
    uint32_t begin, end, ends[4];
    pick_range(n, &begin, &end);
    float *x = hold("x", n), *y = hold("y", n), *radius = pick_one_in(2) ? hold("radius", n) : NULL;
    uint32_t *wanted = hold("wanted", n), *wanted_large = hold("wanted large", n), large_count = 0;
    for (uint32_t i = 0; i < n; i++) {
        x[i] = pick_coordinate(min_x, cell, (float)columns);
        y[i] = pick_coordinate(min_y, cell, (float)rows);
        if (radius)
            radius[i] = pick_rarely(3)   ? nudged(cut)
                        : pick_one_in(8) ? fabsf(pick_finite())
                                         : pick_between(0.0f, 20.0f);
    }
    for (uint32_t i = begin; i < end; i++) {
        const bool large = radius && radius[i] > cut;
        wanted[i] = large ? trash : map_cell(&map, x[i], y[i]);
        if (large)
            wanted_large[large_count++] = i;
    }
    case_says("n %u, [%u, %u), %u * %u cells of %g at %g %g%s", n, begin, end, columns, rows, (double)cell,
              (double)min_x, (double)min_y, radius ? ", radius" : "");
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "cells");
        uint32_t *own = hold("cell", n), *large = hold("large", (size_t)large_count + HAIL_SLACK), count = 0,
                 from = begin;
        const uint32_t pieces = cut_range(begin, end, ends);
        for (uint32_t p = 0; p < pieces; from = ends[p++])
            count += kernels->cells(&map, x, y, radius, cut, trash, own, large + count, from, ends[p]);
        case_times(kernels, "cells", end - begin,
                   kernels->cells(&map, x, y, radius, cut, trash, own, large, begin, end));
        guards_check();
        case_expects(count == large_count, "%u are large, not %u", count, large_count);
        same_words("cell", own, wanted, n);
        same_words("large", large, wanted_large, count);
    }
}
Test(kernels_columns, cells) { cases_run("kernels_columns", "cells", 10000, cells_case); }
