/* bench/queries/measure_queries.cpp - checks every contender's answers to queries, then times it. */
#include "measure_queries.h"

#include "tasks.h"

#include "query_truth.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace {

using Set = std::unique_ptr<query_set, void (*)(query_set *)>;
using Made = std::unique_ptr<void, void (*)(void *)>;

/* Rounds take turns, so that a branch predictor cannot learn one by heart. */
constexpr size_t rounds = 16;

struct Work {
    std::string title;
    query_question question;
    size_t bodies, k;
    size_t queries, in_call;
};

const query_set *set_of(const Work &work) {
    static std::map<std::tuple<size_t, int, size_t>, Set> sets;
    const auto key = std::make_tuple(work.bodies, static_cast<int>(work.question), work.queries);
    auto found = sets.find(key);
    if (found == sets.end())
        found = sets.emplace(key, Set(query_set_create(query_scene_of(work.bodies, query_of_points(work.question)),
                                                       work.question, work.queries, rounds, 3),
                                      query_set_destroy))
                    .first;
    if (!found->second) {
        std::fputs("hail-bench: queries: out of memory\n", stderr);
        std::exit(1);
    }
    return found->second.get();
}

query_batch part_of(const query_batch &batch, size_t from, size_t count) {
    return {batch.x + from, batch.y + from, batch.u + from, batch.v + from, std::min(count, batch.count - from)};
}

/* A contender must keep as many answers as queries.h says. */
bool kept_enough(const Work &work, size_t found, size_t capacity) {
    if (query_lists(work.question) || query_counts(work.question))
        return capacity > 0;
    return found <= (query_of_points(work.question) || work.question >= QUERY_SOME_RAYS ? work.k : 1);
}

/* Checks one part of a batch: how many queries were answered wrongly. */
size_t check_part(const Work &work, const query_entry &entry, void *made, const query_batch &part) {
    const query_scene *scene = query_scene_of(work.bodies, query_of_points(work.question));
    query_answer answers[QUERY_KEPT];
    const size_t capacity = work.question == QUERY_PICKS ? size_t{QUERY_KEPT_PICKS} : size_t{QUERY_KEPT};
    const size_t all = entry.who->ask(made, &part);
    size_t wrong = 0, sum = 0;
    for (size_t i = 0; i < part.count; i++) {
        const size_t found = entry.who->answers(made, i, answers, capacity);
        sum += found;
        wrong += !kept_enough(work, found, capacity) ||
                 !query_truth_agrees(scene, work.question, work.k, &part, i, answers, found, std::min(found, capacity));
    }
    return sum == all ? wrong : part.count;
}

/* A look at all bodies for each query takes long; several hits and counts take several looks. */
size_t checked_of(const Work &work, size_t queries) {
    const size_t looks = work.question >= QUERY_SOME_RAYS ? 6 : 1;
    return std::min(queries, std::max(size_t{100}, 20000000 / work.bodies / looks));
}

bool check(const Work &work, const query_entry &entry, void *made) {
    static std::set<std::string> checked;
    const query_batch batch = query_set_round(set_of(work), 0);
    const size_t queries = checked_of(work, batch.count);
    if (!checked.insert(work.title + "/" + std::to_string(work.bodies) + "/" + entry.name()).second)
        return true;
    size_t wrong = 0;
    for (size_t from = 0; from < queries; from += QUERY_CHECKED)
        wrong += check_part(work, entry, made, part_of(batch, from, std::min(size_t{QUERY_CHECKED}, queries - from)));
    if (wrong)
        std::fprintf(stderr, "hail-bench: %s: %s gives wrong answers to %zu of %zu queries\n", work.title.c_str(),
                     entry.name().c_str(), wrong, queries);
    return !wrong;
}

