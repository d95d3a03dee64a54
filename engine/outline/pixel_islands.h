/* engine/outline/pixel_islands.h - the islands of an image, their holes, and the islands in those. */
#ifndef HAIL_OUTLINE_PIXEL_ISLANDS_H
#define HAIL_OUTLINE_PIXEL_ISLANDS_H

#include "kernels.h"
#include "base/memory.h"

/* An island (opaque pixels that share sides) or a hole (open ones that share sides or corners). */
typedef struct hail_island {
    uint32_t same;   /* another number of the same one, nearer to its first; its own: this is the first */
    uint32_t around; /* a number of what it lies in */
    uint32_t pixels; /* its own: not those of what lies in it */
    uint32_t hole;   /* of those in it that are kept, the first, and after it by `next`; 0: none */
    uint32_t next;
    uint16_t x, y; /* its first pixel, row by row */
} hail_island;

/* Those of a mask, in the order of their first pixels: *count of them, among which those with another `same` are not to
 * be looked at. Number 0 is what is open all around. False: no memory. */
bool hail_find_islands(hail_heap *heap, const hail_mask *mask, hail_buffer *islands, uint32_t *count);

/* The first number of the same one. */
static inline uint32_t island_first(hail_island *islands, uint32_t number) {
    while (islands[number].same != number)
        number = islands[number].same = islands[islands[number].same].same;
    return number;
}

static inline bool mask_opaque(const hail_mask *mask, int32_t x, int32_t y) {
    return x >= mask->left && x < mask->right && y >= mask->top && y < mask->bottom &&
           mask->rows[(size_t)y * mask->stride + (uint32_t)x / 32] >> (uint32_t)x % 32 & 1u;
}

#endif
