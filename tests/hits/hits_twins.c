/* tests/hits/hits_twins.c - random programs on both twins, and a memory that is a list to search. */
#include "hits_twins.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shared/rules.h"
#include "shared/two_rooms.h"

static const float WIDE = 320.0f, HIGH = 256.0f; /* px */
static const float STEP = 1.0f / 16.0f;          /* s */

#define MUST(call) cr_assert_eq(call, HAIL_OK, "%s", #call)

/* ---- Both worlds ------------------------------------------------------------------------------------------------- */

static void make_walls(model *m) {
    MUST(make_two_rooms(&(two_rooms){.left = 8, .top = 8, .right = 312, .bottom = 248, .portal = 160}, &m->sectors));
}

/* Its pixels are the polygon around them: else a pair could miss by its pixels and not by its polygons. */
static void make_sprite(model *m) {
    static const uint64_t full[8] = {255, 255, 255, 255, 255, 255, 255, 255};
    const hail_image image = {.bits = full, .width = 8, .height = 8, .origin_x = 4, .origin_y = 4};
    uint32_t sprite;
    MUST(hail_spriteset_create(NULL, &m->sprites));
    MUST(hail_spriteset_add(m->sprites, &image, &sprite));
    hail_convex_box(4.0f, 4.0f, 0.0f, &m->part[5][0]);
}

void hits_free_shapes(model *m) {
    hail_sectors_destroy(m->sectors);
    hail_spriteset_destroy(m->sprites);
    picture_free(&m->p);
}

void hits_shapes_of(model *m) {
    const float x[] = {-9.0f, 4.0f, 9.0f, 0.0f}, y[] = {-7.0f, -8.0f, 3.0f, 10.0f};
    for (uint32_t k = 0; k < SHAPES; k++)
        m->parts[k] = 1;
    hail_convex_circle(0.0f, &m->part[0][0]);
    hail_convex_circle(5.0f, &m->part[1][0]);
    hail_convex_box(6.0f, 4.0f, 1.0f, &m->part[2][0]);
    hail_convex_polygon(x, y, 4, 0.0f, &m->part[3][0]);
    hail_convex_capsule(-9.0f, 0.0f, -3.0f, 2.0f, 2.0f, &m->part[4][0]);
    hail_convex_capsule(3.0f, -1.0f, 9.0f, -4.0f, 1.5f, &m->part[4][1]);
    m->parts[4] = 2;
    make_walls(m);
    make_sprite(m);
}

hail_world *hits_make_world(const model *m, const config *c, hail_shape *shape, bool hits) {
    hail_world *world = NULL;
    hail_world_options options;
    hail_world_options_defaults(&options);
    options.context = variant_context(c->isa), options.window = c->window, options.cell = c->cell;
    options.pair_budget = c->budget, options.max_remembered = m->capacity;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    for (uint32_t k = 0; k < SHAPES - 1; k++)
        MUST(hail_shape_compound(hail_world_shapes(world), m->part[k], m->parts[k], &shape[k]));
    MUST(hail_shape_sprite(hail_world_shapes(world), m->sprites, 0, &shape[SHAPES - 1]));
    for (uint32_t l = 0; l < LAYERS; l++) {
        const hail_layer_options options_of = {.columns = HAIL_ROTATION | HAIL_DISPLACEMENT |
                                                          (hits && m->lives ? (uint32_t)HAIL_LIFE : 0u) |
                                                          (hits && m->pierces[l] ? (uint32_t)HAIL_PIERCE : 0u)};
        cr_assert_eq(hail_layer_configure(world, l, &options_of), HAIL_OK);
    }
    MUST(hail_world_set_tilemap(world, m->p.map));
    MUST(hail_world_set_sectors(world, m->sectors));
    return world;
}

/* The twin reports all hits; a rule that it does not have is HAIL_IGNORE. */
static uint32_t bare_mode(uint32_t mode) { return mode == HAIL_EARLIEST ? (uint32_t)HAIL_SWEPT : mode; }

static void set(hail_world *world, const hail_rule *rule) {
    const hail_rule usable = usable_rule(*rule);
    MUST(hail_rule_configure(world, &usable));
}

