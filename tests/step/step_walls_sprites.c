/* Sprites among walls: their pixels collide, swept or not, as with bodies that are segments. Checked against worlds
 * with such bodies, byte for byte. And squares whose corner just touches a long wall, or does not.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that world alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "shared/contexts.h"
#include "parts_world.h"
#include "shared/random_world.h"
#include "sprites/sprite_inputs.h"
#include "sectors/walls_inputs.h"

enum { WORLDS = 60, EACH = 60, SPRITES, SEGMENTS, TURNING = HAIL_ROTATION | HAIL_SCALE };

/* What a seed says. */
typedef struct scene {
    uint64_t seed;
    sprite_cast *cast;
    soup s;
    hail_sectors *map;
    float column[6][EACH]; /* x, y, vx, vy, angle, scale */
    uint32_t which[EACH];
    bool turned;
    const char *isa;
} scene;

/* Of few digits, so that where a body starts is exact. */
static float dyadic(float a) { return floorf(a * 256.0f) / 256.0f; }

static void scene_make(scene *t, uint64_t seed) {
    uint64_t state = seed * 13 + 7;
    memset(t, 0, sizeof *t);
    t->seed = seed, t->cast = sprite_cast_make(seed, 30), t->isa = hail_variant_name(seed % hail_variant_count());
    t->turned = seed % 3 != 0;
    soup_make(&t->s, &state, 0.0f, seed % 4 == 3, false);
    t->map = soup_map(&t->s, seed % 2 == 0 ? 0.0f : 40.0f, NULL);
    for (int i = 0; i < EACH; i++) {
        hail_sprite_info info = {0};
        while (info.opaque == 0) {
            t->which[i] = random_pick(&state, SPRITE_DRAWINGS);
            cr_assert_eq(hail_spriteset_describe(t->cast->set, t->which[i], &info), HAIL_OK);
        }
        for (int k = 0; k < 2; k++)
            t->column[k][i] = dyadic(random_range(&state, -170.0f, 170.0f));
        for (int k = 2; k < 4; k++)
            t->column[k][i] = dyadic(random_range(&state, -60.0f, 60.0f)) * 64.0f;
        t->column[4][i] = random_pick(&state, 4) == 0 ? 0.0f : random_range(&state, -3.2f, 3.2f);
        t->column[5][i] = random_pick(&state, 6) == 0 ? 1.0f : random_range(&state, 0.2f, 2.5f);
    }
}

static void scene_free(scene *t) {
    hail_sectors_destroy(t->map);
    sprite_cast_free(t->cast);
}

static hail_world *world_make(const scene *t) {
    hail_world_options options;
    hail_world_options_defaults(&options);
    const hail_layer_options layer = {.columns = t->turned ? TURNING : 0};
    hail_world *world;
    options.context = variant_context(t->isa);
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, SPRITES, &layer), HAIL_OK);
    return world;
}

static void spawn(const scene *t, hail_world *world) {
    hail_shape shape[EACH];
    hail_spawn_columns from = {.x = t->column[0], .y = t->column[1], .vx = t->column[2], .vy = t->column[3]};
    from.angle = t->turned ? t->column[4] : NULL, from.scale = t->turned ? t->column[5] : NULL, from.shape = shape;
    for (int i = 0; i < EACH; i++)
        cr_assert_eq(hail_shape_sprite(hail_world_shapes(world), t->cast->set, t->which[i], &shape[i]), HAIL_OK);
    cr_assert_eq(hail_spawn(world, SPRITES, &shape[0], &from, EACH, NULL), HAIL_OK);
}

/* The stream of a step among walls. */
static void among_walls(const scene *t, hail_mode mode, stream *s) {
    hail_world *world = world_make(t);
    spawn(t, world);
    cr_assert_eq(hail_world_set_sectors(world, t->map), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, SPRITES, HAIL_WALLS, mode), HAIL_OK);
    cr_assert_eq(hail_step(world, 1.0f / 64.0f, stream_take, s), HAIL_OK);
    hail_world_destroy(world);
}

