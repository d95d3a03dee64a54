/* engine/overlap.c - sprites pixel against pixel: pairs to the kernels, tallies to answers. */
#include <math.h>

#include "dispatch.h"
#include "sprites.h"

enum { BLOCK = 64 }; /* pairs at a time */

/* ---- Answers ---------------------------------------------------------------------------------------------------- */

double hail_tally_support(const hail_tally *t, const hail_span *spans, double x, double y) {
    double most = -INFINITY;
    for (int32_t row = t->first_y; row <= t->last_y; row++) {
        const double at = (x > 0.0 ? spans[row].last + 1.0 : spans[row].first) * x + (y > 0.0 ? row + 1.0 : row) * y;
        if (spans[row].first <= spans[row].last)
            most = fmax(most, at);
    }
    return most;
}

/* The way out, not yet a unit vector: against the sides that touching pixels turn to open ones. */
static void way_out(const hail_drawn *a, const hail_tally *t, double *x, double *y) {
    /* A side's length times its normal: the sides of pixels turn with the cofactors of the matrix. */
    const double sign = a->xx * a->yy - a->xy * a->yx < 0.0 ? -1.0 : 1.0;
    *x = -sign * (a->yy * t->side_x - a->yx * t->side_y);
    *y = -sign * (a->xx * t->side_y - a->xy * t->side_x);
}

void hail_overlap_describe(const hail_drawn *a, const hail_tally *t, const hail_span *spans, double away_x,
                           double away_y, hail_sprite_overlap *o) {
    const double n = (double)t->count, px = (double)t->sum_x / n + 0.5 - a->origin_x,
                 py = (double)t->sum_y / n + 0.5 - a->origin_y;
    double x = away_x, y = away_y;
    if (t->side_x || t->side_y)
        way_out(a, t, &x, &y);
    const double length = sqrt(x * x + y * y);
    x = length > 0.0 ? x / length : 0.0;
    y = length > 0.0 ? y / length : 0.0;
    /* Along the push, in pixels of a. */
    const double dx = a->xx * x + a->yx * y, dy = a->xy * x + a->yy * y;
    const double depth = hail_tally_support(t, spans, dx, dy) + hail_tally_support(t, spans, -dx, -dy);
    *o = (hail_sprite_overlap){.count = t->count,
                               .a_x = t->first_x,
                               .a_y = t->first_y,
                               .x = (float)(a->x + (a->xx * px + a->xy * py)),
                               .y = (float)(a->y + (a->yx * px + a->yy * py)),
                               .push_x = (float)(x + 0.0),
                               .push_y = (float)(y + 0.0),
                               .depth = (float)depth};
}

/* ---- Pairs ------------------------------------------------------------------------------------------------------ */

/* Down to whole pixels and up, within the mask. NaN and what is too large narrow nothing. */
static void narrow(double least, double most, int32_t *from, int32_t *to) {
    if (least > (double)*from)
        *from = least < (double)*to ? (int32_t)floor(least) : *to;
    if (most < (double)*to)
        *to = most > (double)*from ? (int32_t)ceil(most) : *from;
}

/* Which pixels of a can touch: those around where the corners of b's opaque bounds lie in a's image. */
static void narrow_turned(hail_sprite_pair *m) {
    hail_overlap_job *j = &m->job;
    const double ux = (double)j->ux, uy = (double)j->uy, vx = (double)j->vx, vy = (double)j->vy;
    const double det = ux * vy - uy * vx;
    double least_x = INFINITY, least_y = INFINITY, most_x = -INFINITY, most_y = -INFINITY;
    for (int corner = 0; corner < 4; corner++) {
        const double x = (double)(corner & 1 ? j->b.right : j->b.left) - (double)j->x;
        const double y = (double)(corner & 2 ? j->b.bottom : j->b.top) - (double)j->y;
        const double i = (x * vy - y * vx) / det, k = (y * ux - x * uy) / det;
        least_x = i < least_x ? i : least_x;
        most_x = i > most_x ? i : most_x;
        least_y = k < least_y ? k : least_y;
        most_y = k > most_y ? k : most_y;
    }
    /* Rounding in the kernel moves a sample by less than this, in pixels of b; of a by that over the lesser stretch. */
    const double far =
        fabs((double)j->x) + fabs((double)j->y) + 16384.0 * (fabs(ux) + fabs(uy) + fabs(vx) + fabs(vy)) + 16384.0;
    const double margin = 1.0 + far * 0x1p-20 * (fabs(ux) + fabs(uy) + fabs(vx) + fabs(vy)) / fabs(det);
    narrow(least_x - margin, most_x + margin, &j->left, &j->right);
    narrow(least_y - margin, most_y + margin, &j->top, &j->bottom);
}

