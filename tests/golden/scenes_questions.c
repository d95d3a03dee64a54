/* tests/golden/scenes_questions.c - questions to a world, and calls with arrays. */
#include <stdlib.h>

#include "golden.h"

enum { FIRST, SECOND, THIRD, ASKED = 48, ROOM = 3 };

/* ---- Questions to a world ---------------------------------------------------------------------------------------- */

typedef struct query_scene {
    hail_spriteset *set;
    golden_land land;
    hail_shape shape[12];
    hail_query_filter filter;
    float x[ASKED], y[ASKED], dx[ASKED], dy[ASKED], max_x[ASKED], max_y[ASKED];
    uint32_t number[ASKED], counts[ASKED];
} query_scene;

static void add_shapes(golden *g, query_scene *of) {
    hail_shapeset *shapes = hail_world_shapes(g->world);
    hail_convex part[2];
    of->set = golden_spriteset(g);
    for (uint32_t i = 0; i < 8; i++)
        golden_convex_shape(g, i, &of->shape[i]);
    for (uint32_t i = 8; i < 10; i++)
        GOLDEN_MUST(g, hail_shape_sprite(shapes, of->set, i - 8, &of->shape[i]));
    for (uint32_t i = 10; i < 12; i++) {
        golden_convex(g, i, &part[0]);
        golden_convex(g, i + 4, &part[1]);
        GOLDEN_MUST(g, hail_shape_compound(shapes, part, 2, &of->shape[i]));
    }
}

static void open_queries(golden *g) {
    query_scene *of = g->more = calloc(1, sizeof(query_scene));
    golden_world(g, &(hail_world_options){0});
    golden_land_open(g, &of->land);
    GOLDEN_MUST(g, hail_world_set_tilemap(g->world, of->land.map));
    add_shapes(g, of);
    for (uint32_t l = FIRST; l <= THIRD; l++) {
        const hail_layer_options options = {.columns = l == THIRD ? HAIL_USER | HAIL_GROUP | HAIL_MASK
                                                                  : HAIL_ROTATION | HAIL_SCALE,
                                            .bounds = HAIL_WRAP};
        GOLDEN_MUST(g, hail_layer_configure(g->world, l, &options));
        golden_spawn(g, l, of->shape, l == SECOND ? 12 : 8, 50, 150.0f);
    }
}

static void mix_hits(golden *g, const query_scene *of, const hail_query_hit *hits) {
    for (uint32_t i = 0; i < ASKED; i++) {
        golden_mix(g, of->counts[i]);
        for (const hail_query_hit *hit = hits + i * ROOM; hit < hits + (i + 1) * ROOM && hit->kind; hit++) {
            golden_mix_handle(g, hit->body);
            golden_mix(g, hit->kind | (uint32_t)hit->layer << 8 | (uint32_t)hit->feature << 16 |
                              (uint32_t)hit->inside << 24);
            golden_mix(g, hit->part ^ (uint32_t)hit->user ^ (uint32_t)(hit->user >> 32));
            const float numbers[] = {hit->t, hit->distance, hit->x, hit->y, hit->normal_x, hit->normal_y};
            golden_mix_floats(g, numbers, 6);
            g->contacts++;
        }
    }
}

static void mix_matches(golden *g, const query_scene *of, const hail_query_match *matches) {
    for (uint32_t i = 0; i < ASKED; i++) {
        golden_mix(g, of->counts[i]);
        for (const hail_query_match *m = matches + i * ROOM; m < matches + (i + 1) * ROOM && m->kind; m++) {
            golden_mix_handle(g, m->body);
            golden_mix(g, m->kind | (uint32_t)m->layer << 8);
            golden_mix(g, m->part ^ (uint32_t)m->user ^ (uint32_t)(m->user >> 32));
            g->contacts++;
        }
    }
}

static void ask_where(golden *g, query_scene *of, const hail_points *points, const hail_shapes *shapes) {
    hail_query_match matches[ASKED * ROOM];
    const hail_boxes boxes = {.min_x = of->x, .min_y = of->y, .max_x = of->max_x, .max_y = of->max_y, .count = ASKED};
    GOLDEN_MUST(g, hail_query_points(g->world, points, &of->filter, ROOM, matches, of->counts));
    mix_matches(g, of, matches);
    GOLDEN_MUST(g, hail_query_shapes(g->world, shapes, &of->filter, ROOM, matches, of->counts));
    mix_matches(g, of, matches);
    GOLDEN_MUST(g, hail_query_boxes(g->world, &boxes, &of->filter, ROOM, matches, of->counts));
    mix_matches(g, of, matches);
}

