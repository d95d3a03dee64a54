#include "forged.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "base/image_words.h"
#include "shared/aligned.h"
#include "shared/random_world.h"

#define MUST(call) cr_assert_eq(call, HAIL_OK, "%s", #call)

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

static void *take(void *user, size_t size, size_t align) {
    counted *c = user;
    c->bytes += size;
    c->peak = c->bytes > c->peak ? c->bytes : c->peak;
    return aligned_take(size, align);
}

static void give_back(void *user, void *pointer, size_t size, size_t align) {
    counted *c = user;
    (void)align;
    c->bytes -= size;
    aligned_give_back(pointer);
}

hail_allocator counted_allocator(counted *c) { return (hail_allocator){c, take, give_back}; }

/* ---- Trying ------------------------------------------------------------------------------------------------------ */

static hail_status restore(forged *f, uint32_t flags, const void *image, size_t size) {
    return f->target.restore(f->target.thing, flags, image, size);
}

static void hold_unchanged(const forged *f, const char *what) {
    cr_assert_eq(f->target.hash(f->target.thing), f->before, "seed %llu: %s was refused, but something changed",
                 (unsigned long long)f->seed, what);
}

void forged_begin(forged *f, const forged_target *target, uint64_t seed, uint8_t *good, size_t size) {
    *f = (forged){.target = *target, .good = good, .size = size, .seed = seed};
    f->bad = malloc(size);
    cr_assert_not_null(f->bad);
    memcpy(f->bad, good, size);
    f->state = seed * 0x2545f4914f6cdd1du + 1;
    MUST(restore(f, 0, good, size));
    f->before = target->hash(target->thing);
}

void forged_end(forged *f) {
    MUST(restore(f, 0, f->good, f->size));
    free(f->good);
    free(f->bad);
}

/* Restores the bad image; holds that one which is refused changes nothing and takes little memory. */
static bool accepts(forged *f, const char *what) {
    counted *memory = f->target.memory;
    const size_t bytes = memory->bytes;
    memory->peak = bytes;
    hail_image_seal(f->bad, 0);
    if (restore(f, 0, f->bad, f->size) == HAIL_OK)
        return true;
    cr_assert(memory->peak <= bytes + f->target.grows * f->size, "seed %llu: %s was refused after %zu bytes, of %zu",
              (unsigned long long)f->seed, what, memory->peak - bytes, f->size);
    hold_unchanged(f, what);
    return false;
}

/* What was accepted is what is saved then, but for the head and the padding. */
static void hold_as_accepted(const forged *f) {
    const size_t head = (size_t)f->target.head * WORD_BYTES;
    uint8_t *again = f->target.save ? malloc(f->size) : NULL;
    if (!again)
        return;
    cr_assert_eq(f->target.save(f->target.thing, again), f->size);
    for (size_t at = head; at < f->size - 8; at += WORD_BYTES)
        cr_assert_eq(image_load(again + at), image_load(f->bad + at),
                     "seed %llu: %#x was accepted at %zu of %zu, %#x is saved then", (unsigned long long)f->seed,
                     image_load(f->bad + at), at, f->size, image_load(again + at));
    free(again);
}

bool forged_try(forged *f) {
    if (!accepts(f, "a changed image")) {
        f->refused++;
        return false;
    }
    f->accepted++;
    hold_as_accepted(f);
    f->target.use(f->target.thing, f->accepted);
    MUST(restore(f, 0, f->good, f->size));
    hold_unchanged(f, "an image that was used");
    return true;
}

void forged_refuse(forged *f, const char *what) {
    cr_assert(!accepts(f, what), "seed %llu: %s is accepted", (unsigned long long)f->seed, what);
    memcpy(f->bad, f->good, f->size);
}

/* ---- Truncations ------------------------------------------------------------------------------------------------- */

void forged_truncations(forged *f) {
    for (size_t size = 0; size < f->size; size++) {
        uint8_t *cut = malloc(size ? size : 1);
        memcpy(cut, f->good, size);
        cr_assert_neq(restore(f, 0, cut, size), HAIL_OK, "%zu bytes of %zu", size, f->size);
        cr_assert_neq(restore(f, HAIL_TRUSTED, cut, size), HAIL_OK, "%zu bytes of %zu", size, f->size);
        if (size >= HEAD_COMMON * WORD_BYTES) { /* a length that says so, too */
            image_store_wide(cut + HEAD_SIZE * WORD_BYTES, size);
            hail_image_seal(cut, 0);
            cr_assert_neq(restore(f, 0, cut, size), HAIL_OK, "%zu bytes of %zu", size, f->size);
        }
        free(cut);
    }
    hold_unchanged(f, "a truncated image");
}

void forged_flips(forged *f) {
    memcpy(f->bad, f->good, f->size);
    for (size_t at = 0; at < f->size; at++) {
        if (at / WORD_BYTES == HEAD_OWN) /* only a hint, which trusted images are restored by */
            continue;
        f->bad[at] ^= (uint8_t)(1u << at % 8);
        cr_assert_neq(restore(f, 0, f->bad, f->size), HAIL_OK, "byte %zu of %zu", at, f->size);
        f->bad[at] = f->good[at];
    }
    hold_unchanged(f, "an image with another bit");
}

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

static uint32_t a_number(forged *f, uint32_t old) {
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

/* Words of the head and at both ends are few among those of the bodies or cells: they are picked more often. */
static size_t a_word(forged *f) {
    const uint32_t words = (uint32_t)(f->size / 4), few = words < 200 ? words : 200;
    switch (random_pick(&f->state, 4)) {
    case 0:
        return random_pick(&f->state, f->target.head);
    case 1:
        return random_pick(&f->state, few);
    case 2:
        return words - 1 - random_pick(&f->state, few);
    default:
        return random_pick(&f->state, words);
    }
}

static void change_words(forged *f) {
    for (uint32_t n = 1 + random_pick(&f->state, 3); n > 0; n--) {
        const size_t at = a_word(f), other_at = a_word(f);
        uint8_t *to = f->bad + at * 4, *from = f->bad + other_at * 4;
        uint32_t word = image_load(to);
        const uint32_t other = image_load(from);
        if (random_pick(&f->state, 4) == 0) { /* two words change places */
            image_store(from, word);
            image_store(to, other);
            continue;
        }
        word = random_pick(&f->state, 4) == 0 ? other : a_number(f, word);
        image_store(to, word);
    }
    image_store_wide(f->bad + HEAD_SIZE * WORD_BYTES, f->size); /* what seals it relies on that */
}

void forged_changes(forged *f, uint32_t images) {
    for (uint32_t i = 0; i < images; i++) {
        memcpy(f->bad, f->good, f->size);
        change_words(f);
        forged_try(f);
    }
}

/* Bytes that are no image at all, and some behind a good head. */
void forged_noise(forged *f, uint32_t images) {
    for (uint32_t i = 0; i < images; i++) {
        const size_t good = i % 2 ? HEAD_COMMON * WORD_BYTES : 0;
        memcpy(f->bad, f->good, good);
        for (size_t at = good; at < f->size; at++)
            f->bad[at] = (uint8_t)random_bits(&f->state);
        image_store_wide(f->bad + HEAD_SIZE * WORD_BYTES, f->size);
        if (i % 4 == 1)
            hail_image_seal(f->bad, 0);
        cr_assert_neq(restore(f, 0, f->bad, f->size), HAIL_OK, "noise");
    }
    hold_unchanged(f, "noise");
}
