/* bindings/js/find.c - questions to the index of things that move: the user values of all that is found, without gaps,
 * however much it is. */
#include <hail/hail.h>

#include <stdlib.h>
#include <string.h>

hail_error *hail_js_error(void); /* shim.c */

enum { SLICE = 64 /* questions at once */, ROOM = 4096 /* answers of a slice, or of the largest question */ };

typedef enum hail_js_question { IN_BOXES, AT_POINTS, NEAREST, ON_RAYS } hail_js_question;

/* What was found. The arrays never shrink. */
typedef struct hail_js_found {
    uint32_t *ids;     /* those of question i from start[i] up to start[i + 1] */
    float *distance;   /* of each id, if they were nearest or on rays */
    uint32_t *start;   /* questions + 1 */
    uint32_t *counts;  /* of a slice */
    void *answers;     /* of a slice: matches or hits */
    size_t room, rows; /* ids and answers that there is room for */
    size_t questions;
} hail_js_found;

/* One call's question. */
typedef struct asked {
    const hail_world *world;
    hail_query_filter filter;
    hail_nearest_options nearest;
    hail_js_question question;
    const void *list; /* hail_boxes, hail_points or hail_rays */
    size_t limit;     /* answers to each question; 0: all */
} asked;

static bool grow(void *array, size_t count, size_t size) {
    void **at = array, *larger = count < SIZE_MAX / 2 / size ? realloc(*at, count * size) : NULL;
    *at = larger ? larger : *at;
    return larger != NULL;
}

static bool make_rows(hail_js_found *found, size_t count) {
    if (count <= found->rows)
        return true;
    const bool made = grow(&found->answers, count, sizeof(hail_query_hit));
    found->rows = made ? count : found->rows;
    return made;
}

static bool make_room(hail_js_found *found, size_t count) {
    const size_t room = count + count / 2;
    if (count <= found->room)
        return true;
    if (!grow(&found->ids, room, sizeof *found->ids) || !grow(&found->distance, room, sizeof *found->distance))
        return false;
    found->room = room;
    return true;
}

hail_js_found *hail_js_found_create(void) { return calloc(1, sizeof(hail_js_found)); }

void hail_js_found_destroy(hail_js_found *found) {
    if (!found)
        return;
    free(found->ids), free(found->distance), free(found->start), free(found->counts), free(found->answers);
    free(found);
}

static const float *from(const float *column, size_t first) { return column ? column + first : NULL; }

static hail_points points_from(const hail_points *p, size_t first, size_t count) {
    return (hail_points){.context = p->context, .x = from(p->x, first), .y = from(p->y, first), .count = count};
}

static hail_boxes boxes_from(const hail_boxes *b, size_t first, size_t count) {
    return (hail_boxes){.context = b->context,
                        .min_x = from(b->min_x, first),
                        .min_y = from(b->min_y, first),
                        .max_x = from(b->max_x, first),
                        .max_y = from(b->max_y, first),
                        .count = count};
}

static hail_rays rays_from(const hail_rays *r, size_t first, size_t count) {
    return (hail_rays){.context = r->context,
                       .x = from(r->x, first),
                       .y = from(r->y, first),
                       .dx = from(r->dx, first),
                       .dy = from(r->dy, first),
                       .to_x = from(r->to_x, first),
                       .to_y = from(r->to_y, first),
                       .count = count};
}

/* Asks the questions from `first` on. */
static hail_status ask(const asked *a, size_t first, size_t count, size_t capacity, void *answers, uint32_t *counts) {
    if (a->question == IN_BOXES) {
        const hail_boxes boxes = boxes_from(a->list, first, count);
        return hail_query_boxes(a->world, &boxes, &a->filter, capacity, answers, counts);
    }
    if (a->question == ON_RAYS) {
        const hail_rays rays = rays_from(a->list, first, count);
        return hail_query_rays(a->world, &rays, &a->filter, capacity, answers, NULL);
    }
    const hail_points points = points_from(a->list, first, count);
    if (a->question == NEAREST)
        return hail_query_nearest(a->world, &points, &a->nearest, &a->filter, capacity, answers, NULL);
    return hail_query_points(a->world, &points, &a->filter, capacity, answers, counts);
}

