/* lisp.h - S-expressions, as far as SuperTux writes them: lists, words, numbers, "strings", ; comments. */
#ifndef MAPS_LISP_H
#define MAPS_LISP_H

#include "maps.h"

/* A node's number. 0 is the list of all that stands in the file, and is no node's child or sibling: there it says that
 * there is none. */
typedef uint32_t lisp_at;

typedef struct lisp_node {
    lisp_at next;  /* sibling */
    lisp_at first; /* child */
    uint32_t text; /* of what is no list: its place in lisp.text, and length */
    uint32_t length;
    bool list;
} lisp_node;

typedef struct lisp {
    const char *text; /* the caller's */
    lisp_node *nodes;
    size_t count;
} lisp;

/* Changes the text (strings lose their escapes in place), which must live as long as `to`; a 0 stands behind it.
 * `to` is to be given to lisp_free, also after a failure. */
bool lisp_parse(char *text, size_t size, lisp *to, maps_error *error);
void lisp_free(lisp *of);

/* Whether a node is this word (or string). */
bool lisp_is(const lisp *of, lisp_at node, const char *word);

/* Whether a node is a list whose first element is this word. */
bool lisp_heads(const lisp *of, lisp_at node, const char *word);

/* The second element of the list's first child list of that name, as in (list (name VALUE)); 0: none. */
lisp_at lisp_value(const lisp *of, lisp_at list, const char *name);

/* False: not a whole number from 0 to `most`, or no node. */
bool lisp_number(const lisp *of, lisp_at node, uint32_t most, uint32_t *value);

/* Whether (name #t) is among the list's children. */
bool lisp_true(const lisp *of, lisp_at list, const char *name);

#endif
