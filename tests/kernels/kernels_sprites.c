/* tests/kernels/kernels_sprites.c - boxes, relative_transform and overlap_answers: every variant equals the reference
 * to the last bit for any range, and writes nothing else; and the reference agrees with double precision and with a
 * test of every pixel. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel_sprites.h"

/* ---- Boxes ----------------------------------------------------------------------------------------------------- */

static struct {
    random_hulls hulls;
    random_columns columns;
    hail_boxes_job job;
    uint32_t count, instance; /* the one that is checked */
} pose;

static void explain_box(void) {
    if (pose.instance >= pose.count)
        return;
    const uint32_t sprite = pose.columns.sprite ? pose.columns.sprite[pose.instance] : 0;
    explain_instance(&pose.columns, pose.instance);
    case_adds("; instance %u of %u, %u vertices%s", pose.instance, pose.count, pose.hulls.runs[sprite].count,
              pose.job.arcs ? ", arcs" : "");
}

/* Compares with all vertices in double precision. No number of a box is a negative zero. */
static void check_box(const float *box, uint32_t i) {
    const instance s = instance_at(&pose.columns, i, pose.job.tiny);
    const hail_vertex_run run = pose.hulls.runs[s.sprite];
    const double place[2] = {s.x, s.y}, nowhere = (double)pose.job.nowhere;
    double want[4] = {nowhere, nowhere, -nowhere, -nowhere}, reach = 0.0;
    for (uint32_t k = run.first; k < run.first + run.count; k++) {
        const double u = (double)pose.hulls.u[k], v = (double)pose.hulls.v[k];
        const double to[2] = {u * s.xx + v * s.xy, u * s.yx + v * s.yy};
        for (int axis = 0; axis < 2; axis++) {
            want[axis] = fmin(want[axis], place[axis] + to[axis]);
            want[2 + axis] = fmax(want[2 + axis], place[axis] + to[axis]);
            reach = fmax(reach, fabs(to[axis]));
        }
    }
    pose.instance = i;
    for (int side = 0; side < 4; side++) {
        const double got = (double)box[side], off = fabs(got - want[side]);
        const double room = 0x1p-24 * (6.0 * reach + 1.01 * fabs(want[side])) + 1.0e-43;
        case_expects(run.count ? off <= room : got == want[side], "side %d is %.9g, not %.9g", side, got, want[side]);
        case_expects(got != 0.0 || !signbit(box[side]), "side %d is a negative zero", side);
    }
}

/* In up to three parts. */
static void in_parts(const hail_kernels *kernels, const hail_boxes_job *job, uint32_t begin, uint32_t end) {
    for (uint32_t part = 0; part < 3; part++) {
        const uint32_t to = part == 2 || pick_one_in(2) ? end : begin + pick(end - begin + 1);
        kernels->boxes(job, begin, to);
        guards_check();
        begin = to;
    }
}

static hail_sprite_side side_of(const random_columns *of, const float *frames) {
    return (hail_sprite_side){.frames = frames,
                              .sprite = of->sprite,
                              .x = of->x,
                              .y = of->y,
                              .cos = of->cosine,
                              .sin = of->sine,
                              .scale_x = of->scale_x,
                              .scale_y = of->scale_y,
                              .origin_x = of->origin_x,
                              .origin_y = of->origin_y};
}

static void boxes_case(void) {
    const float tiny = pick_one_in(4) ? 0.25f : 1.0e-18f;
    random_hulls_make(&pose.hulls);
    pose.count = pick_length();
    const random_columns of = pose.columns = random_columns_make(pose.count, pose.hulls.count, tiny);
    pose.job = (hail_boxes_job){.u = pose.hulls.u,
                                .v = pose.hulls.v,
                                .runs = pose.hulls.runs,
                                .arcs = pick_one_in(4) ? NULL : pose.hulls.arcs,
                                .side = side_of(&of, NULL),
                                .tiny = tiny,
                                .nowhere = 3.0e38f};
    case_explains(explain_box);
    uint32_t begin, end;
    pick_range(pose.count, &begin, &end);
    const float *want = NULL;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        hail_boxes_job job = pose.job;
        job.boxes = hold("boxes", 4 * (size_t)pose.count);
        case_calls(kernels, "boxes");
        in_parts(kernels, &job, begin, end);
        case_times(kernels, "boxes", end - begin, kernels->boxes(&job, begin, end));
        untouched("boxes", job.boxes, 0, 4 * (size_t)begin);
        untouched("boxes", job.boxes, 4 * (size_t)end, 4 * (size_t)pose.count);
        want = want ? want : job.boxes;
        for (uint32_t i = begin; i < end; i++) {
            pose.instance = i;
            same_words("box", job.boxes + 4 * (size_t)i, want + 4 * (size_t)i, 4);
            if (v == 0)
                check_box(want + 4 * (size_t)i, i);
        }
    }
}
Test(kernels_sprites, boxes) { cases_run("kernels_sprites", "boxes", 6000, boxes_case); }

