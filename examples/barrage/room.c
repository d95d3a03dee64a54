/* room.c - growing arrays. */
#include "game.h"

#include <stdlib.h>

void *room(void *array, size_t *capacity, size_t count, size_t element) {
    if (array != NULL && count <= *capacity)
        return array;
    const size_t wanted = count + count / 2 + 64;
    void *grown = realloc(array, wanted * element);
    if (grown != NULL)
        *capacity = wanted;
    return grown;
}
