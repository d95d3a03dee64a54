/* tests/step/walls_memory.c - memory of worlds that collide with walls: an allocator that counts, checks what it gets
 * back, and fails on demand. */
#include <criterion/criterion.h>

#include <string.h>

#include "shared/contexts.h"
#include "shared/purse.h"
#include "shared/random_world.h"
#include "shared/stream.h"
#include "sprites/sprite_inputs.h"

enum { EACH = 150, LAYERS = 4, SIDE = 12, WALLS = 2 * SIDE * SIDE, SIZE = 240, SHAPES = 4 };

typedef struct scene {
    purse purse;
    hail_world *world;
    hail_sectors *map;
    sprite_cast *cast;
    hail_shape shape[SHAPES]; /* a circle, a box, a compound, a sprite */
    float x[LAYERS][EACH], y[LAYERS][EACH], vx[LAYERS][EACH], vy[LAYERS][EACH];
    stream s;
} scene;

/* Loose walls everywhere, which divide nothing. */
static hail_sectors *walls_make(uint64_t *state) {
    static float x[2 * WALLS], y[2 * WALLS];
    static hail_wall wall[WALLS];
    hail_sectors *map;
    for (uint32_t i = 0; i < WALLS; i++) {
        x[2 * i] = (float)(i % (2 * SIDE) * 10), y[2 * i] = (float)(i / (2 * SIDE) * 20);
        x[2 * i + 1] = x[2 * i] + random_range(state, 1.0f, 9.0f);
        y[2 * i + 1] = y[2 * i] + random_range(state, -9.0f, 9.0f);
        wall[i] = (hail_wall){.a = 2 * i, .b = 2 * i + 1, .kind = (uint8_t)(i % 3), .solid = true};
    }
    const hail_sector_data data = {x, y, (size_t)2 * WALLS, wall, WALLS, 1};
    cr_assert_eq(hail_sectors_create(NULL, &data, NULL, &map), HAIL_OK);
    return map;
}

static void scene_start(scene *c) {
    uint64_t state = 23;
    memset(c, 0, sizeof *c);
    c->purse.fail_at = NEVER;
    c->map = walls_make(&state);
    c->cast = sprite_cast_make(3, 20);
    for (int n = 0; n < LAYERS; n++)
        for (int i = 0; i < EACH; i++) {
            c->x[n][i] = random_range(&state, 0.0f, SIZE), c->y[n][i] = random_range(&state, 0.0f, SIZE);
            c->vx[n][i] = random_range(&state, -90.0f, 90.0f), c->vy[n][i] = random_range(&state, -90.0f, 90.0f);
        }
}

static hail_status make_world(scene *c) {
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context =
        allocator_context(with(&c->purse), hail_variant_name(c->purse.fail_at % 2 == 0 ? 0 : hail_variant_count() - 1));
    return hail_world_create(&options, &c->world);
}

static hail_status add_shape(scene *c, int number) {
    hail_shapeset *set = hail_world_shapes(c->world);
    hail_convex part[3];
    for (uint32_t k = 0; k < 3; k++)
        cr_assert_eq(hail_convex_capsule((float)k * 5.0f, 0.0f, (float)k * 2.0f, 9.0f, 2.0f, &part[k]), HAIL_OK);
    switch (number) {
    case 0:
        return hail_shape_circle(set, 5.0f, &c->shape[0]);
    case 1:
        return hail_shape_box(set, 6.0f, 4.0f, 0.5f, &c->shape[1]);
    case 2:
        return hail_shape_compound(set, part, 3, &c->shape[2]);
    default:
        return hail_shape_sprite(set, c->cast->set, DRAW_RING, &c->shape[3]);
    }
}

static hail_status set_rule(scene *c, uint32_t layer) {
    static const hail_rule rules[LAYERS] = {{.mode = HAIL_MANIFOLD, .events = true},
                                            {.mode = HAIL_SWEPT, .stop = true, .kinds = 3},
                                            {.mode = HAIL_EARLIEST, .max_contacts = 1, .cooldown = 3},
                                            {.mode = HAIL_PAIRS}};
    hail_rule rule = rules[layer];
    rule.layer_a = layer, rule.layer_b = HAIL_WALLS;
    return hail_rule_configure(c->world, &rule);
}

static hail_status spawn(scene *c, uint32_t layer) {
    hail_shape shape[EACH];
    for (uint32_t i = 0; i < EACH; i++)
        shape[i] = c->shape[layer == 1 ? 0 : (i + layer) % SHAPES];
    const hail_spawn_columns from = {
        .x = c->x[layer], .y = c->y[layer], .vx = c->vx[layer], .vy = c->vy[layer], .shape = shape};
    return hail_spawn(c->world, layer, NULL, &from, EACH, NULL);
}

static hail_status step(scene *c, float dt) {
    stream_clear(&c->s);
    return hail_step(c->world, dt, stream_take, &c->s);
}

static hail_status configure(scene *c, uint32_t layer) {
    const hail_layer_options options = {.columns = layer == 3 ? HAIL_ALL_COLUMNS : HAIL_DISPLACEMENT};
    return hail_layer_configure(c->world, layer, &options);
}

#define DT (1.0f / 60.0f)
enum { STEP = SHAPES + 3 * LAYERS + 1, CALLS = STEP + 5 };

static hail_status act(scene *c, int number) {
    if (number < SHAPES)
        return add_shape(c, number);
    number -= SHAPES;
    if (number < 3 * LAYERS)
        return (number % 3 == 0 ? configure : number % 3 == 1 ? set_rule : spawn)(c, (uint32_t)number / 3);
    switch (number - 3 * LAYERS) {
    case 0:
        return hail_world_set_sectors(c->world, c->map);
    case 1:
        return step(c, DT);
    case 2:
        return hail_rule_set(c->world, 2, 3, HAIL_EARLIEST);
    case 3:
        return spawn(c, 0);
    default:
        return step(c, DT);
    }
}

