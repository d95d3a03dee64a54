/* examples/view/dug.h - a map of pixels with an image of it: dug and piled up, and taken back. */
#ifndef VIEW_DUG_H
#define VIEW_DUG_H

#include <hail/tilemap.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The image follows the map: a pixel is 0 where it is open, its rock's colour, or that of what was piled up. */
#define DUG_PILE 0xff8a6f4au

typedef struct dug {
    hail_tilemap *map;
    uint32_t *image;      /* what it looks like now: 0xAARRGGBB */
    const uint32_t *rock; /* what it looked like at first */
    int width, height, stride;
} dug;

/* What is open, rock or pile: two bits a pixel. The caller frees it; NULL: no memory. */
void *dug_keep(const dug *of, size_t *bytes);
bool dug_go_back(const dug *of, const void *kept); /* false: out of memory */

#endif