static void ask_when(golden *g, query_scene *of, const hail_points *points, const hail_shapes *shapes) {
    hail_query_hit hits[ASKED * ROOM];
    uint8_t clear[ASKED];
    const hail_rays rays = {.x = of->x, .y = of->y, .dx = of->dx, .dy = of->dy, .count = ASKED};
    const hail_rays lines = {.x = of->x, .y = of->y, .to_x = of->max_x, .to_y = of->max_y, .count = ASKED};
    GOLDEN_MUST(g, hail_query_rays(g->world, &rays, &of->filter, ROOM, hits, of->counts));
    mix_hits(g, of, hits);
    GOLDEN_MUST(g, hail_query_casts(g->world, shapes, &of->filter, ROOM, hits, of->counts));
    mix_hits(g, of, hits);
    GOLDEN_MUST(g, hail_query_sight(g->world, &lines, &of->filter, clear));
    for (uint32_t i = 0; i < ASKED; i++)
        golden_mix(g, clear[i]);
    of->filter.find = 0;
    GOLDEN_MUST(g, hail_query_nearest(g->world, points, &(hail_nearest_options){.radius = 200.0f}, &of->filter, ROOM,
                                      hits, of->counts));
    mix_hits(g, of, hits);
}

static void queries_frame(golden *g, int frame) {
    query_scene *of = g->more;
    for (uint32_t i = 0; i < ASKED; i++) {
        of->x[i] = golden_range(g, 0.0f, 640.0f), of->y[i] = golden_range(g, 0.0f, 480.0f);
        of->dx[i] = golden_range(g, -300.0f, 300.0f), of->dy[i] = golden_range(g, -300.0f, 300.0f);
        of->max_x[i] = of->x[i] + golden_range(g, 0.0f, 60.0f), of->max_y[i] = of->y[i] + golden_range(g, 0.0f, 60.0f);
        of->number[i] = i % 12;
    }
    of->filter = (hail_query_filter){.find = frame % 2 ? HAIL_FIND_BODIES | HAIL_FIND_TILES : HAIL_FIND_BODIES,
                                     .layers = frame % 5 ? 0 : HAIL_LAYER(SECOND) | HAIL_LAYER(THIRD),
                                     .group = frame % 3 ? 0 : 2,
                                     .mask = frame % 7 ? 0 : 3};
    const hail_points points = {.x = of->x, .y = of->y, .count = ASKED};
    const hail_shapes shapes = {.shapes = of->shape,
                                .shape_count = 12,
                                .x = of->x,
                                .y = of->y,
                                .dx = of->dx,
                                .dy = of->dy,
                                .shape = of->number,
                                .count = ASKED};
    GOLDEN_MUST(g, hail_step(g->world, 1.0f / 60.0f, golden_contacts, g));
    GOLDEN_MUST(g, hail_query_prepare(g->world, 0));
    ask_where(g, of, &points, &shapes);
    ask_when(g, of, &points, &shapes);
}

static void close_queries(golden *g) {
    query_scene *of = g->more;
    hail_world_destroy(g->world);
    g->world = NULL;
    golden_land_close(&of->land);
    hail_spriteset_destroy(of->set);
    free(of);
}

const golden_scene golden_queries = {"queries", open_queries, queries_frame, close_queries};

/* ---- Calls with arrays ------------------------------------------------------------------------------------------- */

enum { PAIRS = 64, CONVEX = 16, POINTS = 64 };

typedef struct array_scene {
    hail_spriteset *set;
    golden_land land;
    hail_convex convex[CONVEX];
    float x[2][PAIRS], y[2][PAIRS], dx[2][PAIRS], dy[2][PAIRS], cos[2][PAIRS], sin[2][PAIRS], scale[2][PAIRS];
    uint32_t number[2][PAIRS];
} array_scene;

static void open_arrays(golden *g) {
    array_scene *of = g->more = calloc(1, sizeof(array_scene));
    of->set = golden_spriteset(g);
    golden_land_open(g, &of->land);
    for (uint32_t i = 0; i < CONVEX; i++)
        golden_convex(g, i, &of->convex[i]);
}

