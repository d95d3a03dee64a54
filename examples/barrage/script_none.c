/* script_none.c - replaces script_bulletml.cpp in a build without libbulletml. */
#include "script.h"

#include <stdio.h>

bool pattern_readable(void) { return false; }

pattern *pattern_load(const char *path, char *why, size_t size) {
    (void)path;
    snprintf(why, size, "this program cannot read BulletML: it was built without libbulletml or expat");
    return NULL;
}

void pattern_free(pattern *loaded) { (void)loaded; }

script *script_start(pattern *of, script_stage *stage) {
    (void)of, (void)stage;
    return NULL;
}

void script_free(script *running) { (void)running; }

script *script_copy(script *running) {
    (void)running;
    return NULL;
}

script_state script_run(script *running, float *vx, float *vy) {
    (void)running;
    *vx = *vy = 0.0f;
    return SCRIPT_ENDED;
}
