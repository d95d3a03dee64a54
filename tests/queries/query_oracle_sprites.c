/* tests/queries/query_oracle_sprites.c - the oracle of query_oracle.h: sprites, pixel by pixel at rest, and by a step
 * of a small world when they are swept. */
#include "query_oracle.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "narrow/batch_oracle.h"
#include "shared/contexts.h"
#include "shared/stream.h"
#include "sprites/pixel_oracle.h"

/* ---- At rest ----------------------------------------------------------------------------------------------------- */

static pixel_pose pose_of(const view *v, const seen *s) {
    return (pixel_pose){
        v->sprites->drawing[s->sprite], (double)s->x, (double)s->y, (double)s->cos, (double)s->sin, (double)s->scale};
}

/* A sprite against the parts of something else; *part: the first that touches. */
static int pixels_touch(const view *v, const seen *sprite, const seen *other, const pieces *of, uint32_t *part) {
    const pixel_pose pose = pose_of(v, sprite);
    int found = 0;
    if (!(sprite->scale > 0.0f))
        return 0;
    for (uint32_t k = other->first; k < other->first + other->parts && found <= 0; k++) {
        const solid one = solid_of(&of->shape[k], &of->rows, k);
        const double far = fmax(fmax(fabs(pose.x), fabs(pose.y)), fmax(fabs(one.origin_x), fabs(one.origin_y)));
        const pixel_meeting m = pixel_meet(&pose, &one, 1.0e-4 + 4.0 * ulp_of(far + one.reach + 600.0));
        *part = k - other->first;
        found = m.sure > 0 ? 1 : m.undecided > 0 ? -1 : found;
    }
    return found;
}

/* The pixels of the one with the smaller scale are those that are tested; the asker's, if they are equal. */
static int sprites_touch(const view *v, const seen *a, const seen *b) {
    const seen *one = b->scale < a->scale ? b : a, *other = one == a ? b : a;
    const seen *side[2] = {one, other};
    uint32_t sprite[2];
    uint8_t touching = 0;
    hail_sprite_pairs pairs = {.count = 1};
    for (int k = 0; k < 2; k++) {
        const seen *s = side[k];
        sprite[k] = (uint32_t)s->sprite;
        *(k == 0 ? &pairs.a : &pairs.b) = (hail_sprites){.set = v->sprites->set,
                                                         .x = &s->x,
                                                         .y = &s->y,
                                                         .cos = &s->cos,
                                                         .sin = &s->sin,
                                                         .scale_x = &s->scale,
                                                         .sprite = &sprite[k],
                                                         .count = 1};
    }
    cr_assert_eq(hail_sprite_touch(&pairs, &touching), HAIL_OK);
    return touching;
}

int asker_touches_sprite(const asker *a, const seen *b, uint32_t *part) {
    seen own = a->at;
    uint32_t mine;
    *part = 0;
    own.first = 0, own.parts = a->of.count;
    if (a->at.sprite != NO_SPRITE && b->sprite != NO_SPRITE)
        return sprites_touch(a->v, &own, b);
    return a->at.sprite != NO_SPRITE ? pixels_touch(a->v, &own, b, &a->v->of, part)
                                     : pixels_touch(a->v, b, &own, &a->of, &mine);
}

/* ---- Swept ------------------------------------------------------------------------------------------------------- */

enum { ASKER, ASKED, ALL = HAIL_ROTATION | HAIL_SCALE | HAIL_DISPLACEMENT };

