#include "parts_world.h"

#include <criterion/criterion.h>

enum { ROOM = 1 << 16 };

static hail_tilemap_movers movers_of(const parts_plan *p, uint32_t n, const parts_pieces *pieces) {
    hail_tilemap_movers movers = {.map = p->map, .shapes = pieces->bodies};
    movers.shapes.convexes = p->part[0], movers.shapes.shape_count = (size_t)PARTS_SHAPES * PARTS_MOST;
    movers.kinds = p->tiles[n].kinds, movers.whole_tiles = p->tiles[n].whole_tiles;
    return movers;
}

/* As the stream has it. */
static hail_contact told(const parts_world *w, uint32_t n, const parts_pieces *pieces, hail_contact c) {
    const uint32_t k = c.a.slot;
    if (w->plan->tiles[n].mode == HAIL_PAIRS)
        c = (hail_contact){.kind = HAIL_CONTACT_TILE, .feature_b = c.feature_b, .part_b = c.part_b};
    c.a = w->handle[n][pieces->body[k]], c.part_a = (uint16_t)pieces->part[k];
    c.layer_a = (uint8_t)parts_layer_of[n], c.layer_b = HAIL_TILES;
    return c;
}

/* The first of a body's parts that hits; unless another body is hit before, or as soon. */
static void sweep_tiles(const parts_world *w, uint32_t n, const parts_pieces *pieces, parts_answer *a) {
    static hail_contact hit[PARTS_EACH * PARTS_MOST];
    const hail_tilemap_movers movers = movers_of(w->plan, n, pieces);
    cr_assert_eq(hail_tilemap_sweep(&movers, hit), HAIL_OK);
    for (uint32_t i = 0; i < PARTS_EACH; i++) {
        const hail_contact *first = NULL;
        for (uint32_t k = pieces->first[i]; k < pieces->first[i + 1]; k++)
            if (hit[k].kind != 0 && (first == NULL || hit[k].t < first->t))
                first = &hit[k];
        if (first == NULL)
            continue;
        const hail_contact c = told(w, n, pieces, *first);
        if (w->plan->tiles[n].mode == HAIL_SWEPT)
            stream_take(&c, 1, &a->must);
        else if (a->best[n][i].kind == 0 || c.t < a->best[n][i].t)
            a->best[n][i] = c;
    }
}

void parts_meet_tiles(const parts_world *w, parts_answer *a) {
    static hail_contact all[ROOM];
    static parts_pieces pieces;
    for (uint32_t n = 0; n < PARTS_LAYERS; n++) {
        const hail_mode mode = w->plan->tiles[n].mode;
        if (mode == HAIL_IGNORE || w->plan->map == NULL)
            continue;
        parts_cut(w->plan, n, &a->side[n], mode >= HAIL_SWEPT, &pieces);
        if (mode >= HAIL_SWEPT) {
            sweep_tiles(w, n, &pieces, a);
            continue;
        }
        const hail_tilemap_movers movers = movers_of(w->plan, n, &pieces);
        size_t count;
        cr_assert_eq(hail_tilemap_overlap(&movers, all, ROOM, &count), HAIL_OK);
        for (size_t k = 0; k < count; k++) {
            const hail_contact c = told(w, n, &pieces, all[k]);
            stream_take(&c, 1, &a->must);
        }
    }
}
