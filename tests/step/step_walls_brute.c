/* Whole steps among walls: the stream of contacts, made again by the batch functions from every part of every body
 * against every wall as a bare segment, byte for byte and order included, beside other bodies and tiles; then with
 * every variant, window, pair budget and cell, and with the bodies lying otherwise in their columns, which may change
 * nothing. Between two steps the map changes.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that world alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts_world.h"
#include "shared/random_world.h"
#include "shared/rules.h"
#include "tiles/slide_picture.h"
#include "sectors/walls_inputs.h"

enum { STEPS = 2, WORLDS = 80, PARTS = PARTS_SHAPES * PARTS_MOST };

/* ---- What must come ---------------------------------------------------------------------------------------------- */

/* The plan of a world with what else there is in it. */
typedef struct scene {
    parts_plan *plan;
    picture p;
    soup s;
    hail_rule walls[PARTS_LAYERS]; /* see rule_with */
    hail_sectors *map;             /* of the world that is at work */
} scene;

/* Every wall that there is, as a body. */
typedef struct segments {
    hail_convex shape[PARTS + SOUP_WALLS];
    float x[SOUP_WALLS], y[SOUP_WALLS];
    uint32_t which[SOUP_WALLS], number[SOUP_WALLS], kinds[SOUP_WALLS], count;
    uint8_t kind[SOUP_WALLS];
} segments;

static void segments_make(const scene *t, segments *s) {
    hail_sectors_size size;
    hail_sectors_measure(t->map, &size);
    memcpy(s->shape, t->plan->part[0], PARTS * sizeof *s->shape);
    s->count = 0;
    for (uint32_t i = 0; i < size.walls; i++) {
        hail_wall_info w;
        cr_assert_eq(hail_sectors_wall(t->map, i, &w), HAIL_OK);
        if (!w.stops || w.wall.a == HAIL_NO_VERTEX)
            continue;
        const uint32_t k = s->count++;
        const bool outer = w.wall.right == HAIL_NO_SECTOR || w.wall.left == HAIL_NO_SECTOR;
        cr_assert_eq(hail_convex_capsule(0, 0, w.bx - w.ax, w.by - w.ay, 0, &s->shape[PARTS + k]), HAIL_OK);
        s->x[k] = w.ax, s->y[k] = w.ay, s->which[k] = PARTS + k, s->number[k] = i, s->kind[k] = w.wall.kind;
        s->kinds[k] = outer ? UINT32_MAX : UINT32_C(1) << w.wall.kind;
    }
}

/* Of a body's hits: does not slide along what it touches, nor goes away from it. */
static bool moves_in(const hail_contact *c, float dx, float dy) {
    return c->t > 0.0f || dx * c->normal_x + dy * c->normal_y > 0.0f;
}

static bool sooner(const hail_contact *c, const hail_contact *than) {
    if (than->kind == 0 || c->t < than->t || c->t > than->t)
        return than->kind == 0 || c->t < than->t;
    return c->part_b != than->part_b ? c->part_b < than->part_b : c->part_a < than->part_a;
}

