/* maps/installed.c - the maps that Debian packages install. */
#define _XOPEN_SOURCE 700
#include "inside.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void maps_paths_free(maps_paths *paths) {
    for (size_t i = 0; i < paths->count; i++)
        free(paths->path[i]);
    free(paths->path);
    *paths = (maps_paths){0};
}

static bool ends(const char *name, const char *with) {
    const size_t length = strlen(name), most = strlen(with);
    return length > most && strcmp(name + length - most, with) == 0;
}

static bool collect(const char *folder, const char *const endings[2], maps_paths *to);

/* Takes ownership of the path. Does not follow links to folders, which may form a cycle. */
static bool collect_one(char *path, const char *const endings[2], maps_paths *to) {
    struct stat about;
    bool good = true;
    if (lstat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
        good = collect(path, endings, to);
    } else if (ends(path, endings[0]) || ends(path, endings[1])) {
        good = maps_grow(&to->path, to->count, sizeof *to->path);
        if (good) {
            to->path[to->count++] = path;
            return true;
        }
    }
    free(path);
    return good;
}

static bool collect(const char *folder, const char *const endings[2], maps_paths *to) {
    DIR *open = opendir(folder);
    bool good = true;
    const struct dirent *entry;
    while (open != NULL && good && (entry = readdir(open)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        const size_t size = strlen(folder) + strlen(entry->d_name) + 2;
        char *path = malloc(size);
        good = path != NULL;
        if (good) {
            snprintf(path, size, "%s/%s", folder, entry->d_name);
            good = collect_one(path, endings, to);
        }
    }
    if (open != NULL)
        closedir(open);
    return good;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static bool installed(const char *variable, const char *const folders[2], const char *const endings[2],
                      maps_paths *paths) {
    *paths = (maps_paths){0};
    const char *named = getenv(variable);
    bool good = true;
    if (named != NULL)
        good = collect(named, endings, paths);
    for (int i = 0; i < 2 && named == NULL && good && paths->count == 0; i++)
        good = collect(folders[i], endings, paths);
    if (!good)
        maps_paths_free(paths);
    if (paths->count > 0)
        qsort(paths->path, paths->count, sizeof *paths->path, by_name);
    return good;
}

bool maps_installed_tiled(maps_paths *paths) {
    return installed("HAIL_TILED_MAPS",
                     (const char *const[]){"/usr/share/doc/tiled/examples", "/usr/share/tiled/examples"},
                     (const char *const[]){".tmx", ".tmx.gz"}, paths);
}

bool maps_installed_supertux(maps_paths *paths) {
    return installed("HAIL_SUPERTUX_MAPS",
                     (const char *const[]){"/usr/share/games/supertux2/levels", "/usr/share/supertux2/levels"},
                     (const char *const[]){".stl", ".stl.gz"}, paths);
}
