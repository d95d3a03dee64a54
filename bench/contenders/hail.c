/* hail.c - Hail through its public interface alone, with its default options. */
#include "contender.h"

#include <hail/hail.h>

#include <stdio.h>
#include <stdlib.h>

enum { CIRCLES, POLYGONS };

struct hail_contender {
    hail_world *world;
    size_t touching;
    double depths;  /* px; so that every contact is read */
    uint32_t *body; /* the scene's number of each slot   */
    size_t slots;
    bench_pair *pairs; /* where `record` writes */
    size_t capacity;
};

static void consume(const hail_contact *contacts, size_t count, void *context) {
    struct hail_contender *hail = context;
    float depths = 0.0f;
    for (size_t i = 0; i < count; i++)
        depths += contacts[i].depth[0];
    hail->depths += (double)depths;
    hail->touching += count;
}

static void record(const hail_contact *contacts, size_t count, void *context) {
    struct hail_contender *hail = context;
    for (size_t i = 0; i < count; i++, hail->touching++)
        if (hail->touching < hail->capacity)
            hail->pairs[hail->touching] = (bench_pair){hail->body[contacts[i].a.slot], hail->body[contacts[i].b.slot]};
}

static bool good(hail_status status, const char *what) {
    if (status != HAIL_OK)
        fprintf(stderr, "hail-bench: %s: %s\n", what, hail_status_text(status));
    return status == HAIL_OK;
}

static bool remember(struct hail_contender *hail, const hail_handle *handles, size_t count) {
    size_t slots = hail->slots;
    for (size_t i = 0; i < count; i++)
        slots = handles[i].slot >= slots ? (size_t)handles[i].slot + 1 : slots;
    uint32_t *body = realloc(hail->body, slots * sizeof *body);
    if (!body)
        return false;
    hail->body = body;
    hail->slots = slots;
    for (size_t i = 0; i < count; i++)
        body[handles[i].slot] = (uint32_t)i;
    return true;
}

/* The scene's own cos and sin, so that everybody turns the polygons by the same bits. */
static bool turn(const struct hail_contender *hail, const scene_group *group) {
    hail_columns columns;
    if (!good(hail_layer_columns(hail->world, POLYGONS, &columns), "hail_layer_columns"))
        return false;
    for (uint32_t i = 0; i < columns.count; i++) {
        columns.cos[i] = group->cos[hail->body[columns.handle[i].slot]];
        columns.sin[i] = group->sin[hail->body[columns.handle[i].slot]];
    }
    return true;
}

static bool spawn_circles(struct hail_contender *hail, const scene_group *group, hail_handle *handles) {
    hail_shape circle;
    hail_spawn_columns columns = {.x = group->x, .y = group->y, .vx = group->vx, .vy = group->vy};
    return good(hail_shape_circle(hail->world, group->radius, &circle), "hail_shape_circle") &&
           good(hail_spawn(hail->world, CIRCLES, circle, &columns, group->count, handles), "hail_spawn") &&
           remember(hail, handles, group->count);
}

static bool spawn_polygons(struct hail_contender *hail, const scene_data *scene, hail_handle *handles) {
    const scene_group *group = &scene->group[1];
    hail_shape shapes[SCENE_MAX_TEMPLATES] = {{0}};
    for (size_t i = 0; i < scene->template_count; i++) {
        const scene_template *shape = &scene->shape[i];
        if (!good(hail_shape_polygon(hail->world, shape->x, shape->y, shape->count, 0.0f, &shapes[i]),
                  "hail_shape_polygon"))
            return false;
    }
    hail_shape *shape = malloc(group->count * sizeof *shape);
    if (!shape)
        return false;
    for (size_t i = 0; i < group->count; i++)
        shape[i] = shapes[group->shape[i]];
    hail_spawn_columns columns = {
        .x = group->x, .y = group->y, .vx = group->vx, .vy = group->vy, .shape = shape, .angle = group->angle};
    bool spawned = good(hail_spawn(hail->world, POLYGONS, shapes[0], &columns, group->count, handles), "hail_spawn");
    free(shape);
    return spawned && remember(hail, handles, group->count) && turn(hail, group);
}

static bool set_up(struct hail_contender *hail, const scene_data *scene) {
    hail_world *world = hail->world;
    size_t pairs = scene->expected_pairs * 4;
    hail_layer_options circles = {.bounds = HAIL_WRAP};
    hail_layer_options polygons = {.columns = HAIL_ROTATION, .bounds = HAIL_WRAP};
    if (!good(hail_layer_configure(world, CIRCLES, &circles), "hail_layer_configure") ||
        (!scene->self && !good(hail_layer_configure(world, POLYGONS, &polygons), "hail_layer_configure")) ||
        !good(hail_rule_set(world, CIRCLES, scene->self ? CIRCLES : POLYGONS, HAIL_MANIFOLD), "hail_rule_set"))
        return false;
    for (uint32_t g = 0; g < scene->group_count; g++)
        if (!good(hail_reserve(world, g, scene->group[g].count, pairs), "hail_reserve"))
            return false;
    hail_handle *handles = malloc(scene_body_count(scene) * sizeof *handles);
    bool spawned = handles && spawn_circles(hail, &scene->group[0], handles) &&
                   (scene->self || spawn_polygons(hail, scene, handles));
    free(handles);
    return spawned;
}

static void destroy(void *self) {
    struct hail_contender *hail = self;
    if (!hail)
        return;
    hail_world_destroy(hail->world);
    free(hail->body);
    free(hail);
}

static void *create(const scene_data *scene, const char *variant) {
    struct hail_contender *hail = calloc(1, sizeof *hail);
    if (!hail)
        return NULL;
    hail_world_options options = hail_world_defaults();
    options.max_x = scene->width;
    options.max_y = scene->height;
    options.isa = variant;
    if (good(hail_world_create(&options, &hail->world), "hail_world_create") && set_up(hail, scene))
        return hail;
    destroy(hail);
    return NULL;
}

static size_t step(void *self) {
    struct hail_contender *hail = self;
    hail->touching = 0;
    if (!good(hail_step(hail->world, SCENE_DT, consume, hail), "hail_step"))
        exit(1);
    return hail->touching;
}

/* A step of no time finds what the last one found. */
static size_t pairs(void *self, bench_pair *out, size_t capacity) {
    struct hail_contender *hail = self;
    hail->touching = 0;
    hail->pairs = out;
    hail->capacity = capacity;
    if (!good(hail_step(hail->world, 0.0f, record, hail), "hail_step"))
        exit(1);
    return hail->touching;
}

static const char *label(void *self) { return hail_world_isa(((struct hail_contender *)self)->world); }

const contender contender_hail = {
    .name = "hail",
    .create = create,
    .step = step,
    .pairs = pairs,
    .label = label,
    .destroy = destroy,
};
