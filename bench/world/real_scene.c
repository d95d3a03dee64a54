/* bench/world/real_scene.c - records the game of real.h. Headings are degrees: 0 is up, and they grow clockwise, as in
 * BulletML. */
#include "real.h"

#include "scenes.h"

#include <math.h>
#include <stdlib.h>

#define DEGREE 0.017453292519943295
#define TURN   6.283185307179586

/* An emitter fires SHOTS eyes, BETWEEN frames apart, and starts again after PAUSE frames. An eye reaches its full speed
 * in FASTER frames, and drops a shadow in every DROP. Shadows last SHADOW_LIFE frames. */
enum { SHOTS = 8, BETWEEN = 30, PAUSE = 60, FASTER = 400, DROP = 4, SHADOW_LIFE = 20 };
enum {
    ROUND = SHOTS * BETWEEN + PAUSE,
    MOST_EYES = (REAL_FRAMES + ROUND - 1) / ROUND * SHOTS, /* of an emitter */
    MOST_SHADOWS = REAL_FRAMES / DROP                      /* of an eye     */
};

/* A bullet that its pattern steers. */
typedef struct pilot {
    uint32_t bullet;
    int age;              /* frames */
    double heading, turn; /* degrees, degrees a frame */
} pilot;

typedef struct recorder {
    real_scene *scene;
    pilot *eyes, *shadows;
    size_t eye_count, shadow_count, frame;
    uint32_t fired, steered, gone;
    float *x, *y, *vx, *vy; /* by bullet */
    bool *alive;
    uint64_t random;
} recorder;

/* xorshift64 (G. Marsaglia, "Xorshift RNGs", 2003); in [0, 1). */
static double chance(recorder *to) {
    to->random ^= to->random << 13;
    to->random ^= to->random >> 7;
    to->random ^= to->random << 17;
    return (double)(to->random >> 11) / 9007199254740992.0;
}

static bool list_make(real_list *list, size_t most) {
    list->bullet = malloc(most * sizeof *list->bullet);
    list->x = calloc(4 * most, sizeof *list->x);
    list->y = list->x + most, list->vx = list->y + most, list->vy = list->vx + most;
    return list->bullet && list->x;
}

static void list_free(real_list *list) {
    free(list->bullet);
    free(list->x);
}

/* Speed in px a frame. */
static void set_velocity(recorder *to, uint32_t bullet, double heading, double speed) {
    to->vx[bullet] = (float)(sin(heading * DEGREE) * speed * 60.0);
    to->vy[bullet] = (float)(-cos(heading * DEGREE) * speed * 60.0);
}

static uint32_t fire(recorder *to, float x, float y, double heading, double speed) {
    real_list *list = &to->scene->fired;
    const uint32_t bullet = to->fired++;
    to->x[bullet] = list->x[bullet] = x;
    to->y[bullet] = list->y[bullet] = y;
    set_velocity(to, bullet, heading, speed);
    list->vx[bullet] = to->vx[bullet];
    list->vy[bullet] = to->vy[bullet];
    to->alive[bullet] = true;
    return bullet;
}

static void fly_emitter(recorder *to, const double path[7]) {
    const int at = (int)to->frame - (int)path[6];
    if (at < 0 || at % ROUND >= SHOTS * BETWEEN || at % ROUND % BETWEEN != 0)
        return;
    const double time = (double)to->frame / 60.0;
    const double x = path[0] + path[2] * sin(path[4] * time), y = path[1] + path[3] * cos(path[5] * time);
    const double heading = 360.0 * chance(to);
    to->eyes[to->eye_count++] = (pilot){
        .bullet = fire(to, (float)x, (float)y, heading, 0.0), .heading = heading, .turn = 5.0 * chance(to) - 2.0};
}

static void fly_eye(recorder *to, pilot *eye) {
    real_list *list = &to->scene->steered;
    if (eye->age % DROP == 0)
        to->shadows[to->shadow_count++] = (pilot){
            .bullet = fire(to, to->x[eye->bullet], to->y[eye->bullet], eye->heading, 0.0), .heading = eye->heading};
    eye->age++;
    eye->heading += eye->turn;
    set_velocity(to, eye->bullet, eye->heading, 10.0 * (eye->age < FASTER ? eye->age : FASTER) / FASTER);
    list->bullet[to->steered] = eye->bullet;
    list->vx[to->steered] = to->vx[eye->bullet];
    list->vy[to->steered++] = to->vy[eye->bullet];
}

static void fly_shadow(recorder *to, pilot *shadow) {
    if (++shadow->age <= SHADOW_LIFE)
        return;
    const float x = to->x[shadow->bullet], y = to->y[shadow->bullet];
    fire(to, x, y, shadow->heading + 90.0, 0.6);
    fire(to, x, y, shadow->heading - 90.0, 0.6);
    to->scene->gone.bullet[to->gone++] = shadow->bullet;
    to->alive[shadow->bullet] = false;
}

static size_t fly(recorder *to, pilot *pilots, size_t count, void (*one)(recorder *, pilot *)) {
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        if (to->alive[pilots[i].bullet])
            one(to, &pilots[i]);
        if (to->alive[pilots[i].bullet])
            pilots[left++] = pilots[i];
    }
    return left;
}

