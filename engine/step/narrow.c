/* engine/step/narrow.c - hands a rule's pairs to the kernels for their shapes. */
#include "narrow.h"

/* The rows that kernels write are contacts. */
_Static_assert(sizeof(hail_contact) == HAIL_ROW_WORDS * sizeof(float), "a contact is a row");
_Static_assert(offsetof(hail_contact, b) == 2 * 4 && offsetof(hail_contact, kind) == 4 * 4 &&
                   offsetof(hail_contact, feature_a) == 5 * 4 && offsetof(hail_contact, part_b) == 6 * 4 &&
                   offsetof(hail_contact, t) == 7 * 4 && offsetof(hail_contact, normal_x) == 8 * 4 &&
                   offsetof(hail_contact, x) == 10 * 4 && offsetof(hail_contact, y) == 12 * 4 &&
                   offsetof(hail_contact, depth) == 14 * 4,
               "a contact's words lie where simd/kernels/narrow/pair_lanes.h writes them");

/* Word 4 of a touching pair's row. */
static uint32_t header_of(const hail_rule_entry *rule) {
    const uint8_t kind = rule->b == WITH_WALLS ? HAIL_CONTACT_WALL : HAIL_CONTACT_BODY;
    const uint8_t bytes[4] = {kind, rule->mode != HAIL_PAIRS, rule->a, rule->b};
    uint32_t header;
    memcpy(&header, bytes, sizeof header);
    return header;
}

uint32_t hail_narrow(const hail_world *world, const hail_rule_entry *rule, const hail_narrow_sides *sides,
                     const hail_narrow_list *list, hail_contact *rows) {
    hail_dispatch dispatch = {.kernels = world->kernels,
                              .question = rule_swept(rule) ? ASK_SWEEP : ASK_CONTACT,
                              .job = {.one = sides->a,
                                      .two = sides->b,
                                      .templates = sides->templates,
                                      .header = header_of(rule),
                                      .rounded = world->shapes->rounded,
                                      .manifold = rule->mode != HAIL_PAIRS,
                                      .from_end = sides->from_end,
                                      .rows = (float *)(void *)rows}};
    return hail_dispatch_pairs(&dispatch, sides->cores_a, sides->cores_b, list->a, list->b, list->row, list->count);
}

static hail_side side_of(const hail_layer *layer) {
    return (hail_side){.x = layer_floats(layer, COLUMN_X),
                       .y = layer_floats(layer, COLUMN_Y),
                       .dx = layer_displacement(layer, false),
                       .dy = layer_displacement(layer, true),
                       .radius = layer_radii(layer),
                       .uniform_radius = layer->scratch.largest,
                       .cos = layer_floats(layer, COLUMN_COS),
                       .sin = layer_floats(layer, COLUMN_SIN),
                       .scale = layer_floats(layer, COLUMN_SCALE),
                       .shape = layer_words(layer, COLUMN_SHAPE),
                       .handle = &layer_handles(layer)->slot};
}

static hail_cores cores_of(const hail_shapeset *shapes, const hail_layer *layer) {
    if (layer->uniform_shape) {
        const uint32_t vertices = shape_vertices(shapes, layer->uniform_shape);
        return (hail_cores){vertices, vertices};
    }
    return (hail_cores){layer->polygons == layer->count ? 2 : 1, layer->polygons ? HAIL_MAX_VERTICES : 1};
}

uint32_t hail_narrow_pairs(hail_world *world, const hail_rule_entry *rule, const uint32_t *rank) {
    const hail_layer *a = world->bodies.layer[rule->a], *b = world->bodies.layer[rule->b];
    const hail_pairs *pairs = &world->scratch.pairs;
    const hail_narrow_sides sides = {.a = side_of(a),
                                     .b = side_of(b),
                                     .cores_a = cores_of(world->shapes, a),
                                     .cores_b = cores_of(world->shapes, b),
                                     .templates = world->shapes->rows.data,
                                     .from_end = true};
    const hail_narrow_list list = {pairs->a.data, pairs->b.data, rank, pairs->count};
    return hail_narrow(world, rule, &sides, &list, pairs->rows.data);
}
