/* bench/sprites/scan_boxes.c - `scan`: boxes from an image without a hull. The image's rotated corners give a box of
 * whole pixels. Then columns and rows are cropped from each side until one has a pixel whose corner is in an opaque
 * pixel of the image. */
#include "sprites.h"

#include <stdlib.h>

typedef struct map {
    float xx, xy, yx, yy, x, y;
} map;

struct scan_boxes {
    uint8_t *alpha; /* of every pixel of every image */
    size_t first[SPRITE_TEMPLATES];
    int width[SPRITE_TEMPLATES], height[SPRITE_TEMPLATES];
    float origin_x[SPRITE_TEMPLATES], origin_y[SPRITE_TEMPLATES];
    sprite_box *boxes;
};

static void destroy(void *self) {
    struct scan_boxes *scan = self;
    if (!scan)
        return;
    free(scan->alpha);
    free(scan->boxes);
    free(scan);
}

static void *create(const sprite_template *templates, size_t most, const char *variant) {
    (void)variant;
    struct scan_boxes *scan = calloc(1, sizeof *scan);
    if (!scan)
        return NULL;
    scan->alpha = malloc((size_t)SPRITE_TEMPLATES * SPRITE_SIDE * SPRITE_SIDE);
    scan->boxes = calloc(most, sizeof *scan->boxes);
    if (!scan->alpha || !scan->boxes) {
        destroy(scan);
        return NULL;
    }
    size_t next = 0;
    for (size_t i = 0; i < SPRITE_TEMPLATES; i++) {
        const sprite_template *sprite = &templates[i];
        scan->first[i] = next;
        scan->width[i] = (int)sprite->width;
        scan->height[i] = (int)sprite->height;
        scan->origin_x[i] = sprite->origin_x;
        scan->origin_y[i] = sprite->origin_y;
        for (int32_t y = 0; y < scan->height[i]; y++)
            for (int32_t x = 0; x < scan->width[i]; x++)
                scan->alpha[next++] = sprite_opaque(sprite, x, y) ? 255 : 0;
    }
    return scan;
}

static map forward(const struct scan_boxes *scan, const sprite_instances *at, size_t i) {
    map m = {at->cos[i] * at->scale_x[i],
             -at->sin[i] * at->scale_y[i],
             at->sin[i] * at->scale_x[i],
             at->cos[i] * at->scale_y[i],
             at->x[i],
             at->y[i]};
    m.x -= m.xx * scan->origin_x[at->sprite[i]] + m.xy * scan->origin_y[at->sprite[i]];
    m.y -= m.yx * scan->origin_x[at->sprite[i]] + m.yy * scan->origin_y[at->sprite[i]];
    return m;
}

static map inverse(const map *m) {
    const float over = 1.0f / (m->xx * m->yy - m->xy * m->yx);
    const float xx = m->yy * over, xy = -m->xy * over, yx = -m->yx * over, yy = m->xx * over;
    return (map){xx, xy, yx, yy, -(xx * m->x + xy * m->y), -(yx * m->x + yy * m->y)};
}

/* What is cropped: an image, the transform from the box to it, and the box's size in whole pixels. */
typedef struct crop {
    const uint8_t *alpha;
    int width, height; /* of the image */
    map in;
    int across, down;
} crop;

static inline bool opaque(const crop *of, int x, int y) {
    const float u = of->in.xx * (float)x + of->in.xy * (float)y + of->in.x;
    const float v = of->in.yx * (float)x + of->in.yy * (float)y + of->in.y;
    return u >= 0.0f && v >= 0.0f && u < (float)of->width && v < (float)of->height &&
           of->alpha[(int)v * of->width + (int)u] > 0;
}

static bool column_used(const crop *of, int x) {
    for (int y = 0; y < of->down; y++)
        if (opaque(of, x, y))
            return true;
    return false;
}

static bool row_used(const crop *of, int y) {
    for (int x = 0; x < of->across; x++)
        if (opaque(of, x, y))
            return true;
    return false;
}

static float least(float a, float b) { return a < b ? a : b; }
static float most(float a, float b) { return a > b ? a : b; }

static sprite_box box_of(const struct scan_boxes *scan, const sprite_instances *at, size_t i) {
    const uint32_t sprite = at->sprite[i];
    const map m = forward(scan, at, i);
    crop of = {scan->alpha + scan->first[sprite], scan->width[sprite], scan->height[sprite], inverse(&m), 0, 0};
    const float ux = m.xx * (float)of.width, uy = m.yx * (float)of.width;
    const float vx = m.xy * (float)of.height, vy = m.yy * (float)of.height;
    const float reach_x = m.x + least(ux, 0.0f) + least(vx, 0.0f), reach_y = m.y + least(uy, 0.0f) + least(vy, 0.0f);
    int left = (int)reach_x - (reach_x < 0.0f), top = (int)reach_y - (reach_y < 0.0f);
    of.across = (int)(m.x + most(ux, 0.0f) + most(vx, 0.0f)) + 1 - left;
    of.down = (int)(m.y + most(uy, 0.0f) + most(vy, 0.0f)) + 1 - top;
    of.in.x += of.in.xx * (float)left + of.in.xy * (float)top;
    of.in.y += of.in.yx * (float)left + of.in.yy * (float)top;
    int first_x = 0, last_x = of.across - 1, first_y = 0, last_y = of.down - 1;
    while (first_x < of.across && !column_used(&of, first_x))
        first_x++;
    while (first_y < of.down && !row_used(&of, first_y))
        first_y++;
    while (last_x >= 0 && !column_used(&of, last_x))
        last_x--;
    while (last_y >= 0 && !row_used(&of, last_y))
        last_y--;
    return (sprite_box){(float)(left + first_x), (float)(top + first_y), (float)(left + last_x + 1),
                        (float)(top + last_y + 1)};
}

static void find(void *self, const sprite_instances *instances, size_t count) {
    struct scan_boxes *scan = self;
    for (size_t i = 0; i < count; i++)
        scan->boxes[i] = box_of(scan, instances, i);
}

static sprite_box box(const void *self, size_t instance) { return ((const struct scan_boxes *)self)->boxes[instance]; }

const box_contender box_contender_scan = {
    .name = "scan",
    .most = 1000,
    .whole = true,
    .create = create,
    .find = find,
    .box = box,
    .destroy = destroy,
};
