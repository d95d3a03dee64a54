/* tests/tiles/slide_downhill.c - movers that follow the floor downhill (hail_slide_options.snap). A box on ground that
 * only falls has a simple model: it stands on the highest column below it, or has nothing within `snap` px. */
#include <criterion/criterion.h>

#include <math.h>

#include <hail/hail.h>

enum { TILE = 16, COLUMNS = 32, ROWS = 24, WIDE = TILE * COLUMNS, HIGH = TILE * ROWS };

static const float SKIN = 1.0f / 32;

/* Ground whose surface is at y = top[x] in column x of pixels. */
typedef struct hill {
    hail_tileset *set;
    hail_tilemap *map;
    int top[WIDE];
} hill;

static void make_hill(hill *h, bool one_way) {
    uint32_t tile;
    const uint64_t dot[TILE] = {1};
    cr_assert_eq(hail_tileset_create(NULL, TILE, TILE, &h->set), HAIL_OK);
    cr_assert_eq(hail_tileset_add_bits(h->set, dot, 0, &tile), HAIL_OK);
    cr_assert_eq(hail_tilemap_create(h->set, &(hail_tilemap_options){.columns = COLUMNS, .rows = ROWS}, &h->map),
                 HAIL_OK);
    if (one_way)
        cr_assert_eq(hail_tileset_set_one_way(h->set, HAIL_KIND(0), HAIL_ONE_WAY_TOP), HAIL_OK);
    for (uint32_t x = 0; x < WIDE; x++)
        cr_assert_eq(hail_tilemap_paint(h->map, x, (uint32_t)h->top[x], 1, HIGH - (uint32_t)h->top[x], true, 0),
                     HAIL_OK);
}

static void free_hill(hill *h) {
    hail_tilemap_destroy(h->map);
    hail_tileset_destroy(h->set);
}

static uint32_t step_on(const hill *h, const hail_convex *body, float snap, float *x, float *y, float dx, float dy) {
    hail_slide slide;
    hail_slide_options options;
    hail_slide_options_defaults(&options);
    cr_assert_eq(options.snap, 0);
    options.snap = snap;
    const hail_tilemap_movers m = {
        .map = h->map,
        .shapes = {.convexes = body, .shape_count = 1, .x = x, .y = y, .dx = &dx, .dy = &dy, .count = 1}};
    cr_assert_eq(hail_tilemap_slide(&m, &options, &slide), HAIL_OK);
    *x += slide.dx;
    *y += slide.dy;
    return slide.flags;
}

