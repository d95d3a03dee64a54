/* engine/nearest/near_many.c - has a kernel search level by level, and merges what it finds of each point. What was
 * kept so far limits how far the next levels are searched. */
#include "near_many.h"

#include <math.h>
#include <string.h>

#include "world/slots.h"

/* As in near_fast.c: bodies in a point's circle. */
static const float MORE_BODIES = 1.5f, MORE_ROOTS = 2.2f, PI = 3.14159265f;

/* Circles grow by this share of the largest radius, where radii differ. */
static const float SPREAD = 0.75f;

/* Bodies that are looked at to tell how many a filter lets through. */
enum { SAMPLES = 32 };

/* A point that is counted by the kernel pays for a look at so many bodies' poses. */
enum { BODIES_A_POINT = 64 };

/* Grids with so few bodies and rows are searched whole: circles end at their limits only. Theirs are squares of up to
 * FLT_MAX, which a circle must reach by its area, by the largest one, and by what is added to its radius. */
enum { FEW_ROWS = 2 * HAIL_NEAR_CELLS };
static const float ANY_RADIUS = 0x1p50f;

/* Covers the rounding of distances. */
static const float GROWTH = 1.0f + 0x1p-20f;

/* ---- Sources ----------------------------------------------------------------------------------------------------- */

/* The share of a level's bodies that points may find, by a sample of both. It can change the speed only. */
static float share_of(const hail_seek *seek, const hail_near_source *s, size_t points) {
    const uint32_t bodies = s->level->view.count;
    const uint32_t samples = bodies < SAMPLES ? bodies : points < SAMPLES ? (uint32_t)points : SAMPLES;
    uint32_t allowed = 0;
    for (uint32_t i = 0; i < samples; i++) {
        const hail_seek_wish wish = seek_wish(seek, i * points / samples);
        allowed += seek_allows(&wish, s->layer, s->level->order[(uint64_t)i * bodies / samples]);
    }
    return ((float)allowed + 1.0f) / ((float)samples + 1.0f);
}

static void set_job(hail_near_many *many, hail_near_source *s, const hail_near_grid *from, size_t points) {
    const hail_grid_view *grid = &s->level->view;
    const float cell = 1.0f / grid->map.inverse, wanted = (float)many->capacity;
    const float more = (wanted + MORE_ROOTS * sqrtf(wanted) + MORE_BODIES) * 9.0f / PI;
    const float share = many->asks ? share_of(many->seek, s, points) : from->share;
    const bool whole = grid->count <= HAIL_NEAR_ROOM && grid->map.last_row < FEW_ROWS;
    const float spread = many->to_centre || !grid->radius ? 0.0f : s->level->reach * SPREAD;
    s->job =
        (hail_near_filtered_job){.few = {.grid = grid,
                                         .area = whole ? INFINITY : more * cell * cell / share,
                                         .largest = whole ? FLT_MAX : HAIL_NEAR_CELLS * HAIL_NEAR_CELLS * cell * cell,
                                         .limits = many->limits,
                                         .keep = (uint32_t)many->capacity,
                                         .stride = NEAR_BLOCK,
                                         .position = many->position,
                                         .distance = many->distance,
                                         .found = many->found},
                                 .to_centre = many->to_centre,
                                 .reach = many->to_centre ? 0.0f : s->level->reach,
                                 .spread = whole ? ANY_RADIUS : spread,
                                 .within = many->within,
                                 .counts = many->counts ? many->there : NULL,
                                 .no_index = many->no_index,
                                 .no_group = many->group,
                                 .in_category = many->in_category,
                                 .in_mask = many->in_mask,
                                 .allowed = from->allowed};
    if (!many->asks)
        return;
    s->job.order = s->level->order;
    s->job.group = layer_words(s->layer, COLUMN_GROUP);
    s->job.category = layer_words(s->layer, COLUMN_CATEGORY);
    s->job.mask = layer_words(s->layer, COLUMN_MASK);
}

/* Columns that nobody asks about need not be read. */
static void drop_columns(const hail_query_filter *f, hail_near_filtered_job *job) {
    if (!f->group && !f->each_group)
        job->group = NULL;
    if (!f->category && !f->each_category)
        job->mask = NULL;
    if (!f->mask && !f->each_mask)
        job->category = NULL;
}

