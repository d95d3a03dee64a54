/* engine/base/invariant.h - checks of the library's own logic, built in only with the option `checks`. Never of what a
 * caller gives: that is answered with a status. */
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
