/* examples/own_arrays.c - bodies that live in the game's own array: a level generator's crates are pushed apart. */
#include "common/sketch.h"

#include <stdio.h>

enum { CRATES = 150, LAYER = 4, ROUNDS = 2000, KINDS = 3 };

/* The game's own. Hail reads it in place, and never writes to it. */
typedef struct crate {
    float x, y, cos, sin;
    hail_shape shape;
    uint32_t tag; /* something else of the game's */
} crate;

typedef struct level {
    hail_world *world;
    crate crate[CRATES];
    uint32_t first; /* the slot of crate[0] */
    int touching;
    float deepest;
} level;

static void scatter(level *of) {
    hail_shape kinds[KINDS];
    hail_shapeset *shapes = hail_world_shapes(of->world);
    must(hail_shape_box(shapes, 12, 12, 2, &kinds[0]));
    must(hail_shape_box(shapes, 22, 7, 2, &kinds[1]));
    must(hail_shape_circle(shapes, 9, &kinds[2]));
    for (int i = 0; i < CRATES; i++)
        of->crate[i] = (crate){.x = 240 + (float)(i * 37 % 160),
                               .y = 130 + (float)(i * 53 % 100),
                               .cos = i % 2 ? 1.0f : 0.8f,
                               .sin = i % 2 ? 0.0f : 0.6f,
                               .shape = kinds[i % KINDS]};
}

/* Moves both crates of each contact by a part of their depth. The world has read the array already, so that it may be
 * written here. */
static void push(const hail_contact *contacts, size_t count, void *user) {
    level *of = user;
    for (size_t i = 0; i < count; i++) {
        const hail_contact *c = &contacts[i];
        crate *a = &of->crate[c->a.slot - of->first], *b = &of->crate[c->b.slot - of->first];
        const float depth = c->count == 2 && c->depth[1] > c->depth[0] ? c->depth[1] : c->depth[0];
        const float part = 0.35f * depth + 0.02f;
        of->deepest = depth > of->deepest ? depth : of->deepest;
        a->x -= part * c->normal_x, a->y -= part * c->normal_y;
        b->x += part * c->normal_x, b->y += part * c->normal_y;
        of->touching++;
    }
}

static void push_apart(level *of) {
    const crate *all = of->crate;
    const hail_borrowed_columns columns = {.x = {&all->x, sizeof *all},
                                           .y = {&all->y, sizeof *all},
                                           .cos = {&all->cos, sizeof *all},
                                           .sin = {&all->sin, sizeof *all},
                                           .shape = {&all->shape, sizeof *all}};
    of->touching = 0;
    of->deepest = 0;
    must(hail_layer_borrow(of->world, LAYER, NULL, &columns, CRATES, &of->first));
    must(hail_step(of->world, 0, push, of));
}

int main(int argc, char **argv) {
    static level of;
    sketch picture;
    int rounds = 0;
    sketch_open(&picture, argc, argv, 0, -20, 640, 390);
    must(hail_world_create(NULL, &of.world));
    must(hail_layer_configure(of.world, LAYER, &(hail_layer_options){.columns = HAIL_ROTATION, .borrowed = CRATES}));
    must(hail_rule_set(of.world, LAYER, LAYER, HAIL_MANIFOLD));
    scatter(&of);
    push_apart(&of);
    const int before = of.touching;
    for (; of.deepest > 0.5f && rounds < ROUNDS; rounds++)
        push_apart(&of);
    printf("own_arrays: %d pairs of %d crates overlap; after %d rounds none by more than %.1f px\n", before, CRATES,
           rounds, (double)of.deepest);
    must(hail_draw_world(of.world, &picture.options));
    sketch_key(&picture, HAIL_DRAWN_BODY, LAYER, "crates of a level, pushed apart until none overlaps by half a pixel");
    must(hail_world_destroy(of.world));
    return sketch_close(&picture, of.deepest <= 0.5f);
}
