/* Images of tile maps and sector maps that no save has written are refused with the map unchanged, or accepted and
 * used; images of other maps are refused by name. Run under sanitizers, they must find nothing.
 *
 * tile_edits and sectors_change hold that maps which go back answer as new ones.
 *
 * HAIL_TEST_SEED=n makes the changes of that seed alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "base/image_words.h"
#include "forged.h"
#include "shared/contexts.h"
#include "shared/random_world.h"

#define MUST(call) cr_assert_eq(call, HAIL_OK, "%s", #call)

enum { CELLS = 14, SIDE = 8, TILES_HEAD = 20, WALLS_HEAD = 16, IMAGES = 2500 };

static uint64_t digest_of(const uint8_t *bytes, size_t size, uint64_t digest) {
    for (size_t i = 0; i < size; i++)
        digest = (digest ^ bytes[i]) * 0x100000001b3u; /* FNV-1a */
    return digest;
}

/* ---- Tile maps --------------------------------------------------------------------------------------------------- */

typedef struct tiles {
    forged f;
    counted memory;
    hail_tileset *set;
    hail_tilemap *map;
} tiles;

static hail_status restore_tiles(void *thing, uint32_t flags, const void *image, size_t size) {
    return hail_tilemap_restore(((tiles *)thing)->map, flags, image, size);
}

static uint8_t *save_tiles(const hail_tilemap *map, size_t *size) {
    MUST(hail_tilemap_save_size(map, size));
    uint8_t *image = malloc(*size);
    MUST(hail_tilemap_save(map, 0, image, *size, NULL));
    return image;
}

static size_t save_again_tiles(void *thing, uint8_t *image) {
    size_t size;
    MUST(hail_tilemap_save_size(((tiles *)thing)->map, &size));
    MUST(hail_tilemap_save(((tiles *)thing)->map, 0, image, size, &size));
    return size;
}

static uint64_t hash_tiles(void *thing) {
    const tiles *t = thing;
    uint64_t hash;
    size_t size;
    uint8_t *image = save_tiles(t->map, &size);
    MUST(hail_tilemap_hash(t->map, &hash));
    hash = digest_of(image, size, hash);
    free(image);
    return hash;
}

static void edit_tiles(void *thing, uint64_t number) {
    const tiles *t = thing;
    uint64_t s = number * 77 + 1;
    for (int i = 0; i < 6; i++) {
        const uint32_t x = random_pick(&s, CELLS * SIDE), y = random_pick(&s, CELLS * SIDE), tile = random_pick(&s, 4);
        const uint32_t flips = random_pick(&s, 8) << 29, column = random_pick(&s, CELLS - 2),
                       solid = random_pick(&s, 2);
        MUST(hail_tilemap_fill(t->map, column, y / SIDE % (CELLS - 1), 2, 1, tile ? tile | flips : 0));
        MUST(hail_tilemap_paint_disc(t->map, (float)x, (float)y, 9.0f, solid, 3));
    }
}

/* Edits, and rays of every kind of step. */
static void use_tiles(void *thing, uint64_t number) {
    enum { RAYS = 64 };
    const tiles *t = thing;
    float x[RAYS], y[RAYS], dx[RAYS], dy[RAYS];
    hail_ray_hit hits[RAYS];
    uint64_t s = number + 5;
    for (int i = 0; i < RAYS; i++) {
        x[i] = random_range(&s, -20, 130), y[i] = random_range(&s, -20, 130);
        dx[i] = random_range(&s, -200, 200), dy[i] = random_range(&s, -200, 200);
    }
    const hail_tilemap_rays rays = {.map = t->map, .rays = {.x = x, .y = y, .dx = dx, .dy = dy, .count = RAYS}};
    MUST(hail_tilemap_march(&rays, &(hail_ray_answers){.hits = hits}));
    edit_tiles(thing, number);
    MUST(hail_tilemap_march(&rays, &(hail_ray_answers){.hits = hits}));
}

