/* examples/view/scene_debris.c - debris on orbits round a planet: convex polygons that collide with each other. */
#include "scene.h"

#include <math.h>
#include <stdlib.h>

enum { DEBRIS, PLANET, USUAL_DEBRIS = 1300, SHAPES = 48, MOST_DEBRIS = 20000 };
#define PULL          2.7e6f /* px^3/s^2 */
#define PLANET_RADIUS 74.0f
#define TURN          6.2831853f

typedef struct debris {
    hail_world *world;
    hail_shape shape[SHAPES];
    uint64_t random;
    int count, frame;
    hail_handle handle[MOST_DEBRIS];
    float angle[MOST_DEBRIS], spin[MOST_DEBRIS];
} debris;

static void destroy(void *scene) {
    debris *of = scene;
    if (of != NULL)
        hail_world_destroy(of->world);
    free(of);
}

/* Corners on a circle, at uneven angles: convex. */
static bool make_shape(debris *of, hail_shape *to) {
    float x[8], y[8];
    const int corners = 5 + (int)(3.99f * scene_random(&of->random));
    const float size = scene_random(&of->random), radius = 2.5f + 10.0f * size * size * size;
    for (int i = 0; i < corners; i++) {
        const float angle = TURN * ((float)i + 0.55f * scene_random(&of->random)) / (float)corners;
        x[i] = radius * cosf(angle);
        y[i] = radius * sinf(angle);
    }
    return scene_fine(hail_shape_polygon(hail_world_shapes(of->world), x, y, (size_t)corners, 0.6f, to), "a shape");
}

/* Two rings with a gap between them, on circular orbits. */
static bool spawn(debris *of, int i) {
    const float share = scene_random(&of->random), way = TURN * scene_random(&of->random);
    const float r = share < 0.4f ? 110.0f + 90.0f * share / 0.4f : 240.0f + 110.0f * (share - 0.4f) / 0.6f;
    const float x = 640.0f + r * cosf(way), y = 350.0f + r * sinf(way);
    const float dx = x - 640.0f, dy = y - 350.0f, far = sqrtf(dx * dx + dy * dy), speed = sqrtf(PULL / far);
    const float vx = -dy / far * speed, vy = dx / far * speed;
    const uint64_t user = (uint64_t)i;
    of->spin[i] = 4.0f * scene_random(&of->random) - 2.0f;
    const hail_spawn_columns columns = {.x = &x, .y = &y, .vx = &vx, .vy = &vy, .user = &user};
    return scene_fine(hail_spawn(of->world, DEBRIS, &of->shape[i % SHAPES], &columns, 1, &of->handle[i]), "spawning");
}

static bool make(debris *of, const scene_setup *setup) {
    const hail_layer_options layer = {.columns = HAIL_ROTATION | HAIL_USER};
    const float x = 640.0f, y = 350.0f;
    hail_shape planet;
    of->world = scene_world(setup, 1280.0f, 720.0f);
    bool fine = of->world != NULL && scene_fine(hail_layer_configure(of->world, DEBRIS, &layer), "setting up") &&
                scene_fine(hail_shape_circle(hail_world_shapes(of->world), PLANET_RADIUS, &planet), "a shape") &&
                scene_fine(hail_spawn(of->world, PLANET, &planet, &(hail_spawn_columns){.x = &x, .y = &y}, 1, NULL),
                           "spawning") &&
                scene_fine(hail_rule_set(of->world, DEBRIS, DEBRIS, HAIL_MANIFOLD), "a rule") &&
                scene_fine(hail_rule_set(of->world, DEBRIS, PLANET, HAIL_MANIFOLD), "a rule");
    for (int i = 0; fine && i < SHAPES; i++)
        fine = make_shape(of, &of->shape[i]);
    for (int i = 0; fine && i < of->count; i++)
        fine = spawn(of, i);
    return fine;
}

static void *create(const scene_setup *setup) {
    debris *of = calloc(1, sizeof *of);
    if (of == NULL)
        return NULL;
    of->random = 3;
    of->count = setup->size > 0 ? setup->size : USUAL_DEBRIS;
    of->count = of->count < MOST_DEBRIS ? of->count : MOST_DEBRIS;
    if (make(of, setup))
        return of;
    destroy(of);
    return NULL;
}

/* ---- A frame ----------------------------------------------------------------------------------------------------- */

/* Newton's gravity. */
static bool pull(debris *of) {
    hail_columns columns;
    if (!scene_fine(hail_layer_columns(of->world, DEBRIS, &columns), "reading the debris"))
        return false;
    for (uint32_t i = 0; i < columns.active; i++) {
        const float dx = columns.x[i] - 640.0f, dy = columns.y[i] - 350.0f, r2 = dx * dx + dy * dy + 400.0f;
        const float force = PULL / (r2 * sqrtf(r2)) * VIEW_FRAME;
        columns.vx[i] -= dx * force;
        columns.vy[i] -= dy * force;
    }
    return true;
}

