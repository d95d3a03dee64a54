#include "obstacles.h"

#include <math.h>
#include <string.h>

#include <hail/world.h>

#include "narrow/dispatch.h"

/* ---- The shape -------------------------------------------------------------------------------------------------- */

void hail_obstacles_begin(hail_obstacles *o, const hail_kernels *kernels, const hail_tilemap *map, uint32_t kinds,
                          bool whole) {
    o->kernels = kernels;
    o->map = map;
    o->kinds = kinds;
    o->whole = whole;
    o->count = 0;
    memcpy(o->rows, map->set->rects.data, OBSTACLE_RECTS * sizeof(hail_convex));
}

void hail_obstacles_shape(hail_obstacles *o, const float *row, float cos, float sin, float scale, float swell) {
    float *own = o->rows + OBSTACLE_RECTS * HAIL_TEMPLATE_WORDS;
    hail_convex point;
    if (!(scale >= HAIL_TINY)) { /* a point, which swells all the same */
        hail_convex_circle(0.0f, &point);
        row = point.words;
        scale = 1.0f;
    }
    memcpy(own, row, HAIL_TEMPLATE_WORDS * sizeof *own);
    own[HAIL_TEMPLATE_ROUNDING] += swell / scale;
    own[HAIL_TEMPLATE_RADIUS] += swell / scale * 1.0005f;
    memcpy(&o->vertices, own + HAIL_TEMPLATE_COUNT, sizeof o->vertices);
    o->cos = cos;
    o->sin = sin;
    o->scale = scale;
    o->reach = own[HAIL_TEMPLATE_RADIUS] * scale;
}

/* ---- What is solid ---------------------------------------------------------------------------------------------- */

static bool outside_counts(const hail_obstacles *o) {
    const hail_tilemap_options *m = &o->map->options;
    return m->outside_solid && kinds_have(o->kinds, m->outside_kind);
}

static bool word_counts(const hail_obstacles *o, uint32_t word) {
    return word_solid(o->map, word) && kinds_have(o->kinds, word_kind(word));
}

static int32_t cell_of(int32_t pixel, uint32_t size) {
    return pixel >= 0 ? pixel / (int32_t)size : -1 - (-1 - pixel) / (int32_t)size;
}

static bool in_map(const hail_obstacles *o, int32_t column, int32_t row) {
    return column >= 0 && row >= 0 && column < (int32_t)o->map->options.columns && row < (int32_t)o->map->options.rows;
}

bool hail_obstacles_solid(const hail_obstacles *o, int32_t x, int32_t y) {
    const int32_t column = cell_of(x, o->map->width), row = cell_of(y, o->map->height);
    if (!in_map(o, column, row))
        return outside_counts(o);
    const uint32_t word = tilemap_word(o->map, (uint32_t)column, (uint32_t)row);
    if (!word_counts(o, word))
        return false;
    const uint32_t within_x = (uint32_t)(x - column * (int32_t)o->map->width),
                   within_y = (uint32_t)(y - row * (int32_t)o->map->height);
    return o->whole || (hail_tilemap_row_bits(o->map, word, within_y) >> within_x & 1u);
}

/* Whether a cell is solid from edge to edge. */
static bool cell_full(const hail_obstacles *o, int32_t column, int32_t row) {
    if (!in_map(o, column, row))
        return outside_counts(o);
    const uint32_t word = tilemap_word(o->map, (uint32_t)column, (uint32_t)row), area = o->map->width * o->map->height;
    return word_counts(o, word) && (o->whole || word_solid(o->map, word) == area);
}

/* ---- What is exposed -------------------------------------------------------------------------------------------- */

static const float STRAIGHT = 1e-5f; /* a normal's smaller part that counts as none */
static const float LEANS = 0.1f;
static const double BESIDE = 0.01; /* px: a point that near an edge of pixels belongs to both */

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t most(int32_t a, int32_t b) { return a > b ? a : b; }

/* Some pixel before an edge is open, of those from `from` to `to` px along it. */
static bool edge_open(const hail_obstacles *o, const hail_rect *r, bool upright, int32_t beyond, double from,
                      double to) {
    const int32_t low = upright ? r->top : r->left, high = (upright ? r->bottom : r->right) - 1;
    const int32_t first = least(most((int32_t)floor(from - BESIDE), low), high),
                  last = least(most((int32_t)floor(to + BESIDE), low), high);
    for (int32_t at = first; at <= last; at++)
        if (!hail_obstacles_solid(o, upright ? beyond : at, upright ? at : beyond))
            return true;
    return false;
}