/* ---- Relative transforms ----------------------------------------------------------------------------------------- */

typedef struct side {
    random_columns columns;
    const float *frames;
    const uint32_t *index; /* or NULL: instances by pair */
} side;

static struct {
    side a, b;
    float tiny;
    uint32_t count, pair; /* the one that is checked */
} laid;

static uint32_t side_at(const side *s, uint32_t pair) { return s->index ? s->index[pair] : pair; }

static void explain_lay(void) {
    if (laid.pair >= laid.count)
        return;
    case_adds("; pair %u of %u", laid.pair, laid.count);
    explain_instance(&laid.a.columns, side_at(&laid.a, laid.pair));
    explain_instance(&laid.b.columns, side_at(&laid.b, laid.pair));
}

static const float *pick_frames(uint32_t sprites) {
    float *frames = hold("frames", (size_t)sprites * HAIL_FRAME_WORDS);
    for (uint32_t i = 0; i < sprites; i++) {
        const uint32_t size = pick_one_in(8) ? 8192 : 40, left = pick(size), top = pick(size);
        const float bounds[4] = {(float)left, (float)top, (float)(left + 1 + pick(size - left)),
                                 (float)(top + 1 + pick(size - top))};
        float *frame = frames + (size_t)i * HAIL_FRAME_WORDS;
        memset(frame, 0, HAIL_FRAME_WORDS * sizeof *frame);
        frame[0] = random_origin(), frame[1] = random_origin();
        if (!pick_one_in(8))
            memcpy(frame + 2, bounds, sizeof bounds);
    }
    return frames;
}

static side pick_side(void) {
    const uint32_t sprites = 1 + pick(MOST_SPRITES), count = pick_one_in(2) ? laid.count : 1 + pick(20);
    side s = {.columns = random_columns_make(count, sprites, laid.tiny), .frames = pick_frames(sprites)};
    if (count == laid.count && pick_one_in(2))
        return s;
    uint32_t *index = hold("index", laid.count);
    for (uint32_t i = 0; i < laid.count; i++)
        index[i] = pick(count);
    s.index = index;
    return s;
}

/* An instance with its frame: origin, bounds. */
typedef struct framed {
    instance at;
    double origin_x, origin_y;
    int32_t left, top, right, bottom;
} framed;

static framed framed_at(const side *s, uint32_t pair) {
    const uint32_t i = side_at(s, pair);
    const random_columns *of = &s->columns;
    framed f = {.at = instance_at(of, i, laid.tiny)};
    const float *frame = s->frames + (size_t)f.at.sprite * HAIL_FRAME_WORDS;
    f.origin_x = (double)(of->origin_x ? of->origin_x[i] : frame[0]);
    f.origin_y = (double)(of->origin_x ? of->origin_y[i] : frame[1]);
    f.left = (int32_t)frame[2], f.top = (int32_t)frame[3];
    f.right = (int32_t)frame[4], f.bottom = (int32_t)frame[5];
    return f;
}

/* The shift rounded to a whole pixel; floats may round it before. */
static void check_shift(int32_t shift, double a, double b, double origin_a, double origin_b) {
    const double at = (a - b) - (origin_a - origin_b) + 0.5, most = 16384.0;
    const double error = 0x1p-23 * (fabs(a) + fabs(b) + fabs(origin_a) + fabs(origin_b) + 1.0);
    case_expects(shift >= floor(fmax(fmin(at - error, most), -most)) &&
                     shift <= floor(fmax(fmin(at + error, most), -most)),
                 "shifted by %d, not by %.9g", shift, at);
}

