/* tests/points/points_tiling.c - the boundary rule: if polygons tile the plane, every point belongs to exactly one.
 *
 * Random tilings are cut from a bent grid: areas of any form, with holes and islands, and fans of thin wedges. Points
 * lie on all vertices, on and beside all edges.
 *
 * A failure names its seed. HAIL_TEST_SEED=n runs that tiling alone. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "points_inputs.h"
#include "shared/random_world.h"

enum { SIDE = 12, AREAS = 24, FACES = 2 * SIDE * SIDE, NODES = (SIDE + 1) * (SIDE + 1) };

/* A bent grid. Each cell is two triangles, each of which belongs to an area, or to the outside. */
typedef struct tiling {
    uint32_t side, areas;
    float x[NODES], y[NODES];
    uint8_t area[FACES]; /* by triangle; `areas` means outside */
    bool slash[SIDE * SIDE];
} tiling;

static tiling t;
static plot polygon;
static dots points;
static uint8_t inside[4][DOTS], claims[4][DOTS];
static int32_t winding[DOTS];

static void face_nodes(const tiling *of, uint32_t face, uint32_t node[3]) {
    const uint32_t cell = face / 2, wide = of->side + 1, at = cell / of->side * wide + cell % of->side;
    const uint32_t corner[4] = {at, at + 1, at + wide + 1, at + wide}; /* from +x towards +y */
    const uint32_t first = of->slash[cell] ? 1 : 0;
    for (uint32_t k = 0; k < 3; k++)
        node[k] = corner[(first + k + (face % 2 == 0 ? 0 : (k == 0 ? 0 : 1))) % 4];
}

/* ---- Loops ------------------------------------------------------------------------------------------------------- */

typedef struct tiling_edge {
    uint32_t from, to;
    bool used;
} tiling_edge;

static tiling_edge edges[3 * FACES];
static size_t edge_count;

/* Adds an edge; it cancels with that of a neighbour in the same area. */
static void add_edge(uint32_t from, uint32_t to) {
    for (size_t i = 0; i < edge_count; i++)
        if (edges[i].from == to && edges[i].to == from) {
            edges[i] = edges[--edge_count];
            return;
        }
    edges[edge_count++] = (tiling_edge){from, to, false};
}

static size_t edge_from(uint32_t node) {
    for (size_t i = 0; i < edge_count; i++)
        if (!edges[i].used && edges[i].from == node)
            return i;
    return SIZE_MAX;
}

/* The loops of one area, or with `all` of everything that is not outside. Where they touch themselves they may go on
 * either way. Some edges get a vertex in their middle, if it is exactly there: the neighbour does not. */
static void trace(uint64_t *s, const tiling *of, uint32_t area, bool all, plot *p) {
    edge_count = 0;
    for (uint32_t face = 0; face < 2 * of->side * of->side; face++) {
        uint32_t node[3];
        if (all ? of->area[face] == of->areas : of->area[face] != area)
            continue;
        face_nodes(of, face, node);
        for (int k = 0; k < 3; k++)
            add_edge(node[k], node[(k + 1) % 3]);
    }
    p->count = 0, p->start[0] = 0;
    for (size_t first = 0; first < edge_count; first++) {
        if (edges[first].used)
            continue;
        plot_begin(p);
        for (size_t i = first; i != SIZE_MAX; i = edge_from(edges[i].to)) {
            const spot a = {of->x[edges[i].from], of->y[edges[i].from]}, b = {of->x[edges[i].to], of->y[edges[i].to]};
            const spot middle = {(float)(((double)a.x + (double)b.x) / 2.0),
                                 (float)(((double)a.y + (double)b.y) / 2.0)};
            edges[i].used = true;
            plot_add(p, a.x, a.y);
            if (random_pick(s, 3) == 0 && oracle_side(a, b, middle) == 0)
                plot_add(p, middle.x, middle.y);
        }
        plot_close(p);
    }
}

