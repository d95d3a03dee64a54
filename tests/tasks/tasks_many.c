/* Many worlds that share a tile map and sectors step at once; their callbacks ask queries, cast rays and slide movers.
 * All worlds give the same bytes for any number of workers and any schedule. A plain main, so that ThreadSanitizer sees
 * all of it; tests/tree/races.py runs it so. */
#include <stdio.h>
#include <string.h>

#include <hail/hail.h>

#include "schedulers.h"
#include "shared/random_world.h"
#include "shared/stream.h"
#include "shared/two_rooms.h"
#include "shared/mix.h"

enum { WORLDS = 37, BODIES = 300, STEPS = 6, ASKS = 12, TILE = 16, SIDE = 640, CELLS = SIDE / TILE, LAYERS = 2 };

typedef struct maps {
    hail_tileset *tiles;
    hail_tilemap *map;
    hail_sectors *sectors;
} maps;

/* A world, and what it gave. */
typedef struct room {
    const maps *maps;
    hail_world *world;
    uint64_t state, digest;
    hail_status status;
} room;

static void note(room *r, hail_status status) { r->status = r->status == HAIL_OK ? status : r->status; }

/* ---- What the worlds share --------------------------------------------------------------------------------------- */

static hail_status make_maps(maps *m) {
    uint64_t slope[TILE], state = 3;
    uint32_t tile;
    const hail_tilemap_options options = {.columns = CELLS, .rows = CELLS};
    for (int y = 0; y < TILE; y++)
        slope[y] = (UINT64_C(2) << y) - 1;
    hail_status status = hail_tileset_create(NULL, TILE, TILE, &m->tiles);
    status = status == HAIL_OK ? hail_tileset_add_bits(m->tiles, slope, 1, &tile) : status;
    status = status == HAIL_OK ? hail_tilemap_create(m->tiles, &options, &m->map) : status;
    for (int i = 0; i < 150 && status == HAIL_OK; i++)
        status = hail_tilemap_fill(m->map, random_pick(&state, CELLS), random_pick(&state, CELLS), 1, 1, tile);
    const two_rooms rooms = {.left = 8, .top = 8, .right = SIDE - 8, .bottom = SIDE - 8, .portal = SIDE / 2};
    return status == HAIL_OK ? make_two_rooms(&rooms, &m->sectors) : status;
}

static void free_maps(maps *m) {
    hail_sectors_destroy(m->sectors);
    hail_tilemap_destroy(m->map);
    hail_tileset_destroy(m->tiles);
}

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

static void set_rules(room *r) {
    const hail_rule shots = {
        .mode = HAIL_EARLIEST, .layer_a = 1, .layer_b = 0, .events = 1, .cooldown = 1 + random_pick(&r->state, 5)};
    const hail_rule tiles = {.mode = HAIL_SWEPT,
                             .layer_a = 1,
                             .layer_b = HAIL_TILES,
                             .events = 1,
                             .stop = 1,
                             .centre_only = !random_pick(&r->state, 2)};
    const hail_rule walls = {.mode = HAIL_MANIFOLD, .layer_b = HAIL_WALLS, .cooldown = 3};
    note(r, hail_rule_set(r->world, 0, 0, random_pick(&r->state, 2) ? HAIL_MANIFOLD : HAIL_PAIRS));
    note(r, hail_rule_configure(r->world, &shots));
    note(r, hail_rule_configure(r->world, &tiles));
    note(r, hail_rule_configure(r->world, &walls));
}

