/* measure_movers.cpp - see measure_tiles.h. */
#include "measure_tiles.h"

#include "movers.h"
#include "tasks.h"

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

using Scene = std::unique_ptr<mover_scene, void (*)(mover_scene *)>;
using Answers = std::vector<mover_answer>;

constexpr int checked_runs = 8; /* before anything is timed; they also warm the caches */

/* One answer in this many may be decided by rounding (which of two sides is nearer, whether a corner is passed). */
constexpr size_t doubtful_of = 500, doubtful_more = 2;

const char *const question_names[MOVER_QUESTIONS] = {"manifold", "swept", "sweep",  "slide",
                                                     "stand",    "floor", "overlap"};

uint32_t columns = 512;
size_t count = 10000;

/* Which movers are circles: half of them, all, none. */
struct Mix {
    const char *suffix;
    unsigned circle_halves;
};
constexpr Mix mixes[] = {{"", 1}, {"_circles", 2}, {"_boxes", 0}};

struct Entry {
    const mover_contender *who;
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

Field &field_of(mover_question question, const Mix &mix) {
    static std::map<std::string, Field> fields;
    std::string name = std::string("tiles_") + question_names[question] + mix.suffix;
    auto found = fields.find(name);
    if (found == fields.end()) {
        Scene made(mover_scene_create(question, columns, count, count * mix.circle_halves / 2), mover_scene_destroy);
        if (!made)
            give_up(name);
        found = fields.emplace(name, Field{name, std::move(made), {}, {}}).first;
    }
    return found->second;
}

bool before(const mover_answer &one, const mover_answer &two) {
    return one.mover != two.mover ? one.mover < two.mover : one.cell < two.cell;
}

std::vector<Answers> go(const mover_contender &who, void *made) {
    std::vector<Answers> all;
    for (size_t i = 0; i < checked_runs; i++) {
        who.run(made, i % MOVER_SETS);
        Answers answers(4 * count + 4096);
        answers.resize(std::min(answers.size(), who.answers(made, answers.data(), answers.size())));
        std::sort(answers.begin(), answers.end(), before);
        all.push_back(std::move(answers));
    }
    return all;
}

bool near(float one, float two, float apart) { return std::fabs(one - two) <= apart; }

/* Coordinates are rounded to 2^-11 px. Where a body stops depends on when it hits, and that on its velocity since its
 * last hits. */
bool same_answer(mover_question question, const mover_answer &one, const mover_answer &two) {
    switch (question) {
    case ASK_MOVERS_SWEPT:
        return near(one.x, two.x, 0.1f) && near(one.y, two.y, 0.1f);
    case ASK_MOVERS_SLIDE:
    case ASK_MOVERS_STAND:
    case ASK_MOVERS_FLOOR:
        return one.count == two.count && near(one.x, two.x, 0.01f) && near(one.y, two.y, 0.01f);
    default:
        return one.cell == two.cell && one.count == two.count && near(one.t, two.t, 2e-3f) &&
               near(one.depth, two.depth, 2e-3f) && near(one.normal_x, two.normal_x, 5e-3f) &&
               near(one.normal_y, two.normal_y, 5e-3f);
    }
}

size_t differing(mover_question question, const Answers &plain, const Answers &other, const mover_answer *&first) {
    size_t found = 0;
    for (size_t i = 0, k = 0; i < plain.size() || k < other.size();) {
        bool one = k == other.size() || (i < plain.size() && !before(other[k], plain[i]));
        bool two = i == plain.size() || (k < other.size() && !before(plain[i], other[k]));
        if (!one || !two || !same_answer(question, plain[i], other[k])) {
            found++;
            first = first ? first : one ? &plain[i] : &other[k];
        }
        i += one;
        k += two;
    }
    return found;
}

bool check(Field &field, const Entry &entry, void *made) {
    if (!field.checked.insert(entry.name()).second)
        return true;
    std::vector<Answers> found = go(*entry.who, made);
    if (field.plain.empty())
        field.plain = found;
    for (size_t run = 0; run < found.size(); run++) {
        const mover_answer *first = nullptr;
        size_t apart = differing(field.scene->question, field.plain[run], found[run], first);
        if (apart <= field.plain[run].size() / doubtful_of + doubtful_more)
            continue;
        std::fprintf(
            stderr, "hail-bench: %s/%zu: %s: run %zu: %zu answers of %zu differ from plain's, first mover %u's\n",
            field.name.c_str(), count, entry.name().c_str(), run, apart, field.plain[run].size(), first->mover);
        return false;
    }
    return true;
}

void check_plain(Field &field) {
    if (!field.plain.empty())
        return;
    Entry plain = {&mover_contender_plain, ""};
    void *made = plain.who->create(field.scene.get(), nullptr);
    if (!made)
        give_up(field.name);
    check(field, plain, made);
    plain.who->destroy(made);
}

void measure(benchmark::State &state, mover_question question, const Mix &mix, const Entry &entry) {
    Field &field = field_of(question, mix);
    check_plain(field);
    void *made = entry.who->create(field.scene.get(), entry.variant_name());
    if (!made)
        give_up(field.name + "/" + entry.name());
    if (!check(field, entry, made))
        std::exit(1);
    size_t found = 0, round = 0;
    const double start = bench_seconds(entry.variant_name());
    while (state.KeepRunning())
        found += entry.who->run(made, round++ % MOVER_SETS);
    const double ns = 1e9 * (bench_seconds(entry.variant_name()) - start);
    state.counters["ns_per_body"] =
        benchmark::Counter(ns / static_cast<double>(count), benchmark::Counter::kAvgIterations);
    state.counters["pairs"] = benchmark::Counter(static_cast<double>(found), benchmark::Counter::kAvgIterations);
    entry.who->destroy(made);
}

/* Circles alone and boxes alone only with the default variant. */
std::vector<Entry> contenders(const Mix &mix) {
    std::vector<Entry> entries = {{&mover_contender_plain, ""}, {&mover_contender_hail, ""}};
    for (size_t i = 0; !*mix.suffix && i < hail_variant_count(); i++)
        entries.push_back({&mover_contender_hail, hail_variant_name(i)});
#ifdef HAVE_TASKS
    if (!*mix.suffix) {
        entries.push_back({&mover_contender_hail, "1tasks"});
        entries.push_back({&mover_contender_hail, "2tasks"});
    }
#endif
    return entries;
}

} // namespace

void measure_movers(bool smoke) {
    if (smoke) {
        columns = 64;
        count = 500;
    }
    for (int q = 0; q < MOVER_QUESTIONS; q++)
        for (const Mix &mix : mixes)
            for (const Entry &entry : contenders(mix)) {
                auto question = static_cast<mover_question>(q);
                std::string name = std::string("tiles_") + question_names[q] + mix.suffix + "/" +
                                   std::to_string(count) + "/" + entry.name();
                auto *made =
                    benchmark::RegisterBenchmark(name.c_str(), [question, &mix, entry](benchmark::State &state) {
                        measure(state, question, mix, entry);
                    });
                made->Unit(benchmark::kMicrosecond);
                if (bench_has_tasks(entry.variant_name()))
                    made->UseRealTime();
                if (smoke)
                    made->Iterations(1);
            }
}
