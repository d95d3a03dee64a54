/* tests/tiles/tile_memory.c - the memory of tile sets and maps, with an allocator that counts, checks what is released,
 * and fails at every single call of a scenario. After a failure everything is as it was. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "tile_oracle.h"
#include "shared/purse.h"

enum { WIDE = 5, HIGH = 5, COLUMNS = 40, ROWS = 30, STEPS = 400 };

/* ---- Failing at the n-th call ------------------------------------------------------------------------------------ */

typedef struct scene {
    purse purse;
    hail_tileset *set;
    hail_tilemap *map;
    picture *picture;
    stamp stamps[STEPS];
    uint32_t tiles;
    uint64_t state;
    unsigned char *image; /* of the map as `then` is; NULL: none */
    size_t size;
    picture *then;
} scene;

static hail_status add_tile(scene *c) {
    uint64_t rows[HAIL_MAX_TILE] = {0};
    stamp s = {.width = WIDE, .height = HIGH, .kind = c->tiles % HAIL_MAX_KINDS};
    uint32_t tile = 0;
    for (uint32_t y = 0; y < HIGH; y++) {
        for (uint32_t x = 0; x < WIDE; x++)
            s.solid[y][x] = (uint8_t)random_pick(&c->state, 2);
        rows[y] = stamp_row(&s, y);
    }
    const hail_status status = hail_tileset_add_bits(c->set, rows, s.kind, &tile);
    if (status == HAIL_OK) {
        cr_assert_eq(tile, c->tiles + 1);
        c->stamps[c->tiles++] = s;
    }
    return status;
}

static hail_status fill(scene *c) {
    uint64_t *s = &c->state;
    const uint32_t column = random_pick(s, COLUMNS), row = random_pick(s, ROWS);
    const uint32_t columns = 1 + random_pick(s, COLUMNS - column), rows = 1 + random_pick(s, ROWS - row);
    const uint32_t tile = c->tiles == 0 || random_pick(s, 2) == 0 ? 0 : 1 + random_pick(s, c->tiles);
    const hail_status status = hail_tilemap_fill(c->map, column, row, columns, rows, tile);
    for (uint32_t i = 0; status == HAIL_OK && i < columns * rows; i++)
        picture_put(c->picture, column + i % columns, row + i / columns, tile == 0 ? NULL : &c->stamps[tile - 1], tile);
    return status;
}

static hail_status paint(scene *c) {
    uint64_t *s = &c->state;
    const bool solid = random_pick(s, 3) != 0, all = random_pick(s, 16) == 0;
    const uint32_t x = all ? 0 : random_pick(s, WIDE * COLUMNS), y = all ? 0 : random_pick(s, HIGH * ROWS);
    const uint32_t width = all ? WIDE * COLUMNS - 1 : 1 + random_pick(s, WIDE * COLUMNS - x);
    const uint32_t height = all ? HIGH * ROWS - 1 : 1 + random_pick(s, HIGH * ROWS - y);
    const uint32_t kind = random_pick(s, HAIL_MAX_KINDS);
    const hail_status status = hail_tilemap_paint(c->map, x, y, width, height, solid, kind);
    for (uint32_t i = 0; status == HAIL_OK && i < width * height; i++)
        picture_paint(c->picture, x + i % width, y + i / width, solid, kind);
    return status;
}

static hail_status paint_disc(scene *c) {
    uint64_t *s = &c->state;
    const bool solid = random_pick(s, 2) != 0;
    const int x = (int)random_pick(s, WIDE * COLUMNS), y = (int)random_pick(s, HIGH * ROWS),
              r = (int)random_pick(s, 50);
    const uint32_t kind = random_pick(s, HAIL_MAX_KINDS);
    const hail_status status = hail_tilemap_paint_disc(c->map, (float)x + 0.5f, (float)y + 0.5f, (float)r, solid, kind);
    for (int j = 0; status == HAIL_OK && j < HIGH * ROWS; j++)
        for (int i = 0; i < WIDE * COLUMNS; i++)
            if ((i - x) * (i - x) + (j - y) * (j - y) <= r * r)
                picture_paint(c->picture, i, j, solid, kind);
    return status;
}

static hail_status make(scene *c) {
    static const hail_tileset_size size = {.width = WIDE, .height = HIGH};
    const hail_allocator allocator = with(&c->purse);
    if (c->set == NULL)
        return hail_tileset_create(allocator_context(allocator, NULL), WIDE, HIGH, &c->set);
    const hail_tilemap_options options = {
        .context = allocator_context(allocator, NULL), .columns = COLUMNS, .rows = ROWS};
    const hail_status status = hail_tilemap_create(c->set, &options, &c->map);
    if (status == HAIL_OK)
        c->picture = picture_make(&size, &options, true);
    return status;
}

static hail_status prepare(scene *c) {
    return hail_tilemap_prepare(c->map, HAIL_KIND(random_pick(&c->state, HAIL_MAX_PREPARED)));
}

