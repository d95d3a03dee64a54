/* box2d.cpp - Box2D 2.4 for detection alone: its public dynamic tree and its manifold functions, no world and no
 * solver. Bodies move in the scene's own arithmetic and their proxies follow; those that neighbour in space are made,
 * and so lie in memory and are asked, one after the other. */
#include "contender.h"

#include <box2d/box2d.h>

#include <algorithm>
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

/* Box2D's margins are made for metres: in pixels every proxy would be put in anew in every step. A power of two, so
 * that no bit of a position changes. */
constexpr float metre = 1.0f / 32.0f; /* of a pixel; 1/64 was level, 1/16 and 1 up to 1.7 and 5 times slower */

/* The tree stretches fat boxes by four times the displacement it is given: four steps' worth. */
constexpr float look_ahead = SCENE_DT * metre;

class World {
  public:
    explicit World(const scene_data *source) : scene(scene_copy(source), scene_destroy) {
        circle.m_radius = metre * source->group[0].radius;
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
        /* Found from both sides; the moved are told apart by their flag from now on. */
        candidates.erase(std::remove_if(candidates.begin(), candidates.end(),
                                        [](const Candidate &pair) { return pair.first > pair.second; }),
                         candidates.end());
        contacts.reserve(source->expected_pairs * 2);
    }

    size_t step() {
        scene_step(scene.get());
        contacts.clear();
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
        return contacts.size();
    }

    /* What b2DynamicTree::Query calls for each proxy whose fat box meets the asked one. */
    bool QueryCallback(int32 proxy) {
        const Body &other = *static_cast<const Body *>(tree.GetUserData(proxy));
        if (!scene->self)
            meet_polygon(other);
        else if (&other != asking && !(tree.WasMoved(proxy) && &other < asking))
            candidates.emplace_back(asking, &other);
        return true;
    }

    std::vector<bench_contact> contacts;

  private:
    void add_template(const scene_template &shape) {
        b2Vec2 points[SCENE_MAX_VERTICES];
        for (uint32_t i = 0; i < shape.count; i++)
            points[i].Set(metre * shape.x[i], metre * shape.y[i]);
        polygons.emplace_back(new b2PolygonShape);
        polygons.back()->Set(points, static_cast<int32>(shape.count));
        polygons.back()->m_radius = 0.0f; /* the skin of a slop's width would make everything larger */
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
        auto x = static_cast<uint32_t>(body.transform.p.x), y = static_cast<uint32_t>(body.transform.p.y);
        uint64_t code = 0;
        for (uint32_t bit = 0; bit < 16; bit++)
            code |= static_cast<uint64_t>(x >> bit & 1u) << (2 * bit) | static_cast<uint64_t>(y >> bit & 1u)
                                                                            << (2 * bit + 1);
        return code;
    }

    static void place(Body &body, const scene_group &group) {
        body.transform.p.Set(metre * group.x[body.id], metre * group.y[body.id]);
    }

    b2AABB box(const Body &body) const {
        b2AABB box;
        if (body.polygon) {
            body.polygon->ComputeAABB(&box, body.transform, 0);
            return box;
        }
        b2Vec2 reach(circle.m_radius, circle.m_radius);
        box.lowerBound = body.transform.p - reach;
        box.upperBound = body.transform.p + reach;
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

    /* As b2World keeps its contacts: only what left its fat box is asked for again. */
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
        for (const Candidate &pair : candidates)
            meet_circles(*pair.first, *pair.second);
    }

    void meet_circles(const Body &first, const Body &second) {
        const Body &a = first.id < second.id ? first : second, &b = first.id < second.id ? second : first;
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
        contacts.push_back({a, b, turn * world.normal.x, turn * world.normal.y, world.points[0].x / metre,
                            world.points[0].y / metre, -world.separations[0] / metre, manifold.points[0].id.key});
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

size_t pairs(void *self, bench_pair *out, size_t capacity) {
    const auto &contacts = static_cast<World *>(self)->contacts;
    for (size_t i = 0; i < contacts.size() && i < capacity; i++)
        out[i] = {contacts[i].a, contacts[i].b};
    return contacts.size();
}

void destroy(void *self) { delete static_cast<World *>(self); }

} // namespace

extern "C" const contender contender_box2d = {"box2d", 100000, create, step, pairs, nullptr, destroy};
