/* c11_main.c - tests c11_tasks.h: 1 to 8 workers. */
#include <stdio.h>

#include "c11_tasks.h"
#include "tasks_check.h"

int main(void) {
    bool good = true;
    for (uint32_t workers = 2; workers <= 8; workers *= 2) {
        c11_tasks *pool = c11_tasks_create(workers);
        if (!pool) {
            puts("no threads");
            return 1;
        }
        const hail_tasks tasks = c11_tasks_hooks(pool);
        good = tasks_check("C11 threads", &tasks) && good;
        c11_tasks_destroy(pool);
    }
    return !good;
}
