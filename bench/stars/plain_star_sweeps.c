/* bench/stars/plain_star_sweeps.c - `plain` of stars that sweep: a counting sort of the middles of their ways, the
 * neighbouring cells, circles first; then the pixels where both start, then a ray for each pixel that can be the first.
 * It writes hits in no order; it checks nothing. */
#include "plain_star_pixels.h"
#include "plain_star_tiles.h"
#include "step/plain.h"

#include <stdlib.h>
#include <string.h>

#define TOGETHER (1.0f / 512.0f) /* px: pixels that enter so much later than the first touch, too */

/* Where a star starts, and its way in this step. */
typedef struct moving {
    plain_pose pose;
    float dx, dy;
    uint32_t id;
} moving;

struct plain_sweeps {
    const star_sweep_scene *scene;
    plain_bodies bodies;
    plain_bodies middles; /* of the ways of layer 1; without velocities */
    plain_grid grid;
    moving *placed; /* layer 1 in the grid's order */
    plain_star_pixels pixels;
    plain_picture picture; /* the other star */
    plain_leading leading;
    plain_star_map map;
    plain_list hits;
    size_t found;
};

static void *create(const star_sweep_scene *scene, const char *variant) {
    (void)variant;
    const star_scene *stars = scene->stars;
    struct plain_sweeps *sweeps = plain_allocate(sizeof *sweeps);
    sweeps->scene = scene;
    sweeps->bodies = plain_bodies_copy(&stars->group);
    sweeps->middles = (plain_bodies){.count = scene->count,
                                     .x = plain_allocate(scene->count * sizeof(float)),
                                     .y = plain_allocate(scene->count * sizeof(float))};
    sweeps->grid = plain_grid_make(stars->side, stars->side, 2.0f * STAR_RADIUS + STAR_SWEEP_MOST + 2.0f, scene->count);
    sweeps->placed = plain_allocate(scene->count * sizeof *sweeps->placed);
    plain_star_pixels_make(stars->rows, &sweeps->pixels);
    const plain_star_pixels *p = &sweeps->pixels;
    sweeps->picture = (plain_picture){p->opaque[1] + 1, (int)sizeof p->opaque[0], p->left, p->top, p->right, p->bottom};
    plain_leading_make(stars->rows, &sweeps->leading);
    sweeps->map = (plain_star_map){.tiles = scene->tiles, .rows = stars->rows, .leading = &sweeps->leading};
    return sweeps;
}

static void destroy(void *self) {
    struct plain_sweeps *sweeps = self;
    if (!sweeps)
        return;
    plain_bodies_free(&sweeps->bodies);
    plain_bodies_free(&sweeps->middles);
    plain_grid_free(&sweeps->grid);
    free(sweeps->placed);
    free(sweeps->hits.data);
    free(sweeps);
}

static inline moving moving_of(const struct plain_sweeps *sweeps, size_t i) {
    const plain_bodies *b = &sweeps->bodies;
    const scene_group *g = &sweeps->scene->stars->group;
    const float dx = b->vx[i] * SCENE_DT, dy = b->vy[i] * SCENE_DT;
    return (moving){{b->x[i] - dx, b->y[i] - dy, g->cos[i], g->sin[i]}, dx, dy, (uint32_t)i};
}

/* The middle of a way, but within the area: so no two of them come further apart. */
static inline float middle_of(float start, float way, float side) {
    return fminf(fmaxf(start + 0.5f * way, 0.0f), side);
}

static void place_all(struct plain_sweeps *sweeps) {
    const size_t first = sweeps->scene->count;
    const float side = sweeps->scene->stars->side;
    for (size_t i = 0; i < first; i++) {
        const moving m = moving_of(sweeps, first + i);
        sweeps->middles.x[i] = middle_of(m.pose.x, m.dx, side);
        sweeps->middles.y[i] = middle_of(m.pose.y, m.dy, side);
    }
    plain_grid_count(&sweeps->grid, &sweeps->middles);
    for (size_t i = 0; i < first; i++)
        sweeps->placed[sweeps->grid.start[sweeps->grid.cell[i] + 1]++] = moving_of(sweeps, first + i);
}

static void add_hit(struct plain_sweeps *sweeps, const star_hit *hit) {
    star_hit *all = plain_room(&sweeps->hits, sweeps->found + 1, sizeof *all);
    all[sweeps->found++] = *hit;
}

/* ---- Two stars --------------------------------------------------------------------------------------------------- */

/* Whether their circles, with half a pixel more, meet on the way. */
static inline bool come_near(const moving *a, const moving *b) {
    const float x = a->pose.x - b->pose.x, y = a->pose.y - b->pose.y, dx = a->dx - b->dx, dy = a->dy - b->dy;
    const float reach = 2.0f * STAR_RADIUS + 1.0f, along = -(x * dx + y * dy), way = dx * dx + dy * dy;
    const float t = along <= 0.0f ? 0.0f : along >= way ? 1.0f : along / way;
    const float at_x = x + dx * t, at_y = y + dy * t;
    return at_x * at_x + at_y * at_y <= reach * reach;
}

