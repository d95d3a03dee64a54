/* bench/world/hail_real.c - Hail plays the record of real.h: bullets in a layer that frees what leaves the field, found
 * by handles; a rule for hits, which writes manifolds, and one for what the players see. It puts the contacts in order,
 * and passes them to a callback. */
#include "real.h"

#include "scenes.h"
#include "tiles/hail_map.h"

#include <stdlib.h>

enum { BULLETS, PLAYERS, SIGHTS };

struct real {
    const real_scene *scene;
    hail_world *world;
    hail_shape bullet;
    hail_handle *handle; /* by bullet */
    hail_handle *gone;   /* of a frame */
    real_found found;
    float depths;
};

static void destroy(void *self) {
    struct real *r = self;
    if (!r)
        return;
    hail_world_destroy(r->world);
    free(r->handle);
    free(r->gone);
    free(r);
}

static void consume(const hail_contact *contacts, size_t count, void *user) {
    struct real *r = user;
    if (contacts[0].layer_a == SIGHTS) { /* a window holds contacts of one rule */
        r->found.seen += count;
        return;
    }
    for (size_t i = 0; i < count; i++)
        r->depths += contacts[i].depth[0];
    r->found.hits += count;
}

static void spawn_players(hail_world *world, const real_scene *scene, uint32_t layer, float radius) {
    hail_shape shape;
    const hail_spawn_columns columns = {.x = scene->player_x, .y = scene->player_y};
    hail_map_must(hail_shape_circle(hail_world_shapes(world), radius, &shape), "hail_shape_circle");
    hail_map_must(hail_spawn(world, layer, &shape, &columns, REAL_PLAYERS, NULL), "hail_spawn");
}

static void *create(const real_scene *scene, const char *variant) {
    struct real *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    const hail_context context = {.variant = variant};
    const hail_layer_options killing = {.bounds = HAIL_KILL};
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context = &context;
    options.max_x = (float)REAL_WIDTH;
    options.max_y = (float)REAL_HEIGHT;
    r->scene = scene;
    r->handle = malloc(scene->fired.end[REAL_FRAMES] * sizeof *r->handle);
    r->gone = malloc((scene->most + 1) * sizeof *r->gone);
    hail_map_must(hail_world_create(&options, &r->world), "hail_world_create");
    hail_map_must(hail_layer_configure(r->world, BULLETS, &killing), "hail_layer_configure");
    hail_map_must(hail_rule_set(r->world, BULLETS, PLAYERS, HAIL_MANIFOLD), "hail_rule_set");
    hail_map_must(hail_rule_set(r->world, SIGHTS, BULLETS, HAIL_PAIRS), "hail_rule_set");
    hail_map_must(hail_shape_circle(hail_world_shapes(r->world), REAL_BULLET_RADIUS, &r->bullet), "hail_shape_circle");
    spawn_players(r->world, scene, PLAYERS, REAL_PLAYER_RADIUS);
    spawn_players(r->world, scene, SIGHTS, REAL_SIGHT_RADIUS);
    if (r->handle && r->gone)
        return r;
    destroy(r);
    return NULL;
}

static hail_columns columns_of(const struct real *r, uint32_t layer) {
    hail_columns columns;
    hail_map_must(hail_layer_columns(r->world, layer, &columns), "hail_layer_columns");
    return columns;
}

/* Bodies of a layer that the caller neither spawns nor despawns keep no order: their slots tell which is which. */
static void move_players(const struct real *r, uint32_t layer, size_t frame) {
    const hail_columns columns = columns_of(r, layer);
    uint32_t lowest = columns.handle[0].slot;
    for (uint32_t i = 1; i < columns.count; i++)
        lowest = columns.handle[i].slot < lowest ? columns.handle[i].slot : lowest;
    for (uint32_t i = 0; i < columns.count; i++) {
        const uint32_t who = columns.handle[i].slot - lowest;
        if (frame == 0) {
            columns.x[i] = r->scene->player_x[who];
            columns.y[i] = r->scene->player_y[who];
        }
        columns.vx[i] = r->scene->player_vx[frame][who];
        columns.vy[i] = r->scene->player_vy[frame][who];
    }
}

static void clear(const struct real *r) {
    const hail_columns columns = columns_of(r, BULLETS);
    for (uint32_t i = 0; i < columns.count; i++)
        r->gone[i] = columns.handle[i];
    hail_map_must(hail_despawn(r->world, r->gone, columns.count), "hail_despawn");
}

static void take_away(const struct real *r, size_t frame) {
    const real_list *list = &r->scene->gone;
    const uint32_t first = list->end[frame], count = list->end[frame + 1] - first;
    for (uint32_t i = 0; i < count; i++)
        r->gone[i] = r->handle[list->bullet[first + i]];
    hail_map_must(hail_despawn(r->world, r->gone, count), "hail_despawn");
}

static void steer(const struct real *r, size_t frame) {
    const real_list *list = &r->scene->steered;
    const hail_columns columns = columns_of(r, BULLETS);
    for (uint32_t i = list->end[frame]; i < list->end[frame + 1]; i++) {
        hail_location place;
        hail_map_must(hail_locate(r->world, &r->handle[list->bullet[i]], &place), "hail_locate");
        columns.vx[place.index] = list->vx[i];
        columns.vy[place.index] = list->vy[i];
    }
}

static void fire(const struct real *r, size_t frame) {
    const real_list *list = &r->scene->fired;
    const uint32_t first = list->end[frame], count = list->end[frame + 1] - first;
    const hail_spawn_columns columns = {
        .x = list->x + first, .y = list->y + first, .vx = list->vx + first, .vy = list->vy + first};
    if (count)
        hail_map_must(hail_spawn(r->world, BULLETS, &r->bullet, &columns, count, r->handle + first), "hail_spawn");
}

static real_found frame(void *self, size_t number) {
    struct real *r = self;
    if (number == 0)
        clear(r);
    take_away(r, number);
    fire(r, number);
    steer(r, number);
    move_players(r, PLAYERS, number);
    move_players(r, SIGHTS, number);
    r->found = (real_found){0};
    hail_map_must(hail_step(r->world, SCENE_DT, consume, r), "hail_step");
    r->found.alive = columns_of(r, BULLETS).count;
    return r->found;
}

const real_contender real_contender_hail = {"hail", create, frame, destroy};
