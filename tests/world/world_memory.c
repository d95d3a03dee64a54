/* Memory: an allocator that counts, checks what it gets back, and fails on demand. */
#include <criterion/criterion.h>

#include <string.h>

#include "shared/aligned.h"
#include "shared/contexts.h"
#include "shared/random_world.h"
#include "shared/stream.h"

enum { NEVER = -1, BIG = 100000 };

typedef struct purse {
    long calls;   /* how often it was asked for memory */
    long fail_at; /* the call that fails, from 0 */
    long held;    /* blocks not given back */
    size_t bytes; /* in them */
    bool failed, bad;
    bool stay; /* after one failure the others fail as well, until fail_at is NEVER again */
} purse;

typedef struct note { /* kept before each block */
    size_t size, align;
    uint64_t magic;
} note;

enum { BEFORE = 128 };
#define MAGIC 0x6861696c20686169u

static void *take(void *user, size_t size, size_t align) {
    purse *p = user;
    p->bad = p->bad || size == 0 || align == 0 || align > 64 || (align & (align - 1)) != 0;
    long call = p->calls++;
    if (p->fail_at != NEVER && (p->stay ? call >= p->fail_at : call == p->fail_at)) {
        p->failed = true;
        return NULL;
    }
    unsigned char *block = aligned_take(size + BEFORE, 64);
    cr_assert_not_null(block);
    note n = {size, align, MAGIC};
    memset(block, 0xa5, BEFORE + size); /* nothing may count on zeros */
    memcpy(block, &n, sizeof n);
    p->held++;
    p->bytes += size;
    return block + BEFORE;
}

static void give_back(void *user, void *pointer, size_t size, size_t align) {
    purse *p = user;
    note n;
    unsigned char *block = pointer == NULL ? NULL : (unsigned char *)pointer - BEFORE;
    if (block == NULL) {
        p->bad = true;
        return;
    }
    memcpy(&n, block, sizeof n);
    p->bad = p->bad || n.magic != MAGIC || n.size != size || n.align != align;
    p->held--;
    p->bytes -= n.size;
    memset(block, 0x5a, BEFORE + n.size);
    aligned_give_back(block);
}

static hail_world_options with(purse *p) {
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context = allocator_context((hail_allocator){p, take, give_back}, NULL);
    options.min_x = options.min_y = 0.0f;
    options.max_x = options.max_y = 500.0f;
    return options;
}

/* ---- Failing at the n-th call ------------------------------------------------------------------------------------ */

typedef struct scene {
    purse purse;
    hail_world *world;
    hail_shape shape[40];
    hail_handle handle[700];
    float x[700], y[700];
    stream s;
} scene;

static hail_status do_shape(scene *c, int i) {
    static const float x[] = {-9, 9, 0}, y[] = {-5, -5, 9};
    if (i % 2 == 0)
        return hail_shape_circle(hail_world_shapes(c->world), (float)(3 + i % 5), &c->shape[i]);
    if (i % 4 == 1)
        return hail_shape_polygon(hail_world_shapes(c->world), x, y, 3, (float)(i % 8), &c->shape[i]);
    return hail_shape_capsule(hail_world_shapes(c->world), -9.0f, 0.0f, (float)i, 4.0f, (float)(i % 3), &c->shape[i]);
}

static hail_status do_spawn(scene *c, uint32_t layer, int shape, size_t from, size_t count) {
    hail_spawn_columns columns = {.x = c->x + from, .y = c->y + from};
    return hail_spawn(c->world, layer, &c->shape[shape], &columns, count, c->handle + from);
}

static hail_status do_step(scene *c) {
    stream_clear(&c->s);
    return hail_step(c->world, 0.0f, stream_take, &c->s);
}

/* dt is 0, but these are moved by the caller. */
static hail_status do_move(scene *c, uint32_t layer) {
    hail_columns columns;
    hail_status status = hail_layer_columns(c->world, layer, &columns);
    for (uint32_t i = 0; status == HAIL_OK && i < columns.count; i++)
        columns.dx[i] = 20.0f, columns.dy[i] = 9.0f;
    return status;
}

