/* bench/narrow/measure.cpp - checks every contender's answers about pairs, then times it. */
#include "measure.h"

#include "judge.h"

#include <benchmark/benchmark.h>
#include <hail/hail.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace {

using Set = std::unique_ptr<pair_set, void (*)(pair_set *)>;

/* Judging a sweep takes a hundred gaps: this many pairs of a set are judged, evenly spread, and every pair about which
 * a contender disagrees with plain. */
constexpr size_t judged_sweeps = 2000;

constexpr size_t learnt = 50000; /* pairs: the order of larger sets is too long for a branch predictor to learn */

struct Known {
    std::vector<double> gaps;         /* at the start */
    std::vector<pair_answer> answers; /* of plain */
};

size_t part = 1; /* the usual number of pairs is divided by this */

const pair_set *set_of(size_t number) {
    static std::map<size_t, Set> sets;
    auto found = sets.find(number);
    if (found == sets.end())
        found = sets.emplace(number, Set(pair_set_create(number, part), pair_set_destroy)).first;
    return found->second.get();
}

/* A copy of the set, whose pairs are shuffled before each round. */
pair_set *shuffled_set_of(size_t number) {
    static std::map<size_t, Set> sets;
    auto found = sets.find(number);
    if (found == sets.end())
        found = sets.emplace(number, Set(pair_set_create(number, part), pair_set_destroy)).first;
    return found->second.get();
}

bool alike(const pair_answer &one, const pair_answer &two) {
    return one.touching == two.touching && std::fabs(one.t - two.t) < 1e-5f &&
           std::fabs(one.depth - two.depth) < 1e-3f && std::fabs(one.normal_x - two.normal_x) < 1e-3f &&
           std::fabs(one.normal_y - two.normal_y) < 1e-3f;
}

/* plain: answers to compare with first; NULL for plain itself. */
bool judge(const pair_set *set, const Known &known, const std::vector<pair_answer> *plain, const std::string &name,
           double own, const std::vector<pair_answer> &answers) {
    double slack = judge_tolerance(set) + own;
    size_t every = set->question == PAIR_SWEEP ? (set->count + judged_sweeps - 1) / judged_sweeps : 1;
    for (size_t i = 0; i < set->count; i++) {
        bool needed = plain ? !alike((*plain)[i], answers[i]) : i % every == 0;
        if (set->question == PAIR_SWEEP && !needed)
            continue;
        const char *wrong = judge_answer(set, i, known.gaps[i], slack, &answers[i]);
        if (!wrong)
            continue;
        std::fprintf(
            stderr,
            "hail-bench: %s: pair %zu (gap %.9g px, tolerance %.3g): %s %s: t %.9g, depth %.9g, normal (%.9g, %.9g)\n",
            set->name, i, known.gaps[i], slack, name.c_str(), wrong, static_cast<double>(answers[i].t),
            static_cast<double>(answers[i].depth), static_cast<double>(answers[i].normal_x),
            static_cast<double>(answers[i].normal_y));
        return false;
    }
    return true;
}

bool collect(const pair_set *set, const pair_contender &who, const char *variant, std::vector<pair_answer> &answers) {
    void *made = who.create(set, variant);
    if (!made)
        return false;
    who.run(made);
    for (size_t i = 0; i < set->count; i++)
        answers.push_back(who.answer(made, i));
    who.destroy(made);
    return true;
}

const pair_contender &plain_of(const pair_set *set) {
    return pair_contender_plain.takes(set) ? pair_contender_plain : pair_contender_plain_sat;
}

const Known *known_of(const pair_set *set) {
    static std::map<std::string, Known> all;
    auto found = all.find(set->name);
    if (found != all.end())
        return &found->second;
    Known known;
    for (size_t i = 0; i < set->count; i++)
        known.gaps.push_back(judge_gap(set, i, 0.0));
    const pair_contender &plain = plain_of(set);
    if (!collect(set, plain, nullptr, known.answers) ||
        !judge(set, known, nullptr, "plain", plain.slack, known.answers))
        return nullptr;
    return &all.emplace(set->name, std::move(known)).first->second;
}

struct Entry {
    const pair_contender *who;
    std::string variant;

    std::string name() const { return who->name + (variant.empty() ? "" : ":" + variant); }
    const char *variant_name() const { return variant.empty() ? nullptr : variant.c_str(); }
};

bool check(const pair_set *set, const Entry &entry) {
    static std::set<std::string> checked;
    std::string whole = set->name + ("/" + entry.name());
    if (checked.count(whole))
        return true;
    const Known *known = known_of(set);
    if (!known)
        return false;
    std::vector<pair_answer> answers;
    if (!collect(set, *entry.who, entry.variant_name(), answers) ||
        !judge(set, *known, &known->answers, entry.name(), entry.who->slack, answers))
        return false;
    checked.insert(whole);
    return true;
}

void measure(benchmark::State &state, size_t number, const Entry &entry) {
    const pair_set *set = set_of(number);
    pair_set *shuffled = shuffled_set_of(number);
    bool ready = set && shuffled && check(set, entry);
    void *made = ready ? entry.who->create(shuffled, entry.variant_name()) : nullptr;
    if (!made)
        std::exit(1);
    entry.who->run(made);
    std::clock_t spent = 0;
    uint64_t order = 1;
    while (state.KeepRunning()) {
        if (set->count <= learnt) {
            state.PauseTiming();
            pair_set_shuffle(shuffled, set, &order);
            if (entry.who->shuffled)
                entry.who->shuffled(made);
            state.ResumeTiming();
        }
        std::clock_t start = std::clock();
        entry.who->run(made);
        spent += std::clock() - start;
    }
    double ns = 1e9 * static_cast<double>(spent) / CLOCKS_PER_SEC;
    size_t touching = 0;
    for (size_t i = 0; i < set->count; i++) {
        pair_answer answer = entry.who->answer(made, i);
        touching += set->question == PAIR_PREDICT ? answer.will : answer.touching;
    }
    auto pairs = static_cast<double>(set->count);
    state.counters["ns_per_pair"] = benchmark::Counter(ns / pairs, benchmark::Counter::kAvgIterations);
    if (set->question != PAIR_GAP)
        state.counters["touching"] = static_cast<double>(touching) / pairs;
    entry.who->destroy(made);
}

std::vector<Entry> contenders() {
    std::vector<Entry> entries = {
        {&pair_contender_plain, ""}, {&pair_contender_plain_sat, ""}, {&pair_contender_tuned_sat, ""}};
    for (size_t i = 0; i < hail_variant_count(); i++)
        entries.push_back({&pair_contender_hail, hail_variant_name(i)});
#ifdef HAVE_BOX2D
    entries.push_back({&pair_contender_box2d, ""});
#endif
#ifdef HAVE_CHIPMUNK
    entries.push_back({&pair_contender_chipmunk, ""});
#endif
    return entries;
}

} // namespace

void measure_pairs(bool smoke) {
    part = smoke ? 10 : 1;
    for (size_t number = 0; const pair_set *set = set_of(number); number++)
        for (const Entry &entry : contenders()) {
            if (!entry.who->takes(set))
                continue;
            std::string name = set->name + ("/" + std::to_string(set->count)) + "/" + entry.name();
            auto *made = benchmark::RegisterBenchmark(
                name.c_str(), [number, entry](benchmark::State &state) { measure(state, number, entry); });
            made->Unit(benchmark::kMicrosecond);
            if (smoke)
                made->Iterations(1);
            else
                made->MinTime(set->peers ? 0.1
                                         : 0.02); /* a round takes a millisecond or two, and there are many sets */
        }
}
