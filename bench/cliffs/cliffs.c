/* bench/cliffs/cliffs.c - the program hail-cliffs: for every call that takes arrays, how many times as much an element
 * costs when one thing about the inputs differs from the snippet of the call's header. The worst ratio comes first.
 *
 *   --short       fewer rounds: less than two minutes
 *   --only TEXT   only calls whose name holds the text
 *   --way TEXT    only ways whose name holds the text
 *   --over N      only rows with a ratio of N or more (default: 0)
 *
 * The base of a call and its ways take turns on the same inputs; a ratio is the median of those of the rounds, in CPU
 * time. No legal input is to cost more than LIMIT times the base, unless it asks for more answers, vertices, parts,
 * pixels or cells. Rows over it are marked: `=` if so many times more of them explain the ratio, otherwise `!`. */
#include "inputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LIMIT 4.0
enum { MOST_ROUNDS = 15, MOST_ROWS = 128 };

/* ---- Measuring --------------------------------------------------------------------------------------------------- */

/* CPU time of the process; s. */
static double now(void) { return (double)clock() / CLOCKS_PER_SEC; }

/* A row while it is measured. */
typedef struct row {
    const cliff_way *way; /* NULL: the base */
    void *inputs;
    size_t repeats, answers;
    double seconds[MOST_ROUNDS]; /* of a call, by round */
} row;

/* Chooses how often a round calls. Warms up, too. */
static void calibrate(const cliffs *c, cliff_run *run, row *r) {
    double seconds;
    r->repeats = 1;
    for (;; r->repeats *= 2) {
        const double begin = now();
        for (size_t i = 0; i < r->repeats; i++)
            r->answers = run(r->inputs);
        seconds = now() - begin;
        if (seconds >= 0.25 * c->seconds || r->repeats >= (size_t)1 << 24)
            break;
    }
    const double repeats = seconds > 0.0 ? (double)r->repeats * c->seconds / seconds : (double)r->repeats;
    r->repeats = repeats < 1.0 ? 1 : (size_t)repeats;
}

/* The row before has filled the caches: the first call is not timed, unless it takes long itself. */
static double measure(cliff_run *run, row *r) {
    if (r->repeats < 100)
        r->answers = run(r->inputs);
    const double begin = now();
    for (size_t i = 0; i < r->repeats; i++)
        r->answers = run(r->inputs);
    return (now() - begin) / (double)r->repeats;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double *numbers, size_t count) {
    double sorted[MOST_ROUNDS];
    memcpy(sorted, numbers, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare);
    return sorted[count / 2];
}

static size_t elements(const row *r) { return ((const cliff_inputs *)r->inputs)->count; }

/* How many times as much as the base a way asks for. */
static double more_of(const row *r, const row *base) {
    const cliff_way *way = r->way;
    if (!way || !way->why)
        return 1.0;
    if (way->more > 0.0)
        return way->more;
    const double each = (double)r->answers / (double)elements(r),
                 of_base = (double)base->answers / (double)elements(base);
    return each > of_base && of_base > 0.0 ? each / of_base : 1.0;
}

static void keep(cliffs *c, const char *call, const row *r, const row *base) {
    const cliff_way *way = r->way;
    double ratios[MOST_ROUNDS];
    const double each = (double)elements(r), of_base = (double)elements(base);
    for (uint32_t k = 0; k < c->rounds; k++)
        ratios[k] = base->seconds[k] > 0.0 ? r->seconds[k] / each / (base->seconds[k] / of_base) : 0.0;
    if (c->count == CLIFF_MOST_RESULTS) {
        fprintf(stderr, "hail-cliffs: more rows than CLIFF_MOST_RESULTS\n");
        exit(1);
    }
    c->result[c->count++] = (cliff_result){.call = call,
                                           .differs = way ? way->differs : "(base)",
                                           .why = way ? way->why : NULL,
                                           .more = more_of(r, base),
                                           .ns = median(r->seconds, c->rounds) / each * 1e9,
                                           .ratio = median(ratios, c->rounds),
                                           .answers = (double)r->answers / each};
}

bool cliff_wants(const cliffs *c, const char *call) { return !c->only || strstr(call, c->only); }

/* Makes a row ready; way NULL: the base. */
static void make_row(cliffs *c, cliff_run *run, cliff_ready *ready, const void *base, size_t size, const cliff_way *way,
                     row *r) {
    r->way = way;
    r->inputs = cliff_array(c, 1, size);
    memcpy(r->inputs, base, size);
    if (way)
        way->change(r->inputs);
    ready(c, r->inputs);
    calibrate(c, run, r);
}

