/* hail/base.h - what all headers of Hail share: units, status codes, errors, allocator, context, handles.
 *
 *     #include <hail/hail.h>
 *     hail_error error = {0};
 *     const hail_context context = {.error = &error};
 *     points.context = &context; // a call with these points says what it did not like
 *     if (status != HAIL_OK) {
 *         char text[256];
 *         hail_error_text(&error, text, sizeof text);
 *         fprintf(stderr, "%s\n", text);
 *     }
 *
 * Units: pixels, seconds, radians. Axes: x points right, y points DOWN (as in Tiled, BulletML and PNG). A positive
 * angle turns +x towards +y.
 *
 * Threads: a world belongs to one thread at a time; threads may use different worlds at the same time. Hail never
 * prints, never exits and installs no handler. Its only global state is what it remembers of the CPU, and counters that
 * number shapes and scratch, all atomic.
 *
 * For other languages: every call takes and returns structs by pointer, and every field of a struct has a fixed width.
 * Fields and arguments that say "true" mean any number but 0. */
#ifndef HAIL_BASE_H
#define HAIL_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tasks.h"

#define HAIL_VERSION_MAJOR 0
#define HAIL_VERSION_MINOR 2
#define HAIL_VERSION_PATCH 0
#define HAIL_ABI           1 /* the shared library's soversion: increases when programs must be recompiled */

#if defined(HAIL_BUILD_SHARED) && defined(_WIN32)
#define HAIL_API __declspec(dllexport)
#elif defined(HAIL_BUILD) && defined(__GNUC__) && !defined(_WIN32)
#define HAIL_API __attribute__((visibility("default")))
#else
#define HAIL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* px: the largest absolute value of a world's bounds and of coordinates in batches, rays and maps. */
#define HAIL_MAX_BOUND 1.0e9f

/* Numbers nearer to 0 than this become 0 in shapes, at spawn and in hail_write_bodies, so that no subnormal number
 * slows down a step. */
#define HAIL_TINY 1.0e-18f

/* ---- Statuses and errors ----------------------------------------------------------------------------------------- */

/* What a call returns. If it fails, the world is as before; the exceptions (steps, hail_reserve, hail_query_prepare)
 * say what they leave. */
typedef enum hail_status {
    HAIL_OK = 0,
    HAIL_BAD_ARGUMENT,      /* a null pointer, an impossible number, an unknown flag */
    HAIL_NOT_FINITE,        /* a NaN or an infinity */
    HAIL_OUT_OF_RANGE,      /* a finite number outside its documented range */
    HAIL_TOO_FEW_VERTICES,  /* a polygon with fewer than 3 */
    HAIL_TOO_MANY_VERTICES, /* a convex polygon with more than HAIL_MAX_VERTICES */
    HAIL_DEGENERATE,        /* a polygon or wall with an edge too short, a flat corner or no area; an empty sprite */
    HAIL_CONCAVE,           /* a polygon with a reflex corner or crossing edges where a convex one is required */
    HAIL_TOO_LARGE,         /* a shape that extends more than HAIL_MAX_REACH from its origin; a wall that is too long */
    HAIL_UNKNOWN_SHAPE,     /* a hail_shape that was destroyed, or does not belong to this set */
    HAIL_STALE_HANDLE,      /* the handle's body was freed, or never existed */
    HAIL_NO_COLUMN,         /* the layer does not have the column that the call wants to set */
    HAIL_UNSUPPORTED_PAIR,  /* hail_batch_predict got a pair with a circle; circles have no edges */
    HAIL_FULL,              /* the call would exceed the world's body limit or another documented limit */
    HAIL_NO_MEMORY,         /* the allocator returned NULL */
    HAIL_BUSY,              /* the call is not allowed inside the step's callback (hail_contacts_fn) */
    HAIL_UNKNOWN_VARIANT,   /* no such variant, or this CPU cannot run it; see hail_variant_name */
    HAIL_CROSSING,          /* loops of a polygon, or walls, that touch or cross themselves or each other */
    HAIL_UNCLOSED,          /* walls that do not fully enclose the sectors they name */
    HAIL_IN_USE,            /* what the call would destroy is used by a body or a world */
    HAIL_NOT_PREPARED,      /* a query asks for a layer whose index is missing or old; see hail_query_prepare */
    HAIL_STATUS_COUNT       /* the number of statuses; never returned */
} hail_status;

