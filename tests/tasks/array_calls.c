/* The scene: a world of circles, boxes, compounds and sprites in three layers, a hilly map, a town of square sectors.
 */
#include "array_calls.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    N = 9001,
    BODIES = 6000,
    TOWN = 12,
    MAP = 64,
    TILE = 16,
    CAPACITY = 3,
    GUARD = 64,
    ROOM = 64 * 3 * N + 2 * GUARD
};

struct array_scene {
    hail_context context;
    hail_world *world;
    hail_tileset *tiles;
    hail_tilemap *map;
    hail_sectors *sectors;
    hail_spriteset *sprites;
    hail_convex convex[4];
    float x[N], y[N], dx[N], dy[N], x2[N], y2[N], radius[N], cos[N], sin[N], scale[N];
    uint32_t shape[N], other[N], index[N], zero[N];
    uint8_t out[ROOM];
    uint32_t counts[N];
};

static uint64_t state;

static uint32_t pick(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % n);
}

static float range(float low, float high) { return low + (high - low) * ((float)pick(1 << 20) / (float)(1 << 20)); }

static void must(hail_status status, const char *what) {
    if (status == HAIL_OK)
        return;
    printf("# %s: %s\n", what, hail_status_text(status));
    abort();
}
#define MUST(call) must((call), #call)

/* ---- The scene --------------------------------------------------------------------------------------------------- */

static void make_map(array_scene *s) {
    uint64_t slope[TILE];
    uint32_t full, half;
    MUST(hail_tileset_create(NULL, TILE, TILE, &s->tiles));
    for (int y = 0; y < TILE; y++)
        slope[y] = (UINT64_C(2) << y) - 1;
    MUST(hail_tileset_add_bits(s->tiles, slope, 1, &half));
    for (int y = 0; y < TILE; y++)
        slope[y] = 0xffff;
    MUST(hail_tileset_add_bits(s->tiles, slope, 0, &full));
    const hail_tilemap_options options = {.columns = MAP, .rows = MAP, .outside_solid = 1};
    MUST(hail_tilemap_create(s->tiles, &options, &s->map));
    for (uint32_t c = 0; c < MAP * MAP; c++) {
        const uint32_t tile = pick(6) ? 0 : pick(2) ? full : half | (pick(2) ? HAIL_FLIP_X : 0);
        MUST(hail_tilemap_set(s->map, c % MAP, c / MAP, 1, 1, &tile, 1));
    }
}

/* Squares side by side; some walls between them are solid. */
static void make_town(array_scene *s) {
    enum { CORNERS = (TOWN + 1) * (TOWN + 1), WALLS = 2 * TOWN * (TOWN + 1) };
    static float x[CORNERS], y[CORNERS];
    static hail_wall walls[WALLS];
    uint32_t n = 0;
    for (uint32_t i = 0; i < CORNERS; i++) {
        x[i] = (float)(i % (TOWN + 1)) * 80.0f + range(-9.0f, 9.0f);
        y[i] = (float)(i / (TOWN + 1)) * 80.0f + range(-9.0f, 9.0f);
    }
    for (uint32_t row = 0; row <= TOWN; row++)
        for (uint32_t c = 0; c <= TOWN; c++) {
            const uint32_t corner = row * (TOWN + 1) + c, here = row * TOWN + c;
            if (c < TOWN) /* to the right: below it lies the sector of this row */
                walls[n++] = (hail_wall){.a = corner,
                                         .b = corner + 1,
                                         .right = row < TOWN ? here : HAIL_NO_SECTOR,
                                         .left = row ? here - TOWN : HAIL_NO_SECTOR,
                                         .solid = pick(3) == 0};
            if (row < TOWN) /* downwards */
                walls[n++] = (hail_wall){.a = corner,
                                         .b = corner + TOWN + 1,
                                         .right = c ? here - 1 : HAIL_NO_SECTOR,
                                         .left = c < TOWN ? here : HAIL_NO_SECTOR,
                                         .solid = pick(3) == 0};
        }
    const hail_sector_data data = {
        .x = x, .y = y, .vertex_count = CORNERS, .walls = walls, .wall_count = n, .sector_count = TOWN * TOWN};
    const hail_sectors_options options = {0};
    MUST(hail_sectors_create(&options, &data, NULL, &s->sectors));
}

