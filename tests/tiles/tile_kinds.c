/* tests/tiles/tile_kinds.c - two equal maps of which one is prepared for some kinds: every answer has the same bytes,
 * on every variant, before and after edits. */
#include <criterion/criterion.h>

#include <string.h>

#include "shared/contexts.h"
#include "shared/random_world.h"
#include "slide_picture.h"

enum { SCENES = 20, EDITS = 6, MOVERS = 100, CONTACTS = 4000, SETS = 7 };

/* The kinds of pictures are 0 to 2, that of the outside is 7. */
static const uint32_t sets[SETS] = {0, 1, 2, 3, 4, 6, 1 | HAIL_KIND(7)};

typedef struct answers {
    hail_ray_hit rays[MOVERS], lines[MOVERS];
    uint8_t solid[MOVERS];
    float normal_x[MOVERS], normal_y[MOVERS];
    hail_contact hits[MOVERS], overlaps[CONTACTS];
    hail_slide slides[MOVERS];
    size_t overlap_count;
} answers;

static void must(hail_status status, const char *what) {
    cr_assert_eq(status, HAIL_OK, "%s: %s", what, hail_status_text(status));
}

static void ask(const crowd *c, const hail_tilemap *map, uint32_t kinds, const hail_context *context, answers *to) {
    hail_tilemap_movers movers = c->movers;
    const hail_shapes *b = &movers.shapes;
    const hail_points points = {context, b->x, b->y, b->count};
    hail_tilemap_rays rays = {.map = map,
                              .rays = {.context = context, .x = b->x, .y = b->y, .dx = b->dx, .dy = b->dy},
                              .kinds = kinds,
                              .smooth = 2};
    rays.rays.count = b->count;
    hail_slide_options options = slide_defaults();
    options.step_height = 5.0f;
    options.snap = 3.0f;
    movers.shapes.context = context;
    movers.map = map;
    movers.kinds = kinds;
    memset(to, 0, sizeof *to);
    must(hail_tilemap_march(&rays, &(hail_ray_answers){.hits = to->rays}), "march");
    rays.walk = HAIL_WALK_BRESENHAM;
    must(hail_tilemap_march(&rays, &(hail_ray_answers){.hits = to->lines}), "Bresenham");
    must(hail_tilemap_solid(map, &points, kinds, to->solid), "solid");
    must(hail_tilemap_normals(map, &points, kinds, 3, to->normal_x, to->normal_y), "normals");
    must(hail_tilemap_sweep(&movers, to->hits), "sweep");
    must(hail_tilemap_slide(&movers, &options, to->slides), "slide");
    must(hail_tilemap_overlap(&movers, to->overlaps, CONTACTS, &to->overlap_count), "overlap");
    cr_assert_leq(to->overlap_count, CONTACTS);
}

/* Every third set of kinds, from `edits` on. */
static void compare(const crowd *c, const picture twin[2], uint64_t seed, int edits) {
    static answers of[2];
    for (uint32_t i = (uint32_t)edits % 3; i < SETS; i += 3)
        for (size_t v = 0; v < hail_variant_count(); v++) {
            for (int k = 0; k < 2; k++)
                ask(c, twin[k].map, sets[i], variant_context(hail_variant_name(v)), &of[k]);
            cr_assert(!memcmp(&of[0], &of[1], sizeof of[0]), "seed %llu, %d edits, kinds %#x, %s: other answers",
                      (unsigned long long)seed, edits, sets[i], hail_variant_name(v));
        }
}

/* The same edit of both. */
static void edit(const picture twin[2], uint64_t *state) {
    const picture *p = &twin[0];
    const uint32_t column = random_pick(state, p->columns), row = random_pick(state, p->rows),
                   columns = 1 + random_pick(state, p->columns - column), rows = 1 + random_pick(state, p->rows - row),
                   kind = random_pick(state, 3), how = random_pick(state, 3);
    hail_tileset_size size = tileset_size(p->set);
    const uint32_t tile = random_pick(state, size.tiles + 1);
    const float x = random_range(state, 0.0f, (float)p->width), y = random_range(state, 0.0f, (float)p->height),
                radius = random_range(state, 0.0f, 30.0f);
    const bool solid = random_pick(state, 2), small = random_pick(state, 2);
    for (int k = 0; k < 2; k++)
        must(how == 0 ? hail_tilemap_fill(twin[k].map, column, row, small ? 1 : columns, small ? 1 : rows, tile)
             : how == 1
                 ? hail_tilemap_paint(twin[k].map, column * p->tile_width, row * p->tile_height, 1, 1, solid, kind)
                 : hail_tilemap_paint_disc(twin[k].map, x, y, radius, solid, kind),
             "an edit");
}

static void twins(uint64_t seed) {
    uint64_t first = seed, second = seed, state = seed * 31 + 7;
    const drawing what = (drawing)(seed % DRAWINGS);
    picture twin[2] = {picture_scene(seed, what, 40.0f, &first), picture_scene(seed, what, 40.0f, &second)};
    crowd c = crowd_scatter(&twin[0], MOVERS, 6, 9.0f, &state);
    const int before = (int)random_pick(&state, EDITS);
    for (int i = 0; i <= EDITS; i++) {
        if (i == before)
            for (uint32_t n = random_pick(&state, HAIL_MAX_PREPARED) + 1; n > 0; n--)
                hail_tilemap_prepare(twin[1].map, sets[1 + random_pick(&state, SETS - 1)]); /* or it is full */
        if (i % 2 == 0)
            compare(&c, twin, seed, i);
        edit(twin, &state);
    }
    crowd_free(&c);
    picture_free(&twin[0]);
    picture_free(&twin[1]);
}
Test(tile_kinds, same_answers) { random_seeds(SCENES, twins); }

Test(tile_kinds, sets) {
    hail_error error;
    const hail_context context = {.error = &error};
    hail_tileset *set;
    hail_tilemap *map;
    must(hail_tileset_create(&context, 16, 16, &set), "set");
    must(hail_tilemap_create(set, &(hail_tilemap_options){.context = &context, .columns = 9, .rows = 9}, &map), "map");
    const size_t bytes = tilemap_size(map).bytes;
    must(hail_tilemap_prepare(map, 0), "every kind");
    cr_assert_eq(tilemap_size(map).bytes, bytes, "a map is prepared for every kind");
    for (uint32_t k = 0; k < HAIL_MAX_PREPARED; k++)
        must(hail_tilemap_prepare(map, HAIL_KIND(k)), "a set");
    const size_t prepared = tilemap_size(map).bytes;
    cr_assert_gt(prepared, bytes);
    must(hail_tilemap_prepare(map, HAIL_KIND(1)), "again");
    cr_assert_eq(hail_tilemap_prepare(map, 1 | HAIL_KIND(9)), HAIL_FULL);
    cr_assert_str_eq(error.field, "kinds");
    cr_assert_eq(tilemap_size(map).bytes, prepared);
    cr_assert_eq(hail_tilemap_prepare(NULL, 1), HAIL_BAD_ARGUMENT);
    hail_tilemap_destroy(map);
    hail_tileset_destroy(set);
}
