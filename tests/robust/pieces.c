/* tests/robust/pieces.c - memory that calls read and write: with bounds, and remembered. */
#include "robust.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define WATCHED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WATCHED 1
#endif
#endif
#ifdef WATCHED
#include <sanitizer/asan_interface.h>
#define POISON(p, size)   ASAN_POISON_MEMORY_REGION(p, size)
#define UNPOISON(p, size) ASAN_UNPOISON_MEMORY_REGION(p, size)
#else
#define POISON(p, size)   ((void)(p), (void)(size))
#define UNPOISON(p, size) ((void)(p), (void)(size))
#endif

enum { ROOM = 1 << 17, GAP = 64, PATTERN = 0xa5 };
static _Alignas(64) unsigned char bytes[ROOM];
static unsigned char kept[ROOM];
static piece pieces[MAX_PIECES];
static size_t count, used;

void pieces_clear(void) {
    UNPOISON(bytes, ROOM);
    memset(bytes, PATTERN, used);
    count = used = 0;
    POISON(bytes, ROOM);
}

void *piece_new(size_t size) {
    const size_t next = used + (size + GAP - 1) / GAP * GAP + GAP;
    if (count == MAX_PIECES || next > ROOM) {
        fprintf(stderr, "no room for another piece\n");
        abort();
    }
    pieces[count++] = (piece){.at = used, .size = size};
    void *made = bytes + used;
    UNPOISON(made, size);
    memset(made, PATTERN, size);
    used = next;
    return made;
}

void *piece_copy(const void *data, size_t size) { return memcpy(piece_new(size), data, size); }

void *piece_bytes(const piece *p) { return bytes + p->at; }

size_t piece_number(const piece *p) { return (size_t)(p - pieces); }

const piece *piece_at(const void *pointer) {
    for (size_t i = 0; i < count; i++) {
        if (bytes + pieces[i].at == pointer)
            return &pieces[i];
    }
    return NULL;
}

void pieces_keep(void) {
    for (size_t i = 0; i < count; i++)
        memcpy(kept + pieces[i].at, bytes + pieces[i].at, pieces[i].size);
}

const piece *piece_changed(const bool *allowed) {
    for (size_t i = 0; i < count; i++) {
        if (!allowed[i] && memcmp(kept + pieces[i].at, bytes + pieces[i].at, pieces[i].size) != 0)
            return &pieces[i];
    }
    return NULL;
}

void *nth(const void *array, size_t size, unsigned last) {
    const piece *p = piece_at(array);
    if (p == NULL)
        return NULL;
    return bytes + p->at + (last ? p->size / size - 1 : 0) * size;
}
