/* bench/sprites/templates.c - the sprites' images, from a seed; see sprites.h. */
#include "sprites.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 4, ELLIPSES = 5, LEAST_SIDE = 12, MOST_BORDER = 6 };

/* A canvas to draw on, without borders: bytes, 1: opaque. */
typedef struct canvas {
    int width, height;
    uint8_t pixel[SPRITE_SIDE][SPRITE_SIDE];
} canvas;

static int whole_between(uint64_t *state, int from, int to) {
    return from + (int)(random_bits(state) % (uint64_t)(to - from + 1));
}

/* The pixels whose centres are in the outer circle but not in the inner one. */
static void draw_ring(canvas *on, double outer, double inner) {
    double middle_x = 0.5 * on->width, middle_y = 0.5 * on->height;
    for (int y = 0; y < on->height; y++)
        for (int x = 0; x < on->width; x++) {
            double away = hypot(x + 0.5 - middle_x, y + 0.5 - middle_y);
            on->pixel[y][x] = away <= outer && away >= inner;
        }
}

/* Ellipses and their mirror images across the middle line; the first one is on the line: the body. */
static void draw_ship(canvas *on, uint64_t *state) {
    double wide = on->width, high = on->height;
    for (int i = 0; i < ELLIPSES; i++) {
        double radius_x = wide * (i ? random_between(state, 0.06, 0.3) : random_between(state, 0.1, 0.2));
        double radius_y = high * (i ? random_between(state, 0.06, 0.3) : 0.5);
        double aside = i ? random_between(state, 0.0, 0.5 * wide - radius_x) : 0.0;
        double centre_y = i ? random_between(state, radius_y, high - radius_y) : 0.5 * high;
        for (int y = 0; y < on->height; y++)
            for (int x = 0; x < on->width; x++)
                if (hypot((fabs(x + 0.5 - 0.5 * wide) - aside) / radius_x, (y + 0.5 - centre_y) / radius_y) <= 1.0)
                    on->pixel[y][x] = 1;
    }
}

/* A bar that narrows towards its ends. */
static void draw_laser(canvas *on) {
    bool upright = on->height > on->width;
    double length = upright ? on->height : on->width, thick = upright ? on->width : on->height;
    for (int y = 0; y < on->height; y++)
        for (int x = 0; x < on->width; x++) {
            double along = upright ? y + 0.5 : x + 0.5, aside = fabs((upright ? x : y) + 0.5 - 0.5 * thick);
            on->pixel[y][x] = aside <= fmin(0.5 * thick, 1.0 + fmin(along, length - along));
        }
}

static void draw(canvas *on, uint32_t number, uint64_t *state) {
    const int kind = (int)(number % KINDS), most = SPRITE_SIDE - 2 * MOST_BORDER;
    memset(on, 0, sizeof *on);
    on->width = on->height = whole_between(state, LEAST_SIDE - 2, kind == 0 ? most / 2 : most);
    if (kind == 2) {
        on->width = whole_between(state, 16, most);
        on->height = whole_between(state, 16, most);
        draw_ship(on, state);
    } else if (kind == 3) {
        int length = whole_between(state, 24, most), thick = whole_between(state, 4, 8);
        bool upright = random_bits(state) & 1;
        on->width = upright ? thick : length;
        on->height = upright ? length : thick;
        draw_laser(on);
    } else {
        draw_ring(on, 0.5 * on->width, kind == 0 ? -1.0 : on->width * random_between(state, 0.25, 0.4));
    }
}

static bool line_used(const canvas *on, int line, bool column) {
    for (int k = 0; k < (column ? on->height : on->width); k++)
        if (column ? on->pixel[k][line] : on->pixel[line][k])
            return true;
    return false;
}

/* Two borders of 1 to 6 px around `inner`, so that the side is long enough. */
static uint32_t border_pair(uint64_t *state, int inner, uint32_t *before) {
    int least = inner + 2 >= LEAST_SIDE ? 1 : (LEAST_SIDE - inner + 1) / 2;
    *before = (uint32_t)whole_between(state, least, MOST_BORDER);
    return (uint32_t)inner + *before + (uint32_t)whole_between(state, least, MOST_BORDER);
}

