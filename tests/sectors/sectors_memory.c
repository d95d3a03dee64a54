/* tests/sectors/sectors_memory.c - memory of maps: an allocator that counts, checks what is freed, and fails at every
 * single call of a scenario, after which all is as before; and how much a wall takes. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/purse.h"
#include "shared/random_world.h"
#include "sectors_edits.h"

enum { STEPS = 120, FAULTS = 8, DOTS = 24, SIDE = 5 };

/* ---- Failing at the n-th call ------------------------------------------------------------------------------------ */

typedef struct scene {
    purse purse;
    hail_sectors *map;
    chart *chart; /* what the map must be */
    uint64_t state, version;
    size_t taken, refused;
    unsigned char *image; /* of the map as `then` is; NULL: none */
    size_t size;
    chart *then;
} scene;

static edits e;

static hail_status make(scene *c, hail_sector_faults *faults) {
    const hail_sectors_options options = {.context = allocator_context(with(&c->purse), NULL)};
    const hail_sector_data data = chart_data(c->chart);
    c->map = (hail_sectors *)c; /* must be overwritten */
    const hail_status status = hail_sectors_create(&options, &data, faults, &c->map);
    cr_assert((status == HAIL_OK) == (c->map != NULL));
    return status;
}

static hail_status change(scene *c, hail_sector_faults *faults) {
    edits_begin(&e);
    for (uint32_t n = 1 + random_pick(&c->state, 3); n > 0; n--)
        edits_add(&e, &c->state, c->chart);
    const hail_status status = hail_sectors_change(c->map, &e.edit, faults);
    if (status == HAIL_OK) {
        edits_apply(&e, c->chart);
        c->version += e.edit.vertex_count + e.edit.wall_count > 0;
    }
    return status;
}

static hail_status open_door(scene *c) {
    const uint32_t wall = random_pick(&c->state, c->chart->wall_count);
    const bool solid = random_pick(&c->state, 2) == 0;
    if (!chart_present(c->chart, wall))
        return HAIL_OK;
    c->chart->walls[wall].solid = solid;
    return hail_sectors_set_solid(c->map, &wall, 1, solid);
}

static void forget(scene *c) {
    if (c->image)
        chart_free(c->then);
    free(c->image);
    c->image = NULL;
}

/* Saves the map and, the next time, goes back to it. */
static hail_status go_back(scene *c) {
    if (c->image == NULL) {
        cr_assert_eq(hail_sectors_save_size(c->map, &c->size), HAIL_OK);
        c->image = malloc(c->size);
        c->then = chart_copy(c->chart);
        return hail_sectors_save(c->map, 0, c->image, c->size, NULL);
    }
    const hail_status status = hail_sectors_restore(c->map, 0, c->image, c->size);
    if (status == HAIL_OK) {
        const uint64_t version = sectors_size(c->map).version;
        cr_assert(version == c->version || version == c->version + 1);
        c->version = version;
        chart_free(c->chart);
        c->chart = chart_copy(c->then);
        forget(c);
    }
    return status;
}

/* A refusal for faults is fine, too. */
static hail_status act(void *user) {
    scene *c = user;
    hail_sector_fault list[FAULTS];
    hail_sector_faults faults = {list, FAULTS, 77};
    const bool making = c->map == NULL;
    if (!making && random_pick(&c->state, 3) == 0)
        return open_door(c);
    if (!making && random_pick(&c->state, 4) == 0)
        return go_back(c);
    const hail_status status = making ? make(c, &faults) : change(c, &faults);
    const bool refused = status != HAIL_OK && status != HAIL_NO_MEMORY;
    cr_assert_eq(faults.count > 0, refused, "%s, %zu faults", hail_status_text(status), faults.count);
    c->taken += status == HAIL_OK, c->refused += refused;
    return refused ? HAIL_OK : status;
}

