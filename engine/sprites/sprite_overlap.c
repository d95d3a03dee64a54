/* engine/sprites/sprite_overlap.c - sprites pixel against pixel: gives pairs to the kernels, and describes overlaps
 * from their sums. */
#include <math.h>

#include "sprite_data.h"
#include "tasks/run_tasks.h"

enum { BLOCK = 128, GRAIN = BLOCK }; /* pairs at a time; pairs of a task at least */

/* ---- Answers ---------------------------------------------------------------------------------------------------- */

double hail_pixel_support(const hail_pixel_sums *sums, const hail_span *spans, double x, double y) {
    const bool right = x > 0.0, below = y > 0.0;
    double highest = -INFINITY;
    for (int32_t row = sums->first_y; row <= sums->last_y; row++) {
        const hail_span span = spans[row];
        const double at = (double)(right ? span.last + 1 : span.first) * x + (double)(row + below) * y;
        const double of_row = span.first <= span.last ? at : -INFINITY;
        highest = of_row > highest ? of_row : highest;
    }
    return highest;
}

/* The vector (x, y) of a's pixels in the plane. plain: they are neither rotated nor scaled. */
static inline void turn(const hail_sprite_pose *a, bool plain, double x, double y, double *to_x, double *to_y) {
    *to_x = plain ? x : a->xx * x + a->xy * y;
    *to_y = plain ? y : a->yx * x + a->yy * y;
}

/* The direction of the push, of any length: opposite to the sum of the outward normals of the touching pixels' open
 * sides. */
static inline void push_direction(const hail_sprite_pose *a, bool plain, const hail_pixel_sums *t, double *x,
                                  double *y) {
    /* Normals, weighted by the length of their sides, transform by the matrix's cofactors. */
    const double sign = !plain && a->xx * a->yy - a->xy * a->yx < 0.0 ? -1.0 : 1.0;
    *x = -sign * (plain ? (double)t->side_x : a->yy * t->side_x - a->yx * t->side_y);
    *y = -sign * (plain ? (double)t->side_y : a->xx * t->side_y - a->xy * t->side_x);
}

static inline void describe(const hail_kernels *kernels, const hail_sprite_pose *a, bool plain,
                            const hail_pixel_sums *sums, const hail_span *spans, double away_x, double away_y,
                            hail_sprite_overlap *overlap) {
    const double n = (double)sums->count, px = (double)sums->sum_x / n + 0.5 - a->origin_x,
                 py = (double)sums->sum_y / n + 0.5 - a->origin_y;
    double x = away_x, y = away_y, at_x, at_y;
    if (hail_sums_open(sums))
        push_direction(a, plain, sums, &x, &y);
    const double length = sqrt(x * x + y * y);
    x = length > 0.0 ? x / length : 0.0;
    y = length > 0.0 ? y / length : 0.0;
    /* Along the push, in pixels of a. */
    const double dx = plain ? x : a->xx * x + a->yx * y, dy = plain ? y : a->xy * x + a->yy * y;
    const double depth = kernels->pixel_extent(spans, sums->first_y, sums->last_y, dx, dy);
    turn(a, plain, px, py, &at_x, &at_y);
    *overlap = (hail_sprite_overlap){.count = sums->count,
                                     .a_x = sums->first_x,
                                     .a_y = sums->first_y,
                                     .x = (float)(a->x + at_x),
                                     .y = (float)(a->y + at_y),
                                     .push_x = (float)(x + 0.0),
                                     .push_y = (float)(y + 0.0),
                                     .depth = (float)depth};
}

void hail_overlap_describe(const hail_kernels *kernels, const hail_sprite_pose *a, const hail_pixel_sums *sums,
                           const hail_span *spans, double away_x, double away_y, hail_sprite_overlap *overlap) {
    describe(kernels, a, false, sums, spans, away_x, away_y, overlap);
}

