/* simd/kernels/queries/zones.c - docs/arithmetic.md, "Queries". A grid's bodies lie row by row in order of their cells,
 * so a zone's cells in one row are one run of positions, and lanes take the bodies of a run side by side. Most runs are
 * no longer than a vector. The cells of zones are found a vector of zones at a time. */
#include "kernels/kernel.h"

/* The cells of HAIL_LANES zones: of each the first one, how many columns follow it, and how many rows. */
typedef struct zone_cells {
    uint32_t first[HAIL_LANES], columns[HAIL_LANES], rows[HAIL_LANES];
} zone_cells;

static LANES_INLINE void find_cells(const hail_zone_job *job, uint32_t i, uint32_t n, zone_cells *cells) {
    const hail_grid_layout *m = &job->grid.map;
    const vf min_x = vf_load_n(job->zones.min_x + i, n), min_y = vf_load_n(job->zones.min_y + i, n),
             max_x = vf_load_n(job->zones.max_x + i, n), max_y = vf_load_n(job->zones.max_y + i, n);
    const vf radius = lanes_radius(job->zones.radius, i, n, 0.0f);
    const vf reach = vf_mul(vf_add(radius, vf_set1(job->reach)), vf_set1(job->slack));
    const vf sizes = vf_add(vf_add(vf_abs(min_x), vf_abs(max_x)), vf_add(vf_abs(min_y), vf_abs(max_y)));
    const vf spare = vf_add(vf_mul(vf_add(sizes, reach), vf_set1(HAIL_ZONE_SHARE)), vf_set1(HAIL_ZONE_SPARE));
    const vf far = vf_add(reach, spare);
    const vf left = lanes_axis(vf_sub(min_x, far), m->min_x, m->inverse, m->last_column),
             right = lanes_axis(vf_add(max_x, far), m->min_x, m->inverse, m->last_column),
             top = lanes_axis(vf_sub(min_y, far), m->min_y, m->inverse, m->last_row),
             bottom = lanes_axis(vf_add(max_y, far), m->min_y, m->inverse, m->last_row);
    const vf pad = vf_set1(m->pad), row = vf_mul(vf_add(top, pad), vf_set1(m->stride));
    vi_store(cells->first, vf_truncate(vf_add(row, vf_add(left, pad))));
    vi_store(cells->columns, vf_truncate(vf_sub(right, left)));
    vi_store(cells->rows, vf_truncate(vf_sub(bottom, top)));
}

typedef struct vzone {
    vf min_x, min_y, max_x, max_y, radius, slack;
    vf square; /* of the reach, where all bodies have one radius */
    vf slab_x, slab_y, middle, half;
} vzone;

static LANES_INLINE vf square_of(const vzone *z, vf radius) {
    const vf reach = vf_mul(vf_add(z->radius, radius), z->slack);
    return vf_mul(reach, reach);
}

/* What each version of the search knows. */
typedef struct zone_kind {
    bool uniform, slabs;
} zone_kind;

static LANES_INLINE vf widened(const vzone *z, vf radius) { return vf_add(z->half, vf_mul(radius, z->slack)); }

static LANES_INLINE vzone spread_zone(const hail_zone_job *job, uint32_t i, zone_kind kind) {
    const hail_zones *z = &job->zones;
    vzone v = {.min_x = vf_set1(z->min_x[i]),
               .min_y = vf_set1(z->min_y[i]),
               .max_x = vf_set1(z->max_x[i]),
               .max_y = vf_set1(z->max_y[i]),
               .radius = vf_set1(z->radius ? z->radius[i] : 0.0f),
               .slack = vf_set1(job->slack)};
    v.square = square_of(&v, vf_set1(job->grid.uniform_radius));
    if (!kind.slabs)
        return v;
    v.slab_x = vf_set1(job->slabs.x[i]);
    v.slab_y = vf_set1(job->slabs.y[i]);
    v.middle = vf_set1(job->slabs.middle[i]);
    v.half = vf_set1(job->slabs.half[i]);
    if (kind.uniform)
        v.half = widened(&v, vf_set1(job->grid.uniform_radius));
    return v;
}

/* How far coordinates lie outside of [min, max], or how far negated. */
static LANES_INLINE vf beyond(vf at, vf min, vf max) { return vf_sub(at, vf_min(vf_max(at, min), max)); }

