/* engine/base/sentence.h - writes a sentence, piece by piece, to text of the caller's, as far as there is room. */
#ifndef HAIL_BASE_SENTENCE_H
#define HAIL_BASE_SENTENCE_H

#include <stddef.h>
#include <stdio.h>

/* Where it has been written so far; it may be longer than its room. */
typedef struct hail_sentence {
    char *text;
    size_t size, used;
} hail_sentence;

/* text: may be NULL if size is 0. */
static inline hail_sentence sentence_begin(char *text, size_t size) {
    const hail_sentence s = {text, text ? size : 0, 0};
    if (s.size)
        text[0] = '\0';
    return s;
}

/* Adds a piece, given as to printf. */
#define SENTENCE_ADD(s, ...)                                                                                           \
    ((s)->used += (size_t)snprintf((s)->used < (s)->size ? (s)->text + (s)->used : NULL,                               \
                                   (s)->used < (s)->size ? (s)->size - (s)->used : 0, __VA_ARGS__))

#endif