static hail_handle place(hail_world *world, uint32_t layer, const seen *s, hail_shape shape) {
    hail_handle handle;
    hail_location at;
    hail_columns c;
    const hail_spawn_columns from = {.x = &s->x, .y = &s->y};
    cr_assert_eq(hail_spawn(world, layer, &shape, &from, 1, &handle), HAIL_OK);
    cr_assert_eq(hail_locate(world, &handle, &at), HAIL_OK);
    cr_assert_eq(hail_layer_columns(world, layer, &c), HAIL_OK);
    c.cos[at.index] = s->cos, c.sin[at.index] = s->sin, c.scale[at.index] = s->scale;
    if (layer == ASKER) { /* where it ends */
        c.x[at.index] += s->dx, c.y[at.index] += s->dy, c.dx[at.index] = s->dx, c.dy[at.index] = s->dy;
        cr_assert(!(c.x[at.index] - s->dx < s->x) && !(c.x[at.index] - s->dx > s->x) &&
                      !(c.y[at.index] - s->dy < s->y) && !(c.y[at.index] - s->dy > s->y),
                  "a query among sprites must go between round numbers");
    }
    return handle;
}

static hail_world *world_of(const asker *a) {
    hail_world_options options;
    const hail_layer_options layer = {.columns = ALL, .caller_moved = true};
    hail_world *world;
    hail_world_options_defaults(&options);
    options.shapes = a->v->shapes, options.context = variant_context("reference");
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, ASKER, &layer), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, ASKED, &layer), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, ASKER, ASKED, HAIL_SWEPT), HAIL_OK);
    return world;
}

void asker_sweeps_sprites(const asker *a, hail_contact *contacts) {
    stream s = {0};
    hail_world *world = world_of(a);
    hail_shape shape = a->at.shape;
    uint32_t *body = calloc(a->v->bodies + 1, sizeof *body);
    if (shape.tag == 0)
        cr_assert_eq(hail_shape_add(a->v->shapes, &a->of.shape[0], &shape), HAIL_OK);
    cr_assert_not_null(body);
    place(world, ASKER, &a->at, shape);
    for (size_t i = 0; i < a->v->bodies; i++)
        if (a->at.sprite != NO_SPRITE || a->v->body[i].sprite != NO_SPRITE)
            body[place(world, ASKED, &a->v->body[i], a->v->body[i].shape).slot - 1] = (uint32_t)i;
    cr_assert_eq(hail_step(world, 0.0f, stream_take, &s), HAIL_OK);
    for (size_t k = 0; k < s.count; k++) {
        const uint32_t of = body[s.contact[k].b.slot - 1], first = a->v->body[of].first;
        hail_contact *c = &contacts[of], *one = &s.contact[k];
        const bool past = asker_passes(a, one->part_a, first + one->part_b, one),
                   before = c->kind != 0 && asker_passes(a, c->part_a, first + c->part_b, c);
        if (c->kind == 0 || (past == before ? one->t < c->t : before))
            *c = *one;
    }
    stream_free(&s);
    free(body);
    hail_world_destroy(world);
    if (a->at.shape.tag == 0)
        cr_assert_eq(hail_shape_destroy(a->v->shapes, &shape), HAIL_OK);
}

bool asker_sweeps_map(const asker *a, bool tiles, hail_contact *hit) {
    stream s = {0};
    hail_world *world = world_of(a);
    const hail_query_filter *f = a->filter;
    const uint32_t kinds = f == NULL ? 0 : tiles ? f->tile_kinds : f->wall_kinds;
    const hail_rule rule = {
        .mode = HAIL_SWEPT, .layer_a = ASKER, .layer_b = tiles ? HAIL_TILES : HAIL_WALLS, .kinds = kinds};
    place(world, ASKER, &a->at, a->at.shape);
    cr_assert_eq(hail_world_set_tilemap(world, a->v->map), HAIL_OK);
    cr_assert_eq(hail_world_set_sectors(world, a->v->sectors), HAIL_OK);
    cr_assert_eq(hail_rule_configure(world, &rule), HAIL_OK);
    cr_assert_eq(hail_step(world, 0.0f, stream_take, &s), HAIL_OK);
    const bool any = s.count > 0;
    if (any)
        *hit = s.contact[0];
    stream_free(&s);
    hail_world_destroy(world);
    return any;
}
