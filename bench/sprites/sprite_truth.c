/* bench/sprites/sprite_truth.c - see sprite_truth.h. */
#include "sprite_truth.h"

#include <math.h>

const char *truth_box(const sprite_template *templates, const sprite_instances *instances, size_t i,
                      const sprite_box *box, bool whole, double *short_by) {
    const sprite_box exact = sprite_exact_box(templates, instances, i);
    const float sides[] = {box->min_x - exact.min_x, box->min_y - exact.min_y, exact.max_x - box->max_x,
                           exact.max_y - box->max_y}; /* inwards */
    float largest = fmaxf(fabsf(instances->x[i]), fabsf(instances->y[i]));
    largest = fmaxf(
        largest, fmaxf(fmaxf(fabsf(exact.min_x), fabsf(exact.max_x)), fmaxf(fabsf(exact.min_y), fabsf(exact.max_y))));
    const float near = 4.0f * (largest - nextafterf(largest, 0.0f));
    *short_by = 0.0;
    for (int k = 0; k < 4; k++) {
        if (sides[k] < -(whole ? 1.0f : near))
            return "lies outside";
        if (!(sides[k] <= near) && !whole)
            return "does not hold all";
        *short_by = fmax(*short_by, (double)sides[k]);
    }
    return NULL;
}

/* The centre of a's pixel (0, 0) in b's image, and the steps to the next ones. */
typedef struct way {
    double x, y;
    sprite_axes step;
} way;

static way way_of(const sprite_template *templates, const sprite_instances *at, uint32_t a, uint32_t b) {
    const sprite_template *one = &templates[at->sprite[a]], *other = &templates[at->sprite[b]];
    const sprite_axes from = sprite_axes_of(at, a), to = sprite_axes_of(at, b);
    const double area = to.xx * to.yy - to.xy * to.yx;
    const sprite_axes back = {to.yy / area, -to.xy / area, -to.yx / area, to.xx / area};
    const double u = 0.5 - (double)one->origin_x, v = 0.5 - (double)one->origin_y;
    const double x = (double)at->x[a] - (double)at->x[b] + from.xx * u + from.xy * v;
    const double y = (double)at->y[a] - (double)at->y[b] + from.yx * u + from.yy * v;
    return (way){(double)other->origin_x + back.xx * x + back.xy * y,
                 (double)other->origin_y + back.yx * x + back.yy * y,
                 {back.xx * from.xx + back.xy * from.yx, back.xx * from.xy + back.xy * from.yy,
                  back.yx * from.xx + back.yy * from.yx, back.yx * from.xy + back.yy * from.yy}};
}

static bool in_bounds(const sprite_template *sprite, double x, double y) {
    return x >= sprite->left && x < sprite->right && y >= sprite->top && y < sprite->bottom;
}

/* How many of four points around (x, y) are opaque. */
static int opaque_near(const sprite_template *sprite, double x, double y) {
    int found = 0;
    for (int k = 0; k < 4; k++)
        found += sprite_opaque(sprite, (int32_t)floor(x + (k & 1 ? TRUTH_NEAR : -TRUTH_NEAR)),
                               (int32_t)floor(y + (k & 2 ? TRUTH_NEAR : -TRUTH_NEAR)));
    return found;
}

static void look_at(const sprite_template *one, const sprite_template *other, uint32_t i, uint32_t j, double x,
                    double y, truth_pair *pair) {
    if (in_bounds(other, x, y))
        pair->tested++;
    if (!sprite_opaque(one, (int32_t)i, (int32_t)j))
        return;
    const int near = opaque_near(other, x, y);
    pair->count += sprite_opaque(other, (int32_t)floor(x), (int32_t)floor(y));
    pair->least += near == 4;
    pair->most += near > 0;
}

truth_pair truth_look(const sprite_template *templates, const sprite_instances *at, uint32_t a, uint32_t b) {
    const sprite_template *one = &templates[at->sprite[a]], *other = &templates[at->sprite[b]];
    const way to = way_of(templates, at, a, b);
    truth_pair pair = {0};
    for (uint32_t j = one->top; j < one->bottom; j++) {
        const uint32_t before = pair.tested;
        for (uint32_t i = one->left; i < one->right; i++)
            look_at(one, other, i, j, to.x + to.step.xx * i + to.step.xy * j, to.y + to.step.yx * i + to.step.yy * j,
                    &pair);
        pair.rows += pair.tested > before;
    }
    if (!at->cos)
        pair.least = pair.most = pair.count;
    return pair;
}
