/* engine/outline/touching_edges.c - edges that touch or cross, by the exact signs of turns. */
#include "touching_edges.h"

bool hail_point_before(hail_point a, hail_point b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

/* Whether p lies on the edge a b. */
static bool lies_on(hail_point p, hail_point a, hail_point b) {
    return hail_turn(a, b, p) == 0 && !(hail_point_before(p, a) && hail_point_before(p, b)) &&
           !(hail_point_before(a, p) && hail_point_before(b, p));
}

bool hail_edges_touch(hail_point a, hail_point b, hail_point c, hail_point d) {
    const int abc = hail_turn(a, b, c), abd = hail_turn(a, b, d), cda = hail_turn(c, d, a), cdb = hail_turn(c, d, b);
    if (abc * abd < 0 && cda * cdb < 0)
        return true;
    return (!abc && lies_on(c, a, b)) || (!abd && lies_on(d, a, b)) || (!cda && lies_on(a, c, d)) ||
           (!cdb && lies_on(b, c, d));
}

hail_point hail_edges_touch_at(hail_point a, hail_point b, hail_point c, hail_point d) {
    if (lies_on(c, a, b))
        return c;
    if (lies_on(d, a, b))
        return d;
    if (lies_on(a, c, d))
        return a;
    if (lies_on(b, c, d))
        return b;
    const double ux = (double)b.x - a.x, uy = (double)b.y - a.y, vx = (double)d.x - c.x, vy = (double)d.y - c.y;
    const double cross = ux * vy - uy * vx, wx = (double)c.x - a.x, wy = (double)c.y - a.y;
    const double t = cross != 0.0 ? (wx * vy - wy * vx) / cross : 0.5;
    const double s = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return (hail_point){(float)(a.x + s * ux), (float)(a.y + s * uy)};
}
