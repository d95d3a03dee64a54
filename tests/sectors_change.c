/* Maps that change: after each of hundreds of changes, accepted or refused exactly as a map made anew from the changed
 * arrays would be, and with its answers to the bit, for points and hints from before. A failure names its seed;
 * HAIL_TEST_SEED=n runs that map alone, HAIL_TEST_WORLDS=n makes n times as many. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "points_inputs.h"
#include "random_world.h"
#include "sectors_truth.h"

enum { NONE = HAIL_NO_WALL, DOTTED = 120, ROOM = 500, EDITED = 400, CHANGES = 60 };

/* ---- Edits ------------------------------------------------------------------------------------------------------- */

static struct {
    uint32_t vertex[EDITED], wall[EDITED];
    float x[EDITED], y[EDITED];
    hail_wall to[EDITED];
    hail_sectors_edit edit;
} e;

static void edit_begin(void) { e.edit = (hail_sectors_edit){e.vertex, e.x, e.y, 0, e.wall, e.to, 0}; }

/* What is there twice keeps its first place. */
static void edit_vertex(uint32_t vertex, float x, float y) {
    size_t i = 0;
    while (i < e.edit.vertices && e.vertex[i] != vertex)
        i++;
    if (i == EDITED)
        return;
    e.vertex[i] = vertex, e.x[i] = x, e.y[i] = y;
    e.edit.vertices += i == e.edit.vertices;
}

static void edit_wall(uint32_t wall, hail_wall to) {
    size_t i = 0;
    while (i < e.edit.walls && e.wall[i] != wall)
        i++;
    if (i == EDITED)
        return;
    e.wall[i] = wall, e.to[i] = to;
    e.edit.walls += i == e.edit.walls;
}

static void apply(chart *c) {
    for (size_t i = 0; i < e.edit.vertices; i++)
        c->x[e.vertex[i]] = e.x[i], c->y[e.vertex[i]] = e.y[i];
    for (size_t i = 0; i < e.edit.walls; i++)
        c->walls[e.wall[i]] = e.to[i];
}

static void push(uint64_t *s, const chart *c, uint32_t v, float by) {
    edit_vertex(v, c->x[v] + rintf(random_range(s, -by, by)), c->y[v] + rintf(random_range(s, -by, by)));
}

/* An island and all in it, to another cell; perhaps with another sector around it, perhaps not. */
static void move_island(uint64_t *s, const chart *c) {
    if (c->island_count == 0)
        return;
    uint32_t i = random_pick(s, c->island_count);
    const uint32_t cell = random_pick(s, 3) == 0 ? c->islands[i].cell : random_pick(s, c->side * c->side);
    const spot from = chart_middle(c, c->islands[i].cell), to = chart_middle(c, cell);
    const uint32_t there = chart_sector(c, to.x, to.y);
    const float dx = to.x - from.x + (float)random_pick(s, 5) - 2.0f, dy = to.y - from.y;
    const uint32_t last = random_pick(s, 3) == 0 ? i + 1 : c->island_count; /* perhaps what is in it stays */
    for (uint32_t first = i; i < last && (i == first || c->islands[i].within != NONE); i++)
        for (uint32_t k = 0; k < c->islands[i].count; k++) {
            const uint32_t v = c->islands[i].vertex + k, w = c->islands[i].wall + k;
            edit_vertex(v, c->x[v] + dx, c->y[v] + dy);
            hail_wall wall = c->walls[w];
            if (i != first || random_pick(s, 50) == 0)
                continue;
            if (wall.a == v) /* +x towards +y: left is around */
                wall.left = there;
            else
                wall.right = there;
            edit_wall(w, wall);
        }
}

static void remove_island(uint64_t *s, const chart *c) {
    if (c->island_count == 0)
        return;
    const chart_island *of = &c->islands[random_pick(s, c->island_count)];
    const uint32_t kept = random_pick(s, 4) == 0 ? 1 : 0; /* one too few */
    for (uint32_t k = kept; k < of->count; k++)
        edit_wall(of->wall + k, (hail_wall){.a = HAIL_NO_VERTEX, .b = HAIL_NO_VERTEX});
}

static uint32_t free_wall(const chart *c, uint32_t from) {
    while (from < c->wall_count && chart_present(c, from))
        from++;
    return from;
}

