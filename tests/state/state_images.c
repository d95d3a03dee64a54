/* Images of worlds that no save has written, truncated, changed or aimed at a check, are refused with the world
 * unchanged, or accepted and stepped. Run under sanitizers, they must find nothing.
 *
 * HAIL_TEST_SEED=n makes the changes of that seed alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
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
    uint32_t shapes; /* HAIL_SHAPES or 0 */
} forge;

enum { WITH_BASE = 1, WITH_SHAPES = 2 };

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

static hail_status restore(void *thing, uint32_t flags, const void *image, size_t size) {
    forge *g = thing;
    flags |= g->shapes;
    return g->base ? hail_world_restore_since(g->world, flags, g->base, g->base_size, image, size)
                   : hail_world_restore(g->world, flags, image, size);
}

/* Of the world and, as it is no state, of its set of shapes. */
static uint64_t hash(void *thing) {
    const hail_world *world = ((forge *)thing)->world;
    const hail_shapeset *set = world->shapes;
    uint64_t digest = digest_add(scene_hash(world), set->end);
    for (uint32_t id = 1; id < set->end; id++) {
        const hail_shape_entry *e = shape_entry(set, id);
        const uint32_t words[] = {e->first, e->parts, e->compound, e->hidden, (uint32_t)e->radius};
        for (size_t w = 0; w < sizeof words / sizeof *words; w++)
            digest = digest_add(digest, words[w]);
        for (uint32_t w = 0; e->parts && w < HAIL_CONVEX_WORDS; w++) {
            uint32_t bits;
            memcpy(&bits, shape_row(set, id) + w, sizeof bits);
            digest = digest_add(digest, bits);
        }
    }
    return digest;
}

static void use(void *thing, uint64_t number) { scene_run(((forge *)thing)->world, number, 0, 2); }

static uint8_t *save(forge *g, size_t *size) {
    MUST(hail_world_save_size(g->world, g->shapes, size));
    uint8_t *image = malloc(*size);
    cr_assert_not_null(image);
    MUST(g->base ? hail_world_save_since(g->world, g->shapes, g->base, g->base_size, image, *size, size)
                 : hail_world_save(g->world, g->shapes, image, *size, NULL));
    return image;
}

/* A set of many shapes, with free numbers below the last one, which is a circle. */
static void make_gaps(hail_world *world, uint64_t seed) {
    hail_shapeset *set = hail_world_shapes(world);
    hail_shape shape = {0, 0};
    for (uint64_t i = 0; i < 20; i++)
        scene_reshape(world, seed + i);
    while (shape.id + 1 != set->end)
        MUST(hail_shape_circle(set, 2, &shape));
    for (uint32_t id = SCENE_SHAPES + 1; id + 1 < set->end; id += 2)
        if (hail_shape_of_id(set, id, &shape) == HAIL_OK)
            MUST(hail_shape_destroy(set, &shape));
}

/* WITH_BASE: in three of four layers nothing changes after the base image. WITH_SHAPES: what is made aside before a
 * compound turns out to reach too far takes more than the image. */
