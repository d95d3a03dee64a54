/* armoury.h - the patterns of a run: found, loaded, named. */
#ifndef BARRAGE_ARMOURY_H
#define BARRAGE_ARMOURY_H

#include "options.h"
#include "script.h"

enum { MOST_PATTERNS = 512 };

typedef struct armoury {
    pattern *patterns[MOST_PATTERNS]; /* NULL: the spiral, which needs no file */
    char *paths[MOST_PATTERNS];
    char *names[MOST_PATTERNS]; /* file names without folder and ending  */
    uint32_t count;             /* 1 or more                             */
} armoury;

/* Loads the patterns of the command line, else the default mix, else the spiral. False after a message on stderr. */
bool armoury_open(armoury *of, const barrage_options *options);
void armoury_close(armoury *of);

#endif
