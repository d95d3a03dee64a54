/* tests/queries/query_asks.h - random queries of every kind about a world, from a seed; how to ask them, and whether
 * the answers are what the oracle says. */
#ifndef HAIL_TESTS_QUERY_ASKS_H
#define HAIL_TESTS_QUERY_ASKS_H

#include "query_oracle.h"

typedef enum ask_kind {
    ASK_POINTS,
    ASK_SHAPES,
    ASK_BOXES,
    ASK_RAYS,
    ASK_CASTS,
    ASK_SIGHT,
    ASK_NEAREST, /* to the surface */
    ASK_CENTRES,
    ASK_KINDS
} ask_kind;

enum { ASKS = 48, ASK_SHAPES_MOST = 64 };

typedef struct asks {
    size_t count;
    float x[ASKS], y[ASKS], dx[ASKS], dy[ASKS], to_x[ASKS], to_y[ASKS], cos[ASKS], sin[ASKS], scale[ASKS];
    float min_x[ASKS], min_y[ASKS], max_x[ASKS], max_y[ASKS], radii[ASKS];
    uint32_t which[ASKS];
    hail_shape shape[ASK_SHAPES_MOST]; /* `shapes` of them */
    hail_convex convex[ASK_SHAPES_MOST];
    size_t shapes;
    bool by_convex, plain, unscaled; /* convexes are given instead of shapes; no rotations; no scales */
    float radius;
    bool has_radii, filtered;
    hail_query_filter filter;
    uint64_t each_layers[ASKS];
    uint32_t each_group[ASKS], each_category[ASKS], each_mask[ASKS];
    hail_handle each_except[ASKS];
} asks;

/* What queries should be like. */
typedef struct ask_style {
    const hail_shape *shapes; /* to ask with: `shape_count` of the world's set */
    size_t shape_count;
    bool round;   /* positions and displacements are multiples of 1/32, near the origin */
    bool sprites; /* some shapes may be sprites: no hail_convex then */
    bool maps;    /* ask for tiles and walls, too */
    float speed;  /* px: how long most displacements are */
} ask_style;

asks *asks_make(uint64_t *state, const view *v, const ask_style *style);

/* Asks queries `from` to `from + count`. answers: ask_size(kind) bytes for each result. */
hail_status asks_run(const asks *q, ask_kind kind, const hail_world *world, size_t from, size_t count, size_t capacity,
                     void *answers, uint32_t *counts);
size_t ask_size(ask_kind kind);
const char *ask_name(ask_kind kind);

/* Makes what a query leaves undefined 0: all from the element after the last on. */
void asks_tidy(ask_kind kind, size_t queries, size_t capacity, void *answers);

/* What query i must find. */
void asks_must(const asks *q, ask_kind kind, size_t i, asker *a, musts *to);

/* Asks everything in several ways, and stops the test at the first answer that is wrong. Returns how much was found. */
size_t asks_check(const char *at, const asks *q, const hail_world *world, const view *v);

/* Stops the test unless the answer to query i is right. counts may be NULL. */
void asks_compare(const char *at, const asks *q, ask_kind kind, size_t i, size_t capacity, const void *answers,
                  const uint32_t *counts, const musts *m);

#endif
