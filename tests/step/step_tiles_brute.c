/* Whole steps with tile rules: the stream of contacts, made again from what a game could have asked for itself - pairs
 * by the batch functions, tiles by marches, sweeps and overlaps, from where the bodies started - and put in the order
 * that hail/contact.h names. Then with every variant, window and pair budget, which may change nothing.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that world alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "shared/rules.h"
#include "tiles/slide_oracle.h"
#include "shared/stream.h"

enum { LAYERS = 4, EACH = 60, SHAPES = 10, ROOM = 1 << 17, WORLDS = 200 };

static const uint32_t layer_of[LAYERS] = {0, 3, 17, 63};

typedef struct plan {
    picture p;
    hail_convex shape[SHAPES];
    hail_rule tiles[LAYERS];
    hail_mode mode[LAYERS][LAYERS]; /* first named, second named */
    float x[LAYERS][EACH], y[LAYERS][EACH], vx[LAYERS][EACH], vy[LAYERS][EACH], angle[LAYERS][EACH];
    float scale[LAYERS][EACH];
    uint32_t which[LAYERS][EACH];
    float dt;
} plan;

static void plan_bodies(plan *w, uint64_t *state) {
    crowd c = crowd_make(&w->p, EACH, SHAPES);
    for (int n = 0; n < LAYERS; n++) {
        for (int i = 0; i < EACH; i++) {
            long pixel_x, pixel_y;
            const terrain t = {&w->p, 0, false};
            do { /* a centre that starts inside is for another test */
                crowd_place(&c, &w->p, 0, state);
                pixel_x = (long)floorf(c.column[0][0] - w->p.x), pixel_y = (long)floorf(c.column[1][0] - w->p.y);
            } while (terrain_solid(&t, pixel_x, pixel_y));
            w->x[n][i] = c.column[0][0], w->y[n][i] = c.column[1][0];
            w->vx[n][i] = c.column[5][0] * 64.0f, w->vy[n][i] = c.column[6][0] * 64.0f;
            w->angle[n][i] = random_range(state, -3.0f, 3.0f), w->scale[n][i] = c.column[4][0];
            w->which[n][i] = random_pick(state, SHAPES);
        }
    }
    crowd_free(&c);
}

static plan *plan_make(uint64_t seed) {
    static const hail_mode modes[] = {HAIL_IGNORE, HAIL_PAIRS, HAIL_MANIFOLD, HAIL_SWEPT, HAIL_EARLIEST, HAIL_EARLIEST};
    uint64_t state = seed * 31 + 5;
    plan *w = calloc(1, sizeof *w);
    cr_assert_not_null(w);
    w->p = picture_scene(seed, (drawing)(seed / 3 % DRAWINGS), 0.0f, &state);
    w->p.outside_kind = 7;
    w->dt = random_pick(&state, 6) == 0 ? 0.0f : 1.0f / 64.0f;
    for (int k = 0; k < SHAPES; k++)
        w->shape[k] = mover_shape(&state, k % 3 == 0 ? 12.0f : 3.0f);
    for (int i = 0; i < LAYERS; i++) {
        hail_rule *tile = &w->tiles[i];
        tile->mode = modes[random_pick(&state, 6)];
        tile->kinds = random_pick(&state, 3) == 0 ? HAIL_KIND(1) | HAIL_KIND(7) : 0;
        tile->centre_only = random_pick(&state, 2) != 0, tile->whole_tiles = random_pick(&state, 4) == 0;
        tile->smooth = random_pick(&state, 3) == 0 ? 1 + random_pick(&state, 8) : 0;
        tile->stop = random_pick(&state, 2) == 0;
        *tile = rule_with(layer_of[i], HAIL_TILES, *tile);
        for (int j = 0; j <= i; j++) {
            const bool swap = random_pick(&state, 2) == 0;
            w->mode[swap ? j : i][swap ? i : j] = modes[random_pick(&state, 6)];
        }
    }
    plan_bodies(w, &state);
    return w;
}

