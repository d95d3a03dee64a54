/* bench/world/measure_state.cpp - hashes, saves and restores the state of a world of bullets, a tenth of whose slots
 * are free. `copy` is a memcpy of the same bytes: the columns of the bodies, and the slots. */
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
    must(hail_world_save_size(scene.world, &size));
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

void measure(benchmark::State &state, size_t bodies, Call *call, const std::string &variant) {
    const std::unique_ptr<Scene> scene = make(bodies, variant);
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
    auto *made = benchmark::RegisterBenchmark(name.c_str(),
                                              [=](benchmark::State &state) { measure(state, bodies, call, variant); });
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
}