/* The part of the shape that lies furthest along a normal, from the least to the largest coordinate across it. */
static void foot_of(const hail_obstacles *o, double nx, double ny, double *low, double *high) {
    const float *row = o->rows + OBSTACLE_RECTS * HAIL_TEMPLATE_WORDS;
    const double c = (double)o->cos * (double)o->scale, s = (double)o->sin * (double)o->scale, flat = 1e-3; /* px */
    double furthest = 0.0;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < o->vertices; i++) {
            const double vx = (double)row[HAIL_TEMPLATE_VX + i], vy = (double)row[HAIL_TEMPLATE_VY + i];
            const double x = c * vx - s * vy, y = s * vx + c * vy, along = x * nx + y * ny;
            const double across = nx != 0.0 ? y : x;
            if (pass == 0) {
                furthest = i == 0 || along > furthest ? along : furthest;
                *low = HUGE_VAL;
                *high = -HUGE_VAL;
            } else if (along >= furthest - flat) {
                *low = fmin(*low, across);
                *high = fmax(*high, across);
            }
        }
}

/* Whether a contact is with something that is there: see the top of obstacles.h. (x, y): the shape's place at the
 * start, (at_x, at_y): when it touches. The narrowphase names a point or two of where a flat side meets an edge; all of
 * it counts. */
static bool exposed(const hail_obstacles *o, const hail_rect *r, const hail_contact *c, double x, double y, double at_x,
                    double at_y) {
    const float nx = -c->normal_x, ny = -c->normal_y; /* out of the tile */
    if (fabsf(nx) > STRAIGHT && fabsf(ny) > STRAIGHT) {
        const int32_t px = nx > 0.0f ? r->right - 1 : r->left, py = ny > 0.0f ? r->bottom - 1 : r->top;
        return !hail_obstacles_solid(o, px + (nx > 0.0f ? 1 : -1), py) &&
               !hail_obstacles_solid(o, px, py + (ny > 0.0f ? 1 : -1));
    }
    const bool upright = fabsf(ny) <= STRAIGHT;
    const uint32_t second = c->count > 1 ? 1 : 0;
    const double one = upright ? y + (double)c->y[0] : x + (double)c->x[0],
                 two = upright ? y + (double)c->y[second] : x + (double)c->x[second];
    double low = 0.0, high = 0.0;
    foot_of(o, upright ? (double)-nx : 0.0, upright ? 0.0 : (double)-ny, &low, &high);
    low += upright ? at_y : at_x;
    high += upright ? at_y : at_x;
    const double edge_low = (double)(upright ? r->top : r->left), edge_high = (double)(upright ? r->bottom : r->right);
    low = fmin(fmin(one, two), fmax(low, edge_low));
    high = fmax(fmax(one, two), fmin(high, edge_high));
    const int32_t beyond = upright ? (nx > 0.0f ? r->right : r->left - 1) : ny > 0.0f ? r->bottom : r->top - 1;
    return edge_open(o, r, upright, beyond, low, high);
}

/* ---- Rectangles ------------------------------------------------------------------------------------------------- */

/* What is done with rectangles when there are many, or no more. */
typedef struct search {
    hail_obstacles *o;
    double x, y; /* of the shape */
    bool inner;  /* rectangles that touch nothing open count, too */
    void (*meet)(struct search *s);
} search;

static void flush(search *s) {
    if (s->o->count)
        s->meet(s);
    s->o->count = 0;
}

/* `scale`: of its template. */
static void put_rect(search *s, const hail_rect *rect, uint32_t shape, float scale) {
    hail_obstacles *o = s->o;
    if (o->count == OBSTACLE_PAIRS)
        flush(s);
    const uint32_t i = o->count++;
    o->rects[i] = *rect;
    o->shape[i] = shape;
    o->size[i] = scale;
    o->x[i] = (float)(((double)rect->left + (double)rect->right) * 0.5 - s->x);
    o->y[i] = (float)(((double)rect->top + (double)rect->bottom) * 0.5 - s->y);
}

static uint32_t lowest(uint64_t bits) {
    uint32_t at = 0;
    for (; !(bits & 0xff); bits >>= 8)
        at += 8;
    for (; !(bits & 1); bits >>= 1)
        at++;
    return at;
}