static hail_tileset *make_set(uint64_t middle) {
    const uint64_t full[SIDE] = {255, 255, 255, 255, middle, 255, 255, 255},
                   slope[SIDE] = {1, 3, 7, 15, 31, 63, 127, 255}, none[SIDE] = {0};
    const uint64_t *const rows[] = {full, slope, none};
    hail_tileset *set;
    uint32_t tile;
    MUST(hail_tileset_create(NULL, SIDE, SIDE, &set));
    for (uint32_t k = 0; k < 3; k++)
        MUST(hail_tileset_add_bits(set, rows[k], 5 * k, &tile));
    return set;
}

static void tiles_make(tiles *t, uint64_t seed) {
    const forged_target target = {t, restore_tiles, hash_tiles, use_tiles, save_again_tiles, &t->memory, TILES_HEAD, 0};
    size_t size;
    *t = (tiles){.set = make_set(255)};
    const hail_tilemap_options options = {.context = allocator_context(counted_allocator(&t->memory), NULL),
                                          .columns = CELLS,
                                          .rows = CELLS - (uint32_t)(seed % 2)};
    MUST(hail_tilemap_create(t->set, &options, &t->map));
    for (uint64_t i = 0; i < 2; i++)
        edit_tiles(t, seed * 2 + i);
    uint8_t *good = save_tiles(t->map, &size);
    MUST(hail_tilemap_fill(t->map, 0, 0, CELLS, 2, 0)); /* something to restore */
    forged_begin(&t->f, &target, seed, good, size);
}

static void tiles_free(tiles *t) {
    forged_end(&t->f);
    hail_tilemap_destroy(t->map);
    cr_assert_eq(t->memory.bytes, 0);
    hail_tileset_destroy(t->set);
}

/* ---- Sector maps ------------------------------------------------------------------------------------------------- */

enum { ROOMS = 4 }; /* in a row, with doors between */

typedef struct walls {
    forged f;
    counted memory;
    hail_sectors *map;
} walls;

static hail_status restore_walls(void *thing, uint32_t flags, const void *image, size_t size) {
    return hail_sectors_restore(((walls *)thing)->map, flags, image, size);
}

static uint8_t *save_walls(const hail_sectors *map, size_t *size) {
    MUST(hail_sectors_save_size(map, size));
    uint8_t *image = malloc(*size);
    MUST(hail_sectors_save(map, 0, image, *size, NULL));
    return image;
}

static size_t save_again_walls(void *thing, uint8_t *image) {
    size_t size;
    MUST(hail_sectors_save_size(((walls *)thing)->map, &size));
    MUST(hail_sectors_save(((walls *)thing)->map, 0, image, size, &size));
    return size;
}

static uint64_t hash_walls(void *thing) {
    const walls *t = thing;
    uint64_t hash;
    size_t size;
    uint8_t *image = save_walls(t->map, &size);
    MUST(hail_sectors_hash(t->map, &hash));
    hash = digest_of(image, size, hash);
    free(image);
    return hash;
}

/* Some vertices move, some doors open; what is refused changes nothing. */
static void edit_walls(void *thing, uint64_t number) {
    const walls *t = thing;
    uint64_t s = number * 77 + 1;
    for (int i = 0; i < 5; i++) {
        const uint32_t vertex = random_pick(&s, 2 * ROOMS + 2), door = 3 * random_pick(&s, ROOMS + 1),
                       solid = random_pick(&s, 2);
        float x, y;
        MUST(hail_sectors_vertex(t->map, vertex, &x, &y));
        x += random_range(&s, -9, 9), y += random_range(&s, -9, 9);
        const hail_sectors_edit edit = {.vertex = &vertex, .x = &x, .y = &y, .vertex_count = 1};
        hail_sectors_change(t->map, &edit, NULL);
        hail_sectors_set_solid(t->map, &door, 1, solid);
    }
}

