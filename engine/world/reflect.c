/* engine/world/reflect.c - makes bodies bounce off what they hit. */
#include "base/error.h"
#include "slots.h"
#include "world_state.h"

static void reflect(hail_world *world, const hail_contact *c, float restitution, float kept) {
    if (c->kind == HAIL_CONTACT_GRAZE || !slots_alive(&world->bodies, c->a))
        return;
    const hail_layer *layer = world->bodies.layer[slot_layer(&world->bodies, c->a.slot)];
    const uint32_t index = slot_index(&world->bodies, c->a.slot);
    float *vx = layer_floats(layer, COLUMN_VX) + index, *vy = layer_floats(layer, COLUMN_VY) + index;
    const float into = *vx * c->normal_x + *vy * c->normal_y;
    if (!(into > 0.0f))
        return;
    const float along_x = *vx - c->normal_x * into, along_y = *vy - c->normal_y * into;
    *vx = along_x * kept - c->normal_x * into * restitution;
    *vy = along_y * kept - c->normal_y * into * restitution;
}

static hail_status check_reflect(const hail_world *world, const hail_contact *contacts, size_t count, float restitution,
                                 float friction) {
    hail_error *error = world->heap.error;
    if (count && !contacts)
        return hail_fail_null(error, "contacts");
    if (count > INT32_MAX) /* an array as long as that is the caller's mistake: it is not read */
        return hail_fail_above(error, HAIL_BAD_ARGUMENT, "count", count, INT32_MAX, "is more than 2^31 - 1");
    HAIL_REQUIRE(hail_check_number(error, "restitution", (double)restitution, 0.0, 1.0));
    return hail_check_number(error, "friction", (double)friction, 0.0, 1.0);
}

hail_status hail_reflect(hail_world *world, const hail_contact *contacts, size_t count, float restitution,
                         float friction) {
    if (!world || world->on_tasks)
        return world ? HAIL_BUSY : HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(check_reflect(world, contacts, count, restitution, friction));
    for (size_t i = 0; i < count; i++)
        reflect(world, &contacts[i], restitution, 1.0f - friction);
    return HAIL_OK;
}
