/* simd/atomic.h - the little that threads share: words that are written once, counters, and bytes of flags. */
#ifndef HAIL_SIMD_ATOMIC_H
#define HAIL_SIMD_ATOMIC_H

#include <stdint.h>

/* A word that is 0 until it is known, and then always gets the same value. */
typedef volatile uint32_t hail_once_word;

/* A number that several workers add to: how much of a list is written. */
typedef struct hail_shared_count {
    volatile uint32_t value;
} hail_shared_count;

#if defined(__GNUC__) || defined(__clang__)

static inline uint32_t hail_once_load(const hail_once_word *word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }
static inline void hail_once_store(hail_once_word *word, uint32_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

/* Returns the number before. What the list holds is synchronized by the end of the task, not by this. */
static inline uint32_t shared_count_add(hail_shared_count *count, uint32_t n) {
    return __atomic_fetch_add(&count->value, n, __ATOMIC_RELAXED);
}

/* Sets bits of a byte that other workers set bits of, too. Returns the byte before. */
static inline uint8_t shared_byte_or(uint8_t *byte, uint8_t bits) {
#if defined(__riscv) /* has atomic words alone: compilers call libatomic for a byte, which a game may not link */
    const uintptr_t address = (uintptr_t)byte, shift = address % 4 * 8;
    uint32_t *const word = (uint32_t *)(address - address % 4);
    return (uint8_t)(__atomic_fetch_or(word, (uint32_t)bits << shift, __ATOMIC_RELAXED) >> shift);
#else
    return __atomic_fetch_or(byte, bits, __ATOMIC_RELAXED);
#endif
}

#elif defined(_MSC_VER)

#include <intrin.h>

static inline uint32_t hail_once_load(const hail_once_word *word) {
    return (uint32_t)__iso_volatile_load32((const volatile int *)word);
}
static inline void hail_once_store(hail_once_word *word, uint32_t value) {
    __iso_volatile_store32((volatile int *)word, (int)value);
}
static inline uint32_t shared_count_add(hail_shared_count *count, uint32_t n) {
    return (uint32_t)_InterlockedExchangeAdd((volatile long *)&count->value, (long)n);
}
static inline uint8_t shared_byte_or(uint8_t *byte, uint8_t bits) {
    return (uint8_t)_InterlockedOr8((volatile char *)byte, (char)bits);
}

#endif

static inline uint32_t shared_count_value(const hail_shared_count *count) { return hail_once_load(&count->value); }

/* Adds 1 and returns the new value. */
static inline uint32_t hail_count_up(hail_shared_count *count) { return shared_count_add(count, 1) + 1; }

#endif