static void use_walls(void *thing, uint64_t number) {
    enum { MOVERS = 32 };
    const walls *t = thing;
    float x[MOVERS], y[MOVERS], dx[MOVERS], dy[MOVERS];
    uint32_t sector[MOVERS];
    hail_sector_move moves[MOVERS];
    uint64_t s = number + 9;
    for (int i = 0; i < MOVERS; i++) {
        x[i] = random_range(&s, -20, 260), y[i] = random_range(&s, -20, 80);
        dx[i] = random_range(&s, -200, 200), dy[i] = random_range(&s, -50, 50);
    }
    edit_walls(thing, number);
    MUST(hail_sectors_find(t->map, &(hail_points){.x = x, .y = y, .count = MOVERS}, sector));
    const hail_sector_movers movers = {
        .map = t->map, .x = x, .y = y, .dx = dx, .dy = dy, .radius_of_all = 3, .sector = sector, .count = MOVERS};
    MUST(hail_sectors_move(&movers, NULL, moves, NULL));
}

/* Vertex 2 k lies above vertex 2 k + 1; wall 3 k is between them, walls 3 k + 1 and 3 k + 2 lead to the next room. */
static hail_sectors *make_rooms(const hail_context *context, uint32_t rooms, bool tolerant) {
    float x[2 * ROOMS + 2], y[2 * ROOMS + 2];
    hail_wall wall[3 * ROOMS + 2];
    hail_sectors *map;
    for (uint32_t k = 0; k <= rooms; k++) {
        x[2 * k] = x[2 * k + 1] = 60.0f * (float)k;
        y[2 * k] = 0, y[2 * k + 1] = 60;
        wall[3 * k] =
            (hail_wall){2 * k, 2 * k + 1, k ? k - 1 : HAIL_NO_SECTOR, k < rooms ? k : HAIL_NO_SECTOR, 1, k % 2};
        if (k == rooms)
            break;
        wall[3 * k + 1] = (hail_wall){2 * k, 2 * k + 2, k, HAIL_NO_SECTOR, 2, 1};
        wall[3 * k + 2] = (hail_wall){2 * k + 1, 2 * k + 3, HAIL_NO_SECTOR, k, 3, 1};
    }
    wall[3 * rooms + 1] = (hail_wall){HAIL_NO_VERTEX, HAIL_NO_VERTEX, 7, 9, 200, 0}; /* absent: nobody asks which */
    const hail_sector_data data = {x, y, 2 * (size_t)rooms + 2, wall, 3 * (size_t)rooms + 2, rooms};
    const hail_sectors_options options = {
        .context = context, .min_x = -300, .min_y = -300, .max_x = 600, .max_y = 600, .tolerant = tolerant};
    MUST(hail_sectors_create(&options, &data, NULL, &map));
    return map;
}

static void walls_make(walls *t, uint64_t seed) {
    forged_target target = {t, restore_walls, hash_walls, use_walls, save_again_walls, &t->memory, WALLS_HEAD, 0};
    size_t size;
    *t = (walls){.map = NULL};
    t->map = make_rooms(allocator_context(counted_allocator(&t->memory), NULL), ROOMS, seed % 3 == 0);
    for (uint64_t i = 0; i < 3; i++)
        edit_walls(t, seed * 3 + i);
    uint8_t *good = save_walls(t->map, &size);
    edit_walls(t, seed + 1000);            /* something to restore */
    target.grows = t->memory.bytes / size; /* what a change works in is less than the map itself takes */
    forged_begin(&t->f, &target, seed, good, size);
}

static void walls_free(walls *t) {
    forged_end(&t->f);
    hail_sectors_destroy(t->map);
    cr_assert_eq(t->memory.bytes, 0);
}

/* ---- Forged ------------------------------------------------------------------------------------------------------ */

static size_t accepted, refused;

