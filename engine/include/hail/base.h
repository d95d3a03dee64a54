/* hail/base.h - what all headers of Hail share: units, status codes, allocator, handles, instruction sets.
 *
 *     for (size_t i = 0; i < hail_isa_count(); i++)
 *         printf("this CPU runs %s\n", hail_isa_name(i));
 *     char why[256];
 *     if (hail_isa_check(name, why, sizeof why) != HAIL_OK)
 *         fprintf(stderr, "%s\n", why);
 *     if (status != HAIL_OK)
 *         fprintf(stderr, "%s\n", hail_status_text(status));
 *
 * Units: pixels, seconds, radians. Axes: x points right, y points DOWN (as in Tiled, BulletML and PNG). A positive
 * angle turns +x towards +y.
 *
 * Threads: a world belongs to one thread at a time; threads may use different worlds at the same time. No call writes
 * global state. Hail never prints, never exits and installs no handler. */
#ifndef HAIL_BASE_H
#define HAIL_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HAIL_VERSION_MAJOR 0
#define HAIL_VERSION_MINOR 1
#define HAIL_VERSION_PATCH 0
#define HAIL_ABI           0 /* the shared library's soversion: increases when programs must be recompiled */

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

/* Numbers nearer to 0 than this become 0 in shapes, at spawn and in setters, so that no subnormal number slows down a
 * step. */
#define HAIL_TINY 1.0e-18f

/* What a call returns. If a call other than hail_step or hail_reserve fails, the world is as before. */
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
    HAIL_UNKNOWN_SHAPE,     /* a hail_shape that does not belong to this world */
    HAIL_STALE_HANDLE,      /* the handle's body was freed, or never existed */
    HAIL_NO_COLUMN,         /* the layer does not have the column that the call wants to set */
    HAIL_UNSUPPORTED_PAIR,  /* hail_batch_predict got a pair with a circle; circles have no edges */
    HAIL_FULL,              /* the call would exceed the world's body limit or another documented limit */
    HAIL_NO_MEMORY,         /* the allocator returned NULL */
    HAIL_BUSY,              /* the call is not allowed inside the step's callback (hail_contacts_fn) */
    HAIL_UNKNOWN_ISA,       /* unknown instruction set, or this CPU cannot run it; see hail_isa_name */
    HAIL_CROSSING,          /* loops of a polygon, or walls, that touch or cross themselves or each other */
    HAIL_UNCLOSED,          /* walls that do not fully enclose the sectors they name */
    HAIL_STATUS_COUNT       /* the number of statuses; never returned */
} hail_status;

/* The caller's allocator. A zeroed struct means malloc and free. */
typedef struct hail_allocator {
    void *context; /* passed to both functions */
    /* Returns `size` bytes (never 0) aligned to `align` (a power of two, at most 64), or NULL. */
    void *(*allocate)(void *context, size_t size, size_t align);
    /* Frees what `allocate` returned. size and align are the same as in that call. */
    void (*release)(void *context, void *pointer, size_t size, size_t align);
} hail_allocator;

/* Identifies a body until it is freed: its slot in the world, and a generation that changes when the slot is reused.
 * {0, 0} is null and never names a body. */
typedef struct hail_handle {
    uint32_t slot;
    uint32_t generation;
} hail_handle;

/* Identifies a shape template within its world. {0} is null. */
typedef struct hail_shape {
    uint32_t id;
} hail_shape;

/* One build of Hail's kernels; see "Instruction sets" below. */
typedef struct hail_kernels hail_isa;

/* Returns an English description of a status: static text, never NULL, without a full stop at the end. */
HAIL_API const char *hail_status_text(hail_status status);

/* ---- Instruction sets -------------------------------------------------------------------------------------------- *
 * Hail contains one build of its kernels (inner loops) per instruction set, called a variant: "reference" (plain scalar
 * C), and on x86 "sse2" (4 lanes), "avx2" (8) and "avx512" (16); elsewhere "generic" (4 lanes through SIMDe, which is
 * NEON on AArch64). All variants give the same bits.
 *
 * Worlds, and calls that take arrays, use the widest variant that this CPU runs, unless their options or `isa` choose
 * another. The environment variable HAIL_ISA replaces that default if it is set and not empty. Three kinds of calls
 * read it: hail_world_create without a name in its options, calls whose `isa` is NULL, and hail_isa_find(NULL). If it
 * names no variant that runs here, they return HAIL_UNKNOWN_ISA (hail_isa_find: NULL). No thread may change the
 * environment during such a call. */

/* Returns the number of variants that this CPU can run. */
HAIL_API size_t hail_isa_count(void);

/* Returns the name of a variant: 0 is "reference", the widest is last. NULL if `number` is too large. */
HAIL_API const char *hail_isa_name(size_t number);

/* Checks whether this CPU can run the variant `name`. HAIL_OK, or HAIL_UNKNOWN_ISA and a message that lists the valid
 * names. HAIL_BAD_ARGUMENT: name is NULL.
 *
 *   message  at most `size` bytes are written, always terminated; empty unless HAIL_UNKNOWN_ISA. May be NULL */
HAIL_API hail_status hail_isa_check(const char *name, char *message, size_t size);

/* Finds the variant `name`, for calls that take arrays. The pointer stays valid for ever. Returns NULL if there is no
 * such variant, or this CPU cannot run it. name NULL: finds the default described above. */
HAIL_API const hail_isa *hail_isa_find(const char *name);

#ifdef __cplusplus
}
#endif

#endif
