/* tests/tiles/one_way_model.c - the slow models of one_way_model.h. */
#include "one_way_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE_PX = ONE_WAY_CELLS * ONE_WAY_TILE };

static const int out_x[5] = {0, -1, 0, 1, 0}, out_y[5] = {0, 0, -1, 0, 1};

/* splitmix64: G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom number generators, 2014. */
static uint32_t random_below(uint64_t *state, uint32_t count) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) >> 32) % count;
}

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

/* Slopes, thin boards, full tiles, noise. */
static void fill_rows(uint64_t *state, uint64_t rows[ONE_WAY_TILE]) {
    const uint32_t look = random_below(state, 5), turn = random_below(state, 2);
    for (uint32_t y = 0; y < ONE_WAY_TILE; y++) {
        rows[y] = 0;
        for (uint32_t x = 0; x < ONE_WAY_TILE; x++) {
            const bool on = look == 0   ? (turn ? x : ONE_WAY_TILE - 1 - x) <= y
                            : look == 1 ? y < 2
                            : look == 2 ? true
                            : look == 3 ? random_below(state, 8) == 0
                                        : x == 3 || y == 5;
            rows[y] |= (uint64_t)on << x;
        }
    }
}

static void put(one_way_world *w, uint32_t column, uint32_t row, uint32_t tile) {
    hail_cell_info cell;
    if (hail_tilemap_set(w->map, column, row, 1, 1, &tile, 1) != HAIL_OK ||
        hail_tilemap_cell(w->map, column, row, &cell) != HAIL_OK)
        abort();
    for (uint32_t y = 0; y < ONE_WAY_TILE; y++)
        for (uint32_t x = 0; x < ONE_WAY_TILE; x++)
            w->kind[row * ONE_WAY_TILE + y][column * ONE_WAY_TILE + x] =
                cell.rows[y] >> x & 1u ? (uint8_t)(cell.kind + 1) : 0;
}

static void make_shapes(hail_convex *s) {
    const float x[] = {-5, 2, 6, 0}, y[] = {-3, -6, 1, 5};
    if (hail_convex_circle(4, &s[0]) || hail_convex_box(3, 5, 0, &s[1]) || hail_convex_capsule(0, -4, 0, 3, 3, &s[2]) ||
        hail_convex_polygon(x, y, 4, 0, &s[3]) || hail_convex_box(7, 2, 1, &s[4]) || hail_convex_circle(0.3f, &s[5]))
        abort();
}

one_way_world one_way_make(uint64_t seed) {
    one_way_world w = {.state = seed * 77 + 1};
    w.x = random_below(&w.state, 2) ? 0.0f : -61.5f;
    w.y = random_below(&w.state, 2) ? 0.0f : 130.25f;
    if (hail_tileset_create(NULL, ONE_WAY_TILE, ONE_WAY_TILE, &w.set) != HAIL_OK ||
        hail_tilemap_create(
            w.set, &(hail_tilemap_options){.columns = ONE_WAY_CELLS, .rows = ONE_WAY_CELLS, .x = w.x, .y = w.y},
            &w.map) != HAIL_OK)
        abort();
    for (uint32_t i = 0; i < ONE_WAY_TILES; i++) {
        uint64_t rows[ONE_WAY_TILE];
        uint32_t tile;
        fill_rows(&w.state, rows);
        rows[0] |= i == 0;
        if (hail_tileset_add_bits(w.set, rows, i % 4, &tile) != HAIL_OK)
            abort();
    }
    for (uint32_t k = 1; k < 4; k++) {
        w.side[k] = (uint8_t)(seed % 3 ? HAIL_ONE_WAY_TOP : 1 + random_below(&w.state, 4));
        if (hail_tileset_set_one_way(w.set, HAIL_KIND(k), w.side[k]) != HAIL_OK)
            abort();
    }
    const uint32_t full = 1 + random_below(&w.state, 5);
    for (uint32_t row = 0; row < ONE_WAY_CELLS; row++)
        for (uint32_t column = 0; column < ONE_WAY_CELLS; column++)
            if (random_below(&w.state, 10) < full)
                put(&w, column, row, 1 + random_below(&w.state, ONE_WAY_TILES));
    make_shapes(w.shapes);
    return w;
}

void one_way_free(one_way_world *w) {
    hail_tilemap_destroy(w->map);
    hail_tileset_destroy(w->set);
}

uint32_t one_way_side(const one_way_world *w, uint32_t kind) { return w->side[kind]; }

static uint32_t pixel(const one_way_world *w, long x, long y) {
    return x < 0 || y < 0 || x >= SIDE_PX || y >= SIDE_PX ? 0 : w->kind[y][x];
}

/* Whether a solid one-way pixel's stopping side is exposed. */
static bool exposed(const one_way_world *w, long x, long y) {
    const uint32_t side = w->side[pixel(w, x, y) - 1], front = pixel(w, x + out_x[side], y + out_y[side]);
    return !front || (w->side[front - 1] && w->side[front - 1] != side);
}

