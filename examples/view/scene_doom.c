/* examples/view/scene_doom.c - a level of Freedoom: walkers slide along its walls, and rays show what the player sees.
 */
#include "../doom/doom.h"
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WALKERS, USUAL_WALKERS = 500, MOST_WALKERS = 20000, RAYS = 720, TRIES = 4000, WIDTH = 3200, HEIGHT = 1800 };
#define TURN  6.2831853f
#define GIRTH 16.0f   /* px: the radius of a walker */
#define PACE  150.0f  /* px/s */
#define SIGHT 1300.0f /* px */

typedef struct level {
    doom_map map;
    hail_sectors *sectors;
    hail_world *world;
    hail_shape shape;
    float left, top, right, bottom; /* px: of all walls, with a rim */
    uint64_t random;
    int count; /* walkers; the player is number 0 */
    float heading[MOST_WALKERS], x[MOST_WALKERS], y[MOST_WALKERS], dx[MOST_WALKERS], dy[MOST_WALKERS];
    uint32_t sector[MOST_WALKERS];
    hail_sector_move moves[MOST_WALKERS];
    hail_handle handle[MOST_WALKERS];
    float ray_x[RAYS], ray_y[RAYS], ray_dx[RAYS], ray_dy[RAYS];
    hail_query_hit hits[RAYS];
    uint8_t seen[MOST_WALKERS];
} level;

static void destroy(void *scene) {
    level *of = scene;
    if (of == NULL)
        return;
    hail_world_destroy(of->world);
    hail_sectors_destroy(of->sectors);
    doom_free(&of->map);
    free(of);
}

/* ---- The map ----------------------------------------------------------------------------------------------------- */

static bool read_map(level *of) {
    doom_error error;
    const bool fine = doom_first(&of->map, &error);
    if (!fine)
        fprintf(stderr, "hail-view: %s\n", error.text);
    return fine;
}

static void measure(level *of) {
    of->left = of->top = INFINITY;
    of->right = of->bottom = -INFINITY;
    for (size_t i = 0; i < of->map.wall_count; i++) {
        const float x = of->map.x[of->map.walls[i].a], y = of->map.y[of->map.walls[i].a];
        of->left = fminf(of->left, x - 120.0f), of->right = fmaxf(of->right, x + 120.0f);
        of->top = fminf(of->top, y - 220.0f), of->bottom = fmaxf(of->bottom, y + 120.0f);
    }
}

static bool make_map(level *of) {
    measure(of);
    hail_sectors_options options;
    hail_sectors_options_defaults(&options);
    options.tolerant = true;
    const hail_sector_data data = doom_data(&of->map);
    return scene_fine(hail_sectors_create(&options, &data, NULL, &of->sectors), "making the map");
}

/* ---- Walkers ----------------------------------------------------------------------------------------------------- */

static hail_sector_movers movers(const level *of, int first, int count) {
    return (hail_sector_movers){.map = of->sectors,
                                .x = of->x + first,
                                .y = of->y + first,
                                .dx = of->dx + first,
                                .dy = of->dy + first,
                                .sector = of->sector + first,
                                .radius_of_all = GIRTH,
                                .count = (size_t)count};
}

/* Puts a walker at a point; false: there is no room for it. */
static bool put(level *of, int i, float x, float y) {
    of->x[i] = x, of->y[i] = y;
    const hail_points point = {.x = &of->x[i], .y = &of->y[i], .count = 1};
    if (hail_sectors_find(of->sectors, &point, &of->sector[i]) != HAIL_OK || of->sector[i] == HAIL_NO_SECTOR)
        return false;
    const hail_sector_movers one = movers(of, i, 1);
    if (hail_sectors_depenetrate(&one, &of->moves[i]) != HAIL_OK || (of->moves[i].flags & HAIL_MOVE_SQUEEZED))
        return false;
    of->x[i] = of->moves[i].x, of->y[i] = of->moves[i].y, of->sector[i] = of->moves[i].sector;
    of->heading[i] = TURN * scene_random(&of->random);
    return of->sector[i] != HAIL_NO_SECTOR;
}