static void plan_free(plan *w) {
    picture_free(&w->p);
    free(w);
}

/* ---- The world --------------------------------------------------------------------------------------------------- */

typedef struct config {
    const char *isa;
    uint32_t window, budget;
} config;

static hail_world *world_make(const plan *w, const config *c, hail_handle handle[LAYERS][EACH]) {
    hail_world_options options;
    hail_world_options_defaults(&options);
    hail_world *world;
    hail_shape shape[SHAPES];
    options.context = variant_context(c->isa), options.window = c->window;
    options.pair_budget = c->budget != 0 ? c->budget : options.pair_budget;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    for (int k = 0; k < SHAPES; k++)
        cr_assert_eq(hail_shape_add(hail_world_shapes(world), &w->shape[k], &shape[k]), HAIL_OK);
    for (int n = 0; n < LAYERS; n++) {
        const hail_layer_options layer = {.columns = HAIL_ROTATION | HAIL_SCALE};
        hail_shape of[EACH];
        for (int i = 0; i < EACH; i++)
            of[i] = shape[w->which[n][i]];
        cr_assert_eq(hail_layer_configure(world, layer_of[n], &layer), HAIL_OK);
        cr_assert_eq(hail_rule_configure(world, &w->tiles[n]), HAIL_OK);
        for (int m = 0; m < LAYERS; m++)
            if (w->mode[n][m] != HAIL_IGNORE)
                cr_assert_eq(hail_rule_set(world, layer_of[n], layer_of[m], w->mode[n][m]), HAIL_OK);
        hail_spawn_columns from = {.x = w->x[n], .y = w->y[n], .vx = w->vx[n], .vy = w->vy[n], .shape = of};
        from.angle = w->angle[n], from.scale = w->scale[n];
        cr_assert_eq(hail_spawn(world, layer_of[n], &shape[0], &from, EACH, handle[n]), HAIL_OK);
    }
    cr_assert_eq(hail_world_set_tilemap(world, w->p.map), HAIL_OK);
    return world;
}

/* ---- What must come ---------------------------------------------------------------------------------------------- */

/* A layer as the batch functions want it: where the bodies are after the move, and where they started. */
typedef struct side {
    float x[EACH], y[EACH], cos[EACH], sin[EACH], from_x[EACH], from_y[EACH], dx[EACH], dy[EACH];
} side;

typedef struct answer {
    const plan *w;
    side layer[LAYERS];
    hail_handle handle[LAYERS][EACH];
    hail_contact *contact; /* what must come, in order */
    size_t count;
    const hail_contact *best[LAYERS][EACH]; /* the earliest so far */
    hail_contact kept[LAYERS][EACH];
} answer;

static void move_all(answer *a, hail_world *world) {
    for (int n = 0; n < LAYERS; n++) {
        hail_columns c;
        cr_assert_eq(hail_layer_columns(world, layer_of[n], &c), HAIL_OK);
        side *s = &a->layer[n];
        for (int i = 0; i < EACH; i++) {
            hail_location location;
            cr_assert_eq(hail_locate(world, &a->handle[n][i], &location), HAIL_OK);
            s->dx[i] = c.vx[location.index] * a->w->dt, s->dy[i] = c.vy[location.index] * a->w->dt;
            s->x[i] = c.x[location.index] + s->dx[i], s->y[i] = c.y[location.index] + s->dy[i];
            s->from_x[i] = s->x[i] - s->dx[i], s->from_y[i] = s->y[i] - s->dy[i];
            s->cos[i] = c.cos[location.index], s->sin[i] = c.sin[location.index];
        }
    }
}

static hail_shapes bodies_of(const answer *a, int n, bool swept) {
    const side *s = &a->layer[n];
    hail_shapes b = {.convexes = a->w->shape,
                     .shape_count = SHAPES,
                     .cos = s->cos,
                     .sin = s->sin,
                     .scale = a->w->scale[n],
                     .shape = a->w->which[n],
                     .count = EACH};
    b.x = swept ? s->from_x : s->x, b.y = swept ? s->from_y : s->y;
    b.dx = swept ? s->dx : NULL, b.dy = swept ? s->dy : NULL;
    return b;
}

