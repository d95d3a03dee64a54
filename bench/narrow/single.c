/* bench/narrow/single.c - the calls of one element each, in small scenes that give them some work. */
#include "single.h"

#include <stdio.h>
#include <stdlib.h>

struct single_scene {
    hail_context context;
    float x, y, dx, dy, other_x, other_y, air_y, sunk_y, cos, sin, radius;
    hail_convex shapes[2];
    hail_batch batch;
    float loop_x[4], loop_y[4];
    uint32_t start[2];
    hail_loops polygon;
    hail_points points;
    hail_tileset *tileset;
    hail_tilemap *map;
    hail_tilemap_rays rays;
    hail_tilemap_movers movers, flying, sunk; /* one that hits the floor, far above it, half in it */
    hail_spriteset *spriteset;
    hail_sprites sprites;
    hail_sprite_pairs pairs;
    hail_sectors *sectors;
    hail_sector_movers sector_movers;
    hail_box box;
    union {
        hail_contact contact[4];
        hail_gap gap;
        hail_prediction prediction;
        hail_nearest_point nearest;
        hail_ray_hit hit;
        hail_slide slide;
        hail_sprite_overlap overlap;
        hail_sector_move move;
        hail_box box;
        hail_pixel_box pixels;
        int32_t winding;
        uint32_t number;
        uint8_t byte;
        float pair[2];
    } out;
    size_t count;
};

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

#define CALL(name, expression)                                                                                         \
    static hail_status name(single_scene *s) { return expression; }

CALL(batch_touch, hail_batch_touch(&s->batch, &s->out.byte))
CALL(batch_collide, hail_batch_collide(&s->batch, s->out.contact))
CALL(batch_distance, hail_batch_distance(&s->batch, &s->out.gap))
CALL(batch_predict, hail_batch_predict(&s->batch, &s->out.prediction))
CALL(batch_sweep, hail_batch_sweep(&s->batch, s->out.contact))
CALL(points_inside, hail_points_inside(&s->points, &s->polygon, HAIL_BY_CROSSINGS, &s->out.byte))
CALL(points_winding, hail_points_winding(&s->points, &s->polygon, &s->out.winding))
CALL(nearest_on_segments, hail_nearest_on_segments(&s->points, s->loop_x, s->loop_y, &s->dx, &s->dy, &s->out.nearest))
CALL(nearest_on_loops, hail_nearest_on_loops(&s->points, &s->polygon, &s->out.nearest))
CALL(tilemap_solid, hail_tilemap_solid(s->map, &s->points, 0, &s->out.byte))
CALL(tilemap_normals, hail_tilemap_normals(s->map, &s->points, 0, 1, &s->out.pair[0], &s->out.pair[1]))
CALL(march, hail_tilemap_march(&s->rays, &(hail_ray_answers){.hits = &s->out.hit}))
CALL(tiles_sweep, hail_tilemap_sweep(&s->movers, s->out.contact))
CALL(tiles_overlap, hail_tilemap_overlap(&s->movers, s->out.contact, 4, &s->count))
CALL(tiles_slide, hail_tilemap_slide(&s->movers, NULL, &s->out.slide))
CALL(tiles_sweep_free, hail_tilemap_sweep(&s->flying, s->out.contact))
CALL(tiles_slide_free, hail_tilemap_slide(&s->flying, NULL, &s->out.slide))
CALL(tiles_overlap_sunk, hail_tilemap_overlap(&s->sunk, s->out.contact, 4, &s->count))
CALL(tiles_slide_sunk, hail_tilemap_slide(&s->sunk, NULL, &s->out.slide))
CALL(sprite_boxes, hail_sprite_boxes(&s->sprites, HAIL_BOX_OPAQUE, &s->out.box))
CALL(boxes_to_pixels, hail_pixel_boxes(s->points.context, &s->box, 1, &s->out.pixels))
CALL(sprite_touch, hail_sprite_touch(&s->pairs, &s->out.byte))
CALL(sprite_count, hail_sprite_count(&s->pairs, &s->out.number))
CALL(sprite_overlaps, hail_sprite_overlaps(&s->pairs, &s->out.overlap))
CALL(sprite_tiles, hail_sprite_tilemap_overlaps(&s->sprites, s->map, 0, &s->out.overlap))
CALL(sectors_find, hail_sectors_find(s->sectors, &s->points, &s->out.number))
CALL(sectors_nearest, hail_sectors_nearest(s->sectors, &s->points, NULL, &s->out.nearest))
CALL(sectors_move, hail_sectors_move(&s->sector_movers, NULL, &s->out.move, NULL))
CALL(sectors_depenetrate, hail_sectors_depenetrate(&s->sector_movers, &s->out.move))

