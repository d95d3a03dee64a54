/* tests/robust/robust.h - what the calls of the test `robust` are made of: functions, what can be bad in their
 * arguments, and pieces of memory whose bounds and contents are watched. */
#ifndef HAIL_TESTS_ROBUST_H
#define HAIL_TESTS_ROBUST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Functions (calls.c, made by generate.py) -------------------------------------------------------------------- */

typedef enum robust_kind {
    KIND_POINTER,
    KIND_CHAR,
    KIND_BOOL,
    KIND_ENUM,
    KIND_U8,
    KIND_U16,
    KIND_U32,
    KIND_U64,
    KIND_I32,
    KIND_SIZE,
    KIND_FLOAT,
    KIND_DOUBLE,
    KIND_COUNT
} robust_kind;

/* Something that can be bad: an argument, or a field or element behind one. */
typedef struct robust_target {
    const char *path; /* as the header spells it: "batch->a.count"; "x[]" is an element of an array */
    robust_kind kind;
    uint32_t past; /* of an enum: the number after its last */
} robust_target;

enum { NO_STATUS = -1, MAX_EXCEPTIONS = 4, MAX_ARGUMENTS = 256 };

/* What a failed call leaves in an argument's memory, where the header says that this is written. */
typedef struct robust_exception {
    const char *argument; /* "*": the state behind all arguments */
    enum { LEFT_ZERO, LEFT_ANYTHING } left;
} robust_exception;

typedef struct robust_function {
    const char *name;
    void (*good[2])(void *args); /* the second may be NULL */
    int (*call)(void *args);     /* returns a hail_status or NO_STATUS */
    /* Where a target lies; in arrays in the first or the last element. NULL: the good arguments do not have it. */
    const void *(*find)(void *args, unsigned target, unsigned last);
    const robust_target *targets;
    unsigned count;
    const char *channel; /* the path to the world, set, map or context whose error the call writes; "": it has none */
    robust_exception exceptions[MAX_EXCEPTIONS];
} robust_function;

extern const robust_function robust_functions[];
extern const unsigned robust_function_count;

/* The error may name another field than the bad one. */
typedef struct robust_name {
    const char *function; /* "*": any */
    const char *name, *other;
} robust_name;

extern const robust_name robust_names[];
extern const unsigned robust_name_count;

/* What no good arguments of a function have: paths that start so. */
typedef struct robust_absence {
    const char *function, *path;
} robust_absence;

extern const robust_absence robust_absences[];
extern const unsigned robust_absence_count;

/* ---- Bad values (values.c) --------------------------------------------------------------------------------------- */

size_t values_of(robust_kind kind);
const char *value_name(robust_kind kind, size_t bad);
void value_set(const void *place, const robust_target *target, size_t bad);

/* ---- Checks (checks.c) ------------------------------------------------------------------------------------------- */

/* Reports what is wrong with the case that is running. */
void fault(const robust_function *function, const char *text);

/* After a failed call. args: the arguments it was called with; digest, blocks: of the fixture, before. */
void check_unchanged(const robust_function *function, void *args, uint64_t digest, size_t blocks);

/* The same, of the hail_error. target: what was bad, or NULL. */
void check_error(const robust_function *function, const robust_target *target, int status);

/* ---- Pieces ------------------------------------------------------------------------------------------------------ */

/* Memory that calls read and write. What lies between two pieces is out of bounds for AddressSanitizer. */
typedef struct piece {
    size_t at, size;
} piece;

void pieces_clear(void);
void *piece_new(size_t size); /* filled with a pattern */
void *piece_copy(const void *data, size_t size);
const piece *piece_at(const void *pointer);      /* the piece that starts there, or NULL */
void pieces_keep(void);                          /* remembers what all pieces hold */
const piece *piece_changed(const bool *allowed); /* the first that has changed since; NULL: none */
size_t piece_number(const piece *p);
void *piece_bytes(const piece *p);

enum { MAX_PIECES = 256 };

/* The first or last element of the array that starts there. NULL: it is no piece. */
void *nth(const void *array, size_t size, unsigned last);

#endif