static bool row_full(const hail_tilemap *map, uint32_t word, int32_t y) {
    const uint64_t bits = hail_tilemap_row_bits(map, word, (uint32_t)y);
    return bits == (map->width < 64 ? (UINT64_C(1) << map->width) - 1 : UINT64_MAX);
}

/* The runs of pixels of a partly solid cell that columns [left, right) and rows [top, bottom) of the map cut. */
static void put_runs(search *s, const hail_rect *cell, uint32_t word, const hail_rect *box) {
    const hail_tilemap *map = s->o->map;
    const int32_t width = (int32_t)map->width;
    for (int32_t y = most(cell->top, box->top); y < least(cell->bottom, box->bottom); y++) {
        uint64_t bits = hail_tilemap_row_bits(map, word, (uint32_t)(y - cell->top));
        while (bits) {
            const uint32_t first = lowest(bits), length = ~bits >> first ? lowest(~bits >> first) : 64 - first;
            const hail_rect run = {
                cell->left + (int32_t)first, y, cell->left + (int32_t)(first + length), y + 1, cell->cell, cell->kind};
            bits = first + length < 64 ? bits >> (first + length) << (first + length) : 0;
            if (run.right <= box->left || run.left >= box->right)
                continue;
            /* From edge to edge, so above and below, and with solid cells beside it: it is seen from nowhere. */
            const bool inner = (int32_t)length == width && y > cell->top && y + 1 < cell->bottom &&
                               row_full(map, word, y - 1 - cell->top) && row_full(map, word, y + 1 - cell->top) &&
                               hail_obstacles_solid(s->o, run.left - 1, y) && hail_obstacles_solid(s->o, run.right, y);
            if (s->inner || !inner)
                put_rect(s, &run, length - 1, 1.0f);
        }
    }
}

static void put_cell(search *s, uint32_t column, uint32_t row, const hail_rect *box) {
    const hail_obstacles *o = s->o;
    const int32_t width = (int32_t)o->map->width, height = (int32_t)o->map->height, c = (int32_t)column,
                  r = (int32_t)row;
    const uint32_t word = tilemap_word(o->map, column, row);
    if (!word_counts(o, word))
        return;
    const hail_rect cell = {
        c * width,      r * height, (c + 1) * width, (r + 1) * height, row * o->map->options.columns + column,
        word_kind(word)};
    if (!cell_full(o, c, r))
        put_runs(s, &cell, word, box);
    else if (s->inner || !cell_full(o, c - 1, r) || !cell_full(o, c + 1, r) || !cell_full(o, c, r - 1) ||
             !cell_full(o, c, r + 1))
        put_rect(s, &cell, HAIL_MAX_TILE, 1.0f);
}

static int32_t whole(double a) { return a < -1e9 ? -1000000000 : a > 1e9 ? 1000000000 : (int32_t)floor(a); }

/* What lies beyond one side of the map, as far as the box goes: a cell made so large that its other sides are out of
 * the way. (x, y): -1, 0 or 1: which side. */
static void put_side(search *s, int x, int y, const hail_rect *box) {
    const hail_tilemap *map = s->o->map;
    const double far_x = x < 0 ? -(double)box->left
                               : (double)box->right - (double)map->options.columns * (double)map->width,
                 far_y =
                     y < 0 ? -(double)box->top : (double)box->bottom - (double)map->options.rows * (double)map->height;
    const double wide = (double)box->right - (double)box->left, high = (double)box->bottom - (double)box->top;
    const double span = fmax(fmax(wide, high), x ? far_x : far_y);
    const double scale = ceil(2.0 * span / fmin((double)map->width, (double)map->height)) + 2.0;
    const double half_width = (double)map->width * scale * 0.5, half_height = (double)map->height * scale * 0.5;
    const double edge_x = x < 0 ? 0.0 : (double)map->options.columns * (double)map->width;
    const double edge_y = y < 0 ? 0.0 : (double)map->options.rows * (double)map->height;
    const double cx = x ? edge_x + x * half_width : floor(((double)box->left + (double)box->right) * 0.5);
    const double cy = y ? edge_y + y * half_height : floor(((double)box->top + (double)box->bottom) * 0.5);
    const hail_rect rect = {
        whole(cx - half_width),   whole(cy - half_height), whole(cx + half_width), whole(cy + half_height), UINT32_MAX,
        map->options.outside_kind};
    put_rect(s, &rect, HAIL_MAX_TILE, (float)scale);
    s->o->x[s->o->count - 1] = (float)(cx - s->x);
    s->o->y[s->o->count - 1] = (float)(cy - s->y);
}

