/* engine/draw/draw_options.c - the default options and colours, and the checks of options. */
#include "base/check.h"
#include "pen.h"

hail_status hail_draw_options_defaults(hail_draw_options *options) {
    if (!options)
        return HAIL_BAD_ARGUMENT;
    *options = (hail_draw_options){.what = HAIL_DRAW_SHAPES | HAIL_DRAW_BOUNDS | HAIL_DRAW_CONTACTS |
                                           HAIL_DRAW_NORMALS | HAIL_DRAW_TILES | HAIL_DRAW_WALLS,
                                   .normal = 12.0f,
                                   .ahead = 0.1f};
    return HAIL_OK;
}

/* Colours of layers: P. Green-Armytage, A Colour Alphabet and the Limits of Colour Coding, 2010, made lighter. */
static const uint32_t LAYER_COLORS[8] = {0x6ec6ffff, 0xffb454ff, 0x9be36bff, 0xff6f91ff,
                                         0xc3a6ffff, 0x4fe3c1ff, 0xffe066ff, 0xd9d9d9ff};

static const uint32_t COLORS[HAIL_DRAWN_COUNT] = {
    [HAIL_DRAWN_DISABLED] = 0x707880ff, [HAIL_DRAWN_QUARANTINED] = 0xff00ffff, [HAIL_DRAWN_PICKED] = 0xffffffff,
    [HAIL_DRAWN_VELOCITY] = 0x80ffd0ff, [HAIL_DRAWN_HANDLE] = 0xe8e8e8ff,      [HAIL_DRAWN_BOUNDS] = 0x8090a0ff,
    [HAIL_DRAWN_CONTACT] = 0xff4040ff,  [HAIL_DRAWN_GRAZE] = 0x60a0ffff,       [HAIL_DRAWN_NORMAL] = 0xffd040ff,
    [HAIL_DRAWN_TILE] = 0x5a6a7cff,     [HAIL_DRAWN_CELL] = 0xffffff20,        [HAIL_DRAWN_WALL] = 0xe0d0b0ff,
    [HAIL_DRAWN_PORTAL] = 0x507090ff,   [HAIL_DRAWN_RAY] = 0xffff8080,         [HAIL_DRAWN_HIT] = 0xff8020ff};

static uint32_t faint(uint32_t rgba, uint32_t alpha) { return (rgba & 0xffffff00u) | alpha; }

uint32_t hail_draw_colour(hail_draw_meaning meaning, uint32_t layer) {
    const uint32_t own = LAYER_COLORS[layer % 8];
    switch (meaning) {
    case HAIL_DRAWN_BODY:
        return own;
    case HAIL_DRAWN_BOX:
        return faint(own, 0x80);
    case HAIL_DRAWN_GRID:
        return faint(own, 0x58);
    default:
        return (uint32_t)meaning < HAIL_DRAWN_COUNT ? COLORS[meaning] : 0xffffffffu;
    }
}

static hail_status check_view(hail_error *error, const hail_draw_options *options) {
    const hail_scalar numbers[] = {{"options->min_x", options->min_x, -HAIL_MAX_BOUND, HAIL_MAX_BOUND},
                                   {"options->min_y", options->min_y, -HAIL_MAX_BOUND, HAIL_MAX_BOUND},
                                   {"options->max_x", options->max_x, -HAIL_MAX_BOUND, HAIL_MAX_BOUND},
                                   {"options->max_y", options->max_y, -HAIL_MAX_BOUND, HAIL_MAX_BOUND},
                                   {"options->normal", options->normal, 0.0f, HAIL_MAX_BOUND},
                                   {"options->ahead", options->ahead, 0.0f, 1.0e6f}};
    HAIL_REQUIRE(hail_check_scalars(error, numbers, sizeof numbers / sizeof *numbers));
    if (options->min_x > options->max_x)
        return hail_fail(error, HAIL_OUT_OF_RANGE, "options->max_x", "is less than min_x");
    if (options->min_y > options->max_y)
        return hail_fail(error, HAIL_OUT_OF_RANGE, "options->max_y", "is less than min_y");
    return HAIL_OK;
}

hail_status hail_draw_check(const hail_draw_options *options) {
    if (!options)
        return HAIL_BAD_ARGUMENT;
    hail_error *error = context_error(options->context);
    if (!options->renderer)
        return hail_fail_null(error, "options->renderer");
    if (options->what > HAIL_DRAW_ALL)
        return hail_fail_above(error, HAIL_BAD_ARGUMENT, "options->what", options->what, HAIL_DRAW_ALL,
                               "has an unknown bit");
    return check_view(error, options);
}
