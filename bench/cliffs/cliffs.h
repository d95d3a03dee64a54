/* bench/cliffs/cliffs.h - what a call costs for an element when one thing about its inputs differs from its base, which
 * is what the snippet of its header does.
 *
 * A room of calls says what its inputs are, how they are made ready, and in which ways they differ. Inputs are a struct
 * of the room's own, whose first member is a cliff_inputs. */
#ifndef CLIFFS_H
#define CLIFFS_H

#include <hail/hail.h>

typedef struct cliffs cliffs;

typedef struct cliff_inputs {
    size_t count; /* elements of a call */
} cliff_inputs;

/* Runs a call once. Returns how many answers it has: hits, contacts, touching pairs. */
typedef size_t cliff_run(void *inputs);
/* Makes inputs ready, from what a way changed. */
typedef void cliff_ready(cliffs *c, void *inputs);

/* One way in which inputs differ from the base. */
typedef struct cliff_way {
    const char *differs;
    void (*change)(void *inputs);
    /* What a higher ratio is explained by, NULL if by nothing: so many times the answers, vertices, parts, pixels or
     * cells. The limit is multiplied by `more`, or by how many times the base's answers there are. */
    const char *why;
    double more; /* 0: the answers */
} cliff_way;

/* Measures a call: its base, then each way of the lists.
 *
 *   base   `size` bytes of inputs, which are copied
 *   lists  the last is NULL; the last way of each differs in nothing: its name is NULL */
void cliff_call(cliffs *c, const char *call, cliff_run *run, cliff_ready *ready, const void *base, size_t size,
                const cliff_way *const *lists);

/* The same with one list or more. */
#define CLIFF_CALL(c, call, run, ready, base, ...)                                                                     \
    cliff_call(c, call, run, ready, base, sizeof *(base), (const cliff_way *const[]){__VA_ARGS__, NULL})

/* Whether a call is to be measured. */
bool cliff_wants(const cliffs *c, const char *call);

/* Measures one element a call, beside plain C that answers the same. The inputs stay the caller's. */
void cliff_beside_plain(cliffs *c, const char *call, const char *what, cliff_run *run, void *hail, void *plain);

/* A way with the name `one a call` has no ratio: its base pays for a call once in many elements. */
#define CLIFF_ONE "one a call"

/* ---- What inputs are made of: all of it is freed when the call is measured --------------------------------------- */

/* Returns `count` zeroed elements of `size` bytes. */
void *cliff_array(cliffs *c, size_t count, size_t size);

/* Returns numbers from min to max, the same in each run of the program for the same `seed`. */
float *cliff_floats(cliffs *c, size_t count, float min, float max, uint32_t seed);

/* Returns the cosines, or the sines, of `count` angles. */
float *cliff_cosines(cliffs *c, size_t count);
float *cliff_sines(cliffs *c, size_t count);

/* Destroys `thing` after what was made after it. */
void cliff_owns(cliffs *c, void (*destroy)(void *thing), void *thing);

/* Stops the program if a call failed. */
void cliff_must(hail_status status, const char *what);

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

/* Kinds of shape, all about as large as a circle of 8 px. */
typedef enum cliff_shape {
    CLIFF_CIRCLE = 0,
    CLIFF_CAPSULE,
    CLIFF_BOX,
    CLIFF_ROUNDED_BOX,
    CLIFF_TRIANGLE,
    CLIFF_OCTAGON,
    CLIFF_MIXED, /* one of each of the above */
    CLIFF_COMPOUND,
    CLIFF_SPRITE
} cliff_shape;

enum { CLIFF_CONVEX_KINDS = 6 };

/* Fills an array of 6, with the kind in each place, or with all kinds. Returns how many of them there are: 1 or 6. */
size_t cliff_convexes(cliff_shape kind, hail_convex convexes[CLIFF_CONVEX_KINDS]);

/* Adds a shape of each kind as cliff_convexes does, or a compound of three capsules, or a sprite: a disc of 16 px. */
size_t cliff_shapes(cliffs *c, hail_shapeset *set, cliff_shape kind, hail_shape shapes[CLIFF_CONVEX_KINDS]);

/* ---- Rooms ------------------------------------------------------------------------------------------------------- */

void cliffs_batch(cliffs *c);
void cliffs_bodies(cliffs *c);
void cliffs_ones(cliffs *c);
void cliffs_points(cliffs *c);
void cliffs_queries(cliffs *c);
void cliffs_sectors(cliffs *c);
void cliffs_sprites(cliffs *c);
void cliffs_steps(cliffs *c);
void cliffs_tiles(cliffs *c);

#endif
