/* tests/tiles/tile_inputs.c - random tiles, maps and rays. */
#include "tile_inputs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "shared/random_world.h"

/* ---- Tiles ------------------------------------------------------------------------------------------------------- */

static void draw_terrain(uint64_t *s, stamp *to) {
    const float slope = random_range(s, -1.5f, 1.5f), base = random_range(s, 0.0f, (float)to->height);
    const bool hangs = random_pick(s, 2) == 0;
    for (uint32_t y = 0; y < to->height; y++)
        for (uint32_t x = 0; x < to->width; x++)
            to->solid[y][x] = ((float)y >= base + slope * (float)x) != hangs;
}

static void draw_chance(uint64_t *s, stamp *to, uint32_t of_1000) {
    for (uint32_t y = 0; y < to->height; y++)
        for (uint32_t x = 0; x < to->width; x++)
            to->solid[y][x] = random_pick(s, 1000) < of_1000;
}

static stamp draw(uint64_t *s, const tile_choice *choice) {
    stamp to = {.width = choice->tile_width, .height = choice->tile_height, .kind = random_pick(s, choice->kinds)};
    const uint32_t way = random_pick(s, 8);
    if (choice->look == LOOK_MAZE || way == 0)
        draw_chance(s, &to, 1000);
    else if (choice->look == LOOK_SPECKS)
        to.solid[random_pick(s, to.height)][random_pick(s, to.width)] = 1;
    else if (choice->look == LOOK_NOISE)
        draw_chance(s, &to, random_pick(s, 1000));
    else if (way != 1) /* else it stays empty */
        draw_terrain(s, &to);
    return to;
}

/* Adds a tile from bits or from alpha, which must give the same. */
static hail_status add(uint64_t *s, hail_tileset *set, const stamp *from, uint32_t *tile) {
    uint64_t rows[HAIL_MAX_TILE] = {0};
    static uint8_t rgba[HAIL_MAX_TILE][HAIL_MAX_TILE + 3][4];
    const uint8_t threshold = (uint8_t)(1 + random_pick(s, 255));
    const size_t pitch = 4 * (from->width + random_pick(s, 4));
    for (uint32_t y = 0; y < from->height; y++) {
        rows[y] = stamp_row(from, y);
        for (uint32_t x = 0; x < from->width; x++) {
            uint8_t *to = &rgba[0][0][0] + y * pitch + (size_t)4 * x;
            to[0] = to[1] = to[2] = (uint8_t)random_pick(s, 256);
            to[3] = (uint8_t)((rows[y] >> x & 1) != 0 ? threshold + random_pick(s, 256u - threshold)
                                                      : random_pick(s, threshold));
        }
    }
    if (random_pick(s, 2) == 0)
        return hail_tileset_add_bits(set, rows, from->kind, tile);
    return hail_tileset_add_rgba(set, &rgba[0][0][0], pitch, threshold, from->kind, tile);
}

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

tile_choice tile_choose(uint64_t *s) {
    static const uint32_t sides[] = {1, 3, 7, 8, 16, 31, 32, 33, 63, 64};
    static const float corners[] = {0.0f, 0.0f, 0.5f, -16.0f, -1000.25f, 4096.0f, 0.3f, -77.77f};
    tile_choice c = {.look = (tile_look)random_pick(s, LOOKS), .kinds = 1 + random_pick(s, HAIL_MAX_KINDS)};
    c.tile_width = sides[random_pick(s, 10)];
    c.tile_height = random_pick(s, 2) == 0 ? c.tile_width : sides[random_pick(s, 10)];
    const uint32_t wide = random_pick(s, 4) == 0 ? 40 : 300, high = random_pick(s, 4) == 0 ? 40 : 300;
    c.columns = 1 + random_pick(s, wide / c.tile_width + 1);
    c.rows = 1 + random_pick(s, high / c.tile_height + 1);
    c.x = corners[random_pick(s, 8)], c.y = random_pick(s, 2) == 0 ? c.x : corners[random_pick(s, 8)];
    c.occupied = random_pick(s, 3) == 0 ? random_pick(s, 101) : random_pick(s, 15);
    c.outside_solid = random_pick(s, 4) == 0;
    return c;
}

uint32_t tile_scene_pick(tile_scene *t) {
    const uint32_t tile = random_pick(&t->state, TILE_STAMPS + 1), turns = random_pick(&t->state, 8);
    const bool square = t->choice.tile_width == t->choice.tile_height;
    if (tile == 0)
        return 0;
    return tile | (square ? turns : turns & 6u) << 29; /* bit 29 is HAIL_FLIP_DIAGONAL */
}

