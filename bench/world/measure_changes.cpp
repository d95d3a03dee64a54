/* bench/world/measure_changes.cpp - changes to bodies by handle, in random order, each done and undone: other shapes,
 * other layers, disabled and enabled again, despawned and spawned again.
 *
 * `plain` is a store as a game has it: two layers of columns, a table of slots with generations, the last body of a
 * layer moves into a gap. It has no handles of the callers' to check beyond the generation, no shapes' radii, no
 * quarantine, and disables bodies by a flag. */
#include "measure_bodies.h"

#include <benchmark/benchmark.h>
#include <hail/hail.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

void must(hail_status status) {
    if (status == HAIL_OK)
        return;
    std::fprintf(stderr, "hail-bench: changes to bodies: %s\n", hail_status_text(status));
    std::exit(1);
}

/* ---- Hail -------------------------------------------------------------------------------------------------------- */

struct Hail {
    hail::world world;
    hail_shape shapes[2];
    std::vector<float> x, y;
    std::vector<hail_handle> handles;

    Hail(size_t bodies, const std::string &variant, std::mt19937 &random) {
        std::uniform_real_distribution<float> number(0.0f, 1000.0f);
        hail_context context{};
        context.variant = variant.empty() ? nullptr : variant.c_str();
        hail_world_options options{};
        options.context = &context;
        must(world.create(options));
        must(hail_shape_circle(world.shapes(), 4.0f, &shapes[0]));
        must(hail_shape_circle(world.shapes(), 5.0f, &shapes[1]));
        for (size_t i = 0; i < bodies; i++) {
            x.push_back(number(random));
            y.push_back(number(random));
        }
        handles.resize(bodies);
        spawn();
        std::shuffle(handles.begin(), handles.end(), random);
    }

    void spawn() {
        hail_spawn_columns columns{};
        columns.x = x.data(), columns.y = y.data();
        must(hail_spawn(world, 0, &shapes[0], &columns, handles.size(), handles.data()));
    }
    void set_shape() {
        for (const hail_shape &shape : {shapes[1], shapes[0]})
            must(hail_set_shape(world, handles.data(), handles.size(), &shape));
    }
    void set_layer() {
        for (uint32_t layer : {1u, 0u})
            must(hail_set_layer(world, handles.data(), handles.size(), layer));
    }
    void set_enabled() {
        for (bool enabled : {false, true})
            must(hail_set_enabled(world, handles.data(), handles.size(), enabled));
    }
    void despawn() {
        must(hail_despawn(world, handles.data(), handles.size()));
        spawn();
    }
};

/* ---- Plain ------------------------------------------------------------------------------------------------------- */

struct Plain {
    struct Slot {
        uint32_t generation, layer, index;
    };
    struct Layer {
        std::vector<float> x, y, vx, vy;
        std::vector<uint32_t> shape, slot;
        std::vector<uint8_t> enabled;
    };
    Layer layers[2];
    std::vector<Slot> slots;
    std::vector<uint32_t> free_slots;
    std::vector<float> x, y;
    std::vector<hail_handle> handles;

    Plain(size_t bodies, const std::string &, std::mt19937 &random) {
        std::uniform_real_distribution<float> number(0.0f, 1000.0f);
        for (size_t i = 0; i < bodies; i++) {
            x.push_back(number(random));
            y.push_back(number(random));
        }
        handles.resize(bodies);
        spawn();
        std::shuffle(handles.begin(), handles.end(), random);
    }

    Slot *find(hail_handle handle) {
        return handle.slot < slots.size() && slots[handle.slot].generation == handle.generation ? &slots[handle.slot]
                                                                                                : nullptr;
    }
    void append(Layer &to, float at_x, float at_y, float vx, float vy, uint32_t shape, uint32_t slot) {
        to.x.push_back(at_x), to.y.push_back(at_y), to.vx.push_back(vx), to.vy.push_back(vy);
        to.shape.push_back(shape), to.slot.push_back(slot), to.enabled.push_back(1);
    }
    void remove(Layer &from, uint32_t index) {
        slots[from.slot.back()].index = index;
        for (std::vector<float> *column : {&from.x, &from.y, &from.vx, &from.vy}) {
            (*column)[index] = column->back();
            column->pop_back();
        }
        for (std::vector<uint32_t> *column : {&from.shape, &from.slot}) {
            (*column)[index] = column->back();
            column->pop_back();
        }
        from.enabled[index] = from.enabled.back();
        from.enabled.pop_back();
    }