/* Whether every body of a layer has a valid pose, as far as so many points are worth a look: the kernel counts all. */
static bool poses_valid(const hail_near_many *many, const hail_near_source *s, size_t points) {
    const hail_kernels *kernels = many->seek->kernels;
    const hail_layer *layer = s->layer;
    const float *cos = layer_floats(layer, COLUMN_COS), *scale = layer_floats(layer, COLUMN_SCALE);
    return points >= layer->active / BODIES_A_POINT &&
           !(cos && kernels->not_unit(cos, layer_floats(layer, COLUMN_SIN), layer->active)) &&
           !(scale && kernels->outside(scale, layer->active, 0.0f, HAIL_MAX_SCALE));
}

/* Adds a grid. False: it has shapes whose surface the kernel does not know, or bodies that it must not count. */
static bool add_grid(hail_near_many *many, const hail_near_grid *from, size_t points) {
    const hail_layer *layer = from->layer;
    hail_near_source *s = &many->source[many->sources];
    s->number = from->number;
    s->layer = layer;
    s->level = from->level;
    s->round = !layer->polygons && !layer->composed;
    if ((!s->round && !many->to_centre) || (many->counts && seek_checks_poses(layer) && !poses_valid(many, s, points)))
        return false;
    set_job(many, s, from, points);
    drop_columns(&many->seek->filter, &s->job);
    many->sources++;
    return true;
}

bool hail_near_many_open(hail_near_many *many, const hail_seek *seek, const hail_near_grids *grids,
                         const hail_query_near *near, size_t count, size_t capacity, hail_query_hit *hits,
                         uint32_t *counts) {
    many->seek = seek;
    many->near = near;
    many->to_centre = near->measure == HAIL_TO_CENTRE;
    many->capacity = capacity;
    many->hits = hits;
    many->counts = counts;
    many->asks = seek->selective && !grids->sifted;
    many->sources = 0;
    if (capacity > HAIL_NEAR_KEEP || !count)
        return false;
    for (uint32_t i = 0; i < grids->count; i++)
        if (!add_grid(many, &grids->grid[i], count))
            return false;
    return true;
}

/* ---- A block ----------------------------------------------------------------------------------------------------- */

static uint32_t place_of(const hail_near_many *many, uint32_t i) { return many->place ? many->place[i] : i; }

static void begin_block(hail_near_many *many, const hail_points *points, size_t first, const uint16_t *place,
                        uint32_t count) {
    many->first = first;
    many->place = place;
    many->count = count;
    many->x = place ? many->own_x : points->x + first;
    many->y = place ? many->own_y : points->y + first;
    for (uint32_t i = 0; i < count; i++) {
        const size_t point = first + place_of(many, i);
        if (place) {
            many->own_x[i] = points->x[point];
            many->own_y[i] = points->y[point];
        }
        many->radius[i] = near_radius(many->near, many->near->each_radius ? point : 0);
        many->keeps[i] = many->total[i] = 0;
        many->doubtful[i] = false;
    }
    for (uint32_t i = 0; i < count && many->asks; i++) {
        const hail_seek_wish wish = seek_wish(many->seek, first + place_of(many, i));
        many->group[i] = wish.group;
        many->in_mask[i] = wish.category;
        many->in_category[i] = wish.mask;
    }
}

/* Whether point i looks for bodies of a layer at all. */
static bool looks_in(const hail_near_many *many, const hail_near_source *s, uint32_t i) {
    const hail_seek *seek = many->seek;
    if (!(seek_layers(seek, many->first + place_of(many, i)) >> s->number & 1))
        return false;
    return !many->asks || layer_words(s->layer, COLUMN_CATEGORY) || !many->in_category[i] ||
           (many->in_category[i] & HAIL_DEFAULT_CATEGORY);
}

/* The index of the body that point i leaves out; UINT32_MAX: it is not of this layer, or none. */
static uint32_t left_out(const hail_near_many *many, const hail_near_source *s, uint32_t i) {
    const hail_body_store *bodies = &many->seek->world->bodies;
    const hail_handle except = seek_wish(many->seek, many->first + place_of(many, i)).except;
    if (!slots_alive(bodies, except))
        return UINT32_MAX;
    return slot_layer(bodies, except.slot) == s->number ? slot_index(bodies, except.slot) : UINT32_MAX;
}

