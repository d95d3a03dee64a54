/* tests/tiles/text_rays.c - the article's line and ray cast, as text_rays.h describes them. */
#include "text_rays.h"

#include <stdlib.h>

static void swap(int *a, int *b) {
    const int kept = *a;
    *a = *b;
    *b = kept;
}

/* Grows like the article's list. */
static struct {
    text_point *point;
    size_t count, room;
} list;

static void list_add(int x, int y) {
    if (list.count == list.room) {
        list.room = list.room * 2 + 64;
        list.point = realloc(list.point, list.room * sizeof *list.point);
        if (list.point == NULL)
            abort();
    }
    list.point[list.count++] = (text_point){x, y};
}

const text_point *text_line(text_point from, text_point to, size_t *count) {
    int x0 = from.x, y0 = from.y, x1 = to.x, y1 = to.y;
    const bool steep = abs(y1 - y0) > abs(x1 - x0);
    if (steep) {
        swap(&x0, &y0);
        swap(&x1, &y1);
    }
    if (x0 > x1) {
        swap(&x0, &x1);
        swap(&y0, &y1);
    }
    const int delta_x = x1 - x0, delta_y = abs(y1 - y0), step = y0 < y1 ? 1 : -1;
    int error = 0, y = y0;
    list.count = 0;
    for (int x = x0; x <= x1; x++) {
        if (steep)
            list_add(y, x);
        else
            list_add(x, y);
        error += delta_y;
        if (2 * error >= delta_x) {
            y += step;
            error -= delta_x;
        }
    }
    *count = list.count;
    return list.point;
}

text_result text_ray_cast(const void *scene, text_traversable *traversable, text_point from, text_point to) {
    text_result result = {.collides = false};
    size_t count;
    const text_point *line = text_line(from, to, &count);
    const bool backwards = line[0].x != from.x || line[0].y != from.y;
    for (size_t i = 0; i < count && !result.collides; i++) {
        result.at = line[backwards ? count - 1 - i : i];
        result.collides = !traversable(scene, result.at.x, result.at.y);
        result.tested++;
    }
    return result;
}
