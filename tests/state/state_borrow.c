/* Saved worlds with a borrowed layer: what comes back, what hash and difference say, and images that no save has
 * written, aimed at the slots that are set aside, or changed at random. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "forged.h"
#include "shared/contexts.h"
#include "shared/random_world.h"
#include "state/image.h"
#include "world/slots.h"

enum { OWN, LENT, EMPTY, MOST = 12, OWNED = 9, FREED = 4, IMAGE_ROOM = 1 << 20 };

typedef struct forge {
    forged f;
    counted memory;
    hail_world *world;
    hail_shape dot;
    float x[MOST], y[MOST];
    uint32_t generation[MOST];
} forge;

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

static void borrow(forge *g, uint32_t count) {
    const hail_borrowed_columns c = {.x = {g->x, 0}, .y = {g->y, 0}, .generation = {g->generation, 0}};
    cr_assert_eq(hail_layer_borrow(g->world, LENT, &g->dot, &c, count, NULL), HAIL_OK);
}

/* Bodies of a layer, some of which were freed again, on both sides of the slots of a borrowed one; two pairs touch. */
static void make(forge *g, uint32_t count) {
    hail_handle handle[OWNED];
    memset(g, 0, sizeof *g);
    const hail_world_options options = {.context = allocator_context(counted_allocator(&g->memory), NULL)};
    const hail_layer_options lent = {.borrowed = MOST, .generations = 1};
    const hail_rule events = {.mode = HAIL_PAIRS, .layer_a = LENT, .layer_b = OWN, .events = 1, .cooldown = HAIL_ONCE};
    for (uint32_t i = 0; i < MOST; i++)
        g->x[i] = 20.0f * (float)i, g->generation[i] = i + 1;
    const hail_spawn_columns at = {.x = g->x, .y = g->y};
    cr_assert_eq(hail_world_create(&options, &g->world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(g->world), 4.0f, &g->dot), HAIL_OK);
    cr_assert_eq(hail_spawn(g->world, OWN, &g->dot, &at, FREED, handle), HAIL_OK);
    cr_assert_eq(hail_layer_configure(g->world, LENT, &lent), HAIL_OK);
    cr_assert_eq(hail_spawn(g->world, OWN, &g->dot, &at, OWNED - FREED, handle + FREED), HAIL_OK);
    cr_assert_eq(hail_layer_configure(g->world, EMPTY, &(hail_layer_options){.borrowed = 2, .generations = 1}),
                 HAIL_OK);
    cr_assert_eq(hail_rule_configure(g->world, &events), HAIL_OK);
    cr_assert_eq(hail_rule_set(g->world, LENT, HAIL_TILES, HAIL_SWEPT), HAIL_OK);
    cr_assert_eq(hail_despawn(g->world, handle + 1, FREED), HAIL_OK);
    borrow(g, count);
    cr_assert_eq(hail_step(g->world, 0.0f, NULL, NULL), HAIL_OK);
}

static uint64_t hash_of(const hail_world *world) {
    uint64_t hash = 0;
    cr_assert_eq(hail_world_hash(world, &hash), HAIL_OK);
    return hash;
}

static uint8_t *save(const hail_world *world, size_t *size) {
    uint8_t *image = malloc(IMAGE_ROOM);
    cr_assert_not_null(image);
    cr_assert_eq(hail_world_save(world, 0, image, IMAGE_ROOM, size), HAIL_OK);
    return image;
}

/* ---- Back and forth ---------------------------------------------------------------------------------------------- */

static const char *differs(const hail_world *a, const hail_world *b) {
    hail_difference d;
    cr_assert_eq(hail_world_diff(a, b, &d), HAIL_OK);
    return d.what ? d.field : "";
}

static void configure(forge *g, bool borrows) {
    const hail_layer_options some = {.borrowed = 5, .columns = HAIL_SCALE}, none = {.columns = HAIL_USER};
    cr_assert_eq(hail_rule_set(g->world, LENT, OWN, HAIL_IGNORE), HAIL_OK);
    cr_assert_eq(hail_layer_configure(g->world, LENT, borrows ? &some : &none), HAIL_OK);
}