/* Puts one question's answers behind the others. */
static bool put(hail_js_found *found, const asked *a, size_t question, const void *answers, size_t capacity) {
    const bool hits = a->question >= NEAREST;
    const hail_query_match *match = answers;
    const hail_query_hit *hit = answers;
    uint32_t count = found->start[question];
    if (!make_room(found, count + capacity))
        return false;
    for (size_t i = 0; i < capacity && (hits ? hit[i].kind : match[i].kind); i++) {
        found->distance[count] = hits ? hit[i].distance : 0.0f;
        found->ids[count++] = (uint32_t)(hits ? hit[i].user : match[i].user);
    }
    found->start[question + 1] = count;
    return true;
}

/* A slice of questions; one that finds more than there is room for is asked again by itself. */
static hail_status slice(hail_js_found *found, const asked *a, size_t first, size_t count) {
    const size_t size = a->question >= NEAREST ? sizeof(hail_query_hit) : sizeof(hail_query_match);
    const size_t capacity = a->limit ? a->limit : ROOM / SLICE;
    if (!make_rows(found, count * capacity))
        return HAIL_NO_MEMORY;
    hail_status status = ask(a, first, count, capacity, found->answers, a->limit ? NULL : found->counts);
    unsigned char *own = NULL;
    for (size_t i = 0; i < count && status == HAIL_OK; i++) {
        const unsigned char *answers = (unsigned char *)found->answers + i * capacity * size;
        const size_t needed = a->limit ? 0 : found->counts[i];
        if (needed <= capacity) {
            status = put(found, a, first + i, answers, capacity) ? HAIL_OK : HAIL_NO_MEMORY;
            continue;
        }
        if (!grow(&own, needed, size))
            status = HAIL_NO_MEMORY;
        else
            status = ask(a, first + i, 1, needed, own, found->counts + SLICE);
        if (status == HAIL_OK && !put(found, a, first + i, own, needed))
            status = HAIL_NO_MEMORY;
    }
    free(own);
    return status;
}

/* Makes the element of an error in a slice one of the whole list. */
static void count_from(hail_error *error, size_t first) {
    if (error->element != HAIL_NO_ELEMENT)
        error->element += first;
}

/* Asks `count` questions of one kind.
 *
 *   list    hail_boxes, hail_points or hail_rays
 *   limit   answers to each, of NEAREST and ON_RAYS; else 0: all
 *   radius  of NEAREST */
hail_status hail_js_find(hail_js_found *found, hail_world *world, uint32_t question, const void *list, size_t count,
                         size_t limit, float radius, uint32_t order) {
    const asked a = {.world = world,
                     .filter = {.order = order},
                     .nearest = {.radius = radius},
                     .question = (hail_js_question)question,
                     .list = list,
                     .limit = limit};
    if (!found->counts && !grow(&found->counts, SLICE + 1, sizeof *found->counts))
        return HAIL_NO_MEMORY;
    if ((count >= found->questions || !found->start) && !grow(&found->start, count + 1, sizeof *found->start))
        return HAIL_NO_MEMORY;
    found->questions = count >= found->questions ? count + 1 : found->questions;
    found->start[0] = 0;
    hail_status status = hail_query_prepare(world, 0);
    if (count == 0 && status == HAIL_OK)
        status = ask(&a, 0, 0, 1, NULL, NULL);
    for (size_t first = 0; first < count && status == HAIL_OK; first += SLICE) {
        status = slice(found, &a, first, count - first < SLICE ? count - first : SLICE);
        if (status != HAIL_OK)
            count_from(hail_js_error(), first);
    }
    return status;
}

const uint32_t *hail_js_found_ids(const hail_js_found *found) { return found->ids; }
const uint32_t *hail_js_found_start(const hail_js_found *found) { return found->start; }
const float *hail_js_found_distance(const hail_js_found *found) { return found->distance; }
