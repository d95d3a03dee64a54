/* bench/queries/hail_swarm.h - the swarm as a world of Hail. */
#ifndef HAIL_SWARM_H
#define HAIL_SWARM_H

#include "queries.h"

#include <hail/hail.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the world, after QUERY_STEPS steps of a rule of the circles with themselves; points have no rule and no steps.
 * Body i has slot i of layer 0. NULL: it cannot be made. Any other failure ends the program with a message. */
hail_world *hail_swarm_create(const query_scene *scene, const char *variant);

/* Bits of categories: bodies that query_allows and query_allows_rare let through, and others. */
enum { SWARM_ODD = 1, SWARM_EVEN = 2, SWARM_RARE = 4 };

/* Makes a world of the bodies in layers 0 and 1, half each, without steps, with categories. Body i has slot i. */
hail_world *hail_swarm_split(const query_scene *scene, const char *variant);

void hail_swarm_step(hail_world *world);

#ifdef __cplusplus
}
#endif

#endif