static void scatter(golden *g, array_scene *of, int side) {
    static const float cosine[] = {1.0f, 0.8f, 0.6f, -0.28f, 0.0f}, sine[] = {0.0f, 0.6f, -0.8f, 0.96f, 1.0f};
    for (uint32_t i = 0; i < PAIRS; i++) {
        const uint32_t turned = golden_pick(g, 5);
        of->x[side][i] = golden_range(g, 100.0f, 160.0f), of->y[side][i] = golden_range(g, 100.0f, 160.0f);
        of->dx[side][i] = golden_range(g, -90.0f, 90.0f), of->dy[side][i] = golden_range(g, -90.0f, 90.0f);
        of->cos[side][i] = cosine[turned], of->sin[side][i] = sine[turned];
        of->scale[side][i] = golden_range(g, 0.5f, 1.5f);
        of->number[side][i] = golden_pick(g, CONVEX);
    }
}

static hail_shapes side_of(golden *g, const array_scene *of, int side) {
    return (hail_shapes){.context = &g->context,
                         .convexes = of->convex,
                         .shape_count = CONVEX,
                         .x = of->x[side],
                         .y = of->y[side],
                         .cos = of->cos[side],
                         .sin = of->sin[side],
                         .scale = of->scale[side],
                         .dx = of->dx[side],
                         .dy = of->dy[side],
                         .shape = of->number[side],
                         .count = PAIRS};
}

static void collide_pairs(golden *g, array_scene *of) {
    hail_contact contacts[PAIRS];
    hail_gap gaps[PAIRS];
    uint8_t touching[PAIRS];
    const hail_batch batch = {.a = side_of(g, of, 0), .b = side_of(g, of, 1), .count = PAIRS};
    GOLDEN_MUST(g, hail_batch_touch(&batch, touching));
    GOLDEN_MUST(g, hail_batch_collide(&batch, contacts));
    GOLDEN_MUST(g, hail_batch_distance(&batch, gaps));
    for (uint32_t i = 0; i < PAIRS; i++) {
        const float numbers[] = {gaps[i].distance, gaps[i].ax,       gaps[i].ay,      gaps[i].bx,
                                 gaps[i].by,       gaps[i].normal_x, gaps[i].normal_y};
        golden_mix(g, touching[i]);
        golden_mix_floats(g, numbers, 7);
        if (contacts[i].count)
            golden_mix_contact(g, &contacts[i]), g->contacts++;
    }
    GOLDEN_MUST(g, hail_batch_sweep(&batch, contacts));
    for (uint32_t i = 0; i < PAIRS; i++)
        if (contacts[i].count)
            golden_mix_contact(g, &contacts[i]), g->contacts++;
}

/* Polygons and rounded ones only: circles and segments of the list have no edges to predict with. */
static void predict_pairs(golden *g, array_scene *of) {
    static const uint32_t polygon[] = {2, 4, 7, 9, 12, 14};
    hail_prediction predictions[PAIRS];
    uint32_t number[2][PAIRS];
    hail_batch batch = {.a = side_of(g, of, 0), .b = side_of(g, of, 1), .count = PAIRS};
    for (uint32_t i = 0; i < PAIRS; i++)
        number[0][i] = polygon[of->number[0][i] % 6], number[1][i] = polygon[of->number[1][i] % 6];
    batch.a.shape = number[0], batch.b.shape = number[1];
    GOLDEN_MUST(g, hail_batch_predict(&batch, predictions));
    for (uint32_t i = 0; i < PAIRS; i++) {
        const hail_prediction *p = &predictions[i];
        const float numbers[] = {p->mtv_x, p->mtv_y, p->slide_x, p->slide_y, p->axis_x, p->axis_y, p->overlap};
        golden_mix_floats(g, numbers, 7);
        golden_mix(g, p->intersect | (uint32_t)p->will_intersect << 8 | (uint32_t)p->feature << 16);
    }
}

static hail_sprites sprites_of(golden *g, const array_scene *of, int side, uint32_t *sprite) {
    for (uint32_t i = 0; i < PAIRS; i++)
        sprite[i] = of->number[side][i] % GOLDEN_SPRITES;
    return (hail_sprites){.context = &g->context,
                          .set = of->set,
                          .x = of->x[side],
                          .y = of->y[side],
                          .cos = of->cos[side],
                          .sin = of->sin[side],
                          .scale_x = of->scale[side],
                          .sprite = sprite,
                          .count = PAIRS};
}

