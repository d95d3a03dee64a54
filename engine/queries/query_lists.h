/* engine/queries/query_lists.h - checks of lists that queries ask with. */
#ifndef HAIL_QUERIES_QUERY_LISTS_H
#define HAIL_QUERIES_QUERY_LISTS_H

#include <hail/query.h>

#include "base/check.h"

/* Checks the count, the arrays and the order of their sides. */
hail_status hail_box_list_check(const hail_checks *checks, const hail_boxes *boxes);

#endif
