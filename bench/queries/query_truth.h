/* bench/queries/query_truth.h - checks answers by looking at all bodies, in double precision. */
#ifndef QUERY_TRUTH_H
#define QUERY_TRUTH_H

#include "queries.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether the answers to query i are right: `found` bodies, of which `kept` were written. Bodies may differ from the
 * true ones where it takes less than a thousandth of a px to change the answer. */
bool query_truth_agrees(const query_scene *scene, query_question question, size_t k, const query_batch *batch, size_t i,
                        const query_answer *answers, size_t found, size_t kept);

#ifdef __cplusplus
}
#endif

#endif
