/* engine/statics/march_bodies.c - sweeps bodies' centres as rays through the map's pixels: lists the few bodies that
 * may hit something, block after block, and marches them when there are enough to fill the lanes. */
#include "march_bodies.h"

#include "compiler.h"
#include "near_lists.h"
#include "stops.h"
#include "tiles/one_way_rays.h"
#include "tiles/tile_data.h"

enum { BLOCK = 256, RAYS = 512, AHEAD = 8 }; /* bodies that are looked at, paths that are marched at a time */

/* The paths of bodies that are near something solid, as rays. */
typedef struct rays {
    uint32_t count;
    uint32_t index[RAYS];
    float x[RAYS], y[RAYS], dx[RAYS], dy[RAYS]; /* where they start, and how they go */
    float end_x[RAYS], end_y[RAYS];
    hail_ray_hit hits[RAYS];
    uint32_t found[RAYS];
    uint8_t ends_inside[RAYS]; /* whether the pixel where it is now is solid */
} rays;

/* Lists the bodies of [first, first + count) that may hit something, counted from `first`. */
static uint32_t list_near(const hail_static_query *q, const hail_tile_view *view, uint32_t first, uint32_t count,
                          uint32_t list[BLOCK + HAIL_SLACK]) {
    const hail_layer *layer = q->layer;
    const float *dx = layer_displacement(layer, false), *dy = layer_displacement(layer, true);
    if (dx)
        return q->world->kernels->near_solid(view, layer_floats(layer, COLUMN_X) + first,
                                             layer_floats(layer, COLUMN_Y) + first, dx + first, dy + first, count,
                                             list);
    for (uint32_t i = 0; i < count; i++)
        list[i] = i;
    return count;
}

static void add_ray(rays *w, uint32_t index, const hail_path *path) {
    const uint32_t to = w->count++;
    w->index[to] = index;
    w->x[to] = path->x;
    w->y[to] = path->y;
    w->dx[to] = path->dx;
    w->dy[to] = path->dy;
    w->end_x[to] = path->end_x;
    w->end_y[to] = path->end_y;
}

/* Adds the paths of a block's bodies that may hit something. */
static void add_rays(const hail_static_query *q, const hail_tile_view *view, uint32_t first, uint32_t count, rays *w) {
    uint32_t list[BLOCK + HAIL_SLACK];
    const uint32_t listed = list_near(q, view, first, count, list);
    for (uint32_t k = 0; k < listed; k++) {
        const uint32_t i = first + list[k];
        hail_path path;
        if (query_wants(q, i) && query_path(q, i, &path))
            add_ray(w, i, &path);
    }
}

/* The hit of a body that is in a solid pixel now, but whose ray ended just before that pixel by rounding. It lies at
 * the end of the ray, on the nearest of the edges that the body may have crossed. */
static void hit_at_end(const hail_static_query *q, const rays *w, uint32_t i, hail_ray_hit *hit) {
    const hail_tilemap *map = q->world->rules.map;
    const hail_tilemap_options *o = &map->options;
    const float x = w->end_x[i], y = w->end_y[i], dx = w->dx[i], dy = w->dy[i];
    const float px = floorf(x - o->x), py = floorf(y - o->y);
    const float wide = (float)(o->columns * map->width), high = (float)(o->rows * map->height);
    const float edge_x = (dx > 0.0f ? px : px + 1.0f) + o->x, edge_y = (dy > 0.0f ? py : py + 1.0f) + o->y;
    const bool by_x = dy == 0.0f || (dx != 0.0f && fabsf(x - edge_x) <= fabsf(y - edge_y));
    *hit =
        (hail_ray_hit){.x = by_x ? edge_x : x, .y = by_x ? y : edge_y, .distance = sqrtf(dx * dx + dy * dy), .hit = 1};
    hit->normal_x = by_x ? (dx > 0.0f ? -1.0f : 1.0f) : 0.0f;
    hit->normal_y = by_x ? 0.0f : dy > 0.0f ? -1.0f : 1.0f;
    hit->outside = px < 0.0f || py < 0.0f || px >= wide || py >= high;
    hit->pixel_x = (int32_t)fminf(fmaxf(px, -1.0f), wide);
    hit->pixel_y = (int32_t)fminf(fmaxf(py, -1.0f), high);
    hit->kind = (uint8_t)o->outside_kind;
    if (hit->outside)
        return;
    hit->column = hit->pixel_x / (int32_t)map->width;
    hit->row = hit->pixel_y / (int32_t)map->height;
    hit->cell = (uint32_t)hit->row * o->columns + (uint32_t)hit->column;
    hit->kind = (uint8_t)word_kind(tilemap_word(map, (uint32_t)hit->column, (uint32_t)hit->row));
}

