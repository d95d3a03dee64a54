/* tests/world/world_handles.c - many bodies read and written by handle: the same as one at a time. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "shared/stream.h"

enum { MOST = 2000, GAP = 5 };

/* A handle somewhere in a struct, as in a contact. */
typedef struct record {
    uint32_t before[GAP];
    hail_handle handle;
    uint32_t after[2];
} record;

/* What a read fills, with room to see writes beyond the end. */
typedef struct answers {
    uint64_t user[MOST + 1];
    float x[MOST + 1], y[MOST + 1], vx[MOST + 1], vy[MOST + 1];
    uint32_t layer[MOST + 1], index[MOST + 1];
} answers;

static hail_body_values all_of(answers *a) {
    return (hail_body_values){a->user, a->x, a->y, a->vx, a->vy, a->layer, a->index};
}

/* ---- Reads ------------------------------------------------------------------------------------------------------- */

static uint32_t word_of(float a) {
    uint32_t word;
    memcpy(&word, &a, sizeof word);
    return word;
}

static bool same(float a, float b) { return word_of(a) == word_of(b); }

/* Compares element i with hail_locate and the columns; returns whether the handle is missing. */
static bool expect_body(hail_world *world, hail_handle handle, const answers *a, size_t i) {
    hail_location at;
    hail_columns c;
    if (hail_locate(world, &handle, &at) != HAIL_OK) {
        cr_assert(a->layer[i] == HAIL_NO_LAYER && a->index[i] == UINT32_MAX && a->user[i] == 0);
        cr_assert(same(a->x[i], 0.0f) && same(a->y[i], 0.0f) && same(a->vx[i], 0.0f) && same(a->vy[i], 0.0f));
        return true;
    }
    cr_assert_eq(hail_layer_columns(world, at.layer, &c), HAIL_OK);
    cr_assert(a->layer[i] == at.layer && a->index[i] == at.index, "element %zu", i);
    cr_assert_eq(a->user[i], c.user != NULL ? c.user[at.index] : 0, "element %zu", i);
    cr_assert(same(a->x[i], c.x[at.index]) && same(a->y[i], c.y[at.index]), "element %zu", i);
    cr_assert(same(a->vx[i], c.vx[at.index]) && same(a->vy[i], c.vy[at.index]), "element %zu", i);
    return false;
}

/* A handle of the world, or one that names nothing. */
static hail_handle some_handle(const random_world *w, uint64_t *seed) {
    hail_handle handle = w->count > 0 ? w->live[random_pick(seed, (uint32_t)w->count)] : (hail_handle){0, 1};
    switch (random_pick(seed, 40)) {
    case 0:
        return (hail_handle){0, 0};
    case 1:
        return (hail_handle){handle.slot, handle.generation + 1};
    case 2:
        return (hail_handle){handle.slot, handle.generation | 0x80000000u};
    case 3:
        return (hail_handle){handle.slot + 100000, handle.generation};
    case 4:
        return (hail_handle){UINT32_MAX, UINT32_MAX};
    case 5: /* the next body of a slot that may be free */
        return (hail_handle){random_pick(seed, 400), 1 + random_pick(seed, 4)};
    default:
        return handle;
    }
}

static void read_some(random_world *w, uint64_t *seed) {
    static record records[MOST];
    static answers a;
    const size_t count = random_pick(seed, 3) == 0 ? random_pick(seed, MOST + 1) : random_pick(seed, 40);
    const uint32_t sorted = random_pick(seed, 2); /* runs of one layer, as in a window of contacts */
    for (size_t i = 0; i < count; i++)
        records[i].handle = sorted && i > 0 && random_pick(seed, 8) > 0 ? records[i - 1].handle : some_handle(w, seed);
    memset(&a, 0x5a, sizeof a);
    const hail_handles list = {&records[0].handle, sizeof(record), count};
    const hail_body_values values = all_of(&a);
    size_t missing = 99, expected = 0;
    cr_assert_eq(hail_read_bodies(w->world, &list, &values, &missing), HAIL_OK);
    for (size_t i = 0; i < count; i++)
        expected += expect_body(w->world, records[i].handle, &a, i);
    cr_assert_eq(missing, expected);
    cr_assert(a.user[count] == 0x5a5a5a5a5a5a5a5au && a.index[count] == 0x5a5a5a5au && a.layer[count] == 0x5a5a5a5au);
    cr_assert(word_of(a.x[count]) == 0x5a5a5a5au && word_of(a.vy[count]) == 0x5a5a5a5au);
}

