/* box2d3.cpp - Box2D 3 for detection alone: its public dynamic tree and its manifold functions, no world and no solver.
 * Bodies move in the scene's own arithmetic, and their boxes in the tree follow as in Box2D's own broadphase: a
 * box with a margin, enlarged when the body leaves it; then the tree is rebuilt where it changed. Bodies are created in
 * the order of their positions, so that neighbours lie next to each other in memory.
 * It writes world manifolds with points, depths and feature ids; it does not solve, sleep, filter or keep contacts from
 * step to step, nor put them in order. */
#include "box2d3.hpp"
#include "contender.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace {

constexpr float unit = box2d3_unit;
constexpr uint64_t all = ~0ull; /* categories */

/* A box's margin, px, and for how many steps of its body it is long enough on the side to which that moves. Without
 * the steps, as Box2D's own broadphase has it, a swarm of 10,000 took 2.3 times as long. */
constexpr float margin = 2.0f, ahead = 8.0f;

struct Body {
    uint32_t id;
    int proxy;
    b2Transform transform;
    const b2Polygon *polygon;
    b2AABB fat;
    bool moved;
};

using Candidate = std::pair<const Body *, const Body *>;

class World {
  public:
    explicit World(const scene_data *source) : scene(scene_copy(source), scene_destroy) {
        b2SetLengthUnitsPerMeter(unit);
        circle = {{0.0f, 0.0f}, source->group[0].radius};
        for (size_t i = 0; i < source->template_count; i++)
            polygons.push_back(box2d3_polygon(source->shape[i].x, source->shape[i].y, source->shape[i].count));
        add_bodies(bodies, source->self ? 0 : 1);
        if (!source->self)
            add_bodies(bullets, 0);
        tree = b2DynamicTree_Create(static_cast<int>(bodies.size()));
        for (size_t i = 0; i < bodies.size(); i++) {
            bodies[i].fat = fat_box(bodies[i], box(bodies[i]));
            bodies[i].proxy = b2DynamicTree_CreateProxy(&tree, bodies[i].fat, all, i);
            bodies[i].moved = true;
        }
        b2DynamicTree_Rebuild(&tree, true);
        if (source->self)
            find_candidates();
        contacts.reserve(source->expected_pairs * 2);
        manifolds.reserve(source->group[0].polygons ? source->expected_pairs * 2 : 0);
    }
    World(const World &) = delete;
    World &operator=(const World &) = delete;
    ~World() { b2DynamicTree_Destroy(&tree); }

    size_t step() {
        scene_step(scene.get());
        contacts.clear();
        manifolds.clear();
        for (Body &body : bodies)
            move(body);
        b2DynamicTree_Rebuild(&tree, false);
        if (scene->self)
            meet_themselves();
        else
            meet_bullets();
        return contacts.size() + manifolds.size();
    }

    std::vector<bench_contact> contacts;
    std::vector<bench_manifold> manifolds;

  private:
    void add_bodies(std::vector<Body> &into, size_t number) {
        const scene_group &group = scene->group[number];
        into.resize(group.count);
        for (uint32_t i = 0; i < group.count; i++) {
            into[i].id = i;
            into[i].polygon = group.shape ? &polygons[group.shape[i]] : nullptr;
            into[i].transform.q = {group.cos ? group.cos[i] : 1.0f, group.sin ? group.sin[i] : 0.0f};
            place(into[i], group);
        }
        std::sort(into.begin(), into.end(), [](const Body &a, const Body &b) { return curve(a) < curve(b); });
    }

    /* Morton order in cells of a metre. */
    static uint64_t curve(const Body &body) {
        auto x = static_cast<uint32_t>(body.transform.p.x / unit), y = static_cast<uint32_t>(body.transform.p.y / unit);
        uint64_t code = 0;
        for (uint32_t bit = 0; bit < 16; bit++)
            code |= static_cast<uint64_t>(x >> bit & 1u) << (2 * bit) | static_cast<uint64_t>(y >> bit & 1u)
                                                                            << (2 * bit + 1);
        return code;
    }

    static void place(Body &body, const scene_group &group) { body.transform.p = {group.x[body.id], group.y[body.id]}; }

    b2AABB box(const Body &body) const {
        return body.polygon ? b2ComputePolygonAABB(body.polygon, body.transform)
                            : b2ComputeCircleAABB(&circle, body.transform);
    }

    /* With a margin, and longer on the side to which the body moves. */
    b2AABB fat_box(const Body &body, b2AABB box) const {
        const scene_group &group = scene->group[scene->self ? 0 : 1];
        const b2Vec2 way = {ahead * SCENE_DT * group.vx[body.id], ahead * SCENE_DT * group.vy[body.id]};
        box.lowerBound = {box.lowerBound.x - margin + std::min(way.x, 0.0f),
                          box.lowerBound.y - margin + std::min(way.y, 0.0f)};
        box.upperBound = {box.upperBound.x + margin + std::max(way.x, 0.0f),
                          box.upperBound.y + margin + std::max(way.y, 0.0f)};
        return box;
    }

