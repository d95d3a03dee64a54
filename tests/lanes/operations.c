/* tests/lanes/operations.c - every operation on floats, integers, masks and memory, against scalars. */
#include "operations.h"

#include <math.h>

#include "byte_counts.h"
#include "cpu.h"
#include "kernels/kernel_inputs.h"
#include "lanes.h"

enum { L = HAIL_LANES };

static uint32_t entered;

/* The operands of one operation, as scalars. */
static float fa[L], fb[L], fc[L];
static uint32_t ia[L], ib[L], ic[L];
static unsigned mask; /* any */

static uint32_t word_of(float a) {
    uint32_t word;
    memcpy(&word, &a, sizeof word);
    return word;
}

static int32_t pick_integer(void) {
    static const int32_t some[] = {0, 1, -1, INT32_MAX, INT32_MIN, 0x00ffffff, 31, 32, 255, -256};
    return pick_one_in(2) ? some[pick(10)] : pick_one_in(2) ? (int32_t)pick(64) - 32 : (int32_t)(uint32_t)pick_bits();
}

static void pick_operands(void) {
    for (int i = 0; i < L; i++) {
        fa[i] = pick_any();
        fb[i] = pick_one_in(4) ? fa[i] : pick_one_in(4) ? nudged(fa[i]) : pick_any();
        fc[i] = pick_any();
        ia[i] = (uint32_t)pick_integer();
        ib[i] = pick_one_in(4) ? ia[i] : (uint32_t)pick_integer();
        ic[i] = (uint32_t)pick_bits();
    }
    mask = (unsigned)pick_bits() & HAIL_ALL_LANES;
}

/* ---- Answers --------------------------------------------------------------------------------------------------- */

static void expect_floats(const char *operation, vf got, const float *want) {
    float lane[L];
    vf_store(lane, got);
    same_words(operation, lane, want, L);
}

static void expect_words(const char *operation, vi got, const uint32_t *want) {
    uint32_t lane[L];
    vi_store(lane, got);
    same_words(operation, lane, want, L);
}

static void expect_mask(const char *operation, vm got, unsigned want) {
    case_expects(vm_bits(got) == want, "%s answers %x, not %x", operation, vm_bits(got), want);
    uint32_t lane[L], wanted[L]; /* and the mask selects by its bits */
    vi_store(lane, vi_select(got, vi_set1(7), vi_set1(9)));
    for (int i = 0; i < L; i++)
        wanted[i] = want >> i & 1u ? 7 : 9;
    same_words(operation, lane, wanted, L);
}

#define EACH(lane_value)                                                                                               \
    for (int i = 0; i < L; i++)                                                                                        \
    want[i] = (lane_value)
#define EACH_BIT(condition)                                                                                            \
    bits = 0;                                                                                                          \
    for (int i = 0; i < L; i++)                                                                                        \
    bits |= (unsigned)(condition) << i

/* A computed NaN is a NaN, whichever: nothing may depend on its payload. */
static void expect_computed(const char *operation, vf got, const float *want) {
    float lane[L];
    vf_store(lane, got);
    for (int i = 0; i < L; i++)
        case_expects((isnan(lane[i]) && isnan(want[i])) || word_of(lane[i]) == word_of(want[i]),
                     "%s of %.9g and %.9g is %.9g (%08x), not %.9g (%08x)", operation, (double)fa[i], (double)fb[i],
                     (double)lane[i], word_of(lane[i]), (double)want[i], word_of(want[i]));
}

/* ---- Floats ---------------------------------------------------------------------------------------------------- */

static void arithmetic(void) {
    const vf a = vf_load(fa), b = vf_load(fb);
    float want[L];
    EACH(fa[i] + fb[i]);
    expect_computed("vf_add", vf_add(a, b), want);
    EACH(fa[i] - fb[i]);
    expect_computed("vf_sub", vf_sub(a, b), want);
    EACH(fa[i] * fb[i]);
    expect_computed("vf_mul", vf_mul(a, b), want);
    EACH(fa[i] / fb[i]);
    expect_computed("vf_div", vf_div(a, b), want);
    EACH(sqrtf(fa[i]));
    expect_computed("vf_sqrt", vf_sqrt(a), want);
    EACH(fc[0]);
    expect_floats("vf_set1", vf_set1(fc[0]), want);
    EACH(fa[i]);
    expect_floats("vf_load and vf_store", a, want);
    for (int i = 0; i < L; i++) {
        const uint32_t positive = word_of(fa[i]) & 0x7fffffff, negated = word_of(fa[i]) ^ 0x80000000;
        memcpy(&want[i], &positive, 4);
        memcpy(&fc[i], &negated, 4);
    }
    expect_floats("vf_abs", vf_abs(a), want);
    expect_floats("vf_negate", vf_negate(a), fc);
}