/* A world with the shape alone. */
static void make_empty(forge *g) {
    cr_assert_eq(hail_world_destroy(g->world), HAIL_OK);
    const hail_world_options options = {.context = allocator_context(counted_allocator(&g->memory), NULL)};
    cr_assert_eq(hail_world_create(&options, &g->world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(g->world), 4.0f, &g->dot), HAIL_OK);
}

/* Into a world that borrows nothing, into one that borrows other slots, and into one that never did. */
Test(state_borrow, restored) {
    for (int other = 0; other < 3; other++) {
        forge g, into;
        size_t size;
        make(&g, 8);
        make(&into, 3);
        if (other == 2)
            make_empty(&into);
        else
            configure(&into, other == 1);
        g.generation[0] = 9; /* and back: 9 is not to come again */
        borrow(&g, 8);
        g.generation[0] = 1;
        borrow(&g, 8);
        uint8_t *image = save(g.world, &size);
        cr_assert_eq(hail_world_restore(into.world, 0, image, size), HAIL_OK);
        cr_assert_str_eq(differs(g.world, into.world), "");
        cr_assert_eq(hash_of(g.world), hash_of(into.world));
        hail_columns columns;
        cr_assert_eq(hail_layer_columns(into.world, LENT, &columns), HAIL_OK);
        const float *const x = columns.x;
        for (uint32_t count = MOST; count > 0; count -= 3) { /* both go on alike */
            borrow(&g, count);
            borrow(&into, count);
            cr_assert(hail_step(g.world, 0.1f, NULL, NULL) == HAIL_OK &&
                      hail_step(into.world, 0.1f, NULL, NULL) == HAIL_OK);
            cr_assert_str_eq(differs(g.world, into.world), "");
            cr_assert_eq(hash_of(g.world), hash_of(into.world));
        }
        cr_assert_eq(hail_layer_columns(into.world, LENT, &columns), HAIL_OK);
        cr_assert_eq(columns.x, x, "there was room for all");
        configure(&g, false);
        configure(&into, false);
        cr_assert_str_eq(differs(g.world, into.world), "");
        cr_assert_eq(hash_of(g.world), hash_of(into.world));
        free(image);
        hail_world_destroy(g.world);
        hail_world_destroy(into.world);
    }
}

Test(state_borrow, differences) {
    forge one, other;
    make(&one, 8);
    make(&other, 8);
    cr_assert_str_eq(differs(one.world, other.world), "");
    other.x[3] += 1.0f;
    borrow(&other, 8);
    cr_assert_str_eq(differs(one.world, other.world), "x");
    other.x[3] -= 1.0f;
    other.generation[3]++;
    borrow(&other, 8);
    cr_assert_str_eq(differs(one.world, other.world), "generation");
    other.generation[3]--;
    borrow(&other, 8); /* what another body had is not given to a third one */
    cr_assert_str_eq(differs(one.world, other.world), "fresh_generation");
    cr_assert_neq(hash_of(one.world), hash_of(other.world));
    borrow(&other, 9);
    cr_assert_str_eq(differs(one.world, other.world), "alive");
    cr_assert_neq(hash_of(one.world), hash_of(other.world));
    const hail_layer_options less = {.borrowed = MOST - 1, .generations = 1};
    cr_assert_eq(hail_layer_configure(other.world, LENT, &less), HAIL_OK);
    cr_assert_str_eq(differs(one.world, other.world), "borrowed");
    cr_assert_neq(hash_of(one.world), hash_of(other.world));
    hail_world_destroy(one.world);
    hail_world_destroy(other.world);
}

