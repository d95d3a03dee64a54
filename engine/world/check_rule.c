/* engine/world/check_rule.c - one table says where each option of a rule means something. Options of layers: some mean
 * nothing beside others, or with the rules. */
#include "check_rule.h"

#include "base/check.h"
#include "layers.h"

hail_status hail_check_rule_layers(const hail_world *world, const char *const field[2], uint32_t layer_a,
                                   uint32_t layer_b) {
    if (!world)
        return HAIL_BAD_ARGUMENT;
    if (layer_a == HAIL_TILES || layer_a == HAIL_WALLS)
        return hail_fail_above(world->heap.error, HAIL_BAD_ARGUMENT, field[0], layer_a, HAIL_MAX_LAYERS - 1,
                               "is HAIL_TILES or HAIL_WALLS, which only layer_b may be");
    HAIL_REQUIRE(hail_argument_layer(world, field[0], layer_a));
    return layer_b <= HAIL_WALLS ? HAIL_OK
                                 : hail_fail_above(world->heap.error, HAIL_BAD_ARGUMENT, field[1], layer_b, HAIL_WALLS,
                                                   "is no layer, HAIL_TILES or HAIL_WALLS");
}

static hail_status check_numbers(hail_error *error, const hail_rule *rule) {
    if (rule->order > HAIL_UNORDERED)
        return hail_fail_above(error, HAIL_BAD_ARGUMENT, "rule->order", rule->order, HAIL_UNORDERED,
                               "is no hail_order");
    HAIL_REQUIRE(hail_check_number(error, "rule->graze", (double)rule->graze, 0.0, (double)HAIL_MAX_BOUND));
    return hail_check_number(error, "rule->smooth", rule->smooth, 0.0, HAIL_MAX_SMOOTH);
}

/* An option that is set, but means nothing unless `needs` holds. */
typedef struct rule_option {
    const char *field;
    bool set, needs;
    const char *problem; /* if it does not */
} rule_option;

static hail_status check_options(hail_error *error, const hail_rule *rule) {
    static const char not_statics[] = "means nothing with tiles or walls",
                      not_layers[] = "means nothing between layers", only_tiles[] = "means nothing but with tiles",
                      only_swept[] = "means nothing in a mode that is not swept";
    const bool layers = rule_between_layers(rule), tiles = rule->layer_b == HAIL_TILES, swept = rule_swept(rule),
               grazes = rule->graze > 0.0f;
    const rule_option option[] = {
        {"rule->events", rule->events, true, NULL},
        {"rule->max_contacts", rule->max_contacts, true, NULL},
        {"rule->max_events", rule->max_events, rule->events, "means nothing without events"},
        {"rule->cooldown", rule->cooldown, true, NULL},
        {"rule->graze", grazes, layers, not_statics},
        {"rule->graze_once", rule->graze_once, layers, not_statics},
        {"rule->graze_once", rule->graze_once, grazes, "means nothing without graze"},
        {"rule->kinds", rule->kinds, !layers, not_layers},
        {"rule->stop", rule->stop, !layers, not_layers},
        {"rule->stop", rule->stop, swept, only_swept},
        {"rule->centre_only", rule->centre_only, tiles, only_tiles},
        {"rule->centre_only", rule->centre_only, swept, only_swept},
        {"rule->whole_tiles", rule->whole_tiles, tiles, only_tiles},
        {"rule->whole_tiles", rule->whole_tiles, !rule->centre_only, "means nothing with centre_only"},
        {"rule->smooth", rule->smooth, tiles, only_tiles},
        {"rule->smooth", rule->smooth, rule->centre_only, "means nothing without centre_only"},
        {"rule->order", rule->order, !rule_needs_order(rule),
         "is HAIL_UNORDERED beside an option that needs the order"},
    };
    const bool ignores = rule->mode == HAIL_IGNORE;
    for (size_t i = 0; i < sizeof option / sizeof *option; i++)
        if (option[i].set && (ignores || !option[i].needs))
            return hail_fail(error, HAIL_BAD_ARGUMENT, option[i].field,
                             ignores ? "means nothing with HAIL_IGNORE" : option[i].problem);
    return HAIL_OK;
}

hail_status hail_check_rule(const hail_world *world, const hail_rule *rule) {
    static const char *const layers[2] = {"rule->layer_a", "rule->layer_b"};
    HAIL_REQUIRE(hail_check_rule_layers(world, layers, rule->layer_a, rule->layer_b));
    HAIL_REQUIRE(hail_argument_mode(world, "rule->mode", rule->mode));
    HAIL_REQUIRE(check_numbers(world->heap.error, rule));
    return check_options(world->heap.error, rule);
}

/* ---- Borrowed layers --------------------------------------------------------------------------------------------- */

static const hail_layer_options *options_of(const hail_world *world, uint32_t layer) {
    static const hail_layer_options none = {.bounds = HAIL_OPEN};
    return layer < HAIL_MAX_LAYERS && world->bodies.layer[layer] ? &world->bodies.layer[layer]->options : &none;
}

/* Whether a layer's handles may name another body in the next step. */
static bool is_anonymous(const hail_layer_options *o) { return o->borrowed && !o->generations; }

/* The first option of a rule that layers with these options cannot serve; NULL: none. */
static const char *unserved_option(const hail_rule *rule, const hail_layer_options *a, const hail_layer_options *b) {
    if (rule->stop && a->borrowed)
        return "rule->stop";
    if (!is_anonymous(a) && !is_anonymous(b))
        return NULL;
    return rule->events                                                          ? "rule->events"
           : rule->cooldown > 1                                                  ? "rule->cooldown"
           : rule->graze_once                                                    ? "rule->graze_once"
           : rule->mode == HAIL_EARLIEST && (a->columns & (uint32_t)HAIL_PIERCE) ? "rule->mode"
                                                                                 : NULL;
}

