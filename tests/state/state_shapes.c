/* Images that hold the shapes: a set becomes, to the bit, the one that was saved, whatever it was before; the world
 * goes on as one that never left. What cannot be is refused by name, with nothing changed.
 *
 * HAIL_TEST_SEED=n runs the program of that seed alone, HAIL_TEST_WORLDS=n runs n times as many. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "forged.h"
#include "shared/aligned.h"
#include "shared/contexts.h"
#include "shared/random_world.h"
#include "state_program.h"
#include "world/world_state.h"

#define MUST(call) cr_assert_eq(call, HAIL_OK, "%s", #call)

/* ---- Images ------------------------------------------------------------------------------------------------------ */

typedef struct saved {
    uint8_t *bytes;
    size_t size;
    uint32_t flags;
} saved;

static saved save(const hail_world *world, uint32_t flags) {
    saved s = {.flags = flags};
    size_t written;
    MUST(hail_world_save_size(world, flags, &s.size));
    s.bytes = malloc(s.size);
    cr_assert_not_null(s.bytes);
    cr_assert_eq(hail_world_save(world, flags, s.bytes, s.size - 1, NULL), HAIL_FULL);
    MUST(hail_world_save(world, flags, s.bytes, s.size, &written));
    cr_assert_eq(written, s.size);
    return s;
}

static hail_status restore(hail_world *world, const saved *s) {
    return hail_world_restore(world, s->flags, s->bytes, s->size);
}

/* ---- Equal sets -------------------------------------------------------------------------------------------------- */

static bool same_entry(const hail_shapeset *a, const hail_shapeset *b, uint32_t id) {
    const hail_shape_entry *p = shape_entry(a, id), *q = shape_entry(b, id);
    return p->first == q->first && p->parts == q->parts && p->set == q->set && p->compound == q->compound &&
           p->hidden == q->hidden && memcmp(&p->x, &q->x, 5 * sizeof(float)) == 0;
}

/* All that steps read, and all that decides which numbers later shapes get. */
static void hold_same_sets(const hail_shapeset *a, const hail_shapeset *b, const char *what, uint64_t seed) {
    cr_assert(a->end == b->end && a->live == b->live && a->rounded == b->rounded && a->composed == b->composed &&
                  a->flatness == b->flatness && a->sprite_reach == b->sprite_reach && !a->stale && !b->stale,
              "%s, seed %llu: another set", what, (unsigned long long)seed);
    for (uint32_t id = 1; id < a->end; id++) {
        cr_assert(same_entry(a, b, id), "%s, seed %llu: another entry %u", what, (unsigned long long)seed, id);
        if (!shape_entry(a, id)->parts)
            continue;
        cr_assert(memcmp(shape_row(a, id), shape_row(b, id), sizeof(hail_convex)) == 0 &&
                      shape_radii(a)[id] == shape_radii(b)[id],
                  "%s, seed %llu: another shape %u", what, (unsigned long long)seed, id);
    }
    for (size_t w = 0; w < ((size_t)a->end + 63) / 64; w++)
        cr_assert_eq(((uint64_t *)a->spare.data)[w], ((uint64_t *)b->spare.data)[w]);
}

/* ---- Programs ---------------------------------------------------------------------------------------------------- */

static uint64_t play(hail_world *world, uint64_t seed, uint32_t step) {
    uint64_t state = seed * 77 + step;
    const uint32_t changes = random_pick(&state, 3);
    for (uint32_t i = 0; i < changes; i++)
        scene_reshape(world, random_bits(&state));
    return scene_run(world, seed, step, step + 1);
}

static void go_on(hail_world *stays, hail_world *leaves, const char *what, uint64_t seed, uint32_t step) {
    hold_same_sets(hail_world_shapes(stays), hail_world_shapes(leaves), what, seed);
    scene_same(stays, leaves, what, seed, step);
    cr_assert_eq(play(stays, seed, step), play(leaves, seed, step), "%s, seed %llu, step %u: other contacts", what,
                 (unsigned long long)seed, step);
    cr_assert_eq(scene_ask(stays), scene_ask(leaves));
    scene_same(stays, leaves, what, seed, step);
}