/* The same slots are set aside, for other layers. */
Test(state_borrow, shares) {
    hail_world *world[2];
    for (uint32_t w = 0; w < 2; w++) {
        cr_assert_eq(hail_world_create(NULL, &world[w]), HAIL_OK);
        for (uint32_t l = 0; l < 2; l++) {
            const hail_layer_options lent = {.borrowed = 2 + (l == w), .generations = 1};
            cr_assert_eq(hail_layer_configure(world[w], l, &lent), HAIL_OK);
        }
    }
    cr_assert_neq(hash_of(world[0]), hash_of(world[1]));
    cr_assert_str_eq(differs(world[0], world[1]), "borrowed");
    hail_world_destroy(world[0]);
    hail_world_destroy(world[1]);
}

/* ---- Forged images ----------------------------------------------------------------------------------------------- */

static hail_status restore(void *thing, uint32_t flags, const void *image, size_t size) {
    return hail_world_restore(((forge *)thing)->world, flags, image, size);
}

static uint64_t hash(void *thing) { return hash_of(((forge *)thing)->world); }

/* Whatever an image says that is accepted. */
static void use(void *thing, uint64_t number) {
    forge *g = thing;
    hail_layer_options options;
    cr_assert_eq(hail_layer_describe(g->world, LENT, &options), HAIL_OK);
    for (uint32_t i = 0; i < 3; i++) {
        if (options.borrowed)
            borrow(g, (uint32_t)((number >> i) % ((options.borrowed < MOST ? options.borrowed : MOST) + 1)));
        cr_assert_eq(hail_step(g->world, 0.1f, NULL, NULL), HAIL_OK);
    }
    const hail_layer_options none = {.columns = 0};
    hail_rule_set(g->world, LENT, OWN, HAIL_IGNORE);
    cr_assert_eq(hail_layer_configure(g->world, LENT, &none), HAIL_OK);
    hail_handle handle[3];
    const hail_spawn_columns at = {.x = g->x, .y = g->y};
    cr_assert_eq(hail_spawn(g->world, OWN, &g->dot, &at, 3, handle), HAIL_OK);
}

static void forge_begin(forge *g, uint64_t seed) {
    const forged_target target = {g, restore, hash, use, NULL, &g->memory, IMAGE_HEAD, 0};
    size_t size;
    make(g, 1 + (uint32_t)(seed % MOST));
    uint8_t *good = save(g->world, &size);
    forged_begin(&g->f, &target, seed, good, size);
}

static void forge_end(forge *g) {
    forged_end(&g->f);
    cr_assert_eq(hail_world_destroy(g->world), HAIL_OK);
    cr_assert_eq(g->memory.bytes, 0);
}

static void put(forge *g, uint64_t section, uint64_t word, uint32_t number, const char *what) {
    uint8_t *at = g->f.bad + section + word * WORD_BYTES;
    if (image_load(at) == number)
        return;
    image_store(at, number);
    forged_refuse(&g->f, what);
}

static void aim_at_record(forge *g, const hail_state_image *image, uint64_t record) {
    static const uint32_t far[] = {0x7fffffff, 0x80000000u, 0xfffffff0u, UINT32_MAX};
    const uint32_t borrowed = image_word(image, image->layers, record + LAYER_BORROWED),
                   first = image_word(image, image->layers, record + LAYER_FIRST_SLOT);
    for (size_t k = 0; k < sizeof far / sizeof *far; k++) {
        put(g, image->layers, record + LAYER_BORROWED, far[k], "too many slots");
        put(g, image->layers, record + LAYER_FIRST_SLOT, far[k], "a first slot that is none");
    }
    put(g, image->layers, record + LAYER_BORROWED, 0, "a borrowed layer that borrows nothing");
    put(g, image->layers, record + LAYER_BORROWED, borrowed + 1, "a slot more");
    put(g, image->layers, record + LAYER_BORROWED, borrowed - 1, "a slot less");
    put(g, image->layers, record + LAYER_FIRST_SLOT, first + 1, "slots that begin later");
    put(g, image->layers, record + LAYER_FIRST_SLOT, first - 1, "slots that begin earlier");
    put(g, image->layers, record + LAYER_MOTION, MOTION_CALLER, "slots of a layer that borrows none");
    put(g, image->layers, record + LAYER_BOUNDS, HAIL_WRAP, "bounds");
}

