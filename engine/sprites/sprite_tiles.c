/* engine/sprites/sprite_tiles.c - sprites against tile maps, pixel against pixel. */
#include <math.h>

#include "sprite_data.h"
#include "pixel_sums.h"
#include "sprite_boxes_near.h"
#include "tasks/run_tasks.h"
#include "tiles/tile_data.h"

/* One instance against one map. */
typedef struct instance {
    const hail_kernels *kernels;
    const hail_tilemap *map;
    const hail_tile_view *view; /* with its corner at (0, 0) */
    uint32_t kinds;
    hail_sprite_pose pose; /* from the map's corner */
    hail_mask mask;
    hail_near_columns *near;  /* no other pixels touch; NULL: any may */
    hail_inside *inside;      /* NULL: not wanted */
    int32_t shift_x, shift_y; /* of a plain instance: the map's pixel under pixel (0, 0) */
} instance;

/* Whether a plain instance's pixels are so far from the borders of the map's that rays start in the same. */
static bool between_borders(double at, double size) {
    const double room = 1.0 / 256.0, part = at - floor(at);
    return part > room && part < 1.0 - room && fabs(at) + size < 16384.0;
}

/* Rows of words that are looked up together. */
enum { BLOCK_ROWS = 64 };

/* The pixels of a word of a plain instance that touch: only the cells under opaque pixels are looked up. */
static uint64_t plain_touching(const instance *s, int32_t row, int32_t word, uint64_t own) {
    if (!own)
        return 0;
    const int32_t first = bits_first(own);
    return own & hail_tilemap_bits(s->map, word * 64 + first + s->shift_x, row + s->shift_y,
                                   (uint32_t)(bits_last(own) - first + 1), s->kinds)
                     << first;
}

/* Which of the pixels of a word touch solid pixels of the map, in rows row to row + count - 1, at most BLOCK_ROWS. */
static void touching(const instance *s, int32_t row, int32_t count, int32_t word, uint64_t *bits) {
    const hail_solid_pixels_job job = {
        .view = s->view, .frame = sprite_frame(&s->pose), .row = row, .column = word * 64};
    for (int32_t k = 0; k < count; k++)
        bits[k] = mask_bits(&s->mask, row + k, word);
    if (s->near)
        hail_near_columns_keep(s->near, row, count, word, bits);
    if (s->pose.plain) {
        for (int32_t k = 0; k < count; k++)
            bits[k] = plain_touching(s, row + k, word, bits[k]);
        return;
    }
    /* A ray starts in the pixel before a border to which rounding moved it (sprite_sweep.c). */
    const bool on_border = s->kernels->solid_pixels(&job, (uint32_t)count, bits);
    if (s->inside && on_border)
        s->inside->sure = false;
}

static int32_t whole_pixel(double a) {
    const double limit = 2.1e9, whole = floor(a);
    return (int32_t)(whole > limit ? limit : whole < -limit ? -limit : whole);
}

/* The map's pixel under a pixel's centre. */
static void pixel_under(const instance *s, int32_t column, int32_t row, int32_t *x, int32_t *y) {
    if (s->pose.plain) {
        *x = column + s->shift_x;
        *y = row + s->shift_y;
        return;
    }
    double at_x, at_y;
    sprite_centre_of(&s->pose, column, row, &at_x, &at_y);
    *x = whole_pixel((double)(float)at_x);
    *y = whole_pixel((double)(float)at_y);
}

void hail_inside_clear(hail_inside *inside, const hail_mask *mask) {
    const int32_t first = mask->left / 64, words = (mask->right - 1) / 64 - first + 1, rows = mask->bottom - mask->top;
    inside->words = words * rows <= HAIL_INSIDE_WORDS ? words : 0;
    inside->first = first;
    inside->top = mask->top;
    inside->sure = true;
    for (int32_t i = 0; i < inside->words * rows; i++)
        inside->bits[i] = 0;
}

/* Adds the pixels of a word that touch, in a row. */
static void add_word(const instance *s, int32_t row, int32_t word, uint64_t bits, hail_span *spans,
                     hail_pixel_sums *sums) {
    if (!bits)
        return;
    sums_add(sums, spans, &s->mask, row, word * 64, bits);
    if (s->inside && s->inside->words)
        *inside_word(s->inside, row, word) = bits;
}

static void overlap(const instance *s, const hail_sprite_pose *pose, hail_sprite_overlap *o) {
    hail_pixel_sums sums = {0};
    hail_span spans[HAIL_MAX_SPRITE];
    uint64_t bits[BLOCK_ROWS];
    const int32_t first = s->mask.left / 64, last = (s->mask.right - 1) / 64, most = first == last ? BLOCK_ROWS : 1;
    const int32_t top = s->near ? s->near->top : s->mask.top, bottom = s->near ? s->near->bottom : s->mask.bottom;
    for (int32_t row = top; row < bottom; row += most)
        for (int32_t word = first; word <= last; word++) {
            const int32_t count = bottom - row < most ? bottom - row : most;
            touching(s, row, count, word, bits);
            for (int32_t k = 0; k < count; k++)
                add_word(s, row + k, word, bits[k], spans, &sums);
        }
    if (!sums.count)
        return;
    hail_overlap_describe(s->kernels, pose, &sums, spans, 0.0, 0.0, o);
    pixel_under(s, o->a_x, o->a_y, &o->b_x, &o->b_y);
}

