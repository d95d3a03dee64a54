/* bench/sprites/pairs.c - pairs of sprites whose boxes overlap; see sprites.h. */
#include "sprite_truth.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>

static float on_sixteenths(double value) { return (float)(floor(value * 16.0) / 16.0); }

/* Moves b to a random position where its box overlaps a's. */
static void bring_near(const sprite_template *templates, sprite_instances *at, size_t a, size_t b, uint64_t *state) {
    sprite_box to = sprite_exact_box(templates, at, a), from = sprite_exact_box(templates, at, b);
    double x =
        (double)at->x[b] + random_between(state, (double)(to.min_x - from.max_x), (double)(to.max_x - from.min_x));
    double y =
        (double)at->y[b] + random_between(state, (double)(to.min_y - from.max_y), (double)(to.max_y - from.min_y));
    at->x[b] = at->cos ? (float)x : on_sixteenths(x);
    at->y[b] = at->cos ? (float)y : on_sixteenths(y);
}

static bool boxes_meet(const sprite_template *templates, const sprite_instances *at, size_t a, size_t b) {
    sprite_box one = sprite_exact_box(templates, at, a), other = sprite_exact_box(templates, at, b);
    return one.min_x < other.max_x && other.min_x < one.max_x && one.min_y < other.max_y && other.min_y < one.max_y;
}

static void place_pair(const sprite_template *templates, sprite_instances *at, uint32_t a, uint32_t b, bool touching,
                       uint64_t *state) {
    do {
        sprite_instances_place(at, a, state);
        sprite_instances_place(at, b, state);
        if (!at->cos) {
            at->x[a] = on_sixteenths((double)at->x[a]);
            at->y[a] = on_sixteenths((double)at->y[a]);
        }
        bring_near(templates, at, a, b, state);
    } while (!boxes_meet(templates, at, a, b) || (truth_look(templates, at, a, b).count > 0) != touching);
}

static void swap(uint32_t *numbers, size_t one, size_t other) {
    uint32_t kept = numbers[one];
    numbers[one] = numbers[other];
    numbers[other] = kept;
}

static void shuffle(uint32_t *numbers, size_t count, uint64_t *state) {
    for (size_t i = 0; i < count; i++)
        numbers[i] = (uint32_t)i;
    for (size_t i = count; i-- > 1;)
        swap(numbers, i, random_bits(state) % (i + 1));
}

sprite_pairs *sprite_pairs_create(const sprite_template *templates, bool aligned, size_t count, uint64_t seed) {
    sprite_pairs *made = calloc(1, sizeof *made);
    uint32_t *numbers = calloc(2 * count, sizeof *numbers);
    sprite_instances *instances = sprite_instances_room(2 * count, aligned);
    if (!made || !numbers || !instances) {
        free(made);
        free(numbers);
        sprite_instances_destroy(instances);
        return NULL;
    }
    *made = (sprite_pairs){.instances = instances, .count = count, .a = numbers, .b = numbers + count};
    shuffle(numbers, 2 * count, &seed);
    for (size_t i = 0; i < count; i++)
        place_pair(templates, instances, made->a[i], made->b[i], random_bits(&seed) & 1, &seed);
    return made;
}

void sprite_pairs_deal(sprite_pairs *pairs, uint64_t *state) {
    for (size_t i = pairs->count; i-- > 1;) {
        size_t other = random_bits(state) % (i + 1);
        swap(pairs->a, i, other);
        swap(pairs->b, i, other);
    }
}

void sprite_pairs_destroy(sprite_pairs *pairs) {
    if (!pairs)
        return;
    sprite_instances_destroy(pairs->instances);
    free(pairs->a);
    free(pairs);
}
