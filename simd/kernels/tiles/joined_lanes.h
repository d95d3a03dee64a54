/* simd/kernels/tiles/joined_lanes.h - full cells side by side, as one rectangle: which slides along them are those
 * along one rectangle, and which cell they touch (docs/arithmetic.md, "Shapes against maps").
 *
 * A run of cells in a row or a column has one edge above or beside it, cut by seams. All cells whose part of the edge
 * lies in front of a shape's core give the same contact, and the first of them counts. Near a seam, the corner of the
 * next cell could give another one; so shapes that are near a seam when they touch the edge are not for here. */
#ifndef HAIL_SIMD_KERNELS_TILES_JOINED_LANES_H
#define HAIL_SIMD_KERNELS_TILES_JOINED_LANES_H

#include "lone_slide_lanes.h"

/* Runs of cells. A run of one is a cell. */
typedef struct vrun {
    vm several, column; /* column: they lie in one; else in a row */
    vf side;            /* px: a cell's, along the run */
    vi step;            /* from a cell's number to the next one's */
} vrun;

/* Shapes along their runs and across them, px. */
typedef struct valong {
    vf at, d, core, length; /* at: from the run's centre */
    vf before, after;       /* how far the core is from the edge, before and after the push */
    vf across, out;         /* the way across; which side of the run the shape is on */
    vf slack;               /* many times what rounding and the tolerances of a sweep may change */
} valong;

static LANES_INLINE valong along_run(const vlone *l, const vrun *run, const vpair *p, const vpushed *pushed) {
    const vf zero = vf_set1(0.0f), half = vf_select(run->column, p->half_x, p->half_y);
    const vf sizes = vf_add(vf_add(vf_add(p->radius, vf_set1(64.0f)), vf_add(l->core_x, l->core_y)),
                            vf_add(vf_abs(l->dx), vf_abs(l->dy)));
    const vf out = vf_select(run->column, p->x, p->y),
             pushed_out = vf_sub(zero, vf_select(run->column, pushed->x, pushed->y));
    return (valong){.at = vf_select(run->column, p->y, p->x),
                    .d = vf_select(run->column, l->dy, l->dx),
                    .core = vf_select(run->column, l->core_y, l->core_x),
                    .length = vf_select(run->column, l->high, l->wide),
                    .before = vf_sub(vf_abs(out), half),
                    .after = vf_sub(vf_abs(pushed_out), half),
                    .across = vf_select(run->column, l->dx, l->dy),
                    .out = out,
                    .slack = vf_mul(sizes, vf_set1(0x1p-18f))};
}

/* The ends of a core along a run, in cells. Where one lies beyond the run, no seam is near: half a cell. */
typedef struct vends {
    vf low, high;
} vends;

static LANES_INLINE vends ends_of(const valong *a, vf at, vf by_cell) {
    const vf half = vf_set1(0.5f), from = vf_add(at, vf_mul(a->length, half)), low = vf_sub(from, a->core),
             high = vf_add(from, a->core);
    return (vends){vf_select(vf_lt(low, vf_set1(0.0f)), half, vf_mul(low, by_cell)),
                   vf_select(vf_gt(high, a->length), half, vf_mul(high, by_cell))};
}

static LANES_INLINE vf fraction_of(vf a) { return vf_sub(a, vi_to_float(vf_truncate(a))); }

/* Whether an end is at least that far from each seam; in cells. */
static LANES_INLINE vm off_seams(vf end, vf far) {
    const vf fraction = fraction_of(end);
    return vf_gt(vf_min(fraction, vf_sub(vf_set1(1.0f), fraction)), far);
}

/* Whether the corner of a cell that begins `far` px beside a core is not touched; or hardly slanted, and less deep than
 * the edge. */
static LANES_INLINE vm corner_yields(vf far, vf before, vf radius) {
    const vf reach = vf_mul(vf_mul(radius, radius), vf_set1(1.0f + 0x1p-16f)),
             apart = vf_add(vf_mul(far, far), vf_mul(before, before));
    const vm flat = vf_gt(vf_mul(before, vf_set1(0.09f)), far), slanted = vf_gt(far, vf_mul(before, vf_set1(0.004f)));
    return vm_or(vf_gt(apart, reach), vm_and(flat, slanted));
}