static size_t read_world(uint64_t seed) {
    const random_config config = {.isa = hail_variant_name(seed % hail_variant_count()), .window = 64};
    hail_status status = HAIL_OK;
    uint64_t pick = seed + 11;
    random_world *w = random_world_make(seed, &config, 250, &status);
    cr_assert_eq(status, HAIL_OK);
    for (int step = 0; step < 4; step++) {
        for (int i = 0; i < 5; i++)
            read_some(w, &pick);
        cr_assert_eq(hail_step(w->world, random_world_dt(w), NULL, NULL), HAIL_OK);
        random_world_forget(w);
        cr_assert_eq(random_world_churn(w), HAIL_OK);
    }
    random_world_free(w);
    return 1;
}

Test(world_handles, reads_what_the_columns_say) { random_seeds_sum(120, read_world); }

/* ---- A small world --------------------------------------------------------------------------------------------------
 */

enum { BODIES = 1200, NAMED = 3, NAMELESS = 9 };

static hail_world *world;
static hail_error error;
static hail_context context;
static hail_shape dot;
static hail_handle body[BODIES]; /* the first half is of NAMED, the other of NAMELESS */
static float ramp[BODIES];

static hail_world *make(uint32_t kept) {
    static uint64_t user[BODIES];
    context.error = &error;
    const hail_world_options options = {.context = &context, .kept_contacts = kept};
    const hail_layer_options named = {.columns = HAIL_USER};
    hail_world *made = NULL;
    for (uint32_t i = 0; i < BODIES; i++)
        ramp[i] = (float)i, user[i] = 5000 + i;
    cr_assert_eq(hail_world_create(&options, &made), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(made), 4.0f, &dot), HAIL_OK);
    cr_assert_eq(hail_layer_configure(made, NAMED, &named), HAIL_OK);
    cr_assert_eq(hail_rule_set(made, NAMED, NAMELESS, HAIL_PAIRS), HAIL_OK);
    hail_spawn_columns columns = {.x = ramp, .y = ramp, .user = user};
    cr_assert_eq(hail_spawn(made, NAMED, &dot, &columns, BODIES / 2, body), HAIL_OK);
    columns.user = NULL;
    cr_assert_eq(hail_spawn(made, NAMELESS, &dot, &columns, BODIES / 2, body + BODIES / 2), HAIL_OK);
    return made;
}

static void open_world(void) { world = make(100); }
static void close_world(void) { hail_world_destroy(world); }

TestSuite(world_handles, .init = open_world, .fini = close_world);

static uint64_t name_of(hail_handle handle, size_t *missing) {
    uint64_t user = 77;
    const hail_handles list = {&handle, 0, 1};
    cr_assert_eq(hail_read_bodies(world, &list, &(hail_body_values){.user = &user}, missing), HAIL_OK);
    return user;
}

/* ---- Bodies that were freed ----------------------------------------------------------------------------------------
 */

Test(world_handles, freed_bodies_keep_their_names_until_the_next_step) {
    size_t missing = 99;
    cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
    cr_assert_eq(hail_despawn(world, body + 4, 2), HAIL_OK);
    cr_assert(name_of(body[4], &missing) == 5004 && missing == 1);
    cr_assert(name_of(body[5], NULL) == 5005 && name_of(body[6], &missing) == 5006 && missing == 0);
    hail_handle next = {0, 0};
    const uint64_t name = 9;
    const hail_spawn_columns one = {.x = ramp, .y = ramp, .user = &name};
    cr_assert_eq(hail_spawn(world, NAMED, &dot, &one, 1, &next), HAIL_OK);
    cr_assert(next.slot == body[5].slot && name_of(next, NULL) == 9 && name_of(body[5], NULL) == 5005);
    cr_assert_eq(hail_despawn(world, &next, 1), HAIL_OK);
    cr_assert(name_of(next, NULL) == 0 && name_of(body[5], NULL) == 5005, "the first of the slot since the step");
    cr_assert(name_of((hail_handle){0, 0}, NULL) == 0 && name_of((hail_handle){900000, 1}, NULL) == 0);
    hail_read_bodies(world, &(hail_handles){&body[4], 0, 1}, &(hail_body_values){0}, &missing);
    cr_assert_eq(missing, 1);
    cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
    cr_assert(name_of(body[4], &missing) == 0 && name_of(body[5], NULL) == 0 && missing == 1, "another step began");
    cr_assert_eq(hail_spawn(world, NAMED, &dot, &one, 1, &next), HAIL_OK);
    cr_assert_eq(hail_despawn(world, &next, 1), HAIL_OK);
    cr_assert_eq(name_of(next, NULL), 9, "and of the same slot in a later step");
}