/* ns a body: the least of some rounds. */
double time_prepare(const Work &work, const query_entry &entry, void *made) {
    double least = 1e9;
    for (int i = 0; i < 5; i++) {
        const std::clock_t start = std::clock();
        entry.who->prepare(made);
        least = std::min(least, 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    }
    return least / static_cast<double>(work.bodies);
}

Made make(const Work &work, const query_entry &entry) {
    Made made(entry.who->create(query_scene_of(work.bodies, query_of_points(work.question)), work.question, work.k,
                                std::max(work.in_call, size_t{QUERY_CHECKED}), entry.variant_name()),
              entry.who->destroy);
    if (!made || !check(work, entry, made.get())) {
        std::fprintf(stderr, "hail-bench: %s/%s: not timed\n", work.title.c_str(), entry.name().c_str());
        std::exit(1);
    }
    return made;
}

void measure(benchmark::State &state, const Work &work, const query_entry &entry) {
    const Made made = make(work, entry);
    const query_set *set = set_of(work);
    const size_t calls = work.queries / work.in_call;
    const query_batch warm_up = part_of(query_set_round(set, 0), 0, work.in_call);
    entry.who->ask(made.get(), &warm_up); /* touches its memory, and wakes its threads */
    size_t found = 0, call = 0;
    const double start = bench_seconds(entry.variant_name());
    while (state.KeepRunning()) {
        const query_batch part = part_of(query_set_round(set, call / calls), call % calls * work.in_call, work.in_call);
        found += entry.who->ask(made.get(), &part);
        call++;
    }
    const double ns = 1e9 * (bench_seconds(entry.variant_name()) - start);
    const auto queries = static_cast<double>(work.in_call);
    state.counters["queries"] = queries;
    state.counters["ns_per_query"] = benchmark::Counter(ns / queries, benchmark::Counter::kAvgIterations);
    state.counters["hits_per_query"] =
        benchmark::Counter(static_cast<double>(found) / queries, benchmark::Counter::kAvgIterations);
    state.counters["prepare_ns_per_body"] = time_prepare(work, entry, made.get());
}

void add(const Work &work, bool smoke) {
    for (const query_entry &entry : query_entries(work.question, work.k)) {
        const std::string name = work.title + "/" + std::to_string(work.bodies) + "/" + entry.name();
        auto *made = benchmark::RegisterBenchmark(
            name.c_str(), [work, entry](benchmark::State &state) { measure(state, work, entry); });
        made->Unit(benchmark::kMicrosecond);
        if (bench_has_tasks(entry.variant_name()))
            made->UseRealTime();
        if (smoke)
            made->Iterations(1);
    }
}

} // namespace

void measure_queries(bool smoke) {
    const size_t queries = smoke ? 1000 : 10000, bodies = 10000;
    add({"body_rays", QUERY_RAYS, bodies, 1, queries, queries}, smoke);
    add({"body_boxes", QUERY_BOXES, bodies, 1, queries, queries}, smoke);
    add({"picks", QUERY_PICKS, bodies, 1, queries, queries}, smoke);
    add({"nearest1", QUERY_NEAREST, bodies, 1, queries, queries}, smoke);
    add({"nearest4", QUERY_NEAREST, bodies, 4, queries, queries}, smoke);
    if (!smoke)
        add({"nearest4", QUERY_NEAREST, 10 * bodies, 4, queries, queries}, smoke);
    add({"nearest4_filtered", QUERY_FILTERED, bodies, 4, queries, queries}, smoke);
    add({"nearest4_rare", QUERY_RARE, bodies, 4, queries, queries}, smoke);
    add({"query_shapes", QUERY_SHAPES, bodies, 1, queries, queries}, smoke);
    add({"query_casts", QUERY_CASTS, bodies, 1, queries, queries}, smoke);
    add({"query_box_casts", QUERY_BOX_CASTS, bodies, 1, queries, queries}, smoke);
    add({"query_sight", QUERY_SIGHT, bodies, 1, queries, queries}, smoke);
    add({"rays4", QUERY_SOME_RAYS, bodies, 4, queries, queries}, smoke);
    add({"casts4", QUERY_SOME_CASTS, bodies, 4, queries, queries}, smoke);
    add({"box_casts4", QUERY_SOME_BOX_CASTS, bodies, 4, queries, queries}, smoke);
    add({"rays_counted", QUERY_COUNTED_RAYS, bodies, 0, queries, queries}, smoke);
    add({"rays4_counted", QUERY_COUNTED_RAYS, bodies, 4, queries, queries}, smoke);
    add({"casts_counted", QUERY_COUNTED_CASTS, bodies, 0, queries, queries}, smoke);
    add({"boxes_counted", QUERY_COUNTED_BOXES, bodies, 0, queries, queries}, smoke);
    add({"picks_counted", QUERY_COUNTED_PICKS, bodies, 0, queries, queries}, smoke);
    add({"shapes_counted", QUERY_COUNTED_SHAPES, bodies, 0, queries, queries}, smoke);
    add({"nearest4_counted", QUERY_COUNTED_NEAREST, bodies, 4, queries, queries}, smoke);
    add({"single_ray", QUERY_RAYS, bodies, 1, queries, 1}, smoke);
    add({"single_box", QUERY_BOXES, bodies, 1, queries, 1}, smoke);
    add({"single_pick", QUERY_PICKS, bodies, 1, queries, 1}, smoke);
    add({"single_nearest", QUERY_NEAREST, bodies, 1, queries, 1}, smoke);
}
