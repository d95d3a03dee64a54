/* limit.h - the machine's limits, which the report prints beside the results. */
#ifndef LIMIT_H
#define LIMIT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* a = b + scale * c, the triad of J. McCalpin's STREAM: two arrays are read, one is written. */
void limit_triad(float *a, const float *b, const float *c, float scale, size_t count);

/* Multiplies and adds in registers, in as many independent chains as there are registers for. Returns the number of
 * float operations. */
typedef size_t limit_peak_fn(size_t rounds, float factor, float term);

/* The one of the width of Hail's variant of that name; NULL if there is none. */
limit_peak_fn *limit_peak(const char *variant);

#ifdef __cplusplus
}
#endif

#endif
