/* images/doom.c - pictures in Doom's WADs (M. Fell, The Unofficial Doom Specs, 1994, chapter 5): a picture is a list of
 * columns, a column a list of posts, a post a vertical run of opaque pixels. */
#include "inside.h"

#include <stdlib.h>
#include <string.h>

enum { COLOURS = 256 * 3, PICTURE = 8, LAST_POST = 255 };

/* ---- The directory ---- */

/* False: no memory. */
static bool list(image_wad *wad, size_t first, size_t last) {
    wad->entry = malloc((last - first) * sizeof *wad->entry);
    for (size_t entry = first; wad->entry != NULL && entry < last; entry++) {
        const uint8_t *bytes;
        size_t size;
        /* Not the markers, which are empty and may be nested. */
        if (!wad_lump(&wad->file, entry, &bytes, &size) || size != 0)
            wad->entry[wad->count++] = entry;
    }
    return wad->entry != NULL;
}

static bool find(image_wad *wad, image_lumps kind, image_error *error) {
    const size_t end = wad->file.count;
    const size_t first = wad_find(&wad->file, 0, end, kind == IMAGE_PATCHES ? "P_START" : "S_START");
    const size_t last = wad_find(&wad->file, first, end, kind == IMAGE_PATCHES ? "P_END" : "S_END");
    const size_t colours = wad_find(&wad->file, 0, end, "PLAYPAL");
    size_t size = 0;
    if (colours == end || !wad_lump(&wad->file, colours, &wad->palette, &size) || size < COLOURS)
        return file_fail(error, "no palette (PLAYPAL)");
    if (last == end)
        return file_fail(error, "no pictures (from %s on)", kind == IMAGE_PATCHES ? "P_START" : "S_START");
    return list(wad, first, last) || file_fail(error, "out of memory");
}

bool image_wad_open(const char *path, image_lumps kind, image_wad *wad, image_error *error) {
    *wad = (image_wad){0};
    if (!wad_open(path, &wad->file, error))
        return false;
    if (find(wad, kind, error))
        return true;
    image_wad_close(wad);
    return file_blame(error, path);
}

void image_wad_close(image_wad *wad) {
    free(wad->entry);
    wad_close(&wad->file);
    *wad = (image_wad){0};
}

/* ---- A picture ---- */

/* Draws the post at `at` in column x; *row is the first row of the post before; -1: there is none. */
static bool draw_post(const image_wad *wad, const uint8_t *at, uint32_t x, int64_t *row, image *to) {
    /* A first row that is not below that of the post before is relative to it: so columns can be over 254 rows high. */
    *row = (int64_t)at[0] <= *row ? *row + at[0] : at[0];
    if (*row + at[1] > to->height)
        return false;
    for (uint32_t i = 0; i < at[1]; i++) {
        uint8_t *pixel = to->rgba + (((size_t)*row + i) * to->width + x) * 4;
        memcpy(pixel, wad->palette + (size_t)at[3 + i] * 3, 3); /* 3: row, length and an unused byte come first */
        pixel[3] = 255;
    }
    return true;
}

static bool draw_column(const image_wad *wad, const uint8_t *bytes, size_t size, uint32_t x, image *to) {
    size_t at = wad_word(bytes + PICTURE + (size_t)x * 4);
    int64_t row = -1;
    for (uint32_t posts = 0; posts <= to->height; posts++) {
        if (at >= size)
            return false;
        if (bytes[at] == LAST_POST)
            return true;
        if (size - at < 4 || size - at - 4 < bytes[at + 1] || !draw_post(wad, bytes + at, x, &row, to))
            return false;
        at += (size_t)bytes[at + 1] + 4;
    }
    return false; /* more posts than rows: a long list of empty posts, shared by many columns, would take hours */
}

static bool draw(const image_wad *wad, const uint8_t *bytes, size_t size, image *to, image_error *error) {
    if (size < PICTURE)
        return file_fail(error, "not a picture: only %zu bytes", size);
    const int32_t width = wad_short(bytes), height = wad_short(bytes + 2);
    if (width <= 0 || height <= 0 || (size_t)width > (size - PICTURE) / 4)
        return file_fail(error, "not a picture: %d x %d pixels in %zu bytes", width, height, size);
    if (!image_make(to, (uint32_t)width, (uint32_t)height, error))
        return false;
    to->origin_x = (float)wad_short(bytes + 4);
    to->origin_y = (float)wad_short(bytes + 6);
    for (uint32_t x = 0; x < to->width; x++)
        if (!draw_column(wad, bytes, size, x, to))
            return file_fail(error, "column %u extends beyond the picture", x);
    return true;
}

bool image_wad_load(const image_wad *wad, size_t number, image *to, image_error *error) {
    const uint8_t *bytes;
    size_t size;
    char name[WAD_NAME + 1];
    *to = (image){0};
    *error = (image_error){{0}};
    if (number >= wad->count)
        return file_fail(error, "picture %zu does not exist in the WAD", number);
    wad_name(&wad->file, wad->entry[number], name);
    const bool there =
        wad_lump(&wad->file, wad->entry[number], &bytes, &size) || file_fail(error, "lies outside the file");
    if (there && draw(wad, bytes, size, to, error)) {
        memcpy(to->name, name, sizeof name);
        return true;
    }
    image_free(to);
    return file_blame(error, name);
}