static void forget(scene *c) {
    free(c->image);
    picture_free(c->then);
    c->image = NULL, c->then = NULL;
}

/* Saves the map and, the next time, goes back to it. */
static hail_status go_back(scene *c) {
    if (c->image == NULL) {
        cr_assert_eq(hail_tilemap_save_size(c->map, &c->size), HAIL_OK);
        c->image = malloc(c->size);
        c->then = picture_copy(c->picture);
        return hail_tilemap_save(c->map, 0, c->image, c->size, NULL);
    }
    const hail_status status = hail_tilemap_restore(c->map, 0, c->image, c->size);
    if (status == HAIL_OK) {
        picture_free(c->picture);
        c->picture = picture_copy(c->then);
        forget(c);
    }
    return status;
}

static hail_status act(void *user) {
    scene *c = user;
    if (c->map == NULL)
        return make(c);
    switch (random_pick(&c->state, 10)) {
    case 9:
        return go_back(c);
    case 8:
        return prepare(c);
    case 0:
    case 1:
    case 2:
        return add_tile(c);
    case 3:
        return fill(c);
    case 4:
        return paint_disc(c);
    default:
        return paint(c);
    }
}

static size_t measured(const scene *c) {
    const size_t set = c->set != NULL ? tileset_size(c->set).bytes : 0;
    return set + (c->map != NULL ? tilemap_size(c->map).bytes : 0);
}

static void hold_whole(void *user, int step) {
    const scene *c = user;
    const long fail_at = c->purse.fail_at;
    cr_assert(!c->purse.bad, "call %ld, step %d: the allocator was misused", fail_at, step);
    cr_assert_eq(c->purse.bytes, measured(c), "call %ld, step %d: holds %zu bytes, says %zu", fail_at, step,
                 c->purse.bytes, measured(c));
    if (c->map == NULL)
        return;
    const char *wrong = picture_differs(c->picture, c->map);
    cr_assert_null(wrong, "call %ld, step %d: %s", fail_at, step, wrong);
    cr_assert_eq(tileset_size(c->set).tiles, c->tiles, "call %ld, step %d", fail_at, step);
}

/* False: the scenario has fewer calls. */
static bool hold_failure(long fail_at, int steps) {
    static scene c;
    memset(&c, 0, sizeof c);
    c.state = 11;
    c.purse.fail_at = fail_at;
    const purse_acts acts = {&c, &c.purse, &c.state, act, hold_whole, steps};
    cr_assert_eq(purse_run(&acts), 0, "call %ld: a failure is not told", fail_at);
    const long calls = c.purse.calls;
    hail_tilemap_destroy(c.map);
    hail_tileset_destroy(c.set);
    picture_free(c.picture);
    forget(&c);
    purse_expects_nothing(&c.purse);
    return fail_at < calls;
}

Test(tile_memory, failing_at_every_call) {
    hold_failure(NEVER, STEPS);
    long call = 0;
    while (hold_failure(call, STEPS))
        call++;
    cr_log_info("%ld calls of the allocator", call);
    cr_assert_gt(call, 5);
}

/* Between two states whose masks the map has had: nothing is allocated, whichever masks come and go. */
Test(tile_memory, warmed_restore) {
    static scene c;
    unsigned char *image[2];
    size_t size[2];
    memset(&c, 0, sizeof c);
    c.state = 12, c.purse.fail_at = NEVER;
    while (c.map == NULL || c.tiles < 3)
        cr_assert_eq(c.map == NULL ? make(&c) : add_tile(&c), HAIL_OK);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 40; i++)
            cr_assert_eq(i % 4 ? paint_disc(&c) : fill(&c), HAIL_OK);
        cr_assert_eq(hail_tilemap_save_size(c.map, &size[k]), HAIL_OK);
        image[k] = malloc(size[k]);
        cr_assert_eq(hail_tilemap_save(c.map, HAIL_TRUSTED, image[k], size[k], NULL), HAIL_OK);
    }
    for (int i = 0; i < 12; i++) {
        const int k = i % 2;
        c.purse.fail_at = i > 1 ? c.purse.calls : NEVER;
        cr_assert_eq(hail_tilemap_restore(c.map, HAIL_TRUSTED, image[k], size[k]), HAIL_OK);
        cr_assert(!c.purse.failed);
    }
    free(image[0]);
    free(image[1]);
    hail_tilemap_destroy(c.map);
    hail_tileset_destroy(c.set);
    picture_free(c.picture);
    purse_expects_nothing(&c.purse);
}

