/* tests/queries/query_oracle_maps.c - the oracle of query_oracle.h: tiles and walls. */
#include "query_oracle.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>

enum { MOST_CELLS = 1 << 16 };

static uint32_t tile_kinds(const asker *a) { return a->filter != NULL ? a->filter->tile_kinds : 0; }

static hail_tilemap_movers movers_of(const asker *a) {
    hail_tilemap_movers movers = {.map = a->v->map, .shapes = a->of.rows};
    movers.shapes.convexes = a->of.shape, movers.shapes.shape_count = a->of.count;
    movers.kinds = tile_kinds(a), movers.whole_tiles = a->filter != NULL ? a->filter->whole_tiles : 0;
    return movers;
}

/* ---- Overlaps ---------------------------------------------------------------------------------------------------- */

static int by_part(const void *one, const void *other) {
    const uint32_t a = ((const must *)one)->hit.part, b = ((const must *)other)->hit.part;
    return (a > b) - (a < b);
}

/* Sorts what was added from `first` on, and leaves one of each number. */
static void sort_parts(musts *m, size_t first) {
    size_t kept = first;
    if (m->count > first)
        qsort(m->list + first, m->count - first, sizeof *m->list, by_part);
    for (size_t k = first; k < m->count; k++) {
        if (kept > first && m->list[kept - 1].hit.part == m->list[k].hit.part) {
            m->list[kept - 1].maybe = m->list[kept - 1].maybe && m->list[k].maybe;
            continue;
        }
        m->list[kept++] = m->list[k];
    }
    m->count = kept;
}

/* Whether the map is solid under a pixel's centre: 1, 0, or -1 near the border of a pixel. */
static int solid_at(const asker *a, const hail_tilemap_size *size, double x, double y, uint32_t *cell) {
    const double i = x - (double)size->x, j = y - (double)size->y, off = 1.0e-3;
    const double column = floor(floor(i) / size->tile_width), row = floor(floor(j) / size->tile_height);
    const float at_x = (float)(floor(i) + 0.5 + (double)size->x), at_y = (float)(floor(j) + 0.5 + (double)size->y);
    const bool border = fabs(i - round(i)) < off || fabs(j - round(j)) < off;
    uint8_t is = 0;
    cr_assert_eq(hail_tilemap_solid(a->v->map, &(hail_points){.x = &at_x, .y = &at_y, .count = 1}, tile_kinds(a), &is),
                 HAIL_OK);
    *cell = column < 0.0 || row < 0.0 || column >= size->columns || row >= size->rows
                ? UINT32_MAX
                : (uint32_t)row * size->columns + (uint32_t)column;
    return is == 0 ? 0 : border ? -1 : 1;
}

/* Every cell with a solid pixel under the centre of an opaque one. Near a pixel's border all around it are possible. */
static void add_sprite_cells(const asker *a, musts *to) {
    const drawing *d = a->v->sprites->drawing[a->at.sprite];
    const double c = (double)a->at.cos, s = (double)a->at.sin, k = (double)a->at.scale;
    hail_tilemap_size size;
    cr_assert_eq(hail_tilemap_measure(a->v->map, &size), HAIL_OK);
    for (uint32_t j = 0; j < d->height && k > 0.0; j++) {
        for (uint32_t i = 0; i < d->width * 9; i++) {
            const double u = (i / 9 + 0.5 - (double)d->origin_x) * k, v = (j + 0.5 - (double)d->origin_y) * k;
            const double aside = (i % 3 - 1.0) * 1.0e-3, below = (i / 3 % 3 - 1.0) * 1.0e-3;
            uint32_t cell;
            const int is = drawing_at(d, i / 9, j) ? solid_at(a, &size, (double)a->at.x + c * u - s * v + aside,
                                                              (double)a->at.y + s * u + c * v + below, &cell)
                                                   : 0;
            must m = must_of_tile(is != 0 ? cell : 0, 0);
            m.maybe = is < 0 || i % 9 != 4;
            if (is != 0)
                musts_add(to, &m);
        }
    }
}

void must_add_tiles(const asker *a, musts *to) {
    const size_t first = to->count;
    if (a->at.sprite != NO_SPRITE) {
        add_sprite_cells(a, to);
        sort_parts(to, first);
        return;
    }
    hail_contact *contact = calloc(MOST_CELLS, sizeof *contact);
    if (contact == NULL)
        abort();
    const hail_tilemap_movers movers = movers_of(a);
    size_t count = 0;
    cr_assert_eq(hail_tilemap_overlap(&movers, contact, MOST_CELLS, &count), HAIL_OK);
    for (size_t k = 0; k < count; k++) {
        const must m = must_of_tile(contact[k].part_b, contact[k].feature_b);
        musts_add(to, &m);
    }
    free(contact);
    sort_parts(to, first);
}

/* A wall as a body that a sprite's pixels may touch. */
static int wall_touches_sprite(const asker *a, uint32_t wall) {
    view only = {.sprites = a->v->sprites, .of = a->v->walls};
    asker one = *a;
    one.v = &only;
    const seen segment = {.first = wall, .parts = 1, .sprite = NO_SPRITE};
    uint32_t part;
    return asker_touches_sprite(&one, &segment, &part);
}

