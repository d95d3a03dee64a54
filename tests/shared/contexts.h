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

static inline hail_tileset_size tileset_size(const hail_tileset *set) {
    hail_tileset_size size;
    memset(&size, 0, sizeof size);
    hail_tileset_measure(set, &size);
    return size;
}

static inline hail_tilemap_size tilemap_size(const hail_tilemap *map) {
    hail_tilemap_size size;
    memset(&size, 0, sizeof size);
    hail_tilemap_measure(map, &size);
    return size;
}

static inline hail_spriteset_size spriteset_size(const hail_spriteset *set) {
    hail_spriteset_size size;
    memset(&size, 0, sizeof size);
    hail_spriteset_measure(set, &size);
    return size;
}

static inline hail_sectors_size sectors_size(const hail_sectors *map) {
    hail_sectors_size size;
    memset(&size, 0, sizeof size);
    hail_sectors_measure(map, &size);
    return size;
}

static inline hail_memory world_memory(const hail_world *world) {
    hail_memory memory;
    memset(&memory, 0, sizeof memory);
    hail_world_memory(world, &memory);
    return memory;
}

static inline hail_rule rule_of(const hail_world *world, uint32_t layer_a, uint32_t layer_b) {
    hail_rule rule;
    memset(&rule, 0, sizeof rule);
    hail_rule_get(world, layer_a, layer_b, &rule);
    return rule;
}

static inline hail_sectors_options sectors_defaults(void) {
    hail_sectors_options options;
    hail_sectors_options_defaults(&options);
    return options;
}

static inline hail_sector_move_options sector_move_defaults(void) {
    hail_sector_move_options options;
    hail_sector_move_options_defaults(&options);
    return options;
}

static inline hail_slide_options slide_defaults(void) {
    hail_slide_options options;
    hail_slide_options_defaults(&options);
    return options;
}

#endif
