/* measure.cpp - see measure.h. */
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

using Work = std::unique_ptr<pair_work, void (*)(pair_work *)>;

/* A sweep takes a hundred gaps to judge: so many of its pairs are, evenly spread, and besides them every one about
 * which a contender does not agree with plain. */
constexpr size_t judged_sweeps = 2000;

constexpr size_t learnt = 50000; /* pairs: with more, their order is too long to be learnt by heart */

struct Known {
    std::vector<double> gaps;         /* where they stand at the start */
    std::vector<pair_answer> answers; /* plain's */
};

size_t part = 1; /* of the usual number of pairs */

const pair_work *work_of(size_t number) {
    static std::map<size_t, Work> works;
    auto found = works.find(number);
    if (found == works.end())
        found = works.emplace(number, Work(pair_work_create(number, part), pair_work_destroy)).first;
    return found->second.get();
}

/* Its twin, whose pairs come in another order each time. */
pair_work *dealt_of(size_t number) {
    static std::map<size_t, Work> works;
    auto found = works.find(number);
    if (found == works.end())
        found = works.emplace(number, Work(pair_work_create(number, part), pair_work_destroy)).first;
    return found->second.get();
}

bool alike(const pair_answer &one, const pair_answer &two) {
    return one.touching == two.touching && std::fabs(one.t - two.t) < 1e-5f &&
           std::fabs(one.depth - two.depth) < 1e-3f && std::fabs(one.normal_x - two.normal_x) < 1e-3f &&
           std::fabs(one.normal_y - two.normal_y) < 1e-3f;
}

/* `plain`: what to compare with first; NULL for plain itself. */
bool judge(const pair_work *work, const Known &known, const std::vector<pair_answer> *plain, const std::string &name,
           double own, const std::vector<pair_answer> &answers) {
    double slack = judge_tolerance(work) + own;
    size_t every = work->question == PAIR_SWEEP ? (work->count + judged_sweeps - 1) / judged_sweeps : 1;
    for (size_t i = 0; i < work->count; i++) {
        bool needed = plain ? !alike((*plain)[i], answers[i]) : i % every == 0;
        if (work->question == PAIR_SWEEP && !needed)
            continue;
        const char *wrong = judge_answer(work, i, known.gaps[i], slack, &answers[i]);
        if (!wrong)
            continue;
        std::fprintf(
            stderr,
            "hail-bench: %s: pair %zu (gap %.9g px, tolerance %.3g): %s %s: t %.9g, depth %.9g, normal (%.9g, %.9g)\n",
            work->name, i, known.gaps[i], slack, name.c_str(), wrong, static_cast<double>(answers[i].t),
            static_cast<double>(answers[i].depth), static_cast<double>(answers[i].normal_x),
            static_cast<double>(answers[i].normal_y));
        return false;
    }
    return true;
}

bool collect(const pair_work *work, const pair_contender &who, const char *variant, std::vector<pair_answer> &answers) {
    void *made = who.create(work, variant);
    if (!made)
        return false;
    who.run(made);
    for (size_t i = 0; i < work->count; i++)
        answers.push_back(who.answer(made, i));
    who.destroy(made);
    return true;
}

const pair_contender &plain_of(const pair_work *work) {
    return pair_contender_plain.takes(work) ? pair_contender_plain : pair_contender_plain_sat;
}

const Known *known_of(const pair_work *work) {
    static std::map<std::string, Known> all;
    auto found = all.find(work->name);
    if (found != all.end())
        return &found->second;
    Known known;
    for (size_t i = 0; i < work->count; i++)
        known.gaps.push_back(judge_gap(work, i, 0.0));
    const pair_contender &plain = plain_of(work);
    if (!collect(work, plain, nullptr, known.answers) ||
        !judge(work, known, nullptr, "plain", plain.slack, known.answers))
        return nullptr;
    return &all.emplace(work->name, std::move(known)).first->second;
}

struct Entry {
    const pair_contender *who;
    std::string variant;

    std::string name() const { return who->name + (variant.empty() ? "" : ":" + variant); }
    const char *variant_name() const { return variant.empty() ? nullptr : variant.c_str(); }
};

bool check(const pair_work *work, const Entry &entry) {
    static std::set<std::string> checked;
    std::string whole = work->name + ("/" + entry.name());
    if (checked.count(whole))
        return true;
    const Known *known = known_of(work);
    if (!known)
        return false;
    std::vector<pair_answer> answers;
    if (!collect(work, *entry.who, entry.variant_name(), answers) ||
        !judge(work, *known, &known->answers, entry.name(), entry.who->slack, answers))
        return false;
    checked.insert(whole);
    return true;
}

void measure(benchmark::State &state, size_t number, const Entry &entry) {
    const pair_work *work = work_of(number);
    pair_work *dealt = dealt_of(number);
    bool ready = work && dealt && check(work, entry);
    void *made = ready ? entry.who->create(dealt, entry.variant_name()) : nullptr;
    if (!made)
        std::exit(1);
    entry.who->run(made);
    std::clock_t spent = 0;
    uint64_t order = 1;
    while (state.KeepRunning()) {
        if (work->count <= learnt) {
            state.PauseTiming();
            pair_work_deal(dealt, work, &order);
            if (entry.who->dealt)
                entry.who->dealt(made);
            state.ResumeTiming();
        }
        std::clock_t start = std::clock();
        entry.who->run(made);
        spent += std::clock() - start;
    }
    double ns = 1e9 * static_cast<double>(spent) / CLOCKS_PER_SEC;
    size_t touching = 0;
    for (size_t i = 0; i < work->count; i++) {
        pair_answer answer = entry.who->answer(made, i);
        touching += work->question == PAIR_PREDICT ? answer.will : answer.touching;
    }
    auto pairs = static_cast<double>(work->count);
    state.counters["ns_per_pair"] = benchmark::Counter(ns / pairs, benchmark::Counter::kAvgIterations);
    if (work->question != PAIR_GAP)
        state.counters["touching"] = static_cast<double>(touching) / pairs;
    entry.who->destroy(made);
}

std::vector<Entry> contenders() {
    std::vector<Entry> entries = {
        {&pair_contender_plain, ""}, {&pair_contender_plain_sat, ""}, {&pair_contender_tuned_sat, ""}};
    for (size_t i = 0; i < hail_isa_count(); i++)
        entries.push_back({&pair_contender_hail, hail_isa_name(i)});
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
    for (size_t number = 0; const pair_work *work = work_of(number); number++)
        for (const Entry &entry : contenders()) {
            if (!entry.who->takes(work))
                continue;
            std::string name = work->name + ("/" + std::to_string(work->count)) + "/" + entry.name();
            auto *made = benchmark::RegisterBenchmark(
                name.c_str(), [number, entry](benchmark::State &state) { measure(state, number, entry); });
            made->Unit(benchmark::kMicrosecond);
            if (smoke)
                made->Iterations(1);
            else
                made->MinTime(work->peers ? 0.1
                                          : 0.02); /* a round takes a millisecond or two; there are many of these */
        }
}
