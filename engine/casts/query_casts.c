/* engine/casts/query_casts.c - rays, shapes and lines of sight: checks, then block by block. */
#include "cast.h"
#include "queries/shape_list.h"

static uint32_t block_of(size_t count, size_t first) {
    return count - first < CAST_BLOCK ? (uint32_t)(count - first) : CAST_BLOCK;
}

static void begin(hail_cast *cast, const hail_seek *seek, size_t capacity, const uint32_t *counts) {
    cast->seek = seek;
    cast->list = NULL;
    cast->flatness = 1.0f;
    cast->capacity = capacity;
    cast->counting = counts != NULL;
    cast->any = false;
    cast->circles = true;
    hail_convex_circle(0.0f, &cast->point);
}

static void write_counts(const hail_cast *cast, uint32_t *counts) {
    if (counts)
        memcpy(counts + cast->first, cast->found, cast->count * sizeof *counts);
}

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

static hail_status check_rays(const hail_checks *checks, const hail_ray_list *rays) {
    const hail_needed needed[] = {
        {"rays->x", rays->x}, {"rays->y", rays->y}, {"rays->dx", rays->dx}, {"rays->dy", rays->dy}};
    HAIL_REQUIRE(hail_check_needed(checks->error, needed, rays->count ? 4 : 0));
    for (size_t i = 0; i < 4; i++)
        HAIL_REQUIRE(hail_check_coordinates(checks, needed[i].field, needed[i].pointer, rays->count));
    return HAIL_OK;
}

hail_status hail_query_rays(const hail_world *world, const hail_ray_list *rays, const hail_query_filter *filter,
                            size_t capacity, hail_query_hit *hits, uint32_t *counts) {
    if (!rays)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_check_count(context_error(rays->context), "rays->count", rays->count));
    const hail_seek_call call = {world, rays->context, filter, rays->count, capacity, "hits", hits, counts};
    hail_seek seek;
    hail_checks checks;
    HAIL_REQUIRE(hail_seek_open(&seek, &call, &checks));
    HAIL_REQUIRE(check_rays(&checks, rays));
    hail_cast cast;
    begin(&cast, &seek, capacity, counts);
    for (size_t i = 0; i < rays->count; i += CAST_BLOCK) {
        hail_cast_begin(&cast, i, block_of(rays->count, i));
        cast.x = rays->x + i;
        cast.y = rays->y + i;
        cast.dx = rays->dx + i;
        cast.dy = rays->dy + i;
        cast.hits = capacity ? hits + i * capacity : NULL;
        hail_cast_all(&cast);
        write_counts(&cast, counts);
    }
    return HAIL_OK;
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

static float flattest(const hail_shape_list *list) {
    float flatness = 1.0f;
    for (size_t i = 0; list->convexes && i < list->shape_count; i++) {
        const float own = list->convexes[i].words[HAIL_TEMPLATE_FLATNESS];
        flatness = own > flatness ? own : flatness;
    }
    return flatness;
}

hail_status hail_query_casts(const hail_world *world, const hail_shape_list *shapes, const hail_query_filter *filter,
                             size_t capacity, hail_query_hit *hits, uint32_t *counts) {
    if (!shapes)
        return HAIL_BAD_ARGUMENT;
    const hail_bodies *b = &shapes->bodies;
    HAIL_REQUIRE(hail_check_count(context_error(shapes->context), "shapes->bodies.count", b->count));
    const hail_seek_call call = {world, shapes->context, filter, b->count, capacity, "hits", hits, counts};
    hail_seek seek;
    hail_checks checks;
    HAIL_REQUIRE(hail_seek_open(&seek, &call, &checks));
    HAIL_REQUIRE(hail_shape_list_check(&checks, world, shapes, true));
    hail_cast cast;
    begin(&cast, &seek, capacity, counts);
    cast.list = shapes;
    cast.circles = hail_cast_circles_only(&cast);
    cast.flatness = shapes->convexes ? flattest(shapes) : seek.world->shapes->flatness;
    for (size_t i = 0; i < b->count; i += CAST_BLOCK) {
        hail_cast_begin(&cast, i, block_of(b->count, i));
        cast.x = b->x + i;
        cast.y = b->y + i;
        cast.dx = b->dx + i;
        cast.dy = b->dy + i;
        cast.hits = capacity ? hits + i * capacity : NULL;
        hail_cast_all(&cast);
        write_counts(&cast, counts);
    }
    return HAIL_OK;
}

/* ---- Lines of sight ---------------------------------------------------------------------------------------------- */

static hail_status check_lines(const hail_checks *checks, const hail_line_list *lines) {
    const hail_needed needed[] = {
        {"lines->x", lines->x}, {"lines->y", lines->y}, {"lines->to_x", lines->to_x}, {"lines->to_y", lines->to_y}};
    HAIL_REQUIRE(hail_check_needed(checks->error, needed, lines->count ? 4 : 0));
    for (size_t i = 0; i < 4; i++)
        HAIL_REQUIRE(hail_check_coordinates(checks, needed[i].field, needed[i].pointer, lines->count));
    return HAIL_OK;
}

hail_status hail_query_sight(const hail_world *world, const hail_line_list *lines, const hail_query_filter *filter,
                             uint8_t *clear) {
    if (!lines)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_check_count(context_error(lines->context), "lines->count", lines->count));
    const hail_seek_call call = {world, lines->context, filter, lines->count, 1, "clear", clear, NULL};
    hail_seek seek;
    hail_checks checks;
    HAIL_REQUIRE(hail_seek_open(&seek, &call, &checks));
    HAIL_REQUIRE(check_lines(&checks, lines));
    float dx[CAST_BLOCK], dy[CAST_BLOCK];
    hail_query_hit hits[CAST_BLOCK];
    hail_cast cast;
    begin(&cast, &seek, 1, NULL);
    cast.any = true;
    cast.dx = dx;
    cast.dy = dy;
    cast.hits = hits;
    for (size_t i = 0; i < lines->count; i += CAST_BLOCK) {
        hail_cast_begin(&cast, i, block_of(lines->count, i));
        cast.x = lines->x + i;
        cast.y = lines->y + i;
        for (uint32_t k = 0; k < cast.count; k++) {
            dx[k] = lines->to_x[i + k] - lines->x[i + k];
            dy[k] = lines->to_y[i + k] - lines->y[i + k];
        }
        hail_cast_all(&cast);
        for (uint32_t k = 0; k < cast.count; k++)
            clear[i + k] = !cast.found[k];
    }
    return HAIL_OK;
}
