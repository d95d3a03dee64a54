/* measure_stars.cpp - see measure_stars.h. */
#include "measure_stars.h"

#include "stars.h"

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
#include <tuple>
#include <vector>

namespace {

using Scene = std::unique_ptr<star_scene, void (*)(star_scene *)>;
using Contacts = std::vector<star_contact>;

constexpr int checked_steps = 12; /* before anything is timed; they also warm the caches */

/* One contact in this many may be decided by rounding: whether two parts or pixels touch, which of two axes is
 * nearer. */
constexpr size_t doubtful_of = 200, doubtful_more = 2;

size_t count = 1000;

struct Entry {
    const star_contender *who;
    std::string variant;

    std::string name() const { return who->name + (variant.empty() ? "" : ":" + variant); }
    const char *variant_name() const { return variant.empty() ? nullptr : variant.c_str(); }
};

struct Field {
    std::string name;
    Scene scene;
    std::vector<Contacts> plain; /* of each step */
    std::set<std::string> checked;
};

void give_up(const std::string &name) {
    std::fprintf(stderr, "hail-bench: %s: could not be created\n", name.c_str());
    std::exit(1);
}

Field &field_of(bool sprites) {
    static Field fields[] = {{"compounds_world", Scene(star_scene_create(false, count), star_scene_destroy), {}, {}},
                             {"sprites_world", Scene(star_scene_create(true, count), star_scene_destroy), {}, {}}};
    Field &field = fields[sprites];
    if (!field.scene)
        give_up(field.name);
    return field;
}

auto key(const star_contact &c) { return std::make_tuple(c.a, c.b, c.part_a, c.part_b); }

bool before(const star_contact &one, const star_contact &two) { return key(one) < key(two); }

std::vector<Contacts> go(const star_contender &who, void *made) {
    std::vector<Contacts> steps;
    for (int i = 0; i < checked_steps; i++) {
        Contacts contacts(who.step(made));
        contacts.resize(std::min(contacts.size(), who.contacts(made, contacts.data(), contacts.size())));
        std::sort(contacts.begin(), contacts.end(), before);
        steps.push_back(std::move(contacts));
    }
    return steps;
}

bool near(float one, float two, float apart) { return std::fabs(one - two) <= apart; }

/* The two points come in either order. */
bool same_point(const star_contact &one, const star_contact &two, uint32_t i, uint32_t k) {
    return near(one.x[i], two.x[k], 0.02f) && near(one.y[i], two.y[k], 0.02f) &&
           near(one.depth[i], two.depth[k], 0.02f);
}

bool same(const star_contact &one, const star_contact &two) {
    if (one.count != two.count || !near(one.normal_x, two.normal_x, 1e-3f) || !near(one.normal_y, two.normal_y, 1e-3f))
        return false;
    if (one.count == 1)
        return same_point(one, two, 0, 0);
    return (same_point(one, two, 0, 0) && same_point(one, two, 1, 1)) ||
           (same_point(one, two, 0, 1) && same_point(one, two, 1, 0));
}

size_t differing(const Contacts &plain, const Contacts &other) {
    size_t found = 0;
    for (size_t i = 0, k = 0; i < plain.size() || k < other.size();) {
        bool one = k == other.size() || (i < plain.size() && !before(other[k], plain[i]));
        bool two = i == plain.size() || (k < other.size() && !before(plain[i], other[k]));
        found += !one || !two || !same(plain[i], other[k]);
        i += one;
        k += two;
    }
    return found;
}

bool check(Field &field, const Entry &entry, void *made) {
    if (!field.checked.insert(entry.name()).second)
        return true;
    std::vector<Contacts> found = go(*entry.who, made);
    if (field.plain.empty())
        field.plain = found;
    for (size_t step = 0; step < found.size(); step++) {
        size_t apart = differing(field.plain[step], found[step]);
        if (apart <= field.plain[step].size() / doubtful_of + doubtful_more)
            continue;
        std::fprintf(stderr, "hail-bench: %s/%zu: %s: step %zu: %zu contacts of %zu differ from plain's\n",
                     field.name.c_str(), count, entry.name().c_str(), step, apart, field.plain[step].size());
        return false;
    }
    return true;
}

void check_plain(Field &field) {
    if (!field.plain.empty())
        return;
    void *made = star_contender_plain.create(field.scene.get(), nullptr);
    if (!made)
        give_up(field.name);
    check(field, {&star_contender_plain, ""}, made);
    star_contender_plain.destroy(made);
}

void measure(benchmark::State &state, bool sprites, const Entry &entry) {
    Field &field = field_of(sprites);
    check_plain(field);
    void *made = entry.who->create(field.scene.get(), entry.variant_name());
    if (!made)
        give_up(field.name + "/" + entry.name());
    if (!check(field, entry, made))
        std::exit(1);
    size_t found = 0;
    std::clock_t start = std::clock();
    while (state.KeepRunning())
        found += entry.who->step(made);
    double ns = 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    state.counters["ns_per_body"] =
        benchmark::Counter(ns / static_cast<double>(count), benchmark::Counter::kAvgIterations);
    state.counters["pairs"] = benchmark::Counter(static_cast<double>(found), benchmark::Counter::kAvgIterations);
    entry.who->destroy(made);
}

std::vector<Entry> contenders() {
    std::vector<Entry> entries = {{&star_contender_plain, ""}, {&star_contender_hail, ""}};
    for (size_t i = 0; i < hail_variant_count(); i++)
        entries.push_back({&star_contender_hail, hail_variant_name(i)});
    return entries;
}

} // namespace

void measure_stars(bool smoke) {
    if (smoke)
        count = 100;
    for (bool sprites : {true, false})
        for (const Entry &entry : contenders()) {
            std::string name =
                (sprites ? "sprites_world/" : "compounds_world/") + std::to_string(count) + "/" + entry.name();
            auto *made = benchmark::RegisterBenchmark(
                name.c_str(), [sprites, entry](benchmark::State &state) { measure(state, sprites, entry); });
            made->Unit(benchmark::kMicrosecond);
            if (smoke)
                made->Iterations(1);
        }
}
