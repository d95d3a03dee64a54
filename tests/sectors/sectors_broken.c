/* tests/sectors/sectors_broken.c - sound maps that were damaged at random: all faults, against brute force over all
 * pairs of walls; and maps that are accepted with faults.
 *
 * A failure names its seed; HAIL_TEST_SEED=n runs that map alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "shared/contexts.h"
#include "points/points_inputs.h"
#include "shared/random_world.h"
#include "sectors_truth.h"

#define NONE HAIL_NO_WALL

enum { ROOM = 600 };

static hail_sector_fault list[ROOM];
static hail_sector_faults faults;
static hail_sector_data data;
static hail_sectors_options options;

static void set_up(void) { options = sectors_defaults(); }

TestSuite(sectors_broken, .init = set_up);

static hail_status make(hail_sectors **map) {
    faults = (hail_sector_faults){list, ROOM, 77};
    const hail_status status = hail_sectors_create(&options, &data, &faults, map);
    cr_assert_eq(status == HAIL_OK, *map != NULL, "%s", hail_status_text(status));
    return status;
}

/* ---- Broken by chance -------------------------------------------------------------------------------------------- */

static truth told;

/* Elsewhere, perhaps without what is in it; or another sector is around it. */
static void break_island(uint64_t *s, chart *c) {
    const uint32_t first = random_pick(s, c->island_count), cell = random_pick(s, c->side * c->side);
    const spot from = chart_middle(c, c->islands[first].cell), to = chart_middle(c, cell);
    const bool alone = random_pick(s, 2) == 0, named = random_pick(s, 3) == 0;
    const uint32_t around = random_pick(s, c->sectors);
    for (uint32_t i = first; i < c->island_count && (i == first || (!alone && c->islands[i].within != NONE)); i++)
        for (uint32_t k = 0; k < c->islands[i].count; k++) {
            const uint32_t v = c->islands[i].vertex + k;
            hail_wall *w = &c->walls[c->islands[i].wall + k];
            if (!named)
                c->x[v] += to.x - from.x, c->y[v] += to.y - from.y;
            else if (i == first && w->a == v) /* +x towards +y: left is around */
                w->left = around;
            else if (i == first)
                w->right = around;
        }
}

static void break_chart(uint64_t *s, chart *c) {
    const uint32_t i = random_pick(s, c->wall_count), j = random_pick(s, c->wall_count);
    const uint32_t v = random_pick(s, c->vertices), w = random_pick(s, c->vertices);
    const hail_wall kept = c->walls[i];
    if (c->island_count > 0 && random_pick(s, 3) == 0) {
        break_island(s, c);
        return;
    }
    switch (random_pick(s, 8)) {
    case 0: /* another sector on a side */
        c->walls[i].right = random_pick(s, c->sectors);
        break;
    case 1: /* gone */
        c->walls[i].a = c->walls[i].b = HAIL_NO_VERTEX;
        break;
    case 2: /* moved anywhere */
        c->x[v] = c->x[w] + (float)random_pick(s, 3), c->y[v] = c->y[w] + 1.0f;
        break;
    case 3: /* pulled elsewhere */
        c->walls[i].a = c->walls[i].a == NONE ? v : w;
        c->walls[i].b = c->walls[i].b == NONE ? w : c->walls[i].b;
        break;
    case 4: /* the wrong way round */
        c->walls[i].right = kept.left, c->walls[i].left = kept.right;
        break;
    case 5: /* in two places */
        c->walls[j] = kept;
        break;
    case 6: /* of no length */
        c->walls[i].b = kept.a;
        break;
    default: /* a vertex slips along */
        c->x[v] += (float)random_pick(s, 64) - 32.0f;
    }
}

/* Whether different vertices of walls lie at the same point: then faults there may differ. */
static bool shares_places(const chart *c) {
    for (uint32_t v = 0; v < c->vertices; v++)
        for (uint32_t w = v + 1; w < c->vertices; w++)
            if (c->x[v] == c->x[w] && c->y[v] == c->y[w])
                return true;
    return false;
}

/* How many maps had which faults; the inputs must stay what they are meant to be. */
static size_t seen[HAIL_FAULT_MISPLACED + 1];

static bool in_box(const chart *c, uint32_t wall, const hail_sector_fault *f) {
    const spot a = chart_a(c, wall), b = chart_b(c, wall);
    return f->x >= fminf(a.x, b.x) && f->x <= fmaxf(a.x, b.x) && f->y >= fminf(a.y, b.y) && f->y <= fmaxf(a.y, b.y);
}

/* Whether a fault is about where it says. */
static bool well_placed(const chart *c, const hail_sector_fault *f) {
    if (f->kind == HAIL_FAULT_DANGLING || f->kind == HAIL_FAULT_UNCLOSED || f->kind == HAIL_FAULT_MISPLACED)
        return f->x == c->x[f->vertex] && f->y == c->y[f->vertex];
    return in_box(c, f->wall, f) && (f->other == NONE || in_box(c, f->other, f));
}

