#include "event_program.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "shared/rules.h"
#include "shared/two_rooms.h"

#define MUST(call) cr_assert_eq(call, HAIL_OK, "%s", #call)
#define SIDE       160.0f

/* ---- Making ------------------------------------------------------------------------------------------------------ */

static void make_maps(program *p) {
    static const uint64_t full[8] = {255, 255, 255, 255, 255, 255, 255, 255},
                          half[8] = {0, 0, 0, 0, 255, 255, 255, 255};
    static const uint64_t ring[8] = {0x3c, 0x7e, 0xff, 0xe7, 0xff, 0x7e, 0x3c, 0x18};
    const hail_tilemap_options options = {.columns = 20, .rows = 20};
    const hail_image image = {.bits = ring, .width = 8, .height = 8, .origin_x = 4, .origin_y = 4};
    uint32_t tile, sprite;
    MUST(hail_tileset_create(NULL, 8, 8, &p->tiles));
    for (uint32_t kind = 0; kind < 4; kind++)
        MUST(hail_tileset_add_bits(p->tiles, kind % 2 ? half : full, kind * 10, &tile));
    MUST(hail_tilemap_create(p->tiles, &options, &p->map));
    for (int i = 0; i < 30; i++) {
        const uint32_t number = 1 + random_pick(&p->state, 4), row = random_pick(&p->state, 20),
                       column = random_pick(&p->state, 20);
        MUST(hail_tilemap_fill(p->map, column, row, 1, 1, number));
    }
    MUST(make_two_rooms(&(two_rooms){.left = 8, .top = 8, .right = 150, .bottom = 150, .portal = 80}, &p->sectors));
    MUST(hail_spriteset_create(NULL, &p->sprites));
    MUST(hail_spriteset_add(p->sprites, &image, &sprite));
}

static void make_world(const program *p, const hail_world_options *options, program_world *w) {
    hail_convex part[2];
    MUST(hail_world_create(options, &w->world));
    hail_shapeset *set = hail_world_shapes(w->world);
    MUST(hail_convex_capsule(-8, 0, 8, 0, 3, &part[0]));
    MUST(hail_convex_box(3, 9, 0, &part[1]));
    MUST(hail_shape_circle(set, 4, &w->shape[0]));
    MUST(hail_shape_circle(set, 11, &w->shape[1]));
    MUST(hail_shape_box(set, 6, 4, 1, &w->shape[2]));
    MUST(hail_shape_compound(set, part, 2, &w->shape[3]));
    MUST(hail_shape_sprite(set, p->sprites, 0, &w->shape[4]));
    const hail_layer_options layers[PROGRAM_LAYERS] = {{.columns = HAIL_USER | HAIL_GROUP},
                                                       {.columns = HAIL_USER | HAIL_LIFE, .bounds = HAIL_KILL},
                                                       {.columns = 0, .bounds = HAIL_WRAP}};
    for (uint32_t l = 0; l < PROGRAM_LAYERS; l++)
        MUST(hail_layer_configure(w->world, l, &layers[l]));
}

void program_make(program *p, uint64_t seed) {
    static const uint32_t windows[] = {0, 1, 7}, limits[] = {0, 0, 5, 20};
    memset(p, 0, sizeof *p);
    p->state = seed * 0x9e3779b97f4a7c15u + 1;
    p->crowd = seed % 8 == 0;
    make_maps(p);
    p->max_touching = limits[random_pick(&p->state, 4)];
    hail_world_options options = {.max_x = SIDE, .max_y = SIDE}, other = options;
    make_world(p, &options, &p->twin);
    other.context = variant_context(hail_variant_name(random_pick(&p->state, (uint32_t)hail_variant_count())));
    other.window = windows[random_pick(&p->state, 3)];
    other.cell = random_pick(&p->state, 2) ? 0.0f : 40.0f;
    other.pair_budget = random_pick(&p->state, 2) ? 0 : 1024;
    other.kept_contacts = random_pick(&p->state, 2) ? 0 : 9;
    other.max_touching = p->max_touching;
    make_world(p, &other, &p->tested);
}

void program_free(program *p) {
    MUST(hail_world_destroy(p->tested.world));
    MUST(hail_world_destroy(p->twin.world));
    hail_sectors_destroy(p->sectors);
    hail_tilemap_destroy(p->map);
    hail_tileset_destroy(p->tiles);
    hail_spriteset_destroy(p->sprites);
}

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

static program_world *world_of(program *p, int which) { return which ? &p->twin : &p->tested; }

static void spawn(program *p) {
    const float speed = p->crowd ? 60.0f : 900.0f;
    const bool any = !p->crowd || random_pick(&p->state, 8) == 0;
    const uint32_t layer = any ? random_pick(&p->state, PROGRAM_LAYERS) : 0,
                   shape = random_pick(&p->state, PROGRAM_SHAPES);
    const float edge = p->crowd ? 65.0f : 20.0f;
    const float x = random_range(&p->state, edge, SIDE - edge), y = random_range(&p->state, edge, SIDE - edge),
                vx = random_range(&p->state, -speed, speed), vy = random_range(&p->state, -speed, speed),
                life = random_range(&p->state, 0.01f, 0.2f);
    const uint64_t user = random_bits(&p->state);
    const uint32_t group = random_pick(&p->state, 3);
    hail_spawn_columns columns = {.x = &x, .y = &y, .vx = &vx, .vy = &vy};
    columns.user = layer < 2 ? &user : NULL;
    columns.group = layer == 0 ? &group : NULL;
    columns.life = layer == 1 && group == 0 ? &life : NULL;
    hail_handle handle[2];
    for (int w = 0; w < 2; w++)
        MUST(hail_spawn(world_of(p, w)->world, layer, &world_of(p, w)->shape[shape], &columns, 1, &handle[w]));
    cr_assert(handle[0].slot == handle[1].slot && handle[0].generation == handle[1].generation);
    p->body[p->count++] = handle[0];
}

