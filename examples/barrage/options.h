/* options.h - the command line of hail-barrage. */
#ifndef BARRAGE_OPTIONS_H
#define BARRAGE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

enum { MOST_EMITTERS = 64, MOST_PLAYERS = 16, MOST_STEPS = 10000000 };

typedef struct barrage_options {
    int emitters; /* 1 to MOST_EMITTERS                                     */
    int players;  /* 0 to MOST_PLAYERS                                      */
    int steps;    /* 1 to MOST_STEPS                                        */
    uint64_t seed;
    double rank;                    /* 0 to 1                                                 */
    int width, height;              /* px                                                     */
    const char *isa;                /* NULL: Hail chooses                                    */
    const struct hail_tasks *tasks; /* NULL: one thread */
    const char *data;               /* folder of patterns; NULL: those of the Debian packages  */
    const char *picture;            /* PNG to write, or NULL                                  */
    bool verify, quiet;
    char *const *patterns; /* files or names; none: the default mix */
    int pattern_count;
} barrage_options;

/* Fills `options`. True if the program is to run; false if it is done, with *status its exit status. */
bool options_parse(barrage_options *options, int argc, char **argv, int *status);

#endif