/* As many masks before as after, all in other cells: at no time are there more. (The library's own checks notice.) */
Test(tile_memory, masks_elsewhere) {
    enum { MASKS = 8 };
    purse p = {.fail_at = NEVER};
    const hail_allocator allocator = with(&p);
    hail_tileset *set = NULL;
    hail_tilemap *map = NULL;
    unsigned char image[2][1024];
    const hail_tilemap_options options = {
        .context = allocator_context(allocator, NULL), .columns = 2 * MASKS, .rows = 1};
    cr_assert_eq(hail_tileset_create(NULL, 4, 4, &set), HAIL_OK);
    cr_assert_eq(hail_tilemap_create(set, &options, &map), HAIL_OK);
    for (uint32_t k = 0; k < 2; k++) {
        cr_assert_eq(hail_tilemap_fill(map, 0, 0, 2 * MASKS, 1, 0), HAIL_OK);
        for (uint32_t i = 0; i < MASKS; i++)
            cr_assert_eq(hail_tilemap_paint(map, 4 * (2 * i + 1 - k) + i % 4, k, 1, 1, true, i), HAIL_OK);
        cr_assert_eq(hail_tilemap_save(map, 0, image[k], sizeof image[k], NULL), HAIL_OK);
    }
    const size_t bytes = p.bytes;
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(hail_tilemap_restore(map, 0, image[i % 2], sizeof *image), HAIL_OK);
        cr_assert(tilemap_size(map).own_masks == MASKS && p.bytes == bytes);
    }
    hail_tilemap_destroy(map);
    hail_tileset_destroy(set);
    purse_expects_nothing(&p);
}

/* ---- Sizes ------------------------------------------------------------------------------------------------------- */

/* The bytes of a map depend on its cells alone; one that is too large is not begun. */
Test(tile_memory, sizes) {
    purse p = {.fail_at = NEVER, .most = 64 << 20};
    const hail_allocator allocator = with(&p);
    hail_tileset *set = NULL;
    hail_tilemap *map = NULL;
    cr_assert_eq(hail_tileset_create(allocator_context(allocator, NULL), 1, 1, &set), HAIL_OK);
    hail_tilemap_options options = {.context = allocator_context(allocator, NULL), .columns = 1024, .rows = 1024};
    const size_t before = p.bytes;
    cr_assert_eq(hail_tilemap_create(set, &options, &map), HAIL_OK);
    cr_assert_leq(p.bytes - before, ((size_t)13 << 19) + 100000, "%zu bytes", p.bytes - before);
    hail_tilemap_destroy(map);
    cr_assert_eq(p.bytes, before);
    options.columns = options.rows = 32766; /* the most cells allowed */
    cr_assert_eq(hail_tilemap_create(set, &options, &map), HAIL_NO_MEMORY);
    cr_assert_null(map);
    options.columns = 32767;
    cr_assert_neq(hail_tilemap_create(set, &options, &map), HAIL_OK);
    options.columns = 255, options.rows = HAIL_MAX_MAP_SIDE - 2;
    cr_assert_neq(hail_tilemap_create(set, &options, &map), HAIL_OK);
    cr_assert_eq(p.bytes, before);
    hail_tileset_destroy(set);
    cr_assert(p.held == 0 && !p.bad);
}

/* A million own masks, and no more; a cell that becomes empty makes room. */
Test(tile_memory, too_many_masks) {
    purse p = {.fail_at = NEVER};
    const hail_allocator allocator = with(&p);
    hail_tileset *set = NULL;
    hail_tilemap *map = NULL;
    cr_assert_eq(hail_tileset_create(allocator_context(allocator, NULL), 2, 1, &set), HAIL_OK);
    const hail_tilemap_options options = {.context = allocator_context(allocator, NULL), .columns = 2048, .rows = 513};
    cr_assert_eq(hail_tilemap_create(set, &options, &map), HAIL_OK);
    uint32_t tile;
    cr_assert_eq(hail_tileset_add_bits(set, (const uint64_t[]){3}, 1, &tile), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(map, 0, 0, 2048, 513, tile), HAIL_OK);
    for (uint32_t x = 0; x < 2048; x++)
        cr_assert_eq(hail_tilemap_paint(map, 2 * x, 0, 1, 512, false, 0), HAIL_OK);
    cr_assert_eq(tilemap_size(map).own_masks, HAIL_MAX_TILES);
    const size_t bytes = p.bytes;
    cr_assert_eq(hail_tilemap_paint(map, 0, 511, 1, 2, false, 0), HAIL_FULL);
    cr_assert_eq(hail_tilemap_paint(map, 1, 511, 2, 2, false, 0), HAIL_FULL, "two for one, or none");
    cr_assert(p.bytes == bytes && tilemap_size(map).own_masks == HAIL_MAX_TILES);
    cr_assert_eq(hail_tilemap_paint(map, 1, 0, 1, 1, false, 0), HAIL_OK, "nothing is left of it");
    cr_assert_eq(tilemap_size(map).own_masks, HAIL_MAX_TILES - 1);
    cr_assert_eq(hail_tilemap_paint(map, 0, 512, 1, 1, false, 0), HAIL_OK);
    cr_assert_eq(hail_tilemap_fill(map, 0, 0, 2048, 513, tile), HAIL_OK);
    cr_assert_eq(tilemap_size(map).own_masks, 0);
    hail_tilemap_destroy(map);
    hail_tileset_destroy(set);
    cr_assert(p.held == 0 && p.bytes == 0 && !p.bad);
}
