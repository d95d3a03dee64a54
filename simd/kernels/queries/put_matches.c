/* simd/kernels/queries/put_matches.c - puts the matches of a query in order. Each slot is compared with all others, a
 * few vectors of them at a time: a body's rank is its row. Matches of a query are few, so this beats a sort.
 *
 * How many they are differs from query to query, and a mispredicted end of a loop costs as much as several matches. So
 * every loop runs over whole blocks. What fills the last one ranks last, and is written to the row after the last. */
#include "kernels/kernel.h"

enum { MATCH_ROWS = 8, MATCH_ROOM = HAIL_MATCH_FEW + HAIL_SLACK };

/* Bodies, and how many of them have lower slots. Body 0 fills the last block; as a filler its slot is higher. */
typedef struct ranking {
    uint32_t index[MATCH_ROOM], slot[MATCH_ROOM], rank[MATCH_ROOM];
    uint32_t padded; /* how many there are with fillers: a multiple of HAIL_LANES and of ROWS */
} ranking;

static LANES_INLINE void read_slots(ranking *r, const hail_match_job *job, const uint32_t *index, uint32_t count) {
    for (r->padded = 0; r->padded < count || r->padded % MATCH_ROWS; r->padded += HAIL_LANES) {
        const vm own = vm_first(r->padded < count ? count - r->padded : 0);
        const vi at = vi_select(own, vi_load(index + r->padded), vi_set1(0));
        const vi slot = vi_gather_pair(job->handle, at, 0);
        vi_store(r->index + r->padded, at);
        vi_store(r->slot + r->padded, vi_select(own, slot, vi_set1(INT32_MAX)));
    }
}

/* Ranks `vectors` vectors of bodies, up to 3; that is a constant where this is inlined. */
static LANES_INLINE void rank(ranking *r, uint32_t at, uint32_t vectors) {
    const uint32_t second = vectors > 1 ? at + HAIL_LANES : at, third = vectors > 2 ? second + HAIL_LANES : at;
    const vi a = vi_load(r->slot + at), b = vi_load(r->slot + second), c = vi_load(r->slot + third);
    vi below_a = vi_set1(0), below_b = below_a, below_c = below_a;
    for (uint32_t block = 0; block < r->padded; block += HAIL_LANES)
        for (uint32_t j = block; j < block + HAIL_LANES; j++) {
            const vi other = vi_set1((int32_t)r->slot[j]);
            below_a = vi_count(below_a, vi_gt(a, other));
            if (vectors > 1)
                below_b = vi_count(below_b, vi_gt(b, other));
            if (vectors > 2)
                below_c = vi_count(below_c, vi_gt(c, other));
        }
    vi_store(r->rank + at, below_a);
    if (vectors > 1)
        vi_store(r->rank + second, below_b);
    if (vectors > 2)
        vi_store(r->rank + third, below_c);
}

static inline void rank_all(ranking *r) {
    uint32_t at = 0;
    for (; at + 3 * HAIL_LANES <= r->padded; at += 3 * HAIL_LANES)
        rank(r, at, 3);
    if (at + 2 * HAIL_LANES <= r->padded)
        rank(r, at, 2);
    else if (at < r->padded)
        rank(r, at, 1);
}

/* Word by word: a row that is put together elsewhere first would wait for its own stores. */
static LANES_INLINE void put_row(const hail_match_job *job, uint64_t end, uint32_t index, uint32_t *row) {
    uint64_t handle, user = 0;
    memcpy(&handle, job->handle + 2 * (size_t)index, sizeof handle);
    if (job->user)
        memcpy(&user, job->user + 2 * (size_t)index, sizeof user);
    memcpy(row, &handle, sizeof handle);
    memcpy(row + 2, &user, sizeof user);
    memcpy(row + 4, &end, sizeof end);
}

/* The last two words of a row. */
static LANES_INLINE uint64_t row_end(const hail_match_job *job, uint32_t part) {
    return HAIL_BIG_ENDIAN ? (uint64_t)part << 32 | job->header : (uint64_t)job->header << 32 | part;
}

void HAIL_KERNEL(put_matches)(const hail_match_job *given, const uint32_t *index, const uint32_t *part, uint32_t count,
                              size_t room, uint32_t *rows) {
    const hail_match_job job = *given; /* a copy that no store can change */
    const uint64_t end = row_end(&job, 0);
    ranking r;
    if (count == 1 && room) {
        put_row(&job, part ? row_end(&job, *part) : end, *index, rows);
        return;
    }
    read_slots(&r, &job, index, count);
    rank_all(&r);
    if (!part && room > count) {
        for (uint32_t block = 0; block < r.padded; block += MATCH_ROWS)
            for (uint32_t i = block; i < block + MATCH_ROWS; i++)
                put_row(&job, end, r.index[i], rows + (size_t)r.rank[i] * HAIL_MATCH_WORDS);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        if (r.rank[i] < room)
            put_row(&job, part ? row_end(&job, part[i]) : end, r.index[i], rows + (size_t)r.rank[i] * HAIL_MATCH_WORDS);
}
