/* engine/statics/march_bodies.h - finds the swept contacts of bodies' centres with tiles. */
#ifndef HAIL_STATICS_MARCH_BODIES_H
#define HAIL_STATICS_MARCH_BODIES_H

#include "static_query.h"

/* Adds each body's first hit as its centre goes along its path. */
void hail_march_bodies(hail_static_query *query);

#endif
