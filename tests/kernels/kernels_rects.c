/* tests/kernels/kernels_rects.c - gather_cells, cell_runs and rect_pairs, one after the other over random maps: every
 * variant equals the reference to the last bit. A box holds the shape's way, and tells which of its cells
 * are not empty; a cell's runs are those of its pixels in the box; pairs are all of these beside which something is
 * open, with the open pixels that the map tells.
 */
#include <criterion/criterion.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "kernel_maps.h"

enum { MOVERS = 100, CELLS = 300, PAIR_COLUMNS = 20, ROW = HAIL_GATHER_ROW };

static struct {
    random_map m;
    hail_tile_view view;
    uint32_t kinds, cover[HAIL_MAX_KINDS];
    float x[MOVERS], y[MOVERS], dx[MOVERS], dy[MOVERS], shapes[4 * ROW];
    uint32_t shape[MOVERS], list[MOVERS], count;
    float corner_x, corner_y, bound;
    bool listed, from_end, still;
    float mover[MOVERS * ROW];
    uint32_t box[MOVERS * ROW];
    uint32_t column[CELLS], row[CELLS], in_box[CELLS], place[CELLS], cells;
    hail_near_cell near[CELLS];
    uint32_t first[CELLS + HAIL_SLACK], runs[CELLS + HAIL_SLACK];
    float around;
    bool swept;
} scene;

static void make_map(void) {
    do {
        if (scene.m.map)
            random_map_free(&scene.m);
        random_map_make(&scene.m, false, pick(12));
    } while (scene.m.width > 32 || scene.m.height > 32);
    scene.view = hail_tilemap_view(scene.m.map, pick_one_in(2) ? 0 : (uint32_t)pick_bits());
    if (!scene.view.kinds)
        scene.view.kinds = UINT32_MAX;
    const uint32_t some = pick_one_in(2) ? (uint32_t)pick_bits() : 0, one_way = some & ~scene.view.kinds;
    scene.kinds = scene.view.kinds | one_way;
    for (uint32_t kind = 0; kind < HAIL_MAX_KINDS; kind++)
        scene.cover[kind] =
            scene.view.kinds | (one_way >> kind & 1u ? UINT32_C(1) << kind | ((uint32_t)pick_bits() & one_way) : 0);
}

static void free_map(void) {
    random_map_free(&scene.m);
    scene.m.map = NULL;
}

/* ---- Boxes ------------------------------------------------------------------------------------------------------- */

static float pick_place(uint32_t size, uint32_t cells) {
    const float from = (float)(size * pick(cells + 3)) - (float)size;
    return pick_one_in(3) ? from : from + pick_between(0.0f, (float)size);
}

static void pick_movers(void) {
    scene.count = cases_timed() ? 64 : pick(MOVERS + 1);
    scene.swept = pick_one_in(2);
    scene.around = pick_one_in(2) ? 0.0f : pick_between(0.0f, 2.0f);
    scene.listed = pick_one_in(2);
    scene.from_end = pick_one_in(2);
    scene.still = pick_one_in(5);
    scene.bound = pick_one_in(2) ? FLT_MAX : (float)(scene.view.columns * scene.view.width);
    scene.corner_x = pick_one_in(2) ? 0.0f : pick_between(-100.0f, 100.0f);
    scene.corner_y = pick_one_in(2) ? 0.0f : (float)pick(100) - 50.0f;
    for (uint32_t s = 0; s < 4; s++) {
        float *row = scene.shapes + s * ROW;
        memset(row, 0, ROW * sizeof *row);
        row[0] = pick_one_in(2) ? 0.0f : pick_between(0.0f, 12.0f);
        row[1] = pick_one_in(2) ? 0.0f : pick_between(0.0f, 12.0f);
        row[2] = pick_one_in(3) ? 0.0f : pick_between(0.0f, 12.0f);
        row[3] = row[0] + row[2] + 0.001f;
        row[4] = row[1] + row[2] + 0.001f;
        row[5] = pick_between(0.0f, 0.001f);
        row[6] = pick_one_in(2) ? 0.0f : pick_between(-30.0f, 30.0f);
        row[7] = pick_one_in(2) ? 0.0f : pick_between(-30.0f, 30.0f);
    }
    for (uint32_t i = 0; i < scene.count; i++) {
        scene.x[i] = scene.corner_x + pick_place(scene.view.width, scene.view.columns);
        scene.y[i] = scene.corner_y + pick_place(scene.view.height, scene.view.rows);
        scene.dx[i] = pick_one_in(3) ? 0.0f : pick_between(-20.0f, 20.0f);
        scene.dy[i] = pick_one_in(3) ? 0.0f : pick_between(-20.0f, 20.0f);
        scene.list[i] = pick(scene.count);
        if (pick_one_in(50))
            scene.x[i] = pick_one_in(2) ? FLT_MAX : -FLT_MAX;
        scene.shape[i] = pick(4) * ROW;
    }
}

