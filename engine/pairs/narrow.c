/* engine/pairs/narrow.c - hands a rule's pairs to the kernels for their shapes. */
#include "narrow.h"

#include "tasks/run_tasks.h"
#include "atomic.h"

/* The rows that kernels write are contacts. */
_Static_assert(sizeof(hail_contact) == HAIL_ROW_WORDS * sizeof(float), "a contact is a row");
_Static_assert(offsetof(hail_contact, b) == 2 * 4 && offsetof(hail_contact, kind) == 4 * 4 &&
                   offsetof(hail_contact, feature_a) == 5 * 4 && offsetof(hail_contact, part_b) == 6 * 4 &&
                   offsetof(hail_contact, t) == 7 * 4 && offsetof(hail_contact, normal_x) == 8 * 4 &&
                   offsetof(hail_contact, x) == 10 * 4 && offsetof(hail_contact, y) == 12 * 4 &&
                   offsetof(hail_contact, depth) == 14 * 4,
               "a contact's words lie where simd/kernels/narrow/pair_lanes.h writes them");

uint32_t hail_narrow_header(const hail_rule *rule) {
    const uint8_t kind = rule->layer_b == HAIL_WALLS ? HAIL_CONTACT_WALL : HAIL_CONTACT_BODY;
    const uint8_t bytes[4] = {kind, rule->mode != HAIL_PAIRS, (uint8_t)rule->layer_a, (uint8_t)rule->layer_b};
    uint32_t header;
    memcpy(&header, bytes, sizeof header);
    return header;
}

/* Sets all of a dispatch but its sides and their cores. In place, as the sides: in a step of a few
 * pairs, copies would cost more than the pairs. */
static void set_question(hail_dispatch *dispatch, const hail_world *world, const hail_rule *rule,
                         const float *templates, hail_contact *rows) {
    hail_narrow_job *job = &dispatch->job;
    dispatch->kernels = world->kernels;
    dispatch->question = rule_swept(rule) ? ASK_SWEEP : ASK_CONTACT;
    job->templates = templates;
    job->header = hail_narrow_header(rule);
    job->rounded = world->shapes->rounded;
    job->manifold = rule->mode != HAIL_PAIRS;
    job->rows = (float *)(void *)rows;
}

uint32_t hail_narrow(const hail_world *world, const hail_rule *rule, const hail_narrow_sides *sides,
                     const hail_narrow_list *list, hail_contact *rows) {
    hail_dispatch dispatch;
    set_question(&dispatch, world, rule, sides->templates, rows);
    dispatch.job.one = sides->a;
    dispatch.job.two = sides->b;
    dispatch.job.from_end = sides->from_end;
    dispatch_set_cores(&dispatch, sides->cores_a, sides->cores_b);
    return hail_dispatch_pairs(&dispatch, list->a, list->b, list->row, list->count);
}

/* Asks for grazes instead. Their rows are written with all numbers, also of HAIL_PAIRS: t and depth are wanted. */
static void ask_for_grazes(hail_dispatch *dispatch, const hail_rule *rule) {
    hail_narrow_job *job = &dispatch->job;
    const uint8_t bytes[4] = {HAIL_CONTACT_GRAZE, rule->mode != HAIL_PAIRS, (uint8_t)rule->layer_a,
                              (uint8_t)rule->layer_b};
    dispatch->question = ASK_GRAZE;
    memcpy(&job->header, bytes, sizeof bytes);
    job->margin = rule->graze;
    job->manifold = true;
}

/* Leaves t and depth alone to grazes of a HAIL_PAIRS rule: those whose contacts have no points. */
static void clear_points(const hail_dispatch *dispatch, const hail_narrow_list *list, hail_contact *rows) {
    uint8_t header[4];
    memcpy(header, &dispatch->job.header, sizeof header);
    if (dispatch->question != ASK_GRAZE || header[1] > 0)
        return;
    for (uint32_t i = 0; i < list->count; i++) {
        hail_contact *row = &rows[list->row[i]];
        row->feature_a = row->feature_b = 0;
        row->normal_x = row->normal_y = row->x[0] = row->y[0] = 0.0f;
    }
}

uint32_t hail_narrow_grazes(const hail_world *world, const hail_rule *rule, const hail_narrow_sides *sides,
                            const hail_narrow_list *list, hail_contact *rows) {
    hail_dispatch dispatch;
    set_question(&dispatch, world, rule, sides->templates, rows);
    ask_for_grazes(&dispatch, rule);
    dispatch.job.one = sides->a;
    dispatch.job.two = sides->b;
    dispatch.job.from_end = sides->from_end;
    dispatch_set_cores(&dispatch, sides->cores_a, sides->cores_b);
    const uint32_t grazed = hail_dispatch_pairs(&dispatch, list->a, list->b, list->row, list->count);
    clear_points(&dispatch, list, rows);
    return grazed;
}

