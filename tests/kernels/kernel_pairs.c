/* tests/kernels/kernel_pairs.c - random shapes, bodies and pairs, and the run of every variant (kernel_pairs.h). */
#include "kernel_pairs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_BODIES = 80 };

/* ---- Shapes ---------------------------------------------------------------------------------------------------- */

/* A number as a template stores it, after HAIL_TINY of the public headers. */
static float not_tiny(float a) { return fabsf(a) < 1.0e-18f ? 0.0f : a; }

static void make_edge(const float *x, const float *y, uint32_t n, uint32_t p, float *edge) {
    const uint32_t q = (p + 1) % n, features = (EDGE + p) | (CORNER + p) << 8 | (CORNER + q) << 16;
    const float ex = x[q] - x[p], ey = y[q] - y[p], l = sqrtf(ex * ex + ey * ey);
    float nx = ey / l, ny = -ex / l;
    if (n == 2) { /* both edges of a segment get their normals from its first edge; without length that one points up */
        const float fx = x[1] - x[0], fy = y[1] - y[0];
        nx = l > 0.0f ? fy / l : 0.0f;
        ny = l > 0.0f ? -fx / l : -1.0f;
    }
    float offset = nx * x[0] + ny * y[0];
    if (n > 2)
        offset = nx * x[p] + ny * y[p];
    const float sign = n == 2 && p == 1 ? -1.0f : 1.0f;
    const float numbers[7] = {sign * nx, sign * ny, sign * offset, x[p], y[p], x[q], y[q]};
    memcpy(edge, numbers, sizeof numbers);
    memcpy(edge + HAIL_TEMPLATE_FEATURES, &features, sizeof features);
}

static float make_flatness(const float *row, uint32_t n, bool or_sharp) {
    const float *nx = row + HAIL_TEMPLATE_NX, *ny = row + HAIL_TEMPLATE_NY;
    float least = 1.0f;
    for (uint32_t i = 0; n > 2 && i < n; i++) {
        const uint32_t j = (i + 1) % n;
        if (or_sharp || nx[i] * nx[j] + ny[i] * ny[j] > 0.0f)
            least = fminf(least, nx[i] * ny[j] - ny[i] * nx[j]);
    }
    return least < 0.1f ? 0.1f / least : 1.0f;
}

void template_make(const float *x, const float *y, uint32_t n, float rounding, float *row) {
    float sum_x = 0.0f, sum_y = 0.0f, reach2 = 0.0f;
    memset(row, 0, HAIL_TEMPLATE_WORDS * sizeof *row);
    memcpy(row + HAIL_TEMPLATE_COUNT, &n, sizeof n);
    row[HAIL_TEMPLATE_ROUNDING] = not_tiny(rounding);
    row[HAIL_TEMPLATE_RADIUS] = rounding;
    if (n == 1)
        return;
    float kept_x[8], kept_y[8];
    for (uint32_t i = 0; i < n; i++) {
        kept_x[i] = not_tiny(x[i]), kept_y[i] = not_tiny(y[i]);
        sum_x += kept_x[i], sum_y += kept_y[i];
        reach2 = fmaxf(reach2, kept_x[i] * kept_x[i] + kept_y[i] * kept_y[i]);
    }
    row[HAIL_TEMPLATE_RADIUS] = (sqrtf(reach2) + rounding) * 1.0005f;
    row[HAIL_TEMPLATE_CENTRE_X] = sum_x / (float)n;
    row[HAIL_TEMPLATE_CENTRE_Y] = sum_y / (float)n;
    for (uint32_t i = 0; i < 8; i++) {
        float *edge = row + HAIL_TEMPLATE_EDGES + 8 * i;
        make_edge(kept_x, kept_y, n, i < n ? i : 0, edge);
        row[HAIL_TEMPLATE_NX + i] = edge[0];
        row[HAIL_TEMPLATE_NY + i] = edge[1];
        row[HAIL_TEMPLATE_OFFSET + i] = edge[2];
        row[HAIL_TEMPLATE_VX + i] = edge[3];
        row[HAIL_TEMPLATE_VY + i] = edge[4];
    }
    row[HAIL_TEMPLATE_FLATNESS] = make_flatness(row, n, false);
    row[HAIL_TEMPLATE_KEENNESS] = make_flatness(row, n, true);
}