/* The direction from the centre of one sprite to that of the other. */
static void away_from(const hail_sprite_info *of_a, const hail_sprite_pose *a, const hail_sprite_info *of_b,
                      const hail_sprite_pose *b, double *x, double *y) {
    const double ax = (double)of_a->centre_x - a->origin_x, ay = (double)of_a->centre_y - a->origin_y;
    const double bx = (double)of_b->centre_x - b->origin_x, by = (double)of_b->centre_y - b->origin_y;
    *x = (a->x - b->x) + (a->xx * ax + a->xy * ay) - (b->xx * bx + b->xy * by);
    *y = (a->y - b->y) + (a->yx * ax + a->yy * ay) - (b->yx * bx + b->yy * by);
    if (*x == 0.0 && *y == 0.0)
        *x = 1.0;
}

void hail_overlap_answer(const hail_kernels *kernels, const hail_sprite_info *of_a, const hail_sprite_pose *a,
                         const hail_sprite_info *of_b, const hail_sprite_pose *b, const hail_overlap *transform,
                         const hail_pixel_sums *sums, const hail_span *spans, hail_sprite_overlap *overlap) {
    double away_x = 0.0, away_y = 0.0;
    if (!sums->count) {
        *overlap = (hail_sprite_overlap){0};
        return;
    }
    if (!hail_sums_open(sums))
        away_from(of_a, a, of_b, b, &away_x, &away_y);
    if (!transform->rotated) {
        describe(kernels, a, true, sums, spans, away_x, away_y, overlap);
        overlap->b_x = overlap->a_x + transform->shift_x;
        overlap->b_y = overlap->a_y + transform->shift_y;
        return;
    }
    describe(kernels, a, false, sums, spans, away_x, away_y, overlap);
    /* In b's frame, with the kernel's own arithmetic, to the bit. */
    const float x = (float)overlap->a_x, y = (float)overlap->a_y;
    overlap->b_x = (int32_t)((transform->x + y * transform->vx) + x * transform->ux) - 1 + (int32_t)of_b->left;
    overlap->b_y = (int32_t)((transform->y + y * transform->vy) + x * transform->uy) - 1 + (int32_t)of_b->top;
}

/* ---- Pairs ------------------------------------------------------------------------------------------------------ */

hail_sprite_side hail_sprites_side(const hail_sprites *s) {
    return (hail_sprite_side){.frames = s->set->frames.data,
                              .sprite = s->sprite,
                              .x = s->x,
                              .y = s->y,
                              .cos = s->cos,
                              .sin = s->sin,
                              .scale_x = s->scale_x,
                              .scale_y = s->scale_y,
                              .origin_x = s->origin_x,
                              .origin_y = s->origin_y};
}

void hail_overlap_run(const hail_kernels *kernels, const hail_overlap_job *job, const hail_overlap *overlaps,
                      uint32_t count, hail_pixel_sums *sums_of) {
    kernels->overlap_shifted(job, overlaps, count, sums_of);
    kernels->overlap_rotated(job, overlaps, count, sums_of);
}

/* Checks one side of the pairs. index: the fields of the indices and of the instances; which instances they name. */
static hail_status check_side(const hail_checks *checks, const hail_sprite_fields *fields, const hail_sprites *side,
                              const hail_needed *index, size_t count) {
    HAIL_REQUIRE(hail_check_count(checks->error, fields->count, side->count));
    HAIL_REQUIRE(hail_check_indices(checks, index->field, index->pointer, count, side->count));
    HAIL_REQUIRE(hail_check_count_to(checks->error, "pairs->count", count, index->pointer ? count : side->count));
    return hail_check_sprites(checks, fields, side);
}

