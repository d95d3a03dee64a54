/* bench/world/measure_city.cpp - 10,000 circles that move among 100,000 that stand still, over 512 x 512 tiles of which
 * a tenth is solid: city/<bodies>/<contender>. */
#include "city.h"

#include <benchmark/benchmark.h>
#include <hail/variant.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

struct City {
    std::unique_ptr<mover_scene, void (*)(mover_scene *)> movers{nullptr, mover_scene_destroy};
    std::vector<float> x, y;
    city_scene scene = {};
};

void must(bool good, const char *what) {
    if (good)
        return;
    std::fprintf(stderr, "hail-bench: city: %s\n", what);
    std::exit(1);
}

/* A tenth moves. */
const City &city_of(size_t bodies) {
    static std::map<size_t, City> cities;
    City &city = cities[bodies];
    if (city.movers)
        return city;
    const bool large = bodies > 20000;
    city.movers.reset(mover_scene_create(ASK_MOVERS_MANIFOLD, large ? 512 : 160, bodies / 11, bodies / 11));
    must(city.movers != nullptr, "out of memory");
    std::mt19937 random(7);
    std::uniform_real_distribution<float> along(0.0f, tile_scene_side(city.movers->tiles) * 0.9999f);
    for (size_t i = 0; i < bodies / 11 * 10; i++) {
        city.x.push_back(along(random));
        city.y.push_back(along(random));
    }
    city.scene = {city.movers.get(), city.x.data(), city.y.data(), city.x.size()};
    return city;
}

/* Rounding may part them by a contact or two in ten thousand. */
void check(size_t bodies, const char *variant) {
    const City &city = city_of(bodies);
    void *one = city_contender_plain.create(&city.scene, nullptr),
         *other = city_contender_hail.create(&city.scene, variant);
    must(one && other, "out of memory");
    for (int i = 0; i < 8; i++) {
        const size_t want = city_contender_plain.step(one), got = city_contender_hail.step(other);
        if (got > want + 2 + want / 5000 || want > got + 2 + want / 5000) {
            std::fprintf(stderr, "hail-bench: city/%zu: step %d: hail finds %zu contacts, plain %zu\n", bodies, i, got,
                         want);
            std::exit(1);
        }
    }
    city_contender_plain.destroy(one);
    city_contender_hail.destroy(other);
}

void measure(benchmark::State &state, size_t bodies, const city_contender &who, const char *variant) {
    if (&who == &city_contender_hail)
        check(bodies, variant);
    void *city = who.create(&city_of(bodies).scene, variant);
    must(city, "out of memory");
    for (int i = 0; i < 8; i++)
        who.step(city);
    size_t pairs = 0;
    const std::clock_t start = std::clock();
    while (state.KeepRunning())
        pairs += who.step(city);
    const double ns = 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    state.counters["ns_per_body"] =
        benchmark::Counter(ns / static_cast<double>(bodies), benchmark::Counter::kAvgIterations);
    state.counters["pairs"] = benchmark::Counter(static_cast<double>(pairs), benchmark::Counter::kAvgIterations);
    who.destroy(city);
}

} // namespace

void measure_city(bool smoke) {
    const size_t bodies = smoke ? 11000 : 110000;
    auto add = [=](const std::string &name, const city_contender &who, const char *variant) {
        auto *made =
            benchmark::RegisterBenchmark(("city/" + std::to_string(bodies) + "/" + name).c_str(),
                                         [=, &who](benchmark::State &state) { measure(state, bodies, who, variant); });
        made->Unit(benchmark::kMicrosecond);
        if (smoke)
            made->Iterations(1);
    };
    add("plain", city_contender_plain, nullptr);
    add("hail", city_contender_hail, nullptr);
    for (size_t i = 0; i < hail_variant_count(); i++)
        add(std::string("hail:") + hail_variant_name(i), city_contender_hail, hail_variant_name(i));
}
