/* examples/view/again.c - whether frames that are seen again, backward or forward, are what they were. */
#include "view.h"

#include <stdio.h>

/* Of the world after each of the last frames, a ring by frame. */
static uint64_t hashes[PAST_LONGEST + 1];

/* Contacts are seen, but in no image: their number counts, too. */
static bool hash_of(const view *of, uint64_t *hash) {
    const hail_world *world = of->kind->world(of->scene);
    if (!scene_fine(hail_world_hash(world, hash), "hashing the world"))
        return false;
    *hash += hail_stats(world)->contacts * UINT64_C(0x9E3779B97F4A7C15);
    return true;
}

/* What is done in a frame depends on its number alone, so that the same is done again. */
void again_steer(view *of) {
    const int frame = of->frame;
    of->mouse_x = 200 + frame * 7 % 900;
    of->mouse_y = 120 + frame * 5 % 450;
    of->input.dig = frame / 20 % 3 == 0;
    of->input.pile = frame / 20 % 3 == 1;
    of->input.walk_x = (float)(frame / 30 % 3 - 1);
    of->input.walk_y = (float)(frame / 50 % 3 - 1);
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
