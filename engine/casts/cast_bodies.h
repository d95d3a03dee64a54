/* engine/casts/cast_bodies.h - the state of a search for the bodies that a block of casts hits. */
#ifndef HAIL_CASTS_CAST_BODIES_H
#define HAIL_CASTS_CAST_BODIES_H

#include <string.h>

#include "cast_pairs.h"

enum {
    CAST_CHUNK = 1024, /* bodies listed at a time */
    CAST_FEW = 8       /* so many hits of a query are held in order */
};
#define CAST_NO_BODY UINT32_MAX

/* What the kernel lists. */
typedef struct hail_cast_list {
    uint32_t query[CAST_CHUNK + HAIL_SLACK], position[CAST_CHUNK + HAIL_SLACK];
    float time[CAST_CHUNK + HAIL_SLACK];
} hail_cast_list;

/* How the hits that are wanted are found. */
typedef enum hail_cast_way {
    CASTS_TEST,   /* every body that is near is swept; see cast_parts.c */
    CASTS_FIRST,  /* by times; see cast_first.c */
    CASTS_SEVERAL /* by times; see cast_several.c */
} hail_cast_way;

/* The hit of a pair of parts that counts before all others so far. */
typedef struct hail_cast_best {
    hail_contact contact; /* kind 0: none yet */
    bool passes;          /* the parts only touch at the start: any other hit counts before it */
} hail_cast_best;

typedef struct hail_body_casts {
    hail_cast *cast;
    const hail_layer *layer;
    const hail_level *level;
    uint32_t number; /* the layer's */
    float flatness;
    bool exact;  /* all are circles: the kernel's times are those of sweeps */
    bool convex; /* see hail_casts_are_convex */

    uint32_t active[CAST_BLOCK], count; /* the queries that go on */
    float radius[CAST_BLOCK];           /* px: by query; not written for rays */
    float side[CAST_BLOCK];             /* px: of polygons, how far they reach beside their paths */
    float rows[CAST_BLOCK * HAIL_CAST_WORDS];

    hail_cast_list listed;
    /* Polygons and circles; see cast_convex.c. */
    uint32_t shape[CAST_BLOCK]; /* by query: the row of a polygon */
    hail_narrow_job sweep;

    hail_cast_way way;
    uint32_t best[CAST_BLOCK];                  /* the index of each query's first body; see cast_first.c */
    uint64_t first_keys[CAST_BLOCK * CAST_FEW]; /* each query's first hits; see cast_several.c */
    /* The pair of bodies whose parts come in now, and its first hit; see cast_parts.c. */
    hail_cast_pair pair;
    hail_cast_best first;
    hail_cast_pairs pairs;
} hail_body_casts;

/* Whether a query may find a body. */
static inline bool casts_allow(const hail_body_casts *w, uint32_t query, uint32_t index) {
    const hail_seek *seek = w->cast->seek;
    if (!seek->selective)
        return true;
    const hail_seek_wish wish = seek_wish(seek, w->cast->first + query);
    return seek_allows(&wish, w->layer, index);
}

/* Adds a hit of a body. */
void hail_casts_add(const hail_body_casts *w, uint32_t query, uint32_t index, hail_contact *contact);

/* ---- Every hit, exactly (cast_parts.c) --------------------------------------------------------------------------- */

void hail_casts_begin_parts(hail_body_casts *w);

/* Tests a body that a query may hit, part by part. */
void hail_casts_test(hail_body_casts *w, uint32_t query, uint32_t index);

/* Adds the hits of all bodies that were tested. */
void hail_casts_flush(hail_body_casts *w);

/* ---- Times (cast_times.c) ---------------------------------------------------------------------------------------- */

/* How the hits in a layer are found: by times if kernels tell those of sweeps. */
hail_cast_way hail_casts_way(const hail_body_casts *w);

/* Chooses among the first `count` that the kernel listed. */
void hail_casts_choose(hail_body_casts *w, uint32_t count);

/* The same, where the times are those of sweeps; HAIL_CAST_MISS is no hit. */
void hail_casts_choose_by_times(hail_body_casts *w, uint32_t count);

/* Writes the hits of queries with the bodies that they hit, at most CAST_BLOCK, to rows row[i] of the cast's hits. */
void hail_casts_write(const hail_body_casts *w, const uint32_t *query, const uint32_t *index, const uint32_t *row,
                      uint32_t count);

/* A hit as a number: its time, 0 or more, then a body's index or slot. An earlier hit is a smaller one. */
static inline uint64_t cast_key(float t, uint32_t body) {
    const float positive = t + 0.0f; /* not -0 */
    uint32_t bits;
    memcpy(&bits, &positive, sizeof bits);
    return (uint64_t)bits << 32 | body;
}

static inline float cast_key_time(uint64_t key) {
    const uint32_t bits = (uint32_t)(key >> 32);
    float t;
    memcpy(&t, &bits, sizeof t);
    return t;
}

/* ---- The first hit (cast_first.c) -------------------------------------------------------------------------------- */

void hail_casts_begin_first(hail_body_casts *w);
void hail_casts_choose_first(hail_body_casts *w, uint32_t count);

/* Adds what was chosen in a layer. */
void hail_casts_add_first(hail_body_casts *w);

/* ---- Several hits, or their number (cast_several.c) -------------------------------------------------------------- */

void hail_casts_begin_several(hail_body_casts *w);
void hail_casts_choose_several(hail_body_casts *w, uint32_t count);

/* Adds what was chosen in a layer. */
void hail_casts_add_several(hail_body_casts *w);

/* ---- Polygons and circles (cast_convex.c) ------------------------------------------------------------------------ */

/* Whether polygons are cast and the layer's bodies are circles, or the other way round. */
bool hail_casts_are_convex(const hail_body_casts *w);

/* Notes the rows of the polygons that are cast. */
void hail_casts_list_polygons(hail_body_casts *w);

/* Begins a level. */
void hail_casts_begin_convex(hail_body_casts *w);

/* Chooses among the first `count` that the kernel listed, with the times of bounding circles. */
void hail_casts_choose_convex(hail_body_casts *w, uint32_t count);

/* Writes the hits of queries with the bodies that they hit; the job lacks the pair. */
void hail_casts_write_convex(const hail_body_casts *w, hail_cast_results_job *job, const uint32_t *query,
                             const uint32_t *index, const uint32_t *row, uint32_t count);

#endif
