/* examples/doom/wad.c - the directory and the lumps of a WAD. */
#include "wad.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER = 12, ENTRY = 16 }; /* bytes */

static bool directory(wad_file *to, file_error *error) {
    if (to->size < HEADER || (memcmp(to->bytes, "IWAD", 4) != 0 && memcmp(to->bytes, "PWAD", 4) != 0))
        return file_fail(error, "not a WAD");
    const size_t entries = wad_word(to->bytes + 4), at = wad_word(to->bytes + 8);
    if (at > to->size || entries > (to->size - at) / ENTRY)
        return file_fail(error, "a damaged WAD: its directory reaches past its end");
    to->directory = to->bytes + at;
    to->count = entries;
    return true;
}

bool wad_open(const char *path, wad_file *to, file_error *error) {
    *to = (wad_file){0};
    *error = (file_error){{0}};
    if (file_read(path, &to->bytes, &to->size, error) && directory(to, error))
        return true;
    wad_close(to);
    return file_blame(error, path);
}

void wad_close(wad_file *of) {
    free(of->bytes);
    *of = (wad_file){0};
}

static const uint8_t *entry_of(const wad_file *of, size_t entry) { return of->directory + entry * ENTRY; }

size_t wad_find(const wad_file *of, size_t from, size_t end, const char *name) {
    while (from < end && strncmp((const char *)entry_of(of, from) + 8, name, WAD_NAME) != 0)
        from++;
    return from;
}

void wad_name(const wad_file *of, size_t entry, char name[WAD_NAME + 1]) {
    memcpy(name, entry_of(of, entry) + 8, WAD_NAME);
    name[WAD_NAME] = '\0';
}

bool wad_lump(const wad_file *of, size_t entry, const uint8_t **bytes, size_t *size) {
    const size_t at = wad_word(entry_of(of, entry)), length = wad_word(entry_of(of, entry) + 4);
    if (length > 0 && (at > of->size || length > of->size - at))
        return false;
    *bytes = length > 0 ? of->bytes + at : of->bytes;
    *size = length;
    return true;
}