    /* A body that wraps is put in anew: its box would span the area. */
    void move(Body &body) {
        const b2Vec2 from = body.transform.p;
        place(body, scene->group[scene->self ? 0 : 1]);
        const b2AABB tight = box(body);
        if (b2AABB_Contains(body.fat, tight))
            return;
        body.fat = fat_box(body, tight);
        body.moved = true;
        const bool wrapped = b2DistanceSquared(from, body.transform.p) > 4.0f * unit * unit;
        (wrapped ? b2DynamicTree_MoveProxy : b2DynamicTree_EnlargeProxy)(&tree, body.proxy, body.fat);
    }

    static bool meet_bullet(int, uint64_t number, void *user) {
        World &world = *static_cast<World *>(user);
        world.meet_polygon(world.bodies[number]);
        return true;
    }

    void meet_bullets() {
        for (Body &bullet : bullets) {
            place(bullet, scene->group[0]);
            asking = &bullet;
            b2DynamicTree_Query(&tree, b2ComputeCircleAABB(&circle, bullet.transform), all, meet_bullet, this);
        }
    }

    static bool add_candidate(int, uint64_t number, void *user) {
        World &world = *static_cast<World *>(user);
        const Body &other = world.bodies[number];
        if (&other != world.asking && !(other.moved && &other < world.asking))
            world.candidates.emplace_back(world.asking, &other);
        return true;
    }

    /* Only what left its box is asked for again. */
    void find_candidates() {
        candidates.erase(std::remove_if(candidates.begin(), candidates.end(),
                                        [](const Candidate &pair) { return pair.first->moved || pair.second->moved; }),
                         candidates.end());
        for (const Body &body : bodies) {
            asking = &body;
            if (body.moved)
                b2DynamicTree_Query(&tree, body.fat, all, add_candidate, this);
        }
        for (Body &body : bodies)
            body.moved = false;
    }

    void meet_themselves() {
        find_candidates();
        for (const Candidate &pair : candidates) {
            const bool in_order = pair.first->id < pair.second->id;
            const Body &a = in_order ? *pair.first : *pair.second, &b = in_order ? *pair.second : *pair.first;
            if (a.polygon)
                meet_polygons(a, b);
            else
                meet_circles(a, b);
        }
    }

    /* A manifold may also have points that are a little apart. */
    static bool touches(const b2LocalManifold &manifold) {
        for (int i = 0; i < manifold.pointCount; i++)
            if (manifold.points[i].separation <= 0.0f)
                return true;
        return false;
    }

    void meet_polygons(const Body &a, const Body &b) {
        const b2LocalManifold found =
            b2CollidePolygons(a.polygon, b.polygon, b2InvMulTransforms(a.transform, b.transform));
        if (!touches(found))
            return;
        bench_manifold made = {};
        const b2Vec2 normal = b2RotateVector(a.transform.q, found.normal);
        made.a = a.id;
        made.b = b.id;
        made.count = static_cast<uint32_t>(found.pointCount);
        made.feature_a = found.points[0].id;
        made.normal_x = normal.x;
        made.normal_y = normal.y;
        for (int i = 0; i < found.pointCount; i++) {
            const b2Vec2 point = b2TransformPoint(a.transform, found.points[i].point);
            made.x[i] = point.x;
            made.y[i] = point.y;
            made.depth[i] = -found.points[i].separation;
        }
        manifolds.push_back(made);
    }

    void meet_circles(const Body &a, const Body &b) {
        write(b2CollideCircles(&circle, &circle, b2InvMulTransforms(a.transform, b.transform)), a, a.id, b.id, 1.0f);
    }

    void meet_polygon(const Body &other) {
        const b2Transform from = b2InvMulTransforms(other.transform, asking->transform);
        write(b2CollidePolygonAndCircle(other.polygon, &circle, from), other, asking->id, other.id, -1.0f);
    }

    void write(const b2LocalManifold &found, const Body &first, uint32_t a, uint32_t b, float turn) {
        if (!touches(found))
            return;
        const b2Vec2 normal = b2RotateVector(first.transform.q, found.normal);
        const b2Vec2 point = b2TransformPoint(first.transform, found.points[0].point);
        contacts.push_back({a, b, turn * normal.x, turn * normal.y, point.x, point.y, -found.points[0].separation,
                            found.points[0].id});
    }

    std::unique_ptr<scene_data, void (*)(scene_data *)> scene;
    b2Circle circle;
    std::vector<b2Polygon> polygons;
    std::vector<Body> bodies, bullets;
    std::vector<Candidate> candidates;
    b2DynamicTree tree;
    const Body *asking = nullptr;
};

void *create(const scene_data *scene, const char *) { return new World(scene); }

size_t step(void *self) { return static_cast<World *>(self)->step(); }

size_t pairs(void *self, bench_touch *out, size_t capacity) {
    const World &world = *static_cast<World *>(self);
    size_t touching = 0;
    auto write = [&](uint32_t a, uint32_t b) {
        if (touching < capacity)
            out[touching] = {a, b, 0.0f};
        touching++;
    };
    for (const bench_contact &contact : world.contacts)
        write(contact.a, contact.b);
    for (const bench_manifold &manifold : world.manifolds)
        write(manifold.a, manifold.b);
    return touching;
}

const char *label(void *) {
    static const std::string text = box2d3_label("detection alone");
    return text.c_str();
}

void destroy(void *self) { delete static_cast<World *>(self); }

} // namespace

extern "C" const contender contender_box2d = {"box2d", BENCH_DISCRETE, 100000,  create, step,
                                              pairs,   nullptr,        nullptr, label,  destroy};
