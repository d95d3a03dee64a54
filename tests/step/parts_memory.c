/* Memory of worlds with compounds and sprites: an allocator that counts, checks what it gets back, and fails on demand.
 */
#include <criterion/criterion.h>

#include <string.h>

#include "shared/aligned.h"
#include "shared/contexts.h"
#include "shared/random_world.h"
#include "sprites/sprite_inputs.h"
#include "shared/stream.h"

enum { NEVER = -1, EACH = 40, PARTS = 12, BEFORE = 64 };

typedef struct purse {
    long calls;   /* how often it was asked for memory */
    long fail_at; /* the call that fails, from 0 */
    long held;    /* blocks not given back */
    bool failed, bad;
} purse;

typedef struct note { /* kept before each block */
    size_t size, align;
} note;

static void *take(void *user, size_t size, size_t align) {
    purse *p = user;
    if (p->calls++ == p->fail_at) {
        p->failed = true;
        return NULL;
    }
    unsigned char *block = aligned_take(size + BEFORE, 64);
    const note n = {size, align};
    cr_assert_not_null(block);
    memset(block, 0xa5, BEFORE + size); /* nothing may count on zeros */
    memcpy(block, &n, sizeof n);
    p->held++;
    return block + BEFORE;
}

static void give_back(void *user, void *pointer, size_t size, size_t align) {
    purse *p = user;
    note n;
    unsigned char *block = (unsigned char *)pointer - BEFORE;
    memcpy(&n, block, sizeof n);
    p->bad = p->bad || n.size != size || n.align != align;
    p->held--;
    memset(block, 0x5a, BEFORE + n.size);
    aligned_give_back(block);
}

/* ---- A scene, call by call --------------------------------------------------------------------------------------- */

typedef struct scene {
    purse purse;
    hail_world *world;
    sprite_cast *cast;
    hail_convex part[PARTS];
    hail_shape shape[4]; /* a compound, a concave polygon, a sprite, a circle */
    float x[3][EACH], y[3][EACH], vx[3][EACH];
    stream s;
} scene;

static void scene_start(scene *c) {
    uint64_t state = 11;
    memset(c, 0, sizeof *c);
    c->purse.fail_at = NEVER;
    c->cast = sprite_cast_make(3, 20);
    for (uint32_t k = 0; k < PARTS; k++) {
        const float x = random_range(&state, -15.0f, 15.0f), y = random_range(&state, -15.0f, 15.0f);
        cr_assert_eq(hail_convex_capsule(x, y, x + (float)(k % 3), y, 4.0f, &c->part[k]), HAIL_OK);
    }
    for (int n = 0; n < 3; n++)
        for (int i = 0; i < EACH; i++) {
            c->x[n][i] = random_range(&state, 0.0f, 150.0f), c->y[n][i] = random_range(&state, 0.0f, 150.0f);
            c->vx[n][i] = random_range(&state, -40.0f, 40.0f);
        }
}

static hail_status make_world(scene *c) {
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context = allocator_context((hail_allocator){&c->purse, take, give_back},
                                        hail_variant_name(c->purse.fail_at % 2 == 0 ? 0 : hail_variant_count() - 1));

    return hail_world_create(&options, &c->world);
}

static hail_status spawn(scene *c, uint32_t layer) {
    hail_shape shape[EACH];
    for (uint32_t i = 0; i < EACH; i++)
        shape[i] = c->shape[(i + layer) % 4];
    const hail_spawn_columns from = {.x = c->x[layer], .y = c->y[layer], .vx = c->vx[layer], .shape = shape};
    return hail_spawn(c->world, layer, &shape[0], &from, EACH, NULL);
}

static hail_status step(scene *c, float dt) {
    stream_clear(&c->s);
    return hail_step(c->world, dt, stream_take, &c->s);
}

enum { CALLS = 19 };

static hail_status act(scene *c, int number) {
    static const float x[] = {0, 30, 30, 20, 15, 10, 0}, y[] = {0, 0, 30, 30, 8, 30, 30};
    static const uint32_t start[] = {0, 7};
    switch (number) {
    case 0:
        return hail_shape_compound(hail_world_shapes(c->world), c->part, PARTS, &c->shape[0]);
    case 1:
        return hail_shape_concave(hail_world_shapes(c->world), &(hail_loops){x, y, start, 1}, NULL, 1.0f, &c->shape[1],
                                  NULL);
    case 2:
        return hail_shape_sprite(hail_world_shapes(c->world), c->cast->set, DRAW_RING, &c->shape[2]);
    case 3:
        return hail_shape_circle(hail_world_shapes(c->world), 5.0f, &c->shape[3]);
    case 4:
    case 5:
    case 6:
        return spawn(c, (uint32_t)number - 4);
    case 7:
        return hail_rule_set(c->world, 0, 0, HAIL_MANIFOLD);
    case 8:
        return step(c, 0.0f);
    case 9:
        return hail_rule_set(c->world, 0, 1, HAIL_SWEPT);
    case 10:
        return hail_rule_set(c->world, 2, 1, HAIL_PAIRS);
    case 11:
        return step(c, 0.0f);
    case 12:
        return hail_rule_set(c->world, 2, 0, HAIL_EARLIEST);
    case 13:
        return hail_rule_set(c->world, 2, 2, HAIL_EARLIEST);
    case 14:
        return step(c, 0.0f);
    case 15:
        return hail_shape_compound(hail_world_shapes(c->world), c->part, 7, &c->shape[0]);
    case 16:
        return hail_shape_sprite(hail_world_shapes(c->world), c->cast->set, DRAW_BLOBS, &c->shape[2]);
    case 17:
        return spawn(c, 2);
    default:
        return step(c, 0.0f);
    }
}