static bool is_step(int number) { return number == STEP || number >= CALLS - 2; }

static void scene_end(scene *c) {
    hail_world_destroy(c->world);
    hail_sectors_destroy(c->map);
    sprite_cast_free(c->cast);
    stream_free(&c->s);
    cr_assert(!c->purse.bad && c->purse.held == 0 && c->purse.bytes == 0,
              "call %ld: %ld blocks leaked, or a size was "
              "another",
              c->purse.fail_at, c->purse.held);
}

static size_t count_walls(const scene *c) {
    size_t walls = 0;
    for (size_t i = 0; i < c->s.count; i++)
        walls += c->s.contact[i].kind == HAIL_CONTACT_WALL;
    return walls;
}

/* ---- Failing at the n-th call ------------------------------------------------------------------------------------ */

/* What the last step reported. */
typedef struct ending {
    bool reached; /* the allocation that fails */
    bool halfway; /* it failed a step that had moved bodies */
    size_t contacts, walls;
    uint64_t digest;
} ending;

static ending run(long fail_at) {
    static scene c;
    scene_start(&c);
    c.purse.fail_at = fail_at;
    bool halfway = false;
    hail_status status = make_world(&c);
    if (status != HAIL_OK) {
        cr_assert(status == HAIL_NO_MEMORY && c.world == NULL && c.purse.failed && c.purse.held == 0);
        cr_assert_eq(make_world(&c), HAIL_OK);
    }
    for (int number = 0; number < CALLS; number++) {
        const uint64_t before = world_fingerprint(c.world);
        const bool fresh = !c.purse.failed;
        status = act(&c, number);
        if (status == HAIL_NO_MEMORY) {
            const bool moved = is_step(number) && hail_stats(c.world)->moved > 0;
            cr_assert(fresh && c.purse.failed, "call %ld, act %d: no memory, without a failure", fail_at, number);
            cr_assert(moved || world_fingerprint(c.world) == before, "call %ld, act %d: not as it was", fail_at,
                      number);
            halfway = halfway || moved;
            status = act(&c, number);
        }
        cr_assert_eq(status, HAIL_OK, "call %ld, act %d: %s", fail_at, number, hail_status_text(status));
    }
    const ending end = {c.purse.failed, halfway, c.s.count, count_walls(&c), world_digest(c.world)};
    scene_end(&c);
    return end;
}

Test(walls_memory, every_allocation_fails_once) {
    const ending must = run(NEVER);
    long failures = 0, halfway = 0;
    cr_assert(!must.reached && must.walls > 300, "%zu contacts with walls", must.walls);
    for (;; failures++) {
        const ending is = run(failures);
        if (!is.reached)
            break;
        halfway += is.halfway;
        cr_assert(is.halfway || (is.contacts == must.contacts && is.walls == must.walls && is.digest == must.digest),
                  "call %ld: %zu contacts, %zu with walls, must be %zu and %zu", failures, is.contacts, is.walls,
                  must.contacts, must.walls);
    }
    cr_log_info("%ld allocations, %ld of them in a step that had moved bodies; %zu contacts with walls", failures,
                halfway, must.walls);
    cr_assert(failures > 40 && halfway < failures / 2);
}

/* ---- None at all ------------------------------------------------------------------------------------------------- */

static void nothing_allocated(scene *c, int steps, float dt) {
    const long before = c->purse.calls;
    for (int i = 0; i < steps; i++) {
        cr_assert_eq(step(c, dt), HAIL_OK);
        cr_assert(c->purse.calls == before && hail_stats(c->world)->allocations == 0, "step %d: %ld allocations", i,
                  c->purse.calls - before);
    }
}

Test(walls_memory, warm_steps_allocate_nothing) {
    static scene c;
    scene_start(&c);
    cr_assert_eq(make_world(&c), HAIL_OK);
    for (int number = 0; number < CALLS; number++)
        cr_assert_eq(act(&c, number), HAIL_OK);
    nothing_allocated(&c, 20, DT);
    cr_assert_gt(count_walls(&c), 300);
    scene_end(&c);
}

/* A first step, too, after hail_reserve, which comes when layers and rules are set. */
Test(walls_memory, reserved_steps_allocate_nothing) {
    static scene c;
    scene_start(&c);
    cr_assert_eq(make_world(&c), HAIL_OK);
    for (int number = 0; number < SHAPES; number++)
        cr_assert_eq(add_shape(&c, number), HAIL_OK);
    cr_assert_eq(hail_world_set_sectors(c.world, c.map), HAIL_OK);
    for (uint32_t layer = 0; layer < LAYERS; layer++) {
        cr_assert_eq(configure(&c, layer), HAIL_OK);
        cr_assert_eq(set_rule(&c, layer), HAIL_OK);
    }
    for (uint32_t layer = 0; layer < LAYERS; layer++)
        cr_assert_eq(hail_reserve(c.world, layer, EACH, 1 << 14), HAIL_OK);
    const long before = c.purse.calls;
    for (uint32_t layer = 0; layer < LAYERS; layer++)
        cr_assert_eq(spawn(&c, layer), HAIL_OK);
    cr_assert_eq(c.purse.calls, before, "a spawn within what was reserved allocated");
    nothing_allocated(&c, 10, DT);
    cr_assert_gt(count_walls(&c), 100);
    scene_end(&c);
}
