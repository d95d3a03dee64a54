/* Swept sprites against each other and against tiles: the first time at which the centre of a pixel enters a pixel of
 * the other, found by brute force in double precision: every opaque pixel's centre, as a ray, against every other pixel
 * as a box. Boxes that are a little larger and a little smaller bound the time from both sides.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that world alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "shared/stream.h"
#include "sprites/sprite_inputs.h"
#include "sprite_rays.h"

enum { WORLDS = 40, EACH = 24, SHOTS = 0, MARKS = 1 };

/* ---- Two sprites ------------------------------------------------------------------------------------------------- */

static size_t exact_normals, exact_faces; /* that were compared */

static double px_together(const pixel_body *a) { return a->scale / 512.0; }

static void cast_at_sprite(const pixel_body *a, const pixel_body *b, const pixel_list *pixels, const pixel_list *boxes,
                           pixel_rays *r, pixel_touching *t) {
    r->count = pixels->count;
    pixel_into(b, a->dx - b->dx, a->dy - b->dy, &r->dx, &r->dy);
    for (uint32_t k = 0; k < pixels->count; k++) {
        double x, y;
        pixel_centre(a, pixels->x[k], pixels->y[k], 0.0, &x, &y);
        pixel_into(b, x - b->x, y - b->y, &r->x[k], &r->y[k]);
        r->x[k] += (double)b->of->origin_x;
        r->y[k] += (double)b->of->origin_y;
    }
    pixel_rays_cast(r, boxes, 2.0e-4 / b->scale, t);
}

static const char *normal_differs(const pixel_touching *t, const pixel_body *a, const hail_contact *c, double sign) {
    const double length = hypot(t->side_x, t->side_y), nx = (double)c->normal_x, ny = (double)c->normal_y;
    if (fabs(hypot(nx, ny) - 1.0) > 1.0e-4)
        return "a normal that is not of unit length";
    if (t->sure != t->maybe || length == 0.0)
        return NULL;
    exact_normals++;
    const double x = sign * (a->cos * t->side_x - a->sin * t->side_y) / length,
                 y = sign * (a->sin * t->side_x + a->cos * t->side_y) / length;
    return hypot(nx - x, ny - y) > 1.0e-3 ? "another normal than that of the pixels that touch" : NULL;
}

/* c: their contact, or NULL. */
static const char *two(const pixel_body *one, const pixel_body *other, const hail_contact *c) {
    static pixel_list pixels, boxes;
    static pixel_rays r;
    const bool turned = other->scale < one->scale;
    const pixel_body *a = turned ? other : one, *b = turned ? one : other;
    const double speed = hypot(a->dx - b->dx, a->dy - b->dy);
    pixel_touching t = {0};
    pixel_list_fill(a->of, &pixels);
    pixel_list_fill(b->of, &boxes);
    cast_at_sprite(a, b, &pixels, &boxes, &r, &t);
    if (!c)
        return t.surely <= 1.0 - 1e-6 ? "no contact" : NULL;
    if (t.first > 1.0)
        return "nothing touches";
    if (t.may_start_inside)
        return t.starts_inside && c->t > 0.0f ? "they touch at the start" : NULL;
    const double off = 1.0e-3 / speed;
    if ((double)c->t < t.first - off)
        return "too early";
    if ((double)c->t > t.surely + off)
        return "too late";
    pixel_rays_gather(&r, &pixels, &boxes, a, (double)c->t, px_together(a) / speed, &t);
    const char *wrong = pixel_point_differs(&t, c, 0.01);
    return wrong ? wrong : normal_differs(&t, a, c, turned ? -1.0 : 1.0);
}

/* ---- Tiles ------------------------------------------------------------------------------------------------------- */

enum { TILE = 8, SIDE = 16, TILES = 5 };

typedef struct ground_map {
    hail_tileset *set;
    hail_tilemap *map;
    const hail_spriteset *sprites;
    float x, y;
    uint8_t solid[SIDE * TILE][SIDE * TILE];
} ground_map;