static void make_shapes(array_scene *s) {
    const uint64_t rows[] = {0x3c, 0x7e, 0xff, 0xe7, 0xff, 0x7e};
    const hail_image image = {.bits = rows, .width = 8, .height = 6, .origin_x = 4, .origin_y = 3};
    uint32_t sprite;
    MUST(hail_spriteset_create(NULL, &s->sprites));
    MUST(hail_spriteset_add(s->sprites, &image, &sprite));
    MUST(hail_convex_circle(5, &s->convex[0]));
    MUST(hail_convex_capsule(-4, 0, 4, 0, 2, &s->convex[1]));
    MUST(hail_convex_box(6, 4, 1, &s->convex[2]));
    MUST(hail_convex_box(9, 2, 0, &s->convex[3]));
}

static void make_world(array_scene *s) {
    static hail_shape of[BODIES];
    hail_shape shape[4];
    MUST(hail_world_create(NULL, &s->world));
    hail_shapeset *set = hail_world_shapes(s->world);
    MUST(hail_shape_circle(set, 5, &shape[0]));
    MUST(hail_shape_box(set, 6, 4, 1, &shape[1]));
    MUST(hail_shape_compound(set, s->convex + 1, 2, &shape[2]));
    MUST(hail_shape_sprite(set, s->sprites, 0, &shape[3]));
    for (uint32_t layer = 0; layer < 3; layer++) {
        for (uint32_t i = 0; i < BODIES; i++)
            of[i] = shape[layer == 0 ? 0 : pick(layer == 1 ? 2 : 4)];
        const hail_spawn_columns columns = {.x = s->x + layer, .y = s->y + layer, .shape = of};
        MUST(hail_spawn(s->world, layer, NULL, &columns, BODIES, NULL));
    }
    MUST(hail_world_set_tilemap(s->world, s->map));
    MUST(hail_world_set_sectors(s->world, s->sectors));
    MUST(hail_query_prepare(s->world, 0));
}

array_scene *array_scene_make(uint64_t seed) {
    array_scene *s = calloc(1, sizeof *s);
    if (!s)
        abort();
    state = seed;
    for (uint32_t i = 0; i < N; i++) {
        s->x[i] = range(-20.0f, 1000.0f), s->y[i] = range(-20.0f, 1000.0f);
        s->dx[i] = range(-60.0f, 60.0f), s->dy[i] = range(-60.0f, 60.0f);
        s->x2[i] = s->x[i] + range(0.0f, 60.0f), s->y2[i] = s->y[i] + range(0.0f, 60.0f);
        s->radius[i] = range(0.0f, 9.0f);
        const float angle = range(0.0f, 6.0f);
        s->cos[i] = cosf(angle), s->sin[i] = sinf(angle);
        s->scale[i] = range(0.5f, 2.0f);
        s->shape[i] = pick(4), s->other[i] = i + 1 < N && pick(2) ? i + 1 : pick(N), s->index[i] = i;
    }
    make_map(s);
    make_town(s);
    make_shapes(s);
    make_world(s);
    return s;
}

void array_scene_free(array_scene *s) {
    hail_world_destroy(s->world);
    hail_sectors_destroy(s->sectors);
    hail_tilemap_destroy(s->map);
    hail_tileset_destroy(s->tiles);
    hail_spriteset_destroy(s->sprites);
    free(s);
}

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

static hail_shapes shapes_of(const array_scene *s, const uint32_t *shape) {
    return (hail_shapes){.context = &s->context,
                         .convexes = s->convex,
                         .shape_count = 4,
                         .x = s->x,
                         .y = s->y,
                         .cos = s->cos,
                         .sin = s->sin,
                         .scale = s->scale,
                         .dx = s->dx,
                         .dy = s->dy,
                         .shape = shape,
                         .count = N};
}

