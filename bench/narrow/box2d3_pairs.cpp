/* bench/narrow/box2d3_pairs.cpp - Box2D 3's b2CollidePolygons, pair by pair, its answer turned into the world.
 *
 * It writes normals, points and depths; it has no handles, headers or worlds, and checks nothing. */
#include "pairs.h"

#include "step/box2d3.hpp"
#include "step/contender.h"

#include <algorithm>
#include <vector>

namespace {

struct Pairs {
    const pair_set *set;
    std::vector<b2Polygon> a, b; /* by template */
    std::vector<bench_manifold> out;
};

std::vector<b2Polygon> make_shapes(const pair_side &side) {
    std::vector<b2Polygon> shapes;
    for (uint32_t i = 0; i < side.template_count; i++)
        shapes.push_back(box2d3_polygon(side.shape[i].x, side.shape[i].y, side.shape[i].count));
    return shapes;
}

bool takes(const pair_set *set) { return set->peers; }

void *create(const pair_set *set, const char *) {
    b2SetLengthUnitsPerMeter(box2d3_unit);
    return new Pairs{set, make_shapes(set->a), make_shapes(set->b), std::vector<bench_manifold>(set->count)};
}

b2Transform transform_of(const pair_side &side, size_t i) {
    return {{side.x[i], side.y[i]}, {side.cos[i], side.sin[i]}};
}

/* It also finds points that are a little apart. */
void write(const b2LocalManifold &found, const b2Transform &a, bench_manifold &out) {
    const b2Vec2 normal = b2RotateVector(a.q, found.normal);
    out.touching = 0;
    out.count = static_cast<uint32_t>(found.pointCount);
    out.feature_a = found.points[0].id;
    out.feature_b = found.points[1].id;
    out.normal_x = normal.x;
    out.normal_y = normal.y;
    for (int i = 0; i < found.pointCount; i++) {
        const b2Vec2 point = b2TransformPoint(a, found.points[i].point);
        out.x[i] = point.x;
        out.y[i] = point.y;
        out.depth[i] = -found.points[i].separation;
        out.touching |= out.depth[i] >= 0.0f;
    }
}

void run(void *self) {
    Pairs &pairs = *static_cast<Pairs *>(self);
    const pair_side &a = pairs.set->a, &b = pairs.set->b;
    for (size_t i = 0; i < pairs.set->count; i++) {
        const b2Transform one = transform_of(a, i), two = transform_of(b, i);
        write(b2CollidePolygons(&pairs.a[a.template_of[i]], &pairs.b[b.template_of[i]], b2InvMulTransforms(one, two)),
              one, pairs.out[i]);
    }
}

pair_answer answer(const void *self, size_t pair) {
    const bench_manifold &found = static_cast<const Pairs *>(self)->out[pair];
    pair_answer answer = {};
    answer.touching = found.touching != 0;
    if (answer.touching) {
        answer.normal_x = found.normal_x;
        answer.normal_y = found.normal_y;
        answer.depth = found.count > 1 ? std::max(found.depth[0], found.depth[1]) : found.depth[0];
    }
    return answer;
}

void destroy(void *self) { delete static_cast<Pairs *>(self); }

} // namespace

/* Box2D prefers one shape's edges unless the other's are better by a tenth of its slop of 0.16 px (b2CollidePolygons).
 */
extern "C" const pair_contender pair_contender_box2d = {"box2d", 0.017, takes, create, nullptr, run, answer, destroy};
