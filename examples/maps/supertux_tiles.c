/* maps/supertux_tiles.c - tiles.strf: (tile (id ..) (images ..) (solid #t) ..) and sheets of tiles, (tiles (width ..)
 * (height ..) (ids ..) (attributes ..) (image ..)), whose ids and attributes are in rows. */
#include "lisp.h"
#include "supertux.h"

#include <stdlib.h>
#include <string.h>

/* Bits of (attributes ..). */
enum { SOLID = 1, UNISOLID = 2, WATER = 512, HURTS = 1024, FIRE = 2048 };

typedef struct picture {
    char *path;
    maps_image image;
} picture;

typedef struct strf {
    const char *path;
    lisp text;
    picture *pictures; /* of this load, each read once */
    size_t picture_count;
    supertux_tiles *tiles;
    maps_map *map;
    maps_error *error;
} strf;

static const maps_image *picture_of(strf *in, const char *path) {
    for (size_t i = 0; i < in->picture_count; i++)
        if (strcmp(in->pictures[i].path, path) == 0)
            return &in->pictures[i].image;
    picture new = {.path = maps_beside("", path)};
    if (new.path == NULL || !maps_grow(&in->pictures, in->picture_count, sizeof *in->pictures)) {
        free(new.path);
        maps_say(in->error, "out of memory");
        return NULL;
    }
    if (!maps_read_png(path, &new.image, in->error)) {
        free(new.path);
        return NULL;
    }
    in->pictures[in->picture_count] = new;
    return &in->pictures[in->picture_count++].image;
}

/* Where a tile's or sheet's first picture is. */
typedef struct source {
    const maps_image *image; /* NULL: it has none */
    uint32_t x, y;
} source;

static bool source_file(strf *in, lisp_at name, source *from) {
    const lisp_node *at = &in->text.nodes[name];
    char file[1024];
    if (name == 0 || at->list || at->length >= sizeof file)
        return maps_fail(in->error, "a picture without a file's name");
    memcpy(file, in->text.text + at->text, at->length);
    file[at->length] = '\0';
    char *path = maps_beside(in->path, file);
    if (path == NULL)
        return maps_no_memory(in->error);
    from->image = picture_of(in, path);
    free(path);
    return from->image != NULL;
}

/* "file", (region "file" x y width height) or (surface (diffuse-texture (file "file")) ..). */
static bool source_at(strf *in, lisp_at node, source *from) {
    const lisp_node *nodes = in->text.nodes;
    *from = (source){0};
    if (node == 0)
        return true;
    if (!nodes[node].list)
        return source_file(in, node, from);
    if (lisp_heads(&in->text, node, "surface")) {
        const lisp_at file = lisp_value(&in->text, node, "diffuse-texture");
        return source_file(in, lisp_heads(&in->text, file, "file") ? nodes[nodes[file].first].next : 0, from);
    }
    const lisp_at name = nodes[nodes[node].first].next, x = nodes[name].next;
    if (!lisp_heads(&in->text, node, "region") || name == 0 || x == 0 ||
        !lisp_number(&in->text, x, MAPS_MAX_PIXELS, &from->x) ||
        !lisp_number(&in->text, nodes[x].next, MAPS_MAX_PIXELS, &from->y))
        return maps_fail(in->error, "unknown picture type; expected a file, a region or a surface");
    return source_file(in, name, from);
}

static bool source_of(strf *in, lisp_at list, source *from) {
    const lisp_at image = lisp_value(&in->text, list, "image"), images = lisp_value(&in->text, list, "images");
    return source_at(in, images != 0 ? images : image, from);
}

/* Solid has precedence: spikes with a solid side are solid. Tiles that are solid from above have both bits. */
static uint32_t kind_of(uint32_t attributes) {
    if ((attributes & SOLID) != 0)
        return (attributes & UNISOLID) != 0 ? MAPS_UNISOLID : MAPS_SOLID;
    if ((attributes & (WATER | FIRE)) != 0)
        return MAPS_LIQUID;
    return (attributes & HURTS) != 0 ? MAPS_HURTS : MAPS_OPEN;
}

static uint32_t flags_of(const strf *in, lisp_at list) {
    static const struct {
        const char *name;
        uint32_t flags;
    } FLAGS[] = {{"solid", SOLID}, {"unisolid", SOLID | UNISOLID}, {"water", WATER}, {"hurts", HURTS}, {"fire", FIRE}};
    uint32_t attributes = 0;
    for (size_t i = 0; i < sizeof FLAGS / sizeof FLAGS[0]; i++)
        if (lisp_true(&in->text, list, FLAGS[i].name))
            attributes |= FLAGS[i].flags;
    return attributes;
}

