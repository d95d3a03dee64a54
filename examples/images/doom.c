/* doom.c - the pictures of Doom's WADs (The Unofficial Doom Specs, M. Fell, 1994, chapters 2 and 5): a picture is a
 * list of columns, a column a list of posts, each some opaque pixels in a row downwards. All numbers are little-endian,
 * and none of them is trusted. */
#include "inside.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER = 12, ENTRY = 16, NAME = 8, COLOURS = 256 * 3, PICTURE = 8, LAST_POST = 255 };

static uint32_t word(const uint8_t *from) {
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static int32_t half(const uint8_t *from) {
    const int32_t value = from[0] | from[1] << 8;
    return value < 0x8000 ? value : value - 0x10000;
}

/* ---- The directory ---- */

static bool named(const uint8_t *entry, const char *name) { return strncmp((const char *)entry + 8, name, NAME) == 0; }

/* Where a lump's bytes lie; false: not in the file. */
static bool lump(const image_wad *wad, const uint8_t *entry, const uint8_t **bytes, size_t *size) {
    const size_t at = word(entry), length = word(entry + 4);
    if (at > wad->size || length > wad->size - at)
        return false;
    *bytes = wad->bytes + at;
    *size = length;
    return true;
}

/* The entry of that name from `from` to before `end`; `end`: there is none. */
static const uint8_t *find(const uint8_t *from, const uint8_t *end, const char *name) {
    while (from != end && !named(from, name))
        from += ENTRY;
    return from;
}

static bool list(image_wad *wad, const uint8_t *directory, const uint8_t *end, image_lumps kind, image_error *error) {
    const uint8_t *first = find(directory, end, kind == IMAGE_PATCHES ? "P_START" : "S_START");
    const uint8_t *last = find(first, end, kind == IMAGE_PATCHES ? "P_END" : "S_END");
    const uint8_t *colours = find(directory, end, "PLAYPAL");
    size_t size = 0;
    if (colours == end || !lump(wad, colours, &wad->palette, &size) || size < COLOURS)
        return image_fail(error, "no palette (PLAYPAL)");
    if (last == end)
        return image_fail(error, "no pictures (from %s on)", kind == IMAGE_PATCHES ? "P_START" : "S_START");
    wad->entry = malloc((size_t)(last - first) / ENTRY * sizeof *wad->entry);
    if (wad->entry == NULL)
        return image_fail(error, "no memory");
    for (const uint8_t *entry = first; entry != last; entry += ENTRY)
        if (word(entry + 4) != 0) /* markers, which may stand within each other, are empty */
            wad->entry[wad->count++] = entry;
    return true;
}

static bool open_wad(image_wad *wad, image_lumps kind, image_error *error) {
    if (wad->size < HEADER || (memcmp(wad->bytes, "IWAD", 4) != 0 && memcmp(wad->bytes, "PWAD", 4) != 0))
        return image_fail(error, "not a WAD");
    const size_t entries = word(wad->bytes + 4), at = word(wad->bytes + 8);
    if (at > wad->size || entries > (wad->size - at) / ENTRY)
        return image_fail(error, "a broken WAD: its directory reaches past its end");
    return list(wad, wad->bytes + at, wad->bytes + at + entries * ENTRY, kind, error);
}

bool image_wad_open(const char *path, image_lumps kind, image_wad *wad, image_error *error) {
    *wad = (image_wad){0};
    *error = (image_error){{0}};
    if (image_read(path, &wad->bytes, &wad->size, error) && open_wad(wad, kind, error))
        return true;
    image_wad_close(wad);
    return image_blame(error, path);
}

void image_wad_close(image_wad *wad) {
    free(wad->entry);
    free(wad->bytes);
    *wad = (image_wad){0};
}

/* ---- A picture ---- */

/* One post at `at`, in column x; *row is where the last one started, -1: none did yet. */
static bool draw_post(const image_wad *wad, const uint8_t *at, uint32_t x, int64_t *row, image *to) {
    /* A post that does not start below the one before counts from there: pictures of more than 254 rows need it. */
    *row = (int64_t)at[0] <= *row ? *row + at[0] : at[0];
    if (*row + at[1] > to->height)
        return false;
    for (uint32_t i = 0; i < at[1]; i++) {
        uint8_t *pixel = to->rgba + (((size_t)*row + i) * to->width + x) * 4;
        memcpy(pixel, wad->palette + (size_t)at[3 + i] * 3, 3); /* past a byte that nobody reads */
        pixel[3] = 255;
    }
    return true;
}

static bool draw_column(const image_wad *wad, const uint8_t *bytes, size_t size, uint32_t x, image *to) {
    size_t at = word(bytes + PICTURE + (size_t)x * 4);
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
    return false; /* more posts than rows: columns that share one long list of empty posts would take hours */
}

static bool draw(const image_wad *wad, const uint8_t *bytes, size_t size, image *to, image_error *error) {
    if (size < PICTURE)
        return image_fail(error, "no picture: %zu bytes", size);
    const int32_t width = half(bytes), height = half(bytes + 2);
    if (width <= 0 || height <= 0 || (size_t)width > (size - PICTURE) / 4)
        return image_fail(error, "no picture: %d x %d pixels in %zu bytes", width, height, size);
    if (!image_make(to, (uint32_t)width, (uint32_t)height, error))
        return false;
    to->origin_x = (float)half(bytes + 4);
    to->origin_y = (float)half(bytes + 6);
    for (uint32_t x = 0; x < to->width; x++)
        if (!draw_column(wad, bytes, size, x, to))
            return image_fail(error, "column %u reaches out of the picture", x);
    return true;
}

bool image_wad_load(const image_wad *wad, size_t number, image *to, image_error *error) {
    const uint8_t *bytes;
    size_t size;
    char name[NAME + 1] = {0};
    *to = (image){0};
    *error = (image_error){{0}};
    if (number >= wad->count)
        return image_fail(error, "the WAD has no picture %zu", number);
    memcpy(name, wad->entry[number] + 8, NAME);
    const bool there = lump(wad, wad->entry[number], &bytes, &size) || image_fail(error, "not within the file");
    if (there && draw(wad, bytes, size, to, error)) {
        memcpy(to->name, name, sizeof name);
        return true;
    }
    image_free(to);
    return image_blame(error, name);
}
