/* hail.c - Hail, through its public interface alone, with the default options. Unlike the other
 * contenders it checks for numbers that are not finite, keeps handles valid, puts the contacts in order (except where a
 * scene says not to), and passes them to a callback, which reads every one. */
#include "contender.h"
#include "tasks.h"

#include <hail/hail.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Layer g holds the scene's group g. */
struct hail_contender {
    hail_world *world;
    bool swept;
    uint32_t workers; /* 0: contacts are read on the calling thread; else on tasks: the scene has no order */
    size_t touching;
    double depths;  /* px; a sum, so that every contact is read */
    uint32_t *body; /* the scene's number of each slot   */
    size_t slots;
    bench_touch *pairs; /* where `record` writes; in a swept scene in every step, by slots */
    size_t capacity;
};

static void consume(const hail_contact *contacts, size_t count, void *user) {
    struct hail_contender *hail = user;
    float depths = 0.0f;
    for (size_t i = 0; i < count; i++)
        depths += contacts[i].depth[0];
    hail->depths += (double)depths;
    hail->touching += count;
}

static void record(const hail_contact *contacts, size_t count, void *user) {
    struct hail_contender *hail = user;
    for (size_t i = 0; i < count; i++, hail->touching++)
        if (hail->touching < hail->capacity)
            hail->pairs[hail->touching] = (bench_touch){contacts[i].a.slot, contacts[i].b.slot, contacts[i].t};
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

/* The scene's own cos and sin, so that all contenders rotate the polygons by the same bits. */
static bool turn(const struct hail_contender *hail, const scene_group *group, uint32_t layer) {
    hail_columns columns;
    if (!good(hail_layer_columns(hail->world, layer, &columns), "hail_layer_columns"))
        return false;
    for (uint32_t i = 0; i < columns.count; i++) {
        columns.cos[i] = group->cos[hail->body[columns.handle[i].slot]];
        columns.sin[i] = group->sin[hail->body[columns.handle[i].slot]];
    }
    return true;
}

static bool spawn_circles(struct hail_contender *hail, const scene_group *group, uint32_t layer, hail_handle *handles) {
    hail_shape circle;
    hail_spawn_columns columns = {.x = group->x, .y = group->y, .vx = group->vx, .vy = group->vy};
    return good(hail_shape_circle(hail_world_shapes(hail->world), group->radius, &circle), "hail_shape_circle") &&
           good(hail_spawn(hail->world, layer, &circle, &columns, group->count, handles), "hail_spawn") &&
           remember(hail, handles, group->count);
}

static hail_shape *make_shapes(const struct hail_contender *hail, const scene_data *scene) {
    hail_shape *shapes = malloc(scene->template_count * sizeof *shapes);
    for (size_t i = 0; shapes && i < scene->template_count; i++) {
        const scene_template *shape = &scene->shape[i];
        if (good(hail_shape_polygon(hail_world_shapes(hail->world), shape->x, shape->y, shape->count, 0.0f, &shapes[i]),
                 "hail_shape_polygon"))
            continue;
        free(shapes);
        return NULL;
    }
    return shapes;
}

static bool spawn_polygons(struct hail_contender *hail, const scene_data *scene, uint32_t layer, hail_handle *handles) {
    const scene_group *group = &scene->group[layer];
    hail_shape *shapes = make_shapes(hail, scene), *shape = malloc(group->count * sizeof *shape);
    bool spawned = shapes && shape;
    if (spawned) {
        for (size_t i = 0; i < group->count; i++)
            shape[i] = shapes[group->shape[i]];
        hail_spawn_columns columns = {
            .x = group->x, .y = group->y, .vx = group->vx, .vy = group->vy, .shape = shape, .angle = group->angle};
        spawned = good(hail_spawn(hail->world, layer, &shapes[0], &columns, group->count, handles), "hail_spawn");
    }
    free(shapes);
    free(shape);
    return spawned && remember(hail, handles, group->count) && turn(hail, group, layer);
}

static bool set_up(struct hail_contender *hail, const scene_data *scene) {
    hail_world *world = hail->world;
    for (uint32_t g = 0; g < scene->group_count; g++) {
        hail_layer_options layer = {.columns = scene->group[g].polygons ? HAIL_ROTATION : 0, .bounds = HAIL_WRAP};
        if (!good(hail_layer_configure(world, g, &layer), "hail_layer_configure"))
            return false;
    }
    hail_mode mode = scene->swept ? HAIL_EARLIEST : HAIL_MANIFOLD;
    const hail_rule rule = {.mode = (uint32_t)mode,
                            .layer_b = scene->self ? 0 : 1,
                            .order = scene->unordered ? HAIL_UNORDERED : HAIL_ORDERED,
                            .events = scene->events};
    if (!good(hail_rule_configure(world, &rule), "hail_rule_configure"))
        return false;
    for (uint32_t g = 0; g < scene->group_count; g++)
        if (!good(hail_reserve(world, g, scene->group[g].count, scene->expected_pairs * 4), "hail_reserve"))
            return false;
    hail_handle *handles = malloc(scene_body_count(scene) * sizeof *handles);
    bool spawned = handles;
    for (uint32_t g = 0; spawned && g < scene->group_count; g++)
        spawned = scene->group[g].polygons ? spawn_polygons(hail, scene, g, handles)
                                           : spawn_circles(hail, &scene->group[g], g, handles);
    free(handles);
    return spawned;
}

/* A swept step cannot be repeated to list what it found, so its hits are recorded; no circle has more than one. */
static bool take_notes(struct hail_contender *hail, const scene_data *scene) {
    hail->swept = scene->swept;
    if (!hail->swept)
        return true;
    hail->capacity = scene->group[0].count;
    hail->pairs = malloc(hail->capacity * sizeof *hail->pairs);
    return hail->pairs;
}

static void destroy(void *self) {
    struct hail_contender *hail = self;
    if (!hail)
        return;
    hail_world_destroy(hail->world);
    free(hail->body);
    free(hail->pairs);
    free(hail);
}

static void *create_world(const scene_data *scene, const char *variant, bool timed) {
    struct hail_contender *hail = calloc(1, sizeof *hail);
    if (!hail)
        return NULL;
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.max_x = scene->width;
    options.max_y = scene->height;
    options.timed = timed;
    hail_context context = {0};
    bench_set_context(&context, variant);
    options.context = &context;
    hail->workers = scene->unordered && !scene->swept && context.tasks ? context.tasks->workers : 0;
    if (good(hail_world_create(&options, &hail->world), "hail_world_create") && set_up(hail, scene) &&
        take_notes(hail, scene))
        return hail;
    destroy(hail);
    return NULL;
}

static void *create(const scene_data *scene, const char *variant) { return create_world(scene, variant, false); }

static void *create_timed(const scene_data *scene, const char *variant) { return create_world(scene, variant, true); }

/* Each task reads the contacts that it found, into sums of its own. */
static size_t step_on_tasks(struct hail_contender *hail) {
    static struct {
        struct hail_contender sums;
        char padding[128]; /* two cache lines: a worker's neighbours fetch the next one, too */
    } worker[HAIL_MAX_WORKERS];
    void *users[HAIL_MAX_WORKERS];
    for (size_t w = 0; w < hail->workers; w++) {
        worker[w].sums.touching = 0;
        worker[w].sums.depths = 0.0;
        users[w] = &worker[w].sums;
    }
    if (!good(hail_step_on_tasks(hail->world, SCENE_DT, consume, users), "hail_step_on_tasks"))
        exit(1);
    for (size_t w = 0; w < hail->workers; w++) {
        hail->touching += worker[w].sums.touching;
        hail->depths += worker[w].sums.depths;
    }
    return hail->touching;
}

static size_t step(void *self) {
    struct hail_contender *hail = self;
    hail->touching = 0;
    if (hail->workers)
        return step_on_tasks(hail);
    if (!good(hail_step(hail->world, SCENE_DT, hail->swept ? record : consume, hail), "hail_step"))
        exit(1);
    return hail->touching;
}

/* A step of 0 seconds finds what the last one found. */
static void find_again(struct hail_contender *hail, bench_touch *out, size_t capacity) {
    hail->touching = 0;
    hail->pairs = out;
    hail->capacity = capacity;
    if (!good(hail_step(hail->world, 0.0f, record, hail), "hail_step"))
        exit(1);
    hail->pairs = NULL;
}

static size_t pairs(void *self, bench_touch *out, size_t capacity) {
    struct hail_contender *hail = self;
    if (!hail->swept)
        find_again(hail, out, capacity);
    else
        memcpy(out, hail->pairs, (hail->touching < capacity ? hail->touching : capacity) * sizeof *out);
    for (size_t i = 0; i < hail->touching && i < capacity; i++)
        out[i] = (bench_touch){hail->body[out[i].a], hail->body[out[i].b], out[i].t};
    return hail->touching;
}

/* Where `copy` writes. */
struct copied {
    hail_contact *contacts;
    size_t count, capacity;
};

static void copy(const hail_contact *contacts, size_t count, void *user) {
    struct copied *to = user;
    for (size_t i = 0; i < count; i++, to->count++)
        if (to->count < to->capacity)
            to->contacts[to->count] = contacts[i];
}

static size_t stream(void *self, hail_contact *contacts, size_t capacity) {
    struct copied to = {contacts, 0, capacity};
    if (!good(hail_step(((struct hail_contender *)self)->world, 0.0f, copy, &to), "hail_step"))
        exit(1);
    return to.count;
}

static bench_events events(void *self) {
    const hail_step_stats *stats = hail_stats(((struct hail_contender *)self)->world);
    return (bench_events){(size_t)stats->begins, (size_t)stats->stays, (size_t)stats->ends};
}

static const char *label(void *self) { return hail_world_variant(((struct hail_contender *)self)->world); }

const contender contender_hail = {
    .name = "hail",
    .meetings = BENCH_DISCRETE | BENCH_SWEPT | BENCH_TINY | BENCH_EVENTS,
    .create = create,
    .step = step,
    .pairs = pairs,
    .stream = stream,
    .events = events,
    .label = label,
    .destroy = destroy,
};

const contender contender_hail_timed = {.name = "hail", .create = create_timed, .step = step, .destroy = destroy};

const char *bench_hail_stage(void *self, size_t stage, double *ns) {
    const char *name = hail_stage_name(stage);
    if (name)
        *ns = (double)hail_stats(((struct hail_contender *)self)->world)->ns[stage];
    return name;
}