static void hold_enough(void) {
    cr_log_info("%zu images were accepted, %zu refused", accepted, refused);
    cr_assert(accepted > 0 && refused > accepted / 10, "%zu images were accepted, %zu refused", accepted, refused);
}

static void changed_tiles(uint64_t seed) {
    tiles t;
    tiles_make(&t, seed);
    forged_changes(&t.f, IMAGES);
    accepted += t.f.accepted, refused += t.f.refused;
    tiles_free(&t);
}
Test(map_images, changed_tiles) {
    random_seeds(random_shortened(24), changed_tiles);
    hold_enough();
}

static void changed_walls(uint64_t seed) {
    walls t;
    walls_make(&t, seed);
    forged_changes(&t.f, IMAGES);
    accepted += t.f.accepted, refused += t.f.refused;
    walls_free(&t);
}
Test(map_images, changed_walls) {
    random_seeds(random_shortened(24), changed_walls);
    hold_enough();
}

/* ---- Aimed at a check -------------------------------------------------------------------------------------------- */

static void put(forged *f, size_t word, uint32_t number, const char *what) {
    if (image_load(f->bad + word * WORD_BYTES) == number)
        return;
    image_store(f->bad + word * WORD_BYTES, number);
    forged_refuse(f, what);
}

/* Words of cells that no cell has, and masks that are too few, too many, empty or too wide. */
Test(map_images, aimed_tiles) {
    enum { OWN = 0x800000, MASKS = 11 };
    tiles t;
    size_t own = 0, set = 0;
    tiles_make(&t, 4);
    forged *f = &t.f;
    const size_t cells = (size_t)CELLS * CELLS, rows = TILES_HEAD + (cells + 1) / 2 * 2;
    for (size_t i = 0; i < cells; i++) {
        const uint32_t word = image_load(f->good + (TILES_HEAD + i) * WORD_BYTES);
        put(f, TILES_HEAD + i, word ^ OWN, "a mask more or less");
        put(f, TILES_HEAD + i, 4, "a tile that is not in the set");
        put(f, TILES_HEAD + i, HAIL_FLIP_X, "no tile, but flipped");
        put(f, TILES_HEAD + i, 3u << 24, "no tile, but a kind");
        if (word & OWN) {
            put(f, TILES_HEAD + i, word | HAIL_FLIP_Y, "a mask that is flipped");
            put(f, TILES_HEAD + i, word | 1, "a mask with a number");
            image_store_wide(f->bad + (rows + own * SIDE * 2) * WORD_BYTES, 256);
            forged_refuse(f, "a mask that is too wide");
            memset(f->bad + (rows + own++ * SIDE * 2) * WORD_BYTES, 0, SIDE * 8);
            forged_refuse(f, "a mask without pixels");
        } else if (word) {
            put(f, TILES_HEAD + i, word ^ 1u << 24, "a tile of another kind");
            set++;
        }
    }
    for (uint32_t k = 0; k < 4; k++)
        put(f, MASKS, UINT32_MAX - 1000000000u * k, "a count of masks");
    cr_assert(own > 5 && set > 5, "%zu and %zu cells", own, set);
    tiles_free(&t);
}

Test(map_images, truncated) {
    tiles t;
    walls w;
    tiles_make(&t, 1);
    walls_make(&w, 1);
    forged_truncations(&t.f);
    forged_flips(&t.f);
    forged_noise(&t.f, 500);
    forged_truncations(&w.f);
    forged_flips(&w.f);
    forged_noise(&w.f, 500);
    tiles_free(&t);
    walls_free(&w);
}

/* ---- Of other maps ----------------------------------------------------------------------------------------------- */

static hail_error error;
static const hail_context with_error = {.error = &error};

static void hold_named(hail_status status, const char *problem) {
    cr_assert(status == HAIL_BAD_ARGUMENT && strcmp(error.field, "image") == 0 && strstr(error.problem, problem),
              "%s: %s %s, not %s", hail_status_text(status), error.field, error.problem, problem);
}

