/* engine/sectors/sectors_image.c - the state of a map of sectors: its hash, and its images. */
#include "base/image_words.h"

#include "base/digest.h"
#include "base/tiny.h"
#include "change.h"

/* An image of a map is
 *   head      IMAGE_HEAD words
 *   vertices  2 words each: x and y
 *   walls     WALL_WORDS words each: a, b, right, left, kind and whether it is solid; and padding to a multiple of 8
 *             bytes */
enum {
    OPTION_WORDS = 7,
    HEAD_OPTIONS = HEAD_COMMON, /* what must be equal */
    IMAGE_HEAD = (HEAD_OPTIONS + OPTION_WORDS + 1) / 2 * 2,
    VERTEX_WORDS = 2,
    WALL_WORDS = 5,
    WALL_TRAITS = 4, /* the word of the kind */
    TRAIT_SOLID = 1 << 8
};

static const hail_image_format format = {0x4c4c4157 /* "WALL" */, 1, IMAGE_HEAD, "is no image of a map of sectors"};

static void options_of(const hail_sectors *map, uint32_t words[OPTION_WORDS]) {
    words[0] = map->vertex_count;
    words[1] = map->wall_count;
    words[2] = map->sector_count;
    memcpy(&words[3], &map->box, sizeof map->box);
}

static void words_of_wall(const hail_wall *wall, uint32_t words[WALL_WORDS]) {
    const uint32_t own[WALL_WORDS] = {wall->a, wall->b, wall->right, wall->left,
                                      wall->kind | (wall->solid ? (uint32_t)TRAIT_SOLID : 0)};
    memcpy(words, own, sizeof own);
}

static hail_wall wall_of_words(const uint32_t words[WALL_WORDS]) {
    return (hail_wall){
        words[0], words[1], words[2], words[3], (uint8_t)words[WALL_TRAITS], (words[WALL_TRAITS] & TRAIT_SOLID) != 0};
}

static void words_of_point(hail_point p, uint32_t words[VERTEX_WORDS]) {
    memcpy(&words[0], &p.x, sizeof p.x);
    memcpy(&words[1], &p.y, sizeof p.y);
}

/* ---- Hash -------------------------------------------------------------------------------------------------------- */

uint64_t hail_wall_digest(uint32_t number, const hail_wall *wall) {
    uint32_t words[WALL_WORDS];
    words_of_wall(wall, words);
    return digest_mix(digest_words(number, words, WALL_WORDS));
}

uint64_t hail_vertex_digest(uint32_t number, hail_point p) {
    uint32_t words[VERTEX_WORDS];
    words_of_point(p, words);
    return digest_mix(digest_words(digest_add(VERTEX_WORDS, number), words, VERTEX_WORDS));
}

hail_status hail_sectors_hash(const hail_sectors *map, uint64_t *hash) {
    if (!map || !hash)
        return HAIL_BAD_ARGUMENT;
    uint32_t words[OPTION_WORDS];
    options_of(map, words);
    *hash = hail_map_hash(map->digest, words, OPTION_WORDS);
    return HAIL_OK;
}

/* ---- Saving ------------------------------------------------------------------------------------------------------ */

static uint64_t image_bytes(const hail_sectors *map) {
    const uint64_t words =
        IMAGE_HEAD + (uint64_t)map->vertex_count * VERTEX_WORDS + (uint64_t)map->wall_count * WALL_WORDS;
    return (words + 1) / 2 * 2 * WORD_BYTES;
}

hail_status hail_sectors_save_size(const hail_sectors *map, size_t *size) {
    if (!map || !size)
        return HAIL_BAD_ARGUMENT;
    *size = (size_t)image_bytes(map);
    return HAIL_OK;
}

