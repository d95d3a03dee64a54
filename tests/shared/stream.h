/* tests/shared/stream.h - small things that whole-world tests share: a callback that keeps the stream, and digests. */
#ifndef HAIL_TESTS_STREAM_H
#define HAIL_TESTS_STREAM_H

#include <hail/hail.h>

typedef struct stream {
    hail_contact *contact;
    size_t count, room, windows, widest;
} stream;

/* A hail_contacts_fn; the context is a stream, which begins as zeros. Aborts when memory runs out. */
void stream_take(const hail_contact *contacts, size_t count, void *stream);
void stream_clear(stream *s); /* for the next step: keeps the room */
void stream_free(stream *s);

/* A stream that also notes whether a window held contacts of two rules. */
typedef struct stream_listener {
    stream s;
    bool mixed;
} stream_listener;

/* A hail_contacts_fn; the context is a stream_listener. */
void stream_listen(const hail_contact *contacts, size_t count, void *listener);

/* Every layer's columns as they lie, index by index, and every rule: what "leaves the world as it was" must keep. */
uint64_t world_fingerprint(hail_world *world);

/* The same, whatever the order within the columns. */
uint64_t world_digest(hail_world *world);

#endif
