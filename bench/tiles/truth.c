/* bench/tiles/truth.c - see truth.h. */
#include "truth.h"

#include <math.h>
#include <stdlib.h>

double truth_tolerance(const tile_scene *scene) {
    float side = tile_scene_side(scene);
    return 4.0 * (double)(side - nextafterf(side, 0.0f));
}

typedef struct exact_ray {
    double x, y, dx, dy, length;
} exact_ray;

static exact_ray exact_of(const tile_rays *rays, size_t i) {
    double dx = (double)rays->dx[i], dy = (double)rays->dy[i], size = hypot(dx, dy);
    return (exact_ray){(double)rays->x[i], (double)rays->y[i], dx / size, dy / size, (double)rays->length[i]};
}

typedef struct span {
    double from, to;
} span;

/* Narrows [from, to] to where the ray is between two lines; from > to: nowhere. */
static span between_lines(double origin, double direction, double low, double high) {
    if (direction == 0.0)
        return low <= origin && origin <= high ? (span){-HUGE_VAL, HUGE_VAL} : (span){HUGE_VAL, -HUGE_VAL};
    double one = (low - origin) / direction, other = (high - origin) / direction;
    return (span){fmin(one, other), fmax(one, other)};
}

/* The part of the ray within a pixel that is wider by `swell` on each side. */
static span in_pixel(const exact_ray *ray, int32_t x, int32_t y, double swell) {
    span along_x = between_lines(ray->x, ray->dx, x - swell, x + 1 + swell);
    span along_y = between_lines(ray->y, ray->dy, y - swell, y + 1 + swell);
    return (span){fmax(0.0, fmax(along_x.from, along_y.from)), fmin(ray->length, fmin(along_x.to, along_y.to))};
}

/* The distance at which the next line between pixels is crossed. */
static double crossing(double origin, double direction, int32_t pixel) {
    return direction == 0.0 ? HUGE_VAL : (pixel + (direction > 0.0) - origin) / direction;
}

/* Walks from pixel (*x, *y) to the next solid one that the ray enters by at least `deep` px; false: there is none. */
static bool next_solid(const tile_scene *scene, const exact_ray *ray, double deep, int32_t *x, int32_t *y) {
    for (;;) {
        if (tile_scene_solid(scene, *x, *y)) {
            span inside = in_pixel(ray, *x, *y, -deep);
            if (inside.from <= inside.to)
                return true;
        }
        double at_x = crossing(ray->x, ray->dx, *x), at_y = crossing(ray->y, ray->dy, *y);
        if (fmin(at_x, at_y) > ray->length)
            return false;
        if (at_x <= at_y)
            *x += ray->dx > 0.0 ? 1 : -1;
        else
            *y += ray->dy > 0.0 ? 1 : -1;
    }
}

tile_hit truth_first(const tile_scene *scene, const tile_rays *rays, size_t i) {
    exact_ray ray = exact_of(rays, i);
    int32_t x = (int32_t)floor(ray.x), y = (int32_t)floor(ray.y);
    if (!next_solid(scene, &ray, 0.0, &x, &y))
        return (tile_hit){.distance = rays->length[i]};
    span inside = in_pixel(&ray, x, y, 0.0);
    return (tile_hit){.pixel_x = x, .pixel_y = y, .distance = (float)inside.from, .hit = 1};
}

/* Checks the normal: out of the side that the ray enters at that distance. */
static bool right_normal(const exact_ray *ray, const tile_hit *answer, double tolerance) {
    double distance = (double)answer->distance;
    bool started_inside = floor(ray->x) == answer->pixel_x && floor(ray->y) == answer->pixel_y;
    if (started_inside)
        return distance == 0.0 && answer->normal_x == 0.0f && answer->normal_y == 0.0f;
    double side_x = answer->pixel_x + (answer->normal_x > 0.0f), side_y = answer->pixel_y + (answer->normal_y > 0.0f);
    if (fabsf(answer->normal_x) == 1.0f && answer->normal_y == 0.0f)
        return (double)answer->normal_x * ray->dx < 0.0 && fabs(ray->x + ray->dx * distance - side_x) <= tolerance;
    if (fabsf(answer->normal_y) == 1.0f && answer->normal_x == 0.0f)
        return (double)answer->normal_y * ray->dy < 0.0 && fabs(ray->y + ray->dy * distance - side_y) <= tolerance;
    return false;
}

