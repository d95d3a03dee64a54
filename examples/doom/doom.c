/* examples/doom/doom.c - opens WADs, finds their maps, and frees maps. */
#include "inside.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- WADs ---- */

static bool is_map(const char *name) {
    const bool episode = name[0] == 'E' && isdigit((unsigned char)name[1]) && name[2] == 'M' &&
                         isdigit((unsigned char)name[3]) && name[4] == '\0';
    return episode || (strncmp(name, "MAP", 3) == 0 && isdigit((unsigned char)name[3]) &&
                       isdigit((unsigned char)name[4]) && name[5] == '\0');
}

bool doom_open(const char *path, doom_wad *to, doom_error *error) {
    *to = (doom_wad){0};
    if (!wad_open(path, &to->file, error))
        return false;
    to->map = doom_room(to->file.count, sizeof *to->map, error);
    if (to->map == NULL) {
        doom_close(to);
        return file_blame(error, path);
    }
    for (size_t entry = 0; entry < to->file.count; entry++) {
        char name[WAD_NAME + 1];
        wad_name(&to->file, entry, name);
        if (is_map(name))
            to->map[to->maps++] = entry;
    }
    return true;
}

void doom_close(doom_wad *of) {
    free(of->map);
    wad_close(&of->file);
    *of = (doom_wad){0};
}

void doom_name(const doom_wad *of, size_t number, char name[WAD_NAME + 1]) {
    wad_name(&of->file, of->map[number], name);
}

static bool same(const char *a, const char *b) {
    while (*a != '\0' && toupper((unsigned char)*a) == toupper((unsigned char)*b)) {
        a++;
        b++;
    }
    return *a == '\0' && *b == '\0';
}

size_t doom_find(const doom_wad *of, const char *name) {
    for (size_t number = of->maps; number-- > 0;) {
        char other[WAD_NAME + 1];
        doom_name(of, number, other);
        if (same(name, other))
            return number;
    }
    return of->maps;
}

const char *doom_installed(size_t number) {
    static const struct {
        const char *variable, *usual[2];
    } PATHS[DOOM_WADS] = {
        {"HAIL_FREEDOOM1_WAD", {"/usr/share/games/doom/freedoom1.wad", "/usr/share/doom/freedoom1.wad"}},
        {"HAIL_FREEDOOM_WAD", {"/usr/share/games/doom/freedoom2.wad", "/usr/share/doom/freedoom2.wad"}}};
    struct stat about;
    if (number >= DOOM_WADS)
        return NULL;
    const char *named = getenv(PATHS[number].variable);
    if (named != NULL)
        return stat(named, &about) == 0 ? named : NULL;
    for (int i = 0; i < 2; i++)
        if (stat(PATHS[number].usual[i], &about) == 0)
            return PATHS[number].usual[i];
    return NULL;
}

/* ---- Maps ---- */

void *doom_room(size_t count, size_t size, doom_error *error) {
    void *room = calloc(count > 0 ? count : 1, size);
    if (room == NULL)
        file_say(error, "no memory");
    return room;
}

void doom_free(doom_map *of) {
    free(of->x);
    free(of->y);
    free(of->walls);
    free(of->lines);
    free(of->sectors);
    free(of->things);
    free(of->nodes);
    free(of->leaves);
    *of = (doom_map){0};
}

hail_sector_data doom_data(const doom_map *of) {
    return (hail_sector_data){.x = of->x,
                              .y = of->y,
                              .vertex_count = of->vertices,
                              .walls = of->walls,
                              .wall_count = of->wall_count,
                              .sector_count = (uint32_t)of->sector_count};
}

bool doom_first(doom_map *to, doom_error *error) {
    const char *path = doom_installed(0);
    doom_wad wad;
    bool fine = false;
    if (path != NULL && doom_open(path, &wad, error)) {
        fine = doom_read(&wad, doom_find(&wad, "E1M1"), to, error);
        doom_close(&wad);
    }
    return fine || doom_own(to, error);
}
