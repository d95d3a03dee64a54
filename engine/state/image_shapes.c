/* engine/state/image_shapes.c - shapes are saved as what they were made from, and made from that again. */
#include "image.h"

#include "base/check.h"
#include "world/shapeset.h"

/* ---- Saving ------------------------------------------------------------------------------------------------------ */

hail_status hail_image_check_set(const hail_world *world) {
    const hail_shapeset *set = world->shapes;
    for (uint32_t id = 1; set->composed && id < set->end; id++)
        if (shape_entry(set, id)->set)
            return hail_fail_at(world->heap.error, HAIL_BAD_ARGUMENT, "world->shape", id,
                                "is a sprite: no image can hold it, so that HAIL_SHAPES is not possible");
    return HAIL_OK;
}

static void put_numbers(uint32_t record[IMAGE_SHAPE], const hail_convex_info *info) {
    record[SHAPE_COUNT] = info->vertices;
    memcpy(&record[SHAPE_ROUNDING], &info->rounding, sizeof info->rounding);
    memcpy(&record[SHAPE_X], info->x, sizeof info->x);
    memcpy(&record[SHAPE_Y], info->y, sizeof info->y);
}

/* The record of a number; that of a part has no link yet. */
static void shape_record(const hail_shapeset *set, uint32_t id, uint32_t record[IMAGE_SHAPE]) {
    const hail_shape_entry *entry = shape_entry(set, id);
    hail_convex_info info;
    memset(record, 0, IMAGE_SHAPE * sizeof *record);
    if (!entry->parts)
        return;
    if (entry->compound) {
        record[SHAPE_KIND] = SHAPE_COMPOUND;
        record[SHAPE_COUNT] = entry->parts;
        record[SHAPE_LINK] = entry->first;
        return;
    }
    hail_convex_describe(shape_convex(set, id), &info);
    record[SHAPE_KIND] = entry->hidden ? SHAPE_PART : SHAPE_CONVEX;
    put_numbers(record, &info);
}

static size_t record_at(uint64_t id) { return (size_t)(id - 1) * IMAGE_SHAPE * WORD_BYTES; }

uint8_t *hail_image_put_shapes(uint8_t *at, const hail_shapeset *set) {
    uint32_t record[IMAGE_SHAPE];
    for (uint32_t id = 1; id < set->end; id++) {
        shape_record(set, id, record);
        hail_image_put(at + record_at(id), record, IMAGE_SHAPE, WORD_BYTES);
    }
    for (uint32_t id = 1; id < set->end; id++) {
        const hail_shape_entry *entry = shape_entry(set, id);
        for (uint32_t p = 0; entry->compound && p < entry->parts; p++)
            image_store(at + record_at(entry->first + p) + SHAPE_LINK * WORD_BYTES, id);
    }
    return at + record_at(set->end);
}

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static void get_record(const hail_state_image *image, uint64_t id, uint32_t record[IMAGE_SHAPE]) {
    image_record(image, image->shapes, id - 1, record, IMAGE_SHAPE);
}

static uint32_t record_word(const hail_state_image *image, uint64_t id, uint32_t word) {
    return image_word(image, image->shapes, (id - 1) * IMAGE_SHAPE + word);
}

bool hail_image_has_shape(const hail_state_image *image, uint32_t id) {
    if (id < 1 || id >= image_head(image, HEAD_SHAPES))
        return false;
    const uint32_t kind = record_word(image, id, SHAPE_KIND);
    return kind == SHAPE_CONVEX || kind == SHAPE_COMPOUND;
}

/* Prepares the shape of a record, which is no compound's. */
static hail_status prepare(const uint32_t record[IMAGE_SHAPE], hail_convex *convex) {
    hail_convex_info info = {.vertices = record[SHAPE_COUNT]};
    memcpy(&info.rounding, &record[SHAPE_ROUNDING], sizeof info.rounding);
    memcpy(info.x, &record[SHAPE_X], sizeof info.x);
    memcpy(info.y, &record[SHAPE_Y], sizeof info.y);
    return hail_convex_prepare(NULL, &info, convex);
}

/* Whether a record is just what describes the shape that it makes: so nothing else lies in it. */
static bool convex_good(const uint32_t record[IMAGE_SHAPE]) {
    uint32_t again[IMAGE_SHAPE] = {[SHAPE_KIND] = record[SHAPE_KIND], [SHAPE_LINK] = record[SHAPE_LINK]};
    hail_convex convex;
    hail_convex_info info;
    if (prepare(record, &convex) != HAIL_OK)
        return false;
    hail_convex_describe(&convex, &info);
    put_numbers(again, &info);
    return memcmp(record, again, sizeof again) == 0;
}

static bool zero_from(const uint32_t record[IMAGE_SHAPE], uint32_t word) {
    while (word < IMAGE_SHAPE && !record[word])
        word++;
    return word == IMAGE_SHAPE;
}

/* All numbers of its parts, and no others, name a compound: so no part has two. */
static bool compound_good(const hail_state_image *image, uint32_t id, const uint32_t record[IMAGE_SHAPE]) {
    const uint64_t first = record[SHAPE_LINK], end = first + record[SHAPE_COUNT];
    if (!record[SHAPE_COUNT] || record[SHAPE_COUNT] > HAIL_MAX_PARTS || !first ||
        end > image_head(image, HEAD_SHAPES) || !zero_from(record, SHAPE_ROUNDING))
        return false;
    for (uint64_t p = first; p < end; p++)
        if (record_word(image, p, SHAPE_KIND) != SHAPE_PART || record_word(image, p, SHAPE_LINK) != id)
            return false;
    return true;
}

