/* bench/world/measure_rooms.h - many small worlds as benchmarks: rooms/<worlds>/<contender>. */
#ifndef MEASURE_ROOMS_H
#define MEASURE_ROOMS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ROOM_BULLETS = 180, ROOM_SHIPS = 20, ROOM_BODIES = ROOM_BULLETS + ROOM_SHIPS };

/* A room of circles: bullets first, then ships. */
typedef struct plain_room {
    float x[ROOM_BODIES], y[ROOM_BODIES], vx[ROOM_BODIES], vy[ROOM_BODIES];
} plain_room;

/* px */
static const float ROOM_WIDTH = 640.0f, ROOM_HEIGHT = 480.0f, ROOM_BULLET = 3.0f, ROOM_SHIP = 12.0f;

/* Moves and wraps the bodies, and compares every bullet with every ship and with every later bullet. Returns how many
 * pairs touch; adds up their depths. */
size_t plain_room_step(plain_room *room, float dt, double *depths);

/* Registers them. smoke: few worlds, stepped once. Every contender's contacts are checked before it is timed. */
void measure_rooms(bool smoke);

#ifdef __cplusplus
}
#endif

#endif
