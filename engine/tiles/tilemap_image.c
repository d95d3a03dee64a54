/* engine/tiles/tilemap_image.c - the state of a tile map: its hash, and its images. */
#include "base/image_words.h"

#include "base/check.h"
#include "base/digest.h"
#include "tile_data.h"

/* An image of a map is
 *   head   IMAGE_HEAD words
 *   cells  a word each, row by row, as in hail_tile_view but without the numbers of own masks; and padding to a
 * multiple of 8 bytes own    the rows of own masks, 64 bits each, in the order of cells */
enum {
    OPTION_WORDS = 7,
    HEAD_DIGEST = HEAD_COMMON,    /* 2 words: of the set's tiles */
    HEAD_TILES = HEAD_DIGEST + 2, /* how many these are */
    HEAD_MASKS,                   /* how many cells have masks of their own */
    HEAD_OPTIONS,                 /* what must be equal */
    IMAGE_HEAD = (HEAD_OPTIONS + OPTION_WORDS + 1) / 2 * 2
};

static const hail_image_format format = {0x534c4954 /* "TILS" */, 1, IMAGE_HEAD, "is no image of a tile map"};

/* What makes maps different, besides their cells. */
static void options_of(const hail_tilemap *map, uint32_t words[OPTION_WORDS]) {
    const hail_tilemap_options *o = &map->options;
    const uint32_t own[OPTION_WORDS] = {
        o->columns, o->rows, map->width, map->height, 0, 0, o->outside_solid ? 1 + o->outside_kind : 0};
    memcpy(words, own, sizeof own);
    memcpy(&words[4], &o->x, sizeof o->x);
    memcpy(&words[5], &o->y, sizeof o->y);
}

hail_status hail_tilemap_hash(const hail_tilemap *map, uint64_t *hash) {
    if (!map || !hash)
        return HAIL_BAD_ARGUMENT;
    uint32_t words[OPTION_WORDS];
    options_of(map, words);
    *hash = hail_map_hash(map->digest, words, OPTION_WORDS);
    return HAIL_OK;
}

/* ---- Saving ------------------------------------------------------------------------------------------------------ */

static uint64_t cells_bytes(const hail_tilemap *map) {
    return ((uint64_t)map->options.columns * map->options.rows * WORD_BYTES + 7) / 8 * 8;
}

static uint64_t image_bytes(const hail_tilemap *map, uint64_t masks) {
    return IMAGE_HEAD * WORD_BYTES + cells_bytes(map) + masks * map->height * sizeof(uint64_t);
}

static uint32_t masks_in_use(const hail_tilemap *map) { return map->own.count - map->free_count; }

static void put_cells(const hail_tilemap *map, uint8_t *at, uint8_t *own) {
    enum { PART = 256 };
    uint32_t words[PART];
    const size_t mask_bytes = map->height * sizeof(uint64_t);
    for (uint32_t row = 0; row < map->options.rows; row++)
        for (uint32_t begin = 0; begin < map->options.columns; begin += PART) {
            const uint32_t left = map->options.columns - begin, count = left < PART ? left : PART;
            const uint32_t *from = (const uint32_t *)map->cells.data + tilemap_cell(map, begin, row);
            for (uint32_t i = 0; i < count; i++)
                words[i] = word_state(from[i]);
            hail_image_put(at, words, count, WORD_BYTES);
            at += (size_t)count * WORD_BYTES;
            for (uint32_t i = 0; masks_in_use(map) && i < count; i++) {
                if (!(from[i] & HAIL_CELL_OWN))
                    continue;
                hail_image_put(own, masks_rows(&map->own, from[i] & HAIL_CELL_NUMBER), map->height, sizeof(uint64_t));
                own += mask_bytes;
            }
        }
}

hail_status hail_tilemap_save_size(const hail_tilemap *map, size_t *size) {
    if (!map || !size)
        return HAIL_BAD_ARGUMENT;
    *size = (size_t)image_bytes(map, masks_in_use(map));
    return HAIL_OK;
}

