/* bench/world/measure_state.cpp - hashes, saves and restores the state of a world of bullets, a tenth of whose slots
 * are free. `copy` is a memcpy of the same bytes: the columns of the bodies, and the slots. And a rollback: one
 * restore, then eight steps with a save after each, of bullets among targets; `bare` are eight steps alone. */
#include "measure_state.h"

#include <benchmark/benchmark.h>
#include <hail/hail.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

struct Scene {
    hail::world world;
    size_t bytes = 0; /* of its state */
    std::vector<unsigned char> from, to;
    uint64_t hash = 0;
    std::vector<unsigned char> image, checked; /* trusted; with a checksum */
};

using Call = void(Scene &);

void must(hail_status status) {
    if (status == HAIL_OK)
        return;
    std::fprintf(stderr, "hail-bench: state: %s\n", hail_status_text(status));
    std::exit(1);
}

void copy(Scene &scene) { std::memcpy(scene.to.data(), scene.from.data(), scene.bytes); }

void hash(Scene &scene) { must(hail_world_hash(scene.world, &scene.hash)); }

void save(Scene &scene, uint32_t flags, std::vector<unsigned char> &image) {
    size_t size = 0;
    must(hail_world_save_size(scene.world, 0, &size));
    image.resize(size);
    must(hail_world_save(scene.world, flags, image.data(), image.size(), nullptr));
}

void snapshot(Scene &scene) { save(scene, HAIL_TRUSTED, scene.image); }
void snapshot_checked(Scene &scene) { save(scene, 0, scene.checked); }

void restore(Scene &scene) {
    if (scene.image.empty())
        snapshot(scene);
    must(hail_world_restore(scene.world, HAIL_TRUSTED, scene.image.data(), scene.image.size()));
}

void restore_checked(Scene &scene) {
    if (scene.checked.empty())
        snapshot_checked(scene);
    must(hail_world_restore(scene.world, 0, scene.checked.data(), scene.checked.size()));
}

/* x, y, vx, vy, shape, handle; then 8 bytes a slot. */
enum { BODY_BYTES = 28, SLOT_BYTES = 8 };

std::unique_ptr<Scene> make(size_t bodies, const std::string &variant) {
    auto scene = std::make_unique<Scene>();
    const size_t slots = bodies + bodies / 10;
    std::mt19937 random(1);
    std::uniform_real_distribution<float> place(0.0f, 4000.0f);
    hail_context context{};
    context.variant = variant.c_str();
    hail_world_options options{};
    options.context = &context;
    must(scene->world.create(options));
    hail_shape dot;
    must(hail_shape_circle(scene->world.shapes(), 2.0f, &dot));
    std::vector<float> x, y;
    for (size_t i = 0; i < slots; i++)
        x.push_back(place(random)), y.push_back(place(random));
    std::vector<hail_handle> handles(slots), gone;
    hail_spawn_columns columns{};
    columns.x = columns.vx = x.data(), columns.y = columns.vy = y.data();
    must(hail_spawn(scene->world, 0, &dot, &columns, slots, handles.data()));
    for (size_t i = 0; i < slots - bodies; i++)
        gone.push_back(handles[i * 11]);
    must(hail_despawn(scene->world, gone.data(), gone.size()));
    must(hail_rule_set(scene->world, 0, 0, HAIL_PAIRS));
    must(scene->world.step(1.0f / 60.0f));
    scene->bytes = bodies * BODY_BYTES + slots * SLOT_BYTES;
    scene->from.assign(scene->bytes, 1);
    scene->to.assign(scene->bytes, 2);
    return scene;
}

/* ---- Rollback ---- */

enum { BULLETS = 10000, TARGETS = 500, FRAMES = 8 };

void spawn(Scene &scene, uint32_t layer, float radius, float speed, size_t count) {
    std::mt19937 random(layer + 1);
    std::uniform_real_distribution<float> across(0.0f, 1920.0f), down(0.0f, 1080.0f), way(-speed, speed);
    hail_shape dot;
    must(hail_shape_circle(scene.world.shapes(), radius, &dot));
    hail_layer_options options{};
    options.bounds = HAIL_WRAP;
    must(hail_layer_configure(scene.world, layer, &options));
    std::vector<float> x, y, vx, vy;
    for (size_t i = 0; i < count; i++)
        x.push_back(across(random)), y.push_back(down(random)), vx.push_back(way(random)), vy.push_back(way(random));
    hail_spawn_columns columns{};
    columns.x = x.data(), columns.y = y.data(), columns.vx = vx.data(), columns.vy = vy.data();
    must(hail_spawn(scene.world, layer, &dot, &columns, count, nullptr));
}

