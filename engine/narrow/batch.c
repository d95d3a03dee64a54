/* engine/narrow/batch.c - pairs from the caller's arrays: checks them all, then answers them in blocks. */
#include <string.h>

#include <hail/batch.h>

#include "shapes/row.h"
#include "tasks/run_tasks.h"
#include "check_shapes.h"
#include "dispatch.h"

_Static_assert(sizeof(hail_gap) == HAIL_SHORT_WORDS * sizeof(float) && offsetof(hail_gap, feature_a) == 7 * 4,
               "a gap is a short row");
_Static_assert(sizeof(hail_prediction) == HAIL_SHORT_WORDS * sizeof(float) &&
                   offsetof(hail_prediction, slide_x) == 2 * 4 && offsetof(hail_prediction, axis_x) == 4 * 4 &&
                   offsetof(hail_prediction, overlap) == 6 * 4 && offsetof(hail_prediction, intersect) == 7 * 4,
               "a prediction is a short row");

enum { BLOCK = 1024, GRAIN = 2 * BLOCK }; /* pairs at a time; pairs of a task at least */

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static const hail_shape_fields fields_a = HAIL_SHAPE_FIELDS("batch->a."), fields_b = HAIL_SHAPE_FIELDS("batch->b.");

/* Checks that every index names a shape of its side or, without indices, that the side has one for each pair. */
static hail_status check_index(const hail_checks *checks, const char *field, const uint32_t *index, size_t count,
                               size_t shapes) {
    return index ? hail_check_indices(checks, field, index, count, shapes)
                 : hail_check_count_to(checks->error, "batch->count", count, shapes);
}

static hail_status check_sides(const hail_checks *checks, const hail_batch *batch, bool moving) {
    const hail_shapes *a = &batch->a, *b = &batch->b;
    HAIL_REQUIRE(hail_check_places(checks, &fields_a, a, a->shape_count, moving));
    HAIL_REQUIRE(hail_check_places(checks, &fields_b, b, a->shape_count, moving));
    HAIL_REQUIRE(check_index(checks, "batch->index_a", batch->index_a, batch->count, a->count));
    return check_index(checks, "batch->index_b", batch->index_b, batch->count, b->count);
}

/* Checks that b's shapes are a's. Kernels read the edges of both sides from one array: with two, pairs of boxes took
 * 2.5 % more instructions. */
static hail_status check_one_array(hail_error *error, const hail_batch *batch) {
    const hail_shapes *a = &batch->a, *b = &batch->b;
    if (b->shapes)
        return hail_fail(error, HAIL_BAD_ARGUMENT, fields_b.shapes, "is given, but only calls to a world take it");
    if (b->convexes && b->convexes != a->convexes)
        return hail_fail(error, HAIL_BAD_ARGUMENT, fields_b.convexes, "is neither NULL nor a.convexes");
    return HAIL_OK;
}

/* Checks the counts and shapes. out: where answers go, by the caller's name for it. */
static hail_status check_batch(const hail_batch *batch, const hail_needed *out) {
    hail_error *error = context_error(batch->a.context);
    HAIL_REQUIRE(hail_check_count(error, "batch->count", batch->count));
    if (!batch->count)
        return hail_check_count_to(error, fields_a.shape_count, batch->a.shape_count, HAIL_MAX_SHAPES);
    HAIL_REQUIRE(hail_check_needed(error, out, 1));
    HAIL_REQUIRE(hail_check_convex_count(error, &fields_a, &batch->a));
    return check_one_array(error, batch);
}

/* ---- A call ------------------------------------------------------------------------------------------------------ */

/* Sets a side in place: a pair takes less time than a copy of what it is asked with. */
static void set_side(hail_side *side, const hail_shapes *shapes, bool moving) {
    side->x = shapes->x;
    side->y = shapes->y;
    side->dx = moving ? shapes->dx : NULL;
    side->dy = moving ? shapes->dy : NULL;
    side->radius = NULL;
    side->uniform_radius = -1.0f; /* every circle has its template's */
    side->cos = shapes->cos;
    side->sin = shapes->sin;
    side->scale = shapes->scale;
    side->shape = shapes->shape;
    side->handle = NULL;
}

