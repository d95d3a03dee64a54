/* bench/sprites/tuned_boxes.c - a box from four table lookups; see plain_boxes.h. The fastest of the scalar methods
 * tried. It has no branches, because they could not be predicted. */
#include "plain_boxes.h"

#include <math.h>
#include <stdlib.h>

enum { DIRECTIONS = 256, WRAPPED = SPRITE_HULL + 1 };

/* A direction is a point on the diamond |x| + |y| = 1, measured from (0, -1) on, 4 for a full turn. The table has
 * DIRECTIONS equal ranges. */
typedef struct box_table {
    uint8_t first[DIRECTIONS]; /* the furthest vertex of a range is this one or the next */
    float corner[WRAPPED][2];  /* from the origin; the first ones again at the end */
} box_table;

struct box_tables {
    box_table table[SPRITE_TEMPLATES];
};

static inline unsigned range_of(float x, float y) {
    const float along = y / (fabsf(x) + fabsf(y));
    return (unsigned)((2.0f - copysignf(1.0f - along, x)) * (0.25f * DIRECTIONS)) % DIRECTIONS;
}

/* The last of the furthest vertices at the beginning of a range; with `before` the first. */
static uint32_t furthest(const box_table *table, uint32_t count, uint32_t range, bool before) {
    const double at = 4.0 * range / DIRECTIONS;
    const double y = at < 2.0 ? at - 1.0 : 3.0 - at, x = (at < 2.0 ? 1.0 : -1.0) * (1.0 - fabs(y));
    double most = -HUGE_VAL;
    uint32_t found = 0;
    for (uint32_t k = 0; k < count; k++) {
        const double reach = x * (double)table->corner[k][0] + y * (double)table->corner[k][1];
        const bool follows = k == found + 1;
        if (reach > most + 1e-9 || (fabs(reach - most) <= 1e-9 && follows != before))
            found = k;
        most = fmax(most, reach);
    }
    return found;
}

static bool fill(box_table *table, const sprite_template *sprite) {
    for (uint32_t k = 0; k < WRAPPED; k++) {
        table->corner[k][0] = sprite->hull_x[k % sprite->hull] - sprite->origin_x;
        table->corner[k][1] = sprite->hull_y[k % sprite->hull] - sprite->origin_y;
    }
    bool two = true;
    for (uint32_t range = 0; range < DIRECTIONS; range++) {
        uint32_t first = furthest(table, sprite->hull, range, true);
        uint32_t last = furthest(table, sprite->hull, (range + 1) % DIRECTIONS, false);
        table->first[range] = (uint8_t)first;
        two = two && (last + sprite->hull - first) % sprite->hull <= 1;
    }
    return two;
}

box_tables *box_tables_create(const sprite_template *templates) {
    box_tables *tables = calloc(1, sizeof *tables);
    bool two = true;
    for (size_t i = 0; tables && i < SPRITE_TEMPLATES; i++)
        two = fill(&tables->table[i], &templates[i]) && two;
    if (two)
        return tables;
    free(tables);
    return NULL;
}

void box_tables_destroy(box_tables *tables) { free(tables); }

static inline float reach(const box_table *table, float x, float y, unsigned range) {
    const float(*corner)[2] = table->corner + table->first[range];
    const float one = x * corner[0][0] + y * corner[0][1], other = x * corner[1][0] + y * corner[1][1];
    return one > other ? one : other;
}

void box_tables_find(const box_tables *tables, const sprite_instances *at, size_t count, sprite_box *boxes) {
    for (size_t i = 0; i < count; i++) {
        const box_table *table = &tables->table[at->sprite[i]];
        const float xx = at->cos[i] * at->scale_x[i], xy = -at->sin[i] * at->scale_y[i];
        const float yx = at->sin[i] * at->scale_x[i], yy = at->cos[i] * at->scale_y[i];
        const unsigned right = range_of(xx, xy);
        const unsigned down = range_of(yx, yy);
        const unsigned left = (right + DIRECTIONS / 2) % DIRECTIONS, up = (down + DIRECTIONS / 2) % DIRECTIONS;
        boxes[i] = (sprite_box){at->x[i] - reach(table, -xx, -xy, left), at->y[i] - reach(table, -yx, -yy, up),
                                at->x[i] + reach(table, xx, xy, right), at->y[i] + reach(table, yx, yy, down)};
    }
}
