/* tests/sprites/sprite_errors.c - what calls with sprite sets, instances, boxes and outlines say about the argument
 * that they refuse. */
#include "shared/refusals.h"

enum { COUNT = 4, SIZE = 8 };

static hail_error error;

static struct {
    hail_context context;
    hail_spriteset *set, *made;
    uint64_t bits[SIZE];
    hail_image image;
    uint32_t sprite;
    float x[COUNT], y[COUNT], cos[COUNT], sin[COUNT], scale[COUNT], origin[COUNT];
    uint32_t sprites_of[COUNT], index[COUNT];
    hail_sprites sprites;
    hail_sprite_pairs pairs;
    hail_box boxes[COUNT];
    hail_pixel_box pixel_boxes[COUNT];
    uint8_t touching[COUNT];
    uint32_t pixels[COUNT];
    hail_sprite_overlap overlaps[COUNT];
    hail_trace_options trace;
    hail_decompose_options decompose;
    hail_decompose_report report;
    float px[SIZE], py[SIZE];
    uint32_t start[2];
    hail_loops polygon;
    hail_polygons *made_polygons;
    float around_x[SIZE], around_y[SIZE];
    uint32_t around;
} it;

static hail_spriteset *kept[2]; /* with the error, and without one */
static hail_tileset *tiles;
static hail_tilemap *map;

static void make(void) {
    static const uint64_t bits[SIZE] = {255, 129, 129, 129, 129, 129, 129, 255};
    const hail_image image = {.bits = bits, .width = SIZE, .height = SIZE};
    const hail_tilemap_options options = {.columns = 2, .rows = 2};
    for (int i = 0; i < 2; i++) {
        uint32_t sprite;
        cr_assert_eq(hail_spriteset_create(&(hail_context){.error = i ? NULL : &error}, &kept[i]), HAIL_OK);
        cr_assert_eq(hail_spriteset_add(kept[i], &image, &sprite), HAIL_OK);
    }
    cr_assert_eq(hail_tileset_create(NULL, 8, 8, &tiles), HAIL_OK);
    cr_assert_eq(hail_tilemap_create(tiles, &options, &map), HAIL_OK);
}

static void destroy(void) {
    hail_spriteset_destroy(kept[0]);
    hail_spriteset_destroy(kept[1]);
    hail_tilemap_destroy(map);
    hail_tileset_destroy(tiles);
}

TestSuite(sprite_errors, .init = make, .fini = destroy);

static void start(void) {
    static const float px[] = {0, 8, 8, 0}, py[] = {0, 0, 8, 8};
    memset(&it, 0, sizeof it);
    memset(&error, 0, sizeof error);
    it.context.error = &error;
    it.set = kept[0];
    it.image = (hail_image){.bits = it.bits, .width = SIZE, .height = SIZE};
    for (int i = 0; i < COUNT; i++) {
        it.x[i] = it.y[i] = (float)i;
        it.cos[i] = it.scale[i] = 1.0f;
    }
    it.sprites = (hail_sprites){.context = &it.context,
                                .set = it.set,
                                .x = it.x,
                                .y = it.y,
                                .cos = it.cos,
                                .sin = it.sin,
                                .scale_x = it.scale,
                                .origin_x = it.origin,
                                .origin_y = it.origin,
                                .sprite = it.sprites_of,
                                .count = COUNT};
    it.pairs = (hail_sprite_pairs){.a = it.sprites, .b = it.sprites, .count = COUNT};
    hail_trace_options_defaults(&it.trace);
    hail_decompose_options_defaults(&it.decompose);
    it.trace.context = it.decompose.context = &it.context;
    memcpy(it.px, px, sizeof px);
    memcpy(it.py, py, sizeof py);
    it.start[1] = 4;
    it.polygon = (hail_loops){it.px, it.py, it.start, 1};
}

static void no_error(void) {
    it.context.error = NULL;
    it.set = kept[1];
}

/* ---- Sets -------------------------------------------------------------------------------------------------------- */