/* A shape's start from the map's corner, and its way; false: one of its numbers is beyond the bound. */
static bool way_of(uint32_t i, double way[4]) {
    const uint32_t at = scene.listed ? scene.list[i] : i;
    const float dx = scene.still ? 0.0f : scene.dx[at], dy = scene.still ? 0.0f : scene.dy[at], x = scene.x[at],
                y = scene.y[at], from_x = scene.from_end ? x - dx : x, from_y = scene.from_end ? y - dy : y,
                numbers[6] = {x, y, dx, dy, from_x, from_y};
    way[0] = (double)from_x - (double)scene.corner_x;
    way[1] = (double)from_y - (double)scene.corner_y;
    way[2] = (double)dx;
    way[3] = (double)dy;
    for (int k = 0; k < 6; k++)
        if (!(fabsf(numbers[k]) <= scene.bound))
            return false;
    return true;
}

static bool cell_is_empty(uint32_t column, uint32_t row) {
    return !word_solid(scene.m.map, scene.view.cells[(size_t)row * (scene.view.columns + 2) + column]);
}

static void check_cells(uint32_t i, const uint32_t *box, uint32_t columns, uint32_t rows) {
    uint32_t want = 0;
    if (box[7] & HAIL_GATHER_TALL)
        want = columns | rows << 16;
    else if (!(box[7] & (HAIL_GATHER_ALONE | HAIL_GATHER_STAYS)))
        for (uint32_t k = 0; k < columns * rows; k++)
            want |= (uint32_t)!cell_is_empty(box[4] + k % columns, box[5] + k / columns)
                    << (8 * (k / columns) + k % columns);
    case_expects(box[6] == want, "shape %u: cells %#x, not %#x", i, box[6], want);
}

/* A shape's way lies in its box, as far as it lies in the map. */
static void check_box(uint32_t i, const uint32_t *box, const float *mover) {
    const float *shape = scene.shapes + scene.shape[i];
    const double wide = (double)(scene.view.columns * scene.view.width),
                 high = (double)(scene.view.rows * scene.view.height), around = (double)scene.around;
    double way[4];
    const bool in = way_of(i, way), stays = !in || (scene.swept && way[2] == 0.0 && way[3] == 0.0);
    case_expects(!(box[7] & HAIL_GATHER_STAYS) == !stays, "shape %u stays, or not", i);
    if (!in)
        return;
    const bool exact = (double)(float)way[0] == way[0] && (double)(float)way[1] == way[1];
    case_expects(exact || box[7], "shape %u begins at no single-precision number", i);
    case_expects(mover[0] == (float)way[0] && mover[1] == (float)way[1] && (double)mover[2] == way[2] &&
                     (double)mover[3] == way[3],
                 "shape %u lies elsewhere", i);
    const double x = way[0] + (double)shape[6], y = way[1] + (double)shape[7];
    const double from_x = x - (double)shape[3] - around, to_x = x + (double)shape[3] + around,
                 from_y = y - (double)shape[4] - around, to_y = y + (double)shape[4] + around;
    const double low_x = from_x + fmin(way[2], 0.0), low_y = from_y + fmin(way[3], 0.0),
                 high_x = to_x + fmax(way[2], 0.0), high_y = to_y + fmax(way[3], 0.0);
    case_expects((double)box[0] <= fmin(fmax(floor(low_x), 0.0), wide - 1.0) &&
                     (double)box[1] >= fmin(fmax(floor(high_x), 0.0), wide - 1.0) &&
                     (double)box[2] <= fmin(fmax(floor(low_y), 0.0), high - 1.0) &&
                     (double)box[3] >= fmin(fmax(floor(high_y), 0.0), high - 1.0),
                 "shape %u: pixels %u to %u, %u to %u", i, box[0], box[1], box[2], box[3]);
    case_expects(box[4] == box[0] / scene.view.width + 1 && box[5] == box[2] / scene.view.height + 1,
                 "shape %u: cell %u, %u", i, box[4], box[5]);
    check_cells(i, box, box[1] / scene.view.width + 2 - box[4], box[3] / scene.view.height + 2 - box[5]);
}