Test(world_handles, a_world_that_keeps_no_contacts_forgets_the_freed) {
    hail_world *other = make(0), *mine = world;
    world = other;
    cr_assert_eq(hail_despawn(world, body, 1), HAIL_OK);
    cr_assert(name_of(body[0], NULL) == 0 && name_of(body[1], NULL) == 5001);
    hail_world_destroy(other);
    world = mine;
}

static void kill_all(const hail_contact *contacts, size_t count, void *unused) {
    (void)unused;
    for (size_t i = 0; i < count; i++) {
        cr_assert_eq(hail_despawn(world, &contacts[i].a, 1), HAIL_OK);
        cr_assert_eq(name_of(contacts[i].a, NULL), 5000 + contacts[i].a.slot, "queued bodies are still alive");
    }
}

/* The contacts of a step whose bodies died in it tell their names, however many slots are used again. */
Test(world_handles, contacts_name_the_dead) {
    uint64_t user[100];
    size_t count, missing;
    cr_assert_eq(hail_step(world, 0.0f, kill_all, NULL), HAIL_OK);
    cr_assert_eq(hail_spawn(world, NAMELESS, &dot, &(hail_spawn_columns){.x = ramp, .y = ramp}, 600, NULL), HAIL_OK);
    const hail_contact *contacts = hail_contacts(world, &count);
    cr_assert_eq(count, 100);
    const hail_handles list = {&contacts->a, sizeof *contacts, count};
    cr_assert_eq(hail_read_bodies(world, &list, &(hail_body_values){.user = user}, &missing), HAIL_OK);
    cr_assert_eq(missing, 100);
    for (size_t i = 0; i < count; i++)
        cr_assert_eq(user[i], 5000 + contacts[i].a.slot);
    uint64_t user_a[100], user_b[100];
    cr_assert_eq(hail_contact_users(world, contacts, count, user_a, user_b), HAIL_OK);
    cr_assert_arr_eq(user_a, user, sizeof user);
    for (size_t i = 0; i < count; i++)
        cr_assert_eq(user_b[i], name_of(contacts[i].b, NULL));
}

Test(world_handles, users_of_contacts_that_are_refused) {
    const hail_contact tile = {.a = body[3], .kind = HAIL_CONTACT_TILE};
    uint64_t user_a = 1, user_b = 2;
    hail_columns c;
    cr_assert_eq(hail_contact_users(NULL, &tile, 1, &user_a, &user_b), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_contact_users(world, NULL, 1, &user_a, &user_b), HAIL_BAD_ARGUMENT);
    cr_assert(strcmp(error.field, "contacts") == 0);
    cr_assert_eq(hail_contact_users(world, &tile, (size_t)INT32_MAX + 1, &user_a, &user_b), HAIL_BAD_ARGUMENT);
    cr_assert(strcmp(error.field, "count") == 0);
    cr_assert_eq(hail_layer_columns(world, NAMED, &c), HAIL_OK);
    cr_assert_eq(hail_contact_users(world, &tile, 1, &user_a, c.user), HAIL_BAD_ARGUMENT);
    cr_assert(strcmp(error.field, "user_b") == 0 && user_a == 1 && user_b == 2, "nothing was written");
    cr_assert_eq(hail_contact_users(world, NULL, 0, &user_a, &user_b), HAIL_OK);
    cr_assert_eq(hail_contact_users(world, &tile, 1, &user_a, &user_b), HAIL_OK);
    cr_assert(user_a == 5003 && user_b == 0, "a tile has no user value");
}

/* ---- Writes ------------------------------------------------------------------------------------------------------ */

