/* tests/queries/box2d_scene.h - the same random bodies and rays for Hail and for Box2D 2.4, replayable from a seed. */
#ifndef HAIL_TESTS_BOX2D_SCENE_H
#define HAIL_TESTS_BOX2D_SCENE_H

#include <box2d/box2d.h>

#include <cmath>
#include <deque>
#include <vector>

extern "C" {
#include "narrow/batch_oracle.h"
#include "shared/random_world.h"
}

constexpr uint32_t BODIES = 600, RAYS = 4096;

/* What a seed is good at: seed % KINDS. */
enum Kind { EQUAL_CIRCLES, CIRCLES, POLYGONS, MIXED, KINDS };

/* The tree's leaves point to it. */
struct Body {
    hail_convex convex;
    b2CircleShape circle;
    b2PolygonShape polygon;
    const b2Shape *shape;
    b2Transform at;
    uint64_t user; /* its index */
    float radius;  /* of a circle */
    float angle;
    solid exact; /* in double precision */
};

struct Ray {
    float x, y, dx, dy;
    double length() const { return std::hypot(static_cast<double>(dx), static_cast<double>(dy)); }
};

/* The world is prepared. make_scene makes it; the caller destroys it. */
struct Scene {
    uint64_t seed, state;
    std::deque<Body> bodies; /* user values are indices into it */
    std::vector<Ray> rays;
    hail_world *world;
    b2DynamicTree tree;
};

void make_scene(Scene &scene, uint64_t seed);

#endif
