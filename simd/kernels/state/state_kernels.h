/* simd/kernels/state/state_kernels.h - the signature of the kernel that hashes bodies. */
#ifndef HAIL_SIMD_KERNELS_STATE_STATE_KERNELS_H
#define HAIL_SIMD_KERNELS_STATE_STATE_KERNELS_H

#include "kernels/kernel_types.h"

/* How the two words of a step lie in the columns. */
typedef enum hail_hash_kind {
    HAIL_HASH_WORDS,  /* one word each */
    HAIL_HASH_FLOATS, /* one float each */
    HAIL_HASH_PAIR,   /* two words in `first` */
    HAIL_HASH_WIDE    /* a number of 64 bits in `first` */
} hail_hash_kind;

enum { HAIL_HASH_STEPS = 10 };

/* Two columns of 32-bit elements, or one of 64-bit elements. NULL: the words are 0. */
typedef struct hail_hash_step {
    hail_hash_kind kind;
    const uint32_t *first, *second;
} hail_hash_step;

typedef struct hail_hash_job {
    hail_hash_step step[HAIL_HASH_STEPS];
    uint32_t count; /* steps */
    uint32_t seed;
} hail_hash_job;

/* The odd numbers that a and b are multiplied by (docs/arithmetic.md, "Hash of bodies"): for each two words, and twice
 * at the end. From MurmurHash3 (A. Appleby) and xxHash (Y. Collet). */
#define HAIL_HASH_A      UINT32_C(0xcc9e2d51)
#define HAIL_HASH_B      UINT32_C(0x1b873593)
#define HAIL_HASH_END_A  UINT32_C(0x85ebca6b)
#define HAIL_HASH_END_B  UINT32_C(0x9e3779b1)
#define HAIL_HASH_LAST_A UINT32_C(0xc2b2ae35)
#define HAIL_HASH_LAST_B UINT32_C(0x27d4eb2f)
#define HAIL_HASH_NAN    UINT32_C(0x7fc00000)

typedef struct hail_hash_sums {
    uint32_t a, b;
} hail_hash_sums;

/* Adds the hashes of the range's bodies to *sums (docs/arithmetic.md, "Hash of bodies"). */
typedef void hail_hash_bodies_fn(const hail_hash_job *job, uint32_t begin, uint32_t end, hail_hash_sums *sums);

#endif
