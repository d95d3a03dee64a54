/* report.c - progress on stderr, and the figures of a run on stdout. */
#define _POSIX_C_SOURCE 200809L
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define FRAME_NS (1e9 / 60.0)

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

bool report_open(report *of, const barrage_options *options) {
    memset(of, 0, sizeof *of);
    of->step_ns = malloc((size_t)options->steps * sizeof *of->step_ns);
    of->bodies = malloc((size_t)options->steps * sizeof *of->bodies);
    of->started = of->shown = now();
    of->terminal = isatty(STDERR_FILENO) != 0;
    return game_memory(of->step_ns != NULL && of->bodies != NULL);
}

void report_close(report *of) {
    free(of->step_ns);
    free(of->bodies);
}

/* On a terminal one line that is overwritten, from the first second on; elsewhere a line every five seconds. */
static void progress(report *of, const game *play) {
    const double time = now();
    if (time - of->shown < (of->terminal ? (of->shown > of->started ? 0.2 : 1.0) : 5.0))
        return;
    of->shown = time;
    fprintf(stderr, "%sstep %d of %d, %" PRIu32 " bodies, %.0f s%s",
            of->terminal ? "\r\x1b[K" : "hail-barrage: ", of->count, play->options->steps, of->bodies[of->count - 1],
            time - of->started, of->terminal ? "" : "\n");
    fflush(stderr);
}

void report_step(report *of, const game *play, size_t bodies, double step_ns) {
    of->step_ns[of->count] = (float)step_ns;
    of->bodies[of->count] = (uint32_t)bodies;
    of->count++;
    of->body_sum += (double)bodies;
    if (bodies > of->peak)
        of->peak = (uint32_t)bodies;
    for (size_t stage = 0; stage < HAIL_STAGE_COUNT; stage++)
        of->stage_ns[stage] += (double)hail_stats(play->world)->ns[stage];
    if (!play->options->quiet)
        progress(of, play);
}

static int by_size(const void *a, const void *b) {
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Sorts the values. Returns the one that a `share` of them do not exceed. */
static double quantile(float *values, int count, double share) {
    qsort(values, (size_t)count, sizeof *values, by_size);
    const int rank = (int)(share * count);
    return (double)values[rank < count ? rank : count - 1];
}

static void print_patterns(const game *play) {
    printf("patterns    ");
    for (uint32_t i = 0; i < play->armoury.count && i < (uint32_t)play->options->emitters; i++)
        printf("%s%s", i == 0 ? "" : ", ", play->armoury.names[i]);
    putchar('\n');
}

/* The stages that took time: without a map, tiles and walls take none. */
static void print_stages(const report *of) {
    double sum = 0.0;
    for (size_t stage = 0; stage < HAIL_STAGE_COUNT; stage++)
        sum += of->stage_ns[stage];
    printf("stages      ");
    for (size_t stage = 0; stage < HAIL_STAGE_COUNT; stage++)
        if (of->stage_ns[stage] > 0.0)
            printf("%s%s %.0f %%", stage == 0 ? "" : ", ", hail_stage_name(stage), 100.0 * of->stage_ns[stage] / sum);
    putchar('\n');
}

/* Nanoseconds a body: of the whole run, and of the median step, as a step with few bodies costs more a body. */
static void print_per_body(const report *of) {
    float *per_body = malloc((size_t)of->count * sizeof *per_body);
    if (per_body == NULL)
        return;
    double sum = 0.0;
    for (int i = 0; i < of->count; i++) {
        per_body[i] = of->step_ns[i] / (float)(of->bodies[i] > 0 ? of->bodies[i] : 1);
        sum += (double)of->step_ns[i];
    }
    printf("per body    %.1f ns a step over the whole run, median %.1f ns\n",
           sum / (of->body_sum > 0.0 ? of->body_sum : 1.0), quantile(per_body, of->count, 0.5));
    free(per_body);
}

static void print_times(report *of) {
    print_per_body(of); /* before the steps are sorted */
    const double median = quantile(of->step_ns, of->count, 0.5), p99 = quantile(of->step_ns, of->count, 0.99);
    printf("per step    median %.3f ms, p99 %.3f ms\n", median * 1e-6, p99 * 1e-6);
    printf("60 Hz frame median %.2f %%, p99 %.2f %%\n", 100.0 * median / FRAME_NS, 100.0 * p99 / FRAME_NS);
}

void report_print(report *of, const game *play) {
    const barrage_options *options = play->options;
    const tally *sum = &play->tally;
    if (of->terminal && of->shown > of->started)
        fputs("\r\x1b[K", stderr);
    fflush(stderr);
    printf("barrage     %d emitters, %d players, %d steps, %dx%d px, rank %g, seed %" PRIu64 "\n", options->emitters,
           options->players, of->count, options->width, options->height, options->rank, options->seed);
    print_patterns(play);
    printf("isa         %s\n", hail_world_variant(play->world));
    printf("bodies      peak %" PRIu32 ", mean %.0f; %" PRIu64 " bullets and %" PRIu64 " shots fired, %" PRIu64
           " left the field\n",
           of->peak, of->body_sum / of->count, sum->fired, sum->shots, sum->left);
    printf("contacts    %" PRIu64 ": %" PRIu64 " bullets hit players, %" PRIu64 " graze them, %" PRIu64
           " hits of emitters (%" PRIu64 " shots spent), %" PRIu64 " bullets in sight of a player\n",
           sum->contacts, sum->player_hits, sum->grazes, sum->enemy_hits, sum->spent, sum->seen);
    print_times(of);
    print_stages(of);
    if (options->verify)
        printf("verified    all %d steps match brute force, byte for byte\n", of->count);
}
