/* tests/sectors/sectors_town.c - makes random towns. */
#include "sectors_town.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shared/random_world.h"

/* ---- Towns ------------------------------------------------------------------------------------------------------- */

/* Under a quarter, so that no two walls of crooked rooms can cross; and what lies in a room keeps nearer to its middle
 * than its walls can come. */
static const float crooked = 0.24f, inner = 0.2f;

typedef struct builder {
    const town *of;
    uint64_t *state;
    plan p;
    uint32_t *room; /* sectors, by place */
} builder;

static uint32_t add_vertex(builder *b, float x, float y) {
    b->p.x[b->p.vertices] = x, b->p.y[b->p.vertices] = y;
    return (uint32_t)b->p.vertices++;
}

static void add_wall(builder *b, uint32_t from, uint32_t to, uint32_t right, uint32_t left, bool solid) {
    const bool turned = random_pick(b->state, 2) == 0;
    b->p.walls[b->p.wall_count++] = (hail_wall){.a = turned ? to : from,
                                                .b = turned ? from : to,
                                                .right = turned ? left : right,
                                                .left = turned ? right : left,
                                                .kind = (uint8_t)random_pick(b->state, b->of->kinds),
                                                .solid = solid};
}

static bool is_solid(builder *b) { return random_pick(b->state, 100) < b->of->solid; }

static uint32_t room_at(const builder *b, uint32_t column, uint32_t row) {
    return column < b->of->columns && row < b->of->rows ? b->room[row * b->of->columns + column] : HAIL_NO_SECTOR;
}

static void number_rooms(builder *b) {
    for (uint32_t row = 0; row < b->of->rows; row++)
        for (uint32_t column = 0; column < b->of->columns; column++) {
            const uint32_t what = random_pick(b->state, 20);
            uint32_t sector = what < 4 && column > 0 ? room_at(b, column - 1, row) : HAIL_NO_SECTOR;
            if (what >= 7 || (what >= 4 && row == 0))
                sector = b->p.sectors++;
            else if (what >= 6)
                sector = room_at(b, column, row - 1);
            b->room[row * b->of->columns + column] = sector;
        }
}

static void wall_between(builder *b, uint32_t from, uint32_t to, uint32_t right, uint32_t left) {
    if (right == left && (right == HAIL_NO_SECTOR || random_pick(b->state, 2) == 0))
        return;
    add_wall(b, from, to, right, left, is_solid(b));
}

static void add_corner(builder *b, uint32_t column, uint32_t row) {
    const float x = b->of->x + b->of->side * ((float)column + random_range(b->state, -crooked, crooked));
    const float y = b->of->y + b->of->side * ((float)row + random_range(b->state, -crooked, crooked));
    if (b->of->whole != 0)
        add_vertex(b, rintf(x), rintf(y));
    else
        add_vertex(b, x, y);
}

static void build_rooms(builder *b) {
    const uint32_t across = b->of->columns + 1;
    for (uint32_t row = 0; row <= b->of->rows; row++)
        for (uint32_t column = 0; column <= b->of->columns; column++)
            add_corner(b, column, row);
    for (uint32_t row = 0; row <= b->of->rows; row++)
        for (uint32_t column = 0; column <= b->of->columns; column++) {
            const uint32_t corner = row * across + column;
            const uint32_t here = room_at(b, column, row);
            if (column < b->of->columns) /* to the right: its right side is below it */
                wall_between(b, corner, corner + 1, here, row > 0 ? room_at(b, column, row - 1) : HAIL_NO_SECTOR);
            if (row < b->of->rows) /* down: its right side is before it */
                wall_between(b, corner, corner + across, column > 0 ? room_at(b, column - 1, row) : HAIL_NO_SECTOR,
                             here);
        }
}

/* A ring of walls round a room's middle; what is in it is `within`. With spikes its corners are sharp, on both sides.
 */
static void build_ring(builder *b, float x, float y, float size, bool spikes, uint32_t around, uint32_t within) {
    const uint32_t corners = spikes ? 12 : 3 + random_pick(b->state, 4), first = (uint32_t)b->p.vertices;
    const bool solid = is_solid(b);
    for (uint32_t k = 0; k < corners; k++) {
        const float turn = 6.2831853f * ((float)k + random_range(b->state, 0.0f, 0.2f)) / (float)corners;
        const float far = size * random_range(b->state, spikes ? 0.15f : 0.8f, 1.0f);
        add_vertex(b, x + far * cosf(turn), y + far * sinf(turn));
    }
    for (uint32_t k = 0; k < corners; k++) /* from +x towards +y: what is within is to its right */
        add_wall(b, first + k, first + (k + 1) % corners, within, around, solid);
}

static void furnish(builder *b, uint32_t column, uint32_t row) {
    const uint32_t here = room_at(b, column, row), what = random_pick(b->state, 10);
    const bool spikes = random_pick(b->state, 2) == 0;
    const float x = b->of->x + b->of->side * ((float)column + 0.5f), y = b->of->y + b->of->side * ((float)row + 0.5f),
                size = inner * b->of->side;
    if (here == HAIL_NO_SECTOR)
        return;
    if (what < 2) { /* a pillar */
        build_ring(b, x, y, size * random_range(b->state, 0.3f, 1.0f), spikes, here, HAIL_NO_SECTOR);
    } else if (what < 5) { /* a pool; perhaps with a pillar in it */
        const uint32_t pool = b->p.sectors++;
        build_ring(b, x, y, size, spikes && what < 4, here, pool);
        if (what == 4)
            build_ring(b, x, y, 0.2f * size, false, pool, HAIL_NO_SECTOR);
    } else if (what == 5) { /* a fence, or a portal */
        const float turn = random_range(b->state, 0.0f, 6.0f);
        const uint32_t from = add_vertex(b, x + size * cosf(turn), y + size * sinf(turn));
        const uint32_t to = add_vertex(b, x - size * cosf(turn), y - size * sinf(turn));
        add_wall(b, from, to, here, here, is_solid(b));
    } else if (what == 6) { /* an absent wall */
        add_wall(b, HAIL_NO_VERTEX, HAIL_NO_VERTEX, here, here, false);
    }
}

