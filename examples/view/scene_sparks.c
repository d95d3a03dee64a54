/* examples/view/scene_sparks.c - a million sparks: fountains that bounce off the pixels of a tile map. */
#include "scene.h"

#include <math.h>
#include <stdlib.h>

enum { SPARKS_LAYER, USUAL_SPARKS = 1000000, TILE = 32, COLUMNS = 60, ROWS = 34, FOUNTAINS = 5, BURST = 4096 };
#define GRAVITY 420.0f /* px/s^2 */

typedef struct sparks {
    hail_world *world;
    hail_tileset *set;
    hail_tilemap *map;
    hail_shape dot;
    uint64_t random;
    size_t size;
    int frame;
    float x[BURST], y[BURST], vx[BURST], vy[BURST], life[BURST];
} sparks;

static void destroy(void *scene) {
    sparks *of = scene;
    if (of == NULL)
        return;
    hail_world_destroy(of->world);
    hail_tilemap_destroy(of->map);
    hail_tileset_destroy(of->set);
    free(of);
}

/* Bowls and islands: discs of rock with holes. */
static bool make_map(sparks *of) {
    const hail_tilemap_options options = {.columns = COLUMNS, .rows = ROWS};
    if (!scene_fine(hail_tileset_create(NULL, TILE, TILE, &of->set), "making tiles") ||
        !scene_fine(hail_tilemap_create(of->set, &options, &of->map), "making a map"))
        return false;
    bool fine = true;
    for (int i = 0; i < 7; i++) {
        const float x = 160.0f + 265.0f * (float)i, y = 620.0f + 150.0f * sinf(1.9f * (float)i);
        fine = fine && scene_fine(hail_tilemap_paint_disc(of->map, x, y, 92.0f, true, 0), "painting") &&
               scene_fine(hail_tilemap_paint_disc(of->map, x, y - 34.0f, 80.0f, false, 0), "painting");
    }
    for (int i = 0; i < 6; i++)
        fine = fine && scene_fine(hail_tilemap_paint_disc(of->map, 290.0f + 265.0f * (float)i,
                                                          300.0f + 60.0f * (float)(i % 3), 34.0f, true, 0),
                                  "painting");
    return fine && scene_fine(hail_tilemap_paint(of->map, 0, 1040, 1920, 40, true, 0), "painting");
}

static bool make_world(sparks *of, const scene_setup *setup) {
    const hail_layer_options layer = {.columns = HAIL_LIFE, .bounds = HAIL_KILL};
    const hail_rule rule = {.mode = HAIL_SWEPT,
                            .layer_a = SPARKS_LAYER,
                            .layer_b = HAIL_TILES,
                            .centre_only = true,
                            .smooth = 3,
                            .stop = true};
    of->world = scene_world(setup, 1920.0f, 1080.0f);
    return of->world != NULL &&
           scene_fine(hail_layer_configure(of->world, SPARKS_LAYER, &layer), "setting up the sparks") &&
           scene_fine(hail_shape_circle(hail_world_shapes(of->world), 1.0f, &of->dot), "making a shape") &&
           scene_fine(hail_world_set_tilemap(of->world, of->map), "setting the map") &&
           scene_fine(hail_rule_configure(of->world, &rule), "setting the rule");
}

static void *create(const scene_setup *setup) {
    sparks *of = calloc(1, sizeof *of);
    if (of == NULL)
        return NULL;
    of->random = 7;
    of->size = setup->size > 0 ? (size_t)setup->size : USUAL_SPARKS;
    if (make_map(of) && make_world(of, setup))
        return of;
    destroy(of);
    return NULL;
}

/* ---- A frame ----------------------------------------------------------------------------------------------------- */

static void aim(sparks *of, size_t i) {
    const int fountain = (int)(i % FOUNTAINS);
    const float swing = 0.55f * sinf((float)of->frame * 0.02f + (float)fountain * 1.3f);
    const float angle = -1.5708f + swing + (scene_random(&of->random) - 0.5f) * 0.5f;
    const float speed = 360.0f + 420.0f * scene_random(&of->random);
    of->x[i] = 192.0f + 384.0f * (float)fountain + 8.0f * scene_random(&of->random);
    of->y[i] = 1030.0f - 8.0f * scene_random(&of->random);
    of->vx[i] = speed * cosf(angle);
    of->vy[i] = speed * sinf(angle);
    of->life[i] = 2.0f + 3.0f * scene_random(&of->random);
}

