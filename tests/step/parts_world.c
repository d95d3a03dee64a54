#include "shared/contexts.h"
#include "parts_world.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/random_world.h"
#include "shared/rules.h"

const uint32_t parts_layer_of[PARTS_LAYERS] = {0, 3, 17, 63};

enum { PARKING = 40 }; /* a layer without rules */

/* ---- Plans ------------------------------------------------------------------------------------------------------- */

static float number(uint64_t *state, float low, float high, bool lattice) {
    const float n = random_range(state, low, high);
    return lattice ? roundf(n) : n;
}

static hail_status polygon(uint64_t *state, float size, float x, float y, float rounding, hail_convex *shape) {
    float px[HAIL_MAX_VERTICES], py[HAIL_MAX_VERTICES];
    const uint32_t n = 3 + random_pick(state, 6);
    const bool backwards = random_pick(state, 2) == 0;
    const float squash = random_range(state, 0.2f, 1.0f);
    for (uint32_t k = 0; k < n; k++) {
        const float turn = 6.2831853f * ((float)k + random_range(state, 0.1f, 0.6f)) / (float)n;
        const uint32_t at = backwards ? n - 1 - k : k;
        px[at] = x + size * cosf(turn), py[at] = y + size * squash * sinf(turn);
    }
    return hail_convex_polygon(px, py, n, rounding, shape);
}

hail_convex parts_convex(uint64_t *state, float size, float off, bool lattice) {
    const float x = number(state, -off, off, lattice), y = number(state, -off, off, lattice);
    const float w = number(state, 0.5f * size, size, lattice) + (lattice ? 1.0f : 0.0f);
    const float u = number(state, -size, size, lattice), v = number(state, -size, size, lattice);
    const float rounding = random_pick(state, 2) == 0 ? 0.0f : number(state, 0.0f, 0.4f * size, lattice);
    hail_convex shape;
    hail_status status;
    switch (random_pick(state, lattice ? 4 : 6)) {
    case 0:
        status = hail_convex_circle(random_pick(state, 6) == 0 ? 0.0f : w, &shape);
        break;
    case 1: /* a circle that is not about the origin */
        status = hail_convex_capsule(x, y, x, y, w, &shape);
        break;
    case 2:
        status = hail_convex_capsule(x, y, x + u, y + v, rounding, &shape);
        break;
    case 3:
        status = hail_convex_box(w, lattice ? w : 0.6f * w, rounding, &shape);
        break;
    default:
        do
            status = polygon(state, w, x, y, rounding, &shape);
        while (status == HAIL_DEGENERATE); /* far from its origin for its size */
    }
    cr_assert_eq(status, HAIL_OK, "a part is refused: %s", hail_status_text(status));
    return shape;
}

static uint32_t some_sprite(const hail_spriteset *set, uint64_t *state) {
    hail_sprite_info info;
    uint32_t sprite;
    do {
        sprite = random_pick(state, spriteset_size(set).sprites);
        cr_assert_eq(hail_spriteset_describe(set, sprite, &info), HAIL_OK);
    } while (info.opaque == 0);
    return sprite;
}

static void plan_shapes(parts_plan *p, bool lattice, uint64_t *state) {
    static const uint32_t counts[] = {1, 2, 2, 3, 3, 5, 8, 40};
    for (uint32_t k = 0; k < PARTS_SHAPES; k++) {
        parts_shape *shape = &p->shape[k];
        shape->sprite = PARTS_NO_SPRITE;
        shape->compound = random_pick(state, 3) != 0;
        shape->count = shape->compound ? counts[random_pick(state, 8)] : 1;
        for (uint32_t i = 0; i < PARTS_MOST; i++) /* no body has those beyond the count, but batches check them */
            p->part[k][i] =
                parts_convex(state, shape->compound ? 6.0f : 12.0f, shape->compound ? 20.0f : 2.0f, lattice);
        if (p->set != NULL && random_pick(state, 2) == 0)
            shape->sprite = some_sprite(p->set, state), shape->compound = false;
    }
}

