/* engine/queries/lone_query.h - calls that ask one question of the usual kind, about circles of one layer: they skip
 * what pays only for many. Such a call is looked over at a glance. Whatever is unusual about it, and every mistake, is
 * left to the way of many queries, which checks it all again and says what is wrong. Answers are the same bits. */
#ifndef HAIL_QUERIES_LONE_QUERY_H
#define HAIL_QUERIES_LONE_QUERY_H

#include "query_seek.h"

typedef struct hail_lone_query {
    const hail_world *world;
    const hail_layer *layer; /* all its bodies are circles, and lie in one level */
    const hail_level *level;
    uint32_t number; /* the layer's */
    bool selective;  /* ask seek_allows */
    bool poses;      /* ask layer_pose_valid */
    hail_seek_wish wish;
} hail_lone_query;

/* Finds out what a query looks at. False: it is unusual. */
bool hail_lone_open(hail_lone_query *lone, const hail_world *world, const hail_context *context,
                    const hail_query_filter *filter);

/* Whether a query's number is a coordinate. */
static inline bool lone_coordinate(const float *number) {
    return number && *number >= -HAIL_MAX_BOUND && *number <= HAIL_MAX_BOUND;
}

static inline bool lone_allows(const hail_lone_query *lone, uint32_t index) {
    return (!lone->poses || layer_pose_valid(lone->layer, index)) &&
           (!lone->selective || seek_allows(&lone->wish, lone->layer, index));
}

#endif
