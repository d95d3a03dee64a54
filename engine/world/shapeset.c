/* engine/world/shapeset.c - sets of shapes: convex ones, compounds, sprites. */
#include <math.h>
#include <string.h>

#include "atomic.h"
#include "base/context.h"
#include "refused_shape.h"
#include "shapeset.h"
#include "world_state.h"

/* Radii are rounded up by more than the rounding errors of the sums that they come from. */
static const double ROUNDED_UP = 1.0 + 1.0e-6;

/* The shape around a compound or a sprite is larger by this many px and this part of its reach: more than the kernels'
 * rounding errors of positions relative to it. A capsule's thickness is the points' distance from its axis, times
 * CAPSULE_MARGIN. */
static const float AROUND_MARGIN = 1.0f / 512.0f, AROUND_MARGIN_REL = 1.0e-6f;
static const double CAPSULE_MARGIN = 1.001;

/* ---- Sets -------------------------------------------------------------------------------------------------------- */

void hail_shapeset_start(hail_shapeset *set, const hail_heap *heap) {
    static volatile uint32_t sets; /* made in this process */
    *set = (hail_shapeset){.heap = *heap, .flatness = 1.0f, .sprite_reach = 1.0f, .number = hail_count_up(&sets)};
}

void hail_shapeset_end(hail_shapeset *set) {
    const hail_buffer tables[] = {set->rows, set->radii, set->entries};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        hail_state_free(&set->heap, tables[i].data, tables[i].bytes);
}

hail_status hail_shapeset_create(const hail_context *context, hail_shapeset **set) {
    if (!set)
        return hail_fail_null(context_error(context), "set");
    *set = NULL;
    const hail_status status = context_check(context);
    if (status != HAIL_OK)
        return status;
    hail_heap heap;
    hail_heap_init(&heap, context);
    hail_shapeset *made = hail_state_new(&heap, sizeof *made);
    if (!made)
        return hail_fail_memory(heap.error);
    hail_shapeset_start(made, &heap);
    *set = made;
    return HAIL_OK;
}

hail_status hail_shapeset_destroy(hail_shapeset *set) {
    if (!set)
        return HAIL_OK;
    if (set->worlds)
        return hail_fail(set->heap.error, HAIL_IN_USE, "set", "is used by a world");
    hail_shapeset_end(set);
    hail_heap heap = set->heap;
    hail_state_free(&heap, set, sizeof *set);
    return HAIL_OK;
}

void hail_shapeset_join(hail_shapeset *set, hail_world *world) {
    world->shapes = set;
    world->next_of_set = set->worlds;
    set->worlds = world;
}

void hail_shapeset_leave(hail_world *world) {
    hail_world **link = &world->shapes->worlds;
    while (*link != world)
        link = &(*link)->next_of_set;
    *link = world->next_of_set;
}

/* Whether a world of the set is inside its callback. */
static bool set_busy(const hail_shapeset *set) {
    const hail_world *world = set->worlds;
    while (world && !world->busy)
        world = world->next_of_set;
    return world != NULL;
}

/* ---- Convex shapes ----------------------------------------------------------------------------------------------- */

/* Makes room for `count` shapes in every table. */
static bool shapes_grow(hail_shapeset *set, size_t count) {
    if (count <= set->rows.bytes / sizeof(hail_convex) && count <= set->radii.bytes / sizeof(float) &&
        count <= set->entries.bytes / sizeof(hail_shape_entry))
        return true;
    const size_t want = count < 16 ? 16 : count + count / 2;
    return hail_state_grow(&set->heap, &set->rows, want * sizeof(hail_convex)) &&
           hail_state_grow(&set->heap, &set->radii, want * sizeof(float)) &&
           hail_state_grow(&set->heap, &set->entries, want * sizeof(hail_shape_entry));
}

/* Makes room for `more` shapes, and tells the id of the first. */
static hail_status open_shapes(hail_shapeset *set, size_t more, uint32_t *first) {
    *first = set->count ? set->count : 1; /* id 0 is unused, but counted */
    if (*first + more > (size_t)HAIL_MAX_SHAPES + 1)
        return hail_fail(set->heap.error, HAIL_FULL, "set", "has HAIL_MAX_SHAPES shapes");
    return shapes_grow(set, *first + more) ? HAIL_OK : hail_fail_memory(set->heap.error);
}