const stamp *tile_scene_stamp(const tile_scene *t, uint32_t tile) {
    return tile == 0 ? NULL : &t->stamps[(tile & HAIL_TILE_NUMBER) - 1][tile >> 29];
}

static hail_status make_stamps(tile_scene *t) {
    hail_status status = HAIL_OK;
    for (uint32_t n = 0; n < TILE_STAMPS && status == HAIL_OK; n++) {
        uint32_t tile = 0;
        const stamp s = draw(&t->state, &t->choice);
        status = add(&t->state, t->set, &s, &tile);
        if (tile != n + 1)
            return HAIL_STATUS_COUNT;
        for (uint32_t turn = 0; turn < 8; turn++) {
            t->stamps[n][turn] = s;
            if ((turn & 1u) == 0 || s.width == s.height)
                stamp_turn(&t->stamps[n][turn], turn << 29);
        }
    }
    return status;
}

static hail_status make_cells(tile_scene *t) {
    const tile_choice *c = &t->choice;
    uint32_t *tiles = calloc((size_t)c->columns * c->rows, sizeof *tiles);
    if (tiles == NULL)
        return HAIL_NO_MEMORY;
    for (uint32_t row = 0; row < c->rows; row++) {
        for (uint32_t column = 0; column < c->columns; column++) {
            const uint32_t tile = random_pick(&t->state, 100) < c->occupied ? tile_scene_pick(t) : 0;
            tiles[(size_t)row * c->columns + column] = tile;
            picture_put(t->picture, column, row, tile_scene_stamp(t, tile), tile);
        }
    }
    const hail_status status = hail_tilemap_set(t->map, 0, 0, c->columns, c->rows, tiles, c->columns);
    free(tiles);
    return status;
}

tile_scene *tile_scene_make(uint64_t seed, const tile_choice *choice) {
    tile_scene *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->state = seed;
    t->choice = choice != NULL ? *choice : tile_choose(&t->state);
    const tile_choice *c = &t->choice;
    const hail_tilemap_options options = {.columns = c->columns,
                                          .rows = c->rows,
                                          .x = c->x,
                                          .y = c->y,
                                          .outside_solid = c->outside_solid,
                                          .outside_kind = c->outside_solid ? random_pick(&t->state, c->kinds) : 0};
    hail_status status = hail_tileset_create(NULL, c->tile_width, c->tile_height, &t->set);
    if (status == HAIL_OK)
        status = make_stamps(t);
    if (status == HAIL_OK)
        status = hail_tilemap_create(t->set, &options, &t->map);
    if (status == HAIL_OK) {
        const hail_tileset_size size = {.width = c->tile_width, .height = c->tile_height};
        t->picture = picture_make(&size, &options, !c->large);
        status = make_cells(t);
    }
    if (status == HAIL_OK)
        return t;
    fprintf(stderr, "%s: %s\n", tile_scene_text(t, seed), hail_status_text(status));
    tile_scene_free(t);
    return NULL;
}

void tile_scene_free(tile_scene *t) {
    if (t == NULL)
        return;
    hail_tilemap_destroy(t->map);
    hail_tileset_destroy(t->set);
    picture_free(t->picture);
    free(t);
}

/* ---- Rays -------------------------------------------------------------------------------------------------------- */

/* A coordinate relative to the map's corner: in the map, on lines between pixels, or a little outside. */
static float place(uint64_t *s, float corner, int64_t size, uint32_t cell) {
    const float span = (float)size, line = (float)random_pick(s, (uint32_t)size + 1);
    switch (random_pick(s, 8)) {
    case 0:
        return corner + line;
    case 1:
        return corner + (float)(random_pick(s, (uint32_t)(size / cell) + 1) * cell);
    case 2:
        return nextafterf(corner + line, random_pick(s, 2) == 0 ? -2.0e9f : 2.0e9f);
    case 3:
        return corner + random_range(s, -0.2f, 1.2f) * span;
    default:
        return corner + random_range(s, 0.0f, 1.0f) * span;
    }
}

static float whole(uint64_t *s, int n) { return (float)((int)random_pick(s, 2u * (uint32_t)n + 1) - n); }

static float either(uint64_t *s, float x) { return random_pick(s, 2) == 0 ? x : -x; }

