#include "random_world.h"

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

/* ---- Shapes, layers, rules ------------------------------------------------------------------------------------- */

static float radius_of(random_world *w) {
    static const float usual[] = {0.0f, 0.5f, 2.0f, 4.0f, 4.0f, 4.0f, 7.3f, 16.0f, 48.0f, 320.0f};
    static const float big[] = {0.0f, 1.0f, 4.0f, 100.0f, 3000.0f, 1.0e4f, 1.0e5f, 3.0e5f, 1.0e6f};
    static const float whole[] = {0.0f, 1.0f, 2.0f, 4.0f, 8.0f, 12.0f, 64.0f};
    static const float tiny[] = {0.0f, 1.0e-18f, 3.0e-18f, 1.0e-12f, 1.0e-6f, 1.0e-3f, 1.0f};
    switch (w->flavour) {
    case FLAVOUR_LATTICE:
        return whole[random_pick(&w->state, 7)];
    case FLAVOUR_HUGE:
    case FLAVOUR_TOUCHING:
    case FLAVOUR_CORNERS:
        return big[random_pick(&w->state, 9)];
    case FLAVOUR_TINY:
        return tiny[random_pick(&w->state, 7)];
    default:
        return usual[random_pick(&w->state, 10)];
    }
}

/* Corners on an ellipse about a point that need not be the origin: convex by construction, either winding. */
static size_t vertices_of(random_world *w, float *x, float *y) {
    size_t n = 3 + random_pick(&w->state, 6);
    float size = radius_of(w) + 1.0f, squash = random_range(&w->state, 0.2f, 1.0f);
    float ox = random_range(&w->state, -size, size), oy = random_range(&w->state, -size, size);
    bool box = random_pick(&w->state, 4) == 0 || w->flavour == FLAVOUR_LATTICE;
    bool backwards = random_pick(&w->state, 2) == 0;
    if (box) {
        size = ceilf(size);
        ox = truncf(ox), oy = truncf(oy);
        n = 4;
    } else if (random_pick(&w->state, 2) == 0) {
        ox = 0.0f, oy = 0.0f;
    }
    for (size_t i = 0; i < n; i++) {
        size_t at = backwards ? n - 1 - i : i;
        float turn = ((float)i + (box ? 0.5f : random_range(&w->state, 0.1f, 0.9f))) * 6.2831853f / (float)n;
        x[at] = ox + (box ? copysignf(size, cosf(turn)) : size * cosf(turn));
        y[at] = oy + (box ? copysignf(size, sinf(turn)) : size * squash * sinf(turn));
    }
    return n;
}

static hail_status make_shapes(random_world *w) {
    for (uint32_t i = 0; i < 8; i++) {
        hail_status status = hail_shape_circle(w->world, radius_of(w), &w->circle[w->circles++]);
        if (status != HAIL_OK)
            return status;
    }
    for (uint32_t i = 0; i < 12; i++) {
        float x[HAIL_MAX_VERTICES], y[HAIL_MAX_VERTICES];
        size_t n = vertices_of(w, x, y);
        hail_status status = hail_shape_polygon(w->world, x, y, n, 0.0f, &w->polygon[w->polygon_count]);
        if (status == HAIL_OK)
            w->polygon_count++;
        else if (status != HAIL_DEGENERATE && status != HAIL_TOO_LARGE) /* chance may do that */
            return status;
    }
    return w->polygon_count > 0 ? HAIL_OK : HAIL_DEGENERATE;
}

static hail_status configure(random_world *w, uint32_t i) {
    hail_layer_options *options = &w->setup.layer[w->layer[i]];
    bool bounded = w->setup.max_x > w->setup.min_x;
    options->columns = (uint32_t)random_bits(&w->state) & HAIL_ALL_COLUMNS;
    options->bounds = bounded ? (hail_bounds)random_pick(&w->state, 3) : HAIL_OPEN;
    options->caller_moved = random_pick(&w->state, 6) == 0;
    return hail_layer_configure(w->world, w->layer[i], options);
}

