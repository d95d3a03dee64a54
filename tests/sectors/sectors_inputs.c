/* tests/sectors/sectors_inputs.c - makes random maps, and answers by brute force. */
#include "sectors_inputs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/random_world.h"

static void *room(size_t count, size_t size) {
    void *memory = calloc(count + 1, size);
    if (memory == NULL)
        abort();
    return memory;
}

static bool happens(uint64_t *s, uint32_t of_100) { return random_pick(s, 100) < of_100; }

chart_choice chart_choose(uint64_t seed, uint32_t most_side) {
    static const float far[] = {0.0f, 0.0f, 1.0e6f, -3.0e6f};
    uint64_t state = seed * 2862933555777941757u + 3037000493u, *s = &state;
    const uint32_t place = random_pick(s, 4);
    return (chart_choice){.side = 1 + random_pick(s, most_side),
                          .merged = random_pick(s, 90),
                          .cut = random_pick(s, 60),
                          .voids = random_pick(s, 3) == 0 ? random_pick(s, 40) : 0,
                          .inner = random_pick(s, 2) == 0 ? random_pick(s, 60) : 0,
                          .islands = random_pick(s, 60),
                          .solid = random_pick(s, 100),
                          .absent = random_pick(s, 30),
                          .step = exp2f((float)(6 + random_pick(s, 4))),
                          .x = far[place] - 100.0f,
                          .y = -far[place],
                          .straight = random_pick(s, 4) == 0,
                          .turned = random_pick(s, 4) == 0};
}

/* ---- The grid ---------------------------------------------------------------------------------------------------- */

/* A map in the making; area[2 * cell + half] is the sector of a triangle. */
typedef struct sketch {
    chart *c;
    const chart_choice *choice;
    uint64_t *s;
    uint32_t *area;
    bool *cut, *slash;
} sketch;

static void add_wall(sketch *k, uint32_t a, uint32_t b, uint32_t right, uint32_t left) {
    const bool back = random_pick(k->s, 2) == 0;
    k->c->walls[k->c->wall_count++] = (hail_wall){.a = back ? b : a,
                                                  .b = back ? a : b,
                                                  .right = back ? left : right,
                                                  .left = back ? right : left,
                                                  .kind = (uint8_t)random_pick(k->s, 32),
                                                  .solid = happens(k->s, k->choice->solid)};
}

static uint32_t add_vertex(chart *c, float x, float y) {
    c->x[c->vertices] = x, c->y[c->vertices] = y;
    return c->vertices++;
}

static void lay_nodes(sketch *k) {
    const chart_choice *o = k->choice;
    const float bend = o->straight ? 0.0f : o->step * 0.2f;
    for (uint32_t j = 0; j <= o->side; j++)
        for (uint32_t i = 0; i <= o->side; i++)
            add_vertex(k->c, o->x + (float)i * o->step + rintf(random_range(k->s, -bend, bend)),
                       o->y + (float)j * o->step + rintf(random_range(k->s, -bend, bend)));
}

static uint32_t name_area(sketch *k, uint32_t cell) {
    const uint32_t i = cell % k->choice->side, j = cell / k->choice->side;
    if (happens(k->s, k->choice->voids))
        return HAIL_NO_SECTOR;
    if (happens(k->s, k->choice->merged)) { /* with what lies above, or before, or with anything that there is */
        const uint32_t how = random_pick(k->s, 5);
        if (how < 2 && j > 0)
            return k->area[2 * (cell - k->choice->side) + 1];
        if (how < 4 && i > 0)
            return k->area[2 * (cell - 1) + 1];
        if (how == 4 && k->c->sectors > 0)
            return random_pick(k->s, k->c->sectors);
    }
    return k->c->sectors++;
}

static void name_areas(sketch *k) {
    for (uint32_t cell = 0; cell < k->choice->side * k->choice->side; cell++) {
        k->cut[cell] = happens(k->s, k->choice->cut);
        k->slash[cell] = random_pick(k->s, 2) == 0;
        k->area[2 * cell] = name_area(k, cell);
        k->area[2 * cell + 1] = k->cut[cell] ? name_area(k, cell) : k->area[2 * cell];
    }
}

/* What lies on a side of a cell: 0 above, 1 to the right, 2 below, 3 to the left. With a slash (from the right top to
 * the left bottom) the first half is left and above, without it right and above. */
static uint32_t area_at(const sketch *k, int i, int j, int side) {
    const int n = (int)k->choice->side;
    if (i < 0 || j < 0 || i >= n || j >= n)
        return HAIL_NO_SECTOR;
    const uint32_t cell = (uint32_t)(j * n + i);
    const bool first = side == 0 || side == (k->slash[cell] ? 3 : 1);
    return k->area[2 * cell + (first ? 0 : 1)];
}

