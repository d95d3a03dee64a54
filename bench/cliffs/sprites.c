/* bench/cliffs/sprites.c - boxes of sprites, sprites against sprites and tiles. */
#include "cliffs.h"

typedef struct sprite_inputs {
    cliff_inputs each;
    uint32_t side; /* px: of a sprite, at most 64 */
    bool rotated, stretched, mirrored, origins, indexed, holes;
    float origin, apart; /* px: of all pairs; between their sprites, at most */
    hail_box_kind box_kind;
    hail_spriteset *set;
    hail_tilemap *map;
    hail_sprite_pairs pairs;
    hail_box *boxes;
    hail_pixel_box *pixel_boxes;
    hail_sprite_overlap *overlaps;
    uint32_t *pixels;
    uint8_t *touching;
} sprite_inputs;

static void destroy_sprites(void *set) { hail_spriteset_destroy(set); }
static void destroy_tiles(void *set) { hail_tileset_destroy(set); }
static void destroy_map(void *map) { hail_tilemap_destroy(map); }

/* A disc; with holes, of a chessboard of 4 px. */
static void make_set(cliffs *c, sprite_inputs *in) {
    uint64_t rows[64] = {0};
    uint32_t sprite;
    const int side = (int)in->side;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++)
            if ((2 * x - side) * (2 * x - side) + (2 * y - side) * (2 * y - side) <= side * side &&
                !(in->holes && (x / 4 + y / 4) % 2))
                rows[y] |= UINT64_C(1) << x;
    cliff_must(hail_spriteset_create(NULL, &in->set), "hail_spriteset_create");
    cliff_owns(c, destroy_sprites, in->set);
    const float middle = (float)side / 2;
    const hail_image image = {
        .bits = rows, .width = in->side, .height = in->side, .origin_x = middle, .origin_y = middle};
    cliff_must(hail_spriteset_add(in->set, &image, &sprite), "hail_spriteset_add");
}

/* Full cells, one in each 17. */
static void make_map(cliffs *c, sprite_inputs *in) {
    enum { CELLS = 64 };
    hail_tileset *tiles;
    uint64_t rows[16];
    uint32_t tile;
    for (int y = 0; y < 16; y++)
        rows[y] = 0xffff;
    cliff_must(hail_tileset_create(NULL, 16, 16, &tiles), "hail_tileset_create");
    cliff_owns(c, destroy_tiles, tiles);
    cliff_must(hail_tileset_add_bits(tiles, rows, 0, &tile), "hail_tileset_add_bits");
    const hail_tilemap_options options = {.columns = CELLS, .rows = CELLS, .x = in->origin, .y = in->origin};
    cliff_must(hail_tilemap_create(tiles, &options, &in->map), "hail_tilemap_create");
    cliff_owns(c, destroy_map, in->map);
    for (uint32_t i = 0; i < CELLS * CELLS; i += 17)
        cliff_must(hail_tilemap_fill(in->map, i % CELLS, i / CELLS, 1, 1, tile), "hail_tilemap_fill");
}

static hail_sprites make_side(cliffs *c, const sprite_inputs *in, uint32_t seed) {
    const size_t count = in->each.count;
    float *x = cliff_floats(c, count, 0, in->apart, seed), *y = cliff_floats(c, count, 0, in->apart, seed + 1);
    for (size_t i = 0; i < count; i++) {
        x[i] += in->origin + (float)(i % 32) * 30;
        y[i] += in->origin + (float)(i / 32 % 32) * 30;
    }
    hail_sprites sprites = {.set = in->set, .x = x, .y = y, .count = count};
    if (in->rotated)
        sprites.cos = cliff_cosines(c, count), sprites.sin = cliff_sines(c, count);
    if (in->stretched || in->mirrored) {
        sprites.scale_x = cliff_floats(c, count, in->mirrored ? -1 : 0.5f, in->mirrored ? -1 : 1.5f, seed + 2);
        sprites.scale_y = cliff_floats(c, count, in->mirrored ? 1 : 0.5f, in->mirrored ? 1 : 1.5f, seed + 3);
    }
    if (in->origins) {
        sprites.origin_x = cliff_floats(c, count, 4, 12, seed + 4);
        sprites.origin_y = cliff_floats(c, count, 4, 12, seed + 5);
    }
    return sprites;
}

static void make_ready(cliffs *c, void *inputs) {
    sprite_inputs *in = inputs;
    const size_t count = in->each.count;
    make_set(c, in);
    make_map(c, in);
    in->pairs = (hail_sprite_pairs){.a = make_side(c, in, 1), .b = make_side(c, in, 11), .count = count};
    if (in->indexed) {
        uint32_t *index = cliff_array(c, count, sizeof *index);
        for (size_t i = 0; i < count; i++)
            index[i] = (uint32_t)(i * 7919 % count);
        in->pairs.index_a = in->pairs.index_b = index;
    }
    in->boxes = cliff_array(c, count, sizeof *in->boxes);
    in->pixel_boxes = cliff_array(c, count, sizeof *in->pixel_boxes);
    in->overlaps = cliff_array(c, count, sizeof *in->overlaps);
    in->pixels = cliff_array(c, count, sizeof *in->pixels);
    in->touching = cliff_array(c, count, 1);
    cliff_must(hail_sprite_boxes(&in->pairs.a, in->box_kind, in->boxes), "hail_sprite_boxes");
}

