/* examples/doom/wad.h - reads WADs (M. Fell, The Unofficial Doom Specs, 1994, chapter 2): files of named lumps. Their
 * numbers are little-endian, and all are checked. */
#ifndef DOOM_WAD_H
#define DOOM_WAD_H

#include "../common/file.h"

enum { WAD_NAME = 8 /* letters at most; a 0 ends it earlier */ };

typedef struct wad_file {
    uint8_t *bytes; /* the whole file */
    size_t size;
    const uint8_t *directory; /* in `bytes` */
    size_t count;             /* entries of the directory */
} wad_file;

/* Reads a WAD; to be closed with wad_close. On failure `error` names the file, and there is nothing to close. */
bool wad_open(const char *path, wad_file *to, file_error *error);
void wad_close(wad_file *of);

/* The first entry of a name, from `from` to before `end` (at most of->count); `end`: there is none. */
size_t wad_find(const wad_file *of, size_t from, size_t end, const char *name);

/* The name of an entry, 0-terminated. */
void wad_name(const wad_file *of, size_t entry, char name[WAD_NAME + 1]);

/* The bytes of an entry's lump. False: they lie outside of the file. The offset of a lump without bytes is not checked.
 * */
bool wad_lump(const wad_file *of, size_t entry, const uint8_t **bytes, size_t *size);

static inline uint32_t wad_word(const uint8_t *from) {
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static inline uint32_t wad_half(const uint8_t *from) { return from[0] | (uint32_t)from[1] << 8; }

/* The same as a signed number. */
static inline int32_t wad_short(const uint8_t *from) {
    const int32_t value = (int32_t)wad_half(from);
    return value < 0x8000 ? value : value - 0x10000;
}

#endif
