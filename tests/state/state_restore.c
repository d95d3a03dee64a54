/* Worlds that are saved and restored, into themselves, other worlds and other variants: from then on contacts, events,
 * queries and hashes are those of a world that never left.
 *
 * HAIL_TEST_SEED=n runs the program of that seed alone, HAIL_TEST_WORLDS=n runs n times as many. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "state_program.h"

#define MUST(call) cr_assert_eq(call, HAIL_OK, "%s", #call)

enum { STEPS = 18, SPAN = 5 };

/* An image at an odd address, of just its size, so that a sanitizer sees reads beyond it. */
typedef struct saved {
    char *memory;
    void *image;
    size_t size;
} saved;

static saved save(const hail_world *world, uint32_t flags) {
    saved s;
    size_t written = 0;
    MUST(hail_world_save_size(world, flags, &s.size));
    s.memory = malloc(s.size + 1);
    cr_assert_not_null(s.memory);
    s.image = s.memory + 1;
    if (s.size > 0)
        cr_assert_eq(hail_world_save(world, flags, s.image, s.size - 1, &written), HAIL_FULL);
    MUST(hail_world_save(world, flags, s.image, s.size, &written));
    cr_assert_eq(written, s.size);
    return s;
}

/* ---- Going on ---------------------------------------------------------------------------------------------------- */

/* Runs [begin, end) in both, and compares after each step. */
static void go_on(hail_world *a, hail_world *b, const char *what, uint64_t seed, uint32_t begin, uint32_t end) {
    for (uint32_t step = begin; step < end; step++) {
        const uint64_t of_a = scene_run(a, seed, step, step + 1), of_b = scene_run(b, seed, step, step + 1);
        cr_assert(of_a == of_b, "%s, seed %llu, step %u: other contacts or events", what, (unsigned long long)seed,
                  step);
        cr_assert_eq(scene_ask(a), scene_ask(b));
        scene_same(a, b, what, seed, step);
    }
}

static void restored_programs(uint64_t seed) {
    scene s;
    scene_make(&s);
    uint64_t state = seed;
    const char *variant = hail_variant_name(random_pick(&state, (uint32_t)hail_variant_count()));
    const hail_world_options other = {
        .context = variant_context(variant), .cell = 31.0f, .window = 3, .kept_contacts = 100};
    hail_world *stays = scene_world(&s, NULL), *leaves = scene_world(&s, NULL), *far = scene_world(&s, &other);
    const uint32_t at = 1 + random_pick(&state, STEPS - SPAN - 2), flags = (uint32_t)seed % 2;
    scene_run(stays, seed, 0, at);
    scene_run(leaves, seed, 0, at);
    scene_run(far, seed + 1, 0, random_pick(&state, 8));
    if (seed % 4 < 2) { /* rules that no step has seen yet */
        scene_change(stays, seed);
        scene_change(leaves, seed);
    }
    const saved image = save(leaves, flags);
    MUST(hail_world_restore(far, flags, image.image, image.size));
    scene_same(stays, far, "another world", seed, at);
    scene_run(leaves, seed + 2, at, at + SPAN); /* a future that is given up */
    scene_ask(leaves);
    MUST(hail_world_restore(leaves, flags, image.image, image.size));
    const float x = 1, y = 1;
    uint32_t count;
    if (hail_body_count(leaves))
        cr_assert_eq(hail_query_points(leaves, &(hail_points){.x = &x, .y = &y, .count = 1}, NULL, 0, NULL, &count),
                     HAIL_NOT_PREPARED);
    scene_same(stays, leaves, "the same world", seed, at);
    const saved again = save(far, flags);
    cr_assert_eq(again.size, image.size);
    go_on(stays, leaves, "the same world", seed, at, STEPS);
    MUST(hail_world_restore(leaves, flags, again.image, again.size));
    go_on(leaves, far, "another world", seed, at, STEPS);
    scene_same(stays, far, "another world", seed, STEPS);
    free(image.memory);
    free(again.memory);
    MUST(hail_world_destroy(stays));
    MUST(hail_world_destroy(leaves));
    MUST(hail_world_destroy(far));
    scene_free(&s);
}
Test(state_restore, programs) { random_seeds(random_shortened(400), restored_programs); }