/* One image over the other. */
static void set_turned(hail_sprite_pair *m) {
    const hail_drawn *a = &m->a, *b = &m->b;
    const double det = b->xx * b->yy - b->xy * b->yx;
    const double xx = b->yy / det, xy = -b->xy / det, yx = -b->yx / det, yy = b->xx / det;
    const double ux = xx * a->xx + xy * a->yx, uy = yx * a->xx + yy * a->yx;
    const double vx = xx * a->xy + xy * a->yy, vy = yx * a->xy + yy * a->yy;
    const double dx = a->x - b->x, dy = a->y - b->y, px = 0.5 - a->origin_x, py = 0.5 - a->origin_y;
    hail_overlap_job *j = &m->job;
    j->x = (float)(b->origin_x + (xx * dx + xy * dy) + (ux * px + vx * py));
    j->y = (float)(b->origin_y + (yx * dx + yy * dy) + (uy * px + vy * py));
    j->ux = (float)ux;
    j->uy = (float)uy;
    j->vx = (float)vx;
    j->vy = (float)vy;
    narrow_turned(m);
}

static int32_t whole_shift(double a) {
    const double most = 4.0 * HAIL_MAX_SPRITE, rounded = floor(a + 0.5);
    return (int32_t)(rounded > most ? most : rounded < -most ? -most : rounded);
}

static void set_shifted(hail_sprite_pair *m) {
    const hail_drawn *a = &m->a, *b = &m->b;
    hail_overlap_job *j = &m->job;
    j->shift_x = whole_shift((a->x - b->x) - (a->origin_x - b->origin_x));
    j->shift_y = whole_shift((a->y - b->y) - (a->origin_y - b->origin_y));
    narrow(j->b.left - j->shift_x, j->b.right - j->shift_x, &j->left, &j->right);
    narrow(j->b.top - j->shift_y, j->b.bottom - j->shift_y, &j->top, &j->bottom);
}

void hail_sprite_pair_set(hail_sprite_pair *m) {
    hail_overlap_job *j = &m->job;
    j->left = j->a.left;
    j->top = j->a.top;
    j->right = j->a.right;
    j->bottom = j->a.bottom;
    m->shifted = m->a.plain && m->b.plain;
    m->never = m->a.flat || m->b.flat || !m->of_a->opaque || !m->of_b->opaque;
    if (m->never)
        return;
    if (m->shifted)
        set_shifted(m);
    else
        set_turned(m);
    m->never = j->left >= j->right || j->top >= j->bottom;
}

void hail_sprite_pair_meet(const hail_kernels *kernels, const hail_sprite_pair *m, hail_tally_of of,
                           hail_tally *tally) {
    tally->count = 0;
    if (!m->never)
        (m->shifted ? kernels->overlap_shifted : kernels->overlap_turned)(&m->job, 1, of, tally);
}

static void set_pair(const hail_sprite_pairs *pairs, size_t i, hail_sprite_pair *m) {
    const uint32_t a = pairs->index_a ? pairs->index_a[i] : (uint32_t)i,
                   b = pairs->index_b ? pairs->index_b[i] : (uint32_t)i;
    const hail_template *ta = spriteset_template(pairs->a.set, pairs->a.sprite ? pairs->a.sprite[a] : 0);
    const hail_template *tb = spriteset_template(pairs->b.set, pairs->b.sprite ? pairs->b.sprite[b] : 0);
    m->of_a = &ta->info;
    m->of_b = &tb->info;
    m->a = hail_sprite_drawn(&pairs->a, a);
    m->b = hail_sprite_drawn(&pairs->b, b);
    m->job.a = spriteset_mask(pairs->a.set, ta);
    m->job.b = spriteset_mask(pairs->b.set, tb);
    hail_sprite_pair_set(m);
}

/* Pairs [first, first + count), count at most BLOCK: their tallies. */
static void tally_block(const hail_kernels *kernels, const hail_sprite_pairs *pairs, size_t first, uint32_t count,
                        hail_tally_of of, hail_sprite_pair *meetings, hail_tally *tallies) {
    hail_overlap_job jobs[BLOCK];
    hail_tally found[BLOCK];
    uint32_t which[BLOCK];
    for (uint32_t i = 0; i < count; i++) {
        set_pair(pairs, first + i, &meetings[i]);
        tallies[i].count = 0;
    }
    for (int shifted = 0; shifted < 2; shifted++) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < count; i++)
            if (!meetings[i].never && meetings[i].shifted == (shifted == 1)) {
                which[n] = i;
                jobs[n++] = meetings[i].job;
            }
        if (n)
            (shifted ? kernels->overlap_shifted : kernels->overlap_turned)(jobs, n, of, found);
        for (uint32_t k = 0; k < n; k++)
            tallies[which[k]] = found[k];
    }
}