/* A triangle of vertices that lie about, and of walls that are absent; of a sector of its own or any. */
static void add_island(uint64_t *s, const chart *c) {
    static const float px[] = {-6, 7, 1}, py[] = {5, 6, -8};
    const spot at = chart_middle(c, random_pick(s, c->side * c->side));
    const float dx = (float)random_pick(s, 30), dy = (float)random_pick(s, 30);
    const uint32_t around = random_pick(s, 8) == 0 ? random_pick(s, c->sectors) : chart_sector(c, at.x + dx, at.y + dy);
    const uint32_t inside = random_pick(s, c->sectors);
    uint32_t wall = free_wall(c, 0);
    for (uint32_t k = 0; k < 3 && c->vertices > 3 && wall < c->wall_count; k++, wall = free_wall(c, wall + 1)) {
        const uint32_t first = c->vertices - 3;
        edit_vertex(first + k, at.x + dx + px[k], at.y + dy + py[k]);
        edit_wall(wall, (hail_wall){.a = first + k, .b = first + (k + 1) % 3, .right = around, .left = inside});
    }
}

/* Within one sector, or from one to another. */
static void add_wall(uint64_t *s, const chart *c) {
    const uint32_t wall = free_wall(c, random_pick(s, c->wall_count)), a = random_pick(s, c->vertices);
    const uint32_t b = random_pick(s, 3) == 0 ? random_pick(s, c->vertices) : (a + 1 + random_pick(s, 2)) % c->vertices;
    const uint32_t sector = chart_sector(c, 0.5f * (c->x[a] + c->x[b]), 0.5f * (c->y[a] + c->y[b]));
    if (wall < c->wall_count)
        edit_wall(wall, (hail_wall){.a = a, .b = b, .right = sector, .left = sector, .solid = true});
}

/* All walls of a sector say that it is another one. */
static void rename_sector(uint64_t *s, const chart *c) {
    const uint32_t from = random_pick(s, c->sectors), to = random_pick(s, c->sectors);
    for (uint32_t i = 0; i < c->wall_count; i++) {
        hail_wall w = c->walls[i];
        if (!chart_present(c, i) || (w.right != from && w.left != from))
            continue;
        w.right = w.right == from ? to : w.right, w.left = w.left == from ? to : w.left;
        edit_wall(i, w);
    }
}

static void change_wall(uint64_t *s, const chart *c) {
    const uint32_t i = random_pick(s, c->wall_count);
    hail_wall w = c->walls[i];
    if (!chart_present(c, i))
        return;
    switch (random_pick(s, 5)) {
    case 0:
        w = (hail_wall){.a = HAIL_NO_VERTEX, .b = HAIL_NO_VERTEX};
        break;
    case 1:
        w.right = random_pick(s, c->sectors + 1);
        break;
    case 2:
        w = (hail_wall){.a = w.b, .b = w.a, .right = w.left, .left = w.right, .kind = w.kind, .solid = w.solid};
        break;
    default:
        w.kind = (uint8_t)random_pick(s, 33), w.solid = !w.solid;
    }
    edit_wall(i, w);
}

static void edit_one(uint64_t *s, const chart *c) {
    switch (random_pick(s, 10)) {
    case 0:
        push(s, c, random_pick(s, c->vertices), c->step * 2.0f);
        break;
    case 1:
        move_island(s, c);
        break;
    case 2:
        remove_island(s, c);
        break;
    case 3:
        add_island(s, c);
        break;
    case 4:
        add_wall(s, c);
        break;
    case 5:
        rename_sector(s, c);
        break;
    case 6:
        change_wall(s, c);
        break;
    default:
        push(s, c, random_pick(s, c->vertices), c->step * 0.06f);
    }
}

/* ---- Maps -------------------------------------------------------------------------------------------------------- */

static hail_sector_fault list[2][ROOM];
static float x[DOTTED], y[DOTTED], hint[3][DOTTED];
static hail_sector_hints hints;
static uint32_t sector[2][DOTTED], hinted[DOTTED];
static hail_nearest nearest[2][DOTTED];
static size_t accepted, refused;

static hail_sectors *make(const chart *c, const hail_sectors_size *like, hail_sector_faults *faults,
                          hail_status *status) {
    hail_sectors_options options = hail_sectors_defaults();
    hail_sectors *map;
    const hail_sector_data data = chart_data(c);
    if (like != NULL) { /* the cells may be others: nobody can tell */
        options.min_x = like->min_x, options.min_y = like->min_y;
        options.max_x = like->max_x, options.max_y = like->max_y;
    }
    *status = hail_sectors_create(&options, &data, faults, &map);
    return map;
}

