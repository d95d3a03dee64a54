/* images/broken.c - images-broken: reads a WAD of two small pictures, then the same with each byte damaged or cut off
 * at each byte: it must be read or rejected with a message. Most useful under sanitizers. */
#define _POSIX_C_SOURCE 200809L
#include "images.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COLOURS = 768, MAX_BYTES = 4096 };

typedef struct draft {
    uint8_t bytes[MAX_BYTES];
    size_t size;
} draft;

static void put(draft *to, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++)
        to->bytes[to->size++] = (uint8_t)(value >> 8 * i);
}

static void put_text(draft *to, const char *text, size_t size) {
    for (size_t i = 0; i < size; i++)
        to->bytes[to->size++] = (uint8_t)(i < strlen(text) ? text[i] : '\0');
}

/* 2 x 260 pixels with the origin (1, -2): column 0 has rows 3 and 4; column 1 rows 0, 250 and (counted from there) 259.
 */
static void put_picture(draft *to) {
    static const uint8_t POSTS[] = {3, 2, 0, 7, 8, 0, 255, 0, 1, 0, 9, 0, 250, 1, 0, 9, 0, 9, 1, 0, 9, 0, 255};
    put(to, 2, 2);
    put(to, 260, 2);
    put(to, 1, 2);
    put(to, 0xfffe, 2);
    put(to, 16, 4);
    put(to, 16 + 7, 4);
    for (size_t i = 0; i < sizeof POSTS; i++)
        put(to, POSTS[i], 1);
}

static void put_entry(draft *to, const char *name, size_t at, size_t size) {
    put(to, (uint32_t)at, 4);
    put(to, (uint32_t)size, 4);
    put_text(to, name, 8);
}

static void put_wad(draft *to) {
    put_text(to, "PWAD", 4);
    put(to, 6, 4);
    put(to, 0, 4); /* where the directory is: filled in below */
    const size_t palette = to->size;
    for (uint32_t i = 0; i < COLOURS; i++)
        put(to, i / 3, 1);
    const size_t picture = to->size;
    put_picture(to);
    const size_t directory = to->size, size = directory - picture;
    put_entry(to, "PLAYPAL", palette, COLOURS);
    put_entry(to, "S_START", 0, 0);
    put_entry(to, "SHIPA0", picture, size);
    put_entry(to, "SHIPB0", picture, size);
    put_entry(to, "S_END", 0, 0);
    put_entry(to, "S_END", 0, 0);
    to->bytes[8] = (uint8_t)directory;
    to->bytes[9] = (uint8_t)(directory >> 8);
}

/* The number of pictures read; -1: the WAD was rejected; -2: without its name, or it could not be written. */
static int read_all(const char *path, const draft *from, image *first) {
    image_wad wad;
    image_error error;
    int good = 0;
    FILE *file = fopen(path, "wb");
    const bool written = file != NULL && fwrite(from->bytes, 1, from->size, file) == from->size;
    if (file == NULL || fclose(file) != 0 || !written)
        return -2;
    if (!image_wad_open(path, IMAGE_SPRITES, &wad, &error))
        return strstr(error.text, path) != NULL ? -1 : -2;
    for (size_t i = 0; i < wad.count; i++) {
        image one;
        good += image_wad_load(&wad, i, &one, &error);
        if (i == 0 && first != NULL)
            *first = one;
        else
            image_free(&one);
    }
    image_wad_close(&wad);
    return good;
}

static bool as_made(const char *path, const draft *whole) {
    image first = {0};
    const bool all = read_all(path, whole, &first) == 2;
    bool good = all && first.width == 2 && first.height == 260 && first.origin_x == 1.0f && first.origin_y == -2.0f &&
                strcmp(first.name, "SHIPA0") == 0;
    for (uint32_t i = 0; i < 2 * 260 && good; i++) {
        const uint32_t x = i % 2, y = i / 2;
        const int colour = x == 0 ? (y == 3 ? 7 : y == 4 ? 8 : -1) : y == 0 || y == 250 || y == 259 ? 9 : -1;
        const uint8_t *pixel = first.rgba + (size_t)i * 4;
        good = pixel[3] == (colour < 0 ? 0 : 255) && pixel[0] == (colour < 0 ? 0 : colour);
    }
    image_free(&first);
    return good || (puts("the undamaged test WAD is read incorrectly"), false);
}

/* Most colours are not damaged: one is like the other. */
static bool is_colour(size_t at) { return at >= 16 && at < 12 + COLOURS; }

static bool damaged(const char *path, const draft *whole, size_t *rejected) {
    static const uint8_t VALUES[] = {0, 1, 127, 128, 254, 255};
    draft copy = *whole;
    int got = 0;
    for (copy.size = 0; copy.size < whole->size && got >= -1; copy.size++) {
        if (is_colour(copy.size))
            continue;
        got = read_all(path, &copy, NULL);
        *rejected += got < 2;
    }
    for (size_t i = 0; i < whole->size && got >= -1; i++) {
        if (is_colour(i))
            continue;
        for (size_t v = 0; v < sizeof VALUES && got >= -1; v++) {
            copy.bytes[i] = VALUES[v];
            got = read_all(path, &copy, NULL);
            *rejected += got < 2;
        }
        copy.bytes[i] = whole->bytes[i];
    }
    return got >= -1 ||
           (puts("an error message does not contain the file's name, or the test file could not be written"), false);
}

int main(void) {
    static draft whole;
    char path[] = "/tmp/hail-images-XXXXXX";
    size_t rejected = 0;
    const int file = mkstemp(path);
    if (file < 0)
        return EXIT_FAILURE;
    close(file);
    put_wad(&whole);
    const bool good = as_made(path, &whole) && damaged(path, &whole, &rejected);
    remove(path);
    printf("%zu damaged WADs rejected\n", rejected);
    return good && rejected > whole.size / 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
