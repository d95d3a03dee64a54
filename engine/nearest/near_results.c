/* engine/nearest/near_results.c - source by source. A kernel writes the results of circles; other bodies, or their
 * nearest parts, are measured once more. */
#include "near_results.h"

#include <string.h>

_Static_assert(sizeof(hail_query_hit) == HAIL_QUERY_HIT_WORDS * sizeof(uint32_t) &&
                   offsetof(hail_query_hit, user) == 2 * 4 && offsetof(hail_query_hit, part) == 4 * 4 &&
                   offsetof(hail_query_hit, kind) == 5 * 4 && offsetof(hail_query_hit, distance) == 7 * 4 &&
                   offsetof(hail_query_hit, normal_y) == 11 * 4,
               "the kernel writes it by words");

/* ---- Circles ----------------------------------------------------------------------------------------------------- */

static void write_circles(near_rows *rows) {
    const hail_near_search *s = rows->search;
    const hail_near_source *source = rows->source;
    const uint8_t header[4] = {HAIL_CONTACT_BODY, (uint8_t)source->layer_number, 0, 0}, inside[4] = {0, 0, 0, 1};
    hail_near_rows_job job = {.grid = &source->level->view,
                              .order = source->level->order,
                              .handle = &layer_handles(source->layer)->slot,
                              .user = source->layer->column[COLUMN_USER],
                              .x = s->points->x + s->first,
                              .y = s->points->y + s->first,
                              .to_centre = s->to_centre,
                              .rows = &(s->hits + s->first * s->best.capacity)->body.slot};
    memcpy(&job.header, header, sizeof header);
    memcpy(&job.inside, inside, sizeof inside);
    for (uint32_t r = 0; source->first && r < rows->count; r++)
        rows->number[r] -= source->first;
    s->kernels->near_rows(&job, rows->point, rows->number, rows->row, rows->count);
}

/* ---- Other bodies ------------------------------------------------------------------------------------------------ */

static void write_surface(const near_rows *rows, uint32_t r, uint32_t part, const hail_gap *gap) {
    const hail_near_search *s = rows->search;
    const hail_near_source *source = rows->source;
    const uint64_t *user = layer_user(source->layer);
    const uint32_t index = near_index(source, rows->number[r]);
    s->hits[s->first * s->best.capacity + rows->row[r]] = (hail_query_hit){.body = layer_handles(source->layer)[index],
                                                                           .user = user ? user[index] : 0,
                                                                           .part = part,
                                                                           .kind = HAIL_CONTACT_BODY,
                                                                           .layer = (uint8_t)source->layer_number,
                                                                           .feature = gap->feature_b,
                                                                           .inside = gap->distance <= 0.0f,
                                                                           .distance = rows->distance[r],
                                                                           .x = gap->bx,
                                                                           .y = gap->by,
                                                                           .normal_x = 0.0f - gap->normal_x,
                                                                           .normal_y = 0.0f - gap->normal_y};
}

/* Writes the rows whose gaps are asked for: those of the nearest parts. row: by gap */
static void write_asked(const near_rows *rows, const uint32_t *row) {
    hail_near_gaps *gaps = &rows->search->gaps;
    hail_near_gaps_ask(gaps, rows->search->scope->world);
    for (uint32_t i = 0, next; i < gaps->count; i = next) {
        uint32_t nearest = i;
        for (next = i + 1; next < gaps->count && row[next] == row[i]; next++)
            nearest = gaps->gap[next].distance < gaps->gap[nearest].distance ? next : nearest;
        write_surface(rows, row[i], nearest - i, &gaps->gap[nearest]);
    }
    gaps->count = 0;
}

