/* points.h - points, what they are asked about (a polygon, a map of sectors), and who answers. */
#ifndef POINTS_H
#define POINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A wall between two vertices; going from a to b, `right` is on the side that +x turned towards +y points to. */
typedef struct point_wall {
    uint32_t a, b;
    uint32_t right, left; /* sectors, or POINT_NOWHERE */
    bool solid;
} point_wall;

#define POINT_NOWHERE UINT32_MAX

/* A polygon of one loop, or a map: vertices, and of a map walls. */
typedef struct point_scene {
    char name[32];
    size_t vertices, walls;
    float *x, *y; /* px */
    point_wall *wall;
    uint32_t sectors;
    float min_x, min_y, max_x, max_y; /* px: of the vertices */
} point_scene;

/* A star of `corners` corners about (0, 0), each 0.3 to 1 times as far out as 1,000 px. NULL: no memory. */
point_scene *point_polygon_create(size_t corners, uint64_t seed);

/* The largest map of freedoom2.wad, where that is installed (or HAIL_FREEDOOM_WAD says where it is); else, or if
 * `small`, a board of crooked rooms, some of them open to each other. NULL: no memory, or the WAD is damaged. */
point_scene *point_map_create(bool small, uint64_t seed);
void point_scene_destroy(point_scene *scene);

/* Places of `count` points in each of `rounds` rounds. */
typedef struct point_set {
    size_t count, rounds;
    float *x, *y; /* rounds * count */
} point_set;

/* Anywhere in the scene's box, in each round anew; or, where `way` is more than 0, each goes on by so many px a round,
 * straight, until it would leave the box. NULL: no memory. */
point_set *point_set_create(const point_scene *scene, size_t count, size_t rounds, float way, uint64_t seed);
void point_set_destroy(point_set *set);

/* SplitMix64: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", 2014. */
static inline uint64_t point_random(uint64_t *state) {
    uint64_t mixed = *state += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
}

static inline double point_between(uint64_t *state, double from, double to) {
    return from + (to - from) * (double)(point_random(state) >> 40) * 0x1p-24;
}

/* The truth, in double precision, over all edges and walls. */
uint32_t point_truth_inside(const point_scene *scene, float x, float y);
uint32_t point_truth_sector(const point_scene *scene, float x, float y);
double point_truth_squared(const point_scene *scene, float x, float y); /* to the nearest solid wall */

/* What is asked. */
typedef enum point_question { POINT_INSIDE, POINT_SECTOR, POINT_ROAM, POINT_NEAREST, POINT_QUESTIONS } point_question;

/* create: `variant` is the text behind the colon of the contender's name, or NULL; `most` points are asked about at
 * once, at most. NULL: it cannot be made. ask: about the points of a round; of POINT_ROAM those of the round before are
 * the same ones, a little earlier. answer: the last answer: 1 or 0, or the sector, or the wall. squared: of
 * POINT_NEAREST the squared distance to it; else not called. destroy: NULL is fine. */
typedef struct point_contender {
    const char *name;
    void *(*create)(const point_scene *scene, point_question question, size_t most, const char *variant);
    void (*ask)(void *self, const float *x, const float *y, size_t count);
    uint32_t (*answer)(const void *self, size_t point);
    float (*squared)(const void *self, size_t point);
    void (*destroy)(void *self);
} point_contender;

extern const point_contender point_contender_hail;
extern const point_contender point_contender_hail_winding, point_contender_hail_quadrants; /* POINT_INSIDE */

/* Careful scalar C, at -O3 -march=native. The polygon: crossings without a divide. Sectors: Hail's cell, with the
 * sectors that come into it, and crossings of each one's walls; POINT_ROAM asks the last sector first. Nearest: rings
 * of Hail's cells. */
extern const point_contender point_contender_plain;
/* The same after Hail's way: slopes beforehand, no branches; the first wall to the right within the cell, and what is
 * to the right of the cell. */
extern const point_contender point_contender_tuned;

/* The side of the cells that Hail answers this from, for those who work on the same grid. */
float point_cell(const point_scene *scene, point_question question);

#ifdef __cplusplus
}
#endif

#endif
