#include "wall_batch.h"

#include "shapes/segment.h"

_Static_assert((int)WALL_PAIRS <= (int)GATHERED, "they have room");

void hail_wall_batch_begin(hail_wall_batch *b, const hail_static_search *s) {
    b->s = s;
    for (uint32_t i = 0; i < WALL_PAIRS; i++)
        b->number[i] = i;
    hail_wall_batch_clear(b);
}

void hail_wall_batch_clear(hail_wall_batch *b) {
    b->count = b->shapes = 0;
    b->cores = (hail_cores){HAIL_MAX_VERTICES, 1};
}

/* The row of a shape's copy; the last ones are looked at first. */
static uint32_t row_of_shape(hail_wall_batch *b, uint32_t shape) {
    const hail_world *world = b->s->world;
    for (uint32_t i = b->shapes; i-- > 0;)
        if (b->shape[i] == shape)
            return i;
    if (b->shapes == WALL_SHAPES)
        return WALL_SHAPES;
    const uint32_t vertices = shape_vertices(world, shape), row = b->shapes++;
    b->shape[row] = shape;
    memcpy(b->rows + (size_t)row * HAIL_TEMPLATE_WORDS, (const hail_convex *)world->shapes.data + shape,
           sizeof(hail_convex));
    b->cores.least = vertices < b->cores.least ? vertices : b->cores.least;
    b->cores.most = vertices > b->cores.most ? vertices : b->cores.most;
    return row;
}

static void put_body(hail_wall_batch *b, uint32_t i, const hail_wall_pair *pair, const hail_path *path, uint32_t row) {
    const hail_layer *layer = b->s->layer;
    hail_gathered *to = &b->bodies;
    to->x[i] = path->x;
    to->y[i] = path->y;
    to->dx[i] = path->dx;
    to->dy[i] = path->dy;
    to->cos[i] = column_at(layer, COLUMN_COS, pair->body, 1.0f);
    to->sin[i] = column_at(layer, COLUMN_SIN, pair->body, 0.0f);
    to->scale[i] = column_at(layer, COLUMN_SCALE, pair->body, 1.0f);
    to->shape[i] = row;
}

static void put_wall(hail_wall_batch *b, uint32_t i, uint32_t number) {
    const hail_sectors *map = b->s->world->sectors;
    const hail_wall *wall = sectors_wall(map, number);
    float ex, ey;
    wall_along(map, wall, &ex, &ey);
    b->wall_x[i] = sectors_x(map)[wall->a];
    b->wall_y[i] = sectors_y(map)[wall->a];
    b->wall_row[i] = WALL_SHAPES + i;
    hail_segment_row(ex, ey, b->rows + (size_t)b->wall_row[i] * HAIL_TEMPLATE_WORDS);
}

bool hail_wall_batch_put(hail_wall_batch *b, const hail_wall_pair *pair, const hail_path *path) {
    const uint32_t row = b->count < WALL_PAIRS ? row_of_shape(b, pair->shape) : WALL_SHAPES, i = b->count;
    if (row == WALL_SHAPES)
        return false;
    b->pair[i] = *pair;
    put_body(b, i, pair, path, row);
    put_wall(b, i, pair->wall);
    b->count++;
    return true;
}

void hail_wall_batch_narrow(hail_wall_batch *b) {
    const hail_rule_entry *rule = b->s->rule;
    const bool swept = rule_swept(rule), pairs = rule->mode == HAIL_PAIRS;
    const uint8_t bytes[4] = {HAIL_CONTACT_WALL, !pairs, rule->a, WITH_WALLS};
    hail_dispatch dispatch = {
        .kernels = b->s->world->kernels,
        .question = swept ? ASK_SWEEP : ASK_CONTACT,
        .job = {.one = gathered_side(&b->bodies, swept),
                .two = {.x = b->wall_x, .y = b->wall_y, .uniform_radius = -1.0f, .shape = b->wall_row},
                .templates = b->rows,
                .rounded = b->s->world->rounded,
                .manifold = !pairs,
                .rows = (float *)(void *)b->contacts}};
    dispatch.job.one.handle = NULL;
    memcpy(&dispatch.job.header, bytes, sizeof bytes);
    if (b->count)
        hail_dispatch_pairs(&dispatch, b->cores, (hail_cores){2, 2}, b->number, b->number, b->number, b->count);
}
