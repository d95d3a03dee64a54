/* hail/draw.h - debug drawing: your game's renderer shows what a world sees.
 *
 *     hail_renderer renderer = {.user = screen, .discs = draw_discs, .lines = draw_lines, .polygon = draw_polygon};
 *     hail_draw_options options;
 *     hail_draw_options_defaults(&options);
 *     options.renderer = &renderer;
 *     options.what = HAIL_DRAW_SHAPES | HAIL_DRAW_GRID;
 *     hail_status status = hail_draw_world(world, &options);
 *
 * The renderer is a table of callbacks. Each gets arrays in px, in the world's coordinates, and a style: what the
 * things mean, their layer and kind, and a colour to use if you have none of your own. A callback that is NULL is
 * skipped, so a renderer can begin with lines alone.
 *
 * Calls change nothing, keep nothing and allocate nothing; they use up to 24 KB of stack. They check all arguments
 * before they draw. They answer HAIL_OK, or HAIL_BAD_ARGUMENT, HAIL_NOT_FINITE, HAIL_OUT_OF_RANGE (a number in the
 * options); then nothing was drawn. Those that draw queries check their lists as the queries do, and describe what is
 * wrong with them in the error of the list's context. The error of options->context describes a failure.
 *
 * Inside the step's callback (hail_contacts_fn) all of them may be called. A renderer's callbacks must not change what
 * is drawn. Threads: as long as nobody changes what they draw, several threads may draw at once. */
#ifndef HAIL_DRAW_H
#define HAIL_DRAW_H

#include "query.h"
#include "step.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What a renderer gets ---------------------------------------------------------------------------------------- */

/* What something drawn means. */
typedef enum hail_draw_meaning {
    HAIL_DRAWN_BODY = 0,    /* an active body's shape */
    HAIL_DRAWN_DISABLED,    /* a disabled body's shape */
    HAIL_DRAWN_QUARANTINED, /* the shape of a body in quarantine */
    HAIL_DRAWN_PICKED,      /* the shape of a body that hail_draw_bodies was asked for */
    HAIL_DRAWN_BOX,         /* a box around a body */
    HAIL_DRAWN_VELOCITY,    /* a line from a body's position to where it is in options->ahead seconds */
    HAIL_DRAWN_HANDLE,      /* text: a body's slot */
    HAIL_DRAWN_BOUNDS,      /* the world's bounds */
    HAIL_DRAWN_GRID,    /* lines of the grid that a layer's bodies were sorted into last; boxes: see HAIL_DRAW_GRID */
    HAIL_DRAWN_CONTACT, /* a point of a contact */
    HAIL_DRAWN_GRAZE,   /* the point of a graze */
    HAIL_DRAWN_NORMAL,  /* a line from a contact's point along its normal, or out of a surface that a ray hits */
    HAIL_DRAWN_TILE,    /* solid pixels of a tile map */
    HAIL_DRAWN_CELL,    /* a line between cells of a tile map */
    HAIL_DRAWN_WALL,    /* a wall that stops */
    HAIL_DRAWN_PORTAL,  /* a wall that does not */
    HAIL_DRAWN_RAY,     /* a ray, up to what it hits; what else a query asks with */
    HAIL_DRAWN_HIT,     /* the point that a query hits, or the nearest one that it found */
    HAIL_DRAWN_COUNT    /* the number of meanings; never drawn */
} hail_draw_meaning;

typedef struct hail_draw_style {
    uint32_t meaning; /* a hail_draw_meaning */
    uint32_t layer;   /* of a body, a grid or a contact's a; else HAIL_NO_LAYER */
    uint32_t kind;    /* of a tile or wall, 0 to 31; of a contact, HAIL_CONTACT_...; else 0 */
    uint32_t rgba;    /* a colour for it, 0xRRGGBBAA: see hail_draw_colour */
} hail_draw_style;

/* Circles. */
typedef struct hail_draw_discs {
    const float *x, *y;      /* px: centres */
    const float *radius;     /* px; 0: a point */
    const hail_handle *body; /* whose shapes they are; NULL: they are no bodies */
    uint32_t count;          /* of each array: 1 to HAIL_DRAW_BATCH */
    uint32_t unused;         /* 0 */
} hail_draw_discs;

/* Boxes with sides along the axes. */
typedef struct hail_draw_boxes {
    const float *min_x, *min_y, *max_x, *max_y; /* px */
    uint32_t count;                             /* of each array: 1 to HAIL_DRAW_BATCH */
    uint32_t unused;                            /* 0 */
} hail_draw_boxes;

