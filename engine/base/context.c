/* engine/base/context.c - checks the hooks of a context. */
#include "check.h"

hail_status hail_check_tasks(const hail_context *context, const hail_tasks **tasks) {
    const hail_tasks *t = context->tasks;
    HAIL_REQUIRE(hail_check_whole(context->error, "context->tasks->workers", t->workers, 1, HAIL_MAX_WORKERS));
    if (!t->enqueue)
        return hail_fail_null(context->error, "context->tasks->enqueue");
    if (!t->finish)
        return hail_fail_null(context->error, "context->tasks->finish");
    *tasks = t->workers > 1 ? t : NULL;
    return HAIL_OK;
}
