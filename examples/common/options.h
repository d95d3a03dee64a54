/* options.h - command lines for every example: getopt_long over one table of options, which is also what --help prints.
 */
#ifndef EXAMPLES_OPTIONS_H
#define EXAMPLES_OPTIONS_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct option_row {
    struct option option; /* with a NULL and a letter of its own, but h and V */
    const char *value;    /* what is to stand behind it, such as "N"; "" */
    const char *help;
} option_row;

typedef struct option_table {
    const char *program;    /* its name */
    const char *usage;      /* what --help prints first */
    const option_row *rows; /* `count`; --help and --version come of themselves */
    size_t count;
    bool (*take)(void *to, int key, const char *value); /* one option, by its letter; false after a message */
    bool (*print)(int key); /* NULL; or true if it was one that prints something, and the program is done */
} option_table;

/* Gives each option to table->take, with `to`. True if the program is to run, and optind is then the first of what is
 * no option; false if it is done, with *status its exit status. */
bool option_parse(const option_table *table, void *to, int argc, char **argv, int *status);

/* What take sends an option's value through. They say what is wrong with it, and answer false then. */
bool option_whole(const option_table *table, const char *name, const char *text, long long low, long long high,
                  long long *value);
bool option_count(const option_table *table, const char *name, const char *text, int low, int high, int *value);
bool option_number(const option_table *table, const char *name, const char *wants, const char *text, double low,
                   double high, float *value);
bool option_isa(const option_table *table, const char *name); /* with the list of those that run here */

/* "PROGRAM: --NAME wants WANTS, not TEXT"; always false. */
bool option_wrong(const option_table *table, const char *name, const char *wants, const char *text);

#endif
