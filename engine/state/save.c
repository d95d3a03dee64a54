/* engine/state/save.c - writes a world's state to an image, section by section. */
#include <hail/state.h>

#include "base/check.h"
#include "events/event_lists.h"
#include "image.h"
#include "world/layers.h"

/* ---- Sizes ------------------------------------------------------------------------------------------------------- */

/* What decides how long an image is. */
typedef struct save_counts {
    uint32_t layers, users, remembered;
    uint32_t shapes; /* above all numbers of the set's; 0: none are saved */
    uint64_t bytes;
} save_counts;

static uint32_t count_users(const hail_touching *touching) {
    uint32_t users = 0;
    for (uint32_t r = 0; r < touching->span_count; r++)
        users += touching_spans(touching)[r].users ? touching_spans(touching)[r].count : 0;
    return users;
}

static uint32_t count_remembered(const hail_world *world) {
    const hail_pair_memory *memory = &world->pair_memory;
    uint32_t count = 0;
    for (uint32_t i = 0; memory->count && i < memory->room; i++)
        count += hail_state_remembers(world, &pair_entries(memory)[i]);
    return count;
}

static save_counts counts_of(const hail_world *world, uint32_t flags) {
    save_counts c = {.users = count_users(&world->events.last), .remembered = count_remembered(world)};
    c.shapes = flags & HAIL_SHAPES ? world->shapes->end : 0;
    uint64_t words = IMAGE_HEAD;
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++) {
        const hail_layer *layer = hail_state_layer(world, l);
        if (hail_state_layer_blank(layer))
            continue;
        c.layers++;
        words += IMAGE_LAYER + hail_image_column_at(layer->options.columns, layer->count, COLUMN_COUNT) / WORD_BYTES;
    }
    words += image_rules_words(world->rules.count) + (uint64_t)world->bodies.slot_count * SLOT_WORDS;
    words += (uint64_t)world->events.last.span_count * SPAN_WORDS + (uint64_t)world->events.last.count * TOUCHING_WORDS;
    words += (uint64_t)c.users * USERS_WORDS + (uint64_t)c.remembered * IMAGE_REMEMBERED;
    words += image_shapes_words(c.shapes);
    c.bytes = words * WORD_BYTES;
    return c;
}

/* ---- Sections ---------------------------------------------------------------------------------------------------- */

static uint8_t *put_words(uint8_t *at, const uint32_t *words, uint32_t count) {
    hail_image_put(at, words, count, WORD_BYTES);
    return at + (size_t)count * WORD_BYTES;
}

static uint8_t *put_head(uint8_t *at, const hail_world *world, const save_counts *c, const hail_state_image *base) {
    const hail_body_store *bodies = &world->bodies;
    uint32_t head[IMAGE_HEAD] = {[HEAD_SET] = world->shapes->number,
                                 [HEAD_SLOTS] = bodies->slot_count,
                                 [HEAD_FREE_SLOT] = bodies->free_slot,
                                 [HEAD_LIVE] = bodies->live,
                                 [HEAD_LAYERS] = c->layers,
                                 [HEAD_RULES] = world->rules.count,
                                 [HEAD_SPANS] = world->events.last.span_count,
                                 [HEAD_TOUCHING] = world->events.last.count,
                                 [HEAD_USERS] = c->users,
                                 [HEAD_REMEMBERED] = c->remembered,
                                 [HEAD_SHAPES] = c->shapes,
                                 [HEAD_FOLLOWED] = world->pair_memory.revision == world->rules.revision,
                                 [HEAD_FRESH] = bodies->fresh};
    hail_state_options(world, head + HEAD_OPTIONS);
    hail_image_put_head(at, head, &hail_state_format, c->bytes);
    image_store_wide(at + HEAD_STEP * WORD_BYTES, world->stats.step);
    image_store_wide(at + HEAD_EDITS * WORD_BYTES, world->shapes->edits);
    image_store_wide(at + HEAD_PIERCING * WORD_BYTES, world->pair_memory.piercing);
    image_store_wide(at + HEAD_TILES * WORD_BYTES, hail_state_tiles(world));
    image_store_wide(at + HEAD_WALLS * WORD_BYTES, hail_state_walls(world));
    image_store_wide(at + HEAD_BASE * WORD_BYTES, base ? hail_image_identity(base) : 0);
    return at + IMAGE_HEAD * WORD_BYTES;
}

/* Whether the next step leaves the order of a layer's bodies as it is. */
static bool is_settled(const hail_layer *layer) {
    const hail_layer_index *index = layer_index(layer);
    return layer->options.is_static && (layer->settled || (index && index->ordered && !layer->rebuild));
}