static void hold_whole(void *user, int step) {
    scene *c = user;
    const long fail_at = c->purse.fail_at;
    cr_assert(!c->purse.bad, "call %ld, step %d: the allocator was misused", fail_at, step);
    const hail_sectors_size size = sectors_size(c->map); /* zeros without a map */
    cr_assert_eq(c->purse.bytes, size.bytes, "call %ld, step %d: holds %zu bytes, says %zu", fail_at, step,
                 c->purse.bytes, size.bytes);
    if (c->map == NULL)
        return;
    cr_assert_eq(size.version, c->version, "call %ld, step %d", fail_at, step);
    for (uint32_t i = 0; i < c->chart->wall_count; i++) {
        hail_wall_info info;
        cr_assert_eq(hail_sectors_wall(c->map, i, &info), HAIL_OK);
        const hail_wall *is = &info.wall, *must = &c->chart->walls[i];
        cr_assert(is->a == must->a && is->b == must->b && (is->a == HAIL_NO_VERTEX || is->solid == must->solid),
                  "call %ld, step %d: wall %u", fail_at, step, i);
    }
    float x[DOTS], y[DOTS];
    uint32_t sector[DOTS];
    uint64_t state = (uint64_t)step;
    const hail_points points = {.x = x, .y = y, .count = DOTS};
    chart_dots(c->chart, &state, DOTS, x, y);
    cr_assert_eq(hail_sectors_find(c->map, &points, sector), HAIL_OK);
    for (int i = 0; i < DOTS; i++)
        cr_assert_eq(sector[i], chart_sector(c->chart, x[i], y[i]), "call %ld, step %d: (%.9g, %.9g) in %d", fail_at,
                     step, (double)x[i], (double)y[i], (int)sector[i]);
}

/* False: the scenario has no such call. */
static bool hold_failure(uint64_t seed, long fail_at, int steps) {
    static scene c;
    const chart_choice choice = chart_choose(seed, SIDE);
    c = (scene){.chart = chart_make(seed, &choice), .state = seed + 11, .version = 1};
    c.purse.fail_at = fail_at;
    const purse_acts acts = {&c, &c.purse, &c.state, act, hold_whole, steps};
    cr_assert_eq(purse_run(&acts), 0, "call %ld: a failure is not told", fail_at);
    const long calls = c.purse.calls;
    if (fail_at == NEVER)
        cr_assert(c.taken > 20 && c.refused > 10, "%zu changes, %zu refused", c.taken, c.refused);
    hail_sectors_destroy(c.map);
    forget(&c);
    chart_free(c.chart);
    purse_expects_nothing(&c.purse);
    return fail_at < calls;
}

Test(sectors_memory, failing_at_every_call) {
    long calls = 0;
    for (uint64_t seed = 1; seed < 5; seed++) {
        hold_failure(seed, NEVER, STEPS);
        long call = 0;
        while (hold_failure(seed, call, STEPS))
            call++;
        calls += call;
    }
    cr_log_info("%ld calls of the allocator", calls);
    cr_assert_gt(calls, 100);
}

/* A map that is refused for its faults leaves no memory. */
Test(sectors_memory, refused) {
    purse p = {.fail_at = NEVER};
    const chart_choice choice = chart_choose(3, SIDE);
    chart *c = chart_make(3, &choice);
    const hail_sectors_options options = {.context = allocator_context(with(&p), NULL)};
    hail_sectors *map;
    for (uint32_t i = 0; i < c->wall_count; i++) {
        const hail_wall kept = c->walls[i];
        const hail_sector_data data = chart_data(c);
        if (!chart_present(c, i) || kept.right == kept.left)
            continue;
        c->walls[i].b = i % 2 == 0 ? kept.a : HAIL_NO_VERTEX;
        cr_assert_neq(hail_sectors_create(&options, &data, NULL, &map), HAIL_OK);
        cr_assert(map == NULL && p.held == 0 && p.bytes == 0 && !p.bad, "wall %u", i);
        c->walls[i] = kept;
    }
    chart_free(c);
}

/* Between states that the map has been in often, nothing is allocated. */
static void warmed(uint64_t seed) {
    enum { STATES = 3, ROUNDS = 200, WARM = 60 };
    static scene c;
    unsigned char *image[STATES];
    size_t size[STATES];
    const chart_choice choice = chart_choose(seed, SIDE);
    c = (scene){.chart = chart_make(seed, &choice), .state = seed, .version = 1, .purse = {.fail_at = NEVER}};
    cr_assert_eq(make(&c, NULL), HAIL_OK);
    for (int k = 0; k < STATES; k++) {
        for (int i = 0; i < 8; i++)
            change(&c, NULL);
        cr_assert_eq(hail_sectors_save_size(c.map, &size[k]), HAIL_OK);
        image[k] = malloc(size[k]);
        cr_assert_eq(hail_sectors_save(c.map, HAIL_TRUSTED, image[k], size[k], NULL), HAIL_OK);
    }
    for (int i = 0; i < ROUNDS; i++) {
        const int k = i % STATES;
        const long calls = c.purse.calls;
        cr_assert_eq(hail_sectors_restore(c.map, HAIL_TRUSTED, image[k], size[k]), HAIL_OK);
        cr_assert(i < WARM || c.purse.calls == calls, "round %d allocates", i);
    }
    for (int k = 0; k < STATES; k++)
        free(image[k]);
    hail_sectors_destroy(c.map);
    chart_free(c.chart);
    purse_expects_nothing(&c.purse);
}
Test(sectors_memory, warmed_restore) { random_seeds(12, warmed); }