static void spawn(room *r, uint32_t layer, const hail_shape *shapes, uint32_t count) {
    float x[BODIES], y[BODIES], vx[BODIES], vy[BODIES], life[BODIES];
    hail_shape of[BODIES];
    for (uint32_t i = 0; i < count; i++) {
        x[i] = random_range(&r->state, 0.0f, SIDE), y[i] = random_range(&r->state, 0.0f, SIDE);
        vx[i] = random_range(&r->state, -600.0f, 600.0f), vy[i] = random_range(&r->state, -600.0f, 600.0f);
        life[i] = random_range(&r->state, 0.01f, 0.2f);
        of[i] = shapes[random_pick(&r->state, 2)];
    }
    const hail_spawn_columns columns = {.x = x, .y = y, .vx = vx, .vy = vy, .life = life, .shape = of};
    note(r, hail_spawn(r->world, layer, NULL, &columns, count, NULL));
}

static void make_room(room *r, const maps *m, uint32_t number) {
    const hail_world_options options = {.kept_contacts = 20, .window = 100, .max_x = SIDE, .max_y = SIDE};
    const hail_layer_options layers[LAYERS] = {{.columns = HAIL_LIFE, .bounds = HAIL_WRAP},
                                               {.columns = HAIL_LIFE | HAIL_USER, .bounds = HAIL_KILL}};
    hail_shape shapes[2];
    *r = (room){.maps = m, .state = number * 977 + 1};
    note(r, hail_world_create(&options, &r->world));
    note(r, hail_shape_circle(hail_world_shapes(r->world), 6.0f, &shapes[0]));
    note(r, hail_shape_box(hail_world_shapes(r->world), 7.0f, 4.0f, 1.0f, &shapes[1]));
    note(r, hail_world_set_tilemap(r->world, m->map));
    note(r, hail_world_set_sectors(r->world, m->sectors));
    for (uint32_t layer = 0; layer < LAYERS; layer++) {
        note(r, hail_layer_configure(r->world, layer, &layers[layer]));
        spawn(r, layer, shapes, BODIES - random_pick(&r->state, 200));
    }
    set_rules(r);
}

/* ---- In a step --------------------------------------------------------------------------------------------------- */

/* Asks the callback's own world, and the maps that all worlds share. */
static void ask(room *r) {
    float x[ASKS], y[ASKS], dx[ASKS], dy[ASKS];
    hail_query_hit hits[ASKS];
    hail_query_match matches[ASKS];
    hail_ray_hit rays[ASKS];
    hail_slide slides[ASKS];
    hail_convex dot;
    uint32_t counts[ASKS];
    const hail_query_filter all = {.find = HAIL_FIND_BODIES | HAIL_FIND_TILES | HAIL_FIND_WALLS};
    for (int i = 0; i < ASKS; i++) {
        x[i] = random_range(&r->state, 0.0f, SIDE), y[i] = random_range(&r->state, 0.0f, SIDE);
        dx[i] = random_range(&r->state, -90.0f, 90.0f), dy[i] = random_range(&r->state, -90.0f, 90.0f);
    }
    const hail_points points = {.x = x, .y = y, .count = ASKS};
    const hail_rays lines = {.x = x, .y = y, .dx = dx, .dy = dy, .count = ASKS};
    const hail_tilemap_rays marched = {.map = r->maps->map,
                                       .rays = {.x = x, .y = y, .dx = dx, .dy = dy, .count = ASKS}};
    hail_tilemap_movers movers = {.map = r->maps->map};
    movers.shapes =
        (hail_shapes){.convexes = &dot, .shape_count = 1, .x = x, .y = y, .dx = dx, .dy = dy, .count = ASKS};
    note(r, hail_convex_circle(5.0f, &dot));
    note(r, hail_query_prepare(r->world, 0));
    note(r, hail_query_rays(r->world, &lines, &all, 1, hits, NULL));
    note(r, hail_query_points(r->world, &points, &all, 1, matches, counts));
    note(r, hail_tilemap_march(&marched, &(hail_ray_answers){.hits = rays}));
    note(r, hail_tilemap_slide(&movers, NULL, slides));
    r->digest = mix(mix(r->digest, hits, sizeof hits), counts, sizeof counts);
    r->digest = mix(mix(r->digest, rays, sizeof rays), slides, sizeof slides);
}

