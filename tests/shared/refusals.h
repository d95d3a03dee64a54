/* tests/shared/refusals.h - rows of bad calls: what each returns, and what its error says. */
#ifndef HAIL_TESTS_REFUSALS_H
#define HAIL_TESTS_REFUSALS_H

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include <hail/hail.h>

#define NO_ONE HAIL_NO_ELEMENT
#define BOUND  ((double)HAIL_MAX_BOUND)

/* What an error must say, but for its problem. */
typedef struct refusal {
    hail_status status;
    const char *field;
    uint64_t element;
    double value, min, max;
} refusal;

/* From a row's last arguments: status, field, element and, if there are any, value, min and max. */
#define REFUSAL(...)                                             REFUSAL_OF(__VA_ARGS__, 0, 0, 0, 0)
#define REFUSAL_OF(status, field, element, value, min, max, ...) ((refusal){status, field, element, value, min, max})

#define NOTHING ((void)0) /* to spoil */

static inline bool same_number(double is, double want) { return is == want || (isnan(is) && isnan(want)); }

/* Whether a sentence can be made of it. */
static inline bool tells(const hail_error *error) {
    char text[256];
    const size_t length = hail_error_text(error, text, sizeof text);
    return length > 8 && length < sizeof text && strstr(text, error->field) == text;
}

static inline void check_refusal(hail_status status, const hail_error *is, const char *call, refusal want) {
    cr_expect_eq(status, want.status, "%s: \"%s\", should be \"%s\"", call, hail_status_text(status),
                 hail_status_text(want.status));
    cr_assert(is->status == (uint32_t)want.status && is->field != NULL && is->problem != NULL, "%s: no error", call);
    cr_expect_str_eq(is->field, want.field, "%s: %s, should be %s", call, is->field, want.field);
    cr_expect_eq(is->element, want.element, "%s: element %llu, should be %llu", call, (unsigned long long)is->element,
                 (unsigned long long)want.element);
    cr_expect(same_number(is->value, want.value) && is->min == want.min && is->max == want.max,
              "%s: %g of [%g, %g], should be %g of [%g, %g]", call, is->value, is->min, is->max, want.value, want.min,
              want.max);
    cr_expect(tells(is), "%s: no sentence", call);
}

/* A row: makes everything good, spoils one thing, calls, and compares the status and the error with what follows. Then
 * the same call without an error must return the same. A test file has `start`, which makes `error` all zeros and
 * everything else good, and `no_error`, which takes the error out of the context. */
#define REFUSED(spoil, call, ...)                                                                                      \
    do {                                                                                                               \
        start();                                                                                                       \
        spoil;                                                                                                         \
        const hail_status with_error = (call);                                                                         \
        check_refusal(with_error, &error, #spoil " " #call, REFUSAL(__VA_ARGS__));                                     \
        start();                                                                                                       \
        no_error();                                                                                                    \
        spoil;                                                                                                         \
        cr_expect_eq((call), with_error, "%s: another status without an error", #call);                                \
        cr_expect_eq(error.problem, NULL, "%s: wrote to an error that was not given", #call);                          \
    } while (0)

#endif
