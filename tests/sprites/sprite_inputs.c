/* tests/sprites/sprite_inputs.c - random sprites and instances. */
#include "sprite_inputs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/random_world.h"

/* ---- Drawings ---------------------------------------------------------------------------------------------------- */

static void put(drawing *d, int64_t i, int64_t j, uint8_t opaque) {
    if (i >= 0 && j >= 0 && i < d->width && j < d->height)
        d->opaque[j * d->width + i] = opaque;
}

static void put_somewhere(drawing *d, uint64_t *state) {
    const uint32_t y = random_pick(state, d->height), x = random_pick(state, d->width);
    put(d, x, y, 1);
}

static void blob(drawing *d, uint64_t *state, uint8_t opaque) {
    const int64_t x = random_pick(state, d->width), y = random_pick(state, d->height);
    const int64_t r = 1 + random_pick(state, (d->width < d->height ? d->width : d->height) / 2 + 1);
    const bool round = random_pick(state, 3) != 0;
    for (int64_t v = -r; v <= r; v++)
        for (int64_t u = -r; u <= r; u++)
            if (!round || u * u + v * v <= r * r)
                put(d, x + u, y + v, opaque);
}

static void line(drawing *d, uint64_t *state) {
    const uint32_t way = random_pick(state, 4), long_side = d->width > d->height ? d->width : d->height;
    const uint32_t x = random_pick(state, d->width), y = random_pick(state, d->height);
    for (uint32_t k = 0; k < long_side; k++)
        put(d, way == 0 ? x : way == 3 ? (int64_t)d->width - 1 - k : k, way == 1 ? y : k, 1);
}

static void haze(drawing *d, uint64_t *state, uint32_t of, uint32_t chance) {
    for (size_t k = 0; k < (size_t)d->width * d->height; k++)
        d->opaque[k] = random_pick(state, of) < chance;
}

drawing *drawing_random(uint64_t *state, uint32_t width, uint32_t height, drawing_look look) {
    drawing *d = drawing_make(width, height);
    const uint32_t many = 1 + random_pick(state, 4);
    switch (look) {
    case DRAW_BLOBS:
        for (uint32_t k = 0; k < many; k++)
            blob(d, state, 1);
        if (random_pick(state, 2) == 0)
            blob(d, state, 0);
        break;
    case DRAW_HAZE:
        haze(d, state, 8, 1 + random_pick(state, 7));
        break;
    case DRAW_SPECKS:
        for (uint32_t k = 0; k < many; k++)
            put_somewhere(d, state);
        break;
    case DRAW_RING:
    case DRAW_SOLID:
        memset(d->opaque, 1, (size_t)width * height);
        for (uint32_t j = 1; j + 1 < height && look == DRAW_RING; j++)
            for (uint32_t i = 1; i + 1 < width; i++)
                put(d, i, j, 0);
        break;
    case DRAW_LINE:
        line(d, state);
        break;
    case DRAW_DOT:
        put_somewhere(d, state);
        break;
    default:
        break;
    }
    return d;
}

/* Opaque pixels get an alpha of at least the threshold, others less; all other bytes are random. */
static hail_status add_rgba(const drawing *d, uint64_t *state, hail_image *image, hail_spriteset *set,
                            uint32_t *sprite) {
    const size_t extra = random_pick(state, 2) == 0 ? 0 : random_pick(state, 9), pitch = 4 * d->width + extra;
    const uint32_t threshold = random_pick(state, 3) == 0 ? 0 : 1 + random_pick(state, 255);
    const uint32_t first = threshold == 0 ? 1 : threshold;
    uint8_t *rgba = malloc(pitch * d->height);
    if (rgba == NULL)
        abort();
    for (size_t k = 0; k < pitch * d->height; k++)
        rgba[k] = (uint8_t)random_pick(state, 256);
    for (uint32_t j = 0; j < d->height; j++) {
        for (uint32_t i = 0; i < d->width; i++) {
            const uint32_t edge = random_pick(state, 2) == 0,
                           seen = first + (edge ? 0 : random_pick(state, 256 - first));
            const uint32_t unseen = edge ? first - 1 : random_pick(state, first);
            rgba[j * pitch + 4 * i + 3] = (uint8_t)(drawing_at(d, i, j) ? seen : unseen);
        }
    }
    image->rgba = rgba, image->threshold = (uint8_t)threshold;
    image->pitch = extra == 0 && random_pick(state, 2) == 0 ? 0 : pitch;
    const hail_status status = hail_spriteset_add(set, image, sprite);
    free(rgba);
    return status;
}

