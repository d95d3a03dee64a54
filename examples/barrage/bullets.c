/* bullets.c - enemy bullets: fired in volleys, flown by their scripts while these last, and forgotten when Hail has
 * freed them. */
#include "game.h"
#include "watchdog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A new pilot's number plus 1; 0 if memory is out. */
static uint32_t hire(game *play, script *own) {
    uint32_t number = play->pilot_free;
    if (number != 0) {
        play->pilot_free = play->pilots[number - 1].next;
    } else {
        size_t capacity = play->pilot_capacity;
        pilot *grown = room(play->pilots, &capacity, (size_t)play->pilot_count + 1, sizeof *grown);
        if (grown == NULL)
            return 0;
        play->pilots = grown;
        play->pilot_capacity = (uint32_t)capacity;
        number = ++play->pilot_count;
    }
    play->pilots[number - 1] = (pilot){.script = own, .pattern = play->firing};
    return number;
}

static void dismiss(game *play, uint32_t number) {
    pilot *of = &play->pilots[number - 1];
    script_free(of->script);
    *of = (pilot){.next = play->pilot_free};
    play->pilot_free = number;
}

static bool more_floats(float **array, size_t capacity, size_t count) {
    float *grown = room(*array, &capacity, count, sizeof *grown);
    if (grown != NULL)
        *array = grown;
    return grown != NULL;
}

/* All arrays grow by the same rule, so one capacity serves all. */
static bool volley_room(volley *fired) {
    const size_t old = fired->capacity, wanted = fired->count + 1;
    if (wanted <= old)
        return true;
    if (!more_floats(&fired->x, old, wanted) || !more_floats(&fired->y, old, wanted) ||
        !more_floats(&fired->vx, old, wanted) || !more_floats(&fired->vy, old, wanted))
        return false;
    size_t capacity = old;
    uint64_t *user = room(fired->user, &capacity, wanted, sizeof *user);
    if (user == NULL)
        return false;
    fired->user = user;
    capacity = old;
    hail_handle *handle = room(fired->handle, &capacity, wanted, sizeof *handle);
    if (handle == NULL)
        return false;
    fired->handle = handle;
    fired->capacity = capacity;
    return true;
}

void bullets_fire(void *user, float vx, float vy, script *own) {
    game *play = user;
    volley *fired = &play->volley;
    uint32_t number = 0;
    if (!volley_room(fired) || (own != NULL && (number = hire(play, own)) == 0)) {
        play->out_of_memory = true;
        script_free(own);
        return;
    }
    const size_t i = fired->count++;
    fired->x[i] = play->stage.x;
    fired->y[i] = play->stage.y;
    fired->vx[i] = vx * SCRIPT_FRAMES_A_SECOND;
    fired->vy[i] = vy * SCRIPT_FRAMES_A_SECOND;
    fired->user[i] = USER(play->firing, number);
}

bool bullets_failed(const game *play, uint32_t number) {
    fprintf(stderr, "hail-barrage: %s: %s\n", play->armoury.paths[number], play->stage.why);
    return false;
}

/* One frame of one pilot; the columns are the bullets'. Adds to `dead` those that vanish. */
static bool fly(game *play, uint32_t number, const hail_columns *columns, size_t *dead) {
    pilot *of = &play->pilots[number - 1];
    const hail_handle bullet = of->bullet;
    hail_location place;
    if (!game_fine(hail_locate(play->world, &bullet, &place), "finding a bullet"))
        return false;
    play->firing = of->pattern;
    play->stage.x = columns->x[place.index];
    play->stage.y = columns->y[place.index];
    players_aim(play);
    watchdog_name(play->armoury.paths[of->pattern]);
    float vx, vy;
    const script_state state = script_run(of->script, &vx, &vy); /* may hire, which moves the pilots */
    if (state == SCRIPT_FAILED)
        return bullets_failed(play, play->firing);
    columns->vx[place.index] = vx * SCRIPT_FRAMES_A_SECOND;
    columns->vy[place.index] = vy * SCRIPT_FRAMES_A_SECOND;
    if (state == SCRIPT_RUNS)
        return true;
    columns->user[place.index] = USER(play->firing, 0);
    dismiss(play, number);
    if (state == SCRIPT_VANISHED)
        play->dead[(*dead)++] = bullet;
    return true;
}

/* In the order of the pilots, not of the columns: Hail may permute the columns, and the order decides which pilot
 * draws which random number. */
bool bullets_fly(game *play) {
    hail_columns columns;
    size_t dead = 0;
    const uint32_t count = play->pilot_count; /* those hired meanwhile fly from the next frame on */
    hail_handle *grown = room(play->dead, &play->dead_capacity, count, sizeof *grown);
    if (!game_memory(grown != NULL) ||
        !game_fine(hail_layer_columns(play->world, BULLETS, &columns), "reading the bullets"))
        return false;
    play->dead = grown;
    for (uint32_t number = 1; number <= count; number++) {
        const pilot *of = &play->pilots[number - 1];
        if (of->script != NULL && of->bullet.generation != 0 && !fly(play, number, &columns, &dead))
            return false;
    }
    return game_memory(!play->out_of_memory) &&
           game_fine(hail_despawn(play->world, play->dead, dead), "removing bullets");
}

bool bullets_spawn(game *play) {
    volley *fired = &play->volley;
    const hail_spawn_columns columns = {
        .x = fired->x, .y = fired->y, .vx = fired->vx, .vy = fired->vy, .user = fired->user};
    if (fired->count > 0 &&
        !game_fine(hail_spawn(play->world, BULLETS, &play->bullet, &columns, fired->count, fired->handle), "firing"))
        return false;
    for (size_t i = 0; i < fired->count; i++)
        if (USER_PILOT(fired->user[i]) != 0)
            play->pilots[USER_PILOT(fired->user[i]) - 1].bullet = fired->handle[i];
    play->tally.fired += fired->count;
    fired->count = 0;
    return true;
}

void bullets_bury(game *play) {
    size_t count;
    const hail_removal *removals = hail_removals(play->world, &count);
    for (size_t i = 0; i < count; i++) {
        play->tally.left += (removals[i].reason & HAIL_REMOVED_BOUNDS) != 0;
        play->tally.spent += (removals[i].reason & HAIL_REMOVED_SPENT) != 0;
        if (removals[i].layer == BULLETS && USER_PILOT(removals[i].user) != 0)
            dismiss(play, USER_PILOT(removals[i].user));
    }
}

void bullets_close(game *play) {
    for (uint32_t i = 0; i < play->pilot_count; i++)
        script_free(play->pilots[i].script);
    free(play->pilots);
    free(play->volley.x);
    free(play->volley.y);
    free(play->volley.vx);
    free(play->volley.vy);
    free(play->volley.user);
    free(play->volley.handle);
}
