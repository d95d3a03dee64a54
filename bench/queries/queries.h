/* bench/queries/queries.h - circles, what is asked about them (rays, boxes, nearest, picks), and the contenders. */
#ifndef QUERIES_H
#define QUERIES_H

#include "scenes.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The bodies: circles of one radius. */
typedef struct query_scene {
    scene_data *first, *now; /* a swarm, and the same after QUERY_STEPS steps; points: the same without steps */
    size_t count;
    float width, height; /* px: bodies lie in [0, width) x [0, height) */
    float radius;        /* px; points: 0 */
    const float *x, *y;  /* px: now */
} query_scene;

enum { QUERY_STEPS = 32, QUERY_MAX_NEAREST = 4 };

/* Makes `count` circles of 8 px, or points, one per 24 x 24 px. NULL: no memory. */
query_scene *query_scene_create(size_t count, bool points, uint64_t seed);
void query_scene_destroy(query_scene *scene);

/* Lists the bodies so that neighbours mostly follow each other: by Morton code, in cells of 32 px. */
void query_scene_order(const query_scene *scene, uint32_t *order);

/* What is asked. */
typedef enum query_question {
    QUERY_RAYS,    /* which circle each ray hits first */
    QUERY_BOXES,   /* which circles each box touches */
    QUERY_NEAREST, /* which k circles are nearest to each point */
    QUERY_PICKS,   /* which circles contain each point */
    /* Only plain and Hail answer these. */
    QUERY_FILTERED,  /* as QUERY_NEAREST, of the circles with odd numbers; Hail has them in two layers, with masks */
    QUERY_SHAPES,    /* which circles each box touches, which is turned */
    QUERY_CASTS,     /* which circle a circle hits first that moves */
    QUERY_BOX_CASTS, /* the same, a box that points where it goes */
    QUERY_SIGHT,     /* whether any circle lies between two points */
    QUERY_RARE,      /* as QUERY_FILTERED, of one circle in a thousand */
    /* Which k circles a ray, circle or box hits first. */
    QUERY_SOME_RAYS,
    QUERY_SOME_CASTS,
    QUERY_SOME_BOX_CASTS,
    /* How many circles each hits, and which k first; k may be 0. */
    QUERY_COUNTED_RAYS,
    QUERY_COUNTED_CASTS,
    /* How many circles each touches. */
    QUERY_COUNTED_BOXES,
    QUERY_COUNTED_PICKS,
    QUERY_COUNTED_SHAPES,
    QUERY_COUNTED_NEAREST, /* as QUERY_NEAREST, and how many circles lie within QUERY_NEAR_RADIUS of each point */
    QUERY_QUESTIONS
} query_question;

/* Queries. x, y: where rays and casts start, points, the lower corners of boxes, or the middle of turned ones. u, v:
 * the displacements of rays and casts, the upper corners of boxes, the cosine and sine of turned ones; else zeros. All
 * in px. */
typedef struct query_batch {
    const float *x, *y, *u, *v;
    size_t count;
} query_batch;

/* px: the halves of a turned box's sides; the radius of a circle that is cast; the halves of the sides of a box that is
 * cast, along its way and across; how far QUERY_COUNTED_NEAREST looks. */
#define QUERY_BOX_LONG    50.0f
#define QUERY_BOX_WIDE    20.0f
#define QUERY_CAST_RADIUS 6.0f
#define QUERY_CAST_FRONT  8.0f
#define QUERY_CAST_SIDE   4.0f
#define QUERY_NEAR_RADIUS 50.0f

/* Whether a question is about points instead of circles. */
static inline bool query_of_points(query_question question) {
    return question == QUERY_NEAREST || question == QUERY_FILTERED || question == QUERY_RARE ||
           question == QUERY_COUNTED_NEAREST;
}

/* Whether it casts rays or shapes. */
static inline bool query_casts(query_question question) {
    return question == QUERY_RAYS || question == QUERY_CASTS || question == QUERY_BOX_CASTS ||
           (question >= QUERY_SOME_RAYS && question <= QUERY_COUNTED_CASTS);
}

/* Whether all that is found is counted. */
static inline bool query_counts(query_question question) { return question >= QUERY_COUNTED_RAYS; }

/* Whether it lists circles in no order. */
static inline bool query_lists(query_question question) {
    return question == QUERY_BOXES || question == QUERY_PICKS || question == QUERY_SHAPES;
}

/* Whether QUERY_FILTERED, or QUERY_RARE, may find a body. */
static inline bool query_allows(uint32_t body) { return body & 1; }
static inline bool query_allows_rare(uint32_t body) { return body % 1000 == 500; }

/* `rounds` batches of `count` queries each. */
typedef struct query_set {
    size_t count, rounds;
    float *x, *y, *u, *v;
} query_set;

/* Makes rays of 200 px in any direction, boxes of 100 px, turned ones of 100 x 40 px, or points, anywhere in the scene.
 * NULL: no memory. */
query_set *query_set_create(const query_scene *scene, query_question question, size_t count, size_t rounds,
                            uint64_t seed);
void query_set_destroy(query_set *set);
query_batch query_set_round(const query_set *set, size_t round);

/* A body that a query found; value: of rays and casts t, a fraction of the way, of nearest px to the centre, else 0. */
typedef struct query_answer {
    uint32_t body;
    float value;
} query_answer;

/* A program that answers queries.
 *   questions  bits 1 << query_question that it answers
 *   most       of `nearest`, the largest k; 0: QUERY_MAX_NEAREST
 *   create     `variant` is the text behind the colon of the contender's name, or NULL; at most max_count queries are
 *              asked at once. The index is prepared. NULL: it cannot be made
 *   prepare    makes the index anew from the bodies' positions
 *   ask        answers queries; returns how many bodies they found
 *   answers    of a query of the last batch, which had at most QUERY_CHECKED queries: how many bodies it found; writes
 *              the first `capacity` of them, those of `nearest` and of casts in order. It may keep fewer than it found,
 *              but not fewer than 4 of picks and QUERY_KEPT of boxes; of what is counted k. Of lines of sight one body
 *              stands for whatever is in the way
 *   destroy    NULL is fine */
typedef struct query_contender {
    const char *name;
    unsigned questions;
    size_t most;
    void *(*create)(const query_scene *scene, query_question question, size_t k, size_t max_count, const char *variant);
    void (*prepare)(void *self);
    size_t (*ask)(void *self, const query_batch *batch);
    size_t (*answers)(const void *self, size_t query, query_answer *answers, size_t capacity);
    void (*destroy)(void *self);
} query_contender;

enum { QUERY_CHECKED = 256, QUERY_KEPT = 64, QUERY_KEPT_PICKS = 4 };

#define QUERY_ALL    ((1u << QUERY_QUESTIONS) - 1)
#define QUERY_COMMON ((1u << QUERY_FILTERED) - 1)

extern const query_contender query_contender_hail;
extern const query_contender query_contender_hail_built; /* its index does not come from the step */
extern const query_contender query_contender_hail_unordered;

/* What a game's programmer writes in a day, in scalar C at -O3 -march=native: plain_index.h. */
extern const query_contender query_contender_plain;
/* The fastest scalar C that was found: tuned_index.h. */
extern const query_contender query_contender_tuned;

/* Box2D's dynamic tree, Chipmunk's tree, nanoflann's k-d tree. */
extern const query_contender query_contender_box2d;
extern const query_contender query_contender_chipmunk;
extern const query_contender query_contender_nanoflann;

#ifdef __cplusplus
}
#endif

#endif
