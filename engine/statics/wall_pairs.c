/* engine/statics/wall_pairs.c - the kernels read both sides' templates from one array, so shapes are copied next to the
 * walls' segments. */
#include "wall_pairs.h"

#include "shapes/row.h"
#include "wall_stops.h"

_Static_assert((int)WALL_PAIRS <= (int)BATCH_PAIRS, "the batch has room for them");

/* Forgets the shapes; call it when no pair is left that uses them. */
static void clear(hail_wall_pairs *p) {
    p->shapes = 0;
    p->batch.sides.cores_a = (hail_cores){HAIL_MAX_VERTICES, 1};
}

void hail_wall_pairs_begin(hail_wall_pairs *p, const hail_static_query *query, hail_take_row_fn *take, void *user) {
    p->map = query->world->rules.sectors;
    p->query = query;
    hail_pair_batch_begin(&p->batch, query->world, query->rule, true);
    p->batch.take = take;
    p->batch.user = user;
    p->batch.sides.templates = p->rows;
    p->batch.sides.cores_b = (hail_cores){2, 2};
    clear(p);
}

void hail_wall_pairs_flush(hail_wall_pairs *p) {
    hail_pair_batch_flush(&p->batch);
    clear(p);
}

/* The row of a shape's copy, or WALL_SHAPES: there is none. The last ones are looked at first. */
static uint32_t find_shape(const hail_wall_pairs *p, uint32_t shape) {
    for (uint32_t i = p->shapes; i-- > 0;)
        if (p->shape[i] == shape)
            return i;
    return WALL_SHAPES;
}

static uint32_t copy_shape(hail_wall_pairs *p, uint32_t shape) {
    const hail_shapeset *shapes = p->query->world->shapes;
    const uint32_t vertices = shape_vertices(shapes, shape), row = p->shapes++;
    hail_cores *cores = &p->batch.sides.cores_a;
    p->shape[row] = shape;
    memcpy(p->rows + (size_t)row * HAIL_TEMPLATE_WORDS, shape_row(shapes, shape), sizeof(hail_convex));
    cores->least = vertices < cores->least ? vertices : cores->least;
    cores->most = vertices > cores->most ? vertices : cores->most;
    return row;
}

static void put_body(hail_wall_pairs *p, uint32_t i, uint32_t body, const hail_path *path, uint32_t row) {
    const hail_layer *layer = p->query->layer;
    hail_gathered *to = &p->batch.a;
    to->x[i] = path->x;
    to->y[i] = path->y;
    to->dx[i] = path->dx;
    to->dy[i] = path->dy;
    to->cos[i] = layer_float_or(layer, COLUMN_COS, body, 1.0f);
    to->sin[i] = layer_float_or(layer, COLUMN_SIN, body, 0.0f);
    to->scale[i] = layer_float_or(layer, COLUMN_SCALE, body, 1.0f);
    to->shape[i] = row;
}

static void put_wall(hail_wall_pairs *p, uint32_t i, uint32_t number) {
    const hail_wall *wall = sectors_wall(p->map, number);
    hail_gathered *to = &p->batch.b;
    float ex, ey;
    wall_along(p->map, wall, &ex, &ey);
    to->x[i] = sectors_x(p->map)[wall->a];
    to->y[i] = sectors_y(p->map)[wall->a];
    to->shape[i] = WALL_SHAPES + i;
    hail_segment_row(ex, ey, p->rows + (size_t)to->shape[i] * HAIL_TEMPLATE_WORDS);
}

void hail_wall_pairs_put(hail_wall_pairs *p, const hail_batch_pair *pair, uint32_t shape, const hail_path *path) {
    uint32_t row = find_shape(p, shape);
    if (p->batch.count == WALL_PAIRS || (row == WALL_SHAPES && p->shapes == WALL_SHAPES)) {
        hail_wall_pairs_flush(p);
        row = WALL_SHAPES;
    }
    if (row == WALL_SHAPES)
        row = copy_shape(p, shape);
    const uint32_t i = hail_pair_batch_ask(&p->batch, pair);
    put_body(p, i, pair->body, path, row);
    put_wall(p, i, pair->part_b);
}

void hail_wall_pairs_keep(hail_wall_pairs *p, const hail_batch_pair *pair, const hail_path *path) {
    if (p->batch.count == WALL_PAIRS)
        hail_wall_pairs_flush(p);
    const uint32_t i = hail_pair_batch_reserve(&p->batch, pair);
    p->batch.rows[i].kind = HAIL_CONTACT_WALL;
    put_body(p, i, pair->body, path, 0);
    put_wall(p, i, pair->part_b);
}
