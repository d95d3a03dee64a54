/* tests/robust/fixture.c - makes the objects that every call starts from, and digests them. */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/stream.h"
#include "shared/mix.h"

fixture f;

/* ---- An allocator that frees what a case leaves ------------------------------------------------------------------ */

enum { MAX_BLOCKS = 4096, MAX_BLOCK = 1 << 26 };
static void *blocks[MAX_BLOCKS];
static size_t block_count;

static void *allocate(void *user, size_t size, size_t align) {
    (void)user;
    void *made = NULL;
    if (size > MAX_BLOCK || block_count == MAX_BLOCKS ||
        posix_memalign(&made, align < sizeof(void *) ? sizeof(void *) : align, size) != 0)
        return NULL;
    blocks[block_count++] = made;
    return made;
}

static void release(void *user, void *pointer, size_t size, size_t align) {
    (void)user, (void)size, (void)align;
    size_t i = block_count;
    while (i > 0 && blocks[i - 1] != pointer)
        i--;
    if (i > 0)
        blocks[i - 1] = blocks[--block_count];
    free(pointer); /* what is not in the list is a fault that AddressSanitizer reports */
}

size_t fixture_blocks(void) { return block_count; }

/* ---- Tasks that are done at once --------------------------------------------------------------------------------- */

static void *enqueue(hail_task_fn *function, uint32_t first, uint32_t last, uint32_t grain, void *task, void *user) {
    (void)grain, (void)user;
    function(first, last, 0, task);
    return NULL;
}

static void finish(void *handle, void *user) { (void)handle, (void)user; }

/* ---- Making ------------------------------------------------------------------------------------------------------ */

static void must(hail_status status, const char *what) {
    if (status != HAIL_OK) {
        fprintf(stderr, "fixture: %s: %s\n", what, hail_status_text(status));
        abort();
    }
}
#define MUST(call) must(call, #call)

static void make_maps(void) {
    static const uint64_t half[8] = {0, 0, 0, 0, 255, 255, 255, 255};
    const hail_tilemap_options options = {.context = f.context, .columns = 6, .rows = 5};
    MUST(hail_tileset_create(f.context, 8, 8, &f.tiles));
    MUST(hail_tileset_add_bits(f.tiles, half, 1, &f.stone));
    MUST(hail_tilemap_create(f.tiles, &options, &f.map));
    MUST(hail_tilemap_fill(f.map, 0, 4, 6, 1, f.stone));
    MUST(hail_tilemap_paint_disc(f.map, 10, 10, 3, true, 2));
    const float x[] = {0, 64, 64, 0, 32, 32}, y[] = {0, 0, 64, 64, 0, 64};
    const hail_wall walls[] = {
        {.a = 0, .b = 4, .right = 0, .left = HAIL_NO_SECTOR}, {.a = 4, .b = 1, .right = 1, .left = HAIL_NO_SECTOR},
        {.a = 1, .b = 2, .right = 1, .left = HAIL_NO_SECTOR}, {.a = 2, .b = 5, .right = 1, .left = HAIL_NO_SECTOR},
        {.a = 5, .b = 3, .right = 0, .left = HAIL_NO_SECTOR}, {.a = 3, .b = 0, .right = 0, .left = HAIL_NO_SECTOR},
        {.a = 4, .b = 5, .right = 0, .left = 1, .kind = 3}};
    const hail_sector_data data = {
        .x = x, .y = y, .vertex_count = 6, .walls = walls, .wall_count = 7, .sector_count = 2};
    const hail_sectors_options sector_options = {.context = f.context};
    MUST(hail_sectors_create(&sector_options, &data, NULL, &f.sectors));
}