/* Skips tiles without a picture that are not solid. If an id comes twice, the first counts. */
static bool add(strf *in, const source *from, uint32_t x, uint32_t y, uint32_t id, uint32_t attributes) {
    const uint32_t kind = kind_of(attributes);
    const maps_tile tile = {.id = id, .kind = kind};
    if (!in->tiles->wanted[id] || in->tiles->number[id] != 0 || (from->image == NULL && kind > MAPS_UNISOLID))
        return true;
    if (from->image != NULL && (from->x + x >= from->image->width || from->y + y >= from->image->height))
        return maps_fail(in->error, "tile %u lies outside its picture", id);
    return maps_add_tile(in->map, from->image, from->x + x, from->y + y, tile, &in->tiles->number[id], in->error);
}

static bool read_tile(strf *in, lisp_at list) {
    uint32_t id;
    source from = {0};
    if (!lisp_number(&in->text, lisp_value(&in->text, list, "id"), SUPERTUX_MAX_ID, &id))
        return maps_fail(in->error, "a tile without an id from 0 to %d", (int)SUPERTUX_MAX_ID);
    if (!in->tiles->wanted[id])
        return true;
    return source_of(in, list, &from) && add(in, &from, 0, 0, id, flags_of(in, list));
}

static bool any_wanted(const strf *in, lisp_at id) {
    uint32_t value;
    for (; id != 0; id = in->text.nodes[id].next)
        if (lisp_number(&in->text, id, SUPERTUX_MAX_ID, &value) && in->tiles->wanted[value])
            return true;
    return false;
}

static bool read_sheet(strf *in, lisp_at list) {
    const lisp *text = &in->text;
    const uint32_t common = flags_of(in, list);
    uint32_t width, height, id, attributes = 0;
    lisp_at ids = lisp_value(text, list, "ids"), bits = lisp_value(text, list, "attributes");
    if (!lisp_number(text, lisp_value(text, list, "width"), 4096, &width) ||
        !lisp_number(text, lisp_value(text, list, "height"), 4096, &height))
        return maps_fail(in->error, "tiles without width or height");
    source from;
    if (!any_wanted(in, ids))
        return true;
    if (!source_of(in, list, &from))
        return false;
    for (uint32_t i = 0; i < width * height; i++) {
        if (!lisp_number(text, ids, SUPERTUX_MAX_ID, &id))
            return maps_fail(in->error, "too few ids for %u x %u tiles", width, height);
        if (bits != 0 && !lisp_number(text, bits, UINT32_MAX, &attributes))
            return maps_fail(in->error, "the attributes of tile %u are not a number", id);
        if (!add(in, &from, i % width * SUPERTUX_TILE, i / width * SUPERTUX_TILE, id, attributes | common))
            return false;
        ids = text->nodes[ids].next;
        bits = text->nodes[bits].next;
        attributes = 0;
    }
    return ids == 0 || maps_fail(in->error, "too many ids for %u x %u tiles", width, height);
}

static bool read_entries(strf *in) {
    const lisp_at root = in->text.nodes[0].first;
    if (!lisp_heads(&in->text, root, "supertux-tiles"))
        return maps_fail(in->error, "not a SuperTux tile file");
    for (lisp_at entry = in->text.nodes[root].first; entry != 0; entry = in->text.nodes[entry].next)
        if ((lisp_heads(&in->text, entry, "tile") && !read_tile(in, entry)) ||
            (lisp_heads(&in->text, entry, "tiles") && !read_sheet(in, entry)))
            return false;
    return true;
}

bool supertux_add_tiles(const char *path, supertux_tiles *tiles, maps_map *map, maps_error *error) {
    strf in = {.path = path, .tiles = tiles, .map = map, .error = error};
    char *text;
    size_t size;
    if (!maps_read(path, &text, &size, error))
        return maps_blame(error, path);
    tiles->wanted[0] = false; /* stands for a gap in a sheet */
    const bool good = lisp_parse(text, size, &in.text, error) && read_entries(&in);
    for (size_t i = 0; i < in.picture_count; i++) {
        free(in.pictures[i].path);
        free(in.pictures[i].image.rgba);
    }
    free(in.pictures);
    lisp_free(&in.text);
    free(text);
    return good || maps_blame(error, path);
}