/* The scenario, call by call; HAIL_STATUS_COUNT after the last. */
static hail_status act(scene *c, int number) {
    static const hail_layer_options all = {.columns = HAIL_ALL_COLUMNS}, some = {.columns = HAIL_USER | HAIL_LIFE};
    static const hail_layer_options told = {.columns = HAIL_DISPLACEMENT, .caller_moved = true};
    if (number < 40)
        return do_shape(c, number);
    switch (number - 40) {
    case 0:
        return hail_layer_configure(c->world, 3, &all);
    case 1:
        return hail_rule_set(c->world, 3, 3, HAIL_MANIFOLD);
    case 2:
        return do_spawn(c, 3, 0, 0, 10);
    case 3:
        return do_step(c);
    case 4:
        return do_spawn(c, 3, 2, 10, 290);
    case 5:
        return hail_rule_set(c->world, 7, 3, HAIL_MANIFOLD);
    case 6:
        return do_spawn(c, 7, 1, 300, 100);
    case 7:
        return do_step(c);
    case 8:
        return hail_set_layer(c->world, c->handle + 300, 60, 63);
    case 9:
        return hail_layer_configure(c->world, 7, &some);
    case 10:
        return hail_rule_set(c->world, 3, 63, HAIL_PAIRS);
    case 11:
        return do_step(c);
    case 12:
        return hail_set_enabled(c->world, c->handle, 50, false);
    case 13:
        return hail_despawn(c->world, c->handle + 100, 80);
    case 14:
        return do_step(c);
    case 15:
        return hail_reserve(c->world, 3, 900, 20000);
    case 16:
        return do_spawn(c, 3, 4, 400, 300);
    case 17:
        return do_step(c);
    case 18:
        return hail_set_shape(c->world, c->handle, 100, &c->shape[6]);
    case 19:
        return do_step(c);
    case 20:
        return hail_layer_configure(c->world, 9, &told);
    case 21:
        return hail_rule_set(c->world, 9, 3, HAIL_EARLIEST);
    case 22:
        return hail_set_layer(c->world, c->handle + 420, 150, 9);
    case 23:
        return do_move(c, 9);
    case 24:
        return do_step(c);
    case 25:
        return hail_set_shape(c->world, c->handle + 420, 80, &c->shape[7]);
    case 26:
        return hail_rule_set(c->world, 9, 9, HAIL_SWEPT);
    case 27:
        return hail_rule_set(c->world, 7, 9, HAIL_EARLIEST);
    case 28:
        return do_step(c);
    default:
        return HAIL_STATUS_COUNT;
    }
}

static bool is_step(int number) {
    return number == 43 || number == 47 || number == 51 || number == 54 || number == 57 || number == 59 ||
           number == 64 || number == 68;
}

typedef struct ending {
    uint64_t digest;
    size_t contacts;
    int reports; /* calls that answered HAIL_NO_MEMORY */
    bool reached;
} ending;

/* One run in which the n-th allocation fails, alone or with all that follow in that call. The call must say so, change
 * nothing, and work the next time; or it can do without, and then nothing may be missing in the end. */
static ending run(long fail_at, bool stay) {
    static scene c;
    uint64_t seed = 99;
    memset(&c, 0, sizeof c);
    ending end = {0};
    c.purse.fail_at = fail_at;
    c.purse.stay = stay;
    for (size_t i = 0; i < 700; i++)
        c.x[i] = random_range(&seed, 0.0f, 200.0f), c.y[i] = random_range(&seed, 0.0f, 200.0f);
    hail_world_options options = with(&c.purse);
    hail_status status = hail_world_create(&options, &c.world);
    if (status != HAIL_OK) {
        cr_assert(status == HAIL_NO_MEMORY && c.world == NULL && c.purse.failed && c.purse.held == 0,
                  "call %ld: a world that was not made", fail_at);
        c.purse.fail_at = NEVER;
        end.reports++;
        cr_assert_eq(hail_world_create(&options, &c.world), HAIL_OK);
    }
    for (int number = 0;; number++) {
        uint64_t before = world_fingerprint(c.world);
        bool fresh = !c.purse.failed;
        status = act(&c, number);
        if (status == HAIL_STATUS_COUNT)
            break;
        if (c.purse.failed)
            c.purse.fail_at = NEVER;
        if (status == HAIL_NO_MEMORY) {
            cr_assert(c.purse.failed && fresh, "call %ld, act %d: no memory, without a failure", fail_at, number);
            bool may_move = is_step(number) && hail_stats(c.world)->moved > 0;
            cr_assert(may_move || world_fingerprint(c.world) == before, "call %ld, act %d: not as it was", fail_at,
                      number);
            end.reports++;
            status = act(&c, number);
        }
        cr_assert_eq(status, HAIL_OK, "call %ld, act %d: %s", fail_at, number, hail_status_text(status));
    }
    end.digest = world_digest(c.world);
    end.contacts = c.s.count;
    end.reached = c.purse.failed;
    hail_world_destroy(c.world);
    stream_free(&c.s);
    cr_assert(!c.purse.bad, "call %ld: a size, an alignment or a pointer was not given back as it was asked for",
              fail_at);
    cr_assert(c.purse.held == 0 && c.purse.bytes == 0, "call %ld: %ld blocks leaked", fail_at, c.purse.held);
    return end;
}

