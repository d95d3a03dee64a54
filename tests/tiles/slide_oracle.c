/* tests/tiles/slide_oracle.c - the brute-force oracle of slide_oracle.h. */
#include "slide_oracle.h"

#include <math.h>

/* ---- Terrain ----------------------------------------------------------------------------------------------------- */

static bool counts(const terrain *t, uint32_t kind) { return t->kinds == 0 || (t->kinds & HAIL_KIND(kind)) != 0; }

uint32_t terrain_cell(const terrain *t, long i, long j) {
    const picture *p = t->of;
    if (i < 0 || j < 0 || i >= p->width || j >= p->height)
        return UINT32_MAX;
    return (uint32_t)(j / (long)p->tile_height) * p->columns + (uint32_t)(i / (long)p->tile_width);
}

uint8_t terrain_kind(const terrain *t, uint32_t cell) {
    return cell == UINT32_MAX ? (uint8_t)t->of->outside_kind : t->of->kind[cell];
}

static bool cell_has_pixels(const picture *p, uint32_t cell) {
    const long x = (long)(cell % p->columns * p->tile_width), y = (long)(cell / p->columns * p->tile_height);
    for (long j = y; j < y + (long)p->tile_height; j++)
        for (long i = x; i < x + (long)p->tile_width; i++)
            if (p->pixel[j * p->width + i] != 0)
                return true;
    return false;
}

bool terrain_solid(const terrain *t, long i, long j) {
    const uint32_t cell = terrain_cell(t, i, j);
    if (cell == UINT32_MAX)
        return t->of->outside_solid && counts(t, t->of->outside_kind);
    if (!counts(t, t->of->kind[cell]))
        return false;
    return t->of->pixel[j * t->of->width + i] != 0 || (t->whole && cell_has_pixels(t->of, cell));
}

solid terrain_square(const terrain *t, long i, long j) {
    const double x = (double)t->of->x + (double)i, y = (double)t->of->y + (double)j;
    return (solid){.n = 4,
                   .x = {x, x + 1.0, x + 1.0, x},
                   .y = {y, y, y + 1.0, y + 1.0},
                   .reach = 1.5,
                   .origin_x = x,
                   .origin_y = y};
}

region terrain_around(const terrain *t, const solid *s, double dx, double dy, double margin) {
    double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY;
    const double m = margin + s->rounding;
    for (uint32_t k = 0; k < s->n; k++) {
        low_x = fmin(low_x, s->x[k]), high_x = fmax(high_x, s->x[k]);
        low_y = fmin(low_y, s->y[k]), high_y = fmax(high_y, s->y[k]);
    }
    const double x = (double)t->of->x, y = (double)t->of->y;
    return (region){(long)floor(low_x + fmin(dx, 0.0) - m - x), (long)floor(high_x + fmax(dx, 0.0) + m - x),
                    (long)floor(low_y + fmin(dy, 0.0) - m - y), (long)floor(high_y + fmax(dy, 0.0) + m - y)};
}

double terrain_gap(const terrain *t, const solid *s, double limit) {
    const region r = terrain_around(t, s, 0.0, 0.0, limit);
    double best = INFINITY;
    for (long j = r.from_j; j <= r.to_j; j++) {
        for (long i = r.from_i; i <= r.to_i; i++) {
            const solid square = terrain_square(t, i, j);
            if (hypot(square.origin_x + 0.5 - s->origin_x, square.origin_y + 0.5 - s->origin_y) - s->reach - 0.8 >
                fmin(best, limit))
                continue; /* further than the nearest so far */
            if (terrain_solid(t, i, j))
                best = fmin(best, solid_distance(s, &square).distance);
        }
    }
    return best <= limit ? best : INFINITY;
}

double terrain_gap_to(const terrain *t, const solid *s, uint32_t cell) {
    const picture *p = t->of;
    const long x = (long)(cell % p->columns * p->tile_width), y = (long)(cell / p->columns * p->tile_height);
    double best = INFINITY;
    for (long j = y; j < y + (long)p->tile_height; j++) {
        for (long i = x; i < x + (long)p->tile_width; i++) {
            const solid square = terrain_square(t, i, j);
            if (terrain_solid(t, i, j))
                best = fmin(best, solid_distance(s, &square).distance);
        }
    }
    return best;
}

