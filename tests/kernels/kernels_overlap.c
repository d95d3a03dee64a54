/* tests/kernels/kernels_overlap.c - overlap_shifted and overlap_rotated: every variant equals the reference to the last
 * bit, works on its own pairs alone, and writes nothing else. Both kernels find what a test of every pixel finds. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "kernel_sprites.h"

/* ---- Pairs ----------------------------------------------------------------------------------------------------- */

enum { MOST_PAIRS = 4 };

static struct {
    const hail_mask *a, *b; /* by sprite */
    hail_overlap *overlaps;
    hail_pixel_sums want[MOST_PAIRS];
    hail_span *spans[MOST_PAIRS]; /* that are wanted */
    uint32_t count, pair;         /* the one that is checked */
} pairs;

static void explain_pair(void) {
    if (pairs.pair >= pairs.count)
        return;
    const hail_overlap *o = &pairs.overlaps[pairs.pair];
    const hail_mask *a = &pairs.a[o->a], *b = &pairs.b[o->b];
    case_adds("; pair %u of %u: opaque %d to %d, %d to %d and %d to %d, %d to %d; columns %d to %d, rows %d to %d; ",
              pairs.pair, pairs.count, a->left, a->right, a->top, a->bottom, b->left, b->right, b->top, b->bottom,
              o->left, o->right, o->top, o->bottom);
    if (o->rotated)
        case_adds("rotated: %a %a, steps %a %a and %a %a", (double)o->x, (double)o->y, (double)o->ux, (double)o->uy,
                  (double)o->vx, (double)o->vy);
    else
        case_adds("shifted by %d %d", o->shift_x, o->shift_y);
}

static int32_t pick_from(int32_t least, int32_t most) { return least + (int32_t)pick((uint32_t)(most - least) + 1); }

/* Picks a shift, often by whole words. */
static void pick_shift(const hail_mask *a, const hail_mask *b, hail_overlap *o) {
    o->shift_x = pick_from(b->left - a->right, b->right - a->left);
    o->shift_y = pick_from(b->top - a->bottom, b->bottom - a->top);
    if (pick_one_in(4))
        o->shift_x = 32 * (o->shift_x / 32) + (pick_one_in(2) ? b->left - a->left : 0);
    if (pick_one_in(16))
        *(pick_one_in(2) ? &o->shift_x : &o->shift_y) = pick_one_in(2) ? 16384 : -16384;
}

/* A multiple of a quarter: floats hold its sums exactly, so that samples lie on borders of pixels. */
static float pick_quarter(int32_t most) { return (float)pick_from(-4 * most, 4 * most) * 0.25f; }

static float pick_step(float least_power, float most_power) {
    return either(exp2f(pick_between(least_power, most_power)));
}

/* Returns whether floats hold multiples of the steps. */
static bool pick_steps(hail_overlap *o) {
    const float angle = pick_between(0.0f, 6.3f), c = cosf(angle), s = sinf(angle);
    const float across = either(pick_between(0.2f, 3.0f)), down = pick_between(0.2f, 3.0f);
    float *const step[4] = {&o->ux, &o->uy, &o->vx, &o->vy};
    const uint32_t how = pick(8);
    o->ux = c * across, o->uy = s * across, o->vx = -s * down, o->vy = c * down;
    if (how == 0) { /* a quarter or none of a turn */
        const bool upright = pick_one_in(2);
        o->ux = upright ? either(1.0f) : 0.0f, o->vy = upright ? either(1.0f) : -0.0f;
        o->uy = upright ? 0.0f : either(1.0f), o->vx = upright ? 0.0f : either(1.0f);
    } else if (how == 1) {
        for (int k = 0; k < 4; k++)
            *step[k] = pick_quarter(2);
    } else if (how == 2) { /* tiny, huge, of any size */
        const float size = (float)pick(4) * 7.0f - 14.0f;
        for (int k = 0; k < 4; k++)
            *step[k] = pick_one_in(4) ? pick_step(-24.0f, 14.0f) : pick_step(size - 4.0f, size);
    } else if (how == 3) { /* none along a row, or along both; nearly none */
        o->ux = o->uy = pick_one_in(2) ? 0.0f : pick_step(-30.0f, -18.0f);
        if (pick_one_in(2))
            o->vx = pick_one_in(2) ? o->ux : 0.0f, o->vy = 0.0f;
    } else if (how == 4) {
        *step[pick(4)] = either(nudged(1.0e-6f));
    } else if (pick_one_in(40)) {
        *step[pick(4)] = pick_step(14.0f, 90.0f);
    }
    return how < 2;
}