/* How far point i looks: no further than its radius, or the last body that is kept if no more can be. */
static float bound_of(const hail_near_many *many, uint32_t i) {
    const float radius = many->radius[i];
    if (many->keeps[i] < many->capacity || (many->counts && radius < FLT_MAX))
        return radius;
    return many->kept[i * HAIL_NEAR_KEEP + many->capacity - 1].distance;
}

/* Squared: how far away the centre of a body may be. reach: the largest radius */
static float limit_of(float bound, float reach) {
    const float limit = bound < FLT_MAX ? (bound + reach) * GROWTH : FLT_MAX;
    const float positive = limit > 0.0f ? limit : 0.0f;
    return positive < FLT_MAX ? positive * positive : FLT_MAX;
}

static void set_limits(hail_near_many *many, const hail_near_source *s) {
    const hail_query_filter *f = &many->seek->filter;
    if (!many->asks && !f->each_layers) {
        for (uint32_t i = 0; i < many->count; i++) {
            many->within[i] = bound_of(many, i);
            many->limits[i] = limit_of(many->within[i], s->job.reach);
        }
        return;
    }
    const bool excepts = many->asks && (f->except.generation || f->each_except);
    for (uint32_t i = 0; i < many->count; i++) {
        const float bound = bound_of(many, i);
        const bool looks = looks_in(many, s, i);
        many->within[i] = looks ? bound : -FLT_MAX;
        many->limits[i] = looks ? limit_of(bound, s->job.reach) : 0.0f;
        many->no_index[i] = excepts ? left_out(many, s, i) : UINT32_MAX;
    }
}

/* ---- Merging ----------------------------------------------------------------------------------------------------- */

static uint32_t slot_of(const hail_near_many *many, const hail_near_kept *body) {
    const hail_near_source *s = &many->source[body->source];
    return layer_handles(s->layer)[s->level->order[body->position]].slot;
}

static bool comes_before(const hail_near_many *many, const hail_near_kept *a, const hail_near_kept *b) {
    if (a->distance != b->distance)
        return a->distance < b->distance;
    const uint32_t layer = many->source[a->source].number, other = many->source[b->source].number;
    return layer != other ? layer < other : slot_of(many, a) < slot_of(many, b);
}

/* Keeps a body of point i if it is among the nearest. */
static void keep(hail_near_many *many, uint32_t i, const hail_near_kept *body) {
    hail_near_kept *list = many->kept + i * HAIL_NEAR_KEEP;
    uint32_t at = many->keeps[i];
    if (at == many->capacity && !comes_before(many, body, &list[--at]))
        return;
    many->keeps[i] = at + 1;
    for (; at > 0 && comes_before(many, body, &list[at - 1]); at--)
        list[at] = list[at - 1];
    list[at] = *body;
}

/* Keeps the first bodies of point i, if no two of them are equally far away. */
static bool keep_first(hail_near_many *many, uint32_t i, uint32_t source, uint32_t found) {
    hail_near_kept *list = many->kept + i * HAIL_NEAR_KEEP;
    bool equal = false;
    for (uint32_t j = 0; j < found; j++) {
        const uint32_t at = j * NEAR_BLOCK + i;
        list[j] = (hail_near_kept){many->distance[at], source, many->position[at]};
        equal |= j && list[j].distance == list[j - 1].distance;
    }
    many->keeps[i] = equal ? 0 : found;
    return !equal;
}

/* Keeps the bodies of point i that are among the nearest. They come in order, so none is after the first that is too
 * far away. */
static void keep_more(hail_near_many *many, uint32_t i, uint32_t source, uint32_t found) {
    const hail_near_kept *last = many->kept + i * HAIL_NEAR_KEEP + many->capacity - 1;
    for (uint32_t j = 0; j < found; j++) {
        const uint32_t at = j * NEAR_BLOCK + i;
        if (many->keeps[i] == many->capacity && many->distance[at] > last->distance)
            return;
        keep(many, i, &(hail_near_kept){many->distance[at], source, many->position[at]});
    }
}

/* Whether all bodies of a source that were found for point i may be found. */
static bool all_valid(const hail_near_many *many, const hail_near_source *s, uint32_t i, uint32_t found) {
    bool valid = true;
    for (uint32_t j = 0; j < found; j++)
        valid &= layer_pose_valid(s->layer, s->level->order[many->position[j * NEAR_BLOCK + i]]);
    return valid;
}

