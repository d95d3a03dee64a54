/* examples/play/tape.c - reads and writes tapes, on little-endian machines as they lie in memory. */
#include "tape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char MAGIC[8] = {'H', 'A', 'I', 'L', 'T', 'A', 'P', 'E'};
enum { MOST_PATTERNS = 256, MOST_FRAMES = 65536, MOST_EVENTS = 1 << 24 };

static bool failed(const char *path, const char *why) {
    fprintf(stderr, "hail-play: %s: %s\n", path, why);
    return false;
}

static bool get(FILE *file, void *to, size_t size, size_t count) { return fread(to, size, count, file) == count; }

static bool put(FILE *file, const void *from, size_t size, size_t count) {
    return fwrite(from, size, count, file) == count;
}

static bool read_head(FILE *file, tape_pattern *to) {
    uint32_t numbers[3];
    if (!get(file, to->name, 1, TAPE_NAME) || !get(file, numbers, sizeof numbers[0], 3) ||
        to->name[TAPE_NAME - 1] != '\0')
        return false;
    to->frames = numbers[0];
    to->fires = numbers[1];
    to->turns = numbers[2];
    return to->frames > 0 && to->frames <= MOST_FRAMES && to->fires <= UINT16_MAX && to->turns <= MOST_EVENTS;
}

/* The events of all frames are those of the pattern, and turns are of bullets that were fired before. */
static bool consistent(const tape_pattern *of) {
    uint32_t fires = 0, turns = 0;
    for (uint32_t frame = 0; frame < of->frames; frame++) {
        const uint32_t end = turns + of->frame_turns[frame];
        for (; turns < end; turns++)
            if (turns >= of->turns || of->turn[turns].bullet >= fires)
                return false;
        fires += of->frame_fires[frame];
    }
    return fires == of->fires && turns == of->turns;
}

static bool read_events(FILE *file, tape_pattern *to) {
    to->frame_fires = calloc(to->frames, sizeof *to->frame_fires);
    to->frame_turns = calloc(to->frames, sizeof *to->frame_turns);
    to->fire = calloc((size_t)to->fires + 1, sizeof *to->fire);
    to->turn = calloc((size_t)to->turns + 1, sizeof *to->turn);
    return to->frame_fires && to->frame_turns && to->fire && to->turn &&
           get(file, to->frame_fires, sizeof *to->frame_fires, to->frames) &&
           get(file, to->frame_turns, sizeof *to->frame_turns, to->frames) &&
           get(file, to->fire, sizeof *to->fire, to->fires) && get(file, to->turn, sizeof *to->turn, to->turns) &&
           consistent(to);
}

static bool read_all(FILE *file, tape *to) {
    char magic[sizeof MAGIC];
    uint32_t count;
    if (!get(file, magic, 1, sizeof magic) || memcmp(magic, MAGIC, sizeof magic) != 0 ||
        !get(file, &count, sizeof count, 1) || count == 0 || count > MOST_PATTERNS)
        return false;
    to->pattern = calloc(count, sizeof *to->pattern);
    if (to->pattern == NULL)
        return false;
    to->count = count;
    for (uint32_t i = 0; i < count; i++)
        if (!read_head(file, &to->pattern[i]))
            return false;
    for (uint32_t i = 0; i < count; i++)
        if (!read_events(file, &to->pattern[i]))
            return false;
    return fgetc(file) == EOF;
}

bool tape_read(tape *to, const char *path) {
    *to = (tape){0};
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return failed(path, "cannot be opened");
    const bool fine = read_all(file, to);
    fclose(file);
    if (fine)
        return true;
    tape_free(to);
    return failed(path, "is no tape");
}

bool tape_write(const tape *from, const char *path) {
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return failed(path, "cannot be written");
    bool fine = put(file, MAGIC, 1, sizeof MAGIC) && put(file, &from->count, sizeof from->count, 1);
    for (uint32_t i = 0; i < from->count; i++) {
        const tape_pattern *of = &from->pattern[i];
        const uint32_t numbers[3] = {of->frames, of->fires, of->turns};
        fine = fine && put(file, of->name, 1, TAPE_NAME) && put(file, numbers, sizeof numbers[0], 3);
    }
    for (uint32_t i = 0; i < from->count; i++) {
        const tape_pattern *of = &from->pattern[i];
        fine = fine && put(file, of->frame_fires, sizeof *of->frame_fires, of->frames) &&
               put(file, of->frame_turns, sizeof *of->frame_turns, of->frames) &&
               put(file, of->fire, sizeof *of->fire, of->fires) && put(file, of->turn, sizeof *of->turn, of->turns);
    }
    return (fclose(file) == 0 && fine) || failed(path, "cannot be written");
}

void tape_free(tape *of) {
    for (uint32_t i = 0; i < of->count; i++) {
        free(of->pattern[i].frame_fires);
        free(of->pattern[i].frame_turns);
        free(of->pattern[i].fire);
        free(of->pattern[i].turn);
    }
    free(of->pattern);
    *of = (tape){0};
}
