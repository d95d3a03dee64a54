/* examples/view/light.c - small glowing discs, drawn once for each quarter of a pixel, and copied from then on. */
#include "light.h"

#include <math.h>
#include <string.h>

static uint32_t shade(uint32_t rgb, float amount, float white) {
    uint32_t result = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        const float part = (float)(rgb >> shift & 255);
        const float value = (part + (255.0f - part) * white) * amount;
        result |= (uint32_t)(value > 255.0f ? 255.0f : value) << shift;
    }
    return result;
}

static float within(float value) { return value < 0.0f ? 0.0f : value > 1.0f ? 1.0f : value; }

/* The light at a distance from the middle: full inside, with a soft edge of 1 px, then a glow that fades. */
static uint32_t light_at(float distance, float radius, float glow, uint32_t rgb, bool hollow) {
    const float disc = within(radius + 0.5f - distance);
    if (hollow)
        return shade(rgb, within(1.0f - fabsf(distance - radius)), 0.0f);
    const float fade = glow > 0.0f ? within(1.0f - (distance - radius) / glow) : 0.0f;
    const float core = within(radius * 0.55f + 0.5f - distance);
    const float amount = disc > 0.45f * fade * fade ? disc : 0.45f * fade * fade;
    return shade(rgb, amount, core * 0.9f);
}

void light_make(light *to, float radius, float glow, uint32_t rgb, bool hollow) {
    const int side = 2 * (int)ceilf(radius + glow + 1.0f) + 1;
    to->side = side < LIGHT_MOST ? side : LIGHT_MOST;
    for (int phase = 0; phase < LIGHT_PHASES * LIGHT_PHASES; phase++) {
        const float middle = (float)(to->side / 2);
        const float x = middle + (float)(phase % LIGHT_PHASES) / LIGHT_PHASES;
        const float y = middle + (float)(phase / LIGHT_PHASES) / LIGHT_PHASES;
        for (int i = 0; i < to->side * to->side; i++) {
            const float dx = (float)(i % to->side) + 0.5f - x, dy = (float)(i / to->side) + 0.5f - y;
            to->pixels[phase][i] = light_at(sqrtf(dx * dx + dy * dy), radius, glow, rgb, hollow);
        }
    }
}

/* Bytes are independent: this becomes one instruction for 16 or more of them. */
static void lighten(uint8_t *restrict to, const uint8_t *restrict from, int bytes) {
    for (int i = 0; i < bytes; i++)
        to[i] = to[i] > from[i] ? to[i] : from[i];
}

static int most(int a, int b) { return a > b ? a : b; }
static int least(int a, int b) { return a < b ? a : b; }

void light_put(canvas *to, const light *of, float x, float y) {
    const float at_x = (x - to->x) * to->zoom * LIGHT_PHASES, at_y = (y - to->y) * to->zoom * LIGHT_PHASES;
    const float far = 4.0f * LIGHT_PHASES * 16384.0f;
    if (!(at_x > -far && at_x < far && at_y > -far && at_y < far))
        return;
    const int quarter_x = (int)floorf(at_x), quarter_y = (int)floorf(at_y);
    const int left = (quarter_x >> 2) - of->side / 2, top = (quarter_y >> 2) - of->side / 2;
    const uint32_t *pixels = of->pixels[(quarter_y & 3) * LIGHT_PHASES + (quarter_x & 3)];
    const int first = most(0, -left), end = least(of->side, to->width - left);
    if (first >= end)
        return;
    for (int row = most(0, -top); row < least(of->side, to->height - top); row++)
        lighten((uint8_t *)(to->pixels + (ptrdiff_t)(top + row) * to->stride + left + first),
                (const uint8_t *)(pixels + row * of->side + first), 4 * (end - first));
}
