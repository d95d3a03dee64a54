/* circle_circle and circle_polygon: every variant equals the reference to the last bit, in any order of pairs, cut
 * anywhere; and the reference equals the geometry in double precision. Templates are built here, by docs/arithmetic.md.
 */
#include <criterion/criterion.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "kernel_inputs.h"

enum { SHAPES = 12, MOST_BODIES = 80, MOST_PAIRS = 300 };

/* Edge and first corner as the contact tells them. */
static void build_template(const float *x, const float *y, uint32_t n, float *row) {
    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t p = i < n ? i : 0, q = (p + 1) % n, features = p | (0x80u + p) << 8 | (0x80u + q) << 16;
        const float ex = x[q] - x[p], ey = y[q] - y[p], l = sqrtf(ex * ex + ey * ey);
        const float nx = ey / l, ny = -ex / l, edge[7] = {nx, ny, nx * x[p] + ny * y[p], x[p], y[p], x[q], y[q]};
        row[HAIL_TEMPLATE_NX + i] = edge[0];
        row[HAIL_TEMPLATE_NY + i] = edge[1];
        row[HAIL_TEMPLATE_OFFSET + i] = edge[2];
        memcpy(row + HAIL_TEMPLATE_EDGES + 8 * i, edge, sizeof edge);
        memcpy(row + HAIL_TEMPLATE_EDGES + 8 * i + HAIL_TEMPLATE_FEATURES, &features, sizeof features);
    }
}

static struct {
    float x[SHAPES][8], y[SHAPES][8], reach[SHAPES];
    uint32_t corners[SHAPES];
    float *templates;
} shapes;

/* Regular ones, boxes, slivers; some far from their origins. */
static void pick_shapes(void) {
    shapes.templates = hold("templates", SHAPES * HAIL_TEMPLATE_WORDS);
    for (uint32_t s = 0; s < SHAPES; s++) {
        const bool box = pick_one_in(3);
        const uint32_t n = box ? 4 : 3 + pick(6);
        const float size = pick_one_in(8) ? 1.0e5f : pick_one_in(8) ? 0.01f : pick_between(1.0f, 30.0f);
        const float squash = pick_one_in(4) ? 0.05f : pick_between(0.3f, 1.0f),
                    away = pick_one_in(3) ? 2.0f * size : 0.0f;
        shapes.corners[s] = n;
        shapes.reach[s] = 0.0f;
        for (uint32_t i = 0; i < n; i++) {
            const float turn = ((float)i + (box ? 0.5f : pick_between(0.05f, 0.95f))) * 6.2831853f / (float)n;
            shapes.x[s][i] = away + (box ? copysignf(ceilf(size), cosf(turn)) : size * cosf(turn));
            shapes.y[s][i] = box ? copysignf(ceilf(size), sinf(turn)) : squash * size * sinf(turn);
            shapes.reach[s] = fmaxf(shapes.reach[s], hypotf(shapes.x[s][i], shapes.y[s][i]));
        }
        build_template(shapes.x[s], shapes.y[s], n, shapes.templates + s * HAIL_TEMPLATE_WORDS);
    }
}

/* ---- Bodies ---------------------------------------------------------------------------------------------------- */

typedef struct body_columns {
    float *x, *y, *radius, *cos, *sin, *scale;
    uint32_t *shape, *handle, count;
    float uniform_radius;
} body_columns;

static float origin, spread; /* px: where this case's bodies are */

static float pick_place(void) {
    return pick_one_in(4)    ? origin + floorf(pick_between(-4.0f, 4.0f))
           : pick_one_in(16) ? pick_between(-1.0f, 1.0f) * 1e-30f
                             : origin + pick_between(-spread, spread);
}

static float pick_radius(void) {
    static const float radii[] = {0.0f, 4.0f, 4.0f, 1.0f, 16.0f, 0x1p-149f, 1.0e-20f, 1.0e9f};
    return pick_one_in(2) ? radii[pick(8)] : pick_between(0.0f, 20.0f);
}

