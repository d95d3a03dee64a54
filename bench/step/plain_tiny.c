/* plain_tiny.c - `plain`: few bodies as a game programmer writes them in an hour: a double loop over the circles,
 * squared distances first, and a contact written where they touch. It writes the contacts that Hail writes, in Hail's
 * order, and hands them to a callback. */
#include "plain.h"

#include <math.h>
#include <stdlib.h>

struct world {
    float width, height;
    bool self;
    float radius[2];
    plain_bodies bodies[2];
    hail_contact *contacts; /* room for every pair */
    size_t touching;
    hail_contacts_fn *on_contacts;
    float depths; /* px; a sum, so that every contact is read */
};

static void consume(const hail_contact *contacts, size_t count, void *user) {
    struct world *world = user;
    float depths = 0.0f;
    for (size_t i = 0; i < count; i++)
        depths += contacts[i].depth[0];
    world->depths += depths;
}

static void *create(const scene_data *scene) {
    struct world *world = plain_allocate(sizeof *world);
    const size_t second = scene->self ? 0 : 1;
    world->width = scene->width;
    world->height = scene->height;
    world->self = scene->self;
    for (size_t i = 0; i < 2; i++) {
        const scene_group *group = &scene->group[i ? second : 0];
        world->radius[i] = group->radius;
        world->bodies[i] = plain_bodies_copy(group);
    }
    world->contacts = plain_allocate((world->bodies[0].count * world->bodies[1].count + 1) * sizeof *world->contacts);
    world->on_contacts = consume;
    return world;
}

static inline void write_contact(hail_contact *out, float ax, float ay, float ar, float dx, float dy, float br,
                                 float square) {
    float d = sqrtf(square), nx = d > 0.0f ? dx / d : 1.0f, ny = d > 0.0f ? dy / d : 0.0f;
    float m = ((ar + d) - br) * 0.5f, depth = (ar + br) - d;
    out->kind = HAIL_CONTACT_BODY;
    out->count = 1;
    out->feature_a = out->feature_b = 0;
    out->part_a = 0;
    out->part_b = 0;
    out->t = 0.0f;
    out->normal_x = nx;
    out->normal_y = ny;
    out->x[0] = ax + nx * m;
    out->y[0] = ay + ny * m;
    out->depth[0] = depth > 0.0f ? depth : 0.0f;
    out->x[1] = out->y[1] = out->depth[1] = 0.0f;
}

/* Body a of group 0 against bodies [from, count) of group 1, whose slots start at `slots`. */
static inline hail_contact *test(const struct world *world, const plain_bodies *others, uint32_t a, uint32_t from,
                                 uint32_t slots, uint8_t layer, hail_contact *out) {
    const float x = world->bodies[0].x[a], y = world->bodies[0].y[a], ar = world->radius[0], br = world->radius[1];
    for (uint32_t b = from; b < others->count; b++) {
        float dx = others->x[b] - x, dy = others->y[b] - y, square = dx * dx + dy * dy;
        if (square > (ar + br) * (ar + br))
            continue;
        out->a = (hail_handle){a, 1};
        out->b = (hail_handle){slots + b, 1};
        out->layer_a = 0;
        out->layer_b = layer;
        write_contact(out++, x, y, ar, dx, dy, br, square);
    }
    return out;
}

static size_t step(void *self) {
    struct world *world = self;
    const uint32_t count = (uint32_t)world->bodies[0].count;
    hail_contact *out = world->contacts;
    plain_move(&world->bodies[0], world->width, world->height);
    if (world->self) {
        for (uint32_t a = 0; a < count; a++)
            out = test(world, &world->bodies[0], a, a + 1, 0, 0, out);
    } else {
        plain_move(&world->bodies[1], world->width, world->height);
        for (uint32_t a = 0; a < count; a++)
            out = test(world, &world->bodies[1], a, 0, count, 1, out);
    }
    world->touching = (size_t)(out - world->contacts);
    if (world->touching)
        world->on_contacts(world->contacts, world->touching, world);
    return world->touching;
}

const hail_contact *plain_tiny_contacts(const void *self) { return ((const struct world *)self)->contacts; }

static bench_touch touch(const void *self, size_t number) {
    const struct world *world = self;
    const hail_contact *contact = &world->contacts[number];
    const uint32_t slots = world->self ? 0 : (uint32_t)world->bodies[0].count;
    return (bench_touch){contact->a.slot, contact->b.slot - slots, 0.0f};
}

static void destroy(void *self) {
    struct world *world = self;
    for (size_t i = 0; i < 2; i++)
        plain_bodies_free(&world->bodies[i]);
    free(world->contacts);
    free(world);
}

const plain_method plain_tiny = {create, step, touch, destroy};
