/* tests/sectors/sectors_edits.c - makes random changes of maps. */
#include "sectors_edits.h"

#include <math.h>

#include "shared/random_world.h"

#define NONE HAIL_NO_WALL

/* The one in the making. */
static edits *e;

void edits_begin(edits *of) { of->edit = (hail_sectors_edit){of->vertex, of->x, of->y, 0, of->wall, of->to, 0}; }

/* Numbers that are there twice keep their first position. */
static void edit_vertex(uint32_t vertex, float x, float y) {
    size_t i = 0;
    while (i < e->edit.vertex_count && e->vertex[i] != vertex)
        i++;
    if (i == EDITS)
        return;
    e->vertex[i] = vertex, e->x[i] = x, e->y[i] = y;
    e->edit.vertex_count += i == e->edit.vertex_count;
}

static void edit_wall(uint32_t wall, hail_wall to) {
    size_t i = 0;
    while (i < e->edit.wall_count && e->wall[i] != wall)
        i++;
    if (i == EDITS)
        return;
    e->wall[i] = wall, e->to[i] = to;
    e->edit.wall_count += i == e->edit.wall_count;
}

void edits_apply(const edits *of, chart *c) {
    for (size_t i = 0; i < of->edit.vertex_count; i++)
        c->x[of->vertex[i]] = of->x[i], c->y[of->vertex[i]] = of->y[i];
    for (size_t i = 0; i < of->edit.wall_count; i++)
        c->walls[of->wall[i]] = of->to[i];
}

static void push(uint64_t *s, const chart *c, uint32_t v, float by) {
    const float y = c->y[v] + rintf(random_range(s, -by, by)), x = c->x[v] + rintf(random_range(s, -by, by));
    edit_vertex(v, x, y);
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

/* A triangle of unused vertices and absent walls, with a sector of its own or any. */
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

/* Anywhere; it divides nothing. */
static void add_wall(uint64_t *s, const chart *c) {
    const uint32_t wall = free_wall(c, random_pick(s, c->wall_count)), a = random_pick(s, c->vertices);
    const uint32_t b = random_pick(s, 3) == 0 ? random_pick(s, c->vertices) : (a + 1 + random_pick(s, 2)) % c->vertices;
    const uint32_t sector = random_pick(s, 2) == 0 ? random_pick(s, c->sectors) : HAIL_NO_SECTOR;
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

void edits_add(edits *to, uint64_t *s, const chart *c) {
    e = to;
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

void edits_between(edits *of, const chart *from, const chart *to) {
    e = of;
    edits_begin(of);
    for (uint32_t v = 0; v < from->vertices; v++)
        if (from->x[v] != to->x[v] || from->y[v] != to->y[v])
            edit_vertex(v, to->x[v], to->y[v]);
    for (uint32_t i = 0; i < from->wall_count; i++) {
        const hail_wall *v = &from->walls[i], *w = &to->walls[i];
        if (v->a != w->a || v->b != w->b || v->right != w->right || v->left != w->left || v->kind != w->kind ||
            v->solid != w->solid)
            edit_wall(i, *w);
    }
}