/* All that is solid in a box, px from the map's corner. */
static void put_box(search *s, double left, double top, double right, double bottom) {
    const hail_tilemap *map = s->o->map;
    const hail_rect box = {whole(left), whole(top), whole(right) + 1, whole(bottom) + 1, 0, 0};
    const int32_t last_column = (int32_t)map->options.columns - 1, last_row = (int32_t)map->options.rows - 1;
    const int32_t first = most(cell_of(box.left, map->width), 0),
                  last = least(cell_of(box.right, map->width), last_column);
    const int32_t upper = most(cell_of(box.top, map->height), 0),
                  lower = least(cell_of(box.bottom, map->height), last_row);
    for (int32_t row = upper; row <= lower; row++)
        for (int32_t column = first; column <= last; column++)
            put_cell(s, (uint32_t)column, (uint32_t)row, &box);
    if (!outside_counts(s->o))
        return;
    if (box.left < 0)
        put_side(s, -1, 0, &box);
    if (box.right > (last_column + 1) * (int32_t)map->width)
        put_side(s, 1, 0, &box);
    if (box.top < 0)
        put_side(s, 0, -1, &box);
    if (box.bottom > (last_row + 1) * (int32_t)map->height)
        put_side(s, 0, 1, &box);
}

/* ---- Narrowphase ------------------------------------------------------------------------------------------------ */

/* Contacts of the shape with every rectangle that waits. */
static void narrow(hail_obstacles *o, hail_question question, const float *dx, const float *dy) {
    static const float zero[1] = {0.0f};
    static const uint32_t shape[1] = {OBSTACLE_RECTS};
    uint32_t one[OBSTACLE_PAIRS] = {0}, number[OBSTACLE_PAIRS];
    for (uint32_t i = 0; i < o->count; i++)
        number[i] = i;
    hail_dispatch deal = {
        .kernels = o->kernels,
        .question = question,
        .job = {.one = {.x = zero,
                        .y = zero,
                        .dx = dx,
                        .dy = dy,
                        .uniform_radius = -1.0f,
                        .cos = &o->cos,
                        .sin = &o->sin,
                        .scale = &o->scale,
                        .shape = shape},
                .two = {.x = o->x, .y = o->y, .uniform_radius = -1.0f, .scale = o->size, .shape = o->shape},
                .templates = o->rows,
                .rounded = true,
                .manifold = true,
                .rows = (float *)(void *)o->contacts}};
    const uint8_t header[4] = {HAIL_CONTACT_TILE, 1, 0, HAIL_MAX_LAYERS};
    memcpy(&deal.job.header, header, sizeof header);
    hail_dispatch_pairs(&deal, (hail_cores){o->vertices, o->vertices}, (hail_cores){4, 4}, one, number, number,
                        o->count);
}

/* Takes away the smaller part of a normal, if it is that small; whether it was not straight, and is now. */
static bool straighten(hail_contact *c, float most) {
    const float x = fabsf(c->normal_x), y = fabsf(c->normal_y), small = x < y ? x : y;
    if (small > most)
        return false;
    c->normal_x = x < y ? 0.0f : c->normal_x > 0.0f ? 1.0f : -1.0f;
    c->normal_y = x < y ? (c->normal_y > 0.0f ? 1.0f : -1.0f) : 0.0f;
    return small > 0.0f;
}

/* At a corner of a rectangle normals point between its two edges' own: what points beyond either, by rounding, is taken
 * away. */
static void hold_to_corner(const hail_rect *r, hail_contact *c, double x, double y) {
    const bool right = (x + (double)c->x[0]) * 2.0 > (double)r->left + (double)r->right,
               below = (y + (double)c->y[0]) * 2.0 > (double)r->top + (double)r->bottom;
    if (fabsf(c->normal_x) <= STRAIGHT || fabsf(c->normal_y) <= STRAIGHT)
        return;
    const bool x_holds = (c->normal_x < 0.0f) == right, y_holds = (c->normal_y < 0.0f) == below;
    if (x_holds && y_holds)
        return;
    c->normal_x = y_holds ? 0.0f : c->normal_x > 0.0f ? 1.0f : -1.0f;
    c->normal_y = y_holds ? (c->normal_y > 0.0f ? 1.0f : -1.0f) : 0.0f;
}