/* Some pixel of a comes to lie in b, or beside it. */
static bool pick_matrix(const hail_mask *a, const hail_mask *b, hail_overlap *o) {
    const bool exact = pick_steps(o);
    const float i = (float)pick_from(a->left, a->right), k = (float)pick_from(a->top, a->bottom);
    const float part_x = exact ? pick_quarter(1) : pick_one_in(3) ? 0.0f : pick_between(0.0f, 1.0f);
    const float part_y = exact ? pick_quarter(1) : pick_one_in(3) ? 0.0f : pick_between(0.0f, 1.0f);
    const float to_x = (float)pick_from(0, b->right - b->left + 1) + part_x,
                to_y = (float)pick_from(0, b->bottom - b->top + 1) + part_y;
    o->x = to_x - i * o->ux - k * o->vx;
    o->y = to_y - i * o->uy - k * o->vy;
    if (!exact && pick_one_in(12)) {
        *(pick_one_in(2) ? &o->x : &o->y) = either(pick_one_in(2) ? 1.0e9f : exp2f(pick_between(10.0f, 90.0f)));
        return false;
    }
    if (!exact && pick_one_in(4))
        o->x = nudged(rintf(o->x)), o->y = nudged(rintf(o->y));
    return exact;
}

/* Picks bounds that leave out no pixel that may touch; now and then as narrow as that allows. */
static void pick_bounds(const hail_mask *a, const hail_mask *b, const touch_map *map, hail_overlap *o) {
    const bool none = map->left >= map->right, whole = pick_one_in(4), tight = pick_one_in(4);
    o->left = whole ? a->left : pick_from(a->left, none ? a->right : map->left);
    o->top = whole ? a->top : pick_from(a->top, none ? a->bottom : map->top);
    o->right = whole ? a->right : pick_from(none ? o->left : map->right, a->right);
    o->bottom = whole ? a->bottom : pick_from(none ? o->top : map->bottom, a->bottom);
    if (tight && !none)
        o->left = map->left, o->top = map->top, o->right = map->right, o->bottom = map->bottom;
    if (o->rotated)
        return;
    o->left = larger(o->left, b->left - o->shift_x);
    o->top = larger(o->top, b->top - o->shift_y);
    o->right = lesser(o->right, b->right - o->shift_x);
    o->bottom = lesser(o->bottom, b->bottom - o->shift_y);
}

/* Of `room` spans the kernel may write those of the pair's rows. */
static void check_spans(const hail_span *spans, const hail_span *want, const hail_pixel_sums *t, int32_t rows,
                        int32_t room) {
    const int32_t count = t->count && !t->extent ? t->last_y + 1 - t->first_y : 0;
    untouched("spans", spans, (size_t)larger(rows, 0), (size_t)room);
    for (int32_t k = 0; k < count; k++)
        case_expects(want[k].first > want[k].last ? spans[k].first > spans[k].last
                                                  : memcmp(&spans[k], &want[k], sizeof *spans) == 0,
                     "row %d's span is %d to %d, not %d to %d", t->first_y + k, spans[k].first, spans[k].last,
                     want[k].first, want[k].last);
}

static void same_tally(const hail_pixel_sums *got, const hail_pixel_sums *want) {
    case_expects(got->count == want->count, "%u touch, not %u", got->count, want->count);
    if (want->count && memcmp(got, want, sizeof *got) != 0)
        case_fails("first %d %d, last row %d, sides %d %d, sums %lld %lld, extent %lld; not first %d %d, last row %d, "
                   "sides %d %d, sums %lld %lld, extent %lld",
                   got->first_x, got->first_y, got->last_y, got->side_x, got->side_y, (long long)got->sum_x,
                   (long long)got->sum_y, (long long)got->extent, want->first_x, want->first_y, want->last_y,
                   want->side_x, want->side_y, (long long)want->sum_x, (long long)want->sum_y, (long long)want->extent);
}

/* Takes the reference's answer where rounding decides. */
static void ask_reference(uint32_t i, const touch_map *map) {
    const hail_kernels *reference = hail_kernels_at(0);
    hail_pixel_sums *t = &pairs.want[i];
    const hail_overlap_job job = {.a = pairs.a, .b = pairs.b, .of = PIXELS_ALL, .spans = pairs.spans[i]};
    case_calls(reference, "overlap_rotated, whether it is true,");
    reference->overlap_rotated(&job, &pairs.overlaps[i], 1, t);
    case_expects(t->count >= map->sure && t->count <= map->sure + map->perhaps, "%u touch, not %u to %u", t->count,
                 map->sure, map->sure + map->perhaps);
}

