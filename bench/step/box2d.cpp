/* box2d.cpp - Box2D 2.4 for detection alone: its public dynamic tree and its manifold functions, no world and no
 * solver. Bodies move in the scene's own arithmetic, and their proxies follow. Bodies are created in the order of
 * their positions, so that neighbours lie next to each other in memory and are queried one after the other.
 * It writes world manifolds with points, depths and feature keys; it does not solve, sleep, filter or keep contacts
 * from step to step, nor put them in order. */
#include "contender.h"

#include <box2d/box2d.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

namespace {

struct Body {
    uint32_t id;
    b2Transform transform;
    const b2PolygonShape *polygon;
};

using Candidate = std::pair<const Body *, const Body *>;

/* Box2D's margins are meant for metres: in pixels every proxy would be inserted anew in every step. The shapes stay
 * in pixels: in metres polygons that overlap by up to 0.05 px would not touch, because its manifolds prefer one of
 * two edges by a margin of their own. */
constexpr float metre =
    1.0f / 32.0f; /* of a pixel, for boxes; 1/64 was even, 1/16 and 1 up to 1.7 and 5 times slower */

/* The tree extends fat boxes by four times the displacement that it is given: by four steps. */
constexpr float look_ahead = SCENE_DT * metre;

class World {
  public:
    explicit World(const scene_data *source) : scene(scene_copy(source), scene_destroy) {
        circle.m_radius = source->group[0].radius;
        for (size_t i = 0; i < source->template_count; i++)
            add_template(source->shape[i]);
        size_t gridded = source->self ? 0 : 1;
        add_bodies(bodies, gridded);
        if (!source->self)
            add_bodies(bullets, 0);
        for (Body &body : bodies) {
            proxies.push_back(tree.CreateProxy(box(body), &body));
            tree.ClearMoved(proxies.back());
        }
        for (Body &body : bodies) {
            asking = &body;
            if (scene->self)
                tree.Query(this, tree.GetFatAABB(proxy_of(body)));
        }
        /* Both find each other; the flag tells from now on which have moved. */
        candidates.erase(std::remove_if(candidates.begin(), candidates.end(),
                                        [](const Candidate &pair) { return pair.first > pair.second; }),
                         candidates.end());
        contacts.reserve(source->expected_pairs * 2);
        manifolds.reserve(source->group[0].polygons ? source->expected_pairs * 2 : 0);
    }

    size_t step() {
        scene_step(scene.get());
        contacts.clear();
        manifolds.clear();
        moved.clear();
        const scene_group &group = scene->group[scene->self ? 0 : 1];
        for (size_t i = 0; i < bodies.size(); i++) {
            place(bodies[i], group);
            b2Vec2 ahead(look_ahead * group.vx[bodies[i].id], look_ahead * group.vy[bodies[i].id]);
            if (tree.MoveProxy(proxies[i], box(bodies[i]), ahead))
                moved.push_back(&bodies[i]);
        }
        if (scene->self)
            meet_themselves();
        else
            meet_bullets();
        return contacts.size() + manifolds.size();
    }

    /* b2DynamicTree::Query calls this for each proxy whose fat box overlaps the queried one. */
    bool QueryCallback(int32 proxy) {
        const Body &other = *static_cast<const Body *>(tree.GetUserData(proxy));
        if (!scene->self)
            meet_polygon(other);
        else if (&other != asking && !(tree.WasMoved(proxy) && &other < asking))
            candidates.emplace_back(asking, &other);
        return true;
    }

    std::vector<bench_contact> contacts;
    std::vector<bench_manifold> manifolds;

  private:
    void add_template(const scene_template &shape) {
        b2Vec2 points[SCENE_MAX_VERTICES];
        for (uint32_t i = 0; i < shape.count; i++)
            points[i].Set(shape.x[i], shape.y[i]);
        polygons.emplace_back(new b2PolygonShape);
        polygons.back()->Set(points, static_cast<int32>(shape.count));
        polygons.back()->m_radius = 0.0f; /* Box2D's default skin would make every polygon larger */
    }

    void add_bodies(std::vector<Body> &into, size_t number) {
        const scene_group &group = scene->group[number];
        into.resize(group.count);
        for (uint32_t i = 0; i < group.count; i++) {
            into[i].id = i;
            into[i].polygon = group.shape ? polygons[group.shape[i]].get() : nullptr;
            into[i].transform.q.c = group.cos ? group.cos[i] : 1.0f;
            into[i].transform.q.s = group.sin ? group.sin[i] : 0.0f;
            place(into[i], group);
        }
        std::sort(into.begin(), into.end(), [](const Body &a, const Body &b) { return curve(a) < curve(b); });
    }

