/* simd/compiler.h - what compilers spell differently: byte order, forced inlining, loops that stay loops, prefetches.
 */
#ifndef HAIL_SIMD_COMPILER_H
#define HAIL_SIMD_COMPILER_H

/* 1 where the upper half of a word comes first in memory. Compilers without these macros target no such machine. */
#if defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__)
#define HAIL_BIG_ENDIAN (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
#else
#define HAIL_BIG_ENDIAN 0
#endif

/* For parts of a kernel that must not become calls: a call would pass their structs of lanes through memory. In hail.c,
 * where one function serves all variants, it would also do without their instructions, such as POPCNT. */
#if defined(__GNUC__) || defined(__clang__)
#define LANES_INLINE inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define LANES_INLINE __forceinline
#else
#define LANES_INLINE inline
#endif

/* For long parts of a kernel that several kernels share, which are in the library once a variant, and for those that
 * are rarely reached, which leave the registers to the rest as calls. Lanes are passed by pointer: MSVC does not pass
 * them by value on 32-bit machines. */
#if defined(__GNUC__) || defined(__clang__)
#define LANES_APART __attribute__((noinline, unused))
#elif defined(_MSC_VER)
#define LANES_APART __declspec(noinline)
#else
#define LANES_APART
#endif

/* Before a loop over edges that has a long body: it stays a loop. Unrolled, it would become a chain of comparisons.
 * MSVC unrolls no such loop. */
#if defined(__clang__)
#define LANES_ROLLED _Pragma("clang loop unroll(disable)")
#elif defined(__GNUC__)
#define LANES_ROLLED _Pragma("GCC unroll 1")
#else
#define LANES_ROLLED
#endif

/* `word` becomes the 16 bits of `half`. gcc 12 may spill a mask of 16 bits, and read 32 from there when it widens it
 * itself. */
#if defined(__GNUC__) && !defined(__clang__) && (defined(__x86_64__) || defined(__i386__))
#define HAIL_WIDEN_HALF(word, half) __asm__("movz{wl|x}\t{%1, %0|%0, %1}" : "=r"(word) : "rm"(half))
#else
#define HAIL_WIDEN_HALF(word, half) ((void)((word) = (half)))
#endif

/* Prefetches the cache line at p, for a read or a write; HAIL_FETCH_NEAR: not into the first level of the cache, which
 * is full of what is needed sooner. p may point anywhere. */
#if defined(__GNUC__) || defined(__clang__)
#define HAIL_FETCH(p)          __builtin_prefetch(p)
#define HAIL_FETCH_NEAR(p)     __builtin_prefetch((p), 0, 2)
#define HAIL_FETCH_TO_WRITE(p) __builtin_prefetch((p), 1)
#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
#include <xmmintrin.h>
#define HAIL_FETCH(p)          _mm_prefetch((const char *)(p), _MM_HINT_T0)
#define HAIL_FETCH_NEAR(p)     _mm_prefetch((const char *)(p), _MM_HINT_T1)
#define HAIL_FETCH_TO_WRITE(p) HAIL_FETCH(p)
#else
#define HAIL_FETCH(p)          ((void)(p))
#define HAIL_FETCH_NEAR(p)     ((void)(p))
#define HAIL_FETCH_TO_WRITE(p) ((void)(p))
#endif

#endif
