/* engine/sprites/pixels_list.c - many pairs of sprites of a world, pixel against pixel, where they stand. */
#include "pixels.h"

enum { BLOCK = 64 }; /* pairs whose transforms are computed at a time */

static hail_contact contact_of(const hail_kernels *kernels, const hail_pixel_list *l, uint32_t i,
                               const hail_overlap *transform, const hail_pixel_sums *sums, const hail_span *spans) {
    const hail_sprite_info *of_a = &spriteset_template(l->a.set, transform->a)->info,
                           *of_b = &spriteset_template(l->b.set, transform->b)->info;
    const hail_sprite_pose a = hail_sprite_pose_of(&l->a, i), b = hail_sprite_pose_of(&l->b, i);
    hail_sprite_overlap o;
    hail_overlap_answer(kernels, of_a, &a, of_b, &b, transform, sums, spans, &o);
    return hail_overlap_contact(&o, l->swapped);
}

void hail_pixels_collide_list(const hail_kernels *kernels, const hail_pixel_list *l, hail_pixels_sink *sink,
                              void *user) {
    hail_span spans[HAIL_MAX_SPRITE];
    hail_overlap transforms[BLOCK];
    const hail_relative_transform_job job = {.a = hail_sprites_side(&l->a),
                                             .b = hail_sprites_side(&l->b),
                                             .index_a = l->list,
                                             .index_b = l->list,
                                             .tiny = HAIL_TINY};
    const hail_overlap_job overlaps = {.a = spriteset_masks(l->a.set),
                                       .b = spriteset_masks(l->b.set),
                                       .of = l->pairs_only ? PIXELS_TOUCH : PIXELS_ALL,
                                       .spans = spans};
    for (uint32_t first = 0; first < l->count; first += BLOCK) {
        const uint32_t n = l->count - first < BLOCK ? l->count - first : BLOCK;
        hail_relative_transforms(kernels, &job, first, first + n, transforms);
        for (uint32_t k = 0; k < n; k++) {
            const uint32_t i = l->list[first + k];
            hail_pixel_sums sums;
            hail_overlap_run(kernels, &overlaps, &transforms[k], 1, &sums);
            if (!sums.count)
                continue;
            const hail_contact contact =
                l->pairs_only ? (hail_contact){0} : contact_of(kernels, l, i, &transforms[k], &sums, spans);
            sink(user, i, &contact);
        }
    }
}
