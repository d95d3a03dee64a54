/* hail/slide.h - shapes against a tile map: first touch on the way, overlaps, and movers that slide along what they
 * meet.
 *
 * What a shape meets are the solid pixels of tiles (or the whole cells of all tiles that are not empty, by choice).
 * Only what is exposed counts: an edge between two solid pixels does not exist, and a corner on a flat run of them is
 * no corner, so that nothing that slides over flush tiles catches on them.
 *
 * Precision: times and places are right to a few units in the last place of what a shape reaches and goes; a slide's
 * displacement is added by the caller, who rounds to his coordinates: at 1e5 px from the origin by 0.004 px, of a skin
 * of 0.03.
 *
 * Every function checks everything before it writes anything, and answers as those of hail/batch.h do. Nothing is
 * allocated; up to 128 KB of stack are used. Any number of threads may call at once. */
#ifndef HAIL_SLIDE_H
#define HAIL_SLIDE_H

#include "batch.h"
#include "tilemap.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hail_movers {
    const hail_isa *isa; /* from hail_isa_find; NULL: looked for in every call */
    const hail_tilemap *map;
    const hail_convex *shapes; /* any: circles, capsules, boxes, polygons */
    size_t shape_count;
    hail_bodies bodies; /* dx, dy: the displacements */
    uint32_t kinds;     /* HAIL_KIND bits; 0: every kind */
    bool whole_tiles;   /* meet whole cells instead of solid pixels */
} hail_movers;

/* Time of impact of each mover with the map, on its way by (dx, dy): hits[i] as from hail_batch_sweep, but that kind is
 * HAIL_CONTACT_TILE, b is {0, 0}, feature_b is the tile's kind and part_b the cell (row * columns + column; outside the
 * map UINT32_MAX), layer_b is HAIL_MAX_LAYERS. The normal points from the mover into the tile. Of equal t the deepest,
 * then the lowest cell counts. A mover that touches at the start and moves out of, or along, what it touches is not
 * held by that, nor is one that does not move. */
HAIL_API hail_status hail_tiles_sweep(const hail_movers *movers, hail_contact *hits);

/* Where movers overlap the map (dx, dy are not read): a contact for every cell that a mover touches, with up to two
 * points, in order of movers, then cells; kind and the rest as above, a.slot is the mover's number. At most `capacity`
 * are written; *count says how many there are (HAIL_FULL: more than that). */
HAIL_API hail_status hail_tiles_overlap(const hail_movers *movers, hail_contact *contacts, size_t capacity,
                                        size_t *count);

typedef struct hail_slide_options {
    float up_x, up_y;   /* unit vector away from the floor; default (0, -1), as y goes down */
    float floor_cosine; /* a surface whose normal . up is at least this is floor, at most its negative ceiling, else
                           wall; default 0.7 (45 degrees) */
    float step_height;  /* px, 0 to HAIL_MAX_TILE: how far a mover climbs where a wall stops it, to a floor; default 0.
                           It may climb again in one call, but that is gone of its way */
    float skin;         /* px that movers keep from what they meet, 2^-10 to 1; default 1/32 */
    uint32_t bounces;   /* how often a mover may turn along a surface, 1 to 8; default 4 */
} hail_slide_options;

HAIL_API hail_slide_options hail_slide_defaults(void);

enum { HAIL_ON_FLOOR = 1, HAIL_ON_WALL = 2, HAIL_ON_CEILING = 4, HAIL_STEPPED = 8, HAIL_STUCK = 16 };
enum { HAIL_SLIDE_CONTACTS = 4 };

/* What became of a mover: 64 bytes. */
typedef struct hail_slide {
    float dx, dy;   /* px: the displacement that it may make */
    uint32_t flags; /* HAIL_ON_... of what it met; HAIL_STEPPED: it climbed; HAIL_STUCK: it was inside something and no
                       way out was near */
    uint32_t count; /* of contacts: what it met, in the order in which it did; no more than four are kept */
    float normal_x[HAIL_SLIDE_CONTACTS], normal_y[HAIL_SLIDE_CONTACTS]; /* unit, out of the surface */
    uint32_t cell[HAIL_SLIDE_CONTACTS]; /* row * columns + column; UINT32_MAX: outside the map */
} hail_slide;

/* Moves movers by (dx, dy) as far as the map lets them: at each thing that is met, the rest of the displacement loses
 * what points into it (the text's slide). A mover that starts within `skin` of a surface, or overlaps it by less than
 * its own size, is first put out of it the nearest way. options NULL: the defaults. */
HAIL_API hail_status hail_tiles_slide(const hail_movers *movers, const hail_slide_options *options, hail_slide *slides);

#ifdef __cplusplus
}
#endif

#endif
