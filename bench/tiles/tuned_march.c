/* bench/tiles/tuned_march.c - `plain:tuned`; see plain_rays.h. A leap is longer than plain's step, but must wait for
 * the load of its length. Many rays in flight hide that latency, but not the arithmetic of a leap. */
#include "plain_rays.h"

#include <stdlib.h>

enum { FURTHEST = 15, IN_FLIGHT = 64 };

/* Fields hold the Chebyshev distance to the nearest thing that is not empty; 0: it is here. */
struct tuned_map {
    const plain_map *map;
    uint8_t *far;                                   /* by tile; tiles, border included */
    uint8_t near[TILE_MASKS][TILE_SIDE][TILE_SIDE]; /* by pixel; px */
};

/* Two passes are exact for this distance (A. Rosenfeld, J. Pfaltz, Sequential Operations in Digital Picture Processing,
 * 1966). `field`: 0 where something is, else `last`. */
static void spread(uint8_t *field, int side, int last) {
    static const int beside[4][2] = {{-1, 0}, {-1, -1}, {0, -1}, {1, -1}}; /* visited before */
    int count = side * side;
    for (int turn = 0; turn < 2; turn++)
        for (int i = 0; i < count; i++) {
            int at = turn ? count - 1 - i : i, x = at % side, y = at / side, best = field[at];
            for (int k = 0; k < 4; k++) {
                int other_x = x + (turn ? -beside[k][0] : beside[k][0]);
                int other_y = y + (turn ? -beside[k][1] : beside[k][1]);
                if (other_x < 0 || other_y < 0 || other_x >= side || other_y >= side)
                    continue;
                int through = field[other_y * side + other_x] + 1;
                best = through < best ? through : best;
            }
            field[at] = (uint8_t)(best < last ? best : last);
        }
}

tuned_map *tuned_map_create(const plain_map *map) {
    tuned_map *made = malloc(sizeof *made);
    size_t tiles = (size_t)map->pitch * (size_t)map->pitch;
    uint8_t *far = malloc(tiles);
    if (!made || !far) {
        free(made);
        free(far);
        return NULL;
    }
    made->map = map;
    made->far = far;
    for (size_t i = 0; i < tiles; i++)
        far[i] = map->tile[i] ? 0 : FURTHEST;
    spread(far, map->pitch, FURTHEST);
    for (int m = 0; m < TILE_MASKS; m++) {
        for (int i = 0; i < TILE_SIDE * TILE_SIDE; i++)
            (&made->near[m][0][0])[i] = map->mask[m][i / TILE_SIDE] >> i % TILE_SIDE & 1 ? 0 : TILE_SIDE;
        spread(&made->near[m][0][0], TILE_SIDE, TILE_SIDE);
    }
    return made;
}

void tuned_map_destroy(tuned_map *map) {
    if (!map)
        return;
    free(map->far);
    free(map);
}

typedef struct flight {
    float x, y, dx, dy, length, slow_x, slow_y; /* as in plain_ray: from the corner of the first tile */
    int ahead_x, ahead_y;
    int column, row;    /* of the first tile */
    int gone_x, gone_y; /* tiles from it */
    int place;
    int axis; /* along which the current tile was entered */
} flight;

typedef struct leap {
    int x, y, axis;
    float distance;
} leap;

static inline int between(int value, int low, int high) {
    value = value < low ? low : value;
    return value > high ? high : value;
}

/* Leaps out of the square of cells nearer than `far` to (x, y). Without branches: the axis cannot be predicted. */
static inline leap leap_from(float from_x, float from_y, float dx, float dy, float slow_x, float slow_y, int ahead_x,
                             int ahead_y, int x, int y, int far, float side) {
    int next_x = x + (2 * ahead_x - 1) * far, next_y = y + (2 * ahead_y - 1) * far;
    float at_x = ((float)(next_x + 1 - ahead_x) * side - from_x) * slow_x;
    float at_y = ((float)(next_y + 1 - ahead_y) * side - from_y) * slow_y;
    float distance = at_x < at_y ? at_x : at_y;
    /* Numbers of cells are small: what is added makes them positive, so that truncation rounds down. */
    int beside_x = (int)((from_x + dx * distance) / side + 128.0f) - 128;
    int beside_y = (int)((from_y + dy * distance) / side + 128.0f) - 128;
    beside_x = between(beside_x, x - far + 1, x + far - 1);
    beside_y = between(beside_y, y - far + 1, y + far - 1);
    int in_x = -(int)(at_x <= at_y);
    return (leap){.x = beside_x ^ ((beside_x ^ next_x) & in_x),
                  .y = next_y ^ ((beside_y ^ next_y) & in_x),
                  .axis = 1 + in_x,
                  .distance = distance};
}

