/* tests/kernels/kernels_contacts.c - tile_contacts: every variant equals the reference to the last bit; rows hold what
 * is known of their pairs, and the points of straight contacts lie on the sides of both. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include <hail/rules.h>

#include "kernel_inputs.h"

enum { PAIRS = 300, BODIES = 40 };

static struct {
    float x[PAIRS], y[PAIRS], wide[PAIRS], high[PAIRS], core_x[PAIRS], core_y[PAIRS], radius[PAIRS];
    float dx[PAIRS], dy[PAIRS], t[PAIRS], normal_x[PAIRS], normal_y[PAIRS], at_x[PAIRS], at_y[PAIRS], depth[PAIRS];
    uint32_t how[PAIRS], mover[PAIRS], cell[PAIRS], pairs;
    uint32_t pair[PAIRS], edge[PAIRS], corner[PAIRS], rows; /* by row */
    uint32_t header;
    bool swept, circles;  /* circles: all of them are */
    bool placed, handles; /* rows are of bodies in the world; which have handles */
    uint32_t body[PAIRS], handle[2 * BODIES];
    float body_x[BODIES], body_y[BODIES];
} wanted;

static float pick_offset(float size) {
    const float wide = pick_between(-1.0f, 1.0f) * size;
    return pick_one_in(4) ? 0.0f : pick_one_in(3) ? size : pick_one_in(3) ? roundf(wide) : wide;
}

/* Of a side or of a corner. */
static void pick_normal(uint32_t i) {
    const float s = pick_one_in(2) ? 0.0f : pick_between(1e-4f, 0.9f), size = pick_one_in(2) ? -s : s;
    const float large = sqrtf(1.0f - s * s) * (pick_one_in(2) ? -1.0f : 1.0f);
    const bool across = pick_one_in(2);
    wanted.normal_x[i] = across ? large : size;
    wanted.normal_y[i] = across ? size : large;
}

static void pick_pair(uint32_t i) {
    const bool circle = wanted.circles || pick_one_in(4);
    wanted.wide[i] = (float)(1 + pick(32));
    wanted.high[i] = pick_one_in(2) ? 1.0f : (float)(1 + pick(32));
    wanted.core_x[i] = circle || pick_one_in(8) ? 0.0f : (float)(1 + pick(16)) * 0.5f;
    wanted.core_y[i] = circle || pick_one_in(8) ? 0.0f : (float)(1 + pick(16)) * 0.5f;
    wanted.radius[i] = pick_one_in(3) ? 0.0f : pick_between(0.0f, 10.0f);
    wanted.x[i] = pick_offset(wanted.wide[i]);
    wanted.y[i] = pick_offset(wanted.high[i]);
    wanted.dx[i] = pick_one_in(3) ? 0.0f : pick_between(-8.0f, 8.0f);
    wanted.dy[i] = pick_one_in(3) ? 0.0f : pick_between(-8.0f, 8.0f);
    wanted.t[i] = pick_one_in(2) ? 0.0f : pick_between(0.0f, 1.0f);
    wanted.depth[i] = pick_one_in(8) ? 0.0f : pick_between(0.0f, 5.0f);
    pick_normal(i);
    wanted.at_x[i] = pick_between(-20.0f, 20.0f);
    wanted.at_y[i] = pick_between(-20.0f, 20.0f);
    wanted.how[i] = pick_one_in(5) ? HAIL_IS_EXIT : pick(2) ? HAIL_IS_EXPOSED : HAIL_IS_BURIED;
    wanted.mover[i] = pick(1 << 13);
    wanted.cell[i] = pick(UINT32_MAX);
}

static void pick_bodies(void) {
    wanted.placed = pick_one_in(2);
    wanted.handles = pick_one_in(2);
    for (uint32_t i = 0; i < BODIES; i++) {
        wanted.body_x[i] = pick_one_in(4) ? 0.0f : pick_between(-1000.0f, 1000.0f);
        wanted.body_y[i] = pick_one_in(4) ? 0.0f : pick_between(-1000.0f, 1000.0f);
        wanted.handle[2 * i] = pick(UINT32_MAX);
        wanted.handle[2 * i + 1] = pick(UINT32_MAX);
    }
}

static void pick_wanted(void) {
    const uint8_t header[4] = {HAIL_CONTACT_TILE, 1, 3, HAIL_TILES};
    memcpy(&wanted.header, header, sizeof header);
    wanted.swept = pick_one_in(3);
    wanted.circles = pick_one_in(4);
    wanted.pairs = 1 + pick(PAIRS - 1);
    wanted.rows = cases_timed() ? PAIRS - 7 : pick(PAIRS);
    for (uint32_t i = 0; i < wanted.pairs; i++)
        pick_pair(i);
    for (uint32_t k = 0; k < wanted.rows; k++) {
        wanted.pair[k] = pick(wanted.pairs);
        wanted.edge[k] = pick(UINT32_MAX);
        wanted.corner[k] = pick(UINT32_MAX);
        wanted.body[k] = pick(BODIES);
    }
    pick_bodies();
}

