/* engine/tasks/shared_count.h - a number that several workers add to: how much of a list is taken. */
#ifndef HAIL_TASKS_SHARED_COUNT_H
#define HAIL_TASKS_SHARED_COUNT_H

#include <stdint.h>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
typedef struct hail_shared_count {
    volatile long value;
} hail_shared_count;
static inline uint32_t shared_count_add(hail_shared_count *count, uint32_t n) {
    return (uint32_t)_InterlockedExchangeAdd(&count->value, (long)n);
}
static inline uint32_t shared_count_value(hail_shared_count *count) { return (uint32_t)count->value; }
static inline uint8_t shared_byte_or(uint8_t *byte, uint8_t bits) {
    return (uint8_t)_InterlockedOr8((volatile char *)byte, (char)bits);
}
#else
#include <stdatomic.h>
typedef struct hail_shared_count {
    _Atomic uint32_t value;
} hail_shared_count;
/* Returns the number before. What the places hold is synchronized by the end of the task, not by this. */
static inline uint32_t shared_count_add(hail_shared_count *count, uint32_t n) {
    return atomic_fetch_add_explicit(&count->value, n, memory_order_relaxed);
}
static inline uint32_t shared_count_value(hail_shared_count *count) {
    return atomic_load_explicit(&count->value, memory_order_relaxed);
}
/* Sets bits of a byte that other workers set bits of, too. Returns the byte before. */
static inline uint8_t shared_byte_or(uint8_t *byte, uint8_t bits) {
#if defined(__riscv) /* has atomic words alone: compilers call libatomic for a byte, which a game may not link */
    const uintptr_t address = (uintptr_t)byte, shift = address % 4 * 8;
    return (
        uint8_t)(__atomic_fetch_or((uint32_t *)(address - address % 4), (uint32_t)bits << shift, __ATOMIC_RELAXED) >>
                 shift);
#else
    return __atomic_fetch_or(byte, bits, __ATOMIC_RELAXED);
#endif
}
#endif

#endif
