/* engine/pairs/search.h - what the ways of finding a rule's pairs share. */
#ifndef HAIL_PAIRS_SEARCH_H
#define HAIL_PAIRS_SEARCH_H

#include "broad/chunk_order.h"
#include "find.h"
#include "atomic.h"

/* What becomes of the pairs that a search finds. */
typedef enum hail_sink_kind {
    SINK_KEEP,      /* scratch.pairs holds them */
    SINK_COUNT,     /* they are only counted, by slot of a */
    SINK_TAKE,      /* they are handed over as soon as there are enough */
    SINK_SHARED,    /* on tasks: scratch.pairs holds the first of all that workers find, in any order */
    SINK_TASK_BATCH /* on tasks, of a rule without order: they are narrowed as they are found (task_batch.h) */
} hail_sink_kind;

typedef struct hail_pair_sink {
    hail_sink_kind kind;
    uint32_t limit;                /* pairs that are held at most */
    uint32_t *counts;              /* SINK_COUNT */
    hail_pair_emit emit;           /* SINK_TAKE; after the first time, as many as take_pairs_at */
    bool taken;                    /* SINK_TAKE: some were handed over */
    hail_shared_count *shared;     /* SINK_SHARED: how many pairs all workers found */
    hail_chunk_order *order;       /* SINK_SHARED: ranks pairs as they are found; NULL: they are ranked later */
    struct hail_task_batch *batch; /* SINK_TASK_BATCH */
} hail_pair_sink;

/* The search for one rule's pairs. */
typedef struct hail_search {
    hail_world *world;
    const hail_planned_rule *plan;
    const hail_order_range *range;
    hail_pair_sink sink;
    hail_found found;
    bool ascending;                    /* drops pairs whose a does not have the lower slot */
    bool by_runs;                      /* skips runs of bodies that may not collide; hail_search_choose_... sets it */
    hail_orient_job orient;            /* hail_search_set_sides sets it */
    const hail_raster *raster;         /* the one that is searched; hail_search_enter_raster sets it */
    const hail_raster_job *copied;     /* with tasks: of the raster that each worker copies; NULL: they share it */
    hail_worker_scratch *worker;       /* of the task that searches; NULL: none does */
    struct hail_task_batch_part *part; /* SINK_TASK_BATCH: what the task works on */
} hail_search;

/* Whether tasks search. */
static inline bool search_on_tasks(const hail_search *s) {
    return s->sink.kind == SINK_SHARED || s->sink.kind == SINK_TASK_BATCH;
}

/* Where a search for a range of bodies goes on. To start, set from.body = begin and the rest to 0. */
typedef struct hail_search_cursors {
    hail_cursor from;   /* the block of bodies that is searched */
    hail_cursor cursor; /* within the block's survivors, if it was culled */
} hail_search_cursors;

/* Searches bodies from cursors->from.body to `end`; false ends the search. */
typedef bool hail_search_range_fn(hail_search *s, hail_search_cursors *cursors, uint32_t end, const void *what);

/* What tasks know of a search. */
typedef struct hail_search_task {
    const hail_search *search;
    hail_search_range_fn *range;
    const void *what;
} hail_search_task;

/* Searches bodies [0, count) with a function, on the world's tasks if there are some. `what` is handed on; no task may
 * have fewer than `grain` bodies. */
bool hail_search_bodies(hail_search *s, uint32_t count, uint32_t grain, hail_search_range_fn *search, const void *what);

/* Finds all pairs on the world's tasks, with `search` on the calling thread. Makes room for them. */
void hail_search_shared(hail_search *s, void (*search)(hail_search *s));

/* Takes pairs in the worker's chunk; false ends the search. */
bool hail_search_take_shared(hail_search *s, uint32_t count);

/* Orients the pairs in the worker's chunk, and writes them from cursors `at` on. Returns how many stay. */
uint32_t hail_search_orient(const hail_search *s, uint32_t at, uint32_t count);

/* Keeps the pairs whose a has the lower slot, each of which was found from both sides. Returns how many. */
uint32_t hail_search_keep_ascending(const hail_oriented *pairs, uint32_t count);

/* Where finders write a chunk of pairs. (Read again after pairs were taken: growing moves them.) */
static inline uint32_t *search_first(const hail_search *s) {
    return s->worker ? s->worker->first : s->world->scratch->pairs.first.data;
}
static inline uint32_t *search_second(const hail_search *s) {
    return s->worker ? s->worker->second : s->world->scratch->pairs.second.data;
}

/* How many pairs a chunk holds. */
static inline uint32_t search_chunk(const hail_search *s) {
    return s->worker ? PAIR_CHUNK : s->world->scratch->pairs.chunk;
}

static inline hail_survivors search_survivors(const hail_search *s) {
    return s->worker ? worker_survivors(s->worker) : s->world->scratch->raster.survivors;
}

static inline hail_pieces search_pieces(const hail_search *s) {
    return s->worker ? worker_pieces(s->worker) : hail_paths_pieces(&s->world->scratch->paths);
}

/* Says which layers the pairs that are found next lie in. The orders are the bodies' indices by position; NULL: pairs
 * hold indices already. */
