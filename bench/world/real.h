/* bench/world/real.h - a real pattern as a game plays it: barrage_real/<emitters>/<contender>.
 *
 * K. Cho's [Guwange]_round_4_boss_eye_ball (libbulletml's samples) at rank 1, from emitters that wander over a field of
 * 1920 x 1080 px, for 600 frames. An emitter fires eyes that turn and get faster. Every fourth frame an eye drops a
 * shadow, which parts into two slow bullets 20 frames later. There are four players; each has a small circle that
 * bullets hit, and a large one in which it sees them. hail-barrage plays the same game from the file itself; here the
 * pattern is written in C, so that the benchmark needs no file and no library.
 *
 * The game is recorded once. Contenders play the record: what is fired, steered and taken away in each frame. They move
 * the bullets, and free those that leave the field. */
#ifndef REAL_H
#define REAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { REAL_FRAMES = 600, REAL_PLAYERS = 4, REAL_WIDTH = 1920, REAL_HEIGHT = 1080 /* px */ };
#define REAL_BULLET_RADIUS 4.0f
#define REAL_PLAYER_RADIUS 5.0f
#define REAL_SIGHT_RADIUS  80.0f

/* What happens to bullets: in frame f the events from end[f] up to end[f + 1]. A bullet's number is its place in the
 * order in which they are fired, so `fired` lists none. */
typedef struct real_list {
    uint32_t end[REAL_FRAMES + 1];
    uint32_t *bullet;
    float *x, *y;   /* px: of fired ones   */
    float *vx, *vy; /* px/s: not of `gone` */
} real_list;

typedef struct real_scene {
    size_t emitters;
    size_t most; /* bullets in the field at once */
    real_list fired, steered, gone;
    float player_x[REAL_PLAYERS], player_y[REAL_PLAYERS];                             /* where they start */
    float player_vx[REAL_FRAMES][REAL_PLAYERS], player_vy[REAL_FRAMES][REAL_PLAYERS]; /* px/s */
} real_scene;

/* NULL: no memory. */
real_scene *real_scene_create(size_t emitters);
void real_scene_destroy(real_scene *scene);

/* What a frame left: bullets in the field, bullets that hit a player, bullets that a player sees. */
typedef struct real_found {
    size_t alive, hits, seen;
} real_found;

/* create: NULL: no memory. frame: plays a frame, 0 first; frame 0 clears the field. destroy: NULL is allowed. */
typedef struct real_contender {
    const char *name;
    void *(*create)(const real_scene *scene, const char *variant);
    real_found (*frame)(void *self, size_t number);
    void (*destroy)(void *self);
} real_contender;

extern const real_contender real_contender_hail;
extern const real_contender real_contender_plain;
extern const real_contender real_contender_tuned;

/* Registers the benchmarks. smoke: one emitter, once. Contenders are compared before they are timed. */
void measure_real(bool smoke);

#ifdef __cplusplus
}
#endif

#endif