/* One coordinate of where a body stops. Along the normal it is put back. Across the normal it stays in front of the
 * pixel that was hit: the pixel there is open, but its neighbours may be solid. */
static float stop_at(float at, float normal, float corner, int32_t pixel) {
    const float back = stop_back(at);
    if (normal != 0.0f)
        return at + normal * back;
    const float first = corner + (float)pixel;
    return fminf(fmaxf(at, first + back), first + 1.0f - back);
}

/* Sets a contact's normal: the smoothed one, if the motion goes into it; else that of the pixel's side. A body would
 * never be reflected by a normal that it leaves, and hit the pixel for ever. */
static void set_normal(const hail_static_query *q, const hail_ray_hit *hit, float dx, float dy, hail_contact *c) {
    hail_ray_hit smooth = *hit;
    if (q->rule->smooth)
        hail_tiles_smooth(q->world->rules.map, q->rule->kinds, q->rule->smooth, &smooth);
    const bool into = dx * smooth.normal_x + dy * smooth.normal_y < -(fabsf(dx) + fabsf(dy)) * 1e-6f;
    c->normal_x = -(into ? smooth.normal_x : hit->normal_x) + 0.0f;
    c->normal_y = -(into ? smooth.normal_y : hit->normal_y) + 0.0f;
}

/* One ray's hit as a contact, whose second point says where the body would stop. False: it is none. */
static bool contact_of(const hail_static_query *q, const rays *w, uint32_t i, hail_contact *c) {
    const hail_ray_hit *hit = &w->hits[i];
    const float dx = w->dx[i], dy = w->dy[i], length = sqrtf(dx * dx + dy * dy);
    if (hit->started_inside && !w->ends_inside[i])
        return false;
    *c = (hail_contact){.count = 1, .feature_b = hit->kind, .part_b = hit->outside ? UINT32_MAX : hit->cell};
    c->x[0] = hit->x;
    c->y[0] = hit->y;
    if (hit->started_inside) { /* it crossed no surface: the normal is its motion's */
        c->normal_x = length > 0.0f ? dx / length : 1.0f;
        c->normal_y = length > 0.0f ? dy / length : 0.0f;
        c->x[1] = hit->x;
        c->y[1] = hit->y;
        return true;
    }
    c->t = hit->distance < length ? hit->distance / length : 1.0f;
    const hail_tilemap_options *o = &q->world->rules.map->options;
    c->x[1] = stop_at(hit->x, hit->normal_x, o->x, hit->pixel_x);
    c->y[1] = stop_at(hit->y, hit->normal_y, o->y, hit->pixel_y);
    set_normal(q, hit, dx, dy, c);
    return true;
}

/* Adds the bodies whose rays hit nothing, but that are in a solid pixel now. Returns how many hits there are. */
static uint32_t add_hits_at_end(const hail_static_query *q, rays *w, uint32_t found) {
    bool hit[RAYS] = {false};
    for (uint32_t k = 0; k < found; k++)
        hit[w->found[k]] = true;
    for (uint32_t i = 0; i < w->count; i++)
        if (w->ends_inside[i] && !hit[i]) {
            hit_at_end(q, w, i, &w->hits[i]);
            w->found[found++] = i;
        }
    return found;
}

/* ---- One-way tiles ----------------------------------------------------------------------------------------------- */

/* Lets rays pass one-way tiles that do not stop them. Returns how many hits are left. */
static uint32_t pass_one_way(const hail_ray_passes *p, rays *w, uint32_t found) {
    uint32_t left = 0;
    for (uint32_t k = 0; k < found; k++)
        if (hail_ray_pass(p, w->found[k], &w->hits[w->found[k]]))
            w->found[left++] = w->found[k];
    return left;
}

/* Finds which bodies are in ordinary solid pixels now, and adds those whose rays ended just short of a one-way pixel in
 * which they are now. */
