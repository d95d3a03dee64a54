/* tests/queries/query_view.c - copies what a world holds. */
#include "query_view.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *grown(void *block, size_t count, size_t size) {
    void *more = realloc(block, count * size);
    if (more == NULL)
        abort();
    return more;
}

/* ---- Pieces ------------------------------------------------------------------------------------------------------ */

static void make_room(pieces *p) {
    if (p->count < p->room)
        return;
    p->room = p->room * 2 + 64;
    p->shape = grown(p->shape, p->room, sizeof *p->shape);
    for (int k = 0; k < 7; k++)
        p->column[k] = grown(p->column[k], p->room, sizeof(float));
    p->number = grown(p->number, p->room, sizeof *p->number);
    p->owner = grown(p->owner, p->room, sizeof *p->owner);
    p->part = grown(p->part, p->room, sizeof *p->part);
}

void pieces_add(pieces *p, const hail_convex *shape, const seen *at, uint32_t owner, uint32_t part) {
    const float is[7] = {at->x, at->y, at->cos, at->sin, at->scale, at->dx, at->dy};
    make_room(p);
    const uint32_t n = p->count++;
    p->shape[n] = *shape, p->number[n] = n, p->owner[n] = owner, p->part[n] = part;
    for (int k = 0; k < 7; k++)
        p->column[k][n] = is[k];
    p->rows = (hail_shapes){.x = p->column[PIECE_X], .y = p->column[PIECE_Y], .shape = p->number, .count = p->count};
    p->rows.cos = p->column[PIECE_COS], p->rows.sin = p->column[PIECE_SIN], p->rows.scale = p->column[PIECE_SCALE];
    p->rows.dx = p->column[PIECE_DX], p->rows.dy = p->column[PIECE_DY];
}

void pieces_clear(pieces *p) { p->count = 0, p->rows.count = 0; }

void pieces_free(pieces *p) {
    free(p->shape);
    for (int k = 0; k < 7; k++)
        free(p->column[k]);
    free(p->number);
    free(p->owner);
    free(p->part);
    memset(p, 0, sizeof *p);
}

static int sprite_of(const gallery *g, hail_shape shape) {
    for (size_t k = 0; g != NULL && k < g->count; k++)
        if (g->shape[k].id == shape.id && g->shape[k].tag == shape.tag)
            return (int)g->sprite[k];
    return NO_SPRITE;
}

void pieces_add_shape(pieces *p, hail_shapeset *set, const gallery *sprites, seen *s, uint32_t owner) {
    hail_convex_info info;
    hail_convex convex;
    s->first = p->count, s->parts = hail_shape_part_count(set, &s->shape);
    s->sprite = sprite_of(sprites, s->shape);
    cr_assert_gt(s->parts, 0);
    for (uint32_t part = 0; part < s->parts; part++) {
        cr_assert_eq(hail_shape_part(set, &s->shape, part, &info), HAIL_OK);
        cr_assert_eq(hail_convex_prepare(NULL, &info, &convex), HAIL_OK);
        pieces_add(p, &convex, s, owner, part);
    }
    s->circle = s->parts == 1 && s->sprite == NO_SPRITE && info.vertices == 0;
}

