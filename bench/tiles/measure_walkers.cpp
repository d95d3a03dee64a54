/* measure_walkers.cpp - see measure_tiles.h. */
#include "measure_tiles.h"

#include "tasks.h"
#include "walkers.h"

#include <benchmark/benchmark.h>
#include <hail/hail.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace {

using Scene = std::unique_ptr<walker_scene, void (*)(walker_scene *)>;
using Answers = std::vector<walker_answer>;

constexpr size_t checked_runs = 4; /* before anything is timed; they also warm the caches */

/* A share of the answers may differ, and so many more: where rounding decides which of two corners stops a mover, where
 * hail/slide.h leaves open what the edge of a floor is, and where a world's bodies take other ways after that. */
constexpr size_t doubtful_more = 2;

uint32_t columns = 512;
bool small_scenes = false;

struct Entry {
    const walker_contender *who;
    std::string variant;

    std::string name() const { return who->name + (variant.empty() ? "" : ":" + variant); }
    const char *variant_name() const { return variant.empty() ? nullptr : variant.c_str(); }
};

struct Field {
    std::string name;
    Scene scene;
    std::vector<Answers> plain;
    std::set<std::string> checked;
};

void give_up(const std::string &name) {
    std::fprintf(stderr, "hail-bench: %s: could not be created\n", name.c_str());
    std::exit(1);
}

/* In calls of one mover, they take turns. */
size_t movers_of(const walker_kind *kind) {
    const size_t count = kind->calls ? kind->calls : kind->count;
    return small_scenes ? std::min<size_t>(count, 500) : count;
}

std::string scene_name(const walker_kind *kind) {
    return std::string(kind->name) + "/" + std::to_string(kind->calls ? 1 : movers_of(kind));
}

