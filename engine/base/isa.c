/* engine/base/isa.c - the variants by name, and statuses in words. */
#include <stdio.h>

#include <hail/base.h>

#include "variants.h"

size_t hail_isa_count(void) { return hail_variant_count(); }

const char *hail_isa_name(size_t number) {
    const hail_kernels *kernels = hail_variant(number);
    return kernels ? kernels->name : NULL;
}

const hail_isa *hail_isa_find(const char *name) { return name ? hail_variant_named(name) : hail_variant_default(); }

hail_status hail_isa_check(const char *name, char *message, size_t size) {
    if (message && size)
        message[0] = '\0';
    if (!name)
        return HAIL_BAD_ARGUMENT;
    if (hail_variant_named(name))
        return HAIL_OK;
    if (message && size) {
        int used = snprintf(message, size, "no instruction set '%s' here; there are:", name);
        for (size_t i = 0; i < hail_variant_count() && used >= 0 && (size_t)used < size; i++) {
            const int more = snprintf(message + used, size - (size_t)used, " %s", hail_isa_name(i));
            used = more < 0 ? more : used + more;
        }
    }
    return HAIL_UNKNOWN_ISA;
}

const char *hail_status_text(hail_status status) {
    static const char *const texts[HAIL_STATUS_COUNT] = {
        [HAIL_OK] = "all is well",
        [HAIL_BAD_ARGUMENT] = "a null pointer, an impossible number or an unknown flag was given",
        [HAIL_NOT_FINITE] = "a NaN or an infinity was given where a number belongs",
        [HAIL_OUT_OF_RANGE] = "a number lies outside its documented range",
        [HAIL_TOO_FEW_VERTICES] = "a polygon needs at least 3 vertices",
        [HAIL_TOO_MANY_VERTICES] = "a polygon may have at most 8 vertices",
        [HAIL_DEGENERATE] = "the polygon has a zero-length edge, a flat corner or no area",
        [HAIL_CONCAVE] = "the polygon has a reflex corner or crossing edges",
        [HAIL_TOO_LARGE] = "the shape reaches too far from its origin",
        [HAIL_UNKNOWN_SHAPE] = "this world did not make that shape",
        [HAIL_STALE_HANDLE] = "the body behind a handle is gone, or never was",
        [HAIL_NO_COLUMN] = "the layer does not have that column",
        [HAIL_UNSUPPORTED_PAIR] = "a prediction needs edges, and a circle has none",
        [HAIL_FULL] = "the world's cap on bodies, or a table's limit, would be passed",
        [HAIL_NO_MEMORY] = "the allocator gave no memory",
        [HAIL_BUSY] = "inside the step's callback only columns and despawn are open",
        [HAIL_UNKNOWN_ISA] = "no such instruction set, or this CPU cannot run it; hail_isa_check lists those it can",
        [HAIL_CROSSING] = "the polygon touches or crosses itself",
        [HAIL_UNCLOSED] = "walls do not enclose the sectors that they name",
    };
    return (unsigned)status < HAIL_STATUS_COUNT && texts[status] ? texts[status] : "not a status";
}