static inline bool fly_on(flight *ray, int far, int pitch) {
    leap to = leap_from(ray->x, ray->y, ray->dx, ray->dy, ray->slow_x, ray->slow_y, ray->ahead_x, ray->ahead_y,
                        ray->gone_x, ray->gone_y, far, TILE_SIDE);
    ray->place += (to.y - ray->gone_y) * pitch + to.x - ray->gone_x;
    ray->gone_x = to.x;
    ray->gone_y = to.y;
    ray->axis = to.axis;
    return to.distance <= ray->length;
}

/* Walks through a tile that is not empty; near NULL: it is full. */
static bool land(const flight *flying, const uint8_t (*near)[TILE_SIDE], tile_hit *hit) {
    const int last = TILE_SIDE - 1;
    const plain_ray ray = {.step_x = 2 * flying->ahead_x - 1,
                           .step_y = 2 * flying->ahead_y - 1,
                           .slow_x = flying->slow_x,
                           .slow_y = flying->slow_y,
                           .ahead_x = flying->ahead_x,
                           .ahead_y = flying->ahead_y};
    float x = flying->x - (float)(flying->gone_x * TILE_SIDE), y = flying->y - (float)(flying->gone_y * TILE_SIDE);
    float distance = plain_entry(&ray, x, y, TILE_SIDE, flying->axis);
    leap at = {.axis = flying->axis, .distance = distance};
    at.x = at.axis == 0 ? last * (1 - ray.ahead_x) : plain_clamp((int)(x + flying->dx * distance), last);
    at.y = at.axis == 1 ? last * (1 - ray.ahead_y) : plain_clamp((int)(y + flying->dy * distance), last);
    while (near && near[at.y][at.x]) {
        at = leap_from(x, y, flying->dx, flying->dy, ray.slow_x, ray.slow_y, ray.ahead_x, ray.ahead_y, at.x, at.y,
                       near[at.y][at.x], 1.0f);
        if ((unsigned)(at.x | at.y) >= TILE_SIDE)
            return false;
    }
    if (at.distance > flying->length)
        return false;
    plain_hit(&ray, (flying->column + flying->gone_x) * TILE_SIDE + at.x,
              (flying->row + flying->gone_y) * TILE_SIDE + at.y, at.axis, at.distance, hit);
    return true;
}

/* Field by field: a flight copied as a whole would be read back before its stores have finished. */
static inline void take_off(flight *ray, const tile_rays *rays, size_t i, int pitch) {
    int column = (int)rays->x[i] / TILE_SIDE, row = (int)rays->y[i] / TILE_SIDE;
    ray->x = rays->x[i] - (float)(column * TILE_SIDE);
    ray->y = rays->y[i] - (float)(row * TILE_SIDE);
    ray->dx = rays->dx[i];
    ray->dy = rays->dy[i];
    ray->length = rays->length[i];
    ray->slow_x = plain_slowness(rays->dx[i]);
    ray->slow_y = plain_slowness(rays->dy[i]);
    ray->ahead_x = rays->dx[i] >= 0.0f;
    ray->ahead_y = rays->dy[i] >= 0.0f;
    ray->column = column;
    ray->row = row;
    ray->gone_x = 0;
    ray->gone_y = 0;
    ray->place = (row + 1) * pitch + column + 1;
    ray->axis = PLAIN_NO_AXIS;
}

/* One round for all rays: leap, or walk through the tile. Rays that go on move to the front of the list. */
static int round_of(const tuned_map *map, flight *rays, int *list, int count, tile_hit *hits) {
    int flying[IN_FLIGHT + 1], landing[IN_FLIGHT + 1], fly = 0, down = 0, left = 0;
    for (int k = 0; k < count; k++) {
        int i = list[k], far = map->far[rays[i].place] != 0;
        flying[fly] = landing[down] = i;
        fly += far;
        down += !far;
    }
    for (int k = 0; k < fly; k++) {
        flight *ray = &rays[flying[k]];
        list[left] = flying[k];
        left += fly_on(ray, map->far[ray->place], map->map->pitch);
    }
    for (int k = 0; k < down; k++) {
        flight *ray = &rays[landing[k]];
        int tile = map->map->tile[ray->place];
        if (tile == PLAIN_EDGE || land(ray, tile == TILE_FULL ? NULL : map->near[tile - 1], &hits[landing[k]]))
            continue;
        list[left] = landing[k];
        left += fly_on(ray, 1, map->map->pitch);
    }
    return left;
}

void tuned_march(const tuned_map *map, const tile_rays *rays, tile_hit *hits) {
    flight flights[IN_FLIGHT];
    int list[IN_FLIGHT + 1];
    for (size_t first = 0; first < rays->count; first += IN_FLIGHT) {
        size_t left = rays->count - first;
        int count = left < IN_FLIGHT ? (int)left : IN_FLIGHT;
        for (int i = 0; i < count; i++) {
            list[i] = i;
            take_off(&flights[i], rays, first + (size_t)i, map->map->pitch);
            hits[first + (size_t)i] = (tile_hit){.distance = flights[i].length};
        }
        while (count)
            count = round_of(map, flights, list, count, hits + first);
    }
}
