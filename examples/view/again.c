/* examples/view/again.c - whether frames that are seen again, backward or forward, are what they were. */
#include "view.h"

#include <stdio.h>

/* Of the world after each of the last frames, a ring by frame. */
static uint64_t hashes[PAST_LONGEST + 1];

static bool hash_of(const view *of, uint64_t *hash) {
    return scene_fine(hail_world_hash(of->kind->world(of->scene), hash), "hashing the world");
}

bool again_note(const view *of) { return hash_of(of, &hashes[of->frame % (PAST_LONGEST + 1)]); }

bool again_same(const view *of) {
    uint64_t hash;
    if (!hash_of(of, &hash))
        return false;
    if (hash != hashes[of->frame % (PAST_LONGEST + 1)])
        fprintf(stderr, "hail-view: %s: frame %d is another one when it is seen again, %s\n", of->kind->name, of->frame,
                of->backward ? "backward" : "forward");
    return hash == hashes[of->frame % (PAST_LONGEST + 1)];
}
