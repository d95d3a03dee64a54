/* bench/stars/hail_stars.c - stars in a world: one layer, all against all. */
#include "stars.h"

#include <hail/hail.h>

#include <stdio.h>
#include <stdlib.h>

struct hail_stars {
    const star_scene *scene;
    hail_spriteset *set;
    hail_world *world;
    uint32_t *number; /* the star in each slot */
    size_t found, capacity;
    double depths; /* px; a sum, so that every contact is read */
    star_contact *out;
};

static void must(hail_status status, const char *what) {
    if (status == HAIL_OK)
        return;
    fprintf(stderr, "hail-bench: %s: %s\n", what, hail_status_text(status));
    exit(1);
}

static void destroy(void *self) {
    struct hail_stars *stars = self;
    if (!stars)
        return;
    hail_world_destroy(stars->world);
    hail_spriteset_destroy(stars->set);
    free(stars->number);
    free(stars);
}

static hail_shape shape_of(struct hail_stars *stars) {
    const star_scene *scene = stars->scene;
    hail_shapeset *shapes = hail_world_shapes(stars->world);
    hail_shape shape;
    if (scene->sprites) {
        const hail_image image = {.bits = scene->rows,
                                  .width = STAR_SIDE,
                                  .height = STAR_SIDE,
                                  .origin_x = STAR_SIDE / 2.0f,
                                  .origin_y = STAR_SIDE / 2.0f};
        uint32_t sprite;
        must(hail_spriteset_create(NULL, &stars->set), "hail_spriteset_create");
        must(hail_spriteset_add(stars->set, &image, &sprite), "hail_spriteset_add");
        must(hail_shape_sprite(shapes, stars->set, sprite, &shape), "hail_shape_sprite");
        return shape;
    }
    const uint32_t start[2] = {0, STAR_CORNERS};
    const hail_loops polygon = {.x = scene->x, .y = scene->y, .start = start, .count = 1};
    must(hail_shape_concave(shapes, &polygon, NULL, 0.0f, &shape, NULL), "hail_shape_concave");
    return shape;
}

/* The scene's own cos and sin, so that all contenders rotate by the same bits. */
static void spawn(struct hail_stars *stars, hail_handle *handles) {
    const scene_group *g = &stars->scene->group;
    const hail_shape shape = shape_of(stars);
    const hail_spawn_columns bodies = {.x = g->x, .y = g->y, .vx = g->vx, .vy = g->vy, .angle = g->angle};
    hail_columns columns;
    must(hail_spawn(stars->world, 0, &shape, &bodies, g->count, handles), "hail_spawn");
    for (size_t i = 0; i < g->count; i++)
        stars->number[handles[i].slot] = (uint32_t)i;
    must(hail_layer_columns(stars->world, 0, &columns), "hail_layer_columns");
    for (uint32_t i = 0; i < columns.count; i++) {
        columns.cos[i] = g->cos[stars->number[columns.handle[i].slot]];
        columns.sin[i] = g->sin[stars->number[columns.handle[i].slot]];
    }
}

static void *create(const star_scene *scene, const char *variant) {
    struct hail_stars *stars = calloc(1, sizeof *stars);
    hail_handle *handles = malloc(scene->group.count * sizeof *handles);
    if (!stars || !handles) {
        free(stars);
        free(handles);
        return NULL;
    }
    const hail_layer_options layer = {.columns = HAIL_ROTATION, .bounds = HAIL_WRAP};
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.max_x = options.max_y = scene->side;
    options.context = &(hail_context){.variant = variant};
    stars->scene = scene;
    stars->number = calloc(scene->group.count + 1, sizeof *stars->number);
    must(stars->number ? HAIL_OK : HAIL_NO_MEMORY, "stars");
    must(hail_world_create(&options, &stars->world), "hail_world_create");
    must(hail_layer_configure(stars->world, 0, &layer), "hail_layer_configure");
    must(hail_rule_set(stars->world, 0, 0, HAIL_MANIFOLD), "hail_rule_set");
    spawn(stars, handles);
    free(handles);
    return stars;
}

static void consume(const hail_contact *contacts, size_t count, void *user) {
    struct hail_stars *stars = user;
    float depths = 0.0f;
    for (size_t i = 0; i < count; i++)
        depths += contacts[i].depth[0];
    stars->depths += (double)depths;
    stars->found += count;
}

static star_contact copy_of(const struct hail_stars *stars, const hail_contact *c) {
    star_contact copy = {.a = stars->number[c->a.slot],
                         .b = stars->number[c->b.slot],
                         .part_a = c->part_a,
                         .part_b = c->part_b,
                         .count = c->count,
                         .normal_x = c->normal_x,
                         .normal_y = c->normal_y};
    for (int p = 0; p < 2; p++) {
        copy.x[p] = c->x[p];
        copy.y[p] = c->y[p];
        copy.depth[p] = c->depth[p];
    }
    return copy;
}

static void record(const hail_contact *contacts, size_t count, void *user) {
    struct hail_stars *stars = user;
    for (size_t i = 0; i < count; i++, stars->found++)
        if (stars->found < stars->capacity)
            stars->out[stars->found] = copy_of(stars, &contacts[i]);
}

static size_t step(void *self) {
    struct hail_stars *stars = self;
    stars->found = 0;
    must(hail_step(stars->world, SCENE_DT, consume, stars), "hail_step");
    return stars->found;
}

/* A step of 0 seconds finds what the last one found. */
static size_t contacts(void *self, star_contact *out, size_t capacity) {
    struct hail_stars *stars = self;
    stars->found = 0;
    stars->out = out;
    stars->capacity = capacity;
    must(hail_step(stars->world, 0.0f, record, stars), "hail_step");
    return stars->found;
}

const star_contender star_contender_hail = {
    .name = "hail", .create = create, .step = step, .contacts = contacts, .destroy = destroy};