static hail_status add_bits(const drawing *d, uint64_t *state, hail_image *image, hail_spriteset *set,
                            uint32_t *sprite) {
    const size_t words = drawing_words(d), extra = random_pick(state, 3), pitch = words + extra;
    uint64_t *packed = drawing_bits(d), *bits = malloc(pitch * d->height * sizeof *bits);
    if (bits == NULL)
        abort();
    memset(bits, 0xa5, pitch * d->height * sizeof *bits);
    for (uint32_t j = 0; j < d->height; j++)
        memcpy(bits + j * pitch, packed + j * words, words * sizeof *bits);
    image->bits = bits, image->pitch = extra == 0 && random_pick(state, 2) == 0 ? 0 : pitch;
    const hail_status status = hail_spriteset_add(set, image, sprite);
    free(packed);
    free(bits);
    return status;
}

hail_status drawing_add(const drawing *d, uint64_t *state, hail_spriteset *set, uint32_t *sprite) {
    hail_image image = {.width = d->width, .height = d->height, .origin_x = d->origin_x, .origin_y = d->origin_y};
    return random_pick(state, 2) == 0 ? add_rgba(d, state, &image, set, sprite)
                                      : add_bits(d, state, &image, set, sprite);
}

/* ---- Casts ------------------------------------------------------------------------------------------------------- */

/* Multiples of 1/8, most of them near the image. */
static float origin(uint64_t *state, uint32_t size) {
    switch (random_pick(state, 8)) {
    case 0:
        return 0.0f;
    case 1:
        return (float)size;
    case 2:
        return 0.125f * (float)random_pick(state, 8000) - 500.0f;
    case 3:
        return 0.125f * (float)random_pick(state, 8 * size + 1);
    default:
        return 0.5f * (float)size;
    }
}

static uint32_t side(uint64_t *state, uint32_t most) {
    const uint32_t odd[] = {1, 63, 64, 65, 128, 129};
    const uint32_t size = random_pick(state, 3) == 0 ? odd[random_pick(state, 6)] : 1 + random_pick(state, most);
    return size < most ? size : most;
}

sprite_cast *sprite_cast_make(uint64_t seed, uint32_t most) {
    sprite_cast *c = calloc(1, sizeof *c);
    if (c == NULL)
        abort();
    c->state = seed * 0x9e3779b97f4a7c15u + 1;
    if (hail_spriteset_create(NULL, &c->set) != HAIL_OK)
        abort();
    for (uint32_t k = 0; k < SPRITE_DRAWINGS; k++) {
        const drawing_look look = k < DRAWING_LOOKS ? (drawing_look)k : (drawing_look)random_pick(&c->state, DRAW_DOT);
        const uint32_t width = side(&c->state, most), height = side(&c->state, most);
        drawing *d = c->drawing[k] = drawing_random(&c->state, width, height, look);
        d->origin_x = origin(&c->state, width), d->origin_y = origin(&c->state, height);
        uint32_t sprite;
        if (drawing_add(d, &c->state, c->set, &sprite) != HAIL_OK || sprite != k)
            abort();
    }
    return c;
}

void sprite_cast_free(sprite_cast *c) {
    hail_spriteset_destroy(c->set);
    for (uint32_t k = 0; k < SPRITE_DRAWINGS; k++)
        drawing_free(c->drawing[k]);
    free(c);
}

/* ---- Instances --------------------------------------------------------------------------------------------------- */

