#include "decompose_line.h"

static uint32_t scramble(uint32_t number) {
    uint32_t h = (number + 1) * 0x9e3779b1u;
    h = (h ^ h >> 15) * 0x85ebca77u;
    return h ^ h >> 13;
}

static uint32_t take_node(hail_line *line) {
    const uint32_t node = line->unused;
    if (node == HAIL_NONE)
        return line->used++;
    line->unused = line->edges[node].above;
    return node;
}

/* Puts `to` where `from` hangs. */
static void hang(hail_line *line, uint32_t from, uint32_t to) {
    const uint32_t parent = line->edges[from].parent;
    if (parent == HAIL_NONE)
        line->root = to;
    else if (line->edges[parent].low == from)
        line->edges[parent].low = to;
    else
        line->edges[parent].high = to;
    if (to != HAIL_NONE)
        line->edges[to].parent = parent;
}

/* Exchanges a node with its parent. */
static void rotate(hail_line *line, uint32_t node) {
    hail_line_edge *e = line->edges;
    const uint32_t parent = e[node].parent, low = e[parent].low == node;
    const uint32_t between = low ? e[node].high : e[node].low;
    hang(line, parent, node);
    if (low) {
        e[parent].low = between;
        e[node].high = parent;
    } else {
        e[parent].high = between;
        e[node].low = parent;
    }
    e[parent].parent = node;
    if (between != HAIL_NONE)
        e[between].parent = parent;
}

uint32_t hail_line_insert(hail_line *line, uint32_t at) {
    hail_line_edge *e = line->edges;
    const uint32_t node = take_node(line), above = at == HAIL_NONE ? line->lowest : e[at].above;
    uint32_t parent;
    e[node] = (hail_line_edge){.low = HAIL_NONE,
                               .high = HAIL_NONE,
                               .below = at,
                               .above = above,
                               .priority = scramble(node),
                               .helper = HAIL_NONE};
    if (at != HAIL_NONE && e[at].high == HAIL_NONE) {
        parent = at;
        e[at].high = node;
    } else {
        parent = above;
        if (above != HAIL_NONE)
            e[above].low = node;
        else
            line->root = node;
    }
    e[node].parent = parent;
    if (at == HAIL_NONE)
        line->lowest = node;
    else
        e[at].above = node;
    if (above != HAIL_NONE)
        e[above].below = node;
    while (e[node].parent != HAIL_NONE && e[e[node].parent].priority < e[node].priority)
        rotate(line, node);
    return node;
}

void hail_line_remove(hail_line *line, uint32_t node) {
    hail_line_edge *e = line->edges;
    while (e[node].low != HAIL_NONE && e[node].high != HAIL_NONE)
        rotate(line, e[e[node].low].priority > e[e[node].high].priority ? e[node].low : e[node].high);
    hang(line, node, e[node].low != HAIL_NONE ? e[node].low : e[node].high);
    if (e[node].below == HAIL_NONE)
        line->lowest = e[node].above;
    else
        e[e[node].below].above = e[node].above;
    if (e[node].above != HAIL_NONE)
        e[e[node].above].below = e[node].below;
    e[node].above = line->unused;
    line->unused = node;
}