static void ground_make(ground_map *g, uint64_t *state) {
    uint64_t rows[TILES + 1][TILE] = {{0}};
    g->x = -64.0f, g->y = -60.5f;
    const hail_tilemap_options options = {.columns = SIDE, .rows = SIDE, .x = g->x, .y = g->y};
    cr_assert_eq(hail_tileset_create(NULL, TILE, TILE, &g->set), HAIL_OK);
    for (uint32_t k = 1; k <= TILES; k++) {
        uint32_t tile;
        for (int j = 0; j < TILE; j++)
            rows[k][j] = (k == 1 ? 0xff : random_bits(state) & (k < 4 ? random_bits(state) : UINT64_MAX)) & 0xff;
        cr_assert_eq(hail_tileset_add_bits(g->set, rows[k], k % 3, &tile), HAIL_OK);
        cr_assert_eq(tile, k);
    }
    cr_assert_eq(hail_tilemap_create(g->set, &options, &g->map), HAIL_OK);
    for (uint32_t k = 0; k < SIDE * SIDE; k++) {
        const uint32_t tile = random_pick(state, 4) ? 0 : 1 + random_pick(state, TILES);
        cr_assert_eq(hail_tilemap_fill(g->map, k % SIDE, k / SIDE, 1, 1, tile), HAIL_OK);
        for (uint32_t j = 0; j < TILE; j++)
            for (uint32_t i = 0; i < TILE; i++)
                g->solid[k / SIDE * TILE + j][k % SIDE * TILE + i] = rows[tile][j] >> i & 1;
    }
}

static void ground_free(ground_map *g) {
    hail_tilemap_destroy(g->map);
    hail_tileset_destroy(g->set);
}

/* The solid pixels near a sprite's way. */
static void list_solid(const ground_map *g, const pixel_rays *r, pixel_list *boxes) {
    double left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY;
    for (uint32_t k = 0; k < r->count; k++) {
        left = fmin(left, r->x[k] + fmin(r->dx, 0.0)), right = fmax(right, r->x[k] + fmax(r->dx, 0.0));
        top = fmin(top, r->y[k] + fmin(r->dy, 0.0)), bottom = fmax(bottom, r->y[k] + fmax(r->dy, 0.0));
    }
    boxes->count = 0;
    for (int32_t j = 0; j < SIDE * TILE; j++)
        for (int32_t i = 0; i < SIDE * TILE; i++)
            if (g->solid[j][i] && i >= left - 2 && i <= right + 2 && j >= top - 2 && j <= bottom + 2) {
                cr_assert_lt(boxes->count, (uint32_t)MOST_PIXELS);
                boxes->x[boxes->count] = i;
                boxes->y[boxes->count++] = j;
            }
}

static void cast_at_ground(const pixel_body *a, const ground_map *g, const pixel_list *pixels, pixel_list *boxes,
                           pixel_rays *r, pixel_touching *t) {
    r->count = pixels->count;
    r->dx = a->dx, r->dy = a->dy;
    for (uint32_t k = 0; k < pixels->count; k++) {
        pixel_centre(a, pixels->x[k], pixels->y[k], 0.0, &r->x[k], &r->y[k]);
        r->x[k] -= (double)g->x;
        r->y[k] -= (double)g->y;
    }
    list_solid(g, r, boxes);
    pixel_rays_cast(r, boxes, 2.0e-4, t);
}

/* The sum of the sides by which the centres that touch entered; (0, 0) if it is not certain. */
static void faces(const pixel_rays *r, const ground_map *g, double time, double together, double *x, double *y) {
    *x = *y = 0.0;
    for (uint32_t k = 0; k < r->count; k++) {
        if (r->late[k] > time + 0.5 * together)
            continue;
        const double at_x = r->x[k] + r->dx * r->late[k], at_y = r->y[k] + r->dy * r->late[k];
        const double off_x = fabs(at_x - round(at_x)), off_y = fabs(at_y - round(at_y));
        if (fmin(off_x, off_y) > 1.0e-3 || fmax(off_x, off_y) < 2.0e-2) { /* near a corner */
            *x = *y = 0.0;
            return;
        }
        *x += off_x < off_y ? (r->dx > 0.0 ? 1.0 : -1.0) : 0.0;
        *y += off_x < off_y ? 0.0 : r->dy > 0.0 ? 1.0 : -1.0;
    }
    (void)g;
}

static const char *face_differs(const pixel_rays *r, const ground_map *g, const pixel_touching *t,
                                const hail_contact *c, double together) {
    const double nx = (double)c->normal_x, ny = (double)c->normal_y;
    double x, y;
    if (fabs(hypot(nx, ny) - 1.0) > 1.0e-4 || !(nx * r->dx + ny * r->dy > 0.0))
        return "no unit normal along the motion";
    if (t->sure != t->maybe)
        return NULL;
    faces(r, g, (double)c->t, together, &x, &y);
    const double length = hypot(x, y);
    if (length == 0.0)
        return NULL;
    exact_faces++;
    return hypot(nx - x / length, ny - y / length) > 1.0e-3 ? "another normal than that of the sides" : NULL;
}