/* Of two zeros the second, as SSE has it; without SSE, either (simd/lanes.h). NaNs may give anything. */
static void min_and_max(void) {
    float min[L], max[L], low[L], high[L];
    for (int i = 0; i < L; i++) {
        fa[i] = isnan(fa[i]) ? -0.0f : fa[i];
        fb[i] = isnan(fb[i]) ? 0.0f : fb[i];
        min[i] = fa[i] < fb[i] ? fa[i] : fb[i];
        max[i] = fa[i] > fb[i] ? fa[i] : fb[i];
    }
    const vf a = vf_load(fa), b = vf_load(fb);
    vf_store(low, vf_min(a, b));
    vf_store(high, vf_max(a, b));
#if !defined(__SSE2__)
    for (int i = 0; i < L; i++) {
        low[i] = low[i] + 0.0f, min[i] = min[i] + 0.0f;
        high[i] = high[i] + 0.0f, max[i] = max[i] + 0.0f;
    }
#endif
    same_words("vf_min", low, min, L);
    same_words("vf_max", high, max, L);
}

static void float_comparisons(void) {
    const vf a = vf_load(fa), b = vf_load(fb);
    unsigned bits;
    EACH_BIT(fa[i] < fb[i]);
    expect_mask("vf_lt", vf_lt(a, b), bits);
    EACH_BIT(fa[i] <= fb[i]);
    expect_mask("vf_le", vf_le(a, b), bits);
    EACH_BIT(fa[i] > fb[i]);
    expect_mask("vf_gt", vf_gt(a, b), bits);
    EACH_BIT(fa[i] >= fb[i]);
    expect_mask("vf_ge", vf_ge(a, b), bits);
    EACH_BIT(fa[i] == fb[i]);
    expect_mask("vf_eq", vf_eq(a, b), bits);
    EACH_BIT(isfinite(fa[i]) != 0);
    expect_mask("vf_finite", vf_finite(a), bits);
}

static void conversions(void) {
    float want[L];
    uint32_t words[L];
    for (int i = 0; i < L; i++) { /* in an int's range: callers clamp */
        const bool inside = fabsf(fa[i]) < 2147483648.0f;
        fa[i] = inside ? fa[i] : pick_one_in(2) ? 2147483520.0f : -2147483648.0f;
        words[i] = (uint32_t)(int32_t)fa[i];
        want[i] = (float)(int32_t)ia[i];
    }
    expect_words("vf_truncate", vf_truncate(vf_load(fa)), words);
    expect_floats("vi_to_float", vi_to_float(vi_load(ia)), want);
}

/* ---- Integers -------------------------------------------------------------------------------------------------- */

static void integers(void) {
    const vi a = vi_load(ia), b = vi_load(ib);
    uint32_t want[L];
    unsigned bits;
    EACH(ia[i] + ib[i]);
    expect_words("vi_add", vi_add(a, b), want);
    EACH(ia[i] - ib[i]);
    expect_words("vi_sub", vi_sub(a, b), want);
    EACH(ia[i] * ib[i]); /* its lower word */
    expect_words("vi_mul", vi_mul(a, b), want);
    EACH(ia[i] & ib[i]);
    expect_words("vi_and", vi_and(a, b), want);
    EACH(ia[i] | ib[i]);
    expect_words("vi_or", vi_or(a, b), want);
    EACH(ia[i] ^ ib[i]);
    expect_words("vi_xor", vi_xor(a, b), want);
    EACH(ia[i] << 5);
    expect_words("vi_shift_left", vi_shift_left(a, 5), want);
    EACH(ia[i] >> 1);
    expect_words("vi_shift_right", vi_shift_right(a, 1), want);
    EACH(ia[i] >> 31);
    expect_words("vi_shift_right", vi_shift_right(a, 31), want);
    EACH(ia[i] >> (ic[i] &= 31));
    expect_words("vi_shift_right_by", vi_shift_right_by(a, vi_load(ic)), want);
    EACH(ia[0]);
    expect_words("vi_set1", vi_set1((int32_t)ia[0]), want);
    EACH((uint32_t)i);
    expect_words("vi_iota", vi_iota(), want);
    EACH(ia[i] + (mask >> i & 1));
    expect_words("vi_count", vi_count(a, vm_from_bits(mask)), want);
    EACH(ia[L - 1]);
    expect_words("vi_last", vi_last(a), want);
    uint32_t sum = 0;
    EACH(sum += ia[i]);
    expect_words("vi_running_sum", vi_running_sum(a), want);
    vi odd;
    EACH(2 * i < L ? ia[2 * i] : ib[2 * i - L]);
    expect_words("vi_unzip", vi_unzip(a, b, &odd), want);
    EACH(2 * i < L ? ia[2 * i + 1] : ib[2 * i + 1 - L]);
    expect_words("vi_unzip, odd,", odd, want);
    const uint8_t *bytes = (const uint8_t *)ic;
    EACH(bytes[i]);
    expect_words("vi_load_bytes", vi_load_bytes(bytes), want);
    EACH_BIT(ia[i] == ib[i]);
    expect_mask("vi_eq", vi_eq(a, b), bits);
    EACH_BIT((int32_t)ia[i] > (int32_t)ib[i]);
    expect_mask("vi_gt", vi_gt(a, b), bits);
}

