/* players.c - the players: each weaves about its place, flees from the bullets in its sight, and fires. */
#include "game.h"

#include <math.h>

#define FASTEST    200.0f /* px/s of a player */
#define SHOT_SPEED 540.0f /* px/s */
enum { RELOAD = 5, BARRELS = 3 };

static float home_x(const game *play, int i) {
    return (float)play->options->width * ((float)i + 0.5f) / (float)play->options->players;
}

static float home_y(const game *play) { return (float)play->options->height * 0.8f; }

bool players_open(game *play) {
    hail_shape ship, sight;
    if (!game_fine(hail_shape_circle(hail_world_shapes(play->world), PLAYER_RADIUS, &ship), "making a player") ||
        !game_fine(hail_shape_circle(hail_world_shapes(play->world), SIGHT_RADIUS, &sight), "making a sight"))
        return false;
    for (int i = 0; i < play->options->players; i++) {
        player *of = &play->players[i];
        of->x = home_x(play, i);
        of->y = home_y(play);
        const hail_spawn_columns columns = {.x = &of->x, .y = &of->y};
        if (!game_fine(hail_spawn(play->world, PLAYERS, &ship, &columns, 1, &of->ship), "spawning a player") ||
            !game_fine(hail_spawn(play->world, SIGHTS, &sight, &columns, 1, &of->sight), "spawning a sight"))
            return false;
    }
    return true;
}

void players_aim(game *play) {
    script_stage *stage = &play->stage;
    stage->aim_x = (float)play->options->width * 0.5f;
    stage->aim_y = (float)play->options->height;
    float nearest = INFINITY;
    for (int i = 0; i < play->options->players; i++) {
        const float dx = play->players[i].x - stage->x, dy = play->players[i].y - stage->y;
        if (dx * dx + dy * dy < nearest) {
            nearest = dx * dx + dy * dy;
            stage->aim_x = play->players[i].x;
            stage->aim_y = play->players[i].y;
        }
    }
}

/* Away from where the bullet will be nearest within half a second, the more so the nearer that is in space and time. */
static void flee(player *of, float x, float y, float vx, float vy) {
    const float dx = x - of->x, dy = y - of->y, v2 = vx * vx + vy * vy;
    const float closest = v2 > 0.0f ? -(dx * vx + dy * vy) / v2 : 0.0f;
    const float time = fminf(fmaxf(closest, 0.0f), 0.5f);
    const float px = dx + vx * time, py = dy + vy * time;
    const float weight = 6000.0f / ((px * px + py * py + 100.0f) * (1.0f + 4.0f * time));
    const float distance = sqrtf(px * px + py * py) + 1.0f;
    of->push_x -= px / distance * weight;
    of->push_y -= py / distance * weight;
}

/* Where the bullets that the last step's callback saw are now. */
static bool look(game *play) {
    hail_columns columns;
    if (!game_fine(hail_layer_columns(play->world, BULLETS, &columns), "reading the bullets"))
        return false;
    for (int i = 0; i < play->options->players; i++)
        play->players[i].push_x = play->players[i].push_y = 0.0f;
    for (size_t k = 0; k < play->threat_count; k++) {
        hail_location place;
        if (hail_locate(play->world, &play->threats[k].bullet, &place) != HAIL_OK)
            continue; /* gone since */
        for (int i = 0; i < play->options->players; i++)
            if (play->players[i].sight.slot == play->threats[k].sight.slot)
                flee(&play->players[i], columns.x[place.index], columns.y[place.index], columns.vx[place.index],
                     columns.vy[place.index]);
    }
    return true;
}

