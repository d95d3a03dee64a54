/* tests/queries/query_compare.c - holds answers to what the oracle says. */
#include "query_sets.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- One answer -------------------------------------------------------------------------------------------------- */

static const char *text_of(const hail_query_hit *h) {
    static char text[2][300];
    static int turn;
    snprintf(text[turn ^= 1], sizeof *text,
             "kind %u layer %u slot %u generation %u user %llx part %u feature %u inside %u t %a distance %a point "
             "(%a, %a) normal (%a, %a)",
             h->kind, h->layer, (unsigned)h->body.slot, (unsigned)h->body.generation, (unsigned long long)h->user,
             (unsigned)h->part, h->feature, h->inside, (double)h->t, (double)h->distance, (double)h->x, (double)h->y,
             (double)h->normal_x, (double)h->normal_y);
    return text[turn];
}

/* Result k as a hit. */
static hail_query_hit result(ask_kind kind, const void *answers, size_t k) {
    hail_query_hit h = {.kind = 0};
    if (kind >= ASK_RAYS)
        return ((const hail_query_hit *)answers)[k];
    const hail_query_match *m = (const hail_query_match *)answers + k;
    h.body = m->body, h.user = m->user, h.part = m->part, h.kind = m->kind, h.layer = m->layer;
    return h;
}

static bool same(float a, float b) { return !(a < b) && !(a > b); }

/* t times the length may be rounded in another order. */
static bool near(float a, float b) { return fabsf(a - b) <= 4.0e-6f * (fabsf(a) + fabsf(b)); }

static bool same_body(const hail_query_hit *h, const hail_query_hit *w) {
    return h->kind == w->kind && h->layer == w->layer && h->body.slot == w->body.slot &&
           h->body.generation == w->body.generation && h->user == w->user;
}

static bool same_hit(ask_kind kind, const hail_query_hit *h, const must *m) {
    const hail_query_hit *w = &m->hit;
    if (!same_body(h, w) || (h->part != w->part && !m->loose))
        return false;
    if (kind < ASK_RAYS)
        return true;
    const bool measured = kind >= ASK_NEAREST ? same(h->distance, w->distance) : near(h->distance, w->distance);
    return h->feature == w->feature && (h->inside == w->inside || (m->inside_either && h->inside <= 1)) &&
           same(h->t, w->t) && measured && same(h->x, w->x) && same(h->y, w->y) && same(h->normal_x, w->normal_x) &&
           same(h->normal_y, w->normal_y);
}

/* Or that of another part which is as near. */
static bool fits(ask_kind kind, const hail_query_hit *h, const must *m, const musts *all) {
    bool good = same_hit(kind, h, m);
    for (size_t k = 0; k < all->others && !good; k++) {
        const must *o = &all->other[k];
        good = same(o->hit.t, m->hit.t) && same(o->hit.distance, m->hit.distance) && same_hit(kind, h, o);
    }
    return good;
}

/* ---- One query --------------------------------------------------------------------------------------------------- */

static const char *query_text(const asks *q, ask_kind kind, size_t i) {
    static char text[400];
    const double scale = q->unscaled ? 1.0 : (double)q->scale[i], turn = q->plain ? 0.0 : (double)q->sin[i];
    if (kind == ASK_BOXES)
        snprintf(text, sizeof text, "box (%a, %a) to (%a, %a)", (double)q->min_x[i], (double)q->min_y[i],
                 (double)q->max_x[i], (double)q->max_y[i]);
    else
        snprintf(text, sizeof text, "(%a, %a) by (%a, %a) to (%a, %a) shape %u%s sin %a scale %a radius %a",
                 (double)q->x[i], (double)q->y[i], (double)q->dx[i], (double)q->dy[i], (double)q->to_x[i],
                 (double)q->to_y[i], (unsigned)q->which[i], q->by_convex ? " convex" : "", turn, scale,
                 q->has_radii ? (double)q->radii[i] : (double)q->radius);
    return text;
}

static void wrong(const char *at, const asks *q, ask_kind kind, size_t i, size_t capacity, size_t k, const char *what,
                  const hail_query_hit *is, const must *m) {
    cr_assert_fail("%s: %s, query %zu, capacity %zu, result %zu: %s\n  query   %s, find %u\n  is      %s\n  must be %s",
                   at, ask_name(kind), i, capacity, k, what, query_text(q, kind, i),
                   q->filtered ? (unsigned)q->filter.find : 0u, text_of(is), m != NULL ? text_of(&m->hit) : "nothing");
}

static void compare_sight(const char *at, const asks *q, size_t i, uint8_t clear, const musts *m) {
    size_t sure = 0;
    for (size_t k = 0; k < m->count; k++)
        sure += !m->list[k].maybe;
    cr_assert(clear <= 1 && (clear == 0 || sure == 0) && (clear == 1 || m->count > 0),
              "%s: sight, query %zu: %u, must be %u\n  query   %s\n  between them: %s", at, i, clear, sure == 0,
              query_text(q, ASK_SIGHT, i), m->count > 0 ? text_of(&m->list[0].hit) : "nothing");
}

