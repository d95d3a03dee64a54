/* maps/tmx_properties.c - custom properties of Tiled's, and what those of a tile say about it. */
#include "tmx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A copy by malloc; NULL: no memory. */
static char *copy(const char *text) {
    const size_t size = strlen(text) + 1;
    char *made = malloc(size);
    return made != NULL ? memcpy(made, text, size) : NULL;
}

/* The value is an attribute, or, if it has several lines, the element's text. */
static char *value_of(const xmlNode *element) {
    char *value = tmx_text(element, "value");
    return value != NULL ? value : (char *)xmlNodeGetContent(element);
}

static bool add(const xmlNode *element, maps_property **list, size_t *count, maps_error *error) {
    char *name = tmx_text(element, "name"), *value = value_of(element);
    if (name == NULL || value == NULL || !maps_grow(list, *count, sizeof **list)) {
        const bool nameless = name == NULL && value != NULL;
        xmlFree(name);
        xmlFree(value);
        return nameless ? maps_fail(error, "a property without a name") : maps_no_memory(error);
    }
    maps_property *made = &(*list)[(*count)++];
    *made = (maps_property){copy(name), copy(value)};
    xmlFree(name);
    xmlFree(value);
    return (made->name != NULL && made->value != NULL) || maps_no_memory(error);
}

bool tmx_properties(const xmlNode *element, maps_property **list, size_t *count, maps_error *error) {
    const xmlNode *all = tmx_child(element, "properties");
    xmlNode *one = all != NULL ? tmx_child(all, "property") : NULL;
    for (; one != NULL; one = tmx_next(one->next, "property"))
        if (!add(one, list, count, error))
            return false;
    return true;
}

/* ---- A tile's ---- */

static bool truth(const maps_property *of, bool *value, maps_error *error) {
    *value = strcmp(of->value, "true") == 0;
    return *value || strcmp(of->value, "false") == 0 ||
           maps_fail(error, "%s=\"%.40s\" is neither true nor false", of->name, of->value);
}

static bool kind(const maps_property *of, uint32_t *value, maps_error *error) {
    static const char *const NAMES[] = {"solid", "one_way", "hurts", "liquid", "open"};
    for (uint32_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
        if (strcmp(of->value, NAMES[i]) == 0) {
            *value = i;
            return true;
        }
    char *end;
    const long number = strtol(of->value, &end, 10);
    *value = (uint32_t)number;
    return (end != of->value && *end == '\0' && number >= 0 && number < HAIL_MAX_KINDS) ||
           maps_fail(error, "kind=\"%.40s\" is no kind: neither a name nor a number from 0 to %d", of->value,
                     (int)HAIL_MAX_KINDS - 1);
}

/* A kind decides over what the others say, wherever it stands. */
static bool apply(const maps_property *list, size_t count, maps_tile *tile, bool *one_way, maps_error *error) {
    const maps_property *named = NULL;
    for (size_t i = 0; i < count; i++) {
        bool is = false;
        if (strcmp(list[i].name, "kind") == 0)
            named = &list[i];
        else if (strcmp(list[i].name, "solid") != 0 && strcmp(list[i].name, "one_way") != 0)
            continue;
        else if (!truth(&list[i], &is, error))
            return false;
        else if (list[i].name[0] == 's')
            tile->open = !is;
        else
            *one_way = is;
    }
    tile->kind = tile->open ? MAPS_OPEN : *one_way ? MAPS_UNISOLID : tile->kind;
    if (named == NULL)
        return true;
    if (!kind(named, &tile->kind, error))
        return false;
    tile->open = tile->open || strcmp(named->value, "open") == 0;
    *one_way = *one_way || strcmp(named->value, "one_way") == 0;
    return true;
}

bool tmx_tile_kind(const xmlNode *element, maps_tile *tile, uint32_t *one_way, maps_error *error) {
    maps_property *list = NULL;
    size_t count = 0;
    bool through = false;
    const bool good = tmx_properties(element, &list, &count, error) && apply(list, count, tile, &through, error);
    maps_free_properties(list, count);
    if (good && through)
        *one_way |= HAIL_KIND(tile->kind);
    char name[16];
    snprintf(name, sizeof name, "%u", tile->id);
    return good || maps_blame_tile(error, name);
}