/* Every frame is rolled back by up to 8, and played again. */
static void rolled_back(uint64_t seed) {
    scene s;
    saved ring[8] = {{0}};
    scene_make(&s);
    hail_world *stays = scene_world(&s, NULL), *leaves = scene_world(&s, NULL);
    for (uint32_t step = 0; step < 24; step++) {
        const uint32_t back = step < 8 ? step : 8;
        free(ring[step % 8].memory);
        ring[step % 8] = save(leaves, HAIL_TRUSTED);
        scene_run(leaves, seed, step, step + 1);
        const saved *old = &ring[(step + 8 - (back ? back - 1 : 0)) % 8];
        MUST(hail_world_restore(leaves, HAIL_TRUSTED, old->image, old->size));
        scene_run(leaves, seed, step + 1 - (back ? back : 1), step + 1);
        scene_run(stays, seed, step, step + 1);
        scene_same(stays, leaves, "rollback", seed, step);
    }
    for (int i = 0; i < 8; i++)
        free(ring[i].memory);
    MUST(hail_world_destroy(stays));
    MUST(hail_world_destroy(leaves));
    scene_free(&s);
}
Test(state_restore, rollback) { random_seeds(random_shortened(100), rolled_back); }

/* A cooldown that was changed, and that no step has seen yet. */
Test(state_restore, rule_to_be_followed) {
    const float x[2] = {1, 2}, y[2] = {1, 1};
    hail_world *world[2];
    hail_rule rule = {.mode = HAIL_PAIRS, .cooldown = 9};
    for (int w = 0; w < 2; w++) {
        hail_shape dot;
        MUST(hail_world_create(NULL, &world[w]));
        MUST(hail_shape_circle(hail_world_shapes(world[w]), 1, &dot));
        MUST(hail_spawn(world[w], 0, &dot, &(hail_spawn_columns){.x = x, .y = y}, 2, NULL));
        rule.cooldown = 9;
        MUST(hail_rule_configure(world[w], &rule));
        MUST(hail_step(world[w], 0.0f, NULL, NULL));
        rule.cooldown = 3;
        MUST(hail_rule_configure(world[w], &rule));
    }
    const saved s = save(world[0], 0);
    MUST(hail_world_restore(world[0], 0, s.image, s.size));
    for (uint32_t step = 0; step < 6; step++) {
        for (int w = 0; w < 2; w++)
            MUST(hail_step(world[w], 0.0f, NULL, NULL));
        cr_assert_eq(hail_stats(world[0])->contacts, hail_stats(world[1])->contacts, "step %u", step);
        scene_same(world[1], world[0], "a rule to be followed", 0, step);
    }
    free(s.memory);
    MUST(hail_world_destroy(world[0]));
    MUST(hail_world_destroy(world[1]));
}

/* ---- Refused ----------------------------------------------------------------------------------------------------- */

static hail_error error;
static const hail_context with_error = {.error = &error};

static void refused(hail_world *world, const saved *s, hail_status status, const char *field, const char *problem) {
    const uint64_t before = scene_hash(world);
    error = (hail_error){.status = HAIL_OK};
    cr_assert_eq(hail_world_restore(world, 0, s->image, s->size), status, "%s", problem);
    cr_assert(strcmp(error.field, field) == 0 && strstr(error.problem, problem) != NULL, "%s %s, not %s", error.field,
              error.problem, problem);
    cr_assert_eq(scene_hash(world), before);
}

Test(state_restore, other_options) {
    const hail_world_options options[] = {{.context = &with_error, .min_x = -1, .max_x = 9, .max_y = 9},
                                          {.context = &with_error, .max_bodies = 9, .max_x = 9, .max_y = 9},
                                          {.context = &with_error, .max_touching = 9, .max_x = 9, .max_y = 9},
                                          {.context = &with_error, .max_remembered = 9, .max_x = 9, .max_y = 9}};
    const char *const name[] = {"min_x", "max_bodies", "max_touching", "max_remembered"};
    hail_world *from;
    MUST(hail_world_create(&(hail_world_options){.max_x = 9, .max_y = 9}, &from));
    const saved s = save(from, 0);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        hail_world *world;
        MUST(hail_world_create(&options[i], &world));
        refused(world, &s, HAIL_BAD_ARGUMENT, "image", name[i]);
        MUST(hail_world_destroy(world));
    }
    free(s.memory);
    MUST(hail_world_destroy(from));
}