static size_t hits_at_start, hits_from_within; /* of sprites that overlap the map at the start */

/* A sprite that overlaps the map at the start hits it there, if it moves into the overlap's normal. If not, only pixels
 * that start outside hit. */
static const char *overlapping(const pixel_body *a, const ground_map *g, const pixel_rays *r, pixel_touching *t,
                               const hail_contact *c) {
    const float x = (float)a->x, y = (float)a->y, cosine = (float)a->cos, sine = (float)a->sin, scale = (float)a->scale;
    const hail_sprites one = {.set = g->sprites,
                              .x = &x,
                              .y = &y,
                              .cos = &cosine,
                              .sin = &sine,
                              .scale_x = &scale,
                              .sprite = &a->sprite,
                              .count = 1};
    hail_sprite_overlap o;
    double first = NEVER, surely = NEVER;
    cr_assert_eq(hail_sprite_tilemap_overlaps(&one, g->map, 0, &o), HAIL_OK);
    for (uint32_t k = 0; k < r->count; k++) {
        if ((r->early[k] == 0.0) != (r->late[k] == 0.0))
            return NULL; /* rounding decides */
        first = r->early[k] > 0.0 ? fmin(first, r->early[k]) : first;
        surely = r->early[k] > 0.0 ? fmin(surely, r->late[k]) : surely;
    }
    const double into = -(a->dx * (double)o.push_x + a->dy * (double)o.push_y), off = 2.0e-3 / hypot(a->dx, a->dy);
    if (fabs(into) < 1e-3)
        return NULL;
    hits_at_start += into > 0.0;
    hits_from_within += into <= 0.0 && c;
    (void)t;
    if (into > 0.0)
        return c && c->t == 0.0f && c->normal_x == 0.0f - o.push_x && c->normal_y == 0.0f - o.push_y &&
                       c->depth[0] == o.depth && c->x[0] == o.x && c->y[0] == o.y
                   ? NULL
                   : "not the overlap at the start";
    if (!c)
        return surely <= 1.0 - 1e-6 ? "no contact of pixels that start outside" : NULL;
    return (double)c->t < first - off || (double)c->t > surely + off
               ? "another time than that of pixels that start outside"
               : NULL;
}

static const char *on_ground(const pixel_body *a, const ground_map *g, const hail_contact *c) {
    static pixel_list pixels, boxes;
    static pixel_rays r;
    const double speed = hypot(a->dx, a->dy), together = 1.0 / 256.0 * a->scale / speed, off = 2.0e-3 / speed;
    pixel_touching t = {0};
    pixel_list_fill(a->of, &pixels);
    cast_at_ground(a, g, &pixels, &boxes, &r, &t);
    if (t.may_start_inside)
        return overlapping(a, g, &r, &t, c);
    if (!c)
        return t.surely <= 1.0 - 1e-6 ? "no contact" : NULL;
    if (t.first > 1.0 + off)
        return "nothing touches";
    if ((double)c->t < t.first - off)
        return "too early";
    if ((double)c->t > t.surely + off)
        return "too late";
    pixel_rays_gather(&r, &pixels, &boxes, a, (double)c->t, together, &t);
    const char *wrong = pixel_point_differs(&t, c, 0.02);
    return wrong ? wrong : face_differs(&r, g, &t, c, together);
}

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

typedef struct scene {
    uint64_t seed;
    sprite_cast *cast;
    ground_map ground;
    float column[2][6][EACH]; /* x, y, vx, vy, angle, scale */
    uint32_t sprite[2][EACH];
    bool turned, scaled;
} scene;

/* Dyadic, so that where a body starts is exact. */
static float dyadic(uint64_t *state, float most) {
    return (float)((int32_t)random_pick(state, (uint32_t)(2.0f * most * 64.0f)) - (int32_t)(most * 64.0f)) / 64.0f;
}

static uint32_t pick_sprite(const scene *s, uint64_t *state) {
    for (;;) {
        const uint32_t k = random_pick(state, SPRITE_DRAWINGS);
        hail_sprite_info info;
        cr_assert_eq(hail_spriteset_describe(s->cast->set, k, &info), HAIL_OK);
        if (info.opaque)
            return k;
    }
}