static void aim_at_slots(forge *g, const hail_state_image *image, uint32_t first, uint32_t count) {
    const uint32_t list = image_head(image, HEAD_FREE_SLOT);
    for (uint32_t slot = first + count; slot < first + MOST; slot++) {
        const uint64_t at = (uint64_t)slot * SLOT_WORDS;
        put(g, image->slots, at + 1, list, "a slot that is set aside in front of the free list");
        put(g, image->slots, at + 1, NO_SLOT, "one that ends a free list");
        put(g, image->slots, at, image_word(image, image->slots, at) & ~SLOT_FREE, "one that is alive");
        put(g, 0, HEAD_FREE_SLOT, slot, "the free list begins with one");
    }
    put(g, image->slots, (uint64_t)list * SLOT_WORDS + 1, SLOT_UNLENT, "a free slot that is set aside");
}

/* Both set aside the same slots: those of one layer that have no body, and those of another that has none. */
static void aim_at_two_layers(forge *g, const hail_state_image *image, uint64_t one, uint64_t other) {
    const uint32_t last = image_word(image, image->layers, one + LAYER_FIRST_SLOT) + MOST,
                   count = image_word(image, image->layers, one + LAYER_COUNT);
    cr_assert_eq(image_word(image, image->layers, other + LAYER_BORROWED), 2u);
    if (count + 2 <= MOST)
        put(g, image->layers, other + LAYER_FIRST_SLOT, last - 2, "slots that two layers set aside");
}

/* The second rule is with tiles. */
static void aim_at_rule(forge *g, const hail_state_image *image) {
    uint32_t words[RULE_WORDS];
    hail_rule rule = {.mode = HAIL_SWEPT, .layer_a = LENT, .layer_b = HAIL_TILES};
    rule_to_words(&rule, words);
    cr_assert_eq(image_load(g->f.good + image->rules + RULE_WORDS * WORD_BYTES), words[0]);
    rule.stop = 1;
    rule_to_words(&rule, words);
    hail_image_put(g->f.bad + image->rules + RULE_WORDS * WORD_BYTES, words, RULE_WORDS, WORD_BYTES);
    forged_refuse(&g->f, "a rule that stops bodies of a borrowed layer");
}

Test(state_borrow, aimed) {
    for (uint64_t seed = 0; seed < MOST; seed++) {
        forge g;
        hail_state_image image;
        forge_begin(&g, seed);
        cr_assert(hail_image_open(&image, g.f.good, NULL));
        cr_assert_eq(image_head(&image, HEAD_LAYERS), 3u);
        const uint64_t record = IMAGE_LAYER;
        cr_assert_eq(image_word(&image, image.layers, record + LAYER_MOTION), (uint32_t)MOTION_BORROWED);
        aim_at_record(&g, &image, record);
        aim_at_slots(&g, &image, image_word(&image, image.layers, record + LAYER_FIRST_SLOT), 1 + (uint32_t)seed);
        put(&g, image.layers, LAYER_BORROWED, 1, "an ordinary layer that borrows");
        put(&g, image.layers, LAYER_FIRST_SLOT, 1, "an ordinary layer with a first slot");
        aim_at_rule(&g, &image);
        put(&g, 0, HEAD_FRESH, SLOT_FREE, "a generation that no body may have");
        aim_at_two_layers(&g, &image, IMAGE_LAYER, 2 * IMAGE_LAYER);
        forge_end(&g);
    }
}

static void changed_images(uint64_t seed) {
    enum { IMAGES = 1500 };
    forge g;
    forge_begin(&g, seed);
    forged_truncations(&g.f);
    forged_changes(&g.f, IMAGES);
    cr_assert(g.f.accepted > 0 && g.f.refused > 0);
    forge_end(&g);
}

Test(state_borrow, changed) { random_seeds(random_shortened(24), changed_images); }