static hail_status set_rule(random_world *w, uint32_t i, uint32_t j) {
    static const hail_mode mode[] = {HAIL_IGNORE, HAIL_PAIRS, HAIL_MANIFOLD, HAIL_MANIFOLD};
    bool swap = random_pick(&w->state, 2) == 0;
    hail_mode chosen = mode[random_pick(&w->state, 4)];
    if (w->polygons[i] && w->polygons[j])
        chosen = HAIL_IGNORE;
    return hail_rule_set(w->world, w->layer[swap ? j : i], w->layer[swap ? i : j], chosen);
}

static hail_status make_layers(random_world *w) {
    static const uint32_t favourite[RANDOM_LAYERS] = {0, 63, 7, 1, 31, 40};
    w->layers = 2 + random_pick(&w->state, RANDOM_LAYERS - 1);
    for (uint32_t i = 0; i < w->layers; i++) {
        w->layer[i] = favourite[i];
        w->polygons[i] = i > 0 && random_pick(&w->state, 2) == 0;
    }
    for (uint32_t i = 0; i < w->layers; i++) {
        /* before or after the layer's first use, which may be its rules */
        hail_status status = configure(w, i);
        for (uint32_t j = 0; j <= i && status == HAIL_OK; j++)
            status = set_rule(w, i, j);
        if (status != HAIL_OK)
            return status;
    }
    /* two bodies at least must be able to meet */
    return hail_rule_set(w->world, w->layer[1], w->layer[0], HAIL_MANIFOLD);
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

static void place_of(random_world *w, float *x, float *y) {
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
        *x = copysignf(powf(10.0f, random_range(s, -18.0f, 0.0f)), random_range(s, -1.0f, 1.0f));
        *y = copysignf(powf(10.0f, random_range(s, -18.0f, 0.0f)), random_range(s, -1.0f, 1.0f));
        break;
    case FLAVOUR_SPARSE:
        *x = (float)anchor[0] + random_range(s, -60.0f, 60.0f), *y = (float)anchor[1] + random_range(s, -60.0f, 60.0f);
        break;
    default:
        *x = random_range(s, -50.0f, 690.0f), *y = random_range(s, -50.0f, 530.0f);
    }
}

static float speed_of(random_world *w) {
    uint64_t *s = &w->state;
    if (w->flavour == FLAVOUR_LATTICE)
        return 8.0f * (float)random_pick(s, 9) - 32.0f;
    if (random_pick(s, 200) == 0)
        return random_pick(s, 2) == 0 ? -3.0e38f : 2.0e9f;
    return random_pick(s, 3) == 0 ? 0.0f : random_range(s, -200.0f, 200.0f);
}

static float scale_of(random_world *w) {
    uint64_t *s = &w->state;
    if (w->flavour == FLAVOUR_CORNERS && random_pick(s, 4) == 0)
        return random_pick(s, 2) == 0 ? 0.0f : powf(10.0f, random_range(s, -18.0f, -3.0f));
    if (w->flavour == FLAVOUR_LATTICE)
        return 0.5f * (float)(1u << random_pick(s, 3));
    return random_pick(s, 40) == 0 ? 30.0f : random_range(s, 0.25f, 2.0f);
}

static hail_shape shape_of(random_world *w, bool polygons) {
    if (polygons && random_pick(&w->state, 3) != 0)
        return w->polygon[random_pick(&w->state, w->polygon_count)];
    return w->circle[random_pick(&w->state, w->circles)];
}

