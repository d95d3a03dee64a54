/* bench/cliffs/ones.c - one element a call, beside plain C: contenders of the benchmark answer one thing at a time. */
#include "cliffs.h"

#include "narrow/pairs.h"
#include "points/points.h"
#include "queries/queries.h"
#include "tiles/walkers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* MOST_PAIRS: pairs of the benchmark's sets. */
enum { MOST_PAIRS = 20000, ONES = 64, BODIES = 4000, COLUMNS = 128 };

static void *must(void *made, const char *what) {
    if (!made) {
        fprintf(stderr, "hail-cliffs: %s could not be made\n", what);
        exit(1);
    }
    return made;
}

/* ---- Pairs: a contender for each --------------------------------------------------------------------------------- */

typedef struct one_pair {
    cliff_inputs each;
    const pair_contender *who;
    void *self[ONES];
    size_t next;
} one_pair;

static size_t run_pair(void *inputs) {
    one_pair *in = inputs;
    in->who->run(in->self[in->next++ % ONES]);
    return 1;
}

/* The number of a set: names are known by making the sets, here of few pairs. */
static size_t set_called(const char *name) {
    for (size_t number = 0;; number++) {
        pair_set *set = must(pair_set_create(number, MOST_PAIRS), name);
        const bool found = strcmp(set->name, name) == 0;
        pair_set_destroy(set);
        if (found)
            return number;
    }
}

/* The first pair of `from` becomes pair `i`. */
static void skip(pair_side *from, size_t i) {
    float **const columns[] = {&from->x, &from->y, &from->cos, &from->sin, &from->dx, &from->dy};
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++)
        if (*columns[c])
            *columns[c] += i;
    from->template_of += i;
}

static void compare_pairs(cliffs *c, const char *call, const char *name) {
    if (!cliff_wants(c, call))
        return;
    one_pair hail = {.each.count = 1, .who = &pair_contender_hail},
             plain = {.each.count = 1, .who = &pair_contender_plain};
    const size_t number = set_called(name);
    pair_set *all = must(pair_set_create(number, MOST_PAIRS / ONES), name), *set[ONES];
    for (size_t i = 0; i < ONES; i++) {
        uint64_t state = 1;
        pair_set from = *all;
        skip(&from.a, i);
        skip(&from.b, i);
        set[i] = must(pair_set_create(number, MOST_PAIRS), name);
        pair_set_shuffle(set[i], &from, &state);
        hail.self[i] = must(hail.who->create(set[i], hail_variant_default()), hail.who->name);
        plain.self[i] = must(plain.who->create(set[i], NULL), plain.who->name);
    }
    cliff_beside_plain(c, call, name, run_pair, &hail, &plain);
    for (size_t i = 0; i < ONES; i++) {
        hail.who->destroy(hail.self[i]);
        plain.who->destroy(plain.self[i]);
        pair_set_destroy(set[i]);
    }
    pair_set_destroy(all);
}

/* ---- Points ------------------------------------------------------------------------------------------------------ */

typedef struct one_point {
    cliff_inputs each;
    const point_contender *who;
    void *self;
    const point_set *set;
    size_t next;
} one_point;

static size_t run_point(void *inputs) {
    one_point *in = inputs;
    const size_t i = in->next++ % in->set->count;
    in->who->ask(in->self, in->set->x + i, in->set->y + i, 1);
    return 1;
}

static void compare_points(cliffs *c, const char *call, const char *what, point_question question) {
    if (!cliff_wants(c, call))
        return;
    point_scene *scene =
        must(question == POINT_INSIDE ? point_polygon_create(64, 1) : point_map_create(true, 1), "a scene");
    point_set *set = must(point_set_create(scene, 1024, 1, 0, 1), "points");
    one_point hail = {.each.count = 1, .who = &point_contender_hail, .set = set};
    one_point plain = {.each.count = 1, .who = &point_contender_plain, .set = set};
    hail.self = must(hail.who->create(scene, question, 1, hail_variant_default()), hail.who->name);
    plain.self = must(plain.who->create(scene, question, 1, NULL), plain.who->name);
    cliff_beside_plain(c, call, what, run_point, &hail, &plain);
    hail.who->destroy(hail.self);
    plain.who->destroy(plain.self);
    point_set_destroy(set);
    point_scene_destroy(scene);
}

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

typedef struct one_query {
    cliff_inputs each;
    const query_contender *who;
    void *self;
    query_batch all;
    size_t next;
} one_query;