static void fail_everywhere(bool stay) {
    const ending must = run(NEVER, false);
    long failures = 0, reports = 0;
    cr_assert(!must.reached && must.contacts > 500);
    for (;; failures++) {
        const ending end = run(failures, stay);
        if (!end.reached)
            break;
        cr_assert_eq(end.digest, must.digest, "call %ld: the world ended otherwise", failures);
        cr_assert_eq(end.contacts, must.contacts, "call %ld: other contacts", failures);
        reports += end.reports;
    }
    cr_assert_gt(failures, 10, "only %ld allocations", failures);
    cr_assert_gt(reports, failures * 3 / 4, "%ld failures, %ld reports", failures, reports);
}

Test(world_memory, every_allocation_fails_once) { fail_everywhere(false); }

Test(world_memory, every_allocation_fails_for_good) { fail_everywhere(true); }

/* A step that fails half-way may have moved bodies, but says so; with dt > 0 that shows. */
Test(world_memory, step_says_whether_it_moved) {
    for (long n = 0; n < 200; n++) {
        purse p = {.fail_at = NEVER};
        hail_world_options options = with(&p);
        hail_world *world;
        hail_shape shape;
        float x[800], v[800];
        for (int i = 0; i < 800; i++)
            x[i] = (float)i, v[i] = 60.0f;
        hail_spawn_columns columns = {.x = x, .y = x, .vx = v, .vy = v};
        cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
        cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 4.0f, &shape), HAIL_OK);
        cr_assert_eq(hail_rule_set(world, 0, 0, HAIL_MANIFOLD), HAIL_OK);
        cr_assert_eq(hail_spawn(world, 0, &shape, &columns, 200, NULL), HAIL_OK);
        cr_assert_eq(hail_rule_set(world, 0, 1, HAIL_PAIRS), HAIL_OK); /* layer 1 is sorted: room is made as it moved */
        cr_assert_eq(hail_spawn(world, 1, &shape, &columns, 800, NULL), HAIL_OK);
        uint64_t before = world_fingerprint(world), digest = world_digest(world);
        p.fail_at = p.calls + n;
        hail_status status = hail_step(world, 0.5f, NULL, NULL);
        if (status == HAIL_NO_MEMORY && hail_stats(world)->moved == 0)
            cr_assert_eq(world_fingerprint(world), before, "call %ld: said that nothing was done", n);
        else
            cr_assert_neq(world_digest(world), digest, "call %ld: said that bodies moved", n);
        cr_assert(status == HAIL_OK || (status == HAIL_NO_MEMORY && p.failed)); /* it does with less room for pairs */
        hail_world_destroy(world);
        cr_assert(p.held == 0 && !p.bad);
        if (!p.failed) {
            cr_assert_gt(n, 0, "the first step allocated nothing: it tests nothing");
            return;
        }
    }
    cr_assert(false, "a step with 200 allocations?");
}

/* ---- None at all ------------------------------------------------------------------------------------------------- */

static void fill(hail_world *world, uint32_t layer, hail_shape shape, size_t count, float size, uint64_t seed) {
    static float column[4][BIG];
    for (size_t i = 0; i < count; i++) {
        column[0][i] = random_range(&seed, 0.0f, size), column[1][i] = random_range(&seed, 0.0f, size);
        column[2][i] = random_range(&seed, -90.0f, 90.0f), column[3][i] = random_range(&seed, -90.0f, 90.0f);
    }
    hail_spawn_columns columns = {.x = column[0], .y = column[1], .vx = column[2], .vy = column[3]};
    cr_assert_eq(hail_spawn(world, layer, &shape, &columns, count, NULL), HAIL_OK);
}

static void nothing_allocated(hail_world *world, const purse *p, int steps, float dt) {
    long before = p->calls;
    stream s = {0};
    for (int i = 0; i < steps; i++) {
        stream_clear(&s);
        cr_assert_eq(hail_step(world, dt, stream_take, &s), HAIL_OK);
        cr_assert(p->calls == before && hail_stats(world)->allocations == 0, "step %d: %ld allocations, %llu told", i,
                  p->calls - before, (unsigned long long)hail_stats(world)->allocations);
    }
    cr_assert_gt(s.count, 100, "only %zu contacts", s.count);
    stream_free(&s);
}