static void expect_wide(const char *operation, vi got, const uint64_t *want) {
    uint32_t words[L];
    memcpy(words, want, sizeof words);
    expect_words(operation, got, words);
}

/* All lanes, and words of 64 bits in memory, whichever end comes first there. */
static void shifts_of_all(void) {
    const uint32_t n = pick_one_in(8) ? 32 : pick_one_in(8) ? 0 : pick(33), m = pick_one_in(8) ? 64 : pick(65);
    uint32_t want[L];
    uint64_t wide[L / 2];
    EACH((uint32_t)((uint64_t)ia[i] >> n));
    expect_words("vi_shift_right_all", vi_shift_right_all(vi_load(ia), n), want);
    EACH((uint32_t)((uint64_t)ia[i] << n));
    expect_words("vi_shift_left_all", vi_shift_left_all(vi_load(ia), n), want);
    memcpy(wide, ia, sizeof wide);
    for (int i = 0; i < L / 2; i++)
        wide[i] = wide[i] << m / 2 << (m - m / 2); /* 64 is too many at once */
    expect_wide("vi_shift_left_wide", vi_shift_left_wide(vi_load(ia), m), wide);
}

static void dots(void) {
    uint32_t want[L], x[L], y[L];
    for (int i = 0; i < L; i++) { /* the sum of two products of INT16_MIN would not fit */
        x[i] = ia[i] & 0x7fff7fff;
        y[i] = ib[i];
    }
    EACH((uint32_t)((int16_t)x[i] * (int16_t)y[i] + (int16_t)(x[i] >> 16) * (int16_t)(y[i] >> 16)));
    expect_words("vi_dot_halves", vi_dot_halves(vi_load(x), vi_load(y)), want);
}

/* Bits of bytes, and sums of bytes. */
static void byte_counts(void) {
    uint8_t count[4 * L] = {0}, place[4 * L] = {0}, more[4 * L], less[4 * L];
    const uint8_t *some = (const uint8_t *)(pick_one_in(2) ? ia : ic), *other = (const uint8_t *)ib;
    uint64_t sum[L / 2] = {0};
    uint32_t words[L];
    for (size_t i = 0; i < sizeof count; i++) {
        for (uint8_t k = 0; k < 8; k++)
            if (some[i] >> k & 1u)
                count[i]++, place[i] = (uint8_t)(place[i] + k);
        sum[i / 8] += some[i];
        more[i] = (uint8_t)(some[i] + other[i]);
        less[i] = (uint8_t)(some[i] - other[i]);
    }
    memcpy(words, some, sizeof words);
    const vi a = vi_load(words), b = vi_load(ib);
    vi places;
    const vi counts = vi_count_bytes(a, &places);
    memcpy(words, count, sizeof words);
    expect_words("vi_count_bytes", counts, words);
    memcpy(words, place, sizeof words);
    expect_words("vi_count_bytes, places,", places, words);
    memcpy(words, more, sizeof words);
    expect_words("vi_add_bytes", vi_add_bytes(a, b), words);
    memcpy(words, less, sizeof words);
    expect_words("vi_sub_bytes", vi_sub_bytes(a, b), words);
    expect_wide("vi_sum_bytes", vi_sum_bytes(a), sum);
}

/* ---- Masks ----------------------------------------------------------------------------------------------------- */

