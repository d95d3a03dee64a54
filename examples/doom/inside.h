/* examples/doom/inside.h - what the files of examples/doom/ share. */
#ifndef DOOM_INSIDE_H
#define DOOM_INSIDE_H

#include "doom.h"

/* One of a map's lumps: a list of records of the same size. */
typedef struct doom_records {
    const uint8_t *bytes;
    size_t count;
} doom_records;

/* A map's records as in the file. Checked are the numbers of lines' sides (below sides.count, or 0xffff for none) and
 * of sides' sectors (below sectors.count). */
typedef struct doom_raw {
    doom_records things, lines, sides, vertices, segs, leaves, nodes, sectors;
} doom_raw;

enum { DOOM_NO_SIDE = 0xffff };

/* Bytes of a record, as in M. Fell, The Unofficial Doom Specs, chapter 4. */
enum {
    DOOM_THING_BYTES = 10,
    DOOM_LINE_BYTES = 14,
    DOOM_SIDE_BYTES = 30,
    DOOM_VERTEX_BYTES = 4,
    DOOM_SEG_BYTES = 12,
    DOOM_LEAF_BYTES = 4,
    DOOM_NODE_BYTES = 28,
    DOOM_SECTOR_BYTES = 26
};

static inline const uint8_t *doom_line_bytes(const doom_raw *raw, size_t line) {
    return raw->lines.bytes + line * DOOM_LINE_BYTES;
}

/* The sector on a line's right (0) or left (1), or HAIL_NO_SECTOR. */
static inline uint32_t doom_side_sector(const doom_raw *raw, size_t line, uint32_t side) {
    const size_t number = wad_half(doom_line_bytes(raw, line) + 10 + (size_t)side * 2);
    return number == DOOM_NO_SIDE ? HAIL_NO_SECTOR : wad_half(raw->sides.bytes + number * DOOM_SIDE_BYTES + 28);
}

/* walls.c: reads vertices and walls. */
bool doom_read_walls(const doom_raw *raw, doom_map *to, doom_error *error);

/* bsp.c: reads nodes and leaves, if the file has some. */
bool doom_read_bsp(const doom_raw *raw, doom_map *to, doom_error *error);

/* Allocates zeros for `count` (0 is fine) of something. NULL: no memory, and `error` says so. */
void *doom_room(size_t count, size_t size, doom_error *error);

#endif