static void put(answer *a, const hail_contact *c) {
    cr_assert_lt(a->count, (size_t)ROOM);
    a->contact[a->count++] = *c;
}

/* The contacts between two layers, or within one, by every pair there is; of HAIL_EARLIEST only the smallest t is kept.
 */
static void meet(answer *a, int n, int m) {
    static hail_contact all[EACH * EACH];
    static uint32_t one[EACH * EACH], other[EACH * EACH];
    const hail_mode mode = a->w->mode[n][m];
    hail_batch batch = {.index_a = one, .index_b = other};
    for (uint32_t i = 0; i < EACH; i++)
        for (uint32_t j = n == m ? i + 1 : 0; j < EACH; j++)
            one[batch.count] = i, other[batch.count++] = j;
    const bool swept = mode == HAIL_SWEPT || mode == HAIL_EARLIEST;
    batch.a = bodies_of(a, n, swept), batch.b = bodies_of(a, m, swept);
    cr_assert_eq(swept ? hail_batch_sweep(&batch, all) : hail_batch_collide(&batch, all), HAIL_OK);
    for (size_t k = 0; k < batch.count; k++) {
        hail_contact c = all[k];
        if (c.kind == 0)
            continue;
        if (mode == HAIL_PAIRS)
            c = (hail_contact){.kind = HAIL_CONTACT_BODY};
        c.a = a->handle[n][one[k]], c.b = a->handle[m][other[k]];
        c.layer_a = (uint8_t)layer_of[n], c.layer_b = (uint8_t)layer_of[m];
        const hail_contact **best = &a->best[n][one[k]];
        if (mode != HAIL_EARLIEST)
            put(a, &c);
        else if (*best == NULL || c.t < (*best)->t)
            a->kept[n][one[k]] = c, *best = &a->kept[n][one[k]];
    }
}

/* A centre whose ray ended just before the pixel in which it is now: it hits at its end, at the nearest edge that it
 * has crossed. */
static void stands_inside(const hail_tilemap *map, const hail_rule *rule, float x, float y, float dx, float dy,
                          hail_ray_hit *hit) {
    hail_tilemap_size size;
    hail_tilemap_measure(map, &size);
    uint8_t is_solid = 0;
    cr_assert_eq(hail_tilemap_solid(map, &(hail_points){.x = &x, .y = &y, .count = 1}, rule->kinds, &is_solid),
                 HAIL_OK);
    if (is_solid == 0 || hit->hit != 0)
        return;
    const float px = floorf(x - size.x), py = floorf(y - size.y);
    const float past_x = dx > 0.0f ? x - size.x - px : px + 1.0f - (x - size.x),
                past_y = dy > 0.0f ? y - size.y - py : py + 1.0f - (y - size.y);
    const bool by_x = dy == 0.0f || (dx != 0.0f && past_x <= past_y);
    float nx = 0.0f, ny = 0.0f;
    const uint32_t column = (uint32_t)px / size.tile_width, row = (uint32_t)py / size.tile_height;
    hit->hit = 1, hit->distance = hypotf(dx, dy), hit->x = x, hit->y = y;
    hit->normal_x = by_x ? (dx > 0.0f ? -1.0f : 1.0f) : 0.0f, hit->normal_y = by_x ? 0.0f : dy > 0.0f ? -1.0f : 1.0f;
    hit->outside = px < 0.0f || py < 0.0f || column >= size.columns || row >= size.rows;
    if (rule->smooth > 0)
        cr_assert_eq(hail_tilemap_normals(map, &(hail_points){.x = &x, .y = &y, .count = 1}, rule->kinds, rule->smooth,
                                          &nx, &ny),
                     HAIL_OK);
    if (nx * hit->normal_x + ny * hit->normal_y > 0.0f)
        hit->normal_x = nx, hit->normal_y = ny;
    hail_cell_info info = {0};
    hit->cell = row * size.columns + column;
    if (!hit->outside)
        cr_assert_eq(hail_tilemap_cell(map, column, row, &info), HAIL_OK);
    hit->kind = (uint8_t)info.kind;
}

