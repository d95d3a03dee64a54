/* tests/tiles/slide_model_maps.c - random maps and movers for slide_model.h. */
#include "slide_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shared/random_world.h"

static void must(bool good) {
    if (!good)
        abort();
}

static void *zeros(size_t count, size_t size) {
    void *memory = calloc(count, size);
    must(memory != NULL);
    return memory;
}

static long pick(uint64_t *state, long from, long to) { /* both inclusive */
    return from + (long)random_pick(state, (uint32_t)(to - from + 1));
}

static bool chance(uint64_t *state, uint32_t of) { return random_pick(state, of) == 0; }

/* ---- Drawing ----------------------------------------------------------------------------------------------------- */

static void draw_tiles(picture *p, uint64_t *state) {
    const long w = (long)p->tile_width, h = (long)p->tile_height;
    for (long j = 0; j < p->height; j += h)
        for (long i = 0; i < p->width; i += w)
            if (chance(state, 4) || j + h == p->height)
                picture_box(p, i, j, chance(state, 3) ? 2 * w : w, h, true);
}

/* Ground whose height changes by `rise` px after every `run` px, until it is drawn anew. */
static void draw_ground(picture *p, bool stairs, uint64_t *state) {
    long y = pick(state, p->height / 3, p->height - 20), left = 0, run = 1, rise = 0;
    for (long x = 0; x < p->width;) {
        if (left-- <= 0) {
            left = pick(state, 2, stairs ? 6 : 30);
            run = stairs ? pick(state, 1, 8) : pick(state, 1, 3);
            rise = stairs ? pick(state, 1, 8) : run == 1 ? pick(state, 0, 3) : pick(state, 0, 1);
            rise = chance(state, 2) ? rise : -rise;
        }
        picture_box(p, x, y, run, p->height, true);
        x += run, y += rise;
        if (y < 24 || y > p->height - 4)
            rise = -rise, y += 2 * rise;
    }
}

static void draw_holes(picture *p, uint64_t *state) {
    const long top = pick(state, p->height / 3, p->height - 40);
    picture_box(p, 0, top, p->width, p->height, true);
    for (long x = pick(state, 4, 20); x < p->width; x += pick(state, 2, 30)) {
        const long width = pick(state, 1, chance(state, 2) ? 8 : 26);
        picture_box(p, x, top, width, chance(state, 2) ? p->height : pick(state, 1, 30), false);
        x += width;
    }
    if (chance(state, 2)) /* a ceiling, with holes as well */
        picture_box(p, 0, 0, p->width, top - pick(state, 12, 40), true);
    for (long n = 0; n < 6; n++)
        picture_box(p, pick(state, 0, p->width), 0, pick(state, 1, 20), top - 2, false);
}

static void draw_dust(picture *p, uint64_t *state) {
    const long top = pick(state, p->height / 2, p->height - 20);
    picture_box(p, 0, top, p->width, p->height, true);
    for (long n = 0; n < p->width * p->height / 400; n++)
        picture_box(p, pick(state, 0, p->width - 1), pick(state, 0, p->height - 1),
                    chance(state, 5) ? pick(state, 2, 12) : 1, chance(state, 5) ? pick(state, 2, 12) : 1, true);
}

static void draw_corridors(picture *p, uint64_t *state) {
    picture_box(p, 0, 0, p->width, p->height, true);
    for (long n = 0; n < 7; n++)
        picture_box(p, pick(state, 0, p->width - 20), 0, pick(state, 6, 26), p->height - pick(state, 8, 40), false);
    for (long n = 0; n < 5; n++)
        picture_box(p, 8, pick(state, 0, p->height - 30), p->width - 16, pick(state, 6, 26), false);
    for (long n = 0; n < 20; n++) /* walls and lintels in them */
        picture_box(p, pick(state, 0, p->width), pick(state, 0, p->height), pick(state, 1, 9), pick(state, 1, 9), true);
}

static void draw(picture *p, model_map what, uint64_t *state) {
    switch (what) {
    case MAP_TILES:
        draw_tiles(p, state);
        break;
    case MAP_SLOPES:
    case MAP_STAIRS:
        draw_ground(p, what == MAP_STAIRS, state);
        break;
    case MAP_HOLES:
        draw_holes(p, state);
        break;
    case MAP_DUST:
        draw_dust(p, state);
        break;
    default:
        draw_corridors(p, state);
    }
}

