/* examples/view/scene_sprites.c - sprites of Freedoom that spin and bounce off each other, pixel by pixel. */
#include "../doom/doom.h"
#include "../images/images.h"
#include "../trace/ship.h"
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPRITES, USUAL_SPRITES = 110, PICTURES = 40, MOST_SPRITES = 4000 };
#define TURN 6.2831853f

/* A picture, and its sprite. */
typedef struct picture {
    cairo_surface_t *surface;
    double origin_x, origin_y;
    hail_shape shape;
} picture;

typedef struct sprites {
    hail_world *world;
    hail_spriteset *set;
    picture picture[PICTURES];
    uint32_t pictures;
    int count;
    uint64_t random;
    hail_handle handle[MOST_SPRITES];
    float angle[MOST_SPRITES], spin[MOST_SPRITES];
} sprites;

static void destroy(void *scene) {
    sprites *of = scene;
    if (of == NULL)
        return;
    hail_world_destroy(of->world);
    hail_spriteset_destroy(of->set);
    for (uint32_t i = 0; i < of->pictures; i++)
        cairo_surface_destroy(of->picture[i].surface);
    free(of);
}

/* ---- Pictures ---------------------------------------------------------------------------------------------------- */

static cairo_surface_t *surface_of(const image *from) {
    cairo_surface_t *to = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)from->width, (int)from->height);
    if (cairo_surface_status(to) != CAIRO_STATUS_SUCCESS)
        return to;
    for (uint32_t y = 0; y < from->height; y++)
        for (uint32_t x = 0; x < from->width; x++) {
            const uint8_t *p = from->rgba + 4 * ((size_t)y * from->width + x);
            uint32_t *pixel = (uint32_t *)(void *)(cairo_image_surface_get_data(to) +
                                                   (size_t)y * (size_t)cairo_image_surface_get_stride(to)) +
                              x;
            *pixel = p[3] < 128 ? 0 : 0xff000000u | (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
        }
    cairo_surface_mark_dirty(to);
    return to;
}

/* Turns about its middle. */
static bool add_picture(sprites *of, const image *from) {
    picture *to = &of->picture[of->pictures];
    uint32_t number;
    to->origin_x = (double)from->width * 0.5;
    to->origin_y = (double)from->height * 0.5;
    const hail_image pixels = {.rgba = from->rgba,
                               .width = from->width,
                               .height = from->height,
                               .threshold = 128,
                               .origin_x = (float)to->origin_x,
                               .origin_y = (float)to->origin_y};
    if (!scene_fine(hail_spriteset_add(of->set, &pixels, &number), "adding a sprite") ||
        !scene_fine(hail_shape_sprite(hail_world_shapes(of->world), of->set, number, &to->shape), "making a shape"))
        return false;
    to->surface = surface_of(from);
    of->pictures++;
    return true;
}

/* Monsters as they face the player (A1 and the like), neither tiny nor huge. */
static bool wanted(const image *at) {
    const size_t length = strlen(at->name);
    const uint32_t area = at->width * at->height;
    return length >= 6 && at->name[4] == 'A' && at->name[5] == '1' && area >= 1500 && area <= 14000;
}

static bool add_freedoom(sprites *of) {
    const char *path = doom_installed(1);
    image_wad wad;
    image_error error;
    if (path == NULL || !image_wad_open(path, IMAGE_SPRITES, &wad, &error))
        return true;
    bool fine = true;
    for (size_t i = 0; fine && i < wad.count && of->pictures < PICTURES; i++) {
        image at;
        if (!image_wad_load(&wad, i, &at, &error))
            continue;
        fine = !wanted(&at) || add_picture(of, &at);
        image_free(&at);
    }
    image_wad_close(&wad);
    return fine;
}

/* Without Freedoom: a built-in ship. */
static bool add_pictures(sprites *of) {
    image ship;
    image_error error;
    if (!add_freedoom(of) || of->pictures > 0)
        return of->pictures > 0;
    if (!ship_make(&ship, &error)) {
        fprintf(stderr, "hail-view: %s\n", error.text);
        return false;
    }
    const bool fine = add_picture(of, &ship);
    image_free(&ship);
    return fine;
}

/* ---- A scene ----------------------------------------------------------------------------------------------------- */

static bool spawn(sprites *of, int i) {
    const int columns = (int)ceilf(sqrtf((float)of->count * 16.0f / 9.0f)), rows = (of->count + columns - 1) / columns;
    const float x = 1280.0f * ((float)(i % columns) + 0.5f) / (float)columns;
    const float y = 720.0f * ((float)(i / columns) + 0.5f) / (float)rows;
    const float vx = 160.0f * (scene_random(&of->random) - 0.5f), vy = 160.0f * (scene_random(&of->random) - 0.5f);
    const uint64_t user = (uint64_t)i;
    of->angle[i] = TURN * scene_random(&of->random);
    of->spin[i] = 2.0f * (scene_random(&of->random) - 0.5f);
    const hail_spawn_columns made = {.x = &x, .y = &y, .vx = &vx, .vy = &vy, .angle = &of->angle[i], .user = &user};
    return scene_fine(
        hail_spawn(of->world, SPRITES, &of->picture[(uint32_t)i % of->pictures].shape, &made, 1, &of->handle[i]),
        "spawning");
}

