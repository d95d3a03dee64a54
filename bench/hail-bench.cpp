/* hail-bench.cpp - the throughput benchmark. Benchmarks are named <scene>/<size>/<contender> and
 * <work>/<pairs>/<contender>; single/<call>/<contender> is a call of one element; the headers measure_....h name
 * others. It takes Google Benchmark's options, --smoke (every benchmark once, at the smallest size), --large
 * (also scenes of ten million bodies), and --kernels (runs hail-bench-kernels beside it, with the options after it). It
 * measures CPU time on one core (wall time if the contender has tasks), and bodies move in every iteration. Every
 * contender starts from the same seed. Before it is timed it is compared with `plain` (rays: with the exact walk;
 * sprites and queries: with double precision). */
#include "check.h"
#include "limit.h"
#include "narrow/measure.h"
#include "points/measure_points.h"
#include "queries/measure_queries.h"
#include "sprites/measure_sprites.h"
#include "stars/measure_stars.h"
#include "step/measure_groups.h"
#include "step/measure_hits.h"
#include "tasks.h"
#include "tiles/measure_tiles.h"
#include "world/city.h"
#include "world/measure_bodies.h"
#include "world/measure_state.h"
#include "world/measure_rooms.h"
#include "world/real.h"
#include "world/swept.h"

#include <benchmark/benchmark.h>
#include <hail/hail.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#ifdef HAVE_SCHED_SETAFFINITY
#include <sched.h>
#endif
#ifdef HAVE_EXECV
#include <unistd.h>
#endif

namespace {

constexpr uint64_t seed = 1;
constexpr int warm_steps = 8; /* fills caches, and lets contenders sort that do so every few steps */

struct Entry {
    const contender *who;
    std::string variant; /* empty: none */

    std::string name() const { return who->name + (variant.empty() ? "" : ":" + variant); }
    const char *variant_name() const { return variant.empty() ? nullptr : variant.c_str(); }
};

/* Moving to another core during a run loses the caches, and results cannot be compared. */
void stay_on_one_core() {
#ifdef HAVE_SCHED_SETAFFINITY
    int core = sched_getcpu();
    if (core < 0)
        return;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<unsigned>(core), &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0)
        std::fputs("hail-bench: could not pin itself to one core\n", stderr);
#endif
}

const scene_data *scene_of(const char *name, size_t size) {
    static std::map<std::pair<std::string, size_t>, std::unique_ptr<scene_data, void (*)(scene_data *)>> scenes;
    auto key = std::make_pair(std::string(name), size);
    auto found = scenes.find(key);
    if (found == scenes.end()) {
        scene_data *made = scene_create(name, size, seed);
        if (!made) {
            std::fprintf(stderr, "hail-bench: %s/%zu: out of memory\n", name, size);
            std::exit(1);
        }
        found = scenes.emplace(key, std::unique_ptr<scene_data, void (*)(scene_data *)>(made, scene_destroy)).first;
    }
    return found->second.get();
}

size_t sum_of(const bench_events &events) { return events.begins + events.stays + events.ends; }

/* The mean time of each stage of a step, in ns, apart from what is timed. */
void measure_stages(benchmark::State &state, const scene_data *scene) {
    const int steps = 16;
    void *world = contender_hail_timed.create(scene, nullptr);
    std::map<std::string, double> sums;
    for (int i = 0; world && i < warm_steps + steps; i++) {
        contender_hail_timed.step(world);
        double ns = 0.0;
        for (size_t s = 0; i >= warm_steps && bench_hail_stage(world, s, &ns); s++)
            sums[bench_hail_stage(world, s, &ns)] += ns / steps;
    }
    for (const auto &stage : sums)
        state.counters["stage_" + stage.first] = stage.second;
    contender_hail_timed.destroy(world);
}

