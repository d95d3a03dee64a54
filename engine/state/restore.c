/* engine/state/restore.c - makes a world's state that of an image: first all checks, then all memory, then what cannot
 * fail. */
#include <hail/state.h>

#include "base/check.h"
#include "events/event_lists.h"
#include "events/event_contacts.h"
#include "events/event_rules.h"
#include "image.h"
#include "lowest_bit.h"
#include "world/bodies.h"
#include "world/layers.h"
#include "world/rule_queries.h"
#include "world/shapeset.h"
#include "world/shared_scratch.h"
#include "world/slots.h"

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static hail_status check_options(const hail_world *world, const hail_state_image *image) {
    static const char *const problem[OPTION_WORDS] = {
        "is of a world with another min_x",         "is of a world with another min_y",
        "is of a world with another max_x",         "is of a world with another max_y",
        "is of a world with another max_bodies",    "is of a world with another max_touching",
        "is of a world with another max_remembered"};
    uint32_t own[OPTION_WORDS];
    hail_state_options(world, own);
    return hail_image_check_words(world->heap.error, image->bytes, HEAD_OPTIONS, own, problem, OPTION_WORDS);
}

/* Whether all shapes of the set are as they were when the image was saved. */
static bool shapes_unchanged(const hail_world *world, const hail_state_image *image) {
    return image_head(image, HEAD_SET) == world->shapes->number &&
           image_wide(image, 0, HEAD_EDITS) == world->shapes->edits;
}

static hail_status check_maps(const hail_world *world, const hail_state_image *image) {
    if (image_wide(image, 0, HEAD_TILES) != hail_state_tiles(world))
        return hail_fail(world->heap.error, HAIL_BAD_ARGUMENT, "image",
                         "is of a world with another tile map, or this one in another state");
    if (image_wide(image, 0, HEAD_WALLS) != hail_state_walls(world))
        return hail_fail(world->heap.error, HAIL_BAD_ARGUMENT, "image",
                         "is of a world with another sector map, or this one in another state");
    return HAIL_OK;
}

/* equal: the world's set has the shapes that it shall have. */
static hail_status check_image(const hail_world *world, const hail_state_image *image, uint32_t flags, bool *equal) {
    const bool trusted = flags & HAIL_TRUSTED, own = flags & HAIL_SHAPES;
    *equal = true;
    HAIL_REQUIRE(check_options(world, image));
    if (!own && image_wide(image, 0, HEAD_EDITS) > world->shapes->edits)
        return hail_fail(world->heap.error, HAIL_UNKNOWN_SHAPE, "image",
                         "was saved after changes of shapes that this set did not have");
    if (!trusted)
        HAIL_REQUIRE(hail_image_check(world, image));
    if (own)
        HAIL_REQUIRE(hail_image_check_own_shapes(world, image, equal));
    if (!(flags & HAIL_ANY_MAPS))
        HAIL_REQUIRE(check_maps(world, image));
    return trusted && (own || shapes_unchanged(world, image)) ? HAIL_OK : hail_image_check_shapes(world, image, own);
}

typedef struct restore_from {
    const void *image, *base;
    size_t size, base_size;
    uint32_t flags;
    bool has_base;
} restore_from;

static hail_status check_base(hail_error *error, const restore_from *from, hail_state_image *base) {
    const uint64_t needed = head_wide(from->image, HEAD_BASE);
    if (!from->has_base)
        return needed ? hail_fail(error, HAIL_BAD_ARGUMENT, "image", "needs its base image: hail_world_restore_since")
                      : HAIL_OK;
    HAIL_REQUIRE(hail_image_open_base(error, from->base, from->base_size, base));
    return hail_image_identity(base) == needed
               ? HAIL_OK
               : hail_fail(error, HAIL_BAD_ARGUMENT, "base", "is not the image that this one was saved with");
}

