/* bench/queries/query_scene.c - makes the bodies, and what is asked about them. */
#include "queries.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>

static const float ray_length = 200.0f, box_side = 100.0f; /* px */

query_scene *query_scene_create(size_t count, bool points, uint64_t seed) {
    query_scene *scene = calloc(1, sizeof *scene);
    if (!scene)
        return NULL;
    scene->first = scene_create("swarm", count, seed);
    scene->now = scene->first ? scene_copy(scene->first) : NULL;
    if (!scene->now) {
        query_scene_destroy(scene);
        return NULL;
    }
    for (int i = 0; i < (points ? 0 : QUERY_STEPS); i++)
        scene_step(scene->now);
    const scene_group *bodies = &scene->now->group[0];
    scene->count = bodies->count;
    scene->width = scene->now->width;
    scene->height = scene->now->height;
    scene->radius = points ? 0.0f : bodies->radius;
    scene->x = bodies->x;
    scene->y = bodies->y;
    return scene;
}

void query_scene_destroy(query_scene *scene) {
    if (!scene)
        return;
    scene_destroy(scene->first);
    scene_destroy(scene->now);
    free(scene);
}

/* ---- Order ------------------------------------------------------------------------------------------------------- */

/* Spreads 16 bits to every other one. */
static uint64_t spread(uint32_t value) {
    uint64_t bits = 0;
    for (uint32_t bit = 0; bit < 16; bit++)
        bits |= (uint64_t)(value >> bit & 1u) << (2 * bit);
    return bits;
}

static int ascending(const void *one, const void *other) {
    const uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

void query_scene_order(const query_scene *scene, uint32_t *order) {
    uint64_t *keys = calloc(scene->count, sizeof *keys);
    if (!keys)
        exit(1);
    for (size_t i = 0; i < scene->count; i++) {
        const uint32_t x = (uint32_t)(scene->x[i] / 32.0f), y = (uint32_t)(scene->y[i] / 32.0f);
        keys[i] = (spread(x) | spread(y) << 1) << 32 | i;
    }
    qsort(keys, scene->count, sizeof *keys, ascending);
    for (size_t i = 0; i < scene->count; i++)
        order[i] = (uint32_t)keys[i];
    free(keys);
}

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

static float between(uint64_t *state, float to) { return to * random_part(state); }

static bool goes_along(query_question question) { return query_casts(question) || question == QUERY_SIGHT; }

static bool asks_boxes(query_question question) { return question == QUERY_BOXES || question == QUERY_COUNTED_BOXES; }

static bool asks_turned(query_question question) {
    return question == QUERY_SHAPES || question == QUERY_COUNTED_SHAPES;
}

static void fill(query_set *set, const query_scene *scene, query_question question, uint64_t seed) {
    const float inner = asks_boxes(question) ? box_side : 0.0f; /* boxes lie within the scene */
    for (size_t i = 0; i < set->count * set->rounds; i++) {
        set->x[i] = between(&seed, scene->width - inner);
        set->y[i] = between(&seed, scene->height - inner);
        const double heading = (double)between(&seed, 6.2831853f);
        if (goes_along(question)) {
            set->u[i] = ray_length * (float)cos(heading);
            set->v[i] = ray_length * (float)sin(heading);
        } else if (asks_boxes(question)) {
            set->u[i] = set->x[i] + box_side;
            set->v[i] = set->y[i] + box_side;
        } else if (asks_turned(question)) {
            set->u[i] = (float)cos(heading);
            set->v[i] = (float)sin(heading);
        }
    }
}

query_set *query_set_create(const query_scene *scene, query_question question, size_t count, size_t rounds,
                            uint64_t seed) {
    query_set *set = calloc(1, sizeof *set);
    float *memory = calloc(4 * count * rounds, sizeof *memory);
    if (!set || !memory) {
        free(set);
        free(memory);
        return NULL;
    }
    *set = (query_set){.count = count, .rounds = rounds, .x = memory};
    set->y = set->x + count * rounds;
    set->u = set->y + count * rounds;
    set->v = set->u + count * rounds;
    fill(set, scene, question, seed);
    return set;
}

void query_set_destroy(query_set *set) {
    if (set)
        free(set->x);
    free(set);
}

query_batch query_set_round(const query_set *set, size_t round) {
    const size_t at = round % set->rounds * set->count;
    return (query_batch){set->x + at, set->y + at, set->u + at, set->v + at, set->count};
}
