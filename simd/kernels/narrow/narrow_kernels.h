/* simd/kernels/narrow/narrow_kernels.h - signature of the narrowphase kernels, and what they read and write: bodies,
 * shape templates, rows. One kernel answers one question about one class of pairs; the table has them as
 * narrow[question][class]. */
#ifndef HAIL_SIMD_KERNELS_NARROW_NARROW_KERNELS_H
#define HAIL_SIMD_KERNELS_NARROW_NARROW_KERNELS_H

#include "kernels/kernel_types.h"

/* ---- Questions and classes ------------------------------------------------------------------------------------- */

/* What is asked about each pair. */
typedef enum hail_question {
    ASK_CONTACT,
    ASK_GAP,
    ASK_SWEEP,
    ASK_PREDICTION,
    ASK_GRAZE,
    ASK_SHORT_CONTACT
} hail_question;

/* The two shapes of a pair. "Polygon" is any core with edges: segments are polygons of two. */
typedef enum hail_pair_class { HAIL_CIRCLE_CIRCLE, HAIL_CIRCLE_POLYGON, HAIL_POLYGON_POLYGON } hail_pair_class;

enum { HAIL_QUESTIONS = ASK_SHORT_CONTACT + 1, HAIL_PAIR_CLASSES = HAIL_POLYGON_POLYGON + 1 };

/* ---- Templates ------------------------------------------------------------------------------------------------- */

enum {
    HAIL_TEMPLATE_WORDS = 128, /* a shape template's row: see the offsets below */
    HAIL_ROW_WORDS = 16,       /* a contact's row: the 64 bytes of hail_contact as words */
    HAIL_SHORT_WORDS = 8       /* a gap's or prediction's row: the 32 bytes of hail_gap, hail_prediction; or below */
};

/* A short contact's row. It tells all of a contact of two circles but what is the same for all contacts of a rule, and
 * a's slot, which the caller knows. */
enum {
    HAIL_SHORT_B = 0, /* b's slot and generation */
    HAIL_SHORT_NORMAL = 2,
    HAIL_SHORT_A = 4,     /* a's generation */
    HAIL_SHORT_DEPTH = 5, /* negative: the pair does not touch */
    HAIL_SHORT_POINT = 6
};

/* A shape template as a row of floats (docs/arithmetic.md, "Cores"). Edges and vertices are padded to 8 by repeating
 * the first, so padding never wins a tie. A row holds them twice: by columns, to search all edges; and edge by edge, to
 * read the one that was found. A circle has COUNT 1, its radius in ROUNDING and RADIUS, and zeros elsewhere. */
enum {
    HAIL_TEMPLATE_NX = 0, /* outward unit normals */
    HAIL_TEMPLATE_NY = 8,
    HAIL_TEMPLATE_VX = 16, /* vertices; edge i starts at vertex i */
    HAIL_TEMPLATE_VY = 24,
    HAIL_TEMPLATE_OFFSET = 32, /* normal . vertex */
    HAIL_TEMPLATE_COUNT = 40,  /* integer bits: vertices of the core, 1 to 8 */
    HAIL_TEMPLATE_ROUNDING = 41,
    HAIL_TEMPLATE_RADIUS = 42, /* of a bounding circle about the origin */
    HAIL_TEMPLATE_CENTRE_X = 43,
    HAIL_TEMPLATE_CENTRE_Y = 44,
    HAIL_TEMPLATE_KEENNESS = 45,   /* of its flattest or sharpest corner; 1 or more. 0: circles are not swept again */
    HAIL_TEMPLATE_FLATNESS = 46,   /* of its flattest corner; 1 or more */
    HAIL_TEMPLATE_HALF_WIDTH = 47, /* of upright cores: a box about the origin with sides along the axes, a segment
                                      along an axis with its middle there, a circle; half the height is |VY|. Else -1 */
    HAIL_TEMPLATE_EDGES = 48,      /* 8 edges of 8 words: nx, ny, offset, x1, y1, x2, y2, features (integer bits): */
    HAIL_TEMPLATE_FEATURES = 7     /*     edge | first corner << 8 | second corner << 16, numbered as they were given */
};

/* ---- Tolerances (docs/arithmetic.md) --------------------------------------------------------------------------- */

/* This share of the sizes that go into a number is more than its rounding error. TOLERANCE in the document. */
#define HAIL_TOLERANCE 0x1p-21f

/* A share of that tolerance: a vertex that lies this much lower than a face slips off the face's end. */
#define HAIL_SLIP_SHARE 0.25f

/* A sweep that ends this many tolerances from a corner, times the keenness, needs the fallback: there rounding and
 * margins decide which edge is hit. So is one whose path lies outside by less than this share of its times. */
#define HAIL_FALLBACK       16.0f
#define HAIL_FALLBACK_SHARE 0x1p-18f

/* ---- Pairs ----------------------------------------------------------------------------------------------------- */

/* One side of a batch of pairs: columns by index. */
typedef struct hail_side {
    const float *x, *y;
    const float *dx, *dy; /* sweeps, predictions and grazes: displacement; NULL: 0 */
    const float *radius; /* of circles; NULL: uniform_radius or, if that is negative, the template's rounding * scale */
    float uniform_radius;
    const float *cos, *sin, *scale; /* NULL: 1, 0, 1 */
    const uint32_t *shape;          /* NULL: row 0 for all */
    const uint32_t *handle;         /* slot, generation; NULL, on both sides: the index, 0 */
} hail_side;

typedef struct hail_narrow_job {
    hail_side one, two;            /* circle_polygon: the circle and the polygon; other classes: a and b */
    const float *templates;        /* rows of HAIL_TEMPLATE_WORDS by shape */
    uint32_t edges_one, edges_two; /* no core of that side has more vertices; 8 is always right */
    uint32_t header; /* word 4 of a touching pair's row: kind, count 1, layer a, layer b; a miss has 0 there */
    bool rounded;    /* false: every core with edges has rounding 0 */
    bool two_is_a;   /* circle_polygon: the polygon is the contact's a */
    bool manifold;   /* false: no normal, points, depths or features; the count stays the header's */
    bool from_end;   /* sweeps, grazes: x and y are where bodies end, not where they start; false for predictions */
    float margin;    /* grazes, px: pairs that come this near are contacts */
    float *rows;     /* HAIL_ROW_WORDS each, or HAIL_SHORT_WORDS (gaps, predictions, short contacts) */
} hail_narrow_job;

/* Computes pair i, of bodies one[i] and two[i], and writes it as row row[i].
 *   contacts, sweeps    returns how many touch. The header's count is 2 if there are two points. If a pair does not
 *                       touch, only the handles and word 4 are defined
 *   grazes              the same, of pairs that come within the margin; of pairs that touch, the depth is 0
 *   short contacts      rows are always written whole; returns how many touch
 *   gaps, predictions   rows are always written whole; returns 0 */
typedef uint32_t hail_narrow_fn(const hail_narrow_job *job, const uint32_t *one, const uint32_t *two,
                                const uint32_t *row, uint32_t count);

/* The reference's sweeps judge pairs that need the fallback for every variant. */
hail_narrow_fn hail_kernel_circle_polygon_sweep_reference, hail_kernel_polygon_polygon_sweep_reference;

/* Grazes: less than this, squared px, is the length of an edge or a path that is next to nothing: it is not divided by.
 */
#define HAIL_NEXT_TO_NOTHING 0x1p-100f

#endif