static uint32_t vertices_of(const hail_convex *shape) { return row_bits(shape->words + HAIL_TEMPLATE_COUNT); }

/* The shape of a side's body in a pair. */
static size_t shape_of(const hail_shapes *side, const uint32_t *index, size_t pair) {
    return side->shape ? side->shape[index ? index[pair] : pair] : 0;
}

/* The first pair whose body of a side is a circle; count: none is. */
static size_t first_circle(const hail_batch *batch, const hail_shapes *side, const uint32_t *index) {
    size_t i = 0;
    while (i < batch->count && vertices_of(&batch->a.convexes[shape_of(side, index, i)]) != 1)
        i++;
    return i;
}

/* Checks that no pair has a circle. */
static hail_status check_cores(const hail_batch *batch) {
    const size_t a = first_circle(batch, &batch->a, batch->index_a), b = first_circle(batch, &batch->b, batch->index_b),
                 first = a <= b ? a : b;
    if (first == batch->count)
        return HAIL_OK;
    const hail_shapes *side = a <= b ? &batch->a : &batch->b;
    const uint32_t *index = a <= b ? batch->index_a : batch->index_b;
    const size_t at = index ? index[first] : first;
    const char *field = !side->shape ? fields_a.convexes : a <= b ? fields_a.shape : fields_b.shape;
    return hail_fail_at(context_error(batch->a.context), HAIL_UNSUPPORTED_PAIR, field, side->shape ? at : 0,
                        "is a circle, which has no edges");
}

/* The state of one call. */
typedef struct batch_call {
    hail_dispatch dispatch;
    const hail_batch *batch;
    const hail_tasks *tasks;
    uint8_t *touching; /* of hail_batch_touch; the caller sets it, or the job's rows */
} batch_call;

/* Adds a shape to the cores of a side, and finds whether some polygon or segment is rounded. (A circle's radius does
 * not count.) Fails if it was never prepared. */
static hail_status add_core(batch_call *call, hail_cores *cores, size_t number) {
    const hail_convex *shape = &call->batch->a.convexes[number];
    const uint32_t vertices = vertices_of(shape);
    if (!hail_convex_prepared(shape))
        return hail_fail_unprepared(context_error(call->batch->a.context), &fields_a, number);
    cores->least = vertices < cores->least ? vertices : cores->least;
    cores->most = vertices > cores->most ? vertices : cores->most;
    call->dispatch.job.rounded |= vertices > 1 && shape->words[HAIL_TEMPLATE_ROUNDING] > 0.0f;
    return HAIL_OK;
}

/* Checks all shapes, for both sides together; those of the pairs alone if these are fewer. */
static hail_status set_cores(batch_call *call) {
    const hail_batch *batch = call->batch;
    const bool apart = batch->count < batch->a.shape_count;
    const size_t count = apart ? batch->count : batch->a.shape_count;
    hail_cores a = {HAIL_MAX_VERTICES, 1}, b = a;
    call->dispatch.job.rounded = false;
    for (size_t i = 0; i < count; i++) {
        HAIL_REQUIRE(add_core(call, &a, apart ? shape_of(&batch->a, batch->index_a, i) : i));
        if (apart)
            HAIL_REQUIRE(add_core(call, &b, shape_of(&batch->b, batch->index_b, i)));
    }
    dispatch_set_cores(&call->dispatch, a, apart ? b : a);
    return HAIL_OK;
}

static void set_up(batch_call *call, const hail_batch *batch, const hail_kernels *kernels, hail_question question,
                   bool moving) {
    const uint8_t header[4] = {HAIL_CONTACT_BODY, 1, 0, 0}; /* kind, count, layer_a, layer_b */
    hail_narrow_job *job = &call->dispatch.job;
    call->dispatch.kernels = kernels;
    call->dispatch.question = question;
    call->batch = batch;
    set_side(&job->one, &batch->a, moving);
    set_side(&job->two, &batch->b, moving);
    job->templates = batch->a.convexes->words;
    job->from_end = false;
    job->manifold = true;
    memcpy(&job->header, header, sizeof header);
}

