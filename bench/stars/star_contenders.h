/* star_contenders.h - checks and times the contenders of a scene of stars: one template for every kind of scene. */
#ifndef STAR_CONTENDERS_H
#define STAR_CONTENDERS_H

#include <benchmark/benchmark.h>
#include <hail/hail.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace stars {

constexpr int checked_steps = 12; /* before anything is timed; they also warm the caches */

/* A contender, and the variant that it shall use. */
template <class Kind> struct Entry {
    const typename Kind::Contender *who;
    std::string variant;

    std::string name() const { return who->name + (variant.empty() ? "" : ":" + variant); }
    const char *variant_name() const { return variant.empty() ? nullptr : variant.c_str(); }
};

/* A scene, and what `plain` finds in it. Kind: the types Scene, Contender and Row, an answer; plain and hail, two
 * contenders; `rows` names answers, of which rounding may decide one in doubtful_of, and doubtful_more;
 *   step(who, made)           makes a step, and returns how many answers there are
 *   answers(who, made)        makes a step, and returns the answers
 *   before(one, two)          the order of answers
 *   same(scene, one, two)     whether two answers are as near as rounding allows */
template <class Kind> struct Field {
    using Rows = std::vector<typename Kind::Row>;

    std::string name; /* with the number of stars */
    size_t count;
    std::unique_ptr<typename Kind::Scene, void (*)(typename Kind::Scene *)> scene;
    std::vector<Rows> plain; /* of each step */
    std::set<std::string> checked;
};

[[noreturn]] inline void give_up(const std::string &name) {
    std::fprintf(stderr, "hail-bench: %s: could not be created\n", name.c_str());
    std::exit(1);
}

template <class Kind> size_t differing(const Field<Kind> &field, size_t step, const typename Field<Kind>::Rows &other) {
    const auto &plain = field.plain[step];
    size_t found = 0;
    for (size_t i = 0, k = 0; i < plain.size() || k < other.size();) {
        bool one = k == other.size() || (i < plain.size() && !Kind::before(other[k], plain[i]));
        bool two = i == plain.size() || (k < other.size() && !Kind::before(plain[i], other[k]));
        found += !one || !two || !Kind::same(field.scene.get(), plain[i], other[k]);
        i += one;
        k += two;
    }
    return found;
}

/* Compares a contender's answers with those of `plain`, once. Whoever comes first gives those. */
template <class Kind> bool check(Field<Kind> &field, const Entry<Kind> &entry, void *made) {
    if (!field.checked.insert(entry.name()).second)
        return true;
    std::vector<typename Field<Kind>::Rows> found;
    for (int i = 0; i < checked_steps; i++) {
        found.push_back(Kind::answers(*entry.who, made));
        std::sort(found.back().begin(), found.back().end(), Kind::before);
    }
    if (field.plain.empty())
        field.plain = found;
    for (size_t step = 0; step < found.size(); step++) {
        size_t apart = differing(field, step, found[step]);
        if (apart <= field.plain[step].size() / Kind::doubtful_of + Kind::doubtful_more)
            continue;
        std::fprintf(stderr, "hail-bench: %s: %s: step %zu: %zu %s of %zu differ from plain's\n", field.name.c_str(),
                     entry.name().c_str(), step, apart, Kind::rows, field.plain[step].size());
        return false;
    }
    return true;
}

/* Makes a contender, and checks it. */
template <class Kind> void *create(Field<Kind> &field, const Entry<Kind> &entry) {
    void *made = entry.who->create(field.scene.get(), entry.variant_name());
    if (!made)
        give_up(field.name + "/" + entry.name());
    if (!check(field, entry, made))
        std::exit(1);
    return made;
}

template <class Kind> void measure(benchmark::State &state, Field<Kind> &field, const Entry<Kind> &entry) {
    if (field.plain.empty())
        Kind::plain->destroy(create(field, Entry<Kind>{Kind::plain, ""}));
    void *made = create(field, entry);
    size_t found = 0;
    std::clock_t start = std::clock();
    while (state.KeepRunning())
        found += Kind::step(*entry.who, made);
    double ns = 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    state.counters["ns_per_body"] =
        benchmark::Counter(ns / static_cast<double>(field.count), benchmark::Counter::kAvgIterations);
    state.counters["pairs"] = benchmark::Counter(static_cast<double>(found), benchmark::Counter::kAvgIterations);
    entry.who->destroy(made);
}

/* field_of: makes the field when it is first measured. */
template <class Kind>
void add(const std::string &name, size_t count, bool smoke, Field<Kind> &(*field_of)(const std::string &, size_t)) {
    std::vector<Entry<Kind>> entries = {{Kind::plain, ""}, {Kind::hail, ""}};
    for (size_t i = 0; i < hail_variant_count(); i++)
        entries.push_back({Kind::hail, hail_variant_name(i)});
    for (const Entry<Kind> &entry : entries) {
        const std::string full = name + "/" + std::to_string(count);
        auto *made = benchmark::RegisterBenchmark((full + "/" + entry.name()).c_str(), [=](benchmark::State &state) {
            measure<Kind>(state, field_of(full, count), entry);
        });
        made->Unit(benchmark::kMicrosecond);
        if (smoke)
            made->Iterations(1);
    }
}

} // namespace stars

#endif
