/* tests/queries/rays_box2d.cpp - hail_query_rays against Box2D 2.4: b2Shape::RayCast of circles and polygons, found
 * through a b2DynamicTree.
 *
 * Box2D does not report shapes that contain the start; Hail does, with t = 0 and `inside`. These are compared with
 * b2Shape::TestPoint. Where the two differ, distances in double precision decide: Hail has to be right to within
 * TOLERANCE, and Box2D to within near_miss, which is more: it subtracts squares of distances.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that world alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <vector>

#include "queries/box2d_scene.h"

namespace {

constexpr uint32_t WORLDS = 16, CHUNK = 256;
constexpr double TOLERANCE = 1.0e-3; /* px */

struct Hit {
    const Body *body;
    b2RayCastOutput output;
};

struct Seen {
    size_t hits, inside, nearest, one_sided, inexact, corners;
};

double wide(float number) { return static_cast<double>(number); }

/* ---- Box2D's answers --------------------------------------------------------------------------------------------- */

struct Finder {
    const b2DynamicTree &tree;
    b2Vec2 start;
    bool first;            /* true: the nearest hit alone is wanted */
    std::vector<Hit> hits; /* in no order */
    std::vector<const Body *> around;

    const Body *body(int32 proxy) const { return static_cast<const Body *>(tree.GetUserData(proxy)); }

    float RayCastCallback(const b2RayCastInput &input, int32 proxy) {
        Hit hit = {body(proxy), {}};
        if (!hit.body->shape->RayCast(&hit.output, input, hit.body->at, 0))
            return -1.0f;
        if (first)
            hits.clear();
        hits.push_back(hit);
        return first ? hit.output.fraction : -1.0f;
    }

    bool QueryCallback(int32 proxy) {
        if (body(proxy)->shape->TestPoint(body(proxy)->at, start))
            around.push_back(body(proxy));
        return true;
    }
};

Finder find(const Scene &scene, const Ray &ray, bool first) {
    Finder finder = {scene.tree, b2Vec2(ray.x, ray.y), first, {}, {}};
    const b2RayCastInput input = {finder.start, finder.start + b2Vec2(ray.dx, ray.dy), 1.0f};
    scene.tree.RayCast(&finder, input);
    scene.tree.Query(&finder, {finder.start, finder.start});
    return finder;
}

/* ---- Comparison -------------------------------------------------------------------------------------------------- */

/* The smallest distance from the body while the ray goes from 0 to t: 0 if it touches then and not before. */
double gap_until(const Ray &ray, const Body &body, double t) {
    solid_pair pair = {};
    double when;
    pair.a.n = 1, pair.a.x[0] = pair.a.origin_x = wide(ray.x), pair.a.y[0] = pair.a.origin_y = wide(ray.y);
    pair.b = body.exact;
    pair.ax = wide(ray.dx), pair.ay = wide(ray.dy);
    return solid_closest(&pair, t, &when);
}

/* px: Box2D compares the square of a circle's radius with a difference of squares as large as the distance's. */
double near_miss(const Ray &ray, const Body &body) {
    const double x = wide(ray.x) - body.exact.origin_x, y = wide(ray.y) - body.exact.origin_y;
    return TOLERANCE + (body.radius > 0.0f ? 2.0 * wide(FLT_EPSILON) * (x * x + y * y) / wide(body.radius) : 0.0);
}

/* px: a sweep may end that far from what it hits (hail/batch.h). */
double at_hit(const Ray &ray) { return std::fmax(TOLERANCE, 2.0e-6 * ray.length()); }

double to_corner(const Body &body, double x, double y) {
    double nearest = HUGE_VAL;
    for (uint32_t i = 0; body.exact.n > 1 && i < body.exact.n; i++)
        nearest = std::fmin(nearest, std::hypot(body.exact.x[i] - x, body.exact.y[i] - y));
    return nearest;
}