uint32_t template_count(const float *row) {
    uint32_t n;
    memcpy(&n, row + HAIL_TEMPLATE_COUNT, sizeof n);
    return n;
}

/* The smallest half length of two neighbouring normals' sum, or difference. */
static float least_of_normals(const float *row, float sign) {
    const uint32_t n = template_count(row);
    float least = 1.0f;
    for (uint32_t i = 0; n > 2 && i < n; i++) {
        const uint32_t j = (i + 1) % n;
        least = fminf(least, 0.5f * hypotf(row[HAIL_TEMPLATE_NX + i] + sign * row[HAIL_TEMPLATE_NX + j],
                                           row[HAIL_TEMPLATE_NY + i] + sign * row[HAIL_TEMPLATE_NY + j]));
    }
    return least;
}

/* Normals turn by pi less the corner's angle: their sum is 2 sin(angle / 2), their difference 2 sin(turn / 2). */
float template_sharpness(const float *row) { return least_of_normals(row, 1.0f); }
float template_flatness(const float *row) { return least_of_normals(row, -1.0f); }

static bool bare; /* no core with edges has a rounding */

static float pick_rounding(float size) {
    static const float some[] = {0.0f, 0.0f, 0.0f, 1.0f, 4.0f, 1.0e-10f};
    return pick_one_in(3) ? size * pick_between(0.0f, 2.0f) : some[pick(6)];
}

/* Bare and rounded segments: of no length, hardly any, level, upright, through the origin or away from it. */
static void pick_segment(float *row) {
    const float long_way = pick_one_in(6) ? 0.0f : pick_one_in(6) ? 1.0e-12f : ceilf(pick_between(0.0f, 40.0f));
    const float turn = pick_one_in(2) ? 1.5707964f * (float)pick(4) : pick_between(0.0f, 6.2831853f);
    const float from_x = pick_one_in(2) ? -0.5f * long_way : floorf(pick_between(-9.0f, 9.0f)),
                from_y = pick_one_in(2) ? 0.0f : 3.0f;
    const float x[2] = {from_x, from_x + long_way * roundf(cosf(turn) * 64.0f) / 64.0f},
                y[2] = {from_y, from_y + long_way * roundf(sinf(turn) * 64.0f) / 64.0f};
    template_make(x, y, 2, bare ? 0.0f : pick_rounding(10.0f), row);
}

/* Regular ones, boxes, slivers; some far from their origins. */
static void pick_polygon(float *row) {
    const bool box = pick_one_in(3);
    const uint32_t n = box ? 4 : 3 + pick(6);
    const float size = pick_one_in(10) ? 1.0e5f : pick_one_in(10) ? 0.01f : ceilf(pick_between(1.0f, 30.0f));
    const float squash = pick_one_in(16) ? 1.0e-3f : pick_one_in(5) ? 0.05f : pick_between(0.3f, 1.0f);
    const float away = pick_one_in(3) ? 2.0f * size : 0.0f;
    float x[8], y[8];
    for (uint32_t i = 0; i < n; i++) {
        const float turn = ((float)i + (box ? 0.5f : pick_between(0.05f, 0.95f))) * 6.2831853f / (float)n;
        x[i] = away + (box ? copysignf(size, cosf(turn)) : size * cosf(turn));
        y[i] = box ? copysignf(ceilf(size * squash), sinf(turn)) : squash * size * sinf(turn);
    }
    template_make(x, y, n, bare ? 0.0f : pick_rounding(size), row);
}

