/* measure_kernels.c - the program behind `hail-bench --kernels`: times every kernel of the registry in every variant
 * that this CPU runs, on the inputs of the kernels' tests (tests/kernels/, which it is built with). All variants of a
 * kernel take turns on each input, so their ratios can be trusted on a busy machine, too. Options:
 *
 *   --only TEXT   only tests and kernels whose name holds the text
 *   --cases N     inputs of each test (default: 100)
 *   --smoke       a dozen inputs of each test
 *   --out FILE    JSON as Google Benchmark writes it; benchmarks are named kernels/NAME/VARIANT
 *
 * Fails if a test fails, or if a kernel is never timed. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/kernel_inputs.h"

/* ---- What was measured ------------------------------------------------------------------------------------------- */

#define KERNEL(name, type)            #name,
#define NARROW(name, question, class) #name,
static const char *const kernel[] = {HAIL_EACH_KERNEL(KERNEL, NARROW)};
enum { KERNELS = sizeof kernel / sizeof *kernel, MOST_VARIANTS = 8 };

static struct {
    double ns, logs, calls; /* logs: of the ns an element, so that no input outweighs the others */
} sums[KERNELS][MOST_VARIANTS];

static size_t number_of(const char *name) {
    size_t k = 0;
    while (k < KERNELS && strcmp(kernel[k], name) != 0)
        k++;
    return k;
}

static void told(const char *name, const char *variant, double ns, double elements) {
    const size_t k = number_of(name);
    size_t v = 0;
    while (hail_kernels_at(v) && strcmp(hail_kernels_at(v)->name, variant) != 0)
        v++;
    if (k == KERNELS || v >= MOST_VARIANTS) {
        fprintf(stderr, "hail-bench: no kernel is called %s, or no variant %s\n", name, variant);
        exit(1);
    }
    sums[k][v].ns += ns;
    sums[k][v].logs += log(ns / elements);
    sums[k][v].calls++;
}

/* ---- Tests, as criterion.h (tests/cross) hands them over --------------------------------------------------------- */

enum { MOST_TESTS = 128 };
static criterion_test tests[MOST_TESTS];
static size_t test_count;

void criterion_add_suite(const criterion_suite *suite) { (void)suite; }

void criterion_add_test(const criterion_test *test) {
    if (test_count < MOST_TESTS)
        tests[test_count++] = *test;
}

void criterion_stop(bool failed, const char *file, int line, const char *condition, const char *format, ...) {
    va_list values;
    va_start(values, format);
    fprintf(stderr, "hail-bench: %s:%d: %s ", file, line, condition);
    vfprintf(stderr, format, values);
    va_end(values);
    exit(failed ? 1 : 0);
}

void criterion_log(const char *format, ...) { (void)format; }

/* ---- Output ------------------------------------------------------------------------------------------------------ */

typedef struct options {
    const char *only, *out;
    uint32_t cases;
} options;

/* The tests' suites and names say which kernels they are about, but not always. */
static bool wanted(const options *o, const criterion_test *test) {
    return !o->only || strstr(test->name, o->only) || strstr(test->suite, o->only) || number_of(o->only) < KERNELS;
}

/* ns an element: the geometric mean over the inputs. */
static double of_an_element(size_t k, size_t v) { return exp(sums[k][v].logs / sums[k][v].calls); }

static double of_a_call(size_t k, size_t v) { return sums[k][v].ns / sums[k][v].calls; }

static bool shown(const options *o, size_t k) {
    return sums[k][0].calls > 0.0 && (!o->only || strstr(kernel[k], o->only));
}

static void print_table(const options *o) {
    printf("%-26s", "ns per element, call");
    for (size_t v = 0; v < hail_kernels_count(); v++)
        printf("%20s", hail_kernels_at(v)->name);
    printf("\n");
    for (size_t k = 0; k < KERNELS; k++) {
        if (!shown(o, k))
            continue;
        printf("%-26s", kernel[k]);
        for (size_t v = 0; v < hail_kernels_count(); v++)
            printf("%10.2f%10.0f", of_an_element(k, v), of_a_call(k, v));
        printf("\n");
    }
}

static bool write_json(const options *o) {
    FILE *file = fopen(o->out, "w");
    if (!file)
        return false;
    const char *between = "";
    fprintf(file, "{\"context\": {\"cases\": %u}, \"benchmarks\": [", (unsigned)o->cases);
    for (size_t k = 0; k < KERNELS; k++)
        for (size_t v = 0; shown(o, k) && v < hail_kernels_count(); v++, between = ",") {
            const double call = of_a_call(k, v);
            fprintf(file,
                    "%s\n{\"name\": \"kernels/%s/%s\", \"run_type\": \"iteration\", \"iterations\": %.0f, "
                    "\"real_time\": %.4f, \"cpu_time\": %.4f, \"time_unit\": \"ns\", \"ns_per_element\": %.5f}",
                    between, kernel[k], hail_kernels_at(v)->name, sums[k][v].calls, call, call, of_an_element(k, v));
        }
    fprintf(file, "\n]}\n");
    return fclose(file) == 0;
}

/* Returns how many kernels were never timed. */
static int missing(void) {
    int count = 0;
    for (size_t k = 0; k < KERNELS; k++)
        for (size_t v = 0; v < hail_kernels_count(); v++)
            if (!(sums[k][v].calls > 0.0)) {
                fprintf(stderr, "hail-bench: nothing times %s in %s (case_times, tests/kernels/kernel_inputs.h)\n",
                        kernel[k], hail_kernels_at(v)->name);
                count++;
            }
    return count;
}

static bool take_options(int count, char **arguments, options *o) {
    *o = (options){.cases = 100};
    for (int i = 1; i < count; i++) {
        const char *value = i + 1 < count ? arguments[i + 1] : NULL;
        if (strcmp(arguments[i], "--smoke") == 0)
            o->cases = 12;
        else if (value && strcmp(arguments[i], "--only") == 0)
            o->only = value, i++;
        else if (value && strcmp(arguments[i], "--out") == 0)
            o->out = value, i++;
        else if (value && strcmp(arguments[i], "--cases") == 0)
            o->cases = (uint32_t)strtoul(value, NULL, 10), i++;
        else
            return false;
    }
    return o->cases > 0;
}

int main(int count, char **arguments) {
    options o;
    if (!take_options(count, arguments, &o)) {
        fprintf(stderr, "usage: hail-bench --kernels [--only TEXT] [--cases N] [--smoke] [--out FILE]\n");
        return 2;
    }
    cases_time(told, o.cases);
    for (size_t i = 0; i < test_count; i++)
        if (wanted(&o, &tests[i]))
            tests[i].run();
    print_table(&o);
    if (o.out && !write_json(&o)) {
        fprintf(stderr, "hail-bench: %s could not be written\n", o.out);
        return 1;
    }
    return !o.only && missing() ? 1 : 0;
}
