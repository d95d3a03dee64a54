/* simd/kernels/queries/cast_circles.c - docs/arithmetic.md, "Queries": which circles of a grid a moving circle hits.
 *
 * Three steps, each with full vectors. First the cells near a stretch, one cast a lane. A row of them is a run of
 * neighbours in the grid's order, so the bodies of a run are compared one a lane, without gathers; nearly every run
 * fits into one vector. Last the times of those that are hit, one hit a lane. No branch depends on what is hit. */
#include "kernels/kernel.h"
#include "kernels/narrow/pair_lanes.h"
#include "lowest_bit.h"

/* Words of a cast's row. The first eight are read together. */
enum { ROW_X, ROW_Y, ROW_DX, ROW_DY, ROW_FROM, ROW_TO, ROW_RADIUS, ROW_MORE, ROW_SPEED, ROW_REACH, ROW_SQUARE };

/* ---- Cells near a stretch ---------------------------------------------------------------------------------------- */

/* The next time after `from` at which a cast passes a line, or `next` if that is earlier. */
static LANES_INLINE vf next_line(vf next, vf at, vf speed, vf from, float line) {
    const vm moves = vf_gt(vf_abs(speed), vf_set1(0.0f));
    const vf time = vf_div(vf_sub(vf_set1(line), at), vf_select(moves, speed, vf_set1(1.0f)));
    return vf_select(vm_and(moves, vm_and(vf_gt(time, from), vf_lt(time, next))), time, next);
}

static LANES_INLINE vm is_within(vf at, float min, float max) {
    return vm_and(vf_ge(at, vf_set1(min)), vf_le(at, vf_set1(max)));
}

/* Inside the grid a stretch is short. Outside it goes on to the next of the lines through the grid's borders: until
 * then, all that can be hit lies in the same border cells. */
static LANES_INLINE vf stretch_end(const hail_cast_job *job, vpoint at, vpoint speed, vf from) {
    const hail_grid_layout *map = &job->grid.map;
    const vf last = vf_set1(2.0f);
    const vf longest = vf_max(vf_max(vf_abs(speed.x), vf_abs(speed.y)), vf_set1(HAIL_NEAR_ZERO));
    vf to = vf_add(from, vf_max(vf_div(vf_set1(job->stretch), longest), vf_set1(HAIL_CAST_STEP)));
    const vm inside = vm_and(is_within(vf_add(at.x, vf_mul(speed.x, from)), map->min_x, job->max_x),
                             is_within(vf_add(at.y, vf_mul(speed.y, from)), map->min_y, job->max_y));
    if (vm_bits(inside) != HAIL_ALL_LANES) {
        vf next = next_line(last, at.x, speed.x, from, map->min_x);
        next = next_line(next, at.x, speed.x, from, job->max_x);
        next = next_line(next, at.y, speed.y, from, map->min_y);
        next = next_line(next, at.y, speed.y, from, job->max_y);
        to = vf_select(inside, to, vf_max(to, next));
    }
    return vf_select(vf_lt(to, vf_set1(1.0f)), to, last);
}

/* The columns and rows that a vector of stretches is near to, without the border. */
typedef struct vcells {
    vf first_column, last_column, row, last_row;
} vcells;

static LANES_INLINE void span_axis(vf at, vf speed, vf from, vf to, vf reach, float min, float inverse, float last,
                                   vf *low, vf *high) {
    const vf one = vf_add(at, vf_mul(speed, from)), two = vf_add(at, vf_mul(speed, to));
    *low = lanes_axis(vf_sub(vf_min(one, two), reach), min, inverse, last);
    *high = lanes_axis(vf_add(vf_max(one, two), reach), min, inverse, last);
}

