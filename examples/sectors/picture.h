/* examples/sectors/picture.h - draws --png: the sectors, the movers and their paths. */
#ifndef SECTORS_PICTURE_H
#define SECTORS_PICTURE_H

#include "walk.h"

/* Whether this build can draw (needs cairo). */
bool picture_possible(void);

/* Writes the picture. False: an error, which was printed to stderr. */
bool picture_write(const walk *what, const char *path);

#endif
