/* engine/casts/cast_convex.c - polygons that are cast among circles, and circles that are cast among polygons. The
 * kernel that lists bodies knows circles around both. Another one tells when those pairs hit, and reads both sides'
 * columns where they are. */
#include "cast_bodies.h"

#include "shapes/row.h"

static bool circles_only(const hail_layer *layer) { return !layer->polygons && !layer->composed; }

static bool polygons_only(const hail_layer *layer) { return layer->polygons == layer->count && !layer->composed; }

bool hail_casts_are_convex(const hail_body_casts *w) {
    const hail_cast_kinds *kinds = &w->cast->kinds;
    return (kinds->polygons && circles_only(w->layer)) || (kinds->circles && polygons_only(w->layer));
}

void hail_casts_list_polygons(hail_body_casts *w) {
    const hail_shape_list *list = w->cast->list;
    const uint32_t *shape = list->bodies.shape ? list->bodies.shape + w->cast->first : NULL;
    for (uint32_t i = 0; i < w->cast->count; i++) {
        const uint32_t number = shape ? shape[i] : 0;
        w->shape[i] = list->convexes ? number : list->shapes[number].id;
    }
}

/* ---- Sides ------------------------------------------------------------------------------------------------------- */

/* The queries, by number. */
static hail_side casts_side(const hail_body_casts *w) {
    const hail_cast *cast = w->cast;
    hail_side side = {.x = cast->x, .y = cast->y, .dx = cast->dx, .dy = cast->dy};
    if (!cast->list)
        return side;
    const hail_bodies *b = &cast->list->bodies;
    side.radius = w->radius;
    if (!cast->kinds.polygons)
        return side;
    side.cos = b->cos ? b->cos + cast->first : NULL;
    side.sin = b->sin ? b->sin + cast->first : NULL;
    side.scale = b->scale ? b->scale + cast->first : NULL;
    side.shape = b->shape ? w->shape : NULL;
    return side;
}

/* The rows of the polygons that are cast. */
static const float *cast_templates(const hail_body_casts *w) {
    const hail_shape_list *list = w->cast->list;
    const uint32_t row = list->bodies.shape ? 0 : w->shape[0];
    return list->convexes ? list->convexes[row].words : shape_row(w->cast->seek->world->shapes, row);
}

/* Circles of the level, by position. */
static hail_side circles_side(const hail_body_casts *w) {
    const hail_grid_view *grid = &w->level->view;
    return (hail_side){.x = grid->x, .y = grid->y, .radius = grid->radius, .uniform_radius = grid->uniform_radius};
}

/* Polygons of the layer, by index. */
static hail_side polygons_side(const hail_layer *layer) {
    return (hail_side){.x = layer_floats(layer, COLUMN_X),
                       .y = layer_floats(layer, COLUMN_Y),
                       .cos = layer_floats(layer, COLUMN_COS),
                       .sin = layer_floats(layer, COLUMN_SIN),
                       .scale = layer_floats(layer, COLUMN_SCALE),
                       .shape = layer->uniform_shape ? NULL : layer_words(layer, COLUMN_SHAPE)};
}

/* A sweep without its circles. */
static hail_narrow_job sweep_of(const hail_body_casts *w) {
    const hail_shapeset *shapes = w->cast->seek->world->shapes;
    const hail_layer *layer = w->layer;
    hail_narrow_job job = {.edges_one = 1, .rounded = true, .manifold = true};
    job.two_is_a = w->cast->kinds.polygons;
    job.two = job.two_is_a ? casts_side(w) : polygons_side(layer);
    job.templates = job.two_is_a ? cast_templates(w) : shape_row(shapes, layer->uniform_shape);
    job.edges_two = w->cast->kinds.edges;
    if (!job.two_is_a)
        job.edges_two = layer->uniform_shape ? shape_vertices(shapes, layer->uniform_shape) : HAIL_MAX_VERTICES;
    return job;
}

/* ---- Times ------------------------------------------------------------------------------------------------------- */

void hail_casts_begin_convex(hail_body_casts *w) {
    w->sweep = sweep_of(w);
    w->sweep.one = w->sweep.two_is_a ? circles_side(w) : casts_side(w);
}