static void march_layer(const answer *a, int n, hail_contact *c) {
    static hail_ray_hit hit[EACH], plain[EACH];
    const side *s = &a->layer[n];
    const hail_rule *rule = &a->w->tiles[n];
    hail_tilemap_rays rays = {
        .map = a->w->p.map, .rays = {.count = EACH}, .kinds = rule->kinds, .smooth = rule->smooth};
    rays.rays.x = s->from_x, rays.rays.y = s->from_y, rays.rays.dx = s->dx, rays.rays.dy = s->dy;
    cr_assert_eq(hail_tilemap_march(&rays, &(hail_ray_answers){.hits = hit}), HAIL_OK);
    rays.smooth = 0;
    cr_assert_eq(hail_tilemap_march(&rays, &(hail_ray_answers){.hits = plain}), HAIL_OK);
    for (uint32_t i = 0; i < EACH; i++) {
        memset(&c[i], 0, sizeof c[i]);
        stands_inside(a->w->p.map, rule, s->x[i], s->y[i], s->dx[i], s->dy[i], &hit[i]);
        stands_inside(a->w->p.map, &(hail_rule){.kinds = rule->kinds}, s->x[i], s->y[i], s->dx[i], s->dy[i], &plain[i]);
        if (hit[i].hit == 0)
            continue;
        /* A smoothed normal counts if the motion goes into it. */
        if (!(s->dx[i] * hit[i].normal_x + s->dy[i] * hit[i].normal_y < -(fabsf(s->dx[i]) + fabsf(s->dy[i])) * 1e-6f))
            hit[i].normal_x = plain[i].normal_x, hit[i].normal_y = plain[i].normal_y;
        const double length = hypot((double)s->dx[i], (double)s->dy[i]);
        c[i] = (hail_contact){.a = {i, 0}, .kind = HAIL_CONTACT_TILE, .count = 1, .feature_b = hit[i].kind};
        c[i].part_b = hit[i].outside != 0 ? UINT32_MAX : hit[i].cell;
        c[i].t = length > 0.0 ? (float)((double)hit[i].distance / length) : 0.0f;
        c[i].normal_x = -hit[i].normal_x, c[i].normal_y = -hit[i].normal_y;
        c[i].x[0] = hit[i].x, c[i].y[0] = hit[i].y;
    }
}

static void meet_tiles(answer *a, int n) {
    static hail_contact c[ROOM];
    const hail_rule *rule = &a->w->tiles[n];
    const bool swept = rule->mode == HAIL_SWEPT || rule->mode == HAIL_EARLIEST;
    size_t count = EACH;
    hail_tilemap_movers movers = {.map = a->w->p.map, .kinds = rule->kinds};
    movers.shapes = bodies_of(a, n, swept), movers.whole_tiles = rule->whole_tiles;
    if (rule->mode == HAIL_IGNORE)
        return;
    if (!swept)
        cr_assert_eq(hail_tilemap_overlap(&movers, c, ROOM, &count), HAIL_OK);
    else if (rule->centre_only)
        march_layer(a, n, c);
    else
        cr_assert_eq(hail_tilemap_sweep(&movers, c), HAIL_OK);
    for (size_t i = 0; i < count; i++) {
        if (c[i].kind == 0)
            continue;
        const uint32_t body = c[i].a.slot;
        if (rule->mode == HAIL_EARLIEST && a->best[n][body] != NULL && a->best[n][body]->t <= c[i].t)
            continue;
        if (rule->mode == HAIL_EARLIEST)
            a->best[n][body] = NULL;
        if (rule->mode == HAIL_PAIRS)
            c[i] = (hail_contact){.kind = HAIL_CONTACT_TILE, .feature_b = c[i].feature_b, .part_b = c[i].part_b};
        c[i].a = a->handle[n][body];
        c[i].layer_a = (uint8_t)layer_of[n], c[i].layer_b = HAIL_TILES;
        put(a, &c[i]);
    }
}