static void plan_layers(parts_plan *p, uint64_t *state) {
    static const hail_mode modes[] = {HAIL_IGNORE,   HAIL_PAIRS, HAIL_MANIFOLD, HAIL_MANIFOLD, HAIL_SWEPT,
                                      HAIL_EARLIEST, HAIL_SWEPT, HAIL_EARLIEST, HAIL_EARLIEST};
    for (uint32_t i = 0; i < PARTS_LAYERS; i++) {
        hail_layer_options *layer = &p->layer[i];
        layer->columns = (uint32_t)random_bits(state) & HAIL_ALL_COLUMNS & ~(uint32_t)(HAIL_LIFE | HAIL_PIERCE);
        layer->bounds = p->half > 0.0f ? (hail_bounds)random_pick(state, 3) : HAIL_OPEN;
        layer->caller_moved = random_pick(state, 4) == 0;
        for (uint32_t j = 0; j <= i; j++) {
            const bool swap = random_pick(state, 3) == 0;
            p->mode[swap ? i : j][swap ? j : i] = modes[random_pick(state, 9)];
        }
    }
}

static void plan_bodies(parts_plan *p, bool lattice, uint64_t *state) {
    static const float speeds[] = {0.0f, 20.0f, 60.0f, 60.0f, 200.0f, 2000.0f};
    static const float scales[] = {0.0f, 0.1f, 0.5f, 1.0f, 1.0f, 2.0f, 8.0f};
    const float spread = random_pick(state, 3) == 0 ? 60.0f : 150.0f;
    for (uint32_t n = 0; n < PARTS_LAYERS; n++) {
        for (uint32_t i = 0; i < PARTS_EACH; i++) {
            const float speed = speeds[random_pick(state, 6)];
            p->x[n][i] = number(state, -spread, spread, lattice), p->y[n][i] = number(state, -spread, spread, lattice);
            p->vx[n][i] = 64.0f * number(state, -speed, speed, lattice);
            p->vy[n][i] = 64.0f * number(state, -speed, speed, lattice);
            p->angle[n][i] = random_pick(state, 4) == 0 ? 0.0f : random_range(state, -7.0f, 7.0f);
            if (lattice)
                p->angle[n][i] = 1.5707964f * (float)random_pick(state, 4);
            p->scale[n][i] = lattice ? 1.0f + (float)random_pick(state, 2) : random_range(state, 0.3f, 2.0f);
            if (random_pick(state, 6) == 0)
                p->scale[n][i] = scales[random_pick(state, 7)];
            random_masks(state, &p->category[n][i], &p->mask[n][i]);
            p->group[n][i] = random_pick(state, 4), p->which[n][i] = random_pick(state, PARTS_SHAPES);
        }
    }
}

parts_plan *parts_plan_make(uint64_t seed, const hail_spriteset *set) {
    uint64_t state = seed * 0x2545f4914f6cdd1du + 77;
    parts_plan *p = calloc(1, sizeof *p);
    if (p == NULL)
        abort();
    const bool lattice = seed % 4 == 3;
    p->seed = seed, p->set = set;
    p->half = random_pick(&state, 3) != 0 ? 130.0f : 0.0f;
    p->dt = random_pick(&state, 6) == 0 ? 0.0f : 1.0f / 64.0f;
    plan_shapes(p, lattice, &state);
    plan_layers(p, &state);
    plan_bodies(p, lattice, &state);
    return p;
}

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

parts_config parts_config_of(size_t n) {
    static const uint32_t window[] = {4096, 3, 1, 4096, 4096}, budget[] = {0, 1024, 0, 1024, 2048};
    static const float cell[] = {0.0f, 3.0f, 16.0f, 1000.0f};
    const size_t isa = n % hail_variant_count(), k = n / hail_variant_count() + isa;
    return (parts_config){hail_variant_name(isa), window[k % 5], budget[k % 5], cell[k % 4], k % 3 == 1};
}

static void add_shapes(parts_world *w) {
    const parts_plan *p = w->plan;
    for (uint32_t k = 0; k < PARTS_SHAPES; k++) {
        const parts_shape *shape = &p->shape[k];
        hail_status status;
        if (shape->sprite != PARTS_NO_SPRITE)
            status = hail_shape_sprite(hail_world_shapes(w->world), shape->spare ? p->spare : p->set, shape->sprite,
                                       &w->shape[k]);
        else if (shape->compound)
            status = hail_shape_compound(hail_world_shapes(w->world), p->part[k], shape->count, &w->shape[k]);
        else
            status = hail_shape_add(hail_world_shapes(w->world), &p->part[k][0], &w->shape[k]);
        cr_assert_eq(status, HAIL_OK, "shape %u is refused: %s", k, hail_status_text(status));
    }
}