static void scene_make(scene *s, uint64_t seed) {
    uint64_t state = seed * 31 + 5;
    memset(s, 0, sizeof *s);
    s->seed = seed, s->cast = sprite_cast_make(seed, 16);
    s->turned = seed % 4 != 0, s->scaled = seed % 4 >= 2;
    ground_make(&s->ground, &state);
    s->ground.sprites = s->cast->set;
    for (int n = 0; n < 2; n++)
        for (int i = 0; i < EACH; i++) {
            const float most = i % 4 == 0 ? 200.0f : 30.0f;
            s->sprite[n][i] = pick_sprite(s, &state);
            s->column[n][0][i] = dyadic(&state, 60.0f), s->column[n][1][i] = dyadic(&state, 60.0f);
            s->column[n][2][i] = dyadic(&state, most), s->column[n][3][i] = i % 5 == 0 ? 0.0f : dyadic(&state, most);
            s->column[n][4][i] = i % 6 == 0 ? 0.0f : random_range(&state, -3.2f, 3.2f);
            s->column[n][5][i] = random_pick(&state, 3) ? 1.0f : random_range(&state, 0.4f, 2.0f);
        }
}

static void scene_free(scene *s) {
    ground_free(&s->ground);
    sprite_cast_free(s->cast);
}

static hail_world *world_make(const scene *s, const char *isa, hail_handle handle[2][EACH]) {
    hail_world_options options;
    hail_world *world;
    hail_shape shape[EACH];
    const hail_layer_options layer = {.columns = (s->turned ? HAIL_ROTATION : 0u) | (s->scaled ? HAIL_SCALE : 0u)};
    hail_world_options_defaults(&options);
    options.context = variant_context(isa);
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    for (uint32_t n = 0; n < 2; n++) {
        hail_spawn_columns from = {
            .x = s->column[n][0], .y = s->column[n][1], .vx = s->column[n][2], .vy = s->column[n][3], .shape = shape};
        from.angle = s->turned ? s->column[n][4] : NULL, from.scale = s->scaled ? s->column[n][5] : NULL;
        cr_assert_eq(hail_layer_configure(world, n, &layer), HAIL_OK);
        for (int i = 0; i < EACH; i++)
            cr_assert_eq(hail_shape_sprite(hail_world_shapes(world), s->cast->set, s->sprite[n][i], &shape[i]),
                         HAIL_OK);
        cr_assert_eq(hail_spawn(world, n, &shape[0], &from, EACH, handle[n]), HAIL_OK);
    }
    return world;
}

static void look(const scene *s, hail_world *world, pixel_body b[2][EACH], hail_handle handle[2][EACH]) {
    for (uint32_t n = 0; n < 2; n++) {
        hail_columns c;
        cr_assert_eq(hail_layer_columns(world, n, &c), HAIL_OK);
        for (int i = 0; i < EACH; i++) {
            hail_location at;
            cr_assert_eq(hail_locate(world, &handle[n][i], &at), HAIL_OK);
            b[n][i] = (pixel_body){.of = s->cast->drawing[s->sprite[n][i]],
                                   .sprite = s->sprite[n][i],
                                   .x = (double)s->column[n][0][i],
                                   .y = (double)s->column[n][1][i],
                                   .cos = s->turned ? (double)c.cos[at.index] : 1.0,
                                   .sin = s->turned ? (double)c.sin[at.index] : 0.0,
                                   .scale = s->scaled ? (double)c.scale[at.index] : 1.0,
                                   .dx = (double)s->column[n][2][i],
                                   .dy = (double)s->column[n][3][i]};
        }
    }
}

