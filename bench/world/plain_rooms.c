/* bench/world/plain_rooms.c - a room as a game would write it: two loops over arrays. It sums up depths where circles
 * touch; it writes no contacts, and has no handles, no order and no checks. */
#include "measure_rooms.h"

#include <math.h>

static float wrapped(float v, float size) {
    if (v < 0.0f)
        return v + size;
    return v >= size ? v - size : v;
}

static void move(plain_room *room, float dt) {
    for (int i = 0; i < ROOM_BODIES; i++) {
        room->x[i] = wrapped(room->x[i] + room->vx[i] * dt, ROOM_WIDTH);
        room->y[i] = wrapped(room->y[i] + room->vy[i] * dt, ROOM_HEIGHT);
    }
}

static size_t touch(const plain_room *room, int i, int begin, int end, float reach, double *depths) {
    size_t touching = 0;
    for (int j = begin; j < end; j++) {
        const float dx = room->x[j] - room->x[i], dy = room->y[j] - room->y[i], square = dx * dx + dy * dy;
        if (square > reach * reach)
            continue;
        touching++;
        *depths += (double)(reach - sqrtf(square));
    }
    return touching;
}

size_t plain_room_step(plain_room *room, float dt, double *depths) {
    size_t touching = 0;
    move(room, dt);
    for (int i = 0; i < ROOM_BULLETS; i++) {
        touching += touch(room, i, ROOM_BULLETS, ROOM_BODIES, ROOM_BULLET + ROOM_SHIP, depths);
        touching += touch(room, i, i + 1, ROOM_BULLETS, ROOM_BULLET * 2.0f, depths);
    }
    return touching;
}