const char *wrong_hit(const Ray &ray, const hail_query_hit &is, const Hit &want, Seen *seen) {
    const Body &body = *want.body;
    const double t = wide(is.t), other = wide(want.output.fraction), apart = std::fabs(t - other) * ray.length();
    const double x = wide(ray.x) + wide(ray.dx) * t, y = wide(ray.y) + wide(ray.dy) * t;
    const double turned =
        std::hypot(wide(is.normal_x) - wide(want.output.normal.x), wide(is.normal_y) - wide(want.output.normal.y));
    seen->hits++;
    if (std::hypot(wide(is.x) - x, wide(is.y) - y) > TOLERANCE)
        return "the point is not at t";
    if (apart > TOLERANCE) {
        seen->inexact++;
        if (std::fabs(gap_until(ray, body, t)) > at_hit(ray))
            return "t is wrong";
        if (std::fabs(gap_until(ray, body, other)) > near_miss(ray, body))
            return "Box2D's t is wrong";
    }
    if (body.radius > 0.0f)
        return turned > TOLERANCE + 2.0 * apart / wide(body.radius) ? "the circle's normal is wrong" : nullptr;
    if (turned < TOLERANCE)
        return nullptr;
    seen->corners++;
    return to_corner(body, x, y) > TOLERANCE + apart ? "the polygon's normal is wrong" : nullptr;
}

/* Only one of the two has the hit (is: Hail's; NULL: Box2D's) while the ray goes from 0 to `until`: it nearly misses
 * the body, or starts on its surface. */
const char *wrong_alone(const Ray &ray, const Body &body, const hail_query_hit *is, double until, Seen *seen) {
    const double gap = gap_until(ray, body, until);
    seen->one_sided++;
    if (!is)
        return gap < -TOLERANCE ? "Box2D alone hits it" : gap > near_miss(ray, body) ? "Box2D is wrong" : nullptr;
    if (std::fabs(gap_until(ray, body, wide(is->t))) > at_hit(ray))
        return "Hail alone hits it";
    const bool leaves = std::fabs(gap_until(ray, body, 0.0)) < TOLERANCE;
    return !leaves && std::fabs(gap) > near_miss(ray, body) ? "Box2D misses it" : nullptr;
}

const char *wrong_inside(const Ray &ray, const Body &body, const hail_query_hit &is, Seen *seen) {
    seen->inside++;
    if (is.t < 0.0f || is.t > 0.0f || is.distance > 0.0f)
        return "inside, but t is not 0";
    return gap_until(ray, body, 0.0) > TOLERANCE ? "the start is not inside" : nullptr;
}

const hail_query_hit *hit_of(const hail_query_hit *hits, size_t count, uint64_t user) {
    for (size_t i = 0; i < count; i++)
        if (hits[i].user == user)
            return &hits[i];
    return nullptr;
}

/* What Hail says of one body (NULL: nothing), against what Box2D says; one of them has found it. */
const char *wrong_body(const Scene &scene, const Ray &ray, uint64_t user, const hail_query_hit *is, const Finder &want,
                       Seen *seen) {
    const Body *body = &scene.bodies[user];
    const auto hit = std::find_if(want.hits.begin(), want.hits.end(), [&](const Hit &h) { return h.body == body; });
    const bool around = std::find(want.around.begin(), want.around.end(), body) != want.around.end();
    const bool on_surface = (around || (is && is->inside)) && std::fabs(gap_until(ray, *body, 0.0)) < TOLERANCE;
    if (is && is->inside && !on_surface && (!around || hit != want.hits.end()))
        return "Box2D does not contain the start";
    if (is && is->inside)
        return wrong_inside(ray, *body, *is, seen);
    if (is && around && !on_surface)
        return "it contains the start";
    if (is && hit != want.hits.end())
        return wrong_hit(ray, *is, *hit, seen);
    return wrong_alone(ray, *body, is, 1.0, seen);
}

const char *wrong_all(const Scene &scene, const Ray &ray, const hail_query_hit *hits, size_t count, Seen *seen) {
    const Finder want = find(scene, ray, false);
    const char *what = nullptr;
    for (size_t i = 0; i < count && what == nullptr; i++) {
        if (hits[i].kind != HAIL_CONTACT_BODY || hits[i].user >= BODIES)
            return "it is no body";
        if (i > 0 && hits[i].t < hits[i - 1].t)
            return "the order is wrong";
        if (hit_of(hits, i, hits[i].user))
            return "a body is there twice";
        what = wrong_body(scene, ray, hits[i].user, &hits[i], want, seen);
    }
    for (size_t i = 0; i < want.hits.size() && what == nullptr; i++)
        if (!hit_of(hits, count, want.hits[i].body->user))
            what = wrong_body(scene, ray, want.hits[i].body->user, nullptr, want, seen);
    for (size_t i = 0; i < want.around.size() && what == nullptr; i++)
        if (!hit_of(hits, count, want.around[i]->user))
            what = wrong_body(scene, ray, want.around[i]->user, nullptr, want, seen);
    return what;
}

