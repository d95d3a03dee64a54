/* examples/view/scene_dig.c - a cave of pixels that is dug away, by the mouse and by two moles, while marbles roll. */
#include "../maps/maps.h"
#include "../rays/cave.h"
#include "dug.h"
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MARBLES, USUAL_MARBLES = 1400, MOLES = 2, ACROSS = 64 /* px: no disc that is painted is larger */ };
#define GRAVITY 500.0f /* px/s^2 */
#define RADIUS  3.5f   /* px of a marble */
#define CLAW    20.0f  /* px: how far the mouse digs */

typedef struct dig {
    hail_world *world;
    hail_tileset *set;
    hail_tilemap *map;
    cairo_surface_t *image; /* of the map's pixels */
    uint32_t *rock;         /* what it was at first */
    hail_shape marble;
    uint64_t random;
    int count, frame, width, height;
    float mole_x[MOLES], mole_y[MOLES];
    light light[8];
    float zoom;
} dig;

static void destroy(void *scene) {
    dig *of = scene;
    if (of == NULL)
        return;
    hail_world_destroy(of->world);
    hail_tilemap_destroy(of->map);
    hail_tileset_destroy(of->set);
    if (of->image != NULL)
        cairo_surface_destroy(of->image);
    free(of->rock);
    free(of);
}

/* ---- The map's image --------------------------------------------------------------------------------------------- */

static uint32_t *image_pixel(const dig *of, int x, int y) {
    return (uint32_t *)(void *)(cairo_image_surface_get_data(of->image) +
                                (ptrdiff_t)y * cairo_image_surface_get_stride(of->image)) +
           x;
}

static void copy_tile(const dig *of, const maps_map *map, const uint8_t *rgba, int left, int top) {
    for (int y = 0; y < (int)map->tile_height && top + y < of->height; y++)
        for (int x = 0; x < (int)map->tile_width && left + x < of->width; x++) {
            const uint8_t *from = rgba + 4 * ((size_t)y * map->tile_width + (size_t)x);
            if (from[3] != 0)
                *image_pixel(of, left + x, top + y) =
                    0xff000000u | (uint32_t)from[0] << 16 | (uint32_t)from[1] << 8 | from[2];
        }
}

static bool make_image(dig *of, const maps_map *map) {
    const maps_layer *layer = &map->layers[0];
    of->width = (int)(layer->columns * map->tile_width);
    of->height = (int)(layer->rows * map->tile_height);
    of->image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, of->width, of->height);
    if (cairo_surface_status(of->image) != CAIRO_STATUS_SUCCESS)
        return scene_fine(HAIL_NO_MEMORY, "making an image");
    for (uint32_t i = 0; i < layer->columns * layer->rows; i++) {
        const uint32_t tile = layer->cells[i] & HAIL_TILE_NUMBER;
        if (tile != 0)
            copy_tile(of, map, map->tiles[tile - 1].rgba, (int)(i % layer->columns * map->tile_width),
                      (int)(i / layer->columns * map->tile_height));
    }
    cairo_surface_mark_dirty(of->image);
    const size_t bytes = (size_t)cairo_image_surface_get_stride(of->image) * (size_t)of->height;
    of->rock = malloc(bytes + 1); /* of no pixels, too */
    if (of->rock == NULL)
        return scene_fine(HAIL_NO_MEMORY, "making an image");
    memcpy(of->rock, cairo_image_surface_get_data(of->image), bytes);
    return true;
}

static bool make_map(dig *of) {
    maps_map map;
    maps_error error;
    bool fine = cave_make(&map, &error);
    if (fine) {
        fine = maps_make(&map, 0, 1, &of->set, &of->map, &error) && make_image(of, &map);
        maps_free(&map);
    }
    if (!fine)
        fprintf(stderr, "hail-view: %s\n", error.text);
    return fine;
}

