/* engine/queries/overlaps.c - answers queries in blocks: layer by layer, bodies near each query are listed by their
 * circles, filtered, tested exactly where circles are not enough, and put in order; then come cells and walls. */
#include "overlaps.h"

#include "lowest_bit.h"
#include "overlap_narrow.h"
#include "overlap_statics.h"
#include "tasks/run_tasks.h"

/* Bodies that are not circles are sought a little further off: what covers the tests' rounding errors. */
static const float SHAPE_SLACK = 1.0005f;

/* The zones of a block's queries. */
typedef struct zone_columns {
    float min_x[MATCH_QUERIES], min_y[MATCH_QUERIES], max_x[MATCH_QUERIES], max_y[MATCH_QUERIES];
    float radius[MATCH_QUERIES];
} zone_columns;

/* Of shapes: their slabs. */
typedef struct slab_columns {
    float x[MATCH_QUERIES], y[MATCH_QUERIES], middle[MATCH_QUERIES], half[MATCH_QUERIES];
} slab_columns;

/* A block of a call's queries. */
typedef struct overlap_block {
    const hail_overlaps *call;
    size_t first;
    uint32_t count;
    bool plain;       /* all its queries are points, boxes or circles */
    hail_zones exact; /* if they are: the queries themselves */
    hail_zones reach; /* what holds all that the exact tests may find; made when it is first needed */
    bool has_reach;
    zone_columns reach_columns;
    union {
        zone_columns exact_columns;
        slab_columns slabs; /* of shapes that are not plain; made with `reach` */
    };
    hail_match_rows rows;
    hail_match_list list;
    uint32_t until[MATCH_QUERIES]; /* of the current span, see overlap_span */
} overlap_block;

/* ---- Zones ------------------------------------------------------------------------------------------------------- */

static void put_zone(zone_columns *to, uint32_t i, const hail_zone *z) {
    to->min_x[i] = z->min_x;
    to->min_y[i] = z->min_y;
    to->max_x[i] = z->max_x;
    to->max_y[i] = z->max_y;
    to->radius[i] = z->radius;
}

static hail_zones zones_of(const zone_columns *columns) {
    return (hail_zones){columns->min_x, columns->min_y, columns->max_x, columns->max_y, columns->radius};
}

/* Of shapes: whether all of them are circles; their zones then. */
static bool make_exact(overlap_block *b) {
    hail_probe probe;
    hail_probe_begin(&probe, b->call);
    for (uint32_t i = 0; i < b->count; i++) {
        hail_probe_set(&probe, b->call, b->first + i);
        if (!probe.plain)
            return false;
        put_zone(&b->exact_columns, i, &probe.zone);
    }
    return true;
}

static void set_exact(overlap_block *b) {
    const hail_overlaps *c = b->call;
    b->plain = true;
    if (!c->shapes) {
        b->exact =
            (hail_zones){c->min_x + b->first, c->min_y + b->first, c->max_x + b->first, c->max_y + b->first, NULL};
        return;
    }
    b->plain = make_exact(b);
    b->exact = zones_of(&b->exact_columns);
}

/* Circles have no need of slabs. */
static bool has_slabs(const overlap_block *b) { return b->call->shapes && !b->plain; }

static void put_slab(slab_columns *to, uint32_t i, const hail_slab *slab) {
    to->x[i] = slab->x;
    to->y[i] = slab->y;
    to->middle[i] = slab->middle;
    to->half[i] = slab->half;
}