static void make_pair(uint32_t i) {
    static touch_map map;
    hail_overlap *o = &pairs.overlaps[i];
    *o = (hail_overlap){.a = pick(pairs.count), .b = pick(pairs.count), .rotated = pick(2)};
    const hail_mask *a = &pairs.a[o->a], *b = &pairs.b[o->b];
    bool exact = true;
    if (o->rotated)
        exact = pick_matrix(a, b, o);
    else
        pick_shift(a, b, o);
    touch_find(a, b, o, exact, &map);
    pick_bounds(a, b, &map, o);
    pairs.pair = i;
    pairs.spans[i] = hold("spans that are wanted", (size_t)a->bottom);
    if (map.perhaps)
        ask_reference(i, &map);
    else
        pairs.want[i] = touch_tally(a, &map, pairs.spans[i]);
    if (!o->rotated)
        pairs.want[i].extent = touch_extent(a, &map, &pairs.want[i]);
}

/* How many pixels the kernel looks at. */
static size_t pixels_of(const hail_overlap *o, uint32_t count, bool rotated) {
    size_t pixels = 0;
    for (uint32_t i = 0; i < count; i++)
        if ((o[i].rotated != 0) == rotated && o[i].left < o[i].right && o[i].top < o[i].bottom)
            pixels += (size_t)(o[i].right - o[i].left) * (size_t)(o[i].bottom - o[i].top);
    return pixels;
}

/* Runs pairs [first, first + count) through the kernel for rotated pairs or the other one. Each must leave the other's
 * pairs alone. */
static void check_pairs(const hail_kernels *kernels, bool rotated, hail_pixel_question of, uint32_t first,
                        uint32_t count) {
    hail_overlap_fn *overlap = rotated ? kernels->overlap_rotated : kernels->overlap_shifted;
    const hail_overlap *o = hold_copy("overlaps", &pairs.overlaps[first], count * sizeof *o / 4);
    int32_t rows = 0; /* that each pair has room for */
    for (uint32_t i = 0; i < count; i++)
        rows = larger(rows, o[i].bottom - o[i].top);
    hail_pixel_sums *sums_of = hold("tallies", count * sizeof *sums_of / 4);
    hail_span *spans = of == PIXELS_ALL ? hold("spans", (size_t)rows * count) : NULL;
    const hail_overlap_job job = {pairs.a, pairs.b, of, spans, (uint32_t)rows};
    overlap(&job, o, count, sums_of);
    case_times(kernels, rotated ? "overlap_rotated" : "overlap_shifted", pixels_of(o, count, rotated),
               overlap(&job, o, count, sums_of));
    guards_check();
    for (uint32_t i = 0; i < count; i++) {
        const hail_pixel_sums *t = &sums_of[i], *want = &pairs.want[first + i];
        pairs.pair = first + i;
        if ((o[i].rotated != 0) != rotated)
            untouched("tallies", &sums_of[i], 0, sizeof *sums_of / 4);
        else if (of == PIXELS_TOUCH)
            case_expects((t->count != 0) == (want->count != 0), "%u touch", t->count);
        else if (of == PIXELS_COUNT)
            case_expects(t->count == want->count, "%u touch, not %u", t->count, want->count);
        else
            same_tally(t, want);
        if (of == PIXELS_ALL && (o[i].rotated != 0) == rotated)
            check_spans(spans + (size_t)i * (size_t)rows, pairs.spans[first + i], want, o[i].bottom - o[i].top, rows);
        else if (of == PIXELS_ALL)
            untouched("spans", spans + (size_t)i * (size_t)rows, 0, (size_t)rows);
    }
}

static const hail_mask *pick_masks(const char *name, uint32_t count) {
    hail_mask *masks = hold(name, count * sizeof *masks / 4);
    for (uint32_t i = 0; i < count; i++)
        masks[i] = random_mask();
    return masks;
}

