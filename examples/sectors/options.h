/* examples/sectors/options.h - the command line of hail-sectors. */
#ifndef SECTORS_OPTIONS_H
#define SECTORS_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

enum { MAX_MOVERS = 10000, MAX_STEPS = 100000 };

typedef struct sectors_options {
    const char *wad;     /* NULL: the built-in map */
    const char *map;     /* NULL: list the maps */
    const char *picture; /* PNG to write, or NULL */
    const char *isa;     /* NULL: Hail's choice */
    int movers;          /* 0 to MAX_MOVERS */
    int steps;           /* 0 to MAX_STEPS */
    int size;            /* px: the picture's width */
    float radius;        /* px */
    uint64_t seed;
    bool own;
    bool doors; /* doors are closed at first, then open and close; else they stay open */
} sectors_options;

/* Reads the command line. False: the program is done, and *status is its exit status. */
bool options_parse(sectors_options *options, int argc, char **argv, int *status);

#endif