/* As many a frame as die of age: the number stays near `size`. */
static bool fire(sparks *of) {
    const size_t now = hail_body_count(of->world), missing = now < of->size ? of->size - now : 0;
    size_t left = of->size / 60 < missing ? of->size / 60 : missing;
    const hail_spawn_columns columns = {.x = of->x, .y = of->y, .vx = of->vx, .vy = of->vy, .life = of->life};
    while (left > 0) {
        const size_t count = left < BURST ? left : BURST;
        for (size_t i = 0; i < count; i++)
            aim(of, i);
        if (!scene_fine(hail_spawn(of->world, SPARKS_LAYER, &of->dot, &columns, count, NULL), "spawning"))
            return false;
        left -= count;
    }
    return true;
}

static void bounce(const hail_contact *contacts, size_t count, void *world) {
    hail_reflect(world, contacts, count, 0.55f, 0.1f);
}

static bool step(void *scene, const scene_input *input) {
    sparks *of = scene;
    hail_columns columns;
    (void)input;
    of->frame++;
    if (!fire(of) || !scene_fine(hail_layer_columns(of->world, SPARKS_LAYER, &columns), "reading the sparks"))
        return false;
    for (uint32_t i = 0; i < columns.active; i++)
        columns.vy[i] += GRAVITY * VIEW_FRAME;
    return scene_fine(hail_step(of->world, VIEW_FRAME, bounce, of->world), "a step");
}

static size_t parts(void *scene, scene_part parts[SCENE_PARTS]) {
    sparks *of = scene;
    parts[0] = (scene_part){&of->random, sizeof of->random};
    parts[1] = (scene_part){&of->frame, sizeof of->frame};
    return 2;
}

/* ---- Drawing ----------------------------------------------------------------------------------------------------- */

/* From white through yellow and red to dark, by what is left of its life. */
static uint32_t heat(float life) {
    const int step = life <= 0.0f ? 0 : life >= 4.9f ? 49 : (int)(life * 10.0f);
    const int red = 70 + step * 9, green = 16 + step * step / 9, blue = 20 + step * step * step / 500;
    return (uint32_t)(red < 255 ? red : 255) << 16 | (uint32_t)(green < 255 ? green : 255) << 8 |
           (uint32_t)(blue < 255 ? blue : 255);
}

static void draw_map(const sparks *of, canvas *to) {
    const hail_renderer renderer = canvas_renderer(to);
    hail_draw_options options;
    hail_draw_options_defaults(&options);
    options.renderer = &renderer;
    canvas_view(to, &options);
    hail_draw_tilemap(of->map, &options);
}

static void draw(void *scene, canvas *to) {
    const sparks *of = scene;
    uint32_t colors[64];
    hail_columns columns;
    draw_map(of, to);
    for (int i = 0; i < 64; i++)
        colors[i] = heat((float)i * 0.1f);
    if (hail_layer_columns(of->world, SPARKS_LAYER, &columns) != HAIL_OK)
        return;
    cairo_surface_flush(to->surface);
    for (uint32_t i = 0; i < columns.active; i++) {
        const float x = (columns.x[i] - to->x) * to->zoom, y = (columns.y[i] - to->y) * to->zoom;
        if (!(x >= 0.0f && y >= 0.0f && x < (float)to->width && y < (float)to->height))
            continue;
        uint32_t *pixel = &to->pixels[(size_t)(int)y * (size_t)to->stride + (size_t)(int)x];
        *pixel = lighter(*pixel, colors[columns.life[i] < 6.3f ? (int)(columns.life[i] * 10.0f) & 63 : 63]);
    }
    cairo_surface_mark_dirty(to->surface);
}

static hail_world *world(void *scene) { return ((sparks *)scene)->world; }

const scene_kind scene_sparks = {
    .name = "sparks",
    .title = "A million sparks, swept against pixels",
    .legend = "white = young spark, red = old   grey = solid pixels of a tile map   each spark bounces (hail_reflect)",
    .sizes = "sparks",
    .width = 1920,
    .height = 1080,
    .create = create,
    .step = step,
    .draw = draw,
    .world = world,
    .destroy = destroy,
    .parts = parts,
};
