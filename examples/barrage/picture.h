/* picture.h - --png: the last frame. */
#ifndef BARRAGE_PICTURE_H
#define BARRAGE_PICTURE_H

#include "game.h"

/* Whether this build can draw (needs cairo). */
bool picture_possible(void);

/* False after a message on stderr. */
bool picture_write(game *play, const char *path);

#endif