/* A convex shape's entry, with the circle around the mean of its vertices. */
static hail_shape_entry entry_of(const hail_shape_info *info, uint32_t id) {
    hail_shape_entry entry = {.first = id, .parts = 1};
    double x = 0.0, y = 0.0, furthest = 0.0;
    for (uint32_t i = 0; i < info->vertices; i++) {
        x += (double)info->x[i] / info->vertices;
        y += (double)info->y[i] / info->vertices;
    }
    entry.x = (float)x;
    entry.y = (float)y;
    for (uint32_t i = 0; i < info->vertices; i++) {
        const double dx = (double)info->x[i] - (double)entry.x, dy = (double)info->y[i] - (double)entry.y;
        const double away = sqrt(dx * dx + dy * dy);
        furthest = away > furthest ? away : furthest; /* not fmax: gcc 12 fails on that here for AArch64 */
    }
    entry.radius = (float)((furthest + (double)info->rounding) * ROUNDED_UP);
    return entry;
}

/* Writes a convex shape where there is room for it. */
static void put_shape(hail_shapeset *set, uint32_t id, const hail_convex *convex) {
    hail_shape_info info;
    hail_convex_describe(convex, &info);
    ((hail_convex *)set->rows.data)[id] = *convex;
    ((float *)set->radii.data)[id] = info.radius;
    ((hail_shape_entry *)set->entries.data)[id] = entry_of(&info, id);
    set->count = id + 1;
    set->flatness = fmaxf(set->flatness, convex->words[HAIL_TEMPLATE_FLATNESS]);
    set->rounded = set->rounded || (info.vertices && info.rounding > 0.0f);
}

static bool prepared(const hail_convex *convex) {
    hail_shape_info info;
    return hail_convex_describe(convex, &info) == HAIL_OK;
}

/* Whether shapes may be added: HAIL_BUSY inside a callback. */
static hail_status open_set(const hail_shapeset *set) {
    return set_busy(set) ? hail_fail(set->heap.error, HAIL_BUSY, "set", "is used by a world that is inside a step")
                         : HAIL_OK;
}

/* Adds a prepared shape. */
static hail_status add_convex(hail_shapeset *set, const hail_convex *convex, hail_shape *shape) {
    uint32_t id;
    const hail_status status = open_shapes(set, 1, &id);
    if (status != HAIL_OK)
        return status;
    put_shape(set, id, convex);
    *shape = (hail_shape){id, shape_tag(set, id)};
    return HAIL_OK;
}

hail_status hail_shape_add(hail_shapeset *set, const hail_convex *convex, hail_shape *shape) {
    if (!set)
        return HAIL_BAD_ARGUMENT;
    if (!convex || !shape)
        return hail_fail_null(set->heap.error, convex ? "shape" : "convex");
    if (!prepared(convex))
        return hail_fail(set->heap.error, HAIL_BAD_ARGUMENT, "convex", "was never prepared");
    const hail_status status = open_set(set);
    return status == HAIL_OK ? add_convex(set, convex, shape) : status;
}

/* Adds a shape that was made from numbers and whose preparation ended with `ready`. */
static hail_status add_made(hail_shapeset *set, hail_status ready, const hail_convex *convex, hail_shape *shape,
                            const hail_shape_number *numbers, size_t count) {
    if (!set)
        return HAIL_BAD_ARGUMENT;
    if (!shape)
        return hail_fail_null(set->heap.error, "shape");
    const hail_status status = open_set(set);
    if (status != HAIL_OK)
        return status;
    return ready == HAIL_OK ? add_convex(set, convex, shape)
                            : hail_fail_numbers(set->heap.error, ready, numbers, count);
}

hail_status hail_shape_circle(hail_shapeset *set, float radius, hail_shape *shape) {
    const hail_shape_number numbers[] = {{"radius", radius, 0.0f}};
    hail_convex convex;
    return add_made(set, hail_convex_circle(radius, &convex), &convex, shape, numbers, 1);
}

hail_status hail_shape_capsule(hail_shapeset *set, float x1, float y1, float x2, float y2, float radius,
                               hail_shape *shape) {
    const float far = -HAIL_MAX_REACH;
    const hail_shape_number numbers[] = {
        {"x1", x1, far}, {"y1", y1, far}, {"x2", x2, far}, {"y2", y2, far}, {"radius", radius, 0.0f}};
    hail_convex convex;
    return add_made(set, hail_convex_capsule(x1, y1, x2, y2, radius, &convex), &convex, shape, numbers, 5);
}

