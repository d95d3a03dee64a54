/* Crowds and giants, the worst cases for a grid: results must be right, within the memory that the pair budget allows.
 */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/contexts.h"
#include "oracle.h"
#include "shared/random_world.h"
#include "shared/stream.h"

enum { CROWD = 5000, BULLETS = 0, BOSSES = 1 };

static hail_world *make(const char *isa, float cell, uint32_t budget) {
    hail_world_options options;
    hail_world_options_defaults(&options);
    hail_world *world = NULL;
    options.min_x = 0.0f, options.min_y = 0.0f, options.max_x = 640.0f, options.max_y = 480.0f;
    options.context = variant_context(isa);
    options.cell = cell;
    options.pair_budget = budget;
    cr_assert_eq(hail_world_create(&options, &world), HAIL_OK);
    return world;
}

static hail_shape circle(hail_world *world, float radius) {
    hail_shape shape;
    cr_assert_eq(hail_shape_circle(hail_world_shapes(world), radius, &shape), HAIL_OK);
    return shape;
}

static void scatter(hail_world *world, uint32_t layer, hail_shape shape, size_t count, uint64_t seed,
                    const float *box) {
    static float x[2 * CROWD], y[2 * CROWD];
    for (size_t i = 0; i < count; i++) {
        x[i] = random_range(&seed, box[0], box[2]);
        y[i] = random_range(&seed, box[1], box[3]);
    }
    hail_spawn_columns columns = {.x = x, .y = y};
    cr_assert_eq(hail_spawn(world, layer, &shape, &columns, count, NULL), HAIL_OK);
}

/* The stream is the oracle's; and, as the oracle might share a mistake, no pair stands in it twice. */
static size_t hold(hail_world *world, const char *what) {
    oracle *o = oracle_snapshot(world, NULL);
    stream s = {0};
    size_t wanted;
    cr_assert_not_null(o);
    const hail_contact *must = oracle_step(o, 0.0f, &wanted);
    cr_assert_eq(hail_step(world, 0.0f, stream_take, &s), HAIL_OK);
    cr_assert_eq(s.count, wanted, "%s, %s: %zu contacts, must be %zu", what, hail_world_variant(world), s.count,
                 wanted);
    for (size_t i = 0; i < wanted; i++)
        cr_assert(memcmp(&s.contact[i], &must[i], sizeof *must) == 0, "%s, %s: contact %zu differs", what,
                  hail_world_variant(world), i);
    for (size_t i = 1; i < s.count; i++) {
        const hail_contact *p = &s.contact[i - 1], *q = &s.contact[i];
        bool same_rule = p->layer_a == q->layer_a && p->layer_b == q->layer_b;
        uint64_t before = (uint64_t)p->a.slot << 32 | p->b.slot, after = (uint64_t)q->a.slot << 32 | q->b.slot;
        cr_assert(!same_rule || before < after, "%s: contact %zu repeats or goes back", what, i);
    }
    stream_free(&s);
    oracle_free(o);
    return wanted;
}

Test(step_crowd, one_cell_sparse_contacts) {
    static const float box[] = {100.0f, 100.0f, 164.0f, 164.0f};
    for (size_t n = 0; n < hail_variant_count(); n++) {
        hail_world *world = make(hail_variant_name(n), 1000.0f, 1u << 20);
        scatter(world, BULLETS, circle(world, 0.5f), CROWD, 7, box);
        cr_assert_eq(hail_rule_set(world, BULLETS, BULLETS, HAIL_MANIFOLD), HAIL_OK);
        size_t contacts = hold(world, "a crowd in one cell");
        cr_assert_gt(contacts, 5000, "only %zu", contacts);
        hail_world_destroy(world);
    }
}

/* The grid counts a cell's bodies in bytes, if they fit. */
Test(step_crowd, as_many_in_a_cell_as_a_byte_holds) {
    static const float cell[] = {100.0f, 100.0f, 108.0f, 108.0f}, everywhere[] = {0.0f, 0.0f, 640.0f, 480.0f};
    for (size_t n = 0; n < hail_variant_count(); n++)
        for (size_t crowd = 254; crowd <= 258; crowd++) {
            hail_world *world = make(hail_variant_name(n), 20.0f, 1u << 20);
            const hail_shape dot = circle(world, 0.5f);
            scatter(world, BULLETS, dot, crowd, crowd, cell);
            scatter(world, BULLETS, dot, 1000, 11, everywhere);
            cr_assert_eq(hail_rule_set(world, BULLETS, BULLETS, HAIL_MANIFOLD), HAIL_OK);
            const size_t contacts = hold(world, "a full cell");
            cr_assert_gt(contacts, 200, "only %zu", contacts);
            hail_world_destroy(world);
        }
}

