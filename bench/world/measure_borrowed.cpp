/* bench/world/measure_borrowed.cpp - a step of circles that collide with each other, and whose places a game keeps in
 * arrays of its own. Timed is the step and what brings the places into the world; the game's own motion is not.
 *
 * borrowed: hail_layer_borrow, from arrays in an order in space; _random: in random order. _owned: the game has no
 * arrays, and moves the bodies in the layer's columns. _handles: hail_write_bodies. _columns: a loop over the columns,
 * with the number of the entity in the user column. The last two with the arrays in an order in space. */
#include "measure_bodies.h"

#include <benchmark/benchmark.h>
#include <hail/hail.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

enum class Way { Owned, Spatial, Random, Handles, Columns };
constexpr float radius = 8.0f, apart = 24.0f, speed = 90.0f, dt = 1.0f / 60;

struct Game {
    hail::world world;
    Way way = Way::Spatial;
    hail_shape shape{};
    std::vector<float> x, y, vx, vy;
    std::vector<hail_handle> handles;
    int frame = 0;
};

void must(hail_status status) {
    if (status == HAIL_OK)
        return;
    std::fprintf(stderr, "hail-bench: borrowed: %s\n", hail_status_text(status));
    std::exit(1);
}

std::vector<float> reordered(const std::vector<float> &of, const std::vector<size_t> &order) {
    std::vector<float> result;
    for (const size_t i : order)
        result.push_back(of[i]);
    return result;
}

/* Row by row of squares as large as a few circles, or in random order. */
void order_arrays(Game &game, float side, std::mt19937 &random) {
    std::vector<size_t> order(game.x.size());
    std::iota(order.begin(), order.end(), size_t{0});
    const auto square = [&](size_t i) {
        return std::floor(game.y[i] / apart) * std::ceil(side / apart) + std::floor(game.x[i] / apart);
    };
    if (game.way == Way::Random)
        std::shuffle(order.begin(), order.end(), random);
    else
        std::sort(order.begin(), order.end(), [&](size_t i, size_t k) { return square(i) < square(k); });
    for (std::vector<float> *array : {&game.x, &game.y, &game.vx, &game.vy})
        *array = reordered(*array, order);
}

void make_arrays(Game &game, size_t count) {
    std::mt19937 random(1);
    const float side = apart * std::sqrt(static_cast<float>(count));
    const auto any = [&] { return static_cast<float>(random() >> 8) / 16777216.0f; };
    for (size_t i = 0; i < count; i++) {
        game.x.push_back(side * any());
        game.y.push_back(side * any());
        game.vx.push_back(speed * (2 * any() - 1));
        game.vy.push_back(speed * (2 * any() - 1));
    }
    order_arrays(game, side, random);
}

void make(Game &game, size_t count, Way way, const char *variant) {
    game.way = way;
    make_arrays(game, count);
    hail_context context = {};
    context.variant = variant;
    hail_world_options options = {};
    options.context = &context;
    must(game.world.create(options));
    must(hail_shape_circle(game.world.shapes(), radius, &game.shape));
    const bool borrows = way == Way::Spatial || way == Way::Random;
    hail_layer_options layer = {};
    layer.borrowed = borrows ? static_cast<uint32_t>(count) : 0;
    layer.caller_moved = 1;
    layer.columns = way == Way::Columns ? HAIL_USER : 0;
    must(hail_layer_configure(game.world, 0, &layer));
    must(hail_rule_set(game.world, 0, 0, HAIL_MANIFOLD));
    std::vector<uint64_t> entity(count);
    std::iota(entity.begin(), entity.end(), uint64_t{0});
    hail_spawn_columns columns = {};
    columns.x = game.x.data(), columns.y = game.y.data(), columns.vx = game.vx.data(), columns.vy = game.vy.data();
    columns.user = layer.columns ? entity.data() : nullptr;
    game.handles.resize(count);
    if (!borrows)
        must(hail_spawn(game.world, 0, &game.shape, &columns, count, game.handles.data()));
}

/* They stay where they are, by and large. */
void move(Game &game, float *x, float *y, float *vx, float *vy) {
    const float way = game.frame % 32 < 16 ? dt : -dt;
    for (size_t i = 0; i < game.x.size(); i++) {
        x[i] += vx[i] * way;
        y[i] += vy[i] * way;
    }
    game.frame++;
}

