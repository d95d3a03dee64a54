/* tests/events/event_program.h - random programs: the same game in two worlds. One has events, HAIL_EARLIEST, limits,
 * windows and budgets; its twin has none of them, and delivers every contact that the rules find. */
#ifndef HAIL_TESTS_EVENT_PROGRAM_H
#define HAIL_TESTS_EVENT_PROGRAM_H

#include <hail/hail.h>

enum { PROGRAM_LAYERS = 3, PROGRAM_BODIES = 128, PROGRAM_SHAPES = 5 };

typedef struct program_world {
    hail_world *world;
    hail_shape shape[PROGRAM_SHAPES]; /* two circles, a box, a compound, a sprite */
} program_world;

typedef struct program {
    uint64_t state; /* of the generator */
    bool crowd;     /* many bodies in one spot: rules are worked through in several passes */
    uint32_t max_touching;
    program_world tested, twin;
    hail_tileset *tiles;
    hail_tilemap *map;
    hail_sectors *sectors;
    hail_spriteset *sprites;
    hail_handle body[PROGRAM_BODIES];
    uint32_t count;
} program;

void program_make(program *p, uint64_t seed);
void program_free(program *p);

/* What a game does between two steps. */
void program_change(program *p);

/* Forgets bodies that are gone. */
void program_forget(program *p);

#endif