void hail_search_set_sides(hail_search *s, const hail_layer *first, const uint32_t *first_order,
                           const hail_layer *second, const uint32_t *second_order, hail_orientation orientation);

/* Takes the `count` pairs in scratch.pairs.first and second; false ends the search. */
bool hail_search_take(hail_search *s, uint32_t count);

/* Hands over the pairs that were kept so far; false ends the search. */
bool hail_search_hand_over(hail_search *s);

/* Choose whether a grid, or a raster's current class, is searched by runs, for a layer that streams past the target;
 * sort it into runs if so. The sides must be set. */
void hail_search_choose_grid(hail_search *s, const hail_layer *stream, const hail_layer *target, hail_grid *grid);
void hail_search_choose_raster(hail_search *s, const hail_layer *stream, const hail_layer *target);

/* Bodies that stream past a grid. */
typedef struct hail_grid_stream {
    hail_stream_view view;
    const uint32_t *body; /* index by number in the view; NULL: by the order that was set */
    float small_limit;    /* px: others do not stream */
} hail_grid_stream;

/* Finds a chunk of the pairs of a grid with a stream, or with itself (NULL), as was chosen. Returns how many. */
uint32_t hail_search_grid(const hail_search *s, const hail_grid *grid, const hail_grid_stream *stream,
                          hail_cursor *cursor, uint32_t end);

/* A search for the pairs of survivors and the raster's targets. */
typedef struct hail_raster_lookup {
    const uint32_t *body; /* by index of a survivor; NULL: the index is the body's */
    float uniform_radius; /* of the survivors, if `uniform` */
    bool uniform;
    float small_limit;
    hail_size_filter size_filter;
    float slack;
} hail_raster_lookup;

/* Bodies that stream past one class of targets as they are. */
typedef struct hail_raster_stream {
    hail_stream_view view;
    hail_raster_lookup lookup;
    const hail_path_filter_job *filter; /* not NULL, swept: drops what does not come near */
} hail_raster_stream;

enum { RASTER_GRAIN = RASTER_BLOCK / 4 }; /* bodies of a task at least */

/* Searches for them, see hail_search_range_fn. */
bool hail_search_stream_past(hail_search *s, hail_search_cursors *cursors, uint32_t end, const void *what);

/* Finds a chunk of them, as was chosen. Returns how many. */
uint32_t hail_search_raster(const hail_search *s, const hail_raster_lookup *lookup, const hail_survivors *survivors,
                            hail_cursor *cursor, uint32_t end);

/* Makes room for a raster of `targets` targets of the sides that are set, past which `streamed` bodies stream. False:
 * there is no memory, which ends the search. */
bool hail_search_reserve_raster(hail_search *s, uint32_t targets, uint32_t streamed);

/* Rasterizes a job's targets class by class, and searches the active bodies of `stream` past each, with a function that
 * begins with hail_search_enter_raster; see hail_search_bodies. */
bool hail_search_classes(hail_search *s, const hail_layer *stream, const hail_layer *target, const hail_raster_job *job,
                         uint32_t grain, hail_search_range_fn *search, const void *what);

/* Sets the raster that is searched: where each worker has a copy, the worker's, which it makes if it has none yet. */
void hail_search_enter_raster(hail_search *s);

/* Of a layer with itself: finds the pairs of small bodies whose a is in the range, in the layer's grid. */
bool hail_search_range_of_self(hail_search *s, hail_layer *layer);

/* Lists the active bodies of layer a whose slots are in the range, in scratch.in_range. Returns how many; more than
 * `most`: there are more than that, and the list is of no use. */
uint32_t hail_search_list_range(hail_search *s, uint32_t most);

/* Searches a swept rule: streams the bodies of `stream` past the targets of `target`, the chosen ones or all (NULL). */
bool hail_search_paths(hail_search *s, const hail_layer *stream, const hail_layer *target, const uint32_t *chosen,
                       uint32_t count, hail_size_filter size_filter, float small_limit, hail_orientation orientation);

/* Streams the pieces that the plan cuts past the circles, or bodies at rest, of a grid. order: of the targets in it;
 * NULL: the layer's. */
bool hail_search_path_grid(hail_search *s, const hail_layer *stream, const hail_layer *target, hail_grid *grid,
                           const uint32_t *order);

/* Searches a swept rule of a layer with itself; and between two layers, with `large` large bodies that stream, which
 * are listed in scratch.large. */
bool hail_search_paths_of_self(hail_search *s, const hail_layer *layer);
bool hail_search_paths_across(hail_search *s, const hail_layer *stream, const hail_layer *target, uint32_t large);

/* The orientation of pairs of what streams past a grid. If that is the layer itself, each pair is found from both
 * sides, and one of them is dropped. */
static inline hail_orientation search_past(const hail_planned_rule *plan) {
    return plan->self ? HAIL_FIRST_IS_A : plan->orientation;
}

/* The orientation of the same pairs if first and second are swapped. */
static inline hail_orientation search_swapped(hail_orientation orientation) {
    return orientation == HAIL_FIRST_IS_A    ? HAIL_SECOND_IS_A
           : orientation == HAIL_SECOND_IS_A ? HAIL_FIRST_IS_A
                                             : orientation;
}

#endif
