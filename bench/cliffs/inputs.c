/* bench/cliffs/inputs.c - arrays, random numbers and shapes. */
#include "inputs.h"
#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

void cliff_owns(cliffs *c, void (*destroy)(void *thing), void *thing) {
    cliff_owned *owned = malloc(sizeof *owned);
    if (!owned) {
        fprintf(stderr, "hail-cliffs: no memory\n");
        exit(1);
    }
    *owned = (cliff_owned){c->owned, destroy, thing};
    c->owned = owned;
}

void cliff_free(cliffs *c) {
    while (c->owned) {
        cliff_owned *owned = c->owned;
        c->owned = owned->next;
        owned->destroy(owned->thing);
        free(owned);
    }
}

void *cliff_array(cliffs *c, size_t count, size_t size) {
    void *array = calloc(count ? count : 1, size);
    if (!array) {
        fprintf(stderr, "hail-cliffs: no memory\n");
        exit(1);
    }
    cliff_owns(c, free, array);
    return array;
}

void cliff_must(hail_status status, const char *what) {
    if (status == HAIL_OK)
        return;
    fprintf(stderr, "hail-cliffs: %s: %s\n", what, hail_status_text(status));
    exit(1);
}

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

float *cliff_floats(cliffs *c, size_t count, float min, float max, uint32_t seed) {
    float *numbers = cliff_array(c, count, sizeof *numbers);
    uint64_t state = seed;
    for (size_t i = 0; i < count; i++)
        numbers[i] = min + (max - min) * random_part(&state);
    return numbers;
}

float *cliff_cosines(cliffs *c, size_t count) {
    float *numbers = cliff_array(c, count, sizeof *numbers);
    for (size_t i = 0; i < count; i++)
        numbers[i] = (float)cos((double)i);
    return numbers;
}

float *cliff_sines(cliffs *c, size_t count) {
    float *numbers = cliff_array(c, count, sizeof *numbers);
    for (size_t i = 0; i < count; i++)
        numbers[i] = (float)sin((double)i);
    return numbers;
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

static const float octagon_x[] = {8, 5.7f, 0, -5.7f, -8, -5.7f, 0, 5.7f};
static const float octagon_y[] = {0, 5.7f, 8, 5.7f, 0, -5.7f, -8, -5.7f};
static const float triangle_x[] = {8, -6, -6}, triangle_y[] = {0, 7, -7};

static hail_status convex_of(cliff_shape kind, hail_convex *convex) {
    switch (kind) {
    case CLIFF_CAPSULE:
        return hail_convex_capsule(0, -5, 0, 5, 4, convex);
    case CLIFF_BOX:
        return hail_convex_box(6, 7, 0, convex);
    case CLIFF_ROUNDED_BOX:
        return hail_convex_box(4, 5, 2, convex);
    case CLIFF_TRIANGLE:
        return hail_convex_polygon(triangle_x, triangle_y, 3, 0, convex);
    case CLIFF_OCTAGON:
        return hail_convex_polygon(octagon_x, octagon_y, 8, 0, convex);
    default:
        return hail_convex_circle(8, convex);
    }
}

size_t cliff_convexes(cliff_shape kind, hail_convex convexes[CLIFF_CONVEX_KINDS]) {
    for (size_t i = 0; i < CLIFF_CONVEX_KINDS; i++)
        cliff_must(convex_of(kind == CLIFF_MIXED ? (cliff_shape)i : kind, &convexes[i]), "a shape");
    return kind == CLIFF_MIXED ? CLIFF_CONVEX_KINDS : 1;
}

static void destroy_sprites(void *set) { hail_spriteset_destroy(set); }

/* A disc of 16 px. */
static void add_sprite(cliffs *c, hail_shapeset *set, hail_shape *shape) {
    hail_spriteset *sprites;
    uint64_t rows[16] = {0};
    uint32_t sprite;
    for (int y = 0; y < 16; y++)
        for (int x = 0; x < 16; x++)
            if ((2 * x - 15) * (2 * x - 15) + (2 * y - 15) * (2 * y - 15) <= 256)
                rows[y] |= UINT64_C(1) << x;
    cliff_must(hail_spriteset_create(NULL, &sprites), "hail_spriteset_create");
    cliff_owns(c, destroy_sprites, sprites);
    cliff_must(hail_spriteset_add(sprites,
                                  &(hail_image){.bits = rows, .width = 16, .height = 16, .origin_x = 8, .origin_y = 8},
                                  &sprite),
               "hail_spriteset_add");
    cliff_must(hail_shape_sprite(set, sprites, sprite, shape), "hail_shape_sprite");
}

size_t cliff_shapes(cliffs *c, hail_shapeset *set, cliff_shape kind, hail_shape shapes[CLIFF_CONVEX_KINDS]) {
    hail_convex convexes[CLIFF_CONVEX_KINDS];
    if (kind == CLIFF_SPRITE) {
        add_sprite(c, set, shapes);
        return 1;
    }
    if (kind == CLIFF_COMPOUND) {
        cliff_must(hail_convex_capsule(-5, -5, 5, -5, 2, &convexes[0]), "a part");
        cliff_must(hail_convex_capsule(0, -5, 0, 5, 2, &convexes[1]), "a part");
        cliff_must(hail_convex_capsule(-5, 5, 5, 5, 2, &convexes[2]), "a part");
        cliff_must(hail_shape_compound(set, convexes, 3, shapes), "hail_shape_compound");
        return 1;
    }
    const size_t count = cliff_convexes(kind, convexes);
    for (size_t i = 0; i < count; i++)
        cliff_must(hail_shape_add(set, &convexes[i], &shapes[i]), "hail_shape_add");
    return count;
}
