/* examples/play/main.c - hail-play: plays the barrage of docs/site/play with its own pilot, and tells the world's hash
 * every 60 frames: what the page has to find, too. */
#include "scene.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVERY = 60, FRAMES = 1800, SEED = 1, COUNT = 50000, ROOM = 1 << 16 };

static size_t write_marks(const tape *patterns, int count, char *text) {
    static scene the;
    scene_open(&the, patterns, SEED, count);
    size_t size = (size_t)snprintf(text, ROOM, "{\"seed\": %d, \"count\": %d, \"marks\": [\n", SEED, count);
    while (the.frame < FRAMES) {
        scene_step(&the, pilot_fly(&the));
        if (the.frame % EVERY != 0)
            continue;
        size += (size_t)snprintf(text + size, ROOM - size,
                                 "{\"frame\": %d, \"bullets\": %" PRIu32 ", \"contacts\": %" PRIu64
                                 ", \"hits\": %" PRIu64 ", \"grazes\": %" PRIu64 ", \"hash\": \"%016" PRIx64 "\"}%s\n",
                                 the.frame, scene_bullets(&the), the.contacts, the.hits, the.grazes, scene_hash(&the),
                                 the.frame < FRAMES ? "," : "");
    }
    scene_close(&the);
    return size + (size_t)snprintf(text + size, ROOM - size, "]}\n");
}

/* Whether a file holds just this text. */
static bool equals_file(const char *path, const char *text, size_t size) {
    static char found[ROOM];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "hail-play: %s cannot be read\n", path);
        return false;
    }
    const size_t length = fread(found, 1, sizeof found, file);
    fclose(file);
    if (length == size && memcmp(found, text, size) == 0)
        return true;
    fprintf(stderr, "hail-play: %s differs from what was played now:\n%s", path, text);
    return false;
}

int main(int argc, char **argv) {
    static char text[ROOM];
    const bool check = argc == 4 && strcmp(argv[2], "--check") == 0;
    tape patterns;
    if (argc != 2 && !check) {
        fprintf(stderr, "usage: hail-play TAPE [--check MARKS]\n");
        return 2;
    }
    if (!tape_read(&patterns, argv[1]))
        return EXIT_FAILURE;
    const size_t size = write_marks(&patterns, COUNT, text);
    tape_free(&patterns);
    if (check)
        return equals_file(argv[3], text, size) ? EXIT_SUCCESS : EXIT_FAILURE;
    fputs(text, stdout);
    return EXIT_SUCCESS;
}