void move(Game &game) {
    if (game.way != Way::Owned) {
        move(game, game.x.data(), game.y.data(), game.vx.data(), game.vy.data());
        return;
    }
    hail_columns c;
    must(hail_layer_columns(game.world, 0, &c));
    move(game, c.x, c.y, c.vx, c.vy);
}

void tell_by_columns(Game &game) {
    hail_columns c;
    must(hail_layer_columns(game.world, 0, &c));
    for (uint32_t i = 0; i < c.count; i++) {
        c.x[i] = game.x[c.user[i]];
        c.y[i] = game.y[c.user[i]];
    }
}

void tell(Game &game) {
    if (game.way == Way::Owned)
        return;
    if (game.way == Way::Columns) {
        tell_by_columns(game);
        return;
    }
    if (game.way == Way::Handles) {
        const hail_handles list = {game.handles.data(), 0, game.handles.size()};
        hail_body_writes writes = {};
        writes.x = game.x.data(), writes.y = game.y.data();
        must(hail_write_bodies(game.world, &list, &writes, nullptr));
        return;
    }
    hail_borrowed_columns columns = {};
    columns.x.first = game.x.data(), columns.y.first = game.y.data();
    must(hail_layer_borrow(game.world, 0, &game.shape, &columns, game.x.size(), nullptr));
}

/* Returns how many pairs touch. */
uint64_t step(Game &game) {
    tell(game);
    must(hail_step(game.world, dt, nullptr, nullptr));
    return hail_stats(game.world)->contacts;
}

/* The same circles, however they are told. */
void check(size_t count, Way way, const char *variant) {
    Game one, other;
    make(one, count, Way::Owned, variant);
    make(other, count, way, variant);
    for (int i = 0; i < 20; i++) {
        move(one);
        move(other);
        const uint64_t want = step(one), got = step(other);
        if (got != want) {
            std::fprintf(stderr, "hail-bench: borrowed: step %d has %d pairs, of an ordinary layer %d\n", i,
                         static_cast<int>(got), static_cast<int>(want));
            std::exit(1);
        }
    }
}

void measure(benchmark::State &state, size_t count, Way way, const char *variant) {
    check(count, way, variant);
    Game game;
    make(game, count, way, variant);
    for (int i = 0; i < 32; i++) {
        move(game);
        step(game);
    }
    uint64_t pairs = 0;
    std::clock_t ticks = 0;
    while (state.KeepRunning()) {
        state.PauseTiming();
        move(game);
        const std::clock_t start = std::clock();
        state.ResumeTiming();
        pairs += step(game);
        ticks += std::clock() - start;
    }
    const double ns = 1e9 * static_cast<double>(ticks) / CLOCKS_PER_SEC;
    state.counters["ns_per_body"] =
        benchmark::Counter(ns / static_cast<double>(count), benchmark::Counter::kAvgIterations);
    state.counters["pairs"] = benchmark::Counter(static_cast<double>(pairs), benchmark::Counter::kAvgIterations);
}

} // namespace

void measure_borrowed(bool smoke) {
    static const struct {
        const char *name;
        Way way;
    } ways[] = {{"", Way::Spatial},
                {"_random", Way::Random},
                {"_owned", Way::Owned},
                {"_handles", Way::Handles},
                {"_columns", Way::Columns}};
    for (const auto &way : ways)
        for (const size_t count : {size_t{1000}, size_t{10000}, size_t{100000}}) {
            if (smoke != (count == 1000))
                continue;
            const auto add = [&](const std::string &contender, const char *variant) {
                auto *made = benchmark::RegisterBenchmark(
                    (std::string("borrowed") + way.name + "/" + std::to_string(count) + "/" + contender).c_str(),
                    [=](benchmark::State &state) { measure(state, count, way.way, variant); });
                made->Unit(benchmark::kMicrosecond);
                if (smoke)
                    made->Iterations(1);
            };
            add("hail", nullptr);
            for (size_t i = 0; i < hail_variant_count(); i++)
                add(std::string("hail:") + hail_variant_name(i), hail_variant_name(i));
        }
}
