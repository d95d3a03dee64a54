/* engine/base/invariant.h - assertions about the library's own logic, built in only with the option `checks`.
 *
 * What a caller passes in is never asserted: a bad argument is answered with a status. */
#ifndef HAIL_BASE_INVARIANT_H
#define HAIL_BASE_INVARIANT_H

#if defined(HAIL_CHECKS)
#undef NDEBUG
#include <assert.h>
#define hail_invariant(condition) assert(condition)
#else
#define hail_invariant(condition) ((void)0)
#endif

#endif
