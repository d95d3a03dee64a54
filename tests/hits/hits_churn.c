/* Hit rules with events while a million bodies come and go: each pair that begins to touch ends exactly once, and
 * memory stays flat. HAIL_TEST_WORLDS=n runs n times as long. */
#include <criterion/criterion.h>

#include <string.h>

#include "shared/contexts.h"
#include "shared/purse.h"
#include "shared/random_world.h"

enum { SHOTS, SHIPS, MINES, LAYERS };
enum { EACH = 500, ROUNDS = 2000, LIVES = 3, PLACES = 1 << 14 };

/* ---- Touching pairs ---------------------------------------------------------------------------------------------- */

typedef struct pair {
    hail_handle a, b; /* b.generation 0: the place is empty */
} pair;

/* A hash set with linear probing. */
static pair place[PLACES];
static size_t held;

static uint32_t home(const pair *p) { return (p->a.slot * 2654435761u ^ p->b.slot * 2246822519u) >> 18; }

static uint32_t find(const pair *p) {
    uint32_t at = home(p);
    while (place[at].b.generation && memcmp(&place[at], p, sizeof *p) != 0)
        at = (at + 1) % PLACES;
    return at;
}

static void add(const hail_event *event, uint32_t round) {
    const pair p = {event->a, event->b};
    const uint32_t at = find(&p);
    cr_assert_eq(place[at].b.generation, 0, "round %u: a pair begins that touches", round);
    cr_assert_lt(++held, PLACES / 2);
    place[at] = p;
}

static void take(const hail_event *event, uint32_t round) {
    const pair p = {event->a, event->b};
    uint32_t gap = find(&p);
    cr_assert_neq(place[gap].b.generation, 0, "round %u: a pair ends that does not touch", round);
    held--;
    for (uint32_t at = (gap + 1) % PLACES; place[at].b.generation; at = (at + 1) % PLACES)
        if ((at - home(&place[at])) % PLACES >= (at - gap) % PLACES) {
            place[gap] = place[at];
            gap = at;
        }
    memset(&place[gap], 0, sizeof place[gap]);
}

/* ---- The world --------------------------------------------------------------------------------------------------- */

static hail_shape dot, ball;

static hail_world *make_world(const hail_context *context) {
    static const hail_rule rules[] = {
        {.mode = HAIL_EARLIEST,
         .layer_b = SHIPS,
         .graze = 8.0f,
         .graze_once = true,
         .cooldown = HAIL_ONCE,
         .events = true},
        {.mode = HAIL_SWEPT, .layer_b = MINES, .cooldown = 6, .events = true},
        {.mode = HAIL_MANIFOLD, .layer_a = SHIPS, .layer_b = SHIPS, .cooldown = HAIL_UNTIL_APART, .events = true},
    };
    const hail_world_options options = {.context = context, .max_x = 1000.0f, .max_y = 1000.0f, .pair_budget = 1024};
    hail_world *world;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 2.0f, &dot), HAIL_OK);
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), 10.0f, &ball), HAIL_OK);
    for (uint32_t l = 0; l < LAYERS; l++)
        cr_assert_eq(hail_layer_configure(world, l,
                                          &(hail_layer_options){.columns = l == SHOTS ? HAIL_PIERCE : 0,
                                                                .bounds = l == SHIPS ? HAIL_WRAP : HAIL_KILL}),
                     HAIL_OK);
    for (size_t r = 0; r < sizeof rules / sizeof *rules; r++)
        cr_assert_eq(hail_rule_configure(world, &rules[r]), HAIL_OK);
    return world;
}

