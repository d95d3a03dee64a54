/* simd/kernels/queries/cast_circles.c - docs/arithmetic.md, "Queries": which circles of a grid a moving circle hits.
 *
 * Three steps, each with full vectors. First the cells near a stretch, one cast a lane: a few rows, each of which is a
 * run of neighbours in the grid's order. Then the bodies of the runs, one body a lane, without gathers; nearly every
 * run fits into one vector. Last the times of those that may be hit, one a lane. No branch depends on what is hit. */
#include "kernels/kernel.h"
#include "kernels/narrow/pair_lanes.h"

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

void HAIL_KERNEL(cast_rows)(const hail_cast_job *job, const hail_cast_columns *columns, uint32_t count) {
    const vf least = vf_set1(HAIL_CAST_LEAST), tiny = vf_set1(HAIL_NEAR_ZERO), zero = vf_set1(0.0f);
    const vf rel = vf_set1(job->inflate_rel);
    for (uint32_t i = 0; i < count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, count);
        const vpoint at = {vf_load_n(columns->x + i, n), vf_load_n(columns->y + i, n)},
                     speed = {vf_load_n(columns->dx + i, n), vf_load_n(columns->dy + i, n)};
        const vf radius = lanes_radius(columns->radius, i, n, 0.0f);
        const vf longest = vf_max(vf_max(vf_abs(speed.x), vf_abs(speed.y)), tiny);
        const vf step = vf_max(vf_div(vf_set1(job->stretch), longest), least);
        const vf size = vf_add(taxi(at), taxi(speed)), more = vf_mul(size, vf_set1(job->inflate_abs));
        const vf sum = vf_add(vf_mul(vf_add(radius, vf_set1(job->grid.uniform_radius)), rel), more);
        const vf square = vf_mul(sum, sum), wide = vf_mul(vdot(speed, speed), square);
        const vf widest = vf_add(vf_mul(vf_add(radius, vf_set1(job->reach)), rel), more);
        const vf search = vf_add(vf_mul(widest, vf_set1(HAIL_CAST_GROWTH)), vf_mul(size, vf_set1(HAIL_CAST_SHARE)));
        const vf words[8] = {at.x, at.y, speed.x, speed.y, zero, zero, square, wide},
                 rest[4] = {step, search, radius, more};
        uint32_t row[HAIL_LANES];
        vi_store(row, vi_add(vi_set1((int32_t)i), vi_iota()));
        vf_store_rows8(job->rows, HAIL_CAST_WORDS, row, n, words);
        vf_store_rows4(job->rows + HAIL_CAST_STEP, HAIL_CAST_WORDS, row, n, rest);
    }
}

/* ---- Stretches --------------------------------------------------------------------------------------------------- */

/* A vector of casts on their stretches. */
typedef struct vstretch {
    uint32_t row[HAIL_LANES]; /* where their rows start, in words */
    vi cast;
    vpoint at, speed;
    vf from, to;
    vf first_column, last_column, first_row, last_row; /* the cells near it, without the border */
} vstretch;

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
 * then, all that can be hit lies in the same border cells. begin: where it begins. */
static LANES_INLINE vf stretch_end(const hail_cast_job *job, const vstretch *s, vpoint begin, vf step) {
    const hail_grid_layout *map = &job->grid.map;
    const vf last = vf_set1(2.0f);
    vf to = vf_add(s->from, step);
    const vm inside = vm_and(is_within(begin.x, map->min_x, job->max_x), is_within(begin.y, map->min_y, job->max_y));
    if (vm_bits(inside) != HAIL_ALL_LANES) {
        vf next = next_line(last, s->at.x, s->speed.x, s->from, map->min_x);
        next = next_line(next, s->at.x, s->speed.x, s->from, job->max_x);
        next = next_line(next, s->at.y, s->speed.y, s->from, map->min_y);
        next = next_line(next, s->at.y, s->speed.y, s->from, job->max_y);
        to = vf_select(inside, to, vf_max(to, next));
    }
    return vf_select(vf_lt(to, vf_set1(1.0f)), to, last);
}

static LANES_INLINE vpoint place_at(const vstretch *s, vf time) {
    return (vpoint){vf_add(s->at.x, vf_mul(s->speed.x, time)), vf_add(s->at.y, vf_mul(s->speed.y, time))};
}

/* Reads n casts' rows, and begins their next stretches unless they were interrupted. Lanes past them are the first of
 * these. */
