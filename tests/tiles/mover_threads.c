/* tests/tiles/mover_threads.c - four threads move movers on one tile map and one map of sectors at once, and get the
 * bytes that one thread gets. A plain main, so that ThreadSanitizer sees all of it: meson setup build-tsan
 * -Dtests=enabled -Db_sanitize=thread. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hail/hail.h>

#include "shared/ask_together.h"
#include "shared/random_world.h"

enum { MOVERS = 1500, TIMES = 10, SIDE = 24, NODES = (SIDE + 1) * (SIDE + 1), TILE = 16, CONTACTS = 20000 };

static hail_tileset *set;
static hail_tilemap *tiles;
static hail_sectors *rooms;
static hail_convex shapes[4];
static float x[MOVERS], y[MOVERS], dx[MOVERS], dy[MOVERS], radius[MOVERS];
static uint32_t which[MOVERS], in_sector[MOVERS];
static uint8_t through[MOVERS];

typedef struct answers {
    hail_slide slides[MOVERS];
    hail_contact hits[MOVERS], overlaps[CONTACTS];
    hail_ray_hit rays[MOVERS];
    float normal_x[MOVERS], normal_y[MOVERS];
    hail_sector_move moves[MOVERS], pushes[MOVERS];
    hail_crossing crossings[CONTACTS];
    hail_nearest_point nearest[MOVERS];
    uint32_t sector[MOVERS];
    size_t overlap_count, crossing_count;
    hail_error error; /* each thread has its own */
    hail_status status;
} answers;

static void first_of(answers *a, hail_status status) { a->status = a->status == HAIL_OK ? status : a->status; }

static void ask_tiles(answers *a, const hail_context *context) {
    hail_tilemap_movers movers = {.map = tiles, .through = through};
    movers.shapes = (hail_shapes){.context = context,
                                  .convexes = shapes,
                                  .shape_count = 4,
                                  .x = x,
                                  .y = y,
                                  .dx = dx,
                                  .dy = dy,
                                  .shape = which,
                                  .count = MOVERS};
    hail_slide_options options;
    hail_slide_options_defaults(&options);
    options.step_height = 6.0f;
    options.snap = 4.0f;
    const hail_tilemap_rays rays = {
        .map = tiles, .rays = {.context = context, .x = x, .y = y, .dx = dx, .dy = dy, .count = MOVERS}, .smooth = 2};
    const hail_points points = {context, x, y, MOVERS};
    first_of(a, hail_tilemap_slide(&movers, &options, a->slides));
    first_of(a, hail_tilemap_sweep(&movers, a->hits));
    first_of(a, hail_tilemap_overlap(&movers, a->overlaps, CONTACTS, &a->overlap_count));
    first_of(a, hail_tilemap_march(&rays, &(hail_ray_answers){.hits = a->rays}));
    first_of(a, hail_tilemap_normals(tiles, &points, 0, 3, a->normal_x, a->normal_y));
}

static void ask_rooms(answers *a, const hail_context *context) {
    const hail_sector_movers movers = {.context = context,
                                       .map = rooms,
                                       .x = x,
                                       .y = y,
                                       .dx = dx,
                                       .dy = dy,
                                       .radius = radius,
                                       .sector = in_sector,
                                       .count = MOVERS};
    const hail_points points = {context, x, y, MOVERS};
    hail_crossings crossings = {a->crossings, CONTACTS, 0};
    first_of(a, hail_sectors_move(&movers, NULL, a->moves, &crossings));
    a->crossing_count = crossings.count;
    first_of(a, hail_sectors_depenetrate(&movers, a->pushes));
    first_of(a, hail_sectors_find(rooms, &points, a->sector));
    first_of(a, hail_sectors_nearest(rooms, &points, NULL, a->nearest));
}

static void *ask(void *to) {
    answers *a = to;
    const hail_context context = {.error = &a->error};
    memset(a, 0, sizeof *a);
    ask_tiles(a, &context);
    ask_rooms(a, &context);
    const hail_tilemap_movers none = {.shapes = {.context = &context}}; /* refused, into the thread's own error */
    first_of(a, hail_tilemap_sweep(&none, a->hits) == HAIL_BAD_ARGUMENT ? HAIL_OK : HAIL_BAD_ARGUMENT);
    return NULL;
}

/* ---- Maps -------------------------------------------------------------------------------------------------------- */

