/* tests/narrow/batch_inputs.c - random shapes, put beside each other and set in motion. */
#include "batch_inputs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "batch_oracle.h"
#include "shared/random_world.h"

enum { X, Y, COS, SIN, SCALE, DX, DY };

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

static float size_of(uint64_t *s, const input_choice *choice) {
    static const float whole[] = {1.0f, 2.0f, 4.0f, 8.0f, 12.0f};
    if (choice->flavour == INPUT_LATTICE)
        return whole[random_pick(s, 5)];
    return exp2f(random_range(s, -2.0f, random_pick(s, 8) == 0 ? 8.0f : 5.0f));
}

static float rounding_of(uint64_t *s, const input_choice *choice) {
    return choice->sharp || random_pick(s, 2) == 0 ? 0.0f : size_of(s, choice);
}

/* Corners on an ellipse: convex by construction, of either winding. The origin may lie outside. */
static hail_status make_polygon(uint64_t *s, const input_choice *choice, hail_convex *shape) {
    const bool lattice = choice->flavour == INPUT_LATTICE;
    const size_t n = lattice ? 3 + random_pick(s, 2) : 3 + random_pick(s, 6);
    const float size = size_of(s, choice);
    const float thinnest = choice->flavour == INPUT_THIN ? 0.001f : 0.15f;
    const float squash = lattice ? 1.0f : random_range(s, thinnest, random_pick(s, 2) == 0 ? 1.0f : 4.0f * thinnest);
    const float away = random_pick(s, 4) != 0 ? 0.0f : 2.0f * size;
    const bool back = random_pick(s, 2) == 0;
    float x[8], y[8];
    for (size_t i = 0; i < n; i++) {
        const float turn = ((float)i + (lattice ? 0.0f : random_range(s, 0.05f, 0.95f))) * 6.2831853f / (float)n;
        const size_t at = back ? n - 1 - i : i;
        x[at] = size * cosf(turn) + away, y[at] = size * squash * sinf(turn);
        if (lattice)
            x[at] = roundf(x[at]), y[at] = roundf(y[at]);
    }
    return hail_convex_polygon(x, y, n, rounding_of(s, choice), shape);
}

/* A random segment. Draws are made one after the other: compilers evaluate the arguments of a call in any order. */
static hail_status make_segment(uint64_t *s, const input_choice *choice, float length, hail_convex *shape) {
    const float rounding = rounding_of(s, choice);
    if (choice->flavour == INPUT_LATTICE) {
        const float rise = random_pick(s, 2) == 0 ? 0.0f : length;
        return hail_convex_capsule(-length, 0.0f, length, rise, rounding, shape);
    }
    const float y2 = random_range(s, -length, length), x2 = random_range(s, -length, length);
    const float y1 = random_range(s, -length, length), x1 = random_range(s, -length, length);
    return hail_convex_capsule(x1, y1, x2, y2, rounding, shape);
}

static hail_status make_box(uint64_t *s, const input_choice *choice, float size, hail_convex *shape) {
    const float rounding = rounding_of(s, choice);
    return hail_convex_box(size, choice->flavour == INPUT_THIN ? size * 0.01f : size_of(s, choice), rounding, shape);
}

static hail_status make_shape(uint64_t *s, const input_choice *choice, hail_convex *shape) {
    const float size = size_of(s, choice), length = random_pick(s, 8) == 0 ? 0.0f : 2.0f * size_of(s, choice);
    switch (choice->cores_only ? 1 + random_pick(s, 4) : random_pick(s, 6)) {
    case 0:
    case 5:
        return hail_convex_circle(random_pick(s, 8) == 0 || choice->sharp ? 0.0f : size, shape);
    case 1:
        return make_segment(s, choice, length, shape);
    case 2:
        return make_box(s, choice, size, shape);
    default:
        return make_polygon(s, choice, shape);
    }
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

static void turn_and_size(inputs *in, const input_choice *choice, int side, size_t i) {
    static const float right[][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}}, scales[] = {0.0f, 0.5f, 1.0f, 2.0f, 100.0f};
    uint64_t *s = &in->state;
    float **c = in->column[side];
    const uint32_t quarter = random_pick(s, 4);
    const double turn = (double)random_range(s, -3.2f, 3.2f);
    const bool upright = choice->flavour == INPUT_LATTICE || random_pick(s, 8) == 0;
    c[COS][i] = upright ? right[quarter][0] : (float)cos(turn);
    c[SIN][i] = upright ? right[quarter][1] : (float)sin(turn);
    c[SCALE][i] = random_pick(s, 2) == 0 ? 1.0f : random_range(s, 0.25f, 3.0f);
    if (choice->flavour == INPUT_LATTICE)
        c[SCALE][i] = scales[1 + random_pick(s, 3)];
    if (choice->flavour == INPUT_THIN && random_pick(s, 4) == 0)
        c[SCALE][i] = scales[random_pick(s, 5)];
}