/* Whether shapes that touch a run are for here: they touch its edge, are not deep in it, and no corner of the cells
 * beside theirs counts. */
static LANES_INLINE vm touch_yields(const hail_lone_pairs *job, const vrun *run, const valong *a, const vpair *p,
                                    const vpushed *pushed, const vends *start) {
    const vf depth = vf_sub(p->radius, a->before);
    const vf low = vf_mul(fraction_of(start->low), run->side),
             high = vf_mul(vf_sub(vf_set1(1.0f), fraction_of(start->high)), run->side);
    const vm its_edge =
        vm_or(vm_and(run->column, pushed->edge.upright), vnot(vm_or(run->column, pushed->edge.upright)));
    const vm shallow =
        vm_and(vf_gt(vf_mul(p->radius, vf_set1(0.75f)), depth), vf_gt(vf_set1((float)job->around * 0.98f), depth));
    const vm yields =
        vm_and(vm_and(corner_yields(low, a->before, p->radius), corner_yields(high, a->before, p->radius)),
               corner_yields(run->side, a->before, p->radius));
    const vm again = vm_and(pushed->any, vf_gt(vf_sub(p->radius, a->after), vf_set1((float)job->slack * 0.5f)));
    return vm_and_not(vm_and(vm_and(its_edge, shallow), yields), again);
}

typedef struct vjoined {
    vm refused;
    vi cell; /* which of the run's, from its first one */
} vjoined;

/* Which slides along runs are for here, and the cell that each touches. */
static LANES_INLINE vjoined join_cells(const hail_lone_pairs *job, const vlone *l, const vrun *run, const vpair *p,
                                       const vpushed *pushed, const vmet *met) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f), by_cell = vf_div(one, run->side), flat = vf_set1(64.0f);
    const valong a = along_run(l, run, p, pushed);
    const vf t = vf_select(met->missed, one, met->t), there = vf_add(a.at, vf_mul(a.d, t));
    const vends start = ends_of(&a, a.at, by_cell), end = ends_of(&a, there, by_cell);
    /* A corner is touched while it lies less than this far beside a core that is as near as the edge's touch. */
    const vf deep = vf_add(vf_max(vf_sub(p->radius, a.after), zero), a.slack), grown = vf_add(p->radius, a.slack);
    const vf beside = vf_sqrt(vf_mul(vf_add(grown, grown), deep));
    const vf far = vf_mul(vf_add(beside, vf_mul(a.slack, flat)), by_cell);
    const vm clear = vm_and(vm_and(off_seams(start.low, far), off_seams(start.high, far)),
                            vm_and(off_seams(end.low, far), off_seams(end.high, far)));
    const vf most = vf_sub(vf_add(vf_mul(a.length, vf_set1(0.5f)), a.core), a.slack);
    const vm inside = vm_and(vf_le(vf_abs(a.at), most), vf_le(vf_abs(vf_add(a.at, a.d)), most));
    /* On a way that is nearly that of the edge, a shape is near it for long, before it comes to it. */
    const vm comes = vm_and(vf_lt(vf_mul(a.across, a.out), zero), vm_or(met->missed, vf_gt(met->t, zero))),
             grazes = vm_and(comes, vf_lt(vf_mul(vf_abs(a.across), flat), vf_abs(a.d)));
    const vm fits = vm_and(vf_ge(p->radius, vf_set1(0x1p-8f)),
                           vm_or(vnot(pushed->touches), touch_yields(job, run, &a, p, pushed, &start)));
    const vi at_start = vf_truncate(start.low), at_end = vf_truncate(end.low);
    const vm moved = vm_and_not(vm_and(pushed->any, met->hit), vi_eq(at_start, at_end));
    const vm good = vm_and_not(vm_and(vm_and(clear, inside), fits), vm_or(grazes, moved));
    return (vjoined){vm_and_not(run->several, good), vi_keep(run->several, vi_select(met->hit, at_end, at_start))};
}

#endif
