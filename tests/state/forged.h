/* tests/state/forged.h - images that no save has written: truncated ones, random changes behind a repaired checksum,
 * noise. They are refused with nothing changed and no memory taken, or accepted and used. */
#ifndef HAIL_TESTS_STATE_FORGED_H
#define HAIL_TESTS_STATE_FORGED_H

#include <hail/hail.h>

/* An allocator that counts. */
typedef struct counted {
    size_t bytes, peak;
} counted;
hail_allocator counted_allocator(counted *c);

/* What images are restored into. */
typedef struct forged_target {
    void *thing;
    hail_status (*restore)(void *thing, uint32_t flags, const void *image, size_t size);
    uint64_t (*hash)(void *thing);
    void (*use)(void *thing, uint64_t number);   /* as a game does, after a forged image was accepted */
    size_t (*save)(void *thing, uint8_t *image); /* NULL: an accepted image need not be what is saved then */
    counted *memory;
    uint32_t head; /* words, for the changes: these are picked more often */
    size_t grows;  /* memory that a refused image may take meanwhile, in sizes of the image */
} forged_target;

typedef struct forged {
    forged_target target;
    uint8_t *good, *bad;
    size_t size;
    uint64_t seed, state, before;
    size_t accepted, refused;
} forged;

/* Takes a good image over: malloc's, of the target's present state. */
void forged_begin(forged *f, const forged_target *target, uint64_t seed, uint8_t *good, size_t size);
void forged_end(forged *f);

/* Restores f->bad with its checksum repaired; it may be refused, or accepted: then it is used, and the good one
 * restored. Returns whether it was accepted. */
bool forged_try(forged *f);

/* The same with an image that must be refused. */
void forged_refuse(forged *f, const char *what);

void forged_truncations(forged *f);

/* One changed bit, behind a checksum that is not repaired. */
void forged_flips(forged *f);
void forged_changes(forged *f, uint32_t images);
void forged_noise(forged *f, uint32_t images);

#endif
