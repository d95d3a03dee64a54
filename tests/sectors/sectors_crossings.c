/* tests/sectors/sectors_crossings.c - many sectors in one move: corridors cut into slices, fans of sectors round a
 * vertex, and wrong sectors with a list of crossings that is too short. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/contexts.h"
#include "sectors_oracle.h"

enum { SLICES = 300, FAN = 48, MOST = 1024 };

typedef struct drawing {
    float x[MOST], y[MOST];
    hail_wall walls[MOST];
    uint32_t vertices, count;
} drawing;

static uint32_t vertex(drawing *d, float x, float y) {
    d->x[d->vertices] = x, d->y[d->vertices] = y;
    return d->vertices++;
}

static void wall(drawing *d, uint32_t a, uint32_t b, uint32_t right, uint32_t left) {
    d->walls[d->count++] = (hail_wall){.a = a, .b = b, .right = right, .left = left};
}

static hail_sectors *map_of(const drawing *d, uint32_t sectors, float cell) {
    const hail_sector_data data = {.x = d->x,
                                   .y = d->y,
                                   .vertex_count = d->vertices,
                                   .walls = d->walls,
                                   .wall_count = d->count,
                                   .sector_count = sectors};
    hail_sectors_options options;
    hail_sectors_options_defaults(&options);
    hail_sectors *map = NULL;
    options.cell = cell;
    cr_assert_eq(hail_sectors_create(&options, &data, NULL, &map), HAIL_OK);
    return map;
}

/* From (0, 0) to (SLICES * step, 100); slice i is sector i. The portals lean, every other one the other way. */
static hail_sectors *corridor(float step, float cell, drawing *d) {
    memset(d, 0, sizeof *d);
    for (uint32_t i = 0; i <= SLICES; i++) {
        const float lean = i == 0 || i == SLICES ? 0.0f : step * (i % 2 == 0 ? 0.25f : -0.25f);
        vertex(d, (float)i * step - lean, 0.0f);
        vertex(d, (float)i * step + lean, 100.0f);
    }
    for (uint32_t i = 0; i <= SLICES; i++) {
        wall(d, 2 * i, 2 * i + 1, i == 0 ? HAIL_NO_SECTOR : i - 1, i == SLICES ? HAIL_NO_SECTOR : i);
        if (i < SLICES) {
            wall(d, 2 * i, 2 * i + 2, i, HAIL_NO_SECTOR);
            wall(d, 2 * i + 1, 2 * i + 3, HAIL_NO_SECTOR, i);
        }
    }
    return map_of(d, SLICES, cell);
}

typedef struct trip {
    hail_sector_move move;
    hail_crossing list[MOST];
    size_t count;
} trip;

static void go(const hail_sectors *map, size_t isa, spot from, spot to, float radius, trip *t) {
    const float dx = to.x - from.x, dy = to.y - from.y;
    const hail_sector_movers movers = {.context = variant_context(hail_variant_name(isa)),
                                       .map = map,
                                       .x = &from.x,
                                       .y = &from.y,
                                       .dx = &dx,
                                       .dy = &dy,
                                       .count = 1,
                                       .radius_of_all = radius};
    hail_crossings crossings = {.list = t->list, .capacity = MOST};
    cr_assert_eq(hail_sectors_move(&movers, NULL, &t->move, &crossings), HAIL_OK);
    t->count = crossings.count;
    cr_assert_leq(t->count, MOST);
    cr_assert_eq(t->move.entered, t->count);
}

/* Every slice is entered once, in order. */
static void along(const hail_sectors *map, size_t isa, float step, float y, float radius, bool back) {
    static trip t;
    const float left = step * 0.5f, right = step * ((float)SLICES - 0.5f);
    go(map, isa, (spot){back ? right : left, y}, (spot){back ? left : right, y}, radius, &t);
    cr_assert_eq(t.count, SLICES - 1, "%zu crossings of %d, step %g, radius %g", t.count, SLICES - 1, (double)step,
                 (double)radius);
    for (uint32_t i = 0; i < t.count; i++) {
        const uint32_t from = back ? SLICES - 1 - i : i;
        cr_assert(t.list[i].from == from && t.list[i].to == (back ? from - 1 : from + 1) &&
                      t.list[i].wall == 3 * (back ? from : from + 1),
                  "crossing %u is from %u to %u", (unsigned)i, (unsigned)t.list[i].from, (unsigned)t.list[i].to);
    }
}

Test(sectors_crossings, slices) {
    static const float steps[] = {0.0625f, 1.0f, 40.0f, 3000.0f}, cells[] = {0.0f, 30.0f, 200.0f};
    static drawing d;
    for (size_t k = 0; k < 4; k++)
        for (size_t n = 0; n < 3; n++) {
            hail_sectors *map = corridor(steps[k], cells[n] * (steps[k] > 100.0f ? 100.0f : 1.0f), &d);
            for (size_t isa = 0; isa < hail_variant_count(); isa++)
                for (int way = 0; way < 4; way++)
                    along(map, isa, steps[k], way < 2 ? 50.0f : 31.3f, way < 2 ? fminf(steps[k] * 0.5f, 20.0f) : 0.0f,
                          way % 2 == 1);
            hail_sectors_destroy(map);
        }
}