static void meet_walls(const scene *t, const parts_world *w, uint32_t n, const segments *s, parts_answer *a) {
    enum { MOST = PARTS_EACH * PARTS_MOST };
    static parts_pieces pieces;
    static hail_contact all[SOUP_WALLS];
    static uint32_t one[SOUP_WALLS], other[SOUP_WALLS];
    const hail_rule *rule = &t->walls[n];
    const bool swept = rule->mode >= HAIL_SWEPT;
    hail_contact first[PARTS_EACH];
    memset(first, 0, sizeof first);
    parts_cut(t->plan, n, &a->side[n], swept, &pieces);
    for (uint32_t k = 0; k < pieces.first[PARTS_EACH]; k++) {
        const uint32_t body = pieces.body[k];
        hail_batch batch = {.a = pieces.bodies};
        batch.a.convexes = s->shape, batch.a.shape_count = PARTS + s->count;
        batch.b = (hail_shapes){.x = s->x, .y = s->y, .shape = s->which, .count = s->count};
        batch.index_a = one, batch.index_b = other;
        for (uint32_t i = 0; i < s->count; i++)
            if (rule->kinds == 0 || (rule->kinds & s->kinds[i]) != 0)
                one[batch.count] = k, other[batch.count++] = i;
        cr_assert_eq(swept ? hail_batch_sweep(&batch, all) : hail_batch_collide(&batch, all), HAIL_OK);
        for (size_t i = 0; i < batch.count; i++) {
            hail_contact c = all[i];
            if (c.kind == 0 || (swept && !moves_in(&c, pieces.column[5][k], pieces.column[6][k])))
                continue;
            if (rule->mode == HAIL_PAIRS)
                c = (hail_contact){0};
            c.a = w->handle[n][body], c.b = (hail_handle){0, 0}, c.kind = HAIL_CONTACT_WALL;
            c.layer_a = (uint8_t)parts_layer_of[n], c.layer_b = HAIL_WALLS;
            c.part_a = (uint16_t)pieces.part[k];
            c.part_b = s->number[other[i]], c.feature_b = s->kind[other[i]];
            if (!swept)
                stream_take(&c, 1, &a->must);
            else if (sooner(&c, &first[body]))
                first[body] = c;
        }
    }
    for (uint32_t i = 0; i < PARTS_EACH; i++) {
        hail_contact *best = &a->best[n][i];
        if (first[i].kind != 0 && rule->mode == HAIL_SWEPT)
            stream_take(&first[i], 1, &a->must);
        else if (first[i].kind != 0 && (best->kind == 0 || first[i].t < best->t))
            *best = first[i];
    }
}

static void answer_make(const scene *t, const parts_world *w, parts_answer *a) {
    static segments s;
    segments_make(t, &s);
    parts_look(w, a->side);
    parts_meet_all(w, a);
    parts_meet_tiles(w, a);
    for (uint32_t n = 0; n < PARTS_LAYERS; n++)
        if (t->walls[n].mode != HAIL_IGNORE)
            meet_walls(t, w, n, &s, a);
    parts_add_earliest(a);
    parts_sort(&a->must);
}

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

static hail_mode any_mode(uint64_t *state) {
    static const hail_mode modes[] = {HAIL_IGNORE, HAIL_PAIRS, HAIL_MANIFOLD, HAIL_SWEPT, HAIL_EARLIEST, HAIL_EARLIEST};
    return modes[random_pick(state, 6)];
}

static void move_off(parts_plan *p, float at) {
    p->half = 0.0f; /* no bounds */
    for (int n = 0; n < PARTS_LAYERS; n++) {
        p->layer[n].bounds = HAIL_OPEN;
        for (int i = 0; i < PARTS_EACH; i++)
            p->x[n][i] += at, p->y[n][i] -= at;
    }
}

/* One corner is so flat that what sweeps take for rounding (docs/arithmetic.md, "Sweeps") is much more there. */
static void make_flat(parts_plan *p, uint32_t shape) {
    const float x[] = {-20.0f, 0.0f, 20.0f, 4.0f}, y[] = {0.0f, -0.01f - 0.1f * (float)shape, 0.0f, 9.0f};
    p->shape[shape].count = 1, p->shape[shape].compound = false;
    cr_assert_eq(hail_convex_polygon(x, y, 4, 0.0f, &p->part[shape][0]), HAIL_OK);
}