static hail_status spawn(random_world *w, uint32_t which, uint32_t count) {
    float x[RANDOM_BATCH], y[RANDOM_BATCH], vx[RANDOM_BATCH], vy[RANDOM_BATCH];
    float angle[RANDOM_BATCH], scale[RANDOM_BATCH], life[RANDOM_BATCH];
    uint32_t group[RANDOM_BATCH], columns = w->setup.layer[w->layer[which]].columns;
    uint64_t user[RANDOM_BATCH];
    hail_shape shape[RANDOM_BATCH];
    for (uint32_t i = 0; i < count; i++) {
        place_of(w, &x[i], &y[i]);
        vx[i] = speed_of(w), vy[i] = speed_of(w);
        shape[i] = shape_of(w, w->polygons[which]);
        angle[i] = random_pick(&w->state, 4) == 0 ? 0.0f : random_range(&w->state, -7.0f, 7.0f);
        scale[i] = scale_of(w);
        life[i] = random_pick(&w->state, 4) != 0 ? HAIL_FOREVER : random_range(&w->state, 0.01f, 3.0f);
        group[i] = random_pick(&w->state, 4);
        user[i] = random_bits(&w->state);
    }
    hail_spawn_columns from = {.x = x, .y = y, .vx = vx, .vy = vy, .shape = shape};
    from.angle = (columns & HAIL_ROTATION) ? angle : NULL;
    from.scale = (columns & HAIL_SCALE) ? scale : NULL;
    from.life = (columns & HAIL_LIFE) ? life : NULL;
    from.group = (columns & HAIL_GROUP) ? group : NULL;
    from.user = (columns & HAIL_USER) ? user : NULL;
    if (w->count + count > w->room) {
        w->room = (w->count + count) * 2;
        w->live = realloc(w->live, w->room * sizeof *w->live);
        if (w->live == NULL)
            abort();
    }
    hail_status status = hail_spawn(w->world, w->layer[which], w->circle[0], &from, count, w->live + w->count);
    if (status == HAIL_OK)
        w->count += count;
    return status;
}

static hail_status refill(random_world *w) {
    hail_status status = HAIL_OK;
    while (w->count < w->bodies && status == HAIL_OK)
        status = spawn(w, random_pick(&w->state, w->layers), 1 + random_pick(&w->state, RANDOM_BATCH));
    return status;
}

/* ---- Between steps ----------------------------------------------------------------------------------------------- */

static uint32_t which_layer(const random_world *w, uint32_t layer) {
    uint32_t which = 0;
    while (which < w->layers && w->layer[which] != layer)
        which++;
    return which;
}

/* Puts a circle against another body, within a few ulps of touching. */
static void touch(const random_world *w, uint64_t *s, const hail_columns *c, uint32_t index, hail_handle other) {
    hail_place place;
    hail_columns o;
    hail_shape_info mine, info;
    if (hail_locate(w->world, other, &place) != HAIL_OK || hail_layer_columns(w->world, place.layer, &o) != HAIL_OK ||
        hail_shape_describe(w->world, (hail_shape){c->shape[index]}, &mine) != HAIL_OK || mine.vertices > 0 ||
        hail_shape_describe(w->world, (hail_shape){o.shape[place.index]}, &info) != HAIL_OK)
        return;
    double r = (double)mine.radius * (c->scale != NULL ? (double)c->scale[index] : 1.0);
    double k = o.scale != NULL ? (double)o.scale[place.index] : 1.0;
    double turn = (double)random_range(s, -3.2f, 3.2f), lx = cos(turn), ly = sin(turn);
    if (info.vertices == 0) {
        lx *= r + (double)info.radius * k, ly *= r + (double)info.radius * k;
    } else { /* against a corner or an edge, in the frame of the polygon */
        uint32_t i = random_pick(s, info.vertices), j = (i + 1) % info.vertices;
        double t = random_pick(s, 2) == 0 ? 0.0 : (double)random_range(s, 0.0f, 1.0f);
        double ex = (double)info.x[j] - (double)info.x[i], ey = (double)info.y[j] - (double)info.y[i];
        double l = random_pick(s, 2) == 0 ? hypot(ex, ey) : -hypot(ex, ey);
        if (t > 0.0)
            lx = ey / l, ly = -ex / l;
        lx = ((double)info.x[i] + t * ex) * k + lx * r, ly = ((double)info.y[i] + t * ey) * k + ly * r;
    }
    double cs = o.cos != NULL ? (double)o.cos[place.index] : 1.0, sn = o.sin != NULL ? (double)o.sin[place.index] : 0.0;
    float x = (float)((double)o.x[place.index] + cs * lx - sn * ly);
    c->x[index] = random_pick(s, 2) == 0 ? x : nextafterf(x, random_pick(s, 2) == 0 ? -INFINITY : INFINITY);
    c->y[index] = (float)((double)o.y[place.index] + sn * lx + cs * ly);
    c->vx[index] = 0.0f, c->vy[index] = 0.0f;
}

