/* error_scene.h - a world, and a check of what its failing calls write into its hail_error. */
#ifndef HAIL_TESTS_ERROR_SCENE_H
#define HAIL_TESTS_ERROR_SCENE_H

#include <float.h>
#include <math.h>
#include <string.h>

#include <criterion/criterion.h>

#include <hail/hail.h>

enum { CLOSED, PLAIN, FULL_SET, BODIES = 3 }; /* layers: in a world with bounds one may kill */

/* Memory that runs out on demand. It never comes back, which is good enough for a test. */
typedef struct store {
    bool empty;
    size_t used;
    _Alignas(64) unsigned char bytes[1 << 20];
} store;

static inline void *take(void *user, size_t size, size_t align) {
    store *s = user;
    const size_t at = (s->used + align - 1) / align * align;
    if (s->empty || size > sizeof s->bytes - at)
        return NULL;
    s->used = at + size;
    return s->bytes + at;
}

static inline void give_back(void *user, void *pointer, size_t size, size_t align) {
    (void)user, (void)pointer, (void)size, (void)align;
}

/* A world with bounds, three bodies of each layer but CLOSED's, and one that was freed. */
typedef struct scene {
    store memory;
    hail_error error;
    hail_context context;
    hail_world *world;
    hail_shape dot, foreign;
    hail_handle plain[BODIES], full[BODIES], freed;
} scene;

static const float zeros[BODIES];

static inline scene *set_up(void) {
    static scene s;
    s.context = (hail_context){.allocator = {&s.memory, take, give_back}, .error = &s.error};
    const hail_world_options options = {
        .context = &s.context, .max_x = 100.0f, .max_y = 100.0f, .max_bodies = 100, .pair_budget = 1024};
    const hail_spawn_columns at = {.x = zeros, .y = zeros};
    cr_assert_eq(hail_world_create(&options, &s.world), HAIL_OK);
    hail_shapeset *shapes = hail_world_shapes(s.world);
    cr_assert_eq(hail_shape_circle(shapes, 1.0f, &s.dot), HAIL_OK);
    hail_shapeset *others = NULL;
    cr_assert_eq(hail_shapeset_create(&s.context, &others), HAIL_OK);
    cr_assert_eq(hail_shape_circle(others, 1.0f, &s.foreign), HAIL_OK);
    const hail_layer_options all = {.columns = HAIL_ALL_COLUMNS};
    cr_assert_eq(hail_layer_configure(s.world, FULL_SET, &all), HAIL_OK);
    cr_assert_eq(hail_spawn(s.world, PLAIN, &s.dot, &at, BODIES, s.plain), HAIL_OK);
    cr_assert_eq(hail_spawn(s.world, FULL_SET, &s.dot, &at, BODIES, s.full), HAIL_OK);
    cr_assert_eq(hail_spawn(s.world, PLAIN, &s.dot, &at, 1, &s.freed), HAIL_OK);
    cr_assert_eq(hail_despawn(s.world, &s.freed, 1), HAIL_OK);
    cr_assert_eq(s.error.status, HAIL_OK, "calls that succeed write nothing");
    return &s;
}

typedef struct numbers {
    double value, min, max;
} numbers;

static inline numbers n(double value, double min, double max) { return (numbers){value, min, max}; }

typedef struct expectation {
    hail_status status;
    const char *field;
    uint64_t element;
    numbers n;
    const char *text;
} expectation;

static inline bool same(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

/* Whether the sentence is that, and after it perhaps "(it is 9; the most is 4)". */
static inline bool says(const hail_error *error, const char *words) {
    char text[256];
    const size_t length = strlen(words);
    hail_error_text(error, text, sizeof text);
    return strncmp(text, words, length) == 0 && (text[length] == '\0' || strncmp(text + length, " (it is ", 8) == 0);
}

static inline void check(scene *s, const char *call, hail_status status, expectation e) {
    char text[256];
    hail_error_text(&s->error, text, sizeof text);
    cr_expect_eq(status, e.status, "%s: %s", call, hail_status_text(status));
    cr_expect_eq(s->error.status, (uint32_t)e.status, "%s: %u", call, s->error.status);
    cr_expect(same(s->error.field, e.field), "%s: field %s", call, s->error.field);
    cr_expect_eq(s->error.element, e.element, "%s: element %llu", call, (unsigned long long)s->error.element);
    cr_expect(s->error.value == e.n.value || (isnan(s->error.value) && isnan(e.n.value)), "%s: %g", call,
              s->error.value);
    cr_expect(s->error.min == e.n.min && s->error.max == e.n.max, "%s: %g, %g", call, s->error.min, s->error.max);
    cr_expect_not_null(s->error.problem, "%s", call);
    cr_expect(says(&s->error, e.text), "%s: %s", call, text);
    s->error = (hail_error){0};
}

/* One row of a table: the call, then status, field, element, numbers and sentence. */
#define BAD(call, ...) check(s, #call, call, (expectation){__VA_ARGS__})
#define NONE           HAIL_NO_ELEMENT
#define NO_NUMBER      n(0, 0, 0)

/* The calls that take handles, with what else each needs. */
typedef hail_status change_fn(scene *s, const hail_handle *handles, size_t count);

static inline hail_status despawn(scene *s, const hail_handle *handles, size_t count) {
    return hail_despawn(s->world, handles, count);
}
static inline hail_status set_shape(scene *s, const hail_handle *handles, size_t count) {
    return hail_set_shape(s->world, handles, count, &s->dot);
}
static inline hail_status set_layer(scene *s, const hail_handle *handles, size_t count) {
    return hail_set_layer(s->world, handles, count, 5);
}
static inline hail_status set_enabled(scene *s, const hail_handle *handles, size_t count) {
    return hail_set_enabled(s->world, handles, count, false);
}
static change_fn *const changes[] = {set_shape, set_enabled, set_layer, despawn};
enum { CHANGES = sizeof changes / sizeof *changes };

#endif