/* Every body touches every other: the stream must be all (i, j) with i < j, checked without 800 MB to keep it. */
typedef struct triangle {
    const hail_handle *handle;
    size_t i, j, wrong;
} triangle;

static void expect_next(const hail_contact *contact, size_t count, void *user) {
    triangle *t = user;
    for (size_t n = 0; n < count; n++) {
        t->wrong += contact[n].a.slot != t->handle[t->i].slot || contact[n].b.slot != t->handle[t->j].slot;
        if (++t->j == CROWD)
            t->j = ++t->i + 1;
    }
}

/* The bound on scratch: 128 bytes a pair that the budget holds (a contact is 64), and 200 bytes a body with 4 MiB to
 * stand on. */
static size_t scratch_bound(size_t budget) { return budget * 128 + (size_t)CROWD * 200 + (4u << 20); }

Test(step_crowd, one_cell_all_touching, .timeout = 120) {
    static hail_handle handle[CROWD];
    static float x[CROWD], y[CROWD];
    uint64_t seed = 3;
    for (size_t i = 0; i < CROWD; i++)
        x[i] = random_range(&seed, 8.0f, 12.0f), y[i] = random_range(&seed, 8.0f, 12.0f);
    for (size_t n = 0; n < hail_variant_count(); n++) {
        /* a pass costs a search, so the narrow budget is for one only */
        uint32_t held = n + 1 == hail_variant_count() ? 1u << 18 : 1u << 20;
        hail_world *world = make(hail_variant_name(n), 16.0f, held);
        hail_spawn_columns columns = {.x = x, .y = y};
        const hail_shape shape = circle(world, 4.0f);
        cr_assert_eq(hail_spawn(world, BULLETS, &shape, &columns, CROWD, handle), HAIL_OK);
        cr_assert_eq(hail_rule_set(world, BULLETS, BULLETS, n % 2 == 0 ? HAIL_MANIFOLD : HAIL_PAIRS), HAIL_OK);
        triangle t = {.handle = handle, .j = 1};
        cr_assert_eq(hail_step(world, 0.0f, expect_next, &t), HAIL_OK);
        const hail_step_stats *stats = hail_stats(world);
        cr_assert_eq(stats->contacts, (uint64_t)CROWD * (CROWD - 1) / 2, "%llu contacts",
                     (unsigned long long)stats->contacts);
        cr_assert_eq(t.wrong, 0, "%s: %zu contacts out of order", hail_world_variant(world), t.wrong);
        cr_assert_gt(stats->passes, 1);
        cr_assert_lt(world_memory(world).scratch, scratch_bound(held), "%s: %zu bytes of scratch, may be %zu",
                     hail_world_variant(world), world_memory(world).scratch, scratch_bound(held));
        hail_world_destroy(world);
    }
}

/* One layer against another in one spot: the budget cuts between bodies of a, or within one's row. */
Test(step_crowd, one_cell_two_layers) {
    static const float box[] = {20.0f, 20.0f, 24.0f, 24.0f};
    for (size_t n = 0; n < hail_variant_count(); n++) {
        hail_world *world = make(hail_variant_name(n), 0.0f, 1024);
        scatter(world, BULLETS, circle(world, 4.0f), 900, 5, box);
        scatter(world, BOSSES, circle(world, 6.0f), 300, 6, box);
        cr_assert_eq(hail_rule_set(world, BOSSES, BULLETS, HAIL_MANIFOLD), HAIL_OK);
        cr_assert_eq(hold(world, "two layers in one spot"), 900 * 300);
        cr_assert_gt(hail_stats(world)->passes, 1);
        hail_world_destroy(world);
    }
}

Test(step_crowd, bosses_among_bullets) {
    static const float field[] = {-20.0f, -20.0f, 660.0f, 500.0f}, cell[] = {0.0f, 3.0f, 16.0f, 1000.0f};
    static const float px[] = {-320, 320, 320, -320}, py[] = {-240, -240, 240, 240};
    for (size_t n = 0; n < hail_variant_count() + 3; n++) { /* each variant, then each cell */
        size_t isa = n < hail_variant_count() ? n : hail_variant_count() - 1;
        hail_world *world = make(hail_variant_name(isa), cell[n - isa], 1u << 20);
        hail_shape wide;
        cr_assert_eq(hail_shape_polygon(hail_world_shapes(world), px, py, 4, 0.0f, &wide), HAIL_OK);
        scatter(world, BULLETS, circle(world, 4.0f), 9000, 11, field);
        scatter(world, BOSSES, circle(world, 400.0f), 3, 12, field);
        scatter(world, 2, wide, 2, 13, field);
        cr_assert_eq(hail_rule_set(world, BULLETS, BOSSES, HAIL_MANIFOLD), HAIL_OK);
        cr_assert_eq(hail_rule_set(world, BULLETS, BULLETS, HAIL_PAIRS), HAIL_OK);
        cr_assert_eq(hail_rule_set(world, BOSSES, BOSSES, HAIL_MANIFOLD), HAIL_OK);
        cr_assert_eq(hail_rule_set(world, 2, BULLETS, HAIL_MANIFOLD), HAIL_OK);
        cr_assert_eq(hail_rule_set(world, 2, BOSSES, HAIL_MANIFOLD), HAIL_OK);
        size_t contacts = hold(world, "bosses among bullets");
        cr_assert_gt(contacts, 4000, "only %zu", contacts);
        hail_world_destroy(world);
    }
}