Test(sprite_errors, sets) {
#define ADD hail_spriteset_add(it.set, &it.image, &it.sprite)
    const double reach = (double)HAIL_MAX_REACH;
    REFUSED(NOTHING, hail_spriteset_create(&it.context, NULL), HAIL_BAD_ARGUMENT, "set", NO_ONE);
    REFUSED(NOTHING, hail_spriteset_add(it.set, NULL, &it.sprite), HAIL_BAD_ARGUMENT, "image", NO_ONE);
    REFUSED(NOTHING, hail_spriteset_add(it.set, &it.image, NULL), HAIL_BAD_ARGUMENT, "sprite", NO_ONE);
    REFUSED(it.image.bits = NULL, ADD, HAIL_BAD_ARGUMENT, "image->rgba", NO_ONE);
    REFUSED(it.image.origin_y = NAN, ADD, HAIL_NOT_FINITE, "image->origin_y", NO_ONE, (double)NAN, -reach, reach);
    REFUSED(it.image.origin_x = 2e6f, ADD, HAIL_OUT_OF_RANGE, "image->origin_x", NO_ONE, 2e6, -reach, reach);
    REFUSED(it.image.width = 0, ADD, HAIL_OUT_OF_RANGE, "image->width", NO_ONE, 0, 1, HAIL_MAX_SPRITE);
    REFUSED(it.image.height = 8193, ADD, HAIL_OUT_OF_RANGE, "image->height", NO_ONE, 8193, 1, HAIL_MAX_SPRITE);
    REFUSED(it.image.pitch = SIZE_MAX, ADD, HAIL_BAD_ARGUMENT, "image->pitch", NO_ONE, (double)SIZE_MAX, 0, INT32_MAX);
    REFUSED((it.image.bits = NULL, it.image.rgba = (const uint8_t *)it.bits, it.image.pitch = 3), ADD,
            HAIL_BAD_ARGUMENT, "image->pitch", NO_ONE);
    REFUSED(it.bits[6] = 256, ADD, HAIL_BAD_ARGUMENT, "image->bits", 6);
    REFUSED((it.bits[0] = 1, it.image.origin_x = 1e6f, it.image.origin_y = 1e6f), ADD, HAIL_TOO_LARGE,
            "image->origin_x", NO_ONE);
}

Test(sprite_errors, stretched) {
#define STRETCH(of, x, y) hail_spriteset_add_stretched(it.set, of, x, y, &it.sprite)
    REFUSED(NOTHING, hail_spriteset_add_stretched(it.set, 0, 1.0f, 1.0f, NULL), HAIL_BAD_ARGUMENT, "copy", NO_ONE);
    REFUSED(NOTHING, STRETCH(0, 0.0f, NAN), HAIL_NOT_FINITE, "scale_y", NO_ONE, (double)NAN, 1.0 / 64, 64);
    REFUSED(NOTHING, STRETCH(0, 65.0f, 1.0f), HAIL_OUT_OF_RANGE, "scale_x", NO_ONE, 65, 1.0 / 64, 64);
    REFUSED(NOTHING, STRETCH(1, 1.0f, 1.0f), HAIL_OUT_OF_RANGE, "sprite", NO_ONE, 1, 0, 0);
}

/* ---- Instances --------------------------------------------------------------------------------------------------- */

Test(sprite_errors, instances) {
#define BOXES hail_sprite_boxes(&it.sprites, HAIL_BOX_OPAQUE, it.boxes)
#define TILES hail_sprite_tilemap_overlaps(&it.sprites, map, 0, it.overlaps)
    REFUSED(NOTHING, hail_sprite_boxes(&it.sprites, 2, it.boxes), HAIL_BAD_ARGUMENT, "of", NO_ONE, 2, 0, 1);
    REFUSED(NOTHING, hail_sprite_boxes(&it.sprites, 0, NULL), HAIL_BAD_ARGUMENT, "boxes", NO_ONE);
    REFUSED(it.sprites.set = NULL, BOXES, HAIL_BAD_ARGUMENT, "sprites->set", NO_ONE);
    REFUSED(it.sprites.x = NULL, BOXES, HAIL_BAD_ARGUMENT, "sprites->x", NO_ONE);
    REFUSED(it.sprites.sin = NULL, BOXES, HAIL_BAD_ARGUMENT, "sprites->sin", NO_ONE);
    REFUSED(it.sprites.origin_x = NULL, BOXES, HAIL_BAD_ARGUMENT, "sprites->origin_x", NO_ONE);
    REFUSED((it.sprites.scale_y = it.scale, it.sprites.scale_x = NULL), BOXES, HAIL_BAD_ARGUMENT, "sprites->scale_x",
            NO_ONE);
    REFUSED(it.sprites.count = SIZE_MAX, BOXES, HAIL_BAD_ARGUMENT, "sprites->count", NO_ONE, (double)SIZE_MAX, 0,
            INT32_MAX);
    REFUSED(it.sprites_of[2] = 1, BOXES, HAIL_BAD_ARGUMENT, "sprites->sprite", 2, 1, 0, 0);
    REFUSED(it.scale[3] = 1001.0f, TILES, HAIL_OUT_OF_RANGE, "sprites->scale_x", 3, 1001, -1000, 1000);
    REFUSED(it.origin[1] = NAN, TILES, HAIL_NOT_FINITE, "sprites->origin_x", 1, (double)NAN, -1e6, 1e6);
    REFUSED(it.cos[2] = 0.0f, TILES, HAIL_OUT_OF_RANGE, "sprites->cos", 2);
    REFUSED(it.context.variant = "abacus", TILES, HAIL_UNKNOWN_VARIANT, "context->variant", NO_ONE);
    REFUSED(NOTHING, hail_sprite_tilemap_overlaps(&it.sprites, NULL, 0, it.overlaps), HAIL_BAD_ARGUMENT, "map", NO_ONE);
    REFUSED(NOTHING, hail_sprite_tilemap_overlaps(&it.sprites, map, 0, NULL), HAIL_BAD_ARGUMENT, "overlaps", NO_ONE);
}

