/* Images of worlds that no save has written, truncated, changed or aimed at a check, are refused with the world
 * unchanged, or accepted and stepped. Run under sanitizers, they must find nothing.
 *
 * HAIL_TEST_SEED=n makes the changes of that seed alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "forged.h"
#include "shared/contexts.h"
#include "shared/random_world.h"
#include "state/image.h"
#include "state_program.h"
#include "world/layers.h"
#include "world/slots.h"

#define MUST(call) cr_assert_eq(call, HAIL_OK, "%s", #call)

typedef struct forge {
    forged f;
    scene s;
    counted memory;
    hail_world *world;
    uint8_t *base; /* NULL: none */
    size_t base_size;
} forge;

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

static hail_status restore(void *thing, uint32_t flags, const void *image, size_t size) {
    forge *g = thing;
    return g->base ? hail_world_restore_since(g->world, flags, g->base, g->base_size, image, size)
                   : hail_world_restore(g->world, flags, image, size);
}

static uint64_t hash(void *thing) { return scene_hash(((forge *)thing)->world); }
static void use(void *thing, uint64_t number) { scene_run(((forge *)thing)->world, number, 0, 2); }

static uint8_t *save(forge *g, size_t *size) {
    MUST(hail_world_save_size(g->world, size));
    uint8_t *image = malloc(*size);
    cr_assert_not_null(image);
    MUST(g->base ? hail_world_save_since(g->world, 0, g->base, g->base_size, image, *size, size)
                 : hail_world_save(g->world, 0, image, *size, NULL));
    return image;
}

/* with_base: in three of four layers nothing changes after the base image. */
static void forge_make(forge *g, uint64_t seed, bool with_base) {
    *g = (forge){.world = NULL};
    scene_make(&g->s);
    const hail_world_options options = {.context = allocator_context(counted_allocator(&g->memory), NULL)};
    const forged_target target = {g, restore, hash, use, NULL, &g->memory, IMAGE_HEAD, 0};
    g->world = scene_world(&g->s, &options);
    scene_run(g->world, seed, 0, 4 + (uint32_t)(seed % 5));
    if (with_base) {
        g->base = save(g, &g->base_size);
        scene_change(g->world, seed);
    }
    size_t size;
    uint8_t *good = save(g, &size);
    forged_begin(&g->f, &target, seed, good, size);
}

static void forge_free(forge *g) {
    forged_end(&g->f);
    free(g->base);
    MUST(hail_world_destroy(g->world));
    cr_assert_eq(g->memory.bytes, 0);
    scene_free(&g->s);
}

Test(state_images, truncated) {
    for (int with_base = 0; with_base < 2; with_base++) {
        forge g;
        forge_make(&g, 1, with_base);
        forged_truncations(&g.f);
        forged_flips(&g.f);
        forge_free(&g);
    }
}

static size_t accepted, refused;

static void changed_images(uint64_t seed) {
    enum { IMAGES = 2500 };
    forge g;
    forge_make(&g, seed, seed % 4 == 3);
    forged_changes(&g.f, IMAGES);
    accepted += g.f.accepted, refused += g.f.refused;
    forge_free(&g);
}

Test(state_images, changed) {
    accepted = refused = 0;
    random_seeds(random_shortened(40), changed_images);
    cr_log_info("%zu images were accepted, %zu refused", accepted, refused);
    cr_assert(accepted > 0 && refused > accepted / 10, "%zu images were accepted, %zu refused", accepted, refused);
}

Test(state_images, noise) {
    forge g;
    forge_make(&g, 2, false);
    forged_noise(&g.f, 2000);
    forge_free(&g);
}

/* ---- Aimed at a check -------------------------------------------------------------------------------------------- */

static uint8_t *word_at(forge *g, uint64_t section, uint64_t word) { return g->f.bad + section + word * WORD_BYTES; }

static void put(forge *g, uint64_t section, uint64_t word, uint32_t number, const char *what) {
    if (image_load(word_at(g, section, word)) == number)
        return;
    image_store(word_at(g, section, word), number);
    forged_refuse(&g->f, what);
}

/* Free lists that are cyclic, too short, too long, or go through slots of bodies. */
static size_t forge_free_list(forge *g, const hail_state_image *image) {
    size_t free_slots = 0;
    const uint32_t first = image_head(image, HEAD_FREE_SLOT);
    if (first != NO_SLOT) { /* out of the list, but no body's */
        const uint32_t generation = image_word(image, image->slots, 2 * (uint64_t)first);
        image_store(word_at(g, 0, HEAD_FREE_SLOT), image_word(image, image->slots, 2 * (uint64_t)first + 1));
        put(g, image->slots, 2 * (uint64_t)first, generation ^ SLOT_FREE, "a slot that is neither");
    }
    for (uint32_t slot = 0; slot < image_head(image, HEAD_SLOTS); slot++) {
        const uint32_t generation = image_word(image, image->slots, 2 * (uint64_t)slot),
                       next = image_word(image, image->slots, 2 * (uint64_t)slot + 1);
        const bool is_free = generation & SLOT_FREE;
        free_slots += is_free;
        if (is_free) {
            put(g, image->slots, 2 * (uint64_t)slot + 1, slot, "a free slot that is its own next");
            put(g, image->slots, 2 * (uint64_t)slot + 1, image_head(image, HEAD_FREE_SLOT), "a cyclic free list");
            put(g, image->slots, 2 * (uint64_t)slot + 1, image_head(image, HEAD_SLOTS), "a free slot too high");
            if (next != NO_SLOT)
                put(g, image->slots, 2 * (uint64_t)slot + 1, NO_SLOT, "a free list that ends early");
        } else {
            put(g, 0, HEAD_FREE_SLOT, slot, "a free list through a body");
        }
        put(g, image->slots, 2 * (uint64_t)slot, generation ^ SLOT_FREE, "a slot that is free, or not");
        put(g, image->slots, 2 * (uint64_t)slot, generation & SLOT_FREE, "a generation of 0");
    }
    return free_slots;
}