hail_status hail_shape_box(hail_shapeset *set, float half_width, float half_height, float rounding, hail_shape *shape) {
    const hail_shape_number numbers[] = {
        {"half_width", half_width, HAIL_TINY}, {"half_height", half_height, HAIL_TINY}, {"rounding", rounding, 0.0f}};
    hail_convex convex;
    return add_made(set, hail_convex_box(half_width, half_height, rounding, &convex), &convex, shape, numbers, 3);
}

hail_status hail_shape_polygon(hail_shapeset *set, const float *x, const float *y, size_t count, float rounding,
                               hail_shape *shape) {
    hail_convex convex;
    const hail_status ready = hail_convex_polygon(x, y, count, rounding, &convex);
    if (!set || !shape || set_busy(set) || ready == HAIL_OK)
        return add_made(set, ready, &convex, shape, NULL, 0);
    return hail_fail_polygon(set->heap.error, ready, x, y, count, rounding);
}

/* ---- Compounds and sprites --------------------------------------------------------------------------------------- */

/* The distance of a point from a segment. */
static double segment_distance(double x, double y, double ax, double ay, double bx, double by) {
    const double dx = bx - ax, dy = by - ay, length = dx * dx + dy * dy;
    double t = length > 0.0 ? ((x - ax) * dx + (y - ay) * dy) / length : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    const double ex = x - (ax + dx * t), ey = y - (ay + dy * t);
    return sqrt(ex * ex + ey * ey);
}

/* A shape that holds `count` points and all that lies within `rounding` of them, with a margin, so that rounding errors
 * never hide a pair that just touches. Points too near to a line for a polygon are held by a capsule. */
static hail_status around(const hail_context *context, const float *x, const float *y, size_t count, float rounding,
                          hail_convex *convex) {
    float px[HAIL_MAX_VERTICES], py[HAIL_MAX_VERTICES];
    uint32_t n = 0;
    const hail_status status = hail_enclose(context, x, y, count, HAIL_MAX_VERTICES, px, py, &n);
    if (status != HAIL_OK)
        return status;
    double thick = 0.0, far = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double away = fabs((double)x[i]) + fabs((double)y[i]);
        far = away > far ? away : far;
    }
    rounding += AROUND_MARGIN + (rounding + (float)far) * AROUND_MARGIN_REL;
    if (n >= 3)
        return hail_convex_polygon(px, py, n, rounding, convex);
    for (size_t i = 0; i < count; i++) {
        const double away = segment_distance((double)x[i], (double)y[i], (double)px[0], (double)py[0],
                                             (double)px[n - 1], (double)py[n - 1]);
        thick = away > thick ? away : thick;
    }
    return hail_convex_capsule(px[0], py[0], px[n - 1], py[n - 1], rounding + (float)(thick * CAPSULE_MARGIN), convex);
}

/* A shape around all parts: the polygon around their cores, with the largest of their roundings. */
static hail_status around_parts(hail_shapeset *set, const hail_convex *parts, size_t count, hail_convex *convex,
                                float *radius) {
    const size_t bytes = count * HAIL_MAX_VERTICES * sizeof(float);
    float *x = hail_state_new(&set->heap, bytes), *y = x ? hail_state_new(&set->heap, bytes) : NULL;
    float rounding = 0.0f;
    uint32_t points = 0;
    *radius = 0.0f;
    for (size_t p = 0; y && p < count; p++) {
        hail_shape_info info = {0};
        hail_convex_describe(&parts[p], &info);
        const uint32_t vertices = info.vertices ? info.vertices : 1; /* a circle has one, the origin */
        for (uint32_t i = 0; i < vertices; i++) {
            x[points] = info.x[i];
            y[points++] = info.y[i];
        }
        rounding = fmaxf(rounding, info.rounding);
        *radius = fmaxf(*radius, info.radius);
    }
    const hail_context context = heap_context(&set->heap);
    const hail_status status = y ? around(&context, x, y, points, rounding, convex) : HAIL_NO_MEMORY;
    hail_state_free(&set->heap, y, bytes);
    hail_state_free(&set->heap, x, bytes);
    return status == HAIL_OK ? status : hail_fail_plainly(set->heap.error, status);
}