/* The player at its start; the others anywhere. */
static void put_all(level *of) {
    hail_sectors_size size;
    hail_sectors_measure(of->sectors, &size);
    int i = 0;
    for (size_t k = 0; k < of->map.thing_count && i == 0; k++)
        i += of->map.things[k].who == DOOM_PLAYER && put(of, 0, of->map.things[k].x, of->map.things[k].y);
    const int wanted = of->count;
    for (int tries = 0; i < wanted && tries < TRIES + 20 * wanted; tries++)
        i += put(of, i, size.min_x + (size.max_x - size.min_x) * scene_random(&of->random),
                 size.min_y + (size.max_y - size.min_y) * scene_random(&of->random));
    of->count = i;
}

static bool make_world(level *of, const scene_setup *setup) {
    const hail_layer_options layer = {.columns = HAIL_USER, .caller_moved = true};
    const hail_context context = {.variant = setup->isa, .tasks = setup->tasks};
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context = &context;
    options.timed = true;
    options.kept_contacts = 4096;
    if (!scene_fine(hail_world_create(&options, &of->world), "making a world") ||
        !scene_fine(hail_layer_configure(of->world, WALKERS, &layer), "setting up") ||
        !scene_fine(hail_shape_circle(hail_world_shapes(of->world), GIRTH, &of->shape), "making a shape") ||
        !scene_fine(hail_world_set_sectors(of->world, of->sectors), "setting the map") ||
        !scene_fine(hail_rule_set(of->world, WALKERS, WALKERS, HAIL_MANIFOLD), "a rule"))
        return false;
    put_all(of);
    const hail_spawn_columns columns = {.x = of->x, .y = of->y};
    return of->count > 0 &&
           scene_fine(hail_spawn(of->world, WALKERS, &of->shape, &columns, (size_t)of->count, of->handle), "spawning");
}

static void *create(const scene_setup *setup) {
    level *of = calloc(1, sizeof *of);
    if (of == NULL)
        return NULL;
    of->random = 9;
    of->count = setup->size > 0 ? setup->size : USUAL_WALKERS;
    of->count = of->count < MOST_WALKERS ? of->count : MOST_WALKERS;
    if (read_map(of) && make_map(of) && make_world(of, setup))
        return of;
    destroy(of);
    return NULL;
}

/* ---- A frame ----------------------------------------------------------------------------------------------------- */

/* Straight on; along the wall, with a turn, where one is hit. */
static void head(level *of, int i, const scene_input *input) {
    const float pace = PACE * VIEW_FRAME;
    if (i == 0 && (input->walk_x != 0.0f || input->walk_y != 0.0f)) {
        of->dx[0] = 2.0f * pace * input->walk_x, of->dy[0] = 2.0f * pace * input->walk_y;
        return;
    }
    if (of->moves[i].flags & HAIL_MOVE_MET)
        of->heading[i] =
            atan2f(of->moves[i].normal_y, of->moves[i].normal_x) + 2.4f * (scene_random(&of->random) - 0.5f);
    of->heading[i] += 0.06f * (scene_random(&of->random) - 0.5f);
    of->dx[i] = pace * cosf(of->heading[i]), of->dy[i] = pace * sinf(of->heading[i]);
}

static bool walk(level *of, const scene_input *input) {
    for (int i = 0; i < of->count; i++)
        head(of, i, input);
    const hail_sector_movers all = movers(of, 0, of->count);
    if (!scene_fine(hail_sectors_move(&all, NULL, of->moves, NULL), "walking"))
        return false;
    for (int i = 0; i < of->count; i++)
        of->x[i] = of->moves[i].x, of->y[i] = of->moves[i].y, of->sector[i] = of->moves[i].sector;
    const hail_handles bodies = {.handles = of->handle, .count = (size_t)of->count};
    return scene_fine(hail_write_bodies(of->world, &bodies, &(hail_body_writes){.x = of->x, .y = of->y}, NULL),
                      "walking");
}

/* What the player sees: rays up to walls, and a line of sight to every walker. */
static bool look(level *of) {
    for (int i = 0; i < RAYS; i++) {
        const float angle = TURN * (float)i / RAYS;
        of->ray_x[i] = of->x[0], of->ray_y[i] = of->y[0];
        of->ray_dx[i] = SIGHT * cosf(angle), of->ray_dy[i] = SIGHT * sinf(angle);
    }
    const hail_query_filter walls = {.find = HAIL_FIND_WALLS};
    const hail_rays rays = {.x = of->ray_x, .y = of->ray_y, .dx = of->ray_dx, .dy = of->ray_dy, .count = RAYS};
    if (!scene_fine(hail_query_rays(of->world, &rays, &walls, 1, of->hits, NULL), "looking"))
        return false;
    for (int i = 0; i < of->count; i++)
        of->dx[i] = of->x[0], of->dy[i] = of->y[0]; /* free until the next walk */
    const hail_rays lines = {.x = of->dx, .y = of->dy, .to_x = of->x, .to_y = of->y, .count = (size_t)of->count};
    return scene_fine(hail_query_sight(of->world, &lines, &walls, of->seen), "looking");
}

