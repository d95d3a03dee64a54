/* bench/tiles/measure_edit.cpp - the time of changing a tile, compared with that of rays; see measure_tiles.h. */
#include "measure_tiles.h"

#include "hail_map.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace {

constexpr size_t groups = 2000; /* of rays, of each size */

struct Sizes {
    uint32_t columns = 1024;
    size_t edits = 20000, rays = 100000;
} sizes;

/* A map kept for the whole benchmark, because creating it takes longer than measuring. */
struct Ground {
    tile_scene *scene = tile_scene_create(0, sizes.columns);
    tile_rays *rays = scene ? tile_rays_create(scene, sizes.rays, false, 1) : nullptr;
    hail_map map = {};
    std::vector<uint32_t> cells; /* empty ones, to be edited */

    Ground() {
        if (!rays)
            hail_map_must(HAIL_NO_MEMORY, "tile_edit");
        hail_map_create(scene, &map);
        uint64_t state = 1;
        while (cells.size() < sizes.edits) {
            state = state * 6364136223846793005u + 1442695040888963407u; /* D. Knuth's MMIX */
            auto cell = static_cast<uint32_t>((state >> 33) % (size_t{sizes.columns} * sizes.columns));
            if (!scene->tile[cell])
                cells.push_back(cell);
        }
    }
    Ground(const Ground &) = delete;
    Ground &operator=(const Ground &) = delete;
    ~Ground() {
        hail_map_destroy(&map);
        tile_rays_destroy(rays);
        tile_scene_destroy(scene);
    }
};

Ground &ground() {
    static Ground made;
    return made;
}

using Clock = std::chrono::steady_clock;

double ns_between(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double, std::nano>(to - from).count();
}

double part_of(std::vector<double> values, double part) {
    auto place = values.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

/* The time of two clock reads. */
double clock_ns() {
    std::vector<double> values;
    for (int i = 0; i < 1001; i++) {
        Clock::time_point from = Clock::now();
        values.push_back(ns_between(from, Clock::now()));
    }
    return part_of(values, 0.5);
}

void keep_least(double &kept, double ns) { kept = kept > 0.0 ? std::min(kept, ns) : ns; }

/* Sets and removes a tile in every cell. An edit's time is its minimum over all rounds, to exclude interrupts. */
void edit_round(std::vector<double> &least, double clock) {
    Ground &at = ground();
    const uint32_t full = at.map.full, nothing = 0;
    for (size_t i = 0; i < at.cells.size(); i++) {
        uint32_t column = at.cells[i] % sizes.columns, row = at.cells[i] / sizes.columns;
        Clock::time_point first = Clock::now();
        hail_status set = hail_tilemap_set(at.map.map, column, row, 1, 1, &full, 1);
        Clock::time_point second = Clock::now();
        hail_status cleared = hail_tilemap_set(at.map.map, column, row, 1, 1, &nothing, 1);
        Clock::time_point third = Clock::now();
        hail_map_must(set, "hail_tilemap_set");
        hail_map_must(cleared, "hail_tilemap_set");
        keep_least(least[2 * i], std::max(1.0, ns_between(first, second) - clock));
        keep_least(least[2 * i + 1], std::max(1.0, ns_between(second, third) - clock));
    }
}

/* The median time of a call of hail_tilemap_march with `size` rays. */
double march_ns(const hail_context *context, size_t size, double clock) {
    Ground &at = ground();
    std::vector<hail_ray_hit> hits(size);
    std::vector<double> values;
    for (size_t i = 0; i < groups; i++) {
        size_t first = i * size % (at.rays->count - size);
        Clock::time_point from = Clock::now();
        hail_map_march(&at.map, context, HAIL_WALK_PIXELS, at.rays, first, size, hits.data());
        values.push_back(ns_between(from, Clock::now()) - clock);
    }
    return part_of(values, 0.5);
}

void measure(benchmark::State &state, const std::string &variant) {
    hail_context context{};
    context.variant = variant.c_str();
    double clock = clock_ns();
    std::vector<double> least(2 * ground().cells.size());
    while (state.KeepRunning())
        edit_round(least, clock);
    state.counters["edit_ns"] = part_of(least, 0.5);
    state.counters["edit_worst_ns"] = part_of(least, 0.999);
    state.counters["edit_max_ns"] = part_of(least, 1.0);
    state.counters["march25_ns"] = march_ns(&context, 25, clock);
    state.counters["march500_ns"] = march_ns(&context, 500, clock);
    hail_tilemap_size size;
    hail_tilemap_measure(ground().map.map, &size);
    double cells = static_cast<double>(size.columns) * static_cast<double>(size.rows);
    state.counters["bytes_beside_ids"] = static_cast<double>(size.bytes) / cells - sizeof(uint32_t);
}

} // namespace

void measure_tile_edit(bool smoke) {
    if (smoke)
        sizes = Sizes{128, 200, 2000};
    std::vector<std::string> variants = {""};
    for (size_t i = 0; i < hail_variant_count(); i++)
        variants.emplace_back(hail_variant_name(i));
    for (const std::string &variant : variants) {
        std::string name = "tile_edit/1/hail" + (variant.empty() ? "" : ":" + variant);
        auto *made =
            benchmark::RegisterBenchmark(name.c_str(), [variant](benchmark::State &state) { measure(state, variant); });
        made->Unit(benchmark::kMicrosecond)->Iterations(smoke ? 1 : 3);
    }
}
