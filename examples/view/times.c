/* examples/view/times.c - how long frames take. The machine may do other things, too: medians tell more than means. */
#define _POSIX_C_SOURCE 200809L
#include "view.h"

#include <stdlib.h>
#include <time.h>

double view_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

void view_take_times(view *of, double took) {
    const hail_step_stats *stats = hail_stats(of->kind->world(of->scene));
    view_times *now = &of->times[of->frame % HISTORY];
    *now = (view_times){0};
    for (int i = 0; i < HAIL_STAGE_COUNT; i++) {
        now->stage[i] = (float)stats->ns[i] * 1e-6f;
        now->step += (double)now->stage[i];
    }
    now->scene = took > now->step ? took - now->step : 0.0;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The frame that is played now is not drawn yet: it does not count. */
static double median_of(const view *of, size_t offset, bool single) {
    double values[HISTORY];
    int count = 0;
    for (int i = 0; i < HISTORY && i < of->frame; i++) {
        const char *at = (const char *)&of->times[(of->frame - i) % HISTORY] + offset;
        values[count++] = single ? (double)*(const float *)(const void *)at : *(const double *)(const void *)at;
    }
    qsort(values, (size_t)count, sizeof *values, compare);
    return count > 0 ? values[count / 2] : 0.0;
}

view_times view_median(const view *of) {
    view_times median = {.step = median_of(of, offsetof(view_times, step), false),
                         .scene = median_of(of, offsetof(view_times, scene), false),
                         .draw = median_of(of, offsetof(view_times, draw), false)};
    for (size_t i = 0; i < HAIL_STAGE_COUNT; i++)
        median.stage[i] = (float)median_of(of, offsetof(view_times, stage) + i * sizeof(float), true);
    return median;
}