/* Lines from (x1, y1) to (x2, y2). */
typedef struct hail_draw_lines {
    const float *x1, *y1, *x2, *y2; /* px */
    uint32_t count;                 /* of each array: 1 to HAIL_DRAW_BATCH */
    uint32_t unused;                /* 0 */
} hail_draw_lines;

/* A convex polygon or, with two vertices, a segment; all that is within `rounding` of it belongs to it. */
typedef struct hail_draw_polygon {
    const float *x, *y; /* px: vertices in order, either winding */
    uint32_t count;     /* 2 to HAIL_MAX_VERTICES */
    float rounding;     /* px, 0 or more */
    hail_handle body;   /* whose shape it is, or part of it */
} hail_draw_polygon;

/* A short text. */
typedef struct hail_draw_text {
    float x, y;       /* px: where it begins, at its top left */
    const char *text; /* ASCII, ends with a 0; valid during the call */
} hail_draw_text;

enum { HAIL_DRAW_BATCH = 256 }; /* most elements of one call of a callback */

/* Callbacks of a renderer. They get `user` of the hail_renderer; all other memory is Hail's and valid during the
 * call. */
typedef void hail_draw_discs_fn(void *user, const hail_draw_style *style, const hail_draw_discs *discs);
typedef void hail_draw_boxes_fn(void *user, const hail_draw_style *style, const hail_draw_boxes *boxes);
typedef void hail_draw_lines_fn(void *user, const hail_draw_style *style, const hail_draw_lines *lines);
typedef void hail_draw_polygon_fn(void *user, const hail_draw_style *style, const hail_draw_polygon *polygon);
typedef void hail_draw_text_fn(void *user, const hail_draw_style *style, const hail_draw_text *text);

/* The caller's renderer. What a callback that is NULL would get is not drawn. */
typedef struct hail_renderer {
    void *user; /* passed to all of them */
    hail_draw_discs_fn *discs;
    hail_draw_boxes_fn *boxes;
    hail_draw_lines_fn *lines;
    hail_draw_polygon_fn *polygon;
    hail_draw_text_fn *text;
} hail_renderer;

/* Returns Hail's own colour for a meaning, 0xRRGGBBAA, as in hail_draw_style.rgba. Shapes, boxes and grids of different
 * layers have different colours, which repeat after 8 layers.
 *
 *   layer  read where the style of that meaning has one */
HAIL_API uint32_t hail_draw_colour(hail_draw_meaning meaning, uint32_t layer);

/* ---- Options ----------------------------------------------------------------------------------------------------- */

/* What hail_draw_world draws, or-ed together. */
enum {
    HAIL_DRAW_SHAPES = 1 << 0, /* of all bodies: discs and polygons. A sprite is the outline of its hull, as lines */
    HAIL_DRAW_BOXES = 1 << 1,  /* around active bodies */
    HAIL_DRAW_VELOCITIES = 1 << 2, /* of active bodies */
    HAIL_DRAW_HANDLES = 1 << 3,    /* the slots of active bodies, as text */
    HAIL_DRAW_BOUNDS = 1 << 4,
    /* The grid of each layer that a rule sorted into one, as of the last step that did so. Also, if `layers` names all,
     * the occupancy bitmap of the last rule that used one, as boxes without a layer. Such a rule compares many bodies
     * with few; the boxes show where the few are. Worlds that share a scratch show none of these. */
    HAIL_DRAW_GRID = 1 << 5,
    HAIL_DRAW_CONTACTS = 1 << 6, /* points of those that hail_contacts lists (kept_contacts) */
    HAIL_DRAW_NORMALS = 1 << 7,  /* of these */
    HAIL_DRAW_TILES = 1 << 8,    /* of the world's map, see hail_draw_tilemap */
    HAIL_DRAW_CELLS = 1 << 9,
    HAIL_DRAW_WALLS = 1 << 10, /* of the world's sectors, see hail_draw_sectors */
    HAIL_DRAW_ALL = (1 << 11) - 1
};

