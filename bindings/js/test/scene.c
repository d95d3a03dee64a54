/* bindings/js/test/scene.c - the scene of scene.mjs, played natively: writes all that it finds to stdout. */
#include <hail/hail.h>

#include <stdio.h>
#include <stdlib.h>

enum { BULLETS, SHIPS, FRAMES = 100, SHOTS = 40, MOST = 1 << 16 };

static hail_contact found[MOST];
static size_t found_count;

static void must(hail_status status) {
    if (status == HAIL_OK)
        return;
    fprintf(stderr, "%s\n", hail_status_text(status));
    exit(1);
}

static void put(const void *data, size_t size) {
    if (fwrite(data, 1, size, stdout) != size)
        exit(1);
}

static uint32_t next(uint32_t below) {
    static uint32_t seed = 1;
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

static void on_contacts(const hail_contact *contacts, size_t count, void *user) {
    (void)user;
    for (size_t i = 0; i < count && found_count < MOST; i++)
        found[found_count++] = contacts[i];
}

static hail_world *make_world(hail_tileset **set, hail_tilemap **map) {
    const hail_world_options options = {.max_x = 640, .max_y = 480};
    hail_world *world;
    must(hail_world_create(&options, &world));
    must(hail_layer_configure(world, BULLETS,
                              &(hail_layer_options){.columns = HAIL_USER | HAIL_LIFE, .bounds = HAIL_KILL}));
    must(hail_layer_configure(world, SHIPS, &(hail_layer_options){.columns = HAIL_ROTATION, .bounds = HAIL_WRAP}));
    must(hail_tileset_create(NULL, 16, 16, set));
    uint64_t rows[16];
    uint32_t full, slope;
    for (int y = 0; y < 16; y++)
        rows[y] = 0xffff;
    must(hail_tileset_add_bits(*set, rows, 0, &full));
    for (int y = 0; y < 16; y++)
        rows[y] = (UINT64_C(1) << (y + 1)) - 1;
    must(hail_tileset_add_bits(*set, rows, 1, &slope));
    must(hail_tilemap_create(*set, &(hail_tilemap_options){.columns = 40, .rows = 30}, map));
    must(hail_tilemap_fill(*map, 0, 26, 40, 4, full));
    must(hail_tilemap_fill(*map, 5, 25, 3, 1, slope));
    must(hail_world_set_tilemap(world, *map));
    const hail_rule rules[] = {
        {.mode = HAIL_MANIFOLD, .layer_a = SHIPS, .layer_b = SHIPS, .events = 1},
        {.mode = HAIL_EARLIEST, .layer_a = BULLETS, .layer_b = SHIPS},
        {.mode = HAIL_EARLIEST, .layer_a = BULLETS, .layer_b = HAIL_TILES, .stop = 1},
        {.mode = HAIL_MANIFOLD, .layer_a = SHIPS, .layer_b = HAIL_TILES},
    };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        must(hail_rule_configure(world, &rules[i]));
    return world;
}

static void make_ships(hail_world *world) {
    static const float px[] = {12, -6, -6}, py[] = {0, 7, -7};
    static const float star_x[] = {0, 5, 15, 5, 0, -5, -15, -5}, star_y[] = {-15, -5, 0, 5, 15, 5, 0, -5};
    static const uint32_t start[] = {0, 8};
    hail_shapeset *shapes = hail_world_shapes(world);
    hail_shape shape[5];
    hail_convex parts[2];
    must(hail_shape_box(shapes, 10, 5, 1.5f, &shape[0]));
    must(hail_shape_polygon(shapes, px, py, 3, 0, &shape[1]));
    must(hail_shape_capsule(shapes, -8, 0, 8, 2, 3.25f, &shape[2]));
    must(hail_convex_circle(6, &parts[0]));
    must(hail_convex_box(14, 2, 0, &parts[1]));
    must(hail_shape_compound(shapes, parts, 2, &shape[3]));
    const hail_loops star = {.x = star_x, .y = star_y, .start = start, .count = 1};
    must(hail_shape_concave(shapes, &star, NULL, 0, &shape[4], NULL));
    for (int i = 0; i < 100; i++) {
        const float x = (float)next(640), y = (float)next(400), angle = (float)next(600) / 64;
        const float vx = (float)next(200) - 100, vy = (float)next(200) - 100;
        const hail_spawn_columns columns = {.x = &x, .y = &y, .vx = &vx, .vy = &vy, .angle = &angle};
        must(hail_spawn(world, SHIPS, &shape[i % 5], &columns, 1, NULL));
    }
}

static void shoot(hail_world *world, const hail_shape *dot) {
    float x[SHOTS], y[SHOTS], vx[SHOTS], vy[SHOTS], life[SHOTS];
    uint64_t user[SHOTS];
    for (uint32_t i = 0; i < SHOTS; i++) {
        x[i] = (float)next(640);
        y[i] = (float)next(300);
        vx[i] = (float)next(2000) - 1000;
        vy[i] = (float)next(2000) - 1000;
        life[i] = (float)(next(64) + 1) / 32;
        user[i] = 1 + next(1000);
    }
    const hail_spawn_columns columns = {.x = x, .y = y, .vx = vx, .vy = vy, .life = life, .user = user};
    must(hail_spawn(world, BULLETS, dot, &columns, SHOTS, NULL));
}

/* Every third contact's bullet goes, and the user values are told. */
static void answer(hail_world *world) {
    for (size_t i = 0; i < found_count; i++) {
        uint64_t user;
        must(hail_contact_users(world, &found[i], 1, &user, NULL));
        if (hail_alive(world, &found[i].a))
            put(&user, sizeof user);
        if (i % 3 == 0 && found[i].layer_a == BULLETS && hail_alive(world, &found[i].a))
            must(hail_despawn(world, &found[i].a, 1));
    }
}

static void ask(hail_world *world, const hail_tilemap *map) {
    enum { ASKED = 8 };
    float x[ASKED], y[ASKED], dx[ASKED], dy[ASKED];
    for (int i = 0; i < ASKED; i++) {
        x[i] = (float)next(640);
        y[i] = (float)next(400);
        dx[i] = (float)next(400) - 200;
        dy[i] = (float)next(400) - 200;
    }
    static hail_query_hit hits[ASKED * 3];
    uint32_t counts[ASKED];
    must(hail_query_prepare(world, 0));
    const hail_rays rays = {.x = x, .y = y, .dx = dx, .dy = dy, .count = ASKED};
    const hail_query_filter filter = {.find = HAIL_FIND_BODIES | HAIL_FIND_TILES};
    must(hail_query_rays(world, &rays, &filter, 3, hits, counts));
    for (int i = 0; i < ASKED; i++)
        put(&hits[i * 3], sizeof *hits * (counts[i] < 3 ? counts[i] : 3));
    const hail_points points = {.x = x, .y = y, .count = ASKED};
    must(hail_query_nearest(world, &points, NULL, NULL, 3, hits, NULL));
    put(hits, sizeof hits);
    hail_convex capsule;
    hail_slide slides[ASKED];
    must(hail_convex_capsule(0, -8, 0, 8, 6, &capsule));
    hail_tilemap_movers movers = {.map = map, .shapes = {.convexes = &capsule, .shape_count = 1, .count = ASKED}};
    movers.shapes.x = x, movers.shapes.y = y, movers.shapes.dx = dx, movers.shapes.dy = dy;
    must(hail_tilemap_slide(&movers, NULL, slides));
    put(slides, sizeof slides);
}

/* The hash, and the image but for its first bytes, which number the set of shapes; the world goes back to it. */
static void tell_state(hail_world *world) {
    static unsigned char image[MOST * 16];
    uint64_t hash;
    size_t size;
    must(hail_world_hash(world, &hash));
    put(&hash, sizeof hash);
    must(hail_world_save(world, 0, image, sizeof image, &size));
    put(image + 16, size - 16);
    must(hail_world_restore(world, 0, image, size));
}

int main(void) {
    hail_tileset *set;
    hail_tilemap *map;
    hail_world *world = make_world(&set, &map);
    hail_shape dot;
    must(hail_shape_circle(hail_world_shapes(world), 3, &dot));
    make_ships(world);
    for (int frame = 1; frame <= FRAMES; frame++) {
        shoot(world, &dot);
        found_count = 0;
        must(hail_step(world, 1.0f / 60.0f, on_contacts, NULL));
        put(found, found_count * sizeof found[0]);
        size_t begins = 0;
        const hail_event *begin = hail_begins(world, &begins);
        for (size_t i = 0; i < begins; i++)
            put(&begin[i].a, 2 * sizeof(hail_handle));
        answer(world);
        if (frame % 10 == 0)
            must(hail_tilemap_paint_disc(map, (float)next(640), 440, 20, false, 0));
        ask(world, map);
        if (frame % 5 == 0)
            tell_state(world);
    }
    must(hail_world_destroy(world));
    hail_tilemap_destroy(map);
    hail_tileset_destroy(set);
    return 0;
}
