/* maps/lisp.c - parses S-expressions into nodes, without recursion: a small stack holds the open lists. */
#include "lisp.h"
#include "inside.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

typedef struct reader {
    lisp *to;
    char *text;
    size_t at, size;
    lisp_at open[MAX_DEPTH]; /* lists, outermost first */
    lisp_at last[MAX_DEPTH]; /* the last child of each; 0: none */
    int deep;                /* the innermost */
} reader;

void lisp_free(lisp *of) {
    free(of->nodes);
    *of = (lisp){0};
}

static bool space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

static bool add(reader *in, lisp_node node, lisp_at *at, maps_error *error) {
    lisp *to = in->to;
    if (!maps_grow(&to->nodes, to->count, sizeof *to->nodes))
        return maps_no_memory(error);
    *at = (lisp_at)to->count;
    to->nodes[to->count++] = node;
    if (*at == 0)
        return true;
    const lisp_at before = in->last[in->deep];
    if (before != 0)
        to->nodes[before].next = *at;
    else
        to->nodes[in->open[in->deep]].first = *at;
    in->last[in->deep] = *at;
    return true;
}

static bool read_list(reader *in, maps_error *error) {
    lisp_at at;
    if (in->deep + 1 == MAX_DEPTH)
        return maps_fail(error, "lists are nested deeper than %d", (int)MAX_DEPTH);
    if (!add(in, (lisp_node){.list = true}, &at, error))
        return false;
    in->deep++;
    in->open[in->deep] = at;
    in->last[in->deep] = 0;
    in->at++;
    return true;
}

static bool read_string(reader *in, maps_error *error) {
    const size_t start = ++in->at;
    size_t end = start;
    for (; in->at < in->size && in->text[in->at] != '"'; in->at++) {
        char c = in->text[in->at];
        if (c == '\\' && in->at + 1 < in->size) {
            c = in->text[++in->at];
            c = (char)(c == 'n' ? '\n' : c == 't' ? '\t' : c);
        }
        in->text[end++] = c;
    }
    if (in->at == in->size)
        return maps_fail(error, "unterminated string");
    in->at++;
    lisp_at at;
    return add(in, (lisp_node){.text = (uint32_t)start, .length = (uint32_t)(end - start)}, &at, error);
}

static bool read_word(reader *in, maps_error *error) {
    const size_t start = in->at;
    for (; in->at < in->size; in->at++) {
        const char c = in->text[in->at];
        if (space(c) || c == '(' || c == ')' || c == '"' || c == ';')
            break;
        if (c == '\0')
            return maps_fail(error, "not a text file: it contains a zero byte");
    }
    lisp_at at;
    return add(in, (lisp_node){.text = (uint32_t)start, .length = (uint32_t)(in->at - start)}, &at, error);
}

static void skip(reader *in) {
    while (in->at < in->size && (space(in->text[in->at]) || in->text[in->at] == ';')) {
        const bool comment = in->text[in->at] == ';';
        in->at++;
        while (comment && in->at < in->size && in->text[in->at] != '\n')
            in->at++;
    }
}

bool lisp_parse(char *text, size_t size, lisp *to, maps_error *error) {
    *to = (lisp){.text = text};
    reader in = {.to = to, .text = text, .size = size};
    lisp_at root;
    bool good = add(&in, (lisp_node){.list = true}, &root, error);
    for (skip(&in); good && in.at < size; skip(&in)) {
        if (text[in.at] == '(')
            good = read_list(&in, error);
        else if (text[in.at] == '"')
            good = read_string(&in, error);
        else if (text[in.at] != ')')
            good = read_word(&in, error);
        else if (in.deep == 0)
            good = maps_fail(error, "unmatched )");
        else
            in.deep--, in.at++;
    }
    return good && (in.deep == 0 || maps_fail(error, "unexpected end: some lists are not closed"));
}

bool lisp_is(const lisp *of, lisp_at node, const char *word) {
    const lisp_node *at = &of->nodes[node];
    return node != 0 && !at->list && at->length == strlen(word) && memcmp(of->text + at->text, word, at->length) == 0;
}

bool lisp_heads(const lisp *of, lisp_at node, const char *word) { return lisp_is(of, of->nodes[node].first, word); }

lisp_at lisp_value(const lisp *of, lisp_at list, const char *name) {
    for (lisp_at child = of->nodes[list].first; child != 0; child = of->nodes[child].next)
        if (lisp_heads(of, child, name))
            return of->nodes[of->nodes[child].first].next;
    return 0;
}

bool lisp_number(const lisp *of, lisp_at node, uint32_t max, uint32_t *value) {
    const lisp_node *at = &of->nodes[node];
    uint64_t sum = 0;
    if (node == 0 || at->list || at->length == 0 || at->length > 10)
        return false;
    for (uint32_t i = 0; i < at->length; i++) {
        const char digit = of->text[at->text + i];
        if (digit < '0' || digit > '9')
            return false;
        sum = sum * 10 + (uint64_t)(digit - '0');
    }
    *value = (uint32_t)sum;
    return sum <= max;
}

bool lisp_true(const lisp *of, lisp_at list, const char *name) { return lisp_is(of, lisp_value(of, list, name), "#t"); }
