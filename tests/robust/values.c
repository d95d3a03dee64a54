/* tests/robust/values.c - the bad values of each kind. */
#include "robust.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct value {
    const char *name;
    double number;  /* what a float or double becomes */
    uint64_t whole; /* what anything else becomes */
} value;

static const value FLOATS[] = {{"NaN", (double)NAN, 0},
                               {"infinity", (double)INFINITY, 0},
                               {"-infinity", -(double)INFINITY, 0},
                               {"the largest", (double)FLT_MAX, 0},
                               {"the lowest", -(double)FLT_MAX, 0},
                               {"the smallest", (double)FLT_MIN, 0},
                               {"a subnormal", 1e-40, 0},
                               {"-1", -1, 0},
                               {"0", 0, 0}};
static const value WHOLES[] = {
    {"0", 0, 0}, {"1", 0, 1}, {"the largest", 0, UINT64_MAX}, {"the largest int", 0, INT32_MAX}};
static const value ENUMS[] = {{"0", 0, 0}, {"one past the last", 0, 0}, {"the largest", 0, UINT32_MAX}};
static const value COUNTS[] = {{"0", 0, 0}, {"1", 0, 1}, {"SIZE_MAX", 0, UINT64_MAX}};
static const value BOOLS[] = {{"false", 0, 0}, {"true", 0, 1}};
static const value POINTERS[] = {{"NULL", 0, 0}};

#define OF(values, size)                                                                                               \
    { values, sizeof values / sizeof values[0], size }
static const struct {
    const value *values;
    size_t count, size;
} KINDS[KIND_COUNT] = {
    [KIND_POINTER] = OF(POINTERS, sizeof(void *)),
    [KIND_CHAR] = OF(WHOLES, 1),
    [KIND_BOOL] = OF(BOOLS, 1),
    [KIND_ENUM] = OF(ENUMS, sizeof(int)),
    [KIND_U8] = OF(WHOLES, 1),
    [KIND_U16] = OF(WHOLES, 2),
    [KIND_U32] = OF(WHOLES, 4),
    [KIND_U64] = OF(WHOLES, 8),
    [KIND_I32] = OF(WHOLES, 4),
    [KIND_SIZE] = OF(COUNTS, sizeof(size_t)),
    [KIND_FLOAT] = OF(FLOATS, sizeof(float)),
    [KIND_DOUBLE] = OF(FLOATS, sizeof(double)),
};

size_t values_of(robust_kind kind) { return KINDS[kind].count; }

const char *value_name(robust_kind kind, size_t bad) { return KINDS[kind].values[bad].name; }

void value_set(const void *place, const robust_target *target, size_t number) {
    const value *bad = &KINDS[target->kind].values[number];
    void *to = (void *)(uintptr_t)place; /* all of it lies in pieces or in the arguments, which are not const */
    const float single = (float)bad->number;
    const uint64_t whole = target->kind == KIND_ENUM && bad == &ENUMS[1] ? target->past : bad->whole;
    if (target->kind == KIND_FLOAT) {
        memcpy(to, &single, sizeof single);
    } else if (target->kind == KIND_DOUBLE) {
        memcpy(to, &bad->number, sizeof bad->number);
    } else {
        unsigned char bytes[8];
        for (size_t i = 0; i < sizeof bytes; i++) /* the lowest byte first, as on all machines with these sanitizers */
            bytes[i] = (unsigned char)(whole >> 8 * i);
        memcpy(to, bytes, KINDS[target->kind].size);
    }
}