static void aim_anywhere(uint64_t *s, tile_rays *r, size_t i, float longest) {
    const double turn = (double)random_range(s, -3.15f, 3.15f), length = (double)random_range(s, 0.0f, longest);
    r->dx[i] = (float)(cos(turn) * length), r->dy[i] = (float)(sin(turn) * length);
}

static void aim_far(tile_scene *t, tile_rays *r, size_t i) {
    static const float far[] = {30.0f, 1000.0f, 20000.0f, 3.0e5f, 1.0e7f, 1.0e9f};
    uint64_t *s = &t->state;
    const picture *p = t->picture;
    const float away = far[random_pick(s, 6)], to_x = r->x[i], to_y = r->y[i];
    const float fit = away >= 1.0e9f ? 0.9f : 1.0f;
    r->x[i] = p->x + (float)p->width * 0.5f + random_range(s, -1.0f, 1.0f) * away * fit;
    r->y[i] = p->y + (float)p->height * 0.5f + either(s, away * fit);
    r->dx[i] = 1.5f * (to_x - r->x[i]), r->dy[i] = 1.5f * (to_y - r->y[i]);
    r->dx[i] = fminf(fmaxf(r->dx[i], -1.0e9f), 1.0e9f), r->dy[i] = fminf(fmaxf(r->dy[i], -1.0e9f), 1.0e9f);
}

static void aim(tile_scene *t, ray_flavour flavour, tile_rays *r, size_t i) {
    static const float sizes[] = {1.0e-20f, 1.0e-18f, 1.0e-12f, 1.0e-3f, 1.0f, 1.0e4f, 1.0e9f};
    uint64_t *s = &t->state;
    const float span = (float)(t->picture->width + t->picture->height);
    float way;
    switch (flavour) {
    case RAYS_STRAIGHT:
        way = random_pick(s, 2) == 0 ? whole(s, (int)span) : random_range(s, -span, span);
        r->dx[i] = random_pick(s, 2) == 0 ? way : either(s, 0.0f), r->dy[i] = r->dx[i] == 0.0f ? way : either(s, 0.0f);
        break;
    case RAYS_DIAGONAL:
        r->x[i] = t->picture->x + floorf(r->x[i] - t->picture->x);
        r->y[i] = t->picture->y + floorf(r->y[i] - t->picture->y);
        if (random_pick(s, 2) == 0)
            r->x[i] += 0.5f, r->y[i] += 0.5f;
        way = random_pick(s, 2) == 0 ? 1.0f + whole(s, (int)span) : random_range(s, 0.1f, span);
        r->dx[i] = either(s, way), r->dy[i] = either(s, way);
        break;
    case RAYS_LATTICE:
        r->x[i] = t->picture->x + roundf(r->x[i] - t->picture->x);
        r->y[i] = t->picture->y + roundf(r->y[i] - t->picture->y);
        way = random_pick(s, 4) == 0 ? span : 1.0f;
        r->dx[i] = whole(s, 9) * way, r->dy[i] = whole(s, 9) * way;
        break;
    case RAYS_SHORT:
        aim_anywhere(s, r, i, random_pick(s, 2) == 0 ? 1.0f : 20.0f);
        if (random_pick(s, 16) == 0)
            r->dx[i] = 0.0f, r->dy[i] = 0.0f;
        break;
    case RAYS_FAR:
        aim_far(t, r, i);
        break;
    case RAYS_STEEP:
        way = random_range(s, -span, span);
        r->dx[i] = way, r->dy[i] = either(s, way * exp2f(random_range(s, -30.0f, -4.0f)));
        if (random_pick(s, 2) == 0)
            r->dx[i] = r->dy[i], r->dy[i] = way;
        break;
    case RAYS_ENDLESS:
        aim_anywhere(s, r, i, 1.0f);
        way = sizes[random_pick(s, 7)];
        r->dx[i] *= way, r->dy[i] *= way;
        break;
    default:
        aim_anywhere(s, r, i, random_pick(s, 2) == 0 ? span : 0.25f * span);
    }
}

static float length_of(uint64_t *s, const tile_rays *r, size_t i, ray_flavour flavour) {
    static const float lengths[] = {0.0f, 1.0e-20f, 0.5f, 1.0f, 100.0f, 1.0e5f, HAIL_MAX_BOUND};
    const float usual = fminf(hypotf(r->dx[i], r->dy[i]), HAIL_MAX_BOUND);
    if (flavour == RAYS_ENDLESS || random_pick(s, 8) == 0)
        return lengths[random_pick(s, 7)];
    return random_pick(s, 2) == 0 ? usual : random_range(s, 0.0f, 1.0f) * usual;
}

