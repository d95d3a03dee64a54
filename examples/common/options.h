/* common/options.h - command lines for every example: getopt_long over one table of options, which --help prints. */
#ifndef EXAMPLES_OPTIONS_H
#define EXAMPLES_OPTIONS_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct option_row {
    struct option option; /* flag NULL, and a letter of its own other than h and V */
    const char *value;    /* its value in --help, such as "N"; "": it takes none */
    const char *help;
} option_row;

typedef struct option_table {
    const char *program;    /* its name, for messages */
    const char *usage;      /* what --help prints first */
    const option_row *rows; /* `count`; --help and --version are added */
    size_t count;
    bool (*take)(void *to, int key, const char *value); /* one option, by its letter; false after a message */
    bool (*print)(int key); /* prints for an option that ends the program; false: not such an option; or NULL */
} option_table;

/* Parses a command line: gives each option to table->take, with `to`. True: the program is to run, and optind is the
 * first argument that is no option. False: it is done, and *status is its exit status. */
bool option_parse(const option_table *table, void *to, int argc, char **argv, int *status);

/* Parse an option's value, for table->take. False after a message on stderr. */
bool option_whole(const option_table *table, const char *name, const char *text, long long low, long long high,
                  long long *value);
bool option_count(const option_table *table, const char *name, const char *text, int low, int high, int *value);
bool option_number(const option_table *table, const char *name, const char *needs, const char *text, double low,
                   double high, float *value);
bool option_output(const option_table *table, const char *name, const char *path); /* a file that can be written */
bool option_isa(const option_table *table, const char *name); /* the message lists those that run here */

/* Prints "PROGRAM: --NAME needs NEEDS, got TEXT" to stderr; always false. */
bool option_wrong(const option_table *table, const char *name, const char *needs, const char *text);

#endif