/* ---- Tilings ----------------------------------------------------------------------------------------------------- */

static void make(uint64_t *s, tiling *of) {
    static const float far[] = {0.0f, 0.0f, 1.0e6f, 9.99e8f};
    static const float step[] = {16.0f, 16.0f, 16.0f, 65536.0f};
    const uint32_t scale = random_pick(s, 4);
    const bool bent = random_pick(s, 4) != 0, any = scale == 1;
    of->side = 2 + random_pick(s, SIDE - 1), of->areas = 1 + random_pick(s, AREAS - 1);
    for (uint32_t j = 0; j <= of->side; j++)
        for (uint32_t i = 0; i <= of->side; i++) {
            const float bend = bent ? step[scale] / 16.0f * 3.0f : 0.0f;
            float dx = random_range(s, -bend, bend), dy = random_range(s, -bend, bend);
            if (!any)
                dx = roundf(dx), dy = roundf(dy);
            of->x[j * (of->side + 1) + i] = far[scale] + (float)i * step[scale] + dx;
            of->y[j * (of->side + 1) + i] = (float)j * step[scale] + dy - far[scale];
        }
    for (uint32_t cell = 0; cell < of->side * of->side; cell++) {
        of->slash[cell] = random_pick(s, 2) == 0;
        of->area[2 * cell] = (uint8_t)random_pick(s, of->areas + (of->areas < 4 ? 1 : 0));
        of->area[2 * cell + 1] = (uint8_t)(random_pick(s, 3) == 0 ? random_pick(s, of->areas) : of->area[2 * cell]);
    }
}

/* Wedges round a hub, one loop each, and then all of them as one loop. */
static void make_fan(uint64_t *s, plot *wedges, uint32_t *count, spot *hub) {
    const uint32_t n = 3 + random_pick(s, 60);
    const float size = random_pick(s, 2) == 0 ? 30.0f : 3.0e5f, far = random_pick(s, 2) == 0 ? 0.0f : 1.0e6f;
    spot rim[64];
    *hub = (spot){far + random_range(s, -3.0f, 3.0f), -far + random_range(s, -3.0f, 3.0f)};
    for (uint32_t i = 0; i < n; i++) {
        const double angle = 6.28318530717958648 * (i + 0.4 * (double)random_range(s, -1.0f, 1.0f)) / n;
        rim[i] = (spot){hub->x + (float)((double)size * cos(angle)), hub->y + (float)((double)size * sin(angle))};
        if (random_pick(s, 3) == 0)
            rim[i] = (spot){rintf(rim[i].x), rintf(rim[i].y)};
    }
    wedges->count = 0, wedges->start[0] = 0;
    for (uint32_t i = 0; i <= n; i++) {
        plot_begin(wedges);
        for (uint32_t k = 0; i == n && k < n; k++)
            plot_add(wedges, rim[k].x, rim[k].y);
        if (i < n) {
            plot_add(wedges, hub->x, hub->y);
            plot_add(wedges, rim[i].x, rim[i].y);
            plot_add(wedges, rim[(i + 1) % n].x, rim[(i + 1) % n].y);
        }
        plot_close(wedges);
    }
    *count = n;
}

/* ---- Claims ------------------------------------------------------------------------------------------------------ */

static void claim(uint64_t seed, hail_loops loops, bool convex) {
    for (int method = 0; method < (convex ? 4 : 3); method++) {
        cr_assert_eq(hail_points_inside(&points.points, &loops, (hail_inside_method)method, inside[method]), HAIL_OK,
                     "HAIL_TEST_SEED=%llu", (unsigned long long)seed);
        for (size_t i = 0; i < points.points.count; i++)
            claims[method][i] = (uint8_t)(claims[method][i] + inside[method][i]);
    }
    cr_assert_eq(hail_points_winding(&points.points, &loops, winding), HAIL_OK);
    for (size_t i = 0; i < points.points.count; i++)
        cr_assert(winding[i] == inside[HAIL_BY_CROSSINGS][i],
                  "HAIL_TEST_SEED=%llu: winding %d, inside %u for (%.9g, %.9g)", (unsigned long long)seed, winding[i],
                  inside[HAIL_BY_CROSSINGS][i], (double)points.x[i], (double)points.y[i]);
}

