/* maps/tmx.c - Tiled's maps: the file, its layers and groups; described at
 * https://doc.mapeditor.org/en/stable/reference/tmx-map-format/. */
#include "tmx.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- XML ---- */

/* libxml2 would print errors that belong to no parser (such as bytes not of the file's encoding). */
static void quiet(void *user, const char *format, ...) { (void)user, (void)format; }

static xmlDoc *parse(xmlParserCtxt *parser, const char *data, size_t size, maps_error *error) {
    const xmlGenericErrorFunc before = xmlGenericError;
    void *const before_context = xmlGenericErrorContext;
    xmlSetGenericErrorFunc(NULL, quiet);
    /* No network, no entities, no output. */
    xmlDoc *file = xmlCtxtReadMemory(parser, data, (int)size, NULL, NULL,
                                     XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    xmlSetGenericErrorFunc(before_context, before);
    if (file != NULL)
        return file;
    const xmlError *why = xmlCtxtGetLastError(parser);
    const char *text = why != NULL && why->message != NULL ? why->message : "unknown\n";
    maps_say(error, "not XML: line %d: %.*s", why != NULL ? why->line : 0, (int)strcspn(text, "\n"), text);
    return NULL;
}

xmlDoc *tmx_open(const char *path, const char *root, maps_error *error) {
    char *data;
    size_t size;
    if (!maps_read(path, &data, &size, error))
        return NULL;
    xmlParserCtxt *parser = xmlNewParserCtxt();
    xmlDoc *file = NULL;
    if (parser == NULL)
        maps_say(error, "out of memory");
    else
        file = parse(parser, data, size, error);
    if (parser != NULL)
        xmlFreeParserCtxt(parser);
    free(data);
    if (file == NULL || tmx_is(xmlDocGetRootElement(file), root))
        return file;
    xmlFreeDoc(file);
    maps_say(error, "not a Tiled file: the root element is not <%s>", root);
    return NULL;
}

bool tmx_is(const xmlNode *node, const char *name) {
    return node != NULL && node->type == XML_ELEMENT_NODE && xmlStrEqual(node->name, (const xmlChar *)name);
}

xmlNode *tmx_next(xmlNode *node, const char *name) {
    while (node != NULL && !tmx_is(node, name))
        node = node->next;
    return node;
}

xmlNode *tmx_child(const xmlNode *node, const char *name) { return tmx_next(node->children, name); }

char *tmx_text(const xmlNode *node, const char *name) {
    return (char *)xmlGetNoNsProp((xmlNode *)node, (const xmlChar *)name); /* does not change the node */
}

bool tmx_equals(const xmlNode *node, const char *name, const char *value) {
    char *text = tmx_text(node, name);
    const bool equal = text != NULL && strcmp(text, value) == 0;
    xmlFree(text);
    return equal;
}

bool tmx_whole(const xmlNode *node, const char *name, int64_t low, int64_t high, int64_t *value, maps_error *error) {
    char *text = tmx_text(node, name), *end = NULL;
    if (text == NULL)
        return true;
    errno = 0;
    *value = strtoll(text, &end, 10);
    const bool good = end != text && *end == '\0' && errno == 0 && *value >= low && *value <= high;
    if (!good)
        maps_say(error, "<%s %s=\"%.40s\">: not from %lld to %lld", (const char *)node->name, name, text,
                 (long long)low, (long long)high);
    xmlFree(text);
    return good;
}

bool tmx_number(const xmlNode *node, const char *name, float *value, maps_error *error) {
    char *text = tmx_text(node, name), *end = NULL;
    if (text == NULL)
        return true;
    *value = strtof(text, &end);
    const bool good = end != text && *end == '\0' && fabsf(*value) <= HAIL_MAX_BOUND / 2;
    if (!good)
        maps_say(error, "<%s %s=\"%.40s\">: not a valid position in pixels", (const char *)node->name, name, text);
    xmlFree(text);
    return good;
}

/* ---- Layers ---- */

typedef struct tmx {
    const char *path;
    tmx_sets sets;
    int64_t columns, rows; /* of a finite map */
    bool infinite;
    maps_map *map;
    maps_error *error;
} tmx;

typedef struct box {
    int64_t x, y, right, bottom; /* cells */
} box;

static bool chunk_box(const xmlNode *chunk, box *of, maps_error *error) {
    const int64_t far = HAIL_MAX_MAP_SIDE;
    int64_t width = 0, height = 0;
    *of = (box){0};
    if (!tmx_whole(chunk, "x", -far, far, &of->x, error) || !tmx_whole(chunk, "y", -far, far, &of->y, error) ||
        !tmx_whole(chunk, "width", 1, far, &width, error) || !tmx_whole(chunk, "height", 1, far, &height, error))
        return false;
    of->right = of->x + width;
    of->bottom = of->y + height;
    return (width > 0 && height > 0 && width * height <= MAPS_MAX_CELLS) || maps_fail(error, "a chunk without a size");
}

static bool union_box(xmlNode *data, box *all, maps_error *error) {
    box one;
    xmlNode *chunk = tmx_child(data, "chunk");
    if (chunk == NULL)
        return maps_fail(error, "an infinite map's layer without chunks");
    for (bool first = true; chunk != NULL; chunk = tmx_next(chunk->next, "chunk"), first = false) {
        if (!chunk_box(chunk, &one, error))
            return false;
        if (first)
            *all = one;
        all->x = one.x < all->x ? one.x : all->x;
        all->y = one.y < all->y ? one.y : all->y;
        all->right = one.right > all->right ? one.right : all->right;
        all->bottom = one.bottom > all->bottom ? one.bottom : all->bottom;
    }
    return true;
}

static bool read_chunks(xmlNode *data, const box *all, uint32_t *cells, maps_error *error) {
    const int64_t pitch = all->right - all->x;
    for (xmlNode *chunk = tmx_child(data, "chunk"); chunk != NULL; chunk = tmx_next(chunk->next, "chunk")) {
        box one;
        if (!chunk_box(chunk, &one, error))
            return false;
        const size_t width = (size_t)(one.right - one.x), height = (size_t)(one.bottom - one.y);
        uint32_t *own = malloc(width * height * sizeof *own);
        const bool good = own != NULL ? tmx_cells(data, chunk, own, width * height, error) : maps_no_memory(error);
        uint32_t *to = cells + (one.y - all->y) * pitch + (one.x - all->x);
        for (size_t row = 0; row < height && good; row++)
            memcpy(to + (int64_t)row * pitch, own + row * width, width * sizeof *own);
        free(own);
        if (!good)
            return false;
    }
    return true;
}

static bool fill_layer(tmx *in, xmlNode *data, const char *name, float x, float y) {
    box all = {0, 0, in->columns, in->rows};
    if (in->infinite && !union_box(data, &all, in->error))
        return false;
    if (!maps_add_layer(in->map, name, (uint32_t)(all.right - all.x), (uint32_t)(all.bottom - all.y), in->error))
        return false;
    maps_layer *layer = &in->map->layers[in->map->layer_count - 1];
    const size_t count = (size_t)layer->columns * layer->rows;
    layer->x = x + (float)(all.x * in->map->tile_width);
    layer->y = y + (float)(all.y * in->map->tile_height);
    if (in->infinite ? !read_chunks(data, &all, layer->cells, in->error)
                     : !tmx_cells(data, data, layer->cells, count, in->error))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!tmx_sets_cell(&in->sets, in->map, &layer->cells[i], in->error))
            return false;
    return true;
}

