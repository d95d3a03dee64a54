/* bench/sprites/measure_overlaps.cpp - see measure_sprites.h. */
#include "measure_sprites.h"

#include "sprite_truth.h"

#include <benchmark/benchmark.h>
#include <hail/hail.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

using Templates = std::unique_ptr<sprite_template, void (*)(void *)>;
using Pairs = std::unique_ptr<sprite_pairs, void (*)(sprite_pairs *)>;

/* One rotated pair in this many may differ, because a pixel's centre is too near an edge; plus two for small sets.
 * Aligned pairs must match exactly. */
constexpr size_t doubtful_of = 1000, doubtful_more = 2;

constexpr const char *scene_names[] = {"sprite_overlap_rotated", "sprite_overlap_aligned"};

struct Entry {
    const overlap_contender *who;
    std::string variant;

    std::string name() const { return who->name + (variant.empty() ? "" : ":" + variant); }
    const char *variant_name() const { return variant.empty() ? nullptr : variant.c_str(); }
};

struct Field {
    Pairs given{nullptr, sprite_pairs_destroy};
    std::vector<uint32_t> a, b; /* the same in another order each round */
    sprite_pairs dealt = {};
    std::vector<truth_pair> exact;
    double tested = 0.0, rows = 0.0, pixels = 0.0; /* a pair */
    std::map<std::string, double> differing;       /* by contender: pairs whose count differs from the exact one */
};

size_t count = 10000;

const sprite_template *templates() {
    static Templates made(sprite_templates_create(1), std::free);
    return made.get();
}

void fill(Field &field, bool aligned) {
    field.given.reset(templates() ? sprite_pairs_create(templates(), aligned, count, aligned ? 3 : 4) : nullptr);
    if (!field.given) {
        std::fputs("hail-bench: sprite_overlap: out of memory\n", stderr);
        std::exit(1);
    }
    const sprite_pairs *pairs = field.given.get();
    field.a.assign(pairs->a, pairs->a + count);
    field.b.assign(pairs->b, pairs->b + count);
    field.dealt = {pairs->instances, count, field.a.data(), field.b.data()};
    for (size_t i = 0; i < count; i++) {
        truth_pair exact = truth_look(templates(), pairs->instances, pairs->a[i], pairs->b[i]);
        field.exact.push_back(exact);
        field.tested += static_cast<double>(exact.tested) / static_cast<double>(count);
        field.rows += static_cast<double>(exact.rows) / static_cast<double>(count);
        field.pixels += static_cast<double>(exact.count) / static_cast<double>(count);
    }
}

Field &field_of(bool aligned) {
    static Field fields[2];
    if (fields[aligned].exact.empty())
        fill(fields[aligned], aligned);
    return fields[aligned];
}

bool right(const truth_pair &exact, uint32_t answer, bool yes_no) {
    if (yes_no)
        return answer == 0 ? exact.least == 0 : answer == 1 && exact.most > 0;
    return exact.least <= answer && answer <= exact.most;
}

bool check(Field &field, bool aligned, const Entry &entry, void *made) {
    if (field.differing.count(entry.name()))
        return true;
    size_t differing = 0;
    entry.who->find(made, field.given.get());
    for (size_t i = 0; i < count; i++) {
        const truth_pair &exact = field.exact[i];
        uint32_t answer = entry.who->count(made, i);
        if (!right(exact, answer, entry.who->yes_no)) {
            std::fprintf(stderr, "hail-bench: %s: pair %zu: %s counts %u pixels, expected %u (%u to %u)\n",
                         scene_names[aligned], i, entry.name().c_str(), answer, exact.count, exact.least, exact.most);
            return false;
        }
        differing += answer != (entry.who->yes_no ? exact.count > 0 : exact.count);
    }
    field.differing[entry.name()] = static_cast<double>(differing);
    if (differing <= (aligned ? 0 : count / doubtful_of + doubtful_more))
        return true;
    std::fprintf(stderr, "hail-bench: %s: %s: the count differs from the exact one for %zu pairs\n",
                 scene_names[aligned], entry.name().c_str(), differing);
    return false;
}

void measure(benchmark::State &state, bool aligned, const Entry &entry) {
    Field &field = field_of(aligned);
    void *made = entry.who->create(templates(), count, entry.variant_name());
    if (!made || !check(field, aligned, entry, made)) {
        std::fprintf(stderr, "hail-bench: %s/%s: not timed\n", scene_names[aligned], entry.name().c_str());
        std::exit(1);
    }
    std::clock_t spent = 0;
    uint64_t order = 1;
    while (state.KeepRunning()) {
        state.PauseTiming(); /* a branch predictor would learn a fixed order */
        sprite_pairs_deal(&field.dealt, &order);
        state.ResumeTiming();
        std::clock_t start = std::clock();
        entry.who->find(made, &field.dealt);
        spent += std::clock() - start;
    }
    double ns = 1e9 * static_cast<double>(spent) / CLOCKS_PER_SEC;
    size_t touching = 0;
    for (size_t i = 0; i < count; i++)
        touching += entry.who->count(made, i) > 0;
    auto pairs = static_cast<double>(count);
    state.counters["ns_per_pair"] = benchmark::Counter(ns / pairs, benchmark::Counter::kAvgIterations);
    state.counters["touching"] = static_cast<double>(touching) / pairs;
    state.counters["differing"] = field.differing[entry.name()];
    state.counters["tested"] = field.tested;
    state.counters["rows"] = field.rows;
    state.counters["pixels"] = field.pixels;
    entry.who->destroy(made);
}

std::vector<Entry> contenders() {
    std::vector<Entry> entries;
    for (const overlap_contender *who : {&overlap_contender_plain, &overlap_contender_plain_touch})
        for (const char *variant : {"", "tuned"})
            entries.push_back({who, variant});
    entries.push_back({&overlap_contender_plain, "pixels"});
    for (const overlap_contender *who :
         {&overlap_contender_hail, &overlap_contender_touch, &overlap_contender_overlaps}) {
        entries.push_back({who, ""});
        for (size_t i = 0; i < hail_variant_count(); i++)
            entries.push_back({who, hail_variant_name(i)});
    }
    return entries;
}

} // namespace

void measure_sprite_overlaps(bool smoke) {
    if (smoke)
        count = 500;
    for (bool aligned : {true, false})
        for (const Entry &entry : contenders()) {
            if (entry.variant == "pixels" && !aligned)
                continue;
            std::string name = std::string(scene_names[aligned]) + "/" + std::to_string(count) + "/" + entry.name();
            auto *made = benchmark::RegisterBenchmark(
                name.c_str(), [aligned, entry](benchmark::State &state) { measure(state, aligned, entry); });
            made->Unit(benchmark::kMicrosecond);
            if (smoke)
                made->Iterations(1);
        }
}
