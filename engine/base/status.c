/* engine/base/status.c - what each status says in a log. */
#include <hail/base.h>

const char *hail_status_text(hail_status status) {
    static const char *const texts[HAIL_STATUS_COUNT] = {
        [HAIL_OK] = "success",
        [HAIL_BAD_ARGUMENT] = "bad argument: a null pointer, an impossible number or an unknown flag",
        [HAIL_NOT_FINITE] = "a number is NaN or infinite",
        [HAIL_OUT_OF_RANGE] = "a number is outside its documented range",
        [HAIL_TOO_FEW_VERTICES] = "a polygon has fewer than 3 vertices",
        [HAIL_TOO_MANY_VERTICES] = "a convex polygon has more than 8 vertices",
        [HAIL_DEGENERATE] =
            "a shape or wall is degenerate: an edge too short, a flat corner, no area or no opaque pixel",
        [HAIL_CONCAVE] = "a polygon is not convex",
        [HAIL_TOO_LARGE] = "a shape extends too far from its origin, or a wall is too long",
        [HAIL_UNKNOWN_SHAPE] = "the shape was destroyed, or does not belong to this set",
        [HAIL_STALE_HANDLE] = "a handle's body was freed or never existed",
        [HAIL_NO_COLUMN] = "the layer does not have this column",
        [HAIL_UNSUPPORTED_PAIR] = "hail_batch_predict does not support circles",
        [HAIL_FULL] = "the call would exceed the world's body limit or another documented limit",
        [HAIL_NO_MEMORY] = "out of memory",
        [HAIL_BUSY] = "not allowed inside the step's callback",
        [HAIL_UNKNOWN_VARIANT] =
            "unknown variant, or this CPU cannot run it; hail_variant_check lists the available ones",
        [HAIL_CROSSING] = "edges of polygons, or walls, touch or cross each other",
        [HAIL_UNCLOSED] = "the walls do not fully enclose their sectors",
        [HAIL_IN_USE] = "a body or a world uses it",
        [HAIL_NOT_PREPARED] = "the index of a layer is missing or old; see hail_query_prepare",
    };
    return (unsigned)status < HAIL_STATUS_COUNT && texts[status] ? texts[status] : "unknown status";
}