static void other_tiles(const hail_tilemap_options *options, const hail_tileset *set, const char *problem) {
    const hail_tilemap_options same = {.context = &with_error, .columns = 9, .rows = 7};
    hail_tileset *of_same = make_set(255);
    hail_tilemap *from, *to;
    size_t size;
    MUST(hail_tilemap_create(of_same, &same, &from));
    MUST(hail_tilemap_create(set ? set : of_same, options ? options : &same, &to));
    MUST(hail_tilemap_fill(from, 1, 1, 3, 3, 1));
    uint8_t *image = save_tiles(from, &size);
    for (uint32_t flags = 0; flags <= HAIL_TRUSTED; flags++)
        hold_named(hail_tilemap_restore(to, flags, image, size), problem);
    free(image);
    hail_tilemap_destroy(from);
    hail_tilemap_destroy(to);
    hail_tileset_destroy(of_same);
}

Test(map_images, other_tiles) {
    hail_tileset *holes = make_set(0xe7), *few;
    MUST(hail_tileset_create(NULL, SIDE, SIDE, &few));
    other_tiles(&(hail_tilemap_options){.context = &with_error, .columns = 8, .rows = 7}, NULL, "other columns");
    other_tiles(&(hail_tilemap_options){.context = &with_error, .columns = 9, .rows = 8}, NULL, "other rows");
    other_tiles(&(hail_tilemap_options){.context = &with_error, .columns = 9, .rows = 7, .x = 1}, NULL, "another x");
    other_tiles(&(hail_tilemap_options){.context = &with_error, .columns = 9, .rows = 7, .y = 1}, NULL, "another y");
    other_tiles(&(hail_tilemap_options){.context = &with_error, .columns = 9, .rows = 7, .outside_solid = true}, NULL,
                "outside");
    other_tiles(NULL, holes, "other tiles");
    other_tiles(NULL, few, "other tiles");
    hail_tileset_destroy(holes);
    hail_tileset_destroy(few);
}

/* A set may get more tiles. */
Test(map_images, more_tiles) {
    tiles t;
    uint32_t tile;
    uint64_t before, after;
    tiles_make(&t, 3);
    MUST(hail_tilemap_hash(t.map, &before));
    MUST(hail_tileset_add_bits(t.set, (uint64_t[SIDE]){1}, 9, &tile));
    MUST(hail_tilemap_fill(t.map, 0, 0, 3, 3, tile));
    MUST(hail_tilemap_restore(t.map, 0, t.f.good, t.f.size));
    MUST(hail_tilemap_hash(t.map, &after));
    cr_assert_eq(before, after);
    tiles_free(&t);
}

Test(map_images, other_walls) {
    hail_sectors *from = make_rooms(NULL, ROOMS, false), *few = make_rooms(&with_error, ROOMS - 1, false),
                 *same = make_rooms(&with_error, ROOMS, false), *tolerant = make_rooms(NULL, ROOMS, true);
    const uint32_t wall = 3;
    const hail_wall absent = {HAIL_NO_VERTEX, HAIL_NO_VERTEX, 0, 0, 0, 0};
    size_t size;
    uint8_t *image = save_walls(from, &size);
    hold_named(hail_sectors_restore(few, 0, image, size), "other vertices");
    MUST(hail_sectors_restore(same, 0, image, size));
    MUST(hail_sectors_change(tolerant, &(hail_sectors_edit){.wall = &wall, .to = &absent, .wall_count = 1}, NULL));
    MUST(hail_sectors_save(tolerant, 0, image, size, NULL));
    hold_named(hail_sectors_restore(same, 0, image, size), "cannot have");
    hold_named(hail_sectors_restore(same, HAIL_TRUSTED, image, size), "cannot have");
    free(image);
    hail_sectors_destroy(from);
    hail_sectors_destroy(few);
    hail_sectors_destroy(same);
    hail_sectors_destroy(tolerant);
}
