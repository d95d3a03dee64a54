/* simd/kernels/queries/cast_circles.c - docs/arithmetic.md, "Queries": which circles of a grid a moving circle hits.
 *
 * Three steps, each with full vectors. First the cells near a segment, one cast a lane: a few rows, each of which is a
 * run of neighbours in the grid's order. Then the bodies of the runs, one body a lane, without gathers; nearly every
 * run fits into one vector. Last the times of those that may be hit, one a lane. No branch depends on what is hit. */
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
        const vf step = vf_max(vf_div(vf_set1(job->segment), longest), least);
        const vf size = vf_add(taxi(at), taxi(speed)), more = vf_mul(size, vf_set1(job->inflate_abs));
        const vf sum = vf_add(vf_mul(vf_add(radius, vf_set1(job->grid.uniform_radius)), rel), more);
        const vf square = vf_mul(sum, sum), much = vf_set1(HAIL_CAST_MUCH);
        const vf short_way = vf_min(taxi(speed), vf_set1(HAIL_CAST_SHORT));
        const vf length = vf_mul(vf_max(vf_sqrt(vdot(speed, speed)), short_way), much);
        const vf side = columns->side ? vf_load_n(columns->side + i, n) : radius;
        const vf wide = vf_add(vf_mul(vf_add(side, vf_set1(job->grid.uniform_radius)), rel), more);
        const vf beside = vf_add(vf_mul(length, wide), vf_set1(HAIL_CAST_SOME));
        const vf left = vf_mul(length, vf_mul(vf_sub(radius, side), rel));
        const vf widest = vf_add(vf_mul(vf_add(radius, vf_set1(job->reach)), rel), more);
        const vf search = vf_add(vf_mul(widest, vf_set1(HAIL_CAST_GROWTH)), vf_mul(size, vf_set1(HAIL_CAST_SHARE)));
        const vf words[8] = {at.x, at.y, speed.x, speed.y, zero, zero, square, beside},
                 rest[8] = {step, search, radius, more, length, side, left, vf_add(beside, left)};
        uint32_t row[HAIL_LANES];
        vi_store(row, vi_add(vi_set1((int32_t)i), vi_iota()));
        vf_store_rows8(job->rows, HAIL_CAST_WORDS, row, n, words);
        vf_store_rows8(job->rows + HAIL_CAST_STEP, HAIL_CAST_WORDS, row, n, rest);
    }
}

/* ---- Segments ---------------------------------------------------------------------------------------------------- */

/* A vector of casts on their segments. */
typedef struct vsegment {
    uint32_t row[HAIL_LANES]; /* where their rows start, in words */
    vi cast;
    vpoint at, speed;
    vf from, to, square, beside;
    vf first_column, last_column, first_row, last_row; /* the cells near it, without the border */
} vsegment;

/* The next time after `from` at which a cast passes a line, or `next` if that is earlier. */
static LANES_INLINE vf next_line(vf next, vf at, vf speed, vf from, float line) {
    const vm moves = vf_gt(vf_abs(speed), vf_set1(0.0f));
    const vf time = vf_div(vf_sub(vf_set1(line), at), vf_select(moves, speed, vf_set1(1.0f)));
    return vf_select(vm_and(moves, vm_and(vf_gt(time, from), vf_lt(time, next))), time, next);
}

static LANES_INLINE vm is_within(vf at, float min, float max) {
    return vm_and(vf_ge(at, vf_set1(min)), vf_le(at, vf_set1(max)));
}

/* Inside the grid a segment is short. Outside it goes on to the next of the lines through the grid's borders: until
 * then, all that can be hit lies in the same border cells. begin: where it begins. */
