/* tests/sectors/sectors_change.c - maps that change: each of hundreds of changes is accepted or refused as a new map of
 * the changed arrays is, and gives its answers to the bit.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that map alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "points/points_inputs.h"
#include "shared/random_world.h"
#include "sectors_edits.h"
#include "sectors_truth.h"

enum { DOTTED = 120, ROOM = 500, CHANGES = 60 };

static edits e;

/* ---- Maps -------------------------------------------------------------------------------------------------------- */

static hail_sector_fault list[2][ROOM];
static float x[DOTTED], y[DOTTED];
static uint32_t sector[2][DOTTED];
static hail_nearest_point nearest[2][DOTTED];
static size_t accepted, refused;

static bool tolerant;

static hail_sectors *make(const chart *c, const hail_sectors_size *like, hail_sector_faults *faults,
                          hail_status *status) {
    hail_sectors_options options;
    hail_sectors_options_defaults(&options);
    options.tolerant = tolerant;
    hail_sectors *map;
    const hail_sector_data data = chart_data(c);
    if (like != NULL) { /* the cells may differ, which must not show */
        options.min_x = like->min_x, options.min_y = like->min_y;
        options.max_x = like->max_x, options.max_y = like->max_y;
    }
    *status = hail_sectors_create(&options, &data, faults, &map);
    return map;
}

static void ask(uint64_t seed, uint64_t *s, const chart *c, const hail_sectors *map, const hail_sectors *anew) {
    const hail_wall_filter filter = {.portals = random_pick(s, 2) == 0,
                                     .kinds = random_pick(s, 3) == 0 ? (uint32_t)random_bits(s) : 0};
    const hail_points points = {.x = x, .y = y, .count = DOTTED};
    chart_dots(c, s, DOTTED / 8, x, y);
    for (size_t i = DOTTED / 8; i < DOTTED; i++) /* the others walk */
        x[i] += random_range(s, -3.0f, 3.0f), y[i] += random_range(s, -3.0f, 3.0f);
    cr_assert_eq(hail_sectors_find(map, &points, sector[0]), HAIL_OK);
    cr_assert_eq(hail_sectors_find(anew, &points, sector[1]), HAIL_OK);
    cr_assert_eq(hail_sectors_nearest(map, &points, &filter, nearest[0]), HAIL_OK);
    cr_assert_eq(hail_sectors_nearest(anew, &points, &filter, nearest[1]), HAIL_OK);
    for (size_t i = 0; i < DOTTED; i++) {
        const uint32_t want = chart_sector(c, x[i], y[i]);
        cr_assert(sector[0][i] == want && sector[1][i] == want,
                  "(%.9g, %.9g): sector %d, a new map says %d, should be %d; %s", (double)x[i], (double)y[i],
                  (int)sector[0][i], (int)sector[1][i], (int)want, chart_text(seed, c));
        cr_assert(memcmp(&nearest[0][i], &nearest[1][i], sizeof **nearest) == 0,
                  "(%.9g, %.9g): nearest %d, %.9g; a new map says %d, %.9g; %s", (double)x[i], (double)y[i],
                  (int)nearest[0][i].edge, (double)nearest[0][i].squared, (int)nearest[1][i].edge,
                  (double)nearest[1][i].squared, chart_text(seed, c));
    }
}

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