static void spoil(uint64_t *s, const hail_columns *c, uint32_t i) {
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    float *column[] = {c->x, c->y, c->vx, c->vy, c->cos, c->sin, c->scale, c->life};
    float *chosen = column[random_pick(s, 8)];
    float value = bad[random_pick(s, 3)];
    if (chosen != NULL)
        chosen[i] = chosen == c->scale && random_pick(s, 2) == 0 ? -1.0f : value;
}

static void mend(random_world *w, const hail_columns *c, uint32_t i) {
    place_of(w, &c->x[i], &c->y[i]);
    c->vx[i] = speed_of(w), c->vy[i] = 0.0f;
    if (c->cos != NULL)
        c->cos[i] = 0.8f, c->sin[i] = -0.6f;
    if (c->scale != NULL)
        c->scale[i] = scale_of(w);
    if (c->life != NULL)
        c->life[i] = 1.0f;
}

/* cos and sin are unit to 1e-4 only, and a scale may be -0 when it is written by hand. */
static void odd(random_world *w, const hail_columns *c, uint32_t i) {
    if (c->cos != NULL && isfinite(c->cos[i]) && isfinite(c->sin[i])) {
        float stretch = random_range(&w->state, -0.9e-4f, 0.9e-4f), turn = random_range(&w->state, -3.2f, 3.2f);
        c->cos[i] = cosf(turn) * (1.0f + stretch), c->sin[i] = sinf(turn) * (1.0f + stretch);
    }
    if (c->scale != NULL && random_pick(&w->state, 8) == 0)
        c->scale[i] = -0.0f;
}

static hail_status change(random_world *w, hail_handle handle, const hail_place *place, uint32_t which) {
    uint32_t columns = w->setup.layer[place->layer].columns, to = random_pick(&w->state, w->layers);
    float number;
    hail_shape shape;
    switch (random_pick(&w->state, 5)) {
    case 0:
        while (w->polygons[which] && !w->polygons[to])
            to = random_pick(&w->state, w->layers);
        return hail_set_layer(w->world, &handle, 1, w->layer[to]);
    case 1:
        return hail_set_enabled(w->world, &handle, 1, !place->enabled);
    case 2:
        shape = shape_of(w, w->polygons[which]);
        return hail_set_shape(w->world, &handle, 1, shape);
    case 3:
        number = scale_of(w);
        return (columns & HAIL_SCALE) ? hail_set_scale(w->world, &handle, 1, &number) : HAIL_OK;
    default:
        number = random_range(&w->state, -700.0f, 700.0f);
        return (columns & HAIL_ROTATION) ? hail_set_angle(w->world, &handle, 1, &number) : HAIL_OK;
    }
}

static hail_status churn_body(random_world *w, size_t i) {
    hail_place place;
    hail_columns c;
    hail_handle handle = w->live[i];
    hail_status status = hail_locate(w->world, handle, &place);
    if (status == HAIL_OK)
        status = hail_layer_columns(w->world, place.layer, &c);
    if (status != HAIL_OK)
        return status;
    uint64_t *s = &w->state;
    uint32_t chance = random_pick(s, 256);
    if (place.quarantined && chance < 80)
        mend(w, &c, place.index);
    else if (chance < 2)
        spoil(s, &c, place.index);
    else if (chance < 14)
        return change(w, handle, &place, which_layer(w, place.layer));
    else if (chance < (w->flavour == FLAVOUR_TOUCHING ? 200u : w->flavour == FLAVOUR_CORNERS ? 120u : 24u))
        touch(w, s, &c, place.index, w->live[random_pick(s, (uint32_t)w->count)]);
    else if (chance < 226 && w->flavour == FLAVOUR_CORNERS)
        odd(w, &c, place.index);
    else if (chance < 230)
        place_of(w, &c.x[place.index], &c.y[place.index]);
    return HAIL_OK;
}

