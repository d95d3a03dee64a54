/* engine/sectors/passage.c - the sectors that a mover's centre comes through, wall by wall. */
#include "movers.h"

enum { PASSED = 32 };                   /* walls that are put in order at once */
static const double TOGETHER = 0x1p-20; /* of the way: that near to each other their order is not sure */

void hail_passage_tell(hail_passage *p, uint32_t wall, uint32_t to) {
    if (to == p->sector)
        return;
    hail_crossings *list = p->list;
    if (list && list->count < list->capacity)
        list->list[list->count] = (hail_crossing){p->mover, wall, p->sector, to};
    if (list)
        list->count++;
    p->entered += to != HAIL_NO_SECTOR;
    p->sector = to;
}

typedef struct passed_wall {
    double t;
    uint32_t wall, from, to;
} passed_wall;

/* The first of the walls that come after `last`. */
typedef struct passed_walls {
    const hail_sectors *map;
    hail_point from, to;
    passed_wall last, list[PASSED];
    uint32_t count;
    bool more; /* than there was room for */
} passed_walls;

static bool before(const passed_wall *a, const passed_wall *b) {
    return a->t < b->t || (a->t == b->t && a->wall < b->wall);
}

static void insert(passed_walls *p, const passed_wall *wall) {
    uint32_t i = p->count;
    while (i > 0 && before(wall, &p->list[i - 1]))
        i--;
    if (i > 0 && p->list[i - 1].wall == wall->wall)
        return;
    p->more = p->more || p->count == PASSED;
    if (i == PASSED)
        return;
    p->count += p->count < PASSED;
    for (uint32_t k = p->count - 1; k > i; k--)
        p->list[k] = p->list[k - 1];
    p->list[i] = *wall;
}

static double across(const hail_segment *s, hail_point p) {
    return ((double)s->b.x - (double)s->a.x) * ((double)p.y - (double)s->a.y) -
           ((double)s->b.y - (double)s->a.y) * ((double)p.x - (double)s->a.x);
}

static bool note_passed(void *context, uint32_t number, const hail_segment *s) {
    passed_walls *p = context;
    const hail_wall *w = sectors_wall(p->map, number);
    if (!wall_parts(w) || !hail_wall_between(s, p->from, p->to))
        return true;
    const double one = across(s, p->from), two = across(s, p->to);
    const bool right = hail_wall_side(s, p->from) > 0;
    const passed_wall wall = {one != two ? one / (one - two) : 0.0, number, right ? w->right : w->left,
                              right ? w->left : w->right};
    if (before(&p->last, &wall))
        insert(p, &wall);
    return true;
}

/* Wherever walls are passed together, the one that the mover's sector ends at comes first. */
static void put_next_first(passed_wall *list, uint32_t count, uint32_t sector) {
    for (uint32_t i = 0; i < count && list[i].t - list[0].t <= TOGETHER; i++)
        if (list[i].from == sector) {
            const passed_wall next = list[i];
            for (; i > 0; i--)
                list[i] = list[i - 1];
            list[0] = next;
            return;
        }
}

/* How many of the list can be told: if there are more to come, not what may be passed together with them. */
static uint32_t sure_of(const passed_walls *p) {
    uint32_t n = p->count;
    while (p->more && n > 0 && p->list[p->count - 1].t - p->list[n - 1].t <= TOGETHER)
        n--;
    return n ? n : p->count;
}

void hail_passage_go(const hail_depenetration *k, hail_passage *passage, hail_point from, hail_point to) {
    passed_walls p = {.map = k->map, .from = from, .to = to, .last = {.t = -1.0}};
    const hail_look look = {.from = from, .to = to, .all = true};
    do {
        p.count = 0;
        p.more = false;
        hail_depenetration_look(k, &look, note_passed, &p);
        const uint32_t n = sure_of(&p);
        if (!n)
            return;
        p.last = p.list[n - 1];
        for (uint32_t i = 0; i < n; i++) {
            put_next_first(p.list + i, n - i, passage->sector);
            hail_passage_tell(passage, HAIL_NO_WALL, p.list[i].from); /* if it is elsewhere than it should be */
            hail_passage_tell(passage, p.list[i].wall, p.list[i].to);
        }
    } while (p.more);
}
