/* bench/world/plain_real.c - `plain` and `plain:tuned` of the record of real.h. A bullet's number leads to its place in
 * the arrays; the last one takes the place of one that is gone. There are neither handles (a number that is used too
 * late finds another bullet) nor an order of contacts. Both write a manifold for each hit, and a pair for each bullet
 * that a player sees, into windows that are used again.
 *
 * `plain` compares each bullet with each player, and with the field's edges. `plain:tuned` looks up the bullet's cell
 * first, without a branch: it tells whether a player's sight reaches the cell, and whether the field ends there. */
#include "real.h"

#include "scenes.h"
#include "step/contender.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELL = 16 }; /* px */
enum {
    WINDOW = 4096,
    BLOCK = 1024,
    MARGIN = 1, /* cells around the field: bullets are taken out after the search */
    COLUMNS = REAL_WIDTH / CELL + 2 * MARGIN + 1,
    ROWS = REAL_HEIGHT / CELL + 2 * MARGIN + 1
};

struct real {
    const real_scene *scene;
    bool tuned;
    size_t count;
    float *x, *y, *vx, *vy;
    uint32_t *number; /* by place */
    uint32_t *place;  /* by number */
    float player_x[REAL_PLAYERS], player_y[REAL_PLAYERS];
    real_found found;
    bench_contact hits[WINDOW];
    bench_pair seen[WINDOW];
    uint8_t edges[ROWS][COLUMNS], map[ROWS][COLUMNS];
};

/* Of a cell. */
enum { SEEN = 1, EDGE = 2 };

static void destroy(void *self) {
    struct real *r = self;
    if (!r)
        return;
    free(r->x);
    free(r->number);
    free(r->place);
    free(r);
}

/* A bullet is outside only if its centre is. */
static void paint_edges(struct real *r) {
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++)
            if (row < MARGIN || column < MARGIN || row >= ROWS - 2 * MARGIN - 1 || column >= COLUMNS - 2 * MARGIN - 1)
                r->edges[row][column] = EDGE;
}

static void *make(const real_scene *scene, bool tuned) {
    struct real *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    const size_t most = scene->fired.end[REAL_FRAMES];
    r->scene = scene;
    r->tuned = tuned;
    r->x = malloc(4 * most * sizeof *r->x);
    r->y = r->x + most, r->vx = r->y + most, r->vy = r->vx + most;
    r->number = malloc(most * sizeof *r->number);
    r->place = malloc(most * sizeof *r->place);
    paint_edges(r);
    if (r->x && r->number && r->place)
        return r;
    destroy(r);
    return NULL;
}

static void *create(const real_scene *scene, const char *variant) {
    (void)variant;
    return make(scene, false);
}

static void *create_tuned(const real_scene *scene, const char *variant) {
    (void)variant;
    return make(scene, true);
}

static inline void put(struct real *r, size_t at, uint32_t number, float x, float y, float vx, float vy) {
    r->x[at] = x, r->y[at] = y, r->vx[at] = vx, r->vy[at] = vy;
    r->number[at] = number;
    r->place[number] = (uint32_t)at;
}

static inline void take_out(struct real *r, size_t at) {
    const size_t last = --r->count;
    put(r, at, r->number[last], r->x[last], r->y[last], r->vx[last], r->vy[last]);
}

static void play(struct real *r, size_t frame) {
    const real_list *gone = &r->scene->gone, *fired = &r->scene->fired, *steered = &r->scene->steered;
    for (uint32_t i = gone->end[frame]; i < gone->end[frame + 1]; i++)
        take_out(r, r->place[gone->bullet[i]]);
    for (uint32_t i = fired->end[frame]; i < fired->end[frame + 1]; i++)
        put(r, r->count++, i, fired->x[i], fired->y[i], fired->vx[i], fired->vy[i]);
    for (uint32_t i = steered->end[frame]; i < steered->end[frame + 1]; i++) {
        const uint32_t at = r->place[steered->bullet[i]];
        r->vx[at] = steered->vx[i];
        r->vy[at] = steered->vy[i];
    }
    for (size_t i = 0; i < REAL_PLAYERS; i++) {
        r->player_x[i] += r->scene->player_vx[frame][i] * SCENE_DT;
        r->player_y[i] += r->scene->player_vy[frame][i] * SCENE_DT;
    }
}

static void move_bullets(struct real *r) {
    float *restrict x = r->x, *restrict y = r->y;
    const float *restrict vx = r->vx, *restrict vy = r->vy;
    for (size_t i = 0; i < r->count; i++) {
        x[i] += vx[i] * SCENE_DT;
        y[i] += vy[i] * SCENE_DT;
    }
}