static void spawn(parts_world *w, uint32_t n, const parts_config *config) {
    const parts_plan *p = w->plan;
    const uint32_t columns = config->shuffled ? HAIL_ALL_COLUMNS : p->layer[n].columns, layer = parts_layer_of[n];
    hail_shape shape[PARTS_EACH];
    hail_spawn_columns from = {.x = p->x[n], .y = p->y[n], .vx = p->vx[n], .vy = p->vy[n], .shape = shape};
    for (uint32_t i = 0; i < PARTS_EACH; i++)
        shape[i] = w->shape[p->which[n][i]];
    from.angle = (columns & HAIL_ROTATION) != 0 ? p->angle[n] : NULL;
    from.scale = (columns & HAIL_SCALE) != 0 ? p->scale[n] : NULL;
    from.group = (columns & HAIL_GROUP) != 0 ? p->group[n] : NULL;
    from.category = (columns & HAIL_MASK) != 0 ? p->category[n] : NULL;
    from.mask = (columns & HAIL_MASK) != 0 ? p->mask[n] : NULL;
    cr_assert_eq(hail_spawn(w->world, config->shuffled ? PARKING : layer, &shape[0], &from, PARTS_EACH, w->handle[n]),
                 HAIL_OK);
    for (uint32_t k = 0; k < PARTS_EACH && config->shuffled; k++) /* 7 and PARTS_EACH have no common divisor */
        cr_assert_eq(hail_set_layer(w->world, &w->handle[n][(7 * k + 3) % PARTS_EACH], 1, layer), HAIL_OK);
    cr_assert_eq(hail_set_enabled(w->world, &w->handle[n][4], 1, false), HAIL_OK);
}

static void displace(parts_world *w, uint32_t n) {
    const parts_plan *p = w->plan;
    hail_columns c;
    cr_assert_eq(hail_layer_columns(w->world, parts_layer_of[n], &c), HAIL_OK);
    for (uint32_t i = 0; i < PARTS_EACH && p->layer[n].caller_moved && c.dx != NULL; i++) {
        hail_location at;
        cr_assert_eq(hail_locate(w->world, &w->handle[n][i], &at), HAIL_OK);
        c.dx[at.index] = p->vx[n][i] * p->dt, c.dy[at.index] = p->vy[n][i] * p->dt;
    }
}

parts_world parts_world_make(const parts_plan *p, const parts_config *config) {
    static const hail_layer_options parking = {.columns = HAIL_ALL_COLUMNS};
    parts_world w = {.plan = p};
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context = variant_context(config->isa), options.window = config->window, options.cell = config->cell;
    options.pair_budget = config->budget != 0 ? config->budget : options.pair_budget;
    options.min_x = options.min_y = -p->half, options.max_x = options.max_y = p->half;
    cr_assert_eq(hail_world_create(&options, &w.world), HAIL_OK);
    add_shapes(&w);
    cr_assert_eq(hail_layer_configure(w.world, PARKING, &parking), HAIL_OK);
    for (uint32_t n = 0; n < PARTS_LAYERS; n++) {
        cr_assert_eq(hail_layer_configure(w.world, parts_layer_of[n], &p->layer[n]), HAIL_OK);
        const hail_rule tiles = rule_with(parts_layer_of[n], HAIL_TILES, p->tiles[n]);
        cr_assert_eq(hail_rule_configure(w.world, &tiles), HAIL_OK);
        for (uint32_t m = 0; m < PARTS_LAYERS; m++)
            if (p->mode[n][m] != HAIL_IGNORE)
                cr_assert_eq(hail_rule_set(w.world, parts_layer_of[n], parts_layer_of[m], p->mode[n][m]), HAIL_OK);
    }
    for (uint32_t n = 0; n < PARTS_LAYERS; n++) {
        spawn(&w, n, config);
        displace(&w, n);
    }
    cr_assert_eq(hail_world_set_tilemap(w.world, p->map), HAIL_OK);
    return w;
}

void parts_world_free(parts_world *w) { hail_world_destroy(w->world); }

/* As docs/arithmetic.md says. */
static float wrapped(float x, float half) {
    const float w = half - -half;
    if (x < -half)
        x = x + w;
    else if (x >= half)
        x = x - w;
    if (x >= -half && x < half)
        return x;
    float k = truncf((x + half) / w);
    k = x < -half ? k - 1.0f : k;
    x = x - k * w;
    return x >= -half && x < half ? x : -half;
}

