/* box2d3_world.cpp - Box2D 3 as a game uses it: a world with bodies. Bullets are kinematic bodies that move by their
 * velocity, enemies are sensors, and the game keeps who touches whom from the events that say what began and ended.
 * The other way round, with bullets as sensors, takes 1.8 times as long. It asks for less than the others do: no
 * normal, point or depth. A body that wraps is put to its new place by b2Body_SetTransform, and stands still for that
 * step. */
#include "box2d3.hpp"
#include "contender.h"
#include "tasks.h"

#include <cstdlib>
#include <memory>
#include <unordered_set>
#include <utility>
#include <vector>

namespace {

constexpr float unit = box2d3_unit;
enum Category : uint64_t { BULLETS = 1, ENEMIES = 2 };

class World {
  public:
    World(const scene_data *source, int workers) : scene(scene_copy(source), scene_destroy) {
        b2SetLengthUnitsPerMeter(unit);
        options = b2DefaultWorldDef();
        options.gravity = {0.0f, 0.0f};
        options.enableSleep = false;
        options.workerCount = workers;
        bench_start_threads([](void *user) { static_cast<World *>(user)->make(); }, this);
        for (size_t i = 0; i < source->template_count; i++)
            polygons.push_back(box2d3_polygon(source->shape[i].x, source->shape[i].y, source->shape[i].count));
        for (size_t g = 0; g < 2; g++)
            for (size_t i = 0; i < source->group[g].count; i++)
                add_body(g, i);
    }
    World(const World &) = delete;
    World &operator=(const World &) = delete;
    ~World() { b2DestroyWorld(world); }

    size_t step() {
        for (size_t g = 0; g < 2; g++)
            keep(g, scene->group[g]);
        scene_step(scene.get());
        for (size_t g = 0; g < 2; g++)
            for (size_t i = 0; i < scene->group[g].count; i++)
                if (far(scene->group[g].x[i], old_x[g][i]) || far(scene->group[g].y[i], old_y[g][i]))
                    wrap(g, i);
        b2World_Step(world, SCENE_DT, 1);
        for (const auto &[g, i] : wrapped)
            b2Body_SetLinearVelocity(body[g][i], {scene->group[g].vx[i], scene->group[g].vy[i]});
        wrapped.clear();
        read_events();
        return touching.size();
    }

    std::unordered_set<uint64_t> touching; /* bullet << 32 | enemy */

  private:
    void make() { world = b2CreateWorld(&options); }

    static bool far(float a, float b) { return a - b > 8.0f * unit || b - a > 8.0f * unit; }

    void keep(size_t g, const scene_group &group) {
        old_x[g].assign(group.x, group.x + group.count);
        old_y[g].assign(group.y, group.y + group.count);
    }

    void add_body(size_t g, size_t i) {
        const scene_group &group = scene->group[g];
        b2BodyDef options = b2DefaultBodyDef();
        options.type = b2_kinematicBody;
        options.position = {group.x[i], group.y[i]};
        options.rotation = {group.cos ? group.cos[i] : 1.0f, group.sin ? group.sin[i] : 0.0f};
        options.linearVelocity = {group.vx[i], group.vy[i]};
        body[g].push_back(b2CreateBody(world, &options));
        b2ShapeDef shape = b2DefaultShapeDef();
        shape.enableSensorEvents = true;
        shape.isSensor = g == 1;
        shape.filter.categoryBits = g ? ENEMIES : BULLETS;
        shape.filter.maskBits = g ? BULLETS : ENEMIES;
        shape.userData = reinterpret_cast<void *>(static_cast<uintptr_t>(i));
        if (group.polygons) {
            b2CreatePolygonShape(body[g].back(), &shape, &polygons[group.shape[i]]);
        } else {
            const b2Circle circle = {{0.0f, 0.0f}, group.radius};
            b2CreateCircleShape(body[g].back(), &shape, &circle);
        }
    }

    void wrap(size_t g, size_t i) {
        const scene_group &group = scene->group[g];
        b2Body_SetTransform(body[g][i], {group.x[i], group.y[i]}, b2Body_GetRotation(body[g][i]));
        b2Body_SetLinearVelocity(body[g][i], {0.0f, 0.0f});
        wrapped.emplace_back(g, i);
    }

    static uint64_t key(b2ShapeId enemy, b2ShapeId bullet) {
        return uint64_t{reinterpret_cast<uintptr_t>(b2Shape_GetUserData(bullet))} << 32 |
               reinterpret_cast<uintptr_t>(b2Shape_GetUserData(enemy));
    }

    void read_events() {
        const b2SensorEvents events = b2World_GetSensorEvents(world);
        for (int i = 0; i < events.endCount; i++)
            touching.erase(key(events.endEvents[i].sensorShapeId, events.endEvents[i].visitorShapeId));
        for (int i = 0; i < events.beginCount; i++)
            touching.insert(key(events.beginEvents[i].sensorShapeId, events.beginEvents[i].visitorShapeId));
    }

    std::unique_ptr<scene_data, void (*)(scene_data *)> scene;
    b2WorldDef options;
    b2WorldId world;
    std::vector<b2Polygon> polygons;
    std::vector<b2BodyId> body[2];
    std::vector<float> old_x[2], old_y[2];
    std::vector<std::pair<size_t, size_t>> wrapped;
};

/* `variant` is "world", or a number of workers as in tasks.h. */
void *create(const scene_data *scene, const char *variant) {
    return new World(scene, bench_has_tasks(variant) ? std::atoi(variant) : 1);
}

size_t step(void *self) { return static_cast<World *>(self)->step(); }

size_t pairs(void *self, bench_touch *out, size_t capacity) {
    size_t written = 0;
    for (uint64_t pair : static_cast<World *>(self)->touching) {
        if (written < capacity)
            out[written] = {static_cast<uint32_t>(pair >> 32), static_cast<uint32_t>(pair), 0.0f};
        written++;
    }
    return written;
}

const char *label(void *) {
    static const std::string text = box2d3_label("a world with sensors");
    return text.c_str();
}

void destroy(void *self) { delete static_cast<World *>(self); }

} // namespace

extern "C" const contender contender_box2d_world = {
    "box2d", 1 << SCENE_BULLETS, 100000, create, step, pairs, nullptr, nullptr, label, destroy};