/* A player's velocity: towards home with some weaving, and away from danger; never off the field. */
static void steer(const game *play, int i, float *vx, float *vy) {
    const player *of = &play->players[i];
    const float time = (float)play->frame * FRAME;
    const float to_x = home_x(play, i) + 90.0f * sinf(0.9f * time + (float)i);
    const float to_y = home_y(play) + 60.0f * sinf(1.3f * time + 2.0f * (float)i);
    float wish_x = (to_x - of->x) * 1.2f + of->push_x, wish_y = (to_y - of->y) * 1.2f + of->push_y;
    const float speed = sqrtf(wish_x * wish_x + wish_y * wish_y);
    if (speed > FASTEST) {
        wish_x *= FASTEST / speed;
        wish_y *= FASTEST / speed;
    }
    const float right = (float)play->options->width - 20.0f, bottom = (float)play->options->height - 20.0f;
    *vx = (fminf(fmaxf(of->x + wish_x * FRAME, 20.0f), right) - of->x) / FRAME;
    *vy = (fminf(fmaxf(of->y + wish_y * FRAME, 20.0f), bottom) - of->y) / FRAME;
}

static bool move_body(game *play, uint32_t layer, hail_handle body, float vx, float vy, float *x, float *y) {
    hail_columns columns;
    hail_location place;
    if (!game_fine(hail_layer_columns(play->world, layer, &columns), "reading the players") ||
        !game_fine(hail_locate(play->world, &body, &place), "finding a player"))
        return false;
    columns.vx[place.index] = vx;
    columns.vy[place.index] = vy;
    *x = columns.x[place.index];
    *y = columns.y[place.index];
    return true;
}

/* The direction from a player to the nearest emitter, a unit vector. */
static void target(const game *play, const player *of, float *aim_x, float *aim_y) {
    float nearest = INFINITY;
    for (int i = 0; i < play->options->emitters; i++) {
        const float dx = play->emitters[i].x - of->x, dy = play->emitters[i].y - of->y;
        const float distance = sqrtf(dx * dx + dy * dy) + 1.0f;
        if (distance < nearest) {
            nearest = distance;
            *aim_x = dx / distance;
            *aim_y = dy / distance;
        }
    }
}

/* All players' shots at once: a batch costs little more than one. */
static bool shoot(game *play) {
    float x[MOST_PLAYERS * BARRELS], y[MOST_PLAYERS * BARRELS], vx[MOST_PLAYERS * BARRELS], vy[MOST_PLAYERS * BARRELS];
    uint32_t pierce[MOST_PLAYERS * BARRELS];
    size_t count = 0;
    for (int i = 0; i < play->options->players; i++) {
        const player *of = &play->players[i];
        float aim_x = 0.0f, aim_y = -1.0f;
        target(play, of, &aim_x, &aim_y);
        for (int barrel = 0; barrel < BARRELS; barrel++, count++) {
            const float aside = (float)barrel - (float)(BARRELS - 1) * 0.5f;
            x[count] = of->x + 20.0f * aim_x - 10.0f * aside * aim_y;
            y[count] = of->y + 20.0f * aim_y + 10.0f * aside * aim_x;
            vx[count] = SHOT_SPEED * (aim_x - 0.04f * aside * aim_y);
            vy[count] = SHOT_SPEED * (aim_y + 0.04f * aside * aim_x);
            pierce[count] = SHOT_PIERCES;
        }
    }
    const hail_spawn_columns columns = {.x = x, .y = y, .vx = vx, .vy = vy, .pierce = pierce};
    play->tally.shots += count;
    return game_fine(hail_spawn(play->world, SHOTS, &play->shot, &columns, count, NULL), "shooting");
}

bool players_fly(game *play) {
    if (!look(play))
        return false;
    for (int i = 0; i < play->options->players; i++) {
        player *of = &play->players[i];
        float vx, vy;
        steer(play, i, &vx, &vy);
        if (!move_body(play, PLAYERS, of->ship, vx, vy, &of->x, &of->y) ||
            !move_body(play, SIGHTS, of->sight, vx, vy, &of->x, &of->y))
            return false;
    }
    return play->frame % RELOAD != 0 || shoot(play);
}