void parts_look(const parts_world *w, parts_side side[PARTS_LAYERS]) {
    const parts_plan *p = w->plan;
    for (uint32_t n = 0; n < PARTS_LAYERS; n++) {
        hail_columns c;
        parts_side *s = &side[n];
        cr_assert_eq(hail_layer_columns(w->world, parts_layer_of[n], &c), HAIL_OK);
        for (uint32_t i = 0; i < PARTS_EACH; i++) {
            hail_location at;
            s->there[i] = hail_locate(w->world, &w->handle[n][i], &at) == HAIL_OK && at.enabled;
            if (!s->there[i])
                continue;
            const uint32_t k = at.index;
            const bool told = p->layer[n].caller_moved, wrap = p->layer[n].bounds == HAIL_WRAP;
            s->dx[i] = !told ? c.vx[k] * p->dt : c.dx != NULL ? c.dx[k] : 0.0f;
            s->dy[i] = !told ? c.vy[k] * p->dt : c.dy != NULL ? c.dy[k] : 0.0f;
            s->x[i] = told ? c.x[k] : c.x[k] + s->dx[i], s->y[i] = told ? c.y[k] : c.y[k] + s->dy[i];
            s->x[i] = wrap ? wrapped(s->x[i], p->half) : s->x[i], s->y[i] = wrap ? wrapped(s->y[i], p->half) : s->y[i];
            s->from_x[i] = s->x[i] - s->dx[i], s->from_y[i] = s->y[i] - s->dy[i];
            s->cos[i] = c.cos != NULL ? c.cos[k] : 1.0f, s->sin[i] = c.sin != NULL ? c.sin[k] : 0.0f;
            s->scale[i] = c.scale != NULL ? c.scale[k] : 1.0f, s->group[i] = c.group != NULL ? c.group[k] : 0;
            s->category[i] = c.category != NULL ? c.category[k] : 1;
            s->mask[i] = c.mask != NULL ? c.mask[k] : UINT32_MAX;
        }
    }
}

/* ---- What must come ---------------------------------------------------------------------------------------------- */

void parts_cut(const parts_plan *p, uint32_t n, const parts_side *s, bool swept, parts_pieces *to) {
    uint32_t k = 0;
    for (uint32_t i = 0; i < PARTS_EACH; i++) {
        const parts_shape *shape = &p->shape[p->which[n][i]];
        const float is[7] = {swept ? s->from_x[i] : s->x[i],
                             swept ? s->from_y[i] : s->y[i],
                             s->cos[i],
                             s->sin[i],
                             s->scale[i],
                             s->dx[i],
                             s->dy[i]};
        to->first[i] = k;
        for (uint32_t part = 0; part < shape->count && s->there[i] && shape->sprite == PARTS_NO_SPRITE; part++, k++) {
            for (int column = 0; column < 7; column++)
                to->column[column][k] = is[column];
            to->shape[k] = p->which[n][i] * PARTS_MOST + part, to->body[k] = i, to->part[k] = part;
        }
    }
    to->first[PARTS_EACH] = k;
    to->bodies = (hail_shapes){.x = to->column[0], .y = to->column[1], .shape = to->shape, .count = k};
    if ((p->layer[n].columns & HAIL_ROTATION) != 0)
        to->bodies.cos = to->column[2], to->bodies.sin = to->column[3];
    if ((p->layer[n].columns & HAIL_SCALE) != 0)
        to->bodies.scale = to->column[4];
    if (swept)
        to->bodies.dx = to->column[5], to->bodies.dy = to->column[6];
}

bool parts_allowed(const parts_side *s, uint32_t i, const parts_side *o, uint32_t j) {
    const bool friends = s->group[i] != 0 && s->group[i] == o->group[j];
    return !friends && (s->category[i] & o->mask[j]) != 0 && (o->category[j] & s->mask[i]) != 0;
}

/* A contact of a HAIL_EARLIEST rule counts if it is sooner, or as soon and earlier in the order. */
static void keep_best(hail_contact *best, const hail_contact *c) {
    if (best->kind == 0 || c->t < best->t || (!(c->t > best->t) && parts_order(c, best) < 0))
        *best = *c;
}