hail_status hail_sectors_save(const hail_sectors *map, uint32_t flags, void *image, size_t size, size_t *written) {
    if (!map)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_image_check_given(NULL, flags, HAIL_TRUSTED, image));
    const uint64_t bytes = image_bytes(map);
    if (size < bytes)
        return HAIL_FULL;
    uint8_t *const begin = image, *at = begin + IMAGE_HEAD * WORD_BYTES;
    uint32_t words[IMAGE_HEAD] = {0};
    options_of(map, words + HEAD_OPTIONS);
    hail_image_put_head(begin, words, &format, bytes);
    image_store_wide(begin + bytes - 8, 0); /* the padding */
    for (uint32_t i = 0; i < map->vertex_count; i++, at += VERTEX_WORDS * WORD_BYTES) {
        words_of_point(sectors_point(map, i), words);
        hail_image_put(at, words, VERTEX_WORDS, WORD_BYTES);
    }
    for (uint32_t i = 0; i < map->wall_count; i++, at += WALL_WORDS * WORD_BYTES) {
        words_of_wall(sectors_wall(map, i), words);
        hail_image_put(at, words, WALL_WORDS, WORD_BYTES);
    }
    hail_image_seal(begin, flags);
    if (written)
        *written = (size_t)bytes;
    return HAIL_OK;
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static hail_status refuse(const hail_sectors *map, const char *problem) {
    return hail_fail(map->heap.error, HAIL_BAD_ARGUMENT, "image", problem);
}

static hail_status check_image(const hail_sectors *map, uint32_t flags, const void *image, size_t size) {
    static const char *const problem[OPTION_WORDS] = {
        "is of a map with other vertices",      "is of a map with other walls",
        "is of a map with other sectors",       "is of a map with another box (min_x)",
        "is of a map with another box (min_y)", "is of a map with another box (max_x)",
        "is of a map with another box (max_y)"};
    uint32_t own[OPTION_WORDS];
    HAIL_REQUIRE(hail_image_check_given(map->heap.error, flags, HAIL_TRUSTED, image));
    HAIL_REQUIRE(hail_image_check_head(map->heap.error, &format, image, size));
    options_of(map, own);
    HAIL_REQUIRE(hail_image_check_words(map->heap.error, image, HEAD_OPTIONS, own, problem, OPTION_WORDS));
    if (head_wide(image, HEAD_SIZE) != image_bytes(map))
        return refuse(map, "is cut short or corrupt");
    return flags & HAIL_TRUSTED ? HAIL_OK : hail_image_check_sum(map->heap.error, image);
}

/* ---- Restoring --------------------------------------------------------------------------------------------------- */

static const uint8_t *vertices_of(const uint8_t *image) { return image + IMAGE_HEAD * WORD_BYTES; }
static const uint8_t *walls_of(const hail_sectors *map, const uint8_t *image) {
    return vertices_of(image) + (size_t)map->vertex_count * VERTEX_WORDS * WORD_BYTES;
}

/* Reads a vertex of an image; true: the map's is another one. */
static bool get_vertex(const hail_sectors *map, const uint8_t *image, uint32_t vertex, hail_point *p) {
    uint32_t words[VERTEX_WORDS], own[VERTEX_WORDS];
    hail_image_get(words, vertices_of(image) + (size_t)vertex * VERTEX_WORDS * WORD_BYTES, VERTEX_WORDS, WORD_BYTES);
    words_of_point(sectors_point(map, vertex), own);
    memcpy(&p->x, &words[0], sizeof p->x);
    memcpy(&p->y, &words[1], sizeof p->y);
    return memcmp(words, own, sizeof own) != 0;
}

typedef enum wall_change { WALL_SAME, WALL_DOOR, WALL_OTHER } wall_change;

/* Reads a wall of an image, and tells how the map's differs. WALL_DOOR: only in being solid. */
static wall_change get_wall(const hail_sectors *map, const uint8_t *image, uint32_t number, hail_wall *wall) {
    uint32_t words[WALL_WORDS], own[WALL_WORDS];
    hail_image_get(words, walls_of(map, image) + (size_t)number * WALL_WORDS * WORD_BYTES, WALL_WORDS, WORD_BYTES);
    words_of_wall(sectors_wall(map, number), own);
    *wall = wall_of_words(words);
    if (memcmp(words, own, sizeof own) == 0)
        return WALL_SAME;
    words[WALL_TRAITS] ^= TRAIT_SOLID;
    return memcmp(words, own, sizeof own) == 0 && !wall_absent(wall) ? WALL_DOOR : WALL_OTHER;
}

static bool made_0(float a) { return fabsf(a) < HAIL_TINY && (a != 0.0f || signbit(a)); }

