/* examples/trace/picture.h - draws --png: the enlarged sprite, its outline, its parts. */
#ifndef TRACE_PICTURE_H
#define TRACE_PICTURE_H

#include "trace.h"

/* Whether this build can draw (needs cairo). */
bool picture_possible(void);

/* Writes the picture. False: an error, which was printed to stderr. */
bool picture_write(const traced *what, const char *path);

#endif
