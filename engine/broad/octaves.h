/* engine/broad/octaves.h - radii counted by powers of two, to choose which bodies are small. */
#ifndef HAIL_BROAD_OCTAVES_H
#define HAIL_BROAD_OCTAVES_H

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { OCTAVES = 64, OCTAVE_BIAS = 24 };

/* The octave that a radius lies in. */
static inline int octave_of(float radius) {
    uint32_t bits;
    memcpy(&bits, &radius, sizeof bits);
    const int e = (int)(bits >> 23 & 0xff) - 126 + OCTAVE_BIAS; /* as frexpf has it */
    return radius <= 0.0f || e < 0 ? 0 : e < OCTAVES ? e : OCTAVES - 1;
}

/* No radius in the octave is larger than this (except in the last one). */
static inline float octave_limit(int octave) { return ldexpf(1.0f, octave - OCTAVE_BIAS); }

#endif