static int by_order(const void *one, const void *other) {
    const hail_contact *c = one, *d = other;
    const uint32_t is[] = {c->layer_a, c->layer_b, c->a.slot, c->b.slot, c->part_b};
    const uint32_t to[] = {d->layer_a, d->layer_b, d->a.slot, d->b.slot, d->part_b};
    for (int k = 0; k < 5; k++)
        if (is[k] != to[k])
            return is[k] < to[k] ? -1 : 1;
    return 0;
}

static void answer_make(answer *a) {
    for (int n = 0; n < LAYERS; n++) {
        for (int m = 0; m < LAYERS; m++)
            if (a->w->mode[n][m] != HAIL_IGNORE)
                meet(a, n, m);
        meet_tiles(a, n);
        for (int i = 0; i < EACH; i++)
            if (a->best[n][i] != NULL)
                put(a, a->best[n][i]);
    }
    qsort(a->contact, a->count, sizeof *a->contact, by_order);
}

/* ---- What comes -------------------------------------------------------------------------------------------------- */

static const char *text_of(const hail_contact *c) {
    static char text[2][300];
    static int turn;
    snprintf(text[turn ^= 1], sizeof *text,
             "layers %u-%u slots %u-%u kind %u count %u features %u-%u part %u normal (%a, %a) point (%a, %a) depth %a "
             "t %a",
             c->layer_a, c->layer_b, (unsigned)c->a.slot, (unsigned)c->b.slot, c->kind, c->count, c->feature_a,
             c->feature_b, (unsigned)c->part_b, (double)c->normal_x, (double)c->normal_y, (double)c->x[0],
             (double)c->y[0], (double)c->depth[0], (double)c->t);
    return text[turn];
}

/* To the bit, but for what a march says in other words. */
static bool alike(const answer *a, const hail_contact *is, const hail_contact *must) {
    if (memcmp(is, must, sizeof *is) == 0)
        return true;
    int n = 0;
    while (layer_of[n] != must->layer_a)
        n++;
    const hail_rule *rule = &a->w->tiles[n];
    if (must->kind != HAIL_CONTACT_TILE || !rule->centre_only || by_order(is, must) != 0)
        return false;
    return is->kind == must->kind && is->count == 1 && is->feature_a == 0 && is->feature_b == must->feature_b &&
           fabsf(is->t - must->t) < 1.0e-5f && is->normal_x == must->normal_x && is->normal_y == must->normal_y &&
           fabsf(is->x[0] - must->x[0]) < 1.0e-3f && fabsf(is->y[0] - must->y[0]) < 1.0e-3f && is->depth[0] == 0.0f;
}

/* The contact that stops a body, or NULL. */
static const hail_contact *stopped_by(const answer *a, int n, int i) {
    if (!a->w->tiles[n].stop)
        return NULL;
    for (size_t k = 0; k < a->count; k++)
        if (a->contact[k].kind == HAIL_CONTACT_TILE && a->contact[k].a.slot == a->handle[n][i].slot)
            return &a->contact[k];
    return NULL;
}

/* Whether a body is where it must be in the end. Centres that were marched are kept off a corner's other face, too, and
 * in any case in the open. */
static bool placed(const answer *a, int n, int i, float x, float y) {
    const side *s = &a->layer[n];
    const hail_contact *hit = stopped_by(a, n, i);
    const picture *p = &a->w->p;
    if (hit == NULL)
        return x == s->x[i] && y == s->y[i];
    const float at_x = s->from_x[i] + s->dx[i] * hit->t, at_y = s->from_y[i] + s->dy[i] * hit->t;
    if (!a->w->tiles[n].centre_only)
        return fabsf(x - at_x + hit->normal_x / 64.0f) < 3.0e-3f && fabsf(y - at_y + hit->normal_y / 64.0f) < 3.0e-3f;
    const terrain t = {p, a->w->tiles[n].kinds, false};
    return fabsf(x - at_x) < 0.02f && fabsf(y - at_y) < 0.02f &&
           !terrain_solid(&t, (long)floorf(x - p->x), (long)floorf(y - p->y));
}

