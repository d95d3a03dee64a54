/* tests/golden/golden.c - what the golden scenes share: random numbers, hashes, worlds, shapes, maps. */
#include "golden.h"

#include <math.h>
#include <string.h>

const int golden_checks[GOLDEN_CHECKS] = {1, 10, 100, 1000};

void golden_must(golden *g, hail_status status, const char *call) {
    if (g->status == HAIL_OK && status != HAIL_OK) {
        g->status = status;
        g->call = call;
    }
}

/* ---- Random numbers ---------------------------------------------------------------------------------------------- */

static uint32_t next_random(golden *g) {
    g->random = g->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(g->random >> 40); /* 24 bits */
}

float golden_range(golden *g, float min, float max) {
    const float of_one = (float)next_random(g) * 0x1p-24f, width = max - min, part = of_one * width;
    return min + part;
}

uint32_t golden_pick(golden *g, uint32_t count) { return next_random(g) % count; }

/* ---- Hashes (FNV-1a over words) ---------------------------------------------------------------------------------- */

static uint64_t mixed(uint64_t hash, uint32_t word) { return (hash ^ word) * UINT64_C(1099511628211); }

static uint32_t word_of(float value) {
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return isnan(value) ? UINT32_C(0x7fc00000) : word;
}

void golden_mix(golden *g, uint32_t word) { g->hash = mixed(g->hash, word); }
void golden_mix_float(golden *g, float value) { golden_mix(g, word_of(value)); }

void golden_mix_floats(golden *g, const float *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        golden_mix_float(g, values[i]);
}

void golden_mix_handle(golden *g, hail_handle handle) {
    golden_mix(g, handle.slot);
    golden_mix(g, handle.generation);
}

void golden_mix_contact(golden *g, const hail_contact *c) {
    golden_mix_handle(g, c->a);
    golden_mix_handle(g, c->b);
    golden_mix(g, c->kind | (uint32_t)c->count << 8 | (uint32_t)c->layer_a << 16 | (uint32_t)c->layer_b << 24);
    golden_mix(g, c->feature_a | (uint32_t)c->feature_b << 8 | (uint32_t)c->part_a << 16);
    golden_mix(g, c->part_b);
    golden_mix_float(g, c->t);
    golden_mix_float(g, c->normal_x);
    golden_mix_float(g, c->normal_y);
    golden_mix_floats(g, c->x, 2);
    golden_mix_floats(g, c->y, 2);
    golden_mix_floats(g, c->depth, 2);
}

void golden_contacts(const hail_contact *contacts, size_t count, void *user) {
    golden *g = user;
    for (size_t i = 0; i < count; i++)
        golden_mix_contact(g, &contacts[i]);
    g->contacts += count;
}

static uint64_t mixed_floats(uint64_t hash, const float *column, uint32_t i) {
    return mixed(hash, column ? word_of(column[i]) : 1);
}
static uint64_t mixed_words(uint64_t hash, const uint32_t *column, uint32_t i) {
    return mixed(hash, column ? column[i] : 1);
}

static uint64_t body_hash(const hail_columns *c, uint32_t i) {
    uint64_t hash = UINT64_C(14695981039346656037);
    hash = mixed(mixed(hash, c->handle[i].slot), c->handle[i].generation);
    hash = mixed(hash, i < c->active ? 0 : i < c->active + c->disabled ? 1 : 2);
    const float *const floats[] = {c->x, c->y, c->vx, c->vy, c->cos, c->sin, c->scale, c->life, c->dx, c->dy};
    for (size_t f = 0; f < sizeof floats / sizeof *floats; f++)
        hash = mixed_floats(hash, floats[f], i);
    const uint32_t *const words[] = {c->shape, c->group, c->category, c->mask, c->pierce};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        hash = mixed_words(hash, words[w], i);
    return c->user ? mixed(mixed(hash, (uint32_t)c->user[i]), (uint32_t)(c->user[i] >> 32)) : hash;
}

/* The order of a layer's bodies is the engine's choice: their hashes are added up. */
void golden_mix_columns(golden *g, const hail_world *world) {
    for (uint32_t layer = 0; layer < GOLDEN_MAX_LAYERS; layer++) {
        hail_columns c;
        uint64_t sum = 0;
        GOLDEN_MUST(g, hail_layer_columns((hail_world *)(uintptr_t)world, layer, &c));
        for (uint32_t i = 0; i < c.count; i++)
            sum += body_hash(&c, i);
        golden_mix(g, c.count);
        golden_mix(g, (uint32_t)sum);
        golden_mix(g, (uint32_t)(sum >> 32));
    }
}

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