static bool read_layer(tmx *in, xmlNode *node, float x, float y) {
    xmlNode *data = tmx_child(node, "data");
    char *name = tmx_text(node, "name");
    const char *called = name != NULL ? name : "";
    const bool good = data != NULL ? fill_layer(in, data, called, x, y) : maps_fail(in->error, "no <data> element");
    if (!good)
        maps_say_part(in->error, "layer", called);
    xmlFree(name);
    return good;
}

/* Groups may be nested, up to the 256 levels that libxml2 allows. Their offsets add up. */
static bool read_layers(tmx *in, const xmlNode *parent, float x, float y) {
    for (xmlNode *node = parent->children; node != NULL; node = node->next) {
        float dx = 0.0f, dy = 0.0f;
        const bool layer = tmx_is(node, "layer"), objects = tmx_is(node, "objectgroup");
        if (!layer && !objects && !tmx_is(node, "group"))
            continue;
        if (!tmx_number(node, "offsetx", &dx, in->error) || !tmx_number(node, "offsety", &dy, in->error))
            return false;
        if (layer     ? !read_layer(in, node, x + dx, y + dy)
            : objects ? !tmx_objects(in->path, node, x + dx, y + dy, in->map, in->error)
                      : !read_layers(in, node, x + dx, y + dy))
            return false;
    }
    return true;
}

static bool read_map(const char *path, const xmlNode *root, tmx *in) {
    int64_t width = 0, height = 0;
    in->infinite = tmx_equals(root, "infinite", "1");
    if (!tmx_equals(root, "orientation", "orthogonal"))
        return maps_fail(in->error, "only orthogonal maps are supported");
    if (!tmx_whole(root, "tilewidth", 1, HAIL_MAX_TILE, &width, in->error) ||
        !tmx_whole(root, "tileheight", 1, HAIL_MAX_TILE, &height, in->error) ||
        !tmx_whole(root, "width", 0, HAIL_MAX_MAP_SIDE, &in->columns, in->error) ||
        !tmx_whole(root, "height", 0, HAIL_MAX_MAP_SIDE, &in->rows, in->error))
        return false;
    if (width == 0 || height == 0)
        return maps_fail(in->error, "a map without tilewidth or tileheight");
    in->map->tile_width = (uint32_t)width;
    in->map->tile_height = (uint32_t)height;
    if (!tmx_sets_read(path, root, &in->sets, in->error) || !read_layers(in, root, 0.0f, 0.0f))
        return false;
    return in->map->layer_count > 0 || maps_fail(in->error, "a map without a tile layer");
}

bool maps_load_tmx(const char *path, maps_map *map, maps_error *error) {
    tmx in = {.path = path, .map = map, .error = error};
    xmlDoc *file = tmx_open(path, "map", error);
    const bool good = file != NULL && read_map(path, xmlDocGetRootElement(file), &in);
    tmx_sets_free(&in.sets);
    if (file != NULL)
        xmlFreeDoc(file);
    return good || maps_blame(error, path);
}
