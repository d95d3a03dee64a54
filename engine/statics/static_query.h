/* engine/statics/static_query.h - a layer's bodies against tiles or walls: which bodies are tested, and where their
 * contacts go. */
#ifndef HAIL_STATICS_STATIC_QUERY_H
#define HAIL_STATICS_STATIC_QUERY_H

#include <math.h>

#include "pairs/order_range.h"
#include "atomic.h"
#include "world/world_state.h"

/* Takes the first `count` contacts in scratch.contacts, which are overwritten then. */
typedef void hail_take_contacts_fn(void *user, uint32_t count);

enum { TAKE_CONTACTS = 2048 }; /* contacts that are handed over at a time, or fewer at the end */

typedef struct hail_static_query {
    hail_world *world;
    const hail_layer *layer;
    const hail_rule *rule;
    hail_order_range range;
    uint32_t limit;
    uint32_t *counts;            /* NULL: contacts are kept; else they are only counted, by slot */
    hail_take_contacts_fn *take; /* NULL: contacts are kept; else they are handed over TAKE_CONTACTS at a time */
    void *take_user;
    hail_found found;
    hail_shared_count *shared; /* NULL: one thread searches; else how many contacts all tasks found. The first of them,
                                  as far as there is room, are kept, in any order */
    uint32_t room;             /* how many contacts may be kept then */
    uint32_t parts;            /* 1 more than the largest number that a kept contact has among its body's contacts */
} hail_static_query;

/* A query for the contacts of a rule with tiles or walls that lie in a range. Contact i's body is pairs.a[i], its slot
 * pairs.slot_a[i], its number among its body's contacts pairs.slot_b[i], and its row scratch.contacts[i]. */
hail_static_query hail_static_query_begin(hail_world *world, const hail_rule *rule, const hail_order_range *range);

/* Adds a contact of body `index`, number `part` of it; of a swept rule, x[1] and y[1] say where the body would stop.
 * False ends the query. */
bool hail_static_query_add(hail_static_query *q, uint32_t index, uint32_t part, const hail_contact *contact);

/* Whether the next `count` contacts are all kept, whichever bodies they are of; makes room for them. */
bool hail_static_query_room(hail_static_query *q, uint32_t count);

/* Where the next contact is written then. */
hail_contact *hail_static_query_row(const hail_static_query *q);

/* A body's last contact: its number among them. */
typedef struct hail_static_last {
    uint32_t index, part;
} hail_static_last;

/* Adds the next `count` contacts, which were written: whose they are. `last` is the contact before, and then the last
 * one. */
void hail_static_query_keep(hail_static_query *q, uint32_t count, const uint32_t *index, hail_static_last *last);

/* Searches bodies [first, last) of the query's layer. */
typedef void hail_static_range_fn(hail_static_query *q, uint32_t first, uint32_t last);

/* Searches all bodies in blocks of `block`; contacts that are kept are found on the world's tasks, if there are some.
 */
void hail_static_query_run(hail_static_query *q, uint32_t block, hail_static_range_fn *search);

/* Hands over what is left at the end. */
void hail_static_query_end(hail_static_query *q);

/* Whether the body's contacts are wanted at all. */
static inline bool query_wants(const hail_static_query *q, uint32_t index) {
    if (q->counts || q->range.everything) /* a look at the handle could be a cache miss */
        return true;
    const uint32_t slot = layer_handles(q->layer)[index].slot;
    return slot >= q->range.a_min && slot <= q->range.a_max;
}

/* A body's path in this step. Of rules that are not swept it stands still where it is now. */
typedef struct hail_path {
    float x, y, dx, dy;
    float end_x, end_y;
} hail_path;

static inline bool in_reach(float a) { return fabsf(a) <= HAIL_MAX_BOUND; }

/* Fills the path that ends at (x, y); false: a coordinate or a displacement is beyond HAIL_MAX_BOUND. */
static inline bool path_from(float x, float y, float dx, float dy, hail_path *path) {
    *path = (hail_path){x - dx, y - dy, dx, dy, x, y};
    return in_reach(path->x) && in_reach(path->y) && in_reach(dx) && in_reach(dy) && in_reach(x) && in_reach(y);
}

/* Fills the path of body `index`; false: as above. */
static inline bool query_path(const hail_static_query *q, uint32_t index, hail_path *path) {
    const float *dx = layer_displacement(q->layer, false), *dy = layer_displacement(q->layer, true);
    const bool moves = rule_swept(q->rule) && dx;
    return path_from(layer_floats(q->layer, COLUMN_X)[index], layer_floats(q->layer, COLUMN_Y)[index],
                     moves ? dx[index] : 0.0f, moves ? dy[index] : 0.0f, path);
}

#endif
