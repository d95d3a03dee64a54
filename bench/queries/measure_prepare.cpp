/* bench/queries/measure_prepare.cpp - times how an index is made: from nothing, and, in Hail, after a step. */
#include "measure_queries.h"

#include "hail_swarm.h"
#include "tasks.h"

#include <benchmark/benchmark.h>
#include <hail/hail.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>

namespace {

using Made = std::unique_ptr<void, void (*)(void *)>;

/* The question says which index it is, where a contender has several. */
void measure(benchmark::State &state, size_t bodies, query_question question, const query_entry &entry) {
    const query_scene *scene = query_scene_of(bodies, question == QUERY_NEAREST);
    const Made made(entry.who->create(scene, question, 1, QUERY_CHECKED, entry.variant_name()), entry.who->destroy);
    if (!made) {
        std::fprintf(stderr, "hail-bench: prepare/%zu/%s: could not be created\n", bodies, entry.name().c_str());
        std::exit(1);
    }
    const double start = bench_seconds(entry.variant_name());
    while (state.KeepRunning())
        entry.who->prepare(made.get());
    const double ns = 1e9 * (bench_seconds(entry.variant_name()) - start);
    state.counters["ns_per_body"] =
        benchmark::Counter(ns / static_cast<double>(bodies), benchmark::Counter::kAvgIterations);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/* The step and what comes after it, each timed by itself. */
void measure_after_step(benchmark::State &state, size_t bodies, const char *variant) {
    hail_world *world = hail_swarm_create(query_scene_of(bodies, false), variant);
    if (!world)
        std::exit(1);
    double step = 0.0, prepare = 0.0;
    while (state.KeepRunning()) {
        auto start = std::chrono::steady_clock::now();
        hail_swarm_step(world);
        step += seconds_since(start);
        start = std::chrono::steady_clock::now();
        if (hail_query_prepare(world, 0) != HAIL_OK)
            std::exit(1);
        prepare += seconds_since(start);
    }
    hail_world_destroy(world);
    state.counters["prepare_ns"] = benchmark::Counter(1e9 * prepare, benchmark::Counter::kAvgIterations);
    state.counters["of_step"] = prepare / step;
}

void add(const std::string &name, const char *variant, bool smoke, const std::function<void(benchmark::State &)> &run) {
    auto *made = benchmark::RegisterBenchmark(name.c_str(), run);
    if (bench_has_tasks(variant))
        made->UseRealTime();
    made->Unit(benchmark::kMicrosecond);
    if (smoke)
        made->Iterations(1);
}

void add_all(const std::string &title, query_question question, size_t bodies, bool smoke) {
    for (const query_entry &entry : query_entries(question, 1))
        add(title + "/" + std::to_string(bodies) + "/" + entry.name(), entry.variant_name(), smoke,
            [=](benchmark::State &state) { measure(state, bodies, question, entry); });
}

} // namespace

void measure_prepare(bool smoke) {
    for (size_t bodies : {size_t{10000}, size_t{100000}}) {
        if (smoke && bodies > 10000)
            break;
        add_all("prepare", QUERY_RAYS, bodies, smoke);
        add_all("prepare_points", QUERY_NEAREST, bodies, smoke);
        for (size_t i = 0; i < hail_variant_count(); i++) {
            const char *variant = hail_variant_name(i);
            add("prepare_after_step/" + std::to_string(bodies) + "/hail:" + variant, nullptr, smoke,
                [=](benchmark::State &state) { measure_after_step(state, bodies, variant); });
        }
    }
}