/* Begins the stretches of n casts: writes their ends and rows. */
static LANES_INLINE vcells begin_stretches(const hail_cast_job *job, uint32_t i, uint32_t n) {
    const hail_grid_layout *map = &job->grid.map;
    const vpoint at = {vf_load_n(job->x + i, n), vf_load_n(job->y + i, n)},
                 speed = {vf_load_n(job->dx + i, n), vf_load_n(job->dy + i, n)};
    const vf radius = vf_load_n(job->radius + i, n), from = vf_load_n(job->from + i, n);
    const vf to = stretch_end(job, at, speed, from), end = vf_min(to, vf_set1(1.0f));
    const vf size = vf_add(taxi(at), taxi(speed)), more = vf_mul(size, vf_set1(job->inflate_abs));
    const vf sum = vf_add(vf_mul(vf_add(radius, vf_set1(job->grid.uniform_radius)), vf_set1(job->inflate_rel)), more);
    const vf square = vf_mul(sum, sum), a = vdot(speed, speed);
    const vf widest = vf_add(vf_mul(vf_add(radius, vf_set1(job->reach)), vf_set1(job->inflate_rel)), more);
    const vf reach = vf_add(vf_mul(widest, vf_set1(HAIL_CAST_GROWTH)), vf_mul(size, vf_set1(HAIL_CAST_SHARE)));
    const vf words[8] = {at.x, at.y, speed.x, speed.y, from, to, radius, more},
             rest[4] = {a, vf_mul(a, square), square, to};
    uint32_t row[HAIL_LANES];
    vi_store(row, vi_add(vi_set1((int32_t)i), vi_iota()));
    vf_store_rows8(job->rows, HAIL_CAST_WORDS, row, n, words);
    vf_store_rows4(job->rows + ROW_SPEED, HAIL_CAST_WORDS, row, n, rest);
    vf_store_n(job->to + i, to, n);
    vcells c;
    span_axis(at.x, speed.x, from, end, reach, map->min_x, map->inverse, map->last_column, &c.first_column,
              &c.last_column);
    span_axis(at.y, speed.y, from, end, reach, map->min_y, map->inverse, map->last_row, &c.row, &c.last_row);
    return c;
}

/* ---- Runs -------------------------------------------------------------------------------------------------------- */

typedef struct cast_output {
    uint32_t *cast, *position;
    uint32_t count, capacity;
} cast_output;

/* Lists the bodies at positions [*at, end) that a cast may hit at any time. False: the output is full, and *at is where
 * to go on. */
static LANES_INLINE bool scan_run(const hail_cast_job *job, uint32_t cast, uint32_t *at, uint32_t end,
                                  cast_output *out) {
    const hail_grid_view *grid = &job->grid;
    const float *row = job->rows + (size_t)cast * HAIL_CAST_WORDS;
    const vpoint from = {vf_set1(row[ROW_X]), vf_set1(row[ROW_Y])},
                 speed = {vf_set1(row[ROW_DX]), vf_set1(row[ROW_DY])};
    const vf a = vf_set1(row[ROW_SPEED]), zero = vf_set1(0.0f);
    vf square = vf_set1(row[ROW_SQUARE]), wide = vf_set1(row[ROW_REACH]);
    for (uint32_t p = *at; p < end; p += HAIL_LANES) {
        if (out->count + HAIL_LANES > out->capacity) {
            *at = p;
            return false;
        }
        if (grid->radius) {
            const vf r =
                vf_add(vf_mul(vf_add(vf_set1(row[ROW_RADIUS]), vf_load(grid->radius + p)), vf_set1(job->inflate_rel)),
                       vf_set1(row[ROW_MORE]));
            square = vf_mul(r, r);
            wide = vf_mul(a, square);
        }
        const vpoint d = vminus((vpoint){vf_load(grid->x + p), vf_load(grid->y + p)}, from);
        const vf cross = vf_sub(vf_mul(d.x, speed.y), vf_mul(d.y, speed.x));
        const vm ahead = vm_and(vf_gt(vdot(d, speed), zero), vf_ge(wide, vf_mul(cross, cross)));
        const vm hit = vm_or(ahead, vf_le(vdot(d, d), square));
        const unsigned bits = vm_bits(vm_and(hit, vi_gt(vi_set1((int32_t)(end - p)), vi_iota())));
        vi_compress_store(out->cast + out->count, bits, vi_set1((int32_t)cast));
        vi_compress_store(out->position + out->count, bits, vi_add(vi_set1((int32_t)p), vi_iota()));
        out->count += vm_count_bits(bits);
    }
    return true;
}