static uint32_t next(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

/* The highest ground below a box of half width 6. */
static float ground_below(const hill *h, float x) {
    int best = HIGH;
    for (int i = (int)floorf(x - 6 - SKIN); i <= (int)floorf(x + 6 + SKIN); i++)
        best = h->top[i] < best ? h->top[i] : best;
    return (float)best;
}

/* Whether the pixels at the box's ends decide what is below it. */
static bool doubtful(const hill *h, float x) { return ground_below(h, x - 0.05f) != ground_below(h, x + 0.05f); }

static uint32_t all_snapped;

static void walk_down(uint64_t seed, bool one_way) {
    static hill h;
    uint64_t state = seed;
    const float snap = (float)(1 + next(&state) % 12), pace = 0.3f + (float)(next(&state) % 64) / 10;
    hail_convex box;
    cr_assert_eq(hail_convex_box(6, 10, 0, &box), HAIL_OK);
    for (int x = 0, y = 60; x < WIDE; x++) {
        if (x > 60 && next(&state) % 8 == 0 && y < HIGH - 40)
            y += 1 + (int)(next(&state) % (next(&state) % 4 ? 3 : 14));
        h.top[x] = y;
    }
    make_hill(&h, one_way);
    float x = 30, y = 50 - SKIN;
    bool stands = true, sure = true;
    uint32_t snapped = 0;
    for (int n = 0; x + pace < WIDE - 8 && n < 2000; n++) {
        const float x0 = x, y0 = y, fall = stands ? 0.25f : 6.0f;
        const uint32_t flags = step_on(&h, &box, snap, &x, &y, pace, fall);
        const float floor_y = ground_below(&h, x) - 10 - SKIN, drop = floor_y - y0;
        cr_assert(!stands || fabsf(x - x0 - pace) < 1.1f * SKIN, /* walls behind it push it on */
                  "seed %llu, step %d: it goes %g px of %g", (unsigned long long)seed, n, (double)(x - x0),
                  (double)pace);
        if (doubtful(&h, x)) {
            stands = flags & HAIL_ON_FLOOR && fabsf(y - floor_y) < 0.02f;
            sure = false;
            continue;
        }
        if (sure && stands && drop < snap - 0.3f)
            cr_assert(fabsf(y - floor_y) < 0.01f && flags & HAIL_ON_FLOOR,
                      "seed %llu, step %d at %g: y %g, the ground is at %g, flags %x; before %.9g %.9g, pace %g",
                      (unsigned long long)seed, n, (double)x, (double)y, (double)floor_y, flags, (double)x0, (double)y0,
                      (double)pace);
        else if (sure && stands && drop > snap + 0.3f)
            cr_assert(y < y0 + 0.26f && !(flags & HAIL_SNAPPED), "seed %llu: too deep for a snap of %g: %g",
                      (unsigned long long)seed, (double)snap, (double)drop);
        else if (sure && !stands)
            cr_assert(!(flags & HAIL_SNAPPED) && y - y0 < fall + 0.01f, "seed %llu: only what stands snaps",
                      (unsigned long long)seed);
        snapped += (flags & HAIL_SNAPPED) != 0;
        stands = fabsf(y - floor_y) < 0.02f;
        sure = true;
    }
    all_snapped += snapped;
    free_hill(&h);
}

Test(slide_downhill, boxes_on_falling_ground) {
    for (uint64_t seed = 1; seed <= 60; seed++) {
        walk_down(seed, false);
        walk_down(seed, true);
    }
    cr_assert_gt(all_snapped, 2000);
}

/* Balls and capsules on slopes of 45 and 27 degrees never lose the ground. */
Test(slide_downhill, round_shapes_on_slopes) {
    static hill h;
    hail_convex shape[2];
    cr_assert_eq(hail_convex_circle(8, &shape[0]), HAIL_OK);
    cr_assert_eq(hail_convex_capsule(0, -5, 0, 4, 5, &shape[1]), HAIL_OK);
    for (int steep = 1; steep <= 2; steep++) {
        for (int x = 0; x < WIDE; x++)
            h.top[x] = x < 60                     ? 60
                       : x - 60 < 300 * steep / 2 ? 60 + (x - 60) * (3 - steep) / 2
                                                  : 60 + 150 * (3 - steep) * steep / 2;
        for (int x = 0; x < WIDE; x++)
            h.top[x] = h.top[x] > HIGH - 20 ? HIGH - 20 : h.top[x];
        make_hill(&h, false);
        for (int k = 0; k < 2; k++)
            for (float pace = 0.5f; pace < 8; pace += 0.7f) {
                float x = 30, y = 40;
                for (int n = 0; n < 60; n++)
                    step_on(&h, &shape[k], 0, &x, &y, 0, 1);
                while (x + pace < WIDE - 30) {
                    const uint32_t flags = step_on(&h, &shape[k], 12, &x, &y, pace, 0.5f);
                    float probe_x = x, probe_y = y;
                    cr_assert(flags & HAIL_ON_FLOOR, "pace %g at %g", (double)pace, (double)x);
                    cr_assert(!(flags & HAIL_STUCK));
                    cr_assert(step_on(&h, &shape[k], 0, &probe_x, &probe_y, 0, 2) && probe_y - y < 1.5f,
                              "pace %g at %g: it hangs in the air", (double)pace, (double)x);
                }
            }
        free_hill(&h);
    }
}

Test(slide_downhill, jumps_and_falls_do_not_snap) {
    static hill h;
    hail_convex box;
    cr_assert_eq(hail_convex_box(6, 10, 0, &box), HAIL_OK);
    for (int x = 0; x < WIDE; x++)
        h.top[x] = 100;
    make_hill(&h, false);
    float x = 50, y = 90 - SKIN;
    cr_assert_eq(step_on(&h, &box, 20, &x, &y, 1, -2) & HAIL_SNAPPED, 0, "a jump");
    cr_assert_float_eq(y, 88 - SKIN, 1e-4);
    cr_assert_eq(step_on(&h, &box, 20, &x, &y, 1, 0.5f), 0, "in the air");
    cr_assert_float_eq(y, 88.5f - SKIN, 1e-4);
    free_hill(&h);
}
