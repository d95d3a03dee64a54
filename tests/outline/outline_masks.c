/* tests/outline/outline_masks.c - makes random images, fills their islands, and measures outlines. */
#include "outline_masks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/random_world.h"

bool mask_at(const mask *m, int x, int y) {
    return x >= 0 && y >= 0 && x < m->width && y < m->height && m->pixel[y][x] != 0;
}

/* ---- Kinds ------------------------------------------------------------------------------------------------------- */

static int below(uint64_t *s, int n) { return (int)random_pick(s, (uint32_t)n); }

static void disc(mask *m, double x, double y, double r, uint8_t value) {
    for (int j = 0; j < m->height; j++)
        for (int i = 0; i < m->width; i++)
            if (hypot(i + 0.5 - x, j + 0.5 - y) < r)
                m->pixel[j][i] = value;
}

static void draw_blobs(uint64_t *s, mask *m) {
    const int many = 2 + below(s, 24), side = (m->width + m->height) / 2;
    for (int k = 0; k < many; k++) {
        const double x = (double)random_range(s, 0.0f, (float)m->width),
                     y = (double)random_range(s, 0.0f, (float)m->height);
        disc(m, x, y, (double)random_range(s, 0.5f, 2.0f + (float)side * 0.25f), k % 3 != 2);
    }
}

static void draw_noise(uint64_t *s, mask *m) {
    const int percent = 5 + below(s, 91);
    for (int j = 0; j < m->height; j++)
        for (int i = 0; i < m->width; i++)
            m->pixel[j][i] = below(s, 100) < percent;
}

static void smooth(mask *m) {
    const mask was = *m;
    for (int j = 0; j < m->height; j++) {
        for (int i = 0; i < m->width; i++) {
            int around = 0;
            for (int k = 0; k < 9; k++)
                around += mask_at(&was, i + k % 3 - 1, j + k / 3 - 1);
            m->pixel[j][i] = around > 4;
        }
    }
}

static void draw_checkers(uint64_t *s, mask *m) {
    const int size = 1 + below(s, 4), spoilt = below(s, 2) == 0 ? 0 : 1 + below(s, 20);
    for (int j = 0; j < m->height; j++)
        for (int i = 0; i < m->width; i++)
            m->pixel[j][i] = (i / size + j / size) % 2 == 0;
    for (int k = 0; k < spoilt; k++)
        m->pixel[below(s, m->height)][below(s, m->width)] ^= 1;
}

static void draw_rings(uint64_t *s, mask *m) {
    const bool round = below(s, 2) == 0;
    double r = 0.5 * fmin(m->width, m->height);
    for (uint8_t value = 1; r > 0.0; value ^= 1) {
        if (round)
            disc(m, 0.5 * m->width, 0.5 * m->height, r, value);
        for (int j = (int)(0.5 * m->height - r); !round && j < 0.5 * m->height + r; j++)
            for (int i = (int)(0.5 * m->width - r); i < 0.5 * m->width + r; i++)
                m->pixel[j < 0           ? 0
                         : j < m->height ? j
                                         : m->height - 1][i < 0          ? 0
                                                          : i < m->width ? i
                                                                         : m->width - 1] = value;
        r -= 1.0 + below(s, 4);
    }
}

static void draw_lines(uint64_t *s, mask *m) {
    int x = below(s, m->width), y = below(s, m->height);
    for (int k = 2 + below(s, 8); k > 0; k--) {
        const int to_x = below(s, m->width), to_y = below(s, m->height), n = abs(to_x - x) + abs(to_y - y) + 1;
        for (int i = 0; i <= n; i++)
            m->pixel[y + (to_y - y) * i / n][x + (to_x - x) * i / n] = 1;
        x = to_x, y = to_y;
    }
}

static void draw_specks(uint64_t *s, mask *m) {
    memset(m->pixel, below(s, 2), sizeof m->pixel);
    for (int k = below(s, 12); k > 0; k--)
        m->pixel[below(s, m->height)][below(s, m->width)] ^= 1;
}

