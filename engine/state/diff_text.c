/* engine/state/diff_text.c - tells a difference in a sentence. */
#include <hail/state.h>

#include <string.h>

#include "base/sentence.h"
#include "world/rule_store.h"

static const char *what_differs(uint32_t what) {
    static const char *const names[] = {[HAIL_STATE_OPTIONS] = "options",
                                        [HAIL_STATE_STEP] = "world",
                                        [HAIL_STATE_LAYER] = "layer",
                                        [HAIL_STATE_RULE] = "rule of layer",
                                        [HAIL_STATE_SLOT] = "slots",
                                        [HAIL_STATE_BODY] = "body",
                                        [HAIL_STATE_TOUCHING] = "touching pair of layer",
                                        [HAIL_STATE_REMEMBERED] = "remembered pair of layer"};
    return what < sizeof names / sizeof *names && names[what] ? names[what] : "state";
}

static void write_layers(hail_sentence *w, const hail_difference *d) {
    if (d->what == HAIL_STATE_BODY && d->layer != HAIL_NO_LAYER)
        SENTENCE_ADD(w, " in layer %lu", (unsigned long)d->layer);
    else if (d->layer != HAIL_NO_LAYER)
        SENTENCE_ADD(w, " %lu", (unsigned long)d->layer);
    if (d->layer_b == HAIL_TILES)
        SENTENCE_ADD(w, " with tiles");
    else if (d->layer_b == HAIL_WALLS)
        SENTENCE_ADD(w, " with walls");
    else if (d->layer_b != HAIL_NO_LAYER)
        SENTENCE_ADD(w, " with layer %lu", (unsigned long)d->layer_b);
}

static void write_slots(hail_sentence *w, const hail_difference *d) {
    if (d->slot == HAIL_NO_SLOT)
        return;
    SENTENCE_ADD(w, ", slot %lu", (unsigned long)d->slot);
    if (d->slot_b == HAIL_NO_SLOT)
        return;
    const bool statics = d->layer_b == HAIL_TILES || d->layer_b == HAIL_WALLS;
    const char *what = !statics ? "slot" : d->what == HAIL_STATE_TOUCHING ? "kind" : "number";
    SENTENCE_ADD(w, " and %s %lu", what, (unsigned long)d->slot_b);
}

/* Nine digits at a time: how to print 64 bits differs between C libraries. */
static void write_whole(hail_sentence *w, uint64_t value) {
    const uint64_t billion = 1000000000;
    if (value < billion) {
        SENTENCE_ADD(w, "%lu", (unsigned long)value);
        return;
    }
    write_whole(w, value / billion);
    SENTENCE_ADD(w, "%09lu", (unsigned long)(value % billion));
}

/* A float with the digits that tell it from all others. */
static void write_value(hail_sentence *w, bool is_float, uint64_t value) {
    const uint32_t bits = (uint32_t)value;
    float number;
    memcpy(&number, &bits, sizeof number);
    if (is_float && number != number)
        SENTENCE_ADD(w, "NaN"); /* C libraries write it in different ways */
    else if (is_float)
        SENTENCE_ADD(w, "%.9g", (double)number);
    else
        write_whole(w, value);
}

size_t hail_difference_text(const hail_difference *difference, char *text, size_t size) {
    hail_sentence w = sentence_begin(text, size);
    if (!difference)
        return 0;
    if (difference->what == HAIL_STATE_EQUAL) {
        SENTENCE_ADD(&w, "nothing differs");
        return w.used;
    }
    SENTENCE_ADD(&w, "%s", what_differs(difference->what));
    write_layers(&w, difference);
    write_slots(&w, difference);
    SENTENCE_ADD(&w, ": %s is ", difference->field ? difference->field : "something");
    write_value(&w, difference->is_float, difference->value_a);
    SENTENCE_ADD(&w, " in a and ");
    write_value(&w, difference->is_float, difference->value_b);
    SENTENCE_ADD(&w, " in b");
    return w.used;
}
