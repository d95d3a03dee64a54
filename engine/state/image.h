/* engine/state/image.h - the format of a saved world. Every section begins at a multiple of 8 bytes.
 *
 *   head       IMAGE_HEAD words (hail_image_word)
 *   layers     IMAGE_LAYER words each (hail_layer_record), by number; no blank ones
 *   rules      RULE_WORDS words each (state_parts.h), in order of layers; and padding
 *   slots      2 words each: generation, location, as in hail_slot
 *   columns    of each layer, in the order of layer.h: its elements, and padding; of layers that are as in the base
 *              image, none
 *   spans      2 words each: count; a, b and users in bytes
 *   touching   4 words each, of all spans: a and b
 *   users      4 words each, of the pairs of spans with users: those of a and of b
 *   remembered IMAGE_REMEMBERED words each (hail_remembered_record), in order of contacts
 *   shapes     IMAGE_SHAPE words each, by number from 1 on; only if asked for */
#ifndef HAIL_STATE_IMAGE_H
#define HAIL_STATE_IMAGE_H

#include "base/image_words.h"
#include "state_parts.h"

enum { IMAGE_VERSION = 4, IMAGE_MAGIC = 0x4c494148 /* "HAIL" */ };

enum {
    HEAD_SET = HEAD_OWN,                      /* hail_shapeset.number */
    HEAD_STEP = HEAD_COMMON,                  /* hail_step_stats.step; 2 words, as the next two */
    HEAD_EDITS = 10,                          /* hail_shapeset.edits */
    HEAD_PIERCING = 12,                       /* hail_pair_memory.piercing */
    HEAD_OPTIONS = 14,                        /* OPTION_WORDS words */
    HEAD_SLOTS = HEAD_OPTIONS + OPTION_WORDS, /* the JavaScript package reads it, too */
    HEAD_FREE_SLOT,
    HEAD_LIVE,
    HEAD_LAYERS,
    HEAD_RULES,
    HEAD_SPANS,
    HEAD_TOUCHING,
    HEAD_USERS, /* touching pairs with users */
    HEAD_REMEMBERED,
    HEAD_FOLLOWED,    /* 1: remembered pairs follow the rules as they are */
    HEAD_FRESH,       /* hail_body_store.fresh */
    HEAD_TILES = 32,  /* the hash of the tile map; 0: none; 2 words, as the next two */
    HEAD_WALLS = 34,  /* that of the sector map; 0: none */
    HEAD_BASE = 36,   /* the digest of the base image; 0: none */
    HEAD_SHAPES = 38, /* above all numbers of the set's shapes; 0: it holds no set */
    IMAGE_HEAD = 40
};

/* A layer's record. */
enum {
    LAYER_NUMBER,
    LAYER_COLUMNS,
    LAYER_BOUNDS,
    LAYER_MOTION, /* MOTION_... */
    LAYER_ACTIVE,
    LAYER_DISABLED,
    LAYER_COUNT,
    LAYER_UNIFORM, /* hail_layer.uniform_shape, polygons and composed */
    LAYER_POLYGONS,
    LAYER_COMPOSED,
    LAYER_IN_BASE,  /* 1: its columns are those that the base image has of this layer */
    LAYER_BORROWED, /* of a borrowed layer: how many slots it has, and the first one; else 0 */
    LAYER_FIRST_SLOT,
    LAYER_SETTLED, /* 1: a static layer's bodies are in an order that steps made */
    IMAGE_LAYER
};

/* A remembered pair's record. Its age is how many steps ago it was reported, or found last. */
enum { PAIR_LAYERS, PAIR_TIME, PAIR_A, PAIR_B = PAIR_A + 2, PAIR_AGE = PAIR_B + 2, IMAGE_REMEMBERED = PAIR_AGE + 2 };

/* A shape's record. Words that its kind has no use for are 0. */
enum {
    SHAPE_KIND,
    SHAPE_COUNT,    /* a compound's parts; else as hail_convex_info.vertices */
    SHAPE_LINK,     /* of a compound: its first part's number; of a part: its compound's */
    SHAPE_ROUNDING, /* a float, as the next two */
    SHAPE_X,
    SHAPE_Y = SHAPE_X + HAIL_MAX_VERTICES,
    IMAGE_SHAPE = SHAPE_Y + HAIL_MAX_VERTICES
};
enum { SHAPE_NONE, SHAPE_CONVEX, SHAPE_COMPOUND, SHAPE_PART, SHAPE_KINDS };

enum { SLOT_WORDS = 2, SPAN_WORDS = 2, TOUCHING_WORDS = 4, USERS_WORDS = 4 };

/* Where sections begin, in bytes; and the columns of each layer, which may lie in another image. */
typedef struct hail_state_image {
    const uint8_t *bytes;
    uint64_t size, layers, rules, slots, columns, spans, touching, users, remembered, shapes;
    const uint8_t *columns_of[HAIL_MAX_LAYERS]; /* by record */
} hail_state_image;