static bool make(sprites *of, const scene_setup *setup) {
    const hail_layer_options layer = {.columns = HAIL_ROTATION | HAIL_USER, .bounds = HAIL_WRAP};
    of->world = scene_world(setup, 1280.0f, 720.0f);
    bool fine = of->world != NULL && scene_fine(hail_spriteset_create(NULL, &of->set), "making a set") &&
                scene_fine(hail_layer_configure(of->world, SPRITES, &layer), "setting up") &&
                scene_fine(hail_rule_set(of->world, SPRITES, SPRITES, HAIL_MANIFOLD), "a rule") && add_pictures(of);
    for (int i = 0; fine && i < of->count; i++)
        fine = spawn(of, i);
    return fine;
}

static void *create(const scene_setup *setup) {
    sprites *of = calloc(1, sizeof *of);
    if (of == NULL)
        return NULL;
    of->random = 5;
    of->count = setup->size > 0 ? setup->size : USUAL_SPRITES;
    of->count = of->count < MOST_SPRITES ? of->count : MOST_SPRITES;
    if (make(of, setup))
        return of;
    destroy(of);
    return NULL;
}

static bool step(void *scene, const scene_input *input) {
    sprites *of = scene;
    (void)input;
    for (int i = 0; i < of->count; i++)
        of->angle[i] = fmodf(of->angle[i] + of->spin[i] * VIEW_FRAME, TURN);
    if (!scene_fine(hail_write_bodies(of->world, &(hail_handles){of->handle, 0, (size_t)of->count},
                                      &(hail_body_writes){.angle = of->angle}, NULL),
                    "turning") ||
        !scene_fine(hail_step(of->world, VIEW_FRAME, NULL, NULL), "a step"))
        return false;
    scene_bounce(of->world, 1.0f, 6.0f);
    return true;
}

static size_t parts(void *scene, scene_part parts[SCENE_PARTS]) {
    sprites *of = scene;
    parts[0] = (scene_part){of->angle, (size_t)of->count * sizeof *of->angle};
    return 1;
}

/* ---- Drawing ----------------------------------------------------------------------------------------------------- */

static void draw_sprite(const picture *of, canvas *to, const hail_columns *at, uint32_t i) {
    cairo_matrix_t turn = {(double)at->cos[i], (double)at->sin[i], -(double)at->sin[i],
                           (double)at->cos[i], (double)at->x[i],   (double)at->y[i]};
    cairo_save(to->cairo);
    cairo_transform(to->cairo, &turn);
    cairo_set_source_surface(to->cairo, of->surface, -of->origin_x, -of->origin_y);
    cairo_pattern_set_filter(cairo_get_source(to->cairo), CAIRO_FILTER_NEAREST);
    cairo_paint(to->cairo);
    cairo_restore(to->cairo);
}

/* Hulls of those that touch, then where. */
static void draw_touching(const sprites *of, canvas *to) {
    const hail_renderer renderer = canvas_renderer(to);
    hail_draw_options options;
    size_t count;
    const hail_contact *contacts = hail_contacts(of->world, &count);
    if (count == 0)
        return;
    hail_draw_options_defaults(&options);
    options.renderer = &renderer;
    options.normal = 26.0f;
    hail_draw_bodies(of->world, &(hail_handles){&contacts->a, sizeof *contacts, count}, &options);
    hail_draw_bodies(of->world, &(hail_handles){&contacts->b, sizeof *contacts, count}, &options);
    hail_draw_contacts(contacts, count, &options);
}

static void draw(void *scene, canvas *to) {
    const sprites *of = scene;
    hail_columns columns;
    cairo_rectangle(to->cairo, 0.0, 0.0, 1280.0, 720.0);
    canvas_color(to, 0x141b2b, 1.0);
    cairo_fill(to->cairo);
    if (hail_layer_columns(of->world, SPRITES, &columns) != HAIL_OK)
        return;
    for (uint32_t i = 0; i < columns.active; i++)
        draw_sprite(&of->picture[columns.user[i] % of->pictures], to, &columns, i);
    draw_touching(of, to);
}

static hail_world *world(void *scene) { return ((sprites *)scene)->world; }

const scene_kind scene_sprites = {
    .name = "sprites",
    .title = "Sprites touch pixel by pixel",
    .legend = "white hull = touches another sprite   red = where pixels meet   yellow = the contact's normal   "
              "(pictures: Freedoom)",
    .sizes = "sprites",
    .width = 1280,
    .height = 720,
    .create = create,
    .step = step,
    .draw = draw,
    .world = world,
    .destroy = destroy,
    .parts = parts,
};
