/* bench/sprites/plain_boxes.c - `plain` and `plain:tuned` of boxes as contenders; see plain_boxes.h. */
#include "plain_boxes.h"

#include <stdlib.h>

typedef struct run {
    uint32_t first, count;
} run;

struct plain_boxes {
    run hull[SPRITE_TEMPLATES];
    float u[SPRITE_TEMPLATES * SPRITE_HULL], v[SPRITE_TEMPLATES * SPRITE_HULL]; /* from the origin; packed */
    box_tables *tables;                                                         /* NULL: plain */
    sprite_box *boxes;
};

static void destroy(void *self) {
    struct plain_boxes *plain = self;
    if (!plain)
        return;
    box_tables_destroy(plain->tables);
    free(plain->boxes);
    free(plain);
}

static void *create(const sprite_template *templates, size_t most, const char *variant) {
    struct plain_boxes *plain = calloc(1, sizeof *plain);
    if (!plain)
        return NULL;
    uint32_t next = 0;
    for (size_t i = 0; i < SPRITE_TEMPLATES; i++) {
        const sprite_template *sprite = &templates[i];
        plain->hull[i] = (run){next, sprite->hull};
        for (uint32_t k = 0; k < sprite->hull; k++, next++) {
            plain->u[next] = sprite->hull_x[k] - sprite->origin_x;
            plain->v[next] = sprite->hull_y[k] - sprite->origin_y;
        }
    }
    plain->boxes = calloc(most, sizeof *plain->boxes);
    plain->tables = variant ? box_tables_create(templates) : NULL;
    if (plain->boxes && (plain->tables || !variant))
        return plain;
    destroy(plain);
    return NULL;
}

static sprite_box box_of(const struct plain_boxes *plain, const sprite_instances *at, size_t i) {
    const run hull = plain->hull[at->sprite[i]];
    const float *u = plain->u + hull.first, *v = plain->v + hull.first;
    const float xx = at->cos[i] * at->scale_x[i], xy = -at->sin[i] * at->scale_y[i];
    const float yx = at->sin[i] * at->scale_x[i], yy = at->cos[i] * at->scale_y[i];
    float min_x = 1e30f, min_y = 1e30f, max_x = -1e30f, max_y = -1e30f;
    for (uint32_t k = 0; k < hull.count; k++) {
        const float x = xx * u[k] + xy * v[k], y = yx * u[k] + yy * v[k];
        min_x = x < min_x ? x : min_x;
        max_x = x > max_x ? x : max_x;
        min_y = y < min_y ? y : min_y;
        max_y = y > max_y ? y : max_y;
    }
    return (sprite_box){at->x[i] + min_x, at->y[i] + min_y, at->x[i] + max_x, at->y[i] + max_y};
}

static void find(void *self, const sprite_instances *instances, size_t count) {
    struct plain_boxes *plain = self;
    if (plain->tables)
        box_tables_find(plain->tables, instances, count, plain->boxes);
    else
        for (size_t i = 0; i < count; i++)
            plain->boxes[i] = box_of(plain, instances, i);
}

static sprite_box box(const void *self, size_t instance) { return ((const struct plain_boxes *)self)->boxes[instance]; }

const box_contender box_contender_plain = {
    .name = "plain",
    .create = create,
    .find = find,
    .box = box,
    .destroy = destroy,
};
