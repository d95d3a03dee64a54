/* engine/world/reflect.c - makes bodies bounce off what they hit. */
#include <math.h>

#include "world_state.h"

static void reflect(hail_world *world, const hail_contact *c, float restitution, float kept) {
    hail_location at;
    if (hail_locate(world, &c->a, &at) != HAIL_OK)
        return;
    const hail_layer *layer = world->bodies.layer[at.layer];
    float *vx = layer_floats(layer, COLUMN_VX) + at.index, *vy = layer_floats(layer, COLUMN_VY) + at.index;
    const float into = *vx * c->normal_x + *vy * c->normal_y;
    if (!(into > 0.0f))
        return;
    const float along_x = *vx - c->normal_x * into, along_y = *vy - c->normal_y * into;
    *vx = along_x * kept - c->normal_x * into * restitution;
    *vy = along_y * kept - c->normal_y * into * restitution;
}

hail_status hail_reflect(hail_world *world, const hail_contact *contacts, size_t count, float restitution,
                         float friction) {
    if (!world || (count && !contacts))
        return HAIL_BAD_ARGUMENT;
    if (!isfinite(restitution) || !isfinite(friction))
        return HAIL_NOT_FINITE;
    if (restitution < 0.0f || restitution > 1.0f || friction < 0.0f || friction > 1.0f)
        return HAIL_OUT_OF_RANGE;
    for (size_t i = 0; i < count; i++)
        reflect(world, &contacts[i], restitution, 1.0f - friction);
    return HAIL_OK;
}