static double reach_of(const inputs *in, int side, size_t i) {
    const hail_shapes *bodies = side == 0 ? &in->batch.a : &in->batch.b;
    return solid_of(&in->shapes[in->shape[side][i]], bodies, i).reach;
}

/* Puts b so close to a that about half of the pairs touch. */
static void put_beside(inputs *in, const input_choice *choice, size_t i) {
    uint64_t *s = &in->state;
    float **a = in->column[0], **b = in->column[1];
    const float turn = random_range(s, -3.2f, 3.2f);
    const float away = random_range(s, 0.0f, 1.3f) * (float)(reach_of(in, 0, i) + reach_of(in, 1, i));
    a[X][i] = choice->origin + random_range(s, -400.0f, 400.0f);
    a[Y][i] = choice->origin + random_range(s, -400.0f, 400.0f);
    if (choice->flavour == INPUT_LATTICE)
        a[X][i] = roundf(a[X][i]), a[Y][i] = roundf(a[Y][i]);
    b[X][i] = a[X][i] + away * cosf(turn), b[Y][i] = a[Y][i] + away * sinf(turn);
    if (choice->flavour == INPUT_LATTICE)
        b[X][i] = roundf(b[X][i]), b[Y][i] = roundf(b[Y][i]);
    if (choice->flavour == INPUT_THIN && random_pick(s, 8) == 0)
        b[X][i] = a[X][i], b[Y][i] = a[Y][i];
    if (choice->flavour == INPUT_SETTLED) {
        const solid_pair p = solid_pair_of(&in->batch, i);
        const solid_gap gap = solid_distance(&p.a, &p.b);
        b[X][i] = (float)((double)b[X][i] - gap.x * gap.distance);
        b[Y][i] = (float)((double)b[Y][i] - gap.y * gap.distance);
    }
}

/* Displacements: at each other, past each other, away; along an axis; of one of them only; of both together. */
static void set_going(inputs *in, const input_choice *choice, size_t i) {
    uint64_t *s = &in->state;
    float **a = in->column[0], **b = in->column[1];
    const float most = log2f(choice->farthest), length = exp2f(random_range(s, -3.0f, most));
    const float across = random_range(s, -1.0f, 1.0f) * (float)(reach_of(in, 0, i) + reach_of(in, 1, i));
    float x = b[X][i] - a[X][i], y = b[Y][i] - a[Y][i];
    const float apart = hypotf(x, y) + 1.0e-3f;
    x /= apart, y /= apart;
    /* They start further apart, so that most do not touch at first. */
    const float back = choice->flavour == INPUT_SETTLED ? 0.0f : length * random_range(s, -0.2f, 1.0f);
    b[X][i] += x * back - y * across, b[Y][i] += y * back + x * across;
    x *= length, y *= length;
    if (choice->flavour == INPUT_LATTICE) {
        b[X][i] = roundf(b[X][i]), b[Y][i] = roundf(b[Y][i]);
        x = random_pick(s, 4) == 0 ? 0.0f : roundf(x), y = random_pick(s, 4) == 0 ? 0.0f : roundf(y);
    }
    const float share = (float)random_pick(s, 3) * 0.5f, both = random_pick(s, 4) == 0 ? length : 0.0f;
    a[DX][i] = x * share + both, a[DY][i] = y * share - both;
    b[DX][i] = x * (share - 1.0f) + both, b[DY][i] = y * (share - 1.0f) - both;
}

static void make_side(inputs *in, const input_choice *choice, int side) {
    hail_shapes *bodies = side == 0 ? &in->batch.a : &in->batch.b;
    float **c = in->column[side];
    for (int k = 0; k < INPUT_COLUMNS; k++) {
        c[k] = calloc(choice->count + 1, sizeof(float));
        if (c[k] == NULL)
            abort();
    }
    in->shape[side] = calloc(choice->count + 1, sizeof(uint32_t));
    if (in->shape[side] == NULL)
        abort();
    *bodies = (hail_shapes){.convexes = in->shapes,
                            .shape_count = INPUT_SHAPES,
                            .x = c[X],
                            .y = c[Y],
                            .cos = c[COS],
                            .sin = c[SIN],
                            .scale = c[SCALE],
                            .shape = in->shape[side],
                            .count = choice->count};
    if (choice->farthest > 0.0f)
        bodies->dx = c[DX], bodies->dy = c[DY];
    for (size_t i = 0; i < choice->count; i++) {
        in->shape[side][i] = random_pick(&in->state, INPUT_SHAPES);
        turn_and_size(in, choice, side, i);
    }
}

