/* engine/statics/wall_stops.c - places stops before the wall, on a path that no other wall crosses. */
#include "wall_stops.h"

#include "stops.h"

/* The least distance of a stop from the wall, by the wall's |dx| + |dy|. */
static const float WALL_BACK = 0x1p-19f;

void hail_wall_stop_put(const hail_sectors *map, const hail_path *path, hail_contact *hit) {
    float ex, ey;
    wall_along(map, sectors_wall(map, hit->part_b), &ex, &ey);
    const float min_back = (fabsf(ex) + fabsf(ey)) * WALL_BACK;
    const float x = path->x + path->dx * hit->t, y = path->y + path->dy * hit->t;
    hit->x[1] = x - hit->normal_x * fmaxf(stop_back(x), min_back);
    hit->y[1] = y - hit->normal_y * fmaxf(stop_back(y), min_back);
}

/* Px: how far the stop is before the wall. */
static float stop_distance(const hail_path *path, const hail_contact *hit) {
    const float x = path->x + path->dx * hit->t, y = path->y + path->dy * hit->t;
    return (x - hit->x[1]) * hit->normal_x + (y - hit->y[1]) * hit->normal_y;
}

/* Where a body was on its path when it was `far` px before what it hits, or where it started if that is nearer. */
static void point_before(const hail_path *path, const hail_contact *hit, float far, float *x, float *y) {
    const float into = path->dx * hit->normal_x + path->dy * hit->normal_y;
    const float t = into > 0.0f ? fmaxf(hit->t - far / into, 0.0f) : 0.0f;
    *x = path->x + path->dx * t;
    *y = path->y + path->dy * t;
}

hail_path hail_wall_stop_path(const hail_path *path, const hail_contact *hit) {
    hail_path back = {.end_x = hit->x[1], .end_y = hit->y[1]};
    point_before(path, hit, stop_distance(path, hit) / 4.0f, &back.x, &back.y);
    back.dx = back.end_x - back.x;
    back.dy = back.end_y - back.y;
    return back;
}

void hail_wall_stop_before(const hail_path *path, hail_contact *hit) {
    point_before(path, hit, stop_distance(path, hit), &hit->x[1], &hit->y[1]);
}