/* The same with every wall a body; then its contacts are rewritten as those of walls. */
static void among_bodies(const scene *t, hail_mode mode, stream *s) {
    hail_world *world = world_make(t);
    uint32_t number[SOUP_WALLS], count = 0;
    hail_wall_info info;
    hail_handle handle;
    spawn(t, world);
    for (uint32_t i = 0; i < t->s.count; i++) {
        hail_shape shape;
        cr_assert_eq(hail_sectors_wall(t->map, i, &info), HAIL_OK);
        if (!info.stops || info.wall.a == HAIL_NO_VERTEX)
            continue;
        const hail_spawn_columns from = {.x = &info.ax, .y = &info.ay};
        cr_assert_eq(
            hail_shape_capsule(hail_world_shapes(world), 0, 0, info.bx - info.ax, info.by - info.ay, 0, &shape),
            HAIL_OK);
        cr_assert_eq(hail_spawn(world, SEGMENTS, &shape, &from, 1, &handle), HAIL_OK);
        cr_assert_eq(handle.slot, EACH + count, "slots follow each other");
        number[count++] = i;
    }
    cr_assert_eq(hail_rule_set(world, SPRITES, SEGMENTS, mode), HAIL_OK);
    cr_assert_eq(hail_step(world, 1.0f / 64.0f, stream_take, s), HAIL_OK);
    for (size_t k = 0; k < s->count; k++) {
        hail_contact *c = &s->contact[k];
        c->part_b = number[c->b.slot - EACH], c->b = (hail_handle){0, 0};
        cr_assert_eq(hail_sectors_wall(t->map, c->part_b, &info), HAIL_OK);
        c->kind = HAIL_CONTACT_WALL, c->layer_b = HAIL_WALLS, c->feature_b = info.wall.kind;
    }
    hail_world_destroy(world);
}

/* A body's displacement: its velocity times a step of 1/64 s is exact. */
static float way(const scene *t, const hail_contact *c, bool y) { return t->column[2 + y][c->a.slot] / 64.0f; }

/* A hit whose normal the motion does not go into has the wall's, or the motion's if it moves along the wall. */
static void face_motion(const scene *t, hail_contact *c) {
    const float dx = way(t, c, false), dy = way(t, c, true);
    hail_wall_info info;
    if (c->t == 0.0f || dx * c->normal_x + dy * c->normal_y > 0.0f)
        return;
    cr_assert_eq(hail_sectors_wall(t->map, c->part_b, &info), HAIL_OK);
    const float ex = info.bx - info.ax, ey = info.by - info.ay, across = dx * ey - dy * ex;
    const float x = across > 0.0f ? ey : across < 0.0f ? -ey : dx, y = across > 0.0f ? -ex : across < 0.0f ? ex : dy;
    c->normal_x = x / sqrtf(x * x + y * y) + 0.0f;
    c->normal_y = y / sqrtf(x * x + y * y) + 0.0f;
}

/* Of each body's hits, which come in the order of walls, the first; not one where it moves on along a wall, or away. */
static void keep_first(const scene *t, stream *s) {
    size_t kept = 0;
    for (size_t k = 0; k < s->count; k++) {
        hail_contact *c = &s->contact[k], *last = kept ? &s->contact[kept - 1] : NULL;
        face_motion(t, c);
        if (c->t == 0.0f && !(way(t, c, false) * c->normal_x + way(t, c, true) * c->normal_y > 0.0f))
            continue;
        if (!last || last->a.slot != c->a.slot)
            s->contact[kept++] = *c;
        else if (c->t < last->t)
            *last = *c;
    }
    s->count = kept;
}

static size_t compare(uint64_t seed) {
    scene t;
    size_t total = 0;
    char at[80];
    scene_make(&t, seed);
    for (int mode = HAIL_PAIRS; mode <= HAIL_EARLIEST; mode++) {
        stream is = {0}, must = {0};
        snprintf(at, sizeof at, "HAIL_TEST_SEED=%llu mode %d isa %s", (unsigned long long)seed, mode, t.isa);
        among_walls(&t, (hail_mode)mode, &is);
        among_bodies(&t, mode == HAIL_EARLIEST ? HAIL_SWEPT : (hail_mode)mode, &must);
        if (mode > HAIL_MANIFOLD)
            keep_first(&t, &must);
        parts_same(at, &is, &must);
        total += must.count;
        stream_free(&is);
        stream_free(&must);
    }
    scene_free(&t);
    return total;
}

