/* tests/shared/two_worlds.h - two worlds that must be alike: their answers, events and users, byte for byte. `at` is
 * for messages. */
#ifndef HAIL_TESTS_TWO_WORLDS_H
#define HAIL_TESTS_TWO_WORLDS_H

#include "stream.h"

/* Prepares both worlds, and asserts that they answer the same random queries alike: rays, boxes, nearest bodies. layer:
 * one that a filter names. Bodies lie in a square of `side` px. */
void two_worlds_ask(hail_world *const world[2], uint32_t layer, uint64_t *state, float side, const char *at);

/* Asserts that the last step began, kept and ended the same touches. */
void two_worlds_compare_events(hail_world *const world[2], const char *at);

/* Asserts that some contacts have the same users. */
void two_worlds_compare_users(hail_world *const world[2], const stream *contacts, const char *at);

/* Returns an image of a world; the caller frees it. */
void *two_worlds_save(hail_world *world, size_t *size);

#endif