void golden_world(golden *g, hail_world_options *options) {
    options->context = &g->context;
    options->max_x = 640.0f;
    options->max_y = 480.0f;
    GOLDEN_MUST(g, hail_world_create(options, &g->world));
}

/* Arrays for the columns of random bodies. */
typedef struct body_arrays {
    float x[GOLDEN_MOST], y[GOLDEN_MOST], vx[GOLDEN_MOST], vy[GOLDEN_MOST], angle[GOLDEN_MOST], scale[GOLDEN_MOST],
        life[GOLDEN_MOST];
    uint32_t group[GOLDEN_MOST], category[GOLDEN_MOST], mask[GOLDEN_MOST], pierce[GOLDEN_MOST];
    uint64_t user[GOLDEN_MOST];
    hail_shape shape[GOLDEN_MOST];
} body_arrays;

static void fill_bodies(golden *g, body_arrays *a, uint32_t count, float speed) {
    for (uint32_t i = 0; i < count; i++) {
        const bool whole = golden_pick(g, 4) == 0; /* on a lattice, without rotation */
        a->x[i] = golden_range(g, 0.0f, 640.0f);
        a->y[i] = golden_range(g, 0.0f, 480.0f);
        a->vx[i] = golden_range(g, -speed, speed);
        a->vy[i] = golden_range(g, -speed, speed);
        a->angle[i] = golden_range(g, -10.0f, 10.0f);
        a->scale[i] = golden_range(g, 0.5f, 1.5f);
        a->life[i] = golden_range(g, 0.2f, 3.0f);
        a->group[i] = golden_pick(g, 5);
        a->category[i] = 1u << golden_pick(g, 3);
        a->mask[i] = golden_pick(g, 8);
        a->pierce[i] = golden_pick(g, 4);
        a->user[i] = (uint64_t)golden_pick(g, 1u << 20) << 24;
        a->user[i] |= golden_pick(g, 1u << 20);
        if (whole) {
            a->x[i] = (float)(int)a->x[i], a->y[i] = (float)(int)a->y[i];
            a->angle[i] = 0.0f, a->scale[i] = 1.0f;
        }
    }
}

