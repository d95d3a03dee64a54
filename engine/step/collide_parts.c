/* engine/step/collide_parts.c - first tests all pairs of bodies by their rows; the row of a compound or a sprite is
 * that of a shape around it. Then tests the parts and pixels of all pairs but those that surely miss each other. Each
 * part is narrowed as a body of its own. */
#include "collide_parts.h"

#include <math.h>

#include "lowest_bit.h"
#include "pairs/cull_parts.h"
#include "pairs/graze.h"
#include "pairs/pair_error.h"
#include "part_search.h"

#define HAS_CONTACT (-1.0f) /* t of a pair's row, if the rule reports grazes */

/* ---- Contacts --------------------------------------------------------------------------------------------------- */

/* Makes room for one more. A range with a single pair of bodies cannot be narrowed, so that pair may exceed the limit.
 */
static bool fits(hail_part_search *s) {
    const bool several = s->world->scratch->pairs.count > 1;
    const size_t bytes = ((size_t)s->found + 1) * sizeof(hail_contact);
    if (s->found >= s->limit && several)
        s->status = FOUND_TOO_MANY;
    else if (!hail_scratch_keep(&s->world->scratch->heap, &s->world->scratch->contacts, bytes))
        s->status = several ? FOUND_TOO_MANY : FOUND_NO_MEMORY;
    return s->status == FOUND_ALL;
}

static void hand_over(hail_part_search *s) {
    s->take(s->take_user, s->found);
    s->found = 0;
}

/* Rules with grazes: the pair has no graze. */
static void note_contact(hail_contact *row) {
    row->kind = HAIL_CONTACT_BODY;
    row->t = HAS_CONTACT;
}

/* Takes a contact. In a HAIL_PAIRS rule each pair of bodies has only one. */
static void take_row(void *user, const hail_pair_batch *batch, uint32_t i, hail_contact *row) {
    hail_part_search *s = user;
    const hail_batch_pair *pair = &batch->pair[i];
    if (s->rule->mode == HAIL_PAIRS && s->last_pair == pair->owner)
        return;
    if (s->take && s->found == TAKE_CONTACTS)
        hand_over(s);
    if (s->status != FOUND_ALL || !fits(s))
        return;
    if (s->rule->graze > 0.0f)
        note_contact(&((hail_contact *)s->world->scratch->pairs.rows.data)[pair->owner]);
    /* The parts go into the copy: wide loads of a row that was just written to would wait. */
    hail_contact *found = &((hail_contact *)s->world->scratch->contacts.data)[s->found++];
    *found = *row;
    found->part_a = (uint16_t)pair->part_a;
    found->part_b = pair->part_b;
    s->last_pair = pair->owner;
}

/* ---- Parts ------------------------------------------------------------------------------------------------------- */

/* The circle around a part, where its body starts. */
typedef struct circle {
    double x, y, radius;
} circle;

static circle circle_of(const hail_pose *p, const hail_shape_entry *part) {
    const double x = (double)part->x * p->scale, y = (double)part->y * p->scale;
    return (circle){p->x + (p->cos * x - p->sin * y), p->y + (p->sin * x + p->cos * y),
                    (double)part->radius * p->scale};
}

/* Whether two parts can touch on their bodies' paths, by their circles. */
static inline bool circles_near(const circle *a, const circle *b, double dx, double dy, float error) {
    const double path = dx * dx + dy * dy;
    double nx = a->x - b->x, ny = a->y - b->y;
    if (path > 0.0) {
        double t = -(nx * dx + ny * dy) / path;
        t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
        nx += dx * t;
        ny += dy * t;
    }
    const double reach = a->radius + b->radius + (double)error;
    return nx * nx + ny * ny <= reach * reach;
}

static void ask_parts(hail_part_search *s, const hail_body_pair *c, uint32_t part_a, uint32_t part_b) {
    const hail_batch_pair pair = {s->pair, c->a, part_a, part_b};
    const uint32_t i = hail_pair_batch_ask(&s->batch, &pair);
    put_gathered(&s->batch.a, i, &c->row_a, c->entry_a->first + part_a);
    put_gathered(&s->batch.b, i, &c->row_b, c->entry_b->first + part_b);
}

