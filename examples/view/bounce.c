/* examples/view/bounce.c - a simple answer to contacts between bodies: equal masses bounce, and move apart. */
#include "scene.h"

/* Where a body's numbers are. */
typedef struct numbers {
    float *vx, *vy;
} numbers;

static bool numbers_of(hail_world *world, const hail_handle *body, numbers *of) {
    hail_location at;
    hail_columns columns;
    if (hail_locate(world, body, &at) != HAIL_OK || hail_layer_columns(world, at.layer, &columns) != HAIL_OK)
        return false;
    *of = (numbers){columns.vx + at.index, columns.vy + at.index};
    return true;
}

/* The deeper they overlap, the faster they part: as a velocity, so that the next step still sees walls on the way. */
static void part(const numbers *a, const numbers *b, const hail_contact *contact, float restitution, float firmness) {
    const float nx = contact->normal_x, ny = contact->normal_y;
    const float closing = (*a->vx - *b->vx) * nx + (*a->vy - *b->vy) * ny;
    const float bounce = closing > 0.0f ? 0.5f * (1.0f + restitution) * closing : 0.0f;
    const float wanted = firmness * contact->depth[0];
    const float change = bounce > wanted ? bounce : -closing < 2.0f * wanted ? bounce + wanted : bounce;
    *a->vx -= change * nx;
    *a->vy -= change * ny;
    *b->vx += change * nx;
    *b->vy += change * ny;
}

void scene_bounce(hail_world *world, float restitution, float firmness) {
    size_t count;
    const hail_contact *contacts = hail_contacts(world, &count);
    for (size_t i = 0; i < count; i++) {
        numbers a, b;
        if (contacts[i].kind == HAIL_CONTACT_BODY && contacts[i].count > 0 && numbers_of(world, &contacts[i].a, &a) &&
            numbers_of(world, &contacts[i].b, &b))
            part(&a, &b, &contacts[i], restitution, firmness);
    }
}
