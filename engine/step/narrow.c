#include "narrow.h"

#include "narrow/dispatch.h"

/* The rows that kernels write are contacts. */
_Static_assert(sizeof(hail_contact) == HAIL_ROW_WORDS * sizeof(float), "a contact is a row");
_Static_assert(offsetof(hail_contact, b) == 2 * 4 && offsetof(hail_contact, kind) == 4 * 4 &&
                   offsetof(hail_contact, feature_a) == 5 * 4 && offsetof(hail_contact, part_b) == 6 * 4 &&
                   offsetof(hail_contact, t) == 7 * 4 && offsetof(hail_contact, normal_x) == 8 * 4 &&
                   offsetof(hail_contact, x) == 10 * 4 && offsetof(hail_contact, y) == 12 * 4 &&
                   offsetof(hail_contact, depth) == 14 * 4,
               "a contact's words lie where simd/kernels/narrow/pair_lanes.h writes them");

static hail_side side_of(const hail_layer *layer) {
    return (hail_side){.x = layer_floats(layer, COLUMN_X),
                       .y = layer_floats(layer, COLUMN_Y),
                       .dx = layer_displacement(layer, false),
                       .dy = layer_displacement(layer, true),
                       .radius = layer_radii(layer),
                       .uniform_radius = layer->largest,
                       .cos = layer_floats(layer, COLUMN_COS),
                       .sin = layer_floats(layer, COLUMN_SIN),
                       .scale = layer_floats(layer, COLUMN_SCALE),
                       .shape = layer_words(layer, COLUMN_SHAPE),
                       .handle = &layer_handles(layer)->slot};
}

static uint32_t header_of(const hail_rule_entry *rule) {
    const uint8_t bytes[4] = {HAIL_CONTACT_BODY, rule->mode != HAIL_PAIRS, rule->a, rule->b};
    uint32_t header;
    memcpy(&header, bytes, sizeof header);
    return header;
}

static hail_cores cores_of(const hail_world *world, const hail_layer *layer) {
    if (layer->uniform_shape) {
        const uint32_t vertices = shape_vertices(world, layer->uniform_shape);
        return (hail_cores){vertices, vertices};
    }
    return (hail_cores){layer->polygons == layer->count ? 2 : 1, layer->polygons ? HAIL_MAX_VERTICES : 1};
}

uint32_t hail_narrow_pairs(hail_world *world, const hail_rule_entry *rule) {
    const hail_layer *a = world->layer[rule->a], *b = world->layer[rule->b];
    hail_dispatch dispatch = {.kernels = world->kernels,
                              .question = rule_swept(rule) ? ASK_SWEEP : ASK_CONTACT,
                              .job = {.one = side_of(a),
                                      .two = side_of(b),
                                      .templates = world->shapes.data,
                                      .header = header_of(rule),
                                      .rounded = world->rounded,
                                      .manifold = rule->mode != HAIL_PAIRS,
                                      .from_end = true,
                                      .rows = world->pairs.rows.data}};
    return hail_dispatch_pairs(&dispatch, cores_of(world, a), cores_of(world, b), world->pairs.a.data,
                               world->pairs.b.data, world->pairs.place.data, world->pairs.count);
}