/* The image follows the map: what is solid now, is asked from it. */
static void repaint(dig *of, int left, int top, int side) {
    float x[ACROSS], y[ACROSS];
    uint8_t solid[ACROSS];
    for (int row = top < 0 ? 0 : top; row < top + side && row < of->height; row++) {
        size_t n = 0;
        for (int column = left < 0 ? 0 : left; column < left + side && column < of->width; column++, n++)
            x[n] = (float)column + 0.5f, y[n] = (float)row + 0.5f;
        if (hail_tilemap_solid(of->map, &(hail_points){.x = x, .y = y, .count = n}, 0, solid) != HAIL_OK)
            return;
        for (size_t i = 0; i < n; i++) {
            uint32_t *pixel = image_pixel(of, (int)x[i], row);
            *pixel = !solid[i] ? 0 : *pixel != 0 ? *pixel : DUG_PILE;
        }
    }
    cairo_surface_mark_dirty(of->image);
}

static void paint(dig *of, float x, float y, float radius, bool solid) {
    if (hail_tilemap_paint_disc(of->map, x, y, radius, solid, 0) == HAIL_OK)
        repaint(of, (int)floorf(x - radius) - 1, (int)floorf(y - radius) - 1, 2 * (int)radius + 4);
}

/* ---- A scene ----------------------------------------------------------------------------------------------------- */

static bool make_world(dig *of, const scene_setup *setup) {
    const hail_layer_options layer = {.columns = HAIL_LIFE | HAIL_USER, .bounds = HAIL_KILL};
    const hail_rule rule = {.mode = HAIL_SWEPT, .layer_a = MARBLES, .layer_b = HAIL_TILES, .stop = true};
    of->world = scene_world(setup, (float)of->width, (float)of->height);
    return of->world != NULL && scene_fine(hail_layer_configure(of->world, MARBLES, &layer), "setting up") &&
           scene_fine(hail_shape_circle(hail_world_shapes(of->world), RADIUS, &of->marble), "making a shape") &&
           scene_fine(hail_world_set_tilemap(of->world, of->map), "setting the map") &&
           scene_fine(hail_rule_set(of->world, MARBLES, MARBLES, HAIL_MANIFOLD), "a rule") &&
           scene_fine(hail_rule_configure(of->world, &rule), "a rule");
}

static void *create(const scene_setup *setup) {
    dig *of = calloc(1, sizeof *of);
    if (of == NULL)
        return NULL;
    of->random = 11;
    of->count = setup->size > 0 ? setup->size : USUAL_MARBLES;
    if (make_map(of) && make_world(of, setup))
        return of;
    destroy(of);
    return NULL;
}

static void move_moles(dig *of) {
    for (int i = 0; i < MOLES; i++) {
        const float time = (float)of->frame * VIEW_FRAME * 0.35f + 2.6f * (float)i;
        of->mole_x[i] = 640.0f + 520.0f * sinf(time * 0.9f);
        of->mole_y[i] = 370.0f + 230.0f * sinf(time * 1.7f + 1.2f * (float)i);
        paint(of, of->mole_x[i], of->mole_y[i], 13.0f, false);
    }
}

/* Marbles drop from the moles' tunnels and from three springs, where there is room. */
static bool drop(dig *of) {
    const float spring_x[] = {250.0f, 640.0f, 850.0f};
    for (int i = 0; i < 3 && hail_body_count(of->world) < (size_t)of->count; i++) {
        float x = spring_x[i] + 30.0f * (scene_random(&of->random) - 0.5f), y = 60.0f, vx = 0.0f, life = 14.0f;
        uint8_t solid = 1;
        for (; solid && y < 600.0f; y += 12.0f)
            if (hail_tilemap_solid(of->map, &(hail_points){.x = &x, .y = &y, .count = 1}, 0, &solid) != HAIL_OK)
                return false;
        vx = 160.0f * (scene_random(&of->random) - 0.5f);
        const uint64_t user = (uint64_t)i;
        const hail_spawn_columns columns = {.x = &x, .y = &y, .vx = &vx, .life = &life, .user = &user};
        if (!solid && !scene_fine(hail_spawn(of->world, MARBLES, &of->marble, &columns, 1, NULL), "spawning"))
            return false;
    }
    return true;
}

static void bounce(const hail_contact *contacts, size_t count, void *world) {
    if (contacts->kind == HAIL_CONTACT_TILE)
        hail_reflect(world, contacts, count, 0.35f, 0.01f);
}

