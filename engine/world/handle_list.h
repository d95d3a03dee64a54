/* engine/world/handle_list.h - lists of handles, worked through in blocks whose bodies are looked up together. */
#ifndef HAIL_WORLD_HANDLE_LIST_H
#define HAIL_WORLD_HANDLE_LIST_H

#include "world_state.h"

enum { HANDLE_BLOCK = 512 };

typedef struct hail_located {
    uint32_t layer[HANDLE_BLOCK]; /* HAIL_NO_LAYER: the handle names no live body */
    uint32_t index[HANDLE_BLOCK]; /* UINT32_MAX: the same */
} hail_located;

/* Checks the list itself; does not look the handles up. */
hail_status hail_handle_list_check(const hail_world *world, const hail_handles *list);

/* Looks up `n` (at most HANDLE_BLOCK) handles from number `begin`. Returns how many name no live body. */
uint32_t hail_handle_list_locate(const hail_world *world, const hail_handles *list, size_t begin, uint32_t n,
                                 hail_located *at);

static inline size_t handle_list_stride(const hail_handles *list) {
    return list->stride ? list->stride : sizeof(hail_handle);
}

static inline const hail_handle *handle_list_at(const hail_handles *list, size_t i) {
    return (const void *)((const char *)list->handles + i * handle_list_stride(list));
}

/* How many handles the block that begins at `begin` has. */
static inline uint32_t handle_list_block(const hail_handles *list, size_t begin) {
    return list->count - begin < HANDLE_BLOCK ? (uint32_t)(list->count - begin) : HANDLE_BLOCK;
}

/* Where the span of one layer that begins at i ends. */
static inline uint32_t located_span_end(const hail_located *at, uint32_t i, uint32_t n) {
    uint32_t end = i + 1;
    while (end < n && at->layer[end] == at->layer[i])
        end++;
    return end;
}

#endif
