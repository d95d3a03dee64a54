/* images/installed.c - the images that Debian packages install. */
#define _XOPEN_SOURCE 700
#include "inside.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Paths ---- */

typedef struct paths {
    char **path;
    size_t count, room;
} paths;

static void paths_free(paths *of) {
    for (size_t i = 0; i < of->count; i++)
        free(of->path[i]);
    free(of->path);
}

/* Takes ownership of the path. */
static bool paths_add(paths *to, char *path) {
    if (to->count == to->room) {
        const size_t room = to->room == 0 ? 64 : 2 * to->room;
        char **more = realloc(to->path, room * sizeof *more);
        if (more == NULL) {
            free(path);
            return false;
        }
        to->path = more;
        to->room = room;
    }
    to->path[to->count++] = path;
    return true;
}

static bool is_png(const char *name) {
    const size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".png") == 0;
}

static bool collect(const char *folder, paths *to);

/* Takes ownership of the path. Does not follow links to folders, which may form a cycle. */
static bool collect_one(char *path, paths *to) {
    struct stat about;
    bool good = true;
    if (lstat(path, &about) == 0 && S_ISDIR(about.st_mode))
        good = collect(path, to);
    else if (is_png(path))
        return paths_add(to, path);
    free(path);
    return good;
}

static bool collect(const char *folder, paths *to) {
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
            good = collect_one(path, to);
        }
    }
    if (open != NULL)
        closedir(open);
    return good;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* ---- Packages ---- */

static const struct {
    const char *variable;
    const char *usual[2];
    bool wad;
    image_lumps kind;
} SOURCES[IMAGE_SOURCES] = {
    [IMAGE_CHROMIUM] = {"HAIL_CHROMIUM_IMAGES",
                        {"/usr/share/games/chromium-bsu/png", "/usr/share/chromium-bsu/png"},
                        false,
                        IMAGE_SPRITES},
    [IMAGE_TEEWORLDS] = {"HAIL_TEEWORLDS_IMAGES",
                         {"/usr/share/games/teeworlds/data", "/usr/share/teeworlds/data"},
                         false,
                         IMAGE_SPRITES},
    [IMAGE_FREEDOOM] = {"HAIL_FREEDOOM_WAD",
                        {"/usr/share/games/doom/freedoom2.wad", "/usr/share/doom/freedoom2.wad"},
                        true,
                        IMAGE_SPRITES},
    [IMAGE_FREEDOOM_PATCHES] = {"HAIL_FREEDOOM_WAD",
                                {"/usr/share/games/doom/freedoom2.wad", "/usr/share/doom/freedoom2.wad"},
                                true,
                                IMAGE_PATCHES},
};

/* The path of an installed source; NULL: it is not installed. */
static const char *source_path(image_source source) {
    struct stat about;
    const char *named = getenv(SOURCES[source].variable);
    if (named != NULL)
        return stat(named, &about) == 0 ? named : NULL;
    for (int i = 0; i < 2; i++)
        if (stat(SOURCES[source].usual[i], &about) == 0)
            return SOURCES[source].usual[i];
    return NULL;
}

static bool each_lump(const char *path, image_lumps kind, image_taker take, void *user, image_error *error) {
    image_wad wad;
    if (!image_wad_open(path, kind, &wad, error))
        return false;
    bool more = true;
    for (size_t i = 0; i < wad.count && more; i++) {
        image one;
        image_error why;
        const bool good = image_wad_load(&wad, i, &one, &why);
        more = take(user, good ? &one : NULL, &why);
        image_free(&one);
    }
    image_wad_close(&wad);
    return more;
}

static bool each_file(const char *folder, image_taker take, void *user, image_error *error) {
    paths files = {0};
    bool more = collect(folder, &files) || file_fail(error, "out of memory");
    if (files.count > 0)
        qsort(files.path, files.count, sizeof *files.path, by_name);
    for (size_t i = 0; i < files.count && more; i++) {
        image one;
        image_error why;
        const bool good = image_load_png(files.path[i], &one, &why);
        more = take(user, good ? &one : NULL, &why);
        image_free(&one);
    }
    paths_free(&files);
    return more;
}

bool image_each_installed(image_source source, image_taker take, void *user, image_error *error) {
    const char *path = source_path(source);
    *error = (image_error){{0}};
    if (path == NULL)
        return true;
    return SOURCES[source].wad ? each_lump(path, SOURCES[source].kind, take, user, error)
                               : each_file(path, take, user, error);
}
