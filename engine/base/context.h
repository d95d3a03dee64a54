/* engine/base/context.h - what a context means inside the library: its kernels, and where its errors go. */
#ifndef HAIL_BASE_CONTEXT_H
#define HAIL_BASE_CONTEXT_H

#include <string.h>

#include "error.h"
#include "variants.h"

static inline hail_error *context_error(const hail_context *context) { return context ? context->error : NULL; }

/* Finds the context's kernels; HAIL_UNKNOWN_VARIANT, and *kernels is NULL, if its variant does not run here. */
static inline hail_status context_kernels(const hail_context *context, const hail_kernels **kernels) {
    const char *name = context ? context->variant : NULL;
    *kernels = hail_kernels_default();
    if (name && *name && name != (*kernels)->name) /* the default's own name need not be compared */
        *kernels = hail_kernels_named(name);
    if (*kernels)
        return HAIL_OK;
    hail_fail(context_error(context), HAIL_UNKNOWN_VARIANT, "context->variant", "names no variant that runs here");
    return HAIL_UNKNOWN_VARIANT;
}

/* Finds the context's tasks, and checks them: HAIL_BAD_ARGUMENT, HAIL_OUT_OF_RANGE. *tasks is NULL if all is to run on
 * the calling thread. */
hail_status hail_check_tasks(const hail_context *context, const hail_tasks **tasks);

static inline hail_status hail_context_tasks(const hail_context *context, const hail_tasks **tasks) {
    *tasks = NULL;
    return context && context->tasks ? hail_check_tasks(context, tasks) : HAIL_OK;
}

/* Checks the parts of a context that a call with memory keeps. */
static inline hail_status context_check(const hail_context *context) {
    if (context && (context->allocator.allocate == NULL) != (context->allocator.release == NULL))
        return hail_fail(context->error, HAIL_BAD_ARGUMENT, "context->allocator", "has only one of its two functions");
    return HAIL_OK;
}

#endif
