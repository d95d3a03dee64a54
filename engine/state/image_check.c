/* engine/state/image_check.c - refuses images that no save has written, before any memory is made for them. Each check
 * relies on those before it. */
#include "base/check.h"
#include "events/event_lists.h"
#include "image.h"
#include "world/check_rule.h"
#include "world/layers.h"
#include "world/slots.h"

static hail_status refuse(const hail_world *world, const char *problem) {
    return hail_fail(world->heap.error, HAIL_BAD_ARGUMENT, "image", problem);
}

/* ---- Layers and rules -------------------------------------------------------------------------------------------- */

static bool borrowed_good(const uint32_t *r) {
    return r[LAYER_BORROWED] && r[LAYER_BORROWED] <= HAIL_MAX_BODIES && r[LAYER_COUNT] <= r[LAYER_BORROWED] &&
           !r[LAYER_DISABLED] && r[LAYER_BOUNDS] == HAIL_OPEN && !(r[LAYER_COLUMNS] & HAIL_BORROWED_REFUSES);
}

static bool motion_good(const uint32_t *r) {
    if (r[LAYER_SETTLED] > (r[LAYER_MOTION] == MOTION_STATIC))
        return false;
    if (r[LAYER_MOTION] == MOTION_BORROWED)
        return borrowed_good(r);
    return !r[LAYER_BORROWED] && !r[LAYER_FIRST_SLOT] &&
           (r[LAYER_MOTION] < MOTION_STATIC || (r[LAYER_MOTION] == MOTION_STATIC && r[LAYER_BOUNDS] == HAIL_OPEN &&
                                                !(r[LAYER_COLUMNS] & HAIL_STATIC_REFUSES)));
}

static bool layer_good(const hail_world *world, const uint32_t *r) {
    return r[LAYER_NUMBER] < HAIL_MAX_LAYERS && !(r[LAYER_COLUMNS] & ~(uint32_t)HAIL_ALL_COLUMNS) &&
           r[LAYER_BOUNDS] <= HAIL_WRAP && (r[LAYER_BOUNDS] == HAIL_OPEN || world->has_bounds) && motion_good(r) &&
           r[LAYER_COUNT] <= HAIL_MAX_BODIES && r[LAYER_IN_BASE] <= 1 && r[LAYER_ACTIVE] <= r[LAYER_COUNT] &&
           r[LAYER_DISABLED] <= r[LAYER_COUNT] - r[LAYER_ACTIVE];
}

static bool layers_good(const hail_world *world, const hail_state_image *image) {
    uint32_t record[IMAGE_LAYER];
    uint64_t next = 0, bodies = 0, taken = 0;
    for (uint32_t l = 0; l < image_head(image, HEAD_LAYERS); l++) {
        image_record(image, image->layers, l, record, IMAGE_LAYER);
        if (!layer_good(world, record) || record[LAYER_NUMBER] < next)
            return false;
        next = (uint64_t)record[LAYER_NUMBER] + 1;
        bodies += record[LAYER_COUNT];
        taken += record[LAYER_BORROWED] ? record[LAYER_BORROWED] : record[LAYER_COUNT];
    }
    return bodies == image_head(image, HEAD_LIVE) && taken <= image_head(image, HEAD_OPTIONS + 4);
}

static bool layer_borrowed(const hail_state_image *image, uint32_t layer) {
    for (uint64_t l = 0; l < image_head(image, HEAD_LAYERS); l++)
        if (image_layer(image, l, LAYER_NUMBER) == layer)
            return image_layer(image, l, LAYER_BORROWED);
    return false;
}

/* Whether a rule before this one names the same layers the other way round. */
static bool rule_twice(const hail_state_image *image, uint32_t at, const hail_rule *rule) {
    for (uint64_t r = 0; r < at; r++)
        if (image_word(image, image->rules, r * RULE_WORDS + RULE_LAYER_A) == rule->layer_b &&
            image_word(image, image->rules, r * RULE_WORDS + RULE_LAYER_B) == rule->layer_a)
            return true;
    return false;
}

static bool rules_good(const hail_world *world, const hail_state_image *image) {
    enum { MOST = HAIL_MAX_LAYERS * (HAIL_MAX_LAYERS + 5) / 2 }; /* with layers, tiles and walls */
    uint32_t words[RULE_WORDS], next = 0;
    const uint32_t count = image_head(image, HEAD_RULES);
    for (uint32_t r = 0; count <= MOST && r < count; r++) {
        image_record(image, image->rules, r, words, RULE_WORDS);
        const hail_rule rule = rule_of_words(words);
        if (rule.mode == HAIL_IGNORE || (rule.stop && layer_borrowed(image, rule.layer_a)) ||
            hail_check_rule(world, &rule) != HAIL_OK || rule_key(rule.layer_a, rule.layer_b) < next ||
            rule_twice(image, r, &rule))
            return false;
        next = rule_key(rule.layer_a, rule.layer_b) + 1;
    }
    return count <= MOST;
}

/* ---- Slots and bodies -------------------------------------------------------------------------------------------- */