/* ---- Movers ------------------------------------------------------------------------------------------------------ */

static float random_px(one_way_world *w, double from, double to) {
    return (float)(from + (to - from) * (double)random_below(&w->state, 1 << 20) / (1 << 20));
}

void one_way_movers_make(one_way_world *w, size_t count, one_way_movers *m) {
    memset(m, 0, sizeof *m);
    memset(m->all_through, 1, sizeof m->all_through);
    for (size_t i = 0; i < count; i++) {
        const bool stands = random_below(&w->state, 4) == 0, turned = random_below(&w->state, 3) == 0;
        const double angle = (double)random_px(w, 0, 6.28), far = random_below(&w->state, 8) ? 12 : 120;
        m->shape[i] = random_below(&w->state, ONE_WAY_SHAPES);
        m->cos[i] = turned ? (float)cos(angle) : 1.0f;
        m->sin[i] = turned ? (float)sin(angle) : 0.0f;
        m->x[i] = w->x + random_px(w, -10, SIDE_PX + 10);
        m->y[i] = w->y + random_px(w, -10, SIDE_PX + 10);
        m->dx[i] = random_px(w, -far, far);
        m->dy[i] = random_px(w, -far, far);
        if (!stands)
            continue;
        static const float down[ONE_WAY_SHAPES] = {4, 5, 6, 5, 3, 0.3f};
        m->cos[i] = 1.0f;
        m->sin[i] = 0.0f;
        m->y[i] = w->y + floorf(m->y[i] - w->y) - down[m->shape[i]] + random_px(w, -0.01, 0.01);
        m->dy[i] = fabsf(m->dy[i]);
    }
    m->movers = (hail_tilemap_movers){.map = w->map};
    m->movers.shapes = (hail_shapes){.convexes = w->shapes,
                                     .shape_count = ONE_WAY_SHAPES,
                                     .x = m->x,
                                     .y = m->y,
                                     .dx = m->dx,
                                     .dy = m->dy,
                                     .cos = m->cos,
                                     .sin = m->sin,
                                     .shape = m->shape,
                                     .count = count};
}

/* How far a shape reaches towards a side, and the part across that does so to within a thousandth of a px. */
static void support(const solid *s, uint32_t in_x, int sign, double *reach, double *low, double *high) {
    *reach = -INFINITY;
    *low = INFINITY;
    *high = -INFINITY;
    for (uint32_t i = 0; i < s->n; i++)
        *reach = fmax(*reach, sign * (in_x ? s->x[i] : s->y[i]));
    for (uint32_t i = 0; i < s->n; i++)
        if (sign * (in_x ? s->x[i] : s->y[i]) > *reach - 1e-3) {
            *low = fmin(*low, in_x ? s->y[i] : s->x[i]);
            *high = fmax(*high, in_x ? s->y[i] : s->x[i]);
        }
    *reach += s->rounding;
}

/* When a span that moves is over another one, from t on. */
static double over(double low, double high, double speed, double first, double last, double t) {
    if (low + speed * t <= last && high + speed * t >= first)
        return t;
    const double when = low + speed * t > last ? (last - low) / speed : (first - high) / speed;
    return when > t ? when : 2.0;
}

static double pixel_meets(const one_way_world *w, const solid *s, double dx, double dy, long x, long y, double grow) {
    const uint32_t side = w->side[pixel(w, x, y) - 1], in_x = out_x[side] != 0;
    const int in = -(out_x[side] + out_y[side]);
    const double corner = in_x ? (double)w->x + (double)x : (double)w->y + (double)y, line = corner + (in < 0 ? 1 : 0);
    const double along = in_x ? (double)w->y + (double)y : (double)w->x + (double)x;
    const double speed = in * (in_x ? dx : dy), across = in_x ? dy : dx;
    const double slack = (double)HAIL_ONE_WAY_SLACK + grow * 0.1;
    double reach, low, high;
    support(s, in_x, in, &reach, &low, &high);
    const double above = in * line - reach;
    if (speed <= (fabs(dx) + fabs(dy)) * (1e-6 - grow * 1e-6) || above < -slack)
        return 2.0;
    const double t = over(low, high, across, along - grow, along + 1.0 + grow, fmax(above / speed, 0.0));
    return t <= 1.0 && speed * t - above <= slack ? t : 2.0;
}

double one_way_meets(const one_way_world *w, const hail_tilemap_movers *movers, size_t mover, double grow) {
    const solid s = solid_of(&movers->shapes.convexes[movers->shapes.shape[mover]], &movers->shapes, mover);
    const double dx = (double)movers->shapes.dx[mover], dy = (double)movers->shapes.dy[mover];
    double best = 2.0;
    for (long y = 0; y < SIDE_PX; y++)
        for (long x = 0; x < SIDE_PX; x++)
            if (pixel(w, x, y) && w->side[pixel(w, x, y) - 1] && exposed(w, x, y))
                best = fmin(best, pixel_meets(w, &s, dx, dy, x, y, grow));
    return best;
}

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

