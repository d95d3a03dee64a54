/* engine/queries/overlap_narrow.h - which of the bodies near queries touch them. */
#ifndef HAIL_QUERIES_OVERLAP_NARROW_H
#define HAIL_QUERIES_OVERLAP_NARROW_H

#include "match_rows.h"
#include "probe.h"

/* Keeps the bodies of the list that touch their query, and sets their parts. Those of query first + q of the call end
 * at until[q]; q is below `count`. */
void hail_overlap_narrow(const hail_overlaps *call, const hail_layer *layer, size_t first, uint32_t count,
                         hail_match_list *list, uint32_t *until);

#endif