static void listen(const hail_contact *contacts, size_t count, void *user) {
    room *r = user;
    r->digest = mix(r->digest, contacts, count * sizeof *contacts);
    ask(r);
    for (size_t i = 0; i < count; i++)
        if (random_pick(&r->state, 30) == 0)
            note(r, hail_despawn(r->world, &contacts[i].a, 1));
}

static void note_step(room *r) {
    size_t begins, ends, gone;
    const hail_event *begin = hail_begins(r->world, &begins);
    hail_ends(r->world, &ends);
    hail_removals(r->world, &gone);
    for (size_t i = 0; i < begins; i++)
        r->digest = mix(mix(r->digest, &begin[i].a, 2 * sizeof begin->a), begin[i].contact, sizeof *begin->contact);
    r->digest = mix(mix(r->digest, &ends, sizeof ends), &gone, sizeof gone);
}

/* ---- Histories --------------------------------------------------------------------------------------------------- */

/* Steps all worlds with some hooks, or none. What they give goes to `digests`. */
static bool live(const maps *m, const hail_tasks *tasks, uint32_t flags, uint64_t digests[WORLDS]) {
    static room rooms[WORLDS];
    static hail_world_step steps[WORLDS];
    const hail_context context = {.tasks = tasks};
    hail_scratch *scratch = NULL;
    hail_status status = hail_scratch_create(&context, &scratch);
    for (uint32_t i = 0; i < WORLDS; i++) {
        make_room(&rooms[i], m, i);
        steps[i] = (hail_world_step){.world = rooms[i].world, .on_contacts = listen, .user = &rooms[i]};
        status = status == HAIL_OK ? rooms[i].status : status;
    }
    for (int step = 0; step < STEPS && status == HAIL_OK; step++) {
        status = hail_step_many(steps, WORLDS, 1.0f / 60.0f, scratch, flags);
        for (uint32_t i = 0; i < WORLDS; i++)
            note_step(&rooms[i]);
    }
    for (uint32_t i = 0; i < WORLDS; i++) {
        digests[i] = mix(rooms[i].digest, &(uint64_t){world_fingerprint(rooms[i].world)}, sizeof(uint64_t));
        status = status == HAIL_OK ? rooms[i].status : status;
        hail_world_destroy(rooms[i].world);
    }
    hail_scratch_destroy(scratch);
    if (status != HAIL_OK)
        printf("# %s\n", hail_status_text(status));
    return status == HAIL_OK;
}

static bool same(const maps *m, uint32_t flags, const uint64_t want[WORLDS], scheduler_kind kind, uint32_t workers) {
    static uint64_t got[WORLDS];
    scheduler *s = scheduler_make(kind, workers, workers);
    const bool equal = live(m, scheduler_tasks(s), flags, got) && memcmp(got, want, sizeof got) == 0;
    const bool used = scheduler_jobs(s) >= STEPS && !scheduler_unfinished(s);
    if (!equal || !used)
        printf("# scheduler %d, %u workers: %s\n", (int)kind, workers, equal ? "was not used" : "other bytes");
    scheduler_free(s);
    return equal && used;
}

int main(void) {
    static const uint32_t workers[SCHEDULER_KINDS] = {2, 3, 5, 2, 4};
    static uint64_t want[WORLDS];
    maps m = {0};
    bool all = make_maps(&m) == HAIL_OK;
    printf("1..2\n");
    for (uint32_t flags = 0; flags <= HAIL_ON_TASKS; flags++) {
        bool ok = live(&m, NULL, flags, want);
        for (int kind = 0; kind < SCHEDULER_KINDS && ok; kind++)
            ok = same(&m, flags, want, (scheduler_kind)kind, workers[kind]);
        printf("%sok - %s\n", ok ? "" : "not ", flags ? "callbacks on tasks" : "callbacks in the order of the worlds");
        all = all && ok;
    }
    free_maps(&m);
    return !all;
}
