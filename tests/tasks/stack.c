/* How much stack calls with arrays and steps use, on a thread whose stack was painted: no more than their headers say.
 * Frames of sanitizers are larger: there it is only printed. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array_calls.h"
#include "big_world.h"

enum { STACK = 1 << 21, KB = 1024, PAINT = 0xa5, STEPS = 3, SEEDS = 12 };

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static const bool larger_frames = true;
#else
static const bool larger_frames = false;
#endif

/* ---- A painted thread -------------------------------------------------------------------------------------------- */

static size_t untouched(const unsigned char *stack) {
    size_t n = 0;
    while (n < STACK && stack[n] == PAINT)
        n++;
    return n;
}

/* Bytes of stack that a thread touched. */
static size_t touched(void *(*function)(void *), void *what) {
    void *stack;
    pthread_attr_t attributes;
    pthread_t thread;
    if (posix_memalign(&stack, 1 << 16, STACK) != 0)
        abort();
    memset(stack, PAINT, STACK);
    if (pthread_attr_init(&attributes) != 0 || pthread_attr_setstack(&attributes, stack, STACK) != 0 ||
        pthread_create(&thread, &attributes, function, what) != 0 || pthread_join(thread, NULL) != 0)
        abort();
    pthread_attr_destroy(&attributes);
    const size_t used = STACK - untouched(stack);
    free(stack);
    return used;
}

static void *nothing(void *what) { return what; }

/* The same, less what a thread needs by itself. */
static size_t used_by(void *(*function)(void *), void *what) {
    const size_t all = touched(function, what), own = touched(nothing, NULL);
    return all > own ? all - own : 0;
}

/* ---- What runs there --------------------------------------------------------------------------------------------- */

typedef struct call {
    array_scene *scene;
    int number;
} call;

/* Tasks that do everything at once add nothing of their own. */
static void *do_at_once(hail_task_fn *function, uint32_t first, uint32_t last, uint32_t grain, void *task, void *user) {
    (void)grain;
    (void)user;
    function(first, last, 0, task);
    return NULL;
}

static void finish(void *handle, void *user) {
    (void)handle;
    (void)user;
}

static void *make_call(void *what) {
    static const hail_tasks tasks = {.workers = 2, .enqueue = do_at_once, .finish = finish};
    const call *c = what;
    array_call(c->scene, c->number, NULL);
    array_call(c->scene, c->number, &tasks);
    return NULL;
}

static void ignore(const hail_contact *contacts, size_t count, void *user) {
    (void)contacts;
    (void)count;
    (void)user;
}

static void *make_step(void *what) {
    if (hail_step(what, 1.0f / 60.0f, ignore, NULL) != HAIL_OK)
        abort();
    return NULL;
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

/* KB that the header of a call names; the largest of all, where it names none. */
static size_t allowed_kb(const char *name) {
    static const struct {
        const char *begin;
        size_t kb;
    } header[] = {{"batch", 65}, {"points", 70}, {"nearest_on", 70}, {"sectors", 64}, {"sprite", 70}, {"march", 64}};
    size_t kb = 128;
    for (size_t i = 0; i < sizeof header / sizeof *header; i++)
        if (strncmp(name, header[i].begin, strlen(header[i].begin)) == 0)
            kb = header[i].kb;
    return kb;
}

static bool check(int number, const char *name, size_t used) {
    const size_t allowed = allowed_kb(name) * KB;
    const bool ok = used <= allowed || larger_frames;
    printf("%sok %d - %s: %zu bytes of %zu\n", ok ? "" : "not ", number, name, used, allowed);
    return ok;
}

/* The most that steps of a world use. */
static size_t most_of_steps(uint64_t seed) {
    const big_options options = {.seed = seed, .unordered = seed % 3 == 1, .pair_budget = seed % 3 == 2 ? 4096 : 0};
    hail_status status;
    big_world *w = big_world_make(&options, &status);
    size_t most = 0;
    if (!w)
        abort();
    for (int step = 0; step < STEPS; step++) {
        big_world_churn(w);
        const size_t used = used_by(make_step, big_world_hail(w));
        most = used > most ? used : most;
    }
    big_world_free(w);
    return most;
}

int main(void) {
    const char *given = getenv("HAIL_TEST_SEED");
    const uint64_t first = given ? strtoull(given, NULL, 10) : 1, seeds = given ? 1 : SEEDS;
    array_scene *scene = array_scene_make(first);
    bool all = true;
    printf("1..%d\n", ARRAY_CALLS + (int)seeds);
    for (int number = 0; number < ARRAY_CALLS; number++) {
        call c = {scene, number};
        all = check(number + 1, array_call_name(number), used_by(make_call, &c)) && all;
    }
    array_scene_free(scene);
    for (uint64_t seed = first; seed < first + seeds; seed++) {
        char name[64];
        snprintf(name, sizeof name, "hail_step, HAIL_TEST_SEED=%llu", (unsigned long long)seed);
        all = check(ARRAY_CALLS + 1 + (int)(seed - first), name, most_of_steps(seed)) && all;
    }
    return !all;
}
