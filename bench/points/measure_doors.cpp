/* bench/points/measure_doors.cpp - walls that become solid and open again: set_solid/<walls>/<contender>, a hundred at
 * once, all over a board of rooms of 1,000 x 1,000 px.
 *
 * `plain` has a flag a wall, which its searches read. Hail's cells know which of their walls stop, so that a search
 * need not look at the walls: a change visits the cells that a wall lies in. */
#include "measure_points.h"

#include <benchmark/benchmark.h>
#include <hail/hail.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace {

using Map = std::unique_ptr<hail_sectors, void (*)(hail_sectors *)>;

void must(hail_status status, const char *call) {
    if (status == HAIL_OK)
        return;
    std::fprintf(stderr, "hail-bench: set_solid: %s: %s\n", call, hail_status_text(status));
    std::exit(1);
}

/* side * side square rooms with open walls between them. */
struct Board {
    std::vector<float> x, y;
    std::vector<hail_wall> walls;
    std::vector<uint32_t> doors; /* every so many of the walls between two rooms */
    uint32_t rooms;

    explicit Board(uint32_t side) : rooms(side * side) {
        for (uint32_t row = 0; row <= side; row++)
            for (uint32_t column = 0; column <= side; column++) {
                x.push_back(100.0f * static_cast<float>(column));
                y.push_back(100.0f * static_cast<float>(row));
            }
        for (uint32_t row = 0; row <= side; row++)
            for (uint32_t column = 0; column <= side; column++) {
                const uint32_t corner = row * (side + 1) + column, room = row * side + column;
                if (column < side) /* to the right: +y is on the right hand */
                    add(corner, corner + 1, row < side ? room : HAIL_NO_SECTOR, row ? room - side : HAIL_NO_SECTOR);
                if (row < side) /* down */
                    add(corner, corner + side + 1, column ? room - 1 : HAIL_NO_SECTOR,
                        column < side ? room : HAIL_NO_SECTOR);
            }
        std::vector<uint32_t> between;
        for (uint32_t i = 0; i < walls.size(); i++)
            if (walls[i].right != HAIL_NO_SECTOR && walls[i].left != HAIL_NO_SECTOR)
                between.push_back(i);
        for (uint32_t i = 0; i < 100; i++)
            doors.push_back(between[i * between.size() / 100]);
    }

    void add(uint32_t a, uint32_t b, uint32_t right, uint32_t left) {
        hail_wall wall{};
        wall.a = a, wall.b = b, wall.right = right, wall.left = left;
        walls.push_back(wall);
    }

    Map map() const {
        hail_sector_data data{};
        data.x = x.data(), data.y = y.data(), data.vertex_count = x.size();
        data.walls = walls.data(), data.wall_count = walls.size(), data.sector_count = rooms;
        hail_sectors *made = nullptr;
        must(hail_sectors_create(nullptr, &data, nullptr, &made), "hail_sectors_create");
        return {made, hail_sectors_destroy};
    }
};

void measure(benchmark::State &state, uint32_t side, bool plain) {
    const Board board(side);
    const Map map = board.map();
    std::vector<hail_wall> walls = board.walls;
    bool solid = true;
    while (state.KeepRunning()) {
        if (plain)
            for (uint32_t door : board.doors)
                walls[door].solid = solid;
        else
            must(hail_sectors_set_solid(map.get(), board.doors.data(), board.doors.size(), solid),
                 "hail_sectors_set_solid");
        solid = !solid;
        benchmark::ClobberMemory();
    }
}

} // namespace

void measure_doors(bool smoke) {
    for (uint32_t side : {20u, 200u}) {
        const std::string title = "set_solid/" + std::to_string(2 * side * (side + 1)) + "/";
        for (bool plain : {true, false}) {
            auto *made = benchmark::RegisterBenchmark((title + (plain ? "plain" : "hail")).c_str(),
                                                      [=](benchmark::State &state) { measure(state, side, plain); });
            made->Unit(benchmark::kNanosecond);
            if (smoke)
                made->Iterations(1);
        }
        if (smoke)
            break;
    }
}
