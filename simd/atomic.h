/* simd/atomic.h - the little that threads share: words that are written once, and a counter. */
#ifndef HAIL_SIMD_ATOMIC_H
#define HAIL_SIMD_ATOMIC_H

#include <stdint.h>

/* A word that is 0 until it is known, and then always gets the same value. */
typedef volatile uint32_t hail_once_word;

#if defined(__GNUC__) || defined(__clang__)

static inline uint32_t hail_once_load(const hail_once_word *word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }
static inline void hail_once_store(hail_once_word *word, uint32_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

/* Adds 1 and returns the new value. */
static inline uint32_t hail_count_up(volatile uint32_t *counter) {
    return __atomic_add_fetch(counter, 1, __ATOMIC_RELAXED);
}

#elif defined(_MSC_VER)

#include <intrin.h>

static inline uint32_t hail_once_load(const hail_once_word *word) {
    return (uint32_t)__iso_volatile_load32((const volatile int *)word);
}
static inline void hail_once_store(hail_once_word *word, uint32_t value) {
    __iso_volatile_store32((volatile int *)word, (int)value);
}
static inline uint32_t hail_count_up(volatile uint32_t *counter) {
    return (uint32_t)_InterlockedIncrement((volatile long *)counter);
}

#endif

#endif