/* As docs/arithmetic.md says under 'Kill'. */
static bool left_field(float x, float y) {
    return x + REAL_BULLET_RADIUS < 0.0f || x - REAL_BULLET_RADIUS > (float)REAL_WIDTH ||
           y + REAL_BULLET_RADIUS < 0.0f || y - REAL_BULLET_RADIUS > (float)REAL_HEIGHT;
}

static void move_bullets(recorder *to) {
    size_t alive = 0;
    for (uint32_t i = 0; i < to->fired; i++) {
        to->x[i] += to->vx[i] * SCENE_DT;
        to->y[i] += to->vy[i] * SCENE_DT;
        to->alive[i] = to->alive[i] && !left_field(to->x[i], to->y[i]);
        alive += to->alive[i];
    }
    to->scene->most = alive > to->scene->most ? alive : to->scene->most;
}

/* Lissajous figures, each in its cell of the field's upper 62 %; last: the frame of the first shot. */
static void lay_path(recorder *to, size_t i, double path[7]) {
    const double columns = ceil(sqrt((double)to->scene->emitters * (double)REAL_WIDTH / ((double)REAL_HEIGHT * 0.6)));
    const double rows = ceil((double)to->scene->emitters / columns), row = floor((double)i / columns);
    const double cell_x = (double)REAL_WIDTH / columns, cell_y = (double)REAL_HEIGHT * 0.62 / rows;
    path[0] = cell_x * ((double)i - row * columns + 0.5);
    path[1] = cell_y * (row + 0.5) + (double)REAL_HEIGHT * 0.02;
    path[2] = cell_x * 0.4;
    path[3] = cell_y * 0.3;
    path[4] = 0.3 + 0.5 * chance(to);
    path[5] = 0.4 + 0.6 * chance(to);
    path[6] = i ? floor(60.0 * chance(to)) : 0.0;
}

/* Each weaves about its place. */
static void record_players(real_scene *scene) {
    for (size_t i = 0; i < REAL_PLAYERS; i++) {
        const double home = (double)REAL_WIDTH * ((double)i + 0.5) / REAL_PLAYERS, phase = TURN * (double)i / 5.0;
        scene->player_x[i] = (float)(home + 90.0 * sin(phase));
        scene->player_y[i] = (float)((double)REAL_HEIGHT * 0.8 + 60.0 * sin(2.0 * phase));
        for (size_t f = 0; f < REAL_FRAMES; f++) {
            const double time = (double)f / 60.0;
            scene->player_vx[f][i] = (float)(81.0 * cos(0.9 * time + phase));
            scene->player_vy[f][i] = (float)(78.0 * cos(1.3 * time + 2.0 * phase));
        }
    }
}

static void end_frame(recorder *to) {
    to->scene->fired.end[++to->frame] = to->fired;
    to->scene->steered.end[to->frame] = to->steered;
    to->scene->gone.end[to->frame] = to->gone;
    move_bullets(to);
}

static void record(recorder *to, double (*paths)[7]) {
    for (size_t i = 0; i < to->scene->emitters; i++)
        lay_path(to, i, paths[i]);
    while (to->frame < REAL_FRAMES) {
        for (size_t i = 0; i < to->scene->emitters; i++)
            fly_emitter(to, paths[i]);
        to->eye_count = fly(to, to->eyes, to->eye_count, fly_eye);
        to->shadow_count = fly(to, to->shadows, to->shadow_count, fly_shadow);
        end_frame(to);
    }
}

real_scene *real_scene_create(size_t emitters) {
    const size_t eyes = MOST_EYES * emitters, shadows = MOST_SHADOWS * eyes, fired = eyes + 3 * shadows;
    real_scene *scene = calloc(1, sizeof *scene);
    double(*paths)[7] = calloc(emitters, sizeof *paths);
    recorder to = {.scene = scene, .random = 0x9E3779B97F4A7C15u};
    to.eyes = malloc(eyes * sizeof *to.eyes);
    to.shadows = malloc(shadows * sizeof *to.shadows);
    to.alive = malloc(fired * sizeof *to.alive);
    to.x = malloc(4 * fired * sizeof *to.x);
    to.y = to.x + fired, to.vx = to.y + fired, to.vy = to.vx + fired;
    bool made = scene && paths && to.eyes && to.shadows && to.alive && to.x && list_make(&scene->fired, fired) &&
                list_make(&scene->steered, eyes * REAL_FRAMES) && list_make(&scene->gone, shadows);
    if (made) {
        scene->emitters = emitters;
        record_players(scene);
        record(&to, paths);
    }
    free(paths);
    free(to.eyes);
    free(to.shadows);
    free(to.alive);
    free(to.x);
    if (made)
        return scene;
    real_scene_destroy(scene);
    return NULL;
}

void real_scene_destroy(real_scene *scene) {
    if (!scene)
        return;
    list_free(&scene->fired);
    list_free(&scene->steered);
    list_free(&scene->gone);
    free(scene);
}
