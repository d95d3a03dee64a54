/* examples/trace/print.h - writes the shape as text. */
#ifndef TRACE_PRINT_H
#define TRACE_PRINT_H

#include "trace.h"

#include <stdio.h>

/* Writes C: arrays, and a function that adds the shape to a world. Errors of writing stay in the stream. */
bool print_c(const traced *what, FILE *to);

/* Writes the same numbers as JSON. False: no memory. */
bool print_json(const traced *what, FILE *to);

/* Whether this build can write JSON (needs jansson). */
bool print_json_possible(void);

/* Writes a summary for people. */
void print_summary(const traced *what, FILE *to);

#endif
