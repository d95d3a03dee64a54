/* simd/kernels/broad/pairs_grid.c - finds pairs in a uniform grid: HAIL_LANES bodies at once, each walking its own
 * runs.
 *
 * The grid's bodies lie in order of their cells, row by row, so a body's neighbourhood is a few contiguous runs of
 * positions (three rows of three cells; half of that, two runs, for the pairs within a grid). All lanes look at their
 * k-th neighbours together. Runs are short, so the mispredicted end of each walk is what costs. That is why the first
 * steps of a run are taken without a test. Uniform grids: C. Ericson, Real-Time Collision Detection, 7.1. */
#include "kernels/kernel.h"

typedef struct walk {
    vf x, y, r; /* the lanes' own bodies                */
    vi name;    /* what is listed for them              */
    uint32_t *first, *second;
    uint32_t count, capacity;
} walk;

/* Lists the lanes of `in_run` whose body touches the neighbour at position q (bx, by, br). */
static inline void list_touching(walk *w, vm in_run, vi q, vf bx, vf by, vf br, vf slack) {
    const vf dx = vf_sub(bx, w->x), dy = vf_sub(by, w->y);
    const vf d2 = vf_add(vf_mul(dx, dx), vf_mul(dy, dy));
    const vf reach = vf_mul(vf_add(w->r, br), slack);
    const unsigned bits = vm_bits(vm_and(in_run, vf_le(d2, vf_mul(reach, reach))));
    vi_compress_store(w->first + w->count, bits, w->name);
    vi_compress_store(w->second + w->count, bits, q);
    w->count += vm_count_bits(bits);
}

/* Walks each lane's positions [from, from + length), starting at step *step. False: the output is full, and *step is
 * where to go on. The first sure_steps steps do not test the lengths. */
static inline bool walk_runs(walk *w, const hail_grid_view *grid, vi from, vi length, uint32_t *step,
                             uint32_t sure_steps, vf slack) {
    const vi zero = vi_set1(0);
    for (uint32_t k = *step;; k++) {
        const vi at = vi_set1((int32_t)k);
        const vm in_run = vi_gt(length, at);
        if (k >= sure_steps && !vm_bits(in_run))
            return true;
        if (w->count + HAIL_LANES > w->capacity) {
            *step = k;
            return false;
        }
        const vi q = vi_select(in_run, vi_add(from, at), zero);
        const vf br = grid->radius ? vf_gather(grid->radius, q) : vf_set1(grid->uniform_radius);
        list_touching(w, in_run, q, vf_gather(grid->x, q), vf_gather(grid->y, q), br, slack);
    }
}

/* The first four steps of walk_runs. For each column, the lanes' next four neighbours take loads and a transpose
 * instead of four gathers. Nearly all runs are at most four long. */
static inline void walk_four(walk *w, const hail_grid_view *grid, vi from, vi length, vf slack) {
    const vf same = vf_set1(grid->uniform_radius);
    vf x[4], y[4], r[4] = {same, same, same, same};
    uint32_t start[HAIL_LANES];
    vi_store(start, from);
    vf_load_rows4(grid->x, start, x);
    vf_load_rows4(grid->y, start, y);
    if (grid->radius)
        vf_load_rows4(grid->radius, start, r);
    for (int k = 0; k < 4; k++) {
        const vi at = vi_set1(k);
        list_touching(w, vi_gt(length, at), vi_add(from, at), x[k], y[k], r[k], slack);
    }
}

/* walk_runs for lanes whose runs begin at consecutive positions: their k-th neighbours are one unaligned load. */
static inline bool walk_row(walk *w, const hail_grid_view *grid, uint32_t from, vi length, uint32_t *step,
                            uint32_t sure_steps, vf slack) {
    for (uint32_t k = *step;; k++) {
        const vm in_run = vi_gt(length, vi_set1((int32_t)k));
        if (k >= sure_steps && !vm_bits(in_run))
            return true;
        if (w->count + HAIL_LANES > w->capacity) {
            *step = k;
            return false;
        }
        /* Lanes past the grid's end are in no run. But a vector that lies wholly past it may not be read. */
        const uint32_t p = from + k < grid->count ? from + k : grid->count;
        const vi q = vi_add(vi_set1((int32_t)(from + k)), vi_iota());
        const vf br = grid->radius ? vf_load(grid->radius + p) : vf_set1(grid->uniform_radius);
        list_touching(w, in_run, q, vf_load(grid->x + p), vf_load(grid->y + p), br, slack);
    }
}

