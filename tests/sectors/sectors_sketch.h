/* tests/sectors/sectors_sketch.h - small maps of sectors by hand, and one mover in them. */
#ifndef HAIL_TESTS_SECTORS_SKETCH_H
#define HAIL_TESTS_SECTORS_SKETCH_H

#include "sectors_oracle.h"

enum { SKETCH_MOST = 24, NONE = -1 };

typedef struct sketch {
    float x[SKETCH_MOST], y[SKETCH_MOST];
    hail_wall walls[SKETCH_MOST];
    size_t vertices, count;
    uint32_t sectors;
} sketch;

/* Walls are two vertices, right, left; NONE is HAIL_NO_SECTOR. */
void sketch_draw(sketch *s, const float (*at)[2], size_t vertices, const int (*walls)[4], size_t count,
                 uint32_t sectors);
hail_sector_data sketch_data(const sketch *s);
hail_sectors *sketch_make(const sketch *s);

/* Two rooms of 100 px beside each other, in sectors 0 and 1; wall 6 is between them, wall 4 the lower one of the first.
 */
void sketch_rooms(sketch *s);
hail_sectors *rooms_make(void);

/* Two rooms, in sectors 0 and 2, with a corridor between them, sector 1, from (100, 40) to (140, 60): 20 px wide. */
hail_sectors *corridor_make(void);

typedef struct went {
    hail_sector_move move;
    hail_crossing list[8];
    size_t count;
} went;

/* One mover, on every variant; sector NULL: looked up. */
went go_from(const hail_sectors *map, const hail_sector_move_options *options, spot at, spot by, float radius,
             const uint32_t *sector, uint32_t kinds);
went go(const hail_sectors *map, float x, float y, float dx, float dy, float radius);

/* Fails unless it ends about there. */
void ends(const went *w, float x, float y, uint32_t sector, uint32_t flags);
void meets(const went *w, uint32_t wall, float nx, float ny);
bool is_near(float a, float b);

#endif
