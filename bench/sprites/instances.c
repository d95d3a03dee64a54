/* bench/sprites/instances.c - sprites placed on a screen; see sprites.h. */
#include "sprites.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>

static const double full_turn = 6.283185307179586, wide = 1920.0, high = 1080.0;

sprite_instances *sprite_instances_room(size_t count, bool aligned) {
    size_t column = (count + 31) / 16 * 16; /* and off the multiples of 4 KiB, which would alias in L1 */
    sprite_instances *made = calloc(1, sizeof *made);
    float *memory = aligned_alloc(64, 6 * column * sizeof *memory);
    uint32_t *sprite = calloc(count, sizeof *sprite);
    if (!made || !memory || !sprite) {
        free(made);
        free(memory);
        free(sprite);
        return NULL;
    }
    *made = (sprite_instances){.count = count, .x = memory, .y = memory + column, .sprite = sprite};
    if (!aligned) {
        made->cos = memory + 2 * column;
        made->sin = memory + 3 * column;
        made->scale_x = memory + 4 * column;
        made->scale_y = memory + 5 * column;
    }
    return made;
}

static void turn_and_stretch(sprite_instances *at, size_t i, uint64_t *state) {
    double angle = random_between(state, 0.0, full_turn);
    at->cos[i] = (float)cos(angle);
    at->sin[i] = (float)sin(angle);
    at->scale_x[i] = (float)exp2(random_between(state, -1.0, 1.0));
    at->scale_y[i] = (float)exp2(random_between(state, -1.0, 1.0));
    if (random_bits(state) % 4 == 0)
        at->scale_x[i] = -at->scale_x[i];
}

void sprite_instances_place(sprite_instances *at, size_t i, uint64_t *state) {
    at->sprite[i] = (uint32_t)(random_bits(state) % SPRITE_TEMPLATES);
    at->x[i] = (float)random_between(state, 0.0, wide);
    at->y[i] = (float)random_between(state, 0.0, high);
    if (at->cos)
        turn_and_stretch(at, i, state);
}

sprite_instances *sprite_instances_create(size_t count, uint64_t seed) {
    sprite_instances *made = sprite_instances_room(count, false);
    for (size_t i = 0; made && i < count; i++)
        sprite_instances_place(made, i, &seed);
    return made;
}

void sprite_instances_destroy(sprite_instances *instances) {
    if (!instances)
        return;
    free(instances->x);
    free(instances->sprite);
    free(instances);
}

void sprite_instances_deal(sprite_instances *to, const sprite_instances *from, uint64_t *state) {
    for (size_t i = 0; i < to->count; i++) {
        size_t other = random_bits(state) % (i + 1); /* what stood there moves on to make room */
        float *const columns[] = {to->x, to->y, to->cos, to->sin, to->scale_x, to->scale_y};
        const float *const sources[] = {from->x, from->y, from->cos, from->sin, from->scale_x, from->scale_y};
        for (size_t k = 0; k < sizeof columns / sizeof columns[0]; k++) {
            columns[k][i] = columns[k][other];
            columns[k][other] = sources[k][i];
        }
        to->sprite[i] = to->sprite[other];
        to->sprite[other] = from->sprite[i];
    }
}

sprite_axes sprite_axes_of(const sprite_instances *instances, size_t i) {
    if (!instances->cos)
        return (sprite_axes){1.0, 0.0, 0.0, 1.0};
    double cos = (double)instances->cos[i], sin = (double)instances->sin[i];
    double scale_x = (double)instances->scale_x[i], scale_y = (double)instances->scale_y[i];
    return (sprite_axes){cos * scale_x, -sin * scale_y, sin * scale_x, cos * scale_y};
}

sprite_box sprite_exact_box(const sprite_template *templates, const sprite_instances *instances, size_t i) {
    const sprite_template *sprite = &templates[instances->sprite[i]];
    sprite_axes axes = sprite_axes_of(instances, i);
    double min_x = HUGE_VAL, min_y = HUGE_VAL, max_x = -HUGE_VAL, max_y = -HUGE_VAL;
    for (uint32_t k = 0; k < sprite->hull; k++) {
        double u = (double)(sprite->hull_x[k] - sprite->origin_x), v = (double)(sprite->hull_y[k] - sprite->origin_y);
        double x = (double)instances->x[i] + axes.xx * u + axes.xy * v;
        double y = (double)instances->y[i] + axes.yx * u + axes.yy * v;
        min_x = fmin(min_x, x);
        max_x = fmax(max_x, x);
        min_y = fmin(min_y, y);
        max_y = fmax(max_y, y);
    }
    return (sprite_box){(float)min_x, (float)min_y, (float)max_x, (float)max_y};
}