static void overlaps_case(void) {
    static const char *const names[2][3] = {
        {"overlap_shifted, whether", "overlap_shifted, how many", "overlap_shifted"},
        {"overlap_rotated, whether", "overlap_rotated, how many", "overlap_rotated"}};
    pairs.count = pick(MOST_PAIRS + 1);
    pairs.a = pick_masks("a", pairs.count);
    pairs.b = pick_one_in(8) ? pairs.a : pick_masks("b", pairs.count);
    pairs.overlaps = hold("pairs", pairs.count * sizeof *pairs.overlaps / 4);
    case_explains(explain_pair);
    for (uint32_t i = 0; i < pairs.count; i++)
        make_pair(i);
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++)
        for (int rotated = 0; rotated < 2; rotated++) {
            for (hail_pixel_question of = PIXELS_TOUCH; of <= PIXELS_ALL; of++) {
                case_calls(kernels, names[rotated][of]);
                check_pairs(kernels, rotated, of, 0, pairs.count);
            }
            for (uint32_t i = 0; i < pairs.count; i++)
                check_pairs(kernels, rotated, PIXELS_ALL, i, 1);
        }
}
Test(kernels_overlap, overlaps) { cases_run("kernels_overlap", "overlaps", 3000, overlaps_case); }

/* ---- Extents ---------------------------------------------------------------------------------------------------- */

static hail_span *pick_spans(uint32_t count) {
    hail_span *spans = hold("spans", count);
    for (uint32_t k = 0; k < count; k++) {
        const int16_t first = (int16_t)pick(pick_one_in(4) ? 8192 : 40);
        spans[k] = pick_one_in(6) ? (hail_span){1, 0} : (hail_span){first, (int16_t)(first + (int16_t)pick(30))};
    }
    return spans;
}

static double pick_direction(void) {
    return pick_one_in(6) ? 0.0 : pick_one_in(6) ? (double)either(1.0f) : (double)pick_between(-1.0f, 1.0f);
}

static void extents_case(void) {
    const uint32_t count = 1 + pick(pick_one_in(8) ? 300 : 40), first = pick(count), last = first + pick(count - first);
    hail_span *spans = pick_spans(last + 1 - first);
    const double x = pick_direction(), y = pick_direction();
    spans[pick(last - first + 1)] = (hail_span){3, 7};
    case_says("rows %u to %u of %u, along %a %a", first, last, count, x, y);
    double want = 0.0;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        double got = 0.0;
        case_calls(kernels, "pixel_extent");
        got = kernels->pixel_extent(spans, (int32_t)first, (int32_t)last, x, y);
        case_times(kernels, "pixel_extent", last + 1 - first,
                   kernels->pixel_extent(spans, (int32_t)first, (int32_t)last, x, y));
        guards_check();
        if (v == 0)
            want = got;
        case_expects(got == want, "%a, not %a", got, want);
    }
}
Test(kernels_overlap, extents) { cases_run("kernels_overlap", "extents", 3000, extents_case); }

/* A full sprite on itself, moved by some pixels: the largest sums, of many rows. */
Test(kernels_overlap, full) {
    enum { WIDTH = 70, HEIGHT = 1000, FRAME = HEIGHT + 2 };
    static uint32_t rows[4 * HEIGHT + 2];
    static uint32_t columns[4 * FRAME + HAIL_SLACK];
    static hail_span spans[HEIGHT];
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            rows[4 * y + x / 32] |= UINT32_C(1) << x % 32;
            columns[(x + 1) / 32 * FRAME + y + 1] |= UINT32_C(1) << (x + 1) % 32;
        }
    const hail_mask mask = {rows, columns, 4, 0, 0, WIDTH, HEIGHT};
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++)
        for (int32_t by = 0; by < 20; by++) {
            const int64_t wide = WIDTH - by, high = HEIGHT - by;
            const hail_overlap o = {.shift_x = by, .shift_y = by, .right = WIDTH - by, .bottom = HEIGHT - by};
            const hail_overlap_job job = {&mask, &mask, PIXELS_ALL, spans, 0},
                                   count = {&mask, &mask, PIXELS_COUNT, NULL, 0};
            hail_pixel_sums sums, counted;
            kernels->overlap_shifted(&job, &o, 1, &sums);
            kernels->overlap_shifted(&count, &o, 1, &counted);
            cr_assert(sums.count == wide * high && counted.count == wide * high, "%s: %u and %u touch", kernels->name,
                      sums.count, counted.count);
            cr_assert(sums.sum_x == wide * (wide - 1) / 2 * high && sums.sum_y == high * (high - 1) / 2 * wide);
            /* Only the sides to -x and -y are open, but where all touch. */
            cr_assert(sums.side_x == (by ? -high : 0) && sums.side_y == (by ? -wide : 0));
            cr_assert(sums.first_x == 0 && sums.first_y == 0 && sums.last_y == high - 1);
            cr_assert(by ? sums.extent == wide * high * 2 : sums.extent == 0);
            cr_assert(by || (spans[0].first == 0 && spans[high - 1].last == wide - 1));
        }
}