static float *pick_templates(void) {
    float *templates = hold("templates", (size_t)SHAPES * HAIL_TEMPLATE_WORDS);
    bare = pick_one_in(3);
    for (uint32_t s = 0; s < SHAPES; s++) {
        float *row = templates + (size_t)s * HAIL_TEMPLATE_WORDS;
        if (s >= CORES)
            template_make(NULL, NULL, 1, pick_rounding(10.0f), row);
        else if (pick_one_in(3))
            pick_segment(row);
        else
            pick_polygon(row);
    }
    return templates;
}

/* ---- Bodies ---------------------------------------------------------------------------------------------------- */

static struct {
    float origin, spread; /* px: where this case's bodies are */
    float speed;          /* px: how far they go */
} the;

static float pick_place(void) {
    return pick_one_in(4)    ? the.origin + floorf(pick_between(-4.0f, 4.0f))
           : pick_one_in(16) ? pick_between(-1.0f, 1.0f) * 1e-18f
                             : the.origin + pick_between(-the.spread, the.spread);
}

static float pick_radius(void) {
    static const float radii[] = {0.0f, 4.0f, 4.0f, 1.0f, 16.0f, 0x1p-149f, 1.0e-20f, 1.0e9f};
    return pick_one_in(2) ? radii[pick(8)] : pick_between(0.0f, 20.0f);
}

static float pick_scale(void) {
    return pick_one_in(4)    ? 1.0f
           : pick_one_in(12) ? (pick_one_in(2) ? 0.0f : -0.0f)
           : pick_one_in(12) ? 1000.0f
           : pick_one_in(24) ? 1.0e-6f
                             : pick_between(0.1f, 3.0f);
}

/* Full and quarter turns exactly, half turns with zeros of both signs, any angle, and some vectors that are unit only
 * to 1e-4. */
static void pick_turn(float *c, float *s) {
    const float turn = pick_one_in(4) ? 1.5707964f * (float)pick(4) : pick_between(-3.2f, 3.2f);
    const float off = pick_one_in(16) ? pick_between(0.9999f, 1.0001f) : 1.0f;
    const bool straight = pick_one_in(5);
    *c = straight ? (pick_one_in(2) ? 1.0f : -1.0f) : cosf(turn) * off;
    *s = straight ? (pick_one_in(2) ? -0.0f : 0.0f) : sinf(turn) * off;
}

static float pick_motion(void) {
    static const float some[] = {0.0f, 0.0f, -0.0f, 1.0f, -1.0f, 64.0f, -64.0f, 1.0e-18f};
    return pick_one_in(3) ? some[pick(8)] : pick_between(-the.speed, the.speed);
}

static body_columns pick_columns(const char *side, bool circles, bool moves, bool handles) {
    const uint32_t n = 1 + pick(MOST_BODIES - 1);
    body_columns b = {.count = n, .x = hold(side, n), .y = hold(side, n), .uniform_radius = pick_radius()};
    if (circles && pick_one_in(3))
        b.uniform_radius = -1.0f; /* the template's rounding */
    b.radius = circles && b.uniform_radius >= 0.0f && pick_one_in(2) ? hold(side, n) : NULL;
    b.shape = pick_one_in(5) ? NULL : hold(side, n);
    b.handle = handles ? hold(side, 2 * (size_t)n) : NULL;
    if (pick_one_in(2))
        b.cos = hold(side, n), b.sin = hold(side, n);
    b.scale = pick_one_in(2) ? hold(side, n) : NULL;
    if (moves && !pick_one_in(5))
        b.dx = hold(side, n), b.dy = hold(side, n);
    for (uint32_t i = 0; i < n; i++) {
        b.x[i] = pick_place(), b.y[i] = pick_place();
        if (b.shape)
            b.shape[i] = pick(circles ? SHAPES : CORES);
        if (b.handle)
            b.handle[2 * i] = (uint32_t)pick_bits(), b.handle[2 * i + 1] = (uint32_t)pick_bits();
        if (b.radius)
            b.radius[i] = pick_radius();
        if (b.cos)
            pick_turn(&b.cos[i], &b.sin[i]);
        if (b.scale)
            b.scale[i] = pick_scale();
        if (b.dx)
            b.dx[i] = pick_motion(), b.dy[i] = pick_motion();
    }
    return b;
}

