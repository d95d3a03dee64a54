/* engine/step/choose.c - events see all; then cooldowns, then earliest hits: a pair that is not to be reported does not
 * keep a body from its next hit. */
#include "choose.h"

#include "contacts/earliest.h"
#include "events/event_contacts.h"
#include "events/event_rules.h"
#include "contacts/pierce.h"
#include "contacts/remember.h"
#include "statics/stops.h"

static bool keep_earliest(hail_world *world, const hail_rule *rule, hail_rows *rows) {
    if (!hail_earliest_keep(world, rule->layer_a, rows->row, rows->count, &rows->count))
        return false;
    rows->touching = rows->count;
    return true;
}

bool hail_choose_contacts(hail_world *world, const hail_rule *rule, hail_rows *rows) {
    const bool earliest = rule->mode == HAIL_EARLIEST, remembers = hail_remembers(world, rule);
    const bool events = rule->events && rule_chooses(rule);
    if (earliest || remembers || events)
        hail_contacts_sort(world, rows);
    if (!rule_between_layers(rule) && !earliest)
        hail_stops_record(world, rule, rows->row, rows->count);
    if (events && !(hail_events_take(world, rows->row, rows->count) && hail_events_release_rows(world)))
        return false;
    if (remembers)
        hail_remember_filter(world, rule, rows);
    if (earliest && !keep_earliest(world, rule, rows))
        return false;
    if (!rule_between_layers(rule) && earliest)
        hail_stops_record(world, rule, rows->row, rows->count);
    return !remembers || hail_remember_add(world, rule, rows->row, rows->count);
}

bool hail_choose_later(hail_world *world, const hail_rule *rule, hail_rows *rows) {
    const bool remembers = hail_remembers(world, rule);
    if (remembers || pierce_used(world, rule->layer_a))
        hail_contacts_sort(world, rows);
    if (remembers)
        hail_remember_filter(world, rule, rows);
    return hail_earliest_record(world, rule->layer_a, rows->row, rows->count);
}
