/* rays/tiles.c - the view's tiles as a Cairo surface. */
#include "scene.h"

/* The tile's pixel at (x, y) of a cell: undoes the flips, the last one first. */
static const uint8_t *tile_pixel(const maps_map *map, uint32_t cell, uint32_t x, uint32_t y) {
    if ((cell & HAIL_FLIP_Y) != 0)
        y = map->tile_height - 1 - y;
    if ((cell & HAIL_FLIP_X) != 0)
        x = map->tile_width - 1 - x;
    const uint32_t column = (cell & HAIL_FLIP_DIAGONAL) != 0 ? y : x, row = (cell & HAIL_FLIP_DIAGONAL) != 0 ? x : y;
    return map->tiles[(cell & HAIL_TILE_NUMBER) - 1].rgba + ((size_t)row * map->tile_width + column) * 4;
}

/* A pixel with alpha multiplied in, as Cairo takes it. */
static uint32_t ink(const uint8_t *rgba) {
    const uint32_t alpha = rgba[3];
    return alpha << 24 | (rgba[0] * alpha + 127) / 255 << 16 | (rgba[1] * alpha + 127) / 255 << 8 |
           (rgba[2] * alpha + 127) / 255;
}

/* x, y: of the map. */
static uint32_t map_pixel(const picture *what, int64_t x, int64_t y) {
    const maps_map *map = what->map;
    const maps_layer *layer = what->layer;
    if (x < 0 || y < 0 || x >= (int64_t)layer->columns * map->tile_width ||
        y >= (int64_t)layer->rows * map->tile_height)
        return 0;
    const uint32_t cell = layer->cells[(size_t)(y / map->tile_height) * layer->columns + (size_t)(x / map->tile_width)];
    if ((cell & HAIL_TILE_NUMBER) == 0)
        return 0;
    return ink(tile_pixel(map, cell, (uint32_t)(x % map->tile_width), (uint32_t)(y % map->tile_height)));
}

cairo_surface_t *scene_tiles(const picture *what) {
    const rays_view *view = &what->view;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, view->width, view->height);
    if (cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS) {
        cairo_surface_destroy(surface);
        return NULL;
    }
    unsigned char *data = cairo_image_surface_get_data(surface);
    const int pitch = cairo_image_surface_get_stride(surface);
    const int64_t from_x = view->x - (int64_t)what->layer->x, from_y = view->y - (int64_t)what->layer->y;
    cairo_surface_flush(surface);
    for (int y = 0; y < view->height; y++) {
        uint32_t *row = (uint32_t *)(void *)(data + (size_t)y * (size_t)pitch);
        for (int x = 0; x < view->width; x++)
            row[x] = map_pixel(what, from_x + x, from_y + y);
    }
    cairo_surface_mark_dirty(surface);
    return surface;
}
