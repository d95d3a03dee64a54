/* limit.h - what the machine itself can do, to be printed beside what was measured. */
#ifndef LIMIT_H
#define LIMIT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* a = b + scale * c, the triad of J. McCalpin's STREAM: three streams through memory. */
void limit_triad(float *a, const float *b, const float *c, float scale, size_t count);

#ifdef __cplusplus
}
#endif

#endif