/* Full tiles, slopes, and one-way platforms. */
static int make_tiles(uint64_t *state) {
    uint64_t slope[TILE], full[TILE];
    uint32_t tile[3], cell[SIDE * SIDE];
    for (int i = 0; i < TILE; i++) {
        slope[i] = (UINT64_C(2) << i) - 1;
        full[i] = UINT64_C(0xffff);
    }
    if (hail_tileset_create(NULL, TILE, TILE, &set) != HAIL_OK ||
        hail_tileset_add_bits(set, full, 0, &tile[0]) != HAIL_OK ||
        hail_tileset_add_bits(set, slope, 1, &tile[1]) != HAIL_OK ||
        hail_tileset_add_bits(set, full, 2, &tile[2]) != HAIL_OK ||
        hail_tileset_set_one_way(set, HAIL_KIND(2), HAIL_ONE_WAY_TOP) != HAIL_OK)
        return 1;
    for (int i = 0; i < SIDE * SIDE; i++)
        cell[i] = random_pick(state, 5) == 0 ? tile[random_pick(state, 3)] : 0;
    const hail_tilemap_options options = {.columns = SIDE, .rows = SIDE, .outside_solid = true};
    return hail_tilemap_create(set, &options, &tiles) != HAIL_OK ||
           hail_tilemap_set(tiles, 0, 0, SIDE, SIDE, cell, SIDE) != HAIL_OK;
}

static uint32_t room_of(int i, int j) {
    return i < 0 || j < 0 || i >= SIDE || j >= SIDE ? HAIL_NO_SECTOR : (uint32_t)(j * SIDE + i);
}

static int make_rooms(uint64_t *state) {
    static float vx[NODES], vy[NODES];
    static hail_wall wall[2 * NODES];
    size_t count = 0;
    for (int j = 0; j <= SIDE; j++)
        for (int i = 0; i <= SIDE; i++) {
            const uint32_t node = (uint32_t)(j * (SIDE + 1) + i);
            vx[node] = (float)(i * TILE) + random_range(state, -3.0f, 3.0f);
            vy[node] = (float)(j * TILE) + random_range(state, -3.0f, 3.0f);
            if (i < SIDE)
                wall[count++] =
                    (hail_wall){node, node + 1, room_of(i, j), room_of(i, j - 1), 0, random_pick(state, 3) == 0};
            if (j < SIDE)
                wall[count++] =
                    (hail_wall){node, node + SIDE + 1, room_of(i - 1, j), room_of(i, j), 0, random_pick(state, 3) == 0};
        }
    const hail_sector_data data = {vx, vy, NODES, wall, count, SIDE * SIDE};
    return hail_sectors_create(NULL, &data, NULL, &rooms) != HAIL_OK;
}

static int make_movers(uint64_t *state) {
    const float size = SIDE * TILE;
    const hail_points points = {NULL, x, y, MOVERS};
    for (int i = 0; i < MOVERS; i++) {
        x[i] = random_range(state, 0.0f, size), y[i] = random_range(state, 0.0f, size);
        dx[i] = random_range(state, -60.0f, 60.0f), dy[i] = random_range(state, -60.0f, 60.0f);
        radius[i] = random_range(state, 0.0f, 5.0f);
        which[i] = random_pick(state, 4);
        through[i] = random_pick(state, 4) == 0;
    }
    return hail_sectors_find(rooms, &points, in_sector) != HAIL_OK;
}

/* ---- Threads ----------------------------------------------------------------------------------------------------- */

/* How many movers something happened to. */
static size_t events_of(const answers *a) {
    size_t events = a->overlap_count + a->crossing_count;
    for (int i = 0; i < MOVERS; i++)
        events += (a->slides[i].count > 0 ? 1u : 0u) + (a->hits[i].kind != 0 ? 1u : 0u) +
                  (a->moves[i].wall != HAIL_NO_WALL ? 1u : 0u);
    return events;
}

int main(void) {
    uint64_t state = 17;
    answers *a = malloc(ASKING_THREADS * sizeof *a), *want = malloc(sizeof *want);
    int wrong = a == NULL || want == NULL || make_tiles(&state) != 0 || make_rooms(&state) != 0 ||
                hail_convex_circle(5.0f, &shapes[0]) != HAIL_OK ||
                hail_convex_box(4.0f, 6.0f, 0.0f, &shapes[1]) != HAIL_OK ||
                hail_convex_capsule(0, -4, 3, 4, 2.0f, &shapes[2]) != HAIL_OK ||
                hail_convex_capsule(-5, 0, 5, 2, 0.0f, &shapes[3]) != HAIL_OK;
    for (int i = 0; i < TIMES && wrong == 0; i++) {
        wrong += make_movers(&state);
        ask(want);
        wrong += want->status != HAIL_OK || events_of(want) < MOVERS;
        wrong += ask_together(ask, a, want, sizeof *want);
    }
    hail_tilemap_destroy(tiles);
    hail_tileset_destroy(set);
    hail_sectors_destroy(rooms);
    free(a);
    free(want);
    printf("1..1\n%sok 1 - four threads get what one gets\n", wrong != 0 ? "not " : "");
    return wrong != 0;
}
