/* tests/kernels/kernels_state.c - the kernel that hashes bodies: every variant equals the reference, in one call and in
 * pieces; the order of bodies does not count, and every change of a word does. */
#include <criterion/criterion.h>

#include <string.h>

#include "kernel_inputs.h"

static uint32_t words_of(hail_hash_kind kind) { return kind >= HAIL_HASH_PAIR ? 2 : 1; }

static uint32_t a_word(hail_hash_kind kind) {
    const float number = pick_any();
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return kind == HAIL_HASH_FLOATS ? bits : pick_one_in(2) ? pick(5) : (uint32_t)pick_bits();
}

static uint32_t *a_column(hail_hash_kind kind, uint32_t n) {
    const uint32_t words = n * words_of(kind);
    uint32_t *column = hold("column", words);
    for (uint32_t w = 0; w < words; w++)
        column[w] = a_word(kind);
    return column;
}

static void pick_columns(hail_hash_job *job, uint32_t n) {
    job->count = 1 + pick(HAIL_HASH_STEPS);
    job->seed = (uint32_t)pick_bits();
    for (uint32_t s = 0; s < job->count; s++) {
        hail_hash_step *step = &job->step[s];
        step->kind = (hail_hash_kind)pick(4);
        const bool both = words_of(step->kind) == 1, only = pick_one_in(4), second = pick_one_in(2);
        step->first = both && only && second ? NULL : a_column(step->kind, n);
        step->second = both && !(only && !second) ? a_column(step->kind, n) : NULL;
    }
}

/* As most games have them: a handle, a place, a velocity, a shape. */
static void usual_columns(hail_hash_job *job, uint32_t n) {
    static const hail_hash_kind kinds[] = {HAIL_HASH_PAIR, HAIL_HASH_FLOATS, HAIL_HASH_FLOATS, HAIL_HASH_WORDS};
    job->count = 4;
    for (uint32_t s = 0; s < job->count; s++)
        job->step[s] =
            (hail_hash_step){kinds[s], a_column(kinds[s], n), s == 1 || s == 2 ? a_column(kinds[s], n) : NULL};
}

static void hash_case(void) {
    const uint32_t n = pick_length();
    uint32_t begin, end, ends[4];
    hail_hash_job job = {0};
    pick_range(n, &begin, &end);
    if (cases_timed())
        usual_columns(&job, n);
    else
        pick_columns(&job, n);
    case_says("n %u, [%u, %u), %u steps", n, begin, end, job.count);
    hail_hash_sums wanted = {0, 0};
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        case_calls(kernels, "hash_bodies");
        hail_hash_sums whole = {1, 2}, pieces = {1, 2};
        kernels->hash_bodies(&job, begin, end, &whole);
        uint32_t from = begin;
        const uint32_t count = cut_range(begin, end, ends);
        for (uint32_t p = 0; p < count; from = ends[p++])
            kernels->hash_bodies(&job, from, ends[p], &pieces);
        guards_check();
        case_times(kernels, "hash_bodies", end - begin, kernels->hash_bodies(&job, begin, end, &whole));
        if (cases_timed())
            continue;
        wanted = v == 0 ? whole : wanted;
        case_expects(whole.a == wanted.a && whole.b == wanted.b, "another hash: %x %x, not %x %x", whole.a, whole.b,
                     wanted.a, wanted.b);
        case_expects(pieces.a == wanted.a && pieces.b == wanted.b, "another hash in pieces");
    }
}
Test(kernels_state, hash_bodies) { cases_run("kernels_state", "hash_bodies", 12000, hash_case); }

/* ---- What the reference promises --------------------------------------------------------------------------------- */

static hail_hash_sums hash_all(const hail_hash_job *job, uint32_t n) {
    hail_hash_sums sums = {0, 0};
    hail_kernels_at(0)->hash_bodies(job, 0, n, &sums);
    return sums;
}

static bool is_nan(uint32_t bits) { return (bits & 0x7fffffffu) > 0x7f800000u; }

static void swap_words(const uint32_t *column, uint32_t i, uint32_t j, uint32_t words) {
    uint32_t *to = (uint32_t *)(uintptr_t)column;
    for (uint32_t w = 0; to && w < words; w++) {
        const uint32_t word = to[i * words + w];
        to[i * words + w] = to[j * words + w];
        to[j * words + w] = word;
    }
}

static void swap_bodies(const hail_hash_job *job, uint32_t i, uint32_t j) {
    for (uint32_t s = 0; s < job->count; s++) {
        swap_words(job->step[s].first, i, j, words_of(job->step[s].kind));
        swap_words(job->step[s].second, i, j, 1);
    }
}

static void changes_case(void) {
    const uint32_t n = 1 + pick_length();
    hail_hash_job job = {0};
    pick_columns(&job, n);
    case_says("n %u, %u steps", n, job.count);
    const hail_hash_sums before = hash_all(&job, n);
    swap_bodies(&job, pick(n), pick(n));
    const hail_hash_sums swapped = hash_all(&job, n);
    case_expects(before.a == swapped.a && before.b == swapped.b, "the order of bodies counts");
    const hail_hash_step *step = &job.step[pick(job.count)];
    const uint32_t *column = !step->first || (step->second && pick_one_in(2)) ? step->second : step->first;
    uint32_t *word = (uint32_t *)(uintptr_t)column + pick(n * words_of(step->kind)), old = *word;
    *word = pick_one_in(2) ? old ^ 1u << pick(32) : a_word(step->kind);
    const bool same = *word == old || (step->kind == HAIL_HASH_FLOATS && is_nan(old) && is_nan(*word));
    const hail_hash_sums changed = hash_all(&job, n);
    case_expects((before.a == changed.a && before.b == changed.b) == same, "%x became %x", old, *word);
    *word = old;
    job.seed ^= 1u << pick(32);
    const hail_hash_sums other = hash_all(&job, n);
    case_expects(before.a != other.a || before.b != other.b, "the seed does not count");
}
Test(kernels_state, changes) { cases_run("kernels_state", "changes", 6000, changes_case); }
