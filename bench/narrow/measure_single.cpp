/* bench/narrow/measure_single.cpp - one element a call: single/<call>/<contender>. */
#include "measure.h"
#include "single.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

namespace {

/* The most that a call of one element is meant to cost. */
constexpr double goal = 0.2e-6; /* s */

void run(benchmark::State &state, const single_call *call, const char *variant) {
    std::unique_ptr<single_scene, void (*)(single_scene *)> scene(single_create(variant), single_destroy);
    if (!scene)
        std::exit(1);
    hail_status status = call->run(scene.get());
    if (status != HAIL_OK) {
        std::fprintf(stderr, "hail-bench: single/%s: %s\n", call->name, hail_status_text(status));
        std::exit(1);
    }
    while (state.KeepRunning()) {
        benchmark::DoNotOptimize(call->run(scene.get()));
        benchmark::ClobberMemory();
    }
    state.counters["of_goal"] =
        benchmark::Counter(goal, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

} // namespace

void measure_single(bool smoke) {
    for (size_t i = 0; const single_call *call = single_call_at(i); i++)
        for (const char *variant : {static_cast<const char *>(nullptr), hail_variant_default()}) {
            std::string name = std::string("single/") + call->name + "/hail" + (variant ? ":" : "");
            benchmark::internal::Benchmark *made =
                benchmark::RegisterBenchmark((name + (variant ? variant : "")).c_str(),
                                             [call, variant](benchmark::State &state) { run(state, call, variant); });
            if (smoke)
                made->Iterations(1);
        }
}