static void scene_make(scene *t, uint64_t seed) {
    static const float offs[] = {5000.0f, 1.0e6f, 3.0e7f};
    uint64_t state = seed * 77 + 3;
    memset(t, 0, sizeof *t);
    t->plan = parts_plan_make(seed, NULL);
    t->p = picture_scene(seed, (drawing)(seed / 3 % DRAWINGS), -80.0f, &state);
    const float at = seed % 5 == 2 ? offs[seed / 5 % 3] : 0.0f;
    if (at > 0.0f)
        move_off(t->plan, at);
    else if (seed % 2 == 0)
        t->plan->map = t->p.map;
    for (int n = 0; n < PARTS_LAYERS; n++) {
        hail_rule *tile = &t->plan->tiles[n], *wall = &t->walls[n];
        tile->mode = any_mode(&state);
        wall->mode = any_mode(&state), wall->kinds = random_pick(&state, 3) == 0 ? UINT32_C(0x80000005) : 0;
        tile->stop = random_pick(&state, 3) == 0, wall->stop = random_pick(&state, 2) == 0;
        if (seed % 5 == 3 && random_pick(&state, 2) == 0) /* some very large */
            for (int i = 0; i < PARTS_EACH; i += 5)
                t->plan->scale[n][i] = random_range(&state, 20.0f, HAIL_MAX_SCALE);
    }
    for (uint32_t k = 0; k < 3 && seed % 5 == 4; k++)
        make_flat(t->plan, k);
    soup_make(&t->s, &state, at, seed % 4 == 3, seed % 5 == 4);
}

static void scene_free(scene *t) {
    free(t->plan);
    picture_free(&t->p);
}

static parts_world world_make(scene *t, const parts_config *c) {
    static const float cells[] = {0.0f, 8.0f, 37.0f, 500.0f};
    parts_world w = parts_world_make(t->plan, c);
    t->map = soup_map(&t->s, cells[c->window % 4], NULL);
    cr_assert_eq(hail_world_set_sectors(w.world, t->map), HAIL_OK);
    for (int n = 0; n < PARTS_LAYERS; n++) {
        const hail_rule walls = rule_with(parts_layer_of[n], HAIL_WALLS, t->walls[n]);
        cr_assert_eq(hail_rule_configure(w.world, &walls), HAIL_OK);
    }
    return w;
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

static size_t walls_in(const stream *s) {
    size_t count = 0;
    for (size_t k = 0; k < s->count; k++)
        count += s->contact[k].kind == HAIL_CONTACT_WALL;
    return count;
}

static size_t every_way(uint64_t seed) {
    enum { WAYS = 8 };
    static parts_answer a[STEPS];
    static scene t;
    stream_listener l = {0};
    uint64_t digest[STEPS];
    size_t total = 0;
    scene_make(&t, seed);
    for (size_t n = 0; n < WAYS; n++) {
        const parts_config c = parts_config_of(n * (1 + seed % 3));
        parts_world w = world_make(&t, &c);
        for (int i = 0; i < STEPS; i++) {
            char at[200];
            snprintf(at, sizeof at, "HAIL_TEST_SEED=%llu isa %s window %u budget %u cell %g%s, step %d",
                     (unsigned long long)seed, c.isa, (unsigned)c.window, (unsigned)c.budget, (double)c.cell,
                     c.shuffled ? " shuffled" : "", i + 1);
            if (i > 0)
                soup_change(t.map, seed + (uint64_t)i);
            if (n == 0) {
                answer_make(&t, &w, &a[i]);
                total += walls_in(&a[i].must);
            }
            stream_clear(&l.s);
            cr_assert_eq(hail_step(w.world, t.plan->dt, stream_listen, &l), HAIL_OK, "%s", at);
            cr_assert(!l.mixed && l.s.widest <= c.window && hail_stats(w.world)->contacts == l.s.count, "%s: windows",
                      at);
            parts_same(at, &l.s, &a[i].must);
            if (n == 0)
                digest[i] = world_digest(w.world);
            cr_assert_eq(world_digest(w.world), digest[i], "%s: the bodies are elsewhere", at);
        }
        parts_world_free(&w);
        hail_sectors_destroy(t.map);
    }
    stream_free(&l.s);
    scene_free(&t);
    return total;
}

Test(step_walls_brute, every_way) { cr_assert_gt(random_seeds_sum(WORLDS, every_way), (size_t)WORLDS * 100); }
