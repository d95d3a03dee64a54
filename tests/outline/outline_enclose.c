/* tests/outline/outline_enclose.c - enclosing polygons: every point is inside, by exact signs; hail_convex_polygon
 * accepts them; and their area is compared with the best choice of the hull's edges.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that cloud alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "outline_oracle.h"
#include "shared/random_world.h"

enum { POINTS = 1200, FEW = 12 };

typedef struct cloud {
    float x[POINTS], y[POINTS];
    size_t count;
    spot hull[POINTS]; /* no three on a line; turns from +x towards +y */
    size_t corners;
    float reach; /* px: the largest coordinate */
} cloud;

static cloud c;
static hail_convex shape;

static struct tally {
    size_t clouds, hulls, dropped, flat, compared;
    double worst[HAIL_MAX_VERTICES + 1], sum[HAIL_MAX_VERTICES + 1]; /* area, of the least of so many edges */
    size_t counted[HAIL_MAX_VERTICES + 1];
    double tightest, loosest; /* the margin, in units of the documented one */
} seen = {.tightest = 1.0e9};

/* ---- Hulls ------------------------------------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b) {
    const spot *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return p->y < q->y ? -1 : p->y > q->y;
}

/* Gift wrapping: from each corner to the point that has no other to the right of the line there. */
static void find_hull(cloud *of) {
    static spot at[POINTS];
    of->corners = 0, of->reach = 0.0f;
    for (size_t i = 0; i < of->count; i++) {
        at[i] = (spot){of->x[i], of->y[i]};
        of->reach = fmaxf(of->reach, fmaxf(fabsf(at[i].x), fabsf(at[i].y)));
    }
    qsort(at, of->count, sizeof *at, by_place);
    spot here = at[0];
    do {
        spot to = here;
        of->hull[of->corners++] = here;
        for (size_t i = 0; i < of->count; i++) {
            const int turn = spot_turn(here, to, at[i]);
            const double far = hypot((double)at[i].x - (double)here.x, (double)at[i].y - (double)here.y);
            if ((to.x == here.x && to.y == here.y) || turn < 0 ||
                (turn == 0 && far > hypot((double)to.x - (double)here.x, (double)to.y - (double)here.y)))
                to = at[i];
        }
        here = to;
    } while ((here.x != at[0].x || here.y != at[0].y) && of->corners < POINTS);
}

static bool taken(const float *x, const float *y, size_t count) {
    return count >= 3 && count <= HAIL_MAX_VERTICES && hail_convex_polygon(x, y, count, 0.0f, &shape) == HAIL_OK;
}

static bool hull_taken(void) {
    float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
    for (size_t i = 0; i < c.corners && i < HAIL_MAX_VERTICES; i++)
        x[i] = c.hull[i].x, y[i] = c.hull[i].y;
    return taken(x, y, c.corners);
}

/* ---- The best there is ------------------------------------------------------------------------------------------- */

/* What lies between some edges of the hull. */
typedef struct hedge {
    double area; /* twice; infinite if they leave it open */
    float x[FEW], y[FEW];
    size_t count;
} hedge;

static hedge hedge_of(const size_t *edge, size_t count) {
    hedge h = {.count = count};
    double x[FEW], y[FEW];
    for (size_t k = 0; k < count; k++) {
        const size_t i = edge[k], j = edge[(k + 1) % count];
        const spot a = c.hull[i], b = c.hull[(i + 1) % c.corners], p = c.hull[j], q = c.hull[(j + 1) % c.corners];
        const double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
        const double ex = (double)q.x - (double)p.x, ey = (double)q.y - (double)p.y, turn = dx * ey - dy * ex;
        if (turn <= 1.0e-9 * (fabs(dx * ey) + fabs(dy * ex)))
            return (hedge){.area = INFINITY};
        const double along = (((double)p.x - (double)a.x) * ey - ((double)p.y - (double)a.y) * ex) / turn;
        x[k] = (double)a.x + dx * along, y[k] = (double)a.y + dy * along;
        h.x[k] = (float)x[k], h.y[k] = (float)y[k];
    }
    for (size_t k = 0; k < count; k++) {
        const size_t n = (k + 1) % count;
        h.area += (x[k] - x[0]) * (y[n] - y[0]) - (y[k] - y[0]) * (x[n] - x[0]);
    }
    return h;
}

static double taken_area(const hedge *h) {
    return isfinite(h->area) && taken(h->x, h->y, h->count) ? h->area : INFINITY;
}

