/* engine/nearest/near_surfaces.c - measures the first body of each point, then the second of each whose key is not
 * beyond what was kept, and so on. */
#include "near_surfaces.h"

#include <math.h>

/* ---- Gaps -------------------------------------------------------------------------------------------------------- */

/* Takes of each body the nearest part. */
void hail_near_measure_all(hail_near_search *s) {
    const uint32_t *point = s->gap_point, *number = s->gap_number, count = s->gaps.count;
    hail_near_gaps_ask(&s->gaps, s->scope->world);
    for (uint32_t i = 0, next; i < count; i = next) {
        float distance = s->gaps.gap[i].distance;
        for (next = i + 1; next < count && number[next] == number[i] && point[next] == point[i]; next++)
            distance = s->gaps.gap[next].distance < distance ? s->gaps.gap[next].distance : distance;
        hail_near_keep(&s->best, point[i], distance, number[i]);
    }
    s->gaps.count = 0;
}

void hail_near_measure(hail_near_search *s, const hail_near_source *source, uint32_t i, uint32_t position) {
    const uint32_t index = source->level->order[position], number = source->first + position;
    const near_parts parts = near_parts_of(s, source->layer, index);
    if (s->gaps.count + parts.count > NEAR_GAPS)
        hail_near_measure_all(s);
    if (parts.count > NEAR_GAPS) {
        hail_gap nearest;
        hail_near_gap_of_part(&s->gaps, s->scope->world, near_x(s, i), near_y(s, i), source->layer, index, &nearest);
        hail_near_keep(&s->best, i, nearest.distance, number);
        return;
    }
    for (uint32_t part = 0; part < parts.count; part++) {
        s->gap_point[s->gaps.count] = i;
        s->gap_number[s->gaps.count] = number;
        near_gaps_add(&s->gaps, near_x(s, i), near_y(s, i), source->layer, index, parts.first + part);
    }
}

/* ---- Rounds ------------------------------------------------------------------------------------------------------ */

void hail_near_take_surfaces(hail_near_search *s, const hail_near_source *source, uint32_t keep) {
    uint32_t point[NEAR_BLOCK], left = s->count;
    for (uint32_t i = 0; i < left; i++)
        point[i] = i;
    for (uint32_t j = 0; left && j < keep; j++) {
        uint32_t more = 0;
        for (uint32_t n = 0; n < left; n++) {
            const uint32_t i = point[n], at = j * s->count + i;
            if (s->bound[at] == INFINITY || s->bound[at] > near_reach_of(s, i))
                continue;
            point[more++] = i;
            if (layer_pose_valid(source->layer, source->level->order[s->position[at]]))
                hail_near_measure(s, source, i, s->position[at]);
        }
        hail_near_measure_all(s);
        left = more;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->source_beyond[i] < INFINITY && near_counts(s, i))
            s->beyond[i] = -INFINITY; /* not all were measured */
        s->beyond[i] = s->source_beyond[i] < s->beyond[i] ? s->source_beyond[i] : s->beyond[i];
    }
}