static void make_shapes(void) {
    static const uint64_t rows[] = {0x3c, 0x7e, 0xff, 0xe7, 0xff, 0x7e};
    const hail_image image = {.bits = rows, .width = 8, .height = 6, .origin_x = 4, .origin_y = 3};
    uint32_t sprite;
    MUST(hail_spriteset_create(f.context, &f.sprites));
    MUST(hail_spriteset_add(f.sprites, &image, &sprite));
    MUST(hail_convex_capsule(-4, 0, 4, 0, 2, &f.convex[0]));
    MUST(hail_convex_box(3, 2, 0, &f.convex[1]));
    f.shapes = hail_world_shapes(f.world);
    MUST(hail_shape_circle(f.shapes, 4, &f.circle));
    MUST(hail_shape_box(f.shapes, 6, 4, 1, &f.box));
    MUST(hail_shape_compound(f.shapes, f.convex, 2, &f.compound));
    MUST(hail_shape_sprite(f.shapes, f.sprites, sprite, &f.sprite));
    MUST(hail_shape_circle(f.shapes, 5, &f.spare));
}

static void make_world(void) {
    /* A small budget of pairs, so that hail_reserve(..., SIZE_MAX) asks for little. */
    const hail_world_options options = {
        .context = f.context, .max_x = 640, .max_y = 480, .max_bodies = 100, .pair_budget = 1024};
    MUST(hail_world_create(&options, &f.world));
    make_shapes();
    for (uint32_t layer = 0; layer < 2; layer++) {
        const hail_layer_options all = {.columns = HAIL_ALL_COLUMNS, .bounds = layer == 0 ? HAIL_KILL : HAIL_WRAP};
        const hail_rule tiles = {.mode = layer == 0 ? HAIL_SWEPT : HAIL_MANIFOLD,
                                 .layer_a = layer,
                                 .layer_b = HAIL_TILES,
                                 .stop = layer == 0,
                                 .centre_only = layer == 0};
        MUST(hail_layer_configure(f.world, layer, &all));
        MUST(hail_rule_configure(f.world, &tiles));
        MUST(hail_rule_set(f.world, layer, HAIL_WALLS, layer == 0 ? HAIL_EARLIEST : HAIL_PAIRS));
    }
    const hail_layer_options lent = {
        .columns = HAIL_ALL_COLUMNS & ~(HAIL_LIFE | HAIL_PIERCE), .borrowed = FEW, .generations = 1};
    MUST(hail_layer_configure(f.world, 3, &lent));
    MUST(hail_rule_set(f.world, 0, 1, HAIL_EARLIEST));
    MUST(hail_rule_set(f.world, 1, 1, HAIL_MANIFOLD));
    MUST(hail_world_set_tilemap(f.world, f.map));
    MUST(hail_world_set_sectors(f.world, f.sectors));
}

static void make_bodies(void) {
    const float x[] = {4, 20, 31, 40, 60}, y[] = {6, 12, 25, 31, 34}, v[] = {3, -5, 60, 0, 8};
    const float angle[] = {0, 1, 2, 3, -1}, scale[] = {1, 0.5f, 1.5f, 1, 2}, life[] = {1, 2, 3, 4, 5},
                brief[] = {1, 2, 3, 0.001f, 5};
    const uint32_t group[] = {0, 1, 1, 2, 0};
    const uint64_t user[] = {1, 2, 3, 4, 5};
    const hail_shape shape[] = {f.circle, f.box, f.compound, f.sprite, f.circle};
    hail_spawn_columns columns = {
        .x = x, .y = y, .vx = v, .vy = v, .shape = shape, .angle = angle, .scale = scale, .group = group, .user = user};
    for (uint32_t layer = 0; layer < 2; layer++) {
        columns.life = layer == 0 ? brief : life; /* the step removes a body of layer 0 */
        MUST(hail_spawn(f.world, layer, NULL, &columns, FEW, f.handles + layer * FEW));
    }
}

void fixture_make(void) {
    while (block_count > 0)
        free(blocks[--block_count]);
    pieces_clear();
    memset(&f, 0, sizeof f);
    f.error = memset(piece_new(sizeof *f.error), 0, sizeof *f.error);
    const char *variant = hail_variant_default();
    const hail_tasks tasks = {.workers = 2, .enqueue = enqueue, .finish = finish};
    const hail_context context = {.allocator = {NULL, allocate, release},
                                  .variant = piece_copy(variant, strlen(variant) + 1),
                                  .error = f.error,
                                  .tasks = piece_copy(&tasks, sizeof tasks)};
    f.context = piece_copy(&context, sizeof context);
    make_maps();
    make_world();
    make_bodies();
    fixture_step();
    MUST(hail_query_prepare(f.world, 0));
}