static LANES_INLINE vstretch read_casts(const hail_cast_job *job, const uint32_t *active, uint32_t n,
                                        bool interrupted) {
    vstretch s;
    vf word[8], rest[4];
    s.cast = vi_select(vm_first(n), vi_load_n(active, n), vi_set1((int32_t)active[0]));
    vi_store(s.row, vi_shift_left(s.cast, 4));
    vf_load_rows8(job->rows, s.row, word);
    vf_load_rows4(job->rows + HAIL_CAST_STEP, s.row, rest);
    s.at = (vpoint){word[HAIL_CAST_X], word[HAIL_CAST_Y]};
    s.speed = (vpoint){word[HAIL_CAST_DX], word[HAIL_CAST_DY]};
    s.from = interrupted ? word[HAIL_CAST_FROM] : word[HAIL_CAST_TO];
    const hail_grid_layout *map = &job->grid.map;
    const vpoint begin = place_at(&s, s.from);
    s.to = stretch_end(job, &s, begin, rest[0]);
    const vpoint end = place_at(&s, vf_min(s.to, vf_set1(1.0f)));
    const vf reach = rest[1];
    s.first_column = lanes_axis(vf_sub(vf_min(begin.x, end.x), reach), map->min_x, map->inverse, map->last_column);
    s.last_column = lanes_axis(vf_add(vf_max(begin.x, end.x), reach), map->min_x, map->inverse, map->last_column);
    s.first_row = lanes_axis(vf_sub(vf_min(begin.y, end.y), reach), map->min_y, map->inverse, map->last_row);
    s.last_row = lanes_axis(vf_add(vf_max(begin.y, end.y), reach), map->min_y, map->inverse, map->last_row);
    return s;
}

