/* tests/shared/guarded.h - memory that ends at a page which nothing may touch. */
#ifndef HAIL_TESTS_GUARDED_H
#define HAIL_TESTS_GUARDED_H

#include <stddef.h>

/* Maps `bytes` (a multiple of 64 KB) and an untouchable page behind them, for the rest of the process. NULL: no memory.
 */
void *guarded_map(size_t bytes);

/* Calls on_touch with the address when the process touches memory that it must not. Then the process ends as it would
 * without this call. */
void guarded_watch(void (*on_touch)(const void *address));

/* Writes to the standard error output, at once. */
void guarded_say(const char *text, size_t length);

#endif
