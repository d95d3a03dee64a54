/* Random programs whose maps change, and which are left at random points: for a future in which memory runs out, too.
 * Then maps and world go back, to images of every kind, and must be as those of a world that never left: contacts,
 * events, queries, hashes. The two run on different variants.
 *
 * HAIL_TEST_SEED=n runs the program of that seed alone, HAIL_TEST_WORLDS=n runs n times as many. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "shared/aligned.h"
#include "shared/contexts.h"
#include "shared/random_world.h"
#include "state_program.h"

#define MUST(call) cr_assert_eq(call, HAIL_OK, "%s", #call)

enum { STEPS = 22 };

/* ---- Memory that runs out ---------------------------------------------------------------------------------------- */

typedef struct scarce {
    uint64_t state;
    bool fails;    /* one of four calls */
    size_t failed; /* calls that did */
} scarce;

static void *scarce_allocate(void *user, size_t size, size_t align) {
    scarce *s = user;
    const bool fails = s->fails && random_pick(&s->state, 4) == 0;
    s->failed += fails;
    return fails ? NULL : aligned_take(size, align);
}

static void scarce_release(void *user, void *pointer, size_t size, size_t align) {
    (void)user, (void)size, (void)align;
    aligned_give_back(pointer);
}

/* ---- Games ------------------------------------------------------------------------------------------------------- */

/* A world with its maps. */
typedef struct game {
    scene s;
    hail_world *world;
    hail_error error;
} game;

static void game_make(game *g, const char *variant, scarce *memory) {
    memset(g, 0, sizeof *g);
    hail_context context = {.variant = variant};
    context.error = &g->error;
    if (memory)
        context.allocator = (hail_allocator){memory, scarce_allocate, scarce_release};
    scene_make(&g->s);
    g->world = scene_world(&g->s, &(hail_world_options){.context = &context});
}

static void game_free(game *g) {
    MUST(hail_world_destroy(g->world));
    scene_free(&g->s);
}

static uint64_t play(game *g, uint64_t seed, uint32_t step) {
    scene_edit(&g->s, seed * 0x9e3779b97f4a7c15u + step);
    return scene_run(g->world, seed, step, step + 1);
}

typedef struct hashes {
    uint64_t tiles, walls;
} hashes;

static hashes map_hashes(const game *g) {
    hashes h;
    MUST(hail_tilemap_hash(g->s.map, &h.tiles));
    MUST(hail_sectors_hash(g->s.sectors, &h.walls));
    return h;
}

/* ---- Images ------------------------------------------------------------------------------------------------------ */

typedef struct image {
    void *bytes;
    size_t size;
} image;

static image image_room(size_t size) {
    const image made = {malloc(size ? size : 1), size};
    cr_assert_not_null(made.bytes);
    return made;
}

/* All of a game; base: NULL, or a whole image of its world. */
typedef struct saved {
    image world, tiles, walls;
    const image *base;
    uint32_t flags;
    hashes maps;
} saved;

static saved save(const game *g, uint32_t flags, const image *base) {
    saved s = {.flags = flags, .base = base, .maps = map_hashes(g)};
    size_t size;
    MUST(hail_world_save_size(g->world, 0, &size));
    s.world = image_room(size);
    MUST(base ? hail_world_save_since(g->world, flags, base->bytes, base->size, s.world.bytes, size, &s.world.size)
              : hail_world_save(g->world, flags, s.world.bytes, size, NULL));
    cr_assert_leq(s.world.size, size);
    MUST(hail_tilemap_save_size(g->s.map, &size));
    s.tiles = image_room(size);
    MUST(hail_tilemap_save(g->s.map, flags, s.tiles.bytes, size, NULL));
    MUST(hail_sectors_save_size(g->s.sectors, &size));
    s.walls = image_room(size);
    MUST(hail_sectors_save(g->s.sectors, flags, s.walls.bytes, size, NULL));
    return s;
}

static void saved_free(saved *s) {
    free(s->world.bytes);
    free(s->tiles.bytes);
    free(s->walls.bytes);
}

static hail_status restore_world(game *g, const saved *s, uint32_t more) {
    const image *b = s->base;
    const uint32_t flags = s->flags | more;
    return b ? hail_world_restore_since(g->world, flags, b->bytes, b->size, s->world.bytes, s->world.size)
             : hail_world_restore(g->world, flags, s->world.bytes, s->world.size);
}