void parts_meet(const parts_world *w, uint32_t n, uint32_t m, parts_answer *a) {
    enum { MOST = PARTS_MOST * PARTS_EACH * PARTS_MOST };
    static parts_pieces one, other;
    static uint32_t index_a[MOST], index_b[MOST];
    static hail_contact all[MOST];
    const parts_plan *p = w->plan;
    const hail_mode mode = p->mode[n][m];
    const bool swept = mode == HAIL_SWEPT || mode == HAIL_EARLIEST;
    parts_cut(p, n, &a->side[n], swept, &one);
    parts_cut(p, m, &a->side[m], swept, &other);
    hail_batch batch = {.a = one.bodies};
    batch.a.convexes = p->part[0], batch.a.shape_count = (size_t)PARTS_SHAPES * PARTS_MOST;
    batch.b = other.bodies, batch.index_a = index_a, batch.index_b = index_b;
    for (uint32_t i = 0; i < PARTS_EACH; i++) {
        batch.count = 0;
        for (uint32_t j = 0; j < PARTS_EACH; j++) {
            if (!parts_allowed(&a->side[n], i, &a->side[m], j) ||
                (n == m && w->handle[m][j].slot <= w->handle[n][i].slot))
                continue;
            for (uint32_t k = one.first[i]; k < one.first[i + 1]; k++)
                for (uint32_t l = other.first[j]; l < other.first[j + 1]; l++)
                    index_a[batch.count] = k, index_b[batch.count++] = l;
        }
        const hail_status status = swept ? hail_batch_sweep(&batch, all) : hail_batch_collide(&batch, all);
        cr_assert_eq(status, HAIL_OK, "%s", hail_status_text(status));
        uint32_t last = UINT32_MAX;
        for (size_t k = 0; k < batch.count; k++) {
            hail_contact c = all[k];
            const uint32_t j = other.body[index_b[k]];
            if (c.kind == 0 || (mode == HAIL_PAIRS && j == last))
                continue;
            if (mode == HAIL_PAIRS)
                c = (hail_contact){.kind = HAIL_CONTACT_BODY};
            c.a = w->handle[n][i], c.b = w->handle[m][j], last = j;
            c.layer_a = (uint8_t)parts_layer_of[n], c.layer_b = (uint8_t)parts_layer_of[m];
            c.part_a = (uint16_t)one.part[index_a[k]], c.part_b = other.part[index_b[k]];
            if (mode == HAIL_EARLIEST)
                keep_best(&a->best[n][i], &c);
            else
                stream_take(&c, 1, &a->must);
        }
    }
}

void parts_meet_all(const parts_world *w, parts_answer *a) {
    memset(a->best, 0, sizeof a->best);
    stream_clear(&a->must);
    for (uint32_t n = 0; n < PARTS_LAYERS; n++)
        for (uint32_t m = 0; m < PARTS_LAYERS; m++)
            if (w->plan->mode[n][m] != HAIL_IGNORE)
                parts_meet(w, n, m, a);
}

void parts_add_earliest(parts_answer *a) {
    for (uint32_t n = 0; n < PARTS_LAYERS; n++)
        for (uint32_t i = 0; i < PARTS_EACH; i++)
            if (a->best[n][i].kind != 0)
                stream_take(&a->best[n][i], 1, &a->must);
}

int parts_order(const void *one, const void *other) {
    const hail_contact *c = one, *d = other;
    const uint32_t is[] = {c->layer_a, c->layer_b, c->a.slot, c->b.slot, c->part_a, c->part_b};
    const uint32_t to[] = {d->layer_a, d->layer_b, d->a.slot, d->b.slot, d->part_a, d->part_b};
    for (int k = 0; k < 6; k++)
        if (is[k] != to[k])
            return is[k] < to[k] ? -1 : 1;
    return 0;
}

void parts_sort(stream *s) {
    if (s->count > 0)
        qsort(s->contact, s->count, sizeof *s->contact, parts_order);
}

/* ---- Comparing --------------------------------------------------------------------------------------------------- */

const char *parts_text(const hail_contact *c) {
    static char text[2][400];
    static int turn;
    snprintf(text[turn ^= 1], sizeof *text,
             "layers %u-%u slots %u-%u parts %u-%u kind %u count %u features %u-%u normal (%a, %a) point (%a, %a) "
             "depth %a second (%a, %a) %a t %a",
             c->layer_a, c->layer_b, (unsigned)c->a.slot, (unsigned)c->b.slot, c->part_a, (unsigned)c->part_b, c->kind,
             c->count, c->feature_a, c->feature_b, (double)c->normal_x, (double)c->normal_y, (double)c->x[0],
             (double)c->y[0], (double)c->depth[0], (double)c->x[1], (double)c->y[1], (double)c->depth[1], (double)c->t);
    return text[turn];
}

void parts_same(const char *at, const stream *is, const stream *must) {
    for (size_t i = 0; i < is->count && i < must->count; i++)
        cr_assert(memcmp(&is->contact[i], &must->contact[i], sizeof *is->contact) == 0,
                  "%s: contact %zu of %zu\n  is      %s\n  must be %s", at, i, must->count, parts_text(&is->contact[i]),
                  parts_text(&must->contact[i]));
    cr_assert(is->count == must->count, "%s: %zu contacts, must be %zu; the first beyond: %s", at, is->count,
              must->count, parts_text(is->count > must->count ? &is->contact[must->count] : &must->contact[is->count]));
}
