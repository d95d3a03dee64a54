/* bench/world/measure_swept.cpp - see swept.h. Circles go up to 3 px a step each way; there is one in 24 x 24 px. */
#include "swept.h"

#include "scenes.h"

#include <benchmark/benchmark.h>
#include <hail/hail.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr float spacing = 24.0f, most = 3.0f; /* px; px a step */
constexpr int warm_steps = 8;

struct Scene {
    const char *name;
    size_t bodies;
    bool city;
};

struct Circles {
    std::vector<float> x, y, dx, dy;
    swept_scene scene = {};
};

void must(bool good, const char *what) {
    if (good)
        return;
    std::fprintf(stderr, "hail-bench: swept: %s\n", what);
    std::exit(1);
}

std::unique_ptr<Circles> make_circles(const Scene &scene) {
    auto c = std::make_unique<Circles>();
    const size_t moving = scene.city ? scene.bodies / 11 : scene.bodies;
    const float side = spacing * std::sqrt(static_cast<float>(scene.bodies));
    std::mt19937 random(7);
    std::uniform_real_distribution<float> along(0.0f, side * 0.9999f), way(-most, most);
    for (size_t i = 0; i < scene.bodies; i++) {
        c->x.push_back(along(random));
        c->y.push_back(along(random));
        c->dx.push_back(i < moving ? way(random) : 0.0f);
        c->dy.push_back(i < moving ? way(random) : 0.0f);
    }
    c->scene = {side, c->x.data(), c->y.data(), c->dx.data(), c->dy.data(), moving, scene.bodies - moving, most};
    return c;
}

/* How Hail is measured. */
struct Contender {
    const char *variant;
    bool is_static; /* the layer that stands still is said to */
};

/* Layer 0 moves, layer 1 stands still. */
hail::world make_world(const swept_scene &scene, const Contender &who) {
    hail::world world;
    hail_world_options options;
    hail_context context = {};
    const hail_layer_options wrapping = {0, HAIL_WRAP, 0, 0, 0, 0}, standing = {0, HAIL_OPEN, 0, who.is_static, 0, 0};
    hail_world_options_defaults(&options);
    context.variant = who.variant, options.context = &context;
    options.max_x = options.max_y = scene.side;
    std::vector<float> velocity(2 * scene.moving);
    for (size_t i = 0; i < scene.moving; i++) {
        velocity[i] = scene.dx[i] / SCENE_DT;
        velocity[scene.moving + i] = scene.dy[i] / SCENE_DT;
    }
    hail_spawn_columns movers = {}, still = {};
    movers.x = scene.x, movers.y = scene.y, movers.vx = velocity.data(), movers.vy = velocity.data() + scene.moving;
    still.x = scene.x + scene.moving, still.y = scene.y + scene.moving;
    hail_shape circle;
    must(world.create(options) == HAIL_OK && hail_layer_configure(world, 0, &wrapping) == HAIL_OK &&
             hail_layer_configure(world, 1, &standing) == HAIL_OK &&
             hail_shape_circle(world.shapes(), SWEPT_RADIUS, &circle) == HAIL_OK &&
             hail_rule_set(world, 0, scene.still ? 1 : 0, HAIL_SWEPT) == HAIL_OK &&
             hail_spawn(world, 0, &circle, &movers, scene.moving, nullptr) == HAIL_OK,
         "no world");
    must(!scene.still || hail_spawn(world, 1, &circle, &still, scene.still, nullptr) == HAIL_OK, "no bodies");
    return world;
}

void consume(const hail_contact *contacts, size_t count, void *user) {
    for (size_t i = 0; i < count; i++)
        *static_cast<float *>(user) += contacts[i].t;
}

size_t step(const hail::world &world, float *times) {
    must(hail_step(world, SCENE_DT, consume, times) == HAIL_OK, "hail_step");
    return hail_stats(world)->contacts;
}

/* Rounding may part them by a hit or two in ten thousand. */
void check(const swept_scene &scene, const Contender &who) {
    const hail::world world = make_world(scene, who);
    const std::unique_ptr<void, void (*)(void *)> plain(swept_plain_create(&scene), swept_plain_destroy);
    must(plain != nullptr, "no memory");
    float times = 0.0f;
    for (int i = 0; i < 8; i++) {
        const size_t want = swept_plain_step(plain.get()), got = step(world, &times);
        must(got <= want + 2 + want / 2000 && want <= got + 2 + want / 2000, "hail and plain find different hits");
    }
}

template <typename Step> void run(benchmark::State &state, size_t bodies, Step step_once) {
    size_t hits = 0;
    for (int i = 0; i < warm_steps; i++)
        step_once();
    const std::clock_t start = std::clock();
    while (state.KeepRunning())
        hits += step_once();
    const double ns = 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    state.counters["ns_per_body"] =
        benchmark::Counter(ns / static_cast<double>(bodies), benchmark::Counter::kAvgIterations);
    state.counters["pairs"] = benchmark::Counter(static_cast<double>(hits), benchmark::Counter::kAvgIterations);
}

void measure_hail(benchmark::State &state, const Scene &scene, const Contender &who) {
    const auto circles = make_circles(scene);
    check(circles->scene, who);
    const hail::world world = make_world(circles->scene, who);
    float times = 0.0f;
    run(state, scene.bodies, [&] { return step(world, &times); });
}

void measure_plain(benchmark::State &state, const Scene &scene) {
    const auto circles = make_circles(scene);
    const std::unique_ptr<void, void (*)(void *)> plain(swept_plain_create(&circles->scene), swept_plain_destroy);
    must(plain != nullptr, "no memory");
    run(state, scene.bodies, [&] { return swept_plain_step(plain.get()); });
}

} // namespace

void measure_swept(bool smoke) {
    static const Scene scenes[] = {
        {"swarm_swept", 10000, false}, {"swarm_swept", 100000, false}, {"city_swept", 110000, true}};
    static const Scene few[] = {{"swarm_swept", 10000, false}, {"city_swept", 11000, true}};
    auto add = [=](const Scene &scene, const std::string &name, auto measure) {
        auto *made = benchmark::RegisterBenchmark(
            (std::string(scene.name) + "/" + std::to_string(scene.bodies) + "/" + name).c_str(), measure);
        made->Unit(benchmark::kMicrosecond);
        if (smoke)
            made->Iterations(1);
    };
    auto add_all = [&](const Scene &scene) {
        add(scene, "plain", [=](benchmark::State &state) { measure_plain(state, scene); });
        add(scene, "hail", [=](benchmark::State &state) { measure_hail(state, scene, {nullptr, true}); });
        if (scene.city)
            add(scene, "hail:not_static", [=](benchmark::State &state) {
                measure_hail(state, scene, {nullptr, false});
            });
        for (size_t i = 0; i < hail_variant_count(); i++)
            add(scene, std::string("hail:") + hail_variant_name(i), [=](benchmark::State &state) {
                measure_hail(state, scene, {hail_variant_name(i), true});
            });
    };
    if (smoke)
        for (const Scene &scene : few)
            add_all(scene);
    else
        for (const Scene &scene : scenes)
            add_all(scene);
}
