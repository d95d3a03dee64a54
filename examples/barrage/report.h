/* report.h - what a run prints: progress while it lasts, and its figures. */
#ifndef BARRAGE_REPORT_H
#define BARRAGE_REPORT_H

#include "game.h"

typedef struct report {
    float *step_ns; /* of each step */
    uint32_t *bodies;
    int count;
    uint32_t peak;
    double body_sum, stage_ns[HAIL_STAGE_COUNT];
    double started, shown; /* s */
    bool terminal;
} report;

bool report_open(report *of, const barrage_options *options); /* false after a message on stderr */
void report_close(report *of);
void report_step(report *of, const game *play, size_t bodies, double step_ns);
void report_print(report *of, const game *play);

#endif
