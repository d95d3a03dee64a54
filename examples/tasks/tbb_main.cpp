/* tbb_main.cpp - tests tbb_tasks.hpp. */
#include "tasks_check.h"
#include "tbb_tasks.hpp"

int main() {
    bool good = true;
    for (uint32_t workers = 2; workers <= 8; workers *= 2) {
        const tbb_tasks tasks(workers);
        good = tasks_check("oneTBB", tasks.hooks()) && good;
    }
    return !good;
}