void mask_make(uint64_t seed, mask_kind kind, int side, mask *m) {
    uint64_t state = seed * 104729 + (uint64_t)kind, *s = &state;
    memset(m, 0, sizeof *m);
    m->width = 1 + below(s, kind == MASK_TINY ? 4 : side), m->height = 1 + below(s, kind == MASK_TINY ? 4 : side);
    if (seed % 4 == 1) /* quarters of px are exact in single precision; other numbers are not */
        m->origin_x = 0.25f * (float)(below(s, 4000) - 2000), m->origin_y = (float)below(s, 200);
    if (seed % 4 == 2)
        m->origin_x = random_range(s, -50.0f, 150.0f), m->origin_y = random_range(s, -50.0f, 150.0f);
    if (kind == MASK_BLOBS)
        draw_blobs(s, m);
    else if (kind == MASK_CHECKERS)
        draw_checkers(s, m);
    else if (kind == MASK_RINGS)
        draw_rings(s, m);
    else if (kind == MASK_LINES)
        draw_lines(s, m);
    else if (kind == MASK_SPECKS)
        draw_specks(s, m);
    else
        draw_noise(s, m);
    for (int k = 0; kind == MASK_SMOOTH && k < 2 + below(s, 3); k++)
        smooth(m);
}

uint32_t mask_add(const mask *m, hail_spriteset *set, bool colours) {
    static uint64_t bits[MASK_SIDE][MASK_SIDE / 64 + 1];
    static uint8_t rgba[MASK_SIDE][MASK_SIDE][4];
    hail_image image = {
        .width = (uint32_t)m->width, .height = (uint32_t)m->height, .origin_x = m->origin_x, .origin_y = m->origin_y};
    memset(bits, 0, sizeof bits);
    for (int j = 0; j < m->height; j++) {
        for (int i = 0; i < m->width; i++) {
            rgba[j][i][3] = m->pixel[j][i] != 0 ? 255 : 0;
            bits[j][i / 64] |= (uint64_t)(m->pixel[j][i] != 0) << i % 64;
        }
    }
    if (colours)
        image.rgba = &rgba[0][0][0], image.pitch = sizeof rgba[0];
    else
        image.bits = &bits[0][0], image.pitch = MASK_SIDE / 64 + 1;
    uint32_t sprite = 0;
    if (hail_spriteset_add(set, &image, &sprite) != HAIL_OK)
        abort();
    return sprite;
}

const char *mask_text(uint64_t seed, const mask *m) {
    static char text[4000];
    size_t used =
        (size_t)snprintf(text, sizeof text, "HAIL_TEST_SEED=%llu: %d x %d, origin (%.9g, %.9g)",
                         (unsigned long long)seed, m->width, m->height, (double)m->origin_x, (double)m->origin_y);
    for (int j = 0; j < m->height && (m->width + 3) * m->height < 3500; j++) {
        text[used++] = '\n';
        for (int i = 0; i < m->width; i++)
            text[used++] = m->pixel[j][i] != 0 ? '#' : '.';
        text[used] = '\0';
    }
    return text;
}

/* ---- Pieces ------------------------------------------------------------------------------------------------------ */

static void fill(const mask *m, pieces *p, int x, int y, uint32_t piece_number) {
    static int stack[8 * (MASK_SIDE + 2) * (MASK_SIDE + 2)][2];
    static const int dx[8] = {1, 0, -1, 0, 1, -1, -1, 1}, dy[8] = {0, 1, 0, -1, 1, 1, -1, -1};
    piece *of = &p->piece[piece_number];
    size_t depth = 0;
    stack[depth][0] = x, stack[depth++][1] = y;
    p->of[y + 1][x + 1] = piece_number;
    while (depth > 0) {
        const int i = stack[--depth][0], j = stack[depth][1];
        of->pixels++;
        for (int k = 0; k < (of->opaque ? 4 : 8); k++) {
            const int a = i + dx[k], b = j + dy[k];
            if (a < -1 || b < -1 || a > m->width || b > m->height || p->of[b + 1][a + 1] != UINT32_MAX ||
                mask_at(m, a, b) != of->opaque)
                continue;
            p->of[b + 1][a + 1] = piece_number;
            stack[depth][0] = a, stack[depth++][1] = b;
        }
    }
}

