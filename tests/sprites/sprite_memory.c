/* tests/sprites/sprite_memory.c - the memory of sprite sets, with an allocator that counts, checks what is released,
 * and fails at every single call of a scenario. After a failure everything is as it was. Only creating a set and adding
 * to it allocates. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "shared/random_world.h"
#include "sprite_inputs.h"
#include "shared/purse.h"
#include "shared/contexts.h"

enum { STEPS = 60 };

/* ---- Failing at the n-th call ------------------------------------------------------------------------------------ */

typedef struct scene {
    purse purse;
    hail_spriteset *set;
    drawing *drawing[STEPS]; /* NULL: a stretched copy */
    uint64_t *bits[STEPS];   /* of a stretched copy, when it was added */
    uint32_t sprites;
    uint64_t state;
} scene;

static uint64_t *bits_of(const scene *c, uint32_t sprite) {
    hail_sprite_info info;
    cr_assert_eq(hail_spriteset_describe(c->set, sprite, &info), HAIL_OK);
    uint64_t *bits = malloc((info.width + 63) / 64 * info.height * sizeof *bits);
    cr_assert_not_null(bits);
    cr_assert_eq(hail_spriteset_bits(c->set, sprite, bits), HAIL_OK);
    return bits;
}

static bool same_bits(const scene *c, uint32_t sprite) {
    hail_sprite_info info;
    uint64_t *bits = bits_of(c, sprite);
    cr_assert_eq(hail_spriteset_describe(c->set, sprite, &info), HAIL_OK);
    const bool same = memcmp(bits, c->bits[sprite], (info.width + 63) / 64 * info.height * sizeof *bits) == 0;
    free(bits);
    return same;
}

static hail_status act(void *user) {
    scene *c = user;
    const hail_allocator allocator = with(&c->purse);
    uint32_t sprite = UINT32_MAX;
    if (c->set == NULL)
        return hail_spriteset_create(allocator_context(allocator, NULL), &c->set);
    drawing *d = NULL;
    hail_status status;
    if (c->sprites % 3 == 2) {
        status = hail_spriteset_add_stretched(c->set, random_pick(&c->state, c->sprites), 1.25f, -0.5f, &sprite);
    } else {
        const uint32_t look = random_pick(&c->state, DRAWING_LOOKS), high = 1 + random_pick(&c->state, 90),
                       wide = 1 + random_pick(&c->state, 140);
        d = drawing_random(&c->state, wide, high, (drawing_look)look);
        status = drawing_add(d, &c->state, c->set, &sprite);
    }
    if (status != HAIL_OK) {
        cr_assert_eq(sprite, UINT32_MAX, "writes a number though it fails");
        drawing_free(d);
        return status;
    }
    cr_assert_eq(sprite, c->sprites);
    c->drawing[sprite] = d;
    c->bits[sprite] = d == NULL ? bits_of(c, sprite) : NULL;
    c->sprites++;
    return HAIL_OK;
}

static void hold_whole(void *user, int step) {
    const scene *c = user;
    const long fail_at = c->purse.fail_at;
    cr_assert(!c->purse.bad, "call %ld, step %d: the allocator was misused", fail_at, step);
    if (c->set == NULL) {
        cr_assert_eq(c->purse.held, 0, "call %ld, step %d: holds something", fail_at, step);
        return;
    }
    hail_spriteset_size size;
    hail_spriteset_measure(c->set, &size);
    cr_assert_eq(c->purse.bytes, size.bytes, "call %ld, step %d: holds %zu bytes, says %zu", fail_at, step,
                 c->purse.bytes, size.bytes);
    cr_assert_eq(size.sprites, c->sprites, "call %ld, step %d: has %u sprites", fail_at, step, size.sprites);
    for (uint32_t k = 0; k < c->sprites; k++) {
        const char *wrong = c->drawing[k] != NULL ? drawing_differs(c->drawing[k], c->set, k)
                            : same_bits(c, k)     ? NULL
                                                  : "a copy has other bits";
        cr_assert_null(wrong, "call %ld, step %d: %s", fail_at, step, wrong);
    }
}

static long spared;

/* False: the scenario has fewer calls. */
static bool hold_failure(long fail_at) {
    static scene c;
    memset(&c, 0, sizeof c);
    c.state = 19;
    c.purse.fail_at = fail_at;
    const purse_acts acts = {&c, &c.purse, &c.state, act, hold_whole, STEPS};
    spared += purse_run(&acts);
    const long calls = c.purse.calls;
    hail_spriteset_destroy(c.set);
    for (uint32_t k = 0; k < c.sprites; k++) {
        drawing_free(c.drawing[k]);
        free(c.bits[k]);
    }
    purse_expects_nothing(&c.purse);
    return fail_at < calls;
}

Test(sprite_memory, failing_at_every_call) {
    hold_failure(NEVER);
    long call = 0;
    while (hold_failure(call))
        call++;
    cr_log_info("%ld calls of the allocator, %ld spared", call, spared);
    cr_assert(call - spared > 5, "%ld of %ld failures are not told", spared, call);
}

/* Without memory there is no set. */
Test(sprite_memory, no_set) {
    purse p = {.fail_at = 0};
    const hail_allocator allocator = with(&p);
    hail_spriteset *set = (hail_spriteset *)&p;
    cr_assert_eq(hail_spriteset_create(allocator_context(allocator, NULL), &set), HAIL_NO_MEMORY);
    cr_assert_null(set);
    cr_assert_eq(p.held, 0);
}

/* ---- Queries allocate nothing ------------------------------------------------------------------------------------ */

Test(sprite_memory, questions) {
    enum { COUNT = 100 };
    static sprite_columns a, b;
    static hail_box boxes[COUNT];
    static uint8_t touching[COUNT];
    static uint32_t pixels[COUNT];
    static hail_sprite_overlap overlaps[COUNT];
    static float x[1000], y[1000];
    purse p = {.fail_at = NEVER};
    const hail_allocator allocator = with(&p);
    sprite_cast *c = sprite_cast_make(4, 60);
    hail_spriteset_destroy(c->set);
    cr_assert_eq(hail_spriteset_create(allocator_context(allocator, NULL), &c->set), HAIL_OK);
    for (uint32_t k = 0, sprite; k < SPRITE_DRAWINGS; k++)
        cr_assert_eq(drawing_add(c->drawing[k], &c->state, c->set, &sprite), HAIL_OK);
    const long calls = p.calls;
    const sprite_choice choice = {.count = COUNT, .turn = TURN_ANY, .stretch = STRETCH_BOTH, .spread = 50.0f};
    sprite_columns_make(c, &choice, &a);
    sprite_columns_make(c, &choice, &b);
    const hail_sprite_pairs pairs = {.a = a.sprites, .b = b.sprites, .count = COUNT};
    hail_sprite_info info;
    cr_assert_eq(hail_sprite_boxes(&a.sprites, HAIL_BOX_OPAQUE, boxes), HAIL_OK);
    cr_assert_eq(hail_sprite_touch(&pairs, touching), HAIL_OK);
    cr_assert_eq(hail_sprite_count(&pairs, pixels), HAIL_OK);
    cr_assert_eq(hail_sprite_overlaps(&pairs, overlaps), HAIL_OK);
    cr_assert_eq(hail_spriteset_describe(c->set, 0, &info), HAIL_OK);
    cr_assert_eq(hail_spriteset_hull(c->set, 0, x, y), HAIL_OK);
    cr_assert_eq(p.calls, calls, "a question asks for memory");
    sprite_cast_free(c);
    cr_assert(p.held == 0 && p.bytes == 0 && !p.bad);
}
