/* hail/base.h - what every other header of Hail uses: version, status codes, allocator, handles.
 *
 * Units everywhere: pixels, seconds, radians. Axes: x to the right, y DOWN (as in Tiled, BulletML and PNG); a positive
 * angle turns +x towards +y.
 *
 * Threads: a world belongs to one thread at a time; different worlds may be used by different threads at once. Hail
 * keeps no global state that a call writes, never prints, never exits and installs no handler. */
#ifndef HAIL_BASE_H
#define HAIL_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HAIL_VERSION_MAJOR 0
#define HAIL_VERSION_MINOR 1
#define HAIL_VERSION_PATCH 0
#define HAIL_ABI           0 /* the shared library's soversion: grows when a program must be compiled anew */

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

/* px: the furthest from the origin that a world's bounds, or a batch's, ray's or map's numbers, may lie. */
#define HAIL_MAX_BOUND 1.0e9f

/* What a call answers. Every call but hail_step leaves the world as it was unless it answers HAIL_OK. */
typedef enum hail_status {
    HAIL_OK = 0,
    HAIL_BAD_ARGUMENT,      /* a null pointer, an impossible number, an unknown flag */
    HAIL_NOT_FINITE,        /* a NaN or an infinity where a number belongs */
    HAIL_OUT_OF_RANGE,      /* a finite number outside its documented range */
    HAIL_TOO_FEW_VERTICES,  /* a polygon with fewer than 3 */
    HAIL_TOO_MANY_VERTICES, /* a polygon with more than HAIL_MAX_VERTICES */
    HAIL_DEGENERATE,        /* a polygon with a zero-length edge, a flat corner or no area */
    HAIL_CONCAVE,           /* a polygon with a reflex corner or crossing edges */
    HAIL_TOO_LARGE,         /* a shape that reaches further than HAIL_MAX_REACH from its origin */
    HAIL_UNKNOWN_SHAPE,     /* a hail_shape that this world did not make */
    HAIL_STALE_HANDLE,      /* the body behind the handle is gone, or never was */
    HAIL_NO_COLUMN,         /* the layer does not have the column that the call wants to set */
    HAIL_UNSUPPORTED_PAIR,  /* hail_batch_predict was asked about a circle, which has no edges */
    HAIL_FULL,              /* the world's hard cap on bodies, or a table's limit, would be passed */
    HAIL_NO_MEMORY,         /* the allocator gave nothing */
    HAIL_BUSY,              /* called from inside the step's callback, where only columns and despawn are open */
    HAIL_UNKNOWN_ISA,       /* no variant of that name, or this CPU cannot run it; see hail_isa_names */
    HAIL_CROSSING,          /* a polygon whose loops touch or cross themselves or each other */
    HAIL_UNCLOSED,          /* walls that do not enclose the sectors that they name */
    HAIL_STATUS_COUNT       /* how many there are; never returned */
} hail_status;

/* A sentence in English for a status; never NULL, static, without a final full stop. */
HAIL_API const char *hail_status_text(hail_status status);

/* The caller's allocator. A zeroed struct means malloc and free.
 * allocate: `size` bytes (never 0) at a multiple of `align` (a power of two, at most 64), or NULL.
 * release:  gets back the very pointer, and the size and alignment it was asked for with. */
typedef struct hail_allocator {
    void *context;
    void *(*allocate)(void *context, size_t size, size_t align);
    void (*release)(void *context, void *pointer, size_t size, size_t align);
} hail_allocator;

/* A body's name for life: a world-wide slot and the generation of its use. {0, 0} is null and never names a body. */
typedef struct hail_handle {
    uint32_t slot;
    uint32_t generation;
} hail_handle;

/* A shape template's name within its world. {0} is null. */
typedef struct hail_shape {
    uint32_t id;
} hail_shape;

/* ---- Instruction sets -------------------------------------------------------------------------------------------- *
 * The kernels are built once per variant: "reference" (plain scalar C), then, on x86-64, "sse2" (4 lanes), "avx2" (8)
 * and "avx512" (16); elsewhere "generic" (4 lanes through SIMDe, which is NEON on AArch64). Every variant gives the
 * same bits. A world uses the widest that this CPU can run, unless the environment variable HAIL_ISA or its options
 * name one. */

/* How many variants this CPU can run, and the name of one of them (0 is "reference", widest last; NULL past the end).
 */
HAIL_API size_t hail_isa_count(void);
HAIL_API const char *hail_isa_name(size_t number);

/* Whether a variant of that name can run here: HAIL_OK or HAIL_UNKNOWN_ISA (HAIL_BAD_ARGUMENT: NULL). Writes at most
 * `size` bytes of text to `message` (may be NULL with size 0), always terminated: on failure a sentence that lists the
 * valid names. */
HAIL_API hail_status hail_isa_check(const char *name, char *message, size_t size);

/* A variant to give to batch functions; lives for ever. name NULL: what HAIL_ISA names, else the widest. NULL: there is
 * none of that name, or this CPU cannot run it. */
typedef struct hail_kernels hail_isa;
HAIL_API const hail_isa *hail_isa_find(const char *name);

#ifdef __cplusplus
}
#endif

#endif