static uint64_t column_at(const hail_state_image *image, uint64_t layer, int column) {
    const uint32_t columns = image_word(image, image->layers, layer * IMAGE_LAYER + LAYER_COLUMNS),
                   count = image_word(image, image->layers, layer * IMAGE_LAYER + LAYER_COUNT);
    uint64_t at = (uint64_t)(image->columns_of[layer] - image->bytes);
    for (int c = 0; c < column; c++)
        at += hail_layer_has(columns, c) ? image_column_bytes(count, hail_layer_element[c]) : 0;
    return at;
}

/* Slots that two bodies name, handles of others, shapes that are not of the set. */
static void forge_bodies(forge *g, const hail_state_image *image) {
    static const uint32_t unknown[] = {0, SCENE_SHAPES + 1, 0x7fffffff, 0x80000000u, UINT32_MAX};
    uint64_t before = 0;
    for (uint64_t l = 0; l < image_head(image, HEAD_LAYERS); l++) {
        const uint64_t handles = column_at(image, l, COLUMN_HANDLE), shapes = column_at(image, l, COLUMN_SHAPE);
        for (uint64_t i = 0; i < image_word(image, image->layers, l * IMAGE_LAYER + LAYER_COUNT); i++) {
            const uint64_t here = handles + i * 2 * WORD_BYTES;
            if (before) {
                memcpy(g->f.bad + here, g->f.good + before, 2 * WORD_BYTES);
                forged_refuse(&g->f, "a slot of two bodies");
            }
            before = here;
            put(g, here, 0, image_head(image, HEAD_SLOTS), "a slot too high");
            put(g, here, 1, image_load(g->f.good + here + WORD_BYTES) + 1, "another generation");
            for (size_t k = 0; k < sizeof unknown / sizeof *unknown; k++)
                put(g, shapes, i, unknown[k], "an unknown shape");
        }
    }
}

/* Records of pairs that are there twice, or in another order. */
static size_t forge_pairs(forge *g, uint64_t section, uint32_t count, uint32_t words) {
    const size_t bytes = (size_t)words * WORD_BYTES;
    for (uint64_t i = 1; i < count; i++) {
        uint8_t *here = g->f.bad + section + i * bytes, *before = here - bytes;
        memcpy(here, before, bytes);
        forged_refuse(&g->f, "a pair that is there twice");
        memcpy(here, g->f.good + section + (i - 1) * bytes, bytes);
        memcpy(before, g->f.good + section + i * bytes, bytes);
        forged_refuse(&g->f, "pairs in another order");
    }
    return count;
}

static void forge_counts(forge *g, const hail_state_image *image) {
    static const uint32_t counts[] = {UINT32_MAX, UINT32_MAX - 1, 0x80000001u, 0x80000000u, 0x7fffffff, 0x40000000};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        for (uint32_t word = HEAD_SLOTS; word < HEAD_FOLLOWED; word++)
            put(g, 0, word, counts[k], "a count in the head");
        for (uint64_t l = 0; l < image_head(image, HEAD_LAYERS); l++)
            for (uint32_t word = LAYER_NUMBER; word <= LAYER_COUNT; word++)
                if (word != LAYER_MOTION)
                    put(g, image->layers, l * IMAGE_LAYER + word, counts[k], "a number of a layer");
        for (uint64_t r = 0; r < image_head(image, HEAD_RUNS); r++)
            put(g, image->runs, r * RUN_WORDS, counts[k], "a count of pairs");
        image_store_wide(g->f.bad + HEAD_SIZE * WORD_BYTES, g->f.size);
    }
}

Test(state_images, aimed) {
    size_t free_slots = 0, touching = 0, remembered = 0;
    for (uint64_t seed = 1; seed <= 16; seed++) {
        forge g;
        hail_state_image image;
        forge_make(&g, seed, false);
        cr_assert(hail_image_open(&image, g.f.good, NULL));
        free_slots += forge_free_list(&g, &image);
        forge_bodies(&g, &image);
        forge_counts(&g, &image);
        remembered += forge_pairs(&g, image.remembered, image_head(&image, HEAD_REMEMBERED), IMAGE_REMEMBERED);
        for (uint64_t r = 0, at = image.touching; r < image_head(&image, HEAD_RUNS); r++) {
            const uint32_t count = image_word(&image, image.runs, r * RUN_WORDS);
            touching += forge_pairs(&g, at, count, TOUCHING_WORDS);
            at += (uint64_t)count * TOUCHING_WORDS * WORD_BYTES;
        }
        forge_free(&g);
    }
    cr_assert(free_slots > 30 && touching > 30 && remembered > 30, "%zu free slots, %zu and %zu pairs", free_slots,
              touching, remembered);
}
