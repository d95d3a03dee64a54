/* bench/tiles/measure_rays.cpp - see measure_tiles.h. */
#include "measure_tiles.h"

#include "tasks.h"
#include "truth.h"

#include <benchmark/benchmark.h>
#include <hail/hail.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace {

using Scene = std::unique_ptr<tile_scene, void (*)(tile_scene *)>;
using Rays = std::unique_ptr<tile_rays, void (*)(tile_rays *)>;

/* Two sets of rays alternate, so that the branch predictor cannot learn one. (It learns nothing of 100,000 rays: there
 * one set repeated takes as long.) */
constexpr size_t sets = 2;

/* One ray in this many may pass so close to a corner that correct programs differ; plus two for small sets. */
constexpr size_t doubtful_of = 10000, doubtful_more = 2;

struct Field {
    Scene scene;
    std::vector<Rays> rays;
    std::vector<std::vector<tile_hit>> exact; /* of each set; computed when first needed */
};

struct Entry {
    const tile_contender *who;
    std::string variant;

    std::string name() const { return who->name + (variant.empty() ? "" : ":" + variant); }
    const char *variant_name() const { return variant.empty() ? nullptr : variant.c_str(); }
    std::string scene(const char *scene_name) const {
        return scene_name + std::string(who->distance ? "_distance" : "");
    }
};

uint32_t columns = 1024;
size_t count = 100000;

Field &field_of(size_t number) {
    static std::vector<Field> fields;
    if (fields.empty())
        for (size_t i = 0; i < TILE_MAPS; i++) {
            Field made{Scene(tile_scene_create(i, columns), tile_scene_destroy), {}, {}};
            for (size_t k = 0; made.scene && k < sets; k++)
                made.rays.emplace_back(tile_rays_create(made.scene.get(), count, false, 1 + i * sets + k),
                                       tile_rays_destroy);
            if (!made.scene || !made.rays.back()) {
                std::fputs("hail-bench: tiles: out of memory\n", stderr);
                std::exit(1);
            }
            fields.push_back(std::move(made));
        }
    return fields[number];
}

const std::vector<tile_hit> &exact_of(Field &field, size_t set) {
    while (field.exact.size() <= set) {
        const tile_rays *rays = field.rays[field.exact.size()].get();
        std::vector<tile_hit> hits;
        for (size_t i = 0; i < rays->count; i++)
            hits.push_back(truth_first(field.scene.get(), rays, i));
        field.exact.push_back(std::move(hits));
    }
    return field.exact[set];
}

/* A distance alone: it may differ for as many rays as pass a corner closely. */
const char *judge_distance(const tile_scene *scene, const tile_hit &exact, const tile_hit &answer, bool *doubtful) {
    *doubtful = !(std::fabs(answer.distance - exact.distance) <= static_cast<float>(truth_tolerance(scene)));
    return answer.distance >= 0.0f ? nullptr : "has a distance below 0";
}

bool check_set(Field &field, size_t set, const Entry &entry, const void *made) {
    const tile_scene *scene = field.scene.get();
    const tile_rays *rays = field.rays[set].get();
    size_t doubts = 0;
    for (size_t i = 0; i < rays->count; i++) {
        tile_hit hit = entry.who->hit(made, i);
        bool doubtful = false;
        const char *wrong = entry.who->line ? truth_judge_line(scene, rays, i, &hit)
                            : entry.who->distance
                                ? judge_distance(scene, exact_of(field, set)[i], hit, &doubtful)
                                : truth_judge(scene, rays, i, &exact_of(field, set)[i], &hit, &doubtful);
        doubts += doubtful;
        if (!wrong)
            continue;
        std::fprintf(stderr, "hail-bench: %s: ray %zu of set %zu from (%.9g, %.9g): %s %s: pixel (%d, %d), %.9g px\n",
                     scene->name, i, set, static_cast<double>(rays->x[i]), static_cast<double>(rays->y[i]),
                     entry.name().c_str(), wrong, hit.pixel_x, hit.pixel_y, static_cast<double>(hit.distance));
        return false;
    }
    if (doubts <= rays->count / doubtful_of + doubtful_more)
        return true;
    std::fprintf(stderr, "hail-bench: %s: %s: the pixel differs from the exact ray's for %zu rays\n", scene->name,
                 entry.name().c_str(), doubts);
    return false;
}

