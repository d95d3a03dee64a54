/* tests/narrow/batch_status.c - what the batch functions accept, what they refuse and why.
 *
 * A call that refuses writes nothing. */
#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include <hail/hail.h>

/* ---- The five functions as one ----------------------------------------------------------------------------------- */

enum { TOUCH, COLLIDE, DISTANCE, PREDICT, SWEEP, FUNCTIONS };
static const char *const name_of[] = {"touch", "collide", "distance", "predict", "sweep"};
static const size_t size_of[] = {1, sizeof(hail_contact), sizeof(hail_gap), sizeof(hail_prediction),
                                 sizeof(hail_contact)};

static hail_status call(int function, const hail_batch *batch, void *out) {
    switch (function) {
    case TOUCH:
        return hail_batch_touch(batch, out);
    case COLLIDE:
        return hail_batch_collide(batch, out);
    case DISTANCE:
        return hail_batch_distance(batch, out);
    case PREDICT:
        return hail_batch_predict(batch, out);
    default:
        return hail_batch_sweep(batch, out);
    }
}

enum { PAIRS = 5, BODIES = 7, SHAPES = 3, GUARD = 64, MARK = 0xa5 };

static union {
    hail_contact align;
    unsigned char bytes[PAIRS * sizeof(hail_contact) + GUARD];
} output;

static bool written(size_t from, size_t to) {
    for (size_t i = from; i < to; i++)
        if (output.bytes[i] != MARK)
            return true;
    return false;
}

/* ---- A good batch, and what makes it bad ------------------------------------------------------------------------- */

typedef struct scene {
    hail_convex shapes[SHAPES];
    float column[2][7][BODIES]; /* x, y, cos, sin, scale, dx, dy */
    uint32_t shape[2][BODIES], index[2][PAIRS];
    hail_batch batch;
} scene;

static scene *make_scene(void) {
    static scene s;
    memset(&s, 0, sizeof s);
    cr_assert_eq(hail_convex_box(2.0f, 3.0f, 0.5f, &s.shapes[0]), HAIL_OK);
    cr_assert_eq(hail_convex_capsule(-3.0f, 1.0f, 3.0f, -1.0f, 1.0f, &s.shapes[1]), HAIL_OK);
    cr_assert_eq(hail_convex_box(1.0f, 1.0f, 0.0f, &s.shapes[2]), HAIL_OK);
    s.batch = (hail_batch){.count = PAIRS};
    for (int side = 0; side < 2; side++) {
        float(*c)[BODIES] = s.column[side];
        for (uint32_t i = 0; i < BODIES; i++) {
            c[0][i] = 3.0f * (float)i, c[1][i] = (float)side, c[2][i] = 0.6f, c[3][i] = -0.8f, c[4][i] = 1.0f;
            c[5][i] = 4.0f, c[6][i] = -2.0f;
            s.shape[side][i] = i % SHAPES;
        }
        for (uint32_t i = 0; i < PAIRS; i++)
            s.index[side][i] = side == 0 ? i : BODIES - 1 - i;
        hail_shapes *b = side == 0 ? &s.batch.a : &s.batch.b;
        *b = (hail_shapes){.convexes = s.shapes,
                           .shape_count = SHAPES,
                           .x = c[0],
                           .y = c[1],
                           .cos = c[2],
                           .sin = c[3],
                           .scale = c[4],
                           .dx = c[5],
                           .dy = c[6],
                           .shape = s.shape[side],
                           .count = BODIES};
    }
    s.batch.index_a = s.index[0], s.batch.index_b = s.index[1];
    return &s;
}

static void expect(const scene *s, int function, hail_status want, const char *what, int number) {
    memset(&output, MARK, sizeof output);
    const hail_status is = call(function, &s->batch, &output);
    cr_assert_eq(is, want, "%s, %s %d: returns \"%s\", expected \"%s\"", name_of[function], what, number,
                 hail_status_text(is), hail_status_text(want));
    const size_t end = want == HAIL_OK ? s->batch.count * size_of[function] : 0;
    cr_assert(!written(end, sizeof output), "%s, %s %d: writes what it should not", name_of[function], what, number);
}

static void expect_all(const scene *s, hail_status want, const char *what, int number) {
    for (int function = 0; function < FUNCTIONS; function++)
        expect(s, function, want, what, number);
}

static hail_shapes *side_of(scene *s, int side) { return side == 0 ? &s->batch.a : &s->batch.b; }

/* ---- Pointers, counts, indices ----------------------------------------------------------------------------------- */

Test(batch_status, good_ones) {
    expect_all(make_scene(), HAIL_OK, "as it is", 0);
    memset(&output, MARK, sizeof output);
    cr_assert_eq(hail_batch_touch(&make_scene()->batch, output.bytes), HAIL_OK);
    cr_assert(written(PAIRS - 1, PAIRS), "the last pair is not written");
}