static void masks(void) {
    const unsigned other = (unsigned)pick_bits() & HAIL_ALL_LANES;
    const vm m = vm_from_bits(mask), o = vm_from_bits(other);
    expect_mask("vm_from_bits", m, mask);
    expect_mask("vm_and", vm_and(m, o), mask & other);
    expect_mask("vm_or", vm_or(m, o), mask | other);
    expect_mask("vm_and_not", vm_and_not(m, o), mask & ~other);
    float floats[L];
    float kept[L] = {0.0f};
    uint32_t words[L], kept_words[L] = {0};
    for (int i = 0; i < L; i++) {
        memcpy(&floats[i], mask >> i & 1u ? &fa[i] : &fb[i], 4);
        words[i] = mask >> i & 1u ? ia[i] : ib[i];
        if (mask >> i & 1u) {
            memcpy(&kept[i], &fa[i], 4);
            kept_words[i] = ia[i];
        }
    }
    expect_floats("vf_select", vf_select(m, vf_load(fa), vf_load(fb)), floats);
    expect_words("vi_select", vi_select(m, vi_load(ia), vi_load(ib)), words);
    expect_floats("vf_keep", vf_keep(m, vf_load(fa)), kept);
    expect_words("vi_keep", vi_keep(m, vi_load(ia)), kept_words);
}

static void every_mask(void) {
    for (unsigned bits = 0; bits <= HAIL_ALL_LANES; bits++) {
        uint32_t words[2 * L], floats[2 * L], want[L], n = 0;
        for (int i = 0; i < 2 * L; i++)
            words[i] = floats[i] = CANARY;
        for (int i = 0; i < L; i++)
            if (bits >> i & 1u)
                want[n++] = ic[i];
        case_expects(vm_count_bits(bits) == n, "vm_count_bits of %x is %u", bits, vm_count_bits(bits));
        vi_compress_store(words, bits, vi_load(ic));
        vf_compress_store((float *)(void *)floats, bits, vf_from_bits(vi_load(ic)));
        same_words("vi_compress_store", words, want, n);
        same_words("vf_compress_store", floats, want, n);
        untouched("vi_compress_store", words, L, 2 * L);
        untouched("vf_compress_store", floats, L, 2 * L);
        expect_mask("vm_from_bits", vm_from_bits(bits), bits);
    }
}

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

/* Both before a page that may not be touched, and beside words that may not be changed. */
static void first_n(uint32_t n) {
    const uint32_t m = n < L ? n : L;
    uint32_t *from = hold("from", m), *to = hold("to", m), *beside = hold("beside", L), *floats = hold("floats", L),
             want[L] = {0};
    for (uint32_t i = 0; i < m; i++)
        want[i] = from[i] = (uint32_t)pick_bits();
    expect_words("vi_load_n", vi_load_n(from, n), want);
    expect_words("vf_load_n", vi_from_bits(vf_load_n((const float *)(const void *)from, n)), want);
    vi_store_n(to, vi_load(ic), n);
    vi_store_n(beside, vi_load(ic), n);
    vf_store_n((float *)(void *)floats, vf_from_bits(vi_load(ic)), n);
    same_words("vi_store_n", to, ic, m);
    same_words("vi_store_n", beside, ic, m);
    same_words("vf_store_n", floats, ic, m);
    untouched("vi_store_n", beside, m, L);
    untouched("vf_store_n", floats, m, L);
    expect_mask("vm_first", vm_first(n), m < 32 ? (1u << m) - 1u : 0);
}

static void every_n(void) {
    for (uint32_t n = 0; n <= 2 * L; n++)
        first_n(n);
}

static void gathers(void) {
    const uint32_t n = 1 + pick(100);
    uint32_t *words = hold("words", 2 * (size_t)n), index[L], want[L];
    for (uint32_t i = 0; i < 2 * n; i++)
        words[i] = (uint32_t)pick_bits();
    EACH(words[index[i] = pick(4) ? pick(n) : n - 1]);
    expect_words("vi_gather", vi_gather(words, vi_load(index)), want);
    expect_words("vi_pick", vi_pick(words, vi_load(index)), want);
    expect_words("vf_gather", vi_from_bits(vf_gather((const float *)(const void *)words, vi_load(index))), want);
    EACH(words[2 * index[i] + 1]);
    expect_words("vi_gather_pair", vi_gather_pair(words, vi_load(index), 1), want);
    EACH(words[2 * index[i]]);
    expect_words("vi_gather_pair", vi_gather_pair(words, vi_load(index), 0), want);
    unsigned bits;
    EACH(pick(4) ? pick(64 * n) : 64 * n - 1);
    EACH_BIT(words[want[i] / 32] >> want[i] % 32 & 1u);
    expect_mask("vi_test_bits", vi_test_bits(words, vi_load(want)), bits);
}

