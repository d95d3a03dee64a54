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

/* A pixel's centre, px from the map's corner. */
static void centre_of(const hail_sprite_pose *d, int32_t column, int32_t row, float *x, float *y) {
    const double px = column + 0.5 - d->origin_x, py = row + 0.5 - d->origin_y;
    *x = (float)(d->x + (d->xx * px + d->xy * py));
    *y = (float)(d->y + (d->yx * px + d->yy * py));
}

/* A ray starts in the pixel before a border to which rounding moved it (sprite_sweep.c). */
static bool on_border(float at) { return !(fabsf(at) < 0x1p23f) || (float)(int32_t)at == at; }

static void note_borders(hail_inside *inside, const float *x, const float *y, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        inside->sure = inside->sure && !on_border(x[i]) && !on_border(y[i]);
}

/* Whether a plain instance's pixels are so far from the borders of the map's that rays start in the same. */
static bool between_borders(double at, double size) {
    const double room = 1.0 / 256.0, part = at - floor(at);
    return part > room && part < 1.0 - room && fabs(at) + size < 16384.0;
}

/* Pixels of a word in some rows, whose centres are looked up together. */
enum { BLOCK_ROWS = 64, POINTS = 256 };
typedef struct point_block {
    uint32_t count;
    float x[POINTS], y[POINTS];
    uint8_t row[POINTS], bit[POINTS], solid[POINTS];
} point_block;

static void look_up(const instance *s, point_block *p, uint64_t *bits) {
    s->kernels->solid_points(s->view, p->x, p->y, p->count, p->solid);
    if (s->inside)
        note_borders(s->inside, p->x, p->y, p->count);
    for (uint32_t i = 0; i < p->count; i++)
        bits[p->row[i]] |= (uint64_t)p->solid[i] << p->bit[i];
    p->count = 0;
}

static void add_points(const instance *s, int32_t row, int32_t k, int32_t word, uint64_t own, point_block *p) {
    for (uint64_t rest = own; rest; rest &= rest - 1) {
        const int32_t bit = bits_first(rest);
        p->row[p->count] = (uint8_t)k;
        p->bit[p->count] = (uint8_t)bit;
        centre_of(&s->pose, word * 64 + bit, row, &p->x[p->count], &p->y[p->count]);
        p->count++;
    }
}

/* Which of the pixels of a word touch solid pixels of the map, in rows row to row + count - 1, at most BLOCK_ROWS. */
static void touching(const instance *s, int32_t row, int32_t count, int32_t word, uint64_t *bits) {
    point_block p;
    p.count = 0;
    for (int32_t k = 0; k < count; k++) {
        const uint64_t near = s->near ? near_columns_bits(s->near, row + k, word) : UINT64_MAX;
        const uint64_t own = near ? near & mask_bits(&s->mask, row + k, word) : 0;
        bits[k] = 0;
        if (own && s->pose.plain) { /* only the cells under opaque pixels */
            const int32_t first = bits_first(own);
            bits[k] = own & hail_tilemap_bits(s->map, word * 64 + first + s->shift_x, row + k + s->shift_y,
                                              (uint32_t)(bits_last(own) - first + 1), s->kinds)
                                << first;
        } else if (own) {
            add_points(s, row + k, k, word, own, &p);
            if (p.count > POINTS - 64)
                look_up(s, &p, bits);
        }
    }
    if (p.count)
        look_up(s, &p, bits);
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
    float at_x, at_y;
    centre_of(&s->pose, column, row, &at_x, &at_y);
    *x = whole_pixel((double)at_x);
    *y = whole_pixel((double)at_y);
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
                             hail_map_pixel_fn *take, void *user) {
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
                take(user, x, y);
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

hail_status hail_sprite_tiles(const hail_sprites *sprites, const hail_tilemap *map, uint32_t kinds,
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
