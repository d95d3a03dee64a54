/* Inside the step's callback and just after it: which calls are allowed, which answer HAIL_BUSY, which bodies are gone.
 */
#include <criterion/criterion.h>

#include <string.h>

#include "shared/contexts.h"
#include "shared/stream.h"

enum { SHOTS = 0, SHIPS = 1, COUNT = 40 };

static hail_world *world;
static hail_shape dot, hull;
static hail_handle shot[COUNT], ship[2];

static void open_world(void) {
    static const float px[] = {-50, 50, 0}, py[] = {-50, -50, 50};
    const hail_layer_options options = {.columns = HAIL_ALL_COLUMNS, .bounds = HAIL_KILL};
    hail_world_options world_options;
    hail_world_options_defaults(&world_options);
    float x[COUNT], v[COUNT];
    uint64_t user[COUNT];
    for (int i = 0; i < COUNT; i++)
        x[i] = 100.0f, v[i] = (float)i, user[i] = 1000u + (uint64_t)i;
    world_options.max_x = world_options.max_y = 500.0f;
    world_options.window = 16;
    cr_assert_eq(hail_world_create(&world_options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 4.0f, &dot), HAIL_OK);
    cr_assert_eq(hail_shape_polygon(hail_world_shapes(world), px, py, 3, 0.0f, &hull), HAIL_OK);
    cr_assert_eq(hail_layer_configure(world, SHOTS, &options), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, SHOTS, SHIPS, HAIL_MANIFOLD), HAIL_OK);
    hail_spawn_columns columns = {.x = x, .y = x, .vx = v, .user = user};
    cr_assert_eq(hail_spawn(world, SHOTS, &dot, &columns, COUNT, shot), HAIL_OK);
    columns = (hail_spawn_columns){.x = x, .y = x};
    cr_assert_eq(hail_spawn(world, SHIPS, &hull, &columns, 2, ship), HAIL_OK);
}

static void close_world(void) { hail_world_destroy(world); }

TestSuite(world_callback, .init = open_world, .fini = close_world);

static void busy(const hail_contact *contacts, size_t count, void *user) {
    static const float x[] = {-5, 5, 0}, y[] = {-5, -5, 5}, one = 1.0f;
    const hail_layer_options options = {0};
    hail_spawn_columns columns = {.x = &one, .y = &one};
    hail_shape shape;
    const hail_handle *h = &contacts[0].a;
    const hail_handles one_handle = {h, 0, 1};
    size_t *calls = user;
    (void)count;
    uint64_t before = world_fingerprint(world);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 1.0f, &shape), HAIL_BUSY);
    cr_assert_eq(hail_shape_polygon(hail_world_shapes(world), x, y, 3, 0.0f, &shape), HAIL_BUSY);
    cr_assert_eq(hail_layer_configure(world, 9, &options), HAIL_BUSY);
    cr_assert_eq(hail_reserve(world, SHOTS, 10000, 10000), HAIL_BUSY);
    cr_assert_eq(hail_rule_set(world, 8, 9, HAIL_PAIRS), HAIL_BUSY);
    cr_assert_eq(hail_spawn(world, SHOTS, &dot, &columns, 1, NULL), HAIL_BUSY);
    cr_assert_eq(hail_set_shape(world, h, 1, &dot), HAIL_BUSY);
    cr_assert_eq(hail_set_layer(world, h, 1, 9), HAIL_BUSY);
    cr_assert_eq(hail_write_bodies(world, &one_handle, &(hail_body_writes){.scale = &one}, NULL), HAIL_BUSY);
    cr_assert_eq(hail_write_bodies(world, &one_handle, &(hail_body_writes){.angle = &one}, NULL), HAIL_BUSY);
    cr_assert_eq(hail_set_enabled(world, h, 1, false), HAIL_BUSY);
    cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_BUSY);
    cr_assert_eq(world_fingerprint(world), before);
    cr_assert_eq(rule_of(world, SHIPS, SHOTS).mode, HAIL_MANIFOLD, "reading is open");
    ++*calls;
}

Test(world_callback, everything_else_is_busy) {
    size_t calls = 0;
    hail_shape shape;
    cr_assert_eq(hail_step(world, 0.0f, busy, &calls), HAIL_OK);
    cr_assert_eq(calls, 5, "80 contacts in windows of 16");
    cr_assert_eq(hail_stats(world)->windows, 5);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 1.0f, &shape), HAIL_OK, "and open again afterwards");
}

static void kill(const hail_contact *contacts, size_t count, void *user) {
    stream *s = user;
    stream_take(contacts, count, s);
    const hail_handle twice[] = {shot[7], shot[3], shot[7]}, stale[] = {shot[20], {12345, 1}};
    cr_assert_eq(hail_despawn(world, twice, 3), HAIL_OK, "repeated, in one call and over many");
    cr_assert_eq(hail_despawn(world, stale, 2), HAIL_STALE_HANDLE, "and then nothing is queued");
    cr_assert(hail_alive(world, &shot[7]) && hail_alive(world, &shot[3]));
    hail_location at;
    cr_assert_eq(hail_locate(world, &shot[7], &at), HAIL_OK);
    cr_assert_eq(hail_body_count(world), COUNT + 2);
}

