/* engine/nearest/short_list.h - nearest queries among a few circles, of any layers and sizes: they are listed once a
 * call, and each point looks at all of them. Its answers are final, without doubts. */
#ifndef HAIL_NEAREST_SHORT_LIST_H
#define HAIL_NEAREST_SHORT_LIST_H

#include "near_grids.h"

typedef struct hail_near_listed {
    hail_near_listed_job job;
    hail_listed_body body[HAIL_NEAR_LISTED]; /* in order of layers, then of slots */
} hail_near_listed;

/* Whether `count` points are answered faster by a list of the bodies that some grids let through. Their filter was
 * asked, or there is none. */
bool hail_near_listed_fits(const hail_near_grids *grids, const hail_seek *seek, size_t count, size_t capacity);

/* Lists these bodies; the caller sets the job's points, and where the answers go. */
void hail_near_listed_open(hail_near_listed *listed, const hail_near_grids *grids, const hail_query_near *near,
                           size_t capacity);

#endif
