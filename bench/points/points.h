/* bench/points/points.h - points, what they are asked about (a polygon, a map of sectors), and the contenders. */
#ifndef POINTS_H
#define POINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A wall between two vertices; on the way from a to b, `right` is on the side that +x turned towards +y points to. */
typedef struct point_wall {
    uint32_t a, b;
    uint32_t right, left; /* sectors, or POINT_NOWHERE */
    bool solid;
} point_wall;

#define POINT_NOWHERE UINT32_MAX

/* A polygon of one loop, or a map: vertices, and for a map walls. */
typedef struct point_scene {
    char name[32];
    size_t vertices, walls;
    float *x, *y; /* px */
    point_wall *wall;
    uint32_t sectors;
    float min_x, min_y, max_x, max_y; /* px: of the vertices */
} point_scene;

/* Makes a star of `corners` corners about (0, 0), each 300 to 1,000 px away. NULL: no memory. */
point_scene *point_polygon_create(size_t corners, uint64_t seed);

/* Makes a map: the largest of freedoom2.wad if that is installed (HAIL_FREEDOOM_WAD may say where it is); otherwise, or
 * if `small`, a board of crooked rooms, some of them open to each other. NULL: no memory, or the WAD is damaged. */
point_scene *point_map_create(bool small, uint64_t seed);
void point_scene_destroy(point_scene *scene);

/* The positions of `count` points in each of `rounds` rounds. */
typedef struct point_set {
    size_t count, rounds;
    float *x, *y; /* px: rounds * count */
} point_set;

/* Makes points anywhere in the scene's box, in each round anew; if `speed` is above 0, each moves on by that many px a
 * round, straight, and turns back at the box. NULL: no memory. */
point_set *point_set_create(const point_scene *scene, size_t count, size_t rounds, float speed, uint64_t seed);
void point_set_destroy(point_set *set);

/* True answers, in double precision, over all edges and walls. */
uint32_t point_truth_inside(const point_scene *scene, float x, float y);
uint32_t point_truth_sector(const point_scene *scene, float x, float y);
double point_truth_squared(const point_scene *scene, float x, float y); /* px^2: to the nearest solid wall */

/* What is asked. */
typedef enum point_question { POINT_INSIDE, POINT_SECTOR, POINT_ROAM, POINT_NEAREST, POINT_QUESTIONS } point_question;

/* A program that answers questions about points.
 *   create   `variant` is the text behind the colon of the contender's name, or NULL; at most max_count points are
 * asked about at once. NULL: it cannot be made ask      about the points of a round; for POINT_ROAM they are the same
 * ones as in the round before, a little later answer   of the last round: 1 or 0, or the sector, or the wall squared
 * px^2: the squared distance; only called for POINT_NEAREST destroy  NULL is fine */
typedef struct point_contender {
    const char *name;
    void *(*create)(const point_scene *scene, point_question question, size_t max_count, const char *variant);
    void (*ask)(void *self, const float *x, const float *y, size_t count);
    uint32_t (*answer)(const void *self, size_t point);
    float (*squared)(const void *self, size_t point);
    void (*destroy)(void *self);
} point_contender;

extern const point_contender point_contender_hail;
extern const point_contender point_contender_hail_winding, point_contender_hail_quadrants; /* POINT_INSIDE */

/* Careful scalar C, at -O3 -march=native. Polygon: crossings without a division. Sectors: Hail's cell, with the sectors
 * that enter it, and crossings of each one's walls; POINT_ROAM asks the last sector first. Nearest: rings of Hail's
 * cells. */
extern const point_contender point_contender_plain;
/* The same in Hail's manner: slopes in advance, no branches; the first wall to the right within the cell, or else what
 * is to the right of the cell. */
extern const point_contender point_contender_tuned;

/* The side of the cells that Hail answers this from, px, for contenders on the same grid. */
float point_cell(const point_scene *scene, point_question question);

#ifdef __cplusplus
}
#endif

#endif
