/* bench/queries/box2d3_queries.cpp - Box2D 3's dynamic tree, without a world: b2DynamicTree_RayCast and the circle's
 * own ray cast; b2DynamicTree_Query, and then the circle itself, as a box is no circle. The tree is built by inserting
 * boxes in the order of their places, and rebuilt once, as Box2D does after a world is loaded. */
#include "query_results.h"

#include <box2d/box2d.h>

#include <algorithm>
#include <vector>

namespace {

constexpr uint64_t all_categories = ~0ull;

class Contender {
  public:
    Contender(const query_scene *source, query_question asked, size_t max_count)
        : scene(source), question(asked), order(source->count), results(query_results_make(asked, 1, max_count)) {
        tree = b2DynamicTree_Create(static_cast<int>(scene->count));
        query_scene_order(scene, order.data());
        prepare();
    }
    Contender(const Contender &) = delete;
    Contender &operator=(const Contender &) = delete;
    ~Contender() {
        query_results_free(&results);
        b2DynamicTree_Destroy(&tree);
    }

    void prepare() {
        b2DynamicTree_Destroy(&tree);
        tree = b2DynamicTree_Create(static_cast<int>(scene->count));
        for (uint32_t i : order)
            b2DynamicTree_CreateProxy(&tree, around(scene->x[i], scene->y[i], scene->radius), all_categories, i);
        b2DynamicTree_Rebuild(&tree, true);
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

  private:
    /* Called for each box on the ray; what it returns cuts the ray. */
    static float meet_ray(const b2RayCastInput *input, int, uint64_t body, void *user) {
        Contender &self = *static_cast<Contender *>(user);
        const b2Circle circle = self.circle_of(body);
        float fraction = 0.0f;
        if (!b2PointInCircle(&circle, self.ray.origin)) {
            b2RayCastInput pixels = self.ray;
            pixels.maxFraction = input->maxFraction;
            const b2CastOutput found = b2RayCastCircle(&circle, &pixels);
            if (!found.hit || found.fraction >= self.best)
                return input->maxFraction;
            fraction = found.fraction;
        }
        self.best = fraction;
        self.hit = static_cast<uint32_t>(body);
        return fraction;
    }

    /* Called for each box that overlaps the one that is asked for. */
    static bool meet_box(int, uint64_t body, void *user) {
        Contender &self = *static_cast<Contender *>(user);
        const float x = self.scene->x[body], y = self.scene->y[body], radius = self.scene->radius;
        const b2AABB &box = self.box;
        const float dx = std::max(std::max(box.lowerBound.x - x, x - box.upperBound.x), 0.0f),
                    dy = std::max(std::max(box.lowerBound.y - y, y - box.upperBound.y), 0.0f);
        if (dx * dx + dy * dy <= radius * radius) {
            query_results_room(&self.results, self.found + 1)[self.found] = static_cast<uint32_t>(body);
            self.found++;
        }
        return true;
    }

    static b2AABB around(float x, float y, float reach) { return {{x - reach, y - reach}, {x + reach, y + reach}}; }

    b2Circle circle_of(uint64_t body) const { return {{scene->x[body], scene->y[body]}, scene->radius}; }

    size_t cast(const query_batch &asked, size_t i) {
        ray = {{asked.x[i], asked.y[i]}, {asked.u[i], asked.v[i]}, 1.0f};
        best = 2.0f;
        hit = QUERY_NONE;
        b2DynamicTree_RayCast(&tree, &ray, all_categories, meet_ray, this);
        results.hit[i].body = hit;
        if (hit == QUERY_NONE)
            return 0;
        query_hit_write(&results.hit[i], hit, best, asked.x[i], asked.y[i], asked.u[i], asked.v[i], scene->x[hit],
                        scene->y[hit], 1.0f / scene->radius);
        return 1;
    }

    size_t list(const query_batch &asked, size_t i) {
        const bool point = question == QUERY_PICKS;
        box = {{asked.x[i], asked.y[i]}, {point ? asked.x[i] : asked.u[i], point ? asked.y[i] : asked.v[i]}};
        const size_t before = found;
        results.start[i] = static_cast<uint32_t>(before);
        b2DynamicTree_Query(&tree, box, all_categories, meet_box, this);
        return found - before;
    }

    const query_scene *scene;
    query_question question;
    std::vector<uint32_t> order;
    b2DynamicTree tree;
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