/* a's pixels and its motion in b's image. */
static plain_way way_of(const plain_star_pixels *p, const moving *a, const moving *b) {
    const float k = 1.0f / (b->pose.cos * b->pose.cos + b->pose.sin * b->pose.sin), half = 0.5f - p->origin;
    const float c = b->pose.cos * k, s = b->pose.sin * k, x = a->pose.x - b->pose.x, y = a->pose.y - b->pose.y;
    const float dx = a->dx - b->dx, dy = a->dy - b->dy;
    plain_way w = {.ux = c * a->pose.cos + s * a->pose.sin, .uy = c * a->pose.sin - s * a->pose.cos};
    w.vx = s * a->pose.cos - c * a->pose.sin;
    w.vy = c * a->pose.cos + s * a->pose.sin;
    w.x = p->origin + (c * x + s * y) + half * (w.ux + w.vx);
    w.y = p->origin + (c * y - s * x) + half * (w.uy + w.vy);
    w.dx = c * dx + s * dy;
    w.dy = c * dy - s * dx;
    w.length = sqrtf(w.dx * w.dx + w.dy * w.dy);
    return w;
}

static plain_pose pose_at(const moving *m, float t) {
    return (plain_pose){m->pose.x + m->dx * t, m->pose.y + m->dy * t, m->pose.cos, m->pose.sin};
}

/* Their contact at a time, with what touches a little later. */
static void touch_at(const struct plain_sweeps *sweeps, const moving *a, const moving *b, float t, float later,
                     star_hit *hit) {
    const plain_pose a_pose = pose_at(a, later), b_pose = pose_at(b, later);
    star_contact contact;
    if (!plain_star_pixels_touch(&sweeps->pixels, &a_pose, &b_pose, &contact))
        return; /* one pixel, only just: its place and normal are not computed */
    hit->normal_x = contact.normal_x;
    hit->normal_y = contact.normal_y;
    hit->x = contact.x[0] - a->dx * (later - t);
    hit->y = contact.y[0] - a->dy * (later - t);
}

static float first_of(const struct plain_sweeps *sweeps, const moving *a, const moving *b, const plain_way *w) {
    const float dx = a->dx - b->dx, dy = a->dy - b->dy;
    const uint64_t *rows =
        plain_leading_rows(&sweeps->leading, a->pose.cos * dx + a->pose.sin * dy, a->pose.cos * dy - a->pose.sin * dx);
    const float first = plain_star_first(&sweeps->picture, w, rows, 1.0f);
    const float until = fminf(fminf(first, 1.0f), PLAIN_LEADING_WAY / w->length);
    return fminf(first, plain_star_first(&sweeps->picture, w, sweeps->scene->stars->rows, until));
}

static void sweep_two(struct plain_sweeps *sweeps, const moving *a, const moving *b) {
    star_contact start;
    if (!come_near(a, b))
        return;
    if (plain_star_pixels_touch(&sweeps->pixels, &a->pose, &b->pose, &start)) {
        add_hit(sweeps, &(star_hit){.a = a->id,
                                    .b = b->id,
                                    .normal_x = start.normal_x,
                                    .normal_y = start.normal_y,
                                    .x = start.x[0],
                                    .y = start.y[0]});
        return;
    }
    const plain_way w = way_of(&sweeps->pixels, a, b);
    star_hit hit = {.a = a->id, .b = b->id};
    hit.t = first_of(sweeps, a, b, &w);
    if (hit.t > 1.0f)
        return;
    touch_at(sweeps, a, b, hit.t, hit.t + TOGETHER / w.length, &hit);
    add_hit(sweeps, &hit);
}

static void sweep_stars(struct plain_sweeps *sweeps) {
    const float side = sweeps->scene->stars->side;
    place_all(sweeps);
    for (size_t i = 0; i < sweeps->scene->count; i++) {
        const moving a = moving_of(sweeps, i);
        const uint32_t cell =
            plain_grid_cell(&sweeps->grid, middle_of(a.pose.x, a.dx, side), middle_of(a.pose.y, a.dy, side));
        for (int row = -1; row <= 1; row++) {
            const uint32_t *start = sweeps->grid.start + cell + (ptrdiff_t)row * sweeps->grid.columns;
            for (uint32_t j = start[-1]; j < start[2]; j++)
                sweep_two(sweeps, &a, &sweeps->placed[j]);
        }
    }
}

/* ---- A step ------------------------------------------------------------------------------------------------------ */

static void sweep_tiles(struct plain_sweeps *sweeps) {
    for (size_t i = 0; i < sweeps->scene->count; i++) {
        const moving a = moving_of(sweeps, i);
        star_hit hit = {.a = a.id};
        if (plain_star_map_hit(&sweeps->map, &a.pose, a.dx, a.dy, &hit))
            add_hit(sweeps, &hit);
    }
}

static size_t step(void *self, star_hit *out, size_t capacity) {
    struct plain_sweeps *sweeps = self;
    const star_sweep_scene *scene = sweeps->scene;
    plain_move(&sweeps->bodies, scene->stars->side, scene->stars->side);
    sweeps->found = 0;
    if (scene->tiles)
        sweep_tiles(sweeps);
    else
        sweep_stars(sweeps);
    if (out && sweeps->found)
        memcpy(out, sweeps->hits.data, (sweeps->found < capacity ? sweeps->found : capacity) * sizeof *out);
    return sweeps->found;
}

const star_sweep_contender star_sweep_plain = {.name = "plain", .create = create, .step = step, .destroy = destroy};