/* Measures each body once more: the search kept only distances. */
static void write_surfaces(near_rows *rows) {
    hail_near_search *s = rows->search;
    const hail_layer *layer = rows->source->layer;
    uint32_t row[NEAR_GAPS] = {0};
    for (uint32_t r = 0; r < rows->count; r++) {
        const float x = near_x(s, rows->point[r]), y = near_y(s, rows->point[r]);
        const uint32_t index = near_index(rows->source, rows->number[r]);
        const near_parts parts = near_parts_of(s, layer, index);
        if (s->gaps.count + parts.count > NEAR_GAPS)
            write_asked(rows, row);
        if (parts.count > NEAR_GAPS) {
            hail_gap nearest;
            const uint32_t part = hail_near_gap_of_part(&s->gaps, s->scope->world, x, y, layer, index, &nearest);
            write_surface(rows, r, part, &nearest);
            continue;
        }
        for (uint32_t part = 0; part < parts.count; part++) {
            row[s->gaps.count] = r;
            near_gaps_add(&s->gaps, x, y, layer, index, parts.first + part);
        }
    }
    write_asked(rows, row);
}

/* ---- All --------------------------------------------------------------------------------------------------------- */

/* Writes the rows that lie in a source. */
static void write_source(const near_rows *all, const hail_near_source *source) {
    near_rows rows = {.search = all->search, .source = source};
    for (uint32_t r = 0; r < all->count; r++) {
        rows.point[rows.count] = all->point[r];
        rows.number[rows.count] = all->number[r];
        rows.row[rows.count] = all->row[r];
        rows.distance[rows.count] = all->distance[r];
        rows.count += all->number[r] - source->first < source->level->view.count;
    }
    if (rows.count)
        (near_is_round(source) ? write_circles : write_surfaces)(&rows);
}

static void write_rows(near_rows *rows) {
    const hail_near_sources *sources = &rows->search->sources;
    rows->source = sources->source;
    if (sources->count == 1)
        (near_is_round(rows->source) ? write_circles : write_surfaces)(rows);
    for (uint32_t n = 0; sources->count > 1 && n < sources->count; n++)
        write_source(rows, &sources->source[n]);
    rows->count = 0;
}

/* Writes results j of all points. There is room to list them. Returns how many there are. */
static uint32_t list_rows(near_rows *rows, uint32_t j) {
    const hail_near_search *s = rows->search;
    const uint32_t points = s->count, capacity = (uint32_t)s->best.capacity, before = rows->count;
    const float *key = s->best.key + (size_t)j * points, *radius = s->best.radius;
    const uint32_t *number = s->best.number + (size_t)j * points;
    uint32_t count = before;
    for (uint32_t i = 0; i < points; i++) {
        rows->point[count] = i;
        rows->number[count] = number[i];
        rows->distance[count] = key[i];
        rows->row[count] = i * capacity + j;
        count += key[i] <= radius[i];
    }
    rows->count = count;
    return count - before;
}

/* Ends the lists that have less than j + 1 results; once is enough. */
static void end_lists(const hail_near_search *s, uint32_t j) {
    const float *key = s->best.key + (size_t)j * s->count, *before = key - s->count;
    for (uint32_t i = 0; i < s->count; i++)
        if (!(key[i] <= s->best.radius[i]) && (j == 0 || before[i] <= s->best.radius[i]))
            s->hits[(s->first + i) * s->best.capacity + j].kind = 0;
}

static void write_lists(near_rows *rows) {
    const hail_near_search *s = rows->search;
    uint32_t last = s->count; /* points with a result before */
    for (uint32_t j = 0; last && j < s->best.capacity; j++) {
        if (rows->count + s->count > RESULT_ROWS)
            write_rows(rows);
        const uint32_t found = list_rows(rows, j);
        if (found < last)
            end_lists(s, j);
        last = found;
    }
    write_rows(rows);
}

/* The heap lies where the results go: some are listed before these are written. */
static void write_heap(near_rows *rows) {
    const hail_near_best *best = &rows->search->best;
    for (uint32_t j = 0; j < best->heap_count; j++) {
        if (rows->count == RESULT_ROWS)
            write_rows(rows);
        rows->point[rows->count] = 0;
        rows->number[rows->count] = best->heap[j].body.slot;
        rows->distance[rows->count] = best->heap[j].distance;
        rows->row[rows->count++] = j;
    }
    write_rows(rows);
    if (best->heap_count < best->capacity)
        best->heap[best->heap_count].kind = 0;
}

void hail_near_write_results(hail_near_search *s) {
    s->rows.search = s;
    s->rows.count = 0;
    (s->best.in_heap ? write_heap : write_lists)(&s->rows);
}
