/* bench/world/measure_million.cpp - what a level that stands still costs: 10,000 circles move in a district of a city
 * of a million. city_million: the city is a static layer. _near: the same with only the 10,000 that are nearest to what
 * moves. _spread: they move everywhere in it. _far: it lies elsewhere. _alone: there is no rule. _ordinary: a
 * caller-moved layer. Each with _swept, too. */
#include "measure_bodies.h"

#include <benchmark/benchmark.h>
#include <hail/hail.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

enum { MOVERS, CITY };
enum class Way { All, Near, Spread, Far, Alone, Ordinary };
constexpr float still_radius = 8.0f, mover_radius = 4.0f, apart = 22.0f, speed = 600.0f, dt = 1.0f / 1024;

struct Points {
    std::vector<float> x, y;
};

/* In a square of this side around (middle, middle). */
Points scatter(size_t count, float middle, float side, unsigned seed) {
    std::mt19937 random(seed);
    Points p;
    for (size_t i = 0; i < 2 * count; i++) {
        const float at = middle + side * (static_cast<float>(random() >> 8) / 16777216.0f - 0.5f);
        (i % 2 ? p.y : p.x).push_back(at);
    }
    return p;
}

/* The `count` points of a city that are nearest to the middle of the district, about where the movers are. */
Points nearest(const Points &city, size_t count, float middle) {
    std::vector<size_t> order(city.x.size());
    std::iota(order.begin(), order.end(), size_t{0});
    const auto off = [&](size_t i) { return std::max(std::fabs(city.x[i] - middle), std::fabs(city.y[i] - middle)); };
    std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                     [&](size_t a, size_t b) { return off(a) < off(b); });
    Points p;
    for (size_t i = 0; i < count; i++) {
        p.x.push_back(city.x[order[i]]);
        p.y.push_back(city.y[order[i]]);
    }
    return p;
}

void must(hail_status status) {
    if (status == HAIL_OK)
        return;
    std::fprintf(stderr, "hail-bench: city_million: %s\n", hail_status_text(status));
    std::exit(1);
}

void spawn(hail_world *world, uint32_t layer, float radius, const Points &at, const Points *velocity) {
    hail_shape shape;
    hail_spawn_columns columns = {};
    columns.x = at.x.data(), columns.y = at.y.data();
    if (velocity)
        columns.vx = velocity->x.data(), columns.vy = velocity->y.data();
    must(hail_shape_circle(hail_world_shapes(world), radius, &shape));
    must(hail_spawn(world, layer, &shape, &columns, at.x.size(), nullptr));
}

/* The movers fill the square in which as many of the city's circles stand. */
void make(hail::world &world, size_t city, Way way, hail_mode mode, const char *variant) {
    hail_context context = {};
    context.variant = variant;
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context = &context;
    must(world.create(options));
    const size_t movers = city / 100;
    const float side = apart * std::sqrt(static_cast<float>(city)),
                district = apart * std::sqrt(static_cast<float>(movers));
    const Points all = scatter(city, side / 2, side, 1);
    hail_layer_options layer = {};
    layer.is_static = way != Way::Ordinary, layer.caller_moved = way == Way::Ordinary;
    must(hail_layer_configure(world, CITY, &layer));
    if (way != Way::Alone)
        must(hail_rule_set(world, MOVERS, CITY, mode));
    spawn(world, CITY, still_radius, way == Way::Near ? nearest(all, movers, side / 2) : all, nullptr);
    const Points velocity = scatter(movers, 0.0f, 2 * speed, 3);
    const float middle = way == Way::Far ? side * 3 : side / 2, across = way == Way::Spread ? side : district;
    spawn(world, MOVERS, mover_radius, scatter(movers, middle, across, 2), &velocity);
}

/* So that they stay in the district. */
void turn_back(hail_world *world) {
    hail_columns columns;
    must(hail_layer_columns(world, MOVERS, &columns));
    for (uint32_t i = 0; i < columns.count; i++) {
        columns.vx[i] = -columns.vx[i];
        columns.vy[i] = -columns.vy[i];
    }
}

void measure(benchmark::State &state, size_t city, Way way, hail_mode mode, const char *variant) {
    hail::world world;
    make(world, city, way, mode, variant);
    for (int i = 0; i < 4; i++)
        must(hail_step(world, dt, nullptr, nullptr));
    const std::clock_t start = std::clock();
    size_t pairs = 0;
    for (int i = 1; state.KeepRunning(); i++) {
        if (i % 16 == 0)
            turn_back(world);
        must(hail_step(world, dt, nullptr, nullptr));
        pairs += hail_stats(world)->contacts;
    }
    const double ns = 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    state.counters["ns_per_body"] =
        benchmark::Counter(ns / static_cast<double>(city / 100), benchmark::Counter::kAvgIterations);
    state.counters["pairs"] = benchmark::Counter(static_cast<double>(pairs), benchmark::Counter::kAvgIterations);
}

} // namespace

void measure_million(bool smoke) {
    static const struct {
        const char *name;
        Way way;
    } ways[] = {{"", Way::All},     {"_near", Way::Near},   {"_spread", Way::Spread},
                {"_far", Way::Far}, {"_alone", Way::Alone}, {"_ordinary", Way::Ordinary}};
    const size_t city = smoke ? 20000 : 1000000;
    for (const auto &way : ways)
        for (const hail_mode mode : {HAIL_MANIFOLD, HAIL_SWEPT}) {
            if (way.way == Way::Alone && mode == HAIL_SWEPT)
                continue;
            const std::string name = std::string("city_million") + way.name + (mode == HAIL_SWEPT ? "_swept/" : "/");
            auto *made = benchmark::RegisterBenchmark(
                (name + std::to_string(city) + "/hail").c_str(),
                [=](benchmark::State &state) { measure(state, city, way.way, mode, nullptr); });
            made->Unit(benchmark::kMicrosecond);
            if (smoke)
                made->Iterations(1);
        }
}