static hail_status check_pairs(hail_checks *checks, const hail_sprite_pairs *pairs, const hail_needed *out) {
    static const hail_sprite_fields a = HAIL_SPRITE_FIELDS("pairs->a."), b = HAIL_SPRITE_FIELDS("pairs->b.");
    const hail_needed index_a = {"pairs->index_a", pairs->index_a}, index_b = {"pairs->index_b", pairs->index_b};
    HAIL_REQUIRE(hail_checks_open(checks, pairs->a.context));
    HAIL_REQUIRE(hail_check_count(checks->error, "pairs->count", pairs->count));
    HAIL_REQUIRE(hail_check_needed(checks->error, out, pairs->count ? 1 : 0));
    HAIL_REQUIRE(check_side(checks, &a, &pairs->a, &index_a, pairs->count));
    return check_side(checks, &b, &pairs->b, &index_b, pairs->count);
}

/* One call. Answers go to one of the three. */
typedef struct pair_call {
    const hail_kernels *kernels;
    const hail_tasks *tasks;
    const hail_sprite_pairs *pairs;
    hail_relative_transform_job transform_job;
    hail_overlap_job job;
    uint8_t *touching;
    uint32_t *pixels;
    hail_sprite_overlap *overlaps;
} pair_call;

static hail_status begin(pair_call *w, const hail_sprite_pairs *pairs, const hail_needed *out, hail_pixel_question of) {
    hail_checks checks = {0};
    if (!pairs)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(check_pairs(&checks, pairs, out));
    w->kernels = checks.kernels;
    w->tasks = checks.tasks;
    w->pairs = pairs;
    w->transform_job = (hail_relative_transform_job){.a = hail_sprites_side(&pairs->a),
                                                     .b = hail_sprites_side(&pairs->b),
                                                     .index_a = pairs->index_a,
                                                     .index_b = pairs->index_b,
                                                     .tiny = HAIL_TINY};
    w->job = (hail_overlap_job){.a = spriteset_masks(pairs->a.set), .b = spriteset_masks(pairs->b.set), .of = of};
    return HAIL_OK;
}

/* Computes the relative transforms of a block of pairs [first, last), or of the first BLOCK of them; returns how many.
 */
static uint32_t transform_block(const pair_call *w, hail_overlap transforms[BLOCK], uint32_t first, uint32_t last) {
    const uint32_t n = last - first < BLOCK ? last - first : BLOCK;
    w->kernels->relative_transform(&w->transform_job, first, first + n, transforms);
    return n;
}

static void count_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const pair_call *w = task;
    hail_overlap transforms[BLOCK];
    hail_pixel_sums sums_of[BLOCK];
    (void)worker;
    for (uint32_t i = first; i < last; i += BLOCK) {
        const uint32_t n = transform_block(w, transforms, i, last);
        hail_overlap_run(w->kernels, &w->job, transforms, n, sums_of);
        for (uint32_t k = 0; w->touching && k < n; k++)
            w->touching[i + k] = sums_of[k].count != 0;
        for (uint32_t k = 0; w->pixels && k < n; k++)
            w->pixels[i + k] = sums_of[k].count;
    }
}

/* Writes the counts to `touching` or `pixels`, whichever is given. */
static hail_status count_pairs(const hail_sprite_pairs *pairs, hail_pixel_question of, uint8_t *touching,
                               uint32_t *pixels) {
    const hail_needed out = of == PIXELS_TOUCH ? (hail_needed){"touching", touching} : (hail_needed){"pixels", pixels};
    pair_call w;
    HAIL_REQUIRE(begin(&w, pairs, &out, of));
    w.touching = touching;
    w.pixels = pixels;
    hail_run_tasks(w.tasks, (uint32_t)pairs->count, GRAIN, count_range, &w);
    return HAIL_OK;
}

hail_status hail_sprite_touch(const hail_sprite_pairs *pairs, uint8_t *touching) {
    return count_pairs(pairs, PIXELS_TOUCH, touching, NULL);
}

hail_status hail_sprite_count(const hail_sprite_pairs *pairs, uint32_t *pixels) {
    return count_pairs(pairs, PIXELS_COUNT, NULL, pixels);
}