Test(step_walls_sprites, as_bodies) {
    uint64_t seed;
    size_t total = 0;
    if (random_seed_given(&seed)) {
        compare(seed);
        return;
    }
    for (uint32_t i = 0; i < random_worlds(WORLDS); i++)
        total += compare(i);
    cr_assert_gt(total, (size_t)WORLDS * 50, "only %zu contacts", total);
}

/* ---- Long walls -------------------------------------------------------------------------------------------------- */

/* A square of pixels near the middle of a triangle's longest side: its lowest corner is `deep` px behind it. */
typedef struct leaning {
    float x[3], y[3];        /* of the triangle */
    float at_x, at_y, angle; /* of the square, which is 2 * HALF px large at scale 1 */
    float cos, sin, scale;
    double deep;
} leaning;

enum { HALF = 8, LEANING = 400 };

/* How far the square's corner that is deepest behind the line lies behind it. */
static double depth_of(const leaning *l) {
    const double ex = (double)l->x[1] - (double)l->x[0], ey = (double)l->y[1] - (double)l->y[0],
                 length = sqrt(ex * ex + ey * ey);
    double deepest = -1.0e9;
    for (int k = 0; k < 4; k++) {
        const double u = (k % 2 ? HALF : -HALF) * (double)l->scale, v = (k / 2 ? HALF : -HALF) * (double)l->scale;
        const double x = (double)l->at_x + (double)l->cos * u - (double)l->sin * v - (double)l->x[0],
                     y = (double)l->at_y + (double)l->sin * u + (double)l->cos * v - (double)l->y[0];
        deepest = fmax(deepest, (ex * y - ey * x) / length);
    }
    return deepest;
}

/* Without unit: cos and sin are off by up to 1e-4. */
static leaning leaning_make(uint64_t *state, bool unit) {
    const float length = 1000.0f * powf(900.0f, random_range(state, 0.0f, 1.0f)),
                turn = random_range(state, -3.2f, 3.2f), size = unit ? 1.0f : 1.0f + random_range(state, -9e-5f, 9e-5f),
                share = random_range(state, 0.2f, 0.8f), turned = random_range(state, -3.2f, 3.2f);
    leaning l = {.scale = random_range(state, 0.2f, 4.0f), .cos = cosf(turned) * size, .sin = sinf(turned) * size};
    const float ex = length * cosf(turn), ey = length * sinf(turn);
    l.x[1] = ex, l.y[1] = ey, l.x[2] = ex * 0.5f - ey, l.y[2] = ey * 0.5f + ex;
    l.at_x = ex * share, l.at_y = ey * share;
    const double must = (random_pick(state, 2) == 0 ? 1.0 : -1.0) * pow(10.0, (double)random_range(state, -4.0f, 0.0f));
    for (int k = 0; k < 4; k++) { /* the wall's left side is in front */
        const double back = must - depth_of(&l);
        l.at_x = (float)((double)l.at_x - (double)ey / (double)length * back);
        l.at_y = (float)((double)l.at_y + (double)ex / (double)length * back);
    }
    l.deep = depth_of(&l);
    return l;
}

static hail_sectors *triangle(const leaning *l) {
    const hail_wall wall[] = {{.a = 0, .b = 1, .left = HAIL_NO_SECTOR},
                              {.a = 1, .b = 2, .left = HAIL_NO_SECTOR},
                              {.a = 2, .b = 0, .left = HAIL_NO_SECTOR}};
    const hail_sector_data data = {
        .x = l->x, .y = l->y, .vertex_count = 3, .walls = wall, .wall_count = 3, .sector_count = 1};
    const hail_sectors_options options = {.tolerant = true};
    hail_sectors *map;
    cr_assert_eq(hail_sectors_create(&options, &data, NULL, &map), HAIL_OK);
    return map;
}