void tile_rays_make(tile_scene *t, ray_flavour flavour, size_t count, tile_rays *r) {
    uint64_t *s = &t->state;
    const picture *p = t->picture;
    const bool lengths = random_pick(s, 2) == 0;
    for (size_t i = 0; i < count; i++) {
        r->x[i] = place(s, p->x, p->width, p->tile_width), r->y[i] = place(s, p->y, p->height, p->tile_height);
        aim(t, flavour, r, i);
        r->length[i] = length_of(s, r, i, flavour);
        if (lengths && flavour != RAYS_ENDLESS && random_pick(s, 2) == 0) { /* with lengths only the direction counts */
            const float scale = exp2f((float)((int)random_pick(s, 40) - 20));
            r->dx[i] *= scale, r->dy[i] *= scale;
            r->dx[i] = fminf(fmaxf(r->dx[i], -1.0e9f), 1.0e9f), r->dy[i] = fminf(fmaxf(r->dy[i], -1.0e9f), 1.0e9f);
        }
    }
    const uint32_t kinds = random_pick(s, 2) == 0 ? 0 : (uint32_t)random_bits(s) | HAIL_KIND(0);
    uint64_t other = *s; /* the rays stay the same */
    if (kinds && random_pick(&other, 2))
        hail_tilemap_prepare(t->map, kinds | (uint32_t)(random_bits(&other) & random_bits(&other))); /* or it is full */
    r->rays = (hail_tilemap_rays){
        .map = t->map, .rays = {.x = r->x, .y = r->y, .dx = r->dx, .dy = r->dy, .count = count}, .kinds = kinds};
    r->rays.length = lengths ? r->length : NULL;
}

void tile_rays_shorten(const tile_scene *t, tile_rays *r, float farthest) {
    const picture *p = t->picture;
    for (size_t i = 0; i < r->rays.rays.count; i++) {
        const float norm = hypotf(r->dx[i], r->dy[i]), length = r->rays.length != NULL ? r->length[i] : norm;
        const float x = fabsf(r->x[i] - p->x), y = fabsf(r->y[i] - p->y);
        if (fmaxf(x, y) + length < farthest)
            continue;
        if (fmaxf(x, y) >= 0.5f * farthest)
            r->x[i] = p->x - 2.5f, r->y[i] = p->y + 0.75f;
        const float scale = norm > 0.0f ? 0.4f * farthest / norm : 0.0f;
        r->dx[i] *= scale, r->dy[i] *= scale;
        r->length[i] = 0.4f * farthest;
    }
}

/* ---- Messages ---------------------------------------------------------------------------------------------------- */

const char *tile_scene_text(const tile_scene *t, uint64_t seed) {
    static char text[200];
    const tile_choice *c = &t->choice;
    snprintf(text, sizeof text, "HAIL_TEST_SEED=%llu: %u x %u tiles of %u x %u px at (%a, %a), look %d, outside %s",
             (unsigned long long)seed, c->columns, c->rows, c->tile_width, c->tile_height, (double)c->x, (double)c->y,
             (int)c->look, c->outside_solid ? "solid" : "open");
    return text;
}

const char *tile_ray_text(const hail_tilemap_rays *rays, size_t i) {
    static char text[240];
    char length[40] = "none";
    if (rays->length != NULL)
        snprintf(length, sizeof length, "%a", (double)rays->length[i]);
    snprintf(text, sizeof text, "ray %zu from (%a, %a) by (%a, %a), length %s, kinds %#x: (%g, %g) by (%g, %g)", i,
             (double)rays->rays.x[i], (double)rays->rays.y[i], (double)rays->rays.dx[i], (double)rays->rays.dy[i],
             length, rays->kinds, (double)rays->rays.x[i], (double)rays->rays.y[i], (double)rays->rays.dx[i],
             (double)rays->rays.dy[i]);
    return text;
}

const char *tile_hit_text(const hail_ray_hit *h) {
    static char text[300];
    snprintf(text, sizeof text,
             "hit %d, inside %d, outside %d, pixel (%d, %d), at (%.9g, %.9g), distance %.9g, normal (%g, %g), kind %d",
             h->hit, h->started_inside, h->outside, h->pixel_x, h->pixel_y, (double)h->x, (double)h->y,
             (double)h->distance, (double)h->normal_x, (double)h->normal_y, h->kind);
    return text;
}