/* Checks everything and sets up the call. Without pairs it leaves `call` unset. */
static hail_status open_call(batch_call *call, const hail_batch *batch, const hail_needed *out,
                             hail_question question) {
    const bool moving = question == ASK_SWEEP || question == ASK_PREDICTION;
    if (!batch)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(check_batch(batch, out));
    if (!batch->count)
        return HAIL_OK;
    hail_checks checks = {0};
    HAIL_REQUIRE(hail_checks_open(&checks, batch->a.context));
    HAIL_REQUIRE(check_sides(&checks, batch, moving));
    set_up(call, batch, checks.kernels, question, moving);
    HAIL_REQUIRE(set_cores(call));
    call->tasks = checks.tasks;
    const bool circles = call->dispatch.a.least == 1 || call->dispatch.b.least == 1;
    return question == ASK_PREDICTION && circles ? check_cores(batch) : HAIL_OK;
}

static void list_places(const uint32_t *index, size_t first, uint32_t count, uint32_t *list) {
    if (index)
        memcpy(list, index + first, count * sizeof *list);
    for (uint32_t i = 0; !index && i < count; i++)
        list[i] = (uint32_t)first + i;
}

/* Answers pairs [first, first + count): pair first + i in row from + i of the job's rows. */
static void answer_block(const hail_dispatch *dispatch, const hail_batch *batch, size_t first, uint32_t count,
                         size_t from) {
    uint32_t a[BLOCK], b[BLOCK], row[BLOCK];
    list_places(batch->index_a, first, count, a);
    list_places(batch->index_b, first, count, b);
    list_places(NULL, from, count, row);
    hail_dispatch_pairs(dispatch, a, b, row, count);
}

static uint32_t block_of(uint32_t first, uint32_t last, uint32_t max) {
    return last - first < max ? last - first : max;
}

static void answer_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    const batch_call *call = task;
    (void)worker;
    for (uint32_t i = first; i < last; i += BLOCK)
        answer_block(&call->dispatch, call->batch, i, block_of(i, last, BLOCK), i);
}

/* Answers every pair in a row of its own. */
static hail_status answer_all(const hail_batch *batch, const char *field, void *out, hail_question question) {
    batch_call call;
    const hail_status status = open_call(&call, batch, &(hail_needed){field, out}, question);
    if (status != HAIL_OK || !batch->count)
        return status;
    call.dispatch.job.rows = out;
    hail_run_tasks(call.tasks, (uint32_t)batch->count, GRAIN, answer_range, &call);
    return HAIL_OK;
}

/* ---- Questions --------------------------------------------------------------------------------------------------- */

static void touch_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    enum { FEW = 240 }; /* contacts on the stack */
    hail_contact contacts[FEW];
    const batch_call *call = task;
    hail_dispatch own = call->dispatch; /* tasks must not share the rows */
    (void)worker;
    own.job.rows = (float *)(void *)contacts;
    for (uint32_t i = first; i < last; i += FEW) {
        const uint32_t n = block_of(i, last, FEW);
        answer_block(&own, call->batch, i, n, 0);
        for (uint32_t k = 0; k < n; k++)
            call->touching[i + k] = contacts[k].kind != 0;
    }
}

hail_status hail_batch_touch(const hail_batch *batch, uint8_t *touching) {
    batch_call call;
    const hail_status status = open_call(&call, batch, &(hail_needed){"touching", touching}, ASK_CONTACT);
    if (status != HAIL_OK || !batch->count)
        return status;
    call.touching = touching;
    call.dispatch.job.manifold = false;
    hail_run_tasks(call.tasks, (uint32_t)batch->count, GRAIN, touch_range, &call);
    return HAIL_OK;
}

hail_status hail_batch_collide(const hail_batch *batch, hail_contact *contacts) {
    return answer_all(batch, "contacts", contacts, ASK_CONTACT);
}

hail_status hail_batch_distance(const hail_batch *batch, hail_gap *gaps) {
    return answer_all(batch, "gaps", gaps, ASK_GAP);
}

hail_status hail_batch_sweep(const hail_batch *batch, hail_contact *hits) {
    return answer_all(batch, "hits", hits, ASK_SWEEP);
}

hail_status hail_batch_predict(const hail_batch *batch, hail_prediction *predictions) {
    return answer_all(batch, "predictions", predictions, ASK_PREDICTION);
}
