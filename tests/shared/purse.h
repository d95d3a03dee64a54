/* purse.h - the allocator of the tests of memory: it counts, checks what it gets back, fills blocks so that nothing may
 * count on zeros, and fails on demand. */
#ifndef HAIL_TESTS_PURSE_H
#define HAIL_TESTS_PURSE_H

#include <hail/base.h>

#include <criterion/criterion.h>

#include <string.h>

#include "aligned.h"

enum { NEVER = -1 };

typedef struct purse {
    long calls;         /* how often it was asked for memory */
    long fail_at;       /* the call that fails, from 0; or NEVER */
    long held;          /* blocks not given back */
    size_t bytes, most; /* in them; more than `most` at once is refused, 0: no limit */
    bool failed;        /* some call did */
    bool bad;           /* asked for, or given back, something impossible */
} purse;

enum { PURSE_BEFORE = 64 }; /* bytes: what was asked for is stored before each block */

typedef struct purse_note {
    size_t size, align;
} purse_note;

static inline void *purse_take(void *user, size_t size, size_t align) {
    purse *p = user;
    p->bad = p->bad || size == 0 || align == 0 || align > 64 || (align & (align - 1)) != 0;
    const long call = p->calls++;
    if ((p->fail_at != NEVER && call == p->fail_at) || (p->most != 0 && size > p->most - p->bytes)) {
        p->failed = true;
        return NULL;
    }
    unsigned char *block = aligned_take(size + PURSE_BEFORE, 64);
    cr_assert_not_null(block);
    const purse_note n = {size, align};
    memset(block, 0xa5, PURSE_BEFORE + size);
    memcpy(block, &n, sizeof n);
    p->held++;
    p->bytes += size;
    return block + PURSE_BEFORE;
}

static inline void purse_give_back(void *user, void *pointer, size_t size, size_t align) {
    purse *p = user;
    purse_note n;
    if (pointer == NULL) {
        p->bad = true;
        return;
    }
    unsigned char *block = (unsigned char *)pointer - PURSE_BEFORE;
    memcpy(&n, block, sizeof n);
    p->bad = p->bad || n.size != size || n.align != align;
    p->held--;
    p->bytes -= n.size;
    memset(block, 0x5a, PURSE_BEFORE + n.size);
    aligned_give_back(block);
}

static inline hail_allocator with(purse *p) { return (hail_allocator){p, purse_take, purse_give_back}; }

/* Checks that all was given back. */
static inline void purse_expects_nothing(const purse *p) {
    cr_assert(p->held == 0 && p->bytes == 0 && !p->bad, "call %ld: %ld blocks are left", p->fail_at, p->held);
}

/* A scenario whose memory comes from a purse. */
typedef struct purse_acts {
    void *scene;
    purse *purse;
    uint64_t *state; /* of the scene's random numbers */
    hail_status (*act)(void *scene);
    void (*check)(void *scene, int step); /* that the scene is what its successful acts made of it */
    int count;
} purse_acts;

/* Acts `count` times. An act that runs out of memory must have changed nothing; it is done again with the same random
 * numbers. Returns how many acts succeeded although the purse failed. */
static inline long purse_run(const purse_acts *a) {
    long spared = 0;
    for (int step = 0; step < a->count; step++) {
        const uint64_t state = *a->state;
        hail_status status = a->act(a->scene);
        if (a->purse->failed) {
            a->purse->failed = false;
            a->check(a->scene, step);
            spared += status == HAIL_OK;
            if (status == HAIL_NO_MEMORY) {
                *a->state = state;
                status = a->act(a->scene);
            }
        }
        cr_assert_eq(status, HAIL_OK, "call %ld, step %d: %s", a->purse->fail_at, step, hail_status_text(status));
    }
    a->check(a->scene, a->count);
    return spared;
}

#endif