void pieces_add_convex(pieces *p, const hail_convex *shape, seen *s, uint32_t owner) {
    hail_convex_info info;
    cr_assert_eq(hail_convex_describe(shape, &info), HAIL_OK);
    s->first = p->count, s->parts = 1, s->sprite = NO_SPRITE, s->circle = info.vertices == 0;
    pieces_add(p, shape, s, owner, 0);
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

static bool placed(float x, float y) {
    return isfinite(x) && isfinite(y) && fabsf(x) <= HAIL_MAX_BOUND && fabsf(y) <= HAIL_MAX_BOUND;
}

static bool sound(const seen *s) {
    const double unit = (double)s->cos * (double)s->cos + (double)s->sin * (double)s->sin;
    return fabs(unit - 1.0) < 2.0e-4 && s->scale >= 0.0f && s->scale <= HAIL_MAX_SCALE;
}

static seen body_of(const hail_columns *c, uint32_t layer, uint32_t i) {
    seen s = {.handle = c->handle[i], .layer = layer, .x = c->x[i], .y = c->y[i], .cos = 1.0f, .scale = 1.0f};
    s.category = 1, s.mask = UINT32_MAX;
    if (c->cos != NULL)
        s.cos = c->cos[i], s.sin = c->sin[i];
    if (c->scale != NULL)
        s.scale = c->scale[i];
    if (c->group != NULL)
        s.group = c->group[i];
    if (c->category != NULL)
        s.category = c->category[i], s.mask = c->mask[i];
    if (c->user != NULL)
        s.user = c->user[i];
    return s;
}

static int by_slot(const void *one, const void *other) {
    const seen *a = one, *b = other;
    if (a->layer != b->layer)
        return a->layer < b->layer ? -1 : 1;
    return (a->handle.slot > b->handle.slot) - (a->handle.slot < b->handle.slot);
}

static void see_layer(view *v, hail_world *world, uint32_t layer) {
    hail_columns c;
    cr_assert_eq(hail_layer_columns(world, layer, &c), HAIL_OK);
    v->layers |= c.active > 0 ? HAIL_LAYER(layer) : 0;
    for (uint32_t i = 0; i < c.active; i++) {
        seen s = body_of(&c, layer, i);
        if (!placed(s.x, s.y) || !sound(&s))
            continue;
        cr_assert_eq(hail_shape_of_id(v->shapes, c.shape[i], &s.shape), HAIL_OK);
        if (v->bodies == v->room)
            v->room = v->room * 2 + 64, v->body = grown(v->body, v->room, sizeof *v->body);
        v->body[v->bodies++] = s;
    }
}

/* ---- Walls ------------------------------------------------------------------------------------------------------- */

/* A wall without a sector on a side collides with every rule, whatever kinds it names. */
static void see_walls(view *v) {
    hail_sectors_size size;
    cr_assert_eq(hail_sectors_measure(v->sectors, &size), HAIL_OK);
    v->wall_kinds = grown(NULL, size.walls + 1, sizeof *v->wall_kinds);
    v->wall_kind = grown(NULL, size.walls + 1, 1);
    for (uint32_t i = 0; i < size.walls; i++) {
        hail_wall_info w;
        hail_convex shape;
        cr_assert_eq(hail_sectors_wall(v->sectors, i, &w), HAIL_OK);
        if (!w.stops || w.wall.a == HAIL_NO_VERTEX)
            continue;
        const bool outer = w.wall.right == HAIL_NO_SECTOR || w.wall.left == HAIL_NO_SECTOR;
        const seen at = {.x = w.ax, .y = w.ay, .cos = 1.0f, .scale = 1.0f};
        cr_assert_eq(hail_convex_capsule(0, 0, w.bx - w.ax, w.by - w.ay, 0, &shape), HAIL_OK);
        v->wall_kinds[v->walls.count] = outer ? UINT32_MAX : HAIL_KIND(w.wall.kind);
        v->wall_kind[v->walls.count] = w.wall.kind;
        pieces_add(&v->walls, &shape, &at, i, 0);
    }
}

view *view_make(hail_world *world, const gallery *sprites, const hail_tilemap *map, const hail_sectors *sectors) {
    view *v = calloc(1, sizeof *v);
    if (v == NULL)
        abort();
    v->shapes = hail_world_shapes(world), v->sprites = sprites, v->map = map, v->sectors = sectors;
    for (uint32_t layer = 0; layer < HAIL_MAX_LAYERS; layer++)
        see_layer(v, world, layer);
    if (v->bodies > 0)
        qsort(v->body, v->bodies, sizeof *v->body, by_slot);
    for (size_t i = 0; i < v->bodies; i++)
        pieces_add_shape(&v->of, v->shapes, sprites, &v->body[i], (uint32_t)i);
    if (sectors != NULL)
        see_walls(v);
    return v;
}

void view_free(view *v) {
    if (v == NULL)
        return;
    pieces_free(&v->of);
    pieces_free(&v->walls);
    free(v->wall_kinds);
    free(v->wall_kind);
    free(v->body);
    free(v);
}