/* Sectors round the origin: crossings on a line through it, or past it as near as floats allow, have no gaps. */
Test(sectors_crossings, fan) {
    static drawing d;
    static trip t;
    memset(&d, 0, sizeof d);
    for (uint32_t i = 0; i < FAN; i++) {
        const double turn = 6.283185307179586 * (i + 0.5) / FAN;
        vertex(&d, (float)(1000.0 * cos(turn)), (float)(1000.0 * sin(turn)));
    }
    const uint32_t middle = vertex(&d, 0.0f, 0.0f);
    for (uint32_t i = 0; i < FAN; i++) {
        wall(&d, i, (i + 1) % FAN, i, HAIL_NO_SECTOR);
        wall(&d, middle, i, i, (i + FAN - 1) % FAN);
    }
    hail_sectors *map = map_of(&d, FAN, 0.0f);
    for (uint32_t i = 0; i < 4 * FAN; i++) {
        static const float past[] = {0.0f, 0x1p-140f, 1e-9f, -1e-6f, 0x1p-14f};
        const double turn = 6.283185307179586 * i / (2.0 * FAN);
        const spot from = {(float)(500.0 * cos(turn)), (float)(500.0 * sin(turn))};
        const spot to = {-from.x, past[i % 5] - from.y};
        uint32_t at = HAIL_NO_SECTOR;
        go(map, i % hail_variant_count(), from, to, 16.0f, &t);
        for (size_t k = 0; k < t.count; k++) {
            const hail_crossing *c = &t.list[k];
            cr_assert(k == 0 || c->from == at, "way %u: crossing %zu of %zu is from %u", (unsigned)i, k, t.count,
                      (unsigned)c->from);
            cr_assert(c->wall < d.count && (d.walls[c->wall].right == c->from ? d.walls[c->wall].left == c->to
                                                                              : d.walls[c->wall].right == c->to));
            at = c->to;
        }
        cr_assert(t.count > 0 && at == t.move.sector && t.move.flags == HAIL_MOVE_ENTERED, "way %u", (unsigned)i);
    }
    hail_sectors_destroy(map);
}

/* Every third mover names a wrong sector, and does not move: with any room, the list is the start of the whole one. */
Test(sectors_crossings, wrong_among_others) {
    enum { COUNT = 300 };
    static drawing d;
    static float x[COUNT], y[COUNT], dx[COUNT], dy[COUNT];
    static uint32_t sector[COUNT];
    static hail_crossing whole[MOST], some[MOST];
    static hail_sector_move moves[COUNT], again[COUNT];
    hail_sectors *map = corridor(40.0f, 0.0f, &d);
    for (uint32_t i = 0; i < COUNT; i++) {
        x[i] = 40.0f * ((float)(i % 250) + 0.5f), y[i] = 50.0f;
        dx[i] = i % 3 == 1 ? 80.0f : 0.0f;
        sector[i] = i % 3 == 0 ? (i % 250 + 7) % SLICES : i % 250;
    }
    const hail_sector_movers movers = {
        .map = map, .x = x, .y = y, .dx = dx, .dy = dy, .sector = sector, .count = COUNT, .radius_of_all = 8.0f};
    hail_crossings crossings = {.list = whole, .capacity = MOST};
    cr_assert_eq(hail_sectors_move(&movers, NULL, moves, &crossings), HAIL_OK);
    const size_t all = crossings.count;
    cr_assert_eq(all, 300);
    for (uint32_t i = 0, k = 0; i < COUNT; i++) {
        const uint32_t told = i % 3 == 0 ? 1 : i % 3 == 1 ? 2 : 0;
        cr_assert(moves[i].entered == told && moves[i].sector == i % 250 + (i % 3 == 1 ? 2 : 0));
        for (uint32_t n = 0; n < told; n++, k++)
            cr_assert(whole[k].mover == i && whole[k].to == (i % 3 == 0 ? i % 250 : i % 250 + 1 + n) &&
                      (whole[k].wall == HAIL_NO_WALL) == (i % 3 == 0));
    }
    for (size_t room = 0; room <= all + 1; room += 1 + room / 7) {
        memset(some, 0xee, sizeof some);
        crossings = (hail_crossings){.list = some, .capacity = room};
        cr_assert_eq(hail_sectors_move(&movers, NULL, again, &crossings), HAIL_OK);
        cr_assert(crossings.count == all && memcmp(moves, again, sizeof moves) == 0);
        cr_assert_eq(memcmp(some, whole, (room < all ? room : all) * sizeof *some), 0, "room for %zu", room);
        cr_assert(room >= MOST || some[room].mover == 0xeeeeeeeeu, "it writes where there is no room");
    }
    hail_sectors_destroy(map);
}
