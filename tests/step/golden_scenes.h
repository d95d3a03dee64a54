/* tests/step/golden_scenes.h - small worlds whose contact streams are known: the same numbers on every processor,
 * compiler and instruction set. They need only the public headers and no test runner, so they also run where there is
 * none. */
#ifndef HAIL_TESTS_GOLDEN_SCENES_H
#define HAIL_TESTS_GOLDEN_SCENES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <hail/base.h>

enum { GOLDEN_SCENES = 2 };

typedef struct golden_scene {
    const char *name;
    size_t contacts;
    uint64_t hash; /* FNV-1a of their fields */
} golden_scene;

/* The right numbers. */
extern const golden_scene golden_scenes[GOLDEN_SCENES];

typedef struct golden_digest {
    uint64_t hash;
    size_t contacts;
    hail_status status; /* of the first call that failed */
} golden_digest;

/* Runs one with a variant's kernels. */
golden_digest golden_run(int scene, const char *isa);
bool golden_equal(int scene, const golden_digest *digest);

#endif
