/* script.h - bullet patterns: read by libbulletml (script_bulletml.cpp), or not at all in a build without that
 * library (script_none.c).
 *
 * A pattern is a parsed file. A script is one run of it, or of one of its bullets; it tells how its body flies and
 * fires. */
#ifndef BARRAGE_SCRIPT_H
#define BARRAGE_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pattern pattern;
typedef struct script script;

/* BulletML counts in frames of a 60th of a second and in pixels a frame. */
enum { SCRIPT_FRAMES_A_SECOND = 60 };

/* What a script fires: velocity in px a frame, and the new bullet's own script (the receiver's to free), or NULL for
 * one that flies straight. */
typedef void script_fire_fn(void *user, float vx, float vy, script *own);

/* What all scripts of a run share; it must outlive them. */
typedef struct script_stage {
    script_fire_fn *fire;
    void *user;         /* for fire                                                    */
    double rank;        /* difficulty, 0 to 1                                          */
    uint64_t random;    /* state of the generator behind $rand, any number but 0       */
    float aim_x, aim_y; /* px: the player that the script now running sees             */
    float x, y;         /* px: where its body is                                       */
    char why[256];      /* after SCRIPT_FAILED: the reason                             */
} script_stage;

typedef enum { SCRIPT_RUNS, SCRIPT_ENDED, SCRIPT_VANISHED, SCRIPT_FAILED } script_state;

/* Whether this build can read BulletML. */
bool pattern_readable(void);

/* Reads a file; NULL on failure, with the reason in `why`. */
pattern *pattern_load(const char *path, char *why, size_t size);
void pattern_free(pattern *loaded);

/* Starts a pattern's top actions: what an emitter runs. NULL only without memory. */
script *script_start(pattern *of, script_stage *stage);
void script_free(script *running);

/* A script that goes on as this one would. NULL only without memory. */
script *script_copy(script *running);
enum { SCRIPT_BYTES = 3072 }; /* about what one takes */

/* One frame. The body's velocity (px a frame) is written to vx and vy. */
script_state script_run(script *running, float *vx, float *vy);

#ifdef __cplusplus
}
#endif

#endif