/* Handles of a set before and after it was left. */
typedef struct handles {
    hail_shape shape[64];
} handles;

static handles handles_of(const hail_shapeset *set) {
    handles h;
    memset(&h, 0, sizeof h);
    for (uint32_t id = 1; id < 64; id++)
        hail_shape_of_id(set, id, &h.shape[id]);
    return h;
}

/* A shape that was there before and is there now has the same handle; one that is gone is known under none. */
static void hold_handles(const hail_shapeset *set, const handles *before) {
    const handles now = handles_of(set);
    for (uint32_t id = 1; id < 64; id++) {
        if (before->shape[id].id && now.shape[id].id)
            cr_assert_eq(before->shape[id].tag, now.shape[id].tag);
        if (before->shape[id].id && !now.shape[id].id)
            cr_assert_eq(hail_shape_part_count(set, &before->shape[id]), 0);
    }
}

static void left_programs(uint64_t seed) {
    enum { STEPS = 14 };
    scene s;
    uint64_t state = seed;
    scene_make(&s);
    s.no_sprites = true;
    const char *variant = hail_variant_name(random_pick(&state, (uint32_t)hail_variant_count()));
    const hail_world_options other = {.context = variant_context(variant), .cell = 31.0f};
    hail_world *stays = scene_world(&s, NULL), *leaves = scene_world(&s, &other);
    for (uint32_t step = 0; step < STEPS; step++) {
        if (random_pick(&state, 2)) {
            const uint32_t steps = random_pick(&state, 4), trusted = random_pick(&state, 2);
            const saved image = save(leaves, HAIL_SHAPES | trusted);
            for (uint32_t i = 0; i < steps; i++)
                play(leaves, seed + 1000, step + i);
            for (uint64_t i = 0; steps == 0 && i < 6; i++) /* other shapes under the same bodies */
                scene_reshape(leaves, seed * 91 + i);
            const handles before = handles_of(hail_world_shapes(leaves));
            MUST(restore(leaves, &image));
            hold_handles(hail_world_shapes(leaves), &before);
            free(image.bytes);
        }
        if (random_pick(&state, 4) == 0) { /* goes on in a new world */
            hail_world *next;
            const saved image = save(leaves, HAIL_SHAPES);
            MUST(hail_world_create(&(hail_world_options){.max_x = 160, .max_y = 160}, &next));
            MUST(hail_world_set_tilemap(next, s.map));
            MUST(hail_world_set_sectors(next, s.sectors));
            MUST(restore(next, &image));
            MUST(hail_world_destroy(leaves));
            leaves = next;
            free(image.bytes);
        }
        go_on(stays, leaves, "left", seed, step);
    }
    MUST(hail_world_destroy(stays));
    MUST(hail_world_destroy(leaves));
    scene_free(&s);
}
Test(state_shapes, left) { random_seeds(random_shortened(300), left_programs); }

/* ---- Which images are good for a set ----------------------------------------------------------------------------- */

static hail_error error;
static const hail_context with_error = {.error = &error};

/* A world with a body of shape 1, a circle of radius 3; and shape 2, a compound. */
static hail_world *small_world(hail_shapeset *shapes, const hail_context *context) {
    const float x = 1, y = 1;
    hail_world *world;
    hail_shape dot, pair;
    hail_convex part[2];
    MUST(hail_world_create(&(hail_world_options){.context = context, .shapes = shapes}, &world));
    MUST(hail_convex_circle(2, &part[0]));
    MUST(hail_convex_box(3, 1, 0, &part[1]));
    MUST(hail_shape_circle(hail_world_shapes(world), 3, &dot));
    MUST(hail_shape_compound(hail_world_shapes(world), part, 2, &pair));
    MUST(hail_spawn(world, 0, &dot, &(hail_spawn_columns){.x = &x, .y = &y}, 1, NULL));
    return world;
}

static float radius_of(hail_world *world, uint32_t id) {
    hail_shape shape;
    hail_convex_info info;
    MUST(hail_shape_of_id(hail_world_shapes(world), id, &shape));
    MUST(hail_shape_describe(hail_world_shapes(world), &shape, &info));
    return info.rounding;
}