/* Status and faults are those of a new map. Returns whether the change was accepted. */
static bool change(uint64_t seed, chart *c, hail_sectors *map, hail_sectors **anew) {
    hail_sector_faults faults[2] = {{list[0], ROOM, 77}, {list[1], ROOM, 77}};
    chart *next = chart_copy(c);
    hail_status want;
    edits_apply(&e, next);
    hail_sectors_size before;
    hail_sectors_measure(map, &before);
    *anew = make(next, &before, &faults[1], &want);
    const hail_status status = hail_sectors_change(map, &e.edit, &faults[0]);
    hail_sectors_size now;
    hail_sectors_measure(map, &now);
    cr_assert_eq(status, want, "%s; made anew: %s (first %s); first here %s; %zu vertices, %zu walls; %s",
                 hail_status_text(status), hail_status_text(want), faults[1].count > 0 ? truth_text(list[1]) : "none",
                 faults[0].count > 0 && faults[0].count < 77 ? truth_text(list[0]) : "none", e.edit.vertex_count,
                 e.edit.wall_count, chart_text(seed, c));
    cr_assert_eq(faults[0].count, faults[1].count, "%zu faults, made anew %zu; %s, and %s; %s", faults[0].count,
                 faults[1].count, truth_text(list[0]), truth_text(list[1]), chart_text(seed, c));
    for (size_t i = 0; i < faults[0].count && i < ROOM; i++)
        cr_assert(truth_same(&list[0][i], &list[1][i]) && list[0][i].x == list[1][i].x && list[0][i].y == list[1][i].y,
                  "fault %zu is %s; made anew %s; %s", i, truth_text(&list[0][i]), truth_text(&list[1][i]),
                  chart_text(seed, c));
    const bool taken = status == HAIL_OK, empty = e.edit.vertex_count + e.edit.wall_count == 0;
    cr_assert(empty || now.version == before.version + (taken ? 1 : 0), "version %llu after %llu, %s",
              (unsigned long long)now.version, (unsigned long long)before.version, hail_status_text(status));
    cr_assert(now.walls == c->wall_count && now.vertices == c->vertices && now.sectors == c->sectors &&
              now.min_x == before.min_x && now.max_y == before.max_y);
    if (taken)
        edits_apply(&e, c);
    chart_free(next);
    return taken;
}

/* The map describes its walls and vertices as they are. */
static void hold_arrays(uint64_t seed, const chart *c, const hail_sectors *map) {
    for (uint32_t i = 0; i < c->wall_count; i++) {
        const hail_wall *w = &c->walls[i];
        hail_wall_info info;
        cr_assert_eq(hail_sectors_wall(map, i, &info), HAIL_OK);
        if (!chart_present(c, i)) {
            cr_assert(info.wall.a == HAIL_NO_VERTEX && info.wall.b == HAIL_NO_VERTEX && info.ax == 0.0f &&
                          info.ay == 0.0f && info.bx == 0.0f && info.by == 0.0f,
                      "absent wall %u; %s", i, chart_text(seed, c));
            continue;
        }
        cr_assert(info.wall.a == w->a && info.wall.b == w->b && info.wall.right == w->right &&
                      info.wall.left == w->left && info.wall.kind == w->kind && info.wall.solid == w->solid,
                  "wall %u; %s", i, chart_text(seed, c));
        cr_assert(info.ax == c->x[w->a] && info.ay == c->y[w->a] && info.bx == c->x[w->b] && info.by == c->y[w->b] &&
                      info.stops == chart_stops(w),
                  "wall %u; %s", i, chart_text(seed, c));
    }
    for (uint32_t v = 0; v < c->vertices; v++) {
        float at_x, at_y;
        cr_assert_eq(hail_sectors_vertex(map, v, &at_x, &at_y), HAIL_OK);
        cr_assert(at_x == c->x[v] && at_y == c->y[v], "vertex %u; %s", v, chart_text(seed, c));
    }
}

/* Doors: some walls, through the map's own call. */
static void set_doors(uint64_t *s, chart *c, hail_sectors *map) {
    uint32_t walls[20];
    const bool solid = random_pick(s, 2) == 0;
    size_t n = 0;
    for (int k = 0; k < 20; k++) {
        const uint32_t i = random_pick(s, c->wall_count);
        if (chart_present(c, i))
            walls[n++] = i, c->walls[i].solid = solid;
    }
    const uint64_t version = sectors_size(map).version;
    cr_assert_eq(hail_sectors_set_solid(map, walls, n, solid), HAIL_OK);
    cr_assert_eq(sectors_size(map).version, version, "doors do not count");
}

/* ---- Images ------------------------------------------------------------------------------------------------------ */

