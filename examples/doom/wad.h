/* wad.h - the directory of one of Doom's WADs (The Unofficial Doom Specs, M. Fell, 1994, chapter 2): a file of lumps,
 * each with a name. All numbers in it are little-endian, and none of them is trusted. */
#ifndef DOOM_WAD_H
#define DOOM_WAD_H

#include "../common/file.h"

enum { WAD_NAME = 8 /* letters, fewer where a 0 comes before */ };

typedef struct wad_file {
    uint8_t *bytes; /* the whole file */
    size_t size;
    const uint8_t *directory; /* in there */
    size_t count;             /* entries of it */
} wad_file;

/* wad_close gives it back. On failure `error` says which file and why, and there is nothing to give back. */
bool wad_open(const char *path, wad_file *to, file_error *error);
void wad_close(wad_file *of);

/* The first entry of that name from `from` to before `end` (at most of->count); `end`: there is none. */
size_t wad_find(const wad_file *of, size_t from, size_t end, const char *name);

/* The name of an entry, with a 0 behind it. */
void wad_name(const wad_file *of, size_t entry, char name[WAD_NAME + 1]);

/* Where its lump's bytes lie; false: not within the file. One of no bytes, a marker, may say that it lies anywhere. */
bool wad_lump(const wad_file *of, size_t entry, const uint8_t **bytes, size_t *size);

static inline uint32_t wad_word(const uint8_t *from) {
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static inline uint32_t wad_half(const uint8_t *from) { return from[0] | (uint32_t)from[1] << 8; }

/* The same with a sign. */
static inline int32_t wad_short(const uint8_t *from) {
    const int32_t value = (int32_t)wad_half(from);
    return value < 0x8000 ? value : value - 0x10000;
}

#endif
