/* engine/outline/pixel_islands.h - the islands of an image, their holes, and the islands in these. */
#ifndef HAIL_OUTLINE_PIXEL_ISLANDS_H
#define HAIL_OUTLINE_PIXEL_ISLANDS_H

#include "kernels.h"
#include "base/memory.h"

/* An island (opaque pixels connected by sides) or a hole (clear pixels connected by sides or corners). Several numbers
 * may stand for one of them. */
typedef struct hail_island {
    uint32_t same;   /* union-find: a lower number of the same one, or its own number if that is the first */
    uint32_t around; /* a number of the island or hole that it lies in */
    uint32_t pixels; /* of its own: without those of islands and holes in it */
    uint32_t hole;   /* of an island: the first hole that is kept; 0: none */
    uint32_t next;   /* of a hole: the next one that is kept; 0: none */
    uint16_t x, y;   /* its first pixel, row by row */
} hail_island;

/* Finds the islands and holes of a mask, in the order of their first pixels, row by row. *count: how many numbers there
 * are; skip those whose `same` is not their own number. Number 0 is the clear area all around. False: no memory. */
bool hail_find_islands(hail_heap *heap, const hail_mask *mask, hail_buffer *islands, uint32_t *count);

/* The first number of the island or hole. */
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
