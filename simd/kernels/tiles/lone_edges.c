/* simd/kernels/tiles/lone_edges.c - slides of upright shapes that have one rectangle near and meet no corner of it, by
 * the columns of their pairs (tiles_kernels.h). */
#include "lone_slide_lanes.h"

static LANES_INLINE vlone read_edge(const hail_lone_pairs *job, uint32_t i, vi tag) {
    return (vlone){.x = vf_load(job->x + i),
                   .y = vf_load(job->y + i),
                   .centre_x = vf_load(job->centre_x + i),
                   .centre_y = vf_load(job->centre_y + i),
                   .wide = vf_load(job->wide + i),
                   .high = vf_load(job->high + i),
                   .core_x = vf_load(job->core_x + i),
                   .core_y = vf_load(job->core_y + i),
                   .reach = vf_load(job->reach + i),
                   .dx = vf_load(job->dx + i),
                   .dy = vf_load(job->dy + i),
                   .cell = vi_load(job->cell + i),
                   .start = starts_of(job, tag)};
}

/* The open pixels in front of an edge. */
static LANES_INLINE vi open_at(const hail_lone_pairs *job, uint32_t i, const vedge *e) {
    const vi left = vi_load(job->open[0] + i), top = vi_load(job->open[1] + i), right = vi_load(job->open[2] + i),
             bottom = vi_load(job->open[3] + i);
    return vi_select(e->upright, vi_select(e->negative, left, right), vi_select(e->negative, top, bottom));
}

uint32_t HAIL_KERNEL(lone_edges)(const hail_lone_pairs *job, uint32_t count) {
    const vf zero = vf_set1(0.0f);
    const vflags flags = flags_of(job);
    uint32_t others = 0;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vgroup group = group_of(job, i, n, count);
        const vm alone = vm_and(group.begins, group.ends);
        if (!vm_bits(alone)) {
            others = list_pairs(job->others, others, i, vm_first(n));
            continue;
        }
        const vi tag = tags_of(job, i, n);
        const vlone l = read_edge(job, i, tag);
        const vpair p = {vf_sub(zero, l.x), vf_sub(zero, l.y), vf_load(job->half_x + i), vf_load(job->half_y + i),
                         vf_load(job->radius + i)};
        const vpushed pushed = push_out(job, &l, &p);
        const vmet met = meet(&l, &p, &pushed);
        const vm closed = vm_or(push_closed(&l, &pushed, open_at(job, i, &pushed.edge)),
                                meeting_closed(&l, &pushed, &met, open_at(job, i, &met.edge)));
        const vm refused = vm_or(closed, slide_on(job, n, tag, &l, &pushed, &met, &flags));
        const vm done = vm_and_not(alone, refused);
        others = list_pairs(job->others, others, i, vm_and_not(vm_first(n), done));
    }
    return others;
}