/* Scans the cells of n stretches, row by row. False: the output is full. */
static LANES_INLINE bool scan_cells(const hail_cast_job *job, const vcells *cells, uint32_t n, hail_cursor *cursor,
                                    cast_output *out) {
    const hail_grid_layout *map = &job->grid.map;
    const vf pad = vf_set1(map->pad), stride = vf_set1(map->stride);
    for (uint32_t k = cursor->run / HAIL_SLACK;; k++) {
        const vf row = vf_add(cells->row, vf_set1((float)k));
        unsigned bits = vm_bits(vm_and(vm_first(n), vf_le(row, cells->last_row)));
        if (!bits)
            return true;
        const vf safe = vf_min(row, cells->last_row); /* lanes that are done look at their last row */
        const vf base = vf_add(vf_mul(vf_add(safe, pad), stride), pad);
        uint32_t from[HAIL_LANES], to[HAIL_LANES];
        vi_store(from, vi_gather(job->grid.start, vf_truncate(vf_add(base, cells->first_column))));
        vi_store(to, vi_gather(job->grid.start + 1, vf_truncate(vf_add(base, cells->last_column))));
        for (bits &= HAIL_ALL_LANES << (cursor->run % HAIL_SLACK); bits; bits &= bits - 1) {
            const uint32_t lane = lowest_bit(bits);
            uint32_t at = from[lane] + cursor->step;
            cursor->step = 0;
            if (!scan_run(job, cursor->body + lane, &at, to[lane], out)) {
                cursor->run = k * HAIL_SLACK + lane;
                cursor->step = at - from[lane];
                return false;
            }
        }
        cursor->run = 0;
    }
}

/* ---- Times ------------------------------------------------------------------------------------------------------- */

/* Writes the times of what is listed; keeps what is hit on its stretch. */
static LANES_INLINE uint32_t keep_hits(const hail_cast_job *job, const cast_output *out, float *time) {
    const hail_grid_view *grid = &job->grid;
    const vf zero = vf_set1(0.0f), end = vf_set1(1.0f);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < out->count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, out->count);
        const vi cast = vi_load_n(out->cast + i, n), at = vi_load_n(out->position + i, n);
        uint32_t row[HAIL_LANES];
        vf word[8];
        vi_store(row, vi_shift_left(cast, 4));
        vf_load_rows8(job->rows, row, word);
        const vf body = grid->radius ? vf_gather(grid->radius, at) : vf_set1(grid->uniform_radius);
        const vf r = vf_add(vf_mul(vf_add(word[ROW_RADIUS], body), vf_set1(job->inflate_rel)), word[ROW_MORE]);
        const vpoint d =
            vminus((vpoint){vf_gather(grid->x, at), vf_gather(grid->y, at)}, (vpoint){word[ROW_X], word[ROW_Y]});
        const vm at_start = vf_le(vdot(d, d), vf_mul(r, r));
        const varc arc = hit_arc(d, (vpoint){vf_sub(zero, word[ROW_DX]), vf_sub(zero, word[ROW_DY])}, r, r);
        const vm later = vm_and_not(vm_and(arc.hit, vf_le(arc.tau, end)), at_start);
        const vf t = vf_select(later, arc.tau, zero);
        const vm here = vm_and(vf_ge(t, word[ROW_FROM]), vf_lt(t, word[ROW_TO]));
        const unsigned bits = vm_bits(vm_and(vm_and(here, vm_or(at_start, later)), vm_first(n)));
        vi_compress_store(out->cast + kept, bits, cast);
        vi_compress_store(out->position + kept, bits, at);
        vf_compress_store(time + kept, bits, t);
        kept += vm_count_bits(bits);
    }
    return kept;
}

uint32_t HAIL_KERNEL(cast_circles)(const hail_cast_job *given, hail_cursor *cursor, uint32_t end, uint32_t *cast,
                                   uint32_t *position, float *time, uint32_t capacity) {
    _Static_assert(HAIL_CAST_WORDS == 1 << 4, "keep_hits shifts by 4");
    const hail_cast_job job = *given; /* a copy that no store can change */
    cast_output out = {.cast = cast, .position = position, .count = 0, .capacity = capacity};
    while (cursor->body < end) {
        const uint32_t n = lanes_left(cursor->body, end);
        const vcells cells = begin_stretches(&job, cursor->body, n);
        if (!scan_cells(&job, &cells, n, cursor, &out))
            break;
        cursor->body += n;
        cursor->run = cursor->step = 0;
    }
    return keep_hits(&job, &out, time);
}
