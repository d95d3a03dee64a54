/* examples/play/tape.h - recorded bullet patterns: what docs/site/play/barrage.tape holds.
 *
 * The file is little endian: "HAILTAPE"; u32 number of patterns; for each pattern its name (48 bytes, zero-padded) and
 * u32 frames, fires, turns; then for each pattern u16 fires[frames], u16 turns[frames] (how many happen in each frame),
 * tape_fire[fires], tape_turn[turns]. */
#ifndef PLAY_TAPE_H
#define PLAY_TAPE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    TAPE_NAME = 48,
    TAPE_PLACE = 8,    /* units of a tape in a pixel                */
    TAPE_SPEED = 1024, /* units of a tape in a pixel a frame        */
    TAPE_GONE = -32768 /* a turn's vx: the bullet is taken away     */
};

/* A bullet: the next number of its run. Recorded from an emitter at 0, 0 whose prey is straight below. */
typedef struct tape_fire {
    int16_t x, y, vx, vy;
} tape_fire;

/* A bullet's change of course. */
typedef struct tape_turn {
    uint16_t bullet;
    int16_t vx, vy;
} tape_turn;

typedef struct tape_pattern {
    char name[TAPE_NAME];
    uint32_t frames, fires, turns;
    uint16_t *frame_fires, *frame_turns; /* [frames] */
    tape_fire *fire;
    tape_turn *turn;
} tape_pattern;

typedef struct tape {
    uint32_t count;
    tape_pattern *pattern;
} tape;

/* All say on stderr what failed. */
bool tape_read(tape *to, const char *path);
bool tape_write(const tape *from, const char *path);
void tape_free(tape *of);

#endif