Field &field_of(const walker_kind *kind) {
    static std::map<std::string, Field> fields;
    const std::string name = scene_name(kind);
    auto found = fields.find(name);
    if (found == fields.end()) {
        Scene made(walker_scene_create(kind, columns, movers_of(kind)), walker_scene_destroy);
        if (!made)
            give_up(name);
        found = fields.emplace(name, Field{name, std::move(made), {}, {}}).first;
    }
    return found->second;
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

bool before(const walker_answer &one, const walker_answer &two) {
    return one.mover != two.mover ? one.mover < two.mover
           : one.part != two.part ? one.part < two.part
                                  : one.cell < two.cell;
}

std::vector<Answers> go(const Field &field, const walker_contender &who, void *made) {
    std::vector<Answers> all;
    for (size_t i = 0; i < checked_runs; i++) {
        if (field.scene->kind->calls)
            for (size_t mover = 0; mover < field.scene->count; mover++)
                who.one(made, i % WALKER_SETS, mover);
        else
            who.run(made, i % WALKER_SETS);
        Answers answers(16 * field.scene->count + 4096);
        answers.resize(std::min(answers.size(), who.answers(made, answers.data(), answers.size())));
        std::sort(answers.begin(), answers.end(), before);
        all.push_back(std::move(answers));
    }
    return all;
}

bool near(float one, float two, float apart) { return std::fabs(one - two) <= apart; }

/* px: 0.05. Times are of at most 4 px; corners turn normals. Where a body stops depends on when it hits, and that on
 * its velocity since its last hits. */
bool same_answer(walker_question question, const walker_answer &one, const walker_answer &two) {
    switch (question) {
    case ASK_WALKERS_SWEPT:
        return near(one.x, two.x, 0.1f) && near(one.y, two.y, 0.1f);
    case ASK_WALKERS_SLIDE:
        return one.count == two.count && near(one.x, two.x, 0.05f) && near(one.y, two.y, 0.05f);
    default:
        return one.cell == two.cell && near(one.t, two.t, 0.0125f) && near(one.depth, two.depth, 0.05f) &&
               near(one.normal_x, two.normal_x, 0.01f) && near(one.normal_y, two.normal_y, 0.01f);
    }
}

void print_answer(const char *who, const walker_answer *answer) {
    if (answer)
        std::fprintf(
            stderr, "  %-6s mover %u part %u cell %u count %u t %.5f depth %.5f normal %.5f %.5f at %.5f %.5f\n", who,
            answer->mover, answer->part, answer->cell, answer->count, static_cast<double>(answer->t),
            static_cast<double>(answer->depth), static_cast<double>(answer->normal_x),
            static_cast<double>(answer->normal_y), static_cast<double>(answer->x), static_cast<double>(answer->y));
}

size_t differing(walker_question question, const Answers &plain, const Answers &other, const walker_answer *&first) {
    const char *wanted = std::getenv("HAIL_BENCH_SHOW");
    const size_t shown = wanted ? std::strtoul(wanted, nullptr, 10) : 0;
    size_t found = 0;
    for (size_t i = 0, k = 0; i < plain.size() || k < other.size();) {
        const bool one = k == other.size() || (i < plain.size() && !before(other[k], plain[i]));
        const bool two = i == plain.size() || (k < other.size() && !before(plain[i], other[k]));
        if (!one || !two || !same_answer(question, plain[i], other[k])) {
            first = first ? first : one ? &plain[i] : &other[k];
            if (found++ < shown) {
                print_answer("plain", one ? &plain[i] : nullptr);
                print_answer("hail", two ? &other[k] : nullptr);
            }
        }
        i += one;
        k += two;
    }
    return found;
}

bool check(Field &field, const Entry &entry, void *made) {
    if (!field.checked.insert(entry.name()).second)
        return true;
    std::vector<Answers> found = go(field, *entry.who, made);
    if (field.plain.empty())
        field.plain = found;
    for (size_t run = 0; run < found.size(); run++) {
        const walker_answer *first = nullptr;
        const size_t apart = differing(field.scene->kind->question, field.plain[run], found[run], first);
        if (apart <= field.plain[run].size() / field.scene->kind->doubtful_of + doubtful_more)
            continue;
        std::fprintf(stderr, "hail-bench: %s: %s: run %zu: %zu answers of %zu differ from plain's, first mover %u's\n",
                     field.name.c_str(), entry.name().c_str(), run, apart, field.plain[run].size(), first->mover);
        return false;
    }
    return true;
}

void check_plain(Field &field) {
    if (!field.plain.empty())
        return;
    const Entry plain = {&walker_contender_plain, ""};
    void *made = plain.who->create(field.scene.get(), nullptr);
    if (!made)
        give_up(field.name);
    check(field, plain, made);
    plain.who->destroy(made);
}

/* ---- Times ------------------------------------------------------------------------------------------------------- */

void measure(benchmark::State &state, const walker_kind *kind, const Entry &entry) {
    Field &field = field_of(kind);
    check_plain(field);
    void *made = entry.who->create(field.scene.get(), entry.variant_name());
    if (!made)
        give_up(field.name + "/" + entry.name());
    if (!check(field, entry, made))
        std::exit(1);
    const size_t count = field.scene->count;
    size_t found = 0, round = 0;
    const double start = bench_seconds(entry.variant_name());
    while (state.KeepRunning()) {
        found += kind->calls ? entry.who->one(made, round / count % WALKER_SETS, round % count)
                             : entry.who->run(made, round % WALKER_SETS);
        round++;
    }
    const double ns = 1e9 * (bench_seconds(entry.variant_name()) - start);
    state.counters["ns_per_body"] =
        benchmark::Counter(ns / static_cast<double>(kind->calls ? 1 : count), benchmark::Counter::kAvgIterations);
    state.counters["pairs"] = benchmark::Counter(static_cast<double>(found), benchmark::Counter::kAvgIterations);
    entry.who->destroy(made);
}

std::vector<Entry> contenders(const walker_kind *kind) {
    std::vector<Entry> entries = {{&walker_contender_plain, ""}, {&walker_contender_hail, ""}};
    for (size_t i = 0; i < hail_variant_count(); i++)
        entries.push_back({&walker_contender_hail, hail_variant_name(i)});
#ifdef HAVE_TASKS
    if (!kind->calls) {
        entries.push_back({&walker_contender_hail, "1tasks"});
        entries.push_back({&walker_contender_hail, "2tasks"});
    }
#else
    (void)kind;
#endif
    return entries;
}

} // namespace

void measure_walkers(bool smoke) {
    small_scenes = smoke;
    if (smoke)
        columns = 64;
    for (size_t k = 0; walker_kind_at(k); k++) {
        const walker_kind *kind = walker_kind_at(k);
        for (const Entry &entry : contenders(kind)) {
            auto *made =
                benchmark::RegisterBenchmark((scene_name(kind) + "/" + entry.name()).c_str(),
                                             [kind, entry](benchmark::State &state) { measure(state, kind, entry); });
            made->Unit(kind->calls ? benchmark::kNanosecond : benchmark::kMicrosecond);
            if (bench_has_tasks(entry.variant_name()))
                made->UseRealTime();
            if (smoke)
                made->Iterations(1);
        }
    }
}
