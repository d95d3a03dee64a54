/* bench/step/measure_groups.cpp - see measure_groups.h. Circles of 4 px, each in a group, against each other:
 *
 * group_crowd: all of one group in a spot of 64 px. group_spots: of 16 groups, each in a spot of 64 px of its own,
 * which touch. group_hunted: as group_crowd, but one body is in no group. group_swept: as group_hunted, swept.
 * group_mixed: no crowd; of four groups, anywhere, one per 12 x 12 px.
 *
 * Nothing moves but in group_swept, where bodies fly to and fro, so that crowds stay as they are. */
#include "measure_groups.h"

#include <benchmark/benchmark.h>
#include <hail/hail.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr float radius = 4.0f, spot = 64.0f, spacing = 12.0f;
constexpr float step = 1.0f / 64.0f, speed = 256.0f; /* s; px/s */
constexpr size_t checked = 500;
constexpr int warm_steps = 8;

struct Scene {
    const char *name;
    size_t spots; /* each with a group of its own; 0: no spots */
    bool hunted;  /* the first body is in no group */
    hail_mode mode;
};
constexpr Scene scenes[] = {{"group_crowd", 1, false, HAIL_MANIFOLD},
                            {"group_spots", 16, false, HAIL_MANIFOLD},
                            {"group_hunted", 1, true, HAIL_MANIFOLD},
                            {"group_swept", 1, true, HAIL_SWEPT},
                            {"group_mixed", 0, false, HAIL_MANIFOLD}};
constexpr size_t sizes[] = {1000, 10000, 100000};

struct Bodies {
    std::vector<float> x, y, vx, vy;
    std::vector<uint32_t> group;
};

float between(std::minstd_rand &random, float low, float high) {
    return low + (high - low) * static_cast<float>(random() % 65536) / 65536.0f;
}

Bodies make_bodies(const Scene &scene, size_t count) {
    Bodies b;
    std::minstd_rand random(1);
    const float side = spacing * std::sqrt(static_cast<float>(count));
    for (size_t i = 0; i < count; i++) {
        const size_t of = scene.spots ? i % scene.spots : 0;
        const float width = scene.spots ? spot : side;
        b.x.push_back(static_cast<float>(of % 4) * spot + between(random, 0.0f, width));
        b.y.push_back(static_cast<float>(of / 4) * spot + between(random, 0.0f, width));
        b.vx.push_back(scene.mode == HAIL_SWEPT ? between(random, -speed, speed) : 0.0f);
        b.vy.push_back(scene.mode == HAIL_SWEPT ? between(random, -speed, speed) : 0.0f);
        b.group.push_back(scene.hunted && i == 0 ? 0 : static_cast<uint32_t>(scene.spots ? of : random() % 4) + 1);
    }
    return b;
}

bool good(hail_status status) {
    if (status != HAIL_OK)
        std::fprintf(stderr, "hail-bench: groups: %s\n", hail_status_text(status));
    return status == HAIL_OK;
}

hail::world make_world(const Scene &scene, const Bodies &b, const char *variant) {
    hail::world world;
    hail_world_options options;
    hail_context context = {};
    const hail_layer_options layer = {HAIL_GROUP, HAIL_OPEN, 0, 0, 0, 0};
    hail_world_options_defaults(&options);
    context.variant = variant, options.context = &context;
    hail_spawn_columns columns = {};
    columns.x = b.x.data(), columns.y = b.y.data(), columns.vx = b.vx.data(), columns.vy = b.vy.data();
    columns.group = b.group.data();
    hail_shape circle;
    if (!good(world.create(options)) || !good(hail_layer_configure(world, 0, &layer)) ||
        !good(hail_shape_circle(world.shapes(), radius, &circle)) || !good(hail_rule_set(world, 0, 0, scene.mode)) ||
        !good(hail_spawn(world, 0, &circle, &columns, b.x.size(), nullptr)))
        std::exit(1);
    return world;
}

