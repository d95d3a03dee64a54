/* tests/queries/query_oracle_box.c - the oracle of query_oracle.h: what boxes overlap. */
#include "query_oracle.h"

#include <criterion/criterion.h>

#include <math.h>

#include "narrow/batch_oracle.h"

/* docs/arithmetic.md: a circle's centre is clamped into the box. */
static bool box_has_circle(const float box[4], const seen *b, float template_radius) {
    const float r = template_radius * b->scale;
    const float dx = fmaxf(fmaxf(box[0] - b->x, 0.0f), b->x - box[2]);
    const float dy = fmaxf(fmaxf(box[1] - b->y, 0.0f), b->y - box[3]);
    return dx * dx + dy * dy <= r * r;
}

/* The box in double precision, as it is given. */
static solid solid_box(const float box[4]) {
    const double x[2] = {(double)box[0], (double)box[2]}, y[2] = {(double)box[1], (double)box[3]};
    const bool thin = !(x[1] > x[0]), flat = !(y[1] > y[0]);
    solid s = {.n = thin && flat ? 1 : thin || flat ? 2 : 4};
    for (uint32_t k = 0; k < s.n; k++) {
        s.x[k] = x[s.n == 4 ? k == 1 || k == 2 : k];
        s.y[k] = y[s.n == 4 ? k >= 2 : k];
    }
    s.origin_x = 0.5 * (x[0] + x[1]), s.origin_y = 0.5 * (y[0] + y[1]);
    s.reach = 0.5 * hypot(x[1] - x[0], y[1] - y[0]);
    return s;
}

/* 1, 0, or -1: so near that rounding decides. */
static int box_has_piece(const pieces *p, const float box[4], uint32_t piece) {
    const solid wide = solid_box(box), other = solid_of(&p->shape[piece], &p->rows, piece);
    const double between = hypot(wide.origin_x - other.origin_x, wide.origin_y - other.origin_y);
    const double span = wide.reach + other.reach + between;
    const double off = 1.1e-3 + span * 0x1p-13 + 4.0 * ulp_of(fabs(wide.origin_x) + fabs(wide.origin_y));
    if (between > wide.reach + other.reach + off)
        return 0;
    const double gap = solid_distance(&wide, &other).distance;
    return fabs(gap) <= off ? -1 : gap < 0.0;
}

/* The same of a body; *doubt: which part matches first is not sure. */
static int box_has_body(const asker *a, const float box[4], const seen *b, uint32_t *part, bool *doubt) {
    int found = 0;
    *doubt = false;
    for (uint32_t k = 0; k < b->parts && found <= 0; k++) {
        const int has = box_has_piece(&a->v->of, box, b->first + k);
        *doubt = *doubt || has < 0;
        *part = k;
        found = has != 0 ? has : found;
    }
    return found;
}

/* The box as a shape; false: it lies between two floats, or is so thin or large that it is none. */
static bool box_shape(const float box[4], hail_convex *shape, seen *pose) {
    const double w = 0.5 * ((double)box[2] - (double)box[0]), h = 0.5 * ((double)box[3] - (double)box[1]);
    const double x = (double)box[0] + w, y = (double)box[1] + h;
    const float half_w = (float)w, half_h = (float)h;
    *pose = (seen){.x = (float)x, .y = (float)y, .cos = 1.0f, .scale = 1.0f};
    hail_status status = HAIL_OK;
    if (!(half_w > 0.0f) && !(half_h > 0.0f))
        status = hail_convex_circle(0.0f, shape);
    else if (!(half_w > 0.0f) || !(half_h > 0.0f))
        status = hail_convex_capsule(-half_w, -half_h, half_w, half_h, 0.0f, shape);
    else
        status = hail_convex_box(half_w, half_h, 0.0f, shape);
    const bool thin = fminf(half_w, half_h) > 0.0f ? fminf(half_w, half_h) < 1.0e-3f
                                                   : fmaxf(half_w, half_h) > 0.0f && fmaxf(half_w, half_h) < 1.0e-3f;
    const bool wide = half_w > half_h;
    const float r = fminf(half_w, half_h);
    hail_status as_capsule = status; /* so thin that it is no box: a little more than it */
    if (status != HAIL_OK)
        as_capsule =
            hail_convex_capsule(wide ? -half_w : 0, wide ? 0 : -half_h, wide ? half_w : 0, wide ? 0 : half_h, r, shape);
    if (as_capsule != HAIL_OK) /* too large */
        cr_assert_eq(hail_convex_circle(0.0f, shape), HAIL_OK);
    return !thin && status == HAIL_OK &&
           !((double)half_w < w || (double)half_w > w || (double)half_h < h || (double)half_h > h ||
             (double)pose->x < x || (double)pose->x > x || (double)pose->y < y || (double)pose->y > y);
}

