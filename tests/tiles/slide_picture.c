/* tests/tiles/slide_picture.c - pictures, their maps, and random movers. */
#include "slide_picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shared/random_world.h"

static void *zeros(size_t count, size_t size) {
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL)
        abort();
    return memory;
}

static void must(bool good) {
    if (!good)
        abort();
}

/* ---- Pictures ---------------------------------------------------------------------------------------------------- */

picture picture_make(uint32_t columns, uint32_t rows, uint32_t tile_width, uint32_t tile_height) {
    picture p = {.columns = columns, .rows = rows, .tile_width = tile_width, .tile_height = tile_height};
    p.width = (long)columns * (long)tile_width, p.height = (long)rows * (long)tile_height;
    p.pixel = zeros((size_t)p.width * (size_t)p.height, 1);
    p.kind = zeros((size_t)columns * rows, 1);
    return p;
}

void picture_free(picture *p) {
    hail_tilemap_destroy(p->map);
    hail_tileset_destroy(p->set);
    free(p->pixel);
    free(p->kind);
    memset(p, 0, sizeof *p);
}

void picture_box(picture *p, long x, long y, long width, long height, bool filled) {
    for (long j = y < 0 ? 0 : y; j < y + height && j < p->height; j++)
        for (long i = x < 0 ? 0 : x; i < x + width && i < p->width; i++)
            p->pixel[j * p->width + i] = filled;
}

void picture_disc(picture *p, double x, double y, double radius, bool filled) {
    for (long j = 0; j < p->height; j++)
        for (long i = 0; i < p->width; i++)
            if (hypot((double)i + 0.5 - x, (double)j + 0.5 - y) <= radius)
                p->pixel[j * p->width + i] = filled;
}

static void draw_slopes(picture *p, uint64_t *state) {
    for (uint32_t n = 0; n < p->columns; n++) {
        const long x = (long)random_pick(state, (uint32_t)p->width), y = (long)random_pick(state, (uint32_t)p->height);
        const long run = 1 + (long)random_pick(state, 3), rise = run == 1 ? 1 + (long)random_pick(state, 3) : 1;
        const long way = random_pick(state, 2) == 0 ? 1 : -1;
        for (long k = 0; k < 20; k++)
            picture_box(p, x + way * k * run, y + k * rise, run, 6 + rise, true);
    }
}

void picture_draw(picture *p, drawing what, uint64_t *state) {
    const uint32_t cells = p->columns * p->rows, area = (uint32_t)(p->width * p->height);
    if (what == DRAW_CAVES)
        picture_box(p, 0, 0, p->width, p->height, true);
    for (uint32_t n = 0; n < cells; n++) {
        const long x = (long)(n % p->columns * p->tile_width), y = (long)(n / p->columns * p->tile_height);
        p->kind[n] = (uint8_t)random_pick(state, 3);
        if (what == DRAW_TILES && random_pick(state, 4) == 0)
            picture_box(p, x, y, (long)p->tile_width, (long)p->tile_height, true);
        else if (what == DRAW_TILES && random_pick(state, 6) == 0) /* the lower part of a tile */
            picture_box(p, x, y + 1 + (long)random_pick(state, p->tile_height), (long)p->tile_width, 3, true);
    }
    for (uint32_t n = 0; what == DRAW_CAVES && n < 12 + area / 2000; n++) {
        const double r = (double)random_range(state, 6.0f, 24.0f),
                     y = (double)random_range(state, 0.0f, (float)p->height),
                     x = (double)random_range(state, 0.0f, (float)p->width);
        picture_disc(p, x, y, r, n % 5 == 4);
    }
    if (what == DRAW_SLOPES)
        draw_slopes(p, state);
    for (uint32_t n = 0; what == DRAW_DUST && n < area / 40; n++) {
        const long wide = 1 + (long)random_pick(state, 4) / 3, y = (long)random_pick(state, (uint32_t)p->height),
                   x = (long)random_pick(state, (uint32_t)p->width);
        picture_box(p, x, y, wide, 1, true);
    }
}

long picture_ground(picture *p, ground what, uint64_t *state) {
    const long top = p->height / 2 / 16 * 16;
    if (what == GROUND_TILES)
        picture_box(p, 0, top, p->width, p->height, true);
    else if (what == GROUND_MASKS)
        picture_box(p, 0, top, p->width, 5, true);
    else
        picture_box(p, 0, top, p->width, 1, true);
    for (long n = 0; what == GROUND_HOLES && n < p->width * 4; n++) {
        const long y = top + 1 + (long)random_pick(state, 9), x = (long)random_pick(state, (uint32_t)p->width);
        picture_box(p, x, y, 1, 1, true);
    }
    return top;
}

void picture_turn(picture *p) {
    must(p->width == p->height && p->columns == p->rows);
    uint8_t *from = zeros((size_t)p->width * (size_t)p->height, 1);
    memcpy(from, p->pixel, (size_t)p->width * (size_t)p->height);
    for (long j = 0; j < p->height; j++)
        for (long i = 0; i < p->width; i++)
            p->pixel[i * p->width + p->width - 1 - j] = from[j * p->width + i];
    free(from);
}

