/* bench/sprites/hail_sprites.c - Hail's boxes and its three pair queries as contenders. Any failure ends the program
 * with a message. */
#include "tiles/hail_map.h"
#include "sprites.h"

#include <stdlib.h>

struct hail_sprites_contender {
    hail_spriteset *set;
    hail_context context;
    hail_box *boxes; /* one of these has room */
    uint32_t *counts;
    uint8_t *touching;
    hail_sprite_overlap *overlaps;
};

static void destroy(void *self) {
    struct hail_sprites_contender *hail = self;
    if (!hail)
        return;
    hail_spriteset_destroy(hail->set);
    free(hail->boxes);
    free(hail->counts);
    free(hail->touching);
    free(hail->overlaps);
    free(hail);
}

static struct hail_sprites_contender *create(const sprite_template *templates, const char *variant) {
    struct hail_sprites_contender *hail = calloc(1, sizeof *hail);
    if (!hail)
        return NULL;
    hail->context.variant = variant;
    hail_map_must(hail_spriteset_create(NULL, &hail->set), "hail_spriteset_create");
    for (uint32_t i = 0; i < SPRITE_TEMPLATES; i++) {
        const sprite_template *sprite = &templates[i];
        hail_image image = {.bits = sprite->rows,
                            .pitch = SPRITE_WORDS,
                            .width = sprite->width,
                            .height = sprite->height,
                            .origin_x = sprite->origin_x,
                            .origin_y = sprite->origin_y};
        uint32_t number = 0;
        hail_map_must(hail_spriteset_add(hail->set, &image, &number), "hail_spriteset_add");
        if (number != i)
            hail_map_must(HAIL_OUT_OF_RANGE, "hail_spriteset_add");
    }
    if (!variant || hail_variant_check(variant, NULL, 0) == HAIL_OK)
        return hail;
    destroy(hail);
    return NULL;
}

/* NULL if memory ran out; everything is freed then. */
static void *ready(struct hail_sprites_contender *hail) {
    if (hail && (hail->boxes || hail->counts || hail->touching || hail->overlaps))
        return hail;
    destroy(hail);
    return NULL;
}

static void *create_boxes(const sprite_template *templates, size_t most, const char *variant) {
    struct hail_sprites_contender *hail = create(templates, variant);
    if (hail)
        hail->boxes = calloc(most, sizeof *hail->boxes);
    return ready(hail);
}

static void *create_count(const sprite_template *templates, size_t most, const char *variant) {
    struct hail_sprites_contender *hail = create(templates, variant);
    if (hail)
        hail->counts = calloc(most, sizeof *hail->counts);
    return ready(hail);
}

static void *create_touch(const sprite_template *templates, size_t most, const char *variant) {
    struct hail_sprites_contender *hail = create(templates, variant);
    if (hail)
        hail->touching = calloc(most, sizeof *hail->touching);
    return ready(hail);
}

static void *create_overlaps(const sprite_template *templates, size_t most, const char *variant) {
    struct hail_sprites_contender *hail = create(templates, variant);
    if (hail)
        hail->overlaps = calloc(most, sizeof *hail->overlaps);
    return ready(hail);
}

static hail_sprites drawn(const struct hail_sprites_contender *hail, const sprite_instances *at, size_t count) {
    return (hail_sprites){.context = &hail->context,
                          .set = hail->set,
                          .x = at->x,
                          .y = at->y,
                          .cos = at->cos,
                          .sin = at->sin,
                          .scale_x = at->scale_x,
                          .scale_y = at->scale_y,
                          .sprite = at->sprite,
                          .count = count};
}

static void find_boxes(void *self, const sprite_instances *instances, size_t count) {
    struct hail_sprites_contender *hail = self;
    hail_sprites sprites = drawn(hail, instances, count);
    hail_map_must(hail_sprite_boxes(&sprites, HAIL_BOX_OPAQUE, hail->boxes), "hail_sprite_boxes");
}

static sprite_box box(const void *self, size_t instance) {
    const hail_box *found = &((const struct hail_sprites_contender *)self)->boxes[instance];
    return (sprite_box){found->min_x, found->min_y, found->max_x, found->max_y};
}

static void find_pairs(void *self, const sprite_pairs *pairs) {
    struct hail_sprites_contender *hail = self;
    hail_sprites sprites = drawn(hail, pairs->instances, pairs->instances->count);
    hail_sprite_pairs asked = {
        .a = sprites, .b = sprites, .index_a = pairs->a, .index_b = pairs->b, .count = pairs->count};
    if (hail->counts)
        hail_map_must(hail_sprite_count(&asked, hail->counts), "hail_sprite_count");
    else if (hail->touching)
        hail_map_must(hail_sprite_touch(&asked, hail->touching), "hail_sprite_touch");
    else
        hail_map_must(hail_sprite_overlaps(&asked, hail->overlaps), "hail_sprite_overlaps");
}

static uint32_t count(const void *self, size_t pair) {
    const struct hail_sprites_contender *hail = self;
    return hail->counts ? hail->counts[pair] : hail->touching ? hail->touching[pair] : hail->overlaps[pair].count;
}

const box_contender box_contender_hail = {
    .name = "hail", .create = create_boxes, .find = find_boxes, .box = box, .destroy = destroy};

const overlap_contender overlap_contender_hail = {
    .name = "hail", .create = create_count, .find = find_pairs, .count = count, .destroy = destroy};

const overlap_contender overlap_contender_touch = {.name = "hail_touch",
                                                   .yes_no = true,
                                                   .create = create_touch,
                                                   .find = find_pairs,
                                                   .count = count,
                                                   .destroy = destroy};

const overlap_contender overlap_contender_overlaps = {
    .name = "hail_overlaps", .create = create_overlaps, .find = find_pairs, .count = count, .destroy = destroy};
