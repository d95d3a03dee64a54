#include "shared/contexts.h"
#include "random_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* splitmix64 (S. Vigna, public domain): one word of state, any seed is good. */
uint64_t random_bits(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint32_t random_pick(uint64_t *state, uint32_t n) { return (uint32_t)((random_bits(state) >> 32) * n >> 32); }

float random_range(uint64_t *state, float low, float high) {
    return low + (high - low) * (float)(random_bits(state) >> 40) * 0x1p-24f;
}

bool random_seed_given(uint64_t *seed) {
    const char *text = getenv("HAIL_TEST_SEED");
    if (text == NULL || *text == '\0')
        return false;
    *seed = strtoull(text, NULL, 0);
    return true;
}

uint32_t random_worlds(uint32_t usual) {
    const char *text = getenv("HAIL_TEST_WORLDS");
    return text != NULL && *text != '\0' ? usual * (uint32_t)strtoul(text, NULL, 0) : usual;
}

uint32_t random_shortened(uint32_t usual) { return getenv("HAIL_SHORT") != NULL ? (usual + 3) / 4 : usual; }

/* ---- Layers, rules ----------------------------------------------------------------------------------------------- */

hail_status random_configure(random_world *w, uint32_t i) {
    hail_layer_options *options = &w->setup.layer[w->layer[i]];
    bool bounded = w->setup.max_x > w->setup.min_x;
    options->columns = (uint32_t)random_bits(&w->state) & HAIL_ALL_COLUMNS &
                       ~(uint32_t)HAIL_PIERCE; /* bodies that are spent: tests/hits */
    if (w->flavour == FLAVOUR_TINY)            /* filters do not depend on sizes */
        options->columns &= ~(uint32_t)HAIL_MASK;
    options->bounds = bounded ? (hail_bounds)random_pick(&w->state, 3) : HAIL_OPEN;
    options->caller_moved = random_pick(&w->state, 4) == 0;
    return hail_layer_configure(w->world, w->layer[i], options);
}

hail_status random_rule(random_world *w, uint32_t i, uint32_t j) {
    static const hail_mode mode[] = {HAIL_IGNORE,   HAIL_PAIRS, HAIL_MANIFOLD, HAIL_MANIFOLD,
                                     HAIL_MANIFOLD, HAIL_SWEPT, HAIL_EARLIEST, HAIL_EARLIEST};
    uint32_t from = w->flavour == FLAVOUR_BULLETS ? 4 : 0;
    hail_mode chosen = mode[from + random_pick(&w->state, 8 - from)];
    /* often the same layer's bullets: the earliest over several rules */
    bool swap = random_pick(&w->state, chosen == HAIL_EARLIEST ? 4 : 2) == 0;
    return hail_rule_set(w->world, w->layer[swap ? i : j], w->layer[swap ? j : i], chosen);
}

static hail_status make_layers(random_world *w) {
    static const uint32_t favourite[RANDOM_LAYERS] = {0, 63, 7, 1, 31, 40}, chance[] = {5, 0, 0, 1, 3, 4, 4};
    w->layers = 2 + random_pick(&w->state, RANDOM_LAYERS - 1);
    for (uint32_t i = 0; i < w->layers; i++) {
        w->layer[i] = favourite[i];
        w->chance[i] = chance[random_pick(&w->state, 7)];
    }
    for (uint32_t i = 0; i < w->layers; i++) {
        /* before or after the layer's first use, which may be its rules */
        hail_status status = random_configure(w, i);
        for (uint32_t j = 0; j <= i && status == HAIL_OK; j++)
            status = random_rule(w, i, j);
        if (status != HAIL_OK)
            return status;
    }
    /* at least two bodies must be able to collide */
    return hail_rule_set(w->world, w->layer[1], w->layer[0],
                         w->flavour == FLAVOUR_BULLETS ? HAIL_EARLIEST : HAIL_MANIFOLD);
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

static float tiny_place(uint64_t *s) {
    const float sign = random_range(s, -1.0f, 1.0f);
    return copysignf(powf(10.0f, random_range(s, -18.0f, 0.0f)), sign);
}

void random_place(random_world *w, float *x, float *y) {
    uint64_t *s = &w->state;
    const double *anchor = w->anchor[random_pick(s, 4)];
    switch (w->flavour) {
    case FLAVOUR_CROWD:
        *x = random_range(s, 300.0f, 330.0f), *y = random_range(s, 200.0f, 230.0f);
        break;
    case FLAVOUR_LATTICE:
        *x = 4.0f * (float)random_pick(s, 40) - 40.0f, *y = 4.0f * (float)random_pick(s, 24) - 40.0f;
        break;
    case FLAVOUR_HUGE: /* a few thousand ulps round an anchor */
        *x = (float)(anchor[0] * (1.0 + (double)random_range(s, -1.0f, 1.0f) * 0x1p-12));
        *y = (float)(anchor[1] * (1.0 + (double)random_range(s, -1.0f, 1.0f) * 0x1p-12));
        break;
    case FLAVOUR_TINY:
        *x = tiny_place(s);
        *y = tiny_place(s);
        break;
    case FLAVOUR_SPARSE:
        *x = (float)anchor[0] + random_range(s, -60.0f, 60.0f), *y = (float)anchor[1] + random_range(s, -60.0f, 60.0f);
        break;
    default:
        *x = random_range(s, -50.0f, 690.0f), *y = random_range(s, -50.0f, 530.0f);
    }
}

/* px/s; now and then what crosses the field many times in a step. */
float random_speed(random_world *w) {
    uint64_t *s = &w->state;
    if (w->flavour == FLAVOUR_LATTICE)
        return 8.0f * (float)random_pick(s, 9) - 32.0f;
    if (random_pick(s, 200) == 0)
        return random_pick(s, 2) == 0 ? -3.0e38f : 2.0e9f;
    if (random_pick(s, 12) == 0)
        return random_range(s, -6.0e5f, 6.0e5f);
    return random_pick(s, 3) == 0 ? 0.0f : random_range(s, -200.0f, 200.0f);
}

float random_scale(random_world *w) {
    uint64_t *s = &w->state;
    if (w->flavour == FLAVOUR_CORNERS && random_pick(s, 4) == 0)
        return random_pick(s, 2) == 0 ? 0.0f : powf(10.0f, random_range(s, -18.0f, -3.0f));
    if (w->flavour == FLAVOUR_LATTICE)
        return 0.5f * (float)(1u << random_pick(s, 3));
    return random_pick(s, 40) == 0 ? 30.0f : random_range(s, 0.25f, 2.0f);
}

float random_step_of(random_world *w) {
    static const float usual[] = {0.0f, 1.0f / 60.0f, 1.0f / 60.0f, 1.0f / 30.0f, 0.5f};
    if (w->flavour == FLAVOUR_TOUCHING)
        return random_pick(&w->state, 3) != 0 ? 0.0f : 1.0f / 60.0f;
    if (w->flavour == FLAVOUR_LATTICE)
        return random_pick(&w->state, 3) == 0 ? 0.0f : 0.5f;
    if (w->flavour == FLAVOUR_BULLETS)
        return random_pick(&w->state, 12) == 0 ? 0.0f : 1.0f / 60.0f;
    return random_pick(&w->state, 64) == 0 ? 1.0e6f : usual[random_pick(&w->state, 5)];
}

void random_masks(uint64_t *state, uint32_t *category, uint32_t *mask) {
    static const uint32_t categories[] = {1, 1, 1, 2, 0x80000000u, 3, 0}, masks[] = {1, 3, 0x80000001u, ~2u, 2, 0};
    *category = categories[random_pick(state, 7)];
    *mask = random_pick(state, 2) != 0 ? UINT32_MAX : masks[random_pick(state, 6)];
}

static hail_status spawn(random_world *w, uint32_t which, uint32_t count) {
    float x[RANDOM_BATCH], y[RANDOM_BATCH], vx[RANDOM_BATCH], vy[RANDOM_BATCH];
    float angle[RANDOM_BATCH], scale[RANDOM_BATCH], life[RANDOM_BATCH];
    uint32_t group[RANDOM_BATCH], category[RANDOM_BATCH], mask[RANDOM_BATCH],
        columns = w->setup.layer[w->layer[which]].columns;
    uint64_t user[RANDOM_BATCH], aside = w->state; /* so that worlds without masks stay as they were */
    hail_shape shape[RANDOM_BATCH];
    for (uint32_t i = 0; i < count; i++) {
        random_place(w, &x[i], &y[i]);
        vx[i] = random_speed(w), vy[i] = random_speed(w);
        shape[i] = random_shape(w, which);
        angle[i] = random_pick(&w->state, 4) == 0 ? 0.0f : random_range(&w->state, -7.0f, 7.0f);
        if (w->flavour == FLAVOUR_LATTICE)
            angle[i] = random_pick(&w->state, 2) == 0 ? 0.0f : 0.78539816f * (float)random_pick(&w->state, 8);
        scale[i] = random_scale(w);
        life[i] = random_pick(&w->state, 4) != 0 ? HAIL_FOREVER : random_range(&w->state, 0.01f, 3.0f);
        group[i] = random_pick(&w->state, 4);
        random_masks(&aside, &category[i], &mask[i]);
        user[i] = random_bits(&w->state);
    }
    hail_spawn_columns from = {.x = x, .y = y, .vx = vx, .vy = vy, .shape = shape};
    from.angle = (columns & HAIL_ROTATION) ? angle : NULL;
    from.scale = (columns & HAIL_SCALE) ? scale : NULL;
    from.life = (columns & HAIL_LIFE) ? life : NULL;
    from.group = (columns & HAIL_GROUP) ? group : NULL;
    from.category = (columns & HAIL_MASK) ? category : NULL;
    from.mask = (columns & HAIL_MASK) && random_pick(&aside, 4) != 0 ? mask : NULL;
    from.user = (columns & HAIL_USER) ? user : NULL;
    if (w->count + count > w->room) {
        w->room = (w->count + count) * 2;
        w->live = realloc(w->live, w->room * sizeof *w->live);
        if (w->live == NULL)
            abort();
    }
    hail_status status = hail_spawn(w->world, w->layer[which], &w->circle[0], &from, count, w->live + w->count);
    if (status == HAIL_OK)
        w->count += count;
    return status;
}

hail_status random_refill(random_world *w) {
    hail_status status = HAIL_OK;
    while (w->count < w->bodies && status == HAIL_OK) {
        const uint32_t count = 1 + random_pick(&w->state, RANDOM_BATCH);
        status = spawn(w, random_pick(&w->state, w->layers), count);
    }
    return status;
}

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

static void make_anchors(random_world *w) {
    for (int i = 0; i < 4; i++) {
        for (int axis = 0; axis < 2; axis++) {
            double sign = random_pick(&w->state, 2) == 0 ? -1.0 : 1.0;
            double power = (double)random_range(&w->state, 5.0f, i == 3 ? 30.0f : 9.0f);
            w->anchor[i][axis] = w->flavour == FLAVOUR_HUGE ? sign * pow(10.0, power)
                                                            : sign * (double)random_range(&w->state, 0.0f, 9.0e4f);
        }
    }
}

random_world *random_world_make(uint64_t seed, const random_config *config, uint32_t bodies, hail_status *status) {
    random_world *w = calloc(1, sizeof *w);
    hail_world_options options;
    hail_world_options_defaults(&options);
    if (w == NULL)
        abort();
    w->flavour = (random_flavour)(seed % FLAVOURS);
    w->state = seed * 0x2545f4914f6cdd1du + 1;
    w->bodies = bodies;
    make_anchors(w);
    if (w->flavour != FLAVOUR_SPARSE && random_pick(&w->state, 8) != 0) {
        w->setup.min_x = w->flavour == FLAVOUR_FIELD ? 0.0f : -31.0f;
        w->setup.min_y = 0.0f, w->setup.max_x = 640.0f, w->setup.max_y = 480.0f;
    }
    options.min_x = w->setup.min_x, options.min_y = w->setup.min_y;
    options.max_x = w->setup.max_x, options.max_y = w->setup.max_y;
    options.scratch = config->scratch;
    options.cell = config->cell;
    const hail_context context = {.variant = config->isa, .tasks = config->tasks};
    options.context = &context;
    options.window = config->window;
    options.kept_contacts = config->kept_contacts;
    if (config->pair_budget > 0)
        options.pair_budget = config->pair_budget;
    *status = hail_world_create(&options, &w->world);
    if (*status == HAIL_OK)
        *status = random_shapes(w);
    if (*status == HAIL_OK)
        *status = make_layers(w);
    if (*status == HAIL_OK)
        *status = random_refill(w);
    w->dt = random_step_of(w);
    return w;
}

void random_world_free(random_world *w) {
    if (w == NULL)
        return;
    hail_world_destroy(w->world);
    free(w->live);
    free(w);
}

size_t random_seeds_sum(uint32_t usual, size_t (*call)(uint64_t seed)) {
    uint64_t seed;
    size_t total = 0;
    if (random_seed_given(&seed)) {
        call(seed);
        return SIZE_MAX;
    }
    for (uint32_t i = 0; i < random_worlds(usual); i++)
        total += call(i);
    return total;
}

void random_seeds(uint32_t usual, void (*call)(uint64_t seed)) {
    uint64_t seed;
    if (random_seed_given(&seed)) {
        call(seed);
        return;
    }
    for (uint32_t i = 0; i < random_worlds(usual); i++)
        call(i);
}