/* The contacts of a step of 1 s, between layers or with the ground, which every variant must give to the bit. */
static void run(const scene *s, bool tiles, pixel_body b[2][EACH], hail_handle handle[2][EACH], stream *is) {
    for (size_t n = 0; n < hail_variant_count(); n++) {
        stream again = {0};
        hail_world *world = world_make(s, hail_variant_name(n), handle);
        look(s, world, b, handle);
        if (tiles) {
            cr_assert_eq(hail_world_set_tilemap(world, s->ground.map), HAIL_OK);
            cr_assert_eq(hail_rule_set(world, SHOTS, HAIL_TILES, HAIL_SWEPT), HAIL_OK);
            cr_assert_eq(hail_rule_set(world, MARKS, HAIL_TILES, HAIL_SWEPT), HAIL_OK);
        } else {
            cr_assert_eq(hail_rule_set(world, SHOTS, MARKS, HAIL_SWEPT), HAIL_OK);
        }
        cr_assert_eq(hail_step(world, 1.0f, stream_take, n ? &again : is), HAIL_OK);
        hail_world_destroy(world);
        cr_assert(!n || (again.count == is->count &&
                         memcmp(again.contact, is->contact, is->count * sizeof *is->contact) == 0),
                  "HAIL_TEST_SEED=%llu: %s differs", (unsigned long long)s->seed, hail_variant_name(n));
        stream_free(&again);
    }
}

static const hail_contact *find(const stream *s, hail_handle a, hail_handle b) {
    for (size_t k = 0; k < s->count; k++)
        if (s->contact[k].a.slot == a.slot && s->contact[k].b.slot == b.slot)
            return &s->contact[k];
    return NULL;
}

static void complain(const scene *s, const char *wrong, int i, int j, const pixel_body *b, const hail_contact *c) {
    cr_assert(!wrong,
              "HAIL_TEST_SEED=%llu bodies %d, %d, at (%g, %g) by (%g, %g), cos %g, scale %g: %s; t %g, normal (%g, "
              "%g), point (%g, %g)",
              (unsigned long long)s->seed, i, j, b->x, b->y, b->dx, b->dy, b->cos, b->scale, wrong,
              c ? (double)c->t : -1.0, c ? (double)c->normal_x : 0.0, c ? (double)c->normal_y : 0.0,
              c ? (double)c->x[0] : 0.0, c ? (double)c->y[0] : 0.0);
}

static size_t pairs(uint64_t seed) {
    static pixel_body b[2][EACH];
    hail_handle handle[2][EACH];
    scene s;
    stream is = {0};
    scene_make(&s, seed);
    run(&s, false, b, handle, &is);
    for (int i = 0; i < EACH; i++)
        for (int j = 0; j < EACH; j++) {
            const hail_contact *c = find(&is, handle[SHOTS][i], handle[MARKS][j]);
            complain(&s, two(&b[SHOTS][i], &b[MARKS][j], c), i, j, &b[SHOTS][i], c);
        }
    const size_t total = is.count;
    stream_free(&is);
    scene_free(&s);
    return total;
}

Test(step_sprite_sweeps, pairs) {
    const size_t total = random_seeds_sum(WORLDS, pairs);
    cr_assert_gt(total, (size_t)12 * WORLDS, "only %zu contacts", total);
    cr_log_info("%zu contacts, %zu exact normals", total, exact_normals);
}

static size_t tiles(uint64_t seed) {
    static pixel_body b[2][EACH];
    hail_handle handle[2][EACH];
    scene s;
    stream is = {0};
    scene_make(&s, seed);
    run(&s, true, b, handle, &is);
    for (int n = 0; n < 2; n++)
        for (int i = 0; i < EACH; i++) {
            const hail_contact *c = find(&is, handle[n][i], (hail_handle){0});
            complain(&s, on_ground(&b[n][i], &s.ground, c), n, i, &b[n][i], c);
        }
    const size_t total = is.count;
    stream_free(&is);
    scene_free(&s);
    return total;
}

Test(step_sprite_sweeps, tiles) {
    const size_t total = random_seeds_sum(WORLDS, tiles);
    cr_assert_gt(total, (size_t)10 * WORLDS, "only %zu contacts", total);
    cr_log_info("%zu contacts, %zu exact normals, %zu hits at the start, %zu from within", total, exact_faces,
                hits_at_start, hits_from_within);
}