/* Walls that divide nothing may name any sector. */
static void add_edge(sketch *k, uint32_t a, uint32_t b, uint32_t right, uint32_t left) {
    if (right == left && !happens(k->s, k->choice->inner))
        return;
    if (right == left && random_pick(k->s, 3) == 0)
        right = left =
            k->c->sectors == 0 || random_pick(k->s, 8) == 0 ? HAIL_NO_SECTOR : random_pick(k->s, k->c->sectors);
    add_wall(k, a, b, right, left);
}

static void add_edges(sketch *k) {
    const int n = (int)k->choice->side;
    for (int j = 0; j <= n; j++)
        for (int i = 0; i <= n; i++) {
            const uint32_t at = (uint32_t)(j * (n + 1) + i), wide = (uint32_t)n + 1;
            if (i < n)
                add_edge(k, at, at + 1, area_at(k, i, j, 0), area_at(k, i, j - 1, 2));
            if (j < n) /* down: the right side is that of -x */
                add_edge(k, at, at + wide, area_at(k, i - 1, j, 1), area_at(k, i, j, 3));
            if (i == n || j == n || !k->cut[j * n + i])
                continue;
            const uint32_t *area = &k->area[2 * (j * n + i)];
            if (k->slash[j * n + i])
                add_edge(k, at + 1, at + wide, area[0], area[1]);
            else
                add_edge(k, at, at + wide + 1, area[1], area[0]);
        }
}

/* ---- Islands ----------------------------------------------------------------------------------------------------- */

spot chart_middle(const chart *c, uint32_t cell) {
    const uint32_t at = cell / c->side * (c->side + 1) + cell % c->side, wide = c->side + 1;
    const uint32_t corner[] = {at, at + 1, at + wide, at + wide + 1};
    double x = 0.0, y = 0.0;
    for (int i = 0; i < 4; i++)
        x += (double)c->x[corner[i]] / 4.0, y += (double)c->y[corner[i]] / 4.0;
    return (spot){(float)rint(x), (float)rint(y)};
}

/* Each as large as 0.4 of the one around it. */
static void add_islands(sketch *k, uint32_t cell) {
    chart *c = k->c;
    const spot middle = chart_middle(c, cell);
    const uint32_t n = 3 + random_pick(k->s, 4), deep = c->step >= 256.0f ? 3 : 1;
    float near[8];
    uint32_t around = k->area[2 * cell], within = UINT32_MAX;
    for (uint32_t i = 0; i < n; i++)
        near[i] = random_range(k->s, 0.6f, 1.0f);
    for (uint32_t level = 0; level < 1 + random_pick(k->s, deep); level++) {
        const double size = (double)c->step * 0.2 * pow(0.4, level);
        const uint32_t first = c->vertices;
        const uint32_t inside = random_pick(k->s, 4) == 0 ? HAIL_NO_SECTOR : c->sectors++;
        if (inside == around)
            break;
        c->islands[c->island_count] = (chart_island){first, c->wall_count, n, cell, within};
        within = c->island_count++;
        for (uint32_t i = 0; i < n; i++) {
            const double angle = 6.28318530717958648 * (i + 0.3) / n, r = size * (double)near[i];
            add_vertex(c, middle.x + (float)rint(r * cos(angle)), middle.y + (float)rint(r * sin(angle)));
        }
        for (uint32_t i = 0; i < n; i++) /* +x towards +y: the right side is within */
            add_wall(k, first + i, first + (i + 1) % n, inside, around);
        around = inside;
    }
}

/* ---- Charts ------------------------------------------------------------------------------------------------------ */

static void shuffle(sketch *k) {
    chart *c = k->c;
    uint32_t first = c->island_count > 0 ? c->islands[0].wall : c->wall_count; /* islands' walls stay together */
    for (uint32_t i = 1; i < first; i++) {
        const uint32_t j = random_pick(k->s, i + 1);
        const hail_wall kept = c->walls[i];
        c->walls[i] = c->walls[j], c->walls[j] = kept;
    }
}

/* Round the grid's corner: what shares no point is apart by much more than rounding moves it. */
static void turn(chart *c, const chart_choice *choice, double angle) {
    for (uint32_t v = 0; v < c->vertices; v++) {
        const double x = (double)c->x[v] - (double)choice->x, y = (double)c->y[v] - (double)choice->y;
        c->x[v] = (float)((double)choice->x + x * cos(angle) - y * sin(angle));
        c->y[v] = (float)((double)choice->y + x * sin(angle) + y * cos(angle));
    }
}