Test(sprite_errors, pairs) {
#define TOUCH hail_sprite_touch(&it.pairs, it.touching)
    REFUSED(NOTHING, hail_sprite_touch(&it.pairs, NULL), HAIL_BAD_ARGUMENT, "touching", NO_ONE);
    REFUSED(NOTHING, hail_sprite_count(&it.pairs, NULL), HAIL_BAD_ARGUMENT, "pixels", NO_ONE);
    REFUSED(NOTHING, hail_sprite_overlaps(&it.pairs, NULL), HAIL_BAD_ARGUMENT, "overlaps", NO_ONE);
    REFUSED(it.pairs.count = SIZE_MAX, TOUCH, HAIL_BAD_ARGUMENT, "pairs->count", NO_ONE, (double)SIZE_MAX, 0,
            INT32_MAX);
    REFUSED(it.pairs.count = COUNT + 1, TOUCH, HAIL_BAD_ARGUMENT, "pairs->count", NO_ONE, COUNT + 1, 0, COUNT);
    REFUSED(it.pairs.b.count = SIZE_MAX, TOUCH, HAIL_BAD_ARGUMENT, "pairs->b.count", NO_ONE, (double)SIZE_MAX, 0,
            INT32_MAX);
    REFUSED((it.pairs.index_b = it.index, it.index[3] = COUNT), TOUCH, HAIL_BAD_ARGUMENT, "pairs->index_b", 3, COUNT, 0,
            COUNT - 1);
    REFUSED(it.x[1] = 2e9f, hail_sprite_count(&it.pairs, it.pixels), HAIL_OUT_OF_RANGE, "pairs->a.x", 1, 2e9, -BOUND,
            BOUND);
    const float bad[COUNT] = {0, 0, NAN, 0};
    REFUSED(it.pairs.b.y = bad, hail_sprite_overlaps(&it.pairs, it.overlaps), HAIL_NOT_FINITE, "pairs->b.y", 2,
            (double)NAN, -BOUND, BOUND);
}

Test(sprite_errors, boxes) {
#define WHOLE(count) hail_pixel_boxes(&it.context, it.boxes, count, it.pixel_boxes)
    REFUSED(NOTHING, WHOLE(SIZE_MAX), HAIL_BAD_ARGUMENT, "count", NO_ONE, (double)SIZE_MAX, 0, INT32_MAX);
    REFUSED(NOTHING, hail_pixel_boxes(&it.context, NULL, 1, it.pixel_boxes), HAIL_BAD_ARGUMENT, "boxes", NO_ONE);
    REFUSED(NOTHING, hail_pixel_boxes(&it.context, it.boxes, 1, NULL), HAIL_BAD_ARGUMENT, "pixels", NO_ONE);
    REFUSED((it.boxes[1].max_x = 3e9f, it.boxes[3].min_y = NAN), WHOLE(COUNT), HAIL_NOT_FINITE, "boxes->min_y", 3,
            (double)NAN, -2147483520.0, 2147483520.0);
    REFUSED(it.boxes[1].max_x = 3e9f, WHOLE(COUNT), HAIL_OUT_OF_RANGE, "boxes->max_x", 1, 3e9, -2147483520.0,
            2147483520.0);
}

