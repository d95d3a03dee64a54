/* engine/nearest/near_results.c - measures each body, or its nearest part, once more: the search kept only distances.
 */
#include "near_results.h"

static void fill(const hail_near_results *rows, hail_query_hit *hit, const hail_gap *gap) {
    const hail_layer *layer = rows->world->bodies.layer[hit->layer];
    const uint32_t index = hit->body.generation;
    const uint64_t *user = layer_user(layer);
    *hit = (hail_query_hit){.body = layer_handles(layer)[index],
                            .user = user ? user[index] : 0,
                            .part = hit->part,
                            .kind = HAIL_CONTACT_BODY,
                            .layer = hit->layer,
                            .feature = gap->feature_b,
                            .inside = gap->distance <= 0.0f,
                            .distance = hit->distance,
                            .x = gap->bx,
                            .y = gap->by,
                            .normal_x = 0.0f - gap->normal_x,
                            .normal_y = 0.0f - gap->normal_y};
}

void hail_near_results_flush(hail_near_results *rows) {
    if (!rows->gaps.count)
        return;
    hail_near_gaps_ask(&rows->gaps, rows->world);
    for (uint32_t i = 0; i < rows->gaps.count; i++)
        fill(rows, rows->hit[i], &rows->gaps.gap[i]);
    rows->gaps.count = 0;
}

void hail_near_result(hail_near_results *rows, float x, float y, hail_query_hit *hit) {
    const hail_layer *layer = rows->world->bodies.layer[hit->layer];
    const uint32_t index = hit->body.generation, shape = layer_words(layer, COLUMN_SHAPE)[index];
    const hail_shape_entry *entry = shape_entry(rows->world->shapes, shape);
    if (entry->compound && rows->to_centre) { /* the search did not look at its parts */
        hail_gap nearest;
        hail_near_results_flush(rows);
        hit->part = hail_near_gap_of_part(&rows->gaps, rows->world, x, y, layer, index, &nearest);
        fill(rows, hit, &nearest);
        return;
    }
    rows->hit[rows->gaps.count] = hit;
    near_gaps_add(&rows->gaps, x, y, layer, index, entry->compound ? entry->first + hit->part : shape);
    if (rows->gaps.count == NEAR_GAPS)
        hail_near_results_flush(rows);
}