static void spawn(hail_world *world, uint32_t layer, uint32_t count, uint64_t *state, hail_handle *handle) {
    float x[EACH], y[EACH], vx[EACH], vy[EACH];
    uint32_t pierce[EACH];
    for (uint32_t i = 0; i < count; i++) {
        const float speed = layer == SHOTS ? 1200.0f : 120.0f;
        x[i] = random_range(state, 10.0f, 990.0f), y[i] = random_range(state, 10.0f, 990.0f);
        vx[i] = random_range(state, -speed, speed), vy[i] = random_range(state, -speed, speed);
        pierce[i] = 1 + random_pick(state, 3);
    }
    const hail_spawn_columns columns = {.x = x, .y = y, .vx = vx, .vy = vy, .pierce = layer == SHOTS ? pierce : NULL};
    cr_assert_eq(hail_spawn(world, layer, layer == SHOTS ? &dot : &ball, &columns, count, handle), HAIL_OK);
}

/* Despawns those that are left. */
static void despawn(hail_world *world, const hail_handle *handle, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (hail_alive(world, &handle[i]))
            cr_assert_eq(hail_despawn(world, &handle[i], 1), HAIL_OK);
}

static size_t seen[6]; /* begins, ends, grazes, hits, spent, bodies that leave the bounds */

static void count_kinds(const hail_contact *contact, size_t count, void *unused) {
    (void)unused;
    for (size_t i = 0; i < count; i++)
        seen[contact[i].kind == HAIL_CONTACT_GRAZE ? 2 : 3]++;
}

static void follow_events(const hail_world *world, uint32_t round) {
    size_t begins, ends, gone;
    const hail_event *begin = hail_begins(world, &begins), *end = hail_ends(world, &ends);
    const hail_removal *removal = hail_removals(world, &gone);
    for (size_t i = 0; i < ends; i++)
        take(&end[i], round);
    for (size_t i = 0; i < begins; i++)
        add(&begin[i], round);
    cr_assert_eq(held, hail_stats(world)->begins + hail_stats(world)->stays, "round %u", round);
    seen[0] += begins, seen[1] += ends;
    for (size_t i = 0; i < gone; i++) {
        seen[4] += removal[i].reason == HAIL_REMOVED_SPENT;
        seen[5] += removal[i].reason == HAIL_REMOVED_BOUNDS;
    }
}

Test(hits_churn, a_million_spawns_and_despawns, .timeout = 600) {
    static hail_handle old[LIVES][EACH];
    purse p = {.fail_at = NEVER};
    const hail_context context = {.allocator = with(&p)};
    hail_world *world = make_world(&context);
    const uint32_t rounds = ROUNDS * random_worlds(1);
    uint64_t state = 17;
    for (uint32_t l = 0; l < LAYERS; l++)
        cr_assert_eq(hail_reserve(world, l, LIVES * EACH, 20000), HAIL_OK);
    const size_t bytes = p.bytes;
    spawn(world, SHIPS, EACH / 2, &state, NULL);
    for (uint32_t round = 0; round < rounds; round++) {
        hail_handle *own = old[round % LIVES];
        if (round >= LIVES)
            despawn(world, own, EACH);
        spawn(world, SHOTS, EACH - 20, &state, own);
        spawn(world, MINES, 20, &state, own + EACH - 20);
        cr_assert_eq(hail_step(world, 1.0f / 60.0f, count_kinds, NULL), HAIL_OK);
        follow_events(world, round);
    }
    cr_assert_eq(p.bytes, bytes, "memory is flat: %zu, not %zu bytes", p.bytes, bytes);
    for (uint32_t l = 0; l < LAYERS; l++)
        cr_assert_eq(hail_rule_set(world, l, SHIPS, HAIL_IGNORE), HAIL_OK);
    cr_assert_eq(hail_rule_set(world, SHOTS, MINES, HAIL_IGNORE), HAIL_OK);
    cr_assert_eq(hail_step(world, 0.0f, NULL, NULL), HAIL_OK);
    follow_events(world, rounds);
    cr_assert(held == 0 && seen[0] == seen[1], "every begin has one end");
    for (int i = 0; i < 6; i++)
        cr_assert_gt(seen[i], 10000, "%d: %zu", i, seen[i]);
    cr_assert_eq(hail_world_destroy(world), HAIL_OK);
    cr_assert(p.held == 0 && !p.bad);
}
