/* tests/step/parts_world.h - small worlds of simple shapes, compounds and sprites, replayable from a number; and the
 * contacts that a step must find, but for sprites: every part of every body against every part of every other, by the
 * batch functions. */
#ifndef HAIL_TESTS_PARTS_WORLD_H
#define HAIL_TESTS_PARTS_WORLD_H

#include <hail/hail.h>

#include "shared/stream.h"

enum { PARTS_LAYERS = 4, PARTS_EACH = 20, PARTS_SHAPES = 12, PARTS_MOST = 40 };
#define PARTS_NO_SPRITE UINT32_MAX

/* What bodies look like. */
typedef struct parts_shape {
    uint32_t count;  /* of parts */
    bool compound;   /* else its only part is the shape */
    uint32_t sprite; /* in the plan's set; PARTS_NO_SPRITE */
    bool spare;      /* in the plan's spare set instead */
} parts_shape;

/* A world before it is made: the seed says everything. */
typedef struct parts_plan {
    uint64_t seed;
    const hail_spriteset *set; /* NULL: there are no sprites */
    const hail_spriteset *spare;
    const hail_tilemap *map; /* NULL: there are no tiles */
    float half;              /* px: its bounds reach so far from (0, 0) on every side; 0: it has none */
    float dt;
    parts_shape shape[PARTS_SHAPES];
    hail_convex part[PARTS_SHAPES][PARTS_MOST];
    hail_layer_options layer[PARTS_LAYERS];
    hail_mode mode[PARTS_LAYERS][PARTS_LAYERS]; /* first named, second named */
    hail_rule tiles[PARTS_LAYERS];              /* see rule_with; they name no layers */
    float x[PARTS_LAYERS][PARTS_EACH], y[PARTS_LAYERS][PARTS_EACH];
    float vx[PARTS_LAYERS][PARTS_EACH], vy[PARTS_LAYERS][PARTS_EACH]; /* px/s; caller-moved: displacement / dt */
    float angle[PARTS_LAYERS][PARTS_EACH], scale[PARTS_LAYERS][PARTS_EACH];
    uint32_t group[PARTS_LAYERS][PARTS_EACH], category[PARTS_LAYERS][PARTS_EACH], mask[PARTS_LAYERS][PARTS_EACH];
    uint32_t which[PARTS_LAYERS][PARTS_EACH];
} parts_plan;

extern const uint32_t parts_layer_of[PARTS_LAYERS];

/* set: sprites that shapes are made of, some of them; NULL: none. Aborts when memory runs out; the caller frees it. */
parts_plan *parts_plan_make(uint64_t seed, const hail_spriteset *set);

/* A convex shape of chance, about `size` px large, whose middle lies as far from its origin as `off`, where it can. */
hail_convex parts_convex(uint64_t *state, float size, float off, bool lattice);

/* What may change nothing. */
typedef struct parts_config {
    const char *isa;
    uint32_t window, budget; /* 0: the default */
    float cell;
    bool shuffled; /* the bodies keep their slots, but lie in the columns in another order */
} parts_config;

/* Number n of a row of them, in which each variant has every kind of number. */
parts_config parts_config_of(size_t n);

typedef struct parts_world {
    const parts_plan *plan;
    hail_world *world;
    hail_shape shape[PARTS_SHAPES];
    hail_handle handle[PARTS_LAYERS][PARTS_EACH];
} parts_world;

/* Stops the test when something is refused. */
parts_world parts_world_make(const parts_plan *plan, const parts_config *config);
void parts_world_free(parts_world *w);

/* A layer as it will be when it has moved; where it starts is x less dx, rounded. */
typedef struct parts_side {
    float x[PARTS_EACH], y[PARTS_EACH], from_x[PARTS_EACH], from_y[PARTS_EACH], dx[PARTS_EACH], dy[PARTS_EACH];
    float cos[PARTS_EACH], sin[PARTS_EACH], scale[PARTS_EACH];
    uint32_t group[PARTS_EACH], category[PARTS_EACH], mask[PARTS_EACH];
    bool there[PARTS_EACH]; /* alive and enabled */
} parts_side;

/* Whether groups, categories and masks let two bodies collide. */
bool parts_allowed(const parts_side *s, uint32_t i, const parts_side *o, uint32_t j);

void parts_look(const parts_world *w, parts_side side[PARTS_LAYERS]);

/* All of one body's parts, or of all bodies of a layer but the sprites, as the batch functions want them. */
typedef struct parts_pieces {
    float column[7][PARTS_EACH * PARTS_MOST]; /* x, y, cos, sin, scale, dx, dy */
    uint32_t shape[PARTS_EACH * PARTS_MOST], body[PARTS_EACH * PARTS_MOST], part[PARTS_EACH * PARTS_MOST];
    uint32_t first[PARTS_EACH + 1]; /* of each body */
    hail_shapes bodies;
} parts_pieces;

void parts_cut(const parts_plan *plan, uint32_t n, const parts_side *side, bool swept, parts_pieces *pieces);

/* What must come of a step, sprites left out; best: of HAIL_EARLIEST rules, kind 0 where there is none. */
typedef struct parts_answer {
    parts_side side[PARTS_LAYERS];
    hail_contact best[PARTS_LAYERS][PARTS_EACH];
    stream must;
} parts_answer;

/* Asks for the pairs of two layers whose rule names n first. */
void parts_meet(const parts_world *w, uint32_t n, uint32_t m, parts_answer *a);

/* All rules between layers, tiles not; the earliest are still to be added. */
void parts_meet_all(const parts_world *w, parts_answer *a);

/* Then all with tiles, whole shapes if they are swept. */
void parts_meet_tiles(const parts_world *w, parts_answer *a);
void parts_add_earliest(parts_answer *a);

/* By what hail/contact.h names: layers, slots, parts. */
int parts_order(const void *one, const void *other);
void parts_sort(stream *s);

/* Stops the test at the first contact that differs in a bit. */
void parts_same(const char *at, const stream *is, const stream *must);
const char *parts_text(const hail_contact *c);

#endif
