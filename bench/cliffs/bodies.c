/* bench/cliffs/bodies.c - bodies that are spawned, changed, read and written by handle. */
#include "cliffs.h"

enum { OTHERS = 4000 };

typedef struct body_inputs {
    cliff_inputs each;
    cliff_shape shape;
    uint32_t columns, layers; /* columns of each layer; layers that the bodies lie in */
    bool shuffled, all_values, scales, angles, stale, disabled, prepared, spread;
    hail_world *world;
    hail_spawn_columns spawn;
    hail_shape shapes[CLIFF_CONVEX_KINDS];
    hail_shape *shape_of;
    hail_handle *handles, *spawned;
    float *numbers;
    uint64_t *user, *user_b;
    hail_contact *contacts;
    hail_borrowed_columns borrowed;
    hail_body_values values;
    bool turn; /* what a run does is undone by the next */
} body_inputs;

static void destroy_world(void *world) { hail_world_destroy(world); }

static void spawn_some(body_inputs *in, uint32_t layer, size_t count, hail_handle *handles) {
    cliff_must(hail_spawn(in->world, layer, NULL, &in->spawn, count, handles), "hail_spawn");
}

static void make_columns(cliffs *c, body_inputs *in, size_t count) {
    const size_t kinds = cliff_shapes(c, hail_world_shapes(in->world), in->shape, in->shapes);
    in->shape_of = cliff_array(c, count, sizeof *in->shape_of);
    for (size_t i = 0; i < count; i++)
        in->shape_of[i] = in->shapes[i % kinds];
    in->user = cliff_array(c, count, sizeof *in->user);
    in->user_b = cliff_array(c, count, sizeof *in->user_b);
    in->numbers = cliff_floats(c, count, 1, 2, 3);
    uint32_t *ones = cliff_array(c, count, sizeof *ones);
    for (size_t i = 0; i < count; i++)
        ones[i] = 1;
    const uint32_t columns = in->columns;
    in->spawn = (hail_spawn_columns){.x = cliff_floats(c, count, 0, 1000, 1),
                                     .y = cliff_floats(c, count, 0, 1000, 2),
                                     .vx = in->numbers,
                                     .vy = in->numbers,
                                     .shape = in->shape_of,
                                     .angle = columns & HAIL_ROTATION ? in->numbers : NULL,
                                     .scale = columns & HAIL_SCALE ? in->numbers : NULL,
                                     .group = columns & HAIL_GROUP ? ones : NULL,
                                     .category = columns & HAIL_MASK ? ones : NULL,
                                     .mask = columns & HAIL_MASK ? ones : NULL,
                                     .user = columns & HAIL_USER ? in->user : NULL,
                                     .life = columns & HAIL_LIFE ? in->numbers : NULL,
                                     .pierce = columns & HAIL_PIERCE ? ones : NULL};
}

static void make_ready(cliffs *c, void *inputs) {
    body_inputs *in = inputs;
    const size_t count = in->each.count;
    cliff_must(hail_world_create(NULL, &in->world), "hail_world_create");
    cliff_owns(c, destroy_world, in->world);
    make_columns(c, in, count > OTHERS ? count : OTHERS);
    hail_handle *made = cliff_array(c, count, sizeof *made);
    in->handles = cliff_array(c, count, sizeof *in->handles);
    in->spawned = cliff_array(c, count, sizeof *in->spawned);
    in->contacts = cliff_array(c, count, sizeof *in->contacts);
    for (uint32_t layer = 0; layer <= in->layers; layer++) /* the last one takes what changes its layer */
        cliff_must(hail_layer_configure(in->world, layer, &(hail_layer_options){.columns = in->columns}),
                   "hail_layer_configure");
    spawn_some(in, 0, OTHERS, NULL);
    for (uint32_t layer = 0; layer < in->layers; layer++) {
        const size_t first = count * layer / in->layers, end = count * (layer + 1) / in->layers;
        spawn_some(in, layer, end - first, made + first);
    }
    for (size_t i = 0; i < count; i++) {
        in->handles[i] = made[in->shuffled ? i * 7919 % count : i];
        in->contacts[i] = (hail_contact){.a = in->handles[i], .kind = HAIL_CONTACT_TILE, .count = 1, .normal_x = 1};
    }
    if (in->stale)
        cliff_must(hail_despawn(in->world, made, count / 2), "hail_despawn");
    if (in->disabled)
        cliff_must(hail_set_enabled(in->world, made, count, false), "hail_set_enabled");
    in->values =
        (hail_body_values){.x = cliff_array(c, count, sizeof(float)), .y = cliff_array(c, count, sizeof(float))};
    if (in->all_values) {
        in->values.user = cliff_array(c, count, sizeof(uint64_t));
        in->values.vx = cliff_array(c, count, sizeof(float));
        in->values.vy = cliff_array(c, count, sizeof(float));
        in->values.layer = cliff_array(c, count, sizeof(uint32_t));
        in->values.index = cliff_array(c, count, sizeof(uint32_t));
    }
}