#define ROW(name)                                                                                                      \
    { #name, name }
static const single_call calls[] = {
    ROW(batch_touch),        ROW(batch_collide),      ROW(batch_distance),   ROW(batch_predict),
    ROW(batch_sweep),        ROW(points_inside),      ROW(points_winding),   ROW(nearest_on_segments),
    ROW(nearest_on_loops),   ROW(tilemap_solid),      ROW(tilemap_normals),  ROW(march),
    ROW(tiles_sweep),        ROW(tiles_overlap),      ROW(tiles_slide),      ROW(tiles_sweep_free),
    ROW(tiles_slide_free),   ROW(tiles_overlap_sunk), ROW(tiles_slide_sunk), ROW(sprite_boxes),
    ROW(boxes_to_pixels),    ROW(sprite_touch),       ROW(sprite_count),     ROW(sprite_overlaps),
    ROW(sprite_tiles),       ROW(sectors_find),       ROW(sectors_nearest),  ROW(sectors_move),
    ROW(sectors_depenetrate)};

const single_call *single_call_at(size_t number) {
    return number < sizeof calls / sizeof *calls ? &calls[number] : NULL;
}

/* ---- The scene --------------------------------------------------------------------------------------------------- */

/* A floor of full tiles. */
static bool make_tiles(single_scene *s) {
    uint64_t rows[16];
    uint32_t tile;
    for (int i = 0; i < 16; i++)
        rows[i] = 0xffff;
    const hail_tilemap_options options = {.columns = 64, .rows = 64};
    return hail_tileset_create(NULL, 16, 16, &s->tileset) == HAIL_OK &&
           hail_tileset_add_bits(s->tileset, rows, 0, &tile) == HAIL_OK &&
           hail_tilemap_create(s->tileset, &options, &s->map) == HAIL_OK &&
           hail_tilemap_fill(s->map, 0, 10, 64, 54, tile) == HAIL_OK;
}

/* A square of 16 px. */
static bool make_sprite(single_scene *s) {
    uint64_t rows[16];
    uint32_t sprite;
    for (int i = 0; i < 16; i++)
        rows[i] = 0xffff;
    const hail_image image = {.bits = rows, .width = 16, .height = 16, .origin_x = 8.0f, .origin_y = 8.0f};
    return hail_spriteset_create(NULL, &s->spriteset) == HAIL_OK &&
           hail_spriteset_add(s->spriteset, &image, &sprite) == HAIL_OK;
}

/* A square room. */
static bool make_sectors(single_scene *s) {
    static const float x[] = {0, 500, 500, 0}, y[] = {0, 0, 500, 500};
    hail_wall walls[4];
    for (uint32_t i = 0; i < 4; i++)
        walls[i] = (hail_wall){.a = i, .b = (i + 1) % 4, .left = HAIL_NO_SECTOR};
    const hail_sector_data data = {x, y, 4, walls, 4, 1};
    return hail_sectors_create(NULL, &data, NULL, &s->sectors) == HAIL_OK;
}

static void fill_in(single_scene *s, const hail_context *context) {
    static const float x[] = {90, 130, 130, 90}, y[] = {140, 140, 170, 170};
    for (int i = 0; i < 4; i++) {
        s->loop_x[i] = x[i];
        s->loop_y[i] = y[i];
    }
    s->start[1] = 4;
    s->x = 100.0f, s->y = 150.0f, s->dx = 7.0f, s->dy = 3.0f, s->other_x = 109.0f, s->other_y = 154.0f;
    s->air_y = 50.0f, s->sunk_y = 158.0f;
    s->cos = 0.8f, s->sin = 0.6f, s->radius = 6.0f;
    const hail_shapes one = {.context = context,
                             .convexes = s->shapes,
                             .shape_count = 2,
                             .x = &s->x,
                             .y = &s->y,
                             .cos = &s->cos,
                             .sin = &s->sin,
                             .dx = &s->dx,
                             .dy = &s->dy,
                             .count = 1};
    hail_shapes two = one;
    two.x = &s->other_x, two.y = &s->other_y;
    s->polygon = (hail_loops){s->loop_x, s->loop_y, s->start, 1};
    s->points = (hail_points){context, &s->x, &s->y, 1};
    s->batch = (hail_batch){.a = one, .b = two, .count = 1};
    s->rays = (hail_tilemap_rays){
        .map = s->map, .rays = {.context = context, .x = &s->x, .y = &s->y, .dx = &s->dx, .dy = &s->dy, .count = 1}};
    s->movers = (hail_tilemap_movers){.map = s->map, .shapes = one};
    s->movers.shapes.shape_count = 1;
    s->flying = s->sunk = s->movers;
    s->flying.shapes.y = &s->air_y, s->sunk.shapes.y = &s->sunk_y;
    s->sprites = (hail_sprites){.context = context, .set = s->spriteset, .x = &s->x, .y = &s->y, .count = 1};
    s->pairs = (hail_sprite_pairs){.a = s->sprites, .b = s->sprites, .count = 1};
    s->pairs.b.x = &s->other_x, s->pairs.b.y = &s->other_y;
    s->sector_movers = (hail_sector_movers){.context = context,
                                            .map = s->sectors,
                                            .x = &s->x,
                                            .y = &s->y,
                                            .dx = &s->dx,
                                            .dy = &s->dy,
                                            .radius = &s->radius,
                                            .count = 1};
    s->box = (hail_box){1.5f, 2.5f, 3.5f, 4.5f};
}

void single_destroy(single_scene *s) {
    if (!s)
        return;
    hail_sectors_destroy(s->sectors);
    hail_spriteset_destroy(s->spriteset);
    hail_tilemap_destroy(s->map);
    hail_tileset_destroy(s->tileset);
    free(s);
}

single_scene *single_create(const char *variant) {
    single_scene *s = calloc(1, sizeof *s);
    if (s && hail_convex_box(8.0f, 6.0f, 0.0f, &s->shapes[0]) == HAIL_OK &&
        hail_convex_box(4.0f, 4.0f, 1.0f, &s->shapes[1]) == HAIL_OK && make_tiles(s) && make_sprite(s) &&
        make_sectors(s)) {
        s->context.variant = variant;
        fill_in(s, variant ? &s->context : NULL);
        return s;
    }
    fputs("hail-bench: single: could not be created\n", stderr);
    single_destroy(s);
    return NULL;
}
