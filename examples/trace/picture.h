/* picture.h - --png: the enlarged sprite, its outline, its parts. */
#ifndef TRACE_PICTURE_H
#define TRACE_PICTURE_H

#include "work.h"

/* Whether this build can draw (needs cairo). */
bool picture_possible(void);

/* False after a message on stderr. */
bool picture_write(const traced *what, const char *path);

#endif