/* The least area of all choices of edges. Infinite: there is none, or hail_convex_polygon would not accept the best. */
static double least_area(size_t most) {
    hedge least = {.area = INFINITY};
    for (uint32_t set = 0; set < 1u << c.corners; set++) {
        size_t edge[FEW], count = 0, chosen = 0;
        for (size_t i = 0; i < c.corners; i++)
            chosen += set >> i & 1;
        if (chosen != most) /* fewer are never less */
            continue;
        for (size_t i = 0; i < c.corners; i++)
            if ((set >> i & 1) != 0)
                edge[count++] = i;
        const hedge h = hedge_of(edge, count);
        least = h.area < least.area ? h : least;
    }
    return taken_area(&least);
}

/* The hull without edges: one after another the edge that adds the least area is dropped. */
static double greedy_area(size_t most) {
    size_t edge[FEW], count = c.corners;
    hedge last = {.area = INFINITY};
    for (size_t i = 0; i < count; i++)
        edge[i] = i;
    for (; count > most; count--) {
        size_t best = 0;
        last.area = INFINITY;
        for (size_t k = 0; k < count; k++) {
            size_t rest[FEW], kept = 0;
            for (size_t i = 0; i < count; i++)
                if (i != k)
                    rest[kept++] = edge[i];
            const hedge h = hedge_of(rest, kept);
            if (h.area < last.area)
                last = h, best = k;
        }
        if (!isfinite(last.area))
            return INFINITY;
        memmove(&edge[best], &edge[best + 1], (count - best - 1) * sizeof *edge);
    }
    return taken_area(&last);
}

/* ---- What must hold ---------------------------------------------------------------------------------------------- */

static const char *cloud_text(uint64_t seed, uint32_t most) {
    static char text[3000];
    size_t used = (size_t)snprintf(text, sizeof text,
                                   "HAIL_TEST_SEED=%llu, most %u, %zu points, hull of %zu:", (unsigned long long)seed,
                                   (unsigned)most, c.count, c.corners);
    for (size_t i = 0; i < c.corners && used + 80 < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, " (%.9g, %.9g)", (double)c.hull[i].x,
                                 (double)c.hull[i].y);
    return text;
}

/* px: the depth of the point nearest to the border; checks exactly that none is outside. */
static double depth_inside(const float *x, const float *y, uint32_t n, uint64_t seed, uint32_t most) {
    double least = INFINITY;
    for (uint32_t k = 0; k < n; k++) {
        const spot a = {x[k], y[k]}, b = {x[(k + 1) % n], y[(k + 1) % n]}, d = {x[(k + 2) % n], y[(k + 2) % n]};
        const double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
        cr_assert_eq(spot_turn(a, b, d), 1, "corner %u: %s", (unsigned)(k + 1) % n, cloud_text(seed, most));
        for (size_t i = 0; i < c.corners; i++) {
            const spot p = c.hull[i];
            const double off = (dx * ((double)p.y - (double)a.y) - dy * ((double)p.x - (double)a.x)) / hypot(dx, dy);
            cr_assert(spot_turn(a, b, p) >= 0, "(%.9g, %.9g) is outside by %g: %s", (double)p.x, (double)p.y, -off,
                      cloud_text(seed, most));
            least = fmin(least, off);
        }
    }
    return least;
}

/* Points that are too thin for a polygon lie along a segment. */
static void hold_flat(const float *x, const float *y, uint32_t n, uint64_t seed, uint32_t most) {
    const spot a = {x[0], y[0]}, b = {x[n - 1], y[n - 1]};
    const double thin = 2.0 * fmax(1.0e-3, 1.5e-4 * (double)c.reach);
    cr_assert(c.corners > most || !hull_taken(), "%u vertices, though the hull is fine: %s", (unsigned)n,
              cloud_text(seed, most));
    for (size_t i = 0; i < c.corners; i++) {
        const double off = spot_distance((double)c.hull[i].x, (double)c.hull[i].y, a, b);
        cr_assert(c.corners <= 2 ? off == 0.0 : off <= thin, "%u vertices, and a point is %g off: %s", (unsigned)n, off,
                  cloud_text(seed, most));
    }
    cr_assert(c.corners > 2 || n == c.corners, "%u vertices: %s", (unsigned)n, cloud_text(seed, most));
    seen.flat++;
}

static void hold_hull(const float *x, const float *y, uint32_t n, uint64_t seed, uint32_t most) {
    size_t first = 0;
    while (first < c.corners && (c.hull[first].x != x[0] || c.hull[first].y != y[0]))
        first++;
    bool same = n == c.corners && first < c.corners;
    for (uint32_t k = 0; same && k < n; k++)
        same = c.hull[(first + k) % n].x == x[k] && c.hull[(first + k) % n].y == y[k];
    cr_assert(same, "it is not the hull: %s", cloud_text(seed, most));
    seen.hulls++;
}

