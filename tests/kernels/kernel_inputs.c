/* tests/kernels/kernel_inputs.c - cases, numbers and guarded memory (kernel_inputs.h). */
#include "kernel_inputs.h"

#include <criterion/criterion.h>

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "shared/guarded.h"

/* ---- Cases ----------------------------------------------------------------------------------------------------- */

/* Fixed, so that everyone sees the same failure; HAIL_TEST_SEED chooses another. */
static const uint64_t USUAL_SEED = 20251121;

static struct {
    uint64_t seed, state;
    uint32_t number;
    const char *suite, *test, *kernel, *variant;
    void (*explain)(void);
    char parameters[4096];
} now;

static case_timed_fn *cases_told;
static uint32_t cases_most;

static struct region {
    const char *name;
    unsigned char *base, *end; /* mapped; `end` is the untouchable page */
    uint32_t *words;           /* what was asked for, up to `end`        */
} region[256];
static size_t regions, in_use;

enum { REGION_BYTES = 1 << 20 };

static void describe(char *text, size_t size) {
    snprintf(text, size, "%s of %s; %s\nagain: HAIL_TEST_SEED=%llu HAIL_TEST_CASE=%u, --filter %s/%s", now.kernel,
             now.variant, now.parameters, (unsigned long long)now.seed, now.number, now.suite, now.test);
}

/* A kernel that goes beyond its arrays ends up here: the message names the address, then the test fails. */
static void on_touch(const void *address) {
    char text[5120], line[5376];
    const char *near_to = "nothing that is held";
    for (size_t i = 0; i < in_use; i++)
        if ((const unsigned char *)address >= region[i].base && (const unsigned char *)address < region[i].end + 4096)
            near_to = region[i].name;
    describe(text, sizeof text);
    const int length = snprintf(line, sizeof line, "touched past the end of %s: %s\n", near_to, text);
    guarded_say(line, (size_t)length);
}

static bool number_given(const char *name, uint64_t *number) {
    const char *text = getenv(name);
    if (!text || !*text)
        return false;
    *number = strtoull(text, NULL, 0);
    return true;
}

void cases_run(const char *suite, const char *test, uint32_t count, case_fn *body) {
    uint64_t seed = USUAL_SEED, first = 0, times = 1;
    number_given("HAIL_TEST_SEED", &seed);
    number_given("HAIL_TEST_CASES", &times);
    uint64_t end = cases_timed() && cases_most < count ? cases_most : count * times;
    if (number_given("HAIL_TEST_CASE", &first))
        end = first + 1;
    guarded_watch(on_touch);
    now.suite = suite;
    now.test = test;
    now.seed = seed;
    uint64_t name = 0;
    for (const char *c = test; *c; c++)
        name = name * 131 + (unsigned char)*c;
    for (uint64_t i = first; i < end; i++) {
        now.number = (uint32_t)i;
        now.state = seed * 0x9e3779b97f4a7c15u + name;
        now.state = pick_bits() + i;
        now.state = pick_bits();
        now.kernel = now.variant = "the case itself";
        now.parameters[0] = '\0';
        now.explain = NULL;
        body();
        guards_check();
        in_use = 0;
    }
}

void case_says(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(now.parameters, sizeof now.parameters, format, arguments);
    va_end(arguments);
}

void case_explains(void (*explain)(void)) { now.explain = explain; }

void case_adds(const char *format, ...) {
    const size_t said = strlen(now.parameters);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(now.parameters + said, sizeof now.parameters - said, format, arguments);
    va_end(arguments);
}

void case_calls(const hail_kernels *kernels, const char *kernel) {
    now.variant = kernels->name;
    now.kernel = kernel;
}

void case_fails(const char *format, ...) {
    char what[512], text[5120];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (now.explain)
        now.explain();
    describe(text, sizeof text);
    cr_assert_fail("%s: %s", what, text);
    abort(); /* Criterion does not say that it never returns */
}

/* ---- Times ----------------------------------------------------------------------------------------------------- */

/* ns: long enough for the clock. */
enum { SLICE = 4000, SLICES = 7 };

bool cases_timed(void) { return cases_told != NULL; }

void cases_time(case_timed_fn *told, uint32_t cases) {
    cases_told = told;
    cases_most = cases;
}