static uint32_t generation_at(const hail_state_image *image, uint32_t slot) {
    return image_word(image, image->slots, (uint64_t)slot * SLOT_WORDS);
}
static uint32_t location_at(const hail_state_image *image, uint32_t slot) {
    return image_word(image, image->slots, (uint64_t)slot * SLOT_WORDS + 1);
}

/* The slots that a layer has set aside; none of a layer that borrows nothing. */
static hail_slot_span span_of(const hail_state_image *image, uint64_t layer) {
    return (hail_slot_span){image_layer(image, layer, LAYER_FIRST_SLOT), image_layer(image, layer, LAYER_BORROWED)};
}

/* Whether a layer's span ends where there are slots, and no layer before it has some of the same. */
static bool span_apart(const hail_state_image *image, uint64_t layer) {
    const hail_slot_span span = span_of(image, layer);
    const uint32_t slots = image_head(image, HEAD_SLOTS);
    if (span.first > slots || span.count > slots - span.first)
        return false;
    for (uint64_t l = 0; span.count && l < layer; l++) {
        const hail_slot_span other = span_of(image, l);
        if (span.first < other.first + other.count && other.first < span.first + span.count)
            return false;
    }
    return true;
}

/* Checks the slots of borrowed layers that have no body. Returns how many; UINT32_MAX: some are not as they must be. */
static uint32_t count_unlent(const hail_state_image *image) {
    uint32_t unlent = 0;
    for (uint64_t l = 0; l < image_head(image, HEAD_LAYERS); l++) {
        const hail_slot_span span = span_of(image, l);
        const uint32_t count = image_layer(image, l, LAYER_COUNT);
        if (!span_apart(image, l))
            return UINT32_MAX;
        for (uint32_t s = count; s < span.count; s++, unlent++)
            if (!(generation_at(image, span.first + s) & SLOT_FREE) ||
                location_at(image, span.first + s) != SLOT_UNLENT)
                return UINT32_MAX;
    }
    return unlent;
}

/* The list must come to its end after as many slots as are free: then it has no slot twice. */
static bool slots_good(const hail_state_image *image) {
    const uint32_t count = image_head(image, HEAD_SLOTS), live = image_head(image, HEAD_LIVE);
    uint32_t left = 0, slot = image_head(image, HEAD_FREE_SLOT);
    if (count > HAIL_MAX_BODIES || live > count || image_head(image, HEAD_FRESH) >= SLOT_FREE)
        return false;
    for (uint32_t s = 0; s < count; s++) {
        if (!(generation_at(image, s) & ~SLOT_FREE))
            return false;
        left += generation_at(image, s) / SLOT_FREE;
    }
    const uint32_t unlent = count_unlent(image);
    if (left != count - live || unlent > left)
        return false;
    left -= unlent;
    for (; left > 0; left--) {
        if (slot >= count || !(generation_at(image, slot) & SLOT_FREE))
            return false;
        slot = location_at(image, slot);
    }
    return slot == NO_SLOT;
}

static bool alive_in(const hail_state_image *image, uint32_t slot, uint32_t generation) {
    return slot < image_head(image, HEAD_SLOTS) && generation_at(image, slot) == generation &&
           !(generation & SLOT_FREE);
}

/* Each body's slot names the body: so no slot has two, and as many slots are alive as there are bodies. */
static bool handles_good(const hail_state_image *image) {
    for (uint64_t l = 0; l < image_head(image, HEAD_LAYERS); l++) {
        uint32_t r[IMAGE_LAYER];
        image_record(image, image->layers, l, r, IMAGE_LAYER);
        const uint8_t *handle =
            image->columns_of[l] + hail_image_column_at(r[LAYER_COLUMNS], r[LAYER_COUNT], COLUMN_HANDLE);
        for (uint32_t i = 0; i < r[LAYER_COUNT]; i++, handle += 2 * WORD_BYTES) {
            const uint32_t slot = image_load(handle);
            if (!alive_in(image, slot, image_load(handle + WORD_BYTES)) ||
                location_at(image, slot) != (r[LAYER_NUMBER] << LOCATION_INDEX_BITS | i) ||
                (r[LAYER_BORROWED] && slot - r[LAYER_FIRST_SLOT] >= r[LAYER_COUNT]))
                return false;
        }
    }
    return true;
}

static hail_status check_shape(const hail_world *world, uint32_t id, uint64_t edits) {
    if (shape_exists(world->shapes, id) && shape_entry(world->shapes, id)->edited <= edits)
        return HAIL_OK;
    return hail_fail_at(world->heap.error, HAIL_UNKNOWN_SHAPE, "image->shape", id,
                        "was replaced or destroyed since, or is not of this set");
}

/* own: the bodies' shapes are those of the image, else those of the world's set. */
hail_status hail_image_check_shapes(const hail_world *world, const hail_state_image *image, bool own) {
    const uint64_t edits = image_wide(image, 0, HEAD_EDITS);
    for (uint64_t l = 0; l < image_head(image, HEAD_LAYERS); l++) {
        const uint32_t columns = image_layer(image, l, LAYER_COLUMNS), count = image_layer(image, l, LAYER_COUNT);
        const uint8_t *shapes = image->columns_of[l] + hail_image_column_at(columns, count, COLUMN_SHAPE);
        for (uint64_t i = 0; i < count; i++) {
            const uint32_t id = image_load(shapes + i * WORD_BYTES);
            if (own && !hail_image_has_shape(image, id))
                return refuse(world, "has a body whose shape it does not hold");
            if (!own)
                HAIL_REQUIRE(check_shape(world, id, edits));
        }
    }
    return HAIL_OK;
}