/* ---- Sizes ------------------------------------------------------------------------------------------------------- */

/* Memory is proportional to the walls, with any cell and any box. */
Test(sectors_memory, sizes) {
    const chart_choice choice = {.side = 100, .solid = 50, .merged = 30, .step = 64.0f};
    chart *c = chart_make(5, &choice);
    const hail_sector_data data = chart_data(c);
    for (int k = 0; k < 4; k++) {
        purse p = {.fail_at = NEVER};
        hail_sectors_options options = {.context = allocator_context(with(&p), NULL),
                                        .cell = k == 1   ? 64.0f
                                                : k == 2 ? 1e-6f
                                                         : 0.0f};
        if (k == 3)
            options.min_x = options.min_y = -1e5f, options.max_x = options.max_y = 1e5f;
        hail_sectors *map;
        cr_assert_eq(hail_sectors_create(&options, &data, NULL, &map), HAIL_OK);
        const double each = (double)p.bytes / (double)c->wall_count;
        cr_log_info("%zu bytes, %.0f a wall, with cells of %g px", p.bytes, each, (double)sectors_size(map).cell);
        cr_assert(p.bytes == sectors_size(map).bytes && each < (k == 2 ? 3000.0 : k == 1 ? 1000.0 : 500.0));
        hail_sectors_destroy(map);
        cr_assert(p.held == 0 && p.bytes == 0 && !p.bad);
    }
    chart_free(c);
}

/* Parallel walls, aslant, so that each is in as many cells as its length allows. */
static size_t bytes_of_few(uint32_t walls, uint32_t absent, float length, float cell, float box) {
    static float x[512], y[512];
    static hail_wall wall[512];
    purse p = {.fail_at = NEVER};
    hail_sectors *map;
    for (uint32_t i = 0; i < walls; i++) {
        x[2 * i] = -450.0f, y[2 * i] = -450.0f + 400.0f * (float)i / (float)walls;
        x[2 * i + 1] = x[2 * i] + length, y[2 * i + 1] = y[2 * i] + 0.9f * length;
        wall[i] = (hail_wall){.a = 2 * i, .b = 2 * i + 1};
    }
    for (uint32_t i = walls; i < walls + absent; i++)
        wall[i] = (hail_wall){.a = HAIL_NO_VERTEX, .b = HAIL_NO_VERTEX};
    const hail_sectors_options options = {.context = allocator_context(with(&p), NULL),
                                          .min_x = -box,
                                          .min_y = -box,
                                          .max_x = box,
                                          .max_y = box,
                                          .cell = cell};
    const hail_sector_data data = {x, y, 2 * walls, wall, walls + absent, 1};
    cr_assert_eq(hail_sectors_create(&options, &data, NULL, &map), HAIL_OK);
    cr_assert_geq(sectors_size(map).cell, cell);
    const size_t bytes = sectors_size(map).bytes;
    hail_sectors_destroy(map);
    cr_assert(p.held == 0 && !p.bad);
    return bytes;
}

/* What the header promises: a tiny cell is made larger, even if there is hardly a wall, and absent walls count. */
Test(sectors_memory, tiny_cells) {
    static const uint32_t walls[] = {0, 1, 4, 30, 250};
    static const float cells[] = {1.0e-30f, 1.0e-6f, 1.0f, 20.0f}, boxes[] = {1000.0f, 1.0e6f},
                       lengths[] = {1.0f, 60.0f, 600.0f};
    for (int i = 0; i < 5 * 2 * 4 * 2 * 3; i++) {
        const uint32_t n = walls[i % 5], absent = i / 5 % 2 == 0 ? 0 : 200;
        const float cell = cells[i / 10 % 4], box = boxes[i / 40 % 2], length = lengths[i / 80];
        const size_t bytes = bytes_of_few(n, absent, length, cell, box);
        cr_assert_leq(bytes, 40960 + 5120 * (size_t)(n + absent),
                      "%u walls of %g px, %u absent, cells of %g px: %zu bytes", n, (double)length, absent,
                      (double)cell, bytes);
    }
}