Test(batch_status, null_pointers) {
    for (int function = 0; function < FUNCTIONS; function++) {
        cr_assert_eq(call(function, NULL, &output), HAIL_BAD_ARGUMENT, "%s", name_of[function]);
        cr_assert_eq(call(function, &make_scene()->batch, NULL), HAIL_BAD_ARGUMENT, "%s", name_of[function]);
    }
    scene *s = make_scene();
    s->batch.a.convexes = NULL;
    expect_all(s, HAIL_BAD_ARGUMENT, "no shapes", 0);
    for (int side = 0; side < 2; side++) {
        side_of(s = make_scene(), side)->x = NULL;
        expect_all(s, HAIL_BAD_ARGUMENT, "no x", side);
        side_of(s = make_scene(), side)->y = NULL;
        expect_all(s, HAIL_BAD_ARGUMENT, "no y", side);
        side_of(s = make_scene(), side)->cos = NULL;
        expect_all(s, HAIL_BAD_ARGUMENT, "sin without cos", side);
        side_of(s = make_scene(), side)->sin = NULL;
        expect_all(s, HAIL_BAD_ARGUMENT, "cos without sin", side);
        for (int function = PREDICT; function <= SWEEP; function++) {
            side_of(s = make_scene(), side)->dx = NULL;
            expect(s, function, HAIL_BAD_ARGUMENT, "dy without dx", side);
            side_of(s = make_scene(), side)->dy = NULL;
            expect(s, function, HAIL_BAD_ARGUMENT, "dx without dy", side);
        }
    }
}

Test(batch_status, optional_columns) {
    for (int left_out = 0; left_out < 64; left_out++) {
        scene *s = make_scene();
        for (int side = 0; side < 2; side++) {
            hail_shapes *b = side_of(s, side);
            const int bits = side == 0 ? left_out : left_out / 2 ^ left_out;
            if ((bits & 1) != 0)
                b->cos = b->sin = NULL;
            if ((bits & 2) != 0)
                b->scale = NULL;
            if ((bits & 4) != 0)
                b->dx = b->dy = NULL;
            if ((bits & 8) != 0)
                b->shape = NULL;
        }
        s->batch.index_a = (left_out & 16) != 0 ? NULL : s->batch.index_a;
        s->batch.index_b = (left_out & 32) != 0 ? NULL : s->batch.index_b;
        expect_all(s, HAIL_OK, "left out", left_out);
    }
}

/* NULL means what the header says: the same bits as with the column written out. */
Test(batch_status, what_null_means) {
    static unsigned char written_out[sizeof output.bytes];
    scene *s = make_scene();
    for (int side = 0; side < 2; side++) {
        for (uint32_t i = 0; i < BODIES; i++) {
            float(*c)[BODIES] = s->column[side];
            c[2][i] = 1.0f, c[3][i] = 0.0f, c[4][i] = 1.0f, c[5][i] = 0.0f, c[6][i] = 0.0f;
            s->shape[side][i] = 0;
        }
        for (uint32_t i = 0; i < PAIRS; i++)
            s->index[side][i] = i;
    }
    for (int function = 0; function < FUNCTIONS; function++) {
        expect(s, function, HAIL_OK, "written out", function);
        memcpy(written_out, output.bytes, sizeof written_out);
        hail_batch bare = s->batch;
        bare.index_a = bare.index_b = NULL;
        bare.a = (hail_shapes){
            .convexes = s->shapes, .shape_count = SHAPES, .x = s->column[0][0], .y = s->column[0][1], .count = BODIES};
        bare.b = (hail_shapes){.x = s->column[1][0], .y = s->column[1][1], .count = BODIES};
        memset(&output, MARK, sizeof output);
        cr_assert_eq(call(function, &bare, &output), HAIL_OK);
        cr_assert_arr_eq(output.bytes, written_out, sizeof written_out, "%s", name_of[function]);
    }
}

/* Of a pair that does not touch, only that is said. */
static bool same_answer(int function, const unsigned char *one, const unsigned char *other) {
    hail_contact contact[2];
    if (function == COLLIDE || function == SWEEP) {
        memcpy(&contact[0], one, sizeof contact[0]);
        memcpy(&contact[1], other, sizeof contact[1]);
        if (!contact[0].kind || !contact[1].kind)
            return contact[0].kind == contact[1].kind;
    }
    return memcmp(one, other, size_of[function]) == 0;
}