/* Writes a compound or a sprite, whose row is a shape around it. */
static void put_composed(hail_shapeset *set, uint32_t id, const hail_convex *convex, float radius,
                         const hail_shape_entry *entry) {
    put_shape(set, id, convex);
    ((float *)set->radii.data)[id] = radius;
    ((hail_shape_entry *)set->entries.data)[id] = *entry;
    set->composed = true;
}

static hail_status check_parts(hail_error *error, const hail_convex *parts, size_t count, const hail_shape *shape) {
    if (!parts || !shape)
        return hail_fail_null(error, parts ? "shape" : "parts");
    if (!count || count > HAIL_MAX_PARTS)
        return hail_fail(error, HAIL_BAD_ARGUMENT, "count", count ? "is more than HAIL_MAX_PARTS" : "is 0");
    for (size_t i = 0; i < count; i++)
        if (!prepared(&parts[i]))
            return hail_fail_at(error, HAIL_BAD_ARGUMENT, "parts", i, "was never prepared");
    return HAIL_OK;
}

hail_status hail_shape_compound(hail_shapeset *set, const hail_convex *parts, size_t count, hail_shape *shape) {
    if (!set)
        return HAIL_BAD_ARGUMENT;
    hail_status status = check_parts(set->heap.error, parts, count, shape);
    if (status == HAIL_OK)
        status = open_set(set);
    hail_convex hull;
    float radius;
    uint32_t id = 0;
    if (status == HAIL_OK)
        status = open_shapes(set, count + 1, &id);
    if (status == HAIL_OK)
        status = around_parts(set, parts, count, &hull, &radius);
    if (status != HAIL_OK)
        return status;
    const hail_shape_entry entry = {.first = id + 1, .parts = (uint32_t)count, .compound = true};
    put_composed(set, id, &hull, radius, &entry);
    for (uint32_t p = 0; p < count; p++) {
        put_shape(set, id + 1 + p, &parts[p]);
        ((hail_shape_entry *)set->entries.data)[id + 1 + p].hidden = true;
    }
    *shape = (hail_shape){id, shape_tag(set, id)};
    return HAIL_OK;
}

/* Around a sprite's opaque pixels. */
static hail_status around_sprite(hail_shapeset *set, const hail_spriteset *sprites, uint32_t sprite,
                                 const hail_sprite_info *info, hail_convex *convex) {
    const hail_context context = heap_context(&set->heap);
    const size_t bytes = info->hull * 2 * sizeof(float);
    float *x = hail_state_new(&set->heap, bytes), *y = x ? x + info->hull : NULL;
    hail_status status = x ? hail_spriteset_hull(sprites, sprite, x, y) : HAIL_NO_MEMORY;
    for (uint32_t i = 0; status == HAIL_OK && i < info->hull; i++) {
        x[i] = (float)((double)x[i] - (double)info->origin_x);
        y[i] = (float)((double)y[i] - (double)info->origin_y);
    }
    if (status == HAIL_OK)
        status = around(&context, x, y, info->hull, 0.0f, convex);
    hail_state_free(&set->heap, x, bytes);
    return status == HAIL_OK ? status : hail_fail_plainly(set->heap.error, status);
}

hail_status hail_shape_sprite(hail_shapeset *set, const hail_spriteset *sprites, uint32_t sprite, hail_shape *shape) {
    hail_sprite_info info;
    if (!set)
        return HAIL_BAD_ARGUMENT;
    hail_error *error = set->heap.error;
    if (!sprites || !shape)
        return hail_fail_null(error, sprites ? "shape" : "sprites");
    hail_status status = open_set(set);
    if (status != HAIL_OK)
        return status;
    if (hail_spriteset_describe(sprites, sprite, &info) != HAIL_OK)
        return hail_fail(error, HAIL_OUT_OF_RANGE, "sprite", "is no sprite of the set");
    uint32_t id = 0;
    hail_convex hull;
    status =
        info.opaque ? open_shapes(set, 1, &id) : hail_fail(error, HAIL_DEGENERATE, "sprite", "has no opaque pixel");
    if (status == HAIL_OK)
        status = around_sprite(set, sprites, sprite, &info, &hull);
    if (status != HAIL_OK)
        return status;
    const hail_shape_entry entry = {.first = id, .parts = 1, .set = sprites, .sprite = sprite};
    put_composed(set, id, &hull, info.radius, &entry);
    set->sprite_reach = fmaxf(set->sprite_reach, hull.words[HAIL_TEMPLATE_RADIUS] / info.radius);
    *shape = (hail_shape){id, shape_tag(set, id)};
    return HAIL_OK;
}