/* The square of the least distance of two bodies in a step from where they are. */
double nearest(const Bodies &b, size_t i, size_t j) {
    const double x = static_cast<double>(b.x[i]) - static_cast<double>(b.x[j]);
    const double y = static_cast<double>(b.y[i]) - static_cast<double>(b.y[j]);
    const double dx = (static_cast<double>(b.vx[i]) - static_cast<double>(b.vx[j])) * static_cast<double>(step);
    const double dy = (static_cast<double>(b.vy[i]) - static_cast<double>(b.vy[j])) * static_cast<double>(step);
    const double square = dx * dx + dy * dy, ahead = square > 0.0 ? -(x * dx + y * dy) / square : 0.0;
    const double t = ahead < 0.0 ? 0.0 : ahead > 1.0 ? 1.0 : ahead;
    return (x + dx * t) * (x + dx * t) + (y + dy * t) * (y + dy * t);
}

/* Pairs that all but touch may be counted or not. */
void check(const Scene &scene, const char *variant) {
    const Bodies b = make_bodies(scene, checked);
    hail::world world = make_world(scene, b, variant);
    const double reach = 2.0 * static_cast<double>(radius), margin = 1e-4;
    size_t least = 0, most = 0;
    for (size_t i = 0; i < checked; i++)
        for (size_t j = i + 1; j < checked; j++)
            if (b.group[i] == 0 || b.group[i] != b.group[j]) {
                const double distance = std::sqrt(nearest(b, i, j));
                least += distance < reach - margin;
                most += distance < reach + margin;
            }
    const hail_status status = world.step(step);
    const size_t found = hail_stats(world)->contacts;
    if (good(status) && found >= least && found <= most)
        return;
    std::fprintf(stderr, "hail-bench: %s: %zu contacts, not %zu to %zu\n", scene.name, found, least, most);
    std::exit(1);
}

/* To and fro: bodies keep the place that they had. */
void turn_back(const hail::world &world) {
    const hail::columns c = world.columns(0);
    for (size_t i = 0; i < c.active; i++)
        c.vx[i] = -c.vx[i], c.vy[i] = -c.vy[i];
}

void measure(benchmark::State &state, const Scene &scene, size_t count, const char *variant) {
    check(scene, variant);
    const hail::world world = make_world(scene, make_bodies(scene, count), variant);
    double ns = 0.0, contacts = 0.0;
    for (int i = 0; i < warm_steps; i++, turn_back(world))
        if (!good(hail_step(world, step, nullptr, nullptr)))
            std::exit(1);
    while (state.KeepRunning()) {
        const std::clock_t start = std::clock();
        (void)hail_step(world, step, nullptr, nullptr);
        ns += 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        contacts += static_cast<double>(hail_stats(world)->contacts);
        turn_back(world);
    }
    state.counters["ns_per_body"] =
        benchmark::Counter(ns / static_cast<double>(count), benchmark::Counter::kAvgIterations);
    state.counters["pairs"] = benchmark::Counter(contacts, benchmark::Counter::kAvgIterations);
    state.SetLabel(hail_world_variant(world));
}

} // namespace

void measure_groups(bool smoke) {
    for (const Scene &scene : scenes)
        for (size_t s = 0; s < (smoke ? 1 : sizeof sizes / sizeof *sizes); s++)
            for (size_t v = 0; v <= hail_variant_count(); v++) {
                const char *variant = v ? hail_variant_name(v - 1) : nullptr;
                const std::string name = std::string(scene.name) + "/" + std::to_string(sizes[s]) + "/hail" +
                                         (variant ? std::string(":") + variant : "");
                auto *made = benchmark::RegisterBenchmark(
                    name.c_str(), [=](benchmark::State &state) { measure(state, scene, sizes[s], variant); });
                made->Unit(benchmark::kMicrosecond);
                if (smoke)
                    made->Iterations(1);
            }
}