/* On their way, or of many parts. */
static void sweep_compounds(hail_part_search *s, const hail_body_pair *c) {
    const hail_shapeset *shapes = s->world->shapes;
    const double dx = c->pose_a.dx - c->pose_b.dx, dy = c->pose_a.dy - c->pose_b.dy;
    for (uint32_t p = 0; p < c->entry_a->parts; p++) {
        const circle a = circle_of(&c->pose_a, shape_entry(shapes, c->entry_a->first + p));
        for (uint32_t q = 0; q < c->entry_b->parts; q++) {
            const circle b = circle_of(&c->pose_b, shape_entry(shapes, c->entry_b->first + q));
            if (circles_near(&a, &b, dx, dy, c->error))
                ask_parts(s, c, p, q);
        }
    }
}

static void collide_compounds(hail_part_search *s, const hail_body_pair *c) {
    uint32_t near[CULL_PARTS];
    if (s->swept || c->entry_a->parts > CULL_PARTS || c->entry_b->parts > CULL_PARTS) {
        sweep_compounds(s, c);
        return;
    }
    hail_cull_parts(s->world->kernels, s->world->shapes, c->entry_a, &c->pose_a, c->entry_b, &c->pose_b, c->error,
                    near);
    for (uint32_t p = 0; p < c->entry_a->parts; p++)
        for (uint32_t bits = near[p]; bits; bits &= bits - 1)
            ask_parts(s, c, p, lowest_bit(bits));
}

/* ---- All pairs --------------------------------------------------------------------------------------------------- */

static void collide_composed(hail_part_search *s, const hail_body_pair *c) {
    if (c->entry_a->set || c->entry_b->set)
        hail_collide_sprites(s, c);
    else
        collide_compounds(s, c);
}

/* Narrows every pair by its bodies' rows, and writes contact i for pair i. */
static void narrow_bodies(hail_world *world, const hail_rule *rule) {
    uint32_t *index = world->scratch->pairs.rank.data;
    for (uint32_t i = 0; i < world->scratch->pairs.count; i++)
        index[i] = i;
    hail_narrow_pairs(world, rule, index);
}

static float scale_of(const hail_side *side, uint32_t i) { return side->scale ? side->scale[i] : 1.0f; }

static float reach_of(const hail_shapeset *shapes, uint32_t shape) {
    return shape_row(shapes, shape)[HAIL_TEMPLATE_RADIUS];
}

/* Sets c->error. Returns whether the rows' shapes are larger by more than that than what is in them: if they miss each
 * other, so do the parts. */
static bool rows_decide(const hail_part_search *s, hail_body_pair *c) {
    const hail_shapeset *shapes = s->world->shapes;
    const hail_side *a = &s->narrowing.dispatch.job.one, *b = &s->narrowing.dispatch.job.two;
    const float scale_a = scale_of(a, c->a), scale_b = scale_of(b, c->b),
                reach = reach_of(shapes, a->shape[c->a]) * scale_a + reach_of(shapes, b->shape[c->b]) * scale_b,
                keen_a = c->entry_a->keenness, keen_b = c->entry_b->keenness;
    c->error = hail_pair_error(a, c->a, b, c->b, reach, keen_a > keen_b ? keen_a : keen_b);
    return c->entry_a->around * scale_a + c->entry_b->around * scale_b >= c->error;
}

static void place_bodies(const hail_part_search *s, hail_body_pair *c) {
    c->row_a = body_row(s->a, c->a, s->swept);
    c->row_b = body_row(s->b, c->b, s->swept);
    c->pose_a = row_pose(&c->row_a, s->swept);
    c->pose_b = row_pose(&c->row_b, s->swept);
}

/* Collides a pair of bodies. Its row is its contact, unless one of the bodies is a compound or a sprite. */
static void collide_pair(hail_part_search *s, const hail_contact *row) {
    const hail_pairs *pairs = &s->world->scratch->pairs;
    const hail_shapeset *shapes = s->world->shapes;
    hail_body_pair c = {.a = ((const uint32_t *)pairs->a.data)[s->pair],
                        .b = ((const uint32_t *)pairs->b.data)[s->pair]};
    c.entry_a = shape_entry(shapes, layer_words(s->a, COLUMN_SHAPE)[c.a]);
    c.entry_b = shape_entry(shapes, layer_words(s->b, COLUMN_SHAPE)[c.b]);
    if (entry_is_composed(c.entry_a) || entry_is_composed(c.entry_b)) {
        if (rows_decide(s, &c) && !row->kind)
            return;
        place_bodies(s, &c);
        collide_composed(s, &c);
    } else if (row->kind) {
        const hail_batch_pair pair = {s->pair, c.a, 0, 0};
        hail_pair_batch_put(&s->batch, &pair, row);
    }
}

/* A pair whose shapes around touch, but that has no contact: of sprites, or of one and a convex shape, it grazes where
 * those touch first; of compounds, the gaps between the parts decide. */
