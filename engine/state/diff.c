/* engine/state/diff.c - finds the first difference of two worlds, part by part. What a part compares is what hash.c
 * takes in. */
#include <hail/state.h>

#include <string.h>

#include "base/check.h"
#include "diff_pairs.h"
#include "state_parts.h"
#include "world/layers.h"
#include "world/slots.h"

/* ---- Words ------------------------------------------------------------------------------------------------------- */

/* Two rows of words with names; from float_begin to float_end they are floats' bits. */
typedef struct named_words {
    const uint32_t *a, *b;
    const char *const *name;
    uint32_t count, float_begin, float_end;
} named_words;

static bool differ_words(hail_difference *d, const named_words *words) {
    for (uint32_t w = 0; w < words->count; w++) {
        d->is_float = w >= words->float_begin && w < words->float_end;
        if (hail_diff_field(d, words->name[w], words->a[w], words->b[w]))
            return true;
    }
    return false;
}

static bool differ_options(hail_difference *d, const hail_world *a, const hail_world *b) {
    uint32_t of_a[OPTION_WORDS], of_b[OPTION_WORDS];
    hail_state_options(a, of_a);
    hail_state_options(b, of_b);
    hail_diff_begin(d, HAIL_STATE_OPTIONS);
    return differ_words(d, &(named_words){of_a, of_b, hail_state_option_names, OPTION_WORDS, 0, OPTION_FLOATS});
}

static bool differ_step(hail_difference *d, const hail_world *a, const hail_world *b) {
    hail_diff_begin(d, HAIL_STATE_STEP);
    return hail_diff_field(d, "step", a->stats.step, b->stats.step);
}

/* ---- Layers and rules -------------------------------------------------------------------------------------------- */

enum { LAYER_WORDS = 7 };

static void layer_words_of(const hail_layer *layer, uint32_t words[LAYER_WORDS]) {
    const hail_layer_options *o = &layer->options;
    const uint32_t all[LAYER_WORDS] = {o->columns,
                                       o->bounds,
                                       o->caller_moved,
                                       o->is_static,
                                       o->borrowed,
                                       o->generations,
                                       o->borrowed ? layer->first_slot : 0};
    memcpy(words, all, sizeof all);
}

static bool differ_layers(hail_difference *d, const hail_world *a, const hail_world *b) {
    static const char *const name[] = {"columns",  "bounds",      "caller_moved", "is_static",
                                       "borrowed", "generations", "first_slot"};
    hail_diff_begin(d, HAIL_STATE_LAYER);
    for (d->layer = 0; d->layer < HAIL_MAX_LAYERS; d->layer++) {
        uint32_t of_a[LAYER_WORDS], of_b[LAYER_WORDS];
        layer_words_of(hail_state_layer(a, d->layer), of_a);
        layer_words_of(hail_state_layer(b, d->layer), of_b);
        if (differ_words(d, &(named_words){of_a, of_b, name, LAYER_WORDS, LAYER_WORDS, LAYER_WORDS}))
            return true;
    }
    return false;
}

/* Two rules of which at least one is set. */
static bool differ_rule(hail_difference *d, const hail_rule *a, const hail_rule *b) {
    uint32_t of_a[RULE_WORDS], of_b[RULE_WORDS];
    d->layer = a->layer_a;
    d->layer_b = a->layer_b;
    rule_to_words(a, of_a);
    rule_to_words(b, of_b);
    return differ_words(d, &(named_words){of_a, of_b, hail_rule_word_names, RULE_WORDS, RULE_GRAZE, RULE_GRAZE + 1});
}

static uint32_t order_of(const hail_rule *rule) { return rule_key(rule->layer_a, rule->layer_b); }

/* Goes through both lists at the same pace: they are in order of layers. */
static bool differ_rules(hail_difference *d, const hail_world *a, const hail_world *b) {
    const hail_rule *of_a = rule_entries(&a->rules), *of_b = rule_entries(&b->rules);
    uint32_t i = 0, j = 0;
    hail_diff_begin(d, HAIL_STATE_RULE);
    while (i < a->rules.count || j < b->rules.count) {
        const bool in_a = i < a->rules.count && (j == b->rules.count || order_of(&of_a[i]) <= order_of(&of_b[j]));
        const bool in_b = j < b->rules.count && (i == a->rules.count || order_of(&of_b[j]) <= order_of(&of_a[i]));
        const hail_rule *rule = in_a ? &of_a[i] : &of_b[j];
        const hail_rule none = {.layer_a = rule->layer_a, .layer_b = rule->layer_b};
        if (differ_rule(d, in_a ? rule : &none, in_b ? &of_b[j] : &none))
            return true;
        i += in_a;
        j += in_b;
    }
    return false;
}

/* ---- Slots and bodies -------------------------------------------------------------------------------------------- */

static bool slot_free(const hail_world *world, uint32_t slot) {
    return slot >= world->bodies.slot_count || (body_slots(&world->bodies)[slot].generation & SLOT_FREE);
}

