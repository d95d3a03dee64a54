/* hail/hail.h - every collision of a bullet-heavy 2D game, in lanes. Includes the whole public interface. */
#ifndef HAIL_HAIL_H
#define HAIL_HAIL_H

#include "base.h"
#include "batch.h"
#include "contact.h"
#include "march.h"
#include "outline.h"
#include "points.h"
#include "sectors.h"
#include "shape.h"
#include "slide.h"
#include "sprite.h"
#include "step.h"
#include "tilemap.h"
#include "world.h"

#endif
