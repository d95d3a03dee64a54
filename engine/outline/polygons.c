/* engine/outline/polygons.c - loops of vertices that grow in memory of the caller's allocator. */
#include "polygons.h"

#include "base/memory.h"

struct hail_polygons {
    hail_heap heap;
    hail_buffer x, y, start;
    hail_loops loops;       /* of the three, as the caller sees them */
    size_t vertices, count; /* vertices of all loops, the open one included; closed loops */
};

static void show_loops(hail_polygons *polygons) {
    polygons->loops = (hail_loops){polygons->x.data, polygons->y.data, polygons->start.data, polygons->count};
}

hail_polygons *hail_polygons_new(const hail_context *context) {
    hail_heap heap;
    hail_heap_init(&heap, context);
    hail_polygons *made = hail_state_new(&heap, sizeof *made);
    if (!made)
        return NULL;
    made->heap = heap;
    if (!hail_scratch_grow(&made->heap, &made->start, sizeof(uint32_t))) {
        hail_polygons_destroy(made);
        return NULL;
    }
    *(uint32_t *)made->start.data = 0;
    show_loops(made);
    return made;
}

bool hail_polygons_add(hail_polygons *polygons, float x, float y) {
    const size_t bytes = (polygons->vertices + 1) * sizeof(float);
    if (polygons->vertices >= UINT32_MAX || !hail_scratch_keep(&polygons->heap, &polygons->x, bytes) ||
        !hail_scratch_keep(&polygons->heap, &polygons->y, bytes))
        return false;
    ((float *)polygons->x.data)[polygons->vertices] = x;
    ((float *)polygons->y.data)[polygons->vertices] = y;
    polygons->vertices++;
    show_loops(polygons);
    return true;
}

bool hail_polygons_close(hail_polygons *polygons) {
    if (!hail_scratch_keep(&polygons->heap, &polygons->start, (polygons->count + 2) * sizeof(uint32_t)))
        return false;
    ((uint32_t *)polygons->start.data)[++polygons->count] = (uint32_t)polygons->vertices;
    show_loops(polygons);
    return true;
}

const hail_loops *hail_polygons_loops(const hail_polygons *polygons) {
    static const hail_loops none = {NULL, NULL, NULL, 0};
    return polygons ? &polygons->loops : &none;
}

void hail_polygons_destroy(hail_polygons *polygons) {
    if (!polygons)
        return;
    hail_heap heap = polygons->heap;
    hail_scratch_free(&heap, &polygons->x);
    hail_scratch_free(&heap, &polygons->y);
    hail_scratch_free(&heap, &polygons->start);
    hail_state_free(&heap, polygons, sizeof *polygons);
}
