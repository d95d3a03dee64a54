/* simd/kernels/queries/zones.c - docs/arithmetic.md, "Queries". A grid's bodies lie row by row in order of their cells,
 * so a zone's cells in one row are one run of positions, and lanes take the bodies of a run side by side. */
#include "kernels/kernel.h"

static inline float lesser(float a, float b) { return a < b ? a : b; }
static inline float larger(float a, float b) { return a > b ? a : b; }
static inline float size_of(float a) { return a < 0.0f ? -a : a; }

/* One zone, and the cells in which its bodies lie. */
typedef struct zone {
    float min_x, min_y, max_x, max_y, radius;
    uint32_t first_column, last_column, first_row, last_row; /* without the border */
} zone;

static inline uint32_t axis_cell(float at, float min, float inverse, float last) {
    return (uint32_t)lesser(larger((at - min) * inverse, 0.0f), last);
}

static LANES_INLINE zone zone_of(const hail_zone_job *job, uint32_t i) {
    const hail_grid_layout *m = &job->grid.map;
    zone z = {job->zones.min_x[i],
              job->zones.min_y[i],
              job->zones.max_x[i],
              job->zones.max_y[i],
              job->zones.radius ? job->zones.radius[i] : 0.0f,
              0,
              0,
              0,
              0};
    const float reach = (z.radius + job->reach) * job->slack;
    const float sizes = (size_of(z.min_x) + size_of(z.max_x)) + (size_of(z.min_y) + size_of(z.max_y));
    const float far = reach + ((sizes + reach) * HAIL_ZONE_SHARE + HAIL_ZONE_SPARE);
    z.first_column = axis_cell(z.min_x - far, m->min_x, m->inverse, m->last_column);
    z.last_column = axis_cell(z.max_x + far, m->min_x, m->inverse, m->last_column);
    z.first_row = axis_cell(z.min_y - far, m->min_y, m->inverse, m->last_row);
    z.last_row = axis_cell(z.max_y + far, m->min_y, m->inverse, m->last_row);
    return z;
}

typedef struct vzone {
    vf min_x, min_y, max_x, max_y, radius, slack;
} vzone;

static LANES_INLINE vzone spread(const zone *z, float slack) {
    return (vzone){vf_set1(z->min_x), vf_set1(z->min_y),  vf_set1(z->max_x),
                   vf_set1(z->max_y), vf_set1(z->radius), vf_set1(slack)};
}

/* How far coordinates lie outside of [min, max]. */
static LANES_INLINE vf beyond(vf at, vf min, vf max) {
    return vf_max(vf_max(vf_sub(min, at), vf_sub(at, max)), vf_set1(0.0f));
}

/* Which of the bodies from position p on touch the zone. */
static LANES_INLINE unsigned touching(const vzone *z, const hail_grid_view *grid, uint32_t p) {
    const vf dx = beyond(vf_load(grid->x + p), z->min_x, z->max_x);
    const vf dy = beyond(vf_load(grid->y + p), z->min_y, z->max_y);
    const vf r = grid->radius ? vf_load(grid->radius + p) : vf_set1(grid->uniform_radius);
    const vf reach = vf_mul(vf_add(z->radius, r), z->slack);
    const vf d2 = vf_add(vf_mul(dx, dx), vf_mul(dy, dy));
    return vm_bits(vf_le(d2, vf_mul(reach, reach)));
}

uint32_t HAIL_KERNEL(find_in_zones)(const hail_zone_job *given, hail_cursor *cursor, uint32_t end, uint32_t *position,
                                    uint32_t *until, uint32_t capacity) {
    const hail_zone_job job = *given; /* a copy that no store can change */
    const uint32_t stride = (uint32_t)job.grid.map.stride, pad = (uint32_t)job.grid.map.pad;
    uint32_t count = 0;
    for (; cursor->body < end; cursor->body++, cursor->run = 0) {
        const zone z = zone_of(&job, cursor->body);
        const vzone lanes = spread(&z, job.slack);
        for (; cursor->run <= z.last_row - z.first_row; cursor->run++, cursor->step = 0) {
            const uint32_t row = (z.first_row + cursor->run + pad) * stride + pad;
            const uint32_t stop = job.grid.start[row + z.last_column + 1];
            for (uint32_t p = job.grid.start[row + z.first_column] + cursor->step; p < stop; p += HAIL_LANES) {
                if (count + HAIL_LANES > capacity) {
                    cursor->step = p - job.grid.start[row + z.first_column];
                    return count;
                }
                const unsigned bits =
                    touching(&lanes, &job.grid, p) & (HAIL_ALL_LANES >> (HAIL_LANES - lanes_left(p, stop)));
                vi_compress_store(position + count, bits, vi_add(vi_set1((int32_t)p), vi_iota()));
                count += vm_count_bits(bits);
            }
        }
        until[cursor->body] = count;
    }
    return count;
}

/* Every key is compared with all others, a vector of them at a time: the sign of a difference counts. */
void HAIL_KERNEL(rank_keys)(uint32_t *key, uint32_t count, uint32_t *rank) {
    for (uint32_t i = 0; i < HAIL_LANES; i++)
        key[count + i] = INT32_MAX;
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const vi own = vi_load(key + i);
        vi less = vi_set1(0);
        for (uint32_t j = 0; j < count; j++)
            less = vi_add(less, vi_shift_right(vi_sub(vi_set1((int32_t)key[j]), own), 31));
        vi_store(rank + i, less);
    }
}
