/* print.h - the shape as text. */
#ifndef TRACE_PRINT_H
#define TRACE_PRINT_H

#include "work.h"

#include <stdio.h>

/* False when memory ran out; what cannot be written the stream knows. */

/* C: arrays, and a function that adds the shape to a world. */
bool print_c(const traced *what, FILE *to);

/* The same numbers as JSON. */
bool print_json(const traced *what, FILE *to);

/* Whether this build can write JSON (needs jansson). */
bool print_json_possible(void);

/* What was found, for people. */
void print_summary(const traced *what, FILE *to);

#endif
