/* maps/load_none.c - stands in for the readers in a build without their libraries. */
#include "inside.h"

bool maps_possible(void) { return false; }

bool maps_load(const char *path, maps_map *map, maps_error *error) {
    *map = (maps_map){0};
    maps_say(error, "cannot read maps: built without libxml2, zlib or libpng");
    return maps_blame(error, path);
}