static void set_side(hail_side *side, const hail_layer *layer) {
    side->x = layer_floats(layer, COLUMN_X);
    side->y = layer_floats(layer, COLUMN_Y);
    side->dx = layer_displacement(layer, false);
    side->dy = layer_displacement(layer, true);
    side->radius = layer_radii(layer);
    side->uniform_radius = layer->scratch->largest;
    side->cos = layer_floats(layer, COLUMN_COS);
    side->sin = layer_floats(layer, COLUMN_SIN);
    side->scale = layer_floats(layer, COLUMN_SCALE);
    side->shape = layer_words(layer, COLUMN_SHAPE);
    side->handle = &layer_handles(layer)->slot;
}

hail_cores hail_narrow_cores(const hail_shapeset *shapes, const hail_layer *layer) {
    if (layer->uniform_shape) {
        const uint32_t vertices = shape_vertices(shapes, layer->uniform_shape);
        return (hail_cores){vertices, vertices};
    }
    return (hail_cores){layer->polygons == layer->count ? 2 : 1, layer->polygons ? HAIL_MAX_VERTICES : 1};
}

/* ---- Pairs of bodies --------------------------------------------------------------------------------------------- */

static void begin(hail_narrowing *n, const hail_world *world, const hail_rule *rule, hail_contact *rows) {
    const hail_layer *a = world->bodies.layer[rule->layer_a], *b = world->bodies.layer[rule->layer_b];
    set_question(&n->dispatch, world, rule, world->shapes->rows.data, rows);
    set_side(&n->dispatch.job.one, a);
    set_side(&n->dispatch.job.two, b);
    n->dispatch.job.from_end = true;
    dispatch_set_cores(&n->dispatch, hail_narrow_cores(world->shapes, a), hail_narrow_cores(world->shapes, b));
}

void hail_narrowing_begin(hail_narrowing *n, const hail_world *world, const hail_rule *rule) {
    begin(n, world, rule, NULL);
}

static void stand_still(hail_side *side) { side->dx = side->dy = NULL; }

void hail_narrowing_begin_grazes(hail_narrowing *n, const hail_world *world, const hail_rule *rule) {
    begin(n, world, rule, NULL);
    ask_for_grazes(&n->dispatch, rule);
    if (rule_swept(rule))
        return;
    stand_still(&n->dispatch.job.one);
    stand_still(&n->dispatch.job.two);
}

bool hail_narrowing_ask_short(hail_narrowing *n) {
    if (n->dispatch.question != ASK_CONTACT || n->dispatch.a.most > 1 || n->dispatch.b.most > 1)
        return false;
    n->dispatch.question = ASK_SHORT_CONTACT;
    return true;
}

uint32_t hail_narrowing_run(const hail_narrowing *n, const hail_narrow_list *list, hail_contact *rows) {
    hail_dispatch dispatch = n->dispatch;
    dispatch.job.rows = (float *)(void *)rows;
    const uint32_t touching = hail_dispatch_pairs(&dispatch, list->a, list->b, list->row, list->count);
    clear_points(&dispatch, list, rows);
    return touching;
}

enum { NARROW_ALONE = 1024, NARROW_GRAIN = 256 }; /* pairs that are no work for tasks; pairs of a task at least */

/* What tasks know of a list of pairs. */
typedef struct narrow_task {
    const hail_narrowing *narrowing;
    hail_narrow_list list;
    hail_contact *rows;
    hail_shared_count touching;
} narrow_task;

static void narrow_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    narrow_task *t = task;
    const hail_narrow_list list = {t->list.a + first, t->list.b + first, t->list.row + first, last - first};
    (void)worker;
    shared_count_add(&t->touching, hail_narrowing_run(t->narrowing, &list, t->rows));
}

uint32_t hail_narrow_pairs(hail_world *world, const hail_rule *rule, const uint32_t *rank) {
    const hail_pairs *pairs = &world->scratch->pairs;
    hail_narrowing n;
    begin(&n, world, rule, pairs->rows.data);
    if (!world->tasks || pairs->count <= NARROW_ALONE)
        return hail_dispatch_pairs(&n.dispatch, pairs->a.data, pairs->b.data, rank, pairs->count);
    narrow_task task = {&n, {pairs->a.data, pairs->b.data, rank, pairs->count}, pairs->rows.data, {0}};
    hail_run_tasks(world->tasks, pairs->count, NARROW_GRAIN, narrow_range, &task);
    return shared_count_value(&task.touching);
}
