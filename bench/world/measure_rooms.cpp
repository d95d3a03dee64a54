/* bench/world/measure_rooms.cpp - steps many worlds of 200 bodies each, as a server of rooms does: 180 bullets and 20
 * ships, all circles; bullets collide with ships and with each other.
 *
 * `hail` is a loop of hail_step over worlds that share a scratch, `hail:own` the same with scratch of their own,
 * `hail:many` one hail_step_many; `hail:1tasks` and `hail:2tasks` are hail_step_many with so many workers, where each
 * room's callback runs on the task that steps it. rooms/1 is one room whose memory stays in the cache. Times are per
 * room. */
#include "measure_rooms.h"

#include "tasks.h"

#include <benchmark/benchmark.h>
#include <hail/hail.hpp>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

enum { BULLETS, SHIPS };
constexpr float dt = 1.0f / 60.0f;

struct Sums {
    size_t contacts = 0;
    double depths = 0.0;
};

/* A room has sums of its own: rooms are stepped at the same time. */
struct Rooms {
    hail::shapeset shapes;
    hail::scratch scratch; /* destroyed after its worlds */
    std::vector<hail::world> worlds;
    std::vector<plain_room> plain;
    std::vector<hail_world_step> steps;
    std::vector<Sums> each;
    Sums sums; /* of all that have none of their own */
};

void must(hail_status status) {
    if (status == HAIL_OK)
        return;
    std::fprintf(stderr, "hail-bench: rooms: %s\n", hail_status_text(status));
    std::exit(1);
}

void consume(const hail_contact *contacts, size_t count, void *user) {
    Sums &sums = *static_cast<Sums *>(user);
    for (size_t i = 0; i < count; i++)
        sums.depths += static_cast<double>(contacts[i].depth[0]);
    sums.contacts += count;
}

plain_room random_room(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    plain_room room;
    for (int i = 0; i < ROOM_BODIES; i++) {
        room.x[i] = unit(random) * ROOM_WIDTH, room.y[i] = unit(random) * ROOM_HEIGHT;
        room.vx[i] = unit(random) * 200.0f - 100.0f, room.vy[i] = unit(random) * 200.0f - 100.0f;
    }
    return room;
}

void fill(hail_world *world, const plain_room &room, const hail_shape &bullet, const hail_shape &ship) {
    const hail_layer_options wraps{0, HAIL_WRAP, 0, 0, 0, 0};
    hail_spawn_columns columns{};
    columns.x = room.x, columns.y = room.y, columns.vx = room.vx, columns.vy = room.vy;
    must(hail_layer_configure(world, BULLETS, &wraps));
    must(hail_layer_configure(world, SHIPS, &wraps));
    must(hail_rule_set(world, BULLETS, SHIPS, HAIL_MANIFOLD));
    must(hail_rule_set(world, BULLETS, BULLETS, HAIL_MANIFOLD));
    must(hail_spawn(world, BULLETS, &bullet, &columns, ROOM_BULLETS, nullptr));
    columns.x += ROOM_BULLETS, columns.y += ROOM_BULLETS, columns.vx += ROOM_BULLETS, columns.vy += ROOM_BULLETS;
    must(hail_spawn(world, SHIPS, &ship, &columns, ROOM_SHIPS, nullptr));
}

std::unique_ptr<Rooms> make(size_t count, bool shared, bool plain, const char *tasks = nullptr) {
    auto rooms = std::make_unique<Rooms>();
    hail_shape bullet, ship;
    hail_context context{};
    bench_set_context(&context, tasks);
    must(rooms->scratch.create(&context));
    must(rooms->shapes.create());
    must(hail_shape_circle(rooms->shapes, ROOM_BULLET, &bullet));
    must(hail_shape_circle(rooms->shapes, ROOM_SHIP, &ship));
    hail_world_options options{};
    options.max_x = ROOM_WIDTH, options.max_y = ROOM_HEIGHT;
    options.shapes = rooms->shapes;
    options.scratch = shared ? rooms->scratch.get() : nullptr;
    for (size_t i = 0; i < count; i++) {
        const plain_room room = random_room(static_cast<unsigned>(i));
        if (plain) {
            rooms->plain.push_back(room);
            continue;
        }
        rooms->worlds.emplace_back();
        must(rooms->worlds.back().create(options));
        fill(rooms->worlds.back(), room, bullet, ship);
        rooms->steps.push_back({rooms->worlds.back(), consume, &rooms->sums, HAIL_OK, 0});
    }
    if (tasks)
        rooms->each.resize(count);
    for (size_t i = 0; i < rooms->each.size(); i++)
        rooms->steps[i].user = &rooms->each[i];
    return rooms;
}

