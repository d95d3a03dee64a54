/* maps/lisp.h - S-expressions, as far as SuperTux writes them: lists, words, numbers, "strings", ; comments. */
#ifndef MAPS_LISP_H
#define MAPS_LISP_H

#include "maps.h"

/* A node's number. 0 is the list of everything in the file; as a child or sibling it means that there is none. */
typedef uint32_t lisp_at;

typedef struct lisp_node {
    lisp_at next;  /* sibling */
    lisp_at first; /* child */
    uint32_t text; /* of a node that is no list: its offset in lisp.text, and its length */
    uint32_t length;
    bool list;
} lisp_node;

typedef struct lisp {
    const char *text; /* the caller's */
    lisp_node *nodes;
    size_t count;
} lisp;

/* Parses a text that ends in a 0. Changes it (removes the escapes in strings) and keeps a pointer to it. The caller
 * calls lisp_free, even after a failure. */
bool lisp_parse(char *text, size_t size, lisp *to, maps_error *error);
void lisp_free(lisp *of);

/* Whether a node is this word (or string). */
bool lisp_is(const lisp *of, lisp_at node, const char *word);

/* Whether a node is a list whose first element is this word. */
bool lisp_heads(const lisp *of, lisp_at node, const char *word);

/* VALUE in (list ... (name VALUE) ...), of the first list of that name; 0: none. */
lisp_at lisp_value(const lisp *of, lisp_at list, const char *name);

/* False: no node, or not an integer from 0 to `max`. */
bool lisp_number(const lisp *of, lisp_at node, uint32_t max, uint32_t *value);

/* Whether (name #t) is among the list's children. */
bool lisp_true(const lisp *of, lisp_at list, const char *name);

#endif
