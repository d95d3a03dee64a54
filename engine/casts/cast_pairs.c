/* engine/casts/cast_pairs.c - the kernels read both sides' templates from one array. Where shapes of the caller's,
 * shapes of the world's and walls meet, templates are copied next to each other. */
#include "cast_pairs.h"

#include "shapes/row.h"

void hail_cast_pairs_begin(hail_cast_pairs *pairs, const hail_cast *cast, const hail_cast_pairs_options *options) {
    pairs->cast = cast;
    pairs->options = *options;
    pairs->count = pairs->rows = 0;
    memset(pairs->home, 0, sizeof pairs->home);
}

/* ---- Templates --------------------------------------------------------------------------------------------------- */

static uint8_t *home_of(hail_cast_pairs *pairs, const void *source) {
    return &pairs->home[((uint32_t)((uintptr_t)source >> 2) * 0x9e3779b1u) >> 16 & (CAST_HOMES - 1)];
}

/* The number of a source's row; `rows`: it has none, or another one has its home. */
static uint32_t find_row(hail_cast_pairs *pairs, const void *source) {
    const uint32_t home = *home_of(pairs, source);
    return home < pairs->rows && pairs->source[home] == source ? home : pairs->rows;
}

/* The number of a template that is copied, or written if it is a wall's. There is room. */
static uint32_t copy_row(hail_cast_pairs *pairs, const hail_cast_target *t) {
    const void *source = t->row ? (const void *)t->row : t->wall;
    const uint32_t number = find_row(pairs, source);
    float *row = pairs->row + (size_t)number * HAIL_TEMPLATE_WORDS;
    *home_of(pairs, source) = (uint8_t)number;
    if (number < pairs->rows)
        return number;
    pairs->source[pairs->rows++] = source;
    if (t->row)
        memcpy(row, t->row, HAIL_TEMPLATE_WORDS * sizeof *row);
    else
        hail_segment_row(t->ex, t->ey, row);
    return number;
}

static bool are_circles(hail_cores cores) { return cores.most == 1; }

static void put_shape(hail_cast_pairs *pairs, hail_cast_side *side, hail_cores cores, const hail_cast_target *t) {
    const uint32_t i = pairs->count;
    if (are_circles(cores))
        side->radius[i] = t->row[HAIL_TEMPLATE_ROUNDING] * t->scale;
    else
        side->row[i] = copy_row(pairs, t);
}

/* ---- Pairs ------------------------------------------------------------------------------------------------------- */

static void put(hail_cast_pairs *pairs, hail_cast_side *side, hail_cores cores, const hail_cast_target *t) {
    const uint32_t i = pairs->count;
    side->x[i] = t->x;
    side->y[i] = t->y;
    side->cos[i] = t->cos;
    side->sin[i] = t->sin;
    side->scale[i] = t->scale;
    put_shape(pairs, side, cores, t);
}

void hail_cast_pairs_add(hail_cast_pairs *pairs, const hail_cast_pair *pair, const hail_cast_target *b) {
    const hail_cast *cast = pairs->cast;
    const uint32_t query = pair->query;
    const hail_cast_shape *shape = cast_shape(cast, query);
    if (pairs->count == CAST_PAIRS || pairs->rows + 2 > CAST_ROWS)
        hail_cast_pairs_flush(pairs);
    if (pairs->rows + 2 > CAST_ROWS)
        pairs->rows = 0;
    const hail_cast_target a = {cast->x[query], cast->y[query], shape->cos,
                                shape->sin,     shape->scale,   cast_row(shape, pair->part_a),
                                NULL,           0.0f,           0.0f};
    put(pairs, &pairs->a, pairs->options.a, &a);
    put(pairs, &pairs->b, pairs->options.b, b);
    pairs->dx[pairs->count] = cast->dx[query];
    pairs->dy[pairs->count] = cast->dy[query];
    pairs->pair[pairs->count++] = *pair;
}

static hail_side side_of(const hail_cast_side *from, hail_cores cores) {
    return (hail_side){.x = from->x,
                       .y = from->y,
                       .radius = are_circles(cores) ? from->radius : NULL,
                       .uniform_radius = -1.0f, /* every circle has its template's */
                       .cos = from->cos,
                       .sin = from->sin,
                       .scale = from->scale,
                       .shape = are_circles(cores) ? NULL : from->row};
}

/* Passes on those that touch. */
static void take_contacts(hail_cast_pairs *pairs) {
    for (uint32_t i = 0; i < pairs->count; i++) {
        hail_contact contact;
        memcpy(&contact, pairs->contacts + (size_t)i * HAIL_ROW_WORDS, sizeof contact);
        if (!contact.kind)
            continue;
        contact.part_a = (uint16_t)pairs->pair[i].part_a;
        contact.part_b = pairs->pair[i].part_b;
        pairs->options.take(pairs->options.user, &pairs->pair[i], &contact);
    }
}

void hail_cast_pairs_flush(hail_cast_pairs *pairs) {
    const uint8_t header[4] = {HAIL_CONTACT_BODY, 1, 0, 0}; /* kind, count, layers */
    uint32_t index[CAST_PAIRS];
    hail_dispatch dispatch = {.kernels = pairs->cast->scope->kernels, .question = ASK_SWEEP};
    dispatch.job = (hail_narrow_job){.one = side_of(&pairs->a, pairs->options.a),
                                     .two = side_of(&pairs->b, pairs->options.b),
                                     .templates = pairs->row,
                                     .rounded = true,
                                     .manifold = true,
                                     .rows = pairs->contacts};
    dispatch.job.one.dx = pairs->dx;
    dispatch.job.one.dy = pairs->dy;
    memcpy(&dispatch.job.header, header, sizeof header);
    for (uint32_t i = 0; i < pairs->count; i++)
        index[i] = i;
    dispatch_set_cores(&dispatch, pairs->options.a, pairs->options.b);
    if (pairs->count)
        hail_dispatch_pairs(&dispatch, index, index, index, pairs->count);
    take_contacts(pairs);
    pairs->count = 0;
}
