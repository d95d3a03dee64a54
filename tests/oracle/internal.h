/* tests/oracle/internal.h - what the oracle's own files share. */
#ifndef HAIL_TESTS_ORACLE_INTERNAL_H
#define HAIL_TESTS_ORACLE_INTERNAL_H

#include "oracle.h"

/* A template, with what docs/arithmetic.md derives from it. */
typedef struct template_shape {
    uint32_t id;
    uint32_t vertices; /* 0: a circle */
    float radius;      /* of a circle as given; of a polygon with the documented margin */
    bool reversed;     /* the vertices below run against the order they were given in   */
    float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
    float nx[HAIL_MAX_VERTICES], ny[HAIL_MAX_VERTICES], offset[HAIL_MAX_VERTICES];
} template_shape;

typedef struct body {
    hail_handle handle;
    uint32_t shape; /* index into oracle.shape */
    uint32_t group;
    uint64_t user;
    float x, y, vx, vy;
    float c, s, k, life;
    float radius;
    uint8_t layer;
    uint8_t reason;
    bool enabled;
    bool quarantined;
    bool met; /* took part in the step: enabled, its numbers good before and after the move */
} body;

typedef struct layer_state {
    uint32_t columns; /* HAIL_ROTATION | ..., as seen in the world */
    body *bodies;     /* by slot */
    size_t count;
} layer_state;

struct oracle {
    oracle_setup setup;
    template_shape *shape;
    size_t shapes, shapes_room;
    body *bodies; /* all, by layer then slot */
    size_t count;
    layer_state layer[HAIL_MAX_LAYERS];
    hail_rule *rule; /* by (layer a, layer b) */
    size_t rules;
    hail_contact *contact;
    size_t contacts, contacts_room;
    hail_removal *removal;
    char message[512];
};

/* Fills in what a template derives from its vertices. */
void template_prepare(template_shape *shape, const hail_shape_info *info);

/* Whether A and B touch; writes all of the contact but its handles and layers. */
bool pair_touches(const oracle *o, const body *a, const body *b, hail_mode mode, hail_contact *contact);

body *oracle_body(const oracle *o, hail_handle handle);

#endif