/* Which of the bodies from position p on touch the zone. */
static LANES_INLINE unsigned touching(const vzone *z, const hail_grid_view *grid, uint32_t p, zone_kind kind) {
    const vf x = vf_load(grid->x + p), y = vf_load(grid->y + p);
    const vf dx = beyond(x, z->min_x, z->max_x), dy = beyond(y, z->min_y, z->max_y);
    const vf square = kind.uniform ? z->square : square_of(z, vf_load(grid->radius + p));
    const vm in_zone = vf_le(vf_add(vf_mul(dx, dx), vf_mul(dy, dy)), square);
    if (!kind.slabs)
        return vm_bits(in_zone);
    const vf off = vf_sub(vf_add(vf_mul(z->slab_x, x), vf_mul(z->slab_y, y)), z->middle);
    const vf half = kind.uniform ? z->half : widened(z, vf_load(grid->radius + p));
    return vm_bits(vm_and(in_zone, vf_le(vf_abs(off), half)));
}

typedef struct zone_list {
    uint32_t *list;
    uint32_t count, capacity;
} zone_list;

/* Lists those of the bodies from position p on that touch the zone; asked: which ones count. */
static LANES_INLINE void list_vector(const hail_zone_job *job, const vzone *zone, uint32_t p, unsigned asked,
                                     zone_kind kind, zone_list *to) {
    const unsigned bits = touching(zone, &job->grid, p, kind) & asked;
    vi_compress_store(to->list + to->count, bits, vi_load(job->order + p));
    to->count += vm_count_bits(bits);
}

/* Lists the bodies of a zone, from the cursor on. False: the list is full. */
static LANES_INLINE bool list_zone(const hail_zone_job *job, const vzone *zone, uint32_t first, uint32_t columns,
                                   uint32_t rows, zone_kind kind, hail_cursor *cursor, zone_list *to) {
    const uint32_t stride = (uint32_t)job->grid.map.stride;
    const uint32_t *start = job->grid.start + first + (size_t)cursor->run * stride;
    for (uint32_t row = cursor->run, step = cursor->step; row <= rows; row++, step = 0, start += stride) {
        const uint32_t from = start[0], stop = start[columns + 1];
        uint32_t p = from + step;
        do { /* without a test at first: whether a run is empty is hard to predict */
            if (to->count + HAIL_LANES > to->capacity) {
                cursor->run = row;
                cursor->step = p - from;
                return false;
            }
            const unsigned asked = stop - p < HAIL_LANES ? (1u << (stop - p)) - 1u : HAIL_ALL_LANES;
            list_vector(job, zone, p, asked, kind, to);
            p += HAIL_LANES;
        } while (p < stop);
    }
    cursor->run = cursor->step = 0;
    return true;
}

/* Lists the bodies of zones i to i + n - 1, from the cursor on. False: the list is full. */
static LANES_INLINE bool list_zones(const hail_zone_job *job, uint32_t i, uint32_t n, const zone_cells *cells,
                                    zone_kind kind, hail_cursor *cursor, uint32_t *until, zone_list *to) {
    for (uint32_t k = 0; k < n; k++, cursor->body++) {
        const vzone zone = spread_zone(job, i + k, kind);
        if (!list_zone(job, &zone, cells->first[k], cells->columns[k], cells->rows[k], kind, cursor, to))
            return false;
        until[i + k] = to->count;
    }
    return true;
}

uint32_t HAIL_KERNEL(find_in_zones)(const hail_zone_job *given, hail_cursor *cursor, uint32_t end, uint32_t *list,
                                    uint32_t *until, uint32_t capacity) {
    const hail_zone_job job = *given; /* copies that no store can change */
    hail_cursor at = *cursor;
    zone_list to = {list, 0, capacity};
    for (bool goes_on = true; goes_on && at.body < end;) {
        const uint32_t i = at.body, n = lanes_left(i, end);
        zone_cells cells;
        find_cells(&job, i, n, &cells);
        if (job.slabs.x)
            goes_on = job.grid.radius ? list_zones(&job, i, n, &cells, (zone_kind){false, true}, &at, until, &to)
                                      : list_zones(&job, i, n, &cells, (zone_kind){true, true}, &at, until, &to);
        else
            goes_on = job.grid.radius ? list_zones(&job, i, n, &cells, (zone_kind){false, false}, &at, until, &to)
                                      : list_zones(&job, i, n, &cells, (zone_kind){true, false}, &at, until, &to);
    }
    *cursor = at;
    return to.count;
}
