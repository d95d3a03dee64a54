/* emitters.c - the enemy ships: polygons on Lissajous paths, each of which runs a pattern again and again. */
#include "game.h"
#include "watchdog.h"

#include <math.h>
#include <string.h>

#define TURN 6.2831853f

/* Templates, px. */
typedef struct hull {
    size_t count;
    float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
} hull;

static const hull HULLS[] = {
    {8, {44, 31, 0, -31, -44, -31, 0, 31}, {0, 31, 44, 31, 0, -31, -44, -31}}, /* saucer  */
    {6, {52, 26, -26, -52, -26, 26}, {0, 30, 30, 0, -30, -30}},                /* cruiser */
    {5, {0, 42, 26, -26, -42}, {48, 12, -36, -36, 12}},                        /* arrow   */
    {4, {60, 0, -34, 0}, {0, 34, 0, -34}},                                     /* kite    */
    {3, {50, -30, -30}, {0, 38, -38}},                                         /* dart    */
    {7, {40, 25, -9, -36, -36, -9, 25}, {0, 31, 39, 17, -17, -39, -31}},       /* bastion */
};
enum { HULL_COUNT = sizeof HULLS / sizeof HULLS[0] };

/* A number in [0, 1) that depends only on the seed and the arguments (mixing as in splitmix64). */
static float chance(const game *play, int who, int what) {
    uint64_t x = play->options->seed + (uint64_t)(who * 16 + what + 1) * 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return (float)((x ^ (x >> 31)) >> 40) / 16777216.0f;
}

static void place_at(emitter *of, float time) {
    of->x = of->path[0] + of->path[2] * sinf(of->path[4] * time);
    of->y = of->path[1] + of->path[3] * cosf(of->path[5] * time);
}

/* Emitters share the upper two thirds of the field as cells of a grid. */
static void lay_path(game *play, int i) {
    emitter *of = &play->emitters[i];
    const float width = (float)play->options->width, height = (float)play->options->height;
    const int columns = (int)ceilf(sqrtf((float)play->options->emitters * width / (height * 0.6f)));
    const int rows = (play->options->emitters + columns - 1) / columns;
    const int row = i / columns, column = i % columns;
    const int in_row = row < rows - 1 ? columns : play->options->emitters - (rows - 1) * columns;
    const float cell_x = width / (float)in_row, cell_y = height * 0.62f / (float)rows;
    of->path[0] = cell_x * ((float)column + 0.5f);
    of->path[1] = cell_y * ((float)row + 0.5f) + height * 0.02f;
    of->path[2] = cell_x * 0.4f;
    of->path[3] = cell_y * 0.3f;
    of->path[4] = 0.3f + 0.5f * chance(play, i, 0);
    of->path[5] = 0.4f + 0.6f * chance(play, i, 1);
    of->spin = 1.6f * chance(play, i, 2) - 0.8f;
    of->pattern = (uint32_t)i % play->armoury.count;
    of->pause = i == 0 ? 0 : (int)(60.0f * chance(play, i, 3)); /* not all at once */
    place_at(of, 0.0f);
}

bool emitters_open(game *play) {
    hail_shape shapes[HULL_COUNT];
    for (size_t i = 0; i < HULL_COUNT; i++)
        if (!game_fine(hail_shape_polygon(hail_world_shapes(play->world), HULLS[i].x, HULLS[i].y, HULLS[i].count, 0.0f,
                                          &shapes[i]),
                       "making a ship"))
            return false;
    for (int i = 0; i < play->options->emitters; i++) {
        emitter *of = &play->emitters[i];
        lay_path(play, i);
        const hail_spawn_columns columns = {.x = &of->x, .y = &of->y};
        if (!game_fine(hail_spawn(play->world, ENEMIES, &shapes[i % HULL_COUNT], &columns, 1, &of->ship),
                       "spawning a ship"))
            return false;
    }
    return true;
}

/* Velocities that carry each ship to its path's next point within the step; angles are set, Hail does not integrate
 * them. */
static bool steer(game *play) {
    const float time = (float)(play->frame + 1) * FRAME;
    const int count = play->options->emitters;
    hail_handle ships[MOST_EMITTERS];
    float angles[MOST_EMITTERS];
    hail_columns columns;
    if (!game_fine(hail_layer_columns(play->world, ENEMIES, &columns), "reading the enemies"))
        return false;
    for (int i = 0; i < count; i++) {
        emitter *of = &play->emitters[i];
        hail_location place;
        if (!game_fine(hail_locate(play->world, &of->ship, &place), "finding a ship"))
            return false;
        of->x = columns.x[place.index];
        of->y = columns.y[place.index];
        emitter next = *of;
        place_at(&next, time);
        columns.vx[place.index] = (next.x - of->x) / FRAME;
        columns.vy[place.index] = (next.y - of->y) / FRAME;
        ships[i] = of->ship;
        angles[i] = fmodf(of->spin * time, TURN);
    }
    return game_fine(hail_write_bodies(play->world, &(hail_handles){ships, 0, (size_t)count},
                                       &(hail_body_writes){.angle = angles}, NULL),
                     "rotating the ships");
}

/* The pattern without a file: bursts of four seconds, with the same pauses as the others. */
static void run_spiral(game *play, emitter *of) {
    spiral_fire(play, of->frame);
    if (++of->frame >= 4 * SCRIPT_FRAMES_A_SECOND)
        of->pause = SCRIPT_FRAMES_A_SECOND;
}

static bool run_script(game *play, emitter *of) {
    if (of->script == NULL)
        of->script = script_start(play->armoury.patterns[of->pattern], &play->stage);
    if (!game_memory(of->script != NULL))
        return false;
    float vx, vy; /* a ship keeps to its path */
    const script_state state = script_run(of->script, &vx, &vy);
    if (state == SCRIPT_RUNS)
        return true;
    script_free(of->script);
    of->script = NULL;
    of->pause = SCRIPT_FRAMES_A_SECOND;
    return state != SCRIPT_FAILED || bullets_failed(play, of->pattern);
}

static bool run(game *play, emitter *of) {
    if (of->pause > 0) {
        of->pause--;
        of->frame = 0;
        return true;
    }
    play->firing = of->pattern;
    play->stage.x = of->x;
    play->stage.y = of->y;
    players_aim(play);
    if (play->armoury.patterns[of->pattern] != NULL) {
        watchdog_name(play->armoury.paths[of->pattern]);
        return run_script(play, of);
    }
    run_spiral(play, of);
    return true;
}

bool emitters_fly(game *play) {
    if (!steer(play))
        return false;
    for (int i = 0; i < play->options->emitters; i++)
        if (!run(play, &play->emitters[i]))
            return false;
    return true;
}