static void hold_told(uint64_t seed, const chart *c, hail_status status) {
    const size_t count = faults.count, wanted = told.count;
    for (size_t i = 0; i < count && i < ROOM; i++)
        cr_assert(well_placed(c, &list[i]), "%s; %s", truth_text(&list[i]), chart_text(seed, c));
    for (size_t i = 0; i < count && i < wanted; i++)
        cr_assert(truth_same(&list[i], &told.fault[i]), "fault %zu is %s; should be %s; %s", i, truth_text(&list[i]),
                  truth_text(&told.fault[i]), chart_text(seed, c));
    cr_assert_eq(count, wanted, "%zu faults, should be %zu; the next %s; %s", count, wanted,
                 truth_text(count > wanted ? &list[wanted] : &told.fault[count]), chart_text(seed, c));
    const hail_status want = told.count > 0 ? truth_status(told.fault[0].kind) : HAIL_OK;
    cr_assert_eq(status, want, "%s, should be: %s; %s", hail_status_text(status), hail_status_text(want),
                 chart_text(seed, c));
    bool kinds[HAIL_FAULT_MISPLACED + 1] = {told.count == 0};
    for (size_t i = 0; i < told.count; i++)
        kinds[told.fault[i].kind] = true;
    for (int k = 0; k <= HAIL_FAULT_MISPLACED; k++)
        seen[k] += kinds[k];
}

static void hold_broken(uint64_t seed) {
    uint64_t state = seed * 7046029254386353131u + 3, *s = &state;
    chart_choice choice = chart_choose(seed, 6);
    choice.x = seed % 2 == 0 ? 0.0f : choice.x;
    chart *c = chart_make(seed, &choice);
    hail_sectors *map = NULL;
    for (uint32_t k = random_pick(s, 4); k > 0; k--)
        break_chart(s, c);
    data = chart_data(c);
    truth_find(c, &told);
    if (!shares_places(c) && told.count < ROOM)
        hold_told(seed, c, make(&map));
    hail_sectors_destroy(map);
    chart_free(c);
}

Test(sectors_broken, broken) {
    uint64_t seed;
    random_seeds(1500, hold_broken);
    cr_log_info("sound %zu, no length %zu, dangling %zu, unclosed %zu, crossing %zu, overlapping %zu, misplaced %zu",
                seen[0], seen[6], seen[7], seen[8], seen[9], seen[10], seen[11]);
    for (int k = 0; k <= HAIL_FAULT_MISPLACED && !random_seed_given(&seed); k++)
        cr_assert((k > 0 && k < HAIL_FAULT_ZERO_LENGTH) || seen[k] > 0, "none of kind %d", k);
}

/* ---- Tolerant maps ----------------------------------------------------------------------------------------------- */

/* A tolerant map is made, with the same faults; the first five kinds are refused even then. If no walls cross, the
 * nearest wall to the right decides a point's sector. */
static void hold_tolerant(uint64_t seed) {
    uint64_t state = seed * 7046029254386353131u + 3, *s = &state;
    const chart_choice choice = chart_choose(seed, 6);
    chart *c = chart_make(seed, &choice);
    hail_sectors *map, *none;
    for (uint32_t k = random_pick(s, 5); k > 0; k--)
        break_chart(s, c);
    data = chart_data(c);
    options.tolerant = false, make(&none);
    const size_t count = faults.count;
    hail_sectors_destroy(none);
    options.tolerant = true;
    cr_assert_eq(make(&map), HAIL_OK, "%s", chart_text(seed, c));
    cr_assert_eq(faults.count, count, "%zu faults, %zu if it is refused; %s", faults.count, count, chart_text(seed, c));
    bool crossing = false;
    for (size_t i = 0; i < faults.count && i < ROOM; i++)
        crossing = crossing || list[i].kind == HAIL_FAULT_CROSSING || list[i].kind == HAIL_FAULT_OVERLAP;
    static float px[100], py[100];
    static uint32_t sector[100];
    chart_dots(c, s, 100, px, py);
    cr_assert_eq(hail_sectors_find(map, &(hail_points){.x = px, .y = py, .count = 100}, sector), HAIL_OK);
    for (size_t i = 0; i < 100; i++) {
        cr_assert(sector[i] < c->sectors || sector[i] == HAIL_NO_SECTOR);
        if (!crossing && count <= ROOM && count > 0) {
            const uint32_t want = chart_sector_right(c, px[i], py[i]);
            seen[sector[i] == want ? 0 : 1]++;
        }
    }
    hail_sectors_destroy(map);
    chart_free(c);
}

Test(sectors_broken, tolerant) {
    uint64_t seed;
    memset(seen, 0, sizeof seen);
    random_seeds(400, hold_tolerant);
    cr_log_info("near faults %zu points are where the next wall says, %zu are not", seen[0], seen[1]);
    cr_assert(random_seed_given(&seed) || seen[0] > 20 * seen[1]); /* answers near a fault may depend on the cell */
}
