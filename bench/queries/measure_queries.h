/* bench/queries/measure_queries.h - queries as benchmarks: body_rays/<bodies>/<contender> and others.
 *
 * The others are body_boxes, nearest1, nearest4 (the 1 or 4 nearest) and picks: 10,000 queries in a call, as in
 * queries.h; and nearest4_filtered, nearest4_rare, query_shapes (turned boxes), query_casts (circles), query_box_casts,
 * query_sight, with plain beside Hail. So are rays4, casts4, box_casts4 (the first 4 that are hit); rays_counted,
 * casts_counted, boxes_counted, picks_counted, shapes_counted (how many); rays4_counted, nearest4_counted (both; the
 * latter within 50 px). single_ray, single_box, single_nearest and single_pick: one query in a call.
 * prepare/<bodies>/<contender> makes an index from nothing; prepare_after_step: Hail's, borrowed from the step before
 * it. */
#ifndef MEASURE_QUERIES_H
#define MEASURE_QUERIES_H

#include "queries.h"

#include <string>
#include <vector>

/* Registers them. smoke: the smallest sizes, one round each. Every contender's answers are checked before it is
 * timed. */
void measure_queries(bool smoke);
void measure_prepare(bool smoke);

/* A contender, with what stands behind the colon of its name. */
struct query_entry {
    const query_contender *who;
    std::string variant; /* empty: none */

    std::string name() const { return who->name + (variant.empty() ? "" : ":" + variant); }
    const char *variant_name() const { return variant.empty() ? nullptr : variant.c_str(); }
};

/* Those that answer the question about k bodies. */
std::vector<query_entry> query_entries(query_question question, size_t k);

/* The scene, made once. Ends the program if memory is out. */
const query_scene *query_scene_of(size_t bodies, bool points);

#endif