void pieces_find(const mask *m, uint32_t least, bool fill_holes, pieces *p) {
    memset(p->of, 0xff, sizeof p->of);
    p->count = p->outlined = 0;
    for (int y = -1; y <= m->height; y++) {
        for (int x = -1; x <= m->width; x++) {
            if (p->of[y + 1][x + 1] != UINT32_MAX)
                continue;
            piece *here = &p->piece[p->count];
            *here = (piece){.opaque = mask_at(m, x, y), .first_x = x, .first_y = y};
            fill(m, p, x, y, p->count++);
            if (p->count == 1)
                continue;
            here->around = p->of[y + 1][x]; /* what lies left of the first pixel lies around the piece */
            const piece *around = &p->piece[here->around];
            here->outlined = here->pixels >= least && (here->opaque ? !around->solid : around->outlined && !fill_holes);
            here->solid = here->opaque ? around->solid || here->outlined : around->solid && !here->outlined;
            p->outlined += here->outlined;
            if (p->count == MASK_PIECES)
                abort();
        }
    }
}

static bool pinch(const mask *m, int x, int y) {
    const bool a = mask_at(m, x, y), b = mask_at(m, x - 1, y);
    return a != b && a == mask_at(m, x - 1, y - 1) && b == mask_at(m, x, y - 1);
}

size_t mask_pinches(const mask *m) {
    size_t count = 0;
    for (int y = 1; y < m->height; y++)
        for (int x = 1; x < m->width; x++)
            count += pinch(m, x, y);
    return count;
}

double mask_pinch_distance(const mask *m, double x, double y) {
    double nearest = INFINITY;
    for (int j = (int)floor(y) - 1; j <= (int)floor(y) + 2; j++)
        for (int i = (int)floor(x) - 1; i <= (int)floor(x) + 2; i++)
            if (pinch(m, i, j))
                nearest = fmin(nearest, hypot(i - x, j - y));
    return nearest;
}

/* ---- Loops ------------------------------------------------------------------------------------------------------- */

void mask_toggle(const hail_loops *loops, size_t loop, mask *out) {
    for (size_t k = 0; k < loops_size(loops, loop); k++) {
        const spot a = loops_spot(loops, loop, k), b = loops_spot(loops, loop, k + 1);
        const double ax = (double)a.x + (double)out->origin_x, ay = (double)a.y + (double)out->origin_y;
        const double bx = (double)b.x + (double)out->origin_x, by = (double)b.y + (double)out->origin_y;
        for (int j = 0; j < out->height; j++) {
            const double y = j + 0.5;
            if ((ay > y) == (by > y))
                continue;
            const double x = ax + (bx - ax) * (y - ay) / (by - ay);
            for (int i = (int)fmax(ceil(x - 0.5), 0.0); i < out->width; i++)
                out->pixel[j][i] ^= 1;
        }
    }
}

static double off(double x, double y, const hail_loops *b, size_t loop) {
    double nearest = INFINITY;
    for (size_t k = 0; k < loops_size(b, loop); k++)
        nearest = fmin(nearest, spot_distance(x, y, loops_spot(b, loop, k), loops_spot(b, loop, k + 1)));
    return nearest;
}

double loop_vertices_off(const hail_loops *a, size_t loop_a, const hail_loops *b, size_t loop_b) {
    double furthest = 0.0;
    for (size_t k = 0; k < loops_size(a, loop_a); k++) {
        const spot p = loops_spot(a, loop_a, k);
        furthest = fmax(furthest, off((double)p.x, (double)p.y, b, loop_b));
    }
    return furthest;
}

double loop_points_off(const hail_loops *a, size_t loop_a, const hail_loops *b, size_t loop_b) {
    double furthest = 0.0;
    for (size_t k = 0; k < loops_size(a, loop_a); k++) {
        const spot p = loops_spot(a, loop_a, k), q = loops_spot(a, loop_a, k + 1);
        const double dx = (double)q.x - (double)p.x, dy = (double)q.y - (double)p.y, length = hypot(dx, dy);
        for (double t = 0.0; t < length;) { /* where it is near, it stays within for as long as that */
            const double here = off((double)p.x + dx * t / length, (double)p.y + dy * t / length, b, loop_b);
            t += fmax(furthest - here, 0.04);
            furthest = fmax(furthest, here);
        }
    }
    return furthest;
}
