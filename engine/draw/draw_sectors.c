/* engine/draw/draw_sectors.c - draws the walls of a map of sectors. */
#include "base/check.h"
#include "pen.h"
#include "sectors/sector_map.h"

/* Walls that stop, or portals. */
static void draw_wall(hail_pen *pen, const hail_sectors *map, uint32_t number, bool stops) {
    const hail_wall *wall = sectors_wall(map, number);
    if (wall_absent(wall) || wall_stops(wall) != stops)
        return;
    const float ax = sectors_x(map)[wall->a], ay = sectors_y(map)[wall->a];
    const float bx = sectors_x(map)[wall->b], by = sectors_y(map)[wall->b];
    if (!hail_pen_sees(pen, ax < bx ? ax : bx, ay < by ? ay : by, ax < bx ? bx : ax, ay < by ? by : ay))
        return;
    hail_pen_style(pen, stops ? HAIL_DRAWN_WALL : HAIL_DRAWN_PORTAL, HAIL_NO_LAYER, wall->kind);
    hail_pen_line(pen, ax, ay, bx, by);
}

void hail_draw_map_walls(hail_pen *pen, const hail_sectors *map) {
    for (int stops = 0; stops < 2; stops++)
        for (uint32_t i = 0; i < map->wall_count; i++)
            draw_wall(pen, map, i, stops);
    hail_pen_flush(pen);
}

hail_status hail_draw_sectors(const hail_sectors *map, const hail_draw_options *options) {
    HAIL_REQUIRE(hail_draw_check(options));
    if (!map)
        return hail_fail_null(context_error(options->context), "map");
    hail_pen pen;
    hail_pen_start(&pen, options);
    hail_draw_map_walls(&pen, map);
    return HAIL_OK;
}
