/* bench/step/measure_hits.cpp - see measure_hits.h. A step is the whole of it: what is spent flies again. */
#include "measure_hits.h"

#include <benchmark/benchmark.h>
#include <hail/hail.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "hits.h"

namespace {

constexpr uint64_t seed = 1;
constexpr size_t bullets = 10000;
constexpr int warm_steps = 120, checked_steps = 30; /* first hits at the start come at once */
constexpr double allowed = 0.005; /* shares of hits and grazes that two correct programs may differ by */

constexpr const char *names[HITS_SCENES] = {"barrage_first", "barrage_pierce", "barrage_hits"};

enum : uint32_t { BULLETS, ENEMIES };

void good(hail_status status) {
    if (status == HAIL_OK)
        return;
    std::fprintf(stderr, "hail-bench: hits: %s\n", hail_status_text(status));
    std::exit(1);
}

/* Reads every contact. */
struct Sum {
    hits_found found = {};
    float depths = 0.0f;
};

void consume(const hail_contact *contact, size_t count, void *user) {
    auto *sum = static_cast<Sum *>(user);
    for (size_t i = 0; i < count; i++) {
        const bool graze = contact[i].kind == HAIL_CONTACT_GRAZE;
        sum->found.grazes += graze;
        sum->found.hits += !graze;
        sum->depths += contact[i].depth[0];
    }
}

class Game {
  public:
    virtual ~Game() = default;
    virtual hits_found step() = 0;
    virtual const char *label() const { return ""; }
};

class Plain : public Game {
  public:
    Plain(const scene_data *scene, hits_scene asked) : world(plain_hits_create(scene, asked), plain_hits_destroy) {}
    hits_found step() override { return plain_hits_step(world.get()); }

  private:
    std::unique_ptr<plain_hits, void (*)(plain_hits *)> world;
};

class Hail : public Game {
  public:
    Hail(const scene_data *scene_, hits_scene asked, const char *variant)
        : scene(scene_), times(scene_->group[0].count) {
        const bool all = asked != HITS_FIRST;
        hail_world_options options;
        hail_context context = {};
        hail_world_options_defaults(&options);
        context.variant = variant;
        options.context = &context;
        options.max_x = scene->width, options.max_y = scene->height;
        good(world.create(options));
        hail_layer_options layer = {all ? static_cast<uint32_t>(HAIL_PIERCE | HAIL_USER) : 0u, HAIL_WRAP, 0, 0, 0, 0};
        good(hail_layer_configure(world, BULLETS, &layer));
        layer.columns = HAIL_ROTATION;
        good(hail_layer_configure(world, ENEMIES, &layer));
        hail_rule rule = {};
        rule.mode = HAIL_EARLIEST, rule.layer_a = BULLETS, rule.layer_b = ENEMIES;
        if (all)
            rule.cooldown = HAIL_ONCE, rule.graze = asked == HITS_ALL ? HITS_GRAZE : 0.0f;
        good(hail_rule_configure(world, &rule));
        add_bullets(all);
        add_enemies();
    }

    hits_found step() override {
        Sum sum;
        good(hail_step(world, SCENE_DT, consume, &sum));
        benchmark::DoNotOptimize(sum.depths);
        size_t count;
        const hail_removal *removal = hail_removals(world, &count);
        for (size_t i = 0; i < count; i++)
            fly_again(static_cast<uint32_t>(removal[i].user));
        if (!again.empty())
            spawn_again();
        sum.found.spent = count;
        return sum.found;
    }

    const char *label() const override { return hail_world_variant(world); }

  private:
    void add_bullets(bool all) {
        const scene_group &group = scene->group[BULLETS];
        std::vector<uint64_t> user(group.count);
        const std::vector<uint32_t> pierce(group.count, HITS_PIERCE);
        for (size_t i = 0; i < group.count; i++)
            user[i] = i;
        hail_spawn_columns columns = {};
        columns.x = group.x, columns.y = group.y, columns.vx = group.vx, columns.vy = group.vy;
        if (all)
            columns.user = user.data(), columns.pierce = pierce.data();
        good(hail_shape_circle(world.shapes(), group.radius, &circle));
        good(hail_spawn(world, BULLETS, &circle, &columns, group.count, nullptr));
    }

    void add_enemies() {
        const scene_group &group = scene->group[ENEMIES];
        std::vector<hail_shape> made(scene->template_count), shape(group.count);
        for (size_t i = 0; i < made.size(); i++)
            good(hail_shape_polygon(world.shapes(), scene->shape[i].x, scene->shape[i].y, scene->shape[i].count, 0.0f,
                                    &made[i]));
        for (size_t i = 0; i < group.count; i++)
            shape[i] = made[group.shape[i]];
        hail_spawn_columns columns = {};
        columns.x = group.x, columns.y = group.y, columns.vx = group.vx, columns.vy = group.vy;
        columns.shape = shape.data(), columns.angle = group.angle;
        good(hail_spawn(world, ENEMIES, made.data(), &columns, group.count, nullptr));
    }