static void hold_area(const float *x, const float *y, uint32_t n, uint64_t seed, uint32_t most) {
    double area = 0.0, round = 0.0;
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t m = (k + 1) % n;
        const double ax = (double)x[k] - (double)x[0], ay = (double)y[k] - (double)y[0];
        area += ax * ((double)y[m] - (double)y[0]) - ay * ((double)x[m] - (double)x[0]);
        round += hypot((double)x[m] - (double)x[k], (double)y[m] - (double)y[k]);
    }
    const double least = least_area(most), spare = fmax(0x1p-10, 0x1p-20 * (double)c.reach);
    if (!isfinite(least) || least < 100.0 * round * spare)
        return;
    const double share = area / least, greedy = greedy_area(most);
    seen.compared++, seen.counted[most]++, seen.sum[most] += share;
    seen.worst[most] = fmax(seen.worst[most], share);
    cr_assert(share <= (most == 3 ? 1.5 : 1.15), "area %g, could be %g: %s", area / 2.0, least / 2.0,
              cloud_text(seed, most));
    cr_assert(area <= greedy * 1.0001 + 12.0 * round * spare, "area %g, dropping the least first makes it %g: %s",
              area / 2.0, greedy / 2.0, cloud_text(seed, most));
}

static void hold(uint64_t seed, uint32_t most) {
    float x[HAIL_MAX_VERTICES + 1], y[HAIL_MAX_VERTICES + 1];
    uint32_t n = 77;
    for (int k = 0; k <= HAIL_MAX_VERTICES; k++)
        x[k] = y[k] = -3.25f;
    find_hull(&c);
    const hail_status status = hail_enclose(NULL, c.x, c.y, c.count, most, x, y, &n);
    cr_assert_eq(status, HAIL_OK, "%s: %s", hail_status_text(status), cloud_text(seed, most));
    cr_assert(n >= 1 && n <= most && x[most] == -3.25f && y[most] == -3.25f, "%u vertices: %s", (unsigned)n,
              cloud_text(seed, most));
    seen.clouds++;
    if (n < 3) {
        hold_flat(x, y, n, seed, most);
        return;
    }
    cr_assert(taken(x, y, n), "hail_convex_polygon: %s: %s",
              hail_status_text(hail_convex_polygon(x, y, n, 0.0f, &shape)), cloud_text(seed, most));
    const double depth = depth_inside(x, y, n, seed, most);
    if (c.corners <= most && hull_taken()) {
        hold_hull(x, y, n, seed, most);
    } else if (c.corners > most) {
        const double spare = depth / fmax(0x1p-10, 0x1p-20 * (double)c.reach);
        seen.tightest = fmin(seen.tightest, spare), seen.loosest = fmax(seen.loosest, spare), seen.dropped++;
        cr_assert(spare >= 1.0, "only %g of what there should be to spare: %s", spare, cloud_text(seed, most));
        if (c.corners <= FEW)
            hold_area(x, y, n, seed, most);
    }
}

/* ---- Clouds ------------------------------------------------------------------------------------------------------ */

static float spread(uint64_t *s, float size) {
    return size * (random_range(s, -1.0f, 1.0f) + random_range(s, -1.0f, 1.0f));
}

static void make_cloud(uint64_t seed) {
    static const float sizes[] = {1.0e-4f, 0.02f, 1.0f, 30.0f, 30.0f, 200.0f, 5000.0f, 4.0e4f};
    static const float thin[] = {1.0f, 1.0f, 1.0f, 0.3f, 0.01f, 1.0e-3f, 1.0e-4f, 1.0e-6f};
    uint64_t state = seed * 3 + 1, *s = &state;
    const uint32_t kind = random_pick(s, 6);
    const float size = sizes[random_pick(s, 8)], squash = thin[random_pick(s, 8)], turn = random_range(s, 0.0f, 6.3f);
    const float step = fminf(size, 1.0e4f), x = random_pick(s, 3) == 0 ? spread(s, 2.0e5f) : 0.0f,
                y = random_pick(s, 3) == 0 ? spread(s, 100.0f) : 0.0f;
    c.count = 1 + random_pick(s, random_pick(s, 8) == 0 ? POINTS : 20);
    for (size_t i = 0; i < c.count; i++) {
        const float angle = random_range(s, 0.0f, 6.2831853f);
        float px = spread(s, size), py = spread(s, size);
        if (kind == 0 || kind == 1)
            px = cosf(angle) * size, py = sinf(angle) * size;
        else if (kind == 2)
            px = (float)random_pick(s, 9) * step, py = (float)random_pick(s, 9) * step;
        if (kind == 3 && i > 2 && random_pick(s, 2) == 0) { /* again, or between two others: on a line with them */
            c.x[i] = (c.x[i - 1] + c.x[i - 2]) / 2.0f, c.y[i] = (c.y[i - 1] + c.y[i - 2]) / 2.0f;
            continue;
        }
        py *= squash;
        c.x[i] = kind == 2 ? px + x : px * cosf(turn) - py * sinf(turn) + x;
        c.y[i] = kind == 2 ? py + y : px * sinf(turn) + py * cosf(turn) + y;
    }
}