static void mix_overlaps(golden *g, const hail_sprite_overlap *overlaps) {
    for (uint32_t i = 0; i < PAIRS; i++) {
        const hail_sprite_overlap *o = &overlaps[i];
        const float numbers[] = {o->x, o->y, o->push_x, o->push_y, o->depth};
        golden_mix(g, o->count);
        golden_mix(g, (uint32_t)o->a_x ^ (uint32_t)o->a_y << 8 ^ (uint32_t)o->b_x << 16 ^ (uint32_t)o->b_y << 24);
        golden_mix_floats(g, numbers, 5);
    }
}

static void overlap_sprites(golden *g, array_scene *of) {
    uint32_t sprite[2][PAIRS];
    hail_sprite_overlap overlaps[PAIRS];
    hail_box boxes[PAIRS];
    const hail_sprites a = sprites_of(g, of, 0, sprite[0]), b = sprites_of(g, of, 1, sprite[1]);
    const hail_sprite_pairs pairs = {.a = a, .b = b, .count = PAIRS};
    GOLDEN_MUST(g, hail_sprite_overlaps(&pairs, overlaps));
    mix_overlaps(g, overlaps);
    GOLDEN_MUST(g, hail_sprite_tilemap_overlaps(&a, of->land.map, 0, overlaps));
    mix_overlaps(g, overlaps);
    GOLDEN_MUST(g, hail_sprite_boxes(&b, HAIL_BOX_OPAQUE, boxes));
    for (uint32_t i = 0; i < PAIRS; i++) {
        const float numbers[] = {boxes[i].min_x, boxes[i].min_y, boxes[i].max_x, boxes[i].max_y};
        golden_mix_floats(g, numbers, 4);
    }
}

/* A star whose points lie at random distances, and points around it. */
static void ask_star(golden *g) {
    enum { TIPS = 16 };
    static const float along_x[] = {1, 0.92f, 0.71f, 0.38f, 0, -0.38f, -0.71f, -0.92f},
                       along_y[] = {0, 0.38f, 0.71f, 0.92f, 1, 0.92f, 0.71f, 0.38f};
    static const uint32_t start[] = {0, TIPS};
    float x[TIPS], y[TIPS], px[POINTS], py[POINTS];
    uint8_t inside[POINTS];
    hail_nearest_point nearest[POINTS];
    hail_polygons *parts = NULL;
    for (uint32_t i = 0; i < TIPS; i++) {
        const float reach = i % 2 ? golden_range(g, 10.0f, 20.0f) : golden_range(g, 30.0f, 60.0f),
                    turn = i < 8 ? reach : -reach;
        x[i] = along_x[i % 8] * turn, y[i] = along_y[i % 8] * turn;
    }
    for (uint32_t i = 0; i < POINTS; i++)
        px[i] = golden_range(g, -60.0f, 60.0f), py[i] = golden_range(g, -60.0f, 60.0f);
    const hail_points points = {.context = &g->context, .x = px, .y = py, .count = POINTS};
    const hail_loops star = {.x = x, .y = y, .start = start, .count = 1};
    GOLDEN_MUST(g, hail_points_inside(&points, &star, HAIL_BY_CROSSINGS, inside));
    GOLDEN_MUST(g, hail_nearest_on_loops(&points, &star, nearest));
    for (uint32_t i = 0; i < POINTS; i++) {
        golden_mix(g, inside[i] | nearest[i].edge << 8);
        golden_mix_float(g, nearest[i].squared);
    }
    GOLDEN_MUST(
        g, hail_decompose(&star, &(hail_decompose_options){.context = &g->context, .max_vertices = 8}, &parts, NULL));
    const hail_loops *convex = hail_polygons_loops(parts);
    golden_mix(g, (uint32_t)convex->count);
    if (convex->count)
        golden_mix_floats(g, convex->x, convex->start[convex->count]);
    hail_polygons_destroy(parts);
}

static void arrays_frame(golden *g, int frame) {
    array_scene *of = g->more;
    (void)frame;
    scatter(g, of, 0);
    scatter(g, of, 1);
    collide_pairs(g, of);
    predict_pairs(g, of);
    overlap_sprites(g, of);
    ask_star(g);
}

static void close_arrays(golden *g) {
    array_scene *of = g->more;
    golden_land_close(&of->land);
    hail_spriteset_destroy(of->set);
    free(of);
}

const golden_scene golden_arrays = {"arrays", open_arrays, arrays_frame, close_arrays};