static LANES_INLINE vf segment_end(const hail_cast_job *job, const vsegment *s, vpoint begin, vf step) {
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

static LANES_INLINE vpoint place_at(const vsegment *s, vf time) {
    return (vpoint){vf_add(s->at.x, vf_mul(s->speed.x, time)), vf_add(s->at.y, vf_mul(s->speed.y, time))};
}

/* Reads n casts' rows, and begins their next segments unless they were interrupted. Lanes past them are the first of
 * these. */
static LANES_INLINE vsegment read_casts(const hail_cast_job *job, const uint32_t *active, uint32_t n,
                                        bool interrupted) {
    vsegment s;
    vf word[8], rest[4];
    s.cast = vi_select(vm_first(n), vi_load_n(active, n), vi_set1((int32_t)active[0]));
    vi_store(s.row, vi_shift_left(s.cast, 4));
    vf_load_rows8(job->rows, s.row, word);
    vf_load_rows4(job->rows + HAIL_CAST_STEP, s.row, rest);
    s.at = (vpoint){word[HAIL_CAST_X], word[HAIL_CAST_Y]};
    s.speed = (vpoint){word[HAIL_CAST_DX], word[HAIL_CAST_DY]};
    s.square = word[HAIL_CAST_SQUARE];
    s.beside = word[HAIL_CAST_BESIDE];
    s.from = interrupted ? word[HAIL_CAST_FROM] : word[HAIL_CAST_TO];
    const hail_grid_layout *map = &job->grid.map;
    const vpoint begin = place_at(&s, s.from);
    s.to = segment_end(job, &s, begin, rest[0]);
    const vpoint end = place_at(&s, vf_min(s.to, vf_set1(1.0f)));
    const vf reach = rest[1];
    s.first_column = lanes_axis(vf_sub(vf_min(begin.x, end.x), reach), map->min_x, map->inverse, map->last_column);
    s.last_column = lanes_axis(vf_add(vf_max(begin.x, end.x), reach), map->min_x, map->inverse, map->last_column);
    s.first_row = lanes_axis(vf_sub(vf_min(begin.y, end.y), reach), map->min_y, map->inverse, map->last_row);
    s.last_row = lanes_axis(vf_add(vf_max(begin.y, end.y), reach), map->min_y, map->inverse, map->last_row);
    return s;
}

/* Writes the times of n casts' segments to their rows, and what follows them again. */
static LANES_INLINE void write_times(const hail_cast_job *job, const vsegment *s, uint32_t n) {
    const vf words[4] = {s->from, s->to, s->square, s->beside};
    uint32_t cast[HAIL_LANES];
    vi_store(cast, s->cast);
    vf_store_rows4(job->rows + HAIL_CAST_FROM, HAIL_CAST_WORDS, cast, n, words);
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

/* What is listed; a cast by where its row starts, in words. */
typedef struct cast_output {
    uint32_t *row, *position;
    uint32_t count, capacity;
} cast_output;

/* A cast, spread over the lanes. */
typedef struct vcast {
    vpoint at, speed;
} vcast;

static LANES_INLINE vcast spread_row(const float *row) {
    return (vcast){.at = {vf_set1(row[HAIL_CAST_X]), vf_set1(row[HAIL_CAST_Y])},
                   .speed = {vf_set1(row[HAIL_CAST_DX]), vf_set1(row[HAIL_CAST_DY])}};
}

/* How far beside a cast's path the bodies from position p on may lie: the sums of its side and their radii, inflated,
 * times its length. */
static LANES_INLINE vf beside_of(const hail_cast_job *job, const float *row, uint32_t p) {
    const vf sum = vf_add(vf_set1(row[HAIL_CAST_SIDE]), vf_load(job->grid.radius + p));
    const vf inflated = vf_add(vf_mul(sum, vf_set1(job->inflate_rel)), vf_set1(row[HAIL_CAST_MORE]));
    return vf_add(vf_mul(vf_set1(row[HAIL_CAST_LENGTH]), inflated), vf_set1(HAIL_CAST_SOME));
}

/* Lists those of the vector of bodies from position p on that a cast may hit, at whatever time, and a few behind it;
 * end: where its run ends. Nearly every run is one vector long, so this is what a ray costs: constants come by
 * broadcasts from memory. */
static LANES_INLINE void scan_vector(const hail_cast_job *job, const uint32_t *name, uint32_t p, vi position, vi end,
                                     bool uniform, cast_output *out) {
    const float *row = job->rows + *name;
    const vcast cast = spread_row(row);
    const vf beside = uniform ? vf_set1(row[HAIL_CAST_BESIDE]) : beside_of(job, row, p);
    const vpoint d = vminus(cast.at, (vpoint){vf_load(job->grid.x + p), vf_load(job->grid.y + p)}); /* to the cast */
    const vf cross = vf_sub(vf_mul(d.x, cast.speed.y), vf_mul(d.y, cast.speed.x));
    const vf behind = uniform ? vf_set1(row[HAIL_CAST_BEHIND]) : vf_add(beside, vf_set1(row[HAIL_CAST_REST]));
    const vm near = vm_and(vf_le(vf_abs(cross), beside), vf_le(vdot(d, cast.speed), behind));
    const unsigned bits = vm_bits(vm_and(near, vi_gt(end, position)));
    vi_store(out->row + out->count, vi_set1((int32_t)*name));
    vi_compress_store(out->position + out->count, bits, position);
    out->count += vm_count_bits(bits);
}

enum { CAST_RUNS = 8 * HAIL_LANES }; /* listed at a time */

/* Runs of bodies near segments, and what those longer than a vector have beyond it. */
typedef struct cast_runs {
    uint32_t row[CAST_RUNS + HAIL_SLACK], from[CAST_RUNS + HAIL_SLACK], to[CAST_RUNS + HAIL_SLACK], count;
    uint32_t rest_row[CAST_RUNS], rest_from[CAST_RUNS], rest_to[CAST_RUNS], rests;
} cast_runs;

static inline void list_rests(const vsegment *s, unsigned bits, vi from, vi to, cast_runs *runs) {
    uint32_t first[HAIL_LANES], end[HAIL_LANES];
    vi_store(first, from);
    vi_store(end, to);
    for (; bits; bits &= bits - 1) {
        const uint32_t lane = lowest_bit(bits), rest = runs->rests++;
        runs->rest_row[rest] = s->row[lane];
        runs->rest_from[rest] = first[lane] + HAIL_LANES;
        runs->rest_to[rest] = end[lane];
    }
}

/* Lists the runs of n segments from row number *row on, until none is left or there is no more room. */
static LANES_INLINE void list_cast_runs(const hail_cast_job *job, const vsegment *s, uint32_t n, uint32_t *row,
                                        cast_runs *runs) {
    const hail_grid_layout *map = &job->grid.map;
    const vf pad = vf_set1(map->pad), stride = vf_set1(map->stride);
    const vi name = vi_load(s->row), vector = vi_set1(HAIL_LANES);
    runs->count = runs->rests = 0;
    for (; runs->count + HAIL_LANES <= CAST_RUNS; ++*row) {
        const vf at = vf_add(s->first_row, vf_set1((float)*row));
        const vm in = vm_and(vm_first(n), vf_le(at, s->last_row));
        if (!vm_bits(in))
            return;
        /* Lanes that are done look at their last row. */
        const vf base = vf_add(vf_mul(vf_add(vf_min(at, s->last_row), pad), stride), pad);
        const vi from = vi_gather(job->grid.start, vf_truncate(vf_add(base, s->first_column)));
        const vi to = vi_gather(job->grid.start + 1, vf_truncate(vf_add(base, s->last_column)));
        const unsigned bits = vm_bits(vm_and(in, vi_gt(to, from)));
        const unsigned longer = vm_bits(vm_and(in, vi_gt(to, vi_add(from, vector))));
        vi_compress_store(runs->row + runs->count, bits, name);
        vi_compress_store(runs->from + runs->count, bits, from);
        vi_compress_store(runs->to + runs->count, bits, to);
        runs->count += vm_count_bits(bits);
        if (longer)
            list_rests(s, longer, from, to, runs);
    }
}

/* Scans the first vectors of runs [*i, runs->count). False: the output is full, and *i is where to go on. */
static LANES_INLINE bool scan_cast_runs(const hail_cast_job *job, const cast_runs *runs, uint32_t *i, bool uniform,
                                        cast_output *out) {
    while (*i < runs->count) {
        const uint32_t room = (out->capacity - out->count) / HAIL_LANES, left = runs->count - *i;
        const uint32_t end = *i + (left < room ? left : room);
        if (!room)
            return false;
        for (; *i < end; ++*i)
            scan_vector(job, runs->row + *i, runs->from[*i], vi_add(vi_set1((int32_t)runs->from[*i]), vi_iota()),
                        vi_set1((int32_t)runs->to[*i]), uniform, out);
    }
    return true;
}

/* Scans rest number i from its body number *step on. False: the output is full, and *step is where to go on. */
static LANES_INLINE bool scan_rest(const hail_cast_job *job, const cast_runs *runs, uint32_t i, uint32_t *step,
                                   cast_output *out) {
    const uint32_t from = runs->rest_from[i], to = runs->rest_to[i];
    for (; from + *step < to; *step += HAIL_LANES) {
        const uint32_t p = from + *step;
        if (out->count + HAIL_LANES > out->capacity)
            return false;
        scan_vector(job, runs->rest_row + i, p, vi_add(vi_set1((int32_t)p), vi_iota()), vi_set1((int32_t)to),
                    !job->grid.radius, out);
    }
    *step = 0;
    return true;
}

enum { PLACES = 2 * CAST_RUNS }; /* of the runs of a list, then of its rests */

/* Scans the cells near n segments. False: the output is full; cursor->run and cursor->step are where to go on. run:
 * the first row that was listed, times PLACES, and the place in that list. */
static LANES_INLINE bool scan_cells(const hail_cast_job *job, const vsegment *s, uint32_t n, hail_cursor *cursor,
                                    cast_output *out) {
    uint32_t row = cursor->run / PLACES, place = cursor->run % PLACES, step = cursor->step;
    for (;; place = 0) {
        cast_runs runs;
        const uint32_t listed = row;
        list_cast_runs(job, s, n, &row, &runs);
        bool done = job->grid.radius ? scan_cast_runs(job, &runs, &place, false, out)
                                     : scan_cast_runs(job, &runs, &place, true, out);
        for (; done && place < runs.count + runs.rests; place += done)
            done = scan_rest(job, &runs, place - runs.count, &step, out);
        if (!done) {
            cursor->run = listed * PLACES + place;
            cursor->step = step;
            return false;
        }
        if (runs.count + HAIL_LANES <= CAST_RUNS)
            return true;
    }
}

/* ---- Times ------------------------------------------------------------------------------------------------------- */

/* The squares of the sums of casts' radii and bodies'. */
static LANES_INLINE vf cast_squares(const hail_cast_job *job, const uint32_t *row, vf radius) {
    vf rest[4];
    vf_load_rows4(job->rows + HAIL_CAST_STEP, row, rest);
    const vf sum = vf_add(vf_mul(vf_add(rest[2], radius), vf_set1(job->inflate_rel)), rest[3]);
    return vf_mul(sum, sum);
}

/* Writes the times of what is listed; keeps what is hit on its segment. */
static LANES_INLINE uint32_t keep_hits(const hail_cast_job *job, const cast_output *out, float *time) {
    const hail_grid_view *grid = &job->grid;
    const vf zero = vf_set1(0.0f), end = vf_set1(1.0f);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < out->count; i += HAIL_LANES) {
        const uint32_t n = lanes_left(i, out->count);
        const vi name = vi_load_n(out->row + i, n), at = vi_load_n(out->position + i, n);
        uint32_t row[HAIL_LANES];
        vf word[8];
        vi_store(row, name);
        vf_load_rows8(job->rows, row, word);
        const vf square = grid->radius ? cast_squares(job, row, vf_gather(grid->radius, at)) : word[HAIL_CAST_SQUARE];
        const vpoint d = vminus((vpoint){vf_gather(grid->x, at), vf_gather(grid->y, at)},
                                (vpoint){word[HAIL_CAST_X], word[HAIL_CAST_Y]});
        const vm at_start = vf_le(vdot(d, d), square);
        const vpoint v = {vf_sub(zero, word[HAIL_CAST_DX]), vf_sub(zero, word[HAIL_CAST_DY])};
        const varc arc = hit_arc_squared(d, v, square, square);
        const vm later = vm_and_not(vm_and(arc.hit, vf_le(arc.tau, end)), at_start);
        const vf t = vf_select(later, arc.tau, zero);
        const vm here = vm_and(vf_ge(t, word[HAIL_CAST_FROM]), vf_lt(t, word[HAIL_CAST_TO]));
        const unsigned bits = vm_bits(vm_and(vm_and(here, vm_or(at_start, later)), vm_first(n)));
        vi_compress_store(out->row + kept, bits, vi_shift_right(name, 4));
        vi_compress_store(out->position + kept, bits, at);
        vf_compress_store(time + kept, bits, t);
        kept += vm_count_bits(bits);
    }
    return kept;
}

/* Takes casts on; the output has room for a vector at least. */
static LANES_INLINE void scan_casts(const hail_cast_job *job, const uint32_t *active, hail_cursor *cursor, uint32_t end,
                                    cast_output *out) {
    while (cursor->body < end && out->count + HAIL_LANES <= out->capacity) {
        const uint32_t n = lanes_left(cursor->body, end);
        const vsegment s = read_casts(job, active + cursor->body, n, cursor->run || cursor->step);
        write_times(job, &s, n);
        if (!scan_cells(job, &s, n, cursor, out))
            return;
        cursor->body += n;
        cursor->run = cursor->step = 0;
    }
}

uint32_t HAIL_KERNEL(cast_circles)(const hail_cast_job *given, const uint32_t *active, hail_cursor *cursor,
                                   uint32_t end, uint32_t *cast, uint32_t *position, float *time, uint32_t capacity) {
    _Static_assert(HAIL_CAST_WORDS == 1 << 4, "rows are found by a shift");
    const hail_cast_job job = *given; /* copies that no store can change */
    cast_output out = {.row = cast, .position = position, .count = 0, .capacity = capacity};
    hail_cursor at = *cursor;
    scan_casts(&job, active, &at, end, &out);
    *cursor = at;
    return keep_hits(&job, &out, time);
}