hail_status hail_tilemap_save(const hail_tilemap *map, uint32_t flags, void *image, size_t size, size_t *written) {
    if (!map)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(hail_image_check_given(NULL, flags, HAIL_TRUSTED, image));
    const uint64_t bytes = image_bytes(map, masks_in_use(map)), cells = cells_bytes(map);
    if (size < bytes)
        return HAIL_FULL;
    uint8_t *const begin = image, *const at = begin + IMAGE_HEAD * WORD_BYTES;
    uint32_t head[IMAGE_HEAD] = {[HEAD_TILES] = map->set->masks.count, [HEAD_MASKS] = masks_in_use(map)};
    options_of(map, head + HEAD_OPTIONS);
    hail_image_put_head(begin, head, &format, bytes);
    image_store_wide(begin + HEAD_DIGEST * WORD_BYTES, tileset_digest(map->set, map->set->masks.count));
    image_store_wide(at + cells - 8, 0); /* the padding */
    put_cells(map, at, at + cells);
    hail_image_seal(begin, flags);
    if (written)
        *written = (size_t)bytes;
    return HAIL_OK;
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static hail_status refuse(const hail_tilemap *map, const char *problem) {
    return hail_fail(map->heap.error, HAIL_BAD_ARGUMENT, "image", problem);
}

static hail_status check_options(const hail_tilemap *map, const uint8_t *image) {
    static const char *const problem[OPTION_WORDS] = {"is of a map with other columns",
                                                      "is of a map with other rows",
                                                      "is of a map with tiles of another width",
                                                      "is of a map with tiles of another height",
                                                      "is of a map with another x",
                                                      "is of a map with another y",
                                                      "is of a map whose outside is another one"};
    uint32_t own[OPTION_WORDS];
    options_of(map, own);
    HAIL_REQUIRE(hail_image_check_words(map->heap.error, image, HEAD_OPTIONS, own, problem, OPTION_WORDS));
    const uint32_t tiles = head_word(image, HEAD_TILES);
    if (tiles > map->set->masks.count || tileset_digest(map->set, tiles) != head_wide(image, HEAD_DIGEST))
        return refuse(map, "was saved with other tiles than those of the map's set");
    return HAIL_OK;
}

/* Whether a mask is one that a cell can have: not empty, no pixels beyond its width. */
static bool mask_good(const hail_tilemap *map, const uint8_t *rows) {
    uint64_t all = 0;
    for (uint32_t y = 0; y < map->height; y++)
        all |= image_load_wide(rows + y * sizeof(uint64_t));
    return all && !(all & ~low_bits(map->width));
}

static bool word_good(const hail_tilemap *map, uint32_t word, uint32_t tiles) {
    const uint32_t number = word & HAIL_CELL_NUMBER;
    if (word & HAIL_CELL_OWN)
        return !number && !(word & HAIL_CELL_FLAGS);
    if (word & HAIL_CELL_DIAGONAL && map->width != map->height)
        return false;
    return number <= tiles && (number ? word_kind(word) == ((const uint8_t *)map->set->kinds.data)[number] : !word);
}

static bool cells_good(const hail_tilemap *map, const uint8_t *image) {
    const uint64_t cells = (uint64_t)map->options.columns * map->options.rows;
    const uint32_t tiles = head_word(image, HEAD_TILES), masks = head_word(image, HEAD_MASKS);
    const uint8_t *at = image + IMAGE_HEAD * WORD_BYTES, *rows = at + cells_bytes(map);
    uint64_t own = 0;
    if (masks > HAIL_MAX_TILES || (uint64_t)masks * map->width * map->height > INT32_MAX)
        return false;
    for (uint64_t i = 0; i < cells; i++) {
        const uint32_t word = image_load(at + i * WORD_BYTES);
        if (!word_good(map, word, tiles))
            return false;
        if (!(word & HAIL_CELL_OWN))
            continue;
        if (own == masks || !mask_good(map, rows + own * map->height * sizeof(uint64_t)))
            return false;
        own++;
    }
    return own == masks;
}

static hail_status check_image(const hail_tilemap *map, uint32_t flags, const void *image, size_t size) {
    HAIL_REQUIRE(hail_image_check_given(map->heap.error, flags, HAIL_TRUSTED, image));
    HAIL_REQUIRE(hail_image_check_head(map->heap.error, &format, image, size));
    HAIL_REQUIRE(check_options(map, image));
    if (head_wide(image, HEAD_SIZE) != image_bytes(map, head_word(image, HEAD_MASKS)))
        return refuse(map, "is cut short or corrupt");
    if (flags & HAIL_TRUSTED)
        return HAIL_OK;
    HAIL_REQUIRE(hail_image_check_sum(map->heap.error, image));
    return cells_good(map, image) ? HAIL_OK : refuse(map, "has cells that cannot be");
}

/* ---- Restoring --------------------------------------------------------------------------------------------------- */

/* The cells of a map that differ from those of an image. */
typedef struct changes {
    hail_tilemap *map;
    uint32_t left, top, right, bottom; /* the rectangle that they lie in */
    uint64_t count;
    bool freeing;    /* write those only that lose masks of their own */
    bool one_by_one; /* update free squares cell by cell */
} changes;

typedef void change_fn(changes *c, uint32_t column, uint32_t row, uint32_t word, const uint64_t *rows);

static void note_cell(changes *c, uint32_t column, uint32_t row, uint32_t word, const uint64_t *rows) {
    (void)word, (void)rows;
    c->left = column < c->left ? column : c->left;
    c->top = row < c->top ? row : c->top;
    c->right = column >= c->right ? column + 1 : c->right;
    c->bottom = row + 1;
    c->count++;
}

static void write_cell(changes *c, uint32_t column, uint32_t row, uint32_t word, const uint64_t *rows) {
    const uint32_t now = tilemap_word(c->map, column, row), before = word_kinds(c->map, now);
    const bool owns = now & HAIL_CELL_OWN, will_own = word & HAIL_CELL_OWN;
    if (c->freeing && !(owns && !will_own))
        return;
    if (will_own)
        word |= owns ? now & HAIL_CELL_NUMBER : tilemap_new_mask(c->map);
    hail_tilemap_write(c->map, column, row, word, rows);
    if (c->one_by_one)
        hail_free_squares_changed(c->map, column, row, before);
}

/* Visits the cells that differ. */
static void each_change(changes *c, const uint8_t *image, change_fn *visit) {
    const hail_tilemap *map = c->map;
    const uint8_t *at = image + IMAGE_HEAD * WORD_BYTES, *own = at + cells_bytes(map);
    const size_t mask_bytes = map->height * sizeof(uint64_t);
    uint64_t rows[HAIL_MAX_TILE];
    for (uint32_t row = 0; row < map->options.rows; row++)
        for (uint32_t column = 0; column < map->options.columns; column++, at += WORD_BYTES) {
            const uint32_t word = image_load(at), now = tilemap_word(map, column, row);
            bool same = word == word_state(now);
            if (word & HAIL_CELL_OWN) {
                hail_image_get(rows, own, map->height, sizeof(uint64_t));
                own += mask_bytes;
                same = same && memcmp(rows, masks_rows(&map->own, now & HAIL_CELL_NUMBER), mask_bytes) == 0;
            }
            if (!same)
                visit(c, column, row, word, rows);
        }
}

/* Cell by cell if few of them differ: an update of a rectangle takes a thirtieth of the time, for each of its cells.
 * First all masks are freed that can be: so no more are in use at any time than there are before, or in the image. */
hail_status hail_tilemap_restore(hail_tilemap *map, uint32_t flags, const void *image, size_t size) {
    enum { FEW = 32 };
    if (!map)
        return HAIL_BAD_ARGUMENT;
    HAIL_REQUIRE(check_image(map, flags, image, size));
    const uint32_t masks = head_word(image, HEAD_MASKS);
    if (!hail_tilemap_fit_own(map, masks > map->own.count ? masks : map->own.count))
        return hail_fail_memory(map->heap.error);
    changes c = {.map = map, .left = UINT32_MAX, .top = UINT32_MAX};
    each_change(&c, image, note_cell);
    if (!c.count)
        return HAIL_OK;
    const uint32_t columns = c.right - c.left, rows = c.bottom - c.top;
    c.one_by_one = c.count * FEW <= (uint64_t)columns * rows;
    c.freeing = true;
    each_change(&c, image, write_cell);
    c.freeing = false;
    each_change(&c, image, write_cell);
    if (!c.one_by_one)
        hail_free_squares_update(map, c.left, c.top, columns, rows);
    return HAIL_OK;
}
