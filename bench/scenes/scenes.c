/* scenes.c - making and moving scenes. */
#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double full_turn = 6.283185307179586;

static const scene_kind kinds[] = {
    {"barrage", {1000, 10000, 100000, 1000000, 10000000}, SCENE_BULLETS},
    {"barrage_fast", {10000, 100000}, SCENE_BULLETS},
    {"barrage_fast_unordered", {10000, 100000}, SCENE_BULLETS},
    {"barrage_swept", {10000, 100000}, SCENE_SWEPT},
    {"barrage_unordered", {10000, 100000, 1000000}, SCENE_BULLETS},
    {"boss", {5000, 50000}, SCENE_BULLETS},
    {"crowd", {500, 5000}, SCENE_CIRCLES},
    {"crowd_tenth", {2000, 20000}, SCENE_CIRCLES},
    {"crowd_unordered", {500, 5000}, SCENE_CIRCLES},
    {"debris", {1000, 10000, 100000, 1000000, 10000000}, SCENE_DEBRIS},
    {"debris_own", {10000, 100000}, SCENE_DEBRIS},
    {"debris_own_unordered", {10000, 100000}, SCENE_DEBRIS},
    {"debris_unordered", {10000, 100000, 1000000}, SCENE_DEBRIS},
    {"swarm", {1000, 10000, 100000, 1000000, 10000000}, SCENE_CIRCLES},
    {"swarm_events", {10000, 100000}, SCENE_EVENTS},
    {"swarm_unordered", {1000, 10000, 100000, 1000000, 10000000}, SCENE_CIRCLES},
    {"tiny", {10, 50, 200}, SCENE_TINY},
    {"tiny_self", {10, 50, 200}, SCENE_TINY},
    {"tiny_self_unordered", {10, 50, 200}, SCENE_TINY},
    {"tiny_unordered", {10, 50, 200}, SCENE_TINY},
};

size_t scene_kind_count(void) { return sizeof kinds / sizeof kinds[0]; }

const scene_kind *scene_kind_at(size_t number) { return number < scene_kind_count() ? &kinds[number] : NULL; }

/* PCG32: M. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms", 2014. */
typedef struct random_state {
    uint64_t state;
} random_state;

static uint32_t random_bits(random_state *random) {
    uint64_t old = random->state;
    random->state = old * 6364136223846793005u + 1442695040888963407u;
    uint32_t mixed = (uint32_t)(((old >> 18) ^ old) >> 27);
    uint32_t turn = (uint32_t)(old >> 59);
    return (mixed >> turn) | (mixed << ((32 - turn) & 31));
}

static random_state random_seeded(uint64_t seed) {
    random_state random = {seed + 1442695040888963407u};
    random_bits(&random);
    return random;
}

/* In [from, to): 24 bits, so that the product is the only rounding. */
static double random_between(random_state *random, double from, double to) {
    return from + (to - from) * (random_bits(random) >> 8) * 0x1p-24;
}

/* Rounding to float may reach the far edge, which is outside. */
static float random_coordinate(random_state *random, float limit) {
    float value = (float)random_between(random, 0.0, (double)limit);
    return value < limit ? value : 0.0f;
}

/* Radial jitter goes inwards, so `radius` still holds the shape. Up to 5 % keeps a polygon of 8 or fewer corners
 * convex. */
static void make_template(scene_template *shape, uint32_t corners, double radius, random_state *random) {
    shape->count = corners;
    for (uint32_t i = 0; i < corners; i++) {
        double reach = radius * random_between(random, 0.95, 1.0);
        double angle = full_turn * i / corners;
        shape->x[i] = (float)(reach * cos(angle));
        shape->y[i] = (float)(reach * sin(angle));
    }
}

enum { CIRCLE_COLUMNS = 4, POLYGON_COLUMNS = 8 };

/* Each column starts on a cache line of its own, and not a multiple of 4 KiB from the last (which would alias in
 * L1). */
static size_t column_floats(size_t count) { return (count + 15) / 16 * 16 + 16; }

static size_t lay_out(scene_data *scene, float *memory) {
    float *next = memory;
    for (size_t g = 0; g < scene->group_count; g++) {
        scene_group *group = &scene->group[g];
        float *column[POLYGON_COLUMNS] = {0};
        for (size_t c = 0; c < (size_t)(group->polygons ? POLYGON_COLUMNS : CIRCLE_COLUMNS); c++) {
            column[c] = next;
            next += column_floats(group->count);
        }
        group->x = column[0], group->y = column[1], group->vx = column[2], group->vy = column[3];
        group->angle = column[4], group->cos = column[5], group->sin = column[6];
        group->shape = (uint32_t *)(void *)column[7];
    }
    return (size_t)(next - memory);
}

static size_t memory_floats(const scene_data *scene) {
    size_t floats = 0;
    for (size_t g = 0; g < scene->group_count; g++) {
        size_t columns = (size_t)(scene->group[g].polygons ? POLYGON_COLUMNS : CIRCLE_COLUMNS);
        floats += column_floats(scene->group[g].count) * columns;
    }
    return floats;
}

