/* tests/rooms/room_pair.c - compares steps of two worlds byte by byte. */
#include "room_pair.h"

#include <criterion/criterion.h>

#include <string.h>

static uint32_t hash(const hail_contact *c) { return (c->a.slot * 2654435761u) ^ (c->b.slot * 0x85ebca6bu); }

static void bounce(room_ear *ear, const hail_contact *c) {
    hail_location at;
    hail_columns columns;
    ear->bad = ear->bad || hail_locate(ear->world, &c->a, &at) != HAIL_OK ||
               hail_layer_columns(ear->world, at.layer, &columns) != HAIL_OK;
    if (!ear->bad)
        columns.vx[at.index] = -columns.vx[at.index];
}

void room_watch(const hail_contact *contacts, size_t count, void *user) {
    room_ear *ear = user;
    size_t kept = 0, none = 1;
    stream_take(contacts, count, &ear->s);
    hail_contacts(ear->world, &kept);
    ear->bad = ear->bad || kept < ear->kept || hail_removals(ear->world, &none) || none ||
               hail_step(ear->world, 0.0f, NULL, NULL) != HAIL_BUSY;
    ear->kept = kept;
}

void room_listen(const hail_contact *contacts, size_t count, void *user) {
    room_ear *ear = user;
    room_watch(contacts, count, user);
    for (size_t i = 0; i < count; i++) {
        const uint32_t chance = hash(&contacts[i]) >> 26;
        if (chance == 0)
            ear->bad = ear->bad || hail_despawn(ear->world, &contacts[i].a, 1) != HAIL_OK;
        else if (chance < 4)
            bounce(ear, &contacts[i]);
    }
}

static void expect_events(const hail_event *a, size_t a_count, const hail_event *b, size_t b_count, const char *what,
                          unsigned long long number) {
    cr_assert_eq(a_count, b_count, "%s %llu: %zu and %zu events", what, number, a_count, b_count);
    for (size_t i = 0; i < a_count; i++) {
        hail_event one = a[i], other = b[i];
        cr_assert_eq(one.contact == NULL, other.contact == NULL);
        cr_assert(!one.contact || memcmp(one.contact, other.contact, sizeof *one.contact) == 0,
                  "%s %llu: event %zu has another contact", what, number, i);
        one.contact = other.contact = NULL;
        cr_assert_eq(memcmp(&one, &other, sizeof one), 0, "%s %llu: event %zu differs", what, number, i);
    }
}

static void expect_lists(hail_world *a, hail_world *b, const char *what, unsigned long long number) {
    size_t n = 0, m = 0;
    const hail_removal *gone = hail_removals(a, &n), *left = hail_removals(b, &m);
    cr_assert_eq(n, m, "%s %llu: other removals", what, number);
    for (size_t i = 0; i < n; i++) /* not their padding */
        cr_assert(memcmp(&gone[i].handle, &left[i].handle, sizeof gone->handle) == 0 && gone[i].user == left[i].user &&
                      gone[i].layer == left[i].layer && gone[i].reason == left[i].reason,
                  "%s %llu: removal %zu differs", what, number, i);
    const hail_contact *kept = hail_contacts(a, &n), *same = hail_contacts(b, &m);
    cr_assert(n == m && (!n || memcmp(kept, same, n * sizeof *kept) == 0), "%s %llu: other contacts are kept", what,
              number);
    const hail_event *one = hail_begins(a, &n), *other = hail_begins(b, &m);
    expect_events(one, n, other, m, what, number);
    one = hail_ends(a, &n), other = hail_ends(b, &m);
    expect_events(one, n, other, m, what, number);
    one = hail_stays(a, &n), other = hail_stays(b, &m);
    expect_events(one, n, other, m, what, number);
}

void rooms_expect_same(const room_ear *one, const room_ear *other, const char *what, unsigned long long number) {
    const stream *s = &one->s, *t = &other->s;
    cr_assert(!one->bad && !other->bad, "%s %llu: a callback could not do what it may", what, number);
    cr_assert_eq(s->count, t->count, "%s %llu: %zu and %zu contacts", what, number, s->count, t->count);
    cr_assert(!s->count || memcmp(s->contact, t->contact, s->count * sizeof *s->contact) == 0,
              "%s %llu: other contacts", what, number);
    cr_assert(s->windows == t->windows && s->widest == t->widest, "%s %llu: other windows", what, number);
    cr_assert_eq(one->kept, other->kept, "%s %llu: other contacts were listed meanwhile", what, number);
    hail_step_stats a = *hail_stats(one->world), b = *hail_stats(other->world);
    a.allocations = b.allocations = 0;
    a.variant = b.variant = NULL;
    a.passes = one->short_of_memory || other->short_of_memory ? b.passes : a.passes;
    cr_assert_eq(memcmp(&a, &b, sizeof a), 0, "%s %llu: other figures", what, number);
    expect_lists(one->world, other->world, what, number);
    cr_assert_eq(world_fingerprint(one->world), world_fingerprint(other->world), "%s %llu: other worlds", what, number);
}