#define RUN(name, call, answer)                                                                                        \
    static size_t name(void *inputs) {                                                                                 \
        sprite_inputs *in = inputs;                                                                                    \
        size_t sum = 0;                                                                                                \
        cliff_must(call, #name);                                                                                       \
        for (size_t i = 0; i < in->each.count; i++)                                                                    \
            sum += answer;                                                                                             \
        return sum;                                                                                                    \
    }

RUN(run_boxes, hail_sprite_boxes(&in->pairs.a, in->box_kind, in->boxes), 1)
RUN(run_rounding, hail_pixel_boxes(NULL, in->boxes, in->each.count, in->pixel_boxes), 1)
RUN(run_touch, hail_sprite_touch(&in->pairs, in->touching), in->touching[i])
RUN(run_count, hail_sprite_count(&in->pairs, in->pixels), in->pixels[i] > 0)
RUN(run_overlaps, hail_sprite_overlaps(&in->pairs, in->overlaps), in->overlaps[i].count > 0)
RUN(run_tiles, hail_sprite_tilemap_overlaps(&in->pairs.a, in->map, 0, in->overlaps), in->overlaps[i].count > 0)

#define CHANGE(name, statement)                                                                                        \
    static void name(void *inputs) {                                                                                   \
        sprite_inputs *in = inputs;                                                                                    \
        statement;                                                                                                     \
    }

CHANGE(of_64, in->each.count = 64)
CHANGE(of_one, in->each.count = 1)
CHANGE(far_away, in->origin = 1.0e5f)
CHANGE(upright, in->rotated = false)
CHANGE(stretched, in->stretched = true)
CHANGE(upright_stretched, (in->rotated = false, in->stretched = true))
CHANGE(mirrored, (in->rotated = false, in->mirrored = true))
CHANGE(origins, in->origins = true)
CHANGE(of_image, in->box_kind = HAIL_BOX_IMAGE)
CHANGE(indexed, in->indexed = true)
CHANGE(holes, in->holes = true)
CHANGE(large, in->side = 64)
CHANGE(dense, in->apart = 8)
CHANGE(sparse, in->apart = 200)

static const cliff_way instance_ways[] = {{"64 a call", of_64, NULL, 0},
                                          {CLIFF_ONE, of_one, NULL, 0},
                                          {"1e5 px from the origin", far_away, NULL, 0},
                                          {"not rotated", upright, NULL, 0},
                                          {"stretched", stretched, NULL, 0},
                                          {"not rotated, stretched", upright_stretched, NULL, 0},
                                          {"not rotated, mirrored", mirrored, NULL, 0},
                                          {"origins given", origins, NULL, 0},
                                          {"64 px instead of 24", large, "7 times the pixels", 7},
                                          {0}};
static const cliff_way mask_ways[] = {{"with holes", holes, NULL, 0}, {0}};
static const cliff_way pair_ways[] = {{"index_a, index_b: unordered", indexed, NULL, 0},
                                      {"dense: all touch", dense, "more answers", 0},
                                      {"sparse: few touch", sparse, NULL, 0},
                                      {0}};
static const cliff_way box_ways[] = {{"HAIL_BOX_IMAGE", of_image, NULL, 0}, {0}};
static const cliff_way rounding_ways[] = {{"64 a call", of_64, NULL, 0}, {CLIFF_ONE, of_one, NULL, 0}, {0}};

void cliffs_sprites(cliffs *c) {
    const sprite_inputs base = {
        .each.count = 500, .side = 24, .rotated = true, .apart = 30, .box_kind = HAIL_BOX_OPAQUE};
    CLIFF_CALL(c, "hail_sprite_boxes", run_boxes, make_ready, &base, instance_ways, box_ways);
    CLIFF_CALL(c, "hail_pixel_boxes", run_rounding, make_ready, &base, rounding_ways);
    CLIFF_CALL(c, "hail_sprite_touch", run_touch, make_ready, &base, instance_ways, mask_ways, pair_ways);
    CLIFF_CALL(c, "hail_sprite_count", run_count, make_ready, &base, instance_ways, mask_ways, pair_ways);
    CLIFF_CALL(c, "hail_sprite_overlaps", run_overlaps, make_ready, &base, instance_ways, mask_ways, pair_ways);
    CLIFF_CALL(c, "hail_sprite_tilemap_overlaps", run_tiles, make_ready, &base, instance_ways, mask_ways);
}