static uint64_t now_ns(void) {
    struct timespec t = {0, 0};
    timespec_get(&t, TIME_UTC);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

case_clock case_clock_start(const hail_kernels *kernels, const char *kernel, size_t elements) {
    return (case_clock){.kernel = kernel, .variant = kernels->name, .elements = (double)elements};
}

/* The first calls warm up and find how many make a slice. Of the slices the fastest counts: all others were
 * interrupted. */
bool case_clock_again(case_clock *clock) {
    if (!cases_told || !(clock->elements > 0.0))
        return false;
    const uint64_t at = now_ns(), took = at > clock->began ? at - clock->began : 0;
    if (clock->rounds == 0) {
        clock->rounds = 1;
    } else if (clock->slices == 0 && took < SLICE && clock->rounds < 1u << 20) {
        clock->rounds *= 2;
    } else {
        const double ns = (double)took / clock->rounds;
        clock->least = clock->slices == 0 || ns < clock->least ? ns : clock->least;
        clock->slices++;
    }
    if (clock->slices > SLICES) {
        cases_told(clock->kernel, clock->variant, clock->least, clock->elements);
        return false;
    }
    clock->began = now_ns();
    return true;
}

/* ---- Numbers --------------------------------------------------------------------------------------------------- */

/* splitmix64 (S. Vigna, public domain). */
uint64_t pick_bits(void) {
    uint64_t z = now.state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint32_t pick(uint32_t n) { return (uint32_t)((pick_bits() >> 32) * n >> 32); }

bool pick_one_in(uint32_t n) { return pick(n) == 0; }

bool pick_rarely(uint32_t n) { return !cases_timed() && pick_one_in(n); }

float pick_between(float low, float high) { return low + (high - low) * (float)(pick_bits() >> 40) * 0x1p-24f; }

float pick_any(void) {
    static const float some[] = {0.0f,     -0.0f,    0x1p-149f, -0x1p-149f, FLT_MIN,  -FLT_MIN, FLT_MAX,
                                 -FLT_MAX, 1.0f,     -1.0f,     3.0e38f,    -3.0e38f, 0.5f,     1.0e30f,
                                 -1.0e30f, 1.0e-30f, 640.0f,    480.0f,     INFINITY, -INFINITY};
    const uint32_t bits = (uint32_t)pick_bits();
    float x;
    if (cases_timed())
        return pick_between(-1000.0f, 1000.0f);
    switch (pick(6)) {
    case 0:
        return some[pick(sizeof some / sizeof *some)];
    case 1: /* any bits at all, NaNs with payloads among them */
        memcpy(&x, &bits, sizeof x);
        return x;
    case 2:
        return (float)pick(17) - 8.0f;
    case 3:
        return pick_between(-1.0e9f, 1.0e9f);
    default:
        return pick_between(-1000.0f, 1000.0f);
    }
}

float pick_finite(void) {
    float x;
    do
        x = pick_any();
    while (!isfinite(x));
    return x;
}

uint32_t pick_length(void) {
    if (cases_timed())
        return 280 + pick(17); /* no multiple of lanes; arrays have room for 300 */
    return pick_one_in(8) ? pick(400) : pick(4 * 16 + 2);
}

float nudged(float x) {
    switch (pick(4)) {
    case 0:
        return nextafterf(x, INFINITY);
    case 1:
        return nextafterf(x, -INFINITY);
    default:
        return x;
    }
}

void pick_range(uint32_t n, uint32_t *begin, uint32_t *end) {
    *begin = cases_timed() || pick_one_in(3) ? 0 : pick(n + 1);
    *end = cases_timed() || pick_one_in(3) ? n : *begin + pick(n - *begin + 1);
}

uint32_t cut_range(uint32_t begin, uint32_t end, uint32_t ends[4]) {
    uint32_t pieces = 0;
    while (pieces < 3 && begin < end && pick_one_in(2))
        ends[pieces++] = begin = begin + pick(end - begin + 1);
    ends[pieces++] = end;
    return pieces;
}

void shuffle(uint32_t *words, uint32_t n) {
    for (uint32_t i = n; i > 1; i--) {
        const uint32_t j = pick(i), hold_word = words[i - 1];
        words[i - 1] = words[j];
        words[j] = hold_word;
    }
}

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

/* Where a game's arrays may begin: at a cache line, each elsewhere in its page. Arrays that all end at a page's end
 * would have loads wait for stores at the same place in another page. */
static uint32_t *apart(unsigned char *end, size_t words) {
    enum { LINE = 64, LINES = 19, PAGE = 64 };
    const size_t lines = (words * 4 + LINE - 1) / LINE + in_use * LINES % PAGE;
    return (uint32_t *)(void *)(end - lines * LINE);
}

void *hold(const char *name, size_t words) {
    if (in_use == sizeof region / sizeof *region ||
        words * 4 + GUARD_WORDS * 4 + (cases_timed() ? 4096 : 0) > REGION_BYTES)
        case_fails("no room to hold %s, %zu words", name, words);
    struct region *r = &region[in_use++];
    if (in_use > regions) { /* mapped once, used again by every case */
        r->base = guarded_map(REGION_BYTES);
        if (r->base == NULL)
            case_fails("no memory for %s", name);
        r->end = r->base + REGION_BYTES;
        regions++;
    }
    r->name = name;
    r->words = cases_timed() ? apart(r->end, words) : (uint32_t *)(void *)r->end - words;
    for (uint32_t *w = r->words - GUARD_WORDS; w < (uint32_t *)(void *)r->end; w++)
        *w = CANARY;
    return r->words;
}

void *hold_copy(const char *name, const void *from, size_t words) {
    void *copy = hold(name, words);
    if (words)
        memcpy(copy, from, words * 4);
    return copy;
}

float *floats(const char *name, uint32_t n, float (*make)(void)) {
    float *f = hold(name, n);
    for (uint32_t i = 0; i < n; i++)
        f[i] = make();
    return f;
}

void guards_check(void) {
    for (size_t i = 0; i < in_use; i++)
        for (int k = 1; k <= GUARD_WORDS; k++)
            case_expects(region[i].words[-k] == CANARY, "wrote %d words before %s", k, region[i].name);
}

void untouched(const char *name, const void *words, size_t from, size_t to) {
    const unsigned char *bytes = words;
    for (size_t i = from; i < to; i++) {
        uint32_t word;
        memcpy(&word, bytes + 4 * i, 4);
        case_expects(word == CANARY, "wrote %s[%zu], where nothing may be written from %zu on", name, i, from);
    }
}

void same_words(const char *name, const void *got, const void *want, size_t words) {
    if (words == 0 || memcmp(got, want, words * 4) == 0)
        return;
    for (size_t i = 0; i < words; i++) {
        uint32_t g, w;
        float gf, wf;
        memcpy(&g, (const unsigned char *)got + 4 * i, 4);
        memcpy(&w, (const unsigned char *)want + 4 * i, 4);
        memcpy(&gf, &g, 4);
        memcpy(&wf, &w, 4);
        case_expects(g == w, "%s[%zu] is %08x (%.9g), not %08x (%.9g)", name, i, g, (double)gf, w, (double)wf);
    }
}

/* ---- Pairs ----------------------------------------------------------------------------------------------------- */

void pairs_clear(pair_list *list) { list->count = 0; }

void pairs_add(pair_list *list, uint32_t first, uint32_t second) {
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 1024;
        uint64_t *more = realloc(list->pair, list->room * sizeof *more);
        if (!more)
            case_fails("no memory for %u pairs", list->room);
        list->pair = more;
    }
    list->pair[list->count++] = (uint64_t)first << 32 | second;
}

static int by_pair(const void *a, const void *b) {
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

void pairs_sort(pair_list *list) {
    if (list->count > 1)
        qsort(list->pair, list->count, sizeof *list->pair, by_pair);
}

void same_pairs(pair_list *got, pair_list *want) {
    pairs_sort(got);
    pairs_sort(want);
    for (uint32_t i = 0; i < got->count || i < want->count; i++) {
        const uint64_t g = i < got->count ? got->pair[i] : UINT64_MAX, w = i < want->count ? want->pair[i] : UINT64_MAX;
        case_expects(g >= w, "a pair too many: %u and %u (%u found, %u wanted)", (unsigned)(g >> 32), (unsigned)g,
                     got->count, want->count);
        case_expects(g <= w, "a pair is missing: %u and %u (%u found, %u wanted)", (unsigned)(w >> 32), (unsigned)w,
                     got->count, want->count);
    }
}

/* ---- Maps ------------------------------------------------------------------------------------------------------ */

hail_grid_layout map_make(float min_x, float min_y, float cell, uint32_t columns, uint32_t rows, uint32_t pad) {
    return (hail_grid_layout){.min_x = min_x,
                              .min_y = min_y,
                              .inverse = 1.0f / cell,
                              .last_column = (float)(columns - 1),
                              .last_row = (float)(rows - 1),
                              .pad = (float)pad,
                              .stride = (float)(columns + 2 * pad)};
}

uint32_t map_cells(const hail_grid_layout *map) {
    return (uint32_t)map->stride * (uint32_t)(map->last_row + 1.0f + 2.0f * map->pad);
}

static uint32_t axis_of(float at, float min, float inverse, float last) {
    const float cell = (at - min) * inverse;
    return cell >= last ? (uint32_t)last : cell > 0.0f ? (uint32_t)cell : 0;
}

uint32_t map_cell(const hail_grid_layout *map, float x, float y) {
    const uint32_t column = axis_of(x, map->min_x, map->inverse, map->last_column) + (uint32_t)map->pad;
    const uint32_t row = axis_of(y, map->min_y, map->inverse, map->last_row) + (uint32_t)map->pad;
    return row * (uint32_t)map->stride + column;
}

float pick_coordinate(float min, float cell, float cells) {
    switch (cases_timed() ? 15 : pick(16)) {
    case 0: /* on a line */
        return nudged(min + cell * (float)pick((uint32_t)cells + 1));
    case 1: /* on a quarter line */
        return min + cell * 0.25f * (float)pick(4 * (uint32_t)cells + 1);
    case 2:
        return nudged(min);
    case 3:
        return nudged(min + cell * cells);
    case 4: /* around it, three cells out at most */
        return pick_between(min - 3.0f * cell, min + (cells + 3.0f) * cell);
    case 5:
        return pick_one_in(4) ? pick_finite() : min - cell * (float)pick(1000);
    default:
        return pick_between(min, min + cells * cell);
    }
}

bool circles_near(float x1, float y1, float r1, float x2, float y2, float r2, float slack) {
    const float dx = x2 - x1, dy = y2 - y1, s = (r1 + r2) * slack;
    return dx * dx + dy * dy <= s * s;
}

/* ---- Filters --------------------------------------------------------------------------------------------------- */

static const uint32_t *pick_words(const char *name, const uint32_t some[6], uint32_t n) {
    uint32_t *words = hold(name, n);
    for (uint32_t i = 0; i < n; i++)
        words[i] = some[pick(6)];
    return words;
}

hail_filter_columns pick_filter(uint32_t n) {
    static const uint32_t groups[] = {0, 0, 1, 2, 0x80000000u, 0xffffffffu};
    static const uint32_t categories[] = {1, 1, 2, 0x80000000u, 3, 0};
    static const uint32_t masks[] = {0xffffffffu, 0xffffffffu, 1, 0x80000002u, ~1u, 0};
    hail_filter_columns columns = {0};
    if (pick_one_in(2))
        columns.group = pick_words("groups", groups, n);
    if (pick_one_in(2)) {
        columns.category = pick_words("categories", categories, n);
        columns.mask = pick_words("masks", masks, n);
    }
    return columns;
}

bool filter_allows(const hail_filter *filter, uint32_t p, uint32_t q) {
    const hail_filter_columns *one = &filter->first, *other = &filter->second;
    if (filter->groups && one->group[p] == other->group[q] && one->group[p] != 0)
        return false;
    const uint32_t to_q = (one->category ? one->category[p] : 1) & (other->mask ? other->mask[q] : UINT32_MAX);
    const uint32_t to_p = (other->category ? other->category[q] : 1) & (one->mask ? one->mask[p] : UINT32_MAX);
    return !filter->masks || (to_q != 0 && to_p != 0);
}

hail_filter filter_of(const hail_filter_columns *first, const hail_filter_columns *second) {
    return (hail_filter){*first, *second, first->group && second->group, first->mask || second->mask};
}