static bool found_by_batch(const musts *all, const seen *b, uint32_t *part) {
    for (size_t k = 0; k < all->count; k++) {
        *part = all->list[k].hit.part;
        if (all->list[k].hit.kind == HAIL_CONTACT_BODY && all->list[k].hit.body.slot == b->handle.slot)
            return true;
    }
    return false;
}

static void add_body(const asker *a, const float box[4], const seen *b, const musts *batch, musts *to) {
    must m = must_of(b);
    hail_convex_info info;
    uint32_t part = 0;
    bool doubt = false;
    hail_convex_describe(&a->v->of.shape[b->first], &info);
    int found;
    if (b->circle) {
        cr_assert_eq(hail_convex_describe(&a->v->of.shape[b->first], &info), HAIL_OK);
        found = box_has_circle(box, b, info.rounding);
    } else if (b->sprite != NO_SPRITE) {
        found = asker_touches_sprite(a, b, &part);
    } else {
        found = batch != NULL ? found_by_batch(batch, b, &part) : box_has_body(a, box, b, &part, &doubt);
        m.hit.part = part, m.loose = doubt;
    }
    m.maybe = m.maybe || found < 0;
    if (found != 0)
        musts_add(to, &m);
}

static void add_walls(const asker *a, const float box[4], musts *to) {
    for (uint32_t k = 0; k < a->v->walls.count; k++) {
        const int found = box_has_piece(&a->v->walls, box, k);
        must m = must_of_wall(a->v->walls.owner[k], a->v->wall_kind[k]);
        m.maybe = found < 0;
        if (found != 0 && filter_lets_wall(a->filter, a->v->wall_kinds[k]))
            musts_add(to, &m);
    }
}

/* Tiles and walls. Of a box that is too large for a shape, the part where they can be. */
static void must_in_maps(asker *a, const float box[4], uint32_t what, musts *to) {
    hail_convex shape;
    seen pose;
    float part[4], wide[4];
    for (int k = 0; k < 4; k++) {
        part[k] = fmaxf(fminf(box[k], 0x1p19f), -0x1p19f);
        wide[k] = part[k] + (k < 2 ? -0.01f : 0.01f);
    }
    const bool exact = box_shape(part, &shape, &pose);
    if (!exact)
        box_shape(wide, &shape, &pose);
    asker_shape(a, NULL, &shape, &pose);
    const size_t first = to->count;
    if ((what & HAIL_FIND_TILES) != 0 && a->v->map != NULL)
        must_add_tiles(a, to);
    for (size_t k = first; k < to->count && !exact; k++)
        to->list[k].maybe = true;
    if ((what & HAIL_FIND_WALLS) != 0)
        exact ? must_add_walls(a, to) : add_walls(a, box, to);
}

void must_in_box(asker *a, const float box[4], musts *to) {
    hail_convex shape;
    seen pose;
    musts batch = {0};
    const uint32_t what = filter_finds(a->filter);
    const bool exact = box_shape(box, &shape, &pose);
    asker_shape(a, NULL, &shape, &pose);
    musts_clear(to);
    if (exact)
        must_in_shape(a, &batch);
    const float part[4] = {fmaxf(box[0], -0x1p19f), fmaxf(box[1], -0x1p19f), fminf(box[2], 0x1p19f),
                           fminf(box[3], 0x1p19f)};
    if (a->v->sprites != NULL && part[0] <= part[2] && part[1] <= part[3]) { /* they are not further away */
        box_shape(part, &shape, &pose);
        asker_shape(a, NULL, &shape, &pose);
    }
    for (size_t i = 0; i < a->v->bodies && (what & HAIL_FIND_BODIES) != 0; i++)
        if (filter_lets(a->filter, a->query, &a->v->body[i]))
            add_body(a, box, &a->v->body[i], exact ? &batch : NULL, to);
    if (a->v->map != NULL || a->v->walls.count > 0)
        must_in_maps(a, box, what, to);
    musts_free(&batch);
}