void measure(benchmark::State &state, const scene_kind *kind, size_t size, const Entry &entry) {
    const scene_data *scene = scene_of(kind->name, size);
    if (!check_contender(scene, *entry.who, entry.variant_name()))
        std::exit(1);
    void *world = entry.who->create(scene, entry.variant_name());
    if (!world) {
        std::fprintf(stderr, "hail-bench: %s/%zu/%s: could not be created\n", kind->name, size, entry.name().c_str());
        std::exit(1);
    }
    for (int i = 0; i < warm_steps; i++)
        entry.who->step(world);
    size_t pairs = 0;
    double start = bench_seconds(entry.variant_name()); /* an inverted rate would print this counter as seconds */
    while (state.KeepRunning())
        pairs += entry.who->step(world);
    double ns = 1e9 * (bench_seconds(entry.variant_name()) - start);
    auto bodies = static_cast<double>(scene_body_count(scene));
    state.counters["ns_per_body"] = benchmark::Counter(ns / bodies, benchmark::Counter::kAvgIterations);
    state.counters["pairs"] = benchmark::Counter(static_cast<double>(pairs), benchmark::Counter::kAvgIterations);
    if (entry.who->events && scene->events)
        state.counters["events"] = static_cast<double>(sum_of(entry.who->events(world)));
    if (entry.who == &contender_hail && entry.variant.empty() && !scene->tiny)
        measure_stages(state, scene);
    if (entry.who->label)
        state.SetLabel(entry.who->label(world));
    entry.who->destroy(world);
}

void measure_triad(benchmark::State &state, size_t bytes) {
    size_t count = bytes / (3 * sizeof(float));
    std::vector<float> a(count, 1.0f), b(count, 2.0f), c(count, 3.0f);
    while (state.KeepRunning()) {
        limit_triad(a.data(), b.data(), c.data(), 0.5f, count);
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) * static_cast<int64_t>(count * 3 * sizeof(float)));
}