static void merge(hail_near_many *many, uint32_t source) {
    const hail_near_source *s = &many->source[source];
    const bool poses = seek_checks_poses(s->layer);
    for (uint32_t i = 0; i < many->count; i++) {
        const uint32_t found = many->found[i];
        if (found == HAIL_NEAR_DOUBT || (poses && !all_valid(many, s, i, found)))
            many->doubtful[i] = true;
        else if (many->keeps[i] || !keep_first(many, i, source, found))
            keep_more(many, i, source, found);
    }
    for (uint32_t i = 0; i < many->count && many->counts; i++)
        many->total[i] += many->there[i];
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

static hail_query_hit *hits_of(const hail_near_many *many, uint32_t i) {
    return many->hits + (many->first + place_of(many, i)) * many->capacity;
}

/* Lists the results that bodies of a source give. */
static void list_rows(hail_near_many *many, uint32_t source) {
    uint32_t rows = 0;
    for (uint32_t i = 0; i < many->count; i++) {
        const uint32_t number = place_of(many, i) * (uint32_t)many->capacity;
        const hail_near_kept *list = many->kept + i * HAIL_NEAR_KEEP;
        for (uint32_t j = 0; j < many->keeps[i]; j++) {
            many->row_point[rows] = i;
            many->row_position[rows] = list[j].position;
            many->row_number[rows] = number + j;
            rows += list[j].source == source;
        }
    }
    many->rows = rows;
}

static void write_rows(const hail_near_many *many, const hail_near_source *s) {
    const uint8_t header[4] = {HAIL_CONTACT_BODY, (uint8_t)s->number, 0, 0}, inside[4] = {0, 0, 0, 1};
    hail_near_rows_job job = {.grid = &s->level->view,
                              .order = s->level->order,
                              .handle = &layer_handles(s->layer)->slot,
                              .user = s->layer->column[COLUMN_USER],
                              .x = many->x,
                              .y = many->y,
                              .to_centre = many->to_centre,
                              .rows = &(many->hits + many->first * many->capacity)->body.slot};
    memcpy(&job.header, header, sizeof header);
    memcpy(&job.inside, inside, sizeof inside);
    many->seek->kernels->near_rows(&job, many->row_point, many->row_position, many->row_number, many->rows);
}

/* Fills in the listed results one by one. */
static void put_rows(hail_near_many *many, const hail_near_source *s, hail_near_results *results) {
    for (uint32_t r = 0; r < many->rows; r++) {
        const uint32_t i = many->row_point[r], at = many->row_number[r] - place_of(many, i) * (uint32_t)many->capacity;
        hail_query_hit *hit = hits_of(many, i) + at;
        *hit = (hail_query_hit){.distance = many->kept[i * HAIL_NEAR_KEEP + at].distance,
                                .layer = (uint8_t)s->number,
                                .body.generation = s->level->order[many->row_position[r]]};
        hail_near_result(results, many->x[i], many->y[i], hit);
    }
}

/* Ends the lists of results, and lists the points that are left. */
static void finish(hail_near_many *many) {
    many->doubts = 0;
    for (uint32_t i = 0; i < many->count; i++) {
        if (many->doubtful[i]) {
            many->doubt[many->doubts++] = place_of(many, i);
            many->keeps[i] = 0;
            continue;
        }
        if (many->keeps[i] < many->capacity)
            hits_of(many, i)[many->keeps[i]].kind = 0;
        if (many->counts)
            many->counts[many->first + place_of(many, i)] = many->total[i];
    }
}

void hail_near_many_answer(hail_near_many *many, const hail_points *points, size_t first, const uint16_t *place,
                           uint32_t count, hail_near_results *results) {
    begin_block(many, points, first, place, count);
    for (uint32_t s = 0; s < many->sources; s++) {
        hail_near_source *source = &many->source[s];
        source->job.few.x = many->x;
        source->job.few.y = many->y;
        set_limits(many, source);
        many->seek->kernels->near_filtered(&source->job, 0, count);
        merge(many, s);
    }
    finish(many);
    for (uint32_t s = 0; s < many->sources; s++) {
        list_rows(many, s);
        if (many->source[s].round)
            write_rows(many, &many->source[s]);
        else
            put_rows(many, &many->source[s], results);
    }
}
