/* engine/tiles/tile_batch.h - many shapes against a map, batch by batch: swept, or where they are. Which shapes share a
 * batch changes no answer. */
#ifndef HAIL_TILES_TILE_BATCH_H
#define HAIL_TILES_TILE_BATCH_H

#include "neighbourhood.h"
#include "tile_answers.h"

/* Takes a mover's first hit; only of movers that hit something. Points are relative to the mover's start. False ends
 * the batches. */
typedef bool hail_tile_hit_fn(void *user, const hail_tile_mover *mover, const hail_contact *hit);

/* Takes a cell's contact, in order of movers, then of cells, the outside of the map last: its deepest exposed one. A
 * cell without one gives its deepest contact, with exposed = false, and with the normal and depth of the deepest
 * exposed contact of all cells, if there is one. False ends the batches. */
typedef bool hail_tile_touch_fn(void *user, const hail_tile_mover *mover, const hail_contact *contact, bool exposed);

/* Makes room for `count` contacts. False: there is none, or they are not all wanted: `touch` gets them. */
typedef bool hail_touch_room_fn(void *user, uint32_t count, hail_touch_room *room);

/* Contacts were written there: whose they are. */
typedef void hail_touch_written_fn(void *user, uint32_t count, const uint32_t *tag);

typedef struct hail_tile_sink {
    hail_tile_hit_fn *hit;     /* sweeps; */
    hail_tile_touch_fn *touch; /* or overlaps */
    hail_touch_room_fn *room;  /* NULL, or: where contacts are written that `touch` need not take */
    hail_touch_written_fn *written;
    hail_compound_ends_fn *ends; /* NULL: no shape is a part of a compound */
    void *user;
} hail_tile_sink;

typedef struct hail_tile_batch {
    hail_tile_sink sink;
    hail_tile_narrow narrow;
    bool ended; /* the sink returned false */
    hail_neighbourhoods near;
    hail_tile_pairs pairs;
} hail_tile_batch;

void hail_tile_batch_begin(hail_tile_batch *b, const hail_tile_query *query, const hail_tile_sink *sink);

/* Answers for the shapes of a list, in order. */
void hail_tile_batch_run(hail_tile_batch *b, const hail_tile_columns *from, const hail_tile_items *items);

#endif
