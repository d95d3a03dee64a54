/* examples/pairs.c - Hail without a world: arrays of shapes in, answers out. */
#include "common/sketch.h"

#include <stdio.h>

enum { BULLET, CRATE, WALL, SHAPES, PAIRS = 3 };

int main(int argc, char **argv) {
    sketch picture;
    sketch_open(&picture, argc, argv, -40, -55, 120, 65);
    hail_convex shapes[SHAPES];
    must(hail_convex_circle(3, &shapes[BULLET]));                 /* px; must ends the program if a call fails */
    must(hail_convex_box(16, 12, 4, &shapes[CRATE]));             /* rounded corners */
    must(hail_convex_capsule(0, -200, 0, 200, 0, &shapes[WALL])); /* zero thickness */

    /* Pair i is body i of both sides. The last bullet flies 10,000 px in one step. */
    const float ax[PAIRS] = {0, 44, -5000}, ay[PAIRS] = {-30, 0, 50}, dx[PAIRS] = {10, -20, 10000}, dy[PAIRS] = {0};
    const uint32_t a_shape[PAIRS] = {BULLET, CRATE, BULLET};
    const float bx[PAIRS] = {30, 0, 0}, by[PAIRS] = {-30, 10, 0};
    const uint32_t b_shape[PAIRS] = {CRATE, CRATE, WALL};
    const hail_batch batch = {.a = {.convexes = shapes,
                                    .shape_count = SHAPES,
                                    .x = ax,
                                    .y = ay,
                                    .dx = dx,
                                    .dy = dy,
                                    .shape = a_shape,
                                    .count = PAIRS},
                              .b = {.x = bx, .y = by, .shape = b_shape, .count = PAIRS},
                              .count = PAIRS};
    hail_gap gaps[PAIRS];
    hail_contact hits[PAIRS];
    must(hail_batch_distance(&batch, gaps));
    must(hail_batch_sweep(&batch, hits));
    for (int i = 0; i < PAIRS; i++) {
        printf("pair %d: %.2f px apart", i, (double)gaps[i].distance);
        if (hits[i].count > 0)
            printf(", touch at t = %.3f at (%.2f, %.2f), normal (%g, %g)", (double)hits[i].t, (double)hits[i].x[0],
                   (double)hits[i].y[0], (double)hits[i].normal_x + 0.0, (double)hits[i].normal_y + 0.0);
        puts("");
    }
    sketch_bodies(&picture, shapes, &batch.a, 0); /* if the program got a file's name */
    sketch_bodies(&picture, shapes, &batch.b, 3);
    must(hail_draw_contacts(hits, PAIRS, &picture.options));
    sketch_key(&picture, HAIL_DRAWN_BODY, 0, "a of each pair, where it starts");
    sketch_key(&picture, HAIL_DRAWN_BODY, 3, "b: a wall, and two crates");
    sketch_key(&picture, HAIL_DRAWN_CONTACT, 0, "where a first touches b on its way");
    sketch_key(&picture, HAIL_DRAWN_NORMAL, 0, "normal, from a to b");
    return sketch_close(&picture, hits[2].count == 1); /* the bullet does not tunnel through the wall */
}