static hail_side side_of(const body_columns *b) {
    return (hail_side){.x = b->x,
                       .y = b->y,
                       .dx = b->dx,
                       .dy = b->dy,
                       .radius = b->radius,
                       .uniform_radius = b->uniform_radius,
                       .cos = b->cos,
                       .sin = b->sin,
                       .scale = b->scale,
                       .shape = b->shape,
                       .handle = b->handle};
}

const float *side_template(const narrow_case *c, const hail_side *side, uint32_t index) {
    return c->job.templates + (size_t)HAIL_TEMPLATE_WORDS * (side->shape ? side->shape[index] : 0);
}

/* ---- Pairs that touch ------------------------------------------------------------------------------------------ */

/* A corner of the body, or the middle of an edge, from its origin; a circle's centre. */
static void boundary_point(const narrow_case *c, const body_columns *b, bool circle, uint32_t i, uint32_t edge,
                           bool amid, float *x, float *y) {
    const float *row = c->job.templates + (size_t)HAIL_TEMPLATE_WORDS * (b->shape ? b->shape[i] : 0);
    const uint32_t n = circle ? 1 : template_count(row), p = edge % n, q = amid ? (p + 1) % n : p;
    const float k = b->scale ? b->scale[i] : 1.0f, turn_c = b->cos ? b->cos[i] : 1.0f,
                turn_s = b->cos ? b->sin[i] : 0.0f;
    const float px = circle ? 0.0f : (row[HAIL_TEMPLATE_VX + p] + row[HAIL_TEMPLATE_VX + q]) * 0.5f * k,
                py = circle ? 0.0f : (row[HAIL_TEMPLATE_VY + p] + row[HAIL_TEMPLATE_VY + q]) * 0.5f * k;
    *x = turn_c * px - turn_s * py;
    *y = turn_s * px + turn_c * py;
}

static float rounding_of(const narrow_case *c, const body_columns *b, bool circle, uint32_t i) {
    if (circle && b->radius)
        return b->radius[i];
    if (circle && b->uniform_radius >= 0.0f)
        return b->uniform_radius;
    const float *row = c->job.templates + (size_t)HAIL_TEMPLATE_WORDS * (b->shape ? b->shape[i] : 0);
    return row[HAIL_TEMPLATE_ROUNDING] * (b->scale ? b->scale[i] : 1.0f);
}

/* The same shape, with the same rotation or the opposite one: edges are parallel to the last bit. */
static void make_alike(const narrow_case *c, uint32_t a, uint32_t b) {
    const float sign = pick_one_in(2) ? 1.0f : -1.0f;
    if (c->one.shape && c->two.shape)
        c->one.shape[a] = c->two.shape[b];
    if (c->one.cos && c->two.cos) {
        c->one.cos[a] = sign * c->two.cos[b];
        c->one.sin[a] = sign * c->two.sin[b];
    }
    if (c->one.scale && c->two.scale)
        c->one.scale[a] = c->two.scale[b];
}

/* Puts body a of side one where it exactly touches body b of side two, coincides with it, lies on a corner or just
 * misses, now or at some moment of its path. */
