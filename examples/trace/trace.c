/* examples/trace/trace.c - the calls of hail/outline.h, in order. */
#include "trace.h"

#include <hail/hail.h>
#include <stdio.h>

static bool failed(const traced *of, const char *doing, const char *why) {
    fprintf(stderr, "hail-trace: %s: %s%s\n", of->from->name, doing, why);
    return false;
}

static bool done(const traced *of, const char *doing, hail_status status) {
    return status == HAIL_OK || failed(of, doing, hail_status_text(status));
}

static bool outline(traced *to, const hail_spriteset *set) {
    hail_trace_options how;
    hail_trace_options_defaults(&how);
    how.error = to->options->error;
    how.min_pixels = (uint32_t)to->options->min_pixels;
    how.fill_holes = to->options->fill_holes;
    if (!done(to, "tracing: ", hail_trace(set, 0, &how, &to->made[0])))
        return false;
    to->outline = *hail_polygons_loops(to->made[0]);
    return to->outline.count > 0 || to->options->shape == TRACE_HULL ||
           failed(to, "nothing to trace: ", "all islands have fewer pixels than --min-pixels");
}

static bool cut(traced *to, hail_loops polygon) {
    hail_decompose_options how;
    hail_decompose_options_defaults(&how);
    how.max_vertices = (uint32_t)to->options->vertices;
    const hail_status status = hail_decompose(&polygon, &how, &to->made[1], &to->report);
    if (status == HAIL_OK)
        to->parts = *hail_polygons_loops(to->made[1]);
    return done(to, "convex decomposition: ", status);
}

/* The hull is cut, too, into one part, for the report about it. */
static bool hull(traced *to, const hail_spriteset *set) {
    float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
    uint32_t start[2] = {0, 0};
    return done(to, "enclosing: ", hail_enclose_sprite(set, 0, (uint32_t)to->options->vertices, x, y, &start[1])) &&
           cut(to, (hail_loops){.x = x, .y = y, .start = start, .count = 1});
}

/* Refuses now what hail_shape_compound would refuse when the game loads. */
static bool acceptable(const traced *of) {
    const hail_loops parts = of->parts;
    const float scale = of->options->scale;
    if (parts.count > HAIL_MAX_PARTS)
        return failed(of, "more parts than a compound can have: ", "try a larger --error");
    for (size_t p = 0; p < parts.count; p++) {
        const uint32_t first = parts.start[p], count = parts.start[p + 1] - first;
        float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
        hail_convex prepared;
        for (uint32_t i = 0; i < count; i++) {
            x[i] = parts.x[first + i] * scale;
            y[i] = parts.y[first + i] * scale;
        }
        const hail_status status = hail_convex_polygon(x, y, count, 0.0f, &prepared);
        if (status != HAIL_OK) {
            fprintf(stderr, "hail-trace: %s: part %zu, at (%g, %g): %s%s\n", of->from->name, p, (double)x[0],
                    (double)y[0], hail_status_text(status),
                    status == HAIL_DEGENERATE ? " (it is too thin: try another --error)" : "");
            return false;
        }
    }
    return true;
}

static bool with_set(traced *to, hail_spriteset *set) {
    const hail_image template = {.rgba = to->from->rgba,
                                 .width = to->from->width,
                                 .height = to->from->height,
                                 .threshold = (uint8_t)to->options->threshold,
                                 .origin_x = to->origin_x,
                                 .origin_y = to->origin_y};
    uint32_t sprite;
    if (!done(to, "", hail_spriteset_add(set, &template, &sprite)) ||
        !done(to, "", hail_spriteset_describe(set, sprite, &to->info)))
        return false;
    if (to->info.opaque == 0)
        return failed(to, "nothing to trace: ", "no pixel is opaque");
    if (!outline(to, set) || !(to->options->shape == TRACE_HULL ? hull(to, set) : cut(to, to->outline)))
        return false;
    to->shape = to->options->shape == TRACE_OUTLINE ? to->outline : to->parts;
    return acceptable(to);
}

bool trace_image(const trace_options *options, const image *from, traced *to) {
    hail_spriteset *set;
    *to = (traced){.options = options, .from = from, .origin_x = from->origin_x, .origin_y = from->origin_y};
    if (options->has_origin) {
        to->origin_x = options->x;
        to->origin_y = options->y;
    }
    if (!done(to, "", hail_spriteset_create(NULL, &set)))
        return false;
    const bool good = with_set(to, set);
    hail_spriteset_destroy(set);
    return good;
}

void trace_free(traced *of) {
    hail_polygons_destroy(of->made[0]);
    hail_polygons_destroy(of->made[1]);
    *of = (traced){0};
}
