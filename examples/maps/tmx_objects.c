/* maps/tmx_objects.c - objects of Tiled's object layers: points, rectangles, ellipses, polygons, polylines. */
#include "tmx.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Replaces a text by an attribute's, if there is one. False: no memory. */
static bool take_text(const xmlNode *element, const char *name, char **to) {
    char *text = tmx_text(element, name);
    if (text == NULL)
        return true;
    const size_t size = strlen(text) + 1;
    char *made = realloc(*to, size);
    if (made != NULL)
        *to = memcpy(made, text, size);
    xmlFree(text);
    return made != NULL;
}

/* ---- Corners ---- */

static bool add_corner(maps_object *to, float x, float y, maps_error *error) {
    if (!maps_grow(&to->corner_x, to->corner_count, sizeof *to->corner_x) ||
        !maps_grow(&to->corner_y, to->corner_count, sizeof *to->corner_y))
        return maps_no_memory(error);
    to->corner_x[to->corner_count] = x;
    to->corner_y[to->corner_count++] = y;
    return true;
}

/* "0,0 32,-8.5 64,0" */
static bool read_corners(const char *text, maps_object *to, maps_error *error) {
    for (const char *at = text + strspn(text, " \n\t\r"); *at != '\0'; at += strspn(at, " \n\t\r")) {
        char *middle, *end;
        const float x = strtof(at, &middle);
        const float y = *middle == ',' ? strtof(middle + 1, &end) : 0.0f;
        if (middle == at || *middle != ',' || end == middle + 1 || !(fabsf(x) <= HAIL_MAX_BOUND / 2) ||
            !(fabsf(y) <= HAIL_MAX_BOUND / 2))
            return maps_fail(error, "points: corner %zu is not two numbers of pixels", to->corner_count);
        if (!add_corner(to, x, y, error))
            return false;
        at = end;
    }
    const size_t least = to->kind == MAPS_POLYGON ? 3 : 2;
    return to->corner_count >= least || maps_fail(error, "points: fewer than %zu corners", least);
}

static bool read_outline(const xmlNode *outline, maps_object *to, maps_error *error) {
    char *text = tmx_text(outline, "points");
    const bool good = text != NULL ? read_corners(text, to, error) : maps_fail(error, "no points");
    xmlFree(text);
    return good;
}

/* ---- Objects ---- */

/* What an element says; what it does not say stays as it is: an object of a template is read after the template. */
typedef struct reading {
    maps_object *to;
    float degrees;
    bool picture, text;
} reading;

static bool read_kind(const xmlNode *element, reading *in, maps_error *error) {
    const xmlNode *polygon = tmx_child(element, "polygon"), *polyline = tmx_child(element, "polyline");
    in->text = in->text || tmx_child(element, "text") != NULL;
    in->picture = in->picture || xmlHasProp((xmlNode *)element, (const xmlChar *)"gid") != NULL;
    if (tmx_child(element, "point") != NULL)
        in->to->kind = MAPS_POINT;
    else if (tmx_child(element, "ellipse") != NULL)
        in->to->kind = MAPS_ELLIPSE;
    if (polygon == NULL && polyline == NULL)
        return true;
    in->to->kind = polygon != NULL ? MAPS_POLYGON : MAPS_POLYLINE;
    in->to->corner_count = 0;
    return read_outline(polygon != NULL ? polygon : polyline, in->to, error);
}

static bool read_element(const xmlNode *element, reading *in, maps_error *error) {
    maps_object *to = in->to;
    if (!take_text(element, "name", &to->name) || !take_text(element, "type", &to->type) ||
        !take_text(element, "class", &to->type)) /* as Tiled 1.9 says */
        return maps_no_memory(error);
    if (!tmx_number(element, "x", &to->x, error) || !tmx_number(element, "y", &to->y, error) ||
        !tmx_number(element, "rotation", &in->degrees, error) || !tmx_number(element, "width", &to->width, error) ||
        !tmx_number(element, "height", &to->height, error))
        return false;
    if (to->width < 0.0f || to->height < 0.0f)
        return maps_fail(error, "a negative size");
    return read_kind(element, in, error) && tmx_properties(element, &to->properties, &to->property_count, error);
}

static bool read_template(const char *path, const char *source, reading *in, maps_error *error) {
    char *beside = maps_beside(path, source);
    if (beside == NULL)
        return maps_no_memory(error);
    xmlDoc *file = tmx_open(beside, "template", error);
    free(beside);
    if (file == NULL)
        return maps_blame(error, source);
    const xmlNode *object = tmx_child(xmlDocGetRootElement(file), "object");
    const bool good =
        object != NULL ? read_element(object, in, error) : maps_fail(error, "a template without <object>");
    xmlFreeDoc(file);
    return good || maps_blame(error, source);
}

/* Tiled rotates about the corner at the left top, of an object with a picture at the left bottom. */
static void centre(const reading *in) {
    maps_object *to = in->to;
    const double turn = (double)in->degrees * 0.017453292519943295, right = 0.5 * (double)to->width;
    const double down = (in->picture ? -0.5 : 0.5) * (double)to->height;
    to->x += (float)(right * cos(turn) - down * sin(turn));
    to->y += (float)(right * sin(turn) + down * cos(turn));
}

static bool read_object(const char *path, const xmlNode *element, reading *in, maps_error *error) {
    char *source = tmx_text(element, "template");
    const bool good = source == NULL || read_template(path, source, in, error);
    xmlFree(source);
    if (!good || !read_element(element, in, error))
        return false;
    in->to->angle = in->degrees * 0.017453292f;
    if (in->to->kind == MAPS_RECTANGLE || in->to->kind == MAPS_ELLIPSE)
        centre(in);
    return true;
}

static bool add_object(const char *path, const xmlNode *element, const xmlNode *group, maps_map *map,
                       maps_error *error) {
    if (map->object_count >= MAPS_MAX_OBJECTS)
        return maps_fail(error, "more than %d objects", (int)MAPS_MAX_OBJECTS);
    if (!maps_grow(&map->objects, map->object_count, sizeof *map->objects))
        return maps_no_memory(error);
    maps_object *made = &map->objects[map->object_count++];
    *made = (maps_object){.kind = MAPS_RECTANGLE, .name = calloc(1, 1), .type = calloc(1, 1), .layer = calloc(1, 1)};
    if (made->name == NULL || made->type == NULL || made->layer == NULL || !take_text(group, "name", &made->layer))
        return maps_no_memory(error);
    reading in = {.to = made};
    if (!read_object(path, element, &in, error))
        return maps_blame_object(error, made->name);
    if (in.text)
        maps_free_object(&map->objects[--map->object_count]);
    return true;
}

bool tmx_objects(const char *path, xmlNode *group, float x, float y, maps_map *map, maps_error *error) {
    const size_t first = map->object_count;
    for (xmlNode *one = tmx_child(group, "object"); one != NULL; one = tmx_next(one->next, "object"))
        if (!add_object(path, one, group, map, error))
            return false;
    for (size_t i = first; i < map->object_count; i++)
        map->objects[i].x += x, map->objects[i].y += y;
    return true;
}