chart *chart_make(uint64_t seed, const chart_choice *choice) {
    uint64_t state = seed * 6364136223846793005u + 1442695040888963407u;
    const uint32_t cells = choice->side * choice->side, nodes = (choice->side + 1) * (choice->side + 1);
    chart *c = room(1, sizeof *c);
    *c = (chart){.side = choice->side, .step = choice->step};
    c->x = room(nodes + 18 * cells + choice->absent, sizeof *c->x);
    c->y = room(nodes + 18 * cells + choice->absent, sizeof *c->y);
    c->walls = room(3 * nodes + 18 * cells + choice->absent, sizeof *c->walls);
    c->islands = room(3 * cells, sizeof *c->islands);
    sketch k = {c, choice, &state, room(2 * cells, sizeof *k.area), room(cells, 1), room(cells, 1)};
    lay_nodes(&k);
    name_areas(&k);
    add_edges(&k);
    for (uint32_t cell = 0; cell < cells; cell++)
        if (!k.cut[cell] && happens(k.s, choice->islands))
            add_islands(&k, cell);
    shuffle(&k);
    for (uint32_t i = 0; i < choice->absent; i++) {
        add_vertex(c, choice->x + choice->step * random_range(k.s, -1.0f, 9.0f), choice->y);
        c->walls[c->wall_count++] = (hail_wall){.a = HAIL_NO_VERTEX, .b = HAIL_NO_VERTEX};
    }
    if (choice->turned)
        turn(c, choice, (double)random_range(k.s, 0.05f, 0.6f));
    c->sectors += c->sectors == 0 ? 1 : random_pick(k.s, 3); /* some without a wall */
    c->parity = room(c->sectors, 1);
    free(k.area);
    free(k.cut);
    free(k.slash);
    return c;
}

static void *copy_of(const void *from, size_t count, size_t size) {
    void *to = room(count, size);
    memcpy(to, from, count * size);
    return to;
}

chart *chart_copy(const chart *of) {
    chart *c = copy_of(of, 1, sizeof *c);
    c->x = copy_of(of->x, of->vertices, sizeof *c->x);
    c->y = copy_of(of->y, of->vertices, sizeof *c->y);
    c->walls = copy_of(of->walls, of->wall_count, sizeof *c->walls);
    c->islands = copy_of(of->islands, of->island_count, sizeof *c->islands);
    c->parity = copy_of(of->parity, of->sectors, 1);
    return c;
}

void chart_free(chart *c) {
    free(c->x);
    free(c->y);
    free(c->walls);
    free(c->islands);
    free(c->parity);
    free(c);
}

hail_sector_data chart_data(const chart *c) {
    return (hail_sector_data){c->x, c->y, c->vertices, c->walls, c->wall_count, c->sectors};
}

/* ---- Brute force ------------------------------------------------------------------------------------------------- */

bool chart_present(const chart *c, uint32_t wall) {
    return c->walls[wall].a != HAIL_NO_VERTEX || c->walls[wall].b != HAIL_NO_VERTEX;
}

bool chart_stops(const hail_wall *wall) {
    return wall->solid || wall->right == HAIL_NO_SECTOR || wall->left == HAIL_NO_SECTOR;
}

spot chart_a(const chart *c, uint32_t wall) { return (spot){c->x[c->walls[wall].a], c->y[c->walls[wall].a]}; }

spot chart_b(const chart *c, uint32_t wall) { return (spot){c->x[c->walls[wall].b], c->y[c->walls[wall].b]}; }

/* Whether a ray from a point to the right crosses a wall; by the boundary rule. */
static bool crosses(const chart *c, uint32_t wall, spot p) {
    const spot a = chart_a(c, wall), b = chart_b(c, wall);
    return (a.y > p.y) != (b.y > p.y) && oracle_side(a, b, p) == (b.y > p.y ? 1 : -1);
}

uint32_t chart_sector(const chart *c, float x, float y) {
    const spot p = {oracle_settled(x), oracle_settled(y)};
    uint32_t holds = HAIL_NO_SECTOR, many = 0;
    for (int pass = 0; pass < 2; pass++) /* the second reads, and clears */
        for (uint32_t i = 0; i < c->wall_count; i++) {
            const hail_wall *w = &c->walls[i];
            if (!chart_present(c, i) || w->right == w->left || !crosses(c, i, p))
                continue;
            const uint32_t sides[] = {w->right, w->left};
            for (int k = 0; k < 2; k++) {
                if (sides[k] == HAIL_NO_SECTOR)
                    continue;
                if (pass == 1 && c->parity[sides[k]] == 1)
                    holds = sides[k], many++;
                c->parity[sides[k]] = pass == 0 && c->parity[sides[k]] == 0;
            }
        }
    return many > 1 ? UINT32_MAX - 1 : holds;
}