static void set_rule(model *m, uint32_t a, uint32_t b) {
    const plan_rule *r = &m->rule[a][b];
    const hail_rule hit = {.mode = r->mode,
                           .layer_a = a,
                           .layer_b = b == TILES   ? HAIL_TILES
                                      : b == WALLS ? HAIL_WALLS
                                                   : b,
                           .cooldown = r->cooldown,
                           .graze = r->graze,
                           .graze_once = r->once,
                           .stop = r->stop},
                    bare = {.mode = bare_mode(r->mode), .layer_a = a, .layer_b = hit.layer_b, .stop = r->stop};
    set(m->hit, &hit);
    set(m->bare, &bare);
}

void hits_random_rule_of(model *m, uint32_t a, uint32_t b) {
    static const uint32_t modes[] = {HAIL_IGNORE,   HAIL_PAIRS,    HAIL_MANIFOLD, HAIL_SWEPT,
                                     HAIL_EARLIEST, HAIL_EARLIEST, HAIL_EARLIEST};
    static const uint32_t cooldowns[] = {0, 0, 0, 1, 2, 5, HAIL_ONCE, HAIL_UNTIL_APART};
    plan_rule r = {.mode = modes[random_pick(&m->state, 7)], .cooldown = cooldowns[random_pick(&m->state, 8)]};
    r.stop = b >= LAYERS && r.mode == HAIL_SWEPT && random_pick(&m->state, 2) == 0;
    if (b < LAYERS && random_pick(&m->state, 2) == 0)
        r.graze = random_range(&m->state, 0.5f, 12.0f), r.once = random_pick(&m->state, 2) == 0;
    if (b < LAYERS)
        m->rule[b][a] = (plan_rule){0};
    m->rule[a][b] = r;
    set_rule(m, a, b);
}

void hits_add_bodies(model *m, uint32_t count) {
    for (; count > 0 && m->count < SLOTS; count--) {
        const uint32_t l = random_pick(&m->state, LAYERS), k = random_pick(&m->state, SHAPES);
        const float x = random_range(&m->state, 0.0f, WIDE), y = random_range(&m->state, 0.0f, HIGH);
        const float vx = random_range(&m->state, -800.0f, 800.0f), vy = random_range(&m->state, -800.0f, 800.0f);
        const float angle = random_range(&m->state, -3.0f, 3.0f);
        const uint32_t pierce = random_pick(&m->state, 5);
        const float life = random_pick(&m->state, 2) == 0 ? random_range(&m->state, 0.01f, 0.8f) : HAIL_FOREVER;
        hail_spawn_columns from = {.x = &x, .y = &y, .vx = &vx, .vy = &vy, .angle = &angle};
        hail_handle other;
        cr_assert_eq(hail_spawn(m->bare, l, &m->bare_shape[k], &from, 1, &other), HAIL_OK);
        from.pierce = m->pierces[l] && pierce < 4 ? &pierce : NULL;
        from.life = m->lives ? &life : NULL;
        m->life[m->count] = m->lives ? life : HAIL_FOREVER;
        cr_assert_eq(hail_spawn(m->hit, l, &m->hit_shape[k], &from, 1, &m->live[m->count]), HAIL_OK);
        cr_assert(memcmp(&other, &m->live[m->count], sizeof other) == 0, "the twins differ");
        m->shape[m->count++] = k;
    }
}

void hits_forget(model *m, uint32_t i) {
    m->live[i] = m->live[--m->count];
    m->shape[i] = m->shape[m->count];
    m->life[i] = m->life[m->count];
}

/* A velocity that is none, for a while, or another one. */
static void write_velocity(model *m) {
    const hail_handle h = m->live[random_pick(&m->state, m->count)];
    const bool bad = random_pick(&m->state, 3) == 0;
    const float vx = random_range(&m->state, -800.0f, 800.0f), vy = random_range(&m->state, -800.0f, 800.0f);
    hail_world *world[] = {m->hit, m->bare};
    for (int w = 0; w < 2; w++) {
        hail_location at;
        hail_columns c;
        MUST(hail_locate(world[w], &h, &at));
        MUST(hail_layer_columns(world[w], at.layer, &c));
        c.vx[at.index] = bad ? NAN : vx;
        c.vy[at.index] = vy;
    }
}