static body_columns pick_columns(const char *side, bool polygons) {
    const uint32_t n = 1 + pick(MOST_BODIES - 1);
    body_columns b = {.count = n,
                      .x = hold(side, n),
                      .y = hold(side, n),
                      .shape = hold(side, n),
                      .handle = hold(side, 2 * (size_t)n),
                      .uniform_radius = pick_radius()};
    b.radius = !polygons && pick_one_in(2) ? hold(side, n) : NULL;
    if (polygons && pick_one_in(2))
        b.cos = hold(side, n), b.sin = hold(side, n);
    b.scale = polygons && pick_one_in(2) ? hold(side, n) : NULL;
    for (uint32_t i = 0; i < n; i++) {
        b.x[i] = pick_place(), b.y[i] = pick_place();
        b.shape[i] = pick(SHAPES);
        b.handle[2 * i] = (uint32_t)pick_bits();
        b.handle[2 * i + 1] = (uint32_t)pick_bits();
        if (b.radius)
            b.radius[i] = pick_radius();
        if (b.cos) {
            const float turn = pick_one_in(4) ? 1.5707964f * (float)pick(4) : pick_between(-3.2f, 3.2f);
            const bool straight = pick_one_in(5);
            b.cos[i] = straight ? (pick_one_in(2) ? 1.0f : -1.0f) : cosf(turn);
            b.sin[i] = straight ? -0.0f : sinf(turn);
        }
        if (b.scale)
            b.scale[i] = pick_one_in(4)    ? 1.0f
                         : pick_one_in(12) ? (pick_one_in(2) ? 0.0f : -0.0f)
                         : pick_one_in(12) ? 1000.0f
                                           : pick_between(0.1f, 3.0f);
    }
    return b;
}

static hail_side side_of(const body_columns *b) {
    return (hail_side){b->x, b->y, b->radius, b->uniform_radius, b->cos, b->sin, b->scale, b->shape, b->handle};
}

static float radius_in(const hail_side *side, uint32_t i) {
    return side->radius ? side->radius[i] : side->uniform_radius;
}

/* ---- Geometry in double ---------------------------------------------------------------------------------------- */

typedef struct truth {
    double gap, scale; /* signed distance from the circle's centre to the other; the size that rounding goes by */
    double apart;      /* between the two points that the normal joins                                          */
} truth;

static truth true_circles(const hail_narrow_job *job, uint32_t a, uint32_t b) {
    const double dx = (double)job->two.x[b] - job->one.x[a], dy = (double)job->two.y[b] - job->one.y[a],
                 d = hypot(dx, dy);
    return (truth){d - radius_in(&job->two, b), d + radius_in(&job->one, a) + radius_in(&job->two, b), d};
}

static truth true_polygon(const hail_narrow_job *job, uint32_t c, uint32_t p) {
    const hail_side *side = &job->two;
    const uint32_t shape = side->shape[p], n = shapes.corners[shape];
    const double turn_c = side->cos ? side->cos[p] : 1.0, turn_s = side->sin ? side->sin[p] : 0.0,
                 k = side->scale ? side->scale[p] : 1.0;
    const double dx = (double)job->one.x[c] - side->x[p], dy = (double)job->one.y[c] - side->y[p];
    const double x = turn_c * dx + turn_s * dy, y = turn_c * dy - turn_s * dx;
    double nearest = INFINITY, deepest = -INFINITY;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t j = (i + 1) % n;
        const double px = k * shapes.x[shape][i], py = k * shapes.y[shape][i];
        const double ex = k * shapes.x[shape][j] - px, ey = k * shapes.y[shape][j] - py, l2 = ex * ex + ey * ey;
        const double along = l2 > 0.0 ? fmin(fmax(((x - px) * ex + (y - py) * ey) / l2, 0.0), 1.0) : 0.0;
        nearest = fmin(nearest, hypot(x - px - along * ex, y - py - along * ey));
        deepest = fmax(deepest, l2 > 0.0 ? ((x - px) * ey - (y - py) * ex) / sqrt(l2) : 0.0);
    }
    return (truth){deepest < 0.0 ? deepest : nearest,
                   fabs(dx) + fabs(dy) + k * shapes.reach[shape] + radius_in(&job->one, c), fabs(nearest)};
}

