/* common/options.c - command lines over one table of options. */
#define _POSIX_C_SOURCE 200809L
#include "options.h"

#include <errno.h>
#include <hail/hail.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_OPTIONS = 32 };

/* ---- Values ---- */

bool option_wrong(const option_table *table, const char *name, const char *needs, const char *text) {
    fprintf(stderr, "%s: --%s needs %s, got \"%s\"\n", table->program, name, needs, text);
    return false;
}

bool option_whole(const option_table *table, const char *name, const char *text, long long low, long long high,
                  long long *value) {
    char *end = NULL, needs[80];
    errno = 0;
    *value = strtoll(text, &end, 10);
    if (errno == 0 && end != text && *end == '\0' && *value >= low && *value <= high)
        return true;
    snprintf(needs, sizeof needs, "an integer from %lld to %lld", low, high);
    return option_wrong(table, name, needs, text);
}

bool option_count(const option_table *table, const char *name, const char *text, int low, int high, int *value) {
    long long parsed;
    if (!option_whole(table, name, text, low, high, &parsed))
        return false;
    *value = (int)parsed;
    return true;
}

bool option_number(const option_table *table, const char *name, const char *needs, const char *text, double low,
                   double high, float *value) {
    char *end = NULL;
    const double parsed = strtod(text, &end);
    *value = 0.0f;
    if (end == text || *end != '\0' || !(parsed >= low && parsed <= high))
        return option_wrong(table, name, needs, text);
    *value = (float)parsed;
    return true;
}

/* Finds out now, not after the run. A file that was not there before is not there afterwards. */
bool option_output(const option_table *table, const char *name, const char *path) {
    FILE *old = fopen(path, "rb"), *file = fopen(path, "ab");
    if (file == NULL)
        fprintf(stderr, "%s: --%s %s: %s\n", table->program, name, path, strerror(errno));
    else
        fclose(file);
    if (old != NULL)
        fclose(old);
    else if (file != NULL)
        remove(path);
    return file != NULL;
}

/* Check the name before doing anything else. */
bool option_isa(const option_table *table, const char *name) {
    char why[512];
    if (hail_variant_check(name, why, sizeof why) == HAIL_OK)
        return true;
    fprintf(stderr, "%s: --isa %s: %s\n", table->program, name, why);
    return false;
}

/* ---- The command line ---- */

static const option_row LAST[] = {{{"help", no_argument, NULL, 'h'}, "", "print this help"},
                                  {{"version", no_argument, NULL, 'V'}, "", "print the version"}};

/* A row of the table, then help and version; NULL past the end. */
static const option_row *row_of(const option_table *table, size_t number) {
    return number < table->count       ? &table->rows[number]
           : number < table->count + 2 ? &LAST[number - table->count]
                                       : NULL;
}

static void print_help(const option_table *table) {
    const option_row *row;
    printf("usage: %s", table->usage);
    for (size_t i = 0; (row = row_of(table, i)) != NULL; i++) {
        char left[32];
        snprintf(left, sizeof left, "--%s %s", row->option.name, row->value);
        printf("  %-17s %s\n", left, row->help);
    }
}

/* Handles options that only print something; false: it is not one. */
static bool printed(const option_table *table, int key) {
    if (key == 'h')
        print_help(table);
    if (key == 'V')
        printf("%s %d.%d.%d\n", table->program, HAIL_VERSION_MAJOR, HAIL_VERSION_MINOR, HAIL_VERSION_PATCH);
    return key == 'h' || key == 'V' || (table->print != NULL && table->print(key));
}

bool option_parse(const option_table *table, void *to, int argc, char **argv, int *status) {
    struct option list[MAX_OPTIONS + 1] = {{0}};
    const option_row *row;
    for (size_t i = 0; i < MAX_OPTIONS && (row = row_of(table, i)) != NULL; i++)
        list[i] = row->option;
    int key;
    while ((key = getopt_long(argc, argv, "hV", list, NULL)) != -1) {
        *status = EXIT_SUCCESS;
        if (printed(table, key))
            return false;
        *status = EXIT_FAILURE;
        if (key == '?') {
            fprintf(stderr, "%s: try --help\n", table->program); /* getopt_long has already printed the error */
            return false;
        }
        if (!table->take(to, key, optarg))
            return false;
    }
    return true;
}
