/* engine/outline/decompose_merge.c - takes out cuts where the faces stay convex (S. Hertel, K. Mehlhorn, Fast
 * triangulation of simple polygons, 1983). */
#include "base/heap_sort.h"
#include "decompose.h"

static double length_of(const hail_mesh *mesh, uint32_t h) {
    const hail_point a = mesh->at[mesh->half[h].from], b = mesh->at[mesh->half[mesh->half[h].twin].from];
    const double x = (double)a.x - b.x, y = (double)a.y - b.y;
    return x * x + y * y;
}

static bool longer(const hail_mesh *mesh, uint32_t a, uint32_t b) {
    const double length_a = length_of(mesh, a), length_b = length_of(mesh, b);
    return length_a != length_b ? length_a > length_b : a < b;
}

HAIL_HEAP_SORT(mesh_cuts, uint32_t, hail_mesh, longer)

hail_status hail_decompose_merge(hail_decomposition *d, uint32_t max_corners) {
    hail_mesh *mesh = &d->mesh;
    if (!hail_scratch_grow(&d->heap, &d->scratch[0], ((size_t)mesh->count + 1) * sizeof(uint32_t)))
        return HAIL_NO_MEMORY;
    uint32_t *cuts = d->scratch[0].data, count = 0;
    for (uint32_t h = 0; h < mesh->count; h++)
        if (mesh->half[h].from != HAIL_NO_HALF && mesh->half[h].twin != HAIL_NO_HALF && mesh->half[h].twin > h)
            cuts[count++] = h;
    mesh_cuts_sort(mesh, cuts, count);
    for (uint32_t i = 0; i < count; i++)
        if (hail_mesh_can_join(mesh, cuts[i], max_corners))
            hail_mesh_join(mesh, cuts[i]);
    return HAIL_OK;
}