uint32_t HAIL_KERNEL(pairs_self)(const hail_grid_view *given, float slack, hail_cursor *cursor, uint32_t end,
                                 uint32_t *first, uint32_t *second, uint32_t capacity) {
    const hail_grid_view view = *given, *grid = &view; /* a copy that no store can change */
    const vi iota = vi_iota(), zero = vi_set1(0), stride = vi_set1((int32_t)grid->map.stride);
    const vf slacks = vf_set1(slack);
    walk w = {.first = first, .second = second, .capacity = capacity};
    for (; cursor->body < end; cursor->body += HAIL_LANES) {
        const uint32_t i = cursor->body, n = lanes_left(i, end);
        const vi p = vi_add(vi_set1((int32_t)i), iota);
        const vm valid = vm_first(n);
        w.x = vf_load_n(grid->x + i, n);
        w.y = vf_load_n(grid->y + i, n);
        w.r = lanes_radius(grid->radius, i, n, grid->uniform_radius);
        w.name = p;
        const vi cell = lanes_cell(&grid->map, w.x, w.y);
        if (cursor->run == 0) { /* the rest of this cell and the next one in the row */
            const vi stop = vi_gather(grid->start, vi_add(cell, vi_set1(2)));
            const vi length = vi_select(valid, vi_sub(stop, vi_add(p, vi_set1(1))), zero);
            if (!walk_row(&w, grid, i + 1, length, &cursor->step, 3, slacks))
                return w.count;
            cursor->run = 1;
            cursor->step = 0;
        }
        const vi below = vi_add(cell, stride); /* three cells of the next row */
        const vi from = vi_gather(grid->start, vi_sub(below, vi_set1(1)));
        const vi stop = vi_gather(grid->start, vi_add(below, vi_set1(2)));
        const vi length = vi_select(valid, vi_sub(stop, from), zero);
        if (cursor->step == 0 && w.count + 4 * HAIL_LANES <= w.capacity) {
            walk_four(&w, grid, from, length, slacks);
            cursor->step = 4;
        }
        if (!walk_runs(&w, grid, from, length, &cursor->step, 3, slacks))
            return w.count;
        cursor->run = 0;
        cursor->step = 0;
    }
    return w.count;
}

/* The cells that lanes' bodies reach: the first and the last one of the first row, and how many rows follow. */
typedef struct reached {
    vi first, last, rows;
} reached;

static inline reached cells_reached(const hail_grid_view *grid, const walk *w, vf slack) {
    const hail_grid_layout *m = &grid->map;
    const vf reach = vf_mul(vf_add(w->r, vf_set1(grid->reach)), slack);
    const vf sizes = vf_add(vf_add(vf_abs(w->x), vf_abs(w->y)), reach);
    const vf far = vf_add(reach, vf_add(vf_mul(sizes, vf_set1(HAIL_REACH_SHARE)), vf_set1(HAIL_REACH_SPARE)));
    const vf left = lanes_axis(vf_sub(w->x, far), m->min_x, m->inverse, m->last_column),
             right = lanes_axis(vf_add(w->x, far), m->min_x, m->inverse, m->last_column),
             top = lanes_axis(vf_sub(w->y, far), m->min_y, m->inverse, m->last_row),
             bottom = lanes_axis(vf_add(w->y, far), m->min_y, m->inverse, m->last_row);
    const vf pad = vf_set1(m->pad), row = vf_add(vf_mul(vf_add(top, pad), vf_set1(m->stride)), pad);
    return (reached){vf_truncate(vf_add(row, left)), vf_truncate(vf_add(row, right)), vf_truncate(vf_sub(bottom, top))};
}

/* Rows of cells that bodies reach: positions [from, from + length) each, none of them empty. One with more than
 * CROSS_FIRST bodies is listed in two parts: else all lanes would wait for the few rows that are long. */
enum { CROSS_BODIES = 64, CROSS_FIRST = 4, CROSS_ROWS = 512, CROSS_WINDOW = CROSS_ROWS / HAIL_LANES / 2 };

typedef struct row_list {
    uint32_t body[CROSS_ROWS + HAIL_LANES], from[CROSS_ROWS + HAIL_LANES], length[CROSS_ROWS + HAIL_LANES];
    uint32_t count;
} row_list;

static inline void put_rows(row_list *list, unsigned bits, vi body, vi from, vi length) {
    vi_compress_store(list->body + list->count, bits, body);
    vi_compress_store(list->from + list->count, bits, from);
    vi_compress_store(list->length + list->count, bits, length);
    list->count += vm_count_bits(bits);
}

/* Lists rows of n bodies from i on, after the first `skipped` ones: one of each lane, then the next ones. False: there
 * is no room for all; it lists CROSS_WINDOW of each lane if the list was empty. */
