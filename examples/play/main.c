/* examples/play/main.c - hail-play: plays a scene of docs/site/play as it goes when nobody flies, and tells the hash of
 * its state every 60 frames: what the page has to find, too. */
#include "dig.h"
#include "scene.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVERY = 60, SEED = 1, ROOM = 1 << 16 };
enum { FRAMES = 1800, COUNT = 50000 };
enum { DIG_FRAMES = 600, DIG_COUNT = 100000 };

static size_t begin_marks(char *text, int count) {
    return (size_t)snprintf(text, ROOM, "{\"seed\": %d, \"count\": %d, \"marks\": [\n", SEED, count);
}

static size_t end_marks(char *text) { return (size_t)snprintf(text, ROOM, "]}\n"); }

static size_t write_marks(const tape *patterns, char *text) {
    static scene the;
    scene_open(&the, patterns, SEED, COUNT);
    size_t size = begin_marks(text, COUNT);
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
    return size + end_marks(text + size);
}

static size_t write_dig_marks(char *text) {
    dig the;
    dig_open(&the, SEED, DIG_COUNT);
    size_t size = begin_marks(text, DIG_COUNT);
    while (the.frame < DIG_FRAMES) {
        dig_step(&the);
        if (the.frame % EVERY == 0)
            size += (size_t)snprintf(
                text + size, ROOM - size,
                "{\"frame\": %d, \"sparks\": %" PRIu32 ", \"contacts\": %" PRIu64 ", \"hash\": \"%016" PRIx64 "\"}%s\n",
                the.frame, dig_sparks(&the), the.contacts, dig_hash(&the), the.frame < DIG_FRAMES ? "," : "");
    }
    dig_close(&the);
    return size + end_marks(text + size);
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
    size_t size;
    if (argc != 2 && !check) {
        fprintf(stderr, "usage: hail-play TAPE|--dig [--check MARKS]\n");
        return 2;
    }
    if (strcmp(argv[1], "--dig") == 0) {
        size = write_dig_marks(text);
    } else {
        if (!tape_read(&patterns, argv[1]))
            return EXIT_FAILURE;
        size = write_marks(&patterns, text);
        tape_free(&patterns);
    }
    if (check)
        return equals_file(argv[3], text, size) ? EXIT_SUCCESS : EXIT_FAILURE;
    fputs(text, stdout);
    return EXIT_SUCCESS;
}