/* ---- Pairs ------------------------------------------------------------------------------------------------------- */

/* A body of a pair that touched may be gone; its slot is not. */
static bool handle_possible(const hail_state_image *image, uint32_t slot, uint32_t generation) {
    return slot < image_head(image, HEAD_SLOTS) && generation && !(generation & SLOT_FREE);
}

/* The pairs [first, first + count) of a span, in order. */
static bool span_good(const hail_state_image *image, uint64_t first, uint32_t count, bool bodies) {
    uint64_t next = 0;
    for (uint64_t i = first; i < first + count; i++) {
        const uint64_t at = i * TOUCHING_WORDS;
        const uint32_t a = image_word(image, image->touching, at), b = image_word(image, image->touching, at + 2),
                       generation_b = image_word(image, image->touching, at + 3);
        const uint64_t key = (uint64_t)a << 32 | b;
        if (!handle_possible(image, a, image_word(image, image->touching, at + 1)) || key < next ||
            !(bodies ? handle_possible(image, b, generation_b) : b < HAIL_MAX_KINDS && !generation_b))
            return false;
        next = key + 1;
    }
    return true;
}

static bool touching_good(const hail_state_image *image) {
    const uint32_t all = image_head(image, HEAD_TOUCHING), spans = image_head(image, HEAD_SPANS);
    uint64_t first = 0, users = 0;
    uint32_t next = 0;
    if (all > image_head(image, HEAD_OPTIONS + 5) || spans > all)
        return false;
    for (uint64_t r = 0; r < spans; r++) {
        const uint32_t count = image_word(image, image->spans, r * SPAN_WORDS),
                       layers = image_word(image, image->spans, r * SPAN_WORDS + 1), a = layers & 0xff,
                       b = layers >> 8 & 0xff, key = rule_key(a, b);
        if (!count || count > all - first || a >= HAIL_MAX_LAYERS || b > HAIL_WALLS || key < next || layers >> 17 ||
            !span_good(image, first, count, b < HAIL_MAX_LAYERS))
            return false;
        next = key + 1;
        first += count;
        users += layers >> 16 ? count : 0;
    }
    return first == all && users == image_head(image, HEAD_USERS);
}

/* Whether a pair's record is of bodies that are alive, and not forgotten. */
static bool record_good(const hail_state_image *image, const uint32_t *r, uint64_t age) {
    const uint32_t a = r[PAIR_LAYERS] >> 16, b = r[PAIR_LAYERS] >> 8 & 0xff, grazed = r[PAIR_LAYERS] & 0xff;
    const hail_remembered as_if = {.since = 0, .time = r[PAIR_TIME]};
    const bool bodies = b < HAIL_MAX_LAYERS;
    return a < HAIL_MAX_LAYERS && b <= HAIL_WALLS && grazed <= bodies && r[PAIR_TIME] > 1 &&
           (!grazed || r[PAIR_TIME] == HAIL_ONCE) && pair_lasts(&as_if, age) &&
           alive_in(image, r[PAIR_A], r[PAIR_A + 1]) &&
           (bodies ? alive_in(image, r[PAIR_B], r[PAIR_B + 1]) : !r[PAIR_B + 1]);
}

static bool remembered_good(const hail_state_image *image) {
    const uint32_t count = image_head(image, HEAD_REMEMBERED);
    const uint8_t *at = image->bytes + image->remembered;
    uint32_t record[IMAGE_REMEMBERED];
    if (count > image_head(image, HEAD_OPTIONS + 6))
        return false;
    for (uint64_t i = 0; i < count; i++, at += RECORD_BYTES) {
        image_record(image, image->remembered, i, record, IMAGE_REMEMBERED);
        if (!record_good(image, record, image_wide(image, image->remembered, i * IMAGE_REMEMBERED + PAIR_AGE)) ||
            (i > 0 && !hail_record_before(at - RECORD_BYTES, at)))
            return false;
    }
    return true;
}

/* ---- All --------------------------------------------------------------------------------------------------------- */

hail_status hail_image_check(const hail_world *world, const hail_state_image *image) {
    if (image_head(image, HEAD_FOLLOWED) > 1 || !layers_good(world, image) || !rules_good(world, image))
        return refuse(world, "has a layer or rule that cannot be");
    if (!slots_good(image) || !handles_good(image))
        return refuse(world, "has bodies and slots that do not belong together");
    if (!touching_good(image) || !remembered_good(image))
        return refuse(world, "has pairs that cannot be");
    if (!hail_image_shapes_good(image) || image_wide(image, 0, HEAD_EDITS) >> 62) /* so that edits can be counted up */
        return refuse(world, "has shapes that cannot be");
    return HAIL_OK;
}
