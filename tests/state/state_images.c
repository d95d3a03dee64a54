/* Images that no save has written: every truncation, and random changes behind a repaired checksum, are refused with
 * the world unchanged, or accepted and stepped. Run under sanitizers, they must find nothing.
 *
 * HAIL_TEST_SEED=n makes the changes of that seed alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "shared/random_world.h"
#include "state_program.h"

#define MUST(call) cr_assert_eq(call, HAIL_OK, "%s", #call)

/* The format's head, as engine/state/image.h has it. */
enum { SIZE_AT = 16, CHECKSUM_AT = 24, HASHED_AT = 32 };

static uint64_t wide_at(const uint8_t *bytes) {
    uint64_t number = 0;
    for (int b = 8; b-- > 0;)
        number = number << 8 | bytes[b];
    return number;
}

static void put_wide(uint8_t *bytes, uint64_t number) {
    for (int b = 0; b < 8; b++)
        bytes[b] = (uint8_t)(number >> 8 * b);
}

static uint64_t add(uint64_t digest, uint64_t number) {
    digest = (digest ^ number) * 0x9e3779b97f4a7c15u;
    return (digest ^ digest >> 32) * 0xd6e8feb86659fd93u;
}

static void repair(uint8_t *image, size_t size) {
    const size_t numbers = (size - HASHED_AT) / 8, whole = numbers / 4 * 4;
    uint64_t digest[4] = {size, 1, 2, 3};
    for (size_t i = 0; i < numbers; i++) {
        uint64_t *to = &digest[i < whole ? i % 4 : 0];
        *to = add(*to, wide_at(image + HASHED_AT + 8 * i));
    }
    put_wide(image + CHECKSUM_AT, add(add(add(digest[0], digest[1]), digest[2]), digest[3]));
}

typedef struct forge {
    scene s;
    hail_world *world;
    uint8_t *good, *bad;
    size_t size;
    uint64_t state, before;
} forge;

static void forge_make(forge *f, uint64_t seed) {
    scene_make(&f->s);
    f->state = seed * 0x2545f4914f6cdd1du + 1;
    f->world = scene_world(&f->s, NULL);
    scene_run(f->world, seed, 0, 4 + (uint32_t)(seed % 5));
    MUST(hail_world_save_size(f->world, &f->size));
    f->good = malloc(f->size), f->bad = malloc(f->size);
    MUST(hail_world_save(f->world, 0, f->good, f->size, NULL));
    MUST(hail_world_restore(f->world, 0, f->good, f->size));
    f->before = scene_hash(f->world);
}

static void forge_free(forge *f) {
    free(f->good);
    free(f->bad);
    MUST(hail_world_destroy(f->world));
    scene_free(&f->s);
}

/* ---- Truncations ------------------------------------------------------------------------------------------------- */

Test(state_images, truncated) {
    forge f;
    forge_make(&f, 1);
    for (size_t size = 0; size < f.size; size++) {
        uint8_t *cut = malloc(size ? size : 1);
        memcpy(cut, f.good, size);
        cr_assert_neq(hail_world_restore(f.world, 0, cut, size), HAIL_OK, "%zu bytes of %zu", size, f.size);
        cr_assert_neq(hail_world_restore(f.world, HAIL_TRUSTED, cut, size), HAIL_OK, "%zu bytes of %zu", size, f.size);
        if (size >= HASHED_AT) { /* a length that says so, too */
            put_wide(cut + SIZE_AT, size);
            repair(cut, size);
            cr_assert_neq(hail_world_restore(f.world, 0, cut, size), HAIL_OK, "%zu bytes of %zu", size, f.size);
        }
        free(cut);
    }
    cr_assert_eq(scene_hash(f.world), f.before);
    forge_free(&f);
}

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

static uint32_t a_number(forge *f, uint32_t old) {
    static const uint32_t extremes[] = {0, 1, 2, 0x7fffffff, 0x80000000u, 0xfffffffeu, 0xffffffffu, 1u << 26, 64, 65};
    switch (random_pick(&f->state, 5)) {
    case 0:
        return extremes[random_pick(&f->state, 10)];
    case 1:
        return old + 1;
    case 2:
        return old - 1;
    case 3:
        return old ^ 1u << random_pick(&f->state, 32);
    default:
        return random_pick(&f->state, 200);
    }
}

/* Words of the head, layers, rules and pairs are few among those of the bodies: they are picked more often. */
static size_t a_word(forge *f) {
    const uint32_t words = (uint32_t)(f->size / 4), few = words < 200 ? words : 200;
    switch (random_pick(&f->state, 4)) {
    case 0:
        return random_pick(&f->state, 36);
    case 1:
        return random_pick(&f->state, few);
    case 2:
        return words - 1 - random_pick(&f->state, few);
    default:
        return random_pick(&f->state, words);
    }
}

static void change_image(forge *f) {
    for (uint32_t n = 1 + random_pick(&f->state, 3); n > 0; n--) {
        uint8_t *to = f->bad + a_word(f) * 4, *from = f->bad + a_word(f) * 4;
        uint32_t word, other;
        memcpy(&word, to, sizeof word);
        memcpy(&other, from, sizeof other);
        if (random_pick(&f->state, 4) == 0) { /* two words change places */
            memcpy(from, &word, sizeof word);
            memcpy(to, &other, sizeof other);
            continue;
        }
        word = random_pick(&f->state, 4) == 0 ? other : a_number(f, word);
        memcpy(to, &word, sizeof word);
    }
}

static size_t accepted, refused;

static void changed_images(uint64_t seed) {
    enum { IMAGES = 2500 };
    forge f;
    forge_make(&f, seed);
    for (uint32_t i = 0; i < IMAGES; i++) {
        memcpy(f.bad, f.good, f.size);
        change_image(&f);
        repair(f.bad, f.size);
        if (hail_world_restore(f.world, 0, f.bad, f.size) != HAIL_OK) {
            cr_assert_eq(scene_hash(f.world), f.before, "seed %llu, image %u", (unsigned long long)seed, i);
            refused++;
            continue;
        }
        accepted++;
        scene_run(f.world, i, 0, 2);
        MUST(hail_world_restore(f.world, 0, f.good, f.size));
        cr_assert_eq(scene_hash(f.world), f.before, "seed %llu, image %u", (unsigned long long)seed, i);
    }
    forge_free(&f);
}

Test(state_images, changed) {
    accepted = refused = 0;
    random_seeds(random_shortened(40), changed_images);
    cr_assert(accepted > 0 && refused > accepted / 10, "%zu images were accepted, %zu refused", accepted, refused);
}

/* Bytes that are no image at all. */
Test(state_images, noise) {
    forge f;
    forge_make(&f, 2);
    for (uint32_t i = 0; i < 2000; i++) {
        for (size_t at = i % 2 ? 8 : 0; at < f.size; at++)
            f.bad[at] = (uint8_t)random_bits(&f.state);
        memcpy(f.bad, f.good, i % 2 ? 8 : 0);
        if (i % 4 == 1)
            put_wide(f.bad + SIZE_AT, f.size), repair(f.bad, f.size);
        cr_assert_neq(hail_world_restore(f.world, 0, f.bad, f.size), HAIL_OK);
    }
    cr_assert_eq(scene_hash(f.world), f.before);
    forge_free(&f);
}
