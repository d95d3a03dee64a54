/* engine/points/polygon.c - polygons that points are asked about: validation, and winding numbers in exact arithmetic.
 */
#include "polygon.h"

#include <math.h>

#include "base/exact.h"
#include "base/tiny.h"

static hail_point vertex_at(const hail_loops *loops, uint32_t i) {
    return (hail_point){hail_not_tiny(loops->x[i]), hail_not_tiny(loops->y[i])};
}

uint32_t hail_vertex_after(const hail_loops *loops, uint32_t vertex) {
    size_t first = 0, last = loops->count - 1; /* the vertex lies in one of these loops */
    while (first < last) {
        const size_t middle = first + (last - first + 1) / 2;
        if (loops->start[middle] <= vertex)
            first = middle;
        else
            last = middle - 1;
    }
    return vertex + 1 < loops->start[first + 1] ? vertex + 1 : loops->start[first];
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static bool are_equal(const hail_loops *loops, uint32_t a, uint32_t b) {
    const hail_point one = vertex_at(loops, a), other = vertex_at(loops, b);
    return one.x == other.x && one.y == other.y;
}

/* Checks that no two vertices in a row are equal; the second one of them is bad. Most are so far apart that no tiny
 * number matters. */
static hail_status check_repeats(hail_error *error, const hail_loops *loops, size_t loop) {
    const uint32_t begin = loops->start[loop], end = loops->start[loop + 1];
    const float apart = 2.0f * HAIL_TINY;
    float before_x = loops->x[end - 1], before_y = loops->y[end - 1];
    for (uint32_t i = begin; i < end; i++) {
        const float x = loops->x[i], y = loops->y[i];
        const bool far = fabsf(x - before_x) > apart || fabsf(y - before_y) > apart;
        before_x = x;
        before_y = y;
        if (far || !are_equal(loops, i > begin ? i - 1 : end - 1, i))
            continue;
        return hail_fail_at(error, HAIL_DEGENERATE, "polygon->x", i, "is at the same place as the vertex before");
    }
    return HAIL_OK;
}

hail_status hail_check_loops(const hail_checks *checks, const hail_loops *loops) {
    if (!loops->count)
        return HAIL_OK;
    HAIL_REQUIRE(hail_check_starts(checks->error, loops, HAIL_POLYGON_VERTICES, HAIL_POLYGON_VERTICES));
    const uint32_t vertices = loops->start[loops->count];
    HAIL_REQUIRE(hail_check_coordinates(checks, "polygon->x", loops->x, vertices));
    HAIL_REQUIRE(hail_check_coordinates(checks, "polygon->y", loops->y, vertices));
    for (size_t l = 0; l < loops->count; l++) {
        if (loops->start[l + 1] - loops->start[l] < 3)
            return hail_fail_at(checks->error, HAIL_TOO_FEW_VERTICES, "polygon->start", l,
                                "starts a loop of fewer than 3 vertices");
        HAIL_REQUIRE(check_repeats(checks->error, loops, l));
    }
    return HAIL_OK;
}

/* Whether the edge goes to the right, or straight down. */
static bool goes_right(hail_point a, hail_point b) { return b.x > a.x || (b.x == a.x && b.y > a.y); }

/* A convex loop turns the same way at all corners, and its edges change twice between right and left. If they change
 * more often, it winds more than once. An edge must not turn back onto the one before it. */
hail_status hail_check_convex(hail_error *error, const hail_loops *loops, int *turn) {
    const uint32_t n = loops->start[1];
    hail_point a = vertex_at(loops, n - 2), b = vertex_at(loops, n - 1);
    bool right = goes_right(a, b);
    uint32_t changes = 0;
    *turn = 0;
    for (uint32_t i = 0; i < n; i++) {
        const hail_point c = vertex_at(loops, i);
        const int corner = hail_turn(a, b, c);
        const bool right_now = goes_right(b, c), changed = right_now != right;
        if (corner * *turn < 0 || (!corner && changed))
            return hail_fail_at(error, HAIL_CONCAVE, "polygon->x", i ? i - 1 : n - 1, "is no convex corner");
        *turn = corner ? corner : *turn;
        changes += changed;
        right = right_now;
        a = b;
        b = c;
    }
    return changes == 2 && *turn ? HAIL_OK : hail_fail(error, HAIL_CONCAVE, "polygon->x", "winds more than once");
}

/* ---- Winding ----------------------------------------------------------------------------------------------------- */

/* The largest number below HAIL_TINY. */
static const float BEFORE_TINY = HAIL_TINY - HAIL_TINY * 0x1p-24f;

/* What an edge at the height of p adds to the winding number: it counts only if p is to the left of it, not on it. */
static int32_t crossing(hail_point a, hail_point b, hail_point p) {
    if (a.x <= p.x && b.x <= p.x)
        return 0;
    const int direction = p.y < b.y ? 1 : -1;
    return (a.x > p.x && b.x > p.x) || hail_turn(a, b, p) == direction ? direction : 0;
}

/* The winding number of p by a loop: of its edges, which count from the height of their upper end, inclusive, to that
 * of their lower end, exclusive. */
static int32_t winding_of(const hail_loops *loops, size_t loop, hail_point p) {
    const uint32_t begin = loops->start[loop], end = loops->start[loop + 1];
    const float height = p.y == 0.0f ? BEFORE_TINY : p.y; /* vertices nearer to 0 than HAIL_TINY count as 0 */
    int32_t winding = 0;
    bool above = height < loops->y[end - 1];
    for (uint32_t i = begin; i < end; i++) {
        const bool now = height < loops->y[i];
        if (now != above)
            winding += crossing(vertex_at(loops, i > begin ? i - 1 : end - 1), vertex_at(loops, i), p);
        above = now;
    }
    return winding;
}

int32_t hail_winding_exactly(const hail_loops *loops, float x, float y) {
    const hail_point p = {hail_not_tiny(x), hail_not_tiny(y)};
    int32_t winding = 0;
    for (size_t l = 0; l < loops->count; l++)
        winding += winding_of(loops, l, p);
    return winding;
}
