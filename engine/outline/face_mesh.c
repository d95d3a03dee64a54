/* engine/outline/face_mesh.c - half-edges of faces: joining, dividing, and whether two faces may join. */
#include "face_mesh.h"

void hail_mesh_join(hail_mesh *mesh, uint32_t h) {
    hail_half *half = mesh->half;
    const uint32_t t = half[h].twin;
    const hail_half a = half[h], b = half[t];
    half[a.prev].next = b.next;
    half[b.next].prev = a.prev;
    half[b.prev].next = a.next;
    half[a.next].prev = b.prev;
    half[h].from = half[t].from = HAIL_NO_HALF;
}

void hail_mesh_divide(hail_mesh *mesh, uint32_t h, uint32_t t, uint32_t i, uint32_t j) {
    hail_half *half = mesh->half;
    half[h] = (hail_half){half[i].from, j, half[i].prev, t};
    half[t] = (hail_half){half[j].from, i, half[j].prev, h};
    half[half[h].prev].next = half[j].prev = h;
    half[half[t].prev].next = half[i].prev = t;
}

static int turn_of(const hail_mesh *mesh, uint32_t before, uint32_t at, uint32_t after) {
    const hail_half *half = mesh->half;
    return hail_slack_turn(mesh->slack, half[before].from, half[at].from, half[after].from);
}

int hail_mesh_turn(const hail_mesh *mesh, uint32_t h) {
    return turn_of(mesh, mesh->half[h].prev, h, mesh->half[h].next);
}

/* Counts the corners of a face except those at the ends of its half-edge h, and stops above max_corners. */
static uint32_t other_corners(const hail_mesh *mesh, uint32_t h, uint32_t max_corners) {
    uint32_t corners = 0;
    const uint32_t end = h;
    for (uint32_t g = mesh->half[mesh->half[h].next].next; g != end && corners <= max_corners; g = mesh->half[g].next)
        corners += hail_mesh_turn(mesh, g) > 0;
    return corners;
}

/* Adds the corners from half-edge h to half-edge `end`, without the last one. False: there are too many. */
static bool add_corners(const hail_mesh *mesh, uint32_t h, uint32_t end, hail_part *part) {
    do {
        if (part->count == HAIL_PART_CORNERS)
            return false;
        part->corner[part->count++] = mesh->half[h].from;
        h = mesh->half[h].next;
    } while (h != end);
    return true;
}

bool hail_mesh_part(const hail_mesh *mesh, uint32_t h, uint32_t max_corners, hail_part *part, uint32_t *bad) {
    part->count = 0;
    *bad = mesh->half[h].from;
    return add_corners(mesh, h, h, part) && hail_slack_fit(mesh->slack, max_corners, part, bad);
}

/* Whether the two faces of a cut make a part that fits. */
static bool joined_fit(const hail_mesh *mesh, uint32_t h, uint32_t max_corners) {
    const uint32_t t = mesh->half[h].twin;
    hail_part part = {0};
    uint32_t bad;
    return add_corners(mesh, mesh->half[h].next, h, &part) && add_corners(mesh, mesh->half[t].next, t, &part) &&
           hail_slack_fit(mesh->slack, max_corners, &part, &bad);
}

bool hail_mesh_can_join(const hail_mesh *mesh, uint32_t h, uint32_t max_corners) {
    const hail_half *half = mesh->half;
    const uint32_t t = half[h].twin;
    const int at_h = turn_of(mesh, half[h].prev, h, half[half[t].next].next);
    const int at_t = turn_of(mesh, half[t].prev, t, half[half[h].next].next);
    if (at_h < 0 || at_t < 0)
        return false;
    if (max_corners == UINT32_MAX)
        return true;
    const uint64_t corners = (uint64_t)other_corners(mesh, h, max_corners) + other_corners(mesh, t, max_corners);
    if (corners + (at_h > 0) + (at_t > 0) > max_corners)
        return false;
    return mesh->slack->max_squared <= 0.0 || joined_fit(mesh, h, max_corners);
}