static hail_status check_restore(const hail_world *world, const restore_from *from, hail_state_image *image,
                                 bool *equal) {
    HAIL_REQUIRE(hail_state_check(world));
    hail_error *error = world->heap.error;
    hail_state_image base = {.bytes = NULL};
    if (scratch_busy(world))
        return hail_fail_busy(world);
    HAIL_REQUIRE(hail_image_check_given(error, from->flags, HAIL_TRUSTED | HAIL_ANY_MAPS | HAIL_SHAPES, from->image));
    HAIL_REQUIRE(hail_image_check_head(error, &hail_state_format, from->image, from->size));
    if (!(from->flags & HAIL_TRUSTED))
        HAIL_REQUIRE(hail_image_check_sum(error, from->image));
    HAIL_REQUIRE(check_base(error, from, &base));
    if (!hail_image_open(image, from->image, from->has_base ? &base : NULL))
        return hail_fail(error, HAIL_BAD_ARGUMENT, "image", "is cut short or corrupt");
    return check_image(world, image, from->flags, equal);
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

/* Blocks for the layers whose own are too small, in the image's order. */
typedef struct new_blocks {
    void *block[HAIL_MAX_LAYERS];
    size_t bytes[HAIL_MAX_LAYERS];
    uint32_t capacity[HAIL_MAX_LAYERS];
} new_blocks;

static bool make_block(hail_world *world, const hail_state_image *image, uint32_t l, new_blocks *made) {
    const hail_layer *layer = hail_layer_use(&world->heap, &world->bodies, image_layer(image, l, LAYER_NUMBER));
    const uint32_t columns = image_layer(image, l, LAYER_COLUMNS), count = image_layer(image, l, LAYER_COUNT),
                   borrowed = image_layer(image, l, LAYER_BORROWED), bodies = borrowed ? borrowed : count;
    made->block[l] = NULL;
    if (!layer)
        return false;
    made->capacity[l] = bodies > layer->capacity ? bodies : layer->capacity;
    if (columns == layer->options.columns && bodies <= layer->capacity)
        return true;
    if ((uint64_t)made->capacity[l] * 128 > SIZE_MAX / 2) /* on 32-bit systems, as in hail_layer_fit */
        return false;
    made->bytes[l] = hail_layer_bytes(made->capacity[l], columns);
    if (made->bytes[l] <= layer->block_bytes)
        return true;
    made->block[l] = hail_state_new(&world->heap, made->bytes[l]);
    return made->block[l] != NULL;
}

static void free_blocks(hail_world *world, new_blocks *made, uint32_t count) {
    for (uint32_t l = 0; l < count; l++)
        hail_state_free(&world->heap, made->block[l], made->bytes[l]);
}

/* The table last: what is known by slot (hail_pair_recent) is then written anew. */
static bool make_room(hail_world *world, const hail_state_image *image) {
    const uint32_t slots = image_head(image, HEAD_SLOTS), remembered = image_head(image, HEAD_REMEMBERED);
    return hail_slots_reserve(&world->heap, &world->bodies, slots) &&
           hail_state_grow(&world->heap, &world->rules.entries, image_head(image, HEAD_RULES) * sizeof(hail_rule)) &&
           hail_events_reserve_last(world, image_head(image, HEAD_TOUCHING), image_head(image, HEAD_SPANS)) &&
           (!remembered || (hail_pair_recent_grow(world, slots) && hail_pair_table_grow(world, remembered)));
}

static bool make_memory(hail_world *world, const hail_state_image *image, new_blocks *made) {
    const uint32_t layers = image_head(image, HEAD_LAYERS);
    for (uint32_t l = 0; l < layers; l++)
        if (!make_block(world, image, l, made)) {
            free_blocks(world, made, l);
            return false;
        }
    if (make_room(world, image))
        return true;
    free_blocks(world, made, layers);
    return false;
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

/* As if it had never been used; its memory stays. */
static void empty_layer(hail_world *world, uint32_t number) {
    static const hail_layer_options none = {.bounds = HAIL_OPEN};
    hail_layer *layer = world->bodies.layer[number];
    layer->active = layer->disabled = layer->count = 0;
    layer->polygons = layer->composed = layer->uniform_shape = 0;
    hail_layer_set_options(&world->bodies, number, &none);
}

/* Layers that are not in the image are empty, and lose their columns. */
static void empty_others(hail_world *world, uint64_t in_image) {
    for (uint64_t left = world->bodies.used & ~in_image; left; left &= left - 1) {
        hail_layer *layer = world->bodies.layer[lowest_bit_64(left)];
        empty_layer(world, lowest_bit_64(left));
        if (layer->options.columns)
            hail_layer_lay_out(layer, layer->block, layer->capacity, 0);
    }
}

/* Gives a layer its columns, in a new block or in its own. */
static void place_columns(hail_world *world, hail_layer *layer, uint32_t columns, const new_blocks *made, uint32_t l) {
    if (made->block[l]) {
        hail_state_free(&world->heap, layer->block, layer->block_bytes);
        layer->block_bytes = made->bytes[l];
        hail_layer_lay_out(layer, made->block[l], made->capacity[l], columns);
    } else if (columns != layer->options.columns || made->capacity[l] != layer->capacity) {
        hail_layer_lay_out(layer, layer->block, made->capacity[l], columns);
    } else {
        return;
    }
    layer->room = 0; /* a step may need more for other columns */
}

static void get_columns(hail_layer *layer, const uint8_t *at) {
    for (int c = 0; c < COLUMN_COUNT; c++) {
        const uint32_t element = hail_layer_element[c];
        if (!layer->column[c] || !layer->count)
            continue;
        if (c == COLUMN_HANDLE)
            hail_image_get(layer->column[c], at, (size_t)layer->count * 2, WORD_BYTES);
        else
            hail_image_get(layer->column[c], at, layer->count, element);
        at += image_column_bytes(layer->count, element);
    }
}

/* Whether a world's shapes are those that it had before the restore, and those that the image was saved with, which may
 * be relied on. */
typedef struct known_shapes {
    bool as_before, as_saved;
} known_shapes;

static void count_shapes(const hail_world *world, hail_layer *layer, const uint32_t *record, bool as_saved) {
    if (as_saved) {
        layer->uniform_shape = record[LAYER_UNIFORM];
        layer->polygons = record[LAYER_POLYGONS];
        layer->composed = record[LAYER_COMPOSED];
        return;
    }
    layer->polygons = layer->composed = layer->uniform_shape = 0;
    for (uint32_t i = 0; i < layer->count; i++)
        hail_bodies_join(world->shapes, layer, layer_words(layer, COLUMN_SHAPE)[i], i == 0);
}

/* Gives a layer the options and the room of an image's record. */
static void make_layer(hail_world *world, const new_blocks *made, uint32_t l, const uint32_t *record) {
    const hail_layer_options options = {.bounds = record[LAYER_BOUNDS],
                                        .caller_moved = record[LAYER_MOTION] == MOTION_CALLER,
                                        .is_static = record[LAYER_MOTION] == MOTION_STATIC,
                                        .borrowed = record[LAYER_BORROWED],
                                        .generations = record[LAYER_MOTION] == MOTION_BORROWED};
    empty_layer(world, record[LAYER_NUMBER]);
    place_columns(world, world->bodies.layer[record[LAYER_NUMBER]], record[LAYER_COLUMNS], made, l);
    hail_layer_set_options(&world->bodies, record[LAYER_NUMBER], &options);
}

static void get_layer(hail_world *world, const hail_state_image *image, const new_blocks *made, uint32_t l,
                      known_shapes known) {
    uint32_t record[IMAGE_LAYER];
    image_record(image, image->layers, l, record, IMAGE_LAYER);
    hail_layer *layer = world->bodies.layer[record[LAYER_NUMBER]];
    if (!known.as_before || !hail_layer_keeps(layer, record))
        make_layer(world, made, l, record);
    else if (!hail_layer_mark_others(layer, record, image->columns_of[l]))
        return;
    layer->active = record[LAYER_ACTIVE];
    layer->disabled = record[LAYER_DISABLED];
    layer->count = record[LAYER_COUNT];
    layer->first_slot = record[LAYER_FIRST_SLOT];
    layer->settled = layer->rebuild && record[LAYER_SETTLED];
    world->bodies.unlent += record[LAYER_BORROWED] ? record[LAYER_BORROWED] - record[LAYER_COUNT] : 0;
    get_columns(layer, image->columns_of[l]);
    count_shapes(world, layer, record, known.as_saved);
}

static void get_layers(hail_world *world, const hail_state_image *image, const new_blocks *made, known_shapes known) {
    uint64_t in_image = 0;
    world->bodies.unlent = 0;
    for (uint32_t l = 0; l < image_head(image, HEAD_LAYERS); l++) {
        in_image |= UINT64_C(1) << image_layer(image, l, LAYER_NUMBER);
        get_layer(world, image, made, l, known);
    }
    empty_others(world, in_image);
}

static void get_slots(hail_world *world, const hail_state_image *image) {
    hail_body_store *bodies = &world->bodies;
    bodies->slot_count = image_head(image, HEAD_SLOTS);
    bodies->free_slot = image_head(image, HEAD_FREE_SLOT);
    bodies->live = image_head(image, HEAD_LIVE);
    bodies->fresh = image_head(image, HEAD_FRESH);
    bodies->marked = 0;
    hail_image_get(bodies->slots.data, image->bytes + image->slots, (size_t)bodies->slot_count * SLOT_WORDS,
                   WORD_BYTES);
    if (bodies->freed.data) /* steps of the abandoned future have the same numbers */
        memset(bodies->freed.data, 0, bodies->freed.bytes);
}

/* ---- Rules and pairs --------------------------------------------------------------------------------------------- */

static void get_rules(hail_world *world, const hail_state_image *image) {
    uint32_t words[RULE_WORDS];
    world->rules.count = image_head(image, HEAD_RULES);
    for (uint32_t r = 0; r < world->rules.count; r++) {
        image_record(image, image->rules, r, words, RULE_WORDS);
        rule_entries(&world->rules)[r] = rule_of_words(words);
    }
    hail_rules_changed(world);
}

static void get_touching(hail_touching *touching, const hail_state_image *image) {
    const uint8_t *users = image->bytes + image->users;
    touching->count = image_head(image, HEAD_TOUCHING);
    touching->span_count = image_head(image, HEAD_SPANS);
    hail_image_get(touching->pairs.data, image->bytes + image->touching, (size_t)touching->count * TOUCHING_WORDS,
                   WORD_BYTES);
    for (uint32_t r = 0, first = 0; r < touching->span_count; first += touching_spans(touching)[r++].count) {
        const uint32_t count = image_word(image, image->spans, (uint64_t)r * SPAN_WORDS),
                       layers = image_word(image, image->spans, (uint64_t)r * SPAN_WORDS + 1);
        touching_spans(touching)[r] =
            (hail_touching_span){count, (uint8_t)layers, (uint8_t)(layers >> 8), layers >> 16 != 0};
        if (!(layers >> 16))
            continue;
        hail_image_get(touching_users(touching) + first, users, (size_t)count * 2, 2 * WORD_BYTES);
        users += (size_t)count * USERS_WORDS * WORD_BYTES;
    }
}

static hail_remembered remembered_of(const hail_state_image *image, uint64_t record, uint64_t steps) {
    uint32_t r[IMAGE_REMEMBERED];
    image_record(image, image->remembered, record, r, IMAGE_REMEMBERED);
    return (hail_remembered){.a = {r[PAIR_A], r[PAIR_A + 1]},
                             .b = {r[PAIR_B], r[PAIR_B + 1]},
                             .since =
                                 steps - image_wide(image, image->remembered, record * IMAGE_REMEMBERED + PAIR_AGE),
                             .time = r[PAIR_TIME],
                             .layer_a = (uint8_t)(r[PAIR_LAYERS] >> 16),
                             .layer_b = (uint8_t)(r[PAIR_LAYERS] >> 8),
                             .grazed = (uint8_t)r[PAIR_LAYERS]};
}

/* hail_pair_memory.steps goes on: only how long ago something was matters. */
static void get_remembered(hail_world *world, const hail_state_image *image) {
    hail_pair_memory *memory = &world->pair_memory;
    if (memory->table.data && memory->count)
        memset(memory->table.data, 0, memory->table.bytes);
    if (memory->recent.data)
        memset(memory->recent.data, 0, memory->recent.bytes);
    memory->count = 0;
    memory->widowed = false;
    memory->piercing = image_wide(image, 0, HEAD_PIERCING);
    memory->revision = world->rules.revision - (image_head(image, HEAD_FOLLOWED) ? 0 : 1);
    for (uint64_t i = 0; i < image_head(image, HEAD_REMEMBERED); i++) {
        const hail_remembered e = remembered_of(image, i, memory->steps);
        hail_pair_table_put(memory, &e);
    }
}

/* ---- The call ---------------------------------------------------------------------------------------------------- */

/* What the last step reported is gone. */
static void forget_report(hail_world *world, uint64_t step) {
    world->removal_count = world->kept_count = 0;
    world->stats = (hail_step_stats){.variant = world->stats.variant, .step = step};
    hail_events_begin_step(world);
}

static hail_status restore(hail_world *world, const restore_from *given) {
    hail_state_image from = {.bytes = NULL};
    hail_shapeset aside;
    bool equal = true;
    const hail_status status = check_restore(world, given, &from, &equal);
    if (status != HAIL_OK || !from.spans) /* what clang-tidy cannot see: it was opened */
        return status;
    new_blocks made = {.block = {NULL}};
    if (!equal)
        HAIL_REQUIRE(hail_image_make_shapes(world, &from, &aside));
    if (!make_memory(world, &from, &made)) {
        if (!equal)
            hail_shapeset_drop(world->shapes, &aside);
        return hail_fail_memory(world->heap.error);
    }
    const known_shapes known = {equal, (given->flags & HAIL_TRUSTED) &&
                                           (given->flags & HAIL_SHAPES || shapes_unchanged(world, &from))};
    if (!equal)
        hail_shapeset_exchange(world->shapes, &aside, image_wide(&from, 0, HEAD_EDITS));
    forget_report(world, image_wide(&from, 0, HEAD_STEP));
    get_layers(world, &from, &made, known);
    get_slots(world, &from);
    get_rules(world, &from);
    get_touching(&world->events.last, &from);
    get_remembered(world, &from);
    return HAIL_OK;
}

hail_status hail_world_restore(hail_world *world, uint32_t flags, const void *image, size_t size) {
    return restore(world, &(restore_from){.image = image, .size = size, .flags = flags});
}

hail_status hail_world_restore_since(hail_world *world, uint32_t flags, const void *base, size_t base_size,
                                     const void *image, size_t size) {
    return restore(world, &(restore_from){image, base, size, base_size, flags, true});
}