/* Independent multiplications and additions in one variant's registers: the least that arithmetic can cost. */
void measure_peak(benchmark::State &state, limit_peak_fn *peak) {
    const size_t rounds = 10000;
    size_t operations = 0;
    while (state.KeepRunning()) {
        operations += peak(rounds, 1.0f, 0.0f);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(static_cast<int64_t>(operations));
}

std::vector<Entry> contenders() {
    std::vector<Entry> entries = {{&contender_move, ""}, {&contender_plain, ""}, {&contender_plain, "tuned"}};
    entries.push_back({&contender_hail, ""});
    for (size_t i = 0; i < hail_variant_count(); i++)
        entries.push_back({&contender_hail, hail_variant_name(i)});
#ifdef HAVE_TASKS
    entries.push_back({&contender_hail, "1tasks"});
    entries.push_back({&contender_hail, "2tasks"});
#endif
#ifdef HAVE_BOX2D
    entries.push_back({&contender_box2d, ""});
#endif
#ifdef HAVE_BOX2D_3
    entries.push_back({&contender_box2d_world, "world"});
    entries.push_back({&contender_box2d_world, "2tasks"});
#endif
#ifdef HAVE_CHIPMUNK
    entries.push_back({&contender_chipmunk, ""});
#endif
    return entries;
}

/* Of a boss `plain` is the best scalar code already. */
bool has_tuned(const scene_kind *kind) {
    return kind->meeting != SCENE_SWEPT && kind->meeting != SCENE_TINY && std::strcmp(kind->name, "boss") != 0;
}

void add(const std::string &name, bool smoke, void (*prepare)(benchmark::internal::Benchmark *),
         const std::function<void(benchmark::State &)> &run) {
    benchmark::internal::Benchmark *made = benchmark::RegisterBenchmark(name.c_str(), run);
    prepare(made);
    if (smoke)
        made->Iterations(1);
}

void add_peaks(bool smoke) {
    for (size_t i = 0; i + 1 < hail_variant_count(); i++) /* the last is auto */
        if (limit_peak_fn *peak = limit_peak(hail_variant_name(i)))
            add(
                std::string("limit/peak-") + hail_variant_name(i), smoke,
                [](benchmark::internal::Benchmark *made) { made->Unit(benchmark::kMicrosecond); },
                [peak](benchmark::State &state) { measure_peak(state, peak); });
}

/* Takes gigabytes and minutes. */
constexpr size_t large_scene = 5000000;

void register_all(bool smoke, bool large_scenes) {
    auto in_microseconds = [](benchmark::internal::Benchmark *made) { made->Unit(benchmark::kMicrosecond); };
    size_t large = smoke ? size_t{1} << 20 : size_t{256} << 20;
    add("limit/triad", smoke, in_microseconds, [large](benchmark::State &state) { measure_triad(state, large); });
    add("limit/triad-1MB", smoke, in_microseconds, [](benchmark::State &state) { measure_triad(state, 1 << 20); });
    add_peaks(smoke);
    measure_pairs(smoke);
    measure_single(smoke);
    measure_tile_rays(smoke);
    measure_tile_edit(smoke);
    measure_sparks(smoke);
    measure_movers(smoke);
    measure_walkers(smoke);
    measure_sprite_boxes(smoke);
    measure_sprite_overlaps(smoke);
    measure_points(smoke);
    measure_queries(smoke);
    measure_prepare(smoke);
    measure_groups(smoke);
    measure_hits(smoke);
    measure_bodies(smoke);
    measure_writes(smoke);
    measure_state(smoke);
    measure_changes(smoke);
    measure_doors(smoke);
    measure_churn(smoke);
    measure_city(smoke);
    measure_borrowed(smoke);
    measure_million(smoke);
    measure_swept(smoke);
    measure_real(smoke);
    measure_stars(smoke);
    measure_star_sweeps(smoke);
    measure_rooms(smoke);
    for (size_t k = 0; k < scene_kind_count(); k++) {
        const scene_kind *kind = scene_kind_at(k);
        for (size_t s = 0; s < (smoke ? 1 : SCENE_MAX_SIZES) && kind->sizes[s]; s++) {
            size_t size = kind->sizes[s];
            for (const Entry &entry : contenders()) {
                bool tuned = entry.variant == "tuned";
                if (size > large_scene && !large_scenes)
                    continue;
                if (!(entry.who->meetings >> kind->meeting & 1u) || (tuned && !has_tuned(kind)) ||
                    (entry.who->largest_scene && size > entry.who->largest_scene))
                    continue;
                auto in_wall_time = [](benchmark::internal::Benchmark *made) {
                    made->Unit(benchmark::kMicrosecond)->UseRealTime();
                };
                bool wall = bench_has_tasks(entry.variant_name());
                add(std::string(kind->name) + "/" + std::to_string(size) + "/" + entry.name(), smoke,
                    wall ? in_wall_time : in_microseconds,
                    [kind, size, entry](benchmark::State &state) { measure(state, kind, size, entry); });
            }
        }
    }
}

/* Takes an option of hail-bench out of the arguments; the rest are Google Benchmark's. */
bool take_option(int &count, char **arguments, const char *option) {
    bool taken = false;
    int kept = 1;
    for (int i = 1; i < count; i++) {
        if (std::strcmp(arguments[i], option) == 0)
            taken = true;
        else
            arguments[kept++] = arguments[i];
    }
    count = kept;
    return taken;
}

} // namespace

/* Runs the program that is built from the kernels' tests. Returns only if it cannot. */
static int run_kernels(char **arguments) {
#ifdef HAVE_EXECV
    const std::string program = std::string(arguments[0]) + "-kernels";
    arguments[1] = arguments[0];
    execv(program.c_str(), arguments + 1);
#endif
    std::fprintf(stderr, "hail-bench: could not run %s-kernels\n", arguments[0]);
    return 1;
}

int main(int count, char **arguments) {
    if (count > 1 && std::strcmp(arguments[1], "--kernels") == 0)
        return run_kernels(arguments);
    bool smoke = take_option(count, arguments, "--smoke"), large = take_option(count, arguments, "--large");
    benchmark::Initialize(&count, arguments);
    if (benchmark::ReportUnrecognizedArguments(count, arguments))
        return 1;
    stay_on_one_core();
    register_all(smoke, large);
    size_t matched = benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return matched ? 0 : 1;
}