static void open_row(const hail_part_search *s, hail_contact *row, uint32_t a, uint32_t b) {
    const hail_shapeset *shapes = s->world->shapes;
    const hail_shape_entry *of_a = shape_entry(shapes, layer_words(s->a, COLUMN_SHAPE)[a]),
                           *of_b = shape_entry(shapes, layer_words(s->b, COLUMN_SHAPE)[b]);
    row->kind = of_a->compound || of_b->compound ? 0 : HAIL_CONTACT_GRAZE;
    row->count = row->count ? 1 : 0;
    row->depth[0] = row->depth[1] = row->x[1] = row->y[1] = 0.0f;
}

/* Adds the grazes of pairs without contacts. */
static void add_grazes(hail_part_search *s) {
    const hail_pairs *pairs = &s->world->scratch->pairs;
    hail_contact *rows = pairs->rows.data;
    for (uint32_t i = 0; i < pairs->count; i++)
        if (rows[i].kind && rows[i].t != HAS_CONTACT)
            open_row(s, &rows[i], ((const uint32_t *)pairs->a.data)[i], ((const uint32_t *)pairs->b.data)[i]);
    hail_graze_pairs(s->world, s->rule, pairs->rank.data);
    for (uint32_t i = 0; i < pairs->count && s->status == FOUND_ALL; i++)
        if (rows[i].kind == HAIL_CONTACT_GRAZE && fits(s))
            ((hail_contact *)s->world->scratch->contacts.data)[s->found++] = rows[i];
}

/* Replaces the pairs of bodies by the contacts' slots, to be ranked. */
static hail_found list_slots(hail_part_search *s) {
    hail_pairs *pairs = &s->world->scratch->pairs;
    if (pairs->capacity < s->found && !hail_pairs_reserve(&s->world->scratch->heap, pairs, s->found))
        return pairs->count > 1 ? FOUND_TOO_MANY : FOUND_NO_MEMORY;
    const hail_contact *rows = s->world->scratch->contacts.data;
    uint32_t *slot_a = pairs->slot_a.data, *slot_b = pairs->slot_b.data;
    for (uint32_t i = 0; i < s->found; i++) {
        slot_a[i] = rows[i].a.slot;
        slot_b[i] = rows[i].b.slot;
    }
    pairs->count = s->found;
    return FOUND_ALL;
}

/* Field by field: most of the batch is memory that need not be cleared. */
static void begin(hail_part_search *s, hail_world *world, const hail_rule *rule, uint32_t limit) {
    s->world = world;
    s->rule = rule;
    s->a = world->bodies.layer[rule->layer_a];
    s->b = world->bodies.layer[rule->layer_b];
    s->swept = rule_swept(rule);
    s->limit = limit;
    s->take = NULL;
    s->found = 0;
    s->last_pair = NO_PAIR;
    s->status = FOUND_ALL;
    hail_narrowing_begin(&s->narrowing, world, rule);
    hail_pair_batch_begin(&s->batch, world, rule, false);
    s->batch.take = take_row;
    s->batch.fill = hail_part_search_fill_pixels;
    s->batch.user = s;
    s->straight.count = s->swapped.count = 0;
    /* Lanes past the last pair read body 0: there has to be one. */
    gather_body(&s->batch.a, 0, s->a, 0, 0, false);
    gather_body(&s->batch.b, 0, s->b, 0, 0, false);
}

static void collide_pairs(hail_part_search *s) {
    narrow_bodies(s->world, s->rule);
    const hail_contact *rows = s->world->scratch->pairs.rows.data;
    for (s->pair = 0; s->pair < s->world->scratch->pairs.count && s->status == FOUND_ALL; s->pair++)
        collide_pair(s, &rows[s->pair]);
    hail_pair_batch_flush(&s->batch);
}

hail_found hail_collide_parts(hail_world *world, const hail_rule *rule, uint32_t limit) {
    hail_part_search s;
    begin(&s, world, rule, limit);
    collide_pairs(&s);
    if (rule->graze > 0.0f && s.status == FOUND_ALL)
        add_grazes(&s);
    return s.status == FOUND_ALL ? list_slots(&s) : s.status;
}

hail_found hail_collide_parts_and_take(hail_world *world, const hail_rule *rule, hail_take_contacts_fn *take,
                                       void *user) {
    hail_part_search s;
    begin(&s, world, rule, UINT32_MAX);
    s.take = take;
    s.take_user = user;
    collide_pairs(&s);
    if (s.found)
        hand_over(&s);
    return s.status == FOUND_ALL ? FOUND_ALL : FOUND_NO_MEMORY;
}