static void add_walls(hail_world *world, const hail_sectors *map, hail_mode mode) {
    cr_assert_eq(hail_world_set_sectors(world, map), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, SPRITES, HAIL_WALLS, mode), HAIL_OK);
}

/* The long wall as a body. */
static void add_segment(hail_world *world, const leaning *l, hail_mode mode) {
    const hail_spawn_columns from = {.x = l->x, .y = l->y};
    hail_shape shape;
    cr_assert_eq(hail_shape_capsule(hail_world_shapes(world), 0, 0, l->x[1], l->y[1], 0, &shape), HAIL_OK);
    cr_assert_eq(hail_spawn(world, SEGMENTS, &shape, &from, 1, NULL), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, SPRITES, SEGMENTS, mode), HAIL_OK);
}

/* Whether a step finds that the square touches the wall, or the wall as a body: where it is, or at the end of a path of
 * `way` px towards it. */
static bool leans(const leaning *l, const char *isa, float way, bool as_body) {
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context = variant_context(isa);
    const hail_layer_options layer = {.columns = TURNING};
    uint64_t bits[2 * HALF];
    hail_spriteset *set;
    hail_world *world;
    hail_shape shape;
    hail_columns c;
    uint32_t sprite;
    hail_sectors *map = triangle(l);
    const float length = hypotf(l->x[1], l->y[1]), nx = -l->y[1] / length, ny = l->x[1] / length;
    const hail_image image = {.bits = bits, .width = 2 * HALF, .height = 2 * HALF, .origin_x = HALF, .origin_y = HALF};
    const float x = l->at_x - nx * way, y = l->at_y - ny * way, vx = (l->at_x - x) * 64.0f, vy = (l->at_y - y) * 64.0f;
    const hail_spawn_columns from = {.x = &x, .y = &y, .vx = &vx, .vy = &vy};
    const hail_mode mode = way > 0.0f ? HAIL_SWEPT : HAIL_MANIFOLD;
    stream s = {0};
    for (int k = 0; k < 2 * HALF; k++)
        bits[k] = (UINT64_C(1) << 2 * HALF) - 1;
    cr_assert_eq(hail_spriteset_create(NULL, &set), HAIL_OK);
    cr_assert_eq(hail_spriteset_add(set, &image, &sprite), HAIL_OK);
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, SPRITES, &layer), HAIL_OK);
    cr_assert_eq(hail_shape_sprite(hail_world_shapes(world), set, sprite, &shape), HAIL_OK);
    if (as_body)
        add_segment(world, l, mode);
    else
        add_walls(world, map, mode);
    cr_assert_eq(hail_spawn(world, SPRITES, &shape, &from, 1, NULL), HAIL_OK);
    cr_assert_eq(hail_layer_columns(world, SPRITES, &c), HAIL_OK);
    c.cos[0] = l->cos, c.sin[0] = l->sin, c.scale[0] = l->scale;
    cr_assert_eq(hail_step(world, 1.0f / 64.0f, stream_take, &s), HAIL_OK);
    const bool found = s.count > 0;
    stream_free(&s);
    hail_world_destroy(world);
    hail_spriteset_destroy(set);
    hail_sectors_destroy(map);
    return found;
}

static void lean(uint64_t seed) {
    uint64_t state = seed * 31 + 9;
    const leaning l = leaning_make(&state, seed % 2 == 0);
    const char *isa = hail_variant_name(seed % hail_variant_count());
    for (int as_body = 0; as_body < 2; as_body++) {
        char at[100];
        snprintf(at, sizeof at, "HAIL_TEST_SEED=%llu isa %s%s: %g px deep", (unsigned long long)seed, isa,
                 as_body ? ", a body" : "", l.deep);
        cr_assert_eq(leans(&l, isa, 0.0f, as_body), l.deep >= 0.0, "%s", at);
        if (l.deep > 0.1) /* the end of a path is rounded */
            cr_assert(leans(&l, isa, 64.0f, as_body), "%s, swept", at);
    }
}

Test(step_walls_sprites, beside_long_walls) { random_seeds(LEANING, lean); }