Test(world_handles, writes) {
    static float x[BODIES], tiny[BODIES];
    static hail_handle order[BODIES];
    static answers a;
    uint64_t seed = 3;
    for (uint32_t i = 0; i < BODIES; i++)
        order[i] = body[random_pick(&seed, BODIES)], x[i] = (float)i * 3.0f, tiny[i] = -1.0e-19f;
    const hail_handles list = {order, 0, BODIES};
    const hail_body_writes writes = {.x = x, .vx = x, .vy = tiny};
    cr_assert_eq(hail_write_bodies(world, &list, &writes, NULL), HAIL_OK);
    const hail_body_values values = all_of(&a);
    cr_assert_eq(hail_read_bodies(world, &(hail_handles){body, 0, BODIES}, &values, NULL), HAIL_OK);
    for (uint32_t b = 0; b < BODIES; b++) {
        uint32_t last = BODIES;
        for (uint32_t i = 0; i < BODIES; i++)
            last = order[i].slot == body[b].slot ? i : last;
        const float old = ramp[b % (BODIES / 2)], now = last < BODIES ? x[last] : old;
        cr_assert(same(a.x[b], now) && same(a.y[b], old), "the last one stays; y was not written");
        cr_assert(same(a.vx[b], last < BODIES ? now : 0.0f) && same(a.vy[b], 0.0f), "small numbers become 0");
    }
    const uint64_t user[] = {1, 2, 3};
    cr_assert_eq(hail_write_bodies(world, &(hail_handles){body + 7, 2 * sizeof *body, 3},
                                   &(hail_body_writes){.user = user}, NULL),
                 HAIL_OK);
    cr_assert(name_of(body[7], NULL) == 1 && name_of(body[8], NULL) == 5008 && name_of(body[11], NULL) == 3);
}

/* Handles that name no live body are skipped and counted if the caller asks for their number. */
Test(world_handles, writes_that_skip_the_dead) {
    const hail_handle some[] = {body[2], {0, 0}, {body[3].slot, body[3].generation + 1}, body[BODIES - 1]};
    const hail_handles list = {some, 0, 4};
    const float vx[] = {7, 8, 9, 10}, bad[] = {1, NAN, 1, 1};
    const uint64_t user[] = {1, 2, 3, 4};
    static answers a;
    size_t missing = 99;
    const hail_body_values values = all_of(&a);
    cr_assert_eq(hail_write_bodies(world, &list, &(hail_body_writes){.vx = vx}, &missing), HAIL_OK);
    cr_assert_eq(missing, 2);
    cr_assert_eq(hail_read_bodies(world, &list, &values, NULL), HAIL_OK);
    cr_assert(same(a.vx[0], 7.0f) && same(a.vx[3], 10.0f));
    missing = 99;
    cr_assert_eq(hail_write_bodies(world, &list, &(hail_body_writes){.vx = bad}, &missing), HAIL_NOT_FINITE);
    cr_assert_eq(hail_write_bodies(world, &list, &(hail_body_writes){.user = user}, &missing), HAIL_NO_COLUMN);
    cr_assert(missing == 99 && error.element == 3, "refused whole");
    cr_assert_eq(hail_write_bodies(world, &(hail_handles){some, 0, 3}, &(hail_body_writes){.user = user}, &missing),
                 HAIL_OK);
    cr_assert(missing == 2 && name_of(body[2], NULL) == 1);
}

typedef struct refusal {
    hail_status status;
    const char *field;
    uint64_t element;
} refusal;

static void expect_refused(const hail_handles *list, const hail_body_writes *writes, refusal must) {
    const uint64_t before = world_fingerprint(world);
    memset(&error, 0, sizeof error);
    cr_assert_eq(hail_write_bodies(world, list, writes, NULL), must.status);
    cr_assert_eq(error.status, (uint32_t)must.status);
    cr_assert_str_eq(error.field, must.field);
    cr_assert_eq(error.element, must.element, "%s: element %llu", must.field, (unsigned long long)error.element);
    cr_assert_eq(world_fingerprint(world), before);
}

