/* examples/sparks.c - sparks by the ten thousands: they fall, bounce off the pixels of a tile map, and burn out. */
#include "common/sketch.h"

#include <stdio.h>

enum { SPARKS }; /* a layer */
enum { SPARK_COUNT = 50000, COLUMNS = 40, ROWS = 23, TILE = 16, FRAMES = 90 };

static float x[SPARK_COUNT], y[SPARK_COUNT], vx[SPARK_COUNT], vy[SPARK_COUNT], life[SPARK_COUNT];
static uint8_t solid[SPARK_COUNT];

/* Sebastiano Vigna's splitmix64: 0 to 1. */
static float chance(void) {
    static uint64_t state = 1;
    uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (float)((z ^ z >> 31) >> 40) / 16777216.0f;
}

/* A floor, and rocks whose edges are pixels. */
static hail_tilemap *make_map(hail_tileset **set) {
    hail_tilemap *map;
    must(hail_tileset_create(NULL, TILE, TILE, set));
    must(hail_tilemap_create(*set, &(hail_tilemap_options){.columns = COLUMNS, .rows = ROWS}, &map));
    must(hail_tilemap_paint(map, 0, 340, COLUMNS * TILE, 28, true, 0));
    for (int i = 0; i < 6; i++)
        must(hail_tilemap_paint_disc(map, 60 + 105 * (float)i, 330 - 50 * (float)(i % 3), 30, true, 0));
    return map;
}

/* Bursts over the rocks. */
static void ignite(hail_world *world) {
    hail_shape dot;
    for (int i = 0; i < SPARK_COUNT; i++) {
        do
            vx[i] = 2 * chance() - 1, vy[i] = 2 * chance() - 1;
        while (vx[i] * vx[i] + vy[i] * vy[i] > 1);
        x[i] = 130 + 190 * (float)(i % 3) + vx[i], y[i] = 110 + 40 * (float)(i % 2) + vy[i];
        vx[i] *= 260, vy[i] *= 260;
        life[i] = 0.5f + 2 * chance();
    }
    must(hail_shape_circle(hail_world_shapes(world), 1, &dot));
    must(hail_spawn(world, SPARKS, &dot, &(hail_spawn_columns){.x = x, .y = y, .vx = vx, .vy = vy, .life = life},
                    SPARK_COUNT, NULL));
}

static void on_contacts(const hail_contact *contacts, size_t count, void *world) {
    must(hail_reflect(world, contacts, count, 0.5f, 0.1f));
}

/* How many sparks are inside rock: none, if no step lets one through. */
static int inside(const hail_tilemap *map, const hail_columns *spark) {
    const hail_points at = {.x = spark->x, .y = spark->y, .count = spark->active};
    int sum = 0;
    must(hail_tilemap_solid(map, &at, 0, solid));
    for (uint32_t i = 0; i < spark->active; i++)
        sum += solid[i];
    return sum;
}

int main(int argc, char **argv) {
    hail_world *world;
    hail_tileset *set;
    hail_tilemap *map = make_map(&set);
    hail_columns spark;
    unsigned long long bounces = 0;
    sketch picture;
    sketch_open(&picture, argc, argv, 0, 0, COLUMNS * TILE, 360);
    must(hail_world_create(&(hail_world_options){.max_x = COLUMNS * TILE, .max_y = ROWS * TILE}, &world));
    must(hail_layer_configure(world, SPARKS, &(hail_layer_options){.columns = HAIL_LIFE, .bounds = HAIL_KILL}));
    must(hail_world_set_tilemap(world, map));
    /* Swept: a spark's centre is marched through the pixels, and it is put back where it hit. */
    const hail_rule bounce = {
        .mode = HAIL_SWEPT, .layer_a = SPARKS, .layer_b = HAIL_TILES, .centre_only = true, .smooth = 3, .stop = true};
    must(hail_rule_configure(world, &bounce));
    ignite(world);
    for (int i = 0; i < FRAMES; i++) {
        must(hail_layer_columns(world, SPARKS, &spark));
        for (uint32_t k = 0; k < spark.active; k++)
            spark.vy[k] += 300.0f / 60;
        must(hail_step(world, 1.0f / 60, on_contacts, world));
        bounces += hail_stats(world)->contacts;
    }
    must(hail_layer_columns(world, SPARKS, &spark));
    const int stuck = inside(map, &spark);
    printf("sparks: %d, %llu bounces, %u still burn, %d are inside rock\n", SPARK_COUNT, bounces, spark.active, stuck);
    must(hail_draw_world(world, &picture.options));
    sketch_key(&picture, HAIL_DRAWN_BODY, SPARKS, "sparks, 1.5 s after three bursts");
    sketch_key(&picture, HAIL_DRAWN_TILE, 0, "solid pixels of a tile map");
    must(hail_world_destroy(world));
    hail_tilemap_destroy(map);
    hail_tileset_destroy(set);
    return sketch_close(&picture, stuck == 0);
}