/* Calls about pairs of shapes. Predictions know no circles. */
static hail_status call_batch(array_scene *s, int n, void *out) {
    hail_batch batch = {
        .a = shapes_of(s, s->shape), .b = shapes_of(s, s->shape), .index_a = s->index, .index_b = s->other, .count = N};
    if (n == 4) {
        batch.a.convexes = batch.b.convexes = s->convex + 1;
        batch.a.shape_count = 3;
        batch.a.shape = batch.b.shape = s->zero;
    }
    return n == 0   ? hail_batch_touch(&batch, out)
           : n == 1 ? hail_batch_collide(&batch, out)
           : n == 2 ? hail_batch_distance(&batch, out)
           : n == 3 ? hail_batch_sweep(&batch, out)
                    : hail_batch_predict(&batch, out);
}

static hail_status call_points(array_scene *s, int n, void *out) {
    static const float x[] = {0, 700, 650, 300, 120, 100, 400, 380}, y[] = {0, 40, 800, 420, 640, 120, 140, 300};
    static const uint32_t start[] = {0, 5, 8};
    const hail_loops loops = {.x = x, .y = y, .start = start, .count = 2};
    const hail_points points = {&s->context, s->x, s->y, N};
    switch (n) {
    case 0:
        return hail_points_inside(&points, &loops, HAIL_BY_CROSSINGS, out);
    case 1:
        return hail_points_winding(&points, &loops, out);
    case 2:
        return hail_nearest_on_loops(&points, &loops, out);
    case 3:
        return hail_nearest_on_segments(&points, s->x2, s->y2, s->dx, s->dy, out);
    case 4:
        return hail_tilemap_solid(s->map, &points, 0, out);
    case 5:
        return hail_tilemap_normals(s->map, &points, 0, 3, out, (float *)out + N);
    case 6:
        return hail_sectors_find(s->sectors, &points, out);
    default:
        return hail_sectors_nearest(s->sectors, &points, NULL, out);
    }
}

/* With room for fewer contacts than there are, the call counts the others. */
static hail_status overlap_tiles(array_scene *s, const hail_tilemap_movers *movers, size_t capacity, void *out) {
    size_t count;
    const hail_status status = hail_tilemap_overlap(movers, out, capacity, &count);
    memcpy(s->counts, &count, sizeof count);
    return (count > capacity ? HAIL_FULL : HAIL_OK) == status ? HAIL_OK : status;
}

static hail_status call_movers(array_scene *s, int n, void *out) {
    const hail_tilemap_rays rays = {
        .map = s->map,
        .rays = {.context = &s->context, .x = s->x, .y = s->y, .dx = s->dx, .dy = s->dy, .count = N},
        .smooth = 2};
    const hail_tilemap_movers movers = {.map = s->map, .shapes = shapes_of(s, s->shape)};
    const hail_sector_movers walkers = {.context = &s->context,
                                        .map = s->sectors,
                                        .x = s->x,
                                        .y = s->y,
                                        .dx = s->dx,
                                        .dy = s->dy,
                                        .radius = s->radius,
                                        .count = N};
    switch (n) {
    case 0:
        return hail_tilemap_march(&rays, &(hail_ray_answers){.hits = out});
    case 1:
        return hail_tilemap_sweep(&movers, out);
    case 2:
        return hail_tilemap_slide(&movers, NULL, out);
    case 3:
        return hail_sectors_move(&walkers, NULL, out, NULL);
    case 5:
    case 6:
        return overlap_tiles(s, &movers, n == 5 ? 3 * (size_t)N : N / 4, out);
    default:
        return hail_sectors_depenetrate(&walkers, out);
    }
}

static hail_status call_sprites(array_scene *s, int n, void *out) {
    const hail_sprites sprites = {.context = &s->context,
                                  .set = s->sprites,
                                  .x = s->x,
                                  .y = s->y,
                                  .cos = s->cos,
                                  .sin = s->sin,
                                  .scale_x = s->scale,
                                  .scale_y = s->scale,
                                  .origin_x = n == 1 ? s->radius : NULL,
                                  .origin_y = n == 1 ? s->radius : NULL,
                                  .count = N};
    const hail_sprite_pairs pairs = {sprites, sprites, s->index, s->other, N};
    switch (n) {
    case 0:
    case 1:
        return hail_sprite_boxes(&sprites, HAIL_BOX_OPAQUE, out);
    case 2:
        return hail_sprite_touch(&pairs, out);
    case 3:
        return hail_sprite_overlaps(&pairs, out);
    default:
        return hail_sprite_tilemap_overlaps(&sprites, s->map, 0, out);
    }
}

