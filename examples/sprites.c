/* examples/sprites.c - sprites that touch by their pixels: a ship passes another, between whose struts there is room.
 */
#include "common/sketch.h"
#include "trace/ship.h"

#include <stdio.h>

enum { MINE, YOURS }; /* layers */
enum { FRAMES = 160 };

typedef struct game {
    hail_spriteset *set;
    uint32_t sprite;
    hail_convex hull; /* of the sprite: a convex polygon of 8 corners */
    hail_world *world;
    hail_image image;
    int boxes, hulls, pixels; /* in how many frames they touch */
} game;

static void load(game *of, const image *ship) {
    float x[8], y[8];
    uint32_t corners;
    hail_shape shape;
    of->image = (hail_image){.rgba = ship->rgba, .width = ship->width, .height = ship->height, .threshold = 128};
    of->image.origin_x = (float)ship->width / 2, of->image.origin_y = (float)ship->height / 2;
    must(hail_spriteset_create(NULL, &of->set));
    must(hail_spriteset_add(of->set, &of->image, &of->sprite));
    must(hail_enclose_sprite(of->set, of->sprite, 8, x, y, &corners));
    must(hail_convex_polygon(x, y, corners, 0, &of->hull));
    must(hail_world_create(NULL, &of->world));
    must(hail_shape_sprite(hail_world_shapes(of->world), of->set, of->sprite, &shape));
    for (uint32_t layer = MINE; layer <= YOURS; layer++)
        must(hail_layer_configure(of->world, layer, &(hail_layer_options){.columns = HAIL_ROTATION}));
    must(hail_rule_set(of->world, MINE, YOURS, HAIL_MANIFOLD));
    const hail_spawn_columns mine = {
        .x = (float[]){120}, .y = (float[]){60}, .vx = (float[]){1}, .angle = (float[]){2.2f}};
    const hail_spawn_columns yours = {.x = (float[]){200}, .y = (float[]){118}, .angle = (float[]){0.4f}};
    must(hail_spawn(of->world, MINE, &shape, &mine, 1, NULL));
    must(hail_spawn(of->world, YOURS, &shape, &yours, 1, NULL));
}

/* The same question to the sprites' boxes and hulls, as a game without pixels would ask. */
static void ask_others(game *of, bool *boxes_touch, bool *hulls_touch) {
    hail_columns side[2];
    hail_box box[2];
    uint8_t touch;
    hail_batch pair = {.count = 1};
    hail_shapes *bodies[2] = {&pair.a, &pair.b};
    for (uint32_t i = 0; i < 2; i++) {
        must(hail_layer_columns(of->world, i, &side[i]));
        const hail_sprites one = {
            .set = of->set, .x = side[i].x, .y = side[i].y, .cos = side[i].cos, .sin = side[i].sin, .count = 1};
        must(hail_sprite_boxes(&one, HAIL_BOX_OPAQUE, &box[i]));
        *bodies[i] = (hail_shapes){.convexes = &of->hull,
                                   .shape_count = 1,
                                   .x = side[i].x,
                                   .y = side[i].y,
                                   .cos = side[i].cos,
                                   .sin = side[i].sin,
                                   .count = 1};
    }
    must(hail_batch_touch(&pair, &touch));
    *hulls_touch = touch;
    *boxes_touch = box[0].min_x <= box[1].max_x && box[1].min_x <= box[0].max_x && box[0].min_y <= box[1].max_y &&
                   box[1].min_y <= box[0].max_y;
}

static void frame(game *of) {
    bool boxes, hulls;
    must(hail_step(of->world, 1, NULL, NULL)); /* a second, so that mine flies 1 px */
    ask_others(of, &boxes, &hulls);
    of->boxes += boxes, of->hulls += hulls, of->pixels += hail_stats(of->world)->contacts > 0;
}

static void draw(const game *of, sketch *picture) {
    hail_columns at;
    for (uint32_t layer = MINE; layer <= YOURS; layer++) {
        must(hail_layer_columns(of->world, layer, &at));
        sketch_image(picture, &of->image, at.x[0], at.y[0], at.cos[0], at.sin[0]);
    }
    must(hail_draw_world(of->world, &picture->options));
}

int main(int argc, char **argv) {
    game play = {.boxes = 0};
    image ship;
    image_error error;
    sketch picture;
    if (!ship_make(&ship, &error))
        must(HAIL_NO_MEMORY);
    sketch_open(&picture, argc, argv, 60, 0, 340, 180);
    picture.options.what = HAIL_DRAW_SHAPES;
    load(&play, &ship);
    for (int i = 0; i < FRAMES; i++) {
        frame(&play);
        if (i == 98) /* hulls overlap, pixels do not */
            draw(&play, &picture);
    }
    printf("sprites: in %d frames the boxes touch in %d, the hulls in %d, the pixels in %d\n", FRAMES, play.boxes,
           play.hulls, play.pixels);
    sketch_key(&picture, HAIL_DRAWN_BODY, MINE, "my ship and its hull");
    sketch_key(&picture, HAIL_DRAWN_BODY, YOURS, "your ship: the hulls overlap, the pixels do not");
    must(hail_world_destroy(play.world));
    hail_spriteset_destroy(play.set);
    image_free(&ship);
    return sketch_close(&picture, play.pixels < play.hulls && play.hulls < play.boxes);
}