static void arrange_pair(const narrow_case *c, uint32_t a, uint32_t b) {
    const bool circle_one = c->kernel.circle_one, circle_two = c->kernel.circle_two;
    if (!circle_one && pick_one_in(3))
        make_alike(c, a, b);
    const uint32_t edge = pick(8), other = pick_one_in(2) ? edge : pick(8);
    const bool amid = pick_one_in(2);
    float ax, ay, bx, by;
    boundary_point(c, &c->one, circle_one, a, edge, amid, &ax, &ay);
    boundary_point(c, &c->two, circle_two, b, other, pick_one_in(3) ? !amid : amid, &bx, &by);
    const float turn = pick_one_in(3) ? 1.5707964f * (float)pick(4) : pick_between(0.0f, 6.2831853f);
    float out = rounding_of(c, &c->one, circle_one, a) + rounding_of(c, &c->two, circle_two, b);
    out *= pick_one_in(3) ? 0.0f : pick_one_in(2) ? 1.0f : pick_between(0.0f, 1.5f);
    float x = nudged(c->two.x[b] + (bx - ax) + out * cosf(turn)), y = c->two.y[b] + (by - ay) + out * sinf(turn);
    if (pick_one_in(8))
        x = c->two.x[b], y = c->two.y[b];
    if (c->kernel.sweeps) {
        const float when = pick_one_in(4) ? (float)pick(3) * 0.5f : pick_between(-0.1f, 1.1f);
        const float back = c->job.from_end ? 1.0f - when : -when; /* from the place of contact to the given position */
        x += back * ((c->one.dx ? c->one.dx[a] : 0.0f) - (c->two.dx ? c->two.dx[b] : 0.0f));
        y += back * ((c->one.dy ? c->one.dy[a] : 0.0f) - (c->two.dy ? c->two.dy[b] : 0.0f));
    }
    if (fabsf(x) <= 1.0e9f && fabsf(y) <= 1.0e9f)
        c->one.x[a] = x, c->one.y[a] = y;
}

/* ---- Cases ----------------------------------------------------------------------------------------------------- */

static uint32_t most_edges(const narrow_case *c, const hail_side *side, uint32_t count) {
    uint32_t most = 2;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t n = template_count(side_template(c, side, i));
        most = n > most ? n : most;
    }
    return pick_one_in(3) ? 8 : most;
}

static const char *said(bool it_is, const char *word) { return it_is ? word : ""; }

#define NO_NAME(kernel, type)
#define NAME(kernel, question, class) [question][class] = #kernel,
static const char *name_of(hail_question question, hail_pair_class class) {
    static const char *const names[HAIL_QUESTIONS][HAIL_PAIR_CLASSES] = {HAIL_EACH_KERNEL(NO_NAME, NAME)};
    return names[question][class];
}

static narrow_kernel kernel_of(hail_question question, hail_pair_class class) {
    const bool contacts = question == ASK_CONTACT || question == ASK_SWEEP || question == ASK_GRAZE;
    const bool sweeps = question == ASK_SWEEP || question == ASK_GRAZE;
    return (narrow_kernel){.name = name_of(question, class),
                           .question = question,
                           .class = class,
                           .circle_one = class != HAIL_POLYGON_POLYGON,
                           .circle_two = class == HAIL_CIRCLE_CIRCLE,
                           .moves = sweeps || question == ASK_PREDICTION,
                           .sweeps = sweeps,
                           .words = contacts ? HAIL_ROW_WORDS : HAIL_SHORT_WORDS};
}