/* Returns an English description of a status: static text, never NULL, without a full stop at the end. */
HAIL_API const char *hail_status_text(hail_status status);

#define HAIL_NO_ELEMENT UINT64_MAX

/* What a failed call refused, and why. The caller owns it, and names it in a hail_context. A call that fails writes all
 * of it; a call that succeeds leaves it as it was. Its texts are static. */
typedef struct hail_error {
    uint32_t status;     /* a hail_status */
    uint32_t unused;     /* 0 */
    const char *field;   /* the argument, such as "columns->x" or "options->cell"; NULL if it is none in particular */
    uint64_t element;    /* the first bad element of that array; HAIL_NO_ELEMENT if it is not an array */
    double value;        /* the number that was refused; 0 if it was no number */
    double min, max;     /* what it may be; both 0 if that does not apply */
    const char *problem; /* what is wrong, in words: "is not a finite number"; never NULL after a failed call */
} hail_error;

/* Writes an error as one sentence without a full stop, such as "options->cell is -2: it must be from 0 to 1e+09".
 * Returns the sentence's length without its final 0, even if `size` is too small for it. `text` always ends with a 0,
 * and may be NULL if size is 0. */
HAIL_API size_t hail_error_text(const hail_error *error, char *text, size_t size);

/* ---- Context ----------------------------------------------------------------------------------------------------- */

/* The caller's allocator. A zeroed struct means malloc and free. */
typedef struct hail_allocator {
    void *user; /* passed to both functions */
    /* Returns `size` bytes (never 0) aligned to `align` (a power of two, at most 64), or NULL. */
    void *(*allocate)(void *user, size_t size, size_t align);
    /* Frees what `allocate` returned. size and align are the same as in that call. */
    void (*release)(void *user, void *pointer, size_t size, size_t align);
} hail_allocator;

/* How calls work: where memory comes from, which kernels run, where errors are described. Zeros are the defaults, and
 * so is NULL wherever a call takes a context.
 *
 * Worlds, sets and maps copy the context that they are created with, and use it in all their calls. Calls that take
 * arrays, and change no world, set or map, use the context given with the arrays. Three kinds of call write no error:
 * those that only look something up in a const set or map and take no context (so several threads may call them at
 * once); those whose world, set or map is NULL; and hail_convex_... without a context. */
typedef struct hail_context {
    hail_allocator allocator; /* calls that only answer questions about arrays allocate nothing */
    const char *variant;      /* a name (hail_variant_name), for hail_world_create and calls that take arrays; others
                                 ignore it. NULL or "": the default variant, see hail/variant.h. It need only last for
                                 the call. HAIL_UNKNOWN_VARIANT: it does not run here */
    hail_error *error;        /* written by calls that fail; must outlive what was created with this context, and
                                 belongs to the same thread. NULL: not wanted */
    const hail_tasks *tasks;  /* the caller's threads, for hail_world_create and calls that take arrays; others ignore
                                 them. The struct need only last for the call; hooks and `user`, as long as what was
                                 created with them. NULL: all work runs on the calling thread */
} hail_context;

/* ---- Images ------------------------------------------------------------------------------------------------------ *
 * Saved worlds and maps are images: bytes, little endian, the same on every processor and variant. */

/* Flags of calls that save and restore. */
enum {
    /* The image stays in this process, and nobody else writes to it: without a checksum, and restored without a look at
     * what is in it. A trusted image that was changed may do anything. */
    HAIL_TRUSTED = 1,
    /* hail_world_restore only: the world's maps need not be as they were when the image was saved. */
    HAIL_ANY_MAPS = 2,
    /* Worlds only: the image holds the shapes, too; a restore gives them to the world's set. */
    HAIL_SHAPES = 4
};

/* ---- Plain types ------------------------------------------------------------------------------------------------- */

/* Identifies a body until it is freed: its slot in the world, and a generation that changes when the slot is reused.
 * {0, 0} is null and never names a body. In another world the same handle may name another body. */
typedef struct hail_handle {
    uint32_t slot;
    uint32_t generation;
} hail_handle;

/* Identifies a shape template. {0, 0} is null. A shape that was destroyed, or belongs to another set, is never taken
 * for another. */
typedef struct hail_shape {
    uint32_t id;  /* its number in the set: what hail_columns.shape holds */
    uint32_t tag; /* tells it from all other shapes with this number, in any set; differs from run to run */
} hail_shape;

#ifdef __cplusplus
}
#endif

#endif
