/* bench/stars/plain_stars.c - `plain` of stars: a counting sort into cells of a diameter, half the neighbourhood,
 * circles first; then the parts' circles and plain_sat.h, or the pixels, row by row.
 * It writes a manifold for each pair of parts, or one a pair of sprites, in no order; it checks nothing. */
#include "step/plain.h"
#include "step/plain_sat.h"
#include "plain_star_pixels.h"

#include <stdlib.h>
#include <string.h>

typedef struct placed_star {
    plain_pose pose;
    uint32_t id;
} placed_star;

typedef struct star_part {
    plain_polygon polygon;
    float x, y, radius; /* px: a circle around it */
} star_part;

struct plain_stars {
    const star_scene *scene;
    plain_bodies bodies;
    plain_grid grid;
    placed_star *placed;
    size_t parts;
    star_part part[STAR_MAX_PARTS];
    plain_star_pixels pixels;
    plain_list contacts;
    size_t found;
};

static star_part part_of(const scene_template *shape) {
    star_part part = {.polygon = plain_polygon_of(shape->x, shape->y, shape->count)};
    for (uint32_t i = 0; i < shape->count; i++) {
        part.x += shape->x[i] / (float)shape->count;
        part.y += shape->y[i] / (float)shape->count;
    }
    for (uint32_t i = 0; i < shape->count; i++)
        part.radius = fmaxf(part.radius, hypotf(shape->x[i] - part.x, shape->y[i] - part.y));
    return part;
}

static void *create(const star_scene *scene, const char *variant) {
    (void)variant;
    struct plain_stars *stars = plain_allocate(sizeof *stars);
    const size_t count = scene->group.count;
    stars->scene = scene;
    stars->bodies = plain_bodies_copy(&scene->group);
    stars->grid = plain_grid_make(scene->side, scene->side, 2.0f * STAR_RADIUS + 1.0f, count);
    stars->placed = plain_allocate(count * sizeof *stars->placed);
    stars->parts = scene->parts;
    for (size_t p = 0; p < scene->parts; p++)
        stars->part[p] = part_of(&scene->part[p]);
    plain_star_pixels_make(scene->rows, &stars->pixels);
    return stars;
}

static void destroy(void *self) {
    struct plain_stars *stars = self;
    if (!stars)
        return;
    plain_bodies_free(&stars->bodies);
    plain_grid_free(&stars->grid);
    free(stars->placed);
    free(stars->contacts.data);
    free(stars);
}

static void place_all(struct plain_stars *stars) {
    const plain_bodies *bodies = &stars->bodies;
    const scene_group *group = &stars->scene->group;
    plain_move(&stars->bodies, stars->scene->side, stars->scene->side);
    plain_grid_count(&stars->grid, bodies);
    for (uint32_t i = 0; i < bodies->count; i++)
        stars->placed[stars->grid.start[stars->grid.cell[i] + 1]++] =
            (placed_star){{bodies->x[i], bodies->y[i], group->cos[i], group->sin[i]}, i};
}

static void add_contact(struct plain_stars *stars, const star_contact *contact) {
    star_contact *all = plain_room(&stars->contacts, stars->found + 1, sizeof *all);
    all[stars->found++] = *contact;
}

/* The centre of a part's circle. */
static inline plain_vector centre_of(const plain_pose *pose, const star_part *part) {
    plain_vector at;
    plain_place(pose, part->x, part->y, &at.x, &at.y);
    return at;
}

static void collide_parts(struct plain_stars *stars, const placed_star *a, const placed_star *b) {
    plain_vector b_centre[STAR_MAX_PARTS];
    for (size_t q = 0; q < stars->parts; q++)
        b_centre[q] = centre_of(&b->pose, &stars->part[q]);
    for (uint32_t p = 0; p < stars->parts; p++) {
        const star_part *one = &stars->part[p];
        const plain_vector centre = centre_of(&a->pose, one);
        for (uint32_t q = 0; q < stars->parts; q++) {
            const star_part *other = &stars->part[q];
            const float dx = centre.x - b_centre[q].x, dy = centre.y - b_centre[q].y;
            const float reach = one->radius + other->radius + 0.01f;
            bench_manifold m;
            if (dx * dx + dy * dy > reach * reach || !plain_sat(&one->polygon, &a->pose, &other->polygon, &b->pose, &m))
                continue;
            star_contact contact = {a->id, b->id, p, q, m.count, m.normal_x, m.normal_y, {0}, {0}, {0}};
            memcpy(contact.x, m.x, sizeof m.x);
            memcpy(contact.y, m.y, sizeof m.y);
            memcpy(contact.depth, m.depth, sizeof m.depth);
            add_contact(stars, &contact);
        }
    }
}

static void collide(struct plain_stars *stars, const placed_star *one, const placed_star *other) {
    const float dx = one->pose.x - other->pose.x, dy = one->pose.y - other->pose.y;
    const float reach = 2.0f * STAR_RADIUS + 1.0f;
    if (dx * dx + dy * dy > reach * reach)
        return;
    const placed_star *a = one->id < other->id ? one : other, *b = a == one ? other : one;
    star_contact contact = {.a = a->id, .b = b->id};
    if (!stars->scene->sprites)
        collide_parts(stars, a, b);
    else if (plain_star_pixels_touch(&stars->pixels, &a->pose, &b->pose, &contact))
        add_contact(stars, &contact);
}

static size_t step(void *self) {
    struct plain_stars *stars = self;
    place_all(stars);
    stars->found = 0;
    for (int row = 1; row < stars->grid.rows - 1; row++)
        for (int column = 1; column < stars->grid.columns - 1; column++) {
            const uint32_t *own = stars->grid.start + (ptrdiff_t)row * stars->grid.columns + column,
                           *below = own + stars->grid.columns;
            for (uint32_t i = own[0]; i < own[1]; i++) {
                for (uint32_t j = i + 1; j < own[2]; j++)
                    collide(stars, &stars->placed[i], &stars->placed[j]);
                for (uint32_t j = below[-1]; j < below[2]; j++)
                    collide(stars, &stars->placed[i], &stars->placed[j]);
            }
        }
    return stars->found;
}

static size_t contacts(void *self, star_contact *out, size_t capacity) {
    const struct plain_stars *stars = self;
    if (stars->found)
        memcpy(out, stars->contacts.data, (stars->found < capacity ? stars->found : capacity) * sizeof *out);
    return stars->found;
}

const star_contender star_contender_plain = {
    .name = "plain", .create = create, .step = step, .contacts = contacts, .destroy = destroy};
