/* bench/sprites/plain_aligned.c - pairs that are neither rotated nor stretched, in scalar code; see plain_masks.h. */
#include "plain_masks.h"

#include <math.h>

/* The part of a's mask that is over b's: pixel (x, y) of a is over (x + by_x, y + by_y). */
typedef struct shared {
    const plain_mask *a, *b;
    int left, right, top, bottom, by_x, by_y;
} shared;

/* A pixel's centre is half a pixel from its corner, so halves round up. */
static inline shared share(const plain_masks *masks, const sprite_instances *at, uint32_t a, uint32_t b) {
    const plain_mask *one = &masks->of[at->sprite[a]], *other = &masks->of[at->sprite[b]];
    const float x = (at->x[a] - one->origin_x) - (at->x[b] - other->origin_x);
    const float y = (at->y[a] - one->origin_y) - (at->y[b] - other->origin_y);
    const int by_x = (int)floorf(x + 0.5f), by_y = (int)floorf(y + 0.5f);
    return (shared){one,
                    other,
                    plain_most(0, -by_x),
                    plain_least(one->width, other->width - by_x),
                    plain_most(0, -by_y),
                    plain_least(one->height, other->height - by_y),
                    by_x,
                    by_y};
}

/* A row has fewer than 256 pixels, so a byte can count them, and the compiler uses vectors of bytes. */
uint32_t plain_aligned(const plain_masks *masks, const sprite_instances *at, uint32_t a, uint32_t b, bool stop) {
    const shared over = share(masks, at, a, b);
    const int width = over.right - over.left;
    uint32_t sum = 0;
    for (int y = over.top; y < over.bottom && !(stop && sum); y++) {
        const uint8_t *one = over.a->rows.pixel + y * over.a->rows.pitch + over.left;
        const uint8_t *other = over.b->rows.pixel + (y + over.by_y) * over.b->rows.pitch + over.left + over.by_x;
        uint8_t row = 0;
        for (int x = 0; x < width; x++)
            row = (uint8_t)(row + (one[x] & other[x]));
        sum += row;
    }
    return sum;
}

/* The same, a pixel at a time: the compiler is kept from using vectors. */
#if defined(__GNUC__) && !defined(__clang__)
__attribute__((optimize("no-tree-vectorize")))
#endif
uint32_t
plain_aligned_pixels(const plain_masks *masks, const sprite_instances *at, uint32_t a, uint32_t b, bool stop) {
    const shared over = share(masks, at, a, b);
    uint32_t sum = 0;
    for (int y = over.top; y < over.bottom && !(stop && sum); y++) {
        const uint8_t *one = over.a->rows.pixel + y * over.a->rows.pitch;
        const uint8_t *other = over.b->rows.pixel + (y + over.by_y) * over.b->rows.pitch + over.by_x;
#if defined(__clang__)
#pragma clang loop vectorize(disable)
#endif
        for (int x = over.left; x < over.right; x++)
            sum += one[x] & other[x];
    }
    return sum;
}

/* Words are stored by columns of words: what a pair of columns shares is one loop over rows, without branches. */
static inline uint32_t count_words(const uint64_t *one, const uint64_t *other, int shift, int rows) {
    uint32_t sum = 0;
    if (shift >= 0)
        for (int y = 0; y < rows; y++)
            sum += (uint32_t)__builtin_popcountll(one[y] >> shift & other[y]);
    else
        for (int y = 0; y < rows; y++)
            sum += (uint32_t)__builtin_popcountll(one[y] & other[y] >> -shift);
    return sum;
}

static inline bool any_words(const uint64_t *one, const uint64_t *other, int shift, int rows) {
    for (int y = 0; y < rows; y++)
        if (shift >= 0 ? one[y] >> shift & other[y] : one[y] & other[y] >> -shift)
            return true;
    return false;
}

uint32_t plain_aligned_tuned(const plain_masks *masks, const sprite_instances *at, uint32_t a, uint32_t b, bool stop) {
    const shared over = share(masks, at, a, b);
    const int rows = over.bottom - over.top;
    uint32_t sum = 0;
    if (over.right <= over.left || rows <= 0)
        return 0;
    for (int i = 0; i < over.a->word_columns; i++)
        for (int k = 0; k < over.b->word_columns; k++) {
            const int shift = 64 * k - 64 * i - over.by_x;
            if (shift <= -64 || shift >= 64)
                continue;
            const uint64_t *one = over.a->words + i * over.a->height + over.top;
            const uint64_t *other = over.b->words + k * over.b->height + over.top + over.by_y;
            if (!stop)
                sum += count_words(one, other, shift, rows);
            else if (any_words(one, other, shift, rows))
                return 1;
        }
    return sum;
}
