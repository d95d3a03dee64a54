/* Calls with arrays write the same bytes for any number of workers and any schedule. A plain main, so that
 * ThreadSanitizer sees all of it. HAIL_TEST_SEED replays one seed. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "array_calls.h"
#include "schedulers.h"

static bool equal_with(array_scene *scene, int call, uint64_t want, scheduler_kind kind, uint32_t workers,
                       uint64_t seed) {
    scheduler *s = scheduler_make(kind, workers, seed);
    const bool equal = array_call(scene, call, scheduler_tasks(s)) == want;
    const bool used = scheduler_jobs(s) > 0 && scheduler_unfinished(s) == 0;
    if (!equal || !used)
        printf("# scheduler %d, %u workers, seed %llu: %s\n", (int)kind, workers, (unsigned long long)seed,
               equal ? "was not used" : "other bytes");
    scheduler_free(s);
    return equal && used;
}

static bool check_call(array_scene *scene, int call, uint64_t seed) {
    static const uint32_t workers[] = {2, 3, 8, 32};
    const uint64_t want = array_call(scene, call, NULL);
    bool equal = true;
    for (int kind = 0; kind < SCHEDULER_KINDS; kind++)
        for (size_t i = 0; i < sizeof workers / sizeof *workers; i++)
            equal = equal_with(scene, call, want, (scheduler_kind)kind, workers[i], seed + i) && equal;
    return equal;
}

int main(void) {
    const char *given = getenv("HAIL_TEST_SEED");
    const uint64_t seed = given ? strtoull(given, NULL, 10) : 5;
    array_scene *scene = array_scene_make(seed);
    bool all = true;
    printf("# seed %llu\n1..%d\n", (unsigned long long)seed, ARRAY_CALLS);
    for (int call = 0; call < ARRAY_CALLS; call++) {
        const bool ok = check_call(scene, call, seed);
        printf("%sok %d - %s\n", ok ? "" : "not ", call + 1, array_call_name(call));
        all = all && ok;
    }
    array_scene_free(scene);
    return !all;
}
