/* engine/step/capture.c - copies contacts, window by window, as the step delivers them; and delivers the copies. */
#include "capture.h"

#include <string.h>

#include "contacts/remember.h"
#include "step_run.h"
#include "statics/stops.h"

/* ---- While the world steps --------------------------------------------------------------------------------------- */

/* A hail_contacts_fn. */
static void take(const hail_contact *contacts, size_t count, void *user) {
    hail_capture *c = user;
    const size_t all = c->contact_count + count;
    if (c->incomplete || !hail_scratch_keep(&c->heap, &c->contacts, all * sizeof *contacts) ||
        !hail_scratch_keep(&c->heap, &c->windows, (c->window_count + 1) * sizeof(uint32_t))) {
        c->incomplete = true;
        return;
    }
    memcpy((hail_contact *)c->contacts.data + c->contact_count, contacts, count * sizeof *contacts);
    ((uint32_t *)c->windows.data)[c->window_count++] = (uint32_t)count;
    c->contact_count = all;
}

static bool copy_list(hail_capture *c, hail_buffer *to, const hail_buffer *from, size_t bytes) {
    if (!hail_scratch_grow(&c->heap, to, bytes))
        return false;
    if (bytes)
        memcpy(to->data, from->data, bytes);
    return true;
}

/* Copies what the end of the step needs. */
static bool copy_rest(hail_capture *c, const hail_step_scratch *scratch) {
    c->stop_count = scratch->stops.count;
    c->reported_count = scratch->reported_count;
    return copy_list(c, &c->stops, &scratch->stops.list, c->stop_count * sizeof(hail_stop)) &&
           copy_list(c, &c->reported, &scratch->reported, c->reported_count * sizeof(hail_remembered));
}

void hail_capture_step(hail_capture *capture, hail_world *world, float dt, bool wanted) {
    const uint64_t calls = capture->heap.calls;
    capture->contact_count = capture->window_count = 0;
    capture->stop_count = capture->reported_count = 0;
    capture->incomplete = false;
    capture->begun = hail_step_begin(&capture->run, world);
    if (!capture->begun)
        return;
    const hail_listener listener = {.on_contacts = wanted ? take : NULL, .user = capture};
    hail_step_collide(&capture->run, dt, &listener);
    if (!copy_rest(capture, world->scratch)) {
        capture->stop_count = capture->reported_count = 0;
        capture->incomplete = true;
    }
    capture->allocations = world_allocations(world) - capture->run.calls + capture->heap.calls - calls;
}

/* ---- When it is its turn ----------------------------------------------------------------------------------------- */

/* hail_contacts lists what was delivered so far. */
static void deliver(const hail_capture *c, hail_contacts_fn *on_contacts, void *user) {
    hail_world *world = c->run.world;
    const uint32_t *windows = c->windows.data, kept = world->kept_count;
    const hail_contact *contacts = c->contacts.data;
    size_t at = 0;
    for (uint32_t w = 0; w < c->window_count; w++) {
        const size_t end = at + windows[w];
        world->kept_count = end < kept ? (uint32_t)end : kept;
        on_contacts(contacts + at, windows[w], user);
        at = end;
    }
    world->kept_count = kept;
}

/* What a scratch would hold if no other world had stepped with it. */
static hail_step_scratch scratch_of(const hail_capture *c) {
    return (hail_step_scratch){.stops = {.list = c->stops, .count = c->stop_count},
                               .reported = c->reported,
                               .reported_count = c->reported_count};
}

hail_status hail_capture_deliver(hail_capture *capture, hail_contacts_fn *on_contacts, void *user) {
    hail_world *world = capture->run.world;
    if (!capture->begun)
        return HAIL_NO_MEMORY;
    hail_step_scratch rest = scratch_of(capture);
    hail_step_scratch *before = world->scratch;
    capture->run.clock = hail_clock_start(world->options.timed ? world->stats.ns : NULL);
    if (on_contacts)
        deliver(capture, on_contacts, user);
    hail_clock_lap(&capture->run.clock, HAIL_STAGE_CONTACTS);
    if (capture->incomplete)
        capture->run.status = HAIL_NO_MEMORY;
    world->scratch = &rest;
    capture->run.calls = world_allocations(world) - capture->allocations;
    const hail_status status = hail_step_end(&capture->run);
    world->scratch = before;
    return status;
}
