/* engine/step/collide_sprites.c - pairs of bodies of which one or both are sprites, pixel by pixel. Two sprites that
 * stand wait for the batch, which tests many at once. */
#include "part_search.h"

static hail_contact row_of(const hail_part_search *s, uint32_t a, uint32_t b, const hail_contact *found) {
    hail_contact row = s->rule->mode == HAIL_PAIRS ? (hail_contact){0} : *found;
    row.a = layer_handles(s->a)[a];
    row.b = layer_handles(s->b)[b];
    row.kind = HAIL_CONTACT_BODY;
    row.layer_a = (uint8_t)s->rule->layer_a;
    row.layer_b = (uint8_t)s->rule->layer_b;
    return row;
}

/* Adds what the pixel tests found. */
static void put_found(hail_part_search *s, const hail_body_pair *c, const hail_contact *found, uint32_t part_a,
                      uint32_t part_b) {
    const hail_batch_pair pair = {s->pair, c->a, part_a, part_b};
    const hail_contact row = row_of(s, c->a, c->b, found);
    hail_pair_batch_put(&s->batch, &pair, &row);
}

static void take_pixels(void *user, uint32_t i, const hail_contact *contact) {
    hail_part_search *s = user;
    const hail_batch_pair *pair = &s->batch.pair[i];
    const uint32_t b = ((const uint32_t *)s->world->scratch->pairs.b.data)[pair->owner];
    s->batch.rows[i] = row_of(s, pair->body, b, contact);
}

static hail_sprites sprites_of(const hail_spriteset *set, const hail_gathered *g, const uint32_t *sprite) {
    return (hail_sprites){
        .set = set, .x = g->x, .y = g->y, .cos = g->cos, .sin = g->sin, .scale_x = g->scale, .sprite = sprite};
}

void hail_part_search_fill_pixels(void *user) {
    hail_part_search *s = user;
    const hail_sprites a = sprites_of(s->set_a, &s->batch.a, s->sprite_a),
                       b = sprites_of(s->set_b, &s->batch.b, s->sprite_b);
    const bool pairs_only = s->rule->mode == HAIL_PAIRS;
    const hail_pixel_list straight = {a, b, false, pairs_only, s->straight.list, s->straight.count},
                          swapped = {b, a, true, pairs_only, s->swapped.list, s->swapped.count};
    if (s->straight.count)
        hail_pixels_collide_list(s->world->kernels, &straight, take_pixels, s);
    if (s->swapped.count)
        hail_pixels_collide_list(s->world->kernels, &swapped, take_pixels, s);
    s->straight.count = s->swapped.count = 0;
}

static void ask_pixels(hail_part_search *s, const hail_body_pair *c) {
    const hail_batch_pair pair = {s->pair, c->a, 0, 0};
    const bool other_sets = s->set_a != c->entry_a->set || s->set_b != c->entry_b->set;
    if (c->pose_a.scale == 0.0 || c->pose_b.scale == 0.0)
        return;
    if (other_sets && s->straight.count + s->swapped.count)
        hail_pair_batch_flush(&s->batch);
    s->set_a = c->entry_a->set;
    s->set_b = c->entry_b->set;
    const uint32_t i = hail_pair_batch_reserve(&s->batch, &pair);
    put_gathered(&s->batch.a, i, &c->row_a, c->entry_a->first);
    put_gathered(&s->batch.b, i, &c->row_b, c->entry_b->first);
    s->sprite_a[i] = c->entry_a->sprite;
    s->sprite_b[i] = c->entry_b->sprite;
    hail_pixel_pairs *pairs = c->pose_b.scale < c->pose_a.scale ? &s->swapped : &s->straight;
    pairs->list[pairs->count++] = i;
}

static void sweep_sprites(hail_part_search *s, const hail_body_pair *c) {
    const hail_pixels a = hail_pixels_of(c->entry_a->set, c->entry_a->sprite),
                      b = hail_pixels_of(c->entry_b->set, c->entry_b->sprite);
    hail_contact found;
    if (hail_pixels_against_pixels(s->world->kernels, &a, &c->pose_a, &b, &c->pose_b, true, &found))
        put_found(s, c, &found, 0, 0);
}

/* A sprite with each part of the other body. */
static void collide_sprite(hail_part_search *s, const hail_body_pair *c, bool sprite_is_a) {
    const hail_shape_entry *sprite = sprite_is_a ? c->entry_a : c->entry_b,
                           *other = sprite_is_a ? c->entry_b : c->entry_a;
    const hail_pose *at = sprite_is_a ? &c->pose_a : &c->pose_b, *other_at = sprite_is_a ? &c->pose_b : &c->pose_a;
    const hail_pixels pixels = hail_pixels_of(sprite->set, sprite->sprite);
    for (uint32_t p = 0; p < other->parts; p++) {
        const float *row = shape_row(s->world->shapes, other->first + p);
        hail_contact found;
        if (!hail_pixels_against_shape(&pixels, at, row, other_at, s->swept, &found))
            continue;
        if (!sprite_is_a) {
            found.normal_x = -found.normal_x + 0.0f;
            found.normal_y = -found.normal_y + 0.0f;
        }
        put_found(s, c, &found, sprite_is_a ? 0 : p, sprite_is_a ? p : 0);
    }
}

void hail_collide_sprites(hail_part_search *s, const hail_body_pair *c) {
    if (!c->entry_a->set || !c->entry_b->set)
        collide_sprite(s, c, c->entry_a->set != NULL);
    else if (s->swept)
        sweep_sprites(s, c);
    else
        ask_pixels(s, c);
}