/* Maps that are not as they were are told by name. */
static void hold_maps_told(game *g, const saved *s) {
    const hashes now = map_hashes(g);
    const bool tiles = now.tiles != s->maps.tiles, walls = now.walls != s->maps.walls;
    const uint64_t before = scene_hash(g->world);
    if (!tiles && !walls)
        return;
    cr_assert_eq(restore_world(g, s, 0), HAIL_BAD_ARGUMENT);
    cr_assert(strstr(g->error.problem, tiles ? "another tile map" : "another sector map"), "%s", g->error.problem);
    cr_assert_eq(scene_hash(g->world), before);
}

/* Tries until there is memory. */
static void go_back(game *g, const saved *s, scarce *memory) {
    const uint64_t before = scene_hash(g->world);
    hold_maps_told(g, s);
    memory->fails = true;
    for (hail_status status = HAIL_NO_MEMORY; status != HAIL_OK;) {
        status = restore_world(g, s, HAIL_ANY_MAPS);
        cr_assert(status == HAIL_OK || (status == HAIL_NO_MEMORY && scene_hash(g->world) == before), "%s: %s",
                  hail_status_text(status), g->error.problem);
    }
    memory->fails = false;
    MUST(hail_tilemap_restore(g->s.map, s->flags, s->tiles.bytes, s->tiles.size));
    MUST(hail_sectors_restore(g->s.sectors, s->flags, s->walls.bytes, s->walls.size));
    MUST(restore_world(g, s, 0));
}

/* ---- Programs ---------------------------------------------------------------------------------------------------- */

static void hold_same(const game *stays, const game *leaves, const char *what, uint64_t seed, uint32_t step) {
    const hashes a = map_hashes(stays), b = map_hashes(leaves);
    scene_same(stays->world, leaves->world, what, seed, step);
    cr_assert(a.tiles == b.tiles && a.walls == b.walls, "%s, seed %llu, step %u: other maps", what,
              (unsigned long long)seed, step);
}

static size_t small_images, failures; /* images that leave a layer out; calls that had no memory */

/* Leaves for some steps of another program, and comes back. */
static void leave(game *g, uint64_t seed, uint32_t step, uint64_t *state, scarce *memory) {
    const uint32_t flags = random_pick(state, 2), steps = random_pick(state, 5);
    image base;
    saved s = save(g, random_pick(state, 2), NULL);
    base = s.world;
    if (random_pick(state, 2)) {
        saved since = save(g, flags, &base);
        small_images += since.world.size < base.size;
        s.world.bytes = NULL;
        saved_free(&s);
        s = since;
    } else {
        base.bytes = NULL;
    }
    scene_may_fail = memory->fails = random_pick(state, 2);
    for (uint32_t i = 0; i < steps; i++)
        play(g, seed + 1000, step + i);
    scene_may_fail = memory->fails = false;
    go_back(g, &s, memory);
    saved_free(&s);
    free(base.bytes);
}

static void left_programs(uint64_t seed) {
    static const char *const reference = "reference";
    scarce memory = {.state = seed};
    uint64_t state = seed * 31 + 7;
    game stays, leaves;
    game_make(&stays, seed % 2 ? reference : NULL, NULL);
    game_make(&leaves, seed % 2 ? NULL : reference, &memory);
    for (uint32_t step = 0; step < STEPS; step++) {
        if (random_pick(&state, 2)) {
            leave(&leaves, seed, step, &state, &memory);
            hold_same(&stays, &leaves, "gone back", seed, step);
        }
        const uint64_t of_stays = play(&stays, seed, step), of_leaves = play(&leaves, seed, step);
        cr_assert(of_stays == of_leaves, "seed %llu, step %u: other contacts or events", (unsigned long long)seed,
                  step);
        cr_assert_eq(scene_ask(stays.world), scene_ask(leaves.world), "seed %llu, step %u: other answers",
                     (unsigned long long)seed, step);
        hold_same(&stays, &leaves, "after a step", seed, step);
    }
    failures += memory.failed;
    game_free(&stays);
    game_free(&leaves);
}

Test(state_random, left) {
    uint64_t seed;
    const uint32_t programs = random_shortened(240);
    random_seeds(programs, left_programs);
    cr_log_info("%zu images left a layer out, %zu times there was no memory", small_images, failures);
    cr_assert(random_seed_given(&seed) || (small_images > programs && failures > 4 * programs),
              "%zu, %zu in %u programs", small_images, failures, programs);
}