/* The range is exactly what both bounds share; if they share nothing, any empty range is right. */
static void check_shared(const hail_overlap *o, const framed *a, const framed *b) {
    const int32_t left = larger(a->left, b->left - o->shift_x), right = lesser(a->right, b->right - o->shift_x);
    const int32_t top = larger(a->top, b->top - o->shift_y), bottom = lesser(a->bottom, b->bottom - o->shift_y);
    const bool none = left >= right || top >= bottom;
    case_expects(none ? o->left >= o->right || o->top >= o->bottom
                      : o->left == left && o->right == right && o->top == top && o->bottom == bottom,
                 "columns %d to %d, rows %d to %d; not %d to %d, %d to %d", o->left, o->right, o->top, o->bottom, left,
                 right, top, bottom);
}

static void near_to(const char *name, float got, double want, double terms) {
    case_expects(fabs((double)got - want) <= 32.0 * 0x1p-24 * terms + 1.0e-30, "%s is %.9g, not %.9g", name,
                 (double)got, want);
}

/* Compares with the inverse of b's matrix. Errors are measured against the sizes of the terms that are added. */
static void check_matrix(const hail_overlap *o, const framed *a, const framed *b) {
    const instance *p = &a->at, *q = &b->at;
    const double det = q->xx * q->yy - q->xy * q->yx;
    const double xx = q->yy / det, xy = -q->xy / det, yx = -q->yx / det, yy = q->xx / det;
    const double least = fmin(fabs(det), fabs(p->xx * p->yy - p->xy * p->yx));
    const double dx = p->x - q->x, dy = p->y - q->y, px = 0.5 - a->origin_x, py = 0.5 - a->origin_y;
    const double ux = xx * p->xx + xy * p->yx, uy = yx * p->xx + yy * p->yx;
    const double vx = xx * p->xy + xy * p->yy, vy = yx * p->xy + yy * p->yy;
    const double size_ux = fabs(xx * p->xx) + fabs(xy * p->yx), size_uy = fabs(yx * p->xx) + fabs(yy * p->yx);
    const double size_vx = fabs(xx * p->xy) + fabs(xy * p->yy), size_vy = fabs(yx * p->xy) + fabs(yy * p->yy);
    if (least < 1.0e-12) /* parts of it may be denormal */
        return;
    near_to("ux", o->ux, ux, size_ux);
    near_to("uy", o->uy, uy, size_uy);
    near_to("vx", o->vx, vx, size_vx);
    near_to("vy", o->vy, vy, size_vy);
    const double corner_x = b->origin_x - b->left + 1.0, corner_y = b->origin_y - b->top + 1.0;
    near_to("x", o->x, corner_x + (xx * dx + xy * dy) + (ux * px + vx * py),
            fabs(b->origin_x) + b->left + 1.0 + fabs(xx * dx) + fabs(xy * dy) + size_ux * fabs(px) +
                size_vx * fabs(py));
    near_to("y", o->y, corner_y + (yx * dx + yy * dy) + (uy * px + vy * py),
            fabs(b->origin_y) + b->top + 1.0 + fabs(yx * dx) + fabs(yy * dy) + size_uy * fabs(px) + size_vy * fabs(py));
}

/* Samples as the next kernel does, to the bit. */
static bool falls_into(const hail_overlap *o, const framed *b, int32_t i, int32_t j) {
    const float x = (o->x + (float)j * o->vx) + (float)i * o->ux, y = (o->y + (float)j * o->vy) + (float)i * o->uy;
    return x >= 1.0f && y >= 1.0f && x < (float)(b->right - b->left + 1) && y < (float)(b->bottom - b->top + 1);
}

