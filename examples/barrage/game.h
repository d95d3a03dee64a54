/* game.h - the game that hail-barrage plays: what all of its parts share.
 *
 * A frame, in main.c:  emitters -> bullets -> players -> hail_step (contacts.c is called back) -> removals. */
#ifndef BARRAGE_GAME_H
#define BARRAGE_GAME_H

#include "armoury.h"
#include "options.h"
#include "script.h"

#include <hail/hail.h>

/* Hail's layers. Sights are circles about the players, sensors for bullets: what a player sees and dodges. */
enum { BULLETS, PLAYERS, SHOTS, ENEMIES, SIGHTS };

#define FRAME (1.0f / 60.0f) /* s */

/* px */
#define BULLET_RADIUS 4.0f
#define PLAYER_RADIUS 5.0f
#define SHOT_RADIUS   3.0f
#define SIGHT_RADIUS  80.0f
#define GRAZE_MARGIN  12.0f /* a bullet that misses a player by this much or less grazes it */

#define SHOT_PIERCES 2 /* ships that a shot hits before it is spent */

/* A bullet's user column: its pattern (for its colour) above, and the number of its pilot plus 1 below, 0 without. */
#define USER_PATTERN(user)   ((size_t)((user) >> 32))
#define USER_PILOT(user)     ((uint32_t)(user))
#define USER(pattern, pilot) ((uint64_t)(pattern) << 32 | (pilot))

/* A bullet that its pattern still steers. */
typedef struct pilot {
    script *script; /* NULL: free, next free one in `next` */
    hail_handle bullet;
    uint32_t pattern;
    uint32_t next;
} pilot;

/* Bullets fired in this frame, spawned together at its end. */
typedef struct volley {
    float *x, *y, *vx, *vy;
    uint64_t *user;
    hail_handle *handle;
    size_t count, capacity;
} volley;

typedef struct emitter {
    hail_handle ship;
    uint32_t pattern;
    script *script; /* NULL: pausing, or a spiral */
    int pause;      /* frames until the next start */
    int frame;      /* frames since the start      */
    float x, y;     /* px */
    float spin;     /* radians a second */
    float path[6];  /* of its Lissajous figure: centre and reach (px), frequencies (radians a second) */
    uint64_t hits;
} emitter;

typedef struct player {
    hail_handle ship, sight;
    float x, y;
    float push_x, push_y; /* away from the bullets seen in the last step */
    uint64_t hits;
} player;

/* A bullet seen by a player in the step. */
typedef struct threat {
    hail_handle sight, bullet;
} threat;

/* A contact, kept for the picture. */
typedef struct spark {
    hail_contact contact;
    int frame;
} spark;
enum { SPARKS = 1024 };

typedef struct tally {
    uint64_t contacts, player_hits, grazes, enemy_hits, seen, fired, shots, spent, left;
} tally;

typedef struct game {
    const barrage_options *options;
    hail_world *world;
    armoury armoury;
    script_stage stage;
    int frame;
    uint32_t firing; /* the pattern whose script runs now */

    emitter emitters[MOST_EMITTERS];
    player players[MOST_PLAYERS];
    hail_shape bullet, shot;

    pilot *pilots;
    uint32_t pilot_count, pilot_capacity, pilot_free; /* free: number plus 1 of the first free one */
    volley volley;

    threat *threats;
    size_t threat_count, threat_capacity;
    hail_handle *dead; /* despawned by scripts or by the callback */
    size_t dead_capacity;
    spark sparks[SPARKS]; /* a ring */
    uint64_t spark_count;
    tally tally;

    hail_contact *heard; /* with --verify: the step's whole stream */
    size_t heard_count, heard_capacity;
    bool out_of_memory; /* noticed in a callback, which cannot return a status */
} game;

/* game.c: the world, its layers and rules, and all bodies in it. All return false after a message on stderr. */
bool game_open(game *play, const barrage_options *options);
void game_close(game *play);
bool game_step(game *play, double *step_ns); /* hail_step, and its wall time           */
void game_end_frame(game *play);
bool game_fine(hail_status status, const char *doing); /* says what failed */
bool game_memory(bool there);                          /* reports that memory is out, unless `there` */

/* keep.c: a copy of all but the world, between frames; NULL: memory is out. A game can go back to it any number of
 * times, once hail_world_restore has put back its world. */
typedef struct game_kept game_kept;
game_kept *game_keep(const game *play, size_t *bytes);
bool game_go_back(game *play, const game_kept *kept);
void game_forget(game_kept *kept); /* NULL is fine */

/* emitters.c */
bool emitters_open(game *play);
bool emitters_fly(game *play);

/* bullets.c */
void bullets_fire(void *user, float vx, float vy, script *own);
bool bullets_fly(game *play);   /* runs the pilots */
bool bullets_spawn(game *play); /* the volley      */
void bullets_bury(game *play);  /* the pilots of bullets that the step removed */
bool bullets_failed(const game *play,
                    uint32_t number); /* prints why the pattern of that number failed; returns false */
void bullets_close(game *play);

/* players.c */
bool players_open(game *play);
bool players_fly(game *play);
void players_aim(game *play); /* what the script at stage.x, stage.y aims at: the nearest player */

/* contacts.c */
void contacts_heard(const hail_contact *contacts, size_t count, void *user);

/* spiral.c: one frame of the pattern that needs no file. */
void spiral_fire(game *play, int frame);

/* room.c: the array, moved if needed, with room for `count` elements; *capacity is how many fit. NULL if memory is
 * out: the old array is still valid. */
void *room(void *array, size_t *capacity, size_t count, size_t element);

#endif