static void need_reach(overlap_block *b) {
    hail_slab_memory memory = {0};
    hail_probe probe;
    if (b->has_reach)
        return;
    hail_probe_begin(&probe, b->call);
    for (uint32_t i = 0; i < b->count; i++) {
        hail_probe_set(&probe, b->call, b->first + i);
        const hail_zone zone = hail_probe_reach(&probe);
        put_zone(&b->reach_columns, i, &zone);
        if (!has_slabs(b))
            continue;
        const hail_slab slab = hail_probe_slab(&probe, zone.radius, &memory);
        put_slab(&b->slabs, i, &slab);
    }
    b->reach = zones_of(&b->reach_columns);
    b->has_reach = true;
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

/* Queries [begin, end) of the block, which look in the current layer. The list holds the bodies of queries [listed,
 * end): those of query q end at until[q]; those of the last one that has any may go on in the next list. */
typedef struct overlap_span {
    overlap_block *block;
    const hail_layer *layer;
    bool exact; /* all bodies are circles, all queries plain: what is listed touches */
    uint32_t begin, end;
    uint32_t listed;  /* the first query whose bodies are in the list */
    uint32_t count;   /* bodies in the list */
    uint32_t partial; /* the query whose first bodies were put already; UINT32_MAX: none */
} overlap_span;

/* Whether some of the layer's bodies may not be found. */
static bool filters(const overlap_span *s) { return s->block->call->scope->selective || layer_checks_poses(s->layer); }

/* Whether a query may find a body. */
static bool lets(const overlap_span *s, const hail_filter_values *values, uint32_t index) {
    return layer_pose_valid(s->layer, index) && values_allow(values, s->layer, index);
}

/* Takes the bodies away that a query may not find. */
static void filter(const overlap_span *s, uint32_t last) {
    overlap_block *b = s->block;
    const hail_query_scope *scope = b->call->scope;
    uint32_t kept = 0;
    for (uint32_t q = s->listed, i = 0; q <= last; q++) {
        const hail_filter_values values = filter_values(scope, b->first + q);
        for (; i < b->until[q]; i++) {
            const uint32_t index = b->list.index[i];
            b->list.index[kept] = index;
            kept += lets(s, &values, index);
        }
        b->until[q] = kept;
    }
}

/* Puts the bodies of queries `listed` to `last`. goes_on: more of the last one's are to come. */
static void put_list(overlap_span *s, uint32_t last, bool goes_on) {
    overlap_block *b = s->block;
    for (uint32_t q = s->listed, from = 0; q <= last; from = b->until[q++]) {
        const bool more = goes_on && q == last;
        if (s->partial != q && !more) {
            if (from < b->until[q])
                hail_match_put(&b->rows, q, &b->list, from, b->until[q]);
            continue;
        }
        if (s->partial != q)
            hail_match_begin_parts(&b->rows, q);
        hail_match_put_part(&b->rows, q, &b->list, from, b->until[q]);
        if (!more)
            hail_match_end_parts(&b->rows, q);
        s->partial = more ? q : UINT32_MAX;
    }
}

/* Filters and tests the bodies of queries `listed` to `last`, and puts them. */
static void take_queries(overlap_span *s, uint32_t last, bool goes_on) {
    overlap_block *b = s->block;
    b->list.has_parts = false;
    if (filters(s))
        filter(s, last);
    if (!s->exact)
        hail_overlap_narrow(b->call, s->layer, b->first + s->listed, last + 1 - s->listed, &b->list,
                            b->until + s->listed);
    put_list(s, last, goes_on);
}

/* Makes room in a list that ends with some of the bodies of query `last`: puts those of the others, and these too if
 * they are many. */
static void make_room(overlap_span *s, uint32_t last) {
    overlap_block *b = s->block;
    if (last > s->listed) {
        const uint32_t from = b->until[last - 1];
        take_queries(s, last - 1, false);
        s->count -= from;
        s->listed = last;
        memmove(b->list.index, b->list.index + from, s->count * sizeof *b->list.index);
    }
    if (s->count < MATCH_LIST / 2)
        return;
    b->until[last] = s->count;
    take_queries(s, last, true);
    s->count = 0;
}

/* ---- Layers ------------------------------------------------------------------------------------------------------ */

/* In place: a point takes hardly longer than a copy of what it is asked with. */
static void set_job(hail_zone_job *job, const overlap_span *s, const hail_level *level) {
    const overlap_block *b = s->block;
    const slab_columns *slabs = &b->slabs;
    job->grid = level->view;
    job->reach = level->reach;
    job->slack = s->exact ? 1.0f : SHAPE_SLACK;
    job->order = level->order;
    job->zones = s->exact ? b->exact : b->reach;
    job->slabs.x = NULL;
    if (has_slabs(b))
        job->slabs = (hail_slabs){slabs->x, slabs->y, slabs->middle, slabs->half};
}

/* Lists what queries [begin, end) find in a level, and takes full lists on the way. */
static void search_level(overlap_span *s, const hail_level *level, uint32_t begin, uint32_t end) {
    overlap_block *b = s->block;
    hail_zone_job job;
    hail_cursor cursor = {.body = begin};
    set_job(&job, s, level);
    while (cursor.body < end) {
        const uint32_t before = s->count, from = cursor.body;
        s->count += b->call->scope->kernels->find_in_zones(&job, &cursor, end, b->list.index + before, b->until,
                                                           MATCH_LIST - before);
        for (uint32_t q = from; before && q < cursor.body; q++)
            b->until[q] += before;
        if (cursor.body < end)
            make_room(s, cursor.body);
    }
}

/* Drops the bodies that their points may not find. Returns how many are left. */
static uint32_t filter_pairs(const overlap_span *s, uint32_t *query, uint32_t *index, uint32_t count) {
    const overlap_block *b = s->block;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++) {
        const hail_filter_values values = filter_values(b->call->scope, b->first + query[k]);
        const bool allowed = lets(s, &values, index[k]);
        query[kept] = query[k];
        index[kept] = index[k];
        kept += allowed;
    }
    return kept;
}

