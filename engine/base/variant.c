/* engine/base/variant.c - the variants that this CPU can run, by number and by name. */
#include <hail/variant.h>

#include "sentence.h"
#include "variants.h"

size_t hail_variant_count(void) { return hail_kernels_count(); }

const char *hail_variant_name(size_t number) {
    const hail_kernels *kernels = hail_kernels_at(number);
    return kernels ? kernels->name : NULL;
}

const char *hail_variant_default(void) { return hail_kernels_default()->name; }

static void say_unknown(const char *name, char *message, size_t size) {
    hail_sentence s = sentence_begin(message, size);
    SENTENCE_ADD(&s, "variant '%s' is unknown, or this CPU cannot run it; available:", name);
    for (size_t i = 0; i < hail_variant_count(); i++)
        SENTENCE_ADD(&s, " %s", hail_variant_name(i));
}

hail_status hail_variant_check(const char *name, char *message, size_t size) {
    if (message && size)
        message[0] = '\0';
    if (!name)
        return HAIL_BAD_ARGUMENT;
    if (name[0] == '\0' || hail_kernels_named(name))
        return HAIL_OK;
    say_unknown(name, message, size);
    return HAIL_UNKNOWN_VARIANT;
}
