/* engine/world/enable_many.h - enables or disables many bodies at once. */
#ifndef HAIL_WORLD_ENABLE_MANY_H
#define HAIL_WORLD_ENABLE_MANY_H

#include "body_store.h"

/* Fewer are faster one by one. */
enum { MANY_TO_ENABLE = 8 };

/* All handles name live bodies, some perhaps the same. */
void hail_enable_many(hail_body_store *bodies, const hail_handle *handles, size_t count, bool enabled);

#endif
