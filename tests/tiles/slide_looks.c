/* tests/tiles/slide_looks.c - when a slide looks down for floor, and what it is not pushed out of: small pictures, by
 * hand, in each of the four orientations. */
#include <criterion/criterion.h>

#include <math.h>

#include "slide_picture.h"

enum { SIDE = 96 };

/* A square picture that is turned, and movers that turn with it. */
typedef struct stage {
    picture p;
    int turns;
    hail_slide_options options;
} stage;

static stage stage_make(void) {
    stage s = {.p = picture_make(SIDE / 16, SIDE / 16, 16, 16)};
    cr_assert_eq(hail_slide_options_defaults(&s.options), HAIL_OK);
    return s;
}

static void turn(stage *s, int turns) {
    uint64_t state = 7;
    s->turns = turns;
    for (int i = 0; i < turns; i++)
        picture_turn(&s->p);
    picture_build(&s->p, &state);
}

static void turn_vector(int turns, float *x, float *y) {
    for (int i = 0; i < turns; i++) {
        const float old = *x;
        *x = -*y + 0.0f;
        *y = old;
    }
}

/* The slide of a shape that turns with the picture, turned back. */
static hail_slide slide(const stage *s, const hail_convex *shape, float x, float y, float dx, float dy) {
    const float middle = SIDE / 2.0f;
    float cs = 1.0f, sn = 0.0f;
    hail_slide_options options = s->options;
    hail_slide out;
    x -= middle, y -= middle;
    turn_vector(s->turns, &cs, &sn);
    turn_vector(s->turns, &x, &y);
    turn_vector(s->turns, &dx, &dy);
    turn_vector(s->turns, &options.up_x, &options.up_y);
    x += middle, y += middle;
    const hail_tilemap_movers movers = {.map = s->p.map,
                                        .shapes = {.convexes = shape,
                                                   .shape_count = 1,
                                                   .x = &x,
                                                   .y = &y,
                                                   .cos = &cs,
                                                   .sin = &sn,
                                                   .dx = &dx,
                                                   .dy = &dy,
                                                   .count = 1}};
    cr_assert_eq(hail_tilemap_slide(&movers, &options, &out), HAIL_OK);
    turn_vector((4 - s->turns) % 4, &out.dx, &out.dy);
    return out;
}

/* ---- Looks down at the start ------------------------------------------------------------------------------------- */

/* A ball that a corner beside it stops, steep as floor, but that would fall past it: it does not stand, so it does not
 * snap to the floor 5 px below. */
Test(slide_looks, a_corner_beside_it_is_not_stood_on) {
    const float near = 2.0f * sqrtf(0.5f); /* px, across and down: the grown ball touches the corner */
    for (int turns = 0; turns < 4; turns++) {
        stage s = stage_make();
        hail_convex ball;
        cr_assert_eq(hail_convex_circle(1.0f, &ball), HAIL_OK);
        s.options.skin = 1.0f;
        s.options.snap = 8.0f;
        picture_box(&s.p, 48, 48, 32, 16, true);
        picture_box(&s.p, 16, 54, 32, 16, true);
        turn(&s, turns);
        const hail_slide out = slide(&s, &ball, 48.0f - near, 48.0f - near, 3.0f, 3.0f);
        cr_assert(out.count == 1 && (out.flags & HAIL_ON_FLOOR), "turned %d: it touches the corner", turns);
        cr_assert(!(out.flags & (HAIL_SNAPPED | HAIL_STANDS)) && fabsf(out.dx) < 0.01f && fabsf(out.dy) < 0.01f,
                  "turned %d: flags %x, goes by (%g, %g)", turns, (unsigned)out.flags, (double)out.dx, (double)out.dy);
        picture_free(&s.p);
    }
}

/* A box that falls on a ledge and slides off its end: it stood on nothing when it started, so it does not snap to the
 * floor 4 px below. It does if it starts on the ledge. */