Test(world_callback, despawn_is_queued) {
    stream s = {0};
    size_t count, about_seven = 0;
    cr_assert_eq(hail_step(world, 0.0f, kill, &s), HAIL_OK);
    for (size_t i = 0; i < s.count; i++)
        about_seven += s.contact[i].a.slot == shot[7].slot;
    cr_assert(s.count == 2 * COUNT && about_seven == 2, "contacts of a queued body are still delivered");
    cr_assert(!hail_alive(world, &shot[7]) && !hail_alive(world, &shot[3]) && hail_alive(world, &shot[20]));
    cr_assert_eq(hail_body_count(world), COUNT);
    const hail_removal *gone = hail_removals(world, &count);
    cr_assert_eq(count, 2);
    cr_assert(gone[0].handle.slot == shot[3].slot && gone[1].handle.slot == shot[7].slot, "by slot");
    cr_assert(gone[0].user == 1003 && gone[1].user == 1007 && gone[0].layer == SHOTS);
    cr_assert(gone[0].reason == HAIL_REMOVED_DESPAWN && gone[0].handle.generation == shot[3].generation);
    cr_assert_eq(hail_stats(world)->despawned, 2);
    const float one = 1.0f;
    hail_handle next[2];
    cr_assert_eq(hail_spawn(world, SHIPS, &dot, &(hail_spawn_columns){.x = &one, .y = &one}, 1, next), HAIL_OK);
    cr_assert_eq(hail_spawn(world, SHIPS, &dot, &(hail_spawn_columns){.x = &one, .y = &one}, 1, next + 1), HAIL_OK);
    cr_assert(next[0].slot == shot[7].slot && next[1].slot == shot[3].slot, "freed in slot order, so last first");
    cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
    hail_removals(world, &count);
    cr_assert_eq(count, 0, "of the last step only");
    stream_free(&s);
}

static void bounce(const hail_contact *contacts, size_t count, void *user) {
    hail_columns c;
    (void)user;
    cr_assert_eq(hail_layer_columns(world, SHOTS, &c), HAIL_OK);
    for (size_t i = 0; i < count; i++) {
        hail_location at;
        cr_assert_eq(hail_locate(world, &contacts[i].a, &at), HAIL_OK);
        cr_assert_eq(at.layer, SHOTS);
        c.vx[at.index] = -500.0f;
        c.vy[at.index] = 2.0f;
        c.user[at.index] = contacts[i].a.slot + 5u;
        c.life[at.index] = 0.25f;
    }
}

Test(world_callback, columns_may_be_written) {
    hail_columns c;
    size_t count;
    cr_assert_eq(hail_step(world, 0.0f, bounce, NULL), HAIL_OK);
    cr_assert_eq(hail_layer_columns(world, SHOTS, &c), HAIL_OK);
    for (uint32_t i = 0; i < COUNT; i++)
        cr_assert(c.vx[i] == -500.0f && c.vy[i] == 2.0f && c.user[i] == c.handle[i].slot + 5u && c.life[i] == 0.25f);
    cr_assert_eq(hail_step(world, 0.125f, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_layer_columns(world, SHOTS, &c), HAIL_OK);
    for (uint32_t i = 0; i < COUNT; i++)
        cr_assert(c.x[i] == 37.5f && c.y[i] == 100.25f && c.life[i] == 0.125f);
    cr_assert_eq(hail_step(world, 0.25f, NULL, NULL), HAIL_OK); /* over the edge, and out of life */
    const hail_removal *gone = hail_removals(world, &count);
    cr_assert_eq(count, COUNT);
    for (size_t i = 0; i < count; i++) {
        cr_assert_eq(gone[i].reason, HAIL_REMOVED_BOUNDS | HAIL_REMOVED_LIFE);
        cr_assert_eq(gone[i].user, gone[i].handle.slot + 5u);
        cr_assert(i == 0 || gone[i].handle.slot > gone[i - 1].handle.slot);
        cr_assert(!hail_alive(world, &gone[i].handle));
    }
    cr_assert(hail_stats(world)->killed == COUNT && hail_stats(world)->expired == COUNT);
    cr_assert_eq(hail_body_count(world), 2);
}

/* Life that ends, and a body that has left, still collide in their last step. */
Test(world_callback, the_last_step_counts) {
    hail_columns c;
    size_t count;
    cr_assert_eq(hail_layer_columns(world, SHOTS, &c), HAIL_OK);
    for (uint32_t i = 0; i < COUNT; i++)
        c.life[i] = 0.5f;
    cr_assert_eq(hail_step(world, 0.5f, NULL, NULL), HAIL_OK);
    cr_assert_gt(hail_stats(world)->contacts, COUNT);
    hail_removals(world, &count);
    cr_assert_eq(count, COUNT);
    cr_assert_eq(hail_stats(world)->expired, COUNT);
}

/* A ship outside the bounds collides there, and the shots that leave with it still hit it once. */
Test(world_callback, outside_still_collides) {
    hail_columns c;
    for (uint32_t layer = 0; layer < 2; layer++) {
        cr_assert_eq(hail_layer_columns(world, layer, &c), HAIL_OK);
        for (uint32_t i = 0; i < c.count; i++)
            c.x[i] = -90.0f, c.vx[i] = 0.0f;
    }
    cr_assert_eq(hail_step(world, 0.5f, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_stats(world)->contacts, 2 * COUNT);
    cr_assert_eq(hail_stats(world)->killed, COUNT);
    cr_assert_eq(hail_body_count(world), 2);
}
