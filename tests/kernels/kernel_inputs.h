/* tests/kernels/kernel_inputs.h - what the kernels' tests share: cases that can be replayed by a seed and a number,
 * numbers biased to extremes, and memory that ends at a page that may not be touched.
 *
 * A failure names the kernel, the variant, the case's parameters and how to run that case alone: HAIL_TEST_SEED=<seed>
 * HAIL_TEST_CASE=<number> test-<subject> --filter <suite>/<test>. So does a crash. */
#ifndef HAIL_TESTS_KERNEL_INPUTS_H
#define HAIL_TESTS_KERNEL_INPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "variants.h"

/* ---- Cases ----------------------------------------------------------------------------------------------------- */

typedef void case_fn(void);

/* Runs cases 0 to count - 1, or the one that HAIL_TEST_CASE names; HAIL_TEST_CASES multiplies the count. Each case has
 * its own generator, seeded from the seed, the test's name and the case's number. */
void cases_run(const char *suite, const char *test, uint32_t count, case_fn *body);

/* Describes this case, for the message. */
__attribute__((format(printf, 1, 2))) void case_says(const char *format, ...);

/* Sets the function that adds to the message if the case fails; NULL: none. Lasts for the case. */
void case_explains(void (*explain)(void));
__attribute__((format(printf, 1, 2))) void case_adds(const char *format, ...);

/* Names the variant that is called, for the message. */
void case_calls(const hail_kernels *kernels, const char *kernel);

__attribute__((format(printf, 1, 2), noreturn)) void case_fails(const char *format, ...);

#define case_expects(condition, ...) ((condition) ? (void)0 : case_fails(__VA_ARGS__))

/* ---- Times ----------------------------------------------------------------------------------------------------- *
 * hail-bench --kernels runs the same cases, and times the calls of kernels that case_times names. Then numbers are
 * ordinary ones and batches are long. In a test nothing is timed. */

/* Told once for every case: the time of a call, in ns, and of how many elements (bodies, pairs, points) it was. */
typedef void case_timed_fn(const char *kernel, const char *variant, double ns, double elements);

/* Times the first `cases` cases of every test from now on. */
void cases_time(case_timed_fn *told, uint32_t cases);
bool cases_timed(void);

typedef struct case_clock {
    const char *kernel, *variant;
    double elements, least;  /* ns of a call, so far */
    uint32_t rounds, slices; /* calls of a slice; slices that are timed */
    uint64_t began;          /* ns */
} case_clock;
case_clock case_clock_start(const hail_kernels *kernels, const char *kernel, size_t elements);
bool case_clock_again(case_clock *clock);

/* Repeats `call`, which must not change its own inputs. */
#define case_times(kernels, kernel, elements, call)                                                                    \
    for (case_clock case_clock_ = case_clock_start(kernels, kernel, elements); case_clock_again(&case_clock_);)        \
        for (uint32_t case_left_ = case_clock_.rounds; case_left_ > 0; case_left_--)                                   \
    (void)(call)

/* ---- Numbers --------------------------------------------------------------------------------------------------- */

uint64_t pick_bits(void);
uint32_t pick(uint32_t n);    /* one of n: 0 to n - 1          */
bool pick_one_in(uint32_t n); /* true once in n                */
bool pick_rarely(uint32_t n); /* the same, for what is not ordinary: never if cases are timed */
float pick_between(float low, float high);
float pick_finite(void);    /* zeros, denormals, small whole numbers, the largest, any bits: finite  */
float pick_any(void);       /* the same, infinities and NaNs                                         */
uint32_t pick_length(void); /* of a batch: from 0 to a few vectors, every remainder likely           */
float nudged(float x);      /* the same, or a neighbour                                              */

/* A range of [0, n): often whole, often empty, any begin and end. */
void pick_range(uint32_t n, uint32_t *begin, uint32_t *end);

/* Cuts a range into up to four pieces; returns how many, and writes where each ends. */
uint32_t cut_range(uint32_t begin, uint32_t end, uint32_t ends[4]);

/* Shuffles words. */
void shuffle(uint32_t *words, uint32_t n);

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

/* Room for n words, filled with the canary. A page that may not be touched comes right after it, and GUARD_WORDS words
 * that may not be changed come right before it. Lasts for the case. */
enum { GUARD_WORDS = 16 };
#define CANARY UINT32_C(0xa5c3a5c3)
void *hold(const char *name, size_t words);
void *hold_copy(const char *name, const void *from, size_t words);

/* Holds n numbers that `make` makes. */
float *floats(const char *name, uint32_t n, float (*make)(void));

/* Checks that every guard is whole. Call it after every call of a kernel. */
void guards_check(void);

/* Checks that words [from, to) of a held array are still the canary. */
void untouched(const char *name, const void *words, size_t from, size_t to);

/* Checks that words are the same to the bit. */
void same_words(const char *name, const void *got, const void *want, size_t words);

/* ---- Pairs ----------------------------------------------------------------------------------------------------- */

typedef struct pair_list {
    uint64_t *pair; /* first << 32 | second */
    uint32_t count, room;
} pair_list;

void pairs_clear(pair_list *list);
void pairs_add(pair_list *list, uint32_t first, uint32_t second);
void pairs_sort(pair_list *list);

/* Checks that both have the same pairs equally often; sorts both. */
void same_pairs(pair_list *got, pair_list *want);

/* ---- Maps ------------------------------------------------------------------------------------------------------ */

/* A map of columns * rows cells. */
hail_grid_layout map_make(float min_x, float min_y, float cell, uint32_t columns, uint32_t rows, uint32_t pad);

/* How many cells, the border included. */
uint32_t map_cells(const hail_grid_layout *map);

/* A point's cell, as kernel_types.h describes it. */
uint32_t map_cell(const hail_grid_layout *map, float x, float y);

/* A coordinate that is hard for a map's axis: inside, on its lines, at its ends, outside, far outside. */
float pick_coordinate(float min, float cell, float cells);

/* The finders' test (broad_kernels.h). */
bool circles_near(float x1, float y1, float r1, float x2, float y2, float r2, float slack);

/* ---- Filters --------------------------------------------------------------------------------------------------- */

/* Groups, categories and masks of n bodies, few of each; or none of them. */
hail_filter_columns pick_filter(uint32_t n);

/* Whether a filter lets first body p and second body q collide, as broad_kernels.h says. */
bool filter_allows(const hail_filter *filter, uint32_t p, uint32_t q);

/* A filter of two sides' columns. */
hail_filter filter_of(const hail_filter_columns *first, const hail_filter_columns *second);

#endif
