/* bench/sprites/plain_masks.c - see plain_masks.h. */
#include "plain_masks.h"

#include <stdlib.h>

static bool bytes_create(plain_bytes *bytes, int width, int height) {
    bytes->pitch = width + 2;
    size_t border = (size_t)bytes->pitch + 1;
    uint8_t *all = calloc((size_t)bytes->pitch * (size_t)(height + 2), 1);
    bytes->pixel = all ? all + border : NULL;
    bytes->run = calloc(2 * (size_t)height, sizeof *bytes->run);
    return bytes->pixel && bytes->run;
}

static void bytes_destroy(plain_bytes *bytes) {
    if (bytes->pixel)
        free(bytes->pixel - bytes->pitch - 1);
    free(bytes->run);
}

static void bytes_set(plain_bytes *bytes, int x, int y) {
    int *run = bytes->run + 2 * (ptrdiff_t)y;
    bytes->pixel[y * bytes->pitch + x] = 1;
    if (!run[1])
        run[0] = x;
    run[0] = plain_least(run[0], x);
    run[1] = plain_most(run[1], x + 1);
}

static bool mask_create(plain_mask *mask, const sprite_template *sprite) {
    const int left = (int)sprite->left, top = (int)sprite->top;
    mask->width = (int)sprite->right - left;
    mask->height = (int)sprite->bottom - top;
    mask->origin_x = sprite->origin_x - (float)left;
    mask->origin_y = sprite->origin_y - (float)top;
    mask->word_columns = (mask->width + 63) / 64;
    mask->words = calloc((size_t)mask->word_columns * (size_t)mask->height, sizeof *mask->words);
    bool rows = bytes_create(&mask->rows, mask->width, mask->height);
    bool columns = bytes_create(&mask->columns, mask->height, mask->width);
    if (!mask->words || !rows || !columns)
        return false;
    for (int y = 0; y < mask->height; y++)
        for (int x = 0; x < mask->width; x++)
            if (sprite_opaque(sprite, left + x, top + y)) {
                bytes_set(&mask->rows, x, y);
                bytes_set(&mask->columns, y, x);
                mask->words[mask->height * (x / 64) + y] |= (uint64_t)1 << x % 64;
            }
    return true;
}

plain_masks *plain_masks_create(const sprite_template *templates) {
    plain_masks *masks = calloc(1, sizeof *masks);
    for (size_t i = 0; masks && i < SPRITE_TEMPLATES; i++)
        if (!mask_create(&masks->of[i], &templates[i])) {
            plain_masks_destroy(masks);
            return NULL;
        }
    return masks;
}

void plain_masks_destroy(plain_masks *masks) {
    if (!masks)
        return;
    for (size_t i = 0; i < SPRITE_TEMPLATES; i++) {
        free(masks->of[i].words);
        bytes_destroy(&masks->of[i].rows);
        bytes_destroy(&masks->of[i].columns);
    }
    free(masks);
}
