/* bench/tiles/scene.c - see tiles.h. */
#include "tiles.h"

#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double full_turn = 6.283185307179586;

/* The pixels whose centres are in a disc, which may extend beyond the tile. */
static void make_disc(uint16_t *rows, uint64_t *state) {
    double radius = random_between(state, 3.0, 9.0);
    double centre_x = random_between(state, 5.0, 11.0), centre_y = random_between(state, 5.0, 11.0);
    for (int y = 0; y < TILE_SIDE; y++)
        for (int x = 0; x < TILE_SIDE; x++)
            if (hypot(x + 0.5 - centre_x, y + 0.5 - centre_y) <= radius)
                rows[y] = (uint16_t)(rows[y] | 1u << x);
}

static bool make_water(tile_scene *scene, uint64_t *state) {
    enum { POOL = 32 };
    uint32_t columns = scene->columns;
    scene->water = calloc((size_t)columns * columns, sizeof *scene->water);
    for (uint32_t i = 0; scene->water && i < (columns / POOL) * (columns / POOL); i++) {
        uint32_t left = i % (columns / POOL) * POOL, top = i / (columns / POOL) * POOL;
        for (uint32_t k = 0, full = random_bits(state) & 1u; full && k < POOL * POOL; k++)
            scene->water[(size_t)(top + k / POOL) * columns + left + k % POOL] = 1;
    }
    return scene->water;
}

tile_scene *tile_scene_create(size_t number, uint32_t columns) {
    static const double density[TILE_MAPS] = {0.02, 0.2, 0.02};
    static const char *const name[TILE_MAPS] = {"002", "020", "water"};
    if (number >= TILE_MAPS)
        return NULL;
    tile_scene *scene = calloc(1, sizeof *scene);
    if (!scene)
        return NULL;
    size_t cells = (size_t)columns * columns;
    snprintf(scene->name, sizeof scene->name, "tile_rays_%s", name[number]);
    scene->columns = columns;
    scene->tile = calloc(cells, sizeof *scene->tile);
    if (!scene->tile) {
        tile_scene_destroy(scene);
        return NULL;
    }
    uint64_t state = number + 1;
    for (size_t i = 0; i < TILE_MASKS; i++)
        make_disc(scene->mask[i], &state);
    for (size_t i = 0; i < cells; i++)
        if (random_between(&state, 0.0, 1.0) < density[number])
            scene->tile[i] = random_bits(&state) & 1u ? TILE_FULL : (uint8_t)(1 + random_bits(&state) % TILE_MASKS);
    if (number == 2 && !make_water(scene, &state)) {
        tile_scene_destroy(scene);
        return NULL;
    }
    return scene;
}

void tile_scene_destroy(tile_scene *scene) {
    if (!scene)
        return;
    free(scene->tile);
    free(scene->water);
    free(scene);
}

bool tile_scene_solid(const tile_scene *scene, int32_t x, int32_t y) {
    int32_t side = (int32_t)scene->columns * TILE_SIDE;
    if (x < 0 || y < 0 || x >= side || y >= side)
        return false;
    uint8_t tile = scene->tile[(size_t)(y / TILE_SIDE) * scene->columns + (size_t)(x / TILE_SIDE)];
    return tile == TILE_FULL || (tile && scene->mask[tile - 1][y % TILE_SIDE] >> x % TILE_SIDE & 1);
}

static void make_ray(tile_rays *rays, size_t i, double side, uint64_t *state) {
    double angle = random_between(state, 0.0, full_turn);
    rays->x[i] = (float)random_between(state, 0.0, side);
    rays->y[i] = (float)random_between(state, 0.0, side);
    rays->dx[i] = (float)cos(angle);
    rays->dy[i] = (float)sin(angle);
    rays->length[i] = (float)random_between(state, 64.0, 1024.0);
}

tile_rays *tile_rays_create(const tile_scene *scene, size_t count, bool clear, uint64_t seed) {
    size_t column = (count + 31) / 16 * 16; /* and off the multiples of 4 KiB, which would alias in L1 */
    tile_rays *rays = malloc(sizeof *rays);
    float *memory = aligned_alloc(64, 5 * column * sizeof *memory);
    if (!rays || !memory) {
        free(rays);
        free(memory);
        return NULL;
    }
    *rays = (tile_rays){.count = count,
                        .x = memory,
                        .y = memory + column,
                        .dx = memory + 2 * column,
                        .dy = memory + 3 * column,
                        .length = memory + 4 * column};
    for (size_t i = 0; i < count; i++)
        do
            make_ray(rays, i, (double)tile_scene_side(scene), &seed);
        while (clear && tile_scene_solid(scene, (int32_t)rays->x[i], (int32_t)rays->y[i]));
    return rays;
}

void tile_rays_destroy(tile_rays *rays) {
    if (!rays)
        return;
    free(rays->x);
    free(rays);
}