void hits_churn(model *m) {
    hits_add_bodies(m, random_pick(&m->state, 8));
    for (uint32_t n = random_pick(&m->state, 4); n > 0 && m->count > 0; n--) {
        const uint32_t i = random_pick(&m->state, m->count);
        cr_assert_eq(hail_despawn(m->hit, &m->live[i], 1), HAIL_OK);
        cr_assert_eq(hail_despawn(m->bare, &m->live[i], 1), HAIL_OK);
        hits_forget(m, i);
    }
    for (uint32_t n = random_pick(&m->state, 3); n > 0 && m->count > 0; n--) {
        const hail_handle h = m->live[random_pick(&m->state, m->count)];
        const uint32_t l = random_pick(&m->state, LAYERS);
        const bool on = random_pick(&m->state, 3) != 0, moves = random_pick(&m->state, 2) == 0;
        cr_assert_eq(hail_set_enabled(m->hit, &h, 1, on), HAIL_OK);
        cr_assert_eq(hail_set_enabled(m->bare, &h, 1, on), HAIL_OK);
        if (!moves)
            continue;
        cr_assert_eq(hail_set_layer(m->hit, &h, 1, l), HAIL_OK);
        cr_assert_eq(hail_set_layer(m->bare, &h, 1, l), HAIL_OK);
    }
    for (uint32_t n = random_pick(&m->state, 3); n > 0 && m->count > 0; n--)
        write_velocity(m);
    if (random_pick(&m->state, 3) == 0) {
        const uint32_t other = random_pick(&m->state, SIDES), layer = random_pick(&m->state, LAYERS);
        hits_random_rule_of(m, layer, other);
    }
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

void hits_before_step(model *m) {
    m->doomed_count = m->count > 0 ? random_pick(&m->state, DOOMED + 1) : 0;
    for (uint32_t k = 0; k < m->doomed_count; k++)
        m->doomed[k] = m->live[random_pick(&m->state, m->count)];
    for (uint32_t i = 0; i < m->count; i++) {
        hail_location at;
        hail_columns c;
        MUST(hail_locate(m->bare, &m->live[i], &at));
        MUST(hail_layer_columns(m->bare, at.layer, &c));
        const uint32_t k = at.index;
        body_before *b = &m->before[i];
        *b = (body_before){.x = c.x[k], .y = c.y[k], .dx = c.vx[k] * STEP, .dy = c.vy[k] * STEP};
        b->active = at.enabled && isfinite(b->dx) && isfinite(b->dy);
        if (b->active && m->life[i] < HAIL_FOREVER)
            m->life[i] = m->life[i] - STEP;
        b->expired = b->active && m->life[i] <= 0.0f;
    }
}

static void take(const hail_contact *contacts, size_t count, void *user) {
    model *m = user;
    if (!m->called)
        MUST(hail_despawn(m->hit, m->doomed, m->doomed_count));
    m->called = true;
    stream_take(contacts, count, &m->hits);
}

void hits_step(model *m) {
    stream_clear(&m->hits);
    m->called = false;
    MUST(hail_step(m->hit, STEP, take, m));
}

void hits_after_step(model *m) {
    size_t gone = 0;
    const hail_removal *removals = hail_removals(m->hit, &gone);
    for (uint32_t i = m->count; i-- > 0;)
        if (!hail_alive(m->hit, &m->live[i]))
            hits_forget(m, i);
    for (size_t i = 0; i < gone; i++)
        MUST(hail_despawn(m->bare, &removals[i].handle, 1)); /* in slot order, as the step did */
}

/* ---- What the model remembers ------------------------------------------------------------------------------------ */

uint32_t hits_side(const hail_contact *c) {
    return c->kind == HAIL_CONTACT_TILE ? TILES : c->kind == HAIL_CONTACT_WALL ? WALLS : c->layer_b;
}

const plan_rule *hits_rule_of_contact(const model *m, const hail_contact *c) {
    return &m->rule[c->layer_a][hits_side(c)];
}

/* As hail_rule.cooldown; 0: nothing is remembered. */
uint32_t hits_time_of(const model *m, uint32_t a, const plan_rule *r) {
    if (r->cooldown == 1)
        return 0;
    return !r->cooldown && r->mode == HAIL_EARLIEST && m->pierces[a] ? HAIL_UNTIL_APART : r->cooldown;
}

remembered hits_entry_of(const hail_contact *c, bool grazed) {
    const bool fixed = hits_side(c) >= LAYERS;
    return (remembered){.la = c->layer_a,
                        .lb = hits_side(c),
                        .slot_a = c->a.slot,
                        .generation_a = c->a.generation,
                        .slot_b = fixed ? c->part_b : c->b.slot,
                        .generation_b = fixed ? 0 : c->b.generation,
                        .grazed = grazed};
}

static int compare(const void *one, const void *two) {
    const remembered *a = one, *b = two;
    const uint32_t x[] = {a->la, a->lb, a->slot_a, a->slot_b, a->grazed},
                   y[] = {b->la, b->lb, b->slot_a, b->slot_b, b->grazed};
    for (int i = 0; i < 5; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

remembered *hits_find(model *m, const remembered *e) {
    for (uint32_t i = 0; i < m->remembered; i++)
        if (compare(&m->memory[i], e) == 0 && m->memory[i].generation_a == e->generation_a &&
            m->memory[i].generation_b == e->generation_b)
            return &m->memory[i];
    return NULL;
}

void hits_report(model *m, remembered e, uint32_t time) {
    e.time = time;
    e.age = 1;
    for (uint32_t i = 0; i < m->reported; i++)
        if (compare(&m->fresh[i], &e) == 0)
            return;
    if (m->reported == m->capacity)
        m->forgotten++;
    else
        m->fresh[m->reported++] = e;
}

static bool alive(const model *m, uint32_t slot, uint32_t generation) {
    return hail_alive(m->hit, &(hail_handle){slot, generation});
}

/* Whether the next step leaves the pair out. */
static bool silent(const remembered *e) {
    return e->time == HAIL_ONCE || (e->time == HAIL_UNTIL_APART ? e->age == 1 : e->age < e->time);
}

/* The time that the rule has now; 0: there is none. */
static uint32_t time_now(const model *m, const remembered *e) {
    const plan_rule *r = &m->rule[e->la][e->lb];
    if (r->mode == HAIL_IGNORE)
        return 0;
    return !e->grazed ? hits_time_of(m, e->la, r) : r->graze > 0.0f && r->once ? HAIL_ONCE : 0;
}

void hits_follow_rules(model *m) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < m->remembered; i++) {
        remembered e = m->memory[i];
        const uint32_t time = time_now(m, &e);
        if (time == HAIL_UNTIL_APART && e.time != time)
            e.age = 1; /* it counts as touching in the last step */
        e.time = time;
        if (silent(&e))
            m->memory[kept++] = e;
    }
    m->remembered = kept;
}

/* Whether the pair is still remembered after the step. */
static bool lasts(const model *m, remembered *e) {
    e->age += e->age < UINT32_MAX;
    if (e->touching && e->time == HAIL_UNTIL_APART)
        e->age = 1;
    e->touching = false;
    return alive(m, e->slot_a, e->generation_a) && (e->lb >= LAYERS || alive(m, e->slot_b, e->generation_b)) &&
           silent(e);
}

void hits_end_step(model *m) {
    uint32_t kept = 0, fresh = 0;
    for (uint32_t i = 0; i < m->remembered; i++)
        if (lasts(m, &m->memory[i]))
            m->memory[kept++] = m->memory[i];
    for (uint32_t i = 0; i < m->reported; i++)
        if (alive(m, m->fresh[i].slot_a, m->fresh[i].generation_a) &&
            (m->fresh[i].lb >= LAYERS || alive(m, m->fresh[i].slot_b, m->fresh[i].generation_b)))
            m->fresh[fresh++] = m->fresh[i];
    qsort(m->fresh, fresh, sizeof *m->fresh, compare);
    for (uint32_t i = 0; i < fresh; i++)
        if (kept < m->capacity)
            m->memory[kept++] = m->fresh[i];
        else
            m->forgotten++;
    qsort(m->memory, kept, sizeof *m->memory, compare);
    m->remembered = kept;
}
