/* tests/oracle/pair.c - two bodies of a rule: which one is a, and which kind of pair it is. */
#include "internal.h"

#include <math.h>
#include <string.h>

/* Plainly too far apart: a thousandth beyond both bounding circles on one axis, where single precision errs by a few
 * millionths, and a cos and sin that are unit to 1e-4 by a tenth of that; and not where squares underflow. Swept bodies
 * are taken by the boxes of their paths; a sweep errs by a few millionths of how far they go and of where, times the
 * flatness of the flattest corner. (Written so that NaN counts as far.) Not for tiny cores either, whose documented
 * arithmetic is not a distance any more. */
static bool plainly_apart(const oracle *o, const body *a, const body *b, bool swept) {
    float reach = (a->radius + b->radius) * 1.001f + 1.0e-17f;
    if (!(a->k > 1.0e-6f) || !(b->k > 1.0e-6f))
        return false;
    if (!swept)
        return !(fabsf(a->x - b->x) <= reach) || !(fabsf(a->y - b->y) <= reach);
    float mx = a->mx - b->mx, my = a->my - b->my; /* a's start goes to a's start + m, seen from b's start */
    float dx = b->start_x - a->start_x, dy = b->start_y - a->start_y;
    float flatness = fmaxf(o->shape[a->shape].flatness, o->shape[b->shape].flatness);
    reach += (fabsf(mx) + fabsf(my) + fabsf(dx) + fabsf(dy) + reach) * 1.0e-5f * flatness;
    return !(dx >= fminf(mx, 0.0f) - reach && dx <= fmaxf(mx, 0.0f) + reach) ||
           !(dy >= fminf(my, 0.0f) - reach && dy <= fmaxf(my, 0.0f) + reach);
}

static side side_of(const oracle *o, const body *b, bool swept) {
    side s = {&o->shape[b->shape], b->x, b->y, 0.0f, 0.0f, b->c, b->s, b->k, b->rounding};
    if (swept) {
        s.x = b->start_x, s.y = b->start_y;
        s.mx = b->mx, s.my = b->my;
    }
    return s;
}

static bool touch(const side *a, const side *b, bool swept, hail_contact *contact) {
    bool circle_a = a->shape->vertices == 0, circle_b = b->shape->vertices == 0;
    if (circle_a && circle_b)
        return swept ? circles_meet(a, b, contact) : circles_touch(a, b, contact);
    if (circle_b)
        return swept ? circle_meets(b, a, true, contact) : circle_touches(b, a, true, contact);
    if (circle_a)
        return swept ? circle_meets(a, b, false, contact) : circle_touches(a, b, false, contact);
    return swept ? polygons_meet(a, b, contact) : polygons_touch(a, b, contact);
}

bool pair_allowed(const body *a, const body *b) {
    bool friends = a->group == b->group && a->group != 0;
    return !friends && (a->category & b->mask) != 0 && (b->category & a->mask) != 0;
}

bool pair_grazes(const oracle *o, const body *a, const body *b, float margin, hail_contact *contact) {
    bool circles = o->shape[a->shape].vertices == 0 && o->shape[b->shape].vertices == 0;
    if (!(margin > 0.0f) || !circles || !pair_allowed(a, b))
        return false;
    side one = side_of(o, a, false), two = side_of(o, b, false);
    memset(contact, 0, sizeof *contact);
    contact->kind = HAIL_CONTACT_GRAZE;
    return circles_graze(&one, &two, margin, contact);
}

bool pair_touches(const oracle *o, const body *a, const body *b, hail_mode mode, hail_contact *contact) {
    bool swept = mode == HAIL_SWEPT || mode == HAIL_EARLIEST;
    if (!pair_allowed(a, b))
        return false;
    if (swept && (!a->swept || !b->swept))
        return false;
    if (plainly_apart(o, a, b, swept))
        return false;
    side one = side_of(o, a, swept), two = side_of(o, b, swept);
    memset(contact, 0, sizeof *contact);
    if (!touch(&one, &two, swept, contact))
        return false;
    if (mode == HAIL_PAIRS)
        memset(contact, 0, sizeof *contact);
    contact->kind = HAIL_CONTACT_BODY;
    return true;
}
