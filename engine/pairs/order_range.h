/* engine/pairs/order_range.h - ranges of the contact order: a rule whose pairs are too many to hold at once is worked
 * through range by range. */
#ifndef HAIL_PAIRS_ORDER_RANGE_H
#define HAIL_PAIRS_ORDER_RANGE_H

#include <stdbool.h>
#include <stdint.h>

/* A range of the contact order, ends included: slots of a, and slots of b or a static contact's number among its
 * body's. */
typedef struct hail_order_range {
    uint32_t a_min, a_max, b_min, b_max;
    bool everything; /* the range holds all that there is */
} hail_order_range;

/* How a search ended. */
typedef enum hail_found {
    FOUND_ALL,
    FOUND_TOO_MANY, /* more than the limit: what was found is of no use */
    FOUND_NO_MEMORY
} hail_found;

#endif