Test(world_memory, reserved_steps_allocate_nothing) {
    for (size_t n = 0; n < hail_variant_count(); n++) {
        purse p = {.fail_at = NEVER};
        hail_world_options options = with(&p);
        hail_layer_options wrap = {.columns = HAIL_ALL_COLUMNS, .bounds = HAIL_WRAP}, kill = {.bounds = HAIL_KILL};
        hail_world *world;
        hail_shape dot;
        options.context = allocator_context(options.context->allocator, hail_variant_name(n));
        cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
        cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 4.0f, &dot), HAIL_OK);
        cr_assert_eq(hail_layer_configure(world, 0, &wrap), HAIL_OK);
        cr_assert_eq(hail_layer_configure(world, 1, &kill), HAIL_OK);
        cr_assert_eq(hail_rule_set(world, 0, 0, HAIL_MANIFOLD), HAIL_OK);
        cr_assert_eq(hail_rule_set(world, 1, 0, HAIL_PAIRS), HAIL_OK);
        cr_assert_eq(hail_reserve(world, 0, 2000, 50000), HAIL_OK);
        cr_assert_eq(hail_reserve(world, 1, 1000, 50000), HAIL_OK);
        long before = p.calls;
        fill(world, 0, dot, 2000, 500.0f, 4);
        fill(world, 1, dot, 1000, 500.0f, 5);
        cr_assert_eq(p.calls, before, "a spawn within what was reserved allocated");
        nothing_allocated(world, &p, 60, 1.0f / 60.0f);
        hail_world_destroy(world);
        cr_assert(p.held == 0 && !p.bad);
    }
}

/* Swept rules, polygons, fast bodies, some moved by the caller. */
Test(world_memory, reserved_sweeps_allocate_nothing) {
    for (size_t n = 0; n < hail_variant_count(); n++) {
        purse p = {.fail_at = NEVER};
        hail_world_options options = with(&p);
        hail_layer_options wrap = {.columns = HAIL_ALL_COLUMNS, .bounds = HAIL_WRAP};
        hail_layer_options told = {.columns = HAIL_DISPLACEMENT, .caller_moved = true};
        hail_world *world;
        hail_columns c;
        hail_shape box, pill;
        options.context = allocator_context(options.context->allocator, hail_variant_name(n));
        cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
        cr_assert_eq(hail_shape_box(hail_world_shapes(world), 4.0f, 2.0f, 1.0f, &box), HAIL_OK);
        cr_assert_eq(hail_shape_capsule(hail_world_shapes(world), -4.0f, 0.0f, 4.0f, 0.0f, 1.0f, &pill), HAIL_OK);
        cr_assert_eq(hail_layer_configure(world, 0, &wrap), HAIL_OK);
        cr_assert_eq(hail_layer_configure(world, 1, &told), HAIL_OK);
        cr_assert_eq(hail_rule_set(world, 0, 0, HAIL_EARLIEST), HAIL_OK);
        cr_assert_eq(hail_rule_set(world, 0, 1, HAIL_EARLIEST), HAIL_OK);
        cr_assert_eq(hail_rule_set(world, 1, 1, HAIL_SWEPT), HAIL_OK);
        cr_assert_eq(hail_reserve(world, 0, 1000, 200000), HAIL_OK);
        cr_assert_eq(hail_reserve(world, 1, 500, 200000), HAIL_OK);
        long before = p.calls;
        fill(world, 0, box, 1000, 500.0f, 6);
        fill(world, 1, pill, 500, 500.0f, 7);
        cr_assert_eq(hail_layer_columns(world, 1, &c), HAIL_OK);
        for (uint32_t i = 0; i < c.count; i++)
            c.dx[i] = c.vx[i] * 0.25f, c.dy[i] = c.vy[i] * 0.25f;
        cr_assert_eq(p.calls, before, "a spawn within what was reserved allocated");
        nothing_allocated(world, &p, 30, 0.5f);
        hail_world_destroy(world);
        cr_assert(p.held == 0 && !p.bad);
    }
}