/* Pairs whose overlaps are described together: what a kernel has just stored takes long to load. The spans of pair
 * first + k begin at spans[row_0[k]], for row 0 of a. */
typedef struct touching_block {
    uint32_t first, count, used; /* the spans used */
    const hail_overlap *transforms;
    hail_pixel_sums sums_of[BLOCK];
    uint32_t row_0[BLOCK];
    hail_span spans[HAIL_MAX_SPRITE];
} touching_block;

static void describe_pair(const pair_call *w, const touching_block *block, uint32_t k) {
    const hail_sprite_pairs *pairs = w->pairs;
    const hail_overlap *transform = &block->transforms[k];
    const hail_pixel_sums *sums = &block->sums_of[k];
    const uint32_t at = block->first + k;
    const hail_sprite_pose a = hail_sprite_pose_of(&pairs->a, pairs->index_a ? pairs->index_a[at] : at);
    hail_sprite_pose b = {0};
    if (!hail_sums_open(sums))
        b = hail_sprite_pose_of(&pairs->b, pairs->index_b ? pairs->index_b[at] : at);
    hail_overlap_answer(w->kernels, &spriteset_template(pairs->a.set, transform->a)->info, &a,
                        &spriteset_template(pairs->b.set, transform->b)->info, &b, transform, sums,
                        block->spans + block->row_0[k], &w->overlaps[at]);
}

/* Describes the pairs of the block, and begins another behind them. */
static void describe_block(const pair_call *w, touching_block *block) {
    uint32_t touching[BLOCK + 1], n = 0;
    for (uint32_t k = 0; k < block->count; k++) {
        touching[n] = k;
        n += block->sums_of[k].count != 0;
        w->overlaps[block->first + k] = (hail_sprite_overlap){0};
    }
    for (uint32_t k = 0; k < n; k++)
        describe_pair(w, block, touching[k]);
    block->first += block->count;
    block->transforms += block->count;
    block->count = block->used = 0;
}

static void sum_pair(const pair_call *w, touching_block *block) {
    const hail_overlap *transform = &block->transforms[block->count];
    const bool empty = transform->top >= transform->bottom;
    const uint32_t top = empty ? 0 : (uint32_t)transform->top, bottom = empty ? 0 : (uint32_t)transform->bottom;
    if (block->used + bottom > HAIL_MAX_SPRITE)
        describe_block(w, block);
    transform = &block->transforms[block->count];
    const uint32_t k = block->count++;
    hail_overlap_job job = w->job;
    block->row_0[k] = block->used > top ? block->used - top : 0;
    job.spans = block->spans + block->row_0[k];
    (transform->rotated ? w->kernels->overlap_rotated : w->kernels->overlap_shifted)(&job, transform, 1,
                                                                                     &block->sums_of[k]);
    if (block->sums_of[k].count)
        block->used = block->row_0[k] + bottom;
}

static void overlap_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const pair_call *w = task;
    hail_overlap transforms[BLOCK];
    touching_block block;
    (void)worker;
    block.first = first;
    block.count = block.used = 0;
    for (uint32_t i = first; i < last; i += BLOCK) {
        const uint32_t n = transform_block(w, transforms, i, last);
        block.transforms = transforms;
        for (uint32_t k = 0; k < n; k++)
            sum_pair(w, &block);
        describe_block(w, &block);
    }
}

hail_status hail_sprite_overlaps(const hail_sprite_pairs *pairs, hail_sprite_overlap *overlaps) {
    pair_call w;
    HAIL_REQUIRE(begin(&w, pairs, &(hail_needed){"overlaps", overlaps}, PIXELS_ALL));
    w.overlaps = overlaps;
    hail_run_tasks(w.tasks, (uint32_t)pairs->count, GRAIN, overlap_range, &w);
    return HAIL_OK;
}