/* The columns; templates where there are any. */
static bool allocate(scene_data *scene) {
    size_t bytes = (memory_floats(scene) * sizeof(float) + 63) / 64 * 64;
    scene->memory = aligned_alloc(64, bytes);
    scene->shape = calloc(scene->template_count + 1, sizeof *scene->shape);
    if (!scene->memory || !scene->shape)
        return false;
    memset(scene->memory, 0, bytes);
    lay_out(scene, scene->memory);
    return true;
}

/* Speeds are given in px a step and kept in px/s. */
static void fill_motion(const scene_data *scene, scene_group *group, double slowest, double fastest,
                        random_state *random) {
    for (size_t i = 0; i < group->count; i++) {
        group->x[i] = random_coordinate(random, scene->width);
        group->y[i] = random_coordinate(random, scene->height);
        double speed = 60.0 * random_between(random, slowest, fastest);
        double heading = random_between(random, 0.0, full_turn);
        group->vx[i] = (float)(speed * cos(heading));
        group->vy[i] = (float)(speed * sin(heading));
    }
}

static void fill_rotation(const scene_data *scene, scene_group *group, random_state *random) {
    for (size_t i = 0; i < group->count; i++) {
        double angle = random_between(random, 0.0, full_turn);
        group->angle[i] = (float)angle;
        group->cos[i] = (float)cos((double)group->angle[i]);
        group->sin[i] = (float)sin((double)group->angle[i]);
        group->shape[i] = random_bits(random) % (uint32_t)scene->template_count;
    }
}

/* 500, 2,000 and 5,000 enemies for the usual sizes. */
static size_t enemies_of(size_t bullets) {
    if (bullets == 100000)
        return 2000;
    if (bullets == 1000000)
        return 5000;
    size_t enemies = (size_t)(5.0 * sqrt((double)bullets));
    return enemies ? enemies : 1;
}

/* A full screen for 10,000 bullets. */
static void lay_large_screen(scene_data *scene) {
    double scale = sqrt((double)scene->size / 10000.0);
    scene->width = (float)(1920.0 * scale);
    scene->height = (float)(1080.0 * scale);
}

static bool make_boss(scene_data *scene, random_state *random) {
    lay_large_screen(scene);
    scene->group_count = 2;
    scene->group[0].count = scene->size;
    scene->group[0].radius = 4.0f;
    scene->group[1].count = 1;
    scene->group[1].radius = 400.0f;
    scene->group[1].polygons = true;
    scene->template_count = 1;
    if (!allocate(scene))
        return false;
    make_template(&scene->shape[0], 8, 400.0, random);
    fill_motion(scene, &scene->group[0], 1.0, 6.0, random);
    fill_motion(scene, &scene->group[1], 0.0, 2.0, random);
    fill_rotation(scene, &scene->group[1], random);
    scene->expected_pairs = scene->size / 4 + 1;
    return true;
}

static bool make_barrage(scene_data *scene, double haste, random_state *random) {
    lay_large_screen(scene);
    scene->group_count = 2;
    scene->group[0].count = scene->size;
    scene->group[0].radius = 4.0f;
    scene->group[1].count = enemies_of(scene->size);
    scene->group[1].radius = 16.0f;
    scene->group[1].polygons = true;
    scene->template_count = 16;
    if (!allocate(scene))
        return false;
    for (size_t i = 0; i < scene->template_count; i++)
        make_template(&scene->shape[i], 8, 16.0, random);
    fill_motion(scene, &scene->group[0], haste * 1.0, haste * 6.0, random);
    fill_motion(scene, &scene->group[1], 0.0, 2.0, random);
    fill_rotation(scene, &scene->group[1], random);
    double area = (double)scene->width * (double)scene->height;
    scene->expected_pairs = (size_t)(1120.0 * (double)scene->size * (double)scene->group[1].count / area) + 1;
    return true;
}

static void lay_square(scene_data *scene, float radius) {
    scene->width = scene->height = (float)(24.0 * sqrt((double)scene->size));
    scene->self = true;
    scene->group_count = 1;
    scene->group[0].count = scene->size;
    scene->group[0].radius = radius;
}

static bool make_swarm(scene_data *scene, random_state *random) {
    lay_square(scene, 8.0f);
    if (!allocate(scene))
        return false;
    fill_motion(scene, &scene->group[0], 0.0, 3.0, random);
    scene->expected_pairs = scene->size * 7 / 10 + 1;
    return true;
}

/* A body touches about seven others. */
static bool make_crowd_tenth(scene_data *scene, random_state *random) {
    lay_square(scene, 8.0f);
    scene->width = scene->height = (float)(24.0 * sqrt((double)scene->size / 10.0));
    if (!allocate(scene))
        return false;
    fill_motion(scene, &scene->group[0], 0.0, 3.0, random);
    scene->expected_pairs = scene->size * 7 + 1;
    return true;
}