#define RUN(name, statement)                                                                                           \
    static size_t name(void *inputs) {                                                                                 \
        body_inputs *in = inputs;                                                                                      \
        statement;                                                                                                     \
        return in->each.count;                                                                                         \
    }

RUN(run_spawn, (spawn_some(in, 0, in->each.count, in->spawned),
                cliff_must(hail_despawn(in->world, in->spawned, in->each.count), "hail_despawn")))
RUN(run_shape, cliff_must(hail_set_shape(in->world, in->handles, in->each.count, &in->shapes[0]), "hail_set_shape"))
RUN(run_layer,
    (in->turn = !in->turn,
     cliff_must(hail_set_layer(in->world, in->handles, in->each.count, in->turn ? in->layers : 0), "hail_set_layer")))
RUN(run_enable, (cliff_must(hail_set_enabled(in->world, in->handles, in->each.count, false), "hail_set_enabled"),
                 cliff_must(hail_set_enabled(in->world, in->handles, in->each.count, true), "hail_set_enabled")))

static size_t run_read(void *inputs) {
    body_inputs *in = inputs;
    const hail_handles list = {in->handles, 0, in->each.count};
    size_t missing;
    cliff_must(hail_read_bodies(in->world, &list, &in->values, &missing), "hail_read_bodies");
    return in->each.count - missing;
}

static size_t run_write(void *inputs) {
    body_inputs *in = inputs;
    const hail_handles list = {in->handles, 0, in->each.count};
    const hail_body_writes writes = {.x = in->all_values ? in->numbers : NULL,
                                     .y = in->all_values ? in->numbers : NULL,
                                     .vx = in->numbers,
                                     .vy = in->numbers,
                                     .scale = in->scales ? in->numbers : NULL,
                                     .angle = in->angles ? in->numbers : NULL};
    cliff_must(hail_write_bodies(in->world, &list, &writes, NULL), "hail_write_bodies");
    return in->each.count;
}

/* A borrowed layer, whose bodies lie in another order than the arrays. */
static void make_borrowed(cliffs *c, void *inputs) {
    body_inputs *in = inputs;
    const size_t count = in->each.count;
    const hail_layer_options lent = {.columns = in->columns, .borrowed = (uint32_t)count};
    cliff_must(hail_world_create(NULL, &in->world), "hail_world_create");
    cliff_owns(c, destroy_world, in->world);
    make_columns(c, in, count * 2);
    cliff_must(hail_layer_configure(in->world, 0, &lent), "hail_layer_configure");
    cliff_must(hail_rule_set(in->world, 0, 0, HAIL_PAIRS), "hail_rule_set");
    const size_t stride = in->spread ? 2 * sizeof(float) : 0;
    in->borrowed = (hail_borrowed_columns){.x = {in->spawn.x, stride}, .y = {in->spawn.y, stride}};
    if (in->shape == CLIFF_MIXED)
        in->borrowed.shape.first = in->shape_of;
    if (!in->columns)
        return;
    in->borrowed.cos.first = cliff_cosines(c, count), in->borrowed.sin.first = cliff_sines(c, count);
    in->borrowed.scale.first = in->borrowed.dx.first = in->borrowed.dy.first = in->numbers;
    in->borrowed.group.first = in->borrowed.mask.first = in->borrowed.category.first = in->spawn.mask;
    in->borrowed.user.first = in->user;
}