void must_add_walls(const asker *a, musts *to) {
    hail_contact *contact = calloc(a->v->walls.count + 1, sizeof *contact);
    const size_t first = to->count;
    for (uint32_t piece = 0; piece < a->of.count && contact != NULL; piece++) {
        asker_collide(a, piece, &a->v->walls, false, contact);
        for (uint32_t k = 0; k < a->v->walls.count; k++) {
            const int found = a->at.sprite != NO_SPRITE ? wall_touches_sprite(a, k) : contact[k].kind != 0;
            must m = must_of_wall(a->v->walls.owner[k], a->v->wall_kind[k]);
            m.maybe = found < 0;
            if (found != 0 && filter_lets_wall(a->filter, a->v->wall_kinds[k]))
                musts_add(to, &m);
        }
    }
    free(contact);
    sort_parts(to, first);
}

/* ---- Casts ------------------------------------------------------------------------------------------------------- */

/* docs/arithmetic.md, "Rays", "In a step". A point is a ray of length 0. */
void must_add_march(const asker *a, musts *to) {
    hail_ray_hit hit;
    const seen *s = &a->at;
    const hail_tilemap_rays rays = {.map = a->v->map,
                                    .rays = {.x = &s->x, .y = &s->y, .dx = &s->dx, .dy = &s->dy, .count = 1},
                                    .kinds = tile_kinds(a)};
    cr_assert_eq(hail_tilemap_march(&rays, &(hail_ray_answers){.hits = &hit}), HAIL_OK);
    if (hit.hit == 0)
        return;
    must m = must_of_tile(hit.outside != 0 ? UINT32_MAX : hit.cell, hit.kind);
    const float length = sqrtf(s->dx * s->dx + s->dy * s->dy);
    m.hit.inside = hit.started_inside, m.hit.distance = hit.distance;
    m.hit.t = length > 0.0f ? fminf(hit.distance / length, 1.0f) : 0.0f;
    m.inside_either = !(m.hit.t > 0.0f) && hit.started_inside == 0;
    m.hit.x = hit.x, m.hit.y = hit.y, m.hit.normal_x = hit.normal_x, m.hit.normal_y = hit.normal_y;
    musts_add(to, &m);
}

static must hit_of(const asker *a, must m, const hail_contact *c) {
    m.hit.t = c->t, m.hit.x = c->x[0], m.hit.y = c->y[0];
    m.hit.normal_x = -c->normal_x, m.hit.normal_y = -c->normal_y;
    m.hit.distance = c->t > 0.0f ? c->t * sqrtf(a->at.dx * a->at.dx + a->at.dy * a->at.dy) : -c->depth[0];
    m.inside_either = !(c->t > 0.0f);
    return m;
}

static void add_sprite_hit(const asker *a, bool tiles, musts *to) {
    hail_contact c;
    if (!asker_sweeps_map(a, tiles, &c))
        return;
    const must m = hit_of(a, tiles ? must_of_tile(c.part_b, c.feature_b) : must_of_wall(c.part_b, c.feature_b), &c);
    musts_add(to, &m);
}

/* The first part that hits. */
void must_add_swept_tiles(const asker *a, musts *to) {
    if (a->at.sprite != NO_SPRITE) {
        add_sprite_hit(a, true, to);
        return;
    }
    hail_contact *hit = calloc(a->of.count, sizeof *hit);
    const hail_contact *first = NULL;
    const hail_tilemap_movers movers = movers_of(a);
    cr_assert_not_null(hit);
    cr_assert_eq(hail_tilemap_sweep(&movers, hit), HAIL_OK);
    for (uint32_t k = 0; k < a->of.count; k++)
        if (hit[k].kind != 0 && (first == NULL || hit[k].t < first->t))
            first = &hit[k];
    if (first != NULL) {
        const must m = hit_of(a, must_of_tile(first->part_b, first->feature_b), first);
        musts_add(to, &m);
    }
    for (uint32_t k = 0; k < a->of.count; k++) {
        const must m = hit_of(a, must_of_tile(hit[k].part_b, hit[k].feature_b), &hit[k]);
        if (hit[k].kind != 0)
            musts_add_other(to, &m);
    }
    free(hit);
}

/* Does not slide along what it touches, nor goes away from it. */
static bool moves_in(const hail_contact *c, const seen *s) {
    return c->t > 0.0f || s->dx * c->normal_x + s->dy * c->normal_y > 0.0f;
}

void must_add_swept_walls(const asker *a, musts *to) {
    if (a->at.sprite != NO_SPRITE) {
        add_sprite_hit(a, false, to);
        return;
    }
    hail_contact *hit = calloc(a->v->walls.count + 1, sizeof *hit);
    must best = {.hit = {.kind = 0}};
    cr_assert_not_null(hit);
    for (uint32_t piece = 0; piece < a->of.count; piece++) {
        asker_collide(a, piece, &a->v->walls, true, hit);
        for (uint32_t k = 0; k < a->v->walls.count; k++) {
            if (hit[k].kind == 0 || !moves_in(&hit[k], &a->at) || !filter_lets_wall(a->filter, a->v->wall_kinds[k]))
                continue;
            const must m = hit_of(a, must_of_wall(a->v->walls.owner[k], a->v->wall_kind[k]), &hit[k]);
            const bool tied = best.hit.kind != 0 && !(m.hit.t < best.hit.t) && !(m.hit.t > best.hit.t);
            if (best.hit.kind == 0 || m.hit.t < best.hit.t || (tied && m.hit.part < best.hit.part))
                best = m;
        }
    }
    if (best.hit.kind != 0)
        musts_add(to, &best);
    free(hit);
}
