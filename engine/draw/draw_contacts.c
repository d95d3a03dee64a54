/* engine/draw/draw_contacts.c - draws contacts. */
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
