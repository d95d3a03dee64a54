/* bench/sprites/measure_boxes.cpp - see measure_sprites.h. */
#include "measure_sprites.h"

#include "sprite_truth.h"

#include <benchmark/benchmark.h>
#include <hail/hail.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace {

using Templates = std::unique_ptr<sprite_template, void (*)(void *)>;
using Instances = std::unique_ptr<sprite_instances, void (*)(sprite_instances *)>;

/* The tolerance of whole-pixel boxes, which miss tips between the corners of pixels: on average and at worst. */
constexpr double whole_mean = 1.5, whole_most = 6.0; /* px */

constexpr size_t learnt = 50000; /* instances: with more, a branch predictor cannot learn their order */

struct Entry {
    const box_contender *who;
    std::string variant;

    std::string name() const { return who->name + (variant.empty() ? "" : ":" + variant); }
    const char *variant_name() const { return variant.empty() ? nullptr : variant.c_str(); }
};

struct Field {
    Instances given, dealt; /* the second is in another order each round */
};

const sprite_template *templates() {
    static Templates made(sprite_templates_create(1), std::free);
    return made.get();
}

Field &field_of(size_t count) {
    static std::map<size_t, Field> fields;
    auto found = fields.find(count);
    if (found == fields.end())
        found = fields
                    .emplace(count, Field{Instances(sprite_instances_create(count, 2), sprite_instances_destroy),
                                          Instances(sprite_instances_create(count, 2), sprite_instances_destroy)})
                    .first;
    if (!templates() || !found->second.given || !found->second.dealt) {
        std::fputs("hail-bench: sprite_boxes: out of memory\n", stderr);
        std::exit(1);
    }
    return found->second;
}

size_t asked_of(const Entry &entry, size_t count) { return entry.who->most ? std::min(entry.who->most, count) : count; }

bool check(const sprite_instances *given, const Entry &entry, void *made) {
    static std::set<std::string> checked;
    size_t count = asked_of(entry, given->count);
    if (!checked.insert(std::to_string(given->count) + "/" + entry.name()).second)
        return true;
    entry.who->find(made, given, count);
    double sum = 0.0, most = 0.0;
    for (size_t i = 0; i < count; i++) {
        sprite_box box = entry.who->box(made, i);
        double short_by = 0.0;
        const char *wrong = truth_box(templates(), given, i, &box, entry.who->whole, &short_by);
        if (wrong) {
            std::fprintf(stderr, "hail-bench: sprite_boxes: box %zu: %s %s\n", i, entry.name().c_str(), wrong);
            return false;
        }
        sum += short_by;
        most = std::max(most, short_by);
    }
    if (!entry.who->whole || (sum <= whole_mean * static_cast<double>(count) && most <= whole_most))
        return true;
    std::fprintf(stderr,
                 "hail-bench: sprite_boxes: %s: boxes are too small by %.2f px on average, by %.2f px at most\n",
                 entry.name().c_str(), sum / static_cast<double>(count), most);
    return false;
}

void measure(benchmark::State &state, size_t count, const Entry &entry) {
    Field &field = field_of(count);
    size_t asked = asked_of(entry, count);
    void *made = entry.who->create(templates(), asked, entry.variant_name());
    if (!made || !check(field.given.get(), entry, made)) {
        std::fprintf(stderr, "hail-bench: sprite_boxes/%zu/%s: not timed\n", count, entry.name().c_str());
        std::exit(1);
    }
    std::clock_t spent = 0;
    uint64_t order = 1;
    while (state.KeepRunning()) {
        if (count <= learnt) {
            state.PauseTiming();
            sprite_instances_deal(field.dealt.get(), field.given.get(), &order);
            state.ResumeTiming();
        }
        std::clock_t start = std::clock();
        entry.who->find(made, field.dealt.get(), asked);
        spent += std::clock() - start;
    }
    double ns = 1e9 * static_cast<double>(spent) / CLOCKS_PER_SEC;
    state.counters["ns_per_instance"] =
        benchmark::Counter(ns / static_cast<double>(asked), benchmark::Counter::kAvgIterations);
    state.counters["hull"] = sprite_templates_mean_hull(templates());
    entry.who->destroy(made);
}

std::vector<Entry> contenders() {
    std::vector<Entry> entries = {{&box_contender_plain, ""},
                                  {&box_contender_plain, "tuned"},
                                  {&box_contender_scan, ""},
                                  {&box_contender_hail, ""}};
    for (size_t i = 0; i < hail_variant_count(); i++)
        entries.push_back({&box_contender_hail, hail_variant_name(i)});
    return entries;
}

} // namespace

void measure_sprite_boxes(bool smoke) {
    for (size_t count : smoke ? std::vector<size_t>{1000} : std::vector<size_t>{10000, 100000})
        for (const Entry &entry : contenders()) {
            std::string name = "sprite_boxes/" + std::to_string(count) + "/" + entry.name();
            auto *made = benchmark::RegisterBenchmark(
                name.c_str(), [count, entry](benchmark::State &state) { measure(state, count, entry); });
            made->Unit(benchmark::kMicrosecond);
            if (smoke)
                made->Iterations(1);
        }
}
