/* examples/platformer.c - a platformer on a Tiled map: a hero runs, climbs slopes and steps, jumps pits, and lands. */
#include "common/sketch.h"
#include "maps/maps.h"

#include <stdio.h>

enum { HERO, MOST_FRAMES = 1200 };
#define FRAME   (1.0f / 60.0f)
#define RUN     130.0f  /* px/s */
#define JUMP    -340.0f /* px/s: up */
#define GRAVITY 900.0f  /* px/s^2 */

typedef struct hero {
    hail_convex body; /* a capsule: its round feet pass small edges */
    float x, y, vx, vy;
    bool on_floor, at_wall;
    int jumps, landings, stuck;
} hero;

/* Moves the hero by its velocity as far as the map lets it. Seams between tiles never catch it. */
static void move(hero *of, const hail_tilemap *map) {
    const float dx = of->vx * FRAME, dy = of->vy * FRAME;
    const bool was_on_floor = of->on_floor;
    hail_slide slide;
    hail_slide_options options;
    must(hail_slide_options_defaults(&options));
    options.step_height = was_on_floor ? 9 : 0; /* walks up half a tile, jumps at more */
    const hail_tilemap_movers movers = {
        .map = map,
        .shapes = {
            .convexes = &of->body, .shape_count = 1, .x = &of->x, .y = &of->y, .dx = &dx, .dy = &dy, .count = 1}};
    must(hail_tilemap_slide(&movers, &options, &slide));
    of->x += slide.dx, of->y += slide.dy;
    of->on_floor = slide.flags & HAIL_STANDS;
    of->at_wall = slide.flags & HAIL_ON_WALL && slide.dx < 0.5f * dx; /* a slope of pixels is no wall */
    of->stuck += (slide.flags & HAIL_STUCK) != 0;
    of->landings += of->on_floor && !was_on_floor;
    if (of->on_floor || slide.flags & HAIL_ON_CEILING)
        of->vy = 0;
}

/* Whether there is ground up to 40 px below a point ahead. */
static bool ground_ahead(const hero *of, const hail_tilemap *map) {
    const float x = of->x + 12, y = of->y, dx = 0, dy = 60;
    hail_ray_hit hit;
    const hail_tilemap_rays ray = {.map = map, .rays = {.x = &x, .y = &y, .dx = &dx, .dy = &dy, .count = 1}};
    must(hail_tilemap_march(&ray, &(hail_ray_answers){.hits = &hit}));
    return hit.hit;
}

static void frame(hero *of, const hail_tilemap *map) {
    of->vx = RUN;
    of->vy += GRAVITY * FRAME;
    if (of->on_floor && (of->at_wall || !ground_ahead(of, map))) {
        of->vy = JUMP;
        of->jumps++;
    }
    move(of, map);
}

int main(int argc, char **argv) {
    maps_map from;
    maps_error error;
    hail_tileset *set;
    hail_tilemap *map;
    sketch picture;
    int frames = 0;
    if (!maps_load(EXAMPLE_MAP, &from, &error) || !maps_make(&from, 0, 1, &set, &map, &error)) {
        puts(error.text);
        return 1;
    }
    const maps_object *start = maps_find(&from, "start"), *goal = maps_find(&from, "goal"); /* drawn in Tiled */
    if (start == NULL || goal == NULL)
        return 1;
    hero of = {.x = start->x, .y = start->y};
    const float end = goal->x - goal->width / 2, width = (float)(from.layers[0].columns * from.tile_width);
    sketch_open(&picture, argc, argv, 0, 80, width, (float)(from.layers[0].rows * from.tile_height));
    must(hail_convex_capsule(0, -6, 0, 6, 5, &of.body));
    must(hail_draw_tilemap(map, &picture.options));
    for (; of.x < end && frames < MOST_FRAMES; frames++) {
        frame(&of, map);
        if (frames % 8 == 0)
            sketch_bodies(&picture, &of.body, &(hail_shapes){.x = &of.x, .y = &of.y, .count = 1}, HERO);
    }
    printf("platformer: at the goal after %d frames, %d jumps, %d landings; stuck in %d frames\n", frames, of.jumps,
           of.landings, of.stuck);
    sketch_key(&picture, HAIL_DRAWN_BODY, HERO, "the hero in every 8th frame");
    sketch_key(&picture, HAIL_DRAWN_TILE, 0, "solid pixels of the map");
    hail_tilemap_destroy(map);
    hail_tileset_destroy(set);
    maps_free(&from);
    return sketch_close(&picture, of.x >= end && of.stuck == 0);
}