using Step = void(Rooms &);

void step_each(Rooms &rooms) {
    for (hail_world_step &step : rooms.steps)
        must(hail_step(step.world, dt, step.on_contacts, step.user));
}

void step_many(Rooms &rooms) { must(hail_step_many(rooms.steps.data(), rooms.steps.size(), dt, rooms.scratch, 0)); }

void step_on_tasks(Rooms &rooms) {
    must(hail_step_many(rooms.steps.data(), rooms.steps.size(), dt, rooms.scratch, HAIL_ON_TASKS));
}

void step_plain(Rooms &rooms) {
    for (plain_room &room : rooms.plain)
        rooms.sums.contacts += plain_room_step(&room, dt, &rooms.sums.depths);
}

size_t scratch_of(const Rooms &rooms) {
    size_t bytes = rooms.scratch.bytes();
    for (const hail::world &world : rooms.worlds) {
        hail_memory memory;
        must(hail_world_memory(world, &memory));
        bytes += memory.scratch;
    }
    return bytes;
}

struct Contender {
    const char *name;
    Step *step;
    bool shared, plain;
    const char *tasks; /* NULL: none */
};

constexpr Contender contenders[] = {{"plain", step_plain, false, true, nullptr},
                                    {"hail", step_each, true, false, nullptr},
                                    {"hail:own", step_each, false, false, nullptr},
                                    {"hail:many", step_many, true, false, nullptr},
#ifdef HAVE_TASKS
                                    {"hail:1tasks", step_on_tasks, true, false, "1tasks"},
                                    {"hail:2tasks", step_on_tasks, true, false, "2tasks"}
#endif
};

size_t contacts_of(const Rooms &rooms) {
    size_t contacts = rooms.sums.contacts;
    for (const Sums &sums : rooms.each)
        contacts += sums.contacts;
    return contacts;
}

/* Rounding may part them by a contact or two in a thousand. */
void check(const Contender &contender, const Rooms &rooms, size_t count) {
    const std::unique_ptr<Rooms> truth = make(count, false, true);
    step_plain(*truth);
    const double expected = static_cast<double>(truth->sums.contacts);
    const double difference = static_cast<double>(contacts_of(rooms)) - expected;
    if (difference * difference > 4.0 + expected * expected * 1e-6) {
        std::fprintf(stderr, "hail-bench: rooms/%zu/%s has %zu contacts, not %zu\n", count, contender.name,
                     contacts_of(rooms), truth->sums.contacts);
        std::exit(1);
    }
}

void measure(benchmark::State &state, const Contender &contender, size_t count) {
    const std::unique_ptr<Rooms> rooms = make(count, contender.shared, contender.plain, contender.tasks);
    contender.step(*rooms);
    check(contender, *rooms, count);
    for (int i = 0; i < 20; i++)
        contender.step(*rooms);
    const double start = bench_seconds(contender.tasks);
    while (state.KeepRunning())
        contender.step(*rooms);
    const double ns = 1e9 * (bench_seconds(contender.tasks) - start);
    const auto steps = static_cast<double>(state.iterations()) * static_cast<double>(count);
    benchmark::DoNotOptimize(rooms->sums.depths);
    state.counters["ns_per_room"] = ns / steps;
    if (!contender.plain)
        state.counters["scratch_bytes"] = static_cast<double>(scratch_of(*rooms));
}

} // namespace

void measure_rooms(bool smoke) {
    for (size_t count : {size_t{1}, smoke ? size_t{8} : size_t{1000}})
        for (const Contender &contender : contenders) {
            auto *registered =
                benchmark::RegisterBenchmark(("rooms/" + std::to_string(count) + "/" + contender.name).c_str(),
                                             [=](benchmark::State &state) { measure(state, contender, count); });
            registered->Unit(benchmark::kMicrosecond);
            if (contender.tasks)
                registered->UseRealTime();
            if (smoke)
                registered->Iterations(1);
        }
}