/* Whether a contact counts. One that leans on a corner in a flat run by no more than rounding may make of a rounded
 * corner is with the flat run. */
static bool counts(const hail_obstacles *o, const hail_rect *r, hail_contact *c, double x, double y, double at_x,
                   double at_y) {
    hold_to_corner(r, c, x, y);
    if (exposed(o, r, c, x, y, at_x, at_y))
        return true;
    hail_contact upright = *c;
    if (!straighten(&upright, LEANS) || !exposed(o, r, &upright, x, y, at_x, at_y))
        return false;
    *c = upright;
    return true;
}

/* A contact as it is told. A normal that is straight but for rounding is straight: along such ground nobody moves into
 * it. */
static hail_contact named(const hail_contact *c, const hail_rect *r) {
    hail_contact contact = *c;
    contact.b = (hail_handle){0, 0};
    contact.feature_b = (uint8_t)r->kind;
    contact.part_b = r->cell;
    straighten(&contact, STRAIGHT);
    return contact;
}

/* The shape's point that lies furthest to one side, in its own frame; one of four: left, right, up, down. */
typedef struct extreme {
    double x, y;
} extreme;

static extreme extreme_of(const hail_obstacles *o, double nx, double ny) {
    const float *row = o->rows + OBSTACLE_RECTS * HAIL_TEMPLATE_WORDS;
    const double c = (double)o->cos * (double)o->scale, s = (double)o->sin * (double)o->scale,
                 rounding = (double)row[HAIL_TEMPLATE_ROUNDING] * (double)o->scale;
    extreme best = {0.0, 0.0};
    for (uint32_t i = 0; i < o->vertices; i++) {
        const double vx = (double)row[HAIL_TEMPLATE_VX + i], vy = (double)row[HAIL_TEMPLATE_VY + i];
        const extreme at = {c * vx - s * vy, s * vx + c * vy};
        if (i == 0 || at.x * nx + at.y * ny > best.x * nx + best.y * ny)
            best = at;
    }
    return (extreme){best.x + nx * rounding, best.y + ny * rounding};
}

/* Where the narrowphase would push a shape through an edge that is not there: out by the exposed edge of the rectangle
 * through which it is least; false: there is none where it stands, `inset` px of its sides left out. */
static bool through_exposed(const hail_obstacles *o, const hail_rect *r, double x, double y, double inset,
                            hail_contact *c) {
    const extreme left = extreme_of(o, -1.0, 0.0), right = extreme_of(o, 1.0, 0.0), top = extreme_of(o, 0.0, -1.0),
                  bottom = extreme_of(o, 0.0, 1.0);
    const struct {
        double nx, ny; /* into the tile */
        double depth, from, to;
        extreme at;
        int32_t beyond;
    } ways[] = {{1.0, 0.0, x + right.x - (double)r->left, y + top.y + inset, y + bottom.y - inset, right, r->left - 1},
                {-1.0, 0.0, (double)r->right - (x + left.x), y + top.y + inset, y + bottom.y - inset, left, r->right},
                {0.0, 1.0, y + bottom.y - (double)r->top, x + left.x + inset, x + right.x - inset, bottom, r->top - 1},
                {0.0, -1.0, (double)r->bottom - (y + top.y), x + left.x + inset, x + right.x - inset, top, r->bottom}};
    int best = -1;
    double first = 0.0, last = 0.0; /* of the edge, where the shape is before it */
    for (int w = 0; w < 4; w++) {
        const bool upright = ways[w].nx != 0.0;
        const double low = (double)(upright ? r->top : r->left), high = (double)(upright ? r->bottom : r->right);
        const double from = fmax(ways[w].from, low), to = fmin(ways[w].to, high);
        if (from <= to && (best < 0 || ways[w].depth < ways[best].depth) &&
            edge_open(o, r, upright, ways[w].beyond, from, to)) {
            best = w;
            first = from;
            last = to;
        }
    }
    if (best < 0 || ways[best].depth < 0.0)
        return false;
    const double half = ways[best].depth * 0.5;
    *c = (hail_contact){.kind = HAIL_CONTACT_TILE, .count = 1, .layer_b = HAIL_MAX_LAYERS};
    c->normal_x = (float)ways[best].nx;
    c->normal_y = (float)ways[best].ny;
    c->depth[0] = (float)ways[best].depth;
    const bool upright = ways[best].nx != 0.0;
    const double px = ways[best].at.x - ways[best].nx * half, py = ways[best].at.y - ways[best].ny * half;
    c->x[0] = (float)(upright ? px : fmin(fmax(x + px, first), last) - x);
    c->y[0] = (float)(upright ? fmin(fmax(y + py, first), last) - y : py);
    return true;
}