/* Right before a page that may not be touched, but for one number that may be read. */
static void small_gathers(void) {
    enum { WORDS = 51 };
    uint32_t *words = hold("elements", WORDS), index[L], want[L], n = 1 + pick(100);
    const uint16_t *halves = (const uint16_t *)(words + WORDS) - (n + 1);
    for (int i = 0; i < WORDS; i++)
        words[i] = (uint32_t)pick_bits();
    EACH(halves[index[i] = pick(4) ? pick(n) : n - 1]);
    expect_words("vi_gather_halves", vi_gather_halves(halves, vi_load(index)), want);
    expect_words("vi_pick_halves", vi_pick_halves(halves, index), want);
}

static void loads_of_rows(void) {
    const uint32_t n = 8 + pick(60);
    uint32_t *words = hold("words", n), four[L], eight[L], want[L];
    for (uint32_t i = 0; i < n; i++)
        words[i] = (uint32_t)pick_bits();
    for (int i = 0; i < L; i++)
        four[i] = pick(4) ? pick(n - 3) : n - 4, eight[i] = pick(4) ? pick(n - 7) : n - 8;
    vf row[8];
    vf_load_rows4((const float *)(const void *)words, four, row);
    for (uint32_t k = 0; k < 4; k++) {
        EACH(words[four[i] + k]);
        expect_words("vf_load_rows4", vi_from_bits(row[k]), want);
    }
    vf_load_rows8((const float *)(const void *)words, eight, row);
    for (uint32_t k = 0; k < 8; k++) {
        EACH(words[eight[i] + k]);
        expect_words("vf_load_rows8", vi_from_bits(row[k]), want);
    }
}

/* Rows of `width` words, the first n lanes' only, in any order and against memory's end. */
static void stores_of_rows(uint32_t width, void (*store)(float *, const uint32_t *, uint32_t, const vf *)) {
    enum { ROWS = L + 5 };
    const uint32_t n = pick(L + 1);
    uint32_t order[ROWS], value[8][L], *row = hold("row", n), *to = hold("to", (size_t)16 * (ROWS - 1) + width);
    vf v[8];
    for (uint32_t i = 0; i < ROWS; i++)
        order[i] = i;
    shuffle(order, ROWS);
    for (uint32_t i = 0; i < n; i++)
        row[i] = order[i];
    for (int k = 0; k < 8; k++) {
        for (int i = 0; i < L; i++)
            value[k][i] = (uint32_t)pick_bits();
        v[k] = vf_from_bits(vi_load(value[k]));
    }
    store((float *)(void *)to, row, n, v);
    for (uint32_t i = 0; i < ROWS; i++) {
        const uint32_t *stored = to + 16 * (size_t)order[i], written = i < n ? width : 0;
        for (uint32_t k = 0; k < written; k++)
            case_expects(stored[k] == value[k][i], "vf_store_rows%u: lane %u, word %u of %u lanes", width, i, k, n);
        untouched("vf_store_rows", stored, written, order[i] == ROWS - 1 ? width : 16);
    }
}
static void store4(float *to, const uint32_t *row, uint32_t n, const vf *v) { vf_store_rows4(to, 16, row, n, v); }
static void store8(float *to, const uint32_t *row, uint32_t n, const vf *v) { vf_store_rows8(to, 16, row, n, v); }
static void stores_of_4(void) { stores_of_rows(4, store4); }
static void stores_of_8(void) { stores_of_rows(8, store8); }

/* ---- All of them ----------------------------------------------------------------------------------------------- */

static void round_of_all(void) {
    static void (*const operations[])(void) = {arithmetic,  min_and_max,   float_comparisons, conversions,
                                               integers,    shifts_of_all, byte_counts,       dots,
                                               masks,       gathers,       small_gathers,     loads_of_rows,
                                               stores_of_4, stores_of_8,   LANES_OWN(bodies), LANES_OWN(doubles)};
    entered++;
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        pick_operands();
        operations[i]();
        guards_check();
    }
}

static void once(void) {
    entered++;
    pick_operands();
    every_mask();
    every_n();
}

#define TEXT_(name) #name
#define TEXT(name)  TEXT_(name)

extern const lanes_suite LANES_OWN(suite);
const lanes_suite LANES_OWN(suite) = {TEXT(LANES_BUILD), L, HAIL_CPU_BUILT_FOR, round_of_all, once, &entered};