/* ---- Their maps -------------------------------------------------------------------------------------------------- */

/* A cell's mask as in the picture, or the mask of the tile that becomes it once flipped. */
static void mask_of(const picture *p, uint32_t column, uint32_t row, uint32_t flips, uint64_t *mask) {
    const uint32_t w = p->tile_width, h = p->tile_height;
    memset(mask, 0, HAIL_MAX_TILE * sizeof *mask);
    for (uint32_t y = 0; y < h; y++) {
        for (uint32_t x = 0; x < w; x++) {
            /* First the tile's x and y change places, then x is mirrored, then y: backwards from the picture. */
            uint32_t from_y = (flips & HAIL_FLIP_Y) != 0 ? h - 1 - y : y;
            uint32_t from_x = (flips & HAIL_FLIP_X) != 0 ? w - 1 - x : x;
            const bool turned = (flips & HAIL_FLIP_DIAGONAL) != 0;
            const long at = (long)(row * h + y) * p->width + (long)(column * w + x);
            if (p->pixel[at] != 0)
                mask[turned ? from_x : from_y] |= (uint64_t)1 << (turned ? from_y : from_x);
        }
    }
}

static void paint_cell(picture *p, uint32_t column, uint32_t row, uint32_t kind) {
    for (uint32_t y = row * p->tile_height; y < (row + 1) * p->tile_height; y++)
        for (uint32_t x = column * p->tile_width; x < (column + 1) * p->tile_width; x++)
            if (p->pixel[(long)y * p->width + (long)x] != 0)
                must(hail_tilemap_paint(p->map, x, y, 1, 1, true, kind) == HAIL_OK);
}

static void put_cell(picture *p, uint32_t column, uint32_t row, uint64_t *state) {
    static const uint32_t flip[] = {HAIL_FLIP_X, HAIL_FLIP_Y, HAIL_FLIP_DIAGONAL};
    const uint32_t kind = p->kind[row * p->columns + column];
    uint64_t mask[HAIL_MAX_TILE], bits = 0;
    uint32_t tile, flips = 0;
    mask_of(p, column, row, 0, mask);
    for (uint32_t y = 0; y < p->tile_height; y++)
        bits |= mask[y];
    if (bits == 0)
        return;
    if (random_pick(state, 4) == 0) {
        paint_cell(p, column, row, kind);
        return;
    }
    for (uint32_t k = 0; k < 3; k++)
        flips |= random_pick(state, 2) == 0 && (k < 2 || p->tile_width == p->tile_height) ? flip[k] : 0;
    mask_of(p, column, row, flips, mask);
    must(hail_tileset_add_bits(p->set, mask, kind, &tile) == HAIL_OK);
    tile |= flips;
    must(hail_tilemap_set(p->map, column, row, 1, 1, &tile, 1) == HAIL_OK);
}

/* Every other map is prepared for some sets of kinds, which changes no answer. */
static void prepare(const picture *p, uint64_t state) {
    static const uint32_t kinds[] = {1, 2, 3, 4, 5, 6, 7};
    if (random_pick(&state, 2))
        for (uint32_t i = 0; i < HAIL_MAX_PREPARED; i++)
            must(hail_tilemap_prepare(p->map, kinds[random_pick(&state, 7)]) == HAIL_OK);
}

void picture_build(picture *p, uint64_t *state) {
    const hail_tilemap_options options = {.columns = p->columns,
                                          .rows = p->rows,
                                          .x = p->x,
                                          .y = p->y,
                                          .outside_solid = p->outside_solid,
                                          .outside_kind = p->outside_kind};
    hail_tilemap_destroy(p->map);
    hail_tileset_destroy(p->set);
    must(hail_tileset_create(NULL, p->tile_width, p->tile_height, &p->set) == HAIL_OK);
    must(hail_tilemap_create(p->set, &options, &p->map) == HAIL_OK);
    for (uint32_t row = 0; row < p->rows; row++)
        for (uint32_t column = 0; column < p->columns; column++)
            put_cell(p, column, row, state);
    prepare(p, *state);
}

picture picture_of(hail_tileset *set, hail_tilemap *map) {
    hail_tilemap_size size;
    hail_tilemap_measure(map, &size);
    picture p = picture_make(size.columns, size.rows, size.tile_width, size.tile_height);
    p.x = size.x, p.y = size.y, p.set = set, p.map = map;
    for (uint32_t cell = 0; cell < p.columns * p.rows; cell++) {
        hail_cell_info info;
        const long x = (long)(cell % p.columns * p.tile_width), y = (long)(cell / p.columns * p.tile_height);
        must(hail_tilemap_cell(map, cell % p.columns, cell / p.columns, &info) == HAIL_OK);
        p.kind[cell] = (uint8_t)info.kind;
        for (long j = 0; j < (long)p.tile_height; j++)
            for (long i = 0; i < (long)p.tile_width; i++)
                p.pixel[(y + j) * p.width + x + i] = (uint8_t)(info.rows[j] >> i & 1);
    }
    return p;
}

