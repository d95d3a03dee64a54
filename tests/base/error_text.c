/* hail_error_text: what the sentence says for every kind of error, and how it fits into a text of any size. */
#include <float.h>
#include <math.h>
#include <string.h>

#include <criterion/criterion.h>

#include <hail/base.h>

typedef struct sentence {
    hail_error error;
    const char *text;
} sentence;

static const sentence sentences[] = {
    {{.status = HAIL_OUT_OF_RANGE,
      .field = "options->cell",
      .element = HAIL_NO_ELEMENT,
      .value = -2.0,
      .max = 1.0e9,
      .problem = "is out of range"},
     "options->cell is -2: it must be from 0 to 1e+09"},
    {{.status = HAIL_OUT_OF_RANGE,
      .field = "scale",
      .element = 3,
      .value = 0.5,
      .min = 1.0,
      .max = 2.0,
      .problem = "is out of range"},
     "scale[3] is 0.5: it must be from 1 to 2"},
    {{.status = HAIL_OUT_OF_RANGE,
      .field = "angle",
      .element = 0,
      .value = (double)FLT_MAX,
      .min = -1.0e6,
      .max = (double)0.1f,
      .problem = "is out of range"},
     "angle[0] is 3.4028235e+38: it must be from -1000000 to 0.1"},
    {{.status = HAIL_OUT_OF_RANGE,
      .field = "columns",
      .element = HAIL_NO_ELEMENT,
      .value = UINT32_MAX,
      .min = 1.0,
      .max = 40.0,
      .problem = "is out of range"},
     "columns is 4294967295: it must be from 1 to 40"},
    {{.status = HAIL_OUT_OF_RANGE,
      .field = "dt",
      .element = HAIL_NO_ELEMENT,
      .value = -1.0,
      .max = (double)FLT_MAX,
      .problem = "is out of range"},
     "dt is -1: it must be 0 or more"},
    {{.status = HAIL_OUT_OF_RANGE,
      .field = "options->max_vertices",
      .element = HAIL_NO_ELEMENT,
      .value = 2.0,
      .min = 3.0,
      .max = UINT32_MAX,
      .problem = "is out of range"},
     "options->max_vertices is 2: it must be 3 or more"},
    {{.status = HAIL_BAD_ARGUMENT, .field = "shape", .element = 7, .value = 9.0, .max = 4.0, .problem = "is too large"},
     "shape[7] is too large (it is 9; the most is 4)"},
    {{.status = HAIL_OUT_OF_RANGE,
      .field = "options->max_x",
      .element = HAIL_NO_ELEMENT,
      .problem = "is not at least 1 px more than min_x"},
     "options->max_x is not at least 1 px more than min_x"},
    {{.status = HAIL_NOT_FINITE,
      .field = "x",
      .element = 0,
      .value = NAN,
      .min = -1.0,
      .max = 1.0,
      .problem = "is not a finite number"},
     "x[0] is not a finite number"},
    {{.status = HAIL_BAD_ARGUMENT,
      .field = "mode",
      .element = HAIL_NO_ELEMENT,
      .value = 9.0,
      .max = 4.0,
      .problem = "is no hail_mode"},
     "mode is no hail_mode (it is 9; the most is 4)"},
    {{.status = HAIL_STALE_HANDLE, .field = "handles", .element = 5000000000, .problem = "names a body that was freed"},
     "handles[5000000000] names a body that was freed"},
    {{.status = HAIL_NO_MEMORY, .element = HAIL_NO_ELEMENT, .problem = "the allocator returned NULL"},
     "the allocator returned NULL"},
    {{.status = HAIL_NO_MEMORY, .element = 7, .problem = "the allocator returned NULL"}, "the allocator returned NULL"},
    {{.status = HAIL_CONCAVE, .element = HAIL_NO_ELEMENT}, NULL}, /* its hail_status_text */
    {{.status = HAIL_OK}, "no error was written"},
};

static const char *expected(const sentence *s) {
    return s->text != NULL ? s->text : hail_status_text((hail_status)s->error.status);
}

Test(error_text, says_what_is_wrong) {
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        char text[256];
        const size_t length = hail_error_text(&sentences[i].error, text, sizeof text);
        cr_expect_str_eq(text, expected(&sentences[i]));
        cr_expect_eq(length, strlen(text));
    }
}

/* Whatever the size: the length of all of it, as much of it as there is room for, a final 0, and nothing behind. */
Test(error_text, fits_into_any_size) {
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        const char *all = expected(&sentences[i]);
        for (size_t size = 0; size <= strlen(all) + 2; size++) {
            char text[256];
            memset(text, '#', sizeof text);
            cr_assert_eq(hail_error_text(&sentences[i].error, text, size), strlen(all));
            const size_t told = size == 0 ? 0 : size - 1 < strlen(all) ? size - 1 : strlen(all);
            cr_assert_eq(memcmp(text, all, told), 0, "sentence %zu, size %zu: %s", i, size, text);
            cr_assert(size == 0 || text[told] == '\0');
            cr_assert_eq(text[size], '#', "sentence %zu, size %zu: written past its end", i, size);
        }
        cr_assert_eq(hail_error_text(&sentences[i].error, NULL, 0), strlen(all));
        cr_assert_eq(hail_error_text(&sentences[i].error, NULL, 10), strlen(all));
    }
}

Test(error_text, without_an_error_it_is_empty) {
    char text[] = "###";
    cr_assert_eq(hail_error_text(NULL, text, sizeof text), 0);
    cr_assert_str_eq(text, "");
    cr_assert_eq(hail_error_text(NULL, NULL, 0), 0);
}
