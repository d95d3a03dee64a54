/* tests/outline/outline_geos.c - checks loops and parts with GEOS. */
#include "outline_geos.h"

#ifdef HAVE_GEOS
#include <geos_c.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "outline_oracle.h"

static GEOSGeometry *ring_of(GEOSContextHandle_t geos, const hail_loops *loops, size_t loop) {
    const size_t n = loops_size(loops, loop);
    GEOSCoordSequence *at = GEOSCoordSeq_create_r(geos, (unsigned)n + 1, 2);
    for (size_t i = 0; i <= n; i++) {
        const spot p = loops_spot(loops, loop, i);
        GEOSCoordSeq_setXY_r(geos, at, (unsigned)i, (double)p.x, (double)p.y);
    }
    return GEOSGeom_createLinearRing_r(geos, at);
}

static GEOSGeometry *collection(GEOSContextHandle_t geos, GEOSGeometry **each, size_t count) {
    return GEOSGeom_createCollection_r(geos, GEOS_MULTIPOLYGON, each, (unsigned)count);
}

/* Each loop at an even depth is an island; the holes right inside go with it. */
static GEOSGeometry *polygon_of(GEOSContextHandle_t geos, const hail_loops *loops) {
    GEOSGeometry **islands = calloc(loops->count + 1, sizeof(GEOSGeometry *));
    GEOSGeometry **holes = calloc(loops->count + 1, sizeof(GEOSGeometry *));
    size_t *parent = calloc(loops->count + 1, sizeof *parent), *depth = calloc(loops->count + 1, sizeof *depth);
    size_t count = 0;
    if (islands == NULL || holes == NULL || parent == NULL || depth == NULL)
        abort();
    for (size_t k = 0; k < loops->count; k++)
        depth[k] = loops_depth(loops, k, &parent[k]);
    for (size_t k = 0; k < loops->count; k++) {
        unsigned inner = 0;
        for (size_t m = 0; m < loops->count && depth[k] % 2 == 0; m++)
            if (parent[m] == k)
                holes[inner++] = ring_of(geos, loops, m);
        if (depth[k] % 2 == 0)
            islands[count++] = GEOSGeom_createPolygon_r(geos, ring_of(geos, loops, k), holes, inner);
    }
    GEOSGeometry *all = collection(geos, islands, count);
    free(islands);
    free(holes);
    free(parent);
    free(depth);
    return all;
}

static GEOSGeometry *parts_of(GEOSContextHandle_t geos, const hail_loops *parts) {
    GEOSGeometry **each = calloc(parts->count + 1, sizeof(GEOSGeometry *));
    if (each == NULL)
        abort();
    for (size_t k = 0; k < parts->count; k++)
        each[k] = GEOSGeom_createPolygon_r(geos, ring_of(geos, parts, k), NULL, 0);
    GEOSGeometry *all = collection(geos, each, parts->count);
    free(each);
    return all;
}

/* px: the largest of all coordinates. */
static double reach_of(const hail_loops *loops) {
    double reach = 0.0;
    for (size_t i = 0; i < loops_total(loops); i++)
        reach = fmax(reach, fmax(fabs((double)loops->x[i]), fabs((double)loops->y[i])));
    return reach;
}

static double area_of(GEOSContextHandle_t geos, const GEOSGeometry *of) {
    double area = NAN;
    return of != NULL && GEOSArea_r(geos, of, &area) == 1 ? area : NAN;
}

static const char *compare(GEOSContextHandle_t geos, const GEOSGeometry *whole, const GEOSGeometry *parts,
                           double reach) {
    static char text[160];
    for (int k = 0; k < GEOSGetNumGeometries_r(geos, parts); k++) {
        if (GEOSisValid_r(geos, GEOSGetGeometryN_r(geos, parts, k)) == 1)
            continue;
        snprintf(text, sizeof text, "GEOS: part %d is not valid", k);
        return text;
    }
    GEOSGeometry *together = GEOSUnaryUnion_r(geos, parts), *rest = GEOSSymDifference_r(geos, whole, together);
    const double area = area_of(geos, whole), sum = area_of(geos, parts), joined = area_of(geos, together),
                 differs = area_of(geos, rest), limit = 1.0e-9 * area + 1.0e-14 * reach * reach;
    GEOSGeom_destroy_r(geos, together);
    GEOSGeom_destroy_r(geos, rest);
    if (fabs(sum - area) <= limit && fabs(joined - area) <= limit && differs <= limit)
        return NULL;
    snprintf(text, sizeof text, "GEOS: area %.17g, parts %.17g, their union %.17g, which differs by %.3g", area, sum,
             joined, differs);
    return text;
}

bool geos_there(void) { return true; }

bool geos_valid(const hail_loops *loops) {
    GEOSContextHandle_t geos = GEOS_init_r();
    GEOSGeometry *all = polygon_of(geos, loops);
    const bool valid = GEOSisValid_r(geos, all) == 1;
    GEOSGeom_destroy_r(geos, all);
    GEOS_finish_r(geos);
    return valid;
}

const char *geos_parts_wrong(const hail_loops *polygon, const hail_loops *parts) {
    GEOSContextHandle_t geos = GEOS_init_r();
    GEOSGeometry *whole = polygon_of(geos, polygon), *all = parts_of(geos, parts);
    const char *wrong = compare(geos, whole, all, reach_of(polygon));
    GEOSGeom_destroy_r(geos, whole);
    GEOSGeom_destroy_r(geos, all);
    GEOS_finish_r(geos);
    return wrong;
}

#else

bool geos_there(void) { return false; }

bool geos_valid(const hail_loops *loops) {
    (void)loops;
    return true;
}

const char *geos_parts_wrong(const hail_loops *polygon, const hail_loops *parts) {
    (void)polygon, (void)parts;
    return NULL;
}

#endif