sprite_choice sprite_choose(uint64_t *state, size_t count) {
    static const float ats[] = {0.0f, 0.0f, 1000.0f, -3000.0f, 1.0e6f, -1.0e6f, 9.9e8f};
    sprite_choice choice = {.count = count, .turn = (sprite_turn)random_pick(state, SPRITE_TURNS)};
    choice.stretch = (sprite_stretch)random_pick(state, SPRITE_STRETCHES);
    choice.origins = random_pick(state, 3) == 0;
    choice.whole = random_pick(state, 3) == 0;
    choice.at = ats[random_pick(state, 7)];
    choice.spread = random_pick(state, 2) == 0 ? 100.0f : 5000.0f;
    return choice;
}

static void make_turn(uint64_t *state, sprite_turn turn, float *c, float *s) {
    static const float quarter[] = {1.0f, 0.0f, -1.0f, 0.0f, 1.0f};
    const uint32_t q = turn == TURN_EVEN ? 0 : random_pick(state, 4);
    if (turn != TURN_ANY || random_pick(state, 8) == 0) {
        *c = quarter[q], *s = quarter[(q + 3) % 4];
        return;
    }
    const double angle = (double)random_range(state, -3.15f, 3.15f);
    *c = (float)cos(angle), *s = (float)sin(angle);
}

static float make_scale(uint64_t *state, sprite_stretch stretch) {
    static const float odd[] = {0.0f,     -0.0f,    9.0e-19f, -9.0e-19f, HAIL_TINY, -HAIL_TINY,
                                1.0e-15f, -1.0e-6f, 0.01f,    1000.0f,   -1000.0f,  64.0f};
    static const float even[] = {0.5f, 1.0f, 2.0f, 3.0f};
    const float sign = random_pick(state, 2) == 0 ? 1.0f : -1.0f;
    if (stretch <= STRETCH_EVEN)
        return 1.0f;
    if (stretch == STRETCH_ODD && random_pick(state, 2) == 0)
        return odd[random_pick(state, 12)];
    if (random_pick(state, 4) == 0)
        return sign * even[random_pick(state, 4)];
    return sign * random_range(state, 0.2f, 3.0f);
}

static float eighths(float x) { return floorf(x * 8.0f) * 0.125f; }

/* Chooses which columns are given; their arrays are filled in either case. */
static void lend(const sprite_cast *c, const sprite_choice *choice, sprite_columns *t) {
    t->sprites = (hail_sprites){.set = c->set, .x = t->x, .y = t->y, .sprite = t->sprite, .count = choice->count};
    if (choice->turn != TURN_NONE)
        t->sprites.cos = t->cos, t->sprites.sin = t->sin;
    if (choice->stretch != STRETCH_NONE)
        t->sprites.scale_x = t->scale_x;
    if (choice->stretch == STRETCH_EVEN || choice->stretch >= STRETCH_BOTH)
        t->sprites.scale_y = t->scale_y;
    if (choice->origins)
        t->sprites.origin_x = t->origin_x, t->sprites.origin_y = t->origin_y;
}

void sprite_columns_make(sprite_cast *c, const sprite_choice *choice, sprite_columns *t) {
    uint64_t *s = &c->state;
    for (size_t i = 0; i < choice->count; i++) {
        const float x = choice->at + random_range(s, -choice->spread, choice->spread);
        const float y = choice->at * 0.5f + random_range(s, -choice->spread, choice->spread);
        t->x[i] = choice->whole ? eighths(x) : x, t->y[i] = choice->whole ? eighths(y) : y;
        if (choice->at == 0.0f && random_pick(s, 20) == 0) /* a flat sprite, whose box could lose the sign of a zero */
            t->x[i] = random_pick(s, 2) == 0 ? 0.0f : -0.0f, t->y[i] = -0.0f;
        t->sprite[i] = random_pick(s, SPRITE_DRAWINGS);
        const drawing *d = c->drawing[t->sprite[i]];
        make_turn(s, choice->turn, &t->cos[i], &t->sin[i]);
        t->scale_x[i] = make_scale(s, choice->stretch);
        t->scale_y[i] = make_scale(s, choice->stretch);
        t->origin_x[i] = origin(s, d->width), t->origin_y[i] = origin(s, d->height);
        if (!choice->whole)
            t->origin_x[i] += random_range(s, 0.0f, 1.0f), t->origin_y[i] += random_range(s, 0.0f, 1.0f);
    }
    lend(c, choice, t);
}