static void replace(hail_world *world, uint32_t id, float radius) {
    hail_shape shape;
    hail_convex convex;
    MUST(hail_shape_of_id(hail_world_shapes(world), id, &shape));
    MUST(hail_convex_circle(radius, &convex));
    MUST(hail_shape_replace(hail_world_shapes(world), &shape, &convex));
}

static void refused(hail_world *world, const saved *s, uint32_t flags, hail_status status, const char *problem) {
    const saved before = save(world, HAIL_SHAPES);
    cr_assert_eq(hail_world_restore(world, flags, s->bytes, s->size), status, "%s", problem);
    cr_assert(strstr(error.problem, problem), "%s", error.problem);
    const saved after = save(world, HAIL_SHAPES);
    cr_assert(before.size == after.size && memcmp(before.bytes, after.bytes, before.size) == 0);
    free(before.bytes);
    free(after.bytes);
}

Test(state_shapes, replaced_and_back) {
    hail_world *world = small_world(NULL, &with_error);
    hail_shapeset *set = hail_world_shapes(world);
    const saved with = save(world, HAIL_SHAPES), without = save(world, 0);
    refused(world, &without, HAIL_SHAPES, HAIL_BAD_ARGUMENT, "holds no shapes");
    MUST(restore(world, &with));
    MUST(restore(world, &without)); /* an equal set is not touched */
    replace(world, 1, 5);
    refused(world, &without, 0, HAIL_UNKNOWN_SHAPE, "was replaced");
    refused(world, &with, 0, HAIL_UNKNOWN_SHAPE, "was replaced"); /* it keeps its shapes without the flag */
    const saved larger = save(world, HAIL_TRUSTED);
    MUST(restore(world, &with));
    cr_assert_eq(radius_of(world, 1), 3);
    refused(world, &larger, HAIL_TRUSTED, HAIL_UNKNOWN_SHAPE, "was replaced");
    const saved now = save(world, 0);
    MUST(restore(world, &now));
    hail_shape dot, next, shape;
    MUST(hail_shape_circle(set, 9, &dot)); /* shapes that came since go, and their tags with them */
    const hail_shape gone = dot;
    MUST(restore(world, &with));
    cr_assert_eq(hail_shape_of_id(set, gone.id, &shape), HAIL_UNKNOWN_SHAPE);
    MUST(hail_shape_circle(set, 9, &next));
    cr_assert(next.id == gone.id && next.tag != gone.tag && hail_shape_part_count(set, &gone) == 0);
    MUST(hail_shape_of_id(set, 2, &shape));
    MUST(hail_shape_destroy(set, &shape)); /* shapes that went come back, with other handles */
    MUST(restore(world, &with));
    cr_assert_eq(hail_shape_part_count(set, &shape), 0);
    MUST(hail_shape_of_id(set, 2, &shape));
    cr_assert_eq(hail_shape_part_count(set, &shape), 2);
    free(with.bytes), free(without.bytes), free(larger.bytes), free(now.bytes);
    MUST(hail_world_destroy(world));
}

/* A new set counts the changes of the one that was saved: images from before them are refused, later ones are not. */
Test(state_shapes, changes_are_counted) {
    hail_world *world = small_world(NULL, &with_error), *other;
    MUST(hail_world_create(&(hail_world_options){.context = &with_error}, &other));
    const saved early = save(world, 0);
    replace(world, 1, 5);
    const saved with = save(world, HAIL_SHAPES), late = save(world, 0);
    replace(world, 2, 7);
    const saved later = save(world, 0);
    MUST(restore(other, &with));
    MUST(restore(other, &late));
    refused(other, &early, 0, HAIL_UNKNOWN_SHAPE, "was replaced");
    refused(other, &later, 0, HAIL_UNKNOWN_SHAPE, "did not have");
    cr_assert_eq(radius_of(other, 1), 5);
    free(early.bytes), free(with.bytes), free(late.bytes), free(later.bytes);
    MUST(hail_world_destroy(world));
    MUST(hail_world_destroy(other));
}