    void spawn() {
        for (size_t i = 0; i < handles.size(); i++) {
            uint32_t slot = static_cast<uint32_t>(slots.size());
            if (free_slots.empty())
                slots.push_back({1, 0, 0});
            else {
                slot = free_slots.back();
                free_slots.pop_back();
            }
            slots[slot].layer = 0;
            slots[slot].index = static_cast<uint32_t>(layers[0].x.size());
            append(layers[0], x[i], y[i], 0.0f, 0.0f, 0, slot);
            handles[i] = {slot, slots[slot].generation};
        }
    }
    void set_shape() {
        for (uint32_t shape : {1u, 0u})
            for (const hail_handle &handle : handles)
                if (const Slot *slot = find(handle))
                    layers[slot->layer].shape[slot->index] = shape;
    }
    void set_layer() {
        for (uint32_t layer : {1u, 0u})
            for (const hail_handle &handle : handles)
                if (Slot *slot = find(handle); slot && slot->layer != layer) {
                    Layer &from = layers[slot->layer], &to = layers[layer];
                    const uint32_t at = slot->index;
                    append(to, from.x[at], from.y[at], from.vx[at], from.vy[at], from.shape[at], handle.slot);
                    remove(from, at);
                    slot->layer = layer;
                    slot->index = static_cast<uint32_t>(to.x.size() - 1);
                }
    }
    void set_enabled() {
        for (uint8_t enabled : {uint8_t{0}, uint8_t{1}})
            for (const hail_handle &handle : handles)
                if (const Slot *slot = find(handle))
                    layers[slot->layer].enabled[slot->index] = enabled;
    }
    void despawn() {
        for (const hail_handle &handle : handles)
            if (Slot *slot = find(handle)) {
                remove(layers[slot->layer], slot->index);
                slot->generation++;
                free_slots.push_back(handle.slot);
            }
        spawn();
    }
};

/* ---- Measuring --------------------------------------------------------------------------------------------------- */

template <typename Store>
void add(const std::string &name, size_t bodies, bool smoke, void (Store::*change)(), const std::string &variant) {
    auto *made = benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State &state) {
        std::mt19937 random(1);
        const auto store = std::make_unique<Store>(bodies, variant, random);
        const std::clock_t start = std::clock();
        while (state.KeepRunning()) {
            (store.get()->*change)();
            benchmark::ClobberMemory();
        }
        const double ns = 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        state.counters["ns_per_body"] =
            benchmark::Counter(ns / static_cast<double>(bodies), benchmark::Counter::kAvgIterations);
    });
    made->Unit(benchmark::kMicrosecond);
    if (smoke)
        made->Iterations(1);
}

} // namespace

void measure_changes(bool smoke) {
    const struct {
        const char *name;
        void (Plain::*plain)();
        void (Hail::*hail)();
    } changes[] = {{"set_shape", &Plain::set_shape, &Hail::set_shape},
                   {"set_layer", &Plain::set_layer, &Hail::set_layer},
                   {"set_enabled", &Plain::set_enabled, &Hail::set_enabled},
                   {"despawn", &Plain::despawn, &Hail::despawn}};
    const size_t bodies = 10000;
    for (const auto &change : changes) {
        const std::string title = change.name + ("/" + std::to_string(bodies)) + "/";
        add(title + "plain", bodies, smoke, change.plain, "");
        add(title + "hail", bodies, smoke, change.hail, "");
        for (size_t i = 0; i < hail_variant_count(); i++)
            add(title + "hail:" + hail_variant_name(i), bodies, smoke, change.hail, hail_variant_name(i));
    }
}