const char *model_map_name(model_map what) {
    static const char *name[] = {"tiles", "slopes", "stairs", "holes", "dust", "corridors"};
    return name[what];
}

/* ---- Making ------------------------------------------------------------------------------------------------------ */

/* Puts the picture's pixels into a map, from cell (column, row) on: as full tiles, tiles with a mask, or painted. */
static void put(const picture *p, uint32_t column, uint32_t row, uint64_t *state) {
    const uint32_t size = p->tile_width;
    for (uint32_t n = 0; n < p->columns * p->rows; n++) {
        const uint32_t x = n % p->columns, y = n / p->columns;
        uint64_t mask[HAIL_MAX_TILE] = {0}, any = 0;
        uint32_t tile;
        for (uint32_t j = 0; j < size; j++)
            for (uint32_t i = 0; i < size; i++)
                mask[j] |= (uint64_t)p->pixel[(y * size + j) * p->width + x * size + i] << i;
        for (uint32_t j = 0; j < size; j++)
            any |= mask[j];
        if (any == 0)
            continue;
        must(hail_tileset_add_bits(p->set, mask, 0, &tile) == HAIL_OK);
        must(hail_tilemap_set(p->map, column + x, row + y, 1, 1, &tile, 1) == HAIL_OK);
        if (chance(state, 4)) /* a mask of its own with the same pixels */
            for (uint32_t j = 0; j < size; j++)
                for (uint32_t i = 0; i < size; i++)
                    must(hail_tilemap_paint(p->map, (column + x) * size + i, (row + y) * size + j, 1, 1,
                                            mask[j] >> i & 1, 0) == HAIL_OK);
    }
}