/* Adds convex parts as a compound. */
static hail_status parts_to_shape(hail_shapeset *set, const hail_loops *parts, float rounding, hail_shape *shape) {
    hail_error *error = set->heap.error;
    if (!parts->count)
        return hail_fail(error, HAIL_TOO_FEW_VERTICES, "polygon", "has no loops");
    if (parts->count > HAIL_MAX_PARTS)
        return hail_fail(error, HAIL_FULL, "polygon", "has more than HAIL_MAX_PARTS convex parts");
    const size_t bytes = parts->count * sizeof(hail_convex);
    hail_convex *convex = hail_state_new(&set->heap, bytes);
    if (!convex)
        return hail_fail_memory(error);
    hail_status status = HAIL_OK;
    const hail_shape_number number = {"rounding", rounding, 0.0f};
    for (size_t p = 0; status == HAIL_OK && p < parts->count; p++) {
        const uint32_t start = parts->start[p];
        status =
            hail_convex_polygon(parts->x + start, parts->y + start, parts->start[p + 1] - start, rounding, &convex[p]);
        if (status != HAIL_OK)
            hail_fail_numbers(error, status, &number, 1);
    }
    if (status == HAIL_OK)
        status = hail_shape_compound(set, convex, parts->count, shape);
    hail_state_free(&set->heap, convex, bytes);
    return status;
}

hail_status hail_shape_concave(hail_shapeset *set, const hail_loops *polygon, float rounding, hail_shape *shape,
                               hail_decompose_report *report) {
    if (!set)
        return HAIL_BAD_ARGUMENT;
    if (!shape)
        return hail_fail_null(set->heap.error, "shape");
    hail_status status = open_set(set);
    if (status != HAIL_OK)
        return status;
    const hail_context context = heap_context(&set->heap);
    hail_decompose_options options;
    hail_decompose_defaults(&options);
    options.context = &context;
    hail_polygons *parts = NULL;
    status = hail_decompose(polygon, &options, &parts, report);
    if (status == HAIL_OK)
        status = parts_to_shape(set, hail_polygons_loops(parts), rounding, shape);
    hail_polygons_destroy(parts);
    return status;
}

/* ---- Looking shapes up ------------------------------------------------------------------------------------------ */

hail_status hail_shape_of_id(const hail_shapeset *set, uint32_t id, hail_shape *shape) {
    if (!set || !shape)
        return HAIL_BAD_ARGUMENT;
    if (!id || id >= set->count || shape_entry(set, id)->hidden)
        return HAIL_UNKNOWN_SHAPE;
    *shape = (hail_shape){id, shape_tag(set, id)};
    return HAIL_OK;
}

hail_status hail_shape_describe(const hail_shapeset *set, const hail_shape *shape, hail_shape_info *info) {
    if (!set || !shape || !info)
        return HAIL_BAD_ARGUMENT;
    if (!shape_known(set, shape))
        return HAIL_UNKNOWN_SHAPE;
    return hail_convex_describe((const hail_convex *)set->rows.data + shape->id, info);
}

uint32_t hail_shape_parts(const hail_shapeset *set, const hail_shape *shape) {
    return set && shape && shape_known(set, shape) ? shape_entry(set, shape->id)->parts : 0;
}

hail_status hail_shape_part(const hail_shapeset *set, const hail_shape *shape, uint32_t part, hail_shape_info *info) {
    if (!set || !shape || !info)
        return HAIL_BAD_ARGUMENT;
    if (!shape_known(set, shape))
        return HAIL_UNKNOWN_SHAPE;
    const hail_shape_entry *entry = shape_entry(set, shape->id);
    if (part >= entry->parts)
        return HAIL_OUT_OF_RANGE;
    return hail_convex_describe((const hail_convex *)set->rows.data + entry->first + part, info);
}