plan town_make(const town *what, uint64_t *state) {
    const size_t rooms = (size_t)(what->columns + 1) * (what->rows + 1);
    builder b = {.of = what, .state = state};
    b.p.x = calloc(14 * rooms, sizeof(float)), b.p.y = calloc(14 * rooms, sizeof(float));
    b.p.walls = calloc(14 * rooms, sizeof(hail_wall)), b.room = calloc(rooms, sizeof(uint32_t));
    if (b.p.x == NULL || b.p.y == NULL || b.p.walls == NULL || b.room == NULL)
        abort();
    number_rooms(&b);
    build_rooms(&b);
    for (uint32_t row = 0; row < what->rows; row++)
        for (uint32_t column = 0; column < what->columns; column++)
            furnish(&b, column, row);
    for (size_t i = b.p.wall_count; i > 1; i--) {
        const uint32_t k = random_pick(state, (uint32_t)i);
        const hail_wall moved = b.p.walls[i - 1];
        b.p.walls[i - 1] = b.p.walls[k], b.p.walls[k] = moved;
    }
    free(b.room);
    plan_index(&b.p, (double)what->side / 2.0);
    return b.p;
}

town town_of(uint64_t seed) {
    static const float side[] = {128.0f, 100.0f, 64.0f, 333.0f}, corner[] = {0.0f, -500.0f, 9000.0f, -70000.0f};
    uint64_t state = seed * 77 + 5;
    return (town){.columns = 1 + random_pick(&state, 16),
                  .rows = 1 + random_pick(&state, 16),
                  .side = side[random_pick(&state, 4)],
                  .x = corner[random_pick(&state, 4)],
                  .y = corner[random_pick(&state, 4)],
                  .whole = random_pick(&state, 2),
                  .solid = 20 * random_pick(&state, 4),
                  .kinds = random_pick(&state, 2) == 0 ? 1 : 32};
}

hail_sectors *plan_map(const plan *p, const hail_sectors_options *options, const char *name) {
    hail_sector_fault first[1] = {{0}};
    hail_sector_faults faults = {.list = first, .capacity = 1};
    hail_sectors *map = NULL;
    const hail_sector_data data = plan_data(p);
    const hail_status status = hail_sectors_create(options, &data, &faults, &map);
    cr_assert_eq(status, HAIL_OK, "%s: %s: %zu faults, the first of kind %d at (%g, %g), walls %u and %u", name,
                 hail_status_text(status), faults.count, (int)first[0].kind, (double)first[0].x, (double)first[0].y,
                 (unsigned)first[0].wall, (unsigned)first[0].other);
    cr_assert_not_null(map);
    return map;
}

/* ---- Places ------------------------------------------------------------------------------------------------------ */

static float anywhere(uint64_t *state, double least, double size, float more) {
    return (float)(least - (double)more + (size + 2.0 * (double)more) * (double)random_range(state, 0.0f, 1.0f));
}

bool plan_free_place(const plan *p, uint32_t kinds, float gap, uint64_t *state, float *x, float *y) {
    const double wide = p->cell * (double)p->columns, high = p->cell * (double)p->rows, reach = (double)gap + 1.0;
    for (int attempt = 0; attempt < 2000; attempt++) {
        *x = anywhere(state, p->left, wide, 0.0f), *y = anywhere(state, p->top, high, 0.0f);
        if (plan_sector(p, *x, *y) < PLAN_TORN && plan_gap(p, (double)*x, (double)*y, kinds, reach, NULL) > (double)gap)
            return true;
    }
    return false;
}

static spot on_wall(const plan *p, uint64_t *state) {
    const uint32_t w = random_pick(state, (uint32_t)p->wall_count);
    if (plan_absent(&p->walls[w]))
        return (spot){0.0f, 0.0f};
    const spot a = plan_end(p, w, false), b = plan_end(p, w, true);
    float along = random_range(state, 0.0f, 1.0f);
    if (random_pick(state, 2) == 0)
        along = 0.125f * (float)random_pick(state, 9); /* with whole numbers often on it to the bit */
    return (spot){a.x + along * (b.x - a.x), a.y + along * (b.y - a.y)};
}

spot plan_spot(const plan *p, uint64_t *state) {
    const uint32_t v = random_pick(state, (uint32_t)p->vertices);
    spot at = {anywhere(state, p->left, p->cell * (double)p->columns, 40.0f),
               anywhere(state, p->top, p->cell * (double)p->rows, 40.0f)};
    const uint32_t what = random_pick(state, 10);
    if (what < 3)
        return at;
    if (what < 6)
        at = on_wall(p, state);
    else if (what < 8)
        at = (spot){p->x[v], p->y[v]};
    else if (what == 8)
        at.y = p->y[v];
    else
        at.x = p->x[v];
    if (random_pick(state, 3) == 0)
        at.x = nextafterf(at.x, random_pick(state, 2) == 0 ? -INFINITY : INFINITY);
    if (random_pick(state, 3) == 0)
        at.y = nextafterf(at.y, random_pick(state, 2) == 0 ? -INFINITY : INFINITY);
    return at;
}

/* Fowler, Noll and Vo's, by bytes. */
uint64_t digest(uint64_t before, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        before = (before ^ at[i]) * 0x100000001b3u;
    return before;
}