/* No pixel outside the range touches: tests all pixels of small sprites, some of larger ones. */
static void check_range(const hail_overlap *o, const framed *a, const framed *b) {
    const int32_t width = a->right - a->left, area = width * (a->bottom - a->top);
    case_expects(o->left >= o->right || o->top >= o->bottom ||
                     (o->left >= a->left && o->right <= a->right && o->top >= a->top && o->bottom <= a->bottom),
                 "columns %d to %d, rows %d to %d are not a's", o->left, o->right, o->top, o->bottom);
    for (int32_t k = 0; k < lesser(area, 400); k++) {
        const int32_t which = area <= 400 ? k : (int32_t)pick((uint32_t)area);
        const int32_t i = a->left + which % width, j = a->top + which / width;
        if (i < o->left || i >= o->right || j < o->top || j >= o->bottom)
            case_expects(!falls_into(o, b, i, j), "pixel %d %d is left out: columns %d to %d, rows %d to %d", i, j,
                         o->left, o->right, o->top, o->bottom);
    }
}

static void check_lay(const hail_overlap *o, uint32_t pair) {
    const framed a = framed_at(&laid.a, pair), b = framed_at(&laid.b, pair);
    const bool plain = a.at.plain && b.at.plain;
    laid.pair = pair;
    case_expects(o->a == a.at.sprite && o->b == b.at.sprite, "sprites %u and %u", o->a, o->b);
    case_expects((o->rotated != 0) == !plain, "rotated is %u", o->rotated);
    if (a.at.flat || b.at.flat || a.left >= a.right || b.left >= b.right) {
        case_expects(o->left >= o->right || o->top >= o->bottom, "nothing has columns %d to %d, rows %d to %d", o->left,
                     o->right, o->top, o->bottom);
    } else if (plain) {
        check_shift(o->shift_x, a.at.x, b.at.x, a.origin_x, b.origin_x);
        check_shift(o->shift_y, a.at.y, b.at.y, a.origin_y, b.origin_y);
        check_shared(o, &a, &b);
    } else {
        check_matrix(o, &a, &b);
        check_range(o, &a, &b);
    }
}

static void lay_case(void) {
    laid.count = pick_length() % 100;
    laid.tiny = pick_one_in(4) ? 0.25f : 1.0e-18f;
    laid.a = pick_side(), laid.b = pick_one_in(8) ? laid.a : pick_side();
    case_explains(explain_lay);
    const hail_relative_transform_job job = {side_of(&laid.a.columns, laid.a.frames),
                                             side_of(&laid.b.columns, laid.b.frames), laid.a.index, laid.b.index,
                                             laid.tiny};
    uint32_t begin, end;
    pick_range(laid.count, &begin, &end);
    const hail_overlap *want = NULL;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        hail_overlap *overlaps = hold("overlaps", (end - begin) * sizeof *overlaps / 4);
        const uint32_t middle = begin + pick(end - begin + 1);
        case_calls(kernels, "relative_transform");
        kernels->relative_transform(&job, begin, middle, overlaps);
        guards_check();
        untouched("overlaps", overlaps, (middle - begin) * sizeof *overlaps / 4, (end - begin) * sizeof *overlaps / 4);
        kernels->relative_transform(&job, middle, end, overlaps + (middle - begin));
        case_times(kernels, "relative_transform", end - begin, kernels->relative_transform(&job, begin, end, overlaps));
        guards_check();
        want = want ? want : overlaps;
        for (uint32_t i = begin; i < end; i++) {
            laid.pair = i;
            same_words("overlap", &overlaps[i - begin], &want[i - begin], sizeof *want / 4);
            if (v == 0)
                check_lay(&want[i - begin], i);
        }
    }
}
Test(kernels_sprites, relative_transform) { cases_run("kernels_sprites", "relative_transform", 3000, lay_case); }

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

/* Of a few pixels, or of as many as there can be. */
static hail_pixel_sums pick_sums(void) {
    const uint32_t count = 1 + pick(pick_one_in(4) ? 1u << 26 : 2000), size = pick_one_in(4) ? 8192 : 64;
    hail_pixel_sums t = {.count = count, .first_x = (int32_t)pick(size), .first_y = (int32_t)pick(size)};
    t.side_x = (int32_t)pick(2 * size) - (int32_t)size;
    t.side_y = t.side_x ? (int32_t)pick(2 * size) - (int32_t)size : 1;
    t.sum_x = (int64_t)count * pick(size) + pick(count);
    t.sum_y = (int64_t)count * pick(size) + pick(count);
    t.extent = 1 + (int64_t)pick(size) * (abs(t.side_x) + abs(t.side_y));
    return t;
}