static const saved *inside;
static hail_world *outer, *inner;
static void restore_inside(const hail_contact *contacts, size_t count, void *user) {
    (void)contacts, (void)count, (void)user;
    refused(inner, inside, HAIL_SHAPES, HAIL_BUSY, "inside a step");
}

/* Worlds that share a set get their shapes together if it has none; else it must be equal. */
Test(state_shapes, shared_sets) {
    const float x[2] = {1, 2}, y[2] = {1, 1};
    hail_shapeset *set;
    hail_world *first, *second, *from = small_world(NULL, &with_error);
    const saved with = save(from, HAIL_SHAPES), without = save(from, 0);
    hail_shape dot;
    MUST(hail_shapeset_create(&with_error, &set));
    MUST(hail_world_create(&(hail_world_options){.context = &with_error, .shapes = set}, &first));
    MUST(hail_world_create(&(hail_world_options){.context = &with_error, .shapes = set}, &second));
    MUST(restore(first, &with));
    MUST(restore(second, &without));
    MUST(restore(second, &with)); /* equal */
    cr_assert_eq(hail_body_count(second), 1);
    replace(first, 2, 8);
    refused(second, &with, HAIL_SHAPES, HAIL_IN_USE, "another world uses");
    MUST(hail_world_destroy(first));
    MUST(restore(second, &with));
    MUST(hail_world_destroy(second));
    MUST(hail_shapeset_destroy(set));

    /* An empty set, and a world of it that steps: nothing collides in it, but it may be asked. */
    MUST(hail_shapeset_create(&with_error, &set));
    MUST(hail_world_create(&(hail_world_options){.context = &with_error, .shapes = set}, &outer));
    MUST(hail_world_create(&(hail_world_options){.context = &with_error, .shapes = set}, &inner));
    inside = &with;
    MUST(hail_shape_circle(set, 3, &dot));
    MUST(hail_spawn(outer, 0, &dot, &(hail_spawn_columns){.x = x, .y = y}, 2, NULL));
    MUST(hail_rule_set(outer, 0, 0, HAIL_PAIRS));
    inner->shapes->live = 0; /* as if it were empty */
    MUST(hail_step(outer, 0.0f, restore_inside, NULL));
    inner->shapes->live = 1;
    MUST(hail_world_destroy(outer));
    MUST(hail_world_destroy(inner));
    MUST(hail_shapeset_destroy(set));
    MUST(hail_world_destroy(from));
    free(with.bytes), free(without.bytes);
}

Test(state_shapes, sprites) {
    scene s;
    scene_make(&s);
    hail_world *world = scene_world(&s, &(hail_world_options){.context = &with_error});
    size_t size;
    uint8_t image[1];
    cr_assert_eq(hail_world_save_size(world, HAIL_SHAPES, &size), HAIL_BAD_ARGUMENT);
    cr_assert(error.element == 4 && strstr(error.problem, "is a sprite"), "%s", error.problem);
    error.problem = "";
    cr_assert_eq(hail_world_save(world, HAIL_SHAPES, image, 1, NULL), HAIL_BAD_ARGUMENT);
    cr_assert(strstr(error.problem, "is a sprite"), "%s", error.problem);
    hail_world *from = small_world(NULL, &with_error); /* a sprite goes as any shape does */
    MUST(hail_world_set_sectors(world, NULL));
    MUST(hail_world_set_tilemap(world, NULL));
    MUST(hail_world_destroy(world));
    MUST(hail_world_create(&(hail_world_options){.context = &with_error}, &world));
    hail_shape shape;
    MUST(hail_shape_sprite(hail_world_shapes(world), s.sprites, 0, &shape));
    const saved with = save(from, HAIL_SHAPES);
    MUST(restore(world, &with));
    hold_same_sets(hail_world_shapes(from), hail_world_shapes(world), "sprites", 0);
    free(with.bytes);
    MUST(hail_world_destroy(from));
    MUST(hail_world_destroy(world));
    scene_free(&s);
}