static uint8_t *put_layers(uint8_t *at, const hail_world *world) {
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++) {
        const hail_layer *layer = hail_state_layer(world, l);
        if (hail_state_layer_blank(layer))
            continue;
        uint32_t record[IMAGE_LAYER] = {[LAYER_NUMBER] = l,
                                        [LAYER_COLUMNS] = layer->options.columns,
                                        [LAYER_BOUNDS] = layer->options.bounds,
                                        [LAYER_MOTION] = layer_motion(layer),
                                        [LAYER_ACTIVE] = layer->active,
                                        [LAYER_DISABLED] = layer->disabled,
                                        [LAYER_COUNT] = layer->count,
                                        [LAYER_UNIFORM] = layer->uniform_shape,
                                        [LAYER_POLYGONS] = layer->polygons,
                                        [LAYER_COMPOSED] = layer->composed,
                                        [LAYER_BORROWED] = layer->options.borrowed,
                                        [LAYER_FIRST_SLOT] = layer->options.borrowed ? layer->first_slot : 0,
                                        [LAYER_SETTLED] = is_settled(layer)};
        at = put_words(at, record, IMAGE_LAYER);
    }
    return at;
}

static uint8_t *put_rules(uint8_t *at, const hail_world *world) {
    uint32_t words[RULE_WORDS];
    for (uint32_t r = 0; r < world->rules.count; r++) {
        rule_to_words(&rule_entries(&world->rules)[r], words);
        at = put_words(at, words, RULE_WORDS);
    }
    if (world->rules.count % 2)
        at = put_words(at, &(const uint32_t){0}, 1);
    return at;
}

static uint8_t *put_column(uint8_t *at, const hail_layer *layer, int column) {
    const size_t element = hail_layer_element[column],
                 bytes = (size_t)image_column_bytes(layer->count, (uint32_t)element);
    if (bytes)
        memset(at + bytes - WORD_BYTES, 0, WORD_BYTES); /* the padding */
    if (column == COLUMN_HANDLE)                        /* two words each */
        hail_image_put(at, layer->column[column], (size_t)layer->count * 2, WORD_BYTES);
    else
        hail_image_put(at, layer->column[column], layer->count, element);
    return at + bytes;
}

static uint8_t *put_slots(uint8_t *at, const hail_world *world) {
    hail_image_put(at, world->bodies.slots.data, (size_t)world->bodies.slot_count * SLOT_WORDS, WORD_BYTES);
    return at + (size_t)world->bodies.slot_count * SLOT_WORDS * WORD_BYTES;
}

/* Writes the columns of the layers, whose records begin at `record`; and takes those back that are as in the base. */
static uint8_t *put_columns(uint8_t *at, const hail_world *world, const hail_state_image *base, uint8_t *record) {
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++) {
        const hail_layer *layer = hail_state_layer(world, l);
        if (hail_state_layer_blank(layer))
            continue;
        const uint8_t *same = base ? hail_image_columns(base, l, layer->options.columns, layer->count) : NULL;
        uint8_t *const begin = at;
        for (int c = 0; layer->count && c < COLUMN_COUNT; c++)
            at = layer->column[c] ? put_column(at, layer, c) : at;
        if (same && at > begin && memcmp(begin, same, (size_t)(at - begin)) == 0) {
            image_store(record + LAYER_IN_BASE * WORD_BYTES, 1);
            at = begin;
        }
        record += IMAGE_LAYER * WORD_BYTES;
    }
    return at;
}

static uint8_t *put_touching(uint8_t *at, const hail_touching *touching) {
    const hail_touching_span *spans = touching_spans(touching);
    for (uint32_t r = 0; r < touching->span_count; r++) {
        const uint32_t layers = spans[r].a | (uint32_t)spans[r].b << 8 | (uint32_t)spans[r].users << 16;
        at = put_words(at, (const uint32_t[]){spans[r].count, layers}, SPAN_WORDS);
    }
    hail_image_put(at, touching->pairs.data, (size_t)touching->count * TOUCHING_WORDS, WORD_BYTES);
    at += (size_t)touching->count * TOUCHING_WORDS * WORD_BYTES;
    for (uint32_t r = 0, first = 0; r < touching->span_count; first += spans[r++].count) {
        if (!spans[r].users)
            continue;
        hail_image_put(at, touching_users(touching) + first, (size_t)spans[r].count * 2, 2 * WORD_BYTES);
        at += (size_t)spans[r].count * USERS_WORDS * WORD_BYTES;
    }
    return at;
}