    void fly_again(uint32_t shot) {
        float place_x, place_y;
        hits_place(scene, shot, ++times[shot], &place_x, &place_y);
        x.push_back(place_x), y.push_back(place_y);
        vx.push_back(scene->group[BULLETS].vx[shot]), vy.push_back(scene->group[BULLETS].vy[shot]);
        again.push_back(shot);
        pierces.push_back(HITS_PIERCE);
    }

    void spawn_again() {
        hail_spawn_columns columns = {};
        columns.x = x.data(), columns.y = y.data(), columns.vx = vx.data(), columns.vy = vy.data();
        columns.user = again.data(), columns.pierce = pierces.data();
        good(hail_spawn(world, BULLETS, &circle, &columns, again.size(), nullptr));
        x.clear(), y.clear(), vx.clear(), vy.clear(), again.clear(), pierces.clear();
    }

    const scene_data *scene;
    hail::world world;
    hail_shape circle = {};
    std::vector<uint32_t> times; /* how often each shot was spent */
    std::vector<float> x, y, vx, vy;
    std::vector<uint64_t> again;
    std::vector<uint32_t> pierces;
};

std::unique_ptr<Game> make(const scene_data *scene, hits_scene asked, bool plain, const char *variant) {
    if (plain)
        return std::make_unique<Plain>(scene, asked);
    return std::make_unique<Hail>(scene, asked, variant);
}

hits_found run(Game &game, int steps) {
    hits_found sum = {};
    for (int i = 0; i < steps; i++) {
        const hits_found found = game.step();
        sum.hits += found.hits, sum.grazes += found.grazes, sum.spent += found.spent;
    }
    return sum;
}

void compare(const char *what, size_t found, size_t wanted) {
    const double off = std::fabs(static_cast<double>(found) - static_cast<double>(wanted));
    if (off <= allowed * static_cast<double>(wanted))
        return;
    std::fprintf(stderr, "hail-bench: hits: %zu %s, but plain has %zu\n", found, what, wanted);
    std::exit(1);
}

/* Hail must find what plain finds, but for what all but touches. */
void check(const scene_data *scene, hits_scene asked, const char *variant) {
    Plain plain(scene, asked);
    Hail hail(scene, asked, variant);
    const hits_found wanted = run(plain, checked_steps), found = run(hail, checked_steps);
    compare("hits", found.hits, wanted.hits);
    compare("grazes", found.grazes, wanted.grazes);
    compare("spent shots", found.spent, wanted.spent);
}

void measure(benchmark::State &state, hits_scene asked, bool plain, const char *variant, bool smoke) {
    const std::unique_ptr<scene_data, void (*)(scene_data *)> scene(scene_create("barrage", bullets, seed),
                                                                    scene_destroy);
    if (!scene)
        std::exit(1);
    if (!plain)
        check(scene.get(), asked, variant);
    const std::unique_ptr<Game> game = make(scene.get(), asked, plain, variant);
    run(*game, smoke ? 1 : warm_steps);
    hits_found sum = {};
    const std::clock_t start = std::clock();
    while (state.KeepRunning()) {
        const hits_found found = game->step();
        sum.hits += found.hits, sum.grazes += found.grazes;
    }
    const double ns = 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    const auto average = benchmark::Counter::kAvgIterations;
    state.counters["ns_per_body"] =
        benchmark::Counter(ns / static_cast<double>(scene_body_count(scene.get())), average);
    state.counters["hits"] = benchmark::Counter(static_cast<double>(sum.hits), average);
    state.counters["grazes"] = benchmark::Counter(static_cast<double>(sum.grazes), average);
    state.SetLabel(game->label());
}

void add(hits_scene asked, bool plain, const char *variant, bool smoke) {
    const std::string who = plain ? "plain" : variant ? std::string("hail:") + variant : "hail";
    const std::string name = std::string(names[asked]) + "/" + std::to_string(bullets) + "/" + who;
    auto *made = benchmark::RegisterBenchmark(
        name.c_str(), [=](benchmark::State &state) { measure(state, asked, plain, variant, smoke); });
    made->Unit(benchmark::kMicrosecond);
    if (smoke)
        made->Iterations(1);
}

} // namespace

void measure_hits(bool smoke) {
    for (const hits_scene asked : {HITS_FIRST, HITS_PIERCING, HITS_ALL}) {
        add(asked, true, nullptr, smoke);
        for (size_t v = 0; v <= hail_variant_count(); v++)
            add(asked, false, v ? hail_variant_name(v - 1) : nullptr, smoke);
    }
}