hail_status hail_check_rule_bodies(const hail_world *world, const hail_rule *rule) {
    const char *field = unserved_option(rule, options_of(world, rule->layer_a), options_of(world, rule->layer_b));
    return !field ? HAIL_OK
                  : hail_fail(world->heap.error, HAIL_BAD_ARGUMENT, field,
                              rule->stop ? "means nothing in a borrowed layer, whose bodies the caller moves"
                                         : "needs the generations of a borrowed layer (hail_layer_options)");
}

static hail_status fail_options(const hail_world *world, const hail_rule *rule, const hail_layer_options *o) {
    hail_error *error = world->heap.error;
    if (rule->stop && o->borrowed)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "options->borrowed", "is for a layer with a rule that stops bodies");
    if (is_anonymous(o))
        return hail_fail(error, HAIL_BAD_ARGUMENT, "options->generations",
                         "is 0, and a rule of the layer has events, a cooldown, graze_once or pierce");
    return hail_fail(error, HAIL_BAD_ARGUMENT, "options->columns",
                     "has HAIL_PIERCE, which a HAIL_EARLIEST rule with a borrowed layer without generations refuses");
}

hail_status hail_check_layer_rules(const hail_world *world, uint32_t layer, const hail_layer_options *options) {
    for (uint32_t r = 0; r < world->rules.count; r++) {
        const hail_rule *rule = &rule_entries(&world->rules)[r];
        const hail_layer_options *a = rule->layer_a == layer ? options : options_of(world, rule->layer_a),
                                 *b = rule->layer_b == layer ? options : options_of(world, rule->layer_b);
        if ((rule->layer_a == layer || rule->layer_b == layer) && unserved_option(rule, a, b))
            return fail_options(world, rule, options);
    }
    return HAIL_OK;
}

/* ---- Layers ------------------------------------------------------------------------------------------------------ */

static hail_status check_static(const hail_layer_options *o, hail_error *error) {
    if (o->columns & HAIL_STATIC_REFUSES)
        return hail_fail_above(error, HAIL_BAD_ARGUMENT, "options->columns", o->columns,
                               HAIL_ALL_COLUMNS & ~HAIL_STATIC_REFUSES,
                               "has HAIL_LIFE or HAIL_DISPLACEMENT, which mean nothing in a static layer");
    if (o->bounds != HAIL_OPEN)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "options->bounds",
                         "is HAIL_KILL or HAIL_WRAP, which mean nothing in a static layer");
    if (o->borrowed)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "options->borrowed", "means nothing in a static layer");
    if (o->caller_moved)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "options->caller_moved", "means nothing in a static layer");
    return HAIL_OK;
}

/* How many slots there are for a borrowed layer: those of other bodies, and of other borrowed layers, are taken. */
static uint32_t slots_left(const hail_world *world, uint32_t layer) {
    const uint32_t cap = world->options.max_bodies ? world->options.max_bodies : HAIL_MAX_BODIES;
    const hail_layer *l = world->bodies.layer[layer];
    return cap - world->bodies.live - world->bodies.unlent + (l ? l->options.borrowed : 0);
}

static hail_status check_borrowed(const hail_world *world, uint32_t layer, const hail_layer_options *o) {
    hail_error *error = world->heap.error;
    const hail_layer *l = world->bodies.layer[layer];
    if (!o->borrowed)
        return o->generations ? hail_fail(error, HAIL_BAD_ARGUMENT, "options->generations",
                                          "means nothing but in a borrowed layer")
                              : HAIL_OK;
    if (o->columns & HAIL_BORROWED_REFUSES)
        return hail_fail_above(error, HAIL_BAD_ARGUMENT, "options->columns", o->columns,
                               HAIL_ALL_COLUMNS & ~HAIL_BORROWED_REFUSES,
                               "has HAIL_LIFE or HAIL_PIERCE, which mean nothing in a borrowed layer");
    if (o->bounds != HAIL_OPEN)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "options->bounds",
                         "is HAIL_KILL or HAIL_WRAP, which mean nothing in a borrowed layer");
    if (l && l->count && !l->options.borrowed)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "options->borrowed", "is for a layer that has bodies of its own");
    const uint32_t left = slots_left(world, layer);
    return o->borrowed > left ? hail_fail_above(error, HAIL_FULL, "options->borrowed", o->borrowed, left,
                                                "would make more bodies than max_bodies")
                              : HAIL_OK;
}

hail_status hail_check_layer(const hail_world *world, uint32_t layer, const hail_layer_options *options) {
    hail_error *error = world->heap.error;
    HAIL_REQUIRE(hail_argument_given(world, "options", options));
    if (options->columns & ~(uint32_t)HAIL_ALL_COLUMNS)
        return hail_fail_above(error, HAIL_BAD_ARGUMENT, "options->columns", options->columns, HAIL_ALL_COLUMNS,
                               "has a flag that names no column");
    if (options->bounds > HAIL_WRAP)
        return hail_fail_above(error, HAIL_BAD_ARGUMENT, "options->bounds", options->bounds, HAIL_WRAP,
                               "is no hail_bounds");
    if (world->busy)
        return hail_fail_busy(world);
    if (options->bounds != HAIL_OPEN && !world->has_bounds)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "options->bounds",
                         "is HAIL_KILL or HAIL_WRAP, which need a world with bounds");
    if (options->is_static)
        HAIL_REQUIRE(check_static(options, error));
    HAIL_REQUIRE(check_borrowed(world, layer, options));
    return hail_check_layer_rules(world, layer, options);
}
