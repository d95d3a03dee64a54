/* tests/narrow/batch_flat.c - polygons whose sides bulge a little, edge to edge (batch_flat.h). */
#include "batch_flat.h"

#include <math.h>

#include "batch_oracle.h"
#include "shared/random_world.h"

#define FULL_TURN 6.283185307179586

enum { X, Y, COS, SIN, SCALE, DX, DY };

static double random_number(uint64_t *s, double low, double high) {
    return low + (high - low) * (double)random_range(s, 0.0f, 1.0f);
}

/* Every order of magnitude is equally likely. */
static double random_size(uint64_t *s, double low, double high) { return exp(random_number(s, log(low), log(high))); }

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

/* Adds corners along a side, out of its line as a shallow arc bends. */
static size_t add_arc(uint64_t *s, const double from[2], const double to[2], uint32_t corners, double *x, double *y) {
    const double along_x = to[0] - from[0], along_y = to[1] - from[1];
    const double bend = random_size(s, 1.0e-4, 0.1) * (double)(corners + 1) / 2.0;
    double at = 0.0;
    for (uint32_t k = 0; k < corners; k++) {
        at += (1.0 - at) * (random_pick(s, 3) == 0 ? 0.5 : random_number(s, 0.02, 0.9));
        const double out = bend * at * (1.0 - at);
        x[k] = from[0] + along_x * at + along_y * out, y[k] = from[1] + along_y * at - along_x * out;
    }
    return corners;
}

/* A triangle, quadrilateral or pentagon whose sides are such arcs. */
static hail_status make_polygon(uint64_t *s, float largest, hail_convex *shape) {
    const uint32_t sides = 3 + random_pick(s, 3);
    const double size = random_size(s, 2.0, (double)largest), squash = random_number(s, 0.1, 1.0);
    const double turn = random_number(s, 0.0, FULL_TURN), away = random_pick(s, 4) == 0 ? 2.0 * size : 0.0;
    double side[6][2], x[8], y[8];
    for (uint32_t i = 0; i < sides; i++) {
        const double angle = ((double)i + random_number(s, -0.35, 0.35)) * FULL_TURN / (double)sides;
        side[i][0] = size * cos(angle), side[i][1] = size * squash * sin(angle);
    }
    side[sides][0] = side[0][0], side[sides][1] = side[0][1];
    uint32_t left = 8 - sides;
    size_t n = 0;
    for (uint32_t i = 0; i < sides; i++) {
        const uint32_t corners = i == 0 ? 1 + random_pick(s, left) : random_pick(s, left + 1);
        x[n] = side[i][0], y[n] = side[i][1], n++;
        n += add_arc(s, side[i], side[i + 1], corners, x + n, y + n);
        left -= corners;
    }
    float fx[8], fy[8];
    for (size_t i = 0; i < n; i++) {
        fx[i] = (float)(cos(turn) * x[i] - sin(turn) * y[i] + away);
        fy[i] = (float)(sin(turn) * x[i] + cos(turn) * y[i]);
    }
    return hail_convex_polygon(fx, fy, n, random_pick(s, 3) == 0 ? 0.1f * (float)size : 0.0f, shape);
}

/* ---- Pairs ------------------------------------------------------------------------------------------------------- */

static double direction(const solid *s, uint32_t edge) {
    const uint32_t next = (edge + 1) % s->n;
    return atan2(s->y[next] - s->y[edge], s->x[next] - s->x[edge]);
}

static void turn_to(float **body, size_t i, double angle) {
    body[COS][i] = (float)cos(angle);
    body[SIN][i] = (float)sin(angle);
}

/* Rotates both; mostly b so that its edge f runs against a's edge e, but for a small angle. */
static void rotate(uint64_t *s, inputs *in, size_t i, uint32_t e, uint32_t f) {
    float **a = in->column[0], **b = in->column[1];
    a[SCALE][i] = random_pick(s, 2) == 0 ? 1.0f : random_range(s, 0.3f, 1.0f);
    b[SCALE][i] = random_pick(s, 2) == 0 ? 1.0f : random_range(s, 0.3f, 1.0f);
    turn_to(a, i, random_pick(s, 3) == 0 ? 0.0 : random_number(s, 0.0, FULL_TURN));
    turn_to(b, i, random_number(s, 0.0, FULL_TURN));
    if (random_pick(s, 5) == 0)
        return;
    const solid_pair p = solid_pair_of(&in->batch, i);
    const double off = random_pick(s, 4) == 0 ? 0.0 : random_size(s, 1.0e-7, 0.1), now = atan2(b[SIN][i], b[COS][i]);
    turn_to(b, i,
            now + direction(&p.a, e % p.a.n) + FULL_TURN / 2.0 - direction(&p.b, f % p.b.n) +
                (random_pick(s, 2) == 0 ? off : -off));
}

