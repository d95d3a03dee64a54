/* tests/oracle/internal.h - what the oracle's own files share. */
#ifndef HAIL_TESTS_ORACLE_INTERNAL_H
#define HAIL_TESTS_ORACLE_INTERNAL_H

#include "oracle.h"

#include <math.h>

/* A template, with what docs/arithmetic.md derives from it. */
typedef struct template_shape {
    uint32_t id;
    uint32_t vertices; /* of the core; 0: a circle */
    float rounding;    /* a circle's radius */
    float radius;      /* of the circle about the origin that holds the shape, with the documented margin */
    float flatness;    /* how much the flattest corner widens what a sweep may miss a corner by */
    float keenness;    /* the same of the flattest or sharpest corner */
    bool reversed;     /* the vertices below run against the order they were given in   */
    double blur;       /* how much a sharp corner enlarges errors: 1 over the sine of half the sharpest */
    float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
    float nx[HAIL_MAX_VERTICES], ny[HAIL_MAX_VERTICES], offset[HAIL_MAX_VERTICES];
} template_shape;

typedef struct body {
    hail_handle handle;
    uint32_t shape; /* index into oracle.shape */
    uint32_t group, category, mask;
    uint64_t user;
    float x, y, vx, vy;
    float c, s, k, life;
    float dx, dy;           /* the columns; until the step 0 where there are none */
    float mx, my;           /* how it came to x and y in this step */
    float start_x, start_y; /* x - mx, y - my */
    float radius;           /* the bounding circle's */
    float rounding;         /* scaled */
    double until;           /* the second opinion: when its earliest reported hit is; 2: there is none */
    size_t latest;          /* 1 more than the number of its last contact as a, while hits are chosen; 0: it has none */
    uint32_t pierce;        /* how many hits it has left; 1 where there is no such column */
    uint8_t layer;
    uint8_t reason;
    bool enabled;
    bool quarantined;
    bool lost;  /* by the move itself: into quarantine from numbers that were good */
    bool met;   /* took part in the step: enabled, its numbers good before and after the move */
    bool swept; /* near enough and slow enough for swept rules */
} body;

typedef struct layer_state {
    uint32_t columns; /* HAIL_ROTATION | ..., as seen in the world */
    body *bodies;     /* by slot */
    size_t count;
} layer_state;

struct oracle {
    oracle_setup setup;
    template_shape *shape;
    size_t shapes, shapes_room;
    body *bodies; /* all, by layer then slot */
    size_t count;
    layer_state layer[HAIL_MAX_LAYERS];
    hail_rule *rule; /* by (layer a, layer b) */
    size_t rules;
    hail_contact *contact;
    size_t contacts, contacts_room;
    hail_removal *removal;
    char message[512];
};

#define TOLERANCE 0x1p-21f

/* One side of a pair, where it is or where it starts, and how it moves. */
typedef struct side {
    const template_shape *shape;
    float x, y, mx, my;
    float c, s, k, r; /* r: the rounding, scaled */
} side;

typedef struct vec {
    float x, y;
} vec;

static inline float dot(vec a, vec b) { return a.x * b.x + a.y * b.y; }
static inline vec minus(vec a, vec b) { return (vec){a.x - b.x, a.y - b.y}; }
static inline vec turned(float c, float s, vec v) { return (vec){c * v.x - s * v.y, s * v.x + c * v.y}; }
static inline vec turned_back(float c, float s, vec v) { return (vec){c * v.x + s * v.y, c * v.y - s * v.x}; }
static inline float sum_of(vec v) { return fabsf(v.x) + fabsf(v.y); }
static inline float above_zero(float a) { return a > 0.0f ? a : 0.0f; }

/* Fills in what a template derives from its vertices. */
void template_prepare(template_shape *shape, const hail_convex_info *info);

/* An edge's or corner's number in the order that was given. */
uint8_t feature_of(const template_shape *shape, bool corner, uint32_t i);

/* Whether groups, categories and masks let A and B collide. */
bool pair_allowed(const body *a, const body *b);

/* Whether A and B touch, or are going to; writes all of the contact but its handles and layers. */
bool pair_touches(const oracle *o, const body *a, const body *b, hail_mode mode, hail_contact *contact);

/* Whether circles at rest that do not touch come within the margin; writes what pair_touches does. */
bool pair_grazes(const oracle *o, const body *a, const body *b, float margin, hail_contact *contact);

/* Of the contacts that were found, in order, leaves those that hit rules report; remembers them, and takes them off the
 * bodies' pierce columns. */
void hits_choose(oracle *o);

/* Kinds of pairs. contact begins as zeros; its normal, points, depths, features, count and t are written. */
bool circles_touch(const side *a, const side *b, hail_contact *contact);
bool circles_graze(const side *a, const side *b, float margin, hail_contact *contact);
bool circle_touches(const side *circle, const side *other, bool other_is_a, hail_contact *contact);
bool polygons_touch(const side *a, const side *b, hail_contact *contact);
bool circles_meet(const side *a, const side *b, hail_contact *contact);
bool circle_meets(const side *circle, const side *other, bool other_is_a, hail_contact *contact);
bool polygons_meet(const side *a, const side *b, hail_contact *contact);

/* A corner's arc: the moment at which a point at D, moving by V, comes within R of the origin, or passes it by no more
 * than `wide`. */
typedef struct arc {
    float tau, g;
    vec n; /* not numbers where g is 0 */
} arc;
bool arc_hit(vec d, vec v, float r, float wide, arc *hit);

/* A pair at the time t at a corner of an edge; d, v and n in the frame of the edge's core or, if `across`, along and
 * across the edge, whose normal there is (0, 1). */
typedef struct stand {
    bool comes, across;
    float t, g, r, slack;
    vec d, v, n;
    vec face, motion; /* the edge's normal, and v, in the core's frame */
} stand;

/* Whether and when it touches from there. */
typedef struct ending {
    bool hit, arc, noise; /* noise: the normal is the edge's, because g is within the slack */
    float t, g, tau;
    vec n;
} ending;

ending corner_end(const stand *s);
bool corner_faces_away(const stand *s, const ending *e);
bool corner_in_doubt(const stand *s, const ending *e, float keenness, bool anywhere);
/* The second sweep's ending. crosses: the line of motion crosses the shapes. */
ending corner_end_again(const stand *s, bool crosses);

/* Clipping by faces: where the path enters and leaves the shape inflated by r. Answers false once it cannot hit. */
typedef struct passage {
    float t0, leave;
    int met; /* the edge, or -1 */
} passage;
bool passage_edge(passage *p, int edge, float q, float approach);

body *oracle_body(const oracle *o, hail_handle handle);

/* The rule of a contact. */
const hail_rule *oracle_rule(const oracle *o, const hail_contact *c);

#endif
