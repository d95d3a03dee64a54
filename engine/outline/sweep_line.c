/* engine/outline/sweep_line.c - the list and the tree of the sweep line's edges. */
#include "sweep_line.h"

static uint32_t hash_of(uint32_t number) {
    uint32_t h = (number + 1) * 0x9e3779b1u;
    h = (h ^ h >> 15) * 0x85ebca77u;
    return h ^ h >> 13;
}

static uint32_t new_node(hail_sweep_line *line) {
    const uint32_t node = line->unused;
    if (node == HAIL_NO_NODE)
        return line->used++;
    line->unused = line->edges[node].above;
    return node;
}

/* Puts node `to` in the place of `from` in the tree. */
static void replace(hail_sweep_line *line, uint32_t from, uint32_t to) {
    const uint32_t parent = line->edges[from].parent;
    if (parent == HAIL_NO_NODE)
        line->root = to;
    else if (line->edges[parent].low == from)
        line->edges[parent].low = to;
    else
        line->edges[parent].high = to;
    if (to != HAIL_NO_NODE)
        line->edges[to].parent = parent;
}

/* Exchanges a node with its parent. */
static void rotate(hail_sweep_line *line, uint32_t node) {
    hail_sweep_edge *e = line->edges;
    const uint32_t parent = e[node].parent, low = e[parent].low == node;
    const uint32_t between = low ? e[node].high : e[node].low;
    replace(line, parent, node);
    if (low) {
        e[parent].low = between;
        e[node].high = parent;
    } else {
        e[parent].high = between;
        e[node].low = parent;
    }
    e[parent].parent = node;
    if (between != HAIL_NO_NODE)
        e[between].parent = parent;
}

uint32_t hail_sweep_line_insert(hail_sweep_line *line, uint32_t at) {
    hail_sweep_edge *e = line->edges;
    const uint32_t node = new_node(line), above = at == HAIL_NO_NODE ? line->lowest : e[at].above;
    uint32_t parent;
    e[node] = (hail_sweep_edge){.low = HAIL_NO_NODE,
                                .high = HAIL_NO_NODE,
                                .below = at,
                                .above = above,
                                .priority = hash_of(node),
                                .helper = HAIL_NO_NODE};
    if (at != HAIL_NO_NODE && e[at].high == HAIL_NO_NODE) {
        parent = at;
        e[at].high = node;
    } else {
        parent = above;
        if (above != HAIL_NO_NODE)
            e[above].low = node;
        else
            line->root = node;
    }
    e[node].parent = parent;
    if (at == HAIL_NO_NODE)
        line->lowest = node;
    else
        e[at].above = node;
    if (above != HAIL_NO_NODE)
        e[above].below = node;
    while (e[node].parent != HAIL_NO_NODE && e[e[node].parent].priority < e[node].priority)
        rotate(line, node);
    return node;
}

void hail_sweep_line_remove(hail_sweep_line *line, uint32_t node) {
    hail_sweep_edge *e = line->edges;
    while (e[node].low != HAIL_NO_NODE && e[node].high != HAIL_NO_NODE)
        rotate(line, e[e[node].low].priority > e[e[node].high].priority ? e[node].low : e[node].high);
    replace(line, node, e[node].low != HAIL_NO_NODE ? e[node].low : e[node].high);
    if (e[node].below == HAIL_NO_NODE)
        line->lowest = e[node].above;
    else
        e[e[node].below].above = e[node].above;
    if (e[node].above != HAIL_NO_NODE)
        e[e[node].above].below = e[node].below;
    e[node].above = line->unused;
    line->unused = node;
}