/* Whether a map can have these numbers as they are: it makes tiny ones 0, and walls of no length absent. All else is
 * checked where it differs. */
static bool image_good(const hail_sectors *map, const uint8_t *image) {
    hail_point p, a, b;
    hail_wall wall;
    for (uint32_t i = 0; i < map->vertex_count; i++) {
        get_vertex(map, image, i, &p);
        if (made_0(p.x) || made_0(p.y))
            return false;
    }
    for (uint32_t i = 0; i < map->wall_count; i++) {
        const uint8_t *words = walls_of(map, image) + (size_t)i * WALL_WORDS * WORD_BYTES;
        get_wall(map, image, i, &wall);
        if (image_load(words + WALL_TRAITS * WORD_BYTES) >= 2 * TRAIT_SOLID)
            return false;
        if (wall.a >= map->vertex_count || wall.b >= map->vertex_count)
            continue;
        get_vertex(map, image, wall.a, &a);
        get_vertex(map, image, wall.b, &b);
        if (same_point(a, b))
            return false;
    }
    return true;
}

/* How many vertices and walls differ, without doors. */
static void count_changes(const hail_sectors *map, const uint8_t *image, hail_sectors_edit *edit) {
    hail_point p;
    hail_wall wall;
    for (uint32_t i = 0; i < map->vertex_count; i++)
        edit->vertex_count += get_vertex(map, image, i, &p);
    for (uint32_t i = 0; i < map->wall_count; i++)
        edit->wall_count += get_wall(map, image, i, &wall) == WALL_OTHER;
}

/* Makes the edit that turns the map into that of the image, but for doors. False: no memory. */
static bool make_edit(hail_sectors *map, const uint8_t *image, hail_sectors_edit *edit) {
    const size_t vertices = edit->vertex_count, walls = edit->wall_count;
    const size_t bytes =
        vertices * (sizeof(uint32_t) + sizeof(hail_point)) + walls * (sizeof(uint32_t) + sizeof(hail_wall));
    if (!hail_scratch_grow(&map->heap, &map->edit, bytes))
        return false;
    uint32_t *vertex = map->edit.data, *number = vertex + vertices;
    float *x = (float *)(void *)(number + walls), *y = x + vertices;
    hail_wall *to = (hail_wall *)(void *)(y + vertices), wall;
    hail_point p;
    *edit = (hail_sectors_edit){vertex, x, y, vertices, number, to, walls};
    for (uint32_t i = 0; i < map->vertex_count; i++)
        if (get_vertex(map, image, i, &p))
            *vertex++ = i, *x++ = p.x, *y++ = p.y;
    for (uint32_t i = 0; i < map->wall_count; i++)
        if (get_wall(map, image, i, &wall) == WALL_OTHER)
            *number++ = i, *to++ = wall;
    return true;
}

/* Walls and vertices that differ are an edit, which is checked as one. */
static hail_status restore_walls(hail_sectors *map, const uint8_t *image) {
    hail_fault_collector collector;
    hail_sectors_edit edit = {.vertex = NULL};
    count_changes(map, image, &edit);
    if (!edit.vertex_count && !edit.wall_count)
        return HAIL_OK;
    HAIL_REQUIRE(hail_collector_open(&collector, map->heap.error, NULL));
    hail_sectors_fresh_stamps(map);
    const hail_status status =
        make_edit(map, image, &edit) ? hail_sectors_apply(map, &edit, &collector) : HAIL_NO_MEMORY;
    if (status == HAIL_NO_MEMORY)
        return hail_fail_memory(map->heap.error);
    return status == HAIL_OK ? HAIL_OK : refuse(map, "has walls that such a map cannot have");
}

hail_status hail_sectors_restore(hail_sectors *map, uint32_t flags, const void *image, size_t size) {
    hail_wall wall;
    if (!map)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(check_image(map, flags, image, size));
    if (!(flags & HAIL_TRUSTED) && !image_good(map, image))
        return refuse(map, "has walls that such a map cannot have");
    HAIL_REQUIRE(restore_walls(map, image));
    for (uint32_t i = 0; i < map->wall_count; i++)
        if (get_wall(map, image, i, &wall) == WALL_DOOR)
            hail_sectors_put_solid(map, i, wall.solid);
    return HAIL_OK;
}
