/* verify.h - --verify: every step against brute force (tests/oracle, which shares no code with the engine). */
#ifndef BARRAGE_VERIFY_H
#define BARRAGE_VERIFY_H

#include "game.h"

/* Whether this build has the brute force. */
bool verify_possible(void);

/* Around hail_step; false after a message on stderr. `heard` in the game is what the step's callback was given. */
bool verify_before(game *play);
bool verify_after(game *play);

/* Frees what brute force remembers from step to step. */
void verify_close(void);

#endif
