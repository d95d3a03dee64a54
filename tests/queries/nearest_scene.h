/* tests/queries/nearest_scene.h - random worlds to ask for the nearest bodies, replayable from a number, and the
 * answers by hail_batch_distance with every body. */
#ifndef HAIL_TESTS_NEAREST_SCENE_H
#define HAIL_TESTS_NEAREST_SCENE_H

#include <hail/hail.h>

enum { NEAREST_LAYERS = 3, NEAREST_EACH = 400, NEAREST_SHAPES = 10, NEAREST_PARTS = 70, NEAREST_POINTS = 40 };

/* What may change nothing. */
typedef struct nearest_config {
    const char *variant;
    float cell;
    bool backwards; /* bodies are spawned in the same slots, but stand in the columns in another order */
    bool stepped;   /* a step at rest comes before hail_query_prepare, which borrows its grid */
} nearest_config;

typedef struct nearest_shape {
    uint32_t parts;
    bool compound;
    hail_convex part[NEAREST_PARTS];
} nearest_shape;

/* Bodies by number: layer * NEAREST_EACH + i. */
typedef struct nearest_scene {
    uint64_t seed;
    nearest_shape shape[NEAREST_SHAPES];
    uint32_t columns[NEAREST_LAYERS], count[NEAREST_LAYERS];
    float x[NEAREST_LAYERS][NEAREST_EACH], y[NEAREST_LAYERS][NEAREST_EACH];
    float scale[NEAREST_LAYERS][NEAREST_EACH], angle[NEAREST_LAYERS][NEAREST_EACH];
    uint32_t which[NEAREST_LAYERS][NEAREST_EACH], group[NEAREST_LAYERS][NEAREST_EACH];
    uint32_t category[NEAREST_LAYERS][NEAREST_EACH], mask[NEAREST_LAYERS][NEAREST_EACH];
    bool disabled[NEAREST_LAYERS][NEAREST_EACH];
    /* Of a world that was made. */
    hail_world *world;
    hail_handle handle[NEAREST_LAYERS][NEAREST_EACH];
    float cos[NEAREST_LAYERS][NEAREST_EACH], sin[NEAREST_LAYERS][NEAREST_EACH];
} nearest_scene;

/* Aborts when memory runs out; the caller frees it. */
nearest_scene *nearest_scene_make(uint64_t seed, uint64_t *state);

/* Makes the scene's world, prepared; it replaces the last one. */
void nearest_scene_open(nearest_scene *scene, const nearest_config *config);
void nearest_scene_free(nearest_scene *scene);

typedef struct nearest_question {
    float x[NEAREST_POINTS], y[NEAREST_POINTS], radii[NEAREST_POINTS];
    uint64_t layers[NEAREST_POINTS];
    uint32_t group[NEAREST_POINTS];
    hail_nearest_options near;
    hail_query_filter filter;
    size_t count, capacity;
} nearest_question;

void nearest_ask_make(const nearest_scene *scene, uint64_t *state, nearest_question *question);

/* What question i must be answered; room for all bodies. Returns how many are within the radius. */
uint32_t nearest_answer(const nearest_scene *scene, const nearest_question *question, size_t i, hail_query_hit *hits);

#endif
