/* bench/tiles/plain_cells.c - see plain_cells.h. */
#include "plain_cells.h"

#include <stdlib.h>

static inline int lesser(int a, int b) { return a < b ? a : b; }
static inline int greater(int a, int b) { return a > b ? a : b; }

/* joined: rows that are equal to the one above make its rectangles longer. */
static void add_rects(const uint16_t rows[TILE_SIDE], bool joined, cells_list *list) {
    size_t row_start = 0;
    for (int y = 0; y < TILE_SIDE; y++) {
        if (joined && y && rows[y] == rows[y - 1]) {
            for (size_t i = row_start; i < list->count; i++)
                list->rect[i].bottom++;
            continue;
        }
        row_start = list->count;
        for (int x = 0; x < TILE_SIDE; x++) {
            int from = x;
            while (x < TILE_SIDE && rows[y] >> x & 1)
                x++;
            if (x == from)
                continue;
            list->rect[list->count].left = (uint8_t)from;
            list->rect[list->count].top = (uint8_t)y;
            list->rect[list->count].right = (uint8_t)x;
            list->rect[list->count++].bottom = (uint8_t)(y + 1);
        }
    }
}

static void make_tile(const tile_scene *scene, int number, bool full, cells_tile *tile) {
    for (int y = 0; y < TILE_SIDE; y++)
        tile->rows[y] = full ? 0xffff : scene->mask[number - 1][y];
    tile->side = scene->side[number];
    add_rects(tile->rows, true, &tile->rects);
    add_rects(tile->rows, full, &tile->spans);
}

bool plain_cells_create(const tile_scene *scene, bool whole, plain_cells *cells) {
    int columns = (int)scene->columns, pitch = columns + 2 * CELLS_BORDER;
    *cells = (plain_cells){.pitch = pitch, .columns = columns};
    cells->cell = calloc((size_t)pitch * (size_t)pitch, sizeof *cells->cell);
    cells->tile = calloc(TILE_FULL + 1, sizeof *cells->tile);
    if (!cells->cell || !cells->tile) {
        plain_cells_destroy(cells);
        return false;
    }
    for (int y = 0; y < columns; y++)
        for (int x = 0; x < columns; x++)
            cells->cell[(y + CELLS_BORDER) * pitch + x + CELLS_BORDER] = scene->tile[y * columns + x];
    for (int number = 1; number <= TILE_FULL; number++)
        make_tile(scene, number, whole || number == TILE_FULL, &cells->tile[number]);
    return true;
}

void plain_cells_destroy(plain_cells *cells) {
    free(cells->cell);
    free(cells->tile);
    *cells = (plain_cells){0};
}

/* box: px from the map's corner, inclusive. */
static void add_cell(cells_near *near, int number, int column, int row, const int box[SIDES]) {
    const cells_tile *tile = &near->cells->tile[number];
    const cells_list *list = near->spans ? &tile->spans : &tile->rects;
    int cell_x = column * TILE_SIDE, cell_y = row * TILE_SIDE, x = cell_x - near->corner_x, y = cell_y - near->corner_y;
    int left = box[LEFT] - cell_x, top = box[TOP] - cell_y, right = box[RIGHT] - cell_x, bottom = box[BOTTOM] - cell_y;
    for (size_t i = 0; i < list->count && list->rect[i].top <= bottom && near->count < CELLS_NEAR; i++)
        if (list->rect[i].bottom > top && list->rect[i].right > left && list->rect[i].left <= right)
            near->rect[near->count++] =
                (cell_rect){{(float)(x + list->rect[i].left), (float)(y + list->rect[i].top),
                             (float)(x + list->rect[i].right), (float)(y + list->rect[i].bottom)},
                            (uint32_t)(row * near->cells->columns + column),
                            tile->side};
}

void plain_cells_look(cells_near *near, const float box[SIDES]) {
    const plain_cells *cells = near->cells;
    const int pixels[SIDES] = {near->corner_x + cells_floor(box[LEFT]), near->corner_y + cells_floor(box[TOP]),
                               near->corner_x + cells_floor(box[RIGHT]), near->corner_y + cells_floor(box[BOTTOM])};
    const int last_cell = cells->columns + CELLS_BORDER - 1;
    int first = greater(pixels[LEFT] >> CELLS_SHIFT, -CELLS_BORDER),
        last = lesser(pixels[RIGHT] >> CELLS_SHIFT, last_cell);
    int top = greater(pixels[TOP] >> CELLS_SHIFT, -CELLS_BORDER),
        bottom = lesser(pixels[BOTTOM] >> CELLS_SHIFT, last_cell);
    near->count = 0;
    for (int row = top; row <= bottom; row++) {
        const uint8_t *numbers = cells->cell + (row + CELLS_BORDER) * cells->pitch + CELLS_BORDER;
        for (int column = first; column <= last; column++)
            if (numbers[column])
                add_cell(near, numbers[column], column, row, pixels);
    }
}