static bool differ_slots(hail_difference *d, const hail_world *a, const hail_world *b) {
    const hail_slot *of_a = body_slots(&a->bodies), *of_b = body_slots(&b->bodies);
    hail_diff_begin(d, HAIL_STATE_SLOT);
    if (hail_diff_field(d, "count", a->bodies.slot_count, b->bodies.slot_count) ||
        hail_diff_field(d, "first_free", a->bodies.free_slot, b->bodies.free_slot))
        return true;
    for (d->slot = 0; d->slot < a->bodies.slot_count; d->slot++) {
        const hail_slot *s = &of_a[d->slot], *t = &of_b[d->slot];
        const bool free = slot_free(a, d->slot) && slot_free(b, d->slot);
        if (free && (hail_diff_field(d, "generation", s->generation & ~SLOT_FREE, t->generation & ~SLOT_FREE) ||
                     hail_diff_field(d, "next_free", slot_next_free(s), slot_next_free(t))))
            return true;
    }
    return false;
}

static const char *const column_name[COLUMN_COUNT] = {"x",    "y",    "vx",    "vy",    "shape",    "handle",
                                                      "cos",  "sin",  "scale", "group", "category", "mask",
                                                      "user", "life", "dx",    "dy",    "pierce"};

static bool column_of_floats(int column) {
    return column != COLUMN_SHAPE && column != COLUMN_HANDLE && column != COLUMN_USER && column != COLUMN_PIERCE &&
           !(column >= COLUMN_GROUP && column <= COLUMN_MASK);
}

static uint64_t element_of(const hail_layer *layer, int column, uint32_t index) {
    return hail_layer_element[column] == 8 ? ((const uint64_t *)layer->column[column])[index]
                                           : ((const uint32_t *)layer->column[column])[index];
}

/* Two bodies of one slot and layer; the layer has the same columns in both worlds. */
static bool differ_columns(hail_difference *d, const hail_layer *a, uint32_t i, const hail_layer *b, uint32_t j) {
    for (int c = 0; c < COLUMN_COUNT; c++) {
        d->is_float = column_of_floats(c);
        if (c != COLUMN_HANDLE && a->column[c] &&
            hail_diff_field(d, column_name[c], element_of(a, c, i), element_of(b, c, j)))
            return true;
    }
    return false;
}

static bool differ_body(hail_difference *d, const hail_world *a, const hail_world *b) {
    const uint32_t layer_a = slot_layer(&a->bodies, d->slot), layer_b = slot_layer(&b->bodies, d->slot);
    const uint32_t i = slot_index(&a->bodies, d->slot), j = slot_index(&b->bodies, d->slot);
    const hail_layer *of_a = hail_state_layer(a, layer_a), *of_b = hail_state_layer(b, layer_b);
    const layer_part p = hail_layer_part_of(of_a, i), q = hail_layer_part_of(of_b, j);
    if (hail_diff_field(d, "generation", body_slots(&a->bodies)[d->slot].generation,
                        body_slots(&b->bodies)[d->slot].generation) ||
        hail_diff_field(d, "layer", layer_a, layer_b))
        return true;
    d->layer = layer_a;
    return hail_diff_field(d, "enabled", p != PART_DISABLED, q != PART_DISABLED) ||
           hail_diff_field(d, "quarantined", p == PART_QUARANTINED, q == PART_QUARANTINED) ||
           differ_columns(d, of_a, i, of_b, j);
}

static bool differ_bodies(hail_difference *d, const hail_world *a, const hail_world *b) {
    const uint32_t count_a = a->bodies.slot_count, count_b = b->bodies.slot_count;
    for (uint32_t s = 0; s < count_a || s < count_b; s++) {
        const bool lives_a = !slot_free(a, s), lives_b = !slot_free(b, s);
        hail_diff_begin(d, HAIL_STATE_BODY);
        d->slot = s;
        if (hail_diff_field(d, "alive", lives_a, lives_b) || (lives_a && differ_body(d, a, b)))
            return true;
    }
    return false;
}

/* What slots of borrowed layers get when they are free again. */
static bool differ_fresh(hail_difference *d, const hail_world *a, const hail_world *b) {
    hail_diff_begin(d, HAIL_STATE_SLOT);
    return hail_diff_field(d, "fresh_generation", a->bodies.fresh, b->bodies.fresh);
}

/* ---- The call ---------------------------------------------------------------------------------------------------- */

hail_status hail_world_diff(const hail_world *a, const hail_world *b, hail_difference *difference) {
    HAIL_REQUIRE(hail_state_check(a));
    if (!b || !difference)
        return hail_fail_null(a->heap.error, b ? "difference" : "b");
    if (b->busy)
        return hail_fail(a->heap.error, HAIL_BUSY, "b", "is inside a step");
    HAIL_REQUIRE(hail_state_check_handles(a->heap.error, "a", a));
    HAIL_REQUIRE(hail_state_check_handles(a->heap.error, "b", b));
    hail_difference d;
    const bool differ = differ_options(&d, a, b) || differ_step(&d, a, b) || differ_layers(&d, a, b) ||
                        differ_rules(&d, a, b) || differ_slots(&d, a, b) || differ_bodies(&d, a, b) ||
                        differ_fresh(&d, a, b) || hail_diff_touching(&d, a, b) || hail_diff_remembered(&d, a, b);
    if (!differ)
        hail_diff_begin(&d, HAIL_STATE_EQUAL);
    *difference = d;
    return HAIL_OK;
}