/* Writes the times of n casts' stretches to their rows. */
static LANES_INLINE void write_times(const hail_cast_job *job, const vstretch *s, uint32_t n) {
    float from[HAIL_LANES], to[HAIL_LANES];
    vf_store(from, s->from);
    vf_store(to, s->to);
    for (uint32_t k = 0; k < n; k++) {
        job->rows[s->row[k] + HAIL_CAST_FROM] = from[k];
        job->rows[s->row[k] + HAIL_CAST_TO] = to[k];
    }
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

typedef struct cast_output {
    uint32_t *cast, *position;
    uint32_t count, capacity;
} cast_output;

/* The sum of a cast's radius and those of the bodies from position p on, inflated. */
static LANES_INLINE vf sum_of_radii(const hail_cast_job *job, const float *row, uint32_t p) {
    const vf sum = vf_add(vf_set1(row[HAIL_CAST_RADIUS]), vf_load(job->grid.radius + p));
    return vf_add(vf_mul(sum, vf_set1(job->inflate_rel)), vf_set1(row[HAIL_CAST_MORE]));
}

/* Lists the bodies at positions [*at, end) that a cast may hit, at whatever time. False: the output is full, and *at is
 * where to go on. */
static LANES_INLINE bool scan_run(const hail_cast_job *job, uint32_t cast, uint32_t *at, uint32_t end,
                                  cast_output *out) {
    const hail_grid_view *grid = &job->grid;
    const float *row = job->rows + (size_t)cast * HAIL_CAST_WORDS;
    const vpoint from = {vf_set1(row[HAIL_CAST_X]), vf_set1(row[HAIL_CAST_Y])},
                 speed = {vf_set1(row[HAIL_CAST_DX]), vf_set1(row[HAIL_CAST_DY])};
    const float *x = grid->x, *y = grid->y, *radius = grid->radius; /* copies that no store can change */
    vf square = vf_set1(row[HAIL_CAST_SQUARE]), wide = vf_set1(row[HAIL_CAST_WIDE]);
    const vi name = vi_set1((int32_t)cast);
    uint32_t *casts = out->cast, *positions = out->position, count = out->count, p = *at;
    for (; p < end && count + HAIL_LANES <= out->capacity; p += HAIL_LANES) {
        if (radius) {
            const vf r = sum_of_radii(job, row, p);
            square = vf_mul(r, r);
            wide = vf_mul(vdot(speed, speed), square);
        }
        const vpoint d = vminus((vpoint){vf_load(x + p), vf_load(y + p)}, from);
        const vf cross = vf_sub(vf_mul(d.x, speed.y), vf_mul(d.y, speed.x));
        const vm ahead = vm_and(vf_gt(vdot(d, speed), vf_set1(0.0f)), vf_ge(wide, vf_mul(cross, cross)));
        const vm hit = vm_or(ahead, vf_le(vdot(d, d), square));
        const unsigned bits = vm_bits(vm_and(hit, vi_gt(vi_set1((int32_t)(end - p)), vi_iota())));
        vi_store(casts + count, name);
        vi_compress_store(positions + count, bits, vi_add(vi_set1((int32_t)p), vi_iota()));
        count += vm_count_bits(bits);
    }
    out->count = count;
    *at = p;
    return p >= end;
}

enum { RUNS = 8 * HAIL_LANES }; /* listed at a time */

typedef struct run_list {
    uint32_t cast[RUNS + HAIL_SLACK], from[RUNS + HAIL_SLACK], to[RUNS + HAIL_SLACK], count;
} run_list;

/* Lists the runs of n stretches from row number *row on, until none is left or there is no more room. */
static LANES_INLINE void list_runs(const hail_cast_job *job, const vstretch *s, uint32_t n, uint32_t *row,
                                   run_list *runs) {
    const hail_grid_layout *map = &job->grid.map;
    const vf pad = vf_set1(map->pad), stride = vf_set1(map->stride);
    runs->count = 0;
    for (; runs->count + HAIL_LANES <= RUNS; ++*row) {
        const vf at = vf_add(s->first_row, vf_set1((float)*row));
        const vm in = vm_and(vm_first(n), vf_le(at, s->last_row));
        if (!vm_bits(in))
            return;
        /* Lanes that are done look at their last row. */
        const vf base = vf_add(vf_mul(vf_add(vf_min(at, s->last_row), pad), stride), pad);
        const vi from = vi_gather(job->grid.start, vf_truncate(vf_add(base, s->first_column)));
        const vi to = vi_gather(job->grid.start + 1, vf_truncate(vf_add(base, s->last_column)));
        const unsigned bits = vm_bits(vm_and(in, vi_gt(to, from)));
        vi_compress_store(runs->cast + runs->count, bits, s->cast);
        vi_compress_store(runs->from + runs->count, bits, from);
        vi_compress_store(runs->to + runs->count, bits, to);
        runs->count += vm_count_bits(bits);
    }
}

/* Scans the cells near n stretches. False: the output is full; cursor->run and cursor->step are where to go on. run:
 * the first row that was listed, times RUNS, and the number of the run in that list. */
static LANES_INLINE bool scan_cells(const hail_cast_job *job, const vstretch *s, uint32_t n, hail_cursor *cursor,
                                    cast_output *out) {
    uint32_t row = cursor->run / RUNS, first = cursor->run % RUNS;
    for (;;) {
        run_list runs;
        const uint32_t listed = row;
        list_runs(job, s, n, &row, &runs);
        for (uint32_t i = first; i < runs.count; i++) {
            uint32_t at = runs.from[i] + cursor->step;
            cursor->step = 0;
            if (!scan_run(job, runs.cast[i], &at, runs.to[i], out)) {
                cursor->run = listed * RUNS + i;
                cursor->step = at - runs.from[i];
                return false;
            }
        }
        first = 0;
        if (!runs.count || runs.count + HAIL_LANES <= RUNS)
            return true;
    }
}

/* ---- Times ------------------------------------------------------------------------------------------------------- */

/* The squares of the sums of casts' radii and bodies'. */
static LANES_INLINE vf squares_of(const hail_cast_job *job, const uint32_t *row, vf radius) {
    vf rest[4];
    vf_load_rows4(job->rows + HAIL_CAST_STEP, row, rest);
    const vf sum = vf_add(vf_mul(vf_add(rest[2], radius), vf_set1(job->inflate_rel)), rest[3]);
    return vf_mul(sum, sum);
}

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
        const vf square = grid->radius ? squares_of(job, row, vf_gather(grid->radius, at)) : word[HAIL_CAST_SQUARE];
        const vpoint d = vminus((vpoint){vf_gather(grid->x, at), vf_gather(grid->y, at)},
                                (vpoint){word[HAIL_CAST_X], word[HAIL_CAST_Y]});
        const vm at_start = vf_le(vdot(d, d), square);
        const vpoint v = {vf_sub(zero, word[HAIL_CAST_DX]), vf_sub(zero, word[HAIL_CAST_DY])};
        const varc arc = hit_arc_squared(d, v, square, square);
        const vm later = vm_and_not(vm_and(arc.hit, vf_le(arc.tau, end)), at_start);
        const vf t = vf_select(later, arc.tau, zero);
        const vm here = vm_and(vf_ge(t, word[HAIL_CAST_FROM]), vf_lt(t, word[HAIL_CAST_TO]));
        const unsigned bits = vm_bits(vm_and(vm_and(here, vm_or(at_start, later)), vm_first(n)));
        vi_compress_store(out->cast + kept, bits, cast);
        vi_compress_store(out->position + kept, bits, at);
        vf_compress_store(time + kept, bits, t);
        kept += vm_count_bits(bits);
    }
    return kept;
}

uint32_t HAIL_KERNEL(cast_circles)(const hail_cast_job *given, const uint32_t *active, hail_cursor *cursor,
                                   uint32_t end, uint32_t *cast, uint32_t *position, float *time, uint32_t capacity) {
    _Static_assert(HAIL_CAST_WORDS == 1 << 4, "rows are found by a shift");
    const hail_cast_job job = *given; /* a copy that no store can change */
    cast_output out = {.cast = cast, .position = position, .count = 0, .capacity = capacity};
    while (cursor->body < end && out.count + HAIL_LANES <= capacity) { /* room for the first vector at least */
        const uint32_t n = lanes_left(cursor->body, end);
        const vstretch s = read_casts(&job, active + cursor->body, n, cursor->run || cursor->step);
        write_times(&job, &s, n);
        if (!scan_cells(&job, &s, n, cursor, &out))
            break;
        cursor->body += n;
        cursor->run = cursor->step = 0;
    }
    return keep_hits(&job, &out, time);
}