/* What a pixel hits within the rounding of the end of a very long way is a contact like any other, or none. */
Test(step_sprite_sweeps, hits_at_the_end_of_a_long_way) {
    const uint64_t pixel = 1;
    const hail_image image = {.bits = &pixel, .width = 1, .height = 1};
    const hail_tilemap_options places = {.columns = 8, .rows = 2};
    uint32_t sprite;
    hail_tileset *tiles;
    hail_tilemap *map;
    hail_spriteset *sprites;
    hail_world *world;
    hail_shape shape;
    stream s = {0};
    cr_assert_eq(hail_tileset_create(NULL, 16, 16, &tiles), HAIL_OK);
    cr_assert_eq(hail_tilemap_create(tiles, &places, &map), HAIL_OK);
    cr_assert_eq(hail_tilemap_paint(map, 40, 0, 1, 32, true, 0), HAIL_OK);
    cr_assert_eq(hail_spriteset_create(NULL, &sprites), HAIL_OK);
    cr_assert_eq(hail_spriteset_add(sprites, &image, &sprite), HAIL_OK);
    cr_assert_eq(hail_world_create(NULL, &world), HAIL_OK);
    cr_assert_eq(hail_shape_sprite(hail_world_shapes(world), sprites, sprite, &shape), HAIL_OK);
    cr_assert_eq(hail_world_set_tilemap(world, map), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, 0, HAIL_TILES, HAIL_SWEPT), HAIL_OK);
    for (int k = 0; k < 200; k++) {
        const float way = 6.4e7f + 4e5f * (float)k, x = -way, y = 8.0f;
        hail_handle handle;
        stream_clear(&s);
        cr_assert_eq(hail_spawn(world, 0, &shape, &(hail_spawn_columns){.x = &x, .y = &y, .vx = &way}, 1, &handle),
                     HAIL_OK);
        cr_assert_eq(hail_step(world, 1.0f, stream_take, &s), HAIL_OK);
        for (size_t i = 0; i < s.count; i++)
            cr_assert(s.contact[i].normal_x == 1.0f && s.contact[i].x[0] < 200.0f && s.contact[i].part_b < 16,
                      "a way of %g px: normal %g, at %g", (double)way, (double)s.contact[i].normal_x,
                      (double)s.contact[i].x[0]);
        cr_assert_eq(hail_despawn(world, &handle, 1), HAIL_OK);
    }
    hail_world_destroy(world);
    hail_spriteset_destroy(sprites);
    hail_tilemap_destroy(map);
    hail_tileset_destroy(tiles);
    stream_free(&s);
}

/* ---- Corners ----------------------------------------------------------------------------------------------------- */

/* Two pixels with a gap between them fly over two such pixels, and cut two corners at the same time by less than counts
 * as touching together. Then the point is that of the first pixel alone. */
Test(step_sprite_sweeps, of_two_corners_that_are_cut_at_once_the_first_counts) {
    const uint64_t bits = 5;
    const hail_image image = {.bits = &bits, .width = 3, .height = 1};
    const float x[2] = {-2.5f, 0.0f}, y[2] = {1.5f + 0x1p-11f, 0.0f}, vx[2] = {4 * 64, 0}, vy[2] = {-4 * 64, 0};
    for (size_t v = 0; v < hail_variant_count(); v++) {
        hail_spriteset *set;
        hail_world_options options;
        hail_world *world;
        hail_shape shape;
        uint32_t sprite;
        stream s = {0};
        hail_world_options_defaults(&options);
        options.context = variant_context(hail_variant_name(v));
        cr_assert_eq(hail_spriteset_create(NULL, &set), HAIL_OK);
        cr_assert_eq(hail_spriteset_add(set, &image, &sprite), HAIL_OK);
        cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
        cr_assert_eq(hail_shape_sprite(hail_world_shapes(world), set, sprite, &shape), HAIL_OK);
        for (uint32_t k = 0; k < 2; k++) {
            const hail_spawn_columns from = {.x = &x[k], .y = &y[k], .vx = &vx[k], .vy = &vy[k]};
            cr_assert_eq(hail_spawn(world, k == 0 ? SHOTS : MARKS, &shape, &from, 1, NULL), HAIL_OK);
        }
        cr_assert_eq(hail_rule_set(world, SHOTS, MARKS, HAIL_SWEPT), HAIL_OK);
        cr_assert_eq(hail_step(world, 1.0f / 64.0f, stream_take, &s), HAIL_OK);
        cr_assert_eq(s.count, 1, "%s: %zu contacts", hail_variant_name(v), s.count);
        cr_assert_float_eq(s.contact->t, 0.5f, 1e-3, "%s: t is %g", hail_variant_name(v), (double)s.contact->t);
        cr_assert_float_eq(s.contact->x[0], 0.0f, 0.01, "%s: it touches at x = %g", hail_variant_name(v),
                           (double)s.contact->x[0]);
        stream_free(&s);
        hail_world_destroy(world);
        hail_spriteset_destroy(set);
    }
}
