/* simd/kernels/queries/query_rows.h - writes rows of hail_query_hit. */
#ifndef HAIL_SIMD_KERNELS_QUERIES_QUERY_ROWS_H
#define HAIL_SIMD_KERNELS_QUERIES_QUERY_ROWS_H

#include "kernels/kernel.h"

/* By index: slot and generation; two words of user values, NULL: zeros. */
typedef struct hail_row_owners {
    const uint32_t *handle, *user;
} hail_row_owners;

/* Writes the first n rows: of bodies index[0] and so on, to rows row[0] and so on. rest: the words after the user
 * value. */
static LANES_INLINE void write_query_rows(uint32_t *rows, const hail_row_owners *owners, const uint32_t *index,
                                          const uint32_t *row, uint32_t n, const vf rest[8]) {
    for (uint32_t i = 0; i < n; i++) {
        uint32_t *to = rows + (size_t)HAIL_QUERY_HIT_WORDS * row[i];
        uint64_t user = 0;
        memcpy(to, owners->handle + 2 * (size_t)index[i], 2 * sizeof *to);
        if (owners->user)
            memcpy(&user, owners->user + 2 * (size_t)index[i], sizeof user);
        memcpy(to + 2, &user, sizeof user);
    }
    vf_store_rows8((float *)(void *)rows + 4, HAIL_QUERY_HIT_WORDS, row, n, rest);
}

#endif
