/* openmp_main.c - tests openmp_tasks.h. */
#include "openmp_tasks.h"
#include "tasks_check.h"

int main(void) {
    bool good = true;
    for (uint32_t workers = 2; workers <= 8; workers *= 2) {
        const hail_tasks tasks = openmp_tasks_hooks(workers);
        good = tasks_check("OpenMP", &tasks) && good;
    }
    return !good;
}
