/* bench/tiles/movers.c - see movers.h. */
#include "movers.h"

#include "plain_ground.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLAB = 1, FIRST_SLOPE = 5, MASKS_USED = 8, MOST_TRIES = 10000 };

/* Xorshift: G. Marsaglia, "Xorshift RNGs", 2003. */
static uint32_t random_bits(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static float random_between(uint32_t *state, float from, float to) {
    return from + (to - from) * (float)(random_bits(state) >> 8) * 0x1p-24f;
}

/* Half of a tile: a slab at one of its four sides, or what lies on one side of a diagonal. */
static bool in_half(int number, int x, int y) {
    const int last = TILE_SIDE - 1, half = TILE_SIDE / 2;
    switch (number) {
    case 0:
        return y >= half;
    case 1:
        return y < half;
    case 2:
        return x < half;
    case 3:
        return x >= half;
    case 4:
        return y >= x;
    case 5:
        return y >= last - x;
    case 6:
        return y <= x;
    default:
        return y <= last - x;
    }
}

static void make_masks(tile_scene *tiles) {
    for (int number = 0; number < TILE_MASKS; number++)
        for (int y = 0; y < TILE_SIDE; y++) {
            tiles->mask[number][y] = 0;
            for (int x = 0; x < TILE_SIDE; x++)
                if (in_half(number % MASKS_USED, x, y))
                    tiles->mask[number][y] = (uint16_t)(tiles->mask[number][y] | 1u << x);
        }
}

static void make_cells(tile_scene *tiles, uint32_t *state) {
    for (size_t i = 0; i < (size_t)tiles->columns * tiles->columns; i++) {
        float draw = random_between(state, 0.0f, 1.0f);
        tiles->tile[i] = draw < 0.07f ? TILE_FULL : draw < 0.1f ? (uint8_t)(1 + random_bits(state) % MASKS_USED) : 0;
    }
}

/* A floor in every fourth row, with gaps; some steps, one cell high, and some walls up to the next floor. */
static void make_floors(tile_scene *tiles, uint32_t *state) {
    enum { STOREY = 4 };
    const size_t columns = tiles->columns;
    memset(tiles->tile, 0, columns * columns);
    for (size_t row = STOREY - 1; row < columns; row += STOREY)
        for (size_t column = 0; column < columns; column++) {
            uint32_t draw = random_bits(state) >> 8 & 63;
            uint32_t high = draw < 4 ? 0 : draw < 58 ? 1 : draw < 62 ? 2 : STOREY;
            for (uint32_t k = 0; k < high; k++)
                tiles->tile[(row - k) * columns + column] = TILE_FULL;
        }
}

/* ---- Movers ------------------------------------------------------------------------------------------------------ */

typedef struct placer {
    const mover_scene *scene;
    plain_ground ground;
    uint32_t random;
    float side; /* px */
} placer;

static plain_shape shape_of(const mover_scene *scene, size_t i) {
    return i < scene->circles ? (plain_shape){0.0f, 0.0f, MOVER_RADIUS}
                              : (plain_shape){MOVER_HALF_WIDTH, MOVER_HALF_HEIGHT, 0.0f};
}

/* Whether the shape, larger by `more` px all around, touches something. */
static bool touches(const placer *p, plain_shape shape, float more, float x, float y) {
    static ground_place place;
    int corner_x = (int)x, corner_y = (int)y;
    float at_x = x - (float)corner_x, at_y = y - (float)corner_y;
    shape.radius += more;
    float reach_x = shape.half_x + shape.radius, reach_y = shape.half_y + shape.radius;
    float box[4] = {at_x - reach_x, at_y - reach_y, at_x + reach_x, at_y + reach_y};
    plain_ground_look(&p->ground, corner_x, corner_y, box, &place);
    ground_touch touch;
    return plain_ground_touch(&place, &shape, at_x, at_y, &touch, 1) > 0;
}

/* Anywhere in the map; at a distance from everything. */
static void place_open(placer *p, size_t set, size_t i) {
    plain_shape shape = shape_of(p->scene, i);
    float *x = &p->scene->set[set].x[i], *y = &p->scene->set[set].y[i];
    do {
        *x = random_between(&p->random, 0.0f, p->side);
        *y = random_between(&p->random, 0.0f, p->side);
    } while (touches(p, shape, 2.0f * MOVER_SKIN, *x, *y));
}

static void place_anywhere(placer *p, size_t set, size_t i) {
    p->scene->set[set].x[i] = random_between(&p->random, 0.0f, p->side);
    p->scene->set[set].y[i] = random_between(&p->random, 0.0f, p->side);
}

static void place_touching(placer *p, size_t set, size_t i) {
    do
        place_anywhere(p, set, i);
    while (!touches(p, shape_of(p->scene, i), 0.0f, p->scene->set[set].x[i], p->scene->set[set].y[i]));
}

/* Above a full cell, at most the skin away from it, and away from everything else. */
static void place_standing(placer *p, size_t set, size_t i) {
    const tile_scene *tiles = p->scene->tiles;
    plain_shape shape = shape_of(p->scene, i);
    float *x = &p->scene->set[set].x[i], *y = &p->scene->set[set].y[i], reach = shape.half_y + shape.radius;
    for (;;) {
        size_t cell = random_bits(&p->random) % ((size_t)tiles->columns * tiles->columns);
        if (tiles->tile[cell] != TILE_FULL)
            continue;
        float left = (float)(cell % tiles->columns * TILE_SIDE), top = (float)(cell / tiles->columns * TILE_SIDE);
        *x = random_between(&p->random, left, left + (float)TILE_SIDE);
        *y = top - reach - random_between(&p->random, 0.5f, 1.0f) * MOVER_SKIN;
        if (*y > 0.0f && !touches(p, shape, 0.0f, *x, *y) && touches(p, shape, MOVER_SKIN, *x, *y) &&
            !touches(p, shape, 0.0f, *x, *y - 1.0f))
            return;
    }
}

static void place_all(placer *p, size_t set) {
    static void (*const place_for[MOVER_QUESTIONS])(placer *, size_t, size_t) = {
        place_anywhere, place_open, place_open, place_open, place_standing, place_standing, place_touching};
    const mover_scene *scene = p->scene;
    for (size_t i = 0; i < scene->count; i++) {
        place_for[scene->question](p, set, i);
        bool stands = scene->question == ASK_MOVERS_STAND || scene->question == ASK_MOVERS_FLOOR;
        scene->set[set].dx[i] = random_between(&p->random, -2.8f, 2.8f);
        scene->set[set].dy[i] =
            stands ? random_between(&p->random, 0.1f, 1.0f) : random_between(&p->random, -2.8f, 2.8f);
    }
}

static bool fill(mover_scene *scene, uint32_t *random) {
    placer p = {.scene = scene, .random = *random, .side = (float)(scene->tiles->columns * TILE_SIDE)};
    bool made = plain_ground_create(scene->tiles, &p.ground);
    for (size_t set = 0; made && set < MOVER_SETS; set++)
        place_all(&p, set);
    plain_ground_destroy(&p.ground);
    return made;
}

mover_scene *mover_scene_create(mover_question question, uint32_t columns, size_t count, size_t circles) {
    mover_scene *scene = calloc(1, sizeof *scene);
    if (!scene)
        return NULL;
    size_t column = (count + 31) / 16 * 16; /* and off the multiples of 4 KiB, which would alias in L1 */
    *scene = (mover_scene){.question = question, .count = count, .circles = circles};
    scene->tiles = tile_scene_create(0, columns);
    scene->memory = aligned_alloc(64, 4 * MOVER_SETS * column * sizeof *scene->memory);
    uint32_t random = 12345;
    if (!scene->tiles || !scene->memory) {
        mover_scene_destroy(scene);
        return NULL;
    }
    for (size_t set = 0; set < MOVER_SETS; set++) {
        float *columns_of_set = scene->memory + 4 * set * column;
        scene->set[set].x = columns_of_set;
        scene->set[set].y = columns_of_set + column;
        scene->set[set].dx = columns_of_set + 2 * column;
        scene->set[set].dy = columns_of_set + 3 * column;
    }
    make_masks(scene->tiles);
    if (question == ASK_MOVERS_FLOOR)
        make_floors(scene->tiles, &random);
    else
        make_cells(scene->tiles, &random);
    if (fill(scene, &random))
        return scene;
    mover_scene_destroy(scene);
    return NULL;
}

void mover_scene_destroy(mover_scene *scene) {
    if (!scene)
        return;
    tile_scene_destroy(scene->tiles);
    free(scene->memory);
    free(scene);
}