void golden_spawn(golden *g, uint32_t layer, const hail_shape *shapes, uint32_t shape_count, uint32_t count,
                  float speed) {
    static body_arrays a;
    hail_layer_options options = {0};
    GOLDEN_MUST(g, hail_layer_describe(g->world, layer, &options));
    fill_bodies(g, &a, count, speed);
    for (uint32_t i = 0; i < count; i++)
        a.shape[i] = shapes[golden_pick(g, shape_count)];
    const uint32_t has = options.columns;
    const hail_spawn_columns columns = {.x = a.x,
                                        .y = a.y,
                                        .vx = a.vx,
                                        .vy = a.vy,
                                        .shape = a.shape,
                                        .angle = has & HAIL_ROTATION ? a.angle : NULL,
                                        .scale = has & HAIL_SCALE ? a.scale : NULL,
                                        .group = has & HAIL_GROUP ? a.group : NULL,
                                        .category = has & HAIL_MASK ? a.category : NULL,
                                        .mask = has & HAIL_MASK ? a.mask : NULL,
                                        .user = has & HAIL_USER ? a.user : NULL,
                                        .life = has & HAIL_LIFE ? a.life : NULL,
                                        .pierce = has & HAIL_PIERCE ? a.pierce : NULL};
    GOLDEN_MUST(g, hail_spawn(g->world, layer, NULL, &columns, count, NULL));
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

static float size_of(golden *g, bool whole) {
    const float at = golden_range(g, 0.0f, 20.0f);
    return whole ? (float)(1 + (int)at) : 0.5f + at;
}

void golden_convex(golden *g, uint32_t number, hail_convex *shape) {
    static const float corner_x[] = {1.0f, 0.75f, 0.0f, -0.75f, -1.0f, -0.75f, 0.0f, 0.75f};
    static const float corner_y[] = {0.0f, 0.75f, 1.0f, 0.75f, 0.0f, -0.75f, -1.0f, -0.75f};
    const bool whole = number % 2 == 0;
    const float rounding = number % 4 < 2 ? 0.0f : size_of(g, whole) * 0.25f, w = size_of(g, whole),
                h = size_of(g, whole);
    const uint32_t count = 3 + number % 6;
    float x[8], y[8];
    switch (number % 5) {
    case 0:
        GOLDEN_MUST(g, hail_convex_circle(number == 0 ? 0.0f : w * 0.5f, shape));
        return;
    case 1:
        GOLDEN_MUST(g, hail_convex_capsule(-w, -h, w, number == 1 ? -h : h, rounding, shape));
        return;
    case 2:
        GOLDEN_MUST(g, hail_convex_box(w, h, rounding, shape));
        return;
    case 3:
        GOLDEN_MUST(g, hail_convex_capsule(w, 0.0f, number == 3 ? w : -h, 0.0f, 0.0f, shape));
        return;
    default:
        for (uint32_t v = 0; v < count; v++) {
            const float along_x = corner_x[v * 8 / count] * (w + 2.0f), along_y = corner_y[v * 8 / count] * (h + 2.0f);
            x[v] = along_x + (whole ? 4.0f : 0.0f);
            y[v] = along_y;
        }
        GOLDEN_MUST(g, hail_convex_polygon(x, y, count, rounding, shape));
    }
}

void golden_convex_shape(golden *g, uint32_t number, hail_shape *shape) {
    hail_convex convex;
    golden_convex(g, number, &convex);
    GOLDEN_MUST(g, hail_shape_add(hail_world_shapes(g->world), &convex, shape));
}

/* ---- Maps and sprites -------------------------------------------------------------------------------------------- */

static void add_tile(golden *g, hail_tileset *set, uint32_t number, uint32_t kind) {
    uint64_t rows[16];
    uint32_t tile;
    for (uint32_t y = 0; y < 16; y++) {
        rows[y] = 0;
        for (uint32_t x = 0; x < 16; x++) {
            const uint32_t dx = 2 * x > 15 ? 2 * x - 15 : 15 - 2 * x, dy = 2 * y > 15 ? 2 * y - 15 : 15 - 2 * y;
            const bool solid[] = {true, dx * dx + dy * dy < 200, x + y >= 15, 2 * y >= x, y < 4};
            rows[y] |= (uint64_t)solid[number] << x;
        }
    }
    GOLDEN_MUST(g, hail_tileset_add_bits(set, rows, kind, &tile));
}

/* Full, round, sloped, half sloped, and a platform that is one-way. */
void golden_land_open(golden *g, golden_land *land) {
    enum { COLUMNS = 40, ROWS = 30 };
    static const uint32_t kind[] = {0, 1, 0, 1, 2};
    static uint32_t cells[COLUMNS * ROWS];
    GOLDEN_MUST(g, hail_tileset_create(&g->context, 16, 16, &land->set));
    for (uint32_t i = 0; i < 5; i++)
        add_tile(g, land->set, i, kind[i]);
    GOLDEN_MUST(g, hail_tileset_set_one_way(land->set, HAIL_KIND(2), HAIL_ONE_WAY_TOP));
    GOLDEN_MUST(g,
                hail_tilemap_create(land->set, &(hail_tilemap_options){.columns = COLUMNS, .rows = ROWS}, &land->map));
    for (uint32_t i = 0; i < COLUMNS * ROWS; i++) {
        const uint32_t row = i / COLUMNS, tile = 1 + golden_pick(g, 5), flips = golden_pick(g, 8);
        const bool floor = row == ROWS - 1, some = golden_pick(g, 5) == 0;
        cells[i] = floor ? 1 : some ? tile | (tile < 5 ? flips << 29 : 0) : 0;
    }
    GOLDEN_MUST(g, hail_tilemap_set(land->map, 0, 0, COLUMNS, ROWS, cells, COLUMNS));
}

void golden_land_close(golden_land *land) {
    hail_tilemap_destroy(land->map);
    hail_tileset_destroy(land->set);
}

hail_spriteset *golden_spriteset(golden *g) {
    hail_spriteset *set = NULL;
    GOLDEN_MUST(g, hail_spriteset_create(&g->context, &set));
    for (uint32_t s = 0; s < GOLDEN_SPRITES; s++) {
        uint64_t bits[40] = {0};
        uint32_t sprite;
        for (uint32_t disc = 0; disc < 4; disc++) {
            const int cx = 8 + (int)golden_pick(g, 24), cy = 8 + (int)golden_pick(g, 24),
                      r = 2 + (int)golden_pick(g, 7);
            for (int y = 0; y < 40; y++)
                for (int x = 0; x < 40; x++)
                    bits[y] |= (uint64_t)((x - cx) * (x - cx) + (y - cy) * (y - cy) <= r * r) << x;
        }
        const hail_image image = {.bits = bits, .width = 40, .height = 40, .origin_x = 20, .origin_y = 20};
        GOLDEN_MUST(g, hail_spriteset_add(set, &image, &sprite));
    }
    return set;
}