const char *truth_judge(const tile_scene *scene, const tile_rays *rays, size_t i, const tile_hit *exact,
                        const tile_hit *answer, bool *doubtful) {
    exact_ray ray = exact_of(rays, i);
    double tolerance = truth_tolerance(scene), distance = (double)answer->distance;
    *doubtful = answer->hit != exact->hit ||
                (exact->hit && (answer->pixel_x != exact->pixel_x || answer->pixel_y != exact->pixel_y));
    if (*doubtful) {
        int32_t x = (int32_t)floor(ray.x), y = (int32_t)floor(ray.y);
        exact_ray before = ray;
        before.length = (answer->hit ? distance : ray.length) - tolerance;
        if (next_solid(scene, &before, tolerance, &x, &y) &&
            !(answer->hit && x == answer->pixel_x && y == answer->pixel_y))
            return answer->hit ? "goes through a solid pixel" : "misses a solid pixel";
    }
    if (!answer->hit)
        return answer->distance == rays->length[i] ? NULL : "has another length";
    if (!tile_scene_solid(scene, answer->pixel_x, answer->pixel_y))
        return "hits a pixel that is not solid";
    span beside = in_pixel(&ray, answer->pixel_x, answer->pixel_y, tolerance);
    if (beside.from > beside.to)
        return "hits a pixel that it does not pass";
    if (!(distance >= beside.from - tolerance && distance <= beside.to + tolerance))
        return "has another distance";
    return right_normal(&ray, answer, tolerance) ? NULL : "has another normal";
}

/* Pixel i of the line, counted along its longer axis from the lower end: the other coordinate goes one further whenever
 * the sum of errors passes a half. */
static int64_t across(int64_t i, int64_t longer, int64_t shorter) {
    return longer ? (2 * i * shorter + longer) / (2 * longer) : 0;
}

static tile_hit first_of_line(const tile_scene *scene, int64_t x0, int64_t y0, int64_t x1, int64_t y1) {
    int64_t width = llabs(x1 - x0), height = llabs(y1 - y0);
    bool steep = height > width, turned = steep ? y1 < y0 : x1 < x0; /* the list's first point is the ray's last */
    int64_t longer = steep ? height : width, shorter = steep ? width : height;
    int64_t low_x = turned ? x1 : x0, low_y = turned ? y1 : y0;
    int64_t to_x = (turned ? x0 : x1) < low_x ? -1 : 1, to_y = (turned ? y0 : y1) < low_y ? -1 : 1;
    for (int64_t k = 0; k <= longer; k++) {
        int64_t along = turned ? longer - k : k, aside = across(along, longer, shorter);
        int64_t x = low_x + to_x * (steep ? aside : along), y = low_y + to_y * (steep ? along : aside);
        if (tile_scene_solid(scene, (int32_t)x, (int32_t)y))
            return (tile_hit){.pixel_x = (int32_t)x, .pixel_y = (int32_t)y, .hit = 1};
    }
    return (tile_hit){.hit = 0};
}

const char *truth_judge_line(const tile_scene *scene, const tile_rays *rays, size_t i, const tile_hit *answer) {
    exact_ray ray = exact_of(rays, i);
    double tolerance = truth_tolerance(scene), end_x = ray.x + ray.dx * ray.length, end_y = ray.y + ray.dy * ray.length;
    for (int k = 0; k < 4; k++) {
        double x = floor(end_x + (k & 1 ? tolerance : -tolerance)), y = floor(end_y + (k & 2 ? tolerance : -tolerance));
        tile_hit found = first_of_line(scene, (int64_t)floor(ray.x), (int64_t)floor(ray.y), (int64_t)x, (int64_t)y);
        if (found.hit == answer->hit &&
            (!found.hit || (found.pixel_x == answer->pixel_x && found.pixel_y == answer->pixel_y)))
            return NULL;
    }
    return answer->hit ? "hits another pixel of the line" : "misses a solid pixel of the line";
}
