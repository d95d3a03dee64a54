/* bench/narrow/pair_sets.c - random sets of pairs: shapes, positions, motions, orders. */
#include "pairs.h"

#include "geometry.h"
#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double full_turn = 6.283185307179586;

static const char *const form_names[PAIR_FORMS] = {"circle", "capsule", "segment", "box", "polygon"};

enum {
    SATS = 3,
    COLUMNS = 7,
    PAIRS_OF_FORMS = PAIR_FORMS * (PAIR_FORMS + 1) / 2,
    SETS = SATS + 2 * PAIRS_OF_FORMS + 2
};

static pair_template make_ring(uint32_t count, uint64_t *state) {
    pair_template made = {.count = count};
    for (uint32_t i = 0; i < count; i++) {
        double reach = 10.0 * random_between(state, 0.95, 1.0), angle = full_turn * i / count;
        made.x[i] = (float)(reach * cos(angle));
        made.y[i] = (float)(reach * sin(angle));
    }
    return made;
}

static pair_template make_line(float half, float rounding) {
    return (pair_template){.count = 2, .rounding = rounding, .x = {-half, half}};
}

static pair_template make_template(pair_form form, uint64_t *state) {
    switch (form) {
    case PAIR_CIRCLE:
        return (pair_template){.count = 1, .rounding = (float)random_between(state, 6.0, 10.0)};
    case PAIR_CAPSULE:
        return make_line((float)random_between(state, 5.0, 8.0), (float)random_between(state, 2.0, 4.0));
    case PAIR_SEGMENT:
        return make_line((float)random_between(state, 8.0, 12.0), 0.0f);
    case PAIR_BOX: {
        float w = (float)random_between(state, 5.0, 9.0), h = (float)random_between(state, 3.0, 7.0);
        return (pair_template){.count = 4, .x = {-w, w, w, -w}, .y = {-h, -h, h, h}};
    }
    default:
        return make_ring(3 + (uint32_t)(random_bits(state) % 6), state);
    }
}

static void make_templates(pair_side *side, pair_form form, uint64_t *state) {
    side->form = form;
    side->template_count = 16;
    for (uint32_t i = 0; i < side->template_count; i++)
        side->shape[i] = make_template(form, state);
}

static geometry_convex rotated(const pair_template *shape, double angle, double x) {
    return geometry_placed(shape->x, shape->y, shape->count, cos(angle), sin(angle), x, 0.0);
}

/* The average distance of the centres of touching pairs: by halving, over a few hundred pairs. */
static double touching_distance(const pair_set *set, uint64_t *state) {
    const int samples = 300;
    double sum = 0.0;
    for (int i = 0; i < samples; i++) {
        const pair_template *a = &set->a.shape[random_bits(state) % set->a.template_count];
        const pair_template *b = &set->b.shape[random_bits(state) % set->b.template_count];
        double a_angle = random_between(state, 0.0, full_turn), b_angle = random_between(state, 0.0, full_turn);
        double rounding = (double)a->rounding + (double)b->rounding, near = 0.0, far = 64.0;
        geometry_convex one = rotated(a, a_angle, 0.0);
        for (int k = 0; k < 20; k++) {
            geometry_convex two = rotated(b, b_angle, (near + far) / 2.0);
            *(geometry_gap(&one, &two) > rounding ? &far : &near) = (near + far) / 2.0;
        }
        sum += near;
    }
    return sum / samples;
}

static bool allocate(pair_set *set) {
    size_t column = (set->count + 31) / 16 * 16; /* not a multiple of 4 KiB: such columns would alias in the L1 cache */
    size_t bytes = 2 * COLUMNS * column * sizeof(float);
    set->memory = aligned_alloc(64, bytes);
    if (!set->memory)
        return false;
    memset(set->memory, 0, bytes);
    float *next = set->memory;
    pair_side *sides[2] = {&set->a, &set->b};
    for (int s = 0; s < 2; s++) {
        pair_side *side = sides[s];
        bool turns = side->form != PAIR_CIRCLE, moves = set->question == PAIR_SWEEP || set->question == PAIR_PREDICT;
        side->x = next;
        side->y = next + column;
        side->cos = turns ? next + 2 * column : NULL;
        side->sin = turns ? next + 3 * column : NULL;
        side->dx = moves ? next + 4 * column : NULL;
        side->dy = moves ? next + 5 * column : NULL;
        side->template_of = (uint32_t *)(void *)(next + 6 * column);
        next += COLUMNS * column;
    }
    return true;
}

static void rotate(pair_side *side, size_t i, uint64_t *state) {
    side->template_of[i] = (uint32_t)(random_bits(state) % side->template_count);
    double angle = random_between(state, 0.0, full_turn);
    if (side->cos) {
        side->cos[i] = (float)cos(angle);
        side->sin[i] = (float)sin(angle);
    }
}