Test(world_memory, warm_steps_allocate_nothing) {
    purse p = {.fail_at = NEVER};
    hail_world_options options = with(&p);
    hail_world *world;
    hail_shape dot;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 4.0f, &dot), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 0, 0, HAIL_MANIFOLD), HAIL_OK);
    fill(world, 0, dot, 3000, 500.0f, 6);
    long before = p.calls;
    cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
    cr_assert_eq((long)hail_stats(world)->allocations, p.calls - before, "told %llu allocations, made %ld",
                 (unsigned long long)hail_stats(world)->allocations, p.calls - before);
    nothing_allocated(world, &p, 20, 0.0f);
    hail_world_destroy(world);
}

/* ---- How much ---------------------------------------------------------------------------------------------------- */

static size_t state_of(uint32_t columns, size_t pairs) {
    purse p = {.fail_at = NEVER};
    hail_world_options options = with(&p);
    hail_layer_options layer = {.columns = columns};
    hail_world *world;
    hail_shape dot;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 1.0f, &dot), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, 0, &layer), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 0, 0, HAIL_MANIFOLD), HAIL_OK);
    cr_assert_eq(hail_reserve(world, 0, BIG, pairs), HAIL_OK);
    fill(world, 0, dot, BIG, 2000.0f, 9);
    cr_assert_eq(hail_step(world, 1.0f / 60.0f, NULL, NULL), HAIL_OK);
    hail_memory memory;
    hail_world_memory(world, &memory);
    cr_assert_gt(memory.scratch, 0);
    cr_assert_leq(memory.state + memory.scratch, p.bytes, "more told than taken");
    cr_assert_geq(memory.state + memory.scratch + 65536, p.bytes, "%zu of %zu bytes not told",
                  p.bytes - memory.state - memory.scratch, p.bytes);
    hail_world_destroy(world);
    cr_assert(p.held == 0 && !p.bad);
    return memory.state;
}

Test(world_memory, state_is_small) {
    const uint32_t most = HAIL_ALL_COLUMNS & ~(uint32_t)HAIL_DISPLACEMENT;
    size_t all = state_of(most, 100000), bare = state_of(0, 100000), ways = state_of(HAIL_DISPLACEMENT, 100000);
    cr_assert_leq(all, (size_t)80 * BIG, "%g bytes a body with every column but displacements", (double)all / BIG);
    cr_assert_leq(ways - bare, (size_t)10 * BIG, "%g bytes a displacement", (double)(ways - bare) / BIG);
    cr_assert_leq(bare, (size_t)40 * BIG, "%g bytes a bare circle", (double)bare / BIG);
}

/* Tables for layers are made when a layer is first used: a world with nothing in it is small. */
Test(world_memory, small_worlds_are_small) {
    purse p = {.fail_at = NEVER};
    hail_world_options options = with(&p);
    hail_world *world;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_leq(p.bytes, 64u << 10, "an empty world of %zu bytes", p.bytes);
    hail_world_destroy(world);
    cr_assert(p.held == 0 && !p.bad);
}

/* Bodies of two layers, far apart; after a step a world's memory. */
static size_t memory_of(size_t bodies, float bound, float cell, hail_mode mode) {
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.min_x = options.min_y = -bound, options.max_x = options.max_y = bound, options.cell = cell;
    hail_world *world;
    hail_shape dot;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 0.001f, &dot), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 0, 0, mode), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 0, 1, mode), HAIL_OK);
    fill(world, 0, dot, bodies, bound > 0.0f ? bound : 1.0e9f, 5);
    fill(world, 1, dot, bodies, bound > 0.0f ? bound : 1.0e9f, 6);
    cr_assert_eq(hail_step(world, 1.0f / 60.0f, NULL, NULL), HAIL_OK);
    hail_memory memory;
    hail_world_memory(world, &memory);
    hail_world_destroy(world);
    return memory.state + memory.scratch;
}

/* Cells go by the bodies, not by what the bounds would hold: these would hold 4e24 of a thousandth of a pixel. */
Test(world_memory, tiny_cells) {
    static const size_t bodies[] = {1, 10, 1000, 20000};
    static const float bounds[] = {0.0f, 1000.0f, HAIL_MAX_BOUND};
    for (int i = 0; i < 4 * 3 * 2; i++) {
        const hail_mode mode = i / 12 == 0 ? HAIL_MANIFOLD : HAIL_SWEPT;
        const float bound = bounds[i / 4 % 3];
        const size_t bytes = memory_of(bodies[i % 4], bound, 0.001f, mode);
        cr_assert_leq(bytes, (1280u << 10) + 600 * 2 * bodies[i % 4], "%zu bodies within %g px: %zu bytes",
                      2 * bodies[i % 4], (double)bound, bytes);
    }
}
