/* engine/casts/cast_candidates.c - a kernel lists the bodies whose bounding circles a segment enters, level by level;
 * those that a query may not find are dropped. */
#include "cast_candidates.h"

#include <math.h>

#include "cast_shape.h"

/* Bounding circles grow by this, for the rounding of a sweep's time and the shapes that it tolerates
 * (docs/arithmetic.md, "Sweeps": margin and slack). ABS is a share of coordinates and displacements. */
static const float INFLATE_ABS = 1.0f / (1 << 17), INFLATE_REL = 1.001f;

/* A segment is as long as a square's side that holds so many bodies for each hit that is wanted, but not shorter than a
 * cell. Longer ones look beyond the last hit, shorter ones fill vectors less. If all are counted, SEGMENT_MOST are
 * wanted, and no more otherwise. */
static const float SEGMENT_BODIES = 2.0f, SEGMENT_MOST = 4.0f;

/* ---- Levels ------------------------------------------------------------------------------------------------------ */

static float segment_of(const hail_cast *cast, const hail_grid_view *grid, float cell) {
    const bool most = cast->counting || (float)cast->capacity > SEGMENT_MOST;
    const float wanted = most ? SEGMENT_MOST : (float)cast->capacity;
    const float cells = (grid->map.last_column + 1.0f) * (grid->map.last_row + 1.0f);
    const float square = cells * SEGMENT_BODIES * wanted / (float)grid->count; /* in cells */
    return square > 1.0f ? sqrtf(square) * cell : cell;
}

/* In place: a cast hardly takes longer than a copy of what it is asked with. */
static void set_job(hail_cast_candidates *c, const hail_level *level) {
    const hail_grid_view *grid = &level->view;
    const hail_grid_layout *map = &grid->map;
    const float own = c->cast->flatness, other = c->cast->scope->world->shapes->flatness;
    const float cell = 1.0f / map->inverse, abs = c->exact ? 0.0f : INFLATE_ABS * (own > other ? own : other);
    c->job.grid = *grid;
    c->job.reach = grid->radius ? level->reach : grid->uniform_radius;
    c->job.max_x = map->min_x + (map->last_column + 1.0f) * cell;
    c->job.max_y = map->min_y + (map->last_row + 1.0f) * cell;
    c->job.inflate_rel = c->exact ? 1.0f : INFLATE_REL + abs;
    c->job.inflate_abs = abs;
    c->job.rows = c->rows;
    c->job.segment = segment_of(c->cast, grid, cell);
}

static const hail_level *level_of(const hail_cast_candidates *c) {
    return &prepared_levels(c->layer)->level[c->levels_begun - 1];
}

static void begin_level(hail_cast_candidates *c) {
    const hail_cast *cast = c->cast;
    const hail_cast_columns columns = {cast->x,
                                       cast->y,
                                       cast->dx,
                                       cast->dy,
                                       cast->list ? cast->radius : NULL,
                                       casts_are_polygons(cast) ? c->side : NULL};
    const bool each = cast->scope->filter->each_layers;
    c->levels_begun++;
    set_job(c, level_of(c));
    scope_kernels(cast->scope, cast->count)->cast_rows(&c->job, &columns, cast->count);
    c->count = 0;
    for (uint32_t i = 0; i < cast->count; i++) {
        c->active[c->count] = i;
        c->count += cast->limit[i] >= 0.0f && (!each || scope_layers(cast->scope, cast->first + i) >> c->number & 1);
    }
    c->cursor = (hail_cursor){0};
}

void hail_cast_candidates_begin(hail_cast_candidates *c, const hail_cast *cast) {
    c->cast = cast;
    for (uint32_t i = 0; casts_are_polygons(cast) && i < cast->count; i++)
        c->side[i] = hail_cast_reach_beside(cast, i);
}

void hail_cast_candidates_layer(hail_cast_candidates *c, uint32_t number) {
    c->number = number;
    c->layer = c->cast->scope->world->bodies.layer[number];
    c->exact = casts_are_circles(c->cast) && !c->layer->polygons && !c->layer->composed;
    c->levels_begun = 0;
    c->count = 0;
    c->cursor = (hail_cursor){0};
}

/* ---- Segments ---------------------------------------------------------------------------------------------------- */

/* Keeps the casts that have another segment, and whose next hit may be wanted. */
static void begin_segment(hail_cast_candidates *c) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        const uint32_t query = c->active[i];
        c->active[kept] = query;
        kept += c->rows[query * HAIL_CAST_WORDS + HAIL_CAST_TO] <= c->cast->limit[query];
    }
    c->count = kept;
    c->cursor = (hail_cursor){0};
}

/* Whether a query may find a body. */
static bool allows(const hail_cast_candidates *c, uint32_t query, uint32_t index) {
    const hail_query_scope *scope = c->cast->scope;
    if (!layer_pose_valid(c->layer, index))
        return false;
    if (!scope->selective)
        return true;
    const hail_filter_values values = filter_values(scope, c->cast->first + query);
    return values_allow(&values, c->layer, index);
}

/* Keeps those that a query may find, and that come before the last hit that it wants. */
static void keep_wanted(const hail_cast_candidates *c, hail_cast_list *list, bool ask) {
    const float *limit = c->cast->limit;
    const uint32_t count = list->count;
    list->count = 0;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t query = list->query[k], index = list->index[k];
        const float time = list->time[k];
        list->query[list->count] = query;
        list->index[list->count] = index;
        list->time[list->count] = time;
        list->count += time <= limit[query] && (!ask || allows(c, query, index));
    }
}

/* Lists what the kernel finds, as positions in the grid, as indices in the layer. */
static void list_indices(const uint32_t *order, hail_cast_list *list) {
    for (uint32_t k = 0; k < list->count; k++)
        list->index[k] = order[list->index[k]];
}

bool hail_cast_candidates_next(hail_cast_candidates *c, hail_cast_list *list) {
    while (c->cursor.body >= c->count) {
        begin_segment(c);
        if (c->count)
            break;
        if (c->levels_begun == prepared_levels(c->layer)->count)
            return false;
        begin_level(c);
    }
    const hail_kernels *kernels = scope_kernels(c->cast->scope, c->count);
    list->count = kernels->cast_circles(&c->job, c->active, &c->cursor, c->count, list->query, list->index, list->time,
                                        CAST_CHUNK);
    list_indices(level_of(c)->order, list);
    const bool ask = c->cast->scope->selective || layer_checks_poses(c->layer);
    if (ask || !c->exact)
        keep_wanted(c, list, ask);
    return true;
}