/* A base image may hold shapes or not; those of an image are its own. */
Test(state_shapes, base_images) {
    hail_world *world = small_world(NULL, &with_error), *other;
    const saved base = save(world, HAIL_SHAPES);
    replace(world, 1, 5);
    saved since = save(world, HAIL_SHAPES);
    const size_t room = since.size;
    MUST(hail_world_save_since(world, HAIL_SHAPES, base.bytes, base.size, since.bytes, room, &since.size));
    cr_assert_lt(since.size, base.size);
    MUST(hail_world_create(&(hail_world_options){.context = &with_error}, &other));
    MUST(hail_world_restore_since(other, HAIL_SHAPES, base.bytes, base.size, since.bytes, since.size));
    hold_same_sets(hail_world_shapes(world), hail_world_shapes(other), "a base", 0);
    MUST(hail_world_save_since(world, 0, base.bytes, base.size, since.bytes, room, &since.size));
    cr_assert_eq(hail_world_restore_since(other, HAIL_SHAPES, base.bytes, base.size, since.bytes, since.size),
                 HAIL_BAD_ARGUMENT);
    cr_assert(strstr(error.problem, "holds no shapes"), "%s", error.problem);
    free(base.bytes), free(since.bytes);
    MUST(hail_world_destroy(world));
    MUST(hail_world_destroy(other));
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

/* An allocator that fails after some calls. */
typedef struct limited {
    uint64_t calls, limit;
    size_t bytes;
} limited;

static void *limited_allocate(void *user, size_t size, size_t align) {
    limited *l = user;
    if (l->calls++ >= l->limit)
        return NULL;
    l->bytes += size;
    return aligned_take(size, align);
}

static void limited_release(void *user, void *pointer, size_t size, size_t align) {
    limited *l = user;
    (void)align;
    l->bytes -= size;
    aligned_give_back(pointer);
}

Test(state_shapes, memory) {
    limited l = {0, UINT64_MAX, 0};
    const hail_allocator allocator = {&l, limited_allocate, limited_release};
    hail_context context = *allocator_context(allocator, NULL);
    context.error = &error;
    scene s;
    scene_make(&s);
    s.no_sprites = true;
    hail_world *from = scene_world(&s, NULL), *world = scene_world(&s, &(hail_world_options){.context = &context});
    for (uint32_t i = 0; i < 40; i++)
        scene_reshape(from, 1000 + i);
    play(from, 1, 0);
    play(world, 2, 0);
    const saved with = save(from, HAIL_SHAPES);
    replace(world, 1, 4);
    const saved before = save(world, HAIL_SHAPES);
    const size_t bytes = l.bytes;
    uint64_t failures = 0;
    for (;; failures++) {
        l.limit = l.calls + failures;
        const hail_status status = restore(world, &with);
        l.limit = UINT64_MAX;
        if (status == HAIL_OK)
            break;
        cr_assert(status == HAIL_NO_MEMORY && l.bytes == bytes, "%s, %zu bytes more", hail_status_text(status),
                  l.bytes - bytes);
        const saved after = save(world, HAIL_SHAPES);
        cr_assert(after.size == before.size && memcmp(before.bytes, after.bytes, before.size) == 0);
        free(after.bytes);
    }
    cr_assert_gt(failures, 6);
    hold_same_sets(hail_world_shapes(from), hail_world_shapes(world), "memory", 0);
    hail_shapeset_size size;
    MUST(hail_shapeset_measure(hail_world_shapes(world), &size));
    const size_t grown = size.bytes;
    for (int again = 0; again < 20; again++) { /* to and fro: the tables do not grow */
        MUST(restore(world, again % 2 ? &with : &before));
        MUST(hail_shapeset_measure(hail_world_shapes(world), &size));
        cr_assert_leq(size.bytes, grown);
    }
    saved trusted = save(world, HAIL_SHAPES | HAIL_TRUSTED);
    l.limit = l.calls; /* an equal set: nothing is allocated */
    MUST(restore(world, &trusted));
    l.limit = UINT64_MAX;
    MUST(hail_world_destroy(world));
    MUST(hail_world_destroy(from));
    cr_assert_eq(l.bytes, 0);
    scene_free(&s);
    free(with.bytes), free(before.bytes), free(trusted.bytes);
}
