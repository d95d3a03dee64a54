/* hail/slide.h - shapes against a tile map: time of impact, overlaps, and movers that slide along surfaces.
 *
 *     hail_convex body;
 *     hail_convex_capsule(0, -8, 0, 8, 6, &body);
 *     hail_tilemap_movers movers = {.map = map, .shapes = {.convexes = &body, .shape_count = 1, .count = 1}};
 *     movers.shapes.x = &x, movers.shapes.y = &y, movers.shapes.dx = &dx, movers.shapes.dy = &dy;
 *     hail_slide slide;
 *     if (hail_tilemap_slide(&movers, NULL, &slide) == HAIL_OK) {
 *         x += slide.dx;
 *         y += slide.dy;
 *         on_floor = slide.flags & HAIL_STANDS;
 *     }
 *
 * Movers touch the solid pixels of tiles or, with whole_tiles, the whole cells of all tiles that are not empty. Only
 * exposed edges and corners count: edges between two solid pixels are ignored, and so are corners in a flat run. So
 * nothing that slides catches on the seams between tiles.
 *
 * Every call checks everything before it writes anything, and fails as the calls of hail/batch.h do. hail_tilemap_sweep
 * and hail_tilemap_slide write one result for each mover. Nothing is allocated; up to 128 KB of stack are used. Any
 * number of threads may call at once, as long as none changes the map or its set.
 *
 * Time grows with the cells and edges on the way: a displacement of 120 px costs up to 11 times as much as one of 3 px;
 * walking on slopes of pixels, with snap and step_height, 5 times as much as on whole tiles.
 *
 * Precision: times and positions are right to a few ulps of the displacement and of the shape's and a tile's extents.
 * Where the outside of a map is solid, a sweep may end up to 0.001 px before it if tiles are much longer than wide. The
 * caller adds a slide's displacement to a position, which rounds again: by 0.004 px at 1e5 px from the origin, against
 * a default skin of 0.03 px. */
#ifndef HAIL_SLIDE_H
#define HAIL_SLIDE_H

#include "batch.h"
#include "tilemap.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Convex shapes that move through a tile map. */
typedef struct hail_tilemap_movers {
    const hail_tilemap *map;
    hail_shapes shapes;   /* convexes of any kind; dx and dy are the displacements, NULL: 0. Their context is used */
    uint32_t kinds;       /* HAIL_KIND bits; 0: every kind */
    uint32_t whole_tiles; /* true: touch whole cells instead of solid pixels */
    /* By mover. Not 0: one-way tiles (hail_tileset_set_one_way) do not stop it, as when a player drops through. 0, or
     * NULL for all: they do. Not read by hail_tilemap_overlap, which knows no one-way tiles. */
    const uint8_t *through;
} hail_tilemap_movers;

typedef struct hail_slide_options {
    float up_x, up_y;   /* unit vector away from the floor; default (0, -1), because y goes down */
    float floor_cosine; /* 0 to 1: a surface is floor if dot(normal, up) is at least this, ceiling if it is at most
                           minus this, else wall; default 0.7 (about 45 degrees) */
    float step_height;  /* px, 0 to HAIL_MAX_TILE: the highest step that a mover climbs if a wall stops it; default 0;
                           see hail_tilemap_slide */
    float skin;         /* px, 2^-10 to 1: the gap that movers keep from surfaces; default 1/32; see
                           hail_tilemap_slide */
    float snap; /* px, 0 to HAIL_MAX_TILE: how far down a mover that stands on floor follows the floor, down slopes
                   and steps; default 0; see hail_tilemap_slide */
    uint32_t bounces; /* 1 to 8: how many surfaces a mover may slide along in one call; default 4 */
} hail_slide_options;

enum {
    HAIL_ON_FLOOR = 1,
    HAIL_ON_WALL = 2,
    HAIL_ON_CEILING = 4,
    HAIL_STEPPED = 8,
    HAIL_STUCK = 16,
    HAIL_SNAPPED = 32,
    HAIL_STANDS = 64
};
enum { HAIL_SLIDE_CONTACTS = 4 };