/* Newton's method never passes the first root of a convex function; where the function rises there is none ahead. */
static double square_meets(const solid *s, const solid *square, double dx, double dy, double distance, double until) {
    double t = 0.0;
    for (int n = 0; n < 200; n++) {
        const solid moved = solid_moved(*s, dx * t, dy * t);
        const solid_gap gap = solid_distance(&moved, square);
        const double excess = gap.distance - distance, speed = gap.x * dx + gap.y * dy;
        if (excess <= 1.0e-10)
            return t;
        if (!(speed > 0.0) || t + excess / speed > until)
            return 2.0;
        t += excess / speed;
    }
    return t;
}

double terrain_meets(const terrain *t, const solid *s, double dx, double dy, double distance) {
    const region r = terrain_around(t, s, dx, dy, fmax(distance, 0.0) + 1.0);
    const double l2 = dx * dx + dy * dy, near = s->reach + fmax(distance, 0.0) + 0.8;
    double best = 1.0;
    bool found = false;
    for (long j = r.from_j; j <= r.to_j; j++) {
        for (long i = r.from_i; i <= r.to_i; i++) {
            const solid square = terrain_square(t, i, j);
            const double px = square.origin_x + 0.5 - s->origin_x, py = square.origin_y + 0.5 - s->origin_y;
            const double u = l2 > 0.0 ? fmin(fmax((px * dx + py * dy) / l2, 0.0), best) : 0.0;
            if (hypot(px - dx * u, py - dy * u) > near || !terrain_solid(t, i, j))
                continue;
            const double when = square_meets(s, &square, dx, dy, distance, best);
            found = found || when <= 1.0;
            best = fmin(best, when);
        }
    }
    return found ? best : 2.0;
}

/* ---- Normals ----------------------------------------------------------------------------------------------------- */

/* Whether a normal is between those of the two faces of a corner. Its solid pixel lies towards (x, y), each 1 or -1. */
static bool corner_faces(double x, double y, double nx, double ny, double slack) {
    return nx * x >= -slack && ny * y >= -slack;
}

/* Whether a normal points against the edge between an open pixel and a solid one, which lies towards (x, y). */
static bool edge_faces(double x, double y, double nx, double ny, double slack) {
    return fabs(nx - x) <= slack && fabs(ny - y) <= slack;
}

static bool near_span(double at, double from, double reach) { return at >= from - reach && at <= from + 1.0 + reach; }

/* Tries the top and left edges of a pixel, and the corner between them. */
static bool pixel_faces(const terrain *t, long i, long j, double x, double y, double nx, double ny, double reach,
                        double slack) {
    const bool here = terrain_solid(t, i, j), left = terrain_solid(t, i - 1, j), up = terrain_solid(t, i, j - 1);
    const bool beyond = terrain_solid(t, i - 1, j - 1);
    const double dx = x - (double)i, dy = y - (double)j;
    if (here != up && fabs(dy) <= reach && near_span(x, (double)i, reach) &&
        edge_faces(0.0, here ? 1.0 : -1.0, nx, ny, slack))
        return true;
    if (here != left && fabs(dx) <= reach && near_span(y, (double)j, reach) &&
        edge_faces(here ? 1.0 : -1.0, 0.0, nx, ny, slack))
        return true;
    if (hypot(dx, dy) > reach * 1.5)
        return false;
    return (here && !left && !up && corner_faces(1, 1, nx, ny, slack)) ||
           (left && !here && !beyond && corner_faces(-1, 1, nx, ny, slack)) ||
           (up && !here && !beyond && corner_faces(1, -1, nx, ny, slack)) ||
           (beyond && !left && !up && corner_faces(-1, -1, nx, ny, slack));
}

bool terrain_faces(const terrain *t, double x, double y, double nx, double ny, double reach, double slack) {
    const double px = x - (double)t->of->x, py = y - (double)t->of->y;
    for (long j = (long)floor(py - reach); j <= (long)floor(py + reach) + 1; j++)
        for (long i = (long)floor(px - reach); i <= (long)floor(px + reach) + 1; i++)
            if (pixel_faces(t, i, j, px, py, nx, ny, reach, slack))
                return true;
    return false;
}

solid crowd_solid(const crowd *c, size_t mover) {
    const hail_shapes *bodies = &c->movers.shapes;
    return solid_of(&c->shape[bodies->shape != NULL ? bodies->shape[mover] : 0], bodies, mover);
}