/* a moves anywhere; b passes it by up to 2.6 times the `touching` distance, so that about half of the pairs touch. */
static void move(pair_set *set, size_t i, double touching, uint64_t *state) {
    double aside = random_between(state, -2.6, 2.6) * touching, reach = random_between(state, 0.8, 1.6);
    double from_x = (double)set->b.x[i] - (double)set->a.x[i], from_y = (double)set->b.y[i] - (double)set->a.y[i];
    double distance = hypot(from_x, from_y) + 1e-9;
    double to_x = -from_y / distance * aside, to_y = from_x / distance * aside;
    double dx = random_between(state, -touching, touching), dy = random_between(state, -touching, touching);
    set->a.dx[i] = (float)dx;
    set->a.dy[i] = (float)dy;
    set->b.dx[i] = (float)(dx + reach * (to_x - from_x));
    set->b.dy[i] = (float)(dy + reach * (to_y - from_y));
}

static bool fill(pair_set *set, double touching, double nearest, double furthest, uint64_t *state) {
    if (!allocate(set))
        return false;
    for (size_t i = 0; i < set->count; i++) {
        rotate(&set->a, i, state);
        rotate(&set->b, i, state);
        double distance = random_between(state, nearest, furthest), angle = random_between(state, 0.0, full_turn);
        set->a.x[i] = (float)random_between(state, 0.0, 1920.0);
        set->a.y[i] = (float)random_between(state, 0.0, 1080.0);
        set->b.x[i] = (float)((double)set->a.x[i] + distance * cos(angle));
        set->b.y[i] = (float)((double)set->a.y[i] + distance * sin(angle));
        if (set->a.dx)
            move(set, i, touching, state);
    }
    return true;
}

static bool make_sat(pair_set *set, size_t part, uint32_t corners, uint64_t *state) {
    snprintf(set->name, sizeof set->name, "sat%u", corners);
    set->question = PAIR_COLLIDE;
    set->peers = true;
    set->count = 200000 / part;
    set->a.form = PAIR_POLYGON;
    set->a.template_count = PAIR_MAX_TEMPLATES;
    for (uint32_t i = 0; i < PAIR_MAX_TEMPLATES; i++)
        set->a.shape[i] = make_ring(corners, state);
    set->b = set->a;
    return fill(set, 0.0, 0.0, 22.0, state);
}

static bool make_pairs(pair_set *set, size_t part, pair_question question, pair_form a, pair_form b, uint64_t *state) {
    static const char *const names[] = {"pair", "sweep", "gap", "predict"};
    snprintf(set->name, sizeof set->name, "%s_%s_%s", names[question], form_names[a], form_names[b]);
    set->question = question;
    set->count = 20000 / part;
    make_templates(&set->a, a, state);
    make_templates(&set->b, b, state);
    double touching = touching_distance(set, state);
    bool moves = question == PAIR_SWEEP || question == PAIR_PREDICT;
    return fill(set, touching, moves ? touching : 0.0, (moves ? 4.0 : 2.0) * touching, state);
}

static bool make(pair_set *set, size_t number, size_t part, uint64_t *state) {
    if (number < SATS)
        return make_sat(set, part, 4 + 2 * (uint32_t)number, state);
    number -= SATS;
    if (number >= 2 * PAIRS_OF_FORMS)
        return make_pairs(set, part, number == 2 * PAIRS_OF_FORMS ? PAIR_GAP : PAIR_PREDICT, PAIR_POLYGON, PAIR_POLYGON,
                          state);
    size_t left = number % PAIRS_OF_FORMS, a = 0;
    for (; left >= PAIR_FORMS - a; a++)
        left -= PAIR_FORMS - a;
    return make_pairs(set, part, number < PAIRS_OF_FORMS ? PAIR_COLLIDE : PAIR_SWEEP, (pair_form)a,
                      (pair_form)(a + left), state);
}

pair_set *pair_set_create(size_t number, size_t part) {
    if (number >= SETS)
        return NULL;
    pair_set *set = calloc(1, sizeof *set);
    uint64_t state = number + 1;
    if (set && make(set, number, part, &state))
        return set;
    pair_set_destroy(set);
    return NULL;
}

static void copy_pair(pair_side *to, size_t i, const pair_side *from, size_t j) {
    float *const into[] = {to->x, to->y, to->cos, to->sin, to->dx, to->dy};
    const float *const of[] = {from->x, from->y, from->cos, from->sin, from->dx, from->dy};
    for (size_t c = 0; c < sizeof into / sizeof into[0]; c++)
        if (into[c])
            into[c][i] = of[c][j];
    to->template_of[i] = from->template_of[j];
}

static size_t common_factor(size_t a, size_t b) { return b ? common_factor(b, a % b) : a; }

/* Steps of a length that shares no factor with the count visit every pair once. */
void pair_set_shuffle(pair_set *set, const pair_set *from, uint64_t *state) {
    size_t step, j = random_bits(state) % set->count;
    do
        step = 1 + random_bits(state) % set->count;
    while (common_factor(step, set->count) != 1);
    for (size_t i = 0; i < set->count; i++, j = (j + step) % set->count) {
        copy_pair(&set->a, i, &from->a, j);
        copy_pair(&set->b, i, &from->b, j);
    }
}

void pair_set_destroy(pair_set *set) {
    if (!set)
        return;
    free(set->memory);
    free(set);
}
