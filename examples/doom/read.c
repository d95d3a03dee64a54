/* examples/doom/read.c - reads a map's lumps (M. Fell, The Unofficial Doom Specs, 1994, chapter 4): sectors and things
 * here, walls in walls.c, the BSP in bsp.c. */
#include "inside.h"

#include <string.h>

#define DEGREE 0.017453292519943295 /* radians */

enum { MONSTER_TYPES = 19, LUMPS = 10 /* of a map, at most */ };

/* ---- Records ---- */

/* The lumps of a map: entries from `first` to before `end`. */
typedef struct extent {
    const wad_file *file;
    size_t first, end;
} extent;

static bool records(const extent *in, const char *name, size_t bytes, doom_records *to, doom_error *error) {
    const size_t entry = wad_find(in->file, in->first, in->end, name);
    size_t size = 0;
    *to = (doom_records){0};
    if (entry == in->end)
        return file_fail(error, "no %s", name);
    if (!wad_lump(in->file, entry, &to->bytes, &size))
        return file_fail(error, "%s lies outside of the file", name);
    if (size % bytes != 0)
        return file_fail(error, "%s has %zu bytes, which is no multiple of its records' %zu", name, size, bytes);
    if (size / bytes > DOOM_MAX)
        return file_fail(error, "%s has more than %d records", name, (int)DOOM_MAX);
    to->count = size / bytes;
    return true;
}

/* Some tools write another kind of BSP into the same lumps. */
static bool plain_nodes(const extent *in, doom_error *error) {
    static const char *const OTHERS[] = {"XNOD", "ZNOD", "xNd4"};
    const size_t entry = wad_find(in->file, in->first, in->end, "NODES");
    const uint8_t *bytes;
    size_t size = 0;
    if (entry == in->end || !wad_lump(in->file, entry, &bytes, &size))
        return true;
    for (int i = 0; i < 3; i++)
        if (size >= 4 && memcmp(bytes, OTHERS[i], 4) == 0)
            return file_fail(error, "its BSP is of a kind that Doom does not read");
    return true;
}

static bool gather(const extent *in, doom_raw *to, doom_error *error) {
    if (wad_find(in->file, in->first, in->end, "BEHAVIOR") < in->end)
        return file_fail(error, "a map of Hexen, which is not supported");
    return plain_nodes(in, error) && records(in, "THINGS", DOOM_THING_BYTES, &to->things, error) &&
           records(in, "LINEDEFS", DOOM_LINE_BYTES, &to->lines, error) &&
           records(in, "SIDEDEFS", DOOM_SIDE_BYTES, &to->sides, error) &&
           records(in, "VERTEXES", DOOM_VERTEX_BYTES, &to->vertices, error) &&
           records(in, "SEGS", DOOM_SEG_BYTES, &to->segs, error) &&
           records(in, "SSECTORS", DOOM_LEAF_BYTES, &to->leaves, error) &&
           records(in, "NODES", DOOM_NODE_BYTES, &to->nodes, error) &&
           records(in, "SECTORS", DOOM_SECTOR_BYTES, &to->sectors, error);
}

static bool check_sides(const doom_raw *raw, doom_error *error) {
    for (size_t side = 0; side < raw->sides.count; side++) {
        const uint32_t sector = wad_half(raw->sides.bytes + side * DOOM_SIDE_BYTES + 28);
        if (sector >= raw->sectors.count)
            return file_fail(error, "side %zu names sector %u of %zu", side, sector, raw->sectors.count);
    }
    for (size_t line = 0; line < raw->lines.count; line++)
        for (size_t side = 0; side < 2; side++) {
            const uint32_t number = wad_half(doom_line_bytes(raw, line) + 10 + side * 2);
            if (number != DOOM_NO_SIDE && number >= raw->sides.count)
                return file_fail(error, "line %zu names side %u of %zu", line, number, raw->sides.count);
        }
    return true;
}

/* ---- Sectors and things ---- */

static bool read_sectors(const doom_raw *raw, doom_map *to, doom_error *error) {
    to->sectors = doom_room(raw->sectors.count, sizeof *to->sectors, error);
    if (to->sectors == NULL)
        return false;
    to->sector_count = raw->sectors.count;
    for (size_t i = 0; i < to->sector_count; i++) {
        const uint8_t *from = raw->sectors.bytes + i * DOOM_SECTOR_BYTES;
        to->sectors[i] = (doom_sector){.floor = (int16_t)wad_short(from),
                                       .ceiling = (int16_t)wad_short(from + 2),
                                       .light = (int16_t)wad_short(from + 20),
                                       .special = (uint16_t)wad_half(from + 22),
                                       .tag = (uint16_t)wad_half(from + 24)};
    }
    return true;
}

static doom_who who(uint32_t type) {
    /* Doom's first, then those of Doom II. */
    static const uint16_t MONSTERS[MONSTER_TYPES] = {3004, 9,  3001, 3002, 58, 3006, 3005, 3003, 16, 7,
                                                     65,   64, 66,   67,   68, 69,   71,   72,   84};
    if (type >= 1 && type <= 4)
        return DOOM_PLAYER;
    for (int i = 0; i < MONSTER_TYPES; i++)
        if (type == MONSTERS[i])
            return DOOM_MONSTER;
    return DOOM_SOMETHING;
}

static bool read_things(const doom_raw *raw, doom_map *to, doom_error *error) {
    to->things = doom_room(raw->things.count, sizeof *to->things, error);
    if (to->things == NULL)
        return false;
    to->thing_count = raw->things.count;
    for (size_t i = 0; i < to->thing_count; i++) {
        const uint8_t *from = raw->things.bytes + i * DOOM_THING_BYTES;
        /* The file's angles turn from +x upwards. */
        const int32_t degrees = (360 - wad_short(from + 4) % 360) % 360;
        const uint32_t type = wad_half(from + 6);
        to->things[i] = (doom_thing){.x = (float)wad_short(from),
                                     .y = (float)-wad_short(from + 2),
                                     .angle = (float)(degrees * DEGREE),
                                     .type = (uint16_t)type,
                                     .flags = (uint16_t)wad_half(from + 8),
                                     .who = (uint8_t)who(type)};
    }
    return true;
}

/* ---- A map ---- */

bool doom_read(const doom_wad *of, size_t number, doom_map *to, doom_error *error) {
    doom_raw raw = {0};
    *to = (doom_map){0};
    *error = (doom_error){{0}};
    if (number >= of->maps)
        return file_fail(error, "the WAD has no map %zu", number);
    const size_t marker = of->map[number], next = number + 1 < of->maps ? of->map[number + 1] : of->file.count;
    const extent in = {&of->file, marker + 1, next - marker > LUMPS + 1 ? marker + LUMPS + 1 : next};
    char name[WAD_NAME + 1];
    doom_name(of, number, name);
    if (gather(&in, &raw, error) && check_sides(&raw, error) && read_sectors(&raw, to, error) &&
        read_things(&raw, to, error) && doom_read_walls(&raw, to, error) && doom_read_bsp(&raw, to, error)) {
        memcpy(to->name, name, sizeof name);
        return true;
    }
    doom_free(to);
    return file_blame(error, name);
}
