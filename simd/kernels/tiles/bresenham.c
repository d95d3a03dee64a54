/* simd/kernels/tiles/bresenham.c - docs/arithmetic.md, "Rays": the pixels of Bresenham's line, one ray a lane, walked
 * from the origin. Pixels within a free square are passed over at once. */
#include "ray_lanes.h"

/* At most this many pixels are passed over at once: twice this times the longest line fits into an integer. */
enum { LINE_STRIDE = 250 };

typedef struct vline {
    vf px, py, sign_x, sign_y; /* steps along the axes */
    vi longer, shorter;        /* px between the ends, twice */
    vi error;                  /* twice the shorter axis' error */
    vi backward; /* 1 where the line is numbered from its other end; halves are then rounded the other way */
    vf left;     /* px to go */
    vm steep, live;
} vline;

static LANES_INLINE vf line_stretch(vf from, vf edge, vm forward) {
    return vf_select(forward, vf_sub(edge, from), vf_add(vf_sub(from, edge), vf_set1(1.0f)));
}

/* How far outside [0, size) a number is. */
static LANES_INLINE vf line_off(vf at, vf size) {
    const vf zero = vf_set1(0.0f), past = vf_add(vf_sub(at, size), vf_set1(1.0f));
    return vf_max(vf_max(vf_negate(at), past), zero);
}

static LANES_INLINE void line_step(vline *l, vf pixels, vm goes) {
    const vi one = vi_set1(1), zero = vi_set1(0), k = vf_truncate(pixels);
    const vi owed = vi_add(l->error, vi_mul(k, l->shorter));
    const vi above = vi_sub(vi_add(owed, vi_shift_right(l->longer, 1)), l->backward);
    const vi by = vi_select(vi_eq(l->longer, zero), one, l->longer);
    vi n = vf_truncate(vf_div(vi_to_float(above), vi_to_float(by)));
    const vi rest = vi_sub(above, vi_mul(n, by));
    n = vi_select(vi_gt(zero, rest), vi_sub(n, one), vi_select(vi_gt(by, rest), n, vi_add(n, one)));
    const vf across = vi_to_float(n);
    const vf nx = vf_add(l->px, vf_mul(l->sign_x, vf_select(l->steep, across, pixels)));
    const vf ny = vf_add(l->py, vf_mul(l->sign_y, vf_select(l->steep, pixels, across)));
    l->px = vf_select(goes, nx, l->px);
    l->py = vf_select(goes, ny, l->py);
    l->error = vi_select(goes, vi_sub(owed, vi_mul(n, l->longer)), l->error);
    l->left = vf_select(goes, vf_sub(l->left, pixels), l->left);
}

/* Moves every lane by one stretch. Returns the lanes that are done; *hit are those that hit something. */
static LANES_INLINE vm line_on(const vtiles *m, vline *l, vm *hit, vi *word) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f);
    const vf wide = vf_set1((float)(m->view->columns * m->view->width)),
             high = vf_set1((float)(m->view->rows * m->view->height));
    const vm right = vf_gt(l->sign_x, zero), down = vf_gt(l->sign_y, zero);
    const vf off_x = line_off(l->px, wide), off_y = line_off(l->py, high), off = vf_max(off_x, off_y);
    const vm inside = vm_and(vf_eq(off, zero), l->live), outside = vm_and_not(l->live, inside);
    const vpixel at = tiles_pixel(m, vf_select(inside, l->px, zero), vf_select(inside, l->py, zero));
    uint32_t known_at[HAIL_LANES];
    vi_store(known_at, tiles_known(m, vf_truncate(at.column), vf_truncate(at.row)));
    const vsight s = tiles_see(m, &at, known_at, right, down, inside);
    *word = vi_select(inside, s.word, vi_set1(0));
    *hit = m->view->outside_solid ? vm_or(s.solid, outside) : s.solid;
    const vf free = vf_min(line_stretch(l->px, s.x, right), line_stretch(l->py, s.y, down));
    /* Outside the map a ray may go as far as the map is away: it can hit nothing before. */
    const vf stretch = vf_min(vf_select(inside, free, off), vf_set1((float)LINE_STRIDE));
    const vm over = vf_eq(l->left, zero);
    const vm away_x =
        vm_or(vm_and(vf_lt(l->px, zero), vf_le(l->sign_x, zero)), vm_and(vf_ge(l->px, wide), vf_ge(l->sign_x, zero)));
    const vm away_y =
        vm_or(vm_and(vf_lt(l->py, zero), vf_le(l->sign_y, zero)), vm_and(vf_ge(l->py, high), vf_ge(l->sign_y, zero)));
    const vm done = vm_and(vm_or(vm_or(*hit, over), vm_and(outside, vm_or(away_x, away_y))), l->live);
    line_step(l, vf_min(vf_max(stretch, one), l->left), vm_and_not(l->live, done));
    return done;
}

