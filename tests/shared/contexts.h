/* tests/shared/contexts.h - contexts for tests, and the library's structs by value, which reads better in a test. */
#ifndef HAIL_TESTS_CONTEXTS_H
#define HAIL_TESTS_CONTEXTS_H

#include <string.h>

#include <hail/hail.h>

/* A context with a variant, for ever. NULL: the defaults. */
static inline const hail_context *variant_context(const char *name) {
    enum { MANY = 64 };
    static hail_context contexts[MANY];
    static char names[MANY][32];
    if (name == NULL)
        return NULL;
    int i = 0;
    while (i < MANY - 1 && contexts[i].variant != NULL && strcmp(contexts[i].variant, name) != 0)
        i++;
    strncpy(names[i], name, sizeof names[i] - 1);
    contexts[i].variant = names[i];
    return &contexts[i];
}

/* A context with an allocator, and a variant or NULL; good until 63 more are made. */
static inline const hail_context *allocator_context(hail_allocator allocator, const char *variant) {
    enum { MANY = 64 };
    static hail_context contexts[MANY];
    static unsigned made;
    hail_context *context = &contexts[made++ % MANY];
    memset(context, 0, sizeof *context);
    context->allocator = allocator;
    context->variant = variant;
    return context;
}

/* Calls a body with a context of each variant. */
static inline void on_every_variant(void (*body)(const hail_context *context)) {
    for (size_t i = 0; i < hail_variant_count(); i++)
        body(variant_context(hail_variant_name(i)));
}

/* What a call writes, zeroed before; the defaults of options. */
#define ANSWER_OF(name, type, of, call)                                                                                \
    static inline type name(const of *from) {                                                                          \
        type answer;                                                                                                   \
        memset(&answer, 0, sizeof answer);                                                                             \
        call(from, &answer);                                                                                           \
        return answer;                                                                                                 \
    }
#define DEFAULTS(name, type)                                                                                           \
    static inline type name(void) {                                                                                    \
        type options;                                                                                                  \
        type##_defaults(&options);                                                                                     \
        return options;                                                                                                \
    }

ANSWER_OF(tileset_size, hail_tileset_size, hail_tileset, hail_tileset_measure)
ANSWER_OF(tilemap_size, hail_tilemap_size, hail_tilemap, hail_tilemap_measure)
ANSWER_OF(spriteset_size, hail_spriteset_size, hail_spriteset, hail_spriteset_measure)
ANSWER_OF(sectors_size, hail_sectors_size, hail_sectors, hail_sectors_measure)
ANSWER_OF(world_memory, hail_memory, hail_world, hail_world_memory)
DEFAULTS(sectors_defaults, hail_sectors_options)
DEFAULTS(sector_move_defaults, hail_sector_move_options)
DEFAULTS(slide_defaults, hail_slide_options)

static inline hail_columns layer_columns(hail_world *world, uint32_t layer) {
    hail_columns columns;
    memset(&columns, 0, sizeof columns);
    hail_layer_columns(world, layer, &columns);
    return columns;
}

static inline hail_rule rule_of(const hail_world *world, uint32_t layer_a, uint32_t layer_b) {
    hail_rule rule;
    memset(&rule, 0, sizeof rule);
    hail_rule_get(world, layer_a, layer_b, &rule);
    return rule;
}

#endif