static void look_all(void) {
    const hail_kernels *kernels;
    const uint32_t n = scene.count;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        float *movers = hold("movers", n * ROW);
        uint32_t *boxes = hold("boxes", n * ROW);
        const hail_gather_cells job = {.view = &scene.view,
                                       .x = hold_copy("x", scene.x, n),
                                       .y = hold_copy("y", scene.y, n),
                                       .dx = scene.still ? NULL : hold_copy("dx", scene.dx, n),
                                       .dy = scene.still ? NULL : hold_copy("dy", scene.dy, n),
                                       .list = scene.listed ? hold_copy("list", scene.list, n) : NULL,
                                       .from_end = scene.from_end,
                                       .corner_x = scene.corner_x,
                                       .corner_y = scene.corner_y,
                                       .bound = scene.bound,
                                       .shape = hold_copy("shape", scene.shape, n),
                                       .shapes = hold_copy("shapes", scene.shapes, 4 * ROW),
                                       .around = scene.around,
                                       .long_way = 24.0f,
                                       .swept = scene.swept,
                                       .movers = movers,
                                       .boxes = boxes};
        case_calls(kernels, "gather_cells");
        kernels->gather_cells(&job, n);
        case_times(kernels, "gather_cells", n, (kernels->gather_cells(&job, n), 0));
        guards_check();
        if (v == 0) {
            memcpy(scene.mover, movers, n * ROW * sizeof *movers);
            memcpy(scene.box, boxes, n * ROW * sizeof *boxes);
        }
        same_words("movers", movers, scene.mover, n * ROW);
        same_words("boxes", boxes, scene.box, n * ROW);
    }
    for (uint32_t i = 0; i < n; i++)
        check_box(i, scene.box + i * ROW, scene.mover + i * ROW);
}

/* ---- Cells ------------------------------------------------------------------------------------------------------- */

static bool cell_is_special(uint32_t column, uint32_t row) {
    const uint32_t *at = scene.view.cells + (size_t)row * (scene.view.columns + 2) + column,
                   stride = scene.view.columns + 2;
    return (at[0] | *(at - 1) | at[1] | *(at - stride) | at[stride]) & (HAIL_CELL_FLAGS | HAIL_CELL_OWN);
}

/* Cells of boxes, empty ones too. */
static void pick_cells(void) {
    scene.cells = 0;
    for (uint32_t i = 0; i < scene.count && i < 256; i++) {
        const uint32_t *box = scene.box + i * ROW, columns = box[1] / scene.view.width + 2 - box[4],
                       rows = box[3] / scene.view.height + 2 - box[5];
        for (uint32_t k = 0; k < columns * rows && columns <= HAIL_GATHER_COLUMNS && scene.cells < CELLS; k++) {
            const uint32_t c = scene.cells++;
            scene.column[c] = box[4] + k % columns;
            scene.row[c] = box[5] + k / columns;
            scene.in_box[c] = i;
            scene.place[c] = i | (8 * (k / columns) + k % columns) << 8;
        }
    }
}

static bool is_solid(uint32_t kinds, int32_t x, int32_t y) {
    const uint32_t column = (uint32_t)x / scene.view.width, row = (uint32_t)y / scene.view.height;
    if (x < 0 || y < 0 || column >= scene.view.columns || row >= scene.view.rows)
        return false;
    const uint32_t word = tilemap_word(scene.m.map, column, row);
    return kinds >> word_kind(word) & 1u &&
           hail_tilemap_row_bits(scene.m.map, word, (uint32_t)y % scene.view.height) >> (uint32_t)x % scene.view.width &
               1u;
}

static bool is_full(uint32_t column, uint32_t row) {
    const uint32_t word = scene.view.cells[(size_t)row * (scene.view.columns + 2) + column];
    return word_solid(scene.m.map, word) == scene.view.width * scene.view.height;
}

/* How many runs a cell has in the rows of its box. */
static uint32_t count_runs(uint32_t c) {
    const hail_near_cell *cell = &scene.near[c];
    const uint32_t *box = scene.box + scene.in_box[c] * ROW;
    uint32_t runs = 0;
    const bool full = is_full(scene.column[c], scene.row[c]);
    for (int32_t y = cell->top; y < cell->top + (int32_t)scene.view.height; y++) {
        if (y < (int32_t)box[2] || y > (int32_t)box[3])
            continue;
        for (int32_t x = cell->left; x < cell->left + (int32_t)scene.view.width; x++) {
            const bool begins = is_solid(scene.kinds, x, y) && (x == cell->left || !is_solid(scene.kinds, x - 1, y));
            runs += begins;
        }
    }
    return full && runs ? 1 : runs;
}

