/* watchdog.h - ends the program with a message when a pattern never returns. libbulletml loops forever on a pattern
 * that divides by 0 or repeats without end, inside calls that cannot be interrupted in another way. */
#ifndef BARRAGE_WATCHDOG_H
#define BARRAGE_WATCHDOG_H

/* From now on `file` has some seconds; a second start begins them anew. Keeps the pointer; NULL is fine. */
void watchdog_start(const char *file);

/* Names the file to blame, cheaply, without giving more time. */
void watchdog_name(const char *file);
void watchdog_stop(void);

#endif