void cliff_call(cliffs *c, const char *call, cliff_run *run, cliff_ready *ready, const void *base, size_t size,
                const cliff_way *const *lists) {
    if (!cliff_wants(c, call))
        return;
    row *rows = cliff_array(c, MOST_ROWS, sizeof *rows);
    size_t count = 0;
    make_row(c, run, ready, base, size, NULL, &rows[count++]);
    for (size_t l = 0; lists[l]; l++)
        for (const cliff_way *way = lists[l]; way->differs && count < MOST_ROWS; way++)
            if (!c->way || strstr(way->differs, c->way))
                make_row(c, run, ready, base, size, way, &rows[count++]);
    for (uint32_t k = 0; k < c->rounds; k++)
        for (size_t i = 0; i < count; i++)
            rows[i].seconds[k] = measure(run, &rows[i]);
    for (size_t i = 0; i < count; i++)
        keep(c, call, &rows[i], &rows[0]);
    cliff_free(c);
}

void cliff_beside_plain(cliffs *c, const char *call, const char *what, cliff_run *run, void *hail, void *plain) {
    row rows[2] = {{.inputs = hail}, {.inputs = plain}};
    double ratios[MOST_ROUNDS];
    if (!cliff_wants(c, call) || c->beside_count == CLIFF_MOST_BESIDE)
        return;
    for (size_t i = 0; i < 2; i++)
        calibrate(c, run, &rows[i]);
    for (uint32_t k = 0; k < c->rounds; k++) {
        for (size_t i = 0; i < 2; i++)
            rows[i].seconds[k] = measure(run, &rows[i]);
        ratios[k] = rows[1].seconds[k] > 0.0 ? rows[0].seconds[k] / rows[1].seconds[k] : 0.0;
    }
    c->beside[c->beside_count++] = (cliff_result){.call = call,
                                                  .differs = what,
                                                  .ns = median(rows[0].seconds, c->rounds) * 1e9,
                                                  .ratio = median(ratios, c->rounds)};
}

/* ---- The table --------------------------------------------------------------------------------------------------- */

static int worst_first(const void *a, const void *b) {
    return compare(&((const cliff_result *)b)->ratio, &((const cliff_result *)a)->ratio);
}

static bool is_one(const cliff_result *r) { return strcmp(r->differs, CLIFF_ONE) == 0; }

static void print_ones(cliffs *c) {
    printf("\nOne element a call:\n%10s   %s\n", "ns", "call");
    for (size_t i = 0; i < c->count; i++)
        if (is_one(&c->result[i]))
            printf("%10.1f   %s\n", c->result[i].ns, c->result[i].call);
    qsort(c->beside, c->beside_count, sizeof *c->beside, worst_first);
    printf("\nOne element a call, beside plain C:\n%8s %10s   %-26s %s\n", "ratio", "ns", "call", "what");
    for (size_t i = 0; i < c->beside_count; i++) {
        const cliff_result *r = &c->beside[i];
        printf("%8.2f %10.1f %c %-26s %s\n", r->ratio, r->ns, r->ratio > LIMIT ? '!' : ' ', r->call, r->differs);
    }
}

static void print_table(cliffs *c, double over) {
    size_t unexplained = 0;
    qsort(c->result, c->count, sizeof *c->result, worst_first);
    printf("%8s %10s %8s   %-26s %s\n", "ratio", "ns", "answers", "call", "what differs");
    for (size_t i = 0; i < c->count; i++) {
        const cliff_result *r = &c->result[i];
        const bool high = r->ratio > LIMIT;
        if (is_one(r))
            continue;
        const bool explained = r->ratio <= LIMIT * r->more;
        unexplained += high && !explained;
        if (r->ratio >= over)
            printf("%8.2f %10.1f %8.2f %c %-26s %s%s%s\n", r->ratio, r->ns, r->answers,
                   high ? explained ? '=' : '!' : ' ', r->call, r->differs, high && r->why ? ": " : "",
                   high && r->why ? r->why : "");
    }
    print_ones(c);
    printf("\n%s: %zu rows, %zu over %g that no more answers, vertices, parts, pixels or cells explain.\n",
           hail_variant_default(), c->count, unexplained, LIMIT);
}

int main(int count, char **arguments) {
    static cliffs c = {.rounds = MOST_ROUNDS, .seconds = 0.004};
    double over = 0.0;
    for (int i = 1; i < count; i++) {
        const char *value = i + 1 < count ? arguments[i + 1] : NULL;
        if (strcmp(arguments[i], "--short") == 0)
            c.rounds = 3, c.seconds = 0.0005;
        else if (value && strcmp(arguments[i], "--only") == 0)
            c.only = value, i++;
        else if (value && strcmp(arguments[i], "--way") == 0)
            c.way = value, i++;
        else if (value && strcmp(arguments[i], "--over") == 0)
            over = strtod(value, NULL), i++;
        else {
            fprintf(stderr, "usage: hail-cliffs [--short] [--only TEXT] [--way TEXT] [--over N]\n");
            return 2;
        }
    }
    cliffs_tiles(&c);
    cliffs_queries(&c);
    cliffs_batch(&c);
    cliffs_steps(&c);
    cliffs_points(&c);
    cliffs_sectors(&c);
    cliffs_sprites(&c);
    cliffs_bodies(&c);
    cliffs_ones(&c);
    print_table(&c, over);
    return c.count > 0 ? 0 : 1;
}