void narrow_pick(narrow_case *c, hail_question question, hail_pair_class class) {
    const narrow_kernel kernel = kernel_of(question, class);
    static const float origins[] = {0.0f, 0.0f, 320.0f, 1.0e5f, -1.0e6f, 1.0e9f};
    static const float speeds[] = {4.0f, 300.0f, 300.0f, 3000.0f, 1.0e6f, 1.0e9f};
    const bool polygons = !kernel.circle_two, mixed = kernel.circle_one && polygons;
    c->kernel = kernel;
    the.origin = origins[cases_timed() ? 2 : pick(6)];
    the.spread = pick_one_in(2) ? 20.0f : 300.0f;
    the.speed = speeds[cases_timed() ? 0 : pick(6)];
    c->job = (hail_narrow_job){.templates = pick_templates(),
                               .header = UINT32_C(0x01010101) * (1 + pick(7)),
                               .rounded = !bare || pick_one_in(2),
                               .two_is_a = mixed && pick_one_in(2),
                               .manifold = !pick_one_in(4),
                               .from_end = kernel.sweeps && pick_one_in(2),
                               .margin = pick_one_in(2) ? 8.0f : pick_between(0.0f, 40.0f)};
    const bool handles = !pick_one_in(4);
    c->one = pick_columns("one's columns", kernel.circle_one, kernel.moves, handles);
    c->two = pick_columns("two's columns", kernel.circle_two, kernel.moves, handles);
    c->count = pick_length() % MOST_PAIRS;
    c->rows = c->count + pick(20);
    c->places = hold("places", c->rows);
    for (uint32_t i = 0; i < c->rows; i++)
        c->places[i] = i;
    shuffle(c->places, c->rows);
    for (uint32_t i = 0; i < c->count; i++) {
        c->pair[i] = (pair_of){pick(c->one.count), pick(c->two.count), c->places[i]};
        if (!pick_one_in(3))
            arrange_pair(c, c->pair[i].one, c->pair[i].two);
    }
    c->job.one = side_of(&c->one);
    c->job.two = side_of(&c->two);
    c->job.edges_one = most_edges(c, &c->job.one, c->one.count);
    c->job.edges_two = most_edges(c, &c->job.two, c->two.count);
    case_says("%u pairs of %u and %u in %u rows about %g, up to %u and %u edges%s%s%s%s%s%s%s%s%s%s", c->count,
              c->one.count, c->two.count, c->rows, (double)the.origin, c->job.edges_one, c->job.edges_two,
              said(c->job.rounded, ", rounded"), said(c->one.radius != NULL, ", radius"),
              said(c->one.cos != NULL, ", one turned"), said(c->two.cos != NULL, ", two turned"),
              said(c->one.scale != NULL, ", one scaled"), said(c->two.scale != NULL, ", two scaled"),
              said(c->one.dx || c->two.dx, ", moving"), said(c->job.two_is_a, ", two is a"),
              said(c->job.from_end, ", from the end"), said(!c->job.manifold, ", no manifold"));
}

/* ---- Runs ------------------------------------------------------------------------------------------------------ */

bool row_touches(const float *row) {
    uint32_t header;
    memcpy(&header, row + 4, sizeof header);
    return header != 0;
}

uint8_t row_byte(const float *row, size_t byte) {
    uint8_t bytes[64];
    memcpy(bytes, row, byte + 1);
    return bytes[byte];
}

static uint32_t call(const narrow_case *c, const hail_kernels *kernels, uint32_t from, uint32_t to) {
    const uint32_t n = to - from;
    uint32_t *one = hold("one", n), *two = hold("two", n), *place = hold("place", n);
    for (uint32_t i = 0; i < n; i++)
        one[i] = c->pair[from + i].one, two[i] = c->pair[from + i].two, place[i] = c->pair[from + i].place;
    const uint32_t touched = kernels->narrow[c->kernel.question][c->kernel.class](&c->job, one, two, place, n);
    guards_check();
    return touched;
}

static void shuffle_pairs(pair_of *pair, uint32_t count) {
    for (uint32_t i = count; i > 1; i--) {
        const uint32_t j = pick(i);
        const pair_of other = pair[j];
        pair[j] = pair[i - 1];
        pair[i - 1] = other;
    }
}

/* ---- What a failure says of its pair ---------------------------------------------------------------------------- */

static struct {
    const narrow_case *c;
    pair_of pair;
} looked_at;

static void explain_body(const char *name, const hail_side *side, uint32_t i, bool circle) {
    const float *row = side_template(looked_at.c, side, i);
    case_adds("\n  %s: at (%.9g, %.9g), by (%.9g, %.9g), cos %.9g, sin %.9g, scale %.9g, ", name, (double)side->x[i],
              (double)side->y[i], side->dx ? (double)side->dx[i] : 0.0, side->dy ? (double)side->dy[i] : 0.0,
              side->cos ? (double)side->cos[i] : 1.0, side->sin ? (double)side->sin[i] : 0.0,
              side->scale ? (double)side->scale[i] : 1.0);
    if (circle && (side->radius || side->uniform_radius >= 0.0f))
        case_adds("radius %.9g", (double)(side->radius ? side->radius[i] : side->uniform_radius));
    else
        case_adds("rounding %.9g", (double)row[HAIL_TEMPLATE_ROUNDING]);
    for (uint32_t v = 0; !circle && v < template_count(row); v++)
        case_adds(" (%.9g, %.9g)", (double)row[HAIL_TEMPLATE_VX + v], (double)row[HAIL_TEMPLATE_VY + v]);
}

