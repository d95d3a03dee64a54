/* options.h - the command line of hail-sectors. */
#ifndef SECTORS_OPTIONS_H
#define SECTORS_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

enum { MOST_MOVERS = 10000, MOST_STEPS = 100000 };

typedef struct sectors_options {
    const char *wad;     /* NULL: our own map */
    const char *map;     /* NULL: list them */
    const char *picture; /* PNG to write, or NULL */
    const char *isa;     /* NULL: Hail's choice */
    int movers;          /* 0 to MOST_MOVERS */
    int steps;           /* 0 to MOST_STEPS */
    int size;            /* px: the picture's width */
    float radius;        /* px */
    uint64_t seed;
    bool own;
    bool doors; /* they are shut at first, and open and close on the way; else they stand open */
} sectors_options;

/* Fills `options`. True if the program is to run; false if it is done, with *status its exit status. */
bool options_parse(sectors_options *options, int argc, char **argv, int *status);

#endif