/* What became of a mover: 64 bytes. */
typedef struct hail_slide {
    float dx, dy;   /* px: the displacement that the map allows; add it to the position */
    uint32_t flags; /* HAIL_ON_...: the surfaces that it touched on its way. HAIL_STEPPED: it climbed a step.
                       HAIL_STUCK: it did not move: it was inside something and found no way out nearby, or in a gap
                       that is not as wide as the mover and twice the skin. HAIL_SNAPPED: it was put down on floor.
                       HAIL_STANDS: it stands on floor at the end */
    uint32_t count; /* of contacts, in the order in which it touched them; no more than four are kept */
    float normal_x[HAIL_SLIDE_CONTACTS], normal_y[HAIL_SLIDE_CONTACTS]; /* unit vectors out of the surfaces */
    uint32_t cell[HAIL_SLIDE_CONTACTS]; /* row * columns + column; UINT32_MAX: outside the map */
} hail_slide;

/* Finds each mover's time of impact with the map as it moves by (dx, dy).
 *
 * hits[i] is as from hail_batch_sweep, but kind is HAIL_CONTACT_TILE, b is {0, 0}, feature_b is the tile's kind, part_b
 * the cell (row * columns + column; UINT32_MAX outside the map) and layer_b HAIL_TILES. The normal points from the
 * mover into the tile.
 *
 *   - Ties in t go to the deepest contact, then to the lowest cell.
 *   - A surface that a mover touches at the start is a hit only if the mover moves into it.
 *   - A mover that starts deep inside tiles, away from every exposed side, hits nothing there. hail_tilemap_overlap
 *     tells that it is inside. */
HAIL_API hail_status hail_tilemap_sweep(const hail_tilemap_movers *movers, hail_contact *hits);

/* Finds the cells that each mover touches where it is.
 *
 * For each cell there is a contact of up to two points, in order of movers, then of cells. Its fields are as from
 * hail_tilemap_sweep; a.slot is the mover's index. dx and dy are not read. Writes at most `capacity` contacts; *count
 * is the number of all. HAIL_FULL: there are more than `capacity`. */
HAIL_API hail_status hail_tilemap_overlap(const hail_tilemap_movers *movers, hail_contact *contacts, size_t capacity,
                                          size_t *count);

/* Writes the default options. HAIL_BAD_ARGUMENT: options is NULL. */
HAIL_API hail_status hail_slide_options_defaults(hail_slide_options *options);

/* Moves movers by (dx, dy) as far as the map lets them, and slides them along what they touch.
 *
 * At each surface the remaining displacement loses its component into the surface. options NULL: the defaults.
 * HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE: also for an option outside its range, or an up that is not a unit vector to
 * within 1e-4.
 *
 *   - A mover keeps a gap of `skin` to the faces of solid pixels. So it passes only what is wider than it by 2 * skin.
 *   - It keeps this gap to a corner only if, with a gap of 0, it would hit the corner first. Then it slides in the
 *     direction that this hit gives. A corner that is nearer than `skin` pushes nothing out, and does not turn what
 *     moves along it or away from it.
 *   - A mover that starts within `skin` of a face, or overlaps something by less than its own size, is first pushed
 *     out by the shortest way.
 *   - Surfaces whose normals differ by less than 0.05 radians count as one: a mover does not stop where they meet.
 *   - A mover stands (HAIL_STANDS) if there is floor straight below its end, at most 2 * skin away, or a corner with
 *     dot(normal, up) of at least 0.75 * floor_cosine. A mover that is stuck does not stand. HAIL_ON_FLOOR also tells
 *     of floor that it touched and left behind.
 *   - Stairs: a mover that a wall stops is lifted by up to step_height, moved on, and put down. The climb counts
 *     only if it ends on a floor, or on the edge of one. The first step_height px of climbing in a call are free.
 *   - Each further px of climbing costs a px of displacement. It is paid from the displacement that is left over when
 *     something stops the mover after the climb. A mover that nothing stops has none left over. A mover that cannot pay
 *     does not climb in this call, but may in the next one.
 *   - Downhill: a mover that stands at the start, or on the edge of floor that lies ahead of it, follows the floor if
 *     its displacement is not 0 and does not point up. At the end it is put down by up to `snap` px, on floor or the
 *     edge of one; then it stands. If neither is there, it stays in the air. So a walker keeps to slopes and stairs,
 *     and jumps and falls as without `snap`. A snap as long as the largest displacement follows slopes of 45 degrees.
 */
HAIL_API hail_status hail_tilemap_slide(const hail_tilemap_movers *movers, const hail_slide_options *options,
                                        hail_slide *slides);

#ifdef __cplusplus
}
#endif

#endif