/* A map as it was. */
typedef struct kept {
    unsigned char *image;
    size_t size;
    chart *chart;
    uint64_t hash;
} kept;

static uint64_t hash_of(const hail_sectors *map) {
    uint64_t hash = 0;
    cr_assert_eq(hail_sectors_hash(map, &hash), HAIL_OK);
    return hash;
}

static void forget(kept *k) {
    if (k->chart)
        chart_free(k->chart);
    free(k->image);
    *k = (kept){NULL};
}

static void keep(kept *k, const chart *c, const hail_sectors *map, uint32_t flags) {
    size_t written = 0;
    forget(k);
    cr_assert_eq(hail_sectors_save_size(map, &k->size), HAIL_OK);
    k->image = malloc(k->size);
    cr_assert_eq(hail_sectors_save(map, flags, k->image, k->size - 1, &written), HAIL_FULL);
    cr_assert_eq(hail_sectors_save(map, flags, k->image, k->size, &written), HAIL_OK);
    cr_assert_eq(written, k->size);
    k->chart = chart_copy(c);
    k->hash = hash_of(map);
}

/* Returns the chart that the map is of then. */
static chart *go_back(uint64_t seed, const kept *k, chart *c, hail_sectors *map) {
    const uint64_t version = sectors_size(map).version;
    cr_assert_eq(hail_sectors_restore(map, HAIL_TRUSTED, k->image, k->size), HAIL_OK, "%s", chart_text(seed, c));
    cr_assert_eq(hash_of(map), k->hash, "%s", chart_text(seed, c));
    cr_assert_geq(sectors_size(map).version, version, "a version goes back");
    chart_free(c);
    return chart_copy(k->chart);
}

/* An older map with other walls becomes this one, and answers alike. */
static void hold_other(uint64_t seed, uint64_t *s, const chart *c, const hail_sectors *map, hail_sectors *other) {
    kept k = {NULL};
    keep(&k, c, map, 0);
    const bool same = k.hash == hash_of(other);
    const uint64_t version = sectors_size(other).version;
    cr_assert_eq(hail_sectors_restore(other, 0, k.image, k.size), HAIL_OK, "%s", chart_text(seed, c));
    cr_assert_eq(k.hash, hash_of(other), "%s", chart_text(seed, c));
    cr_assert(!same || sectors_size(other).version == version, "equal hashes, but a change");
    hold_arrays(seed, c, other);
    ask(seed, s, c, map, other);
    forget(&k);
}

typedef struct images {
    uint64_t seed, *state;
    kept was;
    hail_sectors *older; /* a map as the kept one was, at first */
} images;

static void images_end(images *i) {
    forget(&i->was);
    hail_sectors_destroy(i->older);
}

/* After a change: saves the map, or goes back. Returns the chart. */
static chart *hold_images(images *i, chart *c, hail_sectors *map, hail_sectors *anew, bool taken) {
    const uint64_t seed = i->seed;
    uint64_t *s = i->state;
    if (taken)
        cr_assert_eq(hash_of(map), hash_of(anew), "a new map has another hash; %s", chart_text(seed, c));
    if (taken && random_pick(s, 6) == 0) {
        if (i->older)
            hold_other(seed, s, c, map, i->older);
        hail_sectors_destroy(i->older);
        i->older = anew;
        keep(&i->was, c, map, random_pick(s, 2) ? HAIL_TRUSTED : 0);
        return c;
    }
    hail_sectors_destroy(anew);
    return i->older && random_pick(s, 4) == 0 ? go_back(seed, &i->was, c, map) : c;
}