/* ---- Outlines ---------------------------------------------------------------------------------------------------- */

Test(sprite_errors, outlines) {
#define TRACE(sprite)        hail_trace(it.set, sprite, &it.trace, &it.made_polygons)
#define ENCLOSE(count, most) hail_enclose(&it.context, it.px, it.py, count, most, it.around_x, it.around_y, &it.around)
    const double most = (double)HAIL_MAX_REACH;
    REFUSED(NOTHING, hail_trace(it.set, 0, &it.trace, NULL), HAIL_BAD_ARGUMENT, "outline", NO_ONE);
    REFUSED(NOTHING, hail_trace(NULL, 0, &it.trace, &it.made_polygons), HAIL_BAD_ARGUMENT, "set", NO_ONE);
    REFUSED(NOTHING, TRACE(7), HAIL_OUT_OF_RANGE, "sprite", NO_ONE, 7, 0, 0);
    REFUSED(it.trace.error = -1.0f, TRACE(0), HAIL_OUT_OF_RANGE, "options->error", NO_ONE, -1, 0,
            (double)3.402823466e38f);
    REFUSED(NOTHING, ENCLOSE(0, 8), HAIL_BAD_ARGUMENT, "count", NO_ONE);
    REFUSED(NOTHING, ENCLOSE(SIZE_MAX, 8), HAIL_BAD_ARGUMENT, "count", NO_ONE, (double)SIZE_MAX, 0, INT32_MAX);
    REFUSED(NOTHING, ENCLOSE(4, 2), HAIL_OUT_OF_RANGE, "max_vertices", NO_ONE, 2, 3, HAIL_MAX_VERTICES);
    REFUSED(it.py[2] = NAN, ENCLOSE(4, 8), HAIL_NOT_FINITE, "y", 2, (double)NAN, -most, most);
    REFUSED(it.px[3] = 2e6f, ENCLOSE(4, 8), HAIL_TOO_LARGE, "x", 3);
    REFUSED(NOTHING, hail_enclose(&it.context, it.px, NULL, 4, 4, it.around_x, it.around_y, &it.around),
            HAIL_BAD_ARGUMENT, "y", NO_ONE);
}

Test(sprite_errors, decompositions) {
#define CUT hail_decompose(&it.polygon, &it.decompose, &it.made_polygons, &it.report)
    REFUSED(NOTHING, hail_decompose(&it.polygon, &it.decompose, NULL, NULL), HAIL_BAD_ARGUMENT, "parts", NO_ONE);
    REFUSED(NOTHING, hail_decompose(NULL, &it.decompose, &it.made_polygons, NULL), HAIL_BAD_ARGUMENT, "polygon",
            NO_ONE);
    REFUSED(it.decompose.max_vertices = 2, CUT, HAIL_OUT_OF_RANGE, "options->max_vertices", NO_ONE, 2, 3, UINT32_MAX);
    REFUSED(it.polygon.count = SIZE_MAX, CUT, HAIL_BAD_ARGUMENT, "polygon->count", NO_ONE, (double)SIZE_MAX, 0,
            (1 << 24) - 1);
    REFUSED(it.start[0] = 1, CUT, HAIL_BAD_ARGUMENT, "polygon->start", 0, 1);
    REFUSED(it.start[1] = 2, CUT, HAIL_TOO_FEW_VERTICES, "polygon->start", 0);
    REFUSED(it.py[1] = NAN, CUT, HAIL_NOT_FINITE, "polygon->x", 1);
    REFUSED(it.px[2] = 2e6f, CUT, HAIL_TOO_LARGE, "polygon->x", 2);
    REFUSED(it.py[2] = 0.0f, CUT, HAIL_DEGENERATE, "polygon->x", 1);
    REFUSED((it.px[2] = 0.0f, it.px[3] = 8.0f), CUT, HAIL_CROSSING, "polygon->x", 1);
}

/* A const set is looked at by several threads, so nothing is written. */
Test(sprite_errors, lookups) {
    hail_sprite_info info;
    start();
    cr_expect_eq(hail_spriteset_describe(it.set, 9, &info), HAIL_OUT_OF_RANGE);
    cr_expect_eq(hail_enclose_sprite(it.set, 0, 2, it.around_x, it.around_y, &it.around), HAIL_OUT_OF_RANGE);
    cr_expect_eq(error.problem, NULL);
}
