/* engine/tiles/upright_places.c - batches of upright shapes that are asked about again and again. */
#include "uprights.h"

bool hail_uprights_ask(hail_uprights *u, uint32_t m, double x, double y, float dx, float dy) {
    hail_upright_entry *e = &u->of[m];
    e->found.any = e->found.buried = false;
    e->asked = hail_uprights_know(u, m, x, y, dx, dy);
    if (!e->asked)
        return false;
    for (uint32_t i = hail_uprights_begin(u, m); i < e->end; i++) {
        u->x[i] = (float)((double)u->centre_x[i] - x);
        u->y[i] = (float)((double)u->centre_y[i] - y);
        u->dx[i] = dx;
        u->dy[i] = dy;
    }
    return true;
}

/* What is known before the kernels run. */
static void copy_pair(hail_uprights *u, uint32_t to, uint32_t from) {
    u->cell[to] = u->cell[from];
    u->centre_x[to] = u->centre_x[from];
    u->centre_y[to] = u->centre_y[from];
    u->wide[to] = u->wide[from];
    u->high[to] = u->high[from];
    u->half_x[to] = u->half_x[from];
    u->half_y[to] = u->half_y[from];
    u->core_x[to] = u->core_x[from];
    u->core_y[to] = u->core_y[from];
    u->radius[to] = u->radius[from];
    u->reach[to] = u->reach[from];
    u->x[to] = u->x[from];
    u->y[to] = u->y[from];
    u->dx[to] = u->dx[from];
    u->dy[to] = u->dy[from];
    for (int side = 0; side < 4; side++)
        u->open[side][to] = u->open[side][from];
}

void hail_uprights_keep(hail_uprights *u, uint32_t first, const uint32_t *list, uint32_t count) {
    uint32_t pairs = hail_uprights_begin(u, first);
    for (uint32_t k = 0, from = pairs, m = first; k < count; k++) {
        for (; m < list[k]; m++)
            from = u->of[m].end;
        const uint32_t end = u->of[m++].end;
        while (from < end) {
            u->mover[pairs] = (u->mover[from] & ~255u) | (first + k);
            copy_pair(u, pairs++, from++);
        }
        if (first + k != m - 1)
            u->of[first + k] = u->of[m - 1];
        u->of[first + k].end = pairs;
    }
    u->movers = first + count;
    u->pairs = pairs;
}