static bool part_good(const hail_state_image *image, uint32_t id, const uint32_t record[IMAGE_SHAPE]) {
    const uint32_t of = record[SHAPE_LINK];
    if (!of || of >= image_head(image, HEAD_SHAPES) || record_word(image, of, SHAPE_KIND) != SHAPE_COMPOUND)
        return false;
    const uint32_t first = record_word(image, of, SHAPE_LINK), count = record_word(image, of, SHAPE_COUNT);
    return id >= first && id - first < count && convex_good(record);
}

bool hail_image_shapes_good(const hail_state_image *image) {
    const uint32_t end = image_head(image, HEAD_SHAPES);
    uint32_t record[IMAGE_SHAPE];
    if (end > (uint32_t)HAIL_MAX_SHAPES + 1)
        return false;
    if (end > 1 && record_word(image, end - 1, SHAPE_KIND) == SHAPE_NONE)
        return false;
    for (uint32_t id = 1; id < end; id++) {
        get_record(image, id, record);
        const uint32_t kind = record[SHAPE_KIND];
        const bool good = kind == SHAPE_NONE       ? zero_from(record, 0)
                          : kind == SHAPE_CONVEX   ? !record[SHAPE_LINK] && convex_good(record)
                          : kind == SHAPE_COMPOUND ? compound_good(image, id, record)
                          : kind == SHAPE_PART     ? part_good(image, id, record)
                                                   : false;
        if (!good)
            return false;
    }
    return true;
}

/* Whether an image's shapes are those of a set, with all their numbers. */
static bool shapes_equal(const hail_state_image *image, const hail_shapeset *set) {
    uint32_t mine[IMAGE_SHAPE], record[IMAGE_SHAPE];
    if (image_head(image, HEAD_SHAPES) != set->end)
        return false;
    for (uint32_t id = 1; id < set->end; id++) {
        if (shape_entry(set, id)->set)
            return false;
        get_record(image, id, record);
        shape_record(set, id, mine);
        if (record[SHAPE_KIND] == SHAPE_PART)
            record[SHAPE_LINK] = 0; /* its compound names it */
        if (memcmp(record, mine, sizeof mine) != 0)
            return false;
    }
    return true;
}

static bool others_busy(const hail_world *world) {
    for (const hail_world *other = world->shapes->worlds; other; other = other->next_of_set)
        if (other != world && other->busy)
            return true;
    return false;
}

/* A set without shapes may be shared: its worlds have no bodies. */
static hail_status check_exchange(const hail_world *world) {
    if (!hail_shapeset_shared(world->shapes, world))
        return HAIL_OK;
    if (world->shapes->live)
        return hail_fail(world->heap.error, HAIL_IN_USE, "image",
                         "holds other shapes than the set, which another world uses, too");
    return others_busy(world) ? hail_fail(world->heap.error, HAIL_BUSY, "world",
                                          "shares its set of shapes with a world that is inside a step")
                              : HAIL_OK;
}

hail_status hail_image_check_own_shapes(const hail_world *world, const hail_state_image *image, bool *equal) {
    *equal = false;
    if (!image_head(image, HEAD_SHAPES))
        return hail_fail(world->heap.error, HAIL_BAD_ARGUMENT, "image",
                         "holds no shapes: it was saved without HAIL_SHAPES");
    *equal = shapes_equal(image, world->shapes);
    return *equal ? HAIL_OK : check_exchange(world);
}

/* ---- Making ------------------------------------------------------------------------------------------------------ */

/* The rows of all shapes but compounds; and which numbers are taken. */
static void make_rows(const hail_state_image *image, hail_shapeset *aside) {
    const uint32_t end = image_head(image, HEAD_SHAPES);
    uint32_t record[IMAGE_SHAPE];
    hail_shape_numbers_take(aside, 1, end - 1);
    for (uint32_t id = 1; id < end; id++) {
        get_record(image, id, record);
        shape_entry(aside, id)->hidden = true;
        if (record[SHAPE_KIND] == SHAPE_NONE)
            hail_shape_numbers_free(aside, id, 1);
        else if (record[SHAPE_KIND] != SHAPE_COMPOUND)
            prepare(record, shape_convex(aside, id));
    }
}

static hail_status make_shape(const hail_state_image *image, hail_shapeset *aside, uint32_t id) {
    const uint32_t kind = record_word(image, id, SHAPE_KIND), first = record_word(image, id, SHAPE_LINK);
    hail_shape_draft draft;
    hail_status status = HAIL_OK;
    if (kind == SHAPE_CONVEX)
        status = hail_draft_convex(aside, shape_convex(aside, id), &draft);
    else if (kind == SHAPE_COMPOUND)
        status = hail_draft_compound(aside, shape_convex(aside, first), record_word(image, id, SHAPE_COUNT), &draft);
    else
        return HAIL_OK; /* a compound makes its parts */
    if (status == HAIL_OK)
        hail_shape_rows_put(aside, id, first, &draft);
    return status;
}

hail_status hail_image_make_shapes(const hail_world *world, const hail_state_image *image, hail_shapeset *aside) {
    const uint32_t end = image_head(image, HEAD_SHAPES);
    hail_status status = HAIL_OK;
    if (!hail_shapeset_aside(world->shapes, end, aside))
        return hail_fail_memory(world->heap.error);
    if (end > 1)
        make_rows(image, aside);
    for (uint32_t id = 1; status == HAIL_OK && id < end; id++)
        status = make_shape(image, aside, id);
    if (status == HAIL_OK)
        return HAIL_OK;
    hail_shapeset_drop(world->shapes, aside);
    return status == HAIL_NO_MEMORY
               ? hail_fail_memory(world->heap.error)
               : hail_fail(world->heap.error, HAIL_BAD_ARGUMENT, "image", "has a compound that reaches too far");
}