/* Calls of one pair look at that pair's shapes alone; they answer what a call of all pairs does. */
Test(batch_status, fewer_pairs_than_convexes) {
    unsigned char together[PAIRS * sizeof(hail_contact)];
    for (int function = 0; function < FUNCTIONS; function++) {
        scene *s = make_scene();
        if (function != PREDICT)
            cr_assert_eq(hail_convex_circle(2.0f, &s->shapes[1]), HAIL_OK);
        const uint32_t *index[2] = {s->batch.index_a, s->batch.index_b};
        expect(s, function, HAIL_OK, "all pairs", function);
        memcpy(together, output.bytes, sizeof together);
        s->batch.count = 1;
        for (size_t i = 0; i < PAIRS; i++) {
            s->batch.index_a = index[0] + i, s->batch.index_b = index[1] + i;
            expect(s, function, HAIL_OK, "a pair", (int)i);
            cr_assert(same_answer(function, output.bytes, together + i * size_of[function]), "%s, pair %zu",
                      name_of[function], i);
        }
        memset(&s->shapes[2], 0, sizeof s->shapes[2]);
        for (size_t i = 0; i < PAIRS; i++) {
            const bool named = s->shape[0][index[0][i]] == 2 || s->shape[1][index[1][i]] == 2;
            s->batch.index_a = index[0] + i, s->batch.index_b = index[1] + i;
            expect(s, function, named ? HAIL_BAD_ARGUMENT : HAIL_OK, "a shape that was never prepared", (int)i);
        }
    }
}

Test(batch_status, nothing_to_do) {
    scene *s = make_scene();
    s->batch.count = 0;
    expect_all(s, HAIL_OK, "no pairs", 0);
    s->batch = (hail_batch){0};
    expect_all(s, HAIL_OK, "zeros", 0);
    for (int function = 0; function < FUNCTIONS; function++)
        cr_assert_eq(call(function, &s->batch, NULL), HAIL_OK, "%s", name_of[function]);
}

Test(batch_status, indices) {
    for (int side = 0; side < 2; side++) {
        for (uint32_t i = 0; i < PAIRS; i++) {
            scene *s = make_scene();
            s->index[side][i] = BODIES;
            expect_all(s, HAIL_BAD_ARGUMENT, "index past its array", (int)i);
            s->index[side][i] = UINT32_MAX;
            expect_all(s, HAIL_BAD_ARGUMENT, "index past its array", (int)i);
            s = make_scene();
            s->shape[side][s->index[side][i]] = SHAPES;
            expect_all(s, HAIL_BAD_ARGUMENT, "no such shape", (int)i);
            s->shape[side][s->index[side][i]] = 0x80000000u;
            expect_all(s, HAIL_BAD_ARGUMENT, "no such shape", (int)i);
        }
        scene *s = make_scene();
        s->batch.index_a = s->batch.index_b = NULL;
        side_of(s, side)->count = PAIRS;
        expect_all(s, HAIL_OK, "a body for each pair", side);
        side_of(s, side)->count = PAIRS - 1;
        expect_all(s, HAIL_BAD_ARGUMENT, "more pairs than bodies", side);
        side_of(s, side)->count = 0;
        expect_all(s, HAIL_BAD_ARGUMENT, "no bodies", side);
    }
    scene *s = make_scene();
    s->batch.a.shape_count = SHAPES - 1;
    expect_all(s, HAIL_BAD_ARGUMENT, "a shape fewer", 0);
    s->batch.a.shape_count = 0;
    s->batch.a.shape = s->batch.b.shape = NULL;
    expect_all(s, HAIL_BAD_ARGUMENT, "no shape 0", 0);
}

Test(batch_status, too_many) {
    static const size_t many[] = {0x80000000u, SIZE_MAX};
    for (int i = 0; i < 2; i++) {
        scene *s = make_scene();
        s->batch.count = many[i];
        for (int function = 0; function < FUNCTIONS; function++)
            cr_assert_eq(call(function, &s->batch, &output), HAIL_BAD_ARGUMENT, "%s", name_of[function]);
        s = make_scene();
        s->batch.a.shape_count = many[i];
        expect_all(s, HAIL_BAD_ARGUMENT, "shapes", i);
        s = make_scene();
        s->batch.a.count = many[i];
        expect_all(s, HAIL_BAD_ARGUMENT, "bodies a", i);
        s = make_scene();
        s->batch.b.count = many[i];
        expect_all(s, HAIL_BAD_ARGUMENT, "bodies b", i);
    }
}

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

Test(batch_status, numbers) {
    static const float never[] = {NAN, INFINITY, -INFINITY}, beyond[] = {1.00000008e9f, -1.00000008e9f, 3.0e38f};
    for (int side = 0; side < 2; side++) {
        for (uint32_t i = 0; i < PAIRS; i++) {
            for (int column = 0; column < 7; column++) {
                for (int which = 0; which < 3; which++) {
                    scene *s = make_scene();
                    float *number = &s->column[side][column][s->index[side][i]];
                    const bool moves = column >= 5;
                    for (int function = 0; function < FUNCTIONS; function++) {
                        const bool read = !moves || function >= PREDICT;
                        *number = never[which];
                        expect(s, function, read ? HAIL_NOT_FINITE : HAIL_OK, "not finite, column", column);
                        *number = beyond[which];
                        expect(s, function, read ? HAIL_OUT_OF_RANGE : HAIL_OK, "beyond, column", column);
                    }
                }
            }
        }
    }
}