/* A point is in exactly one part if it is in the whole, otherwise in none. */
static void hold_claims(uint64_t seed, hail_loops whole, bool convex) {
    static uint8_t there[DOTS];
    cr_assert_eq(hail_points_inside(&points.points, &whole, HAIL_BY_WINDING, there), HAIL_OK);
    for (int method = 0; method < (convex ? 4 : 3); method++)
        for (size_t i = 0; i < points.points.count; i++)
            if (claims[method][i] != there[i])
                cr_assert_fail("HAIL_TEST_SEED=%llu: method %d, %u claim (%.9g, %.9g), should %u",
                               (unsigned long long)seed, method, claims[method][i], (double)points.x[i],
                               (double)points.y[i], there[i]);
}

/* Every triangle by itself: all edges that there are. */
static void plot_faces(const tiling *of, plot *p) {
    p->count = 0, p->start[0] = 0;
    for (uint32_t face = 0; face < 2 * of->side * of->side; face++) {
        uint32_t node[3];
        face_nodes(of, face, node);
        plot_begin(p);
        for (int k = 0; k < 3; k++)
            plot_add(p, of->x[node[k]], of->y[node[k]]);
        plot_close(p);
    }
}

static void hold_tiling(uint64_t seed) {
    uint64_t state = seed * 31337 + 1, *s = &state;
    make(s, &t);
    plot_faces(&t, &polygon);
    const hail_loops faces = plot_loops(&polygon);
    dots_make(seed, &faces, 1500, &points);
    memset(claims, 0, sizeof claims);
    for (uint32_t area = 0; area < t.areas; area++) {
        trace(s, &t, area, false, &polygon);
        claim(seed, plot_loops(&polygon), false);
    }
    trace(s, &t, 0, true, &polygon);
    hold_claims(seed, plot_loops(&polygon), false);
}

Test(points_tiling, areas_of_a_grid) { random_seeds(150, hold_tiling); }

static void hold_fan(uint64_t seed) {
    static plot wedges;
    uint64_t state = seed * 65537 + 5, *s = &state;
    uint32_t n;
    spot hub;
    make_fan(s, &wedges, &n, &hub);
    const hail_loops all = plot_loops(&wedges);
    bool thick = all.count == n + 1;
    for (uint32_t k = 0; k < n && thick; k++)
        thick = oracle_side(loops_spot(&all, k, 0), loops_spot(&all, k, 1), loops_spot(&all, k, 2)) > 0;
    if (!thick)
        return; /* for these numbers */
    dots_make(seed, &all, 1000, &points);
    for (size_t i = 0; i < 400; i++) { /* close to the hub, down to the last ulp */
        const float size = exp2f(random_range(s, -26.0f, 2.0f)) * fmaxf(1.0f, fabsf(hub.x));
        points.x[i] = hub.x + random_range(s, -1.0f, 1.0f) * size;
        points.y[i] = hub.y + (random_pick(s, 3) == 0 ? 0.0f : random_range(s, -1.0f, 1.0f) * size);
    }
    memset(claims, 0, sizeof claims);
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t start[2] = {0, all.start[k + 1] - all.start[k]};
        const hail_loops one = {all.x + all.start[k], all.y + all.start[k], start, 1};
        claim(seed, one, oracle_convex(&one));
    }
    const uint32_t start[2] = {0, all.start[n + 1] - all.start[n]};
    hold_claims(seed, (hail_loops){all.x + all.start[n], all.y + all.start[n], start, 1}, true);
}

Test(points_tiling, wedges_of_a_fan) { random_seeds(400, hold_fan); }
