/* bench/world/measure_real.cpp - see real.h. An iteration plays the whole game, all of its 600 frames. */
#include "real.h"

#include <benchmark/benchmark.h>
#include <hail/variant.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

using Scene = std::unique_ptr<real_scene, void (*)(real_scene *)>;

void must(bool good, const char *what) {
    if (good)
        return;
    std::fprintf(stderr, "hail-bench: barrage_real: %s\n", what);
    std::exit(1);
}

const real_scene *scene_of(size_t emitters) {
    static std::map<size_t, Scene> scenes;
    auto found = scenes.find(emitters);
    if (found == scenes.end()) {
        found = scenes.emplace(emitters, Scene(real_scene_create(emitters), real_scene_destroy)).first;
        must(found->second != nullptr, "out of memory");
    }
    return found->second.get();
}

std::vector<real_found> play(const real_contender &who, void *game) {
    std::vector<real_found> frames;
    for (size_t f = 0; f < REAL_FRAMES; f++)
        frames.push_back(who.frame(game, f));
    return frames;
}

bool near(size_t one, size_t other) { return one <= other + 1 && other <= one + 1; }

/* Twice, so that what frame 0 clears is seen to be gone. All move by the same arithmetic, so as many bullets leave;
 * rounding may part what they find by one. */
void check(size_t emitters, const real_contender &who, const char *variant) {
    void *one = real_contender_plain.create(scene_of(emitters), nullptr),
         *other = who.create(scene_of(emitters), variant);
    must(one && other, "out of memory");
    for (int game = 0; game < 2; game++) {
        const std::vector<real_found> wanted = play(real_contender_plain, one), found = play(who, other);
        for (size_t f = 0; f < REAL_FRAMES; f++) {
            const real_found &w = wanted[f], &g = found[f];
            if (w.alive == g.alive && near(w.hits, g.hits) && near(w.seen, g.seen))
                continue;
            std::fprintf(
                stderr,
                "hail-bench: barrage_real/%zu: frame %zu: %s has %zu bullets, %zu hits, %zu in sight; plain %zu, "
                "%zu, %zu\n",
                emitters, f, who.name, g.alive, g.hits, g.seen, w.alive, w.hits, w.seen);
            std::exit(1);
        }
    }
    real_contender_plain.destroy(one);
    who.destroy(other);
}

void measure(benchmark::State &state, size_t emitters, const real_contender &who, const char *variant) {
    if (&who != &real_contender_plain)
        check(emitters, who, variant);
    void *game = who.create(scene_of(emitters), variant);
    must(game, "out of memory");
    play(who, game);
    size_t bullets = 0, found = 0;
    const std::clock_t start = std::clock();
    while (state.KeepRunning())
        for (size_t f = 0; f < REAL_FRAMES; f++) {
            const real_found frame = who.frame(game, f);
            bullets += frame.alive;
            found += frame.hits + frame.seen;
        }
    const double ns = 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    state.counters["ns_per_body"] = ns / static_cast<double>(bullets);
    state.counters["pairs"] =
        benchmark::Counter(static_cast<double>(found) / REAL_FRAMES, benchmark::Counter::kAvgIterations);
    state.counters["bullets"] =
        benchmark::Counter(static_cast<double>(bullets) / REAL_FRAMES, benchmark::Counter::kAvgIterations);
    who.destroy(game);
}

} // namespace

void measure_real(bool smoke) {
    for (size_t emitters : {size_t{1}, size_t{8}, size_t{32}}) {
        if (smoke ? emitters > 1 : emitters == 1)
            continue;
        auto add = [=](const std::string &name, const real_contender &who, const char *variant) {
            auto *made = benchmark::RegisterBenchmark(
                ("barrage_real/" + std::to_string(emitters) + "/" + name).c_str(),
                [=, &who](benchmark::State &state) { measure(state, emitters, who, variant); });
            made->Unit(benchmark::kMicrosecond);
            if (smoke)
                made->Iterations(1);
        };
        add("plain", real_contender_plain, nullptr);
        add("plain:tuned", real_contender_tuned, nullptr);
        add("hail", real_contender_hail, nullptr);
        for (size_t i = 0; i < hail_variant_count(); i++)
            add(std::string("hail:") + hail_variant_name(i), real_contender_hail, hail_variant_name(i));
    }
}