Test(batch_status, limits) {
    for (int side = 0; side < 2; side++) {
        scene *s = make_scene();
        const uint32_t i = s->index[side][2];
        float(*c)[BODIES] = s->column[side];
        c[0][i] = HAIL_MAX_BOUND, c[1][i] = -HAIL_MAX_BOUND, c[5][i] = -HAIL_MAX_BOUND, c[6][i] = HAIL_MAX_BOUND;
        expect_all(s, HAIL_OK, "as far as there is", side);
        static const float scales[] = {0.0f, -0.0f, HAIL_MAX_SCALE, 1000.0001f, -1.0e-30f};
        for (int which = 0; which < 5; which++) {
            s = make_scene();
            s->column[side][4][i] = scales[which];
            expect_all(s, which < 3 ? HAIL_OK : HAIL_OUT_OF_RANGE, "scale", which);
        }
        static const float turns[][2] = {
            {0.60005f, 0.80007f}, {-0.6f, 0.8f}, {1.001f, 0.0f}, {0.0f, 0.0f}, {0.6f, 0.7f}};
        for (int which = 0; which < 5; which++) {
            s = make_scene();
            s->column[side][2][i] = turns[which][0], s->column[side][3][i] = turns[which][1];
            expect_all(s, which < 2 ? HAIL_OK : HAIL_OUT_OF_RANGE, "rotation", which);
        }
    }
}

/* ---- Kinds ------------------------------------------------------------------------------------------------------- */

Test(batch_status, every_pair_of_kinds) {
    enum { KINDS = 8, CIRCLES = 2 };
    static const float x[] = {0, 4, 2}, y[] = {0, 1, 5};
    hail_convex kind[KINDS];
    cr_assert_eq(hail_convex_circle(3.0f, &kind[0]), HAIL_OK);
    cr_assert_eq(hail_convex_circle(0.0f, &kind[1]), HAIL_OK);
    cr_assert_eq(hail_convex_capsule(-4, 0, 4, 2, 1, &kind[2]), HAIL_OK);
    cr_assert_eq(hail_convex_capsule(-4, 0, 4, 2, 0, &kind[3]), HAIL_OK);
    cr_assert_eq(hail_convex_capsule(1, 1, 1, 1, 0, &kind[4]), HAIL_OK);
    cr_assert_eq(hail_convex_box(2, 2, 0, &kind[5]), HAIL_OK);
    cr_assert_eq(hail_convex_box(2, 2, 1, &kind[6]), HAIL_OK);
    cr_assert_eq(hail_convex_polygon(x, y, 3, 0.5f, &kind[7]), HAIL_OK);
    for (uint32_t a = 0; a < KINDS; a++) {
        for (uint32_t b = 0; b < KINDS; b++) {
            scene *s = make_scene();
            s->batch.a.convexes = s->batch.b.convexes = kind, s->batch.a.shape_count = KINDS;
            for (uint32_t i = 0; i < BODIES; i++)
                s->shape[0][i] = s->shape[1][i] = CIRCLES; /* one circle is enough for a refusal */
            s->shape[0][s->index[0][3]] = a, s->shape[1][s->index[1][3]] = b;
            for (int function = 0; function < FUNCTIONS; function++) {
                const bool refused = function == PREDICT && (a < CIRCLES || b < CIRCLES);
                expect(s, function, refused ? HAIL_UNSUPPORTED_PAIR : HAIL_OK, "kinds", (int)(a * KINDS + b));
            }
        }
    }
}

/* ---- Texts ------------------------------------------------------------------------------------------------------- */

static bool good_text(const char *text) {
    const size_t length = strlen(text);
    return length > 0 && text[length - 1] != '.' && strpbrk(text, "%\n") == NULL;
}

/* Every status has a text of its own, which fits into a line of a log. */
Test(batch_status, texts) {
    const char *unknown = hail_status_text(HAIL_STATUS_COUNT);
    cr_assert_str_eq(unknown, hail_status_text((hail_status)1000));
    for (int i = 0; i < HAIL_STATUS_COUNT; i++) {
        const char *text = hail_status_text((hail_status)i);
        cr_assert(good_text(text) && strcmp(text, unknown) != 0, "status %d: \"%s\"", i, text);
        for (int j = 0; j < i; j++)
            cr_assert_str_neq(text, hail_status_text((hail_status)j), "statuses %d and %d", i, j);
    }
}