std::unique_ptr<Scene> make_field() {
    auto scene = std::make_unique<Scene>();
    hail_world_options options{};
    options.max_x = 1920.0f, options.max_y = 1080.0f;
    must(scene->world.create(options));
    spawn(*scene, 0, 4.0f, 200.0f, BULLETS);
    spawn(*scene, 1, 16.0f, 40.0f, TARGETS);
    must(hail_rule_set(scene->world, 0, 1, HAIL_MANIFOLD));
    save(*scene, HAIL_TRUSTED, scene->image);
    scene->to = scene->image;
    return scene;
}

/* Saves over and over into the same memory, as into the slots of a ring. */
void frames(Scene &scene, bool saves, bool hashes) {
    for (int i = 0; i < FRAMES; i++) {
        must(scene.world.step(1.0f / 60.0f));
        if (saves)
            must(hail_world_save(scene.world, HAIL_TRUSTED, scene.to.data(), scene.to.size(), nullptr));
        if (hashes)
            hash(scene);
    }
}

void bare(Scene &scene) { frames(scene, false, false); }

void roll_back(Scene &scene, bool hashes) {
    must(hail_world_restore(scene.world, HAIL_TRUSTED, scene.image.data(), scene.image.size()));
    frames(scene, true, hashes);
    std::swap(scene.image, scene.to); /* the next rollback goes on from there */
}
void rollback(Scene &scene) { roll_back(scene, false); }
void rollback_hashed(Scene &scene) { roll_back(scene, true); }

/* ---- Rows ---- */

void measure(benchmark::State &state, const std::unique_ptr<Scene> &scene, size_t bodies, Call *call) {
    call(*scene);
    std::clock_t start = std::clock();
    while (state.KeepRunning()) {
        call(*scene);
        benchmark::ClobberMemory();
    }
    double ns = 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    state.counters["ns_per_body"] =
        benchmark::Counter(ns / static_cast<double>(bodies), benchmark::Counter::kAvgIterations);
}

void add(const std::string &name, size_t bodies, bool smoke, Call *call, const std::string &variant) {
    auto *made = benchmark::RegisterBenchmark(
        name.c_str(), [=](benchmark::State &state) { measure(state, make(bodies, variant), bodies, call); });
    made->Unit(benchmark::kMicrosecond);
    if (smoke)
        made->Iterations(1);
}

void add_rollback(const char *name, bool smoke, Call *call) {
    const std::string title = "rollback/" + std::to_string(BULLETS) + "/" + name;
    auto *made = benchmark::RegisterBenchmark(
        title.c_str(), [=](benchmark::State &state) { measure(state, make_field(), BULLETS + TARGETS, call); });
    made->Unit(benchmark::kMicrosecond);
    if (smoke)
        made->Iterations(1);
}

} // namespace

void measure_state(bool smoke) {
    const struct {
        const char *name;
        Call *hail, *checked;
    } calls[] = {
        {"world_hash", hash, nullptr}, {"snapshot", snapshot, snapshot_checked}, {"restore", restore, restore_checked}};
    const size_t bodies = 100000;
    for (const auto &call : calls) {
        const std::string title = call.name + ("/" + std::to_string(bodies)) + "/";
        add(title + "copy", bodies, smoke, copy, "");
        add(title + "hail", bodies, smoke, call.hail, "");
        if (call.checked) /* what a saved game needs */
            add(title + "hail:checked", bodies, smoke, call.checked, "");
        for (size_t i = 0; !call.checked && i < hail_variant_count(); i++)
            add(title + "hail:" + hail_variant_name(i), bodies, smoke, call.hail, hail_variant_name(i));
    }
    add_rollback("bare", smoke, bare);
    add_rollback("hail", smoke, rollback);
    add_rollback("hail:hash", smoke, rollback_hashed);
}