Test(slide_looks, floor_that_it_falls_on_is_not_stood_on) {
    static const float above[] = {1.2f, 1.5f, 3.0f, 0.0f}; /* px, beyond the skin; the last one stands */
    for (int turns = 0; turns < 4; turns++) {
        stage s = stage_make();
        hail_convex box;
        cr_assert_eq(hail_convex_box(4.0f, 4.0f, 0.0f, &box), HAIL_OK);
        s.options.skin = 1.0f;
        s.options.snap = 8.0f;
        picture_box(&s.p, 16, 48, 32, 4, true);
        picture_box(&s.p, 0, 52, 96, 16, true);
        turn(&s, turns);
        for (size_t i = 0; i < sizeof above / sizeof *above; i++) {
            const bool stands = above[i] == 0.0f;
            const hail_slide out = slide(&s, &box, 46.0f, 43.0f - above[i], 12.0f, 8.0f);
            cr_assert(out.flags & HAIL_ON_FLOOR, "turned %d, %g px above: it touches the ledge", turns,
                      (double)above[i]);
            cr_assert_eq((out.flags & HAIL_SNAPPED) != 0, stands, "turned %d, %g px above: flags %x, goes by (%g, %g)",
                         turns, (double)above[i], (unsigned)out.flags, (double)out.dx, (double)out.dy);
            cr_assert(fabsf(out.dx - 12.0f) < 0.01f && fabsf(out.dy - (stands ? 4.0f : above[i])) < 0.01f,
                      "turned %d, %g px above: goes by (%g, %g)", turns, (double)above[i], (double)out.dx,
                      (double)out.dy);
        }
        picture_free(&s.p);
    }
}

/* ---- Pushes ------------------------------------------------------------------------------------------------------ */

/* The corner of a thin wall and a thin floor: its pixel shares a cell with both, one, or none of them. */
static stage corner_make(int x, int y, float skin, int turns) {
    stage s = stage_make();
    s.options.skin = skin;
    picture_box(&s.p, x, y - 32, 1, 33, true);
    picture_box(&s.p, x, y, 40, 1, true);
    turn(&s, turns);
    return s;
}

/* A box in the corner, nearer to both walls than the skin: the pixel where they meet has no open side towards the box,
 * so it is no way out to the other side of the walls. */
static void keep_in_corner(const hail_convex *shape, const char *what, float skin, int turns, int x, int y) {
    stage s = corner_make(x, y, skin, turns);
    for (int i = 1; i < 100; i++) {
        const float beside = skin * (float)(i % 10) * 0.1f, above = skin * (float)(i / 10) * 0.1f,
                    slack = 0.02f * skin + 1e-4f;
        const hail_slide out = slide(&s, shape, (float)x + 1.0f + 5.0f + beside, (float)y - 7.0f - above, 0.0f, 0.0f);
        cr_assert(fabsf(out.dx - (skin - beside)) < slack && fabsf(out.dy + (skin - above)) < slack &&
                      !(out.flags & HAIL_STUCK),
                  "%s, skin %g, turned %d, corner at %d %d, %g px beside the wall and %g above the floor: flags %x, "
                  "goes by (%g, %g)",
                  what, (double)skin, turns, x, y, (double)beside, (double)above, (unsigned)out.flags, (double)out.dx,
                  (double)out.dy);
    }
    picture_free(&s.p);
}

Test(slide_looks, the_skin_alone_is_pushed_out_by_the_skin) {
    const float x[] = {-5, 5, 5, -5}, y[] = {-7, -7, 7, 7};
    const float skins[] = {1.0f / 32.0f, 1.0f / 8.0f, 1.0f};
    hail_convex box, polygon, rounded;
    cr_assert_eq(hail_convex_box(5.0f, 7.0f, 0.0f, &box), HAIL_OK);
    cr_assert_eq(hail_convex_box(4.5f, 6.5f, 0.5f, &rounded), HAIL_OK);
    cr_assert_eq(hail_convex_polygon(x, y, 4, 0.0f, &polygon), HAIL_OK);
    for (int i = 0; i < 3 * 4 * 4; i++) {
        const float skin = skins[i / 16];
        const int turns = i % 4, cx = 47 + (i / 4 & 1), cy = 47 + (i / 8 & 1);
        keep_in_corner(&box, "box", skin, turns, cx, cy);
        keep_in_corner(&rounded, "rounded box", skin, turns, cx, cy);
        keep_in_corner(&polygon, "polygon", skin, turns, cx, cy);
    }
}
