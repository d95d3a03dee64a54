/* engine/casts/cast_pairs.c - the kernels read both sides' templates from one array, but the caller's shapes, the
 * world's and walls lie in several. */
#include "cast_pairs.h"

#include "narrow/dispatch.h"

void hail_cast_pairs_begin(hail_cast_pairs *pairs, const hail_cast *cast, hail_take_pair_fn *take, void *user) {
    pairs->cast = cast;
    pairs->take = take;
    pairs->user = user;
    pairs->count = pairs->rows = 0;
}

uint32_t hail_cast_pairs_new_row(hail_cast_pairs *pairs) {
    pairs->source[pairs->rows] = NULL;
    return pairs->rows++;
}

uint32_t hail_cast_pairs_row(hail_cast_pairs *pairs, const float *source) {
    for (uint32_t i = pairs->rows; i-- > 0;)
        if (pairs->source[i] == source)
            return i;
    const uint32_t row = hail_cast_pairs_new_row(pairs);
    pairs->source[row] = source;
    memcpy(pairs->row + (size_t)row * HAIL_TEMPLATE_WORDS, source, HAIL_TEMPLATE_WORDS * sizeof *source);
    return row;
}

uint32_t hail_cast_pairs_add(hail_cast_pairs *pairs, const hail_cast_pair *pair, const hail_cast_shape *shape) {
    const hail_cast *cast = pairs->cast;
    if (pairs->count == CAST_PAIRS || pairs->rows + 2 > CAST_ROWS)
        hail_cast_pairs_flush(pairs);
    const uint32_t i = pairs->count++;
    pairs->pair[i] = *pair;
    pairs->a.x[i] = cast->x[pair->query];
    pairs->a.y[i] = cast->y[pair->query];
    pairs->dx[i] = cast->dx[pair->query];
    pairs->dy[i] = cast->dy[pair->query];
    pairs->a.cos[i] = shape->cos;
    pairs->a.sin[i] = shape->sin;
    pairs->a.scale[i] = shape->scale;
    pairs->a.row[i] = hail_cast_pairs_row(pairs, hail_cast_row(cast, shape, pair->part_a));
    return i;
}

static hail_side side_of(const hail_cast_side *from) {
    return (hail_side){.x = from->x,
                       .y = from->y,
                       .uniform_radius = -1.0f, /* every circle has its template's */
                       .cos = from->cos,
                       .sin = from->sin,
                       .scale = from->scale,
                       .shape = from->row};
}

void hail_cast_pairs_flush(hail_cast_pairs *pairs) {
    const hail_cores any = {1, HAIL_MAX_VERTICES};
    const uint8_t header[4] = {HAIL_CONTACT_BODY, 1, 0, 0}; /* kind, count, layers */
    const uint32_t count = pairs->count;
    uint32_t index[CAST_PAIRS];
    hail_dispatch dispatch = {.kernels = pairs->cast->seek->kernels, .question = ASK_SWEEP};
    dispatch.job = (hail_narrow_job){.one = side_of(&pairs->a),
                                     .two = side_of(&pairs->b),
                                     .templates = pairs->row,
                                     .rounded = true,
                                     .manifold = true,
                                     .rows = (float *)(void *)pairs->contacts};
    dispatch.job.one.dx = pairs->dx;
    dispatch.job.one.dy = pairs->dy;
    memcpy(&dispatch.job.header, header, sizeof header);
    for (uint32_t i = 0; i < count; i++)
        index[i] = i;
    if (count)
        hail_dispatch_pairs(&dispatch, any, any, index, index, index, count);
    pairs->count = pairs->rows = 0;
    for (uint32_t i = 0; i < count; i++) {
        hail_contact *contact = &pairs->contacts[i];
        if (!contact->kind)
            continue;
        contact->part_a = (uint16_t)pairs->pair[i].part_a;
        contact->part_b = pairs->pair[i].part_b;
        pairs->take(pairs->user, &pairs->pair[i], contact);
    }
}
