/* examples/own_arrays.c - no world: a level generator's crates live in its own arrays, and are pushed apart. */
#include "common/sketch.h"

#include <stdio.h>

enum { CRATES = 150, MOST_PAIRS = CRATES * 40, ROUNDS = 2000, KINDS = 3 };

/* The game's own columns. Hail reads them in place. */
typedef struct crates {
    float x[CRATES], y[CRATES];
    float cos[CRATES], sin[CRATES];
    uint32_t shape[CRATES]; /* into the array of shapes */
    hail_convex shapes[KINDS];
} crates;

static void scatter(crates *of) {
    must(hail_convex_box(12, 12, 2, &of->shapes[0]));
    must(hail_convex_box(22, 7, 2, &of->shapes[1]));
    must(hail_convex_circle(9, &of->shapes[2]));
    for (int i = 0; i < CRATES; i++) {
        of->x[i] = 240 + (float)(i * 37 % 160), of->y[i] = 130 + (float)(i * 53 % 100);
        of->cos[i] = i % 2 ? 1.0f : 0.8f, of->sin[i] = i % 2 ? 0.0f : 0.6f;
        of->shape[i] = (uint32_t)(i % KINDS);
    }
}

/* The game's own broadphase: here, all crates less than 50 px apart. A grid would do for more. */
static size_t find_pairs(const crates *of, uint32_t a[MOST_PAIRS], uint32_t b[MOST_PAIRS]) {
    size_t count = 0;
    for (uint32_t i = 0; i < CRATES; i++)
        for (uint32_t k = i + 1; k < CRATES && count < MOST_PAIRS; k++) {
            const float dx = of->x[k] - of->x[i], dy = of->y[k] - of->y[i];
            if (dx * dx + dy * dy < 50 * 50)
                a[count] = i, b[count++] = k;
        }
    return count;
}

static hail_shapes bodies_of(const crates *of) {
    return (hail_shapes){.convexes = of->shapes,
                         .shape_count = KINDS,
                         .x = of->x,
                         .y = of->y,
                         .cos = of->cos,
                         .sin = of->sin,
                         .shape = of->shape,
                         .count = CRATES};
}

/* Collides all pairs at once, and moves both crates of each by a part of their depth. Returns how many touch. */
static int push_apart(crates *of, hail_contact contacts[MOST_PAIRS], float *deepest) {
    static uint32_t a[MOST_PAIRS], b[MOST_PAIRS];
    const hail_shapes bodies = bodies_of(of);
    const hail_batch batch = {.a = bodies, .b = bodies, .index_a = a, .index_b = b, .count = find_pairs(of, a, b)};
    int touching = 0;
    *deepest = 0;
    must(hail_batch_collide(&batch, contacts));
    for (size_t i = 0; i < batch.count; i++) {
        const float *depths = contacts[i].depth;
        if (contacts[i].count == 0)
            continue;
        const float depth = contacts[i].count == 2 && depths[1] > depths[0] ? depths[1] : depths[0];
        const float part = 0.35f * depth + 0.02f;
        *deepest = depth > *deepest ? depth : *deepest;
        of->x[a[i]] -= part * contacts[i].normal_x, of->y[a[i]] -= part * contacts[i].normal_y;
        of->x[b[i]] += part * contacts[i].normal_x, of->y[b[i]] += part * contacts[i].normal_y;
        touching++;
    }
    return touching;
}

int main(int argc, char **argv) {
    static crates all;
    static hail_contact contacts[MOST_PAIRS];
    sketch picture;
    float deepest;
    int rounds = 0;
    sketch_open(&picture, argc, argv, 0, -20, 640, 390);
    scatter(&all);
    const int before = push_apart(&all, contacts, &deepest);
    for (; deepest > 0.5f && rounds < ROUNDS; rounds++)
        push_apart(&all, contacts, &deepest);
    printf("own_arrays: %d pairs of %d crates overlap; after %d rounds none by more than %.1f px\n", before, CRATES,
           rounds, (double)deepest);
    const hail_shapes drawn = bodies_of(&all);
    sketch_bodies(&picture, all.shapes, &drawn, 4);
    sketch_key(&picture, HAIL_DRAWN_BODY, 4, "crates of a level, pushed apart until none overlaps by half a pixel");
    return sketch_close(&picture, deepest <= 0.5f);
}
