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

void hail_uprights_copy_pair(hail_uprights *u, uint32_t to, const hail_uprights *source, uint32_t from) {
    u->mover[to] = source->mover[from];
    u->cell[to] = source->cell[from];
    u->centre_x[to] = source->centre_x[from];
    u->centre_y[to] = source->centre_y[from];
    u->wide[to] = source->wide[from];
    u->high[to] = source->high[from];
    u->half_x[to] = source->half_x[from];
    u->half_y[to] = source->half_y[from];
    u->core_x[to] = source->core_x[from];
    u->core_y[to] = source->core_y[from];
    u->radius[to] = source->radius[from];
    u->reach[to] = source->reach[from];
    u->x[to] = source->x[from];
    u->y[to] = source->y[from];
    u->dx[to] = source->dx[from];
    u->dy[to] = source->dy[from];
    for (int side = 0; side < 4; side++)
        u->open[side][to] = source->open[side][from];
}
