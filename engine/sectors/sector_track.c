/* engine/sectors/sector_track.c - the sectors that a mover's centre comes through, wall by wall. */
#include "movers.h"

enum { CROSSED = 32 };                  /* walls that are sorted at once */
static const double TOGETHER = 0x1p-20; /* by the line's length: crossings this near have no certain order */

void hail_sector_track_enter(hail_sector_track *track, uint32_t wall, uint32_t to) {
    if (to == track->sector)
        return;
    hail_crossings *list = track->list;
    if (list && list->count < list->capacity)
        list->list[list->count] = (hail_crossing){track->mover, wall, track->sector, to};
    if (list)
        list->count++;
    track->entered += to != HAIL_NO_SECTOR;
    track->sector = to;
}

typedef struct crossed_wall {
    double t; /* 0 at the line's start, 1 at its end */
    uint32_t wall;
    uint32_t from, to; /* sectors */
} crossed_wall;

/* The first walls that the line crosses after `last`, sorted. */
typedef struct crossed_walls {
    const hail_sectors *map;
    hail_point from, to;
    crossed_wall last, list[CROSSED];
    uint32_t count;
    bool more; /* than the list has room for */
} crossed_walls;

static bool before(const crossed_wall *a, const crossed_wall *b) {
    return a->t < b->t || (a->t == b->t && a->wall < b->wall);
}

static void insert(crossed_walls *p, const crossed_wall *wall) {
    uint32_t i = p->count;
    while (i > 0 && before(wall, &p->list[i - 1]))
        i--;
    if (i > 0 && p->list[i - 1].wall == wall->wall)
        return;
    p->more = p->more || p->count == CROSSED;
    if (i == CROSSED)
        return;
    p->count += p->count < CROSSED;
    for (uint32_t k = p->count - 1; k > i; k--)
        p->list[k] = p->list[k - 1];
    p->list[i] = *wall;
}

static double across(const hail_segment *s, hail_point p) {
    return ((double)s->b.x - (double)s->a.x) * ((double)p.y - (double)s->a.y) -
           ((double)s->b.y - (double)s->a.y) * ((double)p.x - (double)s->a.x);
}

static bool add_crossed(void *user, uint32_t number, const hail_segment *s) {
    crossed_walls *p = user;
    const hail_wall *w = sectors_wall(p->map, number);
    if (!wall_separates(w) || !hail_wall_is_between(s, p->from, p->to))
        return true;
    const double one = across(s, p->from), two = across(s, p->to);
    const bool right = hail_wall_side(s, p->from) > 0;
    const crossed_wall wall = {one != two ? one / (one - two) : 0.0, number, right ? w->right : w->left,
                               right ? w->left : w->right};
    if (before(&p->last, &wall))
        insert(p, &wall);
    return true;
}

/* Of walls that are crossed together, moves the one that leads out of the mover's sector to the front. */
static void move_next_to_front(crossed_wall *list, uint32_t count, uint32_t sector) {
    for (uint32_t i = 0; i < count && list[i].t - list[0].t <= TOGETHER; i++)
        if (list[i].from == sector) {
            const crossed_wall next = list[i];
            for (; i > 0; i--)
                list[i] = list[i - 1];
            list[0] = next;
            return;
        }
}

/* How many walls of the list have a certain order. If more walls follow, the last ones have none: they may be crossed
 * together with those. */
static uint32_t count_certain(const crossed_walls *p) {
    uint32_t n = p->count;
    while (p->more && n > 0 && p->list[p->count - 1].t - p->list[n - 1].t <= TOGETHER)
        n--;
    return n ? n : p->count;
}

void hail_sector_track_follow(const hail_wall_query *k, hail_sector_track *track, hail_point from, hail_point to) {
    crossed_walls p = {.map = k->map, .from = from, .to = to, .last = {.t = -1.0}};
    const hail_wall_search search = {.from = from, .to = to, .all = true};
    do {
        p.count = 0;
        p.more = false;
        hail_visit_walls(k, &search, add_crossed, &p);
        const uint32_t n = count_certain(&p);
        if (!n)
            return;
        p.last = p.list[n - 1];
        for (uint32_t i = 0; i < n; i++) {
            move_next_to_front(p.list + i, n - i, track->sector);
            /* The mover may not be in the sector that the caller named. */
            hail_sector_track_enter(track, HAIL_NO_WALL, p.list[i].from);
            hail_sector_track_enter(track, p.list[i].wall, p.list[i].to);
        }
    } while (p.more);
}
