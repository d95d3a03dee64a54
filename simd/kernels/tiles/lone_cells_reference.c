/* simd/kernels/tiles/lone_cells_reference.c - slides of upright shapes that have one full cell near, or a few side by
 * side, one at a time: with the kernels that slide others, a pair for each cell. */
#include "joined_reference.h"

static uint32_t cell_at(const hail_tile_view *view, uint32_t column, uint32_t row) {
    return view->cells[(size_t)row * (view->columns + 2) + column];
}

static bool is_special(uint32_t word) { return word & (HAIL_CELL_FLAGS | HAIL_CELL_OWN); }

static uint32_t tile_of(const hail_tile_view *view, uint32_t word) {
    return view->kinds >> (word >> HAIL_CELL_KIND_SHIFT & 31u) & 1u ? word & HAIL_CELL_NUMBER : 0;
}

/* The pairs of a shape with each cell of a run, in columns. What lies around the run is empty. */
typedef struct columns {
    float centre_x[RUN_CELLS], centre_y[RUN_CELLS], x[RUN_CELLS], y[RUN_CELLS];
    float wide[RUN_CELLS], high[RUN_CELLS], half_x[RUN_CELLS], half_y[RUN_CELLS], reach[RUN_CELLS];
    float core_x[RUN_CELLS], core_y[RUN_CELLS], radius[RUN_CELLS], dx[RUN_CELLS], dy[RUN_CELLS];
    uint32_t mover[RUN_CELLS], cell[RUN_CELLS], open[4][RUN_CELLS], others[RUN_CELLS + HAIL_SLACK];
} columns;

static void add_pair(const hail_lone_cells *job, const float *mover, const cell_run *run, uint32_t i, columns *c) {
    const bool down = run->rows > 1, first = i == 0, last = i + 1 == run->columns * run->rows;
    const uint32_t column = run->column - 1 + (down ? 0 : i), row = run->row - 1 + (down ? i : 0);
    const float wide = (float)job->view->width, high = (float)job->view->height;
    c->centre_x[i] = (float)(column * job->view->width) + wide * 0.5f;
    c->centre_y[i] = (float)(row * job->view->height) + high * 0.5f;
    c->x[i] = c->centre_x[i] - mover[0];
    c->y[i] = c->centre_y[i] - mover[1];
    c->wide[i] = wide;
    c->high[i] = high;
    c->half_x[i] = wide * 0.5f + mover[4];
    c->half_y[i] = high * 0.5f + mover[5];
    c->reach[i] = job->radius + (mover[4] + mover[5]);
    c->core_x[i] = mover[4];
    c->core_y[i] = mover[5];
    c->radius[i] = mover[6];
    c->dx[i] = mover[2];
    c->dy[i] = mover[3];
    c->mover[i] = 0;
    c->cell[i] = row * job->view->columns + column;
    c->open[0][i] = down || first ? UINT32_MAX : 0;
    c->open[1][i] = !down || first ? UINT32_MAX : 0;
    c->open[2][i] = down || last ? UINT32_MAX : 0;
    c->open[3][i] = !down || last ? UINT32_MAX : 0;
}

static hail_lone_pairs pairs_of(const hail_lone_cells *job, uint32_t k, columns *c) {
    hail_lone_pairs pairs = *job->slides;
    pairs.mover = c->mover;
    pairs.tag = job->slides->tag + k;
    pairs.centre_x = c->centre_x;
    pairs.centre_y = c->centre_y;
    pairs.x = c->x;
    pairs.y = c->y;
    pairs.wide = c->wide;
    pairs.high = c->high;
    pairs.half_x = c->half_x;
    pairs.half_y = c->half_y;
    pairs.reach = c->reach;
    pairs.core_x = c->core_x;
    pairs.core_y = c->core_y;
    pairs.radius = c->radius;
    pairs.dx = c->dx;
    pairs.dy = c->dy;
    pairs.cell = c->cell;
    for (int side = 0; side < 4; side++)
        pairs.open[side] = c->open[side];
    pairs.others = c->others;
    return pairs;
}

/* Slides shape k by a run of full cells; false: it is not for here. */
static bool slide_by(const hail_lone_cells *job, uint32_t k, const cell_run *run) {
    const float *mover = job->movers + (size_t)k * HAIL_LOOK_ROW;
    const uint32_t cells = run->columns * run->rows, first = 0;
    uint32_t refused[1 + HAIL_SLACK];
    columns c;
    for (uint32_t i = 0; i < cells; i++)
        add_pair(job, mover, run, i, &c);
    const hail_lone_pairs pairs = pairs_of(job, k, &c);
    if (cells == 1)
        return !HAIL_KERNEL(lone_edges)(&pairs, 1);
    const hail_slides_among slide = {&pairs, &first, &cells, 1, refused};
    return is_as_one(job, mover, run) && !HAIL_KERNEL(slide_among)(&slide, 1);
}

/* The cells of a look, if they are a run: side by side in a row or a column. */
static bool find_run(const uint32_t *look, cell_run *run) {
    uint32_t bit = 0, count = 0;
    for (uint32_t left = look[6]; left; left &= left - 1)
        count++;
    while (!(look[6] >> bit & 1u))
        bit++;
    *run = (cell_run){look[4] + bit % 8, look[5] + bit / 8, 1, 1};
    while (bit % 8 + run->columns < 8 && look[6] >> (bit + run->columns) & 1u)
        run->columns++;
    while (bit / 8 + run->rows < 4 && look[6] >> (bit + 8 * run->rows) & 1u)
        run->rows++;
    return count <= RUN_CELLS && (run->columns == 1 || run->rows == 1) && run->columns * run->rows == count;
}

/* How many solid pixels cells have: all, none, or UINT32_MAX if that is not the same for all, or one is special. */
static uint32_t solid_of(const hail_lone_cells *job, const cell_run *run) {
    uint32_t solid = 0;
    for (uint32_t i = 0; i < run->columns * run->rows; i++) {
        const uint32_t word =
            cell_at(job->view, run->column + (run->rows > 1 ? 0 : i), run->row + (run->rows > 1 ? i : 0));
        const uint32_t own = is_special(word) ? UINT32_MAX : job->solid[tile_of(job->view, word)];
        solid = i == 0 || own == solid ? own : UINT32_MAX;
    }
    return solid;
}

/* Slides shape k, or finds out that it has nothing near; false: it is not for here. */
static bool slide_shape(const hail_lone_cells *job, uint32_t k) {
    const uint32_t *look = job->looks + (size_t)k * HAIL_LOOK_ROW, cells = look[6];
    cell_run run;
    if (look[7] & HAIL_LOOK_ALONE || (cells && look[7]))
        return false;
    if (!cells)
        return true;
    if (!find_run(look, &run))
        return false;
    const uint32_t solid = solid_of(job, &run);
    return solid == job->view->width * job->view->height ? slide_by(job, k, &run)
                                                         : !solid && run.columns * run.rows == 1;
}

uint32_t HAIL_KERNEL(lone_cells)(const hail_lone_cells *job, uint32_t count) {
    uint32_t others = 0;
    for (uint32_t k = 0; k < count; k++)
        if (!slide_shape(job, k))
            job->others[others++] = k;
    return others;
}
