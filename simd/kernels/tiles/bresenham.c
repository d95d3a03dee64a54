/* simd/kernels/tiles/bresenham.c - docs/arithmetic.md, "Rays": the pixels of Bresenham's line, one ray a lane, walked
 * from the origin. Pixels within a free square are passed over at once. As in march.c, all rays of a batch move in each
 * round, and those that are left share full vectors. */
#include "ray_lanes.h"

/* At most this many pixels are passed over at once: twice this times the longest line fits into an integer. */
enum { LINE_STRIDE = 250 };

/* Less than 1 by more than the rounding error of a quotient. */
#define LINE_SURE 0.99999f

typedef struct vline {
    vf px, py, sign_x, sign_y; /* steps along the axes */
    vi longer, shorter;        /* px between the ends, twice */
    vi error;                  /* twice the shorter axis' error */
    vi backward; /* 1 where the line is numbered from its other end; halves are then rounded the other way */
    vf left;     /* px to go */
    vm steep, live;
} vline;

static LANES_INLINE vf line_segment(vf from, vf edge, vm forward) {
    return vf_select(forward, vf_sub(edge, from), vf_add(vf_sub(from, edge), vf_set1(1.0f)));
}

/* How many pixels along the longer axis the line surely stays among `x` and `y` pixels ahead, its own included. Across,
 * it is there until its error exceeds what is open; never for less than the smaller of the two. */
static LANES_INLINE vf line_open(const vline *l, vf x, vf y) {
    const vf along = vf_select(l->steep, y, x), across = vf_select(l->steep, x, y);
    const vf owed = vf_sub(vf_mul(vf_sub(across, vf_set1(0.5f)), vi_to_float(l->longer)), vi_to_float(l->error));
    const vf until = vf_div(vf_mul(owed, vf_set1(LINE_SURE)), vf_max(vi_to_float(l->shorter), vf_set1(1.0f)));
    const vf most = vf_set1((float)LINE_STRIDE);
    return vf_min(vf_min(along, most), vf_max(across, vf_add(vf_floor(vf_min(until, most)), vf_set1(1.0f))));
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

/* Moves every lane by one segment. Returns the lanes that are done; *hit are those that hit something. */
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
    const vf open = line_open(l, line_segment(l->px, s.x, right), line_segment(l->py, s.y, down));
    /* Outside the map a ray may go as far as the map is away: it can hit nothing before. */
    const vf segment = vf_select(inside, open, vf_min(off, vf_set1((float)LINE_STRIDE)));
    const vm over = vf_eq(l->left, zero);
    const vm away_x =
        vm_or(vm_and(vf_lt(l->px, zero), vf_le(l->sign_x, zero)), vm_and(vf_ge(l->px, wide), vf_ge(l->sign_x, zero)));
    const vm away_y =
        vm_or(vm_and(vf_lt(l->py, zero), vf_le(l->sign_y, zero)), vm_and(vf_ge(l->py, high), vf_ge(l->sign_y, zero)));
    const vm done = vm_and(vm_or(vm_or(*hit, over), vm_and(outside, vm_or(away_x, away_y))), l->live);
    line_step(l, vf_min(vf_max(segment, one), l->left), vm_and_not(l->live, done));
    return done;
}

static LANES_INLINE vi line_backward(const vline *l) {
    return vi_keep(vf_lt(vf_select(l->steep, l->sign_y, l->sign_x), vf_set1(0.0f)), vi_set1(1));
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
    l.backward = line_backward(&l);
    return l;
}

static LANES_INLINE void write_lines(const hail_march_job *job, const vtiles *m, const march_vector *v) {
    const vgiven *g = &v->given;
    const vf px = v->px, py = v->py;
    const vf zero = vf_set1(0.0f), half = vf_set1(0.5f), one = vf_set1(1.0f), minus = vf_set1(-1.0f);
    const vray r = march_ray(job, g, false);
    const vline l = line_of(job, g, &r);
    const vm all = vm_from_bits(HAIL_ALL_LANES), hit = vm_and_not(all, vi_eq(v->word, vi_set1((int32_t)MARCH_MISS)));
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
    march_write_vector(job, m, v, &row);
}