static size_t run_borrow(void *inputs) {
    body_inputs *in = inputs;
    const size_t count = in->each.count;
    cliff_must(hail_layer_borrow(in->world, 0, in->shapes, &in->borrowed, count, NULL), "hail_layer_borrow");
    return count;
}

RUN(run_users,
    cliff_must(hail_contact_users(in->world, in->contacts, in->each.count, in->user, in->user_b), "hail_contact_users"))
RUN(run_reflect, cliff_must(hail_reflect(in->world, in->contacts, in->each.count, 1, 0), "hail_reflect"))

#define CHANGE(name, statement)                                                                                        \
    static void name(void *inputs) {                                                                                   \
        body_inputs *in = inputs;                                                                                      \
        statement;                                                                                                     \
    }

CHANGE(of_64, in->each.count = 64)
CHANGE(of_one, in->each.count = 1)
CHANGE(shuffled, in->shuffled = true)
CHANGE(four_layers, in->layers = 4)
CHANGE(all_columns, in->columns = HAIL_ALL_COLUMNS)
CHANGE(mixed_shapes, in->shape = CLIFF_MIXED)
CHANGE(compounds, in->shape = CLIFF_COMPOUND)
CHANGE(disabled, in->disabled = true)
CHANGE(all_values, in->all_values = true)
CHANGE(scales, (in->columns = HAIL_SCALE, in->scales = true))
CHANGE(angles, (in->columns = HAIL_ROTATION, in->angles = true))
CHANGE(stale, in->stale = true)
CHANGE(spread, in->spread = true)
CHANGE(lent_columns, in->columns = HAIL_ALL_COLUMNS & ~(HAIL_LIFE | HAIL_PIERCE))

static const cliff_way common_ways[] = {{"64 a call", of_64, NULL, 0},
                                        {CLIFF_ONE, of_one, NULL, 0},
                                        {"unordered", shuffled, NULL, 0},
                                        {"four layers", four_layers, NULL, 0},
                                        {"all columns", all_columns, NULL, 0},
                                        {"mixed shapes", mixed_shapes, NULL, 0},
                                        {"compounds", compounds, NULL, 0},
                                        {"disabled", disabled, NULL, 0},
                                        {0}};

static const cliff_way read_ways[] = {
    {"all values", all_values, "7 values instead of 2", 3.5}, {"half of them stale", stale, NULL, 0}, {0}};
static const cliff_way write_ways[] = {
    {"positions, too", all_values, NULL, 0}, {"scales, too", scales, NULL, 0}, {"angles, too", angles, NULL, 0}, {0}};

static const cliff_way borrow_ways[] = {{"64 a call", of_64, NULL, 0},
                                        {CLIFF_ONE, of_one, NULL, 0},
                                        {"strides", spread, NULL, 0},
                                        {"mixed shapes", mixed_shapes, "3 columns instead of 2", 1.5},
                                        {"all columns", lent_columns, "11 columns instead of 2", 5.5},
                                        {0}};

void cliffs_bodies(cliffs *c) {
    body_inputs base = {.each.count = 1000, .layers = 1};
    CLIFF_CALL(c, "hail_spawn, hail_despawn", run_spawn, make_ready, &base, common_ways);
    CLIFF_CALL(c, "hail_set_shape", run_shape, make_ready, &base, common_ways);
    CLIFF_CALL(c, "hail_set_layer", run_layer, make_ready, &base, common_ways);
    CLIFF_CALL(c, "hail_set_enabled", run_enable, make_ready, &base, common_ways);
    CLIFF_CALL(c, "hail_read_bodies", run_read, make_ready, &base, common_ways, read_ways);
    CLIFF_CALL(c, "hail_write_bodies", run_write, make_ready, &base, common_ways, write_ways);
    CLIFF_CALL(c, "hail_layer_borrow", run_borrow, make_borrowed, &base, borrow_ways);
    CLIFF_CALL(c, "hail_contact_users", run_users, make_ready, &base, common_ways);
    CLIFF_CALL(c, "hail_reflect", run_reflect, make_ready, &base, common_ways);
}
