/* maps/objects.c - objects of a map in memory, and their shapes. */
#include "inside.h"

#include <stdlib.h>
#include <string.h>

void maps_free_properties(maps_property *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        free(list[i].name);
        free(list[i].value);
    }
    free(list);
}

void maps_free_object(maps_object *of) {
    free(of->name);
    free(of->type);
    free(of->layer);
    free(of->corner_x);
    free(of->corner_y);
    maps_free_properties(of->properties, of->property_count);
}

const maps_object *maps_find(const maps_map *map, const char *name) {
    for (size_t i = 0; i < map->object_count; i++)
        if (strcmp(map->objects[i].name, name) == 0)
            return &map->objects[i];
    return NULL;
}

const char *maps_value(const maps_object *of, const char *name) {
    for (size_t i = of->property_count; i-- > 0;) /* those of a template come first */
        if (strcmp(of->properties[i].name, name) == 0)
            return of->properties[i].value;
    return NULL;
}

static hail_status ellipse(const maps_object *of, hail_shapeset *shapes, hail_shape *shape) {
    static const float C[8] = {1.0f, 0.70710678f, 0.0f, -0.70710678f, -1.0f, -0.70710678f, 0.0f, 0.70710678f};
    float x[8], y[8];
    if (of->width == of->height)
        return hail_shape_circle(shapes, 0.5f * of->width, shape);
    for (int i = 0; i < 8; i++) {
        x[i] = 0.5f * of->width * C[i];
        y[i] = 0.5f * of->height * C[(i + 6) % 8];
    }
    return hail_shape_polygon(shapes, x, y, 8, 0.0f, shape);
}

bool maps_object_shape(const maps_object *of, hail_shapeset *shapes, hail_shape *shape, maps_error *error) {
    const uint32_t start[2] = {0, (uint32_t)of->corner_count};
    const hail_loops polygon = {.x = of->corner_x, .y = of->corner_y, .start = start, .count = 1};
    hail_status status;
    *error = (maps_error){{0}};
    switch (of->kind) {
    case MAPS_RECTANGLE:
        status = hail_shape_box(shapes, 0.5f * of->width, 0.5f * of->height, 0.0f, shape);
        break;
    case MAPS_ELLIPSE:
        status = ellipse(of, shapes, shape);
        break;
    case MAPS_POLYGON:
        status = hail_shape_concave(shapes, &polygon, NULL, 0.0f, shape, NULL);
        break;
    default:
        return maps_fail(error, "object \"%.60s\": a point or a line has no shape", of->name);
    }
    return status == HAIL_OK || maps_fail(error, "object \"%.60s\": %s", of->name, hail_status_text(status));
}