static size_t run_query(void *inputs) {
    one_query *in = inputs;
    const size_t i = in->next++ % in->all.count;
    const query_batch one = {
        .x = in->all.x + i, .y = in->all.y + i, .u = in->all.u + i, .v = in->all.v + i, .count = 1};
    return in->who->ask(in->self, &one);
}

static void compare_queries(cliffs *c, const char *call, const char *what, query_question question) {
    if (!cliff_wants(c, call))
        return;
    query_scene *scene = must(query_scene_create(BODIES, query_of_points(question), 1), "a scene");
    query_set *set = must(query_set_create(scene, question, 1024, 1, 1), "queries");
    one_query hail = {.each.count = 1, .who = &query_contender_hail, .all = query_set_round(set, 0)};
    one_query plain = {.each.count = 1, .who = &query_contender_plain, .all = hail.all};
    hail.self = must(hail.who->create(scene, question, 1, 1, hail_variant_default()), hail.who->name);
    plain.self = must(plain.who->create(scene, question, 1, 1, NULL), plain.who->name);
    cliff_beside_plain(c, call, what, run_query, &hail, &plain);
    hail.who->destroy(hail.self);
    plain.who->destroy(plain.self);
    query_set_destroy(set);
    query_scene_destroy(scene);
}

/* ---- Movers ------------------------------------------------------------------------------------------------------ */

typedef struct one_mover {
    cliff_inputs each;
    const walker_contender *who;
    void *self;
    size_t movers, next;
} one_mover;

static size_t run_mover(void *inputs) {
    one_mover *in = inputs;
    return in->who->one(in->self, 0, in->next++ % in->movers);
}

static void compare_movers(cliffs *c) {
    if (!cliff_wants(c, "hail_tilemap_slide"))
        return;
    size_t number = 0;
    while (walker_kind_at(number) && walker_kind_at(number)->calls == 0)
        number++;
    const walker_kind *kind = walker_kind_at(number);
    walker_scene *scene = must(kind ? walker_scene_create(kind, COLUMNS, kind->calls) : NULL, "a scene");
    one_mover hail = {.each.count = 1, .who = &walker_contender_hail, .movers = kind->calls};
    one_mover plain = {.each.count = 1, .who = &walker_contender_plain, .movers = kind->calls};
    hail.self = must(hail.who->create(scene, hail_variant_default()), hail.who->name);
    plain.self = must(plain.who->create(scene, NULL), plain.who->name);
    cliff_beside_plain(c, "hail_tilemap_slide", "a capsule that walks, snap", run_mover, &hail, &plain);
    hail.who->destroy(hail.self);
    plain.who->destroy(plain.self);
    walker_scene_destroy(scene);
}

void cliffs_ones(cliffs *c) {
    compare_pairs(c, "hail_batch_collide", "pair_circle_box");
    compare_pairs(c, "hail_batch_collide", "pair_box_box");
    compare_pairs(c, "hail_batch_collide", "pair_polygon_polygon");
    compare_pairs(c, "hail_batch_sweep", "sweep_circle_box");
    compare_pairs(c, "hail_batch_sweep", "sweep_polygon_polygon");
    compare_pairs(c, "hail_batch_distance", "gap_polygon_polygon");
    compare_pairs(c, "hail_batch_predict", "predict_polygon_polygon");
    compare_points(c, "hail_points_inside", "64 vertices", POINT_INSIDE);
    compare_points(c, "hail_sectors_find", "rooms", POINT_SECTOR);
    compare_points(c, "hail_sectors_nearest", "rooms", POINT_NEAREST);
    compare_queries(c, "hail_query_rays", "4,000 circles", QUERY_RAYS);
    compare_queries(c, "hail_query_boxes", "4,000 circles", QUERY_BOXES);
    compare_queries(c, "hail_query_points", "4,000 circles", QUERY_PICKS);
    compare_queries(c, "hail_query_nearest", "4,000 points", QUERY_NEAREST);
    compare_queries(c, "hail_query_shapes", "turned boxes, 4,000 circles", QUERY_SHAPES);
    compare_queries(c, "hail_query_casts", "circles, 4,000 circles", QUERY_CASTS);
    compare_queries(c, "hail_query_casts", "boxes, 4,000 circles", QUERY_BOX_CASTS);
    compare_queries(c, "hail_query_sight", "4,000 circles", QUERY_SIGHT);
    compare_movers(c);
}