hail_status random_world_churn(random_world *w) {
    hail_status status = HAIL_OK;
    hail_handle gone[8];
    size_t going = 0;
    for (size_t i = 0; i < w->count && status == HAIL_OK; i++)
        status = churn_body(w, i);
    for (size_t i = 0; i < 8 && w->count > 1 && random_pick(&w->state, 2) == 0; i++) {
        size_t at = random_pick(&w->state, (uint32_t)w->count);
        gone[going++] = w->live[at];
        w->live[at] = w->live[--w->count];
    }
    if (status == HAIL_OK && going > 0)
        status = hail_despawn(w->world, gone, going);
    if (status == HAIL_OK && random_pick(&w->state, 8) == 0)
        status = configure(w, random_pick(&w->state, w->layers));
    uint32_t i = random_pick(&w->state, w->layers), j = random_pick(&w->state, w->layers);
    if (status == HAIL_OK && random_pick(&w->state, 8) == 0)
        status = set_rule(w, i, j);
    return status == HAIL_OK ? refill(w) : status;
}

float random_world_dt(random_world *w) {
    static const float usual[] = {0.0f, 1.0f / 60.0f, 1.0f / 60.0f, 1.0f / 30.0f, 0.5f};
    if (w->flavour == FLAVOUR_TOUCHING)
        return 0.0f;
    if (w->flavour == FLAVOUR_LATTICE)
        return random_pick(&w->state, 3) == 0 ? 0.0f : 0.5f;
    return random_pick(&w->state, 64) == 0 ? 1.0e6f : usual[random_pick(&w->state, 5)];
}

void random_world_forget(random_world *w) {
    size_t kept = 0;
    for (size_t i = 0; i < w->count; i++)
        if (hail_alive(w->world, w->live[i]))
            w->live[kept++] = w->live[i];
    w->count = kept;
}

static uint64_t mix(uint64_t digest, const void *bytes, size_t size) {
    const unsigned char *byte = bytes; /* FNV-1a */
    for (size_t i = 0; i < size; i++)
        digest = (digest ^ byte[i]) * 0x100000001b3u;
    return digest;
}

uint64_t random_world_digest(const random_world *w) {
    uint64_t digest = 0xcbf29ce484222325u;
    for (size_t n = 0; n < w->count; n++) {
        hail_place place;
        hail_columns c;
        if (hail_locate(w->world, w->live[n], &place) != HAIL_OK ||
            hail_layer_columns(w->world, place.layer, &c) != HAIL_OK)
            return 0;
        float *column[] = {c.x, c.y, c.vx, c.vy, c.cos, c.sin, c.scale, c.life};
        uint32_t i = place.index, flags = (uint32_t)place.enabled | (uint32_t)place.quarantined << 1;
        for (size_t k = 0; k < sizeof column / sizeof *column; k++)
            digest = column[k] != NULL ? mix(digest, &column[k][i], sizeof(float)) : digest;
        digest = mix(mix(digest, &place.layer, sizeof place.layer), &flags, sizeof flags);
        digest = mix(mix(digest, &c.shape[i], sizeof c.shape[i]), &w->live[n], sizeof w->live[n]);
        digest = c.user != NULL ? mix(digest, &c.user[i], sizeof c.user[i]) : digest;
        digest = c.group != NULL ? mix(digest, &c.group[i], sizeof c.group[i]) : digest;
    }
    return digest;
}

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
    hail_world_options options = hail_world_defaults();
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
    options.cell = config->cell;
    options.isa = config->isa;
    options.window = config->window;
    if (config->pair_budget > 0)
        options.pair_budget = config->pair_budget;
    *status = hail_world_create(&options, &w->world);
    if (*status == HAIL_OK)
        *status = make_shapes(w);
    if (*status == HAIL_OK)
        *status = make_layers(w);
    if (*status == HAIL_OK)
        *status = refill(w);
    return w;
}

void random_world_free(random_world *w) {
    if (w == NULL)
        return;
    hail_world_destroy(w->world);
    free(w->live);
    free(w);
}
