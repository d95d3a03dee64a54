/* watchdog.h - ends the program with a message when a pattern never comes back. libbulletml walks round and round on a
 * pattern that divides by 0 or repeats without an end, inside calls that cannot be interrupted in another way. */
#ifndef BARRAGE_WATCHDOG_H
#define BARRAGE_WATCHDOG_H

/* From now on `file` (kept by pointer; NULL is fine) has some seconds; a second start begins them anew. */
void watchdog_start(const char *file);

/* Names who is to blame, cheaply, without giving more time. */
void watchdog_name(const char *file);
void watchdog_stop(void);

#endif
