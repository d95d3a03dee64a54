/* A warmed-up step with tasks allocates nothing, whatever the schedule; nor does one after hail_reserve. An allocation
 * that fails is reported, whichever it is, and the next step is whole again. */
#include <stdio.h>
#include <stdlib.h>

#include "big_world.h"
#include "schedulers.h"

enum { STEPS = 6, FAILURES = 60 };

/* An allocator that counts, and fails once. */
typedef struct purse {
    uint64_t calls, fails_at; /* 0: never */
    size_t held;
} purse;

static void *allocate(void *user, size_t size, size_t align) {
    purse *p = user;
    p->calls++;
    if (p->calls == p->fails_at)
        return NULL;
    p->held++;
    return aligned_alloc(align, (size + align - 1) / align * align);
}

static void release(void *user, void *pointer, size_t size, size_t align) {
    purse *p = user;
    (void)size;
    (void)align;
    p->held--;
    free(pointer);
}

static void ignore(const hail_contact *contacts, size_t count, void *user) {
    (void)contacts;
    (void)count;
    (void)user;
}

static hail_status step(big_world *w) { return hail_step(big_world_hail(w), 1.0f / 240.0f, ignore, NULL); }

static big_options options_of(uint64_t seed, purse *p, const scheduler *s) {
    return (big_options){.seed = seed,
                         .tasks = scheduler_tasks(s),
                         .allocator = {.user = p, .allocate = allocate, .release = release},
                         .unordered = seed % 2 == 1};
}

/* The second half of the steps finds about as much as the first, in other schedules. */
static bool warm(uint64_t seed, bool reserved) {
    hail_status status;
    purse p = {0};
    scheduler *s = scheduler_make(SCHEDULER_SHUFFLED, 8, seed);
    const big_options o = options_of(seed, &p, s);
    big_world *w = big_world_make(&o, &status);
    bool none = w != NULL;
    for (uint32_t l = 0; none && reserved && l < 3; l++)
        none = hail_reserve(big_world_hail(w), l, 9000, 1 << 19) == HAIL_OK;
    for (int i = 0; none && i < STEPS; i++) {
        none = step(w) == HAIL_OK;
        if (reserved || i >= STEPS / 2)
            none = none && hail_stats(big_world_hail(w))->allocations == 0;
    }
    big_world_free(w);
    scheduler_free(s);
    return none && p.held == 0;
}

/* Fails allocation number n of the first step. */
static bool fails(uint64_t seed, uint64_t n, bool *failed) {
    hail_status status;
    purse p = {0};
    scheduler *s = scheduler_make(SCHEDULER_SHUFFLED, 3, seed);
    const big_options o = options_of(seed, &p, s);
    big_world *w = big_world_make(&o, &status);
    if (!w)
        return false;
    p.fails_at = p.calls + n;
    status = step(w);
    *failed = p.calls >= p.fails_at;
    /* Where memory is short, narrower ranges may do. */
    bool good = status == HAIL_OK || (*failed && status == HAIL_NO_MEMORY);
    p.fails_at = 0;
    good = good && step(w) == HAIL_OK;
    big_world_free(w);
    scheduler_free(s);
    return good && p.held == 0;
}

int main(void) {
    bool all = true, failed = true;
    int number = 0;
    puts("1..5");
    for (uint64_t seed = 2; seed < 4; seed++)
        for (int reserved = 0; reserved < 2; reserved++) {
            const bool ok = warm(seed, reserved);
            printf("%sok %d - %s, seed %d\n", ok ? "" : "not ", ++number, reserved ? "reserved" : "warmed up",
                   (int)seed);
            all = all && ok;
        }
    bool good = true;
    uint64_t n = 1;
    for (; failed && n <= FAILURES; n++)
        good = fails(2 + n % 2, n, &failed) && good;
    printf("%sok %d - %d failing allocations\n", good ? "" : "not ", ++number, (int)n - 1);
    return !(all && good);
}
