/* engine/tiles/obstacle_shapes.c - the shapes of a batch: templates, sizes, corners. */
#include <string.h>

#include "obstacle_search.h"
#include "one_way.h"
#include "shapes/row.h"

void hail_obstacles_begin(hail_obstacles *o, const hail_kernels *kernels, const hail_tilemap *map, uint32_t kinds,
                          bool whole_cells) {
    o->kernels = kernels;
    o->map = map;
    o->cells_per_px_x = 1.0 / (double)map->width;
    o->cells_per_px_y = 1.0 / (double)map->height;
    o->whole_cells = whole_cells;
    o->kinds = kinds ? kinds : UINT32_MAX;
    o->size_x = (double)map->options.columns * (double)map->width;
    o->size_y = (double)map->options.rows * (double)map->height;
    o->long_way = 4.0f * (float)(map->width < map->height ? map->width : map->height);
    o->all_wide = UINT32_MAX >> (32 - (map->width < 32 ? map->width : 32));
    o->all_high = UINT32_MAX >> (32 - (map->height < 32 ? map->height : 32));
    o->outside = map->options.outside_solid && kinds_have(kinds, map->options.outside_kind);
    hail_one_way_begin(o);
    o->count = o->circles = o->movers = o->templates = 0;
    o->uprights.movers = o->uprights.pairs = 0;
    o->known.any = o->queue.taken = false;
    o->queue.count = 0;
    memset(o->copied, 0, sizeof o->copied);
}

/* A rotation that is a unit vector to 1e-4 only makes the shape larger or smaller. The kernels' tolerance of a corner
 * (docs/arithmetic.md, "Sweeps") is at most an eighth of EXTENT_SLACK times the sizes that go into it. */
static void find_extent(hail_posed *p) {
    hail_extent e = {0.0, 0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < p->vertices; i++) {
        const double x = p->core_x[i], y = p->core_y[i];
        e = (hail_extent){lesser(e.low_x, x), lesser(e.low_y, y), greater(e.high_x, x), greater(e.high_y, y)};
    }
    const double reach = (double)p->reach;
    const double more = p->rounding + reach * ((double)HAIL_RADIUS_MARGIN - 1.0) +
                        (reach + 2.0 * HAIL_MAX_TILE) * EXTENT_SLACK * (double)p->flatness;
    p->extent = (hail_extent){e.low_x - more, e.low_y - more, e.high_x + more, e.high_y + more};
}

/* The number of a shape's template, which is copied unless it was before; OBSTACLE_SHAPES: there is no room. */
static uint32_t need_template(hail_obstacles *o, const float *row, float rounding_added) {
    uint32_t i = 0;
    while (i < o->templates && (o->template_from[i].row != row || o->template_from[i].rounding_added != rounding_added))
        i++;
    if (i < o->templates || i == OBSTACLE_SHAPES)
        return i;
    o->templates++;
    o->template_from[i].row = row;
    o->template_from[i].rounding_added = rounding_added;
    float *to = o->rows + (OBSTACLE_RECTS + i) * (size_t)HAIL_TEMPLATE_WORDS;
    memcpy(to, row, HAIL_TEMPLATE_WORDS * sizeof *to);
    to[HAIL_TEMPLATE_ROUNDING] += rounding_added;
    return i;
}

/* The point that lies furthest along (nx, ny), one of the four axis directions. */
static void find_support(hail_posed *p, hail_side_of side, double nx, double ny) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < p->vertices; i++)
        if (p->core_x[i] * nx + p->core_y[i] * ny > p->core_x[best] * nx + p->core_y[best] * ny)
            best = i;
    p->support_x[side] = p->core_x[best] + nx * p->rounding;
    p->support_y[side] = p->core_y[best] + ny * p->rounding;
}

