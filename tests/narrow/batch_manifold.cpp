/* tests/narrow/batch_manifold.cpp - manifolds against Box2D 2.4: normals, depths, and points as a set.
 *
 * Box2D's polygons have a margin (m_radius), set here to the rounding. Against circles it is a true rounding; between
 * polygons its corners are not round, so that only sharp ones are compared.
 *
 * Box2D prefers polygon A's edge by 0.0005 px, and of two edges that can be clipped either may be taken. Pairs whose
 * two best axes are closer than that are left out, and so are points of incident edges that tie. */
#include <criterion/criterion.h>

#include <box2d/box2d.h>

#include <cmath>
#include <vector>

extern "C" {
#include "batch_inputs.h"
#include "batch_oracle.h"
#include "shared/random_world.h"
}

namespace {

constexpr size_t PAIRS = 20000;
constexpr double TOLERANCE = 1.0e-3; /* px: both are single precision, some 400 px from the origin */
constexpr double TIE = 2.0e-3;       /* px, or a difference of unit vectors */

struct Shape {
    hail_convex_info info;
    b2PolygonShape polygon;
    b2CircleShape circle;
    bool same; /* Box2D has kept every vertex; it has no segments */
};

Shape shape_of(const hail_convex &convex) {
    Shape shape;
    b2Vec2 vertices[b2_maxPolygonVertices];
    cr_assert_eq(hail_convex_describe(&convex, &shape.info), HAIL_OK);
    shape.circle.m_radius = shape.info.rounding;
    shape.same = shape.info.vertices != 2;
    if (shape.info.vertices < 3)
        return shape;
    for (uint32_t i = 0; i < shape.info.vertices; i++)
        vertices[i].Set(shape.info.x[i], shape.info.y[i]);
    shape.polygon.Set(vertices, static_cast<int32>(shape.info.vertices));
    shape.polygon.m_radius = shape.info.rounding;
    shape.same = shape.polygon.m_count == static_cast<int32>(shape.info.vertices);
    return shape;
}

b2Transform transform_of(const hail_shapes &bodies, size_t i) {
    b2Transform transform;
    transform.p.Set(bodies.x[i], bodies.y[i]);
    transform.q.c = bodies.cos[i], transform.q.s = bodies.sin[i];
    return transform;
}

struct Manifold {
    int count;
    b2WorldManifold world;
};

/* Box2D wants the polygon first: if it came second, the normal is reversed. */
Manifold collide(const Shape &a, const b2Transform &at_a, const Shape &b, const b2Transform &at_b) {
    b2Manifold local;
    local.pointCount = 0;
    Manifold m;
    const bool swapped = a.info.vertices == 0 && b.info.vertices > 0;
    if (swapped)
        b2CollidePolygonAndCircle(&local, &b.polygon, at_b, &a.circle, at_a);
    else if (b.info.vertices == 0 && a.info.vertices > 0)
        b2CollidePolygonAndCircle(&local, &a.polygon, at_a, &b.circle, at_b);
    else if (a.info.vertices == 0)
        b2CollideCircles(&local, &a.circle, at_a, &b.circle, at_b);
    else
        b2CollidePolygons(&local, &a.polygon, at_a, &b.polygon, at_b);
    m.count = local.pointCount;
    if (swapped)
        m.world.Initialize(&local, at_b, b.info.rounding, at_a, a.info.rounding), m.world.normal = -m.world.normal;
    else
        m.world.Initialize(&local, at_a, a.info.rounding, at_b, b.info.rounding);
    return m;
}

/* How much more one edge of the other polygon faces the normal than the next: it is the one that is clipped. */
double incident_lead(const solid &s, double x, double y) {
    double best = -2.0, next = -2.0;
    for (uint32_t i = 0; i < s.n; i++) {
        const uint32_t j = (i + 1) % s.n;
        const double ex = s.x[j] - s.x[i], ey = s.y[j] - s.y[i], facing = (ey * x - ex * y) / std::hypot(ex, ey);
        if (facing > best)
            next = best, best = facing;
        else
            next = std::fmax(next, facing);
    }
    return best - next;
}

bool has_point(const hail_contact &contact, const b2Vec2 &point, double separation) {
    for (int k = 0; k < contact.count; k++) {
        const double x = static_cast<double>(contact.x[k]) - static_cast<double>(point.x);
        const double y = static_cast<double>(contact.y[k]) - static_cast<double>(point.y);
        if (std::hypot(x, y) < TOLERANCE && std::fabs(static_cast<double>(contact.depth[k]) + separation) < TOLERANCE)
            return true;
    }
    return false;
}

/* Every point of Box2D is one of Hail's. Hail may have one more if its depth is 0 up to rounding. */
const char *wrong_points(const hail_contact &contact, const Manifold &want) {
    for (int k = 0; k < want.count; k++)
        if (!has_point(contact, want.world.points[k], static_cast<double>(want.world.separations[k])) &&
            std::fabs(static_cast<double>(want.world.separations[k])) > TOLERANCE)
            return "a point is missing";
    const bool shallow = std::fmin(contact.depth[0], contact.depth[1]) < static_cast<float>(TOLERANCE);
    const double apart = std::hypot(static_cast<double>(contact.x[0]) - static_cast<double>(contact.x[1]),
                                    static_cast<double>(contact.y[0]) - static_cast<double>(contact.y[1]));
    return contact.count > want.count && !shallow && apart > TOLERANCE ? "there is one point too many" : nullptr;
}

struct Seen {
    size_t compared, touching, normals, points;
};

const char *wrong(const hail_contact &contact, const Manifold &want, const solid_pair &p, Seen *seen) {
    const solid_gap gap = solid_distance(&p.a, &p.b);
    if (std::fabs(gap.distance) < TOLERANCE)
        return nullptr;
    seen->compared++;
    const bool sharp = p.a.n > 1 && p.b.n > 1;
    if ((contact.kind != 0) != (want.count > 0))
        return "only one of the two touches";
    if (contact.kind == 0)
        return nullptr;
    seen->touching++;
    double deepest = 0.0;
    for (int k = 0; k < want.count; k++)
        deepest = std::fmax(deepest, -static_cast<double>(want.world.separations[k]));
    const double depth = static_cast<double>(std::fmax(contact.depth[0], contact.depth[1]));
    /* If the centre lies on a corner, up to rounding, any normal will do. */
    if (gap.tie < TIE || (!sharp && std::fabs(gap.core) < 0.1))
        return nullptr;
    seen->normals++;
    const double nx = static_cast<double>(contact.normal_x), ny = static_cast<double>(contact.normal_y);
    if (std::hypot(nx - static_cast<double>(want.world.normal.x), ny - static_cast<double>(want.world.normal.y)) > TIE)
        return "the normal is wrong";
    if (std::fabs(depth - deepest) > TOLERANCE && (!sharp || incident_lead(p.b, -nx, -ny) > TIE))
        return "the depth is wrong";
    if (sharp && std::fmin(incident_lead(p.a, nx, ny), incident_lead(p.b, -nx, -ny)) < TIE)
        return nullptr;
    seen->points++;
    return wrong_points(contact, want);
}

/* Only circles and polygons at scale 1: Box2D has those too. */
void hold_seed(uint64_t seed, input_flavour flavour, bool sharp, Seen *seen) {
    input_choice choice = {};
    choice.count = PAIRS, choice.flavour = flavour, choice.sharp = choice.cores_only = sharp;
    inputs *in = inputs_make(seed, &choice);
    in->batch.a.scale = in->batch.b.scale = nullptr;
    std::vector<Shape> shapes;
    for (const hail_convex &convex : in->shapes)
        shapes.push_back(shape_of(convex));
    std::vector<hail_contact> contacts(PAIRS);
    cr_assert_eq(hail_batch_collide(&in->batch, contacts.data()), HAIL_OK);
    for (size_t i = 0; i < PAIRS; i++) {
        const Shape &a = shapes[in->shape[0][i]], &b = shapes[in->shape[1][i]];
        if (!a.same || !b.same || (!sharp && a.info.vertices > 0 && b.info.vertices > 0))
            continue;
        const Manifold want = collide(a, transform_of(in->batch.a, i), b, transform_of(in->batch.b, i));
        const solid_pair p = solid_pair_of(&in->batch, i);
        const char *what = wrong(contacts[i], want, p, seen);
        cr_assert(
            what == nullptr,
            "seed %d, pair %zu: %s: %d points, (%g, %g) %g deep, (%g, %g) %g deep, normal (%g, %g); Box2D: %d, (%g, "
            "%g) %g, (%g, %g) %g, normal (%g, %g): %s",
            static_cast<int>(seed), i, what, contacts[i].count, static_cast<double>(contacts[i].x[0]),
            static_cast<double>(contacts[i].y[0]), static_cast<double>(contacts[i].depth[0]),
            static_cast<double>(contacts[i].x[1]), static_cast<double>(contacts[i].y[1]),
            static_cast<double>(contacts[i].depth[1]), static_cast<double>(contacts[i].normal_x),
            static_cast<double>(contacts[i].normal_y), want.count, static_cast<double>(want.world.points[0].x),
            static_cast<double>(want.world.points[0].y), static_cast<double>(want.world.separations[0]),
            static_cast<double>(want.world.points[1].x), static_cast<double>(want.world.points[1].y),
            static_cast<double>(want.world.separations[1]), static_cast<double>(want.world.normal.x),
            static_cast<double>(want.world.normal.y), inputs_text(&in->batch, i));
    }
    inputs_free(in);
}

void hold(input_flavour flavour, bool sharp) {
    Seen seen = {};
    uint64_t given;
    if (random_seed_given(&given))
        return hold_seed(given, flavour, sharp, &seen);
    const uint32_t seeds = random_worlds(4);
    for (uint32_t seed = 0; seed < seeds; seed++)
        hold_seed(seed, flavour, sharp, &seen);
    cr_log_info("compared: %zu pairs, %zu touch; %zu normals, %zu sets of points", seen.compared, seen.touching,
                seen.normals, seen.points);
    cr_assert(seen.points > seeds * PAIRS / 20);
}

} // namespace

Test(batch_manifold, polygons) { hold(INPUT_OPEN, true); }
Test(batch_manifold, polygons_on_a_lattice) { hold(INPUT_LATTICE, true); }
Test(batch_manifold, circles) { hold(INPUT_OPEN, false); }
Test(batch_manifold, circles_on_a_lattice) { hold(INPUT_LATTICE, false); }