/* Giants in the layer of the small: one layer against itself, sizes from points to the screen. */
Test(step_crowd, sizes_mixed_in_one_layer) {
    static const float field[] = {0.0f, 0.0f, 640.0f, 480.0f}, radius[] = {0.0f, 1.0f, 4.0f, 30.0f, 500.0f, 1.0e6f};
    static const size_t count[] = {300, 800, 800, 20, 3, 2};
    for (size_t n = 0; n < hail_variant_count(); n++) {
        hail_world *world = make(hail_variant_name(n), 0.0f, 4096);
        for (size_t i = 0; i < 6; i++)
            scatter(world, BULLETS, circle(world, radius[i]), count[i], 20 + i, field);
        cr_assert_eq(hail_rule_set(world, BULLETS, BULLETS, HAIL_MANIFOLD), HAIL_OK);
        size_t contacts = hold(world, "mixed sizes");
        cr_assert_gt(contacts, 3000, "only %zu", contacts);
        hail_world_destroy(world);
    }
}

/* Large among its own, small beside the others: those that stream past it reach further than it does itself. */
Test(step_crowd, large_in_one_layer_small_beside_another) {
    static const float field[] = {0.0f, 0.0f, 640.0f, 480.0f};
    for (size_t n = 0; n < hail_variant_count(); n++) {
        for (uint32_t first = 0; first < 2; first++) {
            hail_world *world = make(hail_variant_name(n), 0.0f, 1u << 20);
            scatter(world, BULLETS, circle(world, 0.5f), 300, 31, field);
            scatter(world, BULLETS, circle(world, 20.0f), 5, 32, field);
            scatter(world, BOSSES, circle(world, 48.0f), 100, 33, field);
            cr_assert_eq(hail_rule_set(world, first, 1 - first, HAIL_MANIFOLD), HAIL_OK);
            cr_assert_gt(hold(world, "large in one layer, small beside another"), 500);
            hail_world_destroy(world);
        }
    }
}

/* Many small bodies, a giant, and bodies whose radius is a power of two, as the limit of small ones is: their pairs are
 * reported once, whichever layer streams. */
Test(step_crowd, as_large_as_the_largest_small_one) {
    static const float field[] = {0.0f, 0.0f, 640.0f, 480.0f}, spot[] = {300.0f, 200.0f, 340.0f, 240.0f};
    for (size_t n = 0; n < hail_variant_count(); n++)
        for (uint32_t others = 30; others <= 480; others *= 4) {
            hail_world *world = make(hail_variant_name(n), 0.0f, 1u << 20);
            scatter(world, BULLETS, circle(world, 5.0f), 200, 5, field);
            scatter(world, BULLETS, circle(world, 8.0f), 4, 6, spot);
            scatter(world, BULLETS, circle(world, 60.0f), 1, 7, spot);
            scatter(world, BOSSES, circle(world, 2.0f), others, 8, field);
            scatter(world, BOSSES, circle(world, 2.0f), 10, 9, spot);
            cr_assert_eq(hail_rule_set(world, BULLETS, BOSSES, HAIL_MANIFOLD), HAIL_OK);
            cr_assert_gt(hold(world, "a power of two"), 10);
            hail_world_destroy(world);
        }
}

/* The larger layer becomes the smaller one in the step itself, when some of it goes to quarantine. */
Test(step_crowd, quarantine_turns_the_sides) {
    static const float field[] = {0.0f, 0.0f, 100.0f, 100.0f};
    for (size_t n = 0; n < hail_variant_count(); n++) {
        hail_world *world = make(hail_variant_name(n), 0.0f, 1u << 20);
        hail_columns columns;
        scatter(world, BULLETS, circle(world, 3.0f), 103, 41, field);
        scatter(world, BOSSES, circle(world, 4.0f), 100, 42, field);
        cr_assert_eq(hail_rule_set(world, BULLETS, BOSSES, HAIL_MANIFOLD), HAIL_OK);
        cr_assert_eq(hail_layer_columns(world, BULLETS, &columns), HAIL_OK);
        for (uint32_t i = 0; i < 10; i++)
            columns.vx[i] = NAN;
        hold(world, "quarantine turns the sides");
        cr_assert_eq(hail_stats(world)->quarantined, 10);
        hail_world_destroy(world);
    }
}
