/* What a restore leaves behind: what the last step reported, and the users of bodies that an abandoned step freed. */
#include <criterion/criterion.h>

#include "state_program.h"

#define MUST(call) cr_assert_eq(call, HAIL_OK, "%s", #call)

static unsigned char image[1 << 16];

static void save(const hail_world *world) { MUST(hail_world_save(world, 0, image, sizeof image, NULL)); }
static void restore(hail_world *world) { MUST(hail_world_restore(world, 0, image, sizeof image)); }

/* A body of layer 0 on two of layer 1. */
static hail_world *make_world(uint32_t columns, const hail_rule *rule) {
    const float x[3] = {10, 12, 13}, y[3] = {10, 10, 10};
    hail_world *world;
    hail_shape dot;
    MUST(hail_world_create(&(hail_world_options){.kept_contacts = 8}, &world));
    MUST(hail_shape_circle(hail_world_shapes(world), 4, &dot));
    MUST(hail_layer_configure(world, 0, &(hail_layer_options){.columns = columns}));
    MUST(hail_spawn(world, 0, &dot, &(hail_spawn_columns){.x = x, .y = y}, 1, NULL));
    MUST(hail_spawn(world, 1, &dot, &(hail_spawn_columns){.x = x + 1, .y = y + 1}, 2, NULL));
    MUST(hail_rule_configure(world, rule));
    return world;
}

static hail_columns columns_of(hail_world *world, uint32_t layer) {
    hail_columns columns;
    MUST(hail_layer_columns(world, layer, &columns));
    return columns;
}

/* ---- Reports ----------------------------------------------------------------------------------------------------- */

typedef struct reported {
    size_t contacts, removals, begins, stays, ends;
} reported;

static reported report_of(hail_world *world) {
    reported r;
    hail_contacts(world, &r.contacts);
    hail_removals(world, &r.removals);
    hail_begins(world, &r.begins);
    hail_stays(world, &r.stays);
    hail_ends(world, &r.ends);
    return r;
}

static void hold_nothing(hail_world *world, uint64_t step) {
    const reported r = report_of(world);
    const hail_step_stats *stats = hail_stats(world);
    cr_assert(r.contacts + r.removals + r.begins + r.stays + r.ends == 0, "%zu, %zu, %zu, %zu, %zu", r.contacts,
              r.removals, r.begins, r.stays, r.ends);
    cr_assert(stats->step == step && stats->contacts == 0 && stats->moved == 0, "step %llu, not %llu",
              (unsigned long long)stats->step, (unsigned long long)step);
}

Test(state_left, reports) {
    const hail_rule rule = {.mode = HAIL_MANIFOLD, .layer_a = 0, .layer_b = 1, .events = 1};
    hail_world *world = make_world(HAIL_LIFE, &rule);
    MUST(hail_step(world, 0.1f, NULL, NULL));
    save(world);
    reported r = report_of(world);
    cr_assert(r.contacts == 2 && r.begins == 2);
    restore(world);
    hold_nothing(world, 1);
    MUST(hail_step(world, 0.1f, NULL, NULL));
    r = report_of(world);
    cr_assert(r.contacts == 2 && r.begins == 0 && r.stays == 2);
    restore(world);
    hold_nothing(world, 1);
    columns_of(world, 0).life[0] = 0.05f;
    MUST(hail_step(world, 0.1f, NULL, NULL));
    cr_assert_eq(report_of(world).removals, 1);
    restore(world);
    hold_nothing(world, 1);
    columns_of(world, 0).life[0] = 0.05f;
    MUST(hail_step(world, 0.1f, NULL, NULL));
    MUST(hail_step(world, 0.1f, NULL, NULL));
    cr_assert_eq(report_of(world).ends, 2);
    restore(world);
    hold_nothing(world, 1);
    MUST(hail_world_destroy(world));
}

/* ---- Freed bodies ------------------------------------------------------------------------------------------------ */

static void despawn_a(const hail_contact *contact, size_t count, void *user) {
    hail_world *world = user;
    for (size_t i = 0; i < count; i++)
        MUST(hail_despawn(world, &contact[i].a, 1));
}

/* The user value of a body that its first step frees. */
static uint64_t user_of_freed(hail_world *world, uint64_t user) {
    size_t count;
    uint64_t found[8] = {0};
    columns_of(world, 0).user[0] = user;
    MUST(hail_step(world, 0.1f, despawn_a, world));
    const hail_contact *contacts = hail_contacts(world, &count);
    cr_assert_eq(count, 2);
    MUST(hail_contact_users(world, contacts, count, found, NULL));
    cr_assert_eq(report_of(world).removals, 1);
    return found[0];
}

Test(state_left, users_of_freed_bodies) {
    const hail_rule rule = {.mode = HAIL_PAIRS, .layer_a = 0, .layer_b = 1};
    hail_world *world = make_world(HAIL_USER, &rule);
    save(world);
    for (uint64_t user = 11; user < 14; user++) {
        cr_assert_eq(user_of_freed(world, user), user);
        restore(world);
    }
    MUST(hail_world_destroy(world));
}
