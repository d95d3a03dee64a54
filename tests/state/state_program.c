#include "state_program.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shared/random_world.h"
#include "shared/two_rooms.h"
#include "shared/mix.h"

#define SIDE 160.0f

/* Works, or is out of memory where that may be. */
#define MUST(call)                                                                                                     \
    do {                                                                                                               \
        const hail_status must = (call);                                                                               \
        cr_assert(must == HAIL_OK || (scene_may_fail && must == HAIL_NO_MEMORY), "%s: %s", #call,                      \
                  hail_status_text(must));                                                                             \
    } while (0)

bool scene_may_fail;

/* ---- Making ------------------------------------------------------------------------------------------------------ */

void scene_make(scene *s) {
    s->no_sprites = false;
    static const uint64_t full[8] = {255, 255, 255, 255, 255, 255, 255, 255};
    static const uint64_t ring[8] = {0x3c, 0x7e, 0xff, 0xe7, 0xff, 0x7e, 0x3c, 0x18};
    const hail_tilemap_options options = {.columns = 20, .rows = 20};
    const hail_image image = {.bits = ring, .width = 8, .height = 8, .origin_x = 4, .origin_y = 4};
    uint32_t tile, sprite;
    MUST(hail_tileset_create(NULL, 8, 8, &s->tiles));
    for (uint32_t kind = 0; kind < 3; kind++)
        MUST(hail_tileset_add_bits(s->tiles, full, kind * 10, &tile));
    MUST(hail_tilemap_create(s->tiles, &options, &s->map));
    for (uint32_t i = 0; i < 24; i++)
        MUST(hail_tilemap_fill(s->map, i * 7 % 20, i * 3 % 20, 1, 1, 1 + i % 3));
    MUST(make_two_rooms(&(two_rooms){.left = 8, .top = 8, .right = 150, .bottom = 150, .portal = 80}, &s->sectors));
    MUST(hail_spriteset_create(NULL, &s->sprites));
    MUST(hail_spriteset_add(s->sprites, &image, &sprite));
}

void scene_free(scene *s) {
    hail_sectors_destroy(s->sectors);
    hail_tilemap_destroy(s->map);
    hail_tileset_destroy(s->tiles);
    hail_spriteset_destroy(s->sprites);
}

hail_world *scene_world(const scene *s, const hail_world_options *options) {
    hail_world_options own = options ? *options : (hail_world_options){.max_bodies = 0};
    hail_world *world;
    hail_convex part[2];
    hail_shape shape;
    own.max_x = own.max_y = SIDE;
    MUST(hail_world_create(&own, &world));
    hail_shapeset *set = hail_world_shapes(world);
    if (hail_shape_of_id(set, 1, &shape) != HAIL_OK) { /* else another world made them */
        MUST(hail_convex_capsule(-8, 0, 8, 0, 3, &part[0]));
        MUST(hail_convex_box(3, 9, 0, &part[1]));
        MUST(hail_shape_circle(set, 4, &shape));
        MUST(hail_shape_circle(set, 11, &shape));
        MUST(hail_shape_box(set, 6, 4, 1, &shape));
        if (s->no_sprites)
            MUST(hail_shape_polygon(set, (float[]){-5, 4, 6}, (float[]){3, 5, -6}, 3, 0.5f, &shape));
        else
            MUST(hail_shape_sprite(set, s->sprites, 0, &shape));
        MUST(hail_shape_compound(set, part, 2, &shape));
    }
    MUST(hail_world_set_tilemap(world, s->map));
    MUST(hail_world_set_sectors(world, s->sectors));
    return world;
}

