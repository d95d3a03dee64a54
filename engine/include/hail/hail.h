/* hail/hail.h - the whole public interface: includes every header below.
 *
 *     hail_world *world = NULL;
 *     hail_shape dot;
 *     hail_world_create(NULL, &world);
 *     hail_shape_circle(hail_world_shapes(world), 4.0f, &dot);
 *     hail_rule_set(world, BULLETS, SHIPS, HAIL_MANIFOLD);
 *     hail_spawn(world, BULLETS, &dot, &(hail_spawn_columns){.x = x, .y = y}, n, NULL);
 *     hail_step(world, dt, on_contacts, game);
 *     hail_world_destroy(world);
 */
#ifndef HAIL_HAIL_H
#define HAIL_HAIL_H

#include "base.h"
#include "batch.h"
#include "bodies.h"
#include "borrow.h"
#include "contact.h"
#include "draw.h"
#include "events.h"
#include "lists.h"
#include "march.h"
#include "outline.h"
#include "points.h"
#include "query.h"
#include "rules.h"
#include "scratch.h"
#include "sectors.h"
#include "convex.h"
#include "shape.h"
#include "slide.h"
#include "sprite.h"
#include "state.h"
#include "step.h"
#include "tasks.h"
#include "tilemap.h"
#include "variant.h"
#include "world.h"

#endif
