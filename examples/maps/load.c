/* maps/load.c - chooses the reader of a file. */
#include "inside.h"

#include <stdlib.h>
#include <string.h>

bool maps_possible(void) { return true; }

static bool load_png(const char *path, maps_map *map, maps_error *error) {
    maps_image image;
    if (!maps_read_png(path, &image, error))
        return false;
    const bool good = maps_cut(image.rgba, image.width, image.height, map, error) || maps_blame(error, path);
    free(image.rgba);
    return good;
}

static const struct {
    const char *ending;
    bool (*load)(const char *path, maps_map *map, maps_error *error);
} READERS[] = {
    {".tmx", maps_load_tmx}, {".stl", maps_load_supertux}, {".strf", maps_load_supertux_tiles}, {".png", load_png}};

static bool ends(const char *path, size_t length, const char *with) {
    const size_t most = strlen(with);
    return length >= most && memcmp(path + length - most, with, most) == 0;
}

bool maps_load(const char *path, maps_map *map, maps_error *error) {
    size_t length = strlen(path);
    *map = (maps_map){0};
    *error = (maps_error){{0}};
    if (ends(path, length, ".gz"))
        length -= 3;
    for (size_t i = 0; i < sizeof READERS / sizeof READERS[0]; i++)
        if (ends(path, length, READERS[i].ending)) {
            if (READERS[i].load(path, map, error))
                return true;
            maps_free(map);
            return false;
        }
    maps_say(error, "unknown file type; expected .tmx, .stl, .strf or .png");
    return maps_blame(error, path);
}
