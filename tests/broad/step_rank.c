/* Ranks: lists of pairs sorted by (slot of a, slot of b), ties in the order in which they came, by each sort of
 * engine/broad/rank.c: counting, insertion, radix, and radix twice where slots are too wide for one word. Checked
 * against qsort. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "kernels/kernel_inputs.h"
#include "broad/rank.h"

enum { MOST = 5000 };

typedef struct entry {
    uint32_t a, b, pair;
} entry;

static int compare(const void *one, const void *other) {
    const entry *p = one, *q = other;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    if (p->b != q->b)
        return p->b < q->b ? -1 : 1;
    return p->pair < q->pair ? -1 : p->pair > q->pair;
}

static entry must[MOST], got[MOST];

/* Sorts by b where several pairs of one a are left in the order in which they came, as delivery does. */
static void settle(const hail_ranking *ranking, uint32_t count) {
    const uint32_t *dense = ranking->dense, *start = ranking->row_start;
    for (uint32_t i = 0; i < ranking->dense_count; i++) {
        const uint32_t from = start[dense[i]], to = start[dense[i] + 1];
        case_expects(i == 0 || dense[i - 1] < dense[i], "dense slots are not in order");
        case_expects(to <= count && to - from > 1, "slot %u has pairs %u to %u", dense[i], from, to);
        for (uint32_t k = from; k < to; k++)
            case_expects(got[k].a == got[from].a && (k == from || got[k - 1].pair < got[k].pair), "rank %u", k);
        qsort(got + from, to - from, sizeof *got, compare);
    }
}

static void check(const hail_pairs *pairs, const hail_ranking *ranking) {
    const uint32_t *a = pairs->slot_a.data, *b = pairs->slot_b.data, *rank = ranking->rank, count = pairs->count;
    memset(got, 0xff, sizeof got);
    for (uint32_t i = 0; i < count; i++) {
        must[i] = (entry){a[i], b[i], i};
        case_expects(rank[i] < count && got[rank[i]].pair == UINT32_MAX, "pair %u has rank %u", i, rank[i]);
        got[rank[i]] = must[i];
    }
    settle(ranking, count);
    qsort(must, count, sizeof *must, compare);
    for (uint32_t i = 0; i < count; i++)
        case_expects(got[i].pair == must[i].pair, "rank %u: pair %u of (%u, %u), must be pair %u of (%u, %u)", i,
                     got[i].pair, got[i].a, got[i].b, must[i].pair, must[i].a, must[i].b);
}

/* How the slots of a follow one another. */
typedef enum list { SHUFFLED, STREAMED, FALSE_START, LONG_RUN, TOGETHER, LISTS } list;

static uint32_t slot_of_a(list kind, uint32_t i, uint32_t count, uint32_t slots) {
    const uint32_t in_order = (uint32_t)((uint64_t)slots * i / count), any = pick(slots);
    switch (kind) {
    case STREAMED: /* now and then a few places too late */
        return i > 4 && pick_one_in(8) ? (uint32_t)((uint64_t)slots * (i - pick(4)) / count) : in_order;
    case FALSE_START: /* sorted as far as is looked */
        return i < 600 ? in_order : any;
    case LONG_RUN: /* one slot has more than counting is for */
        return i % 8 == 0 ? slots / 2 : any;
    case TOGETHER: /* a few thousand side by side, up to the last one */
        return slots - 1 - pick(slots < 8000 ? slots : 8000);
    default:
        return any;
    }
}

static void rank_case(void) {
    static const uint32_t numbers[] = {1, 7, 5000, 40000, 1000000, 4600000, 1u << 26, 1u << 31, UINT32_MAX};
    const list kind = (list)pick(LISTS);
    const uint32_t count = pick_one_in(4) ? pick(40) : 600 + pick(MOST - 600), slots = numbers[pick(9)];
    const uint32_t few = pick_one_in(2) ? slots : 1 + slots / 1024; /* slots of b: the same ones often, or hardly */
    hail_heap heap;
    hail_pairs pairs = {0};
    hail_heap_init(&heap, NULL);
    cr_assert(hail_pairs_reserve(&heap, &pairs, MOST));
    case_says("list %d of %u pairs, %u slots, %u of b", (int)kind, count, slots, few);
    pairs.count = count;
    for (uint32_t i = 0; i < count; i++) {
        ((uint32_t *)pairs.slot_a.data)[i] = slot_of_a(kind, i, count, slots);
        ((uint32_t *)pairs.slot_b.data)[i] = slots - 1 - pick(few);
    }
    for (size_t n = 0; n < hail_kernels_count(); n++) {
        case_calls(hail_kernels_at(n), "rank");
        const hail_ranking ranking = hail_rank_pairs(hail_kernels_at(n), &pairs, slots);
        check(&pairs, &ranking);
    }
    hail_pairs_free(&heap, &pairs);
}

Test(step_rank, every_way) { cases_run("step_rank", "every_way", 400, rank_case); }

/* Slots that fill a word each: a alone decides first, b after it. */
Test(step_rank, widest) {
    static const uint32_t a[] = {UINT32_MAX - 1, 0, UINT32_MAX - 1, 0, 1u << 31, 0, 3},
                          b[] = {0, UINT32_MAX - 1, UINT32_MAX - 2, 7, 1, 7, UINT32_MAX - 1},
                          rank[] = {5, 2, 6, 0, 4, 1, 3};
    hail_heap heap;
    hail_pairs pairs = {0};
    hail_heap_init(&heap, NULL);
    cr_assert(hail_pairs_reserve(&heap, &pairs, 16));
    pairs.count = 7;
    memcpy(pairs.slot_a.data, a, sizeof a);
    memcpy(pairs.slot_b.data, b, sizeof b);
    for (size_t n = 0; n < hail_kernels_count(); n++) {
        const hail_ranking ranking = hail_rank_pairs(hail_kernels_at(n), &pairs, UINT32_MAX);
        cr_assert_eq(ranking.dense_count, 0);
        cr_assert_eq(memcmp(ranking.rank, rank, sizeof rank), 0);
    }
    hail_pairs_free(&heap, &pairs);
}
