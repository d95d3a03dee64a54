/* engine/outline/decompose_parts.c - the last stage: the faces of the mesh as loops, and their smallest angle. */
#include <math.h>

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

/* Writes the face of half-edge h, without vertices on straight sides, and marks its half-edges as seen. */
static bool write_part(const hail_mesh *mesh, uint32_t h, uint8_t *seen, hail_polygons *parts, double *smallest) {
    const hail_half *half = mesh->half;
    uint32_t g = h;
    do {
        seen[g] = 1;
        if (hail_mesh_turn(mesh, g) > 0) {
            const hail_point p = mesh->at[half[g].from];
            if (!hail_polygons_add(parts, p.x, p.y))
                return false;
            *smallest =
                fmin(*smallest, angle_at(mesh->at[half[half[g].prev].from], p, mesh->at[half[half[g].next].from]));
        }
        g = half[g].next;
    } while (g != h);
    return hail_polygons_close(parts);
}

hail_status hail_decompose_parts(hail_decomposition *d, hail_polygons *parts, hail_decompose_report *report) {
    const hail_mesh *mesh = &d->mesh;
    if (!hail_scratch_grow(&d->heap, &d->scratch[0], (size_t)mesh->count + 1))
        return HAIL_NO_MEMORY;
    uint8_t *seen = d->scratch[0].data;
    double smallest = 4.0;
    for (uint32_t h = 0; h < mesh->count; h++)
        seen[h] = mesh->half[h].from == HAIL_NO_HALF;
    for (uint32_t h = 0; h < mesh->count; h++)
        if (!seen[h] && !write_part(mesh, h, seen, parts, &smallest))
            return HAIL_NO_MEMORY;
    report->smallest_angle = mesh->count ? (float)smallest : 0.0f;
    return HAIL_OK;
}
