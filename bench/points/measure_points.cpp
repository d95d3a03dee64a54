/* bench/points/measure_points.cpp - checks every contender's answers about points, then times it. */
#include "measure_points.h"

#include "points.h"

#include <benchmark/benchmark.h>
#include <hail/hail.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using Scene = std::unique_ptr<point_scene, void (*)(point_scene *)>;
using Set = std::unique_ptr<point_set, void (*)(point_set *)>;

/* Rounds alternate, so that a branch predictor cannot learn one by heart; points that roam go there and back. */
constexpr size_t rounds = 16;
constexpr float speed = 4.0f; /* px a round: a runner in a game at 60 frames a second */
constexpr size_t corners = 64;
constexpr size_t checked_max = 4000; /* points: the true answer looks at all walls for each */

/* One point in so many may lie closer to an edge than single precision can tell. */
constexpr size_t doubtful_of = 1000;

bool small = false;

const char *const titles[POINT_QUESTIONS] = {"point_in_polygon", "sectors", "sectors_roam", "nearest_wall"};

struct Entry {
    const point_contender *who;
    std::string variant;

    std::string name() const { return who->name + (variant.empty() ? "" : ":" + variant); }
    const char *variant_name() const { return variant.empty() ? nullptr : variant.c_str(); }
};

template <typename T> T must(T made) {
    if (!made) {
        std::fputs("hail-bench: points: out of memory, or a damaged map\n", stderr);
        std::exit(1);
    }
    return made;
}

const point_scene *scene_of(point_question question) {
    static Scene polygon(nullptr, point_scene_destroy), map(nullptr, point_scene_destroy);
    Scene &scene = question == POINT_INSIDE ? polygon : map;
    if (!scene)
        scene.reset(must(question == POINT_INSIDE ? point_polygon_create(corners, 1) : point_map_create(small, 2)));
    return scene.get();
}

const point_set *points_of(point_question question, size_t count) {
    static std::map<std::pair<int, size_t>, Set> sets;
    auto found = sets.find({question, count});
    if (found == sets.end())
        found = sets.emplace(std::make_pair(static_cast<int>(question), count),
                             Set(must(point_set_create(scene_of(question), count, rounds,
                                                       question == POINT_ROAM ? speed : 0.0f, 3)),
                                 point_set_destroy))
                    .first;
    return found->second.get();
}

bool right(point_question question, const point_scene *scene, const Entry &entry, const void *made, size_t i, float x,
           float y) {
    if (question == POINT_INSIDE)
        return entry.who->answer(made, i) == point_truth_inside(scene, x, y);
    if (question == POINT_NEAREST) {
        double truth = std::sqrt(point_truth_squared(scene, x, y)),
               found = std::sqrt(static_cast<double>(entry.who->squared(made, i)));
        return std::fabs(truth - found) <= 1e-2;
    }
    return entry.who->answer(made, i) == point_truth_sector(scene, x, y);
}

/* Checks two rounds, so that answers from hints are checked too. */
bool check(point_question question, const Entry &entry, void *made, size_t count) {
    static std::set<std::string> checked;
    if (!checked.insert(titles[question] + ("/" + std::to_string(count)) + "/" + entry.name()).second)
        return true;
    const point_scene *scene = scene_of(question);
    const point_set *set = points_of(question, count);
    size_t wrong = 0, asked = std::min(count, checked_max);
    for (size_t round = 0; round < 2; round++) {
        const float *x = set->x + round * count, *y = set->y + round * count;
        entry.who->ask(made, x, y, count);
        for (size_t k = 0; k < asked; k++) {
            size_t i = k * (count / asked);
            wrong += !right(question, scene, entry, made, i, x[i], y[i]);
        }
    }
    bool exact = entry.name().compare(0, 4, "hail") == 0;
    if (wrong <= (exact ? 0 : 2 * asked / doubtful_of))
        return true;
    std::fprintf(stderr, "hail-bench: %s: %s gives wrong answers for %zu of %zu points\n", titles[question],
                 entry.name().c_str(), wrong, 2 * asked);
    return false;
}

/* The order of rounds: there and back again. */
size_t turn(size_t round) {
    size_t at = round % (2 * rounds - 2);
    return at < rounds ? at : 2 * rounds - 2 - at;
}

void measure(benchmark::State &state, point_question question, size_t count, const Entry &entry) {
    void *made = entry.who->create(scene_of(question), question, count, entry.variant_name());
    if (!made || !check(question, entry, made, count)) {
        std::fprintf(stderr, "hail-bench: %s/%s: not timed\n", titles[question], entry.name().c_str());
        std::exit(1);
    }
    const point_set *set = points_of(question, count);
    size_t round = 0;
    std::clock_t start = std::clock();
    while (state.KeepRunning()) {
        size_t at = turn(round++) * count;
        entry.who->ask(made, set->x + at, set->y + at, count);
    }
    double ns = 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    state.counters["ns_per_point"] =
        benchmark::Counter(ns / static_cast<double>(count), benchmark::Counter::kAvgIterations);
    state.SetLabel(scene_of(question)->name);
    entry.who->destroy(made);
}

std::vector<Entry> contenders(point_question question) {
    std::vector<Entry> entries = {{&point_contender_plain, ""}, {&point_contender_hail, ""}};
    if (question != POINT_NEAREST)
        entries.push_back({&point_contender_tuned, ""});
    if (question == POINT_INSIDE) {
        entries.push_back({&point_contender_hail_winding, ""});
        entries.push_back({&point_contender_hail_quadrants, ""});
    }
    for (size_t i = 0; i < hail_variant_count(); i++)
        entries.push_back({&point_contender_hail, hail_variant_name(i)});
    return entries;
}

} // namespace

void measure_points(bool smoke) {
    small = smoke;
    size_t count = smoke ? 2000 : 100000;
    for (int q = 0; q < POINT_QUESTIONS; q++) {
        auto question = static_cast<point_question>(q);
        for (const Entry &entry : contenders(question)) {
            std::string name = titles[q] + ("/" + std::to_string(count)) + "/" + entry.name();
            auto *made = benchmark::RegisterBenchmark(name.c_str(), [question, count, entry](benchmark::State &state) {
                measure(state, question, count, entry);
            });
            made->Unit(benchmark::kMicrosecond);
            if (smoke)
                made->Iterations(1);
        }
    }
}