typedef struct pair_of {
    uint32_t one, two, place;
} pair_of;

/* One row of the reference: touching as the geometry has it, the normal a unit, the point where depth and normal say.
 */
static void check_truth(const hail_narrow_job *job, const truth *t, uint32_t c, uint32_t place) {
    const float *row = job->rows + HAIL_ROW_WORDS * place;
    const double r = radius_in(&job->one, c), near_enough = t->scale * 1.0e-5 + 1.0e-18;
    uint32_t header;
    memcpy(&header, row + 4, sizeof header);
    if (r - t->gap > near_enough)
        case_expects(header == job->header, "place %u: %g deep and not touching", place, r - t->gap);
    if (t->gap - r > near_enough)
        case_expects(header == 0, "place %u: %g apart and touching", place, t->gap - r);
    if (!header || !job->manifold)
        return;
    case_expects(fabs((double)row[14] - fmax(r - t->gap, 0.0)) <= near_enough, "place %u: depth %g, not %g", place,
                 (double)row[14], r - t->gap);
    /* From the circle's centre, along the normal towards the other, to midway between the two surfaces. */
    const double way = (job->two_is_a ? -0.5 : 0.5) * (r + t->gap), x = job->one.x[c], y = job->one.y[c];
    const double off = hypot(x + row[8] * way - row[10], y + row[9] * way - row[12]);
    case_expects(off <= near_enough + 1.0e-6 * (fabs(x) + fabs(y)), "place %u: a point %g away from where it should be",
                 place, off);
    if (t->apart > 1.0e-17) /* below, the square of the distance is a denormal, and its root is coarse */
        case_expects(fabs(hypot(row[8], row[9]) - 1.0) < 1.0e-4, "place %u: a normal of %g %g", place, (double)row[8],
                     (double)row[9]);
}

/* ---- Pairs ----------------------------------------------------------------------------------------------------- */

/* Moves some bodies of `one` so that pairs touch exactly, coincide, lie on corners or just miss. */
static void arrange(body_columns *one, const body_columns *two, bool polygons, const pair_of *pair, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (pick_one_in(3))
            continue;
        const uint32_t a = pair[i].one, b = pair[i].two, shape = two->shape[b];
        const float ar = one->radius ? one->radius[a] : one->uniform_radius,
                    br = two->radius ? two->radius[b] : two->uniform_radius;
        const float turn = pick_one_in(3) ? 1.5707964f * (float)pick(4) : pick_between(0.0f, 6.2831853f),
                    k = two->scale ? two->scale[b] : 1.0f;
        float out = ar + br, x = 0.0f, y = 0.0f;
        if (polygons) { /* at a corner, amid an edge, or beyond them by a radius */
            const uint32_t n = shapes.corners[shape], p = pick(n), q = pick_one_in(2) ? p : (p + 1) % n;
            x = (shapes.x[shape][p] + shapes.x[shape][q]) * 0.5f * k,
            y = (shapes.y[shape][p] + shapes.y[shape][q]) * 0.5f * k;
            const float c = two->cos ? two->cos[b] : 1.0f, s = two->sin ? two->sin[b] : 0.0f, turned = c * x - s * y;
            y = s * x + c * y;
            x = turned;
            out = ar;
        }
        out *= pick_one_in(3) ? 0.0f : pick_one_in(2) ? 1.0f : pick_between(0.0f, 1.5f);
        one->x[a] = nudged(two->x[b] + x + out * cosf(turn));
        one->y[a] = two->y[b] + y + out * sinf(turn);
    }
}

