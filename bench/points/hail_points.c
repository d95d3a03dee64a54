/* bench/points/hail_points.c - Hail's answers about points. Any failure ends the program with a message. */
#include "tiles/hail_map.h"
#include "points.h"

#include <stdlib.h>

struct hail_points_contender {
    const point_scene *scene;
    hail_sectors *map;
    hail_context context;
    point_question question;
    hail_inside_method method;
    uint32_t start[2];
    uint8_t *inside;
    uint32_t *sector;
    hail_nearest_point *nearest;
};

static void destroy(void *self) {
    struct hail_points_contender *hail = self;
    if (!hail)
        return;
    hail_sectors_destroy(hail->map);
    free(hail->inside);
    free(hail->sector);
    free(hail->nearest);
    free(hail);
}

static hail_sectors *map_of(const point_scene *scene) {
    hail_wall *walls = calloc(scene->walls, sizeof *walls);
    hail_sectors *map = NULL;
    for (size_t i = 0; walls && i < scene->walls; i++) {
        const point_wall *wall = &scene->wall[i];
        walls[i] =
            (hail_wall){.a = wall->a, .b = wall->b, .right = wall->right, .left = wall->left, .solid = wall->solid};
    }
    const hail_sector_data data = {.x = scene->x,
                                   .y = scene->y,
                                   .vertex_count = scene->vertices,
                                   .walls = walls,
                                   .wall_count = scene->walls,
                                   .sector_count = scene->sectors};
    hail_map_must(hail_sectors_create(NULL, &data, NULL, &map), "hail_sectors_create");
    free(walls);
    return map;
}

/* Sectors are found in cells a quarter as wide as those of the walls. */
float point_cell(const point_scene *scene, point_question question) {
    hail_sectors *map = map_of(scene);
    hail_sectors_size size;
    hail_sectors_measure(map, &size);
    const float cell = size.cell;
    hail_sectors_destroy(map);
    return question == POINT_NEAREST ? cell : cell * 0.25f;
}

static struct hail_points_contender *create(const point_scene *scene, point_question question, size_t most,
                                            const char *variant) {
    struct hail_points_contender *hail = calloc(1, sizeof *hail);
    if (!hail)
        return NULL;
    hail->scene = scene;
    hail->question = question;
    hail->context.variant = variant;
    hail->start[1] = (uint32_t)scene->vertices;
    hail->inside = calloc(most, sizeof *hail->inside);
    hail->sector = calloc(most, sizeof *hail->sector);
    hail->nearest = calloc(most, sizeof *hail->nearest);
    if (question != POINT_INSIDE)
        hail->map = map_of(scene);
    if (hail->inside && hail->sector && hail->nearest && (!variant || hail_variant_check(variant, NULL, 0) == HAIL_OK))
        return hail;
    destroy(hail);
    return NULL;
}

static void *create_map(const point_scene *scene, point_question question, size_t most, const char *variant) {
    return create(scene, question, most, variant);
}

static void *create_winding(const point_scene *scene, point_question question, size_t most, const char *variant) {
    struct hail_points_contender *hail = create(scene, question, most, variant);
    if (hail)
        hail->method = HAIL_BY_WINDING;
    return hail;
}

static void *create_quadrants(const point_scene *scene, point_question question, size_t most, const char *variant) {
    struct hail_points_contender *hail = create(scene, question, most, variant);
    if (hail)
        hail->method = HAIL_BY_QUADRANTS;
    return hail;
}

static void ask(void *self, const float *x, const float *y, size_t count) {
    struct hail_points_contender *hail = self;
    const hail_points points = {.context = &hail->context, .x = x, .y = y, .count = count};
    const hail_loops loop = {.x = hail->scene->x, .y = hail->scene->y, .start = hail->start, .count = 1};
    switch (hail->question) {
    case POINT_INSIDE:
        hail_map_must(hail_points_inside(&points, &loop, hail->method, hail->inside), "hail_points_inside");
        break;
    case POINT_NEAREST:
        hail_map_must(hail_sectors_nearest(hail->map, &points, NULL, hail->nearest), "hail_sectors_nearest");
        break;
    default:
        hail_map_must(hail_sectors_find(hail->map, &points, hail->sector), "hail_sectors_find");
        break;
    }
}

static uint32_t answer(const void *self, size_t point) {
    const struct hail_points_contender *hail = self;
    return hail->question == POINT_INSIDE    ? hail->inside[point]
           : hail->question == POINT_NEAREST ? hail->nearest[point].edge
                                             : hail->sector[point];
}

static float squared(const void *self, size_t point) {
    return ((const struct hail_points_contender *)self)->nearest[point].squared;
}

const point_contender point_contender_hail = {
    .name = "hail", .create = create_map, .ask = ask, .answer = answer, .squared = squared, .destroy = destroy};
const point_contender point_contender_hail_winding = {.name = "hail_winding",
                                                      .create = create_winding,
                                                      .ask = ask,
                                                      .answer = answer,
                                                      .squared = squared,
                                                      .destroy = destroy};
const point_contender point_contender_hail_quadrants = {.name = "hail_quadrants",
                                                        .create = create_quadrants,
                                                        .ask = ask,
                                                        .answer = answer,
                                                        .squared = squared,
                                                        .destroy = destroy};