inputs *inputs_make(uint64_t seed, const input_choice *choice) {
    inputs *in = calloc(1, sizeof *in);
    if (in == NULL)
        abort();
    in->state = seed * 0x2545f4914f6cdd1du + 1;
    for (int i = 0; i < INPUT_SHAPES; i++)
        while (make_shape(&in->state, choice, &in->shapes[i]) != HAIL_OK)
            continue;
    in->batch = (hail_batch){.count = choice->count};
    make_side(in, choice, 0);
    make_side(in, choice, 1);
    for (size_t i = 0; i < choice->count; i++) {
        put_beside(in, choice, i);
        if (choice->farthest > 0.0f)
            set_going(in, choice, i);
    }
    return in;
}

void inputs_aim(inputs *in, size_t i) {
    uint64_t *s = &in->state;
    float **a = in->column[0], **b = in->column[1];
    const solid_pair p = solid_pair_of(&in->batch, i);
    const solid *of = random_pick(s, 2) == 0 ? &p.a : &p.b;
    const uint32_t v = random_pick(s, p.a.n), w = random_pick(s, p.b.n), e = random_pick(s, of->n);
    const double along = atan2(of->y[(e + 1) % of->n] - of->y[e], of->x[(e + 1) % of->n] - of->x[e]);
    const double turn = random_pick(s, 2) == 0
                            ? (double)random_range(s, -3.2f, 3.2f)
                            : along + (double)(random_range(s, -1.0f, 1.0f) * exp2f(random_range(s, -20.0f, 0.0f)));
    const double length = exp2((double)random_range(s, 0.0f, 13.0f)), r = p.a.rounding + p.b.rounding;
    const double when = (double)random_range(s, -0.1f, 1.1f);
    const double off = (double)random_range(s, -1.0f, 1.0f) * exp2((double)random_range(s, -20.0f, 0.0f)) +
                       r * ((double)random_pick(s, 3) - 1.0);
    const double x = length * cos(turn), y = length * sin(turn), away_x = -sin(turn) * off, away_y = cos(turn) * off;
    a[DX][i] = (float)x, a[DY][i] = (float)y;
    b[DX][i] = 0.0f, b[DY][i] = 0.0f;
    b[X][i] = (float)((double)b[X][i] + p.a.x[v] + x * when - p.b.x[w] + away_x);
    b[Y][i] = (float)((double)b[Y][i] + p.a.y[v] + y * when - p.b.y[w] + away_y);
}

void inputs_free(inputs *in) {
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < INPUT_COLUMNS; k++)
            free(in->column[side][k]);
        free(in->shape[side]);
    }
    free(in);
}

/* ---- For messages ------------------------------------------------------------------------------------------------ */

static int shape_text(char *text, size_t room, const hail_convex *shape) {
    hail_convex_info info;
    if (hail_convex_describe(shape, &info) != HAIL_OK)
        return 0;
    int used = snprintf(text, room, "rounding %a,", (double)info.rounding);
    for (uint32_t i = 0; i < info.vertices && (size_t)used < room; i++)
        used += snprintf(text + used, room - (size_t)used, " (%a, %a)", (double)info.x[i], (double)info.y[i]);
    return used;
}

const char *inputs_text(const hail_batch *batch, size_t pair) {
    static char text[4096];
    int used = 0;
    for (int side = 0; side < 2; side++) {
        const hail_shapes *b = side == 0 ? &batch->a : &batch->b;
        const uint32_t *index = side == 0 ? batch->index_a : batch->index_b;
        const size_t i = index != NULL ? index[pair] : pair;
        const float one = b->cos != NULL ? b->cos[i] : 1.0f, zero = b->sin != NULL ? b->sin[i] : 0.0f;
        used += snprintf(text + used, sizeof text - (size_t)used,
                         "%s: at (%a, %a), cos %a sin %a, scale %a, moves (%a, %a), ", side == 0 ? "a" : "; b",
                         (double)b->x[i], (double)b->y[i], (double)one, (double)zero,
                         b->scale != NULL ? (double)b->scale[i] : 1.0, b->dx != NULL ? (double)b->dx[i] : 0.0,
                         b->dy != NULL ? (double)b->dy[i] : 0.0);
        used +=
            shape_text(text + used, sizeof text - (size_t)used, &batch->a.convexes[b->shape != NULL ? b->shape[i] : 0]);
    }
    return text;
}
