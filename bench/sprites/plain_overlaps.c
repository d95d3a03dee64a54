/* bench/sprites/plain_overlaps.c - `plain`, `plain:tuned` and `plain:pixels` of pairs as contenders; see plain_masks.h.
 * They count, or say whether; they do not tell where, how deep, or a normal. They check nothing. */
#include "plain_masks.h"

#include <stdlib.h>
#include <string.h>

struct plain_overlaps {
    plain_masks *masks;
    plain_look *rotated, *aligned;
    bool stop;
    uint32_t *found;
};

static void destroy(void *self) {
    struct plain_overlaps *plain = self;
    if (!plain)
        return;
    plain_masks_destroy(plain->masks);
    free(plain->found);
    free(plain);
}

static void *create(const sprite_template *templates, size_t most, const char *variant) {
    struct plain_overlaps *plain = calloc(1, sizeof *plain);
    if (!plain)
        return NULL;
    const bool tuned = variant && !strcmp(variant, "tuned"), pixels = variant && !tuned;
    plain->rotated = tuned ? plain_rotated_tuned : plain_rotated;
    plain->aligned = tuned ? plain_aligned_tuned : pixels ? plain_aligned_pixels : plain_aligned;
    plain->masks = plain_masks_create(templates);
    plain->found = calloc(most, sizeof *plain->found);
    if (plain->masks && plain->found)
        return plain;
    destroy(plain);
    return NULL;
}

static void *create_touch(const sprite_template *templates, size_t most, const char *variant) {
    struct plain_overlaps *plain = create(templates, most, variant);
    if (plain)
        plain->stop = true;
    return plain;
}

static void find(void *self, const sprite_pairs *pairs) {
    struct plain_overlaps *plain = self;
    const sprite_instances *at = pairs->instances;
    plain_look *look = at->cos ? plain->rotated : plain->aligned;
    for (size_t i = 0; i < pairs->count; i++)
        plain->found[i] = look(plain->masks, at, pairs->a[i], pairs->b[i], plain->stop);
}

static uint32_t count(const void *self, size_t pair) {
    const struct plain_overlaps *plain = self;
    return plain->stop ? plain->found[pair] != 0 : plain->found[pair];
}

const overlap_contender overlap_contender_plain = {
    .name = "plain",
    .create = create,
    .find = find,
    .count = count,
    .destroy = destroy,
};

const overlap_contender overlap_contender_plain_touch = {
    .name = "plain_touch",
    .yes_no = true,
    .create = create_touch,
    .find = find,
    .count = count,
    .destroy = destroy,
};
