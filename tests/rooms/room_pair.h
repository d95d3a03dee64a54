/* tests/rooms/room_pair.h - two worlds that must stay the same, and what a step of each showed. */
#ifndef HAIL_TESTS_ROOM_PAIR_H
#define HAIL_TESTS_ROOM_PAIR_H

#include <hail/hail.h>

#include "shared/stream.h"

/* What the callback of one world's step saw and did. */
typedef struct room_ear {
    hail_world *world;
    stream s;
    size_t kept; /* hail_contacts, as it grew */
    bool bad;
    bool short_of_memory; /* it may have needed more passes */
} room_ear;

/* A hail_contacts_fn; the context is a room_ear. Looks at what is allowed inside a callback, lets some bodies bounce,
 * and despawns some. */
void room_listen(const hail_contact *contacts, size_t count, void *ear);

/* Only looks. */
void room_watch(const hail_contact *contacts, size_t count, void *ear);

/* Asserts that two steps had the same stream, windows, removals, kept contacts, events and figures, and that the worlds
 * are the same now. what: for messages. */
void rooms_expect_same(const room_ear *one, const room_ear *other, const char *what, unsigned long long number);

#endif
