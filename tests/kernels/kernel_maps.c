/* tests/kernels/kernel_maps.c - random tile maps, and edits of them (kernel_maps.h). */
#include "kernel_maps.h"

enum { LONGEST_MAP = 62000, MOST_CELLS = 20000 };

static void must(hail_status status, const char *what) {
    case_expects(status == HAIL_OK, "%s says %s", what, hail_status_text(status));
}

static uint32_t pick_tile(const random_map *m) {
    const uint32_t number = !m->wordy && pick_one_in(5) ? 0 : 1 + pick(m->tiles), turns = pick_one_in(2) ? 0 : pick(8);
    return number ? number | (m->square ? turns : turns & 6u) << 29 : 0; /* bit 29 is the diagonal's */
}

static void pick_rows(const random_map *m, uint64_t *rows) {
    const uint64_t all = m->width == 64 ? UINT64_MAX : (UINT64_C(1) << m->width) - 1;
    const uint32_t look = pick(6), pixel = pick(m->height), slope = pick(4);
    for (uint32_t y = 0; y < m->height; y++) {
        const uint64_t bits = pick_bits();
        rows[y] = look == 0   ? 0
                  : look == 1 ? all
                  : look == 2 ? bits
                  : look == 3 ? bits & pick_bits() & pick_bits() & pick_bits()
                  : look == 4 ? (y == pixel ? UINT64_C(1) << pick(m->width) : 0)
                              : all << (y * slope / 2 < 63 ? y * slope / 2 : 63);
        rows[y] &= all;
    }
}

static void make_set(random_map *m) {
    uint64_t rows[HAIL_MAX_TILE];
    must(hail_tileset_create(NULL, m->width, m->height, &m->set), "hail_tileset_create");
    for (uint32_t i = 0; i < m->tiles; i++) {
        uint32_t tile;
        pick_rows(m, rows);
        must(hail_tileset_add_bits(m->set, rows, pick_one_in(3) ? pick(HAIL_MAX_KINDS) : pick(2), &tile), "a tile");
    }
}

/* A rectangle of [0, columns) x [0, rows), small ones mostly. */
typedef struct area {
    uint32_t x, y, columns, rows;
} area;

static area pick_area(uint32_t columns, uint32_t rows, uint32_t side) {
    area a = {pick(columns), pick(rows), 1 + pick(side), 1 + pick(side)};
    a.columns = a.columns < columns - a.x ? a.columns : columns - a.x;
    a.rows = a.rows < rows - a.y ? a.rows : rows - a.y;
    return a;
}

void random_map_edit(random_map *m) {
    static uint32_t tiles[40 * 40];
    const uint32_t columns = m->options.columns, rows = m->options.rows, how = pick(8);
    const uint32_t wide = columns * m->width, high = rows * m->height;
    const area cells = pick_area(columns, rows, pick_one_in(2) ? 3 : 40), px = pick_area(wide, high, 3 * m->width);
    const float radius = pick_between(0.0f, 3.0f * (float)m->width);
    for (uint32_t i = 0; i < cells.columns * cells.rows; i++)
        tiles[i] = pick_tile(m);
    if (how < 2)
        must(hail_tilemap_set(m->map, cells.x, cells.y, cells.columns, cells.rows, tiles, cells.columns), "set");
    else if (how < 4)
        must(hail_tilemap_fill(m->map, cells.x, cells.y, cells.columns, cells.rows, how == 2 ? tiles[0] : 0), "fill");
    else if (how < 7)
        must(hail_tilemap_paint(m->map, px.x, px.y, px.columns, px.rows, how == 4, pick(HAIL_MAX_KINDS)), "paint");
    else
        must(hail_tilemap_paint_disc(m->map, (float)px.x, (float)px.y, radius, pick_one_in(2), pick(2)), "a disc");
}

/* Sets of one kind, of few, or of most. */
static void prepare(random_map *m) {
    for (uint32_t i = pick_one_in(2) ? 0 : pick(HAIL_MAX_PREPARED); i > 0; i--) {
        const uint32_t few = (uint32_t)pick_bits() & (uint32_t)pick_bits(), how = pick(3);
        must(hail_tilemap_prepare(m->map, how == 0   ? HAIL_KIND(pick(2))
                                          : how == 1 ? few
                                                     : ~few),
             "hail_tilemap_prepare");
    }
}

static uint32_t pick_count(uint32_t tile) { return 1 + pick((pick_one_in(3) ? 60 : 500) / tile + 1); }

static void pick_shape(random_map *m) {
    static const uint32_t sides[] = {1, 2, 3, 7, 8, 16, 31, 32, 63, 64};
    static const float corners[] = {0.0f, 0.0f, -16.0f, 0.5f, -1000.25f, 0.3f, 4096.0f, -7.7e5f, 9.0e8f, -1.0e9f};
    m->wordy = !m->huge && pick_one_in(25);
    m->width = sides[pick(m->wordy ? 5 : 10)];
    m->height = pick_one_in(2) ? m->width : sides[pick(m->wordy ? 5 : 10)];
    m->square = m->width == m->height;
    m->tiles = m->wordy ? 1500 : 1 + pick(12);
    hail_tilemap_options o = {.columns = pick_count(m->width), .rows = pick_count(m->height)};
    if (m->huge)
        o.columns = LONGEST_MAP, o.rows = 1 + pick(3), m->width = m->height = 64 - pick(10);
    if (m->wordy)
        o.columns = 64, o.rows = 60;
    if (o.columns * o.rows > MOST_CELLS && !m->huge)
        o.rows = MOST_CELLS / o.columns + 1;
    o.x = corners[pick(10)], o.y = pick_one_in(2) ? o.x : corners[pick(10)];
    o.outside_solid = pick_one_in(3), o.outside_kind = pick(3);
    m->options = o;
}

/* Few tiles or many, then edits. Prepared for some kinds before, or after. */
void random_map_make(random_map *m, bool huge, uint32_t edits) {
    static const uint32_t parts[] = {0, 1, 3, 12, 50};
    *m = (random_map){.huge = huge};
    pick_shape(m);
    make_set(m);
    must(hail_tilemap_create(m->set, &m->options, &m->map), "hail_tilemap_create");
    if (pick_one_in(2))
        prepare(m);
    const uint32_t of_100 = m->wordy ? 100 : parts[pick(5)], columns = m->options.columns;
    for (uint32_t i = 0; i < columns * m->options.rows; i++)
        if (pick(m->huge ? 50000 : 100) < of_100)
            must(hail_tilemap_fill(m->map, i % columns, i / columns, 1, 1, pick_tile(m)), "fill");
    case_expects(!m->wordy || m->map->palette_count + 1 == HAIL_KNOWN_RARE, "only %u words", m->map->palette_count);
    for (uint32_t i = 0; i < edits; i++)
        random_map_edit(m);
    if (m->map->empty_count == 1)
        prepare(m);
    case_says("%u x %u cells of %u x %u px at %a %a, %u tiles, outside %s", columns, m->options.rows, m->width,
              m->height, (double)m->options.x, (double)m->options.y, m->tiles,
              m->options.outside_solid ? "solid" : "open");
}

void random_map_free(random_map *m) {
    hail_tilemap_destroy(m->map);
    hail_tileset_destroy(m->set);
    *m = (random_map){0};
}