static uint32_t call(hail_narrow_fn *narrow, const hail_narrow_job *job, const pair_of *pair, uint32_t count) {
    uint32_t *one = hold("one", count), *two = hold("two", count), *place = hold("place", count);
    for (uint32_t i = 0; i < count; i++)
        one[i] = pair[i].one, two[i] = pair[i].two, place[i] = pair[i].place;
    const uint32_t touched = narrow(job, one, two, place, count);
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

static void narrow_case(bool polygons) {
    static const float origins[] = {0.0f, 0.0f, 320.0f, -1.0e6f, 1.0e9f, 1.0e30f};
    pair_of pair[MOST_PAIRS];
    origin = origins[pick(6)];
    spread = pick_one_in(2) ? 20.0f : 300.0f;
    pick_shapes();
    body_columns one = pick_columns("one's columns", false), two = pick_columns("two's columns", polygons);
    const uint32_t count = pick_length() % MOST_PAIRS, rows = count + pick(20);
    uint32_t *places = hold("places", rows);
    for (uint32_t i = 0; i < rows; i++)
        places[i] = i;
    shuffle(places, rows);
    for (uint32_t i = 0; i < count; i++)
        pair[i] = (pair_of){pick(one.count), pick(two.count), places[i]};
    arrange(&one, &two, polygons, pair, count);
    hail_narrow_job job = {.one = side_of(&one),
                           .two = side_of(&two),
                           .templates = shapes.templates,
                           .header = (uint32_t)pick_bits() | 1,
                           .two_is_a = polygons && pick_one_in(2),
                           .manifold = !pick_one_in(4)};
    case_says("%u pairs of %u and %u in %u rows about %g%s%s%s%s%s", count, one.count, two.count, rows, (double)origin,
              one.radius ? ", radius" : "", two.cos ? ", rotation" : "", two.scale ? ", scale" : "",
              job.two_is_a ? ", polygon first" : "", job.manifold ? "" : ", no manifold");
    float *ref = NULL;
    uint32_t ref_touched = 0;
    const hail_kernels *kernels;
    for (size_t v = 0; (kernels = hail_variant(v)) != NULL; v++) {
        hail_narrow_fn *narrow = polygons ? kernels->circle_polygon : kernels->circle_circle;
        for (int again = 0; again < 2; again++) { /* the second time in another order, and in two pieces */
            case_calls(kernels, polygons ? "circle_polygon" : "circle_circle");
            job.rows = hold("rows", HAIL_ROW_WORDS * (size_t)rows);
            uint32_t cut = 0;
            if (again) {
                shuffle_pairs(pair, count);
                cut = pick(count + 1);
            }
            uint32_t touched = call(narrow, &job, pair, cut);
            touched += call(narrow, &job, pair + cut, count - cut);
            if (!ref) {
                ref = job.rows, ref_touched = touched;
                for (uint32_t i = count; i < rows; i++)
                    untouched("a row of no pair", ref + HAIL_ROW_WORDS * places[i], 0, HAIL_ROW_WORDS);
                for (uint32_t i = 0; i < count; i++) {
                    const truth t = polygons ? true_polygon(&job, pair[i].one, pair[i].two)
                                             : true_circles(&job, pair[i].one, pair[i].two);
                    check_truth(&job, &t, pair[i].one, pair[i].place);
                }
            }
            case_expects(touched == ref_touched, "%u touch, not %u", touched, ref_touched);
            same_words("rows", job.rows, ref, HAIL_ROW_WORDS * (size_t)rows);
        }
    }
}

static void circles_case(void) { narrow_case(false); }
static void polygons_case(void) { narrow_case(true); }
Test(kernels_narrow, circle_circle) { cases_run("kernels_narrow", "circle_circle", 6000, circles_case); }
Test(kernels_narrow, circle_polygon) { cases_run("kernels_narrow", "circle_polygon", 6000, polygons_case); }
