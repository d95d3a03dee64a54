/* examples/view/dug.c - keeps which pixels of a map are open, rock or pile, and paints those that differ. */
#include "dug.h"

#include <stdlib.h>

enum { OPEN, ROCK, PILE };

static size_t bytes_of(const dug *of) { return ((size_t)of->width * (size_t)of->height + 3) / 4; }

void *dug_keep(const dug *of, size_t *bytes) {
    uint8_t *kept = calloc(bytes_of(of), 1);
    size_t i = 0;
    *bytes = bytes_of(of);
    for (int y = 0; kept != NULL && y < of->height; y++)
        for (int x = 0; x < of->width; x++, i++) {
            const uint32_t pixel = of->image[(size_t)y * (size_t)of->stride + (size_t)x];
            const unsigned what = pixel == 0 ? OPEN : pixel == DUG_PILE ? PILE : ROCK;
            kept[i / 4] |= (uint8_t)(what << i % 4 * 2);
        }
    return kept;
}

static uint32_t wanted(const dug *of, const uint8_t *kept, int x, int y) {
    const size_t i = (size_t)y * (size_t)of->width + (size_t)x;
    switch (kept[i / 4] >> i % 4 * 2 & 3) {
    case OPEN:
        return 0;
    case PILE:
        return DUG_PILE;
    default:
        return of->rock[(size_t)y * (size_t)of->stride + (size_t)x];
    }
}

/* Pixels side by side that all become solid, or all open, are painted at once. */
static bool row_back(const dug *of, const uint8_t *kept, int y) {
    uint32_t *row = of->image + (size_t)y * (size_t)of->stride;
    int x = 0;
    while (x < of->width) {
        const uint32_t first = wanted(of, kept, x, y);
        const int start = x;
        if ((row[x] != 0) == (first != 0)) {
            row[x++] = first;
            continue;
        }
        for (; x < of->width && (row[x] != 0) != (first != 0) && (wanted(of, kept, x, y) != 0) == (first != 0); x++)
            row[x] = wanted(of, kept, x, y);
        if (hail_tilemap_paint(of->map, (uint32_t)start, (uint32_t)y, (uint32_t)(x - start), 1, first != 0, 0) !=
            HAIL_OK)
            return false;
    }
    return true;
}

bool dug_go_back(const dug *of, const void *kept) {
    bool fine = true;
    for (int y = 0; fine && y < of->height; y++)
        fine = row_back(of, kept, y);
    return fine;
}