static void hold(uint64_t seed) {
    uint64_t state = seed * 3935559000370003845u + 1, *s = &state;
    const chart_choice choice = chart_choose(seed, 6);
    chart *c = chart_make(seed, &choice);
    hail_status status;
    hail_sectors *anew, *map = make(c, NULL, NULL, &status);
    cr_assert_eq(status, HAIL_OK, "%s; %s", hail_status_text(status), chart_text(seed, c));
    cr_assert_eq(sectors_size(map).version, 1);
    chart_dots(c, s, DOTTED, x, y);
    images i = {.seed = seed, .state = s};
    for (int k = 0; k < CHANGES; k++) {
        edits_begin(&e);
        for (uint32_t n = 1 + random_pick(s, 3) / 2; n > 0; n--)
            edits_add(&e, s, c);
        if (random_pick(s, 4) == 0)
            set_doors(s, c, map);
        const bool taken = change(seed, c, map, &anew);
        if (!taken) {
            anew = make(c, NULL, NULL, &status); /* as it was */
            cr_assert_eq(status, HAIL_OK);
        }
        accepted += taken, refused += !taken;
        ask(seed, s, c, map, anew);
        c = hold_images(&i, c, map, anew, taken);
    }
    hold_arrays(seed, c, map);
    images_end(&i);
    hail_sectors_destroy(map);
    chart_free(c);
}

Test(sectors_change, as_made_anew) {
    uint64_t seed;
    random_seeds(120, hold);
    cr_log_info("%zu changes were taken, %zu refused", accepted, refused);
    cr_assert(random_seed_given(&seed) || (accepted > 2000 && refused > 1000), "%zu, %zu", accepted, refused);
}

/* ---- Tolerant maps ----------------------------------------------------------------------------------------------- */

/* Changes with more or fewer faults; accepted unless they name what does not exist. */
static void spoil(uint64_t seed, uint64_t *s, chart *c, hail_sectors *map) {
    for (uint32_t n = 1 + random_pick(s, 6); n > 0; n--) {
        hail_sector_faults faults = {list[0], ROOM, 77};
        edits_begin(&e);
        edits_add(&e, s, c);
        const hail_status status = hail_sectors_change(map, &e.edit, &faults);
        const bool refused_always = faults.count > 0 && list[0][0].kind < HAIL_FAULT_ZERO_LENGTH;
        cr_assert_eq(status, refused_always ? truth_status(list[0][0].kind) : HAIL_OK, "%s; %s",
                     hail_status_text(status), chart_text(seed, c));
        if (status == HAIL_OK)
            edits_apply(&e, c);
        accepted += status == HAIL_OK && faults.count > 0;
    }
}

/* A map with faults that is mended answers as a new one. */
static void hold_mended(uint64_t seed) {
    uint64_t state = seed * 2685821657736338717u + 1, *s = &state;
    const chart_choice choice = chart_choose(seed, 6);
    chart *sound = chart_make(seed, &choice), *c = chart_copy(sound);
    hail_status status;
    tolerant = true;
    hail_sectors *map = make(c, NULL, NULL, &status), *anew = make(sound, NULL, NULL, &status);
    chart_dots(c, s, DOTTED, x, y);
    for (int k = 0; k < 6; k++) {
        const hail_points points = {.x = x, .y = y, .count = DOTTED};
        hail_sector_faults faults = {list[0], ROOM, 77};
        spoil(seed, s, c, map);
        cr_assert_eq(hail_sectors_find(map, &points, sector[0]), HAIL_OK);
        cr_assert_eq(hail_sectors_nearest(map, &points, NULL, nearest[0]), HAIL_OK);
        edits_between(&e, c, sound);
        cr_assert_eq(hail_sectors_change(map, &e.edit, &faults), HAIL_OK, "%s", chart_text(seed, c));
        cr_assert_eq(faults.count, 0, "mended, and %s; %s", truth_text(list[0]), chart_text(seed, c));
        edits_apply(&e, c);
        ask(seed, s, c, map, anew);
    }
    hold_arrays(seed, c, map);
    hail_sectors_destroy(map);
    hail_sectors_destroy(anew);
    chart_free(c);
    chart_free(sound);
}

Test(sectors_change, mended) {
    uint64_t seed;
    random_seeds(200, hold_mended);
    cr_log_info("%zu changes left the map at fault", accepted);
    cr_assert(random_seed_given(&seed) || accepted > 500, "%zu", accepted);
}
