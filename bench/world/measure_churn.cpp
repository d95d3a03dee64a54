/* bench/world/measure_churn.cpp - a swarm of which the oldest tenth is taken away in every step, and as many new
 * circles put elsewhere: shots of a game that never stops firing.
 *
 * `plain` is the swarm's `plain` (bench/step/plain_grid.c): a new circle takes an old one's place in its arrays, which
 * costs four copies. It has no handles, so nobody could ask it for a circle that is gone. `hail` despawns and spawns by
 * handles: stale ones are noticed. Both write a manifold for each touching pair; only hail puts them in order. */
#include "measure_bodies.h"
#include "plain_churn.h"

#include <benchmark/benchmark.h>
#include <hail/hail.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

namespace {

constexpr size_t batches = 16;

using Scene = std::unique_ptr<scene_data, void (*)(scene_data *)>;

struct Churn {
    Scene scene{nullptr, scene_destroy}, fresh{nullptr, scene_destroy}; /* fresh: whose circles come next */
    size_t oldest = 0, batch = 0, each = 0;                             /* each: how many come and go in a step */
    void *plain = nullptr;
    hail_world *world = nullptr;
    hail_shape shape = {};
    std::vector<hail_handle> handles; /* in order of age, from `oldest` on, round */
    size_t touching = 0;
    float depths = 0.0f;

    ~Churn() {
        plain_churn_destroy(plain);
        hail_world_destroy(world);
    }

    std::array<float *, 4> next() const { /* x, y, vx, vy */
        const scene_group &from = fresh->group[0];
        size_t at = batch * each;
        return {from.x + at, from.y + at, from.vx + at, from.vy + at};
    }

    void turn() {
        oldest = (oldest + each) % scene->group[0].count;
        batch = (batch + 1) % batches;
    }
};

void must(hail_status status) {
    if (status == HAIL_OK)
        return;
    std::fprintf(stderr, "hail-bench: churn: %s\n", hail_status_text(status));
    std::exit(1);
}

void consume(const hail_contact *contacts, size_t count, void *user) {
    Churn &churn = *static_cast<Churn *>(user);
    for (size_t i = 0; i < count; i++)
        churn.depths += contacts[i].depth[0];
    churn.touching += count;
}

void make_world(Churn &churn, const char *variant) {
    const scene_group &group = churn.scene->group[0];
    hail_context context = {};
    context.variant = variant;
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context = &context;
    options.max_x = churn.scene->width, options.max_y = churn.scene->height;
    must(hail_world_create(&options, &churn.world));
    hail_layer_options layer = {};
    layer.bounds = HAIL_WRAP;
    must(hail_layer_configure(churn.world, 0, &layer));
    must(hail_rule_set(churn.world, 0, 0, HAIL_MANIFOLD));
    must(hail_shape_circle(hail_world_shapes(churn.world), group.radius, &churn.shape));
    hail_spawn_columns columns = {};
    columns.x = group.x, columns.y = group.y, columns.vx = group.vx, columns.vy = group.vy;
    churn.handles.resize(group.count);
    must(hail_spawn(churn.world, 0, &churn.shape, &columns, group.count, churn.handles.data()));
}

std::unique_ptr<Churn> make(size_t size, bool plain, const char *variant) {
    auto churn = std::make_unique<Churn>();
    churn->each = size / 10;
    churn->scene = Scene(scene_create("swarm", size, 1), scene_destroy);
    churn->fresh = Scene(scene_create("swarm", size / 10 * batches, 2), scene_destroy);
    if (!churn->scene || !churn->fresh)
        must(HAIL_NO_MEMORY);
    scene_group &fresh = churn->fresh->group[0];
    for (size_t i = 0; i < fresh.count; i++) { /* into the other scene's area */
        fresh.x[i] *= 0.999f * churn->scene->width / churn->fresh->width;
        fresh.y[i] *= 0.999f * churn->scene->height / churn->fresh->height;
    }
    if (plain)
        churn->plain = plain_churn_create(churn->scene.get());
    else
        make_world(*churn, variant);
    return churn;
}

size_t step(Churn &churn) {
    const std::array<float *, 4> next = churn.next();
    if (churn.plain) {
        const size_t oldest = churn.oldest;
        churn.turn();
        return plain_churn_step(churn.plain, oldest, churn.each, next.data());
    }
    hail_spawn_columns columns = {};
    columns.x = next[0], columns.y = next[1], columns.vx = next[2], columns.vy = next[3];
    hail_handle *old = churn.handles.data() + churn.oldest;
    must(hail_despawn(churn.world, old, churn.each));
    must(hail_spawn(churn.world, 0, &churn.shape, &columns, churn.each, old));
    churn.turn();
    churn.touching = 0;
    must(hail_step(churn.world, SCENE_DT, consume, &churn));
    return churn.touching;
}

/* Rounding may part them by a pair or two. */
void check(size_t size, const char *variant) {
    const std::unique_ptr<Churn> one = make(size, true, nullptr), other = make(size, false, variant);
    for (int i = 0; i < 24; i++) {
        const size_t want = step(*one), got = step(*other);
        if (got > want + 2 || want > got + 2) {
            std::fprintf(stderr, "hail-bench: churn/%zu: step %d: hail finds %zu pairs, plain %zu\n", size, i, got,
                         want);
            std::exit(1);
        }
    }
}

void measure(benchmark::State &state, size_t size, bool plain, const char *variant) {
    if (!plain)
        check(size, variant);
    const std::unique_ptr<Churn> churn = make(size, plain, variant);
    for (int i = 0; i < 16; i++)
        step(*churn);
    size_t pairs = 0;
    const std::clock_t start = std::clock();
    while (state.KeepRunning())
        pairs += step(*churn);
    const double ns = 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    benchmark::DoNotOptimize(churn->depths);
    state.counters["ns_per_body"] =
        benchmark::Counter(ns / static_cast<double>(size), benchmark::Counter::kAvgIterations);
    state.counters["pairs"] = benchmark::Counter(static_cast<double>(pairs), benchmark::Counter::kAvgIterations);
}

} // namespace

void measure_churn(bool smoke) {
    for (size_t size : {size_t{1000}, size_t{10000}, size_t{100000}}) {
        if (smoke && size > 1000)
            break;
        auto add = [=](const std::string &name, bool plain, const char *variant) {
            auto *made =
                benchmark::RegisterBenchmark(("churn/" + std::to_string(size) + "/" + name).c_str(),
                                             [=](benchmark::State &state) { measure(state, size, plain, variant); });
            made->Unit(benchmark::kMicrosecond);
            if (smoke)
                made->Iterations(1);
        };
        add("plain", true, nullptr);
        add("hail", false, nullptr);
        for (size_t i = 0; i < hail_variant_count(); i++)
            add(std::string("hail:") + hail_variant_name(i), false, hail_variant_name(i));
    }
}