static void find_runs(void) {
    const hail_kernels *kernels;
    const uint32_t n = scene.cells;
    const hail_tileset *set = scene.m.set;
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        hail_near_cell *near = hold("near", n * ROW);
        uint32_t *first = hold("first", n + HAIL_SLACK), *count = hold("count", n + HAIL_SLACK);
        const hail_cell_runs job = {.view = &scene.view,
                                    .kinds = scene.kinds,
                                    .cover = hold_copy("cover", scene.cover, HAIL_MAX_KINDS),
                                    .open = set->sides.data,
                                    .runs = set->run_rows.data,
                                    .places = hold_copy("places", scene.place, n),
                                    .boxes = hold_copy("boxes", scene.box, scene.count * ROW),
                                    .near = near,
                                    .first = first,
                                    .count = count};
        case_calls(kernels, "cell_runs");
        kernels->cell_runs(&job, n);
        case_times(kernels, "cell_runs", n, (kernels->cell_runs(&job, n), 0));
        guards_check();
        if (v == 0) {
            memcpy(scene.near, near, n * sizeof *near);
            memcpy(scene.first, first, n * sizeof *first);
            memcpy(scene.runs, count, n * sizeof *count);
        }
        same_words("near", near, scene.near, n * ROW);
        same_words("first", first, scene.first, n);
        same_words("count", count, scene.runs, n);
    }
    for (uint32_t c = 0; c < n; c++) {
        const uint32_t want = cell_is_special(scene.column[c], scene.row[c]) ? HAIL_RUNS_UNKNOWN : count_runs(c);
        case_expects(scene.runs[c] == want, "cell %u (%u, %u) has %u runs, not %u", c, scene.column[c], scene.row[c],
                     scene.runs[c], want);
    }
}

/* ---- Pairs ------------------------------------------------------------------------------------------------------- */

typedef struct pairs {
    float *number[14];
    uint32_t *open[4], *cell, *mover, count;
} pairs;

static pairs pair_up(const hail_kernels *kernels, uint32_t begin, uint32_t end) {
    enum { ROOM = HAIL_RECT_PAIRS + HAIL_SLACK };
    pairs p;
    float *numbers = hold("numbers", 14 * ROOM);
    uint32_t *words = hold("words", 6 * ROOM);
    for (uint32_t k = 0; k < 14; k++)
        p.number[k] = numbers + k * ROOM;
    for (uint32_t k = 0; k < 4; k++)
        p.open[k] = words + k * ROOM;
    p.cell = words + 4 * ROOM;
    p.mover = words + 5 * ROOM;
    const hail_rect_pairs job = {.width = scene.view.width,
                                 .height = scene.view.height,
                                 .swept = scene.swept,
                                 .movers = hold_copy("movers", scene.mover, scene.count * ROW),
                                 .cells = hold_copy("cells", scene.near + begin, (end - begin) * ROW),
                                 .first = hold_copy("first", scene.first + begin, end - begin),
                                 .count = hold_copy("count", scene.runs + begin, end - begin),
                                 .runs = scene.m.set->runs.data,
                                 .centre_x = p.number[0],
                                 .centre_y = p.number[1],
                                 .x = p.number[2],
                                 .y = p.number[3],
                                 .wide = p.number[4],
                                 .high = p.number[5],
                                 .half_x = p.number[6],
                                 .half_y = p.number[7],
                                 .reach = p.number[8],
                                 .core_x = p.number[9],
                                 .core_y = p.number[10],
                                 .radius = p.number[11],
                                 .dx = p.number[12],
                                 .dy = p.number[13],
                                 .open = {p.open[0], p.open[1], p.open[2], p.open[3]},
                                 .cell = p.cell,
                                 .mover = p.mover};
    case_calls(kernels, "rect_pairs");
    p.count = kernels->rect_pairs(&job, end - begin);
    case_times(kernels, "rect_pairs", p.count, kernels->rect_pairs(&job, end - begin));
    guards_check();
    return p;
}

/* Pixels in front of a side: bit k is the k-th one. */
static uint32_t open_pixels(uint32_t kinds, int32_t x, int32_t y, int32_t count, bool down) {
    uint32_t open = 0;
    for (int32_t k = 0; k < count; k++)
        open |= (uint32_t)!is_solid(kinds, x + (down ? 0 : k), y + (down ? k : 0)) << k;
    return open;
}

