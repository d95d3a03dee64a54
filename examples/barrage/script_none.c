/* script_none.c - stands in for script_bulletml.cpp where libbulletml is missing. */
#include "script.h"

#include <stdio.h>

bool pattern_readable(void) { return false; }

pattern *pattern_load(const char *path, char *why, size_t size) {
    (void)path;
    snprintf(why, size, "this build cannot read BulletML: libbulletml or expat was missing when it was made");
    return NULL;
}

void pattern_free(pattern *loaded) { (void)loaded; }

script *script_start(pattern *of, script_stage *stage) {
    (void)of, (void)stage;
    return NULL;
}

void script_free(script *running) { (void)running; }

script_state script_run(script *running, float *vx, float *vy) {
    (void)running;
    *vx = *vy = 0.0f;
    return SCRIPT_ENDED;
}