static void ask(uint64_t seed, uint64_t *s, const chart *c, const hail_sectors *map, const hail_sectors *anew) {
    const hail_wall_filter filter = {.portals = random_pick(s, 2) == 0,
                                     .kinds = random_pick(s, 3) == 0 ? (uint32_t)random_bits(s) : 0};
    const hail_points points = {.x = x, .y = y, .count = DOTTED};
    chart_dots(c, s, DOTTED / 8, x, y);
    for (size_t i = DOTTED / 8; i < DOTTED; i++) /* the others walk */
        x[i] += random_range(s, -3.0f, 3.0f), y[i] += random_range(s, -3.0f, 3.0f);
    cr_assert_eq(hail_sectors_find(map, &points, NULL, sector[0]), HAIL_OK);
    cr_assert_eq(hail_sectors_find(anew, &points, NULL, sector[1]), HAIL_OK);
    cr_assert_eq(hail_sectors_find(map, &points, &hints, hinted), HAIL_OK);
    cr_assert_eq(hail_sectors_nearest(map, &points, &filter, nearest[0]), HAIL_OK);
    cr_assert_eq(hail_sectors_nearest(anew, &points, &filter, nearest[1]), HAIL_OK);
    for (size_t i = 0; i < DOTTED; i++) {
        const uint32_t want = chart_sector(c, x[i], y[i]);
        cr_assert(sector[0][i] == want && sector[1][i] == want && hinted[i] == want,
                  "(%.9g, %.9g): sector %d, a new map says %d, with hints %d, should be %d; %s", (double)x[i],
                  (double)y[i], (int)sector[0][i], (int)sector[1][i], (int)hinted[i], (int)want, chart_text(seed, c));
        cr_assert(memcmp(&nearest[0][i], &nearest[1][i], sizeof **nearest) == 0,
                  "(%.9g, %.9g): nearest %d, %.9g; a new map says %d, %.9g; %s", (double)x[i], (double)y[i],
                  (int)nearest[0][i].edge, (double)nearest[0][i].squared, (int)nearest[1][i].edge,
                  (double)nearest[1][i].squared, chart_text(seed, c));
    }
}

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

/* The same faults. Of islands in the wrong sector only one must be told: others may be so only because of it. */
static void hold_faults(uint64_t seed, const chart *c, const hail_sector_faults *faults) {
    size_t count[2];
    for (int k = 0; k < 2; k++) {
        count[k] = faults[k].count < ROOM ? faults[k].count : ROOM;
        while (count[k] > 0 && list[k][count[k] - 1].kind == HAIL_FAULT_MISPLACED)
            count[k]--;
    }
    cr_assert(count[0] == count[1] && (faults[0].count > 0) == (faults[1].count > 0),
              "%zu and %zu faults, made anew %zu and %zu; %s, and %s; %s", count[0], faults[0].count, count[1],
              faults[1].count, truth_text(list[0]), truth_text(list[1]), chart_text(seed, c));
    for (size_t i = 0; i < count[0]; i++)
        cr_assert(truth_same(&list[0][i], &list[1][i]), "fault %zu is %s; made anew %s; %s", i, truth_text(&list[0][i]),
                  truth_text(&list[1][i]), chart_text(seed, c));
}

/* The same status and faults as of a map made anew; and whether it was taken. */
static bool change(uint64_t seed, chart *c, hail_sectors *map, hail_sectors **anew) {
    hail_sector_faults faults[2] = {{list[0], ROOM, 77}, {list[1], ROOM, 77}};
    chart *next = chart_copy(c);
    hail_status want;
    apply(next);
    const hail_sectors_size before = hail_sectors_measure(map);
    *anew = make(next, &before, &faults[1], &want);
    const hail_status status = hail_sectors_change(map, &e.edit, &faults[0]);
    const hail_sectors_size now = hail_sectors_measure(map);
    cr_assert_eq(status, want, "%s; made anew: %s (first %s); first here %s; %zu vertices, %zu walls; %s",
                 hail_status_text(status), hail_status_text(want), faults[1].count > 0 ? truth_text(list[1]) : "none",
                 faults[0].count > 0 && faults[0].count < 77 ? truth_text(list[0]) : "none", e.edit.vertices,
                 e.edit.walls, chart_text(seed, c));
    hold_faults(seed, c, faults);
    const bool taken = status == HAIL_OK, empty = e.edit.vertices + e.edit.walls == 0;
    cr_assert(empty || now.version == before.version + (taken ? 1 : 0), "version %llu after %llu, %s",
              (unsigned long long)now.version, (unsigned long long)before.version, hail_status_text(status));
    cr_assert(now.walls == c->wall_count && now.vertices == c->vertices && now.sectors == c->sectors &&
              now.min_x == before.min_x && now.max_y == before.max_y);
    if (taken)
        apply(c);
    chart_free(next);
    return taken;
}