picture picture_scene(uint64_t seed, drawing what, float origin, uint64_t *state) {
    static const uint32_t width[] = {16, 8, 32, 5, 64, 1, 17}, height[] = {16, 8, 32, 9, 64, 7, 3};
    const uint32_t k = random_pick(state, 7);
    picture p = picture_make(160 / width[k] + 1, 120 / height[k] + 1, width[k], height[k]);
    p.x = origin, p.y = -origin / 2.0f;
    p.outside_solid = seed % 3 == 0, p.outside_kind = 7;
    picture_draw(&p, what, state);
    picture_build(&p, state);
    return p;
}

/* ---- Movers ------------------------------------------------------------------------------------------------------ */

hail_convex mover_shape(uint64_t *state, float size) {
    const float rounding = random_pick(state, 2) == 0 ? 0.0f : size * random_range(state, 0.05f, 0.4f);
    const float w = size * random_range(state, 0.3f, 1.0f), h = size * random_range(state, 0.3f, 1.0f);
    hail_convex shape;
    hail_status status;
    float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
    const uint32_t n = 3 + random_pick(state, 6);
    switch (random_pick(state, 4)) {
    case 0:
        status = hail_convex_circle(random_pick(state, 6) == 0 ? 0.0f : w, &shape);
        break;
    case 1:
        status = n % 2 ? hail_convex_capsule(0.0f, -h, 0.0f, h, rounding, &shape)
                       : hail_convex_capsule(-w, 0.0f, w, h * (float)random_pick(state, 2), rounding, &shape);
        break;
    case 2:
        status = hail_convex_box(w, h, rounding, &shape);
        break;
    default:
        for (uint32_t k = 0; k < n; k++) { /* on an ellipse, so that it is convex */
            const float turn = 6.2831853f * ((float)k + random_range(state, 0.0f, 0.5f)) / (float)n;
            x[k] = w * cosf(turn), y[k] = h * sinf(turn);
        }
        status = hail_convex_polygon(x, y, n, rounding, &shape);
    }
    must(status == HAIL_OK);
    return shape;
}

crowd crowd_make(const picture *p, size_t count, size_t shapes) {
    crowd c = {.count = count, .shapes = shapes};
    c.shape = zeros(shapes, sizeof *c.shape);
    c.which = zeros(count, sizeof *c.which);
    for (size_t k = 0; k < MOVER_COLUMNS; k++)
        c.column[k] = zeros(count, sizeof(float));
    for (size_t i = 0; i < count; i++) {
        c.which[i] = (uint32_t)(i % shapes);
        c.column[2][i] = c.column[4][i] = 1.0f;
    }
    c.movers = (hail_tilemap_movers){.map = p->map};
    c.movers.shapes = (hail_shapes){.convexes = c.shape,
                                    .shape_count = shapes,
                                    .x = c.column[0],
                                    .y = c.column[1],
                                    .cos = c.column[2],
                                    .sin = c.column[3],
                                    .scale = c.column[4],
                                    .dx = c.column[5],
                                    .dy = c.column[6],
                                    .shape = c.which,
                                    .count = count};
    return c;
}

void crowd_free(crowd *c) {
    for (size_t k = 0; k < MOVER_COLUMNS; k++)
        free(c->column[k]);
    free(c->shape);
    free(c->which);
    memset(c, 0, sizeof *c);
}

void crowd_place(crowd *c, const picture *p, size_t i, uint64_t *state) {
    const float turn = random_pick(state, 2) == 0 ? 0.0f : random_range(state, -3.14f, 3.14f);
    const float speed = random_pick(state, 8) == 0 ? 800.0f : 40.0f;
    const bool lattice = random_pick(state, 4) == 0;
    float x = random_range(state, -20.0f, (float)p->width + 20.0f);
    float y = random_range(state, -20.0f, (float)p->height + 20.0f);
    float dx = random_range(state, -speed, speed), dy = random_range(state, -speed, speed);
    if (lattice)
        x = roundf(x), y = roundf(y), dx = roundf(dx), dy = roundf(dy);
    if (random_pick(state, 4) == 0)
        *(random_pick(state, 2) == 0 ? &dx : &dy) = 0.0f;
    c->column[0][i] = p->x + x, c->column[1][i] = p->y + y;
    c->column[2][i] = cosf(turn), c->column[3][i] = sinf(turn);
    c->column[4][i] = random_pick(state, 3) == 0 ? random_range(state, 0.25f, 2.0f) : 1.0f;
    c->column[5][i] = dx, c->column[6][i] = dy;
}

crowd crowd_scatter(const picture *p, size_t count, size_t shapes, float size, uint64_t *state) {
    crowd c = crowd_make(p, count, shapes);
    for (size_t k = 0; k < shapes; k++)
        c.shape[k] = mover_shape(state, size);
    for (size_t i = 0; i < count; i++)
        crowd_place(&c, p, i, state);
    return c;
}