/* ---- Remembered pairs -------------------------------------------------------------------------------------------- */

static void swap_records(uint8_t *a, uint8_t *b) {
    uint8_t hold[RECORD_BYTES];
    memcpy(hold, a, RECORD_BYTES);
    memcpy(a, b, RECORD_BYTES);
    memcpy(b, hold, RECORD_BYTES);
}

/* Lets a record sink until no larger one is below it (heapsort; J. W. J. Williams, Algorithm 232, 1964). */
static void sink_record(uint8_t *records, size_t at, size_t count) {
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count &&
            hail_record_before(records + child * RECORD_BYTES, records + (child + 1) * RECORD_BYTES))
            child++;
        if (!hail_record_before(records + at * RECORD_BYTES, records + child * RECORD_BYTES))
            return;
        swap_records(records + at * RECORD_BYTES, records + child * RECORD_BYTES);
    }
}

static void sort_records(uint8_t *records, size_t count) {
    for (size_t at = count / 2; at-- > 0;)
        sink_record(records, at, count);
    for (size_t left = count; left-- > 1;) {
        swap_records(records, records + left * RECORD_BYTES);
        sink_record(records, 0, left);
    }
}

static uint8_t *put_remembered(uint8_t *at, const hail_world *world, uint32_t count) {
    const hail_pair_memory *memory = &world->pair_memory;
    uint8_t *record = at;
    for (uint32_t i = 0; count && i < memory->room; i++) {
        const hail_remembered *e = &pair_entries(memory)[i];
        if (!hail_state_remembers(world, e))
            continue;
        const uint32_t layers = (uint32_t)e->layer_a << 16 | (uint32_t)e->layer_b << 8 | e->grazed;
        const uint32_t words[] = {layers, e->time, e->a.slot, e->a.generation, e->b.slot, e->b.generation};
        image_store_wide(put_words(record, words, PAIR_AGE), memory->steps - e->since);
        record += RECORD_BYTES;
    }
    sort_records(at, count);
    return record;
}

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

static hail_status check_save(const hail_world *world, uint32_t flags, const char *field, const void *out) {
    HAIL_REQUIRE(hail_state_check_handles(world->heap.error, "world", world));
    if (flags & ~(uint32_t)(HAIL_TRUSTED | HAIL_SHAPES))
        return hail_fail(world->heap.error, HAIL_BAD_ARGUMENT, "flags", "has an unknown flag");
    HAIL_REQUIRE(hail_argument_given(world, field, out));
    return flags & HAIL_SHAPES ? hail_image_check_set(world) : HAIL_OK;
}

hail_status hail_world_save_size(const hail_world *world, uint32_t flags, size_t *size) {
    HAIL_REQUIRE(hail_state_check(world));
    HAIL_REQUIRE(check_save(world, flags, "size", size));
    *size = (size_t)counts_of(world, flags).bytes;
    return HAIL_OK;
}

static hail_status save_with(const hail_world *world, uint32_t flags, const hail_state_image *base, void *image,
                             size_t size, size_t *written) {
    HAIL_REQUIRE(check_save(world, flags, "image", image));
    const save_counts counts = counts_of(world, flags);
    if (size < counts.bytes)
        return hail_fail(world->heap.error, HAIL_FULL, "size", "is less than hail_world_save_size tells");
    uint8_t *const begin = image, *at = put_head(begin, world, &counts, base), *const layers = at;
    at = put_layers(at, world);
    at = put_rules(at, world);
    at = put_slots(at, world);
    at = put_columns(at, world, base, layers);
    at = put_touching(at, &world->events.last);
    at = put_remembered(at, world, counts.remembered);
    if (counts.shapes)
        at = hail_image_put_shapes(at, world->shapes);
    image_store_wide(begin + HEAD_SIZE * WORD_BYTES, (uint64_t)(at - begin));
    hail_image_seal(begin, flags);
    if (written)
        *written = (size_t)(at - begin);
    return HAIL_OK;
}

hail_status hail_world_save(const hail_world *world, uint32_t flags, void *image, size_t size, size_t *written) {
    HAIL_REQUIRE(hail_state_check(world));
    return save_with(world, flags, NULL, image, size, written);
}

hail_status hail_world_save_since(const hail_world *world, uint32_t flags, const void *base, size_t base_size,
                                  void *image, size_t size, size_t *written) {
    hail_state_image from;
    HAIL_REQUIRE(hail_state_check(world));
    HAIL_REQUIRE(hail_image_open_base(world->heap.error, base, base_size, &from));
    return save_with(world, flags, &from, image, size, written);
}