Test(state_restore, shapes) {
    const float x = 1, y = 1;
    hail_world *world;
    hail_shape dot, disc, later;
    hail_convex larger;
    MUST(hail_world_create(&(hail_world_options){.context = &with_error}, &world));
    hail_shapeset *set = hail_world_shapes(world);
    MUST(hail_shape_circle(set, 1, &dot));
    MUST(hail_shape_circle(set, 2, &disc));
    MUST(hail_spawn(world, 0, &dot, &(hail_spawn_columns){.x = &x, .y = &y}, 1, NULL));
    const saved s = save(world, 0);
    MUST(hail_shape_circle(set, 3, &later)); /* others may come, change and go */
    MUST(hail_shape_destroy(set, &disc));
    MUST(hail_world_restore(world, 0, s.image, s.size));
    MUST(hail_convex_circle(5, &larger));
    MUST(hail_shape_replace(set, &dot, &larger));
    refused(world, &s, HAIL_UNKNOWN_SHAPE, "image->shape", "was replaced");
    cr_assert_eq(error.element, dot.id);
    cr_assert_eq(hail_world_restore(world, HAIL_TRUSTED, s.image, s.size), HAIL_UNKNOWN_SHAPE);
    free(s.memory);
    MUST(hail_world_destroy(world));
}

/* A base is known again, whatever was saved with which flags; and named if it is another image. */
Test(state_restore, base_images) {
    const float x[40] = {1}, y[40] = {1};
    hail_world *world;
    hail_shape dot;
    MUST(hail_world_create(&(hail_world_options){.context = &with_error}, &world));
    MUST(hail_shape_circle(hail_world_shapes(world), 1, &dot));
    MUST(hail_spawn(world, 0, &dot, &(hail_spawn_columns){.x = x, .y = y}, 40, NULL));
    MUST(hail_spawn(world, 1, &dot, &(hail_spawn_columns){.x = x, .y = y, .vx = x}, 4, NULL));
    for (uint32_t flags = 0; flags <= HAIL_TRUSTED; flags++) {
        const saved base = save(world, HAIL_TRUSTED - flags);
        MUST(hail_step(world, 1.0f, NULL, NULL)); /* layer 0 stands still */
        const uint64_t after = scene_hash(world);
        const saved other = save(world, flags), since = save(world, flags);
        size_t size;
        MUST(hail_world_save_since(world, flags, base.image, base.size, since.image, since.size, &size));
        cr_assert_leq(size, base.size - (size_t)40 * 28);
        MUST(hail_step(world, 1.0f, NULL, NULL));
        refused(world, &(saved){NULL, since.image, size}, HAIL_BAD_ARGUMENT, "image",
                flags ? "HAIL_TRUSTED" : "needs its base image");
        cr_assert_eq(hail_world_restore(world, flags, since.image, size), HAIL_BAD_ARGUMENT);
        cr_assert_not_null(strstr(error.problem, "needs its base image"));
        cr_assert_eq(hail_world_restore_since(world, flags, other.image, other.size, since.image, size),
                     HAIL_BAD_ARGUMENT);
        cr_assert(strcmp(error.field, "base") == 0 && strstr(error.problem, "is not the image"), "%s", error.problem);
        cr_assert_eq(hail_world_restore_since(world, flags, base.image, base.size, other.image, other.size),
                     HAIL_BAD_ARGUMENT, "a whole image needs none");
        cr_assert_eq(hail_world_save_since(world, flags, since.image, size, other.image, other.size, NULL),
                     HAIL_BAD_ARGUMENT);
        cr_assert(strcmp(error.field, "base") == 0 && strstr(error.problem, "needs a base"), "%s", error.problem);
        MUST(hail_world_restore_since(world, flags, base.image, base.size, since.image, size));
        cr_assert_eq(scene_hash(world), after);
        free(base.memory);
        free(other.memory);
        free(since.memory);
    }
    MUST(hail_world_destroy(world));
}