static void forge_make(forge *g, uint64_t seed, uint32_t with) {
    *g = (forge){.shapes = with & WITH_SHAPES ? HAIL_SHAPES : 0};
    scene_make(&g->s);
    g->s.no_sprites = g->shapes;
    const hail_world_options options = {.context = allocator_context(counted_allocator(&g->memory), NULL)};
    const forged_target target = {g, restore, hash, use, NULL, &g->memory, IMAGE_HEAD, g->shapes ? 8 : 0};
    g->world = scene_world(&g->s, &options);
    if (g->shapes)
        make_gaps(g->world, seed);
    scene_run(g->world, seed, 0, 4 + (uint32_t)(seed % 5));
    if (with & WITH_BASE) {
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
    for (uint32_t with = 0; with <= (WITH_BASE | WITH_SHAPES); with++) {
        forge g;
        forge_make(&g, 1, with);
        forged_truncations(&g.f);
        forged_flips(&g.f);
        forge_free(&g);
    }
}

static size_t accepted, refused;

static void changed_images(uint64_t seed) {
    enum { IMAGES = 2500 };
    forge g;
    forge_make(&g, seed, (seed % 4 == 3 ? WITH_BASE : 0) | (seed % 3 == 1 ? WITH_SHAPES : 0));
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
    forge_make(&g, 2, 0);
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

/* A number that is no shape of the caller's: of a record of this kind in the image; 0: there is none. */
static uint32_t hidden(const forge *g, const hail_state_image *image, uint32_t kind) {
    uint32_t id = 0;
    for (uint32_t i = 1; g->shapes && i < image_head(image, HEAD_SHAPES); i++)
        id = image_word(image, image->shapes, (uint64_t)(i - 1) * IMAGE_SHAPE + SHAPE_KIND) == kind ? i : id;
    return id;
}

/* Slots that two bodies name, handles of others, shapes that are not of the set. */
static void forge_bodies(forge *g, const hail_state_image *image) {
    const uint32_t end = g->shapes ? image_head(image, HEAD_SHAPES) : SCENE_SHAPES + 1;
    const uint32_t unknown[] = {
        0, end, 0x7fffffff, 0x80000000u, UINT32_MAX, hidden(g, image, SHAPE_PART), hidden(g, image, SHAPE_NONE)};
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
        put(g, 0, HEAD_SHAPES, counts[k], "a count of shapes");
        for (uint64_t l = 0; l < image_head(image, HEAD_LAYERS); l++)
            for (uint32_t word = LAYER_NUMBER; word <= LAYER_COUNT; word++)
                if (word != LAYER_MOTION)
                    put(g, image->layers, l * IMAGE_LAYER + word, counts[k], "a number of a layer");
        for (uint64_t r = 0; r < image_head(image, HEAD_SPANS); r++)
            put(g, image->spans, r * SPAN_WORDS, counts[k], "a count of pairs");
        image_store_wide(g->f.bad + HEAD_SIZE * WORD_BYTES, g->f.size);
    }
}

Test(state_images, aimed) {
    size_t free_slots = 0, touching = 0, remembered = 0;
    for (uint64_t seed = 1; seed <= 16; seed++) {
        forge g;
        hail_state_image image;
        forge_make(&g, seed, 0);
        cr_assert(hail_image_open(&image, g.f.good, NULL));
        free_slots += forge_free_list(&g, &image);
        forge_bodies(&g, &image);
        forge_counts(&g, &image);
        remembered += forge_pairs(&g, image.remembered, image_head(&image, HEAD_REMEMBERED), IMAGE_REMEMBERED);
        for (uint64_t r = 0, at = image.touching; r < image_head(&image, HEAD_SPANS); r++) {
            const uint32_t count = image_word(&image, image.spans, r * SPAN_WORDS);
            touching += forge_pairs(&g, at, count, TOUCHING_WORDS);
            at += (uint64_t)count * TOUCHING_WORDS * WORD_BYTES;
        }
        forge_free(&g);
    }
    cr_assert(free_slots > 30 && touching > 30 && remembered > 30, "%zu free slots, %zu and %zu pairs", free_slots,
              touching, remembered);
}

/* ---- Aimed at shapes --------------------------------------------------------------------------------------------- */

static uint32_t bits_of(float number) {
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static void put_all(forge *g, uint64_t record, uint32_t word, const uint32_t *numbers, size_t count, const char *what) {
    for (size_t k = 0; k < count; k++)
        put(g, record, word, numbers[k], what);
}

/* Numbers that no convex shape has, in the words of one. */
static void forge_convex(forge *g, uint64_t record, uint32_t vertices) {
    const uint32_t counts[] = {1, 9, UINT32_MAX};
    const uint32_t bad[] = {bits_of(NAN), bits_of(INFINITY), bits_of(2.0e6f), bits_of(1.0e-19f)};
    put_all(g, record, SHAPE_COUNT, counts, 3, "a count of vertices");
    put_all(g, record, SHAPE_ROUNDING, bad, 4, "a rounding");
    put(g, record, SHAPE_ROUNDING, bits_of(-1.0f), "a rounding");
    for (uint32_t v = 0; v < HAIL_MAX_VERTICES; v++) {
        put_all(g, record, SHAPE_X + v, bad, 4, "a vertex");
        put_all(g, record, SHAPE_Y + v, bad, 4, "a vertex");
        if (v >= vertices)
            put(g, record, SHAPE_X + v, bits_of(1.0f), "a vertex too many");
    }
    put(g, record, SHAPE_LINK, 1, "a link that is not the shape's");
}

static void forge_compound(forge *g, uint64_t record, uint32_t first, uint32_t count, uint32_t end) {
    const uint32_t links[] = {0, first - 1, first + 1, end - 1, end, UINT32_MAX};
    const uint32_t counts[] = {0, count - 1, count + 1, HAIL_MAX_PARTS + 1, UINT32_MAX};
    put_all(g, record, SHAPE_LINK, links, 6, "another first part");
    put_all(g, record, SHAPE_COUNT, counts, 5, "another count of parts");
    put(g, record, SHAPE_X, 1, "a compound with a vertex");
    image_store(word_at(g, record, SHAPE_LINK), UINT32_MAX - 1);
    put(g, record, SHAPE_COUNT, count == 3 ? 4 : 3, "parts beyond all numbers");
}

/* A part that fits, in a compound that then does not. */
static void forge_far(forge *g, uint64_t record) {
    image_store(word_at(g, record, SHAPE_COUNT), 0);
    for (uint32_t word = SHAPE_X; word < IMAGE_SHAPE; word++)
        image_store(word_at(g, record, word), 0);
    put(g, record, SHAPE_ROUNDING, bits_of(HAIL_MAX_REACH), "a compound that reaches too far");
}

static void forge_shapes(forge *g, const hail_state_image *image, size_t seen[SHAPE_KINDS]) {
    const uint32_t end = image_head(image, HEAD_SHAPES);
    for (uint32_t id = 1; id < end; id++) {
        const uint64_t record = image->shapes + (uint64_t)(id - 1) * IMAGE_SHAPE * WORD_BYTES;
        const uint32_t kind = image_word(image, record, SHAPE_KIND), count = image_word(image, record, SHAPE_COUNT),
                       link = image_word(image, record, SHAPE_LINK);
        seen[kind]++;
        for (uint32_t other = 0; other <= SHAPE_KINDS; other++)
            if (kind != SHAPE_NONE || other != SHAPE_CONVEX) /* that would be a point */
                put(g, record, SHAPE_KIND, other, "another kind");
        if (kind == SHAPE_COMPOUND)
            forge_compound(g, record, link, count, end);
        if (kind == SHAPE_CONVEX || kind == SHAPE_PART)
            forge_convex(g, record, count);
        if (kind == SHAPE_PART) {
            const uint32_t links[] = {0, id, link - 1, link + 1, end, UINT32_MAX};
            put_all(g, record, SHAPE_LINK, links, 6, "a part of another one");
            forge_far(g, record);
        }
    }
    memset(g->f.bad + image->shapes + (uint64_t)(end - 2) * IMAGE_SHAPE * WORD_BYTES, 0, IMAGE_SHAPE * WORD_BYTES);
    forged_refuse(&g->f, "an end above all numbers");
    put(g, 0, HEAD_EDITS + 1, UINT32_MAX, "more changes than can be counted");
}

Test(state_images, aimed_at_shapes) {
    size_t seen[SHAPE_KINDS] = {0};
    for (uint64_t seed = 1; seed <= 8; seed++) {
        forge g;
        hail_state_image image;
        forge_make(&g, seed, WITH_SHAPES);
        cr_assert(hail_image_open(&image, g.f.good, NULL));
        forge_shapes(&g, &image, seen);
        forge_bodies(&g, &image);
        forge_counts(&g, &image);
        forge_free(&g);
    }
    cr_assert(seen[SHAPE_NONE] > 5 && seen[SHAPE_CONVEX] > 20 && seen[SHAPE_COMPOUND] > 10 && seen[SHAPE_PART] > 20,
              "%zu free, %zu convex, %zu compounds, %zu parts", seen[0], seen[1], seen[2], seen[3]);
}