static bool spin(debris *of) {
    for (int i = 0; i < of->count; i++)
        of->angle[i] = fmodf(of->angle[i] + of->spin[i] * VIEW_FRAME, TURN);
    return scene_fine(hail_write_bodies(of->world, &(hail_handles){of->handle, 0, (size_t)of->count},
                                        &(hail_body_writes){.angle = of->angle}, NULL),
                      "turning");
}

/* What hits the planet bounces off it: the planet itself stays. */
static void hit_planet(const hail_contact *contacts, size_t count, void *user) {
    debris *of = user;
    if (contacts->layer_b == PLANET)
        hail_reflect(of->world, contacts, count, 0.7f, 0.0f);
}

static bool step(void *scene, const scene_input *input) {
    debris *of = scene;
    (void)input;
    of->frame++;
    if (!pull(of) || !spin(of) || !scene_fine(hail_step(of->world, VIEW_FRAME, hit_planet, of), "a step"))
        return false;
    scene_bounce(of->world, 0.1f, 1.0f);
    hail_columns planet;
    if (hail_layer_columns(of->world, PLANET, &planet) == HAIL_OK)
        planet.x[0] = 640.0f, planet.y[0] = 350.0f, planet.vx[0] = planet.vy[0] = 0.0f;
    return true;
}

static size_t parts(void *scene, scene_part parts[SCENE_PARTS]) {
    debris *of = scene;
    parts[0] = (scene_part){&of->frame, sizeof of->frame};
    parts[1] = (scene_part){of->angle, (size_t)of->count * sizeof *of->angle};
    return 2;
}

/* ---- Drawing ----------------------------------------------------------------------------------------------------- */

static void draw_planet(canvas *to) {
    cairo_pattern_t *shine = cairo_pattern_create_radial(612.0, 322.0, 8.0, 640.0, 350.0, (double)PLANET_RADIUS);
    cairo_pattern_add_color_stop_rgb(shine, 0.0, 0.55, 0.75, 1.0);
    cairo_pattern_add_color_stop_rgb(shine, 0.7, 0.12, 0.25, 0.5);
    cairo_pattern_add_color_stop_rgb(shine, 1.0, 0.04, 0.08, 0.2);
    cairo_arc(to->cairo, 640.0, 350.0, (double)PLANET_RADIUS, 0.0, 6.2832);
    cairo_set_source(to->cairo, shine);
    cairo_fill(to->cairo);
    cairo_pattern_destroy(shine);
}

/* Fills polygons as hail/draw.h hands them over: hot where they touch. */
typedef struct filler {
    canvas *to;
    uint32_t fill, edge;
    int count; /* of the polygons in the path */
} filler;

static void fill_all(filler *of) {
    canvas_color(of->to, of->fill, 1.0);
    cairo_fill_preserve(of->to->cairo);
    canvas_color(of->to, of->edge, 1.0);
    cairo_set_line_width(of->to->cairo, 1.2);
    cairo_stroke(of->to->cairo);
    of->count = 0;
}

static void fill_polygon(void *user, const hail_draw_style *style, const hail_draw_polygon *polygon) {
    filler *of = user;
    (void)style;
    canvas_polygon(of->to, polygon->x, polygon->y, polygon->count, 0.0f);
    if (++of->count == 64)
        fill_all(of);
}

static void draw(void *scene, canvas *to) {
    debris *of = scene;
    filler fill = {to, 0x3a3f4c, 0xaeb6c8, 0};
    const hail_renderer renderer = {.user = &fill, .polygon = fill_polygon};
    hail_draw_options options;
    size_t count;
    hail_draw_options_defaults(&options);
    options.renderer = &renderer;
    options.what = HAIL_DRAW_SHAPES;
    options.layers = HAIL_LAYER(DEBRIS);
    canvas_view(to, &options);
    draw_planet(to);
    cairo_set_antialias(to->cairo, CAIRO_ANTIALIAS_FAST);
    hail_draw_world(of->world, &options);
    fill_all(&fill);
    const hail_contact *contacts = hail_contacts(of->world, &count);
    fill.fill = 0xb4552a, fill.edge = 0xffd28a;
    const hail_handles hot = {.handles = count > 0 ? &contacts->a : NULL, .stride = sizeof *contacts, .count = count};
    hail_draw_bodies(of->world, &hot, &options);
    fill_all(&fill);
    cairo_set_antialias(to->cairo, CAIRO_ANTIALIAS_DEFAULT);
}

static hail_world *world(void *scene) { return ((debris *)scene)->world; }

const scene_kind scene_debris = {
    .name = "debris",
    .title = "Debris: convex polygons collide",
    .legend = "grey = a polygon of 5 to 8 corners   orange = touches another one in this step   blue = planet",
    .sizes = "polygons",
    .width = 1280,
    .height = 720,
    .create = create,
    .step = step,
    .draw = draw,
    .world = world,
    .destroy = destroy,
    .parts = parts,
};