picture model_map_make(model_map what, double far, uint64_t *state) {
    const uint32_t size = 8u << random_pick(state, 3), how = random_pick(state, 3);
    picture p = picture_make(192 / size, 160 / size, size, size);
    draw(&p, what, state);
    const uint32_t away = (uint32_t)(far / (double)size), column = how == 1 ? away : 0, row = how == 2 ? away : 0;
    hail_tilemap_options options = {.columns = column + p.columns, .rows = row + p.rows};
    if (how == 0) /* a corner at pixels, or not */
        options.x = truncf((float)far), options.y = -truncf((float)far / 2.0f);
    must(hail_tileset_create(NULL, size, size, &p.set) == HAIL_OK);
    must(hail_tilemap_create(p.set, &options, &p.map) == HAIL_OK);
    p.x = options.x + (float)(column * size), p.y = options.y + (float)(row * size);
    put(&p, column, row, state);
    return p;
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

const char *model_shape_name(model_shape what) {
    static const char *name[] = {"circle", "capsule", "box", "rounded box", "polygon", "turned"};
    return name[what];
}

/* Half a side: every other one whole or half px. */
static float half_side(uint64_t *state) {
    const float side = random_range(state, 2.0f, 11.0f);
    return chance(state, 2) ? roundf(side * 2.0f) / 2.0f : side;
}

hail_convex model_shape_make(model_shape what, uint64_t *state) {
    const float w = half_side(state), h = half_side(state), rounding = random_range(state, 0.3f, 3.0f);
    float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
    hail_convex shape;
    hail_status status = HAIL_OK;
    const uint32_t n = (uint32_t)pick(state, 3, 8);
    if (what == SHAPE_TURNED)
        what = chance(state, 2) ? SHAPE_POLYGON : chance(state, 2) ? SHAPE_BOX : SHAPE_ROUNDED;
    switch (what) {
    case SHAPE_CIRCLE:
        status = hail_convex_circle(w, &shape);
        break;
    case SHAPE_CAPSULE:
        if (chance(state, 4))
            status = hail_convex_capsule(-h / 2.0f, -w / 3.0f, h / 2.0f, w / 3.0f, rounding + 1.0f, &shape);
        else if (chance(state, 4))
            status = hail_convex_capsule(-h, 0.0f, h, 0.0f, rounding + 1.0f, &shape);
        else
            status = hail_convex_capsule(0.0f, -h, 0.0f, h, fminf(w, 7.0f), &shape);
        break;
    case SHAPE_BOX:
        status = hail_convex_box(w, h, 0.0f, &shape);
        break;
    case SHAPE_ROUNDED:
        status = hail_convex_box(w, h, chance(state, 3) ? roundf(rounding) : rounding, &shape);
        break;
    default:
        for (uint32_t k = 0; k < n; k++) { /* on an ellipse, so that it is convex */
            const float turn = 6.2831853f * ((float)k + random_range(state, 0.0f, 0.5f)) / (float)n;
            x[k] = w * cosf(turn), y[k] = h * sinf(turn);
        }
        status = hail_convex_polygon(x, y, n, chance(state, 3) ? rounding : 0.0f, &shape);
    }
    must(status == HAIL_OK);
    return shape;
}

/* ---- Crowds ------------------------------------------------------------------------------------------------------ */

model_crowd model_crowd_make(const picture *p, model_shape what, size_t count, uint64_t *state) {
    model_crowd m = {.c = crowd_make(p, count, count), .of = p};
    m.gait = zeros(count, sizeof *m.gait);
    m.slides = zeros(count, sizeof *m.slides);
    for (int k = 0; k < 2; k++)
        m.pace[k] = zeros(count, sizeof(float));
    for (size_t i = 0; i < count; i++) {
        m.c.shape[i] = model_shape_make(what, state);
        const float turn = random_range(state, -3.14f, 3.14f);
        if (what == SHAPE_TURNED) {
            m.c.column[2][i] = cosf(turn), m.c.column[3][i] = sinf(turn);
            m.c.column[4][i] = chance(state, 3) ? random_range(state, 0.5f, 1.5f) : 1.0f;
        }
    }
    return m;
}

void model_crowd_free(model_crowd *m) {
    crowd_free(&m->c);
    free(m->gait);
    free(m->slides);
    for (int k = 0; k < 2; k++)
        free(m->pace[k]);
    memset(m, 0, sizeof *m);
}

bool model_crowd_place(model_crowd *m, size_t i, uint64_t *state) {
    const terrain t = {m->of, 0, false};
    m->gait[i] = (model_gait)random_pick(state, GAITS);
    m->pace[0][i] = random_range(state, -5.0f, 5.0f), m->pace[1][i] = 0.0f;
    m->slides[i] = (hail_slide){0};
    for (int n = 0; n < 60; n++) {
        const bool whole = chance(state, 4);
        const float x = random_range(state, 0.0f, (float)m->of->width),
                    y = random_range(state, 0.0f, (float)m->of->height);
        m->c.column[0][i] = m->of->x + (whole ? roundf(x) : x), m->c.column[1][i] = m->of->y + (whole ? roundf(y) : y);
        const solid s = crowd_solid(&m->c, i);
        if (terrain_gap(&t, &s, 1.0) > 0.1)
            return true;
    }
    return false;
}

/* A mover walks and falls: its pace down grows, and ends on floor and below ceilings. */
static void fall(model_crowd *m, size_t i, uint64_t *state) {
    const uint32_t flags = m->slides[i].flags;
    float *vx = &m->pace[0][i], *vy = &m->pace[1][i];
    if (chance(state, 30) || ((flags & HAIL_ON_WALL) != 0 && m->gait[i] == GAIT_WALK && chance(state, 6)))
        *vx = random_range(state, -7.0f, 7.0f);
    if ((flags & HAIL_ON_FLOOR) != 0)
        *vy = chance(state, 12) ? random_range(state, -9.0f, -2.0f) : random_range(state, 0.0f, 1.5f);
    else
        *vy = (flags & HAIL_ON_CEILING) != 0 ? 0.25f : fminf(*vy + 0.4f, 20.0f);
    if (m->gait[i] == GAIT_FALL)
        *vx = chance(state, 3) ? 0.0f : *vx;
}

void model_crowd_ask(model_crowd *m, uint64_t *state) {
    for (size_t i = 0; i < m->c.count; i++) {
        const float fast = chance(state, 12) ? 24.0f : 6.0f;
        const bool straight = m->gait[i] == GAIT_PRESS && chance(state, 2);
        if (m->gait[i] == GAIT_FLY && chance(state, 5))
            m->pace[0][i] = random_range(state, -fast, fast), m->pace[1][i] = random_range(state, -fast, fast);
        else if (m->gait[i] != GAIT_FLY)
            fall(m, i, state);
        if (chance(state, 12))
            m->pace[random_pick(state, 2)][i] = 0.0f;
        m->c.column[5][i] = straight ? 0.0f : m->pace[0][i], m->c.column[6][i] = m->pace[1][i];
    }
}