static hail_status call_queries(array_scene *s, int n, void *out) {
    const hail_query_filter all = {.find = HAIL_FIND_BODIES | HAIL_FIND_TILES | HAIL_FIND_WALLS};
    const hail_points points = {&s->context, s->x, s->y, N};
    const hail_boxes boxes = {&s->context, s->x, s->y, s->x2, s->y2, N};
    const hail_rays rays = {&s->context, .x = s->x, .y = s->y, .dx = s->dx, .dy = s->dy, .count = N};
    const hail_rays lines = {&s->context, .x = s->x, .y = s->y, .to_x = s->x2, .to_y = s->y2, .count = N};
    hail_shapes shapes = shapes_of(s, s->shape);
    switch (n) {
    case 0:
        return hail_query_points(s->world, &points, &all, CAPACITY, out, s->counts);
    case 1:
        return hail_query_boxes(s->world, &boxes, &all, CAPACITY, out, s->counts);
    case 2:
        return hail_query_rays(s->world, &rays, &all, 1, out, NULL);
    case 3:
        return hail_query_sight(s->world, &lines, &all, out);
    case 4:
        return hail_query_nearest(s->world, &points, NULL, NULL, CAPACITY, out, s->counts);
    default:
        shapes.count = 1500; /* they take long */
        return n == 5 ? hail_query_shapes(s->world, &shapes, &all, CAPACITY, out, s->counts)
                      : hail_query_casts(s->world, &shapes, &all, CAPACITY, out, s->counts);
    }
}

static const char *const names[ARRAY_CALLS] = {"batch_touch",         "batch_collide",
                                               "batch_distance",      "batch_sweep",
                                               "batch_predict",       "points_inside",
                                               "points_winding",      "nearest_on_loops",
                                               "nearest_on_segments", "tilemap_solid",
                                               "tilemap_normals",     "sectors_find",
                                               "sectors_nearest",     "march",
                                               "tiles_sweep",         "tiles_slide",
                                               "sectors_move",        "sectors_depenetrate",
                                               "tiles_overlap",       "tiles_overlap full",
                                               "sprite_boxes",        "sprite_boxes moved",
                                               "sprite_touch",        "sprite_overlaps",
                                               "sprite_tiles",        "query_points",
                                               "query_boxes",         "query_rays",
                                               "query_sight",         "query_nearest",
                                               "query_shapes",        "query_casts"};

const char *array_call_name(int number) { return number < ARRAY_CALLS ? names[number] : "query"; }

static hail_status call(array_scene *s, int n, void *out) {
    if (n < 5)
        return call_batch(s, n, out);
    if (n < 13)
        return call_points(s, n - 5, out);
    if (n < 20)
        return call_movers(s, n - 13, out);
    return n < 25 ? call_sprites(s, n - 20, out) : call_queries(s, n - 25, out);
}

static uint64_t digest(uint64_t before, const void *bytes, size_t size) {
    const unsigned char *b = bytes;
    for (size_t i = 0; i < size; i++)
        before = (before ^ b[i]) * 0x100000001b3u;
    return before;
}

/* What does not touch is of kind 0; what else its contact holds is not specified. */
static void forget_untouched(hail_contact *contacts) {
    for (uint32_t i = 0; i < N; i++)
        if (!contacts[i].kind)
            contacts[i] = (hail_contact){0};
}

uint64_t array_call(array_scene *s, int n, const hail_tasks *tasks) {
    s->context.tasks = tasks;
    memset(s->out, 0x55, sizeof s->out);
    memset(s->counts, 0x55, sizeof s->counts);
    must(call(s, n, s->out + GUARD), array_call_name(n));
    if (n == 1 || n == 3)
        forget_untouched((hail_contact *)(void *)(s->out + GUARD));
    return digest(digest(14695981039346656037u, s->out, sizeof s->out), s->counts, sizeof s->counts);
}