bool check(Field &field, const Entry &entry, void *made) {
    static std::set<std::string> checked;
    std::string whole = entry.scene(field.scene->name) + "/" + entry.name();
    if (checked.count(whole))
        return true;
    for (size_t set = 0; set < sets; set++) {
        entry.who->march(made, field.rays[set].get());
        if (!check_set(field, set, entry, made))
            return false;
    }
    checked.insert(whole);
    return true;
}

void measure(benchmark::State &state, size_t number, const Entry &entry) {
    Field &field = field_of(number);
    void *made = entry.who->create(field.scene.get(), count, entry.variant_name());
    if (!made || !check(field, entry, made)) {
        std::fprintf(stderr, "hail-bench: %s/%s: not timed\n", field.scene->name, entry.name().c_str());
        std::exit(1);
    }
    size_t round = 0, hits = 0;
    double start = bench_seconds(entry.variant_name());
    while (state.KeepRunning())
        entry.who->march(made, field.rays[round++ % sets].get());
    double ns = 1e9 * (bench_seconds(entry.variant_name()) - start);
    entry.who->march(made, field.rays[0].get());
    for (size_t i = 0; i < count; i++)
        hits += entry.who->hit(made, i).hit;
    auto rays = static_cast<double>(count);
    state.counters["ns_per_ray"] = benchmark::Counter(ns / rays, benchmark::Counter::kAvgIterations);
    state.counters["hits"] = static_cast<double>(hits) / rays;
    entry.who->destroy(made);
}

std::vector<Entry> contenders() {
    std::vector<Entry> entries = {{&tile_contender_plain, ""},
                                  {&tile_contender_plain, "tuned"},
                                  {&tile_contender_list, ""},
                                  {&tile_contender_hail_line, ""},
                                  {&tile_contender_hail, ""}};
    for (size_t i = 0; i < hail_variant_count(); i++)
        entries.push_back({&tile_contender_hail, hail_variant_name(i)});
    entries.push_back({&tile_contender_hail_unprepared, ""});
    for (size_t i = 0; i < hail_variant_count(); i++)
        entries.push_back({&tile_contender_hail_unprepared, hail_variant_name(i)});
    entries.push_back({&tile_contender_plain_distance, ""});
    entries.push_back({&tile_contender_hail_distance, ""});
    for (size_t i = 0; i < hail_variant_count(); i++)
        entries.push_back({&tile_contender_hail_distance, hail_variant_name(i)});
#ifdef HAVE_TASKS
    entries.push_back({&tile_contender_hail, "1tasks"});
    entries.push_back({&tile_contender_hail, "2tasks"});
#endif
    return entries;
}

} // namespace

void measure_tile_rays(bool smoke) {
    if (smoke) {
        columns = 128;
        count = 2000;
    }
    for (size_t number = 0; number < TILE_MAPS; number++)
        for (const Entry &entry : contenders()) {
            bool water = field_of(number).scene->water;
            if (entry.who->water && !water)
                continue;
            std::string name =
                entry.scene(field_of(number).scene->name) + "/" + std::to_string(count) + "/" + entry.name();
            auto *made = benchmark::RegisterBenchmark(
                name.c_str(), [number, entry](benchmark::State &state) { measure(state, number, entry); });
            made->Unit(benchmark::kMicrosecond);
            if (bench_has_tasks(entry.variant_name()))
                made->UseRealTime();
            if (smoke)
                made->Iterations(1);
        }
}