void hail_sprite_pair_describe(const hail_sprite_pair *m, const hail_tally *t, hail_sprite_overlap *o) {
    *o = (hail_sprite_overlap){0};
    if (!t->count)
        return;
    const hail_drawn *a = &m->a, *b = &m->b;
    const double ax = (double)m->of_a->centre_x - a->origin_x, ay = (double)m->of_a->centre_y - a->origin_y;
    const double bx = (double)m->of_b->centre_x - b->origin_x, by = (double)m->of_b->centre_y - b->origin_y;
    double away_x = (a->x - b->x) + (a->xx * ax + a->xy * ay) - (b->xx * bx + b->xy * by);
    const double away_y = (a->y - b->y) + (a->yx * ax + a->yy * ay) - (b->yx * bx + b->yy * by);
    if (away_x == 0.0 && away_y == 0.0)
        away_x = 1.0;
    hail_overlap_describe(a, t, m->job.spans, away_x, away_y, o);
    const hail_overlap_job *j = &m->job;
    if (m->shifted) {
        o->b_x = o->a_x + j->shift_x;
        o->b_y = o->a_y + j->shift_y;
    } else { /* to the bit as the kernel does */
        const float x = (float)o->a_x, y = (float)o->a_y;
        o->b_x = (int32_t)((j->x + y * j->vx) + x * j->ux);
        o->b_y = (int32_t)((j->y + y * j->vy) + x * j->uy);
    }
}

static hail_status check_pairs(const hail_kernels *kernels, const hail_sprite_pairs *pairs) {
    const hail_sprites *sides[2] = {&pairs->a, &pairs->b};
    const uint32_t *index[2] = {pairs->index_a, pairs->index_b};
    for (int s = 0; s < 2; s++) {
        const bool within = index[s] ? sides[s]->count <= INT32_MAX &&
                                           !kernels->reach(index[s], pairs->count, (uint32_t)sides[s]->count)
                                     : pairs->count <= sides[s]->count;
        if (!within)
            return HAIL_BAD_ARGUMENT;
        const hail_status status = hail_check_sprites(kernels, sides[s]);
        if (status != HAIL_OK)
            return status;
    }
    return HAIL_OK;
}

/* The variant to use, once everything was found to be good. */
static hail_status begin(const hail_sprite_pairs *pairs, const void *out, const hail_kernels **kernels) {
    if (!pairs || pairs->count > INT32_MAX || (pairs->count && !out))
        return HAIL_BAD_ARGUMENT;
    *kernels = pairs->a.isa ? pairs->a.isa : hail_variant_default();
    return *kernels ? check_pairs(*kernels, pairs) : HAIL_UNKNOWN_ISA;
}

static uint32_t block_of(const hail_sprite_pairs *pairs, size_t first) {
    return pairs->count - first < BLOCK ? (uint32_t)(pairs->count - first) : BLOCK;
}

hail_status hail_sprite_touch(const hail_sprite_pairs *pairs, uint8_t *touching) {
    const hail_kernels *kernels;
    const hail_status status = begin(pairs, touching, &kernels);
    hail_sprite_pair meetings[BLOCK];
    hail_tally tallies[BLOCK];
    for (size_t i = 0; status == HAIL_OK && i < pairs->count; i += BLOCK) {
        const uint32_t n = block_of(pairs, i);
        tally_block(kernels, pairs, i, n, TALLY_TOUCH, meetings, tallies);
        for (uint32_t k = 0; k < n; k++)
            touching[i + k] = tallies[k].count != 0;
    }
    return status;
}

hail_status hail_sprite_count(const hail_sprite_pairs *pairs, uint32_t *pixels) {
    const hail_kernels *kernels;
    const hail_status status = begin(pairs, pixels, &kernels);
    hail_sprite_pair meetings[BLOCK];
    hail_tally tallies[BLOCK];
    for (size_t i = 0; status == HAIL_OK && i < pairs->count; i += BLOCK) {
        const uint32_t n = block_of(pairs, i);
        tally_block(kernels, pairs, i, n, TALLY_COUNT, meetings, tallies);
        for (uint32_t k = 0; k < n; k++)
            pixels[i + k] = tallies[k].count;
    }
    return status;
}

hail_status hail_sprite_overlaps(const hail_sprite_pairs *pairs, hail_sprite_overlap *overlaps) {
    const hail_kernels *kernels;
    const hail_status status = begin(pairs, overlaps, &kernels);
    hail_span spans[HAIL_MAX_SPRITE];
    for (size_t i = 0; status == HAIL_OK && i < pairs->count; i++) {
        hail_sprite_pair pair;
        hail_tally tally = {0};
        set_pair(pairs, i, &pair);
        pair.job.spans = spans;
        hail_sprite_pair_meet(kernels, &pair, TALLY_ALL, &tally);
        hail_sprite_pair_describe(&pair, &tally, &overlaps[i]);
    }
    return status;
}