void hail_posed_support(hail_posed *p) {
    find_support(p, SIDE_LEFT, -1.0, 0.0);
    find_support(p, SIDE_TOP, 0.0, -1.0);
    find_support(p, SIDE_RIGHT, 1.0, 0.0);
    find_support(p, SIDE_BOTTOM, 0.0, 1.0);
    p->supported = true;
}

static void pose_circle(hail_posed *p, float rounding, float scale) {
    const double reach = (double)p->reach;
    p->vertices = 1;
    p->core_x[0] = p->core_y[0] = 0.0;
    p->radius = rounding * scale;
    p->rounding = (double)rounding * (double)scale;
    p->flatness = 0.0f;
    p->extent = (hail_extent){-reach, -reach, reach, reach};
}

static void pose_polygon(hail_posed *p, const hail_mover_pose *pose, uint32_t vertices, float rounding) {
    const double c = (double)pose->cos * (double)pose->scale, s = (double)pose->sin * (double)pose->scale;
    p->vertices = vertices;
    for (uint32_t i = 0; i < vertices; i++) {
        const double vx = (double)pose->row[HAIL_TEMPLATE_VX + i], vy = (double)pose->row[HAIL_TEMPLATE_VY + i];
        p->core_x[i] = c * vx - s * vy;
        p->core_y[i] = s * vx + c * vy;
    }
    p->rounding = (double)rounding * (double)pose->scale;
    p->flatness = pose->row[HAIL_TEMPLATE_FLATNESS];
    find_extent(p);
}

float hail_mover_reach(const hail_mover_pose *pose) {
    const bool tiny = !(pose->scale >= HAIL_TINY);
    const float scale = tiny ? 1.0f : pose->scale;
    const float radius = tiny ? 0.0f : pose->row[HAIL_TEMPLATE_RADIUS];
    return (radius + pose->inflation / scale * HAIL_RADIUS_MARGIN) * scale;
}

bool hail_obstacles_pose(hail_obstacles *o, const hail_mover_pose *pose) {
    const uint32_t m = o->movers;
    hail_posed *p = &o->posed[m];
    const bool tiny = !(pose->scale >= HAIL_TINY); /* a point, which is inflated too */
    const float scale = tiny ? 1.0f : pose->scale, added = pose->inflation / scale;
    const float rounding = (tiny ? 0.0f : pose->row[HAIL_TEMPLATE_ROUNDING]) + added,
                radius = (tiny ? 0.0f : pose->row[HAIL_TEMPLATE_RADIUS]) + added * HAIL_RADIUS_MARGIN;
    const uint32_t vertices = tiny ? 1 : row_bits(pose->row + HAIL_TEMPLATE_COUNT);
    p->reach = radius * scale;
    p->supported = false;
    p->inflation = pose->inflation;
    p->through = pose->through;
    o->cos[m] = pose->cos;
    o->sin[m] = pose->sin;
    o->scale[m] = scale;
    o->dx[m] = o->dy[m] = 0.0f;
    if (vertices == 1) {
        pose_circle(p, rounding, scale);
        return true;
    }
    const uint32_t number = need_template(o, pose->row, added);
    if (number == OBSTACLE_SHAPES)
        return false;
    o->template_of[m] = OBSTACLE_RECTS + number;
    o->rows[o->template_of[m] * (size_t)HAIL_TEMPLATE_WORDS + HAIL_TEMPLATE_RADIUS] = radius;
    pose_polygon(p, pose, vertices, rounding);
    return true;
}

void hail_obstacles_set(hail_obstacles *o, const hail_mover_pose *pose) {
    o->movers = o->templates = 0; /* (the row may have changed) */
    o->known.any = false;
    o->pose = *pose;
}

void hail_obstacles_pose_one(hail_obstacles *o) {
    o->movers = 0;
    hail_obstacles_pose(o, &o->pose);
    o->movers = 1;
}

void hail_obstacles_shape(hail_obstacles *o, const float *row, float cos, float sin, float scale, float inflation) {
    hail_obstacles_set(o, &(hail_mover_pose){row, cos, sin, scale, inflation, false});
}