static void check_pair(const pairs *p, uint32_t i) {
    const uint32_t mover = p->mover[i] & 255;
    const float *row = scene.mover + mover * ROW;
    const int32_t wide = (int32_t)p->number[4][i], high = (int32_t)p->number[5][i],
                  left = (int32_t)(p->number[0][i] - p->number[4][i] * 0.5f),
                  top = (int32_t)(p->number[1][i] - p->number[5][i] * 0.5f);
    const uint32_t beside = scene.cover[p->mover[i] >> 8],
                   want[4] = {open_pixels(beside, left - 1, top, high, true),
                              open_pixels(beside, left, top - 1, wide, false),
                              open_pixels(beside, left + wide, top, high, true),
                              open_pixels(beside, left, top + high, wide, false)};
    for (int side = 0; side < 4; side++)
        case_expects(p->open[side][i] == want[side], "pair %u, side %d: open %#x, not %#x", i, side, p->open[side][i],
                     want[side]);
    for (int32_t y = 0; y < high; y++)
        case_expects(!open_pixels(scene.kinds, left, top + y, wide, false), "pair %u is not solid", i);
    case_expects(p->number[2][i] == (float)((double)p->number[0][i] - (double)row[0]) &&
                     p->number[3][i] == (float)((double)p->number[1][i] - (double)row[1]) &&
                     p->number[6][i] == p->number[4][i] * 0.5f + row[4] &&
                     p->number[7][i] == p->number[5][i] * 0.5f + row[5] && p->number[12][i] == row[2],
                 "pair %u lies elsewhere", i);
}

/* Of shapes [begin, end) of cells with known runs, which fit into a call. */
static void check_pairs(uint32_t begin, uint32_t end) {
    const hail_kernels *kernels;
    const pairs want = pair_up(hail_kernels_at(0), begin, end);
    for (uint32_t i = 0; i < want.count; i++)
        check_pair(&want, i);
    for (size_t v = 1; (kernels = hail_kernels_at(v)) != NULL; v++) {
        const pairs got = pair_up(kernels, begin, end);
        case_expects(got.count == want.count, "%u pairs, not %u", got.count, want.count);
        for (int k = 0; k < 14; k++)
            same_words("number", got.number[k], want.number[k], want.count);
        for (int k = 0; k < 4; k++)
            same_words("open", got.open[k], want.open[k], want.count);
        same_words("cell", got.cell, want.cell, want.count);
        same_words("mover", got.mover, want.mover, want.count);
    }
}

/* At most a few calls: what they write is held. */
static void pair_all(void) {
    uint32_t begin = 0, runs = 0, calls = 0;
    for (uint32_t c = 0; c < scene.cells; c++) {
        const bool known = scene.runs[c] <= HAIL_RECT_PAIRS;
        if (known && runs + scene.runs[c] <= HAIL_RECT_PAIRS) {
            runs += scene.runs[c];
            continue;
        }
        if (++calls > 2)
            return;
        check_pairs(begin, c);
        begin = known ? c : c + 1;
        runs = known ? scene.runs[c] : 0;
    }
    check_pairs(begin, scene.cells);
}

static void rects_case(void) {
    make_map();
    pick_movers();
    look_all();
    pick_cells();
    find_runs();
    pair_all();
    free_map();
}
/* ---- Rows of misses ---------------------------------------------------------------------------------------------- */

static void miss_case(void) {
    enum { MOST = 40, WORDS = HAIL_MISS_WORDS };
    const hail_kernels *kernels;
    const uint32_t n = cases_timed() ? MOST : pick(MOST + 1), begin = pick(n + 1), end = begin + pick(n - begin + 1);
    for (size_t v = 0; (kernels = hail_kernels_at(v)) != NULL; v++) {
        uint32_t *rows = hold("rows", n * WORDS);
        memset(rows, 0xa5, n * WORDS * sizeof *rows);
        case_calls(kernels, "miss_rows");
        kernels->miss_rows(rows, begin, end);
        case_times(kernels, "miss_rows", end - begin, (kernels->miss_rows(rows, begin, end), 0));
        guards_check();
        for (uint32_t k = 0; k < n * WORDS; k++) {
            const bool in = k / WORDS >= begin && k / WORDS < end;
            const uint32_t want = !in ? 0xa5a5a5a5u : k % WORDS ? 0 : k / WORDS;
            case_expects(rows[k] == want, "word %u of row %u is %#x, not %#x", k % WORDS, k / WORDS, rows[k], want);
        }
    }
}
Test(kernels_rects, misses) { cases_run("kernels_rects", "misses", 100, miss_case); }

Test(kernels_rects, rects) { cases_run("kernels_rects", "rects", 300, rects_case); }