static void check_places(const answer *a, hail_world *world, const char *at) {
    for (int n = 0; n < LAYERS; n++) {
        hail_columns c;
        cr_assert_eq(hail_layer_columns(world, layer_of[n], &c), HAIL_OK);
        for (int i = 0; i < EACH; i++) {
            hail_location location;
            cr_assert_eq(hail_locate(world, &a->handle[n][i], &location), HAIL_OK);
            const float x = c.x[location.index], y = c.y[location.index];
            cr_assert(placed(a, n, i, x, y), "%s: body %d of layer %u ends at (%g, %g)", at, i, layer_of[n], (double)x,
                      (double)y);
        }
    }
}

static size_t every_way(uint64_t seed) {
    static const uint32_t window[] = {4096, 7, 1}, budget[] = {0, 1024};
    plan *w = plan_make(seed);
    stream_listener first = {0}, again = {0};
    char at[200];
    answer *a = calloc(1, sizeof *a);
    cr_assert_not_null(a);
    a->contact = calloc(ROOM, sizeof *a->contact), a->w = w;
    for (size_t n = 0; n < hail_variant_count() * 6; n++) {
        const config c = {hail_variant_name(n / 6), window[n % 3], budget[n / 3 % 2]};
        snprintf(at, sizeof at, "HAIL_TEST_SEED=%llu isa %s window %u budget %u", (unsigned long long)seed, c.isa,
                 (unsigned)c.window, (unsigned)c.budget);
        hail_world *world = world_make(w, &c, a->handle);
        stream_listener *l = n == 0 ? &first : &again;
        stream_clear(&l->s);
        if (n == 0)
            move_all(a, world);
        cr_assert_eq(hail_step(world, w->dt, stream_listen, l), HAIL_OK);
        cr_assert(!l->mixed && l->s.widest <= c.window && hail_stats(world)->contacts == l->s.count, "%s: windows", at);
        if (n == 0)
            answer_make(a);
        for (size_t k = 0; n == 0 && k < a->count && k < l->s.count; k++)
            cr_assert(alike(a, &l->s.contact[k], &a->contact[k]), "%s: contact %zu of %zu\n  is      %s\n  must be %s",
                      at, k, a->count, text_of(&l->s.contact[k]), text_of(&a->contact[k]));
        cr_assert_eq(l->s.count, n == 0 ? a->count : first.s.count, "%s: %zu contacts, must be %zu", at, l->s.count,
                     n == 0 ? a->count : first.s.count);
        for (size_t k = 0; n > 0 && k < l->s.count; k++)
            cr_assert(memcmp(&first.s.contact[k], &l->s.contact[k], sizeof(hail_contact)) == 0,
                      "%s: contact %zu\n  is      %s\n  must be %s", at, k, text_of(&l->s.contact[k]),
                      text_of(&first.s.contact[k]));
        check_places(a, world, at);
        hail_world_destroy(world);
    }
    const size_t total = a->count;
    stream_free(&first.s);
    stream_free(&again.s);
    free(a->contact);
    free(a);
    plan_free(w);
    return total;
}

static void run(uint32_t part) {
    uint64_t seed;
    size_t total = 0;
    const bool given = random_seed_given(&seed);
    if (given && seed % 2 == part)
        every_way(seed);
    for (uint32_t i = 0; i < random_worlds(WORLDS / 2) && !given; i++)
        total += every_way((uint64_t)i * 2 + part);
    cr_assert(given || total > 1000, "only %zu contacts", total);
}

Test(step_tiles_brute, even) { run(0); }
Test(step_tiles_brute, odd) { run(1); }