static inline bool list_rows(row_list *list, const hail_grid_view *grid, const hail_stream_view *stream, uint32_t i,
                             uint32_t n, uint32_t skipped, vf limit, vf slacks) {
    const vi zero = vi_set1(0), one = vi_set1(1), some = vi_set1(CROSS_FIRST),
             stride = vi_set1((int32_t)grid->map.stride);
    const walk w = {.x = vf_load_n(stream->x + i, n),
                    .y = vf_load_n(stream->y + i, n),
                    .r = lanes_radius(stream->radius, i, n, stream->uniform_radius),
                    .name = vi_add(vi_set1((int32_t)i), vi_iota())};
    const reached cells = cells_reached(grid, &w, slacks);
    const vi rows = vi_select(vm_and(vm_first(n), vf_le(w.r, limit)), vi_add(cells.rows, one), zero);
    for (uint32_t row = skipped;; row++) {
        const vm valid = vi_gt(rows, vi_set1((int32_t)row));
        if (!vm_bits(valid))
            return true;
        if (row - skipped == CROSS_WINDOW || list->count + 2 * HAIL_LANES > CROSS_ROWS)
            return false;
        const vi down = vi_mul(stride, vi_set1((int32_t)row));
        const vi from = vi_gather(grid->start, vi_select(valid, vi_add(cells.first, down), zero));
        const vi stop = vi_gather(grid->start, vi_select(valid, vi_add(vi_add(cells.last, down), one), zero));
        const vi length = vi_sub(stop, from), rest = vi_sub(length, some);
        const vm is_long = vm_and(valid, vi_gt(rest, zero));
        put_rows(list, vm_bits(vm_and(valid, vi_gt(length, zero))), w.name, from, vi_select(is_long, some, length));
        if (vm_bits(is_long))
            put_rows(list, vm_bits(is_long), w.name, vi_add(from, some), rest);
    }
}

/* From so many bodies on, a grid does not stay near the processor. What rows hold is fetched, all at once. */
enum { FETCHED_BODIES = 1 << 14 };

static inline void fetch_rows(const hail_grid_view *grid, const row_list *list) {
    for (uint32_t k = 0; k < list->count; k++) {
        HAIL_FETCH(grid->x + list->from[k]);
        HAIL_FETCH(grid->y + list->from[k]);
        if (grid->radius)
            HAIL_FETCH(grid->radius + list->from[k]);
    }
}

/* Lists the rows of bodies from i on, as many as there is room for. Returns the first body whose rows are still to be
 * listed: i, if it reaches so many rows that more than the `skipped` ones and these are left. */
static inline uint32_t list_block(row_list *list, const hail_grid_view *grid, const hail_stream_view *stream,
                                  uint32_t i, uint32_t end, uint32_t skipped, vf limit, vf slacks) {
    const uint32_t begin = i;
    list->count = 0;
    for (; i < end && i - begin < CROSS_BODIES; i += HAIL_LANES) {
        const uint32_t before = list->count;
        if (list_rows(list, grid, stream, i, lanes_left(i, end), i == begin ? skipped : 0, limit, slacks))
            continue;
        list->count = i == begin ? list->count : before;
        break;
    }
    if (grid->count >= FETCHED_BODIES)
        fetch_rows(grid, list);
    return i;
}

/* Lists the rows of some bodies, then walks them. cursor->run is a place in the list, after CROSS_ROWS for each list of
 * the same bodies before it. */
uint32_t HAIL_KERNEL(pairs_cross)(const hail_grid_view *given, const hail_stream_view *stream, float small_limit,
                                  float slack, hail_cursor *cursor, uint32_t end, uint32_t *first, uint32_t *second,
                                  uint32_t capacity) {
    const hail_grid_view view = *given, *grid = &view;
    const vf slacks = vf_set1(slack), limit = vf_set1(small_limit), same = vf_set1(stream->uniform_radius);
    walk w = {.first = first, .second = second, .capacity = capacity};
    row_list list;
    while (cursor->body < end) {
        const uint32_t lists = cursor->run / CROSS_ROWS, skipped = lists * CROSS_WINDOW;
        const uint32_t next = list_block(&list, grid, stream, cursor->body, end, skipped, limit, slacks);
        for (uint32_t at = cursor->run % CROSS_ROWS; at < list.count; at += HAIL_LANES) {
            const uint32_t n = lanes_left(at, list.count);
            w.name = vi_load_n(list.body + at, n);
            w.x = vf_gather(stream->x, w.name);
            w.y = vf_gather(stream->y, w.name);
            w.r = stream->radius ? vf_gather(stream->radius, w.name) : same;
            const vi from = vi_load_n(list.from + at, n), length = vi_load_n(list.length + at, n);
            cursor->run = lists * CROSS_ROWS + at;
            if (cursor->step == 0 && w.count + 4 * HAIL_LANES <= w.capacity) {
                walk_four(&w, grid, from, length, slacks);
                cursor->step = 4;
            }
            if (!walk_runs(&w, grid, from, length, &cursor->step, 3, slacks))
                return w.count;
            cursor->step = 0;
        }
        cursor->run = next == cursor->body ? (lists + 1) * CROSS_ROWS : 0;
        cursor->body = next < end ? next : end;
    }
    return w.count;
}
