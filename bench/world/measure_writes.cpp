/* bench/world/measure_writes.cpp - writes to bodies by handle, in random order: positions and velocities, scales,
 * angles.
 *
 * `plain` gets the columns once, calls hail_locate for each handle and writes the columns. `hail` calls
 * hail_write_bodies, which also checks every number. */
#include "measure_bodies.h"

#include <benchmark/benchmark.h>
#include <hail/hail.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

struct Scene {
    hail::world world;
    std::vector<hail_handle> handles;
    std::vector<float> x, y, vx, vy, scale, angle; /* by handle */
};

using Write = void(Scene &);

void must(hail_status status) {
    if (status == HAIL_OK)
        return;
    std::fprintf(stderr, "hail-bench: writes to bodies: %s\n", hail_status_text(status));
    std::exit(1);
}

template <typename Put> void plain(Scene &scene, Put put) {
    hail_columns columns;
    must(hail_layer_columns(scene.world, 0, &columns));
    for (size_t i = 0; i < scene.handles.size(); i++) {
        hail_location at;
        if (hail_locate(scene.world, &scene.handles[i], &at) == HAIL_OK)
            put(columns, at.index, i);
    }
}

void plain_bodies(Scene &scene) {
    plain(scene, [&scene](const hail_columns &columns, uint32_t index, size_t i) {
        columns.x[index] = scene.x[i];
        columns.y[index] = scene.y[i];
        columns.vx[index] = scene.vx[i];
        columns.vy[index] = scene.vy[i];
    });
}

void plain_scale(Scene &scene) {
    plain(scene,
          [&scene](const hail_columns &columns, uint32_t index, size_t i) { columns.scale[index] = scene.scale[i]; });
}

void plain_angle(Scene &scene) {
    plain(scene, [&scene](const hail_columns &columns, uint32_t index, size_t i) {
        columns.cos[index] = std::cos(scene.angle[i]);
        columns.sin[index] = std::sin(scene.angle[i]);
    });
}

void hail_bodies_written(Scene &scene) {
    const hail_handles list = {scene.handles.data(), sizeof(hail_handle), scene.handles.size()};
    hail_body_writes writes{};
    writes.x = scene.x.data(), writes.y = scene.y.data(), writes.vx = scene.vx.data(), writes.vy = scene.vy.data();
    must(hail_write_bodies(scene.world, &list, &writes, nullptr));
}

void hail_scale(Scene &scene) {
    const hail_handles list = {scene.handles.data(), sizeof(hail_handle), scene.handles.size()};
    hail_body_writes writes{};
    writes.scale = scene.scale.data();
    must(hail_write_bodies(scene.world, &list, &writes, nullptr));
}

void hail_angle(Scene &scene) {
    const hail_handles list = {scene.handles.data(), sizeof(hail_handle), scene.handles.size()};
    hail_body_writes writes{};
    writes.angle = scene.angle.data();
    must(hail_write_bodies(scene.world, &list, &writes, nullptr));
}

std::unique_ptr<Scene> make(size_t bodies, const std::string &variant) {
    auto scene = std::make_unique<Scene>();
    std::mt19937 random(1);
    std::uniform_real_distribution<float> number(0.0f, 6.0f);
    hail_context context{};
    context.variant = variant.c_str();
    hail_world_options options{};
    options.context = &context;
    must(scene->world.create(options));
    hail_layer_options layer{};
    layer.columns = HAIL_ROTATION | HAIL_SCALE;
    must(hail_layer_configure(scene->world, 0, &layer));
    hail_shape dot;
    must(hail_shape_circle(scene->world.shapes(), 4.0f, &dot));
    for (std::vector<float> *column : {&scene->x, &scene->y, &scene->vx, &scene->vy, &scene->scale, &scene->angle})
        for (size_t i = 0; i < bodies; i++)
            column->push_back(number(random));
    hail_spawn_columns columns{};
    columns.x = scene->x.data(), columns.y = scene->y.data();
    scene->handles.resize(bodies);
    must(hail_spawn(scene->world, 0, &dot, &columns, bodies, scene->handles.data()));
    std::shuffle(scene->handles.begin(), scene->handles.end(), random);
    return scene;
}

/* All that the writes may change. */
std::vector<float> state_of(Scene &scene) {
    std::vector<float> state;
    hail_columns c;
    must(hail_layer_columns(scene.world, 0, &c));
    for (const float *column : {c.x, c.y, c.vx, c.vy, c.scale, c.cos, c.sin})
        state.insert(state.end(), column, column + c.count);
    return state;
}

void check(size_t bodies, Write *write, Write *like, const std::string &name, const std::string &variant) {
    const std::unique_ptr<Scene> one = make(bodies, variant), other = make(bodies, variant);
    write(*one);
    like(*other);
    const std::vector<float> found = state_of(*one), wanted = state_of(*other);
    for (size_t i = 0; i < found.size(); i++)
        if (std::fabs(found[i] - wanted[i]) > 1e-6f) {
            std::fprintf(stderr, "hail-bench: %s writes other values than plain\n", name.c_str());
            std::exit(1);
        }
}

void measure(benchmark::State &state, size_t bodies, Write *write, Write *like, const std::string &name,
             const std::string &variant) {
    check(bodies, write, like, name, variant);
    const std::unique_ptr<Scene> scene = make(bodies, variant);
    std::clock_t start = std::clock();
    while (state.KeepRunning()) {
        write(*scene);
        benchmark::ClobberMemory();
    }
    double ns = 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    state.counters["ns_per_body"] =
        benchmark::Counter(ns / static_cast<double>(bodies), benchmark::Counter::kAvgIterations);
}

void add(const std::string &name, size_t bodies, bool smoke, Write *write, Write *like, const std::string &variant) {
    auto *made = benchmark::RegisterBenchmark(
        name.c_str(), [=](benchmark::State &state) { measure(state, bodies, write, like, name, variant); });
    made->Unit(benchmark::kMicrosecond);
    if (smoke)
        made->Iterations(1);
}

} // namespace

void measure_writes(bool smoke) {
    const struct {
        const char *name;
        Write *plain, *hail;
    } calls[] = {{"write_bodies", plain_bodies, hail_bodies_written},
                 {"write_scale", plain_scale, hail_scale},
                 {"write_angle", plain_angle, hail_angle}};
    const size_t bodies = 10000;
    for (const auto &call : calls) {
        const std::string title = call.name + ("/" + std::to_string(bodies)) + "/";
        add(title + "plain", bodies, smoke, call.plain, call.plain, "");
        add(title + "hail", bodies, smoke, call.hail, call.plain, "");
        for (size_t i = 0; i < hail_variant_count(); i++)
            add(title + "hail:" + hail_variant_name(i), bodies, smoke, call.hail, call.plain, hail_variant_name(i));
    }
}
