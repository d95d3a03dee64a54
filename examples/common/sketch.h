/* common/sketch.h - what the short examples share: an end if a call fails, and a picture of the world with a legend.
 *
 *     sketch picture;
 *     sketch_open(&picture, argc, argv, 0, 0, 640, 360);
 *     must(hail_draw_world(world, &picture.options));
 *     sketch_key(&picture, HAIL_DRAWN_BODY, BULLETS, "bullet");
 *     return sketch_close(&picture, hits == 3);
 *
 * A program draws if it gets a file's name, as in hail-homing homing.png. Otherwise the options' renderer has no
 * callbacks, so that the same calls draw nothing. */
#ifndef EXAMPLES_SKETCH_H
#define EXAMPLES_SKETCH_H

#include <hail/hail.h>

/* Ends the program with a message if a call failed. */
void must(hail_status status);

enum { SKETCH_WIDTH = 720 }; /* px of a picture */

typedef struct sketch {
    hail_draw_options options; /* draws into the picture what is visible: change `what` and the like as you please */
    hail_renderer renderer;
    const char *path;    /* NULL: there is no picture */
    struct sheet *sheet; /* the picture, if there is one */
} sketch;

/* The name of the picture that a program was asked for, or NULL. Answers --help, and ends with it. */
const char *sketch_path(int argc, char **argv);

/* Begins a picture of a part of the world. The sketch has to stay where it is. */
void sketch_open(sketch *to, int argc, char **argv, float min_x, float min_y, float max_x, float max_y);

/* Colours of the legend: of a meaning and a layer, as hail_draw_colour; or any, 0xRRGGBBAA. */
void sketch_key(sketch *to, hail_draw_meaning meaning, uint32_t layer, const char *text);
void sketch_key_rgba(sketch *to, uint32_t rgba, const char *text);

/* Draws shapes that are in no world, in the colour of a layer. */
void sketch_bodies(sketch *to, const hail_convex *shapes, const hail_shapes *bodies, uint32_t layer);

/* A filled disc, for what is no body: 0xRRGGBBAA. */
void sketch_disc(sketch *to, float x, float y, float radius, uint32_t rgba);

/* An image with its origin at (x, y), turned: what is opaque, pixel by pixel. */
void sketch_image(sketch *to, const hail_image *image, float x, float y, float cos, float sin);

/* Writes the picture. Returns what main returns: 0 if all went well and the result is `right`. */
int sketch_close(sketch *of, bool right);

#endif
