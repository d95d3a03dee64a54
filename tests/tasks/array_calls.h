/* array_calls.h - every call that takes arrays and splits them, on one scene with thousands of elements. */
#ifndef HAIL_TESTS_ARRAY_CALLS_H
#define HAIL_TESTS_ARRAY_CALLS_H

#include <hail/hail.h>

typedef struct array_scene array_scene;

/* Aborts when something cannot be made. */
array_scene *array_scene_make(uint64_t seed);
void array_scene_free(array_scene *scene);

enum { ARRAY_CALLS = 32 };

/* Makes call `number` with hooks (NULL: none). Returns a digest of all that it wrote, and of what it must not write. */
uint64_t array_call(array_scene *scene, int number, const hail_tasks *tasks);
const char *array_call_name(int number);

#endif