/* The pixels of the ends, and the line between them. */
static LANES_INLINE vline line_of(const hail_march_job *job, const vgiven *g, const vray *r) {
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f), minus = vf_set1(-1.0f);
    const vf end_x = job->length ? vf_add(g->x, vf_mul(r->ux, r->end)) : vf_add(g->x, g->dx);
    const vf end_y = job->length ? vf_add(g->y, vf_mul(r->uy, r->end)) : vf_add(g->y, g->dy);
    vline l = {.px = vf_floor(r->x), .py = vf_floor(r->y), .error = vi_set1(0)};
    const vf to_x = vf_floor(ray_number(vf_sub(end_x, vf_set1(job->view.x)))),
             to_y = vf_floor(ray_number(vf_sub(end_y, vf_set1(job->view.y))));
    const vf far_x = vf_abs(vf_sub(to_x, l.px)), far_y = vf_abs(vf_sub(to_y, l.py));
    l.steep = vf_gt(far_y, far_x);
    const vf longer = vf_max(far_x, far_y), shorter = vf_min(far_x, far_y);
    l.longer = vf_truncate(vf_add(longer, longer));
    l.shorter = vf_truncate(vf_add(shorter, shorter));
    l.left = longer;
    l.sign_x = vf_select(vf_gt(to_x, l.px), one, vf_select(vf_lt(to_x, l.px), minus, zero));
    l.sign_y = vf_select(vf_gt(to_y, l.py), one, vf_select(vf_lt(to_y, l.py), minus, zero));
    const vm swapped = vf_lt(vf_select(l.steep, l.sign_y, l.sign_x), zero);
    l.backward = vi_select(swapped, vi_set1(1), vi_set1(0));
    return l;
}

static LANES_INLINE void write_lines(const hail_march_job *job, const vtiles *m, const uint32_t *ray, uint32_t n,
                                     const vgiven *g, vi word, vf px, vf py) {
    const vf zero = vf_set1(0.0f), half = vf_set1(0.5f), one = vf_set1(1.0f), minus = vf_set1(-1.0f);
    const vray r = march_ray(job, g, false);
    const vline l = line_of(job, g, &r);
    const vm all = vm_from_bits(HAIL_ALL_LANES), hit = vm_and_not(all, vi_eq(word, vi_set1((int32_t)MARCH_MISS)));
    const vm started = vm_and(hit, vm_and(vf_eq(px, l.px), vf_eq(py, l.py))), later = vm_and_not(hit, started);
    const vf at_x = vf_add(vf_add(px, half), vf_set1(job->view.x)),
             at_y = vf_add(vf_add(py, half), vf_set1(job->view.y));
    const vf gone_x = vf_sub(at_x, g->x), gone_y = vf_sub(at_y, g->y);
    const vf far = vf_sqrt(vf_add(vf_mul(gone_x, gone_x), vf_mul(gone_y, gone_y)));
    march_row row = {.x = vf_select(later, at_x, g->x),
                     .y = vf_select(later, at_y, g->y),
                     .distance = vf_select(later, far, zero),
                     .normal_x = vf_select(vm_and_not(later, l.steep), vf_select(r.right, minus, one), zero),
                     .normal_y = vf_select(vm_and(later, l.steep), vf_select(r.down, minus, one), zero),
                     .hit = hit,
                     .started = started};
    march_missed(job, g, &r, &row);
    march_write_vector(job, m, ray, n, word, px, py, &row);
}

/* No rays join while others walk: this kernel is for callers that need exactly the pixels of Bresenham's line. `march`
 * is the fast one. */
uint32_t HAIL_KERNEL(bresenham)(const hail_march_job *given, uint32_t begin, uint32_t end) {
    const hail_march_job job = *given;
    const vtiles m = tiles_of(&job.view);
    march_ends ends;
    uint32_t listed = 0;
    for (uint32_t first = begin; first < end; first += MARCH_BLOCK) {
        const uint32_t count = end - first < MARCH_BLOCK ? end - first : MARCH_BLOCK;
        march_begin(&ends, count);
        for (uint32_t i = 0; i < count; i += HAIL_LANES) {
            const uint32_t n = lanes_left(i, count);
            const vgiven g = march_given(&job, first + i, n);
            const vray r = march_ray(&job, &g, false);
            vline l = line_of(&job, &g, &r);
            const vi id = vi_add(vi_set1((int32_t)i), vi_iota());
            l.live = vm_first(n);
            while (vm_bits(l.live)) {
                vm hit;
                vi word;
                const vm ended = line_on(&m, &l, &hit, &word);
                march_put(&ends, vm_bits(vm_and(ended, hit)), id, word, l.px, l.py);
                l.live = vm_and_not(l.live, ended);
            }
        }
        listed += march_write(&job, &m, &ends, first, count, listed, write_lines);
    }
    return listed;
}