/* Chooses among the first `count` that are listed, by the times of their sweeps. */
static void sweep_listed(hail_body_casts *w, uint32_t count) {
    const hail_kernels *kernels = w->cast->seek->kernels;
    hail_cast_list *list = &w->listed;
    uint32_t index[CAST_CHUNK];
    if (w->sweep.two_is_a) {
        kernels->cast_times(&w->sweep, list->position, list->query, count, list->time);
    } else {
        for (uint32_t k = 0; k < count; k++)
            index[k] = w->level->order[list->position[k]];
        kernels->cast_times(&w->sweep, list->query, index, count, list->time);
    }
    hail_casts_choose_by_times(w, count);
}

/* Lists those again that are not too late by now. */
static uint32_t list_again(hail_body_casts *w, const hail_cast_list *from, uint32_t count) {
    const float *limit = w->cast->limit;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t query = from->query[k];
        w->listed.query[kept] = query;
        w->listed.position[kept] = from->position[k];
        kept += from->time[k] <= limit[query];
    }
    return kept;
}

/* Those that are not too late are all swept. */
static void choose_several(hail_body_casts *w, uint32_t count) {
    hail_cast_list *list = &w->listed;
    const float *limit = w->cast->limit;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t query = list->query[k], position = list->position[k];
        list->query[kept] = query;
        list->position[kept] = position;
        kept += list->time[k] <= limit[query];
    }
    sweep_listed(w, kept);
}

/* First those whose circles touch at the start: often that settles it. Nothing branches on what is hit. */
static void choose_first(hail_body_casts *w, uint32_t count) {
    hail_cast_list *list = &w->listed, rest;
    const float *limit = w->cast->limit;
    uint32_t first = 0, later = 0;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t query = list->query[k], position = list->position[k];
        const float time = list->time[k];
        const bool wanted = time <= limit[query], at_start = time == 0.0f;
        list->query[first] = rest.query[later] = query;
        list->position[first] = rest.position[later] = position;
        rest.time[later] = time;
        first += wanted & at_start;
        later += wanted & !at_start;
    }
    if (first)
        sweep_listed(w, first);
    sweep_listed(w, list_again(w, &rest, later));
}

void hail_casts_choose_convex(hail_body_casts *w, uint32_t count) {
    (w->way == CASTS_FIRST ? choose_first : choose_several)(w, count);
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

/* Circles that were hit, by hit. */
typedef struct hit_circles {
    float x[CAST_BLOCK], y[CAST_BLOCK], radius[CAST_BLOCK];
    uint32_t number[CAST_BLOCK];
} hit_circles;

/* Gathers their places and radii: the sweep's templates are the queries', not the bodies'. */
static void list_circles(const hail_body_casts *w, const uint32_t *index, uint32_t count, hit_circles *circles) {
    const hail_layer *layer = w->layer;
    const hail_shapeset *shapes = w->cast->seek->world->shapes;
    const uint32_t *shape = layer_words(layer, COLUMN_SHAPE);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t b = index[i];
        circles->x[i] = layer_floats(layer, COLUMN_X)[b];
        circles->y[i] = layer_floats(layer, COLUMN_Y)[b];
        circles->radius[i] =
            shape_row(shapes, shape[b])[HAIL_TEMPLATE_ROUNDING] * layer_float_or(layer, COLUMN_SCALE, b, 1.0f);
        circles->number[i] = i;
    }
}

void hail_casts_write_convex(const hail_body_casts *w, hail_cast_results_job *job, const uint32_t *query,
                             const uint32_t *index, const uint32_t *row, uint32_t count) {
    const hail_kernels *kernels = w->cast->seek->kernels;
    hit_circles circles;
    job->pair = sweep_of(w);
    if (!job->pair.two_is_a) {
        job->pair.one = casts_side(w);
        kernels->cast_polygon_results(job, query, index, index, row, count);
        return;
    }
    list_circles(w, index, count, &circles);
    job->pair.one = (hail_side){.x = circles.x, .y = circles.y, .radius = circles.radius};
    kernels->cast_polygon_results(job, query, circles.number, index, row, count);
}
