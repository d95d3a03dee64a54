/* engine/broad/raster.h - few targets, rasterized into a bit set and listed by cell, for many bodies to stream past. */
#ifndef HAIL_BROAD_RASTER_H
#define HAIL_BROAD_RASTER_H

#include "grid.h"
#include "runs.h"

/* Bodies, or pieces of paths, that are culled at a time, where `streamed` bodies stream past. Pieces take more room. */
enum { RASTER_BLOCK = 4096, MIN_RASTER_BLOCK = 128, PIECE_BLOCK = 2048 };
static inline uint32_t raster_block(uint32_t streamed) {
    return streamed < MIN_RASTER_BLOCK ? MIN_RASTER_BLOCK : streamed < RASTER_BLOCK ? streamed : RASTER_BLOCK;
}
static inline uint32_t piece_block(uint32_t streamed) {
    return streamed < PIECE_BLOCK ? raster_block(streamed) : PIECE_BLOCK;
}

typedef struct hail_raster {
    hail_buffer reach;                                                   /* of each target */
    hail_buffer members, member_x, member_y, member_reach, member_spans; /* the targets of the current class */
    hail_buffer bits, start, targets;
    hail_buffer run_end; /* by place in `targets`, if by_runs; see hail_runs */
    bool by_runs;        /* each list is sorted into runs */
    uint32_t listed;     /* targets of the current class */
    hail_buffer survivor_index, survivor_x, survivor_y, survivor_radius;
    hail_raster_view view;
    hail_survivors survivors;
    float lowest, highest; /* px: of all reaches */
    float min_cell;        /* px: the next class's smallest cell */
    float done, most; /* px: the current class's targets reach further than `done`, and at most `most`; below 0: none */
    uint64_t number;  /* of the class, which no other class of this raster had; of a copy: the class's; 0: none */
} hail_raster;

typedef struct hail_raster_job {
    const hail_area *box;
    const float *x, *y, *radius; /* of the targets' layer, by index; radius NULL: all `uniform` */
    float uniform;
    const uint32_t *chosen; /* their indices; NULL: [0, count) */
    uint32_t count;
    bool by_target;    /* x, y and radius are by number among the targets instead */
    uint32_t streamed; /* how many bodies stream past */
    hail_size_filter size_filter;
    float small_limit; /* see hail_size_filter; 0 for HAIL_SIZE_SELF */
    float stream_max;  /* px: an upper bound of the radii of bodies that stream past */
    float slack;       /* a factor on the sum of two radii */
    float extra;       /* px: how far a body reaches beyond its radius (pieces of paths) */
} hail_raster_job;

/* Makes room for `targets` targets, which may be sorted into runs, and for `streamed` bodies that stream past; false
 * without memory. A copy needs less. */
bool hail_raster_reserve(hail_heap *heap, hail_raster *raster, uint32_t targets, uint32_t streamed, bool runs);
bool hail_raster_reserve_copy(hail_heap *heap, hail_raster *copy, uint32_t targets, uint32_t streamed);
void hail_raster_free(hail_heap *heap, hail_raster *raster);

/* Targets of very different reach are rasterized in cells of different sizes, class by class. hail_raster_next
 * rasterizes the next class; false: there is none. There is room for the job. */
void hail_raster_begin(hail_raster *raster, const hail_raster_job *job);
bool hail_raster_next(const hail_kernels *kernels, hail_raster *raster, const hail_raster_job *job);

/* The same in two parts: goes to the next class; then rasterizes it into other rasters, which several threads may do at
 * once. A copy has the class's view, but no runs and no survivors. */
bool hail_raster_next_class(hail_raster *raster, const hail_raster_job *job);
void hail_raster_fill_copy(const hail_kernels *kernels, hail_raster *copy, const hail_raster *from,
                           const hail_raster_job *job);

/* Sorts the current class's lists into runs of equal columns (those of the targets' layer). Sets by_runs if runs are
 * long enough to be worth a walk by runs. */
void hail_raster_sort_runs(hail_raster *raster, const hail_filter_columns *columns, hail_run_sort *sort);

#endif