static bool step(void *scene, const scene_input *input) {
    dig *of = scene;
    hail_columns columns;
    of->frame++;
    move_moles(of);
    if (input->dig || input->pile)
        paint(of, input->x, input->y, CLAW, !input->dig);
    if (!drop(of) || !scene_fine(hail_layer_columns(of->world, MARBLES, &columns), "reading the marbles"))
        return false;
    for (uint32_t i = 0; i < columns.active; i++)
        columns.vy[i] += GRAVITY * VIEW_FRAME;
    if (!scene_fine(hail_step(of->world, VIEW_FRAME, bounce, of->world), "a step"))
        return false;
    scene_bounce(of->world, 0.3f, 6.0f);
    return true;
}

static size_t parts(void *scene, scene_part parts[SCENE_PARTS]) {
    dig *of = scene;
    parts[0] = (scene_part){&of->random, sizeof of->random};
    parts[1] = (scene_part){&of->frame, sizeof of->frame};
    return 2;
}

static dug pixels(const dig *of) {
    return (dug){.map = of->map,
                 .image = image_pixel(of, 0, 0),
                 .rock = of->rock,
                 .width = of->width,
                 .height = of->height,
                 .stride = cairo_image_surface_get_stride(of->image) / 4};
}

static void *keep(void *scene, size_t *bytes) {
    const dug now = pixels(scene);
    return dug_keep(&now, bytes);
}

static bool go_back(void *scene, void *kept) {
    const dig *of = scene;
    const dug now = pixels(of);
    const bool fine = dug_go_back(&now, kept);
    cairo_surface_mark_dirty(of->image);
    return fine || scene_fine(HAIL_NO_MEMORY, "painting");
}

static void forget(void *kept) { free(kept); }

/* ---- Drawing ----------------------------------------------------------------------------------------------------- */

static void draw_marbles(dig *of, canvas *to) {
    hail_columns columns;
    if (of->zoom != to->zoom)
        for (uint32_t i = 0; i < 8; i++)
            light_make(&of->light[i], RADIUS * to->zoom, 1.5f, scene_color(i), false);
    of->zoom = to->zoom;
    if (hail_layer_columns(of->world, MARBLES, &columns) != HAIL_OK)
        return;
    cairo_surface_flush(to->surface);
    for (uint32_t i = 0; i < columns.active; i++)
        light_put(to, &of->light[columns.user[i] % 8], columns.x[i], columns.y[i]);
    cairo_surface_mark_dirty(to->surface);
}

static void draw(void *scene, canvas *to) {
    dig *of = scene;
    cairo_rectangle(to->cairo, 0.0, 0.0, of->width, of->height);
    canvas_color(to, 0x101726, 1.0);
    cairo_fill(to->cairo);
    cairo_set_source_surface(to->cairo, of->image, 0.0, 0.0);
    cairo_pattern_set_filter(cairo_get_source(to->cairo), CAIRO_FILTER_NEAREST);
    cairo_paint(to->cairo);
    for (int i = 0; i < MOLES; i++) {
        cairo_new_sub_path(to->cairo);
        cairo_arc(to->cairo, (double)of->mole_x[i], (double)of->mole_y[i], 13.0, 0.0, 6.2832);
        canvas_color(to, 0xffe066, 0.9);
        cairo_set_line_width(to->cairo, 2.0);
        cairo_stroke(to->cairo);
    }
    draw_marbles(of, to);
}

static hail_world *world(void *scene) { return ((dig *)scene)->world; }

const scene_kind scene_dig = {
    .name = "dig",
    .title = "Dig: a tile map changes pixel by pixel",
    .legend = "brown = solid pixels   yellow ring = a mole that digs   left button digs, right piles up   "
              "discs = marbles, by spring",
    .sizes = "marbles",
    .width = 1280,
    .height = 720,
    .create = create,
    .step = step,
    .draw = draw,
    .world = world,
    .destroy = destroy,
    .parts = parts,
    .keep = keep,
    .go_back = go_back,
    .forget = forget,
};