static void explain_pair(void) {
    const narrow_case *c = looked_at.c;
    case_adds("\n  pair %u and %u:", looked_at.pair.one, looked_at.pair.two);
    explain_body("one", &c->job.one, looked_at.pair.one, c->kernel.circle_one);
    explain_body("two", &c->job.two, looked_at.pair.two, c->kernel.circle_two);
}

static bool is_contact(const narrow_case *c) { return c->kernel.words == HAIL_ROW_WORDS; }

/* Checks the defined part of a row: all of it or, if the pair does not touch, only that. No number is a NaN. */
static void same_row(const narrow_case *c, const pair_of *pair, const float *got, const float *want) {
    char name[64];
    snprintf(name, sizeof name, "the row of %u and %u", pair->one, pair->two);
    if (is_contact(c) && !row_touches(want)) {
        same_words(name, got + 4, want + 4, 1);
        return;
    }
    same_words(name, got, want, c->kernel.words);
    const uint32_t from = is_contact(c) ? 7 : 0, to = is_contact(c) ? HAIL_ROW_WORDS : HAIL_SHORT_WORDS - 1;
    const bool is_short = c->kernel.question == ASK_SHORT_CONTACT;
    for (uint32_t i = is_short ? HAIL_SHORT_NORMAL : from; i < to; i++)
        case_expects((is_short && i == HAIL_SHORT_A) || isfinite(got[i]), "%s: word %u is %g", name, i, (double)got[i]);
}

static void time_pairs(const narrow_case *c, const hail_kernels *kernels) {
    static uint32_t one[MOST_PAIRS], two[MOST_PAIRS], place[MOST_PAIRS];
    for (uint32_t i = 0; i < c->count; i++)
        one[i] = c->pair[i].one, two[i] = c->pair[i].two, place[i] = c->pair[i].place;
    hail_narrow_fn *narrow = kernels->narrow[c->kernel.question][c->kernel.class];
    case_times(kernels, c->kernel.name, c->count, narrow(&c->job, one, two, place, c->count));
}

void narrow_run(narrow_case *c, narrow_truth_fn *truth) {
    const float *ref = NULL;
    uint32_t ref_touched = 0;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        for (int again = 0; again < 2; again++) { /* the second time in another order, and in two pieces */
            case_calls(kernels, c->kernel.name);
            c->job.rows = hold("rows", (size_t)c->kernel.words * c->rows);
            uint32_t cut = 0;
            if (again) {
                shuffle_pairs(c->pair, c->count);
                cut = pick(c->count + 1);
            }
            uint32_t touched = call(c, kernels, 0, cut);
            touched += call(c, kernels, cut, c->count);
            if (!ref)
                ref = c->job.rows, ref_touched = touched;
            for (uint32_t i = c->count; i < c->rows; i++)
                untouched("a row of no pair", c->job.rows + (size_t)c->kernel.words * c->places[i], 0, c->kernel.words);
            for (uint32_t i = 0; i < c->count; i++) {
                const size_t at = (size_t)c->kernel.words * c->pair[i].place;
                looked_at.c = c;
                looked_at.pair = c->pair[i];
                case_explains(explain_pair);
                same_row(c, &c->pair[i], c->job.rows + at, ref + at);
                if (truth && v == 0 && again == 0)
                    truth(c, &c->pair[i], ref + at);
            }
            if (again)
                time_pairs(c, kernels);
            case_explains(NULL);
            case_expects(touched == ref_touched, "%u touch, not %u", touched, ref_touched);
        }
    }
}