/* ---- Many lines -------------------------------------------------------------------------------------------------- */

enum { LINE_COLUMNS = 10, LINE_CROWD = 64 };

/* The lines that walk: the words of a vline, and the rays' numbers in the block. */
typedef struct line_batch {
    float column[LINE_COLUMNS][LINE_CROWD + HAIL_SLACK];
    uint32_t count;
} line_batch;

static LANES_INLINE vline line_load(const line_batch *batch, uint32_t i, vi *id) {
    vf c[LINE_COLUMNS];
    for (int k = 0; k < LINE_COLUMNS; k++)
        c[k] = vf_load(batch->column[k] + i);
    vline l = {.px = c[0],
               .py = c[1],
               .sign_x = c[2],
               .sign_y = c[3],
               .longer = vi_from_bits(c[4]),
               .shorter = vi_from_bits(c[5]),
               .error = vi_from_bits(c[6]),
               .left = c[7],
               .steep = vf_gt(c[8], vf_set1(0.0f)),
               .live = vm_first(lanes_left(i, batch->count))};
    l.backward = line_backward(&l);
    *id = vi_from_bits(c[9]);
    return l;
}

/* Stores lines from number `to` on. Returns how many. */
static LANES_INLINE uint32_t line_store(line_batch *batch, const vline *l, vi id, vm goes, uint32_t to) {
    const unsigned bits = vm_bits(goes);
    const vf column[LINE_COLUMNS] = {l->px,
                                     l->py,
                                     l->sign_x,
                                     l->sign_y,
                                     vf_from_bits(l->longer),
                                     vf_from_bits(l->shorter),
                                     vf_from_bits(l->error),
                                     l->left,
                                     vf_keep(l->steep, vf_set1(1.0f)),
                                     vf_from_bits(id)};
    for (int k = 0; k < LINE_COLUMNS; k++)
        vf_compress_store(batch->column[k] + to, bits, column[k]);
    return vm_count_bits(bits);
}

/* Moves every line by one segment, and notes hits. */
static LANES_INLINE void lines_on(const vtiles *m, line_batch *batch, march_ends *ends) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < batch->count; i += HAIL_LANES) {
        vm hit;
        vi word, id;
        vline l = line_load(batch, i, &id);
        const vm ended = line_on(m, &l, &hit, &word);
        const unsigned hits = vm_bits(vm_and(ended, hit));
        if (hits)
            march_put(ends, hits, id, word, l.px, l.py);
        left += line_store(batch, &l, id, vm_and_not(l.live, ended), left);
    }
    batch->count = left;
}

static LANES_INLINE void lines_join(const hail_march_job *job, line_batch *batch, uint32_t first, uint32_t i,
                                    uint32_t n) {
    const vgiven g = march_given(job, first + i, n);
    const vray r = march_ray(job, &g, false);
    const vline l = line_of(job, &g, &r);
    batch->count += line_store(batch, &l, vi_add(vi_set1((int32_t)i), vi_iota()), vm_first(n), batch->count);
}

uint32_t HAIL_KERNEL(bresenham)(const hail_march_job *given, uint32_t begin, uint32_t end) {
    const hail_march_job job = *given;
    const vtiles m = tiles_of(&job.view);
    march_ends ends;
    line_batch batch = {.count = 0};
    uint32_t listed = 0;
    for (uint32_t first = begin; first < end; first += MARCH_BLOCK) {
        const uint32_t count = end - first < MARCH_BLOCK ? end - first : MARCH_BLOCK;
        march_begin(&ends, count);
        for (uint32_t next = 0; next < count || batch.count; lines_on(&m, &batch, &ends))
            for (; next < count && batch.count + HAIL_LANES <= LINE_CROWD; next += HAIL_LANES)
                lines_join(&job, &batch, first, next, lanes_left(next, count));
        listed += march_write(&job, &m, &ends, first, count, listed, write_lines);
    }
    return listed;
}