/* Px between the surfaces: nearly touching, deep, or apart. */
static double pick_gap(uint64_t *s, const solid_pair *p) {
    static const double near[] = {0.0, 0.0, 1.0e-4, -1.0e-4, 1.0e-2, -1.0e-2};
    const double small = fmin(p->a.reach, p->b.reach);
    if (random_pick(s, 2) == 0)
        return near[random_pick(s, 6)];
    return random_pick(s, 3) == 0 ? -small * random_number(s, 0.0, 0.2) : small * random_size(s, 1.0e-3, 2.0);
}

/* Puts a vertex of b on the line through a's edge, on the edge or beyond its ends, and the surfaces a gap apart. */
static void put(uint64_t *s, inputs *in, size_t i, uint32_t e, uint32_t f) {
    float **b = in->column[1];
    solid_pair p = solid_pair_of(&in->batch, i);
    const uint32_t from = e % p.a.n, to = (from + 1) % p.a.n, vertex = f % p.b.n;
    const double u = random_number(s, -1.0, 2.0);
    b[X][i] = (float)((double)b[X][i] + p.a.x[from] + (p.a.x[to] - p.a.x[from]) * u - p.b.x[vertex]);
    b[Y][i] = (float)((double)b[Y][i] + p.a.y[from] + (p.a.y[to] - p.a.y[from]) * u - p.b.y[vertex]);
    p = solid_pair_of(&in->batch, i);
    const solid_gap gap = solid_distance(&p.a, &p.b);
    const double shift = pick_gap(s, &p) - gap.distance;
    b[X][i] = (float)((double)b[X][i] + gap.x * shift);
    b[Y][i] = (float)((double)b[Y][i] + gap.y * shift);
}

/* Sets one of the two in motion, so that they lie as they do now at some time of it; every fourth along a's edge. */
static void set_going(uint64_t *s, inputs *in, size_t i, uint32_t e, float farthest) {
    float **a = in->column[0], **b = in->column[1];
    const solid_pair p = solid_pair_of(&in->batch, i);
    const double length = random_size(s, 1.0, (double)farthest), when = random_number(s, -0.1, 1.1);
    const bool beside = random_pick(s, 4) == 0, of_a = random_pick(s, 2) == 0;
    const double angle =
        beside ? direction(&p.a, e % p.a.n) + random_size(s, 1.0e-5, 0.1) : random_number(s, 0.0, FULL_TURN);
    const double dx = length * cos(angle), dy = length * sin(angle);
    a[DX][i] = of_a ? (float)dx : 0.0f, a[DY][i] = of_a ? (float)dy : 0.0f;
    b[DX][i] = of_a ? 0.0f : (float)-dx, b[DY][i] = of_a ? 0.0f : (float)-dy;
    b[X][i] = (float)((double)b[X][i] + dx * when), b[Y][i] = (float)((double)b[Y][i] + dy * when);
}

static void arrange(inputs *in, size_t i, const flat_choice *choice) {
    uint64_t *s = &in->state;
    float **a = in->column[0], **b = in->column[1];
    const uint32_t e = random_pick(s, 8), f = random_pick(s, 8);
    a[X][i] = b[X][i] = choice->spacing > 0.0f ? choice->spacing * (float)(i % 8) : random_range(s, -400.0f, 400.0f);
    a[Y][i] = b[Y][i] = choice->spacing > 0.0f ? choice->spacing * (float)(i / 8) : random_range(s, -400.0f, 400.0f);
    rotate(s, in, i, e, f);
    put(s, in, i, e, f);
    if (choice->farthest > 0.0f)
        set_going(s, in, i, e, choice->farthest);
}

inputs *flat_make(uint64_t seed, const flat_choice *choice) {
    const input_choice others = {
        .count = choice->count, .flavour = INPUT_OPEN, .farthest = choice->farthest, .cores_only = true};
    inputs *in = inputs_make(seed, &others);
    for (int i = 0; i < INPUT_SHAPES * 3 / 4; i++)
        while (make_polygon(&in->state, choice->largest, &in->shapes[i]) != HAIL_OK)
            continue;
    for (size_t i = 0; i < choice->count; i++)
        arrange(in, i, choice);
    return in;
}
