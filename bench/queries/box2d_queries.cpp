/* bench/queries/box2d_queries.cpp - Box2D 2.4's dynamic tree, without a world: RayCast and the circle's own RayCast;
 * Query, and then the circle itself, as Box2D has no test of a circle with a box. Box2D overlooks a circle that
 * contains the start of a ray, so that is asked first. The tree is built as b2World builds it, by inserting
 * boxes; they come in the order of their places, which makes queries 1.5 times faster than in a random one. */
#include "query_results.h"

#include <box2d/box2d.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace {

/* As in step/box2d.cpp: the tree's margins are meant for metres. The shapes stay in pixels. */
constexpr float metre = 1.0f / 32.0f;

class Contender {
  public:
    Contender(const query_scene *source, query_question asked, size_t max_count)
        : scene(source), question(asked), order(source->count), results(query_results_make(asked, 1, max_count)) {
        circle.m_radius = scene->radius;
        query_scene_order(scene, order.data());
        prepare();
    }
    Contender(const Contender &) = delete;
    Contender &operator=(const Contender &) = delete;
    ~Contender() { query_results_free(&results); }

    void prepare() {
        tree.reset(new b2DynamicTree);
        for (uint32_t i : order)
            tree->CreateProxy(around(scene->x[i], scene->y[i], scene->radius), reinterpret_cast<void *>(uintptr_t{i}));
    }

    size_t ask(const query_batch &asked) {
        size_t all = 0;
        found = 0;
        for (size_t i = 0; i < asked.count; i++)
            all += question == QUERY_RAYS ? cast(asked, i) : list(asked, i);
        results.start[asked.count] = static_cast<uint32_t>(found);
        return all;
    }

    size_t read(size_t query, query_answer *answers, size_t capacity) const {
        return query_results_read(&results, query, answers, capacity);
    }

    /* b2DynamicTree::RayCast calls this for each proxy on the ray; what it returns cuts the ray. */
    float RayCastCallback(const b2RayCastInput &input, int32 proxy) {
        const uint32_t body = body_of(proxy);
        const b2Transform at = place(body);
        b2RayCastInput pixels = ray;
        pixels.maxFraction = input.maxFraction;
        b2RayCastOutput output;
        if (circle.TestPoint(at, pixels.p1))
            output.fraction = 0.0f;
        else if (!circle.RayCast(&output, pixels, at, 0) || output.fraction >= best)
            return input.maxFraction;
        best = output.fraction;
        hit = body;
        return best;
    }

    /* b2DynamicTree::Query calls this for each proxy whose fat box overlaps the queried one. */
    bool QueryCallback(int32 proxy) {
        const uint32_t body = body_of(proxy);
        const float x = scene->x[body], y = scene->y[body];
        const float dx = std::max(std::max(box.lowerBound.x - x, x - box.upperBound.x), 0.0f),
                    dy = std::max(std::max(box.lowerBound.y - y, y - box.upperBound.y), 0.0f);
        if (dx * dx + dy * dy <= circle.m_radius * circle.m_radius)
            query_results_room(&results, found + 1)[found] = body, found++;
        return true;
    }

  private:
    static b2AABB around(float x, float y, float reach) {
        b2AABB made;
        made.lowerBound.Set(metre * (x - reach), metre * (y - reach));
        made.upperBound.Set(metre * (x + reach), metre * (y + reach));
        return made;
    }

    uint32_t body_of(int32 proxy) const {
        return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(tree->GetUserData(proxy)));
    }

    b2Transform place(uint32_t body) const { return b2Transform(b2Vec2(scene->x[body], scene->y[body]), b2Rot(0.0f)); }

    size_t cast(const query_batch &asked, size_t i) {
        ray.p1.Set(asked.x[i], asked.y[i]);
        ray.p2.Set(asked.x[i] + asked.u[i], asked.y[i] + asked.v[i]);
        ray.maxFraction = 1.0f;
        best = 2.0f;
        hit = QUERY_NONE;
        tree->RayCast(this, b2RayCastInput{metre * ray.p1, metre * ray.p2, 1.0f});
        results.hit[i].body = hit;
        if (hit == QUERY_NONE)
            return 0;
        query_hit_write(&results.hit[i], hit, best, asked.x[i], asked.y[i], asked.u[i], asked.v[i], scene->x[hit],
                        scene->y[hit], 1.0f / circle.m_radius);
        return 1;
    }

    size_t list(const query_batch &asked, size_t i) {
        const bool point = question == QUERY_PICKS;
        box.lowerBound.Set(asked.x[i], asked.y[i]);
        box.upperBound.Set(point ? asked.x[i] : asked.u[i], point ? asked.y[i] : asked.v[i]);
        const size_t before = found;
        results.start[i] = static_cast<uint32_t>(before);
        tree->Query(this, b2AABB{metre * box.lowerBound, metre * box.upperBound});
        return found - before;
    }

    const query_scene *scene;
    query_question question;
    std::vector<uint32_t> order;
    std::unique_ptr<b2DynamicTree> tree;
    b2CircleShape circle;
    b2RayCastInput ray;
    b2AABB box;
    float best = 0.0f;
    uint32_t hit = QUERY_NONE;
    size_t found = 0;
    query_results results;
};

void *create(const query_scene *scene, query_question question, size_t, size_t max_count, const char *) {
    return new Contender(scene, question, max_count);
}

void prepare(void *self) { static_cast<Contender *>(self)->prepare(); }

size_t ask(void *self, const query_batch *batch) { return static_cast<Contender *>(self)->ask(*batch); }

size_t answers(const void *self, size_t query, query_answer *into, size_t capacity) {
    return static_cast<const Contender *>(self)->read(query, into, capacity);
}

void destroy(void *self) { delete static_cast<Contender *>(self); }

} // namespace

extern "C" const query_contender query_contender_box2d = {
    "box2d", 1u << QUERY_RAYS | 1u << QUERY_BOXES | 1u << QUERY_PICKS, 0, create, prepare, ask, answers, destroy};
