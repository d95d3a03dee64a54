/* bench/world/measure_bodies.cpp - reads user, x and y of the bodies b of many contacts, which are random bodies
 * (read_bodies), or user alone (contact_users).
 *
 * `plain` calls hail_locate and hail_layer_columns for each contact; `plain:tuned` gets the columns once. `hail` calls
 * hail_read_bodies or hail_contact_users; of its variants, `reference` is the scalar loop. */
#include "measure_bodies.h"

#include <benchmark/benchmark.h>
#include <hail/hail.hpp>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr uint32_t ships = 1;

struct Scene {
    hail::world world;
    std::vector<hail_contact> contacts;
    std::vector<uint64_t> user;
    std::vector<float> x, y;
};

using Read = void(Scene &);

void plain(Scene &scene) {
    for (size_t i = 0; i < scene.contacts.size(); i++) {
        hail_location at;
        hail_columns columns;
        if (hail_locate(scene.world, &scene.contacts[i].b, &at) != HAIL_OK ||
            hail_layer_columns(scene.world, at.layer, &columns) != HAIL_OK)
            continue;
        scene.user[i] = columns.user[at.index];
        scene.x[i] = columns.x[at.index];
        scene.y[i] = columns.y[at.index];
    }
}

void tuned(Scene &scene) {
    hail_columns columns;
    hail_layer_columns(scene.world, ships, &columns);
    for (size_t i = 0; i < scene.contacts.size(); i++) {
        hail_location at;
        if (hail_locate(scene.world, &scene.contacts[i].b, &at) != HAIL_OK)
            continue;
        scene.user[i] = columns.user[at.index];
        scene.x[i] = columns.x[at.index];
        scene.y[i] = columns.y[at.index];
    }
}

void hail_reads(Scene &scene) {
    const hail_handles list = {&scene.contacts[0].b, sizeof(hail_contact), scene.contacts.size()};
    hail_body_values values{};
    values.user = scene.user.data(), values.x = scene.x.data(), values.y = scene.y.data();
    hail_read_bodies(scene.world, &list, &values, nullptr);
}

void plain_users(Scene &scene) {
    for (size_t i = 0; i < scene.contacts.size(); i++) {
        hail_location at;
        hail_columns columns;
        if (hail_locate(scene.world, &scene.contacts[i].b, &at) == HAIL_OK &&
            hail_layer_columns(scene.world, at.layer, &columns) == HAIL_OK)
            scene.user[i] = columns.user[at.index];
    }
}

void tuned_users(Scene &scene) {
    hail_columns columns;
    hail_layer_columns(scene.world, ships, &columns);
    for (size_t i = 0; i < scene.contacts.size(); i++) {
        hail_location at;
        if (hail_locate(scene.world, &scene.contacts[i].b, &at) == HAIL_OK)
            scene.user[i] = columns.user[at.index];
    }
}

void hail_users(Scene &scene) {
    hail_contact_users(scene.world, scene.contacts.data(), scene.contacts.size(), nullptr, scene.user.data());
}

void must(hail_status status) {
    if (status == HAIL_OK)
        return;
    std::fprintf(stderr, "hail-bench: read_bodies: %s\n", hail_status_text(status));
    std::exit(1);
}

std::unique_ptr<Scene> make(size_t bodies, const std::string &variant) {
    auto scene = std::make_unique<Scene>();
    std::mt19937 random(1);
    hail_context context{};
    context.variant = variant.c_str();
    hail_world_options options{};
    options.context = &context;
    must(scene->world.create(options));
    hail_layer_options layer{};
    layer.columns = HAIL_USER;
    must(hail_layer_configure(scene->world, ships, &layer));
    hail_shape dot;
    must(hail_shape_circle(scene->world.shapes(), 4.0f, &dot));
    scene->user.resize(bodies), scene->x.resize(bodies), scene->y.resize(bodies), scene->contacts.resize(bodies);
    for (size_t i = 0; i < bodies; i++)
        scene->user[i] = i * 3, scene->x[i] = static_cast<float>(i), scene->y[i] = static_cast<float>(i % 1000);
    std::vector<hail_handle> handles(bodies);
    hail_spawn_columns columns{};
    columns.x = scene->x.data(), columns.y = scene->y.data(), columns.user = scene->user.data();
    must(hail_spawn(scene->world, ships, &dot, &columns, bodies, handles.data()));
    for (hail_contact &contact : scene->contacts)
        contact.b = handles[random() % bodies];
    return scene;
}

/* The slots of a new world are counted from 0, so a handle says what its body's values are. */
bool right(const Scene &scene, bool places) {
    for (size_t i = 0; i < scene.contacts.size(); i++) {
        const uint32_t slot = scene.contacts[i].b.slot;
        if (scene.user[i] != uint64_t{slot} * 3 ||
            (places && (scene.x[i] != static_cast<float>(slot) || scene.y[i] != static_cast<float>(slot % 1000))))
            return false;
    }
    return true;
}

void measure(benchmark::State &state, size_t bodies, bool places, Read *read, const std::string &title,
             const std::string &variant) {
    const std::unique_ptr<Scene> scene = make(bodies, variant);
    read(*scene);
    if (!right(*scene, places)) {
        std::fprintf(stderr, "hail-bench: %s reads wrong values\n", title.c_str());
        std::exit(1);
    }
    std::clock_t start = std::clock();
    while (state.KeepRunning()) {
        read(*scene);
        benchmark::ClobberMemory();
    }
    double ns = 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    state.counters["ns_per_body"] =
        benchmark::Counter(ns / static_cast<double>(bodies), benchmark::Counter::kAvgIterations);
}

void add(const std::string &title, size_t bodies, bool smoke, bool places, Read *read, const std::string &variant) {
    auto *made = benchmark::RegisterBenchmark(
        title.c_str(), [=](benchmark::State &state) { measure(state, bodies, places, read, title, variant); });
    made->Unit(benchmark::kMicrosecond);
    if (smoke)
        made->Iterations(1);
}

} // namespace

void measure_bodies(bool smoke) {
    const struct {
        const char *name;
        bool places; /* whether x and y are read, too */
        Read *plain, *tuned, *hail;
    } calls[] = {{"read_bodies", true, plain, tuned, hail_reads},
                 {"contact_users", false, plain_users, tuned_users, hail_users}};
    for (size_t bodies : {size_t{10000}, size_t{1000000}}) {
        if (smoke && bodies > 10000)
            break;
        for (const auto &call : calls) {
            const std::string title = call.name + ("/" + std::to_string(bodies)) + "/";
            add(title + "plain", bodies, smoke, call.places, call.plain, "");
            add(title + "plain:tuned", bodies, smoke, call.places, call.tuned, "");
            add(title + "hail", bodies, smoke, call.places, call.hail, "");
            for (size_t i = 0; i < hail_variant_count(); i++)
                add(title + "hail:" + hail_variant_name(i), bodies, smoke, call.places, call.hail,
                    hail_variant_name(i));
        }
    }
}
