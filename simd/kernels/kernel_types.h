/* simd/kernels/kernel_types.h - what the kernels of several rooms share.
 *
 * Kernels see pointers and counts, never the world. Ranges are [begin, end): results do not depend on where work is
 * split. "Slack" after an output array means that a kernel may write up to HAIL_SLACK elements past the last valid
 * one. A "list" of indices is in ascending order, and the kernel that writes it returns how many there are. */
#ifndef HAIL_SIMD_KERNELS_KERNEL_TYPES_H
#define HAIL_SIMD_KERNELS_KERNEL_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HAIL_SLACK = 16 }; /* elements: the lanes of the widest variant */

/* px and scales: numbers nearer to 0 become 0, so that no square of another number underflows. The engine's
 * HAIL_TINY. */
#define HAIL_NEAR_ZERO 1.0e-18f

/* Where a uniform grid lies. A point's cell is row * stride + column, with column = trunc(clamp((x - min_x) * inverse,
 * 0, last_column)) + pad and row likewise. Cells are numbered below 2^24, so floats hold them exactly. */
typedef struct hail_grid_layout {
    float min_x, min_y, inverse;
    float last_column, last_row; /* clamp */
    float pad;                   /* cells: width of the border of empty cells */
    float stride;
} hail_grid_layout;

/* Where a kernel goes on after its output was full. To start, set body = begin and the rest to 0. */
typedef struct hail_cursor {
    uint32_t body, run, step;
} hail_cursor;

#endif
