/* bench/tiles/measure_sparks.cpp - see measure_tiles.h. */
#include "measure_tiles.h"

#include "sparks.h"

#include <benchmark/benchmark.h>
#include <hail/hail.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

using Scene = std::unique_ptr<spark_scene, void (*)(spark_scene *)>;

constexpr int checked_steps = 8;   /* before anything is timed; they also warm the caches */
constexpr float same_place = 0.1f; /* px: how far rounding may move a particle */

uint32_t columns = 1024;

/* Every contender runs the same number of steps: bouncing slows particles down, and slow ones hit less often. */
struct Size {
    size_t count;
    int steps;
};
constexpr Size sizes[] = {{10000, 300}, {100000, 100}, {1000000, 10}};

struct Entry {
    const spark_contender *who;
    std::string variant;

    std::string name() const { return who->name + (variant.empty() ? "" : ":" + variant); }
    const char *variant_name() const { return variant.empty() ? nullptr : variant.c_str(); }
};

struct Places {
    std::vector<float> x, y;
    size_t hits = 0;
};

const spark_scene *scene_of(size_t count) {
    static std::map<size_t, Scene> scenes;
    auto found = scenes.find(count);
    if (found == scenes.end())
        found = scenes.emplace(count, Scene(spark_scene_create(columns, count), spark_scene_destroy)).first;
    return found->second.get();
}

Places go(const spark_contender &who, void *made, size_t count) {
    Places places;
    for (int i = 0; i < checked_steps; i++)
        places.hits += who.step(made);
    places.x.resize(count);
    places.y.resize(count);
    who.places(made, places.x.data(), places.y.data());
    return places;
}

const Places *plain_of(const spark_scene *scene) {
    static std::map<size_t, Places> all;
    auto found = all.find(scene->count);
    if (found != all.end())
        return &found->second;
    const spark_contender &plain = spark_contender_plain;
    void *made = plain.create(scene, nullptr);
    if (!made)
        return nullptr;
    found = all.emplace(scene->count, go(plain, made, scene->count)).first;
    plain.destroy(made);
    return &found->second;
}

/* A particle that passes a corner within rounding error may go either way. */
bool alike(const Places &plain, const Places &other, const std::string &name) {
    size_t count = plain.x.size(), apart = 0;
    for (size_t i = 0; i < count; i++)
        apart += !(std::fabs(plain.x[i] - other.x[i]) < same_place && std::fabs(plain.y[i] - other.y[i]) < same_place);
    if (apart <= count / 10000 + 2)
        return true;
    std::fprintf(stderr, "hail-bench: sparks/%zu: %s: %zu particles differ in position from plain's (hits: %zu, %zu)\n",
                 count, name.c_str(), apart, other.hits, plain.hits);
    return false;
}

void measure(benchmark::State &state, size_t count, const Entry &entry) {
    const spark_scene *scene = scene_of(count);
    void *made = scene ? entry.who->create(scene, entry.variant_name()) : nullptr;
    const Places *plain = made ? plain_of(scene) : nullptr;
    if (!plain) {
        std::fprintf(stderr, "hail-bench: sparks/%zu/%s: could not be created\n", count, entry.name().c_str());
        std::exit(1);
    }
    Places places = go(*entry.who, made, count);
    if (!entry.who->moves_only && !alike(*plain, places, entry.name()))
        std::exit(1);
    size_t hits = 0;
    std::clock_t start = std::clock();
    while (state.KeepRunning())
        hits += entry.who->step(made);
    double ns = 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    state.counters["ns_per_body"] =
        benchmark::Counter(ns / static_cast<double>(count), benchmark::Counter::kAvgIterations);
    state.counters["pairs"] = benchmark::Counter(static_cast<double>(hits), benchmark::Counter::kAvgIterations);
    entry.who->destroy(made);
}

std::vector<Entry> contenders() {
    std::vector<Entry> entries = {
        {&spark_contender_move, ""}, {&spark_contender_plain, ""}, {&spark_contender_hail, ""}};
    for (size_t i = 0; i < hail_variant_count(); i++)
        entries.push_back({&spark_contender_hail, hail_variant_name(i)});
    return entries;
}

} // namespace

void measure_sparks(bool smoke) {
    if (smoke)
        columns = 128;
    for (size_t i = 0; i < (smoke ? 1 : sizeof sizes / sizeof sizes[0]); i++)
        for (const Entry &entry : contenders()) {
            size_t count = sizes[i].count;
            std::string name = "sparks/" + std::to_string(count) + "/" + entry.name();
            auto *made = benchmark::RegisterBenchmark(
                name.c_str(), [count, entry](benchmark::State &state) { measure(state, count, entry); });
            made->Unit(benchmark::kMicrosecond)->Iterations(smoke ? 1 : sizes[i].steps);
        }
}
