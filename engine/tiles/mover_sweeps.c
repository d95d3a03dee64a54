/* engine/tiles/mover_sweeps.c - hail/slide.h: movers that are swept, and those that overlap. */
#include "tasks/run_tasks.h"
#include "tile_movers.h"

/* A contact as the caller gets it: a is mover i, points are in the world. */
static hail_contact caller_contact(const hail_movers *movers, size_t i, const hail_contact *c) {
    hail_contact contact = *c;
    contact.a = (hail_handle){(uint32_t)i, 0};
    for (int p = 0; p < contact.count; p++) {
        contact.x[p] += movers->bodies.x[i];
        contact.y[p] += movers->bodies.y[i];
    }
    for (int p = contact.count; p < 2; p++)
        contact.x[p] = contact.y[p] = contact.depth[p] = 0.0f;
    return contact;
}

/* What tasks know of a call. */
typedef struct sweeps {
    const hail_kernels *kernels;
    const hail_movers *movers;
    hail_contact *hits;
} sweeps;

static bool take_hit(void *user, uint32_t i, const hail_contact *hit) {
    const sweeps *to = user;
    to->hits[i] = caller_contact(to->movers, i, hit);
    return true;
}

static void sweep_range(uint32_t first, uint32_t last, uint32_t worker, void *task) {
    sweeps *to = task;
    const hail_movers *movers = to->movers;
    hail_near_movers near;
    hail_obstacles o;
    (void)worker;
    hail_near_movers_begin(&near, to->kernels, movers, true, 0.0f);
    near.count = last;
    hail_obstacles_begin(&o, to->kernels, movers->map, movers->kinds, movers->whole_tiles);
    hail_crowd crowd = hail_crowd_sweeps(&o, take_hit, to);
    for (size_t begin = first, end; begin < last; begin = end) {
        const uint32_t listed = hail_near_movers_list(&near, begin, &end);
        for (size_t i = begin; i < end; i++)
            to->hits[i] = (hail_contact){.a = {(uint32_t)i, 0}};
        for (uint32_t k = 0; k < listed; k++) {
            const hail_crowd_mover m = hail_movers_at(movers, near.list[k], 0.0f);
            hail_near_movers_fetch(&near, &crowd, k + CROWD_AHEAD, listed);
            hail_crowd_add(&crowd, &m);
        }
    }
    hail_crowd_flush(&crowd);
}

hail_status hail_tiles_sweep(const hail_movers *movers, hail_contact *hits) {
    hail_checks checks = {0};
    HAIL_REQUIRE(hail_movers_check(movers, &(hail_needed){"hits", hits}, true, &checks));
    sweeps call = {checks.kernels, movers, hits};
    hail_run_tasks(checks.tasks, (uint32_t)movers->bodies.count, MOVER_BLOCK, sweep_range, &call);
    return HAIL_OK;
}

typedef struct overlap {
    const hail_movers *movers;
    hail_contact *contacts;
    size_t capacity, count;
} overlap;

static bool take_overlap(void *user, uint32_t i, const hail_contact *contact, bool exposed) {
    overlap *to = user;
    (void)exposed;
    if (to->count < to->capacity)
        to->contacts[to->count] = caller_contact(to->movers, i, contact);
    to->count++;
    return true;
}

static void overlap_movers(overlap *to, const hail_checks *checks) {
    const hail_movers *movers = to->movers;
    hail_near_movers near;
    hail_obstacles o;
    hail_near_movers_begin(&near, checks->kernels, movers, false, 0.0f);
    hail_obstacles_begin(&o, checks->kernels, movers->map, movers->kinds, movers->whole_tiles);
    hail_crowd crowd = hail_crowd_touches(&o, take_overlap, to);
    for (size_t begin = 0, end; begin < movers->bodies.count; begin = end) {
        const uint32_t listed = hail_near_movers_list(&near, begin, &end);
        for (uint32_t k = 0; k < listed; k++) {
            const hail_crowd_mover m = hail_movers_at(movers, near.list[k], 0.0f);
            hail_near_movers_fetch(&near, &crowd, k + CROWD_AHEAD, listed);
            hail_crowd_add(&crowd, &m);
        }
    }
    hail_crowd_flush(&crowd);
}

hail_status hail_tiles_overlap(const hail_movers *movers, hail_contact *contacts, size_t capacity, size_t *count) {
    const hail_needed needed[] = {{"count", count}, {"contacts", contacts}};
    hail_checks checks = {0};
    if (!movers)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_check_needed(context_error(movers->context), needed, capacity ? 2 : 1));
    HAIL_REQUIRE(hail_movers_check(movers, needed, false, &checks));
    overlap to = {.movers = movers, .contacts = contacts, .capacity = capacity};
    if (movers->bodies.count)
        overlap_movers(&to, &checks);
    *count = to.count;
    if (to.count <= capacity)
        return HAIL_OK;
    return hail_fail(checks.error, HAIL_FULL, "capacity", "has no room for all contacts");
}