typedef struct hail_draw_options {
    const hail_context *context;   /* its error describes a failure; NULL (default): not wanted */
    const hail_renderer *renderer; /* required */
    uint64_t layers;               /* HAIL_LAYER bits: whose bodies and grids are drawn; 0 (default): all */
    uint32_t what; /* HAIL_DRAW_...; default: SHAPES | BOUNDS | CONTACTS | NORMALS | TILES | WALLS. hail_draw_contacts
                      and hail_draw_query_rays read NORMALS of it; the calls for one map, or some bodies, do not read
                      `what` */
    /* px: the part of the plane that is visible. What lies outside is not drawn; what is partly inside is drawn whole.
     * Each at most HAIL_MAX_BOUND, min at most max (HAIL_OUT_OF_RANGE). All 0 (default): everything is visible */
    float min_x, min_y, max_x, max_y;
    float normal; /* px: length of normals, 0 to HAIL_MAX_BOUND; default 12 */
    float ahead;  /* seconds: length of velocities, 0 to 1e6; default 1/10 */
} hail_draw_options;

/* Writes the default options. HAIL_BAD_ARGUMENT: options is NULL. */
HAIL_API hail_status hail_draw_options_defaults(hail_draw_options *options);

/* ---- Drawing ----------------------------------------------------------------------------------------------------- */

/* Draws what options->what asks for: first tiles and walls, bounds and grids, then bodies by layer, then contacts.
 *
 * Bodies are drawn where they are now. Bodies with a position that is not finite or beyond HAIL_MAX_BOUND, and columns
 * that the caller filled with numbers that are not finite, are left out. */
HAIL_API hail_status hail_draw_world(const hail_world *world, const hail_draw_options *options);

/* Draws the shapes of some bodies, as HAIL_DRAWN_PICKED: those that a query found, or a player selected.
 *
 *   list  its handles may be a member of hail_query_match, such as &matches->body, with that struct's size as stride. A
 *         handle that names no live body is ignored
 *
 * Layers that options->layers leaves out are drawn, too. */
HAIL_API hail_status hail_draw_bodies(const hail_world *world, const hail_handles *list,
                                      const hail_draw_options *options);

/* Draws contacts: their points as discs of radius 0 and, if options->what has HAIL_DRAW_NORMALS, their normals. Those
 * without a point (of HAIL_PAIRS rules) are ignored.
 *
 *   contacts  `count` of them (at most 2^31 - 1), from hail_contacts, a callback or a batch; NULL if count is 0 */
HAIL_API hail_status hail_draw_contacts(const hail_contact *contacts, size_t count, const hail_draw_options *options);

/* Draws rays, what they hit and, if options->what has HAIL_DRAW_NORMALS, the surfaces' normals.
 *
 *   rays  as for hail_query_rays, with its errors; or lines of sight
 *   hits  rays->count of them, from hail_query_rays with capacity 1; NULL: the rays are drawn at full length */
HAIL_API hail_status hail_draw_query_rays(const hail_rays *rays, const hail_query_hit *hits,
                                          const hail_draw_options *options);

/* Draws the shapes of a hail_query_shapes or hail_query_casts call, as HAIL_DRAWN_RAY; a cast stops at its hit in
 * `hits`. A shape with a displacement is drawn where it starts and where it first hits, or ends, with a line between.
 *
 *   shapes  as for these calls, with their errors. Without dx nothing moves
 *   hits    one for each shape, from hail_query_casts with capacity 1; NULL: shapes go all the way */
HAIL_API hail_status hail_draw_query_shapes(const hail_world *world, const hail_shapes *shapes,
                                            const hail_query_hit *hits, const hail_draw_options *options);

/* Draws the boxes that hail_query_boxes asked with, as HAIL_DRAWN_RAY. */
HAIL_API hail_status hail_draw_query_boxes(const hail_boxes *boxes, const hail_draw_options *options);

/* Draws what hail_query_nearest found: lines from each point to the nearest points of its bodies.
 *
 *   hits  points->count * capacity of them, as that call wrote them */
HAIL_API hail_status hail_draw_query_nearest(const hail_points *points, const hail_query_hit *hits, size_t capacity,
                                             const hail_draw_options *options);

/* Draws a map's solid pixels, as boxes: runs of full cells, and in other cells runs of pixels. What is outside the map
 * is not drawn, even if it is solid. Time: of the visible cells. */
HAIL_API hail_status hail_draw_tilemap(const hail_tilemap *map, const hail_draw_options *options);

/* Draws a map's walls, as lines. Time: of all walls of the map. */
HAIL_API hail_status hail_draw_sectors(const hail_sectors *map, const hail_draw_options *options);

#ifdef __cplusplus
}
#endif

#endif
