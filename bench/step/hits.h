/* hits.h - `barrage_hits`: the barrage with shots that hit up to three targets, each target once in a shot's life, and
 * that graze what they miss by up to 8 px; a spent shot flies again from elsewhere. `barrage_pierce`: the same without
 * grazes. `barrage_first`: the same scene with each shot's first hit in a step, and nothing else. */
#ifndef BENCH_HITS_H
#define BENCH_HITS_H

#include "scenes.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HITS_PIERCE = 3 };
#define HITS_GRAZE 8.0f /* px */

/* What is asked for. */
typedef enum hits_scene { HITS_FIRST, HITS_PIERCING, HITS_ALL, HITS_SCENES } hits_scene;

/* What a step found. */
typedef struct hits_found {
    size_t hits, grazes, spent;
} hits_found;

/* Where a shot flies from the next time (px): by its number, and how often it was spent. */
static inline void hits_place(const scene_data *scene, uint32_t shot, uint32_t times, float *x, float *y) {
    uint64_t bits = ((uint64_t)shot << 32 | times) * 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 31) * 0xbf58476d1ce4e5b9u;
    *x = (float)(bits >> 48) / 65536.0f * scene->width;
    *y = (float)(bits >> 32 & 65535) / 65536.0f * scene->height;
}

/* `plain`: scalar C over a grid. The scene outlives it. */
typedef struct plain_hits plain_hits;
plain_hits *plain_hits_create(const scene_data *scene, hits_scene asked);
hits_found plain_hits_step(plain_hits *world);
void plain_hits_destroy(plain_hits *world);

#ifdef __cplusplus
}
#endif

#endif
