/* examples/view/light.h - light that is put directly into the pixels of hail-view's picture: tens of thousands of small
 * discs a frame are too many for paths. */
#ifndef VIEW_LIGHT_H
#define VIEW_LIGHT_H

#include "../common/canvas.h"

/* A small glowing disc. Light is put by taking the lighter of two colours, so that crowds stay legible. */
enum { LIGHT_MOST = 48, LIGHT_PHASES = 4 };
typedef struct light {
    int side;                                                              /* px; 0: not made yet */
    uint32_t pixels[LIGHT_PHASES * LIGHT_PHASES][LIGHT_MOST * LIGHT_MOST]; /* by quarter of a pixel, in x and y */
} light;

/* Makes a disc of a radius (screen px) with a white core; `glow` px beyond it the light ends. hollow: a ring. */
void light_make(light *to, float radius, float glow, uint32_t rgb, bool hollow);
void light_put(canvas *to, const light *of, float x, float y); /* px of the world */

/* Sets one pixel to the lighter of two colours. */
static inline uint32_t lighter(uint32_t a, uint32_t b) {
    const uint32_t red = (a & 0xff0000u) > (b & 0xff0000u) ? a & 0xff0000u : b & 0xff0000u;
    const uint32_t green = (a & 0xff00u) > (b & 0xff00u) ? a & 0xff00u : b & 0xff00u;
    const uint32_t blue = (a & 0xffu) > (b & 0xffu) ? a & 0xffu : b & 0xffu;
    return 0xff000000u | red | green | blue;
}

#endif
