/* engine/queries/touch_batch.c - answers pairs by the kernels, without manifolds. */
#include "touch_batch.h"

/* Forgets the pairs. Templates stay: the next pairs are likely to have the same. */
static void clear_pairs(hail_touch_batch *batch) {
    const hail_cores none = {HAIL_MAX_VERTICES, 1};
    batch->count = 0;
    batch->a.cores = batch->b.cores = none;
}

static void clear(hail_touch_batch *batch) {
    clear_pairs(batch);
    batch->rows = 0;
    batch->a.last = batch->b.last = 0;
}

/* Field by field: most of the batch is memory that need not be cleared. */
void hail_touch_begin(hail_touch_batch *batch, const hail_kernels *kernels, hail_touch_fn_of_pair *take, void *user) {
    batch->kernels = kernels;
    batch->take = take;
    batch->user = user;
    memset(batch->home, 0, sizeof batch->home);
    clear(batch);
}

static uint8_t *home_of(hail_touch_batch *batch, const void *name) {
    return &batch->home[((uint32_t)((uintptr_t)name >> 2) * 0x9e3779b1u) >> 16 & (TOUCH_HOMES - 1)];
}

/* The number of a template's row; `rows`: it has none, or another one has its home. */
static uint32_t find_row(hail_touch_batch *batch, const void *name) {
    const uint32_t home = *home_of(batch, name);
    return home < batch->rows && batch->name[home] == name ? home : batch->rows;
}

/* The kernels want all templates in one array. */
static void write_row(hail_touch_batch *batch, const hail_placed *placed, const void *name) {
    float *row = batch->templates + (size_t)batch->rows * HAIL_TEMPLATE_WORDS;
    if (placed->row)
        memcpy(row, placed->row, HAIL_TEMPLATE_WORDS * sizeof *row);
    else
        placed->write(placed->a, placed->b, row);
    batch->name[batch->rows++] = name;
}

static void put(hail_touch_batch *batch, hail_touch_side *side, const hail_placed *placed) {
    const void *name = placed->name ? placed->name : placed->row;
    const uint32_t i = batch->count;
    side->x[i] = placed->x;
    side->y[i] = placed->y;
    side->cos[i] = placed->cos;
    side->sin[i] = placed->sin;
    side->scale[i] = placed->scale;
    if (side->last >= batch->rows || batch->name[side->last] != name) {
        side->last = find_row(batch, name);
        *home_of(batch, name) = (uint8_t)side->last;
        if (side->last == batch->rows)
            write_row(batch, placed, name);
    }
    side->shape[i] = side->last;
    const uint32_t vertices = row_vertices(batch->templates + (size_t)side->last * HAIL_TEMPLATE_WORDS);
    side->cores.least = vertices < side->cores.least ? vertices : side->cores.least;
    side->cores.most = vertices > side->cores.most ? vertices : side->cores.most;
}

void hail_touch_ask(hail_touch_batch *batch, const hail_placed *a, const hail_placed *b, uint32_t owner,
                    uint32_t part) {
    if (batch->count == TOUCH_PAIRS || batch->rows + 2 > TOUCH_ROWS)
        hail_touch_flush(batch);
    if (batch->rows + 2 > TOUCH_ROWS)
        clear(batch);
    put(batch, &batch->a, a);
    put(batch, &batch->b, b);
    batch->owner[batch->count] = owner;
    batch->part[batch->count++] = part;
}

static hail_side side_of(const hail_touch_side *side) {
    return (hail_side){.x = side->x,
                       .y = side->y,
                       .uniform_radius = -1.0f,
                       .cos = side->cos,
                       .sin = side->sin,
                       .scale = side->scale,
                       .shape = side->shape};
}

void hail_touch_flush(hail_touch_batch *batch) {
    uint32_t number[TOUCH_PAIRS];
    hail_dispatch dispatch = {.kernels = batch->kernels, .question = ASK_CONTACT};
    dispatch.job = (hail_narrow_job){.one = side_of(&batch->a),
                                     .two = side_of(&batch->b),
                                     .templates = batch->templates,
                                     .header = 1,
                                     .rounded = true,
                                     .rows = batch->out};
    for (uint32_t i = 0; i < batch->count; i++)
        number[i] = i;
    dispatch_set_cores(&dispatch, batch->a.cores, batch->b.cores);
    if (batch->count)
        hail_dispatch_pairs(&dispatch, number, number, number, batch->count);
    for (uint32_t i = 0; i < batch->count; i++) {
        uint32_t header;
        memcpy(&header, batch->out + (size_t)i * HAIL_ROW_WORDS + 4, sizeof header);
        if (header)
            batch->take(batch->user, batch->owner[i], batch->part[i]);
    }
    clear_pairs(batch);
}