static void scene_end(scene *c) {
    hail_world_destroy(c->world);
    sprite_cast_free(c->cast);
    stream_free(&c->s);
    cr_assert(!c->purse.bad && c->purse.held == 0, "call %ld: %ld blocks leaked, or a size was another",
              c->purse.fail_at, c->purse.held);
}

/* ---- Failing at the n-th call ------------------------------------------------------------------------------------ */

/* Answers whether the n-th allocation was reached; must: the contacts of the last step, 0 to learn them. */
static bool run(long fail_at, size_t *must) {
    static scene c;
    scene_start(&c);
    c.purse.fail_at = fail_at;
    hail_status status = make_world(&c);
    if (status != HAIL_OK) {
        cr_assert(status == HAIL_NO_MEMORY && c.world == NULL && c.purse.failed && c.purse.held == 0);
        cr_assert_eq(make_world(&c), HAIL_OK);
    }
    for (int number = 0; number < CALLS; number++) {
        const uint64_t before = world_fingerprint(c.world);
        const bool fresh = !c.purse.failed;
        const hail_shape shape[4] = {c.shape[0], c.shape[1], c.shape[2], c.shape[3]};
        status = act(&c, number);
        if (status == HAIL_NO_MEMORY) {
            cr_assert(fresh && c.purse.failed, "call %ld, act %d: no memory, without a failure", fail_at, number);
            cr_assert_eq(world_fingerprint(c.world), before, "call %ld, act %d: not as it was", fail_at, number);
            cr_assert_eq(memcmp(shape, c.shape, sizeof shape), 0, "call %ld, act %d: a shape", fail_at, number);
            status = act(&c, number);
        }
        cr_assert_eq(status, HAIL_OK, "call %ld, act %d: %s", fail_at, number, hail_status_text(status));
    }
    cr_assert(c.shape[0].id != 0 && hail_shape_part_count(hail_world_shapes(c.world), &c.shape[0]) == 7);
    cr_assert(*must == 0 || *must == c.s.count, "call %ld: %zu contacts, must be %zu", fail_at, c.s.count, *must);
    *must = c.s.count;
    const bool reached = c.purse.failed;
    scene_end(&c);
    return reached;
}

Test(parts_memory, every_allocation_fails_once) {
    size_t must = 0;
    cr_assert(!run(NEVER, &must) && must > 100);
    long failures = 0;
    while (run(failures, &must))
        failures++;
    cr_assert_gt(failures, 20, "only %ld allocations", failures);
}

/* ---- None at all ------------------------------------------------------------------------------------------------- */

static void nothing_allocated(scene *c, int steps, float dt) {
    const long before = c->purse.calls;
    for (int i = 0; i < steps; i++) {
        cr_assert_eq(step(c, dt), HAIL_OK);
        cr_assert(c->purse.calls == before && hail_stats(c->world)->allocations == 0, "step %d: %ld allocations", i,
                  c->purse.calls - before);
    }
    cr_assert_gt(c->s.count, 20, "only %zu contacts", c->s.count);
}

Test(parts_memory, warm_steps_allocate_nothing) {
    static scene c;
    scene_start(&c);
    cr_assert_eq(make_world(&c), HAIL_OK);
    for (int number = 0; number < CALLS; number++)
        cr_assert_eq(act(&c, number), HAIL_OK);
    nothing_allocated(&c, 20, 0.0f);
    scene_end(&c);
}

/* Half of it solid. */
static hail_tilemap *tiles_make(hail_tileset **set) {
    static const uint64_t rows[8] = {0xff, 0x81, 0x81, 0x99, 0x99, 0x81, 0x81, 0xff};
    const hail_tilemap_options options = {.columns = 20, .rows = 20};
    hail_tilemap *map;
    uint32_t tile;
    cr_assert_eq(hail_tileset_create(NULL, 8, 8, set), HAIL_OK);
    cr_assert_eq(hail_tileset_add_bits(*set, rows, 0, &tile), HAIL_OK);
    cr_assert_eq(hail_tilemap_create(*set, &options, &map), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(map, 0, 10, 20, 10, tile), HAIL_OK);
    return map;
}

/* A first step, too, after hail_reserve, which comes when layers and rules are set. */
Test(parts_memory, reserved_steps_allocate_nothing) {
    static const hail_mode modes[] = {HAIL_MANIFOLD, HAIL_SWEPT, HAIL_EARLIEST};
    static scene c;
    hail_tileset *set;
    hail_tilemap *map = tiles_make(&set);
    scene_start(&c);
    cr_assert_eq(make_world(&c), HAIL_OK);
    for (int number = 0; number < 4; number++)
        cr_assert_eq(act(&c, number), HAIL_OK);
    cr_assert_eq(hail_world_set_tilemap(c.world, map), HAIL_OK);
    for (uint32_t layer = 0; layer < 3; layer++)
        cr_assert_eq(hail_rule_set(c.world, layer, HAIL_TILES, modes[layer]), HAIL_OK);
    for (int number = 7; number < 14; number++)
        if (number != 8 && number != 11)
            cr_assert_eq(act(&c, number), HAIL_OK);
    for (uint32_t layer = 0; layer < 3; layer++)
        cr_assert_eq(hail_reserve(c.world, layer, EACH, 1 << 18), HAIL_OK);
    const long before = c.purse.calls;
    for (uint32_t layer = 0; layer < 3; layer++)
        cr_assert_eq(spawn(&c, layer), HAIL_OK);
    cr_assert_eq(c.purse.calls, before, "a spawn within what was reserved allocated");
    nothing_allocated(&c, 10, 1.0f / 60.0f);
    scene_end(&c);
    hail_tilemap_destroy(map);
    hail_tileset_destroy(set);
}