void look_at_contacts(const hail_contact *contacts, size_t count, void *user) {
    (void)user;
    for (size_t i = 0; i < count; i++) {
        if (contacts[i].kind < HAIL_CONTACT_BODY || contacts[i].kind > HAIL_CONTACT_GRAZE)
            abort();
    }
}

void fixture_step(void) { (void)hail_step(f.world, 1.0f / 60.0f, look_at_contacts, NULL); }

/* ---- Digest ------------------------------------------------------------------------------------------------------ */

static uint64_t mix_shapes(uint64_t digest) {
    for (uint32_t id = 0; id < 32; id++) {
        hail_shape shape;
        hail_convex_info info;
        if (hail_shape_of_id(f.shapes, id, &shape) != HAIL_OK)
            continue;
        memset(&info, 0, sizeof info);
        const uint32_t parts = hail_shape_part_count(f.shapes, &shape);
        MUST(hail_shape_describe(f.shapes, &shape, &info));
        digest = mix(mix(mix(digest, &id, sizeof id), &parts, sizeof parts), &info, sizeof info);
    }
    return digest;
}

static uint64_t mix_tiles(uint64_t digest) {
    hail_tileset_size set;
    hail_tilemap_size map;
    memset(&set, 0, sizeof set);
    memset(&map, 0, sizeof map);
    MUST(hail_tileset_measure(f.tiles, &set));
    MUST(hail_tilemap_measure(f.map, &map));
    set.bytes = map.bytes = 0; /* memory that a call got may be kept */
    digest = mix(mix(digest, &set, sizeof set), &map, sizeof map);
    for (uint32_t cell = 0; cell < map.columns * map.rows; cell++) {
        hail_cell_info info;
        memset(&info, 0, sizeof info);
        MUST(hail_tilemap_cell(f.map, cell % map.columns, cell / map.columns, &info));
        digest = mix(digest, &info, sizeof info);
    }
    return digest;
}

static uint64_t mix_sectors(uint64_t digest) {
    hail_sectors_size size;
    memset(&size, 0, sizeof size);
    MUST(hail_sectors_measure(f.sectors, &size));
    size.bytes = 0;
    digest = mix(digest, &size, sizeof size);
    for (uint32_t i = 0; i < size.walls; i++) {
        hail_wall_info info;
        memset(&info, 0, sizeof info);
        MUST(hail_sectors_wall(f.sectors, i, &info));
        const uint32_t named[] = {info.wall.a,    info.wall.b,     info.wall.right, info.wall.left,
                                  info.wall.kind, info.wall.solid, info.stops};
        const float ends[] = {info.ax, info.ay, info.bx, info.by};
        digest = mix(mix(digest, named, sizeof named), ends, sizeof ends);
    }
    return digest;
}

static uint64_t mix_all(void) {
    hail_spriteset_size sprites;
    memset(&sprites, 0, sizeof sprites);
    MUST(hail_spriteset_measure(f.sprites, &sprites));
    sprites.bytes = 0;
    const uint64_t world = world_fingerprint(f.world);
    uint64_t digest = mix(mix(0xcbf29ce484222325u, &world, sizeof world), &sprites, sizeof sprites);
    const hail_step_stats *stats = hail_stats(f.world);
    size_t gone;
    const hail_removal *removals = hail_removals(f.world, &gone);
    digest = mix(mix(digest, &stats->step, sizeof stats->step), &gone, sizeof gone);
    for (size_t i = 0; i < gone; i++)
        digest = mix(digest, &removals[i].handle.slot, sizeof removals[i].handle.slot);
    return mix_sectors(mix_tiles(mix_shapes(digest)));
}

static void mix_contacts(const hail_contact *contacts, size_t count, void *digest) {
    const uint64_t mixed = mix(*(uint64_t *)digest, contacts, count * sizeof *contacts);
    memcpy(digest, &mixed, sizeof mixed);
}

uint64_t fixture_digest(void) {
    uint64_t digest = mix_all();
    const hail_status status = hail_step(f.world, 1.0f / 60.0f, mix_contacts, &digest);
    const uint64_t after = mix_all();
    return mix(mix(digest, &status, sizeof status), &after, sizeof after);
}
