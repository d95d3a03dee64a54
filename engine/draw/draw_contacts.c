/* engine/draw/draw_contacts.c - draws contacts, and rays with what they hit. */
#include "base/check.h"
#include "pen.h"

static void draw_point(hail_pen *pen, const hail_contact *c, int k, bool points, bool normals) {
    const float length = pen->options->normal;
    if (!hail_pen_sees(pen, c->x[k], c->y[k], c->x[k], c->y[k]))
        return;
    const hail_draw_meaning meaning = c->kind == HAIL_CONTACT_GRAZE ? HAIL_DRAWN_GRAZE : HAIL_DRAWN_CONTACT;
    if (points) {
        hail_pen_style(pen, meaning, c->layer_a, c->kind);
        hail_pen_disc(pen, c->x[k], c->y[k], 0.0f, NULL);
    }
    if (normals && (c->normal_x != 0.0f || c->normal_y != 0.0f)) {
        hail_pen_style(pen, HAIL_DRAWN_NORMAL, c->layer_a, c->kind);
        hail_pen_line(pen, c->x[k], c->y[k], c->x[k] + length * c->normal_x, c->y[k] + length * c->normal_y);
    }
}

/* Points first, then normals: two styles, whole batches. */
void hail_draw_contact_list(hail_pen *pen, const hail_contact *contacts, size_t count, bool points, bool normals) {
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; (pass ? normals : points) && i < count; i++)
            for (int k = 0; k < contacts[i].count && k < 2; k++)
                draw_point(pen, &contacts[i], k, !pass, pass);
    hail_pen_flush(pen);
}

hail_status hail_draw_contacts(const hail_contact *contacts, size_t count, const hail_draw_options *options) {
    HAIL_REQUIRE(hail_draw_check(options));
    hail_error *error = context_error(options->context);
    HAIL_REQUIRE(hail_check_count(error, "count", count));
    HAIL_REQUIRE(hail_check_needed(error, &(hail_needed){"contacts", contacts}, count ? 1 : 0));
    hail_pen pen;
    hail_pen_start(&pen, options);
    hail_draw_contact_list(&pen, contacts, count, true, options->what & HAIL_DRAW_NORMALS);
    return HAIL_OK;
}

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

static hail_status check_rays(hail_error *error, const hail_rays *rays) {
    static const hail_ray_fields fields = HAIL_RAY_FIELDS("rays->");
    const hail_checks checks = {.kernels = hail_kernels_default(), .error = error};
    return hail_check_rays(&checks, &fields, rays, HAIL_NEEDS_NEITHER);
}

static void draw_ray(hail_pen *pen, const hail_rays *rays, size_t i, float t) {
    const float x = rays->x[i], y = rays->y[i], dx = rays->to_x ? rays->to_x[i] - x : rays->dx[i],
                dy = rays->to_x ? rays->to_y[i] - y : rays->dy[i], to_x = x + dx * t, to_y = y + dy * t;
    const float min_x = x < to_x ? x : to_x, min_y = y < to_y ? y : to_y;
    if (hail_pen_sees(pen, min_x, min_y, x + to_x - min_x, y + to_y - min_y))
        hail_pen_line(pen, x, y, to_x, to_y);
}

static void draw_hit(hail_pen *pen, const hail_query_hit *hit, bool normals) {
    const float length = pen->options->normal;
    if (!hit->kind || !hail_pen_sees(pen, hit->x, hit->y, hit->x, hit->y))
        return;
    if (!normals)
        hail_pen_disc(pen, hit->x, hit->y, 0.0f, NULL);
    else if (hit->normal_x != 0.0f || hit->normal_y != 0.0f)
        hail_pen_line(pen, hit->x, hit->y, hit->x + length * hit->normal_x, hit->y + length * hit->normal_y);
}

static void draw_hits(hail_pen *pen, const hail_query_hit *hits, size_t count) {
    hail_pen_style(pen, HAIL_DRAWN_HIT, HAIL_NO_LAYER, 0);
    for (size_t i = 0; i < count; i++)
        draw_hit(pen, &hits[i], false);
    hail_pen_style(pen, HAIL_DRAWN_NORMAL, HAIL_NO_LAYER, 0);
    for (size_t i = 0; (pen->options->what & HAIL_DRAW_NORMALS) && i < count; i++)
        draw_hit(pen, &hits[i], true);
}

hail_status hail_draw_query_rays(const hail_rays *rays, const hail_query_hit *hits, const hail_draw_options *options) {
    if (!options)
        return hail_fail_null(rays ? context_error(rays->context) : NULL, "options");
    HAIL_REQUIRE(hail_draw_check(options));
    if (!rays)
        return hail_fail_null(context_error(options->context), "rays");
    HAIL_REQUIRE(check_rays(context_error(rays->context), rays));
    hail_pen pen;
    hail_pen_start(&pen, options);
    hail_pen_style(&pen, HAIL_DRAWN_RAY, HAIL_NO_LAYER, 0);
    for (size_t i = 0; i < rays->count; i++)
        draw_ray(&pen, rays, i, hits && hits[i].kind ? hits[i].t : 1.0f);
    if (hits)
        draw_hits(&pen, hits, rays->count);
    hail_pen_flush(&pen);
    return HAIL_OK;
}
