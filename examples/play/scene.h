/* examples/play/scene.h - the barrage of docs/site/play: a ship among recorded bullet patterns and rocks.
 *
 * docs/site/play/barrage.js plays the same scene, line by line: numbers are doubles, rounded to float where they go to
 * Hail; no call of libm but floor and sqrt. So both give the same hashes. */
#ifndef PLAY_SCENE_H
#define PLAY_SCENE_H

#include "tape.h"

#include <hail/hail.h>

enum { BULLETS, SHIPS, ROCKS, SIGHTS }; /* layers */
enum { WIDTH = 3200, HEIGHT = 1800 };   /* px */
enum { MOST_BODIES = 262144, MOST_EMITTERS = 256, ROCK_COUNT = 32 };
enum { FULL = 8 }; /* the ship's fastest speed, in units of its input */

/* Where the ship is to go: -FULL to FULL each way. */
typedef struct scene_input {
    int x, y;
} scene_input;

/* Glides to a place while `frame` is below 0, then plays one pattern of the tape. */
typedef struct emitter {
    double x, y, from_x, from_y, to_x, to_y; /* px */
    double aim_x, aim_y;                     /* unit vector: what is straight below on the tape */
    const tape_pattern *pattern;
    uint32_t number; /* of the pattern */
    int frame, pause;
    uint32_t fires, turns; /* that have happened  */
    hail_handle *bullets;  /* of the run, by their number on the tape; none: generation 0 */
} emitter;

typedef struct pilot {
    double way_x, way_y, push_x, push_y;
    uint32_t random;
} pilot;

typedef struct scene {
    hail_world *world;
    const tape *patterns;
    hail_shape bullet;
    uint32_t random;
    int frame, target, emitter_count;
    double ship_x, ship_y;
    double bump_x, bump_y; /* px: what rocks add to the ship's next way */
    emitter emitters[MOST_EMITTERS];
    double rock_spin[ROCK_COUNT]; /* radians a frame */
    hail_handle rocks[ROCK_COUNT];
    pilot pilot;
    int shield; /* frames for which all bullets in sight go */
    bool was_hit;
    uint64_t contacts, hits, grazes; /* so far */

    /* What a frame collects. */
    float *x, *y, *vx, *vy, *turn_vx, *turn_vy;
    uint64_t *user;
    hail_handle *fired, *turned, *gone;
    hail_handle **filed; /* where the handle of a bullet that is fired is kept */
    uint32_t fires, turns, goes, room;
} scene;

/* All but the first end the program with a message when Hail refuses something or memory is out. */
double scene_chance(uint32_t *random); /* 0 to 1 */
void scene_must(hail_status status);
void scene_open(scene *of, const tape *patterns, uint32_t seed, int target);
void scene_step(scene *of, scene_input input);
void scene_close(scene *of);
uint64_t scene_hash(const scene *of);
uint32_t scene_bullets(const scene *of);

/* emitters.c */
void emitters_open(scene *of);
void emitters_run(scene *of);

/* pilot.c: it flies to places, and away from bullets. */
void pilot_open(pilot *of, uint32_t seed);
scene_input pilot_fly(scene *of);
void pilot_see(pilot *of, const hail_contact *seen);

#endif
