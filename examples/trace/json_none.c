/* examples/trace/json_none.c - stands in for json.c in a build without jansson. */
#include "print.h"

bool print_json_possible(void) { return false; }

bool print_json(const traced *what, FILE *to) {
    (void)what, (void)to;
    return false;
}