static uint32_t *contact_rows(const hail_kernels *kernels) {
    const uint32_t n = wanted.pairs;
    const hail_tile_contacts job = {.x = hold_copy("x", wanted.x, n),
                                    .y = hold_copy("y", wanted.y, n),
                                    .wide = hold_copy("wide", wanted.wide, n),
                                    .high = hold_copy("high", wanted.high, n),
                                    .core_x = hold_copy("core_x", wanted.core_x, n),
                                    .core_y = hold_copy("core_y", wanted.core_y, n),
                                    .radius = hold_copy("radius", wanted.radius, n),
                                    .normal_x = hold_copy("normal_x", wanted.normal_x, n),
                                    .normal_y = hold_copy("normal_y", wanted.normal_y, n),
                                    .at_x = hold_copy("at_x", wanted.at_x, n),
                                    .at_y = hold_copy("at_y", wanted.at_y, n),
                                    .depth = hold_copy("depth", wanted.depth, n),
                                    .dx = wanted.swept ? hold_copy("dx", wanted.dx, n) : NULL,
                                    .dy = wanted.swept ? hold_copy("dy", wanted.dy, n) : NULL,
                                    .t = wanted.swept ? hold_copy("t", wanted.t, n) : NULL,
                                    .how = hold_copy("how", wanted.how, n),
                                    .mover = hold_copy("mover", wanted.mover, n),
                                    .cell = hold_copy("cell", wanted.cell, n),
                                    .swept = wanted.swept,
                                    .header = wanted.header,
                                    .pair = hold_copy("pair", wanted.pair, wanted.rows),
                                    .edge = hold_copy("edge", wanted.edge, wanted.rows),
                                    .corner = hold_copy("corner", wanted.corner, wanted.rows),
                                    .body = wanted.placed ? hold_copy("body", wanted.body, wanted.rows) : NULL,
                                    .body_x = wanted.placed ? hold_copy("body_x", wanted.body_x, BODIES) : NULL,
                                    .body_y = wanted.placed ? hold_copy("body_y", wanted.body_y, BODIES) : NULL,
                                    .handle = wanted.handles ? hold_copy("handle", wanted.handle, 2 * BODIES) : NULL,
                                    .rows = hold("rows", (size_t)HAIL_TILE_ROW * wanted.rows)};
    case_calls(kernels, "tile_contacts");
    kernels->tile_contacts(&job, wanted.rows);
    case_times(kernels, "tile_contacts", wanted.rows, kernels->tile_contacts(&job, wanted.rows));
    guards_check();
    return job.rows;
}

/* Takes a body's place out of its contact's points again. */
static void check_body(hail_contact *c, uint32_t k) {
    const uint32_t body = wanted.body[k], slot = wanted.handles ? wanted.handle[2 * body] : body,
                   generation = wanted.handles ? wanted.handle[2 * body + 1] : 0;
    case_expects(c->a.slot == slot && c->a.generation == generation, "row %u: of body %u", k, body);
    for (int p = 0; p < c->count; p++) {
        c->x[p] -= wanted.body_x[body];
        c->y[p] -= wanted.body_y[body];
    }
}

/* Whether a point along an axis lies on the shape's side, and on the box's if they overlap there. */
static bool is_on_both(float at, float core, float box, float size, float way) {
    const double slack = 1e-3, place = (double)at - (double)way, middle = (double)box - (double)way;
    const double low = fmax(-(double)core, middle - (double)size * 0.5),
                 high = fmin((double)core, middle + (double)size * 0.5);
    return fabs(place) <= (double)core + slack && (low > high || (place >= low - slack && place <= high + slack));
}

static void check_contact(const hail_contact *c, uint32_t k) {
    const uint32_t i = wanted.pair[k];
    const float t = wanted.swept ? wanted.t[i] : 0.0f;
    const bool across = c->normal_y == 0.0f, corner = !across && c->normal_x != 0.0f, two = c->count == 2;
    case_expects(c->kind == HAIL_CONTACT_TILE && c->layer_a == 3 && c->layer_b == HAIL_TILES && !c->part_a &&
                     c->part_b == wanted.cell[i] && c->feature_b == (uint8_t)(wanted.mover[i] >> 8),
                 "row %u: of what", k);
    case_expects(c->t == t && c->normal_x == wanted.normal_x[i] && c->normal_y == wanted.normal_y[i] &&
                     c->depth[0] == wanted.depth[i],
                 "row %u: the contact", k);
    case_expects(two ? c->depth[1] == c->depth[0] : c->x[1] == 0.0f && c->y[1] == 0.0f && c->depth[1] == 0.0f,
                 "row %u: the second point", k);
    case_expects(!two || !(wanted.swept || corner || wanted.how[i] == HAIL_IS_EXIT), "row %u: two points", k);
    if (wanted.how[i] == HAIL_IS_EXIT || (wanted.core_x[i] == 0.0f && wanted.core_y[i] == 0.0f)) {
        case_expects(c->feature_a == 0, "row %u: feature %u", k, c->feature_a);
    } else if (!corner) {
        const float way = wanted.swept ? (across ? wanted.dy[i] : wanted.dx[i]) * t : 0.0f;
        for (int p = 0; p < c->count; p++)
            case_expects(is_on_both(across ? c->y[p] : c->x[p], across ? wanted.core_y[i] : wanted.core_x[i],
                                    across ? wanted.y[i] : wanted.x[i], across ? wanted.high[i] : wanted.wide[i], way),
                         "row %u: point %d", k, p);
    }
}

static void rows_case(void) {
    const hail_kernels *kernels;
    pick_wanted();
    const uint32_t *want = contact_rows(hail_kernels_at(0));
    for (uint32_t k = 0; k < wanted.rows; k++) {
        hail_contact c;
        memcpy(&c, want + (size_t)HAIL_TILE_ROW * k, sizeof c);
        if (wanted.placed)
            check_body(&c, k);
        case_expects(wanted.placed || (!c.a.slot && !c.a.generation), "row %u: of a body", k);
        case_expects(!c.b.slot && !c.b.generation, "row %u: b", k);
        check_contact(&c, k);
    }
    for (size_t v = 1; (kernels = hail_kernels_at(v)) != NULL; v++)
        same_words("rows", contact_rows(kernels), want, (size_t)HAIL_TILE_ROW * wanted.rows);
}
Test(kernels_contacts, rows) { cases_run("kernels_contacts", "rows", 300, rows_case); }
