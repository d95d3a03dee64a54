/* bench/tiles/plain_ground_map.c - the map of plain_ground.h, and what is solid near a place. */
#include "plain_ground.h"

#include <stdlib.h>

/* ---- The map ----------------------------------------------------------------------------------------------------- */

static void add_runs(ground_tile *tile) {
    int count = 0;
    for (int y = 0; y < TILE_SIDE; y++) {
        tile->first[y] = (uint16_t)count;
        for (int x = 0; x < TILE_SIDE; x++) {
            if (!(tile->rows[y] >> x & 1))
                continue;
            int from = x;
            while (x < TILE_SIDE && tile->rows[y] >> x & 1)
                x++;
            tile->run[count].from = (uint8_t)from;
            tile->run[count++].to = (uint8_t)x;
        }
    }
    tile->first[TILE_SIDE] = (uint16_t)count;
}

bool plain_ground_create(const tile_scene *scene, plain_ground *ground) {
    int columns = (int)scene->columns, pitch = columns + 2 * GROUND_BORDER;
    *ground = (plain_ground){.pitch = pitch, .columns = columns};
    ground->cell = calloc((size_t)pitch * (size_t)pitch, sizeof *ground->cell);
    ground->tile = calloc(TILE_FULL + 1, sizeof *ground->tile);
    if (!ground->cell || !ground->tile)
        return false;
    for (int y = 0; y < columns; y++)
        for (int x = 0; x < columns; x++)
            ground->cell[(y + GROUND_BORDER) * pitch + x + GROUND_BORDER] = scene->tile[y * columns + x];
    for (int tile = 1; tile <= TILE_FULL; tile++) {
        for (int y = 0; y < TILE_SIDE; y++)
            ground->tile[tile].rows[y] = tile == TILE_FULL ? 0xffff : scene->mask[tile - 1][y];
        add_runs(&ground->tile[tile]);
    }
    return true;
}

void plain_ground_destroy(plain_ground *ground) {
    free(ground->cell);
    free(ground->tile);
    *ground = (plain_ground){0};
}

/* ---- Rectangles -------------------------------------------------------------------------------------------------- */

static inline int most(int a, int b) { return a > b ? a : b; }
static inline int least(int a, int b) { return a < b ? a : b; }

/* left, top, ...: px from the map's corner. */
static void add_cell(ground_place *place, int tile_number, int column, int row, int left, int top, int right,
                     int bottom) {
    const ground_tile *tile = &place->ground->tile[tile_number];
    int cell_x = column * TILE_SIDE, cell_y = row * TILE_SIDE;
    int x = cell_x - place->corner_x, y = cell_y - place->corner_y;
    uint32_t cell = (uint32_t)(row * place->ground->columns + column);
    if (tile_number == TILE_FULL) {
        if (place->count < GROUND_RECTS)
            place->rect[place->count++] = (ground_rect){x, y, x + TILE_SIDE, y + TILE_SIDE, cell};
        return;
    }
    int from = most(top - cell_y, 0), to = least(bottom - cell_y, TILE_SIDE - 1);
    for (int line = from; line <= to; line++)
        for (int i = tile->first[line]; i < tile->first[line + 1]; i++)
            if (cell_x + tile->run[i].from <= right && cell_x + tile->run[i].to > left && place->count < GROUND_RECTS)
                place->rect[place->count++] =
                    (ground_rect){x + tile->run[i].from, y + line, x + tile->run[i].to, y + line + 1, cell};
}

void plain_ground_look(const plain_ground *ground, int corner_x, int corner_y, const float box[4],
                       ground_place *place) {
    int left = corner_x + ground_floor(box[0]), top = corner_y + ground_floor(box[1]);
    int right = corner_x + ground_floor(box[2]), bottom = corner_y + ground_floor(box[3]);
    int first = (left >> GROUND_SHIFT), last = (right >> GROUND_SHIFT);
    place->ground = ground;
    place->corner_x = corner_x;
    place->corner_y = corner_y;
    place->count = 0;
    for (int row = top >> GROUND_SHIFT; row <= bottom >> GROUND_SHIFT; row++) {
        const uint8_t *cells = ground->cell + (row + GROUND_BORDER) * ground->pitch + GROUND_BORDER;
        for (int column = first; column <= last; column++)
            if (cells[column])
                add_cell(place, cells[column], column, row, left, top, right, bottom);
    }
}