/* Searches a level for points, until there are many bodies near some: then the span begins there. */
static void search_points(overlap_span *s, const hail_level *level) {
    overlap_block *b = s->block;
    const hail_query_scope *scope = b->call->scope;
    const hail_kernels *kernels = scope_kernels(scope, s->end - s->begin);
    hail_zone_job job;
    uint32_t query[MATCH_LIST], *index = b->list.index, count;
    set_job(&job, s, level);
    hail_match_begin_pairs(&b->rows, s->begin, s->end);
    do {
        count = kernels->find_at_points(&job, &s->begin, s->end, query, index, MATCH_LIST);
        const uint32_t left = filters(s) ? filter_pairs(s, query, index, count) : count;
        hail_match_put_pairs(&b->rows, query, index, left);
    } while (count && s->begin < s->end);
    hail_match_end_pairs(&b->rows);
}

/* Searches the span's layer. With several levels, query by query. */
static void search_span(overlap_span *s) {
    const hail_levels *levels = prepared_levels(s->layer);
    if (s->exact && s->block->call->points && levels->count == 1)
        search_points(s, &levels->level[0]);
    if (s->begin == s->end)
        return;
    s->listed = s->begin;
    s->count = 0;
    s->partial = UINT32_MAX;
    if (levels->count == 1) {
        search_level(s, &levels->level[0], s->begin, s->end);
        take_queries(s, s->end - 1, false);
        return;
    }
    for (uint32_t q = s->begin; q < s->end; q++) {
        for (uint32_t l = 0; l < levels->count; l++) {
            if (s->count + HAIL_SLACK > MATCH_LIST)
                make_room(s, q);
            search_level(s, &levels->level[l], q, q + 1);
        }
        s->block->until[q] = s->count;
    }
    take_queries(s, s->end - 1, false);
}

/* Whether every query of a call looks in every layer. */
static bool all_look(const hail_overlaps *call) { return call->counts && !call->scope->filter->each_layers; }

/* Whether query q of the block looks in a layer. */
static bool looks_in(const overlap_block *b, uint32_t q, uint32_t layer) {
    return (scope_layers(b->call->scope, b->first + q) >> layer & 1) && !match_full(&b->rows, q);
}

static void search_layer(overlap_block *b, uint32_t number) {
    const hail_world *world = b->call->scope->world;
    overlap_span s = {.block = b, .layer = world->bodies.layer[number]};
    s.exact = b->plain && !s.layer->polygons && !s.layer->composed;
    if (!s.exact)
        need_reach(b);
    hail_match_begin_layer(&b->rows, s.layer, number);
    const bool all = all_look(b->call);
    for (uint32_t q = 0; q < b->count; q = s.end) {
        for (s.begin = q; !all && s.begin < b->count && !looks_in(b, s.begin, number); s.begin++)
            ;
        for (s.end = all ? b->count : s.begin; s.end < b->count && looks_in(b, s.end, number); s.end++)
            ;
        if (s.begin < s.end)
            search_span(&s);
    }
}

/* ---- All queries ------------------------------------------------------------------------------------------------- */

static void run_block(overlap_block *b) {
    const hail_query_scope *scope = b->call->scope;
    hail_match_begin(&b->rows, b->call, b->first, b->count);
    b->has_reach = false;
    set_exact(b);
    for (uint64_t left = scope->layers; left; left &= left - 1)
        search_layer(b, lowest_bit_64(left));
    const hail_static_queries all = {b->call, b->first, b->count, &b->reach};
    if (scope->map || scope->sectors)
        need_reach(b);
    if (scope->map)
        hail_overlap_tiles(&all, &b->rows);
    if (scope->sectors)
        hail_overlap_walls(&all, &b->rows);
    hail_match_end(&b->rows, b->count);
}

static void run_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    overlap_block b; /* field by field: most of it need not be cleared */
    (void)worker;
    b.call = task;
    for (b.first = first; b.first < last; b.first += MATCH_QUERIES) {
        const size_t left = last - b.first;
        b.count = left < MATCH_QUERIES ? (uint32_t)left : MATCH_QUERIES;
        run_block(&b);
    }
}

void hail_overlaps_run(hail_overlaps *call, const hail_tasks *tasks) {
    hail_run_tasks(tasks, (uint32_t)call->count, MATCH_QUERIES, run_range, call);
}