/* The nearest hit against Box2D's, whose tree clips the ray at each hit. Different bodies must be hit together, or the
 * nearer hit is one that only one of the two has. */
const char *wrong_nearest(const Scene &scene, const Ray &ray, const hail_query_hit &is, Seen *seen) {
    const Finder want = find(scene, ray, true);
    if (is.inside || (is.kind == 0 && want.hits.empty()))
        return nullptr; /* Box2D does not tell; wrong_all has compared it */
    if (is.kind && !want.hits.empty() && want.hits[0].body->user == is.user)
        return seen->nearest++, wrong_hit(ray, is, want.hits[0], seen);
    const double t = is.kind ? wide(is.t) : 2.0, other = want.hits.empty() ? 2.0 : wide(want.hits[0].output.fraction);
    if (std::fabs(t - other) * ray.length() < TOLERANCE)
        return nullptr;
    const Body &body = t < other ? scene.bodies[is.user] : *want.hits[0].body;
    return wrong_alone(ray, body, t < other ? &is : nullptr, std::fmin(std::fmax(t, other), 1.0), seen);
}

/* All hits of some rays, and the nearest of each. */
void compare(const Scene &scene, size_t first, Seen *seen) {
    std::vector<float> column[4];
    for (size_t i = first; i < first + CHUNK; i++) {
        const Ray &ray = scene.rays[i];
        column[0].push_back(ray.x), column[1].push_back(ray.y), column[2].push_back(ray.dx),
            column[3].push_back(ray.dy);
    }
    hail_rays list = {};
    list.x = column[0].data(), list.y = column[1].data(), list.dx = column[2].data(), list.dy = column[3].data();
    list.count = CHUNK;
    std::vector<hail_query_hit> all(CHUNK * BODIES), nearest(CHUNK);
    std::vector<uint32_t> counts(CHUNK);
    cr_assert_eq(hail_query_rays(scene.world, &list, nullptr, BODIES, all.data(), counts.data()), HAIL_OK);
    cr_assert_eq(hail_query_rays(scene.world, &list, nullptr, 1, nearest.data(), nullptr), HAIL_OK);
    for (size_t i = 0; i < CHUNK; i++) {
        const Ray &ray = scene.rays[first + i];
        const hail_query_hit *hits = &all[i * BODIES];
        const char *what = counts[i] > BODIES ? "too many hits" : wrong_all(scene, ray, hits, counts[i], seen);
        if (what == nullptr && (counts[i] ? std::memcmp(hits, &nearest[i], sizeof *hits) != 0 : nearest[i].kind != 0))
            what = "the nearest hit is not the first";
        if (what == nullptr)
            what = wrong_nearest(scene, ray, nearest[i], seen);
        cr_assert(what == nullptr, "seed %d, ray %zu, from (%g, %g) by (%g, %g), %u hits: %s",
                  static_cast<int>(scene.seed), first + i, wide(ray.x), wide(ray.y), wide(ray.dx), wide(ray.dy),
                  counts[i], what);
    }
}

Seen total;

void hold(uint64_t seed) {
    Scene scene;
    make_scene(scene, seed);
    for (size_t first = 0; first < RAYS; first += CHUNK)
        compare(scene, first, &total);
    cr_assert_eq(hail_world_destroy(scene.world), HAIL_OK);
}

} // namespace

Test(rays_box2d, first_and_all_hits) {
    random_seeds(WORLDS, hold);
    cr_log_info(
        "%zu hits (%zu of them the nearest), %zu more from inside; %zu of only one, %zu differ in t, %zu on corners",
        total.hits, total.nearest, total.inside, total.one_sided, total.inexact, total.corners);
    cr_assert(total.nearest > RAYS / 10 && total.inside > RAYS / 10);
    cr_assert(total.one_sided < total.hits / 50 && total.inexact < total.hits / 6, "too many differ");
}