/* ---- Sweeps ----------------------------------------------------------------------------------------------------- */

typedef struct sweep {
    search s;
    float dx, dy;
    bool found;
    hail_contact best;
} sweep;

/* Times that are equal but for rounding are equal: of what is met at once the deepest, then the lowest cell counts. */
static bool earlier(const hail_contact *c, const hail_contact *than) {
    if (fabsf(c->t - than->t) > 0x1p-20f)
        return c->t < than->t;
    if (c->depth[0] != than->depth[0])
        return c->depth[0] > than->depth[0];
    return c->part_b < than->part_b;
}

static void meet_sweep(search *s) {
    sweep *w = (sweep *)(void *)s;
    hail_obstacles *o = s->o;
    narrow(o, ASK_SWEEP, &w->dx, &w->dy);
    for (uint32_t i = 0; i < o->count; i++) {
        if (!o->contacts[i].kind)
            continue;
        const hail_rect *r = &o->rects[i];
        hail_contact contact = named(&o->contacts[i], r), out;
        if (w->found && !earlier(&contact, &w->best))
            continue;
        const double t = (double)contact.t, at_x = s->x + (double)w->dx * t, at_y = s->y + (double)w->dy * t;
        if (!counts(o, r, &contact, s->x, s->y, at_x, at_y)) {
            if (contact.t > 0.0f || !through_exposed(o, r, s->x, s->y, 4.0 * BESIDE, &out))
                continue;
            contact = named(&out, r);
        }
        const float into = w->dx * contact.normal_x + w->dy * contact.normal_y;
        if (!(into > (fabsf(w->dx) + fabsf(w->dy)) * 1e-6f) || (w->found && !earlier(&contact, &w->best)))
            continue;
        contact.t = w->found ? fminf(contact.t, w->best.t) : contact.t;
        w->best = contact;
        w->found = true;
    }
}

/* The fractions of the way between which the box about the shape is near the map, along one axis. */
static void clip(double at, double d, double reach, double size, double *from, double *to) {
    const double low = -reach, high = size + reach;
    if (d == 0.0) {
        if (at < low || at > high)
            *to = -1.0;
        return;
    }
    const double a = (low - at) / d, b = (high - at) / d;
    *from = fmax(*from, fmin(a, b));
    *to = fmin(*to, fmax(a, b));
}

bool hail_obstacles_sweep(hail_obstacles *o, double x, double y, float dx, float dy, hail_contact *hit) {
    const double mx = (double)dx, my = (double)dy, length = sqrt(mx * mx + my * my);
    const double width = (double)o->map->width, height = (double)o->map->height;
    /* What rounding may come to, too. */
    double reach = (double)o->reach + 1e-3 + length * 1e-6, from = 0.0, to = 1.0;
    clip(x, mx, reach + width, (double)o->map->options.columns * width, &from, &to);
    clip(y, my, reach + height, (double)o->map->options.rows * height, &from, &to);
    if (!(from <= to) || !(length > 0.0))
        return false;
    /* Of a long way only what is near the map; and of that a stretch at a time: what is beyond a hit is not looked at.
     */
    const double part = to - from, near = length * part, at_x = x + mx * from, at_y = y + my * from;
    reach = (double)o->reach + 1e-3 + near * 1e-6;
    sweep w = {
        .s = {.o = o, .x = at_x, .y = at_y, .meet = meet_sweep}, .dx = (float)(mx * part), .dy = (float)(my * part)};
    const double stretch = fmax(4.0 * fmax(width, height), reach);
    const uint32_t stretches = (uint32_t)fmin(ceil(near / stretch), 1e9) + 1;
    for (uint32_t k = 0; k < stretches; k++) {
        const double begin = fmin(k * stretch / fmax(near, stretch), 1.0),
                     end = fmin((k + 1) * stretch / fmax(near, stretch), 1.0);
        const double x1 = at_x + mx * part * begin, x2 = at_x + mx * part * end, y1 = at_y + my * part * begin,
                     y2 = at_y + my * part * end;
        put_box(&w.s, fmin(x1, x2) - reach, fmin(y1, y2) - reach, fmax(x1, x2) + reach, fmax(y1, y2) + reach);
        flush(&w.s);
        if ((w.found && (double)w.best.t <= end) || end >= 1.0)
            break;
    }
    if (!w.found)
        return false;
    *hit = w.best;
    if (from > 0.0 || to < 1.0) {
        hit->t = (float)(from + (double)w.best.t * part);
        hit->x[0] = (float)((double)w.best.x[0] + mx * from);
        hit->y[0] = (float)((double)w.best.y[0] + my * from);
    }
    return true;
}

