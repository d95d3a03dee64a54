/* limit.h - what the machine itself can do, to be printed beside what was measured. */
#ifndef LIMIT_H
#define LIMIT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* a = b + scale * c, the triad of J. McCalpin's STREAM: three streams through memory. */
void limit_triad(float *a, const float *b, const float *c, float scale, size_t count);

/* Multiplies and adds in registers, as many chains at once as there are registers for; returns how many operations on
 * floats it did. */
typedef size_t limit_peak_fn(size_t rounds, float factor, float term);

/* The one for the width of Hail's variant of that name; NULL: there is none. */
limit_peak_fn *limit_peak(const char *variant);

#ifdef __cplusplus
}
#endif

#endif