void one_way_rays_make(one_way_world *w, size_t count, one_way_rays *r) {
    memset(r, 0, sizeof *r);
    for (size_t i = 0; i < count; i++) {
        const double far = random_below(&w->state, 2) ? 20 : 200;
        const bool straight = random_below(&w->state, 4) == 0;
        r->x[i] = w->x + random_px(w, -20, SIDE_PX + 20);
        r->y[i] = w->y + random_px(w, -20, SIDE_PX + 20);
        r->dx[i] = straight && i % 2 ? 0.0f : random_px(w, -far, far);
        r->dy[i] = straight && i % 2 == 0 ? 0.0f : random_px(w, -far, far);
    }
    r->rays =
        (hail_tilemap_rays){.map = w->map, .rays = {.x = r->x, .y = r->y, .dx = r->dx, .dy = r->dy, .count = count}};
}

/* Whether what is at a pixel stops a ray that enters it against a normal; (0, 0): one that starts there. */
static bool stops(const one_way_world *w, long x, long y, int nx, int ny, bool *passed) {
    const uint32_t value = pixel(w, x, y);
    if (!value)
        return false;
    const uint32_t side = w->side[value - 1];
    if (!side)
        return true;
    const bool stop = nx == out_x[side] && ny == out_y[side] && exposed(w, x, y);
    *passed = *passed || !stop;
    return stop;
}

static one_way_truth walk(const one_way_world *w, double x, double y, double dx, double dy) {
    one_way_truth o = {.px = (long)floor(x), .py = (long)floor(y)};
    const double length = hypot(dx, dy);
    if (stops(w, o.px, o.py, 0, 0, &o.passed)) {
        o.hit = true;
        return o;
    }
    for (;;) {
        const double tx = dx == 0.0 ? 9.0 : ((double)(o.px + (dx > 0)) - x) / dx,
                     ty = dy == 0.0 ? 9.0 : ((double)(o.py + (dy > 0)) - y) / dy, t = fmin(tx, ty);
        o.doubtful = o.doubtful || fabs(tx - ty) * length < 1e-3 || fabs(t - 1.0) * length < 1e-3;
        o.distance = length;
        if (t > 1.0)
            return o;
        o.nx = tx <= ty ? (dx > 0 ? -1 : 1) : 0;
        o.ny = tx <= ty ? 0 : dy > 0 ? -1 : 1;
        o.px -= o.nx;
        o.py -= o.ny;
        o.distance = t * length;
        if (stops(w, o.px, o.py, o.nx, o.ny, &o.passed)) {
            o.hit = true;
            return o;
        }
    }
}

/* Bresenham's line, as hail/march.h says: ties as if it started at the end with the smaller coordinate. */
static one_way_truth draw(const one_way_world *w, double x, double y, double dx, double dy) {
    const long x0 = (long)floor(x), y0 = (long)floor(y), x1 = (long)floor(x + dx), y1 = (long)floor(y + dy);
    const bool steep = labs(y1 - y0) > labs(x1 - x0);
    const long n = steep ? labs(y1 - y0) : labs(x1 - x0), rise = steep ? x1 - x0 : y1 - y0;
    const bool back = steep ? y1 < y0 : x1 < x0;
    one_way_truth o = {.distance = hypot(dx, dy)};
    o.doubtful = fabs(x - round(x)) < 1e-4 || fabs(y - round(y)) < 1e-4 || fabs(x + dx - round(x + dx)) < 1e-4 ||
                 fabs(y + dy - round(y + dy)) < 1e-4;
    for (long k = 0; k <= n && !o.hit; k++) {
        const double at = n ? (double)(back ? n - k : k) * (double)(back ? -rise : rise) / (double)n : 0.0;
        const long by = (long)(at < 0 ? -floor(-at + 0.5) : floor(at + 0.5)),
                   from = back ? (steep ? x1 : y1) : (steep ? x0 : y0);
        o.px = steep ? from + by : x0 + (back ? -k : k);
        o.py = steep ? y0 + (back ? -k : k) : from + by;
        o.nx = k && !steep ? (back ? 1 : -1) : 0;
        o.ny = k && steep ? (back ? 1 : -1) : 0;
        o.hit = stops(w, o.px, o.py, o.nx, o.ny, &o.passed);
        if (o.hit)
            o.distance = k ? hypot((double)o.px + 0.5 - x, (double)o.py + 0.5 - y) : 0.0;
    }
    return o;
}

one_way_truth one_way_ray(const one_way_world *w, const hail_tilemap_rays *rays, size_t i) {
    const double x = (double)rays->rays.x[i] - (double)w->x, y = (double)rays->rays.y[i] - (double)w->y;
    return (rays->walk == HAIL_WALK_BRESENHAM ? draw : walk)(w, x, y, (double)rays->rays.dx[i],
                                                             (double)rays->rays.dy[i]);
}
