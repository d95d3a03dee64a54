/* tests/shared/two_rooms.h - a map of two sectors side by side, with walls of several kinds and a portal between. */
#ifndef HAIL_TESTS_SHARED_TWO_ROOMS_H
#define HAIL_TESTS_SHARED_TWO_ROOMS_H

#include <hail/sectors.h>

/* px: the rooms' outer walls, and the portal's x. */
typedef struct two_rooms {
    float left, top, right, bottom, portal;
} two_rooms;

static inline hail_status make_two_rooms(const two_rooms *r, hail_sectors **map) {
    const float x[] = {r->left, r->right, r->right, r->left, r->portal, r->portal};
    const float y[] = {r->top, r->top, r->bottom, r->bottom, r->top, r->bottom};
    const hail_wall walls[] = {{.a = 0, .b = 4, .right = 0, .left = HAIL_NO_SECTOR, .kind = 2},
                               {.a = 4, .b = 1, .right = 1, .left = HAIL_NO_SECTOR},
                               {.a = 1, .b = 2, .right = 1, .left = HAIL_NO_SECTOR, .kind = 1},
                               {.a = 2, .b = 5, .right = 1, .left = HAIL_NO_SECTOR},
                               {.a = 5, .b = 3, .right = 0, .left = HAIL_NO_SECTOR, .kind = 31},
                               {.a = 3, .b = 0, .right = 0, .left = HAIL_NO_SECTOR},
                               {.a = 4, .b = 5, .right = 0, .left = 1, .kind = 3}};
    const hail_sector_data data = {
        .x = x, .y = y, .vertex_count = 6, .walls = walls, .wall_count = 7, .sector_count = 2};
    return hail_sectors_create(NULL, &data, NULL, map);
}

#endif
