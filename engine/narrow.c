#include "narrow.h"

#include <string.h>

/* The rows that kernels write are contacts. */
_Static_assert(sizeof(hail_contact) == HAIL_ROW_WORDS * sizeof(float), "a contact is a row");
_Static_assert(offsetof(hail_contact, b) == 2 * 4 && offsetof(hail_contact, kind) == 4 * 4 &&
                   offsetof(hail_contact, feature_a) == 5 * 4 && offsetof(hail_contact, part_b) == 6 * 4 &&
                   offsetof(hail_contact, t) == 7 * 4 && offsetof(hail_contact, normal_x) == 8 * 4 &&
                   offsetof(hail_contact, x) == 10 * 4 && offsetof(hail_contact, y) == 12 * 4 &&
                   offsetof(hail_contact, depth) == 14 * 4,
               "a contact's words lie where simd/kernels/narrow.h writes them");

enum { BATCH = 512 }; /* pairs sorted by their shapes' kinds at a time */

bool hail_narrow_supports(bool polygons_a, bool polygons_b) { return !(polygons_a && polygons_b); }

static hail_side side_of(const hail_layer *layer) {
    return (hail_side){.x = layer_floats(layer, COLUMN_X),
                       .y = layer_floats(layer, COLUMN_Y),
                       .radius = layer_radii(layer),
                       .uniform_radius = layer->largest,
                       .cos = layer_floats(layer, COLUMN_COS),
                       .sin = layer_floats(layer, COLUMN_SIN),
                       .scale = layer_floats(layer, COLUMN_SCALE),
                       .shape = layer_words(layer, COLUMN_SHAPE),
                       .handle = &layer_handles(layer)->slot};
}

static uint32_t header_of(const hail_rule_entry *rule) {
    const uint8_t bytes[4] = {HAIL_CONTACT_BODY, rule->mode == HAIL_MANIFOLD, rule->a, rule->b};
    uint32_t header;
    memcpy(&header, bytes, sizeof header);
    return header;
}

/* A rule's two sides, either of which may be the circle. */
typedef struct hail_jobs {
    const hail_kernels *kernels;
    hail_narrow_job circles;      /* a and b */
    hail_narrow_job polygon_is_b; /* circle, polygon */
    hail_narrow_job polygon_is_a; /* circle (b), polygon (a) */
} hail_jobs;

static hail_jobs jobs_of(hail_world *world, const hail_rule_entry *rule) {
    const hail_side a = side_of(world->layer[rule->a]), b = side_of(world->layer[rule->b]);
    hail_jobs jobs = {.kernels = world->kernels};
    jobs.circles = (hail_narrow_job){.one = a,
                                     .two = b,
                                     .templates = world->rows.data,
                                     .header = header_of(rule),
                                     .manifold = rule->mode == HAIL_MANIFOLD,
                                     .rows = world->pairs.rows.data};
    jobs.polygon_is_b = jobs.circles;
    jobs.polygon_is_a = jobs.circles;
    jobs.polygon_is_a.one = b;
    jobs.polygon_is_a.two = a;
    jobs.polygon_is_a.two_is_a = true;
    return jobs;
}

/* Where a layer holds both circles and polygons, each batch of pairs is dealt into one heap a kernel. */
typedef struct heap {
    uint32_t one[BATCH], two[BATCH], place[BATCH], count;
} heap;

static void put(heap *h, uint32_t one, uint32_t two, uint32_t place) {
    h->one[h->count] = one;
    h->two[h->count] = two;
    h->place[h->count++] = place;
}

static uint32_t deal(hail_world *world, const hail_jobs *jobs, const uint32_t *a, const uint32_t *b,
                     const uint32_t *place, uint32_t count) {
    heap circles = {.count = 0}, to_b = {.count = 0}, to_a = {.count = 0};
    for (uint32_t i = 0; i < count; i++) {
        if (shape_is_polygon(world, jobs->circles.two.shape[b[i]]))
            put(&to_b, a[i], b[i], place[i]);
        else if (shape_is_polygon(world, jobs->circles.one.shape[a[i]]))
            put(&to_a, b[i], a[i], place[i]);
        else
            put(&circles, a[i], b[i], place[i]);
    }
    return jobs->kernels->circle_circle(&jobs->circles, circles.one, circles.two, circles.place, circles.count) +
           jobs->kernels->circle_polygon(&jobs->polygon_is_b, to_b.one, to_b.two, to_b.place, to_b.count) +
           jobs->kernels->circle_polygon(&jobs->polygon_is_a, to_a.one, to_a.two, to_a.place, to_a.count);
}

uint32_t hail_narrow_pairs(hail_world *world, const hail_rule_entry *rule) {
    const hail_layer *layer_a = world->layer[rule->a], *layer_b = world->layer[rule->b];
    const hail_jobs jobs = jobs_of(world, rule);
    const uint32_t *a = world->pairs.a.data, *b = world->pairs.b.data, *place = world->pairs.place.data;
    const uint32_t count = world->pairs.count;
    if (!layer_a->polygons && !layer_b->polygons)
        return world->kernels->circle_circle(&jobs.circles, a, b, place, count);
    if (!layer_a->polygons && layer_b->polygons == layer_b->count)
        return world->kernels->circle_polygon(&jobs.polygon_is_b, a, b, place, count);
    if (!layer_b->polygons && layer_a->polygons == layer_a->count)
        return world->kernels->circle_polygon(&jobs.polygon_is_a, b, a, place, count);
    uint32_t touched = 0;
    for (uint32_t i = 0; i < count; i += BATCH)
        touched += deal(world, &jobs, a + i, b + i, place + i, count - i < BATCH ? count - i : BATCH);
    return touched;
}