static bool step(void *scene, const scene_input *input) {
    level *of = scene;
    return walk(of, input) && scene_fine(hail_step(of->world, VIEW_FRAME, NULL, NULL), "a step") && look(of);
}

/* What the player sees comes from the next frame. */
static size_t parts(void *scene, scene_part parts[SCENE_PARTS]) {
    level *of = scene;
    const size_t count = (size_t)of->count;
    parts[0] = (scene_part){&of->random, sizeof of->random};
    parts[1] = (scene_part){of->heading, count * sizeof *of->heading};
    parts[2] = (scene_part){of->x, count * sizeof *of->x};
    parts[3] = (scene_part){of->y, count * sizeof *of->y};
    parts[4] = (scene_part){of->sector, count * sizeof *of->sector};
    parts[5] = (scene_part){of->moves, count * sizeof *of->moves};
    return 6;
}

/* ---- Drawing ----------------------------------------------------------------------------------------------------- */

static void draw_sight(const level *of, canvas *to) {
    const double x = (double)of->x[0], y = (double)of->y[0];
    for (int i = 0; i < RAYS; i++) {
        const double t = of->hits[i].kind != 0 ? (double)of->hits[i].t : 1.0;
        cairo_line_to(to->cairo, x + t * (double)of->ray_dx[i], y + t * (double)of->ray_dy[i]);
    }
    cairo_close_path(to->cairo);
    cairo_pattern_t *glow = cairo_pattern_create_radial(x, y, 10.0, x, y, (double)SIGHT);
    cairo_pattern_add_color_stop_rgba(glow, 0.0, 1.0, 0.85, 0.45, 0.75);
    cairo_pattern_add_color_stop_rgba(glow, 0.5, 0.9, 0.55, 0.2, 0.35);
    cairo_pattern_add_color_stop_rgba(glow, 1.0, 0.6, 0.3, 0.1, 0.0);
    cairo_set_source(to->cairo, glow);
    cairo_fill(to->cairo);
    cairo_pattern_destroy(glow);
}

static void draw_walls(const level *of, canvas *to) {
    const hail_renderer renderer = canvas_renderer(to);
    hail_draw_options options;
    hail_draw_options_defaults(&options);
    options.renderer = &renderer;
    canvas_view(to, &options);
    hail_draw_sectors(of->sectors, &options);
}

static void draw(void *scene, canvas *to) {
    const level *of = scene;
    draw_sight(of, to);
    draw_walls(of, to);
    for (int i = of->count - 1; i >= 0; i--) {
        cairo_new_sub_path(to->cairo);
        cairo_arc(to->cairo, (double)of->x[i], (double)of->y[i], (double)GIRTH, 0.0, 6.2832);
        canvas_color(to, i == 0 ? 0xffffff : of->seen[i] ? 0xff5c5c : 0x5a86b8, 1.0);
        cairo_fill(to->cairo);
    }
}

static hail_world *world(void *scene) { return ((level *)scene)->world; }

static float clamped(float value, float least, float most) {
    if (least > most)
        return 0.5f * (least + most);
    return value < least ? least : value > most ? most : value;
}

/* The player, but nothing beyond the map. */
static void focus(void *scene, float *x, float *y) {
    const level *of = scene;
    *x = clamped(of->x[0], of->left + 0.5f * WIDTH, of->right - 0.5f * WIDTH);
    *y = clamped(of->y[0], of->top + 0.5f * HEIGHT, of->bottom - 0.5f * HEIGHT);
}

const scene_kind scene_doom = {
    .name = "doom",
    .title = "Doom walk: sectors, sliding, lines of sight",
    .legend = "white = player (arrow keys)   light = what it sees, 720 rays   red = walker in sight, blue = hidden   "
              "cream = wall, blue line = portal",
    .sizes = "walkers",
    .width = WIDTH,
    .height = HEIGHT,
    .create = create,
    .step = step,
    .draw = draw,
    .world = world,
    .focus = focus,
    .destroy = destroy,
    .parts = parts,
};