void scene_edit(scene *s, uint64_t number) {
    uint64_t state = number;
    const uint32_t what = random_pick(&state, 6), vertex = 4 + random_pick(&state, 2), door = 6;
    const uint32_t column = random_pick(&state, 19), row = random_pick(&state, 19), tile = random_pick(&state, 4);
    float x = random_range(&state, 0.0f, SIDE), y = random_range(&state, 0.0f, SIDE);
    if (what == 0)
        MUST(hail_tilemap_fill(s->map, column, row, 2, 1, tile));
    if (what == 1)
        MUST(hail_tilemap_paint_disc(s->map, x, y, 7.0f, tile > 1, 10 * (tile % 3)));
    if (what == 2)
        MUST(hail_sectors_set_solid(s->sectors, &door, 1, tile > 1));
    if (what != 3)
        return;
    x = 40.0f + x / 2.0f, y = vertex == 4 ? 8.0f : 150.0f; /* the wall between the rooms slides */
    const hail_sectors_edit edit = {.vertex = &vertex, .x = &x, .y = &y, .vertex_count = 1};
    MUST(hail_sectors_change(s->sectors, &edit, NULL));
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

static void any_convex(uint64_t *state, hail_convex *convex) {
    const uint32_t kind = random_pick(state, 4);
    const float a = random_range(state, 2.0f, 9.0f), b = random_range(state, 2.0f, 9.0f);
    const float x[] = {-a, a, 1.5f * a, 0}, y[] = {b, b, -b, -1.5f * b};
    if (kind == 0)
        MUST(hail_convex_circle(a, convex));
    else if (kind == 1)
        MUST(hail_convex_capsule(-a, b, b, -a, b / 2, convex));
    else if (kind == 2)
        MUST(hail_convex_box(a, b, random_pick(state, 2) ? 1.0f : 0.0f, convex));
    else
        MUST(hail_convex_polygon(x, y, 4, random_pick(state, 2) ? 0.25f : 0.0f, convex));
}

void scene_reshape(hail_world *world, uint64_t number) {
    enum { PARTS = 5, EXTRA = 12 };
    hail_shapeset *set = hail_world_shapes(world);
    uint64_t state = number;
    hail_convex part[PARTS];
    hail_shape shape, made;
    const uint32_t what = random_pick(&state, 6), parts = 1 + random_pick(&state, PARTS);
    for (uint32_t p = 0; p < PARTS; p++)
        any_convex(&state, &part[p]);
    MUST(hail_shape_of_id(set, 1 + random_pick(&state, SCENE_SHAPES), &shape));
    if (what == 0)
        MUST(hail_shape_replace(set, &shape, &part[0]));
    if (what == 1)
        MUST(hail_shape_replace_compound(set, &shape, part, parts));
    if (what == 2)
        MUST(hail_shape_add(set, &part[0], &made));
    if (what == 3)
        MUST(hail_shape_compound(set, part, parts, &made));
    if (what == 4 && hail_shape_of_id(set, SCENE_SHAPES + 1 + random_pick(&state, EXTRA), &shape) == HAIL_OK)
        MUST(hail_shape_destroy(set, &shape)); /* no body has it */
}

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

/* A world while it is changed. All lists go by slot. */
typedef struct change {
    hail_world *world;
    uint64_t state; /* of the generator */
    hail_handle live[SCENE_BODIES * 4];
    uint32_t count;
} change;

static int by_slot(const void *a, const void *b) {
    const hail_handle *p = a, *q = b;
    return (p->slot > q->slot) - (p->slot < q->slot);
}

static void list_bodies(change *c) {
    c->count = 0;
    for (uint32_t l = 0; l < HAIL_MAX_LAYERS; l++) {
        hail_columns columns;
        MUST(hail_layer_columns(c->world, l, &columns));
        cr_assert(c->count + columns.count <= sizeof c->live / sizeof *c->live);
        if (columns.count)
            memcpy(c->live + c->count, columns.handle, columns.count * sizeof *c->live);
        c->count += columns.count;
    }
    qsort(c->live, c->count, sizeof *c->live, by_slot);
}

static uint32_t pick_of(change *c, uint32_t n) { return random_pick(&c->state, n); }
static float between(change *c, float low, float high) { return random_range(&c->state, low, high); }

static hail_shape any_shape(change *c) {
    const hail_shapeset *set = hail_world_shapes(c->world);
    hail_shape shape = {0, 0};
    uint32_t id = pick_of(c, SCENE_SHAPES), tries = 0;
    while (hail_shape_of_id(set, 1 + id, &shape) != HAIL_OK && tries++ < SCENE_SHAPES) /* a forged set may lack some */
        id = (id + 1) % SCENE_SHAPES;
    cr_assert(shape.id, "no shape is left");
    return shape;
}

static void spawn_one(change *c) {
    const float x = between(c, -10.0f, SIDE + 10.0f), y = between(c, -10.0f, SIDE + 10.0f);
    const float vx = between(c, -600.0f, 600.0f), vy = between(c, -600.0f, 600.0f), angle = between(c, -7.0f, 7.0f);
    const float scale = between(c, 0.5f, 1.5f), life = between(c, 0.01f, 0.5f);
    const uint32_t group = pick_of(c, 3), mask = 1 + pick_of(c, 3), pierce = pick_of(c, 4), layer = pick_of(c, 4);
    const uint64_t user = random_bits(&c->state);
    const hail_shape shape = any_shape(c);
    hail_layer_options o;
    MUST(hail_layer_describe(c->world, layer, &o));
    const hail_spawn_columns from = {.x = &x,
                                     .y = &y,
                                     .vx = &vx,
                                     .vy = &vy,
                                     .angle = o.columns & HAIL_ROTATION ? &angle : NULL,
                                     .scale = o.columns & HAIL_SCALE ? &scale : NULL,
                                     .life = o.columns & HAIL_LIFE ? &life : NULL,
                                     .group = o.columns & HAIL_GROUP ? &group : NULL,
                                     .mask = o.columns & HAIL_MASK ? &mask : NULL,
                                     .pierce = o.columns & HAIL_PIERCE ? &pierce : NULL,
                                     .user = o.columns & HAIL_USER ? &user : NULL};
    MUST(hail_spawn(c->world, layer, &shape, &from, 1, NULL));
}

static uint32_t any_cooldown(change *c) {
    static const uint32_t cooldowns[] = {0, 0, 1, 2, 5, HAIL_ONCE, HAIL_UNTIL_APART};
    return cooldowns[pick_of(c, 7)];
}

static uint32_t any_limit(change *c) {
    static const uint32_t limits[] = {0, 0, 0, 2, 9};
    return limits[pick_of(c, 5)];
}

static void change_rule(change *c) {
    const uint32_t with = pick_of(c, 5), mode = pick_of(c, HAIL_EARLIEST + 1);
    const bool swept = mode == HAIL_SWEPT || mode == HAIL_EARLIEST;
    hail_rule rule = {.mode = mode, .layer_a = pick_of(c, SCENE_LAYERS)};
    rule.layer_b = with == 0 ? (uint32_t)HAIL_TILES : with == 1 ? (uint32_t)HAIL_WALLS : pick_of(c, SCENE_LAYERS);
    if (mode != HAIL_IGNORE) {
        rule.events = pick_of(c, 3) > 0;
        rule.cooldown = any_cooldown(c);
        rule.max_contacts = any_limit(c);
        rule.max_events = rule.events ? any_limit(c) : 0;
        rule.kinds = with == 0 && pick_of(c, 3) == 0 ? 5 : 0;
        rule.stop = with < 2 && swept && pick_of(c, 2);
        rule.centre_only = with == 0 && swept && pick_of(c, 2);
        rule.graze = with > 1 && pick_of(c, 2) ? 6.0f : 0.0f;
        rule.graze_once = rule.graze > 0.0f && pick_of(c, 2);
    }
    MUST(hail_rule_configure(c->world, &rule));
}

static void write_numbers(change *c, const hail_handle *body) {
    static const float bad[] = {NAN, INFINITY, 1.0f, 50.0f, 80.0f};
    hail_location at;
    hail_columns columns;
    MUST(hail_locate(c->world, body, &at));
    MUST(hail_layer_columns(c->world, at.layer, &columns));
    float *float_of[] = {columns.x, columns.y, columns.vx, columns.cos, columns.scale, columns.life, columns.dx};
    float *to = float_of[pick_of(c, 7)];
    const float value = bad[pick_of(c, 5)];
    if (to)
        to[at.index] = value;
    if (columns.user)
        columns.user[at.index] = random_bits(&c->state);
    if (columns.pierce)
        columns.pierce[at.index] = pick_of(c, 3);
    MUST(hail_layer_changed(c->world, at.layer));
}

static void change_body(change *c) {
    const hail_handle body = c->live[pick_of(c, c->count)];
    const uint32_t layer = pick_of(c, SCENE_LAYERS), what = pick_of(c, 6);
    const hail_shape shape = any_shape(c);
    if (!hail_alive(c->world, &body))
        return;
    switch (what) {
    case 0:
        MUST(hail_despawn(c->world, &body, 1));
        break;
    case 1:
        MUST(hail_set_layer(c->world, &body, 1, layer));
        break;
    case 2:
        MUST(hail_set_enabled(c->world, &body, 1, layer > 0));
        break;
    case 3:
        MUST(hail_set_shape(c->world, &body, 1, &shape));
        break;
    default:
        write_numbers(c, &body);
    }
}

static void change_layer(change *c) {
    hail_layer_options options = {.columns = (uint32_t)random_bits(&c->state) & HAIL_ALL_COLUMNS,
                                  .bounds = pick_of(c, 3),
                                  .caller_moved = pick_of(c, 5) == 0,
                                  .is_static = pick_of(c, 3) == 0};
    if (options.is_static) {
        options.columns &= ~(uint32_t)(HAIL_LIFE | HAIL_DISPLACEMENT);
        options.bounds = HAIL_OPEN;
        options.caller_moved = 0;
    }
    MUST(hail_layer_configure(c->world, pick_of(c, SCENE_LAYERS), &options));
}

void scene_change(hail_world *world, uint64_t number) {
    change c = {.world = world, .state = number};
    list_bodies(&c);
    for (uint32_t i = 0; i < 8 && c.count > 0; i++)
        change_body(&c);
    if (pick_of(&c, 3) == 0)
        change_layer(&c);
    for (uint32_t i = pick_of(&c, 4); i > 0; i--)
        change_rule(&c);
    for (uint32_t i = 0; hail_body_count(world) < SCENE_BODIES && i < 24; i++)
        spawn_one(&c);
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

typedef struct listener {
    hail_world *world;
    uint64_t state, digest;
} listener;

static void on_contacts(const hail_contact *contacts, size_t count, void *user) {
    listener *l = user;
    l->digest = mix(l->digest, contacts, count * sizeof *contacts);
    for (size_t i = 0; i < count; i++) {
        hail_location at;
        hail_columns columns;
        const uint32_t chance = random_pick(&l->state, 16);
        if (chance == 0 && hail_alive(l->world, &contacts[i].a))
            MUST(hail_despawn(l->world, &contacts[i].a, 1));
        if (chance != 1 || hail_locate(l->world, &contacts[i].a, &at) != HAIL_OK)
            continue;
        MUST(hail_layer_columns(l->world, at.layer, &columns));
        columns.vx[at.index] = -columns.vx[at.index];
        if (columns.user)
            columns.user[at.index] = random_bits(&l->state);
        MUST(hail_layer_changed(l->world, at.layer));
    }
}

/* Without the pointers to contacts, which are compared by themselves. */
static uint64_t mix_events(uint64_t digest, const hail_event *events, size_t count) {
    for (size_t i = 0; i < count; i++) {
        hail_event e = events[i];
        digest = e.contact ? mix(digest, e.contact, sizeof *e.contact) : digest;
        e.contact = NULL;
        digest = mix(digest, &e, sizeof e);
    }
    return digest;
}

uint64_t scene_step(hail_world *world, uint64_t number) {
    static const float steps[] = {0.0f, 1.0f / 60.0f, 1.0f / 60.0f, 1.0f / 30.0f};
    listener l = {world, number, 0xcbf29ce484222325u};
    const float dt = steps[random_pick(&l.state, 4)];
    size_t count;
    MUST(hail_step(world, dt, on_contacts, &l));
    const hail_event *begins = hail_begins(world, &count);
    l.digest = mix_events(l.digest, begins, count);
    const hail_event *stays = hail_stays(world, &count);
    l.digest = mix_events(l.digest, stays, count);
    const hail_event *ends = hail_ends(world, &count);
    l.digest = mix_events(l.digest, ends, count);
    const hail_removal *removals = hail_removals(world, &count);
    for (size_t i = 0; i < count; i++)
        l.digest = mix(mix(l.digest, &removals[i].handle, sizeof removals[i].handle), &removals[i].user,
                       sizeof removals[i].user);
    return l.digest;
}

uint64_t scene_run(hail_world *world, uint64_t seed, uint32_t begin, uint32_t end) {
    uint64_t digest = 0;
    for (uint32_t step = begin; step < end; step++) {
        uint64_t state = seed * 0x2545f4914f6cdd1du + step;
        scene_change(world, random_bits(&state));
        digest = scene_step(world, random_bits(&state));
    }
    return digest;
}

uint64_t scene_ask(hail_world *world) {
    enum { POINTS = 16, MOST = 4 };
    const hail_query_filter filter = {.find = HAIL_FIND_BODIES | HAIL_FIND_TILES | HAIL_FIND_WALLS}, bodies = {0};
    float x[POINTS], y[POINTS], dx[POINTS], dy[POINTS];
    hail_query_match match[POINTS * MOST];
    hail_query_hit ray[POINTS * MOST], near[POINTS * MOST];
    uint32_t counts[3 * POINTS];
    for (int i = 0; i < POINTS; i++) {
        x[i] = 10.0f * (float)i, y[i] = 150.0f - 9.0f * (float)i;
        dx[i] = 80.0f - x[i], dy[i] = 30.0f;
    }
    memset(match, 0, sizeof match);
    memset(ray, 0, sizeof ray);
    memset(near, 0, sizeof near);
    const hail_points points = {.x = x, .y = y, .count = POINTS};
    const hail_rays rays = {.x = x, .y = y, .dx = dx, .dy = dy, .count = POINTS};
    const hail_nearest_options nearest = {.radius = 40};
    MUST(hail_query_prepare(world, 0));
    MUST(hail_query_points(world, &points, &filter, MOST, match, counts));
    MUST(hail_query_rays(world, &rays, &filter, MOST, ray, counts + POINTS));
    MUST(hail_query_nearest(world, &points, &nearest, &bodies, MOST, near, counts + (size_t)2 * POINTS));
    const uint64_t digest = mix(mix(0xcbf29ce484222325u, match, sizeof match), counts, sizeof counts);
    return mix(mix(digest, ray, sizeof ray), near, sizeof near);
}

uint64_t scene_hash(const hail_world *world) {
    uint64_t hash = 0;
    MUST(hail_world_hash(world, &hash));
    return hash;
}

void scene_same(const hail_world *a, const hail_world *b, const char *what, uint64_t seed, uint32_t step) {
    char text[256];
    hail_difference d;
    MUST(hail_world_diff(a, b, &d));
    hail_difference_text(&d, text, sizeof text);
    cr_assert_eq(d.what, HAIL_STATE_EQUAL, "%s, seed %llu, step %u: %s", what, (unsigned long long)seed, step, text);
    cr_assert_eq(scene_hash(a), scene_hash(b), "%s, seed %llu, step %u: hashes differ", what, (unsigned long long)seed,
                 step);
}