/* Whether wall i crosses the level of a point further left than wall j, both to its right: what is next counts. The
 * ends of one that begin within the other's height tell. */
static bool before(const chart *c, uint32_t i, uint32_t j) {
    const spot a = chart_a(c, j), b = chart_b(c, j), p = chart_a(c, i), q = chart_b(c, i);
    const int down = b.y > a.y ? 1 : -1;
    const int first = oracle_side(a, b, p) * down, second = oracle_side(a, b, q) * down;
    if (first >= 0 && second >= 0 && first + second > 0)
        return true;
    if (first <= 0 && second <= 0 && first + second < 0)
        return false;
    const int way = q.y > p.y ? 1 : -1; /* the ends of i lie on both sides of j's line: those of j do not */
    return oracle_side(p, q, a) * way + oracle_side(p, q, b) * way < 0;
}

uint32_t chart_wall_right(const chart *c, float x, float y, const uint32_t *group, uint32_t but) {
    const spot p = {oracle_settled(x), oracle_settled(y)};
    uint32_t next = HAIL_NO_WALL;
    for (uint32_t i = 0; i < c->wall_count; i++)
        if (chart_present(c, i) && c->walls[i].right != c->walls[i].left && (group == NULL || group[i] != but) &&
            crosses(c, i, p) && (next == HAIL_NO_WALL || before(c, i, next)))
            next = i;
    return next;
}

uint32_t chart_sector_right(const chart *c, float x, float y) {
    const uint32_t next = chart_wall_right(c, x, y, NULL, 0);
    if (next == HAIL_NO_WALL)
        return HAIL_NO_SECTOR;
    return chart_b(c, next).y > chart_a(c, next).y ? c->walls[next].right : c->walls[next].left;
}

oracle_place chart_nearest(const chart *c, float x, float y, const hail_wall_filter *filter) {
    static const hail_wall_filter zeros;
    const hail_wall_filter *f = filter != NULL ? filter : &zeros;
    oracle_place best = {0.0, 0.0, HUGE_VAL, HAIL_NO_WALL};
    for (uint32_t i = 0; i < c->wall_count; i++) {
        const hail_wall *w = &c->walls[i];
        if (!chart_present(c, i) || (!f->portals && !chart_stops(w)) ||
            (f->kinds != 0 && (f->kinds >> w->kind & 1) == 0))
            continue;
        oracle_place at = oracle_on_segment(x, y, chart_a(c, i), chart_b(c, i));
        at.edge = i;
        if (at.distance < best.distance)
            best = at;
    }
    return best;
}

/* ---- Points ------------------------------------------------------------------------------------------------------ */

static float moved(uint64_t *s, float number) {
    const uint32_t how = random_pick(s, 4);
    if (how == 0)
        return nextafterf(number, random_pick(s, 2) == 0 ? INFINITY : -INFINITY);
    return how == 1 ? number + random_range(s, -2.0f, 2.0f) : number;
}

void chart_dots(const chart *c, uint64_t *s, size_t count, float *x, float *y) {
    const uint32_t last = (c->side + 1) * (c->side + 1) - 1;
    const float wide = c->x[last] - c->x[0], high = c->y[last] - c->y[0];
    for (size_t i = 0; i < count; i++) {
        const uint32_t v = random_pick(s, c->vertices), w = c->wall_count == 0 ? 0 : random_pick(s, c->wall_count);
        x[i] = c->x[0] + random_range(s, -0.1f, 1.1f) * wide, y[i] = c->y[0] + random_range(s, -0.1f, 1.1f) * high;
        switch (random_pick(s, 8)) {
        case 0:
            x[i] = moved(s, c->x[v]), y[i] = moved(s, c->y[v]);
            break;
        case 1:
            y[i] = c->y[v];
            break;
        case 2:
        case 3:
            if (c->wall_count > 0 && chart_present(c, w)) {
                const spot a = chart_a(c, w), b = chart_b(c, w);
                const float t = (float)random_pick(s, 17) / 16.0f;
                x[i] = moved(s, a.x + t * (b.x - a.x)), y[i] = moved(s, a.y + t * (b.y - a.y));
            }
            break;
        default:
            break;
        }
    }
}

const char *chart_text(uint64_t seed, const chart *c) {
    static char text[160];
    snprintf(text, sizeof text, "HAIL_TEST_SEED=%llu: %u walls, %u vertices, %u sectors, %u islands, cells of %g px",
             (unsigned long long)seed, (unsigned)c->wall_count, (unsigned)c->vertices, (unsigned)c->sectors,
             (unsigned)c->island_count, (double)c->step);
    return text;
}