/* Crops the canvas to its opaque pixels and adds borders. */
static void frame(const canvas *from, sprite_template *sprite, uint64_t *state) {
    int left = 0, right = from->width, top = 0, bottom = from->height;
    while (!line_used(from, left, true))
        left++;
    while (!line_used(from, right - 1, true))
        right--;
    while (!line_used(from, top, false))
        top++;
    while (!line_used(from, bottom - 1, false))
        bottom--;
    sprite->width = border_pair(state, right - left, &sprite->left);
    sprite->height = border_pair(state, bottom - top, &sprite->top);
    sprite->right = sprite->left + (uint32_t)(right - left);
    sprite->bottom = sprite->top + (uint32_t)(bottom - top);
    sprite->origin_x = 0.5f * (float)sprite->width;
    sprite->origin_y = 0.5f * (float)sprite->height;
    for (uint32_t y = sprite->top; y < sprite->bottom; y++)
        for (uint32_t x = sprite->left; x < sprite->right; x++)
            if (from->pixel[(int)(y - sprite->top) + top][(int)(x - sprite->left) + left])
                sprite->rows[y * SPRITE_WORDS + x / 64] |= (uint64_t)1 << x % 64;
}

/* Whether the path p, q, r does not turn from +x towards +y. */
static bool not_a_corner(const sprite_template *sprite, uint32_t p, uint32_t q, float x, float y) {
    return (sprite->hull_x[q] - sprite->hull_x[p]) * (y - sprite->hull_y[p]) -
               (sprite->hull_y[q] - sprite->hull_y[p]) * (x - sprite->hull_x[p]) <=
           0.0f;
}

static void add_vertex(sprite_template *sprite, uint32_t from, float x, float y) {
    while (sprite->hull >= from + 2 && not_a_corner(sprite, sprite->hull - 2, sprite->hull - 1, x, y))
        sprite->hull--;
    if (sprite->hull == SPRITE_HULL)
        abort(); /* no image of this size has so many vertices */
    sprite->hull_x[sprite->hull] = x;
    sprite->hull_y[sprite->hull++] = y;
}

/* The corners of the outermost pixel of row `line`: on the right going down, on the left going up. */
static void add_row(sprite_template *sprite, uint32_t from, uint32_t line, bool right) {
    int32_t x = right ? (int32_t)sprite->right - 1 : (int32_t)sprite->left;
    while (x >= 0 && x < (int32_t)sprite->width && !sprite_opaque(sprite, x, (int32_t)line))
        x += right ? -1 : 1;
    if (x < 0 || x == (int32_t)sprite->width)
        return;
    for (uint32_t k = 0; k < 2; k++)
        add_vertex(sprite, from, (float)(x + right), (float)(line + (right ? k : 1 - k)));
}

/* A. Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979: along rows. */
static void wrap_hull(sprite_template *sprite) {
    for (uint32_t y = sprite->top; y < sprite->bottom; y++)
        add_row(sprite, 0, y, true);
    uint32_t half = sprite->hull;
    for (uint32_t y = sprite->bottom; y-- > sprite->top;)
        add_row(sprite, half, y, false);
}

sprite_template *sprite_templates_create(uint64_t seed) {
    sprite_template *templates = calloc(SPRITE_TEMPLATES, sizeof *templates);
    for (uint32_t i = 0; templates && i < SPRITE_TEMPLATES; i++) {
        canvas on;
        draw(&on, i, &seed);
        frame(&on, &templates[i], &seed);
        wrap_hull(&templates[i]);
    }
    return templates;
}

double sprite_templates_mean_hull(const sprite_template *templates) {
    double sum = 0.0;
    for (size_t i = 0; i < SPRITE_TEMPLATES; i++)
        sum += templates[i].hull;
    return sum / SPRITE_TEMPLATES;
}
