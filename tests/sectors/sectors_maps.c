/* tests/sectors/sectors_maps.c - reads Doom's maps for tests. */
#include "sectors_maps.h"

#ifdef HAVE_DOOM
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool levels_all(void) { return getenv("HAIL_REAL_DATA") != NULL; }

static void make(level *l) {
    const hail_sector_data data = doom_data(&l->doom);
    hail_sector_faults faults = {.list = l->fault, .capacity = LEVEL_FAULTS};
    hail_sectors_options options;
    hail_sectors_options_defaults(&options);
    hail_status status = hail_sectors_create(&options, &data, &faults, &l->map);
    if (status != HAIL_OK && strcmp(l->name, "MAP20") == 0) {
        cr_assert_null(l->map);
        options.tolerant = true;
        status = hail_sectors_create(&options, &data, &faults, &l->map);
    }
    l->faults = faults.count;
    cr_assert_eq(status, HAIL_OK, "%s: %s: %zu faults, the first of kind %d at (%g, %g), walls %u and %u", l->name,
                 hail_status_text(status), faults.count, (int)l->fault[0].kind, (double)l->fault[0].x,
                 (double)l->fault[0].y, (unsigned)l->fault[0].wall, (unsigned)l->fault[0].other);
    l->p = plan_copy(&data);
    plan_index(&l->p, 128.0);
}

static void hand_over(level *l, const char *name, void (*take)(level *l, void *user), void *user) {
    snprintf(l->name, sizeof l->name, "%s", name);
    make(l);
    take(l, user);
    hail_sectors_destroy(l->map);
    plan_free(&l->p);
    doom_free(&l->doom);
}

size_t levels_each(size_t first, size_t every, void (*take)(level *l, void *user), void *user) {
    size_t count = 0, number = 0;
    level l;
    doom_error error;
    memset(&l, 0, sizeof l);
    cr_assert(doom_own(&l.doom, &error), "%s", error.text);
    hand_over(&l, "our own", take, user);
    for (size_t k = 0; k < DOOM_WADS; k++) {
        doom_wad wad;
        if (doom_installed(k) == NULL)
            continue;
        cr_assert(doom_open(doom_installed(k), &wad, &error), "%s", error.text);
        for (size_t n = 0; n < wad.maps; n++, number++) {
            char name[WAD_NAME + 1];
            if (number < first || (number - first) % every != 0)
                continue;
            memset(&l, 0, sizeof l);
            doom_name(&wad, n, name);
            cr_assert(doom_read(&wad, n, &l.doom, &error), "%s: %s", name, error.text);
            hand_over(&l, name, take, user);
            count++;
        }
        doom_close(&wad);
    }
    return count + 1;
}
#else
typedef int no_levels; /* a file must declare something */
#endif