static uint32_t add_ends_short(const hail_static_query *q, const hail_ray_passes *p, rays *w, uint32_t found) {
    static const float out_x[5] = {0.0f, -1.0f, 0.0f, 1.0f, 0.0f}, out_y[5] = {0.0f, 0.0f, -1.0f, 0.0f, 1.0f};
    hail_tile_view ordinary = p->job->view;
    bool hit[RAYS] = {false};
    hail_one_way side;
    for (uint32_t k = 0; k < found; k++)
        hit[w->found[k]] = true;
    for (uint32_t i = 0; i < w->count; i++) {
        if (!w->ends_inside[i] || hit[i] || !hail_ray_ends_short(p, i, w->end_x[i], w->end_y[i], &side))
            continue;
        hit_at_end(q, w, i, &w->hits[i]);
        w->hits[i].normal_x = out_x[side];
        w->hits[i].normal_y = out_y[side];
        w->found[found++] = i;
    }
    ordinary.kinds &= ~p->map->set->one_way_kinds;
    q->world->kernels->solid_points(&ordinary, w->end_x, w->end_y, w->count, w->ends_inside);
    return found;
}

/* Marches what is listed; false ends the query. */
static bool march_rays(hail_static_query *q, const hail_tile_view *view, rays *w) {
    const hail_kernels *kernels = q->world->kernels;
    const hail_march_job job = {.view = *view,
                                .x = w->x,
                                .y = w->y,
                                .dx = w->dx,
                                .dy = w->dy,
                                .rows = (uint32_t *)(void *)w->hits,
                                .found = w->found};
    uint32_t found = kernels->march(&job, 0, w->count);
    kernels->solid_points(view, w->end_x, w->end_y, w->count, w->ends_inside);
    const hail_ray_passes passes = hail_ray_passes_of(q->world->rules.map, &job, false);
    if (passes.any) {
        found = pass_one_way(&passes, w, found);
        found = add_ends_short(q, &passes, w, found);
    }
    found = add_hits_at_end(q, w, found);
    w->count = 0;
    hail_contact contact;
    for (uint32_t k = 0; k < found; k++)
        HAIL_FETCH(layer_handles(q->layer) + w->index[w->found[k]]);
    for (uint32_t k = 0; k < found; k++)
        if (contact_of(q, w, w->found[k], &contact) && !hail_static_query_add(q, w->index[w->found[k]], 0, &contact))
            return false;
    return true;
}

/* Looks at the bodies of a range. */
static void march_columns(hail_static_query *q, const hail_tile_view *view, uint32_t begin, uint32_t end, rays *w) {
    for (uint32_t first = begin; first < end; first += BLOCK) {
        add_rays(q, view, first, end - first < BLOCK ? end - first : BLOCK, w);
        if (w->count > RAYS - BLOCK && !march_rays(q, view, w))
            return;
    }
    if (w->count)
        march_rays(q, view, w);
}

/* The bodies were looked at as they moved. The range begins with a block of the lists. */
static void march_lists(hail_static_query *q, const hail_tile_view *view, uint32_t begin, uint32_t end, rays *w) {
    const uint32_t *near = q->layer->scratch->column[SCRATCH_NEAR].data, *counts = near_list_counts(q->layer);
    const float *x = layer_floats(q->layer, COLUMN_X), *y = layer_floats(q->layer, COLUMN_Y);
    const float *dx = q->layer->scratch->column[SCRATCH_DX].data, *dy = q->layer->scratch->column[SCRATCH_DY].data;
    for (uint32_t first = begin; first < end; first += NEAR_LIST_BLOCK) {
        const uint32_t last = first + counts[first / NEAR_LIST_BLOCK];
        for (uint32_t k = first; k < last; k++) {
            const uint32_t i = near[k];
            hail_path path;
            if (k + AHEAD < last) {
                HAIL_FETCH(x + near[k + AHEAD]);
                HAIL_FETCH(y + near[k + AHEAD]);
            }
            if (!query_wants(q, i) || !path_from(x[i], y[i], dx[k], dy[k], &path))
                continue;
            add_ray(w, i, &path);
            if (w->count == RAYS && !march_rays(q, view, w))
                return;
        }
    }
    if (w->count)
        march_rays(q, view, w);
}

static void march_range(hail_static_query *q, uint32_t begin, uint32_t end) {
    const hail_tile_view view = hail_tilemap_view(q->world->rules.map, q->rule->kinds);
    rays w;
    w.count = 0;
    if (q->layer->scratch->listed)
        march_lists(q, &view, begin, end, &w);
    else
        march_columns(q, &view, begin, end, &w);
}

/* Ranges begin with a block of the lists. */
void hail_march_bodies(hail_static_query *q) { hail_static_query_run(q, NEAR_LIST_BLOCK, march_range); }