/* The reference's answer, against long doubles. */
static void check_answer(const float *answer, uint32_t pair, const hail_overlap *o, const hail_pixel_sums *t) {
    const framed a = framed_at(&laid.a, pair);
    int32_t whole[5];
    memcpy(whole, answer, sizeof whole);
    laid.pair = pair;
    case_expects(whole[0] == (int32_t)t->count && whole[1] == t->first_x && whole[2] == t->first_y &&
                     whole[3] == t->first_x + o->shift_x && whole[4] == t->first_y + o->shift_y,
                 "%d pixels, the first %d %d on %d %d", whole[0], whole[1], whole[2], whole[3], whole[4]);
    const long double n = t->count, length = hypotl(t->side_x, t->side_y);
    const long double want[5] = {(long double)a.at.x + (long double)t->sum_x / n + 0.5L - (long double)a.origin_x,
                                 (long double)a.at.y + (long double)t->sum_y / n + 0.5L - (long double)a.origin_y,
                                 -(long double)t->side_x / length, -(long double)t->side_y / length,
                                 (long double)t->extent / length};
    for (int k = 0; k < 5; k++) {
        const long double size = fabsl(want[k]) + (k < 2 ? 0x1p-27L * (fabsl(want[k]) + 1.0e6L) : 0.0L);
        case_expects(fabsl((long double)answer[5 + k] - want[k]) <= 0x1p-23L * size, "word %d is %.9g, not %.9Lg",
                     5 + k, (double)answer[5 + k], want[k]);
    }
}

static void answers_case(void) {
    laid.count = pick_length() % 100;
    laid.tiny = 1.0e-18f;
    laid.a = pick_side();
    laid.b = laid.a;
    case_explains(explain_lay);
    uint32_t first, end, listed = 0;
    pick_range(laid.count, &first, &end);
    const uint32_t count = end - first;
    hail_overlap *overlaps = hold("overlaps", count * sizeof *overlaps / 4);
    hail_pixel_sums *sums = hold("sums", count * sizeof *sums / 4);
    uint32_t list[100];
    for (uint32_t k = 0; k < count; k++) {
        overlaps[k] = (hail_overlap){.shift_x = (int32_t)pick(32769) - 16384, .shift_y = (int32_t)pick(32769) - 16384};
        overlaps[k].a = framed_at(&laid.a, first + k).at.sprite;
        sums[k] = pick_sums();
        list[listed] = k;
        listed += !pick_one_in(3);
    }
    const uint32_t *held = hold_copy("list", list, listed);
    const hail_relative_transform_job pairs = {side_of(&laid.a.columns, laid.a.frames),
                                               side_of(&laid.a.columns, laid.a.frames), laid.a.index, laid.a.index,
                                               laid.tiny};
    const float *want = NULL;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        float *answers = hold("answers", (size_t)count * HAIL_ANSWER_WORDS);
        const hail_overlap_answers_job job = {&pairs, first, overlaps, sums, answers};
        case_calls(kernels, "overlap_answers");
        kernels->overlap_answers(&job, held, listed);
        case_times(kernels, "overlap_answers", listed, kernels->overlap_answers(&job, held, listed));
        guards_check();
        want = want ? want : answers;
        for (uint32_t k = 0, next = 0; k < count; k++) {
            const float *answer = answers + (size_t)k * HAIL_ANSWER_WORDS;
            laid.pair = first + k;
            if (next == listed || held[next] != k) {
                untouched("answers", answer, 0, HAIL_ANSWER_WORDS);
                continue;
            }
            next++;
            same_words("answer", answer, want + (size_t)k * HAIL_ANSWER_WORDS, HAIL_ANSWER_WORDS);
            if (v == 0)
                check_answer(answer, first + k, &overlaps[k], &sums[k]);
        }
    }
}
Test(kernels_sprites, overlap_answers) { cases_run("kernels_sprites", "overlap_answers", 3000, answers_case); }