/* A word of a section that begins at `section`. */
static inline uint32_t image_word(const hail_state_image *image, uint64_t section, uint64_t word) {
    return image_load(image->bytes + section + word * WORD_BYTES);
}
static inline uint64_t image_wide(const hail_state_image *image, uint64_t section, uint64_t word) {
    return image_load_wide(image->bytes + section + word * WORD_BYTES);
}
static inline uint32_t image_head(const hail_state_image *image, uint32_t word) { return image_word(image, 0, word); }

/* A word of layer l's record. */
static inline uint32_t image_layer(const hail_state_image *image, uint64_t l, uint32_t word) {
    return image_word(image, image->layers, l * IMAGE_LAYER + word);
}

/* Reads record number `record` of a section whose records have `count` words. */
static inline void image_record(const hail_state_image *image, uint64_t section, uint64_t record, uint32_t *words,
                                uint32_t count) {
    hail_image_get(words, image->bytes + section + record * count * WORD_BYTES, count, WORD_BYTES);
}

/* Bytes that a column of so many elements takes. */
static inline uint64_t image_column_bytes(uint64_t count, uint32_t element) { return (count * element + 7) / 8 * 8; }

/* Words that rules take, with padding. */
static inline uint64_t image_rules_words(uint64_t rules) { return (rules * RULE_WORDS + 1) / 2 * 2; }

/* Words that shapes with numbers below `end` take; end 0: none are saved. */
static inline uint64_t image_shapes_words(uint64_t end) { return end ? (end - 1) * IMAGE_SHAPE : 0; }

/* Where a column of a layer begins, in bytes from where the layer's columns do. COLUMN_COUNT: where they end. */
uint64_t hail_image_column_at(uint32_t columns, uint32_t count, int column);

extern const hail_image_format hail_state_format;

/* Finds the sections of an image whose head and records of layers say how long they are. base: the image that it was
 * saved with, opened; NULL: none. False: it is not as long as they say, or lacks columns that it needs. */
bool hail_image_open(hail_state_image *image, const uint8_t *bytes, const hail_state_image *base);

/* Opens an image that others are to be saved or restored with: a whole one. Fails as its field. */
hail_status hail_image_open_base(hail_error *error, const void *bytes, size_t size, hail_state_image *base);

/* Whether the record of a remembered pair comes before another one in the order of contacts. */
enum { RECORD_BYTES = IMAGE_REMEMBERED * WORD_BYTES };
bool hail_record_before(const uint8_t *a, const uint8_t *b);

/* Tells images that are used as bases apart. Never 0. */
uint64_t hail_image_identity(const hail_state_image *base);

/* The columns of a layer in an image; NULL: it has no such columns of it. */
const uint8_t *hail_image_columns(const hail_state_image *image, uint32_t number, uint32_t columns, uint32_t count);

/* Checks all that is in an image, so that a world can be made of it. */
hail_status hail_image_check(const hail_world *world, const hail_state_image *image);

/* Checks the shapes that an image's bodies have. own: they are those that it holds; else those of the world's set. */
hail_status hail_image_check_shapes(const hail_world *world, const hail_state_image *image, bool own);

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

/* Fails if a set has shapes that no image can hold: sprites, whose pixels are the caller's. */
hail_status hail_image_check_set(const hail_world *world);

/* Writes the records of all shapes of a set. Returns where they end. */
uint8_t *hail_image_put_shapes(uint8_t *at, const hail_shapeset *set);

/* Checks the shapes in an image as the calls that add shapes do, but for what takes memory: whether compounds reach too
 * far. */
bool hail_image_shapes_good(const hail_state_image *image);

/* Whether an image has a shape of the caller's with this number. */
bool hail_image_has_shape(const hail_state_image *image, uint32_t id);

/* Checks that a world's set may get the shapes of an image. *equal: it has them, with the same numbers. */
hail_status hail_image_check_own_shapes(const hail_world *world, const hail_state_image *image, bool *equal);

/* Makes the shapes of an image aside, for hail_shapeset_exchange. Fails with nothing kept; a compound that reaches too
 * far: HAIL_BAD_ARGUMENT. */
hail_status hail_image_make_shapes(const hail_world *world, const hail_state_image *image, hail_shapeset *aside);

/* ---- Static layers ----------------------------------------------------------------------------------------------- */

/* Whether a layer is static, in the image, too, and has the columns and the room of its record. */
bool hail_layer_keeps(const hail_layer *layer, const uint32_t record[IMAGE_LAYER]);

/* Marks the bodies of such a layer that are others in the image, whose columns begin at `at`. False: there are none,
 * and nothing else differs. */
bool hail_layer_mark_others(hail_layer *layer, const uint32_t record[IMAGE_LAYER], const uint8_t *at);

#endif
