/* examples/view/bounce.c - a simple answer to contacts between bodies: equal masses bounce, and are pushed apart. */
#include "scene.h"

/* Where a body's numbers are. */
typedef struct numbers {
    float *x, *y, *vx, *vy;
    uint32_t index;
} numbers;

static bool numbers_of(hail_world *world, const hail_handle *body, numbers *of) {
    hail_location at;
    hail_columns columns;
    if (hail_locate(world, body, &at) != HAIL_OK || hail_layer_columns(world, at.layer, &columns) != HAIL_OK)
        return false;
    *of = (numbers){columns.x + at.index, columns.y + at.index, columns.vx + at.index, columns.vy + at.index, at.index};
    return true;
}

static void apart(const numbers *a, const numbers *b, const hail_contact *contact, float restitution) {
    const float nx = contact->normal_x, ny = contact->normal_y, push = 0.3f * contact->depth[0];
    const float closing = (*a->vx - *b->vx) * nx + (*a->vy - *b->vy) * ny;
    const float change = closing > 0.0f ? 0.5f * (1.0f + restitution) * closing : 0.0f;
    *a->vx -= change * nx;
    *a->vy -= change * ny;
    *b->vx += change * nx;
    *b->vy += change * ny;
    *a->x -= push * nx;
    *a->y -= push * ny;
    *b->x += push * nx;
    *b->y += push * ny;
}

void scene_bounce(hail_world *world, float restitution) {
    size_t count;
    const hail_contact *contacts = hail_contacts(world, &count);
    for (size_t i = 0; i < count; i++) {
        numbers a, b;
        if (contacts[i].kind == HAIL_CONTACT_BODY && contacts[i].count > 0 && numbers_of(world, &contacts[i].a, &a) &&
            numbers_of(world, &contacts[i].b, &b))
            apart(&a, &b, &contacts[i], restitution);
    }
    for (uint32_t layer = 0; layer < 8; layer++)
        hail_layer_changed(world, layer);
}
