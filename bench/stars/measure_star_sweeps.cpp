/* measure_star_sweeps.cpp - see measure_stars.h. */
#include "measure_stars.h"

#include "star_sweeps.h"

#include <benchmark/benchmark.h>
#include <hail/hail.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using Scene = std::unique_ptr<star_sweep_scene, void (*)(star_sweep_scene *)>;
using Hits = std::vector<star_hit>;

constexpr int checked_steps = 12; /* before anything is timed; they also warm the caches */

/* Rounding may decide one hit in this many: that there is one, or which pixels it has. */
constexpr size_t doubtful_of = 1000, doubtful_more = 1;

/* Px: of points, and of what moves in the time by which t differs. */
constexpr float point_apart = 0.005f, way_apart = 0.002f;
constexpr float normal_apart = 1e-3f;

size_t count = 1000;

struct Entry {
    const star_sweep_contender *who;
    std::string variant;

    std::string name() const { return who->name + (variant.empty() ? "" : ":" + variant); }
    const char *variant_name() const { return variant.empty() ? nullptr : variant.c_str(); }
};

struct Field {
    std::string name;
    Scene scene;
    std::vector<Hits> plain; /* of each step */
    std::set<std::string> checked;
};

void give_up(const std::string &name) {
    std::fprintf(stderr, "hail-bench: %s: could not be created\n", name.c_str());
    std::exit(1);
}

Field &field_of(bool tiles) {
    static Field fields[] = {
        {"sprites_swept", Scene(star_sweep_scene_create(false, count), star_sweep_scene_destroy), {}, {}},
        {"sprites_swept_tiles", Scene(star_sweep_scene_create(true, count), star_sweep_scene_destroy), {}, {}}};
    Field &field = fields[tiles];
    if (!field.scene)
        give_up(field.name);
    return field;
}

bool before(const star_hit &one, const star_hit &two) { return one.a < two.a || (one.a == two.a && one.b < two.b); }

std::vector<Hits> go(const star_sweep_contender &who, void *made) {
    std::vector<Hits> steps;
    for (int i = 0; i < checked_steps; i++) {
        Hits hits(count * 16);
        hits.resize(std::min(hits.size(), who.step(made, hits.data(), hits.size())));
        std::sort(hits.begin(), hits.end(), before);
        steps.push_back(std::move(hits));
    }
    return steps;
}

/* Px in a step, of a star and what it hit. */
float way_of(const star_sweep_scene *scene, const star_hit &hit) {
    const scene_group &g = scene->stars->group;
    const float vx = g.vx[hit.a] - (scene->tiles ? 0.0f : g.vx[hit.b]);
    const float vy = g.vy[hit.a] - (scene->tiles ? 0.0f : g.vy[hit.b]);
    return std::hypot(vx, vy) * SCENE_DT;
}

bool same(const star_sweep_scene *scene, const star_hit &one, const star_hit &two) {
    return one.cell == two.cell && std::fabs(one.t - two.t) * way_of(scene, one) <= way_apart &&
           std::hypot(one.x - two.x, one.y - two.y) <= point_apart &&
           std::hypot(one.normal_x - two.normal_x, one.normal_y - two.normal_y) <= normal_apart;
}

size_t differing(const star_sweep_scene *scene, const Hits &plain, const Hits &other) {
    size_t found = 0;
    for (size_t i = 0, k = 0; i < plain.size() || k < other.size();) {
        bool one = k == other.size() || (i < plain.size() && !before(other[k], plain[i]));
        bool two = i == plain.size() || (k < other.size() && !before(plain[i], other[k]));
        found += !one || !two || !same(scene, plain[i], other[k]);
        i += one;
        k += two;
    }
    return found;
}

bool check(Field &field, const Entry &entry, void *made) {
    if (!field.checked.insert(entry.name()).second)
        return true;
    std::vector<Hits> found = go(*entry.who, made);
    if (field.plain.empty())
        field.plain = found;
    for (size_t step = 0; step < found.size(); step++) {
        size_t apart = differing(field.scene.get(), field.plain[step], found[step]);
        if (apart <= field.plain[step].size() / doubtful_of + doubtful_more)
            continue;
        std::fprintf(stderr, "hail-bench: %s/%zu: %s: step %zu: %zu hits of %zu differ from plain's\n",
                     field.name.c_str(), count, entry.name().c_str(), step, apart, field.plain[step].size());
        return false;
    }
    return true;
}

void check_plain(Field &field) {
    if (!field.plain.empty())
        return;
    void *made = star_sweep_plain.create(field.scene.get(), nullptr);
    if (!made)
        give_up(field.name);
    check(field, {&star_sweep_plain, ""}, made);
    star_sweep_plain.destroy(made);
}

void measure(benchmark::State &state, bool tiles, const Entry &entry) {
    Field &field = field_of(tiles);
    check_plain(field);
    void *made = entry.who->create(field.scene.get(), entry.variant_name());
    if (!made)
        give_up(field.name + "/" + entry.name());
    if (!check(field, entry, made))
        std::exit(1);
    size_t found = 0;
    std::clock_t start = std::clock();
    while (state.KeepRunning())
        found += entry.who->step(made, nullptr, 0);
    double ns = 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    state.counters["ns_per_body"] =
        benchmark::Counter(ns / static_cast<double>(count), benchmark::Counter::kAvgIterations);
    state.counters["pairs"] = benchmark::Counter(static_cast<double>(found), benchmark::Counter::kAvgIterations);
    entry.who->destroy(made);
}

std::vector<Entry> contenders() {
    std::vector<Entry> entries = {{&star_sweep_plain, ""}, {&star_sweep_hail, ""}};
    for (size_t i = 0; i < hail_variant_count(); i++)
        entries.push_back({&star_sweep_hail, hail_variant_name(i)});
    return entries;
}

} // namespace

void measure_star_sweeps(bool smoke) {
    if (smoke)
        count = 100;
    for (bool tiles : {false, true})
        for (const Entry &entry : contenders()) {
            std::string name =
                (tiles ? "sprites_swept_tiles/" : "sprites_swept/") + std::to_string(count) + "/" + entry.name();
            auto *made = benchmark::RegisterBenchmark(
                name.c_str(), [tiles, entry](benchmark::State &state) { measure(state, tiles, entry); });
            made->Unit(benchmark::kMicrosecond);
            if (smoke)
                made->Iterations(1);
        }
}