static void hold_cloud(uint64_t seed) {
    make_cloud(seed);
    hold(seed, 3 + (uint32_t)(seed % (HAIL_MAX_VERTICES - 2)));
}

static void report_seen(void) {
    cr_log_info("%zu clouds: %zu hulls, %zu with edges dropped, %zu flat; to spare %.4f to %.2f of what must be",
                seen.clouds, seen.hulls, seen.dropped, seen.flat, seen.tightest, seen.loosest);
    for (int k = 3; k <= HAIL_MAX_VERTICES; k++)
        if (seen.counted[k] > 0)
            cr_log_info("of %d edges: %.3f times the least area at most, %.4f in the mean of %zu", k, seen.worst[k],
                        seen.sum[k] / (double)seen.counted[k], seen.counted[k]);
}

Test(outline_enclose, clouds) {
    uint64_t seed;
    const uint32_t many = random_worlds(8000);
    if (random_seed_given(&seed)) {
        hold_cloud(seed);
        return;
    }
    for (uint32_t i = 0; i < many; i++)
        hold_cloud(i);
    report_seen();
    cr_assert(seen.hulls > 100 && seen.dropped > 100 && seen.flat > 100);
}

/* Small hulls of all kinds, where all choices of edges can be tried. */
Test(outline_enclose, area) {
    const uint32_t many = random_worlds(900);
    for (uint32_t seed = 0; seed < many; seed++) {
        uint64_t state = seed;
        const float squash = seed % 3 == 0 ? 1.0f : random_range(&state, 0.05f, 1.0f);
        c.count = 6 + random_pick(&state, 8);
        for (size_t i = 0; i < c.count; i++) {
            const float angle = random_range(&state, 0.0f, 6.2831853f), near = seed % 2 == 0 ? 100.0f : 70.0f;
            const float r = random_range(&state, near, 100.0f);
            c.x[i] = roundf(cosf(angle) * r), c.y[i] = roundf(sinf(angle) * r * squash);
        }
        hold(seed, 3 + seed % 6);
    }
    report_seen();
    cr_assert(seen.compared > 200);
}

/* ---- By hand ----------------------------------------------------------------------------------------------------- */

static void put(const spot *at, size_t count) {
    c.count = count;
    for (size_t i = 0; i < count; i++)
        c.x[i] = at[i].x, c.y[i] = at[i].y;
}

Test(outline_enclose, by_hand) {
    static const spot one[] = {{5, 7}}, twice[] = {{5, 7}, {5, 7}, {5, 7}}, line[] = {{0, 0}, {2, 4}, {-1, -2}, {1, 2}};
    static const spot square[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {4, 0}, {0, 0}, {9, 4}, {5, 5}};
    static const spot needle[] = {{0, 0}, {1000, 0}, {500, 1.0e-4f}}, wide[] = {{-8, 0}, {8, 0}, {8, 1}, {-8, 1}};
    static const spot far[] = {{7.0e5f, 7.0e5f}, {-7.0e5f, 7.0e5f}, {-7.0e5f, -7.0e5f}, {7.0e5f, -7.0e5f}};
    for (uint32_t most = 3; most <= HAIL_MAX_VERTICES; most++) {
        put(one, 1), hold(1, most);
        put(twice, 3), hold(2, most);
        put(line, 4), hold(3, most);
        put(square, 8), hold(4, most);
        put(needle, 3), hold(5, most);
        put(wide, 4), hold(6, most);
        if (most > 3) /* no triangle round that is small enough */
            put(far, 4), hold(7, most);
        c.count = 64; /* as round as can be */
        for (int i = 0; i < 64; i++)
            c.x[i] = cosf((float)i * 0.09817477f) * 50.0f, c.y[i] = sinf((float)i * 0.09817477f) * 50.0f;
        hold(8, most);
    }
}
