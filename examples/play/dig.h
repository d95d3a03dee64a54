/* examples/play/dig.h - sparks that fall on a map of pixels, which is dug away: docs/site/play/dig.js and terrain.js
 * play the same scene, line by line. Numbers are doubles, rounded to float where they go to Hail. */
#ifndef PLAY_DIG_H
#define PLAY_DIG_H

#include <hail/hail.h>

typedef struct dig {
    hail_world *world;
    hail_tileset *tiles;
    hail_tilemap *map;
    hail_shape dot;
    uint32_t random;
    int frame, target;
    double owed;           /* sparks that are to be spawned */
    double tool_x, tool_y; /* px */
    double way_x, way_y;   /* where it goes */
    uint64_t contacts;     /* so far */

    /* What a frame spawns. */
    float *x, *y, *vx, *vy, *life;
    uint64_t *user;
} dig;

/* End the program with a message when Hail refuses something or memory is out. */
void dig_open(dig *of, uint32_t seed, int target);
void dig_step(dig *of);
void dig_close(dig *of);
uint64_t dig_hash(const dig *of); /* of the world and of the map */
uint32_t dig_sparks(const dig *of);

#endif