static void set_rule(program *p, hail_rule rule) {
    rule = usable_rule(rule);
    MUST(hail_rule_configure(p->tested.world, &rule));
    const hail_rule bare = {.mode = rule.mode == HAIL_EARLIEST ? HAIL_SWEPT : rule.mode,
                            .layer_a = rule.layer_a,
                            .layer_b = rule.layer_b,
                            .stop = rule.stop,
                            .centre_only = rule.centre_only};
    MUST(hail_rule_configure(p->twin.world, &bare));
}

static uint32_t any_limit(program *p) {
    static const uint32_t limits[] = {0, 0, 0, 1, 3, 10};
    return limits[random_pick(&p->state, 6)];
}

static void change_rule(program *p) {
    const uint32_t with = random_pick(&p->state, 4), layer_a = random_pick(&p->state, PROGRAM_LAYERS),
                   layer_b = random_pick(&p->state, PROGRAM_LAYERS), mode = random_pick(&p->state, HAIL_EARLIEST + 1),
                   events = random_pick(&p->state, 5) > 0, contacts = any_limit(p), most = any_limit(p);
    const bool stop = mode == HAIL_SWEPT && random_pick(&p->state, 2), whole = random_pick(&p->state, 2);
    set_rule(p, (hail_rule){.mode = mode,
                            .layer_a = layer_a,
                            .layer_b = with == 0   ? HAIL_TILES
                                       : with == 1 ? HAIL_WALLS
                                                   : layer_b,
                            .events = events,
                            .max_contacts = contacts,
                            .max_events = most,
                            .stop = stop,
                            .centre_only = !whole});
}

static void change_map(program *p) {
    const bool tiles = random_pick(&p->state, 3) > 0, walls = random_pick(&p->state, 3) > 0;
    for (int w = 0; w < 2; w++) {
        MUST(hail_world_set_tilemap(world_of(p, w)->world, tiles ? p->map : NULL));
        MUST(hail_world_set_sectors(world_of(p, w)->world, walls ? p->sectors : NULL));
    }
}

static hail_columns columns_of(hail_world *world, const hail_handle *body, uint32_t *index) {
    hail_location at;
    hail_columns columns;
    MUST(hail_locate(world, body, &at));
    MUST(hail_layer_columns(world, at.layer, &columns));
    *index = at.index;
    return columns;
}

/* A velocity, a user value, a number that is none, or its repair. */
static void write_body(program *p) {
    const hail_handle body = p->body[random_pick(&p->state, p->count)];
    const uint32_t what = random_pick(&p->state, 6);
    const float speed = p->crowd ? 60.0f : 400.0f, vx = random_range(&p->state, -speed, speed),
                vy = random_range(&p->state, -speed, speed);
    const uint64_t user = random_bits(&p->state);
    for (int w = 0; w < 2; w++) {
        uint32_t i;
        hail_columns c = columns_of(world_of(p, w)->world, &body, &i);
        c.vx[i] = what == 0 ? NAN : vx, c.vy[i] = vy;
        if (c.user)
            c.user[i] = user;
    }
}

static void change_body(program *p) {
    const hail_handle body = p->body[random_pick(&p->state, p->count)];
    const uint32_t what = random_pick(&p->state, 5), layer = random_pick(&p->state, PROGRAM_LAYERS),
                   shape = random_pick(&p->state, PROGRAM_SHAPES);
    for (int w = 0; w < 2; w++) {
        hail_world *world = world_of(p, w)->world;
        if (what == 0)
            MUST(hail_set_layer(world, &body, 1, layer));
        else if (what == 1)
            MUST(hail_set_shape(world, &body, 1, &world_of(p, w)->shape[shape]));
        else if (what == 2)
            MUST(hail_set_enabled(world, &body, 1, layer > 0));
        else if (what == 3 && layer == 0)
            MUST(hail_despawn(world, &body, 1));
    }
    program_forget(p);
}

void program_forget(program *p) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < p->count; i++)
        if (hail_alive(p->tested.world, &p->body[i]))
            p->body[kept++] = p->body[i];
    p->count = kept;
}

void program_change(program *p) {
    const uint32_t wanted = p->crowd ? 100 + random_pick(&p->state, 28) : 8 + random_pick(&p->state, 24);
    while (p->count < wanted)
        spawn(p);
    for (uint32_t i = random_pick(&p->state, 4); i > 0; i--)
        change_rule(p);
    if (random_pick(&p->state, 4) == 0)
        change_map(p);
    for (uint32_t i = random_pick(&p->state, 8); i > 0 && p->count > 0; i--)
        write_body(p);
    for (uint32_t i = random_pick(&p->state, 6); i > 0 && p->count > 0; i--)
        change_body(p);
    if (random_pick(&p->state, 8) == 0)
        MUST(hail_reserve(p->tested.world, random_pick(&p->state, PROGRAM_LAYERS), 40, 500));
}