/* False: the instance has no pixels. */
static bool place(instance *s, hail_tile_view *view) {
    const hail_sprite_pose *pose = &s->pose;
    if (pose->flat || s->mask.left >= s->mask.right)
        return false;
    view->x = view->y = 0.0f;
    s->view = view;
    s->pose.x -= (double)s->map->options.x;
    s->pose.y -= (double)s->map->options.y;
    const double x = s->pose.x - pose->origin_x + 0.5, y = s->pose.y - pose->origin_y + 0.5;
    s->shift_x = whole_pixel(x);
    s->shift_y = whole_pixel(y);
    if (s->inside && pose->plain)
        s->inside->sure = between_borders(x, s->mask.right) && between_borders(y, s->mask.bottom);
    return true;
}

void hail_overlap_map_near(const hail_kernels *kernels, const hail_tilemap *map, const hail_tile_view *view,
                           uint32_t kinds, const hail_mask *mask, const hail_sprite_pose *pose, hail_near_columns *near,
                           hail_inside *inside, hail_sprite_overlap *overlap_out) {
    hail_tile_view from_corner = *view;
    instance s = {
        .kernels = kernels, .map = map, .kinds = kinds, .pose = *pose, .mask = *mask, .near = near, .inside = inside};
    *overlap_out = (hail_sprite_overlap){0};
    if (place(&s, &from_corner))
        overlap(&s, pose, overlap_out);
}

void hail_overlap_map(const hail_kernels *kernels, const hail_tilemap *map, const hail_tile_view *view, uint32_t kinds,
                      const hail_mask *mask, const hail_sprite_pose *pose, hail_sprite_overlap *overlap_out) {
    hail_overlap_map_near(kernels, map, view, kinds, mask, pose, NULL, NULL, overlap_out);
}

void hail_overlap_map_pixels(const hail_kernels *kernels, const hail_tilemap *map, const hail_tile_view *view,
                             uint32_t kinds, const hail_mask *mask, const hail_sprite_pose *pose,
                             hail_map_pixel_fn *sink, void *user) {
    hail_tile_view from_corner = *view;
    instance s = {.kernels = kernels, .map = map, .kinds = kinds, .pose = *pose, .mask = *mask};
    if (!place(&s, &from_corner))
        return;
    for (int32_t row = mask->top; row < mask->bottom; row++)
        for (int32_t word = mask->left / 64; word <= (mask->right - 1) / 64; word++) {
            uint64_t bits;
            for (touching(&s, row, 1, word, &bits); bits; bits &= bits - 1) {
                int32_t x, y;
                pixel_under(&s, word * 64 + bits_first(bits), row, &x, &y);
                sink(user, x, y);
            }
        }
}

enum { GRAIN = 32 }; /* sprites of a task at least */

/* What tasks know of a call. */
typedef struct tiles_call {
    const hail_kernels *kernels;
    const hail_sprites *sprites;
    const hail_tilemap *map;
    hail_tile_view view;
    uint32_t kinds;
    hail_sprite_overlap *overlaps;
} tiles_call;

static void overlap_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const tiles_call *c = task;
    const hail_sprites *sprites = c->sprites;
    (void)worker;
    for (uint32_t i = first; i < last; i++) {
        const hail_template *t = spriteset_template(sprites->set, sprites->sprite ? sprites->sprite[i] : 0);
        const hail_mask mask = spriteset_mask(sprites->set, t);
        const hail_sprite_pose pose = hail_sprite_pose_of(sprites, i);
        hail_overlap_map(c->kernels, c->map, &c->view, c->kinds, &mask, &pose, &c->overlaps[i]);
    }
}

hail_status hail_sprite_tilemap_overlaps(const hail_sprites *sprites, const hail_tilemap *map, uint32_t kinds,
                                         hail_sprite_overlap *overlaps) {
    static const hail_sprite_fields fields = HAIL_SPRITE_FIELDS("sprites->");
    const hail_needed needed[] = {{"map", map}, {"overlaps", overlaps}};
    hail_checks checks = {0};
    if (!sprites)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_checks_open(&checks, sprites->context));
    HAIL_REQUIRE(hail_check_needed(checks.error, needed, sprites->count ? 2 : 1));
    HAIL_REQUIRE(hail_check_sprites(&checks, &fields, sprites));
    tiles_call call = {checks.kernels, sprites, map, hail_tilemap_view(map, kinds), kinds, overlaps};
    hail_run_tasks(checks.tasks, (uint32_t)sprites->count, GRAIN, overlap_range, &call);
    return HAIL_OK;
}