/* ---- Touches ---------------------------------------------------------------------------------------------------- */

typedef struct touch {
    search s;
    bool any, outside_any, ended;
    bool good, outside_good; /* exposed */
    hail_contact contact, outside;
    bool looking; /* for the deepest that is exposed; nobody is told yet */
    bool has_deepest;
    hail_contact deepest;
    hail_touch_fn *take;
    void *context;
} touch;

static float depth_of(const hail_contact *c) {
    return c->count > 1 && c->depth[1] > c->depth[0] ? c->depth[1] : c->depth[0];
}

/* A cell that nothing is exposed of has the way out of the deepest one that has. */
static void give(touch *t) {
    if (t->any && t->looking && t->good && (!t->has_deepest || depth_of(&t->contact) > depth_of(&t->deepest))) {
        t->deepest = t->contact;
        t->has_deepest = true;
    }
    if (t->any && !t->looking && !t->ended) {
        if (!t->good && t->has_deepest) {
            t->contact.normal_x = t->deepest.normal_x;
            t->contact.normal_y = t->deepest.normal_y;
            t->contact.count = 1;
            t->contact.depth[0] = depth_of(&t->deepest);
        }
        t->ended = !t->take(t->context, &t->contact, t->good);
    }
    t->any = false;
}

/* The better of a cell's contacts is kept. */
static void keep(bool *any, bool *good, hail_contact *kept, const hail_contact *c, bool is_exposed) {
    const bool better = !*any || (is_exposed && !*good) || (is_exposed == *good && depth_of(c) > depth_of(kept));
    if (better) {
        *kept = *c;
        *good = is_exposed;
    }
    *any = true;
}

static void meet_touch(search *s) {
    touch *t = (touch *)(void *)s;
    hail_obstacles *o = s->o;
    narrow(o, ASK_CONTACT, NULL, NULL);
    for (uint32_t i = 0; i < o->count; i++) {
        const hail_contact *c = &o->contacts[i];
        if (!c->kind)
            continue;
        hail_contact contact = named(c, &o->rects[i]), out;
        bool is_exposed = counts(o, &o->rects[i], &contact, s->x, s->y, s->x, s->y);
        if (!is_exposed && through_exposed(o, &o->rects[i], s->x, s->y, 0.0, &out)) {
            contact = named(&out, &o->rects[i]);
            is_exposed = true;
        }
        if (contact.part_b == UINT32_MAX) {
            keep(&t->outside_any, &t->outside_good, &t->outside, &contact, is_exposed);
            continue;
        }
        if (t->any && t->contact.part_b != contact.part_b)
            give(t);
        keep(&t->any, &t->good, &t->contact, &contact, is_exposed);
    }
}

/* Every cell near (x, y), once. */
static void touch_all(touch *t) {
    const double reach = (double)t->s.o->reach + 1e-3, x = t->s.x, y = t->s.y;
    put_box(&t->s, x - reach, y - reach, x + reach, y + reach);
    flush(&t->s);
    give(t);
    t->any = t->outside_any;
    t->good = t->outside_good;
    t->contact = t->outside;
    t->outside_any = false;
    give(t);
}

void hail_obstacles_touch(hail_obstacles *o, double x, double y, hail_touch_fn *take, void *context) {
    touch t = {.s = {.o = o, .x = x, .y = y, .inner = true, .meet = meet_touch}, .take = take, .context = context};
    t.looking = true;
    touch_all(&t);
    t.looking = false;
    touch_all(&t);
}