static inline bool is_outside(const struct real *r, size_t i) {
    const float x = r->x[i], y = r->y[i], radius = REAL_BULLET_RADIUS;
    return x + radius < 0.0f || x - radius > (float)REAL_WIDTH || y + radius < 0.0f || y - radius > (float)REAL_HEIGHT;
}

static inline void write_hit(struct real *r, uint32_t bullet, uint32_t player, float dx, float dy, float squared) {
    const float reach = REAL_BULLET_RADIUS + REAL_PLAYER_RADIUS, distance = sqrtf(squared);
    const float nx = distance > 0.0f ? dx / distance : 1.0f, ny = distance > 0.0f ? dy / distance : 0.0f;
    const float along = REAL_BULLET_RADIUS - 0.5f * (reach - distance);
    r->hits[r->found.hits++ % WINDOW] = (bench_contact){.a = r->number[bullet],
                                                        .b = player,
                                                        .normal_x = nx,
                                                        .normal_y = ny,
                                                        .x = r->x[bullet] + nx * along,
                                                        .y = r->y[bullet] + ny * along,
                                                        .depth = reach - distance};
}

static inline void look(struct real *r, uint32_t i) {
    const float near = REAL_BULLET_RADIUS + REAL_PLAYER_RADIUS, far = REAL_BULLET_RADIUS + REAL_SIGHT_RADIUS;
    for (uint32_t p = 0; p < REAL_PLAYERS; p++) {
        const float dx = r->player_x[p] - r->x[i], dy = r->player_y[p] - r->y[i], squared = dx * dx + dy * dy;
        if (squared > far * far)
            continue;
        r->seen[r->found.seen++ % WINDOW] = (bench_pair){p, r->number[i]};
        if (squared <= near * near)
            write_hit(r, i, p, dx, dy, squared);
    }
}

static inline int cell_of(float value) { return (int)(value * (1.0f / (float)CELL) + (float)MARGIN); }

static void paint(struct real *r) {
    const float reach = REAL_BULLET_RADIUS + REAL_SIGHT_RADIUS;
    memcpy(r->map, r->edges, sizeof r->map);
    for (size_t p = 0; p < REAL_PLAYERS; p++) {
        const int left = cell_of(r->player_x[p] - reach), right = cell_of(r->player_x[p] + reach);
        for (int row = cell_of(r->player_y[p] - reach); row <= cell_of(r->player_y[p] + reach); row++)
            for (int column = left; column <= right; column++)
                r->map[row][column] |= SEEN;
    }
}

/* From the last block on: a bullet that takes another one's place was searched already. */
static void search_by_cells(struct real *r) {
    uint32_t near[BLOCK], leaving[BLOCK];
    paint(r);
    for (size_t to = r->count, from; to > 0; to = from) {
        from = (to - 1) / BLOCK * BLOCK;
        size_t left = 0, gone = 0;
        for (size_t i = from; i < to; i++) {
            const uint8_t cell = r->map[cell_of(r->y[i])][cell_of(r->x[i])];
            near[left] = leaving[gone] = (uint32_t)i;
            left += cell & SEEN;
            gone += cell / EDGE;
        }
        for (size_t k = 0; k < left; k++)
            look(r, near[k]);
        while (gone-- > 0)
            if (is_outside(r, leaving[gone]))
                take_out(r, leaving[gone]);
    }
}

/* A bullet that leaves the field takes part in the step in which it does. */
static void search(struct real *r) {
    for (uint32_t i = 0; i < r->count; i++)
        look(r, i);
    for (size_t i = r->count; i-- > 0;)
        if (is_outside(r, i))
            take_out(r, i);
}

static void clear(struct real *r) {
    r->count = 0;
    memcpy(r->player_x, r->scene->player_x, sizeof r->player_x);
    memcpy(r->player_y, r->scene->player_y, sizeof r->player_y);
}

static real_found frame(void *self, size_t number) {
    struct real *r = self;
    r->found = (real_found){0};
    if (number == 0)
        clear(r);
    play(r, number);
    move_bullets(r);
    if (r->tuned)
        search_by_cells(r);
    else
        search(r);
    r->found.alive = r->count;
    return r->found;
}

const real_contender real_contender_plain = {"plain", create, frame, destroy};
const real_contender real_contender_tuned = {"plain:tuned", create_tuned, frame, destroy};