void sprite_columns_meet(sprite_cast *c, const sprite_choice *choice, sprite_columns *a, const sprite_columns *b) {
    uint64_t *state = &c->state;
    for (size_t i = 0; i < choice->count; i++) {
        const stance p = stance_of(&a->sprites, i, c->drawing), q = stance_of(&b->sprites, i, c->drawing);
        const drawing *d = p.of, *e = q.of;
        double px, py, qx, qy; /* a point of each, which are to coincide */
        const uint32_t y = random_pick(state, d->height + 1), x = random_pick(state, d->width + 1);
        const uint32_t y2 = random_pick(state, e->height + 1), x2 = random_pick(state, e->width + 1);
        stance_place(&p, x, y, &px, &py);
        stance_place(&q, x2, y2, &qx, &qy);
        const double far = 1.0e9;
        a->x[i] = (float)fmin(fmax(q.x + qx - px, -far), far), a->y[i] = (float)fmin(fmax(q.y + qy - py, -far), far);
        if (random_pick(state, 30) == 0)
            a->x[i] = b->x[i], a->y[i] = b->y[i];
        if (choice->whole)
            a->x[i] = eighths(a->x[i]), a->y[i] = eighths(a->y[i]);
    }
}

hail_sprites sprites_from(const hail_sprites *sprites, size_t from, size_t count) {
    hail_sprites part = *sprites;
    const float **column[] = {&part.x,       &part.y,       &part.cos,      &part.sin,
                              &part.scale_x, &part.scale_y, &part.origin_x, &part.origin_y};
    for (size_t k = 0; k < sizeof column / sizeof *column; k++)
        *column[k] = *column[k] != NULL ? *column[k] + from : NULL;
    part.sprite = part.sprite != NULL ? part.sprite + from : NULL;
    part.count = count;
    return part;
}

void sprites_pick(const hail_sprites *sprites, const uint32_t *order, sprite_columns *to) {
    const float *from[] = {sprites->x,       sprites->y,       sprites->cos,      sprites->sin,
                           sprites->scale_x, sprites->scale_y, sprites->origin_x, sprites->origin_y};
    float *column[] = {to->x, to->y, to->cos, to->sin, to->scale_x, to->scale_y, to->origin_x, to->origin_y};
    to->sprites = *sprites;
    const float **lent[] = {&to->sprites.x,       &to->sprites.y,       &to->sprites.cos,      &to->sprites.sin,
                            &to->sprites.scale_x, &to->sprites.scale_y, &to->sprites.origin_x, &to->sprites.origin_y};
    for (size_t k = 0; k < 8; k++) {
        for (size_t i = 0; from[k] != NULL && i < sprites->count; i++)
            column[k][i] = from[k][order[i]];
        *lent[k] = from[k] != NULL ? column[k] : NULL;
    }
    for (size_t i = 0; i < sprites->count; i++)
        to->sprite[i] = sprites->sprite != NULL ? sprites->sprite[order[i]] : 0;
    to->sprites.sprite = to->sprite;
}

const char *sprite_text(const hail_sprites *sprites, drawing *const *drawings, size_t instance) {
    static char texts[4][300];
    static unsigned next;
    char *text = texts[next++ % 4];
    const stance s = stance_of(sprites, instance, drawings);
    snprintf(text, sizeof texts[0],
             "instance %zu: sprite %u (%u x %u px), at (%.9g, %.9g), cos %.9g, sin %.9g, scale (%.9g, %.9g), origin "
             "(%.9g, %.9g)",
             instance, sprites->sprite != NULL ? sprites->sprite[instance] : 0, s.of->width, s.of->height, s.x, s.y,
             s.cos, s.sin, s.scale_x, s.scale_y, s.origin_x, s.origin_y);
    return text;
}

void sprite_seeds(uint32_t usual, void (*call)(uint64_t seed)) {
    uint64_t seed;
    if (random_seed_given(&seed)) {
        call(seed);
        return;
    }
    for (uint32_t i = 0; i < random_worlds(usual); i++)
        call(i);
}