/* What the map says of its walls and vertices. */
static void hold_arrays(uint64_t seed, const chart *c, const hail_sectors *map) {
    for (uint32_t i = 0; i < c->wall_count; i++) {
        const hail_wall *w = &c->walls[i];
        hail_wall_info info;
        cr_assert_eq(hail_sectors_wall(map, i, &info), HAIL_OK);
        if (!chart_present(c, i)) {
            cr_assert(info.wall.a == HAIL_NO_VERTEX && info.wall.b == HAIL_NO_VERTEX && info.ax == 0.0f &&
                          info.ay == 0.0f && info.bx == 0.0f && info.by == 0.0f,
                      "absent wall %u; %s", i, chart_text(seed, c));
            continue;
        }
        cr_assert(info.wall.a == w->a && info.wall.b == w->b && info.wall.right == w->right &&
                      info.wall.left == w->left && info.wall.kind == w->kind && info.wall.solid == w->solid,
                  "wall %u; %s", i, chart_text(seed, c));
        cr_assert(info.ax == c->x[w->a] && info.ay == c->y[w->a] && info.bx == c->x[w->b] && info.by == c->y[w->b] &&
                      info.stops == chart_stops(w),
                  "wall %u; %s", i, chart_text(seed, c));
    }
    for (uint32_t v = 0; v < c->vertices; v++) {
        float at_x, at_y;
        cr_assert_eq(hail_sectors_vertex(map, v, &at_x, &at_y), HAIL_OK);
        cr_assert(at_x == c->x[v] && at_y == c->y[v], "vertex %u; %s", v, chart_text(seed, c));
    }
}

/* Doors: some walls, through the map's own call. */
static void set_doors(uint64_t *s, chart *c, hail_sectors *map) {
    uint32_t walls[20];
    const bool solid = random_pick(s, 2) == 0;
    size_t n = 0;
    for (int k = 0; k < 20; k++) {
        const uint32_t i = random_pick(s, c->wall_count);
        if (chart_present(c, i))
            walls[n++] = i, c->walls[i].solid = solid;
    }
    const uint64_t version = hail_sectors_measure(map).version;
    cr_assert_eq(hail_sectors_set_solid(map, walls, n, solid), HAIL_OK);
    cr_assert_eq(hail_sectors_measure(map).version, version, "doors do not count");
}

static void hold(uint64_t seed) {
    uint64_t state = seed * 3935559000370003845u + 1, *s = &state;
    const chart_choice choice = chart_choose(seed, 6);
    chart *c = chart_make(seed, &choice);
    hail_status status;
    hail_sectors *anew, *map = make(c, NULL, NULL, &status);
    cr_assert_eq(status, HAIL_OK, "%s; %s", hail_status_text(status), chart_text(seed, c));
    cr_assert_eq(hail_sectors_measure(map).version, 1);
    memset(hint, 0, sizeof hint);
    hints = (hail_sector_hints){hint[0], hint[1], hint[2], 0};
    chart_dots(c, s, DOTTED, x, y);
    for (int k = 0; k < CHANGES; k++) {
        edit_begin();
        for (uint32_t n = 1 + random_pick(s, 3) / 2; n > 0; n--)
            edit_one(s, c);
        if (random_pick(s, 4) == 0)
            set_doors(s, c, map);
        const bool taken = change(seed, c, map, &anew);
        if (!taken) {
            anew = make(c, NULL, NULL, &status); /* as it was */
            cr_assert_eq(status, HAIL_OK);
        }
        accepted += taken, refused += !taken;
        ask(seed, s, c, map, anew);
        hail_sectors_destroy(anew);
    }
    hold_arrays(seed, c, map);
    hail_sectors_destroy(map);
    chart_free(c);
}

Test(sectors_change, as_made_anew) {
    uint64_t seed;
    plot_seeds(120, hold);
    cr_log_info("%zu changes were taken, %zu refused", accepted, refused);
    cr_assert(random_seed_given(&seed) || (accepted > 2000 && refused > 1000), "%zu, %zu", accepted, refused);
}