Test(world_handles, writes_that_are_refused) {
    static float x[BODIES];
    static uint64_t user[BODIES];
    hail_columns c;
    hail_handle stale[BODIES];
    const hail_handles all = {body, 0, BODIES}, some = {body, 0, BODIES / 2}, bad = {stale, 0, BODIES};
    memcpy(stale, body, sizeof stale);
    stale[1000].generation++;
    expect_refused(&bad, &(hail_body_writes){.x = x}, (refusal){HAIL_STALE_HANDLE, "list->handles", 1000});
    expect_refused(&all, &(hail_body_writes){.user = user}, (refusal){HAIL_NO_COLUMN, "list->handles", BODIES / 2});
    cr_assert_eq(hail_write_bodies(world, &some, &(hail_body_writes){.user = user}, NULL), HAIL_OK);
    x[700] = NAN;
    expect_refused(&all, &(hail_body_writes){.x = ramp, .vy = x}, (refusal){HAIL_NOT_FINITE, "writes->vy", 700});
    x[700] = 0.0f, x[3] = -INFINITY;
    expect_refused(&all, &(hail_body_writes){.y = x}, (refusal){HAIL_NOT_FINITE, "writes->y", 3});
    x[3] = 0.0f;
    cr_assert_eq(hail_layer_columns(world, NAMED, &c), HAIL_OK);
    expect_refused(&some, &(hail_body_writes){.x = c.y}, (refusal){HAIL_BAD_ARGUMENT, "writes->x", HAIL_NO_ELEMENT});
    expect_refused(NULL, &(hail_body_writes){.x = x}, (refusal){HAIL_BAD_ARGUMENT, "list", HAIL_NO_ELEMENT});
    expect_refused(&all, NULL, (refusal){HAIL_BAD_ARGUMENT, "writes", HAIL_NO_ELEMENT});
    cr_assert_eq(hail_write_bodies(NULL, &all, &(hail_body_writes){.x = x}, NULL), HAIL_BAD_ARGUMENT);
    const size_t strides[] = {1, 4, 7, 9, 10, 14};
    for (size_t i = 0; i < sizeof strides / sizeof *strides; i++)
        expect_refused(&(hail_handles){body, strides[i], 2}, &(hail_body_writes){.x = x},
                       (refusal){HAIL_BAD_ARGUMENT, "list->stride", HAIL_NO_ELEMENT});
    expect_refused(&(hail_handles){body, 0, (size_t)INT32_MAX + 1}, &(hail_body_writes){.x = x},
                   (refusal){HAIL_BAD_ARGUMENT, "list->count", HAIL_NO_ELEMENT});
    expect_refused(&(hail_handles){NULL, 0, 1}, &(hail_body_writes){.x = x},
                   (refusal){HAIL_BAD_ARGUMENT, "list->handles", HAIL_NO_ELEMENT});
    cr_assert_eq(hail_write_bodies(world, &(hail_handles){0}, &(hail_body_writes){.x = x}, NULL), HAIL_OK);
}

Test(world_handles, reads_that_are_refused) {
    hail_columns c;
    uint32_t layer = 7;
    size_t missing = 7;
    const hail_handles all = {body, 0, 1};
    cr_assert_eq(hail_layer_columns(world, NAMED, &c), HAIL_OK);
    cr_assert_eq(hail_read_bodies(world, &all, &(hail_body_values){.layer = &layer, .vx = c.vy}, &missing),
                 HAIL_BAD_ARGUMENT);
    cr_assert(error.status == HAIL_BAD_ARGUMENT && strcmp(error.field, "values->vx") == 0);
    cr_assert_eq(hail_read_bodies(world, NULL, &(hail_body_values){.layer = &layer}, &missing), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_read_bodies(world, &all, NULL, &missing), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_read_bodies(NULL, &all, &(hail_body_values){.layer = &layer}, &missing), HAIL_BAD_ARGUMENT);
    cr_assert_eq(hail_read_bodies(world, &(hail_handles){body, 6, 1}, &(hail_body_values){.layer = &layer}, &missing),
                 HAIL_BAD_ARGUMENT);
    cr_assert(layer == 7 && missing == 7, "nothing was written");
    cr_assert_eq(hail_read_bodies(world, &(hail_handles){0}, &(hail_body_values){.layer = &layer}, &missing), HAIL_OK);
    cr_assert(layer == 7 && missing == 0);
    cr_assert_eq(hail_read_bodies(world, &(hail_handles){c.handle, 0, 1}, &(hail_body_values){.layer = &layer}, NULL),
                 HAIL_OK, "a layer's own handles may be read from");
    cr_assert_eq(layer, NAMED);
}

static void write_inside(const hail_contact *contacts, size_t count, void *calls) {
    static float v[4096];
    static uint64_t user[4096];
    const hail_handles hit = {&contacts->a, sizeof *contacts, count};
    for (size_t i = 0; i < count; i++)
        v[i] = 4.0f, user[i] = 12;
    cr_assert_eq(hail_write_bodies(world, &hit, &(hail_body_writes){.vx = v, .vy = v, .user = user}, NULL), HAIL_OK);
    expect_refused(&hit, &(hail_body_writes){.x = v}, (refusal){HAIL_BUSY, "writes->x", HAIL_NO_ELEMENT});
    expect_refused(&hit, &(hail_body_writes){.vx = v, .y = v}, (refusal){HAIL_BUSY, "writes->y", HAIL_NO_ELEMENT});
    cr_assert(name_of(contacts[0].a, NULL) == 12 && name_of(contacts[count - 1].a, NULL) == 12);
    ++*(size_t *)calls;
}

Test(world_handles, inside_the_callback) {
    size_t calls = 0;
    cr_assert_eq(hail_step(world, 0.0f, write_inside, &calls), HAIL_OK);
    cr_assert_gt(calls, 0);
}
