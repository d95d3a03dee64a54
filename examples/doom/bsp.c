/* examples/doom/bsp.c - a map's BSP: finds a point's sector as Doom does, without Hail. */
#include "inside.h"

#include <math.h>

enum { FILE_LEAF = 0x8000 };

/* ---- Reading ---- */

/* Finds the sectors on both sides of a seg's wall. */
static bool seg_sides(const doom_raw *raw, size_t seg, uint32_t *own, uint32_t *other, doom_error *error) {
    const uint8_t *from = raw->segs.bytes + seg * DOOM_SEG_BYTES;
    const uint32_t line = wad_half(from + 6), side = wad_half(from + 8);
    if (line >= raw->lines.count)
        return file_fail(error, "seg %zu names line %u of %zu", seg, line, raw->lines.count);
    if (side > 1)
        return file_fail(error, "seg %zu names side %u of its line", seg, side);
    *own = doom_side_sector(raw, line, side);
    *other = doom_side_sector(raw, line, 1 - side);
    return *own != HAIL_NO_SECTOR || file_fail(error, "seg %zu is on a side of line %u that does not exist", seg, line);
}

/* A leaf is in the sector on its first seg's side. */
static bool read_leaf(const doom_raw *raw, size_t leaf, doom_leaf *to, doom_error *error) {
    const uint8_t *from = raw->leaves.bytes + leaf * DOOM_LEAF_BYTES;
    const size_t count = wad_half(from), first = wad_half(from + 2);
    if (count == 0 || first + count > raw->segs.count)
        return file_fail(error, "leaf %zu has %zu segs from number %zu, and the map has %zu", leaf, count, first,
                         raw->segs.count);
    to->trusted = true;
    for (size_t seg = first; seg < first + count; seg++) {
        uint32_t own, other;
        if (!seg_sides(raw, seg, &own, &other, error))
            return false;
        if (seg == first)
            to->sector = own;
        to->trusted = to->trusted && own != other && own == to->sector;
    }
    return true;
}

static bool read_node(const doom_raw *raw, size_t node, doom_node *to, doom_error *error) {
    const uint8_t *from = raw->nodes.bytes + node * DOOM_NODE_BYTES;
    *to = (doom_node){
        .x = wad_short(from), .y = wad_short(from + 2), .dx = wad_short(from + 4), .dy = wad_short(from + 6)};
    if (to->dx == 0 && to->dy == 0)
        return file_fail(error, "node %zu has no direction", node);
    for (int i = 0; i < 2; i++) {
        const uint32_t child = wad_half(from + 24 + (size_t)i * 2), number = child & (FILE_LEAF - 1);
        const bool leaf = (child & FILE_LEAF) != 0;
        /* Tools write parts before the whole, so that nodes cannot form a ring. */
        if (number >= (leaf ? raw->leaves.count : node))
            return file_fail(error, "node %zu leads to %s %u", node, leaf ? "leaf" : "node", number);
        to->child[i] = number | (leaf ? DOOM_LEAF : 0);
    }
    return true;
}

bool doom_read_bsp(const doom_raw *raw, doom_map *to, doom_error *error) {
    if (raw->nodes.count == 0 && raw->leaves.count > 1)
        return file_fail(error, "%zu leaves but no node", raw->leaves.count);
    to->nodes = doom_room(raw->nodes.count, sizeof *to->nodes, error);
    to->leaves = doom_room(raw->leaves.count, sizeof *to->leaves, error);
    if (to->nodes == NULL || to->leaves == NULL)
        return false;
    to->node_count = raw->nodes.count;
    to->leaf_count = raw->leaves.count;
    for (size_t leaf = 0; leaf < to->leaf_count; leaf++)
        if (!read_leaf(raw, leaf, &to->leaves[leaf], error))
            return false;
    for (size_t node = 0; node < to->node_count; node++)
        if (!read_node(raw, node, &to->nodes[node], error))
            return false;
    return true;
}

/* ---- Asking ---- */

doom_place doom_where(const doom_map *of, double x, double y) {
    doom_place place = {.sector = HAIL_NO_SECTOR, .margin = HUGE_VAL};
    if (of->leaf_count == 0)
        return place;
    uint32_t at = of->node_count == 0 ? DOOM_LEAF : (uint32_t)of->node_count - 1;
    while ((at & DOOM_LEAF) == 0) {
        const doom_node *node = &of->nodes[at];
        const double dx = node->dx, dy = node->dy;
        const double side = dx * (-y - node->y) - dy * (x - node->x); /* positive: on the left, as y points up */
        place.margin = fmin(place.margin, fabs(side) / sqrt(dx * dx + dy * dy));
        at = node->child[side < 0.0 ? 0 : 1];
    }
    place.leaf = at & ~DOOM_LEAF;
    place.sector = of->leaves[place.leaf].sector;
    place.trusted = of->leaves[place.leaf].trusted;
    return place;
}
