/* tests/tree/msvc/stdlib.h - as much of Windows' as Hail and SIMDe name, for a parser alone. */
#ifndef HAIL_TESTS_MSVC_STDLIB_H
#define HAIL_TESTS_MSVC_STDLIB_H

#include <stddef.h>

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void free(void *block);
char *getenv(const char *name);
void abort(void);
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
double strtod(const char *text, char **end);

#endif
