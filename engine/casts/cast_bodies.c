/* engine/casts/cast_bodies.c - bodies that casts hit, layer by layer and level by level. All casts of a block go on
 * by one stretch at a time, so that none looks beyond the last hit that it wants: a kernel finds the bodies whose
 * bounding circles a stretch enters, and these are tested exactly. */
#include "cast_bodies.h"

#include <math.h>

#include "lowest_bit.h"

/* Bounding circles grow by this, for the rounding of a sweep's time and the shapes that it tolerates
 * (docs/arithmetic.md, "Sweeps": margin and slack). ABS is a share of coordinates and displacements. */
static const float INFLATE_ABS = 1.0f / (1 << 17), INFLATE_REL = 1.001f;

/* A stretch is as long as a square's side that holds so many bodies for each hit that is wanted, but not shorter than a
 * cell. Longer ones look beyond the last hit, shorter ones fill vectors less. If all are counted, STRETCH_MOST are
 * wanted, and no more otherwise. */
static const float STRETCH_BODIES = 2.0f, STRETCH_MOST = 4.0f;

void hail_casts_add(const hail_body_casts *w, uint32_t query, uint32_t index, hail_contact *contact) {
    const uint64_t *user = layer_user(w->layer);
    contact->kind = HAIL_CONTACT_BODY;
    contact->layer_b = (uint8_t)w->number;
    hail_query_hit hit = hail_cast_hit(w->cast, query, contact);
    if (hit.inside && !w->cast->list) { /* a ray's point is not behind it */
        hit.x = w->cast->x[query];
        hit.y = w->cast->y[query];
    }
    hit.body = layer_handles(w->layer)[index];
    hit.user = user ? user[index] : 0;
    hail_cast_add(w->cast, query, &hit);
}

/* ---- Stretches --------------------------------------------------------------------------------------------------- */

static float stretch_of(const hail_cast *cast, const hail_cast_job *job) {
    const float wanted = cast->counting ? STRETCH_MOST : fminf((float)cast->capacity, STRETCH_MOST);
    const hail_grid_layout *map = &job->grid.map;
    const float cell = 1.0f / map->inverse, area = (job->max_x - map->min_x) * (job->max_y - map->min_y);
    return fmaxf(cell, sqrtf(area * STRETCH_BODIES * wanted / (float)job->grid.count));
}

static hail_cast_job job_of(hail_body_casts *w) {
    const hail_grid_view *grid = &w->level->view;
    const hail_grid_layout *map = &grid->map;
    const float cell = 1.0f / map->inverse, abs = w->exact ? 0.0f : INFLATE_ABS * w->flatness;
    hail_cast_job job = {.grid = *grid,
                         .reach = grid->radius ? w->level->reach : grid->uniform_radius,
                         .max_x = map->min_x + (map->last_column + 1.0f) * cell,
                         .max_y = map->min_y + (map->last_row + 1.0f) * cell,
                         .inflate_rel = w->exact ? 1.0f : INFLATE_REL + abs,
                         .inflate_abs = abs,
                         .rows = w->rows};
    job.stretch = stretch_of(w->cast, &job);
    return job;
}

static void test_listed(hail_body_casts *w, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t query = w->listed.query[k], index = w->level->order[w->listed.position[k]];
        if (w->listed.time[k] <= w->cast->limit[query] && casts_allow(w, query, index))
            hail_casts_test(w, query, index);
    }
}

/* Takes those out of what is listed that no query may find: they are hit too late. */
static void drop_invalid(hail_body_casts *w, uint32_t count) {
    for (uint32_t k = 0; k < count; k++)
        if (!layer_pose_valid(w->layer, w->level->order[w->listed.position[k]]))
            w->listed.time[k] = HAIL_CAST_MISS;
}

/* Takes all casts on by one stretch. */
static void go_on(hail_body_casts *w, const hail_cast_job *job) {
    const hail_kernels *kernels = seek_kernels(w->cast->seek, w->count);
    hail_cast_list *list = &w->listed;
    hail_cursor cursor = {0};
    while (cursor.body < w->count) {
        const uint32_t count = kernels->cast_circles(job, w->active, &cursor, w->count, list->query, list->position,
                                                     list->time, CAST_CHUNK);
        if (seek_checks_poses(w->layer))
            drop_invalid(w, count);
        (w->way == CASTS_TEST ? test_listed : hail_casts_choose)(w, count);
    }
    if (w->way == CASTS_TEST)
        hail_casts_flush(w);
}

/* Keeps the casts that have another stretch, and whose next hit may be wanted. */
static void keep_going(hail_body_casts *w) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        const uint32_t query = w->active[i];
        w->active[kept] = query;
        kept += w->rows[query * HAIL_CAST_WORDS + HAIL_CAST_TO] <= w->cast->limit[query];
    }
    w->count = kept;
}

/* ---- Levels ------------------------------------------------------------------------------------------------------ */

/* Begins the casts that look in the layer and want hits. */
static void begin_casts(hail_body_casts *w, const hail_cast_job *job) {
    const hail_cast *cast = w->cast;
    const hail_cast_columns columns = {
        cast->x, cast->y, cast->dx, cast->dy, cast->list ? w->radius : NULL, cast->kinds.polygons ? w->side : NULL};
    seek_kernels(cast->seek, cast->count)->cast_rows(job, &columns, cast->count);
    const bool each = cast->seek->filter.each_layers;
    w->count = 0;
    for (uint32_t i = 0; i < cast->count; i++) {
        w->active[w->count] = i;
        w->count += cast->limit[i] >= 0.0f && (!each || seek_layers(cast->seek, cast->first + i) >> w->number & 1);
    }
}

static void cast_layer(hail_body_casts *w) {
    const hail_levels *levels = seek_levels(w->layer);
    w->way = hail_casts_way(w);
    if (w->way == CASTS_FIRST)
        hail_casts_begin_first(w);
    if (w->way == CASTS_SEVERAL)
        hail_casts_begin_several(w);
    for (uint32_t l = 0; l < levels->count; l++) {
        w->level = &levels->level[l];
        const hail_cast_job job = job_of(w);
        if (w->way != CASTS_TEST && w->convex)
            hail_casts_begin_convex(w);
        begin_casts(w, &job);
        while (w->count) {
            go_on(w, &job);
            keep_going(w);
        }
    }
    if (w->way == CASTS_FIRST)
        hail_casts_add_first(w);
    if (w->way == CASTS_SEVERAL)
        hail_casts_add_several(w);
}

static void find_radii(hail_body_casts *w) {
    for (uint32_t i = 0; w->cast->list && i < w->cast->count; i++) {
        const hail_cast_shape shape = hail_cast_shape_of(w->cast, i);
        w->radius[i] = hail_cast_radius(w->cast, &shape);
        if (w->cast->kinds.polygons)
            w->side[i] = hail_cast_reach_beside(w->cast, i, &shape, w->radius[i]);
    }
}

void hail_cast_bodies(hail_cast *cast) {
    const hail_seek *seek = cast->seek;
    hail_body_casts w;
    w.cast = cast;
    w.flatness = fmaxf(cast->flatness, seek->world->shapes->flatness);
    hail_casts_begin_parts(&w);
    find_radii(&w);
    if (cast->kinds.polygons)
        hail_casts_list_polygons(&w);
    for (uint64_t left = seek->layers; left; left &= left - 1) {
        w.number = lowest_bit_64(left);
        w.layer = seek->world->bodies.layer[w.number];
        w.exact = cast->kinds.circles && !w.layer->polygons && !w.layer->composed;
        w.convex = hail_casts_are_convex(&w);
        cast_layer(&w);
    }
}
