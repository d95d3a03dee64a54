/* bench/narrow/box2d_pairs.cpp - Box2D's b2CollidePolygons and its world manifold, pair by pair.
 *
 * It writes normals, points and depths; it has no handles, headers or worlds, and checks nothing. */
#include "pairs.h"

#include "step/contender.h"

#include <box2d/box2d.h>

#include <algorithm>
#include <vector>

namespace {

struct Pairs {
    const pair_set *set;
    std::vector<b2PolygonShape> a, b; /* by template */
    std::vector<bench_manifold> out;
};

std::vector<b2PolygonShape> make_shapes(const pair_side &side) {
    std::vector<b2PolygonShape> shapes(side.template_count);
    for (uint32_t i = 0; i < side.template_count; i++) {
        b2Vec2 points[PAIR_MAX_VERTICES];
        for (uint32_t k = 0; k < side.shape[i].count; k++)
            points[k].Set(side.shape[i].x[k], side.shape[i].y[k]);
        shapes[i].Set(points, static_cast<int32>(side.shape[i].count));
        shapes[i].m_radius = 0.0f; /* Box2D's skin (b2_polygonRadius) would make every shape larger */
    }
    return shapes;
}

bool takes(const pair_set *set) { return set->peers; }

void *create(const pair_set *set, const char *) {
    return new Pairs{set, make_shapes(set->a), make_shapes(set->b), std::vector<bench_manifold>(set->count)};
}

b2Transform transform_of(const pair_side &side, size_t i) {
    b2Transform transform;
    transform.p.Set(side.x[i], side.y[i]);
    transform.q.c = side.cos[i];
    transform.q.s = side.sin[i];
    return transform;
}

void write(const b2Manifold &manifold, const b2Transform &a, const b2Transform &b, bench_manifold &out) {
    b2WorldManifold world;
    world.Initialize(&manifold, a, 0.0f, b, 0.0f);
    out.count = static_cast<uint32_t>(manifold.pointCount);
    out.feature_a = manifold.points[0].id.key;
    out.feature_b = manifold.points[1].id.key;
    out.normal_x = world.normal.x;
    out.normal_y = world.normal.y;
    for (int i = 0; i < manifold.pointCount; i++) {
        out.x[i] = world.points[i].x;
        out.y[i] = world.points[i].y;
        out.depth[i] = -world.separations[i];
    }
}

void run(void *self) {
    Pairs &pairs = *static_cast<Pairs *>(self);
    const pair_side &a = pairs.set->a, &b = pairs.set->b;
    for (size_t i = 0; i < pairs.set->count; i++) {
        b2Transform one = transform_of(a, i), two = transform_of(b, i);
        b2Manifold manifold;
        b2CollidePolygons(&manifold, &pairs.a[a.template_of[i]], one, &pairs.b[b.template_of[i]], two);
        pairs.out[i].touching = manifold.pointCount > 0;
        if (manifold.pointCount)
            write(manifold, one, two, pairs.out[i]);
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

/* Box2D prefers one shape's edges unless the other's are better by 0.0005 (b2CollidePolygons, k_tol). */
extern "C" const pair_contender pair_contender_box2d = {"box2d", 0.001, takes, create, nullptr, run, answer, destroy};
