/* engine/outline/decompose_parts.c - the last stage: the faces of the mesh as loops, and their smallest angle. */
#include <math.h>

#include "base/check.h"
#include "decompose.h"
#include "polygons.h"

/* The angle whose tangent is across / along, from 0 to a quarter turn. Not the C library's, whose results differ
 * between systems. Halves the angle three times; Taylor's series is then exact enough. */
static double arc(double across, double along) {
    const double length = sqrt(across * across + along * along);
    double t = across / (length + along); /* the tangent of half the angle */
    t = t / (1.0 + sqrt(1.0 + t * t));
    t = t / (1.0 + sqrt(1.0 + t * t));
    const double t2 = t * t;
    return 8.0 * t * (1.0 - t2 * (1.0 / 3.0 - t2 * (1.0 / 5.0 - t2 * (1.0 / 7.0 - t2 * (1.0 / 9.0 - t2 / 11.0)))));
}

static double angle_at(hail_point a, hail_point b, hail_point c) {
    const double pi = 3.14159265358979323846;
    const double ux = (double)c.x - b.x, uy = (double)c.y - b.y, vx = (double)a.x - b.x, vy = (double)a.y - b.y;
    const double across = fabs(ux * vy - uy * vx), along = ux * vx + uy * vy;
    return along < 0.0 ? pi - arc(across, -along) : arc(across, along);
}

/* Writes a loop of corners. */
static bool write_loop(const hail_point *at, const uint32_t *corner, uint32_t count, hail_polygons *parts,
                       double *smallest) {
    for (uint32_t i = 0; i < count; i++) {
        const hail_point p = at[corner[i]], a = at[corner[i ? i - 1 : count - 1]],
                         b = at[corner[i + 1 < count ? i + 1 : 0]];
        if (!hail_polygons_add(parts, p.x, p.y))
            return false;
        *smallest = fmin(*smallest, angle_at(a, p, b));
    }
    return hail_polygons_close(parts);
}

/* Lists the corners of an exact part: those that are not on its straight sides. */
static uint32_t list_corners(const hail_mesh *mesh, uint32_t h, uint32_t *corner) {
    uint32_t count = 0, g = h;
    do {
        if (hail_mesh_turn(mesh, g) > 0)
            corner[count++] = mesh->half[g].from;
        g = mesh->half[g].next;
    } while (g != h);
    return count;
}

/* Writes the face of half-edge h. corner: room for its corners. */
static hail_status write_part(hail_decomposition *d, uint32_t h, uint32_t *corner, hail_polygons *parts,
                              double *smallest) {
    const hail_mesh *mesh = &d->mesh;
    bool written;
    if (d->slack.max_squared > 0.0) {
        hail_part part;
        if (!hail_mesh_part(mesh, h, d->max_corners, &part, &d->fault_a))
            return HAIL_DEGENERATE;
        written = write_loop(mesh->at, part.corner, part.count, parts, smallest);
    } else {
        written = write_loop(mesh->at, corner, list_corners(mesh, h, corner), parts, smallest);
    }
    return written ? HAIL_OK : HAIL_NO_MEMORY;
}

hail_status hail_decompose_parts(hail_decomposition *d, hail_polygons *parts, hail_decompose_report *report) {
    const hail_mesh *mesh = &d->mesh;
    if (!hail_scratch_grow(&d->heap, &d->scratch[0], (size_t)mesh->count + 1) ||
        !hail_scratch_grow(&d->heap, &d->scratch[1], ((size_t)mesh->count + 1) * sizeof(uint32_t)))
        return HAIL_NO_MEMORY;
    uint8_t *seen = d->scratch[0].data;
    double smallest = 4.0;
    for (uint32_t h = 0; h < mesh->count; h++)
        seen[h] = mesh->half[h].from == HAIL_NO_HALF;
    for (uint32_t h = 0; h < mesh->count; h++) {
        if (seen[h])
            continue;
        HAIL_REQUIRE(write_part(d, h, d->scratch[1].data, parts, &smallest));
        for (uint32_t g = h; !seen[g]; g = mesh->half[g].next)
            seen[g] = 1;
    }
    report->smallest_angle = mesh->count ? (float)smallest : 0.0f;
    return HAIL_OK;
}