void asks_compare(const char *at, const asks *q, ask_kind kind, size_t i, size_t capacity, const void *answers,
                  const uint32_t *counts, const musts *m) {
    size_t next = 0, k = 0;
    const hail_query_hit none = {.kind = 0};
    if (kind == ASK_SIGHT) {
        compare_sight(at, q, i, ((const uint8_t *)answers)[i], m);
        return;
    }
    for (; k < capacity; k++) {
        const hail_query_hit h = result(kind, answers, i * capacity + k);
        if (h.kind == 0)
            break;
        while (next < m->count && m->list[next].maybe && !fits(kind, &h, &m->list[next], m))
            next++;
        if (next == m->count || !fits(kind, &h, &m->list[next], m))
            wrong(at, q, kind, i, capacity, k, "differs", &h, next < m->count ? &m->list[next] : NULL);
        next++;
    }
    size_t left = 0, skipped = 0;
    for (size_t n = next; n < m->count; n++)
        left += !m->list[n].maybe, skipped += m->list[n].maybe;
    if (k < capacity && left > 0)
        wrong(at, q, kind, i, capacity, k, "missing", &none, &m->list[next]);
    if (counts != NULL)
        cr_assert(counts[i] >= k + left && counts[i] <= k + left + skipped,
                  "%s: %s, query %zu, capacity %zu: counted %u, must be %zu\n  query   %s", at, ask_name(kind), i,
                  capacity, (unsigned)counts[i], k + left, query_text(q, kind, i));
}

/* ---- All --------------------------------------------------------------------------------------------------------- */

void asks_tidy(ask_kind kind, size_t queries, size_t capacity, void *answers) {
    const size_t size = ask_size(kind);
    for (size_t i = 0; i < queries && kind != ASK_SIGHT; i++) {
        bool over = false;
        for (size_t k = i * capacity; k < (i + 1) * capacity; k++) {
            over = over || result(kind, answers, k).kind == 0;
            if (over)
                memset((char *)answers + k * size, 0, size);
        }
    }
}

enum { GUARD = 64 };

/* Asks all queries at once, with room for `capacity` results each. */
static void check_at(const char *at, const asks *q, ask_kind kind, const hail_world *world, size_t capacity,
                     bool counted, const musts *want) {
    const size_t bytes = q->count * (kind == ASK_SIGHT ? 1 : capacity) * ask_size(kind);
    unsigned char *answers = malloc(bytes + GUARD);
    uint32_t counts[ASKS + 1];
    if (answers == NULL)
        abort();
    memset(answers, 0xa5, bytes + GUARD);
    memset(counts, 0xa5, sizeof counts);
    const hail_status status =
        asks_run(q, kind, world, 0, q->count, capacity, capacity > 0 ? answers : NULL, counted ? counts : NULL);
    cr_assert_eq(status, HAIL_OK, "%s: %s, capacity %zu: %s", at, ask_name(kind), capacity, hail_status_text(status));
    for (size_t k = 0; k < GUARD; k++)
        cr_assert_eq(answers[bytes + k], 0xa5, "%s: %s, capacity %zu: wrote beyond", at, ask_name(kind), capacity);
    cr_assert_eq(counts[q->count], 0xa5a5a5a5u, "%s: %s: wrote beyond the counts", at, ask_name(kind));
    for (size_t i = 0; i < q->count; i++)
        asks_compare(at, q, kind, i, capacity, answers, counted ? counts : NULL, &want[i]);
    asks_same_sets(at, q, kind, world, capacity, answers, counted ? counts : NULL);
    free(answers);
}

static size_t check_kind(const char *at, const asks *q, ask_kind kind, const hail_world *world, const view *v) {
    musts *want = calloc(q->count, sizeof *want);
    asker a = {.v = v};
    size_t total = 0, most = 0;
    if (want == NULL)
        abort();
    for (size_t i = 0; i < q->count; i++) {
        asks_must(q, kind, i, &a, &want[i]);
        total += want[i].count, most = want[i].count > most ? want[i].count : most;
    }
    const bool zero = kind != ASK_SIGHT && kind < ASK_NEAREST;
    check_at(at, q, kind, world, most + 1, true, want);
    check_at(at, q, kind, world, 1, false, want);
    check_at(at, q, kind, world, 1, true, want);
    if (zero)
        check_at(at, q, kind, world, 0, true, want);
    for (size_t few = 2; few <= 3; few++)
        check_at(at, q, kind, world, few, few == 2, want);
    if (most > 0)
        check_at(at, q, kind, world, most, false, want);
    for (size_t i = 0; i < q->count; i++)
        musts_free(&want[i]);
    free(want);
    asker_free(&a);
    return total;
}

size_t asks_check(const char *at, const asks *q, const hail_world *world, const view *v) {
    const char *only = getenv("HAIL_TEST_KIND"); /* to look for a fault */
    size_t total = 0;
    for (int kind = 0; kind < ASK_KINDS; kind++)
        if (only == NULL || strcmp(only, ask_name((ask_kind)kind)) == 0)
            total += check_kind(at, q, (ask_kind)kind, world, v);
    return total;
}