/* One number of one body is enough for a layer not to be left out. */
Test(state_restore, columns_of_a_base) {
    enum { COLUMNS = 15 };
    const float x[3] = {1, 2, 3}, y[3] = {1, 2, 3};
    hail_world *world;
    hail_shape dot;
    MUST(hail_world_create(NULL, &world));
    MUST(hail_shape_circle(hail_world_shapes(world), 1, &dot));
    MUST(hail_layer_configure(world, 0, &(hail_layer_options){.columns = HAIL_ALL_COLUMNS}));
    MUST(hail_spawn(world, 0, &dot, &(hail_spawn_columns){.x = x, .y = y}, 3, NULL));
    const saved base = save(world, 0), since = save(world, 0);
    for (int column = 0; column <= COLUMNS; column++) { /* the last time none */
        hail_columns c;
        size_t size;
        MUST(hail_layer_columns(world, 0, &c));
        void *const to[COLUMNS] = {c.x,        c.y,    c.vx,       c.vy,   c.cos, c.sin, c.scale, c.group,
                                   c.category, c.mask, c.user + 1, c.life, c.dx,  c.dy,  c.pierce};
        if (column < COLUMNS)
            ((uint32_t *)to[column])[2] ^= 1; /* the third body */
        const uint64_t changed = scene_hash(world);
        MUST(hail_world_save_since(world, 0, base.image, base.size, since.image, since.size, &size));
        cr_assert_eq(size < base.size, column == COLUMNS, "column %d", column);
        MUST(hail_world_restore(world, 0, base.image, base.size));
        cr_assert_eq(scene_hash(world) == changed, column == COLUMNS, "column %d", column);
        MUST(hail_world_restore_since(world, 0, base.image, base.size, since.image, size));
        cr_assert_eq(scene_hash(world), changed, "column %d", column);
        MUST(hail_world_restore(world, 0, base.image, base.size));
    }
    free(base.memory);
    free(since.memory);
    MUST(hail_world_destroy(world));
}

static void restore_inside(const hail_contact *contacts, size_t count, void *user) {
    hail_world *world = user;
    size_t size;
    uint8_t image[64];
    (void)contacts, (void)count;
    cr_assert_eq(hail_world_save_size(world, 0, &size), HAIL_BUSY);
    cr_assert_eq(hail_world_save(world, 0, image, sizeof image, NULL), HAIL_BUSY);
    cr_assert_eq(hail_world_restore(world, 0, image, sizeof image), HAIL_BUSY);
}

Test(state_restore, inside_a_step) {
    const float x[2] = {1, 1}, y[2] = {1, 1};
    hail_world *world;
    hail_shape dot;
    MUST(hail_world_create(NULL, &world));
    MUST(hail_shape_circle(hail_world_shapes(world), 1, &dot));
    MUST(hail_spawn(world, 0, &dot, &(hail_spawn_columns){.x = x, .y = y}, 2, NULL));
    MUST(hail_rule_set(world, 0, 0, HAIL_PAIRS));
    MUST(hail_step(world, 0.0f, restore_inside, world));
    MUST(hail_world_destroy(world));
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

/* An allocator that fails after some calls. */
typedef struct limited {
    uint64_t calls, limit;
} limited;

static void *limited_allocate(void *user, size_t size, size_t align) {
    limited *l = user;
    return l->calls++ < l->limit ? aligned_alloc(align, (size + align - 1) / align * align) : NULL;
}

static void limited_release(void *user, void *pointer, size_t size, size_t align) {
    (void)user, (void)size, (void)align;
    free(pointer);
}

Test(state_restore, memory) {
    scene s;
    limited l = {0, UINT64_MAX};
    const hail_world_options options = {
        .context = allocator_context((hail_allocator){&l, limited_allocate, limited_release}, NULL)};
    scene_make(&s);
    hail_world *from = scene_world(&s, NULL), *stays = scene_world(&s, NULL);
    scene_run(from, 3, 0, 9);
    scene_run(stays, 3, 0, 9);
    const saved image = save(from, HAIL_TRUSTED);
    hail_world *world = scene_world(&s, &options);
    scene_run(world, 4, 0, 2);
    const uint64_t before = scene_hash(world), calls = l.calls;
    for (uint64_t more = 0;; more++) {
        l.limit = l.calls + more;
        const hail_status status = hail_world_restore(world, HAIL_TRUSTED, image.image, image.size);
        if (status == HAIL_OK)
            break;
        cr_assert_eq(status, HAIL_NO_MEMORY);
        cr_assert_eq(scene_hash(world), before, "after %llu allocations", (unsigned long long)more);
    }
    cr_assert_gt(l.calls, calls);
    l.limit = UINT64_MAX;
    go_on(stays, world, "after failures", 3, 9, 14);
    for (int again = 0; again < 3; again++) {
        l.limit = l.calls;
        MUST(hail_world_restore(world, HAIL_TRUSTED, image.image, image.size));
        l.limit = UINT64_MAX;
        scene_run(world, 3, 9, 14);
    }
    free(image.memory);
    MUST(hail_world_destroy(world));
    MUST(hail_world_destroy(stays));
    MUST(hail_world_destroy(from));
    scene_free(&s);
}
