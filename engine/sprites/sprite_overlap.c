/* engine/sprites/sprite_overlap.c - sprites pixel against pixel: validates pairs, and gives them to the kernels. */
#include <assert.h>

#include "sprite_data.h"
#include "tasks/run_tasks.h"
#include "variants.h"

enum { BLOCK = 128, GRAIN = BLOCK }; /* pairs at a time; pairs of a task at least */

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

void hail_relative_transforms(const hail_kernels *kernels, const hail_relative_transform_job *job, uint32_t begin,
                              uint32_t end, hail_overlap *overlaps) {
    hail_kernels_for(kernels, end - begin, 2)->relative_transform(job, begin, end, overlaps);
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
    hail_relative_transforms(w->kernels, &w->transform_job, first, first + n, transforms);
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

static_assert(sizeof(hail_sprite_overlap) == HAIL_ANSWER_WORDS * sizeof(float), "kernels write them");

/* Pairs whose pixels are tested together, and then described together: what a kernel has just stored takes long to
 * load. */
typedef struct touching_block {
    uint32_t first, count;
    hail_overlap transforms[BLOCK];
    hail_pixel_sums sums_of[BLOCK];
    hail_span spans[HAIL_MAX_SPRITE];
} touching_block;

enum { BLOCK_ROWS = HAIL_MAX_SPRITE / BLOCK }; /* that each pair of a whole block may have */

static int32_t rows_of(const hail_overlap *transform) { return transform->bottom - transform->top; }

static void describe_pair(const pair_call *w, uint32_t at, const hail_overlap *transform, const hail_pixel_sums *sums,
                          const hail_span *spans) {
    const hail_sprite_pairs *pairs = w->pairs;
    const hail_sprite_pose a = hail_sprite_pose_of(&pairs->a, pairs->index_a ? pairs->index_a[at] : at);
    hail_sprite_pose b = {0};
    if (!hail_sums_open(sums))
        b = hail_sprite_pose_of(&pairs->b, pairs->index_b ? pairs->index_b[at] : at);
    hail_overlap_answer(w->kernels, &spriteset_template(pairs->a.set, transform->a)->info, &a,
                        &spriteset_template(pairs->b.set, transform->b)->info, &b, transform, sums, spans,
                        &w->overlaps[at]);
}

/* Describes `count` pairs of a block, from k on. */
static void describe_pairs(const pair_call *w, const touching_block *block, uint32_t k, uint32_t count) {
    const uint32_t first = block->first + k, rows = count > 1 ? BLOCK_ROWS : 0;
    const hail_overlap *transforms = block->transforms + k;
    const hail_pixel_sums *sums_of = block->sums_of + k;
    const hail_overlap_answers_job job = {.pairs = &w->transform_job,
                                          .first = first,
                                          .overlaps = transforms,
                                          .sums = sums_of,
                                          .answers = (float *)(void *)(w->overlaps + first)};
    uint32_t measured[BLOCK + 1], others[BLOCK + 1], n = 0, other = 0;
    for (uint32_t i = 0; i < count; i++) {
        measured[n] = others[other] = i;
        /* Without branches: which pairs touch can't be predicted. */
        n += sums_of[i].extent != 0;
        w->overlaps[first + i] = (hail_sprite_overlap){0};
        other += (sums_of[i].extent == 0) & (sums_of[i].count != 0);
    }
    if (n)
        w->kernels->overlap_answers(&job, measured, n);
    for (uint32_t i = 0; i < other; i++)
        describe_pair(w, first + others[i], &transforms[others[i]], &sums_of[others[i]],
                      block->spans + (size_t)others[i] * rows);
}

/* How many pairs of a block, from k on, have room for their spans together. */
static uint32_t pairs_together(const touching_block *block, uint32_t k) {
    uint32_t end = k;
    while (end < block->count && rows_of(&block->transforms[end]) <= BLOCK_ROWS)
        end++;
    return end > k ? end - k : 1;
}

static void overlap_block(const pair_call *w, touching_block *block) {
    hail_overlap_job job = w->job;
    job.spans = block->spans;
    job.rows = BLOCK_ROWS;
    for (uint32_t k = 0, n; k < block->count; k += n) {
        n = pairs_together(block, k);
        hail_overlap_run(w->kernels, &job, block->transforms + k, n, block->sums_of + k);
        describe_pairs(w, block, k, n);
    }
}

static void overlap_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    touching_block block;
    (void)worker;
    for (block.first = first; block.first < last; block.first += block.count) {
        block.count = transform_block(task, block.transforms, block.first, last);
        overlap_block(task, &block);
    }
}

hail_status hail_sprite_overlaps(const hail_sprite_pairs *pairs, hail_sprite_overlap *overlaps) {
    pair_call w;
    HAIL_REQUIRE(begin(&w, pairs, &(hail_needed){"overlaps", overlaps}, PIXELS_ALL));
    w.overlaps = overlaps;
    hail_run_tasks(w.tasks, (uint32_t)pairs->count, GRAIN, overlap_range, &w);
    return HAIL_OK;
}