    /* Morton order in cells of a metre. */
    static uint64_t curve(const Body &body) {
        auto x = static_cast<uint32_t>(metre * body.transform.p.x),
             y = static_cast<uint32_t>(metre * body.transform.p.y);
        uint64_t code = 0;
        for (uint32_t bit = 0; bit < 16; bit++)
            code |= static_cast<uint64_t>(x >> bit & 1u) << (2 * bit) | static_cast<uint64_t>(y >> bit & 1u)
                                                                            << (2 * bit + 1);
        return code;
    }

    static void place(Body &body, const scene_group &group) {
        body.transform.p.Set(group.x[body.id], group.y[body.id]);
    }

    b2AABB box(const Body &body) const {
        b2AABB box;
        if (body.polygon) {
            body.polygon->ComputeAABB(&box, body.transform, 0);
        } else {
            b2Vec2 reach(circle.m_radius, circle.m_radius);
            box.lowerBound = body.transform.p - reach;
            box.upperBound = body.transform.p + reach;
        }
        box.lowerBound *= metre;
        box.upperBound *= metre;
        return box;
    }

    int32 proxy_of(const Body &body) const { return proxies[static_cast<size_t>(&body - bodies.data())]; }

    void meet_bullets() {
        for (Body &bullet : bullets) {
            place(bullet, scene->group[0]);
            asking = &bullet;
            tree.Query(this, box(bullet));
        }
    }

    /* As in b2World: only what left its fat box is queried again. */
    void meet_themselves() {
        candidates.erase(std::remove_if(candidates.begin(), candidates.end(),
                                        [this](const Candidate &pair) {
                                            return tree.WasMoved(proxy_of(*pair.first)) ||
                                                   tree.WasMoved(proxy_of(*pair.second));
                                        }),
                         candidates.end());
        for (const Body *body : moved) {
            asking = body;
            tree.Query(this, tree.GetFatAABB(proxy_of(*body)));
        }
        for (const Body *body : moved)
            tree.ClearMoved(proxy_of(*body));
        for (const Candidate &pair : candidates) {
            bool in_order = pair.first->id < pair.second->id;
            const Body &a = in_order ? *pair.first : *pair.second, &b = in_order ? *pair.second : *pair.first;
            if (a.polygon)
                meet_polygons(a, b);
            else
                meet_circles(a, b);
        }
    }

    void meet_polygons(const Body &a, const Body &b) {
        b2Manifold manifold;
        b2CollidePolygons(&manifold, a.polygon, a.transform, b.polygon, b.transform);
        if (!manifold.pointCount)
            return;
        b2WorldManifold world;
        world.Initialize(&manifold, a.transform, 0.0f, b.transform, 0.0f);
        bench_manifold made = {};
        made.a = a.id;
        made.b = b.id;
        made.count = static_cast<uint32_t>(manifold.pointCount);
        made.feature_a = manifold.points[0].id.key;
        made.normal_x = world.normal.x;
        made.normal_y = world.normal.y;
        for (int i = 0; i < manifold.pointCount; i++) {
            made.x[i] = world.points[i].x;
            made.y[i] = world.points[i].y;
            made.depth[i] = -world.separations[i];
        }
        manifolds.push_back(made);
    }

    void meet_circles(const Body &a, const Body &b) {
        b2Manifold manifold;
        b2CollideCircles(&manifold, &circle, a.transform, &circle, b.transform);
        if (manifold.pointCount)
            write(manifold, a, circle.m_radius, b, circle.m_radius, a.id, b.id, 1.0f);
    }

    void meet_polygon(const Body &other) {
        b2Manifold manifold;
        b2CollidePolygonAndCircle(&manifold, other.polygon, other.transform, &circle, asking->transform);
        if (manifold.pointCount)
            write(manifold, other, 0.0f, *asking, circle.m_radius, asking->id, other.id, -1.0f);
    }

    void write(const b2Manifold &manifold, const Body &first, float first_radius, const Body &second,
               float second_radius, uint32_t a, uint32_t b, float turn) {
        b2WorldManifold world;
        world.Initialize(&manifold, first.transform, first_radius, second.transform, second_radius);
        contacts.push_back({a, b, turn * world.normal.x, turn * world.normal.y, world.points[0].x, world.points[0].y,
                            -world.separations[0], manifold.points[0].id.key});
    }

    std::unique_ptr<scene_data, void (*)(scene_data *)> scene;
    b2CircleShape circle;
    std::vector<std::unique_ptr<b2PolygonShape>> polygons;
    std::vector<Body> bodies, bullets;
    std::vector<int32> proxies;
    std::vector<const Body *> moved;
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
    static char text[64];
    std::snprintf(text, sizeof text, "Box2D %d.%d.%d, detection alone", b2_version.major, b2_version.minor,
                  b2_version.revision);
    return text;
}

void destroy(void *self) { delete static_cast<World *>(self); }

} // namespace

extern "C" const contender contender_box2d = {"box2d", BENCH_DISCRETE, 100000,  create, step,
                                              pairs,   nullptr,        nullptr, label,  destroy};