static bool make_debris(scene_data *scene, bool own, random_state *random) {
    lay_square(scene, 10.0f);
    scene->group[0].polygons = true;
    scene->template_count = own ? scene->size : 64;
    if (!allocate(scene))
        return false;
    for (size_t i = 0; i < scene->template_count; i++)
        make_template(&scene->shape[i], 4 + random_bits(random) % 5, 10.0, random);
    fill_motion(scene, &scene->group[0], 0.0, 3.0, random);
    fill_rotation(scene, &scene->group[0], random);
    for (size_t i = 0; own && i < scene->size; i++)
        scene->group[0].shape[i] = (uint32_t)i;
    scene->expected_pairs = scene->size * 9 / 10 + 1;
    return true;
}

/* Sixteen by nine: 640 x 360 px for 200 bodies. */
static void lay_screen(scene_data *scene) {
    double scale = sqrt((double)scene->size / 200.0);
    scene->width = (float)(640.0 * scale);
    scene->height = (float)(360.0 * scale);
}

static bool make_tiny(scene_data *scene, random_state *random) {
    lay_screen(scene);
    scene->group_count = 2;
    scene->group[1].count = (scene->size + 4) / 5;
    scene->group[1].radius = 12.0f;
    scene->group[0].count = scene->size - scene->group[1].count;
    scene->group[0].radius = 4.0f;
    if (!allocate(scene))
        return false;
    fill_motion(scene, &scene->group[0], 1.0, 6.0, random);
    fill_motion(scene, &scene->group[1], 0.0, 2.0, random);
    scene->expected_pairs = scene->size / 8 + 1;
    return true;
}

static bool make_tiny_self(scene_data *scene, random_state *random) {
    lay_screen(scene);
    scene->self = true;
    scene->group_count = 1;
    scene->group[0].count = scene->size;
    scene->group[0].radius = 4.0f;
    if (!allocate(scene))
        return false;
    fill_motion(scene, &scene->group[0], 0.0, 3.0, random);
    scene->expected_pairs = scene->size / 11 + 1;
    return true;
}

/* About a fifth of all pairs touch. */
static bool make_crowd(scene_data *scene, random_state *random) {
    lay_square(scene, 8.0f);
    scene->width = scene->height = 64.0f;
    if (!allocate(scene))
        return false;
    fill_motion(scene, &scene->group[0], 0.0, 3.0, random);
    scene->expected_pairs = scene->size * scene->size / 10 + 1;
    return true;
}

/* Whether a kind has this name, with or without _unordered. */
static bool is_kind(const scene_kind *kind, const char *name) {
    size_t length = strlen(name);
    return strncmp(kind->name, name, length) == 0 &&
           (!kind->name[length] || strcmp(kind->name + length, "_unordered") == 0);
}

static bool make(scene_data *scene, const scene_kind *kind, random_state *random) {
    switch (kind->meeting) {
    case SCENE_CIRCLES:
        return is_kind(kind, "crowd")         ? make_crowd(scene, random)
               : is_kind(kind, "crowd_tenth") ? make_crowd_tenth(scene, random)
                                              : make_swarm(scene, random);
    case SCENE_EVENTS:
        scene->events = true;
        return make_swarm(scene, random);
    case SCENE_DEBRIS:
        return make_debris(scene, is_kind(kind, "debris_own"), random);
    case SCENE_SWEPT:
        scene->swept = true;
        return make_barrage(scene, 10.0, random);
    case SCENE_TINY:
        scene->tiny = true;
        return is_kind(kind, "tiny") ? make_tiny(scene, random) : make_tiny_self(scene, random);
    default:
        if (is_kind(kind, "boss"))
            return make_boss(scene, random);
        return make_barrage(scene, is_kind(kind, "barrage_fast") ? 10.0 : 1.0, random);
    }
}

scene_data *scene_create(const char *name, size_t size, uint64_t seed) {
    const scene_kind *kind = NULL;
    for (size_t i = 0; i < scene_kind_count(); i++)
        if (strcmp(kinds[i].name, name) == 0)
            kind = &kinds[i];
    if (!kind || size == 0)
        return NULL;
    scene_data *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->name = kind->name;
    made->size = size;
    made->unordered = strstr(name, "_unordered") != NULL;
    random_state random = random_seeded(seed);
    if (make(made, kind, &random))
        return made;
    scene_destroy(made);
    return NULL;
}

scene_data *scene_copy(const scene_data *source) {
    scene_data *made = malloc(sizeof *made);
    if (!made)
        return NULL;
    *made = *source;
    if (!allocate(made)) {
        scene_destroy(made);
        return NULL;
    }
    memcpy(made->shape, source->shape, source->template_count * sizeof *made->shape);
    memcpy(made->memory, source->memory, memory_floats(source) * sizeof(float));
    return made;
}

void scene_destroy(scene_data *scene) {
    if (!scene)
        return;
    free(scene->memory);
    free(scene->shape);
    free(scene);
}

size_t scene_body_count(const scene_data *scene) {
    size_t count = 0;
    for (size_t g = 0; g < scene->group_count; g++)
        count += scene->group[g].count;
    return count;
}
