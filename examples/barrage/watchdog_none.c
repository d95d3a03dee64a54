/* examples/barrage/watchdog_none.c - where there are no POSIX alarms, an endless pattern is waited for. */
#include "watchdog.h"

#include <stddef.h>

void watchdog_start(const char *file) { (void)file; }

void watchdog_name(const char *file) { (void)file; }

void watchdog_stop(void) {}
