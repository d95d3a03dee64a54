/* engine/pairs/find_paths.c - finds the pairs of a swept rule: targets are circles around their paths; pieces of the
 * bodies' paths stream past, as if they were bodies. */
#include <float.h>
#include <math.h>

#include "search.h"

enum { PATH_GRAIN = 512 }; /* bodies of a task at least */

/* PIECE_LENGTH: longest piece of a path, divided by the targets' mean radius plus the limit of small bodies that
 * stream. Where most paths are shorter, it is PIECE_PATHS times the mean path: pieces that may be long make every
 * target reach further. But it is at least SHORT_PIECE, divided as above. PIECE_REACH: a piece's reach from the middle
 * divided by its length, rounded up. A path has at most MAX_PIECES pieces where targets are; the limit on a piece is
 * never below LEAST_PIECE (px). */
static const float PIECE_LENGTH = 2.0f, PIECE_PATHS = 2.0f, SHORT_PIECE = 0.125f, PIECE_REACH = 0.501f,
                   MAX_PIECES = 1 << 15, LEAST_PIECE = 1e-3f;

/* Inflated by these, the search finds all that a sweep may report within its rounding errors (docs/arithmetic.md,
 * "Sweeps": margin and slack). ABS is a factor on both sides' coordinates and displacements, REL on radii, for a
 * flatness of 1. */
static const float PATH_INFLATE_ABS = 1.0f / (1 << 20), PATH_INFLATE_REL = 1.0f / (1 << 17);

/* Rounding errors of this share of targets and bodies do not matter. */
static const float ROUNDING_SHARE = 1.0f / 64;

/* The longest piece. across: the targets' mean radius and the limit of small bodies; mean: of the paths (|dx| + |dy|).
 */
static float piece_of(float across, float mean) {
    return fminf(across * PIECE_LENGTH, fmaxf(mean * PIECE_PATHS, across * SHORT_PIECE));
}

/* A bound on the rounding errors of paths that come near targets. If the largest body anywhere, of `size`, makes it too
 * much, it looks for those that come near. */
static float rounding_of(const hail_pieces_job *job, uint32_t count, float size, float enough) {
    const float rounding = size * job->inflate_abs;
    return rounding <= enough ? rounding : hail_paths_size(job, count) * job->inflate_abs;
}

/* Bodies whose paths stream past. */
typedef struct path_stream {
    hail_pieces_job cut;
    hail_path_filter_job filter;
    uint32_t block; /* pieces at a time */
} path_stream;

/* Culls and looks up the pieces as if they were bodies; the path filter then keeps each pair once. */
static bool stream_pieces(hail_search *s, hail_search_place *place, uint32_t end, const void *what) {
    const path_stream *p = what;
    const hail_kernels *kernels = s->world->kernels;
    const hail_survivors survivors = search_survivors(s);
    const hail_pieces pieces = search_pieces(s);
    const hail_stream_view view = {pieces.x, pieces.y, pieces.radius, 0.0f};
    const hail_raster_lookup lookup = {pieces.body, 0.0f, false, FLT_MAX, HAIL_SIZE_SMALL, p->filter.slack};
    hail_path_filter_job filter = p->filter;
    filter.pieces = pieces;
    hail_search_enter_raster(s);
    while (place->from.body < end) {
        hail_cursor next = place->from;
        const uint32_t count = kernels->path_pieces(&p->cut, HAIL_MAX_BOUND, &next, end, &pieces, p->block);
        const uint32_t left = kernels->cull(&s->raster->view, &view, 0, count, &survivors);
        while (place->cursor.body < left) {
            uint32_t n = hail_search_raster(s, &lookup, &survivors, &place->cursor, left);
            n = kernels->filter_paths(&filter, search_first(s), search_second(s), n);
            if (n && !hail_search_take(s, n))
                return false;
        }
        *place = (hail_search_place){.from = next};
    }
    return true;
}

bool hail_search_paths(hail_search *s, const hail_layer *stream, const hail_layer *target, const uint32_t *chosen,
                       uint32_t count, hail_size_filter size_filter, float small_limit, hail_orientation orientation) {
    hail_world *world = s->world;
    hail_paths *paths = &world->scratch->paths;
    if (!count || !stream->active)
        return true;
    hail_search_set_sides(s, stream, NULL, target, NULL, orientation);
    if (!hail_search_reserve_raster(s, count, stream->active))
        return false;
    if (!hail_paths_reserve(&world->scratch->heap, paths, target->active, stream->active)) {
        s->found = FOUND_NO_MEMORY;
        return false;
    }
    const hail_path_view targets = hail_plan_path(target);
    const float inflate_abs = PATH_INFLATE_ABS * world->shapes->flatness,
                inflate_rel = s->plan->slack + PATH_INFLATE_REL * world->shapes->flatness;
    const hail_path_box box = hail_paths_bound(paths, &targets, chosen, count, inflate_rel, inflate_abs);
    hail_pieces_job piece_job = {.path = hail_plan_path(stream),
                                 .inflate_rel = inflate_rel,
                                 .inflate_abs = inflate_abs,
                                 .min_x = box.min_x,
                                 .min_y = box.min_y,
                                 .max_x = box.max_x,
                                 .max_y = box.max_y};
    const hail_path_lengths lengths =
        world->kernels->measure_paths(&piece_job.path, 4.0f * HAIL_MAX_BOUND, stream->active);
    const float across = box.mean + layer_small_reach(stream);
    const float rounding = rounding_of(&piece_job, stream->active, lengths.size, across * ROUNDING_SHARE);
    const float all =
        (box.max_x - box.min_x) + (box.max_y - box.min_y) + (layer_largest_reach(stream) + rounding) * 8.0f;
    const float longest = fmaxf(piece_of(across, hail_plan_displacement(stream)), fmaxf(all / MAX_PIECES, LEAST_PIECE));
    piece_job.longest = longest;
    const path_stream what = {.cut = piece_job,
                              .filter = {.stream = piece_job.path,
                                         .target = targets,
                                         .size_filter = size_filter,
                                         .small_limit = small_limit,
                                         .slack = inflate_rel,
                                         .inflate_abs = 2.0f * inflate_abs},
                              .block = raster_block(stream->active)};
    const hail_raster_job job = {.box = &world->box.area,
                                 .x = paths->mid_x.data,
                                 .y = paths->mid_y.data,
                                 .radius = paths->radius.data,
                                 .chosen = chosen,
                                 .count = count,
                                 .streamed = stream->active,
                                 .size_filter = size_filter,
                                 .small_limit = fmaxf(small_limit, 0.0f),
                                 .stream_max = layer_largest_reach(stream),
                                 .slack = inflate_rel,
                                 .extra = fminf(longest, lengths.longest) * PIECE_REACH + rounding};
    return hail_search_classes(s, stream, target, &job, PATH_GRAIN, stream_pieces, &what);
}
