/* tests/tree/msvc/assert.h - as much of Windows' as Hail and SIMDe name, for a parser alone. */
#ifndef HAIL_TESTS_MSVC_ASSERT_H
#define HAIL_TESTS_MSVC_ASSERT_H

#define assert(condition) ((void)(condition))

#endif
