/* engine/world/reflect.c - velocities turned round by contacts: for whoever bounces sparks, and wants no more than
 * that. */
#include <math.h>

#include "bodies.h"

static void reflect(hail_world *world, const hail_contact *c, float restitution, float keep) {
    hail_location place;
    if (hail_locate(world, c->a, &place) != HAIL_OK)
        return;
    const hail_layer *layer = world->layer[place.layer];
    float *vx = layer_floats(layer, COLUMN_VX) + place.index, *vy = layer_floats(layer, COLUMN_VY) + place.index;
    const float into = *vx * c->normal_x + *vy * c->normal_y;
    if (!(into > 0.0f))
        return;
    const float along_x = *vx - c->normal_x * into, along_y = *vy - c->normal_y * into;
    *vx = along_x * keep - c->normal_x * into * restitution;
    *vy = along_y * keep - c->normal_y * into * restitution;
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
