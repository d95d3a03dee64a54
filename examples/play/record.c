/* examples/play/record.c - hail-play-record: runs BulletML patterns, and records what they fire and how their bullets
 * turn. The emitter stands at 0, 0; what it aims at is straight below. */
#include "../barrage/armoury.h"
#include "../barrage/options.h"
#include "../barrage/script.h"
#include "tape.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FRAMES = 600, MOST_TURNS = 1 << 20, MOST_BULLETS = UINT16_MAX };
#define FAR     1500.0       /* px: bullets farther from their emitter no longer turn */
#define PREY    500.0f       /* px below the emitter */
#define NOTICED (1.0 / 48.0) /* px a frame: smaller changes of velocity are not recorded until they add up */

typedef struct recorded_bullet {
    script *script; /* NULL: flies straight on, or is gone */
    double x, y;    /* px */
    int16_t vx, vy;
} recorded_bullet;

typedef struct recorder {
    tape_pattern *to;
    script_stage stage;
    recorded_bullet *bullets;
    uint32_t frame;
    bool full;
} recorder;

static int16_t units(double value, int scale) {
    const double whole = floor(value * scale + 0.5);
    return (int16_t)fmin(fmax(whole, -32767.0), 32767.0);
}

static void fire(void *user, float vx, float vy, script *own) {
    recorder *of = user;
    tape_pattern *to = of->to;
    if (to->fires == MOST_BULLETS || to->frame_fires[of->frame] == UINT16_MAX) {
        of->full = true;
        script_free(own);
        return;
    }
    const tape_fire event = {units((double)of->stage.x, TAPE_PLACE), units((double)of->stage.y, TAPE_PLACE),
                             units((double)vx, TAPE_SPEED), units((double)vy, TAPE_SPEED)};
    to->fire[to->fires] = event;
    of->bullets[to->fires++] = (recorded_bullet){.script = own,
                                                 .x = (double)event.x / TAPE_PLACE,
                                                 .y = (double)event.y / TAPE_PLACE,
                                                 .vx = event.vx,
                                                 .vy = event.vy};
    to->frame_fires[of->frame]++;
}

static void turn(recorder *of, uint32_t bullet, int16_t vx, int16_t vy) {
    tape_pattern *to = of->to;
    if (to->turns == MOST_TURNS || to->frame_turns[of->frame] == UINT16_MAX) {
        of->full = true;
        return;
    }
    to->turn[to->turns++] = (tape_turn){(uint16_t)bullet, vx, vy};
    to->frame_turns[of->frame]++;
    of->bullets[bullet].vx = vx;
    of->bullets[bullet].vy = vy;
}

static void drop(recorded_bullet *bullet) {
    script_free(bullet->script);
    bullet->script = NULL;
}

/* One frame of a bullet that its script still steers. */
static bool fly(recorder *of, uint32_t number) {
    recorded_bullet *bullet = &of->bullets[number];
    float vx, vy;
    of->stage.x = (float)bullet->x;
    of->stage.y = (float)bullet->y;
    const script_state state = script_run(bullet->script, &vx, &vy);
    if (state == SCRIPT_FAILED)
        return false;
    const int16_t new_x = units((double)vx, TAPE_SPEED), new_y = units((double)vy, TAPE_SPEED);
    const double change = fmax(abs(new_x - bullet->vx), abs(new_y - bullet->vy)) / TAPE_SPEED;
    if (state == SCRIPT_VANISHED)
        turn(of, number, TAPE_GONE, 0);
    else if (change > NOTICED || (state == SCRIPT_ENDED && change > 0.0))
        turn(of, number, new_x, new_y);
    if (state != SCRIPT_RUNS || hypot(bullet->x, bullet->y) > FAR)
        drop(bullet);
    return true;
}

/* Returns how many bullets are still steered; -1 after a failure. */
static int fly_all(recorder *of, uint32_t count) {
    int steered = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (of->bullets[i].script == NULL)
            continue;
        if (!fly(of, i))
            return -1;
        steered += of->bullets[i].script != NULL;
    }
    return steered;
}

static void move(recorder *of) {
    for (uint32_t i = 0; i < of->to->fires; i++) {
        of->bullets[i].x += (double)of->bullets[i].vx / TAPE_SPEED;
        of->bullets[i].y += (double)of->bullets[i].vy / TAPE_SPEED;
    }
}

static bool run(recorder *of, pattern *from) {
    script *top = script_start(from, &of->stage);
    script_state state = top != NULL ? SCRIPT_RUNS : SCRIPT_FAILED;
    int steered = 1;
    for (of->frame = 0; of->frame < MOST_FRAMES && (state == SCRIPT_RUNS || steered > 0) && !of->full; of->frame++) {
        const uint32_t before = of->to->fires;
        float vx, vy;
        of->stage.x = of->stage.y = 0.0f;
        if (state == SCRIPT_RUNS)
            state = script_run(top, &vx, &vy);
        steered = state == SCRIPT_FAILED ? -1 : fly_all(of, before);
        steered += (int)(of->to->fires - before);
        move(of);
        if (steered < 0)
            break;
    }
    script_free(top);
    of->to->frames = of->frame;
    return state != SCRIPT_FAILED && steered >= 0 && !of->full && of->frame > 0;
}

static bool record(tape_pattern *to, pattern *from, const char *name) {
    snprintf(to->name, sizeof to->name, "%s", name);
    to->frame_fires = calloc(MOST_FRAMES, sizeof *to->frame_fires);
    to->frame_turns = calloc(MOST_FRAMES, sizeof *to->frame_turns);
    to->fire = calloc(MOST_BULLETS, sizeof *to->fire);
    to->turn = calloc(MOST_TURNS, sizeof *to->turn);
    recorder of = {.to = to, .bullets = calloc(MOST_BULLETS, sizeof *of.bullets)};
    of.stage = (script_stage){.fire = fire, .user = &of, .rank = 1.0, .random = 88172645463325252u, .aim_y = PREY};
    const bool fine = to->frame_fires && to->frame_turns && to->fire && to->turn && of.bullets && run(&of, from);
    if (!fine)
        fprintf(stderr, "hail-play-record: %s: %s\n", name, of.full ? "too many events" : of.stage.why);
    for (uint32_t i = 0; of.bullets && i < to->fires; i++)
        drop(&of.bullets[i]);
    free(of.bullets);
    printf("%-45s %3u frames, %5u bullets, %6u turns\n", to->name, to->frames, to->fires, to->turns);
    return fine;
}

int main(int argc, char **argv) {
    armoury patterns = {0};
    if (argc < 3 || !pattern_readable()) {
        fprintf(stderr, argc < 3 ? "usage: hail-play-record TAPE PATTERN...\n" : "built without libbulletml\n");
        return 2;
    }
    const barrage_options options = {.patterns = argv + 2, .pattern_count = argc - 2};
    tape made = {.pattern = calloc((size_t)argc, sizeof *made.pattern)};
    bool fine = made.pattern != NULL && armoury_open(&patterns, &options);
    for (uint32_t i = 0; fine && i < patterns.count; i++, made.count++)
        fine = record(&made.pattern[i], patterns.patterns[i], patterns.names[i]);
    fine = fine && tape_write(&made, argv[1]);
    tape_free(&made);
    armoury_close(&patterns);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
